"""Paragraphs of a plain text whose lines were broken for lack of width, as mail programs, terminals and old editors do:
words and sentences would be cut at the ends of lines.

A text is taken for such a one where most of its lines that end within a sentence are as full as they could be: the
first word of the next line would not have had room.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from docprep_gui.parsing import joining
from docprep_gui.text import numbering

_NARROWEST, _WIDEST = 40, 120  # columns that lines are broken at
_LEAST = 3
_SAMPLE = 3000  # lines that tell whether a text is broken, and where
_OUTLIERS = 50  # one line of so many may be wider: what has no place to break
_APART = re.compile(r"\t|\S[ \u3000]{3,}\S|[|│┃┆║]|[-=_*.…]{4}|[─━═]{2}")
_BEGINS = re.compile(r"[-–—*•·●○■□☐☑☒◆◇▪►➢√>#【\[]|(?:甲|乙|丙|买|卖)方[:：（(]")
_CLOSING = "。，、；：！？”’）》〉」』】…"


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    indent: int  # columns
    width: int  # with the indent


def joined(lines: Sequence[str], width: int) -> list[str]:
    """The paragraphs of a text, without blanks at their ends: its lines that are not blank, those put together again
    that were one. `width`: see `width_of`."""
    out: list[list[str]] = []  # the pieces of each
    before: _Line | None = None  # the line above, unless a blank one parts them
    for raw in lines:
        text = raw.strip()
        if not text:
            before = None
            continue
        if width:
            line = _measured(raw, text)
            if before is not None and _is_open(before, line) and _is_full(before, line, width):
                out[-1] += (joining.glue(before.text, text), text)
            else:
                out.append([text])
            before = line
        else:
            out.append([text])
    return ["".join(pieces) for pieces in out]


def _measured(raw: str, text: str) -> _Line:
    indent = joining.columns(raw[: len(raw) - len(raw.lstrip())])
    return _Line(text, indent, indent + joining.columns(text))


def width_of(lines: Sequence[str]) -> int:
    """The columns that the lines were broken at; 0: they were not."""
    sample: list[_Line | None] = [
        _measured(raw, text) if (text := raw.strip()) else None for raw in islice(lines, _SAMPLE)
    ]
    widths = sorted((line.width for line in sample if line is not None), reverse=True)
    width = widths[len(widths) // _OUTLIERS] if widths else 0
    if not _NARROWEST <= width <= _WIDEST:
        return 0
    opened = full = 0
    for line, below in pairwise(sample):
        if line is not None and below is not None and _is_open(line, below):
            opened += 1
            full += _is_full(line, below, width)
    return width if full >= _LEAST and 2 * full > opened else 0


def _is_open(line: _Line, below: _Line) -> bool:
    """Could the paragraph go on in the line below, by what the two say?"""
    if joining.ends_sentence(line.text) or _APART.search(line.text) or _APART.search(below.text):
        return False
    if _BEGINS.match(below.text) or numbering.parse_label(below.text) is not None:
        return False
    # What is indented more begins a paragraph, unless it hangs behind a number.
    return below.indent <= line.indent or numbering.parse_label(line.text) is not None


def _is_full(line: _Line, below: _Line, width: int) -> bool:
    """Would the first word of the line below not have had room?"""
    return line.width + _first_word(line.text[-1], below.text) > width


def _first_word(before: str, text: str) -> int:
    """Columns of what could not have been parted from the end of a line, the blank between counted in."""
    if not joining.is_wide(text[0]):
        word = re.match(r"[^\s\u2e80-\uffee]+", text)
        return joining.columns(word[0] if word else text[0]) + (not joining.is_wide(before))
    end = 1
    while end < len(text) and text[end] in _CLOSING:
        end += 1
    return 2 * end
