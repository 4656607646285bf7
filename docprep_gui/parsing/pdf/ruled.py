"""Tables drawn with lines: the grid from the lines, merged cells from lines that are missing."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from docprep_gui.parsing import joining
from docprep_gui.parsing.content import Box, Content
from docprep_gui.parsing.pdf.order import Line, rows_of
from docprep_gui.parsing.pdf.pieces import Piece, is_sane
from docprep_gui.parsing.tables import Grid, GridCell

_SNAP = 3.0
_THIN = 3.0
_MOST_LINES = 4000
Segment = tuple[float, float, float]  # (place across, from, to)


@dataclass(slots=True)
class RuledTable:
    """`xs`, `ys`: the lines of the grid, in points. `texts`: per row the text of each column, for comparing.
    `places`: page and box of each cell of the grid, in their order there."""

    grid: Grid
    xs: list[float]
    ys: list[float]
    texts: list[list[str]]
    places: list[tuple[int, Box]]


def find(
    drawings: Iterable[Mapping[str, Any]], pieces: Sequence[Piece], words: Callable[[], Sequence[Piece]], page: int
) -> list[tuple[RuledTable, set[int]]]:
    """Tables with the id() of the pieces inside them. `words`: the page's words, for pieces that cross a line."""
    across, down = _segments(drawings)
    if len(across) < 2 or len(down) < 2 or len(across) + len(down) > _MOST_LINES:
        return []
    found = []
    for rows, cols in _components(_merged(across), _merged(down)):
        table = _table(rows, cols, pieces, words, page)
        if table is not None:
            found.append(table)
    return found


def _segments(drawings: Iterable[Mapping[str, Any]]) -> tuple[list[Segment], list[Segment]]:
    """Horizontal and vertical lines; thin rectangles are lines too, and others have four when they are drawn."""
    across: list[Segment] = []
    down: list[Segment] = []

    def add(x0: float, y0: float, x1: float, y1: float) -> None:
        if not is_sane((x0, y0, x1, y1)):
            return
        if abs(y1 - y0) <= _THIN and abs(x1 - x0) > 2 * _THIN:
            across.append(((y0 + y1) / 2, min(x0, x1), max(x0, x1)))
        elif abs(x1 - x0) <= _THIN and abs(y1 - y0) > 2 * _THIN:
            down.append(((x0 + x1) / 2, min(y0, y1), max(y0, y1)))

    for drawing in drawings:
        stroked = "s" in drawing["type"]
        for item in drawing["items"]:
            if item[0] == "l" and stroked:
                add(*item[1], *item[2])
            elif item[0] in ("re", "qu"):
                x0, y0, x1, y1 = item[1] if item[0] == "re" else _quad_box(item[1])
                if abs(x1 - x0) <= _THIN or abs(y1 - y0) <= _THIN:
                    add(x0, y0, x1, y1)
                elif stroked:
                    add(x0, y0, x1, y0)
                    add(x0, y1, x1, y1)
                    add(x0, y0, x0, y1)
                    add(x1, y0, x1, y1)
    return across, down


def _quad_box(quad: Sequence[tuple[float, float]]) -> tuple[float, float, float, float]:
    xs, ys = [point[0] for point in quad], [point[1] for point in quad]
    return min(xs), min(ys), max(xs), max(ys)


def _merged(segments: list[Segment]) -> list[Segment]:
    """Segments on one line that touch, as one."""
    lanes: list[list[Segment]] = []
    for segment in sorted(segments):
        if lanes and segment[0] - lanes[-1][0][0] <= 1.5:
            lanes[-1].append(segment)
        else:
            lanes.append([segment])
    merged: list[Segment] = []
    for lane in lanes:
        place = lane[0][0]
        start, end = -1e9, -1e9
        for _, first, last in sorted(lane, key=lambda s: s[1]):
            if first > end + _SNAP:
                if end > start:
                    merged.append((place, start, end))
                start, end = first, last
            else:
                end = max(end, last)
        merged.append((place, start, end))
    return merged


def _components(across: list[Segment], down: list[Segment]) -> list[tuple[list[Segment], list[Segment]]]:
    """Lines that hang together by crossing."""
    parent = list(range(len(across) + len(down)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    across_places = [y for y, _, _ in across]
    for j, (x, y0, y1) in enumerate(down):
        for i in range(bisect_right(across_places, y0 - _SNAP), bisect_right(across_places, y1 + _SNAP)):
            _, x0, x1 = across[i]
            if x0 - _SNAP <= x <= x1 + _SNAP:
                parent[root(len(across) + j)] = root(i)
    groups: dict[int, tuple[list[Segment], list[Segment]]] = {}
    for i, segment in enumerate(across):
        groups.setdefault(root(i), ([], []))[0].append(segment)
    for j, segment in enumerate(down):
        groups.setdefault(root(len(across) + j), ([], []))[1].append(segment)
    return [group for group in groups.values() if len(group[0]) >= 2 and group[1]]


def _places(values: Iterable[float]) -> list[float]:
    """Different places, nearby ones counted once."""
    places: list[float] = []
    for value in sorted(values):
        if not places or value - places[-1] > _SNAP:
            places.append(value)
    return places


def _table(
    across: list[Segment],
    down: list[Segment],
    pieces: Sequence[Piece],
    words: Callable[[], Sequence[Piece]],
    page: int,
) -> tuple[RuledTable, set[int]] | None:
    ys = _places(y for y, _, _ in across)
    left, right = min(x0 for _, x0, _ in across), max(x1 for _, _, x1 in across)
    xs = _places(x for x, _, _ in down)
    # Tables often have no lines at their sides; the horizontal ones say how wide they are.
    if xs[0] - left > 2 * _SNAP:
        xs.insert(0, left)
        down = [*down, (left, ys[0], ys[-1])]
    if right - xs[-1] > 2 * _SNAP:
        xs.append(right)
        down = [*down, (right, ys[0], ys[-1])]
    rows, cols = len(ys) - 1, len(xs) - 1
    if rows < 2 or cols < 2 or rows * cols > 20000:
        return None
    inside = [
        p for p in pieces
        if xs[0] - _SNAP <= (p.x0 + p.x1) / 2 <= xs[-1] + _SNAP and ys[0] - 1 <= (p.y0 + p.y1) / 2 <= ys[-1] + 1
    ]
    owner = _owners(across, down, xs, ys)
    if owner is None:
        return None
    cells: dict[int, list[Piece]] = {}
    for piece in inside:
        for part in _parts(piece, xs, owner, ys, words):
            row, col = _place_in(ys, (part.y0 + part.y1) / 2), _place_in(xs, (part.x0 + part.x1) / 2)
            cells.setdefault(owner[row * cols + col], []).append(part)
    used_rows = {index // cols for index in cells}
    used_cols = {index % cols for index in cells}
    if len(used_rows) < 2 or len(used_cols) < 2 or len(cells) < 0.25 * len(set(owner)):
        return None
    return _built(cells, owner, xs, ys, page), {id(p) for p in inside}


def _place_in(places: list[float], value: float) -> int:
    return min(max(bisect_right(places, value) - 1, 0), len(places) - 2)


def _owners(across: list[Segment], down: list[Segment], xs: list[float], ys: list[float]) -> list[int] | None:
    """For each place of the grid the first place of the cell that it belongs to; None where cells are no rectangles."""
    rows, cols = len(ys) - 1, len(xs) - 1
    owner = list(range(rows * cols))
    wall_left = [[False] * cols for _ in range(rows)]
    wall_top = [[False] * cols for _ in range(rows)]
    for x, y0, y1 in down:
        col = _nearest(xs, x)
        if col < cols:
            for row in range(rows):
                top, bottom = ys[row], ys[row + 1]
                if min(y1, bottom) - max(y0, top) >= 0.6 * (bottom - top):
                    wall_left[row][col] = True
    for y, x0, x1 in across:
        row = _nearest(ys, y)
        if row < rows:
            for col in range(cols):
                first, last = xs[col], xs[col + 1]
                if min(x1, last) - max(x0, first) >= 0.6 * (last - first):
                    wall_top[row][col] = True
    for row in range(rows):
        for col in range(cols):
            here = row * cols + col
            if owner[here] != here:
                continue
            last_col = col
            while last_col + 1 < cols and not wall_left[row][last_col + 1]:
                last_col += 1
            last_row = row
            while last_row + 1 < rows and not any(wall_top[last_row + 1][c] for c in range(col, last_col + 1)):
                if any(wall_left[last_row + 1][c] for c in range(col + 1, last_col + 1)):
                    break
                last_row += 1
            for r in range(row, last_row + 1):
                for c in range(col, last_col + 1):
                    if owner[r * cols + c] != r * cols + c:
                        return None
                    owner[r * cols + c] = here
    return owner


def _nearest(places: list[float], value: float) -> int:
    return min(range(len(places)), key=lambda i: abs(places[i] - value))


def _parts(
    piece: Piece, xs: list[float], owner: list[int], ys: list[float], words: Callable[[], Sequence[Piece]]
) -> list[Piece]:
    """The piece, or its words where it runs over a line between two cells."""
    cols = len(xs) - 1
    row = _place_in(ys, (piece.y0 + piece.y1) / 2) * cols
    first, last = _place_in(xs, piece.x0 + 1), _place_in(xs, piece.x1 - 1)
    if owner[row + first] == owner[row + last]:
        return [piece]
    parts = [
        word for word in words()
        if word.x0 >= piece.x0 - 1
        and word.x1 <= piece.x1 + 1
        and piece.y0 - 1 <= (word.y0 + word.y1) / 2 <= piece.y1 + 1
    ]
    return parts or [piece]


def _built(cells: dict[int, list[Piece]], owner: list[int], xs: list[float], ys: list[float], page: int) -> RuledTable:
    rows, cols = len(ys) - 1, len(xs) - 1
    extent: dict[int, tuple[int, int]] = {}
    for place, first in enumerate(owner):
        extent[first] = (place // cols, place % cols)
    grid_cells: list[GridCell] = []
    texts = [[""] * cols for _ in range(rows)]
    places: list[tuple[int, Box]] = []
    for first, (last_row, last_col) in sorted(extent.items()):
        row, col = divmod(first, cols)
        text = cell_text(cells.get(first, []))
        texts[row][col] = text
        parts = (Content(text),) if text else ()
        grid_cells.append(GridCell(row, col, last_row - row + 1, last_col - col + 1, parts))
        places.append((page, (xs[col], ys[row], xs[last_col + 1], ys[last_row + 1])))
    header = max(cell.row_span for cell in grid_cells if cell.row == 0)
    grid = Grid(rows, cols, header if header <= 3 and header < rows else 1, grid_cells)
    return RuledTable(grid, xs, ys, texts, places)


def cell_text(pieces: list[Piece]) -> str:
    """The lines of a cell, joined like those of a paragraph."""
    text = ""
    for row in rows_of(pieces):
        line = Line(row, 0).text
        text += joining.glue(text, line) + line
    return text
