"""Reads Word files (.docx, WordprocessingML of ECMA-376, also the Strict flavour)."""

from __future__ import annotations

from lxml import etree

from docprep_gui.domain.document import Document, Location, NodeKind
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing.builder import Builder
from docprep_gui.parsing.content import Content, join
from docprep_gui.parsing.docx import headings
from docprep_gui.parsing.docx.body import Block, Body
from docprep_gui.parsing.docx.drawings import Drawings
from docprep_gui.parsing.docx.inline import Reader
from docprep_gui.parsing.docx.names import VAL, W
from docprep_gui.parsing.docx.notes import Notes, notes
from docprep_gui.parsing.docx.numbering import Numbering
from docprep_gui.parsing.docx.styles import Styles
from docprep_gui.parsing.ooxml import main_part, title_property
from docprep_gui.parsing.package import Package

_KINDS: dict[str, NodeKind] = {
    "paragraph": "paragraph", "title": "paragraph", "list_item": "list_item", "caption": "caption", "quote": "quote",
    "code": "code", "formula": "formula",
}  # fmt: skip
_TITLE_LIMIT = 60
_TITLE_AMONG = 5


def read(data: bytes, name: str) -> Document:
    """The document in a .docx file.

    Raises FileError: corrupt (no package, no document in it, one that is no XML or nested without end), too_large
    (beyond the limits of `parsing.package`), encrypted (a part of the zip is), empty (neither text nor pictures).
    """
    try:
        return _read(data, name)
    except RecursionError as error:
        raise FileError("corrupt", reason="depth") from error


def _read(data: bytes, name: str) -> Document:
    package = Package(data)
    part = main_part(package, "word/document.xml")
    root = package.xml(part)
    body = root.find(W + "body") if root is not None else None
    if root is None or body is None:
        raise FileError("corrupt", reason="no_body", part=part)
    relations = package.relations(part)
    folder = part.rpartition("/")[0]
    parts = {relation.kind: relation.target for relation in relations.values() if not relation.external}

    def side(kind: str) -> str:
        return parts.get(kind) or f"{folder}/{kind}.xml".lstrip("/")

    styles = Styles(package.side_xml(side("styles")))
    reader = Reader(
        styles,
        Drawings(package, relations),
        Notes(
            notes(package, side("footnotes"), "footnote"),
            notes(package, side("endnotes"), "endnote"),
            notes(package, side("comments"), "comment"),
        ),
        may_hide=_may_hide(root, styles),
    )
    source = Body(reader, styles, Numbering(package.side_xml(side("numbering")), styles))
    blocks = source.blocks(body)
    headings.decide(blocks)

    builder = Builder()
    paged = reader.pages.rendered
    _write(builder, blocks, paged)
    seen: set[tuple[str, str]] = set()
    for kind, identity in source.furniture():
        relation = relations.get(identity)
        element = package.side_xml(relation.target) if relation is not None and not relation.external else None
        if element is None or relation is None:
            continue
        content = reader.content_of(element, package.relations(relation.target))
        if content.text.strip() and (kind, content.text) not in seen:
            seen.add((kind, content.text))
            builder.aside(kind, content)
    if reader.changes:
        builder.notice("tracked_changes", reader.changes)
    if reader.hidden:
        builder.notice("hidden_content", reader.hidden)
    pictures = [picture for picture in reader.pictures if not picture.inlay.hidden]
    if pictures:
        builder.notice("pictures_without_text", len(pictures))
    if package.repaired:
        builder.notice("repaired")
    if builder.empty and not pictures:
        raise FileError("empty")
    return builder.document(
        name=name, kind="docx", data=data, pages=reader.pages.page if paged else None, title=_title(blocks, package)
    )


def _may_hide(root: etree._Element, styles: Styles) -> bool:
    """Some text of the body may be hidden: by its own property or by a style in use."""
    if styles.default.hidden or next(root.iter(W + "vanish"), None) is not None:
        return True
    hiding = styles.hiding()
    return bool(hiding) and any(used.get(VAL) in hiding for used in root.iter(W + "pStyle", W + "rStyle"))


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
    """The title's paragraph, else a short centred one at the top, else the title in the file's properties."""
    tops = [block for block in blocks if block.use not in ("table", "contents") and block.content.text.strip()]
    for block in tops:
        if block.use == "title":
            return _one_line(block.content.text)
    for block in tops[:_TITLE_AMONG]:
        if block.centred and len(block.content.text) <= _TITLE_LIMIT:
            return _one_line(block.content.text)
    return title_property(package)


def _one_line(text: str) -> str:
    return " ".join(text.split())
