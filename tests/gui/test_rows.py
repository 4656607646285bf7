"""Item models answer for what is gone: an error raised there would end the program."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from docprep_gui.gui import cells
from docprep_gui.gui.documents.fields import FieldRow, FieldsModel
from docprep_gui.gui.results.answers_view import AnswersModel
from docprep_gui.gui.results.rows import Term
from docprep_gui.gui.results.terms_model import TermsModel
from docprep_gui.gui.widgets.rows import Row, RowsModel, TableOfRows

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
