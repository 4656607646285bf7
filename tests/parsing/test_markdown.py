"""Markdown: markup becomes structure and leaves the text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui import parsing
from docprep_gui.domain.document import Document, Node


def read(text: str) -> Document:
    return parsing.read(text.encode("utf-8-sig"), "a.md")


def of_kind(document: Document, kind: str) -> list[Node]:
    return [node for node in document.nodes if node.kind == kind]


def texts(document: Document, kind: str) -> list[str]:
    return [document.slice(node.heading or node.span) for node in of_kind(document, kind)]


def test_headings_have_levels_labels_and_paths() -> None:
    document = read("# 标准总则\n\n## 7 分级\n\n### 7.4 第四级\n\n正文\n在此。\n\n## 8 附录\n\n附录说明。\n")
    sections = of_kind(document, "section")
    assert [(document.heading(node), node.level, node.label) for node in sections] == [
        ("标准总则", 1, ""), ("7 分级", 2, "7"), ("7.4 第四级", 3, "7.4"), ("8 附录", 2, "8"),
    ]
    last = next(i for i, node in enumerate(document.nodes) if document.slice(node.span) == "附录说明。")
    assert document.title_paths[last] == ("标准总则", "8 附录")
    assert document.source.title == "标准总则"


def test_headings_without_a_blank_are_headings_where_all_are() -> None:
    document = read("#采购合同\n##一、标的\n文字。\n```\n#include <a>\n```\n##二、价款\n#!x\n")
    assert texts(document, "section") == ["采购合同", "一、标的", "二、价款"]
    assert texts(document, "code") == ["#include <a>"]
    assert texts(read("# 标题\n\n#话题 文字\n\n#标签\n"), "section") == ["标题"]
    assert texts(read("#话题 文字\n"), "section") == []
    assert texts(read("#话题 #标签\n文字\n#合同 #采购\n"), "section") == []


def test_inline_markup_leaves_the_text() -> None:
    document = read("**甲方**应于`30`日内*付款*，见[第三条](http://x.example/a)，~~作废~~ &amp; <b>其余</b>。\n")
    assert document.text == "甲方应于30日内付款，见第三条，作废 & 其余。\n"


@pytest.mark.parametrize(("source", "text"), [
    ("**“甲方”**是指**《合同》**的**注意：**一方", "“甲方”是指《合同》的注意：一方"),
    ("依据**（一）**项，**价款(含税)**为*五万元。*其余", "依据（一）项，价款(含税)为五万元。其余"),
    ("***“两重”***字 ~~“作废”~~的", "“两重”字 “作废”的"), ("尺寸20*30*5cm，100mm*200mm*300mm", "尺寸20*30*5cm，100mm*200mm*300mm"),
    ("这是*重点*内容 a*b*c **2** *3*", "这是重点内容 abc 2 3"), ("** 甲 ** 乙**（", "** 甲 ** 乙**（"), ("甲_乙_丙", "甲_乙_丙"),
])  # fmt: skip
def test_marks_of_emphasis_beside_wide_signs_and_stars_in_sizes(source: str, text: str) -> None:
    assert read(source).text == text + "\n"


@pytest.mark.parametrize(("source", "text"), [
    ("由 $a_1*b_2*c$ 得 $\\{x\\}$", "由 $a_1*b_2*c$ 得 $\\{x\\}$"),
    ("$$\n\\sum_{i} x_i*y*z \\\\\n=1\n$$", "$$\n\\sum_{i} x_i*y*z \\\\\n=1\n$$"),
    ("单价$5，*总价*$6元", "单价$5，总价$6元"), ("$5 *to* $10", "$5 to $10"), ("价 $ 5 与 *六* $", "价 $ 5 与 六 $"),
    ("\\$5*甲*$", "$5甲$"), ("`$a*b*c$`和*乙*", "$a*b*c$和乙"), ("US$5*甲*US$6", "US$5甲US$6"), ("$$$ *甲*", "$$$ 甲"),
])  # fmt: skip
def test_equations_between_dollars_stay_to_the_letter_and_money_is_none(source: str, text: str) -> None:
    assert read(source).text == text + "\n"


def test_a_table_drawn_with_signs_is_one() -> None:
    document = read("前\n\n+------+----+\n| 名称 | 数 |\n+======+====+\n| 泵   | 1  |\n+------+----+\n\n+ 项\n+ 又\n")
    assert document.text == "前\n| 名称 | 数 |\n| --- | --- |\n| 泵 | 1 |\n• 项\n• 又\n"


def test_a_heading_that_is_only_a_number_has_the_next_line_for_title() -> None:
    document = read("## ARTICLE I\n\n**DEFINITIONS**\n\nIn this Agreement:\n\n## ARTICLE II\n\nPAYMENT\n\nBuyer shall pay.\n")
    assert texts(document, "section") == ["ARTICLE I DEFINITIONS", "ARTICLE II PAYMENT"]
    assert [node.label for node in of_kind(document, "section")] == ["ARTICLE I", "ARTICLE II"]


def test_code_is_kept_to_the_letter() -> None:
    fence = "```bash\n# 注释不是标题\nls  -al | **x**\n```"
    document = read(f"# 部署\n\n{fence}\n\n~~~\n## also not\n~~~\n\n    indented\n")
    assert texts(document, "section") == ["部署"]
    assert texts(document, "code") == ["# 注释不是标题\nls  -al | **x**", "## also not", "indented"]


def test_front_matter_is_code() -> None:
    document = read("---\ntitle: 合同\n---\n# 正文\n")
    assert texts(document, "code") == ["title: 合同"]
    assert texts(document, "section") == ["正文"]


def test_lists_show_their_numbers() -> None:
    document = read("3. 甲\n4. 乙\n   - 子项\n\n     续段\n\n* 丙\n")
    items = of_kind(document, "list_item")
    assert [(document.slice(node.span), node.level, node.label) for node in items] == [
        ("3. 甲", 1, "3."), ("4. 乙", 1, "4."), ("• 子项", 2, ""), ("• 丙", 1, ""),
    ]
    assert texts(document, "paragraph") == ["续段"]


def test_a_quote_holds_its_paragraphs() -> None:
    document = read("前言。\n\n> 引文一。\n>\n> 引文二。\n\n后语。\n")
    (quote,) = of_kind(document, "quote")
    assert document.slice(quote.span) == "引文一。\n引文二。\n"
    assert texts(document, "paragraph") == ["前言。", "引文一。", "引文二。", "后语。"]


def test_tables_have_cells_and_a_caption_before() -> None:
    document = read("表1 运行指标\n| 指标 | 数值 |\n| --- | ---: |\n| 负载 \\| 峰 | 1<br>2 |\n| 余量 | |\n")
    assert texts(document, "caption") == ["表1 运行指标"]
    (node,) = of_kind(document, "table")
    assert node.table is not None
    assert (node.table.rows, node.table.cols, node.table.header_rows) == (3, 2, 1)
    cells = [(cell.row, cell.col, cell.text) for cell in node.table.cells(document.text)]
    assert cells == [(0, 0, "指标"), (0, 1, "数值"), (1, 0, "负载 | 峰"), (1, 1, "1\n2"), (2, 0, "余量"), (2, 1, "")]
    lines = document.slice(node.span).split("\n")
    assert (lines[0], lines[1]) == ("| 指标 | 数值 |", "| --- | --- |")


def test_pictures_are_figures_with_their_alternative_text() -> None:
    document = read("![流程图](a.png)\n\n见![图标](b.png)处。\n\n![](c.png)\n")
    assert texts(document, "figure") == ["流程图", "图标", ""]
    assert texts(document, "paragraph") == ["见图标处。"]


def test_html_is_dropped_to_its_text() -> None:
    document = read("<div>第一行<br>第二行</div>\n<!-- 不可见 -->\n\n<script>x()</script>\n\n正文\n")
    assert document.text == "第一行\n第二行\n正文\n"


def test_lines_stay_apart_unless_they_were_wrapped() -> None:
    long = "乙方应当按照本合同附件一所列的技术要求与交付时间表向甲方交付全部设备与"
    document = read(f"甲方：甲公司\n乙方：乙公司\n\n{long}\n随附资料。\n\n{'word ' * 14}\nand more words.\n")
    assert texts(document, "paragraph") == [
        "甲方：甲公司", "乙方：乙公司", f"{long}随附资料。", f"{('word ' * 14).strip()} and more words.",
    ]


def test_a_short_line_is_the_last_of_a_wrapped_paragraph() -> None:
    """However long the paragraph is that it ends."""
    long = "The supplier delivers what the buyer has ordered under this agreement to"
    document = read(f"{long}\n{long}\nany place\nBuyer: A\nSeller: B\n")
    assert texts(document, "paragraph") == [f"{long} {long} any place", "Buyer: A", "Seller: B"]


def test_typed_numbers_are_headings_where_none_are_marked() -> None:
    document = read("第一章 总则\n\n第一条 目的\n\n为规范采购，制定本办法。\n\n第二条 范围\n\n适用于全体。\n")
    assert texts(document, "section") == ["第一章 总则", "第一条 目的", "第二条 范围"]
    assert [node.label for node in of_kind(document, "section")] == ["第一章", "第一条", "第二条"]


def test_each_visible_line_is_in_the_text_once() -> None:
    source = "# 甲\n\n孤行\n\n## 空标题节\n\n# 乙\n\n- 列表项一\n- 列表项二\n\n落款：示例公司"
    document = read(source)
    for line in ("甲", "孤行", "空标题节", "乙", "列表项一", "列表项二", "落款：示例公司"):
        assert document.text.count(line) == 1


@pytest.mark.parametrize("depth", [20, 73, 74, 75, 76, 200])
@pytest.mark.parametrize("mark", ["- ", "> - ", "1. "])
def test_no_depth_of_nesting_loses_text(depth: int, mark: str) -> None:
    indent = "> " if mark.startswith(">") else " " * len(mark)
    lines = ["# 标题", "", *(indent * level + mark + f"条目{level}完" for level in range(depth)), "", "末尾一段。"]
    text = read("\n".join(lines)).text
    assert not [level for level in range(depth) if f"条目{level}完" not in text]
    assert "末尾一段。" in text


def test_what_is_nested_beyond_reason_is_still_there() -> None:
    assert "正文" in read("> " * 100 + "正文\n").text
    assert "正文" in read("- " * 3000 + "正文\n").text


PIECES = ["# a", "b", "- c", "> d", "| e | f |\n| - | - |", "```", "<p>", "![g](h)", "", "1. i"]


@given(st.lists(st.sampled_from(PIECES)))
@settings(deadline=None, max_examples=60)
def test_nodes_are_nested_and_in_order(lines: list[str]) -> None:
    document = read("\n".join(["# first", *lines]))
    for node in document.nodes[1:]:
        parent = document.nodes[node.parent]
        assert parent.span[0] <= node.span[0] <= node.span[1] <= parent.span[1]
    starts = [node.span[0] for node in document.nodes]
    assert starts == sorted(starts)


def test_footnotes_follow_the_paragraph_that_names_them() -> None:
    document = read(
        "定金[^1]不退[^长]。\n\n后文[^1]，[^无]。\n\n[^1]: 见附件\n[^长]: 指**合同**总价的\n百分之十\n\n    第二段\n\n[^孤]: 没有人提到\n\n末段\n"
    )
    notes = [(document.slice(n.span), n.role, n.label) for n in document.nodes if n.kind == "note"]
    assert notes == [("见附件", "footnote", ""), ("指合同总价的\n百分之十\n第二段", "footnote", ""), ("没有人提到", "footnote", "孤")]
    assert document.text == "定金不退。\n见附件\n指合同总价的\n百分之十\n第二段\n后文，[^无]。\n没有人提到\n末段\n"
    anchors = [n.anchor for n in document.nodes if n.kind == "note"]
    assert anchors[:2] == [2, 4]


def test_a_footnote_inside_code_or_a_table() -> None:
    document = read("| a[^1] |\n|---|\n| 1 |\n\n```\n[^1]: code\n```\n\n[^1]: 注\n")
    assert [document.slice(n.span) for n in document.nodes if n.kind in ("note", "code")] == ["注", "[^1]: code"]


def test_headings_and_pictures_of_html() -> None:
    document = read(
        '<h1 align="center">采购<br>合同</h1>\n<p>第一段 <img src="a.png" alt=\'公章 &amp; 签字\'> 后文</p>\n<h3></h3>\n\n'
        '文 <img alt="图示" src=b.png> 字\n\n<p align="center"><img src="c.png"></p>\n\n## 附则 {#end .x}\n'
    )  # fmt: skip
    assert texts(document, "section") == ["采购 合同", "附则"]
    assert [node.level for node in of_kind(document, "section")] == [1, 2]
    assert texts(document, "figure") == ["公章 & 签字", "图示", ""]
    assert texts(document, "paragraph") == ["第一段", "后文", "文 图示 字"]


def test_what_is_left_open_in_html_is_text() -> None:
    assert read("<div>\n<h1>甲\n<h2>乙</h2>\n<h3>丙\n<img alt=\"丁\n").text.split() == ["甲", "乙", "丙", "<img", 'alt="丁']


def test_tables_of_html_are_tables() -> None:
    document = read(
        "前\n\n<div>上<table><thead><tr><th>名称</th><th colspan='2'>金额</th></tr></thead>"
        "<tr><td rowspan=2>甲<br>公司</td><td>1</td><td>2&amp;3</td></tr><tr><td>4</td><td>5</td></tr></table>下</div>\n"
    )
    node = next(n for n in document.nodes if n.table)
    assert node.table is not None
    assert (node.table.rows, node.table.cols, node.table.header_rows) == (3, 3, 1)
    cells = {(c.row, c.col): (c.text, c.row_span, c.col_span) for c in node.table.cells(document.text)}
    assert (cells[0, 1], cells[1, 0], cells[1, 2]) == (("金额", 1, 2), ("甲\n公司", 2, 1), ("2&3", 1, 1))
    assert [document.slice(n.span) for n in document.nodes if n.kind == "paragraph"] == ["前", "上", "下"]


def test_tables_of_html_that_are_none_keep_their_words_apart() -> None:
    document = read("<table><tr><td>甲</td><td>乙</td></tr>\n\n后\n")
    assert document.text == "甲 乙\n后\n"
    assert read("<table></table>字\n").text == "字\n"


def test_cells_behind_the_last_column_are_kept() -> None:
    document = read("| a | b |\n|---|---|\n| 1 | `x|y` | 3 |\n| 2 | 3 |\n")
    table = next(n.table for n in document.nodes if n.table)
    assert table is not None
    assert (table.rows, table.cols) == (3, 4)
    assert [c.text for c in table.cells(document.text)][2:6] == ["1", "`x", "y`", "3"]


@pytest.mark.parametrize("source", ["<table><tr><td>甲" * 300, "<div>\n" + "<p " * 300 + "甲", "[" * 3000 + "甲", "![" * 3000 + "甲](x"])
def test_what_is_begun_many_times_and_never_ended_loses_nothing(source: str) -> None:
    document = read(source)
    assert document.text.count("甲") == source.count("甲")


def test_tables_of_html_before_one_without_an_end() -> None:
    document = read("<table><tr><td>a</td><td>b</td></tr></table><table><tr><td>c")
    assert texts(document, "table") == ["| a | b |\n| --- | --- |"]
    assert texts(document, "paragraph") == ["c"]


def test_a_clause_that_is_a_sentence_stands_under_no_sister() -> None:
    document = read("第一条 标的\n\n标的为软件。\n\n第二条 甲方应当于三日内付款。\n\n第三条 其他\n\n无。")
    paths = {document.slice(n.span): path for n, path in zip(document.nodes, document.title_paths, strict=True)}
    assert paths["标的为软件。"] == ("第一条 标的",)
    assert paths["第二条 甲方应当于三日内付款。"] == ()


def test_raised_and_lowered_figures_stay_apart_from_the_line() -> None:
    source = "100m<sup>2</sup>，H<sub>2</sub>O，x<sup>n</sup>1，`10<sup>5</sup>`\n\n<p>10<sup>-6</sup></p>\n"
    table = "\n<table><tr><td>m<sup>3</sup></td><td>乙</td></tr></table>\n"
    assert texts(read(source), "paragraph") == ["100m²，H₂O，xn1，10<sup>5</sup>", "10⁻⁶"]
    assert texts(read(table), "table") == ["| m³ | 乙 |\n| --- | --- |"]


def test_front_matter_of_the_other_kind_is_code() -> None:
    document = read('+++\ntitle = "合同"\n+++\n# 标题\n正文\n')
    assert texts(document, "code") == ['title = "合同"']
    assert texts(document, "section") == ["标题"]


def test_bold_lines_over_text_are_headings_where_none_are_marked() -> None:
    document = read("**背景**\n\n双方已有合作。\n\n**结论**\n\n- 继续合作\n\n**注意**：另行约定。\n")
    assert [(node.level, document.heading(node)) for node in of_kind(document, "section")] == [(1, "背景"), (1, "结论")]
    for other in (
        "**背景**\n\n双方已有合作。\n",
        "**甲方：某公司**\n\n住所。\n\n**乙方：某公司**\n\n住所。\n",
        "**背景**\n\n**结论**\n\n文字。\n",
        "# 标题\n\n**背景**\n\n文字。\n\n# 标题\n\n**结论**\n\n文字。\n",
        "**背**景\n\n文字。\n\n**结** **论**\n\n文字。\n",
    ):
        assert [text for text in texts(read(other), "section") if text != "标题"] == []


def test_typed_clauses_are_headings_where_the_title_alone_is_marked() -> None:
    clauses = ("一、标的", "标的为设备一批。", "二、价款", "合同总价为一百万元。", "三、双方应当保密。", "四、其他", "本合同一式两份。")
    document = read("# 采购合同\n\n" + "\n\n".join(clauses))
    assert [(node.level, document.heading(node)) for node in of_kind(document, "section")] == [
        (1, "采购合同"), (2, "一、标的"), (2, "二、价款"), (2, "四、其他"),
    ]  # fmt: skip
    taken = read("# 一、采购\n\n" + "\n\n".join(clauses))
    assert texts(taken, "section") == ["一、采购"]
    parts = "".join(f"# {name}\n\n1. 铅笔\n\n铅笔共十支。\n\n2\\. 钢笔\n\n钢笔共两支。\n\n" for name in "甲乙丙")
    assert texts(read(parts), "section") == ["甲", "乙", "丙"]
    bold = read("# 采购\n\n**背景**\n\n已有合作。\n\n另有约定。\n\n**结论**\n\n继续合作。\n\n完。\n")
    levels = [node.level for node in of_kind(bold, "section")]
    assert (texts(bold, "section"), levels) == (["采购", "背景", "结论"], [1, 2, 2])
