"""Formulas of a table's cells, kept small, and shared formulas moved to the cell that uses them."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping

from docprep_gui.parsing.workbook.sheets import MAX_COLS, MAX_ROWS, CellRefs, column, letters

# Quoted text and sheet names stay; then a reference that is no part of a name or of a function.
_REFERENCE = re.compile(
    r"\"[^\"]*\"|'[^']*'|(?<![\w.$])(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})(?![\w.(])"
)
_BROKEN = "#REF!"


def moved(formula: str, rows: int, cols: int) -> str:
    """A formula as it reads when it is copied so many rows down and columns to the right."""

    def shift(match: re.Match[str]) -> str:
        if match[2] is None:
            return match[0]
        col, row = column(match[2]), int(match[4]) - 1
        if not match[1]:
            col += cols
        if not match[3]:
            row += rows
        if not (0 <= col < MAX_COLS and 0 <= row < MAX_ROWS):
            return _BROKEN
        return f"{match[1]}{letters(col)}{match[3]}{row + 1}"

    return _REFERENCE.sub(shift, formula)


class Formulas(Mapping[int, str]):
    """Formulas with their "=", by the number of the cell."""

    __slots__ = ("_cells", "_ends", "_refs", "_shared", "_text")

    def __init__(self, refs: CellRefs, shared: dict[int, tuple[int, int, str]]) -> None:
        self._refs = refs
        self._shared = shared
        self._cells = array("i")
        self._ends = array("i")
        self._text = ""

    @staticmethod
    def of(
        found: list[tuple[int, str | int]], refs: CellRefs, shared: dict[int, tuple[int, int, str]]
    ) -> Formulas:
        """`found`: (cell, formula or number of a shared one), by rising cell."""
        made = Formulas(refs, shared)
        pieces: list[str] = []
        end = 0
        for cell, formula in found:
            piece = formula if isinstance(formula, str) else f"\0{formula}"
            pieces.append(piece)
            end += len(piece)
            made._cells.append(cell)
            made._ends.append(end)
        made._text = "".join(pieces)
        return made

    def _place(self, cell: object) -> int:
        if not isinstance(cell, int):
            return -1
        place = bisect_left(self._cells, cell)
        return place if place < len(self._cells) and self._cells[place] == cell else -1

    def __getitem__(self, cell: int) -> str:
        place = self._place(cell)
        if place < 0:
            raise KeyError(cell)
        text = self._text[self._ends[place - 1] if place else 0 : self._ends[place]]
        if not text.startswith("\0"):
            return "=" + text
        row, col, formula = self._shared[int(text[1:])]
        own_row, own_col = self._refs.place(cell)
        return "=" + moved(formula, own_row - row, own_col - col)

    def __contains__(self, cell: object) -> bool:
        return self._place(cell) >= 0

    def __iter__(self) -> Iterator[int]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)
