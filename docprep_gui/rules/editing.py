"""Changes of a pack, one at a time, on its YAML text: text in, text out. Comments, quotes and the order of what is not
changed stay to the letter.

A rule is named by its place in the pack, a condition by the places in the groups above it (() is the outermost),
actions and samples by their places in the rule; all from 0, as in rules.model. Every function raises EditError where
the text is laid out in a way that cannot be changed in place, and IndexError where nothing stands at the place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from docprep_gui.rules import tree
from docprep_gui.rules.blocks import Block, cut
from docprep_gui.rules.model import FIRST_COVERED, Action, Condition, Group, Rule, Sample
from docprep_gui.rules.reader import Reader
from docprep_gui.rules.vocabulary import OPERATORS
from docprep_gui.rules.yamltext import (
    EditError,
    Patch,
    Plain,
    Quoted,
    Value,
    at,
    compose,
    end,
    find,
    flow,
    scalar,
    start,
)

__all__ = ["EditError"]

Path = tuple[int, ...]
_FIGURE = re.compile(r"-?[0-9]+(?:\.[0-9]+)?|[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ORDER = ("id", "title", "why", "priority", "enabled", "scope", "when", "then", "samples")


# --- one rule -----------------------------------------------------------------------------------------------------
def set_title(text: str, rule: int, title: str, language: str = "") -> str:
    """`language`: where there is one for each language, the one that is meant."""
    return _set(text, rule, "title", title, language=language)


def set_why(text: str, rule: int, why: str, language: str = "") -> str:
    """"" takes the reason away, in all languages. `language`: as for `set_title`."""
    return _set(text, rule, "why", why or None, language=language)


def set_id(text: str, rule: int, name: str) -> str:
    return _set(text, rule, "id", name)


def set_priority(text: str, rule: int, priority: int) -> str:
    return _set(text, rule, "priority", Plain(priority))


def set_enabled(text: str, rule: int, on: bool) -> str:
    """A rule that is on says so only where it did before."""
    return _set(text, rule, "enabled", _truth(on), add=not on)


def set_scope(text: str, rule: int, scope: str) -> str:
    """What looked at the text looks at the instruction where the rule is about that, and the other way round."""
    was = _Work(text, rule).rule
    text = _set(text, rule, "scope", scope, add=scope != "chunk")
    if (scope == "instruction") == (was.scope == "instruction"):
        return text
    old, new = ("text", "instruction") if scope == "instruction" else ("instruction", "text")
    for path, leaf in _leaves(was.when):
        if leaf.field == old:
            text = set_condition(text, rule, path, replace(leaf, field=new))
    return text


def _leaves(condition: Condition | None, path: Path = ()) -> Iterator[tuple[Path, Condition]]:
    if condition is None or not condition.group:
        yield from () if condition is None else ((path, condition),)
        return
    for i, child in enumerate(condition.children):
        yield from _leaves(child, (*path, i))


def _set(text: str, rule: int, key: str, value: Value | None, add: bool = True, language: str = "") -> str:
    work = _Work(text, rule)
    found = find(work.node, key)
    if value is None:
        if found:
            work.patch.remove_key(work.node, *found)
    elif found and language and isinstance(found[1], MappingNode) and found[1].value:
        own = find(found[1], language)
        if own:
            work.patch.set_value(own[1], value)
        else:
            work.patch.add_key(found[1], language, value)
    elif found:
        work.patch.set_value(found[1], value)
    elif add:
        work.patch.add_key(work.node, key, value, _before(key))
    return work.done()


# --- rules of a pack ----------------------------------------------------------------------------------------------
def add_rule(text: str, place: int, rule: Rule) -> str:
    """Puts a rule before the one at `place`, or last."""
    lines = _rule_lines(rule)
    text = _ended(text)
    parts = cut(text)
    if parts is None:
        listed = find(compose(text), "rules")
        if listed is None or not isinstance(listed[1], SequenceNode):
            raise EditError("rules")
        patch = Patch(text)
        if not listed[1].value:  # rules: []
            patch.put(start(listed[1]), end(listed[1]), "\n" + _block(lines, 0).rstrip("\n"))
            return _ended(re.sub(r"(?m)^(rules:) +$", r"\1", patch.done()))
        if listed[1].flow_style:
            raise EditError("rules")
        patch.insert(listed[1], min(place, len(listed[1].value)), [lines])
        return patch.done()
    shown = _block(lines, parts.blocks[0].indent)
    if place >= len(parts.blocks):
        last = parts.blocks[-1]
        gap = "\n" if _spaced(parts.blocks) else ""
        offset = last.start + len(last.text.rstrip()) + 1
        return text[:offset] + gap + shown + text[offset:]
    offset = parts.blocks[place].lead
    return text[:offset] + shown + ("\n" if _spaced(parts.blocks) else "") + text[offset:]


def remove_rule(text: str, place: int) -> str:
    """Takes a rule out with the comment right above it. The last rule of a pack leaves an empty list."""
    text = _ended(text)
    parts = cut(text)
    if parts is None:
        raise EditError("rules")
    block = parts.blocks[place]
    if len(parts.blocks) == 1:
        return text[: len(parts.head)].rstrip("\n") + " []\n" + text[block.end :]
    if place + 1 < len(parts.blocks):
        return text[: block.lead] + text[parts.blocks[place + 1].lead :]
    return text[: block.lead].rstrip() + "\n"


def move_rule(text: str, place: int, to: int) -> str:
    """Takes a rule with the comment right above it to another place, counted without it."""
    text = _ended(text)
    parts = cut(text)
    if parts is None:
        raise EditError("rules")
    leads = [block.lead for block in parts.blocks]
    ends = [*leads[1:], len(text)]
    pieces = [text[lead:after] for lead, after in zip(leads, ends, strict=True)]
    order = [i for i in range(len(pieces)) if i != place]
    order.insert(to, place)
    if _spaced(parts.blocks):  # the blank line between rules belongs to none of them
        bodies = [piece.rstrip("\n") + "\n" for piece in pieces]
        gaps = [piece[len(body) :] for piece, body in zip(pieces, bodies, strict=True)]
        return text[: leads[0]] + "".join(bodies[i] + gap for i, gap in zip(order, gaps, strict=True))
    return text[: leads[0]] + "".join(pieces[i] for i in order)


# --- conditions ---------------------------------------------------------------------------------------------------
def set_condition(text: str, rule: int, path: Path, condition: Condition) -> str:
    """Puts a condition or a group in the place of the one there."""
    work = _Work(text, rule)
    old = condition_at(work.rule.when, path)
    node = at(work.node, old.line, old.column, MappingNode)
    if not old.group and not condition.group and isinstance(node, MappingNode) and _plain_leaf(node):
        if old != condition:
            work.patch.set_keys(node, _leaf(condition, node))
        return work.done()
    return work.write_when(_replaced(work.rule.when, path, (condition,)))


def set_group(text: str, rule: int, path: Path, group: Group) -> str:
    """Makes another group of the one there: all, any, none."""
    work = _Work(text, rule)
    old = condition_at(work.rule.when, path)
    listed = at(work.node, old.line, old.column, SequenceNode)
    key = _key_of(work.node, listed) if listed is not None else None
    if isinstance(key, ScalarNode) and key.value == old.group:
        if group != old.group:
            work.patch.put(start(key), end(key), group)
        return work.done()
    changed = Condition(group=group, children=old.children)
    return work.write_when(_replaced(work.rule.when, path, (changed,)))


def add_condition(text: str, rule: int, path: Path, condition: Condition) -> str:
    """Puts a condition last into the group at `path`. Where a single condition stands there, both go into a group all;
    where the rule has none, it gets one."""
    work = _Work(text, rule)
    when = work.rule.when
    if when is None:
        return work.write_when(Condition(group="all", children=(condition,)))
    old = condition_at(when, path)
    listed = at(work.node, old.line, old.column, SequenceNode) if old.group else None
    if isinstance(listed, SequenceNode) and len(listed.value) == len(old.children):
        work.patch.insert(listed, len(listed.value), [_items(listed, condition)])
        return work.done()
    children = (*old.children, condition) if old.group else (old, condition)
    return work.write_when(_replaced(when, path, (Condition(group=old.group or "all", children=children),)))


def remove_condition(text: str, rule: int, path: Path) -> str:
    """A group that would be empty goes with it, and `when` with the last condition."""
    work = _Work(text, rule)
    when = work.rule.when
    condition_at(when, path)
    while path and len(condition_at(when, path[:-1]).children) == 1:
        path = path[:-1]
    if not path:
        return work.write_when(None)
    above = condition_at(when, path[:-1])
    listed = at(work.node, above.line, above.column, SequenceNode)
    if isinstance(listed, SequenceNode) and len(listed.value) == len(above.children):
        work.patch.remove(listed, path[-1], path[-1] + 1)
        return work.done()
    return work.write_when(_replaced(when, path, ()))


def condition_at(when: Condition | None, path: Path) -> Condition:
    """IndexError where there is none."""
    found = when
    for i in path:
        found = found.children[i] if found else None
    if found is None:
        raise IndexError(path)
    return found


def _replaced(when: Condition | None, path: Path, by: tuple[Condition, ...]) -> Condition:
    if not path:
        return by[0]
    assert when is not None
    i, rest = path[0], path[1:]
    middle = (_replaced(when.children[i], rest, by),) if rest else by
    return Condition(when.field, when.operator, when.operand, when.min_distinct, when.check_digit, when.group,
                     (*when.children[:i], *middle, *when.children[i + 1 :]))


# --- actions ------------------------------------------------------------------------------------------------------
def set_action(text: str, rule: int, place: int, action: Action) -> str:
    work = _Work(text, rule)
    listed, item, together = work.action(place)
    node = listed.value[item]
    if len(together) > 1:  # several tags in one list
        tags = [work.rule.then[i].value for i in together]
        if action.kind == "tag":
            tags[together.index(place)] = action.value
            work.patch.set_value(node.value[0][1], tags)
        else:
            del tags[together.index(place)]
            work.patch.set_value(node.value[0][1], tags if len(tags) > 1 else tags[0])
            work.patch.insert(listed, item + 1, [_action_items(listed, action)])
        return work.done()
    value = _action_value(action)
    pair = node.value[0] if isinstance(node, MappingNode) and len(node.value) == 1 else None
    if pair is not None and pair[0].value == action.kind and value is not None:
        work.patch.set_value(pair[1], value)
    else:
        work.patch.put(start(node), end(node), _action_items(listed, action)[0])
    return work.done()


def add_action(text: str, rule: int, action: Action) -> str:
    work = _Work(text, rule)
    found = find(work.node, "then")
    if found and isinstance(found[1], SequenceNode) and found[1].value:
        work.patch.insert(found[1], len(found[1].value), [_action_items(found[1], action)])
    else:
        if found:
            work.patch.remove_key(work.node, *found)
        work.patch.add_key(work.node, "then", (), _before("then"), [f"- {_action_lines(action)}"])
    return work.done()


def remove_action(text: str, rule: int, place: int) -> str:
    """The last action of a rule cannot go: EditError."""
    work = _Work(text, rule)
    listed, item, together = work.action(place)
    if len(together) > 1:
        tags = [work.rule.then[i].value for i in together if i != place]
        work.patch.set_value(listed.value[item].value[0][1], tags if len(tags) > 1 else tags[0])
    elif len(listed.value) > 1:
        work.patch.remove(listed, item, item + 1)
    else:
        raise EditError("last action")
    return work.done()


# --- samples ------------------------------------------------------------------------------------------------------
def add_sample(text: str, rule: int, sample: Sample) -> str:
    work = _Work(text, rule)
    found = find(work.node, "samples")
    value = _sample(sample)
    if found and isinstance(found[1], SequenceNode) and found[1].value:
        work.patch.insert(found[1], len(found[1].value), [[flow(value)]])
    else:
        if found:
            work.patch.remove_key(work.node, *found)
        work.patch.add_key(work.node, "samples", (), _before("samples"), [f"- {flow(value)}"])
    return work.done()


def set_sample(text: str, rule: int, place: int, *, said: str | None = None, hits: bool | None = None) -> str:
    """Changes the text or what is expected; what is None stays."""
    work = _Work(text, rule)
    node = work.samples().value[place]
    for key, value in (("text", said), ("hits", None if hits is None else _truth(hits))):
        found = find(node, key)
        if value is None or not isinstance(node, MappingNode):
            continue
        if found:
            work.patch.set_value(found[1], value)
        else:
            work.patch.add_key(node, key, value)
    return work.done()


def remove_sample(text: str, rule: int, place: int) -> str:
    """`samples` goes with the last one."""
    work = _Work(text, rule)
    listed = work.samples()
    if len(listed.value) > 1:
        work.patch.remove(listed, place, place + 1)
    elif found := find(work.node, "samples"):
        work.patch.remove_key(work.node, *found)
    return work.done()


# --- the pack -----------------------------------------------------------------------------------------------------
def set_pack_title(text: str, title: str) -> str:
    return _set_top(text, "title", title)


def set_pack_id(text: str, name: str) -> str:
    return _set_top(text, "pack", name)


def _set_top(text: str, key: str, value: str) -> str:
    text = _ended(text)
    parts = cut(text)
    head = parts.head if parts else text
    node = compose(head)
    if not isinstance(node, MappingNode):
        raise EditError("pack")
    patch = Patch(head)
    found = find(node, key)
    if found:
        patch.set_value(found[1], value)
    else:
        patch.put(start(node), start(node), f"{key}: {scalar(value)}\n")
    return patch.done() + text[len(head) :]


def new_pack(name: str, title: str, rule: Rule) -> str:
    """The text of a pack with one rule."""
    return f"schema: 1\npack: {name}\ntitle: {scalar(title)}\nrules:\n{_block(_rule_lines(rule), 0)}"


def quote(text: str, line: int, column: int) -> str:
    """Puts the bare value that begins at a line and column, counted from 1, in quotes."""
    text = _ended(text)
    block = _block_at(text, line)
    base, part = (block.start, block.text) if block else (0, text)
    node = at(compose(part), line - (block.line - 1 if block else 0), column, ScalarNode)
    if not isinstance(node, ScalarNode) or node.style is not None:
        raise EditError("no bare value")
    patch = Patch(part)
    patch.put(start(node), end(node), scalar(Quoted(node.value)))
    return text[:base] + patch.done() + text[base + len(part) :]


def rule_lines(text: str, rule: int) -> tuple[int, int] | None:
    """First line and the line after the last of a rule, counted from 1, without the blank lines after it; None where
    the layout does not tell."""
    parts = cut(_ended(text))
    if parts is None or not 0 <= rule < len(parts.blocks):
        return None
    block = parts.blocks[rule]
    return block.line, block.line + block.text.rstrip().count("\n") + 1


# --- inside -------------------------------------------------------------------------------------------------------
class _Work:
    """One rule of a text, composed: its node, what it says, and the changes under way."""

    def __init__(self, text: str, rule: int) -> None:
        self._text = _ended(text)
        parts = cut(self._text)
        if parts is not None:
            block = parts.blocks[rule]
            self._base, own = block.start, block.text
            listed: Any = compose(own)
            said: tree.Tree | None = tree.of_node(listed)
        else:
            self._base, own = 0, self._text
            found = find(compose(own), "rules")
            listed, root = found[1] if found else None, tree.read(own)
            said = next((value for key, value in root.pairs if key.text == "rules"), None) if (
                isinstance(root, tree.Table)) else None
        place = 0 if parts is not None else rule
        if not isinstance(listed, SequenceNode) or not isinstance(said, tree.Items):
            raise EditError("rules")
        node = listed.value[place]
        if not isinstance(node, MappingNode) or not node.value:
            raise EditError("rule")
        self.node: MappingNode = node
        self.rule = Reader().read_rule(said.items[place])
        self.patch = Patch(own)

    def done(self) -> str:
        before = self.patch.text
        return self._text[: self._base] + self.patch.done() + self._text[self._base + len(before) :]

    def write_when(self, when: Condition | None) -> str:
        """Writes all conditions anew; for layouts that say more than one thing in a place."""
        found = find(self.node, "when")
        lines = [f"  {line}" for line in _condition_lines(when)] if when else []
        if found and when is not None and not self.node.flow_style:
            blanks = " " * self.node.start_mark.column
            last = self.patch.line_end(end(found[1]))
            self.patch.put(self.patch.line_start(start(found[0])), last,
                           f"{blanks}when:\n" + "".join(f"{blanks}{line}\n" for line in lines))
        elif found and when is not None:
            self.patch.put(start(found[1]), end(found[1]), flow(_condition_value(when)))
        elif found:
            self.patch.remove_key(self.node, *found)
        elif when is not None and self.node.flow_style:
            self.patch.add_key(self.node, "when", _condition_value(when), _before("when"))
        elif when is not None:
            self.patch.add_key(self.node, "when", (), _before("when"), lines)
        return self.done()

    def action(self, place: int) -> tuple[SequenceNode, int, list[int]]:
        """The list of actions, the item with the action at `place`, and all actions that this item says."""
        found = find(self.node, "then")
        if found is None or not isinstance(found[1], SequenceNode) or not found[1].value:
            raise EditError("then")
        begins = [(item.start_mark.line + 1, item.start_mark.column + 1) for item in found[1].value]
        items = [max(i for i, begin in enumerate(begins) if begin <= (action.line, action.column))
                 for action in self.rule.then]
        own = items[place]
        return found[1], own, [i for i, item in enumerate(items) if item == own]

    def samples(self) -> SequenceNode:
        found = find(self.node, "samples")
        if found is None or not isinstance(found[1], SequenceNode):
            raise IndexError("samples")
        return found[1]


def _ended(text: str) -> str:
    return text if text.endswith("\n") or not text else f"{text}\n"


def _before(key: str) -> tuple[str, ...]:
    return _ORDER[: _ORDER.index(key)]


def _truth(on: bool) -> Plain:
    return Plain("true" if on else "false")


def _spaced(blocks: Sequence[Block]) -> bool:
    """Whether blank lines stand between the rules."""
    return len(blocks) == 1 or any(block.text[: after.lead - block.start].endswith("\n\n")
                                   for block, after in pairwise(blocks))


def _block_at(text: str, line: int) -> Block | None:
    parts = cut(text)
    if parts is None:
        return None
    return next((block for block in reversed(parts.blocks) if block.line <= line), None)


def _block(lines: Sequence[str], indent: int) -> str:
    return "".join(f"{' ' * indent}{'- ' if i == 0 else '  '}{line}\n" for i, line in enumerate(lines))


def _key_of(root: Node, value: Node) -> Node | None:
    """The key under which a value stands, anywhere below `root`."""
    for part in root.value if isinstance(root, MappingNode | SequenceNode) else ():
        name: Node | None
        child: Node
        name, child = part if isinstance(part, tuple) else (None, part)
        if child is value:
            return name
        found = _key_of(child, value)
        if found is not None:
            return found
    return None


def _rule_lines(rule: Rule) -> list[str]:
    lines = [f"id: {scalar(rule.id)}", f"title: {flow(dict(rule.titles) or rule.title)}"]
    if rule.why:
        lines.append(f"why: {flow(dict(rule.whys) or rule.why)}")
    lines.append(f"priority: {rule.priority}")
    if not rule.enabled:
        lines.append("enabled: false")
    if rule.scope != "chunk":
        lines.append(f"scope: {rule.scope}")
    if rule.when:
        lines += ["when:", *(f"  {line}" for line in _condition_lines(rule.when))]
    lines += ["then:", *(f"- {_action_lines(action)}" for action in rule.then)]
    if rule.samples:
        lines += ["samples:", *(f"- {flow(_sample(sample))}" for sample in rule.samples)]
    return lines


def _plain_leaf(node: MappingNode) -> bool:
    """Written as a field, one operator and its operand."""
    keys = [key.value for key, _ in node.value]
    found = [key for key in keys if key in OPERATORS]
    if "field" not in keys or len(found) != 1 or set(keys) - {"field", found[0], "min_distinct", "check_digit"}:
        return False
    value = find(node, found[0])
    return found[0] not in ("has", "lacks") or (
        value is not None and isinstance(value[1], ScalarNode) and value[1].value.lower() in ("true", "yes"))


def _leaf(leaf: Condition, node: MappingNode | None = None) -> dict[str, Value]:
    """A condition as a table. `node`: where it stands, so that one word stays a word and a list of one a list."""
    made: dict[str, Value] = {"field": leaf.field, leaf.operator: _operand(leaf)}
    found = find(node, leaf.operator) if node is not None else None
    if found and isinstance(found[1], ScalarNode) and len(leaf.operand) == 1 and OPERATORS[leaf.operator][0] != (
            "within"):
        made[leaf.operator] = _kinded(leaf.operand[0], OPERATORS[leaf.operator][0])
    elif found and isinstance(found[1], SequenceNode):
        made[leaf.operator] = [_kinded(one, OPERATORS[leaf.operator][0]) for one in leaf.operand]
    if leaf.min_distinct > 1:
        made["min_distinct"] = Plain(leaf.min_distinct)
    if leaf.check_digit:
        made["check_digit"] = leaf.check_digit
    return made


def _kinded(text: str, shape: str) -> str:
    if shape == "pattern":
        return Quoted(text)
    # What is no number and no date stays a text, so that the check can say so.
    if shape in ("number", "numbers", "date", "value", "values") and _FIGURE.fullmatch(text):
        return Plain(text)
    return text


def _operand(leaf: Condition) -> Value:
    shape = OPERATORS[leaf.operator][0]
    if shape == "presence":
        return Plain("true")
    if shape == "within":
        days, of = leaf.operand
        return {"days": Plain(days), "of": _kinded(of, "date")}
    values = [_kinded(one, shape) for one in leaf.operand]
    lists = ("words", "values", "numbers")
    return values if shape in lists or len(values) != 1 else values[0]


def _condition_value(condition: Condition) -> Value:
    if not condition.group:
        return _leaf(condition)
    return {condition.group: [_condition_value(child) for child in condition.children]}


def _condition_lines(condition: Condition) -> list[str]:
    """As the lines of an item of a list, or below a key."""
    if not condition.group:
        return [flow(_leaf(condition))]
    lines = [f"{condition.group}:"]
    for child in condition.children:
        first, *rest = _condition_lines(child)
        lines += [f"- {first}", *(f"  {line}" for line in rest)]
    return lines


def _items(listed: SequenceNode, condition: Condition) -> list[str]:
    return [flow(_condition_value(condition))] if listed.flow_style else _condition_lines(condition)


def _action_value(action: Action) -> Value | None:
    """None for stop."""
    kinds: Value = action.entities[0] if len(action.entities) == 1 else list(action.entities)
    if action.kind == "extract":
        made: dict[str, Value] = {"field": action.field}
        if action.entities:
            made["entity"] = kinds
        if action.pattern:
            made["pattern"] = Quoted(action.pattern)
        return made
    if action.kind == "mark":
        return kinds
    if action.kind == "route" and action.covered != FIRST_COVERED:
        return {"to": action.value, "covered": Plain(f"{action.covered:g}")}
    if action.kind == "task" and action.confidence != 1:
        return {"name": action.value, "confidence": Plain(f"{action.confidence:g}")}
    return None if action.kind == "stop" else action.value


def _action_lines(action: Action) -> str:
    value = _action_value(action)
    return "stop" if value is None else f"{action.kind}: {flow(value)}"


def _action_items(listed: SequenceNode, action: Action) -> list[str]:
    said = _action_lines(action)
    return ["{" + said + "}" if listed.flow_style and action.kind != "stop" else said]


def _sample(sample: Sample) -> dict[str, Value]:
    made: dict[str, Value] = {"text": sample.text}
    if sample.hits is not None:
        made["hits"] = _truth(sample.hits)
    if sample.fields:
        fields: Mapping[str, Value] = {name: values[0] if len(values) == 1 else list(values)
                                       for name, values in sample.fields}
        made["fields"] = fields
    if sample.tags is not None:
        made["tags"] = list(sample.tags)
    for key, value in (("route", sample.route), ("priority", sample.priority), ("file_name", sample.file_name),
                       ("instruction", sample.instruction)):
        if value:
            made[key] = value
    if sample.task is not None:
        made["task"] = sample.task
    if sample.heading:
        made["heading"] = list(sample.heading)
    return made
