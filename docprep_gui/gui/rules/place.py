"""The place Rules: the list, the chosen rule as a sentence with its samples, and the effect of what is switched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHeaderView, QScrollArea, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from docprep_gui.domain.document import Span
from docprep_gui.gui import theme, words
from docprep_gui.gui.commands import Handlers
from docprep_gui.gui.documents.index import DocumentIndex
from docprep_gui.gui.documents.marks import rule_titles
from docprep_gui.gui.documents.why import RowsModel
from docprep_gui.gui.rules import effect_panel, samples, sentence
from docprep_gui.gui.rules.effect_panel import EffectPanel
from docprep_gui.gui.rules.list_model import RuleListModel
from docprep_gui.gui.rules.sentence_view import SentenceView
from docprep_gui.gui.shell import Place, Shell
from docprep_gui.gui.theme import tokens
from docprep_gui.gui.translations import count
from docprep_gui.gui.widgets import parts
from docprep_gui.gui.widgets.views import SwitchTree, Tree
from docprep_gui.rules.model import Pack, Rule
from docprep_gui.rules.samples import SampleResult, run
from docprep_gui.workspace import effect
from docprep_gui.workspace.effect import Effect
from docprep_gui.workspace.pipeline import Prepared

translate = QCoreApplication.translate
Chosen = tuple[str, str]


class ListPane(parts.Pane):
    """Filter and list."""

    def __init__(self, shell: Shell) -> None:
        super().__init__("surface")
        self.head = parts.PaneHeader()
        self.field = parts.search(translate("Rules", "Filter rules"))
        self.head.row.addWidget(self.field)
        self.column.addWidget(self.head)
        self.model = RuleListModel(shell.workspace, self)
        self.tree = SwitchTree(translate("Rules", "Rules"), row=tokens.LIST_ROW)
        self.tree.setModel(self.model)
        header = self.tree.header()
        header.hide()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(1, theme.px(54))
        self.tree.expandAll()
        self._found = QStackedWidget()
        self._found.addWidget(self.tree)
        self._found.addWidget(parts.EmptyState("filter", translate("Rules", "No rule found"), translate(
            "Rules", "No rule has these words in its name or reason."), translate("Rules", "Show all rules"),
            self.field.clear))
        self.column.addWidget(self._found, 1)
        self.field.textChanged.connect(self._narrow)

    def _narrow(self, text: str) -> None:
        self.model.narrow(text)
        self.tree.expandAll()
        self._found.setCurrentIndex(0 if self.model.rowCount() else 1)


class RulePane(parts.Pane):
    """One rule: sentence, reason, samples."""

    def __init__(self, shell: Shell) -> None:
        super().__init__("surface")
        self._shell = shell
        self.head = parts.PaneHeader()
        self.title = parts.elided("", bold=True)
        self.about = parts.label("", "small", quiet=True)
        self.head.row.addWidget(self.title)
        self.head.row.addStretch(1)
        self.head.row.addWidget(self.about)
        self.column.addWidget(self.head)
        self.sentence = SentenceView()
        inner = parts.Pane("surface")
        column = inner.column
        column.setContentsMargins(theme.px(24), theme.px(14), theme.px(16), theme.px(14))
        column.addWidget(self.sentence)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setAccessibleName(translate("Rules", "The rule as a sentence"))
        scroll.setWidget(inner)
        self.reading = scroll
        self.column.addWidget(scroll, 3)
        self.column.addWidget(parts.Line())
        self.samples_head = parts.PaneHeader(translate("Rules", "Samples"))
        self.samples_count = parts.label("", "small", quiet=True)
        self.samples_head.row.addWidget(self.samples_count)
        self.samples_head.row.addStretch(1)
        self.samples_state = parts.label("", "small")
        self.samples_head.row.addWidget(self.samples_state)
        self.column.addWidget(self.samples_head)
        self.samples = Tree(translate("Rules", "Samples"), flat=True, row=tokens.LIST_ROW, lines=True)
        self.samples_model = RowsModel(self)
        self.samples.setModel(self.samples_model)
        self.samples.header().hide()
        self.samples.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.column.addWidget(self.samples, 2)

    def show_rule(self, pack: Pack, rule: Rule) -> None:
        messages = self._shell.messages
        self.title.set_text(rule.title or rule.id)
        self.about.setText(translate("Rules", "{pack} · version {version}").format(
            pack=pack.title or pack.id, version=pack.version))
        self.sentence.show_lines(sentence.lines(rule, messages), sentence.spoken(rule, messages))

    def show_samples(self, results: Sequence[SampleResult] | None) -> None:
        """None: they are being run."""
        if results is None:
            self.samples_model.show(())
            self.samples_count.setText("")
            self._state(translate("Rules", "running…"), "")
            return
        self.samples_model.show(samples.rows(results, self._shell.messages))
        self.samples_count.setText(f"{len(results):,}" if results else "")
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
        self.samples_state.setProperty("quiet", not tone)
        parts.repolish(self.samples_state)


class RulesPlace(Place):
    """`_before` is what the documents and switches were when the place was entered; the effect is told against it."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._before: dict[str, Prepared] = {}
        self._switches: dict[Chosen, bool] = {}
        self._pending: set[str] = set()
        self._effects: dict[str, tuple[Prepared, Prepared, Effect]] = {}
        self._indexes: dict[str, tuple[Prepared, DocumentIndex]] = {}
        self._results: dict[tuple[str, str], tuple[SampleResult, ...] | None] = {}
        self._jumped = False
        self.list = ListPane(shell)
        self.rule = RulePane(shell)
        self.effect = EffectPanel(shell)
        self.splitter = parts.Splitter((self.list, self.rule, self.effect), (300, 700, 340), (220, 400, 260),
                                       stretch=1)
        shell.remember_splitter(self.splitter, "rules")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.splitter)
        self._connect()
        self._choose_first()
        self._start_over()

    def _connect(self) -> None:
        bridge = self.shell.bridge
        bridge.rules_changed.connect(self._rules_changed)
        bridge.files_changed.connect(self._files_changed)
        bridge.files_closed.connect(self._files_closed)
        self.list.tree.switched.connect(self._switched)
        self.list.tree.selectionModel().currentChanged.connect(lambda index, _: self._show(index))
        self.list.field.textChanged.connect(lambda _: self._choose_first())
        self.effect.place_chosen.connect(self._jump)
        self.effect.undo_masks.connect(self._undo_masks)
        self.effect.undo_all.connect(self._undo_all)

    # --- choosing ---------------------------------------------------------------------------------------
    def _choose_first(self) -> None:
        model = self.list.model
        first = model.index(0, 0, model.index(0, 0)) if model.rowCount() else QModelIndex()
        if first.isValid():
            self.list.tree.setCurrentIndex(first)

    def chosen(self) -> tuple[Pack, Rule] | None:
        return self.list.model.rule_at(self.list.tree.currentIndex())

    def choose(self, pack: str, rule: str) -> None:
        self.list.tree.setCurrentIndex(self.list.model.index_of(pack, rule))

    def _show(self, index: QModelIndex) -> None:
        found = self.list.model.rule_at(index)
        if found is not None:
            self.rule.show_rule(*found)
            self._show_samples(*found)
        self.handlers_changed.emit()

    def _show_samples(self, pack: Pack, rule: Rule) -> None:
        named = pack.id, pack.version
        if named not in self._results:
            self._results[named] = None
            self.shell.workspace.background(partial(run, pack), partial(self._samples_ran, named))
        results = self._results[named]
        self.rule.show_samples(None if results is None else [one for one in results if one.rule == rule.id])

    def _samples_ran(self, named: tuple[str, str], future: Future[list[SampleResult]]) -> None:
        if not isValid(self):
            return
        self._results[named] = tuple(future.result())
        found = self.chosen()
        if found is not None and (found[0].id, found[0].version) == named:
            self._show_samples(*found)

    # --- switching --------------------------------------------------------------------------------------
    def _switched(self, index: QModelIndex) -> None:
        found = self.list.model.rule_at(index)
        if found is None:
            return
        pack, rule = found
        if not rule.enabled:
            self.shell.say(translate("Rules", "This rule is switched off in its file"))
            return
        workspace = self.shell.workspace
        workspace.set_enabled(pack.id, rule.id, not workspace.is_enabled(pack.id, rule.id))

    def _changed_switches(self) -> dict[Chosen, bool]:
        """Rules that are otherwise than when the place was entered, with what they were then."""
        return {rule: was for rule, was in self._switches.items() if self.shell.workspace.is_enabled(*rule) != was}

    def _undo_masks(self) -> None:
        marking = {(pack.id, rule.id) for pack in self.shell.workspace.packs for rule in pack.rules
                   if any(action.kind == "mark" for action in rule.then)}
        for rule, was in self._changed_switches().items():
            if was and rule in marking:
                self.shell.workspace.set_enabled(*rule, True)

    def _undo_all(self) -> None:
        for rule, was in self._changed_switches().items():
            self.shell.workspace.set_enabled(*rule, was)

    # --- the effect -------------------------------------------------------------------------------------
    def entered(self) -> None:
        """The effect is told against now, unless one comes back from a place that it led to."""
        if not self._jumped:
            self._start_over()
        self._jumped = False
        self.list.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def _start_over(self) -> None:
        workspace = self.shell.workspace
        self._before = {key: file.prepared for key, file in workspace.files.items() if file.prepared}
        self._switches = {(pack.id, rule.id): workspace.is_enabled(pack.id, rule.id)
                          for pack in workspace.packs for rule in pack.rules}
        self._effects.clear()
        self._refresh()

    def _refresh(self) -> None:
        """Hits and effect as they are now. Nothing is worked out while the place is not seen; it is made up for when it
        is shown."""
        if self.isVisible():
            self.list.model.refresh()
            self._show_effect()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()

    def _rules_changed(self) -> None:
        self._pending = {key for key, file in self.shell.workspace.files.items() if file.prepared}
        self._refresh()
        self.status_changed.emit()

    def _files_changed(self, keys: tuple[str, ...]) -> None:
        files = self.shell.workspace.files
        for key in keys:
            self._pending.discard(key)
            now, before = files[key].prepared, self._before.get(key)
            if now is not None and (before is None or (before.chunks is not now.chunks
                                                       and before.chunks != now.chunks)):
                self._before[key] = now
        self._refresh()
        self.status_changed.emit()

    def _files_closed(self, keys: tuple[str, ...]) -> None:
        for key in keys:
            self._pending.discard(key)
            self._before.pop(key, None)
            self._effects.pop(key, None)
            self._indexes.pop(key, None)
        self._refresh()

    def _effect_of(self, key: str) -> Effect:
        now, before = self.shell.workspace.files[key].prepared, self._before.get(key)
        if now is None or before is None:
            return Effect()
        kept = self._effects.get(key)
        if kept is None or kept[0] is not before or kept[1] is not now:
            kept = self._effects[key] = before, now, effect.compare(key, before, now)
        return kept[2]

    def total(self) -> Effect:
        """The effect on all open documents."""
        return effect.join(self._effect_of(key) for key in self.shell.workspace.files)

    def _show_effect(self) -> None:
        workspace = self.shell.workspace
        if self._pending:
            self.effect.show_state(count(len(self._pending), translate("Rules", "looking at %n file…"),
                                         translate("Rules", "looking at %n files…")))
        else:
            chunks = sum(len(file.chunks) for file in workspace.files.values())
            self.effect.show_state(count(chunks, translate("Rules", "%n chunk"), translate("Rules", "%n chunks")))
        self.effect.show_sections(
            effect_panel.sections(self.total(), rule_titles(workspace.packs), self._slice, self._locate, self._chunk,
                                  self.shell.runs.seconds_each()),
            len(self._changed_switches()))

    def _prepared(self, key: str) -> Prepared:
        prepared = self.shell.workspace.files[key].prepared
        assert prepared is not None
        return prepared

    def _slice(self, key: str, span: Span) -> str:
        return self._prepared(key).document.slice((span[0], min(span[1], span[0] + 60)))

    def _index(self, key: str) -> DocumentIndex:
        prepared = self._prepared(key)
        kept = self._indexes.get(key)
        if kept is None or kept[0].document is not prepared.document:
            kept = self._indexes[key] = prepared, DocumentIndex(prepared.document, prepared.chunks)
        return kept[1]

    def _locate(self, key: str, offset: int) -> str:
        at = self._index(key).location(offset)
        return words.place(at.page, at.paragraph, at.sheet, at.rows, at.slide)

    def _chunk(self, key: str, ordinal: int | None) -> str:
        files = self.shell.workspace.files
        name = (translate("Rules", "Outside the text") if ordinal is None
                else translate("Rules", "Chunk {n}").format(n=ordinal + 1))
        return name if len(files) == 1 else f"{files[key].name} · {name}"

    def _jump(self, key: str, start: int, end: int) -> None:
        self._jumped = True
        self.shell.reveal(key, (start, end))

    # --- the window asks --------------------------------------------------------------------------------
    def panes(self) -> Sequence[QWidget]:
        return (self.list.tree, self.rule.samples, self.effect.put_back)

    def handlers(self) -> Handlers:
        made: dict[str, Callable[[], object]] = {
            "rules_filter": lambda: self.list.field.setFocus(Qt.FocusReason.ShortcutFocusReason),
            "filter": lambda: self.list.field.setFocus(Qt.FocusReason.ShortcutFocusReason),
        }
        if self.chosen() is not None:
            made["rules_toggle"] = lambda: self._switched(self.list.tree.currentIndex())
        return made

    def title(self) -> str:
        return translate("Rules", "Rules")

    def status(self) -> str:
        off = sum(rule.enabled and not self.shell.workspace.is_enabled(pack.id, rule.id)
                  for pack in self.shell.workspace.packs for rule in pack.rules)
        return count(off, translate("Rules", "%n rule is off"), translate("Rules", "%n rules are off")) if off else ""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            # Not at once: the style goes through a list of all widgets now, and none of them may be deleted meanwhile.
            QTimer.singleShot(0, self, self._show_effect)
