"""The window's one executor: work in a QThreadPool, results on the main thread. The only file with threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, QTimer, Signal, Slot

T = TypeVar("T")


class _Work(QRunnable):
    def __init__(self, run: Callable[[], None]) -> None:
        super().__init__()
        self._run = run

    def run(self) -> None:
        self._run()


class QtExecutor(QObject):
    """An Executor over a pool of its own. Made and closed on the main thread."""

    _posted = Signal(object)

    def __init__(self, threads: int = 8, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(threads)
        self._closed = False
        self._posted.connect(self._call, Qt.ConnectionType.QueuedConnection)

    @Slot(object)
    def _call(self, call: Callable[[], None]) -> None:
        if not self._closed:
            call()

    def submit(self, work: Callable[[], T], done: Callable[[Future[T]], None]) -> None:
        def run() -> None:
            future: Future[T] = Future()
            try:
                future.set_result(work())
            except BaseException as error:  # noqa: BLE001  failure travels like success
                future.set_exception(error)
            self.post(lambda: done(future))

        self._pool.start(_Work(run))

    def post(self, call: Callable[[], None]) -> None:
        if not self._closed:
            self._posted.emit(call)

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        QTimer.singleShot(max(0, round(seconds * 1000)), self, lambda: self._call(call))

    def close(self, wait_ms: int = 2000) -> None:
        """No result is delivered from now on; waits for running work that long."""
        self._closed = True
        self._pool.clear()
        self._pool.waitForDone(wait_ms)
