"""What says of looks is taken out of the XML before it is parsed: nothing that is read may change by it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docprep_gui.parsing.docx import story
from docprep_gui.parsing.docx.thinning import thinned
from tests.parsing.docx.making import outline, p, part, r, read, style, tbl, tr

_LOOKS = (
    '<w:rFonts w:ascii="宋体" w:hint="eastAsia"/>', '<w:sz w:val="24"/>', '<w:szCs w:val="24"/>', "<w:b/>", "<w:bCs />",
    '<w:i/>', '<w:i w:val="0"/>', '<w:u w:val="single"/>', '<w:strike/>', '<w:vertAlign w:val="superscript"/>',
    '<w:rStyle w:val="S"/>', '<w:color w:val="FF0000"/>', '<w:lang w:val="en-US"/>', '<w:vanish/>', '<w:vanish w:val="0"/>', '<w:bdr w:val="single"/>',
)  # fmt: skip
_AROUND = (
    '<w:ind w:left="420"/>', '<w:ind w:firstLineChars="200"/>', '<w:jc w:val="right"/>', '<w:jc w:val="center"/>', "<w:keepNext/>", '<w:outlineLvl w:val="1"/>', "<w:pageBreakBefore/>",
    '<w:tabs><w:tab w:val="left" w:pos="9"/></w:tabs>', '<w:rPr><w:sz w:val="24"/></w:rPr>',
)  # fmt: skip
_WORDS = ("价款", "第二条 交付", " 五 ", "&lt;w:b/&gt;", "")


def _properties(tag: str, pieces: tuple[str, ...]) -> st.SearchStrategy[str]:
    chosen = st.lists(st.sampled_from(pieces), max_size=3, unique=True)
    return chosen.map(lambda found: f"<w:{tag}>{''.join(found)}</w:{tag}>")


_RUN = st.builds(
    lambda looks, words, more: f'<w:r w:rsidR="00A1">{looks}<w:t xml:space="preserve">{words}</w:t>{more}</w:r>',
    _properties("rPr", _LOOKS), st.sampled_from(_WORDS), st.sampled_from(("", "<w:tab/>", "<w:br/>")),
)  # fmt: skip
_PARAGRAPH = st.builds(
    lambda own, runs: f'<w:p>{own}<w:proofErr w:type="spellStart"/>{"".join(runs)}</w:p>',
    _properties("pPr", _AROUND), st.lists(_RUN, max_size=3),
)  # fmt: skip
_CELL = st.builds(
    lambda own, inside: f"<w:tc>{own}{inside}</w:tc>",
    _properties("tcPr", ('<w:tcW w:w="1"/>', '<w:gridSpan w:val="2"/>', '<w:tcBorders><w:top w:val="x"/></w:tcBorders>')),
    _PARAGRAPH,
)  # fmt: skip
_BLOCK = _PARAGRAPH | st.lists(_CELL, min_size=1, max_size=3).map(lambda found: tbl(tr(*found)))


@given(st.lists(_BLOCK, min_size=1, max_size=6), st.booleans())
def test_a_document_reads_the_same_as_in_full(blocks: list[str], styled: bool) -> None:
    body = (p("总则", style="H") if styled else "") + p("正文") + "".join(blocks)
    styles = style("H", "heading 1") + '<w:style w:type="character" w:styleId="S"><w:rPr><w:b/></w:rPr></w:style>'
    found = read(body, styles=styles)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(story, "thinned", lambda markup, **_: markup)
        full = read(body, styles=styles)
    assert (found.text, found.nodes, found.notices, found.layout) == (full.text, full.nodes, full.notices, full.layout)


def test_more_than_half_goes_where_letters_have_looks() -> None:
    run = r("价款", '<w:rFonts w:ascii="宋体"/><w:sz w:val="24"/><w:szCs w:val="24"/><w:color w:val="0"/>')
    markup = part("document", f"<w:body><w:p>{run}</w:p></w:body>").encode()
    assert b"<w:r><w:t " in thinned(markup, fonts=False, sizes=False)
    kept = thinned(markup, fonts=True, sizes=True)
    assert all(name in kept for name in (b"<w:rFonts", b"<w:sz "))
    assert b"szCs" not in kept


@pytest.mark.parametrize("markup", [
    b'<x:p xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:b/></x:p>',
    b'<w:p xmlns:w="urn:another"><w:b/></w:p>',
    part("document", '<w:p xmlns:w="urn:another"><w:b/></w:p>').encode(),
    part("document", "<w:t><![CDATA[<w:b/>]]></w:t>").encode(),
])  # fmt: skip
def test_what_is_written_in_another_way_stays(markup: bytes) -> None:
    assert thinned(markup, fonts=False, sizes=True) == markup


def test_text_and_broken_elements_stay() -> None:
    text = part("document", '<w:t>&lt;w:b/> w:rsidR="1"</w:t><w:color w:val="1"</w:t><w:r/>').encode()
    assert thinned(text, fonts=False, sizes=True) == text


def test_sizes_are_read_where_a_heading_style_marks_nothing() -> None:
    bold = [p(r(words, "<w:b/>")) + p("货物按附件交付，逾期的按日支付违约金。" * 2) for words in ("标的", "价款", "交付")]
    document = read(p("", style="H") + "".join(bold), styles=style("H", "heading 1"))
    assert [title for _, title in outline(document)] == ["标的", "价款", "交付"]
