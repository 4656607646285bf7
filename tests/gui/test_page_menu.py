"""The menu of a page has what people look for in it, with the shortcuts beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from docprep_gui.gui.app import Program
from docprep_gui.gui.documents.page import PageView
from docprep_gui.gui.documents.place import DocumentsPlace
from docprep_gui.gui.results.place import ResultsPlace

Read = Callable[..., list[str]]


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "约定.txt"
    path.write_text("第一条 付款\n\n甲方应于五日内付款。\n", encoding="utf-8")
    return path


def _menu(page: PageView) -> QMenu:
    viewport = page.viewport()
    point = QPoint(80, 40)
    QApplication.sendEvent(viewport, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point,
                                                       viewport.mapToGlobal(point)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def _entries(menu: QMenu) -> list[tuple[str, str, bool]]:
    return [(one.text(), one.shortcut().toString(), one.isEnabled()) for one in menu.actions() if one.text()]


@pytest.mark.parametrize(("language", "names"), [
    ("zh", ("复制", "全选", "在页面上查找")), ("en", ("Copy", "Select all", "Find on page")),
])
def test_copy_select_all_and_find(make_program: Callable[..., Program], text: Path, read: Read, qtbot: Any,
                                  language: str, names: tuple[str, ...]) -> None:
    program = make_program(language)
    read(program, text)
    place = program.window.places["documents"]
    assert isinstance(place, DocumentsPlace)
    menu = _menu(place.page)
    expected = [(names[0], "Ctrl+C", False), (names[1], "Ctrl+A", True), (names[2], "Ctrl+F", True)]
    assert _entries(menu)[:3] == expected
    assert all(one.isShortcutVisibleInContextMenu() for one in menu.actions() if one.text())
    menu.setActiveAction(next(one for one in menu.actions() if one.text() == names[1]))
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert place.page.content is not None
    assert place.page.selection() == place.page.content.document.source.body
    menu = _menu(place.page)
    assert _entries(menu)[0] == (names[0], "Ctrl+C", True)
    menu.setActiveAction(menu.actions()[0])
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert QGuiApplication.clipboard().text().startswith("第一条 付款")
    menu = _menu(place.page)
    menu.setActiveAction(next(one for one in menu.actions() if one.text() == names[2]))
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert place.pane.find_bar.isVisible()


def test_shortcuts_work_beside_the_menu(program: Program, text: Path, read: Read, qtbot: Any) -> None:
    """An open menu shows the same keys; the window must still hear them, and a field its own."""
    read(program, text)
    place = program.window.places["documents"]
    assert isinstance(place, DocumentsPlace)
    _menu(place.page).close()
    place.page.setFocus()
    qtbot.keyClick(place.page, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert place.page.selection() is not None
    place.page.set_selection(None)
    place.pane.find_bar.open_bar()
    place.pane.find_bar.field.setText("付款")
    place.pane.find_bar.field.deselect()
    qtbot.keyClick(place.pane.find_bar.field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert place.pane.find_bar.field.selectedText() == "付款"
    assert place.page.selection() is None


def test_text_beside_the_results_can_be_copied(program: Program, text: Path, read: Read, qtbot: Any) -> None:
    read(program, text)
    program.window.go("results")
    place = program.window.places["results"]
    assert isinstance(place, ResultsPlace)
    page = place.page.page
    qtbot.waitUntil(lambda: page.content is not None)
    assert _entries(_menu(page)) == [("复制", "Ctrl+C", False), ("全选", "Ctrl+A", True)]
    QApplication.activePopupWidget().close()
    page.setFocus()
    qtbot.keyClick(page, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(page, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().startswith("第一条 付款")
