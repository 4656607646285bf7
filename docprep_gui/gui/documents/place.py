"""The place Documents: the tree of what is open, the page, the inspector; selecting is tied between the three."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial

from PySide6.QtCore import QCoreApplication, QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from docprep_gui.domain.chunk import Chunk
from docprep_gui.domain.document import Document, Span
from docprep_gui.domain.errors import FileError
from docprep_gui.gui import theme
from docprep_gui.gui.commands import Handlers
from docprep_gui.gui.documents import marks, page_content, page_menu
from docprep_gui.gui.documents.index import DocumentIndex
from docprep_gui.gui.documents.inspector import Inspector
from docprep_gui.gui.documents.page_boxes import PRINTED_NAMES
from docprep_gui.gui.documents.page_content import PageContent, Shape
from docprep_gui.gui.documents.page_pane import PagePane
from docprep_gui.gui.documents.password_dialog import PasswordDialog
from docprep_gui.gui.documents.sheet_columns import ColumnChoice
from docprep_gui.gui.documents.tree_model import SETTLED_S
from docprep_gui.gui.documents.tree_pane import TreePane
from docprep_gui.gui.empty import DropZone, EmptyView
from docprep_gui.gui.shell import Place, Shell
from docprep_gui.gui.widgets.parts import Splitter
from docprep_gui.workspace.model import OpenFile

translate = QCoreApplication.translate
_MINIMUMS = (300, 400, 280)
"""Of tree, page and inspector, in pixels of the table."""
_LARGE, _LONG = 1000, 60_000
"""Nodes and characters of a document whose blocks are made in the background."""


class DocumentsPlace(Place):
    """What is selected is one value: a file, a chunk of it, a mark in the chunk. `select` sets it, whoever asks."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._key: str | None = None
        self._ordinal = -1
        self._span: Span | None = None
        self._shown: OpenFile | None = None
        self._behind = False
        self._index: DocumentIndex | None = None
        self._shape: tuple[Document, Shape] | None = None
        self._shaping: Document | None = None
        self._followed: Document | None = None
        """A document whose chunk was chosen by that of an earlier reading, while its page is being made."""
        self._wanted: tuple[str, Span] | None = None
        self.empty = EmptyView(shell)
        self.tree = TreePane(shell)
        self.columns = ColumnChoice(shell, self)
        self.pane = PagePane(shell, self.retry, self.tree.model.remedy, self.columns)
        self.page = self.pane.page
        self.inspector = Inspector(shell)
        self.splitter = Splitter(
            (self.tree, self.pane, self.inspector), (436 if shell.language == "zh" else 500, 552, 366),
            _MINIMUMS, stretch=1)
        shell.remember_splitter(self.splitter, "documents")
        self.inspector.setVisible(shell.flag("documents/inspector", True))
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.splitter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        self._connect()
        present = tuple(shell.workspace.files)
        if present:
            self._files_added(present)

    def _connect(self) -> None:
        bridge = self.shell.bridge
        bridge.files_added.connect(self._files_added)
        bridge.files_changed.connect(self._files_changed)
        bridge.files_closed.connect(self._files_closed)
        bridge.rules_changed.connect(self.tree.model.rules_changed)
        self.shell.revealed.connect(lambda key, start, end: self.reveal(key, (start, end)))
        self.tree.selected.connect(self._tree_selected)
        self.tree.entered.connect(lambda: self.page.setFocus(Qt.FocusReason.ShortcutFocusReason))
        self.tree.retry_asked.connect(self.retry)
        self.page.chunk_chosen.connect(lambda ordinal: self.select(self._key, ordinal, None, "page"))
        self.page.mark_chosen.connect(lambda n, a, b: self.select(self._key, n, (a, b), "page"))
        self.page.zoom_changed.connect(lambda _: self.status_changed.emit())
        self.page.selection_changed.connect(self.handlers_changed)
        self.page.face_changed.connect(self._tell)
        self.page.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.page.customContextMenuRequested.connect(self._page_menu)
        self.pane.shown_changed.connect(self.handlers_changed)
        self.columns.changed.connect(self.handlers_changed)
        self.inspector.place_chosen.connect(lambda a, b: self._reveal_in_page((a, b)))

    @property
    def drop_zone(self) -> DropZone:
        """Where a drag is answered while nothing is open."""
        return self.empty.zone

    # --- what the workspace tells -----------------------------------------------------------------------
    def _files_added(self, keys: tuple[str, ...]) -> None:
        self.tree.model.add_files(keys)
        endings = {self.shell.workspace.files[key].path.suffix.lower().lstrip(".") for key in keys}
        if self.shell.pictures is not None and endings & PRINTED_NAMES:
            self.shell.pictures.warm()
        self._stack.setCurrentWidget(self.splitter)
        if self._key is None:
            self.select(keys[0], -1, None, "")
            self.tree.tree.setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()

    def _files_changed(self, keys: tuple[str, ...]) -> None:
        folded_again = {key for key in keys if self._is_unfolded(key)}
        self.tree.change_files(keys)
        for key in keys:
            file = self.shell.workspace.files[key]
            if file.state == "set_aside" or (key == self._key and file.state == "ready") or key in folded_again:
                self.tree.unfold(key)
        if self._key is not None and self._key in keys:
            if self.isVisible() or not self._same():
                self._show_file()
            else:  # only rules are others: it is made up for when the page is seen
                self._behind = True
            if not self.tree.is_at(self._key, self._ordinal):
                self.tree.show_place(self._key, self._ordinal, self._span)
        self._tell()

    def _is_unfolded(self, key: str) -> bool:
        index = self.tree.model.file_index(key)
        return index.isValid() and self.tree.tree.isExpanded(index)

    def _files_closed(self, keys: tuple[str, ...]) -> None:
        self.tree.model.close_files(keys)
        left = tuple(self.shell.workspace.files)
        if self.shell.pictures is not None:
            self.shell.pictures.keep_only(frozenset(
                file.document.source.sha256 for file in self.shell.workspace.files.values() if file.document))
        if not left:
            self._key, self._shown, self._index = None, None, None
            self.page.show_content(None)
            self.inspector.show_nothing()
            self._stack.setCurrentWidget(self.empty)
        elif self._key in keys:
            self._key = None
            self.select(left[0], -1, None, "")
        self._tell()

    def _tell(self) -> None:
        self.handlers_changed.emit()
        self.status_changed.emit()

    # --- selecting --------------------------------------------------------------------------------------
    def _tree_selected(self, key: str, ordinal: int, start: int, end: int) -> None:
        self.select(key, ordinal, (start, end) if start >= 0 else None, "tree")

    def select(self, key: str | None, ordinal: int, span: Span | None, source: str) -> None:
        """`ordinal` -1: the document itself. `source` is the part that asked ("tree", "page" or ""); it is not moved
        under the user's hand."""
        if key is None or key not in self.shell.workspace.files:
            return
        other = key != self._key
        self._key, self._ordinal, self._span = key, ordinal, span
        if other or self._shown is not self.shell.workspace.files[key]:
            self._show_file()
        else:
            self._show_selection(reveal=source != "page")
        if source != "tree":
            self.tree.show_place(key, ordinal, span)
        self._tell()

    def _show_file(self) -> None:
        """The page of the selected file as it is now."""
        file = self.shell.workspace.files.get(self._key or "")
        if file is None:
            return
        self._behind = False
        same, before = self._same(), self._shown
        again = not same and before is not None and _read_again(before, file) and self.page.content is not None
        if again and before is not None and self._ordinal >= 0 and self._followed is not file.document:
            self._ordinal, self._span = _chunk_of(file, before.chunks[self._ordinal]), None
            self._followed = file.document
        shape = self._shape_of(file)
        if again and shape is None:
            return  # what was read before is shown until the page is made
        self._shown, self._followed = file, None
        content = self._content(file, shape) if shape is not None else None
        if content is None:
            self.page.show_content(None)
        if not same or (self._index is None and content is not None):
            self._index = DocumentIndex(content.document, content.chunks) if content else None
            if self._ordinal >= len(file.chunks):
                self._ordinal, self._span = -1, None
        self.pane.show_file(file, content)
        self._show_selection(reveal=not same and not again)
        if self._wanted is not None and self._wanted[0] == file.key and content is not None:
            _, span = self._wanted
            self._wanted = None
            self._reveal_in_page(span)

    def _same(self) -> bool:
        """The selected file has the text and the chunks that are shown."""
        file, shown = self.shell.workspace.files.get(self._key or ""), self._shown
        return (file is not None and shown is not None
                and file.chunks is shown.chunks and file.document is shown.document)

    def _catch_up(self) -> None:
        if self._behind:
            self._show_file()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._catch_up()

    def _shape_of(self, file: OpenFile) -> Shape | None:
        """How the page stands; None while that of a large document is made in the background."""
        document = file.document
        if document is None:
            return None
        if self._shape is not None and self._shape[0] is document:
            return self._shape[1]
        if len(document.nodes) <= _LARGE and len(document.text) <= _LONG:
            self._shape = document, page_content.shape(document)
            return self._shape[1]
        if self._shaping is not document:
            self._shaping = document
            self.shell.executor.later(SETTLED_S, partial(self._make_shape, document))
        return None

    def _make_shape(self, document: Document) -> None:
        if isValid(self) and self._shaping is document:
            self.shell.executor.submit(partial(page_content.shape, document), partial(self._shape_made, document))

    def _shape_made(self, document: Document, future: Future[Shape]) -> None:
        if not isValid(self):
            return
        if self._shaping is document:
            self._shaping = None
        file = self.shell.workspace.files.get(self._key or "")
        if file is not None and file.document is document:
            self._shape = document, future.result()
            self._show_file()

    def _content(self, file: OpenFile, shape: Shape) -> PageContent | None:
        if file.state != "ready" or file.prepared is None:
            return None
        packs = self.shell.workspace.packs
        titles, extracts = marks.rule_titles(packs), marks.rule_extracts(packs)
        found = marks.MarksOfChunks(file.verdicts, titles, self.tree.model.field_name, extracts)
        workspace = self.shell.workspace
        return PageContent(file.prepared.document, shape, file.chunks, file.verdicts, found,
                           workspace.vault(file.key).places, workspace.page_file(file.key))

    def _show_selection(self, reveal: bool) -> None:
        file = self._shown
        index = self._index
        if file is None or file.state != "ready" or index is None:
            self.page.select(None)
            self.inspector.show_nothing()
        elif self._ordinal < 0:
            self.page.select(None)
            self.inspector.show_file(file, index)
        else:
            self.page.select(self._ordinal, self._span, reveal)
            self.inspector.show_chunk(file, self._ordinal, index, self._chunk_title(file))

    def _chunk_title(self, file: OpenFile) -> str:
        chunk = file.chunks[self._ordinal]
        label = self._index.label(chunk) if self._index else ""
        if chunk.title_path:
            return chunk.title_path[-1]
        return label

    def _reveal_in_page(self, span: Span) -> None:
        ordinal = self._index.chunk_at(span[0]) if self._index else None
        self.select(self._key, self._ordinal if ordinal is None else ordinal, span, "")

    def reveal(self, key: str, span: Span) -> None:
        """Shows a span of a file, as soon as the file is read."""
        file = self.shell.workspace.files.get(key)
        if file is None:
            return
        self._wanted = (key, span) if span[1] > span[0] else None
        self.select(key, -1, None, "")
        if self.page.content is not None and self._wanted is not None:
            self._wanted = None
            self._reveal_in_page(span)

    # --- commands ---------------------------------------------------------------------------------------
    def retry(self, key: str) -> None:
        """Reads a file again; asks for its password first where it has one."""
        file = self.shell.workspace.files.get(key)
        if file is None:
            return
        if isinstance(file.error, FileError) and file.error.opens_with_password:
            PasswordDialog(self.shell, key, self.pane).open()
        else:
            self.shell.workspace.retry(key)

    def handlers(self) -> Handlers:
        made: dict[str, Callable[[], object]] = {
            "filter": lambda: self.tree.field.setFocus(Qt.FocusReason.ShortcutFocusReason),
        }
        if self._has_room() or not self.isVisible():
            made["show_inspector"] = self._toggle_inspector
        if self._key is None:
            return made
        if self.isVisible():  # elsewhere nobody would see what is undone
            made |= {"undo": self.columns.undo} if self.columns.can_undo() else {}
            made |= {"redo": self.columns.redo} if self.columns.can_redo() else {}
        file = self.shell.workspace.files.get(self._key)
        made["close"] = lambda: self.shell.workspace.close((self._key or "",))
        made["reread"] = lambda: self.retry(self._key or "")
        made["expand_all"] = self.tree.tree.expandAll
        made["collapse_all"] = self.tree.tree.collapseAll
        if file is not None and file.state == "ready":
            made |= {
                "find": self.pane.find_bar.open_bar, "find_next": partial(self.pane.find_bar.step, 1),
                "find_previous": partial(self.pane.find_bar.step, -1),
                "show_chunks": partial(self.pane.toggle, "chunks"), "show_hits": partial(self.pane.toggle, "hits"),
                "show_masks": partial(self.pane.toggle, "masks"),
                "zoom_in": partial(self.page.step_zoom, 1), "zoom_out": partial(self.page.step_zoom, -1),
                "zoom_reset": partial(self.page.set_zoom, 100),
                "next_chunk": partial(self._step_chunk, 1), "previous_chunk": partial(self._step_chunk, -1),
                "next_hit": partial(self._step_mark, 1), "previous_hit": partial(self._step_mark, -1),
                "select_all": self.page.select_all,
            }
            if self.pane.left_out.found:
                made["columns"] = self._columns_menu
            if self.page.is_printed:
                made |= {"zoom_width": self.page.fit_page, "zoom_page": partial(self.page.fit_page, True)}
            if self.page.can_print:
                made["show_pages"] = partial(self.pane.toggle, "pages")
            if self.page.selection() is not None:
                made |= {"copy": self.page.copy}
                made |= {"rules_from_page": partial(self._pick, "rule"), "rules_sample": partial(self._pick, "sample")}
        return made

    def _pick(self, what: str) -> None:
        """The selected text becomes a sample or a rule."""
        self.shell.pick(what, self.page.selected_text())

    def _page_menu(self, point: QPoint) -> None:
        """What can be done with the selected text, with the page, and with the column of a sheet."""
        menu = QMenu(self.page)
        able = self.handlers()
        for names in (page_menu.ON_TEXT, ("find",), ("rules_from_page", "rules_sample")):
            page_menu.add(menu, names, able, self.shell.command)
            menu.addSeparator()
        column = self.page.column_at(QPointF(point))
        if column is not None and self._key is not None:
            self.columns.add_to(menu, self._key, column)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.page.viewport().mapToGlobal(point))

    def _columns_menu(self) -> None:
        """The columns of the sheet that is seen, to be left out and taken back."""
        if self._key is None or not self.pane.left_out.found:
            return
        menu = QMenu(self.page)
        self.columns.fill(menu, self._key, self.pane.left_out.found, self.page.column_here())
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.page.viewport().mapToGlobal(QPoint(0, 0)))

    def checked(self) -> frozenset[str]:
        on = {"show_chunks": self.page.show_chunks, "show_hits": self.page.show_hits,
              "show_masks": self.page.show_masks, "show_pages": self.page.is_printed,
              "show_inspector": not self.inspector.isHidden()}
        return frozenset(command for command, shown in on.items() if shown)

    def _toggle_inspector(self) -> None:
        self.shell.settings.setValue("documents/inspector", self.inspector.isHidden())
        self._fit()
        self.handlers_changed.emit()

    def _step_chunk(self, step: int) -> None:
        if self._shown is not None and self._shown.chunks:
            self.select(self._key, min(max(self._ordinal + step, 0), len(self._shown.chunks) - 1), None, "")

    def _step_mark(self, step: int) -> None:
        content = self.page.content
        if content is None:
            return
        at = self._span if self._span is not None else (
            content.chunks[self._ordinal].core[0] - (step < 0), -1) if 0 <= self._ordinal < len(content.chunks) else (
                -1, -1)
        beyond = (-1, -1) if step > 0 else (len(content.document.text) + 1, 0)
        first = 0 if step > 0 else len(content.chunks) - 1
        span = (self.page.mark_after(at, max(0, self._ordinal), step)
                or self.page.mark_after(beyond, first, step))  # behind the last one comes the first
        if span is not None:
            self._reveal_in_page(span)

    # --- the place --------------------------------------------------------------------------------------
    def _has_room(self) -> bool:
        """For the inspector beside tree and page."""
        return self.width() >= theme.px(sum(_MINIMUMS))

    def _fit(self) -> None:
        """The inspector goes where the window is too narrow for three panes, and comes back; one that the user folded
        stays folded."""
        shown = self._has_room() and self.shell.flag("documents/inspector", True)
        if shown is self.inspector.isHidden():
            self.inspector.setVisible(shown)
            self.handlers_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def parts(self) -> Sequence[QWidget]:
        return (self.empty, self.tree, self.pane, *self.inspector.parts())

    def panes(self) -> Sequence[QWidget]:
        if self._stack.currentWidget() is self.empty:
            return (self.empty.zone.choose,)
        return (self.tree.tree, self.pane.stack.currentWidget() or self.page, self.inspector.focus_target())

    def title(self) -> str:
        file = self.shell.workspace.files.get(self._key or "")
        return file.name if file is not None else ""

    def status(self) -> str:
        if self._shown is None or self._ordinal < 0 or self._shown.state != "ready":
            return ""
        return translate("Documents", "chunk {n} of {total}").format(n=self._ordinal + 1, total=len(self._shown.chunks))

    def zoom(self) -> int | None:
        return self.page.zoom if self._stack.currentWidget() is self.splitter else None

    def current(self) -> QModelIndex:
        return self.tree.tree.currentIndex()


def _read_again(before: OpenFile, after: OpenFile) -> bool:
    """Are both the same bytes of the same open file?"""
    was, now = before.document, after.document
    return (before.key == after.key and was is not None and now is not None and after.state == "ready"
            and was is not now and was.source.sha256 == now.source.sha256)


def _chunk_of(file: OpenFile, before: Chunk) -> int:
    """The chunk that is what one of an earlier reading was: of the same text, or of the same rows; else none."""
    for i, chunk in enumerate(file.chunks):
        if chunk.id == before.id:
            return i
    wanted = before.location
    for i, chunk in enumerate(file.chunks):
        at = chunk.location
        if at.sheet == wanted.sheet and at.rows and wanted.rows and at.rows[0] <= wanted.rows[0] <= at.rows[1]:
            return i
    return -1
