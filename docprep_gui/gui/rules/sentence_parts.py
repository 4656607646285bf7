"""A rule as rows of parts that can be picked and written over: what each part shows, and what a choice, typed words or
Del make of the pack's text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import cast, get_args

from PySide6.QtCore import QCoreApplication

from docprep_gui.domain.chunk import EntityKind, Priority, Route
from docprep_gui.gui.documents.why import noun
from docprep_gui.gui.rules.sentence import Chip, ChipKind, figure
from docprep_gui.rules import editing
from docprep_gui.rules.model import FIRST_COVERED, Action, ActionKind, Condition, Group, Rule
from docprep_gui.rules.vocabulary import (
    ASKED_FIELDS,
    ENTITIES,
    NUMBER_FIELDS,
    OPERATORS,
    PRIORITIES,
    ROUTES,
    TEXT_FIELDS,
    actions_of,
    type_of,
)
from docprep_gui.workspace.asking import book
from docprep_gui.workspace.messages import Messages

translate = QCoreApplication.translate
Op = Callable[[str], str]
"""A pack's text into another. EditError and IndexError say that it cannot be done."""

_TEXT_ORDER = ("text", "instruction", "heading", "title", "file_name", "preview", "file_kind", "chunk_kind", "language",
               "sheet", "tag")
_NUMBER_ORDER = ("page", "chars", "tokens", "rows", "cols", "covered", "file_size")
_DATE = "2024-01-01"


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a picker. `then`: the id of the part that is written next, "" for none; `block`: a line above it."""

    text: str
    op: Op
    checked: bool = False
    then: str = ""
    block: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """`id` names its place in the rule and stays when other parts change. `text`: what is written over by `write`."""

    id: str
    chip: Chip
    name: str
    choices: tuple[Choice, ...] = ()
    write: Callable[[str], Op] | None = None
    text: str = ""
    remove: Op | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """`lead` stands in front ("If", "and", "then"). `indent`: how deep in groups; `gap`: space above."""

    lead: str
    parts: tuple[Part, ...]
    indent: int = 0
    gap: bool = False


def rows(rule: Rule, place: int, names: Sequence[str], messages: Messages) -> tuple[Row, ...]:
    """`place` of the rule in its pack; `names`: fields that rules of the pack extract."""
    return tuple(_Rows(rule, place, names, messages).all())


class _Rows:
    def __init__(self, rule: Rule, place: int, names: Sequence[str], messages: Messages) -> None:
        self._rule = rule
        self._place = place
        self._names = names
        self._messages = messages
        self._word = messages.word
        self._tasks = tuple(book().tasks)

    def all(self) -> Iterator[Row]:
        rule = self._rule
        if rule.scope != "chunk":
            yield Row("", (self._fixed("scope", self._word(f"scope.{rule.scope}")),))
        if rule.when is None:
            yield Row("", (self._fixed("always", self._word("join.always")), *self._adds((), 0)[:1]))
        else:
            yield from self._condition(rule.when, (), self._capital("join.if"), 0)
            if not rule.when.group:
                yield Row("", self._adds((), 0)[:1])
        for i, action in enumerate(rule.then):
            yield Row(self._capital("join.then") if i == 0 else "", tuple(self._action(action, i)), gap=i == 0)
        yield Row("" if rule.then else self._capital("join.then"), (self._add_action(),), gap=not rule.then)
        write = partial(_why, self._place, self._messages.language)
        if rule.why:
            why = rule.why_in(self._messages.language)
            yield Row(self._capital("join.because"), (Part(
                "why", Chip("text", why), self._word("join.because"), write=write, text=why, remove=write("")),),
                      gap=True)
        else:
            yield Row("", (Part("why", Chip("add", translate("Rules", "Reason")), translate("Rules", "Add a reason"),
                                write=write),), gap=True)

    def _capital(self, key: str) -> str:
        said = self._word(key)
        return said[:1].upper() + said[1:]

    def _fixed(self, name: str, text: str) -> Part:
        return Part(name, Chip("plain", text), text)

    # --- conditions
    def _condition(self, condition: Condition, path: editing.Path, lead: str, indent: int) -> Iterator[Row]:
        base = _id("when", path)
        remove = partial(editing.remove_condition, rule=self._place, path=path)
        if not condition.group:
            yield Row(lead, tuple(self._leaf(condition, path, base, remove)), indent)
            return
        choices = tuple(Choice(self._word(f"join.{group}"),
                               partial(editing.set_group, rule=self._place, path=path, group=group),
                               group == condition.group) for group in cast(tuple[Group, ...], ("all", "any", "none")))
        yield Row(lead, (Part(base, Chip("group", self._word(f"join.{condition.group}")),
                              translate("Rules", "Group of conditions"), choices, remove=remove),), indent)
        joined = self._word("join.and" if condition.group == "all" else "join.or")
        for i, child in enumerate(condition.children):
            yield from self._condition(child, (*path, i), joined if i else "", indent + 1)
        yield Row("", self._adds(path, len(condition.children)), indent + 1)

    def _adds(self, path: editing.Path, count: int) -> tuple[Part, Part]:
        when = self._rule.when
        single = when is not None and not when.group
        new = (0,) if when is None else (1,) if single else (*path, count)
        word = translate("Rules", "keyword")
        leaf = Condition("instruction" if self._rule.scope == "instruction" else "text", "contains_any", (word,))
        base = _id("add", path)
        return (
            Part(f"{base}.condition", Chip("add", translate("Rules", "Condition")),
                 translate("Rules", "Add a condition"),
                 (Choice("", partial(editing.add_condition, rule=self._place, path=path, condition=leaf),
                         then=f"{_id('when', new)}.value.0"),)),
            Part(f"{base}.group", Chip("add", translate("Rules", "Group")), translate("Rules", "Add a group"),
                 (Choice("", partial(editing.add_condition, rule=self._place, path=path,
                                     condition=Condition(group="any", children=(leaf,))),
                         then=f"{_id('when', (*new, 0))}.value.0"),)),
        )

    def _leaf(self, leaf: Condition, path: editing.Path, base: str, remove: Op) -> Iterator[Part]:
        def put(new: Condition) -> Op:
            return partial(editing.set_condition, rule=self._place, path=path, condition=new)

        yield Part(f"{base}.field", Chip("field", noun(leaf.field, self._messages)), translate("Rules", "Field"),
                   tuple(self._fields(leaf, put, base)), remove=remove)
        shape, _, _ = OPERATORS[leaf.operator]
        kind = type_of(leaf.field)
        operators = tuple(Choice(self._word(f"op.{name}"), put(with_operator(leaf, name)), name == leaf.operator,
                                 f"{base}.value.0" if of[0] != "presence" else "")
                          for name, of in OPERATORS.items() if kind in of[1])
        yield Part(f"{base}.operator", Chip("operator", self._word(f"op.{leaf.operator}")),
                   translate("Rules", "Comparison"), operators, remove=remove)
        if shape == "within":
            yield self._value(leaf, 0, f"{base}.value.0", put, "value", remove)
            yield self._value(leaf, 1, f"{base}.value.1", put, "value", remove)
            return
        drawn: ChipKind = "pattern" if shape == "pattern" else "value"
        for i in range(len(leaf.operand)):
            rest = replace(leaf, operand=(*leaf.operand[:i], *leaf.operand[i + 1 :]))
            yield self._value(leaf, i, f"{base}.value.{i}", put, drawn,
                              put(rest) if rest.operand and shape != "numbers" else remove)
        if shape in ("words", "values"):
            yield Part(f"{base}.value.more", Chip("add", ""), translate("Rules", "Add a word"),
                       write=lambda said: put(replace(leaf, operand=(*leaf.operand, *_words(said)))))
        if leaf.operator == "contains_any" and (leaf.min_distinct > 1):
            yield Part(f"{base}.least", Chip("operator", self._word("op.min_distinct", count=str(leaf.min_distinct))),
                       self._word("op.min_distinct", count=""), tuple(
                           Choice(self._word("op.min_distinct", count=str(n)), put(replace(leaf, min_distinct=n)),
                                  n == leaf.min_distinct) for n in range(1, max(2, len(leaf.operand)) + 1)))

    def _value(self, leaf: Condition, i: int, name: str, put: Callable[[Condition], Op], kind: ChipKind,
               remove: Op) -> Part:
        text = leaf.operand[i]
        shown = text if kind == "pattern" else figure(text)
        if leaf.operator == "within_days" and i == 1 and not text[:1].isdigit():
            shown = noun(text, self._messages)

        def write(said: str) -> Op:
            more = _words(said) if OPERATORS[leaf.operator][0] in ("words", "values") else (said.strip(),)
            return put(replace(leaf, operand=(*leaf.operand[:i], *more, *leaf.operand[i + 1 :])))

        return Part(name, Chip(kind, shown), translate("Rules", "Value"), write=write, text=text, remove=remove)

    def _fields(self, leaf: Condition, put: Callable[[Condition], Op], base: str) -> Iterator[Choice]:
        own = [name for name in self._names if name not in TEXT_FIELDS | NUMBER_FIELDS | ENTITIES]
        groups: tuple[Sequence[str], ...] = (_TEXT_ORDER, get_args(EntityKind), _NUMBER_ORDER, own)
        if self._rule.scope == "instruction":
            groups = tuple([name for name in group if name in ASKED_FIELDS] for group in groups)
        for group in groups:
            for i, name in enumerate(group):
                yield Choice(noun(name, self._messages), put(with_field(leaf, name)), name == leaf.field,
                             f"{base}.operator" if type_of(name) != type_of(leaf.field) else "", i == 0)

    # --- actions
    def _action(self, action: Action, i: int) -> Iterator[Part]:
        base = f"then.{i}"
        remove = partial(editing.remove_action, rule=self._place, place=i) if len(self._rule.then) > 1 else None

        def put(new: Action) -> Op:
            return partial(editing.set_action, rule=self._place, place=i, action=new)

        kinds = tuple(Choice(self._word(f"action.{kind}"), put(action if kind == action.kind else new_action(kind)),
                             kind == action.kind, _next(kind, i)) for kind in self._actions())
        yield Part(base, Chip("action", self._word(f"action.{action.kind}")), translate("Rules", "Action"), kinds,
                   remove=remove)
        match action.kind:
            case "extract":
                yield from self._extract(action, base, put, remove)
            case "mark":
                yield from self._kinds(action, base, put, remove)
                yield Part(f"{base}.more", Chip("add", ""), translate("Rules", "Mask another kind"), tuple(
                    Choice(self._word(f"entity.{kind}"), put(replace(action, entities=(*action.entities, kind))))
                    for kind in get_args(EntityKind) if kind not in action.entities))
            case "route":
                yield Part(f"{base}.to", Chip("route", self._word(f"route.{action.value}"),
                                              route=cast(Route, action.value)), translate("Rules", "Route"), tuple(
                    Choice(self._word(f"route.{route}"), put(replace(
                        action, value=route, covered=action.covered if route == "rule_only" else FIRST_COVERED)),
                           route == action.value) for route in ROUTES), remove=remove)
            case "priority":
                yield Part(f"{base}.to", Chip("priority", self._word(f"priority.{action.value}"),
                                              priority=cast(Priority, action.value)), translate("Rules", "Priority"),
                           tuple(Choice(self._word(f"priority.{name}"), put(replace(action, value=name)),
                                        name == action.value) for name in PRIORITIES), remove=remove)
            case "task":
                tasks = dict.fromkeys((*self._tasks, action.value))
                yield Part(f"{base}.to", Chip("target", self._word(f"task.{action.value}")), self._word("sample.task"),
                           tuple(Choice(self._word(f"task.{name}"), put(replace(action, value=name)),
                                        name == action.value) for name in tasks), remove=remove)
            case "tag":
                yield Part(f"{base}.value", Chip("value", action.value), translate("Rules", "Tag"),
                           write=lambda said: put(replace(action, value=said.strip())), text=action.value,
                           remove=remove)
            case "prompt" | "reason":
                yield Part(f"{base}.value", Chip("text", action.value), self._word(f"action.{action.kind}"),
                           write=lambda said: put(replace(action, value=said.strip())), text=action.value,
                           remove=remove)

    def _kinds(self, action: Action, base: str, put: Callable[[Action], Op], remove: Op | None) -> Iterator[Part]:
        for i, kind in enumerate(action.entities):
            others = (*action.entities[:i], *action.entities[i + 1 :])

            def put_kind(new: EntityKind, i: int = i) -> Op:
                return put(replace(action, entities=tuple(dict.fromkeys(
                    (*action.entities[:i], new, *action.entities[i + 1 :])))))

            choices = [Choice(self._word(f"entity.{name}"), put_kind(name), name == kind)
                       for name in cast(tuple[EntityKind, ...], get_args(EntityKind))]
            if action.kind == "extract" and not action.pattern:
                choices.append(Choice(self._word("action.by_pattern"), put(replace(
                    action, entities=(), pattern=r"(\p{Han}+)")), then=f"{base}.pattern", block=True))
            yield Part(f"{base}.kind.{i}", Chip("target", self._word(f"entity.{kind}")),
                       translate("Rules", "Kind of value"), tuple(choices),
                       remove=put(replace(action, entities=others)) if others or action.pattern else remove)

    def _extract(self, action: Action, base: str, put: Callable[[Action], Op], remove: Op | None) -> Iterator[Part]:
        yield from self._kinds(action, base, put, remove)
        if action.pattern:
            yield self._fixed(f"{base}.by", self._word("action.by_pattern"))
            yield Part(f"{base}.pattern", Chip("pattern", action.pattern), translate("Rules", "Pattern"),
                       write=lambda said: put(replace(action, pattern=said)), text=action.pattern,
                       remove=put(replace(action, pattern="")) if action.entities else remove)
        if not action.entities:
            yield Part(f"{base}.more", Chip("add", ""), translate("Rules", "Kind of value"), tuple(
                Choice(self._word(f"entity.{kind}"), put(replace(action, entities=(kind,))))
                for kind in cast(tuple[EntityKind, ...], get_args(EntityKind))))
        yield self._fixed(f"{base}.as", self._word("action.as"))
        yield Part(f"{base}.field", Chip("target", noun(action.field, self._messages)),
                   translate("Rules", "Name of the field"),
                   write=lambda said: put(replace(action, field=said.strip())), text=action.field, remove=remove)

    def _add_action(self) -> Part:
        i = len(self._rule.then)
        return Part("then.more", Chip("add", translate("Rules", "Action")), translate("Rules", "Add an action"), tuple(
            Choice(self._word(f"action.{kind}"), partial(
                editing.add_action, rule=self._place, action=new_action(kind)), then=_next(kind, i))
            for kind in self._actions()))

    def _actions(self) -> tuple[ActionKind, ...]:
        return cast(tuple[ActionKind, ...], actions_of(self._rule.scope))


def new_action(kind: ActionKind) -> Action:
    """What an action begins as."""
    match kind:
        case "extract":
            return Action("extract", field="amount", entities=("amount",))
        case "mark":
            return Action("mark", entities=("cn_id_card",))
        case "priority":
            return Action("priority", "high")
        case "route":
            return Action("route", "model")
        case "task":
            return Action("task", next(iter(book().tasks)))
        case "tag":
            return Action("tag", translate("Rules", "Tag"))
        case "prompt":
            return Action("prompt", translate("Rules", "What the model should look at"))
        case "reason":
            return Action("reason", translate("Rules", "Why"))
        case "stop":
            return Action("stop")


def with_operator(leaf: Condition, operator: str) -> Condition:
    """The same field under another comparison; what was compared with is kept as far as it makes sense."""
    if operator == leaf.operator:
        return leaf
    old, new = OPERATORS[leaf.operator][0], OPERATORS[operator][0]
    textual = ("word", "words", "value", "values")
    words = leaf.operand if old in textual else ()
    kind = type_of(leaf.field)
    number = next((one for one in leaf.operand if re.fullmatch(r"-?\d+(\.\d+)?", one)), "0")
    day = next((one for one in leaf.operand if re.fullmatch(r"\d{4}-\d\d-\d\d", one)), _DATE)
    figure_ = day if kind == "date" else number
    word = translate("Rules", "keyword")
    match new:
        case "presence":
            operand: tuple[str, ...] = ()
        case "number":
            operand = (number,)
        case "date":
            operand = (day,)
        case "numbers":
            operand = (figure_, figure_)
        case "within":
            operand = ("30", day)
        case "pattern":
            operand = ("|".join(map(re.escape, words)) or word,)
        case "value" | "values" if kind in ("number", "date"):
            operand = (figure_,)
        case "word" | "value":
            operand = words[:1] or (word,)
        case _:
            operand = words or (word,)
    return Condition(leaf.field, operator, operand)


def with_field(leaf: Condition, field: str) -> Condition:
    """Another field under the same comparison where that goes, else under one that goes with it."""
    _, types, _ = OPERATORS[leaf.operator]
    if type_of(field) in types and not leaf.check_digit:
        return replace(leaf, field=field)
    plain = Condition(field, "has")
    return with_operator(plain, "contains_any") if field in TEXT_FIELDS else plain


def _next(kind: ActionKind, i: int) -> str:
    """The part that is written after an action was chosen."""
    return f"then.{i}.value" if kind in ("tag", "prompt", "reason") else ""


def _words(said: str) -> tuple[str, ...]:
    """Several words may be typed at once, with a comma of either kind between them."""
    return tuple(word for part in re.split(r"[，、]|,(?!\d)", said) if (word := part.strip())) or (said.strip(),)


def _why(place: int, language: str, said: str) -> Op:
    return partial(editing.set_why, rule=place, why=said.strip(), language=language)


def _id(name: str, path: editing.Path) -> str:
    return ".".join((name, *map(str, path)))
