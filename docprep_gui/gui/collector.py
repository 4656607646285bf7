"""Python's cycle collector, kept to the main thread.

Left to itself it runs in whichever thread allocates; in a thread of the pool it may destroy an object of Qt that lives
on the main thread, and a timer of that object then fires into nothing. And while many files come in it would walk
through all documents again and again, which the window feels.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

_EVERY_MS = 1000
_YOUNG = 700


class Collector(QObject):
    """Collects on the main thread from now on. `busy`: files are being read; their documents hold no cycles and are
    freed without the collector, so that they are taken out of its sight when the reading is done."""

    def __init__(self, busy: Callable[[], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._busy = busy
        self._was_busy = False
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(_EVERY_MS)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        if self._busy():
            self._was_busy = True
            return
        if self._was_busy:
            self._was_busy = False
            gc.collect(0)
            gc.freeze()
        elif gc.get_count()[0] > _YOUNG:
            gc.collect(1)

    def close(self) -> None:
        """Hands collecting back to Python."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()
