"""Putting together again what was broken into lines for lack of width."""

from __future__ import annotations

import re

_ENDS = tuple("。！？；：.!?;:…")
_CLOSERS = "”’\"')）】」』》〉]"
# Unicode's East Asian Width W and F, and the signs that Chinese fonts draw as wide (Unicode Standard Annex 11).
_WIDE_SIGNS = (
    "[\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60"
    "\uffe0-\uffe6\U00020000-\U0003fffd“”‘’…—]"
)
_WIDE, _WIDE_RUN = re.compile(_WIDE_SIGNS), re.compile(_WIDE_SIGNS + "+")


def is_wide(sign: str) -> bool:
    """Does the sign take two columns, as Han characters, kana and full-width punctuation do?"""
    return "\u4e00" <= sign <= "\u9fff" or (sign >= "\u1100" and _WIDE.match(sign) is not None)


def spread(line: str) -> str:
    """The line with a NUL behind each wide sign, so that places in it are columns of a fixed-width font."""
    return line if line.isascii() else _WIDE.sub("\\g<0>\0", line)


def glue(left: str, right: str) -> str:
    """What stands between two lines of one paragraph: nothing beside a wide sign, else a blank."""
    if not left or not right:
        return ""
    last, first = left[-1], right[0]
    return "" if is_wide(last) or is_wide(first) or last.isspace() or first.isspace() else " "


def columns(line: str) -> int:
    """Width of a line in columns of a fixed-width font."""
    return len(line) if line.isascii() else len(line) + sum(map(len, _WIDE_RUN.findall(line)))


def ends_sentence(line: str) -> bool:
    """Does the line end with a sign that ends a sentence or a clause, closing quotes and brackets aside?"""
    line = line.rstrip().rstrip(_CLOSERS)
    return line.endswith(_ENDS)
