"""What there is to export after a run, as values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from docprep_gui.domain.chunk import Asked, Chunk, Verdict
from docprep_gui.domain.document import Document, Location
from docprep_gui.domain.task import Task, TaskFailure


class Words(Protocol):
    """The user's words, by key; workspace.messages has them."""

    @property
    def language(self) -> str: ...

    def word(self, key: str, **params: str) -> str: ...

    def failure(self, failure: TaskFailure) -> str: ...


@dataclass(frozen=True, slots=True)
class ExportedDocument:
    """A read document with its chunks. `name` is the path below what was dropped; `masked` are the chunks' texts as
    they would leave the machine."""

    name: str
    document: Document
    chunks: Sequence[Chunk]
    verdicts: Sequence[Verdict]
    masked: Sequence[str]


@dataclass(frozen=True, slots=True)
class SetAside:
    """A file that could not be read: why, and what to do."""

    name: str
    kind: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that became of a task. `at`: seconds since the epoch."""

    at: float
    name: str
    details: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Taken:
    """A rule took the user's sentence, asked of a document, for a task."""

    document: str
    instruction: str
    asked: Asked


@dataclass(frozen=True, slots=True)
class Bundle:
    """`question` is what was asked, in the user's words; "" where no model was asked. `summary`: of what the batch is
    made, in one line. `history`: what became of the tasks, in order of time."""

    question: str
    documents: Sequence[ExportedDocument]
    set_aside: Sequence[SetAside]
    tasks: Sequence[Task]
    summary: str = ""
    taken: Sequence[Taken] = ()
    history: Sequence[Happening] = ()


_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def plain(text: str) -> str:
    """Without the characters that XML 1.0 (section 2.2) forbids; models do say such things."""
    return _NOT_IN_XML.sub("", text)


def place(location: Location, words: Words) -> str:
    """A location as people say it: "page 4", "paragraph 12"; "" where nothing is known."""
    if location.page is not None:
        return words.word("report.page", page=str(location.page))
    if location.paragraph is not None:
        return words.word("report.paragraph", paragraph=str(location.paragraph))
    return ""


def answer_text(content: object, depth: int = 0) -> str:
    """An answer for people to read: text as it is, a JSON value as indented lines without brackets."""
    if isinstance(content, str):
        return content.strip()
    pad = "  " * depth
    if isinstance(content, dict):
        lines = []
        for key, value in content.items():
            inner = answer_text(value, depth + 1)
            nested = isinstance(value, dict | list) and value
            lines.append(f"{pad}{key}:\n{inner}" if nested else f"{pad}{key}: {inner.strip()}")
        return "\n".join(lines)
    if isinstance(content, list):
        if not content:
            return f"{pad}—"
        return "\n".join(f"{pad}- {answer_text(item, depth + 1).strip()}" for item in content)
    return "—" if content is None else str(content)
