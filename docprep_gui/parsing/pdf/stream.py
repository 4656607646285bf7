"""Tables without lines between their columns: rows of text that leave the same strips of the page blank."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from docprep_gui.parsing import joining
from docprep_gui.parsing.captions import is_caption
from docprep_gui.parsing.pdf import beside, cells, joints, looks, overpage, steady
from docprep_gui.parsing.pdf.columns import Columns, Segment, TextRow, columns, text_of, text_rows
from docprep_gui.parsing.pdf.order import rows_of
from docprep_gui.parsing.pdf.pieces import Piece
from docprep_gui.parsing.pdf.rows import OVERLAP, logical_rows
from docprep_gui.parsing.pdf.strokes import Segment as Stroke
from docprep_gui.parsing.pdf.strokes import Strokes
from docprep_gui.parsing.pdf.table import PageTable, built
from docprep_gui.parsing.pdf.words import COLUMN_GAP, PageWords, has_digit, is_rule

_NOTE = re.compile(
    r"(?:sources?|notes?|remarks?|资料来源|数据来源|来源|注|备注|说明)\s*\d?\s*[:：.]|\*|\d\s*[)）]\s|[†‡]", re.I
)
_OF_THE_WHOLE = re.compile(r"[(（]?(?:\S{0,4}单位|币种|(?:unit|currency|amounts?)\b[^:：]{0,20})\s*[:：]\s*\S", re.I)
_LONG = 44
_LONG_LINE = 200.0
_HAND = 280.0


class _Page(NamedTuple):
    """`owner`: id() of a word -> id() of the piece that it stands in."""

    page: int
    words: PageWords
    owner: dict[int, int]


def find(
    pieces: Sequence[Piece], words: PageWords, strokes: Strokes, page: int, before: PageTable | None = None
) -> list[tuple[PageTable, set[int]]]:
    """Tables among the pieces of one column of a page, each with the id() of the pieces in it.

    `words`: of the page, asked for only where there may be a table. `before`: the table that ends the page before."""
    going_on = before is not None and before.columns is not None
    in_rows = rows_of([piece for piece in pieces if piece.block is None])
    gappy = _may_hold(pieces, in_rows, 1 if going_on else looks.FEWEST_ROWS)
    if not gappy and not steady.may_hold(in_rows):
        return []
    of_piece = words()
    across = sorted(
        strokes.across
        + [(w.base, w.x0, w.x1) for p in pieces for w in of_piece.get(id(p), ()) if is_rule(w.text)]
    )
    found: list[tuple[PageTable, set[int]]] = []
    for number, block in enumerate(_between_blocks(pieces)):
        own = [word for piece in block for word in of_piece.get(id(piece), ()) if not is_rule(word.text)]
        on = _Page(page, words, {id(word): id(piece) for piece in block for word in of_piece.get(id(piece), ())})
        if not own:
            continue
        rows = text_rows(own)
        if not steady.part(rows) and not gappy:
            continue
        if going_on and number == 0 and before is not None and (count := overpage.rows_of(rows, before)):
            found += _going_on(rows[:count], before, Strokes(across, [], strokes.edges), on)
            rows = rows[count:]
        for first, last in _runs(rows):
            found += _tables(rows, first, last, Strokes(across, [], strokes.edges, strokes.parts), on)
    return found


def find_between_lines(
    pieces: Sequence[Piece], words: PageWords, strokes: Strokes, page: int
) -> list[tuple[PageTable, set[int]]]:
    """Tables between long horizontal lines that begin and end at the same places: they may stand over two columns of
    text. Only where hardly anything else stands between the lines."""
    found: list[tuple[PageTable, set[int]]] = []
    for above, below in _frames(strokes.across):
        inside = [
            p for p in pieces
            if above[0] - 1 <= (p.y0 + p.y1) / 2 <= below[0] + 1 and above[1] - 3 <= (p.x0 + p.x1) / 2 <= above[2] + 3
        ]
        if any(p.block is not None for p in inside):
            continue
        tables = find(inside, words, strokes, page)
        if len(tables) == 1 and len(tables[0][1]) >= 0.9 * len(inside):
            found += tables
    return found


def _frames(across: Sequence[Stroke]) -> list[tuple[Stroke, Stroke]]:
    """The first and the last of lines of equal place and length, with at most a hand's breadth between any two."""
    groups: list[list[Stroke]] = []
    for line in across:
        if line[2] - line[1] < _LONG_LINE:
            continue
        for group in groups:
            last = group[-1]
            if abs(last[1] - line[1]) < 3 and abs(last[2] - line[2]) < 3 and line[0] - last[0] < _HAND:
                group.append(line)
                break
        else:
            groups.append([line])
    return [(group[0], group[-1]) for group in groups if len(group) > 1 and group[-1][0] - group[0][0] > 20]


def _may_hold(pieces: Sequence[Piece], in_rows: Sequence[Sequence[Piece]], least: int) -> bool:
    """At least so many base lines that hold a wide gap."""
    gappy = sum(piece.loose for piece in pieces)
    for row in in_rows:
        gappy += len(row) > 1 and any(b.x0 - a.x1 >= COLUMN_GAP * a.size for a, b in pairwise(row))
    return gappy >= least


def _between_blocks(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The text above, between and below the tables and pictures that are known already."""
    parts: list[list[Piece]] = [[]]
    for piece in sorted(pieces, key=lambda p: (p.y0 if p.block else p.base)):
        if piece.block is not None:
            parts.append([])
        else:
            parts[-1].append(piece)
    return parts


# --- where a table may be -------------------------------------------------------------------------------
def _cuts(row: TextRow) -> int:
    """How many gaps part the row, the one behind the mark of a list item aside."""
    return len(row.segments) - 1 - int(len(row.segments) == 2 and _is_label(row.segments[0]))


def _is_label(segment: Segment) -> bool:
    return len(segment.words) == 1 and looks.LABEL.fullmatch(segment.words[0].text) is not None


def _runs(rows: Sequence[TextRow]) -> list[tuple[int, int]]:
    """Stretches [first, last] of rows that may be a table: they begin and end with a row that gaps part, and what
    stands between is near and does not run across."""
    runs: list[tuple[int, int]] = []
    first = last = -1
    for place, row in enumerate(rows):
        gappy = _cuts(row) > 0
        if is_caption(text_of(row.words)):
            if first >= 0:
                runs.append((first, last))
                first = -1
            continue
        if first >= 0:
            far = row.base - rows[place - 1].base > _reach(rows, first, last, row)
            if far or place - last > 4 or (not gappy and _runs_across(row, rows[last])):
                runs.append((first, last))
                first = -1
        if gappy:
            if first < 0:
                first = place
            last = place
    if first >= 0:
        runs.append((first, last))
    return runs


def _reach(rows: Sequence[TextRow], first: int, last: int, row: TextRow) -> float:
    pitches = [b.base - a.base for a, b in pairwise(rows[first : last + 1])]
    usual = median(pitches) if pitches else 1.4 * row.size
    return max(2.6 * row.size, 2.2 * usual)


def _runs_across(row: TextRow, above: TextRow) -> bool:
    """A long text that stands over a gap of the row above it is no part of a table."""
    segment = row.segments[0]
    over = sum(min(segment.x1, s.x1) - max(segment.x0, s.x0) > 0.3 * (s.x1 - s.x0) for s in above.segments)
    return over > 1 and joining.columns(segment.text) > _LONG


# --- is it one ------------------------------------------------------------------------------------------
def _tables(
    rows: Sequence[TextRow], first: int, last: int, drawn: Strokes, on: _Page
) -> list[tuple[PageTable, set[int]]]:
    usual = median(row.size for row in rows[first : last + 1])
    while first < last and rows[first].size > 1.25 * usual:
        first += 1  # a title
    run = rows[first : last + 1]
    gappy = [row for row in _side_by_side(run) if _cuts(row) > 0]
    if len(gappy) < max(looks.FEWEST_ROWS, 0.3 * len(run)) or looks.ends_in_scale(run) or looks.leads_to_pages(gappy):
        return []
    figures = [row for row in gappy if _is_of_figures(row)]
    body = figures if len(figures) >= max(looks.FEWEST_ROWS, 0.3 * len(gappy)) else gappy
    shape = columns(body, len(body) // 8 if len(body) >= 4 else 0)
    if shape is None:
        return []
    if (pair := beside.halves(run, shape, drawn.across)) is not None:
        tables = [_tables(half, 0, len(half) - 1, drawn, on) for half in pair]
        if all(len(own) == 1 and beside.is_whole(own[0][0], half) for own, half in zip(tables, pair, strict=True)):
            return [own[0] for own in tables]
    # What does not keep to the columns ends the table.
    alien = [place for place in range(first, last + 1) if _is_alien(rows[place], shape)]
    if alien:
        found = []
        for begin, end in _without(first, last, alien):
            found += _tables(rows, begin, end, drawn, on)
        return found
    return _accepted(rows, first, last, gappy, body, shape, drawn, on)


def _with_words(shape: Columns, body: Sequence[TextRow], gappy: Sequence[TextRow]) -> Columns:
    """The columns that rows of figures show, and those that show where others are counted in which fill them all: a
    column of remarks may be empty in most rows."""
    known = set(map(id, body))
    full = [row for row in gappy if id(row) in known or len(row.segments) >= len(shape)]
    # Names may run over the blanks between columns.
    below = full[next(place for place, row in enumerate(full) if id(row) in known) :]
    for rows in (full, below):
        if len(rows) > len(body):
            wider = columns(rows, len(rows) // 8 if len(rows) >= 4 else 0)
            if wider is not None and len(wider) > len(shape):
                return wider
    return shape


def _side_by_side(run: Sequence[TextRow]) -> list[TextRow]:
    """Lines that overlap in height, as those of cells that are aligned in the middle of their row do, as one."""
    groups = [[run[0]]]
    for above, row in pairwise(run):
        if row.base - above.base < OVERLAP * min(row.size, above.size):
            groups[-1].append(row)
        else:
            groups.append([row])
    return [group[0] if len(group) == 1 else TextRow([w for row in group for w in row.words]) for group in groups]


def _without(first: int, last: int, out: Sequence[int]) -> list[tuple[int, int]]:
    parts = []
    begin = first
    for place in [*out, last + 1]:
        if place - begin >= looks.FEWEST_ROWS:
            parts.append((begin, place - 1))
        begin = place + 1
    return parts


def _is_of_figures(row: TextRow) -> bool:
    rest = row.segments[1:]
    return len(rest) > 0 and 2 * sum(segment.is_figure for segment in rest) >= len(rest) and any(
        has_digit(segment.text) for segment in row.segments
    )


def _is_alien(row: TextRow, shape: Columns) -> bool:
    """A row of long texts that run over the rivers."""
    over = [
        segment for segment in row.segments
        if len(segment.words) > 1 and any(segment.x0 < a - 1 and segment.x1 > b + 1 for a, b in shape.rivers)
    ]
    return any(joining.columns(segment.text) > _LONG for segment in over)


def _accepted(
    rows: Sequence[TextRow], first: int, last: int, gappy: Sequence[TextRow], body: Sequence[TextRow], shape: Columns,
    drawn: Strokes, on: _Page,
) -> list[tuple[PageTable, set[int]]]:
    across = _near(drawn.across, rows[first].y0 - 40, rows[last].y1 + 20, shape)
    edges = _near(drawn.edges, rows[first].y0, rows[last].y1, shape)
    run = rows[first : last + 1]
    wide = _wide(across, shape)
    if not looks.is_table(
        run, body, shape, words_only=True, ruled=_is_ruled(wide, run), parted=_are_parted(wide, run)
    ):
        return []
    shape = joints.parted(_with_words(shape, body, gappy), run, joints.places(drawn.parts, run[0].y0, run[-1].y1))
    first = _with_header(rows, first, shape, across)
    last = _with_end(rows, last, shape, across)
    pitch = _pitch([*rows[:first], *rows[last + 1 :]])
    own = [_apart(row, shape, on.words) for row in rows[first : last + 1]]
    table = laid_out(own, shape, across, on.page, edges, pitch)
    if table is None:
        return []
    return [(table, {on.owner[id(word)] for row in rows[first : last + 1] for word in row.words})]


def _going_on(
    rows: Sequence[TextRow], before: PageTable, drawn: Strokes, on: _Page
) -> list[tuple[PageTable, set[int]]]:
    """Rows at the top of a page that belong to the table at the end of the page before."""
    shape = before.columns
    assert shape is not None
    across = _near(drawn.across, rows[0].y0 - 40, rows[-1].y1 + 20, shape)
    edges = _near(drawn.edges, rows[0].y0, rows[-1].y1, shape)
    own = [_apart(row, shape, on.words) for row in rows]
    table = laid_out(own, shape, across, on.page, edges, 0.0, headed=overpage.is_headed(rows, before))
    if table is None:
        return []
    table.columns = overpage.widened(shape, own)
    return [(table, {on.owner[id(word)] for row in rows for word in row.words})]


def _apart(row: TextRow, shape: Columns, words: PageWords) -> TextRow:
    """The row with texts of neighbouring columns apart that have been taken for one word."""
    parts = [part for word in row.words for part in words.apart(word, shape.rivers)]
    return row if len(parts) == len(row.words) else TextRow(parts)


def _pitch(rows: Sequence[TextRow]) -> float:
    """Of lines of prose that follow one another, in sizes of their letters; 0 where there are hardly any."""
    pitches = [
        (below.base - above.base) / above.size for above, below in pairwise(rows)
        if len(above.segments) == len(below.segments) == 1 and joining.columns(above.segments[0].text) > _LONG
        and abs(above.size - below.size) < 0.5 and below.base - above.base < 2.5 * above.size
    ]
    return median(pitches) if len(pitches) > 2 else 0.0


def _near(across: Sequence[Stroke], top: float, bottom: float, shape: Columns) -> list[Stroke]:
    left, right = shape.extents[0][0], shape.extents[-1][1]
    return [s for s in across if top <= s[0] <= bottom and s[1] < right and s[2] > left]


def _wide(across: Sequence[Stroke], shape: Columns) -> list[float]:
    """Where lines stand that run over all columns."""
    span = shape.extents[-1][1] - shape.extents[0][0]
    return [y for y, x0, x1 in across if x1 - x0 >= 0.8 * span]


def _is_ruled(wide: Sequence[float], run: Sequence[TextRow]) -> bool:
    """Are lines drawn over it, under its first rows and under its end, or between its rows?"""
    inside = sum(run[0].base < y < run[-1].base for y in wide)
    ends = any(y < run[0].base for y in wide) and any(y > run[-1].base for y in wide)
    return inside > 0 and (ends or inside > 2)


def _are_parted(wide: Sequence[float], run: Sequence[TextRow]) -> bool:
    """Does each stretch between two drawn lines, and there are several, begin with a row that gaps part?"""
    firsts = [run[0]]
    for y in wide:
        below = next((row for row in run if row.base - 0.3 * row.size > y), None)
        if below is not None and below is not firsts[-1] and y > run[0].base:
            firsts.append(below)
    return len(firsts) > looks.FEWEST_ROWS and all(_cuts(row) > 0 for row in firsts)


# --- from where to where --------------------------------------------------------------------------------
def _with_header(rows: Sequence[TextRow], first: int, shape: Columns, across: Sequence[Stroke]) -> int:
    """Rows above that name columns: they stand over the columns behind the first, or belong to a name there."""
    span = shape.extents[-1][1] - shape.extents[0][0]
    while first > 0:
        row = rows[first - 1]
        drawn = any(row.base < y < rows[first].base for y, _, _ in across)
        if first > 1 and rows[first].base - row.base < OVERLAP * row.size:
            first -= 1  # one row, aligned in the middle
            continue
        if rows[first].base - row.base > (3.0 if drawn else 2.2) * rows[first].size:
            break
        if any(
            row.base < y < rows[first].base and x1 - x0 >= 0.8 * span and not _is_named(row, shape)
            for y, x0, x1 in across
        ):
            break
        text = " ".join(segment.text for segment in row.segments)
        if is_caption(text) or _OF_THE_WHOLE.match(text):
            break
        if row.size > 1.15 * rows[first].size or not _is_named(row, shape):
            break
        first -= 1
    return first


def _is_named(row: TextRow, shape: Columns) -> bool:
    """Does the row stand over the columns behind the first, within the table?"""
    behind = shape.extents[0][1]
    if row.words[0].x0 < shape.extents[0][0] - row.size or row.words[-1].x1 > shape.extents[-1][1] + 3 * row.size:
        return False
    return row.segments[0].x0 >= behind - row.size or (
        len(row.segments) > 1 and all(joining.columns(segment.text) <= _LONG for segment in row.segments)
    )


def _with_end(rows: Sequence[TextRow], last: int, shape: Columns, across: Sequence[Stroke]) -> int:
    """Rows below in which a text of the last row goes on."""
    span = shape.extents[-1][1] - shape.extents[0][0]
    while last + 1 < len(rows):
        row, above = rows[last + 1], rows[last]
        segment = row.segments[0]
        close = row.base - above.base <= 1.45 * row.size
        ends = any(above.base < y < row.base and x1 - x0 >= 0.8 * span for y, x0, x1 in across)
        inside = not any(segment.x0 < a and segment.x1 > b for a, b in shape.rivers)
        if not (close and inside and not ends and len(row.segments) == 1 and _runs_on(segment, above, shape)):
            break
        last += 1
    return last


def _runs_on(segment: Segment, above: TextRow, shape: Columns) -> bool:
    """Does a text go on with one of the row above: by a small letter, or, in Han, below one behind the first column?"""
    if joining.is_wide(segment.text[0]):
        near = 0.3 * above.size
        return segment.x0 > shape.extents[0][1] and any(abs(segment.x0 - other.x0) < near for other in above.segments)
    return segment.text[0].islower() and not _NOTE.match(segment.text)


# --- its cells ------------------------------------------------------------------------------------------
def laid_out(
    rows: Sequence[TextRow], shape: Columns, across: Sequence[Stroke], page: int, edges: Sequence[Stroke],
    pitch: float, *, headed: bool = True,
) -> PageTable | None:
    """The table of rows whose columns are known; `edges`: of shaded areas; `pitch`: of lines of text around it, in
    sizes of their letters; `headed`: it begins with names of its columns."""
    lines = [cells.line_of(row, shape, across) for row in rows]
    rules = [*across, *edges]
    top = _header_lines(lines, shape, across) if headed else 0
    if top:
        top = _without_body(lines, top, shape, rules, pitch)
        cells.widen_names(lines[:top], shape)
    head, depth = cells.header_cells(lines[:top], shape, across)
    groups = logical_rows(lines[top:], shape, rules, pitch)
    count = depth + len(groups)
    if count < 1 + headed:
        return None
    made = cells.filled(head + cells.cells_of(groups, depth), count, len(shape))
    ys = [min(row.y0 for row in rows)]
    if depth:
        for level in range(1, depth):
            ys.append(ys[0] + level * (lines[top - 1].row.y1 - ys[0]) / depth)
        if groups:
            ys.append((lines[top - 1].row.y1 + groups[0][0].row.y0) / 2)
    for above, below in pairwise(groups):
        ys.append((above[-1].row.y1 + below[0].row.y0) / 2)
    ys.append(max(row.y1 for row in rows))
    xs = [min(shape.extents[0][0], *(row.words[0].x0 for row in rows))]
    xs += [(a + b) / 2 for a, b in shape.rivers]
    xs.append(max(shape.extents[-1][1], *(row.words[-1].x1 for row in rows)))
    table = built(made, xs, ys, depth, page, drawn=False)
    table.columns = shape
    return table


def _header_lines(lines: Sequence[cells.Line], shape: Columns, across: Sequence[Stroke]) -> int:
    """How many lines of text name the columns: those above the first row of figures, or above a drawn line."""
    kinds = _kinds(lines, len(shape))
    first = next((place for place, line in enumerate(lines) if _is_data(line, kinds)), None)
    span = shape.extents[-1][1] - shape.extents[0][0]
    wide = [y for y, x0, x1 in across if x1 - x0 >= 0.8 * span]
    if first is None:
        under = next((y for y in wide if lines[0].row.base < y), None)
        if under is not None and lines[-1].row.base > under:
            return sum(line.row.base < under for line in lines)
        bold = next((place for place, line in enumerate(lines) if not line.row.is_bold), 0)
        return bold if 0 < bold <= 3 else 1
    # A name that stands alone above the figures is one of rows, not of columns, unless a line is drawn below it.
    while first > 1 and [p.first for p in lines[first - 1].parts] == [0] and lines[first - 1].parts[0].last == 0:
        if any(lines[first - 1].row.base < y < lines[first].row.base for y in wide):
            break
        others = [p for line in lines[: first - 1] for p in line.parts]
        if not any(p.first > 0 for p in others):
            break
        first -= 1
    # Below a line that names nearly all columns, one with a number in front is a row of the body without figures.
    full = next((place for place in reversed(range(first)) if _fills(lines[place], len(shape))), first)
    if any(_is_numbered(line) for line in lines[full + 1 : first]):
        return full + 1
    return first


def _fills(line: cells.Line, cols: int) -> bool:
    return len(line.parts) >= max(3.0, 0.8 * cols)


def _is_numbered(line: cells.Line) -> bool:
    number = line.parts[0]
    return number.first == 0 and len(line.parts) > 1 and (
        number.text.isdecimal() or looks.LABEL.fullmatch(number.text) is not None
    )


def _without_body(
    lines: Sequence[cells.Line], top: int, shape: Columns, rules: Sequence[Stroke], pitch: float
) -> int:
    """How many of the `top` lines above the first figures name columns: none that is one row with those figures, and
    where the first lines are bold, those only."""
    bold = next((place for place, line in enumerate(lines) if not line.row.is_bold), 0)
    if 0 < bold < top and not any(line.row.is_bold for line in lines[bold:top]):
        return bold
    if not 1 < top < len(lines):
        return top
    place = 1
    for group in logical_rows(lines[1:], shape, rules, pitch):
        if place <= top < place + len(group):
            return place
        place += len(group)
    return top


def _kinds(lines: Sequence[cells.Line], cols: int) -> list[str]:
    """What most texts of each column are: "figures", "years", or "" for words; the first column counts as words."""
    of_column: list[list[cells.Part]] = [[] for _ in range(cols)]
    for line in lines:
        for part in line.parts:
            if part.first == part.last:
                of_column[part.first].append(part)
    kinds = [""] * cols
    for col, parts in enumerate(of_column[1:], 1):
        years = sum(_is_year(Segment(part.words).text) for part in parts)
        if parts and 2 * sum(part.is_figure for part in parts) >= len(parts):
            kinds[col] = "years" if years >= 0.6 * len(parts) else "figures"
    return kinds


def _is_data(line: cells.Line, kinds: Sequence[str]) -> bool:
    """A row with figures where the columns have them; years over other figures are names of columns."""
    able = data = 0
    for part in line.parts:
        kind = kinds[part.first] if part.first == part.last else ""
        if kind:
            able += 1
            data += part.is_figure and (kind == "years" or not _is_year(Segment(part.words).text))
    return data > 0 and 2 * data >= able


def _is_year(text: str) -> bool:
    return re.fullmatch(r"(?:19|20)\d\d(?:[/\-–](?:19|20)?\d\d)?(?:年|[pefr*])?", text) is not None
