"""The straight lines that are drawn on a page, from what MuPDF says of its drawings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from docprep_gui.parsing.content import Box
from docprep_gui.parsing.pdf.pieces import around, is_sane

SNAP = 3.0
_THIN = 3.0
_MOST_LINES = 4000
# Before those that touch are one.
_MOST_PARTS = 200_000
_HIGHEST_ROW = 150.0
Segment = tuple[float, float, float]  # (place across, from, to)


@dataclass(slots=True)
class Strokes:
    """Horizontal (`across`: y, from x, to x) and vertical lines (`down`: x, from y, to y), those that touch as one, in
    order of their place. `edges`: upper and lower ones of areas that are filled and not drawn around, such as shaded
    rows of a table have. `parts`: horizontal lines and edges as they are drawn, those that touch still apart."""

    across: list[Segment] = field(default_factory=list)
    down: list[Segment] = field(default_factory=list)
    edges: list[Segment] = field(default_factory=list)
    parts: Sequence[Segment] = ()


def drawings(vectors: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]] | None:
    """What is drawn as `Page.get_cdrawings` gives it, from the blocks of vectors of a page's structured text, which
    cost next to nothing. None where they do not say enough: they have boxes of straight lines and of rectangles, but
    only one around all else that is stroked, and grow by the width of the line before it was scaled."""
    made: list[dict[str, Any]] = []
    area: list[Mapping[str, Any]] = []
    for vector in vectors:
        if vector["stroked"]:
            x0, y0, x1, y1 = vector["bbox"]
            half = min(x1 - x0, y1 - y0) / 2
            if 2 * half > _THIN or not vector["isrect"]:
                return None
            made.append({"type": "s", "items": [("l", (x0 + half, y0 + half), (x1 - half, y1 - half))]})
            continue
        area.append(vector)
        if not vector["continues"]:
            items = [("re", part["bbox"]) for part in area if part["isrect"]]
            made.append({"type": "f", "rect": around([part["bbox"] for part in area]), "items": items})
            area = []
    return made


def found(drawings: Iterable[Mapping[str, Any]], turned: Callable[[Box], Box] | None) -> Strokes:
    """Lines, thin rectangles, and the four sides of others where they are drawn; none on a page with thousands of them.

    `turned` maps boxes to the frame of the page; None: they are as they should be."""
    across: list[Segment] = []
    down: list[Segment] = []
    edges: list[Segment] = []

    def add(x0: float, y0: float, x1: float, y1: float) -> None:
        wide, high = abs(x1 - x0), abs(y1 - y0)
        if not ((high <= _THIN < wide - _THIN) or (wide <= _THIN < high - _THIN)) or not is_sane((x0, y0, x1, y1)):
            return
        if turned is not None:
            x0, y0, x1, y1 = turned((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))
        if abs(y1 - y0) <= _THIN:
            across.append(((y0 + y1) / 2, min(x0, x1), max(x0, x1)))
        else:
            down.append(((x0 + x1) / 2, min(y0, y1), max(y0, y1)))

    for drawing in drawings:
        stroked = "s" in drawing["type"]
        if not stroked:
            # Lines are often drawn as thin areas, of whatever parts.
            x0, y0, x1, y1 = drawing["rect"]
            if abs(x1 - x0) <= _THIN or abs(y1 - y0) <= _THIN:
                add(x0, y0, x1, y1)
                continue
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
                elif item[0] == "re" and is_sane(box := (x0, y0, x1, y1)):
                    x0, y0, x1, y1 = turned(box) if turned is not None else box
                    if abs(y1 - y0) <= _HIGHEST_ROW:
                        edges += [(y0, min(x0, x1), max(x0, x1)), (y1, min(x0, x1), max(x0, x1))]
    if len(across) + len(down) > _MOST_PARTS:
        return Strokes()
    if len(edges) > _MOST_PARTS:
        edges.clear()
    strokes = Strokes(merged(across), merged(down), merged(edges), across + edges)
    return strokes if len(strokes.across) + len(strokes.down) <= _MOST_LINES else Strokes()


def _quad_box(quad: Sequence[tuple[float, float]]) -> tuple[float, float, float, float]:
    xs, ys = [point[0] for point in quad], [point[1] for point in quad]
    return min(xs), min(ys), max(xs), max(ys)


def merged(segments: Iterable[Segment]) -> list[Segment]:
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
            if first > end + SNAP:
                if end > start:
                    merged.append((place, start, end))
                start, end = first, last
            else:
                end = max(end, last)
        merged.append((place, start, end))
    return merged
