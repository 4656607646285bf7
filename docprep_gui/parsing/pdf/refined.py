"""Tables whose lines part some of their rows and columns only: the rest is told by where the words stand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from docprep_gui.parsing.pdf import cells as laid
from docprep_gui.parsing.pdf import looks
from docprep_gui.parsing.pdf.columns import Columns, TextRow, columns, text_rows
from docprep_gui.parsing.pdf.pieces import Piece
from docprep_gui.parsing.pdf.rows import logical_rows
from docprep_gui.parsing.pdf.table import Laid, PageTable, built, header_rows, is_grid
from docprep_gui.parsing.pdf.words import COLUMN_GAP, Word, is_figure

_FEWEST_ROWS = 3
# Of lines of Han, at most, in sizes of their letters.
_PITCH = 1.7


def may_be_finer(cells: Mapping[int, Sequence[Piece]], owner: Sequence[int], cols: int) -> bool:
    """Does a cell hold pieces beside one another, or figures below one another, or do many cells hold many lines?"""
    heaped: dict[int, int] = {}
    for cell, pieces in cells.items():
        if len(pieces) < 2:
            continue
        heaped[cell // cols] = heaped.get(cell // cols, 0) + (len(pieces) >= _FEWEST_ROWS)
        ordered = sorted(pieces, key=lambda p: (p.base, p.x0))
        beside = sum(
            abs(b.base - a.base) < 0.35 * a.size and b.x0 - a.x1 >= COLUMN_GAP * a.size for a, b in pairwise(ordered)
        )
        if beside or sum(is_figure(piece.text) for piece in pieces) > 1:
            return True
    if max(heaped.values(), default=0) >= min(_FEWEST_ROWS, cols):
        return True
    # Cells that are merged though only some of the table's lines are drawn: they hold more lines than a cell would that
    # is as high as its rows.
    if len(owner) == len(set(owner)):
        return False
    high: dict[int, set[int]] = {}
    for place, first in enumerate(owner):
        high.setdefault(first, set()).add(place // cols)
    return any(
        len({round(p.base) for p in pieces}) > len(high[first]) + 1 for first, pieces in cells.items()
        if owner.count(first) > 1
    )


@dataclass(slots=True)
class _Lattice:
    """The drawn grid (`xs`, `ys`, `owner`: for each place the first one of its cell) and the finer one over it."""

    xs: list[float]
    ys: list[float]
    owner: Sequence[int]
    fine_xs: list[float] = field(default_factory=list)
    fine_ys: list[float] = field(default_factory=list)

    def own_cell(self, row: int, col: int) -> int:
        """The drawn cell that a fine place lies in."""
        drawn_row = _index(self.ys, (self.fine_ys[row] + self.fine_ys[row + 1]) / 2)
        drawn_col = _index(self.xs, (self.fine_xs[col] + self.fine_xs[col + 1]) / 2)
        return self.owner[drawn_row * (len(self.xs) - 1) + drawn_col]


def refined(
    xs: Sequence[float], ys: Sequence[float], owner: Sequence[int], words: Sequence[Word], page: int
) -> PageTable | None:
    """The table, or None where it would have fewer than two filled rows or columns."""
    if not words:
        return None
    grid = _Lattice(list(xs), list(ys), owner)
    grid.fine_xs = _finer_columns(grid, words)
    shape = _shape(grid.fine_xs, words)
    grid.fine_ys = _finer_rows(grid, words, shape)
    rows, cols = len(grid.fine_ys) - 1, len(grid.fine_xs) - 1
    members: dict[int, list[tuple[int, int]]] = {}
    for row in range(rows):
        for col in range(cols):
            members.setdefault(grid.own_cell(row, col), []).append((row, col))
    inside: dict[int, list[Word]] = {}
    for word in words:
        row, col = _index(grid.fine_ys, (word.y0 + word.y1) / 2), _index(grid.fine_xs, (word.x0 + word.x1) / 2)
        inside.setdefault(grid.own_cell(row, col), []).append(word)
    starts = _first_lines(grid.fine_ys, words)
    made: list[Laid] = []
    drawn_cols = len(xs) - 1
    for cell, places in members.items():
        drawn = [place for place, own in enumerate(owner) if own == cell]
        merged_rows = len({place // drawn_cols for place in drawn}) > 1
        merged_cols = len({place % drawn_cols for place in drawn}) > 1
        made += _cells(places, inside.get(cell, []), grid, shape, starts, merged_rows, merged_cols)
    if _is_drawing(made, words) or looks.ends_in_scale(text_rows(words)) or not is_grid(made):
        return None
    filled = [cell for cell in made if cell.text]
    if len({cell.row for cell in filled}) < 2 or len({cell.col for cell in filled}) < 2:
        return None
    if len(filled) < 0.25 * len(made):
        return None
    return built(made, grid.fine_xs, grid.fine_ys, header_rows(made, rows), page)


def _index(places: Sequence[float], value: float) -> int:
    return min(max(bisect_right(places, value) - 1, 0), len(places) - 2)


def _finer_columns(grid: _Lattice, words: Sequence[Word]) -> list[float]:
    fine = [grid.xs[0]]
    for left, right in pairwise(grid.xs):
        rows = text_rows([word for word in words if left <= (word.x0 + word.x1) / 2 < right])
        gappy = [row for row in rows if len(row.segments) > 1]
        if len(gappy) >= _FEWEST_ROWS and 2 * len(gappy) >= len(rows):
            shape = columns(gappy, len(gappy) // 8)
            if shape is not None and looks.is_table(rows, gappy, shape, words_only=False):
                fine += [(a + b) / 2 for a, b in shape.rivers]
        fine.append(right)
    return fine


def _shape(xs: Sequence[float], words: Sequence[Word]) -> Columns:
    extents = []
    for left, right in pairwise(xs):
        inside = [word for word in words if word.x0 >= left - 1 and word.x1 <= right + 1]
        extents.append(
            (min(w.x0 for w in inside), max(w.x1 for w in inside)) if inside else (left, right)
        )
    return Columns([(x, x) for x in xs[1:-1]], extents)


def _finer_rows(grid: _Lattice, words: Sequence[Word], shape: Columns) -> list[float]:
    """Rows between two lines are several where a column shows figures below one another."""
    fine = [grid.ys[0]]
    for top, bottom in pairwise(grid.ys):
        rows = text_rows([word for word in words if top <= (word.y0 + word.y1) / 2 < bottom])
        if len(rows) > 1:
            lines = [laid.line_of(row, shape) for row in rows]
            if _shows_rows(lines, len(shape)):
                groups = logical_rows(lines, shape, ())
                fine += [(a[-1].row.y1 + b[0].row.y0) / 2 for a, b in pairwise(groups)]
        fine.append(bottom)
    return fine


def _shows_rows(lines: Sequence[laid.Line], cols: int) -> bool:
    """Figures below one another, at least three lines of text that fill all columns, or as many names with lines of
    text beside and below them, but not below one another as those of a long name are."""
    full = sum(len(line.parts) == cols for line in lines)
    if cols > 2 and full >= _FEWEST_ROWS and full >= 0.8 * len(lines):
        return True
    named = [place for place, line in enumerate(lines) if line.part(0) is not None]
    if len(named) >= _FEWEST_ROWS and named[0] == 0 and all(len(lines[place].parts) > 1 for place in named):
        apart = sum(below - above > 1 for above, below in pairwise(named))
        if 2 * apart >= len(named) - 1:
            return True
    for col in range(cols):
        parts = [part for line in lines if (part := line.part(col)) is not None and part.first == part.last]
        if len(parts) > 1 and 2 * len(parts) > len(lines) and all(part.is_figure for part in parts):
            others = sum(len(line.parts) > 1 for line in lines)
            if others > 1:
                return True
    return False


def _is_drawing(cells: Sequence[Laid], words: Sequence[Word]) -> bool:
    """A chart between lines: most of its figures would stand many to a cell."""
    heaped = sum(
        len(figures) for cell in cells if len(figures := [t for t in cell.text.split() if is_figure(t)]) > 3
        and 2 * len(figures) > len(cell.text.split())
    )
    return 2 * heaped > len(words)


def _first_lines(ys: Sequence[float], words: Sequence[Word]) -> list[list[float]]:
    """For each row the base lines of its words."""
    found: list[list[float]] = [[] for _ in range(len(ys) - 1)]
    for word in words:
        found[_index(ys, (word.y0 + word.y1) / 2)].append(word.base)
    return found


def _cells(
    places: Sequence[tuple[int, int]], words: Sequence[Word], grid: _Lattice, shape: Columns,
    starts: Sequence[Sequence[float]], merged_rows: bool, merged_cols: bool,
) -> list[Laid]:
    """The cells that a drawn cell stands for; `places`: the fine ones that it covers."""
    first_row, last_row = min(r for r, _ in places), max(r for r, _ in places)
    first_col, last_col = min(c for _, c in places), max(c for _, c in places)
    rows = text_rows(words) if words else []
    if not rows or (first_row, first_col) == (last_row, last_col):
        text = laid.joined([laid.Part(row.words, 0, 0) for row in rows])
        return [Laid(first_row, first_col, last_row, last_col, text)]
    if (merged_rows or merged_cols) and _are_one_text(rows):
        text = laid.joined([laid.Part(row.words, 0, 0) for row in rows])
        return [Laid(first_row, first_col, last_row, last_col, text)]
    result: list[Laid] = []
    for top, bottom, band in _bands(rows, grid.fine_ys, first_row, last_row, merged_rows, starts):
        groups = _column_groups([laid.line_of(row, shape) for row in band], first_col, last_col)
        if len(groups) == 1 and merged_cols and len(rows) == len(band):
            result.append(Laid(top, first_col, bottom, last_col, laid.joined(groups[0][2])))
            continue
        result += [Laid(top, start, bottom, end, laid.joined(parts)) for start, end, parts in groups]
        taken = {c for start, end, _ in groups for c in range(start, end + 1)}
        result += [Laid(top, c, bottom, c, "") for c in range(first_col, last_col + 1) if c not in taken]
    return result


def _are_one_text(rows: Sequence[TextRow]) -> bool:
    """Lines at the pitch of lines, without gaps and all aligned, as those of one text in a cell are."""
    if len(rows) < 2 or any(len(row.segments) > 1 for row in rows):
        return False
    size = rows[0].size
    if any(below.base - above.base > _PITCH * size for above, below in pairwise(rows)):
        return False
    starts, ends = [row.words[0].x0 for row in rows], [row.words[-1].x1 for row in rows]
    middles = [start + end for start, end in zip(starts, ends, strict=True)]
    return any(max(places) - min(places) < 0.5 * size for places in (starts, ends, middles))


def _bands(
    rows: Sequence[TextRow], ys: Sequence[float], first: int, last: int, merged: bool,
    starts: Sequence[Sequence[float]],
) -> list[tuple[int, int, list[TextRow]]]:
    """(first row, last row, lines of text) for each part of a cell that stands for several rows: where the cell is
    `merged` by its lines, one part, unless its texts begin where those of other cells do and do not run on."""
    of_row: dict[int, list[TextRow]] = {}
    for row in rows:
        of_row.setdefault(min(max(_index(ys, (row.y0 + row.y1) / 2), first), last), []).append(row)
    if first == last:
        return [(first, last, list(rows))]
    filled = sorted(of_row)
    if merged:
        apart = len(filled) > 1 and all(
            sum(abs(base - of_row[place][0].base) < 0.3 * of_row[place][0].size for base in starts[place])
            > len(of_row[place][0].words)
            for place in filled
        )
        pitches = [b.base - a.base for a, b in pairwise(rows)]
        if not apart or (len(rows) == len(filled) and max(pitches) <= 1.4 * rows[0].size):
            return [(first, last, list(rows))]
    return [(place, place, of_row.get(place, [])) for place in range(first, last + 1)]


def _column_groups(
    lines: Sequence[laid.Line], first: int, last: int
) -> list[tuple[int, int, list[laid.Part]]]:
    """Sets of columns that no text runs out of, with the texts in them."""
    groups: list[tuple[int, int, list[laid.Part]]] = []
    for line in lines:
        for part in line.parts:
            start, end = min(max(part.first, first), last), min(max(part.last, first), last)
            parts = [part]
            for group in [g for g in groups if g[0] <= end and start <= g[1]]:
                groups.remove(group)
                start, end = min(start, group[0]), max(end, group[1])
                parts = group[2] + parts
            groups.append((start, end, parts))
    return sorted(groups, key=lambda g: g[0])
