"""Where words and patterns stand in the units (chunk cores, or the whole body) that rules look at.

Words are looked for in the folded view of the text (text.folding.fold), where a blank in a word stands for any white
space, since lines may be broken there; patterns in regex.view. All places are exact spans of the canonical text. One
pass of an RE2 set over each unit tells which of them occur there at all. Echoes of merged cells are blotted out
beforehand, since a value is judged where it stands.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from docprep_gui.domain.document import Document, Span
from docprep_gui.rules import regex
from docprep_gui.text.folding import fold, fold_simple

Places = dict[int, list[Span]]  # unit -> spans in it, in order

_BLOT = "\x00"
# Signs that the folded view or regex.view turn into letters, digits, blanks or nothing. Where a unit has none of them,
# words of letters, digits, hyphens and ideographs stand in it as in its folded view, which costs more than the search.
_UNEVEN = (
    r"[\x{A0}-\x{AD}\x{B2}\x{B3}\x{B9}\x{61C}\x{1680}\x{180E}\x{2000}-\x{200F}\x{2028}-\x{202F}"
    r"\x{205F}-\x{208B}\x{2212}\x{3000}\x{FE00}-\x{FE0F}\x{FEFF}\x{FF0D}\x{FF10}-\x{FF19}\x{FF21}-\x{FF3A}\x{FF41}-\x{FF5A}\x{130}\x{212A}]"
)
_EVEN_WORD = re.compile(r"[a-z0-9 \u3001\u3002\u3400-\u4dbf\u4e00-\u9fff-]+")
_CASED = re.compile("[a-z]")
_WIDE_FORMS = {fold_simple(chr(code)): chr(code) for code in (*range(0xFF01, 0xFF5F), *range(0xFFE0, 0xFFE7))}


def blotted(document: Document) -> str:
    """The text without its echoes, of the same length."""
    text = document.text
    echoes = [*chain.from_iterable(document.nodes.each("echoes"))]
    if not echoes:
        return text
    pieces, at = [], 0
    for start, end in sorted(echoes):
        if start >= at:
            pieces += [text[at:start], _BLOT * (end - start)]
            at = end
    return "".join(pieces) + text[at:]


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


@dataclass(frozen=True, slots=True)
class Found:
    """By word and by pattern, the places in each unit that has any; of words that only need to be there, an empty
    list will do. `uneven`: units whose folded view is another text than themselves in lower case."""

    words: dict[str, Places]
    matches: dict[str, dict[int, list[regex.Match]]]
    uneven: set[int]


_PRESENT, _PLAIN, _LOWER, _SPACED = range(4)


def word(text: str) -> str:
    """A word as it is looked for."""
    folded = fold(text).text
    return " ".join(folded.split()) or folded


@lru_cache(maxsize=2048)
def _spaced(word: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, word.split(" "))))


def occurrences(word: str, text: str) -> Iterator[Span]:
    """Where a word, as `word` gives it, stands in folded text; half-open spans, in order, not overlapping."""
    if " " in word.strip():
        for found in _spaced(word).finditer(text):
            yield found.span()
        return
    at, length = text.find(word), len(word)
    while at >= 0:
        yield at, at + length
        at = text.find(word, at + length)


def _how(word: str, every: bool) -> int:
    """How the places of a word are found in an even unit that the set says holds it."""
    if " " in word and every:
        return _SPACED
    if _CASED.search(word):
        return _LOWER
    return _PLAIN if every else _PRESENT


def _in_any_width(word: str) -> str:
    """A pattern for a folded word where, of all signs, only punctuation may be full-width, and letters capitals."""
    signs = (r"\s+" if sign == " " else "".join(
        ["[", *[f"\\x{{{ord(one):X}}}" for one in (sign, *_WIDE_FORMS.get(sign, ""))], "]"]) for sign in word)
    return f"(?i:{''.join(signs)})"


class Search:
    """What is looked for, compiled once. `words[w]`, of folded words, says whether all places are asked for."""

    def __init__(self, words: Mapping[str, bool], patterns: Iterable[str]) -> None:
        self._words = [(word, _how(word, every)) for word, every in words.items() if _EVEN_WORD.fullmatch(word)]
        # A word with other signs may be written with their full-width forms: it is looked for in the folded view.
        self._folded = [word for word in words if not _EVEN_WORD.fullmatch(word)]
        self._patterns = tuple(dict.fromkeys(patterns))
        listed = [_UNEVEN]
        for word, how in self._words:
            spaced = word.replace(" ", r"\s+")
            listed.append(f"(?i:{spaced})" if how == _LOWER or _CASED.search(word) else spaced)
        listed += map(_in_any_width, self._folded)
        self._which = regex.PatternSet((*listed, *self._patterns))

    def run(self, text: str, units: Units) -> Found:
        """`text`: of the document, blotted."""
        which, folded = self._which, {word: Places() for word in self._folded}
        words: dict[str, Places] = {word: {} for word, _ in self._words} | folded
        matches: dict[str, dict[int, list[regex.Match]]] = {pattern: {} for pattern in self._patterns}
        if not words and not matches:
            return Found(words, matches, set())
        uneven: set[int] = set()
        patterns, count = self._patterns, len(self._words)
        behind = count + len(self._folded)  # in the set, the patterns stand behind all words
        plan = [(word, how, len(word), words[word]) for word, how in self._words]
        for unit, (start, end) in enumerate(units.spans):
            piece = text[start:end]
            try:
                hits = which(piece)
                even = not hits or hits[0]  # the signs of uneven units come first in the set
            except UnicodeEncodeError:
                even = False
            if not even:
                uneven.add(unit)
                piece = regex.view(piece)
                hits = [place for place in which(piece) if place > behind]
                _in_folded(text[start:end], start, unit, words)
            lower = ""
            for place in hits:
                if place > behind:
                    pattern = patterns[place - behind - 1]
                    if found := list(regex.matches(pattern, piece, start)):
                        matches[pattern][unit] = found
                    continue
                if place > count:
                    word = self._folded[place - count - 1]
                    _in_folded(piece, start, unit, {word: folded[word]})
                    continue
                word, how, length, places = plan[place - 1]
                if how == _PRESENT:
                    places[unit] = []
                    continue
                if how == _SPACED:
                    lower = lower or piece.lower()
                    if spans := [(start + a, start + b) for a, b in occurrences(word, lower)]:
                        places[unit] = spans
                    continue
                if how == _PLAIN:
                    find = piece.find
                else:
                    lower = lower or piece.lower()
                    find = lower.find
                at = find(word)
                if at < 0:
                    continue
                into = [(start + at, start + at + length)]
                while (at := find(word, at + length)) >= 0:
                    into.append((start + at, start + at + length))
                places[unit] = into
        return Found(words, matches, uneven)


def _in_folded(piece: str, start: int, unit: int, words: Mapping[str, Places]) -> None:
    view = fold(piece)
    text = view.text
    for word, places in words.items():
        into = []
        for at, end in occurrences(word, text):
            first, last = view.span(at, end)
            into.append((first + start, last + start))
        if into:
            places[unit] = into


def places_of(word: str, text: str, spans: Sequence[Span], units: Iterable[int], uneven: AbstractSet[int]) -> Places:
    """All places of a folded word in these units of a blotted text; the word stands in each of them."""
    found: Places = {}
    plain = _EVEN_WORD.fullmatch(word) is not None and not _CASED.search(word) and " " not in word
    find, length = text.find, len(word)
    for unit in units:
        start, end = spans[unit]
        if not plain or unit in uneven:
            places: dict[str, Places] = {word: {}}
            _in_folded(text[start:end], start, unit, places)
            found[unit] = places[word].get(unit, [])
            continue
        into = []
        at = find(word, start, end)
        while at >= 0:
            into.append((at, at + length))
            at = find(word, at + length, end)
        found[unit] = into
    return found
