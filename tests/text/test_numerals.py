from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.text import numerals


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("十", 10),
        ("十二", 12),
        ("二十", 20),
        ("一百零五", 105),
        ("一百二", 120),
        ("两万五", 25000),
        ("二〇二四", 2024),
        ("壹拾贰万叁仟肆佰伍拾陆", 123456),
        ("拾万", 100000),
        ("贰拾万零", 200000),
        ("两亿", 200000000),
        ("3万5千", 35000),
        ("12.5万", 125000),
        ("1亿2000万", 120000000),
        ("一万亿", 10**12),
        ("廿一", 21),
        ("零", 0),
        ("１２", 12),
        ("负三", -3),
        ("2,350万", 23500000),
        ("", None),
        ("万", None),
        ("甲", None),
        ("十十", None),
        ("三点五", None),
    ],
)
def test_parse(text: str, value: int | None) -> None:
    assert numerals.parse(text) == value


def test_decimal_point() -> None:
    assert numerals.decimal("三点五万") == Decimal(35000)
    assert numerals.decimal("一百二十点五") == Decimal("120.5")


@given(st.one_of(st.integers(0, 10**6), st.integers(0, 10**13)))
@settings(deadline=None, max_examples=60)
def test_written_numerals_are_read_again(n: int) -> None:
    assert numerals.parse(numerals.han(n)) == n
    assert numerals.parse(numerals.capital(n)) == n
    assert numerals.parse_words(numerals.words(n)) == n


@given(st.integers(1, 3999))
@settings(deadline=None, max_examples=60)
def test_roman_both_ways(n: int) -> None:
    assert numerals.parse_roman(numerals.roman(n)) == n
    assert numerals.parse_roman(numerals.roman(n).lower()) == n


@pytest.mark.parametrize("text", ["", "IIII", "VX", "ABC", "IC"])
def test_not_roman(text: str) -> None:
    assert numerals.parse_roman(text) is None


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
        (7, "unheardOf", "7"),
    ],
)
def test_word_formats(n: int, fmt: str, shown: str) -> None:
    assert numerals.format_number(n, fmt) == shown
