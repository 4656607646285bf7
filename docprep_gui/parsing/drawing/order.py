"""The order in which boxes on a slide or in a drawing are read: top to bottom, left to right within a row.

What they stand on is cut along white stripes, across first, then down, and each part again. Where rows of the same
columns belong together (headings over their texts, figures over their names), and where numbers in the boxes run down
the columns, it is read column by column. What stands above and below a line of years by turns is read along that line.
Boxes that lie over each other, so that no stripe parts them, are read by their upper edges.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from docprep_gui.parsing.content import Box

# Lengths in EMU; an inch has 914,400. Text stands a little inside its box, so boxes may overlap by that much.
_INSETS = (91_440, 45_720)
_SAME_ROW = 137_160
_NEAR = 228_600
# Beyond so many boxes their upper edges alone count: the cuts take time that grows with the square.
_MOST = 300
_LEAST_NUMBERS = 3
_LEAST_ON_LINE = 3


def arrange(boxes: Sequence[Box | None], numbers: Mapping[int, int] | None = None) -> list[int]:
    """Places of the boxes in reading order; those without a box come last, as they stand. `numbers`: by its place, the
    number that a box begins with."""
    placed = [i for i, box in enumerate(boxes) if box is not None]
    known = {i: box for i, box in enumerate(boxes) if box is not None}
    rest = [i for i, box in enumerate(boxes) if box is None]
    if len(placed) > _MOST:
        return _rows(placed, known) + rest
    return _region(placed, known, numbers or {}) + rest


def _region(ids: list[int], boxes: dict[int, Box], numbers: Mapping[int, int]) -> list[int]:
    if len(ids) < 2:
        return ids
    bands = _cut(ids, boxes, 1)
    columns = _cut(ids, boxes, 0)
    if len(bands) > 1 and not _is_beside(columns, boxes):
        return _along_line(bands, boxes) or _bands(bands, boxes, numbers)
    if len(columns) > 1:
        return [i for column in columns for i in _region(column, boxes, numbers)]
    outer = max(ids, key=lambda i: _area(boxes[i]))
    enclosed = {i for i in ids if i != outer and _encloses(boxes[outer], boxes[i])}
    if not enclosed:
        return _rows(ids, boxes)
    inner = _region([i for i in ids if i != outer], boxes, numbers)
    first = next(place for place, i in enumerate(inner) if i in enclosed)
    return [*inner[:first], outer, *inner[first:]]


def _cut(ids: list[int], boxes: dict[int, Box], axis: int) -> list[list[int]]:
    """Groups parted by white stripes: axis 1 stripes across, axis 0 stripes down."""
    most = _INSETS[axis]
    spans = []
    for i in ids:
        low, high = boxes[i][axis], boxes[i][axis + 2]
        inset = min(most, (high - low) / 4)
        spans.append((low + inset, high - inset, i))
    spans.sort()
    groups: list[list[int]] = []
    end = float("-inf")
    for low, high, i in spans:
        if low >= end:
            groups.append([])
        groups[-1].append(i)
        end = max(end, high)
    return groups


def _is_beside(columns: list[list[int]], boxes: dict[int, Box]) -> bool:
    """Does one box stand to the left of all others, at half their height, as the name of a list does?"""
    if len(columns) != 2 or len(columns[0]) != 1 or len(columns[1]) < 2:
        return False
    name = boxes[columns[0][0]]
    top, bottom = min(boxes[i][1] for i in columns[1]), max(boxes[i][3] for i in columns[1])
    return abs((name[1] + name[3]) - (top + bottom)) < (bottom - top) / 5


def _along_line(bands: list[list[int]], boxes: dict[int, Box]) -> list[int]:
    """The boxes along a row with others above and below by turns, as a line of years has them: each of the row with
    what stands at it, on one side. Empty where there is no such row."""
    for place in range(1, len(bands) - 1):
        if len(bands[place]) >= _LEAST_ON_LINE:
            others = [i for band in (*bands[:place], *bands[place + 1 :]) for i in band]
            found = _hung_on(sorted(bands[place], key=lambda i: boxes[i][0]), others, boxes)
            if found:
                return found
    return []


def _hung_on(line: list[int], others: list[int], boxes: dict[int, Box]) -> list[int]:
    centres = [_centre(boxes[i]) for i in line]
    reach = min(right - left for left, right in pairwise(centres)) / 2
    at: list[list[int]] = [[] for _ in line]
    above: list[set[bool]] = [set() for _ in line]
    for i in others:
        away = [abs(centre - _centre(boxes[i])) for centre in centres]
        nearest = away.index(min(away))
        if away[nearest] > reach:
            return []
        at[nearest].append(i)
        above[nearest].add(boxes[i][1] < boxes[line[nearest]][1])
    if any(len(sides) != 1 for sides in above) or len(set().union(*above)) == 1:
        return []
    return [i for n, one in enumerate(line) for i in sorted((one, *at[n]), key=lambda i: boxes[i][1])]


def _centre(box: Box) -> float:
    return (box[0] + box[2]) / 2


def _down_columns(
    bands: list[list[int]], boxes: dict[int, Box], numbers: Mapping[int, int]
) -> tuple[int, int, list[list[int]]] | None:
    """The first and the end of the bands that are read column by column since numbers run on that way and not along the
    bands, and these columns; None where there are no such bands."""
    counted = [place for place, band in enumerate(bands) if any(i in numbers for i in band)]
    if len(counted) < 2 or sum(i in numbers for band in bands for i in band) < _LEAST_NUMBERS:
        return None
    first = counted[0]
    for end in (len(bands), counted[-1] + 1):
        columns: list[list[int]] = []
        for column in _cut([i for band in bands[first:end] for i in band], boxes, 0):
            if columns and not any(i in numbers for i in column):
                columns[-1] += column  # the texts beside a column of numbers alone
            else:
                columns.append(column)
        if len(columns) > 1:
            across = [numbers[i] for band in bands for i in _rows(band, boxes) if i in numbers]
            down = [numbers[i] for column in columns for i in _rows(column, boxes) if i in numbers]
            if _run_on(down) and not _run_on(across):
                return first, end, columns
    return None


def _run_on(numbers: list[int]) -> bool:
    return all(after == before + 1 for before, after in pairwise(numbers))


def _bands(bands: list[list[int]], boxes: dict[int, Box], numbers: Mapping[int, int]) -> list[int]:
    """Rows from top to bottom; runs of rows that belong together by columns are read column by column."""
    told = _down_columns(bands, boxes, numbers) if numbers else None
    if told is not None:
        begin, end, down = told
        return [
            *_bands(bands[:begin], boxes, numbers), *(i for column in down for i in _region(column, boxes, numbers)),
            *_bands(bands[end:], boxes, numbers),
        ]
    columns = [_cut(band, boxes, 0) for band in bands]
    order: list[int] = []
    first = 0
    while first < len(bands):
        last = first
        nearest = 0.0
        while last + 1 < len(bands):
            gap = _stacked(columns[last], columns[last + 1], boxes, numbers)
            if gap is None or (last > first and gap > nearest * 1.5 + _INSETS[0]):
                break
            if last == first:
                nearest = gap
            last += 1
        if last > first:
            for column in range(len(columns[first])):
                for band in range(first, last + 1):
                    order += _region(columns[band][column], boxes, numbers)
        else:
            order += _region(bands[first], boxes, numbers)
        first = last + 1
    return order


def _stacked(
    upper: list[list[int]], lower: list[list[int]], boxes: dict[int, Box], numbers: Mapping[int, int]
) -> float | None:
    """The gap between two rows whose boxes stand over each other in pairs of unlike height, or those of the upper row
    alone are numbered; None: they do not.

    Other rows of boxes of one height are rather a table that is read row by row.
    """
    if len(upper) < 2 or len(upper) != len(lower):
        return None
    ratios: list[float] = []
    widest = 0.0
    right = float("-inf")
    for above, below in zip(upper, lower, strict=True):
        if len(above) > 1 or len(below) > 1:
            return None
        a, b = boxes[above[0]], boxes[below[0]]
        if min(a[0], b[0]) < right - _INSETS[0]:
            return None
        right = max(a[2], b[2])
        if 2 * (min(a[2], b[2]) - max(a[0], b[0])) < min(a[2] - a[0], b[2] - b[0]):
            return None
        high, low = a[3] - a[1], b[3] - b[1]
        ratios.append(high / low if low > 0 else float("inf"))
        gap = b[1] - a[3]
        if gap > max(min(high, low), _NEAR):
            return None
        widest = max(widest, gap)
    numbered = [all(column[0] in numbers for column in upper), any(column[0] in numbers for column in lower)]
    if max(ratios) <= 2 / 3 or min(ratios) >= 1.5 or numbered == [True, False]:
        return widest
    return None


def _rows(ids: list[int], boxes: dict[int, Box]) -> list[int]:
    """By upper edges; those that differ by less than a line make a row, read from the left."""
    rows: list[list[int]] = []
    top = float("-inf")
    for i in sorted(ids, key=lambda i: (boxes[i][1], boxes[i][0])):
        if not rows or boxes[i][1] - top > _SAME_ROW:
            rows.append([])
            top = boxes[i][1]
        rows[-1].append(i)
    return [i for row in rows for i in sorted(row, key=lambda i: (boxes[i][0], boxes[i][1]))]


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _encloses(outer: Box, inner: Box) -> bool:
    x, y = _INSETS
    return (
        outer[0] <= inner[0] + x and outer[1] <= inner[1] + y and outer[2] >= inner[2] - x and outer[3] >= inner[3] - y
    )
