"""In which order what stands in columns is read."""

from __future__ import annotations

import pytest

from tests.parsing.pdf.making import Sheet, only_grid, read

_NAMES = ["Site", *(str(10 * place) for place in range(1, 9))]
_ROWS = [[f"Place {place}", *(f"0.{place}{other}" for other in range(1, 9))] for place in range(1, 11)]


def _table(sheet: Sheet) -> None:
    for row in (_NAMES, *_ROWS):
        sheet.row(*((72 + 54 * place, text) for place, text in enumerate(row)), step=14)
    sheet.y += 24


def _columns(sheet: Sheet, lines: int) -> None:
    """Lines of one length, from 72 to about 289 and from 306 on."""
    top = sheet.y
    for x, first in ((72, "Left begins"), (306, "right begins")):
        sheet.y = top
        sheet.row((x, first), step=12)
        for number in range(lines):
            sheet.row((x, f"what both of them agree upon in writing holds now {number + 10}"), step=12)
    sheet.y += 12


def test_columns_of_text_under_a_table_over_the_whole_page() -> None:
    """Its cells stand over the gap between the columns of text."""
    def draw(sheet: Sheet) -> None:
        _table(sheet)
        _columns(sheet, 14)

    document = read(draw)
    assert only_grid(document) == [_NAMES, *_ROWS]
    left, right = document.text.index("Left begins"), document.text.index("right begins")
    assert document.text.index("Place 10") < left < right
    assert "right begins" not in document.text[left : left + 400]


def test_the_caption_of_a_table_over_the_whole_page_follows_both_columns() -> None:
    def draw(sheet: Sheet) -> None:
        _columns(sheet, 14)
        sheet.row((72, "Table 3"))
        sheet.row((72, "Share of the first of them"), step=18)
        _table(sheet)

    text = read(draw).text
    left = text.index("Left begins")
    assert "right begins" not in text[left : left + 400]
    assert left < text.index("right begins") < text.index("Table 3") < text.index("Share of")
    assert text.index("Share of") < text.index("Place 1")


@pytest.mark.parametrize("rest", [1, 2, 4])
def test_columns_that_end_in_a_few_lines_on_the_next_page(rest: int) -> None:
    def end(sheet: Sheet) -> None:
        top = sheet.y
        for x, first in ((72, "lower left"), (306, "lower right")):
            sheet.y = top
            for number in range(rest):
                sheet.row((x, f"{first} of what both of them agree upon {number}"), step=12)

    text = read(lambda sheet: _columns(sheet, 40), end).text
    assert "lower right" not in text[: text.rindex("lower left")]
    assert text.index("right begins") < text.index("lower left") < text.index("lower right")


def test_lines_in_one_column_after_a_page_of_two() -> None:
    def end(sheet: Sheet) -> None:
        sheet.row((72, "Name: Anna Keller"), (330, "Date: 1 May"), step=14)
        sheet.row((72, "Both sides have read these pages and agree with what they say about the price"), step=14)

    text = read(lambda sheet: _columns(sheet, 40), end).text
    assert text.index("Anna Keller") < text.index("1 May") < text.index("Both sides")


def test_a_table_in_one_of_two_columns_that_end_on_the_next_page() -> None:
    """Its rows and the lines beside them would else be rows of one table."""
    rows = [["Year", "Income", "Expense"], *([str(2018 + n), f"{n * n + 7}.70", f"{37 % (n + 5)}.10"] for n in range(8))]

    def end(sheet: Sheet) -> None:
        top = sheet.y
        for row in rows:
            sheet.row(*((x, text) for x, text in zip((72, 140, 220), row, strict=True)), step=12)
        sheet.y = top
        for number in range(5):
            sheet.row((306, f"What both of them agree upon in writing {number}."), step=12)

    document = read(lambda sheet: _columns(sheet, 40), end)
    assert only_grid(document) == rows
    assert document.text.index("2025") < document.text.index("in writing 1")
