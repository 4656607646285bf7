"""A file that ends, holds up or swells the process that reads it: said in the window, and read when it is tried again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from docprep_gui.gui.app import Program
from docprep_gui.gui.documents.place import DocumentsPlace
from docprep_gui.workspace.files import FoundFile
from docprep_gui.workspace.workers import Workers
from tests.support import faults

SAID = {
    "aborting.txt": (faults.Aborting, "crashed", "读这份文件时出了意外，其他文件不受影响。"),
    "hanging.txt": (faults.Hanging, "timeout", "读了 25 秒还没读完，已停下。"),
    "swelling.txt": (faults.Swelling, "too_large", "文件太大，读它要用的内存超过了限度（0.8 GB）。"),
}


@pytest.fixture
def isolated(program: Program) -> Iterator[Program]:
    """The program with reading processes of its own, as people have it."""
    workers = Workers(1, seconds=25.0, memory=800_000_000, patience=1.0)
    program.workspace._workers = workers
    yield program
    workers.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a limit for the memory of a process")
def test_what_a_file_does_to_its_process_is_said_and_can_be_tried_again(
    isolated: Program, tmp_path: Path, qtbot: Any
) -> None:
    workspace = isolated.workspace
    found = []
    for name, (fault, _, _) in SAID.items():
        (tmp_path / name).write_text("甲方应按期付款。", "utf-8")
        found.append(FoundFile(fault(tmp_path / name), name))
    (tmp_path / "good.txt").write_text("乙方应按期交货。", "utf-8")
    keys = workspace.add([*found, FoundFile(tmp_path / "good.txt", "good.txt")])
    qtbot.waitUntil(lambda: not workspace.busy, timeout=120_000)
    place = cast(DocumentsPlace, isolated.window.places["documents"])
    for key, (_, kind, sentence) in zip(keys, SAID.values(), strict=False):
        file = workspace.files[key]
        assert file.error is not None
        assert file.error.kind == kind
        message, hint = isolated.shell.messages.error(file.error)
        assert message == sentence
        assert hint
        assert place.tree.model.remedy(file) == "重试"
    assert workspace.files[keys[3]].state == "ready"
    (tmp_path / "mended").touch()
    for key in keys[:3]:
        place.retry(key)
    qtbot.waitUntil(lambda: not workspace.busy, timeout=120_000)
    assert [workspace.files[key].state for key in keys] == ["ready"] * 4
    _texts: Callable[[str], str] = lambda key: workspace.files[key].document.text  # type: ignore[union-attr]  # noqa: E731
    assert {_texts(key) for key in keys[:3]} == {"甲方应按期付款。\n"}
