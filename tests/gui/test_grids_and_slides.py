"""Workbooks on the page as grids, decks as slides."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pptx import Presentation
from pptx.util import Inches
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QToolTip

from docprep_gui import parsing
from docprep_gui.gui.app import Program
from docprep_gui.gui.documents import page_blocks
from docprep_gui.gui.documents.page import PageView
from docprep_gui.gui.documents.page_blocks import Block
from docprep_gui.gui.documents.page_text import LaidText
from docprep_gui.gui.documents.place import DocumentsPlace

Read = Callable[..., list[str]]


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "费用"
    sheet["B2"] = "二〇二六年费用明细表"
    for column, name in enumerate(("部门", "季度", "金额", "说明"), start=2):
        sheet.cell(4, column, name)
    for row in range(5, 13):
        sheet.cell(row, 2, "研发部")
        sheet.cell(row, 3, f"第{row - 4}季")
        sheet.cell(row, 4, 1280.5 * row)
        sheet.cell(row, 5, "逾期付款的，每逾期一日按合同总价的千分之三支付违约金。" * 3)
    sheet.merge_cells("B5:B8")
    sheet.row_dimensions[11].hidden = True
    hidden = book.create_sheet("底稿")
    hidden.sheet_state = "hidden"
    hidden.append(["编号", "底价"])
    hidden.append(["K-1", 90])
    book.create_sheet("空表")
    path = tmp_path / "费用.xlsx"
    book.save(path)
    return path


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """More rows than are laid out each at its own height."""
    path = tmp_path / "ledger.csv"
    lines = ["编号,日期,金额,说明"]
    lines += [f"N{n:05},2026-01-{n % 28 + 1:02},{n * 10}.50,{'很长的说明' * 30}{n}" for n in range(2600)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    show = Presentation()
    show.slide_width, show.slide_height = Inches(13.333), Inches(7.5)
    layouts = show.slide_layouts
    one = show.slides.add_slide(layouts[1])
    one.shapes.title.text = "付款条件"
    frame = one.placeholders[1].text_frame
    frame.text = "预付款"
    for level, text in ((1, "人民币 384,000.00 元"), (2, "收到发票后十日内")):
        paragraph = frame.add_paragraph()
        paragraph.text, paragraph.level = text, level
    one.notes_slide.notes_text_frame.text = "这里强调违约金。"
    two = show.slides.add_slide(layouts[1])
    two.shapes.title.text = "长的一页"
    two.placeholders[1].text_frame.text = "乙方应当按照约定的时间和地点交付全部设备。" * 60
    three = show.slides.add_slide(layouts[5])
    three.shapes.title.text = "报价"
    table = three.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(6), Inches(2)).table
    for row, values in enumerate((("项目", "金额"), ("设备", "1,280,000.00"))):
        for column, value in enumerate(values):
            table.cell(row, column).text = value
    four = show.slides.add_slide(layouts[1])
    four.shapes.title.text = "内部底价"
    four._element.set("show", "0")
    path = tmp_path / "汇报.pptx"
    show.save(path)
    return path


def page_of(program: Program) -> PageView:
    place = program.window.places["documents"]
    assert isinstance(place, DocumentsPlace)
    return place.page


def point_of(page: PageView, offset: int) -> QPointF:
    """Where an offset stands in the viewport."""
    i = page.flow.block_of(offset)
    piece = next(piece for piece in page.flow.lay(i).pieces if piece.holds(offset))
    rect = piece.text.rects((offset, offset + 1))[0]
    frame = page.frame()
    return QPointF(frame.left + page.flow.margin() + piece.x + rect.center().x(),
                   page.flow.tops()[i] + piece.y + rect.center().y() - frame.top)


def read_blocks(path: Path) -> tuple[Any, tuple[Block, ...]]:
    document = parsing.read(path.read_bytes(), path.name)
    return document, page_blocks.blocks(document)


# --- workbooks ----------------------------------------------------------------------------------------------
def test_every_sheet_has_its_bar_and_hidden_ones_say_so(workbook: Path) -> None:
    _, blocks = read_blocks(workbook)
    bars = [(block.name, block.hidden) for block in blocks if block.kind == "sheet"]
    assert bars[:2] == [("费用", False), ("空表", False)]
    assert ("底稿", True) in bars[2:]


def test_rows_and_columns_have_the_names_of_the_sheet(workbook: Path) -> None:
    document, blocks = read_blocks(workbook)
    grid = next(block.grid for block in blocks if block.kind == "columns")
    assert grid is not None
    assert grid.letters == ("B", "C", "D", "E")
    assert list(grid.numbers) == [4, 5, 6, 7, 8, 9, 10, 12]  # row 11 is hidden
    rows = [block for block in blocks if block.grid is grid and block.kind == "rows"]
    assert [block.n_rows for block in rows] == [1, 4, 1, 1, 1]
    assert document.slice(rows[1].cells[0].span) == "研发部"
    assert rows[1].cells[0].row_span == 4
    assert all(cell.header for cell in rows[0].cells)


def test_the_title_stands_above_its_grid(workbook: Path) -> None:
    document, blocks = read_blocks(workbook)
    kinds = [block.kind for block in blocks]
    above = blocks[kinds.index("columns") - 1]
    assert document.slice(above.span) == "二〇二六年费用明细表"


def test_hidden_rows_and_sheets_are_grids_beside_the_text(workbook: Path) -> None:
    document, blocks = read_blocks(workbook)
    beside = blocks[[block.kind for block in blocks].index("rule") :]
    said = {document.slice(cell.span) for block in beside for cell in block.cells}
    assert {"第7季", "底价", "90"} <= said


def test_numbers_stand_at_the_right_and_long_text_is_wrapped(program: Program, workbook: Path, read: Read) -> None:
    read(program, workbook)
    page = page_of(program)
    text = page.content.document.text if page.content else ""

    def piece(words: str) -> Any:
        offset = text.index(words)
        return next(piece for piece in page.flow.lay(page.flow.block_of(offset)).pieces if piece.holds(offset))

    amount, prose = piece("7683"), piece("逾期付款的")
    assert amount.frame is not None
    end = amount.x + amount.text.rects(amount.text.span)[0].right()
    assert amount.frame.right() - end < 10
    assert len(prose.text.rects(prose.text.span)) > 1


def test_rows_of_a_large_table_are_laid_out_when_seen(program: Program, ledger: Path, read: Read) -> None:
    read(program, ledger)
    page = page_of(program)
    flow = page.flow
    bar = page.verticalScrollBar()
    total = flow.tops()[-1]
    for share in (0.0, 0.3, 0.9, 0.5):
        bar.setValue(round(bar.maximum() * share))
        page.viewport().repaint()
    assert sum(flow.blocks[i].n_rows for i in flow.laid) < 500
    assert flow.tops()[-1] == pytest.approx(total, abs=30)  # heights were known before


def test_a_cell_too_long_is_cut_and_told_as_a_whole(program: Program, ledger: Path, read: Read, qtbot: Any) -> None:
    read(program, ledger)
    page = page_of(program)
    assert page.content is not None
    text = page.content.document.text
    row = text.index("N00003")
    offset = text.index("很长的说明", row)
    piece = next(p for p in page.flow.lay(page.flow.block_of(offset)).pieces if p.holds(offset))
    assert piece.text.cut
    assert len(piece.text.rects(piece.text.span)) == 1
    page.reveal((offset, offset + 2), centre=True)
    at = point_of(page, offset).toPoint()
    page.viewportEvent(QHelpEvent(QEvent.Type.ToolTip, at, page.viewport().mapToGlobal(at)))
    qtbot.waitUntil(lambda: QToolTip.text() == text[piece.text.span[0] : piece.text.span[1]])
    QToolTip.hideText()


def test_chunks_begin_at_their_rows(program: Program, ledger: Path, read: Read) -> None:
    read(program, ledger)
    page = page_of(program)
    assert page.content is not None
    flow, chunks = page.flow, page.content.chunks
    assert len(chunks) > 20
    tops = [flow.chunk_top(i) for i in range(len(chunks) + 1)]
    assert all(above < below for above, below in pairwise(tops))
    for i in (3, len(chunks) // 2):
        start = chunks[i].core[0]
        before = tops[i]
        flow.lay(flow.block_of(start))
        assert flow.chunk_top(i) == before
        assert flow.offset_at(QPointF(10, before + 6)) >= start


def test_a_click_on_a_row_chooses_its_chunk(program: Program, ledger: Path, read: Read, qtbot: Any) -> None:
    read(program, ledger)
    page = page_of(program)
    assert page.content is not None
    chunk = len(page.content.chunks) // 2
    offset = page.content.document.text.index("N0", page.content.chunks[chunk].core[0])
    page.reveal((offset, offset + 3), centre=True)
    with qtbot.waitSignal(page.chunk_chosen) as chosen:
        qtbot.mouseClick(page.viewport(), Qt.MouseButton.LeftButton, pos=point_of(page, offset).toPoint())
    assert chosen.args == [chunk]
    assert page.selected_chunk == chunk


def test_the_header_stays_at_the_top_while_rows_go_by(program: Program, ledger: Path, read: Read) -> None:
    read(program, ledger)
    page = page_of(program)
    assert page.content is not None
    page.verticalScrollBar().setValue(page.verticalScrollBar().maximum() // 2)
    page.viewport().repaint()
    at = page.flow.bar_height("columns") + 8
    frame = page.frame()
    offset = page.offset_at(QPointF(frame.left + page.flow.margin() + 12, at))
    assert offset is not None
    assert offset < page.content.document.text.index("N00000")
    target = page.content.document.text.index("N01300")
    for start in (0, page.verticalScrollBar().maximum()):
        page.verticalScrollBar().setValue(start)
        page.reveal((target, target + 3))
        seen = page.offset_at(point_of(page, target))
        assert seen is not None
        assert target <= seen <= target + 6  # not under the header


ROWS = st.lists(st.lists(st.sampled_from(["", "甲", "乙|丙", "12.50", "a\nb"]), min_size=3, max_size=3), min_size=2,
                max_size=12)


@settings(deadline=None, max_examples=30)
@given(rows=ROWS, merges=st.lists(st.tuples(st.integers(1, 10), st.integers(1, 3), st.integers(0, 4),
                                            st.integers(0, 2)), max_size=2))
def test_every_cell_stands_in_one_row_group(tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]],
                                            merges: list[tuple[int, int, int, int]]) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["编号", "名称", "金额"])
    for row in rows:
        sheet.append([value or None for value in row])
    if merges:  # one range: two that overlap are no workbook
        row, column, down, across = merges[0]
        sheet.merge_cells(start_row=row, start_column=column, end_row=row + down, end_column=min(column + across, 3))
    path = tmp_path_factory.mktemp("grid") / "t.xlsx"
    book.save(path)
    document, blocks = read_blocks(path)
    there = [block for block in blocks if block.kind == "rows"]
    shown = sorted(cell.span for block in there for cell in block.cells)
    told = sorted(cell.span for node in document.nodes if node.table for cell in node.table.cells(document.text))
    assert shown == told
    for block in there:
        assert all(block.span[0] <= cell.span[0] <= cell.span[1] <= block.span[1] for cell in block.cells)
        assert all(cell.row + cell.row_span <= block.n_rows for cell in block.cells)
    assert all(above.span <= below.span for above, below in pairwise(blocks))


# --- slides -------------------------------------------------------------------------------------------------
def test_each_slide_is_a_card_and_its_notes_stand_below(deck: Path) -> None:
    document, blocks = read_blocks(deck)
    body = blocks[: [block.kind for block in blocks].index("rule")]
    assert [block.kind for block in body] == ["slide", "note", "slide", "slide"]
    assert [block.level for block in body if block.kind == "slide"] == [1, 2, 3]
    first = body[0]
    assert document.slice(first.parts[0].span) == "付款条件"
    assert [part.level for part in first.parts if part.kind == "list_item"] == [1, 2, 3]
    assert {"rows"} == {part.kind for part in body[3].parts[1:]}


def test_a_hidden_slide_is_marked(deck: Path) -> None:
    _, blocks = read_blocks(deck)
    assert [(block.level, block.hidden) for block in blocks if block.kind == "slide"][-1] == (4, True)


def test_cards_have_the_proportions_of_the_deck_and_grow_for_text(program: Program, deck: Path, read: Read) -> None:
    read(program, deck)
    flow = page_of(program).flow
    cards = [(i, flow.lay(i).height - flow.space_before(i)) for i, block in enumerate(flow.blocks)
             if block.kind == "slide"]
    assert cards[0][1] == pytest.approx(flow.card_width() * 7.5 / 13.333, rel=0.01)
    assert cards[1][1] > 1.3 * cards[0][1]
    for i, height in cards:
        for piece in flow.lay(i).pieces:
            assert piece.y + piece.text.height <= flow.space_before(i) + height


def test_text_of_a_slide_is_found_where_it_is_painted(program: Program, deck: Path, read: Read) -> None:
    read(program, deck)
    page = page_of(program)
    assert page.content is not None
    text = page.content.document.text
    for words in ("人民币 384", "1,280,000.00", "这里强调"):
        offset = text.index(words)
        page.reveal((offset, offset + 1), centre=True)
        seen = page.offset_at(point_of(page, offset))
        assert seen is not None
        assert offset <= seen <= offset + 1


def test_a_click_on_a_slide_chooses_its_chunk(program: Program, deck: Path, read: Read, qtbot: Any) -> None:
    read(program, deck)
    page = page_of(program)
    assert page.content is not None
    offset = page.content.document.text.index("长的一页")
    page.reveal((offset, offset + 1), centre=True)
    with qtbot.waitSignal(page.chunk_chosen) as chosen:
        qtbot.mouseClick(page.viewport(), Qt.MouseButton.LeftButton, pos=point_of(page, offset).toPoint() + QPoint(1, 0))
    core = page.content.chunks[chosen.args[0]].core
    assert core[0] <= offset < core[1]


def test_sheets_and_slides_are_painted_in_both_looks(make_program: Callable[..., Program], workbook: Path, deck: Path,
                                                     read: Read) -> None:
    for scheme in ("light", "dark"):
        program = make_program(scheme=scheme)
        keys = read(program, workbook, deck)
        page = page_of(program)
        place = program.window.places["documents"]
        assert isinstance(place, DocumentsPlace)
        for key in keys:
            place.reveal(key, (0, 1))
            page.select(0)
            picture = page.grab().toImage()
            assert len({picture.pixel(x, y) for x in range(0, picture.width(), 7)
                        for y in range(0, picture.height(), 7)}) > 5


def test_a_cell_merged_over_many_rows_of_a_large_sheet_leaves_no_lines_through_it(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["组", "编号"])
    for n in range(2300):
        sheet.append(["甲" if n % 100 == 0 else None, f"N{n}"])
    sheet.merge_cells("A102:A201")
    path = tmp_path / "large.xlsx"
    book.save(path)
    _, blocks = read_blocks(path)
    grid = next(block.grid for block in blocks if block.kind == "columns")
    assert grid is not None
    assert grid.even
    inside = [(block, block.grid.cells(block.row, block.n_rows)) for block in blocks
              if block.grid is grid and block.kind == "rows" and block.row > 101 and block.row + block.n_rows <= 201]
    assert len(inside) > 5
    for block, cells in inside:
        assert (cells[0].col, cells[0].row_span) == (0, block.n_rows)
        assert not [place for place in grid.blanks(cells, block.n_rows) if place[1] == 0]


def test_only_cells_that_are_seen_are_drawn(program: Program, ledger: Path, read: Read,
                                            monkeypatch: pytest.MonkeyPatch) -> None:
    read(program, ledger)
    place = program.window.places["documents"]
    assert isinstance(place, DocumentsPlace)
    drawn: list[float] = []
    draw = LaidText.draw

    def watched(self: LaidText, painter: Any, at: QPointF, *rest: Any) -> None:
        drawn.append(at.y())
        draw(self, painter, at, *rest)

    monkeypatch.setattr(LaidText, "draw", watched)
    place.select(place._key, len(place.page.content.chunks) // 2, None, "")  # type: ignore[union-attr]
    drawn.clear()
    place.page.viewport().grab()
    tall = place.page.viewport().height()
    assert drawn
    assert all(-200 < y <= tall for y in drawn)
