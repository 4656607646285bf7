"""Answers as a list: one line each, the chosen one unfolded as a card with quote and advice."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from docprep_gui.gui import theme, words
from docprep_gui.gui.results.rows import AnswerRow, Risk
from docprep_gui.gui.run.queue_model import ICONS
from docprep_gui.gui.theme import icons, tokens
from docprep_gui.gui.widgets import paint
from docprep_gui.gui.widgets.views import PlainList

translate = QCoreApplication.translate
Index = QModelIndex | QPersistentModelIndex
ROW = int(Qt.ItemDataRole.UserRole) + 20
_LINE, _LABEL = 42, 74
_PILLS: dict[Risk, tuple[str, str]] = {"high": ("error", "triangle"), "medium": ("warn", "lozenge"),
                                       "low": ("ignore", "ring")}


def risk_word(risk: Risk) -> str:
    match risk:
        case "high":
            return translate("Results", "High")
        case "medium":
            return translate("Results", "Medium")
        case "low":
            return translate("Results", "Low")


def trial_words() -> str:
    return translate("Results", "Answer of the trial model, of no value")


class AnswersModel(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: Sequence[AnswerRow] = ()
        self.rows: list[AnswerRow] = []

    def show(self, rows: Sequence[AnswerRow], risk: str) -> bool:
        """`risk`: "all" or the one to show. True where rows came or went, so that what was chosen is to be chosen
        anew."""
        shown = [row for row in rows if risk == "all" or row.risk == risk]
        if [row.id for row in shown] == [row.id for row in self.rows]:
            for i, (old, new) in enumerate(zip(self.rows, shown, strict=True)):
                if old != new:
                    self.rows[i] = new
                    self.dataChanged.emit(self.index(i), self.index(i))
            return False
        self.beginResetModel()
        self.rows = shown
        self.endResetModel()
        return True

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not self.hasIndex(index.row(), 0):
            return None
        row = self.rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join((row.title, *(f"{label}: {text}" for label, text in row.details)))[:1500]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = [risk_word(row.risk) if row.risk else words.state(row.state), row.title, row.chip]
            if row.trial:
                said.append(trial_words())
            return ", ".join((*said, *(f"{label}: {text}" for label, text in row.details)))
        return None


class AnswersView(PlainList):
    """`place_chosen`: the row whose place is to be shown: the current one, or the one clicked or entered again."""

    place_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__(translate("Results", "Answers"))
        self.setUniformItemSizes(False)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setItemDelegate(_Delegate(self))
        self.clicked.connect(lambda index: self.place_chosen.emit(index.row()))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.scheduleDelayedItemsLayout()
        if current.isValid():
            self.place_chosen.emit(current.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.place_chosen.emit(self.currentIndex().row())
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        over = self.indexAt(event.position().toPoint()).isValid()
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)


class _Delegate(QStyledItemDelegate):
    def __init__(self, view: AnswersView) -> None:
        super().__init__(view)
        self._view = view

    def _left(self) -> int:
        return theme.px(14)

    def _text_left(self) -> int:
        return self._left() + theme.px(_LABEL + 14)

    def _title_height(self, row: AnswerRow, width: float) -> float:
        return self._wrapped(row.title, width, bold=True)

    def _wrapped(self, text: str, width: float, bold: bool = False) -> float:
        box = QFontMetricsF(theme.font(bold=bold)).boundingRect(
            QRectF(0, 0, max(60.0, width), 1e6), int(Qt.TextFlag.TextWordWrap), text)
        return box.height()

    def _room(self) -> float:
        return self._view.viewport().width() - self._text_left() - theme.px(16)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = theme.px(120)
        if index.row() != self._view.currentIndex().row():
            return QSize(width, theme.px(_LINE))
        row: AnswerRow = index.data(ROW)
        height = theme.px(12) + self._title_height(row, self._room()) + theme.px(8)
        for _, text in row.details:
            height += self._wrapped(text, self._room()) + theme.px(6)
        height += theme.px(34)
        return QSize(width, round(height) + theme.px(4))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        row: AnswerRow = index.data(ROW)
        chosen = index.row() == self._view.currentIndex().row()
        if chosen:
            painter.fillRect(rect, theme.colour("raised"))
            role = "accent" if self._view.hasFocus() else "control"
            painter.fillRect(QRect(rect.left(), rect.top(), theme.px(3), rect.height()), theme.colour(role))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.colour("hover"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.colour("line"))
        if chosen:
            self._card(painter, rect, row)
        else:
            self._line(painter, rect, row)
        if chosen and self._view.hasFocus() and self._view.property("keyboard"):
            painter.setPen(QPen(theme.colour("focus"), 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -2))
        painter.restore()

    def _mark(self, painter: QPainter, x: float, middle: float, row: AnswerRow) -> None:
        """Severity of a finding, or the state of a question."""
        if row.risk is not None:
            pair, icon = _PILLS[row.risk]
            paint.pill(painter, x, middle, risk_word(row.risk), pair, icon)
            return
        icon, tone = ICONS[row.state]
        side = theme.px(15)
        icons.draw(painter, icon, x + theme.px(4), round(middle - side / 2), side, theme.colour(tone).name())
        room = QRectF(x + side + theme.px(9), middle - theme.px(12), theme.px(_LABEL - 10), theme.px(24))
        paint.text(painter, room, words.state(row.state), theme.font("small"), tone)

    def _chip(self, painter: QPainter, right: float, middle: float, text: str, lit: bool) -> float:
        """A citation, from its right edge; its width."""
        if not text:
            return 0.0
        font = theme.font("small")
        width = QFontMetricsF(font).horizontalAdvance(text) + theme.px(32)
        box = QRectF(right - width, middle - theme.px(10), width, theme.px(20)).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("accent" if lit else "edge"), 1))
        painter.setBrush(theme.colour("accent_soft" if lit else "raised"))
        painter.drawRoundedRect(box, theme.px(tokens.RADIUS), theme.px(tokens.RADIUS))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        side = theme.px(13)
        icons.draw(painter, "section", box.left() + theme.px(7), round(middle - side / 2), side,
                   theme.colour("accent").name())
        paint.text(painter, QRectF(box.left() + theme.px(24), box.top(), width, box.height()), text, font, "accent")
        return width

    def _line(self, painter: QPainter, rect: QRect, row: AnswerRow) -> None:
        middle = rect.center().y()
        self._mark(painter, rect.left() + self._left(), middle, row)
        right = float(rect.right() - theme.px(14))
        right -= self._chip(painter, right, middle, row.chip, False) + theme.px(10)
        left = rect.left() + self._text_left()
        if row.trial:
            wanted = paint.pill_width(trial_words())
            said = trial_words() if right - left - wanted > theme.px(170) else translate("Results", "Trial")
            width = paint.pill_width(said)
            paint.pill(painter, right - width, middle, said, "warn", "alert")
            right -= width + theme.px(10)
        room = QRectF(left, rect.top(), max(0.0, right - left), rect.height())
        took = paint.text(painter, room, row.title, theme.font(), "text")
        rest = room.adjusted(took + theme.px(10), 0, 0, 0)
        if row.risk is None and row.details and rest.width() > theme.px(40):
            paint.text(painter, rest, " ".join(row.details[0][1].split()), theme.font("small"),
                       "error" if row.state == "failed" else "muted")

    def _card(self, painter: QPainter, rect: QRect, row: AnswerRow) -> None:
        px = theme.px
        left, y = rect.left() + self._text_left(), rect.top() + px(12)
        width = self._room()
        self._mark(painter, rect.left() + self._left(), y + px(9), row)
        height = self._title_height(row, width)
        painter.setFont(theme.font(bold=True))
        painter.setPen(theme.colour("text"))
        painter.drawText(QRectF(left, y, width, height), int(Qt.TextFlag.TextWordWrap), row.title)
        y += round(height) + px(8)
        for label, text in row.details:
            paint.text(painter, QRectF(rect.left() + self._left() + px(4), y, px(_LABEL), px(19)), label, theme.font(),
                       "muted")
            height = self._wrapped(text, width)
            painter.setFont(theme.font())
            painter.setPen(theme.colour("error" if row.state == "failed" else "text"))
            painter.drawText(QRectF(left, y, width, height), int(Qt.TextFlag.TextWordWrap), text)
            y += round(height) + px(6)
        middle = y + px(14)
        paint.text(painter, QRectF(rect.left() + self._left() + px(4), middle - px(12), px(_LABEL), px(24)),
                   translate("Results", "Place"), theme.font(), "muted")
        chip = QFontMetricsF(theme.font("small")).horizontalAdvance(row.chip) + px(32)
        self._chip(painter, left + chip, middle, row.chip, True)
        x = left + chip + px(10)
        if row.trial:
            x += paint.pill(painter, x, middle, trial_words(), "warn", "alert", rect.right() - x - px(14)) + px(10)
        if row.model:
            said = translate("Results", "From the model, {name}").format(name=row.model)
            room = QRectF(x, middle - px(12), max(0.0, rect.right() - px(14) - x), px(24))
            paint.text(painter, room, said, theme.font("small"), "muted", Qt.AlignmentFlag.AlignRight)
