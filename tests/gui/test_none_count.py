"""Calls of Qt that return nothing may go on for ever, also where None is counted (Python below 3.12)."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import docprep_gui.gui
from PySide6.QtCore import QObject
one = QObject()
for _ in range(200_000):
    one.setObjectName("x")
print("alive")
"""


def test_a_long_session_does_not_use_up_none() -> None:
    ended = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout.strip()) == (0, "alive"), ended.stderr
