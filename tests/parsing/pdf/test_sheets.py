"""What office programs print of a sheet: tables with hardly any text around them, some with lines between columns only."""

from __future__ import annotations

import pytest

from tests.parsing.pdf.making import Sheet, only_grid, read

_ROWS = [(f"Part {number}", f"{310 + number}.20", f"{17 * number},400") for number in range(1, 12)]


def _boxed(sheet: Sheet, rows: int, step: float) -> None:
    """Lines around the next rows and between their columns at 70, 250, 400, 520."""
    top, bottom = sheet.y - 12, sheet.y + rows * step - 8
    for x in (70, 250, 400, 520):
        sheet.page.draw_line((x, top), (x, bottom), width=0.5)
    for y in (top, top + step, bottom):
        sheet.page.draw_line((70, y), (520, y), width=0.5)


def test_the_title_of_a_sheet_is_a_heading() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.size = 16
        sheet.row((72, "Parts in stock"), step=30)
        sheet.size = 10
        _boxed(sheet, len(_ROWS) + 1, 14)
        for name, one, other in (("Part", "Price", "Number"), *_ROWS):
            sheet.row((72, name), (395, one, "r"), (515, other, "r"))

    document = read(draw)
    assert [document.heading(node) for node in document.nodes if node.kind == "section"] == ["Parts in stock"]
    assert document.source.title == "Parts in stock"


def test_lines_of_text_around_a_table_in_small_print_are_no_headings() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.size = 16
        sheet.row((72, "Parts in stock"), step=30)
        sheet.size = 10
        sheet.row((72, "As counted on 31 December"), step=24)
        sheet.size = 8
        _boxed(sheet, len(_ROWS) + 1, 14)
        for name, one, other in (("Part", "Price", "Number"), *_ROWS):
            sheet.row((72, name), (395, one, "r"), (515, other, "r"))

    document = read(draw)
    assert [document.heading(node) for node in document.nodes if node.kind == "section"] == ["Parts in stock"]


def test_rows_of_sentences_that_no_lines_part_begin_with_a_name() -> None:
    rows = [
        ("Payment", ["within thirty days after", "the invoice was received"]), ("Delivery", ["to the place that was", "named"]),
        ("Quality", ["as the samples show"]), ("Liability", ["of either party for what", "it caused, up to the price"]),
    ]

    def draw(sheet: Sheet) -> None:
        top = sheet.y - 12
        sheet.row((72, "Item"), (200, "Terms"), step=16)
        sheet.page.draw_line((70, sheet.y - 12), (400, sheet.y - 12), width=0.5)
        for name, lines in rows:
            sheet.at(72, name)
            for line in lines:
                sheet.row((200, line), step=12)
            sheet.y += 4
        for x in (70, 190, 400):
            sheet.page.draw_line((x, top), (x, sheet.y - 10), width=0.5)
        for y in (top, sheet.y - 10):
            sheet.page.draw_line((70, y), (400, y), width=0.5)

    assert only_grid(read(draw)) == [["Item", "Terms"], *([name, " ".join(lines)] for name, lines in rows)]


def test_a_long_name_beside_a_long_text_is_one_row() -> None:
    def draw(sheet: Sheet) -> None:
        top = sheet.y - 12
        sheet.row((72, "Item"), (200, "Terms"), step=16)
        middle = sheet.y - 12
        for name, line in zip(("Payment of the", "price and of", "all costs"), ("within thirty days", "after", "receipt"),
                              strict=True):
            sheet.row((72, name), (200, line), step=12)
        sheet.row((200, "of a correct invoice"), step=12)
        for x in (70, 190, 400):
            sheet.page.draw_line((x, top), (x, sheet.y - 10), width=0.5)
        for y in (top, middle, sheet.y - 10):
            sheet.page.draw_line((70, y), (400, y), width=0.5)

    assert only_grid(read(draw))[1:] == [
        ["Payment of the price and of all costs", "within thirty days after receipt of a correct invoice"]
    ]


@pytest.mark.parametrize(("unit", "kinds"), [
    ("单位：万元", ["caption", "paragraph"]), ("(in thousands of EUR)", ["caption", "paragraph"]),
    ("What follows was counted twice by the same persons", ["paragraph", "paragraph"]),
])
def test_a_line_with_the_unit_may_stand_between_a_caption_and_its_table(unit: str, kinds: list[str]) -> None:
    def draw(sheet: Sheet) -> None:
        sheet.row((72, "Table 7-2 Parts in stock"), step=20)
        sheet.row((72, unit), step=30)
        _boxed(sheet, len(_ROWS), 14)
        for name, one, other in _ROWS:
            sheet.row((72, name), (395, one, "r"), (515, other, "r"))

    assert [node.kind for node in read(draw).nodes if node.kind in ("caption", "paragraph")] == kinds
