"""What every test gets: a home of its own, English, and no screen unless it asks for one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("DOCPREP_LANG", "en")

SHARED = Path(__file__).parent.parent.parent / "shared"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the program remembers goes here, not into the home of whoever runs the tests."""
    folder = tmp_path / "home"
    monkeypatch.setenv("DOCPREP_HOME", str(folder))
    return folder


@pytest.fixture
def shared() -> Path:
    """The folder of real documents beside the project; the test is skipped where it is missing."""
    if not SHARED.is_dir():
        pytest.skip("the folder of real documents is not here")
    return SHARED
