"""A fault that nobody foresaw is written down and told of, in the program as it starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from docprep_gui.gui.faults import LARGEST, Faults

ROOT = Path(__file__).parent.parent.parent
PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from docprep_gui.gui import app
from docprep_gui.gui.window import MainWindow

def shown():
    return next((one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow)), None)

def look():
    window = shown()
    if window is None or not window.isVisible():
        QTimer.singleShot(10, look)
    elif "faults.log" in window.status.place.text():
        print(window.status.place.text(), flush=True)
        window.close()
    else:
        QTimer.singleShot(10, look)
        raise LookupError("nobody foresaw this")

application = app.make_app()
QTimer.singleShot(0, look)
sys.exit(app.run())
"""


@pytest.mark.parametrize(("language", "said"), [("zh", "出了问题"), ("en", "went wrong")])
def test_a_fault_in_what_a_click_calls_is_written_down_and_told_of(tmp_path: Path, language: str, said: str) -> None:
    environment = {**os.environ, "DOCPREP_HOME": str(tmp_path), "DOCPREP_LANG": language,
                   "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, env=environment, capture_output=True,
                          encoding="utf-8", timeout=120, check=True)
    assert said in done.stdout
    assert str(tmp_path / "faults.log") in done.stdout
    written = (tmp_path / "faults.log").read_text("utf-8")
    assert written.startswith("20")
    assert "LookupError: nobody foresaw this" in written
    assert "in look" in written


def test_the_file_does_not_grow_without_end(tmp_path: Path) -> None:
    told: list[Path] = []
    path = tmp_path / "faults.log"
    path.write_bytes(b"x" * (LARGEST + 1))
    fault = ValueError("\ud800 cannot be written as it is")
    Faults(path, told.append)(type(fault), fault, None)
    assert told == [path]
    assert path.stat().st_size < 1000
    assert (tmp_path / "faults.old.log").stat().st_size == LARGEST + 1


def test_what_cannot_be_written_down_is_told_of_all_the_same(tmp_path: Path) -> None:
    told: list[Path] = []
    fault = ValueError("x")
    Faults(tmp_path / "no folder" / "faults.log", told.append)(type(fault), fault, None)
    assert told


def test_the_end_of_the_program_is_no_fault(tmp_path: Path) -> None:
    told: list[Path] = []
    Faults(tmp_path / "faults.log", told.append)(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert not told
    assert not (tmp_path / "faults.log").exists()
