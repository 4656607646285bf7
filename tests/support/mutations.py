"""Damaged variants of files: what a bad disk, a bad program or a bad person makes of them."""

from __future__ import annotations

import io
import random
import re
import zipfile
import zlib
from collections.abc import Callable
from copy import deepcopy

from lxml import etree

# Numbers at which sizes, counts and places go wrong.
_NUMBERS = (b"0", b"-1", b"1", b"2", b"255", b"65536", b"1048577", b"2147483647", b"4294967296", b"-2147483649",
            b"99999999999999999999", b"1e308", b"NaN", b"0.0000001")
_SIGNS = ("\0", "\ud7ff", "￿", "￼", "\u202e", "\r", "|", "<br>", "𠮷", "é", "　", "%n", "\\")
# Words and signs that formats give a meaning, and numbers no counter has.
_WORDS = ("true", "off", "restart", "continue", "begin", "separate", "end", "none", "custom", "first", "A1:XFD1048576",
          "%1%2%3%4%5%6%7%8%9", "%", "word/../../x", "0x10", "１", "]]>", "&amp;", "TOC", "9" * 50)
_MOST_COPIES = 300


def mutate(data: bytes, dice: random.Random) -> bytes:
    """One to three faults, of a kind that fits the file."""
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        if data[:2] == b"PK" and dice.random() < 0.9:
            data = _in_package(data, dice)
        else:
            data = _bytes(data, dice)
    return data


def _in_package(data: bytes, dice: random.Random) -> bytes:
    """A fault in one part of a package, the package itself being sound; now and then a part goes or comes twice."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            parts = [(entry.filename, package.read(entry)) for entry in package.infolist()]
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError, EOFError):
        return _bytes(data, dice)
    if not parts:
        return _bytes(data, dice)
    # Main parts are large, and it is they that are read most.
    at = dice.choices(range(len(parts)), [1 + min(len(part), 20_000) for _, part in parts])[0]
    name, part = parts[at]
    fault = dice.random()
    if fault < 0.05:
        del parts[at]
    elif fault < 0.08:
        parts.append((dice.choice(parts)[0], part))
    elif fault < 0.75 and name.endswith((".xml", ".rels")):
        parts[at] = name, _tree(part, dice)
    else:
        parts[at] = name, _bytes(part, dice)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as package:
        for name, part in parts:
            package.writestr(zipfile.ZipInfo(name), part)
    return made.getvalue()


def _tree(part: bytes, dice: random.Random) -> bytes:
    """Well-formed XML with elements gone, repeated, moved, renamed, or with other values."""
    try:
        root = etree.fromstring(part, etree.XMLParser(resolve_entities=False, huge_tree=True))
    except etree.XMLSyntaxError:
        return _bytes(part, dice)
    elements = [one for one in root.iter() if isinstance(one.tag, str)]
    one = dice.choice(elements)
    over = one.getparent()
    fault = dice.randrange(7)
    if fault == 0 and over is not None:
        over.remove(one)
    elif fault == 1 and over is not None and len(elements) < 20_000:
        copies = dice.choice((1, 2, 30, _MOST_COPIES))
        size = sum(1 for _ in one.iter())
        for _ in range(max(1, min(copies, 20_000 // size))):
            over.insert(over.index(one), deepcopy(one))
    elif fault == 2:
        under = dice.choice(elements)
        if not any(step is one for step in (under, *under.iterancestors())):
            under.append(one)
    elif fault == 3:
        one.tag = dice.choice(elements).tag
    elif fault == 4 and one.attrib:
        name = dice.choice(list(one.attrib))
        if dice.random() < 0.3:
            del one.attrib[name]
        else:
            one.attrib[name] = _value(one.attrib[name], dice)
    elif fault == 5:
        one.text = _value(one.text or "", dice)
    else:
        inner = one
        for _ in range(dice.choice((3, 60, 400))):
            inner = etree.SubElement(inner, one.tag, dict(one.attrib))
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _value(old: str, dice: random.Random) -> str:
    kind = dice.randrange(6)
    if kind == 5:
        return dice.choice(_WORDS)
    if kind == 0:
        return dice.choice(_NUMBERS).decode()
    if kind == 1:
        return ""
    if kind == 2:
        return old * dice.choice((2, 50))
    if kind == 3:
        sign = dice.choice(_SIGNS[1:])
        return (old + sign) if sign not in "￿" else old[::-1]
    return old[: len(old) // 2]


def _flip(data: bytearray, dice: random.Random) -> None:
    for _ in range(dice.choice((1, 1, 4, 32))):
        data[dice.randrange(len(data))] = dice.randrange(256)


def _cut(data: bytearray, dice: random.Random) -> None:
    at = dice.randrange(len(data))
    del data[at : at + dice.choice((1, 2, 16, 512, len(data)))]


def _repeat(data: bytearray, dice: random.Random) -> None:
    at = dice.randrange(len(data))
    piece = bytes(data[at : at + dice.choice((1, 8, 64, 4096))])
    data[at:at] = piece * dice.choice((1, 2, 100))


def _move(data: bytearray, dice: random.Random) -> None:
    at, size = dice.randrange(len(data)), dice.choice((4, 64, 1024))
    piece = bytes(data[at : at + size])
    del data[at : at + size]
    to = dice.randrange(len(data) + 1)
    data[to:to] = piece


def _number(data: bytearray, dice: random.Random) -> None:
    """One of the numbers written in figures gets another value."""
    start = dice.randrange(len(data))
    at = next((i for i in range(start, min(start + 4096, len(data))) if 48 <= data[i] <= 57), None)
    if at is not None:
        end = at
        while end < len(data) and 48 <= data[end] <= 57:
            end += 1
        data[at:end] = dice.choice(_NUMBERS)


def _sign(data: bytearray, dice: random.Random) -> None:
    at = dice.randrange(len(data))
    data[at:at] = dice.choice(_SIGNS).encode("utf-8", "surrogatepass") * dice.choice((1, 1, 200))


def _tag(data: bytearray, dice: random.Random) -> None:
    """A tag goes, or comes several times: what was well-formed is so no more."""
    at = dice.randrange(len(data))
    tags = list(re.finditer(rb"<[^<>]*>", bytes(data[at : at + 2000])))
    if tags:
        one = dice.choice(tags)
        data[at + one.start() : at + one.end()] = one[0] * dice.choice((0, 2, 30))


_FAULTS: tuple[Callable[[bytearray, random.Random], None], ...] = (_flip, _flip, _cut, _repeat, _move, _number, _number,
                                                                   _sign, _tag)


def _bytes(data: bytes, dice: random.Random) -> bytes:
    if not data:
        return b"\0"
    changed = bytearray(data)
    dice.choice(_FAULTS)(changed, dice)
    return bytes(changed)
