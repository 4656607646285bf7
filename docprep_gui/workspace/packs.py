"""The rule packs that are there: those that ship with the program, those that were edited or added in the window, which
come before a shipped one of the same name, and files that a person names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from docprep_gui.domain.errors import DocPrepError
from docprep_gui.parsing import encodings
from docprep_gui.rules.pack import Pack, load
from docprep_gui.workspace.paths import home, shipped

SENSITIVE = "sensitive"
_NAME = re.compile(r"[^\W_][\w-]*")


def user_folder() -> Path:
    """Where packs are kept that were published in the window; it need not be there."""
    return home() / "rules"


def is_name(name: str) -> bool:
    """Whether a pack may be kept under this name."""
    return _NAME.fullmatch(name) is not None


def shipped_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in shipped("rules").glob("*.yaml")))


def known_names() -> tuple[str, ...]:
    """Of the packs that ship with the program, and of those of the user."""
    own = (path.stem for path in user_folder().glob("*.yaml"))
    return tuple(sorted({*shipped_names(), *filter(is_name, own)}))


def shipped_path(name: str) -> Path | None:
    own = shipped("rules") / f"{name}.yaml"
    return own if is_name(name) and own.is_file() else None


def path_of(name: str) -> Path:
    """Of a pack of the user or one that ships with the program, by name; anything else is a path."""
    if is_name(name):
        own = user_folder() / f"{name}.yaml"
        if own.is_file():
            return own
    return shipped_path(name) or Path(name)


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
        raise DocPrepError("unknown_pack", pack=str(path), known=", ".join(known_names())) from None


def find(name: str) -> Pack:
    """By name or path. RulesError with all faults."""
    path = path_of(name)
    return load(read(path), path.stem)


def available() -> tuple[Pack, ...]:
    """All packs known by name. One of the user that has been damaged gives way to the shipped one of its name, and is
    left out where there is none."""
    found = []
    for name in known_names():
        try:
            found.append(find(name))
        except DocPrepError:
            path = shipped_path(name)
            if path is not None:
                found.append(load(read(path), name))
    return tuple(found)


def choose(names: Iterable[str], masking: bool) -> tuple[Pack, ...]:
    """The named packs in that order, with the pack that marks what is sensitive unless it is turned off."""
    wanted = list(names)
    if masking and SENSITIVE not in wanted:
        wanted.append(SENSITIVE)
    return tuple(find(name) for name in wanted)
