from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from docprep_gui.gui import commands, places
from docprep_gui.gui.app import Program
from docprep_gui.workspace.files import FoundFile

Read = Callable[..., list[str]]


def _mime(*paths: Path) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return mime


def _enter(program: Program, mime: QMimeData) -> QDragEnterEvent:
    event = QDragEnterEvent(QPoint(400, 300), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                            Qt.KeyboardModifier.NoModifier)
    program.window.dragEnterEvent(event)
    return event


def test_opens_on_the_drop_zone(program: Program) -> None:
    documents = program.window.places["documents"]
    assert documents.drop_zone.isVisible()
    assert documents.drop_zone.title.text() == "把文件或文件夹拖到这里"
    assert program.window.status.lossless.text() == "还没有打开文件"


def test_a_drag_says_what_a_release_will_do(program: Program, tmp_path: Path) -> None:
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for file in files:
        file.write_text("x", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    event = _enter(program, _mime(*files, tmp_path / "folder"))
    assert event.isAccepted()
    assert program.window.places["documents"].drop_zone.title.text() == "松开，读取 2 个文件和 1 个文件夹"


def test_a_drag_without_local_files_is_refused(program: Program) -> None:
    mime = QMimeData()
    mime.setText("no file")
    assert not _enter(program, mime).isAccepted()


def test_dropped_files_are_read_and_counted(program: Program, contract: Path, qtbot: Any) -> None:
    mime = _mime(contract)
    event = QDropEvent(QPointF(500, 400), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                       Qt.KeyboardModifier.NoModifier)
    program.window.dropEvent(event)
    qtbot.waitUntil(lambda: "一字不漏" in program.window.status.lossless.text(), timeout=10_000)
    file = next(iter(program.workspace.files.values()))
    assert file.document is not None
    body = f"{file.document.source.body[1]:,}"
    assert program.window.status.lossless.text() == f"一字不漏：{body} / {body} 字"
    assert not program.window.places["documents"].drop_zone.isVisible()


def test_over_an_open_document_the_frame_answers_a_drag(program: Program, contract: Path, read: Read) -> None:
    read(program, contract)
    _enter(program, _mime(contract))
    assert program.window.drop_frame.isVisible()
    assert program.window.drop_frame.text() == "松开，读取 1 个文件"
    program.window.dragLeaveEvent(None)
    assert not program.window.drop_frame.isVisible()


def test_places_by_key(program: Program, qtbot: Any) -> None:
    for spec in reversed(places.PLACES):
        digit = commands.BY_ID[spec.command].shortcut[-1]
        qtbot.keyClick(program.window, digit, Qt.KeyboardModifier.ControlModifier)
        assert program.window.place is program.window.places[spec.id]
        assert program.window.rail.buttons[spec.id].isChecked()


def test_commands_are_enabled_only_where_something_carries_them_out(program: Program, contract: Path,
                                                                    read: Read) -> None:
    actions = program.window.actions_by_id
    assert actions["open"].isEnabled()
    assert not actions["find"].isEnabled()
    read(program, contract)
    assert actions["find"].isEnabled()
    assert actions["close"].isEnabled()


def test_shortcuts_are_unique() -> None:
    shortcuts = [command.shortcut for command in commands.COMMANDS if command.shortcut]
    assert len(shortcuts) == len(set(shortcuts))


def test_closing_the_last_document_brings_the_drop_zone_back(program: Program, contract: Path, read: Read) -> None:
    read(program, contract)
    program.window.trigger("close")
    assert program.window.places["documents"].drop_zone.isVisible()


def test_another_language_keeps_what_is_open(program: Program, contract: Path, read: Read, qtbot: Any) -> None:
    read(program, contract)
    program.window.trigger("language_en")
    qtbot.waitUntil(lambda: program.shell.language == "en")
    window = program.window
    assert window.rail.buttons["documents"].text() == "Documents"
    assert window.places["documents"].tree.model.rowCount() == 1
    assert window.status.lossless.text().startswith("Every character accounted for")


def test_theme_is_remembered(program: Program) -> None:
    from docprep_gui.gui import theme
    program.window.trigger("theme_dark")
    assert theme.current().dark
    assert program.settings.value("theme") == "dark"
    assert program.window.actions_by_id["theme_dark"].isChecked()


def test_panes_by_f6(program: Program, contract: Path, read: Read) -> None:
    read(program, contract)
    documents = program.window.places["documents"]
    program.window.activateWindow()
    documents.tree.tree.setFocus()
    program.window.trigger("next_pane")
    assert program.window.focusWidget() is documents.page
    program.window.trigger("next_pane")
    assert program.window.focusWidget() is documents.inspector.file_summary.rows
    program.window.trigger("previous_pane")
    assert program.window.focusWidget() is documents.page


def test_the_palette_finds_a_command_by_its_words(program: Program) -> None:
    from docprep_gui.gui.palette import CommandPalette
    palette = CommandPalette(program.window)
    palette.field.setText("深色")
    palette._choose(palette._list.currentIndex())
    assert program.settings.value("theme") == "dark"


def test_the_palette_shows_what_it_found(program: Program) -> None:
    from docprep_gui.gui.palette import CommandPalette
    palette = CommandPalette(program.window)
    palette.open_at_top()
    assert not palette.grab().isNull()
    assert any("深色" in label for _, label, _ in palette._model.shown)
    palette.close()


def test_f1_opens_the_help_at_the_place_shown(program: Program, contract: Path, read: Read) -> None:
    from docprep_gui.gui.help import text
    window = program.window
    window.trigger("help")
    shown = window._help
    assert shown is not None
    assert shown.isVisible()
    assert "两分钟说明" in shown.view.toPlainText()
    assert shown.view.verticalScrollBar().value() == 0
    read(program, contract)
    window.go("results")
    window.trigger("help")
    assert window._help is shown
    assert shown.view.verticalScrollBar().value() > 0
    for language, places_named in (("zh", "文档 规则 运行 结果"), ("en", "Documents Rules Run Results")):
        assert all(f"## {name}" in text(language) for name in places_named.split())


def test_the_first_page_says_which_model_is_chosen(program: Program) -> None:
    from docprep_gui.workspace.choices import EndpointChoice
    empty = program.window.places["documents"].empty
    before = empty._model_state.text()
    assert before
    program.workspace.choose_endpoint(EndpointChoice("http://127.0.0.1:11434/v1", "some-model"))
    assert "some-model" in empty._model_state.text()


def test_the_status_bar_tells_kinds_of_documents(program: Program, tmp_path: Path, read: Any, qtbot: Any) -> None:
    for name, text in (("a.txt", "设备采购合同\n甲方：甲公司\n乙方：乙公司\n"), ("b.txt", "保密协议\n甲方与乙方约定如下。\n"),
                       ("c.txt", "报价单\n单价：3元 合计：9元\n")):
        (tmp_path / name).write_text(text, "utf-8")
    read(program, tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "c.txt")
    status = program.window.status
    qtbot.waitUntil(lambda: status.files.text().startswith("3 个文件：2 份合同，1 份报价单"), timeout=5_000)
    assert status.files.toolTip() == "2 份合同\n1 份报价单"


def test_places_are_built_when_they_are_shown(program: Program, qtbot: Any) -> None:
    window = program.window
    window._rest_due.stop()  # nothing is built meanwhile
    there = [type(place).__name__ for place in window.places.there()]
    assert there == ["DocumentsPlace"]
    qtbot.keyClick(window, "3", Qt.KeyboardModifier.ControlModifier)
    assert type(window.place).__name__ == "RunPlace"
    assert len(window.places.there()) == 2
    assert list(window.places) == ["documents", "rules", "run", "results"]


def test_the_other_places_follow_by_themselves(program: Program, qtbot: Any) -> None:
    qtbot.waitUntil(lambda: program.window.places.missing() is None, timeout=10_000)
    assert not program.window._rest_due.isActive() or qtbot.wait(600) is None
    assert type(program.window.place).__name__ == "DocumentsPlace"
    assert program.window.actions_by_id["rules_new"].isEnabled()


def test_a_command_of_a_place_that_is_not_built_is_carried_out(program: Program) -> None:
    window = program.window
    window._rest_due.stop()
    before = len(program.workspace.packs)
    window.trigger("rules_new_pack")
    assert len(program.workspace.packs) == before + 1


def test_a_text_of_a_page_becomes_a_rule_before_rules_were_seen(program: Program) -> None:
    window = program.window
    window._rest_due.stop()
    pack = program.workspace.packs[0]
    program.shell.pick("rule", "绝没有的词，其余")
    assert type(window.place).__name__ == "RulesPlace"
    texts = [program.workspace.rulebook.text(one.id) for one in program.workspace.packs]
    assert any("绝没有的词" in text for text in texts), pack.id


def test_a_place_on_a_page_is_shown_where_another_place_came_back(make_program: Callable[..., Program], contract: Path,
                                                                  read: Read) -> None:
    from docprep_gui.gui.app import window_settings
    first = make_program()
    window_settings().setValue("place", "results")
    first.settings.setValue("place", "results")
    program = make_program()
    window = program.window
    window._rest_due.stop()
    assert [type(place).__name__ for place in window.places.there()] == ["ResultsPlace"]
    key, = program.workspace.add([FoundFile(contract, contract.name)])
    program.shell.reveal(key, (0, 4))
    assert type(window.place).__name__ == "DocumentsPlace"


def test_no_words_of_the_status_bar_lie_upon_others(make_program: Callable[..., Program], contract: Path, read: Read,
                                                    qtbot: Any) -> None:
    program = make_program(language="en")
    read(program, contract)
    program.window.resize(1100, 700)
    status = program.window.status
    long = "7 files: 1 notice, 6 other documents · 518 chunks · recognising text, 2 to go · 11 set aside"

    def items() -> list[Any]:
        return [item for item in (status.lossless, status.files, status.place, status.model, status.rules, status.zoom)
                if item.isVisible()]

    def apart() -> bool:
        # The window says anew what there is to say whenever something comes to its end behind it.
        status.files.show_text(long)
        status.place.show_text("chunk 1 of 6")
        QApplication.processEvents()
        return all(a.geometry().right() < b.geometry().left() for a, b in pairwise(items()))

    qtbot.waitUntil(apart, timeout=20_000)
    qtbot.waitUntil(lambda: apart() and status.files.toolTip() == long and {
        status.files, status.place, status.zoom} <= set(items()), timeout=20_000)
    program.window.resize(1900, 700)
    qtbot.waitUntil(lambda: apart() and not status.files.toolTip(), timeout=20_000)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_where_it_is_narrow_the_page_s_switches_show_their_shapes_alone(
        make_program: Callable[..., Program], contract: Path, read: Read, qtbot: Any, language: str) -> None:
    program = make_program(language=language)
    read(program, contract)
    pane = program.window.places["documents"].pane
    switches = (pane.chunks, pane.hits, pane.masks)
    program.window.resize(1100, 700)
    qtbot.waitUntil(lambda: all(switch.width() >= switch.sizeHint().width() for switch in switches), timeout=2000)
    assert {switch.toolButtonStyle() for switch in switches} == {Qt.ToolButtonStyle.ToolButtonIconOnly}
    assert all(switch.accessibleName() and switch.toolTip() for switch in switches)
    program.window.resize(1800, 900)
    qtbot.waitUntil(lambda: {switch.toolButtonStyle() for switch in switches} == {
        Qt.ToolButtonStyle.ToolButtonTextBesideIcon}, timeout=2000)
    qtbot.waitUntil(lambda: all(switch.width() >= switch.sizeHint().width() for switch in switches), timeout=2000)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_small_window_shows_all_of_each_place(make_program: Callable[..., Program], contract: Path, read: Read,
                                                language: str, qtbot: Any) -> None:
    program = make_program(language=language)
    read(program, contract)
    window = program.window
    qtbot.waitUntil(lambda: window.places.missing() is None and not window._rest_due.isActive(), timeout=20_000)
    window.setMinimumSize(900, 700)
    window.resize(1024, 700)
    window.go("rules")
    tabs = window.places["rules"].rule.tabs
    qtbot.waitUntil(lambda: tabs.count() == 3 and tabs.tabRect(2).right() < tabs.width(), timeout=5_000)
    window.resize(900, 700)
    assert window.width() == 900
    window.go("results")
    results = window.places["results"]
    assert results.page.isVisible()
    assert results.minimumSizeHint().width() <= 900 - window.rail.width()
    table = results.terms.table
    assert table.isColumnHidden(2)
    assert table.columnWidth(1) > 100
    window.resize(1440, 900)
    assert not table.isColumnHidden(2)
