"""What a person sees in a cell that holds a number."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.parsing.workbook.numbers import BUILT_IN, formatter, general


@pytest.mark.parametrize(
    ("code", "raw", "shown"),
    [
        ("General", "3.0", "3"), ("General", "10955500010.0", "10955500010"), ("General", "0.1", "0.1"),
        ("General", "1.10101199003071E17", "110101199003071000"), ("General", "-0", "0"),
        ("General", "0.62293333333333334", "0.622933333333333"), ("General", "1E-3", "0.001"),
        ("General", "not a number", "not a number"), ("@", "12.50", "12.5"),
        ("0.00", "2.5", "2.50"), ("0.00", "0.105", "0.11"), ("0.00", "-0.004", "0.00"), ("0", "2.5", "3"),
        ("#,##0.00", "1234567.5", "1,234,567.50"), ("#,##0.00", "999", "999.00"), ("#,##0", "1234.4", "1,234"),
        ("#,##0.00", "0.5", "0.50"), ("#,##0.00", "-1234.5", "-1,234.50"), ("0.0#", "2.5", "2.5"), ("0.0#", "2", "2.0"),
        ("0%", "0.13", "13%"), ("0.00%", "1.1111", "111.11%"), ("0.0%", "0.0005", "0.1%"),
        ('"￥"#,##0.00;"￥"\\-#,##0.00', "1.1111", "￥1.11"), ('"￥"#,##0.00;"￥"\\-#,##0.00', "-5", "￥-5.00"),
        ("[$¥-804]#,##0.00", "12", "¥12.00"), ('#,##0.00"元"', "12", "12.00元"), ('General"台"', "12.5", "12.5台"),
        ("0.00_);(0.00)", "-3", "(3.00)"), ("0.00;[Red]0.00", "-3", "-3.00"), ("0.00_ ", "3", "3.00"),
        ('_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)', "0", "-"), ("#,##0,", "1234567", "1,235"),
        ("#.00", "0.5", ".50"), ("#", "0", ""), ("00000", "42", "00042"), ('"HT-2024-"000', "7", "HT-2024-007"), ("\\1\\.0#", "2", "2"),
        ("0.00E+00", "12345", "12345"), ("# ?/?", "0.5", "0.5"), ("[>100]0.0;0.00", "150", "150.0"),
        ("[>100]0.0;0.00", "5", "5.00"), ("", "5", "5"), (";;;", "5", "5"), ('0.00";"', "5", "5.00;"),
    ],
)
def test_numbers_as_they_are_shown(code: str, raw: str, shown: str) -> None:
    assert formatter(code)(raw) == shown


@pytest.mark.parametrize(
    ("code", "raw", "shown"),
    [
        ("yyyy-mm-dd", "45418", "2024-05-06"), ('yyyy"年"m"月"d"日"', "45296", "2024-01-05"),
        ("d-mmm-yy", "45626", "2024-11-30"), ("[$-804]aaaa yyyy/m/d", "45291", "2023-12-31"),
        ('[DBNum1][$-804]yyyy"年"m"月"', "45418", "2024-05-06"), ("m/d", "45418", "2024-05-06"),
        ("yyyy-mm-dd hh:mm:ss", "45418", "2024-05-06"), ("yyyy-mm-dd hh:mm:ss", "45418.5", "2024-05-06 12:00:00"),
        ("yyyy/m/d h:mm", "45418.354166666664", "2024-05-06 08:30"), ("yyyy-mm-dd", "45418.75", "2024-05-06"),
        ("h:mm", "0.5", "12:00"), ("h:mm AM/PM", "45418.75", "18:00"), ("mm:ss", "0.0007", "00:01:00"),
        ('上午/下午h"时"mm"分"', "0.25", "06:00"), ("[h]:mm", "1.5", "36:00"), ("[h]:mm:ss", "2.00001", "48:00:01"),
        ("yyyy-mm-dd", "60", "1900-02-29"), ("yyyy-mm-dd", "59", "1900-02-28"), ("yyyy-mm-dd", "61", "1900-03-01"),
        ("yyyy-mm-dd", "-5", "-5"), ("yyyy-mm-dd", "99999999", "99999999"), ("yyyy-mm-dd", "x", "x"),
        ("yyyy-mm-dd h:mm:ss", "45417.9999999", "2024-05-06"),
    ],
)
def test_dates_in_iso_form(code: str, raw: str, shown: str) -> None:
    assert formatter(code)(raw) == shown


@pytest.mark.parametrize("code", ['#,##0"d"', "[Red]0.00", "0.00_d", "General", '"year" 0', "[$USD] 0.00", "0\\h"])
def test_letters_that_are_no_dates(code: str) -> None:
    assert "-" not in formatter(code)("45418")


@given(st.dates(min_value=date(1904, 1, 2), max_value=date(9999, 1, 1)))
@settings(deadline=None, max_examples=50)
def test_both_systems_of_dates(day: date) -> None:
    later = formatter("yyyy-mm-dd", from_1904=True)
    assert later(str((day - date(1904, 1, 1)).days)) == day.isoformat()
    assert formatter("yyyy-mm-dd")(str((day - date(1899, 12, 30)).days)) == day.isoformat()


@given(st.decimals(min_value=-(10**9), max_value=10**9, places=2))
@settings(deadline=None, max_examples=60)
def test_the_value_can_be_read_back(value: Decimal) -> None:
    raw = str(value)
    assert Decimal(formatter("#,##0.00")(raw).replace(",", "")) == value
    assert Decimal(general(raw)) == value


@given(st.text(alphabet='0#?.,%;"[]@_*\\ymdhsEe/-年$¥Gl', max_size=16), st.sampled_from(["0", "-1.5", "45418", "1E+30"]))
@settings(deadline=None, max_examples=60)
def test_no_format_is_too_odd(code: str, raw: str) -> None:
    assert isinstance(formatter(code)(raw), str)


def test_the_formats_that_have_numbers_only() -> None:
    assert formatter(BUILT_IN[14])("45418") == "2024-05-06"
    assert formatter(BUILT_IN[31])("45418") == "2024-05-06"
    assert formatter(BUILT_IN[10])("0.5") == "50.00%"
    assert formatter(BUILT_IN[21])(str(timedelta(hours=8) / timedelta(days=1))) == "08:00:00"
