"""Choosing a language model: found on this machine, from a file, at an address, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import Qt

from docprep_gui.gui.app import Program
from docprep_gui.gui.documents.place import DocumentsPlace
from docprep_gui.gui.models.list import ModelList
from docprep_gui.gui.run.place import RunPlace
from docprep_gui.inference.discovery import Address
from docprep_gui.inference.embedded import EmbeddedModel, trial_model
from docprep_gui.workspace.choices import EndpointChoice
from tests.support.local_servers import LM_STUDIO, OLLAMA, Site, serving

Make = Callable[..., Program]


@contextmanager
def ollama(**pages: Any) -> Iterator[Site]:
    with serving({**OLLAMA, **pages}) as site:
        yield site


def _list(program: Program) -> ModelList:
    program.window.go("run")
    return cast(RunPlace, program.window.places["run"]).ask.model


def _row(shown: ModelList, start: str) -> Any:
    return next(row for row in shown.rows.values() if row.text().startswith(start))


def _texts(shown: ModelList) -> list[tuple[str, str]]:
    return [(row.text(), row.hint) for row in shown.rows.values()]


def test_found_models_are_listed_with_their_windows_and_the_first_is_tried(make_program: Make, qtbot: Any) -> None:
    with ollama() as site, serving(LM_STUDIO) as other:
        program = make_program(places=(Address("ollama", site.url), Address("lm_studio", other.url)))
        shown = _list(program)
        qtbot.waitUntil(lambda: program.workspace.endpoint.url is not None, timeout=10_000)
        assert _texts(shown) == [
            ("llama3.2:3b · Ollama", "一次可读 16,384 词元，最多可设为 131,072"),
            ("qwen3-14b · LM Studio", "一次可读 8,192 词元，最多可设为 40,960"),
            ("qwen3:8b · Ollama", "一次可读 8,192 词元，最多可设为 40,960"),
            ("gemma-3-4b · LM Studio", "一次能读多少还不知道")]
        first = _row(shown, "llama3.2:3b")
        assert first.isChecked()
        assert first.note() == "可用"
        assert [body["model"] for body in site.asked] == ["llama3.2:3b"]
        assert program.workspace.endpoint == EndpointChoice(f"{site.url}/v1", "llama3.2:3b")
        assert program.workspace.host.window == 16384
        assert shown.found.text() == "llama.cpp：没有运行\n在别处运行，没有列入：1 个"
        assert program.window.status.model.text() == "本机模型 · llama3.2:3b"
        qtbot.mouseClick(_row(shown, "qwen3:8b"), Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: program.workspace.endpoint.model == "qwen3:8b", timeout=10_000)
        assert program.workspace.host.window == 8192


def test_a_model_that_was_chosen_before_is_not_exchanged(make_program: Make, qtbot: Any) -> None:
    with ollama() as site:
        program = make_program(places=(Address("ollama", site.url),))
        program.workspace.choose_endpoint(EndpointChoice(off=True))
        shown = _list(program)
        qtbot.waitUntil(lambda: program.window.shell.models.looked, timeout=10_000)
        qtbot.wait(50)
        assert shown.none.isChecked()
        assert site.asked == []


def test_a_model_that_does_not_answer_says_so_in_its_row(make_program: Make, qtbot: Any) -> None:
    with ollama() as site:
        site.chat = None
        program = make_program(places=(Address("ollama", site.url),))
        shown = _list(program)
        qtbot.waitUntil(lambda: any(row.note() == "不能用" for row in shown.rows.values()), timeout=10_000)
        row = _row(shown, "llama3.2:3b")
        assert "404" in shown.why_not.text()
        assert shown.why_not.isVisible()
        assert shown.problem() == "选中的模型没有回答"
        assert program.workspace.endpoint == EndpointChoice()
        site.chat = "好"
        row.click()
        qtbot.waitUntil(lambda: row.note() == "可用", timeout=10_000)
        assert shown.problem() == ""


def test_looking_again_finds_what_was_started_meanwhile(make_program: Make, qtbot: Any) -> None:
    with serving({}) as site:
        program = make_program(places=(Address("ollama", site.url),))
        shown = _list(program)
        qtbot.waitUntil(lambda: program.window.shell.models.looked, timeout=10_000)
        assert shown.rows == {}
        assert shown.found.text().startswith("Ollama：没有运行")
        site.pages.update(OLLAMA)
        qtbot.mouseClick(shown.again, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: len(shown.rows) == 2, timeout=10_000)


def test_both_lists_show_the_same_choice(make_program: Make, qtbot: Any) -> None:
    with ollama() as site:
        program = make_program(places=(Address("ollama", site.url),))
        first = cast(DocumentsPlace, program.window.places["documents"]).empty.model  # type: ignore[attr-defined]
        qtbot.waitUntil(lambda: len(first.rows) == 2, timeout=10_000)
        qtbot.mouseClick(_row(first, "qwen3:8b"), Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: program.workspace.endpoint.model == "qwen3:8b", timeout=10_000)
        assert _row(_list(program), "qwen3:8b").isChecked()
        assert not first.other.isVisible()


def test_no_model_means_no_start(make_program: Make, contract: Path, read: Callable[..., Any]) -> None:
    program = make_program()
    read(program, contract)
    shown = _list(program)
    shown.none.click()
    ask = cast(RunPlace, program.window.places["run"]).ask
    assert not ask.start.isEnabled()
    assert ask.start.toolTip() == "没有选模型；规则找到的在「结果」里"
    assert program.window.status.model.text() == "没有模型，只用规则"
    program.window.go("results")
    assert "export" in program.window.place.handlers()


def test_a_file_that_is_no_model_says_why(make_program: Make, tmp_path: Path, qtbot: Any) -> None:
    program = make_program()
    shown = _list(program)
    (tmp_path / "notes.gguf").write_bytes(b"not a model")
    shown.take_file(tmp_path / "notes.gguf")
    qtbot.waitUntil(lambda: _row(shown, "notes.gguf").note() == "不能用", timeout=10_000)
    assert shown.why_not.text().startswith("notes.gguf 不是 GGUF 模型文件")
    assert program.workspace.endpoint == EndpointChoice()
    shown.trial.click()
    assert not shown.why_not.isVisible()
    assert shown.problem() == "" or not program.workspace.host.available


@pytest.mark.skipif(not EmbeddedModel().available(), reason="the embedded model is not installed")
def test_a_model_file_is_tried_and_chosen(make_program: Make, qtbot: Any) -> None:
    path = trial_model()
    assert path is not None
    program = make_program()
    shown = _list(program)
    shown.take_file(path)
    qtbot.waitUntil(lambda: program.workspace.endpoint.gguf == str(path), timeout=60_000)
    row = next(iter(shown.rows.values()))
    assert row.isChecked()
    assert row.note() == "可用"
    assert program.workspace.host.window
    program.workspace.host.close()


def test_many_models_are_folded(make_program: Make, qtbot: Any) -> None:
    names = [f"model-{n:02}" for n in range(20)]
    pages = {"/v1/models": {"data": [{"id": name} for name in names]}}
    with serving(pages) as site:
        program = make_program("en", places=(Address("other", site.url),))
        shown = _list(program)
        qtbot.waitUntil(lambda: len(shown.rows) == 6, timeout=10_000)
        assert shown.more.text() == "14 more models"
        shown.more.click()
        assert len(shown.rows) == 20
