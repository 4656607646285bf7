"""Formulas of a table's cells, kept small, and shared formulas moved to the cell that uses them."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import accumulate

from docprep_gui.parsing.workbook.sheets import MAX_COLS, MAX_ROWS, CellRefs, column, letters

# Quoted text and sheet names stay; then a reference that is no part of a name or of a function.
_REFERENCE = re.compile(
    r"\"[^\"]*\"|'[^']*'|(?<![\w.$])(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})(?![\w.(])"
)
_BROKEN = "#REF!"
# Marks of functions that are younger than the format ([MS-XLSX] 2.2.2), which no program shows.
_FUTURE = re.compile(r"_xl(?:fn|ws|pm|udf)\.")


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


def readable(formula: str) -> str:
    """A formula as programs show it."""
    return _FUTURE.sub("", formula) if "_xl" in formula else formula


class Formulas(Mapping[int, str]):
    """Formulas with their "=", by the number of the cell."""

    __slots__ = ("_cells", "_ends", "_pieces", "_refs", "_shared", "_text")

    def __init__(self, shared: dict[int, tuple[int, int, str]]) -> None:
        """`shared`: the shared formulas of the sheet, by number: (row, column, formula)."""
        self._shared = shared
        self._refs: CellRefs | None = None
        self._cells = array("i")
        self._ends = array("i")
        self._pieces: list[str | int] = []
        self._text = ""

    def add(self, cell: int, formula: str | int) -> None:
        """A formula without its "=", or the number of a shared one. Cells come in order."""
        self._pieces.append(formula)
        self._cells.append(cell)

    def done(self, refs: CellRefs) -> Formulas:
        """Nothing more will be added. `refs`: where the cells stand, which shared formulas need."""
        self._refs = refs
        pieces = [piece if isinstance(piece, str) else f"\0{piece}" for piece in self._pieces]
        self._pieces.clear()
        self._ends = array("i", accumulate(map(len, pieces)))
        self._text = "".join(pieces)
        return self

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
            return "=" + readable(text)
        if self._refs is None:
            raise KeyError(cell)
        row, col, formula = self._shared[int(text[1:])]
        own_row, own_col = self._refs.place(cell)
        return "=" + readable(moved(formula, own_row - row, own_col - col))

    def __contains__(self, cell: object) -> bool:
        return self._place(cell) >= 0

    def __iter__(self) -> Iterator[int]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)
