"""A rule drawn as a sentence: words in boxes, wrapped to the width."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from docprep_gui.gui import theme
from docprep_gui.gui.rules.sentence import Chip, Line
from docprep_gui.gui.theme import tokens
from docprep_gui.gui.widgets import paint

_ROW, _CHIP, _GAP = 35, 28, 6
_PATTERN_MAX = 250


@dataclass(frozen=True, slots=True)
class _Placed:
    rect: QRectF
    chip: Chip
    shown: str


class SentenceView(QWidget):
    """Shows only. The whole sentence is its name for the screen reader."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[Line, ...] = ()
        self._placed: list[_Placed] = []
        self._leads: list[tuple[QRectF, str]] = []
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_lines(self, lines: tuple[Line, ...], spoken: str) -> None:
        self._lines = lines
        self.setAccessibleName(spoken)
        self._lay_out()
        self.updateGeometry()

    def chips(self) -> list[Chip]:
        return [placed.chip for placed in self._placed]

    # --- layout -----------------------------------------------------------------------------------------
    def _font(self, chip: Chip) -> QFont:
        match chip.kind:
            case "pattern":
                return theme.font("code")
            case "route" | "priority":
                return theme.font("small")
            case "field" | "target":
                return theme.font(bold=True)
            case _:
                return theme.font()

    def _chip_width(self, chip: Chip, room: float) -> tuple[float, str]:
        """Width, and the text as far as it fits."""
        metrics = QFontMetricsF(self._font(chip))
        match chip.kind:
            case "route":
                return paint.pill_width(chip.text), chip.text
            case "priority":
                return theme.px(30) + metrics.horizontalAdvance(chip.text), chip.text
            case "plain" | "text":
                return metrics.horizontalAdvance(chip.text) + theme.px(4), chip.text
            case "pattern":
                limit = min(theme.px(_PATTERN_MAX), room)
                shown = metrics.elidedText(chip.text, Qt.TextElideMode.ElideRight, limit - theme.px(18))
                return metrics.horizontalAdvance(shown) + theme.px(18), shown
            case _:
                shown = metrics.elidedText(chip.text, Qt.TextElideMode.ElideRight, room - theme.px(18))
                return metrics.horizontalAdvance(shown) + theme.px(18), shown

    def _lay_out(self) -> None:
        self._placed, self._leads, _ = self._measure(self.width())
        self.update()

    def _measure(self, width: int) -> tuple[list[_Placed], list[tuple[QRectF, str]], float]:
        """Chips, leading words and height at a width."""
        px = theme.px
        made: list[_Placed] = []
        leads: list[tuple[QRectF, str]] = []
        metrics = QFontMetricsF(theme.font())
        lead_width = max((metrics.horizontalAdvance(line.lead) for line in self._lines), default=0) + px(14)
        y = 0.0
        for line in self._lines:
            if line.gap:
                y += px(10)
            left = lead_width + px(20) * line.indent
            if line.lead:
                leads.append((QRectF(px(20) * max(0, line.indent - 1), y, lead_width - px(14), px(_ROW)), line.lead))
            x = left
            for chip in line.chips:
                if chip.kind == "text":
                    start = x if width - x > px(200) else left
                    y += px(_ROW) if start < x else 0
                    height = self._text_height(chip.text, width - start)
                    made.append(_Placed(QRectF(start, y + px(8), width - start, height), chip, chip.text))
                    y += max(0.0, height + px(12) - px(_ROW))
                    continue
                wide, shown = self._chip_width(chip, max(px(60), width - left))
                if x > left and x + wide > width:
                    x, y = left, y + px(_ROW)
                made.append(_Placed(QRectF(x, y + px((_ROW - _CHIP) // 2), wide, px(_CHIP)), chip, shown))
                x += wide + px(_GAP)
            y += px(_ROW)
        return made, leads, y

    def _text_height(self, text: str, width: float) -> float:
        box = QFontMetricsF(theme.font()).boundingRect(QRectF(0, 0, max(40.0, width), 1e6),
                                                       int(Qt.TextFlag.TextWordWrap), text)
        return box.height()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._measure(width)[2]) + 2

    def sizeHint(self) -> QSize:
        return QSize(theme.px(400), self.heightForWidth(max(self.width(), theme.px(300))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._lay_out()
            self.updateGeometry()

    # --- painting ---------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        for rect, lead in self._leads:
            paint.text(painter, rect, lead, theme.font(), "muted")
        for placed in self._placed:
            self._paint(painter, placed)

    def _paint(self, painter: QPainter, placed: _Placed) -> None:
        chip, rect = placed.chip, placed.rect
        middle = rect.center().y()
        match chip.kind:
            case "route":
                assert chip.route is not None
                paint.route_pill(painter, rect.left(), middle, chip.route)
            case "priority":
                assert chip.priority is not None
                paint.priority(painter, rect.left() + theme.px(4), middle, chip.priority)
            case "plain":
                paint.text(painter, rect, placed.shown, theme.font(), "muted")
            case "text":
                painter.setFont(theme.font())
                painter.setPen(theme.colour("text"))
                painter.drawText(rect, int(Qt.TextFlag.TextWordWrap), placed.shown)
            case _:
                self._box(painter, placed)

    def _box(self, painter: QPainter, placed: _Placed) -> None:
        ground, ink, outlined = {
            "field": ("raised", "text", True), "target": ("raised", "text", True), "group": ("raised", "text", True),
            "operator": ("accent_soft", "accent", False), "action": ("accent_soft", "accent", False),
            "value": ("hit_bg", "page_text", False), "pattern": ("hit_bg", "page_text", False),
        }[placed.chip.kind]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("edge"), 1) if outlined else Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(ground))
        rect = placed.rect.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(rect, theme.px(tokens.RADIUS), theme.px(tokens.RADIUS))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        paint.text(painter, placed.rect, placed.shown, self._font(placed.chip), ink, Qt.AlignmentFlag.AlignHCenter)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            under = next((p for p in self._placed if p.rect.contains(event.pos().toPointF())), None)
            if under is not None and under.shown != under.chip.text:
                QToolTip.showText(event.globalPos(), under.chip.text, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)
