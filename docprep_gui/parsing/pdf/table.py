"""A table as it stands on a page, whatever it was found by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docprep_gui.domain.document import Span
from docprep_gui.parsing.content import Box, Content, Inlay
from docprep_gui.parsing.tables import Grid, GridCell

if TYPE_CHECKING:
    from docprep_gui.parsing.pdf.columns import Columns


@dataclass(slots=True)
class PageTable:
    """`xs`, `ys`: the edges of its columns and rows, in points of the page's frame. `texts`: per row the text of each
    column, for comparing. `places`: page and box of each cell of the grid, in their order there; boxes as shown.
    `drawn`: lines say where its columns are. `size`: of most of its letters, in points. `columns`: as its words show
    them, where lines do not."""

    grid: Grid
    xs: list[float]
    ys: list[float]
    texts: list[list[str]]
    places: list[tuple[int, Box]]
    drawn: bool = True
    size: float = 0.0
    columns: Columns | None = None

    @property
    def box(self) -> Box:
        """In the frame of its first page."""
        return self.xs[0], self.ys[0], self.xs[-1], self.ys[-1]


@dataclass(slots=True)
class Laid:
    """A cell over the places [row, last_row] x [col, last_col] of a grid, the ends included. `doubts`: stretches of its
    text that may be wrong."""

    row: int
    col: int
    last_row: int
    last_col: int
    text: str
    doubts: tuple[Span, ...] = ()


def is_grid(cells: Iterable[Laid]) -> bool:
    """Do some rows hold texts beside one another? Boxes of a drawing, or of a page's design, hardly do."""
    texts = [cell for cell in cells if cell.text]
    starts = [cell.row for cell in texts]
    in_row = [starts.count(row) for row in set(starts)]
    signs = sum(len(cell.text) for cell in texts)
    unknown = sum(cell.text.count("\ufffd") for cell in texts)
    return (sum(count > 1 for count in in_row) > 1 or max(in_row, default=0) > 2) and 10 * unknown <= signs


def header_rows(cells: Iterable[Laid], rows: int) -> int:
    """How many rows name the columns: more than one where a name of the first row stands over others, beside names
    that stand over as many rows."""
    first = [cell for cell in cells if cell.row == 0]
    header = max(cell.last_row for cell in first) + 1
    over = any(cell.last_col > cell.col and cell.last_row < header - 1 for cell in first)
    return header if over and header <= 3 and header < rows else 1


def built(
    cells: Iterable[Laid], xs: Sequence[float], ys: Sequence[float], header: int, page: int, drawn: bool = True
) -> PageTable:
    """The table of cells that together cover the grid; boxes are those of the frame (`shown_on` turns them)."""
    rows, cols = len(ys) - 1, len(xs) - 1
    texts = [[""] * cols for _ in range(rows)]
    made: list[GridCell] = []
    places: list[tuple[int, Box]] = []
    for cell in sorted(cells, key=lambda c: (c.row, c.col)):
        texts[cell.row][cell.col] = cell.text
        runs = [Inlay("run", start, end, role="doubtful") for start, end in cell.doubts]
        parts = (Content(cell.text, runs),) if cell.text else ()
        row_span, col_span = cell.last_row - cell.row + 1, cell.last_col - cell.col + 1
        made.append(GridCell(cell.row, cell.col, row_span, col_span, parts))
        places.append((page, (xs[cell.col], ys[cell.row], xs[cell.last_col + 1], ys[cell.last_row + 1])))
    header = min(max(header, 1), max(rows - 1, 1))
    return PageTable(Grid(rows, cols, header, made), list(xs), list(ys), texts, places, drawn)
