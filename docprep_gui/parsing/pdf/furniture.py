"""Running headers, footers and page numbers: what comes again at the same place of many pages."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from operator import attrgetter
from typing import Literal

from docprep_gui.parsing.pdf.pieces import PageText, Piece

_NUMBER = re.compile(r"\d+")
_ROMAN = re.compile(r"^[ivxlc]{1,7}$", re.I)
_PAGE_MARK = re.compile(
    r"[-–—·•\s|]*(?:第\s*#\s*页\s*[,，/]?\s*共\s*#\s*页|第\s*#\s*页|共\s*#\s*页\s*[,，/]?\s*第\s*#\s*页"
    r"|page\s*#(?:\s*(?:of|/)\s*#)?|#\s*/\s*#)[-–—·•\s|]*",
    re.I,
)
_ROWS = 3
_MARGIN = 0.2
_NEAR = 4.0
# Points; watermarks are larger than any text that they stand across.
_LARGE = 24.0

Zone = Literal["page_header", "page_footer"]
_SENTENCE_ENDS = ("。", "；", "！", "？")


@dataclass(frozen=True, slots=True)
class _Found:
    """A piece near the edge of a page. `row`: from 0, counted from the edge."""

    page: int
    row: int
    piece: Piece
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A page with its rows of text, top down; `pitch`: how far their base lines mostly are apart."""

    page: PageText
    rows: list[list[Piece]]
    pitch: float


def find(pages: Sequence[PageText]) -> dict[int, Zone]:
    """id() of the pieces that are furniture, with their side of the page.

    A text must stand at the same height on three pages; in a file of three pages or less on two, and then in the
    outermost row. Digits may differ if they count the pages, in the outermost row only: numbered clauses may do so
    too. A plain page mark ("第 2 页 共 4 页") needs no second one. A Chinese sentence is no furniture. Where most pages
    would be left with nothing (tickets, labels, slips of one line), what repeats is the text. Watermarks across the
    lines count as headers.
    """
    result: dict[int, Zone] = {}
    sheets = [_sheet(page) for page in pages]
    # Once more without what was found: a number above the marks of a printer is then the outermost.
    for _ in range(2):
        result.update(_repeated(sheets, result))
    filled = [page for page in pages if page.pieces]
    bare = sum(all(id(piece) in result for piece in page.pieces) for page in filled)
    if 2 * bare > len(filled):
        return {id(piece): result[id(piece)] for page in filled for piece in page.pieces
                if id(piece) in result and _PAGE_MARK.fullmatch(_NUMBER.sub("#", piece.text))}
    for piece in _lone_counts(pages):
        result.setdefault(id(piece), "page_footer")
    for piece in _watermarks(pages):
        result.setdefault(id(piece), "page_header")
    return result


def _watermarks(pages: Sequence[PageText]) -> list[Piece]:
    """Large texts that stand at one place of several pages, across the lines of most of them."""
    found: dict[tuple[str, int, int], list[tuple[PageText, Piece]]] = {}
    for page in pages:
        for piece in [p for p in page.pieces if p.size >= _LARGE and p.block is None]:
            place = piece.text, round(piece.x0 / _NEAR), round(piece.base / _NEAR)
            found.setdefault(place, []).append((page, piece))
    least = 2 if len(pages) <= 3 else 3
    return [
        piece for group in found.values()
        if len(group) >= least and 2 * sum(_is_across(piece, page) for page, piece in group) > len(group)
        for _, piece in group
    ]


def _is_across(piece: Piece, page: PageText) -> bool:
    return any(
        p.size < piece.size and p.x0 < piece.x1 and piece.x0 < p.x1 and piece.y0 < (p.y0 + p.y1) / 2 < piece.y1
        for p in page.pieces if p.block is None
    )


def _repeated(sheets: Sequence[_Sheet], known: Mapping[int, Zone]) -> dict[int, Zone]:
    """What `find` promises, among the pieces that are not known yet."""
    groups: dict[tuple[Zone, str], list[_Found]] = {}
    result: dict[int, Zone] = {}
    for sheet in sheets:
        for zone, row, piece in _outermost(sheet, known):
            if piece.text.endswith(_SENTENCE_ENDS):
                continue
            key = _NUMBER.sub("#", piece.text)
            if _ROMAN.match(key):
                key = "~"
            if _PAGE_MARK.fullmatch(key):
                result[id(piece)] = zone
                continue
            numbers = tuple(int(n[-9:]) for n in _NUMBER.findall(piece.text))
            groups.setdefault((zone, "".join(key.split())), []).append(_Found(sheet.page.number, row, piece, numbers))
    few = len(sheets) <= 3
    for (zone, _), found in groups.items():
        for cluster in _clusters(found):
            outermost = sum(entry.row == 0 for entry in cluster) >= 0.8 * len(cluster)
            varies = any(entry.numbers != cluster[0].numbers for entry in cluster)
            if (few or varies) and not outermost:
                continue
            if len({entry.page for entry in cluster}) >= (2 if few else 3) and _counts_pages(cluster):
                result.update((id(entry.piece), zone) for entry in cluster)
    return result


def _lone_counts(pages: Sequence[PageText]) -> list[Piece]:
    """Lone centred numbers that count on through the file: page numbers of a paper whose pages were cut anew."""
    lone: list[tuple[int, Piece]] = []
    for page in pages:
        middle, near = page.width / 2, 0.05 * page.width
        numbers = [
            p for p in page.pieces
            if p.text.isdecimal() and len(p.text) <= 4 and abs((p.x0 + p.x1) / 2 - middle) < near
        ]
        if numbers:
            pieces = [p for p in page.pieces if p.block is None]
            tops, bottoms = sorted(p.y0 for p in pieces), sorted(p.y1 for p in pieces)
        for piece in numbers:
            # How many pieces a line through its base would meet.
            met = bisect_left(tops, piece.base) - bisect_right(bottoms, piece.base)
            if met <= int(piece.y0 < piece.base < piece.y1):
                lone.append((int(piece.text), piece))
    chain: list[tuple[int, Piece]] = []
    for value, piece in lone:
        if not chain or value == chain[-1][0] + 1:
            chain.append((value, piece))
    return [piece for _, piece in chain] if len(chain) >= 3 and len(chain) >= 0.6 * len(lone) else []


def _sheet(page: PageText) -> _Sheet:
    rows: list[list[Piece]] = []
    gaps: list[float] = []
    base = -1e9
    for piece in sorted([p for p in page.pieces if p.block is None], key=attrgetter("base")):
        gap = piece.base - base
        if gap <= 0.35 * piece.size:
            rows[-1].append(piece)
        else:
            rows.append([piece])
            gaps.append(gap)
            base = piece.base
    gaps = sorted(gaps[1:])
    return _Sheet(page, rows, gaps[len(gaps) // 2] if gaps else 0.0)


def _outermost(sheet: _Sheet, known: Mapping[int, Zone]) -> list[tuple[Zone, int, Piece]]:
    """Pieces of the first and last rows, if they stand near the edge, with the number of their row."""
    top, bottom = _MARGIN * sheet.page.height, (1 - _MARGIN) * sheet.page.height
    heads = _edge_rows(sheet.rows, known, sheet.pitch)
    feet = _edge_rows(reversed(sheet.rows), known, sheet.pitch)
    found: list[tuple[Zone, int, Piece]] = [("page_header", n, p) for n, row in heads for p in row if p.y1 < top]
    found += [("page_footer", n, p) for n, row in feet for p in row if p.y0 > bottom]
    return found


def _edge_rows(
    inwards: Iterable[list[Piece]], known: Mapping[int, Zone], pitch: float
) -> list[tuple[int, list[Piece]]]:
    """The outermost rows. One whose texts stand over those of the next row, as near as rows of the page usually do, is
    the first or last of a table, also if it comes again on the next page."""
    left = ([piece for piece in row if id(piece) not in known] for row in inwards)
    rows = list(islice(filter(None, left), _ROWS + 2))
    found: list[tuple[int, list[Piece]]] = []
    for place, row in enumerate(rows[:_ROWS]):
        inner = [
            abs(b[0].base - a[0].base) <= 1.3 * pitch and len(a) > 1 and len(b) > 1 for a, b in pairwise(rows[place:])
        ]
        if not (inner and all(inner) and len(inner) > _ROWS - place):
            found.append((place, row))
    return found


def _clusters(found: list[_Found]) -> list[list[_Found]]:
    """The same text at the same height (facing pages may have it at different sides)."""
    clusters: list[list[_Found]] = []
    for entry in sorted(found, key=lambda entry: entry.piece.base):
        if clusters and entry.piece.base - clusters[-1][-1].piece.base <= _NEAR:
            clusters[-1].append(entry)
        else:
            clusters.append([entry])
    return clusters


def _counts_pages(cluster: list[_Found]) -> bool:
    """Each number in the text is the same on nearly all pages, or keeps step with them."""
    for values in zip(*(entry.numbers for entry in cluster), strict=True):
        steady: dict[int, int] = {}
        in_step: dict[int, int] = {}
        for value, entry in zip(values, cluster, strict=True):
            steady[value] = steady.get(value, 0) + 1
            in_step[value - entry.page] = in_step.get(value - entry.page, 0) + 1
        if max(*steady.values(), *in_step.values()) < 0.6 * len(cluster):
            return False
    return True
