"""The order in which boxes on a slide are read: top to bottom, left to right within a row.

The slide is cut along white stripes, across first, then down, and each part again. Where rows of the same columns
belong together (headings over their texts, figures over their names), it is read column by column. Boxes that lie over
each other, so that no stripe parts them, are read by their upper edges.
"""

from __future__ import annotations

from collections.abc import Sequence

from docprep_gui.parsing.content import Box

# Lengths in EMU; an inch has 914,400. Text stands a little inside its box, so boxes may overlap by that much.
_INSETS = (91_440, 45_720)
_SAME_ROW = 137_160
_NEAR = 228_600
# Beyond so many boxes their upper edges alone count: the cuts take time that grows with the square.
_MOST = 300


def arrange(boxes: Sequence[Box | None]) -> list[int]:
    """Places of the boxes in reading order; those without a box come last, as they stand."""
    placed = [i for i, box in enumerate(boxes) if box is not None]
    known = {i: box for i, box in enumerate(boxes) if box is not None}
    rest = [i for i, box in enumerate(boxes) if box is None]
    if len(placed) > _MOST:
        return _rows(placed, known) + rest
    return _region(placed, known) + rest


def _region(ids: list[int], boxes: dict[int, Box]) -> list[int]:
    if len(ids) < 2:
        return ids
    bands = _cut(ids, boxes, 1)
    columns = _cut(ids, boxes, 0)
    if len(bands) > 1 and not _is_beside(columns, boxes):
        return _bands(bands, boxes)
    if len(columns) > 1:
        return [i for column in columns for i in _region(column, boxes)]
    outer = max(ids, key=lambda i: _area(boxes[i]))
    enclosed = {i for i in ids if i != outer and _encloses(boxes[outer], boxes[i])}
    if not enclosed:
        return _rows(ids, boxes)
    inner = _region([i for i in ids if i != outer], boxes)
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


def _bands(bands: list[list[int]], boxes: dict[int, Box]) -> list[int]:
    """Rows from top to bottom; runs of rows that belong together by columns are read column by column."""
    columns = [_cut(band, boxes, 0) for band in bands]
    order: list[int] = []
    first = 0
    while first < len(bands):
        last = first
        nearest = 0.0
        while last + 1 < len(bands):
            gap = _stacked(columns[last], columns[last + 1], boxes)
            if gap is None or (last > first and gap > nearest * 1.5 + _INSETS[0]):
                break
            if last == first:
                nearest = gap
            last += 1
        if last > first:
            for column in range(len(columns[first])):
                for band in range(first, last + 1):
                    order += _region(columns[band][column], boxes)
        else:
            order += _region(bands[first], boxes)
        first = last + 1
    return order


def _stacked(upper: list[list[int]], lower: list[list[int]], boxes: dict[int, Box]) -> float | None:
    """The gap between two rows whose boxes stand over each other in pairs of unlike height; None: they do not.

    Rows of boxes of one height are rather a table that is read row by row.
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
    if max(ratios) <= 2 / 3 or min(ratios) >= 1.5:
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
