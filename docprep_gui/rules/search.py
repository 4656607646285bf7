"""Where words and patterns stand in the units (chunk cores, or the whole body) that rules look at.

Words are looked for in the folded view of the text (text.folding.fold), once over the whole document, with hits that
are exact spans of the canonical text. Echoes of merged cells are blotted out beforehand, since a value is judged where
it stands.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from docprep_gui.domain.document import Document, Span
from docprep_gui.rules import regex
from docprep_gui.text.folding import Folded, fold

Places = dict[int, list[Span]]  # unit -> spans in it, in order

_BLOT = "\x00"
# Signs that the folded view turns into letters, digits, blanks or nothing. Where there are none of them, words of
# letters, digits and ideographs can be looked for without making that view, which costs far more than the search.
_UNEVEN = re.compile(
    "[\u00a0-\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufe00-\ufe0f\ufeff"
    "\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff61-\uffef]"
)
_EVEN_WORD = re.compile(r"[a-z0-9 \u3001\u3002\u3400-\u4dbf\u4e00-\u9fff]+")
_CASED = re.compile("[a-z]")


class View:
    """The texts of a document that words and patterns are looked for in."""

    def __init__(self, document: Document) -> None:
        text = document.text
        echoes = [span for node in document.nodes for span in node.echoes]
        if echoes:
            pieces, at = [], 0
            for start, end in sorted(echoes):
                if start >= at:
                    pieces += [text[at:start], _BLOT * (end - start)]
                    at = end
            text = "".join(pieces) + text[at:]
        self.text = text

    @cached_property
    def even(self) -> bool:
        """Whether words of letters, digits and ideographs stand in `lower` where they stand in the folded view."""
        return not _UNEVEN.search(self.text) and len(self.lower) == len(self.text)

    @cached_property
    def lower(self) -> str:
        return self.text.lower()

    @cached_property
    def folded(self) -> Folded:
        return fold(self.text)

    @cached_property
    def patterned(self) -> str:
        """Of the same length as the text."""
        return regex.view(self.text)


class Units:
    """Spans that do not overlap, in order."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self.spans = spans
        self.starts = [start for start, _ in spans]
        self.everything = frozenset(range(len(spans)))

    def __len__(self) -> int:
        return len(self.spans)

    def at(self, offset: int) -> int:
        """The unit that holds the offset, or -1."""
        unit = bisect_right(self.starts, offset) - 1
        return unit if unit >= 0 and offset < self.spans[unit][1] else -1


def words_in(words: Mapping[str, bool], view: View, units: Units) -> dict[str, Places]:
    """The places of folded words. `words[w]` says whether all places are asked for; else one in each unit will do."""
    found: dict[str, Places] = {}
    for word, every in words.items():
        if view.even and _EVEN_WORD.fullmatch(word):
            found[word] = _plain(word, every, view.lower if _CASED.search(word) else view.text, units)
        else:
            found[word] = _folded(word, view.folded, units)
    return found


def _plain(word: str, every: bool, text: str, units: Units) -> Places:
    places: Places = {}
    length = len(word)
    spans, starts, count = units.spans, units.starts, len(units.spans)
    unit, last, inner = -1, 0, 0  # the unit that we are in, its end, and the last offset at which the word fits in it
    into: list[Span] = []
    find = text.find
    at = find(word)
    while at >= 0:
        if at >= last:
            unit = bisect_right(starts, at, unit if unit > 0 else 0) - 1
            if unit >= 0:
                last = spans[unit][1]
            if at >= last:  # before the first unit, or between two
                at = find(word, starts[unit + 1]) if unit + 1 < count else -1
                continue
            inner = last - length
            into = []
        if at > inner:
            at = find(word, at + 1)
            continue
        if not into:
            places[unit] = into
        into.append((at, at + length))
        at = find(word, at + length if every else last)
    return places


def places_of(word: str, view: View, unit: Span) -> list[Span]:
    """All places of a folded word in one unit."""
    start, end = unit
    if not (view.even and _EVEN_WORD.fullmatch(word)):
        found = _folded(word, fold(view.text[start:end]), Units([(0, end - start)]))
        return [(first + start, last + start) for first, last in found.get(0, ())]
    find, length = (view.lower if _CASED.search(word) else view.text).find, len(word)
    places = []
    at = find(word, start, end)
    while at >= 0:
        places.append((at, at + length))
        at = find(word, at + length, end)
    return places


def _folded(word: str, view: Folded, units: Units) -> Places:
    places: Places = {}
    text, length = view.text, len(word)
    at = text.find(word)
    while at >= 0:
        start, end = view.span(at, at + length)
        unit = units.at(start)
        if unit >= 0 and end <= units.spans[unit][1]:
            places.setdefault(unit, []).append((start, end))
            at = text.find(word, at + length)
        else:
            at = text.find(word, at + 1)
    return places


class Patterns:
    """The matches of patterns in each unit by itself: nothing outside its core is looked at."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self.patterns = tuple(dict.fromkeys(patterns))
        self._which = regex.PatternSet(self.patterns) if self.patterns else None

    def matches_in(self, view: View, units: Units) -> dict[str, dict[int, list[regex.Match]]]:
        found: dict[str, dict[int, list[regex.Match]]] = {pattern: {} for pattern in self.patterns}
        if self._which is None:
            return found
        text, which = view.patterned, self._which
        for unit, (start, end) in enumerate(units.spans):
            piece = text[start:end]
            for place in which(piece):
                pattern = self.patterns[place]
                if matches := list(regex.matches(pattern, piece, start)):
                    found[pattern][unit] = matches
        return found
