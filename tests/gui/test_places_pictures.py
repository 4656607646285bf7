"""Every place in every state is painted in both languages, light and dark, at 100 % and 200 %. The pictures go to the
folder that DOCPREP_PICTURES names, for people to look at; what a person is not needed for is asserted here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
STATES = ("empty", "documents-contract", "documents-workbook", "documents-slides", "documents-pdf", "documents-aside",
          "rules", "run-before", "run-during", "run-after", "results")


@pytest.mark.parametrize("scale", [1, 2])
def test_pictures_of_every_place(scale: int, tmp_path: Path) -> None:
    """Both languages at the same time."""
    folder = Path(os.environ.get("DOCPREP_PICTURES") or tmp_path / "pictures")
    folder.mkdir(parents=True, exist_ok=True)
    painters = {}
    for language in ("zh", "en"):
        work = tmp_path / language
        work.mkdir()
        environment = {**os.environ, "DOCPREP_HOME": str(work / "home"), "DOCPREP_LANG": language,
                       "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": str(scale), "PYTHONIOENCODING": "utf-8"}
        painters[language] = subprocess.Popen(
            [sys.executable, "-m", "tests.gui.pictures", language, str(folder), str(work)], cwd=ROOT, env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")
    try:
        for language, painter in painters.items():
            said, wrong = painter.communicate(timeout=180)
            assert painter.returncode == 0, wrong
            faults = json.loads(said)
            assert not faults, "\n".join((language, *faults))
            for state in STATES:
                for scheme in ("light", "dark"):
                    assert (folder / f"{state}-{language}-{scheme}-{scale * 100}.png").stat().st_size > 10_000
    finally:
        for painter in painters.values():
            painter.kill()
            painter.communicate()
