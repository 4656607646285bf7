"""The menu of a page: commands of the window, with their shortcuts beside them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from docprep_gui.gui import commands
from docprep_gui.gui.theme import icons

ON_TEXT = ("copy", "select_all")


def add(menu: QMenu, names: Iterable[str], able: Collection[str], do: Callable[[str], object]) -> None:
    """Puts commands at the end of a menu. `able`: those that can be carried out now; `do` carries one out."""
    for name in names:
        command = commands.BY_ID[name]
        action = menu.addAction(command.label, partial(do, name))
        action.setEnabled(name in able)
        if command.icon:
            action.setIcon(icons.icon(command.icon, "muted"))
        if command.shortcut:  # told here, heard by the window
            action.setShortcut(QKeySequence(command.shortcut))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setShortcutVisibleInContextMenu(True)
