"""What a process that reads or draws for us may take: memory, and time.

Time is that of the processor, so that a busy machine refuses no file that an idle one reads. What waits without using
the processor is ended by the clock, after `PATIENCE` times as long; so is everything where the system cannot count the
time of a process (Windows).
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

PATIENCE = 5.0
"""How much longer than its time of the processor a piece of work may take by the clock."""

P = ParamSpec("P")
T = TypeVar("T")


def begin(memory: int) -> None:
    """Runs first in such a process: no more than so many bytes (on Linux), and Ctrl+C is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))


def within(seconds: float, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Does a piece of work in a process that ends, all its threads counted, after so many seconds of the processor;
    `ran_out` then tells it by its exit code. The system ends it, whatever the interpreter is at."""
    if sys.platform == "win32":
        return work(*args, **kwargs)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return work(*args, **kwargs)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def ran_out(exitcode: int | None) -> bool:
    """Did a process end since its time of the processor was over?"""
    return sys.platform != "win32" and exitcode == -signal.SIGPROF
