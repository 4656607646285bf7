"""Item models over rows that are made elsewhere and shown as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from docprep_gui.domain.document import Span
from docprep_gui.gui import cells

Index = QModelIndex | QPersistentModelIndex
R = TypeVar("R")


class TableOfRows(QAbstractTableModel, Generic[R]):
    """Rows of equal columns. A subclass says how many, and what each cell shows."""

    columns = 1

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[R] = ()

    def show(self, rows: Sequence[R]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def shown(self, row: R, column: int, role: int) -> object:
        """What `data` answers for a row that is there."""
        raise NotImplementedError

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        return 0 if parent.isValid() else self.columns

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        # A view may ask for a row that went a moment ago.
        if not self.hasIndex(index.row(), index.column()):
            return None
        return self.shown(self.rows[index.row()], index.column(), role)


@dataclass(frozen=True, slots=True)
class Row:
    """`span`: the place that a click leads to; `fold`: the row that unfolds what is folded."""

    cell: cells.Cell
    span: Span | None = None
    fold: bool = False
    tip: str = ""
    height: int = 24


class RowsModel(TableOfRows[Row]):
    """Rows of one column."""

    def shown(self, row: Row, column: int, role: int) -> object:
        if role == cells.CELL:
            return row.cell
        if role == cells.HEIGHT:
            return row.height
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return cells.say(row.cell)
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.tip or cells.say(row.cell)
        return None
