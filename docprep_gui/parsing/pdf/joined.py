"""Tables that go on over the end of a page, as one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from docprep_gui.parsing.pdf.paragraphs import Paragraph
from docprep_gui.parsing.pdf.table import PageTable
from docprep_gui.parsing.tables import GridCell

_NEAR = 4.0
# Rows of the table before that tell what its data look like.
_SAMPLE = 100
_ROUGHLY = 18.0
_GOES_ON = re.compile(r"^.{0,60}[(（]?(?:续表?|接上[页表]|continued|cont[’']?d|cont\.)[\s\d)）.:：]*$|^续表", re.I)
_FIGURE = re.compile(r"[\s.,，%％¥￥$()（）+\-–—/]*\d[\d\s.,，%％¥￥$()（）+\-–—/]*")


def join_tables(blocks: Sequence[Paragraph]) -> list[Paragraph]:
    """Joins a table with the one before it where only the end of a page stands between and the columns are the same; a
    repeated header is left out. A table with a header of its own stays apart."""
    result: list[Paragraph] = []
    for block in blocks:
        table = block.first.block
        place = _table_before(result) if isinstance(table, PageTable) else None
        if isinstance(table, PageTable) and place is not None:
            paragraph = result[place]
            before, last = paragraph.first.block, paragraph.lines[-1].block
            assert isinstance(before, PageTable)
            assert isinstance(last, PageTable)
            header = before.grid.header_rows
            repeated = table.texts[:header] == before.texts[:header] and len(table.texts) > header
            near = block.page == paragraph.lines[-1].page + 1 or (
                block.page == paragraph.lines[-1].page and _is_in_next_column(last, table)
            )
            if near and _same_columns(before, table, repeated) and (
                repeated or _like_data(table.texts[0], before.texts[max(header, len(before.texts) - _SAMPLE) :])
            ):
                _append(before, table, header if repeated else 0)
                paragraph.lines.append(block.first)
                continue
        result.append(block)
    return result


def _is_in_next_column(one: PageTable, other: PageTable) -> bool:
    """Tables beside one another begin at one height; what goes on in the next column begins above."""
    return other.xs[0] > one.xs[-1] and other.ys[0] < one.ys[0] - one.size


def _table_before(blocks: Sequence[Paragraph]) -> int | None:
    """The last block, if it is a table, or the one before it where only a note stands between that the table goes on
    ("续表1", "Table 1 (continued)")."""
    for place in range(len(blocks) - 1, max(len(blocks) - 3, -1), -1):
        block = blocks[place]
        if isinstance(block.first.block, PageTable):
            return place
        if block.first.block is not None or not _GOES_ON.search("".join(line.text for line in block.lines)):
            return None
    return None


def _same_columns(one: PageTable, other: PageTable, repeated: bool) -> bool:
    """Lines stand where they stood, or as far apart in another column of the page; columns that only blanks part are as
    wide as their texts, unless their names are `repeated`."""
    if len(one.xs) != len(other.xs):
        return False
    if not (one.drawn and other.drawn):
        return repeated or _are_near(one.xs[1:-1], other.xs[1:-1], 0.0, _ROUGHLY)
    return any(_are_near(one.xs, other.xs, away, _NEAR) for away in (0.0, other.xs[0] - one.xs[0]))


def _are_near(ones: Sequence[float], others: Sequence[float], away: float, near: float) -> bool:
    return all(abs(a + away - b) <= near for a, b in zip(ones, others, strict=True))


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


def _append(one: PageTable, other: PageTable, skip: int) -> None:
    """Puts the rows of the other table below those of the first; `skip`: rows of its top that are left out."""
    rows = one.grid.rows
    for cell, place in zip(other.grid.cells, other.places, strict=True):
        if cell.row >= skip:
            one.grid.cells.append(GridCell(cell.row - skip + rows, cell.col, cell.row_span, cell.col_span, cell.parts))
            one.places.append(place)
    one.grid.rows += other.grid.rows - skip
    one.texts += other.texts[skip:]
    one.drawn = one.drawn and other.drawn
