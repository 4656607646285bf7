"""A Word page is set as its author knows it: emphasis, alignment, indents, tables without lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from pptx import Presentation
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication

from docprep_gui.domain.document import BOLD, ITALIC, RAISED, STRUCK, UNDERLINED
from docprep_gui.gui import theme
from docprep_gui.gui.app import Program
from docprep_gui.gui.documents.page import PageView
from docprep_gui.gui.documents.page_changes import say_comment
from docprep_gui.gui.documents.page_pieces import Piece
from docprep_gui.gui.documents.page_text import LaidText
from docprep_gui.gui.documents.place import DocumentsPlace
from tests.parsing.docx.making import p, package, r, tbl, tc, tr

Read = Callable[..., list[str]]
_CONTRACT = (
    p(r("租赁合同", "<w:b/>"), '<w:jc w:val="center"/>')
    + p("甲方应于每月五日前支付租金，逾期的按日支付违约金，直到付清为止；乙方收到后应当在三日内开具收据，并交付甲方指定的收件人。" * 2,
        '<w:ind w:firstLineChars="200"/>')
    + p(r("面积 88 m") + r("注", '<w:vertAlign w:val="superscript"/>') + r("不得转租", "<w:b/>") + r("删去", "<w:strike/>"))
    + p(r("承租方：") + r("          ", '<w:u w:val="single"/>'))
    + p("(a)\t迟延付款" + "并且经催告后在合理期限内仍未支付的，出租方可以解除本合同，" * 3, '<w:ind w:left="840" w:hanging="420"/>')
    + tbl(tr(tc(p("甲方盖章")), tc(p("12,000.00"))))
    + p("2026 年 3 月 5 日", '<w:jc w:val="right"/>')
)


@pytest.fixture
def page(program: Program, tmp_path: Path, read: Read) -> PageView:
    path = tmp_path / "合同.docx"
    path.write_bytes(package(_CONTRACT))
    read(program, path)
    place = program.window.places["documents"]
    assert isinstance(place, DocumentsPlace)
    return place.page


def _piece(page: PageView, words: str) -> tuple[Piece, int]:
    assert page.content is not None
    offset = page.content.document.text.index(words)
    return next(one for one in page.flow.lay(page.flow.block_of(offset)).pieces if one.holds(offset)), offset


def _left(page: PageView, words: str) -> float:
    piece, offset = _piece(page, words)
    return piece.x + piece.text.rects((offset, offset + 1))[0].left()


def test_titles_stand_in_the_middle_and_dates_at_the_right(page: PageView) -> None:
    title, start = _piece(page, "租赁合同")
    (box,) = title.text.rects((start, start + 4))
    assert box.center().x() == pytest.approx(page.flow.text_width() / 2, abs=2)
    date, start = _piece(page, "2026 年")
    (box,) = date.text.rects(date.text.span)
    assert box.right() == pytest.approx(page.flow.text_width(), abs=2)


def test_the_first_line_is_indented_by_two_characters_and_no_other(page: PageView) -> None:
    piece, start = _piece(page, "甲方应于")
    lines = piece.text.rects(piece.text.span)
    assert len(lines) > 1
    em = piece.text.rects((start, start + 1))[0].width()
    assert lines[0].left() == pytest.approx(2 * em, rel=0.1)
    assert {line.left() for line in lines[1:]} == {0.0}
    at = lines[0].topLeft()
    assert piece.text.offset_at(at) == start


def test_what_hangs_out_is_followed_by_what_stands_at_the_indent(page: PageView) -> None:
    piece, _ = _piece(page, "(a)")
    em = QFont(page.flow.font(page.flow.blocks[1])).pointSizeF() * 96 / 72
    assert _left(page, "迟延付款") == pytest.approx(4 * em, rel=0.06)
    lines = piece.text.rects(piece.text.span)
    assert piece.x + lines[0].left() == pytest.approx(2 * em, rel=0.06)
    assert piece.x + lines[1].left() == pytest.approx(4 * em, rel=0.06)
    assert {round(line.right() + piece.x) <= page.flow.text_width() + 1 for line in lines} == {True}


@pytest.mark.parametrize(("words", "look"), [
    ("注不得", RAISED), ("不得转租", BOLD), ("删去", STRUCK), ("          ", UNDERLINED), ("面积", 0),
])
def test_letters_look_as_they_were_written(page: PageView, words: str, look: int) -> None:
    piece, offset = _piece(page, words)
    at = piece.text.to_shown(offset)
    ranges = [one for one in piece.text._layout.formats() if one.start <= at < one.start + one.length]
    assert len(ranges) == (1 if look else 0)
    for one in ranges:
        made = one.format
        raised = made.verticalAlignment() == made.VerticalAlignment.AlignSuperScript
        assert (BOLD * (made.fontWeight() > 400) + ITALIC * made.fontItalic() + UNDERLINED * made.fontUnderline()
                + STRUCK * made.fontStrikeOut() + RAISED * raised) == look


def test_a_table_that_has_no_lines_shows_none(page: PageView) -> None:
    piece, _ = _piece(page, "甲方盖章")
    assert not piece.ruled
    assert piece.x == 0.0


def test_resolved_comments_are_told_as_such(program: Program, tmp_path: Path, read: Read) -> None:
    names = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" w14:paraId="1"'
    extended = '<w15:commentEx xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" w15:paraId="1" w15:done="1"/>'
    comments = f'<w:comment w:id="1" w:author="王"><w:p {names}><w:r><w:t>已改</w:t></w:r></w:p></w:comment>'
    path = tmp_path / "批注.docx"
    path.write_bytes(package(p(r("违约金") + '<w:r><w:commentReference w:id="1"/></w:r>'), comments=comments,
                             commentsExtended=extended))
    read(program, path)
    place = program.window.places["documents"]
    assert isinstance(place, DocumentsPlace)
    ((_, (comment,)),) = place.page.flow.comment_marks(0)
    assert comment.resolved
    assert say_comment(comment) == "已解决的批注 · 王\n已改"
    place.page.grab()


def test_zoom_keeps_proportions(page: PageView) -> None:
    before = _left(page, "甲方应于") / page.flow.em("paragraph")
    page.set_zoom(150)
    assert _left(page, "甲方应于") / page.flow.em("paragraph") == pytest.approx(before, rel=0.02)


@pytest.mark.parametrize(("text", "torn"), [
    ("月租金为人民币（大写）壹万贰仟捌佰元整共计（¥1,212,800.00），按月支付给甲方指定的收款账户。", True),
    ("甲方应于每月五日前支付租金，逾期的按日支付违约金，直到付清为止；乙方收到后三日内开具收据。", False),
    ("月租金\n按月支付\n（¥1,212,800.00）由乙方承担并且支付给甲方指定的收款账户，不得迟延。", False),
])
def test_justified_lines_are_not_torn_apart_by_what_is_not_broken(qapp: object, text: str, torn: bool) -> None:
    """A line that ends of itself may be short; one that Qt ended before a long figure would be stretched too far."""
    theme.theme().install(cast("QApplication", qapp), "zh")
    font = theme.font("page")
    em = QFontMetricsF(font).horizontalAdvance("月")
    laid = LaidText(text, (0, len(text)), [], font, 25.6 * em, Qt.AlignmentFlag.AlignJustify, QColor())
    assert (laid._layout.textOption().alignment() == Qt.AlignmentFlag.AlignLeft) == torn


@pytest.mark.parametrize(("lines", "opens"), [
    (("综合管理部", "2026 年 7 月"), True), ((), True), (("采购成本" * 20,), False), (("一", "二", "三", "四"), False),
])
def test_a_slide_that_only_opens_what_follows_stands_lower(program: Program, tmp_path: Path, read: Read,
                                                           lines: tuple[str, ...], opens: bool) -> None:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[0])
    slide.shapes.title.text = "2026 年上半年工作汇报"
    slide.placeholders[1].text = "\n".join(lines)
    path = tmp_path / "汇报.pptx"
    deck.save(str(path))
    read(program, path)
    place = program.window.places["documents"]
    assert isinstance(place, DocumentsPlace)
    flow = place.page.flow
    title = flow.lay(0).pieces[0]
    assert (title.y > flow.space_before(0) + flow.z(100)) == opens
