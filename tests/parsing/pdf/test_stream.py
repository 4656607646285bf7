"""Tables without lines between their columns."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.parsing.pdf.making import Sheet, only_grid, read, spans, tables, words


def test_figures_set_right_are_columns_and_prose_around_them_is_none() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose()
        sheet.row((72, "Fund"), (300, "Assets", "r"), (400, "Debts", "r"))
        sheet.row((72, "General"), (300, "12,300", "r"), (400, "8,100", "r"))
        sheet.row((72, "Capital"), (300, "2,310", "r"), (400, "(910)", "r"))
        sheet.row((72, "Other funds"), (300, "n.a.", "r"), (400, "--", "r"))
        sheet.y += 10
        sheet.prose()

    document = read(draw)
    assert only_grid(document) == [
        ["Fund", "Assets", "Debts"], ["General", "12,300", "8,100"], ["Capital", "2,310", "(910)"],
        ["Other funds", "n.a.", "--"],
    ]
    (node,) = tables(document)
    assert node.table is not None
    assert node.table.header_rows == 1
    paragraphs = [document.slice(node.span) for node in document.nodes if node.kind == "paragraph"]
    assert [text[:17] for text in paragraphs] == ["the parties agree"] * 2



def test_leaders_lead_to_figures_and_are_no_text() -> None:
    def draw(sheet: Sheet) -> None:
        for name, value in (("Salaries", "125,300"), ("Travel", "4,200"), ("Supplies", "950"), ("Total", "130,450")):
            sheet.row((90, name + " " + "." * 60), (420, value, "r"))

    assert only_grid(read(draw)) == [
        ["Salaries", "125,300"], ["Travel", "4,200"], ["Supplies", "950"], ["Total", "130,450"]
    ]


def test_names_over_two_and_over_three_columns() -> None:
    def pairs(sheet: Sheet) -> None:
        sheet.row((300, "Men", "c"), (440, "Women", "c"))
        sheet.row((72, "Age"), (285, "Number", "r"), (345, "Percent", "r"), (425, "Number", "r"), (485, "Percent", "r"))
        for age in ("to 17", "18 to 24", "25 to 64"):
            sheet.row((72, age), (285, "4,163", "r"), (345, "16.3", "r"), (425, "8,917", "r"), (485, "25.5", "r"))

    found = spans(read(pairs))
    assert found["Men"] == (0, 1, 1, 2)
    assert found["Women"] == (0, 3, 1, 2)
    assert found["Age"] == (0, 0, 2, 1)

    def threes(sheet: Sheet) -> None:
        sheet.row((280, "Sold", "c"), (430, "Pawned", "c"))
        columns = (230, 280, 330, 380, 430, 480)
        sheet.row((72, "State"), *[(x, name, "c") for x, name in zip(columns, ("Hand", "Long", "Other") * 2, strict=True)])
        for state in ("Ohio", "Iowa", "Utah"):
            sheet.row((72, state), *[(x, "123", "c") for x in columns])

    found = spans(read(threes))
    assert found["Sold"] == (0, 1, 1, 3)
    assert found["Pawned"] == (0, 4, 1, 3)


def test_a_unit_stands_over_all_figures() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.row((300, "2006", "r"), (400, "2007", "r"), (500, "2008", "r"))
        sheet.row((395, "Million tonnes", "c"))
        for name in ("Wheat", "Rye", "Oats"):
            sheet.row((72, name), (300, "51.6", "r"), (400, "48.9", "r"), (500, "36.8", "r"))

    assert spans(read(draw))["Million tonnes"] == (1, 1, 1, 3)


def test_cells_of_several_lines() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.row((72, "Program"), (190, "Description"), (480, "Funding", "r"), font="tibo", step=18)
        sheet.row((72, "Health"), (190, "Grants to hospitals and clinics in"), (480, "$1,200", "r"), step=12)
        sheet.row((190, "counties that have few inhabitants"), step=18)
        sheet.row((72, "Housing"), (190, "Repair of homes"), (480, "$610", "r"), step=18)
        sheet.row((72, "Water"), (190, "Replacement of pipes and pumps"), (480, "$2,020", "r"), step=12)
        sheet.row((190, "with priority for lead"), step=18)

    assert only_grid(read(draw)) == [
        ["Program", "Description", "Funding"],
        ["Health", "Grants to hospitals and clinics in counties that have few inhabitants", "$1,200"],
        ["Housing", "Repair of homes", "$610"],
        ["Water", "Replacement of pipes and pumps with priority for lead", "$2,020"],
    ]


def test_names_of_rows_that_go_on_and_names_of_groups_of_rows() -> None:
    def wrapped(sheet: Sheet) -> None:
        sheet.row((72, "Industry"), (300, "Firms", "r"), (380, "Wage", "r"))
        sheet.row((72, "Professional, scientific and"))
        sheet.row((80, "technical services"), (300, "8,120", "r"), (380, "71,200", "r"))
        sheet.row((72, "Retail"), (300, "15,302", "r"), (380, "24,110", "r"))
        sheet.row((72, "Mining"), (300, "312", "r"), (380, "82,333", "r"))

    assert only_grid(read(wrapped))[1] == ["Professional, scientific and technical services", "8,120", "71,200"]

    def grouped(sheet: Sheet) -> None:
        sheet.row((72, "Region"), (300, "2007", "r"), (380, "2008", "r"))
        for group in ("Northeast", "Midwest"):
            sheet.row((72, group))
            for name in ("Urban", "Rural"):
                sheet.row((84, name), (300, "2,905", "r"), (380, "5,337", "r"))

    assert [row[0] for row in only_grid(read(grouped))] == [
        "Region", "Northeast", "Urban", "Rural", "Midwest", "Urban", "Rural"
    ]


def test_a_column_of_years_is_no_header() -> None:
    rows = [("France", "VAT", "1954", "general"), ("Brazil", "ICMS, IPI", "1967", "by state"),
            ("India", "GST", "2017", "dual"), ("Canada", "GST/HST", "1991", "n/a")]

    def draw(sheet: Sheet) -> None:
        for country, system, since, remark in [("Country", "System", "Since", "Remark"), *rows]:
            sheet.row((72, country), (200, system), (330, since, "r"), (400, remark))

    document = read(draw)
    assert only_grid(document)[1:] == [list(row) for row in rows]
    assert [node.table.header_rows for node in tables(document) if node.table] == [1]


def test_the_name_of_the_last_row_goes_on_below_it() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.row((72, "Measure"), (300, "2008", "r"), (380, "2009", "r"))
        for name in ("Smokers", "Drivers", "Persons without health"):
            sheet.row((72, name), (300, "12.1", "r"), (380, "13.3", "r"))
        sheet.row((72, "insurance"))
        sheet.y += 20
        sheet.prose(2)

    assert only_grid(read(draw))[-1] == ["Persons without health insurance", "12.1", "13.3"]


def test_signs_of_money_belong_to_their_figures() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.row((300, "2008", "r"), (400, "2009", "r"))
        for number, name in enumerate(("Revenue", "Costs", "Taxes", "Income")):
            signs = [(250, "$"), (350, "$")] if number in (0, 3) else []
            sheet.row((72, name), (300, "24,163", "r"), (400, "43,617", "r"), *signs)

    grid = only_grid(read(draw))
    assert grid[1] == ["Revenue", "$ 24,163", "$ 43,617"]
    assert grid[2] == ["Costs", "24,163", "43,617"]


def test_words_between_lines() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.rule(72, 520)
        sheet.row((72, "阶段"), (160, "工作内容"), (400, "责任方"), step=18)
        sheet.rule(72, 520)
        for stage, work in (("第一阶段", "现场勘察与方案设计"), ("第二阶段", "设备到货与安装调试"), ("第三阶段", "系统试运行")):
            sheet.row((72, stage), (160, work), (400, "乙方"), step=18)
        sheet.rule(72, 520)

    assert only_grid(read(draw))[2] == ["第二阶段", "设备到货与安装调试", "乙方"]


def test_columns_made_of_blanks_in_a_typewriter_font() -> None:
    def draw(sheet: Sheet) -> None:
        for line in ("STATION      NAME              ELEV    PRECIP",
                     "----------------------------------------------",
                     "010008       ABBEVILLE         456     52.10",
                     "010252       ANDALUSIA         250     60.33",
                     "010369       ASHLAND          1002     55.07"):
            sheet.row((72, line), step=11)

    assert only_grid(read(draw, font="cour", size=9)) == [
        ["STATION", "NAME", "ELEV", "PRECIP"], ["010008", "ABBEVILLE", "456", "52.10"],
        ["010252", "ANDALUSIA", "250", "60.33"], ["010369", "ASHLAND", "1002", "55.07"],
    ]


def test_a_table_over_two_columns_of_text() -> None:
    def draw(sheet: Sheet) -> None:
        def columns() -> None:
            top = sheet.y
            sheet.prose(10, 60, 220)
            sheet.y = top
            sheet.prose(10, 310, 220)

        columns()
        sheet.rule(60, 530)
        sheet.row((60, "Model"), (200, "Size", "r"), (290, "Speed", "r"), (390, "Error", "r"), (500, "Cost", "r"))
        sheet.rule(60, 530)
        for name in ("small", "medium", "large"):
            sheet.row((60, name), (200, "12", "r"), (290, "3.5", "r"), (390, "0.81", "r"), (500, "7,100", "r"))
        sheet.rule(60, 530)
        sheet.y += 10
        columns()

    document = read(draw)
    assert only_grid(document)[2] == ["medium", "12", "3.5", "0.81", "7,100"]


@pytest.mark.parametrize("rotation", [90, 270])
def test_tables_on_turned_pages(rotation: int) -> None:
    def draw(sheet: Sheet) -> None:
        page: Any = sheet.page
        turn = rotation
        for number, row in enumerate((("Item", "Price", "Weight"), ("bolt", "1.20", "33"), ("nut", "0.80", "12"),
                                      ("gear", "17.00", "940"))):
            for x, text in zip((100, 300, 420), row, strict=True):
                across, down = 100 + 20 * number, 842 - x
                point = (across, down) if turn == 90 else (595 - across, x)
                page.insert_text(point, text, fontsize=10, fontname="helv", rotate=turn)

    document = read(draw, rotation=rotation)
    assert only_grid(document) == [
        ["Item", "Price", "Weight"], ["bolt", "1.20", "33"], ["nut", "0.80", "12"], ["gear", "17.00", "940"]
    ]
    (node,) = tables(document)
    box = node.location.box
    assert box is not None
    assert box[2] - box[0] > 2 * (box[3] - box[1])
    assert box[2] <= 842
    assert box[3] <= 595


def test_a_table_goes_on_over_the_end_of_a_page() -> None:
    names = [f"part {number}" for number in range(30)]

    def page(part: list[str], header: bool, note: str = "") -> Any:
        def draw(sheet: Sheet) -> None:
            if note:
                sheet.row((72, note))
            if header:
                sheet.row((72, "Name"), (300, "Number", "r"), (400, "Price", "r"))
            for name in part:
                sheet.row((72, name), (300, "3", "r"), (400, f"{len(name)},100.00", "r"))

        return draw

    for header, note in ((False, ""), (True, ""), (True, "Table 3 (continued)")):
        document = read(page(names[:15], True), page(names[15:], header, note))
        grid = only_grid(document)
        assert [row[0] for row in grid] == ["Name", *names]
        assert {page for _, page, _ in document.layout.lines()} == {1, 2}
        assert note in document.text


@given(st.data())
@settings(deadline=None, max_examples=25)
def test_any_grid_of_figures_is_read_as_it_was_drawn(data: st.DataObject) -> None:
    rows = data.draw(st.integers(4, 12), "rows")
    cols = data.draw(st.integers(2, 5), "cols")
    figure = st.one_of(
        st.integers(0, 99_999).map(lambda n: f"{n:,}"), st.integers(0, 999).map(lambda n: f"{n / 10:.1f}"),
        st.integers(1, 900).map(lambda n: f"({n})"),
    )
    names = data.draw(st.lists(st.sampled_from(["Alpha", "Beta goods", "Gamma", "Delta of the north", "Epsilon"]),
                               min_size=rows, max_size=rows), "names")
    figures = data.draw(st.lists(st.lists(figure, min_size=cols, max_size=cols), min_size=rows, max_size=rows), "figures")
    # A scale of even steps, or a list of rising page numbers, is none.
    assume(all(len({row[col] for row in figures}) > 2 for col in range(cols)))
    assume(cols > 2)
    align = data.draw(st.sampled_from(["r", "c"]), "align")

    def draw(sheet: Sheet) -> None:
        sheet.prose(2)
        for name, row in zip(names, figures, strict=True):
            sheet.row((72, name), *[(250 + 65 * col, text, align) for col, text in enumerate(row)])
        sheet.y += 14
        sheet.prose(2)

    assert only_grid(read(draw)) == [[name, *row] for name, row in zip(names, figures, strict=True)]


@given(st.lists(st.tuples(st.integers(40, 480), st.integers(6, 75), st.sampled_from(
    ["12.5", "word", "(3)", "Total", "a longer text of words", "x", "99", "合计", "第一条"])), min_size=1, max_size=60))
@settings(deadline=None, max_examples=40)
def test_no_word_is_lost_or_doubled_whatever_stands_where(placed: list[tuple[int, int, str]]) -> None:
    taken: dict[int, list[tuple[float, float]]] = {}
    kept = []
    for x, row, text in placed:
        width = 11.0 * len(text) + 14
        if all(x + width < a or b < x for a, b in taken.get(row, [])):
            taken.setdefault(row, []).append((x, x + width))
            kept.append((x, row, text))

    def draw(sheet: Sheet) -> None:
        for x, row, text in kept:
            sheet.y = 10.0 * row + 40
            sheet.at(x, text)

    document = read(draw, size=8)
    bare = "".join(words(document.text))
    assert sorted(bare) == sorted("".join(words([text for _, _, text in kept])))


@given(st.lists(st.tuples(st.integers(40, 300), st.integers(6, 12), st.integers(1, 40)), min_size=6, max_size=40))
@settings(deadline=None, max_examples=25)
def test_texts_that_lie_upon_one_another_are_read(placed: list[tuple[int, int, int]]) -> None:
    def draw(sheet: Sheet) -> None:
        for x, row, length in placed:
            sheet.y = 10.0 * row
            sheet.at(x, "1,234 word " * (length // 10) + "9" * (length % 10 + 1))

    assert "9" in read(draw).text
