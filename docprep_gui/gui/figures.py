"""Numbers as people write them."""

from __future__ import annotations

import re

_PLAIN = re.compile(r"(?<![\d.,])\d{4,}(?![\d,])")
_WAN, _YI = 10_000, 100_000_000


def grouped(text: str) -> str:
    """Every whole number of four figures and more with its thousands apart: 1280000.00 as 1,280,000.00."""
    return _PLAIN.sub(lambda match: f"{int(match[0]):,}", text)


def amount(text: str, language: str) -> str:
    """An amount of money that a rule names: 1000000 as 100 万元 in Chinese where that is round, else 1,000,000."""
    if language == "zh" and text.isascii() and text.isdigit() and int(text):
        number = int(text)
        for unit, word in ((_YI, "亿元"), (_WAN, "万元")):
            if number % (unit // 100) == 0 and number >= unit:
                return f"{number / unit:,.2f}".rstrip("0").rstrip(".") + f" {word}"
    return grouped(text)
