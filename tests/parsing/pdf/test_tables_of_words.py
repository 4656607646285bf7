"""Tables without figures, whose columns have no lines between them."""

from __future__ import annotations

from tests.parsing.pdf.making import Sheet, only_grid, read, tables

_TERMS = [
    ("Payment", "The price is due thirty days after a correct invoice was received by the buyer"),
    ("Delivery", "The supplier bears the risk until the goods have reached the place that was named"),
    ("Quality", "The parts are checked at the site within ten days of their arrival by both sides"),
    ("Liability", "Either party answers for what it caused, up to the price of what was delivered"),
]


def test_marks_stand_in_few_rows_of_their_columns() -> None:
    rows = [
        ["Check", "Yes", "No", "Remark"], ["Fire exits free", "", "x", ""],
        ["Extinguishers valid", "", "x", "to be repaired"], ["Wiring undamaged", "", "x", "to be repaired"],
        ["Signs complete", "", "x", "one is lost"], ["Staff certified", "x", "", ""],
    ]

    def draw(sheet: Sheet) -> None:
        for row in rows:
            sheet.row(*((x, text) for x, text in zip((72, 300, 350, 400), row, strict=True) if text))

    assert only_grid(read(draw)) == rows


def test_lines_between_all_rows_make_a_table_of_sentences() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(3)
        for item, terms in (("Item", "Terms"), *_TERMS):
            sheet.rule(70, 520)
            sheet.row((72, item), (150, terms), step=18)
        sheet.rule(70, 520)
        sheet.y += 10
        sheet.prose(3)

    assert only_grid(read(draw)) == [["Item", "Terms"], *map(list, _TERMS)]


def test_lines_over_and_under_a_table_and_under_its_header_make_one_of_sentences() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.rule(70, 520)
        sheet.row((72, "Item"), (150, "Terms"), step=18)
        sheet.rule(70, 520)
        for item, terms in _TERMS:
            sheet.row((72, item), (150, terms), step=18)
        sheet.rule(70, 520)

    assert only_grid(read(draw)) == [["Item", "Terms"], *map(list, _TERMS)]


def test_names_before_sentences_are_no_table_without_lines() -> None:
    def draw(sheet: Sheet) -> None:
        for item, terms in _TERMS:
            sheet.row((72, item), (150, terms), step=18)

    assert not tables(read(draw))
