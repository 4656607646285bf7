"""What is remembered between starts: open files, columns left out of them, switched-off rules, the chosen language
model, settings. No document text."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from docprep_gui.workspace import settings
from docprep_gui.workspace.choices import EndpointChoice
from docprep_gui.workspace.settings import SettingValue

Columns = frozenset[tuple[str, str]]
"""(sheet, letters) of columns of one file; a file without sheets has "" for theirs."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """`files`: (path, name) of what was open; `disabled`: (pack, rule) of the rules that were off; `window` of the
    chosen language model, in tokens; `model_chosen`: it was chosen, and is not merely what there is at first.
    `recent`: paths of files and folders that were opened, the last first; `settings`: overrides of the defaults.
    `columns`: (sheet, letters) of the columns that are left out, by the path of their file."""

    files: tuple[tuple[str, str], ...] = ()
    disabled: frozenset[tuple[str, str]] = frozenset()
    endpoint: EndpointChoice = field(default_factory=EndpointChoice)
    window: int | None = None
    model_chosen: bool = False
    recent: tuple[str, ...] = ()
    settings: Mapping[str, SettingValue] = field(default_factory=dict)
    columns: Mapping[str, Columns] = field(default_factory=dict)


class Memory:
    """A JSON file in a folder of the program's own. A file that cannot be understood counts as absent."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / "session.json"

    def load(self) -> Remembered:
        try:
            return _from_json(json.loads(self._path.read_bytes().decode("utf-8", "surrogatepass")))
        except (OSError, ValueError, KeyError, TypeError):
            return Remembered()

    def save(self, state: Remembered) -> None:
        """Replaces the file in one step, so that a kill leaves the old or the new one. Where it cannot be written (a
        full disk, a folder that is gone) the old one stays: that must end neither the work nor the way out."""
        body = {"files": state.files, "disabled": sorted(state.disabled), "endpoint": asdict(state.endpoint),
                "window": state.window, "model_chosen": state.model_chosen, "recent": state.recent,
                "settings": dict(state.settings),
                "columns": {path: sorted(columns) for path, columns in state.columns.items()}}
        # A name that is no UTF-8 comes as lone surrogates.
        data = json.dumps(body, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")
        part = self._path.with_suffix(".part")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            part.write_bytes(data)
            part.replace(self._path)
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)


def _from_json(body: Mapping[str, Any]) -> Remembered:
    return Remembered(
        files=tuple((str(path), str(name)) for path, name in body["files"]),
        disabled=frozenset((str(pack), str(rule)) for pack, rule in body["disabled"]),
        endpoint=EndpointChoice(**body["endpoint"]),
        window=None if body.get("window") is None else int(body["window"]),
        model_chosen=bool(body.get("model_chosen")),
        recent=tuple(map(str, body.get("recent", ()))),
        settings=settings.remembered(body.get("settings", {})).values,
        columns={str(path): frozenset((str(sheet), str(letters)) for sheet, letters in columns)
                 for path, columns in body.get("columns", {}).items()},
    )
