"""Tables in plain text: framed by signs (+---+, │), parted by bars or tabs, or set in columns by blanks.

Bars are believed where lines agree on how many there are. Tabs and blanks part signatures and entries as well, so what
they part must be short, be no entry, and have names or figures above each other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from docprep_gui.parsing import joining
from docprep_gui.parsing.content import Content
from docprep_gui.parsing.tables import Grid, GridCell, named_rows
from docprep_gui.text import numbering

_BARS, _DASHES = "|│┃║", "-=─━═"
_CORNERS = "+┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋╒╕╘╛╞╡╪╤╧╓╖╙╜╟╢╫╥╨"
# There is one way at most to read a line as a rule, or long ones that are none would take for ever.
_STROKE = f":?+[{_DASHES}]++:?+"
_RULE = re.compile(
    rf"[{_BARS}{_CORNERS}]? ?{_STROKE}(?:(?: ?[{_BARS}{_CORNERS}] ?| {{0,2}}){_STROKE})*+ ?[{_BARS}{_CORNERS}]?"
)
_LEAST_DASHES = 2
_BAR = re.compile(f"[{_BARS}]")
_ANY = re.compile(rf"[{_BARS}{_CORNERS}\t\u3000]|  ")
_UNDERLINE = re.compile(rf"(?=[ ]*+(?:[{_DASHES}_]{{1,2}}+[ ]++)*+[{_DASHES}_]{{3}})[{_DASHES}_ ]++")
_CROSSING, _FRAME_SIGN = re.compile(f"[{_BARS}{_CORNERS}]"), re.compile("[\u2500-\u257f]")
_INK = re.compile("[^ ]+")
_GAP = re.compile(r"(?<=\S)(?! \S)[ \u3000]++(?=\S)")
_ENTRY = re.compile(r"[:：]$|_{3}|[。；;]|[a-z][.,]$")
_FIGURE = re.compile(r"[-+(（¥$€]?\s?\d[\d,.]*\s?[%％)）]?\D{0,4}")
_WIDEST = 40  # columns of what tabs or blanks part
_MOST_COLUMNS = 60
_LONGEST = _MOST_COLUMNS * _WIDEST  # a line of them
_LEAST_SPACED = 3  # lines
_MOST_LINES = 20_000  # what has more is no table to read but data, and stays as it is
_MOST_NAMES = 2  # rows over a line that is drawn below the names of columns; below more rows stands their sum


@dataclass(frozen=True, slots=True)
class Found:
    """A table in the lines [first, end)."""

    first: int
    end: int
    grid: Grid


def find(lines: Sequence[str]) -> list[Found]:
    """The tables in the lines of a text, in order."""
    found: list[Found] = []
    at = 0
    while at < len(lines):
        kind = _kind(lines[at])
        if kind is None:
            at += 1
            continue
        belongs, made = kind
        end = at + 1
        while end < len(lines) and belongs(lines[end]):
            end += 1
        grid = made([line.rstrip() for line in lines[at:end]]) if 1 < end - at <= _MOST_LINES else None
        if grid is not None:
            found.append(Found(at, end, grid))
        at = end
    return found


def framed(lines: Sequence[str]) -> Grid | None:
    """The table that all of these lines are, the first being the top of its frame."""
    return _barred(lines) if _is_frame(lines[0]) and all(map(_is_barred, lines)) else None


_Lines = Sequence[str]


def _kind(line: str) -> tuple[Callable[[str], bool], Callable[[_Lines], Grid | None]] | None:
    """What a line may begin: which lines go on with it, and what makes a table of them."""
    if _ANY.search(line) is None:
        return None
    if _has_bars(line) or _is_frame(line):
        return _is_barred, _barred
    if "\t" in line.strip():
        return _has_tab, _tabbed
    return (_is_spaced, _spaced) if _has_gap(line) else None


# --- bars -----------------------------------------------------------------------------------------------
def _has_bars(line: str) -> bool:
    return _BAR.search(line) is not None


def _is_frame(line: str) -> bool:
    text = line.strip()
    return (
        text[:1] in _DASHES + _CORNERS and sum(map(text.count, _DASHES)) >= _LEAST_DASHES
        and any(sign in text for sign in _CORNERS) and _RULE.fullmatch(text) is not None
    ) if text else False


def _is_rule(line: str) -> bool:
    text = line.strip()
    return _RULE.fullmatch(text) is not None and sum(map(text.count, _DASHES)) >= _LEAST_DASHES


def _is_barred(line: str) -> bool:
    return _has_bars(line) or (bool(line.strip()) and _is_rule(line))


def _barred(lines: _Lines) -> Grid | None:
    for wide in (False, True):  # signs of frames are as wide as Chinese ones in some fonts
        grid = _framed(lines, wide)
        if grid is not None:
            return grid
    return _parted([_between_bars(line) for line in lines if not _is_rule(line)], _rule_under_first(lines))


def _between_bars(line: str) -> list[str]:
    text = line.strip()
    pieces = _BAR.split(text)
    first, last = int(not pieces[0].strip()), len(pieces) - int(not pieces[-1].strip())
    return [piece.strip() for piece in pieces[first:last]]


def _rule_under_first(lines: _Lines) -> int:
    """How many rows stand over the first rule that has rows over and under it; 0: there is none."""
    above = 0
    for line, below in pairwise((*lines, "")):
        if not _is_rule(line):
            above += 1
        elif above and below and not _is_rule(below):
            return above
    return 0


def _parted(rows: Sequence[Sequence[str]], header: int) -> Grid | None:
    """Rows whose cells are told by their order."""
    if not rows:
        return None
    cols, alike = Counter(map(len, rows)).most_common(1)[0]
    most = max(map(len, rows))
    if len(rows) < 2 or alike < 2 or cols < 2 or most > min(cols, _MOST_COLUMNS) or 3 * alike < 2 * len(rows):
        return None
    if not header and (cols - 1) * len(rows) < 3:
        return None  # a bar or two are found in any text
    cells = [GridCell.of(y, x, text) for y, row in enumerate(rows) for x, text in enumerate(row)]
    return _grid(len(rows), cols, header, cells)


def _grid(rows: int, cols: int, header: int, cells: list[GridCell]) -> Grid:
    return Grid(rows, cols, header if 0 < header < rows else named_rows(cells, rows, cols), cells)


# --- frames ---------------------------------------------------------------------------------------------
class _Frame:
    """Rows and columns by the places of their lines. `edges`: columns of the bars, from left to right."""

    def __init__(self, edges: Sequence[int]) -> None:
        self.edges = edges
        self.cells: list[GridCell] = []
        self.rows = 0
        self._texts: dict[int, list[str]] = {}
        self._open: list[GridCell | None] = [None] * (len(edges) - 1)
        self._last = list(self._open)
        self._begun = False

    def rule(self, pieces: Sequence[str]) -> None:
        """A line that ends the cells in which it is drawn."""
        for col, piece in enumerate(pieces):
            self._open[col] = None if _is_line(piece) else self._last[col]
        self._begun = False

    def line(self, line: str, bars: set[int]) -> None:
        """A line of text, spread, and the columns of its bars."""
        if not self._begun:
            self._begun = True
            self.rows += 1
            for going_on in {id(cell): cell for cell in self._open if cell is not None}.values():
                going_on.row_span += 1
        col = 0
        while col < len(self._open):
            end = col + 1
            while end < len(self._open) and self.edges[end] not in bars:
                end += 1
            cell = self._open[col]
            if cell is None:
                cell = GridCell(self.rows - 1, col, 1, end - col)
                self.cells.append(cell)
                for place in range(col, end):
                    self._open[place] = self._last[place] = cell
            text = _between(line, self.edges[col], self.edges[end]).strip()
            if text:
                self._texts.setdefault(id(cell), []).append(text)
            col = end

    def end_row(self) -> None:
        self._open = [None] * len(self._open)
        self._begun = False

    def grid(self, header: int) -> Grid:
        for cell in self.cells:
            texts = self._texts.get(id(cell))
            if texts:
                cell.parts = (Content(_put_together(texts)),)
        return _grid(self.rows, len(self.edges) - 1, header, self.cells)


def _framed(lines: _Lines, wide: bool) -> Grid | None:
    """None where the bars do not stand below each other."""
    placed = [_placed(line, wide) for line in lines]
    edges = sorted({found.start() for line, own in zip(lines, placed, strict=True) if _is_rule(line)
                    for found in _CROSSING.finditer(own)})
    if not 3 <= len(edges) <= _MOST_COLUMNS:
        return None
    known = set(edges)
    bars = [{at for found in _CROSSING.finditer(own) if (at := found.start()) in known or found[0] in _BARS}
            for own in placed]
    texts = [at for at, line in enumerate(lines) if not _is_rule(line)]
    if not texts or any(not bars[at] <= known or not {edges[0], edges[-1]} <= bars[at] for at in texts):
        return None
    pieces = {at: _pieces(placed[at], edges) for at in range(len(lines))}
    groups = _groups(lines, pieces)
    # A line is a row, unless all that stand together leave cells empty, as lines that go on do.
    going_on = len(groups) > 1 and all(
        any(not piece.strip() for piece in pieces[at]) for group in groups for at in group[1:]
    )
    frame = _Frame(edges)
    for at in range(len(lines)):
        if any(map(_is_line, pieces[at])):
            frame.rule(pieces[at])
        else:
            frame.line(placed[at], bars[at])
            if not going_on:
                frame.end_row()
    first = len(groups[0]) if not going_on else 1
    named = len(groups) == 2 or (len(groups) > 2 and not going_on and len(groups[0]) == 1)
    return frame.grid(first if named and frame.rows > first else 0)


def _groups(lines: _Lines, pieces: dict[int, list[str]]) -> list[list[int]]:
    """The lines of text between one rule and the next."""
    groups: list[list[int]] = [[]]
    for at in range(len(lines)):
        if any(map(_is_line, pieces[at])):
            groups.append([])
        else:
            groups[-1].append(at)
    return [group for group in groups if group]


def _placed(line: str, wide: bool) -> str:
    """As `joining.spread`, of signs of frames as well where these are `wide`."""
    line = joining.spread(line)
    return _FRAME_SIGN.sub("\\g<0>\0", line) if wide else line


def _pieces(placed: str, edges: Sequence[int]) -> list[str]:
    return [_between(placed, left, right) for left, right in pairwise(edges)]


def _between(placed: str, left: int, right: int) -> str:
    """What begins between two columns."""
    text = placed[left + 1 : right + (placed[right : right + 1] == "\0")]
    return text.replace("\0", "")


def _is_line(piece: str) -> bool:
    return len(piece) > 1 and all(sign in _DASHES or sign in _CORNERS or sign == ":" for sign in piece)


def _put_together(texts: Sequence[str]) -> str:
    text = texts[0]
    for more in texts[1:]:
        text += joining.glue(text, more) + more
    return text


# --- tabs and blanks ------------------------------------------------------------------------------------
def _has_tab(line: str) -> bool:
    return "\t" in line.strip()


def _tabbed(lines: _Lines) -> Grid | None:
    rows = [[cell.strip() for cell in line.split("\t")] for line in lines]
    indent = min(next(at for at, cell in enumerate(row) if cell) for row in rows)
    cols = max(map(len, rows))
    if cols - indent > _MOST_COLUMNS:
        return None
    return _columns([row[indent:] + [""] * (cols - len(row)) for row in rows], 0)


def _has_gap(line: str) -> bool:
    return ("  " in line or "\u3000" in line) and _GAP.search(line) is not None


def _is_spaced(line: str) -> bool:
    return _has_gap(line) or _UNDERLINE.fullmatch(line.strip()) is not None


def _spaced(lines: _Lines) -> Grid | None:
    """The columns are parted by stripes of blanks, two wide at least, that go through all lines."""
    header = 0
    placed: list[str] = []
    for raw in lines:
        if _UNDERLINE.fullmatch(raw.strip()) is None:
            if len(raw) > _LONGEST or any(joining.columns(piece) > _WIDEST for piece in _GAP.split(raw)):
                return None
            placed.append(joining.spread(raw.expandtabs().replace("\u3000", "  ")))
        elif not header and len(placed) <= _MOST_NAMES:
            header = len(placed)
    if len(placed) < _LEAST_SPACED:
        return None
    taken = 0  # a bit for each column in which anything stands
    for line in placed:
        for ink in _INK.finditer(line):
            taken |= (1 << ink.end()) - (1 << ink.start())
    begun = taken & ~(taken << 1) & ~(taken << 2)
    edges = [at - 1 for at in range(begun.bit_length()) if begun >> at & 1] + [taken.bit_length()]
    return _columns([[" ".join(piece.split()) for piece in _pieces(line, edges)] for line in placed], header)


def _columns(rows: list[list[str]], header: int) -> Grid | None:
    """A table where the columns have names, or figures below each other; None for what is rather set apart. `header`:
    rows over the first line that is drawn."""
    cols = len(rows[0])
    if not 2 <= cols <= _MOST_COLUMNS or len(rows) * (cols - 1) < 3 or not all(rows[0][1:]):
        return None
    for row in rows:
        filled = [cell for cell in row if cell]
        if len(filled) < 2 or any(joining.columns(cell) > _WIDEST or _ENTRY.search(cell) for cell in filled):
            return None
        if cols == 2 and numbering.parse_label(row[0]) is not None:
            return None  # a numbered line, or one of a table of contents
    cells = [GridCell.of(y, x, text) for y, row in enumerate(rows) for x, text in enumerate(row)]
    made = _grid(len(rows), cols, header, cells)
    header, body = made.header_rows, rows[made.header_rows :]
    figures = any(
        2 * sum(_FIGURE.fullmatch(row[col]) is not None for row in body) > len(body) for col in range(1, cols)
    )
    if cols == 2 and not header:
        pages = [int(row[1]) for row in body if row[1].isdecimal()]
        if len(pages) == len(body) and pages == sorted(pages):
            return None  # a table of contents
    return made if figures or (header and cols > 2) else None
