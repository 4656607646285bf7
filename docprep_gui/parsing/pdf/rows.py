"""Which lines of text make one row of a table's body.

Texts that had no room in their cell go on in the next line. Such a line shows in three ways: it has words only in
columns where the line above was full, it follows at the pitch of lines and not at that of rows, and figures, which
hardly ever break, stand in one of a row's lines only: its *anchor*. Cells are aligned at the top (what follows the
anchor belongs to it), at the bottom (what comes before it does) or in the middle (as much before as behind).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, zip_longest
from typing import Literal

from docprep_gui.parsing import joining
from docprep_gui.parsing.pdf.cells import Line, Part
from docprep_gui.parsing.pdf.columns import Columns
from docprep_gui.parsing.pdf.strokes import Segment as Stroke

_CLOSE = 1.25
# Lines nearer than this many times the size of their letters cannot be rows of their own.
OVERLAP = 0.92
_SAME_PITCH = 1.12
_FEWEST_RULES = 3
Mode = Literal["top", "bottom", "middle"]


def logical_rows(
    lines: Sequence[Line], columns: Columns, strokes: Sequence[Stroke], pitch: float = 0.0
) -> list[list[Line]]:
    """Lines of text grouped to rows of the table. `strokes`: horizontal lines and edges of areas; `pitch`: of lines of
    the text around in sizes of its letters, 0 where it is not known."""
    if not lines:
        return []
    span = columns.extents[-1][1] - columns.extents[0][0]
    ruled = [s[0] for s in strokes if s[2] - s[1] >= 0.6 * span]
    between = _between_rules(lines, ruled)
    return between if between is not None else _Grouping(lines, columns, ruled, pitch).groups()


def _between_rules(lines: Sequence[Line], ruled: Sequence[float]) -> list[list[Line]] | None:
    """A row for each stretch between two rules, unless some stretch shows figures below one another."""
    groups: list[list[Line]] = [[lines[0]]]
    for line in lines[1:]:
        if _is_parted(groups[-1][-1], line, ruled):
            groups.append([line])
        else:
            groups[-1].append(line)
    if len(groups) <= _FEWEST_RULES or len(groups) == len(lines):
        return None
    figures = False
    for group in groups:
        seen: set[int] = set()
        for line in group:
            own = {part.first for part in line.parts if part.first > 0 and part.is_figure}
            if own & seen:
                return None
            seen |= own
        figures = figures or bool(seen)
    # Rules between all rows part most lines; a few rules part groups of rows.
    most = 8 if figures else 3
    return groups if most * len(groups) >= len(lines) else None


def _is_parted(above: Line, line: Line, ruled: Sequence[float]) -> bool:
    return any(above.row.base < y < line.row.base - 0.3 * line.row.size for y in ruled)


class _Grouping:
    """Lines of a table whose rows only their texts tell."""

    def __init__(self, lines: Sequence[Line], columns: Columns, ruled: Sequence[float], pitch: float) -> None:
        self._lines = lines
        self._ruled = ruled
        pitches = sorted(b.row.base - a.row.base for a, b in pairwise(lines))
        size = lines[0].row.size
        self._close = _CLOSE * max(pitches[len(pitches) // 10] if pitches else 0.0, 0.0)
        own: list[list[Part]] = [[] for _ in range(len(columns))]
        for line in lines:
            for part in line.parts:
                if part.first == part.last:
                    own[part.first].append(part)
        self._widths = [max((part.x1 - part.x0 for part in parts), default=0.0) for parts in own]
        self._figures = [bool(parts) and 2 * sum(p.is_figure for p in parts) >= len(parts) for parts in own]
        self._figures[0] = False
        self._counted = _counts(part.text for part in own[0])
        self._label_edge = max((part.x1 for part in own[0]), default=0.0)
        steps = [
            b.words[0].base - a.words[0].base for parts in own for a, b in pairwise(parts)
            if b.words[0].base - a.words[0].base >= OVERLAP * size
        ]
        self._gate = _SAME_PITCH * min(steps, default=0.0)
        if pitch:
            self._gate = min(self._gate, _SAME_PITCH * pitch * size)
        # Lines that are all equally far apart do not tell rows from lines by their distance.
        self._even = bool(pitches) and pitches[(9 * len(pitches)) // 10] <= max(self._gate, _CLOSE * size)
        self._mode = self._aligned()

    def groups(self) -> list[list[Line]]:
        groups = [[self._lines[0]]]
        for line, after in zip_longest(self._lines[1:], self._lines[2:]):
            if self._joins(groups[-1], line, after):
                groups[-1].append(line)
            else:
                groups.append([line])
        return groups

    def _aligned(self) -> Mode:
        """Where the texts of a row stand in its height, by what explains most of the lines without figures."""
        top = bottom = middle = 0
        for (above, line), below in zip_longest(pairwise(self._lines), self._lines[2:]):
            if self._overlaps(above, line) and not _is_parted(above, line, self._ruled):
                middle += 1
            if self._is_anchor(line):
                continue
            top += all(self._linked(above.part(part.first), part) for part in line.parts)
            bottom += below is not None and all(self._linked(part, below.part(part.first)) for part in line.parts)
        if middle:
            return "middle"
        return "bottom" if bottom > top else "top"

    def _is_anchor(self, line: Line) -> bool:
        return any(self._figures[part.first] for part in line.parts) or len(line.parts) >= max(
            2.0, 0.6 * len(self._widths)
        )

    @staticmethod
    def _overlaps(above: Line, line: Line) -> bool:
        return line.row.base - above.row.base < OVERLAP * min(line.row.size, above.row.size)

    def _linked(self, above: Part | None, part: Part | None) -> bool:
        """Does a text go on in a line below it: at the pitch of lines, as aligned as it is, for want of room?"""
        if above is None or part is None or (above.first, above.last) != (part.first, part.last):
            return False
        if above.first != above.last or (above.is_figure and part.is_figure):
            return False
        first = part.words[0]
        size = first.size
        if first.base - above.words[0].base > self._gate:
            return False
        apart = min(
            abs(above.x0 - part.x0), abs(above.x1 - part.x1), abs(above.x0 + above.x1 - part.x0 - part.x1) / 2
        )
        if apart > 0.4 * size:
            return False
        if len(above.words) == 1 and first.text[0].isupper() and above.words[0].text.isalpha():
            return False
        need = size if joining.is_wide(first.text[0]) else first.x1 - first.x0 + 0.2 * size
        return above.x1 - above.x0 + need > self._widths[part.first] - 0.1 * size

    def _joins(self, group: list[Line], line: Line, after: Line | None) -> bool:
        above = group[-1]
        if _is_parted(above, line, self._ruled):
            return False
        taken = {part.first: part for other in group for part in other.parts}
        if self._overlaps(above, line):
            figures = [part.first for part in line.parts if part.is_figure]
            return not any(column in taken and taken[column].is_figure for column in figures)
        if _is_under_title(above, line, after) or (self._even and _is_title(group, line, after)):
            return False
        has_anchor = any(map(self._is_anchor, group))
        if self._mode == "bottom" and has_anchor:
            return False
        new = [part for part in line.parts if part.first not in taken]
        linked = [part for part in line.parts if part.first in taken]
        if self._counted and linked and linked[0].first == 0 and linked[0].text.isdecimal():
            return False
        full = self._even and min(len(line.parts), len(above.parts)) >= max(2.0, 0.75 * len(self._widths))
        if linked and not full and all(self._linked(taken[part.first], part) for part in linked):
            if self._mode == "top":
                if not new:
                    return True
            elif self._mode == "bottom" or not has_anchor:
                return True
            elif not new:
                base = next(other.row.base for other in group if self._is_anchor(other))
                return line.row.base - base <= base - group[0].row.base + 0.35 * line.row.size
        step = line.row.base - above.row.base
        tight = step <= self._gate
        close = step <= max(self._close, _CLOSE * line.row.size)
        return close and self._mode == "top" and _goes_on(group, line, self._label_edge, tight)


def _counts(names: Iterable[str]) -> bool:
    """Are there serial numbers among the names of rows?"""
    numbers = [int(name) for name in names if name.isdecimal() and len(name) < 4]
    return len(numbers) > 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _is_under_title(above: Line, line: Line, after: Line | None) -> bool:
    """Is the name above one of a group of rows, which are indented below it?"""
    title, label, next_label = above.part(0), line.part(0), after.part(0) if after is not None else None
    if title is None or label is None or next_label is None or len(above.parts) > 1 or len(line.parts) == 1:
        return False
    indent = label.x0 - title.x0
    return indent > 0.3 * line.row.size and abs(next_label.x0 - label.x0) < 0.3 * line.row.size


def _is_title(group: list[Line], line: Line, after: Line | None) -> bool:
    """Does a name that stands alone between two rows of figures look like that of the rows that follow?"""
    label = line.part(0)
    if label is None or len(line.parts) > 1 or after is None or not _is_row(after) or not _is_row(group[0]):
        return False
    return label.words[0].text[0].isupper() or label.words[-1].text.endswith((":", "："))


def _is_row(line: Line) -> bool:
    return line.part(0) is not None and any(part.is_figure for part in line.parts[1:])


def _goes_on(group: list[Line], line: Line, label_edge: float, tight: bool) -> bool:
    """Does the line of text belong to the row that the group is?"""
    spanning = any(part.first != part.last for part in line.parts) or any(
        part.first != part.last for other in group for part in other.parts
    )
    if spanning:
        return False
    label = line.part(0)
    above = group[-1].part(0)
    rest = [part for part in line.parts if part.first > 0]
    if label is None:
        # What has no name of its own goes on, unless it is another line of figures.
        if above is None and group[0].part(0) is None:
            return False
        return not any(
            part.is_figure and any(other.part(part.first) is not None for other in group) for part in rest
        )
    if above is None:
        return False
    group_rest = any(part.first > 0 for other in group for part in other.parts)
    if rest and group_rest:
        # Figures in both are two rows; texts may run on in several columns.
        return all(not part.is_figure for part in rest) and _runs_on(above, label, label_edge, tight) and all(
            any(other.part(part.first) is not None for other in group) for part in rest
        ) and label.words[0].text[:1].islower()
    return _runs_on(above, label, label_edge, tight)


def _runs_on(above: Part, label: Part, edge: float, tight: bool) -> bool:
    """Does a name go on in the next line: by a small letter, or since its next word had no room above? `tight`: it
    follows at the pitch of lines."""
    first = label.words[0]
    size = first.size
    if above.words[-1].text.endswith(("-", "，", "、", ",")) and label.x0 >= above.x0 - 1:
        return True
    if label.x0 < above.words[0].x0 - 0.5 * size:
        return False
    if label.x0 > above.x0 + 4 * size:
        return False
    if joining.is_wide(first.text[0]):
        return tight and above.x1 + size > edge and abs(label.x0 - above.x0) < 2.2 * size
    if first.text[0].islower():
        return True
    if len(above.words) == 1 or above.is_figure:
        return False
    return tight and above.x1 + 0.3 * size + (first.x1 - first.x0) > edge + 0.5 * size
