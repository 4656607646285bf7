"""Which lines could be headings by what they say, where only their look sets them apart."""

from __future__ import annotations

import re

from docprep_gui.text import tokens

# What bold lines say that are no headings: sentences, entries of forms, signatures, dates, salutations.
_ENTRY = re.compile(
    r"[。；，！？…]|[,;!?]$|(?<!\d)\.$|[:：]\s*\S|[\u4e00-\u9fff][:：]$|_{2,}|\t"
    r"|盖章|蓋章|签[字章名]|簽[字章名]|signature|signed"
    r"|^[\W\d]+$|\d{4}\s*年|^第?\s*\d+\s*页",
    re.I,
)
_WIDEST, _MOST_WORDS, _LONGEST = 30, 12, 100


def is_entry(text: str) -> bool:
    """A sentence, an entry of a form, a signature, a date: no heading, whatever it looks like."""
    return _ENTRY.search(text) is not None


def may_be(text: str) -> bool:
    text = text.strip()
    if not text or is_entry(text):
        return False
    wide = tokens.han(text)
    return wide <= _WIDEST and len(text) <= _LONGEST and (wide > 1 or 0 < len(text.split()) <= _MOST_WORDS)
