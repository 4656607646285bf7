"""How wide the columns of a table are, by what stands in them: the way of automatic tables in CSS 2.2, section
17.5.2.2, with one step between least and wish."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from docprep_gui.domain.document import Span

# What is not broken: a figure with its sign and unit, a run of letters of scripts that set blanks between words, or two
# Han characters, so that no column gets as narrow as one.
_WHOLE = re.compile(r"[¥￥$€+\-−(（]*\d[\d,.]*(?:[%％‰元)）]| ?[\u2e80-\uffdc](?![\u2e80-\uffdc]))?"
                    r"|[^\s\u2e80-\uffdc]+|[\u2e80-\uffdc]{1,2}")
_LONG = 120
_CAP = 14
"""Ems: nothing longer is kept in one piece."""
SMALLEST = 0.7
"""How small type is made so that a table fits."""


@dataclass(frozen=True, slots=True)
class Column:
    """The widest that stands in `n` columns from `first`: a stretch that is not broken, and a line. Headers, which are
    set in bold, are told apart."""

    first: int
    n: int
    word: Span
    line: Span
    header: bool


_WEIGHTS = {sign: size for signs, size in (
    ("0123456789$€¥#+=<>~", 1.15), ("ijlI.,:;'`|!()[]{}/\\ -", 0.62), ("frtszc\"*", 0.82),
    ("ABCDEFGHJKLNOPQRSTUVXYZ&", 1.4), ("mwMW@%—…", 1.8)) for sign in signs}


def weight(text: str) -> float:
    """About how wide a text is, in half ems. Letters differ by a factor of three, and the wider of two words that are
    as long must be known."""
    known = _WEIGHTS.get
    return sum([known(c) or (2.0 if c > "\u2e7f" else 1.05) for c in text])


def widest(text: str, cells: Iterable[tuple[int, int, Span, bool]]) -> tuple[Column, ...]:
    """From cells (column, columns, span, whether it is a header). Cells that can't be the widest cost little."""
    words: dict[tuple[int, int, bool], tuple[float, Span]] = {}
    lines: dict[tuple[int, int, bool], tuple[float, Span]] = {}
    for first, n, (start, end), header in cells:
        key = first, n, header
        word, line = words.get(key, (0.0, (start, start))), lines.get(key, (0.0, (start, start)))
        if key in words and 2.0 * (end - start) <= min(word[0], line[0]):
            continue
        at = start
        for part in text[start:end].split("<br>"):
            heavy = min(weight(part[:_LONG]), _LONG)
            if heavy > line[0]:
                line = heavy, (at, at + min(len(part), _LONG))
            if heavy > word[0]:
                for match in _WHOLE.finditer(part[:_LONG]):
                    heavy = weight(match[0])
                    if heavy > word[0]:
                        word = heavy, (at + match.start(), at + match.end())
            at += len(part) + 4
        words[key], lines[key] = word, line
    return tuple(Column(first, n, words[first, n, header][1], lines[first, n, header][1], header)
                 for first, n, header in sorted(words))


def least(text: str, columns: Sequence[Column], n: int) -> float:
    """About how many ems a table of `n` columns needs at least, the air in its cells apart."""
    needed = [2.0] * n
    for column in columns:
        share = min(weight(text[column.word[0] : column.word[1]]) / 2, _CAP) / max(1, column.n)
        for i in range(column.first, min(column.first + column.n, n)):
            needed[i] = max(needed[i], share)
    return sum(needed)


@dataclass(frozen=True, slots=True)
class Plan:
    """`edges`: of the columns, from 0. `scale`: of the type, 1 where the table fits without."""

    edges: tuple[float, ...]
    scale: float


def as_told(columns: Sequence[Column], told: Sequence[int], room: float, em: float, pad: float,
            measure: Callable[[Span, bool], float]) -> Plan | None:
    """Columns as wide, one to another, as the file tells, but for those in which something would be broken that is not.
    None where the file does not tell, or where there is too little room."""
    if not told:
        return None
    least = [pad] * len(told)
    for column in sorted(columns, key=lambda column: column.n):
        inside = slice(column.first, min(column.first + column.n, len(told)))
        needed, have = min(measure(column.word, column.header), _CAP * em) + pad + 2, sum(least[inside])
        if needed > have:
            least[inside] = [size * needed / have for size in least[inside]]
    if sum(least) > room:
        return None
    narrow: set[int] = set()
    while True:
        share = (room - sum(least[i] for i in narrow)) / max(1, sum(n for i, n in enumerate(told) if i not in narrow))
        widths = [least[i] if i in narrow else n * share for i, n in enumerate(told)]
        more = {i for i, width in enumerate(widths) if width < least[i] - 0.01}
        if not more:
            return Plan((0.0, *accumulate(widths)), 1.0)
        narrow |= more


def plan(columns: Sequence[Column], n: int, room: float, em: float, pad: float, measure: Callable[[Span, bool], float],
         smallest: float = SMALLEST) -> Plan:
    """Columns for a table in `room`. Type is made smaller, down to `smallest`, before anything is broken; a table that
    needs more room still gets it. `measure`: width of a span, in bold or not. `pad`: left and right in a cell."""
    cap, ease = _CAP * em, 7 * em
    least, wish = [2 * em + pad] * n, [2 * em + pad] * n
    for column in sorted(columns, key=lambda column: column.n):
        inside = slice(column.first, min(column.first + column.n, n))
        word = min(measure(column.word, column.header), cap) + pad + 2
        line = min(max(measure(column.line, column.header), word - pad - 2), 36 * em) + pad + 2
        for sizes, needed in ((least, word), (wish, line)):
            have = sum(sizes[inside])
            if needed > have and have:
                sizes[inside] = [size * needed / have for size in sizes[inside]]
    wish = [max(pair) for pair in zip(least, wish, strict=True)]
    scale = min(1.0, max(smallest, (room - n) / sum(least)))
    if scale < 1.0:
        widths = [size * scale + 1 for size in least]
        if sum(widths) < room:
            widths = [size * room / sum(widths) for size in widths]
    else:
        eased = [max(low, min(high, ease)) for low, high in zip(least, wish, strict=True)]
        if sum(eased) >= room:
            widths = _between(least, eased, room)
        elif sum(wish) >= room:
            widths = _between(eased, wish, room)
        else:
            widths = [size * room / sum(wish) for size in wish]
    edges = [0.0]
    for width in widths:
        edges.append(edges[-1] + width)
    return Plan(tuple(edges), scale)


def natural(columns: Sequence[Column], n: int, em: float, pad: float, measure: Callable[[Span, bool], float],
            widest_line: float) -> Plan:
    """Columns of a sheet: as wide as what stands in them, up to `widest_line` ems, whatever the room."""
    widths = [2.5 * em + pad] * n
    for column in sorted(columns, key=lambda column: column.n):
        inside = slice(column.first, min(column.first + column.n, n))
        word = min(measure(column.word, column.header), 1.5 * widest_line * em)
        # Another word of the column may be a little wider than what was taken for the widest.
        needed = max(word, min(measure(column.line, column.header), widest_line * em)) + pad + 0.6 * em
        have = sum(widths[inside])
        if needed > have and have:
            widths[inside] = [size * needed / have for size in widths[inside]]
    edges = [0.0]
    for width in widths:
        edges.append(edges[-1] + round(width))
    return Plan(tuple(edges), 1.0)


def _between(low: Sequence[float], high: Sequence[float], room: float) -> list[float]:
    """From low towards high, all by the same share, so that they fill the room."""
    span = sum(high) - sum(low)
    share = (room - sum(low)) / span if span > 0 else 0.0
    return [a + (b - a) * share for a, b in zip(low, high, strict=True)]
