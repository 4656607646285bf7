"""One laid-out stretch of canonical text: what is shown may differ from it (masked values, escapes of tables), so
offsets are mapped both ways."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextLine, QTextOption

from docprep_gui.domain.document import BOLD, ITALIC, LOWERED, RAISED, STRUCK, UNDERLINED, Span
from docprep_gui.gui.documents.page_looks import Letters
from docprep_gui.gui.theme.tokens import LINE_PAGE
from docprep_gui.gui.utf16 import Utf16


@dataclass(frozen=True, slots=True)
class Swap:
    """`shown` stands in place of `span`; `pill`: it is a masked value, made by `pill`; `gone`: it was deleted, and
    stands before its place, a span of no length."""

    span: Span
    shown: str
    pill: bool = False
    gone: bool = False


_TAB = 36 / 10.5
"""Ems from one tab stop to the next: half an inch in text of the usual size, as Word has it."""
_TORN = 0.12
"""How much of a line may be blanks that justifying spreads over it."""
_LOCK_ROOM, _END_ROOM, _JOINER = "口", ".", "\u2060"


def pill(span: Span, label: str) -> Swap:
    """A masked value: room for the lock, the label, room at the end, kept on one line. The rooms are letters that
    are not painted, since blanks would be stretched where lines are justified."""
    return Swap(span, _JOINER.join((_LOCK_ROOM, *label, _END_ROOM)), pill=True)


def table_swaps(text: str, span: Span) -> list[Swap]:
    """What a cell shows in place of the markup of the canonical text: line breaks and pipes."""
    found = []
    at = text.find("<br>", *span)
    while at >= 0:
        found.append(Swap((at, at + 4), "\u2028"))
        at = text.find("<br>", at + 4, span[1])
    at = text.find("\\|", *span)
    while at >= 0:
        found.append(Swap((at, at + 2), "|"))
        at = text.find("\\|", at + 2, span[1])
    return sorted(found, key=lambda swap: swap.span)


class LaidText:
    """Text of `span` laid out at a width. `swaps` are disjoint, in order, inside the span. `wrap` off: it all stands in
    one line, however long; one that is longer than the width begins at the left. `letters`: those that are emphasised.
    `first`: how far the first line begins to the right of the others, or the others to the right of it where it is
    negative; Qt knows no places left of 0."""

    def __init__(self, text: str, span: Span, swaps: Sequence[Swap], font: QFont, width: float,
                 align: Qt.AlignmentFlag, pill_ink: QColor, *, wrap: bool = True, inserted: Sequence[Span] = (),
                 change_inks: tuple[QColor, QColor] | None = None, letters: Letters = (),
                 first: float = 0.0) -> None:
        self.span = span
        self.gone: list[tuple[int, int, int]] = []
        self.pills = [swap.span for swap in swaps if swap.pill]
        self._sources: list[int] = []
        self._shown: list[int] = []
        self._swapped: list[int] = []
        parts: list[str] = []
        at, length = span[0], 0
        for swap in swaps:
            if swap.span[0] > at:
                self._piece(at, length, 0)
                parts.append(text[at : swap.span[0]])
                length += swap.span[0] - at
            if swap.gone:
                self.gone.append((swap.span[0], length, length + len(swap.shown)))
            self._piece(swap.span[0], length, -1 if swap.gone else swap.span[1] - swap.span[0])
            parts.append(swap.shown)
            length += len(swap.shown)
            at = swap.span[1]
        self._piece(at, length, 0)
        parts.append(text[at : span[1]])
        shown = "".join(parts).replace("\n", "\u2028")
        if not wrap:
            shown = shown.replace("\u2028", " ")
        self.text = shown
        self._length = len(shown)
        self._units = Utf16(shown)
        self._layout = QTextLayout(shown, font)
        option = QTextOption(align)
        option.setTabStopDistance(font.pointSizeF() * 96 / 72 * _TAB)
        if first < 0:  # what hangs out is parted by a tab from what stands where the other lines begin
            option.setTabArray([-first])
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere if wrap else QTextOption.WrapMode.NoWrap)
        self._layout.setTextOption(option)
        self._layout.setCacheEnabled(True)
        looks = [_emphasis(self.to_shown(start), self._end_shown(end), look, font) for start, end, look in letters]
        if change_inks is not None:
            for stretch in inserted:
                low, high = self.to_shown(max(stretch[0], span[0])), self._end_shown(min(stretch[1], span[1]))
                looks.append(_range(low, high, change_inks[0], underline=True))
            looks += [_range(self._units.to_qt(low), self._units.to_qt(high), change_inks[1], struck=True)
                      for _, low, high in self.gone]
        if self.pills:
            hidden = QColor(Qt.GlobalColor.transparent)
            for masked in self.pills:
                low, high = self.to_shown(masked[0]), self.to_shown(masked[1])
                looks += [_range(low, low + 1, hidden), _range(low + 1, high - 1, pill_ink),
                          _range(high - 1, high, hidden)]
        if looks:
            self._layout.setFormats(looks)
        self.height = self._break(font, width, first)
        self.cut = not wrap and self._layout.lineAt(0).naturalTextWidth() > width
        torn = align == Qt.AlignmentFlag.AlignJustify and self._is_torn()
        if torn or (self.cut and align != Qt.AlignmentFlag.AlignLeft):
            option.setAlignment(Qt.AlignmentFlag.AlignLeft)
            self._layout.setTextOption(option)
            self._break(font, width, first)

    def _piece(self, source: int, shown: int, swapped: int) -> None:
        """`swapped`: length in the source of what is shown otherwise, 0 for text shown as it is, -1 for text that was
        deleted."""
        self._sources.append(source)
        self._shown.append(shown)
        self._swapped.append(swapped)

    def _break(self, font: QFont, width: float, first: float) -> float:
        metrics = QFontMetricsF(font)
        step = round(font.pointSizeF() * 96 / 72 * LINE_PAGE)
        rise = max(0.0, (step - metrics.height()) / 2)
        y = 0.0
        self._layout.beginLayout()
        while True:
            line = self._layout.createLine()
            if not line.isValid():
                break
            indent = max(first if not y else -first, 0.0)
            line.setLineWidth(max(width - indent, 20.0))
            line.setPosition(QPointF(indent, y + rise))
            y += step
        self._layout.endLayout()
        self.step = float(step)
        return max(y, float(step))

    def _is_torn(self) -> bool:
        """Would justifying stretch a line too far, since what follows it is not broken?"""
        for i in range(self._layout.lineCount() - 1):
            line = self._layout.lineAt(i)
            if line.naturalTextWidth() < (1 - _TORN) * line.width():
                last = self._units.from_qt(line.textStart() + line.textLength() - 1)
                if self.text[last] != "\u2028":
                    return True
        return False

    def to_shown(self, offset: int) -> int:
        """UTF-16 position in the layout of an offset of the document."""
        offset = min(max(offset, self.span[0]), self.span[1])
        at = bisect_right(self._sources, offset) - 1
        # Pieces of no length share their source with the next; bisect takes the last of them.
        inside = offset - self._sources[at]
        if self._swapped[at]:
            shown = self._shown[at] if inside == 0 else self._shown[at + 1]
        else:
            shown = self._shown[at] + inside
        return self._units.to_qt(min(shown, self._length))

    def _end_shown(self, offset: int) -> int:
        """As `to_shown`, for the end of a span: before what was deleted there."""
        if offset <= self.span[0]:
            return self.to_shown(offset)
        before = min(offset, self.span[1]) - 1
        at = bisect_right(self._sources, before) - 1
        if self._swapped[at]:
            return self.to_shown(offset)
        return self._units.to_qt(min(self._shown[at] + before - self._sources[at] + 1, self._length))

    def gone_at(self, point: QPointF) -> int | None:
        """Which of the deleted texts (`gone`) is under a point."""
        for n, (_, low, high) in enumerate(self.gone):
            if any(rect.contains(point) for rect in self._shown_rects(self._units.to_qt(low), self._units.to_qt(high))):
                return n
        return None

    def to_source(self, units: int) -> int:
        shown = self._units.from_qt(units)
        at = bisect_right(self._shown, shown) - 1
        if self._swapped[at]:
            return self._sources[at]
        return min(self._sources[at] + shown - self._shown[at], self.span[1])

    def rects(self, span: Span) -> list[QRectF]:
        """Rectangles of a span of the document, a line each, as high as the letters."""
        return self._shown_rects(self.to_shown(span[0]), self._end_shown(span[1]))

    def _shown_rects(self, start: int, end: int) -> list[QRectF]:
        found = []
        for i in range(self._layout.lineCount()):
            line = self._layout.lineAt(i)
            low, high = max(start, line.textStart()), min(end, line.textStart() + line.textLength())
            if low < high:
                left, right = _x(line, low), _x(line, high)
                found.append(QRectF(left, line.y(), right - left, line.height()))
        return found

    def line_top(self, offset: int) -> float:
        """Top of the line that holds the offset, from the top of the text."""
        line = self._layout.lineForTextPosition(self.to_shown(offset))
        return float(int(line.y() / self.step) * self.step) if line.isValid() else 0.0

    def offset_at(self, point: QPointF) -> int:
        """The offset of the document nearest to a point."""
        for i in range(self._layout.lineCount()):
            line = self._layout.lineAt(i)
            if point.y() < (i + 1) * self.step or i == self._layout.lineCount() - 1:
                return self.to_source(line.xToCursor(point.x()))
        return self.span[0]

    def draw(self, painter: QPainter, at: QPointF, colour: QColor, selected: Span | None, ground: QColor,
             ink: QColor) -> None:
        """`ground` and `ink` are those of selected text."""
        formats = []
        if selected is not None:
            start, end = self.to_shown(selected[0]), self._end_shown(selected[1])
            if start < end:
                formats.append(_range(start, end, ink, ground))
        painter.setPen(colour)
        self._layout.draw(painter, at, formats)


def _x(line: QTextLine, position: int) -> float:
    x, _ = cast("tuple[float, int]", line.cursorToX(position))
    return x


def _range(start: int, end: int, ink: QColor, ground: QColor | None = None, *, underline: bool = False,
           struck: bool = False) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start, made.length = start, end - start
    look = QTextCharFormat()
    look.setForeground(ink)
    if ground is not None:
        look.setBackground(ground)
    if underline:
        look.setFontUnderline(True)
    if struck:
        look.setFontStrikeOut(True)
    made.format = look
    return made


def _emphasis(start: int, end: int, letters: int, font: QFont) -> QTextLayout.FormatRange:
    """`letters`: a look, as `domain.document` counts them."""
    made = QTextLayout.FormatRange()
    made.start, made.length = start, end - start
    look = QTextCharFormat()
    if letters & BOLD:
        look.setFontWeight(QFont.Weight.DemiBold)
    if letters & ITALIC:
        look.setFontItalic(True)
    if letters & UNDERLINED:
        look.setFontUnderline(True)
    if letters & STRUCK:
        look.setFontStrikeOut(True)
    if letters & (RAISED | LOWERED):
        raised = QTextCharFormat.VerticalAlignment
        look.setVerticalAlignment(raised.AlignSuperScript if letters & RAISED else raised.AlignSubScript)
    made.format = look
    return made
