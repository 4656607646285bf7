"""Asking a language model over the OpenAI-compatible HTTP interface: streaming, cancellable, every failure named."""

from __future__ import annotations

import codecs
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpcore
import httpx

from docprep_gui.domain.errors import EndpointError, SettingError
from docprep_gui.inference import answers, failures, prompts, sse
from docprep_gui.inference.addresses import host, is_local, normalise
from docprep_gui.inference.calls import AskCancelledError, Endpoint, ModelInfo, RawAnswer, Timeouts
from docprep_gui.inference.failures import counts, retryable
from docprep_gui.inference.transport import BrokenOff, TooSlow, Watch, make_client, watched

__all__ = [
    "AskCancelledError", "Endpoint", "ModelInfo", "RawAnswer", "Timeouts", "ask", "counts", "is_local", "make_client",
    "models", "normalise", "retryable",
]  # fmt: skip

MAX_ANSWER_BYTES = 8 * 1024 * 1024
_MAX_LIST_BYTES = 1024 * 1024
# After the last token some servers leave the connection open without a word.
_AFTER_END_S = 3.0
# No server has a window smaller than this, and estimates of short prompts are rough.
_LEAST_WINDOW = 512
_NEAR_POWER = (32, 8)
_CUT = frozenset({"length", "max_tokens", "content_filter", "abort", "error"})

_USUAL = Timeouts()
_REFUSED = (httpx.ConnectError, httpcore.ConnectError)
_NETWORK_ERRORS = (httpx.TransportError, httpx.DecodingError, httpx.StreamError, httpcore.NetworkError,
                   httpcore.ProtocolError, httpcore.UnsupportedProtocol)  # fmt: skip
_TIMEOUTS = (httpx.TimeoutException, httpcore.TimeoutException, TooSlow)
_CONNECT_TIMEOUTS = (httpx.ConnectTimeout, httpx.PoolTimeout, httpcore.ConnectTimeout, httpcore.PoolTimeout)

_FIELD = re.compile(rb"data|event|id|retry|:")


def models(client: httpx.Client, endpoint: Endpoint, timeout: float = 10.0) -> tuple[ModelInfo, ...]:
    """The models that an endpoint offers. EndpointError: unreachable, timeout, loading, busy, bad_status,
    refused_egress."""
    _check_host(endpoint)
    watch = Watch(_never, time.monotonic() + timeout)
    with (
        _named_errors(endpoint, watch),
        client.stream(
            "GET", f"{normalise(endpoint.url)}/models", headers=_headers(endpoint), timeout=httpx.Timeout(timeout)
        ) as response,
    ):
        body = _limited(response)
        if response.status_code != 200:
            raise failures.of_status(response.status_code, body, response.headers.get("retry-after"))
    data = failures.read_json_body(body)
    listed = data.get("data") if isinstance(data, dict) else None
    if not isinstance(listed, list):
        raise EndpointError("bad_status", status="200", body=failures.start_of(body))
    named = [item for item in listed if isinstance(item, dict) and isinstance(item.get("id"), str)]
    return tuple(ModelInfo(item["id"], _window(item)) for item in named)


def ask(
    client: httpx.Client,
    endpoint: Endpoint,
    body: Mapping[str, Any],
    *,
    stream: bool = True,
    timeouts: Timeouts = _USUAL,
    cancelled: Callable[[], bool] = lambda: False,
    on_delta: Callable[[str], None] = lambda text: None,
) -> RawAnswer:
    """Sends one request and waits for its whole answer. `client` is from `make_client`. `cancelled` is asked ten times
    a second; `on_delta` gets the text as it comes, in the thread that called. Nothing but a finished answer returns.

    AskCancelledError; EndpointError with these kinds and parameters:
    refused_egress (host), unreachable (url, reason), timeout (seconds), loading and busy (status, body; retry_after in
    seconds if the server said), bad_status (status, body), context_exceeded (prompt_tokens, window if known),
    answer_cut (reason; completion_tokens if known), empty (reasoning "yes" if there was nothing else), prompt_truncated
    (prompt_tokens, estimate).
    """
    _check_host(endpoint)
    sent = {name: value for name, value in body.items() if name not in ("stream", "stream_options")}
    if stream:
        sent |= {"stream": True, "stream_options": {"include_usage": True}}
    else:
        sent["stream"] = False
    content = json.dumps(sent, ensure_ascii=False).encode("utf-8", "replace")
    started = time.monotonic()
    watch = Watch(cancelled, started + (timeouts.first_s if stream else timeouts.whole_s))
    reading = _Reading(watch, timeouts.between_s, on_delta)
    if cancelled():
        raise AskCancelledError
    try:
        with (
            _named_errors(endpoint, watch),
            client.stream(
                "POST",
                f"{normalise(endpoint.url)}/chat/completions",
                content=content,
                headers=_headers(endpoint),
                timeout=httpx.Timeout(max(timeouts.first_s, timeouts.whole_s), connect=timeouts.connect_s),
            ) as response,
        ):
            if response.status_code != 200:
                raise failures.of_status(response.status_code, _limited(response), response.headers.get("retry-after"))
            reading.read(response)
    except EndpointError as error:
        # Whatever happens to the connection after the model has said that it ended, the answer is whole.
        if not (reading.finish and error.kind in ("timeout", "unreachable")):
            raise
    return reading.answer(endpoint, prompts.estimate(body), time.monotonic() - started)


class _Reading:
    """The answer as it is put together from packets."""

    def __init__(self, watch: Watch, between_s: float, on_delta: Callable[[str], None]) -> None:
        self._watch = watch
        self._between_s = between_s
        self._on_delta = on_delta
        self._text: list[str] = []
        self._reasoned = False
        self._model = ""
        self._usage: dict[str, int] = {}
        self.finish = ""

    def read(self, response: httpx.Response) -> None:
        parser: sse.Parser | None = None
        head, whole = b"", False
        for piece in _pieces(response, MAX_ANSWER_BYTES):
            self._watch.check()  # servers may send comments for ever to keep a connection open
            if parser is None:
                head += piece
                start = head.removeprefix(codecs.BOM_UTF8).lstrip()
                if whole or not start:
                    continue
                typed = response.headers.get("content-type", "").startswith("text/event-stream")
                whole = start[:1] == b"{" or not (typed or _FIELD.match(start))
                if whole:
                    continue
                parser, piece = sse.Parser(), head
            if self._events(parser.feed(piece)):
                return
        if parser is None:
            self._take_whole(head)
        elif not self._events(parser.close()) and not self.finish:
            raise EndpointError("unreachable", url=str(response.url), reason="stream_broken")

    def _events(self, events: Iterator[Any]) -> bool:
        """Takes the packets in; True after the end mark."""
        try:
            for event in events:
                if event is sse.DONE:
                    return True
                self._take(event)
        except sse.BadEventError as error:
            raise EndpointError("bad_status", status="200", body=str(error)[: failures.SHOWN]) from error
        return False

    def _take_whole(self, raw: bytes) -> None:
        if not raw.strip():
            return
        value = failures.read_json_body(raw)
        if isinstance(value, dict) and ("choices" in value or "error" in value):
            self._take(value)
            return
        # Packets, one a line, without the form of a stream.
        parser = sse.Parser()
        if not raw.lstrip().startswith(b"{"):
            raise EndpointError("bad_status", status="200", body=failures.start_of(raw))
        if not (self._events(parser.feed(raw)) or self._events(parser.close())) and not self.finish:
            raise EndpointError("bad_status", status="200", body=failures.start_of(raw))

    def _take(self, packet: Any) -> None:
        if not isinstance(packet, dict):
            raise EndpointError("bad_status", status="200", body=str(packet)[: failures.SHOWN])
        if packet.get("error"):
            raise failures.inside(packet["error"])
        if isinstance(packet.get("model"), str):
            self._model = packet["model"]
        if isinstance(packet.get("usage"), dict):
            self._usage = {
                name: count
                for name, count in packet["usage"].items()
                if isinstance(count, int) and not isinstance(count, bool)
            }
        choices = packet.get("choices")
        for choice in choices if isinstance(choices, list) else ():
            if isinstance(choice, dict) and choice.get("index", 0) in (0, None):
                self._take_choice(choice)

    def _take_choice(self, choice: dict[str, Any]) -> None:
        part = choice.get("delta") or choice.get("message")
        if isinstance(part, dict):
            text = _text(part.get("content"))
            thought = any(_text(part.get(name)) for name in ("reasoning_content", "reasoning", "thinking"))
            self._reasoned = self._reasoned or thought
            if text:
                self._text.append(text)
                self._on_delta(text)
            if text or thought:
                self._watch.deadline = time.monotonic() + self._between_s
        if isinstance(choice.get("finish_reason"), str):
            self.finish = choice["finish_reason"]
            self._watch.deadline = min(self._watch.deadline, time.monotonic() + _AFTER_END_S)

    def answer(self, endpoint: Endpoint, estimate: int, seconds: float) -> RawAnswer:
        raw = answers.whole_signs("".join(self._text))
        text = answers.without_thoughts(raw)
        prompt_tokens = self._usage.get("prompt_tokens", 0)
        if _truncated(prompt_tokens, estimate):
            raise EndpointError("prompt_truncated", prompt_tokens=str(prompt_tokens), estimate=str(estimate))
        if self.finish in _CUT:
            written = self._usage.get("completion_tokens")
            figures = {} if written is None else {"completion_tokens": str(written)}
            raise EndpointError("answer_cut", reason=self.finish, **figures)
        if not text:
            raise EndpointError("empty", reasoning="yes" if self._reasoned or raw.strip() else "no")
        return RawAnswer(text, answers.whole_signs(self._model) or endpoint.model, self._usage, seconds)


def _truncated(prompt_tokens: int, estimate: int) -> bool:
    """Did the server drop a part of the prompt without a word? Servers cut at their window, mostly a power of two."""
    if prompt_tokens <= 0 or estimate < _LEAST_WINDOW:
        return False
    if prompt_tokens < 0.75 * estimate:
        return True
    power = 1 << max(9, (prompt_tokens + _NEAR_POWER[0]).bit_length() - 1)
    return power - _NEAR_POWER[0] <= prompt_tokens <= power + _NEAR_POWER[1] and estimate > 1.1 * prompt_tokens


def _text(content: Any) -> str:
    """Content as text: a string, or a list of parts; None and other forms are empty."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(_text(part.get("text")) if isinstance(part, dict) else _text(part) for part in content)
    return ""


def _check_host(endpoint: Endpoint) -> None:
    if not (endpoint.trusted or is_local(endpoint.url)):
        raise EndpointError("refused_egress", host=host(endpoint.url))


def _headers(endpoint: Endpoint) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
    if endpoint.api_key:
        if not endpoint.api_key.isascii() or not endpoint.api_key.isprintable():
            raise SettingError("bad_api_key")
        headers["Authorization"] = f"Bearer {endpoint.api_key}"
    return headers


@contextmanager
def _named_errors(endpoint: Endpoint, watch: Watch) -> Iterator[None]:
    """Puts the watch over the requests inside, and names what can happen to a connection."""
    began = time.monotonic()
    try:
        with watched(watch):
            yield
    except BrokenOff:
        raise AskCancelledError from None
    except _CONNECT_TIMEOUTS as error:
        raise EndpointError("unreachable", url=endpoint.url, reason="connect_timeout") from error
    except _TIMEOUTS as error:
        raise EndpointError("timeout", seconds=f"{time.monotonic() - began:.0f}") from error
    except _REFUSED as error:
        raise EndpointError("unreachable", url=endpoint.url, reason="refused") from error
    except _NETWORK_ERRORS as error:
        raise EndpointError("unreachable", url=endpoint.url, reason="stream_broken") from error


def _pieces(response: httpx.Response, limit: int) -> Iterator[bytes]:
    """The body as it comes. An answer above `limit` bytes is none: EndpointError("answer_cut")."""
    size = 0
    for piece in response.iter_bytes():
        size += len(piece)
        if size > limit:
            raise EndpointError("answer_cut", reason="too_large")
        yield piece


def _limited(response: httpx.Response) -> bytes:
    """The start of a body that is an error or a short list."""
    kept = bytearray()
    for piece in response.iter_bytes():
        kept += piece
        if len(kept) > _MAX_LIST_BYTES:
            break
    return bytes(kept[:_MAX_LIST_BYTES])


def _window(item: Mapping[str, Any]) -> int | None:
    """llama.cpp tells the window of a slot in `meta.n_ctx`, vLLM in `max_model_len`."""
    meta = item.get("meta")
    for value in (meta.get("n_ctx") if isinstance(meta, dict) else None, item.get("max_model_len")):
        if isinstance(value, int) and value > 0:
            return value
    return None


def _never() -> bool:
    return False
