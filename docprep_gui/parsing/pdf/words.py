"""Words with their places, for tables whose columns only the blanks between words tell."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from docprep_gui.parsing.content import Box
from docprep_gui.parsing.pdf.frames import Frame
from docprep_gui.parsing.pdf.pieces import SYMBOL_BULLETS, Piece, is_sane
from docprep_gui.text import folding

# Dots that lead the eye from a name to its figure.
_LEADER = re.compile(r"[.…·‥_]{2,}|[.·](?:\s*[.·])+")
# Signs that draw a line under a row.
_RULE = re.compile(r"[-=_–—─━═]{4,}|[-=]{2,}\+[-=+]+")
_LEADER_END = re.compile(r"(?:[.·‥]{3,}|…+|_{3,})$")
_LEADER_START = re.compile(r"^(?:[.·‥]{3,}|…+|_{3,})")
_MARKS = frozenset(".…·‥_-=–—─━═+")
# A column starts behind a blank of that many times the size of the letters; MuPDF breaks its lines there, too.
COLUMN_GAP = 0.75
# Cells of neighbouring columns are that many times the size of the letters apart at least.
_GAP = 0.12
_NUMBER = re.compile(
    r"[(\[<>≤≥~≈±+\-–—−$€£¥￥]*(?:US|HK|RMB|EUR|USD|CNY)?\$?"
    r"\d[\d.,'’:/]*(?:[\-–—]\d[\d.,]*)?[%‰)\]*†‡€$£°]*(?:[a-z]{1,2}|(?:st|nd|rd|th))?[)\]*]*"
)
_DATE = re.compile(
    r"\d{4}(?:[-–/.]\d{1,2}[-–/.]\d{1,2}|年\d{1,2}月(?:\d{1,2}日)?)|\d{1,2}[-–/.]\d{1,2}[-–/.](?:\d{4}|\d\d)"
)
_NO_VALUE = re.compile(r"[-–—−.…:*]{1,4}|n\.?[/.]?\s?[ad]\.?|[/x×✓√☐☑]|无|不适用", re.I)


class Word(NamedTuple):
    """`base`: of its line; `size` of its letters in points; all in the frame of the page."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    size: float
    bold: bool


Letter = tuple[str, float, float, float]  # (sign, from x, to x, middle of its height), in the frame of the page


class PageWords:
    """The words of a page by id() of the piece that they stand in, looked up where they are needed."""

    def __init__(self, find: Callable[[], dict[int, list[Word]]], letters: Callable[[], list[Letter]]) -> None:
        self._find, self._letters = find, letters
        self._found: dict[int, list[Word]] | None = None
        self._signs: list[Letter] | None = None

    def __call__(self) -> dict[int, list[Word]]:
        if self._found is None:
            self._found = self._find()
        return self._found

    def apart(self, word: Word, strips: Iterable[tuple[float, float]]) -> list[Word]:
        """A word in the parts that stand at the two sides of each strip (from x, to x): behind a Han character MuPDF
        takes a gap of less than a letter's breadth for none, so that texts of neighbouring cells are one word."""
        strips = [(a, b) for a, b in strips if word.x0 < a - 1 and b + 1 < word.x1]
        if not strips or len(word.text) < 2:
            return [word]
        if self._signs is None:
            self._signs = self._letters()
        own = sorted(
            (x0, x1, sign) for sign, x0, x1, y in self._signs
            if word.x0 - 1 <= (x0 + x1) / 2 <= word.x1 + 1 and word.y0 <= y <= word.y1 and not sign.isspace()
        )
        if folding.clean("".join(sign for _, _, sign in own)) != word.text:
            return [word]
        cuts = [0]
        for place, (before, after) in enumerate(pairwise(own), 1):
            if any(before[1] <= b + 1 and after[0] >= a - 1 and after[0] - before[1] >= _GAP * word.size
                   for a, b in strips):
                cuts.append(place)
        return [
            word._replace(text=folding.clean("".join(sign for _, _, sign in own[start:end])), x0=own[start][0],
                          x1=own[end - 1][1])
            for start, end in pairwise([*cuts, len(own)])
        ] if len(cuts) > 1 else [word]


@lru_cache(maxsize=8192)
def is_figure(text: str) -> bool:
    """A number with what belongs to it, a date in figures, or a sign that stands where a number is missing."""
    bare = text.replace(" ", "")
    return _NUMBER.fullmatch(bare) is not None or _DATE.fullmatch(bare) is not None or is_blank_sign(text)


def has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def is_rule(text: str) -> bool:
    return _RULE.fullmatch(text) is not None


def is_blank_sign(text: str) -> bool:
    return _NO_VALUE.fullmatch(text) is not None


def of_page(
    raw: Iterable[tuple[Any, ...]], pieces: Sequence[Piece], frame: Frame, width: float, height: float
) -> dict[int, list[Word]]:
    """id() of a piece -> its words, from left to right. `raw`: MuPDF's words; each belongs to the piece that it stands
    in. Leaders are left out."""
    texts = [piece for piece in pieces if piece.block is None]
    owned: dict[int, list[Word]] = {id(piece): [] for piece in texts}
    owner = _Owner(texts)
    for x0, y0, x1, y1, text, *_ in raw:
        box = (x0, y0, x1, y1)
        if not is_sane(box):
            continue
        # Letters that a damaged file sets backwards end before they begin.
        box = frame.into((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)), width, height)
        piece = owner.of(box)
        if piece is not None:
            word = _word(folding.clean(text), box, piece)
            if word is not None:
                owned[id(piece)].append(word)
    for words in owned.values():
        words.sort(key=lambda w: w.x0)
    return owned


class _Owner:
    """Finds the piece that a word stands in. Words come in the order of the pieces, so that it mostly is the last one
    or the next."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self._pieces = pieces
        self._last = 0
        self._ordered = sorted(pieces, key=lambda p: p.y0)
        self._tops = [piece.y0 for piece in self._ordered]
        self._tallest = max((piece.y1 - piece.y0 for piece in pieces), default=0.0)

    def of(self, box: Box) -> Piece | None:
        x0, y0, x1, y1 = box
        middle, height = (x0 + x1) / 2, (y0 + y1) / 2
        for place in range(self._last, min(self._last + 2, len(self._pieces))):
            piece = self._pieces[place]
            if piece.x0 - 1 <= middle <= piece.x1 + 1 and abs(piece.y0 - y0) + abs(piece.y1 - y1) < 1.0:
                self._last = place
                return piece
        best: Piece | None = None
        first, last = bisect_left(self._tops, height - self._tallest - 1), bisect_right(self._tops, height)
        for piece in self._ordered[first:last]:
            if piece.y1 >= height and piece.x0 - 1 <= middle <= piece.x1 + 1 and (
                best is None or abs(piece.y0 - y0) + abs(piece.y1 - y1) < abs(best.y0 - y0) + abs(best.y1 - y1)
            ):
                best = piece
        if best is not None:
            self._last = next(place for place, piece in enumerate(self._pieces) if piece is best)
        return best


def _word(text: str, box: Box, piece: Piece) -> Word | None:
    if not text or text.isspace():
        return None
    if text[0] in SYMBOL_BULLETS:
        text = "•" + text[1:]
    if text[0] in _MARKS or text[-1] in _MARKS:
        found = _bare(text, box[0], box[2])
        if found is None:
            return None
        text, x0, x1 = found
    else:
        x0, x1 = box[0], box[2]
    return Word(text, x0, box[1], x1, box[3], piece.base, piece.size, piece.bold)


def _bare(text: str, x0: float, x1: float) -> tuple[str, float, float] | None:
    """A word without the leaders before and behind it, with its edges; None where it is nothing else."""
    if is_rule(text):
        return text, x0, x1
    if _LEADER.fullmatch(text):
        return None
    for pattern, at_end in ((_LEADER_END, True), (_LEADER_START, False)):
        match = pattern.search(text)
        if match:
            # The width of dots is not known; they are narrower than letters.
            dots = match.end() - match.start()
            share = 0.6 * dots / (0.6 * dots + len(text) - dots)
            if at_end:
                text, x1 = text[: match.start()], x1 - share * (x1 - x0)
            else:
                text, x0 = text[match.end() :], x0 + share * (x1 - x0)
    return (text, x0, x1) if text else None
