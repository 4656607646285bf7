"""Reads Word files (.docx, WordprocessingML of ECMA-376, also the Strict flavour), and web pages that are named as Word
files: systems export them, and Word opens them."""

from __future__ import annotations

from docprep_gui.domain import collecting
from docprep_gui.domain.document import Document, Location, NodeKind
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import flat, sniff
from docprep_gui.parsing.builder import Builder
from docprep_gui.parsing.content import Content, join
from docprep_gui.parsing.docx import chunks, headings
from docprep_gui.parsing.docx import story as stories
from docprep_gui.parsing.docx.body import Block
from docprep_gui.parsing.docx.drawings import Picture
from docprep_gui.parsing.docx.styles import Styles
from docprep_gui.parsing.ocr import OFF, Readings
from docprep_gui.parsing.ocr.parts import Parts
from docprep_gui.parsing.ooxml import title_property
from docprep_gui.parsing.package import Package

_KINDS: dict[str, NodeKind] = {
    "paragraph": "paragraph", "title": "paragraph", "list_item": "list_item", "caption": "caption", "quote": "quote",
    "code": "code", "formula": "formula",
}  # fmt: skip


def read(data: bytes, name: str, *, readings: Readings = OFF) -> Document:
    """The document in a .docx file, in its form as one XML file, or in a web page.

    Raises FileError: unreadable (a web page in no known encoding), corrupt (no package, no document in it, one that is
    no XML or nested without end), too_large (beyond the limits of `parsing.package`), encrypted (a part of the zip is),
    empty (neither text nor pictures).
    """
    try:
        with collecting.put_off():
            return _read(data, name, readings)
    except RecursionError as error:
        raise FileError("corrupt", reason="depth") from error


def _read(data: bytes, name: str, readings: Readings) -> Document:
    if sniff.is_web(data):
        return _web_page(data, name)
    package = Package(flat.zipped(data) if flat.is_flat(data) else data)
    story = stories.read(package)
    parts = Parts(readings, package)
    for picture in story.reader.pictures:
        if not picture.inlay.hidden:
            _put_text(picture, parts)
    builder = Builder()
    pages = story.reader.pages
    _write(builder, story.blocks, pages.rendered)
    for piece in story.furniture:
        builder.aside(piece.kind, piece.content, hidden=piece.hidden)
    for code, count in (
        ("tracked_changes", story.reader.changes), ("hidden_content", story.reader.hidden),
        ("unreadable_text", story.unread), ("repaired", package.repaired),
    ):
        if count:
            builder.notice(code, int(count))
    parts.notices(builder, story.pictures)
    if builder.empty and not story.pictures:
        raise FileError("empty")
    return parts.of(builder.document(
        name=name,
        kind="docx",
        data=data,
        pages=pages.page if pages.rendered else None,
        title=_title(story.blocks, package),
    ))


def _web_page(data: bytes, name: str) -> Document:
    blocks = chunks.blocks(data, 1, 1)
    if blocks is None:
        raise FileError("unreadable", format="html")
    if not blocks:
        raise FileError("empty")
    for place, block in enumerate(blocks, start=1):
        block.paragraph = place
    headings.decide(blocks, Styles(None), sizes=True)
    blocks = headings.titled(blocks)
    builder = Builder()
    _write(builder, blocks, paged=False)
    found = headings.title(blocks)
    title = _one_line(found.content.text) if found is not None else ""
    return builder.document(name=name, kind="docx", data=data, title=title)


def _put_text(picture: Picture, parts: Parts) -> None:
    """What was read in a picture is the text of its figure, below what the file says of it."""
    inlay = picture.inlay
    text = parts.text(picture.part, inlay.content.text if inlay.content else "")
    if text:
        inlay.place, inlay.content = "after", Content(text)


def _write(builder: Builder, blocks: list[Block], paged: bool) -> None:
    contents: list[Content] = []
    where = Location()
    for block in blocks:
        if block.use == "contents":
            if not contents:
                where = Location(page=block.page if paged else None, paragraph=block.paragraph)
            contents.append(block.content)
            continue
        if contents:
            _contents(builder, contents, where)
            contents = []
        location = Location(page=block.page if paged else None, paragraph=block.paragraph)
        if block.ends:
            builder.end(block.ends)
        if block.grid is not None:
            builder.table(block.grid, location=location)
        elif block.level:
            builder.heading(block.content, block.level, label=block.label, location=location)
        else:
            kind = _KINDS[block.use]
            builder.block(kind, block.content, level=block.depth, label=block.label, location=location)
    if contents:
        _contents(builder, contents, where)


def _contents(builder: Builder, lines: list[Content], where: Location) -> None:
    """A table of contents repeats the headings: it stands behind the body, hidden."""
    builder.aside("paragraph", join(lines, "\n"), anchor=builder.offset, hidden=True, location=where)


def _title(blocks: list[Block], package: Package) -> str:
    """The title's paragraph, else the title in the file's properties."""
    found = headings.title(blocks)
    return _one_line(found.content.text) if found is not None else title_property(package)


def _one_line(text: str) -> str:
    return " ".join(text.split())
