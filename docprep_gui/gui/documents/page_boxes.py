"""Where the characters of a document stand on its printed pages: lines as the reader placed them, characters exactly
where a page's own were asked for, else by their usual widths."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterator

from docprep_gui.domain.document import Document, Span
from docprep_gui.workspace.pages import spread

Box = tuple[float, float, float, float]
PRINTED = frozenset({"pdf", "image"})
"""Kinds of files that have pages to be shown as they are."""
PRINTED_NAMES = frozenset({"pdf", "png", "jpg", "jpeg", "tif", "tiff", "bmp", "webp"})
"""How their names end."""
_KEEP_PAGES = 80
_SHEET = (595.0, 842.0)


def is_printed(document: Document) -> bool:
    return document.source.kind in PRINTED and bool(document.layout.page_sizes)


class LineBoxes:
    """Lines of a document in order of offset, each with its page (from 1) and its box in points. `doubtful`: stretches
    of a scan that may have been read wrongly, in order. Made without a loop
    over characters: a document of a thousand pages has fifty thousand lines."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.sizes = tuple(size if size[0] > 1 and size[1] > 1 else _SHEET for size in document.layout.page_sizes)
        self.damaged = frozenset(n for n, size in enumerate(document.layout.page_sizes, start=1)
                                 if size[0] <= 1 or size[1] <= 1)
        places, boxes = array("i", document.layout.offsets), array("f", document.layout.boxes)
        self.starts, self.ends, self.pages = places[0::3], places[1::3], places[2::3]
        self.doubtful: list[Span] = [span for span, role in document.nodes.each("span", "role")
                                     if role == "doubtful"]
        self._boxes = boxes
        self._add_others(document)
        self.by_page: dict[int, list[int]] = {}
        for i, page in enumerate(self.pages):
            self.by_page.setdefault(page, []).append(i)
        self._exact: OrderedDict[int, tuple[array[float], dict[int, int]]] = OrderedDict()

    def _add_others(self, document: Document) -> None:
        """What has a place and no lines: headers and footers, pictures without text."""
        others = []
        for kind, (start, end), place in document.nodes.each("kind", "span", "location"):
            if kind not in ("page_header", "page_footer", "figure") or place.box is None or place.page is None:
                continue
            if self.line_of(start, strict=True) is None:
                others.append((start, end, place.page, place.box))
        if not others:
            return
        lines = [(*values, self.box(i)) for i, values in enumerate(zip(self.starts, self.ends, self.pages,
                                                                       strict=True))]
        lines = sorted([*lines, *others], key=lambda line: line[0])
        self.starts, self.ends = array("i", [line[0] for line in lines]), array("i", [line[1] for line in lines])
        self.pages = array("i", [line[2] for line in lines])
        self._boxes = array("f", [value for line in lines for value in line[3]])

    def __len__(self) -> int:
        return len(self.starts)

    def box(self, line: int) -> Box:
        x0, y0, x1, y1 = self._boxes[4 * line : 4 * line + 4]
        return x0, y0, x1, y1

    def line_of(self, offset: int, *, strict: bool = False) -> int | None:
        """The line that holds an offset, or the last one before it; `strict`: none where none holds it."""
        i = bisect_right(self.starts, offset) - 1
        if i >= 0 and strict and offset >= max(self.ends[i], self.starts[i] + 1):
            return None
        return i if i >= 0 else (None if strict or not len(self) else 0)

    def lines_in(self, span: Span) -> range:
        """Lines that overlap a span."""
        first = max(0, bisect_right(self.starts, span[0]) - 1)
        return range(first, bisect_left(self.starts, span[1]))

    # --- characters -------------------------------------------------------------------------------------
    def wanted(self, page: int) -> tuple[tuple[str, Box], ...] | None:
        """The lines whose characters are to be placed; None where that is known."""
        if page in self._exact:
            return None
        text = self.document.text
        return tuple((text[self.starts[i] : self.ends[i]], self.box(i)) for i in self.by_page.get(page, ()))

    def place(self, page: int, signs: bytes) -> None:
        """`signs`: the boxes of all characters of the lines that `wanted` gave."""
        values = array("f", signs)
        at, total = {}, 0
        for i in self.by_page.get(page, ()):
            at[i] = total
            total += self.ends[i] - self.starts[i]
        if len(values) != 4 * total:
            return
        self._exact[page] = values, at
        if len(self._exact) > _KEEP_PAGES:
            self._exact.popitem(last=False)

    def characters(self, line: int) -> list[Box]:
        """The box of each character of a line."""
        exact = self._exact.get(self.pages[line])
        length = self.ends[line] - self.starts[line]
        if exact is None:
            return spread(self.document.text[self.starts[line] : self.ends[line]], self.box(line))
        values, first = exact[0], exact[1][line]
        found = []
        for at in range(4 * first, 4 * (first + length), 4):
            x0, y0, x1, y1 = values[at : at + 4]
            found.append((x0, y0, x1, y1))
        return found

    def stretches(self, line: int, span: Span) -> Iterator[Box]:
        """Boxes of what a line has of a span, one for each line that a reader sees: a cell may have several."""
        start, end = self.starts[line], self.ends[line]
        low, high = max(span[0], start), min(span[1], end)
        if low >= high:
            return
        if low == start and high == end and self.pages[line] not in self._exact:
            yield self.box(line)
            return
        run: Box | None = None
        down = self.runs_down(line)
        for box in self.characters(line)[low - start : high - start]:
            if box[2] <= box[0] or box[3] <= box[1]:
                continue
            if run is None:
                run = box
            elif _same_line(run, box, down):
                run = min(run[0], box[0]), min(run[1], box[1]), max(run[2], box[2]), max(run[3], box[3])
            else:
                yield run
                run = box
        if run is not None:
            yield run

    def rects(self, span: Span) -> Iterator[tuple[int, Box]]:
        """(page, box) of the stretches of a span."""
        for line in self.lines_in(span):
            for box in self.stretches(line, span):
                yield self.pages[line], box

    def offset_at(self, page: int, x: float, y: float) -> int | None:
        """The offset nearest to a point of a page; None on a page without text."""
        lines = self.by_page.get(page)
        if not lines:
            return None

        def away(line: int) -> tuple[float, float]:
            x0, y0, x1, y1 = self.box(line)
            # A line at the same height is nearer than one above or below.
            return (max(x0 - x, x - x1, 0.0) + 3 * max(y0 - y, y - y1, 0.0), (x1 - x0) * (y1 - y0))

        line = min(lines, key=away)
        boxes = self.characters(line)
        if not boxes:
            return self.starts[line]
        rows = [i for i, box in enumerate(boxes) if box[1] <= y <= box[3]] or range(len(boxes))
        down = self.runs_down(line)
        best, least = 0, float("inf")
        for i in rows:
            x0, y0, x1, y1 = boxes[i]
            far = abs((y0 + y1) / 2 - y) if down else abs((x0 + x1) / 2 - x) + 3 * max(y0 - y, y - y1, 0.0)
            if far < least:
                best, least = i, far
        x0, y0, x1, y1 = boxes[best]
        upwards = down and boxes[0][1] > boxes[-1][1]
        past = ((y > (y0 + y1) / 2) != upwards) if down else x > (x0 + x1) / 2
        return self.starts[line] + best + past

    def runs_down(self, line: int) -> bool:
        """Do its characters stand below one another?"""
        x0, y0, x1, y1 = self.box(line)
        length = self.ends[line] - self.starts[line]
        if length < 3 or y1 - y0 <= 2.5 * (x1 - x0):
            return False
        exact = self._exact.get(self.pages[line])
        if exact is None:
            return True
        first, last = self.characters(line)[0], self.characters(line)[-1]
        return abs(first[1] - last[1]) > abs(first[0] - last[0])


def _same_line(run: Box, box: Box, down: bool) -> bool:
    low, high = (0, 2) if down else (1, 3)
    return run[low] <= (box[low] + box[high]) / 2 <= run[high]
