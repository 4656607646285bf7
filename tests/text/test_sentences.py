from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.text import sentences


def parts(text: str) -> list[str]:
    return [text[a:b] for a, b in sentences.split(text, 0, len(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("货款已付。何时开票？请回复！", ["货款已付。", "何时开票？", "请回复！"]),
        ("他说：“可以。”双方随即签字。", ["他说：“可以。”", "双方随即签字。"]),
        ("（见附件。）后文。", ["（见附件。）", "后文。"]),
        ("甲方付款；乙方发货；双方验收。", ["甲方付款；乙方发货；双方验收。"]),
        ("“真的吗？”，他问。", ["“真的吗？”，他问。"]),
        ("等等……甲方", ["等等……", "甲方"]),
        ("第一章…………………3", ["第一章…………………3"]),
        ("税率为6.5%。版本3.2.1可用。", ["税率为6.5%。", "版本3.2.1可用。"]),
        ("The rate is 7.25%. See Sec. 4 and Art. 9. Done.", ["The rate is 7.25%.", "See Sec. 4 and Art. 9.", "Done."]),
        (
            "Write to a.b@c.example.com. Or see www.d.org/x.html now.",
            ["Write to a.b@c.example.com.", "Or see www.d.org/x.html now."],
        ),
        (
            "Gamma Co., Ltd. (“Buyer”) buys from Delta Inc. in the U.S. market.",
            ["Gamma Co., Ltd. (“Buyer”) buys from Delta Inc. in the U.S. market."],
        ),
        ("It was sold to Delta Inc. The price was paid.", ["It was sold to Delta Inc.", "The price was paid."]),
        ("Goods are delivered to Party B. Party A pays.", ["Goods are delivered to Party B.", "Party A pays."]),
        ("J. Smith signs e.g. here. Next.", ["J. Smith signs e.g. here.", "Next."]),
        ("1. Term. This is it.", ["1. Term.", "This is it."]),
        ("地址：10.0.0.1。完", ["地址：10.0.0.1。", "完"]),
        ("  前后空白。  下一句  ", ["前后空白。", "下一句"]),
        ("甲方：某某\n乙方：某某", ["甲方：某某", "乙方：某某"]),
        ("a line that was wrapped\nin the middle. Next.", ["a line that was wrapped\nin the middle.", "Next."]),
    ],
)
def test_split(text: str, expected: list[str]) -> None:
    assert parts(text) == expected


_TEXTS = st.text(st.sampled_from("甲乙。！？；…，“”（）().!? \nAbc.No1Inc3,:"), max_size=80)


@given(_TEXTS, st.integers(0, 10), st.integers(0, 10))
@settings(deadline=None, max_examples=60)
def test_sentences_partition_what_is_not_blank(text: str, cut: int, back: int) -> None:
    start, end = min(cut, len(text)), max(min(cut, len(text)), len(text) - back)
    covered = set()
    last = start
    for a, b in sentences.split(text, start, end):
        assert last <= a < b <= end
        assert not text[a].isspace()
        assert not text[b - 1].isspace()
        covered.update(range(a, b))
        last = b
    assert all(i in covered or text[i].isspace() for i in range(start, end))


@given(_TEXTS)
@settings(deadline=None, max_examples=60)
def test_cut_places_are_inside_and_in_order(text: str) -> None:
    places = sentences.cut_places(text, 0, len(text))
    assert [at for at, _ in places] == sorted({at for at, _ in places})
    assert all(0 < at < len(text) and strength in (1, 2, 3) and not text[at].isspace() for at, strength in places)


def test_cut_places_have_strengths() -> None:
    text = "甲方付款1,234.56元，乙方发货；验收。完"
    places = sentences.cut_places(text, 0, len(text))
    assert [(text[:at][-1], strength) for at, strength in places] == [("，", 1), ("；", 2), ("。", 3)]
