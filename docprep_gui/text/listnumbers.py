"""Numbers of lists and pages in the number formats that Word knows.

The names of the formats are those of ST_NumberFormat in ECMA-376 part 1, 17.18.59, and so are the signs; where a
format runs out of signs, its last sign or the sign itself is repeated as that clause says, or decimals follow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from docprep_gui.text import numerals
from docprep_gui.text.numerals import by_digits, roman, words, written

_MOST_WORDS = 10**12
_LONGEST = 100  # characters of a number whose sign is repeated

_STEMS = "甲乙丙丁戊己庚辛壬癸"
_BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
_LEGAL_TRADITIONAL = "零壹貳參肆伍陸柒捌玖"
_HEBREW = "אבגדהוזחטיכלמנסעפצקרשת"
_HEBREW_HUNDREDS = ("", "ק", "ר", "ש", "ת", "תק", "תר", "תש", "תת", "תתק")


def _range(*spans: tuple[int, int]) -> str:
    return "".join(chr(code) for first, last in spans for code in range(first, last + 1))


_ALPHABETS: dict[str, Sequence[str]] = {
    "lowerLetter": _range((0x61, 0x7A)),
    "upperLetter": _range((0x41, 0x5A)),
    "russianLower": _range((0x430, 0x438), (0x43A, 0x449)) + "ыэюя",
    "russianUpper": _range((0x410, 0x418), (0x41A, 0x429)) + "ЫЭЮЯ",
    "arabicAlpha": "أبتثجحخدذرزسشصضطظعغفقكلمنهوي",
    "arabicAbjad": "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ",
    "thaiLetters": "กขค" + _range((0xE07, 0xE23)) + "ล" + _range((0xE27, 0xE2E)),
    "hindiVowels": _range((0x915, 0x939)),
    "hindiConsonants": [*_range((0x905, 0x914)), "अं", "अः"],
    "ganada": "가나다라마바사아자차카타파하",
    "chosung": "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
    "aiueo": _range((0xFF71, 0xFF9C)) + "ｦﾝ",
    "aiueoFullWidth": "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
    "iroha": "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ",
    "irohaFullWidth": (
        "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン"
    ),
}
_DIGITS = {
    "decimalFullWidth": "０１２３４５６７８９", "decimalFullWidth2": "０１２３４５６７８９",
    "hindiNumbers": _range((0x966, 0x96F)), "thaiNumbers": _range((0xE50, 0xE59)),
    "koreanDigital": "영일이삼사오육칠팔구", "koreanDigital2": "零一二三四五六七八九",
    "taiwaneseDigital": "○一二三四五六七八九",
}  # fmt: skip
_CYCLES: dict[str, Sequence[str]] = {
    "ideographTraditional": _STEMS,
    "ideographZodiac": _BRANCHES,
    "ideographZodiacTraditional": [_STEMS[n % 10] + _BRANCHES[n % 12] for n in range(60)],
    "ideographEnclosedCircle": _range((0x3280, 0x3289)),
    "decimalEnclosedFullstop": _range((0x2488, 0x249B)),
    "decimalEnclosedParen": _range((0x2474, 0x2487)),
}
# First items of custom formats, as Word writes them ("α, β, γ, ..."), to their alphabets.
_CUSTOM_ALPHABETS = {
    "α": _range((0x3B1, 0x3C1), (0x3C3, 0x3C9)), "Α": _range((0x391, 0x3A1), (0x3A3, 0x3A9)),
    "а": _range((0x430, 0x438), (0x43A, 0x449)) + "юя", "А": _range((0x410, 0x418), (0x41A, 0x429)) + "ЮЯ",
    "a": _ALPHABETS["lowerLetter"], "A": _ALPHABETS["upperLetter"],
}  # fmt: skip
_PADDED = re.compile(r"0*1$")


def _repeated(n: int, signs: Sequence[str]) -> str:
    """z is followed by aa, bb: the sign once more for each time that the alphabet is through."""
    times, place = divmod(n - 1, len(signs))
    return signs[place] * (times + 1) if times < _LONGEST else str(n)


def _circled(n: int) -> str:
    for first, low, high in (("⓪", 0, 0), ("①", 1, 20), ("㉑", 21, 35), ("㊱", 36, 50)):
        if low <= n <= high:
            return chr(ord(first) + n - low)
    return str(n)


def _ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th."""
    suffix = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{suffix}"


def _counting(n: int, zero: str) -> str:
    """Numerals up to 99, from 100 on digit by digit: 九十九, 一〇〇."""
    if n < 100:
        return written(n, "零一二三四五六七八九", ("十", "", ""), ("",), drop_one=True)
    return by_digits(n, zero)


def _bare_ones(text: str, one: str, units: str, zero: str) -> str:
    """Japanese and Korean numerals have no one in front of a unit, and nothing for a gap: 百十."""
    return re.sub(f"{one}(?=[{units}])", "", text.replace(zero, "")) or zero


def _japanese(n: int) -> str:
    return _bare_ones(
        written(n, "〇一二三四五六七八九", ("十", "百", "千"), ("万", "億"), drop_one=True), "一", "十百千", "〇"
    )


def _japanese_legal(n: int) -> str:
    text = written(n, "零壱弐参四伍六七八九", ("拾", "百", "阡"), ("萬", "億"), drop_one=False)
    return text.replace("零", "") or "零"


def _korean(n: int) -> str:
    return _bare_ones(
        written(n, "영일이삼사오육칠팔구", ("십", "백", "천"), ("만", "억"), drop_one=True), "일", "십백천", "영"
    )


_KOREAN_ONES = ("", "하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉")
_KOREAN_TENS = ("", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔")


def _korean_native(n: int) -> str:
    return _KOREAN_TENS[n // 10] + _KOREAN_ONES[n % 10] if 0 < n < 100 else str(n)


def _hebrew_numeral(n: int) -> str:
    """Letters by their value; 15 and 16 are 9 and 6 or 7, since the plain sums spell the name of God."""
    if not 0 < n < 1000:
        return str(n)
    hundreds, rest = divmod(n, 100)
    if rest in (15, 16):
        return _HEBREW_HUNDREDS[hundreds] + "ט" + _HEBREW[rest - 10]
    tens, ones = divmod(rest, 10)
    return _HEBREW_HUNDREDS[hundreds] + (_HEBREW[8 + tens] if tens else "") + (_HEBREW[ones - 1] if ones else "")


def _hebrew_letters(n: int) -> str:
    """The alphabet's last letter in front for each time that it is through."""
    times, place = divmod(n - 1, len(_HEBREW))
    return _HEBREW[-1] * times + _HEBREW[place] if n > 0 and times < _LONGEST else str(n)


_THAI = ("ศูนย์", "หนึ่ง", "สอง", "สาม", "สี่", "ห้า", "หก", "เจ็ด", "แปด", "เก้า")
_THAI_PLACES = ("", "สิบ", "ร้อย", "พัน", "หมื่น", "แสน")


def _thai(n: int) -> str:
    """A one behind tens is เอ็ด, two tens are ยี่สิบ."""
    if n == 0:
        return _THAI[0]
    millions, rest = divmod(n, 10**6)
    out = _thai(millions) + "ล้าน" if millions else ""
    for place in range(5, -1, -1):
        digit = rest // 10**place % 10
        if place == 1 and digit in (1, 2):
            out += ("", "ยี่")[digit - 1] + _THAI_PLACES[1]
        elif place == 0 and digit == 1 and n > 10:
            out += "เอ็ด"
        elif digit:
            out += _THAI[digit] + _THAI_PLACES[place]
    return out


_VIETNAMESE = ("không", "một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín")


def _vietnamese(n: int) -> str:
    """Up to 9,999. One and five behind tens change their form: hai mươi mốt, mười lăm."""
    if n >= 10_000:
        return str(n)
    if n < 10:
        return _VIETNAMESE[n]
    out: list[str] = []
    thousands, rest = divmod(n, 1000)
    hundreds, rest = divmod(rest, 100)
    tens, ones = divmod(rest, 10)
    if thousands:
        out += [_VIETNAMESE[thousands], "nghìn"]
    if hundreds or (thousands and rest):
        out += [_VIETNAMESE[hundreds], "trăm"]
    if tens:
        out += ["mười"] if tens == 1 else [_VIETNAMESE[tens], "mươi"]
    elif ones:
        out.append("linh")
    if ones:
        out.append({1: "mốt" if tens > 1 else "một", 5: "lăm" if tens else "năm"}.get(ones, _VIETNAMESE[ones]))
    return " ".join(out)


_HINDI = (
    "शून्य", "एक", "दो", "तीन", "चार", "पाँच", "छः", "सात",
    "आठ", "नौ", "दस", "ग्यारह", "बारह", "तेरह", "चौदह", "पन्द्रह",
    "सोलह", "सत्रह", "अठारह", "उन्नीस", "बीस", "इक्कीस", "बाईस", "तेईस",
    "चौबीस", "पच्चीस", "छब्बीस", "सत्ताईस", "अट्ठाईस", "उनतीस", "तीस",
)  # fmt: skip

_WRITERS: dict[str, Callable[[int], str]] = {
    "decimalZero": lambda n: f"{n:02d}",
    "upperRoman": lambda n: roman(n) if 0 < n < 32768 else str(n),
    "lowerRoman": lambda n: roman(n).lower() if 0 < n < 32768 else str(n),
    "ordinal": _ordinal,
    "cardinalText": lambda n: words(n).capitalize() if n < _MOST_WORDS else str(n),
    "ordinalText": lambda n: numerals.ordinal_words(n).capitalize() if n < _MOST_WORDS else str(n),
    "dollarText": lambda n: f"{words(n).capitalize()} and 00/100" if n < _MOST_WORDS else str(n),
    "hex": lambda n: f"{n:X}",
    "numberInDash": lambda n: f"- {n} -",
    "chicago": lambda n: "*†‡§"[(n - 1) % 4] * ((n - 1) // 4 + 1) if 0 < n <= 4 * _LONGEST else str(n),
    "decimalEnclosedCircle": _circled,
    "decimalEnclosedCircleChinese": _circled,
    "chineseCountingThousand": numerals.han,
    "taiwaneseCountingThousand": numerals.han,
    "chineseCounting": lambda n: _counting(n, "〇"),
    "taiwaneseCounting": lambda n: _counting(n, "○"),
    "chineseLegalSimplified": numerals.capital,
    "ideographLegalTraditional": lambda n: written(
        n, _LEGAL_TRADITIONAL, ("拾", "佰", "仟"), ("萬", "億"), drop_one=False
    ),
    "ideographDigital": by_digits,
    "japaneseDigitalTenThousand": by_digits,
    "japaneseCounting": _japanese,
    "japaneseLegal": _japanese_legal,
    "koreanCounting": _korean,
    "koreanLegal": _korean_native,
    "hebrew1": _hebrew_numeral,
    "hebrew2": _hebrew_letters,
    "thaiCounting": _thai,
    "bahtText": lambda n: f"{_thai(n)}บาทถ้วน",
    "vietnameseCounting": _vietnamese,
    "hindiCounting": lambda n: _HINDI[n] if n < len(_HINDI) else str(n),
}


def format_number(n: int, form: str) -> str:
    """A list number as Word shows it in the number format `form`. Names that are not known, and values that a format
    has no sign for, are shown as decimals, as Word does; "bullet" and "none" are empty."""
    if form in ("bullet", "none"):
        return ""
    if n < 0:
        return str(n)
    writer = _WRITERS.get(form)
    if writer is not None:
        return writer(n)
    alphabet = _ALPHABETS.get(form)
    if alphabet is not None:
        return _repeated(n, alphabet) if n > 0 else str(n)
    digits = _DIGITS.get(form)
    if digits is not None:
        return "".join(digits[int(figure)] for figure in str(n))
    signs = _CYCLES.get(form)
    return signs[n - 1] if signs is not None and 0 < n <= len(signs) else str(n)


def format_custom(n: int, pattern: str) -> str:
    """A list number in a format that is given by its first items: "001, 002, 003, ...", "α, β, γ, ...". What is not
    known is shown as decimals."""
    first = pattern.split(",")[0].strip()
    if _PADDED.match(first):
        return str(n).zfill(len(first))
    alphabet = _CUSTOM_ALPHABETS.get(first)
    return _repeated(n, alphabet) if alphabet and n > 0 else str(n)
