"""The flowing page as a face of the page view: text, grids and slides, laid out as they come into sight. The block at
the top stays where it is while heights above it are made exact."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from docprep_gui.domain.document import Span
from docprep_gui.gui import theme
from docprep_gui.gui.documents import page_changes
from docprep_gui.gui.documents.index import DocumentIndex
from docprep_gui.gui.documents.page_content import PageContent
from docprep_gui.gui.documents.page_face import BOUNDARY_HIT, Anchor, Frame, Lit
from docprep_gui.gui.documents.page_layout import PageLayout
from docprep_gui.gui.documents.page_paint import PagePainter
from docprep_gui.gui.page_pictures import PictureDesk

_PAGE_MAX = 720
_TOLD = 1000


class FlowFace:
    def __init__(self, flow: PageLayout, painter: PagePainter, lit: Lit, desk: PictureDesk | None = None) -> None:
        self.flow = flow
        self._desk = desk
        self._paint = painter
        self._lit = lit
        self._index: DocumentIndex | None = None
        self._extent = 0.0
        self.percent = 100

    def show(self, content: PageContent | None) -> None:
        before = self.flow.content
        if content is None:
            self._index = None
        elif before is None or before.document is not content.document or before.chunks is not content.chunks:
            self._index = DocumentIndex(content.document, content.chunks)
        self.flow.show(content)

    def zoom(self) -> int:
        return self.percent

    def is_empty(self) -> bool:
        return not self.flow.blocks

    def fit(self, room: float, view: float) -> None:
        share, most = self.percent / 100, theme.px(_PAGE_MAX)
        if self.flow.sheets:
            width = room
        elif self.flow.slides:
            width = float(round(min(room, min(room, most) * share)))
        else:
            width = float(round(min(room, max(most, most * share))))
        self.flow.fit(width, self.percent, self._lit.masks)
        self._extent = max(self.flow.width, self.flow.extent())

    def extent(self) -> float:
        return self._extent

    def height(self) -> float:
        return self.flow.tops()[-1]

    # --- places -----------------------------------------------------------------------------------------
    def anchor(self, top: float) -> Anchor:
        i = self.flow.block_at(top)
        return i, top - self.flow.tops()[i]

    def settle(self, anchor: Anchor, view: float) -> float:
        flow = self.flow
        top, below = min(anchor[0], len(flow.blocks) - 1), anchor[1]
        seen, i = -below, top
        while i < len(flow.blocks) and seen < view + 40:
            seen += flow.lay(i).height
            i += 1
        return flow.tops()[top] + below

    def spot(self, offset: int) -> QPointF:
        self.flow.lay(self.flow.block_of(offset))
        return QPointF(self.flow.margin() + self.flow.x_of(offset), self.flow.y_of(offset))

    def gutter(self) -> float:
        return self.flow.gutter

    def line_at(self, offset: int) -> Span:
        for piece in self.flow.lay(self.flow.block_of(offset)).pieces:
            if piece.holds(offset):
                item = piece.kind == "list_item" and not self.flow.slides
                return self.flow.blocks[self.flow.block_of(offset)].span if item else piece.text.span
        return self.flow.blocks[self.flow.block_of(offset)].span

    def chunk_at(self, offset: int) -> int | None:
        return self._index.chunk_at(offset) if self._index is not None else None

    def covered(self, offset: int) -> float:
        return self.flow.stuck_height(offset)

    def _inner(self, point: QPointF, top: float) -> QPointF:
        """A point from the left of the text, under what stays at the top of the view."""
        return self.flow.under_stuck(QPointF(point.x() - self.flow.margin(), point.y()), top)

    def offset_at(self, point: QPointF, top: float) -> int | None:
        return self.flow.offset_at(self._inner(point, top))

    def read_at(self, top: float) -> int:
        i = self.flow.block_at(top)
        laid = self.flow.lay(i)
        for piece in laid.pieces:
            if not piece.left and self.flow.tops()[i] + piece.y + piece.text.step > top:
                return piece.text.offset_at(QPointF(0, max(0.0, top - self.flow.tops()[i] - piece.y)))
        return self.flow.starts[i]

    # --- chunks -----------------------------------------------------------------------------------------
    def chunk_top(self, i: int) -> float:
        return self.flow.chunk_top(i)

    def first_chunk(self, top: float) -> int:
        if self._index is None or not self.flow.blocks:
            return 0
        found = self._index.chunk_at(self.flow.starts[self.flow.block_at(top)])
        return max(0, (found or 0) - 1)

    def _chunks(self) -> int:
        return len(self.flow.content.chunks) if self.flow.content is not None else 0

    def chunk_beside(self, share: float, y: float, first: int) -> int | None:
        top = self.flow.chunk_top
        return next((i for i in range(first, self._chunks()) if top(i) <= y < top(i + 1)), None)

    def boundary_at(self, point: QPointF, first: int) -> int | None:
        for i in range(max(1, first), self._chunks()):
            top = self.flow.chunk_top(i)
            if abs(top - point.y()) <= BOUNDARY_HIT:
                return i
            if top > point.y() + 20:
                break
        return None

    # --- the rest ---------------------------------------------------------------------------------------
    def tip(self, point: QPointF, top: float) -> str | None:
        """A comment, a change with who made it, or a cell that is cut off, as a whole."""
        content, flow = self.flow.content, self.flow
        if content is None:
            return None
        inner = self._inner(point, top)
        i = flow.block_at(inner.y())
        at = QPointF(inner.x(), inner.y() - flow.tops()[i])
        for box, comments in flow.comment_marks(i):
            if box.adjusted(-3, -3, 3, 3).contains(at):
                return "\n\n".join(page_changes.say_comment(comment) for comment in comments)
        found = flow.piece_at(inner)
        if found is None:
            return None
        piece, within = found
        changes, text = content.shape.changes, piece.text
        gone = text.gone_at(within)
        if gone is not None:
            anchor = text.gone[gone][0]
            nth = sum(1 for other in text.gone[:gone] if other[0] == anchor)
            return page_changes.say_deleted(changes.deleted_in((anchor, anchor))[nth])
        offset = text.offset_at(within)
        for change in changes.inserted_in(max(0, offset - 1), offset + 1):
            if any(rect.contains(within) for rect in text.rects(change.span)):
                return page_changes.say_inserted(change)
        return text.text[:_TOLD] if flow.sheets and text.cut and not text.pills else None

    def paint(self, painter: QPainter, frame: Frame, first: int) -> None:
        self._paint.paint(painter, frame, first)

    def ask(self, frame: Frame, ratio: float) -> None:
        """Asks for the pictures that are seen, and those that may be seen next."""
        content = self.flow.content
        if self._desk is not None and content is not None and content.file is not None:
            self._desk.want(self, content.file, self._paint.pictures(frame, ratio), {})

    def leave(self) -> None:
        if self._desk is not None:
            self._desk.leave(self)
