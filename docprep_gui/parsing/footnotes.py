"""Footnotes in Markdown, as rules for the parser: `[^1]` in a text, and `[^1]: …` where the note itself stands.

A note goes on in the lines below it up to a blank one or another block, and behind blank lines as far as its lines are
indented by four. Without these rules a note of one word would count as the address of a link, and be lost.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

DEFINITION = "footnote"
MARK = "footnote_mark"
_BEGINNING = re.compile(r"\[\^([^\]\s]{1,200})\]:[ \t]*")
_MARK = re.compile(r"\[\^([^\]\s]{1,200})\]")
_OTHER_BLOCK = re.compile(r"#|```|~~~|>|\||[-*+][ \t]|\d{1,9}[.)][ \t]|\[\^")


def install(parser: MarkdownIt) -> None:
    """Tokens: `DEFINITION` (`info`: the label, `content`: the note in Markdown) and `MARK` (`info`: the label)."""
    parser.block.ruler.before("reference", DEFINITION, _definition, {"alt": ["paragraph"]})
    parser.inline.ruler.before("link", MARK, _mark)


def _definition(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    match = _BEGINNING.match(_line(state, start))
    if match is None:
        return False
    if silent:
        return True
    lines = [_line(state, start)[match.end() :]]
    at = start + 1
    blank = False
    while at < end:
        if state.isEmpty(at):
            blank = True
        elif state.sCount[at] - state.blkIndent >= 4:
            lines += [""] * blank + [_line(state, at)]
            blank = False
        elif blank or state.sCount[at] < state.blkIndent or _OTHER_BLOCK.match(_line(state, at)):
            break
        else:
            lines.append(_line(state, at))
        at += 1
    token = state.push(DEFINITION, "", 0)
    token.info, token.content, token.map = match[1], "\n".join(lines).strip(), [start, at]
    state.env.setdefault(DEFINITION, set()).add(match[1])
    state.line = at
    return True


def _line(state: StateBlock, at: int) -> str:
    return state.src[state.bMarks[at] + state.tShift[at] : state.eMarks[at]]


def _mark(state: StateInline, silent: bool) -> bool:
    """Only where there is such a note: other brackets are text."""
    match = _MARK.match(state.src, state.pos)
    if match is None or match[1] not in state.env.get(DEFINITION, ()):
        return False
    if not silent:
        state.push(MARK, "", 0).info = match[1]
    state.pos = match.end()
    return True
