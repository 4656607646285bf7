"""Words in units: those with signs are looked for in the folded view only where they can be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.rules import regex, search
from docprep_gui.rules.search import Search, Units
from docprep_gui.text.folding import fold

_SIGNED = ("invoice #", "致:", "1. 概述", ";", "¥5", "(a)", "[甲]", "a-b", "c&d", "10%", "é!")


@given(st.lists(st.sampled_from([
    *_SIGNED, "INVOICE＃", "Invoice  #", "invoice\n＃", "致：", "；", "１．概述", "￥5", "（A）", "［甲］", "A－B", "10％", "É！", "甲", "x", " ",
    "\u200b", "\u00a0", "＆",
]), max_size=8).map("".join))  # fmt: skip
@settings(deadline=None, max_examples=300)
def test_words_with_signs_stand_where_the_folded_view_has_them(text: str) -> None:
    words = {search.word(one): True for one in _SIGNED}
    found = Search(words, ()).run(text, Units([(0, len(text))]))
    view = fold(text)
    for word in words:
        expected = [view.span(*span) for span in search.occurrences(word, view.text)]
        assert found.words[word].get(0, []) == expected


def test_units_without_such_a_word_are_not_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    folded: list[str] = []
    monkeypatch.setattr(search, "fold", lambda text: (folded.append(text), fold(text))[1])
    text = "甲方应按期付款。致：乙方"
    found = Search({"致:": True}, ()).run(text, Units([(0, 8), (8, len(text))]))
    assert (found.words["致:"], folded) == ({1: [(8, 10)]}, ["致：乙方"])


def test_units_with_signs_that_fold_to_parts_of_words_are_uneven() -> None:
    uneven = regex.PatternSet((search._UNEVEN,))
    for code in range(0x80, 0x10000):
        sign = chr(code)
        if not 0xD800 <= code < 0xE000 and fold(sign).text not in (sign, sign.lower()):
            folded = fold(sign).text
            assert uneven(sign) or not (folded.strip().isalnum() or folded in ("", " ", "-")), hex(code)
