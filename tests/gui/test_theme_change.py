"""A change of theme goes through the window part by part, and nothing keeps the looks of before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QWidget

from docprep_gui.gui.app import Program
from docprep_gui.gui.theme import theme
from docprep_gui.gui.theme.tokens import DARK, LIGHT

Read = Callable[..., list[str]]
MOST = 130
"""Widgets that are polished in one go, at most: a fifth of those of the window."""


def built(program: Program, qtbot: Any) -> None:
    """All places are there, and nothing is left to be done beside."""
    qtbot.waitUntil(lambda: program.window.places.missing() is None and not program.window._rest_due.isActive(),
                    timeout=20_000)


def changed(qtbot: Any) -> None:
    qtbot.waitUntil(lambda: not theme()._steps.isActive(), timeout=10_000)


FIRST = pytest.mark.parametrize("restyled", [QEvent.Type.Polish], indirect=True)


class Restyled(QObject):
    """The widgets that were told of a new style, or (`Polish`) had their first one, since it was asked last."""

    def __init__(self, kind: QEvent.Type) -> None:
        super().__init__()
        self._kind = kind
        self._found: set[int] = set()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QWidget) and event.type() == self._kind:
            self._found.add(id(watched))
        return False

    def take(self) -> int:
        """How many."""
        found, self._found = self._found, set()
        return len(found)


@pytest.fixture(params=[QEvent.Type.StyleChange])
def restyled(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[Restyled]:
    made = Restyled(request.param)
    qapp.installEventFilter(made)
    yield made
    qapp.removeEventFilter(made)


def test_no_step_of_a_change_polishes_the_whole_window(
        program: Program, contract: Path, read: Read, restyled: Restyled, qtbot: Any) -> None:
    read(program, contract)
    built(program, qtbot)
    restyled.take()
    program.window.trigger("theme_dark")
    counts = [restyled.take()]
    while theme()._steps.isActive():
        theme()._step()
        counts.append(restyled.take())
    assert max(counts) <= MOST
    assert sum(counts) > 2 * MOST


def test_what_is_seen_changes_first_and_is_painted_when_all_of_it_has_changed(
        program: Program, contract: Path, read: Read, qtbot: Any) -> None:
    read(program, contract)
    built(program, qtbot)
    seen = {part for part in theme()._parts() if part.isVisible()}
    assert seen >= {program.window.status, program.window.rail}
    before = {part: part.styleSheet() for part in theme()._parts()}
    program.window.trigger("theme_dark")
    while any(part.styleSheet() == before[part] for part in seen):
        assert not any(part.updatesEnabled() for part in seen)
        assert all(sheet == part.styleSheet() for part, sheet in before.items() if part not in seen)
        theme()._step()
    changed(qtbot)
    assert all(part.updatesEnabled() for part in seen)


@pytest.mark.parametrize("place", ["documents", "rules", "run", "results"])
def test_every_part_of_every_place_follows(program: Program, contract: Path, read: Read, place: str,
                                           qtbot: Any) -> None:
    read(program, contract)
    built(program, qtbot)
    program.window.go(place)
    for scheme, name in ((DARK, "dark"), (LIGHT, "light")):
        program.window.trigger(f"theme_{name}")
        changed(qtbot)
        sheet = theme()._sheet()
        assert scheme.accent in sheet
        assert all(part.styleSheet() == sheet for part in theme()._parts())


def test_a_place_that_is_gone_to_has_followed_already(program: Program, contract: Path, read: Read,
                                                      qtbot: Any) -> None:
    read(program, contract)
    built(program, qtbot)
    program.window.trigger("theme_dark")
    program.window.go("rules")
    place = program.window.places["rules"]
    assert {part.styleSheet() for part in place.parts()} == {theme()._sheet()}
    assert all(part.updatesEnabled() for part in place.parts())


def test_a_change_in_the_middle_of_another_one_wins(program: Program, contract: Path, read: Read, qtbot: Any) -> None:
    read(program, contract)
    program.window.trigger("theme_dark")
    theme()._step()
    program.window.trigger("theme_light")
    changed(qtbot)
    assert theme().scheme is LIGHT
    assert all(part.styleSheet() == theme()._sheet() and part.updatesEnabled() for part in theme()._parts())


def test_every_widget_of_the_window_lies_in_a_dressed_part_or_needs_no_sheet(
        program: Program, contract: Path, read: Read, qtbot: Any) -> None:
    """What holds parts together paints itself; buttons, fields, lists, menus and dialogs must not be outside of them."""
    read(program, contract)
    built(program, qtbot)
    program.window.open_settings()
    program.window.open_help()
    program.window.open_palette()
    parts = theme()._parts()
    assert not [part for part in parts for other in parts if other is not part and other.isAncestorOf(part)
                and not part.isWindow()]
    outside = [widget for widget in QApplication.allWidgets()
               if widget.window() is program.window or program.window.isAncestorOf(widget)
               if not any(part is widget or part.isAncestorOf(widget) for part in parts)]
    named = {type(widget).__name__ for widget in outside}
    assert named <= {"MainWindow", "QWidget", "QStackedWidget", "Line", "FocusRing", "DropFrame", "Splitter", "_Handle",
                     "_Grip", "Inspector", "DocumentsPlace", "RulesPlace", "RunPlace", "ResultsPlace"}
    assert not [widget for widget in outside if isinstance(widget, QMenu | QDialog)]


@FIRST
def test_no_step_of_another_language_polishes_the_whole_window(
        program: Program, contract: Path, read: Read, restyled: Restyled, qtbot: Any) -> None:
    """The window of before stays until the next one has all that it shows. (What is there hears of another font first,
    all of it at once.)"""
    read(program, contract)
    built(program, qtbot)
    before = program.window
    at_once: list[int] = []
    shown: list[bool] = []

    def look() -> None:
        at_once.append(restyled.take())
        shown.append(program.window.isVisible())

    turns = QTimer()
    turns.timeout.connect(look)
    before.trigger("language_en")
    qtbot.waitUntil(lambda: program._coming is not None, timeout=10_000)
    restyled.take()
    turns.start(0)
    qtbot.waitUntil(lambda: program.window is not before, timeout=10_000)
    built(program, qtbot)
    turns.stop()
    assert max(at_once) < 0.6 * sum(at_once)
    assert len(at_once) > len(theme()._parts()) / 4
    assert all(shown)
    assert program.window.rail.buttons["documents"].text() == "Documents"
    assert program.window.places["documents"].tree.tree.isVisible()


@FIRST
def test_what_is_built_beside_is_ready_to_be_seen(program: Program, contract: Path, read: Read, restyled: Restyled,
                                                  qtbot: Any) -> None:
    """Going to a place for the first time polishes next to nothing."""
    read(program, contract)
    built(program, qtbot)
    for place in ("rules", "run", "results"):
        restyled.take()
        program.window.go(place)
        qtbot.wait(50)
        assert restyled.take() < MOST / 5, place
