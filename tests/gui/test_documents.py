from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import docx
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from docprep_gui.domain.chunk import RuleTrace
from docprep_gui.gui import cells
from docprep_gui.gui.app import Program
from docprep_gui.gui.documents import page, page_words, tree_pane
from docprep_gui.gui.documents.marks import PlaceMark
from docprep_gui.gui.documents.place import DocumentsPlace
from docprep_gui.gui.documents.tree_model import HITS, LENGTH, NAME, ROUTE
from docprep_gui.rules.pack import load
from docprep_gui.workspace.pipeline import Prepared, RuleChoice
from docprep_gui.workspace.settings import Profile

Read = Callable[..., list[str]]


@pytest.fixture
def place(program: Program, contract: Path, read: Read) -> DocumentsPlace:
    read(program, contract)
    found = program.window.places["documents"]
    assert isinstance(found, DocumentsPlace)
    return found


def _point(place: DocumentsPlace, offset: int) -> QPoint:
    """Where an offset stands in the page's viewport."""
    page = place.page
    i = page.flow.block_of(offset)
    laid = page.flow.lay(i)
    piece = next(p for p in laid.pieces if p.text.span[0] <= offset < p.text.span[1])
    rect = piece.text.rects((offset, offset + 1))[0]
    frame = page.frame()
    y = page.flow.tops()[i] + piece.y + rect.center().y() - frame.top
    return QPointF(frame.left + page.flow.margin() + piece.x + rect.center().x(), y).toPoint()


def test_the_tree_has_every_chunk_once(place: DocumentsPlace) -> None:
    model = place.tree.model
    seen = []

    def walk(index: Any) -> None:
        model.fetchMore(index)
        item = model.item(index)
        if item is not None and item.kind == "chunk":
            seen.append(item.ordinal)
            return
        for row in range(model.rowCount(index)):
            walk(model.index(row, 0, index))

    walk(model.index(0, 0))
    file = next(iter(place.shell.workspace.files.values()))
    assert seen == list(range(len(file.chunks)))


def test_totals_of_a_document_are_sums_of_its_chunks(place: DocumentsPlace) -> None:
    model = place.tree.model
    file = next(iter(place.shell.workspace.files.values()))
    top = model.index(0, LENGTH)
    assert top.data(cells.CELL).text == f"{sum(chunk.tokens for chunk in file.chunks):,}"
    chunks = [model.find(file.key, i).siblingAtColumn(HITS).data(cells.CELL).text for i in range(len(file.chunks))]
    assert model.index(0, HITS).data(cells.CELL).text == f"{sum(int(n) for n in chunks):,}"


def test_totals_of_very_many_hits_are_counted_beside_and_then_shown(
    place: DocumentsPlace, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot,
) -> None:
    model = place.tree.model
    at = model.index(0, HITS)
    counted = at.data(cells.CELL).text
    monkeypatch.setattr("docprep_gui.gui.documents.tree_model._MANY_MARKS", 0)
    (key,) = place.shell.workspace.files
    model.change_files([key])
    assert at.data(cells.CELL) is None
    with qtbot.waitSignal(model.dataChanged, check_params_cb=lambda first, *_: first == at, timeout=20_000):
        pass
    assert at.data(cells.CELL).text == counted
    assert int(counted) > 0


def test_rows_below_a_document_are_made_when_unfolded(program: Program, contract: Path, tmp_path: Path,
                                                      read: Read) -> None:
    other = tmp_path / "b.txt"
    other.write_text(contract.read_text(encoding="utf-8"), encoding="utf-8")
    read(program, contract, other)
    model = program.window.places["documents"].tree.model
    second = model.index(1, 0)
    assert model.rowCount(second) == 0
    assert model.canFetchMore(second)
    assert model.hasChildren(second)


def test_a_chunk_chosen_in_the_tree_is_lit_on_the_page(place: DocumentsPlace) -> None:
    key = next(iter(place.shell.workspace.files))
    last = len(place.shell.workspace.files[key].chunks) - 1
    place.tree.tree.setCurrentIndex(place.tree.model.find(key, last))
    assert place.page.selected_chunk == last
    assert place.inspector.head.accessibleName().endswith(f"分片 {last + 1} / {last + 1}")
    core = place.shell.workspace.files[key].chunks[last].core
    top = place.page.y_of(core[0]) - place.page.verticalScrollBar().value()
    assert -40 <= top <= place.page.viewport().height()


def test_a_click_on_the_page_chooses_the_chunk_in_the_tree(place: DocumentsPlace, qtbot: Any) -> None:
    file = next(iter(place.shell.workspace.files.values()))
    offset = file.chunks[1].core[0] + 3
    place.page.reveal((offset, offset + 1))
    point = _point(place, offset)
    qtbot.mouseClick(place.page.viewport(), Qt.MouseButton.LeftButton, pos=point)
    item = place.tree.model.item(place.current())
    assert item is not None
    assert item.ordinal == 1


def test_a_click_on_a_hit_chooses_it(place: DocumentsPlace, qtbot: Any) -> None:
    content = place.page.content
    assert content is not None
    mark = next(mark for mark in content.marks[0] if mark.kind == "hit")
    qtbot.mouseClick(place.page.viewport(), Qt.MouseButton.LeftButton, pos=_point(place, mark.span[0]))
    item = place.tree.model.item(place.current())
    assert item is not None
    assert item.mark is not None
    assert item.mark.span == mark.span


def test_text_is_marked_by_drag_and_copied(place: DocumentsPlace, qtbot: Any) -> None:
    document = place.shell.workspace.files[next(iter(place.shell.workspace.files))].document
    assert document is not None
    start = document.text.index("保修期")
    place.page.reveal((start, start + 1))
    page = place.page.viewport()
    qtbot.mousePress(page, Qt.MouseButton.LeftButton, pos=_point(place, start) - QPoint(4, 0))
    qtbot.mouseMove(page, _point(place, document.text.index("田牌") + 1))
    qtbot.mouseRelease(page, Qt.MouseButton.LeftButton, pos=_point(place, document.text.index("田牌") + 1))
    place.page.copy()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("保修期二十四个月。𠮷田")


def test_masks_hide_values_and_can_be_switched_off(place: DocumentsPlace) -> None:
    page = place.page
    document = place.shell.workspace.files[next(iter(place.shell.workspace.files))].document
    assert document is not None
    offset = document.text.index("11010519491231002X")

    def shown() -> str:
        return page.flow.lay(page.flow.block_of(offset)).pieces[0].text.text

    assert "11010519491231002X" not in shown()
    place.pane.toggle("masks")
    assert "11010519491231002X" in shown()
    assert not place.pane.masks.isChecked()


def test_only_what_is_seen_is_laid_out(program: Program, tmp_path: Path, read: Read) -> None:
    path = tmp_path / "long.txt"
    path.write_text("\n".join(f"{n}. 本条约定双方的权利和义务，逾期交付的按日支付违约金。" for n in range(4000)),
                    encoding="utf-8")
    read(program, path)
    page = program.window.places["documents"].page
    assert len(page.flow.blocks) >= 2000
    assert len(page.flow.laid) < 120
    page.verticalScrollBar().setValue(page.verticalScrollBar().maximum() // 2)
    page.viewport().repaint()
    assert len(page.flow.laid) < 240


def test_enter_goes_from_tree_to_page(place: DocumentsPlace, qtbot: Any) -> None:
    place.tree.tree.setFocus()
    qtbot.keyClick(place.tree.tree, Qt.Key.Key_Return)
    assert place.window().focusWidget() is place.page


def test_the_filter_keeps_files_clauses_and_hits_with_the_words(place: DocumentsPlace, qtbot: Any) -> None:
    model = place.tree.model
    place.tree.field.setText("人工成本")
    qtbot.waitUntil(lambda: model._filter is not None, timeout=3000)
    key = next(iter(place.shell.workspace.files))
    kept = model._filter[key]
    file = place.shell.workspace.files[key]
    assert kept == {c.ordinal for c in file.chunks if "人工成本" in file.document.slice(c.core)}
    place.tree.field.setText("没有这样的字")
    qtbot.waitUntil(lambda: model.rowCount() == 0, timeout=3000)
    assert place.tree._none.isVisible()
    place.tree.field.clear()
    qtbot.waitUntil(lambda: model.rowCount() == 1, timeout=3000)


def test_a_file_that_cannot_be_read_says_so_in_its_row(program: Program, contract: Path, tmp_path: Path,
                                                       read: Read) -> None:
    empty = tmp_path / "空.docx"
    empty.write_bytes(b"")
    keys = read(program, contract, empty)
    place = program.window.places["documents"]
    model = place.tree.model
    row = model.file_index(keys[1])
    message, hint = program.shell.messages.error(program.workspace.files[keys[1]].error)
    assert row.siblingAtColumn(ROUTE).data() == message
    below = model.index(0, NAME, row).data(cells.CELL)
    assert below.left.text == hint
    assert below.right.text == "重试"
    assert "搁置 1 个" in program.window.status.files.text()


def test_retry_reads_a_mended_file(program: Program, contract: Path, tmp_path: Path, read: Read, qtbot: Any) -> None:
    path = tmp_path / "后来好了.txt"
    path.write_bytes(b"")
    keys = read(program, path)
    assert program.workspace.files[keys[0]].state == "set_aside"
    path.write_text(contract.read_text(encoding="utf-8"), encoding="utf-8")
    place = program.window.places["documents"]
    link = place.tree.model.index(0, NAME, place.tree.model.index(0, 0))
    place.tree.tree.linked.emit(link)
    qtbot.waitUntil(lambda: program.workspace.files[keys[0]].state == "ready", timeout=5000)
    qtbot.waitUntil(lambda: place.page.content is not None)


def test_why_lists_every_rule_with_every_condition(place: DocumentsPlace, qtbot: Any) -> None:
    workspace = place.shell.workspace
    key = next(iter(workspace.files))
    place.select(key, 0, None, "")
    traces = workspace.explain(key, 0)
    qtbot.waitUntil(lambda: bool(place.inspector._why_model.rows), timeout=5000)
    rows = place.inspector._why_model.rows
    fold = next(i for i, row in enumerate(rows) if row.fold)
    place.inspector._why_linked(place.inspector._why_model.index(fold, 0))
    said = [cells.say(row.cell) for row in place.inspector._why_model.rows]
    titles = {(pack.id, rule.id): rule.title for pack in workspace.packs for rule in pack.rules}
    for trace in traces:
        assert any(titles[trace.pack, trace.rule] in line for line in said)
    hit = [titles[t.pack, t.rule] for t in traces if t.matched]
    places = [next(i for i, line in enumerate(said) if title in line) for title in titles.values()
              if any(title in line for line in said)]
    first_missed = next(i for i, line in enumerate(said) if "未命中" in line)
    assert all(next(i for i, line in enumerate(said) if title in line) < first_missed for title in hit)
    assert places


def test_fields_lead_to_their_place(place: DocumentsPlace) -> None:
    inspector = place.inspector
    place.select(next(iter(place.shell.workspace.files)), 0, None, "")
    inspector.tabs.setCurrentIndex(1)
    row = inspector._fields_model.rows[0]
    assert row.name
    assert row.value
    assert row.place
    inspector.fields.linked.emit(inspector._fields_model.index(0, 2))
    assert place.page.selected_span == row.span


def test_what_the_model_sees_has_no_secret(place: DocumentsPlace) -> None:
    place.select(next(iter(place.shell.workspace.files)), 0, None, "")
    place.inspector.tabs.setCurrentIndex(2)
    seen = place.inspector.model_text.toPlainText()
    assert "11010519491231002X" not in seen
    assert "[身份证-1]" in seen
    assert "13812345678" not in seen
    masked = len(re.findall(r"\[\S+?-\d\]", seen))
    assert f"脱敏 {masked} 处" in place.inspector.masked_line.text()


def test_find_goes_through_the_places(place: DocumentsPlace, qtbot: Any) -> None:
    place.window().trigger("find")
    bar = place.pane.find_bar
    bar.field.setText("违约金")
    qtbot.waitUntil(lambda: "/" in bar.counted.text(), timeout=2000)
    assert bar.counted.text() == "1 / 2"
    bar.step(1)
    assert bar.counted.text() == "2 / 2"
    qtbot.keyClick(bar.field, Qt.Key.Key_Escape)
    assert not bar.isVisible()


def test_zoom_keeps_what_is_read_in_sight(place: DocumentsPlace) -> None:
    page = place.page
    core = place.shell.workspace.files[next(iter(place.shell.workspace.files))].chunks[-2].core
    page.reveal(core)
    page.verticalScrollBar().setValue(round(page.y_of(core[0])))
    before = page._anchor()
    place.window().trigger("zoom_in")
    assert page.zoom == 110
    after = page._anchor()
    assert before is not None
    assert after is not None
    assert before[0] == after[0]


def test_judging_again_keeps_the_place_and_the_unfolded_rows(place: DocumentsPlace, qtbot: Any) -> None:
    workspace = place.shell.workspace
    key = next(iter(workspace.files))
    place.select(key, 1, None, "")
    before = workspace.files[key]
    rows = place.tree.model.rowCount(place.tree.model.index(0, 0))
    rule = next(hit for verdict in before.verdicts for hit in verdict.hits)
    workspace.set_enabled(rule.pack, rule.rule, False)
    qtbot.waitUntil(lambda: workspace.files[key] is not before, timeout=5000)
    qtbot.wait(150)
    assert place.page.selected_chunk == 1
    assert place.tree.model.rowCount(place.tree.model.index(0, 0)) == rows
    assert not any(hit.rule == rule.rule for verdict in workspace.files[key].verdicts for hit in verdict.hits)


def test_a_place_asked_for_before_the_file_is_read_is_shown_then(program: Program, contract: Path, qtbot: Any) -> None:
    program.window.open_paths([contract])
    qtbot.waitUntil(lambda: bool(program.workspace.files), timeout=5000)
    key = next(iter(program.workspace.files))
    program.shell.reveal(key, (40, 44))
    qtbot.waitUntil(lambda: program.workspace.files[key].state == "ready", timeout=10_000)
    qtbot.waitUntil(lambda: program.window.places["documents"].page.selected_span == (40, 44), timeout=3000)


def test_a_file_is_shown_as_a_whole_until_a_chunk_is_chosen(place: DocumentsPlace) -> None:
    file = next(iter(place.shell.workspace.files.values()))
    summary = place.inspector.file_summary
    assert place.page.selected_chunk is None
    assert summary.isVisible()
    assert summary.head.accessibleName() == file.name
    rows = summary._model.rows
    fields = [row for row in rows if row.span is not None]
    assert len(fields) == sum(len(values) for verdict in file.verdicts for values in verdict.fields.values())
    summary.rows.linked.emit(summary._model.index(rows.index(fields[-1]), 0))
    assert place.page.selected_span == fields[-1].span
    assert not summary.isVisible()
    place.tree.tree.setCurrentIndex(place.tree.model.file_index(file.key))
    assert place.page.selected_chunk is None
    assert summary.isVisible()


def test_words_of_a_rule_that_extracted_are_not_marked_beside_the_value(place: DocumentsPlace) -> None:
    content = place.page.content
    assert content is not None
    extracts = {(pack.id, rule.id): {action.field for action in rule.then if action.kind == "extract"}
                for pack in place.shell.workspace.packs for rule in pack.rules}
    seen = 0
    for ordinal, verdict in enumerate(content.verdicts):
        values = {value.span for found in verdict.fields.values() for value in found}
        spans = {mark.span for mark in content.marks[ordinal]}
        assert values <= spans
        others = {hit.span for hit in verdict.hits
                  if not extracts[hit.pack, hit.rule] & {name for name, found in verdict.fields.items() if found}}
        assert others <= spans
        seen += len({hit.span for hit in verdict.hits} - spans)
    assert seen


def test_overlapping_marks_are_painted_once(place: DocumentsPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    painter = place.page._paint
    painted: list[tuple[int, int]] = []
    monkeypatch.setattr(painter, "_underline", lambda _p, _t, _at, span, *_: painted.append(span))
    document = place.page.content.document  # type: ignore[union-attr]
    start = document.text.index("保修期")
    chunks = place.page.content.chunks  # type: ignore[union-attr]
    chunk = next(i for i, chunk in enumerate(chunks) if chunk.core[0] <= start < chunk.core[1])
    place.page._marks.show(chunks, {chunk: [
        PlaceMark("hit", (start, start + 3), "c"), PlaceMark("hit", (start, start + 6), "a"),
        PlaceMark("hit", (start + 2, start + 8), "b")]})
    place.page.reveal((start, start + 1))
    painted.clear()
    place.page.viewport().repaint()
    covered = [offset for low, high in painted for offset in range(low, high)]
    assert sorted(covered) == list(range(start, start + 8))


def test_rows_held_together_by_merges_lose_no_text_between_them(program: Program, tmp_path: Path, read: Read) -> None:
    path = tmp_path / "t.docx"
    document = docx.Document()
    table = document.add_table(rows=4, cols=3)
    for row in range(4):
        for column in range(3):
            table.cell(row, column).text = f"{row}{column}"
    table.cell(0, 0).merge(table.cell(1, 0))
    table.cell(0, 2).merge(table.cell(1, 2))
    document.save(str(path))
    read(program, path)
    blocks = program.window.places["documents"].page.flow.blocks
    rows = [block for block in blocks if block.kind == "rows"]
    assert rows
    assert all(a.span[1] == b.span[0] for a, b in pairwise(rows))
    assert not [block for block in blocks if block.kind == "paragraph"]


def test_a_wide_table_is_scrolled_sideways(program: Program, tmp_path: Path, read: Read, qtbot: Any) -> None:
    path = tmp_path / "wide.md"
    cells = " | ".join(f"1,234,567,{n:03}.00" for n in range(20))
    path.write_text(f"| {' | '.join(f'h{n}' for n in range(20))} |\n|{'---|' * 20}\n| {cells} |\n", encoding="utf-8")
    read(program, path)
    page = program.window.places["documents"].page
    assert page.horizontalScrollBar().maximum() > 0
    text = page.content.document.text
    last = text.index("1,234,567,019.00")
    page.reveal((last, last + 5), centre=True)
    frame = page.frame()
    assert 0 <= frame.left + page.flow.margin() + page.flow.x_of(last) <= page.viewport().width()
    for block in page.flow.blocks:
        for cell in block.cells:
            piece = next(p for p in page.flow.lay(page.flow.block_of(cell.span[0])).pieces if p.cell is cell)
            assert len(piece.text.rects(cell.span)) == 1


def test_the_page_is_read_aloud_as_it_is_shown(place: DocumentsPlace) -> None:
    place.select(next(iter(place.shell.workspace.files)), 0, None, "")
    said = place.page.accessibleDescription()
    assert "采购合同" in place.page.accessibleName()
    assert "11010519491231002X" not in said
    assert "身份证-1" in said


def test_keys_of_the_page(place: DocumentsPlace, qtbot: Any) -> None:
    page = place.page
    page.setFocus(Qt.FocusReason.TabFocusReason)
    bar = page.verticalScrollBar()
    qtbot.keyClick(page, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    qtbot.keyClick(page, Qt.Key.Key_Home)
    assert bar.value() == 0
    qtbot.keyClick(page, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    place.window().trigger("copy")
    content = page.content
    assert content is not None
    assert QGuiApplication.clipboard().text() == content.document.text[slice(*content.document.source.body)]
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert page.selection() is None
    place.window().trigger("next_chunk")
    assert page.selected_chunk == 0
    place.window().trigger("next_hit")
    assert page.selected_span == content.marks[0][0].span


def test_tab_goes_from_filter_to_tree_to_page_to_inspector(place: DocumentsPlace, qtbot: Any) -> None:
    place.select(next(iter(place.shell.workspace.files)), 0, None, "")
    window = place.window()
    place.tree.field.setFocus(Qt.FocusReason.TabFocusReason)
    met = []
    for _ in range(14):
        widget = window.focusWidget()
        met.append(widget)
        qtbot.keyClick(widget, Qt.Key.Key_Tab)
    order = [met.index(one) for one in (place.tree.field, place.tree.tree, place.page, place.inspector.tabs)]
    assert order == sorted(order)


def test_the_chosen_chunk_stays_chosen_when_its_file_is_cut_anew(program: Program, contract: Path, read: Read,
                                                                 qtbot: Any) -> None:
    (key,) = read(program, contract)
    place = cast(DocumentsPlace, program.window.places["documents"])
    place.select(key, 1, None, "")
    before = program.workspace.files[key].chunks
    program.workspace.set_profile(Profile({"chunking.max_tokens": 200}))
    qtbot.waitUntil(lambda: program.workspace.files[key].chunks is not before, timeout=10_000)
    qtbot.wait(150)
    assert place.page.selected_chunk == 1
    assert place.tree.is_at(key, 1)


def test_of_many_chunks_chosen_at_once_only_the_last_is_explained(
        place: DocumentsPlace, program: Program, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    inspector = place.inspector
    qtbot.waitUntil(lambda: not inspector._explaining)
    explained: list[int] = []
    explain = inspector._explain

    def counted(prepared: Prepared, rules: RuleChoice, ordinal: int) -> tuple[RuleTrace, ...]:
        explained.append(ordinal)
        return explain(prepared, rules, ordinal)

    monkeypatch.setattr(inspector, "_explain", counted)
    (key,) = program.workspace.files
    for ordinal in (0, 1) * 4:
        place.select(key, ordinal, None, "")
    qtbot.waitUntil(lambda: not inspector._explaining and inspector._traces != ())
    assert explained == [0, 1]
    assert inspector._traces == program.workspace.explain(key, 1)


def test_rules_about_what_is_asked_are_explained_with_the_others(place: DocumentsPlace, program: Program,
                                                                qtbot: Any) -> None:
    program.workspace.set_pack(load(
        "pack: own\nrules:\n- {id: a, when: {field: instruction, contains: 钱}, then: [{tag: 钱}]}\n", "own"))
    program.workspace.ask("多少钱")
    qtbot.waitUntil(lambda: not program.workspace.busy)
    (key,) = program.workspace.files
    place.select(key, 1, None, "")
    qtbot.waitUntil(lambda: not place.inspector._explaining and place.inspector._ordinal == 1)
    assert place.inspector._traces == program.workspace.explain(key, 1)
    assert any(trace.rule == "a" and trace.matched for trace in place.inspector._traces)


def test_a_search_that_stopped_says_that_there_may_be_more(program: Program, tmp_path: Path, read: Read, qtbot: Any,
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_words, "MOST_FOUND", 5)
    path = tmp_path / "长文.txt"
    path.write_text("\n".join(f"{n}. 乙方逾期的，应支付违约金。" for n in range(1, 9)), encoding="utf-8")
    read(program, path)
    pane = program.window.places["documents"].pane
    program.window.trigger("find")
    for words, said in (("违约金", "1 / 5+"), ("8. 乙方", "1 / 1")):
        pane.find_bar.field.setText(words)
        qtbot.waitUntil(lambda said=said: pane.find_bar.counted.text() == said)


def test_where_three_panes_have_no_room_the_inspector_goes_and_comes_back(program: Program, contract: Path, read: Read,
                                                                         qtbot: Any) -> None:
    read(program, contract)
    window = program.window
    place = cast(DocumentsPlace, window.places["documents"])
    window.setMinimumSize(1, 1)  # as on a small screen

    def inside() -> bool:
        return all(place.rect().contains(pane.geometry()) for pane in (place.tree, place.pane, place.inspector)
                   if pane.isVisible())

    def able() -> bool:
        return "show_inspector" in place.handlers()

    for folded in (False, True):
        window.resize(1440, 900)
        qtbot.waitUntil(able)
        if folded:
            window.trigger("show_inspector")
        assert place.inspector.isHidden() is folded
        window.resize(960, 540)
        qtbot.waitUntil(lambda: place.width() < 960)
        assert place.inspector.isHidden()
        assert not able()
        qtbot.waitUntil(inside)
    window.resize(1440, 900)
    qtbot.waitUntil(able)
    assert place.inspector.isHidden()
    window.trigger("show_inspector")
    assert place.inspector.isVisible()


def test_a_window_is_no_larger_than_its_screen_must_be(program: Program) -> None:
    window = program.window
    room = window.screen().availableSize()
    assert window.minimumWidth() <= room.width()
    assert window.minimumHeight() <= room.height()


def test_rows_of_a_large_file_are_laid_out_in_a_turn_of_their_own(program: Program, contract: Path, read: Read,
                                                                  qtbot: QtBot, monkeypatch: Any) -> None:
    monkeypatch.setattr(tree_pane, "_MANY_ROWS", 1)
    key, = read(program, contract)
    tree = cast(DocumentsPlace, program.window.places["documents"]).tree
    index = tree.model.file_index(key)
    qtbot.waitUntil(lambda: tree.tree.isExpanded(index), timeout=5_000)
    tree.tree.collapse(index)
    tree.unfold(key)
    assert tree.model.rowCount(index) > 1
    assert not tree.tree.isExpanded(index)
    program.workspace.close((key,))  # before its turn comes
    qtbot.wait(20)
    assert tree.model.rowCount() == 0


def test_what_is_read_aloud_of_a_chunk_hides_what_is_masked_in_it(place: DocumentsPlace) -> None:
    content = place.page.content
    assert content is not None
    masks = list(content.masks)
    assert masks
    for ordinal, chunk in enumerate(content.chunks):
        place.page.select(ordinal)
        said = place.page.accessibleDescription()
        end = min(chunk.core[1], chunk.core[0] + page._READ_ALOUD)
        for start, stop, placeholder in masks:
            if chunk.core[0] <= start and stop <= end:
                assert placeholder in said
                assert content.document.text[start:stop] not in said
