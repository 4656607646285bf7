"""What stands on a page: stretches of text with their places, as MuPDF finds them, in one frame of reference.

Boxes are in points from the top left corner, y downwards. The *frame* is the page as its text is read: a page whose
lines run upwards is turned first, so that lines are horizontal for all that follows. `box` is the place on the page as
it is shown.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice, pairwise
from statistics import median
from typing import TYPE_CHECKING, Any

from docprep_gui.domain.document import Span
from docprep_gui.parsing.content import Box, Content
from docprep_gui.parsing.pdf.frames import AS_IS, BY_DIRECTION, DOWNWARDS, Frame
from docprep_gui.text import folding

if TYPE_CHECKING:
    from docprep_gui.parsing.pdf.strokes import Strokes
    from docprep_gui.parsing.pdf.table import PageTable
    from docprep_gui.parsing.pdf.words import Word

_TO_RIGHT = (1.0, 0.0)
_LEVEL = 0, _TO_RIGHT
_BOLD_FLAG = 16
_BOLD_FONT = re.compile(r"bold|black|heavy|demi|simhei|heiti-?b|黑体|粗", re.I)
_STRAIGHT = 0.02
# From how much of an em on MuPDF takes a gap for a blank.
_SPACE = 0.15
# From how much of an em on a gap parts words whose letters touch.
_WORD_GAP = 0.08
# Lines that begin with so many signs without a blank are looked at closely, if these are mostly letters.
_LONG_WORD = 20
_GLUED = re.compile(r"[^\w]?[A-Za-z\u00c0-\u024f]{8}")
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
# Twice the largest page that Acrobat makes, in points.
_FARTHEST = 28800.0
# Dots that lead to a page number in a table of contents say no more when they are hundreds.
_LEADERS = re.compile(r"\s*(?:\.{5,}|…{3,}|·{5,}|(?:\. ){4,}\.?)\s*")
LEADER = " … "
_ROWS_OF_DOTS = "....", ". . .", "………", "·····"
# Bullets of the fonts Symbol and Wingdings, which have no character of their own.
SYMBOL_BULLETS = "\uf0b7\uf0a7\uf06c\uf0d8\uf075\uf06e\uf0a8\uf071"
_BEHIND = re.compile("[0-9A-Za-z%]( ?)[\u3400-\u9fff]")
_ENOUGH_GAPS = 16
_NONE_BEFORE = re.compile("[\u3400-\u9fff][0-9A-Za-z]")
_BAD = re.compile("[\ufffd\ue000-\uf8ff]")


@dataclass(slots=True)
class Picture:
    """A picture in the text; `box` on the page as it is shown. `content`: what was read in it."""

    box: Box
    content: Content = field(default_factory=lambda: Content(""))


@dataclass(slots=True)
class Piece:
    """A stretch of text on one base line, or the place of a `block` (a table, a picture), which has no text.

    x0…y1 and `base` are in the frame; `size` in points. `spaced`: a blank stands behind it in the file. `loose`: so
    many blanks stand in it that there may be columns. `doubts`: stretches of a scan's text that may be wrong.
    `parts`: (start, end, box as shown) of the stretches of a line that leans on its page; none for one that does not.

    Once it is a line of its page (see `order.lines_of`): `gaps`: how many blanks in it are as wide as those between the
    columns of a table; `left`, `right`: the edges of its column, by the lines there; `margin`: where lines would end on
    a page whose right margin is like its left one.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    size: float
    bold: bool
    box: Box
    block: PageTable | Picture | None = None
    spaced: bool = False
    loose: bool = False
    doubts: Sequence[Span] = ()
    parts: Sequence[tuple[int, int, Box]] = ()
    gaps: int = 0
    page: int = 0
    left: float = 0.0
    right: float = 0.0
    margin: float = 0.0


@dataclass(slots=True)
class PageText:
    """A page's text. `width`, `height`: of the frame.

    `turned`: texts that run in another direction than the rest (watermarks, notes in the margin). `bad`: how many of
    its `signs` have no meaning outside the file's own font. `strokes`: lines drawn on it, in the frame. `shown` maps a
    box of the frame to the page as it is shown. `words`: of a scan, by id() of their piece; None: MuPDF has them.
    """

    number: int
    width: float
    height: float
    frame: Frame = AS_IS
    shown: Callable[[Box], Box] = field(default=lambda box: box)
    strokes: Strokes | None = None
    words: dict[int, list[Word]] | None = None
    pieces: list[Piece] = field(default_factory=list)
    turned: list[Piece] = field(default_factory=list)
    signs: int = 0
    bad: int = 0


def _is_bold(span: Mapping[str, Any]) -> bool:
    return bool(span["flags"] & _BOLD_FLAG) or _is_named_bold(span["font"])


@lru_cache(maxsize=512)
def _is_named_bold(font: str) -> bool:
    return _BOLD_FONT.search(font) is not None


def page_text(
    number: int, blocks: Sequence[Mapping[str, Any]], width: float, height: float,
    shown: Callable[[Box], Box] | None = None,
    letters: Callable[[], Sequence[Mapping[str, Any]]] = tuple,
) -> PageText:
    """`blocks`: of MuPDF's structured text, on a page of `width` x `height` without its rotation; `shown` maps a box
    to the page as it is shown, None where that is the same. `letters`: the blocks with each letter's place, which takes
    its time."""
    lines = [line for block in blocks if "lines" in block for line in block["lines"]]
    # Nearly all pages have lines that run to the right, and no others.
    plain = [(line["wmode"], line["dir"]) for line in lines].count(_LEVEL) == len(lines)
    main, upright = (_TO_RIGHT, True) if plain else _main_direction(lines)
    frame = BY_DIRECTION[main] if upright else DOWNWARDS
    sizes = (height, width) if frame.turned else (width, height)
    size = width, height
    page = PageText(number, *sizes, frame)
    if shown is not None:
        page.shown = lambda box: shown(frame.back(box, *size))
    elif frame is not AS_IS:
        page.shown = lambda box: frame.back(box, *size)
    raws = [
        spans[0]["text"] if len(spans := line["spans"]) == 1 else "".join([span["text"] for span in spans])
        for line in lines
    ]
    # One look at the page tells faster than one at each line that there is nothing to fold.
    whole = "\n".join(raws)
    clear = folding.is_plain(whole) and whole.count("\n") < max(len(raws), 1)
    if clear:
        single = "  " not in whole
        texts = [raw.strip() if single or "  " not in raw else " ".join(raw.split()) for raw in raws]
    else:
        texts = [" ".join(folding.clean(raw).split()) for raw in raws]
    found: list[tuple[Piece, int]] = []
    for place, (line, raw, text) in enumerate(zip(lines, raws, texts, strict=True)):
        if not text:
            continue
        wanted = plain or (
            bool(line["wmode"]) != upright and (not upright or _direction(line["dir"]) == main)
        )
        piece = _piece(line, raw, text, frame if wanted else AS_IS, width, height)
        if piece is None:
            continue
        if shown is not None:
            piece.box = shown(piece.box)
        if wanted:
            found.append((piece, place))
        else:
            page.turned.append(piece)
    whole = "\n".join(texts)
    if any(dots in whole for dots in _ROWS_OF_DOTS):
        for piece in chain([piece for piece, _ in found], page.turned):
            piece.text = _LEADERS.sub(LEADER, piece.text).strip()
    text = "\n".join([piece.text for piece, _ in found])
    page.signs = len(text) - max(len(found) - 1, 0) + sum([len(piece.text) for piece in page.turned])
    if not text.isascii():
        page.bad = 0 if clear else len(_BAD.findall(text))
        if frame is AS_IS and _shows_one_side(text):
            _mend_blanks(found, letters)
    if frame is AS_IS:
        # Most lines are told apart by one letter.
        few = [one for one in found
               if len(text := one[0].text) > _LONG_WORD and text[7] < "\u0250" and " " not in text[:_LONG_WORD]]
        _part_words([(piece, place) for piece, place in few if _GLUED.match(piece.text)], letters)
    page.pieces = _without_doubles([piece for piece, _ in found])
    return page


def _main_direction(lines: Sequence[Mapping[str, Any]]) -> tuple[tuple[float, float], bool]:
    """Which way most text runs, and whether it is horizontal writing."""
    lengths: dict[tuple[float, float], int] = {}
    vertical = 0
    for line in lines:
        length = sum(len(span["text"].strip()) for span in line["spans"])
        if line["wmode"]:
            vertical += length
        else:
            turn = _direction(line["dir"])
            lengths[turn] = lengths.get(turn, 0) + length
    turns = {turn: length for turn, length in lengths.items() if turn in BY_DIRECTION}
    main = max(turns, key=lambda turn: turns[turn]) if turns else (1.0, 0.0)
    return main, vertical <= sum(turns.values())


def _shows_one_side(text: str) -> bool:
    """MuPDF takes a gap behind a figure or a letter for a blank, but none behind a Han character, which Word sets a
    quarter of an em apart from them. Does the text show blanks on the one side that are missing on the other?"""
    if not _NONE_BEFORE.search(text):
        return False
    gaps = [gap[1] for gap in islice(_BEHIND.finditer(text), _ENOUGH_GAPS)]
    return 2 * gaps.count(" ") > len(gaps)


def _mend_blanks(
    found: Sequence[tuple[Piece, int]], letters: Callable[[], Sequence[Mapping[str, Any]]]
) -> None:
    """Puts blanks where the page has the same gap before a figure or a letter as behind it."""
    lines = [line for block in letters() for line in block.get("lines", ())]
    for piece, place in found:
        if place >= len(lines) or not _NONE_BEFORE.search(piece.text):
            continue
        signs = [sign for span in lines[place]["spans"] for sign in span["chars"]]
        raw = ""
        end = 0.0
        for sign in signs:
            text = sign["c"]
            if raw and text.isascii() and text.isalnum() and _HAN.match(raw[-1]):
                raw += " " if _SPACE * piece.size <= sign["bbox"][0] - end < piece.size else ""
            raw += text
            end = sign["bbox"][2]
        mended = _LEADERS.sub(LEADER, " ".join(folding.clean(raw).split())).strip()
        if "".join(mended.split()) == "".join(piece.text.split()):
            piece.text = mended


def _part_words(
    found: Sequence[tuple[Piece, int]], letters: Callable[[], Sequence[Mapping[str, Any]]]
) -> None:
    """Puts blanks between words that are set so close that MuPDF takes them for one: their letters touch, and between
    them is a gap all the same."""
    lines = [line for block in letters() for line in block.get("lines", ())] if found else []
    for piece, place in found:
        if place >= len(lines):
            continue
        signs = [sign for span in lines[place]["spans"] for sign in span["chars"]]
        gaps = [(after["bbox"][0] - before["bbox"][2]) / piece.size for before, after in pairwise(signs)]
        wide = sum(gap >= _WORD_GAP for gap in gaps)
        if not wide or wide > 0.4 * len(gaps) or median(gaps) >= _WORD_GAP / 4:
            continue
        raw = signs[0]["c"] + "".join(
            (" " if gap >= _WORD_GAP else "") + sign["c"] for gap, sign in zip(gaps, signs[1:], strict=True)
        )
        mended = _LEADERS.sub(LEADER, " ".join(folding.clean(raw).split())).strip()
        if "".join(mended.split()) == "".join(piece.text.split()):
            piece.text = mended


def is_sane(box: Box) -> bool:
    """Damaged files have boxes that are as large as a town, or no numbers at all."""
    x0, y0, x1, y1 = box
    return (
        -_FARTHEST < x0 < _FARTHEST and -_FARTHEST < y0 < _FARTHEST
        and -_FARTHEST < x1 < _FARTHEST and -_FARTHEST < y1 < _FARTHEST
    )


def around(boxes: Sequence[Box]) -> Box:
    x0, y0, x1, y1 = boxes[0]
    # Boxes are few, so that plain comparing takes a quarter of the time of min and max over columns.
    for left, top, right, bottom in boxes:
        if left < x0:
            x0 = left
        if top < y0:
            y0 = top
        if right > x1:
            x1 = right
        if bottom > y1:
            y1 = bottom
    return x0, y0, x1, y1


def _direction(direction: tuple[float, float]) -> tuple[float, float]:
    x, y = direction
    if abs(y) < _STRAIGHT:
        return (1.0, 0.0) if x > 0 else (-1.0, 0.0)
    if abs(x) < _STRAIGHT:
        return (0.0, 1.0) if y > 0 else (0.0, -1.0)
    return (round(x, 2), round(y, 2))


def _piece(
    line: Mapping[str, Any], raw: str, text: str, frame: Frame, width: float, height: float
) -> Piece | None:
    """`raw`, `text`: of the line, as the file has it and as it is read."""
    spans = line["spans"]
    if len(spans) == 1:
        main = spans[0]
        bold = main["flags"] & _BOLD_FLAG != 0 or _is_named_bold(main["font"])
    else:
        main = max(spans, key=lambda span: len(span["text"]))
        bold = all(_is_bold(span) for span in spans if span["text"].strip())
    loose = len(raw) > len(text) + 2 and "   " in raw.strip()
    if text[0] in SYMBOL_BULLETS:
        text = "•" + text[1:]
    box = x0, y0, x1, y1 = line["bbox"]
    # As a rule all is on the page, which is told faster than by a closer look.
    if not (x0 >= 0 and y0 >= 0 and x1 <= width and y1 <= height) and not is_sane(box):
        return None
    left, base = main["origin"]
    if frame is not AS_IS:
        x0, y0, x1, y1 = frame.into(box, width, height)
        base = frame.into((left, base, left, base), width, height)[1]
    if line["wmode"]:
        # The base line of vertical writing runs through the middle of its signs.
        base = y1 - 0.2 * (y1 - y0)
    return Piece(text, x0, y0, x1, y1, base, main["size"], bold, box, None, raw[-1].isspace(), loose)


_SLANT = 1.618


def _without_doubles(pieces: list[Piece]) -> list[Piece]:
    """Bold letters are often faked by writing a text twice, a hair apart."""
    # Along a slanted line, on which neither those of a row nor those of a column meet.
    seen: dict[str, list[tuple[float, int, Piece]]] = {}
    kept: list[Piece] = []
    texts = [piece.text for piece in pieces]
    if len(set(texts)) == len(texts):
        return pieces
    counts = Counter(texts)
    for piece in pieces:
        if counts[piece.text] == 1:
            kept.append(piece)
            continue
        slant = piece.x0 + _SLANT * piece.base
        twins = seen.get(piece.text)
        if twins is None:
            seen[piece.text] = [(slant, len(kept), piece)]
            kept.append(piece)
            continue
        reach = 0.15 * piece.size
        far = (1 + _SLANT) * reach
        for _, _, twin in twins[bisect_left(twins, (slant - far,)) : bisect_left(twins, (slant + far,))]:
            if abs(twin.x0 - piece.x0) < reach and abs(twin.base - piece.base) < reach:
                twin.bold = True
                break
        else:
            insort(twins, (slant, len(kept), piece))
            kept.append(piece)
    return kept
