"""Rules written in older shapes, put into the language.

Four shapes are known, in YAML or JSON, mixed as one likes in one file (a list of rules, or a table with `rules`):
- the language with words that it no longer has: `not_any` for `none` or `not_contains`, `requires_gpu` for a route;
- `title_contains`, `body_contains`, `file_ext`, `min_chars`, `max_chars` in a rule or its `when`, `conditions` or
  `match`, ending with the first rule that holds unless `stop` is false;
- `matchType` (any, all, none, regex, exact, prefix), `keywords`, `minMatchCount`, `action` (route, mark, priority) with
  `routeTo`, `markAs`, `priorityLevel`;
- rules for what a person asks: `pattern`, `requiredFileType`, `route` (how, or the name of a task), `priority` (larger
  first), `confidence`, `enabled`.
What has no counterpart is named, never guessed at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from docprep_gui.rules import editing
from docprep_gui.rules.pack import draft
from docprep_gui.rules.reader import plain_name
from docprep_gui.rules.tree import Items, Scalar, Table, Tree, read
from docprep_gui.rules.vocabulary import ENTITIES, OPERATORS, PRIORITIES, ROUTES
from docprep_gui.rules.yamltext import Plain, Quoted, Value, flow

_KINDS = ("docx", "xlsx", "xls", "csv", "pdf", "pptx", "txt", "md")
_ROUTES = {"llm": "model", "gpu": "model", "ai": "model", "ask": "model", "rule": "rule_only", "rules": "rule_only",
           "l0": "rule_only", "cpu": "rule_only", "local": "local_only", "skip": "ignore", "discard": "ignore",
           "drop": "ignore"} | {route: route for route in ROUTES}
_PRIORITIES = {"urgent": "high", "critical": "high", "normal": "medium", "middle": "medium"} | {
    level: level for level in PRIORITIES}
_OWN = frozenset({"id", "name", "title", "why", "description", "priority", "enabled", "scope", "samples"})
_LOOSE = ("title_contains", "body_contains", "file_ext", "min_chars", "max_chars")
_PLACES = ("when", "conditions", "match")
_MATCHED = ("matchType", "keywords", "minMatchCount", "routeTo", "markAs", "priorityLevel")
_INSTRUCTION = ("requiredFileType", "confidence", "timeout")
_PROGRAMS = {"word": ("docx",), "excel": ("xlsx", "xls"), "powerpoint": ("pptx",), "ppt": ("pptx",), "text": ("txt",),
             "markdown": ("md",)}
_ANY_FILE = frozenset({"any", "all", "*", "none", "null"})
_LARGEST_FIRST = 1000  # a priority of which the larger came first, taken from this, comes first where it is smaller
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_LONG_ID = 60


@dataclass(frozen=True, slots=True)
class Lost:
    """What could not be kept. `rule`: its name. `reason`: unknown (no counterpart of `key`), value (none of `value` of
    `key`), no_condition, no_action, or refused (the check refuses it, `value` is the kind of problem). Of the last
    three the whole rule is left out, of value a part."""

    rule: str
    reason: str
    key: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """`text`: a pack in the language, "" where no rule could be kept. `rules`: how many."""

    text: str
    rules: int
    lost: tuple[Lost, ...]


@dataclass(slots=True)
class _Rule:
    """A rule on its way into the language."""

    name: str
    conditions: list[Value] = field(default_factory=list)
    actions: list[Value] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)

    def lose(self, reason: str, key: str = "", value: str = "") -> None:
        self.lost.append(Lost(self.name, reason, key, value))


def import_pack(text: str, name: str) -> Imported:
    """The pack that a file in an older shape says, and what was lost on the way. `name`: of the file. Raises
    rules.tree.YamlError where it is neither YAML nor JSON."""
    root = _tree(text)
    top = dict(_pairs(root)) if isinstance(root, Table) else {}
    listed = top.get("rules", root)
    items = listed.items if isinstance(listed, Items) else (root,) if isinstance(root, Table) else ()
    pack = _slug(_said(top.get("pack"))) or _slug(plain_name(name)) or "imported"
    title = _said(top.get("title")) or _said(top.get("name")) or plain_name(name)
    made, count, ids = "", 0, set[str]()
    lost: list[Lost] = []
    for number, item in enumerate(items, start=1):
        rule = _Rule(_name(item, number))
        shaped = _shaped(rule, item, _free(_slug(rule.name) or f"rule-{number}", ids))
        lost += rule.lost
        if shaped is None:
            continue
        read_rule = draft(f"rules:\n- {flow(shaped)}\n", pack)
        errors = [problem for problem in read_rule.problems if problem.severity == "error"]
        if errors or not read_rule.pack.rules:
            lost.append(Lost(rule.name, "refused", value=errors[0].kind if errors else "bad_shape"))
            continue
        one = read_rule.pack.rules[0]
        ids.add(one.id)
        made = editing.add_rule(made, count, one) if made else editing.new_pack(pack, title, one)
        count += 1
    return Imported(made, count, tuple(lost))


def _tree(text: str) -> Tree | None:
    """JSON may hold tabs and signs that YAML refuses."""
    if text.lstrip("\ufeff \t\r\n")[:1] in ("{", "["):
        with suppress(ValueError, RecursionError):
            plain = json.dumps(json.loads(text.lstrip("\ufeff")), ensure_ascii=False)
            text = _UNPRINTABLE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", plain)
    return read(text)


def _pairs(node: Tree | None) -> Iterator[tuple[str, Tree]]:
    if isinstance(node, Table):
        for key, value in node.pairs:
            yield key.text, value


def _said(node: Tree | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _texts(node: Tree) -> list[str]:
    parts = node.items if isinstance(node, Items) else (node,)
    return [part.text for part in parts if isinstance(part, Scalar) and part.text.strip()]


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:_LONG_ID].rstrip("-")


def _free(wanted: str, taken: set[str]) -> str:
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    return name


def _name(item: Tree, number: int) -> str:
    found = dict(_pairs(item))
    return _said(found.get("id")) or _said(found.get("name")) or _said(found.get("title")) or str(number)


# --- one rule -----------------------------------------------------------------------------------------------------
def _shaped(rule: _Rule, item: Tree, name: str) -> dict[str, Value] | None:
    """The rule as a table of the language; None where nothing of it can be kept."""
    parts = dict(_pairs(item))
    asked = "then" not in parts and (
        _said(parts.get("scope")) == "instruction" or any(key in parts for key in _INSTRUCTION)
        or ("pattern" in parts and "matchType" not in parts))
    made: dict[str, Value] = {"id": name, "title": _said(parts.get("title")) or _said(parts.get("name")) or rule.name}
    if why := _said(parts.get("why")) or _said(parts.get("description")):
        made["why"] = why
    if asked:
        parts = _asked(rule, parts, made)
    _heads(rule, parts, made)
    before = len(rule.lost)
    _conditions(rule, parts)
    if len(rule.lost) > before or any(lost.reason == "no_condition" for lost in rule.lost):
        # With a condition less, a rule would hold where it was not meant to.
        return None
    _actions(rule, parts)
    known = _OWN.union(_LOOSE, _PLACES, _MATCHED, ("then", "action", "actions", "route", "tag", "tags", "stop",
                                                   "requires_gpu", "not_any", "pattern", "all", "any", "none"))
    for key in parts:
        if key not in known:
            rule.lose("unknown", key)
    if not rule.conditions and not any(place in parts for place in ("then",)):
        rule.lose("no_condition")
        return None
    if not rule.actions:
        rule.lose("no_action")
        return None
    if rule.conditions:
        made["when"] = {"all": rule.conditions}
    made["then"] = rule.actions
    if isinstance(samples := parts.get("samples"), Items):
        made["samples"] = [_value(sample) for sample in samples.items]
    return made


def _asked(rule: _Rule, parts: dict[str, Tree], made: dict[str, Value]) -> dict[str, Tree]:
    """Puts what is known of rules for what a person asks into the language; what is left of the parts."""
    rest = {key: value for key, value in parts.items()
            if key not in ("scope", "pattern", "keywords", "route", "priority", *_INSTRUCTION)}
    made["scope"] = "instruction"
    order = _said(parts.get("priority"))
    if re.fullmatch(r"-?[0-9]{1,6}", order):
        made["priority"] = Plain(str(_LARGEST_FIRST - int(order)))
    elif order:
        rule.lose("value", "priority", order)
    if "pattern" in parts and (patterns := _texts(parts["pattern"])):
        rule.conditions.append({"field": "instruction", "matches": [Quoted(pattern) for pattern in patterns]})
    if "keywords" in parts and (words := _texts(parts["keywords"])):
        rule.conditions.append({"field": "instruction", "contains_any": words})
    if not rule.conditions and "when" not in parts:
        rule.lose("no_condition")  # whatever is asked would be taken for this
    if "requiredFileType" in parts:
        named = [name.lower().strip().lstrip(".") for name in _texts(parts["requiredFileType"])]
        kinds = list(dict.fromkeys(kind for name in named for kind in _PROGRAMS.get(name, (name,))))
        if kinds and not _ANY_FILE.intersection(kinds):
            rule.conditions.append({"field": "file_kind", "one_of": kinds})
    sure = _said(parts.get("confidence"))
    route = _said(parts.get("route")).strip()
    if route.lower() in _ROUTES:
        rule.actions.append({"route": _ROUTES[route.lower()]})
    elif route:
        rule.actions.append({"task": {"name": route, "confidence": Plain(sure)} if sure else route})
    if sure and (not route or route.lower() in _ROUTES):
        rule.lose("unknown", "confidence")
    if "timeout" in parts:
        rule.lose("unknown", "timeout")
    return rest


def _heads(rule: _Rule, parts: dict[str, Tree], made: dict[str, Value]) -> None:
    order = _said(parts.get("priority"))
    if re.fullmatch(r"-?[0-9]{1,9}", order):
        made["priority"] = Plain(order)
    elif order in _PRIORITIES and "then" not in parts:
        rule.actions.append({"priority": _PRIORITIES[order]})
    elif order:
        rule.lose("value", "priority", order)
    enabled = _said(parts.get("enabled")).lower()
    if enabled in ("false", "no", "0"):
        made["enabled"] = Plain("false")
    if (scope := _said(parts.get("scope"))) and scope != "chunk":
        made["scope"] = scope


# --- conditions ---------------------------------------------------------------------------------------------------
def _conditions(rule: _Rule, parts: dict[str, Tree]) -> None:
    _loose(rule, parts)
    _matched(rule, parts)
    for key in ("all", "any", "none", "not_any"):
        if key in parts:
            rule.conditions.append(_group(rule, key, parts[key]))
    for place in _PLACES:
        node = parts.get(place)
        if isinstance(node, Items):
            rule.conditions += [_condition(rule, item) for item in node.items]
        elif isinstance(node, Table):
            inner = dict(_pairs(node))
            if any(key in inner for key in (*_LOOSE, *_MATCHED)):
                _loose(rule, inner)
                _matched(rule, inner)
                for key in inner:
                    if key not in (*_LOOSE, *_MATCHED, "pattern"):
                        rule.lose("unknown", key)
            else:
                rule.conditions.append(_condition(rule, node))


def _loose(rule: _Rule, parts: dict[str, Tree]) -> None:
    for key, name in (("title_contains", "heading"), ("body_contains", "text")):
        if key in parts and (words := _texts(parts[key])):
            rule.conditions.append({"field": name, "contains_any": words})
    if "file_ext" in parts:
        endings = [ending.lower().strip().lstrip(".") for ending in _texts(parts["file_ext"])]
        if all(ending in _KINDS for ending in endings):
            rule.conditions.append({"field": "file_kind", "one_of": endings})
        else:
            either = "|".join(map(re.escape, endings))
            rule.conditions.append({"field": "file_name", "matches": Quoted(rf"(?i)\.(?:{either})$")})
    for key, operator in (("min_chars", "at_least"), ("max_chars", "at_most")):
        if key in parts:
            rule.conditions.append({"field": "chars", operator: Plain(_said(parts[key]))})


def _matched(rule: _Rule, parts: dict[str, Tree]) -> None:
    if not any(key in parts for key in ("matchType", "keywords", "minMatchCount")):
        return
    how = _said(parts.get("matchType")).lower().removeprefix("keywords_").removeprefix("keyword_") or "any"
    words = _texts(parts["keywords"]) if "keywords" in parts else []
    least = _said(parts.get("minMatchCount")) or "1"
    if how in ("any", "contains", "keyword", "keywords", "or"):
        one: dict[str, Value] = {"field": "text", "contains_any": words}
        if least != "1":
            one["min_distinct"] = Plain(least)
        rule.conditions.append(one)
    elif how in ("all", "and"):
        rule.conditions.append({"field": "text", "contains_all": words})
    elif how in ("none", "not"):
        rule.conditions.append({"field": "text", "not_contains": words})
    elif how in ("regex", "regexp", "pattern"):
        patterns = words or (_texts(parts["pattern"]) if "pattern" in parts else [])
        rule.conditions.append({"field": "text", "matches": [Quoted(pattern) for pattern in patterns]})
    elif how in ("exact", "equals"):
        rule.conditions.append({"field": "text", "one_of": words})
    elif how in ("prefix", "starts_with", "startswith"):
        rule.conditions.append({"field": "text", "starts_with": words})
    else:
        rule.lose("value", "matchType", how)


def _group(rule: _Rule, key: str, node: Tree) -> Value:
    items = node.items if isinstance(node, Items) else (node,)
    if key == "not_any" and all(isinstance(item, Scalar) for item in items):
        return {"field": "text", "not_contains": _texts(node)}
    return {"none" if key == "not_any" else key: [_condition(rule, item) for item in items]}


def _condition(rule: _Rule, node: Tree) -> Value:
    parts = dict(_pairs(node))
    for key in ("all", "any", "none", "not_any"):
        if key in parts and "field" not in parts:
            groups = [_group(rule, word, parts[word]) for word in parts if word in ("all", "any", "none", "not_any")]
            for word in parts:
                if word not in ("all", "any", "none", "not_any"):
                    rule.lose("unknown", word)
            return groups[0] if len(groups) == 1 else {"all": groups}
    made: dict[str, Value] = {}
    for word, value in parts.items():
        if word == "not_any":
            made["not_contains"] = _texts(value)
        elif word == "matches":
            made[word] = [Quoted(pattern) for pattern in _texts(value)]
        elif word == "contains" and isinstance(value, Items):
            made["contains_any"] = _texts(value)
        elif word in OPERATORS or word in ("field", "min_distinct", "check_digit"):
            made[word] = _value(value)
        else:
            rule.lose("unknown", word)
    return made


# --- actions ------------------------------------------------------------------------------------------------------
def _actions(rule: _Rule, parts: dict[str, Tree]) -> None:
    then = parts.get("then") or parts.get("actions")
    if isinstance(then, Items):
        for item in then.items:
            for key, value in _pairs(item):
                _action(rule, key, value)
            if isinstance(item, Scalar):
                rule.actions.append(item.text)
    elif isinstance(then, Table):
        for key, value in _pairs(then):
            _action(rule, key, value)
    for key in ("route", "tag", "tags", "requires_gpu"):
        if key in parts:
            _action(rule, key, parts[key])
    action = parts.get("action")
    if isinstance(action, Table):
        for key, value in _pairs(action):
            _action(rule, key, value)
    elif action is not None:
        named = {word.lower() for word in _texts(action)}
        if unknown := sorted(named - {"route", "mark", "priority", "tag", *_ROUTES}):
            rule.lose("value", "action", ", ".join(unknown))
        for word in sorted(named & (_ROUTES.keys() - {"route", "mark", "priority", "tag"})):
            rule.actions.append({"route": _ROUTES[word]})
    for key in ("routeTo", "markAs", "priorityLevel"):
        if key in parts:
            _action(rule, key, parts[key])
    loose = any(key in parts or any(key in dict(_pairs(parts.get(place))) for place in _PLACES) for key in _LOOSE)
    stop = _said(parts.get("stop")).lower()
    if rule.actions and (stop in ("true", "yes", "1") or (loose and stop not in ("false", "no", "0"))):
        rule.actions.append("stop")


def _action(rule: _Rule, key: str, value: Tree) -> None:
    said = _said(value).strip()
    if key in ("route", "routeTo"):
        if isinstance(value, Table):
            rule.actions.append({"route": _value(value)})
        elif said.lower() in _ROUTES:
            rule.actions.append({"route": _ROUTES[said.lower()]})
        else:
            rule.lose("value", key, said)
    elif key == "requires_gpu":
        rule.actions.append({"route": "model" if said.lower() in ("true", "yes", "1") else "rule_only"})
    elif key == "priorityLevel" or (key == "priority" and said):
        if said.lower() in _PRIORITIES:
            rule.actions.append({"priority": _PRIORITIES[said.lower()]})
        else:
            rule.lose("value", key, said)
    elif key == "markAs":
        rule.actions.append({"mark": said} if said in ENTITIES else {"tag": _texts(value)})
    elif key in ("tag", "tags"):
        rule.actions.append({"tag": _texts(value)})
    elif key in ("extract", "mark", "prompt", "task", "reason", "stop"):
        rule.actions.append({key: _value(value)})
    else:
        rule.lose("unknown", key)


def _value(node: Tree) -> Value:
    """As it stands."""
    if isinstance(node, Scalar):
        return Plain(node.text) if node.misread else node.text
    if isinstance(node, Items):
        return [_value(item) for item in node.items]
    return {key: Quoted(value.text) if key == "pattern" and isinstance(value, Scalar) else _value(value)
            for key, value in _pairs(node)}
