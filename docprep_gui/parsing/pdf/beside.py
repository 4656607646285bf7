"""Tables without lines between their columns that stand side by side: their rows have the same base lines."""

from __future__ import annotations

from collections.abc import Sequence

from docprep_gui.parsing.pdf.columns import Columns, TextRow
from docprep_gui.parsing.pdf.strokes import Segment as Stroke
from docprep_gui.parsing.pdf.table import PageTable

_FEWEST = 2
_MOSTLY = 0.8
_REACH = 20.0


def halves(
    run: Sequence[TextRow], shape: Columns, across: Sequence[Stroke]
) -> tuple[list[TextRow], list[TextRow]] | None:
    """The rows of both tables where there are two: the names of the columns come twice, or lines are drawn over each
    and none over both. `across`: horizontal lines."""
    for place in range(_FEWEST, len(shape) - _FEWEST + 1):
        middle = shape.middles[place - 1]
        if _named_twice(run, shape, place) or _drawn_apart(run, shape, place, across):
            left = [TextRow(own) for row in run if (own := [word for word in row.words if word.x1 <= middle])]
            right = [TextRow(own) for row in run if (own := [word for word in row.words if word.x1 > middle])]
            return left, right
    return None


def is_whole(table: PageTable, rows: Sequence[TextRow]) -> bool:
    """Does a table hold all that stands in its rows? A hyphen at the end of a line may be gone."""
    texts = [word.text for row in rows for word in row.words]
    held = sum(len("".join(text.split())) for row in table.texts for text in row)
    return held >= sum(map(len, texts)) - sum(text.endswith("-") for text in texts)


def _named_twice(run: Sequence[TextRow], shape: Columns, place: int) -> bool:
    if 2 * place != len(shape):
        return False
    names = [segment.text for segment in run[0].segments]
    return len(names) == len(shape) and names[:place] == names[place:] and len(set(names)) == place and not any(
        segment.is_figure for segment in run[0].segments
    )


def _drawn_apart(run: Sequence[TextRow], shape: Columns, place: int, across: Sequence[Stroke]) -> bool:
    near = [s for s in across if run[0].y0 - _REACH <= s[0] <= run[-1].y1 + _REACH]
    middle = shape.middles[place - 1]
    if any(x0 < middle < x1 for _, x0, x1 in near):
        return False
    sides = (shape.extents[0][0], shape.extents[place - 1][1]), (shape.extents[place][0], shape.extents[-1][1])
    return all(
        any(min(x1, right) - max(x0, left) >= _MOSTLY * (right - left) for _, x0, x1 in near) for left, right in sides
    )
