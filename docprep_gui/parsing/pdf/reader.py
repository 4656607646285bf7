"""From a PDF file to a Document: pages one by one, then what only shows over all of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from docprep_gui.domain import collecting
from docprep_gui.domain.document import Document, FileKind, Location, NodeKind
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import labels
from docprep_gui.parsing.builder import Builder
from docprep_gui.parsing.captions import is_caption
from docprep_gui.parsing.content import Box, Content
from docprep_gui.parsing.ocr import OFF, Readings
from docprep_gui.parsing.pdf import furniture, headings, order, paragraphs, stream
from docprep_gui.parsing.pdf.anchors import Anchors
from docprep_gui.parsing.pdf.joined import join_tables
from docprep_gui.parsing.pdf.pages import FAULTS, Pages, collected, pymupdf, with_tables, words_of
from docprep_gui.parsing.pdf.paragraphs import Paragraph
from docprep_gui.parsing.pdf.pieces import PageText, Picture, Piece, around
from docprep_gui.parsing.pdf.strokes import Strokes
from docprep_gui.parsing.pdf.table import PageTable
from docprep_gui.text import folding

_TITLE_BLOCKS = 40
_TITLE_LENGTH = 120
_UNIT = re.compile(
    r"[(（]?\s*(?:(?:货币|金额|计量)?单位|units?\b|(?:amounts\s+)?in\s+(?:thousands|millions)).{0,40}$", re.I
)


def read(
    data: bytes, name: str, *, password: str | None = None, readings: Readings = OFF, kind: FileKind = "pdf",
    form: str = "pdf", careful: bool = False,
) -> Document:
    """`kind` "image": `data` is a picture file, `form` (png, tiff…), of one or more pages, which MuPDF shows alike.

    Raises FileError: encrypted (no or a wrong password), corrupt (also where damage left blank pages only), too_large
    (a picture of more dots than can be counted).

    `careful`: for a file that ended the process that read it; see `pages.collected`.

    A page without text is a figure node until its picture has been read; the notices no_text_layer and
    pages_without_text tell of it also then."""
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    with collecting.put_off(), _opened(data, password, form) as file:
        repaired = bool(file.is_repaired)
        pages = collected(file, readings, careful)
        pages.choose(readings)
        aside = furniture.find(pages.texts)
        lines = _lines(file, pages, aside)
        bookmarks = _bookmarks(file)
        title = folding.clean(str((file.metadata or {}).get("title") or "")).strip()
    if (repaired or pages.unreadable) and not any(page.pieces or page.turned for page in pages.texts):
        raise FileError("corrupt", format=form)
    with collecting.put_off():
        found = _document(data, name, kind, pages, aside, lines, bookmarks, title, repaired, readings)
    return replace(found, unread=tuple(pages.unread)) if pages.unread else found


def _opened(data: bytes, password: str | None, form: str) -> Any:
    try:
        file = pymupdf.open(stream=data, filetype=form)
        if file.needs_pass and not (password and file.authenticate(password)):
            file.close()
            raise FileError("encrypted", format="pdf", password="wrong" if password else "missing")
        if file.is_pdf != (form == "pdf") or file.page_count == 0:
            file.close()
            raise FileError("corrupt", format=form)
        if form != "pdf":
            file.load_page(0)
    except pymupdf.mupdf.FzErrorLimit as error:
        raise FileError("too_large", reason="picture") from error
    except FAULTS as error:
        raise FileError("corrupt", format=form) from error
    return file


def _bookmarks(file: Any) -> list[headings.Bookmark]:
    try:
        entries = file.get_toc(simple=True)
    except FAULTS:
        return []
    return [(level, folding.clean(title), page) for level, title, page in entries if page > 0]


def _lines(file: Any, pages: Pages, aside: Mapping[int, furniture.Zone]) -> list[order.Line]:
    """All lines in reading order, tables in their places."""
    lines: list[order.Line] = []
    gutter: float | None = None
    for page in pages.texts:
        own = [piece for piece in page.pieces if id(piece) not in aside]
        last = lines[-1] if lines else None
        before = last.block if last is not None and last.page == page.number - 1 else None
        finder = _finder(file, page, pages.careful, before if isinstance(before, PageTable) else None)
        more, gutter = order.lines_of(own, page.number, page.width, finder, gutter)
        lines += more
    return lines


def _finder(file: Any, page: PageText, careful: bool, before: PageTable | None) -> order.Finder:
    """`before`: the table that ends the page before."""
    words = words_of(file, page, careful)

    def in_place(pieces: list[Piece], over: bool) -> list[Piece]:
        strokes = page.strokes or Strokes()
        if over:
            tables = stream.find_between_lines(pieces, words, strokes, page.number)
        else:
            tables = stream.find(pieces, words, strokes, page.number, before)
        return with_tables(page, pieces, tables) if tables else pieces

    return in_place


# --- over all pages -------------------------------------------------------------------------------------
def _document(
    data: bytes, name: str, kind: FileKind, pages: Pages, aside: dict[int, furniture.Zone], lines: list[order.Line],
    bookmarks: list[headings.Bookmark], title: str, repaired: bool, readings: Readings,
) -> Document:
    blocks = join_tables(paragraphs.group(lines))
    keep_hyphen = paragraphs.compounds(lines)
    contents = [paragraphs.content(block, keep_hyphen) for block in blocks]
    texts = [content.text for content in contents]
    levels = headings.levels(blocks, texts, bookmarks)
    builder = Builder()
    for width, height in pages.sizes:
        builder.page_size(width, height)
    starts: dict[int, int] = {}
    anchors = Anchors(pages.comments)
    for index, (block, content) in enumerate(zip(blocks, contents, strict=True)):
        page = block.page
        starts.setdefault(page, builder.offset)
        anchors.block(content, builder.offset)
        own = content.lines
        box = own[0][3] if len(own) == 1 else around([place for _, _, number, place in own if number == page])
        location = Location(page=page, box=_rounded(box))
        thing = block.first.block
        if isinstance(thing, PageTable):
            _write_table(builder, thing, location, anchors)
        elif isinstance(thing, Picture):
            builder.block("figure", thing.content, role="image", location=location)
        elif index in levels:
            label = block.label or labels.of_heading(content.text)
            builder.heading(content, levels[index], label=label, location=location)
        else:
            captioned = is_caption(content.text) and _stands_beside(blocks, texts, index)
            block_kind: NodeKind = "caption" if captioned else "list_item" if block.bullet else "paragraph"
            builder.block(block_kind, content, level=int(block.bullet), label=block.label, location=location)
    _write_asides(builder, pages, aside, starts)
    _write_comments(builder, pages, anchors, starts)
    _write_notices(builder, pages, repaired, readings)
    if not title or title not in "\n".join(texts[:_TITLE_BLOCKS]):
        title = _largest_heading(blocks, texts, levels)
    return builder.document(name=name, kind=kind, data=data, pages=len(pages.sizes), title=title)


def _stands_beside(blocks: Sequence[Paragraph], texts: Sequence[str], index: int) -> bool:
    """Is a table or a picture next to a paragraph? A line that says the unit may stand between."""
    after = index + 2 + int(index + 1 < len(texts) and _UNIT.match(texts[index + 1]) is not None)
    return any(other.first.block is not None for other in blocks[max(index - 1, 0) : after])


def _largest_heading(blocks: Sequence[Paragraph], texts: Sequence[str], levels: Mapping[int, int]) -> str:
    """Of those near the start of the file, the first of the largest."""
    able = [index for index in levels if index < _TITLE_BLOCKS and len(texts[index]) <= _TITLE_LENGTH]
    return texts[max(able, key=lambda index: (round(blocks[index].first.size), -index))] if able else ""


def _rounded(box: Box) -> Box:
    # To hundredths by whole numbers: twice as fast as by decimal figures.
    x0, y0, x1, y1 = box
    return round(x0 * 100) / 100, round(y0 * 100) / 100, round(x1 * 100) / 100, round(y1 * 100) / 100


def _write_table(builder: Builder, table: PageTable, location: Location, anchors: Anchors) -> None:
    _, spans = builder.table(table.grid, location=location)
    for (start, end), (page, box), cell in zip(spans, table.places, table.grid.cells, strict=True):
        if end > start:
            builder.line(start, end, page, box)
            anchors.line(page, box, start, cell.parts[0].text if isinstance(cell.parts[0], Content) else "")


def _write_comments(builder: Builder, pages: Pages, anchors: Anchors, starts: Mapping[int, int]) -> None:
    """What is marked stands in quotation marks, then what is said of it."""
    for comment in pages.comments:
        marked = f"“{comment.marked}”" if comment.marked else ""
        text = "\n".join(part for part in (marked, comment.text) if part)
        location = Location(page=comment.page, box=_rounded(comment.box))
        builder.aside(
            "comment", text, anchor=anchors.of(comment, starts), hidden=comment.hidden, author=comment.author,
            date=comment.date, location=location,
        )


def _write_asides(
    builder: Builder, pages: Pages, aside: dict[int, furniture.Zone], starts: dict[int, int]
) -> None:
    """Each text once, where it comes first; page numbers differ, so they are all there."""
    seen: set[tuple[str, str]] = set()
    anchor = 0
    for page in pages.texts:
        anchor = starts.get(page.number, anchor)
        found = [(aside[id(piece)], piece) for piece in page.pieces if id(piece) in aside]
        found += [("page_header", piece) for piece in page.turned]
        for zone, piece in found:
            if (zone, piece.text) not in seen:
                seen.add((zone, piece.text))
                location = Location(page=page.number, box=_rounded(piece.box))
                builder.aside(zone, piece.text, anchor=anchor, location=location)


def _reason(pages: Pages, readings: Readings) -> dict[str, str]:
    """Why pages and pictures are without text still; nothing where they have been looked at."""
    return readings.reason if pages.unread or readings.state != "on" else {}


def _write_notices(builder: Builder, pages: Pages, repaired: bool, readings: Readings) -> None:
    if repaired:
        builder.notice("repaired")
    if pages.without_text:
        code = "no_text_layer" if len(pages.without_text) == len(pages.sizes) else "pages_without_text"
        builder.notice(code, len(pages.without_text), pages=pages.without_text,
                       params=_reason(pages, readings) or {"reason": "read"})
    if pages.with_pictures:
        builder.notice("pictures_without_text", len(pages.with_pictures), pages=sorted(set(pages.with_pictures)),
                       params=_reason(pages, readings))
    if pages.left_out:
        builder.notice("pictures_without_text", len(pages.left_out), pages=sorted(set(pages.left_out)),
                       params={"reason": "many", "most": str(readings.most)})
    if pages.read:
        builder.notice("ocr_used", len(pages.read), pages=pages.read)
    if pages.pictures_read:
        builder.notice("ocr_used", len(pages.pictures_read), pages=sorted(set(pages.pictures_read)),
                       params={"reason": "pictures"})
    if pages.doubtful:
        builder.notice("unreadable_text", len(pages.doubtful), pages=sorted(set(pages.doubtful)),
                       params={"reason": "doubtful"})
    if pages.failed:
        builder.notice("unreadable_text", len(pages.failed), pages=pages.failed, params={"reason": "failed"})
    if pages.unreadable:
        builder.notice("unreadable_text", len(pages.unreadable), pages=pages.unreadable)
