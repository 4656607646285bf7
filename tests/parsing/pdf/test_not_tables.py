"""What keeps to columns and is no table all the same."""

from __future__ import annotations

import pytest

from tests.parsing.pdf.making import Draw, Sheet, read, tables, words


def two_columns(sheet: Sheet) -> None:
    top = sheet.y
    sheet.prose(18, 60, 225)
    sheet.y = top
    sheet.prose(17, 310, 225)


def form(sheet: Sheet) -> None:
    for name, value in (("Name of applicant:", "John Smith"), ("Date of birth:", "12 May 1971"), ("Occupation:", "Welder"),
                        ("Telephone:", "555-2134"), ("Number of children:", "2")):
        sheet.row((72, name), (220, value), step=20)


def form_in_chinese(sheet: Sheet) -> None:
    for left, right in (("甲方：江苏示例科技有限公司", "法定代表人：张三"), ("地址：南京市玄武区", "邮编：210000"),
                        ("电话：025-88886666", "传真：025-88886667"), ("乙方：上海示例设备有限公司", "法定代表人：李四")):
        sheet.row((72, left), (330, right), step=18)


def contents_with_leaders(sheet: Sheet) -> None:
    sheet.row((280, "Contents"), step=24)
    for number, (title, page) in enumerate((("Introduction", 1), ("Scope of the work", 3), ("Methods", 8),
                                            ("Findings", 15), ("References", 33)), 1):
        sheet.row((72, str(number)), (100, title + " " + "." * 70), (540, str(page), "r"))


def contents_with_blanks(sheet: Sheet) -> None:
    for number, (title, page) in enumerate((("Foo", 2), ("Bar", 2), ("Baz", 3), ("Qux", 7), ("Fin", 9)), 1):
        sheet.row((72, str(number)), (100, title), (470, str(page), "r"))


def contents_with_ragged_numbers(sheet: Sheet) -> None:
    for title, page in (("CHAPTER SIX: Founders", 85), ("CHAPTER SEVEN: Recorders", 95), ("CHAPTER EIGHT: Transformers", 100),
                        ("CHAPTER NINE: Collectors", 108), ("CHAPTER TEN: Property", 116), ("CHAPTER ELEVEN: Law", 130)):
        sheet.row((72, title), (88 + 4.6 * len(title), str(page)))


def references(sheet: Sheet) -> None:
    for number in range(1, 7):
        sheet.row((72, f"[{number}]"), (100, "Miller, A. and Cooper, B. The economics of small towns and of"), step=12)
        sheet.row((100, f"their markets. Journal of Regional Studies, 3{number}:{number}17, 199{number}."))


def formulas(sheet: Sheet) -> None:
    sheet.prose(2)
    for number, formula in enumerate(("E = m c2", "F = m a", "p V = n R T", "v = s / t"), 1):
        sheet.row((250, formula), (540, f"({number})", "r"), step=20)


def bar_chart(sheet: Sheet) -> None:
    for name, value in (("Spain", 210), ("Portugal", 120), ("Italy", 260), ("Greece", 40), ("France", 180)):
        sheet.page.draw_rect((150, sheet.y - 8, 150 + value, sheet.y + 2), fill=(0.2, 0.3, 0.8), color=None)
        sheet.row((142, name, "r"), (154 + value, str(value)), step=20)
    sheet.row(*[(150 + 50 * n, str(50 * n), "c") for n in range(7)])


def stacked_bars(sheet: Sheet) -> None:
    for year in (2001, 2005, 2010, 2015):
        sheet.row((80, str(year)), (180, "30.5", "c"), (300, "49.0", "c"), (430, "20.4", "c"), step=24)
    sheet.row(*[(100 + 40 * n, f"{10 * n}%", "c") for n in range(11)])


def axes_of_two_charts(sheet: Sheet) -> None:
    for value in range(450, 50, -50):
        sheet.row((90, str(value), "r"), (330, str(value), "r"))


def signatures(sheet: Sheet) -> None:
    for left, right in (("For the Buyer", "For the Seller"), ("Signature: __________", "Signature: __________"),
                        ("Name: A. Miller", "Name: B. Cooper"), ("Title: Director", "Title: President")):
        sheet.row((72, left), (320, right), step=20)


def letterhead(sheet: Sheet) -> None:
    for left, right in (("Acme Corporation", "March 3, 2009"), ("12 Main Street", "Reference 2231"),
                        ("Springfield, IL 62701", "Account 88120"), ("Phone 555-0100", "Page 1")):
        sheet.row((72, left), (400, right))
    sheet.prose(4)


def questions(sheet: Sheet) -> None:
    for _ in range(4):
        sheet.row((72, "Q."), (100, "Did you see the vehicle before it came to the crossing that day"))
        sheet.row((72, "A."), (100, "Yes, I did, and it was moving rather slowly at that moment."))


def numbered_list(sheet: Sheet) -> None:
    for number, text in enumerate(("申请表务必单面黑白打印；", "申请表第三页签章处盖章；", "软件名称必须以系统结尾；", "不用加盖骑缝章。"), 1):
        sheet.row((93, str(number)), (115, text), step=22)


def lettered_list(sheet: Sheet) -> None:
    for letter in "abcde":
        sheet.row((80, f"({letter})"), (110, "the goods were delivered to the place that was agreed upon;"))


def glossary(sheet: Sheet) -> None:
    for term, meaning in (("Agreement", "means this contract with all annexes that the parties made."),
                          ("Goods", "means the machines listed in Annex 1 with spare parts."),
                          ("Party", "means the Buyer or the Seller as the context requires."),
                          ("Price", "means the sum stated in clause 4, without taxes.")):
        sheet.row((72, term), (170, meaning), step=16)


def two_languages(sheet: Sheet) -> None:
    for chinese, english in (("第一条 乙方应按照本合同约定的时间", "Article 1 The Seller shall deliver all of"),
                             ("交付全部设备，并提供安装指导服务。", "the equipment at the time agreed and shall"),
                             ("第二条 甲方应在验收合格后三十日内", "Article 2 The Buyer shall pay ninety per"),
                             ("支付合同价款的百分之九十。", "cent of the price within thirty days after")) * 3:
        sheet.row((72, chinese), (320, english))


def index(sheet: Sheet) -> None:
    left = ("Barlow, Joel, 8", "Barnes and Noble, 147", "Barry, Hank, 189, 191", "Beatles, 57", "Bell, Alexander, 3",
            "Berne Convention, 250", "    signed by states, 327", "Boies, David, 105", "Brown, John, 45")
    right = ("Causby, Tinie, 2, 3", "CBS, 164", "CD-ROMs, film clips", "    used in, 100", "Chaplin, Charlie, 9", "China, 63",
             "Coase, Ronald, 232", "code, 152", "commons, 24")
    for a, b in zip(left, right, strict=True):
        sheet.row((60, a), (320, b), step=12)


def addresses(sheet: Sheet) -> None:
    for blocks in (("Miller & Sons Ltd.", "Cooper Machines", "Baker Freight"), ("12 Main Street", "48 Harbour Road", "7 Mill Lane"),
                   ("Springfield, IL 62701", "Portland, OR 97201", "Newark, NJ 07102"), ("United States", "United States", "USA")):
        sheet.row(*zip((72, 240, 400), blocks, strict=True), step=12)
    sheet.prose(4)


def contract_in_columns(sheet: Sheet) -> None:
    two_columns(sheet)
    sheet.y += 20
    for left, right in (("Buyer: Miller & Sons Ltd.", "Seller: Cooper Machines"), ("By: ______________", "By: ______________"),
                        ("Date: ____________", "Date: ____________")):
        sheet.row((60, left), (310, right), step=24)


def questionnaire(sheet: Sheet) -> None:
    for number, question in enumerate(("Were you satisfied with the delivery?", "Did the goods arrive in time?",
                                       "Would you buy from us again?", "Was the invoice correct?"), 1):
        sheet.row((72, f"{number}."), (90, question), (380, "□ yes"), (440, "□ no"), step=18)


def list_of_sections(sheet: Sheet) -> None:
    """Words at the same places in all lines, as far apart as words are."""
    for number, title in enumerate(("Filing of a Plan", "Contents of a Plan", "Modification", "Hearing", "Confirmation"), 1321):
        sheet.row((72, f"11 U.S.C. § {number} {title} 2"))
    sheet.prose(3)
    for place in range(6):
        sheet.row((72, f"Cell {place} item {place + 1} of 20 as of 2024"))


PAGES: list[Draw] = [
    two_columns, form, form_in_chinese, contents_with_leaders, contents_with_blanks, contents_with_ragged_numbers, references,
    formulas, bar_chart, stacked_bars, axes_of_two_charts, signatures, letterhead, questions, numbered_list, lettered_list,
    glossary, two_languages, index, addresses, contract_in_columns, questionnaire, list_of_sections,
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
def test_no_table_is_made_of(page: Draw) -> None:
    document = read(page)
    assert tables(document) == []
    assert words(document.text)
