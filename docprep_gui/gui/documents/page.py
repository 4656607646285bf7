"""The page: a document as flowing text, with its chunks in the margin and its hits marked in it.

Only blocks that are seen are laid out; the heights of others are estimates, and the block at the top stays where it
is while they are made exact. Colours are asked for at each painting.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from docprep_gui.domain.chunk import Chunk, Verdict
from docprep_gui.domain.document import Document, Span
from docprep_gui.gui import theme
from docprep_gui.gui.documents.index import DocumentIndex
from docprep_gui.gui.documents.marks import PlaceMark
from docprep_gui.gui.documents.page_blocks import Block, GridCell
from docprep_gui.gui.documents.page_text import LaidText, Swap, pill, table_swaps
from docprep_gui.gui.theme import icons, tokens
from docprep_gui.gui.widgets import paint

translate = QCoreApplication.translate

ZOOMS = (50, 75, 90, 100, 110, 125, 150, 175, 200, 250, 300)
_TOP = 14
_BAND, _BAND_GAP = 26, 18
_MARGIN = 34
_PAGE_MAX = 720
_KEEP = 400
_BOUNDARY_HIT = 4


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
class _Piece:
    """A text of a laid-out block, at its place in the block."""

    x: float
    y: float
    text: LaidText
    cell: GridCell | None = None
    frame: QRectF | None = None


@dataclass(slots=True)
class _Laid:
    pieces: list[_Piece]
    height: float


class PageView(QAbstractScrollArea):
    """Selecting a chunk or a mark by mouse is told by `chunk_chosen` and `mark_chosen`; the owner answers by
    `select`."""

    chunk_chosen = Signal(int)
    mark_chosen = Signal(int, int, int)
    zoom_changed = Signal(int)
    selection_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self._content: PageContent | None = None
        self._blocks: tuple[Block, ...] = ()
        self._starts: list[int] = []
        self._heights: list[float] = []
        self._tops: list[float] = [0.0]
        self._stale = True
        self._laid: dict[int, _Laid] = {}
        self._index: DocumentIndex | None = None
        self._all_marks: list[PlaceMark] = []
        self._mark_starts: list[int] = []
        self._mask_starts: list[int] = []
        self.zoom = 100
        self.show_chunks = True
        self.show_hits = True
        self.show_masks = True
        self.selected_chunk: int | None = None
        self.selected_span: Span | None = None
        self.cited: Span | None = None
        self._found: list[Span] = []
        self._found_at = -1
        self._selection: tuple[int, int] | None = None
        self._pressed: QPointF | None = None
        self._hover_boundary: int | None = None
        self._fixing = False
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        QTimer.singleShot(0, self, self._warm)

    def _warm(self) -> None:
        """Loads the page's typefaces before the first page needs them, which takes as long as a page."""
        for bold in (False, True):
            LaidText("合同 Contract", (0, 11), (), theme.font("page", bold), 400, Qt.AlignmentFlag.AlignLeft,
                     theme.colour("mask"))

    # --- content ----------------------------------------------------------------------------------------
    @property
    def content(self) -> PageContent | None:
        return self._content

    def show_content(self, content: PageContent | None) -> None:
        """Another document, or the same one judged anew; then the place on the page stays."""
        before = self._content
        self._content = content
        same = before is not None and content is not None and before.document is content.document
        if content is None:
            self._blocks, self._index = (), None
        elif not same:
            self._blocks = content.blocks
        if content is not None and not (same and before is not None and before.chunks is content.chunks):
            self._index = DocumentIndex(content.document, content.chunks)
        self._starts = [block.span[0] for block in self._blocks]
        self._all_marks = []
        if content is not None:
            marks = [mark for group in content.marks.values() for mark in group]
            self._all_marks = sorted(marks, key=lambda mark: mark.span)
            self.setAccessibleName(translate("Page", "Page of {name}").format(name=content.document.source.name))
        self._mark_starts = [mark.span[0] for mark in self._all_marks]
        self._mask_starts = [mask[0] for mask in content.masks] if content else []
        if not same:
            self._selection = None
            self._found = []
            self.selected_chunk = self.selected_span = self.cited = None
            self._relay(keep=False)
            self.verticalScrollBar().setValue(0)
        else:
            self._relay(keep=True)

    def _relay(self, keep: bool) -> None:
        """Forgets all layouts: width, type or content is new."""
        anchor = self._anchor() if keep else None
        self._laid.clear()
        self._heights = self._estimates()
        self._stale = True
        self._settle(anchor)
        self.viewport().update()

    # --- sizes ------------------------------------------------------------------------------------------
    def _z(self, size: float) -> float:
        return theme.px(size) * self.zoom / 100

    def _page_rect(self) -> tuple[float, float]:
        """(left, width) of the page in the viewport."""
        bands = theme.px(_BAND + _BAND_GAP + 8) if self.show_chunks else theme.px(16)
        room = self.viewport().width() - bands - theme.px(10)
        width = min(room, max(theme.px(_PAGE_MAX), self._z(_PAGE_MAX)))
        left = bands + max(0.0, (room - width) / 2)
        return round(left), round(width)

    def _margin(self) -> float:
        return min(self._z(_MARGIN), self._page_rect()[1] * 0.09)

    def _text_width(self) -> float:
        return max(80.0, self._page_rect()[1] - 2 * self._margin())

    def _font(self, block: Block, bold: bool = False) -> QFont:
        strong = bold or block.kind in ("title", "heading")
        font = QFont(theme.font("code") if block.kind == "code" else theme.font("page", strong))
        factor = {"title": 1.55, "note": 0.88, "caption": 0.92, "aside": 0.88, "rows": 0.94}.get(block.kind, 1.0)
        if block.kind == "heading":
            factor = {1: 1.12, 2: 1.05}.get(block.level, 1.0)
        font.setPointSizeF(font.pointSizeF() * factor * self.zoom / 100)
        return font

    def _indent(self, block: Block) -> float:
        if block.kind in ("quote", "code"):
            return self._z(20)
        if block.kind == "list_item":
            return self._z(14) * max(0, min(block.level, 6) - 2)
        return 0.0

    def _space_before(self, i: int) -> float:
        block = self._blocks[i]
        if i == 0:
            return self._z(26)
        match block.kind:
            case "title":
                return self._z(10)
            case "heading":
                return self._z(16 if block.level <= 1 else 8)
            case "rows":
                return self._z(12) if block.first else 0.0
            case "rule":
                return self._z(24)
            case _:
                before = self._blocks[i - 1].kind
                return self._z(12) if before in ("rows", "title") else self._z(2)

    def _estimates(self) -> list[float]:
        """About how high each block is."""
        content = self._content
        if content is None:
            return []
        em = self._z(14)
        row, line, gap = em * 1.9, em * tokens.LINE_PAGE, self._z(4)
        per_line = max(8.0, self._text_width() / em) * (1 if content.document.source.language == "zh" else 2)
        return [block.n_rows * row if block.kind == "rows"
                else ceil((block.span[1] - block.span[0]) / per_line) * line + gap for block in self._blocks]

    # --- layout -----------------------------------------------------------------------------------------
    def _places(self) -> list[float]:
        if self._stale:
            self._tops = [0.0, *accumulate(self._heights)]
            self._stale = False
        return self._tops

    def _swaps(self, span: Span, in_table: bool) -> list[Swap]:
        content = self._content
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

    def _lay(self, i: int) -> _Laid:
        found = self._laid.get(i)
        if found is not None:
            return found
        block = self._blocks[i]
        before = self._space_before(i)
        if block.kind == "rows":
            laid = self._lay_rows(block, before)
        elif block.kind == "rule":
            laid = _Laid([], before + self._z(30))
        else:
            laid = self._lay_text(block, before)
        if i == len(self._blocks) - 1:
            laid.height += self._z(40)
        self._laid[i] = laid
        if len(self._laid) > _KEEP:
            for far in sorted(self._laid, key=lambda j: -abs(j - i))[: _KEEP // 2]:
                del self._laid[far]
        if abs(laid.height - self._heights[i]) > 0.01:
            self._heights[i] = laid.height
            self._stale = True
        return laid

    def _lay_text(self, block: Block, before: float) -> _Laid:
        content = self._content
        assert content is not None
        align = Qt.AlignmentFlag.AlignJustify
        if block.kind in ("title", "caption"):
            align = Qt.AlignmentFlag.AlignHCenter
        elif block.kind in ("code", "heading", "aside"):
            align = Qt.AlignmentFlag.AlignLeft
        indent = self._indent(block)
        swaps = self._swaps(block.span, False)
        if swaps and align == Qt.AlignmentFlag.AlignJustify:
            align = Qt.AlignmentFlag.AlignLeft  # a pill is not broken, which would tear the line before it apart
        text = LaidText(content.document.text, block.span, swaps, self._font(block), self._text_width() - indent, align,
                        theme.colour("mask"))
        after = self._z(10 if block.kind == "title" else 2)
        return _Laid([_Piece(indent, before, text)], before + text.height + after)

    def _lay_rows(self, block: Block, before: float) -> _Laid:
        content = self._content
        assert content is not None
        assert block.grid is not None
        width = self._text_width()
        edges = [0.0, *accumulate(share * width for share in block.grid.widths)]
        pad_x, pad_y = self._z(7), self._z(3)
        font, bold = self._font(block), self._font(block, bold=True)
        heights = [font.pointSizeF() * 96 / 72 * tokens.LINE_PAGE + 2 * pad_y] * block.n_rows
        made: list[tuple[GridCell, LaidText, float, float]] = []
        last = len(edges) - 1
        for cell in block.cells:
            x0 = edges[min(cell.col, last - 1)]
            x1 = edges[min(cell.col + cell.col_span, last)]
            said = content.document.text[cell.span[0] : cell.span[1]]
            align = Qt.AlignmentFlag.AlignLeft
            if cell.header or (cell.row_span > 1 and len(said) < 12):
                align = Qt.AlignmentFlag.AlignHCenter
            elif _is_figure(said):
                align = Qt.AlignmentFlag.AlignRight
            text = LaidText(content.document.text, cell.span, self._swaps(cell.span, True),
                            bold if cell.header else font, max(12.0, x1 - x0 - 2 * pad_x), align,
                            theme.colour("mask"))
            made.append((cell, text, x0, x1))
            if cell.row_span == 1:
                heights[cell.row] = max(heights[cell.row], text.height + 2 * pad_y)
        for cell, text, _, _ in made:
            if cell.row_span > 1:
                have = sum(heights[cell.row : cell.row + cell.row_span])
                missing = text.height + 2 * pad_y - have
                if missing > 0:
                    heights[cell.row + cell.row_span - 1] += missing
        tops = [0.0, *accumulate(heights)]
        pieces = []
        for cell, text, x0, x1 in made:
            y0, y1 = before + tops[cell.row], before + tops[min(cell.row + cell.row_span, block.n_rows)]
            y = y0 + max(pad_y, (y1 - y0 - text.height) / 2)
            pieces.append(_Piece(x0 + pad_x, y, text, cell, QRectF(x0, y0, x1 - x0, y1 - y0)))
        return _Laid(pieces, before + tops[-1] + (self._z(4) if block.last else 0.0))

    def _anchor(self) -> tuple[int, float] | None:
        """(offset in the document, pixels below its block's top) of what stands at the top of the view."""
        if not self._blocks:
            return None
        value = self.verticalScrollBar().value()
        i = self._block_at(value - theme.px(_TOP))
        return self._starts[i], value - theme.px(_TOP) - self._places()[i]

    def _block_at(self, y: float) -> int:
        """The block at a height from the top of the page."""
        return min(max(bisect_right(self._places(), y) - 1, 0), len(self._blocks) - 1)

    def _settle(self, anchor: tuple[int, float] | None) -> None:
        """Lays out what is seen and keeps the anchor in its place."""
        if not self._blocks or self._fixing:
            self.verticalScrollBar().setRange(0, 0)
            return
        self._fixing = True
        bar = self.verticalScrollBar()
        view = self.viewport().height()
        if anchor is None:
            top, below = self._block_at(bar.value() - theme.px(_TOP)), 0.0
            below = bar.value() - theme.px(_TOP) - self._places()[top]
        else:
            top, below = max(0, bisect_right(self._starts, anchor[0]) - 1), anchor[1]
        seen, i = -below, top
        while i < len(self._blocks) and seen < view + 40:
            seen += self._lay(i).height
            i += 1
        total = self._places()[-1] + theme.px(_TOP) * 2
        bar.setRange(0, max(0, ceil(total - view)))
        bar.setPageStep(view)
        bar.setSingleStep(theme.px(24))
        bar.setValue(round(self._places()[top] + below + theme.px(_TOP)))
        self._fixing = False

    def _scrolled(self) -> None:
        if not self._fixing:
            self._settle(None)
            self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._relay(keep=True)
        else:
            self._settle(None)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_theme_change(event):
            self._relay(keep=True)

    # --- places -----------------------------------------------------------------------------------------
    def _block_of(self, offset: int) -> int:
        return min(max(bisect_right(self._starts, offset) - 1, 0), len(self._blocks) - 1)

    def y_of(self, offset: int) -> float:
        """Height of the line that holds the offset, from the top of the page."""
        if not self._blocks:
            return 0.0
        i = self._block_of(offset)
        block = self._blocks[i]
        top = self._places()[i]
        if offset <= block.span[0]:
            return top
        laid = self._laid.get(i)
        if laid is None or offset >= block.span[1]:
            return top if offset < block.span[1] else self._places()[i + 1]
        for piece in laid.pieces:
            if piece.text.span[0] <= offset < piece.text.span[1]:
                return top + piece.y + piece.text.line_top(offset)
        return top

    def reveal(self, span: Span, centre: bool = False) -> None:
        """Scrolls as little as needed until the span is seen."""
        if not self._blocks:
            return
        i = self._block_of(span[0])
        self._lay(i)
        y = self.y_of(span[0]) + theme.px(_TOP)
        bar, view = self.verticalScrollBar(), self.viewport().height()
        bar.setMaximum(max(bar.maximum(), ceil(self._places()[-1] + 2 * theme.px(_TOP) - view)))
        margin = theme.px(60)
        if not bar.value() + theme.px(4) <= y <= bar.value() + view - margin:
            bar.setValue(round(y - (view / 3 if centre else margin)))
            # The layout above may have been an estimate: once more, now that it is exact.
            bar.setValue(round(self.y_of(span[0]) + theme.px(_TOP) - (view / 3 if centre else margin)))
        self.viewport().update()

    def select(self, chunk: int | None, span: Span | None = None, reveal: bool = True) -> None:
        """Lights a chunk, and a mark in it."""
        self.selected_chunk, self.selected_span, self.cited = chunk, span, None
        content = self._content
        if content is not None and chunk is not None:
            verdict_name = translate("Page", "Chunk {n} of {total}").format(n=chunk + 1, total=len(content.chunks))
            self.setAccessibleDescription(verdict_name)
            if reveal:
                self.reveal(span or content.chunks[chunk].core, centre=span is not None)
        self.viewport().update()

    def cite(self, span: Span) -> None:
        """Lights a span that something rests on, whether or not it is a mark."""
        self.selected_chunk = self.selected_span = None
        self.cited = span
        self.reveal(span, centre=True)
        self.viewport().update()

    def offset_at(self, point: QPointF) -> int | None:
        """The offset under a point of the viewport; None beside the page."""
        left, width = self._page_rect()
        if not self._blocks or not left <= point.x() <= left + width:
            return None
        y = point.y() + self.verticalScrollBar().value() - theme.px(_TOP)
        i = self._block_at(y)
        laid = self._lay(i)
        inner = QPointF(point.x() - left - self._margin(), y - self._places()[i])
        pieces = laid.pieces
        if not pieces:
            return self._blocks[i].span[0]
        for piece in pieces:
            if piece.frame is not None and piece.frame.contains(inner):
                return piece.text.offset_at(inner - QPointF(piece.x, piece.y))
        nearest = min(pieces, key=lambda p: abs(inner.y() - p.y) + abs(inner.x() - p.x))
        return nearest.text.offset_at(inner - QPointF(nearest.x, nearest.y))

    def _mark_at(self, offset: int) -> PlaceMark | None:
        at = bisect_right(self._mark_starts, offset) - 1
        for mark in reversed(self._all_marks[max(0, at - 4) : at + 1]):
            if mark.span[0] <= offset < mark.span[1]:
                return mark
        return None

    # --- text selection and search ----------------------------------------------------------------------
    def selected_text(self) -> str:
        if self._selection is None or self._content is None:
            return ""
        return self._content.document.text[min(self._selection) : max(self._selection)]

    def selection(self) -> Span | None:
        """What is marked with the mouse, in code points of the document."""
        return (min(self._selection), max(self._selection)) if self._selection else None

    def set_selection(self, span: Span | None) -> None:
        self._selection = span
        self.selection_changed.emit()
        self.viewport().update()

    def copy(self) -> None:
        text = self.selected_text()
        if text:
            QGuiApplication.clipboard().setText(text)

    def set_found(self, spans: list[Span], at: int) -> None:
        """Places that a search found; the one at `at` is shown."""
        self._found, self._found_at = spans, at
        if 0 <= at < len(spans):
            self.reveal(spans[at], centre=True)
        self.viewport().update()

    def set_zoom(self, percent: int) -> None:
        percent = min(max(percent, ZOOMS[0]), ZOOMS[-1])
        if percent != self.zoom:
            self.zoom = percent
            self._relay(keep=True)
            self.zoom_changed.emit(percent)

    def step_zoom(self, step: int) -> None:
        at = bisect_left(ZOOMS, self.zoom)
        if step < 0 or (at < len(ZOOMS) and ZOOMS[at] == self.zoom):
            at += step
        self.set_zoom(ZOOMS[min(max(at, 0), len(ZOOMS) - 1)])

    def set_shown(self, *, chunks: bool | None = None, hits: bool | None = None, masks: bool | None = None) -> None:
        """What is drawn over the text."""
        self.show_chunks = self.show_chunks if chunks is None else chunks
        self.show_hits = self.show_hits if hits is None else hits
        self.show_masks = self.show_masks if masks is None else masks
        self._relay(keep=True)

    # --- mouse and keyboard -----------------------------------------------------------------------------
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed = event.position()
        offset = self.offset_at(event.position())
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._selection and offset is not None:
            self.set_selection((self._selection[0], offset))
        else:
            self._selection = (offset, offset) if offset is not None else None
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None and self._selection is not None:
            offset = self.offset_at(event.position())
            if offset is not None and (event.position() - self._pressed).manhattanLength() > 3:
                self._selection = (self._selection[0], offset)
                self.viewport().update()
            return
        boundary = self._boundary_at(event.position())
        if boundary != self._hover_boundary:
            self._hover_boundary = boundary
            self.viewport().update()
        left, width = self._page_rect()
        on_page = left <= event.position().x() <= left + width
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor if on_page else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return
        self._pressed = None
        if self._selection is not None and self._selection[0] != self._selection[1]:
            self.selection_changed.emit()
            return
        self._selection = None
        self.selection_changed.emit()
        self._click(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        offset = self.offset_at(event.position())
        if offset is None or self._content is None:
            return
        text = self._content.document.text
        start = end = offset
        while start > 0 and text[start - 1].isalnum() == text[offset : offset + 1].isalnum() and text[start - 1] > " ":
            start -= 1
            if offset - start > 40:
                break
        while end < len(text) and text[end].isalnum() and end - offset < 40:
            end += 1
        self.set_selection((start, max(end, start + 1)))

    def leaveEvent(self, event: QEvent) -> None:
        if self._hover_boundary is not None:
            self._hover_boundary = None
            self.viewport().update()

    def _click(self, point: QPointF) -> None:
        offset = self.offset_at(point)
        if offset is None:
            y = point.y() + self.verticalScrollBar().value() - theme.px(_TOP)
            chunk = next((i for i in range(len(self._content.chunks) if self._content else 0)
                          if self._chunk_top(i) <= y < self._chunk_top(i + 1)), None)
        else:
            mark = self._mark_at(offset)
            chunk = self._index.chunk_at(offset) if self._index else None
            if mark is not None and chunk is not None:
                self.mark_chosen.emit(chunk, *mark.span)
                return
        if chunk is not None:
            self.chunk_chosen.emit(chunk)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.step_zoom(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
            return
        super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        moves = {
            Qt.Key.Key_Down: bar.singleStep(), Qt.Key.Key_Up: -bar.singleStep(),
            Qt.Key.Key_PageDown: bar.pageStep() - 40, Qt.Key.Key_PageUp: -bar.pageStep() + 40,
            Qt.Key.Key_Space: bar.pageStep() - 40, Qt.Key.Key_Home: -bar.maximum(), Qt.Key.Key_End: bar.maximum(),
        }
        key = Qt.Key(event.key())
        if key in moves and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            bar.setValue(bar.value() + moves[key])
        elif key == Qt.Key.Key_A and event.modifiers() & Qt.KeyboardModifier.ControlModifier and self._content:
            self.set_selection((0, self._content.document.source.body[1]))
        elif key == Qt.Key.Key_Escape and self._selection:
            self.set_selection(None)
        else:
            super().keyPressEvent(event)

    # --- painting ---------------------------------------------------------------------------------------
    def _chunk_top(self, i: int) -> float:
        """Where chunk `i` begins on the page; past the last one, where the body ends."""
        content = self._content
        assert content is not None
        if i >= len(content.chunks):
            rule = next((n for n in range(len(self._blocks) - 1, -1, -1) if self._blocks[n].kind == "rule"), None)
            return self._places()[rule] if rule is not None else self._places()[-1] - self._z(30)
        core = content.chunks[i].core
        if i == 0:
            return 8.0
        return self.y_of(_first_ink(content.document.text, core)) + self._z(2)

    def _boundary_at(self, point: QPointF) -> int | None:
        """The chunk below the boundary under the pointer."""
        content = self._content
        if content is None or not self.show_chunks or len(content.chunks) < 2:
            return None
        y = point.y() + self.verticalScrollBar().value() - theme.px(_TOP)
        first = self._first_seen_chunk()
        for i in range(max(1, first), len(content.chunks)):
            top = self._chunk_top(i)
            if abs(top - y) <= _BOUNDARY_HIT:
                return i
            if top > y + 20:
                break
        return None

    def _first_seen_chunk(self) -> int:
        i = self._block_at(self.verticalScrollBar().value() - theme.px(_TOP))
        found = self._index.chunk_at(self._starts[i]) if self._index and self._blocks else None
        return max(0, (found or 0) - 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme.colour("desk"))
        content = self._content
        if content is None or not self._blocks:
            return
        left, width = self._page_rect()
        scroll = self.verticalScrollBar().value() - theme.px(_TOP)
        view = self.viewport().height()
        places = self._places()
        page = QRectF(left + 0.5, -scroll + 0.5, width - 1, places[-1])
        painter.setPen(QPen(theme.colour("edge"), 1))
        painter.setBrush(theme.colour("page"))
        painter.drawRect(page)
        first = self._block_at(scroll)
        last = self._block_at(scroll + view)
        for i in range(first, last + 1):
            self._lay(i)
        places = self._places()
        if self.selected_chunk is not None and self.show_chunks and self.selected_chunk < len(content.chunks):
            top, bottom = self._chunk_top(self.selected_chunk), self._chunk_top(self.selected_chunk + 1)
            painter.fillRect(QRectF(left + 1, top - scroll, width - 2, bottom - top), theme.colour("accent_soft"))
        for i in range(first, last + 1):
            self._paint_block(painter, i, left + self._margin(), places[i] - scroll)
        if self.show_chunks:
            self._paint_bands(painter, left, scroll, view)
            if self._hover_boundary is not None:
                self._paint_boundary(painter, self._hover_boundary, left, width, scroll)
        if self.hasFocus() and self.property("keyboard"):
            painter.setPen(QPen(theme.colour("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))

    def _paint_block(self, painter: QPainter, i: int, x: float, y: float) -> None:
        block, laid = self._blocks[i], self._laid[i]
        if block.kind == "rule":
            self._paint_rule(painter, x, y + self._space_before(i))
            return
        if block.kind == "rows":
            self._paint_grid(painter, laid, x, y)
        role = "muted" if block.kind == "aside" or block.hidden else "page_text"
        for piece in laid.pieces:
            at = QPointF(x + piece.x, y + piece.y)
            self._paint_marks(painter, piece.text, at)
            selected = None
            if self._selection is not None and self._selection[0] != self._selection[1]:
                low = max(min(self._selection), piece.text.span[0])
                high = min(max(self._selection), piece.text.span[1])
                selected = (low, high) if low < high else None
            piece.text.draw(painter, at, theme.colour(role), selected, theme.colour("accent"),
                            theme.colour("on_accent"))

    def _paint_rule(self, painter: QPainter, x: float, y: float) -> None:
        painter.fillRect(QRectF(x, round(y), self._text_width(), 1), theme.colour("line"))
        paint.text(painter, QRectF(x, y + 4, self._text_width(), self._z(22)),
                   translate("Page", "Beside the text: headers, footers, comments, hidden parts"), theme.font("small"),
                   "muted")

    def _paint_grid(self, painter: QPainter, laid: _Laid, x: float, y: float) -> None:
        painter.setPen(QPen(theme.colour("page_line"), 1))
        for piece in laid.pieces:
            frame = piece.frame
            if frame is None:
                continue
            x0, y0 = round(x + frame.left()) + 0.5, round(y + frame.top()) + 0.5
            x1, y1 = round(x + frame.right()) + 0.5, round(y + frame.bottom()) + 0.5
            ground = theme.colour("window") if piece.cell is not None and piece.cell.header else None
            painter.setBrush(ground if ground is not None else Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(x0, y0, x1 - x0, y1 - y0))

    def _paint_marks(self, painter: QPainter, text: LaidText, at: QPointF) -> None:
        start, end = text.span
        if self.cited is not None and self.cited[0] < end and self.cited[1] > start:
            for rect in text.rects((max(self.cited[0], start), min(self.cited[1], end))):
                box = rect.translated(at).adjusted(-1, 0, 1, 1)
                painter.fillRect(box, theme.colour("accent_soft"))
                painter.fillRect(QRectF(box.left(), round(box.bottom()) - 1, box.width(), 2), theme.colour("accent"))
        if self.show_hits:
            i = max(0, bisect_left(self._mark_starts, start) - 4)
            while i < len(self._all_marks) and self._all_marks[i].span[0] < end:
                mark = self._all_marks[i]
                i += 1
                if mark.span[1] <= start or (mark.kind == "mask" and self.show_masks):
                    continue
                roles = ("hit_bg", "hit") if mark.kind == "hit" else ("mask_bg", "mask")
                for rect in text.rects((max(mark.span[0], start), min(mark.span[1], end))):
                    box = rect.translated(at).adjusted(-1, 0, 1, 1)
                    painter.fillRect(box, theme.colour(roles[0]))
                    painter.fillRect(QRectF(box.left(), round(box.bottom()) - 1, box.width(), 2),
                                     theme.colour(roles[1]))
                    if mark.span == self.selected_span:
                        self._outline(painter, box)
        for masked in text.pills:
            for rect in text.rects(masked):
                self._paint_pill(painter, rect.translated(at))
                if masked == self.selected_span:
                    self._outline(painter, rect.translated(at))
        self._paint_found(painter, text, at)

    def _paint_found(self, painter: QPainter, text: LaidText, at: QPointF) -> None:
        first = bisect_left(self._found, (text.span[0], 0))
        for n in range(first, len(self._found)):
            span = self._found[n]
            if span[0] >= text.span[1]:
                break
            for rect in text.rects(span):
                painter.fillRect(rect.translated(at), theme.colour("chunk_a"))
                if n == self._found_at:
                    self._outline(painter, rect.translated(at))

    def _outline(self, painter: QPainter, rect: QRectF) -> None:
        painter.setPen(QPen(theme.colour("focus"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(-2, -2, 2, 3), 3, 3)

    def _paint_pill(self, painter: QPainter, rect: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("mask_bg"))
        box = rect.adjusted(0, 0, -1, 0)
        painter.drawRoundedRect(box, theme.px(tokens.RADIUS), theme.px(tokens.RADIUS))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        side = round(self._z(11))
        icons.draw(painter, "lock", box.left() + self._z(2), round(box.center().y() - side / 2), side,
                   theme.colour("mask").name())

    def _paint_bands(self, painter: QPainter, left: float, scroll: float, view: int) -> None:
        content = self._content
        assert content is not None
        width = theme.px(_BAND)
        x = left - theme.px(_BAND_GAP) - width
        font = theme.tabular(theme.font("small"))
        for i in range(self._first_seen_chunk(), len(content.chunks)):
            top = self._chunk_top(i) - scroll
            if top > view:
                break
            bottom = self._chunk_top(i + 1) - scroll - 2
            if bottom < 0:
                continue
            on = i == self.selected_chunk
            band = QRectF(x, top, width, max(4.0, bottom - top))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent" if on else ("chunk_a", "chunk_b")[i % 2]))
            painter.drawRoundedRect(band, 3, 3)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            # The number stays in sight while its band is.
            shown = min(max(top, 0.0), max(top, bottom - theme.px(40)))
            role = "on_accent" if on else "text"
            paint.text(painter, QRectF(x, shown + theme.px(3), width, theme.px(18)), str(i + 1), font, role,
                       Qt.AlignmentFlag.AlignHCenter)
            if band.height() > theme.px(40):
                side = theme.px(13)
                icons.draw(painter, tokens.ROUTE_ICON[content.verdicts[i].route], round(x + (width - side) / 2),
                           round(shown + theme.px(23)), side, theme.colour(role).name())

    def _paint_boundary(self, painter: QPainter, below: int, left: float, width: float, scroll: float) -> None:
        content = self._content
        assert content is not None
        y = round(self._chunk_top(below) - scroll) - 1
        pen = QPen(theme.colour("accent"), 1)
        pen.setDashPattern([3, 2])
        painter.setPen(pen)
        painter.drawLine(QPointF(left - theme.px(_BAND + _BAND_GAP), y), QPointF(left + width, y))
        chunks = content.chunks
        label = translate("Page", "Chunk {a}: {na}  ·  Chunk {b}: {nb}").format(
            a=below, na=f"{chunks[below - 1].tokens:,}", b=below + 1, nb=f"{chunks[below].tokens:,}")
        font = theme.font("small")
        wide = QFontMetricsF(font).horizontalAdvance(label) + theme.px(18)
        box = QRectF(left + width - wide - theme.px(10), y - theme.px(12), wide, theme.px(24))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("accent"), 1))
        painter.setBrush(theme.colour("raised"))
        painter.drawRoundedRect(box, theme.px(4), theme.px(4))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        paint.text(painter, box, label, font, "text", Qt.AlignmentFlag.AlignHCenter)


def _first_ink(text: str, span: Span) -> int:
    """The first offset of a span that shows something."""
    for offset in range(span[0], min(span[1], span[0] + 200)):
        if text[offset] not in " \n\t":
            return offset
    return span[0]


def _is_figure(text: str) -> bool:
    """An amount or a number, to be set at the right of its column."""
    bare = text.strip().lstrip("¥￥$€+-−（(").rstrip("%％元）)").strip()
    return bool(bare) and len(bare) > 2 and all(c.isdigit() or c in ",. " for c in bare)
