"""From what a person drops to the files meant."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class FoundFile:
    """`name` is the path below what was dropped, with forward slashes; of a file dropped by itself its name."""

    path: Path
    name: str


def walk(paths: Iterable[Path]) -> list[FoundFile]:
    """Files in order of path, folders walked through; hidden files and folders (a dot in front) and links to
    folders are left out. A path that does not exist is kept: reading it says so."""
    found: dict[Path, FoundFile] = {}
    for path in paths:
        if not path.is_dir():
            found.setdefault(path.absolute(), FoundFile(path, path.name))
            continue
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(name for name in names if not name.startswith(".")):
                file = Path(folder, name)
                found.setdefault(file.absolute(), FoundFile(file, file.relative_to(path).as_posix()))
    return list(found.values())
