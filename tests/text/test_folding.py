from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.text import folding

_SIGNS = st.text(st.one_of(st.characters(), st.sampled_from("Ａ９，：（）\u200b\u00ad\u00a0\u3000İ违约")), max_size=50)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("a\r\nb\rc\x0bd\x0ce\u2028f\u2029g", "a\nb\nc\nd\ne\nf\ng"),
        ("\ufeffa\x00b\u200bc\u2060d", "abcd"),
        ("⼀⾦", "一金"),
        ("豈", "豈"),
        ("tab\tstays\x07", "tab\tstays"),
        ("lone \ud800", "lone \ufffd"),
        ("全角ＡＢ，不变", "全角ＡＢ，不变"),
    ],
)
def test_clean(raw: str, expected: str) -> None:
    assert folding.clean(raw) == expected


def test_raised_and_lowered_figures_are_found_as_plain_ones() -> None:
    assert folding.fold("100m²，CO₂，10⁻³").text == "100m2,co2,10-3"
    assert folding.fold_simple("100m²，CO₂，10⁻³") == "100m2,co2,10-3"
    assert folding.narrow("10⁵").text == folding.width("10⁵").text == "10⁵"


@given(_SIGNS)
@settings(deadline=None, max_examples=60)
def test_clean_is_idempotent_and_encodable(text: str) -> None:
    once = folding.clean(text)
    assert folding.clean(once) == once
    once.encode()
    assert not set(once) & set("\r\x00\ufeff\u200b\x0b")


def test_fold_finds_words_through_invisible_signs() -> None:
    text = "违\u200b约金ＡＢＣ\u00a0１"
    view = folding.fold(text)
    assert view.text == "违约金abc 1"
    at = view.text.index("违约金")
    assert text[slice(*view.span(at, at + 3))] == "违\u200b约金"


@given(_SIGNS)
@settings(deadline=None, max_examples=60)
def test_views_map_back(text: str) -> None:
    for view in (folding.fold(text), folding.width(text), folding.narrow(text)):
        assert len(view.back) == len(view.text) + 1
        assert list(view.back) == sorted(view.back)
        assert view.back[len(view.text)] == len(text)
        for i, sign in enumerate(view.text):
            if sign.isascii() and sign.isdigit():
                assert folding.fold_simple(text[view.back[i]]) == sign
    assert len(folding.fold_simple(text)) == len(text)


def test_narrow_leaves_chinese_punctuation() -> None:
    text = "金额：１２元（含税），"
    assert folding.narrow(text).text == "金额：12元（含税），"
    assert folding.fold(text).text == "金额:12元(含税),"
