"""Server-sent events as model servers write them, from bytes cut anywhere. Pure.

After the "Event stream interpretation" of the WHATWG HTML standard, made tolerant of what servers do: events that no
blank line parts, a missing one at the end, JSON lines without a field name, and an `error` field.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from typing import Any

DONE = object()


class BadEventError(ValueError):
    """An event whose data is no JSON; `args[0]` is the data."""


class Parser:
    """Feed it bytes; it gives back the JSON value of each finished event, and DONE for the end mark."""

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[str] = []
        self._event = ""

    def feed(self, piece: bytes) -> Iterator[Any]:
        """BadEventError: what came is broken, and so is the stream."""
        self._rest += piece
        lines = self._rest.splitlines(keepends=True)
        # The last line may go on; a carriage return at the end may be half of a line end.
        self._rest = lines.pop() if lines and not lines[-1].endswith(b"\n") else b""
        for line in lines:
            yield from self._line(line)

    def close(self) -> Iterator[Any]:
        """The events that nothing ended but the end of the stream."""
        rest, self._rest = self._rest, b""
        if rest:
            yield from self._line(rest)
        yield from self._line(b"")

    def _line(self, raw: bytes) -> Iterator[Any]:
        line = raw.removeprefix(codecs.BOM_UTF8).decode("utf-8", "replace").rstrip("\r\n")
        if not line:
            data, self._data, event, self._event = "\n".join(self._data), [], self._event, ""
            if data.strip():
                yield _value(data, event)
            return
        if line.startswith("{"):
            name, value = "data", line
        else:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
        if name == "event":
            self._event = value
        elif name == "error":
            yield _value(value, "error")
        elif name == "data":
            self._data.append(value)
            try:
                whole = _value("\n".join(self._data), self._event)
            except BadEventError:
                return  # it goes on in the next line, or the end of the event will tell
            self._data = []
            yield whole


def _value(data: str, event: str) -> Any:
    if data.strip() == "[DONE]":
        return DONE
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        if event != "error":
            raise BadEventError(data) from error
        value = {"message": data}
    if event == "error" and not (isinstance(value, dict) and "error" in value):
        return {"error": value}
    return value
