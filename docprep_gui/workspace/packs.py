"""The rule packs that are there: those that ship with the program, and files that a person names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from docprep_gui.domain.errors import DocPrepError
from docprep_gui.rules.pack import Pack, load
from docprep_gui.workspace.paths import shipped

SENSITIVE = "sensitive"


def shipped_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in shipped("rules").glob("*.yaml")))


def load_file(path: Path) -> Pack:
    """RulesError with all faults; DocPrepError "unknown_pack" when the file is not there."""
    try:
        text = path.read_text("utf-8-sig")
    except OSError:
        raise DocPrepError("unknown_pack", pack=str(path), known=", ".join(shipped_names())) from None
    return load(text, path.stem)


def find(name: str) -> Pack:
    """By the name of a pack that ships with the program, or by path."""
    own = shipped("rules") / f"{name}.yaml"
    return load_file(own if own.is_file() else Path(name))


def choose(names: Iterable[str], masking: bool) -> tuple[Pack, ...]:
    """The named packs in that order, with the pack that marks what is sensitive unless it is turned off."""
    wanted = list(names)
    if masking and SENSITIVE not in wanted:
        wanted.append(SENSITIVE)
    return tuple(find(name) for name in wanted)
