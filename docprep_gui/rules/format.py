"""The canonical layout of a pack's text."""

from __future__ import annotations

from io import StringIO

from ruamel.yaml import YAML
from ruamel.yaml.constructor import DuplicateKeyError

from docprep_gui.rules.tree import YamlError, read

_WIDTH = 1 << 20  # a line is never broken: a break inside a pattern is hard to read


def format_pack(text: str) -> str:
    """The same pack in one layout: two blanks a level, lists not indented. Comments, quotes, blank lines and
    the order of keys stay. Raises rules.tree.YamlError where it is no YAML, or where a key stands
    twice, since one of the two would be lost."""
    if read(text) is None:
        return text
    yaml = YAML(typ="rt")
    yaml.preserve_quotes = True
    yaml.width = _WIDTH
    yaml.indent(mapping=2, sequence=2, offset=0)
    out = StringIO()
    try:
        yaml.dump(yaml.load(text), out)
    except DuplicateKeyError as error:
        mark = error.problem_mark
        raise YamlError("duplicate_key", mark.line + 1 if mark else 1, mark.column + 1 if mark else 1) from None
    return out.getvalue()
