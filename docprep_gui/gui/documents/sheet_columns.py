"""Columns of sheets that a person leaves out of one file: which there are, their menus, the line over the page that
names them, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu

from docprep_gui.gui import theme
from docprep_gui.gui.documents.grids import SheetColumn
from docprep_gui.gui.documents.page_content import PageContent
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.translations import count
from docprep_gui.gui.widgets import parts
from docprep_gui.workspace.memory import Columns
from docprep_gui.workspace.model import OpenFile

translate = QCoreApplication.translate
_NAME, _NAMED, _LISTED = 16, 6, 200
_STEPS = 100
Place = tuple[str, str]
"""A sheet's name and the letters of a column."""


def columns(content: PageContent) -> dict[Place, SheetColumn]:
    """Those that are read or left out, in order; what the file itself hides is not among them."""
    found: dict[Place, SheetColumn] = {}
    for block in content.blocks:
        grid = block.grid
        if block.kind != "columns" or grid is None or grid.sheet is None:
            continue
        for one in grid.sheet_columns(content.document.text):
            known = found.get((one.sheet, one.letters))
            found[one.sheet, one.letters] = one if known is None else replace(
                known, name=known.name or one.name, left=known.left or one.left)
    return found


def said(column: SheetColumn, *, sheet: bool = False) -> str:
    """"D 备注", with the sheet's name in front where it is asked for."""
    name = column.name if len(column.name) <= _NAME else column.name[: _NAME - 1] + "…"
    letters = f"{column.sheet}!{column.letters}" if sheet and column.sheet else column.letters
    return f"{letters} {name}".strip()


class ColumnChoice(QObject):
    """Leaves columns out and takes them back, step by step and back again. `changed`: what can be undone is new."""

    changed = Signal()

    def __init__(self, shell: Shell, parent: QObject) -> None:
        super().__init__(parent)
        self._shell = shell
        self._done: list[tuple[str, Columns, Columns]] = []
        self._undone: list[tuple[str, Columns, Columns]] = []

    # --- steps ------------------------------------------------------------------------------------------
    def own(self, key: str) -> Columns:
        return self._shell.workspace.columns_left_out(key)

    def choose(self, key: str, wanted: Columns) -> None:
        before = self.own(key)
        if wanted != before:
            self._done = [*self._done[1 - _STEPS :], (key, before, wanted)]
            self._undone = []
            self._carry_out(key, wanted)

    def toggle(self, key: str, column: SheetColumn) -> None:
        self.choose(key, self.own(key) ^ {(column.sheet, column.letters)})

    def can_undo(self) -> bool:
        return any(step[0] in self._shell.workspace.files for step in self._done)

    def can_redo(self) -> bool:
        return any(step[0] in self._shell.workspace.files for step in self._undone)

    def undo(self) -> None:
        self._step(self._done, self._undone, back=True)

    def redo(self) -> None:
        self._step(self._undone, self._done, back=False)

    def _step(self, steps: list[tuple[str, Columns, Columns]], others: list[tuple[str, Columns, Columns]], *,
              back: bool) -> None:
        while steps:
            step = steps.pop()
            key, before, after = step
            if key in self._shell.workspace.files:  # of files that were closed there is nothing to undo
                others.append(step)
                self._carry_out(key, before if back else after)
                return

    def _carry_out(self, key: str, wanted: Columns) -> None:
        self._shell.workspace.leave_out(key, wanted)
        self.changed.emit()
        self._shell.say(translate("Documents", "Reading {name} again…").format(
            name=self._shell.workspace.files[key].name))

    # --- menus ------------------------------------------------------------------------------------------
    def add_to(self, menu: QMenu, key: str, column: SheetColumn) -> None:
        """What can be done with one column."""
        if not column.left:
            words = translate("Documents", "Leave out this column: {column}")
        elif (column.sheet, column.letters) in self.own(key):
            words = translate("Documents", "Take back this column: {column}")
        else:
            words = translate("Documents", "Left out by your settings: {column}")
            menu.addAction(_plain(words.format(column=said(column))), partial(self._shell.command, "settings"))
            return
        menu.addAction(_plain(words.format(column=said(column))), partial(self.toggle, key, column))

    def fill(self, menu: QMenu, key: str, found: Mapping[Place, SheetColumn], here: SheetColumn | None) -> None:
        """The columns of a sheet, ticked those that are read; the one `here` is the first to be chosen."""
        sheet = here.sheet if here is not None else next(iter(found))[0]
        mine = [one for one in found.values() if one.sheet == sheet]
        at = next((i for i, one in enumerate(mine) if here is not None and one.letters == here.letters), 0)
        first = max(0, min(at - _LISTED // 2, len(mine) - _LISTED))
        title = translate("Documents", "Columns that are read: {sheet}").format(sheet=sheet) if sheet else translate(
            "Documents", "Columns that are read")
        menu.addAction(title).setEnabled(False)
        for one in mine[first : first + _LISTED]:
            action = menu.addAction(_plain(said(one)), partial(self.toggle, key, one))
            action.setCheckable(True)
            action.setChecked(not one.left)
            action.setEnabled(not one.left or (one.sheet, one.letters) in self.own(key))
            if here is not None and one.letters == here.letters and action.isEnabled():
                menu.setActiveAction(action)

    def fill_back(self, menu: QMenu, key: str, found: Mapping[Place, SheetColumn], several: bool) -> None:
        """The columns that can be taken back."""
        own = self.own(key)
        for place in sorted(own)[:_LISTED]:
            column = found.get(place, SheetColumn(*place, "", True))
            menu.addAction(_plain(said(column, sheet=several)), partial(self.toggle, key, column))
        menu.addSeparator()
        menu.addAction(translate("Documents", "Take back all"), partial(self.choose, key, frozenset()))


class LeftOutLine(parts.Pane):
    """Which columns of the shown file are left out, with the way back."""

    def __init__(self, shell: Shell, choice: ColumnChoice) -> None:
        super().__init__("window")
        self._shell = shell
        self._choice = choice
        self._key = ""
        self.found: dict[Place, SheetColumn] = {}
        """All columns of the file that is shown."""
        self._several = False
        row = QHBoxLayout()
        row.setContentsMargins(theme.px(12), theme.px(4), theme.px(12), theme.px(4))
        row.setSpacing(theme.px(8))
        self.label = parts.label("", "small", wrap=True)
        row.addWidget(self.label, 1)
        self.back = parts.button(translate("Documents", "Take back"), self._take_back, small=True)
        self.settings = parts.button(translate("Documents", "Settings…"), partial(shell.command, "settings"),
                                     small=True)
        row.addWidget(self.back)
        row.addWidget(self.settings)
        self.column.addLayout(row)
        self.hide()

    def show_file(self, file: OpenFile | None, content: PageContent | None) -> None:
        self._key = file.key if file is not None else ""
        self.found = columns(content) if content is not None else {}
        self._several = len({sheet for sheet, _ in self.found}) > 1
        own = self._choice.own(self._key) if file is not None and content is not None else frozenset()
        left = [one for one in self.found.values() if one.left]
        left += [SheetColumn(*place, "", True) for place in sorted(own - self.found.keys())]
        names = translate("Documents", ", ").join(said(one, sheet=self._several) for one in left[:_NAMED])
        words = count(len(left), translate("Documents", "%n column is left out: {names}"),
                      translate("Documents", "%n columns are left out: {names}"))
        self.label.setText(words.format(names=names + ("…" if len(left) > _NAMED else "")))
        self.setToolTip("\n".join(said(one, sheet=self._several) for one in left[:_LISTED]))
        self.setAccessibleName(self.label.text())
        self.back.setVisible(bool(own))
        self.back.setText(translate("Documents", "Take back…") if len(own) > 1 else translate("Documents", "Take back"))
        self.settings.setVisible(any((one.sheet, one.letters) not in own for one in left))
        self.setVisible(bool(left))

    def _take_back(self) -> None:
        if len(self._choice.own(self._key)) == 1:
            self._choice.choose(self._key, frozenset())
            return
        menu = QMenu(self)
        self._choice.fill_back(menu, self._key, self.found, self._several)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.back.mapToGlobal(self.back.rect().bottomLeft()))


def _plain(text: str) -> str:
    """As a menu shows it to the letter."""
    return text.replace("&", "&&")
