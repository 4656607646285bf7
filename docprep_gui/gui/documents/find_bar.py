"""Find on page: a field, how many places there are, forward and back. Esc closes it."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from docprep_gui.domain.document import Span
from docprep_gui.gui import theme
from docprep_gui.gui.documents.page import PageView
from docprep_gui.gui.widgets import parts

translate = QCoreApplication.translate
MOST = 5000


class FindBar(QWidget):
    def __init__(self, page: PageView) -> None:
        super().__init__()
        self._page = page
        self._spans: list[Span] = []
        self._at = -1
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(120)
        self._timer.timeout.connect(self._search)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(12), theme.px(6), theme.px(12), theme.px(6))
        row.setSpacing(theme.px(6))
        self.field = parts.search(translate("Find", "Find on page"))
        self.field.installEventFilter(self)
        self.field.textChanged.connect(lambda _: self._timer.start())
        self.counted = parts.label("", "small", quiet=True)
        row.addWidget(self.field, 1)
        row.addWidget(self.counted)
        row.addWidget(parts.tool("chevron-up", translate("Find", "Previous place"), lambda: self.step(-1)))
        row.addWidget(parts.tool("chevron-down", translate("Find", "Next place"), lambda: self.step(1)))
        row.addWidget(parts.tool("cross", translate("Find", "Close"), self.close_bar))
        self.hide()

    def open_bar(self) -> None:
        self.show()
        chosen = self._page.selected_text()
        if chosen and "\n" not in chosen:
            self.field.setText(chosen)
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search()

    def close_bar(self) -> None:
        self.hide()
        self._spans = []
        self._page.set_found([], -1)
        self._page.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def content_changed(self) -> None:
        if self.isVisible():
            self._search()

    def _search(self) -> None:
        term, content = self.field.text(), self._page.content
        self._spans = []
        if term and content is not None:
            for match in re.finditer(re.escape(term), content.document.text, re.IGNORECASE):
                self._spans.append(match.span())
                if len(self._spans) >= MOST:
                    break
        self._at = 0 if self._spans else -1
        self._show(bool(term))

    def step(self, step: int) -> None:
        if self._timer.isActive():
            self._timer.stop()
            self._search()
        elif self._spans:
            self._at = (self._at + step) % len(self._spans)
            self._show(True)

    def _show(self, searched: bool) -> None:
        if self._spans:
            text = translate("Find", "{n} of {total}").format(n=self._at + 1, total=len(self._spans))
        else:
            text = translate("Find", "not found") if searched else ""
        self.counted.setText(text)
        self._page.set_found(self._spans, self._at)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape:
                self.close_bar()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
                return True
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("surface"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.colour("line"))
