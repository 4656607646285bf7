"""Equations between dollar signs in Markdown, as a rule for the parser: they stay to the letter.

No mark of Markdown holds inside, where `_`, `*` and `\\` have a meaning of their own. Signs of money are none: no blank
stands inside beside the sign of an equation, and no figure behind its end.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

_EQUATION = re.compile(
    r"\$\$(?=[^$])(?:[^$\\]|\\.){1,1000}\$\$|\$(?=[^\s$])(?:[^$\\\n]|\\.){0,1000}(?<!\s)\$(?!\d)", re.S
)


def install(parser: MarkdownIt) -> None:
    parser.inline.ruler.before("escape", "dollars", _equation)


def _equation(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "$":
        return False
    found = _EQUATION.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        for place, line in enumerate(found[0].split("\n")):
            if place:
                state.push("softbreak", "br", 0)
            state.push("text", "", 0).content = line
    state.pos = found.end()
    return True
