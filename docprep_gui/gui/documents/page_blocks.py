"""A document as a page shows it: blocks in reading order, each a span, none of them copied.

Nothing of the body is lost: text that no node claims becomes a paragraph of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from docprep_gui.domain.document import Document, Node, Shown, Span
from docprep_gui.domain.packed import Packed
from docprep_gui.gui.documents import grids
from docprep_gui.gui.documents.grids import Grid, GridCell

BlockKind = Literal["title", "heading", "paragraph", "list_item", "rows", "note", "caption", "code", "quote",
                    "figure", "rule", "aside", "sheet", "columns", "slide"]
_PLAIN: dict[str, BlockKind] = {
    "paragraph": "paragraph", "list_item": "list_item", "note": "note", "caption": "caption", "code": "code",
    "quote": "quote", "formula": "paragraph", "figure": "figure",
}
SHEETS = frozenset({"xlsx", "xls", "csv"})
_ASIDES = frozenset({"page_header", "page_footer", "comment", "run"})


@dataclass(frozen=True, slots=True)
class Block:
    """`level`: of a heading from 1, of a list item the depth from 1, of a slide its number.

    - `rows`: `n_rows` rows of a table from `row` on that are laid out together; `first` and `last` say whether they
      begin or end their table.
    - `sheet`: the bar over a sheet, of `level` 1 over what is hidden of it, 2 over what is left out; `columns`: the
      letters over a grid. Both have no text of their own.
    - `slide`: `parts` are the blocks on it. `ratio`: its height as a share of its width. Its notes follow it.

    `hang`: how many characters of a list item are its number or bullet and the blank behind it.
    `name`: of a sheet. `hidden`: the file says not to show it. `shown`: the picture that a figure stands for.
    """

    kind: BlockKind
    span: Span
    level: int = 0
    grid: Grid | None = None
    row: int = 0
    n_rows: int = 0
    first: bool = False
    last: bool = False
    hidden: bool = False
    name: str = ""
    parts: tuple[Block, ...] = ()
    ratio: float = 0.0
    shown: Shown | None = None
    hang: int = 0

    @property
    def cells(self) -> tuple[GridCell, ...]:
        return self.grid.cells(self.row, self.n_rows) if self.grid is not None and self.n_rows else ()


def blocks(document: Document) -> tuple[Block, ...]:
    """The body in reading order, then, after a rule, the asides."""
    body_start, body_end = document.source.body
    made = _with_gaps(document.text, [*_body(document, body_end)], (body_start, body_end))
    asides = [*_asides(document, body_end)]
    if asides:
        made.append(Block("rule", (body_end, body_end)))
        made += asides
    return tuple(made)


def _body(document: Document, body_end: int) -> Iterator[Block]:
    nodes = document.nodes
    at = 0
    for i, (kind, hidden) in enumerate(nodes.each("kind", "hidden")):
        if kind == "slide" and not hidden:
            yield from _Walk(document, body_end).over(at, i)
            at = _after(nodes, i)
            yield from _slide(document, i, at)
    yield from _Walk(document, body_end).over(at, len(nodes))


class _Walk:
    """Nodes that follow one another as blocks, in order; those beyond `end` are left out."""

    def __init__(self, document: Document, end: int, titled: bool = False) -> None:
        self._document = document
        self._end = end
        self._titled = titled
        self._sheets = document.source.kind in SHEETS
        self._left = grids.left_out(document.nodes) if self._sheets else ()

    def over(self, first: int, last: int) -> Iterator[Block]:
        text, nodes = self._document.text, self._document.nodes
        skip_to = -1
        title = " ".join(self._document.source.title.split())
        for i, (start, end) in enumerate(nodes[first:last].each("span"), first):
            outside = start < skip_to or start >= self._end or end > self._end
            if outside and not start == end == self._end:
                continue
            node = nodes[i]
            if outside and (node.kind not in ("sheet", "figure") or node.hidden):
                continue
            if node.kind == "table" and node.table is not None:
                yield from _table(text, nodes, i, self._sheets, self._left)
                skip_to = end
            elif node.kind == "sheet":
                yield Block("sheet", (start, start), name=node.location.sheet or "", hidden=node.hidden)
            elif node.kind == "section" and node.heading is not None:
                said = " ".join(text[node.heading[0] : node.heading[1]].split())
                is_title = not self._titled and said == title and said[:1] != "第"
                self._titled = True
                yield Block("title" if is_title else "heading", node.heading, max(1, node.level))
            elif node.kind in _PLAIN:
                own = _trimmed(text, (start, _own_end(nodes, i, node)))
                if own[0] < own[1]:
                    said = text[own[0] : own[1]]
                    is_title = (not self._titled and node.kind == "paragraph" and len(said) < 60
                                and said.strip() == title)
                    self._titled = True
                    kind = _PLAIN[node.kind]
                    if self._sheets:  # a title over a table stands over its left corner, as in the sheet
                        kind, is_title = "heading" if kind == "caption" else kind, False
                    yield Block("title" if is_title else kind, own, node.level or 2 * (kind == "heading"),
                                shown=node.location.shown, hang=_hang(said, node.label) if kind == "list_item" else 0)
                elif node.kind == "figure":
                    yield Block("figure", (start, end), node.level, shown=node.location.shown)


def _hang(said: str, label: str) -> int:
    """How many characters of a list item stand before its text."""
    if not label or not said.startswith(label):
        return 0
    at = len(label)
    while at < len(said) and said[at] in " \t\u3000":
        at += 1
    return at if at < len(said) else 0


def _after(nodes: Packed[Node], i: int) -> int:
    """The place behind a node and all in it."""
    inside = takewhile(i.__le__, nodes.since(i + 1, "parent"))
    return i + 1 + sum(1 for _ in inside)


def _slide(document: Document, i: int, after: int) -> Iterator[Block]:
    """The card of a slide, then its notes."""
    node = document.nodes[i]
    start, end = node.span
    found = [*_Walk(document, end + 1, titled=True).over(i + 1, after)]
    notes = [block for block in found if block.kind == "note"]
    until = min([block.span[0] for block in notes], default=end)
    parts = _with_gaps(document.text, [block for block in found if block.kind != "note"], (start, until))
    number = node.location.slide or 0
    sizes = document.layout.page_sizes
    width, height = sizes[min(number, len(sizes)) - 1] if sizes else (4.0, 3.0)
    yield Block("slide", (start, until), number, hidden=node.hidden, parts=tuple(parts), ratio=height / width)
    yield from notes


def _own_end(nodes: Packed[Node], i: int, node: Node) -> int:
    """Where the text of a block ends and its inner blocks begin."""
    for at in range(i + 1, len(nodes)):
        inner = nodes[at]
        if inner.span[0] >= node.span[1]:
            break
        if (inner.anchor is None and inner.kind in _PLAIN) or inner.kind == "table":
            return inner.span[0] if inner.span[0] > node.span[0] else node.span[1]
    return node.span[1]


def _trimmed(text: str, span: Span) -> Span:
    """Without the line feeds at its ends; empty where nothing but blanks is left. Blanks at its end stay, since forms
    have lines to be filled in there."""
    start, end = span
    while start < end and text[start] in "\n\r":
        start += 1
    while end > start and text[end - 1] in "\n\r":
        end -= 1
    return (start, start) if text[start:end].isspace() else (start, end)


def _with_gaps(text: str, made: list[Block], around: Span) -> list[Block]:
    """The blocks of a stretch of text, in order, and paragraphs for what none of them claims."""
    made.sort(key=lambda block: block.span)
    full: list[Block] = []
    at, end = around
    for block in [*made, Block("rule", (end, end))]:
        if block.span[0] > at:
            gap = _trimmed(text, (at, block.span[0]))
            if text[gap[0] : gap[1]].strip(" |-:\t\n"):
                full.append(Block("paragraph", gap))
        at = max(at, block.span[1])
        full.append(block)
    full.pop()
    return full


def _asides(document: Document, body_end: int) -> Iterator[Block]:
    text, nodes = document.text, document.nodes
    end, skip = -1, 0
    for i, (start, _) in enumerate(nodes.each("span")):
        if i < skip or start < max(body_end, end) or i == 0:
            continue
        node = nodes[i]
        if node.kind == "slide" and node.hidden:
            skip = _after(nodes, i)
            yield from _slide(document, i, skip)
        elif node.kind == "sheet" and node.hidden:
            skip = _after(nodes, i)
            yield from _Walk(document, node.span[1] + 1).over(i, skip)
        elif node.kind == "table" and node.hidden and node.table is not None:
            level = 2 if node.role == "left_out" else 1
            yield Block("sheet", (node.span[0],) * 2, name=node.location.sheet or "", hidden=True, level=level)
            yield from _table(text, nodes, i, document.source.kind in SHEETS)
            end = node.span[1]
        else:
            own = _trimmed(text, node.span)
            if own[0] < own[1] and (node.kind in _ASIDES or node.kind in _PLAIN):
                yield Block("aside", own, hidden=node.hidden)
                end = node.span[1]


def _table(text: str, nodes: Packed[Node], i: int, sheet: bool, left: tuple[int, ...] = ()) -> Iterator[Block]:
    start, end = nodes[i].span
    grid = grids.make(text, nodes, i, sheet=sheet, left=left)
    if grid is None:
        return
    if sheet:
        yield Block("columns", (start, start), grid=grid)
    for row, count in grid.groups():
        last = row + count == grid.rows
        begin = start if row == 0 else grid.starts[row]
        yield Block("rows", (begin, end if last else grid.starts[row + count]), grid=grid, row=row, n_rows=count,
                    first=row == 0, last=last)
