"""Qualified names of PresentationML (ECMA-376 part 1, 19) and what its shapes are made into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from docprep_gui.domain.document import NodeKind, Role, Shown
from docprep_gui.parsing.content import Box, Content
from docprep_gui.parsing.ooxml import A
from docprep_gui.parsing.tables import Grid, place

P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"

SHAPE = P + "sp"
PICTURE = P + "pic"
FRAME = P + "graphicFrame"
GROUP = P + "grpSp"
SHAPE_PROPERTIES = P + "spPr"
TEXT_BODY = P + "txBody"
PLACEHOLDER = P + "ph"
TREE = f"{P}cSld/{P}spTree"
XFRM = A + "xfrm"
LIST_STYLE = A + "lstStyle"


@dataclass(slots=True)
class Block:
    """A paragraph, list item, figure or table of a slide; `grid` for tables alone. `level`: of list items, from 1."""

    kind: NodeKind
    content: Content
    level: int = 0
    label: str = ""
    role: Role | None = None
    grid: Grid | None = None
    shown: Shown | None = None

    def lines(self) -> str:
        """Its text as it would stand in a document."""
        return place(self.grid, 0).text if self.grid is not None else self.content.text


@dataclass(slots=True)
class Item:
    """A shape with what stands in it. `box` in EMU from the top left corner of the slide; None: it has no place."""

    box: Box | None
    blocks: Sequence[Block] = field(default_factory=list)


@dataclass(slots=True)
class Slide:
    """`title`: "" where there is none. `items`: in reading order. `hidden`: texts of shapes that are not shown.
    `furniture`: footers, dates, numbers, and what is printed on every slide. `pictures`: how many, hidden ones left
    out."""

    title: str = ""
    title_place: Box | None = None
    items: list[Item] = field(default_factory=list)
    furniture: list[tuple[NodeKind, str]] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    pictures: int = 0
