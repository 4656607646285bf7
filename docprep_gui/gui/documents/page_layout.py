"""Where the blocks of a page stand. Only blocks that are asked for are laid out; the heights of others are estimates,
made exact as they are met. Heights count from the top of the page, in logical pixels."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from docprep_gui.domain.chunk import Chunk, Verdict
from docprep_gui.domain.document import Document, Span
from docprep_gui.gui import theme
from docprep_gui.gui.documents import table_columns
from docprep_gui.gui.documents.marks import PlaceMark
from docprep_gui.gui.documents.page_blocks import Block, Grid, GridCell
from docprep_gui.gui.documents.page_text import LaidText, Swap, pill, table_swaps
from docprep_gui.gui.documents.table_columns import Plan
from docprep_gui.gui.theme import tokens

_MARGIN = 34
_KEEP = 400
_CELL_X, _CELL_Y = 5, 3
_SIZES = {"title": 1.55, "note": 0.88, "caption": 0.92, "aside": 0.88, "rows": 0.94}
_HEADING_SIZES = {1: 1.12, 2: 1.05}


@dataclass(frozen=True, slots=True)
class PageContent:
    """What a page shows. `blocks` are those of the document; `marks` by chunk, in order; `masks`: (start, end,
    placeholder) in order of place."""

    document: Document
    blocks: tuple[Block, ...]
    chunks: tuple[Chunk, ...]
    verdicts: tuple[Verdict, ...]
    marks: Mapping[int, tuple[PlaceMark, ...]]
    masks: Sequence[tuple[int, int, str]]


@dataclass(slots=True)
class Piece:
    """A text of a laid-out block, at its place in the block; `frame`: of the cell that holds it."""

    x: float
    y: float
    text: LaidText
    cell: GridCell | None = None
    frame: QRectF | None = None


@dataclass(slots=True)
class Laid:
    pieces: list[Piece]
    height: float


class PageLayout:
    def __init__(self) -> None:
        self.content: PageContent | None = None
        self.blocks: tuple[Block, ...] = ()
        self.starts: list[int] = []
        self.zoom = 100
        self.show_masks = True
        self.width = 600.0
        self._rule: int | None = None
        self._mask_starts: list[int] = []
        self._heights: list[float] = []
        self._tops: list[float] = [0.0]
        self._stale = True
        self._plans: dict[int, Plan] = {}
        self.laid: dict[int, Laid] = {}

    def show(self, content: PageContent | None) -> None:
        """Another content; nothing is laid out until `fit`."""
        same = content is not None and self.content is not None and content.document is self.content.document
        self.content = content
        if not same:
            self.blocks = content.blocks if content is not None else ()
            self.starts = [block.span[0] for block in self.blocks]
            kinds = [block.kind for block in self.blocks]
            self._rule = kinds.index("rule") if "rule" in kinds else None
        self._mask_starts = [mask[0] for mask in content.masks] if content is not None else []

    def fit(self, width: float, zoom: int, show_masks: bool) -> None:
        """Forgets all layouts. `width`: of the page, in which its texts have room; tables may need more."""
        self.width, self.zoom, self.show_masks = width, zoom, show_masks
        self.laid.clear()
        self._plans.clear()
        self._heights = self._estimates()
        self._stale = True

    # --- sizes ------------------------------------------------------------------------------------------
    def z(self, size: float) -> float:
        """A size of the table at the zoom of the page."""
        return theme.px(size) * self.zoom / 100

    def margin(self) -> float:
        return min(self.z(_MARGIN), self.width * 0.09)

    def text_width(self) -> float:
        return max(80.0, self.width - 2 * self.margin())

    def extent(self) -> float:
        """The width of the page with its widest table, at least `width`."""
        room, em = self.text_width(), self._em("rows")
        widest = room
        for block in self.blocks:
            grid = block.grid
            # A table of few columns always fits; only others are measured ahead of their turn.
            if grid is not None and block.first and grid.cols * em * 2 > room * 0.3:
                widest = max(widest, self._plan(grid).edges[-1])
        return self.width + widest - room

    def _em(self, kind: str) -> float:
        return theme.font("page").pointSizeF() * 96 / 72 * _SIZES.get(kind, 1.0) * self.zoom / 100

    def _font(self, block: Block, bold: bool = False, scale: float = 1.0) -> QFont:
        strong = bold or block.kind in ("title", "heading")
        font = QFont(theme.font("code") if block.kind == "code" else theme.font("page", strong))
        factor = _SIZES.get(block.kind, 1.0)
        if block.kind == "heading":
            factor = _HEADING_SIZES.get(block.level, 1.0)
        font.setPointSizeF(font.pointSizeF() * factor * scale * self.zoom / 100)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)  # widths then scale with the size
        return font

    def _indent(self, block: Block) -> float:
        if block.kind in ("quote", "code"):
            return self.z(20)
        if block.kind == "list_item":
            return self.z(14) * max(0, min(block.level, 6) - 2)
        return 0.0

    def space_before(self, i: int) -> float:
        block = self.blocks[i]
        if i == 0:
            return self.z(26)
        match block.kind:
            case "title":
                return self.z(10)
            case "heading":
                return self.z(16 if block.level <= 1 else 8)
            case "rows":
                return self.z(12) if block.first else 0.0
            case "rule":
                return self.z(24)
            case _:
                before = self.blocks[i - 1].kind
                return self.z(12) if before in ("rows", "title") else self.z(2)

    def _estimates(self) -> list[float]:
        """About how high each block is."""
        if self.content is None:
            return []
        em = self.z(14)
        row, line, gap = em * 1.9, em * tokens.LINE_PAGE, self.z(4)
        per_line = max(8.0, self.text_width() / em) * (1 if self.content.document.source.language == "zh" else 2)
        return [block.n_rows * row if block.kind == "rows"
                else ceil((block.span[1] - block.span[0]) / per_line) * line + gap for block in self.blocks]

    # --- layout -----------------------------------------------------------------------------------------
    def tops(self) -> list[float]:
        """Where each block begins; one more for the end of the page."""
        if self._stale:
            self._tops = [0.0, *accumulate(self._heights)]
            self._stale = False
        return self._tops

    def lay(self, i: int) -> Laid:
        found = self.laid.get(i)
        if found is not None:
            return found
        block = self.blocks[i]
        before = self.space_before(i)
        if block.kind == "rows":
            laid = self._lay_rows(block, before)
        elif block.kind == "rule":
            laid = Laid([], before + self.z(30))
        else:
            laid = self._lay_text(block, before)
        if i == len(self.blocks) - 1:
            laid.height += self.z(40)
        self.laid[i] = laid
        if len(self.laid) > _KEEP:
            for far in sorted(self.laid, key=lambda j: -abs(j - i))[: _KEEP // 2]:
                del self.laid[far]
        if abs(laid.height - self._heights[i]) > 0.01:
            self._heights[i] = laid.height
            self._stale = True
        return laid

    def _swaps(self, span: Span, in_table: bool) -> list[Swap]:
        content = self.content
        assert content is not None
        swaps = table_swaps(content.document.text, span) if in_table else []
        if self.show_masks:
            at = max(0, bisect_right(self._mask_starts, span[0]) - 1)
            while at < len(content.masks) and content.masks[at][0] < span[1]:
                start, end, placeholder = content.masks[at]
                if end > span[0] and start >= span[0] and end <= span[1]:
                    swaps = [s for s in swaps if s.span[1] <= start or s.span[0] >= end]
                    swaps.append(pill((start, end), placeholder.strip("[]")))
                at += 1
            swaps.sort(key=lambda swap: swap.span)
        return swaps

    def _lay_text(self, block: Block, before: float) -> Laid:
        content = self.content
        assert content is not None
        align = Qt.AlignmentFlag.AlignJustify
        if block.kind in ("title", "caption"):
            align = Qt.AlignmentFlag.AlignHCenter
        elif block.kind in ("code", "heading", "aside"):
            align = Qt.AlignmentFlag.AlignLeft
        elif content.document.source.language != "zh" and self.text_width() < 34 * self._em(block.kind):
            align = Qt.AlignmentFlag.AlignLeft  # few words in a line: justified, they would stand too far apart
        indent = self._indent(block)
        swaps = self._swaps(block.span, False)
        if swaps and align == Qt.AlignmentFlag.AlignJustify:
            align = Qt.AlignmentFlag.AlignLeft  # a pill is not broken, which would tear the line before it apart
        text = LaidText(content.document.text, block.span, swaps, self._font(block), self.text_width() - indent, align,
                        theme.colour("mask"))
        after = self.z(10 if block.kind == "title" else 2)
        return Laid([Piece(indent, before, text)], before + text.height + after)

    def _plan(self, grid: Grid) -> Plan:
        found = self._plans.get(id(grid))
        if found is None:
            content = self.content
            assert content is not None
            plain, bold = (QFontMetricsF(self._font(Block("rows", (0, 0)), strong)) for strong in (False, True))
            text = content.document.text

            def measure(span: Span, header: bool) -> float:
                return (bold if header else plain).horizontalAdvance(text[span[0] : span[1]])

            found = self._plans[id(grid)] = table_columns.plan(
                grid.columns, grid.cols, self.text_width(), self._em("rows"), 2 * self.z(_CELL_X), measure)
        return found

    def _lay_rows(self, block: Block, before: float) -> Laid:
        content = self.content
        assert content is not None
        assert block.grid is not None
        text, plan = content.document.text, self._plan(block.grid)
        edges, scale = plan.edges, plan.scale
        pad_x, pad_y = self.z(_CELL_X) * scale, self.z(_CELL_Y) * scale
        font, bold = self._font(block, scale=scale), self._font(block, True, scale)
        heights = [font.pointSizeF() * 96 / 72 * tokens.LINE_PAGE + 2 * pad_y] * block.n_rows
        made: list[tuple[GridCell, LaidText, float, float]] = []
        last = len(edges) - 1
        for i, cell in enumerate(block.cells):
            x0 = edges[min(cell.col, last - 1)]
            x1 = edges[min(cell.col + cell.col_span, last)]
            laid = LaidText(text, cell.span, self._swaps(cell.span, True), bold if cell.header else font,
                            max(12.0, x1 - x0 - 2 * pad_x), _align(text, block.cells, i), theme.colour("mask"))
            made.append((cell, laid, x0, x1))
            if cell.row_span == 1:
                heights[cell.row] = max(heights[cell.row], laid.height + 2 * pad_y)
        for cell, laid, _, _ in made:
            if cell.row_span > 1:
                have = sum(heights[cell.row : cell.row + cell.row_span])
                missing = laid.height + 2 * pad_y - have
                if missing > 0:
                    heights[cell.row + cell.row_span - 1] += missing
        tops = [0.0, *accumulate(heights)]
        pieces = []
        for cell, laid, x0, x1 in made:
            y0, y1 = before + tops[cell.row], before + tops[min(cell.row + cell.row_span, block.n_rows)]
            y = y0 + max(pad_y, (y1 - y0 - laid.height) / 2)
            pieces.append(Piece(x0 + pad_x, y, laid, cell, QRectF(x0, y0, x1 - x0, y1 - y0)))
        return Laid(pieces, before + tops[-1] + (self.z(4) if block.last else 0.0))

    # --- places -----------------------------------------------------------------------------------------
    def block_at(self, y: float) -> int:
        """The block at a height."""
        return min(max(bisect_right(self.tops(), y) - 1, 0), len(self.blocks) - 1)

    def block_of(self, offset: int) -> int:
        return min(max(bisect_right(self.starts, offset) - 1, 0), len(self.blocks) - 1)

    def y_of(self, offset: int) -> float:
        """Height of the line that holds the offset."""
        if not self.blocks:
            return 0.0
        i = self.block_of(offset)
        block = self.blocks[i]
        top = self.tops()[i]
        if offset <= block.span[0]:
            return top
        laid = self.laid.get(i)
        if laid is None or offset >= block.span[1]:
            return top if offset < block.span[1] else self.tops()[i + 1]
        for piece in laid.pieces:
            if piece.text.span[0] <= offset < piece.text.span[1]:
                return top + piece.y + piece.text.line_top(offset)
        return top

    def x_of(self, offset: int) -> float:
        """How far from the left of the text the offset stands."""
        for piece in self.lay(self.block_of(offset)).pieces:
            if piece.text.span[0] <= offset < piece.text.span[1]:
                rects = piece.text.rects((offset, offset + 1))
                return piece.x + (rects[0].left() if rects else 0.0)
        return 0.0

    def chunk_top(self, i: int) -> float:
        """Where chunk `i` begins; past the last one, where the body ends."""
        content = self.content
        assert content is not None
        if i >= len(content.chunks):
            return self.tops()[self._rule] if self._rule is not None else self.tops()[-1] - self.z(30)
        if i == 0:
            return 8.0
        return self.y_of(_first_ink(content.document.text, content.chunks[i].core)) + self.z(2)

    def offset_at(self, point: QPointF) -> int:
        """The offset nearest to a point, counted from the left of the text and the top of the page."""
        i = self.block_at(point.y())
        pieces = self.lay(i).pieces
        inner = QPointF(point.x(), point.y() - self.tops()[i])
        if not pieces:
            return self.blocks[i].span[0]
        for piece in pieces:
            if piece.frame is not None and piece.frame.contains(inner):
                return piece.text.offset_at(inner - QPointF(piece.x, piece.y))
        nearest = min(pieces, key=lambda p: abs(inner.y() - p.y) + abs(inner.x() - p.x))
        return nearest.text.offset_at(inner - QPointF(nearest.x, nearest.y))


def _first_ink(text: str, span: Span) -> int:
    """The first offset of a span that shows something."""
    for offset in range(span[0], min(span[1], span[0] + 200)):
        if text[offset] not in " \n\t":
            return offset
    return span[0]


def _align(text: str, cells: Sequence[GridCell], i: int) -> Qt.AlignmentFlag:
    """Headers and short names beside several rows in the middle, figures at the right; so is the name of a sum."""
    cell = cells[i]
    said = text[cell.span[0] : cell.span[1]]
    if cell.header or (cell.row_span > 1 and len(said) < 12):
        return Qt.AlignmentFlag.AlignHCenter
    if _is_figure(said):
        return Qt.AlignmentFlag.AlignRight
    after = cells[i + 1] if i + 1 < len(cells) else None
    if (cell.col_span > 1 and len(said) < 12 and after is not None and after.row == cell.row
            and _is_figure(text[after.span[0] : after.span[1]])):
        return Qt.AlignmentFlag.AlignRight
    return Qt.AlignmentFlag.AlignLeft


def _is_figure(text: str) -> bool:
    """An amount or a number, to be set at the right of its column."""
    bare = text.strip().lstrip("¥￥$€+-−（(").rstrip("%％元）)").strip()
    return bool(bare) and len(bare) > 2 and all(c.isdigit() or c in ",. " for c in bare)
