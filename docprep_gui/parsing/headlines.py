"""What is known of headings that no mark and no style makes: what they can say, and where to look for them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise

from docprep_gui.text import numbering, tokens

# What bold lines say that are no headings: sentences, entries of forms, signatures, dates, salutations.
_ENTRY = re.compile(
    r"[。；，！？…]|[,;!?]$|(?<!\d)\.$|[:：]\s*\S|[\u4e00-\u9fff][:：]$|_{2,}|\t"
    r"|盖章|蓋章|签[字章名]|簽[字章名]|signature|signed"
    r"|^[\W\d]+$|\d{4}\s*年|^第?\s*\d+\s*页",
    re.I,
)
_WIDEST, _MOST_WORDS, _LONGEST = 30, 12, 100
_LEAST_STRETCH = 6  # blocks
# As a number alone may be. Each blank is taken in one way: a long run of them would take its square.
_SHORT = re.compile(r"\s*+(?:第\s*+\S{1,12}|[^\W\d]{2,10}\s*+[^\W_]{1,9})\s*+(?:[:：.、]\s*+)?")


def unmarked(headed: Sequence[bool], lengths: Sequence[int]) -> tuple[int, int] | None:
    """Where the blocks begin and end that stand between two marked headings and hold at least half of the text: often
    only the title or the annexes are marked. `headed`: which blocks are headings; `lengths`: of their texts. None where
    there is no such stretch."""
    before = [0, *accumulate(lengths)]
    for heading, end in pairwise([-1, *(at for at, own in enumerate(headed) if own), len(headed)]):
        start = heading + 1
        if end - start >= _LEAST_STRETCH and 2 * (before[end] - before[start]) >= before[-1]:
            return start, end
    return None


def over_titles(texts: Sequence[str], levels: Sequence[int]) -> set[int]:
    """Which headings are nothing but a number, such as ARTICLE I, whose title is the line below. `levels`: of the
    lines, 0 for those that are no headings. Most headings of a kind that are only numbers must have one."""
    found: dict[int, numbering.Family] = {}
    bare: Counter[numbering.Family] = Counter()
    for at, level in enumerate(levels):
        label = numbering.parse_label(texts[at]) if level and _SHORT.fullmatch(texts[at]) else None
        if label is None or texts[at][label.end :].strip():
            continue
        bare[label.family] += 1
        if at + 1 < len(texts) and levels[at + 1] in (0, level) and _is_title(texts[at + 1]):
            found[at] = label.family
    titled = Counter(found.values())
    return {at for at, family in found.items() if 2 * titled[family] > bare[family]}


def _is_title(text: str) -> bool:
    return may_be(text) and not text.lstrip()[0].islower() and numbering.parse_label(text) is None


def is_entry(text: str) -> bool:
    """A sentence, an entry of a form, a signature, a date: no heading, whatever it looks like."""
    return _ENTRY.search(text) is not None


def may_be(text: str) -> bool:
    text = text.strip()
    if not text or is_entry(text):
        return False
    wide = tokens.han(text)
    return wide <= _WIDEST and len(text) <= _LONGEST and (wide > 1 or 0 < len(text.split()) <= _MOST_WORDS)
