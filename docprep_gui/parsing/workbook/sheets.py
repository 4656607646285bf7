"""A sheet between its file and the document: the cells that hold something, row by row, and what is merged or hidden.

Rows and columns count from 0. Texts are cleaned, trimmed and escaped (`escape_cell`), as they will stand in the text.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from docprep_gui.domain.document import NodeKind

# The grid of a workbook (ECMA-376 part 1, 18.3.1.73 and 18.3.1.4).
MAX_ROWS = 1_048_576
MAX_COLS = 16_384
# Begins the text of a cell whose format shows nothing of it.
VEIL = "\0"
# The text of a cell that shows a picture, as WPS writes it.
PICTURE = '=DISPIMG("",1)'
# Cells with something in them, in all sheets of a file together: half a million rows of ten columns and their names.
MAX_CELLS = 5_500_000

Merge = tuple[int, int, int, int]
"""First row, first column, last row, last column."""


@dataclass(slots=True)
class SheetRow:
    """`cols` rise; `texts` has as many, none of them empty. `formulas`: (column, formula without "="), in order; for
    a shared formula that stands elsewhere its number instead. `hidden`: not shown."""

    index: int
    cols: tuple[int, ...]
    texts: Sequence[str]
    formulas: tuple[tuple[int, str | int], ...] = ()
    hidden: bool = False

    def within(self, left: int, right: int) -> SheetRow:
        """The row less its cells outside of these columns, both included."""
        if not self.cols or (left <= self.cols[0] and self.cols[-1] <= right):
            return self
        first, last = bisect_left(self.cols, left), bisect_right(self.cols, right)
        formulas = tuple([one for one in self.formulas if left <= one[0] <= right])
        return SheetRow(self.index, self.cols[first:last], self.texts[first:last], formulas, self.hidden)


@dataclass(slots=True)
class Comment:
    row: int
    col: int
    text: str
    author: str = ""
    date: str = ""
    resolved: bool = False


@dataclass(slots=True)
class Drawn:
    """What lies over the cells, by the row that it is fixed to: a picture or a chart with its words, or a text. `part`:
    where the bytes of a picture are in the package, "" where they are none of it."""

    row: int
    kind: Literal["image", "chart", "text"]
    text: str
    hidden: bool = False
    part: str = ""


@dataclass(slots=True)
class Sheet:
    """`shared`: the shared formulas, by number: (row, column, formula). `hidden_cols`: ranges, both ends included.
    `tables`: ranges that the file says are tables, with the number of their header rows. `header_until`: the last row
    of what stays when the sheet is scrolled, -1 for none. `unsorted`: the rows are not in order yet. `drawn`: what lies
    over the cells. `furniture`: page headers and footers. `veils`: some texts begin with `VEIL`, since their format
    shows nothing of them."""

    name: str
    hidden: bool = False
    rows: list[SheetRow] = field(default_factory=list)
    merges: list[Merge] = field(default_factory=list)
    hidden_cols: list[tuple[int, int]] = field(default_factory=list)
    tables: list[tuple[Merge, int]] = field(default_factory=list)
    header_until: int = -1
    shared: dict[int, tuple[int, int, str]] = field(default_factory=dict)
    comments: list[Comment] = field(default_factory=list)
    drawn: list[Drawn] = field(default_factory=list)
    furniture: list[tuple[NodeKind, str]] = field(default_factory=list)
    without_value: int = 0
    unsorted: bool = False
    veils: bool = False

    def keep(self, area: Merge) -> None:
        """Forgets what lies outside of a range."""
        top, left, bottom, right = area
        self.rows = [row.within(left, right) for row in self.rows if top <= row.index <= bottom]
        self.rows = [row for row in self.rows if row.cols]
        self.drawn = [one for one in self.drawn if top <= one.row <= bottom]
        self.merges = [one for one in self.merges if one[0] <= bottom and top <= one[2]]

    def sort(self) -> None:
        """Brings the rows in order; of cells that stand twice the last counts."""
        if not self.unsorted:
            return
        merged: dict[int, SheetRow] = {}
        for row in self.rows:
            before = merged.get(row.index)
            if before is None:
                merged[row.index] = row
                continue
            cells = dict(zip(before.cols, before.texts, strict=True)) | dict(zip(row.cols, row.texts, strict=True))
            formulas = {**dict(before.formulas), **dict(row.formulas)}
            cols = tuple(sorted(cells))
            merged[row.index] = SheetRow(
                row.index, cols, [cells[col] for col in cols], tuple(sorted(formulas.items())), row.hidden
            )
        self.rows = [merged[index] for index in sorted(merged)]
        self.unsorted = False


def letters(col: int) -> str:
    """The name of a column: A, B, …, Z, AA, …"""
    name = ""
    col += 1
    while col:
        col, place = divmod(col - 1, 26)
        name = chr(65 + place) + name
    return name


def column(name: str) -> int:
    """The inverse of `letters`; -1 for what is no name of a column."""
    col = 0
    for sign in name.upper():
        place = ord(sign) - 64
        if not 1 <= place <= 26:
            return -1
        col = col * 26 + place
    return col - 1


class CellRefs(Mapping[int, str]):
    """Names of a table's cells ("B12") by their number, made when asked for. `rows`, `cols`: where each row and column
    of the table stands in the sheet."""

    __slots__ = ("_cols", "_packed", "_rows")

    def __init__(self, packed: bytes, rows: range | array[int], cols: tuple[int, ...] | range) -> None:
        self._packed = packed
        self._rows = rows
        self._cols = cols

    def place(self, cell: int) -> tuple[int, int]:
        """Row and column of a cell in the sheet."""
        if not 0 <= cell < len(self):
            raise KeyError(cell)
        row, col = memoryview(self._packed)[24 * cell : 24 * cell + 8].cast("i")
        return self._rows[row], self._cols[col]

    def __getitem__(self, cell: int) -> str:
        row, col = self.place(cell)
        return f"{letters(col)}{row + 1}"

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, int) and 0 <= cell < len(self)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self)))

    def __len__(self) -> int:
        return len(self._packed) // 24
