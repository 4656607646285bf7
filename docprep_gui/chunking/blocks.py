"""A document's body as a row of blocks, each with what it costs to cut in front of it.

A block is the smallest thing that is moved as a whole: a heading, a paragraph, a list item, a small table, a row of a
large table, a sentence of a paragraph that is above the limit. The blocks partition the body: what stands between two
of them (line feeds) belongs to the first. Costs are thousandths of a full chunk: a cut that costs 400 is made only if
the chunk would otherwise be 40 % emptier.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import IntEnum

from docprep_gui.chunking import inside
from docprep_gui.chunking.inside import Budget, weight
from docprep_gui.domain.document import Document, Node


class Kind(IntEnum):
    TEXT = 0
    HEADING = 1
    LIST = 2
    NOTE = 3
    CAPTION = 4
    FIGURE = 5
    TABLE = 6  # whole
    HEADER = 7  # of a table in pieces: its header rows and the separator line
    ROW = 8
    ROW_PART = 9  # a row goes on
    CODE = 10
    QUOTE = 11


_KINDS = {
    "list_item": Kind.LIST, "note": Kind.NOTE, "caption": Kind.CAPTION, "figure": Kind.FIGURE, "table": Kind.TABLE,
    "code": Kind.CODE, "quote": Kind.QUOTE,
}
_CONTAINERS = frozenset(("document", "section", "sheet", "slide"))
WHOLE = frozenset((Kind.CODE, Kind.QUOTE))
PROSE = frozenset((Kind.TEXT, Kind.LIST))

GLUE = 10_000  # a heading, or a table's header, without what follows it
_NOTE = 5_000
_CAPTION = 5_000
_CLAUSE = 1_200  # a clause that would fit a chunk
_LEAD_IN = 400  # "as follows:" and what follows
_RUNNING_ON = 200  # a line that ends in mid-sentence
_ITEM = 50
_INSIDE = {inside.SENTENCE: 150, inside.PART: 300, inside.COMMA: 450, inside.BLANK: 600, inside.ANYWHERE: 700}
# Going on behind the end of a section: costs more the better the chunk is filled there.
_CROSS_PARENT = 700  # a section with sections in it
_CROSS_LEAF = 100

_DIGITS = re.compile(r"[0-9０-９]+")
_HAN_DIGITS = re.compile("[零〇一二三四五六七八九十百千两]+")
_LETTERS = re.compile("[A-Za-z]+")
_ARTICLE = "第一条"
_SEPARATOR = re.compile(r"\|(?:\s*:?-+:?\s*\|)+\s*")
_COLONS = ("：", ":")
_ENDS = "。！？；.!?;:：…”’\"')）】》」』]"


@dataclass(slots=True)
class Blocks:
    """Parallel lists. `start` and `heavy` (twelfths of a token before the block) have one entry more, for the end.

    `node`: place in `Document.nodes`; `home`: of the section, sheet, slide or document around it. `clause`: the block
    begins an article. `header`: for rows, place in `headers` of (start, end, twelfths) of what is repeated above them;
    -1 where nothing is. `forced`: blocks that must begin a chunk. `slides`: homes that are slides or stand in one.
    """

    start: list[int] = field(default_factory=list)
    heavy: list[int] = field(default_factory=list)
    kind: list[Kind] = field(default_factory=list)
    node: list[int] = field(default_factory=list)
    home: list[int] = field(default_factory=list)
    cost: list[int] = field(default_factory=list)
    cross: list[int] = field(default_factory=list)
    header: list[int] = field(default_factory=list)
    clause: list[bool] = field(default_factory=list)
    headers: list[tuple[int, int, int]] = field(default_factory=list)
    forced: set[int] = field(default_factory=set)
    slides: set[int] = field(default_factory=set)

    def __len__(self) -> int:
        return len(self.kind)


@dataclass(slots=True)
class _Clause:
    """A span of blocks that should stay together; `fixed`: also where that leaves a chunk almost empty."""

    first: int
    last: int
    fixed: bool
    parent: bool = False


def find(document: Document, hard: Budget, target: Budget, table_rows: int) -> Blocks:
    """The blocks of the body. `hard` and `target` bound a chunk; `table_rows` as in ChunkSettings."""
    return _Finder(document, hard, target, table_rows).find()


class _Finder:
    def __init__(self, document: Document, hard: Budget, target: Budget, table_rows: int) -> None:
        self._text = document.text
        self._nodes = document.nodes
        self._end = document.source.body[1]
        self._hard = hard
        self._target = target
        self._table_rows = table_rows
        self._out = Blocks()
        self._slides = self._out.slides
        self._pages = [0] * len(document.nodes)  # for containers: the slide or sheet around them, 0 for none
        self._sections: list[tuple[int, int]] = []  # (node, raw place of its first block)

    def find(self) -> Blocks:
        raw, last = self._raw()
        places = self._emit(raw)
        self._close(raw, places, last)
        return self._out

    # --- which nodes are blocks -------------------------------------------------------------------------
    def _raw(self) -> tuple[list[tuple[int, Kind, int, int]], list[int]]:
        """(start, kind, node, home) of each block; and for each node the place behind its last block."""
        nodes, end = self._nodes, self._end
        raw: list[tuple[int, Kind, int, int]] = []
        last = [0] * len(nodes)
        container = bytearray(len(nodes))
        container[0] = 1
        slides, sections, pages = self._slides, self._sections, self._pages
        for index in range(1, len(nodes)):
            node = nodes[index]
            parent = node.parent
            start = node.span[0]
            if start >= end or parent < 0 or not container[parent]:
                continue
            kind = node.kind
            if kind in _CONTAINERS:
                container[index] = 1
                if kind == "slide" or parent in slides:
                    slides.add(index)
                pages[index] = index if kind in ("slide", "sheet") else pages[parent]
                sections.append((index, len(raw)))
                if node.heading is not None and node.heading[1] > node.heading[0]:
                    raw.append((node.heading[0], Kind.HEADING, index, index))
                    last[index] = len(raw)
            else:
                raw.append((start, _KINDS.get(kind, Kind.TEXT), index, parent))
                last[parent] = len(raw)
        for index, _ in reversed(sections):
            parent = nodes[index].parent
            if last[index] > last[parent]:
                last[parent] = last[index]
        if not raw and end > 0:
            raw.append((0, Kind.TEXT, 0, 0))
        return raw, last

    # --- blocks with weights ----------------------------------------------------------------------------
    def _add(self, start: int, kind: Kind, node: int, home: int, cost: int, header: int = -1) -> None:
        out = self._out
        out.start.append(start)
        out.kind.append(kind)
        out.node.append(node)
        out.home.append(home)
        out.cost.append(cost)
        out.header.append(header)

    def _emit(self, raw: list[tuple[int, Kind, int, int]]) -> list[int]:
        """Fills the blocks; returns for each raw place the block that it became."""
        text, nodes, out = self._text, self._nodes, self._out
        hard_t, hard_c = self._hard.twelfths, self._hard.chars
        heavy, heavies = 0, out.heavy
        places: list[int] = []
        # The first block that should not be parted from the next one, the first heading over the next one, and what
        # is before these.
        lead, lead_heavy = 0, 0
        over, over_heavy = 0, 0
        previous = Kind.TEXT
        previous_node: Node | None = None
        page = 0
        force = False
        for place, (start, kind, index, home) in enumerate(raw):
            begin = start if place else 0
            end = raw[place + 1][0] if place + 1 < len(raw) else self._end
            here = len(out.kind)
            places.append(here)
            if end <= begin:
                continue
            node = nodes[index]
            cost = self._cost(previous, previous_node, kind, node) if previous_node else 0
            if force or self._pages[home] != page:
                out.forced.add(here)
                page, force = self._pages[home], False
            own = weight(text, begin, end)
            if cost < _LEAD_IN or kind is Kind.NOTE:
                lead, lead_heavy = here, heavy
            if previous is not Kind.HEADING or not here:
                over, over_heavy = here, heavy
            before = heavy - over_heavy
            chars_before = begin - out.start[over] if over < here else 0
            if kind is Kind.TABLE and not self._small(node, own, end - begin, home):
                near = (heavy - lead_heavy) * 4 <= self._target.twelfths
                near = near and (lead == here or (begin - out.start[lead]) * 4 <= self._target.chars)
                out.forced.add(lead if near else here)
                heavy = self._rows(begin, end, index, home, cost, heavy)
                previous, force = Kind.ROW, True
            elif kind not in WHOLE and (own + before > hard_t or end - begin + chars_before > hard_c):
                first = self._hard.less(before, chars_before)
                if first.twelfths < hard_t // 4 or first.chars < hard_c // 4 or kind is Kind.HEADING:
                    first = self._hard
                heavy = self._pieces(begin, end, kind, index, home, cost, heavy, first)
                previous = kind
            else:
                heavies.append(heavy)
                self._add(begin, kind, index, home, cost)
                heavy += own
                previous = kind
            previous_node = node
        heavies.append(heavy)
        out.start.append(self._end)
        places.append(len(out.kind))
        return places

    def _cost(self, previous: Kind, before: Node, kind: Kind, node: Node) -> int:
        """Of a cut between two blocks, whatever section they are in."""
        if previous is Kind.HEADING:
            return GLUE
        if kind is Kind.NOTE:
            return _NOTE
        if previous is Kind.CAPTION and kind not in PROSE:
            return _CAPTION
        if kind is Kind.CAPTION and previous is Kind.FIGURE:
            return _CAPTION
        if kind is Kind.HEADING or previous not in PROSE:
            return 0
        end = before.span[1]
        sign = self._text[end - 1 : end]
        if sign in _COLONS:
            return _LEAD_IN
        if kind is Kind.TEXT and previous is Kind.TEXT and not node.label and sign and sign not in _ENDS:
            return _RUNNING_ON
        return _ITEM if kind is Kind.LIST and previous is Kind.LIST else 0

    def _small(self, node: Node, own: int, size: int, home: int) -> bool:
        """Can the table be handled as one block? In a slide whenever it fits, elsewhere up to half a chunk."""
        if home in self._slides:
            return own <= self._hard.twelfths and size <= self._hard.chars
        table = node.table
        rows = 0 if table is None else table.rows - table.header_rows
        few = not self._table_rows or rows <= self._table_rows
        return few and own * 2 <= self._target.twelfths and size * 2 <= self._target.chars

    def _pieces(
        self, begin: int, end: int, kind: Kind, index: int, home: int, cost: int, heavy: int, first: Budget
    ) -> int:
        """Adds a block above the limit in pieces. Returns the weight of all up to its end."""
        text, heavies = self._text, self._out.heavy
        for stop, power in [*inside.places(text, begin, end, first, self._hard), (end, 0)]:
            heavies.append(heavy)
            self._add(begin, kind, index, home, cost)
            heavy += weight(text, begin, stop)
            begin, cost = stop, _INSIDE[power]
            if kind is Kind.HEADING:
                cost += _CLAUSE
        return heavy

    def _rows(self, begin: int, end: int, index: int, home: int, cost: int, heavy: int) -> int:
        """Adds a table row by row. Returns the weight of all up to its end."""
        text, heavies, out = self._text, self._out.heavy, self._out
        table = self._nodes[index].table
        header_rows = 1 if table is None else table.header_rows
        lines: list[int] = []
        stop = begin
        while stop < end:
            lines.append(stop)
            stop = text.find("\n", stop, end) + 1 or end
        lines.append(end)
        head = 0
        for line in range(min(header_rows + 1, len(lines) - 1)):
            if _SEPARATOR.fullmatch(text, lines[line], lines[line + 1]):
                head = line + 1
        rows = self._row_nodes(index)
        header, room = -1, self._hard
        if head:
            head_heavy = weight(text, begin, lines[head])
            size = lines[head] - begin
            if head_heavy * 2 <= self._hard.twelfths and size * 2 <= self._hard.chars and head < len(lines) - 1:
                header = len(out.headers)
                out.headers.append((begin, lines[head], head_heavy))
                room = self._hard.less(head_heavy, size)
                heavies.append(heavy)
                self._add(begin, Kind.HEADER, index, home, cost)
                heavy += head_heavy
                cost = GLUE
            else:
                head = 0
        for line in range(head, len(lines) - 1):
            start, stop = lines[line], lines[line + 1]
            node = rows.get(start, index)
            own = weight(text, start, stop)
            kind = Kind.ROW
            if own > room.twelfths or stop - start > room.chars:
                for cut, power in inside.places(text, start, stop, room, room):
                    part = weight(text, start, cut)
                    heavies.append(heavy)
                    self._add(start, kind, node, home, cost, header)
                    heavy += part
                    own -= part
                    start, kind, cost = cut, Kind.ROW_PART, _INSIDE[power]
            heavies.append(heavy)
            self._add(start, kind, node, home, cost, header)
            heavy += own
            cost = 0
        return heavy

    def _row_nodes(self, table: int) -> dict[int, int]:
        """The row nodes of a table, by where they start."""
        nodes = self._nodes
        end = nodes[table].span[1]
        rows = {}
        for index in range(table + 1, len(nodes)):
            node = nodes[index]
            if node.span[0] >= end:
                break
            if node.parent == table and node.kind == "row":
                rows[node.span[0]] = index
        return rows

    # --- what should stay together ----------------------------------------------------------------------
    def _close(self, raw: list[tuple[int, Kind, int, int]], places: list[int], last: list[int]) -> None:
        """Adds to the costs what a cut inside a clause or a section costs that would fit a chunk."""
        out, nodes = self._out, self._nodes
        count = len(out.kind)
        out.clause = [False] * count
        out.cross = [0] * (count + 1)
        parents = {nodes[index].parent for index, _ in self._sections}
        clauses = self._typed_clauses(raw, places)
        for index, first in self._sections:
            begin, end = places[first], places[max(last[index], first)]
            parent = index in parents
            clauses.append(_Clause(begin, end, not parent, parent))
            crossing = _CROSS_PARENT if parent else _CROSS_LEAF
            for edge in (begin, end):
                if out.cross[edge] < crossing:
                    out.cross[edge] = crossing
        change = [0] * (count + 2)
        hard_t, hard_c = self._hard.twelfths, self._hard.chars
        start, heavy = out.start, out.heavy
        for clause in clauses:
            begin, end = clause.first, clause.last
            if end - begin < 2:
                continue
            own = heavy[end] - heavy[begin]
            if own > hard_t or start[end] - start[begin] > hard_c:
                continue
            if clause.fixed:
                price = _CLAUSE
            else:
                share = max(1000 * own // hard_t, 1000 * (start[end] - start[begin]) // hard_c)
                price = 1000 - 7 * share // 10 if clause.parent else 1100 - 6 * share // 10
            change[begin + 1] += price
            change[end] -= price
        total = 0
        for place in range(count):
            total += change[place]
            out.cost[place] += total

    def _typed_clauses(self, raw: list[tuple[int, Kind, int, int]], places: list[int]) -> list[_Clause]:
        """Clauses that are no sections: from a paragraph with a typed number to the next one with such a number.

        The first number in a section shows the form; articles (第X条) come before any other form.
        """
        nodes, out = self._nodes, self._out
        clauses: list[_Clause] = []
        forms: dict[int, str] = {}
        open_at, open_home = -1, -1

        def close(at: int) -> None:
            if open_at >= 0:
                clauses.append(_Clause(open_at, at, forms[open_home] == _ARTICLE))

        for place, (_, kind, index, home) in enumerate(raw):
            if home != open_home or kind is Kind.HEADING:
                close(places[place])
                open_at, open_home = -1, home
                if kind is Kind.HEADING:
                    continue
            label = nodes[index].label
            if not label:
                continue
            form = _form(label)
            if home not in forms or (form == _ARTICLE and forms[home] != _ARTICLE):
                forms[home] = form
            if form == forms[home]:
                close(places[place])
                open_at = places[place]
                if form == _ARTICLE and open_at < len(out.clause):
                    out.clause[open_at] = True
        close(len(out.kind))
        return clauses


def _form(label: str) -> str:
    """The shape of a number: "第十二条" → "第一条", "3.2" → "0.0", "(iv)" → "(a)"."""
    return _LETTERS.sub("a", _DIGITS.sub("0", _HAN_DIGITS.sub("一", label.strip()))).replace("第0条", _ARTICLE)
