"""What the page view needs of the way in which a document is shown, flowing or as printed; and how chunks are drawn
beside it, which is the same for both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from docprep_gui.domain.document import Span
from docprep_gui.gui import theme
from docprep_gui.gui.documents.page_content import PageContent
from docprep_gui.gui.theme import icons, tokens
from docprep_gui.gui.widgets import paint

translate = QCoreApplication.translate
BAND, BAND_GAP = 26, 18
BOUNDARY_HIT = 4


@dataclass(slots=True)
class Lit:
    """What is drawn over the text."""

    chunks: bool = True
    hits: bool = True
    masks: bool = True
    chunk: int | None = None
    span: Span | None = None
    cited: Span | None = None
    selection: tuple[int, int] | None = None
    found: list[Span] = field(default_factory=list)
    found_at: int = -1
    boundary: int | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the page stands in the viewport. `left`, `width`: of the sheet; `bands`: left of the bands; `top`: the
    height on the page at the top of the view; `view`: the height of the viewport."""

    left: float
    width: float
    bands: float
    top: float
    view: int


Anchor = tuple[int, float]
"""A place that stays where it is seen while sizes change: a part of the page, and how far below its top."""


class Face(Protocol):
    """Heights count from the top of the page, and widths from the left of its sheet, in logical pixels."""

    def show(self, content: PageContent | None) -> None: ...

    def fit(self, room: float, view: float) -> None:
        """Sizes are new. `room`: the width of the view less its margins; `view`: its height."""

    def zoom(self) -> int:
        """Percent, as it is now."""

    def is_empty(self) -> bool: ...

    def extent(self) -> float:
        """The width of the widest part."""

    def height(self) -> float: ...

    def anchor(self, top: float) -> Anchor: ...

    def settle(self, anchor: Anchor, view: float) -> float:
        """Makes exact what is seen with the anchor at the top of the view; the height of the anchor."""

    def spot(self, offset: int) -> QPointF:
        """The top of the character at an offset, exact if it is near what was seen last."""

    def gutter(self) -> float:
        """How much of the left of the view is covered."""

    def line_at(self, offset: int) -> Span:
        """The line, paragraph or cell that holds an offset."""

    def chunk_at(self, offset: int) -> int | None:
        """The chunk whose core holds an offset; None in what stands beside the text."""

    def covered(self, offset: int) -> float:
        """How much of the top of the view may be covered where the offset is seen there."""

    def offset_at(self, point: QPointF, top: float) -> int | None:
        """The offset nearest to a point. `top`: the height at the top of the view."""

    def read_at(self, top: float) -> int:
        """The offset that is read at a height."""

    def chunk_top(self, i: int) -> float: ...

    def chunk_beside(self, share: float, y: float, first: int) -> int | None:
        """The chunk whose band is at a height, at that share of the bands' width; none begins before `first`."""

    def boundary_at(self, point: QPointF, first: int) -> int | None:
        """The chunk below the boundary at a point."""

    def first_chunk(self, top: float) -> int:
        """A chunk that begins at or above a height."""

    def tip(self, point: QPointF, top: float) -> str | None:
        """What is told of what stands at a point; None: nothing."""

    def paint(self, painter: QPainter, frame: Frame, first: int) -> None: ...


def paint_band(painter: QPainter, content: PageContent, i: int, band: QRectF, on: bool) -> None:
    """The band of chunk `i`, with its number and its route, which stay in sight while the band is."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("accent" if on else ("chunk_a", "chunk_b")[i % 2]))
    painter.drawRoundedRect(band, 3, 3)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    font = QFont(theme.tabular(theme.font("small")))
    digit, base = paint.text_width("0", font), font.pointSizeF()
    top, width = band.top(), band.width()
    shown = min(max(top, 0.0), max(top, band.bottom() - theme.px(40)))
    role = "on_accent" if on else "text"
    if band.height() > theme.px(16):
        font.setPointSizeF(base * min(1.0, (width - 2) / (digit * len(str(i + 1)))))
        paint.text(painter, QRectF(band.left(), shown + theme.px(3), width, theme.px(18)), str(i + 1), font, role,
                   Qt.AlignmentFlag.AlignHCenter)
    if band.height() > theme.px(40) and width >= theme.px(13):
        side = theme.px(13)
        icons.draw(painter, tokens.ROUTE_ICON[content.verdicts[i].route], round(band.left() + (width - side) / 2),
                   round(shown + theme.px(23)), side, theme.colour(role).name())


def paint_boundary(painter: QPainter, content: PageContent, below: int, y: float, left: float, right: float) -> None:
    """The line over chunk `below`, with the sizes of the two that it parts."""
    pen = QPen(theme.colour("accent"), 1)
    pen.setDashPattern([3, 2])
    painter.setPen(pen)
    painter.drawLine(QPointF(left, y), QPointF(right, y))
    chunks = content.chunks
    label = translate("Page", "Chunk {a}: {na}  ·  Chunk {b}: {nb}").format(
        a=below, na=f"{chunks[below - 1].tokens:,}", b=below + 1, nb=f"{chunks[below].tokens:,}")
    font = theme.font("small")
    wide = QFontMetricsF(font).horizontalAdvance(label) + theme.px(18)
    box = QRectF(right - wide - theme.px(10), y - theme.px(12), wide, theme.px(24))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.colour("accent"), 1))
    painter.setBrush(theme.colour("raised"))
    painter.drawRoundedRect(box, theme.px(4), theme.px(4))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    paint.text(painter, box, label, font, "text", Qt.AlignmentFlag.AlignHCenter)


def overlapping(spans: Sequence[Span], start: int, end: int, first: int) -> Iterator[int]:
    """Places of the spans, which are in order, that overlap a stretch, from `first` on."""
    for n in range(first, len(spans)):
        if spans[n][0] >= end:
            return
        if spans[n][1] > start:
            yield n
