"""The rail at the left: one button a place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QVBoxLayout, QWidget

from docprep_gui.gui import theme
from docprep_gui.gui.theme import icons, tokens
from docprep_gui.gui.widgets import paint


class RailButton(QAbstractButton):
    """Icon over name. `lit` shows a dot: something goes on there."""

    def __init__(self, icon: str, text: str, shortcut: str) -> None:
        super().__init__()
        self._icon = icon
        self._lit = False
        self.setText(text)
        self.setCheckable(True)
        self.setAccessibleName(text)
        self.setToolTip(f"{text}  {shortcut}" if shortcut else text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def set_lit(self, lit: bool) -> None:
        self._lit = lit
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(52), theme.px(tokens.RAIL_ITEM))

    def paintEvent(self, event: QPaintEvent) -> None:
        px = theme.px
        painter = QPainter(self)
        on = self.isChecked()
        ground = "accent_soft" if on else "pressed" if self.isDown() else "hover" if self.underMouse() else ""
        if ground:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(ground))
            painter.drawRoundedRect(self.rect().toRectF(), px(6), px(6))
        role = "accent" if on else "muted"
        side = px(tokens.ICON_RAIL)
        x = round((self.width() - side) / 2)
        icons.draw(painter, self._icon, x, px(6), side, theme.colour(role).name())
        rect = QRectF(0, px(29), self.width(), px(20))
        paint.text(painter, rect, self.text(), theme.font("small", bold=on), role, Qt.AlignmentFlag.AlignHCenter)
        if self._lit:
            paint.dot(painter, x + side, px(8), px(7), theme.colour("accent"), True)


class Rail(QWidget):
    chosen = Signal(str)

    def __init__(self, entries: Sequence[tuple[str, str, str, str]], wide: bool) -> None:
        """`entries`: (id, icon, name, shortcut)."""
        super().__init__()
        self.setFixedWidth(theme.px(tokens.RAIL_EN if wide else tokens.RAIL))
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(6), theme.px(8), theme.px(7), theme.px(8))
        column.setSpacing(theme.px(4))
        self._group = QButtonGroup(self)
        self.buttons: dict[str, RailButton] = {}
        for key, icon, name, shortcut in entries:
            entry = RailButton(icon, name, shortcut)
            entry.clicked.connect(lambda _checked=False, key=key: self.chosen.emit(key))
            self._group.addButton(entry)
            self.buttons[key] = entry
            column.addWidget(entry)
        column.addStretch(1)

    def add_foot(self, icon: str, text: str, shortcut: str, clicked: Callable[[], object]) -> None:
        """A button at the lower end that is no place."""
        entry = RailButton(icon, text, shortcut)
        entry.setCheckable(False)
        entry.clicked.connect(lambda _checked=False: clicked())
        self._column.addWidget(entry)
        self.foot = entry

    def choose(self, key: str) -> None:
        self.buttons[key].setChecked(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("window"))
        painter.fillRect(self.width() - 1, 0, 1, self.height(), theme.colour("line"))
