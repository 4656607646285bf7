"""Marks of emphasis (`*`, `~~`) in Markdown beside Chinese text, as a rule for the parser.

CommonMark asks for a blank or a sign outside of marks that have a sign inside, which Chinese has no blanks for:
`**“甲方”**是` would keep its marks. Here a wide character on either side is enough, as editors have it
(commonmark-spec, issue 650). And a star in a size (`20*30*5`) is a sign like others: it would be lost, and its numbers
be one.
"""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter

from docprep_gui.parsing import joining


def install(parser: MarkdownIt) -> None:
    parser.inline.ruler.before("strikethrough", "wide_emphasis", _mark)


def _mark(state: StateInline, silent: bool) -> bool:
    start, source = state.pos, state.src
    sign = source[start]
    if silent or sign not in "*~":
        return False
    end = start
    while end < state.posMax and source[end] == sign:
        end += 1
    before, after = (source[start - 1] if start else " "), (source[end] if end < state.posMax else " ")
    if sign == "*" and end == start + 1 and after.isdecimal() and before.isascii() and before.isalnum():
        state.push("text", "", 0).content = sign
        state.pos = end
        return True
    if not (joining.is_wide(before) or joining.is_wide(after)) or (sign == "~" and end != start + 2):
        return False
    opens, closes = _may_begin(before, after), _may_begin(after, before)
    width = 2 if sign == "~" else 1
    for _ in range(start, end, width):
        state.push("text", "", 0).content = sign * width
        length = end - start if sign == "*" else 0
        state.delimiters.append(Delimiter(ord(sign), length, len(state.tokens) - 1, -1, opens, closes))
    state.pos = end
    return True


def _may_begin(outside: str, inside: str) -> bool:
    """Can marks stand between the two: no blank inside, and a sign inside only beside a blank, a sign, or what is
    wide?"""
    if isWhiteSpace(ord(inside)):
        return False
    return joining.is_wide(inside) or joining.is_wide(outside) or not _is_sign(inside) or (
        isWhiteSpace(ord(outside)) or _is_sign(outside)
    )


def _is_sign(character: str) -> bool:
    return isMdAsciiPunct(ord(character)) or isPunctChar(character)
