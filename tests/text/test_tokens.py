from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.text import language, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("合", 1), ("合同", 2), ("合同法", 2), ("䷀", 1), ("𠮷野家", 2)],
)
def test_small_counts(text: str, expected: int) -> None:
    assert tokens.count(text) == expected


def _is_han(code: int) -> bool:
    return (
        0x3400 <= code <= 0x4DBF or 0x4E00 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or 0x20000 <= code <= 0x3FFFF
    )


@given(st.text(st.one_of(st.characters(), st.sampled_from("合䶿䷀鿿𠮷豈a１\ud800")), max_size=60))
@settings(deadline=None, max_examples=60)
def test_count_is_the_formula(text: str) -> None:
    n = sum(_is_han(ord(sign)) for sign in text)
    assert tokens.han(text) == n
    assert tokens.count(text) == math.ceil((8 * n + 3 * (len(text) - n)) / 12)
    assert tokens.weights(n, len(text)) == tokens.count(text)


@given(st.text("合a 1", max_size=40), st.text("合a 1", max_size=40))
@settings(deadline=None, max_examples=60)
def test_parts_never_count_less_than_the_whole(a: str, b: str) -> None:
    assert tokens.count(a + b) <= tokens.count(a) + tokens.count(b) <= tokens.count(a + b) + 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("采购合同", "zh"),
        ("This Agreement is made between Alpha and 北京公司.", "en"),
        ("采购合同 Purchase Contract 甲方应当付款", "zh"),
        ("12345", "en"),
        ("", "en"),
    ],
)
def test_language(text: str, expected: str) -> None:
    assert language.detect(text) == expected
