"""Tables drawn with lines: the grid from the lines, merged cells from lines that are missing."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from docprep_gui.domain.document import Span
from docprep_gui.parsing.pdf import hyphens, refined
from docprep_gui.parsing.pdf.order import line_of, rows_of
from docprep_gui.parsing.pdf.pieces import Piece
from docprep_gui.parsing.pdf.strokes import SNAP, Segment, Strokes
from docprep_gui.parsing.pdf.table import Laid, PageTable, built, header_rows, is_grid
from docprep_gui.parsing.pdf.words import PageWords

_MOST_PLACES = 20000


def find(
    strokes: Strokes, pieces: Sequence[Piece], words: PageWords, page: int, before: PageTable | None = None
) -> list[tuple[PageTable, set[int]]]:
    """Tables with the id() of the pieces inside them. `words`: of the page, asked for only where the lines do not part
    all cells. `before`: one on the page before; a single row with lines where that has them is a table, too."""
    if len(strokes.across) < 2 or not strokes.down:
        return []
    found = []
    for across, down in _components(strokes.across, strokes.down):
        table = _table(across, down, pieces, words, page, before)
        if table is not None:
            found.append(table)
    return found


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
        for i in range(bisect_right(across_places, y0 - SNAP), bisect_right(across_places, y1 + SNAP)):
            _, x0, x1 = across[i]
            if x0 - SNAP <= x <= x1 + SNAP:
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
        if not places or value - places[-1] > SNAP:
            places.append(value)
    return places


def _table(
    across: list[Segment], down: list[Segment], pieces: Sequence[Piece], words: PageWords, page: int,
    before: PageTable | None,
) -> tuple[PageTable, set[int]] | None:
    ys = _places(y for y, _, _ in across)
    # Some have none at their upper or lower end; the vertical ones say how high they are.
    tops, bottoms = sorted(y0 for _, y0, _ in down), sorted(y1 for _, _, y1 in down)
    if ys[0] - tops[len(tops) // 2] > 2 * SNAP:
        ys.insert(0, tops[len(tops) // 2])
    if bottoms[len(bottoms) // 2] - ys[-1] > 2 * SNAP:
        ys.append(bottoms[len(bottoms) // 2])
    left, right = min(x0 for _, x0, _ in across), max(x1 for _, _, x1 in across)
    xs = _places(x for x, _, _ in down)
    # And often at their sides; the horizontal ones say how wide they are.
    if xs[0] - left > 2 * SNAP:
        xs.insert(0, left)
        down = [*down, (left, ys[0], ys[-1])]
    if right - xs[-1] > 2 * SNAP:
        xs.append(right)
        down = [*down, (right, ys[0], ys[-1])]
    rows, cols = len(ys) - 1, len(xs) - 1
    least = 1 if before is not None and rows == 1 and _are_same(xs, before.xs) else 2
    if rows < least or cols < 2 or rows * cols > _MOST_PLACES:
        return None
    inside = [
        p for p in pieces
        if xs[0] - SNAP <= (p.x0 + p.x1) / 2 <= xs[-1] + SNAP and ys[0] - 1 <= (p.y0 + p.y1) / 2 <= ys[-1] + 1
    ]
    owner = _owners(across, down, xs, ys)
    if owner is None:
        return None
    cells: dict[int, list[Piece]] = {}
    whole = True
    for piece in inside:
        row = _place_in(ys, (piece.y0 + piece.y1) / 2)
        first, last = _place_in(xs, piece.x0 + 1), _place_in(xs, piece.x1 - 1)
        whole = whole and owner[row * cols + first] == owner[row * cols + last]
        middle = _place_in(xs, (piece.x0 + piece.x1) / 2)
        cells.setdefault(owner[row * cols + middle], []).append(piece)
    used_rows = {index // cols for index in cells}
    used_cols = {index % cols for index in cells}
    ids = {id(p) for p in inside}
    if not whole or refined.may_be_finer(cells, owner, cols):
        of_piece = words()
        own = [
            part for p in inside for word in of_piece.get(id(p), ())
            for part in words.apart(word, [(x, x) for x, y0, y1 in down if y0 <= (word.y0 + word.y1) / 2 <= y1])
        ]
        finer = refined.refined(xs, ys, owner, own, page)
        if finer is not None:
            return finer, ids
    if len(used_rows) < least or len(used_cols) < 2 or len(cells) < 0.25 * len(set(owner)):
        return None
    extent: dict[int, tuple[int, int]] = {}
    for place, cell in enumerate(owner):
        extent[cell] = divmod(place, cols)
    laid = [
        Laid(cell // cols, cell % cols, *last_place, *_cell_text(cells.get(cell, [])))
        for cell, last_place in extent.items()
    ]
    if least > 1 and not is_grid(laid):
        return None
    return built(laid, xs, ys, header_rows(laid, rows), page), ids


def _are_same(xs: Sequence[float], others: Sequence[float]) -> bool:
    return len(xs) == len(others) and all(abs(x - other) <= SNAP for x, other in zip(xs, others, strict=True))


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
    after = bisect_right(places, value)
    if after == 0 or after == len(places):
        return max(after - 1, 0)
    return after if places[after] - value < value - places[after - 1] else after - 1


def _cell_text(pieces: list[Piece]) -> tuple[str, tuple[Span, ...]]:
    """The lines of a cell, joined like those of a paragraph, and what is doubtful in them."""
    text = ""
    doubts: list[Span] = []
    for row in rows_of(pieces):
        line = line_of(row)
        text = hyphens.joined(text, line.text)
        before = len(text) - len(line.text)
        doubts += [(start + before, end + before) for start, end in line.doubts]
    return text, tuple(doubts)
