"""The sample documents that ship with the program."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from docprep_gui.workspace import paths


@cache
def sample(language: str) -> Path | None:
    """The sample contract in a language (Chinese ones have a Chinese name), else any; None where none is there."""
    found = sorted((paths.shipped("resources") / "samples").glob("*.docx"))
    wanted = [path for path in found if path.stem.isascii() == (language == "en")]
    return next(iter(wanted or found), None)
