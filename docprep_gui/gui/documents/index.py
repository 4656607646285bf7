"""Looking things up in one prepared document by offset. Made once for a document, cheap to ask."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from functools import cached_property
from operator import itemgetter

from PySide6.QtCore import QCoreApplication

from docprep_gui.domain.chunk import Chunk
from docprep_gui.domain.document import NOWHERE, Document, Location, Node, Span

translate = QCoreApplication.translate
_BLOCKS = frozenset({"paragraph", "list_item", "note", "caption", "quote", "code", "formula", "figure"})


class DocumentIndex:
    def __init__(self, document: Document, chunks: tuple[Chunk, ...]) -> None:
        self.document = document
        self.chunks = chunks
        self._core_starts = [chunk.core[0] for chunk in chunks]

    @cached_property
    def _blocks(self) -> tuple[array[int], list[str]]:
        """Starts of the blocks in order of start, and their numbers."""
        end = self.document.source.body[1]
        blocks = [(span[0], label) for kind, span, hidden, label in self.document.nodes.each(
            "kind", "span", "hidden", "label") if kind in _BLOCKS and span[1] <= end and not hidden]
        blocks.sort(key=itemgetter(0))
        return array("i", [start for start, _ in blocks]), [label for _, label in blocks]

    @cached_property
    def _nodes(self) -> tuple[array[int], array[int]]:
        """Starts of the nodes in order of start, and their places in `Document.nodes`."""
        starts = array("i", [span[0] for span in self.document.nodes.each("span")])
        order = sorted(range(len(starts)), key=starts.__getitem__)
        return array("i", map(starts.__getitem__, order)), array("i", order)

    def chunk_at(self, offset: int) -> int | None:
        """Ordinal of the chunk whose core holds the offset; None in an aside."""
        at = bisect_right(self._core_starts, offset) - 1
        if at < 0 or offset >= self.chunks[at].core[1]:
            return None
        return at

    def location(self, offset: int) -> Location:
        """Of the innermost node at the offset that knows where it stands."""
        starts, order = self._nodes
        nodes = self.document.nodes
        at = bisect_right(starts, offset) - 1
        while at >= 0:
            place: int = order[at]
            while place >= 0:
                node = nodes[place]
                if node.span[0] <= offset < max(node.span[1], node.span[0] + 1) and node.location != NOWHERE:
                    return node.location
                place = node.parent
            at -= 1
            if at >= 0 and nodes[order[at]].kind == "document":
                break
        return NOWHERE

    def label(self, chunk: Chunk) -> str:
        """A short name for a chunk: the numbers that it runs from and to ("2.1 – 2.3"), else its first words."""
        heading = self._headings_in(chunk)
        if heading:
            return heading
        if chunk.kind in ("text", "list"):
            starts, numbers = self._blocks
            low, high = bisect_left(starts, chunk.core[0]), bisect_left(starts, chunk.core[1])
            labels = [label for label in numbers[low:high] if label]
            alike = [label for label in labels if _shape(label) == _shape(labels[0])]
            if alike:
                return alike[0] if len(alike) == 1 else f"{alike[0]} – {alike[-1]}"
        return self.first_words(chunk.core)

    @cached_property
    def _sections(self) -> tuple[list[int], list[Node]]:
        found = self.document.nodes
        nodes = [node for place in found.having("kind", "section") if (node := found[place]).heading is not None]
        return [node.span[0] for node in nodes], nodes

    def _headings_in(self, chunk: Chunk) -> str:
        """Of a chunk that begins with a heading: that heading, or the first and the last of its level."""
        starts, nodes = self._sections
        inside = nodes[bisect_left(starts, chunk.core[0]) : bisect_left(starts, chunk.core[1])]
        if not inside or self.document.text[chunk.core[0] : inside[0].span[0]].strip():
            return ""
        top = min(node.level for node in inside)
        at_top = [node for node in inside if node.level == top]
        if len(at_top) == 1 or at_top[0] is not inside[0]:
            return self.document.heading(inside[0])
        names = [node.label or self.document.heading(node) for node in (at_top[0], at_top[-1])]
        if at_top[0] is nodes[0] and not at_top[0].label and names[0] == self.document.source.title.strip():
            names[0] = translate("Documents", "Opening")  # its title is the document's name
        return f"{names[0]} – {names[1]}"

    def first_words(self, span: Span, limit: int = 40) -> str:
        text = self.document.text[span[0] : min(span[1], span[0] + 400)].strip()
        line = next((line for line in text.split("\n") if line.strip(" |-:")), "")
        return " ".join(line.replace("|", " ").split())[:limit]


def _shape(label: str) -> str:
    """A label with its figures taken out, so that labels of one family are alike."""
    return "".join("#" if c.isdigit() or c in "一二三四五六七八九十百零" else c for c in label).replace("##", "#")
