"""The check of a pack: the faults of its text, of its rules together, and of its samples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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


def check(text: str, name: str) -> Report:
    """Everything that is wrong with a pack. Beside the problems of rules.pack, with their parameters: shadowed {other},
    conflict {other}, rule_only_uncovered {}, sample_failed {text, what, wanted, seen}."""
    read = draft(text, name)
    problems = [*read.problems, *_together(read.pack)]
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


def _together(pack: Pack) -> Iterator[Problem]:
    running = sorted((rule for rule in pack.rules if rule.enabled), key=lambda rule: rule.priority)
    for place, rule in enumerate(running):
        if _route(rule) == "rule_only" and not _finds_places(rule):
            yield Problem("rule_only_uncovered", rule.id, rule.line, rule.column, "warning", {"covered": "0"})
        for other in running[:place]:
            if other.scope != rule.scope or not _implies(rule.when, other.when):
                continue
            stops = any(action.kind == "stop" for action in other.then)
            marks_only = all(action.kind == "mark" for action in rule.then)
            if stops and not marks_only:
                yield Problem("shadowed", rule.id, rule.line, rule.column, "warning", {"other": other.id})
                break
            if _route(rule) and _route(other) and _route(rule) != _route(other):
                yield Problem("conflict", rule.id, rule.line, rule.column, "warning",
                              {"other": other.id, "route": _route(rule), "other_route": _route(other)})
                break


def _route(rule: Rule) -> str:
    return next((action.value for action in rule.then if action.kind == "route"), "")


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
    return (narrow.field == wide.field == "text" and wide.operator == "contains_any" and wide.min_distinct == 1
            and ((narrow.operator in ("contains", "contains_any") and set(narrow.operand) <= set(wide.operand))
                 or (narrow.operator == "contains_all" and bool(set(narrow.operand) & set(wide.operand)))))
