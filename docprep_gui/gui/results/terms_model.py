"""The table of key terms."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from docprep_gui.gui import cells
from docprep_gui.gui.results.answers_view import trial_words
from docprep_gui.gui.results.rows import Term

translate = QCoreApplication.translate
Index = QModelIndex | QPersistentModelIndex


class TermsModel(QAbstractTableModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[Term] = ()

    def show(self, rows: Sequence[Term]) -> None:
        if list(rows) == list(self.rows):
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        return 5

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (translate("Results", "Term"), translate("Results", "Value"), translate("Results", "Clause"),
                    translate("Results", "Place"), translate("Results", "Found by"))[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        term = self.rows[index.row()]
        cell: cells.Cell = (
            cells.Text(term.name, tone="muted"),
            cells.Text(term.value, second=trial_words() if term.trial else ""),
            cells.Text(term.clause or "—", tone="text" if term.clause else "muted"),
            cells.Link(term.place),
            cells.State(translate("Results", "Rule"), "ring-tick", "ok") if term.found_by else
            cells.State(translate("Results", "Model"), "lozenge-plus", "model"),
        )[index.column()]
        if role == cells.CELL:
            return cell
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == 4 and term.found_by:
            return translate("Results", "By the rule “{title}”").format(title=term.found_by)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return cells.say(cell)
        return None
