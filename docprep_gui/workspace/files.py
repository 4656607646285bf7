"""From what a person drops to the files meant."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from docprep_gui.export.write import RESULTS

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_STRAY = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class FoundFile:
    """`name` is the path below what was dropped, with forward slashes; of a file dropped by itself its name."""

    path: Path
    name: str


JOURNAL = "queue.sqlite3"
"""The queue's file in a folder of results."""
_RESULTS = frozenset({*RESULTS, JOURNAL, f"{JOURNAL}-wal", f"{JOURNAL}-shm"})


def readable(name: str) -> str:
    """A file's name as one line of text that every encoding takes. Names that are not UTF-8, which Linux has, are
    mostly Chinese ones of older systems."""
    if _STRAY.search(name):
        raw = name.encode("utf-8", "surrogateescape")
        try:
            name = raw.decode("gb18030")
        except UnicodeDecodeError:
            name = raw.decode("utf-8", "replace")
    return _CONTROL.sub("\ufffd", name)


def walk(paths: Iterable[Path]) -> list[FoundFile]:
    """Files in order of path, folders walked through; hidden files and folders (a dot in front) and links to
    folders are left out, and so is what a run of this program has left. A path that does not exist is kept: reading
    it says so."""
    found: dict[Path, FoundFile] = {}
    for path in paths:
        if not path.is_dir():
            found.setdefault(path.absolute(), FoundFile(path, readable(path.name)))
            continue
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            results = JOURNAL in names or ("chunks.jsonl" in names and "tasks.jsonl" in names)
            left = _RESULTS if results else frozenset()
            for name in sorted(name for name in names if not name.startswith(".") and name not in left):
                file = Path(folder, name)
                found.setdefault(file.absolute(), FoundFile(file, readable(file.relative_to(path).as_posix())))
    return list(found.values())
