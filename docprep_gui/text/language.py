"""Which language a text is in, as far as the program makes a difference."""

from __future__ import annotations

from typing import Literal

from docprep_gui.text import tokens

_LATIN = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def detect(text: str) -> Literal["zh", "en"]:
    """ "zh" where Han characters are at least a fifth of the Latin letters (a Han character is about a word), so that
    a bilingual contract is Chinese and an English one with a Chinese party's name is not. No letters at all: "en"."""
    n = tokens.han(text)
    if not n:
        return "en"
    if 6 * n >= len(text):
        return "zh"  # all the rest may be letters
    data = text.encode("utf-8", "surrogatepass")
    return "zh" if 5 * n >= len(data) - len(data.translate(None, _LATIN)) else "en"
