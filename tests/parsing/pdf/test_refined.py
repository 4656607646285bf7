"""Tables whose lines part some of their rows and columns only."""

from __future__ import annotations

from collections.abc import Sequence

from tests.parsing.pdf.making import Sheet, only_grid, read, spans, tables

ROWS = [("Austria", "86.2", "13.8", "3,375"), ("Belgium", "0", "0", "3,973"), ("Cyprus", "81.0", "3.8", "158"),
        ("Total", "70.1", "9.9", "7,506")]
HEAD = ("Country", "Domestic", "Imported", "Cases")
XS = (72, 190, 290, 390, 490)


def texts(sheet: Sheet, rows: Sequence[Sequence[str]], step: float = 20) -> None:
    for row in rows:
        sheet.row((XS[0] + 4, row[0]), *[(x - 6, text, "r") for x, text in zip(XS[2:], row[1:], strict=True)], step=step)


def upright(sheet: Sheet, xs: Sequence[float], y0: float, y1: float) -> None:
    for x in xs:
        sheet.page.draw_line((x, y0), (x, y1), width=0.5)


def test_only_the_header_has_lines_between_its_columns() -> None:
    def draw(sheet: Sheet) -> None:
        top = sheet.y - 14
        for _ in range(6):
            sheet.page.draw_line((XS[0], sheet.y - 14), (XS[-1], sheet.y - 14), width=0.5)
            sheet.y += 20
        upright(sheet, (XS[0], XS[-1]), top, top + 100)
        upright(sheet, XS[1:-1], top, top + 20)
        sheet.y = top + 14
        texts(sheet, [HEAD, *ROWS])

    assert only_grid(read(draw)) == [list(HEAD), *map(list, ROWS)]


def test_lines_between_columns_only() -> None:
    def draw(sheet: Sheet) -> None:
        top = sheet.y - 14
        for y in (top, top + 20, top + 80, top + 100):
            sheet.page.draw_line((XS[0], y), (XS[-1], y), width=0.5)
        upright(sheet, XS, top, top + 100)
        texts(sheet, [HEAD, *ROWS])

    assert only_grid(read(draw)) == [list(HEAD), *map(list, ROWS)]


def test_a_line_behind_the_names_and_none_below() -> None:
    def draw(sheet: Sheet) -> None:
        top = sheet.y - 14
        for y in (top, top + 20, top + 80):
            sheet.page.draw_line((XS[0], y), (XS[-1], y), width=0.5)
        upright(sheet, (XS[1],), top, top + 100)
        texts(sheet, [HEAD, *ROWS])

    assert only_grid(read(draw)) == [list(HEAD), *map(list, ROWS)]


def test_rows_of_words_without_lines_between_them() -> None:
    rows = [("Radio", "artists", "none", "license"), ("Cable", "networks", "some", "nothing"),
            ("Video", "film makers", "none", "nothing")]

    def draw(sheet: Sheet) -> None:
        top = sheet.y - 14
        for y in (top, top + 20, top + 80):
            sheet.page.draw_line((XS[0], y), (XS[-1], y), width=0.5)
        upright(sheet, XS, top, top + 80)
        texts(sheet, [HEAD, *rows])

    assert only_grid(read(draw)) == [list(HEAD), *map(list, rows)]


def test_running_text_in_cells_stays_one_row() -> None:
    def draw(sheet: Sheet) -> None:
        top = sheet.y - 14
        for y in (top, top + 20, top + 70):
            sheet.page.draw_line((72, y), (490, y), width=0.5)
        upright(sheet, (72, 280, 490), top, top + 70)
        sheet.row((76, "Duty"), (284, "Who bears it"), step=18)
        for left, right in (("the goods are brought to the", "the Seller, unless the Buyer"),
                            ("place that is named in the", "asked for another place in"), ("order", "writing")):
            sheet.row((76, left), (284, right))

    assert only_grid(read(draw)) == [
        ["Duty", "Who bears it"],
        ["the goods are brought to the place that is named in the order",
         "the Seller, unless the Buyer asked for another place in writing"],
    ]


def test_lines_drawn_as_thin_areas_of_three_strokes() -> None:
    def draw(sheet: Sheet) -> None:
        top = sheet.y - 14
        lines = [(XS[0], top + 20 * n, XS[-1], top + 20 * n + 0.5) for n in range(6)]
        lines += [(x, top, x + 0.5, top + 100) for x in XS]
        for x0, y0, x1, y1 in lines:
            shape = sheet.page.new_shape()
            shape.draw_polyline([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
            shape.finish(fill=(0, 0, 0), color=None, closePath=False)
            shape.commit()
        texts(sheet, [HEAD, *ROWS])

    assert only_grid(read(draw)) == [list(HEAD), *map(list, ROWS)]


def test_a_merged_cell_keeps_its_place_beside_finer_ones() -> None:
    def draw(sheet: Sheet) -> None:
        top = sheet.y - 14
        for n in range(5):
            sheet.page.draw_line((XS[0] if n != 1 else XS[1], top + 20 * n), (XS[-1], top + 20 * n), width=0.5)
        upright(sheet, (XS[0], XS[1], XS[-1]), top, top + 80)
        upright(sheet, (XS[2], XS[3]), top + 20, top + 40)
        sheet.row(((XS[1] + XS[4]) / 2, "Share of cases in 2007", "c"), step=20)
        texts(sheet, [HEAD, *ROWS[:2]])

    found = spans(read(draw))
    assert found["Share of cases in 2007"] == (0, 1, 1, 3)
    assert found["Country"] == (0, 0, 2, 1)
    assert found["13.8"][:2] == (2, 2)


def test_boxes_of_a_drawing_are_no_table() -> None:
    def draw(sheet: Sheet) -> None:
        for x, y, text in ((80, 120, "Beliefs"), (250, 180, "Attitude"), (420, 240, "Behaviour")):
            sheet.page.draw_rect((x, y, x + 90, y + 40), width=0.5)
            sheet.y = y + 25
            sheet.at(x + 10, text)
        sheet.page.draw_line((170, 160), (170, 180), width=0.5)
        sheet.page.draw_line((170, 180), (250, 180), width=0.5)
        sheet.page.draw_line((340, 220), (340, 240), width=0.5)
        sheet.page.draw_line((340, 240), (420, 240), width=0.5)

    assert tables(read(draw)) == []


def test_texts_of_merged_cells_keep_together_whatever_stands_beside_them() -> None:
    """Their lines begin where those of the rows beside them do, and stand over one of the columns that they are over."""
    rows = [("Name:", "Yuanda Trading"), ("Number:", "913101157284300731"), ("Bank:", "Pudong, 100123450987")]

    def draw(sheet: Sheet) -> None:
        page = sheet.page
        xs, top, step = (70, 110, 180, 320, 400, 470), sheet.y - 12, 16
        for place, (name, value) in enumerate(rows):
            sheet.at(74, ("Buyer", "of it", "all")[place])
            sheet.at(466, ("03*3187<4/+8490", "59+7<243*4>/>6<5", "9>")[place], "r")
            sheet.row((114, name), (184, value), step=step)
        for name in ("Pump", "Valve"):
            sheet.row((74, name), (184, "A73"), (396, "1,250.00", "r"), (466, "310.00", "r"), step=step)
        # Two figures in one cell: it may be finer than it is drawn.
        sheet.row((74, "Sum"), (396, "2,500.0", "r"), step=12)
        sheet.row((396, "0", "r"), step=8)
        bottom = sheet.y - 4
        for place in range(7):
            y = top + place * step if place < 6 else bottom
            for x0, x1 in ((70, 110), (110, 320), (320, 470)):
                if place not in (1, 2) or x0 == 110:
                    page.draw_line((x0, y), (x1, y), width=0.5)
        for x in xs:
            page.draw_line((x, top if x != 400 else top + 3 * step), (x, bottom), width=0.5)

    found = spans(read(draw))
    assert found["Buyer of it all"] == (0, 0, 3, 1)
    assert found["03*3187<4/+8490 59+7<243*4>/>6<5 9>"] == (0, 3, 3, 2)
