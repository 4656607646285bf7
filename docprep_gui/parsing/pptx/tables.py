"""From an a:tbl to a grid (ECMA-376 part 1, 21.1.3): every place has a cell, those that another covers say so."""

from __future__ import annotations

from collections.abc import Callable

from lxml import etree

from docprep_gui.parsing.content import Content
from docprep_gui.parsing.drawing.paragraphs import has_odd_runs, plain, plain_texts
from docprep_gui.parsing.ooxml import A, number
from docprep_gui.parsing.pptx import paragraphs
from docprep_gui.parsing.pptx.bullets import BULLETS, PLAIN
from docprep_gui.parsing.tables import Grid, GridCell, named_rows, unseen

TABLE = A + "tbl"
_CELL = A + "tc"
_BODY = A + "txBody"
_ON = frozenset({"1", "true", "on"})


def grid(table: etree._Element) -> Grid:
    rows = table.findall(A + "tr")
    found = [[cell for cell in row if cell.tag == _CELL] for row in rows]
    cols = max((len(row) for row in found), default=0)
    cells: list[GridCell] = []
    covering: dict[tuple[int, int], GridCell] = {}
    # Asked once, since hardly any table has them.
    text_of = _with_bullets if next(table.iter(*BULLETS), None) is not None else plain
    texts = plain_texts(table, _CELL) if text_of is plain and not has_odd_runs(table) else None
    for row, elements in enumerate(found):
        for col, element in enumerate(elements):
            text = texts[element] if texts is not None else _text(element, text_of)
            parts: list[Content | Grid] = [Content(text)] if text else []
            above = covering.get((row, col)) if covering else None
            if above is not None:
                above.parts = [*above.parts, *unseen(parts)]
                continue
            cell = GridCell(row, col, 1, 1, parts)
            cells.append(cell)
            if element.get("gridSpan") or element.get("rowSpan"):
                _cover(cell, element, found, covering)
    header = table.find(A + "tblPr")
    marked = header is not None and header.get("firstRow") in _ON and len(rows) > 1
    return Grid(len(rows), cols, max(named_rows(cells, len(rows), cols), int(marked)), cells)


def _text(cell: etree._Element, text_of: Callable[[etree._Element], str]) -> str:
    body = next(cell.iterchildren(_BODY), None)
    return text_of(body) if body is not None else ""


def _with_bullets(body: etree._Element) -> str:
    """The paragraphs of a cell, with their bullets and numbers."""
    return "\n".join([block.content.text for block in paragraphs.blocks(body, PLAIN)])


def _cover(
    cell: GridCell, element: etree._Element, found: list[list[etree._Element]],
    covering: dict[tuple[int, int], GridCell],
) -> None:
    """Gives the cell its size, as far as the places exist and no other cell has them."""
    row, col = cell.row, cell.col
    width = number(element.get("gridSpan")) or 1
    height = number(element.get("rowSpan")) or 1
    end = col + 1
    while end < min(col + width, len(found[row])) and (row, end) not in covering:
        end += 1
    below = row + 1
    while below < min(row + height, len(found)) and not any(
        (below, place) in covering or place >= len(found[below]) for place in range(col, end)
    ):
        below += 1
    cell.row_span, cell.col_span = below - row, end - col
    for y in range(row, below):
        for x in range(col, end):
            covering[y, x] = cell
