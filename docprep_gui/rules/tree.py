"""YAML as a tree that knows what was written and where."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

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
    if isinstance(node, MappingNode):
        pairs = []
        for key, value in node.value:
            name = _tree(key, depth + 1, seen)
            if not isinstance(name, Scalar):
                raise YamlError("syntax", name.line, name.column)
            pairs.append((name, _tree(value, depth + 1, seen)))
        return Table(tuple(pairs), line, column)
    if isinstance(node, SequenceNode):
        return Items(tuple(_tree(item, depth + 1, seen) for item in node.value), line, column)
    assert isinstance(node, ScalarNode)
    return Scalar(node.value, node.style is None and misread(node.value), line, column)
