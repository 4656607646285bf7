"""PDF pages as they were printed, in the real window, drawn by the real process."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from itertools import pairwise
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QWheelEvent

from docprep_gui.domain.document import Span
from docprep_gui.gui.app import Program
from docprep_gui.gui.documents.marks import PlaceMark
from docprep_gui.gui.documents.page import PageView
from docprep_gui.gui.documents.place import DocumentsPlace
from docprep_gui.gui.page_pictures import CACHE_BYTES, PREVIEW_BYTES, PictureDesk, Size, Strip
from docprep_gui.gui.page_pictures import strips as all_strips
from docprep_gui.gui.theme import tokens
from docprep_gui.workspace.pages import (
    PageError,
    PageFile,
    PageRenderer,
    PartRequest,
    Picture,
    PictureRequest,
    SignsRequest,
)

Read = Callable[..., list[str]]
Make = Callable[..., Program]
RED = (0.8, 0.1, 0.1)
HIT, FOUND = tokens.LIGHT.hit_bg.lower(), tokens.LIGHT.chunk_a.lower()
TITLE = "采购合同"
LINES = (
    "第一条 合同价款", "1.1 合同总价为人民币 1,280,000.00 元，含增值税 13%。", "1.2 本合同自双方盖章之日起生效，一式两份。",
    "第二条 违约责任", "2.1 乙方逾期交货的，每逾期一日，应按合同总价的千分之三支付违约金。",
    "乙方经办人身份证号：11010519491231002X", "2.2 逾期超过三十日的，甲方有权解除合同。",
)


def write_pages(path: Path, pages: int = 3, **saved: Any) -> Path:
    """A contract of so many pages, the same lines on each but for the number; a red square in the corner."""
    with pymupdf.open() as file:
        for number in range(1, pages + 1):
            page = file.new_page(width=595, height=842)
            page.draw_rect((20, 20, 40, 40), color=RED, fill=RED)
            page.insert_text((220, 90), f"{TITLE}第{number}份" if number > 1 else TITLE, fontname="china-s", fontsize=20)
            for i, line in enumerate(LINES):
                page.insert_text((72, 150 + 30 * i), line, fontname="china-s", fontsize=11)
        file.save(path, **saved)
    return path


@pytest.fixture
def printed(make_program: Make, renderer: PageRenderer, read: Read, tmp_path: Path, qtbot: Any) -> DocumentsPlace:
    return show(make_program(renderer=renderer), read, write_pages(tmp_path / "合同.pdf"), qtbot)


def show(program: Program, read: Read, path: Path, qtbot: Any) -> DocumentsPlace:
    read(program, path)
    place = program.window.places["documents"]
    assert isinstance(place, DocumentsPlace)
    qtbot.waitUntil(lambda: place.page.content is not None, timeout=10_000)
    settle(place.page, qtbot)
    return place


def settle(page: PageView, qtbot: Any) -> None:
    """Until all that is seen is drawn and its characters are placed."""
    desk = page.print.desk
    assert desk is not None

    def done() -> bool:
        page.viewport().repaint()
        lines, content = page.print.lines, page.content
        if not page.is_printed or lines is None or content is None or content.file is None:
            return page.fault is not None
        return all(desk.fault(content.file.sha256, n) is not None or n in lines.damaged or (
            not lines.wanted(n) and all(there(desk, strip) for strip in strips(page, n)))
            for n in page.print.seen(page.frame()))

    qtbot.waitUntil(done, timeout=60_000)


def strips(page: PageView, number: int) -> list[Strip]:
    """Of a page, those that are seen."""
    assert page.content is not None
    assert page.content.file is not None
    found = page.print._strips(page.content.file.sha256, number, page.frame(), page.viewport().devicePixelRatioF())
    return [strip for strip in found if isinstance(strip, Strip)]


def there(desk: PictureDesk, strip: Strip) -> bool:
    return desk.picture(strip) is not None


def text_of(page: PageView) -> str:
    assert page.content is not None
    return page.content.document.text


def point(page: PageView, offset: int) -> QPoint:
    """The middle of a character in the viewport."""
    lines, frame = page.print.lines, page.frame()
    assert lines is not None
    line = lines.line_of(offset)
    assert line is not None
    box = lines.characters(line)[offset - lines.starts[line]]
    return page.print.box_rect(lines.pages[line], box).translated(frame.left, -frame.top).center().toPoint()


def first_hit(page: PageView) -> PlaceMark:
    assert page.content is not None
    return next(mark for group in page.content.marks.values() for mark in group if mark.kind == "hit")


def left_of(page: PageView, offset: int) -> QPoint:
    return point(page, offset) - QPoint(2, 0)


def painted(page: PageView, at: QPoint) -> QColor:
    picture = page.viewport().grab().toImage()
    ratio = picture.devicePixelRatio()
    return picture.pixelColor(round(at.x() * ratio), round(at.y() * ratio))


def colours(page: PageView, span: Span) -> set[str]:
    """What is painted where a span stands."""
    first, last = point(page, span[0]), point(page, span[1] - 1)
    picture = page.viewport().grab().toImage()
    ratio = picture.devicePixelRatio()
    return {picture.pixelColor(round(x * ratio), round(y * ratio)).name()
            for x in range(first.x(), last.x() + 1) for y in range(first.y() - 7, first.y() + 7)}


def on_paper(page: PageView, number: int, x: float, y: float) -> QPoint:
    """A point of a page, in points, in the viewport."""
    frame = page.frame()
    return page.print.box_rect(number, (x, y, x, y)).translated(frame.left, -frame.top).topLeft().toPoint()


# --- what is seen -------------------------------------------------------------------------------------------
def test_pages_are_drawn_as_they_were_printed(printed: DocumentsPlace) -> None:
    page = printed.page
    assert page.is_printed
    red = painted(page, on_paper(page, 1, 30, 30))
    assert red.red() > 180
    assert red.blue() < 80
    assert painted(page, on_paper(page, 1, 300, 800)) == QColor("#ffffff")


def test_paper_stays_white_in_the_dark(make_program: Make, renderer: PageRenderer, read: Read, tmp_path: Path,
                                       qtbot: Any) -> None:
    page = show(make_program(renderer=renderer, scheme="dark"), read, write_pages(tmp_path / "a.pdf", 1), qtbot).page
    assert painted(page, on_paper(page, 1, 300, 700)) == QColor("#ffffff")
    assert painted(page, QPoint(page.viewport().width() - 3, 5)).lightness() < 60


def test_characters_are_marked_where_the_page_has_them(printed: DocumentsPlace) -> None:
    page = printed.page
    lines = page.print.lines
    assert lines is not None
    offset = text_of(page).index("1,280,000.00")
    line = lines.line_of(offset)
    assert line is not None
    with pymupdf.open(printed.shell.workspace.files[next(iter(printed.shell.workspace.files))].path) as file:
        found = file[0].search_for("1,280,000.00")[0]
    (box,) = lines.stretches(line, (offset, offset + 12))
    assert box[0] == pytest.approx(found.x0, abs=0.6)
    assert box[2] == pytest.approx(found.x1, abs=0.6)


def test_a_hit_has_its_colour_on_the_paper(printed: DocumentsPlace) -> None:
    page = printed.page
    mark = first_hit(page)
    assert HIT in colours(page, mark.span)
    printed.pane.toggle("hits")
    assert HIT not in colours(page, mark.span)


def test_what_is_sensitive_is_covered_until_masks_are_off(printed: DocumentsPlace) -> None:
    page = printed.page
    start = text_of(page).index("11010519491231002X")
    shown = page.viewport().grab().toImage()

    def ink() -> int:
        picture = page.viewport().grab().toImage()
        ratio = picture.devicePixelRatio()
        last = point(page, start + 17)
        return sum(picture.pixelColor(round(x * ratio), round(y * ratio)).lightness() < 70
                   for x in range(last.x() - 5, last.x() + 6) for y in range(last.y() - 6, last.y() + 7))

    assert shown.width()
    assert ink() == 0
    printed.pane.toggle("masks")
    assert ink() > 0


def test_bands_stand_beside_the_lines_of_their_chunks(printed: DocumentsPlace) -> None:
    page = printed.page
    lines, content = page.print.lines, page.content
    assert lines is not None
    assert content is not None
    assert len(content.chunks) >= 2
    told = set()
    for number in (1, 2, 3):
        bands = page.print.bands(number)
        told |= {band.chunk for band in bands}
        assert all(above.bottom <= below.top + 0.01 for above, below in pairwise(bands))
        for line in lines.by_page[number]:
            chunk = page.print.chunk_at(lines.starts[line])
            if chunk is not None:
                _, y0, _, y1 = lines.box(line)
                assert any(band.chunk == chunk and band.top <= y0 and y1 <= band.bottom + 0.01 for band in bands)
    assert told == set(range(len(content.chunks)))


# --- choosing -----------------------------------------------------------------------------------------------
def test_a_click_on_the_paper_chooses_chunk_and_hit_in_the_tree(printed: DocumentsPlace, qtbot: Any) -> None:
    page = printed.page
    text = text_of(page)
    plain, hit = text.index("一式两份"), first_hit(page).span[0]
    for offset in (plain, hit):
        qtbot.mouseClick(page.viewport(), Qt.MouseButton.LeftButton, pos=point(page, offset))
        item = printed.tree.model.item(printed.current())
        assert item is not None
        assert item.ordinal == page.print.chunk_at(offset)
        assert (item.mark is not None) == (offset == hit)


def test_what_is_chosen_in_the_tree_is_scrolled_to_and_lit(printed: DocumentsPlace, qtbot: Any) -> None:
    page = printed.page
    assert page.content is not None
    last = len(page.content.chunks) - 1
    printed.tree.tree.setCurrentIndex(printed.tree.model.find(next(iter(printed.shell.workspace.files)), last))
    assert page.selected_chunk == last
    top = page.y_of(page.content.chunks[last].core[0]) - page.frame().top
    assert 0 <= top < page.viewport().height()
    settle(page, qtbot)
    found = page.print.band_of(last)
    assert found is not None
    number, band = found
    tinted = painted(page, on_paper(page, number, 8, band.top + 4))
    assert tinted.blue() > tinted.red()


def test_a_click_on_a_band_chooses_its_chunk(printed: DocumentsPlace, qtbot: Any) -> None:
    page = printed.page
    frame, band = page.frame(), page.print.bands(1)[-1]
    y = page.print.box_rect(1, (0, band.top, 0, band.top)).top() - frame.top + 6
    with qtbot.waitSignal(page.chunk_chosen) as chosen:
        qtbot.mouseClick(page.viewport(), Qt.MouseButton.LeftButton, pos=QPointF(frame.bands + 10, y).toPoint())
    assert chosen.args == [band.chunk]


# --- text ---------------------------------------------------------------------------------------------------
def drag(page: PageView, span: Span, qtbot: Any) -> None:
    qtbot.mousePress(page.viewport(), Qt.MouseButton.LeftButton, pos=left_of(page, span[0]))
    qtbot.mouseMove(page.viewport(), point(page, (span[0] + span[1]) // 2))
    qtbot.mouseMove(page.viewport(), point(page, span[1] - 1) + QPoint(2, 0))
    qtbot.mouseRelease(page.viewport(), Qt.MouseButton.LeftButton, pos=point(page, span[1] - 1) + QPoint(2, 0))


def test_text_is_selected_over_lines_and_copied(printed: DocumentsPlace, qtbot: Any) -> None:
    page = printed.page
    text = text_of(page)
    span = text.index("增值税"), text.index("一式两份") + 2
    drag(page, span, qtbot)
    assert page.selection() == span
    printed.window().trigger("copy")
    assert QGuiApplication.clipboard().text() == text[span[0] : span[1]]


def test_two_clicks_take_a_word_and_three_a_line(printed: DocumentsPlace, qtbot: Any) -> None:
    page = printed.page
    text = text_of(page)
    at = text.index("双方盖章")
    qtbot.mouseDClick(page.viewport(), Qt.MouseButton.LeftButton, pos=left_of(page, at + 2))
    assert page.selected_text() == "双方盖章"
    qtbot.mousePress(page.viewport(), Qt.MouseButton.LeftButton, pos=left_of(page, at + 2))
    assert page.selected_text() == LINES[2]


def test_a_drag_beyond_the_edge_scrolls(printed: DocumentsPlace, qtbot: Any) -> None:
    page = printed.page
    start = text_of(page).index("增值税")
    below = QPoint(300, page.viewport().height() + 60)
    qtbot.mousePress(page.viewport(), Qt.MouseButton.LeftButton, pos=left_of(page, start))
    qtbot.mouseMove(page.viewport(), below)
    before = page.verticalScrollBar().value()
    qtbot.waitUntil(lambda: page.verticalScrollBar().value() > before + 100, timeout=5000)
    qtbot.mouseRelease(page.viewport(), Qt.MouseButton.LeftButton, pos=below)
    chosen = page.selection()
    assert chosen is not None
    assert chosen[1] - chosen[0] > len(LINES[1])


def test_find_walks_through_the_pages(printed: DocumentsPlace, qtbot: Any) -> None:
    page, bar = printed.page, printed.pane.find_bar
    printed.window().trigger("find")
    bar.field.setText("违约 金")
    qtbot.waitUntil(lambda: bar.counted.text() == "1 / 3", timeout=5000)
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert bar.counted.text() == "2 / 3"
    offset = text_of(page).index("违约金", text_of(page).index("违约金") + 1)
    top = page.y_of(offset) - page.frame().top
    assert 0 <= top < page.viewport().height()
    settle(page, qtbot)
    assert FOUND in colours(page, (offset, offset + 3))
    qtbot.keyClick(bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert bar.counted.text() == "1 / 3"


# --- zoom and faces -----------------------------------------------------------------------------------------
def test_zoom_by_wheel_keeps_the_place_under_the_pointer(printed: DocumentsPlace, qtbot: Any) -> None:
    page = printed.page
    at = QPointF(point(page, text_of(page).index("2.2 逾期")))
    before = page.offset_at(at)
    for _ in range(3):
        wheel = QWheelEvent(at, QPointF(page.viewport().mapToGlobal(at.toPoint())), QPoint(), QPoint(0, 120),
                            Qt.MouseButton.NoButton, Qt.KeyboardModifier.ControlModifier, Qt.ScrollPhase.NoScrollPhase,
                            False)
        page.wheelEvent(wheel)
    settle(page, qtbot)
    assert page.zoom > 80
    after = page.offset_at(at)
    assert before is not None
    assert after is not None
    assert abs(after - before) <= 1


def test_pages_fit_the_view_by_width_and_as_a_whole(printed: DocumentsPlace) -> None:
    page, window = printed.page, printed.window()
    window.trigger("zoom_page")
    rect = page.print.page_rect(1)
    assert rect.height() <= page.viewport().height()
    window.trigger("zoom_reset")
    assert page.zoom == 100
    assert page.print.page_rect(1).width() == round(595 * 96 / 72)
    window.trigger("zoom_width")
    assert page.print.page_rect(1).width() == pytest.approx(page._room(), abs=1)
    assert page.horizontalScrollBar().maximum() == 0


def test_the_text_view_is_one_key_away_and_stays_at_its_place(printed: DocumentsPlace, qtbot: Any) -> None:
    page, window = printed.page, printed.window()
    window.trigger("show_pages")
    page.set_zoom(300)
    window.trigger("show_pages")
    text = text_of(page)
    offset = text.index("第一条", text.index("第一条") + 1)  # of the second page
    page.verticalScrollBar().setValue(round(page.y_of(offset)))
    window.trigger("show_pages")
    assert not page.is_printed
    assert not printed.pane.printed.isChecked()
    assert abs(page.read_at() - offset) < 60
    window.trigger("show_pages")
    assert page.is_printed
    assert abs(page.read_at() - offset) < 60


def test_the_page_that_is_read_is_told(printed: DocumentsPlace, qtbot: Any) -> None:
    page = printed.page
    assert printed.pane.pages.text().startswith("1 / 3")
    page.verticalScrollBar().setValue(page.verticalScrollBar().maximum())
    assert printed.pane.pages.text().startswith("3 / 3")


# --- files of other kinds -----------------------------------------------------------------------------------
def test_only_pages_that_are_seen_are_drawn(make_program: Make, renderer: PageRenderer, read: Read, tmp_path: Path,
                                            qtbot: Any) -> None:
    place = show(make_program(renderer=renderer), read, write_pages(tmp_path / "lang.pdf", 60, garbage=3, deflate=True),
                 qtbot)
    page, desk = place.page, place.page.print.desk
    assert desk is not None
    drawn = {strip.page for strip in desk._kept} | {number for _, number in desk._previews}
    assert drawn <= set(range(1, 9))
    page.verticalScrollBar().setValue(page.verticalScrollBar().maximum())
    settle(page, qtbot)
    assert all(there(desk, strip) for strip in strips(page, 60))
    assert desk.bytes_kept <= CACHE_BYTES + PREVIEW_BYTES


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_turned_pages_with_another_crop_are_marked_at_their_places(
    turn: int, make_program: Make, renderer: PageRenderer, read: Read, tmp_path: Path, qtbot: Any
) -> None:
    path = tmp_path / "gedreht.pdf"
    with pymupdf.open() as file:
        page = file.new_page(width=700, height=900)
        page.set_cropbox(pymupdf.Rect(50, 30, 650, 800))
        for i in range(6):
            page.insert_text((60, 80 + 30 * i), f"Clause {i} says that the price is USD {i}5,000.00 in total.", fontsize=12)
        page.set_rotation(turn)
        file.save(path)
    with pymupdf.open(path) as file:
        found = file[0].search_for("USD 35,000.00")[0] * file[0].rotation_matrix
    view = show(make_program("en", renderer=renderer), read, path, qtbot).page
    offset = text_of(view).index("USD 35,000.00")
    rects = [box for _, box in view.print.lines.rects((offset, offset + 13))] if view.print.lines else []
    around = (min(b[0] for b in rects), min(b[1] for b in rects), max(b[2] for b in rects), max(b[3] for b in rects))
    assert around == pytest.approx(tuple(pymupdf.Rect(found).normalize()), abs=1.5)
    dark = [painted(view, point(view, offset + 4) + QPoint(dx, dy)).lightness() for dx in range(-4, 5)
            for dy in range(-4, 5)]
    assert min(dark) < 120  # there is ink


def test_pages_of_different_sizes_stand_in_the_middle(make_program: Make, renderer: PageRenderer, read: Read,
                                                      tmp_path: Path, qtbot: Any) -> None:
    path = tmp_path / "mixed.pdf"
    with pymupdf.open() as file:
        for width, height in ((595, 842), (842, 595), (300, 400)):
            file.new_page(width=width, height=height).insert_text((50, 80), "Some text here", fontsize=12)
        file.save(path)
    view = show(make_program("en", renderer=renderer), read, path, qtbot).page
    rects = [view.print.page_rect(n) for n in (1, 2, 3)]
    assert rects[1].width() == pytest.approx(view._room(), abs=1)
    assert len({round(rect.center().x()) for rect in rects}) == 1
    assert all(above.bottom() < below.top() for above, below in pairwise(rects))


def test_a_scan_is_shown_though_it_has_no_text(make_program: Make, renderer: PageRenderer, read: Read, tmp_path: Path,
                                               qtbot: Any) -> None:
    path = tmp_path / "scan.pdf"
    with pymupdf.open(write_pages(tmp_path / "a.pdf", 1)) as source, pymupdf.open() as file:
        picture = source[0].get_pixmap(dpi=80)
        file.new_page(width=595, height=842).insert_image((0, 0, 595, 842), pixmap=picture)
        file.save(path)
    page = show(make_program(renderer=renderer), read, path, qtbot).page
    assert page.is_printed
    red = painted(page, on_paper(page, 1, 30, 30))
    assert red.red() > 150
    assert red.green() < 110


def test_a_file_with_a_password_is_drawn_with_the_one_that_opened_it(
    make_program: Make, renderer: PageRenderer, read: Read, tmp_path: Path, qtbot: Any
) -> None:
    path = write_pages(tmp_path / "geheim.pdf", 1, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="seal", owner_pw="o")
    program = make_program(renderer=renderer)
    (key,) = read(program, path)
    assert program.workspace.files[key].state == "set_aside"
    program.workspace.retry(key, "seal")
    qtbot.waitUntil(lambda: program.workspace.files[key].state == "ready", timeout=20_000)
    place = program.window.places["documents"]
    assert isinstance(place, DocumentsPlace)
    qtbot.waitUntil(lambda: place.page.content is not None)
    settle(place.page, qtbot)
    assert place.page.is_printed
    assert painted(place.page, on_paper(place.page, 1, 30, 30)).red() > 180


def test_a_file_that_changed_falls_back_to_its_text_with_the_reason(
    make_program: Make, renderer: PageRenderer, read: Read, tmp_path: Path, qtbot: Any
) -> None:
    path = write_pages(tmp_path / "a.pdf", 1)
    program = make_program()  # nothing is drawn yet
    (key,) = read(program, path)
    shown = program.workspace.files[key]
    write_pages(path, 2)
    other = make_program(renderer=renderer)
    other.workspace.add([])
    other.workspace._files[key] = shown
    place = other.window.places["documents"]
    assert isinstance(place, DocumentsPlace)
    place._files_added((key,))
    page = place.page
    qtbot.waitUntil(lambda: page.fault is not None, timeout=30_000)
    assert page.fault is not None
    assert page.fault.kind == "page_changed"
    assert not page.is_printed
    assert place.pane.fault.isVisible()
    assert place.pane.fault.label.text() == "".join(other.shell.messages.error(page.fault))
    assert place.pane.fault.reread.isVisible()
    assert "合同总价" in page.flow.lay(2).pieces[0].text.text or page.flow.blocks


def test_a_file_that_went_can_be_tried_again(make_program: Make, renderer: PageRenderer, read: Read, tmp_path: Path,
                                             qtbot: Any) -> None:
    path = write_pages(tmp_path / "weg.pdf", 1, garbage=1)
    kept = path.read_bytes() + b"\n% another hash"
    path.write_bytes(kept)
    program = make_program(renderer=renderer)
    place = program.window.places["documents"]
    assert isinstance(place, DocumentsPlace)
    place.page.set_printed(False)
    read(program, path)
    path.unlink()
    place.pane.toggle("pages")
    page = place.page
    qtbot.waitUntil(lambda: page.fault is not None, timeout=30_000)
    assert not page.is_printed
    assert place.pane.fault.again.isVisible()
    path.write_bytes(kept)
    qtbot.mouseClick(place.pane.fault.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.is_printed, timeout=30_000)
    settle(page, qtbot)
    assert not place.pane.fault.isVisible()


def test_columns_have_bands_of_their_own(make_program: Make, renderer: PageRenderer, read: Read, tmp_path: Path,
                                         qtbot: Any) -> None:
    path = tmp_path / "columns.pdf"
    words = "The supplier shall deliver the goods at the place that is named in the order and on the day agreed. "
    with pymupdf.open() as file:
        page = file.new_page(width=595, height=842)
        for left in (50, 310):
            page.insert_textbox((left, 80, left + 235, 800), words * 22, fontsize=10, fontname="helv")
        file.save(path)
    view = show(make_program("en", max_tokens=150, renderer=renderer), read, path, qtbot).page
    bands = view.print.bands(1)
    assert {band.lane for band in bands} == {0, 1}
    assert all(band.right < 310 for band in bands if band.lane == 0)
    assert all(band.left > 280 for band in bands if band.lane == 1)




def test_a_page_across_among_pages_along_is_made_smaller_by_itself(
    make_program: Make, renderer: PageRenderer, read: Read, tmp_path: Path, qtbot: Any
) -> None:
    path = tmp_path / "annex.pdf"
    with pymupdf.open() as file:
        for n, (width, height) in enumerate(((595, 842), (595, 842), (842, 595))):
            file.new_page(width=width, height=height).insert_text((50, 80 + n), f"Price of lot {n}: 5,000", fontsize=12)
        file.save(path)
    page = show(make_program("en", renderer=renderer), read, path, qtbot).page
    rects = [page.print.page_rect(n) for n in (1, 2, 3)]
    assert all(rect.width() == pytest.approx(page._room(), abs=1) for rect in rects)
    offset = text_of(page).index("lot 2")
    page.reveal((offset, offset + 3), centre=True)
    assert page.offset_at(QPointF(left_of(page, offset))) == offset


class Waiting:
    """An executor that keeps what it is given."""

    def __init__(self) -> None:
        self.kept: list[Callable[[], Any]] = []

    def submit(self, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        future: Future[Any] = Future()

        def run() -> None:
            try:
                future.set_result(work())
            except PageError as error:
                future.set_exception(error)
            done(future)

        self.kept.append(run)

    def post(self, call: Callable[[], None]) -> None:
        call()

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        call()


class White:
    """Draws white pages, or says that the file is `gone`."""

    def __init__(self, asked: list[int]) -> None:
        self.asked = asked
        self.gone = False

    def warm(self) -> None:
        pass

    def keep_only(self, hashes: frozenset[str]) -> None:
        pass

    def picture(self, request: PictureRequest) -> Picture:
        if self.gone:
            raise PageError("page_gone")
        self.asked.append(request.page)
        size = request.width * (request.bottom - request.top)
        return Picture(request.width, request.bottom - request.top, request.width * 4, request.top, b"\xff" * size * 4)

    def part(self, request: PartRequest) -> Picture:
        raise PageError("page_damaged")

    def signs(self, request: SignsRequest) -> bytes:
        return b""


def test_what_failed_before_it_was_asked_anew_is_no_fault(qapp: Any, tmp_path: Path) -> None:
    waiting, white = Waiting(), White([])
    desk = PictureDesk(white, waiting)
    wanted = [one for page in (1, 2) for one in all_strips("s", page, Size(400, 500))]
    desk.want(desk, PageFile(tmp_path / "a.pdf", "s"), wanted, {})
    white.gone = True
    first, second = waiting.kept
    waiting.kept.clear()
    first()
    assert desk.fault("s", 1) is not None
    desk.forget_faults("s")
    second()  # begun before, fails for the old reason
    assert desk.fault("s", 2) is None
    white.gone = False
    while waiting.kept:
        waiting.kept.pop(0)()
    assert [desk.picture(strip) is not None for strip in wanted] == [True, True]


def test_pictures_that_a_view_no_longer_needs_are_not_drawn(qapp: Any, tmp_path: Path) -> None:
    """The last wanted come first; what was wanted before and is not under way is dropped."""
    asked: list[int] = []
    waiting = Waiting()
    desk = PictureDesk(White(asked), waiting)
    file, size = PageFile(tmp_path / "a.pdf", "s"), Size(400, 500)
    for first in (1, 500):
        desk.want(desk, file, [one for page in range(first, first + 4) for one in all_strips("s", page, size)], {})
    while waiting.kept:
        waiting.kept.pop(0)()
    assert asked == [1, 2, 500, 501, 502, 503]
    for page in range(1000, 1400):
        desk.want(desk, file, [*all_strips("s", page, size)], {})
        while waiting.kept:
            waiting.kept.pop(0)()
    assert desk.bytes_kept <= CACHE_BYTES
    assert desk.picture(next(all_strips("s", 1399, size))) is not None
    assert desk.picture(next(all_strips("s", 1, size))) is None


def test_nothing_is_kept_of_a_file_that_was_closed(printed: DocumentsPlace, qtbot: Any) -> None:
    desk = printed.page.print.desk
    assert desk is not None
    assert desk.bytes_kept > 0
    qtbot.waitUntil(lambda: desk.is_idle, timeout=20_000)
    printed.shell.workspace.close(tuple(printed.shell.workspace.files))
    assert desk.bytes_kept == 0
