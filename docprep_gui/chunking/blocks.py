"""A document's body as a row of blocks, each with what it costs to cut in front of it.

A block is the smallest thing that is moved as a whole: a heading, a paragraph, a list item, a small table, a row of a
large table, a sentence of a paragraph that is above the limit. The blocks partition the body: what stands between two
of them (line feeds) belongs to the first. Costs are thousandths of a full chunk: a cut that costs 400 is made only if
the chunk would otherwise be 40 % emptier.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import accumulate

from docprep_gui.chunking import inside
from docprep_gui.chunking.weights import Budget, weight, weights
from docprep_gui.domain.document import Document

# Kinds of blocks, as plain numbers: they are compared in the inner loops.
TEXT, HEADING, LIST, NOTE, CAPTION, FIGURE, TABLE, HEADER, ROW, ROW_PART, CODE, QUOTE = range(12)
# TABLE: whole. HEADER: header rows and separator of a table in pieces. ROW_PART: a row goes on.

_KINDS = {
    "list_item": LIST, "note": NOTE, "caption": CAPTION, "figure": FIGURE, "table": TABLE,
    "code": CODE, "quote": QUOTE,
}
_CONTAINERS = frozenset(("document", "section", "sheet", "slide"))
WHOLE = frozenset((CODE, QUOTE))
PROSE = frozenset((TEXT, LIST))

GLUE = 10_000  # a heading, or a table's header, without what follows it
_NOTE = 5_000
_CAPTION = 5_000
_CLAUSE = 1_200  # a clause that would fit a chunk
_PARENT = 450
_TYPED = 600
_ANY = 100
_LEAD_IN = 400  # "as follows:" and what follows
_RUNNING_ON = 200  # a line that ends in mid-sentence
_BARE = 300  # a heading without a text of its own, and what follows
_ITEM = 50
_INSIDE = {inside.SENTENCE: 150, inside.PART: 300, inside.COMMA: 450, inside.BLANK: 600, inside.ANYWHERE: 700}
# Going on behind the end of a section: costs more the better the chunk is filled there.
_CROSS_PARENT = 300
_CROSS_LEAF = 100

_DIGITS = re.compile(r"[0-9０-９]+")
_HAN_DIGITS = re.compile("[零〇一二三四五六七八九十百千两壹贰貳叁參肆伍陆陸柒捌玖拾佰]+")
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
    kind: list[int] = field(default_factory=list)
    node: list[int] = field(default_factory=list)
    home: list[int] = field(default_factory=list)
    cost: list[int] = field(default_factory=list)
    cross: list[int] = field(default_factory=list)
    header: list[int] = field(default_factory=list)
    clause: bytearray = field(default_factory=bytearray)
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
    """`_raw`: a block for each node, its lists one entry longer at the end as in Blocks. `_out`: with the blocks that
    are too large in pieces."""

    def __init__(self, document: Document, hard: Budget, target: Budget, table_rows: int) -> None:
        self._text = document.text
        self._nodes = document.nodes
        self._end = document.source.body[1]
        self._hard = hard
        self._target = target
        self._table_rows = table_rows
        self._raw = Blocks()
        self._out = Blocks()
        self._last = [0] * len(document.nodes)  # for containers: the place behind their last block
        self._sections: list[tuple[int, int]] = []  # (node, place of its first block)
        self._pages: list[int] = []  # blocks that begin a slide or a sheet, or stand behind one
        self._ends: list[int] = []  # of the nodes of the raw blocks
        self._labels: dict[int, str] = {}  # by raw block

    def find(self) -> Blocks:
        self._read()
        if not self._raw.kind:
            return self._raw
        places = self._split(self._price())
        self._close(places)
        return self._out

    # --- which nodes are blocks -------------------------------------------------------------------------
    def _read(self) -> None:
        nodes, end, last = self._nodes, self._end, self._last
        raw, sections = self._raw, self._sections
        starts, kinds, owners, homes, ends = raw.start, raw.kind, raw.node, raw.home, self._ends
        slides = self._out.slides
        container = bytearray(len(nodes))
        container[0] = 1
        page_of: dict[int, int] = {}
        page = 0
        for index, (kind, parent, span, heading, label) in enumerate(
            nodes.each("kind", "parent", "span", "heading", "label")
        ):
            if parent < 0 or not container[parent]:
                continue
            start = span[0]
            if start >= end:
                continue
            if kind in _CONTAINERS:
                container[index] = 1
                if kind == "section":
                    if parent in page_of:
                        page_of[index] = page_of[parent]
                else:
                    page_of[index] = index
                if kind == "slide" or parent in slides:
                    slides.add(index)
                sections.append((index, len(kinds)))
                if heading is None or heading[0] == heading[1]:
                    continue
                start, block, home = heading[0], HEADING, index
            else:
                block, home = _KINDS.get(kind, TEXT), parent
            if page_of and page_of.get(home, 0) != page:
                page = page_of.get(home, 0)
                self._pages.append(len(kinds))
            if label:
                self._labels[len(kinds)] = label
            starts.append(start)
            kinds.append(block)
            owners.append(index)
            homes.append(home)
            ends.append(span[1])
            last[home] = len(kinds)
        for index, _ in reversed(sections):
            parent = nodes[index].parent
            if last[index] > last[parent]:
                last[parent] = last[index]
        if not kinds and end > 0:
            starts.append(0)
            kinds.append(TEXT)
            owners.append(0)
            homes.append(0)
            ends.append(end)
        if kinds:
            starts[0] = 0
            starts.append(end)

    # --- what a cut costs, and what is too large --------------------------------------------------------
    def _price(self) -> list[int]:
        """Weighs the raw blocks and prices the cuts between them. Returns those that must be split or left out."""
        raw, text, ends, labels = self._raw, self._text, self._ends, self._labels
        starts, kinds = raw.start, raw.kind
        own = weights(text, starts)
        raw.heavy = [0, *accumulate(own)]
        raw.header = [-1] * len(kinds)
        hard_t, hard_c = self._hard.twelfths, self._hard.chars
        special: list[int] = []
        add = raw.cost.append
        previous = previous_place = -1
        for place, kind in enumerate(kinds):
            start = starts[place]
            size = starts[place + 1] - start
            if size == 0:
                special.append(place)
                add(0)
                continue
            cost = 0
            if previous == TEXT and kind == TEXT:
                sign = text[start - 2] if start > 1 and text[start - 1] == "\n" else " "
                if sign.isspace():
                    sign = text[ends[previous_place] - 1]
                if sign in _COLONS:
                    cost = _LEAD_IN
                elif sign not in _ENDS and place not in labels:
                    cost = _RUNNING_ON
            elif previous >= 0:
                cost = self._cost(previous, previous_place, kind, place)
            add(cost)
            if own[place] > hard_t or size > hard_c:
                if kind not in WHOLE:
                    special.append(place)
            elif kind == TABLE:
                if self._in_sheet(place) or not self._small(place, own[place], size):
                    special.append(place)
            elif previous == HEADING and kind not in WHOLE:
                over = self._headings_over(place)
                if raw.heavy[place + 1] - raw.heavy[over] > hard_t or start + size - starts[over] > hard_c:
                    special.append(place)
            previous, previous_place = kind, place
        return special

    def _cost(self, previous: int, previous_place: int, kind: int, place: int) -> int:
        """Of a cut between two blocks that are not both paragraphs."""
        raw, nodes = self._raw, self._nodes
        if previous == HEADING:
            over, home = raw.home[previous_place], raw.home[place]
            if over == home or nodes[home].parent == over:
                return GLUE
            # A section that is a heading only: often a clause in one sentence.
            end = (nodes[over].heading or nodes[over].span)[1]
            return 0 if self._text[end - 1 : end] in _ENDS else _BARE
        if kind == NOTE:
            return _NOTE
        if (previous == CAPTION and kind not in PROSE) or (kind == CAPTION and previous == FIGURE):
            return _CAPTION
        if kind == HEADING or previous not in PROSE:
            return 0
        end = self._ends[previous_place]
        if self._text[end - 1 : end] in _COLONS:
            return _LEAD_IN
        return _ITEM if kind == LIST and previous == LIST else 0

    def _headings_over(self, place: int) -> int:
        """The first of the headings right before a raw block."""
        kinds, cost = self._raw.kind, self._raw.cost
        while place and kinds[place - 1] == HEADING and cost[place] >= GLUE:
            place -= 1
        return place

    def _small(self, place: int, own: int, size: int) -> bool:
        """Can the table be handled as one block? In a slide whenever it fits, elsewhere up to half a chunk."""
        if self._raw.home[place] in self._out.slides:
            return True
        table = self._nodes[self._raw.node[place]].table
        rows = 0 if table is None else table.rows - table.header_rows
        few = not self._table_rows or rows <= self._table_rows
        return few and own * 2 <= self._target.twelfths and size * 2 <= self._target.chars

    def _in_sheet(self, place: int) -> bool:
        """Tables of a sheet have nothing to do with each other: each has chunks of its own."""
        return self._nodes[self._raw.home[place]].kind == "sheet"

    # --- splitting --------------------------------------------------------------------------------------
    def _split(self, special: list[int]) -> list[int]:
        """Fills the blocks; returns for each raw place (and the end) the block that it became."""
        raw, out = self._raw, self._out
        count = len(raw.kind)
        places: list[int] = []
        done = 0
        for place in [*special, count]:
            places.extend(range(len(out.kind), len(out.kind) + place - done))
            for name in ("start", "heavy", "kind", "node", "home", "cost", "header"):
                getattr(out, name).extend(getattr(raw, name)[done:place])
            done = place
            if place == count:
                break
            places.append(len(out.kind))
            done += 1
            if raw.start[place] == raw.start[done]:
                continue
            if raw.kind[place] == TABLE:
                out.forced.add(self._lead(place))
                own = raw.heavy[done] - raw.heavy[place]
                if self._in_sheet(place) and self._small(place, own, raw.start[done] - raw.start[place]):
                    self._add(
                        raw.start[place], raw.heavy[place], TABLE, raw.node[place], raw.home[place], raw.cost[place]
                    )
                else:
                    self._rows(place)
                out.forced.add(len(out.kind))
            else:
                self._pieces(place)
        places.append(len(out.kind))
        out.start.append(self._end)
        out.heavy.append(raw.heavy[-1])
        out.forced.update(places[page] for page in self._pages)
        return places

    def _lead(self, place: int) -> int:
        """Where the chunk begins that a table in pieces begins in: with its heading, caption and lead-in, if short."""
        raw, out = self._raw, self._out
        lead = here = len(out.kind)
        cost = raw.cost[place]
        while lead > 0 and cost >= _LEAD_IN:
            lead -= 1
            cost = out.cost[lead]
        if lead == here:
            return here
        heavy, size = raw.heavy[place] - out.heavy[lead], raw.start[place] - out.start[lead]
        return lead if heavy * 4 <= self._target.twelfths and size * 4 <= self._target.chars else here

    def _add(self, start: int, heavy: int, kind: int, node: int, home: int, cost: int, header: int = -1) -> None:
        out = self._out
        out.start.append(start)
        out.heavy.append(heavy)
        out.kind.append(kind)
        out.node.append(node)
        out.home.append(home)
        out.cost.append(cost)
        out.header.append(header)

    def _pieces(self, place: int) -> None:
        """Adds a block above the limit in pieces, the first of which has room for the headings over it."""
        raw, text = self._raw, self._text
        begin, end, kind, heavy = raw.start[place], raw.start[place + 1], raw.kind[place], raw.heavy[place]
        over = self._headings_over(place)
        first = self._hard.less(heavy - raw.heavy[over], begin - raw.start[over])
        if kind == HEADING or first.twelfths * 4 < self._hard.twelfths or first.chars * 4 < self._hard.chars:
            first = self._hard
        cost = raw.cost[place]
        for stop, power in [*inside.places(text, begin, end, first, self._hard), (end, inside.SENTENCE)]:
            self._add(begin, heavy, kind, raw.node[place], raw.home[place], cost)
            heavy += weight(text, begin, stop)
            begin, cost = stop, _INSIDE[power] + (_CLAUSE if kind == HEADING else 0)

    def _rows(self, place: int) -> None:
        """Adds a table row by row."""
        raw, out, text = self._raw, self._out, self._text
        begin, end, heavy, cost = raw.start[place], raw.start[place + 1], raw.heavy[place], raw.cost[place]
        index, home = raw.node[place], raw.home[place]
        table = self._nodes[index].table
        header_rows = 1 if table is None else table.header_rows
        lines: list[int] = []
        stop = begin
        while stop < end:
            lines.append(stop)
            stop = text.find("\n", stop, end) + 1 or end
        lines.append(end)
        own = weights(text, lines)
        head = 0
        for line in range(min(header_rows + 1, len(lines) - 1)):
            if _SEPARATOR.fullmatch(text, lines[line], lines[line + 1]):
                head = line + 1
        header, room = -1, self._hard
        head_heavy, head_size = sum(own[:head]), lines[head] - begin
        if head_heavy * 2 <= room.twelfths and head_size * 2 <= room.chars and 0 < head < len(own):
            header = len(out.headers)
            out.headers.append((begin, lines[head], head_heavy))
            room = room.less(head_heavy, head_size)
            self._add(begin, heavy, HEADER, index, home, cost)
            heavy += head_heavy
            cost = GLUE
        else:
            head = 0  # nothing to repeat: its lines are rows like the others
        rows = self._row_nodes(index)
        for line in range(head, len(own)):
            start, stop = lines[line], lines[line + 1]
            node, kind = rows.get(start, index), ROW
            begin_heavy = heavy
            if own[line] > room.twelfths or stop - start > room.chars:
                for at, power in inside.places(text, start, stop, room, room):
                    self._add(start, heavy, kind, node, home, cost, header)
                    heavy += weight(text, start, at)
                    start, kind, cost = at, ROW_PART, _INSIDE[power]
            self._add(start, heavy, kind, node, home, cost, header)
            heavy = begin_heavy + own[line]
            cost = 0

    def _row_nodes(self, table: int) -> dict[int, int]:
        """The row nodes of a table, by where they start."""
        end = self._nodes[table].span[1]
        rows = {}
        for index, (kind, parent, span) in enumerate(self._nodes.since(table + 1, "kind", "parent", "span"), table + 1):
            if span[0] >= end:
                break
            if parent == table and kind == "row":
                rows[span[0]] = index
        return rows

    # --- what should stay together ----------------------------------------------------------------------
    def _close(self, places: list[int]) -> None:
        """Adds to the costs what a cut inside a clause or a section costs that would fit a chunk."""
        out, nodes = self._out, self._nodes
        count = len(out.kind)
        out.clause = bytearray(count + 1)
        out.cross = [0] * (count + 1)
        clauses: list[_Clause] = []
        parents = {nodes[index].parent for index, _ in self._sections}
        if self._labels:
            parents |= self._typed_clauses(places, clauses)
        for index, first in self._sections:
            begin, end = places[first], places[max(self._last[index], first)]
            parent = index in parents
            clauses.append(_Clause(begin, end, not parent, parent))
            crossing = _CROSS_PARENT if parent else _CROSS_LEAF
            for edge in (begin, end):
                if out.cross[edge] < crossing:
                    out.cross[edge] = crossing
        change = [0] * (count + 1)
        hard_t, hard_c = self._hard.twelfths, self._hard.chars
        start, heavy = out.start, out.heavy
        for clause in clauses:
            begin, end = clause.first, clause.last
            own, size = heavy[end] - heavy[begin], start[end] - start[begin]
            if end - begin < 2 or own > hard_t or size > hard_c:
                continue
            if clause.fixed:
                price = _CLAUSE
            else:
                share = max(1000 * own // hard_t, 1000 * size // hard_c)
                price = (_PARENT if clause.parent else _TYPED) * (1000 - share) // 1000 + _ANY
            change[begin + 1] += price
            change[end] -= price
        out.cost = [cost + more for cost, more in zip(out.cost, accumulate(change), strict=False)]

    def _typed_clauses(self, places: list[int], clauses: list[_Clause]) -> set[int]:
        """Adds the clauses that are no sections: from a paragraph with a typed number to the next one with such a
        number. Returns the sections that have several.

        The first number in a section shows the form; articles (第X条) come before any other form.
        """
        raw, out = self._raw, self._out
        forms: dict[int, str] = {}
        several: set[int] = set()
        begin, at_home = -1, -1
        for place, (kind, home) in enumerate(zip(raw.kind, raw.home, strict=True)):
            if home != at_home or kind == HEADING:
                if begin >= 0:
                    clauses.append(_Clause(begin, places[place], forms[at_home] == _ARTICLE))
                begin, at_home = -1, home
                if kind == HEADING:
                    continue
            label = self._labels.get(place)
            if not label:
                continue
            form = _form(label)
            if home not in forms or (form == _ARTICLE and forms[home] != _ARTICLE):
                forms[home] = form
            if form == forms[home]:
                if begin >= 0:
                    clauses.append(_Clause(begin, places[place], form == _ARTICLE))
                    several.add(home)
                begin = places[place]
                if form == _ARTICLE:
                    out.clause[begin] = 1
        if begin >= 0:
            clauses.append(_Clause(begin, len(out.kind), forms[at_home] == _ARTICLE))
        return several


def _form(label: str) -> str:
    """The shape of a number: "第十二条" → "第一条", "3.2" → "0.0", "(iv)" → "(a)"."""
    plain = _HAN_DIGITS.sub("一", label.strip().replace("條", "条"))
    return _LETTERS.sub("a", _DIGITS.sub("0", plain)).replace("第0条", _ARTICLE)
