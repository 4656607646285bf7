"""Changes of YAML text in place: what is not changed keeps its comments, quotes, order and layout to the letter.

The text is composed by ruamel.yaml, whose nodes know where they stand; a change is a splice between two of those marks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from docprep_gui.rules.tree import misread

Value = str | Sequence["Value"] | Mapping[str, "Value"]
"""A text, a list, or a table in order."""


class Plain(str):
    """A text that YAML is to read as what it looks like: a number, a date, true or false."""

    __slots__ = ()


class Quoted(str):
    """A text that always stands in quotes, as patterns do."""

    __slots__ = ()


class EditError(ValueError):
    """The text is laid out in a way that cannot be changed in place; it has to be edited by hand."""


@lru_cache(maxsize=64)
def compose(text: str) -> Node:
    """The root node. EditError where it is no YAML."""
    try:
        yaml = YAML(typ="rt")
        yaml.composer.warn_double_anchors = False
        node = yaml.compose(text)
    except (YAMLError, RecursionError) as error:
        raise EditError(str(error)) from None
    if not isinstance(node, Node):
        raise EditError("empty")
    return node


# --- values as text -----------------------------------------------------------------------------------------------
_SAFE = re.compile(r"[^\W_](?:[\w 　·，。；：、（）《》“”‘’！？％/.()%-]*[\w，。；：、（）《》“”！？％/.()%])?")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def scalar(text: str, style: str | None = None) -> str:
    """A text on one line, in the quotes of `style` (', " or None) where they can hold it, bare where that is safe."""
    if isinstance(text, Plain):
        return text
    if _CONTROLS.search(text):
        shown = json.dumps(text, ensure_ascii=False)
        return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", shown)
    if style == '"':
        return json.dumps(text, ensure_ascii=False)
    if style != "'" and not isinstance(text, Quoted) and _SAFE.fullmatch(text) and "  " not in text and (
            not misread(text)):
        return text
    return "'" + text.replace("'", "''") + "'"


def flow(value: Value) -> str:
    """On one line, lists and tables in brackets."""
    if isinstance(value, str):
        return scalar(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {flow(part)}" for key, part in value.items()) + "}"
    return "[" + ", ".join(flow(part) for part in value) + "]"


def same(node: Node, value: Value) -> bool:
    """Whether the node says the value already."""
    if isinstance(value, str):
        return isinstance(node, ScalarNode) and node.value == value and (
            isinstance(value, Plain) or node.style is not None or not misread(node.value))
    if isinstance(value, Mapping):
        return isinstance(node, MappingNode) and [key.value for key, _ in node.value] == list(value) and all(
            same(part, value[key.value]) for key, part in node.value)
    return isinstance(node, SequenceNode) and len(node.value) == len(value) and all(
        same(part, one) for part, one in zip(node.value, value, strict=True))


# --- where things stand -------------------------------------------------------------------------------------------
def start(node: Node) -> int:
    index: int = node.start_mark.index
    return index


def end(node: Node) -> int:
    """The offset after its last sign; comments and blank lines that follow are not of it."""
    if isinstance(node, MappingNode | SequenceNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return end(last[1] if isinstance(last, tuple) else last) or end(last[0])
    index: int = node.end_mark.index
    return index


def find(node: Node, key: str) -> tuple[Node, Node] | None:
    """Key and value of a table."""
    if not isinstance(node, MappingNode):
        return None
    return next(((name, value) for name, value in node.value if name.value == key), None)


def at(root: Node, line: int, column: int, kind: type[Node]) -> Node | None:
    """The outermost node of that kind that begins at a line and column counted from 1."""
    mark = root.start_mark
    if isinstance(root, kind) and (mark.line + 1, mark.column + 1) == (line, column):
        return root
    parts = root.value if isinstance(root, MappingNode | SequenceNode) else ()
    for part in parts:
        for one in part if isinstance(part, tuple) else (part,):
            found = at(one, line, column, kind)
            if found is not None:
                return found
    return None


# --- changes ------------------------------------------------------------------------------------------------------
class Patch:
    """Splices of one text, given in offsets of the text as it was."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._splices: list[tuple[int, int, str]] = []

    def put(self, first: int, last: int, new: str) -> None:
        self._splices.append((first, last, new))

    def done(self) -> str:
        text = self.text
        for first, last, new in sorted(self._splices, key=lambda one: one[:2], reverse=True):
            text = text[:first] + new + text[last:]
        return text

    def line_start(self, offset: int) -> int:
        return self.text.rfind("\n", 0, offset) + 1

    def line_end(self, offset: int) -> int:
        """The start of the line after the one in which what ends at `offset` ends."""
        if offset and self.text[offset - 1] == "\n":
            return offset
        found = self.text.find("\n", offset)
        return len(self.text) if found < 0 else found + 1

    # --- values
    def set_value(self, node: Node, value: Value) -> None:
        """Replaces a value; the quotes of a text and the items of a list that stay are kept."""
        if same(node, value):
            return
        if isinstance(value, str):
            style = node.style if isinstance(node, ScalarNode) and node.style in ("'", '"') else None
            self._replace(node, scalar(value, style))
        elif isinstance(node, SequenceNode) and node.value and value and not isinstance(value, Mapping):
            self.set_items(node, value)
        elif isinstance(node, MappingNode) and node.value and isinstance(value, Mapping):
            self.set_keys(node, value)
        else:
            self._replace(node, flow(value))

    def _replace(self, node: Node, new: str) -> None:
        first, last = start(node), end(node)
        if isinstance(node, ScalarNode) and first == last:  # nothing stood there: "key:"
            new = f" {new}"
        if last and self.text[last - 1] == "\n" and last > first:  # a text over several lines, after | or >
            new += "\n"
        self.put(first, last, new)

    def set_items(self, node: SequenceNode, values: Sequence[Value]) -> None:
        """`values` and the list as it is are not empty."""
        old: list[Node] = node.value
        head = 0
        while head < min(len(old), len(values)) and same(old[head], values[head]):
            head += 1
        tail = 0
        while tail < min(len(old), len(values)) - head and same(old[-1 - tail], values[-1 - tail]):
            tail += 1
        last_old, last_new = len(old) - tail, len(values) - tail
        both = min(last_old, last_new) - head
        for i in range(head, head + both):
            self.set_value(old[i], values[i])
        if last_new > head + both:
            self.insert(node, head + both, [[flow(one)] for one in values[head + both : last_new]])
        elif last_old > head + both:
            self.remove(node, head + both, last_old)

    def insert(self, node: SequenceNode, place: int, items: Sequence[Sequence[str]]) -> None:
        """Puts items before the one at `place`; each is its lines, one line for a list in brackets."""
        old: list[Node] = node.value
        if node.flow_style:
            joined = ", ".join(lines[0] for lines in items)
            if not old:
                self.put(start(node) + 1, start(node) + 1, joined)
            elif place:
                self.put(end(old[place - 1]), end(old[place - 1]), f", {joined}")
            else:
                self.put(start(old[0]), start(old[0]), f"{joined}, ")
            return
        blanks = " " * node.start_mark.column
        shown = "".join(f"{blanks}{'- ' if i == 0 else '  '}{line}\n" for lines in items
                        for i, line in enumerate(lines))
        if place:
            offset = self.line_end(end(old[place - 1]))
            if offset and self.text[offset - 1] != "\n":
                shown = f"\n{shown}"
        else:
            offset = self._dash(node, 0)
        self.put(offset, offset, shown)

    def remove(self, node: SequenceNode, first: int, last: int) -> None:
        """Takes the items from `first` to before `last` out; some must be left."""
        old: list[Node] = node.value
        if not node.flow_style:
            self.put(self._dash(node, first), self.line_end(end(old[last - 1])), "")
        elif first:
            self.put(end(old[first - 1]), end(old[last - 1]), "")
        else:
            self.put(start(old[0]), start(old[last]), "")

    def _dash(self, node: SequenceNode, i: int) -> int:
        """Start of the line with the "- " of an item."""
        column = node.start_mark.column
        offset = self.line_start(start(node.value[i]))
        while self.text[offset : offset + column].strip() or self.text[offset + column : offset + column + 1] != "-":
            if not offset or self.text[offset : offset + column].strip(" "):
                raise EditError("list in list")
            offset = self.line_start(offset - 1)
        return offset

    # --- tables
    def set_keys(self, node: MappingNode, wanted: Mapping[str, Value]) -> None:
        """Makes the table say just `wanted`: values that are the same stay as they stand, a key that is gone lends its
        place to a new one, and new ones come last."""
        spare = [(key, value) for key, value in node.value if key.value not in wanted]
        fresh = [key for key in wanted if find(node, key) is None]
        for name, value in node.value:
            if name.value in wanted:
                self.set_value(value, wanted[name.value])
        for key in fresh:
            if spare:
                name, value = spare.pop(0)
                self.put(start(name), end(name), key)
                self.set_value(value, wanted[key])
            else:
                self.add_key(node, key, wanted[key])
        for name, value in spare:
            self.remove_key(node, name, value)

    def add_key(self, node: MappingNode, key: str, value: Value | Sequence[str], after: Sequence[str] = (),
                lines: Sequence[str] | None = None) -> None:
        """Behind the last of the keys `after` that is there, else at the end. `lines`: the value on lines of its own,
        with blanks as from the key."""
        pairs = node.value
        before = pairs[-1] if not after else next(
            (pair for pair in reversed(pairs) if pair[0].value in after), pairs[0])
        offset = end(before[1]) or end(before[0])
        if node.flow_style:
            if lines is not None:
                raise EditError("table in brackets")
            self.put(offset, offset, f", {key}: {flow(value)}")
            return
        blanks = " " * node.start_mark.column
        shown = (f"{blanks}{key}: {flow(value)}\n" if lines is None else
                 f"{blanks}{key}:\n" + "".join(f"{blanks}{line}\n" for line in lines))
        offset = self.line_end(offset)
        if offset and self.text[offset - 1] != "\n":
            shown = f"\n{shown}"
        self.put(offset, offset, shown)

    def remove_key(self, node: MappingNode, name: Node, value: Node) -> None:
        """Takes a key and its value out; some must be left."""
        pairs = node.value
        i = next(i for i, pair in enumerate(pairs) if pair[0] is name)
        last = max(end(value), end(name))
        if node.flow_style and i:
            self.put(max(end(pairs[i - 1][1]), end(pairs[i - 1][0])), last, "")
        elif (node.flow_style or self.text[self.line_start(start(name)) : start(name)].strip()) and i + 1 < len(pairs):
            self.put(start(name), start(pairs[i + 1][0]), "")
        else:
            self.put(self.line_start(start(name)), self.line_end(last), "")
