"""Figures that cannot be money, dates or identifiers are passed over before they are looked at, with the same results."""

from __future__ import annotations

from typing import NoReturn, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.domain.chunk import EntityKind
from docprep_gui.text import dates, identifiers, money

LEDGER = "| 记-000001 | 2026-01-01 | CG-2026-0529 | 采购83台 | 3,042.87 | 252,558.21 | 0.13 | 2026-04-01 | 李娜 |\n" * 400
_KINDS = frozenset(get_args(EntityKind))
_AROUND_MONEY = st.lists(st.sampled_from([
    "1", "2", "0", "234", "12", "1,234", "1.5", ".", ",", "-", " ", "  ", "元", "万", "¥", "$", "USD", "us$", "人民币", "(", ")",
    "（", "）", ":", "：", "\n", "|", "余", "日元", "日", "圆", "RMB", "m", "million", "cents", "kg", "港币", "负", "負", "写", "小写：",
    "金额（万元）：", "至", "~", "²", "sen ", "dollars ", "a", "A", "%", "亿", "角", "分", "整", "美元", "NTD", "M", "，", "。",
]), max_size=12).map("".join)  # fmt: skip
_AROUND_DATES = st.lists(st.sampled_from([
    "1", "2", "12", "05", "2024", "1999", "-", "/", ".", " ", "  ", "年", "月", "日", "号", "至", "到", "~", "—", "\n", "to ", " to ",
    " through the ", "and", " and ending on ", "between ", "May ", "Friday, ", "monday ", "y ", "Y,", ",", "起", "开始", "(含)", "第",
    "个", "T14:30", " 8:30", "上午", "March", "of", "date: ", "日期：", "20240506",
]), max_size=14).map("".join)  # fmt: skip
_AROUND_IDENTIFIERS = st.lists(st.sampled_from([
    "1", "13", "138", "0010", "6222", "0212345678", "9111", "0000", "-", " ", ")", "）", "(", "+86", "\n", "A", "Y", "MA", "91110000",
    "E12345678", "护照", "110101", "19900307", "X", "010", "400", "转12", "身份证", "0755", " 8", "\t",
]), max_size=12).map("".join)  # fmt: skip


def _never(*_: object) -> NoReturn:
    raise AssertionError("looked at closely")


def test_a_ledger_without_currencies_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    class Refusing:
        match = finditer = staticmethod(_never)

    monkeypatch.setattr(money, "_MONEY_FIGURE", Refusing)
    assert money.find(LEDGER + "元") == []
    for name in ("_cards", "_phones", "_codes", "_passports"):
        monkeypatch.setattr(identifiers, name, _never)
    assert not any(entity.kind != "plate" for entity in identifiers.find(LEDGER, _KINDS))


def test_what_parts_a_date_that_begins_with_its_year_begins_none() -> None:
    assert dates._separators(LEDGER) == []
    assert dates._separators("03/05/2024 1-2-24") == [2, 12]
    assert len(dates.find(LEDGER)[0]) == 800


@given(_AROUND_MONEY)
@settings(deadline=None, max_examples=300)
def test_amounts_of_a_text_full_of_figures(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        found = []
        for dense in (10**9, 0):
            patch.setattr(money, "_DENSE", dense)
            found.append(money.find(text + "0"))
    assert found[0] == found[1]


@given(_AROUND_DATES)
@settings(deadline=None, max_examples=300)
def test_dates_with_and_without_a_look_at_what_stands_beside_them(text: str) -> None:
    def read() -> object:
        dates._read.cache_clear()
        return dates.find(text), dates.invalid(text), dates.ambiguous(text)

    quick = read()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dates, "_goes_on", lambda *_: True)
        patch.setattr(dates, "_LONGEST_TO_YEAR", 10**9)
        patch.setattr(dates, "_FIGURES", frozenset(text) | {""})
        assert read() == quick


@given(_AROUND_IDENTIFIERS)
@settings(deadline=None, max_examples=300)
def test_identifiers_with_and_without_a_count_of_figures(text: str) -> None:
    quick = identifiers.find(text, _KINDS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(identifiers, "_in_a_row", lambda *_: True)
        patch.setattr(identifiers, "_with_codes", lambda *_: True)
        assert identifiers.find(text, _KINDS) == quick
