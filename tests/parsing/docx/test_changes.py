"""Tracked changes beyond words: rows, columns, paragraph marks, fields, properties, hidden text by style."""

from __future__ import annotations

import pytest

from docprep_gui.domain.document import Document
from tests.parsing.docx.making import (
    abstract,
    assert_sound,
    cells,
    level,
    lines,
    num,
    of_kind,
    p,
    r,
    read,
    style,
    tbl,
    tc,
    tr,
)

_WHO = 'w:author="法务" w:date="2026-01-02T03:04:05Z"'
_DELETED = f"<w:del {_WHO}><w:r><w:delText>{{}}</w:delText></w:r></w:del>"


def _runs(document: Document) -> list[tuple[str, str | None, bool, str | None]]:
    return [(document.slice(n.span), n.role, n.hidden, n.author) for n in of_kind(document, "run")]


def test_a_deleted_row_keeps_its_deleted_words_apart() -> None:
    row = tr(tc(p(_DELETED.format("旧泵"))), tc(p(_DELETED.format("1"))), properties=f"<w:del {_WHO}/>")
    document = read(tbl(tr(tc("名称"), tc("数量")), row))
    assert len(of_kind(document, "row")) == 1
    assert _runs(document) == [("旧泵\t1", "deleted", True, "法务")]
    assert [(n.code, n.count) for n in document.notices] == [("tracked_changes", 1)]
    assert_sound(document)


def test_a_table_whose_rows_are_all_deleted_is_gone() -> None:
    document = read(p("前") + tbl(tr(tc("旧"), properties=f"<w:del {_WHO}/>")) + p("后"))
    assert lines(document) == ["前", "后"]
    assert _runs(document) == [("旧", "deleted", True, "法务")]


def test_an_inserted_row_is_an_inserted_run_a_cell() -> None:
    document = read(tbl(tr(tc("名称"), tc("数量")), tr(tc("新泵"), tc("2"), properties=f"<w:ins {_WHO}/>")))
    assert cells(document)[1, 0] == "新泵"
    assert _runs(document) == [("新泵", "inserted", False, "法务"), ("2", "inserted", False, "法务")]
    assert_sound(document)


def test_words_of_an_inserted_row_are_marked_once() -> None:
    inner = p(f"<w:ins {_WHO}>{r('新泵')}</w:ins>")
    document = read(tbl(tr(tc("名称")), tr(tc(inner), properties=f"<w:ins {_WHO}/>")))
    assert _runs(document) == [("新泵", "inserted", False, "法务")]


def test_a_deleted_column_is_gone() -> None:
    gone = f"<w:cellDel {_WHO}/>"
    document = read(tbl(tr(tc("名称"), tc("旧列", gone), tc("数量")), tr(tc("泵"), tc("x", gone), tc("2"))))
    assert cells(document) == {(0, 0): "名称", (0, 1): "数量", (1, 0): "泵", (1, 1): "2"}
    assert [run[:2] for run in _runs(document)] == [("旧列", "deleted"), ("x", "deleted")]


def test_an_inserted_column_is_marked() -> None:
    document = read(tbl(tr(tc("名称"), tc("单价", f"<w:cellIns {_WHO}/>"))))
    assert _runs(document) == [("单价", "inserted", False, "法务")]


def test_a_deleted_paragraph_mark_alone_is_a_change() -> None:
    document = read(p("甲方", f"<w:rPr><w:del {_WHO}/></w:rPr>") + p("付款。"))
    assert lines(document) == ["甲方付款。"]
    assert [(n.code, n.count) for n in document.notices] == [("tracked_changes", 1)]


def test_a_moved_list_item_takes_its_number_along() -> None:
    mark = f"<w:rPr><w:moveFrom {_WHO}/></w:rPr>"
    numbering = abstract(0, level(0, "%1.")) + num(1, 0)
    document = read(
        p("a", num=(1, 0)) + p(f"<w:moveFrom {_WHO}>{r('b')}</w:moveFrom>", mark, num=(1, 0)) + p("c", num=(1, 0))
        + p(f"<w:moveTo {_WHO}>{r('b')}</w:moveTo>", num=(1, 0)), numbering=numbering,
    )  # fmt: skip
    assert lines(document) == ["1. a", "2. c", "3. b"]


def test_changes_of_properties_are_nobody_s_business() -> None:
    old_level = '<w:pPrChange w:author="x"><w:pPr><w:pStyle w:val="Heading1"/><w:outlineLvl w:val="0"/></w:pPr></w:pPrChange>'
    old_hidden = '<w:rPrChange w:author="x"><w:rPr><w:vanish/></w:rPr></w:rPrChange>'
    document = read(
        p(r("正文", old_hidden), old_level)
        + tbl(tr(tc("格", '<w:tcPrChange w:author="x"><w:tcPr><w:gridSpan w:val="3"/></w:tcPr></w:tcPrChange>'),
                 properties='<w:trPrChange w:author="x"><w:trPr><w:hidden/></w:trPr></w:trPrChange>'))
    )  # fmt: skip
    assert lines(document) == ["正文", "| 格 |", "| --- |"]
    assert of_kind(document, "section") == []
    assert document.notices == ()


def test_a_number_taken_off_by_a_change_is_off() -> None:
    change = '<w:pPrChange w:author="x"><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:pPrChange>'
    numbering = abstract(0, level(0, "%1.")) + num(1, 0)
    document = read(p("a", num=(1, 0)) + p("b", change) + p("c", num=(1, 0)), numbering=numbering)
    assert lines(document) == ["1. a", "b", "2. c"]


def _mark(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def test_deleted_fields_and_words_in_fields_are_deleted() -> None:
    whole = (
        f"<w:del {_WHO}>{_mark('begin')}<w:r><w:delInstrText> REF a </w:delInstrText></w:r>{_mark('separate')}"
        f"<w:r><w:delText>第九条</w:delText></w:r>{_mark('end')}</w:del>"
    )
    result = (
        _mark("begin") + "<w:r><w:instrText> REF b </w:instrText></w:r>" + _mark("separate") + _DELETED.format("第一条")
        + f"<w:ins {_WHO}>{r('第二条')}</w:ins>" + _mark("end")
    )  # fmt: skip
    document = read(p(r("见") + whole + result + r("。")))
    assert lines(document) == ["见第二条。"]
    assert [run[:2] for run in _runs(document)] == [("第二条", "inserted"), ("第九条第一条", "deleted")]
    assert_sound(document)


_HIDING = (
    style("P", "P", "<w:rPr><w:vanish/></w:rPr>") + style("C", "C", "<w:rPr><w:vanish/></w:rPr>", kind="character")
    + style("Show", "Show", '<w:rPr><w:vanish w:val="0"/></w:rPr>', based="P")
)  # fmt: skip


@pytest.mark.parametrize(("paragraph", "properties", "seen"), [
    ("P", "", False), ("", '<w:rStyle w:val="C"/>', False), ("P", '<w:rStyle w:val="C"/>', True),
    ("P", '<w:vanish w:val="0"/>', True), ("Show", "", True), ("", '<w:vanish w:val="off"/>', True),
    ("", "<w:webHidden/>", True), ("", '<w:vanish w:val="1"/>', False),
])  # fmt: skip
def test_hiding_is_a_toggle(paragraph: str, properties: str, seen: bool) -> None:
    document = read(p("前") + p(r("底价", properties), style=paragraph), styles=_HIDING)
    assert ("底价" in document.slice(document.source.body)) is seen
    assert "底价" in document.text


def test_hidden_words_in_notes_are_apart_too() -> None:
    note = f'<w:footnote w:id="2">{p(r("含税") + r("不含", "<w:vanish/>"))}</w:footnote>'
    document = read(p(r("价") + '<w:r><w:footnoteReference w:id="2"/></w:r>'), footnotes=note)
    assert lines(document) == ["价", "含税"]
    assert _runs(document) == [("不含", "hidden", True, None)]


def test_a_style_separator_keeps_a_heading_apart() -> None:
    mark = "<w:rPr><w:vanish/><w:specVanish/></w:rPr>"
    document = read(p("1.1 Payment.", mark, style="Heading2") + p("The buyer pays."))
    assert lines(document) == ["1.1 Payment.", "The buyer pays."]
    assert [document.heading(node) for node in of_kind(document, "section")] == ["1.1 Payment."]


_BOX = "<w:r>{}<w:pict><v:shape><v:textbox><w:txbxContent>{}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>"


def test_a_text_box_goes_with_the_text_that_it_is_anchored_in() -> None:
    box = _BOX.format("", p("旧章"))
    document = read(p(r("甲") + f"<w:del {_WHO}>{box}</w:del>") + p("乙"))
    assert lines(document) == ["甲", "乙"]
    assert _runs(document) == [("旧章", "deleted", True, "法务")]
    assert [(n.code, n.count) for n in document.notices] == [("tracked_changes", 1)]
    assert_sound(document)


def test_a_text_box_that_was_moved_stands_once() -> None:
    box = _BOX.format("", p("骑缝章") + tbl(tr(tc("甲方"), tc("乙方"))))
    document = read(p(f"<w:moveFrom {_WHO}>{box}</w:moveFrom>{r('前')}") + p(f"<w:moveTo {_WHO}>{box}</w:moveTo>{r('后')}"))
    assert lines(document)[:3] == ["前", "后", "骑缝章"]
    assert [text for text, role, *_ in _runs(document) if role == "deleted"] == ["骑缝章\n甲方\t乙方"]
    assert cells(document)[0, 1] == "乙方"


def test_a_text_box_in_hidden_text_is_hidden() -> None:
    inner = p(r("明") + f"<w:ins {_WHO}>{r('增')}</w:ins>" + _DELETED.format("删"))
    document = read(p(r("甲") + _BOX.format("<w:rPr><w:vanish/></w:rPr>", inner)))
    assert lines(document) == ["甲"]
    assert _runs(document) == [("明增删", "hidden", True, None)]
    assert [(n.code, n.count) for n in document.notices] == [("hidden_content", 1)]


@pytest.mark.parametrize(("merge", "below", "echoed"), [("rest", "cont", True), ("rest", "rest", False)])
def test_cells_merged_by_a_change_are_merged(merge: str, below: str, echoed: bool) -> None:
    upper = tc("甲方", f'<w:cellMerge {_WHO} w:vMerge="{merge}"/>')
    lower = tc("", f'<w:cellMerge {_WHO} w:vMerge="{below}"/>')
    document = read(tbl(tr(tc("名"), tc("值")), tr(upper, tc("1")), tr(lower, tc("2"))))
    assert lines(document)[-1] == ("| 甲方 | 2 |" if echoed else "| | 2 |")
