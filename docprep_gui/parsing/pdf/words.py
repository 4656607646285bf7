"""Words with their places, for tables whose columns only the blanks between words tell."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from docprep_gui.parsing.pdf.frames import Frame
from docprep_gui.parsing.pdf.pieces import Piece, is_sane
from docprep_gui.text import folding

# Dots that lead the eye from a name to its figure.
_LEADER = re.compile(r"[.…·‥_]{2,}|[.·](?:\s*[.·])+")
# Signs that draw a line under a row.
_RULE = re.compile(r"[-=_–—─━═]{4,}|[-=]{2,}\+[-=+]+")
_LEADER_END = re.compile(r"(?:[.·‥]{3,}|…+|_{3,})$")
_LEADER_START = re.compile(r"^(?:[.·‥]{3,}|…+|_{3,})")
# A column starts behind a blank of that many times the size of the letters; MuPDF breaks its lines there, too.
COLUMN_GAP = 0.75
_NUMBER = re.compile(
    r"[(\[<>≤≥~≈±+\-–—−$€£¥￥]*(?:US|HK|RMB|EUR|USD|CNY)?\$?"
    r"\d[\d.,'’:/]*(?:[\-–—]\d[\d.,]*)?[%‰)\]*†‡€$£°]*(?:[a-z]{1,2}|(?:st|nd|rd|th))?[)\]*]*"
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


def is_figure(text: str) -> bool:
    """A number with what belongs to it, or a sign that stands where a number is missing."""
    bare = text.replace(" ", "")
    return _NUMBER.fullmatch(bare) is not None or is_blank_sign(text)


def has_digit(text: str) -> bool:
    return any(sign.isdigit() for sign in text)


def is_rule(text: str) -> bool:
    return _RULE.fullmatch(text) is not None


def is_blank_sign(text: str) -> bool:
    return _NO_VALUE.fullmatch(text) is not None


def of_page(
    raw: Iterable[tuple[Any, ...]], pieces: Sequence[Piece], frame: Frame, width: float, height: float
) -> dict[int, list[Word]]:
    """id() of a piece -> its words, from left to right. `raw`: MuPDF's words; each belongs to the piece that it stands
    in. Leaders are left out."""
    ordered = sorted((p for p in pieces if p.block is None), key=lambda p: p.y0)
    owned: dict[int, list[Word]] = {id(p): [] for p in ordered}
    tops = [p.y0 for p in ordered]
    tallest = max((p.y1 - p.y0 for p in ordered), default=0.0)
    for x0, y0, x1, y1, text, *_ in raw:
        box = (x0, y0, x1, y1)
        if not is_sane(box):
            continue
        x0, y0, x1, y1 = frame.into(box, width, height)
        middle, height_of = (x0 + x1) / 2, (y0 + y1) / 2
        best: Piece | None = None
        for piece in ordered[bisect_left(tops, height_of - tallest - 1) : bisect_right(tops, height_of)]:
            if piece.y1 >= height_of and piece.x0 - 1 <= middle <= piece.x1 + 1 and (
                best is None or abs(piece.y0 - y0) + abs(piece.y1 - y1) < abs(best.y0 - y0) + abs(best.y1 - y1)
            ):
                best = piece
        if best is not None:
            word = _word(folding.clean(text), x0, y0, x1, y1, best)
            if word is not None:
                owned[id(best)].append(word)
    for words in owned.values():
        words.sort(key=lambda w: w.x0)
    return owned


def _word(text: str, x0: float, y0: float, x1: float, y1: float, piece: Piece) -> Word | None:
    text = "".join(text.split())
    if not text or (_LEADER.fullmatch(text) and not is_rule(text)):
        return None
    if is_rule(text):
        return Word(text, x0, y0, x1, y1, piece.base, piece.size, piece.bold)
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
    return Word(text, x0, y0, x1, y1, piece.base, piece.size, piece.bold) if text else None
