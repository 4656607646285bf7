"""The middle pane of Documents: the page under its header, or in words why there is none."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from docprep_gui.gui import theme
from docprep_gui.gui.documents.find_bar import FindBar
from docprep_gui.gui.documents.page import PageView
from docprep_gui.gui.documents.page_content import PageContent
from docprep_gui.gui.documents.sheet_columns import ColumnChoice, LeftOutLine
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.theme import icons
from docprep_gui.gui.translations import count
from docprep_gui.gui.widgets import parts
from docprep_gui.workspace.model import OpenFile

translate = QCoreApplication.translate


_NARROW = 480


class PagePane(parts.Pane):
    """`shown_changed`: what is drawn over the text was switched."""

    shown_changed = Signal()

    def __init__(self, shell: Shell, retry: Callable[[str], None], remedy: Callable[[OpenFile], str],
                 columns: ColumnChoice) -> None:
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
        self.printed = parts.tool("document", translate("Documents", "As printed"), checkable=True)
        self.printed.hide()
        for toggle in (self.printed, self.chunks, self.hits, self.masks):
            toggle.clicked.connect(self._toggled)
            header.row.addWidget(toggle)
        head.column.addWidget(header)
        self.column.addWidget(head)
        self.notices = _NoticeLine()
        self.column.addWidget(self.notices)
        self.left_out = LeftOutLine(shell, columns)
        self.column.addWidget(self.left_out)
        self.fault = _FaultLine(lambda: self._shell.command("reread"), self._ask_again)
        self.column.addWidget(self.fault)
        self.page = PageView(shell.pictures, shell.messages.error)
        self.find_bar = FindBar(self.page, shell.executor)
        self.column.addWidget(self.find_bar)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.page)
        self.column.addWidget(self.stack, 1)
        page = self.page
        page.set_shown(chunks=shell.flag("page/chunks", True), hits=shell.flag("page/hits", True),
                       masks=shell.flag("page/masks", True))
        zoom = str(shell.settings.value("page/print_zoom", "width"))
        page.restore_zoom(int(str(shell.settings.value("page/zoom", 100))),
                          int(zoom) if zoom.isdecimal() else "page" if zoom == "page" else "width")
        page.set_printed(shell.flag("page/printed", True))
        page.zoom_changed.connect(self._zoomed)
        page.page_changed.connect(self._show_pages)
        page.face_changed.connect(self._face_changed)
        self._show_toggles()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is narrow the switches shrink to their shapes, before the name of the file does."""
        super().resizeEvent(event)
        style = (Qt.ToolButtonStyle.ToolButtonIconOnly if self.width() < theme.px(_NARROW) else
                 Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        for toggle in (self.chunks, self.hits, self.masks):
            toggle.setToolButtonStyle(style)

    def _show_toggles(self) -> None:
        self.chunks.setChecked(self.page.show_chunks)
        self.hits.setChecked(self.page.show_hits)
        self.masks.setChecked(self.page.show_masks)
        self.printed.setVisible(self.page.can_print)
        self.printed.setChecked(self.page.is_printed)

    def _zoomed(self, zoom: int) -> None:
        if self.page.is_printed:
            self._shell.settings.setValue("page/print_zoom", self.page.print.choice)
        else:
            self._shell.settings.setValue("page/zoom", zoom)

    def _show_pages(self, page: int) -> None:
        content = self.page.content
        pages = content.document.source.pages if content is not None else None
        if not pages:
            self.pages.setText("")
        elif page:
            self.pages.setText((
                translate("Documents", "{n} / {total} page") if pages == 1 else
                translate("Documents", "{n} / {total} pages")).format(n=page, total=pages))
        else:
            self.pages.setText(count(
                pages, translate("Documents", "%n page"), translate("Documents", "%n pages")))

    def _face_changed(self) -> None:
        """Pages are drawn, or text is shown in their place, with the reason where nobody asked for it."""
        self._show_toggles()
        fault = self.page.fault if self.page.can_print else None
        self.fault.show_fault(*(self._shell.messages.error(fault) if fault is not None else ("", "")),
                              reread=fault is not None and fault.kind == "page_changed")

    def _ask_again(self) -> None:
        self.page.set_printed(True)

    def _toggled(self) -> None:
        if self.printed.isChecked() != self.page.is_printed and self.page.can_print:
            self._shell.settings.setValue("page/printed", self.printed.isChecked())
            self.page.set_printed(self.printed.isChecked())
        self.page.set_shown(chunks=self.chunks.isChecked(), hits=self.hits.isChecked(), masks=self.masks.isChecked())
        for name, on in (("chunks", self.page.show_chunks), ("hits", self.page.show_hits),
                         ("masks", self.page.show_masks)):
            self._shell.settings.setValue(f"page/{name}", on)
        self.shown_changed.emit()

    def toggle(self, name: str) -> None:
        """chunks, hits, masks or pages."""
        {"chunks": self.chunks, "hits": self.hits, "masks": self.masks, "pages": self.printed}[name].toggle()
        self._toggled()

    def show_file(self, file: OpenFile | None, content: PageContent | None) -> None:
        """The page of a file that is ready; for others what is going on, and the button that helps."""
        self.name.set_text(file.name if file is not None else "")
        self.pages.setText("")
        ready = file is not None and content is not None
        for toggle in (self.printed, self.chunks, self.hits, self.masks):
            toggle.setEnabled(ready)
        if file is not None and content is not None:
            found = (*content.document.notices, *(file.prepared.judgement.notices if file.prepared else ()))
            self.left_out.show_file(file, content)
            named = "columns_left_out" if not self.left_out.isHidden() else ""
            self.notices.show_lines([self._shell.messages.notice(notice) for notice in found if notice.code != named])
            self.page.show_content(content)
            self._show_pages(self.page.page)
            self._face_changed()
            self.stack.setCurrentWidget(self.page)
            self.find_bar.content_changed()
            return
        self.notices.show_lines([])
        self.left_out.show_file(None, None)
        self.fault.show_fault("", "", reread=False)
        self.printed.hide()
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


class _FaultLine(parts.Pane):
    """Why text is shown instead of pages, with the button that helps."""

    def __init__(self, reread: Callable[[], object], again: Callable[[], object]) -> None:
        super().__init__("warn_bg")
        row = QHBoxLayout()
        row.setContentsMargins(theme.px(34), theme.px(5), theme.px(12), theme.px(6))
        row.setSpacing(theme.px(8))
        self.label = parts.label("", "small", wrap=True)
        row.addWidget(self.label, 1)
        self.reread = parts.button(translate("Documents", "Read again"), reread, small=True)
        self.again = parts.button(translate("Documents", "Try again"), again, small=True)
        row.addWidget(self.reread)
        row.addWidget(self.again)
        self.column.addLayout(row)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = theme.px(14)
        icons.draw(QPainter(self), "alert", theme.px(12), theme.px(9), side, theme.colour("warn").name())

    def show_fault(self, message: str, hint: str, *, reread: bool) -> None:
        """"" for none. `reread`: what helps is to read the file anew, else to try once more."""
        self.label.setText(f"{message}{hint}" if message.endswith("。") else f"{message} {hint}")
        self.reread.setVisible(reread)
        self.again.setVisible(not reread)
        self.setAccessibleName(message)
        self.setVisible(bool(message))


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
