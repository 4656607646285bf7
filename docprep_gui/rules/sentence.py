"""A rule as a sentence: parts in reading order. The words of a part are looked up by its key; literals stand as they
are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from docprep_gui.rules.model import Action, Condition, Rule
from docprep_gui.rules.vocabulary import ENTITIES, NUMBER_FIELDS, TEXT_FIELDS

PartRole = Literal["join", "field", "operator", "value", "action", "target", "literal"]


@dataclass(frozen=True, slots=True)
class Part:
    """`key` names words that a face has ("join.if", "op.contains_any", "field.text", "entity.amount", "action.extract",
    "route.model", "priority.high", "task.summary"); `text` is the author's own ("" where there is a key). join, with
    children: a group of conditions, one after the other, each a field and its operator with values, or a group. What an
    action is done with has the role target."""

    role: PartRole
    key: str = ""
    text: str = ""
    children: tuple[Part, ...] = ()


def parts(rule: Rule, language: str = "") -> list[Part]:
    """If …, then …, because … `language`: in which the reason is wanted, where there are several."""
    found = [Part("join", "join.if"), *_condition(rule.when)] if rule.when else [Part("join", "join.always")]
    if rule.scope != "chunk":
        found.insert(0, Part("target", f"scope.{rule.scope}"))
    found.append(Part("join", "join.then"))
    for action in rule.then:
        found.extend(_action(action))
    if rule.why:
        found += [Part("join", "join.because"), Part("literal", text=rule.why_in(language))]
    return found


def _condition(condition: Condition) -> Iterator[Part]:
    if condition.group:
        yield Part("join", f"join.{condition.group}",
                   children=tuple(part for child in condition.children for part in _condition(child)))
        return
    yield _field(condition.field)
    yield Part("operator", f"op.{condition.operator}")
    if condition.operator == "within_days":
        days, of = condition.operand
        yield Part("value", text=days)
        yield Part("value", text=of) if of[0].isdigit() else _field(of)
        return
    for value in condition.operand:
        yield Part("value", text=value)
    if condition.min_distinct > 1:
        yield Part("operator", "op.min_distinct", str(condition.min_distinct))


def _field(name: str) -> Part:
    if name in ENTITIES:
        return Part("field", f"entity.{name}")
    if name in TEXT_FIELDS or name in NUMBER_FIELDS:
        return Part("field", f"field.{name}")
    return Part("field", text=name)


def _action(action: Action) -> Iterator[Part]:
    yield Part("action", f"action.{action.kind}")
    for kind in action.entities:
        yield Part("target", f"entity.{kind}")
    if action.kind == "extract":
        if action.pattern:
            yield Part("join", "action.by_pattern")
            yield Part("value", text=action.pattern)
        yield Part("join", "action.as")
        yield Part("target", text=action.field)
    elif action.kind in ("route", "priority", "task"):
        yield Part("target", f"{action.kind}.{action.value}")
    elif action.value:
        yield Part("value", text=action.value)
