from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
    tbl,
    tc,
    texts,
    tr,
)

_RESTART, _CONTINUE = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"


def _span(n: int) -> str:
    return f'<w:gridSpan w:val="{n}"/>'


def _shape(xml: str) -> tuple[int, int, int]:
    table = of_kind(read(xml), "table")[0].table
    assert table is not None
    return table.rows, table.cols, table.header_rows


def test_a_row_is_a_line() -> None:
    document = read(tbl(tr(tc("名称"), tc("金额")), tr(tc("机床"), tc("3万"))))
    assert lines(document) == ["| 名称 | 金额 |", "| --- | --- |", "| 机床 | 3万 |"]
    assert texts(document, "row") == ["| 名称 | 金额 |", "| 机床 | 3万 |"]


def test_a_cell_over_columns_stands_once() -> None:
    document = read(tbl(tr(tc("汇总", _span(3))), tr(tc("一"), tc("二"), tc("三"))))
    assert lines(document)[0] == "| 汇总 | | |"
    assert cells(document) == {(0, 0): "汇总", (1, 0): "一", (1, 1): "二", (1, 2): "三"}


def test_a_cell_over_rows_is_echoed() -> None:
    document = read(tbl(tr(tc("甲", _RESTART), tc("1")), tr(tc("", _CONTINUE), tc("2")), tr(tc("乙"), tc("3"))))
    assert lines(document) == ["| 甲 | 1 |", "| --- | --- |", "| 甲 | 2 |", "| 乙 | 3 |"]
    rows = of_kind(document, "row")
    assert [[document.slice(e) for e in row.echoes] for row in rows] == [[], ["甲"], []]
    table = of_kind(document, "table")[0].table
    assert table is not None
    assert [(c.row, c.row_span) for c in table.cells(document.text) if c.text == "甲"] == [(0, 2)]


def test_a_long_echo_is_a_sign() -> None:
    document = read(tbl(tr(tc("长" * 41, _RESTART), tc("1")), tr(tc("", _CONTINUE), tc("2"))))
    assert lines(document)[-1] == "| 〃 | 2 |"


def test_text_in_a_continued_cell_is_hidden() -> None:
    document = read(tbl(tr(tc("甲", _RESTART), tc("1")), tr(tc("看不见", _CONTINUE), tc("2"))))
    assert "看不见" not in document.slice(document.source.body)
    assert [(n.role, n.hidden) for n in of_kind(document, "run")] == [("hidden", True)]


def test_gaps_at_the_ends_keep_the_columns() -> None:
    document = read(tbl(
        tr(tc("a"), tc("b"), tc("c")),
        tr(tc("x"), tc("y"), properties='<w:gridBefore w:val="1"/>'),
        tr(tc("z"), tc("w"), properties='<w:gridAfter w:val="1"/>'),
    ))  # fmt: skip
    found = cells(document)
    assert (found[1, 1], found[1, 2], found[2, 0]) == ("x", "y", "z")
    assert (1, 0) not in found
    assert {line.count("|") for line in lines(document)} == {4}


def test_rows_and_cells_in_controls_are_seen() -> None:
    def control(inner: str) -> str:
        return f"<w:sdt><w:sdtContent>{inner}</w:sdtContent></w:sdt>"

    document = read(tbl(tr(tc("a"), tc("b")), control(tr(tc("1"), control(tc("2"))))))
    assert cells(document) == {(0, 0): "a", (0, 1): "b", (1, 0): "1", (1, 1): "2"}


def test_pipes_and_line_breaks_stay_in_their_cell() -> None:
    document = read(tbl(tr(tc("a|b"), tc(p("一") + p("二")))))
    assert lines(document)[0] == r"| a\|b | 一<br>二 |"
    assert cells(document) == {(0, 0): "a|b", (0, 1): "一\n二"}


def test_a_nested_table_stands_in_its_cell() -> None:
    inner = tbl(tr(tc("x|"), tc("y")), tr(tc("z"), tc("w")))
    document = read(tbl(tr(tc(p("外") + inner + p("尾")), tc("b"))))
    assert lines(document)[0] == r"| 外<br>x\| \| y<br>z \| w<br>尾 | b |"
    assert cells(document, 1) == {(0, 0): "x|", (0, 1): "y", (1, 0): "z", (1, 1): "w"}
    outer, nested = of_kind(document, "table")
    assert outer.span[0] < nested.span[0] < nested.span[1] < outer.span[1]
    assert document.nodes[nested.parent].kind == "row"
    assert_sound(document)


def test_marked_header_rows_count() -> None:
    header = "<w:tblHeader/>"
    assert _shape(tbl(tr(tc("a"), properties=header), tr(tc("b"), properties=header), tr(tc("1"))))[2] == 2
    off = '<w:tblHeader w:val="0"/>'
    assert _shape(tbl(tr(tc("1"), tc("2"), properties=off), tr(tc("3"), tc("4"))))[2] == 0


def test_a_title_over_a_marked_header_belongs_to_it() -> None:
    rows = tr(tc("清单", _span(2))), tr(tc("名称"), tc("数量"), properties="<w:tblHeader/>"), tr(tc("泵"), tc("2"))
    assert _shape(tbl(*rows)) == (3, 2, 2)


def test_header_rows_are_guessed_by_their_look() -> None:
    assert _shape(tbl(tr(tc("名称"), tc("数量"), tc("单价")), tr(tc("泵"), tc("2"), tc("30"))))[2] == 1
    assert _shape(tbl(tr(tc("甲方："), tc("某公司")), tr(tc("乙方："), tc("另一公司"))))[2] == 0
    two_levels = tbl(
        tr(tc("项目", _RESTART), tc("金额", _span(2))), tr(tc("", _CONTINUE), tc("含税"), tc("不含税")),
        tr(tc("泵"), tc("113"), tc("100")),
    )  # fmt: skip
    assert _shape(two_levels)[2] == 2


def test_years_name_columns_and_other_figures_do_not() -> None:
    for first, count in ((("项目", "2022", "2023"), 1), (("", "2022", "2023"), 1), (("甲", "2022", "15"), 0), (("甲", "2", "3"), 0), (("日期", "2024-03-01", "15%"), 0)):
        assert _shape(tbl(tr(*map(tc, first)), tr(tc("收入"), tc("10"), tc("12"))))[2] == count


def test_a_form_whose_first_value_goes_over_all_columns_has_no_header() -> None:
    below = tr(tc("人员"), tc("张三"), tc("记录"), tc("李四"))
    assert _shape(tbl(tr(tc("主题"), tc("启动会", _span(3))), tr(tc("时间"), tc("3月1日"), tc("地点"), tc("一室")), below))[2] == 0
    assert _shape(tbl(tr(tc("产品"), tc("销量", _span(3))), tr(tc("<w:p/>"), tc("一月"), tc("二月"), tc("三月")), below))[2] == 1


def test_numbers_and_changes_work_in_cells() -> None:
    change = '<w:ins w:author="x">' + r("新|") + "</w:ins>"
    document = read(
        tbl(tr(tc(p("第一", num=(1, 0))), tc(p(r("旧|") + change)))), numbering=abstract(0, level(0, "%1.")) + num(1, 0)
    )
    assert cells(document) == {(0, 0): "1. 第一", (0, 1): "旧|新|"}
    (run,) = of_kind(document, "run")
    assert document.slice(run.span) == r"新\|"


def test_a_deleted_row_is_gone() -> None:
    row = tr(tc("旧"), tc("1"), properties='<w:del w:author="甲" w:date="2026-01-01"/>')
    document = read(tbl(tr(tc("a"), tc("b")), row))
    assert len(of_kind(document, "row")) == 1
    (run,) = of_kind(document, "run")
    assert (document.slice(run.span), run.role, run.author) == ("旧\t1", "deleted", "甲")
    assert [(n.code, n.count) for n in document.notices] == [("tracked_changes", 1)]


def test_a_hidden_row_is_an_aside() -> None:
    document = read(tbl(tr(tc("a"), tc("b")), tr(tc("底价"), tc("1"), properties="<w:hidden/>")))
    assert "底价" not in document.slice(document.source.body)
    (run,) = of_kind(document, "run")
    assert (document.slice(run.span), run.role, run.hidden) == ("底价\t1", "hidden", True)
    assert [n.code for n in document.notices] == ["hidden_content"]


def test_notes_in_cells_follow_the_table() -> None:
    reference = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    document = read(
        tbl(tr(tc(p(r("a|价款") + reference)))) + p("后文"),
        footnotes=f'<w:footnote w:id="2">{p("含税。")}</w:footnote>',
    )
    assert lines(document) == [r"| a\|价款 |", "| --- |", "含税。", "后文"]
    (note,) = of_kind(document, "note")
    assert note.anchor == len(r"| a\|价款")


def test_a_row_over_pages_counts_its_breaks_once() -> None:
    rendered = "<w:r><w:lastRenderedPageBreak/></w:r>"
    document = read(tbl(tr(tc(p(r("a") + rendered + r("b"))), tc(p(r("c") + rendered + r("d"))))) + p("后"))
    assert of_kind(document, "paragraph")[-1].location.page == 2


_CELL = st.tuples(
    st.text(st.sampled_from("甲|\\ <br>1"), max_size=5), st.integers(1, 3), st.sampled_from(["", "r", "c"])
)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.lists(_CELL, max_size=4), max_size=5))
def test_any_grid_is_sound(rows: list[list[tuple[str, int, str]]]) -> None:
    merges = {"": "", "r": _RESTART, "c": _CONTINUE}
    xml = tbl(*[
        tr(*[tc(p(r(text.replace("<", "&lt;"))), _span(span) + merges[merge]) for text, span, merge in row])
        for row in rows
    ])  # fmt: skip
    document = read(xml + p("尾"))
    assert_sound(document)
    for node in of_kind(document, "table"):
        assert node.table is not None
        places = set()
        for cell in node.table.cells(document.text):
            for row in range(cell.row, cell.row + cell.row_span):
                for col in range(cell.col, cell.col + cell.col_span):
                    assert (row, col) not in places
                    assert row < node.table.rows
                    assert col < node.table.cols
                    places.add((row, col))


@pytest.mark.parametrize("begun", ["<w:tcBorders>", "<w:tblBorders>", "<w:tblStyle ", "<w:top ", "<w:tbl> ", "<w:tc>"])
def test_lines_of_tables_that_nobody_ends(begun: str) -> None:
    comment = f"<!--{begun * 20_000}-->"
    start = time.process_time()
    document = read(tbl(comment + tr(tc("甲"), tc(comment + p("乙")))))
    assert time.process_time() - start < 5
    assert "| 甲 | 乙 |" in document.text
