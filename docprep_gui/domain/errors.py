"""Expected errors: a kind and parameters. Sentences for people are made in workspace.messages alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FileErrorKind = Literal[
    "encrypted", "corrupt", "unsupported", "empty", "too_large", "timeout", "crashed", "needs_converter",
    "unreadable", "skipped", "no_text_layer", "content_mismatch",
]
ProblemKind = Literal[
    "duplicate_id", "duplicate_key", "unquoted_scalar", "bad_pattern", "catastrophic_regex", "bare_dot",
    "unbounded_gap", "shadowed", "conflict", "rule_only_uncovered", "unknown_field", "unknown_operator",
    "unknown_task", "no_samples", "sample_failed", "bad_yaml", "bad_shape",
]


class DocPrepError(Exception):
    """Base of all expected errors. Picklable: made from its kind and its parameters alone."""

    def __init__(self, kind: str, **params: str) -> None:
        super().__init__(kind, params)
        self.kind = kind
        self.params = params

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.kind, self.params)


def _rebuild(cls: type[DocPrepError], kind: str, params: dict[str, str]) -> DocPrepError:
    return cls(kind, **params)


class FileError(DocPrepError):
    """A file cannot be read; `kind` is a FileErrorKind."""

    @property
    def opens_with_password(self) -> bool:
        """A password may help: the reader of its format takes one, and says so with the parameter `password` (missing,
        wrong)."""
        return self.kind == "encrypted" and "password" in self.params


class SettingError(DocPrepError):
    """A setting cannot work; `kind` names the problem, e.g. "overlap_too_large"."""


class EndpointError(DocPrepError):
    """A request to a language model failed; `kind` is a TaskErrorKind."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a rule pack. Lines and columns count from 1. Warnings don't refuse a pack.

    `params` fill the user's sentence for `kind`.
    """

    kind: ProblemKind
    rule: str
    line: int
    column: int
    severity: Literal["error", "warning"]
    params: dict[str, str]


class RulesError(DocPrepError):
    """A rule pack is refused; `problems` has all its faults at once."""

    def __init__(self, pack: str, problems: tuple[Problem, ...]) -> None:
        super().__init__("bad_rules", pack=pack)
        self.problems = problems

    def __reduce__(self) -> tuple[object, ...]:
        return RulesError, (self.params["pack"], self.problems)
