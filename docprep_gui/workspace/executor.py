"""What the workspace needs of a face to do things in the background."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol, TypeVar

T = TypeVar("T")


class Executor(Protocol):
    """Work goes to a thread of the face's pool, results come back on the main thread. Failure travels like success:
    `done` gets a finished future, whose `result()` gives the value or raises what `work` raised."""

    def submit(self, work: Callable[[], T], done: Callable[[Future[T]], None]) -> None: ...

    def post(self, call: Callable[[], None]) -> None:
        """Runs `call` on the main thread soon. May be called from any thread."""

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Runs `call` on the main thread after that time. Called from the main thread."""
