"""Columns of texts that begin right behind figures which are set to the right."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pymupdf
import pytest

from tests.parsing.pdf.making import Sheet, only_grid, read, tables

_ROWS = [
    ["1", "Steel bracket", "B-570", "12", "279.21", ""], ["2", "Control cabinet", "K-640", "1", "1,249.49", "in stock"],
    ["3", "Copper cable", "A-414", "176", "566.06", ""], ["4", "Network switch", "K-221", "39", "8,478.48", "two weeks"],
    ["5", "Filter", "A-872", "81", "86.75", "in stock"], ["6", "Safety valve", "B-254", "96", "831.19", ""],
]
_NAMES = ["No.", "Description", "Model", "Number", "Amount", "Remarks"]
_EDGES = (70, 100, 230, 320, 370, 450, 520)


def _rows(sheet: Sheet, rows: list[list[str]], gap: float, under: Callable[[Sheet], None] | None = None) -> None:
    for row in rows:
        places = [(72, row[0]), (102, row[1]), (240, row[2]), (368, row[3], "r"), (450 - gap, row[4], "r"), (450, row[5])]
        if under is not None:
            under(sheet)
        sheet.row(*(place for place in places if place[1]), step=16)


def _lines(sheet: Sheet) -> None:
    for x0, x1 in pairwise(_EDGES):
        sheet.page.draw_line((x0, sheet.y - 12), (x1, sheet.y - 12), width=0.5)


def _shades(sheet: Sheet) -> None:
    if round((sheet.y - 90) / 16) % 2 == 0:
        for x0, x1 in pairwise(_EDGES):
            sheet.page.draw_rect((x0, sheet.y - 12, x1, sheet.y + 4), color=None, fill=(0.9, 0.9, 0.95))


@pytest.mark.parametrize("under", [_lines, _shades])
def test_cells_that_are_drawn_one_by_one_tell_the_columns(under: Callable[[Sheet], None]) -> None:
    rows = [[*row[:5], row[5] or "none left"] for row in _ROWS]
    assert only_grid(read(lambda sheet: _rows(sheet, [_NAMES, *rows], 3, under))) == [_NAMES, *rows]


@pytest.mark.parametrize("gap", [3, 8])
def test_remarks_in_some_rows_only_are_a_column(gap: float) -> None:
    assert only_grid(read(lambda sheet: _rows(sheet, [_NAMES, *_ROWS], gap))) == [_NAMES, *_ROWS]


def test_a_column_of_remarks_in_a_single_row_has_a_name() -> None:
    rows = [[*row[:5], "two weeks" if row[0] == "4" else ""] for row in _ROWS]
    assert only_grid(read(lambda sheet: _rows(sheet, [_NAMES, *rows], 8))) == [_NAMES, *rows]


def test_what_is_counted_belongs_to_its_figures() -> None:
    """It stands behind all of them."""
    rows = [[*row[:5], "pieces" if int(row[0]) % 2 else "metres"] for row in _ROWS]
    names = [*_NAMES[:5], ""]
    grid = only_grid(read(lambda sheet: _rows(sheet, [names, *rows], 3)))
    assert [row[-1] for row in grid[1:]] == [f"{row[4]} {row[5]}" for row in rows]


def test_areas_of_a_drawing_are_no_columns() -> None:
    def draw(sheet: Sheet) -> None:
        for _ in range(5):
            for x in range(72, 400, 40):
                sheet.page.draw_rect((x, sheet.y, x + 40, sheet.y + 12), color=None, fill=(0.8, 0.9, 0.9))
            sheet.y += 20
        sheet.prose(8)

    assert not tables(read(draw))


_HAN = [
    ["序号", "名称", "数量", "金额（元）", "备注"], ["1", "镀锌钢支架", "12", "279.21", ""], ["2", "控制柜", "1", "1,249.49", "现货"],
    ["3", "铜芯电缆", "176", "566.06", ""], ["4", "二十四口交换机", "39", "8,478.48", "含税"], ["5", "滤芯", "81", "86.75", ""],
]


@pytest.mark.parametrize("ruled", [True, False])
def test_han_texts_of_neighbouring_cells_are_apart(ruled: bool) -> None:
    """MuPDF takes the gap between two Han characters for none up to nearly a letter's breadth."""
    edges = (70, 110, 250, 330, 430, 500)

    def draw(sheet: Sheet) -> None:
        top = sheet.y - 12
        for row in _HAN:
            if ruled:
                sheet.page.draw_line((edges[0], sheet.y - 12), (edges[-1], sheet.y - 12), width=0.5)
            places = [(72, row[0]), (112, row[1]), (328, row[2], "r"), (427, row[3], "r"), (433, row[4])]
            sheet.row(*(place for place in places if place[1]), step=16)
        if ruled:
            sheet.page.draw_line((edges[0], sheet.y - 12), (edges[-1], sheet.y - 12), width=0.5)
            for x in edges:
                sheet.page.draw_line((x, top), (x, sheet.y - 12), width=0.5)

    assert only_grid(read(draw)) == _HAN


_QUARTERS = [[f"Q{n % 4 + 1} {2022 + n // 4}", f"{1200 + 37 * n},000", f"{800 + 21 * n},000", f"{30 + n}%"] for n in range(8)]


@pytest.mark.parametrize("align", ["l", "r"])
@pytest.mark.parametrize("gap", [4.2, 5.5])
def test_columns_as_near_as_words_are_told_by_where_all_rows_begin_or_end(gap: float, align: str) -> None:
    """As tables without room beside their texts have them; two blanks of the font are 5 points."""
    names = ["Quarter", "Revenue", "Cost", "Share"]
    rows = [names, *_QUARTERS]
    widths = [max(pymupdf.get_text_length(row[col], "tiro", 10) for row in rows) for col in range(4)]

    def draw(sheet: Sheet) -> None:
        sheet.prose(4)
        for row in rows:
            x = 72.0
            for text, width in zip(row, widths, strict=True):
                sheet.at(x if align == "l" else x + width, text, align)
                x += width + gap
            sheet.y += 14
        sheet.y += 14
        sheet.prose(4)

    assert only_grid(read(draw)) == rows


def test_prose_over_figures_at_the_same_places_is_none_of_their_names() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(2)
        for row in range(8):
            sheet.row((72, "Delta of the north" if row == 7 else "Alpha"), *[(250 + 65 * col, "0", "r") for col in range(3)])

    grid = only_grid(read(draw))
    assert [row[0] for row in grid] == ["Alpha"] * 7 + ["Delta of the north"]
