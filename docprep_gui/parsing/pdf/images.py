"""Pictures on a page of text: which of them are one, and which hold text that the page has as text already."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from docprep_gui.parsing.content import Box

_NEAR = 3.0
_COVERED = 0.12
_SIDE = 48.0
_MOST = 400


def joined(boxes: Sequence[Box]) -> list[Box]:
    """Strips and tiles that adjoin along a whole side are one picture, which its maker cut; in points. Pages with very
    many pictures (dots of a chart) are left as they are."""
    found = list(dict.fromkeys(boxes))
    if len(found) > _MOST:
        return found
    for x, y in ((0, 1), (1, 0)):
        # Along one axis, then along the other: boxes of one extent across, each beginning where another ends.
        parts: list[Box] = []
        for box in sorted(found, key=lambda box: (box[y], box[x])):
            before = next((n for n, part in enumerate(parts) if abs(part[y + 2] - box[y]) <= _NEAR
                           and abs(part[x] - box[x]) <= _NEAR and abs(part[x + 2] - box[x + 2]) <= _NEAR), None)
            if before is None:
                parts.append(box)
            else:
                last = parts[before]
                parts[before] = (min(last[0], box[0]), min(last[1], box[1]), max(last[2], box[2]), max(last[3], box[3]))
        found = parts
    kept, given = set(found), dict.fromkeys(boxes)
    return [box for box in given if box in kept] + [box for box in found if box not in given]


def may_hold_text(box: Box, texts: Sequence[Box]) -> bool:
    """May a picture hold text that the page lacks? Not an icon, nor one over a good part of which the page's own text
    stands, visible or not (an invisible layer is what a scanner's own recognition leaves)."""
    wide, high = box[2] - box[0], box[3] - box[1]
    if max(wide, high) < _SIDE:
        return False
    return _under(box, texts) < _COVERED * wide * high


def _under(box: Box, texts: Sequence[Box]) -> float:
    """The area of a box on which text stands, in square points; text that stands there twice (a shadow, an invisible
    layer under the visible one) counts once: a row of the box, a point high, is covered as far as its texts reach."""
    rows: dict[int, list[tuple[float, float]]] = {}
    for x0, y0, x1, y1 in texts:
        left, right = max(x0, box[0]), min(x1, box[2])
        if right > left:
            for row in range(ceil(max(y0, box[1]) - 0.5), ceil(min(y1, box[3]) - 0.5)):
                rows.setdefault(row, []).append((left, right))
    area = 0.0
    for spans in rows.values():
        reach = box[0]
        for left, right in sorted(spans):
            area += max(0.0, right - max(left, reach))
            reach = max(reach, right)
    return area
