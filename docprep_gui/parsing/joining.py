"""Putting together again what was broken into lines for lack of width."""

from __future__ import annotations

import unicodedata

_ENDS = "。！？；：.!?;:…"
_CLOSERS = "”’\"')）】」』》〉]"


def is_wide(sign: str) -> bool:
    """Does the sign take two columns, as Han characters, kana and full-width punctuation do?"""
    return sign >= "\u1100" and (unicodedata.east_asian_width(sign) in "WF" or sign in "“”‘’…—")


def glue(left: str, right: str) -> str:
    """What stands between two lines of one paragraph: nothing beside a wide sign, else a blank."""
    if not left or not right or left[-1].isspace() or right[0].isspace():
        return ""
    if is_wide(left[-1]) or is_wide(right[0]):
        return ""
    return " "


def columns(line: str) -> int:
    """Width of a line in columns of a fixed-width font."""
    return len(line) if line.isascii() else sum(2 if is_wide(sign) else 1 for sign in line)


def ends_sentence(line: str) -> bool:
    """Does the line end with a sign that ends a sentence or a clause, closing quotes and brackets aside?"""
    line = line.rstrip().rstrip(_CLOSERS)
    return line.endswith(tuple(_ENDS))
