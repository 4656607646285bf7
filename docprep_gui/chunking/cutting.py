"""Blocks packed into chunks.

Each chunk takes the blocks that follow up to the place with the best score: how full the chunk is, less what the cut
costs, less what going on behind the end of a section costs. Every block is looked at a few times at most, so the time
is linear in the text.
"""

from __future__ import annotations

from docprep_gui.chunking import blocks
from docprep_gui.chunking.blocks import GLUE, PROSE, WHOLE, Blocks
from docprep_gui.chunking.settings import ChunkSettings
from docprep_gui.chunking.weights import Budget, weight
from docprep_gui.domain.chunk import Chunk, ChunkKind
from docprep_gui.domain.document import Document, Location, Span, stable_ids
from docprep_gui.text import sentences

_NO_LIMIT = 1 << 60
# Thousandths of a chunk: what a chunk filled up to the hard limit loses against one filled to the target, and what
# reaching the end gains, so that no scrap is left for a last chunk.
_OVERFULL = 300
_END = 300
_ROWS = frozenset((blocks.ROW, blocks.ROW_PART))
_ASIDE = frozenset((blocks.HEADING, blocks.CAPTION))
_CHUNK_KINDS: dict[int, ChunkKind] = {
    blocks.LIST: "list", blocks.NOTE: "note", blocks.TABLE: "table", blocks.HEADER: "table", blocks.ROW: "table",
    blocks.ROW_PART: "table", blocks.CODE: "code",
}

_Part = tuple[int, int, tuple[Span, ...], int]  # first block, behind the last block, context, its weight


def cut(document: Document, settings: ChunkSettings) -> tuple[Chunk, ...]:
    """The chunks of a document's body, in order; their cores partition it. SettingError as `settings.checked`.

    - Cuts fall between sections and clauses first, then between paragraphs, then behind sentences and weaker signs,
      never inside an entity. A section, a clause or a paragraph that fits the hard limit is whole.
    - A heading is never without its first text. A large table has chunks of its own, whole rows where they fit, with
      the header rows as context. A chunk that begins inside a section has whole sentences of the chunk before as
      context. Code and quotations are whole; a chunk that is above the hard limit for them, or for one entity, is
      `oversize`.
    - The same document and settings give the same chunks.
    """
    settings.checked()
    hard = Budget(12 * settings.max_tokens, _NO_LIMIT if settings.max_chars is None else settings.max_chars)
    target = Budget(12 * min(settings.target_tokens, settings.max_tokens), hard.chars)
    found = blocks.find(document, hard, target, settings.table_rows)
    parts = _Packer(document.text, found, hard, target, settings).pack()
    return _chunks(document, found, parts, hard)


class _Packer:
    def __init__(self, text: str, found: Blocks, hard: Budget, target: Budget, settings: ChunkSettings) -> None:
        self._text = text
        self._blocks = found
        self._hard = hard
        self._target = target
        self._table_rows = settings.table_rows or _NO_LIMIT
        tokens, chars = settings.overlap_limit
        self._overlap = Budget(12 * tokens, 12 * tokens if chars is None else chars)

    def pack(self) -> list[_Part]:
        found = self._blocks
        parts: list[_Part] = []
        first = 0
        for end in sorted({*found.forced, len(found)} - {0}):
            table = found.kind[end - 1] in _ROWS
            while first < end:
                context, extra = self._context(parts, first)
                last = self._rows(first, end, context, extra) if table else self._best(first, end, context, extra)
                if last < 0 and context and not table:
                    context, extra = (), 0
                    last = self._best(first, end, context, extra)
                if last < 0:
                    last = first + 1
                if last < end and found.cost[last] >= GLUE and found.kind[last] in WHOLE:
                    last += 1
                parts.append((first, last, context, extra))
                first = last
        return parts

    def _best(self, first: int, end: int, context: tuple[Span, ...], extra: int) -> int:
        """Where the chunk that begins with block `first` ends best, -1 if not even that block fits."""
        found = self._blocks
        start, heavy, cost, cross = found.start, found.heavy, found.cost, found.cross
        hard_t, hard_c = self._hard.twelfths, self._hard.chars
        target = self._target.twelfths
        slack = max(hard_t - target, 1)
        chars = hard_c < _NO_LIMIT
        from_t = heavy[first] - extra
        from_c = start[first] - _length(context)
        best, best_score, crossed = -1, -(1 << 60), 0
        for place in range(first + 1, end + 1):
            own = heavy[place] - from_t
            if own > hard_t or start[place] - from_c > hard_c:
                break
            if own <= target:
                score = 1000 * own // target
                if chars:
                    score = max(score, 1000 * (start[place] - from_c) // hard_c)
            else:
                score = 1000 - _OVERFULL * (own - target) // slack
            if place == end:
                score += _END - crossed
            else:
                crossing = cross[place] * score // 1000
                score -= cost[place] + crossed
                if crossing > crossed:
                    crossed = crossing
            if score >= best_score:
                best, best_score = place, score
        return best

    def _rows(self, first: int, end: int, context: tuple[Span, ...], extra: int) -> int:
        """As `_best` for a table in pieces: as many rows as the hard limit allows."""
        found = self._blocks
        from_t = found.heavy[first] - extra
        from_c = found.start[first] - _length(context)
        between = anywhere = -1
        rows = 0
        for place in range(first + 1, end + 1):
            rows += found.kind[place - 1] == blocks.ROW
            if (
                found.heavy[place] - from_t > self._hard.twelfths
                or found.start[place] - from_c > self._hard.chars
                or rows > self._table_rows
            ):
                break
            if place == end or (found.kind[place] != blocks.ROW_PART and found.cost[place] < GLUE):
                between = place
            else:
                anywhere = place
        return between if between >= 0 else anywhere

    def _context(self, parts: list[_Part], first: int) -> tuple[tuple[Span, ...], int]:
        """What stands before block `first` if a chunk begins there, and its weight."""
        found = self._blocks
        kind = found.kind[first]
        if kind in _ROWS:
            header = found.header[first]
            if header < 0:
                return (), 0
            start, end, own = found.headers[header]
            return ((start, end),), own
        home = found.home[first]
        if not parts or kind not in PROSE or found.clause[first] or home in found.slides:
            return (), 0
        return self._overlap_before(first, home, parts[-1][0])

    def _overlap_before(self, first: int, home: int, least: int) -> tuple[tuple[Span, ...], int]:
        """The last whole sentences before block `first`, of the same section, not before block `least`."""
        found, text = self._blocks, self._text
        end = found.start[first]
        most = min(self._overlap.chars, self._overlap.twelfths // 3)
        block = first
        while (
            block > least
            and found.home[block - 1] == home
            and found.kind[block - 1] in PROSE
            and end - found.start[block] <= most
        ):
            block -= 1
        begin = max(found.start[block], end - most - 1)
        spans = sentences.split(text, begin, end)
        if begin > found.start[block]:
            spans = spans[1:]  # it may be the end of a sentence only
        chosen, own = end, 0
        for start, _ in reversed(spans):
            more = weight(text, start, chosen)
            if own + more > self._overlap.twelfths or end - start > self._overlap.chars:
                break
            chosen, own = start, own + more
        return (((chosen, end),), own) if chosen < end else ((), 0)


def _length(spans: tuple[Span, ...]) -> int:
    return sum(end - start for start, end in spans)


def _chunks(document: Document, found: Blocks, parts: list[_Part], hard: Budget) -> tuple[Chunk, ...]:
    nodes, start = document.nodes, found.start
    cores: list[Span] = []
    titles: list[tuple[str, ...]] = []
    for first, last, _, _ in parts:
        cores.append((start[first], start[last]))
        home = found.home[first]
        if found.kind[first] == blocks.HEADING:
            home = nodes[home].parent
        titles.append(_path(document, home))
    ids = stable_ids((document.slice(core), *title) for core, title in zip(cores, titles, strict=True))
    chunks = []
    for ordinal, (first, last, context, extra) in enumerate(parts):
        core = cores[ordinal]
        own = found.heavy[last] - found.heavy[first] + extra
        chunks.append(
            Chunk(
                ids[ordinal], ordinal, _kind(found, first, last), core, context, titles[ordinal],
                _location(document, found, first, last), -(-own // 12),
                own > hard.twelfths or core[1] - core[0] + _length(context) > hard.chars,
            )
        )
    return tuple(chunks)


def _path(document: Document, index: int) -> tuple[str, ...]:
    """The headings over a node, its own included; as Document.title_paths, for a few nodes."""
    path = []
    while index >= 0:
        node = document.nodes[index]
        if node.kind == "section" and (title := document.heading(node)):
            path.append(title)
        index = node.parent
    return tuple(reversed(path))


def _kind(found: Blocks, first: int, last: int) -> ChunkKind:
    """What most of the chunk's characters are, headings and captions aside."""
    if found.home[first] in found.slides:
        return "slide"
    kinds = set(found.kind[first:last]) - _ASIDE
    if len(kinds) <= 1:
        return _CHUNK_KINDS.get(next(iter(kinds), blocks.TEXT), "text")
    sizes: dict[ChunkKind, int] = {}
    for block in range(first, last):
        if found.kind[block] not in _ASIDE:
            kind = _CHUNK_KINDS.get(found.kind[block], "text")
            sizes[kind] = sizes.get(kind, 0) + found.start[block + 1] - found.start[block]
    most = max(sizes.values())
    if sizes.get("text") == most:
        return "text"
    return next(kind for kind, size in sizes.items() if size == most)


def _location(document: Document, found: Blocks, first: int, last: int) -> Location:
    """Where the first block stands; for rows of a sheet, from the first row to the last."""
    nodes = document.nodes
    place = nodes[found.node[first]].location
    if place.rows is None:
        return place
    end = nodes[found.node[last - 1]].location
    if end.rows is None or end.sheet != place.sheet:
        return place
    return place._replace(rows=(place.rows[0], max(place.rows[1], end.rows[1])))
