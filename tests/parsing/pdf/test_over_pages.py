"""Tables that go on over the end of a page or a column."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from docprep_gui.domain.document import Document
from tests.parsing.pdf.making import Draw, Sheet, grid, only_grid, read, tables

_NAMES = ["Date", "Description", "Debit", "Credit", "Balance"]
_ROWS = [
    [f"{day:02} Jan 2024", "Rent" if day % 3 else "Transfer from savings", *(["", f"{day}7.10"] if day % 2 else [f"{day}3.55", ""]),
     f"1,{day:02}4.00"]
    for day in range(1, 25)
]
_ENDS = (380, 450, 520)


def _write(sheet: Sheet, rows: Sequence[Sequence[str]]) -> None:
    for row in rows:
        places = [(72, row[0]), (150, row[1])]
        ends = [(end, text, "r") for end, text in zip(_ENDS, row[2:], strict=True)]
        sheet.row(*(place for place in [*places, *ends] if place[1]))


def _pages(*pages: Sequence[Sequence[str]], prose: bool = False) -> Document:
    def drawing(rows: Sequence[Sequence[str]], last: bool) -> Draw:
        def draw(sheet: Sheet) -> None:
            _write(sheet, rows)
            if last and prose:
                sheet.y += 14
                sheet.prose(4)
        return draw

    return read(*(drawing(rows, number == len(pages) - 1) for number, rows in enumerate(pages)))


@pytest.mark.parametrize("rest", [1, 2, 3, 5])
@pytest.mark.parametrize("prose", [False, True])
@pytest.mark.parametrize("repeated", [False, True])
def test_few_rows_at_the_top_of_the_next_page(rest: int, prose: bool, repeated: bool) -> None:
    """Too few to show columns by themselves; one of these may be empty in all of them."""
    rows = [*_ROWS, *[row for row in _ROWS if not row[3]][:rest]]
    second = [_NAMES, *rows[-rest:]] if repeated else rows[-rest:]
    document = _pages([_NAMES, *rows[:-rest]], second, prose=prose)
    assert only_grid(document) == [_NAMES, *rows]


def test_a_text_that_breaks_in_the_last_row_goes_on_below_it() -> None:
    second = [_ROWS[0], ["", "of the month", "", "", ""]]
    document = _pages([_NAMES, *_ROWS], second, prose=True)
    assert only_grid(document)[-1] == [*_ROWS[0][:1], f"{_ROWS[0][1]} of the month", *_ROWS[0][2:]]


@pytest.mark.parametrize("top", [
    [["1. Delivery", "", "", "", ""], ["Place:", "Bremen", "", "", ""]],
    [["Name", "Town", "First", "Second", "Third"], ["Alpha", "Bremen", "north", "south", "east"]],
])
def test_other_text_at_the_top_of_the_next_page_is_no_row(top: list[list[str]]) -> None:
    document = _pages([_NAMES, *_ROWS], top)
    assert grid(document, tables(document)[0]) == [_NAMES, *_ROWS]


def _ruled(sheet: Sheet, rows: Sequence[Sequence[str]], left: float = 72, width: float = 90) -> None:
    count = len(rows[0])
    top = sheet.y - 12
    for row in rows:
        sheet.page.draw_line((left, sheet.y - 12), (left + count * width, sheet.y - 12), width=0.5)
        sheet.row(*((left + 3 + place * width, text) for place, text in enumerate(row)), step=16)
    sheet.page.draw_line((left, sheet.y - 12), (left + count * width, sheet.y - 12), width=0.5)
    for place in range(count + 1):
        sheet.page.draw_line((left + place * width, top), (left + place * width, sheet.y - 12), width=0.5)


_SMALL = [["Year", "Income"], *([str(year), f"{year % 100}1.5"] for year in range(2015, 2024))]


def test_a_single_row_between_lines_at_the_top_of_the_next_page() -> None:
    rows = [["Item", "Price", "Number"], *([f"Part {number}", f"{number}1.20", str(7 * number)] for number in range(1, 20))]

    def rest(sheet: Sheet) -> None:
        _ruled(sheet, rows[-1:])
        sheet.y += 10
        sheet.prose(4)

    assert only_grid(read(lambda sheet: _ruled(sheet, rows[:-1]), rest)) == rows


def test_a_table_goes_on_at_the_top_of_the_next_column() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(20, width=220)
        _ruled(sheet, _SMALL[:6])
        sheet.y = 90
        _ruled(sheet, _SMALL[6:], left=312)
        sheet.y += 10
        sheet.prose(20, x=312, width=220)

    assert only_grid(read(draw)) == _SMALL


def test_tables_beside_one_another_are_two() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(4)
        top = sheet.y
        _ruled(sheet, _SMALL)
        sheet.y = top
        _ruled(sheet, _SMALL, left=312)

    document = read(draw)
    assert [grid(document, node) for node in tables(document)] == [_SMALL, _SMALL]


def test_columns_that_move_within_a_page_go_on() -> None:
    """The longer numbers of later rows do not reach where those of the first page end."""
    rows = [["Name", "First", "Second"], *([f"Part {n}", f"{n}.10", f"{n}.20"] for n in range(1, 30))]
    rows += [[f"Part {n}", f"{n},100,310.10", f"{n},100,410.20"] for n in range(31, 50)]

    def page(own: list[list[str]]) -> Draw:
        def draw(sheet: Sheet) -> None:
            for row in own:
                sheet.row((72, row[0]), (200, row[1]), (300, row[2]), step=16)
        return draw

    document = read(page(rows[:20]), page(rows[20:40]), page(rows[40:]))
    assert only_grid(document) == rows
