"""Earlier versions of a pack, and the way back to any of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, QModelIndex, Signal

from docprep_gui.gui import cells
from docprep_gui.gui.theme import tokens
from docprep_gui.gui.widgets import parts
from docprep_gui.gui.widgets.rows import Row, RowsModel
from docprep_gui.gui.widgets.views import Tree
from docprep_gui.workspace.packstore import Version

translate = QCoreApplication.translate


class HistoryPane(parts.Pane):
    """`chosen`: the version whose text is to be taken."""

    chosen = Signal(object)

    def __init__(self, language: str) -> None:
        super().__init__("surface")
        self._locale = QLocale(QLocale.Language.Chinese if language == "zh" else QLocale.Language.English)
        self._versions: tuple[Version, ...] = ()
        self.tree = Tree(translate("Rules", "Earlier versions"), flat=True, row=tokens.LIST_ROW, lines=True)
        self.model = RowsModel(self)
        self.tree.setModel(self.model)
        self.tree.header().hide()
        self.tree.header().setSectionResizeMode(self.tree.header().ResizeMode.Stretch)
        self.tree.linked.connect(self._linked)
        self.column.addWidget(self.tree, 1)

    def show_versions(self, versions: Sequence[Version], current: str) -> None:
        """`current`: the version of the text as it is."""
        self._versions = tuple(versions)
        self.model.show([self._row(one, one.version == current) for one in versions])

    def _row(self, version: Version, current: bool) -> Row:
        when = (translate("Rules", "ships with DocPrep") if version.at is None else self._locale.toString(
            QDateTime.fromSecsSinceEpoch(round(version.at.timestamp())), QLocale.FormatType.ShortFormat))
        left = cells.Text(when, second=version.version, icon="history")
        right: cells.Text | cells.Link = (cells.Text(translate("Rules", "as it is now"), tone="muted") if current
                                          else cells.Link(translate("Rules", "Go back to this")))
        return Row(cells.Pair(left, right), height=tokens.LIST_ROW)

    def _linked(self, index: QModelIndex) -> None:
        if 0 <= index.row() < len(self._versions):
            self.chosen.emit(self._versions[index.row()])
