"""The page: a document as flowing text, as grids or slides, or as it was printed, with its chunks in the margin and its
hits marked in it.

This is the widget: scrolling, zoom, what is lit and selected. Where things stand and how they look is of its two faces,
`page_flow` and `page_print`, of which one is shown; what the mouse means is of `page_pointer`, the keyboard of
`page_keys`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from math import ceil
from operator import itemgetter

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QHideEvent,
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
from docprep_gui.domain.errors import DocPrepError
from docprep_gui.gui import theme
from docprep_gui.gui.documents import page_keys, page_words
from docprep_gui.gui.documents.grids import SheetColumn
from docprep_gui.gui.documents.mark_index import MarkIndex
from docprep_gui.gui.documents.page_content import PageContent
from docprep_gui.gui.documents.page_face import BAND, BAND_GAP, Anchor, Face, Frame, Lit
from docprep_gui.gui.documents.page_flow import FlowFace
from docprep_gui.gui.documents.page_layout import PageLayout
from docprep_gui.gui.documents.page_paint import PagePainter
from docprep_gui.gui.documents.page_pointer import Pointer, on_page
from docprep_gui.gui.documents.page_print import PrintFace, PrintZoom
from docprep_gui.gui.documents.page_print_paint import PrintPainter
from docprep_gui.gui.documents.page_text import LaidText
from docprep_gui.gui.page_pictures import PictureDesk

__all__ = ["PageContent", "PageView"]
translate = QCoreApplication.translate

ZOOMS = (25, 33, 50, 75, 90, 100, 110, 125, 150, 175, 200, 250, 300)
_TOP = 14
_READ_ALOUD = 1000
_PATIENCE_MS = 400


def _plain(error: DocPrepError) -> tuple[str, str]:
    return error.kind, ""


class PageView(QAbstractScrollArea):
    """Selecting a chunk or a mark by mouse is told by `chunk_chosen` and `mark_chosen`; the owner answers by
    `select`."""

    chunk_chosen = Signal(int)
    mark_chosen = Signal(int, int, int)
    zoom_changed = Signal(int)
    selection_changed = Signal()
    page_changed = Signal(int)
    """The page, from 1, that is in the middle of the view; 0 where no printed pages are shown."""
    face_changed = Signal()
    """Whether pages are shown as printed, or why they cannot be, is new."""

    def __init__(self, pictures: PictureDesk | None = None,
                 say: Callable[[DocPrepError], tuple[str, str]] = _plain, parent: QWidget | None = None) -> None:
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
        self._marks = MarkIndex()
        self._paint = PagePainter(self.flow, self._lit, self._marks, pictures)
        self._flowing = FlowFace(self.flow, self._paint, self._lit, pictures)
        self.print = PrintFace(self._lit, pictures)
        self._print_paint = PrintPainter(self.print, self._lit, self._marks, say)
        self.print.painter = self._print_paint.paint
        self._face: Face = self._flowing
        self._content: PageContent | None = None
        self._as_printed = True
        self._page = 0
        self._by_keyboard = False
        self._fixing = self._stale = False
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE_MS)
        self._patience.timeout.connect(self._lose_patience)
        self._pointer = Pointer(self, self._lit, self._marks)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.horizontalScrollBar().valueChanged.connect(self.viewport().update)
        if pictures is not None:
            pictures.arrived.connect(self._picture_came)
            pictures.signs_arrived.connect(self._signs_came)
            pictures.part_arrived.connect(self._part_came)
        QTimer.singleShot(0, self, self._warm)

    def _warm(self) -> None:
        """Loads the page's typefaces before the first page needs them, which takes as long as a page."""
        for font in (theme.font(kind, bold) for kind in ("page", "page_latin") for bold in (False, True)):
            LaidText("合同 Contract", (0, 11), (), font, 400, Qt.AlignmentFlag.AlignLeft, theme.colour("mask"))

    # --- content ----------------------------------------------------------------------------------------
    @property
    def content(self) -> PageContent | None:
        return self._content

    @property
    def show_chunks(self) -> bool:
        return self._lit.chunks

    @property
    def show_hits(self) -> bool:
        return self._lit.hits

    @property
    def show_masks(self) -> bool:
        return self._lit.masks

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
        """Another document, or the same one judged or read anew; then the place on the page stays."""
        before = self.content
        same = before is not None and content is not None and before.document is content.document
        kept = (before is not None and content is not None and before.file == content.file is not None
                and before.document.source.sha256 == content.document.source.sha256)
        anchor = self._anchor() if same or kept else None
        self._content = content
        self._flowing.show(content)
        self.print.show(content)
        self._marks.show(*((content.chunks, content.marks) if content is not None else ((), {})))
        if content is not None:
            self.setAccessibleName(translate("Page", "Page of {name}").format(name=content.document.source.name))
        if not same:
            lit = self._lit
            lit.selection = lit.chunk = lit.span = lit.cited = lit.boundary = None
            lit.found, lit.found_at = [], -1
        face = self._face
        self._choose_face()
        self._relay(anchor if face is self._face else None)
        if not same and (anchor is None or face is not self._face):
            self.verticalScrollBar().setValue(0)
            self.horizontalScrollBar().setValue(0)

    # --- faces ------------------------------------------------------------------------------------------
    @property
    def face(self) -> Face:
        """The one that is shown."""
        return self._face

    @property
    def can_print(self) -> bool:
        """The document has pages that can be shown as printed, unless its file cannot be drawn."""
        return self.print.can_show(self._content)

    @property
    def is_printed(self) -> bool:
        return self._face is self.print

    @property
    def page(self) -> int:
        """The page in the middle of the view, from 1; 0 where no printed pages are shown."""
        return self._page

    @property
    def fault(self) -> DocPrepError | None:
        """Why the pages of the file cannot be drawn."""
        content, desk = self._content, self.print.desk
        if content is None or content.file is None or desk is None:
            return None
        return desk.fault(content.file.sha256, 0)

    def set_printed(self, on: bool) -> None:
        """Pages as printed where the document has them, or its text; what is read stays in sight."""
        self._as_printed = on
        if on and self.fault is not None and self._content is not None and self._content.file is not None:
            assert self.print.desk is not None
            self.print.desk.forget_faults(self._content.file.sha256)
        self._switch()

    def _choose_face(self) -> None:
        printed = self._as_printed and self.can_print and self.fault is None
        self._face = self.print if printed else self._flowing
        if printed:
            self._flowing.leave()
        else:
            self.print.leave()
            self._tell_page(0)

    def _switch(self) -> None:
        before = self._face
        read = before.read_at(self.verticalScrollBar().value() - theme.px(_TOP)) if not before.is_empty() else 0
        self._choose_face()
        if self._face is not before:
            self._relay(None)
            if not self._face.is_empty():
                bar, top = self.verticalScrollBar(), theme.px(_TOP)
                at = self._face.anchor(self._face.spot(read).y() - theme.px(4))
                self._settle(at if bar.maximum() or read else self._face.anchor(-top))
            self.zoom_changed.emit(self.zoom)
        self.face_changed.emit()

    def _picture_came(self, sha256: str, page: int) -> None:
        content = self._content
        if content is None or content.file is None or content.file.sha256 != sha256 or not self.is_printed:
            return
        if self.fault is not None:
            self._switch()
        elif page in self.print.seen(self.frame()):
            self.viewport().update()

    def _part_came(self, sha256: str) -> None:
        content = self._content
        if content is not None and content.file is not None and content.file.sha256 == sha256 and not self.is_printed:
            self.viewport().update()

    def _signs_came(self, sha256: str, page: int, signs: bytes) -> None:
        content = self._content
        if content is not None and content.file is not None and content.file.sha256 == sha256 and self.print.lines:
            self.print.lines.place(page, signs)
            self.viewport().update()

    def _lose_patience(self) -> None:
        self._print_paint.patient = False
        self.viewport().update()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.print.leave()
        self._flowing.leave()

    def _relay(self, anchor: Anchor | None) -> None:
        """Lays out anew: width, type or content is new."""
        self._face.fit(self._room(), self.viewport().height())
        self._settle(anchor)
        self.viewport().update()

    # --- sizes ------------------------------------------------------------------------------------------
    def _side(self) -> int:
        """Room at the left of the sheet: for the bands, or a little air."""
        return theme.px(BAND + BAND_GAP + 8) if self.show_chunks else theme.px(16)

    def _room(self) -> int:
        return self.viewport().width() - self._side() - theme.px(10)

    def frame(self) -> Frame:
        """Where the page stands in the viewport now."""
        width = self._face.extent()
        spare = max(0.0, (self._room() - width) / 2)
        left = round(self._side() + spare)
        bands = left - theme.px(BAND_GAP + BAND)
        return Frame(left - self.horizontalScrollBar().value(), width, bands,
                     self.verticalScrollBar().value() - theme.px(_TOP), self.viewport().height())

    # --- scrolling --------------------------------------------------------------------------------------
    def _anchor(self) -> Anchor | None:
        """What stands at the top of the view."""
        if self._face.is_empty():
            return None
        return self._face.anchor(self.verticalScrollBar().value() - theme.px(_TOP))

    def _settle(self, anchor: Anchor | None, above: float = 0.0) -> None:
        """Lays out what is seen and keeps the anchor in its place, `above` under the top of the view."""
        face = self._face
        if face.is_empty() or self._fixing:
            self.verticalScrollBar().setRange(0, 0)
            self.horizontalScrollBar().setRange(0, 0)
            return
        self._fixing = True
        bar = self.verticalScrollBar()
        view = self.viewport().height()
        top = face.settle(anchor if anchor is not None else face.anchor(bar.value() - theme.px(_TOP)), view) - above
        total = face.height() + theme.px(_TOP) * 2
        bar.setRange(0, max(0, ceil(total - view)))
        bar.setPageStep(view)
        bar.setSingleStep(theme.px(24))
        bar.setValue(round(top + theme.px(_TOP)))
        across = self.horizontalScrollBar()
        across.setRange(0, max(0, ceil(face.extent() - self._room())))
        across.setPageStep(max(1, self._room()))
        across.setSingleStep(theme.px(24))
        self._fixing = False
        if self.is_printed:
            self._tell_page(self.print.page_at(bar.value() - theme.px(_TOP) + view / 2))

    def _tell_page(self, page: int) -> None:
        if page != self._page:
            self._page = page
            self.page_changed.emit(page)

    def _scrolled(self) -> None:
        if not self._fixing:
            self._settle(None)
            self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        whole = self.is_printed and self.print.choice == "page"
        if event.oldSize().width() != event.size().width() or whole:
            self._relay(self._anchor())
            if self.is_printed:
                self.zoom_changed.emit(self.zoom)
        else:
            self._settle(None)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_theme_change(event):  # of which one change of theme sends a dozen
            self._stale = True
            self.viewport().update()

    def _renew(self) -> None:
        """Colours or type are new since the page was laid out."""
        if self._stale:
            anchor = self._anchor()
            self._stale = False
            self._relay(anchor)

    def y_of(self, offset: int) -> float:
        """Height of the line that holds the offset, from the top of the page."""
        return self._face.spot(offset).y() if self.is_printed else self.flow.y_of(offset)

    def read_at(self) -> int:
        """The offset that is read at the top of the view."""
        return 0 if self._face.is_empty() else self._face.read_at(self.frame().top)

    def reveal(self, span: Span, centre: bool = False) -> None:
        """Scrolls as little as needed until the span is seen."""
        face = self._face
        if face.is_empty():
            return
        y = face.spot(span[0]).y() + theme.px(_TOP)
        bar, view = self.verticalScrollBar(), self.viewport().height()
        bar.setMaximum(max(bar.maximum(), ceil(face.height() + 2 * theme.px(_TOP) - view)))
        covered = face.covered(span[0])
        margin = theme.px(60) + covered
        if not bar.value() + theme.px(4) + covered <= y <= bar.value() + view - theme.px(60):
            bar.setValue(round(y - (view / 3 if centre else margin)))
            # The layout above may have been an estimate: once more, now that it is exact.
            bar.setValue(round(face.spot(span[0]).y() + theme.px(_TOP) - (view / 3 if centre else margin)))
        across = self.horizontalScrollBar()
        if across.maximum() and centre:
            x = face.spot(span[0]).x()
            if not across.value() + face.gutter() <= x <= across.value() + self._room() - theme.px(60):
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
        masks = content.masks if self.show_masks else ()
        first, last = bisect_right(masks, start, key=itemgetter(1)), bisect_left(masks, end, key=itemgetter(0))
        for low, high, placeholder in masks[first:last]:
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

    def set_shown(self, *, chunks: bool | None = None, hits: bool | None = None, masks: bool | None = None) -> None:
        """What is drawn over the text."""
        anchor = self._anchor()
        self._lit.chunks = self._lit.chunks if chunks is None else chunks
        self._lit.hits = self._lit.hits if hits is None else hits
        self._lit.masks = self._lit.masks if masks is None else masks
        self._relay(anchor)

    # --- zoom -------------------------------------------------------------------------------------------
    @property
    def zoom(self) -> int:
        """Percent, as the page is shown now."""
        return self._face.zoom()

    def restore_zoom(self, flow: int, printed: PrintZoom) -> None:
        """As it was left."""
        self._flowing.percent, self.print.choice = flow, printed

    def set_zoom(self, percent: int, at: QPointF | None = None) -> None:
        """`at`: a point of the viewport that stays over the same place of a printed page."""
        percent = min(max(percent, ZOOMS[0] if self.is_printed else 50), ZOOMS[-1])
        if self.is_printed:
            self._zoom_print(percent, at)
        elif percent != self.zoom:
            anchor = self._anchor()
            self._flowing.percent = percent
            self._relay(anchor)
            self.zoom_changed.emit(percent)

    def fit_page(self, whole: bool = False) -> None:
        """Printed pages as wide as the view, or as large."""
        if self.is_printed:
            self._zoom_print("page" if whole else "width", None)

    def _zoom_print(self, choice: PrintZoom, at: QPointF | None) -> None:
        if choice == self.print.choice or self._face.is_empty():
            return
        before, frame = self.print.scale, self.frame()
        below = at.y() if at is not None else 0.0
        anchor = self.print.anchor(frame.top + below)
        x = ((at.x() if at is not None else self.viewport().width() / 2) - frame.left) / before
        self.print.choice = choice
        self.print.fit(self._room(), self.viewport().height())
        self._settle(anchor, below)
        across, frame = self.horizontalScrollBar(), self.frame()
        across.setValue(round(across.value() + frame.left + x * self.print.scale - (
            at.x() if at is not None else self.viewport().width() / 2)))
        self.viewport().update()
        self.zoom_changed.emit(self.zoom)

    def step_zoom(self, step: int, at: QPointF | None = None) -> None:
        place = bisect_left(ZOOMS, self.zoom)
        if step < 0 or (place < len(ZOOMS) and ZOOMS[place] == self.zoom):
            place += step
        self.set_zoom(ZOOMS[min(max(place, 0), len(ZOOMS) - 1)], at)

    # --- text selection ---------------------------------------------------------------------------------
    def selected_text(self) -> str:
        """As it is copied: rows of tables with tabs between their cells, all else as it is read."""
        chosen, content = self.selection(), self.content
        return page_words.copied(content, chosen) if chosen and content else ""

    def selection(self) -> Span | None:
        """What is marked with the mouse, in code points of the document."""
        chosen = self._lit.selection
        return (min(chosen), max(chosen)) if chosen else None

    def set_selection(self, span: Span | None) -> None:
        self._lit.selection = span
        self.selection_changed.emit()
        self.viewport().update()

    def select_all(self) -> None:
        """The body; what stands beside it can be selected with the mouse."""
        if self.content is not None:
            self.set_selection(self.content.document.source.body)

    def copy(self) -> None:
        text = self.selected_text()
        if text:
            QGuiApplication.clipboard().setText(text)

    def mark_after(self, span: Span, chunk: int, step: int) -> Span | None:
        """The next mark, or the one before; see `MarkIndex.after`."""
        return self._marks.after(span, chunk, step)

    # --- columns of sheets ------------------------------------------------------------------------------
    def column_at(self, point: QPointF) -> SheetColumn | None:
        """The column of a sheet under a point of the viewport."""
        if self.is_printed or self._face.is_empty():
            return None
        frame = self.frame()
        inner = on_page(point, frame) - QPointF(self.flow.margin(), 0)
        return self.flow.column_at(inner, frame.top)

    def column_here(self) -> SheetColumn | None:
        """The column of the cell that is selected, found or lit, else the first one that is seen."""
        if self.is_printed or self._face.is_empty():
            return None
        lit, chosen = self._lit, self.selection()
        if chosen is None and 0 <= lit.found_at < len(lit.found):
            chosen = lit.found[lit.found_at]
        spans = (chosen, lit.span, (self.read_at(),) * 2)
        return next((column for span in spans if span and (column := self.flow.column_of(span[0]))), None)

    # --- mouse ------------------------------------------------------------------------------------------
    def offset_at(self, point: QPointF) -> int | None:
        """The offset under a point of the viewport; None beside the page."""
        frame = self.frame()
        if self._face.is_empty() or not frame.left <= point.x() <= frame.left + frame.width:
            return None
        return self._face.offset_at(on_page(point, frame), frame.top)

    def viewportEvent(self, event: QEvent) -> bool:
        """What a cell, a change or a comment says is shown where the pointer rests on it."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and not self._face.is_empty():
            frame = self.frame()
            tip = self._face.tip(on_page(QPointF(event.pos()), frame), frame.top)
            QToolTip.showText(event.globalPos(), tip or "", self.viewport())
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._by_keyboard = False
            self._pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer.move(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pointer.release(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._pointer.double(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._pointer.leave()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if event.angleDelta().y():
                self.step_zoom(1 if event.angleDelta().y() > 0 else -1, event.position())
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
        if not page_keys.pressed(self, self._lit, event):
            super().keyPressEvent(event)

    # --- painting ---------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        self._renew()
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme.colour("desk"))
        if not self._face.is_empty():
            frame = self.frame()
            self._face.paint(painter, frame, self._face.first_chunk(frame.top))
            if self.is_printed:
                self._ask(frame)
            else:
                self._flowing.ask(frame, self.viewport().devicePixelRatioF())
        if self.hasFocus() and self._by_keyboard:
            painter.setPen(QPen(theme.colour("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))

    def _ask(self, frame: Frame) -> None:
        """Asks for what was missing in this painting; pages that stay white too long say that they are being drawn."""
        if self.print.ask(frame, self.viewport().devicePixelRatioF()):
            if self._print_paint.patient and not self._patience.isActive():
                self._patience.start()
        else:
            self._patience.stop()
            self._print_paint.patient = True
