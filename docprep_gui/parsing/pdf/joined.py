"""Tables that go on over the end of a page, as one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from docprep_gui.parsing.pdf.paragraphs import Paragraph
from docprep_gui.parsing.pdf.table import PageTable
from docprep_gui.parsing.tables import Grid, GridCell

_NEAR = 4.0
_FIGURE = re.compile(r"[\s.,，%％¥￥$()（）+\-–—/]*\d[\d\s.,，%％¥￥$()（）+\-–—/]*")


def join_tables(blocks: Sequence[Paragraph]) -> list[Paragraph]:
    """Joins a table with the one before it where only the end of a page stands between and the columns are the same; a
    repeated header is left out. A table with a header of its own stays apart."""
    result: list[Paragraph] = []
    for block in blocks:
        table = block.first.block
        before = result[-1].first.block if result else None
        if (
            isinstance(table, PageTable)
            and isinstance(before, PageTable)
            and block.page == result[-1].lines[-1].page + 1
            and _same_columns(before, table)
        ):
            header = before.grid.header_rows
            repeated = table.texts[:header] == before.texts[:header] and len(table.texts) > header
            if repeated or _like_data(table.texts[0], before.texts[header:]):
                result[-1].first.block = _joined(before, table, header if repeated else 0)
                result[-1].lines.append(block.first)
                continue
        result.append(block)
    return result


def _same_columns(one: PageTable, other: PageTable) -> bool:
    return len(one.xs) == len(other.xs) and all(
        abs(a - b) <= _NEAR for a, b in zip(one.xs, other.xs, strict=True)
    )


def _like_data(row: Sequence[str], data: Sequence[Sequence[str]]) -> bool:
    """Has the row figures where the rows of the other table have, so that it is no header?"""
    if not data:
        return True
    for column, text in enumerate(row):
        filled = [cells[column] for cells in data if cells[column]]
        figures = sum(_FIGURE.fullmatch(cell) is not None for cell in filled)
        if text and filled and figures >= 0.8 * len(filled) and not _FIGURE.fullmatch(text):
            return False
    return True


def _joined(one: PageTable, other: PageTable, skip: int) -> PageTable:
    """`skip`: rows of the other table's top that are left out."""
    rows = one.grid.rows
    cells = list(one.grid.cells)
    places = list(one.places)
    for cell, place in zip(other.grid.cells, other.places, strict=True):
        if cell.row >= skip:
            cells.append(GridCell(cell.row - skip + rows, cell.col, cell.row_span, cell.col_span, cell.parts))
            places.append(place)
    grid = Grid(rows + other.grid.rows - skip, one.grid.cols, one.grid.header_rows, cells)
    return PageTable(grid, one.xs, other.ys, [*one.texts, *other.texts[skip:]], places)
