"""A document as it was printed: its pages one below the other, as pictures, with chunks, hits and what is selected at
the places of its characters. Only geometry is here; `page_print_paint` draws."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from docprep_gui.domain.document import Span
from docprep_gui.gui import theme
from docprep_gui.gui.documents.page_boxes import Box, LineBoxes
from docprep_gui.gui.documents.page_content import PageContent
from docprep_gui.gui.documents.page_face import BOUNDARY_HIT, Anchor, Frame, Lit
from docprep_gui.gui.page_pictures import PictureDesk, Signs, Size, Want, preview, strips
from docprep_gui.workspace.pages import SignsRequest

PrintZoom = Literal["width", "page"] | int
"""Percent of the printed size, or to be as wide, or as large, as the view."""
_GAP = 12
_PIXELS_PER_POINT = 96 / 72
_AHEAD = 4
_PAD = 2.0


@dataclass(frozen=True, slots=True)
class Band:
    """What a page has of a chunk, in points: heights, and how far its text reaches. Chunks that stand beside one
    another (in columns) have `lanes` of the margin to share. `first`: the chunk begins here. `blocks`: boxes around
    lines that are about as wide as one another."""

    chunk: int
    top: float
    bottom: float
    left: float
    right: float
    lane: int
    lanes: int
    first: bool
    blocks: tuple[Box, ...] = ()


class PrintFace:
    def __init__(self, lit: Lit, desk: PictureDesk | None) -> None:
        self._lit = lit
        self.desk = desk
        self.content: PageContent | None = None
        self.lines: LineBoxes | None = None
        self.choice: PrintZoom = "width"
        self.scale = 1.0
        self._tops: list[float] = [0.0]
        self._width = 0.0
        self._room = 0.0
        self._cores: list[int] = []
        self._bands: dict[int, tuple[Band, ...]] = {}
        self.painter: Callable[[QPainter, Frame], None] = lambda _painter, _frame: None

    def can_show(self, content: PageContent | None) -> bool:
        return (self.desk is not None and content is not None and content.file is not None
                and content.shape.lines is not None)

    def show(self, content: PageContent | None) -> None:
        if not self.can_show(content):
            content = None
        if content is None or self.content is None or content.chunks is not self.content.chunks:
            self._bands.clear()
        self.content = content
        self.lines = content.shape.lines if content is not None else None
        self._cores = [chunk.core[0] for chunk in content.chunks] if content is not None else []

    # --- sizes ------------------------------------------------------------------------------------------
    def fit(self, room: float, view: float) -> None:
        sizes = self.lines.sizes if self.lines is not None else ()
        if not sizes:
            self._tops, self._width = [0.0], 0.0
            return
        self.scale = self._usual_scale(room, view)
        self._room = max(room, 80.0) if isinstance(self.choice, str) else float("inf")
        gap = theme.px(_GAP)
        scales = [self.scale_of(page) for page in range(1, len(sizes) + 1)]
        self._tops = [0.0, *accumulate(round(height * scale) + gap for (_, height), scale in zip(
            sizes, scales, strict=True))]
        self._width = float(round(max(width * scale for (width, _), scale in zip(sizes, scales, strict=True))))

    def scale_of(self, page: int) -> float:
        """Pixels a point. Where pages are to fit, one across among pages along is made smaller by itself."""
        assert self.lines is not None
        return min(self.scale, self._room / self.lines.sizes[page - 1][0])

    def _usual_scale(self, room: float, view: float) -> float:
        assert self.lines is not None
        if isinstance(self.choice, int):
            return self.choice / 100 * _PIXELS_PER_POINT
        widths = sorted(width for width, _ in self.lines.sizes)
        scale = max(room, 80.0) / widths[(len(widths) - 1) // 2]
        if self.choice == "page":
            heights = sorted(height for _, height in self.lines.sizes)
            scale = min(scale, max(view - 2 * theme.px(_GAP), 80.0) / heights[len(heights) // 2])
        return max(0.1, scale)

    def zoom(self) -> int:
        return round(self.scale / _PIXELS_PER_POINT * 100)

    def is_empty(self) -> bool:
        return self.lines is None or not self.lines.sizes

    def extent(self) -> float:
        return self._width

    def height(self) -> float:
        return self._tops[-1]

    def gutter(self) -> float:
        return 0.0

    # --- pages ------------------------------------------------------------------------------------------
    def page_at(self, y: float) -> int:
        """The page, from 1, at a height; its gap belongs to it."""
        return min(max(bisect_right(self._tops, y), 1), max(1, len(self._tops) - 1))

    def page_rect(self, page: int) -> QRectF:
        """From the left of the sheet and the top of all."""
        assert self.lines is not None
        scale = self.scale_of(page)
        width, height = (round(value * scale) for value in self.lines.sizes[page - 1])
        return QRectF(round((self._width - width) / 2), self._tops[page - 1], width, height)

    def seen(self, frame: Frame) -> range:
        """The pages in the view."""
        return range(self.page_at(frame.top), self.page_at(frame.top + frame.view) + 1)

    def size(self, page: int, ratio: float) -> Size:
        """Of a page in pixels of the screen; `ratio`: of them to logical ones."""
        rect = self.page_rect(page)
        return Size(max(1, round(rect.width() * ratio)), max(1, round(rect.height() * ratio)))

    def box_rect(self, page: int, box: Box) -> QRectF:
        at, scale = self.page_rect(page), self.scale_of(page)
        return QRectF(at.left() + box[0] * scale, at.top() + box[1] * scale, (box[2] - box[0]) * scale,
                      (box[3] - box[1]) * scale)

    # --- what is to be drawn ----------------------------------------------------------------------------
    def ask(self, frame: Frame, ratio: float) -> bool:
        """Asks for the pictures of what is seen, and of what may be seen next. True: a page that is seen has none."""
        content, desk, lines = self.content, self.desk, self.lines
        if content is None or content.file is None or desk is None or lines is None:
            return False
        sha256 = content.file.sha256
        seen = self.seen(frame)
        wants: list[Want] = []
        signs: dict[int, SignsRequest] = {}
        bare = False
        for page in seen:
            if page in lines.damaged:
                continue
            size = self.size(page, ratio)
            if desk.preview(sha256, page) is None:
                wants.append(preview(sha256, page, size))
                bare = bare or desk.fault(sha256, page) is None
        for page in seen:
            if page not in lines.damaged:
                wants += self._strips(sha256, page, frame, ratio)
                wanted = lines.wanted(page)
                if wanted:
                    wants.append(Signs(sha256, page))
                    signs[page] = SignsRequest(content.file, page, *lines.sizes[page - 1], wanted)
        for page in (seen.stop, seen.start - 1):
            if 1 <= page <= len(lines.sizes) and page not in lines.damaged:
                size = self.size(page, ratio)
                next_to = [*strips(sha256, page, size)]
                wants += next_to if len(next_to) <= 2 else [preview(sha256, page, size)]
        for page in (*range(seen.stop, seen.stop + _AHEAD), *range(seen.start - _AHEAD, seen.start)):
            if 1 <= page <= len(lines.sizes) and page not in lines.damaged:
                wants.append(preview(sha256, page, self.size(page, ratio)))
        desk.want(self, content.file, wants, signs)
        return bare

    def _strips(self, sha256: str, page: int, frame: Frame, ratio: float) -> Iterator[Want]:
        """Those of a page that are in the view."""
        top = self.page_rect(page).top()
        low, high = (frame.top - top) * ratio, (frame.top + frame.view - top) * ratio
        for strip in strips(sha256, page, self.size(page, ratio)):
            if strip.bottom > low and strip.top < high:
                yield strip

    def leave(self) -> None:
        if self.desk is not None:
            self.desk.leave(self)

    # --- scrolling --------------------------------------------------------------------------------------
    def anchor(self, top: float) -> Anchor:
        page = self.page_at(top)
        return page, (top - self._tops[page - 1]) / max(1.0, self.page_rect(page).height())

    def settle(self, anchor: Anchor, view: float) -> float:
        page = min(anchor[0], max(1, len(self._tops) - 1))
        return self._tops[page - 1] + anchor[1] * self.page_rect(page).height()

    def spot(self, offset: int) -> QPointF:
        lines, content = self.lines, self.content
        if lines is None or content is None:
            return QPointF()
        offset = first_ink(content.document.text, offset)
        line = lines.line_of(offset)
        if line is None:
            return QPointF()
        box = lines.box(line)
        if lines.starts[line] <= offset < lines.ends[line]:
            own = lines.characters(line)[offset - lines.starts[line]]
            box = own if own[3] > own[1] else box
        return self.box_rect(lines.pages[line], box).topLeft()

    def line_at(self, offset: int) -> Span:
        line = self.lines.line_of(offset) if self.lines is not None else None
        if self.lines is None or line is None:
            return offset, offset
        return self.lines.starts[line], self.lines.ends[line]

    def covered(self, offset: int) -> float:
        return 0.0

    def offset_at(self, point: QPointF, top: float) -> int | None:
        if self.lines is None:
            return None
        page = self.page_at(point.y())
        rect, scale = self.page_rect(page), self.scale_of(page)
        return self.lines.offset_at(page, (point.x() - rect.left()) / scale, (point.y() - rect.top()) / scale)

    def read_at(self, top: float) -> int:
        if self.lines is None:
            return 0
        for page in range(self.page_at(top), len(self.lines.sizes) + 1):
            below = (top - self._tops[page - 1]) / self.scale_of(page)
            for line in self.lines.by_page.get(page, ()):
                if self.lines.box(line)[3] > below:
                    return self.lines.starts[line]
        return self.content.document.source.body[1] if self.content is not None else 0

    # --- chunks -----------------------------------------------------------------------------------------
    def chunk_at(self, offset: int) -> int | None:
        if self.content is None:
            return None
        at = bisect_right(self._cores, offset) - 1
        if at < 0 or offset >= max(self.content.chunks[at].core[1], self.content.chunks[at].core[0] + 1):
            return None
        return at

    def bands(self, page: int) -> tuple[Band, ...]:
        found = self._bands.get(page)
        if found is None:
            found = self._bands[page] = tuple(_in_lanes(self._runs(page)))
        return found

    def _runs(self, page: int) -> list[Band]:
        """Lines of one chunk that follow one another downwards."""
        lines, content = self.lines, self.content
        assert lines is not None
        assert content is not None
        runs: list[Band] = []
        last: Box | None = None
        for line in lines.by_page.get(page, ()):
            chunk = self.chunk_at(lines.starts[line])
            if chunk is None:
                continue
            x0, y0, x1, y1 = box = lines.box(line)
            run = runs[-1] if runs else None
            jumps = last is not None and y0 < last[1] - max(4.0, (last[3] - last[1]) / 2)
            last = box
            if run is not None and run.chunk == chunk and not jumps:
                runs[-1] = Band(chunk, min(run.top, y0), max(run.bottom, y1), min(run.left, x0), max(run.right, x1),
                                0, 1, run.first, _with_line(run.blocks, box))
                continue
            core = content.chunks[chunk].core
            before = content.document.text[core[0] : lines.starts[line]]
            first = not before.strip() and not any(other.chunk == chunk for other in runs)
            runs.append(Band(chunk, y0, y1, x0, x1, 0, 1, first, (box,)))
        return _merged(runs)

    def chunk_top(self, i: int) -> float:
        content = self.content
        if content is None or not content.chunks:
            return 0.0
        if i >= len(content.chunks):
            return self._tops[-1]
        return self.spot(content.chunks[i].core[0]).y() - _PAD * self.scale

    def first_chunk(self, top: float) -> int:
        return 0

    def _in_band(self, y: float) -> tuple[int, float]:
        page = self.page_at(y)
        return page, (y - self._tops[page - 1]) / self.scale_of(page)

    def chunk_beside(self, share: float, y: float, first: int) -> int | None:
        if self.lines is None:
            return None
        page, down = self._in_band(y)
        for band in self.bands(page):
            if band.top <= down <= band.bottom and band.lane <= share * band.lanes <= band.lane + 1:
                return band.chunk
        return None

    def boundary_at(self, point: QPointF, first: int) -> int | None:
        if self.lines is None:
            return None
        page, down = self._in_band(point.y())
        rect, scale = self.page_rect(page), self.scale_of(page)
        for band in self.bands(page):
            if band.first and band.chunk and abs(band.top - down) * scale <= BOUNDARY_HIT and (
                    band.lanes == 1 or point.x() < rect.left()
                    or band.left <= (point.x() - rect.left()) / scale <= band.right):
                return band.chunk
        return None

    def band_of(self, chunk: int) -> tuple[int, Band] | None:
        """The page on which a chunk begins, and its band there."""
        content, lines = self.content, self.lines
        if content is None or lines is None or chunk >= len(content.chunks):
            return None
        line = lines.line_of(first_ink(content.document.text, content.chunks[chunk].core[0]))
        if line is None:
            return None
        page = lines.pages[line]
        return next(((page, band) for band in self.bands(page) if band.chunk == chunk), None)

    # --- the rest ---------------------------------------------------------------------------------------
    def tip(self, point: QPointF, top: float) -> str | None:
        return None

    def paint(self, painter: QPainter, frame: Frame, first: int) -> None:
        self.painter(painter, frame)


def first_ink(text: str, offset: int) -> int:
    """The first offset from here on that shows something."""
    for at in range(offset, min(len(text), offset + 200)):
        if text[at] not in " \n\t":
            return at
    return offset


def _with_line(blocks: tuple[Box, ...], line: Box) -> tuple[Box, ...]:
    """A line goes into the last block unless that grew much wider than what it holds."""
    block = blocks[-1]
    both = min(block[0], line[0]), min(block[1], line[1]), max(block[2], line[2]), max(block[3], line[3])
    if both[2] - both[0] <= 1.15 * max(block[2] - block[0], line[2] - line[0]):
        return (*blocks[:-1], both)
    return (*blocks, line)


def _merged(runs: list[Band]) -> list[Band]:
    """Runs of one chunk that stand beside one another, as one."""
    kept: list[Band] = []
    for run in runs:
        for n, other in enumerate(kept):
            if other.chunk == run.chunk and other.top < run.bottom and run.top < other.bottom:
                kept[n] = Band(run.chunk, min(run.top, other.top), max(run.bottom, other.bottom),
                               min(run.left, other.left), max(run.right, other.right), 0, 1, run.first or other.first,
                               (*other.blocks, *run.blocks))
                break
        else:
            kept.append(run)
    return kept


def _in_lanes(runs: Sequence[Band]) -> Iterator[Band]:
    """Bands from the runs of a page: those beside one another get lanes; one that has the margin for itself reaches
    down to the next."""
    rest = sorted(runs, key=lambda run: (run.top, run.left))
    groups: list[list[Band]] = []
    reach = 0.0
    for run in rest:
        if groups and run.top < reach - min(4.0, (run.bottom - run.top) / 2):
            groups[-1].append(run)
            reach = max(reach, run.bottom)
        else:
            groups.append([run])
            reach = run.bottom
    for n, group in enumerate(groups):
        ends: list[float] = []
        lanes: list[int] = []
        for run in group:
            free = next((i for i, end in enumerate(ends) if end <= run.top + 4.0), len(ends))
            ends[free : free + 1] = [run.bottom]
            lanes.append(free)
        until = groups[n + 1][0].top - _PAD if n + 1 < len(groups) else float("inf")
        for run, lane in zip(group, lanes, strict=True):
            bottom = min(run.bottom + _PAD, until) if len(group) > 1 or n + 1 == len(groups) else until
            yield Band(run.chunk, run.top - _PAD, max(bottom, run.top + 1.0), run.left, run.right, lane, len(ends),
                       run.first, run.blocks)


