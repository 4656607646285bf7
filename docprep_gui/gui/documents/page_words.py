"""Words, rows and search terms in the text of a page: what a double click takes, what is copied, what is found."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import pairwise

from docprep_gui.domain.document import Document, Span, unescape_cell
from docprep_gui.gui.documents.grids import Grid
from docprep_gui.gui.documents.page_blocks import Block
from docprep_gui.gui.documents.page_content import PageContent
from docprep_gui.text import folding

MOST_FOUND = 5000
_HAN = re.compile("[\u3005\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
# Signs that stand between Chinese words rather than in them.
_BETWEEN = frozenset("的了和与及或在为是由向对将被把等并且而但以其该本此各之于从自至到")
_PART = re.compile(r"[\w]")
_INNER = frozenset(".,，:/-'’@&")
_FAR = 60
_HAN_FAR = 10
_STRETCH = 60_000


def word(text: str, offset: int) -> Span:
    """What a double click takes: a figure or a word of letters as a whole; of Han characters those up to the next
    sign or particle."""
    offset = min(offset, max(0, len(text) - 1))
    if not text:
        return 0, 0
    sign = text[offset]
    if _HAN.match(sign):
        if sign in _BETWEEN:
            return offset, offset + 1
        start = end = offset
        while start > 0 and offset - start < _HAN_FAR and _in_word(text[start - 1]):
            start -= 1
        while end < len(text) and end - offset < _HAN_FAR and _in_word(text[end]):
            end += 1
        return start, end
    if not _part(text, offset):
        return offset, offset + 1
    start, end = offset, offset + 1
    while start > 0 and offset - start < _FAR and _part(text, start - 1):
        start -= 1
    while end < len(text) and end - offset < _FAR and _part(text, end):
        end += 1
    return start, end


def _in_word(sign: str) -> bool:
    return _HAN.match(sign) is not None and sign not in _BETWEEN


def _part(text: str, at: int) -> bool:
    """Does the character belong to a word of letters or figures?"""
    if _HAN.match(text[at]):
        return False
    if _PART.match(text[at]):
        return True
    inside = 0 < at < len(text) - 1
    return inside and text[at] in _INNER and bool(
        _PART.match(text[at - 1]) and _PART.match(text[at + 1])
        and not _HAN.match(text[at - 1]) and not _HAN.match(text[at + 1]))


def found(document: Document, term: str) -> list[Span]:
    """Places of a term as a person means it: letters of either case, full-width signs as their usual ones, blanks of
    any kind and number, also between Han characters at the end of a line; at most MOST_FOUND."""
    folded = folding.fold(term).text.split()
    if not folded:
        return []
    pattern = re.compile(_pattern(folded))
    spans: list[Span] = []
    text, at = document.text, 0
    reach = 4 * len(term) + 64
    while at < len(text) and len(spans) < MOST_FOUND:
        # In stretches, so that a search in a large workbook leaves the interpreter to the window now and then.
        until = at + _STRETCH
        view = folding.fold(text[at : until + reach])
        last = at
        for match in pattern.finditer(view.text):
            start, end = view.span(*match.span())
            if at + start >= until:
                break
            spans.append((at + start, at + end))
            last = at + end
        at = max(until, last)
    return spans[:MOST_FOUND]


def _pattern(parts: list[str]) -> str:
    made = _lax(parts[0])
    for before, part in pairwise(parts):
        wide = _HAN.match(before[-1]) and _HAN.match(part[0])
        made += (r"\s*" if wide else r"\s+") + _lax(part)
    return made


def _lax(part: str) -> str:
    made = re.escape(part[0])
    for before, sign in pairwise(part):
        made += (r"[ \n]?" if _HAN.match(before) and _HAN.match(sign) else "") + re.escape(sign)
    return made


def copied(content: PageContent, span: Span) -> str:
    """Text as it is copied: as it is read, rows of tables by tabs and line feeds, as workbooks and Word take them."""
    document = content.document
    touched = [grid for grid in _grids(content.blocks) if grid.starts[0] < span[1] and grid.starts[-1] > span[0]]
    if not touched:
        return document.text[span[0] : span[1]]
    if not _many_cells(document, span):
        return unescape_cell(document.text[span[0] : span[1]])
    pieces: list[str] = []
    at = span[0]
    for grid in touched:
        begin, end = max(span[0], grid.starts[0]), min(span[1], grid.starts[-1])
        before = document.text[at:begin].strip("\n")
        if before:
            pieces.append(before)
        rows = [grid.fields(document.text, row, (begin, end))
                for row in range(grid.row_at(begin), grid.row_at(max(begin, end - 1)) + 1)]
        first = min((min(fields) for fields in rows if fields), default=0)
        for fields in rows:
            last = max(fields, default=first - 1)
            pieces.append("\t".join(fields.get(col, "") for col in range(first, last + 1) if col not in grid.left))
        at = end
    rest = document.text[at : span[1]].strip("\n")
    if rest:
        pieces.append(rest)
    return "\n".join(pieces)


def _grids(blocks: Iterable[Block]) -> Iterator[Grid]:
    """Of the tables, in order."""
    for block in blocks:
        if block.grid is not None and block.first:
            yield block.grid
        if block.parts:
            yield from _grids(block.parts)


def _many_cells(document: Document, span: Span) -> bool:
    """Does the span reach over a border of cells?"""
    said = document.text[span[0] : span[1]]
    return "|" in said or "\n" in said


def nearest(spans: list[Span], offset: int) -> int:
    """The first place at or after an offset; the first of all where none is."""
    at = bisect_left(spans, (offset, 0))
    return at if at < len(spans) else 0
