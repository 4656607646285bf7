"""What was read in a picture, as pieces of a page: a scanned page then goes the way of any other."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from docprep_gui.domain.document import Span
from docprep_gui.parsing.content import Box, Content
from docprep_gui.parsing.ocr import DOUBTFUL, Reading, ReadLine
from docprep_gui.parsing.pdf import strokes
from docprep_gui.parsing.pdf.frames import AS_IS
from docprep_gui.parsing.pdf.order import line_of, rows_of
from docprep_gui.parsing.pdf.pieces import PageText, Piece
from docprep_gui.parsing.pdf.words import Word
from docprep_gui.text import folding

_HAN = re.compile("[\u2e80-\u9fff\uac00-\ud7a3\uff01-\uff5e]")
_TALL = re.compile("[A-Z0-9bdfhklt()\\[\\]{}|/$&%#!?]")
_LOW = re.compile("[gjpqy()\\[\\]{}|,;Q$/]")
# How high letters are, in parts of the size of their font: of Han fonts, and of Latin text by the letters in it.
_HAN_INK, _BOTH_INK, _TALL_INK, _LOW_INK, _PLAIN_INK = 0.92, 0.95, 0.72, 0.7, 0.5
# A size cannot be measured better than this in a scan; nearer ones are taken for one.
_SAME_SIZE = 0.16
# A part of a leaning line may climb by so much of its height.
_LEAN = 0.3
# Between the characters of two words, and between Han characters that may be spread or punctuation; how far the middles
# of characters that are not spread stand apart; how far a line reaches beyond the middles of its first and last.
_APART, _SPREAD, _CLOSE, _FRAME = 0.8, 1.6, 1.4, 1.0
_FIGURES, _UNEVEN = 0.85, 1.6
_WORD_CHARACTER = re.compile(r"[^\W_]")
# Latin punctuation between Han characters is full-width, which engines take for narrow; a bracket may also stand at
# either end of its line.
_IDEOGRAPH = "\u2018-\u201d\u2e80-\u2fdf\u3001-\u303f\u3400-\u9fff\uf900-\ufaff\uff01-\uff1b"
_BETWEEN_HAN = re.compile(f"(?<=[{_IDEOGRAPH}])[,:;?!](?=[{_IDEOGRAPH}(])|"
                          f"(?<=[{_IDEOGRAPH}])[()](?=[{_IDEOGRAPH},:;?!])|"
                          f"(?<=[{_IDEOGRAPH}][,:;?!])[()](?=[{_IDEOGRAPH}])|^[(](?=[{_IDEOGRAPH}])|"
                          f"(?<=[{_IDEOGRAPH}])[)]$|(?<=[)])[:;,](?=[{_IDEOGRAPH}])")
_WIDE = str.maketrans(",:;?!()", "，：；？！（）")


def fill(page: PageText, reading: Reading) -> None:
    """Puts what was read in the picture of the whole page on the page, whose frame becomes that of the reading."""
    page.width, page.height = reading.width, reading.height
    page.frame, page.shown = AS_IS, reading.in_picture
    page.strokes = strokes.Strokes(strokes.merged(reading.across), strokes.merged(reading.down))
    page.words = {}
    lines = [_parted(line) for line in reading.lines]
    usual = _usual_size(lines)
    for line in lines:
        piece = _piece(line, usual, reading)
        if piece is not None:
            page.pieces.append(piece)
            page.words[id(piece)] = _words(line, piece)
            page.signs += len(piece.text)


def content(reading: Reading) -> Content:
    """The lines of a picture that stands among other text, from top to bottom; no places."""
    lines = [_parted(line) for line in reading.lines]
    usual = _usual_size(lines)
    pieces = [piece for line in lines if (piece := _piece(line, usual, reading)) is not None]
    return Content("\n".join(line_of(row).text for row in rows_of(pieces)))


def widened(text: str) -> str:
    """Punctuation and brackets between Han characters, full width; as many characters as before. A bracket is as wide
    as its partner."""
    signs = list(_BETWEEN_HAN.sub(lambda match: match[0].translate(_WIDE), text))
    open_at: list[int] = []
    for place, sign in enumerate(signs):
        if sign in "(（":
            open_at.append(place)
        elif sign in ")）" and open_at:
            other = open_at.pop()
            if sign == "）" or signs[other] == "（":
                signs[other], signs[place] = "（", "）"
    return "".join(signs)


def doubts(line: ReadLine) -> tuple[Span, ...]:
    """Stretches that a person should look at: characters that may be wrong, those in a Latin word or a number with the
    rest of it; the whole line where much of it is doubtful."""
    low = [place for place, sure in enumerate(line.sure) if sure < DOUBTFUL and line.text[place] != " "]
    if not low:
        return ()
    if 3 * len(low) > len(line.text):
        return ((0, len(line.text)),)
    found: list[Span] = []
    for place in low:
        start = end = place
        if not _HAN.match(line.text[place]):
            while start and _is_word(line.text[start - 1]):
                start -= 1
            while end + 1 < len(line.text) and _is_word(line.text[end + 1]):
                end += 1
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end + 1))
        else:
            found.append((start, end + 1))
    return tuple(found)


def _is_word(sign: str) -> bool:
    return _WORD_CHARACTER.match(sign) is not None and not _HAN.match(sign)


def _piece(line: ReadLine, usual: float, reading: Reading) -> Piece | None:
    text = folding.clean(widened(line.text))
    if len(text) != len(line.text):
        text = "".join(folding.clean(sign) or " " for sign in line.text)
    if not text.strip():
        return None
    x0, y0, x1, y1 = line.box
    size = _size(line)
    if abs(size - usual) <= _SAME_SIZE * usual:
        size = usual
    # Ink tells the base line by its letters only; the middle of a line is surer.
    base = (y0 + y1) / 2 + 0.35 * size
    box = reading.in_picture(line.box)
    return Piece(text, x0, y0, x1, y1, base, size, False, box, doubts=doubts(line), parts=_parts(line, reading))


def _parts(line: ReadLine, reading: Reading) -> tuple[tuple[int, int, Box], ...]:
    """A line that leans in its picture in so many parts that the box of each is little higher than its letters."""
    x0, y0, x1, y1 = line.box
    lean = min(abs(reading.to_picture[0]), abs(reading.to_picture[1])) * (x1 - x0)
    count = min(math.ceil(lean / (_LEAN * (y1 - y0))), len(line.text)) if y1 > y0 else 1
    if count < 2:
        return ()
    found = []
    for n in range(count):
        start, end = n * len(line.text) // count, (n + 1) * len(line.text) // count
        left = x0 if start == 0 else (line.centres[start - 1] + line.centres[start]) / 2
        right = x1 if end == len(line.text) else (line.centres[end - 1] + line.centres[end]) / 2
        found.append((start, end, reading.in_picture((left, y0, right, y1))))
    return tuple(found)


def _usual_size(lines: Sequence[ReadLine]) -> float:
    """That of most characters, in points; 10 where there are none."""
    sizes = sorted((_size(line), len(line.text)) for line in lines)
    half = sum(length for _, length in sizes) / 2
    for size, length in sizes:
        half -= length
        if half <= 0:
            return size
    return 10.0


def _size(line: ReadLine) -> float:
    """Of the font, in points, by the height of the letters."""
    if _HAN.search(line.text):
        share = _HAN_INK
    elif _TALL.search(line.text):
        share = _BOTH_INK if _LOW.search(line.text) else _TALL_INK
    else:
        share = _LOW_INK if _LOW.search(line.text) else _PLAIN_INK
    return round(2 * (line.box[3] - line.box[1]) / share) / 2


def _parted(line: ReadLine) -> ReadLine:
    """With blanks where characters stand apart, which engines pass over, and without the room that they leave around a
    line: in "2    15.80" it would have the figures touch."""
    em, text = _size(line), line.text
    x0, y0, x1, y1 = line.box
    x0, x1 = max(x0, line.centres[0] - _FRAME * em), min(x1, line.centres[-1] + _FRAME * em)
    line = replace(line, box=(x0, y0, x1, y1))
    steps = [(other - one) / em for one, other in pairwise(line.centres)]
    usual = median(steps or [_CLOSE])
    gaps = {
        place for place, step in enumerate(steps)
        if " " not in text[place : place + 2] and step > _reach(text[place], text[place + 1], usual)
    }
    if not gaps:
        return line
    signs: list[tuple[str, float, float]] = []
    for place, sign in enumerate(zip(text, line.centres, line.sure, strict=True)):
        signs.append(sign)
        if place in gaps:
            signs.append((" ", (line.centres[place] + line.centres[place + 1]) / 2, 1.0))
    shown, centres, sure = zip(*signs, strict=True)
    return replace(line, text="".join(shown), centres=centres, sure=sure)


def _reach(one: str, other: str, usual: float) -> float:
    """How far apart the middles of two characters of one word are at most, in parts of their size. `usual`: of this
    line, since titles and numbers may be spread."""
    wide = [_HAN.match(sign) is not None for sign in (one, other)]
    if one.isdecimal() and other.isdecimal():
        return max(_FIGURES, _UNEVEN * usual)
    spread = all(wide) and (usual >= _CLOSE or not (one.isalnum() and other.isalnum()))
    return sum(1.0 if each else 0.5 for each in wide) / 2 + (_SPREAD if spread else _APART)


def _words(line: ReadLine, piece: Piece) -> list[Word]:
    """Parted at blanks; the characters' middles tell where."""
    half = 0.5 * median([b - a for a, b in pairwise(line.centres)] or [piece.size])
    found = []
    for match in re.finditer(r"\S+", piece.text):
        first, last = match.start(), match.end() - 1
        x0 = piece.x0 if first == 0 else line.centres[first] - half
        x1 = piece.x1 if last == len(piece.text) - 1 else line.centres[last] + half
        found.append(Word(match[0], x0, piece.y0, max(x0, x1), piece.y1, piece.base, piece.size, False))
    return found
