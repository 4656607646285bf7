"""Lines that end in a hyphen, or within a number or an address."""

from __future__ import annotations

import re

from docprep_gui.parsing import joining

_WORD_AT_END = re.compile(r"[^\W\d_]+-$")
# Behind a hyphen, a dash or a stroke within a word, a range or a number, and within an address, no blank is put.
_OPEN_END = re.compile(r"\S[-\u2010-\u2015/]$|\bwww\.$")
_MAY_BE_OPEN = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2015/.")
SIGNS = frozenset("\xad-\u2010")
"""What may be only a mark that a word goes on in the next line."""
_WORD_AT_START = re.compile(r"[^\W\d_]+")
# First words of compounds that no word is cut behind.
_COMPOUND_HEADS = frozenset({
    "cross", "self", "third", "well", "high", "low", "long", "short", "full", "year", "month", "day", "non", "two",
})


def joined(above: str, below: str) -> str:
    """Two lines of a cell as one."""
    if not above or not below:
        return above + below
    if above[-1] in SIGNS and is_cut(above, below, frozenset()):
        return above[:-1] + below
    return above + ("" if is_open(above) else joining.glue(above, below)) + below


def is_open(above: str) -> bool:
    """Does what is last go on in the next line, with no blank between?"""
    return above[-1] in _MAY_BE_OPEN and _OPEN_END.search(above) is not None


def is_cut(above: str, below: str, keep_hyphen: frozenset[str]) -> bool:
    """Is the hyphen at the end of `above` only a mark of the cut word?"""
    if above[-1] == "\xad":
        return True
    first = _WORD_AT_END.search(above.replace("\u2010", "-"))
    second = _WORD_AT_START.match(below)
    if first is None or second is None or not second[0][0].islower():
        return False
    return first[0][:-1].lower() not in _COMPOUND_HEADS and (first[0] + second[0]).lower() not in keep_hyphen
