"""fields.xlsx: what the rules extracted, a row a value, with its place and the chunk it was found in."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from pathlib import Path

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from docprep_gui.export.bundle import Bundle, Words, place, plain

WIDTHS = (32, 20, 30, 10, 40, 14, 30)


def write_fields(bundle: Bundle, path: Path, words: Words) -> None:
    book = Workbook(write_only=True)
    sheet = book.create_sheet(words.word("report.fields"))
    for column, width in enumerate(WIDTHS, start=1):
        sheet.column_dimensions[get_column_letter(column)].width = width
    sheet.freeze_panes = "A2"
    heads = []
    for key in ("document", "field", "value", "currency", "found", "place", "clause"):
        cell = WriteOnlyCell(sheet, words.word(f"report.{key}"))
        cell.font = Font(bold=True)
        heads.append(cell)
    sheet.append(heads)
    for one in bundle.documents:
        for chunk, verdict in zip(one.chunks, one.verdicts, strict=True):
            for name, values in verdict.fields.items():
                for value in values:
                    shown = value.value if isinstance(value.value, str) else " – ".join(value.value)
                    sheet.append([_text(sheet, one.name), words.word(f"field.{name}"),
                                  _typed(sheet, shown, value.currency), value.currency or "",
                                  _text(sheet, one.document.slice(value.span)), place(chunk.location, words),
                                  _text(sheet, " › ".join(chunk.title_path))])
    book.save(path)


def _typed(sheet: WriteOnlyWorksheet, text: str, currency: str | None) -> WriteOnlyCell:
    """An amount as a number that a workbook can add up; everything else as text, identifiers above all."""
    if currency:
        try:
            return WriteOnlyCell(sheet, Decimal(text))
        except InvalidOperation:
            pass
    return _text(sheet, text)


def _text(sheet: WriteOnlyWorksheet, text: str) -> WriteOnlyCell:
    """Words from a document, which are never a formula to the program that opens the workbook."""
    cell = WriteOnlyCell(sheet, plain(text))
    cell.data_type = "s"
    return cell
