"""Percentages in a text of folded width: 6.5%, 3‰, 百分之五, 千分之一, 六个百分点, five percent."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import chain

from docprep_gui.domain.chunk import Entity
from docprep_gui.text import numerals

_HAN = "零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟"
_NUMBER = r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?"
# The sign is rarer than figures: it is found first, then the number before it is read. `re` runs fast to a sign that a
# pattern begins with, and ten times slower to one of several: so a pattern for each.
_WORD = r"(?:er\s?cent(?:age)?|ERCENT(?:AGE)?|ct)s?(?![A-Za-z])"
_SIGNS = tuple(map(re.compile, ("%", "‰", r"百\s?分\s?[点點](?!之)", f"P{_WORD}", f"p{_WORD}")))
_NUMBER_BEFORE = re.compile(
    rf"(?<![0-9.,])(?P<n>{_NUMBER})(?P<k>k?)\s{{0,3}}(?:个\s?)?$|(?P<han>[{_HAN}](?:\s?[{_HAN}点點])*)\s?个\s?$"
)
_FIGURES = frozenset("0123456789")
_IN_NUMBERS = _FIGURES | frozenset(".,")
_ESCAPED = re.compile(r"%[0-9A-Fa-f]{2}")
_OF = re.compile(r"分\s{0,2}之\s{0,2}")
_OF_BASE = re.compile(rf"(?<![{_HAN}])(?:[百佰]\s{{0,2}}万?|千|万万?)\s{{0,2}}$")
_OF_NUMBER = re.compile(rf"(?:{_NUMBER})k?|[{_HAN}](?:\s?[{_HAN}点點])*")
_PERCENT_OF = re.compile(rf"\s?of\s(?P<n>{_NUMBER})(?![0-9A-Za-z%,])")
_WORDS_BEFORE = re.compile(
    r"(?<![A-Za-z-])(?:(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    r"sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|half)"
    r"(?:\s|-|\sand\s)?)+$",
    re.I,
)
_HALF = re.compile(r"(?:(?:^|\s)and\s+)?(?:one[\s-])?half\s*$", re.I)
_PART_OF_FRACTION = re.compile(r"[0-9]/$")
_PARTS = {"百": 100, "佰": 100, "千": 1000, "万": 10**4, "百万": 10**6, "佰万": 10**6, "万万": 10**8}
_MINUS = re.compile(r"(?:(?<![0-9%元A-Za-z])-|负|minus\s)$", re.I)


_SHARE = re.compile(r"[%％‰]|分\s?之|百\s?分\s?[点點]|per\s?cent|pct", re.I)


def is_share(text: str) -> bool:
    """Whether a value as it is written is a percentage, as 3‰ and 百分之五 are, rather than a plain number."""
    return _SHARE.search(text) is not None


def _worded(words: str) -> Decimal | None:
    """The value of number words; "one and one-half" is 1.5."""
    half = _HALF.search(words)
    if half is None:
        return numerals.parse_words(words)
    whole = words[: half.start()].strip()
    value = numerals.parse_words(whole) if whole else Decimal(0)
    return None if value is None else value + Decimal("0.5")


def find(text: str) -> list[Entity]:
    """Percentages with their value in percent ("0.3" for 3‰), in no order."""
    out = []

    def add(start: int, end: int, value: Decimal) -> None:
        before = text[start - 1] if start else ""
        if (before in "-负" or before.isspace()) and (minus := _MINUS.search(text, max(0, start - 6), start)):
            start, value = minus.start(), -value
        out.append(Entity("percent", (start, end), f"{value.normalize():f}"))

    for match in chain.from_iterable(sign.finditer(text) for sign in _SIGNS):
        at, sign = match.start(), match[0]
        low = max(0, at - 24)
        if at and text[at - 1] in _FIGURES:
            # The number begins where the figures do: no other place need be tried.
            start = at - 1
            while start > low and text[start - 1] in _IN_NUMBERS:
                start -= 1
            number = _NUMBER_BEFORE.match(text, start, at)
        else:
            number = _NUMBER_BEFORE.search(text, low, at)
        if number is None:
            words = _WORDS_BEFORE.search(text, max(0, at - 48), at) if sign[0] in "pP" else None
            worded = _worded(words[0]) if words else None
            if words and worded is not None:
                add(words.start(), match.end(), worded)
            elif sign[0] in "pP" and (of := _PERCENT_OF.match(text, match.end())):
                add(at, of.end(), Decimal(of["n"].replace(",", "")))
            continue
        if number["han"]:
            value = numerals.decimal(number["han"].replace(" ", "").replace("點", "点"))
            if sign[0] == "百" and value is not None:
                add(number.start(), match.end(), value)
            continue
        if sign == "%" and text[at - 1] != " " and _ESCAPED.match(text, at):
            continue  # an address
        if _PART_OF_FRACTION.search(text, low, number.start()):
            continue  # the 2 of 1 1/2%
        value = Decimal(number["n"].replace(",", "")) * (1000 if number["k"] else 1)
        add(number.start(), match.end(), value / 10 if sign == "‰" else value)
    if "分" in text:
        for match in _OF.finditer(text):
            base = _OF_BASE.search(text, max(0, match.start() - 5), match.start())
            number = _OF_NUMBER.match(text, match.end())
            if base and number:
                digits = number[0].replace(" ", "").replace("點", "点")
                value = numerals.decimal(digits.rstrip("k"))
                if value is not None:
                    value *= 1000 if digits.endswith("k") else 1
                    add(base.start(), number.end(), value * 100 / _PARTS["".join(base[0].split())])
    return out
