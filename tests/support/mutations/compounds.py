"""Faults of compound files ([MS-CFB]) and of the records of old workbooks ([MS-XLS]) in them or alone."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable

from tests.support.mutations.plain import damaged

MARK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_Record = tuple[int, bytes]
_LONGS = (0, 1, 2, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFC, 512, 4096, 0x10000)
_SHORTS = (0, 1, 2, 8, 255, 256, 1252, 1200, 936, 32767, 32768, 65534, 65535, 0x0500, 0x0600)


def damaged_compound(data: bytes, dice: random.Random) -> bytes:
    fault = dice.random()
    if fault < 0.15:
        return damaged(data, dice)
    if fault < 0.4:
        return _directory(data, dice)
    chain = _workbook(data)
    if not chain:
        return damaged(data, dice)
    sector = 1 << struct.unpack_from("<H", data, 30)[0]
    stream = b"".join(data[at : at + sector] for at in chain)
    made = damaged_records(stream, dice)
    if len(made) > len(stream) and made[len(stream) :].strip(b"\0"):
        return made  # without the compound file around it, which would have to grow
    made = made[: len(stream)].ljust(len(stream), b"\0")
    changed = bytearray(data)
    for number, at in enumerate(chain):
        piece = made[number * sector : (number + 1) * sector]
        changed[at : at + len(piece)] = piece
    return bytes(changed)


def _workbook(data: bytes) -> list[int]:
    """Places of the sectors of the workbook, in order; none where there is no such stream, or it is a small one."""
    for name in ("Workbook", "Book"):
        at = data.find((name + "\0").encode("utf-16-le"))
        if at >= 0 and at % 128 == 0 and at + 124 <= len(data):
            break
    else:
        return []
    shift = struct.unpack_from("<H", data, 30)[0]
    if not 7 <= shift <= 12:
        return []
    sector, (start, size) = 1 << shift, struct.unpack_from("<II", data, at + 116)
    if size < 4096:
        return []
    table: list[int] = []
    for number in struct.unpack_from("<109I", data, 76):
        place = (number + 1) * sector
        if number < 0xFFFFFFFA and place + sector <= len(data):
            table += struct.unpack_from(f"<{sector // 4}I", data, place)
    chain: list[int] = []
    while start < len(table) and len(chain) < len(table) and (start + 2) * sector <= len(data) + sector:
        chain.append((start + 1) * sector)
        start = table[start]
    return [at for at in chain if at + sector <= len(data)]


def _directory(data: bytes, dice: random.Random) -> bytes:
    """Sizes, starts and chains of the compound file itself."""
    changed = bytearray(data)
    shift = min(max(struct.unpack_from("<H", data, 30)[0], 7), 12) if len(data) > 512 else 9
    sector = 1 << shift
    kind = dice.randrange(4)
    if kind == 0:
        form, at = dice.choice((("<H", 24), ("<H", 26), ("<H", 28), ("<H", 30), ("<H", 32), ("<I", 44), ("<I", 48), ("<I", 56),
                                ("<I", 60), ("<I", 64), ("<I", 68), ("<I", 72), ("<I", 76), ("<I", 80)))
    elif kind == 1 and len(data) > 80:
        # An entry of the table of chains.
        table = (struct.unpack_from("<I", data, 76)[0] + 1) * sector
        form, at = "<I", table + 4 * dice.randrange(min(sector // 4, 128))
    else:
        names = [at for at in range(512, len(data) - 127, 128) if data[at + 66] in (1, 2, 5) and 2 <= data[at + 64] <= 64
                 and not data[at + 65]]
        if not names:
            return damaged(data, dice)
        form, offset = dice.choice((("<H", 64), ("<B", 66), ("<I", 68), ("<I", 72), ("<I", 76), ("<I", 116), ("<I", 116),
                                    ("<I", 120), ("<I", 120)))
        at = dice.choice(names) + offset
    number = dice.choice((*_LONGS, *range(12), dice.randrange(len(data) // sector + 1)))
    if at + 4 <= len(changed):
        struct.pack_into(form, changed, at, number & {"<B": 0xFF, "<H": 0xFFFF, "<I": 0xFFFFFFFF}[form])
    return bytes(changed)


def are_records(data: bytes) -> bool:
    return data[:2] in (b"\x09\x08", b"\x09\x04", b"\x09\x02", b"\x09\x00")


def _split(data: bytes) -> list[_Record]:
    found, at = [], 0
    while at + 4 <= len(data):
        kind, size = struct.unpack_from("<HH", data, at)
        found.append((kind, data[at + 4 : at + 4 + size]))
        at += 4 + size
        if not kind and not size and not data[at : at + 64].strip(b"\0"):
            break
    return found


def _joined(records: list[_Record]) -> bytes:
    return b"".join(struct.pack("<HH", kind, len(said) & 0xFFFF) + said for kind, said in records)


def damaged_records(data: bytes, dice: random.Random) -> bytes:
    records = _split(data)
    if len(records) < 3 or dice.random() < 0.1:
        return damaged(data, dice)
    kinds: dict[int, list[int]] = {}
    for number, (kind, _) in enumerate(records):
        kinds.setdefault(kind, []).append(number)
    at = dice.choice(dice.choice(list(kinds.values()))) if dice.random() < 0.7 else dice.randrange(len(records))
    dice.choice(_FAULTS)(records, at, dice)
    made = bytearray(_joined(records))
    if dice.random() < 0.1:  # a record that says another length than it has
        place = len(_joined(records[:at])) + 2
        if place + 2 <= len(made):
            struct.pack_into("<H", made, place, dice.choice(_SHORTS))
    return bytes(made)


def _gone(records: list[_Record], at: int, dice: random.Random) -> None:
    del records[at : at + dice.choice((1, 1, 5, 50))]


def _again(records: list[_Record], at: int, dice: random.Random) -> None:
    records[at:at] = [records[at]] * dice.choice((1, 30, 300, 5_000))


def _elsewhere(records: list[_Record], at: int, dice: random.Random) -> None:
    records.insert(dice.randrange(len(records)), records.pop(at))


def _other_kind(records: list[_Record], at: int, dice: random.Random) -> None:
    records[at] = dice.choice((dice.choice(records)[0], 0x3C, 0x809, 0x0A, 0x85, 0xFC, 0x18, 0x06, 0x2F)), records[at][1]


def _numbers(records: list[_Record], at: int, dice: random.Random) -> None:
    """One of the numbers in it at the ends of what it can hold; or those of all of its kind."""
    kind, said = records[at]
    if not said:
        return
    form, number = dice.choice((("<H", dice.choice(_SHORTS)), ("<H", dice.choice(_SHORTS)), ("<I", dice.choice(_LONGS)),
                                ("<B", dice.choice((0, 1, 8, 12, 255))), ("<Q", 0x7FF8000000000000), ("<Q", 0x7FEFFFFFFFFFFFFF)))
    place = dice.randrange(len(said)) & (~1 if form != "<B" else ~0)
    alike = dice.random() < 0.15
    for other, (its, text) in enumerate(records):
        if (other == at or (alike and its == kind)) and place + struct.calcsize(form) <= len(text):
            changed = bytearray(text)
            struct.pack_into(form, changed, place, number)
            records[other] = its, bytes(changed)


def _length(records: list[_Record], at: int, dice: random.Random) -> None:
    kind, said = records[at]
    records[at] = kind, dice.choice((b"", said[:-1], said[: len(said) // 2], said + b"\0", said * 2, said + b"\xff" * 200))[:8224]


def _divided(records: list[_Record], at: int, dice: random.Random) -> None:
    """What it holds goes on in the next (CONTINUE)."""
    kind, said = records[at]
    cut = dice.randrange(len(said) + 1)
    records[at : at + 1] = [(kind, said[:cut]), (0x3C, dice.choice((b"", b"\0", b"\1")) + said[cut:])]


_FAULTS: tuple[Callable[[list[_Record], int, random.Random], None], ...] = (
    _gone, _again, _elsewhere, _other_kind, _numbers, _numbers, _numbers, _numbers, _length, _divided)
