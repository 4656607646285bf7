"""Faults of zip packages: in one of their parts, in their list of parts, in the bytes around them."""

from __future__ import annotations

import io
import random
import re
import struct
import warnings
import zipfile
import zlib
from functools import lru_cache

from tests.support.mutations.plain import damaged
from tests.support.mutations.trees import damaged_tree

_ENTRY, _LOCAL = b"PK\x01\x02", b"PK\x03\x04"


def damaged_package(data: bytes, dice: random.Random) -> bytes:
    if dice.random() < 0.08:
        return _directory(data, dice)
    parts = list(_parts(data))
    if not parts:
        return damaged(data, dice)
    # Main parts are large, and it is they that are read most.
    at = dice.choices(range(len(parts)), [400 + min(len(part), 20_000) for _, part in parts])[0]
    name, part = parts[at]
    fault = dice.random()
    if fault < 0.04:
        del parts[at]
    elif fault < 0.06:
        parts.append((dice.choice(parts)[0], part))
    elif fault < 0.08:
        parts[at] = _name(name, dice), part
    elif fault < 0.1:
        parts[at] = name, dice.choice((b"", b"\0" * 3_000_000, part * 2, part[: len(part) // 2], b"<x/>",
                                       b"<a>" * 50_000, part.replace(b"</", b" " * 200_000 + b"</", 1)))
    elif fault < 0.85 and (name.endswith((".xml", ".rels", ".vml")) or part[:5] == b"<?xml"):
        parts[at] = name, damaged_tree(part, [other for title, other in parts if title.endswith(".xml")], dice)
    else:
        parts[at] = name, damaged(part, dice)
    return _packed(parts, dice)


@lru_cache(maxsize=64)
def _parts(data: bytes) -> tuple[tuple[str, bytes], ...]:
    """Names and what is in them; nothing where that cannot be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            return tuple((entry.filename, package.read(entry)) for entry in package.infolist())
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError, EOFError):
        return ()


def _packed(parts: list[tuple[str, bytes]], dice: random.Random) -> bytes:
    made = io.BytesIO()
    way = dice.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_STORED))
    odd = dice.choice(parts)[0] if parts and dice.random() < 0.04 else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two parts of one name
        with zipfile.ZipFile(made, "w", way, compresslevel=1) as package:
            for name, part in parts:
                own = dice.choice((zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)) if name == odd else way
                package.writestr(zipfile.ZipInfo(name), part, own)
    return made.getvalue()


def _name(name: str, dice: random.Random) -> str:
    return dice.choice((name.upper(), "/" + name, name.replace("/", "\\"), "../" + name, name + "/", name + "x", "./" + name,
                        name.replace("/", "//"), name.replace("1", "2"), "甲/" + name, name + "\0x", "x" * 60_000))


def _directory(data: bytes, dice: random.Random) -> bytes:
    """What the directory or a local header says of a part is wrong; or there is something before or behind."""
    kind = dice.randrange(6)
    if kind == 0:
        return dice.choice((b"PK\x03\x04", b"\0", b"MZ", b"%PDF-1.4\n", data[:200])) + data
    if kind == 1:
        return data + dice.choice((b"\0" * 70_000, b"PK\x05\x06" + b"\0" * 18, data[-200:]))
    if kind == 2:
        return data[: dice.randrange(len(data) + 1)]
    changed = bytearray(data)
    mark = _LOCAL if kind == 3 else _ENTRY
    heads = [found.start() for found in re.finditer(re.escape(mark), data)]
    end = data.rfind(b"PK\x05\x06")
    if kind == 5 and 0 <= end <= len(data) - 22:
        at = end + dice.choice((4, 6, 8, 10, 12, 16, 20))
    elif heads:
        # Version, flags, method, checksum, sizes, lengths of names; in the directory also attributes and the place.
        fields = (4, 6, 8, 14, 18, 22, 26, 28) if mark == _LOCAL else (6, 8, 10, 16, 20, 24, 28, 30, 32, 34, 38, 42)
        at = dice.choice(heads) + dice.choice(fields)
    else:
        return damaged(data, dice)
    number = dice.choice((0, 1, 8, 9, 99, 0xFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, len(data), dice.randrange(1 << 16)))
    form = "<I" if number > 0xFFFF or dice.random() < 0.5 else "<H"
    if at + 4 <= len(changed):
        struct.pack_into(form, changed, at, number)
    return bytes(changed)
