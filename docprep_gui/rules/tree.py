"""YAML as a tree that knows what was written and where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

# What a reader of YAML 1.1 or 1.2 takes for something else than text where it stands without quotes.
_MISREAD = re.compile(
    r"(?i:y|yes|n|no|on|off|true|false|null|~|)$"
    r"|[-+]?[0-9][0-9_,]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?$|[-+]?\.(?:[0-9][0-9_]*|(?i:inf|nan))$"
    r"|0[xob][0-9A-Fa-f_]+$|[-+]?[0-9]+(?::[0-5]?[0-9])+(?:\.[0-9]*)?$"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?$"
)


def misread(text: str) -> bool:
    """Whether a text without quotes is something else than text for YAML."""
    return _MISREAD.match(text) is not None


class YamlError(ValueError):
    """Not YAML. `reason`: tab, unclosed, two_documents, alias, or syntax. Line and column count from 1."""

    def __init__(self, reason: str, line: int, column: int) -> None:
        super().__init__(reason, line, column)
        self.reason, self.line, self.column = reason, line, column


@dataclass(frozen=True, slots=True)
class Scalar:
    """`text` as written, quotes and escapes undone. `misread`: without quotes, and not text for YAML."""

    text: str
    misread: bool
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Items:
    items: tuple[Tree, ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Table:
    """Keys and values in the order written, also a key's second and third value."""

    pairs: tuple[tuple[Scalar, Tree], ...]
    line: int
    column: int


Tree = Scalar | Items | Table


def read(text: str) -> Tree | None:
    """The tree; None where there is nothing. Raises YamlError."""
    try:
        return _quickly(text)
    except _OddError:
        return _carefully(text)


class _OddError(Exception):
    """Something that rules have no use for: it is looked at again by the parser that can say what it is."""


def _quickly(text: str) -> Tree:
    """By the parser in C, which takes a twentieth of the time."""
    # Not loaded before a pack is read; ruamel.yaml, which takes ten times as long to load, only for odd texts.
    import yaml  # type: ignore[import-untyped]

    loader = getattr(yaml, "CSafeLoader", None)
    if loader is None or "\ufeff" in text:
        raise _OddError
    try:
        events = yaml.parse(text, Loader=loader)
        next(events), next(events)  # of the stream and its document
        found = _of_event(next(events), events, 0)
        next(events)
        if not isinstance(next(events), yaml.StreamEndEvent):
            raise _OddError
    except (yaml.YAMLError, StopIteration, UnicodeError, ValueError):
        raise _OddError from None
    return found


def _of_event(event: Any, events: Iterator[Any], depth: int) -> Tree:
    mark = event.start_mark
    line, column, name = mark.line + 1, mark.column + 1, type(event).__name__
    if depth > _DEEP:
        raise _OddError
    if name == "ScalarEvent":
        return Scalar(event.value, not event.style and misread(event.value), line, column)
    if name == "SequenceStartEvent":
        items = []
        while type(event := next(events)).__name__ != "SequenceEndEvent":
            items.append(_of_event(event, events, depth + 1))
        return Items(tuple(items), line, column)
    if name != "MappingStartEvent":
        raise _OddError
    pairs = []
    while type(event := next(events)).__name__ != "MappingEndEvent":
        key = _of_event(event, events, depth + 1)
        if not isinstance(key, Scalar):
            raise _OddError
        pairs.append((key, _of_event(next(events), events, depth + 1)))
    return Table(tuple(pairs), line, column)


def _carefully(text: str) -> Tree | None:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        yaml = YAML(typ="rt")
        yaml.composer.warn_double_anchors = False
        node = yaml.compose(text)
        return None if node is None else _tree(node, 0, set())
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        said = f"{error.problem} {error.context}"
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        reason = ("tab" if "\\t" in said else "two_documents" if "another document" in said else
                  "alias" if "alias" in said else "unclosed" if "end of stream" in said else "syntax")
        raise YamlError(reason, line, column) from None
    except YAMLError:
        raise YamlError("syntax", 1, 1) from None
    except RecursionError:
        raise YamlError("depth", 1, 1) from None


def of_node(node: Any) -> Tree:
    """The tree of a node that ruamel.yaml composed. Raises YamlError: alias, depth, syntax."""
    return _tree(node, 0, set())


_DEEP = 50


def _tree(node: Any, depth: int, seen: set[int]) -> Tree:
    """`seen` has the nodes so far. One that comes again was named by an alias: rules have no use for those, and a few
    lines of them can stand for billions of nodes."""
    line, column = node.start_mark.line + 1, node.start_mark.column + 1
    if depth > _DEEP:
        raise YamlError("depth", line, column)
    if id(node) in seen:
        raise YamlError("alias", line, column)
    seen.add(id(node))
    if node.id == "mapping":
        pairs = []
        for key, value in node.value:
            name = _tree(key, depth + 1, seen)
            if not isinstance(name, Scalar):
                raise YamlError("syntax", name.line, name.column)
            pairs.append((name, _tree(value, depth + 1, seen)))
        return Table(tuple(pairs), line, column)
    if node.id == "sequence":
        return Items(tuple(_tree(item, depth + 1, seen) for item in node.value), line, column)
    return Scalar(node.value, node.style is None and misread(node.value), line, column)
