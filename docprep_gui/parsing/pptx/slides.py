"""From a slide's part to what stands on it, in reading order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lxml import etree

from docprep_gui.domain.document import NodeKind, Shown
from docprep_gui.parsing.content import Box, Content
from docprep_gui.parsing.drawing import charts, diagrams, order
from docprep_gui.parsing.drawing.paragraphs import plain
from docprep_gui.parsing.drawing.pictures import EMU_PER_POINT, crop, description
from docprep_gui.parsing.ocr.parts import Parts
from docprep_gui.parsing.ooxml import ALTERNATE, A, R
from docprep_gui.parsing.package import Package, Relation
from docprep_gui.parsing.pptx import paragraphs, tables, titles
from docprep_gui.parsing.pptx.layouts import Layouts, alike, is_shown, length, own_place, place_of
from docprep_gui.parsing.pptx.names import (
    FRAME,
    GROUP,
    PICTURE,
    PLACEHOLDER,
    SHAPE,
    SHAPE_PROPERTIES,
    TEXT_BODY,
    TREE,
    XFRM,
    Block,
    Item,
    P,
    Slide,
)
from docprep_gui.text import numbering

_NAMED = P + "cNvPr"
_NON_VISUAL = P + "nvPr"
_GRAPHIC_DATA = f"{A}graphic/{A}graphicData"
_BLIP = f"{P}blipFill/{A}blip"
_OLE = "/ole"
_OBJECT = P + "oleObj"
_GROUP_PROPERTIES = P + "grpSpPr"
_CHILD_OFFSET, _CHILD_EXTENT = A + "chOff", A + "chExt"
_OFFSET, _EXTENT = A + "off", A + "ext"
_ON = frozenset({"1", "true", "on"})
_LONGEST_NUMBER = 2  # of a shape that holds nothing else
_FURNITURE: dict[str, NodeKind] = {
    "dt": "page_footer", "ftr": "page_footer", "sldNum": "page_footer", "hdr": "page_header",
}  # fmt: skip


class SlideReader:
    def __init__(self, package: Package, layouts: Layouts, pictures: Parts) -> None:
        self._package = package
        self._pictures = pictures
        self._layouts = layouts
        self._slide = Slide()
        self._layout = ""
        self._relations: Mapping[str, Relation] = {}
        self._bodies: list[tuple[Item, etree._Element]] = []  # of shapes with text

    def read(self, root: etree._Element, relations: Mapping[str, Relation]) -> Slide:
        """The slide with this root. `relations`: those of its part."""
        slide = self._slide = Slide()
        self._relations = relations
        self._layout = next((r.target for r in relations.values() if r.kind == "slideLayout" and not r.external), "")
        self._bodies = []
        tree = root.find(TREE)
        if tree is not None:
            slide.items = _arranged([item for item in self._items(tree) if not self._is_off(item)])
        if not slide.title:
            titles.find(slide, self._bodies, self._layouts.height)
        if is_shown(root, "showMasterSp"):
            slide.furniture += [("page_header", text) for text in self._layouts.printed(self._layout)]
        return slide

    def _is_off(self, item: Item) -> bool:
        """It stands beside the slide: its text is noted."""
        off = self._layouts.is_off(item.box)
        text = _flat(item.blocks) if off else ""
        if text:
            self._slide.hidden.append(text)
        return off

    # --- shapes -----------------------------------------------------------------------------------------
    def _items(self, tree: etree._Element) -> list[Item]:
        """The shapes of a tree or a group that hold anything, in the order of the file."""
        items: list[Item] = []
        for element in tree:
            tag = element.tag
            if tag == SHAPE:
                item = self._shape(element)
            elif tag == GROUP:
                item = self._group(element)
            elif tag == PICTURE:
                item = self._picture(element)
            elif tag == FRAME:
                item = self._frame(element)
            elif tag == ALTERNATE:
                # Of a choice that nothing here can show (ink, a slide in small) there is a picture to fall to.
                items += next((found for branch in element if (found := self._items(branch))), [])
                continue
            else:
                continue
            if item is not None:
                items.append(item)
        return items

    def _shape(self, element: etree._Element) -> Item | None:
        body = place = None
        for child in element:
            if child.tag == TEXT_BODY:
                body = child
            elif child.tag == SHAPE_PROPERTIES:
                place = own_place(child)
        if body is None:
            return None
        named, mark = _marks(element)
        levels = self._layouts.default
        if mark is not None:
            kind = mark.get("type")
            if kind in _FURNITURE:
                text = plain(body)
                if text and not _is_hidden(named):
                    self._slide.furniture.append((_FURNITURE[kind], text))
                return None
            inherited = self._layouts.inherited(self._layout, mark)
            levels = inherited.levels
            place = place or inherited.place
            if alike(mark) == "title" and not self._slide.title and not _is_hidden(named):
                self._slide.title = " ".join(plain(body).split())
                self._slide.title_place = place
                return None
        blocks = paragraphs.blocks(body, levels)
        if not blocks:
            return None
        item = Item(place, blocks)
        self._bodies.append((item, body))
        return self._kept(item, named)

    def _kept(self, item: Item, named: etree._Element | None) -> Item | None:
        """None for a shape that is not shown: its text is noted."""
        if not _is_hidden(named):
            return item
        text = _flat(item.blocks)
        if text:
            self._slide.hidden.append(text)
        return None

    def _group(self, element: etree._Element) -> Item | None:
        """A group is read as a whole, its shapes in their own order."""
        before = self._slide.pictures
        items = self._items(element)
        if not items:
            return None
        move = _Move(element.find(f"{_GROUP_PROPERTIES}/{XFRM}"))
        for item in items:
            if item.box is not None:
                item.box = move(item.box)
        inner = _arranged(items)
        boxes = [item.box for item in inner if item.box is not None]
        around: Box | None = None
        if boxes:
            around = (
                min(box[0] for box in boxes), min(box[1] for box in boxes), max(box[2] for box in boxes),
                max(box[3] for box in boxes),
            )
        group = Item(around, [block for item in inner for block in item.blocks])
        kept = self._kept(group, _marks(element)[0])
        if kept is None:
            self._slide.pictures = before
        return kept

    def _picture(self, element: etree._Element) -> Item | None:
        named, mark = _marks(element)
        if _is_hidden(named):
            return None
        properties = element.find(SHAPE_PROPERTIES)
        place = own_place(properties) if properties is not None else None
        if place is None and mark is not None:
            place = self._layouts.inherited(self._layout, mark).place
        self._slide.pictures += 1
        blip = element.find(_BLIP)
        relation = self._relations.get(blip.get(R + "embed") or "") if blip is not None else None
        part = relation.target if relation is not None and not relation.external else ""
        shown = Shown(part, *_size(place), crop(element.find(P + "blipFill"))) if part else None
        text = Content(self._pictures.text(part, description(named)))
        return Item(place, [Block("figure", text, role="image", shown=shown)])

    def _frame(self, element: etree._Element) -> Item | None:
        named, mark = _marks(element)
        place = place_of(element.find(P + "xfrm"))
        if place is None and mark is not None:
            place = self._layouts.inherited(self._layout, mark).place
        data = element.find(_GRAPHIC_DATA)
        if data is None:
            return None
        blocks: Sequence[Block] = ()
        for child in data:
            if child.tag == tables.TABLE:
                grid = tables.grid(child)
                if grid.rows and grid.cols:
                    blocks = [Block("table", Content(""), grid=grid)]
            elif child.tag in charts.REFERENCES:
                root = self._related(child.get(R + "id"))
                text = charts.text(root) if root is not None else ""
                blocks = [Block("figure", Content(text or description(named)), role="chart")]
            elif child.tag == diagrams.RELATIONS:
                root = self._related(child.get(R + "dm"))
                points = diagrams.points(root) if root is not None else ()
                blocks = [Block("list_item", Content(text), depth) for depth, text in points]
        if not blocks and (data.get("uri") or "").endswith(_OLE) and not _is_hidden(named):
            cells = self._cells(data)
            self._slide.pictures += not cells
            blocks = [Block("figure", Content(cells or description(named)), role="image")]
        return self._kept(Item(place, blocks), named) if blocks else None

    def _cells(self, data: etree._Element) -> str:
        """What is shown of a workbook inside the slides; "" where there is none, or its icon alone is shown."""
        shown = (one.get(R + "id") for one in data.iter(_OBJECT) if one.get("showAsIcon") not in _ON)
        identity = next(filter(None, shown), None)
        relation = self._relations.get(identity or "")
        lies = None if relation is None or relation.external else self._package.side(relation.target)
        if not lies:
            return ""
        from docprep_gui.parsing.workbook import embedded  # few slides have one

        return embedded.text(lies)

    def _related(self, identity: str | None) -> etree._Element | None:
        relation = self._relations.get(identity or "")
        return None if relation is None or relation.external else self._package.side_xml(relation.target)


def _flat(blocks: Sequence[Block]) -> str:
    """The text of blocks as that of one aside."""
    return "\n".join(filter(None, [block.lines() for block in blocks]))


def notes(root: etree._Element) -> str:
    """What a page of notes holds beside the picture of its slide, a paragraph a line."""
    lines = []
    for shape in root.iter(SHAPE):
        mark = _marks(shape)[1]
        body = shape.find(TEXT_BODY)
        if body is not None and (mark is None or (mark.get("type") or "") not in (*_FURNITURE, "sldImg")):
            lines.append(plain(body))
    return "\n".join(filter(None, lines))


class _Move:
    """From the coordinates inside a group to those around it."""

    def __init__(self, element: etree._Element | None) -> None:
        self._x = self._y = (1.0, 0.0)
        if element is None:
            return
        outer = [element.find(name) for name in (_OFFSET, _EXTENT, _CHILD_OFFSET, _CHILD_EXTENT)]
        offset, extent, child_offset, child_extent = outer
        if offset is None or extent is None or child_offset is None or child_extent is None:
            return
        self._x = _axis(offset.get("x"), extent.get("cx"), child_offset.get("x"), child_extent.get("cx"),
                        element.get("flipH"))
        self._y = _axis(offset.get("y"), extent.get("cy"), child_offset.get("y"), child_extent.get("cy"),
                        element.get("flipV"))

    def __call__(self, box: Box) -> Box:
        (sx, dx), (sy, dy) = self._x, self._y
        x = sorted((box[0] * sx + dx, box[2] * sx + dx))
        y = sorted((box[1] * sy + dy, box[3] * sy + dy))
        return (x[0], y[0], x[1], y[1])


def _axis(
    offset: str | None, extent: str | None, child_offset: str | None, child_extent: str | None, flip: str | None
) -> tuple[float, float]:
    """Scale and shift along one axis."""
    start, size = length(offset), length(extent)
    child_start, child_size = length(child_offset), length(child_extent)
    scale = size / child_size if child_size > 0 and size > 0 else 1.0
    if flip in _ON:
        return -scale, start + size + child_start * scale
    return scale, start - child_start * scale


def _arranged(items: list[Item]) -> list[Item]:
    if len(items) < 2:
        return items
    numbers = {i: number for i, item in enumerate(items) if (number := _number(item)) is not None}
    return [items[i] for i in order.arrange([item.box for item in items], numbers)]


def _number(item: Item) -> int | None:
    """That a shape's text begins with, or is: 01, 2., 三、, 第四步."""
    text = item.blocks[0].content.text if item.blocks else ""
    if len(text) <= _LONGEST_NUMBER and text.isascii() and text.isdigit():
        return int(text)
    label = numbering.parse_label(text)
    return label.value[0] if label is not None and len(label.value) == 1 else None


def _marks(element: etree._Element) -> tuple[etree._Element | None, etree._Element | None]:
    """The p:cNvPr and the p:ph of a shape; None where it has none."""
    named = mark = None
    if len(element):
        for child in element[0]:
            if child.tag == _NAMED:
                named = child
            elif child.tag == _NON_VISUAL:
                mark = next((inner for inner in child if inner.tag == PLACEHOLDER), None)
    return named, mark


def _size(place: Box | None) -> tuple[float, float]:
    """Of a box in EMU, in points; 0 where it is not told."""
    return ((place[2] - place[0]) / EMU_PER_POINT, (place[3] - place[1]) / EMU_PER_POINT) if place else (0.0, 0.0)


def _is_hidden(named: etree._Element | None) -> bool:
    return named is not None and named.get("hidden") in _ON
