"""Tables as grids: which rows are laid out together, and their cells, made when asked for.

A workbook has millions of cells, so nothing here is made for each of them ahead of its turn.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from docprep_gui.domain.document import Node, Shown, Span, Table, unescape_cell
from docprep_gui.domain.packed import Packed
from docprep_gui.gui.documents import table_columns
from docprep_gui.gui.documents.table_columns import Column

# Beyond so many rows all are of one height, so that their places are known without laying them out.
LARGE = 2000
_TOGETHER = 8
_SAMPLE = 400
_KEEP = 1024
_REACH = 500_000
_CELL = 6


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell of a row group; `row` counts from the group's first row. `span`: canonical text, escapes kept; of no
    length for what a merged cell covers of rows below its own group. `left`: of a column that is left out; its span
    is beside the body."""

    row: int
    col: int
    row_span: int
    col_span: int
    span: Span
    header: bool
    left: bool = False


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column of a sheet as a person knows it: `letters`, and the `name` over it where there is one. `left`: it is
    left out of what is read."""

    sheet: str
    letters: str
    name: str
    left: bool


class _Away:
    """Cells of the columns that are left out of a sheet, by the numbers of its rows."""

    def __init__(self, table: Table, rows: Packed[Node]) -> None:
        self._values = array("i", table.packed)
        self._rows = self._values[0::_CELL]
        self._names = _letters(table, self._values)
        self._row_of = {place.rows[0]: i for i, place in enumerate(rows.each("location")) if place.rows}
        self._cols: dict[int, int] = {}

    def columns(self, numbers: Sequence[int]) -> dict[int, str]:
        """Letters by place in the sheet of the columns that have a cell in one of these rows."""
        wanted = {row for number in numbers if (row := self._row_of.get(number)) is not None}
        cols = {col for row, col in zip(self._rows, self._values[1::_CELL], strict=True) if row in wanted}
        return {place_of(self._names[col]): self._names[col] for col in cols}

    def place(self, columns: Mapping[str, int]) -> None:
        """`columns`: where those are shown that are."""
        self._cols = {i: columns[name] for i, name in enumerate(self._names) if name in columns}

    def cells(self, number: int) -> Iterator[tuple[int, Span]]:
        """Column and span of the cells of a row."""
        row = self._row_of.get(number)
        if row is None:
            return
        for i in range(bisect_left(self._rows, row), bisect_right(self._rows, row)):
            _, col, _, _, start, end = self._values[_CELL * i : _CELL * i + _CELL]
            if col in self._cols:
                yield self._cols[col], (start, end)


class Grid:
    """What the row groups of one table share. `even`: all rows but the header have one height. `letters`: names of
    the columns in the sheet, none for tables of text; `numbers`: those of its rows, from 1. `starts`: where each row
    begins in the text, and where the table ends. `left`: the columns that are left out, which are shown in their
    places. `sheet`: the name of the sheet, None where no column can be left out, since the file itself hides them.
    `ruled`: it has lines. `widths`: of its columns, one to another, where the file tells them. `least`: about how wide
    it is at least, in ems. `inner`: the tables in its cells, in order; `shown`: the pictures in them, with their places
    in the text."""

    def __init__(self, text: str, table: Table, rows: Packed[Node], end: int, *, sheet: bool,
                 away: tuple[Table, Packed[Node]] | None = None) -> None:
        """`away`: the table of the columns that are left out of the sheet, and its rows."""
        values = array("i", table.packed)
        self._values = values
        self._rows = values[0::_CELL]
        self.rows, self.cols, self.heads = table.rows, table.cols, table.header_rows
        self.even = sheet and table.rows > LARGE
        self.ruled = sheet or table.ruled
        self.widths = table.widths
        self.starts = array("i", [*(start for start, _ in rows.each("span")), end])
        self.numbers: tuple[int, ...] | array[int] = ()
        self.letters: tuple[str, ...] = ()
        if sheet:
            self.numbers = array("i", [place.rows[0] if place.rows else n
                                       for n, place in enumerate(rows.each("location"), start=1)])
            self.letters = _letters(table, values)
        self.sheet: str | None = None
        self.left: frozenset[int] = frozenset()
        self._away: _Away | None = None
        if away is not None:
            self._put_back(*away)
        downs = values[2::_CELL]
        self._long = [i for i, n in enumerate(downs) if n > 1] if len(downs) and max(downs) > 1 else []
        self._reach = self._reaching() if self.even else {}
        self.columns: tuple[Column, ...] = table_columns.widest(text, self._sampled())
        self.least = table_columns.least(text, self.columns, self.cols)
        self.inner: tuple[Grid, ...] = ()
        self.shown: tuple[tuple[int, Shown], ...] = ()
        self._made: dict[tuple[int, int], tuple[GridCell, ...]] = {}
        self._named: tuple[SheetColumn, ...] = ()

    def _sampled(self) -> Iterator[tuple[int, int, Span, bool]]:
        """Cells to tell widths by: all of them, or those of some rows of a large table."""
        values = self._values
        step = max(1, self.rows // _SAMPLE) if self.even else 1
        for row in range(0, self.rows, step):
            at = bisect_left(self._rows, row)
            while at < len(self._rows) and self._rows[at] == row:
                _, col, _, n, start, end = values[_CELL * at : _CELL * at + _CELL]
                if col < self.cols:
                    yield col, n, (start, end), row < self.heads
                at += 1
            for cell in self._left_cells(row, row) if row < self.heads else ():
                yield cell.col, 1, cell.span, True

    def _put_back(self, table: Table, rows: Packed[Node]) -> None:
        """Takes up the columns that are left out: those inside the table and at its sides."""
        away, values = _Away(table, rows), self._values
        cols, across = values[1::_CELL], values[3::_CELL]
        own = [place_of(name) for name in self.letters]
        found = away.columns(self.numbers)
        low, high = min(own), max(own)
        for way in (sorted(found), sorted(found, reverse=True)):
            for place in way:
                if low - 1 <= place <= high + 1:
                    low, high = min(low, place), max(high, place)
        back = [place for place in found if low <= place <= high and place not in own]
        if not back or max(cols) >= len(own):
            return
        after = sorted([*own, *back])
        moved = [after.index(place) for place in own]
        for i, n in enumerate(across) if max(across) > 1 else ():
            if n > 1:
                across[i] = moved[min(cols[i] + n, len(own)) - 1] - moved[cols[i]] + 1
        values[1::_CELL], values[3::_CELL] = array("i", map(moved.__getitem__, cols)), across
        letters = dict(zip(own, self.letters, strict=True)) | found
        self.letters = tuple(letters[place] for place in after)
        self.cols = len(after)
        self.left = frozenset(map(after.index, back))
        away.place({name: after.index(place_of(name)) for place, name in found.items() if place in back})
        self._away = away

    def _left_cells(self, row: int, first: int) -> Iterator[GridCell]:
        """Of a row, those that are left out; `first`: the row that counts as 0."""
        if self._away is not None:
            for col, span in self._away.cells(self.numbers[row]):
                yield GridCell(row - first, col, 1, 1, span, row < self.heads, True)

    def _reaching(self) -> dict[int, list[int]]:
        """Merged cells by the stretches of rows that they reach."""
        found: dict[int, list[int]] = {}
        told = 0
        for i in self._long:
            row, down = self._values[_CELL * i], self._values[_CELL * i + 2]
            for stretch in range(row // _TOGETHER, (row + down - 1) // _TOGETHER + 1):
                found.setdefault(stretch, []).append(i)
                told += 1
            if told > _REACH:
                break  # a sheet of merged cells alone: those below are shown as far as their own rows go
        return found

    def groups(self) -> Iterator[tuple[int, int]]:
        """(first row, how many) of rows that are laid out together: those that merged cells hold together; in a sheet
        all header rows; in an even grid a few each, whatever is merged."""
        row, place = 0, 0
        while row < self.rows:
            if row >= self.heads and self.even:
                until = min(row + _TOGETHER, self.rows)
            else:
                until = min(self.heads, self.rows) if self.letters and row < self.heads else row + 1
                while place < len(self._long):
                    at = _CELL * self._long[place]
                    if self._values[at] >= until:
                        break
                    until = min(max(until, self._values[at] + self._values[at + 2]), self.rows)
                    place += 1
            yield row, until - row
            row = until

    def cells(self, first: int, count: int) -> tuple[GridCell, ...]:
        """Of `count` rows from `first` on, in order of place; merged cells that come from rows above stand first."""
        made = self._made.get((first, count))
        if made is None:
            if len(self._made) > _KEEP:
                self._made.clear()
            found = [*self._cells(first, count)]
            if self._away is not None:
                found += [cell for row in range(first, first + count) for cell in self._left_cells(row, first)]
                found.sort(key=lambda cell: (cell.row, cell.col))
            made = self._made[first, count] = tuple(found)
        return made

    def _cells(self, first: int, count: int) -> Iterator[GridCell]:
        values, rows = self._values, self._rows
        low, high = bisect_left(rows, first), bisect_left(rows, first + count)
        stretches = range(first // _TOGETHER, (first + count - 1) // _TOGETHER + 1)
        for i in sorted({i for stretch in stretches for i in self._reach.get(stretch, ()) if i < low}):
            row, col, down, across = values[_CELL * i : _CELL * i + 4]
            if row + down > first:
                yield GridCell(0, col, min(row + down - first, count), across, (self.starts[first],) * 2,
                               row < self.heads)
        for i in range(low, high):
            row, col, down, across, start, end = values[_CELL * i : _CELL * i + _CELL]
            yield GridCell(row - first, col, min(down, first + count - row), across, (start, end), row < self.heads)

    def blanks(self, cells: Sequence[GridCell], count: int) -> list[tuple[int, int]]:
        """(row, column) of the places of a row group in which no cell stands."""
        taken = set()
        for cell in cells:
            if cell.row_span == 1 and cell.col_span == 1:
                taken.add((cell.row, cell.col))
            else:
                taken.update((row, col) for row in range(cell.row, cell.row + cell.row_span)
                             for col in range(cell.col, cell.col + cell.col_span))
        return [(row, col) for row in range(count) for col in range(self.cols) if (row, col) not in taken]

    def inside(self, span: Span) -> list[Grid]:
        """The tables in a cell."""
        return [inner for inner in self.inner if span[0] <= inner.starts[0] and inner.starts[-1] <= span[1]]

    def pictures(self, span: Span) -> list[Shown]:
        """The pictures in a cell."""
        return [shown for offset, shown in self.shown if span[0] <= offset <= span[1]]

    def fields(self, text: str, row: int, within: Span) -> dict[int, str]:
        """What a span has of a row, by column, as fields of a line for the clipboard."""
        found: dict[int, str] = {}
        for i in range(bisect_left(self._rows, row), bisect_left(self._rows, row + 1)):
            _, col, _, _, start, end = self._values[_CELL * i : _CELL * i + _CELL]
            if start < within[1] and end > within[0]:
                found[col] = _field(unescape_cell(text[max(start, within[0]) : min(end, within[1])]))
        return found

    def sheet_columns(self, text: str) -> tuple[SheetColumn, ...]:
        """What the columns of a sheet are called: by the last of the rows that name them, else by what stands first in
        one that is left out."""
        if not self._named:
            names = [""] * self.cols
            for cell in self.cells(0, max(self.heads, 1)) if self.heads or self.left else ():
                said = " ".join(unescape_cell(text[cell.span[0] : cell.span[1]]).split())
                if said:
                    names[cell.col : cell.col + cell.col_span] = [said] * min(cell.col_span, self.cols - cell.col)
            self._named = tuple(SheetColumn(self.sheet or "", letters, name, col in self.left)
                                for col, (letters, name) in enumerate(zip(self.letters, names, strict=True)))
        return self._named

    def row_at(self, offset: int) -> int:
        """The row that holds an offset of the table."""
        return min(max(bisect_right(self.starts, offset) - 1, 0), self.rows - 1)


def _field(said: str) -> str:
    """A cell's text as one field of a line, as spreadsheets take it from the clipboard."""
    if "\n" in said or "\t" in said or said.startswith('"'):
        return '"' + said.replace('"', '""') + '"'
    return said


def _letters(table: Table, values: array[int]) -> tuple[str, ...]:
    """By column. A column without cells, all covered by merged ones, follows the one before it."""
    cols = values[1::_CELL]
    names: list[str] = []
    for col in range(table.cols):
        try:
            name = table.refs.get(cols.index(col), "").rstrip("0123456789")
        except ValueError:
            name = ""
        names.append(name or _next(names[-1] if names else ""))
    return tuple(names)


def _next(name: str) -> str:
    """The column after one: B after A, AA after Z; A after none."""
    kept = name.rstrip("Z")
    if not kept:
        return "A" * (len(name) + 1)
    return kept[:-1] + chr(ord(kept[-1]) + 1) + "A" * (len(name) - len(kept))


def make(text: str, nodes: Packed[Node], i: int, *, sheet: bool, left: Sequence[int] = ()) -> Grid | None:
    """The grid of the table at place `i` of the nodes; None where its rows are not told. `left`: places of the tables
    of columns that are left out."""
    node = nodes[i]
    table = node.table
    if table is None:
        return None
    rows = _rows(nodes, i, table)
    if len(rows) != table.rows or not rows:
        return None
    hidden = node.hidden or (node.parent >= 0 and nodes[node.parent].hidden)
    away = None
    for at in left if not hidden else ():
        other = nodes[at]
        if other.table is not None and other.location.sheet == node.location.sheet:
            away = other.table, _rows(nodes, at, other.table)
    grid = Grid(text, table, rows, node.span[1], sheet=sheet, away=away)
    if not sheet:
        grid.inner = tuple(_inner(text, nodes, i))
        grid.shown = tuple(_shown(nodes, i))
    if node.role == "left_out":
        grid.left = frozenset(range(grid.cols))
    if sheet and (not hidden or node.role == "left_out"):
        grid.sheet = node.location.sheet or ""
    return grid


def _inner(text: str, nodes: Packed[Node], i: int) -> Iterator[Grid]:
    """Of the tables that stand in the rows of the table at place `i`."""
    for at, (kind, parent) in enumerate(nodes.since(i + 1, "kind", "parent"), i + 1):
        if parent < i:
            return
        if kind == "table" and nodes[parent].parent == i:
            made = make(text, nodes, at, sheet=False)
            if made is not None:
                yield made


def _shown(nodes: Packed[Node], i: int) -> Iterator[tuple[int, Shown]]:
    """Of the pictures that stand in the rows of the table at place `i` and say how large they are."""
    for at, (kind, parent) in enumerate(nodes.since(i + 1, "kind", "parent"), i + 1):
        if parent < i:
            return
        if kind != "figure" or nodes[parent].parent != i:
            continue
        node = nodes[at]
        shown = node.location.shown
        if not node.hidden and shown is not None and min(shown.width, shown.height) > 0:
            yield node.span[0], shown


def left_out(nodes: Packed[Node]) -> tuple[int, ...]:
    """The places of the tables of columns that are left out."""
    return tuple(i for i in nodes.having("role", "left_out") if nodes[i].table is not None)


def _rows(nodes: Packed[Node], i: int, table: Table) -> Packed[Node]:
    rows = nodes[i + 1 : i + 1 + table.rows]
    if all(kind == "row" and parent == i for kind, parent in rows.each("kind", "parent")):
        return rows
    # Rows may hold nodes of their own.
    own = []
    for at, (kind, parent) in enumerate(nodes.since(i + 1, "kind", "parent"), i + 1):
        if parent < i:
            break
        if kind == "row" and parent == i:
            own.append(nodes[at])
    return Packed.of(Node, own)


def place_of(letters: str) -> int:
    """The how-manieth column a name of a sheet is: 1 for A, 27 for AA."""
    place = 0
    for letter in letters:
        place = 26 * place + ord(letter) - 64
    return place
