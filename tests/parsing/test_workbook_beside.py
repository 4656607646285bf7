"""What stands beside the cells of a workbook: comments, drawings, charts, page headers and footers."""

from __future__ import annotations

import pytest

from docprep_gui.domain.document import Document

from . import workbooks as w

LEDGER = [["序号", "供应商", "金额"], [1, "甲公司", 10], [2, "乙公司", 20], [3, "丙公司", 30]]
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_SHEET = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
_CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_THREADS = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"


def _anchored(inside: str, row: int) -> str:
    return f"<x:twoCellAnchor><x:from><x:row>{row}</x:row></x:from>{inside}</x:twoCellAnchor>"


def _named(kind: str, more: str = "") -> str:
    return f'<x:nv{kind}Pr><x:cNvPr id="2" name="n"{more}/></x:nv{kind}Pr>'


def _text(*lines: str) -> str:
    return "<x:txBody>" + "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in lines) + "</x:txBody>"


def _drawn(*anchors: str, parts: dict[str, str] | None = None, links: tuple[tuple[str, str, str], ...] = ()) -> Document:
    drawing = f'<x:wsDr xmlns:x="{_SHEET}" xmlns:a="{_A}" xmlns:c="{_CHART}" xmlns:r="{w.OFFICE}">{"".join(anchors)}</x:wsDr>'
    found = {
        "xl/worksheets/_rels/sheet1.xml.rels": w.relations(("b", "drawing", "../drawings/drawing1.xml")),
        "xl/drawings/drawing1.xml": drawing,
        "xl/drawings/_rels/drawing1.xml.rels": w.relations(*links),
        **(parts or {}),
    }
    return w.read(w.book(w.sheet(w.grid(LEDGER), after='<drawing r:id="b"/>'), parts=found))


def test_pictures_have_their_descriptions_and_shapes_their_text() -> None:
    document = _drawn(
        _anchored(f'<x:pic>{_named("Pic", """ descr="公司公章" """)}</x:pic>', 1),
        _anchored(f'<x:pic>{_named("Pic", """ descr="图片 1.png" """)}</x:pic>', 2),
        _anchored(f'<x:grpSp>{_named("GrpSp")}<x:sp>{_named("Sp")}{_text("框内文字", "第二行")}</x:sp></x:grpSp>', 9),
        _anchored(f'<x:sp>{_named("Sp", """ hidden="1" """)}{_text("不显示")}</x:sp>', 9),
    )
    figures = [(document.slice(node.span), node.role, node.location.rows) for node in document.nodes if node.kind == "figure"]
    assert figures == [("公司公章", "image", (2, 2)), ("", "image", (3, 3))]
    assert w.texts(document, "paragraph") == ["框内文字\n第二行"]
    hidden = [document.slice(node.span) for node in document.nodes if node.hidden]
    assert hidden == ["不显示"]
    assert sorted(notice.code for notice in document.notices) == ["hidden_content", "pictures_without_text"]


def test_pictures_that_a_program_puts_into_cells() -> None:
    picture = '=_xlfn.DISPIMG("ID_{}",1)'
    rows = w.row(1, w.cell("A1", "名称"), w.cell("B1", "照片"), w.cell("C1", "数量"))
    for place, name in ((2, "A"), (3, "B")):
        rows += w.row(place, w.cell(f"A{place}", "泵"), w.cell(f"B{place}", picture.format(name), formula="x"), w.cell(f"C{place}", 1))
    rows += w.row(9, w.cell("B9", picture.format("A")))
    images = (
        f'<etc:cellImages xmlns:etc="urn:etc" xmlns:x="{_SHEET}"><etc:cellImage><x:pic>'
        f'<x:nvPicPr><x:cNvPr id="2" name="ID_A" descr="泵的照片"/></x:nvPicPr></x:pic></etc:cellImage></etc:cellImages>'
    )
    related = w.relations(
        ("r1", "worksheet", "worksheets/sheet1.xml"), ("s", "sharedStrings", "sharedStrings.xml"), ("p", "cellImage", "images.xml")
    )
    parts = {"xl/images.xml": images, "xl/_rels/workbook.xml.rels": related}
    document = w.read(w.book(w.sheet(rows), parts=parts))
    assert w.lines(document) == ["| 名称 | 照片 | 数量 |", "| --- | --- | --- |", "| 泵 | | 1 |", "| 泵 | | 1 |"]
    figures = [(document.slice(node.span), node.location.rows) for node in document.nodes if node.kind == "figure"]
    assert figures == [("泵的照片", (2, 2)), ("", (3, 3)), ("泵的照片", (9, 9))]
    assert [(notice.code, notice.count) for notice in document.notices] == [("pictures_without_text", 3)]


@pytest.mark.parametrize(("kind", "shown"), [("richValueRel", ""), ("rdRichValue", " #VALUE!")])
def test_pictures_that_excel_puts_into_cells(kind: str, shown: str) -> None:
    rows = w.row(1, w.cell("A1", "名称"), w.cell("B1", "照片"), w.cell("C1", "数量"))
    rows += w.row(2, w.cell("A2", "泵"), '<c r="B2" t="e" vm="1"><v>#VALUE!</v></c>', w.cell("C2", 1))
    rows += w.row(3, w.cell("A3", "阀"), '<c r="B3" t="e"><v>#VALUE!</v></c>', w.cell("C3", 2))
    related = w.relations(
        ("r1", "worksheet", "worksheets/sheet1.xml"), ("s", "sharedStrings", "sharedStrings.xml"), ("p", kind, "rich.xml")
    )
    document = w.read(w.book(w.sheet(rows), parts={"xl/_rels/workbook.xml.rels": related}))
    assert w.lines(document)[2:] == [f"| 泵 |{shown} | 1 |", "| 阀 | #VALUE! | 2 |"]
    assert [notice.code for notice in document.notices] == ([] if shown else ["pictures_without_text"])


def test_a_chart_gives_its_values() -> None:
    series = (
        "<c:ser><c:tx><c:strRef><c:strCache><c:pt idx='0'><c:v>金额</c:v></c:pt></c:strCache></c:strRef></c:tx>"
        "<c:cat><c:strRef><c:strCache><c:pt idx='0'><c:v>一月</c:v></c:pt></c:strCache></c:strRef></c:cat>"
        "<c:val><c:numRef><c:numCache><c:pt idx='0'><c:v>12.5</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>"
    )
    chart = (
        f'<c:chartSpace xmlns:c="{_CHART}" xmlns:a="{_A}"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>采购额</a:t></a:r>'
        f"</a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>{series}</c:barChart></c:plotArea></c:chart></c:chartSpace>"
    )
    frame = (
        f'<x:graphicFrame>{_named("GraphicFrame")}<a:graphic><a:graphicData><c:chart r:id="k"/></a:graphicData></a:graphic>'
        "</x:graphicFrame>"
    )
    document = _drawn(
        _anchored(frame, 14), parts={"xl/charts/chart1.xml": chart}, links=(("k", "chart", "../charts/chart1.xml"),)
    )
    figure = next(node for node in document.nodes if node.kind == "figure")
    assert (figure.role, figure.location.rows) == ("chart", (15, 15))
    assert document.slice(figure.span) == "采购额\n| | 金额 |\n| --- | --- |\n| 一月 | 12.5 |"


def test_comments_stand_at_their_cells() -> None:
    comments = (
        f'<comments xmlns="{w.MAIN}"><authors><author>李四</author></authors><commentList>'
        '<comment ref="B2" authorId="0"><text><r><t>请核对</t></r></text></comment></commentList></comments>'
    )
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": w.relations(("a", "comments", "../comments1.xml")),
        "xl/comments1.xml": comments,
    }
    document = w.read(w.book(w.sheet(w.grid(LEDGER), after='<legacyDrawing r:id="v"/>'), parts=parts))
    comment = next(node for node in document.nodes if node.kind == "comment")
    assert (document.slice(comment.span), comment.author) == ("请核对", "李四")
    assert comment.anchor is not None
    assert document.text[comment.anchor :].startswith("甲公司")


def test_comments_with_answers_have_authors_and_dates_and_stand_once() -> None:
    old = (
        f'<comments xmlns="{w.MAIN}"><authors><author>tc={{1}}</author><author>老王</author></authors><commentList>'
        '<comment ref="B2" authorId="0"><text><t>[Threaded comment] 价格偏高</t></text></comment>'
        '<comment ref="B3" authorId="1"><text><t>旧批注</t></text></comment></commentList></comments>'
    )
    threads = (
        f'<ThreadedComments xmlns="{_THREADS}"><threadedComment ref="B2" dT="2024-05-06T08:30:00.00" personId="{{P}}" id="{{1}}">'
        '<text>价格偏高</text></threadedComment><threadedComment ref="B2" dT="2024-05-07T09:00:00.00" personId="{Q}" id="{2}" '
        'parentId="{1}"><text>已核实</text></threadedComment></ThreadedComments>'
    )
    persons = (
        f'<personList xmlns="{_THREADS}"><person displayName="张三" id="{{P}}"/><person displayName="李四" id="{{Q}}"/></personList>'
    )
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": w.relations(
            ("a", "comments", "../comments1.xml"), ("t", "threadedComment", "../threadedComments/t1.xml")
        ),
        "xl/comments1.xml": old,
        "xl/threadedComments/t1.xml": threads,
        "xl/persons/person.xml": persons,
    }
    parts["xl/_rels/workbook.xml.rels"] = w.relations(
        ("r1", "worksheet", "worksheets/sheet1.xml"), ("p", "person", "persons/person.xml")
    )
    document = w.read(w.book(w.sheet(w.grid(LEDGER), after='<legacyDrawing r:id="v"/>'), parts=parts))
    found = [(document.slice(node.span), node.author, node.date) for node in document.nodes if node.kind == "comment"]
    assert found == [
        ("旧批注", "老王", None), ("价格偏高", "张三", "2024-05-06T08:30:00.00"), ("已核实", "李四", "2024-05-07T09:00:00.00")
    ]


@pytest.mark.parametrize(("done", "roles"), [
    ("", [None, None, None]), ('done="1"', ["resolved", "resolved", None]), ('done="0"', [None, None, None]),
])
def test_threads_that_are_done_are_resolved_with_their_answers(done: str, roles: list[str | None]) -> None:
    threads = (
        f'<ThreadedComments xmlns="{_THREADS}"><threadedComment ref="B2" id="{{1}}" {done}><text>价格偏高</text>'
        '</threadedComment><threadedComment ref="B2" id="{2}" parentId="{1}"><text>已核实</text></threadedComment>'
        '<threadedComment ref="B3" id="{3}"><text>再看</text></threadedComment></ThreadedComments>'
    )
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": w.relations(("t", "threadedComment", "../threadedComments/t1.xml")),
        "xl/threadedComments/t1.xml": threads,
    }
    document = w.read(w.book(w.sheet(w.grid(LEDGER)), parts=parts))
    assert [node.role for node in document.nodes if node.kind == "comment"] == roles


def test_page_headers_and_footers_are_asides_once() -> None:
    after = (
        '<headerFooter><oddHeader>&amp;L&amp;"宋体,加粗"&amp;14内部资料 A&amp;&amp;B&amp;R第&amp;P页，共&amp;N页</oddHeader>'
        "<oddFooter>&amp;C&amp;K01+000制表：李四&amp;D</oddFooter></headerFooter>"
    )
    document = w.read(w.book(w.sheet(w.grid(LEDGER), after=after), w.sheet(w.grid(LEDGER), after=after)))
    found = [(node.kind, document.slice(node.span)) for node in document.nodes if node.kind.startswith("page_")]
    assert found == [("page_header", "内部资料 A&B"), ("page_footer", "制表：李四")]


def test_what_stands_beside_a_hidden_sheet_is_anchored_where_the_sheet_is() -> None:
    comments = (
        f'<comments xmlns="{w.MAIN}"><authors><author>甲</author></authors><commentList>'
        '<comment ref="B2" authorId="0"><text><t>批注</t></text></comment></commentList></comments>'
    )
    parts = {"xl/worksheets/_rels/sheet1.xml.rels": w.relations(("c", "comments", "../c.xml")), "xl/c.xml": comments}
    after = w.merged("A2:A3") + "<headerFooter><oddHeader>&amp;C眉</oddHeader></headerFooter><legacyDrawing r:id='c'/>"
    rows = w.grid([["序号", "名称", "金额"], [1, "甲", 10], ["盖住", "乙", 20]])
    document = w.read(w.book(w.sheet(rows, after=after), w.sheet(w.grid(LEDGER)), states={1: "hidden"}, parts=parts))
    anchored = {document.slice(node.span): node.anchor for node in document.nodes if node.anchor is not None}
    assert {"批注", "眉"} <= anchored.keys()
    assert any("盖住" in text for text in anchored)
    assert set(anchored.values()) == {0}
