"""Choices among a few, switches, and a bar of shares; painted from the table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QComboBox, QSizePolicy, QWidget

from docprep_gui.gui import theme
from docprep_gui.gui.theme import icons
from docprep_gui.gui.widgets import paint

_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)


class RadioRow(QAbstractButton):
    """One of several choices: a name, and a hint under it. Put them into one exclusive QButtonGroup; arrow keys go
    through the group."""

    def __init__(self, text: str, hint: str = "") -> None:
        super().__init__()
        self.hint = hint
        self._note: tuple[str, str, str] = ("", "", "")
        self._keyboard = False
        self.setProperty("ring_inside", True)
        self.setText(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(text)
        self.setAccessibleDescription(hint)
        self.setToolTip(f"{text}\n{hint}" if hint else "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_hint(self, hint: str) -> None:
        if hint != self.hint:
            self.hint = hint
            self.setAccessibleDescription(hint)
            self.setToolTip(f"{self.text()}\n{hint}" if hint else "")
            self.updateGeometry()
            self.update()

    def show_note(self, text: str, role: str = "muted", icon: str = "") -> None:
        """A word at the right end of the first line, with an icon before it."""
        if (text, role, icon) != self._note:
            self._note = text, role, icon
            self.update()

    def note(self) -> str:
        return self._note[0]

    def sizeHint(self) -> QSize:
        return QSize(theme.px(200), theme.px(50 if self.hint else 34))

    def paintEvent(self, event: QPaintEvent) -> None:
        px = theme.px
        painter = QPainter(self)
        on, able = self.isChecked(), self.isEnabled()
        if on or (able and self.underMouse()):
            painter.fillRect(self.rect(), theme.colour("accent_soft" if on else "hover"))
        x, first = px(14), px(17)
        paint.radio(painter, x, first, on, able)
        left = x + px(26)
        room = QRectF(left, px(5), self.width() - left - px(10), px(24))
        taken = self._paint_note(painter, room) if self._note[0] else 0.0
        paint.text(painter, room.adjusted(0, 0, -taken, 0), self.text(), theme.font(), "text" if able else "faint")
        if self.hint:
            paint.text(painter, room.translated(0, px(19)), self.hint, theme.font("small"),
                       "muted" if able else "faint")
        if self.hasFocus() and self._keyboard:
            painter.setPen(QPen(theme.colour("focus"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _paint_note(self, painter: QPainter, room: QRectF) -> float:
        """The width that it takes."""
        text, role, icon = self._note
        role = role if self.isEnabled() else "faint"
        wide, side = paint.text_width(text, theme.font("small")) + 2, theme.px(14)
        paint.text(painter, QRectF(room.right() - wide, room.top(), wide, room.height()), text, theme.font("small"),
                   role)
        if icon:
            wide += side + theme.px(5)
            icons.draw(painter, icon, round(room.right() - wide), round(room.center().y() - side / 2), side,
                       theme.colour(role).name())
        return wide + theme.px(8)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._keyboard = event.reason() in _KEYBOARD
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._keyboard = True
        super().keyPressEvent(event)


class CheckBox(QAbstractButton):
    """A switch with words beside it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setText(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(text)
        self.setToolTip(text)

    def sizeHint(self) -> QSize:
        return QSize(round(paint.text_width(self.text(), theme.font())) + theme.px(28), theme.px(26))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        x = paint.check(painter, 1, self.height() / 2, self.isChecked(), self.isEnabled()) + theme.px(9)
        paint.text(painter, QRectF(x, 0, self.width() - x, self.height()), self.text(), theme.font(),
                   "text" if self.isEnabled() else "faint")


class ComboBox(QComboBox):
    """A combo box with the chevron of the table."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = theme.px(14)
        icons.draw(QPainter(self), "chevron-down", self.width() - side - theme.px(8),
                   round((self.height() - side) / 2), side,
                   theme.colour("muted" if self.isEnabled() else "faint").name())


class SegmentBar(QWidget):
    """Shares side by side, each in a colour of the table: (amount, role). What is left of `whole` is empty."""

    def __init__(self, name: str, height: int = 10, gap: int = 2) -> None:
        super().__init__()
        self._gap = gap
        self._shares: tuple[tuple[float, str], ...] = ()
        self._whole = 0.0
        self.setFixedHeight(theme.px(height))
        self.setAccessibleName(name)

    def show_shares(self, shares: Sequence[tuple[float, str]], whole: float, said: str) -> None:
        """`said`: the same in words, for the screen reader."""
        self._shares, self._whole = tuple(shares), whole
        self.setAccessibleDescription(said)
        self.setToolTip(said)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        radius = theme.px(2)
        painter.setBrush(theme.colour("pressed"))
        painter.drawRoundedRect(self.rect().toRectF(), radius, radius)
        x = 0.0
        for amount, role in self._shares:
            if amount <= 0 or self._whole <= 0:
                continue
            width = amount / self._whole * self.width()
            painter.setBrush(theme.colour(role))
            painter.drawRoundedRect(QRectF(x, 0, max(2.0, width - (self._gap if x + width < self.width() - 1 else 0)),
                                           self.height()), radius, radius)
            x += width
