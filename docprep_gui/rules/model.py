"""What a rule pack says, as frozen values that pickle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field as slot
from typing import Literal

from docprep_gui.domain.chunk import EntityKind, Route
from docprep_gui.domain.errors import Problem

Scope = Literal["chunk", "document", "instruction"]
Language = Literal["zh", "en"]
Group = Literal["all", "any", "none"]
ActionKind = Literal["extract", "tag", "mark", "priority", "route", "prompt", "task", "reason", "stop"]

FIRST_COVERED = 0.9
KIND = "kind:"
"""Tags that begin so name the kind of a document."""
Said = tuple[tuple[str, str], ...]
"""A text in several languages, as (language, text)."""


def _in(language: str, said: Said, else_: str) -> str:
    return next((text for one, text in said if one == language), else_)


@dataclass(frozen=True, slots=True)
class Condition:
    """A leaf, or (`group` set) some conditions joined.

    `operand` holds texts as written: words, patterns, numbers, ISO dates; within_days: (days, date or field);
    has and lacks: nothing. `check_digit`: what the match of a pattern must pass, luhn or mod11_2. `line` and `column`
    count from 1 and are no part of what makes two conditions equal.
    """

    field: str = ""
    operator: str = ""
    operand: tuple[str, ...] = ()
    min_distinct: int = 1
    check_digit: str = ""
    group: Group | Literal[""] = ""
    children: tuple[Condition, ...] = ()
    line: int = slot(default=1, compare=False)
    column: int = slot(default=1, compare=False)

    def leaves(self) -> Iterator[Condition]:
        if not self.group:
            yield self
        for child in self.children:
            yield from child.leaves()


@dataclass(frozen=True, slots=True)
class Action:
    """`value`: the tag, priority, route, prompt, task or reason. extract: `field`, and `entities` or what a `pattern`
    takes, or with both the entities inside its matches; mark: `entities`. `covered`: for rule_only, the share of
    sentences that must hold a hit. `confidence`: for task, how sure the author is, 0 to 1; it is kept in the record."""

    kind: ActionKind
    value: str = ""
    field: str = ""
    entities: tuple[EntityKind, ...] = ()
    pattern: str = ""
    covered: float = FIRST_COVERED
    confidence: float = 1.0
    line: int = slot(default=1, compare=False)
    column: int = slot(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Sample:
    """A text that the rule must hit or must not; what is None is not looked at. `fields`: name and values. For a rule
    about the instruction `text` is what is asked; for others `instruction` is, "" for nothing."""

    text: str
    hits: bool | None = None
    fields: tuple[tuple[str, tuple[str, ...]], ...] = ()
    tags: tuple[str, ...] | None = None
    route: Route | None = None
    priority: str | None = None
    heading: tuple[str, ...] = ()
    file_name: str = ""
    instruction: str = ""
    task: str | None = None
    line: int = slot(default=1, compare=False)
    column: int = slot(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Rule:
    """`when` None: always. Smaller `priority` runs first. `title` and `why`: as written, or of several languages the
    first; `titles` and `whys` have them all where there are several."""

    id: str
    title: str = ""
    why: str = ""
    priority: int = 100
    enabled: bool = True
    scope: Scope = "chunk"
    when: Condition | None = None
    then: tuple[Action, ...] = ()
    samples: tuple[Sample, ...] = ()
    titles: Said = ()
    whys: Said = ()
    line: int = slot(default=1, compare=False)
    column: int = slot(default=1, compare=False)

    def title_in(self, language: str) -> str:
        """Its id where it has none."""
        return _in(language, self.titles, self.title) or self.id

    def why_in(self, language: str) -> str:
        return _in(language, self.whys, self.why)

    @property
    def keywords(self) -> tuple[str, ...]:
        """The words that its conditions look for, as written, each once."""
        found = [word for leaf in (self.when.leaves() if self.when else ())
                 if leaf.operator in ("contains", "not_contains", "contains_any", "contains_all")
                 for word in leaf.operand]
        return tuple(dict.fromkeys(found))

    @property
    def finds_only(self) -> bool:
        """It has no condition and does nothing but extract and mark: it speaks where it finds something."""
        return self.when is None and all(action.kind in ("extract", "mark", "reason") for action in self.then)

    @property
    def tells_kind(self) -> bool:
        """It only says of what kind a document is (the tag `kind:NAME`). Its words stand all over the text, so none of
        their places is a hit."""
        return self.scope == "document" and all(
            action.kind == "reason" or (action.kind == "tag" and action.value.startswith(KIND)) for action in self.then)


@dataclass(frozen=True, slots=True)
class Pack:
    """`version`: the first 8 hex digits of the SHA-256 of the file's text. `warnings` do not refuse a pack.
    `language`: of the documents that it is for, "" for all. `titles`: as those of a rule."""

    id: str
    title: str
    version: str
    rules: tuple[Rule, ...]
    warnings: tuple[Problem, ...] = slot(default=(), compare=False)
    language: Language | Literal[""] = ""
    titles: Said = ()

    def title_in(self, language: str) -> str:
        """Its id where it has none."""
        return _in(language, self.titles, self.title) or self.id
