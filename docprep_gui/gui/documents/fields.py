"""Extracted fields as rows: what they are called, the value as people write it, where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from PySide6.QtCore import Qt

from docprep_gui.domain.chunk import FieldValue, Verdict
from docprep_gui.domain.document import Span
from docprep_gui.gui import cells, words
from docprep_gui.gui.documents import why
from docprep_gui.gui.documents.index import DocumentIndex
from docprep_gui.gui.widgets.rows import TableOfRows
from docprep_gui.text.percents import is_share
from docprep_gui.workspace.messages import Messages

_CURRENCIES = {"CNY": "元", "USD": "美元", "EUR": "欧元", "HKD": "港元", "JPY": "日元", "GBP": "英镑"}


@dataclass(frozen=True, slots=True)
class FieldRow:
    name: str
    value: str
    place: str
    span: Span


def rows(verdict: Verdict, index: DocumentIndex, messages: Messages) -> Iterator[FieldRow]:
    for name, values in verdict.fields.items():
        for value in values:
            at = index.location(value.span[0])
            place = words.place(at.page, at.paragraph, at.sheet, at.rows, at.slide)
            shown = shown_value(value, messages.language)
            if is_share(index.document.slice(value.span)) and shown[-1:].isdigit():
                shown = f"{shown} %"
            yield FieldRow(why.noun(name, messages), shown, place, value.span)


def shown_value(value: FieldValue, language: str) -> str:
    """A value for people: amounts with separators and their unit, ranges with a dash."""
    said = value.value
    if isinstance(said, tuple):
        return " – ".join(said)
    if value.currency is None:
        return said
    try:
        number = f"{Decimal(said):,f}"
    except InvalidOperation:
        return said
    if language == "zh":
        return f"{number} {_CURRENCIES.get(value.currency, value.currency)}"
    return f"{value.currency} {number}"


class FieldsModel(TableOfRows[FieldRow]):
    """Columns: name, value, where it stands."""

    columns = 3

    def shown(self, row: FieldRow, column: int, role: int) -> object:
        if role == cells.CELL:
            return (cells.Text(row.name, tone="muted"), cells.Text(row.value),
                    cells.Link(row.place, right=True))[column]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return (row.name, row.value, row.place)[column]
        return None
