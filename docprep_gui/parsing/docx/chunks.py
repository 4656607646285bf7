"""Foreign text as Word reads it: HTML, web archives, plain text. It stands in a Word file that takes it in as it is
(w:altChunk, ECMA-376 part 1, 17.17.2.1), or is a file of its own. What cannot be read here (RTF) gives None."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from docprep_gui.parsing import encodings, scripts, symbols
from docprep_gui.parsing.content import Content, prefixed
from docprep_gui.parsing.docx.body import Block
from docprep_gui.parsing.tables import Grid, GridCell, bounded, named_rows
from docprep_gui.text import listnumbers
from docprep_gui.text.folding import clean

_SILENT = frozenset({"head", "script", "style", "title", "template", "noscript", "select", "textarea"})
_PARAGRAPHS = frozenset({
    "p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "td", "th", "dt", "dd", "blockquote", "pre", "section",
    "article", "header", "footer", "ul", "ol", "dl", "body", "hr", "center", "figcaption", "caption", "address", "form",
})  # fmt: skip
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_FORMS = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_MOST_SPAN = 1000


def blocks(data: bytes, paragraph: int, page: int) -> list[Block] | None:
    """The blocks of a part, each said to stand at a paragraph and a page of the document around it."""
    head = data[:4096].lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").lower()
    if head.startswith(b"{\\rtf"):
        return None
    if b"mime-version:" in head or head.startswith((b"from:", b"content-type:")):
        return _archived(data, paragraph, page)
    decoded = encodings.decode(data)
    if decoded is None:
        return None
    if "<" in decoded.text[:200] and ">" in decoded.text:
        return _web(decoded.text, paragraph, page)
    return [Block("paragraph", Content(line), paragraph, page) for line in clean(decoded.text).split("\n") if line]


def _archived(data: bytes, paragraph: int, page: int) -> list[Block] | None:
    """The first HTML part of an MHTML file (RFC 2557)."""
    import email

    for part in email.message_from_bytes(data).walk():
        if part.get_content_type() in ("text/html", "application/xhtml+xml"):
            payload = part.get_payload(decode=True)
            decoded = encodings.decode(payload) if isinstance(payload, bytes) else None
            return _web(decoded.text, paragraph, page) if decoded is not None else None
    return None


def _web(text: str, paragraph: int, page: int) -> list[Block]:
    from lxml import html

    try:
        data = scripts.in_tags(text).encode("utf-8", "replace")
        root = html.document_fromstring(data, parser=html.HTMLParser(encoding="utf-8"))
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return []
    return list(_blocks(root, paragraph, page))


def _blocks(element: etree._Element, paragraph: int, page: int) -> Iterator[Block]:
    pieces: list[str] = []

    def collected(level: int = 0) -> Iterator[Block]:
        text = clean(" ".join("".join(pieces).split()))
        pieces.clear()
        if text:
            yield Block("paragraph", Content(text), paragraph, page, level=level)

    items = 0
    pieces.append(element.text or "")
    for child in element:
        tag = child.tag
        if tag == "table":
            yield from collected()
            cells = list(_cells(child))
            if len(cells) == 1 or next(child.iterdescendants("table"), None) is not None:  # it only arranges others
                for cell in cells:
                    yield from _blocks(cell, paragraph, page)
                pieces.append(child.tail or "")
                continue
            made = _grid(child)
            if made.rows and made.cols:
                yield Block("table", Content(""), paragraph, page, grid=made)
        elif isinstance(tag, str) and tag in _PARAGRAPHS:
            yield from collected()
            inner = _blocks(child, paragraph, page)
            yield from inner if tag != "li" else _marked(list(inner), child, items)
            items += tag == "li"
        elif tag == "br":
            yield from collected()
        elif isinstance(tag, str) and tag not in _SILENT:
            pieces.append(_text(child))
        pieces.append(child.tail or "")
    yield from collected(_HEADINGS.get(str(element.tag), 0))


def _marked(found: list[Block], item: etree._Element, before: int) -> list[Block]:
    """The blocks of a list's item, with the sign or the number that is shown in front of it. `before`: items of the
    list above it."""
    lists = list(item.iterancestors("ol", "ul"))
    if found and found[0].grid is None and not found[0].label and not found[0].level:
        mark = symbols.BULLET
        if lists and lists[0].tag == "ol":
            start = lists[0].get("start") or ""
            number = before + (int(start) if start.isascii() and start.isdigit() and len(start) < 7 else 1)
            mark = f"{listnumbers.format_number(number, _FORMS.get(lists[0].get('type') or '', 'decimal'))}."
        found[0].content, found[0].label = prefixed(found[0].content, f"{mark} "), mark
        found[0].use, found[0].depth = "list_item", max(len(lists), 1)
    return found


def _text(element: etree._Element) -> str:
    """All text inside, also of blocks that have no place there."""
    pieces = [element.text or ""]
    for child in element:
        if child.tag not in _SILENT and isinstance(child.tag, str):
            pieces.append(" " if child.tag == "br" else _text(child))
        pieces.append(child.tail or "")
    return "".join(pieces)


def _cells(element: etree._Element) -> Iterator[etree._Element]:
    """The cells of a table, those in them left out."""
    for child in element:
        if child.tag in ("td", "th"):
            yield child
        elif child.tag != "table":
            yield from _cells(child)


def _grid(table: etree._Element) -> Grid:
    taken: set[tuple[int, int]] = set()
    cells: list[GridCell] = []
    rows = [row for row in table.iter("tr") if next(row.iterancestors("table")) is table]
    cols = header = 0
    for y, row in enumerate(rows):
        x = 0
        found = [cell for cell in row if cell.tag in ("td", "th")]
        if header == y and found and all(cell.tag == "th" for cell in found):
            header = y + 1
        for cell in found:
            while (y, x) in taken:
                x += 1
            height = min(_span(cell.get("rowspan")), len(rows) - y)
            width, most = 1, _span(cell.get("colspan"))
            while width < most and (y, x + width) not in taken:
                width += 1
            cells.append(GridCell.of(y, x, clean(" ".join(_text(cell).split())), height, width))
            bounded(len(taken) + height * width)
            taken |= {(y + down, x + right) for down in range(height) for right in range(width)}
            x += width
            cols = max(cols, x)
    bounded(len(rows) * cols)
    return Grid(len(rows), cols, header or named_rows(cells, len(rows), cols), cells)


def _span(text: str | None) -> int:
    return min(max(int(text), 1), _MOST_SPAN) if text and text.isascii() and text.isdigit() else 1
