"""What was read in pictures, as documents: no engine is needed for it."""

from __future__ import annotations

import io
import math
import random
import struct
import zipfile
import zlib
from collections.abc import Callable, Sequence
from itertools import pairwise

import docx
import openpyxl
import pymupdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.drawing import image as drawing
from pptx import Presentation

from docprep_gui import parsing
from docprep_gui.domain.document import Document, PictureRef
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing.content import Box
from docprep_gui.parsing.ocr import DOUBTFUL, FAILED, Reading, Readings, ReadLine, Segment
from docprep_gui.parsing.ocr import pieces as scanned

PAGE = PictureRef(page=1)


def line(text: str, x0: float, y0: float, x1: float, size: float = 11, sure: Sequence[float] | None = None) -> ReadLine:
    step = (x1 - x0) / len(text)
    centres = tuple(x0 + (n + 0.5) * step for n in range(len(text)))
    return ReadLine(text, (x0, y0, x1, y0 + 0.92 * size), centres, tuple(sure or [0.99] * len(text)))


def reading(*lines: ReadLine, across: Sequence[Segment] = (), down: Sequence[Segment] = ()) -> Reading:
    return Reading(595, 842, lines=lines, across=tuple(across), down=tuple(down))


def png(width: int = 595, height: int = 842) -> bytes:
    made = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, width, height), False)
    made.clear_with(255)
    return bytes(made.tobytes("png"))


def pdf(*pages: str | None) -> bytes:
    """A text is a page with it, None a scan."""
    with pymupdf.open() as file:
        for text in pages:
            page = file.new_page(width=595, height=842)
            if text is None:
                page.insert_image(page.rect, stream=png())
            else:
                page.insert_text((72, 100), text, fontname="china-s")
        return bytes(file.tobytes())


def read(data: bytes, name: str, *, state: str = "on", **known: Reading) -> Document:
    """`known`: p1 for page 1."""
    found = {PictureRef(page=int(key[1:])): value for key, value in known.items()}
    return parsing.read(data, name, readings=Readings(state, found))  # type: ignore[arg-type]


def body(document: Document) -> str:
    return document.slice(document.source.body)


def said(document: Document) -> list[tuple[str, tuple[int, ...] | None, str]]:
    return [(notice.code, notice.pages, notice.params.get("reason", "")) for notice in document.notices]


# --- pages ----------------------------------------------------------------------------------------------
def test_a_scan_waits_and_is_shown_meanwhile() -> None:
    document = read(pdf(None, None), "a.pdf")
    assert document.unread == (PAGE, PictureRef(page=2))
    assert [node.kind for node in document.nodes] == ["document", "figure", "figure"]
    assert said(document) == [("no_text_layer", (1, 2), "waiting")]


def test_what_was_read_becomes_paragraphs_and_headings_at_their_places() -> None:
    found = reading(
        line("采购合同", 240, 80, 350, 22),
        line("第一条 标的", 72, 130, 140),
        line("甲方向乙方采购设备两台，规格以附件为准，乙方应当在收到通知之后", 90, 150, 523),
        line("的三十日内交付。", 72, 168, 160),
    )
    document = read(pdf(None), "a.pdf", p1=found)
    assert not document.unread
    assert document.source.title == "采购合同"
    kinds = [(node.kind, document.slice(node.heading or node.span)) for node in document.nodes[1:]]
    assert ("section", "第一条 标的") in kinds
    whole = "甲方向乙方采购设备两台，规格以附件为准，乙方应当在收到通知之后的三十日内交付。"
    assert ("paragraph", whole) in kinds
    places = {document.slice(span): (page, box) for span, page, box in document.layout.lines()}
    page, box = places["的三十日内交付。"]
    assert (page, box[0], round(box[1])) == (1, 72, 168)
    assert said(document) == [("no_text_layer", (1,), "read"), ("ocr_used", (1,), "")]


def test_only_pages_without_text_are_read() -> None:
    document = read(pdf("这一页是有文字的。", None), "a.pdf", p2=reading(line("这一页是扫描的。", 72, 100, 180)))
    assert body(document) == "这一页是有文字的。\n这一页是扫描的。\n"
    assert said(document) == [("pages_without_text", (2,), "read"), ("ocr_used", (2,), "")]


def test_a_page_that_could_not_be_read_stays_a_figure_and_does_not_wait_again() -> None:
    document = read(pdf(None, None), "a.pdf", p1=FAILED, p2=reading(line("第二页", 72, 100, 120)))
    assert not document.unread
    assert [node.kind for node in document.nodes].count("figure") == 1
    assert ("unreadable_text", (1,), "failed") in said(document)


def test_a_page_with_nothing_on_it_is_a_figure_still() -> None:
    document = read(pdf(None), "a.pdf", p1=reading())
    assert [node.kind for node in document.nodes] == ["document", "figure"]
    assert said(document) == [("no_text_layer", (1,), "read")]


def spread(text: str, *steps: float, size: float = 11) -> ReadLine:
    """A line whose characters stand so far apart, in parts of their size; the box has room for more on both sides."""
    places = [100.0]
    for step in steps:
        places.append(places[-1] + step * size)
    height = size * (0.92 if any(sign > "\u2e7f" for sign in text) else 0.72)
    return ReadLine(text, (60.0, 200.0, places[-1] + 40, 200 + height), tuple(places), (0.9,) * len(text))


@pytest.mark.parametrize(("text", "steps", "wanted"), [
    ("215.80", (2.0, 0.55, 0.4, 0.4, 0.55), "2 15.80"), ("数量金额", (0.95, 1.9, 1.0), "数量 金额"),
    ("05-0612", (0.5, 0.45, 0.45, 0.6, 0.95, 0.5), "05-06 12"), ("报价单", (1.9, 2.0, 1.9), "报价单"),
    ("甲，乙丙", (0.8, 1.5, 1.0), "甲，乙丙"), ("1234", (1.1, 1.2, 1.1), "1234"), ("合计24.30", (1.0, 2.5, 0.5, 0.4, 0.4, 0.5), "合计 24.30"),
    ("HT-2024", (0.75, 0.6, 0.5, 0.5, 0.5, 0.6), "HT-2024"), ("甲 乙", (1.5, 1.5), "甲 乙"), ("甲", (), "甲"),
])  # fmt: skip
def test_characters_that_stand_apart_are_words(text: str, steps: tuple[float, ...], wanted: str) -> None:
    read_as = spread(text, *steps[: len(text) - 1])
    assert scanned.content(reading(read_as)).text == wanted
    parted = scanned._parted(read_as)
    assert len(parted.text) == len(parted.centres) == len(parted.sure)
    assert list(parted.centres) == sorted(parted.centres)
    assert parted.box[0] >= 100 - 12 > read_as.box[0]
    assert parted.box[2] <= read_as.centres[-1] + 12 < read_as.box[2]


def test_ruling_lines_make_a_table() -> None:
    rows = [["名称", "数量", "单价"], ["离心机", "2", "86,500.00"], ["培养箱", "12", "7,980.50"]]
    xs, ys = [72.0, 200.0, 300.0, 420.0], [100.0, 124.0, 148.0, 172.0]
    lines = [line(text, xs[c] + 5, ys[r] + 6, xs[c] + 5 + 11 * len(text),
                  sure=[0.4] * 2 if text == "12" else None) for r, row in enumerate(rows)
             for c, text in enumerate(row)]
    found = reading(*lines, across=[(y, 72, 420) for y in ys], down=[(x, 100, 172) for x in xs])
    document = read(pdf(None), "a.pdf", p1=found)
    (table,) = [node.table for node in document.nodes if node.table]
    assert [cell.text for cell in table.cells(document.text)] == [text for row in rows for text in row]
    assert table.header_rows == 1
    (run,) = [node for node in document.nodes if node.role == "doubtful"]
    assert document.slice(run.span) == "12"


def test_a_turned_page_has_its_boxes_where_they_are_shown() -> None:
    turned = Reading(842, 595, (0.0, -1.0, 1.0, 0.0, 0.0, 842.0), (line("Sideways text of a page", 100, 50, 300),))
    document = read(pdf(None), "a.pdf", p1=turned)
    ((_, _, box),) = document.layout.lines()
    assert [round(value) for value in box] == [50, 542, 60, 742]


def test_a_leaning_line_has_its_characters_where_they_stand() -> None:
    angle = math.radians(3)
    back = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0.0, 0.0)
    leaning = Reading(595, 842, back, (line("甲方应当按照约定的期限足额支付全部价款。", 72, 100, 500),))
    document = read(pdf(None), "a.pdf", p1=leaning)
    found = [(span, box) for span, _, box in document.layout.lines()]
    assert [span for span, _ in found] == sorted(span for span, _ in found)
    assert (found[0][0][0], found[-1][0][1]) == (0, len(body(document)) - 1)
    assert all(one[0][1] == other[0][0] for one, other in pairwise(found))
    assert len(found) > 3
    assert all(box[3] - box[1] < 16 for _, box in found)
    assert [box[1] for _, box in found] == sorted(box[1] for _, box in found)


# --- doubts ---------------------------------------------------------------------------------------------
def test_what_may_be_wrong_is_marked_and_counted() -> None:
    sure = [0.99] * 8
    sure[5] = 0.3
    document = read(pdf(None), "a.pdf", p1=reading(line("价款为壹万元整。", 72, 100, 180, sure=sure)))
    (run,) = [node for node in document.nodes if node.role == "doubtful"]
    assert (run.kind, document.slice(run.span)) == ("run", "元")
    assert ("unreadable_text", (1,), "doubtful") in said(document)
    assert next(n for n in document.notices if n.code == "unreadable_text").count == 1


def test_a_doubtful_sign_takes_its_word_or_number_along() -> None:
    text = "合同编号 HT-2024 共3页"
    sure = tuple(0.2 if sign == "0" else 0.99 for sign in text)
    (span,) = scanned.doubts(ReadLine(text, (0, 0, 100, 10), tuple(range(len(text))), sure))
    assert text[slice(*span)] == "2024"


@given(st.lists(st.tuples(st.sampled_from("合a1 ，-"), st.floats(0, 1)), min_size=1, max_size=30))
def test_doubts_are_in_order_apart_and_cover_all_that_is_doubtful(signs: list[tuple[str, float]]) -> None:
    text, sure = "".join(sign for sign, _ in signs), tuple(p for _, p in signs)
    found = scanned.doubts(ReadLine(text, (0, 0, 100, 10), tuple(range(len(text))), sure))
    assert list(found) == sorted(found)
    assert all(0 <= start < end <= len(text) for start, end in found)
    assert all(one[1] < other[0] for one, other in pairwise(found))
    marked = {place for start, end in found for place in range(start, end)}
    assert {n for n, p in enumerate(sure) if p < DOUBTFUL and text[n] != " "} <= marked


# --- pictures among text --------------------------------------------------------------------------------
def _annex(box: Box) -> bytes:
    with pymupdf.open() as file:
        page = file.new_page(width=595, height=842)
        page.insert_text((72, 100), "双方在下面盖章，一式两份，各执一份，具有同等效力。", fontname="china-s")
        page.insert_image(box, stream=png(300, 120))
        page.insert_text((72, 500), "以下无正文，为本合同的签署页，由双方代表签字确认。", fontname="china-s")
        return bytes(file.tobytes())


def test_a_picture_on_a_page_of_text_is_a_figure_with_what_was_read_in_it() -> None:
    data = _annex((100.0, 200.0, 400.0, 320.0))
    waiting = parsing.read(data, "a.pdf", readings=Readings("on"))
    (picture,) = waiting.unread
    assert (picture.page, [round(value) for value in picture.box or ()]) == (1, [100, 200, 400, 320])
    seal = Reading(300, 120, lines=(line("华信科技有限公司", 10, 20, 200, 20), line("合同专用章", 60, 60, 150, 20)))
    document = parsing.read(data, "a.pdf", readings=Readings("on", {picture: seal}))
    (figure,) = [node for node in document.nodes if node.kind == "figure"]
    assert (document.slice(figure.span), figure.role) == ("华信科技有限公司\n合同专用章", "image")
    assert body(document).index("盖章") < figure.span[0] < body(document).index("以下无正文")
    assert said(document) == [("ocr_used", (1,), "pictures")]


def _word() -> bytes:
    made = docx.Document()
    made.add_paragraph("第一段。")
    made.add_picture(io.BytesIO(png(300, 120)))
    made.add_paragraph("第二段。")
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def _slides() -> bytes:
    made = Presentation()
    slide = made.slides.add_slide(made.slide_layouts[6])
    slide.shapes.add_picture(io.BytesIO(png(300, 120)), 0, 0)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def _book() -> bytes:
    made = openpyxl.Workbook()
    made.active.append(["品名", "数量"])
    made.active.append(["轴承", 40])
    picture = drawing.Image(io.BytesIO(png(300, 120)))
    made.active.add_image(picture, "B12")
    out = io.BytesIO()
    made.save(out)
    # What openpyxl says of each picture is nothing that its author wrote.
    old, new = io.BytesIO(out.getvalue()), io.BytesIO()
    with zipfile.ZipFile(old) as source, zipfile.ZipFile(new, "w") as target:
        for name in source.namelist():
            target.writestr(name, source.read(name).replace(b'descr="Picture"', b""))
    return new.getvalue()


@pytest.mark.parametrize(("make", "name"), [(_word, "a.docx"), (_slides, "a.pptx"), (_book, "a.xlsx")])
def test_pictures_of_a_package_are_read_by_the_name_of_their_part(make: object, name: str) -> None:
    data = make()  # type: ignore[operator]
    waiting = parsing.read(data, name, readings=Readings("on"))
    (picture,) = waiting.unread
    assert picture.part.endswith("/media/image1.png")
    seal = Reading(300, 120, lines=(line("合同专用章", 60, 60, 150, 20, [0.99, 0.99, 0.1, 0.99, 0.99]),))
    document = parsing.read(data, name, readings=Readings("on", {picture: seal}))
    (figure,) = [node for node in document.nodes if node.kind == "figure"]
    assert document.slice(figure.span) == "合同专用章"
    assert said(document) == [("ocr_used", None, "pictures"), ("unreadable_text", None, "unsure")]
    gone = parsing.read(data, name, readings=Readings("on", {picture: FAILED}))
    assert said(gone) == [("unreadable_text", None, "pictures")]
    assert not gone.unread
    nothing = parsing.read(data, name, readings=Readings("on", {picture: Reading(300, 120)}))
    assert said(nothing) == []


def test_a_picture_over_a_sheet_stands_at_the_row_that_it_is_fixed_to() -> None:
    (figure,) = [node for node in parsing.read(_book(), "a.xlsx", readings=Readings("on")).nodes if node.kind == "figure"]
    assert figure.location.rows == (12, 12)


def _noise(width: int) -> bytes:
    """A picture that takes the more bytes the wider it is."""
    dots = random.Random(width).randbytes(3 * width * 120)
    return bytes(pymupdf.Pixmap(pymupdf.csRGB, width, 120, dots, False).tobytes("png"))


def _crowded(sizes: Sequence[int]) -> bytes:
    made = docx.Document()
    for size in sizes:
        made.add_picture(io.BytesIO(_noise(size)))
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def _crowded_pages(sizes: Sequence[int]) -> bytes:
    with pymupdf.open() as file:
        for size in sizes:
            page = file.new_page(width=595, height=842)
            page.insert_text((72, 100), "The parties have signed below, on the date first written above.")
            page.insert_image((72, 200, 72 + size, 320), stream=_noise(size), keep_proportion=False)
        page = file.new_page(width=595, height=842)
        page.insert_image(page.rect, stream=png(600, 800))
        return bytes(file.tobytes())


@pytest.mark.parametrize(("make", "name"), [(_crowded, "a.docx"), (_crowded_pages, "a.pdf")])
def test_of_many_pictures_among_text_the_largest_are_read_and_the_rest_is_told(make: Callable[..., bytes],
                                                                              name: str) -> None:
    sizes = [100, 300, 500, 200, 300, 400]
    data = make(sizes)
    scans = [PictureRef(page=len(sizes) + 1)] if name == "a.pdf" else []
    waiting = parsing.read(data, name, readings=Readings("on", most=3))
    # 300 stands there twice and counts once.
    assert len(waiting.unread) == (4 if name == "a.pdf" else 3) + len(scans)
    assert waiting.unread[-1:] == tuple(scans) or not scans
    known = {picture: Reading(300, 120, lines=(line("盖章", 10, 10, 90, 20),)) for picture in waiting.unread}
    document = parsing.read(data, name, readings=Readings("on", known, most=3))
    assert not document.unread
    (left,) = [notice for notice in document.notices if notice.code == "pictures_without_text"]
    assert (left.count, left.params) == (2, {"reason": "many", "most": "3"})
    figures = [document.slice(node.span) for node in document.nodes if node.kind == "figure"]
    assert figures == ["", "盖章", "盖章", "", "盖章", "盖章"]
    rest = parsing.read(data, name, readings=Readings("on", known, most=30))
    assert len(rest.unread) == 2


@given(st.lists(st.tuples(st.floats(0, 1e6), st.integers(0, 5)), max_size=30), st.integers(0, 8))
def test_no_picture_is_read_for_a_smaller_one(sizes: list[tuple[float, int]], most: int) -> None:
    pictures = {PictureRef(page=n): one for n, one in enumerate(sizes, 1)}
    worth = Readings("on", most=most).worth(pictures)
    taken = {content for picture, (_, content) in pictures.items() if picture in worth}
    assert len(taken) == min(most, len({content for _, content in sizes}))
    assert all((picture in worth) == (content in taken) for picture, (_, content) in pictures.items())
    largest = {content: max(size for size, other in sizes if other == content) for _, content in sizes}
    left = [size for content, size in largest.items() if content not in taken]
    assert not left or not taken or max(left) <= min(largest[content] for content in taken)


# --- picture files, and where nobody reads ----------------------------------------------------------------
def _tiff(pages: int) -> bytes:
    from PIL import Image

    out = io.BytesIO()
    images = [Image.new("RGB", (600, 800), "white") for _ in range(pages)]
    images[0].save(out, "tiff", save_all=True, append_images=images[1:], dpi=(100, 100))
    return out.getvalue()


def test_a_picture_file_of_several_pages_is_a_document_of_them() -> None:
    document = read(_tiff(3), "扫描.tif", p1=reading(line("第一页。", 72, 100, 120)),
                    p2=reading(line("第二页。", 72, 100, 120)), p3=reading())
    assert (document.source.kind, document.source.pages) == ("image", 3)
    assert document.layout.page_sizes[0] == (432.0, 576.0)
    assert body(document).startswith("第一页。\n第二页。\n")


@pytest.mark.parametrize("state", ["off", "missing"])
def test_where_nobody_reads_pictures_files_of_them_are_refused_with_the_reason(state: str) -> None:
    with pytest.raises(FileError) as caught:
        read(png(), "a.png", state=state)
    assert (caught.value.kind, caught.value.params) == ("no_text_layer", {"format": "png", "reason": state})
    document = read(pdf(None), "a.pdf", state=state)
    assert not document.unread
    assert said(document) == [("no_text_layer", (1,), state)]
    assert said(read(_word(), "a.docx", state=state)) == [("pictures_without_text", None, state)]


def test_a_damaged_picture_is_refused() -> None:
    with pytest.raises(FileError) as caught:
        read(png()[:8] + bytes(60), "a.png")
    assert caught.value.kind == "corrupt"


def _header_of(width: int, height: int) -> bytes:
    """A png file that says how large it is and holds a few dots of it."""
    parts = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)), (b"IDAT", zlib.compress(bytes(999))))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in (*parts, (b"IEND", b"")))


def test_a_picture_that_says_it_is_enormous_is_refused() -> None:
    with pytest.raises(FileError) as caught:
        read(_header_of(200_000, 200_000), "a.png")
    assert (caught.value.kind, caught.value.params) == ("too_large", {"reason": "picture"})


# --- which pictures are looked at -----------------------------------------------------------------------
def _page_with(boxes: Sequence[Box], lines: int, *, invisible: bool = False) -> bytes:
    """Pictures under `lines` lines of text from (100, 210) down."""
    with pymupdf.open() as file:
        page = file.new_page(width=595, height=842)
        page.insert_text((72, 100), "双方在下面盖章，一式两份，各执一份，具有同等效力，以下无正文，为本合同的签署页。",
                         fontname="china-s")
        page.insert_text((72, 120), "由双方代表签字确认，自盖章之日起生效，至全部义务履行完毕之日止。", fontname="china-s")
        for n, box in enumerate(boxes):
            page.insert_image(box, stream=png(300 + n, 120), keep_proportion=False)
        for n in range(lines):
            page.insert_text((105, 215 + 14 * n), "The text layer over this picture says it all again.",
                             fontname="helv", fontsize=11, render_mode=3 if invisible else 0)
        return bytes(file.tobytes())


def _waiting(data: bytes) -> list[list[int]]:
    document = parsing.read(data, "a.pdf", readings=Readings("on"))
    assert all(picture.box for picture in document.unread)
    return [[round(value) for value in picture.box or ()] for picture in document.unread]


@pytest.mark.parametrize("invisible", [False, True])
def test_a_picture_under_the_pages_own_text_is_not_looked_at(invisible: bool) -> None:
    assert _waiting(_page_with([(100, 200, 400, 320)], 8, invisible=invisible)) == []
    # A label on it tells nothing of the rest.
    assert _waiting(_page_with([(100, 200, 400, 320)], 1, invisible=invisible)) == [[100, 200, 400, 320]]


def test_strips_and_tiles_of_one_picture_are_one() -> None:
    strips: list[Box] = [(100, 200 + 40 * n, 400, 240 + 40 * n) for n in range(4)]
    assert _waiting(_page_with(strips, 0)) == [[100, 200, 400, 360]]
    tiles: list[Box] = [(x, y, x + 100, y + 60) for y in (200, 260) for x in (100, 200, 300)]
    assert _waiting(_page_with(tiles, 0)) == [[100, 200, 400, 320]]
    apart: list[Box] = [(100, 200, 200, 280), (220, 200, 320, 280)]
    assert _waiting(_page_with(apart, 0)) == [[100, 200, 200, 280], [220, 200, 320, 280]]


def test_strips_that_fill_the_page_are_its_background() -> None:
    strips: list[Box] = [(0, 94 * n, 595, 94 * (n + 1)) for n in range(9)]
    assert _waiting(_page_with(strips, 3)) == []


def test_icons_are_not_looked_at() -> None:
    assert _waiting(_page_with([(100, 200, 140, 240)], 0)) == []


# --- full width -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(("read_as", "wanted"), [
    ("(一)认罪悔罪", "（一）认罪悔罪"), ("甲方(以下简称“买方”):华信", "甲方（以下简称“买方”）：华信"),
    ("型号(B型)", "型号（B型）"), ("第八条:甲方,乙方;丙方", "第八条：甲方，乙方；丙方"), ("设备（A型)", "设备（A型）"),
    ("时间10:30", "时间10:30"), ("价款1,250.00元", "价款1,250.00元"), ("f(x), g(x)", "f(x), g(x)"),
    ("单位(USD)", "单位(USD)"),
])
def test_signs_between_han_characters_are_full_width(read_as: str, wanted: str) -> None:
    assert scanned.widened(read_as) == wanted


@given(st.text(alphabet="合同a1(（)）,:;，“ ", max_size=20))
def test_widening_keeps_the_number_of_characters_and_is_done_at_once(text: str) -> None:
    once = scanned.widened(text)
    assert len(once) == len(text)
    assert all(a == b or a in ",:;?!()" for a, b in zip(text, once, strict=True))
