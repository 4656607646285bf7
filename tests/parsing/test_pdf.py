"""PDF files, made here with MuPDF: order, paragraphs, headings, tables, what stands aside, what cannot be read."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import pymupdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui import parsing
from docprep_gui.domain.document import Document
from docprep_gui.domain.errors import FileError

FILLER = "双方应当按照本合同的约定全面履行各自的义务并及时通知对方有关情况"


def write(page: Any, x: float, y: float, text: str, size: float = 11, bold: bool = False, **options: Any) -> None:
    """`y`: of the base line, in points from the top."""
    font = "china-s" if not text.isascii() else "hebo" if bold else "helv"
    page.insert_text((x, y), text, fontsize=size, fontname=font, **options)


def made(*draw: Callable[[Any], None], save: dict[str, Any] | None = None, toc: list[list[Any]] | None = None) -> bytes:
    """A file of one A4 page for each of the functions."""
    with pymupdf.open() as file:
        for one in draw:
            one(file.new_page(width=595, height=842))
        if toc:
            file.set_toc(toc)
        return bytes(file.tobytes(**(save or {})))


def read(*draw: Callable[[Any], None], toc: list[list[Any]] | None = None) -> Document:
    return parsing.read(made(*draw, toc=toc), "a.pdf")


def lines(*texts: str, x: float = 72, top: float = 120, size: float = 11, step: float = 18) -> Callable[[Any], None]:
    def draw(page: Any) -> None:
        for number, text in enumerate(texts):
            write(page, x, top + number * step, text, size)

    return draw


def texts(document: Document, kind: str = "paragraph") -> list[str]:
    return [document.slice(node.heading or node.span) for node in document.nodes if node.kind == kind]


def body(document: Document) -> str:
    return document.slice(document.source.body)


# --- order and paragraphs -------------------------------------------------------------------------------
def test_columns_are_read_one_after_the_other_under_their_title() -> None:
    left = ["Procurement in this report means all orders", "that were placed in the year before and", "were paid."]
    right = ["Risks are those that the council has named", "in its letter of the third quarter, and", "no others."]

    def draw(page: Any) -> None:
        write(page, 150, 90, "A report on procurement and its risks", 18)
        for number, (one, other) in enumerate(zip(left * 5, right * 5, strict=True)):
            write(page, 60, 130 + 15 * number, one, 10)
            write(page, 320, 130 + 15 * number, other, 10)

    text = body(read(draw))
    places = [text.find(words) for words in ("A report on", "Procurement in", "were paid", "Risks are", "no others")]
    assert -1 not in places
    assert places == sorted(places)
    assert text.rfind("were paid.") < text.find("Risks are")


def test_rows_without_lines_are_read_across() -> None:
    def draw(page: Any) -> None:
        for number in range(12):
            y = 120 + 16 * number
            write(page, 60, y, f"item {number:02}", 10)
            write(page, 250, y, f"{number * 7}.50", 10)
            write(page, 400, y, f"{number * 70:,}.00", 10)

    assert "| item 03 | 21.50 | 210.00 |\n" in body(read(draw))


def test_lines_are_joined_by_script() -> None:
    half = len(FILLER) // 2
    document = read(lines(FILLER[:half], FILLER[half : half * 2], "末行。", size=24, step=36))
    assert texts(document) == [FILLER[: half * 2] + "末行。"]
    document = read(lines("The Supplier shall deliver the goods as agreed and", "bear the costs that arise from it."))
    assert texts(document) == ["The Supplier shall deliver the goods as agreed and bear the costs that arise from it."]


def test_words_cut_by_a_hyphen_are_mended_and_compounds_keep_theirs() -> None:
    document = read(lines(
        "The state-owned Supplier shall meet all the many require-",
        "ments of the annex, and any other company that is state-",
        "owned shall keep to them too.",
    ))
    (text,) = texts(document)
    assert "all the many requirements of" in text
    assert "that is state-owned shall" in text


def test_an_indent_and_a_short_line_begin_a_paragraph() -> None:
    document = read(lines(
        "    " + "This is a line of the first paragraph that fills the width", "and ends here.",
        "The second paragraph again has a line that fills the width", "and goes on. It ends on its second line here.",
    ))
    assert [text[:10] for text in texts(document)] == ["This is a ", "The second"]


def test_a_sentence_goes_on_over_the_end_of_a_page() -> None:
    first = [f"第{number}项说明写在这里，供各方在履行时参照。" for number in range(20)]
    document = read(lines(*first, "乙方应在收到甲方书面通知后", top=200), lines("十个工作日内完成整改。", top=100))
    assert "乙方应在收到甲方书面通知后十个工作日内完成整改。" in body(document)
    pages = {page for _, page, _ in document.layout.lines()}
    assert pages == {1, 2}


def test_a_gap_beside_a_figure_is_a_blank_on_either_side_or_on_none() -> None:
    def apart(page: Any) -> None:
        write(page, 72, 100, "截至")
        write(page, 97, 100, "2023")
        write(page, 124.5, 100, "年")
        write(page, 138.2, 100, "3")
        write(page, 147, 100, "月")

    assert body(read(apart)) == "截至 2023 年 3 月\n"
    assert body(read(lines("截至2023年3月，按1号文件办理。"))) == "截至2023年3月，按1号文件办理。\n"
    assert body(read(lines("截至 2023 年 3 月，按 1 号文件办理。"))) == "截至 2023 年 3 月，按 1 号文件办理。\n"


# --- what stands aside ----------------------------------------------------------------------------------
def test_running_titles_and_page_numbers_are_asides() -> None:
    def page_of(number: int) -> Callable[[Any], None]:
        def draw(page: Any) -> None:
            write(page, 200, 40, "示例公司 采购合同")
            write(page, 260, 815, f"第 {number} 页 共 4 页")
            for row in range(6):
                write(page, 72, 120 + 20 * row, f"第{number}页正文的第{row}项约定，应当按此执行。")

        return draw

    document = read(*[page_of(number) for number in (1, 2, 3, 4)])
    assert "示例公司" not in body(document)
    assert "共 4 页" not in body(document)
    assert body(document).count("应当按此执行。") == 24
    assert texts(document, "page_header") == ["示例公司 采购合同"]
    assert texts(document, "page_footer") == [f"第 {number} 页 共 4 页" for number in (1, 2, 3, 4)]
    assert all(node.anchor is not None for node in document.nodes if node.kind == "page_footer")


def test_a_page_number_above_the_marks_of_a_printer_is_found() -> None:
    def page_of(number: int) -> Callable[[Any], None]:
        def draw(page: Any) -> None:
            write(page, 72, 300, f"Body text of sheet {number * 7} in one line.")
            write(page, 250, 780, f"{number + 16} FREE TRADE")
            write(page, 60, 820, "job 4711 colour bars")

        return draw

    document = read(*[page_of(number) for number in range(1, 6)])
    assert "FREE TRADE" not in body(document)
    assert body(document).count("Body text") == 5


def test_clauses_that_count_like_pages_are_no_furniture() -> None:
    def page_of(number: int) -> Callable[[Any], None]:
        return lines(f"{number}.1 各方在第{number}阶段的工作如下。", "说明文字在此处展开，并作为依据。", top=90)

    assert body(read(*[page_of(number) for number in range(1, 6)])).count("阶段的工作如下") == 5


def test_slips_of_one_line_are_no_furniture() -> None:
    def page_of(number: int) -> Callable[[Any], None]:
        def draw(page: Any) -> None:
            write(page, 72, 60, f"提货单第 {number} 号，凭此单提货三箱")
            write(page, 250, 820, f"第 {number} 页 共 4 页")

        return draw

    document = read(*[page_of(number) for number in (1, 2, 3, 4)])
    assert body(document).count("凭此单提货三箱") == 4
    assert texts(document, "page_footer") == [f"第 {number} 页 共 4 页" for number in (1, 2, 3, 4)]


def test_turned_watermarks_are_asides_and_written_once() -> None:
    def draw(page: Any) -> None:
        write(page, 72, 100, "本月到货三百件，验收合格。")
        for x in (100, 300):
            point = pymupdf.Point(x, 300)
            write(page, x, 300, "内部资料", 24, morph=(point, pymupdf.Matrix(35)))

    document = read(draw, draw)
    assert "内部资料" not in body(document)
    assert document.text.count("内部资料") == 1


def test_bold_faked_by_writing_twice_counts_once() -> None:
    def draw(page: Any) -> None:
        write(page, 200, 90, "采购管理办法", 18)
        write(page, 200.3, 90, "采购管理办法", 18)
        write(page, 72, 140, "第一条正文内容。")

    assert body(read(draw)) == "采购管理办法\n第一条正文内容。\n"


# --- headings -------------------------------------------------------------------------------------------
def test_size_and_numbers_make_levels() -> None:
    def draw(page: Any) -> None:
        write(page, 200, 90, "设备采购合同", 20)
        y = 140.0
        for chapter in ("第一章 总则", "第二章 付款"):
            write(page, 72, y, chapter, 14)
            for number in range(3):
                write(page, 72, y + 30 + 20 * number, f"这里是正文的第{number}句话，它以句号结束。", 11)
            y += 120

    document = read(draw)
    sections = [node for node in document.nodes if node.kind == "section"]
    assert [(document.heading(node), node.level, node.label) for node in sections] == [
        ("设备采购合同", 1, ""), ("第一章 总则", 2, "第一章"), ("第二章 付款", 2, "第二章"),
    ]
    assert document.source.title == "设备采购合同"


def test_bookmarks_name_headings_that_look_like_text() -> None:
    def draw(page: Any) -> None:
        for number, name in enumerate(("Scope", "Payment", "Term")):
            write(page, 72, 100 + 100 * number, name)
            write(page, 72, 130 + 100 * number, "This is what the parties have agreed on in this matter.")

    document = read(draw, toc=[[1, "Scope", 1], [2, "Payment", 1], [1, "Term", 1]])
    sections = [node for node in document.nodes if node.kind == "section"]
    assert [(document.heading(node), node.level) for node in sections] == [("Scope", 1), ("Payment", 2), ("Term", 1)]


# --- tables ---------------------------------------------------------------------------------------------
def grid(page: Any, top: float, rows: Sequence[Sequence[str]], xs: Sequence[float] = (60, 150, 300, 420)) -> None:
    for number in range(len(rows) + 1):
        page.draw_line((xs[0], top + 20 * number), (xs[-1], top + 20 * number))
    for x in xs:
        page.draw_line((x, top), (x, top + 20 * len(rows)))
    for number, row in enumerate(rows):
        for x, text in zip(xs, row, strict=False):
            if text:
                write(page, x + 4, top + 14 + 20 * number, text)


def test_ruled_tables_are_grids_and_go_on_over_pages() -> None:
    head = ["序号", "名称", "单价"]
    rows = [[str(n), f"物料{n:02}", f"{n * 11}.00"] for n in range(1, 31)]

    def first(page: Any) -> None:
        write(page, 72, 90, "表1 物料价格")
        grid(page, 110, [head, *rows[:20]])

    def second(page: Any) -> None:
        grid(page, 60, rows[20:])
        write(page, 72, 400, "以上价格含税。")

    document = read(first, second)
    (node,) = [node for node in document.nodes if node.kind == "table"]
    assert node.table is not None
    assert (node.table.rows, node.table.cols, node.table.header_rows) == (31, 3, 1)
    assert "| 21 | 物料21 | 231.00 |" in document.text
    assert texts(document, "caption") == ["表1 物料价格"]
    assert body(document).endswith("以上价格含税。\n")


def test_a_table_with_a_header_of_its_own_stays_apart() -> None:
    document = read(
        lambda page: grid(page, 640, [["序号", "名称", "单价"], ["1", "甲", "2.00"], ["2", "乙", "3.00"]]),
        lambda page: grid(page, 60, [["编号", "姓名", "电话"], ["1", "张三", "110"], ["2", "李四", "119"]]),
    )
    assert [node.table.rows for node in document.nodes if node.table] == [3, 3]


def test_missing_lines_make_merged_cells() -> None:
    def draw(page: Any) -> None:
        for y in (100, 120, 140, 160):
            page.draw_line((60 if y != 140 else 150, y), (420, y))
        for x, top in ((60, 100), (150, 100), (300, 120), (420, 100)):
            page.draw_line((x, top), (x, 160))
        write(page, 64, 114, "项目")
        write(page, 154, 114, "金额")
        for x, y, text in ((64, 134, "甲"), (154, 134, "1"), (304, 134, "2"), (154, 154, "3"), (304, 154, "4")):
            write(page, x, y, text)

    document = read(draw)
    (node,) = [node for node in document.nodes if node.kind == "table"]
    assert node.table is not None
    cells = {(c.row, c.col): (c.row_span, c.col_span, c.text) for c in node.table.cells(document.text)}
    assert cells[0, 1] == (1, 2, "金额")
    assert cells[1, 0] == (2, 1, "甲")
    row = [node for node in document.nodes if node.kind == "row"][-1]
    assert [document.slice(span) for span in row.echoes] == ["甲"]


# --- pages without text, damage, passwords --------------------------------------------------------------
def scan(page: Any) -> None:
    pixels = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 60, 80))
    pixels.clear_with(200)
    page.insert_image(page.rect, pixmap=pixels)


def test_scanned_pages_are_named() -> None:
    document = read(lines("正文第一页。"), scan, scan, lines("正文第四页。"))
    assert body(document) == "正文第一页。\n正文第四页。\n"
    assert [(notice.code, notice.pages) for notice in document.notices] == [("pages_without_text", (2, 3))]
    assert [node.location.page for node in document.nodes if node.kind == "figure"] == [2, 3]
    assert document.source.pages == 4


def test_a_file_of_scans_says_so() -> None:
    document = read(scan, scan)
    assert [(notice.code, notice.pages) for notice in document.notices] == [("no_text_layer", (1, 2))]
    assert len(texts(document, "figure")) == 2


def test_passwords() -> None:
    data = made(lines("正文。"), save={"encryption": pymupdf.PDF_ENCRYPT_AES_256, "user_pw": "开门", "owner_pw": "x"})
    for password in (None, "wrong"):
        with pytest.raises(FileError) as caught:
            parsing.read(data, "a.pdf", password=password)
        assert caught.value.kind == "encrypted"
    assert body(parsing.read(data, "a.pdf", password="开门")) == "正文。\n"


@pytest.mark.parametrize("data", [b"%PDF-1.3\nThis is not a valid PDF file\n%%EOF\n", b"%PDF-1.7"])
def test_what_is_no_pdf_inside_is_corrupt(data: bytes) -> None:
    with pytest.raises(FileError) as caught:
        parsing.read(data, "a.pdf")
    assert caught.value.kind == "corrupt"


def test_a_file_that_could_be_mended_is_read_with_a_notice() -> None:
    data = made(lines("可修复的正文。"))
    document = parsing.read(data[: data.rfind(b"xref")] + b"\n", "a.pdf")
    assert body(document) == "可修复的正文。\n"
    assert [notice.code for notice in document.notices] == ["repaired"]


@lru_cache(maxsize=1)
def sample() -> bytes:
    table = [["a", "b"], ["c", "d"]]
    return made(lines("第一章 总则", "正文。"), lambda page: grid(page, 99, table), scan, toc=[[1, "总则", 1]])


@given(cut=st.floats(0, 1), changes=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), max_size=12))
@settings(deadline=None, max_examples=60)
def test_damaged_files_end_in_a_document_or_a_file_error(cut: float, changes: list[tuple[float, int]]) -> None:
    data = bytearray(sample())
    for place, value in changes:
        data[min(int(place * len(data)), len(data) - 1)] = value
    data = data[: max(1, int(len(data) * max(cut, 0.05)))]
    body_end = 0
    with contextlib.suppress(FileError):
        document = parsing.read(bytes(data), "a.pdf")
        body_end = document.source.body[1] - len(body(document))
    assert body_end == 0


# --- places ---------------------------------------------------------------------------------------------
def test_each_line_has_its_place() -> None:
    second = lines("双方另有约定的除外。", x=200, top=400)
    document = read(lines("甲方应于签约后付款。", "乙方应于收款后发货。"), second)
    found = [(document.slice(span), page, box) for span, page, box in document.layout.lines()]
    assert [(text, page) for text, page, _ in found] == [
        ("甲方应于签约后付款。", 1), ("乙方应于收款后发货。", 1), ("双方另有约定的除外。", 2),
    ]
    x0, y0, x1, y1 = found[2][2]
    assert abs(x0 - 200) < 2
    assert y0 < 400 < y1
    assert x1 - x0 == pytest.approx(110, abs=3)
    assert document.layout.page_sizes == ((595.0, 842.0),) * 2
    assert [node.location.page for node in document.nodes if node.kind == "paragraph"] == [1, 1, 2]


def test_a_rotated_page_has_places_as_shown() -> None:
    def draw(page: Any) -> None:
        write(page, 100, 700, "sideways text of the page", rotate=90)
        write(page, 130, 700, "and a second line of it.", rotate=90)
        page.set_rotation(90)

    document = read(draw)
    assert body(document) == "sideways text of the page and a second line of it.\n"
    assert document.layout.page_sizes == ((842.0, 595.0),)
    (first, second) = [box for _, _, box in document.layout.lines()]
    assert first[2] - first[0] > 5 * (first[3] - first[1])
    assert first[1] < second[1]


def test_blank_pages_are_no_scans() -> None:
    document = read(lambda page: None)
    assert (document.text, document.notices, document.source.pages) == ("", (), 1)


def test_damage_that_left_blank_pages_only_is_said() -> None:
    whole = made(*[lines("Payment is due on receipt.")] * 3, save={"deflate": True})
    cut = whole[: whole.index(b"xref")].replace(b"endstream", b"endstraem").replace(b"/FlateDecode", b"/FlatBroken")
    with pytest.raises(FileError) as caught:
        parsing.read(cut, "a.pdf")
    assert caught.value.kind == "corrupt"
