"""The right side of Run: how far it is, what can be done about it, and the queue."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication, QModelIndex, QTimer
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QLabel, QStackedWidget, QVBoxLayout, QWidget

from docprep_gui.domain.task import TaskState
from docprep_gui.gui import theme, words
from docprep_gui.gui.run import times
from docprep_gui.gui.run.queue_model import ICONS, QueueModel
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.theme import tokens
from docprep_gui.gui.translations import count
from docprep_gui.gui.widgets import parts
from docprep_gui.gui.widgets.choices import SegmentBar
from docprep_gui.gui.widgets.views import Tree

translate = QCoreApplication.translate
_STATES: tuple[TaskState, ...] = ("done", "running", "queued", "waiting_retry", "failed", "set_aside", "cancelled")
_BAR: Mapping[TaskState, str] = {"done": "accent", "failed": "error", "set_aside": "control", "cancelled": "control"}


class RunHead(QWidget):
    """Name of the run, bar by state, counts, what is left, and the buttons."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        runs = shell.runs
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(14), theme.px(10), theme.px(14), theme.px(10))
        column.setSpacing(theme.px(8))
        row = QHBoxLayout()
        row.setSpacing(theme.px(10))
        self.title = parts.label("", "heading", bold=True)
        self.done = parts.label("", quiet=True)
        self.left = parts.label("")
        row.addWidget(self.title)
        row.addWidget(self.done)
        row.addStretch(1)
        row.addWidget(self.left)
        self.pause = parts.button(translate("Run", "Pause"), runs.pause, icon="pause")
        self.resume = parts.button(translate("Run", "Resume"), runs.resume, icon="play")
        self.stop = parts.button(translate("Run", "Stop"), runs.cancel, icon="stop")
        for made in (self.pause, self.resume, self.stop):
            row.addWidget(made)
        column.addLayout(row)
        self.bar = SegmentBar(translate("Run", "Progress"), 8, gap=0)
        column.addWidget(self.bar)
        row = QHBoxLayout()
        row.setSpacing(theme.px(16))
        self._counts: dict[TaskState, QLabel] = {}
        for state in _STATES:
            tone = ICONS[state][1]
            made_ = parts.label("", "small", quiet=tone not in ("error", "warn", "ok"),
                                tone=tone if tone in ("error", "warn", "ok") else "")
            self._counts[state] = made_
            row.addWidget(made_)
        row.addStretch(1)
        row.addWidget(parts.label(translate("Run", "Nothing is lost when the program is closed"), "small", quiet=True))
        column.addLayout(row)

    def refresh(self) -> None:
        runs = self._shell.runs
        counts = runs.counts()
        whole = sum(counts.values())
        name = runs.question_title(runs.question, self._shell.language)
        said = {"running": translate("Run", "{name}: running"), "paused": translate("Run", "{name}: paused"),
                "finished": translate("Run", "{name}: finished"), "idle": "{name}"}[runs.state]
        self.title.setText(said.format(name=name if len(name) < 40 else name[:39] + "…"))
        self.done.setText(translate("Run", "{done} / {all} done").format(done=counts.get("done", 0), all=whole))
        remaining = runs.remaining_s() if runs.state in ("running", "paused") else None
        self.left.setText(translate("Run", "{time} left").format(time=times.about(remaining)) if remaining else "")
        shown = ", ".join(f"{words.state(state)} {counts[state]}" for state in _STATES if counts.get(state))
        self.bar.show_shares([(counts.get(state, 0), role) for state, role in _BAR.items()], whole, shown)
        for state, made in self._counts.items():
            made.setText(f"{words.state(state)} {counts.get(state, 0):,}")
            made.setVisible(bool(counts.get(state)))
        self.pause.setVisible(runs.state == "running")
        self.resume.setVisible(runs.state == "paused")
        self.stop.setVisible(runs.state in ("running", "paused"))


class QueuePane(parts.Pane):
    def __init__(self, shell: Shell) -> None:
        super().__init__("surface")
        self._shell = shell
        self._notice: parts.NoticeBar | None = None
        self._notice_for = ""
        self.head = RunHead(shell)
        self.model = QueueModel(shell, self)
        self.queue = Tree(translate("Run", "Queue"), flat=True, row=tokens.TABLE_ROW)
        self.queue.setModel(self.model)
        self._columns()
        self.filter = parts.Segments(
            [("all", translate("Run", "All")), ("open", translate("Run", "Waiting")),
             ("failed", translate("Run", "Failed")), ("done", translate("Run", "Done"))],
            translate("Run", "Show by state"))
        self.retry = parts.button(translate("Run", "Retry failed"), shell.runs.retry_failed, kind="flat", icon="retry")
        bar = QWidget()
        row = QHBoxLayout(bar)
        row.setContentsMargins(theme.px(12), theme.px(5), theme.px(12), theme.px(5))
        row.addWidget(self.filter)
        row.addStretch(1)
        row.addWidget(self.retry)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(parts.Line())
        self._notices = QVBoxLayout()
        column.addLayout(self._notices)
        column.addWidget(bar)
        column.addWidget(parts.Line())
        column.addWidget(self.queue, 1)
        self.nothing = parts.EmptyState("play", translate("Run", "Nothing has been asked yet"), translate(
            "Run", "Choose at the left what to do and press Start. Every question shows here with its state, and each"
                   " answer goes to Results."))
        self.stack = QStackedWidget()
        self.stack.addWidget(self.nothing)
        self.stack.addWidget(whole)
        self.column.addWidget(self.stack)
        self._clock = QTimer(self)
        self._clock.setInterval(1000)
        self._clock.timeout.connect(self._tick)
        self.filter.chosen.connect(self.model.show_states)
        self.queue.enter_pressed.connect(self._show)
        self.queue.doubleClicked.connect(self._show)
        shell.bridge.tasks_changed.connect(self._tasks_changed)
        shell.bridge.run_changed.connect(self._run_changed)
        shell.bridge.files_changed.connect(self._files_changed)
        self.refresh()

    def _columns(self) -> None:
        header = self.queue.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        english = self._shell.language == "en"
        for column, width in enumerate((140 if english else 108, 0, 84, 196 if english else 170, 46, 62, 0)):
            if width:
                header.resizeSection(column, theme.px(width))
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(6, QHeaderView.ResizeMode.Stretch)

    def _show(self, index: QModelIndex) -> None:
        """The clause on its page."""
        row = self.model.row_at(index)
        if row.file_key is not None and row.chunk is not None:
            self._shell.reveal(row.file_key, row.chunk.core)

    def _tasks_changed(self, tasks: tuple[str, ...]) -> None:
        self.model.tasks_changed(tasks)
        self.refresh()

    def _files_changed(self, _keys: tuple[str, ...]) -> None:
        self.refresh()

    def _run_changed(self) -> None:
        self.model.run_changed()
        self.refresh()

    def _tick(self) -> None:
        if self.isVisible():
            self.model.tick()

    def refresh(self) -> None:
        runs = self._shell.runs
        counts = runs.counts()
        self.stack.setCurrentIndex(1 if counts else 0)
        self.head.refresh()
        opened = sum(counts.get(state, 0) for state in ("running", "waiting_retry", "queued"))
        failed = sum(counts.get(state, 0) for state in ("failed", "set_aside", "cancelled"))
        for name, number in (("all", sum(counts.values())), ("open", opened), ("failed", failed),
                             ("done", counts.get("done", 0))):
            self.filter.set_count(name, number)
        self.retry.setEnabled(bool(counts.get("failed")))
        self.retry.setToolTip("" if counts.get("failed") else translate("Run", "Nothing has failed"))
        self._show_notice(opened)
        going = runs.state == "running"
        if going and not self._clock.isActive():
            self._clock.start()
        elif not going:
            self._clock.stop()

    def _show_notice(self, opened: int) -> None:
        runs, busy = self._shell.runs, self._shell.workspace.busy
        wanted = ("unwritten" if runs.unwritten else f"left {opened} {busy}" if runs.taken_up
                  else "circuit" if runs.circuit_open else "")
        if wanted == self._notice_for:
            return
        self._notice_for = wanted
        if self._notice is not None:
            self._notices.removeWidget(self._notice)
            self._notice.hide()
            self._notice.deleteLater()
            self._notice = None
        if runs.unwritten:
            self._put_notice("error", *self._shell.messages.error(runs.unwritten), "", runs.resume)
        elif runs.taken_up:
            text = (translate("Run", "The files are being read; then you can go on.") if busy else
                    translate("Run", "Answers so far are kept; only what is open is asked."))
            self._put_notice("warn", count(
                opened, translate("Run", "The program was closed before %n question was answered"),
                translate("Run", "The program was closed before %n questions were answered")), text,
                "" if busy else translate("Run", "Resume"), runs.resume)
        elif runs.circuit_open:
            self._put_notice("warn", translate("Run", "The model does not answer"), translate(
                "Run", "The queue waits and tries again by itself. Look whether the model's program is running."),
                translate("Run", "Try now"), runs.resume)

    def _put_notice(self, tone: str, title: str, text: str, action: str, clicked: Callable[[], object]) -> None:
        self._notice = parts.NoticeBar(tone, title, text, action, clicked)
        self._notices.addWidget(self._notice)

    @property
    def notice(self) -> parts.NoticeBar | None:
        return self._notice
