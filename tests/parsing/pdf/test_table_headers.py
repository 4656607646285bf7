"""Which columns the names over a table name, where its columns have no lines between them."""

from __future__ import annotations

import pytest

from tests.parsing.pdf.making import Sheet, only_grid, read, spans, tables

_ENDS = (250, 310, 370, 430, 490)


def _figures(sheet: Sheet) -> None:
    for name, *values in (
        ("Anna Keller", "9,911.04", "351.51", "3,418.91", "522.09", "431.21"),
        ("Ben Ortiz", "15,016.02", "845.95", "280.03", "1,634.39", "860.47"),
        ("Carla Meyer", "7,977.21", "23.18", "6,926.19", "19,527.70", "741.44"),
    ):
        sheet.row((72, name), *((end, value, "r") for end, value in zip(_ENDS, values, strict=True)), (520, "paid"))


def test_names_in_the_middle_of_the_headers_height_stand_beside_those_of_groups() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.row((290, "Earnings", "c"), (440, "Deductions", "c"), step=7)
        sheet.row((72, "Employee"), (520, "State"), step=7)
        names = ("Basic", "Bonus", "Extra", "Social", "Tax")
        sheet.row(*((end, name, "r") for end, name in zip(_ENDS, names, strict=True)))
        _figures(sheet)

    found = spans(read(draw))
    assert found["Earnings"] == (0, 1, 1, 3)
    assert found["Deductions"] == (0, 4, 1, 2)
    assert found["Employee"] == (0, 0, 2, 1)
    assert found["State"] == (0, 6, 2, 1)
    assert found["Extra"] == (1, 3, 1, 1)


def test_names_of_single_columns_beside_those_of_groups_are_not_shared_out() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.row((72, "Employee"), (290, "Earnings", "c"), (440, "Deductions", "c"), (520, "State"))
        names = ("Basic", "Bonus", "Extra", "Social", "Tax")
        sheet.row(*((end, name, "r") for end, name in zip(_ENDS, names, strict=True)))
        _figures(sheet)

    found = spans(read(draw))
    assert (found["Earnings"], found["Deductions"]) == ((0, 1, 1, 3), (0, 4, 1, 2))
    assert (found["Employee"], found["State"]) == ((0, 0, 2, 1), (0, 6, 2, 1))


@pytest.mark.parametrize("dates", [
    ("2025-01-06", "2025-02-17", "2025-03-31", "2025-04-14"), ("06.01.2025", "17.02.2025", "31.03.2025", "14.04.2025"),
    ("2025年1月6日", "2025年2月17日", "2025年3月31日", "2025年4月14日"),
])
def test_dates_tell_a_tables_body_from_its_header(dates: tuple[str, ...]) -> None:
    rows = [
        ("Design", "Concept and drawings", dates[0], dates[1]), ("Supply", "Parts of three makers", dates[1], dates[2]),
        ("Hand-over", "Papers and keys", dates[2], dates[3]),
    ]

    def draw(sheet: Sheet) -> None:
        sheet.row((72, "Phase"), (150, "Work"), (300, "Begin"), (430, "End"))
        for phase, work, begin, end in rows:
            sheet.row((72, phase), (150, work), (300, begin), (430, end), step=20)

    assert only_grid(read(draw)) == [["Phase", "Work", "Begin", "End"], *map(list, rows)]


def test_numbered_names_of_groups_of_rows_are_below_the_header() -> None:
    rows = [
        ["1", "Civil works", "", "", ""], ["1.1", "Brickwork", "m2", "372.64", "446.32"],
        ["1.2", "Concrete", "m3", "640.14", "607.25"], ["2", "Installation", "", "", ""],
        ["2.1", "Steel", "t", "17.10", "1,120.00"],
    ]

    def draw(sheet: Sheet) -> None:
        places = (72, 110, 280, 360, 450)
        for row in (["Item", "Description", "Unit", "Quantity", "Rate"], *rows):
            sheet.row(*((x, text, "r" if x > 300 else "l") for x, text in zip(places, row, strict=True) if text))

    document = read(draw)
    assert only_grid(document)[1:] == rows
    (node,) = tables(document)
    assert node.table is not None
    assert node.table.header_rows == 1


def test_names_of_groups_may_end_where_those_of_their_middle_columns_do() -> None:
    """What comes again under each of them tells."""
    ends = (208, 268, 328, 388, 448, 508)

    def draw(sheet: Sheet) -> None:
        sheet.row((72, "Indicator"), (268, "Revenue of all", "r"), (448, "Profit of all", "r"))
        sheet.row(*((end, str(2022 + place % 3), "r") for place, end in enumerate(ends)))
        for name, first in (("Head office", 398), ("East", 812), ("South", 277)):
            sheet.row((72, name), *((end, f"{first * (place + 3) % 991}.8", "r") for place, end in enumerate(ends)))

    found = spans(read(draw))
    assert (found["Revenue of all"], found["Profit of all"]) == ((0, 1, 1, 3), (0, 4, 1, 3))
