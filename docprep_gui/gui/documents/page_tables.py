"""How the tables of a page are laid out: their columns planned, the texts of their cells at their places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF

from docprep_gui.domain.document import Shown, Span
from docprep_gui.gui import theme
from docprep_gui.gui.documents import cell_align, table_columns
from docprep_gui.gui.documents.grids import Grid, GridCell
from docprep_gui.gui.documents.page_blocks import Block
from docprep_gui.gui.documents.page_nested import Nested, nested
from docprep_gui.gui.documents.page_pieces import Laid, Piece, move
from docprep_gui.gui.documents.page_sizes import PageSizes
from docprep_gui.gui.documents.page_spans import Spans
from docprep_gui.gui.documents.page_text import LaidText
from docprep_gui.gui.documents.table_columns import Plan
from docprep_gui.gui.theme import tokens

CELL_X, CELL_Y = 5, 3
"""Between the edges of a cell and its text."""
UNDER_TABLE = 4


class TableLayout:
    """Lays out the tables of a page with these sizes. Nothing is laid out before `fit`."""

    def __init__(self, sizes: PageSizes) -> None:
        self._sizes = sizes
        self._spans: Spans | None = None
        self._plans: dict[int, Plan] = {}
        self._measured_in = ""
        self._metrics: dict[bool, QFontMetricsF] = {}
        self._widths: dict[tuple[Span, bool], float] = {}

    def forget(self) -> None:
        """The texts are others: what was measured of them does not hold."""
        self._widths.clear()

    def fit(self, spans: Spans | None) -> None:
        """The sizes are others: plans the columns anew, and measures anew where the type is another."""
        self._spans = spans
        self._plans.clear()
        type_now = theme.font(self._sizes.serif()).toString()
        if type_now != self._measured_in:
            self._measured_in = type_now
            self._metrics.clear()
            self._widths.clear()

    def lay(self, block: Block, before: float, room: float = 0.0) -> Laid:
        """Some rows of a table, `before` below the top of their block. `room`: for a table in the cell of another, the
        width of that."""
        grid = block.grid
        assert grid is not None
        plan = self._plan(grid, room)
        edges, last = plan.edges, len(plan.edges) - 1
        pad_x, pad_y = self._sizes.z(CELL_X) * plan.scale, self._sizes.z(CELL_Y) * plan.scale
        cells = block.cells
        fixed = grid.even and block.row >= grid.heads
        line = self._sizes.font(block, scale=plan.scale).pointSizeF() * 96 / 72 * tokens.LINE_PAGE
        heights = [self._sizes.even if fixed else line + 2 * pad_y] * block.n_rows
        made: list[tuple[GridCell, LaidText | Nested | Callable[[], LaidText], float, float]] = []
        lay = self._cell_maker(block, plan, cells)
        for i, cell in enumerate(cells):
            x0, x1 = edges[min(cell.col, last - 1)], edges[min(cell.col + cell.col_span, last)]
            inner = max(12.0, x1 - x0 - 2 * pad_x)
            if fixed or cell.left:
                made.append((cell, partial(lay, i, inner, False), x0, x1))
                continue
            more = grid.inside(cell.span), grid.pictures(cell.span)
            laid = self._lay_nested(block, plan, cell, *more, inner) if any(more) else lay(i, inner, True)
            made.append((cell, laid, x0, x1))
            if cell.row_span == 1:
                heights[cell.row] = max(heights[cell.row], laid.height + 2 * pad_y)
        for cell, text, _, _ in made:
            if cell.row_span > 1 and isinstance(text, LaidText | Nested):
                missing = text.height + 2 * pad_y - sum(heights[cell.row : cell.row + cell.row_span])
                if missing > 0:
                    heights[cell.row + cell.row_span - 1] += missing
        tops = [0.0, *accumulate(heights)]
        pieces: list[Piece] = []
        pictures: list[tuple[QRectF, Shown]] = []
        for cell, text, x0, x1 in made:
            y0, y1 = before + tops[cell.row], before + tops[min(cell.row + cell.row_span, block.n_rows)]
            high = text.height if isinstance(text, LaidText | Nested) else heights[0] - 2 * pad_y if fixed else line
            y = y0 + (max(pad_y, (y1 - y0 - high) / 2) if grid.ruled else pad_y)
            x = x0 + (pad_x if grid.ruled else 0.0)
            if isinstance(text, Nested):
                move(text, x, y)
                pictures += text.pictures
                pieces += text.pieces  # before the cell around them, so that a point in them is theirs
                text = text.first
            pieces.append(Piece(x, y, text, cell, QRectF(x0, y0, x1 - x0, y1 - y0), ruled=grid.ruled))
        under = self._sizes.z(UNDER_TABLE) if block.last else 0.0
        laid_rows = Laid(pieces, before + tops[-1] + under, [before + top for top in tops],
                         pictures=pictures)
        if grid.letters:
            laid_rows.blanks = [QRectF(edges[col], before + tops[row], edges[col + 1] - edges[col], heights[row])
                                for row, col in grid.blanks(cells, block.n_rows)]
            laid_rows.left = [QRectF(edges[col], before, edges[col + 1] - edges[col], tops[-1]) for col in grid.left
                              if len(grid.left) < grid.cols]
            heads = min(max(grid.heads - block.row, 0), block.n_rows)
            if heads:
                laid_rows.header = QRectF(0, before, edges[-1], tops[heads])
        return laid_rows

    def edges(self, grid: Grid) -> tuple[float, ...]:
        """Where its columns begin, from the left of the text, and where the last ends."""
        return self._plan(grid).edges

    def _lay_inner(self, grid: Grid, room: float) -> Laid:
        """A table in a cell."""
        span = grid.starts[0], grid.starts[-1]
        block = Block("rows", span, grid=grid, n_rows=grid.rows, first=True, last=True)
        return self.lay(block, self._sizes.z(2), room)

    def _lay_nested(self, block: Block, plan: Plan, cell: GridCell, tables: Sequence[Grid], shown: Sequence[Shown],
                    width: float) -> Nested:
        """A cell with tables and pictures in it."""
        sizes = self._sizes
        assert sizes.content is not None
        return nested(sizes.content.document.text, cell.span, tables, shown, sizes.pixels_per_point(), width,
                      lambda span: self._cell_maker(block, plan, [replace(cell, span=span)])(0, width, True),
                      lambda grid: self._lay_inner(grid, width),
                      lambda y, text, frame: Piece(0.0, y, text, None, frame))

    def _cell_maker(self, block: Block, plan: Plan,
                    cells: Sequence[GridCell]) -> Callable[[int, float, bool], LaidText]:
        content, spans, grid = self._sizes.content, self._spans, block.grid
        assert content is not None
        assert spans is not None
        assert grid is not None
        text, looks, sheet = content.document.text, content.shape.looks, bool(grid.letters)
        said = not sheet and looks.says_in((grid.starts[0], grid.starts[-1]))
        font, bold = self._sizes.font(block, scale=plan.scale), self._sizes.font(block, True, plan.scale)

        def lay(i: int, width: float, wrap: bool) -> LaidText:
            cell = cells[i]
            if said:
                align = cell_align.said(looks, cell)
            else:
                align = cell_align.in_sheet(text, cell) if sheet else cell_align.in_text(text, cells, i)
            return spans.lay(cell.span, spans.swaps(cell.span, in_table=True), bold if cell.header else font, width,
                             align, wrap=wrap)

        return lay

    def _plan(self, grid: Grid, room: float = 0.0) -> Plan:
        found = self._plans.get(id(grid))
        if found is None:
            measure = self._measure
            em, pad = self._sizes.em("rows"), 2 * self._sizes.z(CELL_X)
            if grid.letters:
                found = table_columns.natural(grid.columns, grid.cols, em, pad, measure, 18 if grid.even else 24)
            else:
                room = room or self._sizes.text_width()
                found = (table_columns.as_told(grid.columns, grid.widths, room, em, pad, measure)
                         or table_columns.plan(grid.columns, grid.cols, room, em, pad, measure))
            self._plans[id(grid)] = found
        return found

    def _measure(self, span: Span, header: bool) -> float:
        """Width of a text of a table. It is measured once, since widths without hinting grow as the zoom does."""
        found = self._widths.get((span, header))
        if found is None:
            content, zoom = self._sizes.content, self._sizes.zoom
            assert content is not None
            assert self._spans is not None
            key, header = (span, header), header or self._spans.is_bold(span)
            if header not in self._metrics:
                self._metrics[header] = QFontMetricsF(self._sizes.font(Block("rows", (0, 0)), header, 100 / zoom))
            found = self._metrics[header].horizontalAdvance(content.document.text[span[0] : span[1]])
            self._widths[key] = found
        return found * self._sizes.zoom / 100
