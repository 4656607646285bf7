"""Amounts of money in a text that `folding.width` has been through.

A figure is found first and its surroundings are read after: sign, currency in front, scale and currency behind.
Chinese amounts in words follow the writing rules for bills (壹仟零伍元叁角整, 元 or 圆, 零 for gaps).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import chain

from docprep_gui.domain.chunk import Entity
from docprep_gui.text import numerals
from docprep_gui.text.patterns import Pattern, in_pieces

_NAMES = {
    "CNY": "人民币元 元人民币 人民币 元 圆 圓 块钱 塊錢 块 塊",
    "USD": "美元 美金 美圆 美圓", "HKD": "港元 港币 港幣", "EUR": "欧元 歐元", "GBP": "英镑 英鎊",
    "JPY": "日元 日圆 日本円", "KRW": "韩元 韩币", "TWD": "新台币 台币", "AUD": "澳元 澳大利亚元 澳币",
    "CAD": "加元 加拿大元 加币", "SGD": "新加坡元 新加坡币 新元 坡币", "CHF": "瑞士法郎 瑞郎", "RUB": "卢布",
    "THB": "泰铢", "MOP": "澳门元 澳门币", "INR": "卢比 印度卢比", "VND": "越南盾", "MYR": "林吉特 马币",
    "NZD": "新西兰元", "XBT": "个比特币 比特币",
}  # fmt: skip
_BY_NAME = {name: code for code, names in _NAMES.items() for name in names.split()}
_SIGNS = {
    "¥": "CNY", "$": "USD", "€": "EUR", "£": "GBP", "₩": "KRW", "₽": "RUB", "₹": "INR", "฿": "THB", "₫": "VND",
    "₡": "CRC", "₭": "LAK", "₱": "PHP", "₺": "TRY", "₴": "UAH", "₪": "ILS",
}  # fmt: skip
_SAME = {"RMB": "CNY", "CNH": "CNY", "NTD": "TWD"}
_CODES = {
    code: _SAME.get(code, code)
    for code in (
        "USD", "CNY", "CNH", "RMB", "EUR", "GBP", "HKD", "JPY", "KRW", "TWD", "NTD", "AUD", "CAD", "SGD", "CHF", "RUB",
        "THB", "INR", "MOP", "MYR", "NZD", "SEK", "NOK", "DKK", "VND", "IDR", "PHP", "BRL", "ZAR", "MXN", "TRY", "AED",
        "SAR", "PLN", "CZK", "HUF", "ILS",
    )
}  # fmt: skip
_WORDS = {
    "us dollar": "USD", "u.s. dollar": "USD", "united states dollar": "USD", "hong kong dollar": "HKD",
    "canadian dollar": "CAD", "australian dollar": "AUD", "singapore dollar": "SGD", "dollar": "USD",
    "chinese yuan": "CNY", "renminbi": "CNY", "yuan": "CNY", "kuai": "CNY", "euro": "EUR", "pound sterling": "GBP",
    "british pound": "GBP", "yen": "JPY", "japanese yen": "JPY", "swiss franc": "CHF", "franc": "CHF",
    "ruble": "RUB", "rupee": "INR", "won": "KRW", "baht": "THB", "turkish lira": "TRY", "bitcoin": "XBT",
    "cent": "USD", "pence": "GBP",
}  # fmt: skip
_HUNDREDTHS = frozenset({"cent", "pence"})
_EN_SCALES = {
    "hundred": 10**2, "thousand": 10**3, "k": 10**3, "lakh": 10**5, "million": 10**6, "mn": 10**6, "mm": 10**6,
    "m": 10**6, "crore": 10**7, "billion": 10**9, "bn": 10**9, "b": 10**9, "trillion": 10**12,
}  # fmt: skip
_COUNTRY_DOLLARS = {
    "us": "USD", "u.s.": "USD", "hk": "HKD", "a": "AUD", "au": "AUD", "c": "CAD", "ca": "CAD", "s": "SGD", "nt": "TWD",
    "nz": "NZD", "mex": "MXN", "r": "BRL", "cn": "CNY", "rmb": "CNY", "jp": "JPY",
} | {code.lower(): plain for code, plain in _CODES.items()}  # fmt: skip


def _either(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_HAN = "零〇一二两三四五六七八九十百千万亿壹贰貳叁參肆伍陆陸柒捌玖拾佰仟萬億廿卅"
_CAPITAL = frozenset("零壹贰貳叁參肆伍陆陸柒捌玖")
_SCALE = "万亿千百十萬億仟佰拾"
_BASES = "元圆圓块塊"
_LONG_NAMES = _either(name for name in _BY_NAME if name[-1] not in _BASES)
_YUAN_NAMES = _either(name for name in _BY_NAME if name[-1] in "元圆圓")
# Some signs behind 元 make another word of it (元素, 元旦, 一元化); 块 is money only at the end of a phrase.
_NAME = (
    rf"(?:{_LONG_NAMES}|(?:{_YUAN_NAMES})(?![件素器旦宵月年化论論次代老首帅始祖宝音组])"
    r"|[块塊](?=[\s,.;、，。；！？!?)）]|$))"
)
_CODE = rf"(?:{_either([*_CODES, 'usd', 'rmb', 'cny', 'eur', 'gbp', 'hkd'])})"
_WORD = rf"(?:{_either(_WORDS)})"

# Behind 元: tenths and hundredths (6角三分, 零伍分, 零角壹分), and 整 or 正.
_DIGIT = r"[0-9零〇一二两三四五六七八九壹贰貳叁參肆伍陆陸柒捌玖]"
_PARTS = (
    rf"(?:\s?[零又]?(?P<jiao>{_DIGIT}{{1,2}})\s?[角毛](?![形度落色钢大]))?"
    rf"(?:\s?[零又]?(?P<fen>{_DIGIT}{{1,2}})\s?美?分(?![之期公子别钟]))?"
    r"(?:\s?[整正](?![数个除式常确规体理]))?"
)
_ZH_TAIL = re.compile(
    rf"[ )）]?\s{{0,2}}(?P<scale>(?:[{_SCALE}]{{1,4}}(?:[0-9.]{{1,12}}[{_SCALE}]{{1,4}}){{0,4}})?)[余多]?\s{{0,2}}"
    rf"(?P<cur>{_NAME})"
    rf"(?P<more>(?:(?<=[{_BASES}]){_PARTS})?)(?:(?<=[元整])(?:人民币|RMB\b))?"
)
_ZH_SCALE = Pattern(rf"\s?(?P<scale>[{_SCALE}]{{1,4}}(?:[0-9.]{{1,12}}[{_SCALE}]{{1,4}}){{0,4}})")
_EN_SCALE = r"hundred|thousand|lakh|million|crore|billion|trillion|mm|mn|bn|[kmb]"
_EN_TAIL = Pattern(
    rf"(?:\s?-?(?P<scale>(?i:{_EN_SCALE}))(?![A-Za-z]))?"
    rf"(?:\s?-?(?:(?P<mega>[MK]?)(?P<code>{_CODE})(?![A-Za-z0-9])|(?P<sign>[$€£¥₡₭₩₽฿])(?!\s?[0-9])"
    rf"|(?P<word>(?i:{_WORD}))s?(?![A-Za-z])))?"
    r"(?:\s(?P<late>(?i:million|billion|thousand))(?![A-Za-z]))?"
)
_CENTS_BEHIND = Pattern(r"\s(?:and\s)?([0-9]{2})(?:\scents)?(?![0-9,A-Za-z%/:-]|\.[0-9]|\s[A-Za-z]|\s?[$€£¥])")
# Behind its first sign. Nothing is given back: a part of a figure is none.
_FIGURE = (
    r"[0-9]*+(?:(?=[, ])(?:(?:,[0-9]{3}(?![0-9]))++"
    r"|(?:(?<![0-9]{4}) [0-9]{3})+(?=\.[0-9]{1,2}(?![0-9])|\s?[元圆万])))?+(?:\.[0-9]++)?+"
)
_PREFIXES = {name: code for name, code in _BY_NAME.items() if len(name) > 1 and name[0] not in "个块塊元"}
# By their last sign, the longest first.
_PREFIXES_BY_LAST = {
    last: sorted((name for name in _PREFIXES if name[-1] == last), key=len, reverse=True)
    for last in {name[-1] for name in _PREFIXES}
}
_HEAD_CODE = Pattern(rf"(?<![A-Za-z])(?:(?P<mega>M?)(?P<code>{_CODE})|(?P<word>(?i:us dollars?|dollars?|sen)))$")
_HEAD_DOLLAR = Pattern(r"(?<![A-Za-z])(?:([A-Za-z]{1,3}|U\.S\.)|([cC]|US|HK)\s)$")
_HEAD_LAST = frozenset(_SIGNS) | frozenset(_PREFIXES_BY_LAST)
_HEAD_FIRST = frozenset(" -(（:：ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_EN_FIRST = frozenset("-$€£¥₡₭₩₽฿ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_ZH_FIRST = frozenset(")）余多") | frozenset(_SCALE) | frozenset(name[0] for name in _BY_NAME)
_PLAIN_SCALES = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}


def _gates() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """What money may stand before and behind the figures of, and figures with either of them.

    The first ends with the first sign of a figure, the second begins with the last one of it: they only lead to figures
    that are worth a look. What the third takes is only likely: `_figures` looks closely."""
    codes = {code[-2:] for code in (*_CODES, "usd", "rmb", "cny", "eur", "gbp", "hkd")}
    signs, ends = "".join(map(re.escape, sorted(_HEAD_LAST))), "|".join([*sorted(codes), "(?i:ar|rs|en)"])
    lasts = "".join(sorted({code[-1] for code in codes} | set("rsnRSN")))
    near = "".join(map(re.escape, sorted(_HEAD_FIRST | _HEAD_LAST | set("负負"))))
    heads = "|".join(f"(?<=[{signs}]{gap}[0-9])|(?<=(?:{ends}){gap}[0-9])"
                     for gap in ("", " ", "  ", "[(（]", "[ ][(（]", "[ ][ ][(（]", "[-负負]", " [-负負]", "  [-负負]"))
    label = r"(?<=[)）写\s][:：][0-9])|(?<=[)）写\s][:：]\s[0-9])"
    # Behind: the first sign of a currency or a scale, or the first two of a longer name (日元, not 日).
    first = f"[{''.join(map(re.escape, sorted(_EN_FIRST - {'-'})))})）余多{_SCALE}{_BASES}]"
    begins: dict[str, set[str]] = {}
    for name in _BY_NAME:
        if name[0] not in _BASES:
            begins.setdefault(name[1], set()).add(name[0])
    pairs = "|".join(f"[{''.join(sorted(signs))}]{second}" for second, signs in sorted(begins.items()))
    names = f"(?=[{''.join(sorted(set().union(*begins.values())))}])(?:{pairs})"
    behind = f"{first}|{names}|-{first}|[ ]{{1,2}}(?:{first}|{pairs})"
    return (
        re.compile(
            rf"[{signs}{lasts}:：](?=[0-9(（负負\s-])"
            rf"(?:(?:(?<=[{signs}])|(?<=(?:{ends})))[ ]{{0,2}}[(（负負-]?|(?<=[)）写\s][:：])\s?)[0-9]"
        ),
        re.compile(f"[0-9](?![0-9.,])(?:{behind})"),
        re.compile(
            rf"[0-9](?<![0-9][0-9])(?<![0-9][.,][0-9])(?:(?<=[{near}][0-9])(?:{heads}|{label})(?P<head>))?"
            rf"{_FIGURE}(?(head)|(?={behind}|[.,]\w))"
        ),
    )


# The unit in a label: 金额（万元）：350; 小写：350.00.
_LABEL_UNIT = Pattern(
    r"[(（](?:人民币|单位[:：]?)?\s?(?P<scale>[万亿千百]?)元[)）]\s?[:：]\s?$|小写[)）]?\s?[:：]\s?$"
)
_SHARED_UNIT = Pattern(rf"(?P<n>[0-9][0-9,]*(?:\.[0-9]+)?)(?P<scale>[{_SCALE}]*)\s?[-~～—–至到]{{1,2}}\s?$")
_BEFORE_FIGURE, _BEHIND_FIGURE, _MONEY_FIGURE = _gates()
# Figures that go on in another notation: with a second point, or a comma that does not part thousands. A pattern for
# each of the signs.
_NOTATIONS = (re.compile(r"\.(?<=[0-9]\.)[0-9]++[.,]\w"), re.compile(r",(?<=[0-9],)(?![0-9]{3}(?![0-9]))\w"))
_FIGURE_START = re.compile(r"[0-9](?<![0-9][0-9])(?<![0-9][.,][0-9])")
_FIGURE_SIGNS = "0123456789., "
# Of so many signs at least one is a zero in a text that is full of figures.
_DENSE = 40
_DASHES = frozenset("-~～—–至到 ")
_NOT_SIGNED_AFTER = frozenset("元圆块万亿千百角分%‰-–—~至到/.,_")
_CAPITAL_BLANK = "(?<=[壹贰貳叁參肆伍陆陸柒捌玖拾佰仟]) (?=[壹贰貳叁參肆伍陆陸柒捌玖拾佰仟万亿元圆])"
_HAN_AMOUNT = Pattern(
    rf"(?P<num>[{_HAN}](?:[{_HAN}点點]|{_CAPITAL_BLANK}){{0,60}})"
    rf"(?:[余多]?\s?(?P<cur>{_NAME})(?P<more>(?:(?<=[{_BASES}]){_PARTS})?)"
    rf"|(?P<tenths>角)(?![形度落色钢大])(?:[零又]?(?P<tenths_fen>{_DIGIT})分(?!之))?(?P<whole>[整正钱])?"
    r"|(?P<hundredths>分)(?P<coin>[整正钱])?)"
)
_NUMBER_WORD = (
    "half|quarter|quarters|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|"
    "million|billion|trillion"
)
# The currency is rarer than number words: it is found first. `re` runs fast to a sign that a pattern begins with, and
# ten times slower to one of several: so a pattern for each.
_EN_CURRENCY = tuple(re.compile(rf"{sign}(?P<word>(?i:{_either(_WORDS)}))(?i:s)?(?![A-Za-z])") for sign in " -")
_EN_NUMBER_BEFORE = Pattern(
    rf"(?<![A-Za-z-])(?:{_NUMBER_WORD})(?:(?:-|,\s|\sand\s|\s)(?:{_NUMBER_WORD}))*(?=[\s-]$)", re.IGNORECASE
)
_EN_CENTS_BEHIND = Pattern(
    rf"\s(?:and\s)?(?P<cents>(?:{_NUMBER_WORD})(?:[\s-](?:{_NUMBER_WORD}))?)"
    r"(?:\scents(?![A-Za-z])|(?=[.;,)]|\s?$))",
    re.IGNORECASE,
)
_SCALE_ONLY = Pattern(r"(?:hundred|thousand|million|billion|trillion)", re.IGNORECASE)
_EN_HINT = Pattern(r"dollar|yen|yuan|kuai|euro|cent|pence|rupee|franc|renminbi|pound|Dollar|DOLLAR|Yuan|YUAN|Euro")
_HINT = Pattern(rf"[{''.join(_SIGNS)}元圆圓块塊角分币金镑鎊円布铢盾特郎比]|[A-Z]{{3}}|[a-z]{{3}}")


def plain(value: Decimal) -> str:
    """An exact decimal without exponent; hundredths stand in pairs: 321.50, 12000, 0.005."""
    whole, _, part = format(value, "f").partition(".")
    part = part.rstrip("0")
    return f"{whole}.{part:0<2}" if part else whole


def _parts(match: re.Match[str]) -> Decimal:
    """Tenths and hundredths behind 元."""
    total = Decimal(0)
    for name, size in (("jiao", "0.1"), ("fen", "0.01")):
        if match["more"] and match[name]:
            total += (numerals.decimal(match[name]) or Decimal(0)) * Decimal(size)
    return total


def _head(text: str, low: int, at: int) -> tuple[int, str | None, int]:
    """(start, currency, factor) of a currency that ends at `at`, blanks allowed; (at, None, 1): none."""
    end = at
    while end > low and text[end - 1] == " " and at - end < 2:
        end -= 1
    if end <= low:
        return at, None, 1
    last = text[end - 1]
    if last in _SIGNS:
        start = end - 1
        if last in "$¥" and start > low and (found := _HEAD_DOLLAR.search(text[max(low, start - 5) : start])):
            country = _COUNTRY_DOLLARS.get((found[1] or found[2]).lower())
            if country and (len(found[0]) > 1 or found[0].isupper()):
                return start - len(found[0]), country, 1
        if start > low and (named := _name_before(text, low, start)):
            return start - len(named), _BY_NAME[named], 1  # 人民币￥500
        return start, _SIGNS[last], 1
    if last.isascii():
        if last.isalpha() and (found := _HEAD_CODE.search(text[max(low, end - 10) : end])):
            code = _CODES[found["code"].upper()] if found["code"] else ("MYR" if found["word"] == "sen" else "USD")
            return end - len(found[0]), code, 10**6 if found["mega"] else 1
        return at, None, 1
    if named := _name_before(text, low, end):
        return end - len(named), _BY_NAME[named], 1
    return at, None, 1


def _name_before(text: str, low: int, end: int) -> str:
    """The longest currency that ends at `end`; "" for none."""
    for name in _PREFIXES_BY_LAST.get(text[end - 1], ()):
        if text.endswith(name, low, end):
            return name
    return ""


def _minus(text: str, low: int, at: int) -> int:
    """Where a minus sign glued to `at` starts; `at`: there is none (a dash between two figures is a range)."""
    if at <= low:
        return at
    sign = text[at - 1]
    if sign in "负負":
        return at - 1
    if sign != "-":
        return at
    before = text[at - 2] if at > 1 else " "
    return at if before in _NOT_SIGNED_AFTER or (before.isascii() and before.isalnum()) else at - 1


def _likely(text: str) -> Iterator[re.Match[str]]:
    """Figures that may be money, in order: what `_MONEY_FIGURE.finditer` gives, less what leads to nothing.

    Where a text is full of figures, as ledgers are, most are passed over without being matched: a fifth of the time."""
    if text.count("0") * _DENSE < len(text):
        yield from _MONEY_FIGURE.finditer(text)
        return
    starts = {match.end() - 1 for match in in_pieces(_BEFORE_FIGURE, text)}
    ends = [match.start() for match in in_pieces(_BEHIND_FIGURE, text)]
    ends += [match.start() - 1 for pattern in _NOTATIONS for match in pattern.finditer(text)]
    begin = 0
    for end in sorted(ends):
        low = begin + len(text[begin:end].rstrip(_FIGURE_SIGNS))
        starts.update([match.start() for match in _FIGURE_START.finditer(text, low, end + 1)])
        begin = end + 1
    done = 0
    for start in sorted(starts):
        if start >= done and (match := _MONEY_FIGURE.match(text, start)):
            yield match
            done = match.end()


def _figures(text: str) -> list[Entity]:
    out = []
    low, length = 0, len(text)
    for match in _likely(text):
        at, end = match.span()
        if at < low:
            continue
        before = text[at - 1] if at else " "
        if before in ".," and at > 1 and text[at - 2].isdigit():
            continue
        if end + 1 < length and text[end] in ".," and text[end + 1].isdigit():
            low = end + 1  # of some other notation: 1.234.567,89
            while low < length and (text[low].isdigit() or text[low] in ".,"):
                low += 1
            continue
        after = end
        while after < length and text[after] == " " and after - end < 2:
            after += 1
        behind = text[after] if after < length else "\n"
        # Most figures have nothing of money around them and are done with here.
        zh = _ZH_TAIL.match(text, end) if behind in _ZH_FIRST else None
        if not (zh or behind in _EN_FIRST or before in _HEAD_FIRST or before in _HEAD_LAST):
            continue
        figure = match[0]
        value = Decimal(figure.replace(",", "").replace(" ", ""))
        start = _minus(text, low, at) if before in "-负負" else at
        negative = start < at
        close = end
        if not negative and before in "(（" and end < length and text[end] in ")）":
            start, close, negative = at - 1, end + 1, True
        bracketed = close > end
        label = None
        currency, factor = None, 1
        if start and (text[start - 1] in _HEAD_FIRST or text[start - 1] in _HEAD_LAST):
            start, currency, factor = _head(text, low, start)
            if currency is None and (label := _LABEL_UNIT.search(text, max(low, at - 14), at)):
                currency, factor = "CNY", int(numerals.decimal("一" + label["scale"]) or 1) if label["scale"] else 1
        if not negative and currency and (minus := _minus(text, low, start)) < start:
            start, negative = minus, True
        stop = close
        if behind in _ZH_FIRST or bracketed:
            if zh and (text[end] in ")）") == bracketed:
                scale, name = zh.group("scale", "cur")
                if scale:
                    size = _PLAIN_SCALES.get(scale)
                    scaled = value * size if size and len(figure) < 24 else numerals.decimal(figure + scale)
                    if scaled is None:
                        continue
                    value = scaled
                if zh["more"]:
                    value += _parts(zh)
                if not currency or name not in ("元", "圆", "圓"):
                    currency = _BY_NAME[name]
                stop = zh.end()
            elif currency and not bracketed and (tail := _ZH_SCALE.match(text, end)):
                scaled = numerals.decimal(figure + tail["scale"])
                if scaled is not None:
                    value, stop = scaled, tail.end()
        elif behind in _EN_FIRST:
            tail = _EN_TAIL.match(text, end)
            if tail and tail[0]:
                if tail["code"] or tail["sign"] or tail["word"]:
                    if tail["code"]:
                        currency = _CODES[tail["code"].upper()]
                        value *= {"M": 10**6, "K": 10**3}.get(tail["mega"], 1)
                    elif tail["sign"]:
                        currency = currency or _SIGNS[tail["sign"]]
                    else:
                        word = tail["word"].lower()
                        currency = currency or _WORDS[word]
                        if word in _HUNDREDTHS:
                            value /= 100
                    stop = tail.end()
                if currency:
                    for scale in (tail["scale"], tail["late"]):
                        value *= _EN_SCALES[scale.lower()] if scale else 1
                    stop = max(stop, tail.end())
                    if (tail["code"] or tail["word"]) and (cents := _CENTS_BEHIND.match(text, stop)):
                        value += Decimal(cents[1]) / 100
                        stop = cents.end()
        if currency is None or (before.isascii() and before.isalnum() and start == at):
            continue
        if factor != 1 and not (label and zh):
            value *= factor
        if zh and stop == zh.end() and text[start - 1 : start] in _DASHES and not negative:
            out += _first_of_range(text, low, start, zh["scale"], currency)
        out.append(Entity("amount", (start, stop), plain(-value if negative else value), currency))
        low = stop
    return out


def _first_of_range(text: str, low: int, end: int, scale: str, currency: str) -> list[Entity]:
    """The figure in front of a dash that shares the unit behind the second: 10 and 20 in 10-20万元."""
    first = _SHARED_UNIT.search(text, max(low, end - 24), end)
    if first is None or (first.start() and (text[first.start() - 1].isdigit() or text[first.start() - 1] in ".,")):
        return []
    value = numerals.decimal(first["n"] + (first["scale"] or scale))
    if value is None:
        return []
    return [Entity("amount", (first.start(), first.end("scale")), plain(value), currency)]


def _words(text: str) -> list[Entity]:
    out = []
    for match in _HAN_AMOUNT.finditer(text):
        at, stop = match.span()
        number = match["num"]
        before = text[at - 1] if at else " "
        if before in "几数第幾數.0123456789上" or number[0] in "百千佰仟万亿萬億":
            continue
        if match["cur"]:
            value = numerals.decimal(number)
            currency = _BY_NAME[match["cur"]]
            if value is None:
                continue
            value += _parts(match)
        else:
            digit = numerals.decimal(number)
            capital = all(sign in _CAPITAL for sign in number)
            sure = capital or match["coin"] or match["whole"] or match["tenths_fen"]
            if digit is None or len(number) > 2 or not sure:
                continue
            currency = "CNY"
            value = digit * Decimal("0.1" if match["tenths"] else "0.01")
            if match["tenths_fen"]:
                value += (numerals.decimal(match["tenths_fen"]) or Decimal(0)) * Decimal("0.01")
        start, named, _ = _head(text, max(0, at - 8), at)
        if named and match["cur"] in (None, "元", "圆", "圓"):
            currency = named
        elif not named:
            start = at
        if start > 0 and text[start - 1] in "负負":
            start, value = start - 1, -value
        out.append(Entity("amount", (start, stop), plain(value), currency))
    return out


def _english(text: str) -> list[Entity]:
    out = []
    for match in chain.from_iterable(currency.finditer(text) for currency in _EN_CURRENCY):
        at, stop = match.start("word"), match.end()
        number = _EN_NUMBER_BEFORE.search(text, max(0, at - 90), at)
        value = numerals.parse_words(number[0]) if number else None
        if number is None or value is None or _SCALE_ONLY.match(number[0]):
            continue
        word = match["word"].lower()
        if word in _HUNDREDTHS:
            value /= 100
        behind = _EN_CENTS_BEHIND.match(text, stop)
        cents = numerals.parse_words(behind["cents"]) if behind else None
        if behind and cents is not None and cents < 100:
            value, stop = value + cents / 100, behind.end()
        out.append(Entity("amount", (number.start(), stop), plain(value), _WORDS[word]))
    return out


def find(text: str) -> list[Entity]:
    """Amounts in a text of folded width, in no order; they may overlap."""
    if not _HINT.search(text):
        return []
    out = _figures(text)
    out += _words(text)
    if _EN_HINT.search(text):
        out += _english(text)
    return out


_FIGURES_IN = Pattern(r"[0-9]")
# Between an amount in words and the same in figures: brackets, labels, currency signs, no other words.
_BESIDE = Pattern(
    r"[\s(（)）:：,，;；\[\]【】]*(?:(?:人民币|大写|小写|金额|即|RMB|CNY|¥|￥|为|合计|总计|整|正|元)[\s(（)）:：,，;；\[\]【】]*)*"
)


def in_words(text: str, amount: Entity) -> bool:
    """Is the amount written without figures?"""
    return not _FIGURES_IN.search(text, *amount.span)


def same_amount_meant(text: str, first: Entity, second: Entity) -> bool:
    """Do two neighbouring amounts, one in words and one in figures, stand for one? They do if nothing but brackets,
    labels and currency stands between them: 壹拾万元整（¥100,000.00）, 小写：100,000元；大写：壹拾万元整."""
    if in_words(text, first) == in_words(text, second):
        return False
    start, end = first.span[1], second.span[0]
    if end - start > 24:
        return False
    between = text[start:end]
    return bool(_BESIDE.fullmatch(between)) and bool(re.search(r"[(（]|大写|小写|即", between))
