"""The cells of a table whose columns are known: which columns a text covers, which lines of text make one row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from docprep_gui.parsing import joining
from docprep_gui.parsing.pdf import hyphens
from docprep_gui.parsing.pdf.columns import Columns, Segment, TextRow, text_of
from docprep_gui.parsing.pdf.strokes import Segment as Stroke
from docprep_gui.parsing.pdf.table import Laid
from docprep_gui.parsing.pdf.words import Word, is_figure

_BLANK = 0.25  # between words, in sizes of their letters
_WIDER = 1.4


@dataclass(slots=True)
class Part(Segment):
    """Words of one line of text that belong to the columns [first, last], the ends included."""

    first: int
    last: int


@dataclass(slots=True)
class Line:
    """A row of text, split by columns."""

    row: TextRow
    parts: list[Part]

    def part(self, column: int) -> Part | None:
        return next((part for part in self.parts if part.first <= column <= part.last), None)


def line_of(row: TextRow, columns: Columns, strokes: Sequence[Stroke] = ()) -> Line:
    """`strokes`: horizontal lines; one under a text of the header says which columns it names."""
    parts: list[Part] = []
    for segment in row.segments:
        parts += _split(segment, columns)
    for index, part in enumerate(parts):
        _widen(parts, index, part, row, columns, strokes)
    return Line(row, parts)


def widen_names(lines: Sequence[Line], columns: Columns) -> None:
    """Names of a header that stand over the middle one of three columns, or over that of all behind the first.

    They look like names of that one column; where all of a line's names stand so, they are names of three each."""
    for place, line in enumerate(lines):
        below = next((other for other in lines[place + 1 :] if _stands_under(other, line)), None)
        if below is not None:
            _over_groups(line, below, columns)
        able = [(part, three) for part in line.parts if (three := _three(part, line, columns)) is not None]
        wide = sum(part.first < part.last for part in line.parts)
        if len(able) + wide == len(line.parts) and len(able) > 1 and below is not None and all(
            below.part(col) is not None for _, (first, last) in able for col in range(first, last + 1)
        ):
            for part, (first, last) in able:
                part.first, part.last = first, last
    last_line = lines[-1]
    if len(last_line.parts) == 1 and len(lines) > 1 and len(columns) > 2:
        part = last_line.parts[0]
        centre = (columns.extents[1][0] + columns.extents[-1][1]) / 2
        own = columns.extents[part.first]
        over = part.x1 - part.x0 > own[1] - own[0] + 4
        if part.first > 0 and over and abs((part.x0 + part.x1) / 2 - centre) < 1.5 * last_line.row.size:
            part.first, part.last = 1, len(columns) - 1


def _stands_under(below: Line, line: Line) -> bool:
    """Does it name columns that the line does, too? Others stand in the middle of the header's height."""
    return any(part.first <= other.last and other.first <= part.last for part in line.parts for other in below.parts)


def _over_groups(line: Line, below: Line, columns: Columns) -> None:
    """Names over groups of columns that the line below names one by one, each centred over its group: the columns are
    shared out so that they fit best. Names that all stand flush with those below them are the first lines of these."""
    named = sorted({col for part in below.parts for col in range(max(part.first, 1), part.last + 1)})
    # Names beside these stand for one column each, in the middle of the header's height.
    names = [part for part in line.parts if named and named[0] <= part.first and part.last <= named[-1]]
    if not names or len(named) < 2 or len(names) >= len(named) or named != list(range(named[0], named[-1] + 1)):
        return
    if all(_heads_one(part, below, line.row.size, alone=len(names) == 1) for part in names) and not _come_again(
        below, len(names)
    ):
        return
    # best[k][c]: least sum of distances with the first k names over the columns before c, and where the last one begins
    count, end = len(names), named[-1] + 1
    best: list[dict[int, tuple[float, int]]] = [{named[0]: (0.0, 0)}]
    for part in names:
        middle = (part.x0 + part.x1) / 2
        row: dict[int, tuple[float, int]] = {}
        for start, (cost, _) in best[-1].items():
            for stop in range(start + 1, end + 1):
                centre = (columns.extents[start][0] + columns.extents[stop - 1][1]) / 2
                away = abs(centre - middle)
                if part.first >= start and part.last < stop and (stop not in row or cost + away < row[stop][0]):
                    row[stop] = cost + away, start
        best.append(row)
    if end not in best[count]:
        return
    width = (columns.extents[named[-1]][1] - columns.extents[named[0]][0]) / len(named)
    if best[count][end][0] > 0.35 * width * count:
        return
    for number in range(count, 0, -1):
        start = best[number][end][1]
        names[number - 1].first, names[number - 1].last = start, end - 1
        end = start


def _come_again(line: Line, groups: int) -> bool:
    """Are the names of each group of columns the same?"""
    texts = [part.text for part in line.parts if part.last > 0]
    size, rest = divmod(len(texts), groups)
    if groups < 2 or rest:
        return False
    return all(texts[start : start + size] == texts[:size] for start in range(0, len(texts), size))


def _heads_one(part: Part, below: Line, size: float, *, alone: bool) -> bool:
    """Is a text flush with the one below it in the same column? Where it is `alone`, centred over it is enough."""
    own = below.part(part.first)
    if part.first != part.last or own is None or own.first != own.last:
        return False
    flush = min(abs(own.x0 - part.x0), abs(own.x1 - part.x1)) < 0.15 * size
    return flush or (alone and abs(own.x0 + own.x1 - part.x0 - part.x1) < size)


def _three(part: Part, line: Line, columns: Columns) -> tuple[int, int] | None:
    first, last = part.first - 1, part.last + 1
    if part.first != part.last or first < 1 or last >= len(columns):
        return None
    if any(other is not part and other.first <= last and first <= other.last for other in line.parts):
        return None
    centre = (columns.extents[first][0] + columns.extents[last][1]) / 2
    return (first, last) if abs((part.x0 + part.x1) / 2 - centre) <= line.row.size else None


def _split(segment: Segment, columns: Columns) -> list[Part]:
    """A segment as one part for each column, unless a word of it stands in the river between them."""
    place = columns.of(segment.words[0])
    if len(segment.words) == 1:
        return [Part(segment.words, place, place)]
    parts = [Part([segment.words[0]], place, place)]
    for before, after in pairwise(segment.words):
        first = last = columns.of(after)
        part = parts[-1]
        if first > part.last:
            river = columns.rivers[part.last]
            tight = before.x1 <= river[0] + 1 and after.x0 >= columns.rivers[first - 1][1] - 1
            # Han characters have no blanks between them.
            han = joining.is_wide(before.text[-1]) and joining.is_wide(after.text[0])
            if tight or han or _is_gap(segment, before, after, columns.extents[first]):
                parts.append(Part([after], first, last))
                continue
        part.words.append(after)
        part.last = max(part.last, last)
    for part in parts:
        if part.first != part.last:
            part.first, part.last = _held(part, columns)
    return parts


def _is_gap(segment: Segment, before: Word, after: Word, column: tuple[float, float]) -> bool:
    """Does the column of `after` begin behind a gap, though not all of it is in the river between the two: one wider
    than the blanks of the text, or one in front of a figure set as the others of its column are?"""
    gap, blank = after.x0 - before.x1, _BLANK * after.size
    if gap <= _WIDER * blank:
        return False
    if is_figure(after.text) and min(abs(after.x0 - column[0]), abs(after.x1 - column[1])) < 1:
        return True
    blanks = [b.x0 - a.x1 for a, b in pairwise(segment.words) if b is not after]
    return after.x0 >= column[0] - 1 and bool(blanks) and gap > _WIDER * max(blanks)


def _held(part: Part, columns: Columns) -> tuple[int, int]:
    """The columns that a text covers in earnest: one that it only reaches over the edge of does not count."""
    first, last = part.first, part.last
    while first < last and _share(part, columns.extents[first]) < 0.25:
        first += 1
    while last > first and _share(part, columns.extents[last]) < 0.25:
        last -= 1
    return first, last


def _share(part: Part, extent: tuple[float, float]) -> float:
    common = min(part.x1, extent[1]) - max(part.x0, extent[0])
    return common / max(min(extent[1] - extent[0], part.x1 - part.x0), 1.0)


def _widen(
    parts: list[Part], index: int, part: Part, row: TextRow, columns: Columns, strokes: Sequence[Stroke]
) -> None:
    """Over how many columns a text stands that a line under it names, or that is centred over a river."""
    middle = (part.x0 + part.x1) / 2
    left, right = columns.extents[part.first]
    if part.first == part.last and not strokes and left <= middle <= right:
        return
    free_first = parts[index - 1].last + 1 if index else 0
    free_last = parts[index + 1].first - 1 if index + 1 < len(parts) else len(columns) - 1
    under = [
        (x0, x1) for y, x0, x1 in strokes
        if -2 <= y - row.base <= 1.6 * row.size and x0 - 2 <= part.x0 and part.x1 <= x1 + 2
    ]
    if under:
        x0, x1 = min(under, key=lambda s: s[1] - s[0])
        held = [i for i, (a, b) in enumerate(columns.extents) if x0 - 3 <= (a + b) / 2 <= x1 + 3]
        if held and held[0] >= free_first and held[-1] <= free_last and len(held) < len(columns):
            part.first, part.last = min(part.first, held[0]), max(part.last, held[-1])
            return
    if part.first == part.last:
        extent = columns.extents[part.first]
        if left - 1 <= middle <= right + 1 or _share(part, extent) > 0.3:
            return
    # Centred over a river: the widest set of free columns around with the same centre.
    best: tuple[int, int] | None = None
    for first in range(free_first, part.first + 1):
        for last in range(part.last, free_last + 1):
            if last > first:
                centre = (columns.extents[first][0] + columns.extents[last][1]) / 2
                if abs(centre - middle) <= 0.8 * row.size and (best is None or last - first < best[1] - best[0]):
                    best = first, last
    if best is not None:
        part.first, part.last = best


def cells_of(groups: Sequence[Sequence[Line]], top: int) -> list[Laid]:
    """One cell for each set of columns in each row; rows count from `top`."""
    cells: list[Laid] = []
    for number, group in enumerate(groups, top):
        parts_of_row = [part for line in group for part in line.parts]
        of_columns: dict[tuple[int, int], list[Part]] = {}
        for part in parts_of_row:
            of_columns.setdefault(_place_in_row(part, parts_of_row), []).append(part)
        cells += [Laid(number, a, number, b, joined(parts)) for (a, b), parts in of_columns.items()]
    return cells


def _place_in_row(part: Part, others: Sequence[Part]) -> tuple[int, int]:
    """The columns of a text. One that only runs over the edge of its own column, while another line of its row fills
    one of those that it covers, belongs to the column whose texts it is aligned with; of texts that run over several
    columns in several ways all are one cell."""
    first, last = part.first, part.last
    rivals = [o for o in others if o is not part and o.first <= last and first <= o.last]
    single = [o for o in rivals if o.first == o.last]
    if first < last and single:
        nearest = min(single, key=lambda o: min(abs(o.x0 - part.x0), abs(o.x1 - part.x1)))
        return nearest.first, nearest.last
    if first < last:
        while wider := [
            o for o in others if o.first <= last and first <= o.last and (o.first < first or o.last > last)
        ]:
            first, last = min(first, *(o.first for o in wider)), max(last, *(o.last for o in wider))
    return first, last


def joined(parts: Sequence[Part]) -> str:
    text = ""
    for part in parts:
        text = hyphens.joined(text, text_of(part.words))
    return text


# --- rows of the header ---------------------------------------------------------------------------------
def header_cells(lines: Sequence[Line], columns: Columns, strokes: Sequence[Stroke]) -> tuple[list[Laid], int]:
    """The cells of a header and how many rows it has. A text over several columns, or a line drawn between, parts one
    row from the next; other texts below one another are one cell."""
    if not lines:
        return [], 0
    levels = [0]
    for above, line in pairwise(lines):
        drawn = any(
            above.row.base < y <= line.row.base - 0.5 * line.row.size
            and any(x0 - 3 <= (p.x0 + p.x1) / 2 <= x1 + 3 for p in line.parts)
            for y, x0, x1 in strokes
        )
        level = levels[-1] + int(drawn)
        # A name in the middle of the header's height may stand between one of a group and those in it.
        for over, other in zip(levels, lines, strict=False):
            if any(_holds(p, q) or _holds(q, p) for p in other.parts for q in line.parts):
                level = max(level, over + 1)
        levels.append(level)
    rows = levels[-1] + 1
    cells: list[Laid] = []
    open_cells: dict[tuple[int, int], tuple[Laid, list[Part], int]] = {}
    for number, (line, level) in enumerate(zip(lines, levels, strict=True)):
        for part in line.parts:
            key = (part.first, part.last)
            before = open_cells.get(key)
            near = before is not None and number - before[2] == 1 and (
                before[0].last_row == level or not _drawn(strokes, before[1][-1], part)
            ) and line.row.base - before[1][-1].words[0].base <= 1.7 * line.row.size
            if before is not None and near:
                before[1].append(part)
                before[0].last_row = level
                open_cells[key] = (before[0], before[1], number)
            else:
                cell = Laid(level, part.first, level, part.last, "")
                cells.append(cell)
                open_cells[key] = (cell, [part], number)
            cell, parts, _ = open_cells[key]
            cell.text = joined(parts)
    cells = _one_a_place(cells)
    _stretch(cells, rows, len(columns))
    return cells, rows


def _holds(one: Part, other: Part) -> bool:
    """Does one text stand over the columns of the other and more?"""
    return one.first <= other.first and other.last <= one.last and (one.first, one.last) != (other.first, other.last)


def _drawn(strokes: Sequence[Stroke], above: Part, below: Part) -> bool:
    middle = (below.x0 + below.x1) / 2
    return any(
        above.words[0].base < y < below.words[0].base - 0.5 * below.words[0].size and x0 - 3 <= middle <= x1 + 3
        for y, x0, x1 in strokes
    )


def _one_a_place(cells: list[Laid]) -> list[Laid]:
    """Cells that would stand in one place are one."""
    kept: list[Laid] = []
    for cell in cells:
        other = next(
            (o for o in kept if o.row <= cell.last_row and cell.row <= o.last_row and o.col <= cell.last_col
             and cell.col <= o.last_col), None,
        )
        if other is None:
            kept.append(cell)
        else:
            other.text += joining.glue(other.text, cell.text) + cell.text
            # Grown only as far as nothing else stands there.
            other.col, other.last_col = min(other.col, cell.col), max(other.last_col, cell.last_col)
            other.row, other.last_row = min(other.row, cell.row), max(other.last_row, cell.last_row)
    return kept if len(kept) == len(cells) else _one_a_place(kept)


def _stretch(cells: list[Laid], rows: int, cols: int) -> None:
    """A name of one column stands for all rows of the header that are empty over and under it."""
    taken = {(r, c) for cell in cells for r in range(cell.row, cell.last_row + 1)
             for c in range(cell.col, cell.last_col + 1)}
    for cell in cells:
        if cell.col != cell.last_col:
            continue
        while cell.last_row + 1 < rows and (cell.last_row + 1, cell.col) not in taken:
            cell.last_row += 1
            taken.add((cell.last_row, cell.col))
        while cell.row and (cell.row - 1, cell.col) not in taken:
            cell.row -= 1
            taken.add((cell.row, cell.col))


def filled(cells: list[Laid], rows: int, cols: int) -> list[Laid]:
    """The cells and empty ones for all places that none covers."""
    taken = {(r, c) for cell in cells for r in range(cell.row, cell.last_row + 1)
             for c in range(cell.col, cell.last_col + 1)}
    return cells + [Laid(r, c, r, c, "") for r in range(rows) for c in range(cols) if (r, c) not in taken]
