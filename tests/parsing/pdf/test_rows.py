"""Which lines of text are one row of a table: cells of several lines at the top, the bottom or the middle of their row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docprep_gui.parsing.pdf.cells import Line, line_of
from docprep_gui.parsing.pdf.columns import Columns, TextRow, rivers, text_rows
from docprep_gui.parsing.pdf.frames import AS_IS
from docprep_gui.parsing.pdf.pieces import Piece
from docprep_gui.parsing.pdf.rows import logical_rows
from docprep_gui.parsing.pdf.words import Word, of_page
from tests.parsing.pdf.making import Sheet, only_grid, read, spans

NAMES = ["Item", "Remark", "Amount"]
ROWS = [
    ["Pump", ["delivered to the", "northern site"], "1,250"],
    ["Valve", ["two of them were", "sent back later"], "310"],
    ["Filter", ["in stock"], "42"],
    ["Motor", ["to be replaced by", "the new model in", "the next year"], "7,800"],
    ["Cable", ["by the metre"], "95"],
]
EXPECTED = [NAMES, *[[name, " ".join(lines), amount] for name, lines, amount in ROWS]]


def cells(sheet: Sheet, share: float, padding: float) -> None:
    """The rows; `share` of the free height stands above the cells of one line."""
    sheet.prose(5)
    sheet.row((72, NAMES[0]), (150, NAMES[1]), (330, NAMES[2], "r"), font="tibo")
    for name, lines, amount in ROWS:
        top = sheet.y + padding
        for number, line in enumerate(lines):
            sheet.y = top + 12 * number
            sheet.at(150, line)
        sheet.y = top + 12 * (len(lines) - 1) * share
        sheet.at(72, str(name))
        sheet.at(330, str(amount), "r")
        sheet.y = top + 12 * len(lines)


@pytest.mark.parametrize("padding", [0.0, 4.0, 9.0])
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0], ids=["top", "middle", "bottom"])
def test_cells_of_several_lines(share: float, padding: float) -> None:
    assert only_grid(read(lambda sheet: cells(sheet, share, padding))) == EXPECTED


def test_shaded_rows_are_rows() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.row((72, "Item"), (220, "Amount", "r"), (300, "Share", "r"), font="tibo")
        texts = (("Pumps for", "the site"), ("Valves and", "more"), ("All", "filters"), ("New", "cables"))
        for number, (first, second) in enumerate(texts):
            if number % 2:
                sheet.page.draw_rect((70, sheet.y - 10, 302, sheet.y + 16), color=None, fill=(0.9, 0.93, 0.97))
            sheet.row((72, first), (220, f"{number * 7 + 3},100", "r"), (300, f"{number + 1}.5%", "r"), step=13)
            sheet.row((72, second), step=13)

    assert only_grid(read(draw))[1:] == [
        ["Pumps for the site", "3,100", "1.5%"], ["Valves and more", "10,100", "2.5%"], ["All filters", "17,100", "3.5%"],
        ["New cables", "24,100", "4.5%"],
    ]


def test_a_narrow_gap_between_figures_and_texts_parts_columns() -> None:
    rows = [["Pump", "1,250", "open"], ["Valve", "31", "paid"], ["Filter", "402", "late"], ["Motor", "78", "open"],
            ["Cable", "9,500", "paid"]]

    def draw(sheet: Sheet) -> None:
        for name, amount, state in rows:
            sheet.row((72, name), (200, amount, "r"), (206, state))

    assert only_grid(read(draw)) == rows


def test_names_over_groups_of_columns() -> None:
    edges = (190, 240, 290, 350, 400)

    def draw(sheet: Sheet) -> None:
        sheet.row((228, "North", "c"), (362, "South", "c"))
        sheet.row((72, "Region"), *[(x, f"Q{n + 1}", "r") for n, x in enumerate(edges)])
        for name in ("Spain", "Italy", "Greece", "France"):
            sheet.row((72, name), *[(x, f"{7 * n + len(name)},{n}00", "r") for n, x in enumerate(edges)])

    found = spans(read(draw))
    assert found["North"] == (0, 1, 1, 3)
    assert found["South"] == (0, 4, 1, 2)


def _line(parts: list[tuple[int, str]], base: float, columns: Columns) -> Line:
    words = [
        Word(text, 100.0 * col, base - 8, 100.0 * col + 5 * len(text), base + 2, base, 10.0, False) for col, text in parts
    ]
    return line_of(TextRow(words), columns)


@given(st.lists(
    st.tuples(st.dictionaries(st.integers(0, 2), st.sampled_from(["12", "word", "Total", "3.5%", "合计"]), min_size=1),
              st.floats(0, 30)),
    max_size=8,
), st.integers(1, 3), st.floats(0, 2))
def test_every_line_is_in_one_row_in_its_order(raw: list[tuple[dict[int, str], float]], cols: int, pitch: float) -> None:
    rivers = [(100.0 * col - 40, 100.0 * col - 5) for col in range(1, cols)]
    columns = Columns(rivers, [(100.0 * col, 100.0 * col + 40) for col in range(cols)])
    lines, base = [], 100.0
    for parts, step in raw:
        base += step
        lines.append(_line([(col, text) for col, text in sorted(parts.items())], base, columns))
    groups = logical_rows(lines, columns, [(110.0, 0.0, 300.0)], pitch)
    assert [line for group in groups for line in group] == lines
    assert all(groups)


def test_words_that_a_damaged_file_sets_backwards() -> None:
    pieces = [
        Piece(text, x, y, x + 40, y + 12, y + 10, 10.0, False, (x, y, x + 40, y + 12))
        for y in (100.0, 120.0, 140.0) for x, text in ((72.0, "Pump"), (200.0, "12"))
    ]
    raw = [(p.x1, p.y0, p.x0, p.y1, p.text) for p in pieces]
    found = of_page(raw, pieces, AS_IS, 595, 842)
    words = [word for own in found.values() for word in own]
    assert [(word.x0, word.x1) for word in words] == [(p.x0, p.x1) for p in pieces]
    assert len(rivers(text_rows(words))) == 1


def test_rows_in_wide_lines_are_aligned_in_their_middle() -> None:
    """Half of the distance between the lines of a cell, from its middle, is still less than a line."""
    rows = [
        ("Inception", ("Interviews with all departments and a list of", "needs"), "2025-01-07", "Hugo Lind"),
        ("Design", ("Overall concept, reviewed and approved",), "2025-02-18", "Jon Berg"),
        ("Testing", ("Integration with existing systems and fixing", "of defects"), "2025-04-13", "Gina Rossi"),
        ("Pilot", ("One month of operation at a pilot site",), "2025-05-08", "Kira Novak"),
    ]

    def draw(sheet: Sheet) -> None:
        sheet.row((60, "Phase"), (130, "Work"), (340, "Start"), (430, "Owner"), step=26)
        for phase, work, start, owner in rows:
            middle = sheet.y
            for number, line in enumerate(work):
                sheet.y = middle + (number - (len(work) - 1) / 2) * 17.6
                sheet.at(130, line)
            sheet.y = middle
            sheet.row((60, phase), (340, start), (430, owner), step=30)

    grid = only_grid(read(draw))
    assert grid[1:] == [[phase, " ".join(work), start, owner] for phase, work, start, owner in rows]


@pytest.mark.parametrize(("prose", "step"), [(False, 14.5), (True, 14.5)])
def test_names_of_groups_of_rows_do_not_go_on_with_the_total_above_them(prose: bool, step: float) -> None:
    """The total is the longest name of all, so that nothing more had room beside it."""
    rows = [
        ["Current assets"], ["Cash and equivalents", "15,826", "91,012"], ["Trade receivables", "37,877", "4,100"],
        ["Total of all current assets of the group", "3,152", "27,021"], ["Non-current assets"], ["Property and plant", "812", "64"],
        ["Goodwill", "55,202", "80"], ["Total of non-current assets", "91,557", "58,668"], ["Current liabilities"],
        ["Trade payables", "54,620", "50,483"],
    ]

    def draw(sheet: Sheet) -> None:
        if prose:
            sheet.prose(6)
        sheet.row((72, "In thousands"), (380, "2024", "r"), (480, "2023", "r"), step=step)
        for name, *figures in rows:
            cells = [(end, figure, "r") for end, figure in zip((380, 480), figures, strict=False)]
            sheet.row((72, name), *cells, step=step)

    assert [[cell for cell in row if cell] for row in only_grid(read(draw))[1:]] == rows


def test_han_names_of_groups_of_rows_do_not_go_on_with_the_total_above_them() -> None:
    rows = [
        ["流动资产："], ["货币资金", "15,826", "91,012"], ["应收账款", "37,877", "4,100"], ["流动资产合计金额", "3,152", "27,021"],
        ["非流动资产："], ["固定资产", "812", "64"], ["无形资产", "55,202", "80"], ["非流动资产合计", "91,557", "58,668"],
    ]

    def draw(sheet: Sheet) -> None:
        sheet.row((72, "项目"), (380, "2024", "r"), (480, "2023", "r"))
        for name, *figures in rows:
            sheet.row((72, name), *((end, figure, "r") for end, figure in zip((380, 480), figures, strict=False)))

    assert [[cell for cell in row if cell] for row in only_grid(read(draw))[1:]] == rows


def test_the_name_of_a_group_above_a_serial_number_is_a_row() -> None:
    def page(sheet: Sheet) -> None:
        sheet.at(400, "单位：元（含税）")
        sheet.y += 16
        sheet.row((72, "序号"), (150, "品名"), (240, "规格"), (330, "单价"), (400, "备注"))
        sheet.row((72, "一、管材类"))
        sheet.row((72, "1"), (150, "直管"), (240, "DN50"), (330, "12.5"))
        sheet.row((72, "2"), (150, "弯管"), (240, "DN63"), (330, "15.8"), (400, "热熔"))
        sheet.row((72, "二、阀门类"))
        sheet.row((72, "3"), (150, "闸阀"), (240, "DN50"), (330, "120"), (400, "铸铁"))
        sheet.row((72, "4"), (150, "球阀"), (240, "DN25"), (330, "35"), (400, "黄铜"))
        sheet.row((150, "小计"), (330, "183.3"))

    document = read(page)
    assert [row[0] for row in only_grid(document)] == ["序号", "一、管材类", "1", "2", "二、阀门类", "3", "4", ""]
    assert only_grid(document)[0][4] == "备注"
    assert document.text.startswith("单位：元（含税）\n")


def test_columns_that_nearly_touch_are_apart_where_figures_stand_or_gaps_are_wider() -> None:
    def page(sheet: Sheet) -> None:
        sheet.row((72, "Description"), (323, "Qty"), (343, "Unit price"), (400, "Amount"))
        for name, count, price in (("Consulting in April", "10", "100.00"), ("Licence of software", "1", "500.00")):
            sheet.row((72, name), (323, count), (343, price), (395, price))
        sheet.row((343, "Subtotal"), (395, "1,500.00"))
        sheet.row((343, "VAT (20%)"), (395, "300.00"))
        sheet.row((343, "Total"), (395, "1,800.00"))

    grid = only_grid(read(page))
    assert grid[0] == ["Description", "Qty", "Unit price", "Amount"]
    assert [row[2:] for row in grid[3:]] == [["Subtotal", "1,500.00"], ["VAT (20%)", "300.00"], ["Total", "1,800.00"]]
