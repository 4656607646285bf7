"""Files with a password: asked for in the window, three times; what is kept of the others, and its wiping."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import docx
import pymupdf
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from docprep_gui.gui.app import Program
from docprep_gui.gui.documents.password_dialog import PasswordDialog
from docprep_gui.gui.documents.place import DocumentsPlace
from docprep_gui.gui.settings_dialog import SettingsDialog
from docprep_gui.workspace import converter, reading
from tests.support import papers, sealed

Read = Callable[..., list[str]]


@pytest.fixture
def locked(tmp_path: Path) -> Path:
    made = io.BytesIO()
    document = docx.Document()
    document.add_paragraph("甲方应按期付款，合同编号：HT-2026-0417。")
    document.save(made)
    path = tmp_path / "保密合同.docx"
    path.write_bytes(sealed.office(made.getvalue(), "right"))
    return path


def _dialog(program: Program, key: str) -> PasswordDialog:
    cast(DocumentsPlace, program.window.places["documents"]).retry(key)
    return next(one for one in program.window.findChildren(PasswordDialog) if one.isVisible())


def _try(dialog: PasswordDialog, password: str, program: Program, qtbot: Any) -> None:
    qtbot.keyClicks(dialog.field, password)
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not program.workspace.busy, timeout=20_000)
    qtbot.wait(100)


def test_the_password_opens_the_file_and_is_kept_nowhere(
    program: Program, read: Read, locked: Path, tmp_path: Path, qtbot: Any
) -> None:
    (key,) = read(program, locked)
    place = cast(DocumentsPlace, program.window.places["documents"])
    assert place.tree.model.remedy(program.workspace.files[key]) == "输入密码…"
    dialog = _dialog(program, key)
    assert dialog.field.echoMode() == dialog.field.EchoMode.Password
    assert not dialog.open_button.isEnabled()
    _try(dialog, "wrong", program, qtbot)
    assert dialog.isVisible()
    assert dialog.said.text() == "密码不对。再输一次，注意大小写。还可以试 2 次。"
    assert dialog.field.text() == ""
    assert dialog.field.hasFocus() or not program.window.isActiveWindow()
    _try(dialog, "right", program, qtbot)
    file = program.workspace.files[key]
    assert "HT-2026-0417" in file.document.text
    assert not [one for one in program.window.findChildren(PasswordDialog) if one.isVisible()]
    program.workspace.save()
    needles = ["HT-2026-0417".encode(code) for code in ("utf-8", "utf-16-le")] + ["甲方应按期付款".encode()]
    left = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert not [path for path in left if any(needle in path.read_bytes() for needle in needles)]


def test_after_three_tries_it_is_said_and_can_be_tried_again(
    program: Program, read: Read, locked: Path, qtbot: Any
) -> None:
    (key,) = read(program, locked)
    dialog = _dialog(program, key)
    for password in ("a", "b", "c"):
        _try(dialog, password, program, qtbot)
    assert dialog.said.text() == "三次都不对。核对密码后，可以在文件名旁边再试。"
    assert not dialog.open_button.isVisible()
    assert not dialog.field.isEnabled()
    dialog.cancel_button.click()
    error = program.workspace.files[key].error
    assert error is not None
    assert program.shell.messages.error(error)[0] == "密码不对。"
    again = _dialog(program, key)
    _try(again, "right", program, qtbot)
    assert program.workspace.files[key].state == "ready"


def test_no_sentence_is_cut(make_program: Callable[..., Program], read: Read, locked: Path, qtbot: Any) -> None:
    program = make_program(language="en")
    (key,) = read(program, locked)
    dialog = _dialog(program, key)
    for password in ("a", "b", "c"):
        _try(dialog, password, program, qtbot)
        qtbot.waitUntil(lambda: dialog.said.height() >= dialog.said.heightForWidth(dialog.said.width()), timeout=2000)


def test_it_is_asked_for_only_where_it_helps(program: Program, read: Read, tmp_path: Path, qtbot: Any) -> None:
    pdf, managed = tmp_path / "locked.pdf", tmp_path / "managed.docx"
    document = pymupdf.open()
    document.new_page().insert_text((50, 50), "The buyer pays.")
    document.save(str(pdf), encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="right", owner_pw="owner")
    managed.write_bytes(papers.protected_office())
    pdf_key, managed_key = read(program, pdf, managed)
    files = program.workspace.files
    place = cast(DocumentsPlace, program.window.places["documents"])
    assert place.tree.model.remedy(files[managed_key]) == "重试"
    place.retry(managed_key)
    assert not program.window.findChildren(PasswordDialog)
    dialog = _dialog(program, pdf_key)
    _try(dialog, "right", program, qtbot)
    assert "The buyer pays." in files[pdf_key].document.text


def test_a_file_that_is_closed_takes_its_question_along(program: Program, read: Read, locked: Path, qtbot: Any) -> None:
    (key,) = read(program, locked)
    _dialog(program, key)
    program.workspace.close([key])
    qtbot.waitUntil(lambda: not [one for one in program.window.findChildren(PasswordDialog) if one.isVisible()])


def test_what_is_kept_is_wiped_in_one_click(program: Program, read: Read, contract: Path, qtbot: Any) -> None:
    read(program, contract)
    assert reading.kept().size() > 0
    program.window.trigger("settings")
    dialog = program.window.settings_dialog
    assert isinstance(dialog, SettingsDialog)
    qtbot.waitUntil(dialog.kept.wipe_button.isEnabled)
    assert dialog.kept.said.text().startswith("记住的文字：")
    dialog.kept.wipe_button.click()
    qtbot.waitUntil(lambda: dialog.kept.said.text() == "没有记住任何文字")
    assert reading.kept().size() == 0
    assert not dialog.kept.wipe_button.isEnabled()


def test_switched_off_nothing_is_kept(program: Program, read: Read, contract: Path, qtbot: Any) -> None:
    program.window.trigger("settings")
    dialog = program.window.settings_dialog
    assert isinstance(dialog, SettingsDialog)
    dialog.rows["reading.cache"].field.click()
    dialog.accept()
    read(program, contract)
    assert reading.kept().size() == 0


def test_a_converter_that_is_named_reads_what_waited_for_it(
    program: Program, read: Read, tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = io.BytesIO()
    document = docx.Document()
    document.add_paragraph("甲方应按期付款。")
    document.save(made)
    office = tmp_path / "soffice"
    office.write_text("")
    monkeypatch.setattr(converter, "find", lambda named="": Path(named) if named else None)
    monkeypatch.setattr(converter, "convert", lambda *_: made.getvalue())
    letter = tmp_path / "letter.rtf"
    letter.write_bytes(rb"{\rtf1 text}")
    (key,) = read(program, letter)
    error = program.workspace.files[key].error
    assert error is not None
    assert program.shell.messages.error(error) == (
        "这种格式（rtf）要先转换。", "装上免费的 LibreOffice 再试，或在原来的软件里另存为 .docx。")
    program.window.trigger("settings")
    dialog = program.window.settings_dialog
    assert isinstance(dialog, SettingsDialog)
    row = dialog.rows["reading.libreoffice"]
    field = cast(QLineEdit, row.field)
    assert field.placeholderText() == "自动"
    qtbot.keyClicks(field, "/nowhere")
    assert row.about.text() == "没有「/nowhere」这个文件。写出程序的完整路径。"
    field.clear()
    qtbot.keyClicks(field, str(office))
    dialog.accept()
    qtbot.waitUntil(lambda: program.workspace.files[key].state == "ready", timeout=20_000)
    document_read = program.workspace.files[key].document
    assert document_read is not None
    assert program.shell.messages.notice(document_read.notices[0]).startswith("由 LibreOffice 从 rtf 转换而来")
