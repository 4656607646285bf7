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
