"""The middle pane of Documents: the page under its header, or in words why there is none."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from docprep_gui.gui import theme
from docprep_gui.gui.documents.find_bar import FindBar
from docprep_gui.gui.documents.page import PageContent, PageView
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.theme import icons
from docprep_gui.gui.widgets import parts
from docprep_gui.workspace.model import OpenFile

translate = QCoreApplication.translate


class PagePane(parts.Pane):
    """`shown_changed`: what is drawn over the text was switched."""

    shown_changed = Signal()

    def __init__(self, shell: Shell, retry: Callable[[str], None], remedy: Callable[[OpenFile], str]) -> None:
        super().__init__("desk")
        self._shell = shell
        self._retry = retry
        self._remedy = remedy
        self._state: QWidget | None = None
        self._state_of: object = None
        head = parts.Pane("surface")
        header = parts.PaneHeader()
        self.name = parts.elided("", bold=True)
        self.pages = parts.label("", "small", quiet=True)
        header.row.addWidget(self.name, 0)
        header.row.addWidget(self.pages)
        header.row.addStretch(1)
        self.chunks = parts.tool("hash", translate("Documents", "Chunks"), checkable=True, with_text=True)
        self.hits = parts.tool("tag", translate("Documents", "Hits"), checkable=True, with_text=True)
        self.masks = parts.tool("mask", translate("Documents", "Masks"), checkable=True, with_text=True)
        for toggle in (self.chunks, self.hits, self.masks):
            toggle.clicked.connect(self._toggled)
            header.row.addWidget(toggle)
        head.column.addWidget(header)
        self.column.addWidget(head)
        self.notices = _NoticeLine()
        self.column.addWidget(self.notices)
        self.page = PageView()
        self.find_bar = FindBar(self.page)
        self.column.addWidget(self.find_bar)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.page)
        self.column.addWidget(self.stack, 1)
        page = self.page
        page.set_shown(chunks=shell.flag("page/chunks", True), hits=shell.flag("page/hits", True),
                       masks=shell.flag("page/masks", True))
        page.zoom = int(str(shell.settings.value("page/zoom", 100)))
        page.zoom_changed.connect(lambda zoom: shell.settings.setValue("page/zoom", zoom))
        self._show_toggles()

    def _show_toggles(self) -> None:
        self.chunks.setChecked(self.page.show_chunks)
        self.hits.setChecked(self.page.show_hits)
        self.masks.setChecked(self.page.show_masks)

    def _toggled(self) -> None:
        self.page.set_shown(chunks=self.chunks.isChecked(), hits=self.hits.isChecked(), masks=self.masks.isChecked())
        for name, on in (("chunks", self.page.show_chunks), ("hits", self.page.show_hits),
                         ("masks", self.page.show_masks)):
            self._shell.settings.setValue(f"page/{name}", on)
        self.shown_changed.emit()

    def toggle(self, name: str) -> None:
        """chunks, hits or masks."""
        {"chunks": self.chunks, "hits": self.hits, "masks": self.masks}[name].toggle()
        self._toggled()

    def show_file(self, file: OpenFile | None, content: PageContent | None) -> None:
        """The page of a file that is ready; for others what is going on, and the button that helps."""
        self.name.set_text(file.name if file is not None else "")
        self.pages.setText("")
        ready = file is not None and content is not None
        for toggle in (self.chunks, self.hits, self.masks):
            toggle.setEnabled(ready)
        if file is not None and content is not None:
            pages = content.document.source.pages
            if pages:
                self.pages.setText(translate("Documents", "{n} pages").format(n=pages))
            found = (*content.document.notices, *(file.prepared.judgement.notices if file.prepared else ()))
            self.notices.show_lines([self._shell.messages.notice(notice) for notice in found])
            self.page.show_content(content)
            self.stack.setCurrentWidget(self.page)
            self.find_bar.content_changed()
            return
        self.notices.show_lines([])
        if (file, self._state is None) == (self._state_of, False):
            return
        if self._state is not None:
            self.stack.removeWidget(self._state)
            self._state.deleteLater()
        self._state_of = file
        self._state = self._make_state(file)
        self.stack.addWidget(self._state)
        self.stack.setCurrentWidget(self._state)

    def _make_state(self, file: OpenFile | None) -> QWidget:
        if file is None:
            return parts.EmptyState("document", translate("Documents", "No document selected"),
                                    translate("Documents", "Choose one in the tree."))
        if file.state == "set_aside" and file.error is not None:
            message, hint = self._shell.messages.error(file.error)
            return parts.EmptyState("error", message, hint, self._remedy(file), lambda: self._retry(file.key),
                                    primary=True)
        return parts.EmptyState("clock", translate("Documents", "Reading {name}…").format(name=file.name),
                                translate("Documents", "The other documents can be used in the meantime."))


class _NoticeLine(parts.Pane):
    """What the reader noticed about the file, in one line; all of it in the tooltip."""

    def __init__(self) -> None:
        super().__init__("warn_bg")
        self.label = parts.label("", "small", wrap=True)
        self.label.setContentsMargins(theme.px(34), theme.px(5), theme.px(12), theme.px(6))
        self.column.addWidget(self.label)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = theme.px(14)
        icons.draw(QPainter(self), "alert", theme.px(12), theme.px(7), side, theme.colour("warn").name())

    def show_lines(self, lines: list[str]) -> None:
        unique = list(dict.fromkeys(lines))
        self.label.setText("  ".join(unique[:3]))
        self.setToolTip("\n".join(unique))
        self.setAccessibleName(" ".join(unique))
        self.setVisible(bool(unique))
