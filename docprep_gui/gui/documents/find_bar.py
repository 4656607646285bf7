"""Find on page: a field, how many places there are, forward and back. Esc closes it."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget
from shiboken6 import isValid

from docprep_gui.domain.document import Span
from docprep_gui.gui import theme
from docprep_gui.gui.documents import page_words
from docprep_gui.gui.documents.page import PageView
from docprep_gui.gui.widgets import parts
from docprep_gui.workspace.executor import Executor

translate = QCoreApplication.translate
_LARGE = 200_000
"""Characters of a document that is searched in the background."""


class FindBar(QWidget):
    def __init__(self, page: PageView, executor: Executor) -> None:
        super().__init__()
        self._page = page
        self._executor = executor
        self._from = 0
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
        chosen, content = self._page.selection(), self._page.content
        self._from = chosen[0] if chosen else self._page.read_at()
        if chosen and content is not None and "\n" not in (words := content.document.slice(chosen)):
            self.field.setText(words)
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
        if content is None or len(content.document.text) <= _LARGE:
            self._take(term, page_words.found(content.document, term) if content is not None else [])
            return
        document = content.document

        def done(future: Future[list[Span]]) -> None:
            now = self._page.content if isValid(self) else None
            if now is not None and now.document is document and self.field.text() == term:
                self._take(term, future.result())

        self._executor.submit(partial(page_words.found, document, term), done)

    def _take(self, term: str, spans: list[Span]) -> None:
        self._spans = spans
        self._at = page_words.nearest(self._spans, self._from) if self._spans else -1
        self._show(bool(term.strip()))

    def step(self, step: int) -> None:
        if self._timer.isActive():
            self._timer.stop()
            self._search()
        elif self._spans:
            self._at = (self._at + step) % len(self._spans)
            self._show(True)

    def _show(self, searched: bool) -> None:
        if self._spans:
            total = f"{len(self._spans):,}" + ("+" if len(self._spans) >= page_words.MOST_FOUND else "")
            text = translate("Find", "{n} of {total}").format(n=f"{self._at + 1:,}", total=total)
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
