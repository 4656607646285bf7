"""What is open, as values that the faces show. Events say what changed; they carry keys, never widgets."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from docprep_gui.domain.chunk import Chunk, Verdict
from docprep_gui.domain.document import Document
from docprep_gui.domain.errors import DocPrepError
from docprep_gui.workspace.pipeline import Prepared

FileState = Literal["waiting", "reading", "ready", "set_aside"]


@dataclass(frozen=True, slots=True)
class OpenFile:
    """One dropped file. `key` names it for the life of the session; `name` is the path below what was dropped.
    Ready files have `prepared`, those set aside have `error`. `pictures`: (read, all) while text in the pictures of a
    ready file is being read; it is prepared anew when all have been."""

    key: str
    path: Path
    name: str
    state: FileState = "waiting"
    prepared: Prepared | None = None
    error: DocPrepError | None = None
    pictures: tuple[int, int] | None = None

    @property
    def document(self) -> Document | None:
        return self.prepared.document if self.prepared else None

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        return self.prepared.chunks if self.prepared else ()

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        return self.prepared.judgement.verdicts if self.prepared else ()


@dataclass(frozen=True, slots=True)
class FilesAdded:
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileChanged:
    """A file's state, document, chunks or verdicts are new."""

    key: str


@dataclass(frozen=True, slots=True)
class FilesClosed:
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """Rules were switched or changed; the open documents follow, each with a FileChanged of its own."""


@dataclass(frozen=True, slots=True)
class PackEdited:
    """The text of a pack, what is wrong with it, or its versions are new."""

    pack: str


@dataclass(frozen=True, slots=True)
class EndpointChanged:
    pass


@dataclass(frozen=True, slots=True)
class RunChanged:
    """The run started, paused, went on or ended, or the number of tasks changed."""


@dataclass(frozen=True, slots=True)
class TaskChanged:
    task: str


Event = FilesAdded | FileChanged | FilesClosed | RulesChanged | PackEdited | EndpointChanged | RunChanged | TaskChanged
