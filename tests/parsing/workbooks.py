"""Makes small workbooks: xlsx from pieces of XML, xls as a bare stream of records ([MS-XLS] 2.4)."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from docprep_gui.domain.document import Document, Node, Table
from docprep_gui.parsing.workbook import xls, xlsx

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
Value = str | float | int


def relations(*found: tuple[str, str, str]) -> str:
    """(id, last word of the type, target)."""
    inner = "".join(
        f'<Relationship Id="{name}" Type="{OFFICE}/{kind}" Target="{target}"/>' for name, kind, target in found
    )
    return f'<Relationships xmlns="{_PACKAGE}">{inner}</Relationships>'


def cell(ref: str, value: Value, *, style: int = 0, formula: str = "") -> str:
    styled = f' s="{style}"' if style else ""
    calculated = f"<f>{escape(formula)}</f>" if formula else ""
    if isinstance(value, str):
        return f'<c r="{ref}"{styled} t="str">{calculated}<v>{escape(value)}</v></c>'
    return f'<c r="{ref}"{styled}>{calculated}<v>{value}</v></c>'


def row(number: int, *cells: str, more: str = "") -> str:
    return f'<row r="{number}"{more}>{"".join(cells)}</row>'


def grid(rows: Sequence[Sequence[Value | None]], *, first: int = 1) -> str:
    """Rows from column A; None and "" make no cell."""
    return "".join(
        row(first + y, *[cell(f"{chr(65 + x)}{first + y}", value) for x, value in enumerate(values)
                         if value not in (None, "")])
        for y, values in enumerate(rows)
    )


def sheet(rows: str, *, before: str = "", after: str = "") -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<worksheet xmlns="{MAIN}" xmlns:r="{OFFICE}">{before}'
        f"<sheetData>{rows}</sheetData>{after}</worksheet>"
    )


def merged(*ranges: str) -> str:
    return "<mergeCells>" + "".join(f'<mergeCell ref="{one}"/>' for one in ranges) + "</mergeCells>"


def book(
    *sheets: str | bytes,
    strings: str = "",
    formats: Sequence[str] = (),
    states: Mapping[int, str] | None = None,
    from_1904: bool = False,
    parts: Mapping[str, str] | None = None,
    names: str = "",
) -> bytes:
    """`strings`: the si elements. `names`: the definedName elements. `formats`: codes of the styles from 1 on. `states`: of sheets, by place."""
    listed = "".join(
        f'<sheet name="表{n}" sheetId="{n}" state="{(states or {}).get(n, "visible")}" r:id="r{n}"/>'
        for n in range(1, len(sheets) + 1)
    )
    codes = "".join(f'<numFmt numFmtId="{200 + n}" formatCode="{escape(code, {chr(34): "&quot;"})}"/>'
                    for n, code in enumerate(formats))
    styles = '<xf numFmtId="0"/>' + "".join(f'<xf numFmtId="{200 + n}"/>' for n in range(len(formats)))
    files: dict[str, str | bytes] = {
        "_rels/.rels": relations(("r", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">'
                           f'<workbookPr date1904="{int(from_1904)}"/><sheets>{listed}</sheets>'
                           f'<definedNames>{names}</definedNames></workbook>',
        "xl/_rels/workbook.xml.rels": relations(
            *[(f"r{n}", "worksheet", f"worksheets/sheet{n}.xml") for n in range(1, len(sheets) + 1)],
            ("s", "sharedStrings", "sharedStrings.xml"), ("t", "styles", "styles.xml"),
        ),
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><numFmts>{codes}</numFmts><cellXfs>{styles}</cellXfs></styleSheet>',
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{strings}</sst>',
        **{f"xl/worksheets/sheet{n}.xml": one for n, one in enumerate(sheets, start=1)},
        **(parts or {}),
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def read(data: bytes) -> Document:
    return xlsx.read(data, "a.xlsx")


def tables(document: Document) -> list[Node]:
    return [node for node in document.nodes if node.table is not None]


def table(document: Document, place: int = 0) -> Table:
    found = tables(document)[place].table
    assert found is not None
    return found


def lines(document: Document, place: int = 0) -> list[str]:
    return document.slice(tables(document)[place].span).split("\n")


def by_ref(document: Document) -> dict[tuple[str, str], str]:
    """(sheet, name of the cell) -> text, of all cells of all tables."""
    found = {}
    for node in tables(document):
        assert node.table is not None
        for number, one in enumerate(node.table.cells(document.text)):
            found[node.location.sheet or "", node.table.refs[number]] = one.text
    return found


def texts(document: Document, kind: str) -> list[str]:
    return [document.slice(node.span) for node in document.nodes if node.kind == kind]


# --- xls ------------------------------------------------------------------------------------------------------
def _record(kind: int, data: bytes) -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def _text(text: str, size: str) -> bytes:
    return struct.pack(f"<{size}B", len(text), 1) + text.encode("utf-16-le")


def _cells(rows: Sequence[Sequence[Value | None]], styles: Mapping[tuple[int, int], int]) -> Iterator[bytes]:
    for y, values in enumerate(rows):
        for x, value in enumerate(values):
            place = struct.pack("<HHH", y, x, styles.get((y, x), 0))
            if isinstance(value, str):
                yield _record(0x204, place + _text(value, "H"))
            elif value is not None:
                yield _record(0x203, place + struct.pack("<d", value))


def old_book(
    rows: Sequence[Sequence[Value | None]],
    *,
    styles: Mapping[tuple[int, int], int] | None = None,
    formats: Sequence[str] = (),
    ranges: Sequence[tuple[int, int, int, int]] = (),
    hidden_rows: Sequence[int] = (),
    hidden: bool = False,
    from_1904: bool = False,
    records: bytes = b"",
    of_book: bytes = b"",
) -> bytes:
    """One sheet of Excel 97. `styles`: by place, 1 and more for the `formats`; `ranges`: first row, last row, first
    column, last column; `records`: more of them, behind the cells; `of_book`: more of the workbook's own."""
    start = _record(0x809, struct.pack("<HHHHII", 0x600, 5, 0, 0, 0, 0)) + _record(0x42, struct.pack("<H", 1200))
    start += _record(0x22, struct.pack("<H", int(from_1904)))
    start += _record(0x31, struct.pack("<HHHHHBBBB", 200, 0, 0, 400, 0, 0, 0, 0, 0) + _text("Arial", "B")) * 5
    for number, code in enumerate(formats):
        start += _record(0x41E, struct.pack("<H", 164 + number) + _text(code, "H"))
    for number in range(len(formats) + 1):
        start += _record(0xE0, struct.pack("<HHH", 0, 163 + number if number else 0, 0) + bytes(14))
    start += of_book
    name = _text("表1", "B")
    place = len(start) + 4 + 6 + len(name) + 4
    start += _record(0x85, struct.pack("<IBB", place, int(hidden), 0) + name) + _record(0x0A, b"")
    body = _record(0x809, struct.pack("<HHHHII", 0x600, 0x10, 0, 0, 0, 0))
    for index in hidden_rows:
        body += _record(0x208, struct.pack("<HHHHHHHH", index, 0, 1, 255, 0, 0, 0x20, 0))
    body += b"".join(_cells(rows, styles or {})) + records
    if ranges:
        body += _record(0xE5, struct.pack("<H", len(ranges)) + b"".join(struct.pack("<HHHH", *one) for one in ranges))
    return start + body + _record(0x0A, b"")


def read_old(data: bytes) -> Document:
    return xls.read(data, "a.xls")
