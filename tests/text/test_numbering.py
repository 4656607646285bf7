from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.text import numbering


@pytest.mark.parametrize(
    ("line", "text", "family", "value", "rest"),
    [
        ("第二编 物权", "第二编", "part", (2,), "物权"),
        ("第一分编 通则", "第一分编", "subpart", (1,), "通则"),
        ("第3章 保密义务", "第3章", "chapter", (3,), "保密义务"),
        ("第 四 节　期限", "第 四 节", "section", (4,), "期限"),
        ("第十二条、标的", "第十二条", "article", (12,), "标的"),
        ("第一百二十条之一 帮助", "第一百二十条之一", "article", (120, 1), "帮助"),
        ("第二款 其他", "第二款", "clause", (2,), "其他"),
        ("一、转让标的", "一、", "han_dot", (1,), "转让标的"),
        ("（三）存货", "（三）", "han_paren", (3,), "存货"),
        ("3.2 一般约定", "3.2", "decimal", (3, 2), "一般约定"),
        ("1.2.3. Scope", "1.2.3.", "decimal", (1, 2, 3), "Scope"),
        ("2. Fees", "2.", "arabic_dot", (2,), "Fees"),
        ("2、费用", "2、", "arabic_dot", (2,), "费用"),
        ("(3) goods", "(3)", "arabic_paren", (3,), "goods"),
        ("4）货物", "4）", "arabic_paren", (4,), "货物"),
        ("  (b) the Seller", "(b)", "alpha", (2,), "the Seller"),
        ("(iv) taxes", "(iv)", "roman", (4,), "taxes"),
        ("③ 其他", "③", "circled", (3,), "其他"),
        ("ARTICLE III TERM", "ARTICLE III", "en_article", (3,), "TERM"),
        ("Section 2.1 Fees", "Section 2.1", "en_section", (2, 1), "Fees"),
        ("附件二：价格表", "附件二", "annex", (2,), "价格表"),
        ("附录A（规范性附录）", "附录A", "annex", (1,), "（规范性附录）"),
        ("A.1 一般规定", "A.1", "decimal", (1, 1), "一般规定"),
        ("B.2.10 Tests", "B.2.10", "decimal", (2, 2, 10), "Tests"),
        ("§ 7.1 Term", "§ 7.1", "en_section", (7, 1), "Term"),
        ("ARTICLE TWELVE: FEES", "ARTICLE TWELVE", "en_article", (12,), "FEES"),
        ("Part two Scope", "Part two", "part", (2,), "Scope"),
        ("第壹條 總則", "第壹條", "article", (1,), "總則"),
        ("第三節 期限", "第三節", "section", (3,), "期限"),
        ("第二編 物權", "第二編", "part", (2,), "物權"),
        ("參、計畫目的", "參、", "capital_dot", (3,), "計畫目的"),
        ("附錄三 價格表", "附錄三", "annex", (3,), "價格表"),
        ("补充协议一：付款", "补充协议一", "annex", (1,), "付款"),
        ("附件二《价格表》", "附件二", "annex", (2,), "《价格表》"),
    ],
)
def test_labels(line: str, text: str, family: str, value: tuple[int, ...], rest: str) -> None:
    label = numbering.parse_label(line)
    assert label is not None
    assert (label.text, label.family, label.value, line[label.end :]) == (text, family, value, rest)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   ",
        "合同标的",
        "2.5 万元",
        "3 个月内",
        "1.5%以上",
        "12,000元",
        "2024.3.1 签订",
        "Seller pays",
        "Article onerous",
        "Section twenty-one",
        "A.1型设备",
        "壹佰万元整",
        "附件二作为本合同的一部分",
        "27.75% of it",
        "——",
    ],
)
def test_no_labels(line: str) -> None:
    assert numbering.parse_label(line) is None


@given(st.text(st.sampled_from("第一二十百条章、.（）()0123456789 abiv①附件AS"), max_size=20))
@settings(deadline=None, max_examples=60)
def test_labels_are_where_they_say(line: str) -> None:
    label = numbering.parse_label(line)
    if label:
        assert line.lstrip().startswith(label.text)
        assert len(label.text) <= label.end <= len(line)
        assert label.value


def found(text: str) -> list[tuple[int, str]]:
    lines = text.split("\n")
    return [(level, lines[i]) for i, level, _ in numbering.headings(lines)]


def test_references_and_clauses_are_no_headings() -> None:
    text = (
        "第二条 交货\n\n2.1 地点\n货物在仓库交付。\n2.2 的规定也适用于退货。\n第二条所述地点可以变更。\n\n"
        "2.2 时间\n交货时间以订单为准。\n2.3 卖方应当在交货前三日书面通知买方。"
    )
    assert found(text) == [(1, "第二条 交货"), (2, "2.1 地点"), (2, "2.2 时间")]


def test_levels_follow_the_families_of_the_document() -> None:
    text = (
        "第一章 总则\n第一条 目的\n为规范管理。\n第二条 范围\n适用于全部。\n第二章 职责\n第三条 部门\n"
        "（一）拟定计划；\n"
        "（二）检查执行。\n第四条 人员\n人员另定。"
    )
    assert [level for level, _ in found(text)] == [1, 2, 2, 1, 2, 2]


def test_scopes_are_headings_and_references_to_them_are_none() -> None:
    text = "第一条 适用范围\n文字。\n1.1 适用法律\n文字。\n第二条适用于下列情形\n第二条 附则\n文字。"
    assert found(text) == [(1, "第一条 适用范围"), (2, "1.1 适用法律"), (1, "第二条 附则")]


def test_roman_numerals_in_capitals_stand_above_letters() -> None:
    lines = ["I. INTRODUCTION", "Text.", "II. BACKGROUND", "Text.", "A. History", "Text.", "B. Status", "Text.", "III. END", "Text."]
    assert found("\n".join(lines)) == [
        (1, "I. INTRODUCTION"), (1, "II. BACKGROUND"), (2, "A. History"), (2, "B. Status"), (1, "III. END"),
    ]  # fmt: skip


def test_statutes_have_parts_in_parts_and_closing_provisions_without_a_number() -> None:
    text = (
        "第一编 总则\n第一章 规定\n第一条 为了保护权益，制定本法。\n第二编 物权\n第一分编 通则\n第一章 规定\n第二条 本编调整归属。\n"
        "第二分编 所有权\n第二章 规定\n第三条 所有权人享有权利。\n附　则\n第四条 本法自公布之日起施行。"
    )
    assert found(text) == [
        (1, "第一编 总则"), (2, "第一章 规定"), (1, "第二编 物权"), (2, "第一分编 通则"), (3, "第一章 规定"), (2, "第二分编 所有权"),
        (3, "第二章 规定"), (1, "附　则"),
    ]  # fmt: skip
    assert found("一、总则\n文字。\n二、付款\n文字。\n附则\n文字。") == [(1, "一、总则"), (1, "二、付款")]


@pytest.mark.parametrize("listed", [
    "附件：1.预算表\n      2.说明", "附件：\n1. 预算表\n2. 说明", "附件:1、预算表\n\n2、说明\n3、清单", "附 件：（1）预算表\n（2）说明",
    "Enclosures: 1. Budget\n2. Notes", "Attachments:\n1. Budget\n2. Notes",
])  # fmt: skip
def test_papers_that_go_with_a_letter_are_no_headings(listed: str) -> None:
    text = f"一、要求\n1. 审批\n逐级审批。\n2. 报备\n按月报备。\n二、措施\n落实责任。\n{listed}\n某某局"
    assert found(text) == [(1, "一、要求"), (2, "1. 审批"), (2, "2. 报备"), (1, "二、措施")]


def test_an_annex_named_without_a_number_holds_its_headings() -> None:
    text = "附件：技术要求\n1. 材质\n用钢。\n2. 尺寸\n见图。"
    assert found(text) == [(1, "1. 材质"), (1, "2. 尺寸")]


def test_annexes_of_standards() -> None:
    text = "1 范围\n文字。\n2 要求\n文字。\n2.1 一般\n文字。\n附录A（规范性附录）\nA.1 一般规定\n文字。\nA.2 方法\n文字。"
    assert found(text) == [
        (1, "1 范围"), (1, "2 要求"), (2, "2.1 一般"), (1, "附录A（规范性附录）"), (2, "A.1 一般规定"), (2, "A.2 方法"),
    ]  # fmt: skip


def test_contents_lines_are_no_headings() -> None:
    text = (
        "目录\n第一章 总则\t1\n第二章 付款......3\n第三章 其他…………5\n第一章 总则\n一般规定。\n第二章 付款\n按月付款。\n"
        "第三章 其他\n未尽事宜另定。"
    )
    assert found(text) == [(1, "第一章 总则"), (1, "第二章 付款"), (1, "第三章 其他")]
    plain = "目录\n第一章 总则\n第二章 付款\n第一章 总则\n一般规定。\n第二章 付款\n按月付款。"
    assert [i for i, _, _ in numbering.headings(plain.split("\n"))] == [3, 5]


def test_lists_are_no_headings() -> None:
    assert found("采购清单\n1、铅笔\n2、钢笔\n3、橡皮\n以上。") == []


@pytest.mark.parametrize(("lines", "count"), [
    (["Bill to", "John Smith", "1 High Street", "London", "Thank you."], 0),
    (["12 High Street", "London", "Bill to", "1 Main Road", "Leeds", "Thank you."], 0),
    (["1 Scope", "It is wide.", "2 Terms", "They are these."], 2),
    (["1 Scope", "It is wide.", "1.1 Terms", "They are these."], 2),
])  # fmt: skip
def test_numbers_of_houses_are_no_headings(lines: list[str], count: int) -> None:
    assert len(numbering.headings(lines)) == count


def test_a_numbered_sentence_is_a_clause() -> None:
    text = "第一条 甲方应当按照本合同约定的时间和方式向乙方支付全部价款。\n第二条 乙方应当交货。"
    assert found(text) == []


def test_a_line_that_announces_a_list_is_a_clause() -> None:
    text = "第一条 下列情形属于违约：\n（一）逾期付款；\n（二）逾期交货。\n第二条 违约责任\n违约方应当赔偿。"
    assert found(text) == [(1, "第二条 违约责任")]


def test_a_titled_item_over_a_list_is_a_heading() -> None:
    text = (
        "第一条 权利义务\n1、甲方义务\n（1）按时付款；\n（2）提供资料。\n2、乙方应当按时交货。\n3、双方应当保密。\n"
        "4、双方应当守法。"
    )
    assert found(text) == [(1, "第一条 权利义务"), (2, "1、甲方义务")]


def ends(text: str) -> list[tuple[int, str]]:
    lines = text.split("\n")
    return [(mark.level, lines[mark.line]) for mark in numbering.marks(lines) if mark.ends]


def test_a_clause_that_is_a_sentence_ends_the_sections_of_its_sisters() -> None:
    text = (
        "第一章 总则\n第一条 标的\n标的为软件。\n第二条 甲方应当于签订后三日内付款。\n（一）第一期于三月支付；\n"
        "第三条 违约责任\n违约方应当赔偿。\n第四条 双方应当保密。\n第五条 双方应当守法。\n第二章 附则\n第六条 本合同自签字之日起生效。"
    )
    assert found(text) == [(1, "第一章 总则"), (2, "第一条 标的"), (2, "第三条 违约责任"), (1, "第二章 附则")]
    assert ends(text) == [(2, "第二条 甲方应当于签订后三日内付款。"), (2, "第四条 双方应当保密。")]


def test_lists_of_the_same_form_end_no_sections() -> None:
    text = (
        "一、定义\n文字。\n二、期限\n三年。\n三、价款\n分两次支付：\n一、签字后付一半；\n二、验收后付一半；\n三、余款扣下；\n"
        "四、余款退还。\n五、其他\n无。"
    )
    assert found(text) == [(1, "一、定义"), (1, "二、期限"), (1, "三、价款"), (1, "五、其他")]
    assert ends(text) == []


def test_traditional_numbers_make_levels() -> None:
    text = (
        "壹、緣起\n一、背景\n文字。\n二、目的\n文字。\n貳、方法\n一、步驟\n文字。\n參、結論\n文字。\n"
        "第壹條所述的方法不變。"
    )
    assert [level for level, _ in found(text)] == [1, 2, 2, 1, 2, 1]


def test_english_contract() -> None:
    text = (
        "1. Definitions\nTerms have these meanings.\n1.1 Affiliate\nA company under common control.\n2. Fees\n"
        "2.1 The Customer shall pay the fees set out in Section 2.2 within thirty days.\n3. Term\nThree years."
    )
    assert found(text) == [(1, "1. Definitions"), (2, "1.1 Affiliate"), (1, "2. Fees"), (1, "3. Term")]


def test_capital_lines_without_numbers() -> None:
    text = (
        "GOVERNING LAW\nThe laws apply.\nNOTICES\nIn writing.\nASSIGNMENT\nNot allowed.\nMore text.\nMore text.\nEnd."
    )
    assert found(text) == [(1, "GOVERNING LAW"), (1, "NOTICES"), (1, "ASSIGNMENT")]


@given(
    st.lists(
        st.sampled_from(["第一条 标的", "第二条 价款", "1.1 通则", "1.2 期限", "（一）甲", "正文。", "", "1、乙"]),
        max_size=14,
    )
)
@settings(deadline=None, max_examples=60)
def test_levels_never_jump(lines: list[str]) -> None:
    level = 0
    for i, now, label in numbering.headings(lines):
        assert 1 <= now <= level + 1
        assert label is None or numbering.parse_label(lines[i]) == label
        level = now


@pytest.mark.parametrize("word", numbering.WORDS_BEFORE)
def test_each_word_that_a_number_follows_is_told_from_other_words(word: str) -> None:
    for written in (word, word.upper(), word.capitalize()):
        label = numbering.parse_label(f"  {written} 3")
        assert label is not None
        assert label.value == (3,)
        assert numbering.parse_label(f"{written[:3]}ing 3") is None
