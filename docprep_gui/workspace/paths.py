"""Where the program finds what ships with it, and where it keeps what it remembers."""

from __future__ import annotations

import contextlib
import os
from functools import cache
from pathlib import Path

import platformdirs

import docprep_gui


@cache
def shipped(folder: str) -> Path:
    """`rules` or `resources`: inside the installed package, or beside it in a checkout."""
    package = Path(docprep_gui.__file__).parent
    installed = package / "_data" / folder
    return installed if installed.is_dir() else package.parent / folder


def home() -> Path:
    """The folder of what is remembered, whether it is there or not. DOCPREP_HOME overrides it."""
    chosen = os.environ.get("DOCPREP_HOME")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("DocPrep", appauthor=False))


def remembered() -> Path:
    """The folder for settings, the queue and the session, made when missing. Where it cannot be made, nothing is
    remembered: whoever keeps something there is ready for that."""
    folder = home()
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def remade() -> Path:
    """The folder of what can be made again, whether it is there or not; inside DOCPREP_HOME where that is set."""
    chosen = os.environ.get("DOCPREP_HOME")
    return Path(chosen) / "cache" if chosen else Path(platformdirs.user_cache_dir("DocPrep", appauthor=False))
