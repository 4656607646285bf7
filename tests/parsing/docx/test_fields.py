"""Fields whose result is not in the file."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.parsing.docx import fields
from tests.parsing.docx.making import abstract, assert_sound, level, lines, num, of_kind, p, r, read


def _mark(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def _code(text: str) -> str:
    return f'<w:r><w:instrText xml:space="preserve">{text}</w:instrText></w:r>'


def _field(code: str, result: str | None = None) -> str:
    """`result` None: there is no place for one."""
    shown = "" if result is None else _mark("separate") + (r(result) if result else "")
    return _mark("begin") + _code(code) + shown + _mark("end")


@pytest.mark.parametrize(("code", "text", "readings"), [
    (r" eq \o\ac(○,3)", "③", []), (r"EQ \o\ac(□,A)", "A", []), (r" EQ \o(\s\up 9(hé),合) ", "合", ["hé"]),
    (r'EQ \* jc2 \* "Font:宋体" \* hps10 \o\ad(\s\up 9(tóng),同)', "同", ["tóng"]),
    (r"eq \f(1,2)", "1/2", []), (r"eq \f(a+b;2)", "(a+b)/2", []), (r"eq \r(x+1)", "√(x+1)", []), (r"eq \r(3,x)", "3√(x)", []),
    (r"eq \f((a+b)c,2)", "((a+b)c)/2", []), (r"eq \b\lc\{ (\f(1,2))", "(1/2)", []), (r"eq x\s\up8(2)", "x2", []),
    (r"eq \i(0,1,x)", "∫_0^1 x", []), (r"eq \a\al\co2(1,2,3,4)", "1, 2, 3, 4", []), (r"eq \x(a)\d\fo10()b", "ab", []),
    (r"eq \f(1", "1", []), (r"eq \o", "", []), ("MACROBUTTON NoMacro [点击此处]", "[点击此处]", []),
    ('GOTOBUTTON "第 5 条" 见第五条 ', "见第五条", []), (r'SYMBOL 163 \f "Wingdings 2" \s 12', "☐", []),
    (r"symbol 0xF0FE \f Wingdings", "☑", []), (r"SYMBOL 169", "©", []), (r"SYMBOL 0169", "©", []), (r"SYMBOL 0x4e00 \u", "一", []),
    (r"SYMBOL 128 \a", "€", []),
])  # fmt: skip
def test_what_word_draws(code: str, text: str, readings: list[str]) -> None:
    made = fields.shown(code)
    assert made is not None
    assert (made.text, made.readings) == (text, readings)


@pytest.mark.parametrize("code", ["", "  ", "REF a", "TOC \\o", "macrobutton x", "eq " + "(" * 5000, "“"])
def test_others_show_nothing(code: str) -> None:
    assert fields.shown(code) is None


@settings(deadline=None)
@given(st.text(st.sampled_from("\\()fors,;○a1 up{\"*"), max_size=300))
def test_any_equation_ends(code: str) -> None:
    assert fields.shown("eq " + code) is not None


def test_fields_without_a_result_stand_in_the_text() -> None:
    document = read(
        p(_field(" AUTONUM ") + r("标的")) + p(_field(" AUTONUMLGL ") + r("价款"))
        + p(r("签") + _field("EQ \\o\\ad(\\s\\up 9(hé),合)") + r("同") + _field("MACROBUTTON N 此处填写"))
    )  # fmt: skip
    assert lines(document) == ["1. 标的", "2. 价款", "签合同此处填写"]
    (run,) = of_kind(document, "run")
    assert (document.slice(run.span), run.anchor, run.hidden) == ("hé", len("1. 标的\n2. 价款\n签"), False)
    assert_sound(document)


@pytest.mark.parametrize(("codes", "shown"), [
    ([r"LISTNUM NumberDefault \l 6"] * 3, ["(i)", "(ii)", "(iii)"]),
    ([r'LISTNUM "LegalDefault" \l 1', r"LISTNUM LegalDefault \l 2", r"LISTNUM LegalDefault \l 2"], ["1.", "1.1.", "1.2."]),
    ([r"LISTNUM OutlineDefault \l 1", r"LISTNUM OutlineDefault \l 4", r"LISTNUM OutlineDefault \l 1 \s 5"], ["I.", "a)", "V."]),
    ([r"LISTNUM \s 3", "LISTNUM", "listnum"], ["3)", "4)", "5)"]), ([r"LISTNUM \l 99"], ["i."]),
])  # fmt: skip
def test_numbers_of_lists_in_the_text(codes: list[str], shown: list[str]) -> None:
    body = p("<w:r/>" + "".join(r("文") + _field(code) for code in codes))
    assert lines(read(body)) == ["".join("文" + text for text in shown)]


def test_a_list_begun_by_a_field_goes_deeper_in_its_paragraph() -> None:
    line = p(_field("LISTNUM NumberDefault") + r(" 甲 ") + _field("LISTNUM") + r(" 乙 ") + _field("LISTNUM"))
    assert lines(read(line + line)) == ["1) 甲 a) 乙 i)", "2) 甲 a) 乙 i)"]


def test_a_field_in_a_numbered_paragraph_is_of_the_next_level_of_its_list() -> None:
    clause = p(r("The Seller shall ") + _field("LISTNUM") + r(" pay and ") + _field("LISTNUM", "") + r(" deliver"), num=(1, 0))
    document = read(
        clause + clause + p("sub", num=(1, 1)),
        numbering=abstract(0, level(0, "%1."), level(1, "%1(%2)", "lowerLetter")) + num(1, 0),
    )
    assert lines(document) == [
        "1. The Seller shall 1(a) pay and 1(b) deliver", "2. The Seller shall 2(a) pay and 2(b) deliver", "2(a) sub",
    ]  # fmt: skip


def test_simple_fields_without_a_result_show_the_same() -> None:
    simple = '<w:fldSimple w:instr="{}">{}</w:fldSimple>'
    body = p(r("甲") + simple.format(r" EQ \f(1,2) ", "") + simple.format("REF a", r("乙")) + simple.format("SET a b", r("丙")))
    assert lines(read(body)) == ["甲1/2乙"]


def test_a_field_that_gives_a_name_shows_nothing() -> None:
    assert lines(read(p(r("甲") + _field(' SET a "乙" ', "乙") + _field("ASK b 问", "答") + r("丙")))) == ["甲丙"]


def test_an_instruction_may_take_several_paragraphs() -> None:
    body = (
        p(r("前") + _mark("begin") + _code(' IF 1=1 "') + r("是一")) + p(r("是二") + _code('" "') + _field("REF x", "否"))
        + p(_code('"') + _mark("separate") + r("是一")) + p(r("是二") + _mark("end") + r("后"))
    )  # fmt: skip
    assert lines(read(body)) == ["前", "是一", "是二后"]


def test_an_instruction_without_an_end_swallows_nothing() -> None:
    body = p(r("前") + _mark("begin") + _code("IF ")) + p(r("中") + _field("REF x", "见")) + p("后") * 40 + p(_mark("end"))
    assert lines(read(body)) == ["前", "中见", *["后"] * 40]


def _counted(code: str, result: str = "") -> str:
    begin, separate, end = (f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate", "end"))
    return f"{begin}<w:r><w:instrText> {code} </w:instrText></w:r>{separate}{r(result) if result else ''}{end}"


def test_captions_without_their_number_are_counted() -> None:
    document = read(
        p(r("表 ") + _counted("SEQ 表 \\* ARABIC") + r(" 价格"))
        + p(r("图 ") + '<w:fldSimple w:instr=" SEQ 图 \\* ROMAN "/>' + r(" 流程"))
        + p(r("表 ") + _counted("SEQ 表 \\* ARABIC", "7") + r(" 参数"))
        + p(r("表 ") + '<w:fldSimple w:instr="SEQ &quot;表&quot;"/>' + r(" 清单"))
        + p(r("同表 ") + _counted("SEQ 表 \\c"))
        + p(r("表 ") + _counted("SEQ 表 \\r 3 \\* CHINESENUM3"))
        + p(r("暗") + _counted("SEQ 表 \\h"))
        + p(r("表 ") + _counted("SEQ 表 \\s 1"))
        + p(r("表 ") + _counted("SEQ 表"))
    )
    assert lines(document) == [
        "表 1 价格", "图 I 流程", "表 7 参数", "表 8 清单", "同表 8", "表 三", "暗", "表 ", "表 6",
    ]  # fmt: skip


@pytest.mark.parametrize("shown", ["9" * 10_000, "9" * 4_000, "9" * 12, "²", "٣٣"])
def test_a_number_that_no_sequence_comes_to(shown: str) -> None:
    document = read(p(_counted("SEQ 表 \\* ROMAN", shown)) + p(_counted("SEQ 表 \\* ROMAN") + r(" 末")))
    assert lines(document)[0] == shown
    assert len(lines(document)[1]) < 100
