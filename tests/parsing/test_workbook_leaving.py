"""Columns that a person leaves out: behind the body, in no chunk, and nothing lost."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui import chunking, parsing
from docprep_gui.domain.document import Document
from docprep_gui.parsing.workbook.leaving import LeftOut

from . import workbooks as w

ROWS: list[list[w.Value | None]] = [
    ["序号", "供应商", "金额", "备注"], [1, "甲公司", 10, "长长的说明一"], [2, "乙公司", 20, "长长的说明二"], [3, "丙公司", 30, None]
]


def _read(left_out: str, form: str = "xlsx", ranges: tuple[str, ...] = ()) -> Document:
    if form == "csv":
        text = "\n".join(",".join("" if value is None else str(value) for value in row) for row in ROWS)
        return parsing.read(text.encode(), "a.csv", left_out=left_out)
    data = w.book(w.sheet(w.grid(ROWS), after=w.merged(*ranges) if ranges else ""), w.sheet(w.grid(ROWS)))
    return parsing.read(w.old_book(ROWS) if form == "xls" else data, f"a.{form}", left_out=left_out)


def _chunks(document: Document) -> str:
    settings_ = chunking.defaults(document.source.kind)
    return "".join(document.slice(chunk.core) for chunk in chunking.cut(document, settings_))


@pytest.mark.parametrize("form", ["xlsx", "xls", "csv"])
@pytest.mark.parametrize("left_out", ["备注", "D", "  备 注 ；无此列", "D:F"])
def test_a_column_stands_behind_the_body_and_in_no_chunk(form: str, left_out: str) -> None:
    document = _read(left_out, form)
    assert w.lines(document)[0] == "| 序号 | 供应商 | 金额 |"
    assert "长长的说明一" not in _chunks(document)
    body, aside = document.text[: document.source.body[1]], document.text[document.source.body[1] :]
    assert "备注" not in body
    assert "长长的说明二" in aside
    hidden = [node for node in document.nodes if node.hidden and node.kind == "table"]
    assert len(hidden) == (2 if form == "xlsx" else 1)
    assert hidden[0].table is not None
    assert hidden[0].table.refs[1] == "D2"
    assert {node.role for node in hidden} == {"left_out"}
    assert [(notice.code, notice.count) for notice in document.notices] == [("columns_left_out", len(hidden))]


def test_of_one_sheet_only() -> None:
    document = _read("'表2'!备注; 表1!A:B")
    shown = [node for node in w.tables(document) if not node.hidden]
    heads = [document.slice(node.span).split("\n")[0] for node in shown]
    assert heads == ["| 金额 | 备注 |", "| 序号 | 供应商 | 金额 |"]


def test_a_name_over_several_columns_means_all_of_them() -> None:
    rows: list[list[w.Value | None]] = [["品名", "价格", None, "量"], [None, "含税", "不含税", None], ["钢管", 2, 1, 5], ["阀门", 4, 3, 6]]
    data = w.book(w.sheet(w.grid(rows), after=w.merged("A1:A2", "B1:C1", "D1:D2")))
    document = parsing.read(data, "a.xlsx", left_out="价格")
    assert "含税" not in document.text[: document.source.body[1]]
    assert w.lines(document)[-1] == "| 阀门 | 6 |"


def test_capital_letters_beyond_the_sheet_are_a_name() -> None:
    rows: list[list[w.Value | None]] = [["ID", "品名", "量"], ["a1", "钢管", 1], ["a2", "阀门", 2]]
    document = parsing.read(w.book(w.sheet(w.grid(rows))), "a.xlsx", left_out="ID")
    assert w.lines(document) == ["| 品名 | 量 |", "| --- | --- |", "| 钢管 | 1 |", "| 阀门 | 2 |"]


def test_what_the_file_hides_has_no_such_role() -> None:
    data = w.book(w.sheet(w.grid(ROWS), before='<cols><col min="2" max="2" hidden="1"/></cols>'))
    document = parsing.read(data, "a.xlsx", left_out="D")
    asides = {document.slice(node.span).split("\n")[0]: node.role for node in w.tables(document) if node.hidden}
    assert asides == {"| 备注 |": "left_out", "| 供应商 |": None}


@given(st.lists(st.tuples(st.text(min_size=1, max_size=6), st.from_regex("[A-Z]{1,3}", fullmatch=True)), max_size=4))
def test_entries_are_read_as_they_were_written_whatever_the_sheet_is_called(entries: list[tuple[str, str]]) -> None:
    text = "; ".join(LeftOut.entry(sheet, columns) for sheet, columns in entries)
    assert LeftOut.of(text).entries == tuple(entries)
    assert LeftOut.of(f"备注; {text}").entries == (("", "备注"), *entries)


@given(st.text(alphabet="备注序号ABCD:;；!！'表12 ", max_size=12))
@settings(deadline=None, max_examples=60)
def test_whatever_is_left_out_nothing_is_lost(left_out: str) -> None:
    document = _read(left_out)
    for row in ROWS:
        for value in row:
            assert value is None or document.text.count(str(value)) >= 2
