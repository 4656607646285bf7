"""Many files through the real window with its real reading processes: none lost, bad ones in their place with a
sentence and a hint, and the event loop never held up for long (printed, not judged)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import psutil
import pytest

from docprep_gui.gui.app import Program
from tests.gui.real import drop, running
from tests.gui.ticks import Ticks
from tests.support import papers

READING_MS = 120_000
MANY, MANY_MS = 1000, 600_000


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


def memory() -> tuple[float, float]:
    """What is resident of this process, and of the processes that it started, in MB."""
    own = psutil.Process()
    others = sum(child.memory_info().rss for child in own.children(recursive=True))
    return own.memory_info().rss / 1e6, others / 1e6


def test_a_thousand_files_of_every_format(program: Program, qtbot: Any, tmp_path: Path,
                                          capsys: pytest.CaptureFixture[str]) -> None:
    """None is lost, each is what it was, the bad ones are set aside."""
    folder = papers.crowd(tmp_path / "drop", MANY)
    bad = papers.spoil(folder)
    all_files = MANY + len(bad) + 1
    workspace = program.workspace
    before, _ = memory()
    ticks = Ticks()
    ticks.start()
    begun = perf_counter()
    drop(program, folder)
    qtbot.waitUntil(lambda: len(workspace.files) == all_files and not workspace.busy, timeout=MANY_MS)
    seconds = perf_counter() - begun
    gaps = sorted(ticks.gaps)
    longest = ticks.stop()
    own, others = memory()
    with capsys.disabled():
        print(f"\n{all_files} files: {seconds:.1f} s, longest gap between 5 ms ticks {longest:.0f} ms "
              f"(99.9 %: {gaps[len(gaps) * 999 // 1000] * 1000:.0f} ms); window {before:.0f} -> {own:.0f} MB, "
              f"reading processes {others:.0f} MB")
    aside = {file.name: file.error.kind for file in workspace.files.values() if file.error}
    assert aside == bad
    numbers = set()
    for file in workspace.files.values():
        if file.document is not None and file.name[:4].isdigit():
            assert f"HT-2026-{file.name[:4]}" in file.document.text, file.name
            numbers.add(file.name)
    assert len(numbers) == MANY
    for place in ("rules", "run", "results", "documents"):
        ticks.start()
        program.window.go(place)
        qtbot.wait(100)
        with capsys.disabled():
            print(f"going to {place}: {ticks.stop():.0f} ms")
    ticks.start()
    workspace.close(tuple(workspace.files))
    qtbot.wait(100)
    with capsys.disabled():
        print(f"closing all: {ticks.stop():.0f} ms, {memory()[0]:.0f} MB")
    assert not workspace.files
