"""Item models answer for what is gone: an error raised there would end the program."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from docprep_gui.gui import cells, theme
from docprep_gui.gui.documents.fields import FieldRow, FieldsModel
from docprep_gui.gui.results.answers_view import AnswersModel
from docprep_gui.gui.results.rows import Term
from docprep_gui.gui.results.terms_model import TermsModel
from docprep_gui.gui.widgets.rows import Index, Row, RowsModel, TableOfRows
from docprep_gui.gui.widgets.views import Tree

ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole, cells.CELL,
         cells.HEIGHT)


@pytest.mark.parametrize("model", [RowsModel, FieldsModel, TermsModel, AnswersModel])
def test_a_model_without_rows_answers_nothing(qapp: object, model: type[QAbstractItemModel]) -> None:
    made = model()
    QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert [made.data(QModelIndex(), role) for role in ROLES] == [None] * len(ROLES)


def test_an_index_of_a_row_that_went_answers_nothing(qapp: object) -> None:
    model = RowsModel()
    model.show([Row(cells.Text("first")), Row(cells.Text("second"))])
    kept = model.index(1, 0)
    assert model.data(kept) == "second"
    model.show([Row(cells.Text("first"))])
    assert model.data(kept) is None


@pytest.mark.parametrize(("model", "row"), [
    (FieldsModel, FieldRow("合同编号", "HT-1", "第 1 页", (0, 4))),
    (TermsModel, Term("合同编号", "HT-1", "第一条", "第 1 页", (0, 4), 0, "提取合同编号")),
])
def test_each_column_says_something(qapp: object, model: type[TableOfRows[object]], row: object) -> None:
    made = model()
    made.show([row])
    QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert all(made.data(made.index(0, column)) for column in range(made.columns))


class _Counted(QAbstractItemModel):
    """Rows of one column, that counts how often it is asked for one."""

    asked = 0

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        return 0 if parent.isValid() else 3000

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        return 1

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        self.asked += 1
        return self.createIndex(row, column) if self.hasIndex(row, column, parent) else QModelIndex()

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        return QModelIndex()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        return cells.Text(str(index.row())) if role == cells.CELL else None


def test_a_change_of_theme_does_not_look_at_every_row(qtbot: Any, qapp: QApplication,
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    theme.theme().install(qapp, "zh")
    tree, model = Tree("台账"), _Counted()
    qtbot.addWidget(tree)
    tree.setModel(model)
    tree.resize(300, 400)
    tree.show()
    theme.theme().dress(tree)
    qtbot.waitExposed(tree)
    height = tree.visualRect(model.index(0, 0)).height()
    model.asked = 0
    theme.theme().set_scheme("dark")
    qapp.processEvents()
    assert model.asked < 300
    ground = tree.grab().toImage().pixelColor(290, 390)
    assert ground.lightness() < 80, "it is painted anew all the same"
    monkeypatch.setattr(theme.theme(), "scale", 2.0)
    theme.theme()._apply()
    qapp.processEvents()
    assert tree.visualRect(model.index(0, 0)).height() > 1.5 * height, "larger text needs higher rows"
    monkeypatch.undo()
    theme.theme().set_scheme("light")
