"""Reads PowerPoint files (.pptx, PresentationML of ECMA-376, also the Strict flavour)."""

from __future__ import annotations

import re

from lxml import etree

from docprep_gui.domain import collecting
from docprep_gui.domain.document import Document, Location
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import labels
from docprep_gui.parsing.builder import Builder
from docprep_gui.parsing.content import Box
from docprep_gui.parsing.ocr import OFF, Readings
from docprep_gui.parsing.ocr.parts import Parts
from docprep_gui.parsing.ooxml import R, main_part, number, title_property
from docprep_gui.parsing.package import Package
from docprep_gui.parsing.pptx import bullets
from docprep_gui.parsing.pptx.comments import Comment, authors, comments
from docprep_gui.parsing.pptx.layouts import Layouts, is_shown
from docprep_gui.parsing.pptx.names import P, Slide
from docprep_gui.parsing.pptx.slides import SlideReader, notes
from docprep_gui.text.folding import clean

_EMU_PER_POINT = 12_700
_LARGEST_SIZE = 51_206_400  # of a side of a slide (ECMA-376 part 1, ST_SlideSizeCoordinate)
_USUAL_SIZE = (720.0, 540.0)
_SLIDE_NAME = re.compile(r"ppt/slides/slide(\d{1,9})\.xml")
# Titles that programs give to presentations without one.
_NO_TITLE = re.compile(
    r"(?:PowerPoint ?)?(?:Presentation|演示文稿|簡報|プレゼンテーション)(?: ?\d+)?|(?:Slide|幻灯片|投影片) ?\d+", re.I
)
_SECTION = "{http://schemas.microsoft.com/office/powerpoint/2010/main}"
_NO_SECTION = re.compile(r"(?:默认|默認|無標題|无标题)(?:节|節|章节)?|(?:Default|Untitled) Section", re.I)


def read(data: bytes, name: str, *, readings: Readings = OFF) -> Document:
    """The document in a .pptx file: a node for each slide, what stands on it in reading order, then its notes.

    Slides that are not shown are asides. Raises FileError: corrupt (no package, no presentation in it, one that is no
    XML or nested without end), too_large (beyond the limits of `parsing.package`), encrypted (a part of the zip is),
    empty (neither text nor pictures).
    """
    try:
        with collecting.put_off():
            package = Package(data)
            return _Reader(package, Parts(readings, package)).document(data, name)
    except RecursionError as error:
        raise FileError("corrupt", reason="depth") from error


class _Reader:
    def __init__(self, package: Package, parts: Parts) -> None:
        self._package = package
        self._pictures_of = parts
        self._builder = Builder()
        self._furniture: set[tuple[str, str]] = set()
        self._title = ""
        self._hidden = self._pictures = self._figures = 0

    def document(self, data: bytes, name: str) -> Document:
        package, builder = self._package, self._builder
        part = main_part(package, "ppt/presentation.xml")
        root = package.xml(part)
        if root is None:
            raise FileError("corrupt", reason="no_document", part=part)
        relations = package.relations(part)
        size = _size(root)
        default = bullets.levels(root.find(P + "defaultTextStyle"), bullets.PLAIN)
        layouts = Layouts(package, default, size[0] * _EMU_PER_POINT, size[1] * _EMU_PER_POINT)
        reader = SlideReader(package, layouts, self._pictures_of)
        names = authors(package, relations)
        begins = sections(root)
        for index, (identity, target) in enumerate(self._parts(root, part), start=1):
            builder.page_size(*size)
            if identity in begins:
                # No slide shows it: beside the slides, so that it makes no chunk of its own.
                builder.aside("page_header", begins[identity], anchor=builder.offset, location=Location(slide=index))
            self._slide(index, target, reader, names)
        if self._hidden:
            builder.notice("hidden_content", self._hidden)
        self._pictures_of.notices(builder, self._pictures)
        if package.repaired:
            builder.notice("repaired")
        if builder.empty and not self._figures:
            raise FileError("empty")
        return self._pictures_of.of(
            builder.document(name=name, kind="pptx", data=data, title=self._title or _property(package)))

    def _parts(self, root: etree._Element, part: str) -> list[tuple[str, str]]:
        """(id, name of its part) of each slide in the order of the presentation; "" for a part that is missing. Where
        the presentation lists none, the slides of the package by the numbers in their names."""
        relations = self._package.relations(part)
        found = []
        for element in root.iterfind(f"{P}sldIdLst/{P}sldId"):
            relation = relations.get(element.get(R + "id") or "")
            target = relation.target if relation is not None and not relation.external else ""
            found.append((element.get("id") or "", target))
        if any(target for _, target in found):
            return found
        numbered = [(int(match[1]), match[0]) for match in map(_SLIDE_NAME.fullmatch, self._package.names()) if match]
        return [("", name) for _, name in sorted(numbered)]

    def _slide(self, index: int, part: str, reader: SlideReader, names: dict[str, str]) -> None:
        builder, package = self._builder, self._package
        root = package.side_xml(part) if part else None
        where = Location(slide=index)
        if root is None:
            package.repaired = True
            builder.open("slide", location=where)
            builder.close()
            return
        relations = package.relations(part)
        slide = reader.read(root, relations)
        speech = ""
        remarks: list[Comment] = []
        for relation in relations.values():
            if relation.kind in ("notesSlide", "comments") and not relation.external:
                side = package.side_xml(relation.target)
                if side is not None and relation.kind == "notesSlide":
                    speech = notes(side)
                elif side is not None:
                    remarks += comments(side, names)
        anchor = builder.offset
        if not is_shown(root, "show"):
            self._hidden += 1
            builder.later(lambda builder: _write(builder, slide, speech, where, anchor))
        else:
            self._title = self._title or slide.title
            self._pictures += slide.pictures
            self._figures += sum(block.kind == "figure" for item in slide.items for block in item.blocks)
            _write(builder, slide, speech, where)
        for kind, text in slide.furniture:
            if (kind, text) not in self._furniture:
                self._furniture.add((kind, text))
                builder.aside(kind, text, anchor=anchor, location=where)
        for text in slide.hidden:
            self._hidden += 1
            builder.aside("run", text, anchor=anchor, role="hidden", hidden=True, location=where)
        for remark in remarks:
            builder.aside(
                "comment", remark.text, anchor=anchor, role="resolved" if remark.resolved else None,
                author=remark.author, date=remark.date, location=where,
            )


def _write(builder: Builder, slide: Slide, speech: str, where: Location, hidden_at: int | None = None) -> None:
    """`hidden_at`: for slides that are not shown, the offset in the body where they would stand."""
    builder.open("slide", hidden=hidden_at is not None, anchor=hidden_at, location=where)
    if slide.title:
        place = _located(where, slide.title_place)
        builder.heading(slide.title, 1, label=labels.of_heading(slide.title), location=place)
    for item in slide.items:
        location = _located(where, item.box)
        for block in item.blocks:
            if block.grid is not None:
                builder.table(block.grid, location=location)
            else:
                there = location._replace(shown=block.shown) if block.shown is not None else location
                builder.block(
                    block.kind, block.content, level=block.level, label=block.label, role=block.role, location=there
                )
    if speech:
        builder.block("note", speech, role="speaker", location=where)
    builder.close()


def sections(root: etree._Element) -> dict[str, str]:
    """The sections that a presentation is divided into, by the id of the slide that each begins with
    ([MS-PPTX] 2.2.6); those without slides or without a name of their author's are left out."""
    found: dict[str, str] = {}
    for section in root.iterfind(f".//{_SECTION}section"):
        first = section.find(f"{_SECTION}sldIdLst/{_SECTION}sldId")
        name = " ".join(clean(section.get("name") or "").split())
        if first is not None and name and not _NO_SECTION.fullmatch(name):
            found.setdefault(first.get("id") or "", name)
    return found


def _property(package: Package) -> str:
    title = title_property(package)
    return "" if _NO_TITLE.fullmatch(title) else title


def _size(root: etree._Element) -> tuple[float, float]:
    """Width and height of the slides in points."""
    element = root.find(P + "sldSz")
    if element is None:
        return _USUAL_SIZE
    width, height = number(element.get("cx")) or 0, number(element.get("cy")) or 0
    sensible = 0 < width <= _LARGEST_SIZE and 0 < height <= _LARGEST_SIZE
    return (width / _EMU_PER_POINT, height / _EMU_PER_POINT) if sensible else _USUAL_SIZE


def _located(where: Location, box: Box | None) -> Location:
    """The box in tenths of a point."""
    if box is None:
        return where
    x0, y0, x1, y1 = box
    t, half = _EMU_PER_POINT // 10, _EMU_PER_POINT // 20
    points = ((x0 + half) // t / 10, (y0 + half) // t / 10, (x1 + half) // t / 10, (y1 + half) // t / 10)
    return Location(box=points, slide=where.slide)
