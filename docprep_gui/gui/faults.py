"""Faults of the program that nobody foresaw: written down and told of. Without this, what a click calls would fail in
silence, since a window has no terminal."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType

LARGEST = 1_000_000
"""From so many bytes on the file is begun anew, and the one before is kept."""


class Faults:
    """A `sys.excepthook`. `path`: of the file that faults are appended to; `tell` is called with it after each."""

    def __init__(self, path: Path, tell: Callable[[Path], None]) -> None:
        self._path = path
        self._tell = tell

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, error, trace)
        if not issubclass(kind, Exception):
            return
        with suppress(OSError):
            if self._path.exists() and self._path.stat().st_size > LARGEST:
                self._path.replace(self._path.with_suffix(".old.log"))
            with self._path.open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(f"{datetime.now().astimezone().isoformat(timespec='seconds')}\n")
                file.writelines(traceback.format_exception(kind, error, trace))
        self._tell(self._path)
