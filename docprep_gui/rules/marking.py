"""Sensitive places: which of them a chunk shows, and how overlapping ones are told apart."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from docprep_gui.domain.chunk import Chunk, Sensitive
from docprep_gui.domain.document import Span


def touches(span: Span, sorted_spans: Sequence[Span]) -> bool:
    """Whether the span overlaps one of these, which do not overlap each other."""
    at = bisect_right(sorted_spans, (span[1], -1)) - 1
    return at >= 0 and sorted_spans[at][1] > span[0]


class Regions:
    """Spans that may overlap."""

    def __init__(self, spans: Iterable[Span]) -> None:
        merged: list[Span] = []
        for start, end in sorted(spans):
            if merged and start <= merged[-1][1]:
                merged[-1] = merged[-1][0], max(end, merged[-1][1])
            else:
                merged.append((start, end))
        self.spans = merged

    def touch(self, span: Span) -> bool:
        return touches(span, self.spans)


def disjoint(found: list[Sensitive]) -> tuple[Sensitive, ...]:
    """In order; of two that overlap the rest of the later one, so that nothing marked is left bare."""
    kept: list[Sensitive] = []
    last = 0
    for item in sorted(found, key=lambda item: (item.span[0], -item.span[1])):
        start, end = max(item.span[0], last), item.span[1]
        if start < end:
            kept.append(item if start == item.span[0] else Sensitive(item.kind, (start, end)))
            last = end
    return tuple(kept)


class Visible:
    """The sensitive places that a chunk shows, in its core and its context."""

    def __init__(self, sensitive: tuple[Sensitive, ...]) -> None:
        self.sensitive = sensitive
        self.starts = [item.span[0] for item in sensitive]

    def of(self, chunk: Chunk) -> tuple[Sensitive, ...]:
        if not self.sensitive:
            return ()
        found: list[Sensitive] = []
        for start, end in (*chunk.context, chunk.core):
            at = max(bisect_right(self.starts, start) - 1, 0)
            while at < len(self.starts) and self.starts[at] < end:
                item = self.sensitive[at]
                a, b = max(item.span[0], start), min(item.span[1], end)
                if a < b:
                    found.append(item if (a, b) == item.span else Sensitive(item.kind, (a, b)))
                at += 1
        return disjoint(found) if chunk.context else tuple(found)
