"""The list of models: those found on this machine, a file, an address, the trial model, none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QButtonGroup, QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from docprep_gui.domain.errors import SettingError
from docprep_gui.gui import theme
from docprep_gui.gui.models.finder import ModelFinder, Tried
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.widgets import parts
from docprep_gui.gui.widgets.choices import CheckBox, ComboBox, RadioRow
from docprep_gui.inference.addresses import is_local, normalise
from docprep_gui.inference.servers import FoundModel, FoundServer
from docprep_gui.workspace.choices import EndpointChoice

translate = QCoreApplication.translate
_LOOK_AFTER_MS = 100  # the window is painted first; what looks takes long to import

SEEN = 6
"""Found models that are listed at once; the others come when they are asked for."""


class ModelList(QWidget):
    """What is checked and found good is chosen at once. `changed`: whether a run may start is new. `by_address`: with
    a row for an address; a place without one shows it all the same while such a model is chosen."""

    changed = Signal()

    def __init__(self, shell: Shell, by_address: bool = True) -> None:
        super().__init__()
        self._shell = shell
        self._finder: ModelFinder = shell.models
        self._by_address = by_address
        self._by_hand = False
        self._all = False
        self._checking: EndpointChoice | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._group = QButtonGroup(self)
        self._rows_box = QVBoxLayout()
        self._rows_box.setSpacing(0)
        column.addLayout(self._rows_box)
        self.why_not = parts.label("", "small", tone="error", wrap=True)
        self.why_not.setContentsMargins(theme.px(40), 0, theme.px(14), theme.px(8))
        self.why_not.hide()
        self.rows: dict[EndpointChoice, RadioRow] = {}
        self.more = parts.button("", self._show_all, kind="link", small=True)
        self._more = _indented(self.more)
        column.addWidget(self._more)
        self.file = self._row(translate("Models", "Choose a model file…"),
                              translate("Models", "A .gguf file, such as one copied from a colleague"), self.ask_file)
        self.other = self._row(translate("Models", "A model at an address"),
                               translate("Models", "On another port, or on another machine in the building"),
                               self._other_chosen)
        column.addWidget(self.file)
        column.addWidget(self.other)
        column.addWidget(self._make_details())
        self.trial = self._row(translate("Models", "Built-in trial model"),
                               translate("Models", "Only for trying the steps; its answers are worth nothing"),
                               lambda: self._take(EndpointChoice()))
        self.none = self._row(translate("Models", "No model for now"),
                              translate("Models", "Rules extract, check and mask as always"),
                              lambda: self._take(EndpointChoice(off=True)))
        column.addWidget(self.trial)
        column.addWidget(self.none)
        column.addWidget(self._make_foot())
        self._finder.changed.connect(self.refresh)
        self._show_remembered()
        self.refresh()

    # --- building ---------------------------------------------------------------------------------------
    def _row(self, text: str, hint: str, chosen: Callable[[], object]) -> RadioRow:
        row = RadioRow(text, hint)
        self._group.addButton(row)
        row.clicked.connect(lambda _checked=False: chosen())
        return row

    def _make_details(self) -> QWidget:
        self._details = QWidget()
        inner = QVBoxLayout(self._details)
        inner.setContentsMargins(theme.px(40), theme.px(8), theme.px(14), theme.px(4))
        inner.setSpacing(theme.px(8))
        row = QHBoxLayout()
        row.setSpacing(theme.px(8))
        self.address = QLineEdit()
        self.address.setPlaceholderText("http://127.0.0.1:11434")
        self.address.setAccessibleName(translate("Models", "Address of the model"))
        self.address.setAcceptDrops(False)
        row.addWidget(self.address, 1)
        self.check = parts.button(translate("Models", "Check"), self.check_now)
        row.addWidget(self.check)
        inner.addLayout(row)
        self.trust = CheckBox(translate("Models", "I trust this host; only masked text goes there"))
        inner.addWidget(self.trust)
        self.models = ComboBox(translate("Models", "Model"))
        inner.addWidget(self.models)
        self.state = parts.label("", "small", wrap=True)
        inner.addWidget(self.state)
        self.address.textEdited.connect(self._edited)
        self.address.returnPressed.connect(self.check_now)
        self.models.activated.connect(lambda _: self.check_now())
        self.trust.toggled.connect(lambda _: self._trusted())
        return self._details

    def _make_foot(self) -> QWidget:
        foot = QWidget()
        row = QHBoxLayout(foot)
        row.setContentsMargins(theme.px(14), theme.px(6), theme.px(14), theme.px(4))
        row.setSpacing(theme.px(8))
        self.found = parts.label("", "small", quiet=True, wrap=True)
        row.addWidget(self.found, 1)
        self.again = parts.button(translate("Models", "Look again"), self._finder.look, kind="link", small=True)
        row.addWidget(self.again, 0, Qt.AlignmentFlag.AlignTop)
        return foot

    # --- what is shown ----------------------------------------------------------------------------------
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(_LOOK_AFTER_MS, self._finder, self._finder.look_once)

    def _show_remembered(self) -> None:
        """An address of last time; the queue says if it is gone."""
        choice = self._finder.selected
        if choice.url is not None:
            self.address.setText(choice.url)
            self.trust.setChecked(choice.trusted)
            if choice.model:
                self.models.addItem(choice.model)

    def _listed(self) -> dict[EndpointChoice, tuple[str, str]]:
        """(name, hint) of the models that have a row of their own."""
        finder = self._finder
        found: dict[EndpointChoice, tuple[str, str]] = {}
        for choice, (server, model) in finder.choices().items():
            found[choice] = self._name(server, model), self._window(choice, model)
        if not self._all and len(found) > SEEN:
            kept = list(found)[:SEEN] + [choice for choice in list(found)[SEEN:] if choice == finder.selected]
            found = {choice: found[choice] for choice in kept}
        chosen = finder.selected
        if chosen.gguf is not None:
            found[chosen] = self._file_name(chosen), self._window(chosen, None)
        if chosen.url is not None and not finder.looked and chosen not in found and not self._by_hand:
            found[chosen] = chosen.model or chosen.url, translate("Models", "Chosen last time")
        return found

    def _name(self, server: FoundServer, model: FoundModel) -> str:
        return f"{Path(model.name).name} · {self._shell.messages.word(f'program.{server.program}')}"

    def _file_name(self, choice: EndpointChoice) -> str:
        name = Path(choice.gguf or "").name
        return f"{choice.model} · {name}" if choice.model and choice.model != Path(name).stem else name

    def _window(self, choice: EndpointChoice, model: FoundModel | None) -> str:
        tried, messages = self._finder.tried.get(choice), self._shell.messages
        window = tried.window if tried and tried.window else model.window if model else None
        if window is None and choice == self._shell.workspace.endpoint:
            window = self._shell.workspace.host.window
        if window is None:
            return _sentence(messages.word("models.window_unknown"))
        said = _sentence(messages.word("models.window", n=f"{window:,}"))
        if model and model.largest and model.largest > window:
            said += messages.word("models.largest", n=f"{model.largest:,}")
        return said

    def refresh(self) -> None:
        finder, listed = self._finder, self._listed()
        chosen = finder.selected
        if self._by_hand and (chosen.url is None or chosen in listed):
            self._by_hand = False
        hand = self._by_hand or (chosen.url is not None and chosen not in listed)
        if hand and not self._by_hand and chosen.url and self.address.text() != chosen.url:
            self._show_remembered()
        if list(self.rows) != list(listed):
            self._make_rows(list(listed))
        for choice, (name, hint) in listed.items():
            self._show_row(self.rows[choice], name, hint, finder.tried.get(choice))
        hidden = len(finder.choices()) - sum(choice.gguf is None for choice in listed)
        self.more.setText(translate("Models", "{n} more models").format(n=hidden))
        self._more.setVisible(hidden > 0 and finder.looked)
        marked = self.other if hand else self.none if chosen.off else self.trial if chosen.trial else (
            self.rows.get(chosen))
        if marked is not None:
            marked.setChecked(True)
        self._show_why_not(chosen)
        installed = not chosen.trial or self._shell.workspace.host.available
        self.trial.show_note("" if installed else translate("Models", "not installed"), "warn")
        self.other.setVisible(self._by_address or hand)
        self._show_foot()
        self._show_details(hand)
        self.changed.emit()

    def _show_why_not(self, chosen: EndpointChoice) -> None:
        """What went wrong with the marked model and what to do, under its row."""
        tried, row = self._finder.tried.get(chosen), self.rows.get(chosen)
        said = tried.sentence if tried and row and row.isChecked() else ""
        self._rows_box.removeWidget(self.why_not)
        if said and row:
            self._rows_box.insertWidget(self._rows_box.indexOf(row) + 1, self.why_not)
        self.why_not.setText(said)
        self.why_not.setVisible(bool(said))

    def _make_rows(self, choices: list[EndpointChoice]) -> None:
        focused = next((choice for choice, row in self.rows.items() if row.hasFocus()), None)
        for row in self.rows.values():
            self._group.removeButton(row)
            self._rows_box.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = {}
        for choice in choices:
            row = self._row("", "", lambda choice=choice: self._take(choice))  # type: ignore[misc]
            self.rows[choice] = row
            self._rows_box.addWidget(row)
        if focused in self.rows:
            self.rows[focused].setFocus()

    def _show_row(self, row: RadioRow, name: str, hint: str, tried: Tried | None) -> None:
        row.setText(name)
        row.setAccessibleName(name)
        row.show_hint(hint)
        if tried is None:
            row.show_note("")
        elif tried.state == "trying":
            row.show_note(translate("Models", "Trying…"), "muted", "clock")
        elif tried.state == "failed":
            row.show_note(translate("Models", "Does not work"), "error", "error")
        else:
            row.show_note(translate("Models", "Works"), "ok", "ring-tick")

    def _show_foot(self) -> None:
        finder, word = self._finder, self._shell.messages.word
        if finder.looking:
            said = translate("Models", "Looking for models on this computer…")
        else:
            running = {server.program for server in finder.servers}
            said = "   ".join(
                translate("Models", "{program}: not running").format(program=word(f"program.{program}"))
                for program in ("ollama", "lm_studio", "llama_cpp") if program not in running)
            empty = [server for server in finder.servers if not server.models]
            said = "   ".join([*(translate("Models", "{program}: no model in it").format(
                program=word(f"program.{server.program}")) for server in empty), *filter(None, [said])])
            elsewhere = sum(len(server.elsewhere) for server in finder.servers)
            if elsewhere:
                said += "\n" + translate("Models", "Left out, since they work elsewhere: {n}").format(n=elsewhere)
        self.found.setText(said)
        self.again.setEnabled(not finder.looking)

    def _show_all(self) -> None:
        self._all = True
        self.refresh()

    # --- choosing ---------------------------------------------------------------------------------------
    def problem(self) -> str:
        """Why no run may start with what is chosen here; "" where one may."""
        if not self.other.isChecked():
            return self._finder.problem()
        text = self.address.text().strip()
        if not text:
            return translate("Models", "Write the address of the model first")
        if self._finder.selected.url != text or self._checking is not None:
            return translate("Models", "Check the address of the model first")
        if not self._local() and not self.trust.isChecked():
            return translate("Models", "Tick that you trust this host first")
        return self._finder.problem()

    def _take(self, choice: EndpointChoice) -> None:
        self._by_hand = False
        self._checking = None
        self._finder.select(choice)

    def ask_file(self) -> None:
        """Asks for a GGUF file, and tries it."""
        folder = str(self._shell.settings.value("model_folder", ""))
        name, _ = QFileDialog.getOpenFileName(self, translate("Models", "Choose a model file"), folder,
                                              translate("Models", "Model files (*.gguf)"))
        if name:
            self._shell.settings.setValue("model_folder", str(Path(name).parent))
            self.take_file(Path(name))
        else:
            self.refresh()

    def take_file(self, path: Path) -> None:
        self._take(EndpointChoice(gguf=str(path.absolute())))

    # --- an address -------------------------------------------------------------------------------------
    def _local(self) -> bool:
        try:
            return is_local(normalise(self.address.text().strip()))
        except SettingError:
            return True

    def _show_details(self, hand: bool) -> None:
        self._details.setVisible(hand)
        self.trust.setVisible(hand and bool(self.address.text().strip()) and not self._local())
        self._show_checked()
        self.models.setVisible(hand and self.models.count() > 0
                               and self._finder.selected.url == self.address.text().strip())
        self.state.setVisible(bool(self.state.text()))

    def _show_checked(self) -> None:
        """What trying the address has shown."""
        if self._checking is None:
            return
        tried = self._finder.tried.get(self._checking)
        if tried is None or tried.state == "trying":
            return
        self._checking = None
        self.check.setEnabled(True)
        if tried.state == "failed":
            self._say(tried.sentence, "error")
            return
        self.models.clear()
        self.models.addItems(sorted(tried.models))
        self.models.setCurrentText(tried.models[0])
        word = self._shell.messages.word
        window = (word("models.window", n=f"{tried.window:,}") if tried.window else word("models.window_unknown"))
        self._say(translate("Models", "Works · {window}").format(window=window), "ok")

    def _other_chosen(self) -> None:
        self._by_hand = True
        self._finder.mark(EndpointChoice(self.address.text().strip(), None, self.trust.isChecked()))
        self.address.setFocus(Qt.FocusReason.OtherFocusReason)

    def _edited(self) -> None:
        self._by_hand = True
        self._checking = None
        self.check.setEnabled(True)
        self._say("", "")
        self.refresh()

    def _trusted(self) -> None:
        if self.other.isChecked() and self._finder.selected.url == self.address.text().strip():
            self.check_now()
        else:
            self.refresh()

    def _say(self, text: str, tone: str) -> None:
        self.state.setText(text)
        self.state.setProperty("tone", tone)
        self.state.setProperty("quiet", not tone)
        parts.repolish(self.state)
        self.state.setVisible(bool(text))

    def check_now(self) -> None:
        """Asks the server for its models in the background, and tries one."""
        url = self.address.text().strip()
        if not url:
            self.address.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self._by_hand = True
        same = self._finder.selected.url == url
        choice = EndpointChoice(url, (self.models.currentText() or None) if same else None, self.trust.isChecked())
        self.check.setEnabled(False)
        self._say(translate("Models", "Asking which models are there…"), "")
        self._checking = choice
        self._finder.tried.pop(choice, None)
        self._finder.select(choice)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _indented(widget: QWidget) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(theme.px(40), theme.px(2), theme.px(14), theme.px(4))
    row.addWidget(widget)
    row.addStretch(1)
    return box
