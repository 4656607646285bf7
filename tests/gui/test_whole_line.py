"""The whole line through the real window: from a dropped contract to a cited answer of the built-in model, and from a
killed program to the end of its run."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

from docprep_gui.gui.documents.place import DocumentsPlace
from docprep_gui.gui.results.place import ResultsPlace
from docprep_gui.gui.run.place import RunPlace
from tests.gui.real import drop, running
from tests.support.scripted import Reply, ScriptedServer
from tests.support.waiting import wait_for

ROOT = Path(__file__).parent.parent.parent
SAMPLE = ROOT / "resources" / "samples" / "Equipment purchase agreement.docx"
ANSWER_MS = 240_000


def test_from_a_dropped_contract_to_a_cited_answer(qapp: Any, qtbot: Any) -> None:
    with running(qapp, qtbot) as program:
        window, workspace, runs = program.window, program.workspace, program.runs
        drop(program, SAMPLE)
        qtbot.waitUntil(lambda: bool(workspace.files) and not workspace.busy, timeout=30_000)
        (key,) = workspace.files
        file = workspace.files[key]
        assert file.state == "ready"
        documents = cast(DocumentsPlace, window.places["documents"])
        assert window.place is documents
        qtbot.waitUntil(lambda: documents.page.content is not None and documents.page.content.document is file.document,
                        timeout=10_000)

        window.go("run")
        place = cast(RunPlace, window.places["run"])
        assert place.ask.model.trial.isChecked()
        place.ask.tasks[""].click()
        qtbot.keyClicks(place.ask.own, "When must the Seller deliver?")
        place.ask.start.click()
        assert runs.tasks()
        qtbot.waitUntil(lambda: runs.state == "finished", timeout=ANSWER_MS)
        assert {task.state for task in runs.tasks()} == {"done"}

        window.go("results")
        results = cast(ResultsPlace, window.places["results"])
        rows = results.answers.model
        qtbot.waitUntil(lambda: rows.rowCount() == len(runs.tasks()), timeout=10_000)
        for at, task in enumerate(runs.tasks()):
            assert task.answer is not None
            assert task.answer.trial
            assert str(task.answer.content).strip()
            row = next(one for one in rows.rows if file.chunks[one.ordinal].id == task.chunk)
            assert row.trial, f"answer {at} of the trial model is marked"
            assert row.span == file.chunks[row.ordinal].core
            results.answers.view.setCurrentIndex(rows.index(rows.rows.index(row)))
            assert results.page.page.selected_chunk == row.ordinal, "the citation leads to its place"


def drive(home: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "DOCPREP_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.Popen([sys.executable, "-m", "tests.gui.driver", *arguments], cwd=ROOT, env=environment,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)


def test_a_killed_window_goes_on_where_it_was(tmp_path: Path, home: Path) -> None:
    """Nothing is lost, and nothing asked twice beyond what was under way."""
    files = []
    for n in range(20):
        path = tmp_path / f"note-{n:02}.txt"
        path.write_text(f"Delivery note MARK-{n:02}. The goods arrived on the same day.\n", "utf-8")
        files.append(str(path))
    with ScriptedServer(lambda _: Reply("A delivery.", delay_s=0.2)) as server:
        first = drive(home, "ask", server.url, *files)
        try:
            wait_for(lambda: len(server.bodies) >= 8, 120)
        finally:
            os.killpg(first.pid, signal.SIGKILL)
            first.communicate()
        under_way = server.peak
        second = drive(home, "go-on")
        try:
            said, _ = second.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            os.killpg(second.pid, signal.SIGKILL)
            pytest.fail("the run did not come to its end")
        asked = [re.findall(r"MARK-\d+", text)[0] for text in server.texts()]
    assert json.loads(said) == {"done": 20}
    assert set(asked) == {f"MARK-{n:02}" for n in range(20)}
    assert len(asked) <= 20 + under_way
