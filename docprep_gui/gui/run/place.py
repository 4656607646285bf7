"""The place Run: what to do, with which files and model, what it will cost; and the queue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from docprep_gui.domain.errors import DocPrepError
from docprep_gui.gui import theme
from docprep_gui.gui.commands import Handlers
from docprep_gui.gui.models.list import ModelList
from docprep_gui.gui.run.files_model import FilesModel
from docprep_gui.gui.run.plan_view import PlanView
from docprep_gui.gui.run.queue_pane import QueuePane
from docprep_gui.gui.shell import Place, Shell
from docprep_gui.gui.theme import tokens
from docprep_gui.gui.translations import count
from docprep_gui.gui.widgets import parts
from docprep_gui.gui.widgets.choices import RadioRow
from docprep_gui.gui.widgets.views import SwitchTree
from docprep_gui.workspace.choices import Question

translate = QCoreApplication.translate
_FILES_SEEN = 6
_HEAR_MS = 250
"""How long after the last sign of a sentence rules look at it."""


class AskPane(parts.Pane):
    """The left side: everything that is chosen before Start."""

    def __init__(self, shell: Shell) -> None:
        super().__init__("surface")
        self._shell = shell
        self.column.addWidget(parts.PaneHeader(translate("Run", "What to do")))
        inner = parts.Pane("surface")
        self._body = inner.column
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._add_tasks()
        self._add_files()
        self._add_plan()
        self._body.addWidget(self._heading(translate("Run", "Which model")))
        self.model = ModelList(shell)
        self._body.addWidget(self.model)
        self._body.addStretch(1)
        scroll.setWidget(inner)
        self.column.addWidget(scroll, 1)
        self._add_foot()
        bridge = shell.bridge
        bridge.files_added.connect(self.files.add)
        bridge.files_changed.connect(self.files.change)
        bridge.files_closed.connect(self.files.remove)
        bridge.files_changed.connect(self._go_on)
        bridge.rules_changed.connect(self.refresh)
        bridge.run_changed.connect(self._run_changed)
        for signal in (bridge.run_changed, bridge.endpoint_changed, self.files.chosen_changed, self.model.changed):
            signal.connect(self.refresh)
        self.refresh()

    # --- building ---------------------------------------------------------------------------------------
    def _heading(self, text: str) -> QWidget:
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        if self._body.count():
            column.addWidget(parts.Line())
        said = parts.label(text, "small", bold=True, quiet=True)
        said.setContentsMargins(theme.px(14), theme.px(10), theme.px(14), theme.px(4))
        column.addWidget(said)
        return made

    def _add_tasks(self) -> None:
        self._body.addSpacing(theme.px(6))
        self.tasks: dict[str, RadioRow] = {}
        self._group = QButtonGroup(self)
        runs, messages = self._shell.runs, self._shell.messages
        for task in runs.questions:
            title = runs.question_title(Question(task), self._shell.language)
            hint = messages.word(f"hint.{task}")
            self._add_task(task, title, "" if hint == task else hint)
        self._add_task("", translate("Run", "A sentence of your own…"),
                       translate("Run", "For example: list the contact persons"))
        self.own = QLineEdit()
        self.own.setPlaceholderText(translate("Run", "What to ask about every clause"))
        self.own.setAccessibleName(translate("Run", "Your question"))
        self.own.setAcceptDrops(False)
        self.own.textChanged.connect(self._written)
        self.taken = parts.label("", "small", quiet=True, wrap=True)
        self.taken.hide()
        self._own = QWidget()
        column = QVBoxLayout(self._own)
        column.setContentsMargins(theme.px(40), theme.px(2), theme.px(14), theme.px(6))
        column.setSpacing(theme.px(4))
        column.addWidget(self.own)
        column.addWidget(self.taken)
        self._due = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.timeout.connect(self._heard)
        self._body.addWidget(self._own)
        self._body.addSpacing(theme.px(6))
        next(iter(self.tasks.values())).setChecked(True)
        self._own.hide()

    def _add_task(self, task: str, title: str, hint: str) -> None:
        row = RadioRow(title, hint)
        self._group.addButton(row)
        self.tasks[task] = row
        row.toggled.connect(lambda on, task=task: self._chosen(task) if on else None)
        self._body.addWidget(row)

    def _add_files(self) -> None:
        self._body.addWidget(self._heading(translate("Run", "Which files")))
        self.files = FilesModel(self._shell.workspace, self)
        self.file_list = SwitchTree(translate("Run", "Which files"), flat=True, row=tokens.TREE_ROW)
        self.file_list.setModel(self.files)
        self.file_list.switched.connect(self.files.toggle)
        header = self.file_list.header()
        header.hide()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(1, theme.px(110))
        self._body.addWidget(self.file_list)
        self.no_files = parts.label(translate("Run", "No file is open. Drop some on the window."), quiet=True,
                                    wrap=True)
        self.no_files.setContentsMargins(theme.px(14), 0, theme.px(14), 0)
        self._body.addWidget(self.no_files)
        self._body.addSpacing(theme.px(8))

    def _add_plan(self) -> None:
        self._body.addWidget(self._heading(translate("Run", "How long, before you start")))
        self.plan = PlanView()
        box = QWidget()
        row = QVBoxLayout(box)
        row.setContentsMargins(theme.px(14), 0, theme.px(14), theme.px(10))
        row.addWidget(self.plan)
        self._body.addWidget(box)

    def _add_foot(self) -> None:
        self._error: parts.NoticeBar | None = None
        self._errors = QVBoxLayout()
        self.column.addLayout(self._errors)
        self.column.addWidget(parts.Line())
        foot = QWidget()
        row = QHBoxLayout(foot)
        row.setContentsMargins(theme.px(14), theme.px(10), theme.px(14), theme.px(10))
        row.setSpacing(theme.px(10))
        self.start = parts.button(translate("Run", "Start"), self.begin, kind="primary", icon="play")
        row.addWidget(self.start)
        self.why_not = parts.label("", "small", quiet=True, wrap=True)
        row.addWidget(self.why_not, 1)
        self.column.addWidget(foot)

    # --- choosing ---------------------------------------------------------------------------------------
    def _written(self) -> None:
        self._pause.start(_HEAR_MS)
        self.refresh()

    def _heard(self) -> None:
        """Rules look at the sentence, so that what they make of it is seen before the start."""
        self._pause.stop()
        if self._shell.runs.state not in ("running", "paused"):
            question = self.question()
            self._shell.workspace.ask("" if question.task else question.text)
        self.refresh()

    def _show_taken(self) -> None:
        """Which rule takes the sentence for which task; nothing where none does."""
        messages, said = self._shell.messages, list[str]()
        if not self.question().task and not self._pause.isActive():
            files = self.files.chosen()
            found = Counter((asked.pack, asked.rule, asked.task) for key in files
                            if (asked := self._shell.runs.would_take(key)))
            for (pack, rule, task), number in found.most_common():
                line = translate("Run", "Chosen by the rule “{rule}”: {task}").format(
                    rule=self._shell.workspace.rule_title(pack, rule, messages.language),
                    task=messages.word(f"task.{task}"))
                if number < len(files):
                    line += " · " + count(number, translate("Run", "%n file"), translate("Run", "%n files"))
                said.append(line)
        self.taken.setText("\n".join(said))
        self.taken.setVisible(bool(said))

    def _chosen(self, task: str) -> None:
        self._own.setVisible(task == "")
        self._pause.start(0)
        if task == "" and self.isVisible():
            self.own.setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh()

    def question(self) -> Question:
        task = next(task for task, row in self.tasks.items() if row.isChecked())
        return Question(task) if task else Question(text=self.own.text().strip())

    def problem(self) -> str:
        """Why Start cannot be pressed; "" where it can."""
        question = self.question()
        if self._shell.runs.state in ("running", "paused"):
            return translate("Run", "The last run has not ended")
        if not question.task and not question.text:
            return translate("Run", "Write your question first")
        if not self.files.chosen():
            return translate("Run", "Choose a file first")
        if self._shell.workspace.unsettled(self.files.chosen()):
            return translate("Run", "The files are still being read")
        if not self._shell.runs.plan(self.files.chosen()).asks:
            return translate("Run", "The rules settle everything; there is nothing to ask")
        return self.model.problem()

    def refresh(self) -> None:
        """Nothing is worked out while the pane is not seen; it is made up for when it is shown."""
        if not self.isVisible():
            return
        rows = min(max(len(self.files.keys), 1), _FILES_SEEN)
        self.file_list.setFixedHeight(theme.px(tokens.TREE_ROW) * rows + 2)
        self.file_list.setVisible(bool(self.files.keys))
        self.no_files.setVisible(not self.files.keys)
        self._show_taken()
        self.plan.show_plan(self._shell.runs.plan(self.files.chosen()))
        problem = self.problem()
        self.start.setEnabled(not problem)
        self.start.setToolTip(problem)
        self.why_not.setText(problem)
        going = self._shell.runs.state in ("running", "paused")
        self.model.setEnabled(not going)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def _run_changed(self) -> None:
        """After a run the sentence in the field counts again."""
        question = self.question()
        if self._shell.workspace.instruction != ("" if question.task else question.text):
            self._heard()

    def _go_on(self) -> None:
        if self._due and not self._shell.workspace.busy:
            self.begin()

    def begin(self) -> None:
        """Starts the run, once rules have looked at what is asked; where it cannot be started the foot says why."""
        self._show_error(None)
        if self._pause.isActive():
            ready = not self.problem()
            self._heard()
            self._due = ready and self._shell.workspace.busy
        else:
            self._due = False
        if self._due or self.problem():
            return
        try:
            self._shell.runs.start(self.question(), self.files.chosen())
        except DocPrepError as error:
            self._show_error(error)

    def _show_error(self, error: DocPrepError | None) -> None:
        if self._error is not None:
            self._errors.removeWidget(self._error)
            self._error.deleteLater()
            self._error = None
        if error is not None:
            self._error = parts.NoticeBar("error", *self._shell.messages.error(error))
            self._errors.addWidget(self._error)


class RunPlace(Place):
    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.ask = AskPane(shell)
        self.queue = QueuePane(shell)
        self.splitter = parts.Splitter((self.ask, self.queue), (372, 984), (320, 560), stretch=1)
        shell.remember_splitter(self.splitter, "run")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.splitter)
        shell.bridge.run_changed.connect(self._tell)
        shell.bridge.tasks_changed.connect(self._changed)
        shell.bridge.files_changed.connect(self._changed)

    def _tell(self) -> None:
        self.handlers_changed.emit()
        self.status_changed.emit()

    def _changed(self, _keys: tuple[str, ...]) -> None:
        self._tell()

    def parts(self) -> Sequence[QWidget]:
        return (self.ask, self.queue)

    def panes(self) -> Sequence[QWidget]:
        first = next(row for row in self.ask.tasks.values() if row.isChecked())
        return (first, self.queue.queue)

    def handlers(self) -> Handlers:
        runs = self.shell.runs
        made: dict[str, Callable[[], object]] = {}
        if runs.state not in ("running", "paused") and self.ask.files.chosen():
            made["run_start"] = self._start
        if runs.state == "running":
            made["run_pause"] = runs.pause
        if runs.state == "paused":
            made["run_resume"] = runs.resume
        if runs.state in ("running", "paused"):
            made["run_stop"] = runs.cancel
        if runs.counts().get("failed"):
            made["run_retry"] = runs.retry_failed
        return made

    def _start(self) -> None:
        self.shell.go("run")
        self.ask.begin()

    def title(self) -> str:
        return translate("Run", "Run")

    def status(self) -> str:
        counts = self.shell.runs.counts()
        if not counts:
            return ""
        said = [translate("Run", "{done} / {all} done").format(done=counts.get("done", 0), all=sum(counts.values()))]
        if counts.get("failed"):
            said.append(translate("Run", "{n} failed").format(n=counts["failed"]))
        return " · ".join(said)
