"""Numerals in signs and words, read and written: Chinese, ordinary, capital (financial) and mixed with figures; Roman;
English."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache

_DIGITS: dict[str, int] = {}
for _signs, _value in (
    ("零〇○Ｏ洞", 0), ("一壹弌么幺", 1), ("二贰貳弍两兩", 2), ("三叁參叄弎", 3), ("四肆", 4), ("五伍", 5),
    ("六陆陸", 6), ("七柒", 7), ("八捌", 8), ("九玖", 9),
):
    _DIGITS |= dict.fromkeys(_signs, _value)
_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_SCALES = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12}
_CAPITAL = re.compile("[壹贰貳叁參叄肆伍陆陸柒捌玖拾佰仟]")
_LONGEST = 64
_FIGURES = re.compile(r"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?")


def _section(text: str, colloquial: bool) -> Decimal | None:
    """A numeral without 万 and above: 三千零五, 十二, 二〇二四, 3千5, 12.5. None: not one."""
    total, unit_before = Decimal(0), 0
    pending: Decimal | None = None
    run = 0
    i, n = 0, len(text)
    zero = False
    while i < n:
        sign = text[i]
        if sign in _DIGITS:
            value = _DIGITS[sign]
            if pending is not None and run:
                # Digits in a row are a number by places (二〇二四), unless a leading 零 only fills a gap.
                pending = pending * 10 + value
            else:
                pending = Decimal(value)
                zero = value == 0
            run += 1
            i += 1
        elif sign in _UNITS:
            unit = _UNITS[sign]
            if unit_before and unit >= unit_before:
                return None
            if pending is None or (zero and pending == 0):
                pending = Decimal(1)
            elif pending >= 10 and run > 1 and not zero:
                return None
            total += pending * unit
            pending, unit_before, run, zero = None, unit, 0, False
            i += 1
        elif sign in "廿卅卌":
            if pending is not None or 0 < unit_before <= 10:
                return None
            total += {"廿": 20, "卅": 30, "卌": 40}[sign]
            unit_before = 10
            i += 1
        else:
            match = _FIGURES.match(text, i)
            if not match or pending:
                return None
            pending, run = Decimal(match[0].replace(",", "")), 0
            zero = False
            i = match.end()
    if pending is not None:
        if unit_before:
            if pending >= unit_before or (run > 1 and not zero):
                return None
            if colloquial and unit_before >= 100 and run == 1 and not zero and pending == int(pending):
                pending *= unit_before // 10  # 一百二 is 120
        total += pending
    return total


def decimal(text: str) -> Decimal | None:
    """The value of a whole numeral, also with 点 (三点五万, 12.5万, 负二十). None: the text is not one, or is longer
    than 64 characters."""
    if len(text) > _LONGEST:
        return None
    text = unicodedata.normalize("NFKC", text).replace(" ", "")
    if text.startswith(("负", "負", "-")):
        value = decimal(text[1:])
        return None if value is None else -value
    if not text:
        return None
    total, rest = Decimal(0), text
    for scale in (10**12, 10**8, 10**4):
        signs = [sign for sign, value in _SCALES.items() if value == scale]
        at = max(rest.rfind(sign) for sign in signs)
        if at < 0:
            continue
        head, rest = rest[:at], rest[at + 1 :]
        value = decimal(head) if any(sign in head for sign in _SCALES) else _point(head, False)
        if not head or value is None:
            return None
        total += value * scale
        if len(rest) == 1 and rest in _DIGITS and _DIGITS[rest] and head and not _CAPITAL.search(text):
            return total + _DIGITS[rest] * (scale // 10)  # 两万五 is 25,000
    if rest:
        value = _point(rest, not _CAPITAL.search(text))
        if value is None:
            return None
        if total and value >= 10**4:
            return None
        total += value
    return total


def _point(text: str, colloquial: bool) -> Decimal | None:
    if "点" not in text and "點" not in text:
        return _section(text, colloquial)
    whole, _, part = text.replace("點", "点").partition("点")
    value = _section(whole, False) if whole else None
    if value is None or not part:
        return None
    digits = "".join(str(_DIGITS[c]) if c in _DIGITS else c for c in part)
    return value + Decimal(f"0.{digits}") if digits.isascii() and digits.isdigit() else None


@lru_cache(maxsize=4096)
def parse(text: str) -> int | None:
    """The whole number that a numeral says: 一百二十三, 壹佰贰拾叁, 二〇二四, 3万5千, 12.5万, 123. None: not one."""
    value = decimal(text)
    return int(value) if value is not None and value == value.to_integral_value() else None


# ---------------------------------------------------------------- writing

_PLAIN = "零一二三四五六七八九"
_LEGAL = "零壹贰叁肆伍陆柒捌玖"


def written(n: int, digits: str, units: tuple[str, str, str], scales: tuple[str, ...], *, drop_one: bool) -> str:
    """A numeral of places, with `digits` from zero, the signs of 10, 100, 1,000 and of 10**4, 10**8; one zero for each
    gap. `drop_one`: 十二 for 一十二 at the very start."""
    if n == 0:
        return digits[0]
    ten = digits[1] + units[0]
    if n >= 10**8 and len(scales) > 1:
        # 亿 counts a whole numeral before it: 一万零一亿.
        head, rest = divmod(n, 10**8)
        out = written(head, digits, units, scales, drop_one=False) + scales[1]
        if rest:
            out += (digits[0] if rest < 10**7 else "") + written(rest, digits, units, scales, drop_one=False)
        return out[1:] if drop_one and out.startswith(ten) else out
    out = ""
    high, low = divmod(n, 10**4)
    if high:
        out = _group(high, digits, units) + scales[0]
    if low:
        out += (digits[0] if high and low < 1000 else "") + _group(low, digits, units)
    return out[1:] if drop_one and out.startswith(ten) else out


def _group(n: int, digits: str, units: tuple[str, str, str]) -> str:
    """Up to four places."""
    out, gap = "", False
    for power in (3, 2, 1, 0):
        digit = n // 10**power % 10
        if digit:
            out += (digits[0] if gap and out else "") + digits[digit] + (units[power - 1] if power else "")
            gap = False
        else:
            gap = True
    return out


_SCALE_SIGNS = ("万", "亿")


def han(n: int) -> str:
    """Ordinary numeral: 12 is 十二, 105 is 一百零五, 20,010 is 二万零一十."""
    if n < 0:
        return "负" + han(-n)
    return written(n, _PLAIN, ("十", "百", "千"), _SCALE_SIGNS, drop_one=True)


def capital(n: int) -> str:
    """Capital (financial) numeral: 12 is 壹拾贰."""
    if n < 0:
        return "负" + capital(-n)
    return written(n, _LEGAL, ("拾", "佰", "仟"), _SCALE_SIGNS, drop_one=False)


def by_digits(n: int, zero: str = "〇") -> str:
    """Digit by digit: 2024 is 二〇二四."""
    return "".join(_PLAIN[int(c)] if c != "0" else zero for c in str(n))


_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
    (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)
_ROMAN_SHAPE = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})", re.I)


def roman(n: int) -> str:
    """Upper-case Roman numeral, n from 1."""
    out = ""
    for value, signs in _ROMAN:
        count, n = divmod(n, value)
        out += signs * count
    return out


def parse_roman(text: str) -> int | None:
    """The value of a well-formed Roman numeral in either case; None: not one."""
    if not text or not _ROMAN_SHAPE.fullmatch(text):
        return None
    upper, total, at = text.upper(), 0, 0
    for value, signs in _ROMAN:
        while upper.startswith(signs, at):
            total, at = total + value, at + len(signs)
    return total


_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORD_SCALES = {"hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}


def words(n: int) -> str:
    """English number word, lower case, n from 0: twenty-one, one hundred five."""
    if n < 20:
        return _SMALL[n]
    if n < 100:
        tens, rest = divmod(n, 10)
        return _TENS[tens - 2] + (f"-{_SMALL[rest]}" if rest else "")
    for name, size in reversed(_WORD_SCALES.items()):
        if n >= size:
            head, rest = divmod(n, size)
            return f"{words(head)} {name}" + (f" {words(rest)}" if rest else "")
    raise AssertionError(n)


_WORD_VALUES = {word: value for value, word in enumerate(_SMALL)} | {
    word: 10 * value for value, word in enumerate(_TENS, start=2)
}
_WORD_SIGN = re.compile(r"[a-z]+")


def parse_words(text: str) -> Decimal | None:
    """The value of English number words: "one hundred and five", "five million", "three quarters billion"."""
    total, group = Decimal(0), Decimal(0)
    seen = False
    for word in _WORD_SIGN.findall(text.lower()):
        if word == "and":
            continue
        if word in _WORD_VALUES:
            group += _WORD_VALUES[word]
        elif word == "half":
            group += Decimal("0.5")
        elif word in ("quarter", "quarters"):
            group = (group or Decimal(1)) * Decimal("0.25")
        elif word == "hundred":
            group = (group or Decimal(1)) * 100
        elif word in _WORD_SCALES:
            total, group = total + (group or Decimal(1)) * _WORD_SCALES[word], Decimal(0)
        else:
            return None
        seen = True
    return total + group if seen else None


def ordinal_words(n: int) -> str:
    """English ordinal word: twenty-first."""
    text = words(n)
    cut = max(text.rfind("-"), text.rfind(" ")) + 1
    head, last = text[:cut], text[cut:]
    if last in _ORDINALS:
        return head + _ORDINALS[last]
    return head + (last[:-1] + "ieth" if last.endswith("y") else last + "th")
