"""Paints printed pages. They stay as they are printed, white in the dark too, so what is drawn on them has the colours
of the light table; marks are multiplied onto the picture, which keeps its letters black."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QRegion

from docprep_gui.domain.document import Span
from docprep_gui.domain.errors import DocPrepError
from docprep_gui.gui import theme
from docprep_gui.gui.documents.mark_index import MarkIndex
from docprep_gui.gui.documents.page_content import PageContent
from docprep_gui.gui.documents.page_face import (
    BAND,
    BAND_GAP,
    Frame,
    Lit,
    overlapping,
    paint_band,
    paint_boundary,
)
from docprep_gui.gui.documents.page_print import Band, PrintFace
from docprep_gui.gui.page_pictures import PictureDesk, strips
from docprep_gui.gui.theme import icons, tokens

translate = QCoreApplication.translate
Multiply = QPainter.CompositionMode.CompositionMode_Multiply
Over = QPainter.CompositionMode.CompositionMode_SourceOver
_SELECTED = 76
"""How much of the accent lies over selected text, of 255."""


class PrintPainter:
    def __init__(self, face: PrintFace, lit: Lit, marks: MarkIndex,
                 say: Callable[[DocPrepError], tuple[str, str]]) -> None:
        self._face = face
        self._lit = lit
        self._marks = marks
        self._say = say
        self.patient = True
        """Nothing is said yet of pages that are still being drawn."""

    def paint(self, painter: QPainter, frame: Frame) -> None:
        face, lit = self._face, self._lit
        content, desk = face.content, face.desk
        if content is None or desk is None or face.is_empty():
            return
        painter.save()
        edge = frame.bands + theme.px(BAND + BAND_GAP // 2) if lit.chunks else 0.0
        painter.setClipRect(QRectF(edge, 0, 1e6, frame.view))
        for page in face.seen(frame):
            rect = face.page_rect(page).translated(frame.left, -frame.top)
            self._paint_page(painter, desk, content, page, rect)
            painter.save()
            painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
            self._paint_marks(painter, content, page, rect, frame)
            painter.restore()
        painter.restore()
        if lit.chunks:
            for page in face.seen(frame):
                self._paint_bands(painter, content, page, frame)
            self._paint_boundary(painter, content, frame)

    # --- the paper --------------------------------------------------------------------------------------
    def _paint_page(self, painter: QPainter, desk: PictureDesk, content: PageContent, page: int, rect: QRectF) -> None:
        painter.setPen(QPen(theme.colour("edge"), 1))
        painter.setBrush(theme.paper("page"))
        painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5))
        lines, file = self._face.lines, content.file
        assert lines is not None
        assert file is not None
        fault = desk.fault(file.sha256, page)
        if page in lines.damaged or fault is not None:
            self._paint_words(painter, rect, *(self._say(fault) if fault is not None else (
                translate("Page", "This page is damaged"), "")))
            return
        ratio = painter.device().devicePixelRatioF()
        size = self._face.size(page, ratio)
        clip = painter.clipBoundingRect()
        missing, shown = [], []
        for strip in strips(file.sha256, page, size):
            at = QRectF(rect.left(), rect.top() + strip.top / ratio, size.width / ratio,
                        (strip.bottom - strip.top) / ratio)
            if at.intersects(clip):
                image = desk.picture(strip)
                if image is None:
                    missing.append(at)
                else:
                    shown.append((at, image))
        if missing:
            self._paint_coarse(painter, desk, file.sha256, page, rect, missing, ratio)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        for at, image in shown:
            # On whole pixels of the screen, so that a picture made for them is not smoothed.
            x, y = round(at.left() * ratio) / ratio, round(at.top() * ratio) / ratio
            painter.drawImage(QRectF(x, y, image.width() / ratio, image.height() / ratio), image)

    def _paint_coarse(self, painter: QPainter, desk: PictureDesk, sha256: str, page: int, rect: QRectF,
                      missing: list[QRectF], ratio: float) -> None:
        """What there is of a page in other sizes, where the right one is missing."""
        small = desk.preview(sha256, page)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipRect(QRectF(missing[0].left(), missing[0].top(), missing[0].width(),
                                   missing[-1].bottom() - missing[0].top()), Qt.ClipOperation.IntersectClip)
        if small is not None:
            painter.drawImage(rect, small)
        elif not self.patient:
            self._paint_words(painter, rect, translate("Page", "Drawing the page…"), "")
        for strip, image in desk.others(sha256, page, self._face.size(page, ratio)):
            high = rect.height() / strip.size.height
            painter.drawImage(QRectF(rect.left(), rect.top() + strip.top * high, rect.width(),
                                     (strip.bottom - strip.top) * high), image)
        painter.restore()

    def _paint_words(self, painter: QPainter, rect: QRectF, words: str, hint: str) -> None:
        """In the middle of the paper, or of what is seen of it."""
        seen = rect.intersected(painter.clipBoundingRect())
        middle = seen.center().y()
        line = theme.px(24)
        for i, (text, role) in enumerate(((words, "text"), (hint, "muted"))):
            font = theme.font("body" if i == 0 else "small", i == 0 and bool(hint))
            painter.setFont(font)
            painter.setPen(theme.paper(role))
            box = QRectF(rect.left() + theme.px(16), middle - line + i * line, rect.width() - theme.px(32), line * 2)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
                                      | Qt.TextFlag.TextWordWrap), text)

    # --- marks ------------------------------------------------------------------------------------------
    def _paint_marks(self, painter: QPainter, content: PageContent, page: int, rect: QRectF, frame: Frame) -> None:
        face, lit, lines = self._face, self._lit, self._face.lines
        assert lines is not None
        seen: list[tuple[int, Span]] = []
        for line in lines.by_page.get(page, ()):
            box = face.box_rect(page, lines.box(line)).translated(frame.left, -frame.top)
            start, end = lines.starts[line], lines.ends[line]
            if box.bottom() >= 0 and box.top() <= frame.view and start < end:
                seen.append((line, (start, end)))
        marked = [(line, *mark) for line, span in seen for mark in self._shown_marks(line, span)]
        if lit.chunk is not None and lit.chunks:
            painter.save()
            # A mark is as yellow in the lit chunk as elsewhere.
            free = QRegion(rect.toAlignedRect())
            for line, span, _, _ in marked:
                for box in self._rects(line, span, frame):
                    free -= QRegion(_mark_box(box).toAlignedRect())
            painter.setClipRegion(free, Qt.ClipOperation.IntersectClip)
            for band in face.bands(page):
                if band.chunk == lit.chunk:
                    self._tint_chunk(painter, page, band, rect, frame)
            painter.restore()
        for line, span, ground, ink in marked:
            self._underline(painter, line, span, frame, ground, ink)
        for line, span in seen:
            self._paint_line(painter, content, line, span, frame)

    def _shown_marks(self, line: int, span: Span) -> Iterator[tuple[Span, str, str]]:
        """(span, ground, ink) of what is underlined in a line, none of it twice: one place, one line."""
        lit, (start, end) = self._lit, span
        cited = lit.cited
        if cited is not None and cited[0] < end and cited[1] > start:
            yield cited, "accent_soft", "accent"
        painted = start
        for mark in self._marks.inside(start, end) if lit.hits else ():
            if mark.kind == "mask" and lit.masks:
                continue
            part = max(mark.span[0], painted), min(mark.span[1], end)
            if part[0] < part[1]:
                yield part, *(("hit_bg", "hit") if mark.kind == "hit" else ("mask_bg", "mask"))
                painted = part[1]

    def _tint_chunk(self, painter: QPainter, page: int, band: Band, rect: QRectF, frame: Frame) -> None:
        """From edge to edge, or around the lines where others stand beside them."""
        if band.lanes == 1:
            self._tint(painter, self._ground(page, band, rect), theme.paper("accent_soft"))
            return
        blocks = QRegion()
        for x0, y0, x1, y1 in band.blocks:
            box = self._face.box_rect(page, (x0 - 4, y0 - 2, x1 + 4, y1 + 2)).translated(frame.left, -frame.top)
            blocks += QRegion(box.toAlignedRect())
        painter.save()
        painter.setClipRegion(blocks, Qt.ClipOperation.IntersectClip)  # as one, so that no place is tinted twice
        self._tint(painter, rect, theme.paper("accent_soft"))
        painter.restore()

    def _ground(self, page: int, band: Band, rect: QRectF) -> QRectF:
        """Where a chunk stands on the page: from edge to edge, or its column."""
        scale = self._face.scale_of(page)
        left = rect.left() if band.lanes == 1 else rect.left() + (band.left - 4) * scale
        right = rect.right() if band.lanes == 1 else rect.left() + (band.right + 4) * scale
        top = rect.top() + band.top * scale
        return QRectF(left, top, right - left, min(band.bottom * scale + rect.top(), rect.bottom()) - top)

    def _paint_line(self, painter: QPainter, content: PageContent, line: int, span: Span, frame: Frame) -> None:
        lit = self._lit
        start, end = span
        self._paint_doubts(painter, line, span, frame)
        if lit.masks:
            masks = content.masks
            for n in range(max(0, bisect_left(masks, start, key=lambda mask: mask[0]) - 1), len(masks)):
                if masks[n][0] >= end:
                    break
                if masks[n][1] > start:
                    self._paint_mask(painter, line, (masks[n][0], masks[n][1]), masks[n][2], frame)
        chosen = lit.span
        if chosen is not None and chosen[0] < end and chosen[1] > start and (lit.hits or lit.masks):
            for rect in self._rects(line, chosen, frame):
                self._outline(painter, rect)
        if lit.found:
            for n in overlapping(lit.found, start, end, max(0, bisect_left(lit.found, (start, 0)) - 1)):
                for rect in self._rects(line, lit.found[n], frame):
                    self._tint(painter, rect, theme.paper("chunk_a"))
                    if n == lit.found_at:
                        self._outline(painter, rect)
        selected = lit.selection
        if selected is not None and selected[0] != selected[1]:
            over = QColor(theme.paper("accent"))
            over.setAlpha(_SELECTED)
            for rect in self._rects(line, (min(selected), max(selected)), frame):
                painter.fillRect(rect, over)

    def _paint_doubts(self, painter: QPainter, line: int, span: Span, frame: Frame) -> None:
        """Dots under what may have been read wrongly."""
        lines = self._face.lines
        assert lines is not None
        first = max(0, bisect_left(lines.doubtful, (span[0], 0)) - 1)
        for n in overlapping(lines.doubtful, *span, first):
            for rect in self._rects(line, lines.doubtful[n], frame):
                painter.setPen(QPen(theme.paper("warn"), 2, Qt.PenStyle.DotLine))
                painter.drawLine(round(rect.left()), round(rect.bottom()) + 2, round(rect.right()),
                                 round(rect.bottom()) + 2)

    def _rects(self, line: int, span: Span, frame: Frame) -> list[QRectF]:
        lines = self._face.lines
        assert lines is not None
        return [self._face.box_rect(lines.pages[line], box).translated(frame.left, -frame.top)
                for box in lines.stretches(line, span)]

    def _tint(self, painter: QPainter, rect: QRectF, colour: QColor) -> None:
        painter.setCompositionMode(Multiply)
        painter.fillRect(rect, colour)
        painter.setCompositionMode(Over)

    def _underline(self, painter: QPainter, line: int, span: Span, frame: Frame, ground: str, ink: str) -> None:
        lines = self._face.lines
        down = lines is not None and lines.runs_down(line)
        for rect in self._rects(line, span, frame):
            box = _mark_box(rect)
            self._tint(painter, box, theme.paper(ground))
            if down:
                painter.fillRect(QRectF(round(box.left()), box.top(), 2, box.height()), theme.paper(ink))
            else:
                painter.fillRect(QRectF(box.left(), round(box.bottom()) - 1, box.width(), 2), theme.paper(ink))

    def _outline(self, painter: QPainter, rect: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.paper("focus"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(-2, -2, 2, 3), 3, 3)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_mask(self, painter: QPainter, line: int, span: Span, placeholder: str, frame: Frame) -> None:
        """Covers a value as a whole, each of its lines; the name stands where there is room for it."""
        lines = self._face.lines
        assert lines is not None
        for rect in self._rects(line, span, frame):
            box = rect.adjusted(-1, -1, 1, 1)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.paper("mask_bg"))
            painter.drawRect(rect)  # its corners too
            painter.drawRoundedRect(box, theme.px(tokens.RADIUS), theme.px(tokens.RADIUS))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            side = round(min(box.height() * 0.75, theme.px(11)))
            if box.width() < side + 4:
                continue
            icons.draw(painter, "lock", box.left() + 2, round(box.center().y() - side / 2), side,
                       theme.paper("mask").name())
            font = QFont(theme.font("small"))
            font.setPointSizeF(max(4.0, min(font.pointSizeF(), box.height() * 0.72 * 72 / 96)))
            room = QRectF(box.left() + side + 4, box.top(), box.width() - side - 6, box.height())
            if room.width() > 8:
                painter.setFont(font)
                painter.setPen(theme.paper("mask"))
                label = placeholder.strip("[]")
                painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft),
                                 QFontMetricsF(font).elidedText(label, Qt.TextElideMode.ElideRight,
                                                                  room.width()))

    # --- chunks -----------------------------------------------------------------------------------------
    def _paint_bands(self, painter: QPainter, content: PageContent, page: int, frame: Frame) -> None:
        face, width = self._face, theme.px(BAND)
        rect, scale = face.page_rect(page), face.scale_of(page)
        for band in face.bands(page):
            top = rect.top() + band.top * scale - frame.top
            bottom = min(rect.bottom(), rect.top() + band.bottom * scale) - frame.top - 2
            if bottom < 0 or top > frame.view:
                continue
            lane = width / band.lanes
            box = QRectF(frame.bands + band.lane * lane, top, lane - (1 if band.lanes > 1 else 0),
                         max(4.0, bottom - top))
            paint_band(painter, content, band.chunk, box, band.chunk == self._lit.chunk)

    def _paint_boundary(self, painter: QPainter, content: PageContent, frame: Frame) -> None:
        below = self._lit.boundary
        found = self._face.band_of(below) if below is not None else None
        if below is None or found is None:
            return
        page, band = found
        rect = self._face.page_rect(page).translated(frame.left, -frame.top)
        ground = self._ground(page, band, rect)
        y = round(ground.top()) - 1
        left = frame.bands if band.lanes == 1 else ground.left()
        paint_boundary(painter, content, below, y, left, max(ground.right(), left + theme.px(120)))


def _mark_box(rect: QRectF) -> QRectF:
    """The ground of a mark, on whole pixels."""
    return QRectF(rect.adjusted(-1, 0, 1, 1).toAlignedRect())
