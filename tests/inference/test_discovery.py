"""Finding model servers on this machine, by servers that speak as they do, and by llama.cpp itself."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from docprep_gui.inference import discovery
from docprep_gui.inference.discovery import Address, FoundModel
from docprep_gui.inference.embedded import TRIAL_NAME, EmbeddedModel
from docprep_gui.inference.transport import make_client
from tests.support.local_servers import LM_STUDIO, OLD_LLAMA_CPP, OLLAMA, VLLM, serving


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with make_client() as made:
        yield made


@pytest.mark.parametrize("expected", ["ollama", "other"])
def test_ollama_tells_windows_and_leaves_out_what_is_no_local_model(client: httpx.Client, expected: Any) -> None:
    with serving(OLLAMA) as site:
        found = discovery.look(client, Address(expected, site.url))
    assert found is not None
    assert (found.program, found.url) == ("ollama", f"{site.url}/v1")
    assert found.models == (FoundModel("llama3.2:3b", 16384, 131072, loaded=True),
                            FoundModel("qwen3:8b", 8192, 40960))
    assert found.elsewhere == ("gpt-oss:120b-cloud",)


def test_a_model_of_ollama_without_a_window_of_its_own_gets_the_default(client: httpx.Client) -> None:
    pages = {**OLLAMA, "/api/tags": {"models": [{"name": "a"}, {"name": "b"}]}, "/api/ps": {"models": []},
             "/api/show": {"a": {"model_info": {"general.architecture": "x", "x.context_length": 2048}}}}
    with serving(pages) as site:
        found = discovery.look(client, Address("ollama", site.url, window=8192))
    assert found is not None
    assert [(model.name, model.window) for model in found.models] == [("a", 2048), ("b", 8192)]


def test_lm_studio_tells_windows_of_models_in_memory(client: httpx.Client) -> None:
    with serving(LM_STUDIO) as site:
        found = discovery.look(client, Address("lm_studio", site.url))
    assert found is not None
    assert found.program == "lm_studio"
    assert found.models == (FoundModel("qwen3-14b", 8192, 40960, loaded=True), FoundModel("gemma-3-4b", None, 131072))


def test_llama_cpp_of_old_tells_its_window_among_its_properties(client: httpx.Client) -> None:
    with serving(OLD_LLAMA_CPP) as site:
        found = discovery.look(client, Address("llama_cpp", site.url))
    assert found is not None
    assert found.program == "llama_cpp"
    assert found.models == (FoundModel("models/qwen.gguf", 6144, 32768, loaded=True),)


def test_any_other_server_is_named_other(client: httpx.Client) -> None:
    with serving(VLLM) as site:
        found = discovery.look(client, Address("llama_cpp", site.url))
        assert discovery.look_at(client, site.url.removeprefix("http://")) == found
    assert found is not None
    assert (found.program, found.models) == ("other", (FoundModel("qwen3-32b", 32768),))


@pytest.mark.parametrize("page", [b"<html>a web site</html>", {"data": "no list"}, ["list"], {"error": "no"}, b""])
def test_what_is_no_model_server_is_not_found(client: httpx.Client, page: Any) -> None:
    with serving({"/v1/models": page}) as site:
        assert discovery.look(client, Address("ollama", site.url)) is None


@pytest.mark.parametrize("broken", ["/api/tags", "/api/ps", "/api/show"])
@pytest.mark.parametrize("page", [{"models": [None, 3, {"name": 7}]}, [], b"\xff{", {"models": {}}])
def test_an_answer_in_another_form_breaks_nothing(client: httpx.Client, broken: str, page: Any) -> None:
    with serving({**OLLAMA, broken: page}) as site:
        found = discovery.look(client, Address("ollama", site.url))
    assert found is not None
    assert all(model.window is None or model.window > 0 for model in found.models)


def test_nothing_listens(client: httpx.Client) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        assert discovery.look(client, Address("ollama", f"http://127.0.0.1:{free.getsockname()[1]}")) is None


def test_a_server_that_says_nothing_is_given_up(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "LOOK_S", 0.3)
    with serving(VLLM) as site:
        site.delay_s = 2.0
        began = time.monotonic()
        assert discovery.look(client, Address("other", site.url)) is None
        assert time.monotonic() - began < 1.9


def test_only_this_machine_is_asked(client: httpx.Client) -> None:
    assert discovery.look(client, Address("ollama", "http://192.0.2.7:11434")) is None
    assert discovery.look_at(client, "http://[nonsense") is None


@pytest.mark.parametrize(("value", "url"), [
    ("", "http://127.0.0.1:11434"), ("127.0.0.1:9999", "http://127.0.0.1:9999"), ("0.0.0.0", "http://127.0.0.1:11434"),
    (":8888", "http://127.0.0.1:8888"), ("http://localhost:11500/", "http://127.0.0.1:11500"),
    ("[::1]:11434", "http://[::1]:11434"), ("192.0.2.7:11434", "http://127.0.0.1:11434"),
    ("not a host", "http://127.0.0.1:11434"),
])
def test_ollama_is_looked_for_where_it_was_told_to_listen(value: str, url: str) -> None:
    places = discovery.addresses({"OLLAMA_HOST": value} if value else {})
    assert [place.url for place in places if place.program == "ollama"] == [url]
    assert len({place.url for place in places}) == len(places) >= 6


def test_a_longer_window_that_was_set_for_ollama_counts() -> None:
    assert discovery.addresses({"OLLAMA_CONTEXT_LENGTH": "16384"})[0].window == 16384
    assert discovery.addresses({"OLLAMA_CONTEXT_LENGTH": "many"})[0].window == discovery.OLLAMA_WINDOW


@pytest.mark.skipif(not EmbeddedModel().available(), reason="the embedded model is not installed")
def test_llama_cpp_itself(client: httpx.Client) -> None:
    model = EmbeddedModel()
    try:
        place = model.start()
        found = discovery.look_at(client, place.url, key=place.api_key)
    finally:
        model.stop()
    assert found is not None
    assert found.program == "llama_cpp"
    assert [(one.name, one.window, one.loaded) for one in found.models] == [(TRIAL_NAME, model.window, True)]
    assert found.models[0].largest is not None
