"""The place Results: what was found in a file, and the page that it stands on."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QModelIndex, QPoint, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QHeaderView, QMenu, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from docprep_gui.domain.document import Document, Span
from docprep_gui.domain.errors import DocPrepError
from docprep_gui.gui import theme
from docprep_gui.gui.commands import Handlers
from docprep_gui.gui.documents import marks, page_content, page_menu
from docprep_gui.gui.documents.page import PageView
from docprep_gui.gui.documents.page_content import PageContent, Shape
from docprep_gui.gui.documents.why import noun
from docprep_gui.gui.results import rows
from docprep_gui.gui.results.answers_view import AnswersModel, AnswersView, risk_word
from docprep_gui.gui.results.rows import AnswerRow, Places
from docprep_gui.gui.results.terms_model import TermsModel
from docprep_gui.gui.shell import Place, Shell
from docprep_gui.gui.theme import tokens
from docprep_gui.gui.translations import count
from docprep_gui.gui.widgets import parts
from docprep_gui.gui.widgets.choices import ComboBox
from docprep_gui.gui.widgets.views import Tree
from docprep_gui.workspace import results
from docprep_gui.workspace.model import OpenFile
from docprep_gui.workspace.pipeline import Prepared

translate = QCoreApplication.translate
_TERMS_SEEN = 8
_CLAUSE, _WIDE = 2, 560
"""A column of the key terms, and how wide they must be for it."""
_LARGE = 2000
_GATHER_MS = 150


class TermsPart(parts.Pane):
    """Key terms with their head line. `chosen`: a row whose place is to be shown."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__("surface")
        self.head = parts.PaneHeader(translate("Results", "Key terms"))
        self.number = parts.label("", "small", quiet=True)
        self.head.row.addWidget(self.number)
        self.head.row.addStretch(1)
        self.column.addWidget(self.head)
        self.model = TermsModel(self)
        self.table = Tree(translate("Results", "Key terms"), flat=True, row=28)
        self.table.setModel(self.model)
        header = self.table.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for column, width in enumerate((150, 0, 84, 110, 84)):
            if width:
                header.resizeSection(column, theme.px(width))
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.column.addWidget(self.table)
        self.nothing = parts.label(translate("Results", "The rules found no key terms in this file."), quiet=True)
        self.nothing.setContentsMargins(theme.px(14), theme.px(8), theme.px(14), theme.px(12))
        self.column.addWidget(self.nothing)
        self.table.selectionModel().currentRowChanged.connect(self._current)
        self.table.linked.connect(lambda index: self.chosen.emit(index.row()))
        self.table.enter_pressed.connect(lambda index: self.chosen.emit(index.row()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, values have that of the clauses, and some of the names'."""
        super().resizeEvent(event)
        narrow = self.width() < theme.px(_WIDE)
        self.table.setColumnHidden(_CLAUSE, narrow)
        self.table.header().resizeSection(0, theme.px(112 if narrow else 150))

    def _current(self, current: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(current.row())

    def show_terms(self, found: Sequence[rows.Term]) -> None:
        self.model.show(found)
        self.number.setText(f"{len(found):,}" if found else "")
        self.table.setVisible(bool(found))
        self.nothing.setVisible(not found)
        self.table.setFixedHeight(theme.px(28) * min(len(found), _TERMS_SEEN) + theme.px(tokens.TABLE_HEADER) + 4)


class AnswersPart(parts.Pane):
    """Answers with their filter."""

    def __init__(self, shell: Shell) -> None:
        super().__init__("surface")
        self._shell = shell
        self.head = parts.PaneHeader(translate("Results", "Answers"))
        self.filter = parts.Segments([("all", translate("Results", "All")),
                                      *((risk, risk_word(risk)) for risk in ("high", "medium", "low"))],
                                     translate("Results", "Show by severity"))
        self.head.row.addWidget(self.filter)
        self.head.row.addStretch(1)
        self.about = parts.elided("", "small", quiet=True)
        self.head.row.addWidget(self.about)
        self.column.addWidget(self.head)
        self.trial = parts.NoticeBar("warn", translate("Results", "These are answers of the trial model"), translate(
            "Results", "They show the steps and are of no value as advice. Choose a real model in Run."))
        self.column.addWidget(self.trial)
        self.model = AnswersModel(self)
        self.view = AnswersView()
        self.view.setModel(self.model)
        self.nothing = parts.EmptyState(
            "checklist", translate("Results", "The model was not asked about this file"),
            translate("Results", "What the rules found stands above. Findings clause by clause come from a run."),
            translate("Results", "Go to Run"), lambda: shell.go("run"))
        self.stack = QStackedWidget()
        self.stack.addWidget(self.view)
        self.stack.addWidget(self.nothing)
        self.column.addWidget(self.stack, 1)
        self._rows: Sequence[AnswerRow] = ()
        self.filter.chosen.connect(lambda _: self._fill())

    def show_answers(self, found: Sequence[AnswerRow]) -> None:
        self._rows = found
        findings = [row for row in found if row.risk is not None]
        self.filter.setVisible(bool(findings))
        self.filter.set_count("all", len(found))
        for risk in ("high", "medium", "low"):
            self.filter.set_count(risk, sum(row.risk == risk for row in findings))
        if not findings:
            self.filter.choose("all")
        self.trial.setVisible(any(row.trial for row in found))
        done = len({row.id.partition(".")[0] for row in found if row.state == "done"})
        asked = len({row.id.partition(".")[0] for row in found})
        self.about.set_text(translate("Results", "{done} of {all} clauses answered").format(done=done, all=asked)
                            if asked else "")
        self.stack.setCurrentIndex(0 if found else 1)
        self._fill()

    def _fill(self) -> None:
        current = self.view.currentIndex()
        kept = self.model.rows[current.row()].id if current.isValid() else ""
        if self.model.show(self._rows, self.filter.choice()) and kept:
            place = next((i for i, row in enumerate(self.model.rows) if row.id == kept), None)
            if place is not None:
                self.view.setCurrentIndex(self.model.index(place))
        if not self.view.currentIndex().isValid() and self.model.rows:
            self.view.setCurrentIndex(self.model.index(0))


class PagePart(parts.Pane):
    """The page beside the results."""

    def __init__(self, shell: Shell) -> None:
        super().__init__("desk")
        self.head = parts.PaneHeader()
        self.name = parts.elided("", bold=True)
        self.where = parts.elided("", "small", quiet=True)
        self.head.row.addWidget(self.name)
        self.head.row.addWidget(self.where)
        self.head.row.addStretch(1)
        self.page = PageView(shell.pictures, shell.messages.error)
        for icon, text, shown in (("tag", translate("Results", "Hits"), "hits"),
                                  ("mask", translate("Results", "Masks"), "masks")):
            button = parts.tool(icon, text, checkable=True, with_text=True)
            button.setChecked(True)
            button.toggled.connect(lambda on, shown=shown: self.page.set_shown(**{shown: on}))
            self.head.row.addWidget(button)
        head = parts.Pane("surface")
        head.column.addWidget(self.head)
        self.column.addWidget(head)
        self.column.addWidget(self.page, 1)


class ResultsPlace(Place):
    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._key: str | None = None
        self._shown: Prepared | None = None
        self._places: Places | None = None
        self._shape: tuple[Document, Shape] | None = None
        self._stale = True
        self._exporting = False
        self._notice: parts.NoticeBar | None = None
        self.terms = TermsPart()
        self.answers = AnswersPart(shell)
        self.page = PagePart(shell)
        left = self.left = parts.Pane("surface")
        left.column.addWidget(self._make_head())
        self._notices = QVBoxLayout()
        left.column.addLayout(self._notices)
        left.column.addWidget(self.terms)
        left.column.addWidget(parts.Line())
        left.column.addWidget(self.answers, 1)
        self.splitter = parts.Splitter((left, self.page), (796, 560), (440, 360), stretch=0)
        shell.remember_splitter(self.splitter, "results")
        self.page.page.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.page.page.customContextMenuRequested.connect(self._page_menu)
        self.page.page.selection_changed.connect(self.handlers_changed)
        self.nothing = parts.EmptyState(
            "checklist", translate("Results", "No results yet"),
            translate("Results", "Open a contract, and what the rules find in it stands here."),
            translate("Results", "Choose files…"), lambda: shell.command("open"), primary=True)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.nothing)
        self.stack.addWidget(self.splitter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_GATHER_MS)
        self._timer.timeout.connect(self.refresh)
        self._connect()
        self._fill_files()

    def _make_head(self) -> QWidget:
        head = parts.PaneHeader()
        self.files = ComboBox(translate("Results", "Document"))
        self.files.setMinimumWidth(theme.px(180))
        self.asked = parts.elided("", "small", quiet=True)
        head.row.addWidget(self.files)
        head.row.addWidget(self.asked)
        head.row.addStretch(1)
        self.export = parts.button(translate("Results", "Export…"), self.ask_folder, kind="primary", icon="export")
        head.row.addWidget(self.export)
        return head

    def _connect(self) -> None:
        bridge = self.shell.bridge
        for signal in (bridge.files_changed, bridge.files_closed):
            signal.connect(self._files_changed)
        bridge.tasks_changed.connect(self._tasks_changed)
        bridge.run_changed.connect(self._soon)
        self.files.activated.connect(lambda at: self.show_file(str(self.files.itemData(at))))
        self.terms.chosen.connect(self._term_chosen)
        self.answers.view.place_chosen.connect(self._answer_chosen)

    # --- which file -------------------------------------------------------------------------------------
    def _files_changed(self, _keys: tuple[str, ...]) -> None:
        self._fill_files()
        self._soon()
        self.handlers_changed.emit()

    def _tasks_changed(self, _tasks: tuple[str, ...]) -> None:
        self._soon()

    def _fill_files(self) -> None:
        ready = [file for file in self.shell.workspace.files.values() if file.state == "ready"]
        wanted = [(file.name, file.key) for file in ready]
        if [(self.files.itemText(i), self.files.itemData(i)) for i in range(self.files.count())] != wanted:
            self.files.clear()
            for name, key in wanted:
                self.files.addItem(name, key)
        keys = [file.key for file in ready]
        if self._key not in keys:
            self._key = keys[0] if keys else None
            self._shown = None
        if self._key is not None:
            self.files.setCurrentIndex(keys.index(self._key))
        self.stack.setCurrentIndex(1 if keys else 0)
        self.export.setEnabled(bool(keys) and not self._exporting)

    def show_file(self, key: str) -> None:
        """Shows what was found in an open file."""
        self._key = key
        self._fill_files()
        self.refresh()

    def _file(self) -> OpenFile | None:
        file = self.shell.workspace.files.get(self._key or "")
        return file if file is not None and file.prepared is not None else None

    # --- showing ----------------------------------------------------------------------------------------
    def _soon(self) -> None:
        """Bursts are gathered, and nothing is done while the place is not seen."""
        self._stale = True
        if self.isVisible() and not self._timer.isActive():
            self._timer.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def entered(self) -> None:
        first = self.answers.view if self.answers.model.rows else self.terms.table
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        self._stale = False
        file = self._file()
        if file is None or file.prepared is None:
            self.page.page.show_content(None)
            return
        prepared, messages = file.prepared, self.shell.messages
        if self._shown is not prepared:
            self._show_page(file, prepared)
        assert self._places is not None
        tasks = [task for task in self.shell.runs.tasks() if task.document == file.name]
        self.terms.show_terms(rows.terms(prepared, self._places, tasks, self.shell.workspace.packs, messages))
        self.answers.show_answers(rows.answers(prepared, self._places, tasks, messages))
        ended = [task.ended_at for task in tasks if task.answer is not None and task.ended_at is not None]
        question = self.shell.runs.question_title(self.shell.runs.question, self.shell.language) if tasks else ""
        self.asked.set_text(translate("Results", "{question}, {time}").format(
            question=question, time=time.strftime("%Y-%m-%d %H:%M", time.localtime(max(ended)))) if ended else question)
        self.status_changed.emit()

    def _show_page(self, file: OpenFile, prepared: Prepared) -> None:
        """The page of a large document is made in the background."""
        if self._shown is None or self._shown.chunks is not prepared.chunks:
            self._places = Places(prepared.document, prepared.chunks)
        self._shown = prepared
        self.page.name.set_text(file.name)
        document = prepared.document
        if self._shape is not None and self._shape[0] is document:
            self._show_content(file, prepared, self._shape[1])
        elif len(document.nodes) <= _LARGE:
            self._shape = document, page_content.shape(document)
            self._show_content(file, prepared, self._shape[1])
        else:
            self.page.page.show_content(None)
            self.shell.workspace.background(partial(page_content.shape, document),
                                            partial(self._shape_made, document))

    def _shape_made(self, document: Document, future: Future[Shape]) -> None:
        file = self._file()
        if isValid(self) and file is not None and file.prepared is not None and file.document is document:
            self._shape = document, future.result()
            self._show_content(file, file.prepared, self._shape[1])

    def _show_content(self, file: OpenFile, prepared: Prepared, shape: Shape) -> None:
        messages, workspace = self.shell.messages, self.shell.workspace
        titles = marks.rule_titles(workspace.packs)
        extracts = marks.rule_extracts(self.shell.workspace.packs)
        found = marks.MarksOfChunks(file.verdicts, titles, lambda name: noun(name, messages), extracts)
        self.page.page.show_content(PageContent(prepared.document, shape, prepared.chunks, file.verdicts, found,
                                                workspace.vault(file.key).places, workspace.page_file(file.key)))

    def _term_chosen(self, row: int) -> None:
        term = self.terms.model.rows[row]
        self._light(term.ordinal, term.span, term.place)

    def _answer_chosen(self, row: int) -> None:
        answer = self.answers.model.rows[row]
        self._light(answer.ordinal, answer.span, answer.chip)

    def _light(self, ordinal: int, span: Span, where: str) -> None:
        """The page beside scrolls to the place and lights it."""
        content = self.page.page.content
        if content is None or ordinal >= len(content.chunks):
            return
        if span == content.chunks[ordinal].core:
            self.page.page.select(ordinal)
        else:
            self.page.page.cite(span)
        self.page.where.set_text(where)

    # --- export -----------------------------------------------------------------------------------------
    def ask_folder(self) -> None:
        kept = str(self.shell.settings.value("results/folder", ""))
        chosen = QFileDialog.getExistingDirectory(self.page, translate("Results", "Export into a folder"), kept)
        if chosen:
            self.shell.settings.setValue("results/folder", chosen)
            self.export_to(Path(chosen))

    def export_to(self, folder: Path) -> None:
        """Word, Excel and JSONL, in the background."""
        self._exporting = True
        self.export.setEnabled(False)
        self.shell.say(translate("Results", "Exporting…"))
        results.export(self.shell.workspace, self.shell.runs, self.shell.messages, folder, self._exported)

    def _exported(self, future: Future[Path]) -> None:
        if not isValid(self):
            return
        self._exporting = False
        self._fill_files()
        try:
            folder = future.result()
        except DocPrepError as error:
            self._show_notice("error", *self.shell.messages.error(error), "", None)
            return
        self._show_notice("ok", translate("Results", "Exported to {folder}").format(folder=folder), translate(
            "Results", "report.docx, fields.xlsx and the tables for other programs"),
            translate("Results", "Open folder"),
            partial(QDesktopServices.openUrl, QUrl.fromLocalFile(str(folder))))

    def _show_notice(self, tone: str, title: str, text: str, action: str,
                     clicked: Callable[[], object] | None) -> None:
        if self._notice is not None:
            self._notices.removeWidget(self._notice)
            self._notice.deleteLater()
        self._notice = parts.NoticeBar(tone, title, text, action, clicked)
        self._notices.addWidget(self._notice)

    @property
    def notice(self) -> parts.NoticeBar | None:
        return self._notice

    # --- the window asks --------------------------------------------------------------------------------
    def parts(self) -> Sequence[QWidget]:
        return (self.nothing, self.left, self.page)

    def panes(self) -> Sequence[QWidget]:
        return (self.terms.table, self.answers.view, self.page.page)

    def handlers(self) -> Handlers:
        made: dict[str, Callable[[], object]] = {}
        if self.export.isEnabled():
            made["export"] = self.ask_folder
        if self._file() is not None:
            made |= {"zoom_in": partial(self.page.page.step_zoom, 1),
                     "zoom_out": partial(self.page.page.step_zoom, -1),
                     "zoom_reset": partial(self.page.page.set_zoom, 100),
                     "select_all": self.page.page.select_all}
            if self.page.page.selection() is not None:
                made["copy"] = self.page.page.copy
        return made

    def _page_menu(self, point: QPoint) -> None:
        """What can be done with the text of the page."""
        page = self.page.page
        menu = QMenu(page)
        page_menu.add(menu, page_menu.ON_TEXT, self.handlers(), self.shell.command)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(page.viewport().mapToGlobal(point))

    def title(self) -> str:
        return translate("Results", "Results")

    def zoom(self) -> int | None:
        return self.page.page.zoom if self._file() is not None else None

    def status(self) -> str:
        found = sum(row.risk is not None for row in self.answers.model.rows)
        return count(found, translate("Results", "%n finding"), translate("Results", "%n findings")) if found else ""
