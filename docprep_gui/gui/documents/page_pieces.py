"""Texts of a page at their places, as they are laid out for each of its blocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF

from docprep_gui.domain.document import Shown
from docprep_gui.gui.documents.grids import GridCell
from docprep_gui.gui.documents.page_blocks import BlockKind
from docprep_gui.gui.documents.page_text import LaidText


class Piece:
    """A text of a laid-out block, at its place in the block; `frame`: of the cell or picture that holds it, drawn where
    it is `ruled`. The text of a cell in an even grid is laid out when it is asked for, since most of a wide sheet is
    never seen."""

    __slots__ = ("_text", "cell", "frame", "kind", "ruled", "x", "y")

    def __init__(self, x: float, y: float, text: LaidText | Callable[[], LaidText], cell: GridCell | None = None,
                 frame: QRectF | None = None, kind: BlockKind = "paragraph", *, ruled: bool = True) -> None:
        self.ruled = ruled
        self.x, self.y, self.cell, self.frame, self.kind = x, y, cell, frame, kind
        self._text = text

    @property
    def text(self) -> LaidText:
        if not isinstance(self._text, LaidText):
            self._text = self._text()
        return self._text

    @property
    def left(self) -> bool:
        """Of a column that is left out: seen, but no place of the text around it."""
        return self.cell is not None and self.cell.left

    def holds(self, offset: int) -> bool:
        start, end = self.cell.span if self.cell is not None else self.text.span
        return start <= offset < end


@dataclass(slots=True)
class Laid:
    """`rows`: tops of the rows of a grid in the block, and the end of the last. `blanks`: places of a sheet in which
    nothing stands. `header`: where the rows that name the columns end. `left`: the ground of columns that are left
    out. `pictures`: places of pictures."""

    pieces: list[Piece]
    height: float
    rows: list[float] = field(default_factory=list)
    blanks: list[QRectF] = field(default_factory=list)
    header: QRectF | None = None
    left: list[QRectF] = field(default_factory=list)
    pictures: list[tuple[QRectF, Shown]] = field(default_factory=list)


class Placed(Protocol):
    """What holds texts and pictures at their places."""

    pieces: list[Piece]
    pictures: list[tuple[QRectF, Shown]]


def move(placed: Placed, right: float, down: float) -> None:
    for piece in placed.pieces:
        piece.x += right
        piece.y += down
        if piece.frame is not None:
            piece.frame.translate(right, down)
    for box, _ in placed.pictures:
        box.translate(right, down)


def distance(piece: Piece, point: QPointF) -> float:
    """From a point to a text, which reaches as far to the right as there is room, or to the frame around it."""
    box = piece.frame
    if box is None:
        return max(piece.y - point.y(), point.y() - piece.y - piece.text.height, 0.0)
    return (max(box.top() - point.y(), point.y() - box.bottom(), 0.0)
            + max(box.left() - point.x(), point.x() - box.right(), 0.0))
