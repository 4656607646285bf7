"""What the mouse means on the page: text is selected by dragging, double and triple clicks, chunks and marks by a
click, and the boundary of two chunks lights up under the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QMouseEvent

from docprep_gui.gui import theme
from docprep_gui.gui.documents import page_words
from docprep_gui.gui.documents.mark_index import MarkIndex
from docprep_gui.gui.documents.page_face import BAND, Frame, Lit

if TYPE_CHECKING:
    from docprep_gui.gui.documents.page import PageView

_DRAG_MS = 30


class Pointer(QObject):
    """Of one page; places are points of its viewport."""

    def __init__(self, page: PageView, lit: Lit, marks: MarkIndex) -> None:
        super().__init__(page)
        self._page = page
        self._lit = lit
        self._marks = marks
        self._pressed: QPointF | None = None
        self._clicks: tuple[int, QPointF, int] = (0, QPointF(), 0)
        self._drag = QTimer(self)
        self._drag.setInterval(_DRAG_MS)
        self._drag.timeout.connect(self._drag_on)
        self._drag_at = QPointF()

    def press(self, event: QMouseEvent) -> None:
        """The left button."""
        offset, before = self._page.offset_at(event.position()), self._lit.selection
        times, where, when = self._clicks
        if (times == 2 and offset is not None and self._page.content is not None
                and event.timestamp() - when <= QGuiApplication.styleHints().mouseDoubleClickInterval()
                and (event.position() - where).manhattanLength() < QGuiApplication.styleHints().startDragDistance()):
            self._clicks = (0, QPointF(), 0)
            self._page.set_selection(self._page.face.line_at(offset))
            return
        self._pressed = event.position()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and before and offset is not None:
            self._page.set_selection((before[0], offset))
        else:
            self._lit.selection = (offset, offset) if offset is not None else None
        self._page.viewport().update()

    def move(self, to: QPointF) -> None:
        if self._pressed is not None and self._lit.selection is not None:
            self._drag_at = to
            if (to - self._pressed).manhattanLength() > 3:
                self._extend()
                if 0 <= to.y() <= self._page.viewport().height():
                    self._drag.stop()
                elif not self._drag.isActive():
                    self._drag.start()
            return
        page, frame = self._page, self._page.frame()
        boundary = None
        if page.content is not None and page.show_chunks and len(page.content.chunks) > 1:
            boundary = page.face.boundary_at(on_page(to, frame), page.face.first_chunk(frame.top))
        if boundary != self._lit.boundary:
            self._lit.boundary = boundary
            page.viewport().update()
        over = frame.left <= to.x() <= frame.left + frame.width
        page.viewport().setCursor(Qt.CursorShape.IBeamCursor if over else Qt.CursorShape.ArrowCursor)

    def _extend(self) -> None:
        """The selection reaches to the pointer, also from beside the page."""
        chosen, frame = self._lit.selection, self._page.frame()
        if chosen is None:
            return
        point = QPointF(min(max(self._drag_at.x(), frame.left), frame.left + frame.width),
                        min(max(self._drag_at.y(), 0.0), float(frame.view)))
        offset = self._page.face.offset_at(on_page(point, frame), frame.top)
        if offset is not None and offset != chosen[1]:
            self._lit.selection = (chosen[0], offset)
            self._page.viewport().update()

    def _drag_on(self) -> None:
        """The page follows a pointer that drags beyond its edge."""
        y, view = self._drag_at.y(), self._page.viewport().height()
        beyond = y - view if y > view else min(y, 0.0)
        if self._pressed is None or not beyond:
            self._drag.stop()
            return
        bar = self._page.verticalScrollBar()
        bar.setValue(bar.value() + round(beyond / 2))
        self._extend()

    def release(self, at: QPointF) -> None:
        """The left button."""
        if self._pressed is None:
            return
        self._pressed = None
        self._drag.stop()
        chosen = self._lit.selection
        if chosen is not None and chosen[0] != chosen[1]:
            self._page.selection_changed.emit()
            return
        self._lit.selection = None
        self._page.selection_changed.emit()
        self._click(at)

    def double(self, event: QMouseEvent) -> None:
        """A word; a third click takes the line."""
        offset, content = self._page.offset_at(event.position()), self._page.content
        if offset is None or content is None:
            return
        self._clicks = (2, event.position(), event.timestamp())
        mark = self._marks.at(offset)
        self._page.set_selection(mark.span if mark is not None else page_words.word(content.document.text, offset))

    def leave(self) -> None:
        if self._lit.boundary is not None:
            self._lit.boundary = None
            self._page.viewport().update()

    def _click(self, point: QPointF) -> None:
        content = self._page.content
        if content is None:
            return
        offset, frame = self._page.offset_at(point), self._page.frame()
        first = self._page.face.first_chunk(frame.top)
        chunk: int | None
        if offset is None:
            share = min(max((point.x() - frame.bands) / theme.px(BAND), 0.0), 1.0)
            chunk = self._page.face.chunk_beside(share, point.y() + frame.top, first)
        else:
            mark = self._marks.at(offset)
            chunk = self._page.face.chunk_at(offset)
            if mark is not None and chunk is not None:
                self._page.mark_chosen.emit(chunk, *mark.span)
                return
        if chunk is not None:
            self._page.chunk_chosen.emit(chunk)


def on_page(point: QPointF, frame: Frame) -> QPointF:
    """A point of the viewport from the left of the sheet and the top of the page."""
    return QPointF(point.x() - frame.left, point.y() + frame.top)
