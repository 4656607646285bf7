"""The order in which a page is read: columns one after the other, rows of tables across."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import accumulate, islice, pairwise
from math import ceil
from operator import attrgetter

from docprep_gui.parsing.captions import is_caption
from docprep_gui.parsing.joining import columns as text_columns
from docprep_gui.parsing.pdf.pieces import Piece, around
from docprep_gui.text import numbering

_DIGIT = re.compile("[0-9]")
# So many full lines on end are no cell.
_PARAGRAPH = 3
_ENOUGH_ROWS = 20
_STRIP = re.compile(b"\\x01{5,}")
_EDGE_PIECES = 8
_CAPTION_LINES = 4
# Pieces on a page that columns of text end on, and how much of a column its longest line fills.
_FEW = 12
_FULL = 0.75
_BY_BASE = attrgetter("base", "x0")
_BY_X = attrgetter("x0")
_BY_TOP, _BY_BOTTOM = attrgetter("y0"), attrgetter("y1")
_DEPTH = 4


Line = Piece
"""A piece that all that stands on its base line was put together in, and that knows its column."""


def line_of(row: list[Piece]) -> Line:
    """Pieces on one base line, from left to right, as one."""
    main = first = row[0]
    if len(row) == 1:
        return first
    text, y0, x1, y1, bold, gaps = first.text, first.y0, first.x1, first.y1, first.bold, 0
    doubts, parts = list(first.doubts), list(first.parts)
    for left, piece in pairwise(row):
        gap = (piece.x0 - left.x1) / max(left.size, 1.0)
        text += piece.text if gap < 0.15 else " " + piece.text
        if piece.doubts or piece.parts:
            shift = len(text) - len(piece.text)
            doubts += [(start + shift, end + shift) for start, end in piece.doubts]
            parts += [(start + shift, end + shift, box) for start, end, box in piece.parts]
        # The blank behind a number of a clause is no column.
        if gap > 2.0 and not (left is first and (len(left.text) <= 6 or _is_number(left.text))):
            gaps += 1
        y0, y1, x1 = min(y0, piece.y0), max(y1, piece.y1), max(x1, piece.x1)
        bold = bold and piece.bold
        if len(piece.text) > len(main.text):
            main = piece
    return Line(
        text, first.x0, y0, x1, y1, main.base, main.size, bold, around([piece.box for piece in row]), first.block,
        row[-1].spaced, False, doubts, parts, gaps,
    )


def _is_number(text: str) -> bool:
    label = numbering.parse_label(text)
    return label is not None and label.end >= len(text)


Finder = Callable[[list[Piece], bool], list[Piece]]


def lines_of(
    pieces: list[Piece], page: int, width: float, with_tables: Finder, before: float | None = None
) -> tuple[list[Line], float | None]:
    """All lines of a page in reading order; what has no text is a line of its own. And the x between its two columns,
    None where it has one.

    `with_tables` puts tables without lines between their columns in the place of their pieces: within a column of the
    page, or (True) those that stand over several. `before`: the x between the columns of the page before, which may
    end in a few lines."""
    head, body, foot = _trimmed(pieces)
    gutter = _gutter(body)
    if gutter is None and before is not None and _ends_in_columns(body, before):
        gutter = before
    if gutter is not None and len(over := with_tables(pieces, True)) < len(pieces):
        pieces = over
        head, body, foot = _trimmed(pieces)
        gutter = _gutter(body)
    if gutter is None and len(found := with_tables(pieces, False)) < len(pieces):
        head, body, foot = _trimmed(found)
        # Cells of wide tables hide the columns of the text between them.
        gutter = _gutter(body)
    regions = _columns(body, gutter, _DEPTH) if gutter is not None else [body] if body else []
    lines: list[Line] = []
    for region in [*head, *regions, *foot]:
        in_rows = rows_of(region)
        if gutter is not None and not _is_plain(in_rows):
            in_rows = rows_of(with_tables(region, False))
        rows = [row[0] if len(row) == 1 else line_of(row) for row in in_rows]
        # Up to an eighth of the lines may run out of the column (an address, a line of a picture).
        left = min([row.x0 for row in rows])
        right = sorted([row.x1 for row in rows], reverse=True)[len(rows) // 8]
        margin = right if len(regions) > 1 else max(right, width - left)
        for row in rows:
            row.page, row.left, row.right, row.margin = page, left, right, margin
        lines += rows
    return lines, gutter


def _ends_in_columns(pieces: list[Piece], gutter: float) -> bool:
    """Do the pieces of a page stand at both sides of the gap that the columns of the page before leave? Of few, the
    left ones fill their column; else one side is prose, the other may be a table."""
    left = [p for p in pieces if p.x1 <= gutter + 1]
    right = [p for p in pieces if p.x0 >= gutter - 1]
    if not left or not right or len(left) + len(right) < len(pieces):
        return False
    start, end = min(p.x0 for p in left), max(p.x1 for p in right)
    if len(pieces) > _FEW:
        return _is_prose(left, end - start) or _is_prose(right, end - start)
    return max(p.x1 for p in left) - start > _FULL * (gutter - start)


def _is_plain(rows: list[list[Piece]]) -> bool:
    """Nothing but lines of text in one piece: there is no table among them."""
    for row in rows:
        piece = row[0]
        if len(row) > 1 or piece.loose or piece.block is not None:
            return False
    return True


def rows_of(pieces: list[Piece]) -> list[list[Piece]]:
    """Pieces that share a base line, top down, each row from left to right."""
    rows: list[list[Piece]] = []
    end, base, shared = -1e9, 0.0, False
    for piece in sorted(pieces, key=_BY_BASE):
        if piece.base <= end and piece.base - base <= 0.35 * piece.size and piece.block is None:
            rows[-1].append(piece)
            shared = True
        else:
            rows.append([piece])
            base = piece.base
            end = -1e9 if piece.block else base + 0.35 * piece.size
    if shared:
        for row in rows:
            row.sort(key=_BY_X)
    return rows


def _trimmed(pieces: list[Piece]) -> tuple[list[list[Piece]], list[Piece], list[list[Piece]]]:
    """The first and last rows of a page, where a wide blank parts them from the rest, stand over and under all its
    columns."""
    ordered = sorted(pieces, key=_BY_TOP)
    head = _edge([(p.y0, p.y1, p) for p in ordered[: _EDGE_PIECES + 1]])
    rest = sorted(ordered[len(head) :], key=_BY_BOTTOM, reverse=True)
    foot = _edge([(-p.y1, -p.y0, p) for p in rest[: _EDGE_PIECES + 1]])
    body = rest[len(foot) :]
    return ([head] if head else []), body, ([foot] if foot else [])


def _edge(ordered: list[tuple[float, float, Piece]]) -> list[Piece]:
    """Pieces before the first wide blank; `ordered`: the outermost, (near edge, far edge, piece), by near edge."""
    end = -1e9
    for place, (near, far, piece) in enumerate(ordered):
        if piece.block is not None:
            return []
        if place and near - end > 1.5 * piece.size:
            return [p for _, _, p in ordered[:place]]
        end = max(end, far)
    return []


def _regions(pieces: list[Piece], depth: int) -> list[list[Piece]]:
    """Pieces grouped by column, in reading order."""
    gutter = _gutter(pieces, depth) if depth and pieces else None
    if gutter is None:
        return [pieces] if pieces else []
    return _columns(pieces, gutter, depth)


def _columns(pieces: list[Piece], gutter: float, depth: int) -> list[list[Piece]]:
    """Pieces grouped by column. What crosses the gap between two columns (a title, a picture's caption) parts the
    columns above it from those below."""
    ordered = sorted(pieces, key=attrgetter("base"))
    crossing = [p for p in ordered if p.x1 > gutter + 1 and p.x0 < gutter - 1]
    across_it = set(map(id, crossing))
    rest = [p for p in ordered if id(p) not in across_it] if crossing else ordered
    regions: list[list[Piece]] = []
    band: list[Piece] = []
    across: list[Piece] = []
    place = 0

    def end_band() -> None:
        left = [p for p in band if p.x1 <= gutter + 1]
        right = [p for p in band if p.x1 > gutter + 1]
        regions.extend(_regions(left, depth - 1))
        regions.extend(_regions(right, depth - 1))
        band.clear()

    for wide in [*crossing, None]:
        start = place
        if wide is None:
            place = len(rest)
        else:
            top = wide.base - 0.35 * wide.size
            while place < len(rest) and rest[place].base < top:
                place += 1
        if place > start and across:
            regions.append(list(across))
            across.clear()
        band += rest[start:place]
        caption = _caption_over(band, wide, gutter)
        if caption:
            band[:] = [piece for piece in band if piece not in caption]
        if band:
            end_band()
        across += caption
        if wide is not None:
            across.append(wide)
            while place < len(rest) and rest[place].base <= wide.base + 0.35 * wide.size:
                across.append(rest[place])
                place += 1
    if across:
        regions.append(list(across))
    return regions


def _caption_over(band: list[Piece], wide: Piece | None, gutter: float) -> list[Piece]:
    """Lines over a table that crosses the gap between two columns, where they begin with its caption and stand below
    all that is in the right column."""
    if wide is None or wide.block is None or not band:
        return []
    end = max((p.base + 0.35 * p.size for p in band if p.x1 > gutter + 1), default=float("-inf"))
    below = [p for p in band if p.base > end]
    first = next((place for place, p in enumerate(below) if is_caption(p.text)), len(below))
    return below[first:] if len(below) - first <= _CAPTION_LINES else []


def _gutter(pieces: list[Piece], depth: int = _DEPTH) -> float | None:
    """The x of the widest blank strip between two columns of prose, or None. Few pieces may lie across it."""
    if len(pieces) < 6:
        return None
    left, right = min([p.x0 for p in pieces]), max([p.x1 for p in pieces])
    width = right - left
    if width < 120:
        return None
    widest = 0.62 * width
    narrow = [p for p in pieces if p.x1 - p.x0 < widest and p.text]
    if len(narrow) < 6 or len(narrow) < 0.6 * len(pieces):
        return None
    # Columns of prose have lines of some length; what has cells only need not be looked at closely.
    long = (p for p in narrow if len(p.text) > 6 and not p.text[0].isdigit())
    enough = ceil(0.15 * len(narrow))
    if sum(1 for _ in islice(long, enough)) < enough:
        return None
    changes = [0] * (int(width) + 2)
    for p in narrow:
        changes[int(p.x0 - left)] += 1
        changes[int(p.x1 - left) + 1] -= 1
    limit = len(narrow) // 20
    first, last = int(0.15 * width), int(0.85 * width)
    blank = bytes([count <= limit for count in islice(accumulate(changes), first, last + 1)])
    strips = [(first + found.start(), first + found.end()) for found in _STRIP.finditer(blank)]
    strips.sort(key=lambda strip: strip[0] - strip[1])
    for begin, end in strips[:4]:
        gutter = left + (begin + end) / 2
        sides = ([p for p in narrow if p.x1 <= gutter + 1], [p for p in narrow if p.x0 >= gutter - 1])
        if all(_is_prose(side, width) or (depth > 1 and _gutter(side, depth - 1) is not None) for side in sides):
            return gutter
    return None


def _is_prose(pieces: list[Piece], width: float) -> bool:
    """Do these pieces look like lines of a column of text, not like cells of a table?"""
    if len(pieces) < 3:
        return False
    # A mark in the margin makes no column wider.
    tenth = len(pieces) // 10
    own = sorted([p.x1 for p in pieces])[-1 - tenth] - sorted([p.x0 for p in pieces])[tenth]
    if own < 0.15 * width:
        return False
    rows = rows_of(pieces)
    n = len(rows)
    # Of a long column every second row, or third, says as much as all of them.
    step = max(1, n // _ENOUGH_ROWS)
    full = wordy = gappy = lines = run = 0
    for row in rows[::step]:
        gap = False
        if len(row) == 1:
            piece = row[0]
            covered, text = piece.x1 - piece.x0, piece.text
        else:
            covered = sum([p.x1 - p.x0 for p in row])
            text = "".join([p.text for p in row])
            gap = any(b.x0 - a.x1 > 2 * a.size for a, b in pairwise(row))
        is_full = covered >= 0.6 * own
        is_wordy = (len(text) >= 14 or text_columns(text) >= 14) and 3 * len(_DIGIT.findall(text)) < len(text)
        full, wordy, gappy = full + is_full, wordy + is_wordy, gappy + gap
        run = run + 1 if is_full and is_wordy and not gap else 0
        lines += (run == _PARAGRAPH) * _PARAGRAPH + (run > _PARAGRAPH)
    seen = len(range(0, n, step))
    if n >= 3 and full >= 0.5 * seen and wordy >= 0.6 * seen and gappy <= 0.3 * seen:
        return True
    # Tables may fill most of a column; its paragraphs tell.
    return lines >= 0.2 * seen
