"""One delegate paints all cells of trees, lists and tables; no widget stands in a cell."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from docprep_gui.gui import cells, theme
from docprep_gui.gui.theme import icons, tokens
from docprep_gui.gui.widgets import paint

Index = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight
_LEFT = Qt.AlignmentFlag.AlignLeft


class CellDelegate(QStyledItemDelegate):
    """Paints the Cell that a model gives under `cells.CELL`. All rows are `row` logical pixels high."""

    def __init__(self, view: QAbstractItemView, row: int = tokens.TREE_ROW, rules: bool = False) -> None:
        super().__init__(view)
        self._view = view
        self._row = row
        self._rules = rules
        self._tree = isinstance(view, QTreeView) and view.rootIsDecorated()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        own = index.model().data(index, cells.HEIGHT)
        return QSize(theme.px(80), theme.px(own if isinstance(own, int) else self._row))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected:
            painter.fillRect(rect, theme.colour("accent_soft"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.colour("hover"))
        if self._rules:
            painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.colour("line"))
        if index.column() == 0 and not self._tree and selected:
            self._bar(painter, rect)
        model = index.model()
        cell = model.data(index, cells.CELL)
        if isinstance(cell, cells.Text) and cell.wide and self._runs_on(index):
            pass  # painted with the last column that it runs over, so that no column paints over it
        elif cell is not None:
            if model.data(index, cells.DIMMED):
                painter.setOpacity(0.6)
            left = rect.left() + theme.px(8 if index.column() or not self._tree else 2)
            if index.column() == 0 and not self._tree:
                left += theme.px(6)
            inner = QRectF(left, rect.top(), rect.right() - left - self._right_padding(index), rect.height())
            self._cell(painter, inner, cell, selected)
        elif index.column() and not self._runs_on(index) and not self._wide(painter, rect, index, selected):
            self._spread(painter, rect, index)
        if state & QStyle.StateFlag.State_HasFocus and self._by_keyboard():
            self._ring(painter, rect, index)
        painter.restore()

    def _right_padding(self, index: Index) -> int:
        """More at the right edge of flat views."""
        view = self._view
        last = view.header().count() - 1 if isinstance(view, QTreeView) else 0
        return theme.px(14 if not self._tree and index.column() == last else 6)

    def _runs_on(self, index: Index) -> bool:
        """The next shown column of the row is empty: what runs over empty columns is painted with the last of them, so
        that no column paints over it."""
        view = self._view
        if not isinstance(view, QTreeView):
            return False
        header, model, column = view.header(), index.model(), index.column() + 1
        while column < header.count() and header.isSectionHidden(column):
            column += 1
        return column < header.count() and model.data(index.sibling(index.row(), column), cells.CELL) is None

    def _wide(self, painter: QPainter, rect: QRect, index: Index, selected: bool) -> bool:
        """Paints the wide text of the first column, where all columns from there to this one are empty."""
        model = index.model()
        first = index.sibling(index.row(), 0)
        cell = model.data(first, cells.CELL)
        if not isinstance(cell, cells.Text) or not cell.wide or any(
                model.data(index.sibling(index.row(), column), cells.CELL) is not None
                for column in range(1, index.column())):
            return False
        left = self._view.visualRect(QModelIndex(first)).left() + theme.px(2 if self._tree else 14)
        self._text(painter, QRectF(left, rect.top(), rect.right() - left - theme.px(6), rect.height()), cell, selected)
        return True

    def _spread(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paints the Spread of a column before this one, which are empty from there on."""
        view = self._view
        if not isinstance(view, QTreeView):
            return
        model = index.model()
        for column in range(index.column() - 1, 0, -1):
            cell = model.data(index.sibling(index.row(), column), cells.CELL)
            if isinstance(cell, cells.Spread):
                left = view.columnViewportPosition(column) + theme.px(8)
                room = QRectF(left, rect.top(), rect.right() - left - theme.px(8), rect.height())
                paint.text(painter, room, cell.text, theme.font("small"), cell.tone)
            if cell is not None:
                return

    def _bar(self, painter: QPainter, rect: QRect) -> None:
        role = "accent" if self._view.hasFocus() else "control"
        painter.fillRect(QRect(rect.left(), rect.top(), theme.px(3), rect.height()), theme.colour(role))

    def _by_keyboard(self) -> bool:
        return bool(self._view.hasFocus() and self._view.property("keyboard"))

    def _ring(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """The focus ring runs round the whole row, so each cell paints its share of it."""
        painter.setPen(QPen(theme.colour("focus"), 2))
        whole = QRect(0, rect.top() + 1, self._view.viewport().width() - 1, rect.height() - 2)
        painter.setClipRect(QRect(0 if index.column() == 0 else rect.left(), rect.top(),
                                  self._view.viewport().width(), rect.height()))
        painter.drawRect(whole.adjusted(1, 0, 0, 0))

    def _cell(self, painter: QPainter, rect: QRectF, cell: cells.Cell, selected: bool) -> None:
        middle = rect.center().y()
        match cell:
            case cells.Text():
                self._text(painter, rect, cell, selected)
            case cells.Mark(text, kind):
                width = paint.mark_square(painter, rect.left() + theme.px(4), middle, kind)
                gap = theme.px(4) + width + theme.px(8)
                paint.text(painter, rect.adjusted(gap, 0, 0, 0), text, theme.font("small"), "text")
            case cells.Figure(text, tone, bold):
                paint.text(painter, rect, text, theme.tabular(theme.font("body", bold)), tone, _RIGHT)
            case cells.RoutePill(route):
                paint.route_pill(painter, rect.left(), middle, route, rect.width())
            case cells.PriorityMark(priority):
                paint.priority(painter, rect.left(), middle, priority, rect.width())
            case cells.Pill(text, pair, icon):
                paint.pill(painter, rect.left(), middle, text, pair, icon, rect.width())
            case cells.State(text, icon, tone):
                self._state(painter, rect, text, icon, tone)
            case cells.Link():
                self._link(painter, rect, cell)
            case cells.Switch():
                self._switch(painter, rect, cell)
            case cells.Pair(left, right):
                self._pair(painter, rect, left, right, selected)
            case cells.Outcome():
                self._outcome(painter, rect, cell)

    def _text(self, painter: QPainter, rect: QRectF, cell: cells.Text, selected: bool) -> None:
        px = theme.px
        middle = rect.center().y()
        x = rect.left() + px(cell.indent)
        if cell.badge is not None:
            x += paint.badge(painter, x + px(1), middle, cell.badge[0], cell.badge[1], selected) + px(7)
        elif cell.icon is not None:
            side = px(tokens.ICON_ROW if not cell.small else 14)
            icons.draw(painter, cell.icon, x, round(middle - side / 2), side, theme.colour(cell.icon_tone).name())
            x += side + px(7)
        font = theme.font("small" if cell.small else "body", cell.bold)
        room = QRectF(x, rect.top(), max(0.0, rect.right() - x), rect.height())
        elide = Qt.TextElideMode.ElideMiddle if cell.middle else Qt.TextElideMode.ElideRight
        took = paint.text(painter, room, cell.text, font, cell.tone, _RIGHT if cell.right else _LEFT, elide)
        if cell.second:
            rest = room.adjusted(took + px(8), 0, 0, 0)
            if rest.width() > px(20):
                paint.text(painter, rest, cell.second, theme.font("small"), "muted")

    def _state(self, painter: QPainter, rect: QRectF, text: str, icon: str, tone: str) -> None:
        side = theme.px(15)
        icons.draw(painter, icon, rect.left(), round(rect.center().y() - side / 2), side, theme.colour(tone).name())
        paint.text(painter, rect.adjusted(side + theme.px(6), 0, 0, 0), text, theme.font(), tone)

    def _switch(self, painter: QPainter, rect: QRectF, cell: cells.Switch) -> None:
        x = rect.left() + paint.check(painter, rect.left(), rect.center().y(), cell.on, cell.enabled) + theme.px(8)
        room = QRectF(x, rect.top(), max(0.0, rect.right() - x), rect.height())
        elide = Qt.TextElideMode.ElideMiddle if cell.middle else Qt.TextElideMode.ElideRight
        took = paint.text(painter, room, cell.text, theme.font(), "text" if cell.on else "muted", _LEFT, elide)
        rest = room.adjusted(took + theme.px(8), 0, 0, 0)
        if cell.second and rest.width() > theme.px(20):
            paint.text(painter, rest, cell.second, theme.font("small"), "muted")

    def _link(self, painter: QPainter, rect: QRectF, cell: cells.Link) -> None:
        x = rect.left() + theme.px(cell.indent)
        if cell.icon is not None:
            side = theme.px(14)
            icons.draw(painter, cell.icon, x, round(rect.center().y() - side / 2), side, theme.colour("accent").name())
            x += side + theme.px(5)
        room = QRectF(x, rect.top(), rect.right() - x, rect.height())
        paint.text(painter, room, cell.text, theme.font("small"), "accent", _RIGHT if cell.right else _LEFT)

    def _pair(self, painter: QPainter, rect: QRectF, left: cells.Text | cells.State, right: cells.Text | cells.Link,
              selected: bool) -> None:
        font = theme.font("small")
        wanted = QFontMetricsF(font).horizontalAdvance(right.text) + theme.px(2)
        room = rect.width() * 0.4
        if isinstance(left, cells.Text):  # a short label leaves more to the value
            side = theme.px(tokens.ICON_ROW + 7) if left.icon is not None else 0
            took = paint.text_width(left.text, theme.font("small" if left.small else "body", left.bold)) + side
            took += paint.text_width(left.second, font) + theme.px(8) if left.second else 0
            room = max(room, rect.width() - took - theme.px(left.indent + 12))
        width = min(wanted, room) if right.text else 0.0
        self._cell(painter, rect.adjusted(0, 0, -width - theme.px(8), 0), left, selected)
        role = "accent" if isinstance(right, cells.Link) else right.tone
        box = QRectF(rect.right() - width, rect.top(), width, rect.height())
        paint.text(painter, box, right.text, font, role, _RIGHT)

    def _outcome(self, painter: QPainter, rect: QRectF, cell: cells.Outcome) -> None:
        x, middle = rect.left() + theme.px(cell.indent), rect.center().y()
        if cell.route is not None:
            x += paint.route_pill(painter, x, middle, cell.route) + theme.px(12)
        if cell.priority is not None:
            x += paint.priority(painter, x, middle, cell.priority) + theme.px(12)
        for tag in cell.tags:
            if x + paint.pill_width(tag) > rect.right():
                break
            x += paint.pill(painter, x, middle, tag, "ignore", "tag") + theme.px(6)


def pair_link_rect(view: QAbstractItemView, index: QModelIndex) -> QRect:
    """Where the right-hand link of a Pair stands, for views that act on a click."""
    rect = view.visualRect(index)
    cell = index.data(cells.CELL)
    if not isinstance(cell, cells.Pair) or not isinstance(cell.right, cells.Link):
        return QRect()
    width = round(min(QFontMetricsF(theme.font("small")).horizontalAdvance(cell.right.text) + theme.px(18),
                      rect.width() * 0.5))
    return QRect(rect.right() - width, rect.top(), width, rect.height())
