"""How long the event loop was not free: a timer of 5 ms, and the longest time between two of its ticks."""

from __future__ import annotations

from time import perf_counter

from PySide6.QtCore import QObject, Qt, QTimer


class Ticks(QObject):
    """Counts while it lives between `start` and `stop`."""

    def __init__(self, interval_ms: int = 5) -> None:
        super().__init__()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(interval_ms)
        self._timer.timeout.connect(self._tick)
        self._last = 0.0
        self.gaps: list[float] = []

    def start(self) -> None:
        self.gaps.clear()
        self._last = perf_counter()
        self._timer.start()

    def _tick(self) -> None:
        now = perf_counter()
        self.gaps.append(now - self._last)
        self._last = now

    def stop(self) -> float:
        """The longest gap in milliseconds."""
        self._timer.stop()
        self._tick()
        return max(self.gaps) * 1000
