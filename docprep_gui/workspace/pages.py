"""Pictures of pages, drawn in a process of their own, which costs nothing until the first page is asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import TimeoutError as FutureTimeout
from typing import TYPE_CHECKING, Protocol, TypeVar

from docprep_gui.workspace import limits, page_worker
from docprep_gui.workspace.page_worker import (
    PageError,
    PageFile,
    PartRequest,
    Picture,
    PictureRequest,
    SignsRequest,
    spread,
)

if TYPE_CHECKING:
    from pebble import ProcessPool

__all__ = ["PageError", "PageFile", "PageRenderer", "PartRequest", "Picture", "PictureRequest", "Renderer",
           "SignsRequest", "spread"]

R = TypeVar("R")
T = TypeVar("T")
PAGE_SECONDS = 20.0
PAGE_BYTES = 1024 * 1024 * 1024


class Renderer(Protocol):
    """Draws pages. Its calls block; PageError says what cannot be shown."""

    def warm(self) -> None:
        """A page will be asked for soon."""

    def keep_only(self, hashes: frozenset[str]) -> None:
        """Only files with these hashes are open now."""

    def picture(self, request: PictureRequest) -> Picture: ...

    def part(self, request: PartRequest) -> Picture:
        """A picture inside a file."""

    def signs(self, request: SignsRequest) -> bytes:
        """Boxes of all characters of the lines: x0, y0, x1, y1 as 32-bit floats."""


class PageRenderer:
    """One process. A page that takes more than `seconds` of the processor, or `patience` times as long by the clock, or
    needs more than `memory` bytes, is given up; the next one gets a fresh process. Calls are made from the threads of a
    face's executor."""

    def __init__(self, seconds: float = PAGE_SECONDS, memory: int = PAGE_BYTES,
                 patience: float = limits.PATIENCE) -> None:
        self._seconds, self._memory, self._patience = seconds, memory, patience
        self._made: ProcessPool | None = None
        self._closed = False
        self._guard = threading.Lock()

    def _pool(self) -> ProcessPool:
        import multiprocessing

        from pebble import ProcessPool

        with self._guard:
            if self._closed:
                raise PageError("page_slow")
            if self._made is None:
                self._made = ProcessPool(1, context=multiprocessing.get_context("spawn"), initializer=limits.begin,
                                         initargs=(self._memory,))
            return self._made

    def warm(self) -> None:
        """Starts the process, which takes a second."""
        self._pool().schedule(page_worker.warm)

    def keep_only(self, hashes: frozenset[str]) -> None:
        if self._made is not None:
            self._call(page_worker.keep_only, hashes)

    def picture(self, request: PictureRequest) -> Picture:
        return self._call(page_worker.draw, request)

    def part(self, request: PartRequest) -> Picture:
        return self._call(page_worker.draw_part, request)

    def signs(self, request: SignsRequest) -> bytes:
        return self._call(page_worker.signs, request)

    def _call(self, work: Callable[[R], T], request: R) -> T:
        from pebble import ProcessExpired

        try:
            future = self._pool().schedule(limits.within, args=[self._seconds, work, request],
                                           timeout=self._seconds * self._patience)
            result: T = future.result()
        except FutureTimeout:
            raise PageError("page_slow") from None
        except (ProcessExpired, MemoryError) as error:
            slow = isinstance(error, ProcessExpired) and limits.ran_out(error.exitcode)
            raise PageError("page_slow" if slow else "page_damaged") from None
        return result

    def close(self) -> None:
        with self._guard:
            self._closed = True
            made = self._made
        if made is not None:
            made.stop()  # type: ignore[no-untyped-call]  # pebble declares it without types
            made.join()
