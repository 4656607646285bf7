from __future__ import annotations

import pytest

from docprep_gui.domain.errors import FileError
from tests.parsing.docx.making import XMLNS, assert_sound, lines, of_kind, p, r, read, tbl, tc, texts, tr

_CHART = (
    f'<c:chartSpace {XMLNS}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>季度采购额</a:t></a:r></a:p></c:rich></c:tx>'
    "</c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx=\"0\"><c:v>金额</c:v></c:pt>"
    '</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>一季度</c:v></c:pt><c:pt idx="1">'
    '<c:v>二季度</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>12</c:v>'
    '</c:pt><c:pt idx="1"><c:v>30.5</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea>'
    "</c:chart></c:chartSpace>"
)
_DIAGRAM = (
    f'<dgm:dataModel {XMLNS}><dgm:ptLst><dgm:pt modelId="0" type="doc"/><dgm:pt modelId="1"><dgm:t><a:p><a:r>'
    '<a:t>立项</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt modelId="2"><dgm:t><a:p><a:r><a:t>审批</a:t></a:r></a:p>'
    '</dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst><dgm:cxn modelId="3" srcId="0" destId="1" srcOrd="0"/>'
    '<dgm:cxn modelId="4" srcId="1" destId="2" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>'
)


def _drawing(inner: str, description: str = "", more: str = "") -> str:
    told = f'<wp:docPr id="1" name="Picture 1" descr="{description}"{more}/>'
    return (
        f"<w:r><w:drawing><wp:inline>{told}<a:graphic><a:graphicData>{inner}</a:graphicData></a:graphic></wp:inline>"
        "</w:drawing></w:r>"
    )


def _pic(part: str = "") -> str:
    fill = f'<pic:blipFill><a:blip r:embed="{part}"/></pic:blipFill>' if part else ""
    return f'<pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="a.png"/></pic:nvPicPr>{fill}</pic:pic>'


def test_a_picture_is_told_by_its_description() -> None:
    document = read(p(r("见下图") + _drawing(_pic(), "组织结构图")) + p("后文"))
    assert lines(document) == ["见下图", "组织结构图", "后文"]
    (figure,) = of_kind(document, "figure")
    assert (document.slice(figure.span), figure.role) == ("组织结构图", "image")
    assert [(n.code, n.count) for n in document.notices] == [("pictures_without_text", 1)]


@pytest.mark.parametrize("made", [
    "image1.png", "微信图片_20240315", "图形用户界面&#10;&#10;描述已自动生成", "桌子&#10;&#10;AI 生成的内容可能不正确。",
    "A table&#10;&#10;AI-generated content may be incorrect.",
])  # fmt: skip
def test_what_a_program_says_of_a_picture_is_left_out(made: str) -> None:
    document = read(p(r("前") + _drawing(_pic(), made)))
    assert not any(word in document.text for word in ("自动生成", "不正确", "incorrect"))
    assert ".png" not in document.text
    assert len(of_kind(document, "figure")) == 1


def test_pictures_that_are_not_shown_are_none() -> None:
    gone = f'<w:del w:author="x">{_drawing(_pic(), "旧印章")}</w:del>'
    document = read(p(r("文") + _drawing(_pic(), "隐", ' hidden="1"')) + p(gone + r("新")))
    assert "旧印章" not in document.slice(document.source.body)
    assert document.notices == ()


def test_old_pictures_and_embedded_objects_are_figures() -> None:
    shape = '<v:shape alt="流程示意"><v:imagedata r:id="image1.emf"/></v:shape>'
    document = read(
        p(f"<w:r><w:pict>{shape}</w:pict></w:r>")
        + p(r("附件：") + '<w:r><w:object><v:shape><v:imagedata r:id="image1.emf"/></v:shape>'
            '<o:OLEObject ProgID="Excel.Sheet.12"/></w:object></w:r>'),
        more={"image1.emf": b"x"},
    )  # fmt: skip
    assert lines(document) == ["流程示意", "附件："]
    assert [node.role for node in of_kind(document, "figure")] == ["image", "image"]


def test_a_chart_is_a_figure_with_its_values() -> None:
    document = read(p(r("如图")) + p(_drawing('<c:chart r:id="chart1.xml"/>', "图表")), more={"chart1.xml": _CHART})
    (figure,) = of_kind(document, "figure")
    assert figure.role == "chart"
    assert document.slice(figure.span) == "季度采购额\n|  | 金额 |\n| --- | --- |\n| 一季度 | 12 |\n| 二季度 | 30.5 |".replace(
        "|  |", "| |"
    )
    assert_sound(document)


def test_a_chart_whose_part_is_lost_has_its_description() -> None:
    assert texts(read(p(_drawing('<c:chart r:id="none"/>', "销售图"))), "figure") == ["销售图"]


def test_the_points_of_a_diagram_are_a_list() -> None:
    document = read(p(r("流程") + _drawing('<dgm:relIds r:dm="data1.xml"/>')), more={"data1.xml": _DIAGRAM})
    assert lines(document) == ["流程", "立项", "审批"]
    assert [node.level for node in of_kind(document, "list_item")] == [1, 2]


def test_word_art_and_texts_of_shapes_are_text() -> None:
    art = '<w:r><w:pict><v:shape><v:textpath string="样 本"/></v:shape></w:pict></w:r>'
    shape = _drawing("<a:sp><a:txBody><a:p><a:r><a:t>签章处</a:t></a:r></a:p></a:txBody></a:sp>")
    document = read(p(r("正文") + art + shape) + tbl(tr(tc(p(r("格") + art)))))
    assert lines(document) == ["正文", "样 本", "签章处", "| 格<br>样 本 |", "| --- |"]


def test_a_watermark_belongs_to_its_header() -> None:
    art = '<w:r><w:pict><v:shape><v:textpath string="机密"/></v:shape></w:pict></w:r>'
    section = '<w:sectPr><w:headerReference w:type="default" r:id="header1"/></w:sectPr>'
    document = read(p("正文") + section, header1=p(art))
    assert texts(document, "page_header") == ["机密"]


def test_a_choice_that_cannot_be_shown_falls_back() -> None:
    other = f"<mc:Choice Requires=\"am3d\"><w:drawing/></mc:Choice><mc:Fallback>{_drawing(_pic(), '模型')}</mc:Fallback>"
    inner = other.replace("<w:r>", "").replace("</w:r>", "")
    document = read(p(f"<w:r><mc:AlternateContent>{inner}</mc:AlternateContent></w:r>"))
    assert texts(document, "figure") == ["模型"]


def test_pictures_of_headers_lie_by_their_own_relations() -> None:
    section = '<w:sectPr><w:headerReference w:type="default" r:id="header1"/></w:sectPr>'
    header = p(r("页眉") + _drawing(_pic("logo.png"), "公司标志"))
    document = read(p("正文") + section, more={"logo.png": b"x"}, related="header1", header1=header)
    assert texts(document, "page_header") == ["页眉"]
    assert [(n.code, n.count) for n in document.notices] == [("pictures_without_text", 1)]


def test_a_document_of_nothing_but_a_picture_is_no_empty_one() -> None:
    assert len(of_kind(read(p(_drawing(_pic()))), "figure")) == 1
    with pytest.raises(FileError):
        read(p(f'<w:del w:author="x">{_drawing(_pic())}</w:del>'))


def test_a_picture_tells_its_part_its_size_and_what_is_cut_off() -> None:
    inside = ('<pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="a"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="seal.png"/>'
              '<a:srcRect l="25000" b="50000"/></pic:blipFill><pic:spPr><a:xfrm><a:ext cx="1270000" cy="635000"/></a:xfrm>'
              "</pic:spPr></pic:pic>")
    document = read(p(r("见印章") + _drawing(inside)), more={"seal.png": b"x"})
    (figure,) = of_kind(document, "figure")
    shown = figure.location.shown
    assert shown is not None
    assert (shown.part, shown.width, shown.height, shown.crop) == ("word/seal.png", 100.0, 50.0, (0.25, 0.0, 0.0, 0.5))


@pytest.mark.parametrize(("style", "size"), [
    ("position:absolute;width:72pt;height:36pt", (72.0, 36.0)), ("width:2in; height:2.54cm", (144.0, 72.0)),
    ("width:96;height:48px;mso-width-percent:400", (72.0, 36.0)), ("width:50%", (0.0, 0.0)), ("", (0.0, 0.0)),
])  # fmt: skip
def test_older_pictures_tell_their_size_by_style(style: str, size: tuple[float, float]) -> None:
    pict = f'<w:r><w:pict><v:shape style="{style}"><v:imagedata r:id="seal.png"/></v:shape></w:pict></w:r>'
    document = read(p(r("见印章") + pict), more={"seal.png": b"x"})
    (figure,) = of_kind(document, "figure")
    assert figure.location.shown is not None
    assert (round(figure.location.shown.width, 6), round(figure.location.shown.height, 6)) == size


@pytest.mark.parametrize("numbers", ['cx="9" cy="-9"', f'cx="{10**400}" cy="x"', ""])
def test_sizes_that_are_none_do_no_harm(numbers: str) -> None:
    inside = ('<pic:pic><pic:blipFill><a:blip r:embed="seal.png"/><a:srcRect l="90000" r="90000"/></pic:blipFill><pic:spPr>'
              f"<a:xfrm><a:ext {numbers}/></a:xfrm></pic:spPr></pic:pic>")
    (figure,) = of_kind(read(p(r("文") + _drawing(inside)), more={"seal.png": b"x"}), "figure")
    assert figure.location.shown is not None
    assert figure.location.shown.height >= 0
    assert figure.location.shown.crop == (0.0, 0.0, 0.0, 0.0)


def _anchored(x: int, y: int, inner: str, point: str = "page") -> str:
    sides = "".join(
        f'<wp:position{side} relativeFrom="{point}"><wp:posOffset>{at}</wp:posOffset></wp:position{side}>'
        for side, at in (("H", x), ("V", y))
    )
    return (
        f'<w:r><w:drawing><wp:anchor>{sides}<wp:extent cx="1000000" cy="500000"/><wp:docPr id="1" name=""/><a:graphic>'
        f"<a:graphicData>{inner}</a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>"
    )


def _shape(text: str, at: tuple[int, int] | None = None) -> str:
    place = f'<a:xfrm><a:off x="{at[0]}" y="{at[1]}"/><a:ext cx="90" cy="40"/></a:xfrm>' if at else ""
    return f"<wps:wsp><wps:spPr>{place}</wps:spPr><wps:txbx><w:txbxContent>{p(text)}</w:txbxContent></wps:txbx></wps:wsp>"


def test_text_boxes_of_a_paragraph_are_read_as_they_stand_on_the_page() -> None:
    boxes = [(0, 3_000_000, "终审"), (2_000_000, 1_010_000, "二审"), (0, 1_000_000, "一审")]
    placed = "".join(_anchored(x, y, _shape(text)) for x, y, text in boxes)
    assert lines(read(p(r("流程") + placed))) == ["流程", "一审", "二审", "终审"]
    # Where they are not placed from the same point, nobody knows.
    mixed = _anchored(0, 3_000_000, _shape("终审")) + _anchored(0, 1_000_000, _shape("一审"), "margin")
    assert lines(read(p(r("流程") + mixed))) == ["流程", "终审", "一审"]


def test_text_boxes_of_a_group_are_read_by_their_places_in_it() -> None:
    shapes = _shape("报销", (0, 200)) + _shape("申请", (0, 0)) + _shape("审批", (0, 100))
    other = _anchored(0, 100, _shape("前"))
    assert lines(read(p(_anchored(0, 9_000_000, f"<w:wgp>{shapes}</w:wgp>") + other))) == ["前", "申请", "审批", "报销"]
    unplaced = _shape("报销", (0, 200)) + _shape("申请") + _shape("审批", (0, 100))
    assert lines(read(p(_anchored(0, 0, f"<w:wgp>{unplaced}</w:wgp>")))) == ["报销", "申请", "审批"]


@pytest.mark.parametrize("number", ["", "x", "9" * 400, "-" + "9" * 400])
def test_places_of_text_boxes_that_are_none_do_no_harm(number: str) -> None:
    placed = _anchored(0, 5, _shape("甲")).replace(">5<", f">{number}<") + _anchored(0, 1, _shape("乙"))
    assert sorted(lines(read(p(placed)))) == ["乙", "甲"]
