"""Workbooks of Excel 97."""

from __future__ import annotations

import contextlib
import struct
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui import parsing
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing.workbook.xls_drawings import _shape
from tests.support.sealed import compound

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


@pytest.mark.parametrize(("width", "flags", "hidden"), [(2560, 0, False), (2560, 1, True), (0, 0, True)])
def test_columns_that_are_hidden_or_have_no_width(width: int, flags: int, hidden: bool) -> None:
    column = struct.pack("<HHHHHHHH", 0x7D, 12, 1, 1, width, 0, flags, 0)
    document = w.read_old(w.old_book([["名称", "底价"], ["泵", "秘密"]], records=column))
    assert ("秘密" in document.text[: document.source.body[1]]) is not hidden
    assert "秘密" in document.text


def _formula(row: int, content: bytes, value: float) -> bytes:
    head = struct.pack("<HHHdHIH", row, 0, 0, value, 0, 0, len(content))
    return struct.pack("<HH", 0x06, len(head) + len(content)) + head + content


def test_names_that_are_relative_to_their_cell() -> None:
    """xlrd gives up a workbook with a name for an area that moves with the cell it is used in (the token AreaN)."""
    area = b"\x6d" + struct.pack("<HHBBBB", 0, 1, 0, 0xC0, 0, 0xC0)
    name = struct.pack("<HBBHHHI", 0, 0, 3, len(area), 0, 0, 0) + b"\0abc" + area
    of_book = struct.pack("<HH", 0x18, len(name)) + name
    used = b"\x43" + struct.pack("<HH", 1, 0)
    document = w.read_old(w.old_book([[None, "甲"], ["乙", 2]], of_book=of_book, records=_formula(0, used, 7)))
    assert w.by_ref(document) == {("表1", "A1"): "7", ("表1", "B1"): "甲", ("表1", "A2"): "乙", ("表1", "B2"): "2"}
    assert list(w.table(document).formulas.values()) == ["=abc"]


def test_formulas_beside_their_values() -> None:
    """B1*2 in A1; a shared formula in A2 and A3, which is one to the right, twice; and one that makes no sense."""
    ref, two, times = b"\x44\0\0\x01\xc0", b"\x1e\x02\0", b"\x05"
    shared = b"\x4c\0\0\x01\xc0" + two + times

    elsewhere = b"\x01" + struct.pack("<HH", 1, 0)
    array_ = struct.pack("<HHBBBBH", 1, 2, 0, 0, 0, 2, len(shared)) + shared
    records = _formula(0, ref + two + times, 10) + _formula(1, elsewhere, 12) + struct.pack("<HH", 0x4BC, len(array_)) + array_
    records += _formula(2, elsewhere, 14) + _formula(3, b"\xff\xff\xff", 1)
    document = w.read_old(w.old_book([[None, 5], [None, 6], [None, 7], [None, 8]], records=records))
    table = w.table(document)
    assert {table.refs[n]: text for n, text in table.formulas.items()} == {"A1": "=B1*2", "A2": "=B2*2", "A3": "=B3*2"}
    assert w.by_ref(document)["表1", "A3"] == "14"


@pytest.mark.parametrize(("valued", "own", "shown"), [
    (False, b"\x44\0\0\x01\xc0\x1e\x02\0\x05", "=B1*2"), (True, b"\x44\0\0\x01\xc0\x1e\x02\0\x05", None),
    (False, b"\x44\0\0\x01\xc0\x17\0\0\x08", None),
])  # fmt: skip
def test_formulas_that_nobody_has_worked_out(valued: bool, own: bytes, shown: str | None) -> None:
    """B1*2 or B1&"" in A1, with nothing for its value; A2 may have one."""
    (blank,) = struct.unpack("<d", b"\x03\0\0\0\0\0\xff\xff")
    records = _formula(0, own, blank) + (_formula(1, b"\x1e\x02\0", 2) if valued else b"")
    document = w.read_old(w.old_book([[None, 5, "甲"], [None, 6, "乙"]], records=records))
    assert w.by_ref(document).get(("表1", "A1")) == shown
    assert [notice.code for notice in document.notices] == (["formula_without_value"] if shown else [])


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


def _in_compound(records: bytes) -> bytearray:
    """Sectors 2 to 9: the workbook; 10 to 17: nothing yet."""
    return bytearray(compound(Workbook=records.ljust(4096, b"\0"), Other=bytes(4096)))


def test_a_compound_file_around_it() -> None:
    assert w.lines(w.read_old(bytes(_in_compound(w.old_book(ROWS)))))[-1] == "| | 45489 | 3 |"


def test_a_chain_of_small_sectors_that_leads_back_to_itself() -> None:
    data = _in_compound(w.old_book(ROWS))
    # All streams are small ones, kept in sectors 2 to 9; the table of their chains, all zeros, is in 10 to 17.
    struct.pack_into("<III", data, 56, 65536, 10, 8)
    struct.pack_into("<II", data, 1024 + 116, 2, 4096)
    struct.pack_into("<I", data, 1152 + 116, 0)
    with pytest.raises(FileError) as raised:
        w.read_old(bytes(data))
    assert raised.value.kind == "corrupt"


def _older(rows: list[list[str]], codec: str, codepage: int | None) -> bytes:
    """A workbook of Excel 5."""
    start = w._record(0x809, struct.pack("<HHHH", 0x500, 5, 0, 0))
    start += w._record(0x42, struct.pack("<H", codepage)) if codepage is not None else b""
    start += w._record(0x31, struct.pack("<HHHHHBBBB", 200, 0, 0, 400, 0, 0, 0, 0, 0) + b"\5Arial") * 5
    start += w._record(0xE0, bytes(16))
    start += w._record(0x85, struct.pack("<IBB", len(start) + 4 + 8 + 4, 0, 0) + b"\1S") + w._record(0x0A, b"")
    cells = b"".join(w._record(0x204, struct.pack("<HHHH", y, x, 0, len(text.encode(codec))) + text.encode(codec))
                     for y, row in enumerate(rows) for x, text in enumerate(row))
    return start + w._record(0x809, struct.pack("<HHHH", 0x500, 0x10, 0, 0)) + cells + w._record(0x0A, b"")


@pytest.mark.parametrize(("text", "codec", "codepage"), [
    ("名称", "gbk", 936), ("名称", "gbk", None), ("钢管的型号", "gbk", 1252), ("名稱和數量", "big5", None), ("Наименование", "cp1251", 1251),
    ("Größe", "cp1252", 1252), ("Größe", "cp1252", None), ("plain", "ascii", None),
])  # fmt: skip
def test_texts_of_workbooks_that_do_not_say_what_they_are_in(text: str, codec: str, codepage: int | None) -> None:
    assert f"| {text} | A |" in w.read_old(_older([[text, "A"], ["B", "C"]], codec, codepage)).text


def test_found_by_its_bytes() -> None:
    assert parsing.read(w.old_book(ROWS), "a.xls").source.kind == "xls"


def test_real_workbooks(shared: Path) -> None:
    for path in sorted((shared / "corpus" / "xls").glob("*.xls")):
        assert parsing.read(path.read_bytes(), path.name).source.kind == "xls"


def _drawing(row: int, *, said: str = "", hidden: bool = False) -> bytes:
    """A shape: its properties and its anchor, in a container that goes on behind them."""
    text = said.encode("utf-16-le")
    listed = struct.pack("<HI", 0x0104, 1) + (struct.pack("<HI", 0xC381, len(text)) if said else b"")
    listed += struct.pack("<HI", 0x03BF, 0x00020002 if hidden else 0x00020000)
    properties = struct.pack("<HHI", (2 + bool(said)) << 4 | 3, 0xF00B, len(listed) + len(text)) + listed + text
    anchor = struct.pack("<HHI", 0, 0xF010, 18) + struct.pack("<9H", 2, 3, 0, row, 0, 5, 0, row + 4, 0)
    return w._record(0xEC, struct.pack("<HHI", 0x0F, 0xF004, 999) + properties + anchor)


def _object(kind: int) -> bytes:
    return w._record(0x5D, struct.pack("<HHHH", 0x15, 0x12, kind, 1) + bytes(14))


def _text_over(text: str) -> bytes:
    begins, goes_on = text[:4], text[4:]
    said = w._record(0x1B6, struct.pack("<HHHHHHHH", 0x12, 0, 0, 0, 0, len(text), 16, 0) + bytes(2))
    wide = w._record(0x3C, b"\1" + begins.encode("utf-16-le")) + w._record(0x3C, b"\1" + goes_on.encode("utf-16-le"))
    return said + wide + w._record(0x3C, bytes(16))


_CHART = (
    w._record(0x809, struct.pack("<HHHHII", 0x600, 0x20, 0, 0, 0, 0)) + w._record(0x14, w._text("图表的页眉", "H"))
    + w._record(0x100D, b"\0\0" + w._text("销量图", "B")) + w._record(0x0A, b"")
)
_BESIDE = (
    w._record(0x14, w._text("&L采购部&C&D&R内部", "H")) + w._record(0x15, w._text("第 &P 页，共 &N 页", "H"))
    + _drawing(7, said="公司印章") + _object(8) + _drawing(9, said="底稿", hidden=True) + _object(8)
    + _drawing(12) + _object(6) + _text_over("框里的说明\n第二行") + _drawing(20) + _object(5) + _CHART
    + _drawing(1) + _object(0x19) + _text_over("批注另有去处")
)


def test_pictures_charts_and_texts_over_the_cells() -> None:
    document = w.read_old(w.old_book([["品名", "金额"], ["钢管", 5]], records=_BESIDE))
    figures = [(node.role, document.slice(node.span), node.location.rows) for node in document.nodes if node.kind == "figure"]
    assert figures == [("image", "公司印章", (8, 8)), ("chart", "销量图", (21, 21))]
    assert w.texts(document, "paragraph") == ["框里的说明\n第二行"]
    assert w.texts(document, "page_header") == ["采购部\n内部"]
    assert not w.texts(document, "page_footer")
    assert "批注另有去处" not in document.text
    assert [document.slice(node.span) for node in document.nodes if node.hidden] == ["底稿"]
    assert {notice.code: notice.count for notice in document.notices} == {"pictures_without_text": 1, "hidden_content": 1}


def test_sheets_of_nothing_but_a_chart_stand_in_their_places() -> None:
    cells = [["品名", "金额"], ["钢管", 5]]
    plain = w.old_book(cells)
    chart = w._record(0x809, struct.pack("<HHHHII", 0x600, 0x20, 0, 0, 0, 0)) + _CHART[_CHART.index(b"\x0d\x10"):]
    names = [w._record(0x85, struct.pack("<IBB", 0, hidden, 2) + w._text(name, "B")) for name, hidden in (("图一", 0), ("暗图", 1))]
    at = len(plain) + sum(map(len, names))
    listed = b"".join(name[:4] + struct.pack("<I", at) + name[8:] for name in names)
    document = w.read_old(w.old_book(cells, of_book=listed) + chart)
    assert [(node.location.sheet, node.hidden) for node in document.nodes if node.kind == "sheet"] == [
        ("图一", False), ("表1", False), ("暗图", True)
    ]
    assert document.text.startswith("销量图\n")
    assert "| 钢管 | 5 |" in document.text


def test_a_sheet_of_nothing_but_a_picture() -> None:
    document = w.read_old(w.old_book([], records=_drawing(0) + _object(8)))
    assert [(notice.code, notice.count) for notice in document.notices] == [("pictures_without_text", 1)]


@given(st.integers(0, len(_BESIDE) - 1), st.binary(max_size=6))
@settings(deadline=None, max_examples=80)
def test_damaged_drawings_lose_no_cells(at: int, put: bytes) -> None:
    _shape(_BESIDE[at:])
    damaged = _BESIDE[:at] + put + _BESIDE[at + len(put) :]
    with contextlib.suppress(FileError):
        assert "钢管" in w.read_old(w.old_book([["品名", "金额"], ["钢管", 5]], records=damaged)).text
