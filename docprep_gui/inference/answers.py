"""What a language model wrote, read as text or as a JSON value. Pure."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from docprep_gui.domain.errors import EndpointError

_OPEN_THOUGHT = re.compile(r"\s*<(think|thinking|thought)>", re.IGNORECASE)
_END_OF_THOUGHT = re.compile(r"</(?:think|thinking|thought)>", re.IGNORECASE)
_FENCE = re.compile(r"```[A-Za-z0-9_+-]*[ \t]*\r?\n(.*?)```", re.DOTALL)
_LIKE_AN_OBJECT = re.compile(r"""\{\s*["'}]|\[\s*[{"'\[]""")
_CLOSES = re.compile(r"\s*[}\]]")
_HALF = re.compile("[\ud800-\udfff]")
_SHOWN = 200
# A model that got stuck may write brackets without end; each start costs a pass over the rest.
_STARTS_TRIED = 200


def whole_signs(value: Any) -> Any:
    """A text, or a JSON value, without halves of characters: two that belong together become one, a lone one (models
    stop in the middle of an emoji) U+FFFD, since no encoding takes it."""
    if isinstance(value, str):
        if not _HALF.search(value):
            return value
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {whole_signs(name): whole_signs(inner) for name, inner in value.items()}
    return [whole_signs(inner) for inner in value] if isinstance(value, list) else value


def without_thoughts(text: str) -> str:
    """The answer without the reasoning that some models write in front of it, blanks at the ends left out.

    A thought that never ends is all there is: "". Some chat templates open the thought in the prompt, so that the
    answer holds its end alone. Such words further inside are part of the answer.
    """
    while opened := _OPEN_THOUGHT.match(text):
        ended = _END_OF_THOUGHT.search(text, opened.end())
        if ended is None:
            return ""
        text = text[ended.end() :]
    first = _END_OF_THOUGHT.search(text)
    if first is not None and "<th" not in text[: first.start()].lower() and not text.lstrip().startswith(("{", "[")):
        text = text[first.end() :]
    return text.strip()


def read_json(text: str) -> Any:
    """The JSON object or list that an answer holds: bare, in a code fence, or between sentences; commas before a
    closing bracket are forgiven. Of several values the first one, never parts of two.

    Raises EndpointError("bad_json") with `body`, the start of the answer.
    """
    text = without_thoughts(text)
    for whole in (text, *(match[1] for match in _FENCE.finditer(text))):
        value = _loads(whole.strip())
        if isinstance(value, dict | list):
            return value
    return _first_value(text)


def _first_value(text: str) -> Any:
    at = 0
    for _ in range(_STARTS_TRIED):
        at = _next_bracket(text, at)
        if at == len(text):
            break
        end = _balanced(text, at)
        like = _LIKE_AN_OBJECT.match(text, at) is not None
        if end is None:
            # Cut off in the middle: what stands inside is a part of the answer, not the answer.
            if like:
                break
            at += 1
            continue
        value = _loads(text[at:end])
        if isinstance(value, dict) or (like and isinstance(value, list)):
            return value
        if like:
            break
        at = end
    raise EndpointError("bad_json", body=text[:_SHOWN])


def _next_bracket(text: str, start: int) -> int:
    found = [place for place in (text.find("{", start), text.find("[", start)) if place >= 0]
    return min(found, default=len(text))


def _balanced(text: str, start: int) -> int | None:
    """The end of the bracketed stretch that begins at `start`, strings skipped; None if it never closes."""
    depth, quoted, i = 0, False, start
    while i < len(text):
        sign = text[i]
        if quoted:
            if sign == "\\":
                i += 1
            elif sign == '"':
                quoted = False
        elif sign == '"':
            quoted = True
        elif sign in "{[":
            depth += 1
        elif sign in "}]":
            depth -= 1
            if depth == 0:
                return i + 1
        i += 1
    return None


def _loads(text: str) -> Any:
    """The value of a JSON text, None if it is none. Line breaks inside strings are let through."""
    for candidate in (text, _without_trailing_commas(text)):
        try:
            return whole_signs(json.loads(candidate, strict=False, parse_constant=_no_constant))
        except (ValueError, RecursionError):
            continue
    return None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _without_trailing_commas(text: str) -> str:
    kept: list[str] = []
    quoted, i = False, 0
    while i < len(text):
        sign = text[i]
        if quoted and sign == "\\":
            kept.append(text[i : i + 2])
            i += 2
            continue
        if sign == '"':
            quoted = not quoted
        elif sign == "," and not quoted and _CLOSES.match(text, i + 1):
            i += 1
            continue
        kept.append(sign)
        i += 1
    return "".join(kept)
