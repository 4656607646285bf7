from __future__ import annotations

import pytest

from tests.parsing.docx.making import abstract, level, lines, num, of_kind, p, r, read, style, tbl, tc, tr

_LEGAL = abstract(
    0, level(0, "第%1条", "chineseCountingThousand"), level(1, "%1.%2", "decimal", "<w:isLgl/>"),
    level(2, "（%3）", "chineseCounting", '<w:suff w:val="nothing"/>'),
) + num(1, 0)  # fmt: skip


def test_numbers_are_part_of_the_text_and_the_label() -> None:
    document = read(
        p("定义", num=(1, 0)) + p("货物。", num=(1, 1)) + p("机床", num=(1, 2)) + p("价款。", num=(1, 1))
        + p("交付", num=(1, 0)) + p("期限。", num=(1, 1)),
        numbering=_LEGAL,
    )  # fmt: skip
    assert lines(document) == ["第一条 定义", "1.1 货物。", "（一）机床", "1.2 价款。", "第二条 交付", "2.1 期限。"]
    items = of_kind(document, "list_item")
    assert {(node.label, node.level) for node in items} >= {("1.1", 2), ("（一）", 3), ("1.2", 2), ("2.1", 2)}


def test_legal_levels_keep_the_zero_of_their_form() -> None:
    numbering = abstract(
        0, level(0, "Article %1.", "upperRoman"), level(1, "Section %1.%2", "decimalZero", "<w:isLgl/>")
    )
    numbering = numbering.replace("</w:abstractNum>", level(2, "%1.%2.%3", "decimal", "<w:isLgl/>") + "</w:abstractNum>")
    body = p("Name", num=(1, 0)) + p("Seat", num=(1, 1)) + p("Place", num=(1, 2))
    assert lines(read(body, numbering=numbering + num(1, 0))) == ["Article I. Name", "Section 1.01 Seat", "1.1.1 Place"]


def test_lists_of_one_kind_continue_each_other() -> None:
    numbering = abstract(0, level(0, "%1.")) + num(1, 0) + num(2, 0)
    document = read(p("a", num=(1, 0)) + p("b", num=(2, 0)) + p("c", num=(1, 0)), numbering=numbering)
    assert lines(document) == ["1. a", "2. b", "3. c"]


def test_a_start_override_counts_once() -> None:
    override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="10"/></w:lvlOverride>'
    numbering = abstract(0, level(0, "%1.")) + num(1, 0) + num(2, 0, override)
    body = p("a", num=(1, 0)) + p("b", num=(2, 0)) + p("c", num=(2, 0)) + p("d", num=(1, 0))
    assert lines(read(body, numbering=numbering)) == ["1. a", "10. b", "11. c", "12. d"]


def test_an_override_replaces_a_level() -> None:
    override = f'<w:lvlOverride w:ilvl="0">{level(0, "(%1)", "lowerLetter", start=3)}</w:lvlOverride>'
    numbering = abstract(0, level(0, "%1.")) + num(1, 0, override)
    assert lines(read(p("x", num=(1, 0)) + p("y", num=(1, 0)), numbering=numbering)) == ["(c) x", "(d) y"]


@pytest.mark.parametrize(
    ("restart", "last"), [("", "1"), ('<w:lvlRestart w:val="0"/>', "3"), ('<w:lvlRestart w:val="1"/>', "1")]
)
def test_restarts(restart: str, last: str) -> None:
    numbering = abstract(0, level(0, "%1."), level(1, "%2)", more=restart)) + num(1, 0)
    body = p("a", num=(1, 0)) + p("b", num=(1, 1)) + p("c", num=(1, 1)) + p("d", num=(1, 0)) + p("e", num=(1, 1))
    assert lines(read(body, numbering=numbering))[-1] == f"{last}) e"


def test_a_restart_names_the_level_that_causes_it() -> None:
    levels = level(0, "%1."), level(1, "%2."), level(2, "%3)", more='<w:lvlRestart w:val="1"/>')
    numbering = abstract(0, *levels) + num(1, 0)
    places = [0, 1, 2, 1, 2, 0, 2]
    document = read("".join(p("x", num=(1, place)) for place in places), numbering=numbering)
    assert [line.split()[0] for line in lines(document)] == ["1.", "1.", "1)", "2.", "2)", "2.", "1)"]


def test_a_level_above_that_was_not_used_shows_its_start() -> None:
    numbering = abstract(0, level(0, "%1", start=4), level(1, "%1.%2")) + num(1, 0)
    assert lines(read(p("x", num=(1, 1)), numbering=numbering)) == ["4.1 x"]


def test_styles_carry_numbers_and_paragraphs_take_them_off() -> None:
    styles = style("h1", "heading 1", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>') + style(
        "h2", "heading 2", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'
    )
    numbering = abstract(
        0, level(0, "%1", more='<w:pStyle w:val="h1"/>'), level(1, "%1.%2", more='<w:pStyle w:val="h2"/>')
    ) + num(1, 0)
    document = read(
        p("A", style="h1") + p("B", style="h2") + p("C", style="h1", num=(0, 0)) + p("D", style="h1"),
        styles=styles, numbering=numbering,
    )  # fmt: skip
    assert lines(document) == ["1 A", "1.1 B", "C", "2 D"]
    assert [node.label for node in of_kind(document, "section")] == ["1", "1.1", "", "2"]


def test_a_numbering_style_leads_to_the_list_behind_it() -> None:
    numbering = (
        abstract(0, '<w:numStyleLink w:val="legal"/>')
        + abstract(1, '<w:styleLink w:val="legal"/>', level(0, "§%1"))
        + num(1, 0)
        + num(2, 1)
    )
    styles = style("legal", "Legal", '<w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr>', kind="numbering")
    assert lines(read(p("x", num=(1, 0)), styles=styles, numbering=numbering)) == ["§1 x"]


@pytest.mark.parametrize(("text", "font", "shown"), [
    ("\uf0b7", "Symbol", "•"), ("\uf0d8", "Wingdings", "➢"), ("o", "Courier New", "•"), ("-", "", "-"),
    ("\uf06f", "Wingdings", "☐"), ("\uf123", "Strange", "•"),
])  # fmt: skip
def test_bullets(text: str, font: str, shown: str) -> None:
    numbering = abstract(0, level(0, text, "bullet", f'<w:rPr><w:rFonts w:ascii="{font}"/></w:rPr>')) + num(1, 0)
    document = read(p("货物", num=(1, 0)), numbering=numbering)
    assert lines(document) == [f"{shown} 货物"]
    assert of_kind(document, "list_item")[0].label == shown


def test_custom_forms_fill_up_with_zeros() -> None:
    form = (
        '<w:lvl w:ilvl="0"><w:start w:val="7"/><mc:AlternateContent><mc:Choice Requires="w14">'
        '<w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice><mc:Fallback>'
        '<w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent><w:lvlText w:val="%1"/></w:lvl>'
    )
    assert lines(read(p("x", num=(1, 0)), numbering=abstract(0, form) + num(1, 0))) == ["007 x"]


def test_lists_that_are_not_defined_give_no_number() -> None:
    assert lines(read(p("x", num=(9, 0)) + p("y", num=(1, 7)), numbering=_LEGAL)) == ["x", "y"]
    assert lines(read(p("x", num=(1, 0)))) == ["x"]


def test_paragraphs_that_are_gone_are_not_counted() -> None:
    deleted = '<w:del w:author="x"><w:r><w:delText>旧</w:delText></w:r></w:del>'
    gone = '<w:rPr><w:del w:author="x"/></w:rPr>'
    numbering = abstract(0, level(0, "%1.")) + num(1, 0)
    body = p("a", num=(1, 0)) + p(deleted, gone, num=(1, 0)) + p("b", num=(1, 0))
    assert lines(read(body, numbering=numbering)) == ["1. a", "2. b"]


_PLAIN = abstract(0, level(0, "%1."), level(1, "%1.%2")) + num(1, 0)
_STYLED = style("h", "heading 1", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>')


def test_a_paragraph_leaves_the_list_of_its_style_for_another() -> None:
    numbering = _PLAIN + abstract(1, level(0, "(%1)", "lowerLetter")) + num(2, 1)
    body = p("a", style="h") + p("b", style="h", num=(2, 0)) + p("c", style="h")
    assert lines(read(body, styles=_STYLED, numbering=numbering)) == ["1. a", "(a) b", "2. c"]


def test_a_derived_style_takes_numbers_off() -> None:
    styles = _STYLED + style("k", "K", '<w:pPr><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr>', based="h")
    body = p("a", style="h") + p("b", style="k") + p("c", style="h")
    assert lines(read(body, styles=styles, numbering=_PLAIN)) == ["1. a", "b", "2. c"]


def test_a_style_gets_its_level_from_a_style_that_it_is_based_on() -> None:
    styles = (
        style("h1", "heading 1", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>')
        + style("h2", "heading 2", '<w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr>')
        + style("mine", "Mine", based="h2")
    )
    assert lines(read(p("A", style="h1") + p("B", style="mine"), styles=styles, numbering=_PLAIN)) == ["1. A", "1.1 B"]


def test_numbers_run_on_through_cells() -> None:
    body = p("a", num=(1, 0)) + tbl(tr(tc(p("b", num=(1, 0))), tc(p("c", num=(1, 0))))) + p("e", num=(1, 0))
    assert lines(read(body, numbering=_PLAIN)) == ["1. a", "| 2. b | 3. c |", "| --- | --- |", "4. e"]


def test_text_boxes_count_apart() -> None:
    def box(*names: str) -> str:
        inner = "".join(p(name, num=(1, 0)) for name in names)
        return f"<w:r><w:pict><v:textbox><w:txbxContent>{inner}</w:txbxContent></v:textbox></w:pict></w:r>"

    body = p("a", num=(1, 0)) + p(r("x") + box("b", "c")) + p("d", num=(1, 0)) + p(r("y") + box("e"))
    assert lines(read(body, numbering=_PLAIN)) == ["1. a", "x", "1. b", "2. c", "2. d", "y", "3. e"]


def test_a_start_override_counts_once_in_each_story() -> None:
    numbering = _PLAIN + num(2, 0, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>')
    inner = p("b", num=(2, 0))
    box = f"<w:r><w:pict><v:textbox><w:txbxContent>{inner}</w:txbxContent></v:textbox></w:pict></w:r>"
    document = read(p("a", num=(2, 0)) + p(r("x") + box) + p("c", num=(2, 0)), numbering=numbering)
    assert lines(document) == ["5. a", "x", "5. b", "6. c"]


def test_levels_that_are_passed_over_count() -> None:
    numbering = abstract(0, level(0, "%1"), level(1, "%1.%2"), level(2, "%1.%2.%3")) + num(1, 0)
    places = [0, 2, 1, 2, 0, 2, 1]
    document = read("".join(p("x", num=(1, place)) for place in places), numbering=numbering)
    assert [line.split()[0] for line in lines(document)] == ["1", "1.1.1", "1.2", "1.2.1", "2", "2.1.1", "2.2"]


def test_a_number_says_nothing_for_a_level_of_bullets() -> None:
    numbering = abstract(0, level(0, "%1."), level(1, "—", "bullet"), level(2, "%1.%2%3.")) + num(1, 0)
    document = read("".join(p("x", num=(1, place)) for place in (0, 2, 2)), numbering=numbering)
    assert lines(document) == ["1. x", "1.1. x", "1.2. x"]


def test_a_paragraph_that_is_not_shown_is_not_counted() -> None:
    hidden = p(r("x", "<w:vanish/>"), "<w:rPr><w:vanish/></w:rPr>", num=(1, 0))
    assert lines(read(hidden + p("y", num=(1, 0)), numbering=_PLAIN)) == ["1. y"]


def test_an_override_may_replace_a_level_and_its_start_at_once() -> None:
    override = f'<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/>{level(0, "第%1项", "chineseCounting")}</w:lvlOverride>'
    numbering = _PLAIN + num(2, 0, override)
    assert lines(read(p("a", num=(2, 0)) + p("b", num=(2, 0)), numbering=numbering)) == ["第五项 a", "第六项 b"]


def test_a_start_override_of_an_inner_level() -> None:
    numbering = _PLAIN + num(2, 0, '<w:lvlOverride w:ilvl="1"><w:startOverride w:val="1"/></w:lvlOverride>')
    places = [(1, 0), (1, 1), (2, 1), (2, 1), (1, 0), (2, 1)]
    document = read("".join(p("x", num=place) for place in places), numbering=numbering)
    assert [line.split()[0] for line in lines(document)] == ["1.", "1.1", "1.1", "1.2", "2.", "2.1"]


def test_legal_levels_show_chinese_numbers_as_figures() -> None:
    numbering = abstract(
        0, level(0, "第%1章", "chineseCountingThousand"), level(1, "第%2条", "chineseCountingThousand"),
        level(2, "%1.%2.%3", "lowerLetter", "<w:isLgl/>"), level(3, "%1.%2", "decimal", '<w:isLgl w:val="0"/>'),
    ) + num(1, 0)  # fmt: skip
    document = read("".join(p("x", num=(1, place)) for place in range(4)), numbering=numbering)
    assert lines(document) == ["第一章 x", "第一条 x", "1.1.1 x", "一.一 x"]


@pytest.mark.parametrize(("form", "text", "shown"), [
    ("none", "注：", "注： x"), ("decimal", "附件", "附件 x"), ("none", "", "x"), ("decimal", "", "x"),
    ("decimal", "%1%", "1% x"), ("decimal", "%9", "x"),
])  # fmt: skip
def test_texts_of_levels_without_a_number(form: str, text: str, shown: str) -> None:
    assert lines(read(p("x", num=(1, 0)), numbering=abstract(0, level(0, text, form)) + num(1, 0))) == [shown]


@pytest.mark.parametrize(("form", "shown"), [
    ("upperRoman", "XII"), ("lowerLetter", "l"), ("ordinal", "12th"), ("cardinalText", "Twelve"), ("hex", "C"),
    ("ordinalText", "Twelfth"), ("chicago", "§§§"), ("ideographDigital", "一二"), ("japaneseCounting", "十二"),
    ("chineseLegalSimplified", "壹拾贰"), ("ideographTraditional", "12"), ("ideographZodiac", "亥"),
    ("koreanDigital", "일이"), ("hebrew1", "יב"), ("arabicAlpha", "س"), ("thaiNumbers", "๑๒"), ("hindiNumbers", "१२"),
    ("decimalZero", "12"), ("decimalEnclosedCircle", "⑫"), ("numberInDash", "- 12 -"), ("aiueo", "ｼ"),
])  # fmt: skip
def test_formats_of_word(form: str, shown: str) -> None:
    numbering = abstract(0, level(0, "%1)", form, start=12)) + num(1, 0)
    assert lines(read(p("x", num=(1, 0)), numbering=numbering)) == [f"{shown}) x"]


def test_a_number_that_is_hidden_is_counted_and_not_shown() -> None:
    numbering = abstract(
        0, level(0, "Article %1", "upperRoman", "<w:rPr><w:vanish/></w:rPr>"), level(1, "%1.%2", "decimal", "<w:isLgl/>")
    ) + num(1, 0)
    body = p("Terms", num=(1, 0)) + p("a", num=(1, 1)) + p("Price", num=(1, 0)) + p("b", num=(1, 1))
    assert lines(read(body, numbering=numbering)) == ["Terms", "1.1 a", "Price", "2.1 b"]


def test_empty_paragraphs_show_their_number_in_an_empty_cell() -> None:
    rows = "".join(tr(tc(p(num=(1, 0))), tc(p(text) + p(num=(1, 0)))) for text in ("标的", "价款"))
    bullets = tbl(tr(tc(p(num=(2, 0))), tc("甲")))
    numbering = abstract(0, level(0, "%1、", "chineseCounting")) + abstract(1, level(0, "●", "bullet")) + num(1, 0) + num(2, 1)
    document = read(tbl(rows) + p(num=(1, 0)) + p("后", num=(1, 0)) + bullets, numbering=numbering)
    assert [line for line in lines(document) if "---" not in line] == [
        "| 一、 | 标的 |", "| 三、 | 价款 |", "六、 后", "| | 甲 |",
    ]  # fmt: skip
