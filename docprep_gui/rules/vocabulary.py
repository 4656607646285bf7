"""The words of the rule language: fields, operators, actions, and what goes with what."""

from __future__ import annotations

from typing import Literal, get_args

from docprep_gui.domain.chunk import EntityKind

FieldType = Literal["text", "number", "date", "any"]
Shape = Literal["word", "words", "pattern", "number", "numbers", "date", "within", "presence", "value", "values"]

TEXT_FIELDS = frozenset(
    {"text", "title", "heading", "file_name", "file_kind", "preview", "chunk_kind", "language", "sheet", "tag",
     "instruction"}
)
NUMBER_FIELDS = frozenset({"file_size", "page", "rows", "cols", "tokens", "chars", "covered"})
ENTITIES: frozenset[str] = frozenset(get_args(EntityKind))
NUMBER_ENTITIES = frozenset({"amount", "percent"})
# What a rule about the instruction can look at: the instruction, what is found in it, and the document it is asked of.
ASKED_FIELDS = frozenset({"instruction", "title", "file_name", "file_kind", "file_size", "language"}) | ENTITIES
_DATE_ENTITIES = frozenset({"date", "date_range"})

_TEXTUAL: frozenset[FieldType] = frozenset({"text", "any"})
_NUMERIC: frozenset[FieldType] = frozenset({"number", "any"})
_DATED: frozenset[FieldType] = frozenset({"date", "any"})
_EVERY: frozenset[FieldType] = frozenset({"text", "number", "date", "any"})

# operator: (the shape of its operand, the types of field it goes with, does it need one of several values)
OPERATORS: dict[str, tuple[Shape, frozenset[FieldType], bool]] = {
    "contains": ("word", _TEXTUAL, True),
    "not_contains": ("words", _TEXTUAL, False),
    "contains_any": ("words", _TEXTUAL, True),
    "contains_all": ("words", _TEXTUAL, True),
    "equals": ("value", _EVERY, True),
    "one_of": ("values", _EVERY, True),
    "starts_with": ("words", _TEXTUAL, True),
    "matches": ("pattern", _TEXTUAL, True),
    "not_matches": ("pattern", _TEXTUAL, False),
    "greater_than": ("number", _NUMERIC, True),
    "at_least": ("number", _NUMERIC, True),
    "less_than": ("number", _NUMERIC, True),
    "at_most": ("number", _NUMERIC, True),
    "between": ("numbers", _NUMERIC | _DATED, True),
    "date_before": ("date", _DATED, True),
    "date_after": ("date", _DATED, True),
    "within_days": ("within", _DATED, True),
    "has": ("presence", _EVERY, True),
    "lacks": ("presence", _EVERY, False),
}
LANGUAGES = ("zh", "en")
# Luhn: ISO/IEC 7812 (cards); mod11_2: ISO/IEC 7064 MOD 11-2 (identity cards, GB 11643).
CHECK_DIGITS = ("luhn", "mod11_2")
ROUTES = ("rule_only", "model", "local_only", "ocr", "ignore")
PRIORITIES = ("high", "medium", "low")
SCOPES = ("chunk", "document", "instruction")
ACTIONS = ("extract", "tag", "mark", "priority", "route", "prompt", "task", "reason", "stop")
_ASKED_ACTIONS = ("task", "tag", "priority", "route", "prompt", "reason", "stop")


def actions_of(scope: str) -> tuple[str, ...]:
    """What a rule of this scope can do: a task is chosen by what is asked, values are taken from documents."""
    return _ASKED_ACTIONS if scope == "instruction" else tuple(action for action in ACTIONS if action != "task")



def type_of(field: str) -> FieldType:
    """Of a field that the language knows; fields that rules extract may hold anything."""
    if field in NUMBER_FIELDS or field in NUMBER_ENTITIES:
        return "number"
    if field in _DATE_ENTITIES:
        return "date"
    return "text" if field in TEXT_FIELDS or field in ENTITIES else "any"
