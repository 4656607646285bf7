"""The chosen language model: found windows, models that are tried, files that are run, none at all."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docprep_gui.domain.errors import EndpointError, SettingError
from docprep_gui.inference.embedded import EmbeddedModel, trial_model
from docprep_gui.workspace.asking import ModelHost
from docprep_gui.workspace.choices import EndpointChoice
from docprep_gui.workspace.memory import Memory, Remembered
from docprep_gui.workspace.messages import Messages
from tests.support.local_servers import LM_STUDIO, OLLAMA, serving


@pytest.fixture
def host() -> Iterator[ModelHost]:
    made = ModelHost(EndpointChoice())
    yield made
    made.close()


def test_windows_come_from_the_servers_own_interface(host: ModelHost) -> None:
    with serving(OLLAMA) as site:
        report = host.check(EndpointChoice(site.url, "qwen3:8b"))
        assert (report.models, report.window) == (("llama3.2:3b", "qwen3:8b"), 8192)
        assert host.check(EndpointChoice(site.url)).window == 16384
        assert host.check(EndpointChoice(site.url, "no such model")).window is None


@pytest.mark.parametrize("trusted", [False, True])
def test_a_model_that_works_elsewhere_is_refused_unless_trusted(host: ModelHost, trusted: bool) -> None:
    with serving(OLLAMA) as site:
        choice = EndpointChoice(site.url, "gpt-oss:120b-cloud", trusted)
        if trusted:
            assert host.check(choice).models
            return
        with pytest.raises(EndpointError) as caught:
            host.check(choice)
    assert "gpt-oss:120b-cloud" in Messages("en").error(caught.value)[0]


def test_trying_a_model_asks_for_one_token_and_learns_its_window(host: ModelHost) -> None:
    with serving(LM_STUDIO) as site:
        def loads() -> None:
            data = site.pages["/api/v0/models"]["data"]
            site.pages["/api/v0/models"] = {"data": [
                {**one, "state": "loaded", "loaded_context_length": 4096} if one["id"] == "gemma-3-4b" else one
                for one in data]}

        assert host.check(EndpointChoice(site.url, "gemma-3-4b")).window is None
        loads()
        report = host.try_out(EndpointChoice(site.url, "gemma-3-4b"))
    assert (report.models[0], report.window) == ("gemma-3-4b", 4096)
    assert [(body["model"], body["max_tokens"]) for body in site.asked] == [("gemma-3-4b", 1)]


def test_a_model_that_does_not_answer_is_told_so(host: ModelHost) -> None:
    with serving(OLLAMA, chat=None) as site, pytest.raises(EndpointError) as caught:
        host.try_out(EndpointChoice(site.url, "qwen3:8b"))
    assert caught.value.kind == "bad_status"
    empty: dict[str, Any] = {**OLLAMA, "/v1/models": {"data": []}, "/api/tags": {"models": []}}
    with serving(empty) as site, pytest.raises(EndpointError) as caught:
        host.try_out(EndpointChoice(site.url))
    assert caught.value.params["reason"] == "no_models"


def test_no_model_is_a_choice(host: ModelHost) -> None:
    host.choose(EndpointChoice(off=True), None)
    assert not host.available
    assert host.local
    assert host.window is None
    with pytest.raises(SettingError):
        host.endpoint(host.choice)


def test_a_file_that_is_no_model(host: ModelHost, tmp_path: Path) -> None:
    (tmp_path / "notes.gguf").write_bytes(b"not a model")
    with pytest.raises(EndpointError) as caught:
        host.try_out(EndpointChoice(gguf=str(tmp_path / "notes.gguf")))
    for language, said in (("en", "notes.gguf is no model file"), ("zh", "notes.gguf 不是 GGUF 模型文件")):
        assert Messages(language).error(caught.value)[0].startswith(said)  # type: ignore[arg-type]


@pytest.mark.skipif(not EmbeddedModel().available(), reason="the embedded model is not installed")
def test_a_model_file_is_run_and_ended_when_another_is_chosen(host: ModelHost, tmp_path: Path) -> None:
    shipped = trial_model()
    assert shipped is not None
    path = tmp_path / "从同事那里拷来的.gguf"
    shutil.copy(shipped, path)
    choice = EndpointChoice(gguf=str(path))
    report = host.try_out(choice)
    assert report.window
    assert report.window >= 2048
    host.choose(EndpointChoice(gguf=str(path), model=report.models[0]), report.window)
    assert host.name == report.models[0]
    place = host.endpoint(host.choice)
    assert not place.trial
    assert host.endpoint(host.choice) == place
    host.choose(EndpointChoice(off=True), None)
    host.end_others()
    with pytest.raises(EndpointError):
        host.check(EndpointChoice(place.url))


def test_the_choice_is_remembered_with_its_window(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    state = Remembered(endpoint=EndpointChoice(gguf="模型.gguf", model="Qwen3"), window=4096, model_chosen=True)
    memory.save(state)
    assert memory.load() == state
