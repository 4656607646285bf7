"""Workbooks: regions, headers, merged cells, what is hidden, formulas, and files written in unusual ways."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui import chunking, parsing
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing.workbook.formulas import moved
from docprep_gui.parsing.workbook.sheets import column, letters

from . import workbooks as w

LEDGER = [["序号", "供应商", "金额"], [1, "甲公司", 10], [2, "乙公司", 20], [3, "丙公司", 30]]


def test_a_table_with_its_names_places_and_rows() -> None:
    document = w.read(w.book(w.sheet(w.grid(LEDGER))))
    table = w.table(document)
    assert (table.rows, table.cols, table.header_rows) == (4, 3, 1)
    assert w.lines(document)[:3] == ["| 序号 | 供应商 | 金额 |", "| --- | --- | --- |", "| 1 | 甲公司 | 10 |"]
    assert w.by_ref(document)["表1", "B3"] == "乙公司"
    rows = [node for node in document.nodes if node.kind == "row"]
    assert [node.location.rows for node in rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert document.slice(rows[1].span) == "| 1 | 甲公司 | 10 |"
    assert pickle.loads(pickle.dumps(document)) == document


def test_titles_over_the_names_are_captions_and_notes_below_are_paragraphs() -> None:
    rows = w.grid([["年度台账"], ["编制单位：示例公司", None, "单位：元"], *LEDGER, ["注：金额含税"]])
    document = w.read(w.book(w.sheet(rows, after=w.merged("A1:C1", "A7:C7"))))
    assert w.texts(document, "caption") == ["年度台账", "编制单位：示例公司", "单位：元"]
    assert w.texts(document, "paragraph") == ["注：金额含税"]
    assert (w.table(document).rows, w.table(document).header_rows) == (4, 1)
    assert document.source.title == "年度台账"


@pytest.mark.parametrize(
    ("rows", "ranges", "header_rows"),
    [
        ([["产品", "销量", None], [None, "上半年", "下半年"], ["甲", 1, 2]], ["A1:A2", "B1:C1"], 2),
        ([["产品", "销量", None], [None, "上半年", "下半年"], ["甲", 1, 2]], ["B1:C1"], 2),
        ([["项目", "2022", "2023"], ["收入", 10, 12]], [], 1),
        ([["清华大学", 2, 985], ["北京大学", 1, 985]], [], 0),
        ([["甲方：", "示例公司"], ["乙方：", "样本公司"], ["日期：", "2024-01-01"]], [], 0),
        ([["名称", "负责人", "地点"], ["甲库", "张三", "上海"]], [], 1),
        ([["是", "是", "否"], ["甲", "乙", "丙"]], [], 0),
        ([["甲", 1, 2]], [], 0),
        ([["品名", "规格", "1月", None, "2月"], [None, None, "入", "出", "入"], ["管", "DN5", 1, 2, 3]], [], 2),
        ([["项目", "示例项目", None, None], ["业主", "某局", "承包", "某公司"], ["金额", 12, "工期", "9天"]], ["B1:D1"], 0),
        ([["姓名", 1, 2, 3, "合计"], ["张三", "√", "√", "×", 2], ["李四", "√", "×", "√", 2]], [], 1),
        ([["姓名", *range(1, 9)], ["张三", *[8] * 8], ["李四", *[7] * 8]], [], 1), ([["甲", 1, 2, 3], ["乙", 4, 5, 6]], [], 0),
        ([["项目", "2024-01-01", "2024-02-01"], ["收入", 1, 2], ["成本", 4, 5]], [], 1),
        ([["甲", "2024-01-01", "2024-02-01"], ["乙", "2024-03-01", "2024-05-01"]], [], 0),
        ([["产品", "编号", "数量"], ["泵", "A", 1, "附注", "甲"], ["阀", "B", 2, "另注", "乙"]], [], 1),
        ([["产品", None, "数量", None, "单价"], ["泵", "A", 1, "b", 9], ["阀", "B", 2, "c", 8]], [], 1),
        ([["示例公司", "报表"], ["泵", "A", 1, "附注", "甲"], ["阀", "B", 2, "另注", "乙"]], [], 0),
        ([["项目", "收入", "毛利"], [None, "（万元）", "(%)"], ["A", 100, 40]], [], 2),
        ([["部门", "金额", None, None], [None, "一月", "二月", "三月"], ["甲", 1, 2, 3]], ["B1:D1"], 2),
        ([["项目", "行次", "本月", "累计"], ["甲", "乙", 1, "2=1+3"], ["收入", 1, 10, 20], ["成本", 2, 5, 9]], [], 2),
        ([["项目", "本月", "累计"], ["栏次", 1, 2], ["收入", 10, 20]], [], 2),
        ([["工序", "甲班", "乙班"], ["甲", 1, 2], ["乙", 3, 4]], [], 1),
        ([["班级", 1, 2, 3, "平均"], ["一班", 90, 91, 92, 91], ["二班", 80, 81, 82, 81]], [], 1),
        ([["店", 1, 2, 3, "甲"], ["一店", 90, 91, 92, "乙"], ["二店", 80, 81, 82, "丙"]], [], 0),
        ([["合同编号", "HT-001"], ["甲方", "甲公司"], ["金额", 10000], ["日期", "2024-05-06"]], [], 0),
        ([["委托人", "甲公司"], ["金额", 10000], ["期限", "三年"]], [], 0),
        ([["单号", "PO-1"], ["日期", "2024-01-05"]], [], 0),
        ([["客户", None, "甲公司"], ["电话", None, "021-1"], ["人数", None, 5]], ["A1:B1", "A2:B2", "A3:B3"], 0),
        ([["项目", "内容"], ["甲方", "甲公司"], ["金额", 10000]], [], 1),
        ([["品名", "数量"], ["甲", 5], ["乙", 6]], [], 1),
    ],
)
def test_how_many_rows_name_the_columns(rows: list[list[w.Value | None]], ranges: list[str], header_rows: int) -> None:
    after = w.merged(*ranges) if ranges else ""
    assert w.table(w.read(w.book(w.sheet(w.grid(rows), after=after)))).header_rows == header_rows


def test_the_file_may_say_where_the_names_are() -> None:
    rows = w.grid([["甲", "乙", "丙"], ["丁", "丁", "丁"], ["戊", "己", "庚"]])
    pane = '<sheetViews><sheetView><pane ySplit="2" topLeftCell="A3" state="frozen"/></sheetView></sheetViews>'
    assert w.table(w.read(w.book(w.sheet(rows, before=pane)))).header_rows == 2
    rows = w.grid([["标题"], ["甲", "甲", "甲"], ["戊", "己", "庚"]])
    found = w.read(w.book(w.sheet(rows, after='<autoFilter ref="A2:C3"/>')))
    assert (w.table(found).header_rows, w.table(found).rows) == (1, 2)


@pytest.mark.parametrize(("text", "count"), [
    ("表2!$2:$3", 2), ("'表 2'!$A:$B,'表 2'!$1:$3", 2), ("表2!$A:$B", 0), ("表2!$1:$20", 0), ("#REF!", 0),
])  # fmt: skip
def test_rows_that_are_printed_on_each_page_name_the_columns(text: str, count: int) -> None:
    rows = w.grid([["标题"], ["甲", "甲", "甲"], ["丁", "丁", "丁"], ["戊", "己", "庚"], ["辛", "壬", "癸"]])
    names = f'<definedName name="_xlnm.Print_Titles" localSheetId="1">{text}</definedName><definedName name="x">$1:$4</definedName>'
    document = w.read(w.book(w.sheet(rows), w.sheet(rows), names=names))
    assert [w.table(document, place).header_rows for place in (0, 1)] == [0, count]


def test_tables_of_a_sheet_are_told_apart_and_chunked_apart() -> None:
    left = [["产品", "销量"], ["甲产品", 1], ["丙产品", 2]]
    side = [[*row, None, None, *other] for row, other in zip(left, [["仓库", "面积"], ["乙仓库", 3], ["丁", 4]], strict=True)]
    below = [["人员", "工龄"], ["张三", 9]]
    document = w.read(w.book(w.sheet(w.grid(side) + w.grid(below, first=6))))
    assert [w.lines(document, place)[0] for place in range(3)] == [
        "| 产品 | 销量 |", "| 仓库 | 面积 |", "| 人员 | 工龄 |"
    ]
    chunks = chunking.cut(document, chunking.defaults("xlsx", None))
    assert len(chunks) == 3
    assert chunks[1].location.rows == (1, 3)


def test_a_merged_title_in_the_middle_begins_a_table_only_above_names() -> None:
    rows: list[list[w.Value | None]] = [
        ["一、收入", None, None], ["序号", "名称", "金额"], [1, "甲", 10], [2, "乙", 20],
        ["二、支出", None, None], ["序号", "名称", "金额"], [1, "丙", 30], [2, "丁", 40],
    ]
    document = w.read(w.book(w.sheet(w.grid(rows), after=w.merged("A1:C1", "A5:C5"))))
    assert w.texts(document, "caption") == ["一、收入", "二、支出"]
    assert [(w.table(document, n).rows, w.table(document, n).header_rows) for n in (0, 1)] == [(3, 1), (3, 1)]
    groups: list[list[w.Value | None]] = [
        ["店", "城市", "额"], ["A", "沪", 1], ["B", "杭", 2], ["华南", None, None], ["C", "穗", 3], ["D", "深", 4],
    ]
    document = w.read(w.book(w.sheet(w.grid(groups), after=w.merged("A4:C4"))))
    assert (len(w.tables(document)), w.table(document).rows) == (1, 6)


def test_a_title_above_names_that_come_again_begins_a_table() -> None:
    rows: list[list[w.Value | None]] = [
        ["2024年1月"], ["日期", "收入", "支出"], ["1日", 1, 2], ["2日", 3, 4],
        ["2024年2月"], ["日期", "收入", "支出"], ["1日", 5, 6], ["2日", 7, 8],
    ]
    document = w.read(w.book(w.sheet(w.grid(rows))))
    assert w.texts(document, "caption") == ["2024年1月", "2024年2月"]
    assert [(w.table(document, n).rows, w.table(document, n).header_rows) for n in (0, 1)] == [(3, 1), (3, 1)]


def test_tables_that_the_file_names_stand_apart_from_what_is_above_them() -> None:
    rows = w.grid([
        ["指标", "值", "单位", "期间"], ["收入", 100, "万元", "一季"], ["姓名", "部门", "城市", "级别"], ["张三", "销售", "沪", 1],
        ["李四", "研发", "京", 2], ["品名", "规格", "产地", "等级"], ["泵", "大", "浙", "一"],
    ])  # fmt: skip
    table = f'<table xmlns="{w.MAIN}" id="1" ref="{{}}" totalsRowShown="0"/>'
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": w.relations(("a", "table", "../a.xml"), ("b", "table", "../b.xml")),
        "xl/a.xml": table.format("A6:D7"), "xl/b.xml": table.format("A3:D5"),
    }  # fmt: skip
    document = w.read(w.book(w.sheet(rows, after='<tableParts r:id="a"/>'), parts=parts))
    assert [(node.location.rows, node.table and node.table.header_rows) for node in w.tables(document)] == [
        ((1, 2), 1), ((3, 5), 1), ((6, 7), 1),
    ]  # fmt: skip
    narrow = w.grid([["名称", "金额"], ["甲", 1], ["乙", 2], ["品名", "数量"], ["丙", 3]])
    parts["xl/a.xml"], parts["xl/b.xml"] = table.format("A4:B5"), table.format("A1:B3")
    document = w.read(w.book(w.sheet(narrow, after='<tableParts r:id="a"/>'), parts=parts))
    assert [(t.rows, t.header_rows) for t in (w.table(document, 0), w.table(document, 1))] == [(3, 1), (2, 1)]
    levels = w.grid([["项目", "2023", None, "2024"], [None, "计划", "实际", "计划"], ["甲", 1, 2, 3], ["乙", 4, 5, 6]])
    after = w.merged("A1:A2", "B1:C1") + '<autoFilter ref="A2:D4"/>'
    assert [(t.rows, t.header_rows) for t in [w.table(w.read(w.book(w.sheet(levels, after=after))))]] == [(4, 2)]


def test_a_numbered_title_in_the_middle_begins_a_table_above_names() -> None:
    rows: list[list[w.Value | None]] = [
        ["一、材料费", None, None], ["名称", "数量", "单价"], ["钢筋", 1, 2], ["小计", None, 2],
        ["二、人工费", None, None], ["工种", "工日", "单价"], ["瓦工", 1, 200], ["小计", None, 200],
    ]
    document = w.read(w.book(w.sheet(w.grid(rows))))
    assert w.texts(document, "caption") == ["一、材料费", "二、人工费"]
    assert [(w.table(document, n).rows, w.table(document, n).header_rows) for n in (0, 1)] == [(3, 1), (3, 1)]
    rows[4:6] = [["二、人工费", None, None], ["瓦工甲", 3, 100]]  # a group of the same table
    assert len(w.tables(w.read(w.book(w.sheet(w.grid(rows)))))) == 1


def test_tables_that_count_on_are_told_apart_without_numbers_in_them() -> None:
    rows: list[list[w.Value | None]] = [
        ["表1 人员"], ["姓名", "部门"], ["张三", "采购"], ["李四", "财务"], ["表2 设备"], ["名称", "地点"], ["泵", "一库"],
    ]
    document = w.read(w.book(w.sheet(w.grid(rows))))
    assert w.texts(document, "caption") == ["表1 人员", "表2 设备"]
    assert [w.table(document, n).rows for n in (0, 1)] == [3, 2]
    rows[4] = ["其他", None]
    assert len(w.tables(w.read(w.book(w.sheet(w.grid(rows)))))) == 1


@pytest.mark.parametrize(("one", "other", "count"), [
    ("一、人员", "二、设备", 2), ("（一）人员", "（二）设备", 2), ("一、人员", "三、设备", 1), ("一、人员", "（二）设备", 1),
])  # fmt: skip
def test_numbered_titles_that_count_on_part_tables_of_words(one: str, other: str, count: int) -> None:
    rows: list[list[w.Value | None]] = [
        [one], ["姓名", "部门"], ["张三", "采购"], ["李四", "财务"], [other], ["名称", "地点"], ["泵", "一库"],
    ]
    assert len(w.tables(w.read(w.book(w.sheet(w.grid(rows)))))) == count


def test_names_behind_a_note_begin_a_table() -> None:
    rows: list[list[w.Value | None]] = [
        ["品名", "数量", "单价"], ["甲", 1, 2], ["乙", 3, 4], ["注：含税"], ["规格", "产地", "备注"], ["A", "上海", "无"], ["B", "北京", "无"],
    ]
    document = w.read(w.book(w.sheet(w.grid(rows))))
    assert [(one.rows, one.header_rows) for one in (w.table(document, 0), w.table(document, 1))] == [(3, 1), (3, 1)]
    assert w.texts(document, "paragraph") == ["注：含税"]
    rows[4] = ["丙", 5, 6]
    assert len(w.tables(w.read(w.book(w.sheet(w.grid(rows)))))) == 1


@pytest.mark.parametrize("above", [
    ["编制单位：甲公司", None, "2024年3月31日", "单位：元"], ["编制单位：甲公司", "2024年1-3月", None, None],
    ["单位：甲", "部门：乙", "币种：元", None], ["2024-03-31", None, None, "单位：元"],
])  # fmt: skip
def test_what_statements_say_above_the_names(above: list[w.Value | None]) -> None:
    rows = [["利润表"], above, ["项目", "行次", "本期", "上期"], ["收入", 1, 10, 9], ["成本", 2, 5, 4]]
    document = w.read(w.book(w.sheet(w.grid(rows), after=w.merged("A1:D1"))))
    assert w.texts(document, "caption") == ["利润表", *[text for text in above if text]]
    assert (w.table(document).rows, w.table(document).header_rows) == (3, 1)


def test_what_forms_say_above_their_table() -> None:
    rows = [
        ["报价单"], ["客户：ABC公司", None, None, "日期：2024-03-01"], ["联系人：张三", None, None, "电话：010-1"],
        ["序号", "品名", "数量", "单价"], [1, "泵", 2, 100], [2, "阀", 3, 50],
    ]  # fmt: skip
    document = w.read(w.book(w.sheet(w.grid(rows), after=w.merged("A1:D1"))))
    assert w.texts(document, "caption") == ["报价单", "客户：ABC公司", "日期：2024-03-01", "联系人：张三", "电话：010-1"]
    assert (w.table(document).rows, w.table(document).header_rows) == (3, 1)
    rows[0] = ["报价单", "日期：", "2024-05-06"]
    document = w.read(w.book(w.sheet(w.grid([rows[0], ["序号", "品名", "数量", "单价", "金额", "备注"], [1, "泵", 2, 5, 10, "急"], [2, "阀", 3, 5, 15]]))))
    assert (w.texts(document, "caption"), w.table(document).header_rows) == (["报价单", "日期：2024-05-06"], 1)
    form = [["部门：采购", None, "日期：3月1日"], ["人员：张三", None, "电话：1380"], ["事由：出差", None, "地点：上海"]]
    said = [text for row in form for text in row if text]
    assert w.texts(w.read(w.book(w.sheet(w.grid(form)))), "paragraph") == said
    times = [["9:00", "10:30"], ["9:15", "11:00"]]
    assert w.table(w.read(w.book(w.sheet(w.grid(times))))).rows == 2


def test_a_blank_row_may_part_what_is_said_from_its_table() -> None:
    rows = [
        ["账户明细"], ["账号：6222", "户名：张三", "币种：人民币"], ["起始日期：2024-01-01", "终止日期：2024-01-31"], [],
        ["交易日期", "摘要", "收入", "余额"], ["2024-01-02", "工资", 5000, 8000], ["2024-01-05", "消费", None, 7800],
    ]  # fmt: skip
    document = w.read(w.book(w.sheet(w.grid(rows))))
    assert w.texts(document, "paragraph")[1:3] == ["账号：6222", "户名：张三"]
    assert (len(w.tables(document)), w.table(document).header_rows) == (1, 1)


def test_titles_in_more_than_one_row_or_place() -> None:
    names = [["区域", "销售额", "占比", "排名"], ["华东", 100, "50%", 1], ["华南", 100, "50%", 2]]
    over_rows = w.book(w.sheet(w.grid([["销售报表"], [], *names]), after=w.merged("A1:D2")))
    at_both_ends = w.book(w.sheet(w.grid([["销售报表", None, None, "内部资料"], *names])))
    for data, captions in ((over_rows, ["销售报表"]), (at_both_ends, ["销售报表", "内部资料"])):
        document = w.read(data)
        assert w.texts(document, "caption") == captions
        assert (w.table(document).rows, w.table(document).header_rows) == (3, 1)
    dated = [["合同台账", None, None, None, "截止2024-06-30"], ["序号", "名称", "金额", "已付", "备注"], [1, "采购", 10, 5], [2, "服务", 20]]
    assert w.texts(w.read(w.book(w.sheet(w.grid(dated)))), "caption") == ["合同台账", "截止2024-06-30"]


def test_a_name_over_some_columns_alone_in_its_row() -> None:
    rows = [[None, None, "价格"], ["型号", "规格", "含税", "不含税"], ["A", "10", 1.1, 1], ["B", "20", 2.2, 2]]
    document = w.read(w.book(w.sheet(w.grid(rows), after=w.merged("C1:D1"))))
    assert (w.texts(document, "caption"), w.table(document).header_rows) == ([], 2)
    title = w.read(w.book(w.sheet(w.grid([["价格表"], *rows[1:]]), after=w.merged("A1:D1"))))
    assert (w.texts(title, "caption"), w.table(title).header_rows) == (["价格表"], 1)


def test_years_over_quarters_name_columns_beside_blank_corners() -> None:
    rows = [[None, None, "2023", None, "2024"], [None, None, "Q1", "Q2", "Q1", "Q2"], ["North", "Sales", 1, 2, 3, 4],
            [None, "Cost", 1, 2, 3, 4]]  # fmt: skip
    document = w.read(w.book(w.sheet(w.grid(rows), after=w.merged("C1:D1", "E1:F1", "A3:A4"))))
    assert w.table(document).header_rows == 2


@pytest.mark.parametrize(("notes", "ranges", "count"), [
    (["备注：1、货到付款", "2、质保一年"], (), 2),
    (["Terms and conditions:", "1. Payment in 30 days", "2. Delivery extra"], (), 3),
    (["1、以上报价含税。", "2、交货期7天。"], (), 2),
    (["备注：\n一\n二", None, None], ("A5:C7",), 1),
    (["一、管材", "二、阀门"], (), 0),
    (["2、阀门"], (), 0),
])  # fmt: skip
def test_notes_of_several_rows_stand_below_their_table(
    notes: list[str | None], ranges: tuple[str, ...], count: int
) -> None:
    rows = [["品名", "数量", "金额"], ["螺栓", 10, 20], ["螺母", 20, 20], ["合计", None, 40], *[[note] for note in notes]]
    document = w.read(w.book(w.sheet(w.grid(rows), after=w.merged(*ranges) if ranges else "")))
    assert len(w.texts(document, "paragraph")) == count
    assert w.table(document).rows == (4 if count else 4 + len(notes))


def test_the_title_of_a_file_is_the_highest_text_above_its_tables() -> None:
    report = [["Profit and Loss"], ["Acme Corp"], [], ["", "Jan", "Feb"], ["Sales", 1, 2], ["Rent", 3, 4]]
    assert w.read(w.book(w.sheet(w.grid(report)))).source.title == "Profit and Loss"
    invoice = [["Acme Ltd", None, None, "INVOICE"], ["1 High St"], [], ["Item", "Qty", "Price"], ["A", 1, 2], ["B", 3, 4], [],
               ["Payment terms: 30 days"], ["Bank: Barclays", None, "Account: 1"]]  # fmt: skip
    assert w.read(w.book(w.sheet(w.grid(invoice)))).source.title == "Acme Ltd"
    said = [["单位：元"], [], ["项目", "金额"], ["收入", 1], ["支出", 2]]
    assert w.read(w.book(w.sheet(w.grid(said)))).source.title == ""


@pytest.mark.parametrize(("above", "captions"), [
    (["账号:", "6222020200112233445", "户名：", "张三"], ["账号: 6222020200112233445", "户名：张三"]),
    (["账号:", "6222020200112233445", None, "户名：张三"], ["账号: 6222020200112233445", "户名：张三"]),
    (["审核：", "制单：李四"], ["审核：", "制单：李四"]),
    (["2024年1月31日", None, "记字第 5 号"], ["2024年1月31日", "记字第 5 号"]),
    (["部门：销售", "2024年1月31日", "附件 3 张"], ["部门：销售", "2024年1月31日", "附件 3 张"]),
    (["账号", "6222020200112233445", "户名", "张三"], None),
])  # fmt: skip
def test_names_with_their_values_above_a_table_are_captions(
    above: list[w.Value | None], captions: list[str] | None
) -> None:
    rows = [["明细"], above, ["日期", "摘要", "收入", "支出", "余额"], ["1-1", "工资", 50, None, 50], ["1-2", "消费", None, 20, 30]]
    document = w.read(w.book(w.sheet(w.grid(rows))))
    assert w.texts(document, "caption") == ["明细", *(captions or [])]
    assert (w.table(document).rows, w.table(document).header_rows) == ((3, 1) if captions else (4, 0))


def test_comments_on_a_name_and_its_value_stand_at_theirs() -> None:
    rows = [["账号:", "6222", "户名：", "张三"], ["日期", "摘要", "收入", "支出", "余额"], ["1-1", "工资", 50, None, 50], ["1-2", "消费", 1, 2, 3]]
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": w.relations(("a", "comments", "../c.xml")),
        "xl/c.xml": f'<comments xmlns="{w.MAIN}"><authors><author/></authors><commentList>' + "".join(
            f'<comment ref="{ref}" authorId="0"><text><t>{ref}</t></text></comment>' for ref in ("A1", "B1", "D1")
        ) + "</commentList></comments>",
    }  # fmt: skip
    document = w.read(w.book(w.sheet(w.grid(rows), after='<legacyDrawing r:id="x"/>'), parts=parts))
    found = {document.slice(node.span): document.text[node.anchor or 0 :] for node in document.nodes if node.kind == "comment"}
    assert {ref: text[:4] for ref, text in found.items()} == {"A1": "账号: ", "B1": "6222", "D1": "张三\n|"}


@pytest.mark.parametrize(("below", "apart"), [
    ([["编码", "名称", "账面", "实盘"], ["001", "螺丝", 10, 9], ["002", "螺母", 20, 20]], True),
    ([["泵", "大", 10, 9], ["阀", "小", 20, 20]], False), ([["编码", "名称", "账面", "实盘"], ["A", "螺丝", "甲", "乙"]], False),
])  # fmt: skip
def test_a_list_of_names_and_values_right_above_a_table_is_none_of_its_rows(
    below: list[list[w.Value | None]], apart: bool
) -> None:
    rows: list[list[w.Value | None]] = [["仓库", "一号库"], ["盘点人", "张三"], *below]
    document = w.read(w.book(w.sheet(w.grid(rows))))
    found = [(node.table.rows, node.table.cols) for node in w.tables(document) if node.table is not None]
    assert found == ([(2, 2), (3, 4)] if apart else [(len(rows), 4)])


@pytest.mark.parametrize(("rows", "shapes"), [
    ([["项目", None, None, "金额"], ["收入", None, None, 1], ["成本", None, None, 2]], [(3, 4)]),
    ([["项目", None, None, "一月", "二月"], ["收入", None, None, 1, 3], ["成本", None, None, 2, 4], ["合计"]], [(4, 5)]),
    ([["项目", None, None, "品名", "数量"], ["收入", None, None, "甲", 3], ["成本", None, None, "乙", 4]], [(3, 2)]),
    ([["项目", None, None, "金额"], ["收入"], ["成本", None, None, 1], [None, None, None, 2]], []),
])  # fmt: skip
def test_words_that_run_over_blank_columns_name_the_values_behind(
    rows: list[list[w.Value | None]], shapes: list[tuple[int, int]]
) -> None:
    document = w.read(w.book(w.sheet(w.grid(rows))))
    found = [(node.table.rows, node.table.cols) for node in w.tables(document) if node.table is not None]
    assert [shape for shape in found if shape[1] > 1] == shapes


def test_a_note_over_a_date_is_no_name_of_a_column() -> None:
    rows = w.grid(LEDGER) + w.grid([["注：含税"], ["2024年5月6日"]], first=6) + w.grid([["余额"], [5], [6]], first=9)
    document = w.read(w.book(w.sheet(rows)))
    assert w.texts(document, "paragraph") == ["注：含税", "2024年5月6日"]
    assert (w.table(document, 1).rows, w.table(document, 1).header_rows) == (3, 1)


def test_a_lone_text_beside_a_table_is_none_of_its_rows() -> None:
    rows = [[*LEDGER[0], None, "说明：数据来自系统"], *LEDGER[1:]]
    document = w.read(w.book(w.sheet(w.grid(rows))))
    assert (w.table(document).cols, w.texts(document, "paragraph")) == (3, ["说明：数据来自系统"])


def test_a_blank_row_below_the_names() -> None:
    names, data = w.grid([["应收账款"], ["客户", "金额", "账龄"]]), w.grid([["甲", 1, "30天"], ["乙", 2, "60天"]], first=4)
    document = w.read(w.book(w.sheet(names + data)))
    assert w.texts(document, "caption") == ["应收账款"]
    assert (w.table(document).rows, w.table(document).header_rows) == (3, 1)
    assert w.by_ref(document)["表1", "A4"] == "甲"
    words = w.grid([["甲", "乙", "丙"]]) + w.grid([["丁", "戊", "己"], ["庚", "辛", "壬"]], first=3)
    assert len(w.tables(w.read(w.book(w.sheet(words))))) == 2


def test_who_made_a_table_stands_below_it() -> None:
    rows: list[list[w.Value | None]] = [["项目", "期末", "期初"], ["现金", 1, 2], ["存货", 3, 4], ["制表人：李四"]]
    document = w.read(w.book(w.sheet(w.grid(rows))))
    assert w.table(document).rows == 3
    assert w.texts(document, "paragraph") == ["制表人：李四"]


@pytest.mark.parametrize(("below", "notes"), [
    ([["制表：张三", None, "审核：李四"], ["打印日期：2024-05-06"]], ["制表：张三", "审核：李四", "打印日期：2024-05-06"]),
    ([["单位负责人：", None, "会计主管："]], ["单位负责人：", "会计主管："]),
    ([["Prepared by: Li", None, "Date: 2024-05-06"]], ["Prepared by: Li", "Date: 2024-05-06"]),
    ([["其中：", 1, 2]], []), ([["其他：电话费"]], []), ([["合计：", None, 9]], []),
])  # fmt: skip
def test_rows_that_answer_for_a_table_are_none_of_its_rows(below: list[list[w.Value | None]], notes: list[str]) -> None:
    rows: list[list[w.Value | None]] = [["项目", "期末", "期初"], ["现金", 1, 2], ["存货", 3, 4], *below]
    document = w.read(w.book(w.sheet(w.grid(rows))))
    assert (w.table(document).rows, w.texts(document, "paragraph")) == (3 if notes else len(rows), notes)


def test_a_blank_row_inside_a_table_and_a_blank_column_beside_numbers() -> None:
    rows = w.grid(LEDGER) + w.grid([["合计", None, 60]], first=6)
    assert w.table(w.read(w.book(w.sheet(rows)))).rows == 5
    spaced = [[number, None, name, amount] for number, name, amount in LEDGER]
    assert w.table(w.read(w.book(w.sheet(w.grid(spaced))))).cols == 4


@pytest.mark.parametrize(("rows", "count"), [
    ([["3-1", "付款", None, 20, 80]], 1), ([["3-1", "付款", None, 20, 80], ["3-2", "收款", None, 5, 85]], 1),
    ([[None, "合计", None, None, 80]], 1), ([[None, None, "小　计", None, 80]], 1),
    ([["仓库", None, None, "面积", "人"]], 3), ([[None, "税率", None, None, 13]], 3), ([["甲", None, None, "乙"]], 3),
    ([["3-1", "付款", None, 20, 80, 1]], 3),
])  # fmt: skip
def test_rows_behind_a_blank_one_may_be_blank_in_some_columns(rows: list[list[w.Value | None]], count: int) -> None:
    ledger = [["日期", "摘要", "借方", "贷方", "余额"], ["1-1", "期初", None, None, 50], ["2-1", "收款", 50, None, 100]]
    document = w.read(w.book(w.sheet(w.grid(ledger) + w.grid(rows, first=5))))
    pieces = len(w.tables(document)) + len(w.texts(document, "paragraph"))
    assert (pieces, w.table(document).rows) == (count, 3 + len(rows) if count == 1 else 3)


@pytest.mark.parametrize(("between", "rows", "count"), [
    (2, [["3-1", "付款", None, 20, 80], ["3-2", "收款", 5, None, 85]], 1), (2, [["3-1", "付款", None, 20, "-"]], 3),
    (3, [["3-1", "付款", None, 20, 80]], 3),
    (1, [["三月："], ["3-1", "付款", None, 20, 80]], 1), (1, [["三月"], ["3-1", "付款", None, 20, 80]], 1), (1, [["三月"], [3, "付款", None, 20, 80]], 3),
    (1, [["三月：", None, "应收："], ["3-1", "付款", None, 20, 80]], 2),
    (1, [["三月："], ["姓名", "部门", "工资", "年龄", "工龄"]], 2),
])  # fmt: skip
def test_a_table_goes_on_behind_two_blank_rows_and_behind_the_name_of_a_group(
    between: int, rows: list[list[w.Value | None]], count: int
) -> None:
    ledger = [["日期", "摘要", "借方", "贷方", "余额"], ["1-1", "期初", None, None, 50], ["2-1", "收款", 50, 10, 100]]
    document = w.read(w.book(w.sheet(w.grid(ledger) + w.grid(rows, first=4 + between))))
    pieces = len(w.tables(document)) + len(w.texts(document, "paragraph"))
    assert (pieces, w.table(document).rows) == (count, 3 + len(rows) if count == 1 else 3)


def test_every_chunk_of_a_long_table_has_the_names() -> None:
    rows = [["台账"], LEDGER[0], *[[n, f"供应商{n:03}", n * 100] for n in range(1, 200)]]
    document = w.read(w.book(w.sheet(w.grid(rows))))
    setting = chunking.defaults("xlsx", None).changed(max_chars=400)
    chunks = chunking.cut(document, setting)
    assert len(chunks) > 5
    for chunk in chunks:
        text = chunk.text(document)
        assert len(text) <= 400
        assert "| 序号 | 供应商 | 金额 |\n| --- | --- | --- |\n" in text
    assert chunks[1].location.rows is not None
    assert chunks[1].location.rows[0] > 3


def test_merged_values_stand_once_and_echo_below() -> None:
    rows = w.grid([["客户", "月份", "金额"], ["甲公司", "一月", 1], [None, "二月", 2], ["合计", None, 3]])
    document = w.read(w.book(w.sheet(rows, after=w.merged("A2:A3", "A4:B4"))))
    assert w.lines(document)[2:] == ["| 甲公司 | 一月 | 1 |", "| 甲公司 | 二月 | 2 |", "| 合计 | | 3 |"]
    cells = {(cell.row, cell.col): cell for cell in w.table(document).cells(document.text)}
    assert (cells[1, 0].row_span, cells[3, 0].col_span) == (2, 2)
    assert (2, 0) not in cells
    echoes = [node.echoes for node in document.nodes if node.kind == "row"]
    assert [document.slice(span) for spans in echoes for span in spans] == ["甲公司"]


def test_what_merged_cells_cover_is_hidden() -> None:
    rows = w.row(1, w.cell("A1", "组"), w.cell("B1", "月"), w.cell("C1", "值"))
    rows += w.row(2, w.cell("A2", "甲"), w.cell("B2", "一"), w.cell("C2", 1))
    rows += w.row(3, w.cell("A3", "盖住", formula="A2"), w.cell("B3", "二"), w.cell("C3", 2))
    document = w.read(w.book(w.sheet(rows, after=w.merged("A2:A3"))))
    assert w.lines(document)[2:] == ["| 甲 | 一 | 1 |", "| 甲 | 二 | 2 |"]
    assert "盖住" not in document.text[: document.source.body[1]]
    assert w.by_ref(document)["表1", "A3"] == "盖住"
    assert [notice.code for notice in document.notices] == ["hidden_content"]


def test_ranges_that_overlap_or_have_no_end() -> None:
    after = w.merged("A1:XFD1", "B2:C2", "C2:D3", "A5:XFD1048576", "A4:A4", "B9")
    document = w.read(w.book(w.sheet(w.grid([["标题"], *LEDGER]), after=after)))
    assert w.table(document).cols == 3
    assert w.texts(document, "caption") == ["标题"]


def test_many_ranges_without_a_value() -> None:
    after = w.merged(*[f"A{n}:B{n}" for n in range(1, 3001)])
    document = w.read(w.book(w.sheet("", after=after)))
    assert sum(cell.col_span == 2 for cell in w.table(document).cells(document.text)) == 3000


# --- hidden -----------------------------------------------------------------------------------------------------
def test_hidden_sheets_rows_and_columns_stand_behind_the_body() -> None:
    rows = w.row(1, w.cell("A1", "品名"), w.cell("B1", "底价"), w.cell("C1", "数量"))
    rows += w.row(2, w.cell("A2", "钢管"), w.cell("B2", "秘密一"), w.cell("C2", 5))
    rows += w.row(3, w.cell("A3", "秘密二"), w.cell("C3", 6), more=' hidden="1"')
    rows += w.row(4, w.cell("A4", "阀门"), w.cell("C4", 7))
    shown = w.sheet(rows, before='<cols><col min="2" max="2" hidden="1"/></cols>')
    document = w.read(w.book(shown, w.sheet(w.grid([["秘密三", "秘密四"]])), states={2: "veryHidden"}))
    body = document.text[: document.source.body[1]]
    assert "秘密" not in body
    assert "| 钢管 | 5 |\n| 阀门 | 7 |" in body
    assert set(re.findall("秘密.", document.text)) == {"秘密一", "秘密二", "秘密三", "秘密四"}
    hidden = [node for node in document.nodes if node.hidden]
    assert [(node.kind, node.location.sheet, node.location.rows) for node in hidden] == [
        ("table", "表1", (3, 3)), ("table", "表1", (1, 2)), ("sheet", "表2", None)
    ]
    assert all(node.anchor is not None and node.span[0] >= len(body) for node in hidden)
    assert [(notice.code, notice.count) for notice in document.notices] == [("hidden_content", 3)]
    found = w.by_ref(document)
    assert (found["表1", "C4"], found["表1", "B2"], found["表1", "A3"]) == ("7", "秘密一", "秘密二")


def test_rows_without_height_and_columns_without_width_are_hidden() -> None:
    rows = w.grid([["品名", "底价", "数量"], ["钢管", "秘密", 5]])
    rows += w.row(3, w.cell("A3", "暗行"), w.cell("C3", 6), more=' ht="0" customHeight="1"') + w.grid([["阀门", None, 7]], first=4)
    before = '<cols><col min="2" max="2" width="0" customWidth="1"/><col min="3" max="3" width="10.5"/></cols>'
    document = w.read(w.book(w.sheet(rows, before=before)))
    assert w.lines(document)[2:] == ["| 钢管 | 5 |", "| 阀门 | 7 |"]
    assert [(notice.code, notice.count) for notice in document.notices] == [("hidden_content", 2)]


def test_ranges_over_hidden_rows_and_columns() -> None:
    rows = w.grid([["组", "隐", "月", "值"], ["甲", None, "一", 1]])
    rows += w.row(3, w.cell("C3", "二"), w.cell("D3", 2), more=' hidden="1"') + w.grid([[None, None, "三", 3]], first=4)
    data = w.book(w.sheet(rows, before='<cols><col min="2" max="2" hidden="true"/></cols>', after=w.merged("A2:B4")))
    document = w.read(data)
    assert w.lines(document)[2:] == ["| 甲 | 一 | 1 |", "| 甲 | 三 | 3 |"]
    cells = {(cell.row, cell.col): cell for cell in w.table(document).cells(document.text)}
    assert (cells[1, 0].row_span, cells[1, 0].col_span) == (2, 1)


def test_what_is_hidden_inside_does_not_part_a_table() -> None:
    rows = "".join(
        w.row(n, *[w.cell(f"{letter}{n}", f"{letter}{n}" if n == 1 else n) for letter in "ABCDEF"],
              more=' hidden="1"' if n in (3, 4, 5) else "")
        for n in range(1, 8)
    )
    hidden = '<cols><col min="3" max="4" hidden="1"/></cols>'
    document = w.read(w.book(w.sheet(rows, before=hidden, after='<autoFilter ref="A1:F7"/>')))
    shown = [node for node in w.tables(document) if not node.hidden]
    assert len(shown) == 1
    assert w.lines(document)[:3] == ["| A1 | B1 | E1 | F1 |", "| --- | --- | --- | --- |", "| 2 | 2 | 2 | 2 |"]
    assert len(w.lines(document)) == 5


def test_what_a_format_hides_is_an_aside() -> None:
    formats = [";;;", "0;-0;;@"]
    rows = w.row(1, w.cell("A1", "品名"), w.cell("B1", "数量"), w.cell("C1", "密级"))
    rows += w.row(2, w.cell("A2", "钢管"), w.cell("B2", 0, style=2), w.cell("C2", "绝密", style=1))
    rows += w.row(3, w.cell("A3", "阀门"), w.cell("B3", 5, style=2), w.cell("C3", 7, style=1, formula="B3+2"))
    rows += w.row(4, w.cell("A4", 1, style=1))
    document = w.read(w.book(w.sheet(rows), w.sheet(rows), formats=formats, states={2: "hidden"}))
    body = document.text[: document.source.body[1]]
    assert w.lines(document) == ["| 品名 | 数量 | 密级 |", "| --- | --- | --- |", "| 钢管 | | |", "| 阀门 | 5 | |"]
    assert "绝密" not in body
    assert "\0" not in document.text
    found = w.by_ref(document)
    assert (found["表1", "B2"], found["表1", "C2"], found["表1", "C3"], found["表1", "A4"]) == ("0", "绝密", "7", "1")
    assert found["表2", "C2"] == "绝密"
    beside = [node for node in w.tables(document) if node.hidden and node.location.sheet == "表1"]
    assert [list((node.table.formulas if node.table else {}).values()) for node in beside] == [["=B3+2"]]
    assert [notice.code for notice in document.notices] == ["hidden_content"]


# --- values -----------------------------------------------------------------------------------------------------
def test_formulas_beside_their_values() -> None:
    shared = '<c r="C3"><f t="shared" ref="C3:C4" si="0">A3*$B$1+SUM(A$1:A3)</f><v>6</v></c>'
    later = '<c r="C4"><f t="shared" si="0"/><v>8</v></c>'
    rows = w.row(1, w.cell("A1", "量"), w.cell("B1", "价"), w.cell("C1", "额"))
    rows += w.row(2, w.cell("A2", 2), w.cell("B2", 3), w.cell("C2", 6, formula='IF(A2<3,"A1&B1",B2)'))
    rows += w.row(3, w.cell("A3", 2), shared) + w.row(4, w.cell("A4", 2), later)
    rows += w.row(5, w.cell("A5", 1), '<c r="C5"><f>A5+1</f></c>')
    document = w.read(w.book(w.sheet(rows)))
    table = w.table(document)
    assert {table.refs[n]: table.formulas[n] for n in table.formulas} == {
        "C2": '=IF(A2<3,"A1&B1",B2)', "C3": "=A3*$B$1+SUM(A$1:A3)", "C4": "=A4*$B$1+SUM(A$1:A4)", "C5": "=A5+1"
    }
    assert w.by_ref(document)["表1", "C4"] == "8"
    assert w.by_ref(document)["表1", "C5"] == "=A5+1"  # no value is stored
    assert [(notice.code, notice.count) for notice in document.notices] == [("formula_without_value", 1)]


@pytest.mark.parametrize(
    ("formula", "down", "right", "expected"),
    [
        ("A1+$A$1+A$1+$A1", 2, 1, "B3+$A$1+B$1+$A3"), ("SUM(Z9:AA10)", 1, 1, "SUM(AA10:AB11)"),
        ("'A1 B2'!A1&\"C3\"", 1, 0, "'A1 B2'!A2&\"C3\""), ("LOG10(A1)+RATE24", 1, 0, "LOG10(A2)+RATE24"),
        ("A1", -1, 0, "#REF!"), ("XFD1", 0, 1, "#REF!"),
    ],
)
def test_a_shared_formula_is_moved(formula: str, down: int, right: int, expected: str) -> None:
    assert moved(formula, down, right) == expected


def test_values_as_they_are_shown() -> None:
    strings = (
        "<si><t>东方<![CDATA[仓]]></t><rPh sb=\"0\" eb=\"2\"><t>ひがし</t></rPh><phoneticPr/></si>"
        "<si><r><rPr/><t>粗</t></r><r><t xml:space=\"preserve\">体 </t></r></si><si><t/></si><si/><si><t>a&amp;b_x000D_</t></si>"
    )
    cells = [
        '<c r="A1" t="s"><v>0</v></c>', '<c r="B1" t="s"><v>1</v></c>', '<c r="C1" t="s"><v>4</v></c>',
        '<c r="D1" t="s"><v>99</v></c>', '<c r="E1" t="b"><v>1</v></c>', '<c r="F1" t="e"><v>#DIV/0!</v></c>',
        '<c r="G1" t="d"><v>2024-05-06T00:00:00Z</v></c>', '<c r="H1" s="1"><v>45418</v></c>', '<c r="I1" s="2"><v>2.5</v></c>',
        '<c r="J1" t="inlineStr"><is><r><t>西方</t></r><rPh><t>にし</t></rPh></is></c>', '<c r="K1" s="2"/>',
        '<c r="L1"><v>10955500010.0</v></c>', '<c r="M1" t="s"><v>2</v></c>',
    ]
    names = w.grid([[f"列{n}" for n in range(1, 13)]], first=2)
    document = w.read(w.book(w.sheet(w.row(1, *cells) + names), strings=strings, formats=["yyyy-mm-dd", "0.00"]))
    assert w.lines(document)[0] == (
        "| 东方仓 | 粗体 | a&b | | TRUE | #DIV/0! | 2024-05-06 | 2024-05-06 | 2.50 | 西方 | | 10955500010 |"
    )


def test_values_that_other_programs_write_in_their_own_ways() -> None:
    cells = [
        '<c r="A1" t="s"><v>\n 1 </v></c>', '<c r="B1" t="inlineStr"><v>甲&amp;乙</v></c>', '<c r="D1" s="1"><v> 5 </v></c>',
        '<c r="C1" t="inlineStr"><is><t>_xD83D__xDE00_ _xD83D_</t></is></c>', '<c r="E1" t="inlineStr"/>',
    ]
    names = w.grid([["甲", "乙", "丙", "丁", "戊"]], first=2)
    data = w.book(w.sheet(w.row(1, *cells) + names), strings="<si><t>零</t></si><si><t>一</t></si>", formats=["0.0"])
    assert w.lines(w.read(data))[0] == "| 一 | 甲&乙 | 😀 \ufffd | 5.0 | |"


@pytest.mark.parametrize("error", ["#SPILL!", "#CALC!", "#GETTING_DATA", "#DIV/0!", "#NAME?"])
def test_errors_are_values_and_name_no_columns(error: str) -> None:
    rows = w.row(1, w.cell("A1", "甲"), f'<c r="B1" t="e"><v>{error}</v></c>', w.cell("C1", "乙")) + w.grid([["丙", 1, 2]], first=2)
    assert w.table(w.read(w.book(w.sheet(rows)))).header_rows == 0


def test_formats_of_texts_and_signs_in_formats() -> None:
    strings = "<si><t>张三</t></si>"
    cells = [
        '<c r="A1" t="s" s="1"><v>0</v></c>', '<c r="B1" t="inlineStr" s="1"><is><t>李四</t></is></c>',
        '<c r="C1" t="str" s="1"><v>王五</v></c>', '<c r="D1" s="2"><v>5</v></c>', '<c r="E1" t="s"><v>0</v></c>',
    ]
    document = w.read(w.book(w.sheet(w.row(1, *cells)), strings=strings, formats=['0;-0;0;"致|"@', '0"|个"']))
    assert [cell.text for cell in w.table(document).cells(document.text)] == ["致|张三", "致|李四", "致|王五", "5|个", "张三"]


def test_formulas_as_programs_show_them() -> None:
    rows = w.row(1, w.cell("A1", "丙", formula="_xlfn._xlws.SORT(_xlfn.UNIQUE(B1:B9))"), w.cell("B1", "x"))
    rows += w.row(2, '<c r="A2"><f t="array" ref="A2:A3">B1:B2*2</f><v>4</v></c>', w.cell("B2", "y"))
    document = w.read(w.book(w.sheet(rows)))
    assert list(w.table(document).formulas.values()) == ["=SORT(UNIQUE(B1:B9))", "=B1:B2*2"]


def test_dates_since_1904() -> None:
    rows = w.row(1, w.cell("A1", "付款日"), w.cell("B1", 43956, style=1))
    document = w.read(w.book(w.sheet(rows), formats=["yyyy/m/d"], from_1904=True))
    assert w.by_ref(document)["表1", "B1"] == "2024-05-06"


def test_signs_that_would_break_a_table() -> None:
    rows = w.grid([["品名", "说明"], ["管件", "DN50|DN80"], ["机箱", "第一行\n第二行"], ["正则", "a\\|b"]])
    document = w.read(w.book(w.sheet(rows)))
    assert [cell.text for cell in w.table(document).cells(document.text)][3::2] == ["DN50|DN80", "第一行\n第二行", "a\\|b"]
    assert len(w.lines(document)) == 5


# --- unusual files ----------------------------------------------------------------------------------------------
def _plain() -> str:
    return w.sheet(w.grid(LEDGER * 12), after=w.merged("A2:A3"))


@pytest.mark.parametrize(
    "write",
    [
        lambda xml: xml.replace("<", "<x:").replace("<x:/", "</x:").replace("<x:?", "<?").replace("xmlns=", "xmlns:x="),
        lambda xml: xml.replace("UTF-8", "UTF-16").encode("utf-16"),
        lambda xml: re.sub(r' r="[A-Z]+\d+"', "", xml),
        lambda xml: re.sub(r'<row r="\d+"', "<row", xml),
        lambda xml: xml.replace("<v>", "<!-- <v>9</v> --><v>"),
        lambda xml: re.sub(r"<v>(\D[^<]*)</v>", r"<v><![CDATA[\1]]></v>", xml),
        lambda xml: xml.replace("<c ", '<c cm="1" ').replace("<v>", '<v xml:space="preserve">'),
        lambda xml: xml.replace("<c r=", "<c\n r=").replace("</row>", "</row>\n"),
        lambda xml: xml.replace("<row ", '<row spans="1:3" ').replace("</c><c", '</c><c r="Z1" s="1"/><c'),
        lambda xml: xml[: xml.index("</worksheet>")],
    ],
)
def test_the_same_sheet_written_in_other_ways(write: object) -> None:
    assert callable(write)
    usual, other = w.read(w.book(_plain())), w.read(w.book(write(_plain())))
    assert other.text == usual.text
    assert w.by_ref(other) == w.by_ref(usual)


def test_rows_out_of_order_and_twice() -> None:
    rows = w.grid(LEDGER[2:], first=3) + w.grid(LEDGER[:2]) + w.row(2, w.cell("B2", "改名"))
    document = w.read(w.book(w.sheet(rows)))
    assert w.lines(document)[2:] == ["| 1 | 改名 | 10 |", "| 2 | 乙公司 | 20 |", "| 3 | 丙公司 | 30 |"]


def test_formatted_blanks_and_cells_beyond_the_grid() -> None:
    rows = w.grid(LEDGER) + w.row(1048576, '<c r="F1048576" s="1"/>') + w.row(16777217, w.cell("A16777217", "越界"))
    rows += w.row(1048570, w.cell("XFE1048570", "越界"))
    document = w.read(w.book(w.sheet(rows, before='<dimension ref="A1:XFE16777217"/>')))
    assert (w.table(document).rows, w.table(document).cols) == (4, 3)
    assert "越界" not in document.text


def test_two_cells_far_apart() -> None:
    rows = w.row(1, w.cell("A1", "起点")) + w.row(1048576, w.cell("XFD1048576", "终点"))
    document = w.read(w.book(w.sheet(rows)))
    assert w.texts(document, "paragraph") == ["起点", "终点"]


def test_a_wide_table_with_hardly_anything_in_it() -> None:
    rows = [w.row(n, w.cell(f"A{n}", n), w.cell(f"{letters(n)}{n}", "散")) for n in range(1, 3001)]
    head = w.row(3001, *[w.cell(f"{letters(n)}3001", "列") for n in range(3002)])
    document = w.read(w.book(w.sheet("".join(rows) + head)))
    assert len(document.text) < 100_000
    assert document.text.count("散") == 3000


def test_damaged_files() -> None:
    whole = w.book(_plain())
    for cut in (10, len(whole) // 2, len(whole) - 30):
        with pytest.raises(FileError) as raised:
            w.read(whole[:cut])
        assert raised.value.kind == "corrupt"
    bomb = w.sheet(w.grid(LEDGER)).replace("?>\n", '?>\n<!DOCTYPE x [<!ENTITY a "b">]>', 1)
    with pytest.raises(FileError) as raised:
        w.read(w.book(bomb))
    assert raised.value.kind == "corrupt"
    missing = w.read(w.book(_plain(), parts={"xl/_rels/workbook.xml.rels": w.relations()}))
    assert w.table(missing).rows == w.table(w.read(whole)).rows
    cut_off = w.read(w.book(_plain()[:700]))
    assert w.table(cut_off).rows > 3


def test_a_workbook_with_nothing_in_it() -> None:
    for content, kind in ((w.sheet(w.row(1, '<c r="A1" s="1"/>')), "empty"), ("<worksheet", "empty")):
        with pytest.raises(FileError) as raised:
            w.read(w.book(content))
        assert raised.value.kind == kind
    with pytest.raises(FileError) as raised:
        w.read(w.book(parts={"xl/workbook.xml": f'<workbook xmlns="{w.MAIN}"><sheets><sheet name="a"/></sheets></workbook>'}))
    assert raised.value.kind == "corrupt"


@given(st.lists(st.lists(st.one_of(st.none(), st.integers(0, 9999), st.text(
    alphabet="甲乙 |\\<>&\"'\n;。ab1", max_size=6)), max_size=7), max_size=14))
@settings(deadline=None, max_examples=60)
def test_nothing_is_lost_and_spans_are_exact(rows: list[list[w.Value | None]]) -> None:
    document = w.read(w.book(w.sheet(w.grid([*rows, ["末"]]))))
    wanted = sorted(str(value).strip() for values in [*rows, ["末"]] for value in values
                    if value is not None and str(value).strip())
    found = list(w.by_ref(document).values())
    found += [text for kind in ("paragraph", "caption") for text in w.texts(document, kind)]
    assert sorted(found) == wanted
    for node in w.tables(document):
        assert node.table is not None
        for cell in node.table.cells(document.text):
            assert node.span[0] < cell.span[0] < cell.span[1] < node.span[1]
        lines = document.slice(node.span).split("\n")
        assert len(lines) == node.table.rows + 1
        assert {len(re.sub(r"\\.", "", line).strip("|").split("|")) for line in lines} == {node.table.cols}
    spans = [node.span for node in document.nodes if node.kind in ("row", "caption", "paragraph")]
    assert spans == sorted(spans)
    assert all(start < end for start, end in document.sentences)
    assert list(document.sentences) == sorted(document.sentences)


@pytest.mark.parametrize(("rows", "ranges"), [
    ([["甲", "制表人："], [None], [None, "金额"], [None], [None], [None, "制表人："], [1, 1]], ["B2:C4"]),
    ([[None], [None], ["制表人："], [None]], ["A4:B4", "A3:C4", "A1:C1"]),
    ([["小计", "名称", "2024年1月"], [None], [None], [None, "金额"], [2024, None, 2024], [None], [2.5, None, "(万元)"],
      [None, "编号", "2024年1月"], [None]], ["C8:E9", "C5:D6", "A1:A2", "A12:B13"]),
])
def test_rows_that_only_merged_cells_fill_are_read(rows: list[list[w.Value | None]], ranges: list[str]) -> None:
    document = w.read(w.book(w.sheet(w.grid(rows), after=w.merged(*ranges))))
    assert all(str(value) in document.text for values in rows for value in values if isinstance(value, str))


_WORDS = st.sampled_from([
    "甲", "合计", "小计", "名称", "金额", "注：无", "编号", "2024年1月", "一、收入", "制表人：", "姓名:", "100", "备注", "(万元)",
    "A-1", 1, 2.5, 2024, None, None, None, None, None,
])
_PLACES = st.tuples(st.integers(0, 4), st.integers(1, 9), st.integers(0, 2), st.integers(0, 2))


@given(st.lists(st.lists(_WORDS, min_size=1, max_size=6), min_size=1, max_size=10), st.lists(_PLACES, max_size=3))
@settings(deadline=None, max_examples=300)
def test_whatever_words_of_ledgers_stand_where_they_are_read(
    rows: list[list[w.Value | None]], merges: list[tuple[int, int, int, int]],
) -> None:
    ranges = [f"{letters(col)}{row}:{letters(col + right)}{row + down}" for col, row, right, down in merges]
    document = w.read(w.book(w.sheet(w.grid([*rows, ["末"]]), after=w.merged(*ranges) if ranges else "")))
    assert "末" in document.text or ranges


@given(st.integers(0, 16383))
@settings(deadline=None, max_examples=40)
def test_names_of_columns(col: int) -> None:
    assert column(letters(col)) == col


def test_by_whatever_name(tmp_path: Path) -> None:
    assert parsing.read(w.book(_plain()), "旧.xls").source.kind == "xlsx"


def test_real_workbooks(shared: Path) -> None:
    for path in sorted((shared / "corpus" / "xlsx").glob("*.xlsx")):
        document = parsing.read(path.read_bytes(), path.name)
        assert document.source.kind == "xlsx"
        assert any(node.kind == "sheet" for node in document.nodes)
