"""Worker processes that read files, so that a file that crashes, hangs or swells costs that file only."""

from __future__ import annotations

import gc
import os
import pickle
import sys
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from docprep_gui.domain import collecting
from docprep_gui.domain.errors import DocPrepError, FileError
from docprep_gui.parsing.ocr import FAILED, Reading
from docprep_gui.workspace import limits
from docprep_gui.workspace.pipeline import Prepared, Request, prepare
from docprep_gui.workspace.recognition import PictureRequest, read_picture

if TYPE_CHECKING:
    from pebble import ProcessPool

_SWELLED = 78
"""Exit code of a reading process that ran out of memory."""
FILE_SECONDS = 60.0
"""Of the processor, as all times here; see `limits`."""
PICTURE_SECONDS = 240.0
"""All threads together."""
FILE_BYTES = 1536 * 1024 * 1024
_NICE = 5


def worker_count() -> int:
    """One less than the processors, at least one."""
    return max(1, (os.cpu_count() or 2) - 1)


def _prepare(request: Request) -> bytes:
    """The outcome pickled: a pool holds on to what came of the last task while the next one runs, and a document takes
    many times the room of its pickle."""
    try:
        prepared = prepare(request)
        with collecting.put_off():
            return pickle.dumps(prepared, pickle.HIGHEST_PROTOCOL)
    except DocPrepError:
        raise
    except MemoryError:
        # What files before have left may be to blame, and what this one left would be to blame for the next.
        os._exit(_SWELLED)
    except Exception as error:  # noqa: BLE001
        # A fault of a reader that nobody foresaw costs this file, not the run.
        fault = FileError("crashed", reason=f"{type(error).__name__}: {error}")
    # Raised out here, so that it does not hold on to what was made until then: the next file needs the room.
    gc.collect()
    raise fault


def _begin_pictures(limit: int, polite: bool) -> None:
    """As `limits.begin`; `polite`: behind everything else, since reading pictures takes all processors for minutes."""
    limits.begin(limit)
    if polite and sys.platform != "win32":
        os.nice(_NICE)


def _nothing() -> None:
    """Imports of this module are what a new worker needs time for."""


class Workers:
    """A pool of reading processes. Its calls block and are made from the threads of a face's executor.

    `start_method`: "spawn" beside a window or threads, "fork" where the process has neither and starts at once.
    `seconds`, `picture_seconds`: of the processor, for a file and for a picture; `patience`: how much longer they may
    take by the clock.
    """

    def __init__(self, count: int | None = None, start_method: Literal["spawn", "fork", "forkserver"] = "spawn",
                 seconds: float = FILE_SECONDS, memory: int = FILE_BYTES,
                 picture_seconds: float = PICTURE_SECONDS, patience: float = limits.PATIENCE,
                 polite: bool = False) -> None:
        self.count = count or worker_count()
        self._seconds = seconds
        self._picture_seconds = picture_seconds
        self._patience = patience
        self._polite = polite
        self._start_method = start_method
        self._memory = memory
        self._made: ProcessPool | None = None
        self._made_for_pictures: ProcessPool | None = None
        self._guard = threading.Lock()
        self._under_way: dict[int, Future[bytes]] = {}

    @property
    def _pool(self) -> ProcessPool:
        """Made for the first file: an empty window needs none, and importing it takes long."""
        import multiprocessing

        from pebble import ProcessPool

        with self._guard:
            if self._made is None:
                self._made = ProcessPool(self.count, context=multiprocessing.get_context(self._start_method),
                                         initializer=limits.begin, initargs=(self._memory,))
            return self._made

    @property
    def _pictures(self) -> ProcessPool:
        """One process for all pictures, so that files go on being read beside it, and the engine is there once."""
        import multiprocessing

        from pebble import ProcessPool

        with self._guard:
            if self._made_for_pictures is None:
                self._made_for_pictures = ProcessPool(1, context=multiprocessing.get_context(self._start_method),
                                                      initializer=_begin_pictures,
                                                      initargs=(self._memory, self._polite))
            return self._made_for_pictures

    def warm(self) -> None:
        """Starts the processes before the first file comes."""
        for _ in range(self.count):
            self._pool.schedule(_nothing)

    def prepare(self, request: Request) -> Prepared:
        """FileError: those of reading, and timeout, crashed, too_large. SettingError as `pipeline.prepare`.
        CancelledError where it was given up."""
        packed = self._call(_prepare, request)
        with collecting.put_off():
            prepared: Prepared = pickle.loads(packed)
        collecting.count_as_old()  # there is no cycle in it, and the window would look for one
        return prepared

    def give_up(self, request: Request) -> None:
        """Nobody waits for this file any more: the process that reads it is ended, so that the next need not wait."""
        future = self._under_way.get(id(request))
        if future is not None:
            future.cancel()

    def recognise(self, request: PictureRequest) -> Reading:
        """What is read in a picture; one that takes longer than its limit, or breaks the engine, is given up
        (`Reading.failed`) and costs itself alone."""
        try:
            seconds = self._picture_seconds
            future = self._pictures.schedule(limits.within, args=[seconds, read_picture, request],
                                             timeout=seconds * self._patience)
            result: Reading = future.result()
        except Exception:  # noqa: BLE001  whatever a picture does to the engine
            return FAILED
        return result

    def _call(self, work: Callable[[Request], bytes], request: Request) -> bytes:
        from pebble import ProcessExpired

        seconds = self._seconds
        asked = id(request)
        # A second time in a process of its own: another file may have left too little room, and a file that ends its
        # process may be one that can be read with care.
        for again in (False, True):
            try:
                future = self._under_way[asked] = self._pool.schedule(
                    limits.within, args=[seconds, work, request], timeout=seconds * self._patience)
                return future.result()
            except (CancelledError, DocPrepError):
                raise
            except FutureTimeout:
                raise FileError("timeout", seconds=f"{seconds * self._patience:.0f}") from None
            except MemoryError:  # too little was left to hand over the outcome
                break
            except ProcessExpired as error:
                if limits.ran_out(error.exitcode):
                    raise FileError("timeout", seconds=f"{seconds:.0f}") from None
                if error.exitcode != _SWELLED:
                    if again:
                        raise FileError("crashed", code=str(error.exitcode)) from None
                    request = replace(request, careful=True)
            except Exception as error:  # no process can be started, or what it says cannot be taken in
                raise FileError("crashed", reason=f"{type(error).__name__}: {error}") from error
            finally:
                self._under_way.pop(asked, None)
        raise FileError("too_large", limit=f"{self._memory / 1e9:.1f} GB")

    def close(self) -> None:
        for pool in (self._made, self._made_for_pictures):
            if pool is not None:
                pool.stop()  # type: ignore[no-untyped-call]  # pebble declares it without types
                pool.join()
