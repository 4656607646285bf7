from __future__ import annotations

import io
import zipfile

import pytest

from docprep_gui.parsing import docx
from tests.parsing.docx.making import (
    abstract,
    assert_sound,
    cells,
    level,
    lines,
    num,
    of_kind,
    outline,
    p,
    package,
    r,
    read,
    style,
    tbl,
    tc,
    texts,
    tr,
)

_OUTLINE = '<w:outlineLvl w:val="{}"/>'


@pytest.mark.parametrize("name", ["heading 2", "Heading 2", "标题 2", "heading 2,小节"])
def test_style_names_give_levels_whatever_the_id(name: str) -> None:
    document = read(p("概述", style="7") + p("正文。"), styles=style("7", name))
    assert outline(document) == [(2, "概述")]


def test_a_name_in_another_language_leaves_the_id_to_tell() -> None:
    body = '<w:pPr><w:outlineLvl w:val="9"/></w:pPr>'
    styles = style("Heading2", "Rubrik 2") + style("Heading3", "Brödtext", body) + style("Heading2Char", "Rubrik Tkn")
    text = p("甲", style="Heading2") + p("乙", style="Heading3") + p("丙", style="Heading2Char")
    assert outline(read(text, styles=styles)) == [(2, "甲")]


def test_an_undefined_style_is_judged_by_its_id() -> None:
    assert outline(read(p("Scope", style="Heading3"))) == [(3, "Scope")]


def test_a_style_inherits_the_level_of_its_base_unless_it_is_body_text() -> None:
    styles = (
        style("h", "heading 1")
        + style("mine", "My heading", based="h")
        + style("no", "Not one", f"<w:pPr>{_OUTLINE.format(9)}</w:pPr>", based="h")
        + style("deep", "Deep", f"<w:pPr>{_OUTLINE.format(3)}</w:pPr>", based="h")
    )
    document = read(p("A", style="mine") + p("B", style="no") + p("C", style="deep"), styles=styles)
    assert outline(document) == [(1, "A"), (4, "C")]


def test_styles_based_on_each_other_end() -> None:
    document = read(p("A", style="x"), styles=style("x", "X", based="y") + style("y", "Y", based="x"))
    assert texts(document, "paragraph") == ["A"]


def test_the_outline_level_of_a_paragraph_makes_it_a_heading() -> None:
    document = read(p("一、背景", _OUTLINE.format(1)) + p("说明。", _OUTLINE.format(9)))
    assert outline(document) == [(2, "一、背景")]
    assert of_kind(document, "section")[0].label == "一、"


_CLAUSES = [
    '"Work" means any result of the activity created in the performance of the Modifications under this Agreement which meets',
    "Definitions. In this Agreement words have their meaning.", "The Supplier shall deliver the goods on time and in full to it.",
    "甲方应当在收到乙方开具的增值税专用发票后三十日内付款。", "乙方负责安装；甲方负责验收", "甲方应当在收到乙方开具的合法有效的增值税专用发票之后三十日之内按照本合同约定的方式一次性支付全部货款",
]  # fmt: skip


@pytest.mark.parametrize("text", _CLAUSES)
def test_clauses_with_an_outline_level_are_no_headings(text: str) -> None:
    outline_level = '<w:outlineLvl w:val="2"/>'
    styles = style("L3", "Level3", f"<w:pPr>{outline_level}</w:pPr>") + style("L4", "Derived", based="L3") + style("H", "heading 3")
    numbering = abstract(0, level(0, "%1.%1")) + num(1, 0)
    for shown in (p(text, style="L3"), p(text, style="L4"), p(text, outline_level), p(text, style="L3", num=(1, 0))):
        assert outline(read(p("1.1 Terms", style="L3") + shown, styles=styles, numbering=numbering)) == [(3, "1.1 Terms")]
    assert outline(read(p(text, style="H"), styles=styles)) == [(3, text)]
    assert outline(read(p("（一）加强组织领导。", outline_level) + p(text))) == [(3, "（一）加强组织领导。")]


def test_the_title_is_of_level_one_and_names_the_document() -> None:
    document = read(p("采购合同", style="Title") + p("前言。") + p("总则", style="Heading1"))
    assert outline(document) == [(1, "采购合同"), (1, "总则")]
    assert document.source.title == "采购合同"


def test_a_section_runs_to_the_next_heading_of_its_level() -> None:
    document = read(
        p("A", style="Heading1") + p("a") + p("B", style="Heading2") + p("b") + p("C", style="Heading1") + p("c")
    )
    spans = {document.heading(node): document.slice(node.span) for node in of_kind(document, "section")}
    assert spans == {"A": "A\na\nB\nb\n", "B": "B\nb\n", "C": "C\nc\n"}


def test_empty_headings_are_none() -> None:
    assert outline(read(p("", style="Heading1") + p("<w:r><w:t> </w:t></w:r>", style="Heading1") + p("x"))) == []


def test_a_clause_in_a_heading_style_is_no_heading() -> None:
    assert outline(read(p("甲方应当付款。" * 60, style="Heading2"))) == []


def test_typed_numbers_are_headings_where_no_style_is() -> None:
    document = read(
        p("采购合同", '<w:jc w:val="center"/>')
        + "".join(
            p(t)
            for t in [
                "第一条 标的",
                "乙方供应机床。",
                "第二条 价款",
                "按第一条所述货物计价。",
                "第三条 争议",
                "协商解决。",
            ]
        )
    )
    assert outline(document) == [(1, "第一条 标的"), (1, "第二条 价款"), (1, "第三条 争议")]
    assert [node.label for node in of_kind(document, "section")] == ["第一条", "第二条", "第三条"]
    assert document.source.title == "采购合同"


def test_typed_articles_stand_below_styled_chapters() -> None:
    document = read(
        p("总则", style="Heading1")
        + p("第一条 目的")
        + p("说明。")
        + p("第二条 范围")
        + p("说明。")
        + p("附则", style="Heading1")
        + p("第三条 生效")
        + p("说明。")
    )
    assert outline(document) == [
        (1, "总则"),
        (2, "第一条 目的"),
        (2, "第二条 范围"),
        (1, "附则"),
        (2, "第三条 生效"),
    ]


def test_computed_numbers_are_headings_where_no_style_is() -> None:
    numbering = abstract(0, level(0, "第%1条", "chineseCounting")) + num(1, 0)
    document = read("".join(p(t, num=(1, 0)) + p("内容说明。") for t in ["标的", "价款", "争议"]), numbering=numbering)
    assert outline(document) == [(1, "第一条 标的"), (1, "第二条 价款"), (1, "第三条 争议")]


def test_contents_lines_are_set_apart() -> None:
    tab = "<w:r><w:tab/></w:r>"
    document = read(
        p("目录")
        + p(r("1 范围") + tab + r("3"), style="TOC1")
        + p(r("1.1 目的") + tab + r("3"), style="TOC2")
        + p("1 范围", style="Heading1")
        + p("正文。"),
        styles=style("TOC1", "toc 1") + style("TOC2", "toc 2"),
    )
    assert lines(document) == ["1 范围", "正文。"]
    aside = document.nodes[-1]
    assert (aside.kind, aside.hidden, aside.anchor) == ("paragraph", True, 0)
    assert document.slice(aside.span) == "目录\n1 范围\t3\n1.1 目的\t3"


def test_contents_lines_typed_by_hand_are_set_apart() -> None:
    document = read(
        p("目  录")
        + p("第一条 标的......1")
        + p("第二条 价款......2")
        + p("第三条 争议......4")
        + p("第一条 标的")
        + p("机床。")
        + p("第二条 价款")
        + p("十万元。")
        + p("第三条 争议")
        + p("协商。")
    )
    assert outline(document) == [(1, "第一条 标的"), (1, "第二条 价款"), (1, "第三条 争议")]
    assert "......" not in document.slice(document.source.body)


def _mark(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def test_a_contents_field_without_an_end_does_not_swallow_the_document() -> None:
    begin = _mark("begin") + "<w:r><w:instrText> TOC \\o </w:instrText></w:r>" + _mark("separate")
    document = read(p(begin + r("Scope 1")) + p("Scope", style="Heading1") + p("Text."))
    assert lines(document) == ["Scope", "Text."]


def test_a_contents_control_is_set_apart() -> None:
    control = (
        '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>'
        f"<w:sdtContent>{p('Scope 1')}</w:sdtContent></w:sdt>"
    )
    assert lines(read(control + p("Scope", style="Heading1"))) == ["Scope"]


def test_headings_in_cells_and_text_boxes_divide_nothing() -> None:
    inner = f"<w:txbxContent>{p('提示', style='Heading1')}</w:txbxContent>"
    box = f"<w:r><w:pict><v:textbox>{inner}</v:textbox></w:pict></w:r>"
    document = read(p("A", style="Heading1") + p(r("正文") + box) + p("后文"))
    assert outline(document) == [(1, "A")]
    assert lines(document) == ["A", "正文", "提示", "后文"]


def test_the_title_comes_from_the_properties_where_the_text_has_none() -> None:
    data = io.BytesIO(package(p("正文内容。")))
    with zipfile.ZipFile(data) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    parts["_rels/.rels"] = parts["_rels/.rels"].replace(
        b"</Relationships>",
        b'<Relationship Id="c" Type="x/core-properties" Target="docProps/core.xml"/></Relationships>',
    )
    parts["docProps/core.xml"] = (
        '<c xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>框架 合同</dc:title></c>'.encode()
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as target:
        for name, content in parts.items():
            target.writestr(name, content)
    assert docx.read(out.getvalue(), "a.docx").source.title == "框架 合同"


def test_a_contents_field_with_its_links_and_page_numbers_is_set_apart() -> None:
    def entry(text: str, page: str) -> str:
        number = _mark("begin") + "<w:r><w:instrText>PAGEREF _Toc</w:instrText></w:r>" + _mark("separate") + r(page)
        return f'<w:hyperlink w:anchor="_Toc">{r(text)}<w:r><w:tab/></w:r>{number}{_mark("end")}</w:hyperlink>'

    begin = _mark("begin") + "<w:r><w:instrText> TOC \\o &quot;1-3&quot; </w:instrText></w:r>" + _mark("separate")
    document = read(
        p(begin + entry("第一章 总则", "1")) + p(entry("第二章 附则", "2")) + p(_mark("end"))
        + p("第一章 总则", style="Heading1") + p("见下。") + p("第二章 附则", style="Heading1") + p("完。")
    )  # fmt: skip
    assert lines(document) == ["第一章 总则", "见下。", "第二章 附则", "完。"]
    assert document.slice(document.nodes[-1].span) == "第一章 总则\t1\n第二章 附则\t2"


def test_references_to_a_clause_are_no_headings() -> None:
    document = read(
        "".join(p(t) for t in [
            "第一条 标的", "乙方供应机床。", "第三条所述货物由乙方运输", "第二条 价款", "第一条、第三条的规定适用于本条", "十万元。",
            "第三条 交付", "三十日内。",
        ])
    )  # fmt: skip
    assert outline(document) == [(1, "第一条 标的"), (1, "第二条 价款"), (1, "第三条 交付")]


def test_levels_of_typed_numbers() -> None:
    document = read(
        "".join(p(t) for t in [
            "第一章 总则", "一、目的", "说明一。", "（一）背景", "说明二。", "二、范围", "说明三。", "第二章 分则", "一、价款", "说明四。",
            "（一）单价", "说明五。", "（二）总价", "说明六。",
        ])
    )  # fmt: skip
    assert outline(document) == [
        (1, "第一章 总则"), (2, "一、目的"), (3, "（一）背景"), (2, "二、范围"), (1, "第二章 分则"), (2, "一、价款"), (3, "（一）单价"),
        (3, "（二）总价"),
    ]  # fmt: skip


def test_typed_decimals_are_headings() -> None:
    document = read("".join(p(t) for t in ["1 Scope", "Text.", "1.1 Purpose", "Text.", "1.2 Terms", "Text.", "2 Price", "Text."]))
    assert outline(document) == [(1, "1 Scope"), (2, "1.1 Purpose"), (2, "1.2 Terms"), (1, "2 Price")]


def test_the_title_is_no_entry_and_stands_in_no_text_box() -> None:
    centred = '<w:jc w:val="center"/>'
    inner = f"<w:txbxContent>{p('内部资料', centred)}</w:txbxContent>"
    box = f"<w:r><w:pict><v:textbox>{inner}</v:textbox></w:pict></w:r>"
    document = read(p(r("甲乙双方") + box) + p("合同编号：HT-1", centred) + p("2026年3月", centred) + p("采购合同", centred) + p("正文。"))
    assert document.source.title == "采购合同"


def test_a_clause_that_is_a_sentence_stands_under_no_sister() -> None:
    paragraphs = ["第一条 标的", "标的为软件。", "第二条 甲方应当于三日内付款。", "第三条 其他", "无。"]
    document = read("".join(map(p, paragraphs)))
    paths = {document.slice(n.span): path for n, path in zip(document.nodes, document.title_paths, strict=True)}
    assert [paths[text] for text in (paragraphs[1], paragraphs[2], paragraphs[4])] == [
        ("第一条 标的",), (), ("第三条 其他",),
    ]  # fmt: skip


_CLAUSES = (
    "一、标的", "标的为设备一批，明细见附件。", "二、价款", "合同总价为一百万元，含税。", "（一）预付款", "签订后支付三成。",
    "（二）尾款", "验收后支付七成。", "三、双方应当保守对方的商业秘密。", "四、其他", "本合同一式两份。",
)  # fmt: skip


def test_typed_clauses_are_headings_where_styles_mark_the_title_alone() -> None:
    document = read(p("采购合同", style="1") + "".join(map(p, _CLAUSES)), styles=style("1", "heading 1"))
    assert outline(document) == [
        (1, "采购合同"), (2, "一、标的"), (2, "二、价款"), (3, "（一）预付款"), (3, "（二）尾款"), (2, "四、其他"),
    ]  # fmt: skip
    paths = {document.slice(n.span): path for n, path in zip(document.nodes, document.title_paths, strict=True)}
    assert paths["验收后支付七成。"] == ("采购合同", "二、价款", "（二）尾款")
    assert paths["三、双方应当保守对方的商业秘密。"] == ("采购合同",)
    assert document.source.title == "采购合同"


def test_typed_clauses_are_headings_where_styles_mark_the_annexes_alone() -> None:
    annexes = p("附件一：清单", style="1") + p("清单如下。") + p("附件二：标准", style="1") + p("标准如下。")
    document = read("".join(map(p, _CLAUSES)) + annexes, styles=style("1", "heading 1"))
    assert [level for level, _ in outline(document)] == [1, 1, 2, 2, 1, 1, 1]


def test_lists_stay_lists_where_styles_mark_the_headings() -> None:
    part = "".join(map(p, ["1. 铅笔", "铅笔共十支，颜色不限。", "2. 钢笔", "钢笔共两支，颜色不限。"]))
    document = read("".join(p(name, style="1") + part for name in ("总则", "清单", "附则")), styles=style("1", "heading 1"))
    assert outline(document) == [(1, "总则"), (1, "清单"), (1, "附则")]
    numbered = "".join(map(p, ("一、标的", *_CLAUSES[1:])))
    taken = read(p("一、总则", style="1") + numbered, styles=style("1", "heading 1"))
    assert outline(taken) == [(1, "一、总则")]


def test_a_heading_that_is_only_a_number_has_the_next_paragraph_for_title() -> None:
    text = ["ARTICLE I", "DEFINITIONS", "In this Agreement:", "ARTICLE II", "PAYMENT", "Buyer shall pay."]
    document = read("".join(map(p, text)))
    assert outline(document) == [(1, "ARTICLE I DEFINITIONS"), (1, "ARTICLE II PAYMENT")]
    assert [node.label for node in of_kind(document, "section")] == ["ARTICLE I", "ARTICLE II"]
    styled = "".join(p(line, style="h" if line.isupper() else "") for line in text)
    assert outline(read(styled, styles=style("h", "heading 1"))) == outline(document)


def test_a_heading_that_is_only_a_number_is_alone_above_a_table_or_another_heading() -> None:
    styles = style("h", "heading 1") + style("k", "heading 2")
    document = read(p("SCHEDULE 1", style="h") + p("Part", style="k") + p("SCHEDULE 2", style="h") + tbl(tr(tc("A"))), styles=styles)
    assert outline(document) == [(1, "SCHEDULE 1"), (2, "Part"), (1, "SCHEDULE 2")]


def _broken(*lines: str) -> str:
    return "<w:r><w:br/></w:r>".join(map(r, lines))


def test_numbered_lines_that_only_breaks_part_are_paragraphs() -> None:
    text = ("第一条 标的", "甲方购买设备一批。", "第二条 价款", "总价十万元。")
    document = read(p("采购合同") + p(_broken(*text)) + p("签署如下。"))
    assert outline(document) == [(1, "第一条 标的"), (1, "第二条 价款")]
    assert lines(document) == ["采购合同", *text, "签署如下。"]
    assert {n.location.paragraph for n in of_kind(document, "paragraph") if n.label or n.level} <= {2}


@pytest.mark.parametrize("text", [
    ("甲方：某公司", "地址：某路一号", "电话：010-1"), ("1. 只有一行有号", "其余没有"), ("3. 不相连", "9. 的号"),
])  # fmt: skip
def test_lines_that_do_not_count_on_stay_one_paragraph(text: tuple[str, ...]) -> None:
    assert texts(read(p(_broken(*text))), "paragraph") == ["\n".join(text)]


def test_what_is_laid_into_broken_lines_stays_at_its_place() -> None:
    who = 'w:author="法务" w:date="2026-01-02T03:04:05Z"'
    inner = (
        r("1、甲") + f"<w:ins {who}>{_broken('乙', '2、丙')}</w:ins>" + r("丁", "<w:b/>") + "<w:r><w:br/></w:r>" + r("3、戊", "<w:b/>")
        + '<w:r><w:footnoteReference w:id="2"/></w:r>' + f"<w:del {who}><w:r><w:delText>己</w:delText></w:r></w:del>"
    )  # fmt: skip
    document = read(p(inner, '<w:ind w:firstLine="480"/>'), footnotes=f'<w:footnote w:id="2">{p("注")}</w:footnote>')
    assert_sound(document)
    assert lines(document) == ["1、甲乙", "2、丙丁", "3、戊", "注"]
    runs = [(document.slice(n.span), n.role, n.anchor) for n in of_kind(document, "run")]
    assert runs == [("乙", "inserted", None), ("2、丙", "inserted", None), ("己", "deleted", len("1、甲乙\n2、丙丁\n3、戊"))]


_STYLED = style("h", "heading 1")


def test_a_table_of_one_cell_around_headings_is_a_frame() -> None:
    document = read(p("总则", style="h") + p("甲。") + tbl(tr(tc(p("分则", style="h") + p("乙。")))) + p("丙。"), styles=_STYLED)
    assert outline(document) == [(1, "总则"), (1, "分则")]
    assert lines(document) == ["总则", "甲。", "分则", "乙。", "丙。"]
    assert not of_kind(document, "table")


def test_a_table_of_one_cell_around_a_whole_text_is_a_frame() -> None:
    clauses = [line for n in range(1, 9) for line in (f"第{n}条 约定{n}", "甲方应在合同签订后十个工作日内支付。" * 8)]
    document = read(p("合同") + tbl(tr(tc("".join(map(p, clauses))))))
    assert [title for _, title in outline(document)] == clauses[::2]
    # Beside a longer text it is one of its figures, whose numbers divide nothing.
    more = "".join(p(f"一般约定之{n}。" * 40) for n in range(9))
    document = read(p("合同") + more + tbl(tr(tc("".join(map(p, clauses))))))
    assert not outline(document)
    assert not of_kind(document, "table")


def test_other_tables_of_one_cell_stay_tables() -> None:
    document = read(p("甲") + tbl(tr(tc(p("第八条 说明") + p("按第一条。")))) + p("乙"))
    assert cells(document) == {(0, 0): "第八条 说明\n按第一条。"}


def test_boxes_divide_a_text_that_stands_in_them() -> None:
    def boxed(inner: str) -> str:
        return p(f"<w:r><w:pict><v:textbox><w:txbxContent>{inner}</w:txbxContent></v:textbox></w:pict></w:r>")

    pages = boxed(p("第一条 标的") + p("甲方购买设备。")) + boxed(p("价款", style="h") + p("总价十万元。"))
    assert outline(read(pages + p("尾"), styles=_STYLED)) == [(1, "第一条 标的"), (1, "价款")]
    assert outline(read(boxed(p("第一条 标的") + p("买设备。")) + boxed(p("第二条 价款") + p("十万。")) + p("尾"))) == [
        (1, "第一条 标的"), (1, "第二条 价款"),
    ]  # fmt: skip
    assert outline(read(pages + p("正文很长。" * 20), styles=_STYLED)) == []


def _marked(*lines: str) -> list[tuple[int, str]]:
    """The outline of a text whose author marked the lines with # alone."""
    body = "".join(p(line[1:], style="h") if line[0] == "#" else p(line) for line in lines)
    return outline(read(body, styles=_STYLED + style("k", "heading 2")))


@pytest.mark.parametrize(("lines_", "levels"), [
    (("#第一章 公告", "一、概况", "项目在北京。", "（一）资金", "已落实。", "（二）工期", "一年。", "二、资格", "独立法人。", "#第二章 须知",
      "一、总则", "本章适用。"), [1, 2, 3, 3, 2, 1, 2]),
    (("#第1章 引言", "1.1 背景", "写背景。", "1.1.1 现状", "写现状。", "#第2章 设计", "2.1 架构", "分三层。"), [1, 2, 3, 1, 2]),
    (("#1 Scope", "1.1 Purpose", "This applies.", "#2 Terms", "2.1 Price", "As agreed."), [1, 2, 1, 2]),
])  # fmt: skip
def test_numbers_go_on_below_headings_where_only_the_outermost_are_marked(lines_: tuple[str, ...], levels: list[int]) -> None:
    found = _marked(*lines_)
    assert [level for level, _ in found] == levels
    assert [text for _, text in found] == [line.lstrip("#") for line in lines_ if line[-1] not in "。."]


@pytest.mark.parametrize("lines_", [
    ("#第一章 总则", "1. 铅笔", "铅笔十支。", "2. 钢笔", "钢笔两支。", "#第二章 附则", "1. 纸", "纸一包。"),
    ("#第1章 引言", "3.5 常数", "它是常数。", "#第2章 设计", "9.1 其他", "其他。"),
    ("#总则", "一、目的", "为了管理。", "#附则", "一、施行", "自发布之日起。"),
    ("#第一章 总则", "一、甲方应当于收到货物之日起十日内付款，逾期每日按千分之三计。", "#第二章 附则", "一、本合同自双方盖章之日起生效。"),
])  # fmt: skip
def test_other_numbers_below_marked_headings_stay_as_they_are(lines_: tuple[str, ...]) -> None:
    assert _marked(*lines_) == [(1, line[1:]) for line in lines_ if line[0] == "#"]


def test_where_two_levels_are_marked_numbers_below_stay_as_they_are() -> None:
    body = p("第一章 总则", style="h") + p("1.1 目的", style="k") + p("1.1.1 背景") + p("写背景。") + p("第二章 附则", style="h")
    assert outline(read(body, styles=_STYLED + style("k", "heading 2"))) == [(1, "第一章 总则"), (2, "1.1 目的"), (1, "第二章 附则")]
