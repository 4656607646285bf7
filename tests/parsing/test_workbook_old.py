"""Workbooks of Excel 97."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from docprep_gui import parsing
from docprep_gui.domain.errors import FileError

from . import workbooks as w

ROWS: list[list[w.Value | None]] = [["车间", "日期", "工时"], ["一车间", 45488, 2.5], [None, 45489, 3]]


def test_the_same_as_in_a_newer_file() -> None:
    styles = {(1, 1): 1, (2, 1): 1, (1, 2): 2, (2, 2): 2}
    document = w.read_old(
        w.old_book(ROWS, styles=styles, formats=["yyyy-mm-dd", "0.00"], ranges=[(1, 2, 0, 0)])
    )
    assert w.lines(document) == [
        "| 车间 | 日期 | 工时 |", "| --- | --- | --- |", "| 一车间 | 2024-07-15 | 2.50 |", "| 一车间 | 2024-07-16 | 3.00 |",
    ]
    assert next(w.table(document).cells(document.text)).text == "车间"
    assert w.by_ref(document)["表1", "B3"] == "2024-07-16"
    assert document.source.kind == "xls"


def test_dates_since_1904_and_numbers_without_a_format() -> None:
    document = w.read_old(w.old_book([["日期", "编号"], [43956, 10955500010]], styles={(1, 0): 1}, formats=["yyyy/m/d"],
                                     from_1904=True))
    assert w.lines(document)[-1] == "| 2024-05-06 | 10955500010 |"


def test_what_is_hidden() -> None:
    document = w.read_old(w.old_book(ROWS, hidden_rows=[2]))
    assert "45489" not in document.text[: document.source.body[1]]
    assert [node.location.rows for node in document.nodes if node.hidden] == [(3, 3)]
    hidden = w.read_old(w.old_book(ROWS, hidden=True))
    assert hidden.source.body == (0, 0)
    assert [notice.code for notice in hidden.notices] == ["hidden_content"]


def test_damaged_files() -> None:
    whole = w.old_book(ROWS)
    with pytest.raises(FileError) as raised:
        w.read_old(whole[: len(whole) // 2])
    assert raised.value.kind == "corrupt"
    for place in range(20, len(whole), 7):
        data = whole[:place] + b"\xff\xff" + whole[place + 2 :]
        size = len(data)
        with contextlib.suppress(FileError):  # any other error fails the test
            size = w.read_old(data).source.size
        assert size == len(data)


def test_found_by_its_bytes() -> None:
    assert parsing.read(w.old_book(ROWS), "a.xls").source.kind == "xls"


def test_real_workbooks(shared: Path) -> None:
    for path in sorted((shared / "corpus" / "xls").glob("*.xls")):
        assert parsing.read(path.read_bytes(), path.name).source.kind == "xls"
