"""The settings: generated, checked as typed, applied to what is open, kept; recent files; what was closed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from docprep_gui.gui.app import Program
from docprep_gui.gui.settings_dialog import SettingsDialog
from docprep_gui.gui.theme import theme
from docprep_gui.workspace.choices import EndpointChoice, Question
from docprep_gui.workspace.memory import Memory
from docprep_gui.workspace.messages import Messages
from docprep_gui.workspace.model import RunChanged
from docprep_gui.workspace.settings import SETTINGS
from tests.support.scripted import Reply, ScriptedServer

Read = Callable[..., list[str]]


@pytest.fixture
def dialog(program: Program) -> SettingsDialog:
    program.window.trigger("settings")
    shown = program.window.settings_dialog
    assert shown is not None
    return shown


def _type(dialog: SettingsDialog, key: str, text: str, qtbot: Any) -> None:
    field = cast(QLineEdit, dialog.rows[key].field)
    field.clear()
    if text:
        qtbot.keyClicks(field, text)
    else:
        field.textEdited.emit("")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_setting_has_words(language: Any) -> None:
    messages = Messages(language)
    for setting in SETTINGS:
        if setting.group:
            for key in (f"setting.{setting.key}", f"setting_about.{setting.key}", f"setting.group.{setting.group}",
                        *([f"unit.{setting.unit}"] if setting.unit else [])):
                assert messages.word(key) != key.rsplit(".", 1)[-1] or language == "en"
                assert messages.word(key)[0] != "_"


def test_all_sections_are_there(dialog: SettingsDialog) -> None:
    assert [entry.text() for entry in dialog.sections.values()] == ["分片", "排队", "提问", "读取", "外观", "语言"]
    assert set(dialog.rows) == {setting.key for setting in SETTINGS if setting.group}


def test_what_cannot_work_is_said_as_it_is_typed(dialog: SettingsDialog, program: Program, qtbot: Any) -> None:
    before = program.workspace.profile
    row = dialog.rows["scheduling.concurrency"]
    _type(dialog, "scheduling.concurrency", "99", qtbot)
    assert row.about.text() == "同时问几次 不能是 99。可用范围：1 到 64。"
    _type(dialog, "scheduling.concurrency", "four", qtbot)
    assert "four" in row.about.text()
    dialog.apply()
    assert program.workspace.profile == before
    _type(dialog, "scheduling.concurrency", "2", qtbot)
    assert row.about.text() == "内置的和自选文件的模型总是一次一问"
    dialog.apply()
    assert program.workspace.profile.whole("scheduling.concurrency") == 2
    _type(dialog, "chunking.overlap_tokens", "5000", qtbot)
    assert dialog.rows["chunking.overlap_tokens"].about.text().startswith("重叠")


def test_chunks_follow_and_reset_brings_them_back(dialog: SettingsDialog, program: Program, contract: Path, read: Read,
                                                  qtbot: Any) -> None:
    key = read(program, contract)[0]
    before = len(program.workspace.files[key].chunks)
    row = dialog.rows["chunking.max_tokens"]
    assert row.reset.isVisible()
    _type(dialog, "chunking.max_tokens", "60", qtbot)
    qtbot.waitUntil(lambda: len(program.workspace.files[key].chunks) > before, timeout=10_000)
    assert all(chunk.tokens <= 60 for chunk in program.workspace.files[key].chunks if not chunk.oversize)
    qtbot.mouseClick(row.reset, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(program.workspace.files[key].chunks) < before, timeout=10_000)
    assert "chunking.max_tokens" not in program.workspace.profile.values
    assert not row.reset.isVisible()


def test_choices_and_flags(dialog: SettingsDialog, program: Program) -> None:
    stream = cast(Any, dialog.rows["inference.stream"].field)
    stream.click()
    form = cast(Any, dialog.rows["inference.response"].field)
    form.setCurrentIndex(form.findData("json"))
    form.activated.emit(form.currentIndex())
    dialog.close_button.click()
    assert program.workspace.profile.get("inference.stream") is False
    assert program.workspace.profile.values["inference.response"] == "json"


def test_appearance_and_language(dialog: SettingsDialog, program: Program, qtbot: Any) -> None:
    dialog.choices["theme_dark"].click()
    assert theme().choice == "dark"
    assert dialog.choices["language_zh"].isChecked()
    dialog.choices["language_en"].click()
    qtbot.waitUntil(lambda: program.shell.language == "en", timeout=20_000)


def test_a_setting_that_a_small_model_cannot_have_sets_files_aside_until_it_is_mended(
        program: Program, contract: Path, read: Read, qtbot: Any) -> None:
    key = read(program, contract)[0]
    workspace = program.workspace
    workspace.set_profile(workspace.profile.with_value("chunking.max_tokens", None).with_value(
        "chunking.overlap_tokens", 400))
    qtbot.waitUntil(lambda: workspace.files[key].state == "set_aside", timeout=10_000)  # the trial model is small
    workspace.set_profile(workspace.profile.with_value("chunking.overlap_tokens", None))
    qtbot.waitUntil(lambda: workspace.files[key].state == "ready", timeout=10_000)


def test_chunks_stay_as_they_are_while_a_run_goes_on(program: Program, contract: Path, read: Read, qtbot: Any) -> None:
    hold = threading.Event()

    def script(_: dict[str, Any]) -> Reply:
        hold.wait(10)
        return Reply("好")

    keys = read(program, contract)
    with ScriptedServer(script) as server:
        program.workspace.choose_endpoint(EndpointChoice(server.url, "scripted-7b"))
        qtbot.waitUntil(lambda: not program.workspace.busy, timeout=10_000)
        program.runs.start(Question("summary"), keys)
        program.window.trigger("settings")
        dialog = program.window.settings_dialog
        assert dialog is not None
        assert dialog.held.isVisible()
        assert not dialog.rows["chunking.max_tokens"].isEnabled()
        assert dialog.rows["scheduling.weights"].isEnabled()
        hold.set()
        qtbot.waitUntil(lambda: program.runs.state == "finished", timeout=20_000)
        qtbot.waitUntil(lambda: dialog.rows["chunking.max_tokens"].isEnabled(), timeout=20_000)
        assert not dialog.held.isVisible()


def test_settings_are_kept(tmp_path: Path, program: Program) -> None:
    memory = Memory(tmp_path)
    workspace = program.workspace
    told: list[object] = []
    workspace.listen(told.append)
    workspace.set_profile(workspace.profile.with_value("scheduling.weights", "6,3,1"))
    assert any(isinstance(event, RunChanged) for event in told)
    workspace._memory = memory
    workspace.save()
    workspace._memory = None
    assert memory.load().settings["scheduling.weights"] == "6,3,1"
    text = (tmp_path / "session.json").read_text("utf-8")
    (tmp_path / "session.json").write_text(text.replace('"6,3,1"', '"broken"'), "utf-8")
    assert "scheduling.weights" not in memory.load().settings


def test_recent_files_are_offered_and_forgotten_when_gone(program: Program, contract: Path, tmp_path: Path,
                                                          read: Read) -> None:
    other = tmp_path / "a&b.txt"
    other.write_text("第二份", "utf-8")
    read(program, contract)
    read(program, other)
    menu = program.window._recent
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()[:2]] == ["a&&b.txt", "采购合同.txt"]
    other.unlink()
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()] == ["采购合同.txt", "", "清空这个列表"]
    menu.actions()[-1].trigger()
    menu.aboutToShow.emit()
    assert [action.isEnabled() for action in menu.actions()] == [False]


def test_many_recent_files_are_cut_off(program: Program, tmp_path: Path) -> None:
    made = [tmp_path / f"{n}.txt" for n in range(20)]
    for path in made:
        path.write_text("文", "utf-8")
        program.workspace.open([path])
    assert program.workspace.recent() == tuple(reversed(made))[:15]


def test_what_was_closed_comes_back(program: Program, contract: Path, read: Read, qtbot: Any) -> None:
    read(program, contract)
    assert not program.window.actions_by_id["reopen"].isEnabled()
    program.window.trigger("close_all")
    assert not program.workspace.files
    assert program.window.actions_by_id["reopen"].isEnabled()
    program.window.trigger("reopen")
    qtbot.waitUntil(lambda: not program.workspace.busy and len(program.workspace.files) == 1, timeout=10_000)
    assert not program.window.actions_by_id["reopen"].isEnabled()
