"""What a person chooses before asking a language model."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EndpointChoice:
    """Where `url` and `gguf` are None and it is not `off`: the built-in trial model. `gguf`: the path of a model file
    that the embedded runtime is to run. `off`: no model, rules only. `trusted`: the user lets masked text go to this
    host though it is not this machine."""

    url: str | None = None
    model: str | None = None
    trusted: bool = False
    gguf: str | None = None
    off: bool = False

    @property
    def embedded(self) -> bool:
        """A process of this program's own answers, one request at a time."""
        return self.url is None and not self.off

    @property
    def trial(self) -> bool:
        return self.embedded and self.gguf is None


@dataclass(frozen=True, slots=True)
class EndpointReport:
    """What a server says: names of its models, and the window in tokens where it tells."""

    models: tuple[str, ...]
    window: int | None


@dataclass(frozen=True, slots=True)
class Question:
    """A task that ships with the program (`task` is its id), a sentence of the user's own (`text`), or both: a task
    that a rule takes the sentence for, asked with the sentence beside it."""

    task: str = ""
    text: str = ""
