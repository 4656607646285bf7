from __future__ import annotations

from itertools import pairwise
from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication

from docprep_gui.gui import theme
from docprep_gui.gui.documents import table_columns
from docprep_gui.gui.documents.table_columns import Plan

EM = 14.0
PAD = 10.0


def planned(rows: list[list[str]], room: float) -> tuple[Plan, list[tuple[int, str]]]:
    """The plan for a table whose first row is its header, and its cells."""
    text, cells, said = "", [], []
    for row, values in enumerate(rows):
        for col, value in enumerate(values):
            cells.append((col, 1, (len(text), len(text) + len(value)), row == 0))
            said.append((col, value))
            text += value + "|"

    def measure(span: tuple[int, int], header: bool) -> float:
        return table_columns.weight(text[span[0] : span[1]]) * EM / 2

    columns = table_columns.widest(text, cells)
    return table_columns.plan(columns, len(rows[0]), room, EM, PAD, measure), said


def width(plan: Plan, col: int) -> float:
    return plan.edges[col + 1] - plan.edges[col]


CONTRACT = [["类别", "名称", "型号", "数量", "单价（元）", "小计（元）"],
            ["检测设备", "三坐标测量仪", "ZB-800", "1 台", "680,000.00", "680,000.00"],
            ["配套服务", "安装调试", "—", "1 项", "120,000.00", "1,280,000.00"]]


def test_figures_are_whole_where_there_is_room() -> None:
    plan, cells = planned(CONTRACT, 480)
    assert plan.scale == 1.0
    for col, value in cells:
        if value[0].isdigit():
            assert table_columns.weight(value) * EM / 2 + PAD <= width(plan, col)


def test_type_gets_smaller_before_figures_are_broken() -> None:
    plan, cells = planned(CONTRACT, 330)
    assert 0.7 <= plan.scale < 1.0
    for col, value in cells:
        if value[0].isdigit():
            assert (table_columns.weight(value) * EM / 2 + PAD) * plan.scale <= width(plan, col)


def test_a_table_too_wide_for_the_page_gets_the_room_it_needs() -> None:
    plan, _ = planned([[f"{n}23,456,789.00" for n in range(1, 10)]], 400)
    assert plan.scale == 0.7
    assert plan.edges[-1] > 400


VALUES = st.text(alphabet="合同设备ab1,.", min_size=0, max_size=20)


@settings(deadline=None, max_examples=60)
@given(rows=st.integers(1, 6).flatmap(lambda n: st.lists(st.lists(VALUES, min_size=n, max_size=n), min_size=1,
                                                         max_size=5)), room=st.floats(60, 900))
def test_columns_fill_the_room(rows: list[list[str]], room: float) -> None:
    plan, _ = planned(rows, room)
    assert len(plan.edges) == len(rows[0]) + 1
    assert all(width(plan, col) > 0 for col in range(len(rows[0])))
    assert plan.edges[-1] >= room - 1
    if plan.scale == 1.0:
        assert abs(plan.edges[-1] - room) < 1


@given(st.lists(st.integers(1, 9000), min_size=6, max_size=6), st.floats(200, 900))
@settings(deadline=None)
def test_columns_are_as_wide_as_told_unless_something_would_be_broken(told: list[int], room: float) -> None:
    text, cells = "", []
    for row, values in enumerate(CONTRACT):
        for col, value in enumerate(values):
            cells.append((col, 1, (len(text), len(text) + len(value)), row == 0))
            text += value + "|"

    def measure(span: tuple[int, int], header: bool) -> float:
        return table_columns.weight(text[span[0] : span[1]]) * EM / 2

    columns = table_columns.widest(text, cells)
    plan = table_columns.as_told(columns, told, room, EM, PAD, measure)
    needed = {c.first: measure(c.word, False) + PAD + 2 for c in columns if not c.header}
    if plan is None:
        assert sum(needed.values()) > room - 6 * 40
        return
    assert abs(plan.edges[-1] - room) < 0.1
    for col, least in needed.items():
        assert width(plan, col) >= least - 0.1
    wide = [col for col in range(6) if width(plan, col) > needed[col] + 40]
    for one, other in pairwise(wide):
        assert abs(width(plan, one) * told[other] / (width(plan, other) * told[one]) - 1) < 0.01


def test_widths_that_are_not_told_are_not_made_up() -> None:
    assert table_columns.as_told((), (), 500, EM, PAD, lambda span, header: 0.0) is None


WORDS = ("Licence", "Support", "Illinois", "William", "Amount", "millimetre", "Wholesale", "1,234,567", "settlement", "MWMW")


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8))
@settings(deadline=None)
def test_no_word_of_a_sheet_is_broken_in_two(qapp: object, words: list[str]) -> None:
    """What counts as the widest is told by letters, not measured; the others must fit as well."""
    theme.theme().install(cast("QApplication", qapp), "en")
    font = theme.font("body")
    em, metrics = font.pointSizeF() * 96 / 72, QFontMetricsF(font)
    text, cells = "", []
    for word in words:
        cells.append((0, 1, (len(text), len(text) + len(word)), False))
        text += word + "|"
    columns = table_columns.widest(text, cells)
    plan = table_columns.natural(columns, 1, em, PAD, lambda span, _: metrics.horizontalAdvance(text[slice(*span)]), 24)
    assert all(metrics.horizontalAdvance(word) + PAD <= plan.edges[1] for word in words)
