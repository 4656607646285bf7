"""Lines put together to paragraphs, over the ends of columns and pages too."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from docprep_gui.parsing import joining
from docprep_gui.parsing.content import Box, Content, Inlay
from docprep_gui.parsing.pdf import hyphens
from docprep_gui.parsing.pdf.order import Line
from docprep_gui.text import numbering

_BULLET = re.compile(r"[•●○■□▪▫◆◇▶►➢✓✔\uf0b7\uf0a7\uf06c]\s*|[-–—*\ufffd]\s+(?=\S)")
_MAY_BE_BULLET = frozenset("•●○■□▪▫◆◇▶►➢✓✔\uf0b7\uf0a7\uf06c-–—*\ufffd")
_HYPHENATED = re.compile(r"[^\W\d_]{2,}-[^\W\d_]{2,}")
_LOOK_BACK = 6
_WIDEST_PITCH = 3.6
_LABEL = re.compile(r"(?!\d+[:：])(?:[\w（）()·]{1,12}|[A-Za-z][\w .'()（）-]{0,28})[:：](?!//)")
_TO_PAGE = re.compile(r"(?:^|\s)…\s*[\divxlc]{0,6}$", re.I)


@dataclass(slots=True)
class Paragraph:
    """Lines that belong together. `number`: typed, that it begins with; `bullet`: it begins with one."""

    lines: list[Line]
    number: numbering.Label | None = None
    bullet: bool = False

    @property
    def label(self) -> str:
        return self.number.text if self.number is not None else ""

    @property
    def first(self) -> Line:
        return self.lines[0]

    @property
    def page(self) -> int:
        return self.lines[0].page


def compounds(lines: Sequence[Line]) -> frozenset[str]:
    """Words that are written with a hyphen within a line: they keep it at the end of one."""
    found: set[str] = set()
    for line in lines:
        if "-" in line.text:
            for part in line.text.split():
                if "-" in part:
                    found.update(word.lower() for word in _HYPHENATED.findall(part))
    return frozenset(found)


def is_contents_line(text: str) -> bool:
    """A line of a table of contents, with leaders to its page number."""
    return "…" in text and _TO_PAGE.search(text) is not None


def group(lines: Sequence[Line]) -> list[Paragraph]:
    """Lines of a document in reading order, as paragraphs."""
    farthest = _farthest(lines)
    paragraphs: list[Paragraph] = []
    last: Paragraph | None = None
    for line in lines:
        if line.block is not None:
            last = Paragraph([line])
            paragraphs.append(last)
            continue
        text = line.text
        label = numbering.parse_label(text)
        bullet = label is None and text[0] in _MAY_BE_BULLET and _BULLET.match(text) is not None
        below = last is not None and _is_next(last.lines[-1], line)
        open_one = last if below and last is not None and last.lines[0].block is None else (
            _unfinished(paragraphs, line, below))
        if open_one is not None and _continues(open_one, line, label is not None or bullet, below, farthest):
            open_one.lines.append(line)
        else:
            last = Paragraph([line], label, bullet)
            paragraphs.append(last)
    return paragraphs


def _unfinished(paragraphs: list[Paragraph], line: Line, below: bool) -> Paragraph | None:
    """The paragraph that may go on in `line`: the last one; at the top of a column also one before footnotes, tables
    and pictures that stand between. `below`: the line stands below the last one, in its column."""
    if not paragraphs:
        return None
    last = paragraphs[-1].lines[0]
    if last.block is None and (below or abs(last.size - line.size) < 0.6):
        return paragraphs[-1]
    if last.block is not None and below:
        return _beside_blocks(paragraphs, line)
    for paragraph in paragraphs[: -_LOOK_BACK - 1 : -1]:
        above = paragraph.lines[-1]
        if above.block is not None or above.size < line.size - 0.6:
            continue
        return None if _is_next(above, line) or abs(above.size - line.size) >= 0.6 else paragraph
    return None


def _beside_blocks(paragraphs: list[Paragraph], line: Line) -> Paragraph | None:
    """The paragraph before pictures and tables that the line stands beside, not below."""
    for paragraph in paragraphs[: -_LOOK_BACK - 1 : -1]:
        above = paragraph.lines[-1]
        if above.block is None:
            return paragraph if _is_next(above, line) else None
        if above.y1 <= line.base or (above.x0 < line.x1 and line.x0 < above.x1):
            return None
    return None


def _farthest(lines: Sequence[Line]) -> dict[float, float]:
    """How far apart base lines of one paragraph may be, by font size: little more than they usually are."""
    steps = Counter([
        (below.size, below.base - above.base) for above, below in pairwise(lines)
        if above.page == below.page and -0.6 < above.size - below.size < 0.6
    ])
    counts: dict[int, dict[float, int]] = {}
    for (size, exact), count in steps.items():
        step = round(exact * 2) / 2
        if 0.8 * size <= step <= _WIDEST_PITCH * size:
            of_size = counts.setdefault(round(size), {})
            of_size[step] = of_size.get(step, 0) + count
    usual = {size: max(of_size, key=lambda step: (of_size[step], -step)) for size, of_size in counts.items()}
    return {size: 1.25 * usual.get(round(size), 1.5 * size) + 0.5 for size in {line.size for line in lines}}


def _continues(
    paragraph: Paragraph, line: Line, starts_with_mark: bool, below: bool, farthest: dict[float, float]
) -> bool:
    """Does `line` go on with the paragraph? `below`: it stands below its last line, in the same column."""
    above = paragraph.lines[-1]
    em, text = line.size, line.text
    if line.gaps or above.gaps or line.bold != above.bold:
        return False
    if ("…" in text and is_contents_line(text)) or ("…" in above.text and is_contents_line(above.text)):
        return False
    if em != above.size and abs(em - above.size) > 0.12 * max(em, above.size):
        return False
    room = above.right - above.x1 - 0.3 * em
    if room > 0:
        room -= _first_word(line)
    if not below:
        # At the top of the next column or page only a sentence in the middle goes on.
        if starts_with_mark or joining.ends_sentence(above.text):
            return False
        goes_on = text[0].islower() or (joining.is_wide(text[0]) and line.x0 - line.left < 1.2 * em)
        return goes_on if room > 1.2 * em else goes_on or line.x0 - line.left < 1.2 * em
    if above is paragraph.first and abs(line.x0 - above.x0) < 0.5 * em and _are_labelled(above.text, text):
        return False
    if line.base - above.base > farthest[em]:
        return False
    # The first word of the line would still have had room above: the break was meant, unless a narrower paragraph
    # shows by its own right edge or by a small letter that it goes on.
    if room > 0 and (room > 1.2 * em or not joining.is_wide(text[0])):
        if starts_with_mark or joining.ends_sentence(above.text):
            return False
        aligned = abs(line.x0 - above.x0) < 0.5 * em
        return (
            text[0].islower()
            or _is_centred(above, line)
            or (aligned and _is_justified(paragraph, above, line))
        )
    # Where lines leave much of the page free, those that end with a sentence are paragraphs of one line.
    if above.margin - above.right > 2 * em and joining.ends_sentence(above.text):
        return False
    # A number at the start of a line in the middle of a sentence is one that the sentence speaks of.
    if starts_with_mark and (
        (above.x0 > paragraph.first.x0 + 0.5 * em and line.x0 < above.x0 - 0.5 * em)  # it hangs
        or joining.ends_sentence(above.text)
        or _BULLET.match(text)
    ):
        return False
    indent = line.x0 - above.x0
    if indent > 1.2 * em:
        # A hanging number stands out to the left of its text; else an indent begins a paragraph.
        return above is paragraph.first and (paragraph.number is not None or paragraph.bullet)
    if indent >= -1.2 * em:
        return True
    # The first line may be indented, but not as one is that is set to the right.
    return above is paragraph.first and not starts_with_mark and 2 * (above.x0 - line.left) < line.right - line.left


def _are_labelled(above: str, text: str) -> bool:
    """Are two lines of a list of names with their values ("编号：A-001")?"""
    return _LABEL.match(above) is not None and _LABEL.match(text) is not None


def _is_next(above: Line, line: Line) -> bool:
    """In the same column, below."""
    return line.page == above.page and line.base > above.base and line.left < above.right and above.left < line.right


def _is_justified(paragraph: Paragraph, above: Line, line: Line) -> bool:
    """Do the lines of a narrower paragraph end at the same place?"""
    near = 0.3 * line.size
    before = paragraph.lines[-2] if len(paragraph.lines) > 1 else line
    long_enough = min(above.x1 - above.x0, before.x1 - before.x0) > 18 * line.size
    return long_enough and abs(above.x1 - before.x1) < near


def _is_centred(above: Line, line: Line) -> bool:
    """Two lines of a centred title."""
    middle = (above.left + above.right) / 2
    return (
        abs((above.x0 + above.x1) / 2 - middle) < 0.5 * above.size
        and abs((line.x0 + line.x1) / 2 - middle) < 0.5 * line.size
        and above.x0 - above.left > 2 * above.size
        and abs(above.x0 - line.x0) > 0.5 * line.size
    )


def _first_word(line: Line) -> float:
    """Width of what could have moved to the line above, in points."""
    text = line.text
    if joining.is_wide(text[0]):
        length = 2 if len(text) > 1 and text[1] in "，。、；：！？）》”" else 1
    else:
        blank = text.find(" ")
        length = blank if blank >= 0 else len(text)
    return length * (line.x1 - line.x0) / len(text)


def content(paragraph: Paragraph, keep_hyphen: frozenset[str]) -> Content:
    """The text of a paragraph with the place of each line. A word cut by a hyphen at the end of a line is mended."""
    pieces: list[str] = []
    places: list[tuple[int, int, int, Box]] = []
    doubts: list[Inlay] = []
    length = 0
    tail, spaced = "", False
    for line in paragraph.lines:
        text = line.text
        if tail and "\u4e00" <= tail[-1] <= "\u9fff":
            # What is said below of all signs, of the most frequent ones.
            if spaced and not joining.is_wide(text[0]):
                pieces.append(" ")
                length += 1
        elif tail:
            if tail[-1] in hyphens.SIGNS and hyphens.is_cut(tail, text, keep_hyphen):
                pieces[-1] = pieces[-1][:-1]
                length -= 1
                start, end, page, box = places[-1]
                places[-1] = (start, end - 1, page, box)
            elif not hyphens.is_open(tail):
                blank = joining.glue(tail, text)
                if spaced and not blank and not (joining.is_wide(tail[-1]) and joining.is_wide(text[0])):
                    blank = " "
                if blank:
                    pieces.append(blank)
                    length += 1
        pieces.append(text)
        end = length + len(text)
        if line.parts:
            places += [(length + first, length + last, line.page, part) for first, last, part in line.parts]
        else:
            places.append((length, end, line.page, line.box))
        if line.doubts:
            doubts += [Inlay("run", length + first, length + last, role="doubtful") for first, last in line.doubts]
        length, tail, spaced = end, text, line.spaced
    return Content("".join(pieces), doubts, places)
