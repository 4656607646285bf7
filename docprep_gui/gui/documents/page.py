"""The page: a document as flowing text, as grids or as slides, with its chunks in the margin and its hits marked in it.

This is the widget: scrolling, mouse and keyboard, what is selected. Where things stand is of `page_layout`, how they
look of `page_paint`. The block at the top stays where it is while heights above it are made exact.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from math import ceil

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from docprep_gui.domain.document import Span
from docprep_gui.gui import theme
from docprep_gui.gui.documents.index import DocumentIndex
from docprep_gui.gui.documents.marks import PlaceMark
from docprep_gui.gui.documents.page_layout import PageContent, PageLayout
from docprep_gui.gui.documents.page_paint import BAND, BAND_GAP, Frame, Lit, PagePainter
from docprep_gui.gui.documents.page_text import LaidText

__all__ = ["PageContent", "PageView"]
translate = QCoreApplication.translate

ZOOMS = (50, 75, 90, 100, 110, 125, 150, 175, 200, 250, 300)
_TOP = 14
_PAGE_MAX = 720
_BOUNDARY_HIT = 4
_READ_ALOUD = 1000


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
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(translate("Page", "Page"))
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.flow = PageLayout()
        self._lit = Lit()
        self._paint = PagePainter(self.flow, self._lit)
        self._index: DocumentIndex | None = None
        self._extent = 0.0
        self._pressed: QPointF | None = None
        self._by_keyboard = False
        self._fixing = False
        self.zoom = 100
        self.show_masks = True
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.horizontalScrollBar().valueChanged.connect(self.viewport().update)
        QTimer.singleShot(0, self, self._warm)

    def _warm(self) -> None:
        """Loads the page's typefaces before the first page needs them, which takes as long as a page."""
        for bold in (False, True):
            LaidText("合同 Contract", (0, 11), (), theme.font("page", bold), 400, Qt.AlignmentFlag.AlignLeft,
                     theme.colour("mask"))

    # --- content ----------------------------------------------------------------------------------------
    @property
    def content(self) -> PageContent | None:
        return self.flow.content

    @property
    def show_chunks(self) -> bool:
        return self._lit.chunks

    @property
    def show_hits(self) -> bool:
        return self._lit.hits

    @property
    def selected_chunk(self) -> int | None:
        return self._lit.chunk

    @property
    def selected_span(self) -> Span | None:
        return self._lit.span

    @property
    def cited(self) -> Span | None:
        """The span that `cite` lit."""
        return self._lit.cited

    def show_content(self, content: PageContent | None) -> None:
        """Another document, or the same one judged anew; then the place on the page stays."""
        before = self.content
        same = before is not None and content is not None and before.document is content.document
        anchor = self._anchor() if same else None
        self.flow.show(content)
        if content is None:
            self._index = None
        elif not (same and before is not None and before.chunks is content.chunks):
            self._index = DocumentIndex(content.document, content.chunks)
        self._paint.show_marks([mark for group in content.marks.values() for mark in group] if content else [])
        if content is not None:
            self.setAccessibleName(translate("Page", "Page of {name}").format(name=content.document.source.name))
        if not same:
            lit = self._lit
            lit.selection = lit.chunk = lit.span = lit.cited = None
            lit.found, lit.found_at = [], -1
        self._relay(anchor)
        if not same:
            self.verticalScrollBar().setValue(0)
            self.horizontalScrollBar().setValue(0)

    def _relay(self, anchor: tuple[int, float] | None) -> None:
        """Lays out anew: width, type or content is new."""
        self.flow.fit(self._sheet_width(), self.zoom, self.show_masks)
        self._extent = self.flow.extent()
        self._settle(anchor)
        self.viewport().update()

    # --- sizes ------------------------------------------------------------------------------------------
    def _side(self) -> int:
        """Room at the left of the sheet: for the bands, or a little air."""
        return theme.px(BAND + BAND_GAP + 8) if self.show_chunks else theme.px(16)

    def _room(self) -> int:
        return self.viewport().width() - self._side() - theme.px(10)

    def _sheet_width(self) -> float:
        if self.flow.sheets:
            return float(self._room())
        if self.flow.slides:
            return float(round(min(self._room(), min(self._room(), theme.px(_PAGE_MAX)) * self.zoom / 100)))
        return round(min(self._room(), max(theme.px(_PAGE_MAX), theme.px(_PAGE_MAX) * self.zoom / 100)))

    def frame(self) -> Frame:
        """Where the page stands in the viewport now."""
        width = max(self.flow.width, self._extent)
        spare = max(0.0, (self._room() - width) / 2)
        left = round(self._side() + spare)
        bands = left - theme.px(BAND_GAP + BAND)
        return Frame(left - self.horizontalScrollBar().value(), width, bands,
                     self.verticalScrollBar().value() - theme.px(_TOP), self.viewport().height())

    # --- scrolling --------------------------------------------------------------------------------------
    def _anchor(self) -> tuple[int, float] | None:
        """(offset in the document, pixels below its block's top) of what stands at the top of the view."""
        if not self.flow.blocks:
            return None
        value = self.verticalScrollBar().value() - theme.px(_TOP)
        i = self.flow.block_at(value)
        return self.flow.starts[i], value - self.flow.tops()[i]

    def _settle(self, anchor: tuple[int, float] | None) -> None:
        """Lays out what is seen and keeps the anchor in its place."""
        flow = self.flow
        if not flow.blocks or self._fixing:
            self.verticalScrollBar().setRange(0, 0)
            self.horizontalScrollBar().setRange(0, 0)
            return
        self._fixing = True
        bar = self.verticalScrollBar()
        view = self.viewport().height()
        if anchor is None:
            top = flow.block_at(bar.value() - theme.px(_TOP))
            below = bar.value() - theme.px(_TOP) - flow.tops()[top]
        else:
            top, below = max(0, bisect_right(flow.starts, anchor[0]) - 1), anchor[1]
        seen, i = -below, top
        while i < len(flow.blocks) and seen < view + 40:
            seen += flow.lay(i).height
            i += 1
        total = flow.tops()[-1] + theme.px(_TOP) * 2
        bar.setRange(0, max(0, ceil(total - view)))
        bar.setPageStep(view)
        bar.setSingleStep(theme.px(24))
        bar.setValue(round(flow.tops()[top] + below + theme.px(_TOP)))
        across = self.horizontalScrollBar()
        across.setRange(0, max(0, ceil(self._extent - self._room())))
        across.setPageStep(max(1, self._room()))
        across.setSingleStep(theme.px(24))
        self._fixing = False

    def _scrolled(self) -> None:
        if not self._fixing:
            self._settle(None)
            self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._relay(self._anchor())
        else:
            self._settle(None)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_theme_change(event):
            self._relay(self._anchor())

    def y_of(self, offset: int) -> float:
        """Height of the line that holds the offset, from the top of the page."""
        return self.flow.y_of(offset)

    def reveal(self, span: Span, centre: bool = False) -> None:
        """Scrolls as little as needed until the span is seen."""
        flow = self.flow
        if not flow.blocks:
            return
        flow.lay(flow.block_of(span[0]))
        y = flow.y_of(span[0]) + theme.px(_TOP)
        bar, view = self.verticalScrollBar(), self.viewport().height()
        bar.setMaximum(max(bar.maximum(), ceil(flow.tops()[-1] + 2 * theme.px(_TOP) - view)))
        covered = flow.stuck_height(span[0])
        margin = theme.px(60) + covered
        if not bar.value() + theme.px(4) + covered <= y <= bar.value() + view - theme.px(60):
            bar.setValue(round(y - (view / 3 if centre else margin)))
            # The layout above may have been an estimate: once more, now that it is exact.
            bar.setValue(round(flow.y_of(span[0]) + theme.px(_TOP) - (view / 3 if centre else margin)))
        across = self.horizontalScrollBar()
        if across.maximum() and centre:
            x = flow.margin() + flow.x_of(span[0])
            if not across.value() + flow.gutter <= x <= across.value() + self._room() - theme.px(60):
                across.setValue(round(x - self._room() / 3))
        self.viewport().update()

    # --- what is lit ------------------------------------------------------------------------------------
    def select(self, chunk: int | None, span: Span | None = None, reveal: bool = True) -> None:
        """Lights a chunk, and a mark in it."""
        lit = self._lit
        lit.chunk, lit.span, lit.cited = chunk, span, None
        content = self.content
        if content is not None and chunk is not None:
            self.setAccessibleDescription(self._said(content, chunk))
            if reveal:
                self.reveal(span or content.chunks[chunk].core, centre=span is not None)
        else:
            self.setAccessibleDescription("")
        self.viewport().update()

    def _said(self, content: PageContent, chunk: int) -> str:
        """A chunk as it is read aloud: its number and how its text, as it is shown, begins."""
        text, (start, end) = content.document.text, content.chunks[chunk].core
        end = min(end, start + _READ_ALOUD)
        said = []
        for low, high, placeholder in content.masks if self.show_masks else ():
            if start < high and low < end:
                said += [text[start : max(low, start)], placeholder]
                start = high
        said.append(text[start:max(end, start)])
        name = translate("Page", "Chunk {n} of {total}").format(n=chunk + 1, total=len(content.chunks))
        return name + "\n" + "".join(said).strip()

    def cite(self, span: Span) -> None:
        """Lights a span that something rests on, whether or not it is a mark."""
        self._lit.chunk = self._lit.span = None
        self._lit.cited = span
        self.reveal(span, centre=True)
        self.viewport().update()

    def set_found(self, spans: list[Span], at: int) -> None:
        """Places that a search found; the one at `at` is shown."""
        self._lit.found, self._lit.found_at = spans, at
        if 0 <= at < len(spans):
            self.reveal(spans[at], centre=True)
        self.viewport().update()

    def set_zoom(self, percent: int) -> None:
        percent = min(max(percent, ZOOMS[0]), ZOOMS[-1])
        if percent != self.zoom:
            anchor = self._anchor()
            self.zoom = percent
            self._relay(anchor)
            self.zoom_changed.emit(percent)

    def step_zoom(self, step: int) -> None:
        at = bisect_left(ZOOMS, self.zoom)
        if step < 0 or (at < len(ZOOMS) and ZOOMS[at] == self.zoom):
            at += step
        self.set_zoom(ZOOMS[min(max(at, 0), len(ZOOMS) - 1)])

    def set_shown(self, *, chunks: bool | None = None, hits: bool | None = None, masks: bool | None = None) -> None:
        """What is drawn over the text."""
        anchor = self._anchor()
        self._lit.chunks = self._lit.chunks if chunks is None else chunks
        self._lit.hits = self._lit.hits if hits is None else hits
        self.show_masks = self.show_masks if masks is None else masks
        self._relay(anchor)

    # --- text selection ---------------------------------------------------------------------------------
    def selected_text(self) -> str:
        chosen, content = self.selection(), self.content
        return content.document.text[chosen[0] : chosen[1]] if chosen and content else ""

    def selection(self) -> Span | None:
        """What is marked with the mouse, in code points of the document."""
        chosen = self._lit.selection
        return (min(chosen), max(chosen)) if chosen else None

    def set_selection(self, span: Span | None) -> None:
        self._lit.selection = span
        self.selection_changed.emit()
        self.viewport().update()

    def copy(self) -> None:
        text = self.selected_text()
        if text:
            QGuiApplication.clipboard().setText(text)

    # --- mouse ------------------------------------------------------------------------------------------
    def offset_at(self, point: QPointF) -> int | None:
        """The offset under a point of the viewport; None beside the page."""
        frame = self.frame()
        if not self.flow.blocks or not frame.left <= point.x() <= frame.left + frame.width:
            return None
        return self.flow.offset_at(self._on_page(point, frame))

    def _on_page(self, point: QPointF, frame: Frame) -> QPointF:
        """A point of the viewport from the left of the text and the top of the page."""
        inner = QPointF(point.x() - frame.left - self.flow.margin(), point.y() + frame.top)
        return self.flow.under_stuck(inner, frame.top)

    def viewportEvent(self, event: QEvent) -> bool:
        """A cell that is cut off is shown as a whole where the pointer rests on it."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self.flow.sheets:
            piece = self.flow.cell_at(self._on_page(QPointF(event.pos()), self.frame())) if self.flow.blocks else None
            cut = piece is not None and piece.text.cut and not piece.text.pills
            QToolTip.showText(event.globalPos(), piece.text.text[:_READ_ALOUD] if piece is not None and cut else "",
                              self.viewport())
            return True
        return super().viewportEvent(event)

    def _mark_at(self, offset: int) -> PlaceMark | None:
        """The shortest mark at an offset."""
        return min(self._paint.marks_in(offset, offset + 1), key=lambda mark: mark.span[1] - mark.span[0], default=None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._by_keyboard = False
        self._pressed = event.position()
        offset, before = self.offset_at(event.position()), self._lit.selection
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and before and offset is not None:
            self.set_selection((before[0], offset))
        else:
            self._lit.selection = (offset, offset) if offset is not None else None
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        chosen = self._lit.selection
        if self._pressed is not None and chosen is not None:
            offset = self.offset_at(event.position())
            if offset is not None and (event.position() - self._pressed).manhattanLength() > 3:
                self._lit.selection = (chosen[0], offset)
                self.viewport().update()
            return
        boundary = self._boundary_at(event.position())
        if boundary != self._lit.boundary:
            self._lit.boundary = boundary
            self.viewport().update()
        frame = self.frame()
        on_page = frame.left <= event.position().x() <= frame.left + frame.width
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor if on_page else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return
        self._pressed = None
        chosen = self._lit.selection
        if chosen is not None and chosen[0] != chosen[1]:
            self.selection_changed.emit()
            return
        self._lit.selection = None
        self.selection_changed.emit()
        self._click(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        offset = self.offset_at(event.position())
        content = self.content
        if offset is None or content is None:
            return
        text = content.document.text
        start = end = offset
        while start > 0 and text[start - 1].isalnum() == text[offset : offset + 1].isalnum() and text[start - 1] > " ":
            start -= 1
            if offset - start > 40:
                break
        while end < len(text) and text[end].isalnum() and end - offset < 40:
            end += 1
        self.set_selection((start, max(end, start + 1)))

    def leaveEvent(self, event: QEvent) -> None:
        if self._lit.boundary is not None:
            self._lit.boundary = None
            self.viewport().update()

    def _click(self, point: QPointF) -> None:
        content = self.content
        if content is None:
            return
        offset = self.offset_at(point)
        if offset is None:
            y = point.y() + self.frame().top
            top = self.flow.chunk_top
            chunk = next((i for i in range(self._first_seen_chunk(), len(content.chunks)) if top(i) <= y < top(i + 1)),
                         None)
        else:
            mark = self._mark_at(offset)
            chunk = self._index.chunk_at(offset) if self._index else None
            if mark is not None and chunk is not None:
                self.mark_chosen.emit(chunk, *mark.span)
                return
        if chunk is not None:
            self.chunk_chosen.emit(chunk)

    def _boundary_at(self, point: QPointF) -> int | None:
        """The chunk below the boundary under the pointer."""
        content = self.content
        if content is None or not self.show_chunks or len(content.chunks) < 2:
            return None
        y = point.y() + self.frame().top
        for i in range(max(1, self._first_seen_chunk()), len(content.chunks)):
            top = self.flow.chunk_top(i)
            if abs(top - y) <= _BOUNDARY_HIT:
                return i
            if top > y + 20:
                break
        return None

    def _first_seen_chunk(self) -> int:
        i = self.flow.block_at(self.frame().top)
        found = self._index.chunk_at(self.flow.starts[i]) if self._index and self.flow.blocks else None
        return max(0, (found or 0) - 1)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.step_zoom(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
            return
        super().wheelEvent(event)

    # --- keyboard ---------------------------------------------------------------------------------------
    def focusInEvent(self, event: QFocusEvent) -> None:
        self._by_keyboard = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason,
                                               Qt.FocusReason.ShortcutFocusReason)
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar, across = self.verticalScrollBar(), self.horizontalScrollBar()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        screen = bar.pageStep() - theme.px(40)
        moves = {
            Qt.Key.Key_Down: bar.singleStep(), Qt.Key.Key_Up: -bar.singleStep(), Qt.Key.Key_PageDown: screen,
            Qt.Key.Key_PageUp: -screen, Qt.Key.Key_Space: -screen if back else screen,
            Qt.Key.Key_Home: -bar.maximum(),
        }
        key = Qt.Key(event.key())
        if key in moves and (not control or key == Qt.Key.Key_Home):
            bar.setValue(bar.value() + moves[key])
        elif key == Qt.Key.Key_End:
            while bar.value() < bar.maximum():  # the end moves away while estimates above it become exact
                bar.setValue(bar.maximum())
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and not control:
            across.setValue(across.value() + across.singleStep() * (1 if key == Qt.Key.Key_Right else -1))
        elif key == Qt.Key.Key_A and control and self.content:
            self.set_selection(self.content.document.source.body)
        elif key == Qt.Key.Key_Escape and self._lit.selection:
            self.set_selection(None)
        else:
            super().keyPressEvent(event)

    # --- painting ---------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme.colour("desk"))
        if self.flow.blocks:
            self._paint.paint(painter, self.frame(), self._first_seen_chunk())
        if self.hasFocus() and self._by_keyboard:
            painter.setPen(QPen(theme.colour("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))
