"""The command line's executor: a plain pool of threads, and a loop on the main thread that takes the results."""

from __future__ import annotations

import contextlib
import heapq
import queue
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import TypeVar

T = TypeVar("T")


class PlainExecutor:
    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="docprep")
        self._calls: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._timers: list[tuple[float, int, Callable[[], None]]] = []
        self._number = count()

    def submit(self, work: Callable[[], T], done: Callable[[Future[T]], None]) -> None:
        future = self._pool.submit(work)
        future.add_done_callback(lambda finished: self.post(partial(done, finished)))

    def post(self, call: Callable[[], None]) -> None:
        self._calls.put(call)

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        heapq.heappush(self._timers, (time.monotonic() + seconds, next(self._number), call))

    def run_until(self, finished: Callable[[], bool], tick: Callable[[], None] | None = None) -> None:
        """Runs results and timers on this thread until `finished()`; `tick` is called at least five times a second."""
        while not finished():
            now = time.monotonic()
            while self._timers and self._timers[0][0] <= now:
                heapq.heappop(self._timers)[2]()
            wait = min(0.2, self._timers[0][0] - now) if self._timers else 0.2
            with contextlib.suppress(queue.Empty):
                self._calls.get(timeout=max(0.0, wait))()
            if tick:
                tick()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
