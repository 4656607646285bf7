"""Columns of sheets that a person leaves out and takes back in the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from docprep_gui import parsing
from docprep_gui.gui import cells
from docprep_gui.gui.app import Program
from docprep_gui.gui.documents import page_blocks
from docprep_gui.gui.documents.page_blocks import Block
from docprep_gui.gui.documents.place import DocumentsPlace
from docprep_gui.gui.documents.tree_model import LENGTH

Read = Callable[..., list[str]]
NOTE = "逾期付款的，每逾期一日按合同总价的千分之三支付违约金。"


def place_of(program: Program) -> DocumentsPlace:
    place = program.window.places["documents"]
    assert isinstance(place, DocumentsPlace)
    return place


@pytest.fixture
def book(tmp_path: Path) -> Path:
    made = openpyxl.Workbook()
    first = made.active
    first.title = "费用"
    for sheet in (first, made.create_sheet("附件; 二")):
        sheet.append(["部门", "季度", "金额", "说明 & 备注"])
        for row in range(2, 40):
            sheet.append([f"部门{row}", f"第{row}季", 1280.5 * row, NOTE])
    path = tmp_path / "费用.xlsx"
    made.save(path)
    return path


@pytest.fixture
def settled(program: Program, qtbot: Any) -> Callable[[], None]:
    """Waits until what was asked for is read and shown."""

    def wait() -> None:
        workspace, place = program.workspace, place_of(program)
        qtbot.waitUntil(lambda: not workspace.busy, timeout=20_000)
        qtbot.waitUntil(lambda: place.page.content is not None and place._key is not None and
                        place.page.content.document is workspace.files[place._key].document, timeout=20_000)

    return wait


def read_blocks(data: bytes, left_out: str) -> list[Block]:
    return [block for block in page_blocks.blocks(parsing.read(data, "a.xlsx", left_out=left_out))
            if block.kind == "columns"]


def letters_point(place: DocumentsPlace, col: int) -> QPoint:
    """Over the letters of the first grid's column, in the viewport."""
    page = place.page
    at = next(i for i, block in enumerate(page.flow.blocks) if block.kind == "columns")
    grid = page.flow.blocks[at].grid
    assert grid is not None
    edges, frame = page.flow.edges(grid), page.frame()
    y = page.flow.tops()[at] + page.flow.space_before(at) + 4 - frame.top
    return QPointF(frame.left + page.flow.margin() + (edges[col] + edges[col + 1]) / 2, y).toPoint()


def row_seen(place: DocumentsPlace) -> str:
    """The first cell of the row at the top of the view."""
    assert place.page.content is not None
    text, offset = place.page.content.document.text, place.page.read_at()
    return text[text.rindex("\n", 0, offset) :].split("|")[1]


def the_menu(qtbot: Any) -> QMenu:
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def pick(qtbot: Any, text: str) -> None:
    menu = the_menu(qtbot)
    action = next(one for one in menu.actions() if text in one.text())
    assert action.isEnabled()
    menu.setActiveAction(action)
    qtbot.keyClick(menu, Qt.Key.Key_Return)


def context_menu(program: Program, point: QPoint) -> None:
    viewport = place_of(program).page.viewport()
    QApplication.sendEvent(viewport, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point,
                                                       viewport.mapToGlobal(point)))


def test_a_column_is_left_out_by_its_letters_and_taken_back_over_the_page(
        program: Program, book: Path, read: Read, qtbot: Any, settled: Callable[[], None]) -> None:
    (key,) = read(program, book)
    place, workspace = place_of(program), program.workspace
    assert place.pane.left_out.isHidden()
    before = sum(chunk.tokens for chunk in workspace.files[key].chunks)
    context_menu(program, letters_point(place, 3))
    pick(qtbot, "不读这一列：D 说明 && 备注")
    assert place.page.content is not None, "what was read before is shown until the file is read again"
    settled()
    assert workspace.columns_left_out(key) == {("费用", "D")}
    after = sum(chunk.tokens for chunk in workspace.files[key].chunks)
    assert after < 0.8 * before
    model = place.tree.model
    assert model.index(0, LENGTH).data(cells.CELL).text == f"{after:,}"
    line = place.pane.left_out
    assert not line.isHidden()
    assert line.label.text() == "有 1 列不读：费用!D 说明 & 备注"
    assert not any("不读" in text for text in place.pane.notices.label.text().split("  "))
    qtbot.mouseClick(line.back, Qt.MouseButton.LeftButton)
    settled()
    assert line.isHidden()
    assert sum(chunk.tokens for chunk in workspace.files[key].chunks) == before


def test_the_column_stays_greyed_in_its_place(
        program: Program, book: Path, read: Read, qtbot: Any, settled: Callable[[], None]) -> None:
    (key,) = read(program, book)
    place = place_of(program)
    place.columns.choose(key, frozenset({("费用", "B")}))
    settled()
    page = place.page
    at = next(i for i, block in enumerate(page.flow.blocks) if block.kind == "rows")
    shown = [(piece.cell.col, piece.text.text, piece.left) for piece in page.flow.lay(at).pieces if piece.cell]
    assert shown == [(0, "部门", False), (1, "季度", True), (2, "金额", False), (3, "说明 & 备注", False)]
    body = page.content.document.source.body if page.content else (0, 0)
    point = letters_point(place, 1) + QPoint(0, 60)
    offset = page.offset_at(QPointF(point))
    assert offset is not None
    assert body[0] <= offset < body[1], "it is seen, and no place of the text around it"
    column = page.column_at(QPointF(point))
    assert column is not None
    assert (column.sheet, column.letters, column.name, column.left) == ("费用", "B", "季度", True)
    context_menu(program, point)
    pick(qtbot, "重新读这一列：B 季度")
    settled()
    assert not program.workspace.columns_left_out(key)


def test_the_keyboard_leaves_out_the_column_of_what_is_selected(
        program: Program, book: Path, read: Read, qtbot: Any, settled: Callable[[], None]) -> None:
    (key,) = read(program, book)
    place = place_of(program)
    assert place.page.content is not None
    text = place.page.content.document.text
    second = text.index("部门", text.index("部门39") + 1)  # the header of the other sheet
    amount = text.index("金额", second)
    place.page.set_selection((amount, amount + 2))
    assert program.window.actions_by_id["columns"].isEnabled()
    program.window.trigger("columns")
    menu = the_menu(qtbot)
    assert [action.text() for action in menu.actions()] == ["要读的列：附件; 二", "A 部门", "B 季度", "C 金额",
                                                            "D 说明 && 备注"]
    assert all(action.isChecked() for action in menu.actions()[1:])
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    settled()
    assert program.workspace.columns_left_out(key) == {("附件; 二", "C")}
    content = place.page.content
    assert content is not None
    assert content.document.text[: content.document.source.body[1]].count("金额") == 1
    program.window.trigger("columns")
    assert [action.isChecked() for action in the_menu(qtbot).actions()[1:]] == [True] * 4, "of the sheet that is seen"
    the_menu(qtbot).close()


def test_it_is_undone_and_done_again(
        program: Program, book: Path, read: Read, settled: Callable[[], None]) -> None:
    (key,) = read(program, book)
    window, place, workspace = program.window, place_of(program), program.workspace
    assert "undo" not in place.handlers()
    for letters in "BD":
        place.columns.choose(key, workspace.columns_left_out(key) | {("费用", letters)})
    settled()
    window.trigger("undo")
    assert workspace.columns_left_out(key) == {("费用", "B")}
    window.trigger("undo")
    assert not workspace.columns_left_out(key)
    assert "undo" not in place.handlers()
    window.trigger("redo")
    window.trigger("redo")
    settled()
    assert workspace.columns_left_out(key) == {("费用", "B"), ("费用", "D")}
    assert place.pane.left_out.label.text().startswith("有 2 列不读：费用!B 季度、费用!D")
    window.go("rules")
    assert "undo" not in place.handlers(), "nobody would see it"
    window.go("documents")
    workspace.close([key])
    assert "undo" not in place.handlers()


def test_the_chosen_chunk_and_the_place_on_the_page_stay(
        program: Program, book: Path, read: Read, qtbot: Any, settled: Callable[[], None]) -> None:
    (key,) = read(program, book)
    place = place_of(program)
    ordinal = 8
    place.select(key, ordinal, None, "")
    qtbot.wait(50)
    rows = program.workspace.files[key].chunks[ordinal].location.rows
    sheet = program.workspace.files[key].chunks[ordinal].location.sheet
    assert rows is not None
    assert place.page.verticalScrollBar().value() > 0
    seen = row_seen(place)
    place.columns.choose(key, frozenset({("费用", "B")}))
    settled()
    chunk = program.workspace.files[key].chunks[place._ordinal]
    assert chunk.location.sheet == sheet
    assert chunk.location.rows is not None
    assert chunk.location.rows[0] <= rows[0] <= chunk.location.rows[1]
    assert place.page.selected_chunk == place._ordinal
    assert place.tree.is_at(key, place._ordinal)
    assert row_seen(place) == seen


def test_what_the_settings_leave_out_is_changed_there(
        program: Program, book: Path, read: Read, qtbot: Any, settled: Callable[[], None]) -> None:
    (key,) = read(program, book)
    place, workspace = place_of(program), program.workspace
    workspace.set_profile(workspace.profile.with_value("reading.columns_left_out", "季度"))
    place.columns.choose(key, frozenset({("费用", "C")}))
    settled()
    qtbot.waitUntil(lambda: not place.pane.left_out.isHidden())
    line = place.pane.left_out
    assert line.label.text() == "有 3 列不读：费用!B 季度、费用!C 金额、附件; 二!B 季度"
    assert not line.back.isHidden()
    assert not line.settings.isHidden()
    context_menu(program, letters_point(place, 1))
    pick(qtbot, "按设置不读")
    assert program.window.settings_dialog is not None
    assert program.window.settings_dialog.isVisible()
    program.window.settings_dialog.close()
    line.back.click()
    settled()
    assert line.back.isHidden()
    assert line.label.text() == "有 2 列不读：费用!B 季度、附件; 二!B 季度"


@pytest.mark.parametrize(("left_out", "letters", "left"), [
    ("C", "BCDE", {1}), ("B", "BCDE", {0}), ("E", "BCDE", {3}), ("B; E", "BCDE", {0, 3}), ("C:D", "BCDE", {1, 2}),
])
def test_columns_come_back_into_a_grid_beside_its_title(left_out: str, letters: str, left: set[int],
                                                        tmp_path: Path) -> None:
    made = openpyxl.Workbook()
    sheet = made.active
    sheet["B2"] = "明细表"
    sheet.merge_cells("B2:E2")
    for col, name in enumerate(("部门", "季度", "金额", "说明"), 2):
        sheet.cell(4, col, name)
        for row in range(5, 9):
            sheet.cell(row, col, f"r{row}c{col}")
    sheet.merge_cells("C5:D5")
    sheet["H4"] = "孤"
    path = tmp_path / "a.xlsx"
    made.save(path)
    grids = [block.grid for block in read_blocks(path.read_bytes(), left_out) if block.grid]
    main = next(grid for grid in grids if grid.heads and grid.rows == 5)
    assert "".join(main.letters)[:4] == letters
    assert main.left == left
    document = parsing.read(path.read_bytes(), "a.xlsx", left_out=left_out)
    for block in page_blocks.blocks(document):
        if block.kind == "rows" and block.grid is not None and block.grid.sheet is not None:
            taken = [(row, col) for cell in block.cells for row in range(cell.row, cell.row + cell.row_span)
                     for col in range(cell.col, cell.col + cell.col_span)]
            assert len(taken) == len(set(taken)), "no cell stands upon another"
    aside = grids[-1]
    assert aside.left == frozenset(range(aside.cols))


def test_a_large_ledger_stays_in_sight_while_it_is_read_again(
        program: Program, tmp_path: Path, read: Read, qtbot: Any, settled: Callable[[], None]) -> None:
    path = tmp_path / "ledger.csv"
    lines = ["编号,日期,金额,说明"]
    lines += [f"N{n:05},2026-01-{n % 28 + 1:02},{n * 10}.50,{NOTE}{n}" for n in range(2600)]
    path.write_text("\n".join(lines), encoding="utf-8")
    (key,) = read(program, path)
    place, workspace = place_of(program), program.workspace
    page = place.page
    last = len(workspace.files[key].chunks) - 2
    place.select(key, last, None, "")
    rows = workspace.files[key].chunks[last].location.rows
    assert rows is not None
    never = [page.content is None or place.pane.stack.currentWidget() is not page]
    place.pane.stack.currentChanged.connect(lambda _: never.append(True))
    place.columns.choose(key, frozenset({("", "D")}))
    settled()
    assert not any(never)
    chunk = workspace.files[key].chunks[place._ordinal]
    assert place._ordinal < last
    assert chunk.location.rows is not None
    assert chunk.location.rows[0] <= rows[0] <= chunk.location.rows[1]
    assert page.selected_chunk == place._ordinal
    assert place.tree.is_at(key, place._ordinal)
    at = page.flow.block_at(page.frame().top + 200)
    grid = page.flow.blocks[at].grid
    assert grid is not None
    assert grid.even
    pieces = page.flow.lay(at).pieces
    assert [piece.cell.col for piece in pieces[:4] if piece.cell] == [0, 1, 2, 3]
    assert pieces[3].left
    assert pieces[3].text.text.startswith(NOTE[:4])
    page.set_selection((grid.starts[5], grid.starts[7] - 1))
    assert page.selected_text().split("\n")[0].split("\t") == ["N00004", "2026-01-05", "40.50"]
    place.columns.undo()
    settled()
    assert place.pane.left_out.isHidden()
    assert place.tree.is_at(key, place._ordinal)


def test_what_the_file_hides_is_not_offered(program: Program, book: Path, read: Read, qtbot: Any) -> None:
    made = openpyxl.load_workbook(book)
    made["附件; 二"].sheet_state = "hidden"
    made["费用"].column_dimensions["B"].hidden = True
    made.save(book)
    read(program, book)
    place = place_of(program)
    assert [*place.pane.left_out.found] == [("费用", "A"), ("费用", "C"), ("费用", "D")]
    page = place.page
    shown = [block.grid for block in page.flow.blocks if block.kind == "columns" and block.grid]
    assert [grid.sheet for grid in shown] == ["费用", None, None]
    bar = page.verticalScrollBar()
    bar.setValue(bar.maximum())
    bar.setValue(bar.maximum())
    assert page.column_at(QPointF(page.viewport().width() / 3, page.viewport().height() / 2)) is None
