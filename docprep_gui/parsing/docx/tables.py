"""From the rows of a w:tbl to a grid: spans, gaps at the ends of rows, vertical merges, header rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from lxml import etree

from docprep_gui.parsing.content import Content
from docprep_gui.parsing.docx import flow
from docprep_gui.parsing.docx.names import VAL, W, is_on
from docprep_gui.parsing.ooxml import number
from docprep_gui.parsing.tables import Grid, GridCell, bounded, named_rows, unseen

_MAX_SPAN = 1000

_CELL_PROPERTIES = W + "tcPr"
_ROW_PROPERTIES = W + "trPr"
_SPAN = W + "gridSpan"
_MERGE = W + "vMerge"
_MERGE_ACROSS = W + "hMerge"
_DELETED, _INSERTED = W + "cellDel", W + "cellIns"
_CHANGES = frozenset({_DELETED, _INSERTED, W + "cellMerge"})
_GRID, _COLUMN, _WIDTH = W + "tblGrid", W + "gridCol", W + "w"
_WIDEST = 100_000


@dataclass(slots=True)
class RawCell:
    """A w:tc. `merge`: "" not merged vertically, "restart" or "continue"; `joined`: it continues the cell to its left.
    `page`: where its text begins, 0 where it has none. `deleted`, `inserted`: the tracked change that does it."""

    span: int = 1
    merge: str = ""
    joined: bool = False
    page: int = 0
    deleted: etree._Element | None = None
    inserted: etree._Element | None = None
    parts: list[Content | Grid] = field(default_factory=list)

    @staticmethod
    def of(element: etree._Element) -> tuple[RawCell, Sequence[etree._Element]]:
        """The cell without its parts, and what stands in it."""
        cell = RawCell()
        children = list(element)
        if children and children[0].tag == _CELL_PROPERTIES:
            cell._take(children.pop(0))
        return cell, children

    def _take(self, properties: etree._Element) -> None:
        for child in properties:
            tag = child.tag
            if tag == _SPAN:
                self.span = _width(child.get(VAL), 1)
            elif tag == _MERGE:
                self.merge = "restart" if child.get(VAL) == "restart" else "continue"
            elif tag == _MERGE_ACROSS:
                self.joined = child.get(VAL) != "restart"
            elif tag in _CHANGES:
                self._change(tag, child)

    def _change(self, tag: str, change: etree._Element) -> None:
        if tag == _DELETED:
            self.deleted = change
        elif tag == _INSERTED:
            self.inserted = change
        elif change.get(_MERGE):
            self.merge = "restart" if change.get(_MERGE) == "rest" else "continue"


@dataclass(slots=True)
class RawRow:
    """A w:tr. `before` and `after`: grid columns left empty at its ends. `header`: repeated on every page. `deleted`,
    `inserted`: the tracked change that does it. `hidden`: Word does not show it."""

    before: int = 0
    after: int = 0
    header: bool = False
    deleted: etree._Element | None = None
    inserted: etree._Element | None = None
    hidden: bool = False
    cells: list[RawCell] = field(default_factory=list)

    @staticmethod
    def of(element: etree._Element) -> RawRow:
        row = RawRow()
        for properties in element.iterchildren(_ROW_PROPERTIES):
            for child in properties:
                tag = child.tag
                if tag == W + "gridBefore":
                    row.before = _width(child.get(VAL), 0)
                elif tag == W + "gridAfter":
                    row.after = _width(child.get(VAL), 0)
                elif tag == W + "tblHeader":
                    row.header = is_on(child)
                elif tag == W + "del":
                    row.deleted = child
                elif tag == W + "ins":
                    row.inserted = child
                elif tag == W + "hidden":
                    row.hidden = is_on(child)
        return row


def _width(text: str | None, least: int) -> int:
    return min(max(number(text) or 0, least), _MAX_SPAN)


def is_one_cell(table: etree._Element) -> bool:
    """It has one row with one cell."""
    rows = [*islice(flow.inside(table, flow.ROWS), 2)]
    if len(rows) != 1:
        return False
    cells = [*islice(flow.inside(rows[0], flow.CELLS), 2)]
    return len(cells) == 1


def grid(rows: Sequence[RawRow]) -> Grid:
    """A cell that continues a merge with nothing above it to continue is a cell of its own."""
    cells: list[GridCell] = []
    open_merges: dict[int, GridCell] = {}
    cols = 0
    for place, row in enumerate(rows):
        col = row.before
        still_open: dict[int, GridCell] = {}
        last: GridCell | None = None
        for raw in row.cells:
            above = open_merges.get(col)
            if raw.joined and last is not None:
                last.col_span += raw.span
                last.parts = [*last.parts, *raw.parts]
            elif raw.merge == "continue" and above is not None and above.col_span == raw.span:
                above.row_span += 1
                still_open[col] = above
                above.parts = [*above.parts, *unseen(raw.parts)]
                last = None
            else:
                last = GridCell(place, col, 1, raw.span, raw.parts)
                cells.append(last)
                if raw.merge:
                    still_open[col] = last
            col += raw.span
        open_merges = still_open
        cols = max(cols, col + row.after)
    bounded(len(rows) * cols)
    return Grid(len(rows), cols, _header_rows(rows, cells, cols), cells)


def widths(table: etree._Element, cols: int) -> tuple[int, ...]:
    """Of the columns, in twentieths of a point, as w:tblGrid says it; none where it is not of these columns."""
    own = table.find(_GRID)
    found = [number(column.get(_WIDTH)) or 0 for column in own.iterchildren(_COLUMN)] if own is not None else []
    return tuple(found) if len(found) == cols and all(0 < width < _WIDEST for width in found) else ()


def _header_rows(rows: Sequence[RawRow], cells: Sequence[GridCell], cols: int) -> int:
    """The rows that the file marks; else what `tables.named_rows` says."""
    title = len(rows[0].cells) == 1 and cols > 1 and len(rows) > 1 if rows else False
    marked = 0
    while marked < len(rows) and (rows[marked].header or (marked == 0 and title and rows[1].header)):
        marked += 1
    if marked:
        return marked if marked < len(rows) or len(rows) == 1 else 1
    return named_rows(cells, len(rows), cols)
