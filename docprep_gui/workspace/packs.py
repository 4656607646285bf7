"""The rule packs that are there: those that ship with the program, and files that a person names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from docprep_gui.domain.errors import DocPrepError
from docprep_gui.parsing import encodings
from docprep_gui.rules.pack import Pack, load
from docprep_gui.workspace.paths import shipped

SENSITIVE = "sensitive"


def shipped_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in shipped("rules").glob("*.yaml")))


def path_of(name: str) -> Path:
    """Of a pack that ships with the program, by name; anything else is a path."""
    own = shipped("rules") / f"{name}.yaml"
    return own if own.is_file() else Path(name)


def read(path: Path) -> str:
    """The text of a pack, in whatever encoding. DocPrepError "unknown_pack" when the file is not there."""
    try:
        data = path.read_bytes()
        try:
            return data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError:
            decoded = encodings.decode(data)
            return decoded.text.replace("\r\n", "\n") if decoded else data.decode("utf-8", "replace")
    except OSError:
        raise DocPrepError("unknown_pack", pack=str(path), known=", ".join(shipped_names())) from None


def find(name: str) -> Pack:
    """By name or path. RulesError with all faults."""
    path = path_of(name)
    return load(read(path), path.stem)


def choose(names: Iterable[str], masking: bool) -> tuple[Pack, ...]:
    """The named packs in that order, with the pack that marks what is sensitive unless it is turned off."""
    wanted = list(names)
    if masking and SENSITIVE not in wanted:
        wanted.append(SENSITIVE)
    return tuple(find(name) for name in wanted)
