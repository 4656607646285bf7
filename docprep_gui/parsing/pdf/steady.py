"""Columns that stand as near to one another as words do: in row after row of figures their texts begin, or end, at the
same places."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import itemgetter

from docprep_gui.parsing.pdf.columns import River, Segment, TextRow
from docprep_gui.parsing.pdf.pieces import Piece
from docprep_gui.parsing.pdf.words import Word, is_figure

_FEWEST_ROWS = 4
_FEWEST_PLACES = 2
_FIGURES = 2
_PITCH = 2.6
_NARROWEST, _NEAR = 0.3, 0.15  # sizes of letters
_WIDER = 1.5
_BLANK = 0.1
_MOST = 0.8
_NAME_WORDS = 3
_FIGURE_ENDS = frozenset("0123456789%)")


def may_hold(rows: Iterable[Sequence[Piece]]) -> bool:
    """Is there a run of rows that end in figures and have several? `rows`: pieces on one base line, top down."""
    run = 0
    for row in rows:
        ends = row[-1].text[-1:] in _FIGURE_ENDS
        run = run + 1 if ends and _figures(text for piece in row for text in piece.text.split()) >= _FIGURES else 0
        if run >= _FEWEST_ROWS:
            return True
    return False


def part(rows: Sequence[TextRow]) -> bool:
    """Parts the segments of rows at such columns, those of the row above too if it keeps to them. Are there any?"""
    some = False
    first = 0
    while first < len(rows):
        last = _end(rows, first)
        if last - first >= _FEWEST_ROWS:
            places = _places(rows[first:last])
            parted = [_parted(row, places) for row in rows[first:last]] if places else []
            if any(len(own) > len(row.segments) for own, row in zip(parted, rows[first:last], strict=False)):
                some = True
                for own, row in zip(parted, rows[first:last], strict=True):
                    row.segments = own
                if first and _is_close(rows[first - 1], rows[first]) and _are_names(rows[first - 1], places, parted[0]):
                    rows[first - 1].segments = _parted(rows[first - 1], places)
        first = max(last, first + 1)
    return some


def _figures(texts: Iterable[str]) -> int:
    return sum(map(is_figure, texts))


def _is_close(above: TextRow, row: TextRow) -> bool:
    return row.base - above.base <= _PITCH * row.size


def _end(rows: Sequence[TextRow], first: int) -> int:
    """Behind the last of the rows from `first` on that have several figures and follow one another."""
    last = first
    while last < len(rows) and _figures(word.text for word in rows[last].words) >= _FIGURES and (
        last == first or _is_close(rows[last - 1], rows[last])
    ):
        last += 1
    return last


def _blank(rows: Sequence[TextRow]) -> float:
    """How wide a blank between words is, of which there must be some: lists that say the same in each line have their
    words at the same places, too, but no farther apart."""
    gaps = sorted(after.x0 - before.x1 for row in rows for before, after in pairwise(row.words) if after.x0 > before.x1)
    return gaps[int(_BLANK * len(gaps))] if gaps else 0.0


def _places(rows: Sequence[TextRow]) -> list[River]:
    """Strips, wider than blanks, that no word of the rows stands in, between texts that begin at one place, or end at
    one."""
    size = rows[0].size
    least = max(_NARROWEST * size, _WIDER * _blank(rows))
    strips: list[River] = []
    end = float("inf")
    for word in sorted((word for row in rows for word in row.words), key=lambda word: word.x0):
        if word.x0 - end >= least:
            strips.append((end, word.x0))
        end = word.x1 if end == float("inf") else max(end, word.x1)
    beside: list[list[tuple[Word, Word]]] = [[] for _ in strips]
    for before, after in (gap for row in rows for gap in pairwise(row.words)):
        over = _over(before, after, strips)
        if len(over) == 1:
            beside[over[0]].append((before, after))
    kept = [place for place, gaps in enumerate(beside) if 2 * len(gaps) >= len(rows) and _is_steady(gaps, size)]
    figures = [place for place in kept if 2 * _figures(after.text for _, after in beside[place]) > len(beside[place])]
    return [strips[place] for place in kept] if len(kept) >= _FEWEST_PLACES and figures else []


def _is_steady(gaps: Sequence[tuple[Word, Word]], size: float) -> bool:
    for edges in ([after.x0 for _, after in gaps], [before.x1 for before, _ in gaps]):
        middle = sorted(edges)[len(edges) // 2]
        if sum(abs(edge - middle) <= _NEAR * size for edge in edges) >= _MOST * len(gaps):
            return True
    return False


def _over(before: Word, after: Word, strips: Sequence[River]) -> range:
    """Which strips, from left to right, lie over the gap between two words."""
    return range(bisect_right(strips, before.x1, key=itemgetter(1)), bisect_left(strips, after.x0, key=itemgetter(0)))


def _are_names(row: TextRow, places: Sequence[River], below: Sequence[Segment]) -> bool:
    """Does no word lie across a strip, and are there a few for each column at most?"""
    return (
        len(row.words) <= _NAME_WORDS * len(below)
        and not any(word.x0 < a and word.x1 > b for word in row.words for a, b in places)
        and len(_parted(row, places)) <= len(below)
    )


def _parted(row: TextRow, places: Sequence[River]) -> list[Segment]:
    """The segments of a row, parted at the widest gap that meets each strip: over narrow figures names are wider, so
    that several of their gaps may."""
    starts = {id(segment.words[0]) for segment in row.segments}
    widest: dict[int, tuple[float, Word]] = {}  # by strip: the first of those as wide, and the word behind it
    for before, after in pairwise(row.words):
        for place in _over(before, after, places):
            gap = after.x0 - before.x1
            if place not in widest or gap > widest[place][0]:
                widest[place] = gap, after
    starts.update(id(after) for _, after in widest.values())
    parted: list[Segment] = []
    for word in row.words:
        if id(word) in starts:
            parted.append(Segment([word]))
        else:
            parted[-1].words.append(word)
    return parted
