"""The samples of a rule: what must hit and what must not, with what comes out, and a sentence tried out at once."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QCoreApplication, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QWidget
from shiboken6 import isValid

from docprep_gui.gui import theme
from docprep_gui.gui.rules import samples
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.theme import tokens
from docprep_gui.gui.widgets import parts
from docprep_gui.gui.widgets.rows import RowsModel
from docprep_gui.gui.widgets.views import Tree
from docprep_gui.rules import editing
from docprep_gui.rules.model import Pack, Sample
from docprep_gui.rules.samples import SampleResult, run

translate = QCoreApplication.translate
_TRY_MS = 120


class SamplesPane(parts.Pane):
    """`edited`: what to do with the text. `from_page`: a text of a page is wanted."""

    edited = Signal(object)
    from_page = Signal()

    def __init__(self, shell: Shell) -> None:
        super().__init__("surface")
        self._shell = shell
        self._pack: Pack | None = None
        self._place = -1
        self._order: tuple[int | None, ...] = ()
        self.tree = Tree(translate("Rules", "Samples"), flat=True, row=tokens.LIST_ROW, lines=True)
        self.tree.setUniformRowHeights(False)
        self.model = RowsModel(self)
        self.tree.setModel(self.model)
        self.tree.header().hide()
        self.tree.header().setSectionResizeMode(self.tree.header().ResizeMode.Stretch)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._menu_at)
        remove = QShortcut(QKeySequence(Qt.Key.Key_Delete), self.tree, context=Qt.ShortcutContext.WidgetShortcut)
        remove.activated.connect(self.remove_current)
        self.column.addWidget(self.tree, 1)
        foot = QWidget()
        row = QHBoxLayout(foot)
        row.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(8))
        row.setSpacing(theme.px(8))
        self.field = QLineEdit()
        self.field.setPlaceholderText(translate("Rules", "Try a sentence"))
        self.field.setToolTip(translate("Rules", "Write a sentence and see whether it hits"))
        self.field.setAccessibleName(self.field.toolTip())
        self.field.setAcceptDrops(False)
        row.addWidget(self.field, 1)
        self.outcome = parts.label("", "small")
        row.addWidget(self.outcome)
        self.hits = parts.button(translate("Rules", "Must hit"), partial(self._add, True), icon="plus")
        self.misses = parts.button(translate("Rules", "Must not hit"), partial(self._add, False), icon="plus")
        row.addWidget(self.hits)
        row.addWidget(self.misses)
        self.column.addWidget(parts.Line())
        self.column.addWidget(foot)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_TRY_MS)
        self._timer.timeout.connect(self._try)
        self.field.textChanged.connect(self._typed)
        self.field.returnPressed.connect(self._return)
        self._typed()

    # --- content
    def show_rule(self, pack: Pack, place: int) -> None:
        if (pack, place) != (self._pack, self._place):
            self._pack, self._place = pack, place
            self._try()

    def show_results(self, results: Sequence[SampleResult]) -> None:
        """Of the shown rule, in the order of its samples."""
        made, order = samples.ordered_rows(results, self._shell.messages)
        if list(made) != list(self.model.rows):
            kept = self.tree.currentIndex().row()
            self.model.show(made)
            if kept >= 0:
                self.tree.setCurrentIndex(self.model.index(min(kept, len(made) - 1), 0))
        self._order = order

    def write(self, text: str) -> None:
        """Puts a text into the field."""
        self.field.setText(" ".join(text.split()))
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- trying
    def _typed(self) -> None:
        said = bool(self.field.text().strip())
        for button in (self.hits, self.misses):
            button.setEnabled(said)
            button.setToolTip("" if said else translate("Rules", "Write a sentence first"))
        if not said:
            self._say("", "")
        self._timer.start()

    def _try(self) -> None:
        said, pack = self.field.text().strip(), self._pack
        if not said or pack is None or not 0 <= self._place < len(pack.rules):
            return
        rule = replace(pack.rules[self._place], samples=(Sample(said),))
        before = tuple(replace(one, samples=()) for one in pack.rules[: self._place])
        self._shell.workspace.background(partial(run, replace(pack, rules=(*before, rule))), partial(self._tried, said))

    def _tried(self, said: str, future: Future[list[SampleResult]]) -> None:
        if isValid(self) and said == self.field.text().strip():
            results = future.result()
            if results and results[0].hit:
                self._say(translate("Rules", "hits"), "ok")
            else:
                self._say(translate("Rules", "does not hit"), "warn")

    def _say(self, text: str, tone: str) -> None:
        self.outcome.setText(text)
        self.outcome.setProperty("tone", tone)
        parts.repolish(self.outcome)

    # --- changing
    def _return(self) -> None:
        if self.field.text().strip():
            self._add(self.outcome.property("tone") != "warn")

    def _add(self, hits: bool) -> None:
        sample = Sample(self.field.text().strip(), hits)
        self.field.clear()
        self.edited.emit(partial(editing.add_sample, rule=self._place, sample=sample))

    def current(self) -> int | None:
        """The sample of the chosen row, by its place in the rule."""
        row = self.tree.currentIndex().row()
        return self._order[row] if 0 <= row < len(self._order) else None

    def remove_current(self) -> None:
        place = self.current()
        if place is not None:
            self.edited.emit(partial(editing.remove_sample, rule=self._place, place=place))

    def expect(self, hits: bool) -> None:
        """The chosen sample must hit, or must not."""
        place = self.current()
        if place is not None:
            self.edited.emit(partial(editing.set_sample, rule=self._place, place=place, hits=hits))

    def _menu_at(self, point: QPoint) -> None:
        index = self.tree.indexAt(point)
        if not index.isValid():
            return
        self.tree.setCurrentIndex(index)
        if self.current() is None:
            return
        menu = QMenu(self)
        menu.addAction(translate("Rules", "Must hit"), partial(self.expect, True))
        menu.addAction(translate("Rules", "Must not hit"), partial(self.expect, False))
        menu.addSeparator()
        menu.addAction(translate("Rules", "Remove"), self.remove_current)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.tree.viewport().mapToGlobal(point))
