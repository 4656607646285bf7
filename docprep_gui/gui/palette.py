"""Ctrl+K: one field over all commands and open files; typing narrows, Enter carries out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QVBoxLayout

from docprep_gui.gui import cells, theme
from docprep_gui.gui.commands import COMMANDS, SUBMENUS
from docprep_gui.gui.widgets import parts
from docprep_gui.gui.widgets.views import PlainList

if TYPE_CHECKING:
    from docprep_gui.gui.window import MainWindow

translate = QCoreApplication.translate
Index = QModelIndex | QPersistentModelIndex


class _Entries(QAbstractListModel):
    """`entries`: (id, label, shortcut or what it is)."""

    def __init__(self, entries: list[tuple[str, str, str]], parent: QObject) -> None:
        super().__init__(parent)
        self._all = entries
        self.shown = entries

    def narrow(self, text: str) -> None:
        wanted = text.casefold().split()
        self.beginResetModel()
        self.shown = [e for e in self._all if all(word in e[1].casefold() for word in wanted)]
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's own signature
        return 0 if parent.isValid() else len(self.shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not self.hasIndex(index.row(), 0):
            return None
        _, label, second = self.shown[index.row()]
        if role == cells.CELL:
            return cells.Pair(cells.Text(label), cells.Text(second, tone="muted"))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{label} {second}".strip()
        return None


class CommandPalette(QDialog):
    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, Qt.WindowType.Popup)
        theme.theme().dress(self)
        self._window = window
        entries = []
        for command in COMMANDS:
            action = window.actions_by_id[command.id]
            if action.isEnabled() and command.id != "palette":
                over = next((menu.label + " · " for menu in SUBMENUS if menu.id == command.submenu), "")
                entries.append((f"command:{command.id}", over + command.label, command.shortcut))
        for key, file in window.shell.workspace.files.items():
            entries.append((f"file:{key}", file.name, translate("Palette", "Document")))
        self.setAccessibleName(translate("Palette", "Search commands and files"))
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        self.field = parts.search(translate("Palette", "Search commands and files"))
        self._model = _Entries(entries, self)
        self._list = PlainList(translate("Palette", "Found"), row=28)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setModel(self._model)
        column.addWidget(self.field)
        column.addWidget(self._list)
        self.field.textChanged.connect(self._narrow)
        self.field.installEventFilter(self)
        self._list.clicked.connect(lambda index: self._choose(index))
        self._narrow("")

    def open_at_top(self) -> None:
        width = theme.px(520)
        self.resize(width, theme.px(380))
        corner = self._window.mapToGlobal(self._window.rect().topLeft())
        self.move(corner.x() + (self._window.width() - width) // 2, corner.y() + theme.px(40))
        self.show()
        self.field.setFocus()

    def _narrow(self, text: str) -> None:
        self._model.narrow(text)
        self._list.setCurrentIndex(self._model.index(0, 0))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            row = self._list.currentIndex().row()
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                last = len(self._model.shown) - 1
                self._list.setCurrentIndex(self._model.index(min(max(row + step, 0), last), 0))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose(self._list.currentIndex())
                return True
        return False

    def _choose(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        kind, _, key = self._model.shown[index.row()][0].partition(":")
        self.close()
        if kind == "command":
            self._window.trigger(key)
        else:
            self._window.shell.reveal(key, (0, 0))
