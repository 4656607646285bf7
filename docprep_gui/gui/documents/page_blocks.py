"""A document as a page shows it: blocks in reading order, each a span, none of them copied.

Nothing of the body is lost: text that no node claims becomes a paragraph of its own.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from docprep_gui.domain.document import Document, Node, Span
from docprep_gui.gui.documents.table_columns import Column, widest

BlockKind = Literal["title", "heading", "paragraph", "list_item", "rows", "note", "caption", "code", "quote",
                    "figure", "rule", "aside"]
_PLAIN: dict[str, BlockKind] = {
    "paragraph": "paragraph", "list_item": "list_item", "note": "note", "caption": "caption", "code": "code",
    "quote": "quote", "formula": "paragraph", "figure": "figure",
}
_ASIDES = frozenset({"page_header", "page_footer", "comment", "run"})


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell of a table row group; `row` counts from the group's first row. `span`: canonical text, escapes kept."""

    row: int
    col: int
    row_span: int
    col_span: int
    span: Span
    header: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """What the row groups of one table share."""

    cols: int
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """`level`: of a heading from 1, of a list item the depth from 1. `rows`: a group of table rows that vertical
    merges hold together; `first` and `last` say whether the group begins or ends its table."""

    kind: BlockKind
    span: Span
    level: int = 0
    grid: Grid | None = None
    cells: tuple[GridCell, ...] = ()
    n_rows: int = 0
    first: bool = False
    last: bool = False
    hidden: bool = False


def blocks(document: Document) -> tuple[Block, ...]:
    """The body in reading order, then, after a rule, the asides."""
    body_end = document.source.body[1]
    made = [*_body(document, body_end)]
    made = _with_gaps(document, made, body_end)
    asides = [*_asides(document, body_end)]
    if asides:
        made.append(Block("rule", (body_end, body_end)))
        made += asides
    return tuple(made)


def _body(document: Document, body_end: int) -> Iterator[Block]:
    text, nodes = document.text, document.nodes
    skip_to = -1
    title = " ".join(document.source.title.split())
    seen_title = False
    for i, node in enumerate(nodes):
        start, end = node.span
        if start >= body_end or end > body_end or start < skip_to:
            continue
        if node.kind == "table" and node.table is not None:
            yield from _table(text, node)
            skip_to = end
        elif node.kind == "section" and node.heading is not None:
            said = " ".join(text[node.heading[0] : node.heading[1]].split())
            is_title = not seen_title and said == title and said[:1] != "第"
            seen_title = True
            yield Block("title" if is_title else "heading", node.heading, max(1, node.level))
        elif node.kind in _PLAIN:
            own = _trimmed(text, (start, _own_end(nodes, i)))
            if own[0] < own[1]:
                said = text[own[0] : own[1]]
                is_title = not seen_title and node.kind == "paragraph" and len(said) < 60 and said.strip() == title
                seen_title = True
                yield Block("title" if is_title else _PLAIN[node.kind], own, node.level)
            elif node.kind == "figure":
                yield Block("figure", (start, end), node.level)


def _own_end(nodes: tuple[Node, ...], i: int) -> int:
    """Where the text of a block ends and its inner blocks begin."""
    node = nodes[i]
    for inner in nodes[i + 1 :]:
        if inner.span[0] >= node.span[1]:
            break
        if (inner.anchor is None and inner.kind in _PLAIN) or inner.kind == "table":
            return inner.span[0] if inner.span[0] > node.span[0] else node.span[1]
    return node.span[1]


def _trimmed(text: str, span: Span) -> Span:
    start, end = span
    while start < end and text[start] in "\n\r":
        start += 1
    while end > start and text[end - 1] in "\n\r \t":
        end -= 1
    return start, end


def _with_gaps(document: Document, made: list[Block], body_end: int) -> list[Block]:
    text = document.text
    made.sort(key=lambda block: block.span)
    full: list[Block] = []
    at = document.source.body[0]
    for block in [*made, Block("rule", (body_end, body_end))]:
        if block.span[0] > at:
            gap = _trimmed(text, (at, block.span[0]))
            if text[gap[0] : gap[1]].strip(" |-:\t\n"):
                full.append(Block("paragraph", gap))
        at = max(at, block.span[1])
        full.append(block)
    full.pop()
    return full


def _asides(document: Document, body_end: int) -> Iterator[Block]:
    end = -1
    for node in document.nodes:
        if node.span[0] >= body_end and node.span[0] >= end and node.kind != "document":
            own = _trimmed(document.text, node.span)
            if own[0] < own[1] and (node.kind in _ASIDES or node.kind in _PLAIN):
                yield Block("aside", own, hidden=node.hidden)
                end = node.span[1]


_CELL = 6


def _table(text: str, node: Node) -> Iterator[Block]:
    table = node.table
    assert table is not None
    values = array("i", table.packed)
    by_row: dict[int, list[tuple[int, int, int, int, int, int]]] = {}
    reach: dict[int, int] = {}
    numbers = iter(values)
    for row, col, row_span, col_span, start, end in zip(*[numbers] * _CELL, strict=True):
        by_row.setdefault(row, []).append((row, col, row_span, col_span, start, end))
        if row_span > 1:
            reach[row] = max(reach.get(row, row), row + row_span - 1)
    heads = table.header_rows
    columns = widest(text, ((col, col_span, (start, end), row < heads) for cells in by_row.values()
                            for row, col, _, col_span, start, end in cells if col < table.cols))
    grid = Grid(table.cols, columns)
    rows = sorted(by_row)
    at = 0
    groups: list[list[int]] = []
    while at < len(rows):
        group = [rows[at]]
        until = reach.get(rows[at], rows[at])
        at += 1
        while at < len(rows) and rows[at] <= until:
            until = max(until, reach.get(rows[at], rows[at]))
            group.append(rows[at])
            at += 1
        groups.append(group)
    begins = [node.span[0]]
    for group in groups[1:]:
        begins.append(text.rfind("\n", node.span[0], min(cell[4] for row in group for cell in by_row[row])) + 1)
    begins.append(node.span[1])
    for i, group in enumerate(groups):
        cells = [cell for row in group for cell in by_row[row]]
        place = {row: n for n, row in enumerate(group)}
        yield Block("rows", (begins[i], begins[i + 1]), grid=grid, n_rows=len(group), first=i == 0,
                    last=i == len(groups) - 1,
                    cells=tuple(GridCell(place[row], col, min(row_span, len(group) - place[row]), col_span, (a, b),
                                         row < heads)
                                for row, col, row_span, col_span, a, b in cells))
