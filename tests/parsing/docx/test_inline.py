from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.parsing.docx.making import assert_sound, cells, lines, of_kind, p, r, read, style, tbl, tc, texts, tr

_WHO = 'w:author="法务" w:date="2026-01-02T03:04:05Z"'


def _field(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


@pytest.mark.parametrize(("inner", "shown"), [
    (r("电话：138") + r("0013") + r("8000"), "电话：13800138000"),
    ('<w:r><w:t xml:space="preserve">响应2</w:t><w:noBreakHyphen/><w:t>48小时</w:t></w:r>', "响应2-48小时"),
    ("<w:r><w:t>合</w:t><w:softHyphen/><w:t>同</w:t></w:r>", "合同"),
    ("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r>", "a\tb\nc"),
    ("<w:r><w:t> a </w:t></w:r><w:r><w:t xml:space=\"preserve\"> b</w:t></w:r>", "a b"),
    (r("地点为") + f"<w:sdt><w:sdtContent>{r('城东区')}</w:sdtContent></w:sdt>" + r("。"), "地点为城东区。"),
    (f'<w:hyperlink r:id="x">{r("官网")}</w:hyperlink>', "官网"),
    (f'<w:smartTag>{r("上海")}</w:smartTag><w:customXml>{r("市")}</w:customXml>', "上海市"),
    (f'<w:fldSimple w:instr="PAGE">{r("3")}</w:fldSimple>', "3"),
    (_field("begin") + "<w:r><w:instrText>REF a</w:instrText></w:r>" + _field("separate") + r("第三条") + _field("end"),
     "第三条"),
    (_field("begin") + "<w:r><w:instrText>IF </w:instrText></w:r>" + _field("begin")
     + "<w:r><w:instrText>DATE</w:instrText></w:r>" + _field("separate") + r("内") + _field("end")
     + _field("separate") + r("外") + _field("end"), "外"),
    ("<w:r><w:ruby><w:rt><w:r><w:t>hé</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>合</w:t></w:r></w:rubyBase></w:ruby></w:r>",
     "合"),
    ('<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>' + r("同意"), "☑同意"),
    ('<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>', "α"),
    (r("\uf06f现金"), "☐现金"),
    (f"<w:sdt><w:sdtPr><w14:checkbox/></w:sdtPr><w:sdtContent>{r('☒')}</w:sdtContent></w:sdt>" + r(" 茶"), "☒ 茶"),
    ('<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>'
     "</w:ffData></w:fldChar></w:r>" + _field("end") + r("是"), "☒是"),
    ('<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="甲"/>'
     '<w:listEntry w:val="乙"/></w:ddList></w:ffData></w:fldChar></w:r>' + _field("end"), "乙"),
    ("<m:oMath><m:r><m:t>E=m</m:t></m:r><m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup>"
     "</m:sSup></m:oMath>" + r("成立"), "E=mc^2成立"),
    ("<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>",
     "(a+b)/2"),
    ('<w:r><mc:AlternateContent><mc:Choice Requires="w14"><w:t>新</w:t></mc:Choice><mc:Fallback><w:t>旧</w:t>'
     "</mc:Fallback></mc:AlternateContent></w:r>", "新"),
    (
            _field("begin") + "<w:r><w:instrText> eq \\o\\ac(○,3)</w:instrText></w:r>" + _field("end") + r("交付"),
            "③交付",
        ),
    (r("⼈民币\u200b\ufeff"), "人民币"),
])  # fmt: skip
def test_text_as_word_shows_it(inner: str, shown: str) -> None:
    document = read(p(inner))
    assert document.slice(document.source.body) == shown + "\n"
    assert_sound(document)


def test_a_paragraph_of_nothing_but_an_equation_is_a_formula() -> None:
    assert texts(read(p("<m:oMathPara><m:oMath><m:r><m:t>a=b</m:t></m:r></m:oMath></m:oMathPara>")), "formula") == [
        "a=b"
    ]


def test_an_instruction_without_an_end_hides_no_later_text() -> None:
    assert lines(read(p(r("甲") + _field("begin") + r("丢")) + p("乙"))) == ["甲", "乙"]


def test_changes_are_accepted_and_kept_apart() -> None:
    inner = (
        r("价款") + f"<w:ins {_WHO}>{r('为')}</w:ins><w:ins {_WHO}>{r('伍')}</w:ins>"
        f"<w:del {_WHO}><w:r><w:delText>六</w:delText></w:r></w:del>"
        f"<w:del {_WHO}><w:r><w:delText>十</w:delText></w:r></w:del>"
        + r("万元")
    )
    document = read(p(inner))
    assert lines(document) == ["价款为伍万元"]
    inserted, deleted = of_kind(document, "run")
    assert (document.slice(inserted.span), inserted.role, inserted.hidden) == ("为伍", "inserted", False)
    assert (document.slice(deleted.span), deleted.role, deleted.hidden, deleted.anchor) == ("六十", "deleted", True, 4)
    assert {(node.author, node.date) for node in (inserted, deleted)} == {("法务", "2026-01-02T03:04:05Z")}
    assert [(n.code, n.count) for n in document.notices] == [("tracked_changes", 2)]
    assert_sound(document)


def test_moved_text_stands_at_its_new_place() -> None:
    document = read(
        p(r("甲。") + f"<w:moveFrom {_WHO}>{r('仲裁。')}</w:moveFrom>")
        + p(r("乙。") + f"<w:moveTo {_WHO}>{r('仲裁。')}</w:moveTo>")
    )
    assert lines(document) == ["甲。", "乙。仲裁。"]
    assert [node.role for node in of_kind(document, "run")] == ["inserted", "deleted"]


def test_a_deleted_paragraph_mark_joins_two_paragraphs() -> None:
    document = read(p("甲方", f"<w:rPr><w:del {_WHO}/></w:rPr>") + p("付款。") + p("乙方"))
    assert lines(document) == ["甲方付款。", "乙方"]


def test_hidden_text_is_an_aside() -> None:
    styles = style("hid", "Secret", "<w:rPr><w:vanish/></w:rPr>", kind="character") + style(
        "deep", "Deeper", based="hid", kind="character"
    )
    inner = (
        r("报价十万元。")
        + r("底价八万。", "<w:vanish/>")
        + r("密。", '<w:rStyle w:val="deep"/>')
        + r("可见。", '<w:rStyle w:val="hid"/><w:vanish w:val="0"/>')
    )
    document = read(p(inner), styles=styles)
    assert lines(document) == ["报价十万元。可见。"]
    runs = of_kind(document, "run")
    assert [(document.slice(n.span), n.role, n.hidden, n.anchor) for n in runs] == [
        ("底价八万。密。", "hidden", True, 6)
    ]
    assert [n.code for n in document.notices] == ["hidden_content"]


def test_a_paragraph_style_can_hide_text() -> None:
    document = read(p("甲") + p("乙", style="s"), styles=style("s", "S", "<w:rPr><w:vanish/></w:rPr>"))
    assert lines(document) == ["甲"]
    assert document.slice(document.nodes[-1].span) == "乙"


def _box(text: str) -> str:
    inner = f"<w:txbxContent>{p(text)}</w:txbxContent>"
    return (
        '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><a:graphic><wps:txbx>'
        f"{inner}</wps:txbx></a:graphic></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>{inner}</v:textbox>"
        "</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )


def test_text_boxes_come_once_behind_their_paragraph() -> None:
    assert lines(read(p(r("正文一") + _box("内部")) + p("正文二"))) == ["正文一", "内部", "正文二"]


def test_pictures_are_figures_of_no_length() -> None:
    picture = "<w:r><w:drawing><a:graphic><pic:pic/></a:graphic></w:drawing></w:r>"
    document = read(p(r("前") + picture + r("后")) + p(picture))
    assert [node.span for node in of_kind(document, "figure")] == [(1, 1), (3, 3)]
    assert {node.role for node in of_kind(document, "figure")} == {"image"}
    assert [(n.code, n.count) for n in document.notices] == [("pictures_without_text", 2)]
    assert_sound(document)


def test_pages_follow_the_stored_breaks() -> None:
    rendered = "<w:r><w:lastRenderedPageBreak/></w:r>"
    document = read(
        p("一")
        + p('<w:r><w:br w:type="page"/></w:r>')
        + p(rendered + r("二"))
        + p(r("二") + rendered + r("三"))
        + p("四", "<w:pageBreakBefore/>")
    )
    assert [(n.location.page, n.location.paragraph) for n in of_kind(document, "paragraph")] == [
        (1, 1), (2, 3), (2, 4), (4, 5),
    ]  # fmt: skip
    assert document.source.pages == 4


def test_pages_are_not_known_without_stored_breaks() -> None:
    document = read(p('<w:r><w:br w:type="page"/></w:r>') + p("二"))
    assert document.source.pages is None
    assert of_kind(document, "paragraph")[0].location.page is None


_WORDS = st.text(st.sampled_from("甲乙 a1|<&\n\t。"), max_size=6)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


@settings(deadline=None, max_examples=40)
@given(st.lists(st.lists(_WORDS, max_size=4), max_size=5))
def test_the_short_way_and_the_long_way_agree(paragraphs: list[list[str]]) -> None:
    plain = "".join(p("".join(r(_escaped(word)) for word in words)) for words in paragraphs)
    hidden = p(r("x", "<w:vanish/>"))  # hidden text anywhere makes every paragraph go the long way
    short, long = read(plain + p("y")), read(plain + hidden + p("y"))
    assert short.slice(short.source.body) == long.slice(long.source.body)
    assert_sound(short)
    assert_sound(long)


def test_readings_stand_apart_from_their_base() -> None:
    def ruby(reading: str, base: str) -> str:
        return f"<w:r><w:ruby><w:rt>{r(reading)}</w:rt><w:rubyBase>{r(base)}</w:rubyBase></w:ruby></w:r>"

    document = read(p(r("签") + ruby("hé", "合") + ruby("tong", "同")) + p("后"))
    assert lines(document) == ["签合同", "后"]
    (run,) = of_kind(document, "run")
    assert (document.slice(run.span), run.role, run.hidden, run.anchor) == ("hé tong", None, False, 1)
    assert_sound(document)


_CHECK = '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>'


@pytest.mark.parametrize(("inner", "shown"), [
    (r("þ", _CHECK) + r(" 同意 ") + r("¨", _CHECK) + r("不同意"), "☑ 同意 ☐不同意"),
    (r("a", '<w:rFonts w:ascii="Symbol"/>') + r("a"), "αa"),
    (r("同意 ", _CHECK), "同意 "),
    (_field("begin") + '<w:r><w:instrText> SYMBOL 254 \\f "Wingdings" </w:instrText></w:r>' + _field("separate")
     + r("þ", _CHECK) + _field("end") + r("是"), "☑是"),
    ('<w:r><w:sym w:font="Wingdings 2" w:char="F052"/></w:r>' + r("是"), "☑是"),
    ('<w:r><w:sym w:font="Webdings" w:char="F061"/></w:r>', "✔"),
    ('<w:r><w:sym w:font="宋体" w:char="F0FE"/></w:r>' + r("是"), "☑是"),
    ('<w:r><w:sym w:font="Wingdings" w:char="zz"/></w:r>' + r("x"), "x"),
])  # fmt: skip
def test_signs_of_symbol_fonts(inner: str, shown: str) -> None:
    document = read(p(inner))
    assert document.slice(document.source.body) == shown + "\n"


def test_a_drop_cap_belongs_to_its_paragraph() -> None:
    first = p("甲", '<w:framePr w:dropCap="drop" w:lines="3" w:wrap="around"/>')
    assert lines(read(first + p("方应当付款。") + p("乙方", "<w:framePr w:w=\"100\"/>"))) == ["甲方应当付款。", "乙方"]


@pytest.mark.parametrize("inner", [
    '<w:sdt><w:sdtPr><w:showingPlcHdr/><w:dropDownList/></w:sdtPr><w:sdtContent>' + r("选择一项。") + "</w:sdtContent></w:sdt>",
    '<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>'
    '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r></w:sdtContent></w:sdt>',
])
def test_controls_show_what_stands_in_them(inner: str) -> None:
    shown = lines(read(p(r("付款方式：") + inner)))
    assert shown in (["付款方式：选择一项。"], ["付款方式：☑"])


def test_text_from_right_to_left_stays_in_its_order() -> None:
    inner = f'<w:bdo w:val="rtl">{r("שלום")}</w:bdo><w:dir w:val="rtl">{r("עולם", "<w:rtl/>")}</w:dir>'
    assert lines(read(p(inner, "<w:bidi/>"))) == ["שלוםעולם"]


def test_what_only_lays_out_the_page_changes_nothing() -> None:
    section = '<w:sectPr><w:type w:val="continuous"/><w:lnNumType w:countBy="1"/><w:cols w:num="2"/><w:docGrid w:type="lines"/></w:sectPr>'
    inner = r("左", '<w:eastAsianLayout w:combine="1"/>') + '<w:r><w:br w:type="column"/></w:r>' + r("右", "<w:snapToGrid/>")
    assert lines(read(p(inner, section) + p("后"))) == ["左", "右", "后"]
    assert lines(read(p('<w:r><w:br w:type="column"/></w:r>' + r("右")))) == ["右"]


_RAISED, _LOWERED = (f'<w:vertAlign w:val="{height}"/>' for height in ("superscript", "subscript"))


@pytest.mark.parametrize(
    ("inner", "shown"),
    [
        (r("10") + r("5", _RAISED) + r("件"), "10⁵件"),
        (r("10") + r("-3", _RAISED), "10⁻³"),
        (r("m") + r("2", _RAISED + "<w:b/>") + "<w:r><w:tab/></w:r>" + r("H") + r("2", _LOWERED) + r("O"), "m²\tH₂O"),
        (r("1") + r("st", _RAISED) + r(" of May") + r("[1]", _RAISED), "1st of May[1]"),
        (r("5", '<w:vertAlign w:val="baseline"/>'), "5"),
    ],
)
def test_raised_and_lowered_figures_stay_apart_from_the_line(inner: str, shown: str) -> None:
    assert lines(read(p(inner))) == [shown]
    assert cells(read(tbl(tr(tc(p(inner)), tc("乙")))))[0, 0] == shown
    assert lines(read(p(r("甲")) + f"<w:tbl>{tr(tc(p(inner)))}</w:tbl>"))[1] == f"| {shown} |"


def test_raised_figures_in_web_pages_inside() -> None:
    page = b"<html><body><p>10<sup>5</sup> m<SUP class=x>2</SUP>, x<sup>n</sup></p></body></html>"
    document = read('<w:altChunk r:id="a.htm"/>', more={"a.htm": page})
    assert lines(document) == ["10⁵ m², xn"]


def test_figures_that_are_struck_through_stay_apart_from_others() -> None:
    struck = r("100", "<w:strike/>")
    assert lines(read(p(r("价格") + struck + r("120元")))) == ["价格100 120元"]
    assert lines(read(p(r("1") + struck + r("0", "<w:dstrike/><w:b/>") + r("2")))) == ["1 1000 2"]
    assert lines(read(p(r("价格") + struck + r("元")))) == ["价格100元"]
    changed = p(r("价") + struck + "<w:r><w:tab/></w:r>" + struck + f"<w:ins {_WHO}>{r('120')}</w:ins>" + r("元"))
    document = read(changed)
    assert_sound(document)
    assert lines(document) == ["价100\t100 120元"]
    assert [document.slice(node.span) for node in of_kind(document, "run")] == ["120"]


@pytest.mark.parametrize("looks", [("<w:strike/>", ""), ('<w:vertAlign w:val="superscript"/>', "<w:b/>"), ("<w:strike/>", "<w:b/>")])
def test_a_paragraph_of_thousands_of_looks_takes_time_that_goes_with_its_length(looks: tuple[str, str]) -> None:
    """All stretches were gone through for each figure that is struck through."""
    start = time.process_time()
    document = read(p("".join(r(str(place % 10), looks[place % 2]) for place in range(20_000))))
    assert time.process_time() - start < 5
    if looks[0] == "<w:strike/>":
        assert document.text.startswith("0 1 2 3 4 5 6 7 8 9 0")
