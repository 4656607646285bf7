"""Many files through the real window with its real reading processes: none lost, bad ones in their place with a
sentence and a hint, and the event loop never held up for long (printed, not judged)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docprep_gui.gui.app import Program
from tests.gui.real import drop, running
from tests.gui.ticks import Ticks
from tests.support import papers

READING_MS = 120_000


@pytest.fixture
def program(qapp: Any, qtbot: Any) -> Iterator[Program]:
    with running(qapp, qtbot) as made:
        yield made


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
