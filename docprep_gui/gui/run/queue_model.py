"""The queue as a table: what runs first, then what waits, what needs a person, what is done. Rows are looked up when
they are shown; a change of a task moves or repaints its row and no other."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from docprep_gui.domain.task import Answer, Task, TaskState
from docprep_gui.gui import cells, words
from docprep_gui.gui.documents.index import DocumentIndex
from docprep_gui.gui.run import times
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.translations import count
from docprep_gui.workspace.pipeline import Prepared
from docprep_gui.workspace.runs import TaskRow

translate = QCoreApplication.translate
Index = QModelIndex | QPersistentModelIndex
STATE, CLAUSE, PRIORITY, WHY, TRIES, WAITED, LATEST = range(7)

_RANK: Mapping[TaskState, int] = {
    "running": 0, "waiting_retry": 1, "queued": 2, "failed": 3, "set_aside": 4, "cancelled": 5, "done": 6,
}
ICONS: Mapping[TaskState, tuple[str, cells.Tone]] = {
    "queued": ("ring", "muted"), "running": ("play", "accent"), "waiting_retry": ("clock", "warn"),
    "done": ("ring-tick", "ok"), "failed": ("error", "error"), "cancelled": ("ring-slash", "muted"),
    "set_aside": ("minus", "muted"),
}
FILTERS: Mapping[str, frozenset[TaskState]] = {
    "all": frozenset(_RANK),
    "open": frozenset({"running", "waiting_retry", "queued"}),
    "failed": frozenset({"failed", "set_aside", "cancelled"}),
    "done": frozenset({"done"}),
}
_Key = tuple[int, int]


class QueueModel(QAbstractTableModel):
    def __init__(self, shell: Shell, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shell = shell
        self._runs = shell.runs
        self._states = FILTERS["all"]
        self._sequence: dict[str, int] = {}
        self._tasks: list[str] = []
        self._keys: list[_Key] = []
        self._shown: dict[str, _Key] = {}
        self._known: dict[str, Task] = {}
        self._names: dict[str, tuple[Prepared, DocumentIndex]] = {}
        self.reload()

    def reload(self) -> None:
        """Another run, or another number of tasks."""
        self.beginResetModel()
        tasks = self._runs.tasks()
        self._sequence = {task.id: place for place, task in enumerate(tasks)}
        self._known = {task.id: task for task in tasks}
        found = sorted((self._key(task), task.id) for task in tasks if task.state in self._states)
        self._keys = [key for key, _ in found]
        self._tasks = [task for _, task in found]
        self._shown = {task: key for key, task in found}
        self.endResetModel()

    def run_changed(self) -> None:
        """Reloads only where the tasks are others."""
        tasks = self._runs.tasks()
        if len(tasks) != len(self._sequence) or any(task.id not in self._sequence for task in tasks):
            self.reload()

    def show_states(self, name: str) -> None:
        """One of FILTERS."""
        self._states = FILTERS[name]
        self.reload()

    def _key(self, task: Task) -> _Key:
        return _RANK[task.state], self._sequence[task.id]

    def tasks_changed(self, tasks: tuple[str, ...]) -> None:
        for task in tasks:
            if task in self._sequence:
                self._changed(task)

    def _changed(self, task: str) -> None:
        one = self._known[task] = self._runs.task(task)
        old = self._shown.get(task)
        new = self._key(one) if one.state in self._states else None
        if old is None and new is not None:
            row = bisect_left(self._keys, new)
            self.beginInsertRows(QModelIndex(), row, row)
            self._put(row, task, new)
            self.endInsertRows()
        elif old is not None and new is None:
            row = bisect_left(self._keys, old)
            self.beginRemoveRows(QModelIndex(), row, row)
            self._take(row)
            self.endRemoveRows()
        elif old is not None and new is not None:
            row, to = bisect_left(self._keys, old), bisect_left(self._keys, new)
            if to in (row, row + 1):
                self._keys[row] = self._shown[task] = new
                to = row
            else:
                self.beginMoveRows(QModelIndex(), row, row, QModelIndex(), to)
                self._take(row)
                to = to - 1 if to > row else to
                self._put(to, task, new)
                self.endMoveRows()
            self.dataChanged.emit(self.index(to, 0), self.index(to, LATEST))

    def _put(self, row: int, task: str, key: _Key) -> None:
        self._keys.insert(row, key)
        self._tasks.insert(row, task)
        self._shown[task] = key

    def _take(self, row: int) -> None:
        del self._keys[row]
        del self._shown[self._tasks.pop(row)]

    def tick(self) -> None:
        """Time has gone on for those that are not done."""
        last = bisect_left(self._keys, (_RANK["failed"], 0)) - 1
        if last >= 0:
            self.dataChanged.emit(self.index(0, WAITED), self.index(last, LATEST))

    def row_at(self, index: Index) -> TaskRow:
        """As it was when its last change was told, so that what a row says fits its place."""
        task = self._tasks[index.row()]
        return replace(self._runs.row(task), task=self._known[task])

    # --- Qt ---------------------------------------------------------------------------------------------
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        return 0 if parent.isValid() else len(self._tasks)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        return 7

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (translate("Run", "State"), translate("Run", "Clause"), words.column("priority"),
                    translate("Run", "Why in this order"), translate("Run", "Tries"), translate("Run", "Waited"),
                    translate("Run", "Latest"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section in (TRIES, WAITED):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in (cells.CELL, Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole,
                        Qt.ItemDataRole.ToolTipRole):
            return None
        if not self.hasIndex(index.row(), index.column()):
            return None
        row = self.row_at(index)
        cell = self._cell(row, index.column())
        if role == cells.CELL:
            return cell
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == LATEST and row.task.error:
            return self._shell.messages.failure(row.task.error)
        said = cells.say(cell)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            name = self.headerData(index.column(), Qt.Orientation.Horizontal)
            return words.named(str(name), said) if index.column() > CLAUSE and said else said
        return said

    def _cell(self, row: TaskRow, column: int) -> cells.Cell:
        task = row.task
        match column:
            case 0:
                icon, tone = ICONS[task.state]
                return cells.State(words.state(task.state), icon, tone)
            case 1:
                return self._clause(row)
            case 2:
                return cells.PriorityMark(task.priority)
            case 3:
                return cells.Text(self._why(row), tone="muted" if task.state != "running" else "text")
            case 4:
                return cells.Figure(str(task.attempts))
            case 5:
                return cells.Figure(self._waited(task), "muted")
            case _:
                return self._latest(row)

    def _clause(self, row: TaskRow) -> cells.Text:
        if row.chunk is None or row.file_key is None:
            return cells.Text(row.task.document, tone="muted", middle=True)
        prepared = self._shell.workspace.files[row.file_key].prepared
        assert prepared is not None
        kept = self._names.get(row.file_key)
        if kept is None or kept[0].chunks is not prepared.chunks:
            kept = self._names[row.file_key] = prepared, DocumentIndex(prepared.document, prepared.chunks)
        label = kept[1].label(row.chunk)
        name = row.chunk.title_path[-1] if row.chunk.title_path else label
        several = len(self._shell.workspace.files) > 1
        return cells.Text(name, second=row.task.document if several else label if label != name else "")

    def _why(self, row: TaskRow) -> str:
        task, reason, messages = row.task, row.reason, self._shell.messages
        if task.state == "queued" and task.error is None:
            return translate("Run", "waits for its turn")
        if task.state == "waiting_retry" and task.not_before is not None:
            return translate("Run", "asked again in {n} s").format(n=max(0, round(task.not_before - time.time())))
        if reason is None:
            return ""
        params = dict(reason.params)
        if "level" in params:
            params["level"] = messages.word(f"priority.{params['level']}")
        if params.get("waited", "").replace(".", "", 1).isdigit():
            params["waited"] = str(round(float(params["waited"])))
        return messages.word(f"reason.{reason.code}", **params)

    def _waited(self, task: Task) -> str:
        if task.state in ("set_aside", "cancelled"):
            return "—"
        until = task.started_at if task.started_at is not None and task.state in ("running", "done") else None
        if until is None:
            until = task.ended_at if task.ended_at is not None else time.time()
        return times.clock(until - task.queued_at)

    def _latest(self, row: TaskRow) -> cells.Text:
        task = row.task
        if task.state == "running":
            said = " ".join(row.partial.split())
            return cells.Text(f"…{said[-60:]}" if said else translate("Run", "asking…"), tone="muted")
        if task.state == "done" and task.answer is not None:
            return cells.Text(_summary(task.answer), tone="muted")
        if task.error is not None:
            message, _ = self._shell.messages.failure_pair(task.error)
            return cells.Text(message, tone="error" if task.state == "failed" else "warn")
        return cells.Text("")


def _summary(answer: Answer) -> str:
    """How long it took, and what came of it."""
    took = translate("Run", "{n} s").format(n=max(1, round(answer.seconds)))
    content = answer.content
    if isinstance(content, dict) and isinstance(content.get("findings"), list):
        found = len(content["findings"])
        said = count(found, translate("Run", "%n finding"), translate("Run", "%n findings")) if found else (
            translate("Run", "no objection"))
    elif isinstance(content, dict) and isinstance(content.get("terms"), list):
        said = count(len(content["terms"]), translate("Run", "%n term"), translate("Run", "%n terms"))
    else:
        said = " ".join(content.split())[:80] if isinstance(content, str) else ""
    trial = translate("Run", "trial") if answer.trial else ""
    return " · ".join(filter(None, (took, trial, said)))
