"""The marks of a document, looked up by place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from docprep_gui.gui.documents.marks import PlaceMark


class MarkIndex:
    def __init__(self) -> None:
        self._marks: list[PlaceMark] = []
        self._starts: list[int] = []
        self._longest = 0

    def show(self, found: Iterable[PlaceMark]) -> None:
        self._marks = sorted(found, key=lambda mark: mark.span)
        self._starts = [mark.span[0] for mark in self._marks]
        self._longest = max((mark.span[1] - mark.span[0] for mark in self._marks), default=0)

    def inside(self, start: int, end: int) -> Iterator[PlaceMark]:
        """Marks that overlap a stretch, in order of place."""
        i = bisect_left(self._starts, start - self._longest)
        while i < len(self._marks) and self._starts[i] < end:
            if self._marks[i].span[1] > start:
                yield self._marks[i]
            i += 1

    def at(self, offset: int) -> PlaceMark | None:
        """The shortest mark at an offset."""
        return min(self.inside(offset, offset + 1), key=lambda mark: mark.span[1] - mark.span[0], default=None)
