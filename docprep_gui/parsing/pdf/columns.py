"""Columns that only blanks part: strips of the page that no word of many rows stands in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

from docprep_gui.parsing import joining
from docprep_gui.parsing.pdf.words import COLUMN_GAP, Word, has_digit, is_figure

River = tuple[float, float]
_STEP = 0.5
_NARROWEST = 1.5
_MANY = 4


@dataclass(slots=True)
class Segment:
    """Words of a row that stand no farther apart than words of a sentence do."""

    words: list[Word]

    @property
    def x0(self) -> float:
        return self.words[0].x0

    @property
    def x1(self) -> float:
        return self.words[-1].x1

    @property
    def text(self) -> str:
        return text_of(self.words)

    @property
    def is_figure(self) -> bool:
        words = self.words
        return is_figure(words[0].text) and (len(words) == 1 or all(is_figure(word.text) for word in words))


@dataclass(slots=True)
class TextRow:
    """Words on one base line. `y0`, `y1`: of all of them; `size`: of most letters."""

    words: list[Word]
    segments: list[Segment] = field(init=False)
    base: float = field(init=False)
    size: float = field(init=False)
    y0: float = field(init=False)
    y1: float = field(init=False)

    def __post_init__(self) -> None:
        self.words.sort(key=lambda w: w.x0)
        main = max(self.words, key=lambda w: len(w.text))
        self.base, self.size = main.base, main.size
        self.y0, self.y1 = min([w.y0 for w in self.words]), max([w.y1 for w in self.words])
        self.segments = [Segment([self.words[0]])]
        for word in self.words[1:]:
            last = self.segments[-1]
            if word.x0 - last.x1 >= COLUMN_GAP * min(word.size, last.words[-1].size):
                self.segments.append(Segment([word]))
            else:
                last.words.append(word)

    def gaps(self) -> Iterator[tuple[Word, Word, bool]]:
        """The words at both sides of each gap, and whether it parts two segments."""
        before: Word | None = None
        for segment in self.segments:
            for place, word in enumerate(segment.words):
                if before is not None:
                    yield before, word, place == 0
                before = word

    @property
    def is_bold(self) -> bool:
        return all(word.bold for word in self.words)


def text_of(words: Sequence[Word]) -> str:
    if len(words) == 1:
        return words[0].text
    text = ""
    end = 0.0
    for word in words:
        if text:
            gap = (word.x0 - end) / max(word.size, 1.0)
            # Between Han characters only a wide gap is a blank that somebody wanted.
            text += "" if gap < (0.5 if joining.is_wide(text[-1]) and joining.is_wide(word.text[0]) else 0.1) else " "
        text += word.text
        end = word.x1
    return text


def text_rows(words: Sequence[Word]) -> list[TextRow]:
    """Words as rows, top down."""
    rows: list[list[Word]] = []
    base = size = 0.0
    for word in sorted(words, key=lambda w: (w.base, w.x0)):
        if rows and word.base - base <= 0.35 * min(size, word.size):
            rows[-1].append(word)
        else:
            rows.append([word])
            base, size = word.base, word.size
    return [TextRow(row) for row in rows]


def rivers(rows: Sequence[TextRow], astray: int = 0) -> list[River]:
    """Strips between columns, from left to right. In up to `astray` rows a word may lie across one.

    A strip counts where at least half of the rows that have words at both of its sides show a gap there that is wider
    than one between the words of a sentence."""
    left = min(row.words[0].x0 for row in rows)
    right = max(word.x1 for row in rows for word in row.words)
    changes = [0] * (int((right - left) / _STEP) + 3)
    for row in rows:
        for word in row.words:
            first = int((word.x0 - left) / _STEP)
            changes[first] += 1
            changes[max(int((word.x1 - left) / _STEP), first + 1)] -= 1
    strips: list[River] = []
    count = 0
    start: int | None = 0
    for place, change in enumerate(changes):
        count += change
        if count <= astray and place < len(changes) - 1:
            if start is None:
                start = place
        elif start is not None:
            strips.append((left + start * _STEP, left + place * _STEP))
            start = None
    inner = [s for s in strips if s[1] - s[0] >= _NARROWEST and s[0] > left and s[1] < right]
    return _proven(rows, inner)


def _proven(rows: Sequence[TextRow], strips: list[River]) -> list[River]:
    """Strips that part columns. Only gaps that reach over one strip and no other speak for or against it: over a
    short text the next column is far away whatever stands in the other rows."""
    gaps = [gap for row in rows for gap in row.gaps()]
    strips = list(strips)
    while strips:
        middles = [(a + b) / 2 for a, b in strips]
        wide, narrow = [0] * len(strips), [0] * len(strips)
        over: list[list[tuple[Word, Word]]] = [[] for _ in strips]
        for before, after, is_wide in gaps:
            first = bisect_right(middles, before.x1)
            if first < len(middles) and middles[first] <= after.x0 and not (
                first + 1 < len(middles) and middles[first + 1] <= after.x0
            ):
                (wide if is_wide else narrow)[first] += 1
                over[first].append((before, after))
        kept = {
            i for i, own in enumerate(over)
            if (len(own) >= _MANY and _is_steady(own, 0.4 * rows[0].size)) or _are_remarks(rows, middles, i, own)
        }
        worst = max(range(len(strips)), key=lambda i: 0 if i in kept else narrow[i] - wide[i])
        if worst in kept or narrow[worst] <= wide[worst]:
            break
        del strips[worst]
    return strips


def _is_steady(gaps: Sequence[tuple[Word, Word]], least: float) -> bool:
    """Do gaps, however narrow, begin and end at the same places, as those between figures set to the right and texts
    set to the left do? Blanks between the words of sentences stand here and there. `least`: points."""
    near = 0.15 * gaps[0][0].size
    starts, ends = median(before.x1 for before, _ in gaps), median(after.x0 for _, after in gaps)
    steady = sum(abs(before.x1 - starts) <= near and abs(after.x0 - ends) <= near for before, after in gaps)
    return ends - starts >= least and steady >= 0.8 * len(gaps)


def _is_wordy(text: str) -> bool:
    return sum(map(str.isalpha, text)) > 1 and not has_digit(text)


def _are_remarks(
    rows: Sequence[TextRow], middles: Sequence[float], place: int, gaps: Sequence[tuple[Word, Word]]
) -> bool:
    """Texts behind figures that end at the same place, in some rows only: what is counted is named in all of them."""
    figures = [(before, after) for before, after in gaps if is_figure(before.text)]
    if len(figures) < 2 or not all(_is_wordy(after.text) for _, after in figures):
        return False
    if not _is_steady(figures, _NARROWEST):
        return False
    low = middles[place - 1] if place else float("-inf")
    high = middles[place + 1] if place + 1 < len(middles) else float("inf")
    bare = 0
    for row in rows:
        before = [word for word in row.words if low < word.x0 and word.x1 <= middles[place]]
        bare += bool(before) and is_figure(before[-1].text) and not any(middles[place] < w.x0 < high for w in row.words)
    return 2 * bare >= len(figures)


@dataclass(slots=True)
class Columns:
    """`rivers` part them; `extents`: from where to where the words of each stand in the rows that show the columns."""

    rivers: list[River]
    extents: list[tuple[float, float]]
    middles: list[float] = field(init=False)

    def __post_init__(self) -> None:
        self.middles = [(a + b) / 2 for a, b in self.rivers]

    def __len__(self) -> int:
        return len(self.extents)

    def of(self, word: Word) -> int:
        return bisect_right(self.middles, (word.x0 + word.x1) / 2)


_CURRENCY = frozenset("$€£¥￥") | {"US$", "HK$", "RMB", "EUR", "USD", "CNY"}


def columns(rows: Sequence[TextRow], astray: int) -> Columns | None:
    """The columns that rows show, or None where there is one only. A column of currency signs belongs to its figures,
    one of percent signs or closing brackets, too; a column that a single row fills is none of its own."""
    found = Columns(rivers(rows, astray), [(0.0, 0.0)])
    least = 2 if len(rows) > 2 else 1
    while found.rivers:
        filled: list[list[Word]] = [[] for _ in range(len(found.rivers) + 1)]
        in_rows: list[set[int]] = [set() for _ in filled]
        for number, row in enumerate(rows):
            for word in row.words:
                place = found.of(word)
                filled[place].append(word)
                in_rows[place].add(number)
        drop = _superfluous(found.rivers, filled, in_rows, least)
        if drop is None:
            found.extents = [(min(w.x0 for w in words), max(w.x1 for w in words)) for words in filled]
            return found
        del found.rivers[drop]
        del found.middles[drop]
    return None


def _superfluous(
    strips: list[River], filled: list[list[Word]], in_rows: list[set[int]], least: int
) -> int | None:
    """Index of a river that parts what belongs together."""
    last = len(filled) - 1
    for place, words in enumerate(filled):
        if words and place < last and all(word.text in _CURRENCY for word in words):
            return place
        if words and place and all(word.text in ("%", ")", ")%", "%)") for word in words):
            return place - 1
        if len(in_rows[place]) < least:
            # To the nearer neighbour.
            sides = [i for i in (place - 1, place) if 0 <= i < len(strips)]
            return min(sides, key=lambda i: strips[i][1] - strips[i][0])
    return None
