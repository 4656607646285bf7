"""The one way to make a Document: blocks are added in reading order, offsets and parents are kept here.

    builder = Builder()
    builder.heading("1 Scope", level=1, label="1")
    builder.block("paragraph", "This contract …", location=Location(page=1))
    builder.table(Grid(…))
    builder.aside("page_header", "HT-2024-0381")
    document = builder.document(name="a.docx", kind="docx", data=data)

All text must have been cleaned (`text.folding.clean`) before. Each block of the body and each aside is followed by one
line feed that belongs to no block. A block without text makes no node, but what is laid into it does; a figure may
have no text: its span is then empty.
"""

from __future__ import annotations

import hashlib
import struct
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, starmap
from operator import itemgetter
from typing import cast

from docprep_gui.domain.document import (
    NOWHERE,
    Document,
    FileKind,
    Layout,
    Location,
    Node,
    NodeKind,
    Notice,
    Role,
    Source,
    Span,
    Table,
    escape_cell,
)
from docprep_gui.domain.packed import Packed
from docprep_gui.parsing.content import Box, Content, Inlay
from docprep_gui.parsing.tables import Grid, GridCell, Placed, place
from docprep_gui.text import language, sentences

__all__ = ["Builder", "Content", "Grid", "GridCell", "Inlay"]


# A text's language is told by so many of its first characters.
_SAMPLE = 2_000_000


@dataclass(slots=True)
class _Aside:
    kind: NodeKind
    content: Content
    anchor: int | None
    role: Role | None
    hidden: bool
    author: str | None
    date: str | None
    location: Location


class Builder:
    """Collects one document. Offsets given and returned are absolute, in code points, spans half-open."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._offset = 0
        self._nodes: list[Node | Packed[Node]] = [Node("document", (0, 0), -1)]
        self._ready: list[int] = []  # where in `_nodes` are those that came packed
        self._count = 1  # of the nodes
        # (place of the node, section level; 0 for what only close() ends, where in `_nodes` it is)
        self._open: list[tuple[int, int, int]] = [(0, 0, 0)]
        self._asides: list[_Aside | Callable[[Builder], None]] = []
        self._notices: list[Notice] = []
        self._texts: list[Span] = []
        self._sentences: list[Packed[Span]] = []  # of tables that came written
        self._lines: list[tuple[int, Sequence[tuple[int, int, int, Box]]]] = []  # of each block, from its start on
        self._letters: list[tuple[int, int, int]] = []
        self._settings: list[tuple[int, int, int, int]] = []
        self._page_sizes: list[tuple[float, float]] = []

    @property
    def offset(self) -> int:
        """Where the next block of the body will start."""
        return self._offset

    @property
    def empty(self) -> bool:
        """Nothing has been added, neither to the body nor beside it."""
        return self._offset == 0 and not self._asides

    # --- the body ---------------------------------------------------------------------------------------
    def heading(
        self, content: str | Content, level: int, *, label: str = "", location: Location = NOWHERE
    ) -> Span:
        """Opens a section of a level from 1, closing those of the same or a deeper one, and writes its heading.

        The heading holds its number; line feeds inside become blanks. Returns the heading's span.
        """
        if level < 1:
            raise ValueError("a section's level counts from 1")
        content = _content(content)
        text = content.text.replace("\n", " ")
        if not text.strip():
            raise ValueError("a heading needs text")
        self.end(level)
        start = self._offset
        span = (start, start + len(text))
        index = self._add(Node("section", (start, start), self._open[-1][0], level, label, span, location=location))
        self._open.append((index, level, len(self._nodes) - 1))
        self._write(text)
        self._texts.append(span)
        self._after_block(content, start, index, location)
        return span

    def end(self, level: int) -> None:
        """Closes the sections of a level and of deeper ones: what follows does not stand under their headings."""
        while self._open[-1][1] >= max(level, 1):
            self._end()

    def block(
        self,
        kind: NodeKind,
        content: str | Content,
        *,
        level: int = 0,
        label: str = "",
        role: Role | None = None,
        anchor: int | None = None,
        hidden: bool = False,
        author: str | None = None,
        date: str | None = None,
        location: Location = NOWHERE,
    ) -> Span:
        """Adds a paragraph, list item, caption, note, code, quote, formula or figure, and returns its span."""
        content = _content(content)
        start = self._offset
        text = content.text
        span = (start, start + len(text))
        if not text:
            if kind == "figure":
                self._add(Node(kind, span, self._open[-1][0], role=role, location=location))
            self._after_block(content, start, self._open[-1][0], location)
            return span
        index = self._add(
            Node(kind, span, self._open[-1][0], level, label, None, hidden, role, anchor, author, date, location)
        )
        self._write(text)
        self._texts.append(span)
        self._after_block(content, start, index, location)
        return span

    def table(self, grid: Grid, *, location: Location = NOWHERE) -> tuple[Span, list[Span]]:
        """Adds a table. Returns its span and those of its cells in order of place (row, then column)."""
        placed = place(grid, self._offset)
        if not grid.rows or not grid.cols:
            return placed.span, []
        self._write(placed.text)
        self._add_table(placed, self._open[-1][0], location)
        self._after_table(placed, location)
        return placed.span, [(cell[4], cell[5]) for cell in placed.cells]

    def written(
        self,
        lines: Sequence[str],
        table: Table,
        rows: Callable[[int], Packed[Node]],
        sentences: Packed[Span],
        *,
        role: Role | None = None,
        hidden: bool = False,
        anchor: int | None = None,
        location: Location = NOWHERE,
    ) -> Span:
        """Adds a table that is written already, as `tables.place` would, from `offset` on: sheets can be large.

        `lines`: the text in pieces, the last of which ends with a line feed. `rows`: the nodes of the rows, given the
        place of the table's node. `sentences`: of the table's text. All spans are absolute. Returns the span of the
        table.
        """
        start = self._offset
        self._pieces += lines
        self._offset += sum(map(len, lines))
        span = (start, self._offset - 1)
        index = self._add(
            Node(
                "table", span, self._open[-1][0], role=role, hidden=hidden, anchor=anchor, location=location,
                table=table,
            )
        )
        self._ready.append(len(self._nodes))
        self._nodes.append(rows(index))
        self._count += table.rows
        if sentences:
            self._sentences.append(sentences)
        return span

    def open(
        self,
        kind: NodeKind,
        *,
        level: int = 0,
        label: str = "",
        role: Role | None = None,
        hidden: bool = False,
        anchor: int | None = None,
        location: Location = NOWHERE,
    ) -> int:
        """Opens a node that holds blocks (quote, slide, sheet) until `close`; sections inside end with it."""
        opened = Node(
            kind, (self._offset, self._offset), self._open[-1][0], level, label, None, hidden, role, anchor,
            location=location,
        )
        index = self._add(opened)
        self._open.append((index, 0, len(self._nodes) - 1))
        return index

    def close(self) -> None:
        """Ends what `open` opened last."""
        while self._open[-1][1] > 0:
            self._end()
        if len(self._open) == 1:
            raise ValueError("nothing is open")
        self._end()

    # --- beside the body --------------------------------------------------------------------------------
    def aside(
        self,
        kind: NodeKind,
        content: str | Content,
        *,
        anchor: int | None = None,
        role: Role | None = None,
        hidden: bool = False,
        author: str | None = None,
        date: str | None = None,
        location: Location = NOWHERE,
    ) -> None:
        """Queues text that will stand after the body, in the order of the calls."""
        self._asides.append(_Aside(kind, _content(content), anchor, role, hidden, author, date, location))

    def later(self, write: Callable[[Builder], None]) -> None:
        """Queues an aside that holds blocks: `write` adds them, once the body has ended, in the order of the calls."""
        self._asides.append(write)

    def notice(
        self,
        code: str,
        count: int = 1,
        *,
        span: Span | None = None,
        pages: Sequence[int] | None = None,
        params: Mapping[str, str] | None = None,
    ) -> None:
        pages = None if pages is None else tuple(pages)
        self._notices.append(Notice(code, count, span, pages, dict(params or {})))

    def line(self, start: int, end: int, page: int, box: Box) -> None:
        """The place of a line of the body on its page, in points from the top left corner."""
        self._lines.append((start, ((0, end - start, page, box),)))

    def page_size(self, width: float, height: float) -> None:
        """The size of the next page, in points."""
        self._page_sizes.append((width, height))

    # --- the result -------------------------------------------------------------------------------------
    def document(
        self, *, name: str, kind: FileKind, data: bytes, pages: int | None = None, title: str = ""
    ) -> Document:
        """Ends all that is open, appends the asides, and makes the document. Call it once."""
        while len(self._open) > 1:
            self._end()
        body = self._offset
        self._nodes[0] = Node("document", (0, body), -1)
        body_texts, ready = sorted(self._texts), len(self._sentences)
        for aside in self._asides:  # asides may queue more asides: the list grows while it is walked
            if isinstance(aside, _Aside):
                self._write_aside(aside)
            else:
                aside(self)
        self._asides.clear()  # they may point back here
        text = "".join(self._pieces)
        self._pieces.clear()
        sha256 = hashlib.sha256(data).hexdigest()
        spoken = language.detect(text[: min(body, _SAMPLE)])
        source = Source(name, kind, sha256, len(data), pages, title, spoken, (0, body))
        found = Packed.joined(tuple, _sentences(text, body_texts, self._sentences[:ready]))
        nodes = Packed.joined(Node, self._made())
        return Document(source, text, nodes, tuple(self._notices), self._layout(), found)

    def _made(self) -> Iterator[Iterable[Node]]:
        """The nodes in pieces, in order."""
        at = 0
        for ready in self._ready:
            yield cast(list[Node], self._nodes[at:ready])
            yield cast(Packed[Node], self._nodes[ready])
            at = ready + 1
        yield cast(list[Node], self._nodes[at:])

    def _layout(self) -> Layout:
        blocks = sorted(self._lines, key=itemgetter(0))
        offsets = [
            (start + first, start + last, page) for start, lines in blocks for first, last, page, _ in lines
        ]
        boxes = [line[3] for _, lines in blocks for line in lines]
        return Layout(
            _numbers("i", offsets), _numbers("f", boxes), tuple(self._page_sizes),
            _numbers("i", sorted(self._letters)), _numbers("i", sorted(self._settings)),
        )

    # --- inside -----------------------------------------------------------------------------------------
    def _add(self, node: Node) -> int:
        self._nodes.append(node)
        self._count += 1
        return self._count - 1

    def _end(self) -> None:
        place = self._open.pop()[2]
        node = cast(Node, self._nodes[place])
        self._nodes[place] = node._replace(span=(node.span[0], self._offset))

    def _write(self, text: str) -> None:
        self._pieces.append(text)
        self._pieces.append("\n")
        self._offset += len(text) + 1

    def _after_block(self, content: Content, start: int, parent: int, location: Location) -> None:
        self._take_looks(content, start)
        if content.inlays:
            self._inlays_inside(content, start, parent, location, escaped=False)
            self._inlays_outside([(content, start)], location, escaped=False)

    def _take_looks(self, content: Content, start: int) -> None:
        """Where lines stand, how letters look, how a paragraph is set."""
        if content.lines:
            self._lines.append((start, content.lines))
        for first, last, look in content.letters:
            self._letters.append((start + first, start + last, look))
        if content.setting is not None:
            self._settings.append((start, *content.setting))

    def _inlays_inside(self, content: Content, start: int, parent: int, location: Location, *, escaped: bool) -> None:
        for inlay in content.inlays:
            if inlay.place == "inside":
                first, last = inlay.start, inlay.end
                if escaped:
                    first, last = _escaped(content.text, first), _escaped(content.text, last)
                self._add(
                    Node(
                        inlay.kind, (start + first, start + last), parent, hidden=inlay.hidden, role=inlay.role,
                        author=inlay.author, date=inlay.date, location=_place(inlay, location),
                    )
                )

    def _inlays_outside(self, contents: list[tuple[Content, int]], location: Location, *, escaped: bool) -> None:
        for content, start in contents:
            for inlay in content.inlays:
                if inlay.place == "inside" or inlay.content is None:
                    continue
                anchor = start + (_escaped(content.text, inlay.start) if escaped else inlay.start)
                if inlay.place == "after":
                    self.block(
                        inlay.kind, inlay.content, role=inlay.role, anchor=anchor, hidden=inlay.hidden,
                        author=inlay.author, date=inlay.date, location=_place(inlay, location),
                    )
                else:
                    self.aside(
                        inlay.kind, inlay.content, role=inlay.role, anchor=anchor, hidden=inlay.hidden,
                        author=inlay.author, date=inlay.date, location=_place(inlay, location),
                    )

    def _add_table(self, placed: Placed, parent: int, location: Location) -> None:
        grid = placed.grid
        cells = Table.pack(placed.cells)
        table = Table(grid.rows, grid.cols, grid.header_rows, cells, ruled=grid.ruled, widths=grid.widths)
        index = self._add(Node("table", placed.span, parent, location=location, table=table))
        self._texts += placed.texts
        inner = placed.inner
        contents = placed.contents
        next_content = next_inner = 0
        for row, span in enumerate(placed.row_spans):
            row_index = self._add(
                Node("row", span, index, location=location, echoes=tuple(placed.row_echoes[row]))
            )
            while next_content < len(contents) and contents[next_content][1] <= span[1]:
                content, start = contents[next_content]
                if content.letters or content.setting is not None:
                    self._take_cell_looks(content, start)
                self._inlays_inside(content, start, row_index, location, escaped=True)
                next_content += 1
            while next_inner < len(inner) and inner[next_inner][0] == row:
                self._add_table(inner[next_inner][1], row_index, location)
                next_inner += 1

    def _take_cell_looks(self, content: Content, start: int) -> None:
        text = content.text
        for first, last, look in content.letters:
            self._letters.append((start + _escaped(text, first), start + _escaped(text, last), look))
        if content.setting is not None:
            self._settings.append((start, *content.setting))

    def _after_table(self, placed: Placed, location: Location) -> None:
        self._inlays_outside(placed.contents, location, escaped=True)
        for _, inner in placed.inner:
            self._after_table(inner, location)

    def _write_aside(self, aside: _Aside) -> None:
        content = aside.content
        start = self._offset
        index = self._add(
            Node(
                aside.kind, (start, start + len(content.text)), 0, hidden=aside.hidden, role=aside.role,
                anchor=aside.anchor, author=aside.author, date=aside.date, location=aside.location,
            )
        )
        self._write(content.text)
        self._take_looks(content, start)
        for inlay in content.inlays:
            if inlay.content is not None:
                # Notes and deleted runs of an aside are asides themselves, with the same anchor in the body.
                self.aside(
                    inlay.kind, inlay.content, anchor=aside.anchor, role=inlay.role, hidden=inlay.hidden,
                    author=inlay.author, date=inlay.date, location=aside.location,
                )
        self._inlays_inside(content, start, index, aside.location, escaped=False)


def _sentences(text: str, spans: Sequence[Span], ready: Sequence[Packed[Span]]) -> Iterator[Iterable[Span]]:
    """The sentences of these spans, and those of tables, which stand between them; in pieces, in order."""
    at = 0
    split = partial(sentences.split, text)
    for table in ready:
        before = bisect_left(spans, table[0])
        yield chain.from_iterable(starmap(split, spans[at:before]))
        yield table
        at = before
    yield chain.from_iterable(starmap(split, spans[at:]))


def _numbers(code: str, rows: Iterable[Iterable[float]]) -> bytes:
    """All numbers one behind the other, as an array of this code has them, which takes thrice the time."""
    numbers = [*chain.from_iterable(rows)]
    return struct.pack(f"{len(numbers)}{code}", *numbers)


def _place(inlay: Inlay, location: Location) -> Location:
    return location._replace(shown=inlay.shown) if inlay.shown is not None else location


def _content(content: str | Content) -> Content:
    return content if isinstance(content, Content) else Content(content)


def _escaped(text: str, offset: int) -> int:
    """Where a place of a cell's text stands once the text is escaped."""
    return len(escape_cell(text[:offset]))
