from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.text import listnumbers

# All of ST_NumberFormat that count (ECMA-376 part 1, 17.18.59).
_FORMATS = ["decimal", "upperRoman", "lowerRoman", "upperLetter", "lowerLetter", "ordinal", "cardinalText", "ordinalText", "hex", "chicago", "ideographDigital", "japaneseCounting", "aiueo", "iroha", "decimalFullWidth", "decimalHalfWidth", "japaneseLegal", "japaneseDigitalTenThousand", "decimalEnclosedCircle", "decimalFullWidth2", "aiueoFullWidth", "irohaFullWidth", "decimalZero", "ganada", "chosung", "decimalEnclosedFullstop", "decimalEnclosedParen", "decimalEnclosedCircleChinese", "ideographEnclosedCircle", "ideographTraditional", "ideographZodiac", "ideographZodiacTraditional", "taiwaneseCounting", "ideographLegalTraditional", "taiwaneseCountingThousand", "taiwaneseDigital", "chineseCounting", "chineseLegalSimplified", "chineseCountingThousand", "koreanDigital", "koreanCounting", "koreanLegal", "koreanDigital2", "vietnameseCounting", "russianLower", "russianUpper", "numberInDash", "hebrew1", "hebrew2", "arabicAlpha", "arabicAbjad", "hindiVowels", "hindiConsonants", "hindiNumbers", "hindiCounting", "thaiLetters", "thaiNumbers", "thaiCounting", "bahtText", "dollarText"]


@pytest.mark.parametrize(
    ("n", "fmt", "shown"),
    [
        (3, "decimal", "3"),
        (3, "decimalZero", "03"),
        (12, "decimalZero", "12"),
        (4, "upperRoman", "IV"),
        (9, "lowerRoman", "ix"),
        (27, "upperLetter", "AA"),
        (28, "lowerLetter", "bb"),
        (22, "ordinal", "22nd"),
        (11, "ordinal", "11th"),
        (21, "cardinalText", "Twenty-one"),
        (23, "ordinalText", "Twenty-third"),
        (12, "chineseCounting", "十二"),
        (100, "chineseCounting", "一〇〇"),
        (105, "chineseCountingThousand", "一百零五"),
        (12, "chineseLegalSimplified", "壹拾贰"),
        (3, "ideographDigital", "三"),
        (10, "ideographDigital", "一〇"),
        (2, "ideographTraditional", "乙"),
        (3, "ideographZodiac", "寅"),
        (13, "ideographZodiacTraditional", "丙子"),
        (3, "decimalEnclosedCircle", "③"),
        (21, "decimalEnclosedCircle", "㉑"),
        (10, "decimalFullWidth", "１０"),
        (3, "decimalEnclosedFullstop", "⒊"),
        (3, "decimalEnclosedParen", "⑶"),
        (3, "numberInDash", "- 3 -"),
        (11, "japaneseCounting", "十一"),
        (110, "japaneseCounting", "百十"),
        (255, "hex", "FF"),
        (5, "bullet", ""),
        (5, "none", ""),
        (11, "ideographTraditional", "11"),
        (12, "japaneseLegal", "壱拾弐"), (1300, "koreanCounting", "천삼백"), (27, "koreanLegal", "스물일곱"),
        (10, "koreanDigital", "일영"), (10, "koreanDigital2", "一零"), (10, "taiwaneseDigital", "一○"),
        (101, "taiwaneseCounting", "一○一"), (30, "taiwaneseCountingThousand", "三十"),
        (21, "ideographLegalTraditional", "貳拾壹"), (2024, "japaneseDigitalTenThousand", "二〇二四"),
        (3, "aiueo", "ｳ"), (47, "aiueo", "ｱｱ"), (46, "aiueoFullWidth", "ン"), (2, "iroha", "ﾛ"),
        (47, "irohaFullWidth", "ス"), (2, "ganada", "나"), (15, "chosung", "ㄱㄱ"),
        (10, "russianLower", "к"), (29, "russianUpper", "Я"), (15, "hebrew1", "טו"), (116, "hebrew1", "קטז"),
        (121, "hebrew1", "קכא"), (22, "hebrew2", "ת"), (23, "hebrew2", "תא"), (3, "arabicAlpha", "ت"),
        (3, "arabicAbjad", "ج"), (1, "hindiVowels", "क"), (1, "hindiConsonants", "अ"), (18, "hindiConsonants", "अः"),
        (12, "hindiNumbers", "१२"), (3, "hindiCounting", "तीन"), (4, "thaiLetters", "ง"), (12, "thaiNumbers", "๑๒"),
        (21, "thaiCounting", "ยี่สิบเอ็ด"), (115, "thaiCounting", "หนึ่งร้อยสิบห้า"), (11, "bahtText", "สิบเอ็ดบาทถ้วน"),
        (15, "vietnameseCounting", "mười lăm"), (21, "vietnameseCounting", "hai mươi mốt"),
        (105, "vietnameseCounting", "một trăm linh năm"), (2, "dollarText", "Two and 00/100"),
        (5, "chicago", "**"), (7, "decimalHalfWidth", "7"), (10, "ideographEnclosedCircle", "㊉"),
        (7, "unheardOf", "7"),
    ],
)
def test_word_formats(n: int, fmt: str, shown: str) -> None:
    assert listnumbers.format_number(n, fmt) == shown


@pytest.mark.parametrize("form", _FORMATS)
def test_every_format_has_signs_of_its_own(form: str) -> None:
    shown = [listnumbers.format_number(n, form) for n in range(1, 11)]
    assert len(set(shown)) == 10
    plain = [str(n) for n in range(1, 11)]
    assert (shown == plain) == (form in ("decimal", "decimalHalfWidth"))


@settings(deadline=None)
@given(st.integers(-5, 10**13), st.sampled_from(_FORMATS))
def test_any_number_can_be_shown(n: int, form: str) -> None:
    assert 0 < len(listnumbers.format_number(n, form)) < 500


@pytest.mark.parametrize(("n", "pattern", "shown"), [
    (7, "001, 002, 003, ...", "007"), (1234, "001, 002, 003, ...", "1234"), (7, "00001, 00002, ...", "00007"),
    (3, "α, β, γ, ...", "γ"), (25, "α, β, γ, ...", "αα"), (2, "Α, Β, Γ, ...", "Β"), (10, "а, б, в, ...", "к"),
    (3, "?, ?", "3"), (3, "", "3"),
])  # fmt: skip
def test_custom_formats(n: int, pattern: str, shown: str) -> None:
    assert listnumbers.format_custom(n, pattern) == shown
