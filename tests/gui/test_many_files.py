"""Many files through the real window with its real reading processes: none lost, bad ones in their place with a
sentence and a hint, and the event loop never held up for long (printed, not judged)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from docprep_gui.gui.app import Program, window_settings
from docprep_gui.gui.executor import QtExecutor
from docprep_gui.workspace import paths
from docprep_gui.workspace.memory import Memory
from docprep_gui.workspace.runs import Runs
from docprep_gui.workspace.session import Workspace
from docprep_gui.workspace.workers import Workers
from tests.gui.ticks import Ticks
from tests.support import papers

READING_MS = 120_000


@pytest.fixture
def program(qapp: Any, qtbot: Any, home: Path) -> Iterator[Program]:
    """The program as `docprep` starts it."""
    executor = QtExecutor()
    workers = Workers(2)
    workspace = Workspace(executor, workers, Memory(paths.remembered()))
    runs = Runs(workspace, executor, paths.remembered() / "queue.sqlite3")
    made = Program(qapp, workspace, runs, executor, window_settings())
    made.window.show()
    qtbot.waitExposed(made.window)
    yield made
    made.window.close()
    runs.close()
    workspace.shut_down()
    executor.close()
    made.window.deleteLater()
    made.deleteLater()
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


def test_a_hundred_files_come_in(program: Program, qtbot: Any, tmp_path: Path,
                                 capsys: pytest.CaptureFixture[str]) -> None:
    folder = papers.folder(tmp_path / "drop", 100)
    workspace = program.workspace
    ticks = Ticks()
    ticks.start()
    drop(program, folder)
    qtbot.waitUntil(lambda: len(workspace.files) == 100 and not workspace.busy, timeout=READING_MS)
    longest = ticks.stop()
    with capsys.disabled():
        print(f"\n100 files, longest gap between 5 ms ticks: {longest:.0f} ms")
    assert {file.state for file in workspace.files.values()} == {"ready"}


def test_bad_files_among_fifty_good_ones(program: Program, qtbot: Any, tmp_path: Path) -> None:
    folder = papers.folder(tmp_path / "drop", 50, length=8)
    bad = papers.spoil(folder)
    workspace = program.workspace
    drop(program, folder)
    qtbot.waitUntil(lambda: len(workspace.files) == 51 + len(bad) and not workspace.busy, timeout=READING_MS)
    aside = {file.name: file.error for file in workspace.files.values() if file.error}
    assert {name: error.kind for name, error in aside.items()} == bad
    for error in aside.values():
        message, hint = program.shell.messages.error(error)
        assert message
        assert hint
    assert sum(file.state == "ready" for file in workspace.files.values()) == 51
