"""Rule packs on disk: what was published, every earlier version, and drafts that are under way.

    rules/PACK.yaml                          published
    rules/history/PACK/TIME-VERSION.yaml     every text that ever was, TIME in UTC
    rules/drafts/PACK.yaml                   not yet published
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from docprep_gui.workspace.packs import is_name

_FILE = re.compile(r"(\d{8}T\d{6})-([0-9a-f]{8})\.yaml")
_TIME = "%Y%m%dT%H%M%S"


@dataclass(frozen=True, slots=True)
class Version:
    """`at` None: it ships with the program."""

    version: str
    path: Path
    at: datetime | None


class PackStore:
    """Files of one folder. What cannot be read counts as absent; OSError where it cannot be written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    # --- drafts -----------------------------------------------------------------------------------------
    def drafts(self) -> dict[str, str]:
        """Pack to text."""
        found = {}
        for path in sorted((self._folder / "drafts").glob("*.yaml")):
            if is_name(path.stem):
                try:
                    found[path.stem] = path.read_text("utf-8")
                except (OSError, ValueError):
                    continue
        return found

    def keep_draft(self, pack: str, text: str) -> None:
        _write(self._folder / "drafts" / f"{pack}.yaml", text)

    def drop_draft(self, pack: str) -> None:
        (self._folder / "drafts" / f"{pack}.yaml").unlink(missing_ok=True)

    # --- versions ---------------------------------------------------------------------------------------
    def publish(self, pack: str, text: str, version: str, at: datetime) -> None:
        """Keeps the text as a version, and as what speaks from now on."""
        self.keep_version(pack, text, version, at)
        _write(self._folder / f"{pack}.yaml", text)

    def keep_version(self, pack: str, text: str, version: str, at: datetime) -> None:
        _write(self._folder / "history" / pack / f"{at.astimezone(UTC).strftime(_TIME)}-{version}.yaml", text)

    def versions(self, pack: str) -> list[Version]:
        """The latest first."""
        found = []
        for path in sorted((self._folder / "history" / pack).glob("*.yaml"), reverse=True):
            named = _FILE.fullmatch(path.name)
            if named:
                found.append(Version(named[2], path, datetime.strptime(named[1], _TIME).replace(tzinfo=UTC)))
        return found


def _write(path: Path, text: str) -> None:
    """In one step, so that a kill leaves the old or the new text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_bytes(text.encode("utf-8", "replace"))
    part.replace(path)
