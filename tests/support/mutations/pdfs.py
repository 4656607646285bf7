"""Faults of PDF files: objects, what they refer to, what dictionaries say, what is drawn."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Callable
from functools import lru_cache

import pymupdf

from tests.support.mutations.plain import damaged
from tests.support.mutations.values import NUMBERS, bomb

_OBJECT = re.compile(rb"(?<![0-9])(\d{1,8}) (\d{1,5}) obj\b(.*?)\bendobj", re.S)
_REFERENCE = re.compile(rb"(?<![0-9.])(\d{1,8}) (\d{1,5}) R\b")
_PAIR = re.compile(rb"/(\w+)\s*(\[[^\[\]]*\]|\d+ \d+ R|\([^()]*\)|<[0-9A-Fa-f]*>|/[\w.+-]+|[-+.\d]+)")
_NUMBER = re.compile(rb"(?<![\w./#])[-+]?\d+\.?\d*(?![\w.])")
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.S)
_LINE = re.compile(rb"[^\n]*\n")
_NAMES = (b"/Kids", b"/Parent", b"/Contents", b"/Resources", b"/Font", b"/XObject", b"/First", b"/Next", b"/Prev", b"/Dest",
          b"/Annots", b"/Fields", b"/ToUnicode", b"/Encoding", b"/DescendantFonts", b"/Length", b"/Filter", b"/Type",
          b"/Subtype", b"/MediaBox", b"/CropBox", b"/Rotate", b"/Count", b"/Widths", b"/W", b"/FirstChar", b"/LastChar",
          b"/Matrix", b"/BBox", b"/Width", b"/Height", b"/Outlines", b"/AcroForm", b"/Names", b"/OCProperties", b"/V", b"/T",
          b"/UserUnit", b"/StructTreeRoot", b"/FontMatrix", b"/CharProcs", b"/SMask", b"/ColorSpace", b"/DW", b"/Rect")
_VALUES = (b"null", b"[]", b"<<>>", b"()", b"/X", b"true", b"[null null]", b"[[[[]]]]", b"<FEFF>", b"(\\377\\376)", b"[0 0 0 0]",
           b"[0 0 1000000000 1000000000]", b"[100 100 -100 -100]", b"[NaN 0 1 1]", b"[0 0 3 3]", b"[100000000000000000000 0 0 100000000000000000000 0 0]", b"[0 0 0 0 0 0]",
           b"/FlateDecode", b"[/ASCIIHexDecode /FlateDecode]", b"/LZWDecode", b"/RunLengthDecode", b"/DCTDecode", b"/JBIG2Decode",
           b"/CCITTFaxDecode", b"/Identity-H", b"/Identity-V", b"/UniGB-UCS2-H", b"/Type3", b"/Type0", b"/Form", b"/Image", b"45",
           b"-90", b"2147483647", b"(" + b"A" * 5000 + b")", b"[" * 500 + b"]" * 500, b"<<" * 300 + b">>" * 300)
_OPERATORS = (b"q\n", b"Q\n", b"BT\n", b"ET\n", b"100000000000000000000 0 0 100000000000000000000 0 0 cm\n", b"0 0 0 0 0 0 cm\n", b"NaN 0 0 1 0 0 cm\n", b"0 Tz\n",
              b"/F0 0 Tf\n", b"/F0 -1000000000 Tf\n", b"3 Tr\n", b"7 Tr\n", b"1000000000 Tc\n", b"-1000000000 Tw\n", b"100000 TL\n", b"T*\n", b"0 0 m 1000000000 1000000000 l S\n",
              b"0 0 1000000000 1000000000 re f\n", b"W n\n", b"/Fm0 Do\n", b"BI /W 9999 /H 9999 /BPC 8 /CS /RGB ID x\nEI\n", b"/X BMC\n", b"EMC\n",
              b"1 0 0 1 1 1 cm\n", b"0 1 -1 0 0 0 cm\n", b".5 .5 -.5 .5 0 0 cm\n", b"1 0 0 -1 0 0 cm\n", b"(x) Tj\n", b"[(a) -10000000 (b)] TJ\n",
              b"/GS0 gs\n", b"0 0 0 0 k\n", b"1 g\n", b"10 10 m 10 700 l S\n", b"10 10 m 500 10 l S\n", b"/Span <</ActualText (x)>> BDC\n")


@lru_cache(maxsize=64)
def in_the_open(data: bytes) -> bytes:
    """Nothing packed, so that damage meets what the file says; as it was where it is large or cannot be read."""
    if len(data) > 2_000_000:
        return data
    with contextlib.suppress(Exception), pymupdf.open(stream=data, filetype="pdf") as file:
        if not file.needs_pass:
            return bytes(file.tobytes(expand=255, garbage=0))
    return data


def damaged_pdf(data: bytes, dice: random.Random) -> bytes:
    if dice.random() < 0.12:
        return damaged(data, dice)
    changed = dice.choice(_FAULTS)(data, dice)
    return _with_places(changed) if dice.random() < 0.7 else changed


def _with_places(data: bytes) -> bytes:
    """With a table of the places where the objects stand now: else the reader looks for them itself."""
    at = data.rfind(b"trailer")
    root = re.search(rb"/Root\s+\d+ \d+ R", data[at:]) if at >= 0 else None
    if root is None:
        return data
    body = data[: max(data.rfind(b"\nxref", 0, at), 0) + 1 or at]
    places = {int(found[1]): found.start() for found in _OBJECT.finditer(body) if int(found[1]) < 100_000}
    last = max(places, default=0)
    lines = [b"%010d 00000 n \n" % places[number] if number in places else b"0000000000 65535 f \n"
             for number in range(last + 1)]
    return (body + b"xref\n0 %d\n" % (last + 1) + b"".join(lines)
            + b"trailer\n<</Size %d %s>>\nstartxref\n%d\n%%%%EOF\n" % (last + 1, root[0], len(body)))


def _replaced(data: bytes, start: int, end: int, by: bytes) -> bytes:
    return data[:start] + by + data[end:]


def _any(pattern: re.Pattern[bytes], data: bytes, dice: random.Random) -> re.Match[bytes] | None:
    """One of the places, found from anywhere on, so that large files cost little."""
    start = dice.randrange(len(data) + 1)
    return pattern.search(data, start) or pattern.search(data)


def _objects(data: bytes) -> list[re.Match[bytes]]:
    return list(_OBJECT.finditer(data))


def _swapped(data: bytes, dice: random.Random) -> bytes:
    """Two objects under each other's number."""
    found = _objects(data)
    if len(found) < 2:
        return damaged(data, dice)
    one, two = sorted(dice.sample(found, 2), key=lambda found: found.start())
    return data[: one.start(3)] + two[3] + data[one.end(3) : two.start(3)] + one[3] + data[two.end(3) :]


def _gone(data: bytes, dice: random.Random) -> bytes:
    one = _any(_OBJECT, data, dice)
    return _replaced(data, one.start(), one.end(), b"") if one else damaged(data, dice)


def _emptied(data: bytes, dice: random.Random) -> bytes:
    one = _any(_OBJECT, data, dice)
    return _replaced(data, one.start(3), one.end(3), b" " + dice.choice(_VALUES) + b" ") if one else damaged(data, dice)


def _reference(data: bytes, dice: random.Random) -> bytes:
    """Something else is referred to: any object, itself, what is over it."""
    one = _any(_REFERENCE, data, dice)
    if not one:
        return damaged(data, dice)
    before = [found[1] for found in _OBJECT.finditer(data, max(0, one.start() - 3000), one.end() + 3000)]
    other = dice.choice([*before, dice.choice([found[1] for found in _REFERENCE.finditer(data[:200_000])] or [b"1"]), b"0", b"99999"])
    return _replaced(data, one.start(), one.end(), other + b" 0 R")


def _all_references(data: bytes, dice: random.Random) -> bytes:
    one = _any(_REFERENCE, data, dice)
    two = _any(_REFERENCE, data, dice)
    return re.sub(rb"(?<![0-9.])" + re.escape(one[0]) + rb"\b", two[0], data) if one and two else damaged(data, dice)


def _one_pair(data: bytes, dice: random.Random) -> re.Match[bytes] | None:
    """A key and its value; half of the time of a key that readers follow."""
    if dice.random() < 0.5:
        name = dice.choice(_NAMES)
        places = [found.start() for found in re.finditer(re.escape(name) + rb"\b", data)]
        if places:
            return _PAIR.match(data, dice.choice(places))
    return _any(_PAIR, data, dice)


def _said(data: bytes, dice: random.Random) -> bytes:
    one = _one_pair(data, dice)
    if one is None:
        return damaged(data, dice)
    kind = dice.randrange(5)
    if kind == 0:
        return _replaced(data, one.start(), one.end(), b"")
    if kind == 1:
        other = _one_pair(data, dice)
        return _replaced(data, one.start(2), one.end(2), b" " + (other[2] if other else b"null"))
    if kind == 2:
        return _replaced(data, one.start(), one.start(2), dice.choice(_NAMES) + b" ")
    return _replaced(data, one.start(2), one.end(2), b" " + dice.choice((*_VALUES, *NUMBERS)))


def _list(data: bytes, dice: random.Random) -> bytes:
    """A list with its members many times, in another order, or with the list's own number in it."""
    lists = [found for found in re.finditer(rb"\[[^\[\]()<>]{0,3000}\]", data) if b" R" in found[0] or b" " in found[0]]
    if not lists:
        return damaged(data, dice)
    one = dice.choice([found for found in lists if b" R" in found[0]] or lists) if dice.random() < 0.6 else dice.choice(lists)
    inner = one[0][1:-1].strip()
    over = next((found[1] for found in reversed(list(_OBJECT.finditer(data, max(0, one.start() - 5000), one.end() + 20)))), b"1")
    made = dice.choice((inner + b" " + over + b" 0 R", (inner + b" ") * dice.choice((2, 40, 600)), b"null " * 5, b"",
                        b" ".join(reversed(inner.split(b" ")))))
    return _replaced(data, one.start(), one.end(), b"[" + made[:300_000] + b"]")


def _number(data: bytes, dice: random.Random) -> bytes:
    for _ in range(dice.choice((1, 3, 20))):
        one = _any(_NUMBER, data, dice)
        if one:
            data = _replaced(data, one.start(), one.end(), dice.choice(NUMBERS))
    return data


def _drawing(data: bytes, dice: random.Random) -> bytes:
    """Lines of what is drawn gone, doubled, in another order, or with others between."""
    found = [one for one in _STREAM.finditer(data) if re.search(rb"\b(?:Tj|TJ|re|cm|Do)\b", one[1][:20_000])]
    if not found:
        return damaged(data, dice)
    one = dice.choice(found)
    lines = _LINE.findall(one[1] + b"\n")
    if len(lines) < 4:
        lines = [piece + b"\n" for piece in re.findall(rb"[^A-Za-z'\"]*(?:\([^()]*\)[^A-Za-z'\"]*)*[A-Za-z'\"*]+", one[1])] or lines
    at = dice.randrange(len(lines))
    kind = dice.randrange(8)
    if kind == 0:
        dice.shuffle(lines)
    elif kind == 1:
        lines[at:at] = lines * dice.choice((1, 10, 60))
    elif kind == 2:
        lines[at:at] = [dice.choice(_OPERATORS) * dice.choice((1, 1, 200, 3_000))]
    elif kind == 3:
        for _ in range(dice.choice((1, 5, 40))):
            lines.insert(dice.randrange(len(lines) + 1), dice.choice(_OPERATORS))
    elif kind == 4:
        del lines[at : at + dice.choice((1, 10, 100))]
    elif kind == 5:
        lines[at] = _NUMBER.sub(lambda _: dice.choice(NUMBERS), lines[at])
    elif kind == 6:
        lines[at:at] = lines[at : at + 20] * dice.choice((2, 100))
    else:
        shown = b"(" + re.sub(r"([()\\])", r"\\\1", bomb(dice)[:20_000]).encode("latin-1", "replace") + b") Tj\n"
        lines.insert(at, shown)
    made = b"".join(lines)[:3_000_000]
    data = _replaced(data, one.start(1), one.end(1), made)
    if dice.random() < 0.8:  # the length said is right
        said = list(re.finditer(rb"/Length \d+(?! \d+ R)", data[: one.start()]))
        if said and said[-1].end() > one.start() - 400:
            data = _replaced(data, said[-1].start(), said[-1].end(), b"/Length %d" % len(made))
    return data


def _again(data: bytes, dice: random.Random) -> bytes:
    """An object twice under its number, or under another's."""
    one, two = _any(_OBJECT, data, dice), _any(_OBJECT, data, dice)
    if not one or not two:
        return damaged(data, dice)
    number = dice.choice((one[1], two[1]))
    at = two.end()
    return data[:at] + b"\n" + number + b" 0 obj" + one[3] + b"endobj" + data[at:]


_FAULTS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _swapped, _gone, _emptied, _reference, _reference, _all_references, _said, _said, _said, _list, _list, _number, _drawing,
    _drawing, _drawing, _again)
