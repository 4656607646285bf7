"""Which language a text is in, as far as the program makes a difference."""

from __future__ import annotations

import re
from typing import Literal

from docprep_gui.text import tokens

_LATIN = re.compile(r"[A-Za-z]+")


def detect(text: str) -> Literal["zh", "en"]:
    """ "zh" where Han characters are at least a fifth of the Latin letters (a Han character is about a word), so that
    a bilingual contract is Chinese and an English one with a Chinese party's name is not. No letters at all: "en"."""
    n = tokens.han(text)
    if not n:
        return "en"
    return "zh" if 5 * n >= sum(map(len, _LATIN.findall(text))) else "en"
