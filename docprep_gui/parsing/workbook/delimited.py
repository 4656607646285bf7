"""Tables of text (RFC 4180 and what programs make of it): the encoding and the delimiter are found by evidence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from docprep_gui.domain import collecting
from docprep_gui.domain.document import Document, escape_cell
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import encodings
from docprep_gui.parsing.builder import Builder
from docprep_gui.parsing.workbook import headers
from docprep_gui.parsing.workbook.layout import Layout
from docprep_gui.parsing.workbook.leaving import NOTHING, LeftOut
from docprep_gui.parsing.workbook.merges import Merges
from docprep_gui.parsing.workbook.sheets import MAX_CELLS, MAX_COLS, Sheet, SheetRow
from docprep_gui.text import folding

# In the order in which they win where the evidence is the same: commas also stand in texts and in numbers (1,5).
DELIMITERS = ("\t", ";", "|", ",", "；", "，", "^", "~")
# No program parts fields at these by itself, and they stand in texts: nearly all lines must have them alike, those that
# stand in ranges (10~20) more than once.
_RARE = {"；": 2, "，": 2, "^": 3, "~": 3}
_NEARLY_ALL = 0.8
_SAMPLE = 1 << 16
_SAMPLE_ROWS = 200
# Longest field in quotes, in characters: a quote that is never closed must not swallow the file.
_LONGEST_FIELD = 200_000
# Lines that say something of the whole stand in front of the names of columns, in statements of banks up to so many. A
# few of them repeat with the names, more of them stand above the table.
_MOST_TITLES = 30
_REPEATED = 3
# How programs keep Excel from taking a text for a number.
_AS_TEXT = re.compile(r'="([^"]*)"')
_DECLARED = re.compile(r'"?sep=(.)"?\n?', re.I)
_ESCAPED = re.compile(r"\\([\"\\])")
_TO_LONE = re.compile(r'[^"\n]*+(?:""[^"\n]*+)*+"')


def read(data: bytes, name: str, left_out: LeftOut = NOTHING) -> Document:
    """One table; rows are numbered as the file's, of which one may have several lines. FileError: unreadable, empty,
    too_large."""
    with collecting.put_off():
        return _read(data, name, left_out)


def _read(data: bytes, name: str, left_out: LeftOut) -> Document:
    decoded = encodings.decode(data)
    if decoded is None:
        raise FileError("unreadable", format="csv")
    text, invalid, encoding = folding.clean(decoded.text), decoded.invalid, decoded.encoding
    del decoded  # the raw text of a large file
    declared = _DECLARED.match(text)
    delimiter = declared[1] if declared else _delimiter(text)
    if declared:
        text = text[declared.end() :]
    rows, width = _rows(text, delimiter, _is_escaped(_sample(text), delimiter))
    del text
    if not rows:
        raise FileError("empty")
    builder = Builder()
    if invalid:
        builder.notice("invalid_bytes", invalid, params={"encoding": encoding})
    sheet = Sheet("")
    titles, header = _header_rows(rows, width)
    if titles > _REPEATED:
        Layout(builder, left_out).table(sheet, rows, width, header, rows[titles].index)
    else:
        Layout(builder, left_out).table(sheet, rows, width, titles + header)
    return builder.document(name=name, kind="csv", data=data)


def fields(text: str, delimiter: str, *, escaped: bool = False) -> Iterator[list[str]]:
    """The fields of each line of a cleaned text. A quote opens a field only at its beginning, closes it only before a
    delimiter or the end of a line, and is a sign like others elsewhere. Behind blanks it opens one that ends on the
    same line. Where only a later line would close it, one in the middle of the line does ("三好"学生,5), if the line
    goes on with another field. `escaped`: a quote behind a backslash closes nothing."""
    end, place = len(text), 0
    ends = _Ends(text, delimiter)
    while place < end:
        stop = text.find("\n", place)
        if stop < 0:
            stop = end
        line = text[place:stop]
        if '"' not in line:
            yield line.split(delimiter)
            place = stop + 1
            continue
        row: list[str] = []
        while True:
            place = _behind_blanks(text, place, ends)
            if text.startswith('"', place) and (
                close := _escaped_end(text, place, delimiter) if escaped else ends.of(place)
            ) >= 0:
                if not escaped and (middle := _in_the_middle(text, place, close, delimiter)) >= 0:
                    comma = text.find(delimiter, middle)
                    row.append(text[place + 1 : middle].replace('""', '"') + text[middle + 1 : comma])
                    place = comma + 1
                    continue
                field = text[place + 1 : close].replace('""', '"')
                row.append(_ESCAPED.sub(r"\1", field) if escaped else field)
                place = close + 1
                if place < end and text[place] == delimiter:
                    place += 1
                    continue
                place += 1
                break
            stop = text.find("\n", place)
            if stop < 0:
                stop = end
            comma = text.find(delimiter, place, stop)
            if comma < 0:
                row.append(text[place:stop])
                place = stop + 1
                break
            row.append(text[place:comma])
            place = comma + 1
        yield row


def _in_the_middle(text: str, start: int, close: int, delimiter: str) -> int:
    """Where a field opened at `start`, which a later line would close, is closed on its own line; -1 for nowhere."""
    stop = text.find("\n", start, close)
    lone = _TO_LONE.match(text, start + 1, stop) if stop >= 0 else None
    if lone is None or text.find(delimiter, lone.end(), stop) < 0:
        return -1
    return lone.end() - 1


def _behind_blanks(text: str, place: int, ends: _Ends) -> int:
    """Where the quote of a field stands that begins with blanks; else the same place."""
    at = place
    while text.startswith(" ", at):
        at += 1
    if at == place or not text.startswith('"', at):
        return place
    close = ends.of(at)
    return at if close >= 0 and "\n" not in text[at:close] else place


class _Ends:
    """The quotes of a text that may close a field: the last of an odd number of them, before a delimiter or the end of
    a line. Asked for from front to back, so that quotes that nobody closes are not looked behind again and again."""

    def __init__(self, text: str, delimiter: str) -> None:
        self._text = text
        self._closers = ("", "\n", delimiter)
        self._next = re.compile(rf'(?<!")(?:"")*"(?=[{re.escape(delimiter)}\n]|\Z)')
        self._from, self._at = 0, -1

    def of(self, start: int) -> int:
        """Where the quote that opens at `start` is closed; -1 where it is not within a sensible length."""
        behind = start + 1
        while self._text.startswith('"', behind):
            behind += 1
        ended = (behind - start) % 2 == 0 and self._text[behind : behind + 1] in self._closers
        close = behind - 1 if ended else self._first(behind)
        return close if 0 <= close < start + _LONGEST_FIELD else -1

    def _first(self, place: int) -> int:
        if not self._from <= place <= self._at:
            found = self._next.search(self._text, place)
            self._from, self._at = place, found.end() - 1 if found else len(self._text) + _LONGEST_FIELD
        return self._at


def _escaped_end(text: str, start: int, delimiter: str) -> int:
    """As `_Ends.of`, where a quote behind a backslash closes nothing."""
    place = start + 1
    limit = min(len(text), start + _LONGEST_FIELD)
    while True:
        place = text.find('"', place, limit)
        if place < 0:
            return -1
        if (place - len(text[start:place].rstrip("\\")) - start) % 2:
            place += 1
            continue
        after = text[place + 1 : place + 2]
        if after == '"':
            place += 2
        elif after in ("", "\n", delimiter):
            return place
        else:
            place += 1


def _delimiter(text: str) -> str:
    """The sign that gives the most lines the same number of fields, more than one."""
    sample = _sample(text)
    best, best_score = ",", 0.0
    for sign in DELIMITERS:
        score = _evenness(sample, sign, least=_RARE.get(sign, 2)) if sign in sample else 0.0
        if sign in _RARE and score < _NEARLY_ALL:
            continue
        if score > best_score:
            best, best_score = sign, score
    return best


def _sample(text: str) -> str:
    if len(text) <= _SAMPLE:
        return text
    return text[: text.rfind("\n", 0, _SAMPLE) + 1] or text[:_SAMPLE]


def _evenness(sample: str, sign: str, *, escaped: bool = False, least: int = 2) -> float:
    """The share of lines with the same number of fields, at least so many."""
    widths: list[int] = []
    for row in fields(sample, sign, escaped=escaped):
        if any(row):
            widths.append(len(row))
        if len(widths) >= _SAMPLE_ROWS:
            break
    counted = Counter(width for width in widths if width >= least)
    return max(counted.values()) / len(widths) if counted else 0.0


def _is_escaped(sample: str, delimiter: str) -> bool:
    """Do the lines have more alike numbers of fields if a backslash keeps a quote from closing its field?"""
    return '\\"' in sample and _evenness(sample, delimiter, escaped=True) > _evenness(sample, delimiter)


def _rows(text: str, delimiter: str, escaped: bool) -> tuple[list[SheetRow], int]:
    rows: list[SheetRow] = []
    known: dict[tuple[int, ...], tuple[int, ...]] = {}
    cells = 0
    strip = str.strip
    for index, row in enumerate(fields(text, delimiter, escaped=escaped)):
        texts = list(map(strip, row[:MAX_COLS]))
        together = "".join(texts)
        if '="' in together:
            texts = [match[1] if (match := _AS_TEXT.fullmatch(field)) else field for field in texts]
        if "|" in together or "\n" in together or "\t" in together:
            texts = [escape_cell(field.replace("\t", " ")) for field in texts]
        if "" in texts:
            cols = tuple([col for col, field in enumerate(texts) if field])
            texts = [field for field in texts if field]
        else:
            cols = tuple(range(len(texts)))
        if not texts:
            continue
        cells += len(texts)
        if cells > MAX_CELLS:
            raise FileError("too_large", reason="cells")
        if len(known) < 4096:
            cols = known.setdefault(cols, cols)
        rows.append(SheetRow(index, cols, texts))
    used = max((row.cols[-1] for row in rows), default=-1) + 1
    return rows, max(used, 1)  # delimiters at the end of every line make no columns


def _header_rows(rows: list[SheetRow], width: int) -> tuple[int, int]:
    """How many lines at the top say something of the whole, and how many below them name the columns."""
    usual = sorted(len(row.texts) for row in rows[:_SAMPLE_ROWS])[min(len(rows), _SAMPLE_ROWS) // 2]
    titles = 0
    while titles < min(_MOST_TITLES, len(rows) - 2) and width > 1 and (
        len(rows[titles].texts) == 1 or 2 * len(rows[titles].texts) < usual
    ):
        titles += 1
    if len(rows[titles].texts) < 2 and width > 1:
        return 0, 0
    found = headers.count(rows[titles:], range(width), Merges())
    return (titles, found) if found else (0, 0)
