"""What stands around the text of sheets and slides: the bar with the name of a sheet, letters and numbers beside a
grid, the card of a slide, pictures and the boxes in their place."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPen

from docprep_gui.domain.document import Shown
from docprep_gui.gui import theme
from docprep_gui.gui.documents.grids import Grid, place_of
from docprep_gui.gui.documents.page_blocks import Block
from docprep_gui.gui.documents.page_layout import PageLayout
from docprep_gui.gui.documents.page_pieces import Laid, Piece
from docprep_gui.gui.page_pictures import Part, PictureDesk, Size
from docprep_gui.gui.theme import icons
from docprep_gui.gui.widgets import paint

translate = QCoreApplication.translate


_MOST_PIXELS = 6_000_000


class FramePainter:
    """`desk` and `sha256`: where the pictures inside the file come from, None and "" where nothing draws them."""

    def __init__(self, layout: PageLayout, desk: PictureDesk | None) -> None:
        self._layout = layout
        self.desk = desk
        self.sha256 = ""

    # --- sheets -----------------------------------------------------------------------------------------
    def sheet_bar(self, painter: QPainter, block: Block, left: float, right: float, y: float) -> None:
        """`left`, `right`: what is seen of the page, so that the name stays in sight while a sheet is moved."""
        z, height = self._layout.z, self._layout.bar_height("sheet")
        painter.fillRect(QRectF(left, round(y), right - left, height), theme.colour("window"))
        painter.fillRect(QRectF(left, round(y + height) - 1, right - left, 1), theme.colour("edge"))
        x = left + z(10)
        side = round(z(15))
        icons.draw(painter, "grid", x, round(y + (height - side) / 2), side,
                   theme.colour("muted").name())
        x += side + z(8)
        name = block.name
        if block.hidden:
            part = (translate("Page", "Hidden sheet"), translate("Page", "Hidden rows and columns"),
                    translate("Page", "Columns left out"))[block.level]
            wide = paint.text_width(part, self._layout.side_font()) + z(16)
            room = right - x - wide - z(20)
        else:
            part, wide, room = "", 0.0, right - x - z(10)
        x += paint.text(painter, QRectF(x, y, room, height), name, self._layout.side_font(bold=True), "text") + z(8)
        if part:
            self._tag(painter, part, x, y + height / 2, wide)

    def _tag(self, painter: QPainter, words: str, x: float, middle: float, wide: float) -> None:
        box = QRectF(x, round(middle - self._layout.z(9)), wide, round(self._layout.z(18)))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("ignore_bg"))
        painter.drawRoundedRect(box, theme.px(4), theme.px(4))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        paint.text(painter, box, words, self._layout.side_font(), "ignore", Qt.AlignmentFlag.AlignHCenter)

    def letters(self, painter: QPainter, grid: Grid, x: float, y: float, left: float) -> None:
        """The names of the columns. `left`: where the numbers of the rows stand."""
        layout = self._layout
        height, edges = layout.bar_height("columns"), layout.edges(grid)
        font, seen = layout.side_font(), painter.window().width()
        top = round(y)
        painter.fillRect(QRectF(x, top, edges[-1] + 1, height), theme.colour("window"))
        for col, name in enumerate(grid.letters):
            if x + edges[col + 1] < 0 or x + edges[col] > seen:
                continue
            box = QRectF(x + edges[col], top, edges[col + 1] - edges[col], height)
            if col in grid.left:
                self.left_out(painter, box)
            painter.fillRect(QRectF(round(box.right()), top, 1, height), theme.colour("edge"))
            if col and place_of(name) > place_of(grid.letters[col - 1]) + 1:
                self._gap(painter, QRectF(round(box.left()) - 2, top, 3, height), across=False)
            paint.text(painter, box, name, font, "muted", Qt.AlignmentFlag.AlignHCenter)
        painter.fillRect(QRectF(x, top, edges[-1] + 1, 1), theme.colour("edge"))
        corner = QRectF(left, top, layout.gutter, height)
        painter.fillRect(corner, theme.colour("window"))
        painter.fillRect(QRectF(left, top, layout.gutter, 1), theme.colour("edge"))
        painter.fillRect(QRectF(round(corner.right()), top, 1, height), theme.colour("edge"))

    def left_out(self, painter: QPainter, box: QRectF) -> None:
        """The ground of a column that is left out."""
        painter.fillRect(box, theme.colour("desk"))
        painter.fillRect(box, QBrush(theme.colour("edge"), Qt.BrushStyle.BDiagPattern))

    def numbers(self, painter: QPainter, block: Block, laid: Laid, left: float, y: float, height: int) -> None:
        """The names of the rows of a block, at the left."""
        grid = block.grid
        if grid is None or not grid.numbers or not laid.rows:
            return
        font, wide = self._layout.side_font(), self._layout.gutter
        painter.fillRect(QRectF(left, y + laid.rows[0], wide, laid.rows[-1] - laid.rows[0]), theme.colour("window"))
        for row in range(block.n_rows):
            box = QRectF(left, y + laid.rows[row], wide, laid.rows[row + 1] - laid.rows[row])
            if box.bottom() < 0 or box.top() > height:
                continue
            painter.fillRect(QRectF(left, round(box.bottom()), wide, 1), theme.colour("edge"))
            at = block.row + row
            if at and grid.numbers[at] > grid.numbers[at - 1] + 1 and at != grid.heads:
                self._gap(painter, QRectF(left, round(box.top()) - 2, wide, 3), across=True)
            # The number of a high row stays in sight, as the first line of its text does.
            line = box.adjusted(0, 0, -self._layout.z(6), 0)
            paint.text(painter, line, str(grid.numbers[block.row + row]), font, "muted", Qt.AlignmentFlag.AlignRight)
        painter.fillRect(QRectF(round(left + wide), y + laid.rows[0], 1, laid.rows[-1] - laid.rows[0]),
                         theme.colour("edge"))

    def _gap(self, painter: QPainter, box: QRectF, *, across: bool) -> None:
        """Rows or columns are missing here: hidden, or empty. Two lines, as spreadsheets mark it."""
        painter.fillRect(box, theme.colour("window"))
        for end in (0, 2):
            line = QRectF(box.left(), box.top() + end, box.width(), 1) if across else QRectF(
                box.left() + end, box.top(), 1, box.height())
            painter.fillRect(line, theme.colour("control"))

    def cut(self, painter: QPainter, piece: Piece, x: float, y: float) -> None:
        """Over the end of a text that is longer than its cell: that there is more."""
        if piece.frame is None:
            return
        box = piece.frame.translated(x, y)
        font = self._layout.side_font()
        wide = QFontMetricsF(font).horizontalAdvance("…") + self._layout.z(6)
        end = QRectF(box.right() - wide, box.top() + 1, wide, box.height() - 1)
        painter.fillRect(end, theme.colour("page"))
        if piece.left:
            self.left_out(painter, end)
        paint.text(painter, end, "…", font, "muted", Qt.AlignmentFlag.AlignHCenter)

    # --- slides -----------------------------------------------------------------------------------------
    def card(self, i: int, left: float, y: float) -> QRectF | None:
        """The ground of a block on the desk; None where it has none. `y`: top of the block."""
        block, laid = self._layout.blocks[i], self._layout.laid[i]
        if block.kind != "slide":
            return None
        before = self._layout.space_before(i)
        extra = self._layout.z(40) if i == len(self._layout.blocks) - 1 else 0.0
        return QRectF(left + 0.5, round(y + before) + 0.5, self._layout.card_width() - 1,
                      round(laid.height - before - extra))

    def slide_head(self, painter: QPainter, block: Block, card: QRectF) -> None:
        """The number of a slide in its corner, and whether it is hidden."""
        z = self._layout.z
        font = self._layout.side_font()
        name = translate("Page", "Slide {n}").format(n=block.level)
        line = QRectF(card.left() + self._layout.margin(), card.top() + z(10), card.width(), z(20))
        used = paint.text(painter, line, name, font, "muted")
        if block.hidden:
            words = translate("Page", "Hidden slide")
            self._tag(painter, words, line.left() + used + z(8), line.center().y(),
                      paint.text_width(words, self._layout.side_font()) + z(16))
        if not block.parts:
            paint.text(painter, card.adjusted(0, z(30), 0, 0), translate("Page", "No text on this slide"),
                       self._layout.side_font(), "muted", Qt.AlignmentFlag.AlignHCenter)

    def notes_mark(self, painter: QPainter, x: float, y: float) -> None:
        side = round(self._layout.z(14))
        icons.draw(painter, "note", round(x - side - self._layout.z(7)), round(y + self._layout.z(3)), side,
                   theme.colour("muted").name())

    # --- comments ---------------------------------------------------------------------------------------
    def comments(self, painter: QPainter, i: int, x: float, y: float) -> None:
        for box, comments in self._layout.comment_marks(i):
            at = box.translated(x, y)
            done = all(comment.resolved for comment in comments)
            if self._layout.sheets:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.colour("control" if done else "warn"))
                painter.drawPolygon([at.topLeft(), at.topRight(), at.bottomRight()])
                painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            else:
                icons.draw(painter, "comment", at.left(), round(at.top()), round(at.width()),
                           theme.colour("control" if done else "accent").name())
                if done:  # shape before colour: a tick over the sign
                    side = round(at.width() * 0.6)
                    ground = QRectF(at.right() - side, round(at.bottom()) - side, side, side)
                    painter.fillRect(ground, theme.colour("page"))
                    icons.draw(painter, "check", ground.left(), round(ground.top()), side, theme.colour("muted").name())

    # --- pictures ---------------------------------------------------------------------------------------
    def picture(self, painter: QPainter, piece: Piece, at: QPointF) -> None:
        if piece.frame is None:
            return
        z = self._layout.z
        box = piece.frame.translated(at)
        painter.setPen(QPen(theme.colour("edge"), 1))
        painter.setBrush(theme.colour("window"))
        painter.drawRect(QRectF(box.toRect()).translated(0.5, 0.5))
        side = round(z(16))
        icons.draw(painter, "image", round(box.left() + z(8)), round(box.center().y() - side / 2), side,
                   theme.colour("muted").name())
        if not piece.text.text.strip():
            words = translate("Page", "Picture without a description")
            paint.text(painter, box.adjusted(z(30), 0, -z(6), 0), words, self._layout.side_font(), "muted")

    def shown(self, painter: QPainter, laid: Laid, at: QPointF, view: int) -> None:
        """The pictures of a block that are in the view, `view` high; in words why one of them is not there."""
        for place, shown in laid.pictures:
            box = placed(place, at)
            if box.bottom() < 0 or box.top() > view:
                continue
            image = self.desk.part(self.wanted(painter, box, shown)) if self.desk and self.sha256 else None
            if image is not None:
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                painter.drawImage(box, image)
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
                continue
            painter.setPen(QPen(theme.colour("edge"), 1))
            painter.setBrush(theme.colour("window"))
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
            side = round(self._layout.z(16))
            if min(box.width(), box.height()) < 2 * side:
                continue
            lost = self.desk is None or self.desk.fault(self.sha256, shown.part) is not None
            words = translate("Page", "This picture cannot be shown") if lost else ""
            font = self._layout.side_font()
            wide = paint.text_width(words, font) + self._layout.z(8) if words else 0.0
            if wide + 2 * side > box.width():
                words, wide = "", 0.0
            left = box.center().x() - (side + wide) / 2
            icons.draw(painter, "image", round(left), round(box.center().y() - side / 2), side,
                       theme.colour("muted").name())
            if words:
                paint.text(painter, QRectF(left + side + self._layout.z(8), box.top(), wide, box.height()), words, font,
                           "muted")

    def wanted(self, painter: QPainter, box: QRectF, shown: Shown) -> Part:
        """As sharp as the screen is."""
        device = painter.device()
        return self.asked(box, shown, device.devicePixelRatioF() if device is not None else 1.0)

    def asked(self, box: QRectF, shown: Shown, ratio: float) -> Part:
        wide, high = box.width() * ratio, box.height() * ratio
        share = min(1.0, (_MOST_PIXELS / max(1.0, wide * high)) ** 0.5)
        return Part(self.sha256, shown.part, Size(max(1, round(wide * share)), max(1, round(high * share))), shown.crop)


def placed(box: QRectF, at: QPointF) -> QRectF:
    """A place of a block that is at `at`, on whole pixels."""
    return QRectF(round(at.x() + box.left()), round(at.y() + box.top()), round(box.width()), round(box.height()))
