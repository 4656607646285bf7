"""Word's tracked changes and comments on the flowing page; what is copied and found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont

from docprep_gui import parsing
from docprep_gui.gui.app import Program
from docprep_gui.gui.documents import page_words
from docprep_gui.gui.documents.page import PageView
from docprep_gui.gui.documents.page_changes import Changes
from docprep_gui.gui.documents.page_text import LaidText, Swap
from docprep_gui.gui.documents.place import DocumentsPlace

Read = Callable[..., list[str]]


def run(text: str, change: str, author: str) -> Any:
    kind = "delText" if change == "del" else "t"
    inner = f"<w:r {nsdecls('w')}><w:{kind} xml:space='preserve'>{text}</w:{kind}></w:r>"
    return parse_xml(f"<w:{change} {nsdecls('w')} w:id='1' w:author='{author}' w:date='2026-03-05T09:30:00Z'>"
                     f"{inner}</w:{change}>")


@pytest.fixture
def tracked(tmp_path: Path) -> Path:
    document = docx.Document()
    paragraph = document.add_paragraph("1.1 甲方应在")
    paragraph._p.append(run("三十", "del", "张三"))
    paragraph._p.append(run("十五", "ins", "李四"))
    paragraph._p.append(document.add_paragraph("日内支付合同总价。").runs[0]._r)
    second = document.add_paragraph("1.2 逾期的，按日支付违约金。")
    document.add_comment(second.runs[0], text="比例要写明。", author="王五", initials="W")
    table = document.add_table(2, 2)
    for row, values in enumerate((("项目", "金额"), ("设备", "100"))):
        for column, value in enumerate(values):
            table.cell(row, column).text = value
    table.cell(1, 1).paragraphs[0]._p.append(run("万元", "ins", "张三"))
    path = tmp_path / "修订.docx"
    document.save(str(path))
    return path


def page_of(program: Program) -> PageView:
    place = program.window.places["documents"]
    assert isinstance(place, DocumentsPlace)
    return place.page


def middle(page: PageView, piece: Any, rect: Any, block: int) -> QPointF:
    """Of a rectangle of a laid text, from the left of the sheet and the top of the page."""
    at = rect.center()
    return QPointF(page.flow.margin() + piece.x + at.x(), page.flow.tops()[block] + piece.y + at.y())


def test_changes_stand_at_their_places_with_who_made_them(tracked: Path) -> None:
    document = parsing.read(tracked.read_bytes(), tracked.name)
    changes = Changes(document)
    assert [document.slice(one.span) for one in changes.inserted] == ["十五", "万元"]
    (deleted,) = changes.deleted
    assert (deleted.text, deleted.author, deleted.date) == ("三十", "张三", "2026-03-05 09:30")
    assert deleted.anchor == document.text.index("十五")
    (comment,) = changes.comments
    assert (comment.text, comment.author) == ("比例要写明。", "王五")
    assert changes.deleted_in((0, deleted.anchor)) == [deleted]
    assert changes.deleted_in((0, deleted.anchor - 1)) == []


def test_deleted_text_is_shown_struck_where_it_was_and_not_copied(program: Program, tracked: Path, read: Read) -> None:
    read(program, tracked)
    page = page_of(program)
    assert page.content is not None
    text = page.content.document.text
    block = page.flow.block_of(text.index("十五"))
    piece = page.flow.lay(block).pieces[0]
    assert "应在三十十五日内" in piece.text.text
    page.set_selection((text.index("甲方"), text.index("日内") + 2))
    assert page.selected_text() == "甲方应在十五日内"


def test_who_changed_what_is_told_where_the_pointer_rests(program: Program, tracked: Path, read: Read) -> None:
    read(program, tracked)
    page = page_of(program)
    assert page.content is not None
    text, face = page.content.document.text, page._flowing
    offset = text.index("十五")
    block = page.flow.block_of(offset)
    piece = page.flow.lay(block).pieces[0]
    (inserted,) = piece.text.rects((offset, offset + 2))
    assert face.tip(middle(page, piece, inserted, block), 0) == "新增 · 李四 · 2026-03-05 09:30"
    gone = inserted.translated(-inserted.width(), 0)  # two characters wide as well, right before it
    assert face.tip(middle(page, piece, gone, block), 0) == "删除 · 张三 · 2026-03-05 09:30"
    (plain,) = piece.text.rects((offset - 3, offset - 2))
    assert face.tip(middle(page, piece, plain, block), 0) is None
    noted = page.flow.block_of(text.index("1.2 逾期"))
    ((box, _),) = page.flow.comment_marks(noted)
    at = QPointF(page.flow.margin() + box.center().x(), page.flow.tops()[noted] + box.center().y())
    tip = face.tip(at, 0)
    assert tip is not None
    assert tip.startswith("批注 · 王五")
    assert tip.endswith("比例要写明。")
    cell = text.index("万元")
    row = page.flow.block_of(cell)
    held = next(one for one in page.flow.lay(row).pieces if one.holds(cell))
    assert face.tip(middle(page, held, held.text.rects((cell, cell + 2))[0], row), 0) == "新增 · 张三 · 2026-03-05 09:30"


TEXTS = st.text(st.sampled_from("甲乙 ab𠮷。"), min_size=1, max_size=20)


@given(text=TEXTS, data=st.data())
def test_offsets_go_both_ways_around_deleted_text(qapp: Any, text: str, data: Any) -> None:
    gone = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=3)))
    laid = LaidText(text, (0, len(text)), [Swap((at, at), "删掉𠮷", gone=True) for at in gone], QFont(), 2000,
                    Qt.AlignmentFlag.AlignLeft, QColor(), change_inks=(QColor(), QColor()))
    assert len(laid.gone) == len(gone)
    for offset in range(len(text) + 1):
        assert laid.to_source(laid.to_shown(offset)) == offset
    for offset in range(len(text)):
        shown = laid._units.from_qt(laid.to_shown(offset))
        assert laid.text[shown] == text[offset]
        end = laid._units.from_qt(laid._end_shown(offset + 1))
        assert laid.text[end - 1] == text[offset]
        assert end == shown + 1


# --- finding ------------------------------------------------------------------------------------------------
@pytest.fixture
def notes(tmp_path: Path) -> Any:
    text = "合同编号：ＨＴ－２０２６ 与 ht-2026，违\n约金 Late  Fee，late fee（税率）"
    path = tmp_path / "n.txt"
    path.write_text(text, encoding="utf-8")
    return parsing.read(path.read_bytes(), "n.txt")


@pytest.mark.parametrize(("term", "times"), [
    ("HT-2026", 2), ("ｈｔ－2026", 2), ("late fee", 2), ("LATE   fee", 2), ("(税率)", 1), ("（税率）", 1), ("没有", 0),
    ("  ", 0), ("", 0), ("违约金", 1), (".*", 0),
])
def test_a_term_is_found_as_a_person_means_it(notes: Any, term: str, times: int) -> None:
    found = page_words.found(notes, term)
    assert len(found) == times
    for start, end in found:
        assert notes.text[start:end].strip() == notes.text[start:end]


@given(before=st.integers(0, 200), term=st.sampled_from(["违约金", "late fee", "ＡＢ"]))
def test_a_term_on_the_border_of_two_stretches_is_found_once(before: int, term: str) -> None:
    at = page_words._STRETCH - 100 + before
    document = parsing.read(("x" * at + term + "x" * 300).encode(), "a.txt")
    assert page_words.found(document, term) == [(at, at + len(term))]


@pytest.mark.parametrize(("text", "at", "word"), [
    ("合同总价为人民币 1,280,000.00 元", 10, "1,280,000.00"), ("见 HT-2026-0381 号", 5, "HT-2026-0381"),
    ("the buyer's price", 6, "buyer's"), ("双方的权利和义务", 3, "权利"), ("双方的权利", 2, "的"), ("甲，乙", 1, "，"),
    ("a@b.cn。", 2, "a@b.cn"), ("第3条", 1, "3"),
])
def test_two_clicks_take_what_is_one_word(text: str, at: int, word: str) -> None:
    start, end = page_words.word(text, at)
    assert text[start:end] == word
    assert start <= at < end


# --- workbooks ----------------------------------------------------------------------------------------------
def test_rows_of_a_workbook_are_copied_with_tabs(program: Program, tmp_path: Path, read: Read) -> None:
    book = openpyxl.Workbook()
    for values in (("名称", "说明", "金额"), ("仪器", "两行\n文字|竖线", 12), ("耗材", None, 7)):
        book.active.append(values)
    path = tmp_path / "b.xlsx"
    book.save(path)
    read(program, path)
    page = page_of(program)
    assert page.content is not None
    text = page.content.document.text
    page.set_selection((text.index("名称"), text.index("7", text.index("耗材")) + 1))
    assert page.selected_text() == '名称\t说明\t金额\n仪器\t"两行\n文字|竖线"\t12\n耗材\t\t7'
    page.set_selection((text.index("两行"), text.index("两行") + 2))
    assert page.selected_text() == "两行"
    page.set_selection((text.index("12"), text.index("耗材") + 2))
    assert page.selected_text() == "\t\t12\n耗材"


def test_a_missing_row_or_column_is_marked_in_the_names(program: Program, tmp_path: Path, read: Read,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    for values in (("名称", "底价", "金额"), ("仪器", 3, 12), ("耗材", 2, 7), ("备件", 1, 9)):
        sheet.append(values)
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["B"].hidden = True
    path = tmp_path / "b.xlsx"
    book.save(path)
    read(program, path)
    page = page_of(program)
    marked: list[bool] = []
    monkeypatch.setattr(page._paint._frames, "_gap", lambda _painter, _box, across: marked.append(across))
    page.viewport().repaint()
    assert set(marked) == {False, True}


def test_tables_of_a_word_file_are_copied_with_tabs(program: Program, tmp_path: Path, read: Read) -> None:
    document = docx.Document()
    document.add_paragraph("报价如下：")
    table = document.add_table(3, 3)
    for row, values in enumerate((("名称", "说明", "金额"), ("仪器", "甲|乙", "12"), ("耗材", "两行", "7"))):
        for column, value in enumerate(values):
            table.cell(row, column).text = value
    table.cell(2, 1).add_paragraph("第二行")
    document.add_paragraph("以上含税。")
    path = tmp_path / "报价.docx"
    document.save(str(path))
    read(program, path)
    page = page_of(program)
    assert page.content is not None
    text = page.content.document.text
    page.set_selection((text.index("报价如下"), text.index("以上含税") + 5))
    assert page.selected_text() == '报价如下：\n名称\t说明\t金额\n仪器\t甲|乙\t12\n耗材\t"两行\n第二行"\t7\n以上含税。'
    inside = text.index("两行")
    page.set_selection((inside, text.index("第二行") + 3))
    assert page.selected_text() == "两行\n第二行"
    page.set_selection((text.index("仪器"), text.index("仪器") + 2))
    assert page.selected_text() == "仪器"


# --- lists --------------------------------------------------------------------------------------------------
def test_lines_of_a_list_item_begin_behind_its_number(program: Program, tmp_path: Path, read: Read,
                                                      qtbot: Any) -> None:
    document = docx.Document()
    document.add_paragraph("交付范围：")
    document.add_paragraph("三坐标测量仪两台，含安装调试与操作培训；" * 6, style="List Number")
    document.add_paragraph("发货前七日书面通知；", style="List Bullet")
    path = tmp_path / "清单.docx"
    document.save(str(path))
    read(program, path)
    page = page_of(program)
    assert page.content is not None
    text, flow = page.content.document.text, page.flow
    start = text.index("1. 三坐标")
    number, said = flow.lay(flow.block_of(start)).pieces
    assert (text[slice(*number.text.span)], text[said.text.span[0]]) == ("1. ", "三")
    assert said.x > number.x + 8
    assert said.text.height > 2 * said.text.step  # several lines, all of them from there
    tops = {rect.top() for rect in said.text.rects(said.text.span)}
    assert len(tops) == len(said.text.rects(said.text.span)) > 1
    assert all(rect.left() < 2 for rect in said.text.rects(said.text.span))
    frame = page.frame()
    y = flow.tops()[flow.block_of(start)] - frame.top + said.y + said.text.step / 2
    left = frame.left + flow.margin()
    assert page.offset_at(QPointF(left + number.x + 1, y)) == start
    assert page.offset_at(QPointF(left + said.x + 2, y)) == start + 3
    assert page.offset_at(QPointF(left + number.x + 1, y + said.text.step)) is not None
    at = QPointF(left + said.x + 40, y).toPoint()
    qtbot.mouseDClick(page.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseClick(page.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert page.selected_text().startswith("1. 三坐标")  # the third click takes the item with its number
    bullet = flow.lay(flow.block_of(text.index("发货前"))).pieces
    assert bullet[0].x > 0


# --- tables in tables ---------------------------------------------------------------------------------------
def test_a_table_in_a_cell_is_drawn_as_one(program: Program, tmp_path: Path, read: Read) -> None:
    document = docx.Document()
    outer = document.add_table(2, 2)
    outer.cell(0, 0).text, outer.cell(0, 1).text, outer.cell(1, 0).text = "名称", "明细", "设备"
    cell = outer.cell(1, 1)
    cell.text = "如下："
    inner = cell.add_table(2, 2)
    for i, value in enumerate(("品名", "数量", "测量仪", "2 台")):
        inner.cell(i // 2, i % 2).text = value
    cell.add_paragraph("合计含税。")
    path = tmp_path / "嵌套.docx"
    document.save(str(path))
    read(program, path)
    page = page_of(program)
    assert page.content is not None
    text, flow = page.content.document.text, page.flow
    places = {}
    for words in ("如下：", "品名", "数量", "测量仪", "2 台", "合计含税。"):
        offset = text.index(words)
        i = flow.block_of(offset)
        piece = next(piece for piece in flow.lay(i).pieces if piece.text.span[0] <= offset < piece.text.span[1])
        rect = piece.text.rects((offset, offset + len(words)))[0].translated(piece.x, piece.y + flow.tops()[i])
        places[words] = rect
        assert flow.offset_at(rect.center()) in range(offset, offset + len(words) + 1)
    assert places["品名"].top() == places["数量"].top() > places["如下："].top()
    assert places["品名"].right() < places["数量"].left()
    assert places["测量仪"].top() > places["品名"].bottom()
    assert places["合计含税。"].top() > places["2 台"].bottom()
    shown = "".join(piece.text.text for i in range(len(flow.blocks)) for piece in flow.lay(i).pieces)
    assert "|" not in shown
    assert "<br>" not in shown
    assert all(shown.count(words) == 1 for words in places)
    frames = [piece.frame for piece in flow.lay(flow.block_of(text.index("品名"))).pieces
              if piece.cell is not None and piece.frame is not None]
    assert max(sum(around.contains(frame) for frame in frames) for around in frames) >= 5  # the cell and four in it
    found = text.index("测量仪")
    page.set_found([(found, found + 3)], 0)
    page.viewport().repaint()
