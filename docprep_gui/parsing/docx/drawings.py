"""What a drawing, a VML picture or an embedded object of a Word file shows: pictures, charts, diagrams, texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from lxml import etree

from docprep_gui.domain.document import Shown as Pictured
from docprep_gui.parsing.content import Box, Inlay
from docprep_gui.parsing.docx.names import V, W
from docprep_gui.parsing.drawing import charts, diagrams, order
from docprep_gui.parsing.drawing.paragraphs import plain
from docprep_gui.parsing.drawing.pictures import EMU_PER_POINT, crop, description, worded
from docprep_gui.parsing.ooxml import ALTERNATE, PIC, A, R, number
from docprep_gui.parsing.package import Package, Relation
from docprep_gui.text.folding import clean

_WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_WPS = "{http://schemas.microsoft.com/office/word/2010/wordprocessingShape}"
_BOX = W + "txbxContent"
_PLACED = frozenset({_WP + "inline", _WP + "anchor"})
_BLIP = f"{PIC}blipFill/{A}blip"
_OBJECT = W + "object"
_OLE = "{urn:schemas-microsoft-com:office:office}OLEObject"
_ON = frozenset({"1", "true", "on"})
_LONGEST = 1 << 40  # of a length in EMU: beyond what any program writes
_STYLE_SIZE = re.compile(r"(?:^|;)\s*(width|height)\s*:\s*(\d+(?:\.\d+)?)\s*(pt|in|cm|mm|px|pc|)(?=\s*(?:;|$))")
_UNITS = {"pt": 1.0, "in": 72.0, "cm": 72 / 2.54, "mm": 72 / 25.4, "px": 0.75, "pc": 12.0, "": 0.75}
"""Points of the units of VML (ECMA-376 part 4, 19.1); without one, pixels."""


@dataclass(slots=True)
class Picture:
    """A picture of the document. `part`: where its bytes are in the package, "" where it lies outside; `inlay`: its
    figure, whose text is what the file says of it; hidden where it is gone with deleted or hidden text."""

    part: str
    inlay: Inlay


@dataclass(frozen=True, slots=True)
class Image:
    description: str
    part: str
    shown: Pictured | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    text: str


@dataclass(frozen=True, slots=True)
class Cells:
    """What is shown of a workbook inside the document."""

    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A text that stands in a drawing. `depth`: of a list item, from 1; 0: a paragraph."""

    text: str
    depth: int = 0


_T = TypeVar("_T")
Shown = Image | Chart | Cells | Line | etree._Element


@dataclass(slots=True)
class Drawings:
    """Looks up what drawings refer to. `relations`: of the part that is being read."""

    package: Package
    relations: Mapping[str, Relation] = field(default_factory=dict)

    def shown(self, element: etree._Element) -> Iterator[Shown]:
        """What stands in a w:drawing, w:pict or w:object, in its order; text boxes as their w:txbxContent."""
        return self._shown(element, None)

    def _shown(self, element: etree._Element, named: etree._Element | None) -> Iterator[Shown]:
        """`named`: the element that describes the drawing around it."""
        tag = element.tag
        if tag == _BOX:
            yield element
        elif tag == ALTERNATE:
            # Of a choice that nothing here can show (ink, a model in three dimensions) there is a picture to fall to.
            for branch in element:
                found = [shown for child in branch for shown in self._shown(child, named)]
                if found:
                    yield from found
                    return
        elif tag == PIC + "pic":
            own = description(element.find(f"{PIC}nvPicPr/{PIC}cNvPr"))
            part = self._part(element.find(_BLIP), "embed")
            yield Image(own or description(named), part, _pictured(part, element, named))
        elif tag == V + "imagedata":
            shape = element.getparent()
            part = self._part(element, "id")
            said = worded(shape.get("alt") or "") if shape is not None else ""
            yield Image(said, part, _pictured_by_style(part, shape))
        elif tag == V + "textpath":
            text = clean(element.get("string") or "").strip()
            if text:
                yield Line(text)
        elif tag in charts.REFERENCES:
            root = self._related(element.get(R + "id"))
            yield Chart((charts.text(root) if root is not None else "") or description(named))
        elif tag == _OBJECT and (cells := self._cells(element)):
            yield Cells(cells)
        elif tag == diagrams.RELATIONS:
            root = self._related(element.get(R + "dm"))
            for depth, text in diagrams.points(root) if root is not None else ():
                yield Line(text, depth)
        elif tag == A + "txBody":
            text = plain(element)
            if text:
                yield Line(text)
        else:
            if tag in _PLACED:
                named = element.find(_WP + "docPr")
                if named is not None and named.get("hidden") in _ON:
                    return
            for child in element:
                yield from self._shown(child, named)

    def _part(self, element: etree._Element | None, name: str) -> str:
        relation = self.relations.get(element.get(R + name) or "") if element is not None else None
        return relation.target if relation is not None and not relation.external else ""

    def _cells(self, element: etree._Element) -> str:
        """What is shown of the workbook in a w:object; "" where there is none, or its icon alone is shown."""
        lies = element.find(_OLE)
        part = self._part(lies, "id") if lies is not None and lies.get("DrawAspect") != "Icon" else ""
        data = self.package.side(part) if part else None
        if not data:
            return ""
        from docprep_gui.parsing.workbook import embedded  # few documents have one

        return embedded.text(data)

    def _related(self, identity: str | None) -> etree._Element | None:
        relation = self.relations.get(identity or "")
        return None if relation is None or relation.external else self.package.side_xml(relation.target)


def in_place(boxes: Sequence[etree._Element | Line]) -> Sequence[etree._Element | Line]:
    """The texts of the drawings in one paragraph as they stand on the page, where files tell it: those of one drawing
    by their places in it, drawings by theirs (ECMA-376 part 1, 20.4.2.3)."""
    if len(boxes) < 2:
        return boxes
    found: dict[etree._Element | None, list[etree._Element | Line]] = {}
    for box in boxes:
        anchor = next(box.iterancestors(_WP + "anchor"), None) if isinstance(box, etree._Element) else None
        found.setdefault(anchor, []).append(box)
    inner = [
        own if anchor is None else _arranged(own, [_shape_of(box) for box in own]) for anchor, own in found.items()
    ]
    return [box for texts in _arranged(inner, [_anchored(anchor) for anchor in found]) for box in texts]


def _arranged(texts: list[_T], places: Sequence[tuple[object, Box] | None]) -> list[_T]:
    """As they stand, where all are told by places from the same point."""
    known = [place for place in places if place is not None]
    if len(known) < len(texts) or len({point for point, _ in known}) > 1:
        return texts
    return [texts[i] for i in order.arrange([box for _, box in known])]


def _shape_of(box: etree._Element | Line) -> tuple[object, Box] | None:
    """The group that the shape of a text box stands in, and its place there."""
    shape = next(box.iterancestors(_WPS + "wsp"), None) if isinstance(box, etree._Element) else None
    place = shape.find(f"{_WPS}spPr/{A}xfrm") if shape is not None else None
    offset, extent = (place.find(A + name) if place is not None else None for name in ("off", "ext"))
    if shape is None or offset is None or extent is None:
        return None
    return shape.getparent(), _box(offset.get("x"), offset.get("y"), extent.get("cx"), extent.get("cy"))


def _anchored(anchor: etree._Element | None) -> tuple[object, Box] | None:
    """What a wp:anchor is placed from, and its place."""
    if anchor is None:
        return None
    sides = [anchor.find(_WP + name) for name in ("positionH", "positionV")]
    extent = anchor.find(_WP + "extent")
    x, y = (side.findtext(_WP + "posOffset") if side is not None else None for side in sides)
    if extent is None or x is None or y is None:
        return None
    point = tuple(side.get("relativeFrom") for side in sides if side is not None)
    return point, _box(x, y, extent.get("cx"), extent.get("cy"))


def _box(x: str | None, y: str | None, width: str | None, height: str | None) -> Box:
    left, top, wide, high = (
        float(min(max(number(text) or 0, -_LONGEST), _LONGEST)) for text in (x, y, width, height)
    )
    return left, top, left + wide, top + high


def _pictured(part: str, picture: etree._Element, named: etree._Element | None) -> Pictured | None:
    """A pic:pic of a drawing, whose wp:docPr is `named`. It is as large as its own frame says, but no larger than the
    drawing, in whose groups other units may count."""
    if not part:
        return None
    own = picture.find(f"{PIC}spPr/{A}xfrm/{A}ext")
    around = named.getparent() if named is not None else None
    extent = around.find(_WP + "extent") if around is not None else None
    size = _size(own)
    whole = _size(extent)
    if not all(size) or (all(whole) and (size[0] > whole[0] or size[1] > whole[1])):
        size = whole
    return Pictured(part, *size, crop(picture.find(f"{PIC}blipFill")))


def _size(extent: etree._Element | None) -> tuple[float, float]:
    if extent is None:
        return 0.0, 0.0
    width, height = (min(max(0, number(extent.get(name)) or 0), _LONGEST) for name in ("cx", "cy"))
    return width / EMU_PER_POINT, height / EMU_PER_POINT


def _pictured_by_style(part: str, shape: etree._Element | None) -> Pictured | None:
    """What a v:imagedata shows, by the style of the shape around it."""
    if not part:
        return None
    sizes = {name: float(value) * _UNITS[unit] for name, value, unit in _STYLE_SIZE.findall(
        (shape.get("style") if shape is not None else None) or "")}
    return Pictured(part, sizes.get("width", 0.0), sizes.get("height", 0.0))
