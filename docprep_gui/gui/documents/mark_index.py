"""The marks of a document, looked up by place. Those of a chunk stand in its core, so that only the marks of chunks
that are looked at are made."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from docprep_gui.domain.chunk import Chunk
from docprep_gui.gui.documents.marks import PlaceMark


class MarkIndex:
    def __init__(self) -> None:
        self._chunks: Sequence[Chunk] = ()
        self._starts: list[int] = []
        self._marks: Mapping[int, Sequence[PlaceMark]] = {}

    def show(self, chunks: Sequence[Chunk], marks: Mapping[int, Sequence[PlaceMark]]) -> None:
        """`marks`: by chunk, in order of place."""
        self._chunks, self._marks = chunks, marks
        self._starts = [chunk.core[0] for chunk in chunks]

    def inside(self, start: int, end: int) -> Iterator[PlaceMark]:
        """Marks that overlap a stretch, in order of place."""
        for i in range(max(0, bisect_right(self._starts, start) - 1), len(self._chunks)):
            if self._starts[i] >= end:
                return
            for mark in self._marks.get(i, ()):
                if mark.span[1] > start and mark.span[0] < end:
                    yield mark

    def at(self, offset: int) -> PlaceMark | None:
        """The shortest mark at an offset."""
        return min(self.inside(offset, offset + 1), key=lambda mark: mark.span[1] - mark.span[0], default=None)

    def after(self, span: tuple[int, int], chunk: int, step: int) -> tuple[int, int] | None:
        """The place of the next mark from a place on, or of the one before it where `step` is negative, found from a
        chunk on; None: there is none that way."""
        way = range(chunk, len(self._chunks)) if step > 0 else range(chunk, -1, -1)
        for i in way:
            places = [mark.span for mark in self._marks.get(i, ())]
            places = [place for place in places if (place > span if step > 0 else place < span)]
            if places:
                return places[0] if step > 0 else places[-1]
        return None
