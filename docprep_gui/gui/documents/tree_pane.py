"""The left pane of Documents: the filter and the tree of what is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from time import perf_counter

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QStackedWidget, QWidget

from docprep_gui.domain.document import Span
from docprep_gui.gui import theme
from docprep_gui.gui.documents.tree_model import HITS, LENGTH, NAME, PRIORITY, ROUTE, DocumentsModel
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.widgets import parts
from docprep_gui.gui.widgets.views import Tree

translate = QCoreApplication.translate
_SLICE_S = 0.008
_MANY_ROWS = 1000
"""They are made in one turn of the event loop, and laid out in the next."""
_WIDTHS = {"zh": {ROUTE: 92, PRIORITY: 66, LENGTH: 62, HITS: 46},
           "en": {ROUTE: 132, PRIORITY: 92, LENGTH: 62, HITS: 42}}
_NARROW = {ROUTE: 40, PRIORITY: 40, LENGTH: 62, HITS: 46}


class TreePane(parts.Pane):
    """`selected` tells what the user chose: key, ordinal (-1: the document), start and end of a mark (-1: none).
    `entered`: Enter was pressed, the page is to take the focus."""

    selected = Signal(str, int, int, int)
    entered = Signal()
    retry_asked = Signal(str)

    def __init__(self, shell: Shell) -> None:
        super().__init__("surface")
        self._shell = shell
        self.model = DocumentsModel(shell, self)
        header = parts.PaneHeader()
        self.field = parts.search(translate("Documents", "Filter files, clauses, hits"))
        self.field.installEventFilter(self)
        header.row.addWidget(self.field, 1)
        header.row.addWidget(parts.tool("plus", translate("Documents", "Open files…"), lambda: shell.command("open")))
        self.column.addWidget(header)
        self.tree = Tree(translate("Documents", "Open documents"))
        self.tree.setModel(self.model)
        self._set_columns()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.tree)
        self._none = parts.EmptyState("search", translate("Documents", "Nothing found"), translate(
            "Documents", "No file, clause or hit has these words."), translate("Documents", "Clear filter"),
            self.field.clear)
        self._stack.addWidget(self._none)
        self.column.addWidget(self._stack, 1)
        self._matching: Iterator[tuple[str, frozenset[int] | None]] | None = None
        self._found: dict[str, frozenset[int] | None] = {}
        self._filter_timer = QTimer(self)
        self._filter_timer.setSingleShot(True)
        self._filter_timer.setInterval(150)
        self._filter_timer.timeout.connect(self._start_filter)
        self._slice_timer = QTimer(self)
        self._slice_timer.setInterval(0)
        self._slice_timer.timeout.connect(self._filter_slice)
        self.field.textChanged.connect(lambda _: self._filter_timer.start())
        self._silent = False
        self.tree.selectionModel().currentChanged.connect(self._current_changed)
        self.tree.enter_pressed.connect(lambda _: self.entered.emit())
        self.tree.linked.connect(self._linked)
        self.model.rowsInserted.connect(self._rows_inserted)

    def _set_columns(self) -> None:
        header = self.tree.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Columns that give way when the pane gets narrow: hits, length, then the words beside the shapes."""
        spare = self.width() / theme.px(100) * 100 - (44 if self._shell.language == "en" else 0)
        header = self.tree.header()
        self.tree.setColumnHidden(HITS, spare < 416)
        self.tree.setColumnHidden(LENGTH, spare < 370)
        self.model.shapes_only = spare < 310
        sizes = _NARROW if self.model.shapes_only else _WIDTHS[self._shell.language]
        for column, size in sizes.items():
            header.resizeSection(column, theme.px(size))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    # --- selecting --------------------------------------------------------------------------------------
    def _current_changed(self, index: QModelIndex, _before: QModelIndex) -> None:
        if self._silent:
            return
        item = self.model.item(index)
        if item is None:
            return
        span = item.mark.span if item.mark is not None else (-1, -1)
        self.selected.emit(item.key, item.ordinal, *span)

    def show_place(self, key: str, ordinal: int, span: Span | None) -> None:
        """Makes the row of a place the current one, unfolding what is above it; nothing is told back."""
        index = self.model.find(key, ordinal, span) if ordinal >= 0 else self.model.file_index(key)
        if not index.isValid():
            return
        self._silent = True
        above = index.parent()
        while above.isValid():
            self.tree.expand(above)
            above = above.parent()
        self.tree.setCurrentIndex(index)
        self.tree.scrollTo(index)
        self._silent = False

    def change_files(self, keys: Sequence[str]) -> None:
        """Rows whose chunks are others come anew; nothing is told of the row that was the current one."""
        self._silent = True
        self.model.change_files(keys)
        self._silent = False

    def is_at(self, key: str, ordinal: int) -> bool:
        """Whether the current row is of this file and chunk (-1: of the file itself)."""
        item = self.model.item(self.tree.currentIndex())
        return item is not None and (item.key, item.ordinal) == (key, ordinal)

    def unfold(self, key: str) -> None:
        """Shows the sections of a document, and the chunks in them as far as they are few."""
        index = self.model.file_index(key)
        if not index.isValid():
            return
        self.model.fetchMore(index)
        rows = self.model.rowCount(index)
        if rows > _MANY_ROWS and not self.tree.isExpanded(index):
            QTimer.singleShot(0, self, partial(self._expand_file, key))
            return
        self.tree.expand(index)
        for row in range(min(rows, 12)):
            child = self.model.index(row, 0, index)
            item = self.model.item(child)
            if item is not None and item.kind == "section":
                self.model.fetchMore(child)
                self.tree.expand(child)

    def _expand_file(self, key: str) -> None:
        index = self.model.file_index(key)
        if index.isValid():
            self.tree.expand(index)

    def _rows_inserted(self, parent: QModelIndex, first: int, _last: int) -> None:
        item = self.model.item(self.model.index(first, 0, parent))
        if item is not None and item.kind == "aside":  # the only row below a file that was set aside
            self.tree.setFirstColumnSpanned(first, parent, True)

    def _linked(self, index: QModelIndex) -> None:
        item = self.model.item(index)
        if item is not None:
            self.retry_asked.emit(item.key)

    # --- filter -----------------------------------------------------------------------------------------
    def _start_filter(self) -> None:
        term = self.field.text().strip()
        self._slice_timer.stop()
        if not term:
            self._apply(None)
            return
        self._found = {}
        self._matching = self.model.matches(term)
        self._slice_timer.start()

    def _filter_slice(self) -> None:
        end = perf_counter() + _SLICE_S
        assert self._matching is not None
        for key, found in self._matching:
            self._found[key] = found
            if perf_counter() > end:
                return
        self._slice_timer.stop()
        self._apply(self._found)

    def _apply(self, found: dict[str, frozenset[int] | None] | None) -> None:
        self._silent = True
        self.model.set_filter(found)
        self._silent = False
        for key in list(found or ())[:20]:
            if found is not None and found[key] is not None:
                self.unfold(key)
        self._stack.setCurrentWidget(self._none if found is not None and not found else self.tree)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape and self.field.text():
                self.field.clear()
                return True
            if event.key() == Qt.Key.Key_Down:
                self.tree.setFocus(Qt.FocusReason.TabFocusReason)
                return True
        return False

    def focus_target(self) -> QWidget:
        return self.tree
