"""Lines of text that are put together from pieces."""

from __future__ import annotations

import time
from itertools import pairwise

import pymupdf
import pytest

from docprep_gui.parsing.pdf import paragraphs
from docprep_gui.parsing.pdf.pieces import Piece, _without_doubles
from tests.parsing.pdf.making import Sheet, only_grid, read, tables


def test_a_chapters_number_far_before_its_title_is_no_column() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.size = 8
        sheet.at(60, "Chapter 1.", font="hebo")
        sheet.size = 22
        sheet.row((140, "Securing and protecting what the"), step=26, font="hebo")
        sheet.row((140, "company holds"), step=40, font="hebo")
        sheet.size = 10
        sheet.prose(6, x=140, width=380)

    document = read(draw)
    (section,) = [node for node in document.nodes if node.kind == "section"]
    assert document.heading(section) == "Chapter 1. Securing and protecting what the company holds"
    assert section.label == "Chapter 1."


@pytest.mark.parametrize(("text", "bullet"), [("\ufffd Security of the data", True), ("\ufffd\ufffd\ufffd", False)])
def test_a_sign_of_unknown_meaning_before_a_line_is_a_bullet(text: str, bullet: bool) -> None:
    """Fonts of bullets say of their signs by number only what they look like."""
    box = (72.0, 90.0, 300.0, 102.0)
    line = Piece(text, *box, 100.0, 10.0, False, box)
    line.page = 1
    (paragraph,) = paragraphs.group([line])
    assert paragraph.bullet is bullet


@pytest.mark.parametrize(("lines", "count"), [
    (["Number: HT-2024-0381", "Tel: 021-68888888", "Address and room: 1 Zhangjiang Road", "Date: 2024"], 4),
    (["We say: the parties have agreed to", "this: nothing is as good as what", "stands here and goes on"], 2),
    (["We say: see http://example.com and", "https://example.org for all of it", "stands here and goes on"], 1),
    (["The meeting begins on Monday about", "10:30 in the morning, and ends with", "12:15 in the afternoon"], 1),
])  # fmt: skip
def test_names_with_their_values_below_one_another_are_a_paragraph_each(lines: list[str], count: int) -> None:
    def draw(sheet: Sheet) -> None:
        for line in lines:
            sheet.row((72, line), step=13)

    document = read(draw)
    assert len([node for node in document.nodes if node.kind == "paragraph"]) == count


def test_a_line_set_to_the_right_is_no_first_line() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.row((522, "Annex to No. 10.1", "r"), step=12)
        sheet.prose(4)

    paragraphs_of = [
        document.slice(node.span) for document in [read(draw)] for node in document.nodes if node.kind == "paragraph"
    ]
    assert paragraphs_of[0] == "Annex to No. 10.1"


@pytest.mark.parametrize("gap", [0.14, 0.1])
def test_words_set_close_to_one_another_are_words(gap: float) -> None:
    """MuPDF takes a gap from 0.15 of the letters' size on for a blank."""
    words_of_line = ["evaluated", "by", "examining", "the", "value", "of", "half", "of", "them", "(Table", "4).", "There"]

    def draw(sheet: Sheet) -> None:
        x = 72.0
        for word in words_of_line:
            sheet.at(x, word)
            x += pymupdf.get_text_length(word, fontname="tiro", fontsize=10) + gap * 10
        sheet.y += 12

    assert read(draw).text.strip() == " ".join(words_of_line)


def test_a_long_word_is_one() -> None:
    text = "Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung of the year"
    assert read(lambda sheet: sheet.row((72, text), font="helv")).text.strip() == text


@pytest.mark.parametrize("beside", [True, False])
def test_a_picture_beside_the_lines_of_a_paragraph_does_not_part_them(beside: bool) -> None:
    dots = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 60, 60))
    dots.clear_with(90)

    def draw(sheet: Sheet) -> None:
        sheet.prose(3, width=250)
        sheet.y -= 12
        top = sheet.y - 2 if beside else sheet.y + 4
        sheet.page.insert_image((360, top, 500, top + 80), pixmap=dots)
        sheet.y += 0 if beside else 96
        sheet.prose(4, width=250)

    document = read(draw)
    kinds = [node.kind for node in document.nodes if node.kind in ("paragraph", "figure")]
    assert kinds == (["paragraph", "figure"] if beside else ["paragraph", "figure", "paragraph"])


def test_thousands_of_equal_words_on_a_page_are_compared_with_those_near_them() -> None:
    pieces = []
    for place in range(20_000):
        box = (30.0 * (place % 100), 8.0 * (place // 100), 30.0 * (place % 100) + 20, 8.0 * (place // 100) + 6)
        pieces += [Piece("0.00", *box, box[3], 6.0, False, box)]
    x0, y0, x1, y1 = pieces[777].box
    pieces.append(Piece("0.00", x0 + 0.3, y0, x1 + 0.3, y1, y1, 6.0, False, (x0 + 0.3, y0, x1 + 0.3, y1)))
    start = time.process_time()
    kept = _without_doubles(pieces)
    assert time.process_time() - start < 3
    assert len(kept) == 20_000
    assert [place for place, piece in enumerate(kept) if piece.bold] == [777]


def _ruled(sheet: Sheet, rows: list[list[str]], xs: list[float], height: float, joined: set[tuple[int, int]]) -> None:
    """A table of lines from the present one on; `joined`: places without a line above them."""
    page, top = sheet.page, sheet.y
    for y in range(len(rows) + 1):
        for x, (left, right) in enumerate(pairwise(xs)):
            if (y, x) not in joined:
                page.draw_line((left, top + y * height), (right, top + y * height), width=0.5)
    for x in xs:
        page.draw_line((x, top), (x, top + len(rows) * height), width=0.5)
    for y, row in enumerate(rows):
        for x, text in zip(xs, row, strict=False):
            for place, line in enumerate(text.split("\n")):
                sheet.y = top + y * height + 12 + 12 * place
                sheet.at(x + 3, line)


def test_words_numbers_and_addresses_go_on_in_the_next_line_of_a_cell() -> None:
    rows = [
        ["No", "Code", "Text"], ["1", "HT-2024-\n001", "All require-\nments hold"], ["2", "2020-\n2024", "and/\nor, 5-\n10 days"],
        ["3", "http://a.com/\nb", "well-\nknown"],
    ]  # fmt: skip
    found = only_grid(read(lambda sheet: _ruled(sheet, rows, [72, 120, 180, 300], 40, set())))
    assert [row[1:] for row in found[1:]] == [
        ["HT-2024-001", "All requirements hold"], ["2020-2024", "and/or, 5-10 days"], ["http://a.com/b", "well-known"],
    ]


def test_a_picture_beside_the_rows_of_a_form_is_no_name_over_them() -> None:
    rows = [["姓名", "张三", "照片"], ["生日", "1990-01"], ["电话", "13800138000"], ["地址", "北京", ""]]
    form = read(lambda sheet: _ruled(sheet, rows, [72, 150, 300, 400], 20, {(1, 2), (2, 2)}))
    (node,) = tables(form)
    assert node.table is not None
    assert (node.table.rows, node.table.header_rows) == (4, 1)
