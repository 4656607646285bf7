"""Worker processes that read files, so that a file that crashes, hangs or swells costs that file only."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Literal, TypeVar

from pebble import ProcessExpired, ProcessPool

from docprep_gui.domain.errors import DocPrepError, FileError
from docprep_gui.workspace.pipeline import Prepared, Request, prepare

T = TypeVar("T")
FILE_SECONDS = 60.0
FILE_BYTES = 1536 * 1024 * 1024


def worker_count() -> int:
    """One less than the processors, at least one."""
    return max(1, (os.cpu_count() or 2) - 1)


def _begin(limit: int) -> None:
    """Runs first in each worker: no more memory than `limit` bytes, and Ctrl+C is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def _prepare(request: Request) -> Prepared:
    try:
        return prepare(request)
    except DocPrepError:
        raise
    except MemoryError:
        raise FileError("too_large", limit=f"{FILE_BYTES / 1e9:.1f} GB") from None
    except Exception as error:
        # A fault of a reader that nobody foresaw costs this file, not the run.
        raise FileError("crashed", reason=f"{type(error).__name__}: {error}") from error


def _nothing() -> None:
    """Imports of this module are what a new worker needs time for."""


class Workers:
    """A pool of reading processes. Its calls block and are made from the threads of a face's executor.

    `start_method`: "spawn" beside a window or threads, "fork" where the process has neither and starts at once.
    """

    def __init__(self, count: int | None = None, start_method: Literal["spawn", "fork", "forkserver"] = "spawn",
                 seconds: float = FILE_SECONDS, memory: int = FILE_BYTES) -> None:
        self.count = count or worker_count()
        self._seconds = seconds
        self._pool = ProcessPool(self.count, context=multiprocessing.get_context(start_method),
                                 initializer=_begin, initargs=(memory,))

    def warm(self) -> None:
        """Starts the processes before the first file comes."""
        for _ in range(self.count):
            self._pool.schedule(_nothing)

    def prepare(self, request: Request) -> Prepared:
        """FileError: those of reading, and timeout, crashed, too_large. SettingError as `pipeline.prepare`."""
        return self._call(_prepare, request)

    def _call(self, work: Callable[[Request], T], request: Request) -> T:
        future = self._pool.schedule(work, args=[request], timeout=self._seconds)
        try:
            result: T = future.result()
        except FutureTimeout:
            raise FileError("timeout", seconds=f"{self._seconds:.0f}") from None
        except ProcessExpired as error:
            raise FileError("crashed", code=str(error.exitcode)) from None
        return result

    def close(self) -> None:
        self._pool.stop()  # type: ignore[no-untyped-call]  # pebble declares it without types
        self._pool.join()
