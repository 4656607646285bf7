"""One rule under edit: sentence and samples, the pack's text beside them, undo, publishing, earlier versions. What is
done in one part shows in all others at once."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QTabBar
from shiboken6 import isValid

from docprep_gui.domain.errors import DocPrepError, Problem
from docprep_gui.gui import theme
from docprep_gui.gui.rules import sentence, sentence_parts
from docprep_gui.gui.rules.history_pane import HistoryPane
from docprep_gui.gui.rules.samples_pane import SamplesPane
from docprep_gui.gui.rules.sentence_editor import SentenceEditor
from docprep_gui.gui.rules.sentence_parts import Op
from docprep_gui.gui.rules.side_pane import SidePane
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.translations import count
from docprep_gui.gui.widgets import parts
from docprep_gui.rules import editing
from docprep_gui.rules.model import Pack, Rule
from docprep_gui.rules.pack import Draft, draft, version_of
from docprep_gui.rules.samples import SampleResult, run
from docprep_gui.workspace.packstore import Version

translate = QCoreApplication.translate
_SAMPLES_MS = 30
_NAME = 160
_NARROW = 700
"""Below this width the text of the pack stands behind a tab, in pixels of the table."""


class RuleEditor(parts.Pane):
    """`chosen_line`: the cursor of the text went to another rule, by its place. `renamed`: the rule that is shown has
    another id now."""

    chosen_rule = Signal(str, int)
    from_page = Signal()

    def __init__(self, shell: Shell) -> None:
        super().__init__("surface")
        self._shell = shell
        self._book = shell.workspace.rulebook
        self.pack_id = ""
        self._place = -1
        self._shown: Pack | None = None
        self._samples_of: tuple[Pack, int] | None = None
        self._sentence_of: tuple[object, ...] = ()
        self._applying = False
        self._samples_timer = QTimer(self)
        self._samples_timer.setSingleShot(True)
        self._samples_timer.setInterval(_SAMPLES_MS)
        self._samples_timer.timeout.connect(self._run_samples)
        self._make_head()
        self._make_left()
        self.side = SidePane(shell)
        self.splitter = parts.Splitter((self.left, self.side), (440, 340), (360, 260), stretch=1)
        shell.remember_splitter(self.splitter, "rule")
        self.column.addWidget(self.splitter, 1)
        self._narrow = False
        self._connect()

    # --- building
    def _make_head(self) -> None:
        self.head = parts.PaneHeader()
        self.title = parts.elided("", bold=True)
        self.about = parts.elided("", "small", quiet=True)
        self.undo = parts.tool("undo", translate("Rules", "Undo"), self.undo_step)
        self.redo = parts.tool("redo", translate("Rules", "Redo"), self.redo_step)
        self.publish = parts.button(translate("Rules", "Publish…"))
        self.head.row.addWidget(self.title)
        self.head.row.addWidget(self.about)
        self.head.row.addStretch(1)
        for one in (self.undo, self.redo, self.publish):
            self.head.row.addWidget(one)
        self.column.addWidget(self.head)

    def _make_left(self) -> None:
        self.left = parts.Pane("surface")
        self.sentence = SentenceEditor()
        inner = parts.Pane("surface")
        inner.column.setContentsMargins(theme.px(24), theme.px(14), theme.px(16), theme.px(14))
        inner.column.addWidget(self.sentence)
        inner.column.addStretch(1)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setAccessibleName(translate("Rules", "The rule as a sentence"))
        scroll.setWidget(inner)
        self.left.column.addWidget(scroll, 3)
        self.left.column.addWidget(parts.Line())
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setAccessibleName(translate("Rules", "Samples and versions"))
        self.tabs.addTab(translate("Rules", "Samples"))
        self.tabs.addTab(translate("Rules", "Earlier versions"))
        head = parts.PaneHeader()
        head.row.setContentsMargins(theme.px(4), 0, theme.px(12), 0)
        head.row.addWidget(self.tabs)
        head.row.addStretch(1)
        self.samples_state = parts.label("", "small")
        head.row.addWidget(self.samples_state)
        self.page_button = parts.button(translate("Rules", "From page"), self.from_page.emit, kind="flat",
                                        icon="plus", small=True)
        head.row.addWidget(self.page_button)
        self.left.column.addWidget(head)
        self.samples = SamplesPane(self._shell)
        self.history = HistoryPane(self._shell.language)
        self.under = QStackedWidget()
        self.under.addWidget(self.samples)
        self.under.addWidget(self.history)
        self.left.column.addWidget(self.under, 2)

    def _connect(self) -> None:
        self.sentence.edited.connect(self.apply)
        self.samples.edited.connect(self.apply)
        self.side.form.edited.connect(self.apply)
        self.side.problem.fixed.connect(self.apply_blindly)
        self.side.editor.typed.connect(self._typed)
        self.side.editor.line_chosen.connect(self._line_chosen)
        self.side.editor.undo_asked.connect(self.undo_step)
        self.side.editor.redo_asked.connect(self.redo_step)
        self.history.chosen.connect(self._go_back)
        self.tabs.currentChanged.connect(self._tab_changed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < theme.px(_NARROW)
        if narrow != self._narrow:
            self._narrow = narrow
            QTimer.singleShot(0, self, self._fold)

    def _fold(self) -> None:
        """Where there is little room, the text stands behind a tab beside the samples."""
        if self._narrow and self.tabs.count() == 2:
            self.tabs.addTab("YAML")
            self.under.addWidget(self.side)
        elif not self._narrow and self.tabs.count() == 3:
            self.tabs.removeTab(2)
            self.splitter.addWidget(self.side)
            self.splitter.setStretchFactor(1, 1)
        self.tabs.updateGeometry()  # Qt forgets it where they are not seen
        self.side.show()

    # --- what is shown
    def show_rule(self, pack: str, place: int) -> None:
        """Flushes what was typed for another pack first."""
        if pack != self.pack_id:
            self.side.editor.flush()
            self._samples_of = None
        changed = (pack, place) != (self.pack_id, self._place)
        self.pack_id, self._place = pack, place
        self.refresh(reveal=changed)

    @property
    def rule(self) -> Rule | None:
        shown = self._shown
        return shown.rules[self._place] if shown is not None and 0 <= self._place < len(shown.rules) else None

    @property
    def place(self) -> int:
        return self._place

    def refresh(self, write: str = "", reveal: bool = False) -> None:
        """All parts say what the text says now."""
        if not self.pack_id or self._applying:
            return
        book = self._book
        text = book.text(self.pack_id)
        read = book.read(self.pack_id)[1]
        if read.ok or self._shown is None or self._shown.id != self.pack_id:
            self._shown = read.pack if read.ok else next(
                (pack for pack in self._shell.workspace.packs if pack.id == self.pack_id), read.pack)
        shown = self._shown
        self._place = max(-1, min(self._place, len(shown.rules) - 1))
        self._show_sentence(shown, read, write)
        self.side.editor.show_text(text)
        checked = book.checked(self.pack_id)
        self.side.show_problems(read.problems if checked is None or not read.ok else checked.problems, read.ok)
        self.side.state.setText(translate("Rules", "in step") if read.ok else translate("Rules", "not in step"))
        self.side.editor.light(editing.rule_lines(text, self._place), reveal)
        self.undo.setEnabled(book.can_undo(self.pack_id))
        self.redo.setEnabled(book.can_redo(self.pack_id))
        self._show_samples(shown)
        if self.tabs.currentIndex() == 1:
            self.show_history()

    def _call(self, title: str) -> None:
        """The name of the rule goes before that of its pack where there is little room."""
        self.title.set_text(title)
        self.title.setMinimumWidth(min(self.title.sizeHint().width(), theme.px(_NAME)))

    def _show_sentence(self, shown: Pack, read: Draft, write: str) -> None:
        rule, messages = self.rule, self._shell.messages
        edited = self._book.changed(self.pack_id)
        title = shown.title_in(self._shell.language)
        self.about.set_text(translate("Rules", "{pack} · edited").format(pack=title) if edited
                           else translate("Rules", "{pack} · version {version}").format(
                               pack=title, version=shown.version))
        for part in (self.sentence, self.side.form, self.samples):
            part.setEnabled(read.ok and rule is not None)
        if rule is None:
            self._call(title)
            self._sentence_of = ()
            self.sentence.show_rows((), "")
            return
        self._call(rule.title_in(self._shell.language))
        names = sorted({action.field for one in shown.rules for action in one.then if action.kind == "extract"})
        wanted = (rule, self._place, names, self.pack_id)
        if wanted != self._sentence_of or write:
            self._sentence_of = wanted
            self.sentence.show_rows(sentence_parts.rows(rule, self._place, names, messages),
                                    sentence.spoken(rule, messages), write)
        self.side.form.show_rule(rule, self._place)
        self.samples.show_rule(shown, self._place)

    # --- samples
    def _show_samples(self, shown: Pack) -> None:
        wanted = shown, self._place
        if self.rule is None or wanted == self._samples_of:
            return
        if self._samples_of is None or (self._samples_of[0].id, self._samples_of[1]) != (shown.id, self._place):
            self.samples.show_results(())
        self._samples_of = wanted
        self._samples_timer.start()

    def _run_samples(self) -> None:
        if self._samples_of is None:
            return
        shown, place = wanted = self._samples_of
        before = tuple(replace(one, samples=()) for one in shown.rules[:place])
        work = partial(run, replace(shown, rules=(*before, shown.rules[place])))
        self._shell.workspace.background(work, partial(self._samples_ran, wanted))

    def _samples_ran(self, wanted: tuple[Pack, int], future: Future[list[SampleResult]]) -> None:
        if not isValid(self) or wanted != self._samples_of:
            return
        results = future.result()
        self.samples.show_results(results)
        self.tabs.setTabText(0, f"{translate('Rules', 'Samples')}  {len(results)}" if results else
                             translate("Rules", "Samples"))
        wrong = sum(not result.ok for result in results)
        if not results:
            self._state(translate("Rules", "This rule has no samples"), "")
        elif wrong:
            self._state(count(wrong, translate("Rules", "%n is not as it should be"),
                              translate("Rules", "%n are not as they should be")), "error")
        else:
            self._state(translate("Rules", "all as they should be"), "ok")

    def _state(self, text: str, tone: str) -> None:
        self.samples_state.setText(text)
        self.samples_state.setProperty("tone", tone)
        # Where all is right the list says so row by row.
        self.samples_state.setVisible(tone != "ok" and self.tabs.currentIndex() == 0)
        self.samples_state.setProperty("quiet", not tone)
        parts.repolish(self.samples_state)

    # --- changing
    def apply(self, op: Op, write: str = "") -> bool:
        """Does something with the text, unless it would bring a fault in; `write`: the part that is written next."""
        self.side.editor.flush()
        book = self._book
        text = book.text(self.pack_id)
        try:
            new = op(text)
        except (editing.EditError, IndexError):
            self._refuse(translate("Rules", "This cannot be done here; change it in the YAML beside."))
            return False
        read = draft(new, self.pack_id)
        known = {(one.kind, tuple(one.params.items())) for one in book.read(self.pack_id)[1].problems}
        fresh = [one for one in read.problems if one.severity == "error"
                 and (one.kind, tuple(one.params.items())) not in known]
        if fresh:
            self._refuse(self._words(fresh[0]))
            return False
        self._applying = True  # all is shown once, below
        book.edit(self.pack_id, new, read)
        self._applying = False
        self.refresh(write)
        return True

    def apply_blindly(self, op: Op) -> None:
        """Mends a text that has faults."""
        self.side.editor.flush()
        try:
            self._book.edit(self.pack_id, op(self._book.text(self.pack_id)))
        except (editing.EditError, IndexError):
            self._refuse(translate("Rules", "This cannot be done here; change it in the YAML beside."))

    def _words(self, problem: Problem) -> str:
        return self._shell.messages.problem(problem.kind, problem.params)

    def _refuse(self, why: str) -> None:
        self.sentence.refuse(why)
        self._shell.say(why)
        if self.rule is not None:
            self.side.form.show_rule(self.rule, self._place)

    def _typed(self, text: str) -> None:
        if self.pack_id:
            self._book.edit(self.pack_id, text)

    def undo_step(self) -> None:
        self.side.editor.flush()
        self._book.undo(self.pack_id)

    def redo_step(self) -> None:
        self.side.editor.flush()
        self._book.redo(self.pack_id)

    def _line_chosen(self, line: int) -> None:
        """The sentence follows the cursor of the text."""
        text = self._book.text(self.pack_id)
        place = 0
        while (lines := editing.rule_lines(text, place)) is not None:
            if lines[0] <= line < lines[1]:
                if place != self._place:
                    self.chosen_rule.emit(self.pack_id, place)
                return
            place += 1

    # --- versions
    def _tab_changed(self, tab: int) -> None:
        self.under.setCurrentIndex(tab)
        self.samples_state.setVisible(tab == 0 and self.samples_state.property("tone") != "ok")
        self.page_button.setVisible(tab == 0)
        if tab == 1:
            self.show_history()

    def show_history(self) -> None:
        if self.pack_id:
            self.history.show_versions(self._book.versions(self.pack_id),
                                       version_of(self._book.text(self.pack_id)))

    def _go_back(self, version: Version) -> None:
        try:
            self._book.go_back(self.pack_id, version)
        except DocPrepError as error:
            self._shell.say(self._shell.messages.error(error)[0])
