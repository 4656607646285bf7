"""Percentages in a text of folded width: 6.5%, 3‰, 百分之五, 千分之一, 六个百分点, five percent."""

from __future__ import annotations

import re
from decimal import Decimal

from docprep_gui.domain.chunk import Entity
from docprep_gui.text import numerals
from docprep_gui.text.money import plain

_HAN = "零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟"
_NUMBER = r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?"
_SIGN = re.compile(
    rf"(?P<n>{_NUMBER})(?P<k>k?)\s{{0,3}}(?:(?P<sign>[%‰])(?![0-9A-Fa-f]{{2}})|个?\s?百\s?分\s?[点點](?!之)"
    r"|(?i:percent(?:age)?s?|per\scent|pct)(?![A-Za-z]))"
)
_OF = re.compile(
    rf"(?P<base>[百佰]\s{{0,2}}万?|千|万万?|百万)\s{{0,2}}分\s{{0,2}}之\s{{0,2}}"
    rf"(?P<n>(?:{_NUMBER})k?|[{_HAN}](?:\s?[{_HAN}点點])*)"
)
_HAN_POINTS = re.compile(rf"(?P<n>[{_HAN}](?:\s?[{_HAN}点點])*?)\s?个\s?百\s?分\s?[点點]")
_WORDS = re.compile(
    r"(?<![A-Za-z])(?P<n>(?:(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|"
    r"fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|half)"
    r"(?:\s|-|\sand\s)?)+)\s?(?:percent(?:age)?s?|per\scent)(?![A-Za-z])",
    re.I,
)
_PARTS = {"百": 100, "佰": 100, "千": 1000, "万": 10**4, "百万": 10**6, "佰万": 10**6, "万万": 10**8}
_MINUS = re.compile(r"(?:(?<![0-9%元A-Za-z])-|负|minus\s)$", re.I)


def find(text: str) -> list[Entity]:
    """Percentages with their value in percent ("0.3" for 3‰), in no order."""
    out = []

    def add(start: int, end: int, value: Decimal) -> None:
        minus = _MINUS.search(text, max(0, start - 6), start)
        if minus:
            start, value = minus.start(), -value
        out.append(Entity("percent", (start, end), plain(value)))

    for match in _SIGN.finditer(text):
        start = match.start()
        if start and text[start - 1] in ".,0123456789" and (start < 2 or text[start - 2].isdigit()):
            continue
        value = Decimal(match["n"].replace(",", "")) * (1000 if match["k"] else 1)
        add(start, match.end(), value / 10 if match["sign"] == "‰" else value)
    if "分" in text:
        for match in _OF.finditer(text):
            if match.start() and text[match.start() - 1] in _HAN:
                continue
            digits = match["n"].replace(" ", "")
            value_or_none = numerals.decimal(digits.rstrip("k").replace("點", "点"))
            if value_or_none is not None:
                value = value_or_none * (1000 if digits.endswith("k") else 1)
                add(*match.span(), value * 100 / _PARTS["".join(match["base"].split())])
        for match in _HAN_POINTS.finditer(text):
            points = numerals.decimal(match["n"].replace(" ", "").replace("點", "点"))
            if points is not None:
                add(*match.span(), points)
    if "cent" in text or "CENT" in text:
        for match in _WORDS.finditer(text):
            worded = numerals.parse_words(match["n"])
            if worded is not None:
                add(*match.span(), worded)
    return out
