"""The one pipeline: bytes -> document -> chunks -> verdicts. Pure functions over values that pickle, so that a worker
process, a thread of the window and the command line run the same."""

from __future__ import annotations

import errno
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from docprep_gui import chunking
from docprep_gui.chunking import ChunkSettings
from docprep_gui.domain.chunk import Chunk
from docprep_gui.domain.document import Document
from docprep_gui.domain.errors import FileError
from docprep_gui.inference.masking import Vault, mask_span
from docprep_gui.parsing.ocr import OFF, Readings
from docprep_gui.rules.engine import Judgement, RuleSet, compile_rules
from docprep_gui.rules.facts import Facts
from docprep_gui.rules.pack import Pack
from docprep_gui.workspace import reading
from docprep_gui.workspace.files import readable
from docprep_gui.workspace.settings import Profile

_LONG = 200_000
MAX_FILE_BYTES = 512 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """The packs that speak, in order, less the rules (pack, rule) that are switched off. `instruction`: what the user
    asks in words of their own, where one of them looks at it."""

    packs: tuple[Pack, ...] = ()
    disabled: frozenset[tuple[str, str]] = frozenset()
    instruction: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """A file to prepare. `window`: tokens that the chosen language model can take, None for one that is not small.
    `readings`: what has been read in its pictures; `left_out`: columns of this file's sheets that are left out beside
    those of the profile, written as in the setting; `careful`: it ended a process that read it."""

    path: Path
    name: str
    profile: Profile
    rules: RuleChoice
    window: int | None = None
    password: str | None = None
    readings: Readings = OFF
    left_out: str = ""
    careful: bool = False


@dataclass(frozen=True, slots=True)
class Prepared:
    document: Document
    chunks: tuple[Chunk, ...]
    judgement: Judgement


def compiled(rules: RuleChoice) -> RuleSet:
    """The rule set of a choice; the last two are kept (each process keeps its own): edited rules are compared with the
    published ones."""
    global _compiled
    wanted = rules.packs, rules.disabled
    found = next((made for choice, made in _compiled if choice == wanted), None)
    if found is None:
        found = compile_rules(*wanted)
        _compiled = (*_compiled[-1:], (wanted, found))
    return found


_compiled: tuple[tuple[tuple[tuple[Pack, ...], frozenset[tuple[str, str]]], RuleSet], ...] = ()


def reason_of(error: OSError) -> str:
    """The system's code ("ENOENT"), which workspace.messages has words for, or what it says where it gives none."""
    return errno.errorcode.get(error.errno or 0) or error.strerror or str(error)


def load(path: Path) -> bytes:
    """The file's bytes. FileError: unreadable, too_large."""
    try:
        found = path.stat()
        if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
            # Pipes and devices would be waited for without end.
            raise FileError("unreadable", reason="not_a_file")
        size = found.st_size
        if size > MAX_FILE_BYTES:
            raise FileError("too_large", size=f"{size / 1e6:.0f} MB", limit=f"{MAX_FILE_BYTES / 1e6:.0f} MB")
        return path.read_bytes()
    except OSError as error:
        raise FileError("unreadable", reason=reason_of(error)) from error


def prepare(request: Request) -> Prepared:
    """Reads, cuts and judges one file. FileError says why it cannot be read, SettingError what cannot work."""
    settings = request.profile.chunking("txt", request.window)  # refuses what cannot work before the file is read
    document = reading.document(load(request.path), readable(request.name), request.profile, request.password,
                                request.readings, request.left_out, request.careful)
    settings = request.profile.chunking(document.source.kind, request.window)
    return judge(document, cut(document, settings), request.rules)


def cut(document: Document, settings: ChunkSettings) -> tuple[Chunk, ...]:
    return chunking.cut(document, settings)


def judge(document: Document, chunks: tuple[Chunk, ...], rules: RuleChoice, facts: Facts | None = None) -> Prepared:
    judgement = compiled(rules).judge(document, chunks, instruction=rules.instruction, facts=facts)
    return Prepared(document, chunks, judgement)


def rejudge(prepared: Prepared, rules: RuleChoice, facts: Facts | None = None) -> Prepared:
    """The same document and chunks under other rules. `facts`: what is known of them from earlier judgements."""
    return judge(prepared.document, prepared.chunks, rules, facts)


def vault(prepared: Prepared) -> Vault:
    return Vault.build(prepared.document, prepared.judgement.sensitive)


def with_vault(work: Callable[[], Prepared]) -> tuple[Prepared, Vault | None]:
    """What `work` gives, and its vault where that takes longer than a window may be kept waiting for it."""
    prepared = work()
    return prepared, vault(prepared) if len(prepared.document.text) > _LONG else None


def masked_text(prepared: Prepared, chunk: Chunk, secrets: Vault) -> str:
    """A chunk's text as it would leave: context, then core, with what is sensitive replaced."""
    return mask_span(prepared.document, (*chunk.context, chunk.core), secrets)

