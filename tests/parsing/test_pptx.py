"""Slides, made with python-pptx where it can make them, else from pieces of XML."""

from __future__ import annotations

import io
import zipfile
from array import array
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pptx import Presentation
from pptx.chart.data import CategoryChartData, XyChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Emu, Inches

from docprep_gui import parsing
from docprep_gui.domain.document import BOLD, CENTRED, ITALIC, RIGHT, STRUCK, UNDERLINED, Document, Node
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import pptx
from docprep_gui.parsing.drawing import order
from docprep_gui.parsing.pptx import bullets
from tests.parsing.docx.making import assert_sound

_OOXML = "http://schemas.openxmlformats.org"
_KIND = _OOXML + "/officeDocument/2006/relationships/"
_XMLNS = " ".join(
    f'xmlns:{prefix}="{name}"'
    for prefix, name in {
        "a": _OOXML + "/drawingml/2006/main",
        "p": _OOXML + "/presentationml/2006/main",
        "r": _OOXML + "/officeDocument/2006/relationships",
        "c": _OOXML + "/drawingml/2006/chart",
        "dgm": _OOXML + "/drawingml/2006/diagram",
        "m": _OOXML + "/officeDocument/2006/math",
        "mc": _OOXML + "/markup-compatibility/2006",
        "a14": "http://schemas.microsoft.com/office/drawing/2010/main",
        "cx": "http://schemas.microsoft.com/office/drawing/2014/chartex",
        "p188": "http://schemas.microsoft.com/office/powerpoint/2018/8/main",
    }.items()
)
_PICTURE = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\nIDATx\x9cc\0\1\0\0\5\0\1\r\n-\xb4"
    b"\0\0\0\0IEND\xaeB`\x82"
)
_SHARED = Path(__file__).resolve().parents[3] / "shared"
_FILES = sorted(_SHARED.glob("corpus/pptx/*.pptx"))


# --- making decks -----------------------------------------------------------------------------------------
def saved(presentation: Presentation) -> bytes:
    out = io.BytesIO()
    presentation.save(out)
    return out.getvalue()


def read(data: bytes) -> Document:
    document = pptx.read(data, "deck.pptx")
    assert_sound(document)
    return document


def made(fill: Callable[[Presentation], None]) -> Document:
    presentation = Presentation()
    fill(presentation)
    return read(saved(presentation))


def box(slide, text: str, x: float, y: float, width: float = 2.0, height: float = 0.5):
    shape = slide.shapes.add_textbox(Inches(x), Inches(y), Inches(width), Inches(height))
    shape.text_frame.text = text
    return shape


def part(name: str, inner: str, attributes: str = "") -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?><{name} {_XMLNS} {attributes}>{inner}</{name}>'


def tree(*shapes: str) -> str:
    return f"<p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>{''.join(shapes)}</p:spTree></p:cSld>"


def xfrm(at: tuple[int, int, int, int] | None, name: str = "a:xfrm", more: str = "") -> str:
    if at is None:
        return ""
    return f'<{name} {more}><a:off x="{at[0]}" y="{at[1]}"/><a:ext cx="{at[2]}" cy="{at[3]}"/></{name}>'


def p(text: str, properties: str = "") -> str:
    return f"<a:p>{properties}<a:r><a:t>{text}</a:t></a:r></a:p>"


def sp(
    paragraphs: str, at: tuple[int, int, int, int] | None = None, ph: str | None = None, hidden: bool = False,
    style: str = "",
) -> str:
    mark = f"<p:ph {ph}/>" if ph is not None else ""
    unseen = ' hidden="1"' if hidden else ""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"{unseen}/><p:cNvSpPr/><p:nvPr>{mark}'
        f"</p:nvPr></p:nvSpPr><p:spPr>{xfrm(at)}</p:spPr><p:txBody><a:bodyPr/>"
        f"<a:lstStyle>{style}</a:lstStyle>{paragraphs}</p:txBody></p:sp>"
    )


def frame(uri: str, inner: str, at: tuple[int, int, int, int] | None = None) -> str:
    return (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name="y"/><p:cNvGraphicFramePr/><p:nvPr/>'
        f'</p:nvGraphicFramePr>{xfrm(at, "p:xfrm")}<a:graphic><a:graphicData uri="{uri}">{inner}</a:graphicData>'
        "</a:graphic></p:graphicFrame>"
    )


def tbl(*rows: str, header: bool = True) -> str:
    marked = ' firstRow="1"' if header else ""
    lines = "".join(f"<a:tr>{row}</a:tr>" for row in rows)
    return frame("table", f"<a:tbl><a:tblPr{marked}/><a:tblGrid/>{lines}</a:tbl>")


def tc(text: str = "", attributes: str = "") -> str:
    return f"<a:tc {attributes}><a:txBody><a:bodyPr/><a:lstStyle/>{p(text) if text else '<a:p/>'}</a:txBody></a:tc>"


def relations(*lines: tuple[str, str, str]) -> str:
    inner = "".join(f'<Relationship Id="{i}" Type="{_KIND}{kind}" Target="{target}"/>' for i, kind, target in lines)
    return f'<Relationships xmlns="{_OOXML}/package/2006/relationships">{inner}</Relationships>'


def deck(
    *slides: str, parts: Mapping[str, str] | None = None, of_slides: Mapping[int, list[tuple[str, str, str]]] | None = None,
    of_deck: list[tuple[str, str, str]] | None = None, order_: list[int] | None = None, shown: Mapping[int, str] | None = None,
    defaults: str = "",
) -> bytes:
    """A package whose slides hold these trees. `of_slides`, `of_deck`: more relations; `order_`: of the list."""
    numbers = order_ or list(range(1, len(slides) + 1))
    listed = "".join(f'<p:sldId id="{255 + n}" r:id="s{n}"/>' for n in numbers)
    files: dict[str, str] = {
        "_rels/.rels": relations(("a", "officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": part(
            "p:presentation",
            f'<p:sldIdLst>{listed}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/>'
            f"<p:defaultTextStyle>{defaults}</p:defaultTextStyle>",
        ),
        "ppt/_rels/presentation.xml.rels": relations(
            *((f"s{n}", "slide", f"slides/slide{n}.xml") for n in range(1, len(slides) + 1)), *(of_deck or [])
        ),
    }
    for n, inner in enumerate(slides, start=1):
        files[f"ppt/slides/slide{n}.xml"] = part("p:sld", inner, (shown or {}).get(n, ""))
        files[f"ppt/slides/_rels/slide{n}.xml.rels"] = relations(*(of_slides or {}).get(n, []))
    files |= parts or {}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
        for name, content in files.items():
            z.writestr(name, content)
    return out.getvalue()


# --- looking at documents ---------------------------------------------------------------------------------
def of_kind(document: Document, *kinds: str) -> list[Node]:
    return [node for node in document.nodes if node.kind in kinds]


def texts(document: Document, *kinds: str) -> list[str]:
    return [document.slice(node.span) for node in of_kind(document, *kinds)]


def body(document: Document) -> list[str]:
    return document.text[: document.source.body[1]].splitlines()


def codes(document: Document) -> dict[str, int]:
    return {notice.code: notice.count for notice in document.notices}


# --- slides, titles, levels -------------------------------------------------------------------------------
def test_a_slide_is_a_node_and_its_title_a_heading() -> None:
    def fill(presentation: Presentation) -> None:
        for title, text in (("1. 项目背景", "三年规划"), ("结论", "按期交付")):
            slide = presentation.slides.add_slide(presentation.slide_layouts[1])
            slide.shapes.title.text = title
            slide.placeholders[1].text = text

    document = made(fill)
    assert [node.location.slide for node in of_kind(document, "slide")] == [1, 2]
    assert body(document) == ["1. 项目背景", "• 三年规划", "结论", "• 按期交付"]
    first, second = of_kind(document, "section")
    assert (first.level, first.label, document.nodes[first.parent].kind) == (1, "1.", "slide")
    assert document.title_paths[document.nodes.index(second) + 1] == ("结论",)
    assert document.source.title == "1. 项目背景"
    assert document.source.pages is None
    assert document.layout.page_sizes == ((720.0, 540.0),) * 2


def test_slides_stand_in_the_order_of_the_presentation_not_of_the_file_names() -> None:
    data = deck(tree(sp(p("甲"))), tree(sp(p("乙"))), tree(sp(p("丙"))), order_=[3, 1, 2])
    assert body(read(data)) == ["丙", "甲", "乙"]


def test_a_slide_that_is_missing_or_broken_costs_that_slide_only() -> None:
    data = deck(tree(sp(p("甲"))), tree(sp(p("乙"))), order_=[1, 7, 2], parts={"ppt/slides/slide1.xml": "not xml"})
    document = read(data)
    assert body(document) == ["乙"]
    assert [node.location.slide for node in of_kind(document, "slide")] == [1, 2, 3]
    assert "repaired" in codes(document)


def test_without_a_list_slides_are_found_by_their_names() -> None:
    slides = [tree(sp(p(str(n)))) for n in range(1, 12)]
    data = deck(*slides, parts={"ppt/_rels/presentation.xml.rels": relations()})
    assert body(read(data)) == [str(n) for n in range(1, 12)]


def test_levels_are_kept_and_bullets_come_from_the_master() -> None:
    def fill(presentation: Presentation) -> None:
        frame = presentation.slides.add_slide(presentation.slide_layouts[1]).placeholders[1].text_frame
        frame.text = "一层"
        for level, text in ((1, "二层"), (2, "三层"), (0, "又一层")):
            paragraph = frame.add_paragraph()
            paragraph.text, paragraph.level = text, level

    document = made(fill)
    assert [(node.kind, node.level) for node in of_kind(document, "list_item", "paragraph")] == [
        ("list_item", 1), ("list_item", 2), ("list_item", 3), ("list_item", 1),
    ]  # fmt: skip
    assert body(document) == ["• 一层", "– 二层", "• 三层", "• 又一层"]


def test_a_paragraph_whose_bullet_is_switched_off_is_no_list_item() -> None:
    def fill(presentation: Presentation) -> None:
        frame = presentation.slides.add_slide(presentation.slide_layouts[1]).placeholders[1].text_frame
        frame.text = "前项"
        paragraph = frame.add_paragraph()
        paragraph.text = "普通正文"
        properties = paragraph._p.get_or_add_pPr()
        properties.append(properties.makeelement("{%s}buNone" % (_OOXML + "/drawingml/2006/main"), {}))

    document = made(fill)
    assert texts(document, "paragraph") == ["普通正文"]
    assert texts(document, "list_item") == ["• 前项"]


_AUTO = '<a:pPr{level}><a:buAutoNum type="{scheme}"{start}/></a:pPr>'


def auto(text: str, scheme: str = "arabicPeriod", level: int = 0, start: int = 0) -> str:
    return p(text, _AUTO.format(
        level=f' lvl="{level}"' if level else "", scheme=scheme, start=f' startAt="{start}"' if start else ""
    ))


def test_automatic_numbers_run_on_over_deeper_levels_and_end_with_other_text() -> None:
    lines = (
        auto("甲"), auto("一", "alphaLcParenBoth", 1), auto("二", "alphaLcParenBoth", 1), auto("乙"),
        auto("三", "alphaLcParenBoth", 1), p("正文"), auto("丙"), auto("丁", start=5), auto("戊", start=5),
    )  # fmt: skip
    document = read(deck(tree(sp("".join(lines)))))
    assert [node.label for node in of_kind(document, "list_item")] == [
        "1.", "(a)", "(b)", "2.", "(a)", "1.", "5.", "6.",
    ]  # fmt: skip
    assert body(document)[1] == "(a) 一"
    assert texts(document, "paragraph") == ["正文"]


@pytest.mark.parametrize(("scheme", "value", "shown"), [
    ("arabicParenR", 3, "3)"), ("arabicPlain", 12, "12"), ("romanUcPeriod", 4, "IV."), ("alphaUcParenR", 28, "BB)"),
    ("ea1ChsPeriod", 12, "十二、"), ("ea1ChsPlain", 3, "三"), ("circleNumDbPlain", 2, "②"), ("unheardOf", 7, "7"),
])  # fmt: skip
def test_numbers_have_the_form_of_their_scheme(scheme: str, value: int, shown: str) -> None:
    assert bullets.shown(scheme, value) == shown


def test_raised_and_lowered_figures_stay_apart_from_the_line() -> None:
    def run(text: str, baseline: str) -> str:
        return f'<a:r><a:rPr baseline="{baseline}"/><a:t>{text}</a:t></a:r>'

    inner = run("10", "0") + run("5", "30000") + run("件，H", "") + run("2", "-25000") + run("O", "0") + run("th", "30000")
    assert body(read(deck(tree(sp(f"<a:p>{inner}</a:p>"))))) == ["10⁵件，H₂Oth"]


@pytest.mark.parametrize(("old", "new", "shown"), [
    ("100", "80", "价100 80"), ("100", "元", "价100元"), ("一百", "80", "价一百80"),
])  # fmt: skip
def test_figures_that_are_struck_through_stay_apart_from_others(old: str, new: str, shown: str) -> None:
    struck = '<a:r><a:rPr strike="{}"/><a:t>{}</a:t></a:r>'
    inner = f"<a:r><a:t>价</a:t></a:r>{struck.format('sngStrike', old)}<a:r><a:t>{new}</a:t></a:r>"
    assert body(read(deck(tree(sp(f"<a:p>{inner}</a:p>"))))) == [shown]
    alike = struck.format("dblStrike", "1") + struck.format("sngStrike", "2")
    assert body(read(deck(tree(sp(f"<a:p>{alike}</a:p>"))))) == ["12"]


_SCREEN = (0, 0, 4_000_000, 400_000)


def sized(text: str, size: int) -> str:
    return f'<a:p><a:r><a:rPr sz="{size}"/><a:t>{text}</a:t></a:r></a:p>'


def test_a_slide_of_text_boxes_has_the_largest_at_its_top_for_title() -> None:
    low, lower = (0, 1_000_000, 4_000_000, 1_400_000), (0, 3_600_000, 4_000_000, 4_000_000)

    def titled(*shapes: str) -> list[str]:
        document = read(deck(tree(*shapes)))
        return [document.heading(node) for node in of_kind(document, "section")]

    small = sp(sized("部门", 1200), _SCREEN)
    assert titled(sp(p("正文一"), lower), sp(sized("年度计划", 3200), low), small) == ["年度计划"]
    assert titled(sp(sized("年度计划", 3200), low), sp(sized("季度计划", 3200), _SCREEN), small) == []
    assert titled(sp(sized("年度计划", 2000), low), small, sp(p("正文"), lower)) == []
    assert titled(sp(sized("98%", 6000), low), small) == []
    assert titled(sp(sized("谢谢观看", 3200), lower), small) == []
    assert titled(sp(sized("年度计划", 3200), low)) == []
    assert titled(sp(sized("甲", 3200) + sized("乙", 3200), low), small) == []
    assert titled(sp(p("标题"), _SCREEN, 'type="title"'), sp(sized("年度计划", 3200), low), small) == ["标题"]


def test_what_layout_and_master_print_stands_beside_the_slides_once() -> None:
    layout = part("p:sldLayout", tree(sp(p("单击此处编辑标题"), _SCREEN, 'type="title"'), sp(p("内部资料"), _SCREEN),
                                      sp(p("暗"), _SCREEN, hidden=True), sp(p("模板网"), (-9_000_000, 0, 5, 5))))
    master = part("p:sldMaster", tree(sp(p("甲公司"), _SCREEN), sp(p("单击此处"), _SCREEN, 'type="body"')))
    parts = {
        "ppt/slideLayouts/a.xml": layout, "ppt/slideMasters/m.xml": master,
        "ppt/slideLayouts/_rels/a.xml.rels": relations(("m", "slideMaster", "../slideMasters/m.xml")),
    }  # fmt: skip
    made_by = [("l", "slideLayout", "../slideLayouts/a.xml")]
    slides = tree(sp(p("一"))), tree(sp(p("二")))
    document = read(deck(*slides, parts=parts, of_slides={1: made_by, 2: made_by}))
    assert body(document) == ["一", "二"]
    assert texts(document, "page_header") == ["甲公司", "内部资料"]
    alone = deck(*slides, parts=parts, of_slides={1: made_by}, shown={1: 'showMasterSp="0"'})
    assert texts(read(alone), "page_header") == []
    bare = parts | {"ppt/slideLayouts/a.xml": layout.replace("<p:sldLayout ", '<p:sldLayout showMasterSp="0" ')}
    assert texts(read(deck(*slides, parts=bare, of_slides={1: made_by})), "page_header") == ["内部资料"]


def test_what_lies_beside_a_slide_is_hidden() -> None:
    away = [(-5_000_000, 0, 100, 100), (9_144_000, 0, 100, 100), (0, -900, 100, 100), (0, 6_858_000, 100, 100)]
    shapes = [sp(p(f"外{n}"), place) for n, place in enumerate(away)]
    document = read(deck(tree(sp(p("内"), (9_000_000, 6_000_000, 900_000, 900_000)), *shapes)))
    assert body(document) == ["内"]
    assert codes(document) == {"hidden_content": 4}


def test_numbers_and_bullets_in_cells_are_kept() -> None:
    def item(text: str, kind: str) -> str:
        return p(text, f"<a:pPr>{kind}</a:pPr>")

    numbered = item("付款", '<a:buAutoNum type="arabicPeriod"/>') + item("验收", '<a:buAutoNum type="arabicPeriod"/>')
    dotted = item("其他", '<a:buChar char="•"/>')
    cell = f"<a:tc><a:txBody><a:bodyPr/>{numbered}{dotted}</a:txBody></a:tc>"
    document = read(deck(tree(tbl(cell + tc("乙"), tc("丙") + tc("丁")))))
    table = of_kind(document, "table")[0].table
    assert table is not None
    assert next(iter(table.cells(document.text))).text == "1. 付款\n2. 验收\n• 其他"


def test_signs_of_symbol_fonts_become_ordinary_ones() -> None:
    properties = '<a:pPr><a:buFont typeface="Wingdings"/><a:buChar char="&#xD8;"/></a:pPr>'
    assert body(read(deck(tree(sp(p("要点&#xF0E0;结果", properties)))))) == ["➢ 要点→结果"]
    typed = '<a:r><a:rPr><a:latin typeface="{}"/></a:rPr><a:t>{}</a:t></a:r>'
    runs = typed.format("Wingdings", "þ") + typed.format("Wingdings 2", "£") + typed.format("Arial", "þ")
    assert body(read(deck(tree(sp(f"<a:p>{runs}</a:p>"))))) == ["☑☐þ"]


@pytest.mark.parametrize(("font", "text", "shown"), [
    ("Symbol", "误差&#xF0A3;5%", "误差≤5%"),
    ("Wingdings", "甲&#xF0E0;乙", "甲→乙"),
    ("Wingdings 3", "&#xF07B; þ {", "◥ þ {"),
    ("Wingdings", "2026年: (é) þ", "2026年: (é) þ"),
])  # fmt: skip
def test_a_font_for_symbols_alone_has_only_the_signs_of_the_private_area(font: str, text: str, shown: str) -> None:
    run = f'<a:r><a:rPr><a:latin typeface="Arial"/><a:sym typeface="{font}"/></a:rPr><a:t>{text}</a:t></a:r>'
    assert body(read(deck(tree(sp(f"<a:p>{run}</a:p>"))))) == [shown]


def test_breaks_fields_and_equations_belong_to_the_text() -> None:
    equation = (
        '<mc:AlternateContent><mc:Choice Requires="a14"><a14:m><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den>'
        "<m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></a14:m></mc:Choice><mc:Fallback><a:r><a:t>图</a:t></a:r>"
        "</mc:Fallback></mc:AlternateContent>"
    )
    line = f'<a:p><a:r><a:t>比</a:t></a:r>{equation}<a:br/><a:fld id="x" type="datetime"><a:t>2024年</a:t></a:fld></a:p>'
    assert body(read(deck(tree(sp(line))))) == ["比a/b", "2024年"]


@pytest.mark.parametrize(("run", "shown"), [
    ('<a:r><a:rPr lang="zh-CN" baseline="0" strike="noStrike"><a:latin typeface="Arial"/></a:rPr><a:t>甲 </a:t></a:r>', "甲"),
    ("<a:r><a:t>甲</a:t></a:r><a:r><a:t>乙</a:t></a:r>", "甲乙"),
    ("<a:r><a:t>甲</a:t></a:r><a:br/><a:r><a:t>乙</a:t></a:r>", "甲<br>乙"),
    ('<a:fld id="x" type="datetime"><a:t>2024年</a:t></a:fld>', "2024年"),
    ('<a:fld id="x" type="slidenum"><a:t>‹#›</a:t></a:fld>', ""),
    ('<a:r><a:t>m</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>2</a:t></a:r>', "m²"),
    ('<a:r><a:rPr strike="sngStrike"/><a:t>5</a:t></a:r><a:r><a:t>4</a:t></a:r>', "5 4"),
    ('<a:r><a:rPr><a:latin typeface="Wingdings"/></a:rPr><a:t>þ</a:t></a:r>', "☑"),
    ('<a:r><a:rPr><a:sym typeface="Symbol"/></a:rPr><a:t>&#xF0A3;</a:t></a:r>', "≤"),
])  # fmt: skip
def test_cells_are_read_as_text_boxes_are_whatever_stands_in_one_of_them(run: str, shown: str) -> None:
    cell = f"<a:tc><a:txBody><a:bodyPr/><a:p>{run}</a:p><a:p/><a:p>{run}</a:p></a:txBody></a:tc>"
    found = read(deck(tree(tbl(tc("品名") + tc("备注"), cell + tc("丙")))))
    twice = f"{shown}<br>{shown}" if shown else ""
    assert texts(found, "row")[1] == (f"| {twice} | 丙 |" if shown else "| | 丙 |")


# --- places -----------------------------------------------------------------------------------------------
def ordered(*boxes: tuple[str, float, float, float, float]) -> list[str]:
    def fill(presentation: Presentation) -> None:
        slide = presentation.slides.add_slide(presentation.slide_layouts[6])
        for name, *at in boxes:
            box(slide, name, *at)

    return body(made(fill))


def test_rows_are_read_from_the_left_though_their_edges_differ_a_little() -> None:
    assert ordered(
        ("丁", 5, 2.0, 2, 0.5), ("丙", 0.5, 2.03, 2, 0.5), ("乙", 5, 1.0, 2, 0.5), ("甲", 0.5, 1.02, 2, 0.5)
    ) == ["甲", "乙", "丙", "丁"]


def test_the_corner_is_a_place() -> None:
    assert ordered(("下", 1, 3, 2, 0.5), ("角", 0, 0, 2, 0.5)) == ["角", "下"]


def test_texts_stay_under_their_headings() -> None:
    assert ordered(
        ("右文", 5, 2, 4, 3), ("左题", 0.5, 1.5, 4, 0.5), ("左文", 0.5, 2, 4, 3), ("右题", 5, 1.5, 4, 0.5)
    ) == ["左题", "左文", "右题", "右文"]


def test_columns_of_unlike_rows_are_read_one_by_one() -> None:
    assert ordered(
        ("右一", 5, 1.2, 3, 2.0), ("左一", 0.5, 1, 3, 1.5), ("左二", 0.5, 2.6, 3, 1.5), ("右二", 5, 3.3, 3, 1.0)
    ) == ["左一", "左二", "右一", "右二"]


def test_the_name_of_a_list_comes_before_it() -> None:
    assert ordered(
        ("其一", 4, 1, 3, 0.5), ("其二", 4, 2, 3, 0.5), ("其三", 4, 3, 3, 0.5), ("名", 0.5, 1.9, 2, 0.7)
    ) == ["名", "其一", "其二", "其三"]


_AGENDA = ["背景", "目标", "方案", "计划", "预算", "团队"]


@pytest.mark.parametrize(("columns", "down"), [(2, True), (3, True), (2, False), (3, False)])
@pytest.mark.parametrize("numbers", ["{:02}", "{}.", "第{}章"])
def test_numbers_tell_whether_a_grid_is_read_down_its_columns(columns: int, down: bool, numbers: str) -> None:
    rows = len(_AGENDA) // columns
    boxes = [("目录", 0.5, 0.3, 3.0, 0.6)]
    for n, name in enumerate(_AGENDA):
        x, y = divmod(n, rows) if down else reversed(divmod(n, columns))
        boxes += [(numbers.format(n + 1), 0.5 + x * 3, 1.5 + y, 0.6, 0.7), (name, 1.2 + x * 3, 1.5 + y, 1.5, 0.4),
                  (f"{name}说明", 1.2 + x * 3, 1.9 + y, 1.5, 0.3)]  # fmt: skip
    read_ = ["目录"]
    for n, name in enumerate(_AGENDA):
        read_ += [numbers.format(n + 1), name, f"{name}说明"]
    assert ordered(*boxes[::-1]) == read_
    assert ordered(*boxes[1:]) == read_[1:]


def test_a_grid_whose_numbers_run_on_along_neither_way_is_read_in_rows() -> None:
    texts = ["3", "7", "9", "8"]
    assert ordered(*((text, 1 + n % 2 * 4, 1 + n // 2 * 2, 2.0, 0.5) for n, text in enumerate(texts))) == texts


def test_numbers_stand_over_what_they_count() -> None:
    boxes = [(f"{n + 1}", 1.0 + n * 3, 0.5, 0.4, 0.4) for n in range(3)]
    boxes += [(name, 0.5 + n * 3, 1.0, 2.5, 0.5) for n, name in enumerate(_AGENDA[:3])]
    boxes += [(f"{name}说明", 0.5 + n * 3, 1.6, 2.5, 2.0) for n, name in enumerate(_AGENDA[:3])]
    assert ordered(*boxes) == ["1", "背景", "背景说明", "2", "目标", "目标说明", "3", "方案", "方案说明"]


def test_what_stands_by_turns_above_and_below_a_line_of_years_is_read_along_it() -> None:
    years = [("2021", "立项"), ("2022", "试点"), ("2023", "推广"), ("2024", "验收")]
    boxes = [(year, 0.5 + n * 2, 3.0, 1.2, 0.4) for n, (year, _) in enumerate(years)]
    boxes += [(f"{said}情况", 0.0 + n * 2, 2.0 if n % 2 == 0 else 4.2, 2.2, 0.6) for n, (_, said) in enumerate(years)]
    boxes += [(said, 0.0 + n * 2, 1.5 if n % 2 == 0 else 3.6, 2.2, 0.4) for n, (_, said) in enumerate(years)]
    assert ordered(*boxes) == [
        "立项", "立项情况", "2021", "2022", "试点", "试点情况", "推广", "推广情况", "2023", "2024", "验收", "验收情况",
    ]  # fmt: skip


def test_a_table_of_boxes_in_three_rows_is_no_line_of_years() -> None:
    texts = [f"{row}{column}" for row in "甲乙丙" for column in "一二三四"]
    assert ordered(*((text, 0.2 + n % 4 * 2, 1 + n // 4, 1.5, 0.5) for n, text in enumerate(texts))) == texts


def test_a_box_around_others_comes_right_before_them() -> None:
    assert ordered(("内", 2, 3, 2, 0.5), ("框", 0.5, 1.5, 9, 5), ("上", 0.5, 0.5, 9, 0.5)) == ["上", "框", "内"]


def test_a_placeholder_takes_its_place_from_its_layout() -> None:
    def fill(presentation: Presentation) -> None:
        slide = presentation.slides.add_slide(presentation.slide_layouts[1])
        box(slide, "脚注", 0.5, 6.9, 9, 0.4)
        box(slide, "题下", 0.5, 1.3, 9, 0.4)
        slide.placeholders[1].text = "正文"

    document = made(fill)
    assert body(document) == ["题下", "• 正文", "脚注"]
    item = of_kind(document, "list_item")[0]
    assert item.location.box == (36.0, 126.0, 684.0, 482.4)


def test_shapes_without_a_place_come_last() -> None:
    assert body(read(deck(tree(sp(p("无")), sp(p("有"), (0, 0, 10, 10)))))) == ["有", "无"]


def test_groups_are_read_as_a_whole_at_their_place() -> None:
    def fill(presentation: Presentation) -> None:
        slide = presentation.slides.add_slide(presentation.slide_layouts[6])
        outer = slide.shapes.add_group_shape()
        inner = outer.shapes.add_group_shape()
        for shapes, text, y in ((inner.shapes, "深下", 2.0), (inner.shapes, "深上", 1.5), (outer.shapes, "外", 1.0)):
            shape = shapes.add_textbox(Inches(1), Inches(y), Inches(2), Inches(0.4))
            shape.text_frame.text = text
        # Moved as a whole, with all in it, below the box that follows.
        outer.top = Inches(5)
        box(slide, "先", 1, 3)

    assert body(made(fill)) == ["先", "外", "深上", "深下"]


def test_shapes_in_a_scaled_or_mirrored_group_move_with_it() -> None:
    def grouped(more: str) -> Document:
        inner = sp(p("甲"), (0, 0, 10, 10)) + sp(p("乙"), (90, 0, 10, 10))
        move = (
            f'<p:grpSpPr><a:xfrm {more}><a:off x="127000" y="254000"/><a:ext cx="1270000" cy="127000"/>'
            '<a:chOff x="0" y="0"/><a:chExt cx="100" cy="10"/></a:xfrm></p:grpSpPr>'
        )
        group = f'<p:grpSp><p:nvGrpSpPr><p:cNvPr id="1" name=""/></p:nvGrpSpPr>{move}{inner}</p:grpSp>'
        return read(deck(tree(group)))

    document = grouped("")
    assert body(document) == ["甲", "乙"]
    assert of_kind(document, "paragraph")[0].location.box == (10.0, 20.0, 110.0, 30.0)
    assert body(grouped('flipH="1"')) == ["乙", "甲"]


_PLACES = st.one_of(
    st.none(),
    st.tuples(*[st.integers(-10**7, 10**7)] * 2, *[st.integers(0, 5 * 10**6)] * 2).map(
        lambda b: (float(b[0]), float(b[1]), float(b[0] + b[2]), float(b[1] + b[3]))
    ),
)


@settings(deadline=None, max_examples=60)
@given(st.lists(_PLACES, max_size=25), st.dictionaries(st.integers(0, 24), st.integers(1, 9)))
def test_every_box_is_read_once(
    boxes: list[tuple[float, float, float, float] | None], numbers: dict[int, int]
) -> None:
    found = order.arrange(boxes, {i: number for i, number in numbers.items() if i < len(boxes)})
    assert sorted(found) == list(range(len(boxes)))
    nowhere = [i for i, place in enumerate(boxes) if place is None]
    assert found[len(boxes) - len(nowhere) :] == nowhere


@settings(deadline=None, max_examples=40)
@given(st.permutations(range(9)), st.integers(0, 20_000))
def test_a_grid_of_like_boxes_is_read_in_rows_however_it_is_stored(places: list[int], shake: int) -> None:
    boxes = []
    for n in places:
        x, y = 10**6 * (n % 3), 10**6 * (n // 3) + shake * (n % 3)
        boxes.append((float(x), float(y), x + 900_000.0, y + 500_000.0))
    assert [places[i] for i in order.arrange(boxes)] == list(range(9))


# --- tables -----------------------------------------------------------------------------------------------
def cells(document: Document) -> dict[tuple[int, int], tuple[str, int, int]]:
    table = of_kind(document, "table")[0].table
    assert table is not None
    return {(c.row, c.col): (c.text, c.row_span, c.col_span) for c in table.cells(document.text)}


def test_a_table_keeps_its_merges() -> None:
    def fill(presentation: Presentation) -> None:
        slide = presentation.slides.add_slide(presentation.slide_layouts[6])
        table = slide.shapes.add_table(4, 3, Inches(1), Inches(1), Inches(6), Inches(2)).table
        for row, line in enumerate((("类别", "项目", "金额"), ("设备", "车床", "3"), ("", "铣床", "4"), ("合计", "", "7"))):
            for col, text in enumerate(line):
                table.cell(row, col).text = text
        table.cell(1, 0).merge(table.cell(2, 0))
        table.cell(3, 0).merge(table.cell(3, 1))

    document = made(fill)
    table = of_kind(document, "table")[0].table
    assert table is not None
    assert (table.rows, table.cols, table.header_rows) == (4, 3, 1)
    assert cells(document)[1, 0] == ("设备", 2, 1)
    assert cells(document)[3, 0] == ("合计", 1, 2)
    assert (2, 0) not in cells(document)
    assert body(document) == [
        "| 类别 | 项目 | 金额 |", "| --- | --- | --- |", "| 设备 | 车床 | 3 |", "| 设备 | 铣床 | 4 |", "| 合计 | | 7 |",
    ]  # fmt: skip


def test_a_title_over_all_columns_is_no_name_of_one() -> None:
    data = deck(tree(tbl(
        tc("报价", 'gridSpan="3"') + tc("", 'hMerge="1"') * 2, tc("序号") + tc("名称") + tc("数量"),
        tc("1") + tc("车床") + tc("2"),
    )))  # fmt: skip
    table = of_kind(read(data), "table")[0].table
    assert table is not None
    assert table.header_rows == 2


def test_text_in_covered_cells_is_hidden() -> None:
    document = read(deck(tree(tbl(tc("见", 'gridSpan="2"') + tc("暗", 'hMerge="1"'), tc("1") + tc("2")))))
    assert "暗" not in "".join(body(document))
    assert [document.slice(node.span) for node in document.nodes if node.hidden] == ["暗"]


_SPAN = st.sampled_from(["", 'gridSpan="2"', 'rowSpan="2"', 'gridSpan="9" rowSpan="2147483647"', 'rowSpan="-1"', 'vMerge="1"'])


@settings(deadline=None, max_examples=50)
@given(st.lists(st.lists(_SPAN, max_size=4), min_size=1, max_size=4))
def test_spans_that_make_no_sense_never_overlap(rows: list[list[str]]) -> None:
    data = deck(tree(sp(p("x")), tbl(*("".join(tc(f"{y}.{x}", span) for x, span in enumerate(row)) for y, row in enumerate(rows)))))
    document = read(data)
    taken: set[tuple[int, int]] = set()
    for node in of_kind(document, "table"):
        assert node.table is not None
        for cell in node.table.cells(document.text):
            places = {
                (y, x) for y in range(cell.row, cell.row + cell.row_span) for x in range(cell.col, cell.col + cell.col_span)
            }
            assert not places & taken
            assert all(y < node.table.rows and x < node.table.cols for y, x in places)
            taken |= places


# --- charts, diagrams, pictures ---------------------------------------------------------------------------
def test_a_chart_gives_its_values_as_a_table() -> None:
    def fill(presentation: Presentation) -> None:
        slide = presentation.slides.add_slide(presentation.slide_layouts[6])
        values = CategoryChartData(number_format="0.0%")
        values.categories = ["一季度", "二季度"]
        values.add_series("华东", (0.125, 0.2))
        values.add_series("华南", (None, 0.3))
        shape = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(1), Inches(5), Inches(4), values)
        shape.chart.has_title = True
        shape.chart.chart_title.text_frame.text = "毛利率"

    document = made(fill)
    figure = of_kind(document, "figure")[0]
    assert figure.role == "chart"
    assert document.slice(figure.span).splitlines() == [
        "毛利率", "| | 华东 | 华南 |", "| --- | --- | --- |", "| 一季度 | 12.5% | |", "| 二季度 | 20.0% | 30.0% |",
    ]  # fmt: skip
    assert not of_kind(document, "table")
    assert "pictures_without_text" not in codes(document)


def test_a_chart_of_points_gives_both_values() -> None:
    def fill(presentation: Presentation) -> None:
        slide = presentation.slides.add_slide(presentation.slide_layouts[6])
        values = XyChartData()
        series = values.add_series("样本")
        for x, y in ((1.5, 8.200000000000001), (2, 9)):
            series.add_data_point(x, y)
        slide.shapes.add_chart(XL_CHART_TYPE.XY_SCATTER, Inches(1), Inches(1), Inches(5), Inches(4), values)

    assert body(made(fill))[-2:] == ["| 1.5 | 8.2 |", "| 2 | 9 |"]


@pytest.mark.parametrize(("series", "lines"), [
    ([[(1, 2), (3, 4)], [(1, 6), (3, 8)]], ["| 1 | 2 | 6 |", "| 3 | 4 | 8 |"]),
    ([[(1, 2), (3, 4)], [(1, 6), (5, 8)]], ["| 1 | 2 | 6 |", "| 3 | 4 | |", "| 5 | | 8 |"]),
    ([[(1, 2)], [(3, 8), (3, 9)]], ["| 1 | 2 | |", "| 3 | | 8 |", "| 3 | | 9 |"]),
    ([[(1, 2), (3, 4)], [(3, 8)]], ["| 1 | 2 | |", "| 3 | 4 | 8 |"]),
])  # fmt: skip
def test_series_of_points_stand_beside_values_of_their_own(series: list[list[tuple[int, int]]], lines: list[str]) -> None:
    def fill(presentation: Presentation) -> None:
        slide = presentation.slides.add_slide(presentation.slide_layouts[6])
        values = XyChartData()
        for name, points in zip("甲乙", series, strict=True):
            added = values.add_series(name)
            for x, y in points:
                added.add_data_point(x, y)
        slide.shapes.add_chart(XL_CHART_TYPE.XY_SCATTER, Inches(1), Inches(1), Inches(5), Inches(4), values)

    assert body(made(fill)) == ["| | 甲 | 乙 |", "| --- | --- | --- |", *lines]


def chart(plot: str, more: str = "") -> bytes:
    root = part("c:chartSpace", f"<c:chart>{more}<c:plotArea>{plot}</c:plotArea></c:chart>")
    slide = tree(sp(p("正文")), frame("chart", '<c:chart r:id="c"/>'))
    return deck(slide, parts={"ppt/charts/c.xml": root}, of_slides={1: [("c", "chart", "../charts/c.xml")]})


def test_dates_and_levels_of_categories_and_names_of_axes_are_read() -> None:
    def cache(kind: str, *points: str, code: str = "") -> str:
        inner = "".join(f'<c:pt idx="{i}"><c:v>{v}</c:v></c:pt>' for i, v in enumerate(points))
        return f"<c:{kind}>{f'<c:formatCode>{code}</c:formatCode>' if code else ''}{inner}</c:{kind}>"

    def axis(kind: str, name: str) -> str:
        return f"<c:{kind}><c:title><c:tx><c:rich>{p(name)}</c:rich></c:tx></c:title></c:{kind}>"

    values = f"<c:val><c:numRef>{cache('numCache', '1', '2')}</c:numRef></c:val>"
    dated = f"<c:ser><c:cat><c:numRef>{cache('numCache', '45292', '45293', code='yyyy/m/d')}</c:numRef></c:cat>{values}</c:ser>"
    document = read(chart(f"<c:lineChart>{dated}</c:lineChart>{axis('catAx', '日期')}{axis('valAx', '万元')}"))
    assert body(document)[1:] == ["万元", "| 日期 | |", "| --- | --- |", "| 2024-01-01 | 1 |", "| 2024-01-02 | 2 |"]

    levels = '<c:lvl><c:pt idx="0"><c:v>Q1</c:v></c:pt><c:pt idx="1"><c:v>Q2</c:v></c:pt></c:lvl><c:lvl><c:pt idx="0"><c:v>2023</c:v></c:pt></c:lvl>'
    deep = f"<c:ser><c:cat><c:multiLvlStrRef><c:multiLvlStrCache>{levels}</c:multiLvlStrCache></c:multiLvlStrRef></c:cat>{values}</c:ser>"
    assert body(read(chart(f"<c:barChart>{deep}</c:barChart>")))[-2:] == ["| 2023 Q1 | 1 |", "| 2023 Q2 | 2 |"]


def test_the_newer_charts_are_read_and_their_substitute_is_not() -> None:
    data = (
        '<cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl><cx:pt idx="0">收入</cx:pt><cx:pt idx="1">成本</cx:pt></cx:lvl></cx:strDim>'
        '<cx:numDim type="val"><cx:lvl><cx:pt idx="0">100</cx:pt><cx:pt idx="1">-40</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData>'
    )
    shown = frame("chartex", '<cx:chart r:id="c"/>')
    slide = (
        f'<mc:AlternateContent><mc:Choice Requires="cx1">{shown}</mc:Choice>'
        f"<mc:Fallback>{sp(p('此图表在您的版本中不可用'))}</mc:Fallback></mc:AlternateContent>"
    )
    document = read(deck(
        tree(slide), parts={"ppt/charts/x.xml": part("cx:chartSpace", data)}, of_slides={1: [("c", "chartEx", "../charts/x.xml")]}
    ))  # fmt: skip
    assert body(document)[-2:] == ["| 收入 | 100 |", "| 成本 | -40 |"]
    assert [node.role for node in of_kind(document, "figure")] == ["chart"]


def test_a_chart_without_its_part_is_still_a_figure() -> None:
    document = read(deck(tree(sp(p("正文")), frame("chart", '<c:chart r:id="c"/>'))))
    assert [node.role for node in of_kind(document, "figure")] == ["chart"]


def test_a_diagram_is_a_list_in_the_order_of_its_tree() -> None:
    def point(n: str, text: str = "", kind: str = "node") -> str:
        return f'<dgm:pt modelId="{n}" type="{kind}"><dgm:t>{p(text) if text else "<a:p/>"}</dgm:t></dgm:pt>'

    def link(source: str, target: str, place: int, kind: str = "parOf") -> str:
        return f'<dgm:cxn type="{kind}" srcId="{source}" destId="{target}" srcOrd="{place}"/>'

    points = point("0", kind="doc") + point("b", "乙") + point("a", "甲") + point("a1", "甲之一") + point("t", "线", "parTrans")
    links = link("0", "b", 1) + link("0", "a", 0) + link("a", "a1", 0) + link("a1", "a", 0) + link("b", "a1", 0, "presOf")
    root = part("dgm:dataModel", f"<dgm:ptLst>{points}</dgm:ptLst><dgm:cxnLst>{links}</dgm:cxnLst>")
    data = deck(
        tree(frame("diagram", '<dgm:relIds r:dm="d"/>')), parts={"ppt/diagrams/d.xml": root},
        of_slides={1: [("d", "diagramData", "../diagrams/d.xml")]},
    )  # fmt: skip
    document = read(data)
    assert [(document.slice(n.span), n.level) for n in of_kind(document, "list_item")] == [("甲", 1), ("甲之一", 2), ("乙", 1)]


def test_pictures_are_figures_with_what_their_author_wrote() -> None:
    def fill(presentation: Presentation) -> None:
        slide = presentation.slides.add_slide(presentation.slide_layouts[6])
        for y, text in enumerate(("公司公章", "D:\\图\\u=123.jpg", "微信图片_20211117113732", "图片包含 桌子\n\n描述已自动生成")):
            picture = slide.shapes.add_picture(io.BytesIO(_PICTURE), Inches(1), Inches(y), Inches(1), Inches(0.5))
            picture._element.nvPicPr.cNvPr.set("descr", text)

    document = made(fill)
    assert [(node.role, document.slice(node.span)) for node in of_kind(document, "figure")] == [
        ("image", "公司公章"), ("image", ""), ("image", ""), ("image", "图片包含 桌子"),
    ]  # fmt: skip
    assert codes(document) == {"pictures_without_text": 4}
    shown = [node.location.shown for node in document.nodes if node.kind == "figure"]
    assert {(one.width, one.height) for one in shown if one is not None} == {(72.0, 36.0)}
    assert all(one is not None and one.part.startswith("ppt/media/") for one in shown)


def test_a_deck_of_pictures_is_not_empty_but_a_bare_one_is() -> None:
    def fill(presentation: Presentation) -> None:
        slide = presentation.slides.add_slide(presentation.slide_layouts[6])
        slide.shapes.add_picture(io.BytesIO(_PICTURE), 0, 0, Emu(9144000), Emu(6858000))

    assert len(of_kind(made(fill), "figure")) == 1
    with pytest.raises(FileError) as error:
        pptx.read(saved(Presentation()), "a.pptx")
    assert error.value.kind == "empty"


# --- notes, comments, what is hidden, what repeats --------------------------------------------------------
def test_notes_stand_under_their_slide() -> None:
    def fill(presentation: Presentation) -> None:
        for title, speech in (("甲", "先说结论\n再说理由"), ("乙", "")):
            slide = presentation.slides.add_slide(presentation.slide_layouts[5])
            slide.shapes.title.text = title
            if speech:
                slide.notes_slide.notes_text_frame.text = speech

    document = made(fill)
    note = of_kind(document, "note")[0]
    assert (note.role, note.location.slide, document.slice(note.span)) == ("speaker", 1, "先说结论\n再说理由")
    assert document.title_paths[document.nodes.index(note)] == ("甲",)
    assert body(document) == ["甲", "先说结论", "再说理由", "乙"]


@pytest.mark.parametrize(("kind", "text", "shown"), [
    ("slidenum", "&lt;number&gt;", False), ("slidenum", "‹#›", False), ("datetime1", "&lt;date/time&gt;", False),
    ("datetime1", "2026-11-30", True), ("slidenum", "第3页", True),
])
def test_a_field_that_nobody_has_filled_in_says_nothing(kind: str, text: str, shown: bool) -> None:
    field = f'<a:p><a:fld id="{{1}}" type="{kind}"><a:rPr/><a:t>{text}</a:t></a:fld></a:p>'
    assert body(read(deck(tree(sp(p("明")), sp(field))))) == (["明", text] if shown else ["明"])


def test_hidden_slides_and_shapes_are_hidden_asides() -> None:
    data = deck(
        tree(sp(p("明")), sp(p("暗框"), hidden=True)), tree(sp(p("标题"), ph='type="title"'), tbl(tc("密") + tc("底价"))),
        tree(sp(p("末"))), shown={2: 'show="0"'},
    )  # fmt: skip
    document = read(data)
    assert body(document) == ["明", "末"]
    hidden = [node for node in document.nodes if node.hidden]
    assert [(node.kind, node.location.slide) for node in hidden] == [("run", 1), ("slide", 2)]
    assert document.slice(hidden[0].span) == "暗框"
    assert document.slice(hidden[1].span).splitlines() == ["标题", "| 密 | 底价 |", "| --- | --- |"]
    assert of_kind(document, "table")[0].span[0] > document.source.body[1]
    assert hidden[1].anchor == document.text.index("末")
    assert codes(document) == {"hidden_content": 2}
    assert [node.location.slide for node in of_kind(document, "slide")] == [1, 3, 2]


def test_footers_are_asides_once() -> None:
    def slide(n: int) -> str:
        return tree(
            sp(p(f"正文{n}"), (0, 0, 9, 9)), sp(p("内部资料"), ph='type="ftr" idx="11"'), sp(p(str(n)), ph='type="sldNum" idx="12"')
        )

    document = read(deck(slide(1), slide(2)))
    assert body(document) == ["正文1", "正文2"]
    assert texts(document, "page_footer") == ["内部资料", "1", "2"]


def test_sections_of_the_presentation_stand_beside_their_first_slides() -> None:
    p14 = "http://schemas.microsoft.com/office/powerpoint/2010/main"
    listed = "".join(
        f'<p14:section name="{name}" id="{{{n}}}"><p14:sldIdLst>{"".join(f"""<p14:sldId id="{i}"/>""" for i in ids)}'
        "</p14:sldIdLst></p14:section>"
        for n, (name, ids) in enumerate([("默认节", [256]), ("第二部分 实施", [257, 258]), ("空节", [])])
    )
    extension = f'<p:extLst><p:ext uri="x"><p14:sectionLst xmlns:p14="{p14}">{listed}</p14:sectionLst></p:ext></p:extLst>'
    slides = [tree(sp(p(f"第{n}页"), (0, 0, 9, 9))) for n in (1, 2, 3)]
    whole = deck(*slides)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name).decode()
            new.writestr(name, content.replace("</p:presentation>", extension + "</p:presentation>"))
    document = read(out.getvalue())
    found = [(document.slice(node.span), node.location.slide) for node in of_kind(document, "page_header")]
    assert found == [("第二部分 实施", 2)]
    assert body(document) == ["第1页", "第2页", "第3页"]


def test_comments_are_asides_with_author_and_date() -> None:
    authors = part("p:cmAuthorLst", '<p:cmAuthor id="0" name="王芳"/>')
    old = part("p:cmLst", '<p:cm authorId="0" dt="2024-05-06T08:00:00"><p:pos x="1" y="1"/><p:text>单价请核对</p:text></p:cm>')
    new = part(
        "p188:cmLst",
        f'<p188:cm authorId="{{A}}" created="2024-05-07"><p188:replyLst><p188:reply authorId="0"><p188:txBody>{p("已改")}'
        f"</p188:txBody></p188:reply></p188:replyLst><p188:txBody>{p('此处有误')}</p188:txBody></p188:cm>",
    )
    data = deck(
        tree(sp(p("报价"))),
        parts={"ppt/commentAuthors.xml": authors, "ppt/comments/comment1.xml": old, "ppt/comments/modern.xml": new},
        of_slides={1: [("c", "comments", "../comments/comment1.xml"), ("d", "comments", "../comments/modern.xml")]},
        of_deck=[("au", "commentAuthors", "commentAuthors.xml")],
    )
    document = read(data)
    assert body(document) == ["报价"]
    found = of_kind(document, "comment")
    assert texts(document, "comment") == ["单价请核对", "此处有误", "已改"]
    assert [(node.author, node.date) for node in found] == [
        ("王芳", "2024-05-06T08:00:00"), (None, "2024-05-07"), ("王芳", None),
    ]  # fmt: skip


@pytest.mark.parametrize(("status", "role"), [("", None), ('status="resolved"', "resolved"), ('status="active"', None)])
def test_comments_that_are_done_are_resolved_with_their_answers(status: str, role: str | None) -> None:
    inner = f'<p188:replyLst><p188:reply><p188:txBody>{p("已改")}</p188:txBody></p188:reply></p188:replyLst>'
    new = part("p188:cmLst", f'<p188:cm {status}>{inner}<p188:txBody>{p("此处有误")}</p188:txBody></p188:cm>'
                             f'<p188:cm><p188:txBody>{p("再看")}</p188:txBody></p188:cm>')
    document = read(deck(tree(sp(p("报价"))), parts={"ppt/comments/modern.xml": new},
                         of_slides={1: [("d", "comments", "../comments/modern.xml")]}))
    assert [node.role for node in of_kind(document, "comment")] == [role, role, None]


def test_of_alternatives_one_is_read() -> None:
    both = f'<mc:AlternateContent><mc:Choice Requires="p14">{sp(p("新"))}</mc:Choice><mc:Fallback>{sp(p("旧"))}</mc:Fallback></mc:AlternateContent>'
    assert body(read(deck(tree(both)))) == ["新"]
    unknown = both.replace(sp(p("新")), '<p14:contentPart xmlns:p14="urn:p14"/>')
    assert body(read(deck(tree(unknown)))) == ["旧"]


def test_the_kind_is_found_by_the_content() -> None:
    document = parsing.read(deck(tree(sp(p("甲")))), "无名")
    assert (document.source.kind, body(document)) == ("pptx", ["甲"])


# --- files that are not as they should be -----------------------------------------------------------------
def test_what_is_no_presentation_is_corrupt() -> None:
    for data in (b"PK\x03\x04 nothing", deck(tree(), parts={"ppt/presentation.xml": "<broken"})[:-200]):
        with pytest.raises(FileError) as error:
            pptx.read(data, "a.pptx")
        assert error.value.kind == "corrupt"


def test_groups_without_end_are_refused_or_read() -> None:
    depth = 3000
    data = deck(tree("<p:grpSp>" * depth + sp(p("深")) + "</p:grpSp>" * depth))
    with pytest.raises(FileError) as error:
        pptx.read(data, "a.pptx")
    assert error.value.kind == "corrupt"


def test_numbers_beyond_all_measure_are_borne() -> None:
    huge = (10**30, -(10**30), 10**30, 10**30)
    document = read(deck(tree(sp(p("甲"), huge), sp(auto("乙", start=10**12), (0, 0, 5, 5)), sp(p("丙", '<a:pPr lvl="99"/>')))))
    assert sorted(document.text.splitlines()) == sorted(["甲", "32767. 乙", "丙"])


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_a_damaged_file_is_read_or_refused_with_a_kind(data: st.DataObject) -> None:
    whole = bytearray(deck(
        tree(sp(p("标题"), ph='type="title"'), tbl(tc("a") + tc("b"))), tree(sp(p("正文"), (0, 0, 9, 9)))
    ))  # fmt: skip
    for _ in range(data.draw(st.integers(1, 6))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    kind, document = "", None
    try:
        document = pptx.read(bytes(whole), "a.pptx")
    except FileError as error:
        kind = error.kind
    if document is not None:
        assert_sound(document)
    assert kind in {"", "corrupt", "encrypted", "too_large", "empty"}


@pytest.mark.skipif(not _FILES, reason="no corpus beside the project")
def test_real_files_are_sound() -> None:
    for path in _FILES:
        document = pptx.read(path.read_bytes(), path.name)
        assert document.source.body[1] > 0, path.name
        assert_sound(document)


def _looks(document: Document) -> list[tuple[str, int]]:
    values = array("i", document.layout.letters)
    return [(document.text[values[i] : values[i + 1]], values[i + 2]) for i in range(0, len(values), 3)]


@pytest.mark.parametrize(("runs", "looks"), [
    ('<a:r><a:rPr b="1"/><a:t> 重点：</a:t></a:r><a:r><a:t>招标</a:t></a:r>', [("重点：", BOLD)]),
    ('<a:r><a:t>三季度</a:t></a:r><a:r><a:rPr u="sng" i="1"/><a:t>招标 </a:t></a:r>', [("招标", UNDERLINED | ITALIC)]),
    ('<a:r><a:rPr b="0" u="none" strike="noStrike"/><a:t>招标</a:t></a:r>', []),
    ('<a:r><a:rPr strike="sngStrike"/><a:t>招标</a:t></a:r><a:br/><a:r><a:t>完成</a:t></a:r>', [("招标", STRUCK)]),
])  # fmt: skip
def test_emphasised_letters_of_slides(runs: str, looks: list[tuple[str, int]]) -> None:
    for properties in ("", '<a:pPr><a:buChar char="•"/></a:pPr>'):
        document = read(deck(tree(sp(p("报价")), sp(f"<a:p>{properties}{runs}</a:p>"))))
        found = [(text, look) for text, look in _looks(document) if text != "• "]
        assert found == looks


def test_paragraphs_of_slides_that_stand_in_the_middle_or_at_the_right() -> None:
    inner = "".join(f'<a:p><a:pPr algn="{align}"/><a:r><a:t>{text}</a:t></a:r></a:p>'
                    for align, text in (("ctr", "综合部"), ("r", "七月"), ("l", "左"), ("just", "齐")))
    document = read(deck(tree(sp(inner))))
    values = array("i", document.layout.settings)
    assert [(document.text[values[i] :][:2], values[i + 1]) for i in range(0, len(values), 4)] == [
        ("综合", CENTRED), ("七月", RIGHT)]
