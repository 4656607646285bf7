"""The program as `docprep` starts it: real reading processes, what is remembered on disk, the built-in model."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from docprep_gui.gui.app import Program, window_settings
from docprep_gui.gui.collector import Collector
from docprep_gui.gui.executor import QtExecutor
from docprep_gui.workspace import paths
from docprep_gui.workspace.memory import Memory
from docprep_gui.workspace.runs import Runs
from docprep_gui.workspace.session import Workspace
from docprep_gui.workspace.workers import Workers


@contextmanager
def running(qapp: Any, qtbot: Any) -> Iterator[Program]:
    executor = QtExecutor()
    workspace = Workspace(executor, Workers(2), Memory(paths.remembered()))
    runs = Runs(workspace, executor, paths.remembered() / "queue.sqlite3")
    collector = Collector(lambda: workspace.busy)
    program = Program(qapp, workspace, runs, executor, window_settings())
    program.window.show()
    qtbot.waitExposed(program.window)
    try:
        yield program
    finally:
        program.window.close()
        collector.close()
        runs.close()
        workspace.shut_down()
        executor.close()
        program.window.deleteLater()
        program.deleteLater()
        qapp.processEvents()


def drop(program: Program, *files: Path) -> None:
    """As a file manager does it: what is dragged over the window is first shown, then let go."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in files])
    place, buttons, keys = QPointF(400, 300), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    over = QDragEnterEvent(place.toPoint(), Qt.DropAction.CopyAction, data, buttons, keys)
    program.window.dragEnterEvent(over)
    assert over.isAccepted()
    program.window.dropEvent(QDropEvent(place, Qt.DropAction.CopyAction, data, buttons, keys))
