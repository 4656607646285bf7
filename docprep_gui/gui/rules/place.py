"""The place Rules: the list, the chosen rule under edit, and the effect of what is switched and changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QModelIndex, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget
from shiboken6 import isValid

from docprep_gui.domain.document import Span
from docprep_gui.domain.errors import DocPrepError
from docprep_gui.gui import theme, words
from docprep_gui.gui.commands import Handlers
from docprep_gui.gui.documents.index import DocumentIndex
from docprep_gui.gui.documents.marks import rule_titles
from docprep_gui.gui.rules import effect_panel
from docprep_gui.gui.rules.editor_pane import RuleEditor
from docprep_gui.gui.rules.effect_panel import EffectPanel
from docprep_gui.gui.rules.list_pane import ListPane
from docprep_gui.gui.shell import Place, Shell
from docprep_gui.gui.translations import count
from docprep_gui.gui.widgets import parts
from docprep_gui.rules import editing
from docprep_gui.rules.model import Action, Condition, Pack, Rule, Sample
from docprep_gui.workspace import effect, packs, pipeline
from docprep_gui.workspace.effect import Effect
from docprep_gui.workspace.pipeline import Prepared, RuleChoice

translate = QCoreApplication.translate
Chosen = tuple[str, str]


class RulesPlace(Place):
    """`_before` is what the published rules, switched as when the place was entered, make of the documents; the effect
    is told against it."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._before: dict[str, Prepared] = {}
        self._against = RuleChoice()
        self._switches: dict[Chosen, bool] = {}
        self._pending: set[str] = set()
        self._effects: dict[str, tuple[Prepared, Prepared, Effect]] = {}
        self._indexes: dict[str, tuple[Prepared, DocumentIndex]] = {}
        self._jumped = False
        self._choosing = False
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.setInterval(0)
        self._due.timeout.connect(self._refresh)
        self.list = ListPane(shell, lambda: tuple(self.handlers()))
        self.rule = RuleEditor(shell)
        self.effect = EffectPanel(shell)
        self.splitter = parts.Splitter((self.list, self.rule, self.effect), (280, 776, 320), (220, 400, 240),
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
        bridge.pack_edited.connect(self._pack_edited)
        bridge.files_changed.connect(self._files_changed)
        bridge.files_closed.connect(self._files_closed)
        self.list.tree.switched.connect(self._switched)
        self.list.model.dragged.connect(self._dragged)
        self.list.tree.selectionModel().currentChanged.connect(lambda index, _: self._show(index))
        self.list.field.textChanged.connect(lambda _: self._choose_first())
        self.rule.chosen_rule.connect(self._choose_at)
        self.rule.from_page.connect(self._from_page)
        self.rule.publish.clicked.connect(lambda _=False: self.publish())
        self.effect.place_chosen.connect(self._jump)
        self.effect.undo_masks.connect(self._undo_masks)
        self.effect.undo_all.connect(self._undo_all)
        self.effect.publishing.confirmed.connect(self._show_publishing)
        self.shell.picked.connect(self._picked)
        theme.theme().changed.connect(self._due.start)

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

    def _choose_at(self, pack: str, place: int) -> None:
        index = self.list.model.index_at(pack, place)
        if index.isValid():
            self.list.tree.setCurrentIndex(index)
        else:
            self.rule.show_rule(pack, place)

    def _show(self, index: QModelIndex) -> None:
        if self._choosing:
            return
        pack = self.list.model.pack_at(index)
        if pack is not None:
            rule = self.list.model.rule_at(index)
            self.rule.show_rule(pack.id, -1 if rule is None else self.list.model.place_of(index))
            self._show_publishing()
        self.handlers_changed.emit()

    def _take_over(self) -> None:
        """The list says what the packs say now; the same place stays chosen."""
        pack, place = self.rule.pack_id, self.rule.place
        self._choosing = True
        if self.list.model.take_over():
            self.list.tree.expandAll()
        index = self.list.model.index_at(pack, place)
        if index.isValid():
            self.list.tree.setCurrentIndex(index)
        self._choosing = False
        if not any(one.id == pack for one in self.shell.workspace.packs):
            self._choose_first()

    # --- switching --------------------------------------------------------------------------------------
    def _switched(self, index: QModelIndex) -> None:
        found = self.list.model.rule_at(index)
        if found is None:
            return
        pack, rule = found
        if not rule.enabled:
            self.list.tree.setCurrentIndex(index)
            self.rule.apply(partial(editing.set_enabled, rule=self.list.model.place_of(index), on=True))
            return
        workspace = self.shell.workspace
        workspace.set_enabled(pack.id, rule.id, not workspace.is_enabled(pack.id, rule.id))

    def _changed_switches(self) -> dict[Chosen, bool]:
        """Rules that are otherwise than when the place was entered, with what they were then."""
        return {rule: was for rule, was in self._switches.items() if self.shell.workspace.is_enabled(*rule) != was}

    def _edited(self) -> list[str]:
        """Packs that are otherwise than published."""
        workspace = self.shell.workspace
        return [pack.id for pack in workspace.packs if workspace.rulebook.changed(pack.id)]

    def _undo_masks(self) -> None:
        """Switches that mask are put back; where a pack was edited so that it masks less, its last step is undone."""
        workspace = self.shell.workspace
        marking = {(pack.id, rule.id) for pack in workspace.packs for rule in pack.rules
                   if any(action.kind == "mark" for action in rule.then)}
        for rule, was in self._changed_switches().items():
            if was and rule in marking:
                workspace.set_enabled(*rule, True)
        for pack in workspace.rulebook.published():
            now = next((one for one in workspace.packs if one.id == pack.id), None)
            if now is not None and now is not pack and _marks(now) != _marks(pack):
                if workspace.rulebook.can_undo(pack.id):
                    workspace.rulebook.undo(pack.id)
                else:
                    workspace.rulebook.discard(pack.id)

    def _undo_all(self) -> None:
        for rule, was in self._changed_switches().items():
            self.shell.workspace.set_enabled(*rule, was)
        for pack in self._edited():
            self.shell.workspace.rulebook.discard(pack)

    # --- editing ----------------------------------------------------------------------------------------
    def _pack_edited(self, pack: str) -> None:
        if pack == self.rule.pack_id and any(one.id == pack for one in self.shell.workspace.packs):
            self.rule.refresh()
        if self.isVisible():
            self._take_over()
            self.effect.show_against(len(self._changed_switches()), len(self._edited()))
            self._show_publishing()
        self.handlers_changed.emit()
        self.status_changed.emit()

    def _new_name(self, base: str, taken: Sequence[str]) -> str:
        return next(name for n in range(1, 10_000) if (name := base if n == 1 else f"{base}-{n}") not in taken)

    def new_rule(self, word: str = "", sample: str = "") -> None:
        """A rule below the chosen one; `word`: what it looks for, `sample`: a text that it must hit."""
        shown = next((pack for pack in self.shell.workspace.packs if pack.id == self.rule.pack_id), None)
        if shown is None:
            return
        name = self._new_name("rule", [rule.id for rule in shown.rules])
        looked = word or translate("Rules", "keyword")
        rule = Rule(name, translate("Rules", "New rule"), priority=50, when=Condition(
            group="all", children=(Condition("text", "contains_any", (looked,)),)),
            then=(Action("tag", translate("Rules", "Tag")),), samples=(Sample(sample or looked, True),))
        place = self.rule.place + 1 if shown.rules else 0
        if self.rule.apply(partial(editing.add_rule, place=place, rule=rule)):
            self._choose_at(shown.id, place)
            self.rule.refresh("" if word else "when.0.value.0")

    def copy_rule(self) -> None:
        found = self.chosen()
        if found is None:
            return
        pack, rule = found
        name = self._new_name(f"{rule.id}-2", [one.id for one in pack.rules])
        place = self.rule.place + 1
        said = translate("Rules", "{title} (copy)").format(title=rule.title_in(self.shell.language))
        copied = replace(rule, id=name, title=said, titles=())
        if self.rule.apply(partial(editing.add_rule, place=place, rule=copied)):
            self._choose_at(pack.id, place)

    def remove_rule(self) -> None:
        if self.chosen() is not None:
            self.rule.apply(partial(editing.remove_rule, place=self.rule.place))

    def move_rule(self, step: int) -> None:
        found = self.chosen()
        place = self.rule.place
        if found is not None and 0 <= place + step < len(found[0].rules):
            pack = found[0].id
            focus = self.rule.sentence.focused()
            if self.rule.apply(partial(editing.move_rule, place=place, to=place + step)):
                self._choose_at(pack, place + step)
                if focus is None:
                    self.list.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def _dragged(self, pack: str, place: int, to: int) -> None:
        self._choose_at(pack, place)
        if self.rule.apply(partial(editing.move_rule, place=place, to=to)):
            self._choose_at(pack, to)

    def new_pack(self) -> None:
        known = [pack.id for pack in self.shell.workspace.packs]
        name = self._new_name("my-rules", known)
        word = translate("Rules", "keyword")
        rule = Rule("rule", translate("Rules", "New rule"), priority=50, when=Condition(
            group="all", children=(Condition("text", "contains_any", (word,)),)),
            then=(Action("tag", translate("Rules", "Tag")),), samples=(Sample(word, True),))
        self._add(editing.new_pack(name, translate("Rules", "My rules"), rule), name)

    def _add(self, text: str, name: str) -> None:
        try:
            pack = self.shell.workspace.rulebook.add(text, name)
        except DocPrepError as error:
            self.shell.say("".join(self.shell.messages.error(error)))
            return
        self._take_over()
        if any(one.id == pack for one in self.shell.workspace.packs):
            self._choose_at(pack, 0)
        else:
            self.rule.show_rule(pack, -1)

    def import_pack(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self.list, translate("Rules", "Import rule pack"), "",
                                              translate("Rules", "Rule packs (*.yaml *.yml)"))
        if name:
            self.import_file(Path(name))

    def import_file(self, path: Path) -> None:
        """Takes a pack from a file as a draft."""
        try:
            self._add(packs.read(path), path.stem)
        except DocPrepError as error:
            self.shell.say("".join(self.shell.messages.error(error)))

    def export_pack(self) -> None:
        pack = self.rule.pack_id
        name, _ = QFileDialog.getSaveFileName(self.list, translate("Rules", "Export rule pack"), f"{pack}.yaml",
                                              translate("Rules", "Rule packs (*.yaml *.yml)"))
        if name:
            self.export_file(Path(name))

    def export_file(self, path: Path) -> None:
        """Writes the shown pack as it is edited."""
        try:
            path.write_text(self.shell.workspace.rulebook.text(self.rule.pack_id), "utf-8")
        except OSError as error:
            self._cannot_write(path, error)
        else:
            self.shell.say(translate("Rules", "Written: {path}").format(path=path))

    def _cannot_write(self, path: Path, error: OSError) -> None:
        said = DocPrepError("cannot_write", path=str(path), reason=pipeline.reason_of(error))
        self.shell.say("".join(self.shell.messages.error(said)))

    def show_history(self) -> None:
        self.rule.tabs.setCurrentIndex(1)
        self.rule.history.tree.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- from the page ----------------------------------------------------------------------------------
    def _from_page(self) -> None:
        self.shell.go("documents")
        self.shell.say(translate("Rules", "Select a text on the page, then choose “Sample from selection” by a right "
                                          "click."))

    def _picked(self, what: str, text: str) -> None:
        """A text of a page becomes a sample of the shown rule, or the start of a new one."""
        said = " ".join(text.split())
        if not said:
            return
        self.shell.go("rules")
        if what == "sample":
            self.rule.tabs.setCurrentIndex(0)
            self.rule.samples.write(said)
        else:
            word = re.split(r"[，。；：,;:\s]", said.strip())[0][:20] or said[:20]
            self.new_rule(word, said[:200])

    # --- publishing -------------------------------------------------------------------------------------
    def obstacles(self) -> tuple[list[str], int]:
        """Why the shown pack cannot be published, in words, and how many lost masks have to be let pass."""
        pack, book = self.rule.pack_id, self.shell.workspace.rulebook
        if not pack or not book.changed(pack):
            return [], 0
        checked = book.checked(pack)
        if checked is None or book.reading(pack) or self._pending:
            return [translate("Rules", "being checked…")], 0
        errors = [one for one in checked.problems if one.severity == "error"]
        failed = len({(one.line, one.column) for one in errors if one.kind == "sample_failed"})
        slips = sum(one.kind != "sample_failed" for one in errors)
        masks = len(self.total().masks_lost)
        said = []
        if masks and not self.effect.publishing.confirm.isChecked():
            said.append(translate("Rules", "masks lost {n}").format(n=masks))
        if failed:
            said.append(translate("Rules", "samples not as they should be {n}").format(n=failed))
        if slips:
            said.append(translate("Rules", "slips in the text {n}").format(n=slips))
        return said, masks

    def _show_publishing(self) -> None:
        pack, book = self.rule.pack_id, self.shell.workspace.rulebook
        changed = bool(pack) and book.changed(pack)
        said, masks = self.obstacles()
        comma = "，" if self.shell.language == "zh" else ", "
        reason = ""
        if said:
            reason = translate("Rules", "Cannot be published yet: {reasons}").format(reasons=comma.join(said))
        elif changed:
            reason = translate("Rules", "Can be published")
        self.rule.publish.setEnabled(changed and not said)
        self.rule.publish.setToolTip(reason if changed else translate("Rules", "Nothing has been changed"))
        waiting = book.checked(pack) is None if changed else False
        self.effect.publishing.show_state(reason, "error" if said and not waiting else "ok", masks if changed else 0)

    def publish(self) -> None:
        """Makes a version of the shown pack, unless something stands against it."""
        pack = self.rule.pack_id
        self.rule.side.editor.flush()
        if not self.shell.workspace.rulebook.changed(pack) or self.obstacles()[0]:
            return
        try:
            version = self.shell.workspace.rulebook.publish(pack)
        except OSError as error:
            self._cannot_write(packs.user_folder() / f"{pack}.yaml", error)
            return
        self.shell.say(translate("Rules", "Published: version {version}").format(version=version))
        self._start_over()

    # --- the effect -------------------------------------------------------------------------------------
    def entered(self) -> None:
        """The effect is told against now, unless one comes back from a place that it led to."""
        if not self._jumped:
            self._start_over()
        self._jumped = False
        self.list.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def _start_over(self) -> None:
        workspace = self.shell.workspace
        self._switches = {(pack.id, rule.id): workspace.is_enabled(pack.id, rule.id)
                          for pack in workspace.packs for rule in pack.rules}
        self._against = RuleChoice(workspace.rulebook.published(), workspace.rule_choice().disabled)
        self._before.clear()
        for key in workspace.files:
            self._set_before(key)
        self._effects.clear()
        self._show_publishing()
        self._refresh()

    def _set_before(self, key: str) -> None:
        """What the published rules make of a file; in the background where others speak now."""
        workspace = self.shell.workspace
        prepared, against = workspace.files[key].prepared, self._against
        if prepared is None:
            return
        if not self._edited() and against.disabled == workspace.rule_choice().disabled:
            self._before[key] = prepared
            return
        workspace.background(partial(pipeline.rejudge, prepared, against), partial(self._got_before, key, against))

    def _got_before(self, key: str, against: RuleChoice, future: Future[Prepared]) -> None:
        if isValid(self) and against is self._against and key in self.shell.workspace.files:
            self._before[key] = future.result()
            self._compare((key,))

    def _refresh(self) -> None:
        """Hits and effect as they are now. Nothing is worked out while the place is not seen; it is made up for when it
        is shown."""
        self._due.stop()
        if self.isVisible():
            self._take_over()
            self.list.model.refresh()
            self._show_effect()
            self._show_publishing()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._due.start()  # once, where it is also entered

    def _rules_changed(self) -> None:
        if not self._against.packs and self.shell.workspace.rulebook.published():  # they have just been read
            self._take_over()
            self._choose_first()
            self._start_over()
        self._pending = {key for key, file in self.shell.workspace.files.items() if file.prepared}
        if self._pending and self.isVisible():  # the effect follows with the documents
            self._take_over()
            self._show_state()
        else:
            self._refresh()
        self.status_changed.emit()

    def _files_changed(self, keys: tuple[str, ...]) -> None:
        files = self.shell.workspace.files
        for key in keys:
            now, before = files[key].prepared, self._before.get(key)
            if now is not None and (before is None or (before.chunks is not now.chunks
                                                       and before.chunks != now.chunks)):
                self._set_before(key)
        self._compare(keys)
        self.status_changed.emit()

    def _compare(self, keys: tuple[str, ...]) -> None:
        """Works the effect on these files out in the background and shows it."""
        files = self.shell.workspace.files
        work = [(key, before, now) for key in keys if (before := self._before.get(key)) is not None
                and (now := files[key].prepared) is not None and before is not now]
        if work and self.isVisible():
            self.shell.workspace.background(partial(_effects, work), partial(self._compared, keys))
        else:
            self._pending.difference_update(keys)
            self._refresh()

    def _compared(self, keys: tuple[str, ...], future: Future[list[tuple[str, Prepared, Prepared, Effect]]]) -> None:
        if not isValid(self):
            return
        files = self.shell.workspace.files
        for key, before, now, found in future.result():
            if key in files and files[key].prepared is now:
                self._effects[key] = before, now, found
        self._pending.difference_update(keys)
        self._refresh()

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

    def _show_state(self) -> None:
        workspace = self.shell.workspace
        if self._pending:
            self.effect.show_state(count(len(self._pending), translate("Rules", "looking at %n file…"),
                                         translate("Rules", "looking at %n files…")))
        else:
            chunks = sum(len(file.chunks) for file in workspace.files.values())
            self.effect.show_state(count(chunks, translate("Rules", "%n chunk"), translate("Rules", "%n chunks")))

    def _show_effect(self) -> None:
        workspace = self.shell.workspace
        self._show_state()
        self.effect.show_sections(
            effect_panel.sections(self.total(), rule_titles(workspace.packs), self._slice, self._locate, self._chunk,
                                  self.shell.runs.seconds_each()),
            len(self._changed_switches()), len(self._edited()))

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
    def parts(self) -> Sequence[QWidget]:
        return (self.list, self.rule, self.effect)

    def panes(self) -> Sequence[QWidget]:
        return (self.list.tree, self.rule.sentence, self.rule.samples.tree, self.rule.side.editor,
                self.effect.put_back)

    def handlers(self) -> Handlers:
        made: dict[str, Callable[[], object]] = {
            "rules_filter": lambda: self.list.field.setFocus(Qt.FocusReason.ShortcutFocusReason),
            "filter": lambda: self.list.field.setFocus(Qt.FocusReason.ShortcutFocusReason),
        }
        made["rules_new_pack"], made["rules_import"] = self.new_pack, self.import_pack
        pack, book = self.rule.pack_id, self.shell.workspace.rulebook
        shown = next((one for one in self.shell.workspace.packs if one.id == pack), None)
        if shown is None:
            return made
        made |= {"rules_new": self.new_rule, "rules_export": self.export_pack, "rules_history": self.show_history}
        if book.changed(pack):
            made |= {"rules_discard": partial(book.discard, pack), "rules_publish": self.publish}
        if self.isVisible():
            if book.can_undo(pack):
                made["undo"] = self.rule.undo_step
            if book.can_redo(pack):
                made["redo"] = self.rule.redo_step
        if self.chosen() is not None:
            made["rules_toggle"] = lambda: self._switched(self.list.tree.currentIndex())
            made |= {"rules_copy": self.copy_rule, "rules_remove": self.remove_rule}
            if self.rule.place > 0:
                made["rules_up"] = partial(self.move_rule, -1)
            if self.rule.place + 1 < len(shown.rules):
                made["rules_down"] = partial(self.move_rule, 1)
        return made

    def title(self) -> str:
        return translate("Rules", "Rules")

    def status(self) -> str:
        off = sum(rule.enabled and not self.shell.workspace.is_enabled(pack.id, rule.id)
                  for pack in self.shell.workspace.packs for rule in pack.rules)
        return count(off, translate("Rules", "%n rule is off"), translate("Rules", "%n rules are off")) if off else ""


def _effects(work: list[tuple[str, Prepared, Prepared]]) -> list[tuple[str, Prepared, Prepared, Effect]]:
    return [(key, before, now, effect.compare(key, before, now)) for key, before, now in work]


def _marks(pack: Pack) -> set[str]:
    """Kinds of values that the rules of a pack mask."""
    return {kind for rule in pack.rules if rule.enabled for action in rule.then if action.kind == "mark"
            for kind in action.entities}
