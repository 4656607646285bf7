"""`docprep endpoints` beside servers that speak as the real ones do."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import pytest

from docprep_gui import __main__
from docprep_gui.inference import servers
from tests.support.local_servers import OLLAMA, serving


@pytest.fixture
def ollama(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Ollama alone, where OLLAMA_HOST says; the other usual places may be anybody's on this machine."""
    with serving(OLLAMA) as site:
        monkeypatch.setenv("OLLAMA_HOST", site.url)
        monkeypatch.setattr(servers, "_PORTS", (("ollama", 11434),))
        yield site


def _call(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["docprep", *words])
    return __main__.main()


def test_json_has_models_and_windows(ollama: object, monkeypatch: pytest.MonkeyPatch,
                                     capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert _call(monkeypatch, "endpoints", "--json") == 0
    told = json.loads(capfdbinary.readouterr().out)
    assert [server["program"] for server in told["endpoints"]] == ["ollama"]
    assert told["endpoints"][0]["models"] == [
        {"name": "llama3.2:3b", "window": 16384, "largest": 131072, "loaded": True},
        {"name": "qwen3:8b", "window": 8192, "largest": 40960, "loaded": False}]
    assert told["endpoints"][0]["elsewhere"] == ["gpt-oss:120b-cloud"]


@pytest.mark.parametrize(("language", "said"), [("en", "reads 8,192 tokens at once"), ("zh", "一次可读 8,192 词元")])
def test_people_get_lines(ollama: object, language: str, said: str, monkeypatch: pytest.MonkeyPatch,
                          capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("DOCPREP_LANG", language)
    from docprep_gui.cli import say

    say.messages.cache_clear()
    try:
        assert _call(monkeypatch, "endpoints") == 0
    finally:
        say.messages.cache_clear()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Ollama  http://127.0.0.1:")
    assert next(line for line in lines if "qwen3:8b" in line).split("  ")[2].startswith(said)


def test_nothing_found_is_a_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(servers, "_PORTS", (("other", 9),))
    assert _call(monkeypatch, "endpoints") == 0
    assert capsys.readouterr().out.strip()
