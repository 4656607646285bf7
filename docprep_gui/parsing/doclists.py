"""The list definitions of a Word 97-2003 file ([MS-DOC] 2.8.25 PlfLst, 2.9.147 LSTF, 2.9.149 LVL, 2.9.150 LVLF).

A converter loses some of what they say; this reads just them, from the compound file itself.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from docprep_gui.parsing import compounds

LEVELS = 9
_FIB_FLAGS, _FIB_LISTS = 0x0A, 0x02E2
_OTHER_TABLE = 0x0200
_LSTF, _LVLF = 28, 28
_SIMPLE, _LEGAL = 0x01, 0x04


@dataclass(frozen=True, slots=True)
class Level:
    """`text` as Word's newer format writes it: "%1.%2". `legal`: the numbers of the levels above are shown in figures,
    whatever form they have themselves."""

    text: str
    legal: bool


def read(data: bytes) -> tuple[tuple[Level, ...], ...]:
    """The levels of each list, one or nine; () where there are no lists, or nothing that can be made out."""
    try:
        with compounds.opened(data) as file:
            main = file.openstream("WordDocument").read(_FIB_LISTS + 8)
            (flags,) = struct.unpack_from("<H", main, _FIB_FLAGS)
            start, size = struct.unpack_from("<II", main, _FIB_LISTS)
            table = file.openstream("1Table" if flags & _OTHER_TABLE else "0Table").read()
        return _lists(table, start) if size else ()
    except (OSError, struct.error, IndexError, ValueError):
        return ()


def _lists(table: bytes, start: int) -> tuple[tuple[Level, ...], ...]:
    (count,) = struct.unpack_from("<h", table, start)
    place = start + 2 + max(0, count) * _LSTF
    found = []
    for number in range(max(0, count)):
        (flags,) = struct.unpack_from("<B", table, start + 2 + number * _LSTF + 26)
        levels = []
        for _ in range(1 if flags & _SIMPLE else LEVELS):
            level, place = _level(table, place)
            levels.append(level)
        found.append(tuple(levels))
    return tuple(found)


def _level(table: bytes, place: int) -> tuple[Level, int]:
    """A level, and where the next one begins."""
    flags, character, paragraph = table[place + 5], table[place + 24], table[place + 25]
    place += _LVLF + character + paragraph
    (length,) = struct.unpack_from("<H", table, place)
    text = table[place + 2 : place + 2 + 2 * length].decode("utf-16-le", "replace")
    text = "".join(f"%{ord(sign) + 1}" if ord(sign) < LEVELS else sign for sign in text)
    return Level(text, bool(flags & _LEGAL)), place + 2 + 2 * length
