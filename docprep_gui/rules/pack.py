"""Rule packs: YAML text into frozen values, all faults found at once.

Parameters of the problems found here, by kind: duplicate_id {id, first_line}; duplicate_key {key, first_line};
unquoted_scalar {value}; bad_pattern {pattern, reason, part}; catastrophic_regex, bare_dot, unbounded_gap {pattern};
unknown_field {field, nearest}; unknown_operator {operator, nearest}; bad_yaml {reason}; bad_shape {key, reason, value},
where reason is one of missing, list, table, text, number, whole_number, yes_or_no, date, range, days, choice, id,
empty, one, operator_for_field, unknown_key, field_for_scope, action_for_scope.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from docprep_gui.domain.errors import Problem, RulesError
from docprep_gui.rules import readings, tree
from docprep_gui.rules.blocks import cut
from docprep_gui.rules.model import Action, Condition, Pack, Rule, Sample
from docprep_gui.rules.reader import Reader, plain_name

__all__ = ["Action", "Condition", "Draft", "Pack", "Rule", "Sample", "draft", "load", "version_of"]


@dataclass(frozen=True, slots=True)
class Draft:
    """A pack as far as it could be understood, with all its faults."""

    pack: Pack
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        return all(problem.severity != "error" for problem in self.problems)


def load(text: str, name: str) -> Pack:
    """The pack in `text`; `name` (a file name) stands in where it does not say its own. Raises RulesError with all
    faults, the errors before the warnings, if there is an error."""
    made = draft(text, name)
    if not made.ok:
        raise RulesError(made.pack.id, tuple(sorted(made.problems, key=lambda problem: problem.severity != "error")))
    return made.pack


def version_of(text: str) -> str:
    """The first 8 hex digits of its SHA-256."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def draft(text: str, name: str) -> Draft:
    """What can be understood of a pack, faults and all. Never raises."""
    reader = Reader()
    version = version_of(text)
    parts = cut(text)
    pack = readings.read(parts, reader, name, version) if parts is not None else None
    if pack is None:
        pack = _whole(text, reader, name, version)
    problems = tuple(sorted(reader.problems, key=lambda problem: (problem.line, problem.column)))
    warnings = tuple(problem for problem in problems if problem.severity == "warning")
    return Draft(replace(pack, warnings=warnings), problems)


def _whole(text: str, reader: Reader, name: str, version: str) -> Pack:
    try:
        root = tree.read(text)
    except tree.YamlError as error:
        reader.problem("bad_yaml", error.line, error.column, reason=error.reason)
    else:
        if root is not None:
            return reader.pack(root, name, version)
        reader.problem("bad_yaml", 1, 1, reason="empty")
    return Pack(plain_name(name), name, version, ())
