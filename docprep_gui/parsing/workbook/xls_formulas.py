"""Formulas of old workbooks ([MS-XLS] 2.4.127, 2.4.260, 2.4.4): xlrd passes over them, but can write them out."""

from __future__ import annotations

import re
import struct

import xlrd
from xlrd.formula import FMLA_TYPE_ARRAY, FMLA_TYPE_CELL, FMLA_TYPE_SHARED, decompile_formula

_BOF, _EOF, _FORMULA, _SHARED, _ARRAY = 0x809, 0x0A, 0x06, 0x4BC, 0x221
_BEGINS_ELSEWHERE = 1  # a formula that says only where the shared one stands
# xlrd writes whole numbers as 2.0; quoted texts stay.
_WHOLE = re.compile(r"\"[^\"]*\"|(?<![\w.$!])(\d+)\.0(?!\d)")
# Where the length of the formula stands in each record, its bytes behind it.
_LENGTH_AT = {_FORMULA: 20, _SHARED: 8, _ARRAY: 12}
_KINDS = {_SHARED: FMLA_TYPE_SHARED, _ARRAY: FMLA_TYPE_ARRAY}
# From Excel 5 on the records are alike.
_OLDEST = 50
_MOST = 200_000

# Of the value of a formula: a text of no length, and that it is no number ([MS-XLS] 2.5.133).
_BLANK, _NO_NUMBER = 3, b"\xff\xff"
_NO_TEXT = '""'

Place = tuple[int, int]


def formulas(book: xlrd.book.Book, sheet: int) -> tuple[dict[Place, str], set[Place]]:
    """The formulas of a sheet, without "=", by row and column; those that make no sense are left out. Also those whose
    value the file does not hold, as programs write it that work nothing out: the values of all formulas of the sheet
    are blank, though these name no blank text."""
    if book.biff_version < _OLDEST:
        return {}, set()
    valued = False
    own: dict[Place, bytes] = {}
    shared: list[tuple[int, tuple[int, int, int, int], bytes]] = []
    data = book.mem
    at, depth = book._sh_abs_posn[sheet], 0
    while at >= 0 and at + 4 <= len(data) and len(own) < _MOST:
        record, length = struct.unpack_from("<HH", data, at)
        at += 4
        if record == _BOF:
            depth += 1
        elif record == _EOF:
            depth -= 1
            if depth <= 0:
                break
        elif record in _LENGTH_AT and depth == 1:
            content = bytes(data[at : at + length])
            start = _LENGTH_AT[record]
            if len(content) > start + 2:
                (size,) = struct.unpack_from("<H", content, start)
                formula = content[start + 2 : start + 2 + size]
                if record == _FORMULA:
                    own[struct.unpack_from("<HH", content)] = formula
                    valued = valued or content[6] != _BLANK or content[12:14] != _NO_NUMBER
                else:
                    shared.append((_KINDS[record], struct.unpack_from("<HHBB", content), formula))
        at += length
    written = ((place, _written(book, place, formula, shared)) for place, formula in own.items() if formula)
    found = {place: text for place, text in written if text}
    return found, set() if valued else {place for place, text in found.items() if _NO_TEXT not in text}


def _written(
    book: xlrd.book.Book, place: Place, formula: bytes, shared: list[tuple[int, tuple[int, int, int, int], bytes]]
) -> str:
    kind = FMLA_TYPE_CELL
    if formula[0] == _BEGINS_ELSEWHERE:
        if len(formula) < 5:
            return ""
        first = struct.unpack_from("<HH", formula, 1)
        found = next((one for one in shared if (one[1][0], one[1][2]) == first), None)
        if found is None:
            return ""
        kind, _, formula = found
    try:
        text = decompile_formula(book, formula, len(formula), kind, place[0], place[1], blah=0, level=0, r1c1=0)
    except Exception:  # noqa: BLE001  damaged formulas break it in many ways; the value is what counts
        return ""
    return _WHOLE.sub(lambda match: match[1] or match[0], str(text or ""))
