"""What this machine can carry: memory and processors."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path


class _MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX of the Windows API."""

    _fields_ = (
        ("length", ctypes.c_ulong), ("load", ctypes.c_ulong), ("total", ctypes.c_ulonglong),
        ("available", ctypes.c_ulonglong), ("total_page", ctypes.c_ulonglong), ("available_page", ctypes.c_ulonglong),
        ("total_virtual", ctypes.c_ulonglong), ("available_virtual", ctypes.c_ulonglong),
        ("available_extended", ctypes.c_ulonglong),
    )  # fmt: skip


def free_memory() -> int | None:
    """Bytes that a new program may take without others having to make room; None where the system does not tell.
    macOS tells only how much there is in all: three quarters of that."""
    if sys.platform == "win32":
        status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
        if not ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
            return None
        return int(status.available)
    try:
        for line in Path("/proc/meminfo").read_text("ascii").splitlines():
            name, _, rest = line.partition(":")
            if name == "MemAvailable":
                return int(rest.split()[0]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4
    except (OSError, ValueError):
        return None


def model_threads() -> int:
    """Threads for a language model of the user's own: most processors, since nobody else needs them while it is
    waited for; more than eight gain nothing, as memory is then what it waits for."""
    return max(1, min(8, (os.cpu_count() or 2) - 1))
