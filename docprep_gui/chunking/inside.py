"""Cutting inside a block that is too large: behind sentences, then weaker places, at last anywhere but in a value."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right

from docprep_gui.chunking.weights import Budget, weight
from docprep_gui.text import entities, sentences

SENTENCE, PART, COMMA, BLANK, ANYWHERE = 3, 2, 1, 0, -1
# Words, numbers with their signs, clause numbers, and the markup of table cells.
_WORD = re.compile(
    r"[^\W_\u2e80-\U0003ffff]+(?:[.,:/_@%&'’+-]+[^\W_\u2e80-\U0003ffff]+)*%?"
    r"|第[0-9一二三四五六七八九十百千零〇两壹贰貳叁參肆伍陆陸柒捌玖拾佰.]+[编編章节節条條款项項目]|[0-9一二三四五六七八九十百千万亿零〇两.,]{2,}"
    r"|<br>|(?<!\\)\\+\|"
)
_CLOSING = frozenset("。！？；，、：．,.!?;:…”’」』）)】》〉〕]}｝%‰°℃\n")
_OPENING = frozenset("“‘「『（(【《〈〔[{｛￥¥$€£第")


class _Spans:
    """Spans that a cut should not fall into."""

    def __init__(self, spans: list[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if self._ends and start < self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def around(self, place: int) -> tuple[int, int] | None:
        """The span that a cut at `place` would tear."""
        at = bisect_left(self._starts, place) - 1
        return (self._starts[at], self._ends[at]) if at >= 0 and place < self._ends[at] else None


def places(text: str, start: int, end: int, first: Budget, budget: Budget) -> list[tuple[int, int]]:
    """(offset, strength) where to cut text[start:end] so that the first piece fits `first` and each other one
    `budget`. All sentence ends are given, weaker places only where a sentence is too large. A piece is above the
    budget only where an entity is."""
    line = text[start:end]
    values = _Spans([(start + e.span[0], start + e.span[1]) for e in entities.find(line)])
    words = _Spans([(start + m.start(), start + m.end()) for m in _WORD.finditer(line)])
    known = [(at, power) for at, power in sentences.cut_places(text, start, end) if not values.around(at)]
    by_power = {power: [at for at, found in known if found == power] for power in (PART, COMMA)}
    out: list[tuple[int, int]] = []
    position, room = start, first
    for stop in [*(at for at, power in known if power == SENTENCE), end]:
        while not _fits(text, position, stop, room):
            cut = _cut(text, position, stop, _reach(text, position, stop, room), by_power, values, words)
            if cut is None:
                break
            out.append(cut)
            position, room = cut[0], budget
        if stop < end:
            out.append((stop, SENTENCE))
            position, room = stop, budget
    return out


def _fits(text: str, start: int, end: int, room: Budget) -> bool:
    size = end - start
    return size <= room.chars and 3 * size <= room.twelfths and weight(text, start, end) <= room.twelfths


def _reach(text: str, start: int, end: int, room: Budget) -> int:
    """The furthest place up to which the text fits; at least one character on."""
    low, high = start + 1, min(end, start + max(min(room.chars, room.twelfths // 3), 1))
    base, done = 0, start
    while low < high:
        middle = (low + high + 1) // 2
        more = weight(text, done, middle)
        if base + more <= room.twelfths:
            base, done, low = base + more, middle, middle
        else:
            high = middle - 1
    return low


def _cut(
    text: str, start: int, end: int, far: int, by_power: dict[int, list[int]], values: _Spans, words: _Spans
) -> tuple[int, int] | None:
    """The best place in text[start:far]; behind `far` only where an entity covers it all. None: not before `end`."""
    if far >= end:
        return None
    middle = start + (far - start) // 2
    for power in (PART, COMMA):
        known = by_power[power]
        at = bisect_right(known, far) - 1
        if at >= 0 and known[at] > middle:
            return known[at], power
    weak = None
    for place in range(far, middle, -1):
        if text[place - 1].isspace() and not values.around(place):
            # A blank beside a figure often stands between a number and its unit.
            if not (text[place].isdigit() or text[place - 2 : place - 1].isdigit()):
                return place, BLANK
            weak = weak or place
    if weak:
        return weak, BLANK
    place = far
    while place > start:
        torn = values.around(place) or words.around(place)
        if torn:
            place = torn[0]
        elif text[place] in _CLOSING or text[place - 1] in _OPENING or _joined(text, place):
            place -= 1
        else:
            return place, ANYWHERE
    for place in range(far, start, -1):
        if not values.around(place) and not _joined(text, place):
            return place, ANYWHERE
    covering = values.around(far)
    place = covering[1] if covering else far + 1
    while place < end and (_joined(text, place) or values.around(place)):
        place += 1
    return (place, ANYWHERE) if place < end else None


def _joined(text: str, place: int) -> bool:
    """Would a cut part a character from the marks that belong to it?"""
    after = text[place]
    if after < "\u0300":
        return False
    return (
        unicodedata.combining(after) != 0
        or "\ufe00" <= after <= "\ufe0f"
        or "\U000e0100" <= after <= "\U000e01ef"
        or "\U0001f3fb" <= after <= "\U0001f3ff"
        or after == "\u200d"
        or text[place - 1] == "\u200d"
        or "\udc00" <= after <= "\udfff"
    )
