"""Web pages that are named as workbooks: what accounting systems call an Excel file is often a table in HTML, or a page
with all its parts in one file (MHTML, RFC 2557). Excel opens them, so their tables are read as those of sheets."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from email import message_from_bytes
from html import unescape

from lxml import etree, html

from docprep_gui.domain import collecting
from docprep_gui.domain.document import Document
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import encodings
from docprep_gui.parsing.builder import Builder
from docprep_gui.parsing.html_tables import span_of, table_of, text_of
from docprep_gui.parsing.workbook.layout import Layout
from docprep_gui.parsing.workbook.leaving import NOTHING, LeftOut
from docprep_gui.parsing.workbook.sheets import MAX_CELLS, MAX_COLS, MAX_ROWS, Sheet, SheetRow
from docprep_gui.parsing.workbook.strings import tidy
from docprep_gui.text import folding

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w-]+)", re.I)
_DECLARATION = re.compile(r"<\?xml[^<>]{0,300}\?>")
_NAME = re.compile(r"<x:Name>([^<>]{1,100})</x:Name>", re.I)
_UNSEEN = frozenset(("script", "style", "head", "title", "xml", "template", "noscript", "select"))
_BLOCKS = frozenset(("p", "div", "br", "li", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "td", "th", "table", "body"))
_NOT_SHOWN = re.compile(r"display\s*:\s*none|mso-hide\s*:\s*all|visibility\s*:\s*(?:hidden|collapse)", re.I)
_LEAST_CELLS = 2
# Ranges that cover more places are a slip, and so is more of all of a table together.
_MOST_PLACES = 10_000
_MOST_COVERED = 1_000_000
# What browsers take the older Chinese encodings for (encoding.spec.whatwg.org).
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs", "iso-8859-1": "cp1252", "ascii": "cp1252"}
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
# What Python has among its encodings and no page is written in (one takes the square of the time), and what a page that
# could be read thus far without a mark at its start is not in.
_NO_CHARSETS = frozenset((
    "idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "utf-16", "utf-16-le", "utf-16-be",
))  # fmt: skip


def read(data: bytes, name: str, left_out: LeftOut = NOTHING) -> Document:
    """A sheet for each page. FileError: content_mismatch where there is no table, too_large, unreadable, corrupt."""
    with collecting.put_off():
        return _read(data, name, left_out)


def _read(data: bytes, name: str, left_out: LeftOut) -> Document:
    sheets, invalid, codec, cells = list[Sheet](), 0, "", 0
    for page, charset in _pages(data):
        text, wrong, codec = _decoded(page, charset)
        invalid += wrong
        sheet = _sheet(text, len(sheets) + 1)
        if sheet is not None:
            cells += sum(len(row.cols) for row in sheet.rows)
            if cells > MAX_CELLS:
                raise FileError("too_large", reason="cells")
            sheets.append(sheet)
    if cells < _LEAST_CELLS:
        raise FileError("content_mismatch", format="html", extension=name.rpartition(".")[2].lower())
    builder = Builder()
    if invalid:
        builder.notice("invalid_bytes", invalid, params={"encoding": codec})
    layout = Layout(builder, left_out)
    for sheet in sheets:
        layout.add(sheet)
    layout.notices()
    return builder.document(name=name, kind="xls", data=data, title=layout.title)


def _pages(data: bytes) -> list[tuple[bytes, str]]:
    """The HTML in a file: itself, or the parts of one that has all in it, each with the encoding its head names."""
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return [(data, "")]
    pages = list[tuple[bytes, str]]()
    try:
        for part in message_from_bytes(data).walk():
            if part.get_content_type() in ("text/html", "application/xhtml+xml"):
                content = part.get_payload(decode=True)
                if isinstance(content, bytes):
                    pages.append((content, part.get_content_charset() or ""))
    except RecursionError as error:  # parts in parts in parts
        raise FileError("corrupt", format="html") from error
    return pages


def _decoded(page: bytes, charset: str) -> tuple[str, int, str]:
    """The text, how many bytes made no sense, the encoding: `charset`, what the page names, else what the bytes say."""
    codec = "" if page.startswith(_BOMS) else charset or _named(page)
    known = _known(codec)
    if known:
        try:
            text = page.decode(known, "replace")
        except LookupError:  # no encoding of text
            text = "\ufffd" * len(page)
        wrong = text.count("\ufffd")
        if wrong * 50 <= len(text):
            return text, wrong, codec
    found = encodings.decode(page)
    if found is None:
        raise FileError("unreadable", format="html")
    return found.text, found.invalid, found.encoding


def _known(codec: str) -> str:
    """What Python calls an encoding of pages, "" for what is none."""
    try:
        name = codecs.lookup(_WIDER.get(codec, codec)).name
    except (LookupError, ValueError):  # the latter: it has a NUL in it
        return ""
    return "" if name in _NO_CHARSETS else name


def _named(page: bytes) -> str:
    """The encoding that a page names, "" for none."""
    named = _CHARSET.search(page[:4096])
    return named[1].decode("ascii").lower() if named else ""


def _sheet(text: str, number: int) -> Sheet | None:
    """The tables of a page and what stands around them, one below the other; None where there is no table."""
    named = _NAME.search(text)
    try:
        root = html.document_fromstring(_DECLARATION.sub("", text, count=1), html.HTMLParser(huge_tree=True))
    except (etree.LxmlError, ValueError):
        return None
    title = " ".join(folding.clean(unescape(named[1])).split()) if named else ""
    sheet = Sheet(title or f"Sheet{number}")
    tables = 0
    for piece in _in_order(root):
        start = sheet.rows[-1].index + 2 if sheet.rows else 0
        if isinstance(piece, str):
            sheet.rows.append(SheetRow(start, (0,), [piece]))
        else:
            tables += 1
            _add(sheet, piece, start)
    return sheet if tables else None


def _in_order(root: etree._Element) -> Iterator[etree._Element | str]:
    """The tables that hold no others, and the lines of text outside of them."""
    line: list[str] = []

    def said() -> Iterator[str]:
        text = tidy(" ".join("".join(line).split()))
        line.clear()
        if text:
            yield text

    walker = etree.iterwalk(root, events=("start", "end"))
    for action, element in walker:
        tag = element.tag
        begins = action == "start"
        if not isinstance(tag, str) or tag in _UNSEEN:
            if begins:
                walker.skip_subtree()
            else:
                line.append(element.tail or "")
            continue
        if tag in _BLOCKS:
            yield from said()
        if begins and tag == "table" and element.find(".//table") is None:
            yield element
            walker.skip_subtree()
        elif begins:
            line.append(element.text or "")
        else:
            line.append(element.tail or "")
    yield from said()


def _add(sheet: Sheet, table: etree._Element, start: int) -> None:
    """Adds the rows of a table, and what is merged in them."""
    covered: dict[int, set[int]] = {}
    left = _MOST_COVERED
    header, index = 0, start
    for row in table.iter("tr"):
        if table_of(row) is not table:
            continue
        cols: list[int] = []
        texts: list[str] = []
        taken = covered.pop(index, set())
        found = [cell for cell in row if cell.tag in ("td", "th")]
        header += bool(found) and header == index - start and all(cell.tag == "th" for cell in found)
        col = 0
        for cell in found:
            while col in taken:
                col += 1
            if col >= MAX_COLS or index >= MAX_ROWS:
                break
            down, across = span_of(cell, "rowspan", MAX_ROWS - index), span_of(cell, "colspan", MAX_COLS - col)
            text = tidy(text_of(cell))
            if text:
                cols.append(col)
                texts.append(text)
            if text and (down > 1 or across > 1):
                sheet.merges.append((index, col, index + down - 1, col + across - 1))
            if down > 1 and down * across <= min(_MOST_PLACES, left):
                left -= down * across
                for below in range(index + 1, index + down):
                    covered.setdefault(below, set()).update(range(col, col + across))
            col += across
        if texts:
            hidden = _NOT_SHOWN.search(row.get("style") or "") is not None
            sheet.rows.append(SheetRow(index, tuple(cols), texts, (), hidden))
        index += 1
    if header and index > start + header:
        last = max((row.cols[-1] for row in sheet.rows if row.index >= start and row.cols), default=0)
        sheet.tables.append(((start, 0, index - 1, last), header))
