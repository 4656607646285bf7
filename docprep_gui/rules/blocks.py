"""A pack's text rule by rule, so that a change costs the reading of one rule and not of the whole pack."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from docprep_gui.rules import tree
from docprep_gui.rules.tree import Items, Scalar, Table, Tree, YamlError
from docprep_gui.rules.yamltext import EditError, compose

_KEY = re.compile(r"rules:[ ]*(?:#.*)?")
_KEPT = 1500  # rules whose trees are kept: several packs of some hundred rules


@dataclass(frozen=True, slots=True)
class Block:
    """One item of `rules`: `text` is its lines from the one with its "- ", `start` the offset of that line in the
    pack's text, `line` its number from 1, `indent` the blanks in front of the "- ". `lead`: the offset where the
    comment lines right above it begin, `start` where there are none."""

    text: str
    start: int
    line: int
    indent: int
    lead: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Cut:
    """`head`: the text up to and with the line "rules:"."""

    head: str
    blocks: tuple[Block, ...]


def cut(text: str) -> Cut | None:
    """The head and the rules of a pack that is laid out as usual: a line "rules:", below it one list in block style,
    nothing after it. None for any other layout; what is cut is still to be read as YAML."""
    lines = text.splitlines(keepends=True) if "\r" not in text else []
    at, offset = -1, 0
    for i, line in enumerate(lines):
        offset += len(line)
        if _KEY.fullmatch(line.rstrip("\n")):
            at = i
            break
    if at < 0 or text.startswith(("%", "\ufeff")) or "\x85" in text or "\u2028" in text or "\u2029" in text:
        return None
    head, indent = text[:offset], -1
    begins: list[tuple[int, int, int]] = []  # offset of the item, its line, offset of its leading comments
    lead: int | None = None
    for i in range(at + 1, len(lines)):
        line = lines[i]
        bare = line.lstrip(" ")
        blanks = len(line) - len(bare)
        if bare in ("\n", ""):
            lead = None
        elif bare.startswith("#") and (indent < 0 or blanks <= indent):
            lead = offset if lead is None else lead
        elif bare.startswith(("- ", "-\n")) and (indent < 0 or blanks == indent):
            indent = blanks
            begins.append((offset, i + 1, offset if lead is None else lead))
            lead = None
        elif indent < 0 or blanks <= indent:
            return None
        else:
            lead = None
        offset += len(line)
    if not begins:
        return None
    ends = [start for start, _, _ in begins[1:]] + [len(text)]
    return Cut(head, tuple(Block(text[start:end], start, line, indent, above)
                           for (start, line, above), end in zip(begins, ends, strict=True)))


def read(text: str) -> Tree | None:
    """The same as rules.tree.read; rules that were read before are not read again."""
    parts = cut(text)
    if parts is not None:
        try:
            return _joined(parts)
        except (YamlError, _OtherError):
            pass  # the whole text says what is wrong, and where
    return tree.read(text)


class _OtherError(Exception):
    """A part is YAML, but not what it was taken for."""


def _joined(parts: Cut) -> Tree:
    top = _head(parts.head)
    if not isinstance(top, Table):
        raise _OtherError
    items: list[Tree] = []
    for block in parts.blocks:
        read_block = _item(block.text)
        items.append(read_block if block.line == 1 else _moved(block.text, block.line - 1))
    first = parts.blocks[0]
    rules = Items(tuple(items), first.line, first.indent + 1)
    name, value = top.pairs[-1]
    if name.text != "rules" or not isinstance(value, Scalar) or value.text:
        raise _OtherError
    return Table((*top.pairs[:-1], (name, rules)), top.line, top.column)


@lru_cache(maxsize=16)
def _head(text: str) -> Tree | None:
    return tree.read(text)


@lru_cache(maxsize=_KEPT)
def _item(text: str) -> Tree:
    """The one item of a list, its lines counted from 1."""
    try:
        found = tree.of_node(compose(text))
    except EditError:
        raise _OtherError from None
    if not isinstance(found, Items) or len(found.items) != 1:
        raise _OtherError
    return found.items[0]


@lru_cache(maxsize=_KEPT)
def _moved(text: str, lines: int) -> Tree:
    return _shift(_item(text), lines)


def _shift(node: Tree, lines: int) -> Tree:
    if isinstance(node, Scalar):
        return Scalar(node.text, node.misread, node.line + lines, node.column)
    if isinstance(node, Items):
        return Items(tuple(_shift(item, lines) for item in node.items), node.line + lines, node.column)
    return Table(tuple((Scalar(key.text, key.misread, key.line + lines, key.column), _shift(value, lines))
                       for key, value in node.pairs), node.line + lines, node.column)
