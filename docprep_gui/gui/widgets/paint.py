"""Painting of the marks that mean something in the text: pill, priority bars, number badge, hit square.

All sizes come from the table; `x` and `middle` are logical pixels, `middle` the vertical centre of the row. Each
function returns the width that it took.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from docprep_gui.domain.chunk import Priority, Route
from docprep_gui.gui import theme, words
from docprep_gui.gui.theme import icons, tokens

_FLAGS = {align: int(align | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
          for align in (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter)}


_KEPT = 4096
_widths: dict[tuple[str, str], float] = {}
_elided: dict[tuple[str, str, int, Qt.TextElideMode], str] = {}
"""What was measured last, by type and text: a list asks for the same words whenever it is painted."""


def text_width(text: str, font: QFont) -> float:
    return _width(text, font, font.key())


def _width(text: str, font: QFont, key: str) -> float:
    found = _widths.get((key, text))
    if found is None:
        if len(_widths) >= _KEPT:
            _widths.clear()
        found = _widths[key, text] = QFontMetricsF(font).horizontalAdvance(text)
    return found


def _fitted(text: str, font: QFont, key: str, room: float, elide: Qt.TextElideMode) -> str:
    asked = key, text, int(room), elide
    found = _elided.get(asked)
    if found is None:
        if len(_elided) >= _KEPT:
            _elided.clear()
        found = _elided[asked] = QFontMetricsF(font).elidedText(text, elide, int(room))
    return found


def text(painter: QPainter, rect: QRectF, text: str, font: QFont, role: str,
         align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
         elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> float:
    """One line, elided to fit, centred vertically. Returns the width of what was drawn."""
    key = font.key()
    width = _width(text, font, key)
    if width > rect.width():
        text = _fitted(text, font, key, max(0.0, rect.width()), elide)
        width = _width(text, font, key)
    painter.setFont(font)
    painter.setPen(theme.colour(role))
    painter.drawText(rect, _FLAGS[align], text)
    return width


def pill_width(label: str) -> float:
    px = theme.px
    width = px(6) + px(13) + px(6)
    return width + (px(4) + text_width(label, theme.font("small")) if label else 0)


def pill(painter: QPainter, x: float, middle: float, label: str, pair: str, icon: str, room: float = 1e9) -> float:
    """A pill in the colours of a pair. Where `room` is too small for the word, it shrinks to its shape."""
    px = theme.px
    if pill_width(label) > room:
        label = ""
    width, height = pill_width(label), px(tokens.PILL)
    rect = QRectF(x, middle - height / 2, width, height)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour(f"{pair}_bg"))
    painter.drawRoundedRect(rect, px(tokens.RADIUS), px(tokens.RADIUS))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    side = px(13)
    icons.draw(painter, icon, x + px(6), round(middle - side / 2), side, theme.colour(pair).name())
    if label:
        left = x + px(6) + side + px(4)
        text(painter, QRectF(left, rect.y(), rect.right() - left, height), label, theme.font("small"), pair)
    return width


def route_pill(painter: QPainter, x: float, middle: float, route: Route, room: float = 1e9) -> float:
    return pill(painter, x, middle, words.route(route), tokens.ROUTE_PAIR[route], tokens.ROUTE_ICON[route], room)


_BARS: dict[Priority, int] = {"high": 3, "medium": 2, "low": 1}


def priority(painter: QPainter, x: float, middle: float, priority: Priority, room: float = 1e9) -> float:
    """Three bars, as many lit as the priority says, and its word where there is room."""
    px = theme.px
    lit = theme.colour(tokens.PRIORITY_ROLE[priority])
    dull = theme.colour("edge")
    bar, gap, tall = px(3), px(1.5), px(12)
    base = round(middle + tall / 2)
    for i in range(3):
        height = px(4 + 4 * i)
        painter.fillRect(QRectF(x + i * (bar + gap), base - height, bar, height),
                         lit if i < _BARS[priority] else dull)
    width = float(3 * bar + 2 * gap)
    word = words.priority(priority)
    font = theme.font("small", bold=priority == "high")
    needed = px(7) + text_width(word, font)
    if width + needed <= room:
        role = {"high": "high", "medium": "normal", "low": "muted"}[priority]
        text(painter, QRectF(x + width + px(7), middle - px(13), needed, px(26)), word, font, role)
        width += needed
    return width


def badge(painter: QPainter, x: float, middle: float, number: int, tint: int, selected: bool = False) -> float:
    """The number of a chunk in the tint that it has in the margin."""
    px = theme.px
    font = theme.tabular(theme.font("small"))
    label = str(number)
    width, height = max(px(19), text_width(label, font) + px(8)), px(18)
    rect = QRectF(x, round(middle - height / 2), width, height)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("accent" if selected else ("chunk_a", "chunk_b")[tint]))
    painter.drawRoundedRect(rect, px(tokens.RADIUS_BADGE), px(tokens.RADIUS_BADGE))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    text(painter, rect, label, font, "on_accent" if selected else "text", Qt.AlignmentFlag.AlignHCenter)
    return width


def mark_square(painter: QPainter, x: float, middle: float, kind: str) -> float:
    """The square in front of a hit (`kind` hit) or a masked place (mask)."""
    px = theme.px
    side = px(9)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.colour(kind), 1.2))
    painter.setBrush(theme.colour(f"{kind}_bg"))
    painter.drawRoundedRect(QRectF(x, round(middle - side / 2) + 0.5, side - 1, side - 1), 2, 2)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    return side


CHECK = 16
"""Side of a check box or radio button, in sizes of the table."""


def check(painter: QPainter, x: float, middle: float, on: bool, enabled: bool = True) -> float:
    """A check box."""
    px = theme.px
    side = px(CHECK)
    rect = QRectF(round(x), round(middle - side / 2), side, side)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    radius = px(tokens.RADIUS_BADGE)
    if on:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent" if enabled else "faint"))
        painter.drawRoundedRect(rect, radius, radius)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        icons.draw(painter, "check", rect.x() + 1, rect.y() + 1, side - 2, theme.colour("on_accent").name())
    else:
        painter.setPen(QPen(theme.colour("control" if enabled else "faint"), 1.2))
        painter.setBrush(theme.colour("raised"))
        painter.drawRoundedRect(rect.adjusted(0.6, 0.6, -0.6, -0.6), radius, radius)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    return side


def radio(painter: QPainter, x: float, middle: float, on: bool, enabled: bool = True) -> float:
    """A radio button."""
    side = theme.px(CHECK)
    centre = QPointF(round(x) + side / 2, round(middle - side / 2) + side / 2)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if on:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent" if enabled else "faint"))
        painter.drawEllipse(centre, side / 2, side / 2)
        painter.setBrush(theme.colour("on_accent"))
        painter.drawEllipse(centre, side / 5, side / 5)
    else:
        painter.setPen(QPen(theme.colour("control" if enabled else "faint"), 1.2))
        painter.setBrush(theme.colour("raised"))
        painter.drawEllipse(centre, side / 2 - 0.6, side / 2 - 0.6)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    return side


def dot(painter: QPainter, x: float, middle: float, size: float, colour: QColor, filled: bool) -> None:
    """A round mark: filled for on, a ring for off."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.3))
    painter.setBrush(colour if filled else Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(x + size / 2, middle), size / 2 - 0.7, size / 2 - 0.7)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
