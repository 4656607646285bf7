"""From a PDF file to a Document: pages one by one, then what only shows over all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pymupdf as _pymupdf

from docprep_gui.domain.document import Document, Location, NodeKind
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import labels
from docprep_gui.parsing.builder import Builder
from docprep_gui.parsing.captions import is_caption
from docprep_gui.parsing.content import Box
from docprep_gui.parsing.pdf import furniture, headings, order, paragraphs, ruled
from docprep_gui.parsing.pdf.joined import join_tables
from docprep_gui.parsing.pdf.paragraphs import Paragraph
from docprep_gui.parsing.pdf.pieces import PageText, Picture, Piece, is_sane, page_text
from docprep_gui.parsing.pdf.ruled import RuledTable
from docprep_gui.text import folding

# Its own types are given in part only.
pymupdf: Any = _pymupdf

_TEXT_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP
# What MuPDF and its Python layer raise for a damaged file or page.
_FAULTS = (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError)
_BROKEN_PAGES = 100
_TITLE_BLOCKS = 40
_TITLE_LENGTH = 120
_SMALL_PICTURE = 36.0
_SCAN_SIGNS = 40
_SCAN_SHARE = 0.6


@dataclass(slots=True)
class _Raw:
    """What MuPDF has of one page. `size`: as shown; `width`, `height`: without the page's rotation."""

    number: int
    size: tuple[float, float]
    width: float
    height: float
    shown: Callable[[Box], Box]
    rotated: bool
    blocks: list[Mapping[str, Any]]
    words: list[tuple[Any, ...]]
    drawings: list[Mapping[str, Any]]
    pictures: list[Box]


@dataclass(slots=True)
class _Pages:
    texts: list[PageText] = field(default_factory=list)
    sizes: list[tuple[float, float]] = field(default_factory=list)
    without_text: list[int] = field(default_factory=list)
    unreadable: list[int] = field(default_factory=list)
    with_pictures: list[int] = field(default_factory=list)


def read(data: bytes, name: str, *, password: str | None = None) -> Document:
    """Raises FileError: encrypted (no or a wrong password), corrupt (also where damage left blank pages only).

    A file of scans is a Document with a figure node a page and the notice no_text_layer."""
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    with _opened(data, password) as file:
        repaired = bool(file.is_repaired)
        pages = _collected(file)
        bookmarks = _bookmarks(file)
        title = folding.clean(str((file.metadata or {}).get("title") or "")).strip()
    if (repaired or pages.unreadable) and not any(page.pieces or page.turned for page in pages.texts):
        raise FileError("corrupt", format="pdf")
    return _document(data, name, pages, bookmarks, title, repaired)


def _opened(data: bytes, password: str | None) -> Any:
    try:
        file = pymupdf.open(stream=data, filetype="pdf")
        if file.needs_pass and not (password and file.authenticate(password)):
            file.close()
            raise FileError("encrypted", format="pdf", password="wrong" if password else "missing")
        if not file.is_pdf or file.page_count == 0:
            file.close()
            raise FileError("corrupt", format="pdf")
    except _FAULTS as error:
        raise FileError("corrupt", format="pdf") from error
    return file


def _bookmarks(file: Any) -> list[headings.Bookmark]:
    try:
        entries = file.get_toc(simple=True)
    except _FAULTS:
        return []
    return [(level, folding.clean(title), page) for level, title, page in entries if page > 0]


# --- page by page ---------------------------------------------------------------------------------------
def _collected(file: Any) -> _Pages:
    pages = _Pages()
    broken = 0
    for number, raw in _raw_pages(file):
        if raw is None:
            broken += 1
            if broken >= _BROKEN_PAGES and broken == number:
                raise FileError("corrupt", format="pdf")
            pages.sizes.append((0.0, 0.0))
            pages.unreadable.append(number)
            continue
        pages.sizes.append(raw.size)
        page = page_text(number, raw.blocks, raw.width, raw.height, raw.shown)
        _place_blocks(page, raw, pages)
        pages.texts.append(page)
    if broken == len(pages.sizes):
        raise FileError("corrupt", format="pdf")
    return pages


def _raw_pages(file: Any) -> Iterator[tuple[int, _Raw | None]]:
    """Number from 1, and the page, or None where it is damaged."""
    for index in range(file.page_count):
        try:
            raw = _raw_page(file, index)
        except _FAULTS:
            raw = None
        yield index + 1, raw


def _raw_page(file: Any, index: int) -> _Raw:
    page = file.load_page(index)
    text = page.get_textpage(flags=_TEXT_FLAGS)
    blocks = text.extractDICT(sort=False)["blocks"]
    drawings = page.get_cdrawings()
    words = text.extractWORDS() if len(drawings) > 3 else []
    pictures: list[Box] = []
    if not blocks or file.get_page_images(index):
        pictures = [box for info in page.get_image_info() if is_sane(box := tuple(info["bbox"]))]
    rotated = bool(page.rotation)
    matrix = page.rotation_matrix

    def turned(box: Box) -> Box:
        return tuple(pymupdf.Rect(box) * matrix)

    size = (page.rect.width, page.rect.height)
    width, height = size if page.rotation in (0, 180) else (size[1], size[0])
    return _Raw(
        index + 1, size, width, height, turned if rotated else _same, rotated, blocks, words, drawings, pictures
    )


def _same(box: Box) -> Box:
    return box


def _place_blocks(page: PageText, raw: _Raw, pages: _Pages) -> None:
    """Puts tables and pictures among the pieces, at the height of their upper edge."""
    covered = sum(max(0.0, b[2] - b[0]) * max(0.0, b[3] - b[1]) for b in raw.pictures)
    is_scan = page.signs < _SCAN_SIGNS and covered >= _SCAN_SHARE * raw.width * raw.height
    if (page.signs == 0 and (raw.pictures or raw.drawings)) or is_scan:
        pages.without_text.append(page.number)
        box = (0.0, 0.0, *raw.size)
        page.pieces.append(Piece("", 0.0, 0.0, page.width, page.height, page.height, 1.0, False, box, Picture(box)))
        return
    if page.bad > 0.2 * page.signs and page.signs >= 20:
        pages.unreadable.append(page.number)
    if not page.upright or raw.rotated:
        return
    if raw.drawings and page.pieces:
        tables = ruled.find(raw.drawings, page.pieces, lambda: _word_pieces(raw.words), page.number)
        inside = {place for _, places in tables for place in places}
        page.pieces = [piece for piece in page.pieces if id(piece) not in inside]
        for table, _ in tables:
            box = (table.xs[0], table.ys[0], table.xs[-1], table.ys[-1])
            page.pieces.append(Piece("", *box, box[1], 1.0, False, box, table))
    before = len(page.pieces)
    for box in raw.pictures:
        x0, y0, x1, y1 = box
        large = x1 - x0 >= _SMALL_PICTURE and y1 - y0 >= _SMALL_PICTURE
        background = (x1 - x0) * (y1 - y0) >= 0.9 * raw.width * raw.height
        if large and not background:
            page.pieces.append(Piece("", *box, y0, 1.0, False, box, Picture(box)))
    if len(page.pieces) > before:
        pages.with_pictures += [page.number] * (len(page.pieces) - before)


def _word_pieces(words: Sequence[tuple[Any, ...]]) -> list[Piece]:
    found = []
    for x0, y0, x1, y1, raw, *_ in words:
        text = " ".join(folding.clean(raw).split())
        if text:
            base = y1 - 0.2 * (y1 - y0)
            found.append(Piece(text, x0, y0, x1, y1, base, 0.8 * (y1 - y0), False, (x0, y0, x1, y1)))
    return found


# --- over all pages -------------------------------------------------------------------------------------
def _document(
    data: bytes, name: str, pages: _Pages, bookmarks: list[headings.Bookmark], title: str, repaired: bool
) -> Document:
    aside = furniture.find(pages.texts)
    lines: list[order.Line] = []
    for page in pages.texts:
        lines += order.lines_of([piece for piece in page.pieces if id(piece) not in aside], page.number, page.width)
    blocks = join_tables(paragraphs.group(lines))
    keep_hyphen = paragraphs.compounds(lines)
    contents = [paragraphs.content(block, keep_hyphen) for block in blocks]
    texts = [content.text for content in contents]
    levels = headings.levels(blocks, texts, bookmarks)
    builder = Builder()
    for width, height in pages.sizes:
        builder.page_size(width, height)
    starts: dict[int, int] = {}
    for index, (block, content) in enumerate(zip(blocks, contents, strict=True)):
        starts.setdefault(block.page, builder.offset)
        location = Location(page=block.page, box=_rounded(block.box))
        thing = block.first.block
        if isinstance(thing, RuledTable):
            _write_table(builder, thing, location)
        elif isinstance(thing, Picture):
            builder.block("figure", "", role="image", location=location)
        elif index in levels:
            builder.heading(content, levels[index], label=labels.of_heading(content.text), location=location)
        else:
            beside = blocks[max(index - 1, 0) : index + 2]
            captioned = is_caption(content.text) and any(other.first.block is not None for other in beside)
            kind: NodeKind = "caption" if captioned else "list_item" if block.bullet else "paragraph"
            builder.block(kind, content, level=int(block.bullet), label=block.label, location=location)
    _write_asides(builder, pages, aside, starts)
    _write_notices(builder, pages, repaired)
    if not title or title not in "\n".join(texts[:_TITLE_BLOCKS]):
        title = _largest_heading(blocks, texts, levels)
    return builder.document(name=name, kind="pdf", data=data, pages=len(pages.sizes), title=title)


def _largest_heading(blocks: Sequence[Paragraph], texts: Sequence[str], levels: Mapping[int, int]) -> str:
    """Of those near the start of the file, the first of the largest."""
    able = [index for index in levels if index < _TITLE_BLOCKS and len(texts[index]) <= _TITLE_LENGTH]
    return texts[max(able, key=lambda index: (round(blocks[index].first.size), -index))] if able else ""


def _rounded(box: Box) -> Box:
    return round(box[0], 2), round(box[1], 2), round(box[2], 2), round(box[3], 2)


def _write_table(builder: Builder, table: RuledTable, location: Location) -> None:
    _, spans = builder.table(table.grid, location=location)
    for (start, end), (page, box) in zip(spans, table.places, strict=True):
        if end > start:
            builder.line(start, end, page, box)


def _write_asides(
    builder: Builder, pages: _Pages, aside: dict[int, furniture.Zone], starts: dict[int, int]
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


def _write_notices(builder: Builder, pages: _Pages, repaired: bool) -> None:
    if repaired:
        builder.notice("repaired")
    if pages.without_text:
        code = "no_text_layer" if len(pages.without_text) == len(pages.sizes) else "pages_without_text"
        builder.notice(code, len(pages.without_text), pages=pages.without_text)
    if pages.with_pictures:
        builder.notice("pictures_without_text", len(pages.with_pictures), pages=sorted(set(pages.with_pictures)))
    if pages.unreadable:
        builder.notice("unreadable_text", len(pages.unreadable), pages=pages.unreadable)
