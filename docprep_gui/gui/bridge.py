"""Workspace events as Qt signals. Bursts are joined: what changes within a blink is told once."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from docprep_gui.workspace.model import (
    EndpointChanged,
    Event,
    FileChanged,
    FilesAdded,
    FilesClosed,
    PackEdited,
    RulesChanged,
    RunChanged,
    TaskChanged,
)
from docprep_gui.workspace.session import Workspace

_EVERY_S = 0.05


class WorkspaceBridge(QObject):
    """Tuples of keys are in the order of the events. A file that was closed in the meantime is left out of
    `files_changed`."""

    files_added = Signal(tuple)
    files_changed = Signal(tuple)
    files_closed = Signal(tuple)
    rules_changed = Signal()
    pack_edited = Signal(str)
    endpoint_changed = Signal()
    run_changed = Signal()
    tasks_changed = Signal(tuple)

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._files: dict[str, None] = {}
        self._tasks: dict[str, None] = {}
        self._run = False
        self._closed = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._flush)
        self._told = 0.0
        workspace.listen(self._event)

    def close(self) -> None:
        """Nothing is told from now on."""
        self._closed = True
        self._timer.stop()

    def _event(self, event: Event) -> None:
        if self._closed:
            return
        match event:
            case FilesAdded(keys):
                self.files_added.emit(keys)
            case FilesClosed(keys):
                self.files_closed.emit(keys)
            case RulesChanged():
                self.rules_changed.emit()
            case PackEdited(pack):
                self.pack_edited.emit(pack)
            case EndpointChanged():
                self.endpoint_changed.emit()
            case FileChanged(key):
                self._files[key] = None
                self._soon()
            case TaskChanged(task):
                self._tasks[task] = None
                self._soon()
            case RunChanged():
                self._run = True
                self._soon()

    def _soon(self) -> None:
        """At once after a rest, else not more often than people can see."""
        if not self._timer.isActive():
            rest = self._told + _EVERY_S - monotonic()
            self._timer.start(max(0, round(rest * 1000)))

    def _flush(self) -> None:
        self._told = monotonic()
        files, self._files = self._files, {}
        tasks, self._tasks = self._tasks, {}
        run, self._run = self._run, False
        keys = tuple(key for key in files if key in self._workspace.files)
        if keys:
            self.files_changed.emit(keys)
        if tasks:
            self.tasks_changed.emit(tuple(tasks))
        if run:
            self.run_changed.emit()
