"""Tables and pictures inside the cells of tables, with the text around them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from docprep_gui.domain.document import Shown, Span
from docprep_gui.gui.documents.grids import Grid
from docprep_gui.gui.documents.page_pieces import Laid, Piece, move
from docprep_gui.gui.documents.page_text import LaidText

_BREAK = "<br>"


@dataclass(slots=True)
class Nested:
    """What stands in a cell that has more than text, from the left top corner of the room in it. `first`: the text
    before the first table; `pieces`: the other texts; `pictures`: with their places."""

    first: LaidText
    pieces: list[Piece]
    height: float
    pictures: list[tuple[QRectF, Shown]]


def nested(text: str, span: Span, tables: Sequence[Grid], shown: Sequence[Shown], scale: float, width: float,
           lay: Callable[[Span], LaidText], rows: Callable[[Grid], Laid],
           piece: Callable[[float, LaidText, QRectF], Piece]) -> Nested:
    """A cell of `span` with `tables` in it, in their order, and under all the pictures that are `shown`. `scale`:
    logical pixels a point. `lay`: of a text, `rows`: of a table, `piece`: of a text at
    a height, in a frame that nothing is drawn of."""
    first: LaidText | None = None
    pieces: list[Piece] = []
    pictures: list[tuple[QRectF, Shown]] = []
    y, at = 0.0, span[0]
    for table in (*tables, None):
        stretch = _bare(text, (at, table.starts[0] if table is not None else span[1]))
        if first is None or stretch[0] < stretch[1]:
            laid = lay(stretch)
            high = laid.height if stretch[0] < stretch[1] else 0.0
            if first is None:
                first = laid
            else:
                pieces.append(piece(y, laid, QRectF(0.0, y, width, high)))
            y += high
        if table is not None:
            inner = rows(table)
            move(inner, 0.0, y)
            pieces += inner.pieces
            pictures += inner.pictures
            y += inner.height
            at = table.starts[-1]
    for picture in shown:
        share = min(scale, width / picture.width)
        pictures.append((QRectF(0.0, y + scale, picture.width * share, picture.height * share), picture))
        y += picture.height * share + 2 * scale
    assert first is not None
    return Nested(first, pieces, y, pictures)


def _bare(text: str, span: Span) -> Span:
    """A stretch of a cell without the line breaks that part it from tables."""
    start, end = span
    while text.startswith(_BREAK, start, end):
        start += len(_BREAK)
    while end - start >= len(_BREAK) and text.startswith(_BREAK, end - len(_BREAK), end):
        end -= len(_BREAK)
    while start < end and text[end - 1] == " ":
        end -= 1
    return start, end
