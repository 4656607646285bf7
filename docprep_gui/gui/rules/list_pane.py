"""The left pane of Rules: filter, packs and rules, and what can be done with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QMenu, QStackedWidget, QToolButton, QWidget

from docprep_gui.gui import commands, theme
from docprep_gui.gui.rules.list_model import RuleListModel
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.theme import tokens
from docprep_gui.gui.widgets import paint, parts
from docprep_gui.gui.widgets.views import SwitchTree

translate = QCoreApplication.translate
_MENU = ("rules_new", "rules_copy", "rules_remove", "", "rules_up", "rules_down", "", "rules_publish", "rules_discard",
         "", "rules_new_pack", "rules_import", "rules_export")


class ListPane(parts.Pane):
    """Filter and list. `able` tells which commands of the window can be carried out now."""

    def __init__(self, shell: Shell, able: Callable[[], Sequence[str]]) -> None:
        super().__init__("surface")
        self._shell = shell
        self._able = able
        self.head = parts.PaneHeader()
        self.field = parts.search(translate("Rules", "Filter rules"))
        self.head.row.addWidget(self.field)
        self.add = parts.tool("plus", commands.BY_ID["rules_new"].label, partial(shell.command, "rules_new"))
        self.more = parts.tool("more", translate("Rules", "More"))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.more)
        menu.aboutToShow.connect(partial(self._fill, menu))
        self.more.setMenu(menu)
        self.head.row.addWidget(self.add)
        self.head.row.addWidget(self.more)
        self.column.addWidget(self.head)
        self.model = RuleListModel(shell.workspace, shell.language, self)
        self.tree = SwitchTree(translate("Rules", "Rules"), row=tokens.LIST_ROW)
        self.tree.setModel(self.model)
        header = self.tree.header()
        header.hide()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        self._fit()
        self.model.modelReset.connect(self._fit)
        self.tree.expandAll()
        self.tree.setDragEnabled(True)
        self.tree.setAcceptDrops(True)
        self.tree.setDragDropMode(SwitchTree.DragDropMode.InternalMove)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._menu_at)
        self._found = QStackedWidget()
        self._found.addWidget(self.tree)
        self._found.addWidget(parts.EmptyState("filter", translate("Rules", "No rule found"), translate(
            "Rules", "No rule has these words in its name or reason."), translate("Rules", "Show all rules"),
            self.field.clear))
        self.column.addWidget(self._found, 1)
        self.column.addWidget(parts.Line())
        foot = QWidget()
        row = QHBoxLayout(foot)
        row.setContentsMargins(theme.px(12), theme.px(6), theme.px(12), theme.px(6))
        row.setSpacing(theme.px(8))
        self.bring = parts.button(translate("Rules", "Import…"), partial(shell.command, "rules_import"), icon="import",
                                  small=True)
        self.history = parts.button(translate("Rules", "Earlier versions"), partial(shell.command, "rules_history"),
                                    icon="history", small=True)
        row.addWidget(self.bring)
        row.addWidget(self.history)
        row.addStretch(1)
        self.column.addWidget(foot)
        self.field.textChanged.connect(self._narrow)

    def _fit(self) -> None:
        """The second column takes the longest figure of a pack."""
        font = theme.tabular(theme.font())
        wide = max((paint.text_width(figure, font) for figure in self.model.figures()), default=0)
        self.tree.header().resizeSection(1, max(theme.px(54), round(wide) + theme.px(22)))

    def _narrow(self, text: str) -> None:
        self.model.narrow(text)
        self.tree.expandAll()
        self._found.setCurrentIndex(0 if self.model.rowCount() else 1)

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        able = set(self._able())
        for name in _MENU:
            if not name:
                menu.addSeparator()
                continue
            action = menu.addAction(commands.BY_ID[name].label, partial(self._shell.command, name))
            action.setEnabled(name in able)

    def _menu_at(self, point: object) -> None:
        menu = self.more.menu()
        if menu is not None:
            menu.popup(self.tree.cursor().pos())
