"""A question to a language model about one chunk, its states, and its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from docprep_gui.domain.chunk import Priority
from docprep_gui.domain.document import Location, Span

TaskState = Literal["queued", "running", "waiting_retry", "done", "failed", "cancelled", "set_aside"]
TaskErrorKind = Literal[
    "timeout", "unreachable", "loading", "busy", "bad_status", "bad_json", "empty", "prompt_truncated",
    "context_exceeded", "answer_cut", "refused_egress", "source_changed", "interrupted", "crashed",
]


@dataclass(frozen=True, slots=True)
class TaskFailure:
    """Why a try failed. `params` fill the sentence that workspace.messages has for the kind."""

    kind: TaskErrorKind
    params: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Citation:
    """A place that an answer rests on. `proven`: `quote` was found again in the document at `span`."""

    quote: str
    span: Span
    location: Location
    proven: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model said, unmasked: text, or the JSON value where JSON was asked for. `trial`: it comes from the
    built-in trial model. `usage`: prompt_tokens and completion_tokens where the server gave them."""

    content: Any
    model: str
    trial: bool
    seconds: float
    usage: Mapping[str, int] = field(default_factory=dict)
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Try:
    """One request: when it was sent and ended (seconds since the epoch), and how it failed (None: it did not)."""

    started_at: float
    ended_at: float
    error: TaskFailure | None


@dataclass(frozen=True, slots=True)
class Task:
    """A question about a chunk. `document` is the path below what was dropped, and the fairness key.

    `attempts` counts what the retry budget counts; `tries` has every request. Times are seconds since the epoch.
    `not_before`: a retry waits until then. `group` is what is served in turn inside a level.
    """

    id: str
    document: str
    chunk: str
    priority: Priority
    state: TaskState = "queued"
    attempts: int = 0
    tries: tuple[Try, ...] = ()
    queued_at: float = 0.0
    started_at: float | None = None
    ended_at: float | None = None
    not_before: float | None = None
    error: TaskFailure | None = None
    answer: Answer | None = None
