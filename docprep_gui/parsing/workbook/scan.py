"""The rows of a sheet's XML (ECMA-376 part 1, 18.3.1), read in pieces so that memory holds no more than a part of it.

Nearly all files are written alike, and then one pattern finds all cells of a row; a row that is not is taken apart
piece by piece. Only what stands in front of and behind the rows is kept as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import IO

from docprep_gui.domain.errors import FileError
from docprep_gui.parsing.unpacking import DAMAGE
from docprep_gui.parsing.workbook import numbers
from docprep_gui.parsing.workbook.formulas import moved, readable
from docprep_gui.parsing.workbook.sheets import MAX_COLS, MAX_ROWS, PICTURE, VEIL, Sheet, SheetRow, column
from docprep_gui.parsing.workbook.strings import end_of_last, rich, tidy, unescape, without_cdata, without_comments

_PIECE = 1 << 18
# Longest XML of one row, and of what stands around the rows, in bytes.
_LONGEST = 64 << 20

# Letters of the cell's name, its other attributes ("/" last: nothing in it), attributes and text of a formula, value.
_CELL = re.compile(
    rb'<c r="([A-Z]{1,3})\d+"([^<>]*)>(?:(?:<f([^<>]*)>(?:([^<]*)</f>)?)?(?:<v>([^<]*)</v>)?</c>)?'
)
_ANY_CELL = re.compile(rb"<c(\s[^<>]*?)?(?:/>|>(.*?)</c>)", re.S)
_ATTRIBUTE = re.compile(rb"(?<![\w:])([\w:]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_FORMULA = re.compile(rb"<f(\s[^<>]*?)?(?:/>|>([^<]*)</f>)")
_VALUE = re.compile(rb"<v(?:\s[^<>]*)?>([^<]*)</v>")
_INLINE = re.compile(rb"<is(?:\s[^<>]*)?>(.*?)</is>", re.S)
_ROW = re.compile(rb'<row\b(?: r="(\d{1,9})")?([^<>]*?)(/?)>')
_NAME = re.compile(rb"([A-Za-z]{1,3})(\d{1,7})")
_PREFIX = re.compile(rb"<(\w+):worksheet\b")
# How many values of one style are remembered with their texts.
_MOST_STRINGS = 200_000
_MOST_NUMBERS = 4_096
# Rows that are alike so often get a pattern of their own, up to so many cells and patterns.
_OFTEN = 8
_MOST_CELLS = 80
_MOST_SHAPES = 12
_TOGETHER = 512
_RICH = b"rich"
_TRUE = (b"1", b"true", b"on")
_ROW_END = b"</row>"


class _Shows(dict[bytes, str]):
    """From the value in the file to the text that is shown, for the cells of one style and kind.

    `veils`: some of them are not shown. `show` gives texts to be tidied, unless `tidied`. `quick`: another way
    for many numbers, which remembers nothing.
    """

    def __init__(
        self, show: Callable[[str], str], limit: int, *, tidied: bool, quick: numbers.Quick | None = None
    ) -> None:
        self._show = show
        self._limit = limit
        self._tidied = tidied
        self.veils = False
        self._quick = quick

    def many(self, values: Sequence[bytes]) -> list[str]:
        """The texts of values, none of them empty."""
        if self._quick is None:
            return list(map(self.__getitem__, values))
        return self._quick(values, self.__getitem__)

    def __missing__(self, value: bytes) -> str:
        if len(self) > self._limit:
            self.clear()
        text = self._show(value.decode("utf-8", "replace"))
        if not self._tidied and not (text.isprintable() and "|" not in text and "_x" not in text):
            veiled = text[:1] == VEIL
            text = VEIL + tidy(text[1:]) if veiled else tidy(text)
        if text[:1] == VEIL:
            self.veils = True
        self[value] = text
        return text


class _Shape:
    """Rows whose cells have the same columns, attributes and kinds of formulas: one pattern takes them apart at once,
    and what they show is found for many rows together, column by column.

    `match`: from the opening of the row to its end; its groups are the row's number and attributes, then the values of
    the cells and the formulas among them. `values` picks those of the former that `shows` shows; `formulas`: (column,
    place among the groups, or -1 and the number of a shared formula). `waiting`: rows whose texts are not there yet.
    """

    __slots__ = ("_found", "_shows", "_values", "cols", "formulas", "match", "waiting")

    def __init__(
        self, match: Callable[[bytes, int], re.Match[bytes] | None], cols: tuple[int, ...], shows: list[_Shows],
        places: Sequence[int], formulas: list[tuple[int, int, int]],
    ) -> None:
        self.match = match
        self.cols = cols
        self.formulas = formulas
        self.waiting: list[SheetRow] = []
        self._shows = shows
        self._values = itemgetter(*places)
        self._found: list[tuple[bytes, ...]] = []

    def wait(self, row: SheetRow, groups: tuple[bytes, ...]) -> None:
        self.waiting.append(row)
        self._found.append(self._values(groups))

    def settle(self) -> None:
        """Gives the rows that wait their texts."""
        if not self.waiting:
            return
        found = zip(*self._found, strict=True)
        columns = [shows.many(values) for shows, values in zip(self._shows, found, strict=True)]
        for row, texts in zip(self.waiting, zip(*columns, strict=True), strict=True):
            row.texts = texts
            if "" in texts:
                row.cols = tuple([col for col, text in zip(row.cols, texts, strict=True) if text])
                row.texts = [text for text in texts if text]
                row.formulas = tuple([one for one in row.formulas if one[0] in row.cols])
        self.waiting = []
        self._found = []


class Scanner:
    """Reads sheets of one workbook. `strings`: its shared strings; `styles`: what shows the cells of each style;
    `cells`: how many are allowed; `pictures`: some may show a picture."""

    def __init__(
        self, strings: list[str], styles: list[numbers.Style], cells: int, *, pictures: bool = False
    ) -> None:
        self._pictures = pictures
        self._strings = strings
        self._formats = styles
        self._cells_left = cells
        self._veils = False
        self._shows: dict[bytes, _Shows] = {}
        self._styles: dict[tuple[int, bytes], _Shows] = {}
        self._columns: dict[bytes, int] = {}
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._seen: dict[tuple[tuple[bytes, bytes, bytes], ...], int] = {}
        self._shapes: list[_Shape] = []

    def read(self, stream: IO[bytes], sheet: Sheet) -> tuple[bytes, bytes]:
        """Adds the rows to the sheet; returns the XML in front of and behind them.

        FileError: too_large (cells, or a row beyond all measure), corrupt (a document type declaration).
        """
        head = b""
        pieces = _pieces(stream)
        for piece in pieces:
            head += piece
            place = head.find(b"<sheetData")
            if place >= 0 or len(head) > _LONGEST:
                break
        else:
            place = -1
        if b"<!DOCTYPE" in head[:4096]:
            raise FileError("corrupt", reason="doctype", part=sheet.name)
        if place < 0:
            return head, b""
        rest = head[place:]
        try:
            tail = self._rows(rest, pieces, sheet)
        finally:
            for shape in self._shapes:
                shape.settle()
        sheet.rows = [row for row in sheet.rows if row.texts]
        sheet.veils = self._veils or any(shows.veils for shows in self._styles.values())
        return head[:place], tail

    def _rows(self, buffer: bytes, pieces: Iterator[bytes], sheet: Sheet) -> bytes:
        row_number = -1
        while True:
            end = buffer.find(b"</sheetData>")
            closed = buffer.rfind(b"</row>", 0, end if end >= 0 else len(buffer))
            if closed >= 0:
                row_number = self._whole_rows(buffer, closed + len(_ROW_END), row_number, sheet)
                buffer = buffer[closed + len(_ROW_END) :]
            if end >= 0:
                tail = buffer[buffer.find(b"</sheetData>") + 12 :]
                for piece in pieces:
                    tail += piece
                    if len(tail) > _LONGEST:
                        break
                return tail
            if len(buffer) > _LONGEST:
                raise FileError("too_large", limit=str(_LONGEST), reason="row", part=sheet.name)
            more = next(pieces, None)
            if more is None:
                if b"<c" in buffer:  # cut off in mid-row
                    self._row(buffer, row_number, sheet)
                return buffer
            buffer += more

    def _whole_rows(self, buffer: bytes, end: int, index: int, sheet: Sheet) -> int:
        """Reads the rows of the buffer up to `end`, where the last one ends; returns the index of that."""
        place = 0
        shapes = self._shapes
        while place < end:
            for at, shape in enumerate(shapes):
                match = shape.match(buffer, place)
                if match is not None:
                    if at:
                        shapes[at], shapes[0] = shapes[0], shape
                    index = self._alike(shape, match.groups(), sheet)
                    place = match.end()
                    break
            else:
                close = buffer.find(_ROW_END, place)
                index = self._row(buffer[place:close], index, sheet)
                place = close + len(_ROW_END)
        return index

    def _alike(self, shape: _Shape, groups: tuple[bytes, ...], sheet: Sheet) -> int:
        """Adds a row that a shape matched; returns its index."""
        index, attributes = int(groups[0]) - 1, groups[1]
        if not 0 <= index < MAX_ROWS:
            return min(index, MAX_ROWS)
        hidden = _is_hidden(attributes)
        formulas: tuple[tuple[int, str | int], ...] = ()
        if shape.formulas:
            formulas = tuple([
                (col, number if group < 0 else _spelled(groups[group])) for col, group, number in shape.formulas
            ])
        row = SheetRow(index, shape.cols, [], formulas, hidden)
        shape.wait(row, groups)
        self._add(row, sheet)
        if len(shape.waiting) >= _TOGETHER:
            shape.settle()
        return index

    def _add(self, row: SheetRow, sheet: Sheet) -> None:
        self._cells_left -= len(row.cols)
        if self._cells_left < 0:
            raise FileError("too_large", reason="cells", part=sheet.name)
        if sheet.rows and sheet.rows[-1].index >= row.index:
            sheet.unsorted = True
        sheet.rows.append(row)

    def _row(self, raw: bytes, before: int, sheet: Sheet) -> int:
        """Reads what ends with one row; returns the row's index. Rows in front of it in `raw` are empty."""
        start = raw.rfind(b"<row")
        if start < 0:
            return before
        if b"<row" in raw[:start]:
            before += raw.count(b"<row", 0, start)
        opening = _ROW.match(raw, start)
        if opening is None or opening[3]:
            return before + 1
        index, hidden = before + 1, False
        attributes = opening[2]
        if opening[1]:
            index = int(opening[1]) - 1
        elif attributes:
            number = _attribute(attributes, b"r")
            if number.isdigit():
                index = int(number) - 1
        if attributes:
            hidden = _is_hidden(attributes)
        if not 0 <= index < MAX_ROWS:
            return min(index, MAX_ROWS)
        start = opening.end()
        if start == len(raw):
            return index
        row = self._fast(raw, start, index, hidden, sheet)
        if row is None:
            row = self._careful(raw[start:], index, hidden, sheet)
        if row.texts:
            self._add(row, sheet)
        return index

    def _note(self, found: list[tuple[bytes, ...]], sheet: Sheet) -> None:
        """Counts how often rows are alike, and makes a shape of those that often are."""
        if not 2 < len(found) <= _MOST_CELLS or len(self._shapes) >= _MOST_SHAPES:
            return
        key = tuple([(letters, attributes, (plain and b"f") or rest) for letters, attributes, rest, plain, _ in found])
        times = self._seen[key] = self._seen.get(key, 0) + 1
        if times == 1 and len(self._seen) > 1000:
            self._seen.clear()
        if times != _OFTEN:
            return
        pieces: list[bytes] = [rb'\s*<row r="([0-9]{1,7})"([^>/]*)>']
        cols: list[int] = []
        shows: list[_Shows] = []
        places: list[int] = []
        formulas: list[tuple[int, int, int]] = []
        groups = 2
        for letters, attributes, rest, plain, value in found:
            pieces.append(b'<c r="' + letters + rb'\1"' + re.escape(attributes) + b">")
            if attributes[-1:] == b"/":
                continue
            col = self._columns[letters]
            if rest or plain:
                group = _attribute(rest, b"si")
                if plain and not rest:
                    pieces.append(b"<f>([^<]++)</f>")
                    formulas.append((col, groups, 0))
                    groups += 1
                elif rest[-1:] == b"/" and group.isdigit() and int(group) in sheet.shared:
                    pieces.append(b"<f" + re.escape(rest) + b">")
                    formulas.append((col, -1, int(group)))
                else:
                    return
            pieces.append(b"<v>([^<]++)</v></c>" if value else b"</c>")
            cols.append(col)
            shows.append(self._shows[attributes])
            places.append(groups)
            groups += 1
        if len(places) > 1:
            pieces.append(_ROW_END)
            match = re.compile(b"".join(pieces)).match
            self._shapes.append(_Shape(match, tuple(cols), shows, places, formulas))

    def _fast(self, raw: bytes, start: int, index: int, hidden: bool, sheet: Sheet) -> SheetRow | None:
        """The row whose cells begin at `start` if it is written as nearly all are, else None."""
        found = _CELL.findall(raw, start)
        if raw.count(b"<c", start) != len(found) or b"<!" in raw:
            return None
        shows, columns = self._shows, self._columns
        cols: list[int] = []
        texts: list[str] = []
        formulas: list[tuple[int, str | int]] | None = None
        try:
            for letters, attributes, formula_attributes, formula, value in found:
                if not value:
                    if attributes[-1:] == b"/":
                        continue
                    return None
                text = shows[attributes][value]
                if text:
                    col = columns[letters]
                    cols.append(col)
                    texts.append(text)
                    if formula_attributes:
                        formulas = formulas or []
                        self._formula(formulas, index, col, formula_attributes, formula, sheet)
                    elif formula:
                        formulas = formulas or []
                        formulas.append((col, _spelled(formula)))
        except KeyError:
            if not self._learn(found):
                return None
            return self._fast(raw, start, index, hidden, sheet)
        if len(self._shapes) < _MOST_SHAPES:
            self._note(found, sheet)
        key = tuple(cols)
        known = self._known.get(key)
        if known is None:
            if any(before >= after for before, after in pairwise(key)):
                return None
            if len(self._known) > 4096:
                self._known.clear()
            known = self._known[key] = key
        return SheetRow(index, known, texts, tuple(formulas) if formulas else (), hidden)

    def _learn(self, found: list[tuple[bytes, ...]]) -> bool:
        """Prepares for attributes and columns not met before; False where the row must be read with care."""
        for letters, attributes, _, _, value in found:
            if attributes[-1:] == b"/":
                if value:
                    return False
                continue
            if attributes not in self._shows:
                kind = _kind(attributes)
                if kind in (b"inlineStr", b"d") or len(self._shows) > 10_000:
                    return False
                self._shows[attributes] = self._style(_attribute(attributes, b"s"), kind)
            if letters not in self._columns:
                col = column(letters.decode("ascii"))
                if not 0 <= col < MAX_COLS:
                    return False
                self._columns[letters] = col
        return True

    def _style(self, style: bytes, kind: bytes) -> _Shows:
        number = int(style) if style.isdigit() and len(style) < 7 else 0
        numeric = kind in (b"", b"n")
        words = None if numeric or kind in (b"b", b"e", _RICH) else self._words(style)
        key = number if numeric or words else 0, kind
        known = self._styles.get(key)
        if known is None:
            limit = _MOST_STRINGS if kind == b"s" else _MOST_NUMBERS
            show = self._show(number, kind)
            if words is not None:
                known = _Shows(_after(show, words), limit, tidied=True)
            else:
                known = _Shows(show, limit, tidied=not numeric, quick=self._quick(number, kind))
            self._styles[key] = known
            if kind == b"s" and words is None and len(self._strings) <= _MOST_STRINGS:
                known.update(zip(map(b"%d".__mod__, range(len(self._strings))), self._strings, strict=True))
        return known

    def _quick(self, style: int, kind: bytes) -> numbers.Quick | None:
        if kind not in (b"", b"n"):
            return None
        return self._formats[style].quick if style < len(self._formats) else numbers.as_written

    def _words(self, style: bytes) -> numbers.Formatter | None:
        number = int(style) if style.isdigit() and len(style) < 7 else 0
        return self._formats[number].texts if number < len(self._formats) else None

    def _show(self, style: int, kind: bytes) -> Callable[[str], str]:
        if kind == b"s":
            strings = self._strings

            def string(value: str) -> str:
                value = value.strip()
                place = int(value) if value.isdecimal() else -1
                return strings[place] if 0 <= place < len(strings) else ""

            return string
        if kind == b"b":
            return lambda value: "TRUE" if value.strip() in ("1", "true", "TRUE") else "FALSE"
        if kind == b"d":
            return lambda value: tidy(numbers.iso(value))
        if kind == _RICH and self._pictures:
            return lambda value: PICTURE if value == "#VALUE!" else tidy(unescape(value))
        if kind in (b"", b"n"):
            return self._formats[style].numbers if style < len(self._formats) else numbers.general
        return lambda value: tidy(unescape(value))

    def _formula(
        self, formulas: list[tuple[int, str | int]], row: int, col: int, attributes: bytes, formula: bytes, sheet: Sheet
    ) -> None:
        text = _spelled(formula)
        if b'"shared"' in attributes or b"'shared'" in attributes:
            group = _attribute(attributes, b"si")
            number = int(group) if group.isdigit() and len(group) < 9 else -1
            if text:
                sheet.shared.setdefault(number, (row, col, text))
            elif number in sheet.shared:
                formulas.append((col, number))
        if text:
            formulas.append((col, text))

    def _careful(self, body: bytes, index: int, hidden: bool, sheet: Sheet) -> SheetRow:
        if b"<!" in body:
            body = without_comments(without_cdata(body))
        cells: dict[int, str] = {}
        formulas: dict[int, str | int] = {}
        col = -1
        for attributes, inside in _ANY_CELL.findall(body, 0, end_of_last(body, b"c")):
            name = _NAME.fullmatch(_attribute(attributes, b"r"))
            col = column(name[1].decode("ascii")) if name else col + 1
            if not 0 <= col < MAX_COLS or not inside:
                continue
            kind = _kind(attributes)
            if kind == b"inlineStr":
                # Some programs write it as values are.
                inline = _INLINE.search(inside, 0, end_of_last(inside, b"is")) or _VALUE.search(inside)
                text = _inline(inline) if inline else ""
                words = self._words(_attribute(attributes, b"s")) if text else None
                if words is not None:
                    text = words(text)
                    self._veils = self._veils or text[:1] == VEIL
            else:
                value = _VALUE.search(inside)
                text = self._style(_attribute(attributes, b"s"), kind)[value[1]] if value and value[1] else ""
            formula = _FORMULA.search(inside)
            if formula is not None:
                found: list[tuple[int, str | int]] = []
                self._formula(found, index, col, formula[1] or b"", formula[2] or b"", sheet)
                if found:
                    formulas[col] = found[0][1]
                    if not text and not (kind == b"str" and b"<v" in inside):
                        sheet.without_value += 1
                        text = self._in_words(found[0][1], index, col, sheet)
            if text:
                cells[col] = text
        cols = tuple(sorted(cells))
        return SheetRow(
            index, cols, [cells[col] for col in cols], tuple([(c, formulas[c]) for c in cols if c in formulas]), hidden
        )

    def _in_words(self, formula: str | int, row: int, col: int, sheet: Sheet) -> str:
        """The formula as text, for a cell whose value the file does not hold."""
        if isinstance(formula, int):
            own_row, own_col, formula = sheet.shared[formula]
            formula = moved(formula, row - own_row, col - own_col)
        return tidy("=" + readable(formula))


def _after(show: Callable[[str], str], words: numbers.Formatter) -> Callable[[str], str]:
    """What shows texts by a format of their own."""
    return lambda value: words(show(value))


def _inline(text: re.Match[bytes]) -> str:
    """What a cell holds by itself, as rich text or as a value."""
    return rich(text[1]) if text.re is _INLINE else tidy(unescape(text[1].decode("utf-8", "replace")))


def _spelled(formula: bytes) -> str:
    text = formula.decode("utf-8", "replace")
    return unescape(text) if "&" in text else text


def _kind(attributes: bytes) -> bytes:
    """Of a cell's value. What older programs show as an error may be a picture (`_RICH`)."""
    kind = _attribute(attributes, b"t")
    return _RICH if kind == b"e" and b' vm="' in attributes else kind


def _is_hidden(attributes: bytes) -> bool:
    """A row that is said to be hidden, or has no height."""
    return (b"hidden" in attributes and _attribute(attributes, b"hidden") in _TRUE) or b' ht="0"' in attributes


def _attribute(attributes: bytes, name: bytes) -> bytes:
    """The value of an attribute; b"" where it is missing."""
    if name not in attributes:
        return b""
    for found, double, single in _ATTRIBUTE.findall(attributes):
        if found == name:
            return bytes(double or single)
    return b""


def _pieces(stream: IO[bytes]) -> Iterator[bytes]:
    """The stream in UTF-8 and without prefixes of names, in pieces. A damaged end is left out."""
    first = _read(stream)
    marked = first[:2] in (b"\xff\xfe", b"\xfe\xff")
    if marked or b"\0" in first[:4]:
        rest = b"".join(iter(lambda: _read(stream), b""))
        if len(rest) > _LONGEST:
            raise FileError("too_large", limit=str(_LONGEST), reason="part")
        codec = "utf-16" if marked else "utf-16-le" if first[1:2] == b"\0" else "utf-16-be"
        first = (first + rest).decode(codec, "replace").encode("utf-8", "replace")
    prefix = _PREFIX.search(first[:4096])
    if prefix is None:
        while first:
            yield first
            first = _read(stream)
        return
    opening, closing = b"<" + prefix[1] + b":", b"</" + prefix[1] + b":"
    left = b""
    while first:
        first = left + first
        place = first.rfind(b"<")
        first, left = (first[:place], first[place:]) if place > 0 else (b"", first)
        if len(left) > _LONGEST:
            raise FileError("too_large", limit=str(_LONGEST), reason="row")
        if first:
            yield first.replace(opening, b"<").replace(closing, b"</")
        first = _read(stream)
    yield left.replace(opening, b"<").replace(closing, b"</")


def _read(stream: IO[bytes]) -> bytes:
    try:
        return stream.read(_PIECE)
    except DAMAGE as error:
        raise FileError("corrupt", reason="part") from error
