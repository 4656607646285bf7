"""How letters and paragraphs look: what the page shows, at exact places of the text."""

from __future__ import annotations

from array import array

import pytest

from docprep_gui.domain.document import (
    BOLD,
    CENTRED,
    ITALIC,
    JUSTIFIED,
    LEFT,
    LOWERED,
    RAISED,
    RIGHT,
    STRUCK,
    UNDERLINED,
    Document,
    Setting,
)
from tests.parsing.docx.making import abstract, level, num, p, r, read, style, tbl, tc, tr


def letters(document: Document) -> list[tuple[str, int]]:
    values = array("i", document.layout.letters)
    return [(document.text[values[i] : values[i + 1]], values[i + 2]) for i in range(0, len(values), 3)]


def settings(document: Document) -> dict[str, Setting]:
    """By the three characters that a paragraph or a cell begins with."""
    values = array("i", document.layout.settings)
    return {document.text[values[i] :][:3]: Setting(*values[i + 1 : i + 4]) for i in range(0, len(values), 4)}


@pytest.mark.parametrize(("properties", "look"), [
    ("<w:b/>", BOLD), ("<w:i/>", ITALIC), ('<w:u w:val="single"/>', UNDERLINED), ("<w:strike/>", STRUCK),
    ("<w:dstrike/>", STRUCK), ('<w:vertAlign w:val="superscript"/>', RAISED), ('<w:u w:val="none"/>', 0),
    ('<w:vertAlign w:val="subscript"/>', LOWERED), ('<w:b w:val="0"/>', 0), ('<w:b/><w:i w:val="false"/>', BOLD),
    ('<w:b/><w:i/><w:u w:val="wave"/>', BOLD | ITALIC | UNDERLINED), ('<w:vertAlign w:val="baseline"/>', 0),
])  # fmt: skip
def test_what_runs_say(properties: str, look: int) -> None:
    document = read(p(r("甲方") + r("应当", properties) + r("付款。")))
    assert letters(document) == ([("应当", look)] if look else [])


def test_runs_that_look_alike_are_one() -> None:
    document = read(p(r("甲", "<w:b/>") + r("方", '<w:sz w:val="20"/><w:b/>') + r("付", "<w:i/>") + r("款")))
    assert letters(document) == [("甲方", BOLD), ("付", ITALIC)]


@pytest.mark.parametrize("around", ["{}", "<w:hyperlink>{}</w:hyperlink>", '<w:ins w:author="a">{}</w:ins>',
                                    "{}<w:r><w:tab/></w:r>", "<w:sdt><w:sdtContent>{}</w:sdtContent></w:sdt>"])
@pytest.mark.parametrize("hidden", ["", "<w:r><w:rPr><w:vanish/></w:rPr><w:t>隐</w:t></w:r>"])
def test_places_stay_exact_whatever_stands_around(around: str, hidden: str) -> None:
    inner = around.format(r("不得", "<w:b/>"))
    document = read(p(f"{hidden}{r('  乙方')}{inner}{r('转让')}") + p(r("末", '<w:u w:val="single"/>')))
    assert letters(document) == [("不得", BOLD), ("末", UNDERLINED)]


def test_deleted_letters_are_no_letters_of_the_text() -> None:
    gone = '<w:del w:author="a"><w:r><w:rPr><w:b/></w:rPr><w:delText>三十</w:delText></w:r></w:del>'
    document = read(p(r("应在") + gone + r("十五", "<w:i/>") + r("日内")))
    assert letters(document) == [("十五", ITALIC)]


def test_styles_and_what_they_are_based_on() -> None:
    styles = (
        style("S", "Strong", "<w:rPr><w:b/></w:rPr>", kind="character")
        + style("T", "Stronger", "<w:rPr><w:i/></w:rPr>", based="S", kind="character")
        + style("N", "Note", '<w:rPr><w:b/><w:u w:val="single"/></w:rPr>')
        + style("M", "More", based="N")
    )
    strong, stronger = '<w:rStyle w:val="S"/>', '<w:rStyle w:val="T"/>'
    assert letters(read(p(r("甲") + r("乙", strong) + r("丙", stronger)), styles=styles)) == [
        ("乙", BOLD), ("丙", BOLD | ITALIC),
    ]
    both = read(p(r("甲") + r("乙", strong) + r("丙", '<w:b w:val="0"/>'), style="M"), styles=styles)
    assert letters(both) == [("甲", BOLD | UNDERLINED), ("乙丙", UNDERLINED)], "two toggles take each other off"


def test_a_number_looks_as_what_it_stands_before() -> None:
    numbering = abstract(1, level(0, "%1.")) + num(1, 1)
    document = read(p(r("范围", "<w:b/>") + r("如下"), num=(1, 0)), numbering=numbering)
    assert letters(document) == [("1. ", BOLD), ("范围", BOLD)]


def test_letters_in_cells_with_escapes() -> None:
    document = read(tbl(tr(tc(p(r("a|b") + r("c|d", "<w:b/>")) + p(r("第二段", "<w:i/>"))), tc("乙"))))
    assert letters(document) == [("c\\|d", BOLD), ("第二段", ITALIC)]


@pytest.mark.parametrize(("value", "align"), [
    ("left", LEFT), ("start", LEFT), ("center", CENTRED), ("right", RIGHT), ("end", RIGHT), ("both", JUSTIFIED),
    ("distribute", JUSTIFIED),
])  # fmt: skip
def test_alignment(value: str, align: int) -> None:
    document = read(p("2026 年 3 月 5 日", f'<w:jc w:val="{value}"/>') + p("正文"))
    assert settings(document) == {"202": Setting(align)}


def test_alignment_of_styles_and_of_cells() -> None:
    styles = style("B", "Body", '<w:pPr><w:jc w:val="both"/></w:pPr>') + style("C", "Closing", based="B")
    document = read(
        p("落款甲", style="C") + p("落款乙", '<w:jc w:val="right"/>', style="C")
        + tbl(tr(tc(p("金额元", '<w:jc w:val="right"/>')), tc("备注栏"))), styles=styles,
    )  # fmt: skip
    assert settings(document) == {"落款甲": Setting(JUSTIFIED), "落款乙": Setting(RIGHT), "金额元": Setting(RIGHT)}


@pytest.mark.parametrize(("indent", "text", "first", "left"), [
    ('w:firstLineChars="200" w:firstLine="420"', "甲方应当付款。", 200, 0),
    ('w:firstLine="640"', "甲方应当付款。", 200, 0),  # two characters of 16 points
    ('w:firstLine="640"', "The buyer shall pay.", 320, 0),
    ('w:left="720" w:hanging="360"', "(a) the fee", -180, 360),
    ('w:left="720" w:hanging="900"', "(a) the fee", -360, 360),  # not out of the page
    ('w:firstLineChars="0" w:firstLine="0"', "甲方", 0, 0),
    ('w:left="-200"', "甲方", 0, 0),
    ('w:leftChars="300" w:left="1"', "甲方应", 0, 300),
    ('w:firstLine="x"', "甲方", 0, 0),
])  # fmt: skip
def test_indents(indent: str, text: str, first: int, left: int) -> None:
    document = read(p(text, f"<w:ind {indent}/>"))
    assert settings(document) == ({text[:3]: Setting(0, first, left)} if first or left else {})


def test_indents_are_taken_from_styles_each_for_itself() -> None:
    styles = style("B", "Body", '<w:pPr><w:ind w:left="400" w:firstLineChars="200"/></w:pPr>')
    document = read(p("甲方应", '<w:ind w:left="0"/>', style="B") + p("乙方应", style="B"), styles=styles)
    assert settings(document) == {"甲方应": Setting(0, 200, 0), "乙方应": Setting(0, 200, 200)}


_W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
_W15 = 'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"'


@pytest.mark.parametrize("done", ["1", "0", None])
def test_comments_that_are_done_are_resolved_with_their_answers(done: str | None) -> None:
    """The last paragraph of a comment stands for it; answers belong to what they answer."""
    words = {"1": ("1A", "比例要写明。"), "2": ("2A", "已改。"), "3": ("3A", "再看。")}
    comments = "".join(
        f'<w:comment w:id="{n}" w:author="王"><w:p><w:r><w:t>又：</w:t></w:r></w:p>'
        f'<w:p {_W14} w14:paraId="{last}"><w:r><w:t>{text}</w:t></w:r></w:p></w:comment>'
        for n, (last, text) in words.items()
    )
    state = f'w15:done="{done}"' if done else ""
    extended = (f'<w15:commentEx {_W15} w15:paraId="1A" {state}/><w15:commentEx {_W15} w15:paraId="2A" '
                f'w15:paraIdParent="1A" w15:done="0"/><w15:commentEx {_W15} w15:paraId="3A" w15:done="0"/>')
    marks = "".join(f'<w:r><w:commentReference w:id="{n}"/></w:r>' for n in words)
    document = read(p(r("违约金") + marks), comments=comments, commentsExtended=extended)
    role = "resolved" if done == "1" else None
    assert [(node.role, node.author) for node in document.nodes if node.kind == "comment"] == [
        (role, "王"), (role, "王"), (None, "王"),
    ]


_NIL = "".join(f'<w:{side} w:val="nil"/>' for side in ("top", "left", "bottom", "right", "insideH", "insideV"))
_GRID = style("G", "Table Grid", '<w:tblPr><w:tblBorders><w:top w:val="single" w:sz="4"/></w:tblBorders></w:tblPr>',
              kind="table")  # fmt: skip


def _table(properties: str, cells: str = tc("甲方") + tc("乙方")) -> str:
    return f"<w:tbl><w:tblPr>{properties}</w:tblPr><w:tr>{cells}</w:tr></w:tbl>"


@pytest.mark.parametrize(("table", "ruled"), [
    (_table(""), False),
    (_table('<w:tblStyle w:val="G"/>'), True),
    (_table('<w:tblStyle w:val="H"/>'), True),
    (_table('<w:tblStyle w:val="plain"/>'), False),
    (_table(f'<w:tblStyle w:val="G"/><w:tblBorders>{_NIL}</w:tblBorders>'), False),
    (_table('<w:tblBorders><w:top w:val="single" w:sz="4"/></w:tblBorders>'), True),
    (_table(f"<w:tblBorders>{_NIL}</w:tblBorders><w:tblCellMar><w:top w:w=\"0\" w:type=\"dxa\"/></w:tblCellMar>"), False),
    (_table('<w:tblStyle w:val="G"/>', 2 * tc("甲方", f"<w:tcBorders>{_NIL}</w:tcBorders>")), False),
    (_table('<w:tblStyle w:val="G"/>', tc("甲方", f"<w:tcBorders>{_NIL}</w:tcBorders>") + tc("乙方")), True),
    (_table("", tc("甲方") + tc("乙方", '<w:tcBorders><w:bottom w:sz="4" w:val="single"/></w:tcBorders>')), True),
])  # fmt: skip
def test_lines_of_tables(table: str, ruled: bool) -> None:
    document = read(p("签署") + table + _table('<w:tblStyle w:val="G"/>'),
                    styles=_GRID + style("H", "Grid 2", based="G", kind="table"))
    assert [node.table.ruled for node in document.nodes if node.table is not None] == [ruled, True]


def test_a_table_without_lines_around_one_with_lines() -> None:
    inner = _table('<w:tblStyle w:val="G"/>')
    document = read(_table("", tc(p("左") + inner + p())) + p("末"), styles=_GRID)
    assert [node.table.ruled for node in document.nodes if node.table is not None] == [False, True]


@pytest.mark.parametrize(("columns", "widths"), [
    ((2000, 6000), (2000, 6000)), ((2000,), ()), ((2000, 0), ()), ((2000, 10**9), ()), ((), ()),
])  # fmt: skip
def test_widths_of_columns(columns: tuple[int, ...], widths: tuple[int, ...]) -> None:
    own = "".join(f'<w:gridCol w:w="{width}"/>' for width in columns)
    table = f"<w:tbl><w:tblPr/><w:tblGrid>{own}</w:tblGrid>{tr(tc('项目'), tc('说明'))}</w:tbl>"
    (found,) = [node.table for node in read(p("表") + table).nodes if node.table is not None]
    assert found.widths == widths
