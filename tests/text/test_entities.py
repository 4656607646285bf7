from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.domain.chunk import Entity, EntityKind
from docprep_gui.text import entities, identifiers


def found(text: str, kind: EntityKind) -> list[tuple[str, object]]:
    return [(text[slice(*e.span)], e.value) for e in entities.find(text) if e.kind == kind]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("合计玖仟陆佰圆零叁角整，", [("玖仟陆佰圆零叁角整", "9600.30")]),
        ("保证金伍拾万元整。", [("伍拾万元整", "500000")]),
        ("定金拾贰万零伍佰元正", [("拾贰万零伍佰元正", "120500")]),
        ("尾差捌分；零元零伍分。", [("捌分", "0.08"), ("零元零伍分", "0.05")]),
        ("预算3,480万元，总投资2,006.5亿元", [("3,480万元", "34800000"), ("2,006.5亿元", "200650000000")]),
        ("价款为人民币 1,234.50 元", [("人民币 1,234.50 元", "1234.50")]),
        ("退款-300.00元，冲减(21.60)元", [("-300.00元", "-300"), ("(21.60)元", "-21.60")]),
        ("差额¥-2.00，另-¥3.5", [("¥-2.00", "-2"), ("-¥3.5", "-3.50")]),
        ("每台５００元", [("５００元", "500")]),
        ("费用12\u00a0000.00元", [("12\u00a0000.00元", "12000")]),
        ("3万5千元；1亿2000万元", [("3万5千元", "35000"), ("1亿2000万元", "120000000")]),
        ("USD 2.4m and EUR 300", [("USD 2.4m", "2400000"), ("EUR 300", "300")]),
        ("$1,500.00 or US$ 20 million", [("$1,500.00", "1500"), ("US$ 20 million", "20000000")]),
        ("five hundred thousand dollars", [("five hundred thousand dollars", "500000")]),
        ("100万美元、200港币", [("100万美元", "1000000"), ("200港币", "200")]),
        ("50元6角3分", [("50元6角3分", "50.63")]),
        ("伍拾陆元/小时", [("伍拾陆元", "56")]),
        ("10-20万元", [("10", "100000"), ("20万元", "200000")]),
        ("5万至8万元", [("5万", "50000"), ("8万元", "80000")]),
        ("约5000余元", [("5000余元", "5000")]),
        ("金额（万元）：350", [("350", "3500000")]),
        ("人民币￥500元", [("人民币￥500元", "500")]),
        ("1.234.567,89元", []),
    ],
)
def test_amounts(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text, "amount") == expected


@pytest.mark.parametrize(
    "text",
    [
        "质保里程3万公里",
        "依据（2024）示例字第5号",
        "2024年度",
        "五角大楼",
        "10分钟",
        "三分之一",
        "一元化管理",
        "单位：万元",
        "共3个元素",
        "第3元件",
        "5角度",
        "数量100台",
        "All 70 of us",
        "GB/T 12-2019",
        "长5m宽3k",
        "十分必要",
    ],
)
def test_no_amounts(text: str) -> None:
    assert found(text, "amount") == []


def test_currencies() -> None:
    text = "¥5，$6，€7，HK$8，9日元，RMB 10，人民币11元，新台币12元"
    assert [e.currency for e in entities.find(text)] == ["CNY", "USD", "EUR", "HKD", "JPY", "CNY", "CNY", "TWD"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("签订于2022 年 3 月 8 日，", [("2022 年 3 月 8 日", "2022-03-08")]),
        ("二〇二三年十二月三十一日止", [("二〇二三年十二月三十一日", "2023-12-31")]),
        ("于2024年10月完成", [("2024年10月", "2024-10")]),
        ("每年5月1日", [("5月1日", "--05-01")]),
        ("2021年02月04日9时05分", [("2021年02月04日9时05分", "2021-02-04T09:05")]),
        ("6月17日 16:20 开会", [("6月17日 16:20", "--06-17T16:20")]),
        (
            "2024/3/1、2024-03-02、2024.3.3",
            [("2024/3/1", "2024-03-01"), ("2024-03-02", "2024-03-02"), ("2024.3.3", "2024-03-03")],
        ),
        ("23年5月6日", [("23年5月6日", "2023-05-06")]),
        ("贰零贰肆年叁月壹日", [("贰零贰肆年叁月壹日", "2024-03-01")]),
        ("开票日期：20240301", [("20240301", "2024-03-01")]),
        (
            "on March 3, 2021 and 4th of July 1995",
            [("March 3, 2021", "2021-03-03"), ("4th of July 1995", "1995-07-04")],
        ),
        ("by 5 Nov. 2024, effective June 2025", [("5 Nov. 2024", "2024-11-05"), ("June 2025", "2025-06")]),
        (
            "after January 1, 2007, not later than May 2, 2010",
            [("January 1, 2007", "2007-01-01"), ("May 2, 2010", "2010-05-02")],
        ),
        ("dated 12/31/2024", [("12/31/2024", "2024-12-31")]),
    ],
)
def test_dates(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text, "date") == expected


@pytest.mark.parametrize(
    "text",
    [
        "2023年2月30日",
        "2024年13月1日",
        "共15年6月",
        "版本3.2.1",
        "IP 192.168.1.1",
        "3个月内",
        "You may 2000 pieces",
        "1/2",
    ],
)
def test_no_dates(text: str) -> None:
    assert found(text, "date") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2023年3月1日至2024年2月29日", ("2023-03-01", "2024-02-29")),
        ("自2023年1月1日起至2023年12月31日止", ("2023-01-01", "2023-12-31")),
        ("2024.5.1-2024.12.31", ("2024-05-01", "2024-12-31")),
        ("2024年3月1日至31日", ("2024-03-01", "2024-03-31")),
        ("2024年6月1日－7月15日", ("2024-06-01", "2024-07-15")),
        ("2023/11—2024/1", ("2023-11", "2024-01")),
        ("2024年至2026年", ("2024", "2026")),
        ("2024年1月—3月", ("2024-01", "2024-03")),
        ("2024年5月1日（含）至2024年6月1日", ("2024-05-01", "2024-06-01")),
        ("from January 1, 2024 to March 31, 2024", ("2024-01-01", "2024-03-31")),
        ("May 3-9, 2024", ("2024-05-03", "2024-05-09")),
    ],
)
def test_ranges(text: str, expected: tuple[str, str]) -> None:
    assert [value for _, value in found(text, "date_range")] == [expected]
    assert found(text, "date") == []


def test_ambiguous_dates_are_told() -> None:
    text = "于03/05/2024签订，31/12/2024到期，05/05/2024"
    assert [text[a:b] for a, b in entities.ambiguous_dates(text)] == ["03/05/2024"]
    assert found(text, "date") == [("31/12/2024", "2024-12-31"), ("05/05/2024", "2024-05-05")]
    assert found("on 03/05/2024", "date") == [("03/05/2024", "2024-03-05")]


def test_no_range_backwards() -> None:
    assert found("2024年3月1日至2023年2月28日", "date_range") == []
    assert len(found("2024年3月1日至2023年2月28日", "date")) == 2


def test_invalid_dates_are_told() -> None:
    text = "于2023年2月30日前付款，2024年2月29日验收"
    assert [text[a:b] for a, b in entities.invalid_dates(text)] == ["2023年2月30日"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("税率13%", ["13"]),
        ("千分之三", ["0.3"]),
        ("百分之六点五", ["6.50"]),
        ("日万分之五", ["0.05"]),
        ("3‰", ["0.3"]),
        ("提高1.5个百分点", ["1.50"]),
        ("二十个百分点", ["20"]),
        ("负3.9%", ["-3.90"]),
        ("thirty percent", ["30"]),
        ("5％", ["5"]),
        ("五百分之二", []),
        ("https://a.com/?q=30%25", []),
    ],
)
def test_percentages(text: str, expected: list[str]) -> None:
    values = [str(value) for _, value in found(text, "percent")]
    assert [float(value) for value in values] == [float(value) for value in expected]


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("身份证11010519491231002X已核", "cn_id_card", [("11010519491231002X", "11010519491231002X")]),
        ("号码110105 19491231 002x", "cn_id_card", [("110105 19491231 002x", "11010519491231002X")]),
        ("110105194912310021", "cn_id_card", []),
        ("110105194902310021", "cn_id_card", []),
        ("账号6222021234567890128。", "bank_card", [("6222021234567890128", "6222021234567890128")]),
        ("账号6222021234567890129。", "bank_card", []),
        ("卡4111 1111 1111 1111号", "bank_card", [("4111 1111 1111 1111", "4111111111111111")]),
        ("时间戳1700000000129", "bank_card", []),
        ("电话13912345678联系", "mobile", [("13912345678", "13912345678")]),
        ("+86 139-1234-5678", "mobile", [("+86 139-1234-5678", "13912345678")]),
        ("0086-19912345678", "mobile", [("0086-19912345678", "19912345678")]),
        ("１３９１２３４５６７８", "mobile", [("１３９１２３４５６７８", "13912345678")]),
        ("订单号2024139123456780", "mobile", []),
        ("550e8400-e29b-41d4-a716-446655440000", "mobile", []),
        ("座机021-68804868转12", "landline", [("021-68804868转12", "02168804868")]),
        ("（010）62288559", "landline", [("（010）62288559", "01062288559")]),
        ("400-880-1234", "landline", [("400-880-1234", "4008801234")]),
        ("邮箱li.wei@mail.example.com联系", "email", [("li.wei@mail.example.com", "li.wei@mail.example.com")]),
        ("6212@备注", "email", []),
        ("代码91110000600037341L。", "uscc", [("91110000600037341L", "91110000600037341L")]),
        ("代码91110000600037341M。", "uscc", []),
        ("护照E12345678", "passport", [("E12345678", "E12345678")]),
        ("护照号码：PE1234567", "passport", [("PE1234567", "PE1234567")]),
        ("型号PE1234567", "passport", []),
        ("车牌京A12345，沪AD12345", "plate", [("京A12345", "京A12345"), ("沪AD12345", "沪AD12345")]),
        ("合同编号：CG-2024-0381", "contract_no", [("CG-2024-0381", "CG-2024-0381")]),
        ("合同编号：（2024）京采字第012号", "contract_no", [("（2024）京采字第012号", "（2024）京采字第012号")]),
        ("Contract No. AB-77/2024.", "contract_no", [("AB-77/2024", "AB-77/2024")]),
        ("合同号：______", "contract_no", []),
        (
            "甲方（买方）：甲骨示例有限公司\n乙方：张三",
            "party",
            [("甲骨示例有限公司", "甲骨示例有限公司"), ("张三", "张三")],
        ),
        ("由北辰示例科技有限公司（以下简称“乙方”）承担", "party", [("北辰示例科技有限公司", "北辰示例科技有限公司")]),
        ("between Alpha Example Inc. (“Party A”)", "party", [("Alpha Example Inc.", "Alpha Example Inc.")]),
        ("甲方：________", "party", []),
        ("甲方（盖章）：    日期：", "party", []),
        ("甲方：\n法定代表人：\n乙方： 法定代表人：", "party", []),
        ("买方：Beta Trading Co., Ltd.", "party", [("Beta Trading Co., Ltd.", "Beta Trading Co., Ltd.")]),
        ("电话13912345678-8001", "mobile", [("13912345678", "13912345678")]),
        ("代码9111 0000 6000 3734 1L", "uscc", [("9111 0000 6000 3734 1L", "91110000600037341L")]),
    ],
)
def test_identifiers(text: str, kind: EntityKind, expected: list[tuple[str, str]]) -> None:
    assert found(text, kind) == expected


def test_an_identity_card_wins_over_other_readings() -> None:
    text = "证件号码：11010519491231002X，账号4111111111111111@备注"
    assert [e.kind for e in entities.find(text)] == ["cn_id_card", "bank_card"]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("人民币（大写）壹拾贰万元整（¥120,000.00）", []),
        ("人民币（大写）壹拾贰万元整（¥102,000.00）", [("壹拾贰万元整", "¥102,000.00")]),
        ("小写：3,500元，大写：叁仟伍佰元整", []),
        ("小写：3,500元，大写：叁仟陆佰元整", [("叁仟陆佰元整", "3,500元")]),
        ("首付壹万元，尾款2,000元", []),
    ],
)
def test_disagreements(text: str, pairs: list[tuple[str, str]]) -> None:
    told = entities.disagreements(text, entities.find(text))
    assert [(text[a:b], text[c:d]) for (a, b), (c, d) in told] == pairs


_PIECES = st.lists(
    st.sampled_from(
        [
            "2024年3月1日",
            "至",
            "31日",
            "人民币",
            "１２,000.00元",
            "（¥",
            "-",
            "13912345678",
            "11010519491231002X",
            "甲方：",
            "壹万元整",
            "6.5%",
            "百分之五",
            "\u200b",
            " ",
            "合同编号：A-2024-1",
            "May 3, 2024",
            "USD 5 million",
            "，",
            "a@b.cn",
            "京A12345",
            "9",
            "\n",
        ]
    ),
    max_size=9,
)


@given(_PIECES, st.sets(st.sampled_from(get_args(EntityKind))))
@settings(deadline=None, max_examples=60)
def test_entities_are_in_order_and_disjoint(pieces: list[str], kinds: set[EntityKind]) -> None:
    text = "".join(pieces)
    last = 0
    for entity in entities.find(text, frozenset(kinds)):
        assert entity.kind in kinds
        assert last <= entity.span[0] < entity.span[1] <= len(text)
        assert not text[entity.span[0]].isspace()
        assert not text[entity.span[1] - 1].isspace()
        last = entity.span[1]


@given(_PIECES, st.text("甲，。x\u200b", max_size=5))
@settings(deadline=None, max_examples=60)
def test_a_part_of_a_text_has_the_entities_of_that_part(pieces: list[str], before: str) -> None:
    part = "".join(pieces)
    whole = before + part
    shifted = tuple(
        Entity(e.kind, (e.span[0] + len(before), e.span[1] + len(before)), e.value, e.currency)
        for e in entities.find(part)
    )
    assert entities.find(whole, None, len(before)) == shifted


@given(st.integers(10**14, 10**15 - 1))
@settings(deadline=None, max_examples=60)
def test_luhn_accepts_exactly_one_last_figure(n: int) -> None:
    assert sum(identifiers.luhn(f"{n}{d}") for d in range(10)) == 1


@pytest.mark.parametrize("piece", ["5万", "a.b", "a@", "一", "1,000", "壹 ", "（以下", "2024年", "one ", "1 "])
def test_long_nonsense_is_read(piece: str) -> None:
    text = piece * 3000 + "元"
    assert all(0 <= e.span[0] < e.span[1] <= len(text) for e in entities.find(text))


@pytest.mark.parametrize(("text", "kind", "number"), [
    ("13800138000.txt", "mobile", "13800138000"),
    ("请回电13800138000.Please call.", "mobile", "13800138000"),
    ("张三_13800138000_附件", "mobile", "13800138000"),
    ("张三 110101199003074514.docx", "cn_id_card", "110101199003074514"),
    ("13800138000-110101199003074514", "cn_id_card", "110101199003074514"),
    ("6222021234567890128_x", "bank_card", "6222021234567890128"),
])
def test_numbers_in_file_names_and_before_the_next_sentence_are_found(text: str, kind: str, number: str) -> None:
    assert (kind, number) in [(entity.kind, entity.value) for entity in entities.find(text)]


@pytest.mark.parametrize("text", [
    "550e8400-e29b-41d4-a716-446655440000", "版本1.13800138000", "13800138000.5", "案号2024-13800138000",
])
def test_parts_of_longer_numbers_are_not(text: str) -> None:
    assert not entities.find(text, frozenset({"mobile", "cn_id_card", "bank_card"}))
