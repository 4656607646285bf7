"""Tables in plain text."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui import parsing
from docprep_gui.domain.document import Document, Table
from docprep_gui.parsing import drawn_tables


def read(text: str) -> Document:
    return parsing.read(textwrap.dedent(text).encode("utf-8-sig"), "a.txt")


def tables(document: Document) -> list[Table]:
    return [node.table for node in document.nodes if node.table is not None]


def rows(document: Document) -> list[list[str]]:
    """Of the only table, each value at all places that it covers."""
    (table,) = tables(document)
    made = [[""] * table.cols for _ in range(table.rows)]
    for cell in table.cells(document.text):
        for row in range(cell.row, cell.row + cell.row_span):
            for col in range(cell.col, cell.col + cell.col_span):
                made[row][col] = cell.text
    return made


_PLAIN = [["名称", "数量", "单价"], ["六角螺栓", "10", "1.50"], ["螺母", "20", "0.50"]]


@pytest.mark.parametrize("drawn", [
    """\
    +----------+------+------+
    | 名称     | 数量 | 单价 |
    +----------+------+------+
    | 六角螺栓 | 10   | 1.50 |
    | 螺母     | 20   | 0.50 |
    +----------+------+------+
    """,
    """\
    +----------+------+------+
    | 名称     | 数量 | 单价 |
    +==========+======+======+
    | 六角螺栓 | 10   | 1.50 |
    +----------+------+------+
    | 螺母     | 20   | 0.50 |
    +----------+------+------+
    """,
    """\
    ┌────┬──┬──┐
    │名称    │数量│单价│
    ├────┼──┼──┤
    │六角螺栓│10  │1.50│
    │螺母    │20  │0.50│
    └────┴──┴──┘
    """,
    """\
    ╔══════════╦══════╦══════╗
    ║ 名称     ║ 数量 ║ 单价 ║
    ╠══════════╬══════╬══════╣
    ║ 六角螺栓 ║ 10   ║ 1.50 ║
    ║ 螺母     ║ 20   ║ 0.50 ║
    ╚══════════╩══════╩══════╝
    """,
    "| 名称 | 数量 | 单价 |\n|---|:---:|---|\n| 六角螺栓 | 10 | 1.50 |\n|螺母|20|0.50|\n",
    "名称|数量|单价\n六角螺栓|10|1.50\n螺母|20|0.50\n",
    "名称     | 数量 | 单价\n---------+------+-----\n六角螺栓 |   10 | 1.50\n螺母     |   20 | 0.50\n",
    "名称\t数量\t单价\n六角螺栓\t10\t1.50\n螺母\t20\t0.50\n",
    "名称      数量    单价\n六角螺栓  10      1.50\n螺母      20      0.50\n",
    "名称　　　数量　　单价\n六角螺栓　10　　　1.50\n螺母　　　20　　　0.50\n",
    "名称      数量    单价\n--------  ------  ----\n六角螺栓  10      1.50\n螺母      20      0.50\n",
])  # fmt: skip
def test_a_table_is_read_however_it_is_drawn(drawn: str) -> None:
    document = read("报价如下\n" + textwrap.dedent(drawn) + "以上含税。\n")
    assert rows(document) == _PLAIN
    assert tables(document)[0].header_rows == 1
    assert document.text.startswith("报价如下\n| 名称 | 数量 | 单价 |\n| --- |")
    assert document.text.endswith("\n以上含税。\n")
    assert [node.location.paragraph for node in document.nodes if node.kind == "paragraph"] == [1, 3]


def test_cells_over_rows_and_columns_and_of_several_lines() -> None:
    document = read("""\
        +------+--------------+------+
        | 类别 | 名称         | 台数 |
        +------+--------------+------+
        | 硬件 | 主机及其     | 1    |
        |      | 附件         |      |
        |      +--------------+------+
        |      | 屏幕         | 2    |
        +------+--------------+------+
        | 合计                | 3    |
        +---------------------+------+
        """)
    assert rows(document) == [
        ["类别", "名称", "台数"], ["硬件", "主机及其附件", "1"], ["硬件", "屏幕", "2"], ["合计", "合计", "3"],
    ]  # fmt: skip


def test_a_line_is_a_row_where_only_the_names_and_the_sum_are_ruled_off() -> None:
    document = read("+---+---+\n| a | b |\n+---+---+\n| x | 1 |\n| y | 2 |\n+---+---+\n| z | 3 |\n+---+---+\n")
    assert rows(document) == [["a", "b"], ["x", "1"], ["y", "2"], ["z", "3"]]
    assert tables(document)[0].header_rows == 1


def test_a_line_above_a_sum_is_drawn() -> None:
    document = read("""\
        Description   Hours    Amount
        Consulting    10      1000.00
        Travel                 250.00
                              -------
        Total                 1250.00
        Due in 30 days.
        """)
    assert rows(document)[1:] == [["Consulting", "10", "1000.00"], ["Travel", "", "250.00"], ["Total", "", "1250.00"]]
    assert tables(document)[0].header_rows == 1


@pytest.mark.parametrize("text", [
    "甲方（盖章）：          乙方（盖章）：\n法定代表人：            法定代表人：\n日期：    年  月  日    日期：    年  月  日\n",
    "甲方：\t乙方：\n代表：\t代表：\n电话：\t电话：\n",
    "第一章 总则\t1\n第二章 付款\t3\n第三章 其他\t5\n",
    "Definitions    1\nPayment        3\nTerm           5\n",
    "\t(a)\tcash\n\t(b)\tstock\n\t(c)\tnotes\n",
    "一、\t付款\n二、\t交货\n三、\t验收\n",
    "By: ________      By: ________\nName: Li          Name: Wang\nTitle: CEO        Title: CFO\n",
    "+-----+    +-----+\n| A   |--->| B   |\n+-----+    +-----+\n",
    "+------------+\n| 注意事项   |\n+------------+\n",
    "选择 a|b 时\n另行约定\n", "甲|乙\n", "　　甲方应于收到发票后付款。\n　　乙方应于收到款项后发货。\n　　逾期的按日计息。\n",
    "This is text.  It has two  blanks here\nand there.  The  columns of  none agree\nwith any. It goes  on so\n",
])  # fmt: skip
def test_what_is_only_set_apart_is_no_table(text: str) -> None:
    document = read(text)
    assert tables(document) == []
    assert document.text == "".join(line.strip() + "\n" for line in text.splitlines())


def test_a_line_with_a_number_beside_a_table_is_its_caption() -> None:
    document = read("表1 报价\n名称\t数量\t单价\n螺栓\t10\t1\n表2 交期\n")
    captions = [document.slice(node.span) for node in document.nodes if node.kind == "caption"]
    assert captions == ["表1 报价", "表2 交期"]


@given(st.lists(st.text(alphabet="|+-= \t│─┼a中1", max_size=12), max_size=8))
@settings(deadline=None, max_examples=300)
def test_any_lines_are_borne(lines: list[str]) -> None:
    end = 0
    for table in drawn_tables.find(lines):
        assert end <= table.first < table.end <= len(lines)
        end = table.end
        taken: set[tuple[int, int]] = set()
        for cell in table.grid.cells:
            own = {
                (y, x) for y in range(cell.row, cell.row + cell.row_span) for x in range(cell.col, cell.col + cell.col_span)
            }
            assert not own & taken
            assert all(y < table.grid.rows and x < table.grid.cols for y, x in own)
            taken |= own


@pytest.mark.parametrize("nearly", ["-" * 50_000 + "x|", "- " * 25_000 + "x+", "-:" * 25_000 + "x|", "|-" * 25_000 + "x+",
                                    "_ " * 25_000 + "x", "a" + "\u3000" * 50_000, "a" + " " * 50_000 + "\t", "a  " * 20_000])
def test_long_lines_that_are_nearly_drawn_are_told_at_once(nearly: str) -> None:
    # One that is read in many ways would never come to an end.
    assert drawn_tables.find([nearly]) == []
    assert drawn_tables.find([nearly, nearly, nearly]) == []


@pytest.mark.parametrize("line", ["| a | 1 |", "a\tb\t1", "甲方  乙方  12.50"])
def test_what_is_rather_data_than_a_table_stays_as_it_is(line: str) -> None:
    assert [(table.first, table.end) for table in drawn_tables.find([line] * 20_000)] == [(0, 20_000)]
    assert drawn_tables.find([line] * 20_001) == []
