"""Workbooks of Excel up to 2003 (BIFF), by way of xlrd, which knows their number formats."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import olefile  # type: ignore[import-untyped]
import xlrd

from docprep_gui.domain import collecting
from docprep_gui.domain.document import Document
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import compounds, encodings
from docprep_gui.parsing.builder import Builder
from docprep_gui.parsing.workbook import numbers, strings, xls_drawings, xls_formulas
from docprep_gui.parsing.workbook.layout import Layout
from docprep_gui.parsing.workbook.leaving import NOTHING, LeftOut
from docprep_gui.parsing.workbook.sheets import MAX_CELLS, VEIL, Comment, Sheet, SheetRow

# xlrd works out what every defined name refers to, and gives a workbook up at one that it cannot: those that are
# relative to the cell they stand in, for one. Nothing here asks for it.
xlrd.book.evaluate_name_formula = lambda *_, **__: None
# Before Excel 97 texts are in an encoding of one or two bytes: records begin a file of Excel 3 to 5 and hold its texts,
# each behind its length; what says nothing of the encoding ([MS-XLS] 2.4.52).
_BOF_5 = b"\x09\x08"
_OLD_BEGINS = frozenset((_BOF_5, b"\x09\x04", b"\x09\x02"))
_CODEPAGE = 0x42
_WESTERN = frozenset((0, 367, 1252, 32769))
_TEXT_AT = {0x204: 8, 0xD6: 8, 0x207: 2}
_SAMPLE = 20_000
_ERRORS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}


def read(data: bytes, name: str, left_out: LeftOut = NOTHING) -> Document:
    """A sheet node for each sheet; hidden ones are asides. FileError: corrupt, encrypted, too_large."""
    with collecting.put_off():
        return _read(data, name, left_out)


def front(data: bytes) -> Sheet:
    """Of a workbook that lies in another document, the sheet that was shown last. FileError as `read`."""
    book = _opened(data)
    with _refusing():
        sheets = [book.sheet_by_index(place) for place in range(book.nsheets)]
        place = next((place for place, sheet in enumerate(sheets) if sheet.sheet_visible), 0)
        raw = sheets[place]
    return _Reader(book).sheet(raw, place)


def _opened(data: bytes) -> xlrd.book.Book:
    with _refusing():
        records = _records(data)
        return xlrd.open_workbook(file_contents=records, formatting_info=True, ragged_rows=True, on_demand=True,
                                  logfile=io.StringIO(), encoding_override=_encoding(records))


def _read(data: bytes, name: str, left_out: LeftOut) -> Document:
    book = _opened(data)
    builder = Builder()
    layout = Layout(builder, left_out)
    reader = _Reader(book)
    charts: dict[int, list[Sheet]] = {}
    with suppress(struct.error, IndexError):
        charts = xls_drawings.chart_sheets(book)
    for place in range(book.nsheets):
        for sheet in charts.pop(place, ()):
            layout.add(sheet)
        with _refusing():
            raw = book.sheet_by_index(place)
        sheet = reader.sheet(raw, place)
        book.unload_sheet(place)
        layout.add(sheet)
    for sheet in (sheet for _, sheets in sorted(charts.items()) for sheet in sheets):
        layout.add(sheet)
    layout.notices()
    return builder.document(name=name, kind="xls", data=data, title=layout.title)


def _records(data: bytes) -> bytes:
    """The records of the workbook, out of the compound file that is mostly around them. xlrd's own way there follows
    chains of sectors that lead back to themselves without end, and gives up at sectors that two streams share."""
    if not data.startswith(olefile.MAGIC):
        return data
    with compounds.opened(data) as file:
        name = next((name for name in ("Workbook", "Book") if file.exists(name)), "")
        records: bytes = file.openstream(name).read()
        return records


def _encoding(records: bytes) -> str | None:
    """What the texts of a workbook older than Excel 97 are in, where it names no encoding or the one of Western Europe,
    and they read like another: programs of other countries wrote so. None: as the workbook says."""
    if records[:2] not in _OLD_BEGINS or (records[:2] == _BOF_5 and records[4:6] != b"\x00\x05"):
        return None
    texts: list[bytes] = []
    at = size = 0
    while at + 4 <= len(records) and size < _SAMPLE:
        record, length = struct.unpack_from("<HH", records, at)
        content = records[at + 4 : at + 4 + length]
        if record == _CODEPAGE and int.from_bytes(content[:2], "little") not in _WESTERN:
            return None
        start = _TEXT_AT.get(record)
        if start is not None:
            text = content[start : start + int.from_bytes(content[start - 2 : start], "little")]
            texts.append(text)
            size += len(text)
        at += 4 + length
    joined = b"\n".join(texts)
    found = None if joined.isascii() else encodings.decode(joined)
    return found.encoding if found is not None and not found.invalid else None


@contextmanager
def _refusing() -> Iterator[None]:
    """Around libraries that raise whatever a wrong number in a record leads to: no list of that would ever be whole."""
    try:
        yield
    except MemoryError:
        raise
    except Exception as error:
        reason = str(error).lower() if isinstance(error, xlrd.XLRDError) else ""
        raise FileError("encrypted" if "encrypted" in reason else "corrupt", format="xls") from error


class _Reader:
    def __init__(self, book: xlrd.book.Book) -> None:
        self._book = book
        self._styles: dict[int, numbers.Style] = {}
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._left = MAX_CELLS

    def sheet(self, raw: xlrd.sheet.Sheet, place: int) -> Sheet:
        sheet = Sheet(" ".join(raw.name.split()) or f"Sheet{place + 1}", hidden=bool(raw.visibility))
        known = self._known
        formulas, waiting = xls_formulas.formulas(self._book, place)
        for index in range(raw.nrows):
            cols: list[int] = []
            texts: list[str] = []
            for col, cell in enumerate(raw.row(index)):
                if cell.ctype in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK):
                    continue
                text = self._text(cell.ctype, cell.value, cell.xf_index or 0)
                if not text and (index, col) in waiting:
                    text = strings.tidy(f"={formulas[index, col]}")
                    sheet.without_value += 1
                if text:
                    sheet.veils = sheet.veils or text[:1] == VEIL
                    cols.append(col)
                    texts.append(text)
            if not texts:
                continue
            self._left -= len(texts)
            if self._left < 0:
                raise FileError("too_large", reason="cells", part=sheet.name)
            key = tuple(cols)
            info = raw.rowinfo_map.get(index)
            own = tuple([(col, formulas[index, col]) for col in cols if (index, col) in formulas]) if formulas else ()
            hidden = bool(info is not None and info.hidden)
            sheet.rows.append(SheetRow(index, known.setdefault(key, key), texts, own, hidden))
        sheet.merges = [
            (first, left, last - 1, right - 1) for first, last, left, right in raw.merged_cells if last > first
        ]
        sheet.hidden_cols = [
            (col, col) for col, info in sorted(raw.colinfo_map.items()) if info.hidden or not info.width
        ]
        if raw.panes_are_frozen and 0 < raw.horz_split_pos < 20:
            sheet.header_until = raw.horz_split_pos - 1
        with suppress(struct.error, IndexError):  # damaged drawings lose no cells
            xls_drawings.read(self._book, place, sheet)
        for (row, col), note in sorted(raw.cell_note_map.items()):
            text = strings.plain(note.text or "")
            if text:
                sheet.comments.append(Comment(row, col, text, strings.plain(note.author or "")))
        return sheet

    def _text(self, kind: int, value: object, style: int) -> str:
        if kind == xlrd.XL_CELL_TEXT:
            text = strings.tidy(str(value))
            words = self._style(style).texts if text else None
            return text if words is None else words(text)
        if kind == xlrd.XL_CELL_BOOLEAN:
            return "TRUE" if value else "FALSE"
        if kind == xlrd.XL_CELL_ERROR:
            return _ERRORS.get(value if isinstance(value, int) else -1, "#N/A")
        text = self._style(style).numbers(repr(value))
        if text.isprintable() and "|" not in text:
            return text
        return VEIL + strings.tidy(text[1:]) if text[:1] == VEIL else strings.tidy(text)

    def _style(self, style: int) -> numbers.Style:
        found = self._styles.get(style)
        if found is None:
            book = self._book
            key = book.xf_list[style].format_key if 0 <= style < len(book.xf_list) else 0
            form = book.format_map.get(key)
            code = numbers.BUILT_IN.get(key, numbers.GENERAL) if form is None else strings.plain(form.format_str)
            found = self._styles[style] = numbers.style(code, from_1904=book.datemode == 1)
        return found
