"""How the command line talks: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import Any

from docprep_gui.domain.errors import DocPrepError
from docprep_gui.workspace.messages import Messages, language_of_user


@cache
def messages() -> Messages:
    return Messages(language_of_user())


def print_json(value: Any) -> None:
    """One JSON value on a line. Lone surrogates, which no encoding has, go out as escapes."""
    text = json.dumps(value, ensure_ascii=False)
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.flush()


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def complain(error: DocPrepError) -> None:
    """What is wrong and what to do, in two sentences."""
    message, hint = messages().error(error)
    say(f"{message} {hint}".strip())


class Progress:
    """A progress bar on standard error, where that is a terminal."""

    WIDTH = 32

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._last = ""

    def show(self, done: int, total: int, text: str) -> None:
        if not self._shown or not total:
            return
        filled = self.WIDTH * done // total
        line = f"[{'#' * filled}{'.' * (self.WIDTH - filled)}] {done}/{total} {text}"
        if line != self._last:
            self._last = line
            sys.stderr.write("\r\x1b[2K" + line)
            sys.stderr.flush()

    def clear(self) -> None:
        if self._shown and self._last:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
