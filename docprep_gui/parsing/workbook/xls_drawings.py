"""What stands beside the cells of old workbooks: pictures, charts, texts over the cells, page headers and footers
([MS-XLS] 2.4.181, 2.4.329, 2.4.136, 2.4.124; what a shape is called and where it stands: [MS-ODRAW] 2.2.14, 2.3.9).
xlrd passes over them."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

import xlrd

from docprep_gui.parsing.workbook import strings
from docprep_gui.parsing.workbook.beside import furniture_text
from docprep_gui.parsing.workbook.sheets import MAX_ROWS, Drawn, Sheet

_BOF, _EOF, _CONTINUE = 0x809, 0x0A, 0x3C
_HEADER, _FOOTER, _DRAWING, _OBJECT, _TEXT, _TITLE = 0x14, 0x15, 0xEC, 0x5D, 0x1B6, 0x100D
# The record that names a sheet, and the kinds of these.
_SHEET, _OF_CELLS, _OF_A_CHART = 0x85, 0, 2
# Kinds of objects ([MS-XLS] 2.5.143).
_CHART, _PICTURE, _NOTE = 5, 8, 0x19
_ANCHOR, _PROPERTIES, _CONTAINER = 0xF010, 0xF00B, 0x0F
_DESCRIPTION, _SHAPE_FLAGS = 0x0381, 0x03BF
_HIDDEN = 0x0002_0002  # the flag, and that it is said
# Of Excel 97; older ones keep their drawings in other ways.
_SINCE = 80
_MOST = 20_000


@dataclass(slots=True)
class _Shape:
    """What the drawing says of the next object: the row it is fixed to, and its description."""

    row: int = 0
    said: str = ""
    hidden: bool = False


def chart_sheets(book: xlrd.book.Book) -> dict[int, list[Sheet]]:
    """The sheets that are nothing but a chart, by how many sheets of cells stand in front of them ([MS-XLS] 2.4.28).
    xlrd leaves them out."""
    found: dict[int, list[Sheet]] = {}
    before = 0
    for record, content, _ in _records(book, 0):
        if record != _SHEET or len(content) < 8:
            continue
        (at,) = struct.unpack_from("<I", content)
        if content[5] == _OF_CELLS:
            before += 1
        elif content[5] == _OF_A_CHART:
            name = _short(content[6:]) if book.biff_version >= _SINCE else _coded(book, content[6:])
            titles = [strings.plain(_short(said[2:])) for kind, said, _ in _records(book, at) if kind == _TITLE]
            sheet = Sheet(" ".join(strings.plain(name).split()), hidden=bool(content[4] & 3))
            sheet.drawn.append(Drawn(0, "chart", "\n".join(dict.fromkeys(filter(None, titles)))))
            found.setdefault(before, []).append(sheet)
    return found


def read(book: xlrd.book.Book, place: int, sheet: Sheet) -> None:
    """Adds what stands beside the cells of a sheet. `place`: of the sheet in the book."""
    shape, kind = _Shape(), 0
    titles: list[str] = []
    depth = 0
    for record, content, behind in _records(book, book._sh_abs_posn[place]):
        if record == _BOF:
            depth += 1
        elif record == _EOF:
            depth -= 1
            if depth == 1 and kind == _CHART:
                text = shape.said or "\n".join(dict.fromkeys(filter(None, titles)))
                sheet.drawn.append(Drawn(shape.row, "chart", text, shape.hidden))
                kind, titles = 0, []
        elif depth > 1:
            if record == _TITLE:
                titles.append(strings.plain(_short(content[2:])))
        elif record in (_HEADER, _FOOTER):
            text = furniture_text(_long(content) if book.biff_version >= _SINCE else _coded(book, content))
            if text:
                sheet.furniture.append(("page_header" if record == _HEADER else "page_footer", text))
        elif book.biff_version < _SINCE:
            continue
        elif record == _DRAWING:
            found = _shape(content)
            shape = found if found is not None else shape
        elif record == _OBJECT and len(content) >= 6:
            kind = struct.unpack_from("<H", content, 4)[0]
            if kind == _PICTURE:
                sheet.drawn.append(Drawn(shape.row, "image", shape.said, shape.hidden))
        elif record == _TEXT and kind not in (_NOTE, _CHART) and len(content) >= 12:
            text = strings.plain(_continued(behind, struct.unpack_from("<H", content, 10)[0]))
            if text:
                sheet.drawn.append(Drawn(shape.row, "text", text, shape.hidden))


def _records(book: xlrd.book.Book, at: int) -> Iterator[tuple[int, bytes, list[bytes]]]:
    """The records of the part of a workbook that begins at a place, each with those that continue it, up to its end."""
    data, depth = book.mem, 0
    shapes = 0
    while at >= 0 and at + 4 <= len(data) and shapes < _MOST:
        record, length = struct.unpack_from("<HH", data, at)
        depth += (record == _BOF) - (record == _EOF)
        content = bytes(data[at + 4 : at + 4 + length]) if record in _WANTED else b""
        at += 4 + length
        behind: list[bytes] = []
        while record == _TEXT and at + 4 <= len(data):
            following, length = struct.unpack_from("<HH", data, at)
            if following != _CONTINUE:
                break
            behind.append(bytes(data[at + 4 : at + 4 + length]))
            at += 4 + length
        if record in _WANTED:
            shapes += record == _OBJECT
            yield record, content, behind
        if depth <= 0:
            return


_WANTED = frozenset((_SHEET, _BOF, _EOF, _HEADER, _FOOTER, _DRAWING, _OBJECT, _TEXT, _TITLE))


def _shape(drawing: bytes) -> _Shape | None:
    """The last shape that a piece of a drawing begins, None for none. Containers may end in later pieces."""
    found: _Shape | None = None
    at = 0
    while at + 8 <= len(drawing):
        flags, kind, length = struct.unpack_from("<HHI", drawing, at)
        at += 8
        if flags & 0x0F == _CONTAINER:
            continue
        content = drawing[at : at + length]
        at += length
        if kind == _PROPERTIES:
            found = found or _Shape()
            _describe(found, content, flags >> 4)
        elif kind == _ANCHOR and len(content) >= 8:
            found = found or _Shape()
            found.row = min(struct.unpack_from("<H", content, 6)[0], MAX_ROWS - 1)
    return found


def _describe(shape: _Shape, properties: bytes, count: int) -> None:
    """A table of properties: number and value of each, and behind it what is longer than a value."""
    place = 6 * count
    for at in range(0, min(6 * count, len(properties) - 5), 6):
        number, value = struct.unpack_from("<HI", properties, at)
        if number & 0x3FFF == _SHAPE_FLAGS:
            shape.hidden = value & _HIDDEN == _HIDDEN
        if not number & 0x8000:
            continue
        if number & 0x3FFF == _DESCRIPTION:
            text = properties[place : place + value].decode("utf-16-le", "replace")
            shape.said = " ".join(strings.plain(text.rstrip("\0")).split())
        place += value


def _continued(pieces: list[bytes], length: int) -> str:
    """A text of so many characters in records of which each begins with how it is written."""
    text = ""
    for piece in pieces:
        if len(text) >= length:
            break
        text += _characters(piece[:1], piece[1:], length - len(text))
    return text


def _characters(flags: bytes, content: bytes, count: int) -> str:
    if flags[:1] != b"" and flags[0] & 1:
        return content[: 2 * count].decode("utf-16-le", "replace")
    return content[:count].decode("latin-1")


def _long(content: bytes) -> str:
    """A text with its length in two bytes."""
    return _characters(content[2:3], content[3:], int.from_bytes(content[:2], "little"))


def _short(content: bytes) -> str:
    return _characters(content[1:2], content[2:], content[0]) if content else ""


def _coded(book: xlrd.book.Book, content: bytes) -> str:
    return content[1 : 1 + content[0]].decode(book.encoding or "latin-1", "replace") if content else ""
