"""What a slide inherits from its layout and master: places and bullets of its placeholders, and texts of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from docprep_gui.parsing.content import Box
from docprep_gui.parsing.drawing.paragraphs import plain
from docprep_gui.parsing.ooxml import A, number
from docprep_gui.parsing.package import Package
from docprep_gui.parsing.pptx import bullets
from docprep_gui.parsing.pptx.bullets import PLAIN, Levels
from docprep_gui.parsing.pptx.names import (
    LIST_STYLE,
    PLACEHOLDER,
    SHAPE,
    SHAPE_PROPERTIES,
    TEXT_BODY,
    TREE,
    XFRM,
    P,
)

_OFFSET = A + "off"
_EXTENT = A + "ext"
_LIMIT = 1 << 40  # of a length in EMU: beyond what any program writes
_QUARTER_TURN = 5_400_000
# What a placeholder of a layout is on the master, which has five only.
_ON_MASTER = {"ctrTitle": "title", "dt": "dt", "ftr": "ftr", "sldNum": "sldNum", "title": "title"}
_ALIKE = {"ctrTitle": "title", "obj": "body", "": "body"}


def place_of(element: etree._Element | None) -> Box | None:
    """The box of an a:xfrm or p:xfrm, in EMU; None where it has no position. Turned by a quarter, the sides change."""
    if element is None:
        return None
    offset = None
    width = height = 0.0
    for child in element:
        if child.tag == _OFFSET:
            offset = child
        elif child.tag == _EXTENT:
            width, height = length(child.get("cx")), length(child.get("cy"))
    if offset is None:
        return None
    x, y = length(offset.get("x")), length(offset.get("y"))
    turn = element.get("rot")
    if turn and ((number(turn) or 0) + _QUARTER_TURN // 2) // _QUARTER_TURN % 2:
        x, y, width, height = x + (width - height) / 2, y + (height - width) / 2, height, width
    return (x, y, x + width, y + height)


def own_place(properties: etree._Element) -> Box | None:
    """The box that a p:spPr gives; None where it gives none."""
    for child in properties:
        if child.tag == XFRM:
            return place_of(child)
    return None


def length(text: str | None) -> float:
    """A length in EMU; 0 for what is none."""
    return float(min(max(number(text) or 0, -_LIMIT), _LIMIT))


@dataclass(frozen=True, slots=True)
class Placeholder:
    """`place` None: it has none, here and above."""

    kind: str
    place: Box | None
    levels: Levels


_UNKNOWN = Placeholder("", None, PLAIN)


class _Sheet:
    """The placeholders of a layout or a master, by index and by kind. `printed`: what its own shapes say on each slide
    that is made by it."""

    def __init__(self) -> None:
        self.by_index: dict[str, Placeholder] = {}
        self.by_kind: dict[str, Placeholder] = {}
        self.printed: list[str] = []

    def add(self, mark: etree._Element, found: Placeholder) -> None:
        if mark.get("idx") is not None:
            self.by_index.setdefault(mark.get("idx") or "", found)
        self.by_kind.setdefault(found.kind, found)

    def find(self, mark: etree._Element) -> Placeholder | None:
        kind = alike(mark)
        found = self.by_index.get(mark.get("idx") or "0")
        if found is not None and (found.kind == kind or kind not in _ON_MASTER):
            return found
        return self.by_kind.get(kind)


def alike(mark: etree._Element) -> str:
    """The kind of a p:ph, those that are shown alike taken together: title, body, dt, ftr, sldNum, subTitle, pic…"""
    kind = mark.get("type") or ""
    return _ALIKE.get(kind, kind)


class Layouts:
    """Layouts and masters by name of their part, each read once. `default`: bullets of text outside placeholders;
    `width`, `height`: of the slides, in EMU."""

    def __init__(self, package: Package, default: Levels, width: float, height: float) -> None:
        self.default = default
        self.width, self.height = width, height
        self._package = package
        self._layouts: dict[str, _Sheet] = {}
        self._masters: dict[str, tuple[_Sheet, Levels, Levels]] = {}

    def inherited(self, layout: str, mark: etree._Element) -> Placeholder:
        """What a p:ph inherits. `layout`: name of the layout's part; "" where the slide has none."""
        return (self._sheet(layout).find(mark) or _UNKNOWN) if layout else _UNKNOWN

    def printed(self, layout: str) -> Sequence[str]:
        """The texts that a layout and its master put on each slide, beside what its placeholders hold."""
        return self._sheet(layout).printed if layout else ()

    def is_off(self, box: Box | None) -> bool:
        """A place beside the slide, where nobody sees what stands there."""
        return box is not None and (
            box[2] <= 0 or box[3] <= 0 or box[0] >= self.width or box[1] >= self.height
        )

    def _sheet(self, layout: str) -> _Sheet:
        sheet = self._layouts.get(layout)
        if sheet is None:
            sheet = self._layouts[layout] = self._layout(layout)
        return sheet

    def _layout(self, part: str) -> _Sheet:
        sheet = _Sheet()
        root = self._package.side_xml(part)
        if root is None:
            return sheet
        relations = self._package.relations(part).values()
        master = next((r.target for r in relations if r.kind == "slideMaster" and not r.external), "")
        above, titles, bodies = self._master(master)
        for mark, place, style in _placeholders(root):
            kind = alike(mark)
            found = above.by_kind.get(_ON_MASTER.get(kind, "body"))
            base = found.levels if found is not None else titles if kind == "title" else bodies
            if place is None and found is not None:
                place = found.place
            sheet.add(mark, Placeholder(kind, place, bullets.levels(style, base)))
        for kind, found in above.by_kind.items():
            sheet.by_kind.setdefault(kind, found)
        sheet.printed = self._printed(root)
        if is_shown(root, "showMasterSp"):
            sheet.printed = [*above.printed, *sheet.printed]
        return sheet

    def _master(self, part: str) -> tuple[_Sheet, Levels, Levels]:
        known = self._masters.get(part)
        if known is not None:
            return known
        sheet = _Sheet()
        titles: Levels = PLAIN
        bodies: Levels = PLAIN
        root = self._package.side_xml(part) if part else None
        if root is not None:
            styles = root.find(P + "txStyles")
            if styles is not None:
                titles = bullets.levels(styles.find(P + "titleStyle"), PLAIN)
                bodies = bullets.levels(styles.find(P + "bodyStyle"), PLAIN)
            for mark, place, style in _placeholders(root):
                kind = alike(mark)
                base = titles if kind == "title" else bodies if kind == "body" else PLAIN
                sheet.add(mark, Placeholder(kind, place, bullets.levels(style, base)))
            sheet.printed = self._printed(root)
        self._masters[part] = sheet, titles, bodies
        return self._masters[part]

    def _printed(self, root: etree._Element) -> list[str]:
        """The texts of shapes that are no placeholders."""
        tree = root.find(TREE)
        found: list[str] = []
        for shape in tree.iter(SHAPE) if tree is not None else ():
            body, properties = shape.find(TEXT_BODY), shape.find(SHAPE_PROPERTIES)
            if body is None or next(shape.iter(PLACEHOLDER), None) is not None:
                continue
            named = next(shape.iter(P + "cNvPr"), None)
            unseen = named is not None and named.get("hidden") in ("1", "true", "on")
            alone = shape.getparent() is tree  # else its place is one within its group
            if unseen or (alone and properties is not None and self.is_off(own_place(properties))):
                continue
            text = plain(body)
            if text:
                found.append(text)
        return found


def is_shown(element: etree._Element, name: str) -> bool:
    """An on/off attribute that is on unless it says otherwise."""
    return element.get(name, "1").lower() not in ("0", "false", "off")


def _placeholders(root: etree._Element) -> list[tuple[etree._Element, Box | None, etree._Element | None]]:
    """(its mark, its place, its list style) of each placeholder."""
    found = []
    tree = root.find(TREE)
    for shape in tree.iterchildren() if tree is not None else ():
        mark = next(shape.iter(PLACEHOLDER), None)
        if mark is None:
            continue
        properties = shape.find(SHAPE_PROPERTIES)
        place = own_place(properties) if properties is not None else None
        body = shape.find(TEXT_BODY) if shape.tag == SHAPE else None
        found.append((mark, place, body.find(LIST_STYLE) if body is not None else None))
    return found
