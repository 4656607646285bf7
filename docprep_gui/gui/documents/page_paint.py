"""Paints a page: the sheet, the blocks that are seen, the marks in them, the chunks beside them. Colours are asked for
at each painting."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from docprep_gui.domain.document import Span
from docprep_gui.gui import theme
from docprep_gui.gui.documents.mark_index import MarkIndex
from docprep_gui.gui.documents.page_blocks import Block
from docprep_gui.gui.documents.page_content import PageContent
from docprep_gui.gui.documents.page_face import BAND, BAND_GAP, Frame, Lit, paint_band, paint_boundary
from docprep_gui.gui.documents.page_frames import FramePainter, placed
from docprep_gui.gui.documents.page_layout import PageLayout
from docprep_gui.gui.documents.page_pieces import Laid
from docprep_gui.gui.documents.page_text import LaidText
from docprep_gui.gui.page_pictures import Part, PictureDesk
from docprep_gui.gui.theme import icons, tokens
from docprep_gui.gui.widgets import paint

translate = QCoreApplication.translate


class PagePainter:
    def __init__(self, layout: PageLayout, lit: Lit, marks: MarkIndex, desk: PictureDesk | None = None) -> None:
        self._layout = layout
        self._lit = lit
        self._marks = marks
        self._frames = FramePainter(layout, desk)

    # --- the page ---------------------------------------------------------------------------------------
    def paint(self, painter: QPainter, frame: Frame, first_chunk: int) -> None:
        """`first_chunk`: a chunk that begins at or above the top of the view."""
        layout, lit = self._layout, self._lit
        content = layout.content
        if content is None or not layout.blocks:
            return
        self._frames.sha256 = content.file.sha256 if content.file is not None else ""
        first, last = layout.block_at(frame.top), layout.block_at(frame.top + frame.view)
        for i in range(first, last + 1):
            layout.lay(i)
        tops = layout.tops()
        painter.save()
        edge = frame.bands + theme.px(BAND + BAND_GAP // 2) if lit.chunks else 0.0
        painter.setClipRect(QRectF(edge, 0, 1e6, frame.view))
        painter.setPen(QPen(theme.colour("edge"), 1))
        painter.setBrush(theme.colour("page"))
        x = frame.left + layout.margin()
        cards = self._grounds(frame, first, last)
        painter.drawRects(cards)
        if lit.chunk is not None and lit.chunks and lit.chunk < len(content.chunks):
            top, bottom = layout.chunk_top(lit.chunk) - frame.top, layout.chunk_top(lit.chunk + 1) - frame.top
            for card in cards:
                low, high = max(top, card.top() + 1), min(bottom, card.bottom())
                if low < high:
                    painter.fillRect(QRectF(frame.left + 1, low, frame.width - 2, high - low),
                                     theme.colour("accent_soft"))
        for i in range(first, last + 1):
            self._paint_block(painter, i, x, tops[i] - frame.top, frame, edge)
            self._frames.shown(painter, layout.laid[i], QPointF(x, tops[i] - frame.top), frame.view)
            self._frames.comments(painter, i, x, tops[i] - frame.top)
        if layout.sheets:
            self._paint_stuck(painter, x, frame, first, edge)
        painter.restore()
        if lit.chunks:
            self._paint_bands(painter, content, frame, first_chunk)
            if lit.boundary is not None:
                y = round(layout.chunk_top(lit.boundary) - frame.top) - 1
                paint_boundary(painter, content, lit.boundary, y, frame.bands, frame.left + frame.width)

    def pictures(self, frame: Frame, ratio: float) -> list[Part]:
        """Those that are in the view, then those laid out next to it. `ratio`: pixels of the screen to logical ones."""
        layout = self._layout
        if layout.content is None or not layout.blocks:
            return []
        first, last = layout.block_at(frame.top - frame.view), layout.block_at(frame.top + 2 * frame.view)
        found = []
        for i in range(first, last + 1):
            laid = layout.laid.get(i)
            for place, shown in laid.pictures if laid is not None else ():
                box = placed(place, QPointF(frame.left + layout.margin(), layout.tops()[i] - frame.top))
                far = max(0.0, -box.bottom(), box.top() - frame.view)
                found.append((far, self._frames.asked(box, shown, ratio)))
        found.sort(key=lambda one: one[0])
        return [part for _, part in found]

    def _grounds(self, frame: Frame, first: int, last: int) -> list[QRectF]:
        """The sheet of paper, or the cards of the slides that are seen."""
        tops = self._layout.tops()
        if not self._layout.slides:
            return [QRectF(frame.left + 0.5, -frame.top + 0.5, frame.width - 1, tops[-1])]
        cards = (self._frames.card(i, frame.left, tops[i] - frame.top) for i in range(first, last + 1))
        return [card for card in cards if card is not None]

    def _paint_block(self, painter: QPainter, i: int, x: float, y: float, frame: Frame, edge: float) -> None:
        layout = self._layout
        block, laid = layout.blocks[i], layout.laid[i]
        side = max(edge, x - layout.gutter)
        match block.kind:
            case "rule":
                self._paint_rule(painter, x, y + layout.space_before(i))
            case "sheet":
                right = min(frame.left + frame.width, painter.window().width())
                self._frames.sheet_bar(painter, block, max(edge, frame.left) + 1, right - 1, y + layout.space_before(i))
            case "columns" if block.grid is not None:
                self._frames.letters(painter, block.grid, x, y + layout.space_before(i), side)
            case "rows" if layout.sheets:
                self._paint_sheet_rows(painter, block, laid, x, y, frame.view)
                self._paint_texts(painter, block, laid, x, y)
                self._frames.numbers(painter, block, laid, side, y, frame.view)
            case "slide":
                card = self._frames.card(i, frame.left, y)
                assert card is not None
                self._frames.slide_head(painter, block, card)
                self._paint_grid(painter, laid, x, y)
                self._paint_texts(painter, block, laid, x, y)
            case _:
                if block.kind == "rows":
                    self._paint_grid(painter, laid, x, y)
                if layout.slides and block.kind == "note":
                    self._frames.notes_mark(painter, x, y + layout.space_before(i))
                self._paint_texts(painter, block, laid, x, y)

    def _paint_texts(self, painter: QPainter, block: Block, laid: Laid, x: float, y: float) -> None:
        quiet = block.kind == "aside" or block.hidden or (self._layout.slides and block.kind == "note")
        role = "muted" if quiet else "page_text"
        chosen, view = self._lit.selection, QRectF(painter.window())
        even = block.grid is not None and block.grid.even
        for piece in laid.pieces:
            box = piece.frame
            if box is not None and not box.translated(x, y).intersects(view):
                continue
            at = QPointF(x + piece.x, y + piece.y)
            if piece.kind == "figure" and box is not None:
                self._frames.picture(painter, piece, QPointF(x, y))
            cut = (even or piece.left) and piece.text.cut
            if cut and box is not None:
                painter.save()
                painter.setClipRect(box.translated(x, y), Qt.ClipOperation.IntersectClip)
            self._paint_marks(painter, piece.text, at)
            selected = None
            if chosen is not None and chosen[0] != chosen[1]:
                low, high = max(min(chosen), piece.text.span[0]), min(max(chosen), piece.text.span[1])
                selected = (low, high) if low < high else None
            ink = theme.colour("muted" if piece.left else role)
            piece.text.draw(painter, at, ink, selected, theme.colour("accent"),
                            theme.colour("on_accent"))
            if cut:
                painter.restore()
                self._frames.cut(painter, piece, x, y)

    def _paint_sheet_rows(self, painter: QPainter, block: Block, laid: Laid, x: float, y: float, view: int) -> None:
        if laid.header is not None:
            painter.fillRect(laid.header.translated(x, y), theme.colour("window"))
            for piece in laid.pieces:
                if piece.cell is not None and piece.cell.header and piece.frame is not None:
                    painter.fillRect(piece.frame.translated(x, y), theme.colour("window"))
        for box in laid.left:
            self._frames.left_out(painter, box.translated(x, y))
        wide = painter.window().width()
        boxes = [*laid.blanks, *[piece.frame for piece in laid.pieces if piece.frame is not None]]
        painter.setPen(QPen(theme.colour("edge"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRects([
            QRectF(x0 + 0.5, y0 + 0.5, round(x + box.right()) - x0, round(y + box.bottom()) - y0)
            for box in boxes
            if x + box.right() >= 0 and x + box.left() <= wide and y + box.bottom() >= 0 and y + box.top() <= view
            for x0, y0 in ((round(x + box.left()), round(y + box.top())),)
        ])

    def _paint_stuck(self, painter: QPainter, x: float, frame: Frame, first: int, edge: float) -> None:
        """The letters and the header of the grid at the top of the view, while its rows go by under them."""
        layout = self._layout
        stuck = layout.stuck(first, frame.top)
        if stuck is None:
            return
        grid, head, shift = stuck
        height = layout.bar_height("columns")
        side = max(edge, x - layout.gutter)
        if head is not None:
            laid, block = layout.lay(head), layout.blocks[head]
            y = height - shift - laid.rows[0]
            painter.fillRect(QRectF(side, y + laid.rows[0], 1e6, laid.rows[-1] - laid.rows[0]), theme.colour("page"))
            self._paint_sheet_rows(painter, block, laid, x, y, frame.view)
            self._paint_texts(painter, block, laid, x, y)
            self._frames.numbers(painter, block, laid, side, y, frame.view)
            painter.fillRect(QRectF(side, round(y + laid.rows[-1]), x + layout.edges(grid)[-1] - side, 1),
                             theme.colour("control"))
        self._frames.letters(painter, grid, x, -shift, side)

    def _paint_rule(self, painter: QPainter, x: float, y: float) -> None:
        width = self._layout.text_width()
        painter.fillRect(QRectF(x, round(y), width, 1), theme.colour("line"))
        paint.text(painter, QRectF(x, y + 4, width, self._layout.z(22)),
                   translate("Page", "Beside the text: headers, footers, comments, hidden parts"), theme.font("small"),
                   "muted")

    def _paint_grid(self, painter: QPainter, laid: Laid, x: float, y: float) -> None:
        painter.setPen(QPen(theme.colour("page_line"), 1))
        for piece in laid.pieces:
            box = piece.frame
            if box is None or piece.cell is None or not piece.ruled:
                continue
            x0, y0 = round(x + box.left()) + 0.5, round(y + box.top()) + 0.5
            x1, y1 = round(x + box.right()) + 0.5, round(y + box.bottom()) + 0.5
            if piece.cell.header:
                painter.setBrush(theme.colour("window"))
            else:
                painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(x0, y0, x1 - x0, y1 - y0))

    # --- marks ------------------------------------------------------------------------------------------
    def _paint_marks(self, painter: QPainter, text: LaidText, at: QPointF) -> None:
        start, end = text.span
        cited = self._lit.cited
        if cited is not None and cited[0] < end and cited[1] > start:
            self._underline(painter, text, at, (max(cited[0], start), min(cited[1], end)), "accent_soft", "accent")
        if self._lit.hits:
            painted = start
            for mark in self._marks.inside(start, end):
                if mark.kind == "mask" and self._layout.show_masks:
                    continue
                # What an earlier mark has painted is not painted again: one place, one line.
                span = max(mark.span[0], painted), min(mark.span[1], end)
                if span[0] < span[1]:
                    ground, line = ("hit_bg", "hit") if mark.kind == "hit" else ("mask_bg", "mask")
                    self._underline(painter, text, at, span, ground, line)
                    painted = span[1]
        chosen = self._lit.span
        for masked in text.pills:
            for rect in text.rects(masked):
                self._paint_pill(painter, rect.translated(at))
        if chosen is not None and chosen[0] < end and chosen[1] > start and (self._lit.hits or chosen in text.pills):
            for rect in text.rects((max(chosen[0], start), min(chosen[1], end))):
                self._outline(painter, rect.translated(at))
        self._paint_found(painter, text, at)

    def _underline(self, painter: QPainter, text: LaidText, at: QPointF, span: Span, ground: str, line: str) -> None:
        for rect in text.rects(span):
            box = rect.translated(at).adjusted(-1, 0, 1, 1)
            painter.fillRect(box, theme.colour(ground))
            painter.fillRect(QRectF(box.left(), round(box.bottom()) - 1, box.width(), 2), theme.colour(line))

    def _paint_found(self, painter: QPainter, text: LaidText, at: QPointF) -> None:
        found = self._lit.found
        for n in range(bisect_left(found, (text.span[0], 0)), len(found)):
            if found[n][0] >= text.span[1]:
                break
            for rect in text.rects(found[n]):
                painter.fillRect(rect.translated(at), theme.colour("chunk_a"))
                if n == self._lit.found_at:
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
        side = round(self._layout.z(11))
        icons.draw(painter, "lock", box.left() + self._layout.z(2), round(box.center().y() - side / 2), side,
                   theme.colour("mask").name())

    # --- chunks -----------------------------------------------------------------------------------------
    def _paint_bands(self, painter: QPainter, content: PageContent, frame: Frame, first: int) -> None:
        for i in range(first, len(content.chunks)):
            top = self._layout.chunk_top(i) - frame.top
            if top > frame.view:
                break
            bottom = self._layout.chunk_top(i + 1) - frame.top - 2
            if bottom >= 0:
                band = QRectF(frame.bands, top, theme.px(BAND), max(4.0, bottom - top))
                paint_band(painter, content, i, band, i == self._lit.chunk)
