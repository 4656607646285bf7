"""A Word package opened: its parts found, its body read into blocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from lxml import etree

from docprep_gui.domain.errors import FileError
from docprep_gui.parsing.content import Content
from docprep_gui.parsing.docx import borders, chunks, headings
from docprep_gui.parsing.docx.body import Block, Body
from docprep_gui.parsing.docx.drawings import Drawings
from docprep_gui.parsing.docx.inline import Reader
from docprep_gui.parsing.docx.names import W, switch
from docprep_gui.parsing.docx.notes import Notes, notes, resolved
from docprep_gui.parsing.docx.numbering import Numbering
from docprep_gui.parsing.docx.styles import Styles
from docprep_gui.parsing.docx.thinning import thinned
from docprep_gui.parsing.ooxml import R, main_part
from docprep_gui.parsing.package import Package, Relation

_SYMBOL_FONTS = (b"dings", b'"Symbol"')  # Wingdings, Wingdings 2, Webdings…
_DEEPEST = 3  # documents taken into documents
_SAMPLE = 200_000  # bytes of XML that mostly tell whether styles mark the headings


@dataclass(frozen=True, slots=True)
class Furniture:
    """A page header or footer. `hidden`: the file keeps it, but no page shows it."""

    kind: Literal["page_header", "page_footer"]
    content: Content
    hidden: bool


@dataclass(slots=True)
class Story:
    """`blocks`: of the body, headings decided. `unread`: documents taken in whose form is not known."""

    package: Package
    reader: Reader
    blocks: list[Block]
    furniture: list[Furniture] = field(default_factory=list)
    unread: int = 0

    @property
    def pictures(self) -> int:
        """How many pictures are shown."""
        return sum(not picture.inlay.hidden for picture in self.reader.pictures)


def read(package: Package, depth: int = 0, *, sizes: bool = False) -> Story:
    """Raises FileError: corrupt where there is no document, too_large. `depth`: how many documents are around it.
    `sizes`: the sizes of letters are read in any case, not only where they seem to be needed."""
    part = main_part(package, "word/document.xml")
    relations = package.relations(part)
    folder = part.rpartition("/")[0]
    parts = {relation.kind: relation.target for relation in relations.values() if not relation.external}

    def side(kind: str) -> str:
        return parts.get(kind) or f"{folder}/{kind}.xml".lstrip("/")

    looks = package.side_xml(side("styles"))
    styles = Styles(looks)
    markup = package.markup(part) or b""
    fonts = any(font in markup for font in _SYMBOL_FONTS)
    sample = markup[:_SAMPLE]
    sizes = sizes or not any(_names(sample, identity) for identity in styles.headings())
    brief = thinned(markup, fonts=fonts or sizes, sizes=sizes)  # the fonts tell headings, too
    body = package.parsed(markup, part, brief).find(W + "body")
    if body is None:
        raise FileError("corrupt", reason="no_body", part=part)
    unruled = borders.without(markup, body, looks)
    del markup  # as large as all the text
    reader = Reader(
        styles,
        Drawings(package, relations),
        Notes(
            notes(package, side("footnotes"), "footnote"),
            notes(package, side("endnotes"), "endnote"),
            notes(package, side("comments"), "comment", resolved(package, parts.get("commentsExtended", ""))),
        ),
    )
    if not styles.default.hidden:
        reader.look_ahead(
            body, fonts=fonts, hiding=[name for name in styles.hiding() if _names(brief, name)],
            emphasising=[name for name in styles.emphasising() if _names(brief, name)],
        )
    del brief
    story = Story(package, reader, [])

    def taken_in(element: etree._Element, paragraph: int, page: int) -> list[Block]:
        relation = relations.get(element.get(R + "id") or "")
        data = package.read(relation.target) if relation is not None and not relation.external else None
        found = _foreign(story, data, paragraph, page, depth) if data is not None else None
        story.unread += found is None
        return found or []

    try:
        source = Body(reader, styles, Numbering(package.side_xml(side("numbering")), styles), taken_in, unruled)
        story.blocks = source.blocks(body)
        decided = headings.decide(story.blocks, styles, sizes=sizes)
        if decided:
            story.blocks = headings.titled(story.blocks)
            if depth == 0:
                settings = package.side_xml(side("settings"))
                story.furniture = _furniture(package, relations, reader, source.sections, settings)
    finally:
        reader.end()
    return story if decided else read(package, depth, sizes=True)


def _names(markup: bytes, style: str) -> bool:
    return f'"{style}"'.encode() in markup


def _foreign(story: Story, data: bytes, paragraph: int, page: int, depth: int) -> list[Block] | None:
    if not data.startswith(b"PK"):
        return chunks.blocks(data, paragraph, page)
    if depth >= _DEEPEST:
        return None
    try:
        inner = read(Package(data), depth + 1)
    except FileError as error:
        if error.kind == "too_large":
            raise
        return None
    story.reader.changes += inner.reader.changes
    story.reader.hidden += inner.reader.hidden
    story.unread += inner.unread
    for picture in inner.reader.pictures:
        picture.part = ""  # lies in the other package
        story.reader.pictures.append(picture)
    for block in inner.blocks:
        block.paragraph, block.page = paragraph, page
    return inner.blocks


_Named = tuple[Literal["page_header", "page_footer"], str]
"""What a part is used as, and the id of the relation to it."""
_REFERENCES: dict[str, Literal["page_header", "page_footer"]] = {
    W + "headerReference": "page_header", W + "footerReference": "page_footer",
}  # fmt: skip


def _furniture(
    package: Package,
    relations: dict[str, Relation],
    reader: Reader,
    sections: list[etree._Element],
    settings: etree._Element | None,
) -> list[Furniture]:
    """Headers and footers that the sections name, each text once. Those of first pages are shown where a section has
    such a page, those of even pages where the settings say so; what a section does not name is as in the one before it
    (ECMA-376 part 1, 17.10.2 and 17.10.5)."""
    shown: dict[_Named, bool] = {}
    even = switch(settings, W + "evenAndOddHeaders") is True
    in_use: dict[tuple[str, str], _Named] = {}
    for section in sections:
        for child in section:
            kind = _REFERENCES.get(child.tag)
            if kind is not None:
                page = child.get(W + "type") or ""
                named = kind, child.get(R + "id") or ""
                in_use[kind, page if page in ("first", "even") else "default"] = named
                shown.setdefault(named, False)
        first = switch(section, W + "titlePg") is True
        for (_, page), named in in_use.items():
            shown[named] = shown[named] or {"first": first, "even": even}.get(page, True)
    found: dict[tuple[str, str], Furniture] = {}
    for (kind, identity), visible in sorted(shown.items(), key=lambda item: not item[1]):
        relation = relations.get(identity)
        if relation is None or relation.external:
            continue
        element = package.side_xml(relation.target)
        if element is not None:
            content = reader.content_of(element, "furniture", package.relations(relation.target))
            if content.text.strip():
                found.setdefault((kind, content.text), Furniture(kind, content, not visible))
    return list(found.values())
