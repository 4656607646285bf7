"""Which of the open files a run is about."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from docprep_gui.gui import cells, ranges
from docprep_gui.gui.translations import count
from docprep_gui.workspace.model import OpenFile
from docprep_gui.workspace.session import Workspace

translate = QCoreApplication.translate
Index = QModelIndex | QPersistentModelIndex


class FilesModel(QAbstractTableModel):
    """A row a file; those that cannot be read have no box. New files are chosen."""

    chosen_changed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.keys: list[str] = list(workspace.files)
        self._left_out: set[str] = set()

    def chosen(self) -> tuple[str, ...]:
        """Files that are ready and chosen."""
        files = self._workspace.files
        return tuple(key for key in self.keys if key not in self._left_out and key in files
                     and files[key].state == "ready")

    def toggle(self, index: Index) -> None:
        key = self.keys[index.row()]
        if self._workspace.files[key].state == "set_aside":
            return
        self._left_out ^= {key}
        self.dataChanged.emit(self.index(index.row(), 0), self.index(index.row(), 1))
        self.chosen_changed.emit()

    def add(self, keys: tuple[str, ...]) -> None:
        known = set(self.keys)
        new = [key for key in keys if key not in known]
        if not new:
            return
        self.beginInsertRows(QModelIndex(), len(self.keys), len(self.keys) + len(new) - 1)
        self.keys += new
        self.endInsertRows()
        self.chosen_changed.emit()

    def change(self, keys: tuple[str, ...]) -> None:
        changed = set(keys)
        for row, key in enumerate(self.keys):
            if key in changed:
                self.dataChanged.emit(self.index(row, 0), self.index(row, 1))
        self.chosen_changed.emit()

    def remove(self, keys: tuple[str, ...]) -> None:
        gone = set(keys)
        for first, last in ranges.from_the_end(row for row, key in enumerate(self.keys) if key in gone):
            self.beginRemoveRows(QModelIndex(), first, last)
            del self.keys[first:last + 1]
            self.endRemoveRows()
        self._left_out -= gone
        self.chosen_changed.emit()

    # --- Qt ---------------------------------------------------------------------------------------------
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        return 0 if parent.isValid() else len(self.keys)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        return 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not self.hasIndex(index.row(), index.column()):
            return None
        key = self.keys[index.row()]
        file = self._workspace.files.get(key)
        if file is None:
            return None
        on = key not in self._left_out and file.state != "set_aside"
        if role == cells.CELL:
            if index.column() == 0:
                return cells.Switch(file.name, on, middle=True, enabled=file.state != "set_aside")
            return cells.Text(self._size(file), tone="muted", small=True, right=True)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return file.name if index.column() == 0 else self._size(file)
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == 0:
            return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = translate("Run", "chosen") if on else translate("Run", "left out")
            return f"{file.name}, {said}" if index.column() == 0 else self._size(file)
        return None

    def _size(self, file: OpenFile) -> str:
        if file.state == "set_aside":
            return translate("Run", "cannot be read")
        if file.state != "ready":
            return translate("Run", "reading…")
        return count(len(file.chunks), translate("Run", "%n chunk"), translate("Run", "%n chunks"))
