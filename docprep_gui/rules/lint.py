"""The check of a pack: the faults of its text, of its rules together, and of its samples."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from docprep_gui.domain.errors import Problem
from docprep_gui.rules import samples
from docprep_gui.rules.model import Condition, Pack, Rule
from docprep_gui.rules.pack import draft
from docprep_gui.rules.vocabulary import ENTITIES


@dataclass(frozen=True, slots=True)
class RuleReport:
    id: str
    keywords: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """`ok`: no error; warnings do not count. `problems` in order of line."""

    ok: bool
    problems: tuple[Problem, ...]
    rules: tuple[RuleReport, ...]


def check(text: str, name: str, tasks: Collection[str] | None = None) -> Report:
    """Everything that is wrong with a pack. Beside the problems of rules.pack, with their parameters: shadowed {other},
    conflict {other}, rule_only_uncovered {}, unknown_task {task, nearest}, sample_failed {text, what, wanted, seen}.
    `tasks`: names of those that there are, where that is known."""
    read = draft(text, name)
    problems = [*read.problems, *_together(read.pack), *(() if tasks is None else _unknown_tasks(read.pack, tasks))]
    if read.ok:
        problems += _samples(read.pack)
    problems.sort(key=lambda problem: (problem.line, problem.column))
    rules = tuple(RuleReport(rule.id, rule.keywords) for rule in read.pack.rules)
    return Report(all(problem.severity != "error" for problem in problems), tuple(problems), rules)


def _samples(pack: Pack) -> Iterator[Problem]:
    for result in samples.run(pack):
        for what, wanted, seen in result.wrong:
            sample = result.sample
            yield Problem("sample_failed", result.rule, sample.line, sample.column, "error",
                          {"text": sample.text, "what": what, "wanted": wanted, "seen": seen})


def _unknown_tasks(pack: Pack, tasks: Collection[str]) -> Iterator[Problem]:
    for rule in pack.rules:
        for action in rule.then:
            if action.kind == "task" and action.value not in tasks:
                nearest = next(iter(get_close_matches(action.value, tasks, 1)), "")
                yield Problem("unknown_task", rule.id, action.line, action.column, "error",
                              {"task": action.value, "nearest": nearest})


def _together(pack: Pack) -> Iterator[Problem]:
    running = sorted((rule for rule in pack.rules if rule.enabled), key=lambda rule: rule.priority)
    before = _Before()
    for rule in running:
        if _said(rule, "route") == "rule_only" and rule.scope != "instruction" and not _finds_places(rule):
            yield Problem("rule_only_uncovered", rule.id, rule.line, rule.column, "warning", {"covered": "0"})
        marks_only = all(action.kind == "mark" for action in rule.then)
        for other in before.near(rule):
            if other.scope != rule.scope or not _implies(rule.when, other.when):
                continue
            if _stops(other) and not marks_only:
                yield Problem("shadowed", rule.id, rule.line, rule.column, "warning", {"other": other.id})
                break
            settled = next((kind for kind in ("route", "task") if _said(rule, kind) and _said(other, kind)
                            and _said(rule, kind) != _said(other, kind)), "")
            if settled:
                yield Problem("conflict", rule.id, rule.line, rule.column, "warning",
                              {"other": other.id, settled: _said(rule, settled),
                               f"other_{settled}": _said(other, settled)})
                break
        if _stops(rule) or _said(rule, "route") or _said(rule, "task"):
            before.add(rule)


class _Before:
    """Rules that ran before, by what a condition must speak of to imply theirs; to compare each rule with each other
    would take minutes for some thousand rules."""

    def __init__(self) -> None:
        self._rules: list[Rule] = []
        self._always: list[int] = []
        self._by: dict[object, list[int]] = {}

    def add(self, rule: Rule) -> None:
        place = len(self._rules)
        self._rules.append(rule)
        if rule.when is None:
            self._always.append(place)
        else:
            for one in _wanted(rule.when):
                self._by.setdefault(one, []).append(place)

    def near(self, rule: Rule) -> Iterator[Rule]:
        """Those whose conditions this rule's may imply, in the order in which they were added."""
        places = set(self._always)
        for one in _given(rule.when) if rule.when is not None else ():
            places.update(self._by.get(one, ()))
        return (self._rules[place] for place in sorted(places))


def _given(condition: Condition) -> set[object]:
    """What a condition speaks of: each condition in it, and the words that are looked for."""
    found: set[object] = {condition}
    for child in condition.children:
        found |= _given(child)
    if condition.operator in ("contains", "contains_any", "contains_all"):
        found.update((condition.field, word) for word in condition.operand)
    return found


def _wanted(condition: Condition) -> set[object]:
    """Where `_implies(narrow, condition)` holds, `_given(narrow)` has one of these."""
    found: set[object] = {condition}
    if condition.group == "all" and condition.children:
        return found | min(map(_wanted, condition.children), key=len)
    if condition.group == "any":
        return found.union(*map(_wanted, condition.children))
    if condition.operator == "contains_any":
        found.update((condition.field, word) for word in condition.operand)
    return found


def _stops(rule: Rule) -> bool:
    return any(action.kind == "stop" for action in rule.then)


def _said(rule: Rule, kind: str) -> str:
    """The first route or task of a rule; "" for none."""
    return next((action.value for action in rule.then if action.kind == kind), "")


def _finds_places(rule: Rule) -> bool:
    """Whether it can ever have a hit, so that a sentence counts as covered."""
    leaves = list(rule.when.leaves()) if rule.when else []
    positive = any((leaf.field == "text" or leaf.field in ENTITIES) and leaf.operator not in (
        "not_contains", "not_matches", "lacks") for leaf in leaves)
    return positive or any(action.kind == "extract" for action in rule.then)


def _implies(narrow: Condition | None, wide: Condition | None) -> bool:
    """Whether all that the first holds for the second surely holds for too; False where that cannot be seen."""
    if wide is None:
        return True
    if narrow is None:
        return False
    if narrow == wide:
        return True
    if narrow.group == "all" and any(_implies(child, wide) for child in narrow.children):
        return True
    if narrow.group == "any" and narrow.children and all(_implies(child, wide) for child in narrow.children):
        return True
    if wide.group == "all" and wide.children and all(_implies(narrow, child) for child in wide.children):
        return True
    if wide.group == "any" and any(_implies(narrow, child) for child in wide.children):
        return True
    return (narrow.field == wide.field and narrow.field in ("text", "instruction")
            and wide.operator == "contains_any" and wide.min_distinct == 1
            and ((narrow.operator in ("contains", "contains_any") and set(narrow.operand) <= set(wide.operand))
                 or (narrow.operator == "contains_all" and bool(set(narrow.operand) & set(wide.operand)))))
