"""The table of key terms."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt

from docprep_gui.gui import cells
from docprep_gui.gui.results.answers_view import trial_words
from docprep_gui.gui.results.rows import Term
from docprep_gui.gui.widgets.rows import TableOfRows

translate = QCoreApplication.translate


class TermsModel(TableOfRows[Term]):
    columns = 5

    def show(self, rows: Sequence[Term]) -> None:
        if list(rows) != list(self.rows):
            super().show(rows)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (translate("Results", "Term"), translate("Results", "Value"), translate("Results", "Clause"),
                    translate("Results", "Place"), translate("Results", "Found by"))[section]
        return None

    def shown(self, row: Term, column: int, role: int) -> object:
        cell: cells.Cell = (
            cells.Text(row.name, tone="muted"),
            cells.Text(row.value, second=trial_words() if row.trial else ""),
            cells.Text(row.clause or "—", tone="text" if row.clause else "muted"),
            cells.Link(row.place),
            cells.State(translate("Results", "Rule"), "ring-tick", "ok") if row.found_by else
            cells.State(translate("Results", "Model"), "lozenge-plus", "model"),
        )[column]
        if role == cells.CELL:
            return cell
        if role == Qt.ItemDataRole.ToolTipRole and column == 4 and row.found_by:
            return translate("Results", "By the rule “{title}”").format(title=row.found_by)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return cells.say(cell)
        return None
