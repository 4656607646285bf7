"""Trees and lists in the look of the table: chevrons, the selection bar at the left edge, keyboard focus shown in rows.

Flat tables are `Tree`s without decoration, since only tree views know a hovered row as a whole.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QTreeView, QWidget

from docprep_gui.gui import cells, delegates, theme
from docprep_gui.gui.theme import icons, tokens

_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)


def _dress(view: QAbstractItemView) -> None:
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setMouseTracking(True)
    view.setPalette(theme.view_palette(theme.current()))


class Tree(QTreeView):
    """`linked` comes when a Link (or the link of a Pair) was clicked, or Enter pressed on its row; `entered` when
    Enter was pressed on a row without one."""

    linked = Signal(QModelIndex)
    enter_pressed = Signal(QModelIndex)
    _restyling = False
    _laid_at = 0

    def __init__(self, name: str, parent: QWidget | None = None, *, flat: bool = False, row: int = tokens.TREE_ROW,
                 lines: bool = False) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setRootIsDecorated(not flat)
        self.setProperty("flat", flat)
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(not flat)
        self.setIndentation(theme.px(16) if not flat else 0)
        self.setAnimated(False)
        _dress(self)
        header = self.header()
        header.setStretchLastSection(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(theme.px(28))
        self.setItemDelegate(delegates.CellDelegate(self, row, lines))

    def event(self, event: QEvent) -> bool:
        """Qt would lay out all rows anew for a change of style, tens of thousands in a large sheet; rows that are all
        alike need that only where their height changes."""
        if event.type() != QEvent.Type.StyleChange or not self.uniformRowHeights():
            return super().event(event)
        self._restyling = True
        done = super().event(event)
        self._restyling = False
        return done

    def doItemsLayout(self) -> None:
        height = theme.px(100)
        if self._restyling and height == self._laid_at:
            self.viewport().update()
            return
        self._laid_at = height
        super().doItemsLayout()

    def drawBranches(self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        selected = self.selectionModel() is not None and self.selectionModel().isSelected(index)
        if selected:
            painter.fillRect(rect, theme.colour("accent_soft"))
            role = "accent" if self.hasFocus() else "control"
            painter.fillRect(QRect(0, rect.top(), theme.px(3), rect.height()), theme.colour(role))
        elif self.viewport().underMouse() and self._hovered(rect):
            painter.fillRect(rect, theme.colour("hover"))
        model = self.model()
        if model is not None and model.hasChildren(index):
            side = theme.px(14)
            name = "chevron-down" if self.isExpanded(index) else "chevron-right"
            x = rect.right() - self.indentation() + (self.indentation() - side) / 2 + 1
            icons.draw(painter, name, round(x), round(rect.center().y() - side / 2 + 0.5), side,
                       theme.colour("muted").name())

    def _hovered(self, rect: QRect) -> bool:
        y = self.viewport().mapFromGlobal(self.cursor().pos()).y()
        return rect.top() <= y <= rect.bottom()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.setProperty("keyboard", event.reason() in _KEYBOARD)
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.setProperty("keyboard", True)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            index = self.currentIndex()
            if index.isValid():
                link = self._link_in_row(index)
                if link is not None:
                    self.linked.emit(link)
                else:
                    self.enter_pressed.emit(index)
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setProperty("keyboard", False)
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            index = self.indexAt(event.position().toPoint())
            if index.isValid() and self._on_link(index, event):
                self.linked.emit(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        on_link = index.isValid() and self._on_link(index, event)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if on_link else Qt.CursorShape.ArrowCursor)

    def _on_link(self, index: QModelIndex, event: QMouseEvent) -> bool:
        cell = index.data(cells.CELL)
        if isinstance(cell, cells.Link):
            return True
        return (isinstance(cell, cells.Pair) and isinstance(cell.right, cells.Link)
                and delegates.pair_link_rect(self, index).contains(event.position().toPoint()))

    def _link_in_row(self, index: QModelIndex) -> QModelIndex | None:
        model = self.model()
        for column in range(model.columnCount(index.parent())):
            sibling = index.siblingAtColumn(column)
            cell = sibling.data(cells.CELL)
            if isinstance(cell, cells.Link) or (isinstance(cell, cells.Pair) and isinstance(cell.right, cells.Link)):
                return sibling
        return None

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.setPalette(theme.view_palette(theme.current()))
            self.viewport().update()


class SwitchTree(Tree):
    """A tree with check boxes (Switch cells in column 0). `switched` comes on a click on a box and on Space."""

    switched = Signal(QModelIndex)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex().siblingAtColumn(0)
        if event.key() == Qt.Key.Key_Space and isinstance(index.data(cells.CELL), cells.Switch):
            self.setProperty("keyboard", True)
            self.switched.emit(index)
            return
        super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        point = event.position().toPoint()
        index = self.indexAt(point)
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and index.column() == 0 and (
                isinstance(index.data(cells.CELL), cells.Switch)):
            start = self.visualRect(index).left()
            if start <= point.x() <= start + theme.px(36):
                self.switched.emit(index)


class PlainList(QListView):
    """A list of one column with the same delegate."""

    def __init__(self, name: str, parent: QWidget | None = None, *, row: int = tokens.LIST_ROW,
                 lines: bool = False) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setUniformItemSizes(True)
        _dress(self)
        self.setItemDelegate(delegates.CellDelegate(self, row, lines))

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.setProperty("keyboard", event.reason() in _KEYBOARD)
        super().focusInEvent(event)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.setProperty("keyboard", True)
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setProperty("keyboard", False)
        super().mousePressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.setPalette(theme.view_palette(theme.current()))
            self.viewport().update()
