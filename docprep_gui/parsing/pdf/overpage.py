"""Rows at the top of a page that go on with a table without lines between its columns, from the page before: too few,
or with too many empty cells, to show their columns by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from docprep_gui.parsing.pdf.columns import Columns, TextRow
from docprep_gui.parsing.pdf.table import PageTable
from docprep_gui.parsing.pdf.words import Word, is_figure

_PITCH = 2.6
# As near as lines of one text are.
_LINES = 1.45
_EDGE = 1.0
# Rows of the table before that tell what its columns hold.
_SAMPLE = 20


def rows_of(rows: Sequence[TextRow], before: PageTable) -> int:
    """How many rows keep to the columns of a table, with figures where it has them; 0 where none does."""
    columns = before.columns
    assert columns is not None
    kinds = _kinds(before)
    named = _named(rows, before)
    count = named
    for place in range(named, len(rows)):
        row = rows[place]
        if place and row.base - rows[place - 1].base > _PITCH * row.size:
            break
        filled = _filled(row, columns)
        if abs(row.size - before.size) > 0.1 * before.size or not _keeps_to(row, columns) or (
            len(filled) > 1 and not _like(filled, kinds)
        ):
            # What goes on in other columns shows these by itself.
            return 0 if count == place and len(row.segments) > 1 else count if count > named else 0
        runs_on = count == place > 0 and 0 not in filled and row.base - rows[place - 1].base <= _LINES * row.size
        if len(filled) > 1 or runs_on:
            count = place + 1
    return count if count > named else 0


def widened(columns: Columns, rows: Sequence[TextRow]) -> Columns:
    """The columns as far as the words of more rows reach, too."""
    extents = list(columns.extents)
    for row in rows:
        for word in row.words:
            place = columns.of(word)
            if (place == 0 or word.x0 >= columns.middles[place - 1]) and (
                place == len(columns.middles) or word.x1 <= columns.middles[place]
            ):
                low, high = extents[place]
                extents[place] = min(low, word.x0), max(high, word.x1)
    return Columns([(left[1], right[0]) for left, right in pairwise(extents)], extents)


def is_headed(rows: Sequence[TextRow], before: PageTable) -> bool:
    return _named(rows, before) > 0


def _named(rows: Sequence[TextRow], before: PageTable) -> int:
    """How many rows repeat the names of the columns."""
    header = "".join("".join(text.split()) for row in before.texts[: before.grid.header_rows] for text in row)
    names = ""
    for place, row in enumerate(rows):
        names += "".join(word.text for word in row.words)
        if len(names) >= len(header):
            return place + 1 if sorted(names) == sorted(header) else 0
    return 0


def _keeps_to(row: TextRow, columns: Columns) -> bool:
    left, right = columns.extents[0][0], columns.extents[-1][1]
    if row.words[0].x0 < left - _EDGE * row.size or row.words[-1].x1 > right + _EDGE * row.size:
        return False
    return not any(word.x0 < a - 1 and word.x1 > b + 1 for word in row.words for a, b in columns.rivers)


def _filled(row: TextRow, columns: Columns) -> dict[int, list[Word]]:
    filled: dict[int, list[Word]] = {}
    for word in row.words:
        filled.setdefault(columns.of(word), []).append(word)
    return filled


def _kinds(before: PageTable) -> set[int]:
    """The columns of figures."""
    body = before.texts[max(before.grid.header_rows, len(before.texts) - _SAMPLE) :]
    return {
        col for col in range(1, before.grid.cols)
        if (texts := [row[col] for row in body if row[col]])
        and sum(is_figure(text) for text in texts) >= 0.8 * len(texts)
    }


def _like(filled: dict[int, list[Word]], kinds: set[int]) -> bool:
    """Has the row figures in columns of figures only, and one at least?"""
    own = [filled[col] for col in filled if col in kinds]
    return bool(own) and all(is_figure(word.text) for words in own for word in words)
