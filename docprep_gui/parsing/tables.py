"""Grids as lines of the canonical text: a row a line, a separator under the header, exact spans for every cell.

An empty cell is written as `| |`. A cell that covers several columns stands in the first, the others are written
empty, so that each line has as many columns as the grid. A cell that covers several rows stands in the first; the rows
below repeat its text as an echo (`〃` where it is longer than `ECHO_LIMIT` characters or holds a table). A table inside
a cell is written in that cell: its rows are parted by `<br>`, its cells by an escaped pipe, without a separator line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from docprep_gui.domain.document import Span, escape_cell
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing.content import Content, Inlay

ECHO_LIMIT = 40
ECHO_SIGN = "〃"
MAX_PLACES = 2_000_000
# Longest text of a cell that can name a column, in characters.
_NAME_LIMIT = 40
_YEAR = re.compile(r"(?:19|20)\d\d")
_JOINT = " \\| "
_BREAK = "<br>"


@dataclass(slots=True)
class GridCell:
    """A cell at (row, col), counted from 0, covering `row_span` x `col_span` places.

    `parts`: what stands in it from top to bottom, contents and nested tables.
    """

    row: int
    col: int
    row_span: int = 1
    col_span: int = 1
    parts: Sequence[Content | Grid] = ()

    @staticmethod
    def of(row: int, col: int, text: str, row_span: int = 1, col_span: int = 1) -> GridCell:
        return GridCell(row, col, row_span, col_span, (Content(text),) if text else ())


@dataclass(slots=True)
class Grid:
    """A table before it has a place in the text. Cells may be given in any order and must not overlap. `ruled`,
    `widths`: see `Table`."""

    rows: int
    cols: int
    header_rows: int
    cells: list[GridCell] = field(default_factory=list)
    ruled: bool = True
    widths: tuple[int, ...] = ()


@dataclass(slots=True)
class Placed:
    """A grid in the text; all offsets are absolute.

    `cells` as `Table.pack` takes them. `texts`: the stretches of text between markup, which can be read as sentences.
    `contents`: (content, offset of its first character) where a content has inlays, or is not set as usual.
    `inner`: (row, table) for nested tables.
    """

    grid: Grid
    text: str
    span: Span
    cells: list[tuple[int, int, int, int, int, int]]
    row_spans: list[Span]
    row_echoes: list[list[Span]]
    texts: list[Span]
    contents: list[tuple[Content, int]]
    inner: list[tuple[int, Placed]]


def bounded(places: int) -> None:
    """Raises FileError("too_large") for a table of more places than people write: spans make many of few bytes."""
    if places > MAX_PLACES:
        raise FileError("too_large", reason="table")


def place(grid: Grid, offset: int) -> Placed:
    """Writes a grid as lines, the first of which starts at `offset`. No line feed follows the last line."""
    return _place(grid, offset, nested=False)


def _place(grid: Grid, offset: int, *, nested: bool) -> Placed:
    at_place: dict[tuple[int, int], GridCell] = {}
    covered: dict[tuple[int, int], GridCell] = {}
    for cell in grid.cells:
        row, col = cell.row, cell.col
        at_place[row, col] = cell
        if cell.row_span > 1:
            for below in range(row + 1, row + cell.row_span):
                covered[below, col] = cell
    placed = Placed(grid, "", (offset, offset), [], [], [], [], [], [])
    echoes: dict[int, str] = {}
    pieces: list[str] = []
    position = offset
    cols = grid.cols
    separator_after = -1 if nested else max(grid.header_rows, 1) - 1
    first_joint, joint = ("", _JOINT) if nested else ("| ", " ")
    line_end = _BREAK if nested else "\n"
    for row in range(grid.rows):
        if row:
            pieces.append(line_end)
            position += len(line_end)
        row_start = position
        row_echoes: list[Span] = []
        for col in range(cols):
            found = at_place.get((row, col))
            above = covered.get((row, col)) if found is None else None
            piece = joint if col else first_joint
            pieces.append(piece)
            start = position = position + len(piece)
            if found is not None:
                text = _cell_text(found, placed, position) if found.parts else ""
                if found.row_span > 1:
                    long = len(text) > ECHO_LIMIT or any(isinstance(part, Grid) for part in found.parts)
                    echoes[id(found)] = ECHO_SIGN if text and long else text
                placed.cells.append((row, col, found.row_span, found.col_span, start, start + len(text)))
            elif above is not None:
                text = echoes[id(above)]
                if text:
                    row_echoes.append((start, start + len(text)))
            else:
                text = ""
            if not nested:
                # An empty cell takes one blank, not two: forms have hundreds of them.
                text = text + " |" if text else "|"
            pieces.append(text)
            position += len(text)
        placed.row_spans.append((row_start, position))
        placed.row_echoes.append(row_echoes)
        if row == separator_after:
            line = "\n|" + " --- |" * cols
            pieces.append(line)
            position += len(line)
    placed.text = "".join(pieces)
    placed.span = (offset, position)
    return placed


def _cell_text(cell: GridCell, placed: Placed, offset: int) -> str:
    if len(cell.parts) == 1:
        part = cell.parts[0]
        if isinstance(part, Content):
            text = escape_cell(part.text)
            _note_content(part, text, placed, offset)
            return text
    pieces: list[str] = []
    position = offset
    for part in cell.parts:
        if position > offset and not (isinstance(part, Content) and not part.text):
            pieces.append(_BREAK)
            position += len(_BREAK)
        if isinstance(part, Content):
            text = escape_cell(part.text)
            _note_content(part, text, placed, position)
        else:
            inner = _place(part, position, nested=True)
            placed.inner.append((cell.row, inner))
            text = inner.text
        pieces.append(text)
        position += len(text)
    return "".join(pieces)


def _note_content(content: Content, text: str, placed: Placed, offset: int) -> None:
    if content.inlays or content.letters or content.setting is not None:
        placed.contents.append((content, offset))
    if _BREAK not in text:
        if text:
            placed.texts.append((offset, offset + len(text)))
        return
    for piece in text.split(_BREAK):
        if piece:
            placed.texts.append((offset, offset + len(piece)))
        offset += len(piece) + len(_BREAK)


def unseen(parts: Sequence[Content | Grid]) -> list[Content | Grid]:
    """What stands in a place that another cell covers: no program shows it, so it becomes a hidden aside."""
    text = "\n".join(part.text for part in parts if isinstance(part, Content) and part.text)
    return [Content("", [Inlay("run", 0, 0, "aside", Content(text), role="hidden", hidden=True)])] if text else []


def named_rows(cells: Sequence[GridCell], rows: int, cols: int) -> int:
    """How many rows at the top name the columns, by their look: those of the first row, below a title over all
    columns. 0 where it does not look like names."""
    title = 1 if cols > 1 and rows > 1 and sum(cell.row == 0 for cell in cells) == 1 else 0
    if cols < 2 or rows - title < 2:
        return 0
    first = [cell for cell in cells if cell.row == title]
    if len(first) < 2 or sum(cell.col_span for cell in first) < cols:
        return 0
    named = [_plain(cell) for cell in first]
    if not all(named) and (any(not name for name in named[1:]) or cols < 3):
        return 0
    if any(len(name) > _NAME_LIMIT or any(c in ":：。" for c in name) for name in named):
        return 0
    figures = [name for name in named if any(map(str.isdigit, name)) and not any(map(str.isalpha, name))]
    if figures and (len(figures) < 2 or named[0] in figures or not all(map(_YEAR.fullmatch, figures))):
        return 0  # years name columns
    if cols == 2 and (title or len(named[1]) > len(named[0]) + 4):
        return 0  # rather names and values side by side
    depth = max(cell.row_span for cell in first)
    if len(first) == 2 and cols > 2 and depth == 1 and any(
        cell.row == title + 1 and cell.col == 0 and _plain(cell) for cell in cells
    ):
        return 0  # a name, and its value over all that is left
    levels = depth if any(cell.col_span > 1 for cell in first) and depth < rows - title else 1
    return title + levels


def _plain(cell: GridCell) -> str:
    return " ".join(part.text for part in cell.parts if isinstance(part, Content)).strip()
