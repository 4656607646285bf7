"""What a pack's YAML tree means, and every fault on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from typing import Any, Literal, cast

from docprep_gui.domain.chunk import EntityKind, Route
from docprep_gui.domain.errors import Problem, ProblemKind
from docprep_gui.rules import regex
from docprep_gui.rules.model import (
    FIRST_COVERED,
    Action,
    ActionKind,
    Condition,
    Group,
    Language,
    Pack,
    Rule,
    Said,
    Sample,
    Scope,
)
from docprep_gui.rules.tree import Items, Scalar, Table, Tree
from docprep_gui.rules.vocabulary import (
    ACTIONS,
    ASKED_FIELDS,
    CHECK_DIGITS,
    ENTITIES,
    LANGUAGES,
    NUMBER_FIELDS,
    OPERATORS,
    PRIORITIES,
    ROUTES,
    SCOPES,
    TEXT_FIELDS,
    actions_of,
    type_of,
)

_SLIPS: tuple[ProblemKind, ...] = ("catastrophic_regex", "bare_dot", "unbounded_gap")
_RULE_KEYS = ("id", "title", "why", "priority", "enabled", "scope", "when", "then", "samples")
_SAMPLE_KEYS = ("text", "hits", "fields", "tags", "route", "priority", "heading", "file_name", "instruction", "task")
_GROUPS: tuple[Group, ...] = ("all", "any", "none")
_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
_NAME = re.compile(r"[^\W\d]\w*")
_PART_OF_DATE = re.compile(r"\d{4}(-\d{2})?")
_TRUE, _FALSE = frozenset({"true", "yes"}), frozenset({"false", "no"})


def _day(text: str) -> str | None:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return None


def plain_name(name: str) -> str:
    """The name of a file without folders and ending."""
    stem = re.split(r"[/\\]", name)[-1].rsplit(".", 1)[0]
    return stem or "pack"


@dataclass(slots=True)
class Reader:
    """Reads one pack. `problems` fills up on the way; what cannot be understood is left out."""

    problems: list[Problem] = field(default_factory=list)
    rule: str = ""
    scope: Scope = "chunk"  # of the rule that is read
    names: frozenset[str] = frozenset()  # fields that rules of this pack extract

    # --- problems -----------------------------------------------------------------------------------------
    def problem(self, kind: ProblemKind, line: int, column: int, severity: Literal["error", "warning"] = "error",
                **params: str) -> None:
        self.problems.append(Problem(kind, self.rule, line, column, severity, params))

    def at(self, kind: ProblemKind, node: Tree, severity: Literal["error", "warning"] = "error", **params: str) -> None:
        self.problem(kind, node.line, node.column, severity, **params)

    def shape(self, node: Tree, key: str, reason: str, value: str = "") -> None:
        self.at("bad_shape", node, key=key, reason=reason, value=value)

    # --- simple values --------------------------------------------------------------------------------------
    def table(self, node: Tree, key: str, known: Iterable[str] | None = None) -> dict[str, Tree]:
        """The values by key, the first of each; keys written twice and, if `known` is given, others are faults."""
        if not isinstance(node, Table):
            self.shape(node, key, "table")
            return {}
        seen: dict[str, Tree] = {}
        lines: dict[str, int] = {}
        for name, value in node.pairs:
            if name.text in seen:
                self.at("duplicate_key", name, key=name.text, first_line=str(lines[name.text]))
                continue
            lines[name.text] = name.line
            if known is not None and name.text not in known:
                self.at("bad_shape", name, key=name.text, reason="unknown_key", value=_nearest(name.text, known))
            seen[name.text] = value
        return seen

    def text(self, node: Tree | None, key: str, default: str = "") -> str:
        """A text as written; one that YAML takes for something else is a warning."""
        if node is None:
            return default
        if not isinstance(node, Scalar):
            self.shape(node, key, "text")
            return default
        if node.misread:
            self.at("unquoted_scalar", node, "warning", value=node.text)
        return node.text

    def said(self, node: Tree | None, key: str, default: str = "") -> tuple[str, Said]:
        """A text, or a table with one in each language: the first, and all of them."""
        if not isinstance(node, Table):
            return self.text(node, key, default), ()
        said = tuple((language, self.text(value, key)) for language, value in self.table(node, key, LANGUAGES).items())
        if not said:
            self.shape(node, key, "empty")
        return (said[0][1] if said else default), said

    def texts(self, node: Tree | None, key: str) -> tuple[str, ...]:
        """A text or a list of texts, none of them empty."""
        if node is None:
            return ()
        parts = node.items if isinstance(node, Items) else (node,)
        if not parts:
            self.shape(node, key, "empty")
        found = []
        for part in parts:
            text = self.text(part, key)
            if text.strip():
                found.append(text)
            elif isinstance(part, Scalar):
                self.shape(part, key, "empty")
        return tuple(found)

    def choice(self, node: Tree | None, key: str, among: Iterable[str], default: str) -> str:
        if node is None:
            return default
        if isinstance(node, Scalar) and node.text in among:
            return node.text
        self.shape(node, key, "choice" if isinstance(node, Scalar) else "text",
                   _nearest(node.text, among) if isinstance(node, Scalar) else "")
        return default

    def truth(self, node: Tree | None, key: str, default: bool | None) -> bool | None:
        if node is None:
            return default
        if isinstance(node, Scalar) and node.text.lower() in _TRUE | _FALSE:
            return node.text.lower() in _TRUE
        self.shape(node, key, "yes_or_no")
        return default

    def number(self, node: Tree, key: str) -> str | None:
        if isinstance(node, Scalar):
            plain = node.text.replace("_", "").replace(",", "")
            try:
                if Decimal(plain).is_finite():
                    return plain
            except InvalidOperation:
                pass
        self.shape(node, key, "number", node.text if isinstance(node, Scalar) else "")
        return None

    def whole(self, node: Tree | None, key: str, default: int) -> int:
        if node is None:
            return default
        if isinstance(node, Scalar) and re.fullmatch(r"[-+]?[0-9]{1,9}", node.text):
            return int(node.text)
        self.shape(node, key, "whole_number", node.text if isinstance(node, Scalar) else "")
        return default

    def day(self, node: Tree, key: str) -> str | None:
        if isinstance(node, Scalar) and (found := _day(node.text)):
            return found
        self.shape(node, key, "date", node.text if isinstance(node, Scalar) else "")
        return None

    def pattern(self, node: Tree, key: str) -> str | None:
        if not isinstance(node, Scalar):
            self.shape(node, key, "text")
            return None
        try:
            regex.compiled(node.text)
        except regex.PatternError as error:
            self.at("bad_pattern", node, pattern=node.text, reason=error.reason, part=error.part)
            return None
        for slip in regex.slips(node.text):
            self.at(cast(ProblemKind, slip), node, "warning", pattern=node.text)
        return node.text

    # --- the pack -------------------------------------------------------------------------------------------
    def pack(self, root: Tree, name: str, version: str) -> Pack:
        top = self.top(root)
        listed = top.get("rules")
        if listed is None or not isinstance(listed, Items):
            self.shape(listed or root, "rules", "missing" if listed is None else "list")
            return self.joined_pack(top, (), name, version)
        self.names = frozenset().union(*map(extracted, listed.items))
        return self.joined_pack(top, [self.read_rule(item) for item in listed.items], name, version)

    def top(self, root: Tree) -> dict[str, Tree]:
        """What a pack says beside its rules."""
        top = self.table(root, "pack", ("schema", "pack", "title", "language", "rules"))
        if "schema" in top:
            schema = top["schema"]
            if not (isinstance(schema, Scalar) and schema.text == "1"):
                self.shape(schema, "schema", "choice", "1")
        return top

    def joined_pack(self, top: dict[str, Tree], rules: Sequence[Rule], name: str, version: str) -> Pack:
        self.rule = ""
        pack = self.text(top.get("pack"), "pack", plain_name(name))
        language = cast(Language | Literal[""], self.choice(top.get("language"), "language", LANGUAGES, ""))
        title, titles = self.said(top.get("title"), "title", pack)
        lines = dict[str, int]()
        for rule in rules:
            if rule.id in lines:
                self.rule = rule.id
                self.problem("duplicate_id", rule.line, rule.column, id=rule.id, first_line=str(lines[rule.id]))
            elif rule.id:
                lines[rule.id] = rule.line
        self.rule = ""
        return Pack(pack, title, version, tuple(rules), language=language, titles=titles)

    def read_rule(self, node: Tree) -> Rule:
        self.rule = ""
        if isinstance(node, Table):  # the id first, so that all faults of the rule bear it
            ids = (value.text for key, value in node.pairs if key.text == "id" and isinstance(value, Scalar))
            self.rule = next(ids, "")
        parts = self.table(node, "rules", _RULE_KEYS)
        at: Tree = parts.get("id", node)
        name = at.text if isinstance(at, Scalar) and "id" in parts else ""
        if not _ID.fullmatch(name):
            self.shape(at, "id", "id" if "id" in parts else "missing", name)
        self.scope = cast(Scope, self.choice(parts.get("scope"), "scope", SCOPES, "chunk"))
        when = self.joined(parts["when"], "when") if "when" in parts else None
        if "then" not in parts and parts:
            self.shape(node, "then", "missing")
        then = self.actions(parts["then"]) if "then" in parts else ()
        samples = parts.get("samples")
        if samples is not None and not isinstance(samples, Items):
            self.shape(samples, "samples", "list")
        read_samples = tuple(self.sample(item) for item in samples.items) if isinstance(samples, Items) else ()
        if not read_samples:
            self.at("no_samples", at, "warning")
        enabled = self.truth(parts.get("enabled"), "enabled", True) is not False
        title, titles = self.said(parts.get("title"), "title", name)
        why, whys = self.said(parts.get("why"), "why")
        return Rule(
            name, title, why, self.whole(parts.get("priority"), "priority", 100), enabled, self.scope, when, then,
            read_samples, titles, whys, node.line, node.column,
        )

    # --- conditions -----------------------------------------------------------------------------------------
    def joined(self, node: Tree, key: str, group: Group = "all") -> Condition | None:
        """A list of conditions, or one."""
        if not isinstance(node, Items):
            return self.condition(node, key)
        if not node.items:
            self.shape(node, key, "empty")
        children = tuple(child for item in node.items if (child := self.condition(item, key)))
        return Condition(group=group, children=children, line=node.line, column=node.column)

    def condition(self, node: Tree, key: str) -> Condition | None:
        parts = self.table(node, key)
        if not parts:
            if isinstance(node, Table):
                self.shape(node, key, "empty")
            return None
        groups = [name for name in _GROUPS if name in parts]
        if groups:
            return self.group(node, parts, groups)
        place: dict[str, Any] = {"line": node.line, "column": node.column}
        bare = [name for name in ("has", "lacks") if name in parts]
        if bare and "field" not in parts and len(parts) == 1:
            names = self.texts(parts[bare[0]], bare[0])
            leaves = tuple(Condition(self.field_name(name, parts[bare[0]]), bare[0], **place) for name in names)
            return leaves[0] if len(leaves) == 1 else Condition(group="all", children=leaves, **place)
        name = self.field_name(self.text(parts.get("field"), "field"), parts["field"]) if "field" in parts else "text"
        found = [word for word in parts if word not in ("field", "min_distinct", "check_digit")]
        for word in found:
            if word not in OPERATORS:
                nearest = _nearest(word, ("field", *OPERATORS))
                self.at("unknown_operator", _key(node, word), operator=word, nearest=nearest)
        known = [word for word in found if word in OPERATORS]
        if len(known) == len(found):
            if "field" not in parts:
                self.shape(node, "field", "missing")
            if len(known) != 1:
                self.shape(node, key, "one", " ".join(found))
        if len(known) != 1:
            return None
        word = known[0]
        shape, types, _ = OPERATORS[word]
        if type_of(name) not in types:
            self.at("bad_shape", _key(node, word), key=word, reason="operator_for_field", value=name)
            return None
        least = self.whole(parts.get("min_distinct"), "min_distinct", 1)
        if "min_distinct" in parts and (word != "contains_any" or least < 1):
            self.shape(parts["min_distinct"], "min_distinct", "operator_for_field", word)
        digit = self.choice(parts.get("check_digit"), "check_digit", CHECK_DIGITS, "")
        if digit and (word, name) != ("matches", "text"):
            self.shape(parts["check_digit"], "check_digit", "operator_for_field", word)
        value = parts[word]
        if shape == "presence":
            return self.presence(node, name, word, value)
        operand = self.operand(value, word, shape, name)
        if not operand:
            return None
        return Condition(name, word, operand, max(least, 1), digit, **place)

    def group(self, node: Tree, parts: dict[str, Tree], groups: list[Group]) -> Condition | None:
        for name in parts:
            if name not in groups:
                self.at("bad_shape", _key(node, name), key=name, reason="unknown_key", value=_nearest(name, _GROUPS))
        read_groups = []
        for name in groups:
            value = parts[name]
            if not isinstance(value, Items):
                self.shape(value, name, "list")
            elif (child := self.joined(value, name, name)) is not None:
                read_groups.append(child)
        if len(read_groups) == 1:
            return read_groups[0]
        return Condition(group="all", children=tuple(read_groups), line=node.line, column=node.column)

    def presence(self, node: Tree, name: str, word: str, value: Tree) -> Condition:
        """`{field: amount, has: true}`, or `{field: text, has: amount}`: the text has an amount."""
        place: dict[str, Any] = {"line": node.line, "column": node.column}
        if isinstance(value, Scalar) and value.text.lower() in _TRUE | _FALSE:
            other = {"has": "lacks", "lacks": "has"}[word]
            return Condition(name, word if value.text.lower() in _TRUE else other, **place)
        if name != "text":
            self.shape(value, word, "yes_or_no")
            return Condition(name, word, **place)
        leaves = tuple(Condition(self.field_name(what, value), word, **place) for what in self.texts(value, word))
        return leaves[0] if len(leaves) == 1 else Condition(group="all", children=leaves, **place)

    def field_name(self, name: str, node: Tree) -> str:
        known = (*TEXT_FIELDS, *NUMBER_FIELDS, *ENTITIES, *self.names)
        if name not in known:
            self.at("unknown_field", node, field=name, nearest=_nearest(name, known))
        elif self.scope == "instruction" and name not in ASKED_FIELDS:
            self.shape(node, "field", "field_for_scope", name)
        return name

    def operand(self, node: Tree, word: str, shape: str, name: str) -> tuple[str, ...]:
        kind = type_of(name)
        if shape in ("value", "values"):
            parts = node.items if isinstance(node, Items) and shape == "values" else (node,)
            if not parts:
                self.shape(node, word, "empty")
            one: Callable[[Tree, str], str | None] = self.number if kind == "number" else self.date_text if (
                kind == "date") else self.filled
            return tuple(text for part in parts if (text := one(part, word)) is not None)
        if shape in ("word", "words"):
            if shape == "word" and not isinstance(node, Scalar):
                self.shape(node, word, "text")
                return ()
            return self.texts(node, word)
        if shape == "pattern":
            patterns = node.items if isinstance(node, Items) else (node,)
            return tuple(text for part in patterns if (text := self.pattern(part, word)) is not None)
        if shape == "numbers":
            if not isinstance(node, Items) or len(node.items) != 2:
                self.shape(node, word, "range")
                return ()
            dated = kind == "date" or (kind == "any" and isinstance(node.items[0], Scalar)
                                       and node.items[0].text.count("-") == 2)
            bounds = [self.day(part, word) if dated else self.number(part, word) for part in node.items]
            low, high = bounds
            if low is None or high is None:
                return ()
            if (low > high) if dated else (Decimal(low) > Decimal(high)):
                self.shape(node, word, "range")
            return low, high
        if shape == "within":
            return self.within(node, word)
        found = self.day(node, word) if shape == "date" else self.number(node, word)
        return () if found is None else (found,)

    def filled(self, node: Tree, key: str) -> str | None:
        found = self.texts(node, key) if isinstance(node, Scalar) else (self.text(node, key),)
        return found[0] if found and found[0] else None

    def date_text(self, node: Tree, key: str) -> str | None:
        """A date as exact as it is meant, 2024, 2024-06 or 2024-06-30, or two of them with a stroke between."""
        if not isinstance(node, Scalar) or "/" not in node.text:
            return node.text if isinstance(node, Scalar) and _PART_OF_DATE.fullmatch(node.text) else self.day(node, key)
        ends = node.text.split("/")
        dates = [part if _PART_OF_DATE.fullmatch(part) else _day(part) for part in ends]
        if len(ends) == 2 and all(dates):
            return node.text
        self.shape(node, key, "date", node.text)
        return None

    def within(self, node: Tree, word: str) -> tuple[str, ...]:
        """`{days: 30, of: 2024-06-30}`; `of` may name a field."""
        if not isinstance(node, Table):
            self.shape(node, word, "days")
            return ()
        parts = self.table(node, word, ("days", "of"))
        if "days" not in parts or "of" not in parts:
            self.shape(node, word, "days")
            return ()
        days, of = self.whole(parts["days"], "days", 0), parts["of"]
        if days < 0:
            self.shape(parts["days"], "days", "whole_number", str(days))
        if isinstance(of, Scalar) and _NAME.fullmatch(of.text):
            return str(days), self.field_name(of.text, of)
        day = self.day(of, "of")
        return () if day is None else (str(days), day)

    # --- actions --------------------------------------------------------------------------------------------
    def actions(self, node: Tree) -> tuple[Action, ...]:
        if not isinstance(node, Items):
            self.shape(node, "then", "list")
            return ()
        if not node.items:
            self.shape(node, "then", "empty")
        found: list[Action] = []
        for item in node.items:
            if isinstance(item, Scalar) and item.text == "stop":
                found.append(Action("stop", line=item.line, column=item.column))
                continue
            parts = self.table(item, "then")
            if isinstance(item, Table) and len(parts) != 1:
                self.shape(item, "then", "one", " ".join(parts))
            for name, value in parts.items():
                if name not in ACTIONS:
                    at = _key(item, name)
                    self.at("bad_shape", at, key=name, reason="unknown_key", value=_nearest(name, ACTIONS))
                elif name not in actions_of(self.scope):
                    self.at("bad_shape", _key(item, name), key=name, reason="action_for_scope", value=self.scope)
                else:
                    found.extend(self.action(cast(ActionKind, name), value))
        return tuple(found)

    def action(self, kind: ActionKind, node: Tree) -> list[Action]:
        place: dict[str, Any] = {"line": node.line, "column": node.column}
        if kind == "stop":
            return [Action("stop", **place)] if self.truth(node, kind, True) else []
        if kind == "tag":
            return [Action("tag", text, **place) for text in self.texts(node, kind)]
        if kind == "mark":
            named = self.table(node, kind, ("entity",)).get("entity") if isinstance(node, Table) else node
            kinds = self.entities(named, node)
            return [Action("mark", entities=kinds, **place)] if kinds else []
        if kind == "extract":
            return self.extract(node, place)
        if kind == "route":
            return self.route(node, place)
        if kind == "task":
            return self.task(node, place)
        if kind == "priority":
            chosen = self.choice(node, kind, PRIORITIES, "")
            return [Action("priority", chosen, **place)] if chosen else []
        text = self.text(node, kind)
        if not text.strip():
            self.shape(node, kind, "empty")
        return [Action(kind, text, **place)] if text.strip() else []

    def entities(self, node: Tree | None, at: Tree) -> tuple[EntityKind, ...]:
        if node is None:
            self.shape(at, "entity", "missing")
            return ()
        found = []
        for name in self.texts(node, "entity"):
            if name in ENTITIES:
                found.append(cast(EntityKind, name))
            else:
                self.at("unknown_field", node, field=name, nearest=_nearest(name, ENTITIES))
        return tuple(found)

    def extract(self, node: Tree, place: dict[str, Any]) -> list[Action]:
        parts = self.table(node, "extract", ("field", "entity", "pattern"))
        if not parts:
            return []
        name = self.text(parts.get("field"), "field")
        if not _NAME.fullmatch(name):
            self.shape(parts.get("field", node), "field", "id" if name else "missing", name)
        if "entity" not in parts and "pattern" not in parts:
            self.shape(node, "extract", "missing", "entity pattern")
            return []
        kinds = self.entities(parts["entity"], node) if "entity" in parts else ()
        pattern = self.pattern(parts["pattern"], "pattern") if "pattern" in parts else ""
        if pattern is None or ("entity" in parts and not kinds):
            return []
        return [Action("extract", field=name, entities=kinds, pattern=pattern, **place)]

    def route(self, node: Tree, place: dict[str, Any]) -> list[Action]:
        if isinstance(node, Scalar):
            chosen = self.choice(node, "route", ROUTES, "")
            return [Action("route", chosen, **place)] if chosen else []
        parts = self.table(node, "route", ("to", "covered"))
        if "to" not in parts:
            self.shape(node, "to", "missing")
        chosen = self.choice(parts.get("to"), "to", ROUTES, "")
        share = FIRST_COVERED
        if "covered" in parts and (number := self.number(parts["covered"], "covered")) is not None:
            share = float(number)
            if not 0 <= share <= 1:
                self.shape(parts["covered"], "covered", "range", number)
            elif chosen == "rule_only" and share < FIRST_COVERED:
                self.at("rule_only_uncovered", parts["covered"], "warning", covered=number)
        return [Action("route", chosen, covered=share, **place)] if chosen else []

    def task(self, node: Tree, place: dict[str, Any]) -> list[Action]:
        """`task: NAME` or `task: {name: NAME, confidence: 0.8}`."""
        if isinstance(node, Scalar):
            name: str | None = self.filled(node, "task")
            return [Action("task", name, **place)] if name else []
        parts = self.table(node, "task", ("name", "confidence"))
        if "name" not in parts:
            self.shape(node, "name", "missing")
        name = self.filled(parts["name"], "name") if "name" in parts else None
        sure = 1.0
        if "confidence" in parts and (number := self.number(parts["confidence"], "confidence")) is not None:
            sure = float(number)
            if not 0 <= sure <= 1:
                self.shape(parts["confidence"], "confidence", "range", number)
        return [Action("task", name, confidence=sure, **place)] if name else []

    # --- samples --------------------------------------------------------------------------------------------
    def sample(self, node: Tree) -> Sample:
        parts = self.table(node, "samples", _SAMPLE_KEYS)
        if "text" not in parts:
            self.shape(node, "text", "missing")
        fields = []
        if "fields" in parts:
            for name, value in self.table(parts["fields"], "fields").items():
                items = value.items if isinstance(value, Items) else (value,)
                fields.append((name, tuple(self.sample_value(item) for item in items)))
        route = self.choice(parts.get("route"), "route", ROUTES, "")
        priority = self.choice(parts.get("priority"), "priority", PRIORITIES, "")
        return Sample(
            self.text(parts.get("text"), "text"), self.truth(parts.get("hits"), "hits", None), tuple(fields),
            self.texts(parts["tags"], "tags") if "tags" in parts else None, cast(Route, route) if route else None,
            priority or None, self.texts(parts.get("heading"), "heading"),
            self.text(parts.get("file_name"), "file_name"), self.text(parts.get("instruction"), "instruction"),
            self.text(parts["task"], "task") if "task" in parts else None, node.line, node.column,
        )

    def sample_value(self, node: Tree) -> str:
        """A number or a date may stand without quotes; a number that begins with 0 may not: YAML drops the 0."""
        if isinstance(node, Scalar) and node.misread and re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?|\d{4}-\d\d-\d\d",
                                                                      node.text):
            return node.text
        return self.text(node, "fields")


def extracted(rule: Tree) -> frozenset[str]:
    """Names that the extract actions of a rule give; the actions themselves are checked later."""
    names: set[str] = set()
    for key, then in rule.pairs if isinstance(rule, Table) else ():
        for item in then.items if key.text == "then" and isinstance(then, Items) else ():
            for kind, value in item.pairs if isinstance(item, Table) else ():
                if kind.text == "extract" and isinstance(value, Table):
                    names.update(part.text for name, part in value.pairs
                                 if name.text == "field" and isinstance(part, Scalar))
    return frozenset(names)


def _key(node: Tree, name: str) -> Tree:
    return next((key for key, _ in node.pairs if key.text == name), node) if isinstance(node, Table) else node


def _nearest(name: str, among: Iterable[str]) -> str:
    return next(iter(get_close_matches(name, list(among), 1)), "")
