"""What a person chooses before asking a language model."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EndpointChoice:
    """`url` None: the built-in trial model. `trusted`: the user lets masked text go to this host though it is not
    this machine."""

    url: str | None = None
    model: str | None = None
    trusted: bool = False


@dataclass(frozen=True, slots=True)
class EndpointReport:
    """What a server says: names of its models, and the window in tokens where it tells."""

    models: tuple[str, ...]
    window: int | None


@dataclass(frozen=True, slots=True)
class Question:
    """A task that ships with the program (`task` is its id), or a sentence of the user's own (`text`)."""

    task: str = ""
    text: str = ""
