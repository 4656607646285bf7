"""What a person sees in a cell that holds a number."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.parsing.workbook.numbers import BUILT_IN, as_written, formatter, general, style
from docprep_gui.parsing.workbook.sheets import VEIL


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
        ("[>100]0.0;0.00", "150", "150.0"),
        ("[>100]0.0;0.00", "5", "5.00"), ("", "5", "5"), ('0.00";"', "5", "5.00;"),
    ],
)
def test_numbers_as_they_are_shown(code: str, raw: str, shown: str) -> None:
    assert formatter(code)(raw) == shown


@pytest.mark.parametrize(
    ("code", "raw", "shown"),
    [
        # in ten thousands and hundred millions; "!" escapes as a backslash does
        ('0!.0,"万元"', "123456", "12.3万元"), ('0\\.0,"万元"', "123456", "12.3万元"), ('0!.0000"万"', "123456", "12.3456万"),
        ('0.00,,"百万"', "1234567", "1.23百万"), ('[>=10000]0!.0,"万";0', "123456", "12.3万"),
        ('[>=10000]0!.0,"万";0', "99", "99"), ('[>=100000000]0.00,,"亿";[>=10000]0\\.00,"万";0.00', "-5", "-5.00"),
        # scientific form, but not for what is rather an account or an identity
        ("0.00E+00", "1234.5", "1.23E+03"), ("0.00E+00", "0.000123", "1.23E-04"), ("##0.0E+0", "12345", "12.3E+3"),
        ("0.00E+00", "6222021234567890", "6222021234567890"), ("0.00E+00", "9.999", "1.00E+01"),
        ("0.00E+00", "1.10101199003071E17", "110101199003071000"),
        # fractions
        ("# ?/?", "0.5", "1/2"), ("# ?/?", "1.5", "1 1/2"), ("# ??/??", "-1234.567", "-1234 55/97"), ("# ?/?", "3", "3"),
        ("# ??/16", "0.75", "12/16"), ("?/?", "1234.5", "2469/2"), ("# ?/?", "0.99", "1"), ("0/100", "0.5", "50/100"),
        ("#,### ?/10", "1000.1", "1,000 1/10"), ("#,##0 ?/?", "0.5", "0 1/2"), ('#"又"\\ ??/??', "12.3456789", "12又 28/81"),
        ('"厚"# ?/?"寸"', "2.5", "厚2 1/2寸"), ('"厚"# ?/?"寸"', "0.25", "厚1/4寸"), ("# ?/?", "-2.5", "-2 1/2"),
        # text among the digits
        ("000\\-00\\-0000", "123456789", "123-45-6789"), ("(###) ###-####", "2025550123", "(202) 555-0123"),
        ('0000" "0000" "0000', "123456789012", "1234 5678 9012"), ("# ##0", "1234567", "1234 567"),
        # sections: conditions, words, colours
        ('"是";"否";"无"', "1", "是"), ('"是";"否";"无"', "-1", "否"), ('"是";"否";"无"', "0", "无"),
        ('[=1]"男";[=2]"女";"未知"', "2", "女"), ("▲0;▼0;0", "-7", "▼7"), ('0;"负"0', "-7", "负7"),
        ("[Blue]0;[Red]0", "-7", "-7"), ('[<0]"亏"0;"盈"0', "-5", "亏5"), ('[>=0]"盈"0;"亏"0', "-5", "亏5"), ("[<0][Red]0;0", "-7", "-7"),
        ('[>0]"盈"0;[<0]"亏"0;"平"', "-5", "亏5"), ('[>100]"多"0;"少"0', "-5", "-少5"), ("+0;-0;0", "7", "+7"), ('"("0")"', "7", "(7)"), ("[Color10]0.0", "1", "1.0"),
        # the section for texts is none of the numbers'
        ('@"元"', "-1", "-1"), ("@", "-1.50", "-1.5"), ("0.00;@", "-5", "-5.00"), ('0"件";@', "-2", "-2件"),
        ('0;-0.0;@"元"', "0", "0"), ('0;-0.0;@"元"', "-5", "-5.0"), ("yyyy-mm-dd;@", "45418", "2024-05-06"),
        # money
        ("[$￥-804]#,##0.00", "1234.5", "￥1,234.50"), ("#,##0.00\\ [$€-407]", "1234.5", "1,234.50 €"),
        ("_ ¥* #,##0.00_ ;_ ¥* -#,##0.00_ ;_ ¥* \"-\"??_ ;_ @_ ", "-1234.5", "¥-1,234.50"),
        # numerals
        ("[DBNum2][$-804]General", "1234", "壹仟贰佰叁拾肆"), ('[DBNum2][$-804]General"元整"', "10500", "壹万零伍佰元整"),
        ("[DBNum1][$-804]General", "105", "一百零五"), ("[DBNum1][$-804]0", "105", "一〇五"),
        ("[DBNum2]General", "1.5", "壹点伍"), ("G/通用格式", "12.50", "12.5"), ("G/標準", "12.50", "12.5"), ("G/표준", "12.50", "12.5"), ("GENERAL", "3.0", "3"), ('G/通用格式"台"', "12", "12台"),
        ('"约"General', "-1234.567", "-约1234.567"), ("0 kg", "5", "5 kg"), ("0.0%", "1E-3", "0.1%"), ("0‰", "5", "5‰"),
    ],
)
def test_formats_that_people_make(code: str, raw: str, shown: str) -> None:
    assert formatter(code)(raw) == shown


@pytest.mark.parametrize(("code", "raw"), [(";;;", "5"), ("0;;", "-5"), ("0;-0;;@", "0"), ("#,##0;-#,##0;", "0")])
def test_what_a_format_does_not_show_is_veiled(code: str, raw: str) -> None:
    assert formatter(code)(raw) == VEIL + raw


def test_formats_of_texts() -> None:
    assert style("General").texts is None
    assert style("0.00;-0.00;0;_(@_)").texts is None
    assert style("@").texts is None
    shows = style('0;-0;0;"致："@').texts
    assert shows is not None
    assert shows("张三") == "致：张三"
    only = style('@"先生"').texts
    assert only is not None
    assert only("张") == "张先生"
    hides = style(";;;").texts
    assert hides is not None
    assert hides("密") == VEIL + "密"


@pytest.mark.parametrize(
    ("code", "raw", "shown"),
    [
        ("yyyy-mm-dd", "45418", "2024-05-06"), ("yyyy.mm.dd", "45418", "2024-05-06"), ("yyyymmdd", "45418", "2024-05-06"),
        ("d-mmm-yy", "45626", "2024-11-30"), ("dd/mm/yyyy", "45418", "2024-05-06"), ("m/d", "45418", "2024-05-06"),
        ("yyyy-mm-dd hh:mm:ss", "45418", "2024-05-06"), ("yyyy-mm-dd hh:mm:ss", "45418.5", "2024-05-06 12:00:00"),
        ("yyyy/m/d h:mm", "45418.354166666664", "2024-05-06 8:30"), ("yyyy-mm-dd", "45418.75", "2024-05-06"),
        ("mmm-yy", "45418", "2024-05"), ("yyyy-mm", "45418", "2024-05"), ("yyyy", "45418", "2024"),
        ("[$-804]aaaa yyyy/m/d", "45291", "星期日 2023-12-31"), ('"截至"yyyy-mm-dd', "45418", "截至2024-05-06"),
        ("[$-411]ge.m.d", "45418", "2024-05-06"), ("[$-41E]d/m/bbbb", "45418", "2024-05-06"), ("B2yyyy/m/d", "45418", "2024-05-06"), ("yyyy-mm-dd;@", "45418", "2024-05-06"),
        ("yyyy-mm-dd", "60", "1900-02-29"), ("yyyy-mm-dd", "59", "1900-02-28"), ("yyyy-mm-dd", "61", "1900-03-01"),
        ("yyyy-mm-dd", "-5", "-5"), ("yyyy-mm-dd", "99999999", "99999999"), ("yyyy-mm-dd", "x", "x"),
        ("yyyy-mm-dd h:mm:ss", "45417.9999999", "2024-05-06"), ("yyyy-mm-dd", "0.75", "18:00"),
    ],
)
def test_dates_in_iso_form(code: str, raw: str, shown: str) -> None:
    assert formatter(code)(raw) == shown


@pytest.mark.parametrize(
    ("code", "raw", "shown"),
    [
        ('yyyy"年"m"月"d"日"', "45296", "2024年1月5日"), ('[$-804]yyyy"年"m"月"d"日"', "45418", "2024年5月6日"),
        ("yyyy年m月d日", "45418", "2024年5月6日"), ('yyyy"年"m"月"', "45418", "2024年5月"), ('e"年"m"月"', "45418", "2024年5月"),
        ('m"月"d"日"', "45418", "2024年5月6日"), ('[DBNum1][$-804]yyyy"年"m"月"d"日"', "45657", "二〇二四年十二月三十一日"),
        ('yyyy"年"m"月"d"日" h"时"mm"分"', "45418.354166666664", "2024年5月6日 8时30分"),
        ('yyyy"年"m"月"d"日" h"时"mm"分"', "45418", "2024年5月6日"),
        ('[$-804]yyyy"年"m"月"d"日"dddd', "45418", "2024年5月6日星期一"), ("[$-409]dddd, mmmm dd, yyyy", "45418",
                                                                     "Monday, May 06, 2024"),
        ('yy"年"m"月"d"日"', "45418", "2024年5月6日"), ('yy"年"m"月"', "45418", "2024年5月"), ('yy"年度"', "45418", "2024年度"),
        ("mmmm yyyy", "45418", "May 2024"), ("aaaa", "45418", "星期一"), ("aaa", "45418", "一"), ("dddd", "45418", "Monday"),
        ("ddd", "45418", "Mon"), ("mmm", "45418", "May"), ("d", "45418", "6"), ('d"天"h"小时"', "2.25", "2天6小时"),
    ],
)
def test_dates_with_names_are_shown_as_they_are(code: str, raw: str, shown: str) -> None:
    assert formatter(code)(raw) == shown


@pytest.mark.parametrize(
    ("code", "raw", "shown"),
    [
        ("h:mm", "0.5", "12:00"), ("hh:mm", "0.25", "06:00"), ("h:mm AM/PM", "45418.75", "6:00 PM"), ("h:mm", "1.25", "6:00"),
        ("[$-804]AM/PM h:mm", "0.75", "下午 6:00"), ('上午/下午h"时"mm"分"', "0.25", "上午6时00分"), ("h:mm A/P", "0.75", "6:00 P"),
        ("h:mm AM/PM", "0.0001", "12:00 AM"), ("mm:ss", "0.0007", "01:00"), ("mm:ss.0", "0.0001", "00:08.6"),
        ("h:mm:ss.000", "0.0001", "0:00:08.640"), ("[h]:mm", "1.5", "36:00"), ("[h]:mm:ss", "2.00001", "48:00:01"),
        ("[mm]:ss", "0.75", "1080:00"), ("[h]:mm:ss", "-1.00069444444444", "-24:01:00"), ('[h]"小时"mm"分"', "-0.5", "-12小时00分"), ("[s]", "0.0001", "9"), ('[h]"小时"mm"分"', "1.5", "36小时00分"),
        ("[<1]h:mm;yyyy-mm-dd", "0.5", "12:00"), ("[<1]h:mm;yyyy-mm-dd", "45418", "2024-05-06"),
    ],
)
def test_times(code: str, raw: str, shown: str) -> None:
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
    assert formatter(BUILT_IN[31])("45418") == "2024年5月6日"
    assert formatter(BUILT_IN[10])("0.5") == "50.00%"
    assert formatter(BUILT_IN[21])(str(timedelta(hours=8) / timedelta(days=1))) == "8:00:00"


_CODES = ("General", "0.00", "#,##0.00", "0", "¥#,##0.00;-¥#,##0.00", '#,##0.0" 元"', "@")
_WRITTEN = st.one_of(
    st.from_regex(rb"-?[0-9]{0,18}(\.[0-9]{0,18})?([eE]-?[0-9]{1,2})?", fullmatch=True),
    st.floats().map(lambda number: repr(number).encode()),
    st.decimals(0, 10**9, places=2).map(lambda amount: repr(3 * float(amount)).encode()),
    st.binary(max_size=20),
).filter(bool)


@given(st.sampled_from(_CODES), st.lists(_WRITTEN, min_size=1, max_size=4))
def test_many_numbers_at_once_are_shown_as_one_by_one(code: str, values: list[bytes]) -> None:
    shown = style(code)

    def slow(value: bytes) -> str:
        return shown.numbers(value.decode("utf-8", "replace"))

    if shown.quick is not None:
        assert shown.quick(values, slow) == [slow(value) for value in values]


def test_numbers_with_the_error_of_their_arithmetic_take_the_quick_way() -> None:
    def slow(value: bytes) -> str:
        raise AssertionError(value)

    amounts = style("#,##0.00").quick
    assert amounts is not None
    assert amounts([b"8613.200000000001", b"1", b"0.30000000000000004"], slow) == ["8,613.20", "1.00", "0.30"]
    assert as_written([b"8613.200000000001", b"-4.05", b"12"], slow) == ["8613.2", "-4.05", "12"]
