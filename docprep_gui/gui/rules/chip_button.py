"""One part of a rule sentence as a button in the look of the sentence."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolButton, QWidget

from docprep_gui.gui import theme
from docprep_gui.gui.rules.sentence_parts import Part
from docprep_gui.gui.theme import icons, tokens
from docprep_gui.gui.widgets import paint

HEIGHT = 28
_PATTERN_MAX = 250
_GROUNDS = {
    "field": ("raised", "text", True), "target": ("raised", "text", True), "group": ("raised", "text", True),
    "priority": ("raised", "text", True), "route": ("surface", "text", False),
    "operator": ("accent_soft", "accent", False), "action": ("accent_soft", "accent", False),
    "value": ("hit_bg", "page_text", False), "pattern": ("hit_bg", "page_text", False),
}


class ChipButton(QToolButton):
    """`moved`: an arrow key asks for the next part (dx, dy). `picked`: Enter, Alt+Down, Space or a click. `removed`:
    Del or Backspace."""

    moved = Signal(int, int)
    picked = Signal()
    removed = Signal()

    def __init__(self, part: Part, parent: QWidget) -> None:
        super().__init__(parent)
        self.part = part
        chip = part.chip
        able = bool(part.choices or part.write)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if able else Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setText(chip.text)
        self.setAccessibleName(f"{part.name}: {chip.text}" if chip.text and chip.text != part.name else part.name)
        self.setToolTip(chip.text if chip.kind in ("pattern", "value") else part.name if chip.kind == "add" else "")
        if able:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
            self.clicked.connect(self.picked)

    def take_over(self, part: Part) -> bool:
        """Stands for another part that looks and is called the same; False where it does not."""
        def seen(one: Part) -> tuple[object, ...]:
            return one.chip, one.name, bool(one.choices or one.write), len(one.choices) > 1

        if seen(part) != seen(self.part):
            return False
        self.part = part
        return True

    @property
    def chevron(self) -> bool:
        """It opens a list of choices to pick from."""
        return self.part.chip.kind in ("operator", "group", "priority", "target") and len(self.part.choices) > 1

    def _font(self) -> QFont:
        match self.part.chip.kind:
            case "pattern":
                return theme.font("code")
            case "priority":
                return theme.font("small")
            case "field" | "target":
                return theme.font(bold=True)
            case _:
                return theme.font()

    def wanted(self, room: float) -> QSize:
        """The size in a row of that width; text over several lines where it is a reason or a prompt."""
        px, chip = theme.px, self.part.chip
        metrics = QFontMetricsF(self._font())
        across = metrics.horizontalAdvance(chip.text)
        match chip.kind:
            case "route":
                width = paint.pill_width(chip.text) + px(2)
            case "priority":
                width = px(48) + across
            case "plain":
                width = across + px(4)
            case "add":
                width = px(28) + (across + px(6) if chip.text else 0)
            case "text":
                return self._text_size(room)
            case "pattern":
                width = min(px(_PATTERN_MAX), across + px(18))
            case _:
                width = across + px(18)
        if self.chevron and chip.kind != "priority":
            width += px(15)
        return QSize(ceil(min(width + 1, room)), px(HEIGHT))

    def _text_size(self, room: float) -> QSize:
        box = QFontMetricsF(self._font()).boundingRect(QRectF(0, 0, max(40.0, room - theme.px(28)), 1e6),
                                                       int(Qt.TextFlag.TextWordWrap), self.part.chip.text)
        return QSize(round(min(room, box.width() + theme.px(30))),
                     round(max(theme.px(HEIGHT), box.height() + theme.px(8))))

    # --- keys
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, alt = event.key(), event.modifiers() & Qt.KeyboardModifier.AltModifier
        steps = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) or (alt and key == Qt.Key.Key_Down):
            self.picked.emit()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        elif key in steps and not alt:
            self.moved.emit(*steps[Qt.Key(key)])
        else:
            super().keyPressEvent(event)

    # --- painting
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        chip, rect = self.part.chip, self.rect().toRectF()
        middle = rect.center().y()
        match chip.kind:
            case "route" if chip.route is not None:
                paint.route_pill(painter, 1, middle, chip.route)
            case "plain":
                paint.text(painter, rect, chip.text, theme.font(), "muted")
            case "text":
                self._paint_text(painter, rect)
            case "add":
                self._paint_add(painter, rect)
            case "priority" if chip.priority is not None:
                self._paint_box(painter, rect, "")
                paint.priority(painter, theme.px(9), middle, chip.priority)
            case _:
                self._paint_box(painter, rect, chip.text)

    def _paint_box(self, painter: QPainter, rect: QRectF, text: str) -> None:
        ground, ink, outlined = _GROUNDS[self.part.chip.kind]
        over = self.underMouse() and self.focusPolicy() != Qt.FocusPolicy.NoFocus
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = "edge" if outlined else "accent" if over else ""
        painter.setPen(QPen(theme.colour(edge), 1) if edge else Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("hover" if over and outlined else ground))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme.px(tokens.RADIUS), theme.px(tokens.RADIUS))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        room = rect.adjusted(theme.px(9), 0, -theme.px(9), 0)
        if self.chevron:
            side = theme.px(12)
            icons.draw(painter, "chevron-down", rect.right() - side - theme.px(6), round(rect.center().y() - side / 2),
                       side, theme.colour(ink if not outlined else "muted").name())
            room = room.adjusted(0, 0, -theme.px(13), 0)
        paint.text(painter, room, text, self._font(), ink)

    def _paint_text(self, painter: QPainter, rect: QRectF) -> None:
        if self.underMouse():
            painter.fillRect(rect, theme.colour("hover"))
        painter.setFont(self._font())
        painter.setPen(theme.colour("text"))
        painter.drawText(rect.adjusted(theme.px(2), theme.px(4), -theme.px(24), 0), int(Qt.TextFlag.TextWordWrap),
                         self.part.chip.text)
        side = theme.px(14)
        icons.draw(painter, "pencil", rect.right() - side - theme.px(4), rect.top() + theme.px(7), side,
                   theme.colour("muted").name())

    def _paint_add(self, painter: QPainter, rect: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("accent" if self.underMouse() else "control"), 1, Qt.PenStyle.DashLine))
        painter.setBrush(theme.colour("hover") if self.underMouse() else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme.px(tokens.RADIUS), theme.px(tokens.RADIUS))
        painter.setPen(QPen(theme.colour("text"), 1.2))
        x, y, arm = theme.px(14), rect.center().y(), theme.px(4)
        painter.drawLine(QPointF(x - arm, y), QPointF(x + arm, y))
        painter.drawLine(QPointF(x, y - arm), QPointF(x, y + arm))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if self.part.chip.text:
            paint.text(painter, rect.adjusted(theme.px(24), 0, 0, 0), self.part.chip.text, theme.font(), "text")
