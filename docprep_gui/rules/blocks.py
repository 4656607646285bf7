"""A pack's text rule by rule, so that a change costs the reading of one rule and not of the whole pack."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from docprep_gui.rules import tree
from docprep_gui.rules.tree import Items, Scalar, Table, Tree

_KEY = re.compile(r"^rules:[ ]*(?:#.*)?$", re.MULTILINE)
_FIRST = re.compile(r"\n(?:[ ]*(?:#.*)?\n)*([ ]*)-[ \n]")
_ODD = re.compile("[\r\x85\u2028\u2029\x0b\x0c\x1c-\x1e]")  # lines that str.splitlines and YAML count otherwise
KEPT = 8192
"""Rules whose reading is kept: several packs of thousands, and what was typed in between."""


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


@lru_cache(maxsize=8)
def cut(text: str) -> Cut | None:
    """The head and the rules of a pack that is laid out as usual: a line "rules:", below it one list in block style,
    nothing after it. None for any other layout; what is cut is still to be read as YAML."""
    key = _KEY.search(text)
    if key is None or text.startswith(("%", "\ufeff")) or _ODD.search(text):
        return None
    first = _FIRST.match(text, key.end())
    if first is None:
        return None
    head, indent = text[: key.end() + 1], len(first[1])
    begins: list[int] = []
    for found in _outer(indent).finditer(text, len(head)):
        at = found.end() - 1
        if text[at] == "-" and at - found.start() == indent and text[at + 1 : at + 2] in (" ", "\n"):
            begins.append(found.start())
        elif text[at] != "#":
            return None
    made, line, last = [], head.count("\n") + 1, len(head)
    for start, end in zip(begins, [*begins[1:], len(text)], strict=True):
        line += text.count("\n", last, start)
        last = start
        made.append(Block(text[start:end], start, line, indent, _lead(text, start, len(head), indent)))
    return Cut(head, tuple(made))


@lru_cache(maxsize=16)
def _outer(indent: int) -> re.Pattern[str]:
    """The starts of lines that stand no deeper than the list."""
    return re.compile(rf"^[ ]{{0,{indent}}}[^ \n]", re.MULTILINE)


def _lead(text: str, start: int, least: int, indent: int) -> int:
    """Where the comment lines right above an item begin."""
    while start > least:
        above = text.rfind("\n", 0, start - 1) + 1
        line = text[above : start - 1]
        bare = line.lstrip(" ")
        if not bare.startswith("#") or len(line) - len(bare) > indent or above < least:
            break
        start = above
    return start


class OtherError(Exception):
    """A part is YAML, but not what it was taken for."""


@lru_cache(maxsize=16)
def top_of(head: str) -> Table:
    """What stands above the rules. Raises YamlError and OtherError."""
    top = tree.read(head)
    if not isinstance(top, Table):
        raise OtherError
    _, value = top.pairs[-1]
    if not isinstance(value, Scalar) or value.text or [key.text for key, _ in top.pairs].index("rules") + 1 != len(
            top.pairs):
        raise OtherError
    return Table(top.pairs[:-1], top.line, top.column)


@lru_cache(maxsize=KEPT)
def item(text: str) -> Tree:
    """The one rule of a block, its lines counted from 1. Raises YamlError and OtherError."""
    found = tree.read(text)
    if not isinstance(found, Items) or len(found.items) != 1:
        raise OtherError
    return found.items[0]
