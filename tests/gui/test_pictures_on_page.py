"""Pictures inside Word files and slides, on the flowing page of the real window, drawn by the real process."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import pptx
import pymupdf
import pytest
from docx.shared import Pt
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QColor

from docprep_gui.gui.app import Program
from docprep_gui.gui.documents.page import PageView
from docprep_gui.gui.documents.place import DocumentsPlace
from docprep_gui.gui.page_pictures import Part
from docprep_gui.workspace.pages import PageError, PageRenderer

Read = Callable[..., list[str]]
Make = Callable[..., Program]
RED, BLUE = (230, 20, 20), (20, 20, 230)


def png(colour: tuple[int, int, int], width: int = 60, height: int = 40) -> io.BytesIO:
    made = pymupdf.Pixmap(pymupdf.csRGB, (0, 0, width, height), False)
    made.set_rect(made.irect, colour)
    return io.BytesIO(made.tobytes("png"))


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    """A red picture at the top, a blue one with a description far below."""
    document = docx.Document()
    document.add_paragraph("甲方盖章处如下。")
    document.add_picture(png(RED), Pt(180), Pt(90))
    for n in range(200):
        document.add_paragraph(f"{n + 1}. 乙方应按约定交付设备，并对其质量负责。" * 3)
    document.add_picture(png(BLUE), Pt(120), Pt(60))
    document.inline_shapes[1]._inline.docPr.set("descr", "乙方公章")
    path = tmp_path / "盖章.docx"
    document.save(str(path))
    return path


def page_of(program: Program) -> PageView:
    place = program.window.places["documents"]
    assert isinstance(place, DocumentsPlace)
    return place.page


def seen(page: PageView, colour: tuple[int, int, int]) -> list[QPoint]:
    """Some of the places of the view that have a colour."""
    image = page.viewport().grab().toImage()
    ratio = image.devicePixelRatio()
    return [QPoint(round(x / ratio), round(y / ratio)) for y in range(0, image.height(), 4)
            for x in range(0, image.width(), 4) if _like(image.pixelColor(x, y), colour)]


def _like(seen: QColor, colour: tuple[int, int, int]) -> bool:
    return all(abs(a - b) < 12 for a, b in zip((seen.red(), seen.green(), seen.blue()), colour, strict=True))


def kept(program: Program) -> set[str]:
    assert program.pictures is not None
    return {part.part for part in program.pictures._kept if isinstance(part, Part)}


def test_a_picture_stands_in_its_place_in_its_size(make_program: Make, sealed: Path, read: Read, qtbot: Any,
                                                   renderer: PageRenderer) -> None:
    program = make_program(renderer=renderer)
    read(program, sealed)
    page = page_of(program)
    qtbot.waitUntil(lambda: bool(seen(page, RED)), timeout=20_000)
    places = seen(page, RED)
    wide = max(at.x() for at in places) - min(at.x() for at in places)
    high = max(at.y() for at in places) - min(at.y() for at in places)
    assert abs(wide - 240) < 10  # 180 points
    assert abs(high - 120) < 10
    assert page.content is not None
    text = page.content.document.text
    words = page.y_of(text.index("甲方盖章")) - page.frame().top
    assert words < min(at.y() for at in places)
    assert not seen(page, BLUE)
    page.set_zoom(50)
    qtbot.waitUntil(lambda: 90 < max(at.x() for at in seen(page, RED)) - min(at.x() for at in seen(page, RED)) < 130)


def test_a_picture_is_drawn_when_it_comes_near_and_its_words_stand_under_it(
        make_program: Make, sealed: Path, read: Read, qtbot: Any, renderer: PageRenderer) -> None:
    program = make_program(renderer=renderer)
    read(program, sealed)
    page = page_of(program)
    qtbot.waitUntil(lambda: bool(seen(page, RED)), timeout=20_000)
    assert len(kept(program)) == 1
    assert page.content is not None
    words = page.content.document.text.index("乙方公章")
    page.reveal((words, words + 4), centre=True)
    qtbot.waitUntil(lambda: bool(seen(page, BLUE)), timeout=20_000)
    low = max(at.y() for at in seen(page, BLUE))
    spot = page._face.spot(words + 1)
    assert 0 <= spot.y() - page.frame().top - low < 40
    at = QPointF(spot.x() + page.frame().left + 3, spot.y() - page.frame().top + 8)
    assert page.offset_at(at) in (words + 1, words + 2)  # they can be selected


def test_a_picture_that_cannot_be_drawn_keeps_its_place_and_says_so(
        make_program: Make, sealed: Path, read: Read, qtbot: Any, renderer: PageRenderer) -> None:
    program = make_program(renderer=renderer)
    read(program, sealed)
    page = page_of(program)
    qtbot.waitUntil(lambda: bool(seen(page, RED)), timeout=20_000)
    desk, content = program.pictures, page.content
    assert desk is not None
    assert content is not None
    place, shown = next(picture for i in range(len(page.flow.blocks)) for picture in page.flow.lay(i).pictures)
    desk._kept.clear()
    desk._faults[content.document.source.sha256, shown.part] = PageError("page_damaged")
    assert not seen(page, RED)
    assert place.width() > 200


def test_slides_show_their_pictures(make_program: Make, tmp_path: Path, read: Read, qtbot: Any,
                                    renderer: PageRenderer) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "现场照片"
    slide.shapes.add_picture(png(BLUE), 914400, 1828800, 2743200, 1828800)
    path = tmp_path / "汇报.pptx"
    deck.save(str(path))
    program = make_program(renderer=renderer)
    read(program, path)
    page = page_of(program)
    qtbot.waitUntil(lambda: bool(seen(page, BLUE)), timeout=20_000)
    places = seen(page, BLUE)
    wide = max(at.x() for at in places) - min(at.x() for at in places)
    assert abs(wide - page.flow.card_width() * 0.3) < 12  # 216 of 720 points


def test_without_a_process_that_draws_words_stand_in_the_place(program: Program, sealed: Path, read: Read) -> None:
    read(program, sealed)
    page = page_of(program)
    assert not seen(page, RED)
    assert any(page.flow.lay(i).pictures for i in range(4))


def test_a_picture_in_a_cell_stands_in_the_cell(make_program: Make, tmp_path: Path, read: Read, qtbot: Any,
                                                renderer: PageRenderer) -> None:
    document = docx.Document()
    table = document.add_table(2, 2)
    for row, values in enumerate((("姓名", "照片"), ("张三", ""))):
        for column, value in enumerate(values):
            table.cell(row, column).text = value
    table.cell(1, 1).paragraphs[0].add_run().add_picture(png(RED), Pt(60), Pt(40))
    document.add_paragraph("以上属实。")
    path = tmp_path / "登记表.docx"
    document.save(str(path))
    program = make_program(renderer=renderer)
    read(program, path)
    page = page_of(program)
    qtbot.waitUntil(lambda: bool(seen(page, RED)), timeout=20_000)
    assert page.content is not None
    places, flow, text = seen(page, RED), page.flow, page.content.document.text
    row = flow.block_of(text.index("张三"))
    cell = next(piece for piece in flow.lay(row).pieces if piece.cell is not None and piece.cell.col == 1)
    assert cell.frame is not None
    frame = page.frame()
    box = cell.frame.translated(frame.left + flow.margin(), flow.tops()[row] - frame.top)
    assert all(box.contains(QPointF(at)) for at in places)
    assert abs(max(at.x() for at in places) - min(at.x() for at in places) - 80) < 8  # 60 points
