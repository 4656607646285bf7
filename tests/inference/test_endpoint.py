"""What each thing that a model server can do becomes: an answer, or an error with its kind."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from docprep_gui.domain.errors import EndpointError, SettingError
from docprep_gui.inference import endpoint as endpoints
from docprep_gui.inference.endpoint import (
    AskCancelledError,
    Endpoint,
    RawAnswer,
    Timeouts,
    ask,
    counts,
    is_local,
    make_client,
    models,
    normalise,
    retryable,
)

from .server import Script, delta, message, serving

RECORDED = Path(__file__).parents[3] / "shared" / "recorded"
BODY: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "概括这份记录。"}], "max_tokens": 50}


@pytest.fixture
def server() -> Iterator[Script]:
    with serving() as script:
        yield script


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with make_client() as client:
        yield client


def put(client: httpx.Client, server: Script, **options: Any) -> RawAnswer:
    return ask(client, Endpoint(server.url, "m"), options.pop("body", BODY), **options)


def failure(client: httpx.Client, server: Script, **options: Any) -> EndpointError:
    with pytest.raises(EndpointError) as caught:
        put(client, server, **options)
    return caught.value


@pytest.mark.parametrize("every", [0, 1, 2, 3, 7])
@pytest.mark.parametrize("end", [True, False])
def test_a_stream_is_joined_wherever_it_is_cut(client: httpx.Client, server: Script, every: int, end: bool) -> None:
    usage = {"choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 2, "details": {"cached": 1}}}
    server.stream(
        delta(None, role="assistant"),
        delta("甲方：𠮷"),
        delta("公司"),
        delta(None, "stop"),
        usage,
        end=end,
        every=every,
    )
    seen: list[str] = []
    answer = put(client, server, on_delta=seen.append)
    assert answer.text == "甲方：𠮷公司"
    assert seen == ["甲方：𠮷", "公司"]
    assert answer.usage == {"prompt_tokens": 9, "completion_tokens": 2}
    assert server.seen[-1]["stream"] is True
    assert server.seen[-1]["stream_options"] == {"include_usage": True}


def test_the_key_goes_in_a_header_and_is_not_shown(client: httpx.Client, server: Script) -> None:
    server.json(message("好"))
    place = Endpoint(server.url, "m", "secret-key")
    ask(client, place, BODY)
    assert server.seen_headers[-1]["Authorization"] == "Bearer secret-key"
    assert "secret-key" not in repr(place)
    with pytest.raises(SettingError):
        ask(client, Endpoint(server.url, "m", "钥匙\n"), BODY)


@pytest.mark.parametrize("stream", [True, False])
def test_a_server_may_answer_whole(client: httpx.Client, server: Script, stream: bool) -> None:
    server.json(message([{"type": "text", "text": "甲方："}, {"type": "text", "text": "示例公司"}]))
    assert put(client, server, stream=stream).text == "甲方：示例公司"
    assert server.seen[-1]["stream"] is stream
    assert ("stream_options" in server.seen[-1]) is stream


def test_pretty_json_under_the_name_of_a_stream(client: httpx.Client, server: Script) -> None:
    server.kind, server.pieces = "text/event-stream", [json.dumps(message("好"), indent=2).encode()]
    assert put(client, server).text == "好"


def test_events_under_the_name_of_json(client: httpx.Client, server: Script) -> None:
    server.stream(delta("好"), delta(None, "stop"))
    server.kind = "application/json"
    assert put(client, server).text == "好"


def test_reasoning_is_no_answer(client: httpx.Client, server: Script) -> None:
    server.json(message("<think>想</think>\n答"))
    assert put(client, server).text == "答"
    for content, more in ((None, {"reasoning_content": "想"}), ("<think>想", {}), ("", {"reasoning": "想"})):
        server.json(message(content, **more))
        error = failure(client, server)
        assert (error.kind, error.params) == ("empty", {"reasoning": "yes"})
        assert not retryable(error.kind, error.params)
        server.json(message(content, "length", **more))
        assert failure(client, server).kind == "answer_cut"
    server.stream(delta(None, reasoning_content="想"), delta(None, "length"))
    assert failure(client, server).kind == "answer_cut"
    server.json(message(" \n"))
    error = failure(client, server)
    assert error.kind == "empty"


def test_nothing_at_all_may_be_asked_again(client: httpx.Client, server: Script) -> None:
    server.json(message(""))
    for _ in range(2):
        error = failure(client, server)
        assert (error.kind, error.params) == ("empty", {"reasoning": "no"})
        assert retryable(error.kind, error.params)
        server.pieces = []


@pytest.mark.parametrize(
    "error",
    [
        {"message": "an error while running the model"},
        "an error while running the model",
        {"code": 500, "message": "an error while running the model", "type": "server_error"},
    ],
)
@pytest.mark.parametrize("every", [0, 5])
def test_an_error_inside_a_stream_is_an_error(client: httpx.Client, server: Script, error: Any, every: int) -> None:
    server.stream(delta("部分"), delta("结果"), {"error": error}, end=False, every=every)
    caught = failure(client, server)
    assert caught.kind == "bad_status"
    assert "running the model" in caught.params["body"]
    assert retryable(caught.kind, caught.params)


def test_a_stream_that_breaks_off_is_no_answer(client: httpx.Client, server: Script) -> None:
    server.stream(delta("部分"), end=False)
    assert failure(client, server).kind == "unreachable"
    server.headers = {"Content-Length": "5000"}
    assert failure(client, server).kind == "unreachable"
    server.stream(delta("全部"), delta(None, "stop"), end=False)
    assert put(client, server).text == "全部"


def test_an_unreadable_packet_is_an_error(client: httpx.Client, server: Script) -> None:
    server.kind, server.pieces = "text/event-stream", [b'data: {"choices": [\n\n']
    assert failure(client, server).kind == "bad_status"


STATUSES: list[tuple[int, str, Any, str, bool, bool]] = [
    (
        503,
        "application/json",
        {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}},
        "loading",
        True,
        False,
    ),
    (
        503,
        "application/json",
        {"error": "server busy, please try again. maximum pending requests exceeded"},
        "busy",
        True,
        False,
    ),
    (429, "application/json", {"error": {"message": "slow down"}}, "busy", True, False),
    (503, "text/html", "<html>Service Unavailable</html>", "bad_status", True, True),
    (502, "text/html", "<html><body>Bad Gateway</body></html>", "bad_status", True, True),
    (500, "text/plain", "internal error", "bad_status", True, True),
    (401, "application/json", {"error": {"message": "Invalid API Key"}}, "bad_status", False, True),
    (404, "application/json", {"error": {"message": "model not found"}}, "bad_status", False, True),
    (400, "application/json", {"error": {"message": "bad grammar"}}, "bad_status", False, True),
    (302, "text/html", "", "bad_status", False, True),
    (
        400,
        "application/json",
        {
            "error": {
                "code": 400,
                "message": "request (13630 tokens) exceeds the available context size (2048 tokens)",
                "type": "exceed_context_size_error",
                "n_prompt_tokens": 13630,
                "n_ctx": 2048,
            }
        },
        "context_exceeded",
        False,
        True,
    ),
    (
        400,
        "application/json",
        {
            "error": {
                "code": "context_length_exceeded",
                "message": "maximum context length is 4096 tokens, but your messages have 5021",
            }
        },
        "context_exceeded",
        False,
        True,
    ),
]


@pytest.mark.parametrize(("status", "mime", "answer", "kind", "again", "budget"), STATUSES)
def test_statuses(
    client: httpx.Client, server: Script, status: int, mime: str, answer: Any, kind: str, again: bool, budget: bool
) -> None:
    text = answer if isinstance(answer, str) else json.dumps(answer)
    server.status, server.kind, server.pieces = status, mime, [text.encode()]
    error = failure(client, server)
    assert error.kind == kind
    assert retryable(kind, error.params) is again
    assert counts(kind) is budget
    if kind == "context_exceeded":
        assert int(error.params["prompt_tokens"]) > int(error.params["window"]) >= 2048
    else:
        assert error.params["status"] == str(status)
        assert error.params["body"] == text


def test_how_long_to_wait_is_told(client: httpx.Client, server: Script) -> None:
    server.json({"error": "later"}, 429)
    server.headers = {"Retry-After": "7"}
    assert failure(client, server).params["retry_after"] == "7.0"
    server.headers = {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}
    assert failure(client, server).params["retry_after"] == "0.0"
    server.headers = {"Retry-After": "soon"}
    assert "retry_after" not in failure(client, server).params


@pytest.mark.parametrize(
    ("estimate", "used", "cut"),
    [
        (6000, 4096, True),
        (6000, 2050, True),
        (5000, 4094, True),
        (4700, 4090, True),
        (5000, 4400, False),
        (4200, 4090, False),
        (6000, 7000, False),
        (200, 50, False),
        (6000, 0, False),
    ],
)
def test_a_prompt_that_was_cut_is_noticed(
    client: httpx.Client, server: Script, estimate: int, used: int, cut: bool
) -> None:
    body = {**BODY, "messages": [{"role": "user", "content": "合" * ((estimate - 4) * 3 // 2)}]}
    server.json(message("摘要", prompt_tokens=used))
    if cut:
        error = failure(client, server, body=body)
        assert error.kind == "prompt_truncated"
        assert error.params["prompt_tokens"] == str(used)
        assert abs(int(error.params["estimate"]) - estimate) <= 1
    else:
        assert put(client, server, body=body).text == "摘要"


def test_a_cut_answer_is_not_an_answer(client: httpx.Client, server: Script) -> None:
    server.stream(delta("半句"), delta(None, "length"))
    assert failure(client, server).kind == "answer_cut"
    assert not retryable("answer_cut")


def test_nobody_there(client: httpx.Client) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(EndpointError) as caught:
            ask(client, Endpoint(url, "m"), BODY)
    assert (caught.value.kind, caught.value.params["reason"]) == ("unreachable", "refused")


def test_no_first_token(client: httpx.Client, server: Script) -> None:
    server.stream(delta(None, role="assistant"), end=False)
    server.hang = True
    assert failure(client, server, timeouts=Timeouts(first_s=0.3)).kind == "timeout"
    assert server.gone.wait(10)


def test_comments_are_no_tokens(client: httpx.Client, server: Script) -> None:
    server.kind, server.pieces = "text/event-stream", [b": ping\n\n", 0.05] * 100
    assert failure(client, server, timeouts=Timeouts(first_s=0.3)).kind == "timeout"


def test_silence_between_tokens(client: httpx.Client, server: Script) -> None:
    server.stream(delta("部分"), end=False)
    server.hang = True
    assert failure(client, server, timeouts=Timeouts(first_s=60, between_s=0.3)).kind == "timeout"


def test_silence_after_the_end_is_no_failure(
    client: httpx.Client, server: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoints, "_AFTER_END_S", 0.2)
    server.stream(delta("全部"), delta(None, "stop"), end=False)
    server.hang = True
    assert put(client, server).text == "全部"


@pytest.mark.parametrize("began", [True, False])
def test_cancelling_closes_the_stream(client: httpx.Client, server: Script, began: bool) -> None:
    server.stream(*([delta("部分")] if began else []), end=False)
    server.hang = True
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    with pytest.raises(AskCancelledError):
        put(client, server, cancelled=stop.is_set)
    assert server.gone.wait(10)


def test_cancelled_before_it_is_sent(client: httpx.Client, server: Script) -> None:
    with pytest.raises(AskCancelledError):
        put(client, server, cancelled=lambda: True)
    assert server.seen == []


def test_an_endless_answer_is_refused(client: httpx.Client, server: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoints, "MAX_ANSWER_BYTES", 10_000)
    server.stream(*[delta("长" * 100)] * 100)
    assert failure(client, server).kind == "answer_cut"


def test_proxies_of_the_environment_are_not_used(server: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    server.json(message("好"))
    with make_client() as client:
        assert put(client, server).text == "好"


@pytest.mark.parametrize(
    "url",
    [
        "http://10.0.0.7:8080/v1",
        "http://example.com",
        "http://localhost.example.com/v1",
        "http://127.0.0.1.example.com",
        "http://[2001:db8::1]/v1",
        "http://0.0.0.0:1",
    ],
)
def test_other_hosts_need_trust(client: httpx.Client, url: str) -> None:
    assert not is_local(url)
    for action in (lambda: ask(client, Endpoint(url, "m"), BODY), lambda: models(client, Endpoint(url, "m"))):
        with pytest.raises(EndpointError) as caught:
            action()
        assert caught.value.kind == "refused_egress"


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:11434/v1",
        "localhost:1234",
        "https://LOCALHOST/v1",
        "127.8.9.1:80",
        "http://[::1]:80/v1",
        "http://[::ffff:127.0.0.1]/v1",
    ],
)
def test_this_machine_needs_none(url: str) -> None:
    assert is_local(url)


@pytest.mark.parametrize(
    ("typed", "base"),
    [
        ("localhost:11434", "http://localhost:11434/v1"),
        (" http://h:1/v1/ ", "http://h:1/v1"),
        ("http://h/v1/chat/completions", "http://h/v1"),
        ("https://h/api/v3/", "https://h/api/v3"),
    ],
)
def test_addresses_as_people_type_them(typed: str, base: str) -> None:
    assert normalise(typed) == base


@pytest.mark.parametrize("typed", ["", "ftp://h/v1", "http://", "http://me:pw@127.0.0.1/v1", "http://h:99999999"])
def test_what_is_no_address(typed: str) -> None:
    with pytest.raises(SettingError):
        normalise(typed)


def test_models_and_their_windows(client: httpx.Client, server: Script) -> None:
    server.json({"data": [{"id": "a", "meta": {"n_ctx": 2048}}, {"id": "b", "max_model_len": 32768}, {"id": "c"}, 7]})
    found = models(client, Endpoint(server.url, ""))
    assert [(model.name, model.window) for model in found] == [("a", 2048), ("b", 32768), ("c", None)]
    server.kind, server.pieces = "text/html", [b"<html>"]
    with pytest.raises(EndpointError):
        models(client, Endpoint(server.url, ""))


@pytest.mark.skipif(not RECORDED.exists(), reason="the recorded answers are not here")
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("chat_stop", ""),
        ("chat_zh", "answer_cut"),
        ("json_schema", ""),
        ("json_schema_cut", "answer_cut"),
        ("chat_context_filled_while_generating", "answer_cut"),
        ("chat_prompt_too_long", "context_exceeded"),
        ("chat_401_no_key", "bad_status"),
        ("chat_bad_json", "bad_status"),
        ("chat_wrong_model", "answer_cut"),
    ],
)
def test_recorded_answers(client: httpx.Client, server: Script, name: str, kind: str) -> None:
    recorded = json.loads((RECORDED / f"{name}.json").read_text("utf-8"))
    server.json(recorded["body"], recorded["status"])
    if kind:
        assert failure(client, server).kind == kind
    else:
        assert put(client, server).text == recorded["body"]["choices"][0]["message"]["content"].strip()


@pytest.mark.skipif(not RECORDED.exists(), reason="the recorded answers are not here")
@pytest.mark.parametrize("every", [1, 11, 100_000])
def test_recorded_stream(client: httpx.Client, server: Script, every: int) -> None:
    raw = (RECORDED / "stream_usage.sse.txt").read_bytes()
    server.kind, server.pieces = "text/event-stream", [raw[i : i + every] for i in range(0, len(raw), every)]
    seen: list[str] = []
    error = failure(client, server, on_delta=seen.append)
    assert (error.kind, error.params["completion_tokens"]) == ("answer_cut", "6")
    assert "".join(seen) == "I'm glad you're enjoying"


def test_requests_of_several_threads_do_not_mix(client: httpx.Client, server: Script) -> None:
    server.stream(delta("部分"), end=False)
    server.hang = True
    outcomes: list[str] = []
    began = time.monotonic()

    def one(limit: float) -> None:
        try:
            put(client, server, cancelled=lambda: time.monotonic() - began > limit)
        except AskCancelledError:
            outcomes.append(f"cancelled {limit}")

    threads = [threading.Thread(target=one, args=(limit,)) for limit in (1.2, 0.4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert outcomes == ["cancelled 0.4", "cancelled 1.2"]


def test_a_body_that_cannot_be_unpacked_is_a_broken_connection(client: httpx.Client, server: Script) -> None:
    server.headers, server.pieces = {"Content-Encoding": "gzip"}, [b"no gzip at all"]
    assert failure(client, server).kind == "unreachable"
    with pytest.raises(EndpointError) as caught:
        models(client, Endpoint(server.url, "m"))
    assert caught.value.kind == "unreachable"


def test_halves_of_characters_are_joined_or_replaced(client: httpx.Client, server: Script) -> None:
    packets = [json.dumps(delta(half)) for half in ("好\ud83d", "\ude00", "\ud83d完")]
    server.kind = "text/event-stream"
    server.pieces = ["".join(f"data: {packet}\n\n" for packet in packets).encode() + b"data: [DONE]\n\n"]
    text = put(client, server).text
    assert text == "好😀\ufffd完"
    text.encode()
