"""What the text of one rule says, read once: the rules around it may change and move it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from docprep_gui.domain.errors import Problem
from docprep_gui.rules.blocks import KEPT, Block, Cut, OtherError, item, top_of
from docprep_gui.rules.model import Condition, Pack, Rule
from docprep_gui.rules.reader import Reader, extracted
from docprep_gui.rules.tree import YamlError


@dataclass(frozen=True, slots=True)
class Reading:
    rule: Rule
    problems: tuple[Problem, ...]


def read(parts: Cut, reader: Reader, name: str, version: str) -> Pack | None:
    """As Reader.pack reads the whole. None where a part is not what it was taken for: the whole text says what is
    wrong, and where."""
    try:
        top = top_of(parts.head)
        names = frozenset[str]().union(*(_names(block.text) for block in parts.blocks))
        readings = [_placed(block, names) for block in parts.blocks]
    except (YamlError, OtherError):
        return None
    said = reader.top(top)
    for one in readings:
        reader.problems += one.problems
    return reader.joined_pack(said, [one.rule for one in readings], name, version)


@lru_cache(maxsize=KEPT)
def _names(text: str) -> frozenset[str]:
    return extracted(item(text))


def _placed(block: Block, names: frozenset[str]) -> Reading:
    return _moved(block.text, names, block.line - 1) if block.line > 1 else _reading(block.text, names)


@lru_cache(maxsize=KEPT)
def _reading(text: str, names: frozenset[str]) -> Reading:
    """Its lines counted from 1. `names`: of the fields that the rules of the pack extract."""
    reader = Reader(names=names)
    rule = reader.read_rule(item(text))
    return Reading(rule, tuple(reader.problems))


@lru_cache(maxsize=KEPT)
def _moved(text: str, names: frozenset[str], lines: int) -> Reading:
    one = _reading(text, names)
    rule = one.rule
    return Reading(replace(
        rule, line=rule.line + lines, when=_shifted(rule.when, lines) if rule.when else None,
        then=tuple(replace(action, line=action.line + lines) for action in rule.then),
        samples=tuple(replace(sample, line=sample.line + lines) for sample in rule.samples)),
        tuple(_shifted_problem(problem, lines) for problem in one.problems))


def _shifted(condition: Condition, lines: int) -> Condition:
    return replace(condition, line=condition.line + lines,
                   children=tuple(_shifted(child, lines) for child in condition.children))


def _shifted_problem(problem: Problem, lines: int) -> Problem:
    params = problem.params
    if "first_line" in params:
        params = {**params, "first_line": str(int(params["first_line"]) + lines)}
    return replace(problem, line=problem.line + lines, params=params)
