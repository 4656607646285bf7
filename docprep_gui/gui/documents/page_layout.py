"""Where the blocks of a page stand. Only blocks that are asked for are laid out; the heights of others are estimates,
made exact as they are met. Heights count from the top of the page, in logical pixels."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from docprep_gui.domain.document import Span
from docprep_gui.gui.documents import table_columns
from docprep_gui.gui.documents.grids import Grid, SheetColumn
from docprep_gui.gui.documents.page_blocks import SHEETS, Block
from docprep_gui.gui.documents.page_changes import Beside
from docprep_gui.gui.documents.page_content import PageContent
from docprep_gui.gui.documents.page_pieces import Laid, Piece, distance, move
from docprep_gui.gui.documents.page_sizes import PageSizes
from docprep_gui.gui.documents.page_spans import Spans
from docprep_gui.gui.documents.page_tables import CELL_X, CELL_Y, UNDER_TABLE, TableLayout
from docprep_gui.gui.documents.page_text import Swap
from docprep_gui.gui.theme import tokens

_KEEP, _KEEP_EVEN = 400, 48
_HIGHEST = 1.5
"""Of a picture, as a share of the width of text: about that of a page."""
_UNDER_ALL = 40
_FARTHEST = 0.6
"""Of an indent, as a share of the width of text."""
_OPENING, _SHORT = 4, 60
"""Parts of a slide that only opens what follows, and characters of each: its title, whose and when it is."""
_WIDER = 1.2
"""How much wider than by the usual widths of letters a text may be."""


class PageLayout(PageSizes):
    """The blocks of a document on a page, and what stands at its places."""

    def __init__(self) -> None:
        super().__init__()
        self.starts: list[int] = []
        self._type = 1.0
        self._rule: int | None = None
        self.show_masks = True
        self._spans: Spans | None = None
        self._measures: list[tuple[int, int, int]] = []
        self._apart: list[int] = []
        self._grids: list[Grid] = []
        self._heights: list[float] = []
        self._tops: list[float] = [0.0]
        self._stale = True
        self._tables = TableLayout(self)
        self.laid: dict[int, Laid] = {}

    def show(self, content: PageContent | None) -> None:
        """Another content; nothing is laid out until `fit`."""
        same = content is not None and self.content is not None and content.document is self.content.document
        self.content = content
        if not same:
            self._tables.forget()
            self.blocks = content.blocks if content is not None else ()
            self.starts = [block.span[0] for block in self.blocks]
            kinds = [block.kind for block in self.blocks]
            self._rule = kinds.index("rule") if "rule" in kinds else None
            self._measures = [_measure(block) for block in self.blocks]
            self._apart = [i for i, block in enumerate(self.blocks) if block.kind in ("slide", "sheet", "columns")
                           or (block.last and self._measures[i][2])]
            self._grids = [block.grid for block in self.blocks if block.grid is not None and block.first]
            self.sheets = content is not None and content.document.source.kind in SHEETS
            self.slides = content is not None and content.document.source.kind == "pptx"

    def fit(self, width: float, zoom: int, show_masks: bool) -> None:
        """Forgets all layouts. `width`: of the page, in which its texts have room; tables may need more."""
        self.width, self.zoom, self.show_masks = width, zoom, show_masks
        self._spans = Spans(self.content, show_masks) if self.content is not None else None
        self.laid.clear()
        self._tables.fit(self._spans)
        self._gutter = self._gutter_width() if self.sheets else 0.0
        self.even = round(self.em("rows") * tokens.LINE_PAGE) + 2 * self.z(CELL_Y)
        self._type = 1.0
        if self.slides:  # as large on the card as 18 points are on a slide of the usual width
            self._type = min(max(width / 44 / self.em("paragraph"), 1.0), 1.5)
        self._heights = self._estimates()
        self._stale = True

    def extent(self) -> float:
        """The width of the page with its widest table, at least `width`."""
        room, em = self.text_width(), self.em("rows")
        widest, pad = room, 2 * self.z(CELL_X) + 3
        for grid in self._grids:
            # Only those that may need more room than there is are measured ahead of their turn.
            if self.sheets or (grid.least * em * _WIDER + grid.cols * pad) * table_columns.SMALLEST > room:
                widest = max(widest, self.edges(grid)[-1])
        return self.width + widest - room

    def _estimates(self) -> list[float]:
        """About how high each block is."""
        if self.content is None:
            return []
        em = self.z(14)
        row, line, gap = em * 1.9, em * tokens.LINE_PAGE, self.z(4)
        per_line = max(8, int(self.text_width() / em)) * (1 if self.content.document.source.language == "zh" else 2)
        heights = [rows * row if rows else even * self.even if even else -(-signs // per_line) * line + gap
                   for signs, rows, even in self._measures]
        for i in self._apart:
            block = self.blocks[i]
            if block.kind == "rows":
                heights[i] += self.z(UNDER_TABLE)
                continue
            high = self.card_width() * block.ratio if block.kind == "slide" else self.bar_height(block.kind)
            heights[i] = self.space_before(i) + high
        if heights:
            heights[-1] += self.z(_UNDER_ALL)
        return heights

    # --- layout -----------------------------------------------------------------------------------------
    def tops(self) -> list[float]:
        """Where each block begins; one more for the end of the page."""
        if self._stale:
            self._tops = [0.0, *accumulate(self._heights)]
            self._stale = False
        return self._tops

    def lay(self, i: int) -> Laid:
        found = self.laid.get(i)
        if found is not None:
            return found
        block = self.blocks[i]
        before = self.space_before(i)
        if block.kind == "rows":
            laid = self._tables.lay(block, before)
        elif block.kind == "rule":
            laid = Laid([], before + self.z(30))
        elif block.kind in ("sheet", "columns"):
            laid = Laid([], before + self.bar_height(block.kind))
        elif block.kind == "slide":
            laid = self._lay_slide(block, before)
        elif _is_pictured(block):
            laid = self._lay_picture(block, before, self.text_width(), self.pixels_per_point())
        else:
            laid = self._lay_text(block, before)
        if i == len(self.blocks) - 1:
            laid.height += self.z(_UNDER_ALL)
        self.laid[i] = laid
        keep = _KEEP_EVEN if block.grid is not None and block.grid.even else _KEEP
        if len(self.laid) > keep:
            for far in sorted(self.laid, key=lambda j: -abs(j - i))[: keep // 4]:
                del self.laid[far]
        if abs(laid.height - self._heights[i]) > 0.01:
            self._heights[i] = laid.height
            self._stale = True
        return laid

    def _lay_text(self, block: Block, before: float, scale: float = 1.0) -> Laid:
        assert self.content is not None
        assert self._spans is not None
        setting = self.content.shape.looks.setting(block.span[0])
        align = self._align(block)
        indent = self.indent(block)
        swaps = self._spans.swaps(block.span)
        if swaps and align == Qt.AlignmentFlag.AlignJustify:
            align = Qt.AlignmentFlag.AlignLeft  # a pill is not broken, which would tear the line before it apart
        if block.hang and (made := self._lay_item(block, before, swaps, align, scale)) is not None:
            return made
        boxed = block.kind == "figure"
        inset = self.z(30) if boxed else 0.0
        font = self.font(block, scale=scale)
        em, first = font.pointSizeF() * 96 / 7200, 0.0
        if block.kind != "list_item" and not boxed:
            indent = max(indent, min(setting.left * em, _FARTHEST * self.text_width()))
            first = max(min(setting.first * em, _FARTHEST * self.text_width()), -indent)
            indent += min(first, 0.0)
        text = self._spans.lay(block.span, swaps, font, self.text_width() - indent - inset * 1.4, align, first=first)
        if boxed:
            high = max(text.height + self.z(16), self.z(46))
            frame = QRectF(indent, before + self.z(4), self.text_width() - indent, high)
            return Laid([Piece(indent + inset, frame.top() + (high - text.height) / 2, text, None, frame, "figure")],
                        before + high + self.z(10))
        after = self.z(10 if block.kind == "title" else 2)
        return Laid([Piece(indent, before, text, kind=block.kind)], before + text.height + after)

    def _align(self, block: Block) -> Qt.AlignmentFlag:
        """As the file says it; else titles and captions in the middle, and text so that its lines end alike."""
        assert self.content is not None
        source = self.content.document.source
        said = self.content.shape.looks.align(block.span[0])
        if said is not None:
            return said
        if self.sheets or self.slides or block.kind in ("code", "heading", "aside"):
            return Qt.AlignmentFlag.AlignLeft
        if block.kind in ("title", "caption"):
            return Qt.AlignmentFlag.AlignLeft if source.kind == "docx" else Qt.AlignmentFlag.AlignHCenter
        if source.language != "zh" and self.text_width() < 34 * self.em(block.kind):
            return Qt.AlignmentFlag.AlignLeft  # few words in a line: justified, they would stand too far apart
        return Qt.AlignmentFlag.AlignJustify

    def _lay_item(self, block: Block, before: float, swaps: list[Swap], align: Qt.AlignmentFlag,
                  scale: float) -> Laid | None:
        """A list item: its lines begin behind its number, as in Word. None where the number leaves too little room."""
        content, font = self.content, self.font(block, scale=scale)
        assert content is not None
        assert self._spans is not None
        start, end = block.span
        after, indent = start + block.hang, self.indent(block)
        number = content.document.text[start:after]
        hang = QFontMetricsF(font).horizontalAdvance(number.replace("\t", "  "))
        if hang > 0.3 * self.text_width() or any(swap.span[0] < after for swap in swaps):
            return None
        room = self.text_width() - indent - hang
        pieces = []
        for span, x, width, own in (((start, after), indent, hang + 2, Qt.AlignmentFlag.AlignLeft),
                                    ((after, end), indent + hang, room, align)):
            text = self._spans.lay(span, swaps if span[0] == after else [], font, width, own, wrap=span[0] == after)
            pieces.append(Piece(x, before, text, kind=block.kind))
        high = pieces[1].text.height
        for piece, wide in zip(pieces, (hang, room), strict=True):
            piece.frame = QRectF(piece.x, before, wide, high)
        return Laid(pieces, before + high + self.z(2))

    def _lay_picture(self, block: Block, before: float, room: float, scale: float) -> Laid:
        """A picture in its size, or as large as there is room for, over the words that it stands for. `scale`: logical
        pixels a point."""
        shown = block.shown
        assert shown is not None
        assert self._spans is not None
        share = min(scale, room / shown.width, _HIGHEST * self.text_width() / shown.height)
        width, high = max(1.0, shown.width * share), max(1.0, shown.height * share)
        left = 0.0 if self.slides else (self.text_width() - width) / 2
        top = before + self.z(6)
        align = Qt.AlignmentFlag.AlignLeft if self.slides else Qt.AlignmentFlag.AlignHCenter
        text = self._spans.lay(block.span, self._spans.swaps(block.span), self.font(block, scale=0.92),
                               self.text_width(), align)
        under = top + high + self.z(4)
        has_words = block.span[0] < block.span[1]
        return Laid([Piece(0.0, under if has_words else top, text, kind="figure")],
                    under + (text.height + self.z(6) if has_words else self.z(4)),
                    pictures=[(QRectF(left, top, width, high), shown)])

    def _lay_slide(self, block: Block, before: float) -> Laid:
        """A card in the proportions of the slide, taller where its text does not fit."""
        top = before + self.z(44)
        made: list[Laid] = []
        y = 0.0
        for part in block.parts:
            space = self.z(6 if part.kind != "list_item" else 3) if y else 0.0
            if part.kind == "rows":
                laid = self._tables.lay(part, self.z(8) if part.first else 0.0)
            else:
                part = replace(part, kind="title") if part.kind == "heading" else part
                if _is_pictured(part):
                    points = self.content.document.layout.page_sizes if self.content is not None else ()
                    scale = self.card_width() / points[0][0] if points and points[0][0] > 1 else 1.0
                    laid = self._lay_picture(part, space, self.text_width(), scale)
                else:
                    laid = self._lay_text(part, space, self._type)
            move(laid, 0.0, y)
            y += laid.height
            made.append(laid)
        height = max(self.card_width() * block.ratio, y + self.z(44 + 26))
        if len(block.parts) <= _OPENING and all(_is_short(part) for part in block.parts):
            top += max(0.0, (height - y - self.z(44 + 26)) * 0.4)
        for laid in made:
            move(laid, 0.0, top)
        return Laid([piece for laid in made for piece in laid.pieces], before + height,
                    pictures=[picture for laid in made for picture in laid.pictures])

    def edges(self, grid: Grid) -> tuple[float, ...]:
        """Where its columns begin, from the left of the text, and where the last ends."""
        return self._tables.edges(grid)

    def stuck_height(self, offset: int) -> float:
        """How much of the top of the view may be covered where the offset is seen there."""
        grid = self.blocks[self.block_of(offset)].grid
        if grid is None or not grid.letters:
            return 0.0
        first = self.block_of(grid.starts[0])
        laid = self.lay(first)
        head = laid.header.height() if laid.header is not None and offset >= self.blocks[first].span[1] else 0.0
        return self.bar_height("columns") + (head if head < self.z(120) else 0.0)

    def stuck(self, i: int, top: float) -> tuple[Grid, int | None, float] | None:
        """The grid whose letters left the view at its top though its rows are seen, the block of its header where that
        left too, and how far the end of the table pushes them up. `i`: the block at the top of the view."""
        block = self.blocks[i]
        grid = block.grid
        if grid is None or not grid.letters:
            return None
        at = i
        if block.kind == "columns":
            if top < self.tops()[i] + self.space_before(i):
                return None
            at += 1
        while not self.blocks[at].first:
            at -= 1
        height, head = self.bar_height("columns"), None
        if grid.heads:
            laid = self.lay(at)
            if laid.header is not None and laid.header.height() < self.z(120):
                head = at
                height += laid.rows[-1] - laid.rows[0]
        last = i
        while last < len(self.blocks) and self.blocks[last].grid is grid and self.tops()[last] - top < height:
            last += 1
        ends = last == len(self.blocks) or self.blocks[last].grid is not grid
        below = self.tops()[last] - top if ends else height
        return grid, head, max(0.0, height - below)

    # --- places -----------------------------------------------------------------------------------------
    def block_at(self, y: float) -> int:
        """The block at a height."""
        return min(max(bisect_right(self.tops(), y) - 1, 0), len(self.blocks) - 1)

    def block_of(self, offset: int) -> int:
        return min(max(bisect_right(self.starts, offset) - 1, 0), len(self.blocks) - 1)

    def y_of(self, offset: int) -> float:
        """Height of the line that holds the offset."""
        if not self.blocks:
            return 0.0
        i = self.block_of(offset)
        block = self.blocks[i]
        top = self.tops()[i]
        if offset <= block.span[0]:
            return top
        laid = self.laid.get(i)
        if offset >= block.span[1]:
            return self.tops()[i + 1]
        if laid is not None:
            for piece in laid.pieces:
                if piece.holds(offset):
                    return top + piece.y + piece.text.line_top(offset)
        grid = block.grid
        if grid is None:
            return top
        row = grid.row_at(offset) - block.row
        if laid is not None and row < len(laid.rows):
            return top + laid.rows[row]
        return top + (row * self.even if grid.even and not block.first else 0.0)

    def x_of(self, offset: int) -> float:
        """How far from the left of the text the offset stands."""
        for piece in self.lay(self.block_of(offset)).pieces:
            if piece.holds(offset):
                rects = piece.text.rects((offset, offset + 1))
                return piece.x + (rects[0].left() if rects else 0.0)
        return 0.0

    def chunk_top(self, i: int) -> float:
        """Where chunk `i` begins; past the last one, where the body ends."""
        content = self.content
        assert content is not None
        if i >= len(content.chunks):
            return self.tops()[self._rule] if self._rule is not None else self.tops()[-1] - self.z(30)
        if i == 0:
            return 2.0 if self.sheets or self.slides else 8.0
        ink = _first_ink(content.document.text, content.chunks[i].core)
        at = self.block_of(ink)
        if self.starts[at] == ink and at and self.starts[at - 1] == ink:
            while at and self.blocks[at - 1].span == (ink, ink) and self.blocks[at - 1].kind in ("sheet", "columns"):
                at -= 1  # the bar and the letters over a grid go with it
            return self.tops()[at] + (self.space_before(at) if at else 0.0)
        if self.blocks[at].kind == "slide" and ink <= self.starts[at] + 1:
            return self.tops()[at] + self.space_before(at)
        return self.y_of(ink) + self.z(0 if self.sheets else 2)

    def cell_at(self, point: QPointF) -> Piece | None:
        """The cell at a point, counted as in `offset_at`."""
        i = self.block_at(point.y())
        inner = QPointF(point.x(), point.y() - self.tops()[i])
        return next((piece for piece in self.lay(i).pieces
                     if piece.cell is not None and piece.frame is not None and piece.frame.contains(inner)), None)

    def column_at(self, point: QPointF, top: float) -> SheetColumn | None:
        """The column of a sheet at a point, counted as in `offset_at`, its letters and the header that stays at the
        `top` of the view included; None where none can be left out."""
        if self.content is None or not self.sheets or not self.blocks:
            return None
        stuck = self.stuck(self.block_at(top), top)
        at = self.block_at(point.y())
        over = stuck is not None and point.y() - top < self.bar_height("columns")
        grid = stuck[0] if stuck is not None and over else self.blocks[at].grid
        if grid is None or grid.sheet is None or not 0 <= point.x() < self.edges(grid)[-1]:
            return None
        return grid.sheet_columns(self.content.document.text)[bisect_right(self.edges(grid), point.x()) - 1]

    def column_of(self, offset: int) -> SheetColumn | None:
        """The column of the cell that holds an offset, or the first of its table; None where none can be left out."""
        if self.content is None or not self.sheets or not self.blocks:
            return None
        i = self.block_of(offset)
        grid = self.blocks[i].grid
        if grid is None or grid.sheet is None:
            return None
        cell = next((piece.cell for piece in self.lay(i).pieces if piece.holds(offset)), None)
        return grid.sheet_columns(self.content.document.text)[cell.col if cell is not None else 0]

    def piece_at(self, point: QPointF) -> tuple[Piece, QPointF] | None:
        """The text at a point, and the point from its left top corner."""
        i = self.block_at(point.y())
        inner = QPointF(point.x(), point.y() - self.tops()[i])
        for piece in self.lay(i).pieces:
            box = piece.frame or QRectF(piece.x, piece.y, self.text_width() - piece.x, piece.text.height)
            if box.contains(inner):
                return piece, inner - QPointF(piece.x, piece.y)
        return None

    def comment_marks(self, i: int) -> list[tuple[QRectF, list[Beside]]]:
        """Where the comments of a block are marked: in the margin at their line, in a sheet at the corner of their
        cell. From the left of the text and the top of the block."""
        content, block = self.content, self.blocks[i]
        if content is None or block.kind in ("aside", "rule"):
            return []
        side = self.z(15)
        marks: list[tuple[QRectF, list[Beside]]] = []
        for comment in content.shape.changes.comments_in(block.span):
            piece = next((one for one in self.lay(i).pieces if one.holds(comment.anchor)), None)
            if piece is not None and self.sheets and piece.frame is not None:
                box = QRectF(piece.frame.right() - self.z(7), piece.frame.top(), self.z(7), self.z(7))
            else:
                x = self.text_width() + max(self.z(2), (self.width - self.margin() - self.text_width() - side) / 2)
                box = QRectF(x, self.y_of(comment.anchor) - self.tops()[i] + self.z(4), side, side)
            if marks and abs(marks[-1][0].top() - box.top()) < 1 and marks[-1][0].left() == box.left():
                marks[-1][1].append(comment)
            else:
                marks.append((box, [comment]))
        return marks

    def under_stuck(self, point: QPointF, top: float) -> QPointF:
        """A point of the page as it is seen: in the header that stays at the top of the view, the place of what is
        painted there. `top`: the height at the top of the view."""
        stuck = self.stuck(self.block_at(top), top) if self.sheets and self.blocks else None
        if stuck is None or stuck[1] is None:
            return point
        rows = self.lay(stuck[1]).rows
        inner = point.y() - top + stuck[2] - self.bar_height("columns")
        if inner > rows[-1] - rows[0]:
            return point
        return QPointF(point.x(), self.tops()[stuck[1]] + rows[0] + max(1.0, inner))

    def offset_at(self, point: QPointF) -> int:
        """The offset nearest to a point, counted from the left of the text and the top of the page."""
        i = self.block_at(point.y())
        pieces = [piece for piece in self.lay(i).pieces if not piece.left]
        inner = QPointF(point.x(), point.y() - self.tops()[i])
        if not pieces:
            return self.blocks[i].span[0]
        for piece in pieces:
            if piece.frame is not None and piece.frame.contains(inner):
                return piece.text.offset_at(inner - QPointF(piece.x, piece.y))
        nearest = min(pieces, key=lambda piece: distance(piece, inner))
        return nearest.text.offset_at(inner - QPointF(nearest.x, nearest.y))


def _measure(block: Block) -> tuple[int, int, int]:
    """What the height of a block is told by before it is laid out: characters, rows of a table, of an even grid."""
    if block.kind != "rows":
        return block.span[1] - block.span[0], 0, 0
    even = block.grid is not None and block.grid.even and not block.first
    return 0, 0 if even else block.n_rows, block.n_rows if even else 0


def _is_short(block: Block) -> bool:
    """A line of a slide such as its title."""
    return block.kind in ("heading", "paragraph") and block.span[1] - block.span[0] <= _SHORT


def _is_pictured(block: Block) -> bool:
    """A figure whose picture the file has, and says how large it is."""
    return block.shown is not None and min(block.shown.width, block.shown.height) > 0


def _first_ink(text: str, span: Span) -> int:
    """The first offset of a span that shows something."""
    for offset in range(span[0], min(span[1], span[0] + 200)):
        if text[offset] not in " \n\t":
            return offset
    return span[0]
