"""Dropped files: how many they are, and the frame that says what a release will do."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from docprep_gui.gui import theme
from docprep_gui.gui.theme import icons
from docprep_gui.gui.translations import count
from docprep_gui.gui.widgets import paint

translate = QCoreApplication.translate


def paths(mime: QMimeData | None) -> list[Path]:
    """Local files and folders; what lies elsewhere is left out."""
    if mime is None or not mime.hasUrls():
        return []
    return [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]


def promise(dropped: list[Path]) -> str:
    """What a release will do."""
    folders = sum(path.is_dir() for path in dropped)
    files = len(dropped) - folders
    said_files = count(files, translate("Drop", "%n file"), translate("Drop", "%n files"))
    said_folders = count(folders, translate("Drop", "%n folder"), translate("Drop", "%n folders"))
    if files and folders:
        what = translate("Drop", "{files} and {folders}").format(files=said_files, folders=said_folders)
    else:
        what = said_files if files else said_folders
    return translate("Drop", "Release to read {what}").format(what=what)


class DropFrame(QWidget):
    """Over the whole window while files are dragged above an open document: a 2-px inner frame and the promise."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._text = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def text(self) -> str:
        return self._text

    def open(self, text: str) -> None:
        self._text = text
        self.setAccessibleName(text)
        self.setGeometry(self._window.rect())
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        px = theme.px
        painter = QPainter(self)
        painter.setPen(QPen(theme.colour("accent"), 2))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        font = theme.font("heading", bold=True)
        width = paint.text_width(self._text, font) + px(68)
        card = QRectF((self.width() - width) / 2, self.height() / 2 - px(26), width, px(52))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(theme.colour("accent_soft"))
        painter.drawRoundedRect(card, px(6), px(6))
        icons.draw(painter, "import", card.x() + px(18), card.center().y() - px(11), px(22),
                   theme.colour("accent").name())
        paint.text(painter, card.adjusted(px(50), 0, 0, 0), self._text, font, "accent")
