"""What goes wrong between this program and a model server, by name; and whether to try again."""

from __future__ import annotations

import email.utils
import json
import re
import time
from collections.abc import Mapping
from typing import Any

from docprep_gui.domain.errors import EndpointError

SHOWN = 300
UNUSABLE = frozenset({"not_installed", "no_file", "not_gguf", "no_chat_model", "in_parts", "too_big"})
"""Reasons of `unreachable` that no waiting mends: there is no model of that kind here."""

_TOO_LONG = re.compile(
    r"exceed_context|context_length_exceeded|exceeds?\b.{0,40}\bcontext|maximum context length"
    r"|greater than the context|context (?:size|length|window)\b.{0,40}\b(?:exceed|too small|overflow)",
    re.IGNORECASE | re.DOTALL,
)
_NUMBER = re.compile(r"\d{3,7}")
_SECONDS = re.compile(r"[0-9]{1,9}(?:\.[0-9]+)?")
_LOADING = re.compile(r"\bloading\b|unavailable_error|not (?:yet )?loaded|starting up|warming up", re.IGNORECASE)
_BUSY = re.compile(r"\bbusy\b|overloaded|queue|no (?:available )?slot|too many|capacity", re.IGNORECASE)


def retryable(kind: str, params: Mapping[str, str] | None = None) -> bool:
    """May the same request be sent again after a failure of this kind (with these parameters)?"""
    params = params or {}
    if kind == "bad_status":
        status = int(params.get("status", "0"))
        return status >= 500 or status in (200, 408, 425)
    if kind == "empty":
        return params.get("reasoning") != "yes"
    if kind == "unreachable" and params.get("reason") in UNUSABLE:
        return False
    return kind in ("timeout", "unreachable", "loading", "busy", "bad_json", "interrupted")


def counts(kind: str) -> bool:
    """Does a failure of this kind use up the retry budget? Waiting for a server that is starting or full does not."""
    return kind not in ("loading", "busy", "interrupted")


def of_status(status: int, body: bytes, wait: str | None) -> EndpointError:
    """What an HTTP status other than 200 means. Sources: llama.cpp's server (503 "Loading model",
    exceed_context_size_error with n_prompt_tokens and n_ctx), Ollama (503 "server busy"), RFC 9110 (Retry-After)."""
    value = read_json_body(body)
    inner = value.get("error", value) if isinstance(value, dict) else None
    return _meaning(status, inner, start_of(body), wait)


def inside(error: Any) -> EndpointError:
    """What an error object inside an answer of status 200 means."""
    code = error.get("code") if isinstance(error, dict) else None
    message = error.get("message") if isinstance(error, dict) else None
    shown = message if isinstance(message, str) else json.dumps(error, ensure_ascii=False)
    return _meaning(code if isinstance(code, int) and 400 <= code < 600 else 200, error, shown[:SHOWN], None)


def _meaning(status: int, error: Any, shown: str, wait: str | None) -> EndpointError:
    told = json.dumps(error, ensure_ascii=False) if error is not None else shown
    if status in (200, 400, 413, 422, 500) and _TOO_LONG.search(told):
        return EndpointError("context_exceeded", **_figures(error))
    params = {"status": str(status), "body": shown}
    if (seconds := _retry_after(wait)) is not None:
        params["retry_after"] = f"{seconds:.1f}"
    if status == 503 and _LOADING.search(told):
        return EndpointError("loading", **params)
    if status == 429 or (status == 503 and (wait is not None or _BUSY.search(told))):
        return EndpointError("busy", **params)
    return EndpointError("bad_status", **params)


def _figures(error: Any) -> dict[str, str]:
    """Prompt and window in tokens: from members, or from the numbers of a message."""
    if isinstance(error, dict):
        known = {"prompt_tokens": error.get("n_prompt_tokens"), "window": error.get("n_ctx")}
        figures = {name: str(count) for name, count in known.items() if isinstance(count, int)}
        if figures:
            return figures
        numbers = [int(number) for number in _NUMBER.findall(str(error.get("message", "")))]
        if len(numbers) >= 2:
            return {"prompt_tokens": str(max(numbers)), "window": str(min(numbers))}
    return {}


def _retry_after(value: str | None) -> float | None:
    """Seconds to wait by a Retry-After header, which holds seconds or a date; None without one."""
    if value is None:
        return None
    if _SECONDS.fullmatch(value.strip()):
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None


def read_json_body(raw: bytes) -> Any:
    try:
        return json.loads(raw.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return None


def start_of(raw: bytes) -> str:
    return raw[: 4 * SHOWN].decode("utf-8", "replace").strip()[:SHOWN]
