"""Where columns meet in tables that are drawn cell by cell: rules and shaded areas end where their neighbours begin."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from docprep_gui.parsing.pdf.columns import Columns, TextRow
from docprep_gui.parsing.pdf.strokes import Segment as Stroke
from docprep_gui.parsing.pdf.words import Word

_NEAR = 1.5
_FEWEST = 3


def places(parts: Sequence[Stroke], top: float, bottom: float) -> list[float]:
    """The x at which at least three lines between two heights, and half of those that meet anywhere, are put together.
    `parts`: horizontal lines and edges of areas, those that touch not yet made one."""
    lanes: list[list[Stroke]] = []
    for part in sorted(part for part in parts if top <= part[0] <= bottom):
        if lanes and part[0] - lanes[-1][0][0] <= _NEAR:
            lanes[-1].append(part)
        else:
            lanes.append([part])
    met: list[float] = []
    joined = 0
    for lane in lanes:
        starts = sorted({round(part[1], 1) for part in lane})
        ends = sorted({round(part[2], 1) for part in lane})
        own = [end for end in ends if bisect_left(starts, end - _NEAR) < bisect_right(starts, end + _NEAR)]
        joined += bool(own)
        met += own
    met.sort()
    found: list[float] = []
    group: list[float] = []
    for x in [*met, float("inf")]:
        if group and x - group[-1] > _NEAR:
            if len(group) >= max(_FEWEST, 0.5 * joined):
                found.append(sum(group) / len(group))
            group = []
        group.append(x)
    return found


def parted(shape: Columns, rows: Sequence[TextRow], meeting: Sequence[float]) -> Columns:
    """The columns, and those that meet in the midst of one of them without a blank that shows it. In up to a quarter of
    the rows a word may run across, as names of groups do."""
    rivers = list(shape.rivers)
    words = [word for row in rows for word in row.words]
    for x in meeting:
        if any(a - _NEAR <= x <= b + _NEAR for a, b in rivers):
            continue
        low = max((b for _, b in rivers if b < x), default=float("-inf"))
        high = min((a for a, _ in rivers if a > x), default=float("inf"))
        inside = [word for word in words if low < word.x1 and word.x0 < high]
        # A word as narrow as what is near stands on one side alone.
        before = [word.x1 for word in inside if word.x1 <= x + _NEAR and word.x0 + word.x1 <= 2 * x]
        behind = [word.x0 for word in inside if word.x0 >= x - _NEAR and word.x0 + word.x1 > 2 * x]
        if before and behind and 4 * (len(inside) - len(before) - len(behind)) <= len(rows):
            rivers.append((min(max(before), x), max(min(behind), x)))
            rivers.sort()
    if len(rivers) == len(shape.rivers):
        return shape
    found = Columns(rivers, [])
    own: list[list[Word]] = [[] for _ in range(len(rivers) + 1)]
    for word in words:
        place = found.of(word)
        if (place == 0 or word.x0 >= rivers[place - 1][0] - _NEAR) and (
            place == len(rivers) or word.x1 <= rivers[place][1] + _NEAR
        ):
            own[place].append(word)
    found.extents = [(min(word.x0 for word in of), max(word.x1 for word in of)) for of in own]
    return found
