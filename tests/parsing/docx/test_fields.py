"""Fields whose result is not in the file."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.parsing.docx import fields
from tests.parsing.docx.making import assert_sound, lines, of_kind, p, r, read


def _field(code: str) -> str:
    begin, end = (f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "end"))
    return f'{begin}<w:r><w:instrText xml:space="preserve">{code}</w:instrText></w:r>{end}'


@pytest.mark.parametrize(("code", "text", "readings"), [
    (r" eq \o\ac(○,3)", "③", []), (r"EQ \o\ac(□,A)", "A", []), (r" EQ \o(\s\up 9(hé),合) ", "合", ["hé"]),
    (r'EQ \* jc2 \* "Font:宋体" \* hps10 \o\ad(\s\up 9(tóng),同)', "同", ["tóng"]),
    (r"eq \f(1,2)", "1/2", []), (r"eq \f(a+b;2)", "(a+b)/2", []), (r"eq \r(x+1)", "√(x+1)", []), (r"eq \r(3,x)", "3√(x)", []),
    (r"eq \f((a+b)c,2)", "((a+b)c)/2", []), (r"eq \b\lc\{ (\f(1,2))", "(1/2)", []), (r"eq x\s\up8(2)", "x2", []),
    (r"eq \i(0,1,x)", "∫_0^1 x", []), (r"eq \a\al\co2(1,2,3,4)", "1, 2, 3, 4", []), (r"eq \x(a)\d\fo10()b", "ab", []),
    (r"eq \f(1", "1", []), (r"eq \o", "", []), ("MACROBUTTON NoMacro [点击此处]", "[点击此处]", []),
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
