"""Tables in HTML, as other programs leave them in Markdown files."""

from __future__ import annotations

from lxml import etree, html

from docprep_gui.parsing.tables import Grid, GridCell, bounded, named_rows
from docprep_gui.text import folding

# Beyond these a span is a slip.
_MOST_ROWS = 1_000
_MOST_COLS = 200
_BLOCKS = frozenset(("br", "p", "div", "li", "tr"))


def grid(source: str) -> Grid | None:
    """The table in `source`, which begins with its tag; None where it has no cells. FileError: too_large."""
    try:
        root = html.fragment_fromstring(source, create_parent=True)
    except (etree.LxmlError, ValueError):
        return None
    table = root.find(".//table")
    rows = [row for row in table.iter("tr") if table_of(row) is table] if table is not None else []
    cells: list[GridCell] = []
    taken: set[tuple[int, int]] = set()
    header = 0
    for number, row in enumerate(rows):
        found = [cell for cell in row if cell.tag in ("td", "th")]
        named = bool(found) and all(cell.tag == "th" for cell in found)
        header += named and header == number
        col = 0
        for cell in found:
            while (number, col) in taken:
                col += 1
            if col >= _MOST_COLS:
                break
            down = min(span_of(cell, "rowspan", _MOST_ROWS), len(rows) - number)
            across = 1
            while across < span_of(cell, "colspan", _MOST_COLS - col) and (number, col + across) not in taken:
                across += 1
            bounded(len(taken) + down * across)
            taken.update((y, x) for y in range(number, number + down) for x in range(col, col + across))
            cells.append(GridCell.of(number, col, text_of(cell), down, across))
            col += across
    if not cells:
        return None
    cols = max(cell.col + cell.col_span for cell in cells)
    bounded(len(rows) * cols)
    return Grid(len(rows), cols, header or named_rows(cells, len(rows), cols), cells)


def table_of(row: etree._Element) -> etree._Element | None:
    """The innermost table that a row belongs to."""
    return next(row.iterancestors("table"), None)


def span_of(cell: etree._Element, name: str, most: int) -> int:
    """How many rows or columns a cell covers, by its attribute of that name; from 1 to `most`."""
    text = cell.get(name) or "1"
    return max(1, min(int(text), most)) if text.isdecimal() and len(text) < 7 else 1


def text_of(cell: etree._Element) -> str:
    """The text of a cell, cleaned, a line feed between its lines."""
    if not len(cell):
        return " ".join(folding.clean(cell.text or "").split())
    pieces: list[str] = []
    for action, element in etree.iterwalk(cell, events=("start", "end")):
        block = element.tag in _BLOCKS
        if action == "start":
            pieces += ["\n"] * block + [element.text or ""] * isinstance(element.tag, str)
        elif element is not cell:
            pieces += ["\n"] * block + [element.tail or ""]
    lines = [" ".join(line.split()) for line in folding.clean("".join(pieces)).split("\n")]
    return "\n".join(line for line in lines if line)
