"""Icons drawn from SVG files of a 24-unit grid whose strokes are `currentColor`.

Pictures are kept in QPixmapCache by name, size in device pixels and colour. Below 20 px the stroke is widened to
about 1.3 device pixels, so that small icons keep their weight.
"""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from docprep_gui.gui.theme.state import current
from docprep_gui.workspace import paths

_STROKE = 'stroke-width="1.5"'


@cache
def _source(name: str) -> str:
    return (paths.shipped("resources") / "icons" / f"{name}.svg").read_text(encoding="utf-8")


def pixmap(name: str, size: int, colour: str, ratio: float = 1.0) -> QPixmap:
    """A square picture of `size` logical pixels. FileNotFoundError: no icon has this name."""
    device = round(size * ratio)
    key = f"docprep:{name}:{device}:{colour}"
    found = QPixmap()
    if QPixmapCache.find(key, found):
        found.setDevicePixelRatio(ratio)
        return found
    svg = _source(name).replace("currentColor", colour)
    if size < 20 and device:
        svg = svg.replace(_STROKE, f'stroke-width="{max(1.5, 1.3 * 24 / device):.2f}"')
    made = QPixmap(device, device)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, device, device))
    painter.end()
    QPixmapCache.insert(key, made)
    made.setDevicePixelRatio(ratio)
    return made


def draw(painter: QPainter, name: str, x: float, y: float, size: int, colour: str) -> None:
    """Draws at (x, y), the top left corner, in logical pixels. `colour`: "#RRGGBB"."""
    device = painter.device()
    ratio = device.devicePixelRatioF() if device is not None else 1.0
    painter.drawPixmap(QPointF(x, y), pixmap(name, size, colour, ratio))


class _Engine(QIconEngine):
    """Fills the colour in from mode and state at the time of drawing."""

    def __init__(self, name: str, role: str) -> None:
        super().__init__()
        self._name = name
        self._role = role

    def clone(self) -> QIconEngine:
        return _Engine(self._name, self._role)

    def _colour(self, mode: QIcon.Mode, state: QIcon.State) -> str:
        scheme = current()
        if mode == QIcon.Mode.Disabled:
            return scheme.faint
        if state == QIcon.State.On:
            return scheme.accent
        return str(getattr(scheme, self._role))

    def _pixmap(self, size: QSize, colour: str, ratio: float) -> QPixmap:
        """As large as asked for; one wider than high has the icon at its left, and air beside it."""
        side = min(size.width(), size.height())
        square = pixmap(self._name, side, colour, ratio)
        if size.width() <= size.height():
            return square
        made = QPixmap(round(size.width() * ratio), round(side * ratio))
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        painter.drawPixmap(0, 0, square)
        painter.end()
        return made

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        side = min(rect.width(), rect.height())
        draw(painter, self._name, rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2, side,
             self._colour(mode, state))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self._pixmap(size, self._colour(mode, state), 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        """`size` is in logical pixels, as Qt 6.11 asks for it; what is given is `scale` times as large."""
        return self._pixmap(size, self._colour(mode, state), scale)


@cache
def icon(name: str, role: str = "text") -> QIcon:
    """The icon in the colour of a role; accent while on, faint while disabled. Kept for the life of the process."""
    _source(name)
    return QIcon(_Engine(name, role))
