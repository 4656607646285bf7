"""Tables of text (RFC 4180 and what programs make of it): the encoding and the delimiter are found by evidence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from docprep_gui.domain import collecting
from docprep_gui.domain.document import Document, escape_cell
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import encodings
from docprep_gui.parsing.builder import Builder
from docprep_gui.parsing.workbook import headers, wording
from docprep_gui.parsing.workbook.layout import Layout
from docprep_gui.parsing.workbook.leaving import NOTHING, LeftOut
from docprep_gui.parsing.workbook.merges import Merges
from docprep_gui.parsing.workbook.sheets import MAX_CELLS, MAX_COLS, Sheet, SheetRow
from docprep_gui.parsing.workbook.wording import is_value
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
# Tables stand below one another in a file with so few blank lines.
_MOST_GAPS = 100
# How programs keep Excel from taking a text for a number.
_AS_TEXT = re.compile(r'="([^"]*)"')
_DRAWN = re.compile(r"[-=_*—－＝]{10,}")
_SUM = re.compile(r"[(（]?[共总合][计有]?\s*\d+\s*[条笔行页个].*")
_DECLARED = re.compile(r'"?sep=(.)"?\n?', re.I)
_ESCAPED = re.compile(r"\\([\"\\])")
_BLANKS = (" ", "\t")
_TO_LONE = re.compile(r'[^"\n]*+(?:""[^"\n]*+)*+"')


def read(data: bytes, name: str, left_out: LeftOut = NOTHING) -> Document:
    """One table, or several below each other; rows are numbered as the file's, of which one may have several lines.
    FileError: unreadable, empty, too_large."""
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
    sheet, layout = Sheet(""), Layout(builder, left_out)
    for part in _tables(rows):
        used = width if part is rows else max(row.cols[-1] for row in part) + 1
        titles, header = _header_rows(part, used)
        notes = _notes(part, used, titles + header)
        if titles > _REPEATED:
            layout.table(sheet, part, used, header, part[titles].index, notes)
        else:
            layout.table(sheet, part, used, titles + header, notes=notes)
    if layout.left_columns:
        builder.notice("columns_left_out", layout.left_columns)
    return builder.document(name=name, kind="csv", data=data)


def fields(text: str, delimiter: str, *, escaped: bool = False) -> Iterator[list[str]]:
    """The fields of each line of a cleaned text. A quote opens a field only at its beginning, closes it only before a
    delimiter or the end of a line, with nothing but blanks between them, and is a sign like others elsewhere. Behind
    blanks it opens one that ends on the same line. Where only a later line would close it, one in the middle of the
    line does ("三好"学生,5), if the line goes on with another field. `escaped`: a quote behind a backslash closes
    nothing."""
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
                close := ends.of_escaped(place) if escaped else ends.of(place)
            ) >= 0:
                if not escaped and (middle := _in_the_middle(text, place, close, delimiter)) >= 0:
                    comma = text.find(delimiter, middle)
                    row.append(text[place + 1 : middle].replace('""', '"') + text[middle + 1 : comma])
                    place = comma + 1
                    continue
                field = text[place + 1 : close].replace('""', '"')
                row.append(_ESCAPED.sub(r"\1", field) if escaped else field)
                place = close + 1
                if place < end and text[place] in _BLANKS:
                    place = _past_blanks(text, place, delimiter)
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
    return at if close >= 0 and text.find("\n", at, close) < 0 else place


def _past_blanks(text: str, place: int, delimiter: str) -> int:
    while text[place : place + 1] in _BLANKS and not text.startswith(delimiter, place):
        place += 1
    return place


class _Ends:
    """The quotes of a text that may close a field: the last of an odd number of them, before a delimiter or the end of
    a line. Asked for from front to back, so that quotes that nobody closes are not looked behind again and again."""

    def __init__(self, text: str, delimiter: str) -> None:
        self._text = text
        self._delimiter = delimiter
        self._closers = ("", "\n", delimiter)
        blanks = "".join(sign for sign in _BLANKS if sign != delimiter)
        self._next = re.compile(rf'(?<!")(?:"")*"(?=[{blanks}]*+(?:[{re.escape(delimiter)}\n]|\Z))')
        self._from, self._at = 0, -1
        self._none_from = self._none_until = 0

    def of(self, start: int) -> int:
        """Where the quote that opens at `start` is closed; -1 where it is not within a sensible length."""
        behind = start + 1
        while self._text.startswith('"', behind):
            behind += 1
        ended = (behind - start) % 2 == 0 and self.ends(behind)
        close = behind - 1 if ended else self._first(behind)
        return close if 0 <= close < start + _LONGEST_FIELD else -1

    def of_escaped(self, start: int) -> int:
        """As `of`, where a quote behind a backslash closes nothing. What was looked through without a find is not
        looked through again: apart from the quotes that a field begins with, each counts alike for all fields."""
        text = self._text
        place, limit = start + 1, min(len(text), start + _LONGEST_FIELD)
        begins = True
        while True:
            if begins and not text.startswith('"', place):
                begins = False
                if self._none_from <= place < self._none_until:
                    place = self._none_until
            found = text.find('"', place, limit)
            if found < 0:
                self._none_from, self._none_until = start, limit
                return -1
            place = found + 1
            slash = found
            while text[slash - 1] == "\\":
                slash -= 1
            if (found - slash) % 2:
                continue
            if text.startswith('"', place):
                place += 1
            elif self.ends(place):
                return found

    def ends(self, place: int) -> bool:
        """Does the field end here, or behind nothing but blanks?"""
        sign = self._text[place : place + 1]
        if sign in _BLANKS and sign != self._delimiter:
            place = _past_blanks(self._text, place, self._delimiter)
            sign = self._text[place : place + 1]
        return sign in self._closers

    def _first(self, place: int) -> int:
        if not self._from <= place <= self._at:
            found = self._next.search(self._text, place)
            self._from, self._at = place, found.end() - 1 if found else len(self._text) + _LONGEST_FIELD
        return self._at


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


def _tables(rows: list[SheetRow]) -> list[list[SheetRow]]:
    """Parted where names of columns, or a title and names, follow below blank lines and values, or below many lines of
    a name and its value."""
    starts = [0]
    gaps = [at for at in range(2, len(rows) - 1) if rows[at].index > rows[at - 1].index + 1]
    for at in gaps if len(gaps) <= _MOST_GAPS else ():
        names = next((one for one in range(at, min(at + _REPEATED, len(rows) - 1)) if len(rows[one].texts) > 1), at)
        top = rows[names]
        below = rows[names : names + _MOST_TITLES]
        over = dict(zip(rows[at - 1].cols, rows[at - 1].texts, strict=True))
        few = starts == [0] and _REPEATED < at <= _MOST_TITLES
        listed = few and len(top.texts) > 3 and all(len(row.texts) < 3 for row in rows[:at])
        if (
            top.cols == tuple(range(len(top.cols))) and headers.count(below, top.cols, Merges())
            and not any(map(is_value, top.texts))
            and (listed or any(is_value(over.get(col, "")) for col in top.cols))
        ):
            starts.append(at)
    return [rows[first:last] for first, last in pairwise([*starts, len(rows)])] if len(starts) > 1 else [rows]


def _notes(rows: list[SheetRow], width: int, above: int) -> int:
    """How many lines at the end say something of the whole: what a statement counts, who made it, all below a line
    that is drawn."""
    last = rows[-1 : max(above, len(rows) - _MOST_TITLES) : -1] if width > 2 else []
    said = list(takewhile(lambda row: _is_note(row.texts, width), last))
    drawn = next((at for at, row in enumerate(last) if _DRAWN.fullmatch(row.texts[0])), -1)
    short = drawn >= 0 and all(2 * len(row.texts) <= width for row in last[:drawn])
    return drawn + 1 if short else len(said)


def _is_note(texts: Sequence[str], width: int) -> bool:
    if wording.signs(texts):
        return True
    few = 2 * len(texts) <= width and wording.TOTAL.match(texts[0]) is None
    return few and (wording.says(texts[:1]) or bool(wording.NOTE.match(texts[0])) or bool(_SUM.fullmatch(texts[0])))


def _header_rows(rows: list[SheetRow], width: int) -> tuple[int, int]:
    """How many lines at the top say something of the whole, and how many below them name the columns: in doubt, one
    with a word for each does."""
    usual = sorted(len(row.texts) for row in rows[:_SAMPLE_ROWS])[min(len(rows), _SAMPLE_ROWS) // 2]
    titles = 0
    while titles < min(_MOST_TITLES, len(rows) - 2) and width > 1 and (
        len(rows[titles].texts) == 1 or 2 * len(rows[titles].texts) < usual
    ):
        titles += 1
    if len(rows[titles].texts) < 2 and width > 1:
        return 0, 0
    found = headers.count(rows[titles:], range(width), Merges())
    if found == 0 and len(rows) > titles + 1:
        found = int(_can_name(rows[titles], rows[titles + 1 :], width))
    return (titles, found) if found else (0, 0)


def _can_name(top: SheetRow, rows: list[SheetRow], width: int) -> bool:
    if len(set(top.texts)) < width or any(
        is_value(text) or len(text) > wording.NAME_LIMIT or text.endswith(wording.COLONS) for text in top.texts
    ):
        return False
    if width == 1:
        return all(is_value(row.texts[0]) for row in rows)
    return width > 2 or not headers.is_list(top, rows[:_SAMPLE_ROWS])
