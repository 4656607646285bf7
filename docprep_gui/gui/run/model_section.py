"""Which language model is asked: the built-in trial model, or one at an address that is checked first."""

from __future__ import annotations

from concurrent.futures import Future

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from docprep_gui.domain.errors import DocPrepError, SettingError
from docprep_gui.gui import theme
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.widgets import parts
from docprep_gui.gui.widgets.choices import CheckBox, ComboBox, RadioRow
from docprep_gui.inference.addresses import is_local, normalise
from docprep_gui.workspace.choices import EndpointChoice, EndpointReport

translate = QCoreApplication.translate


class ModelSection(QWidget):
    """What is checked and found good is chosen at once. `changed`: whether a run may start is new."""

    changed = Signal()

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self._asked = 0
        self._checked: str | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.trial = RadioRow(translate("Run", "Built-in trial model"), translate(
            "Run", "Only for trying the steps; its answers are worth nothing"))
        self.other = RadioRow(translate("Run", "A model at an address"), translate(
            "Run", "Such as Ollama or LM Studio, here or in the building"))
        group = QButtonGroup(self)
        for row in (self.trial, self.other):
            group.addButton(row)
            column.addWidget(row)
        self._details = QWidget()
        inner = QVBoxLayout(self._details)
        inner.setContentsMargins(theme.px(40), theme.px(8), theme.px(14), theme.px(4))
        inner.setSpacing(theme.px(8))
        row_ = QHBoxLayout()
        row_.setSpacing(theme.px(8))
        self.address = QLineEdit()
        self.address.setPlaceholderText("http://127.0.0.1:11434")
        self.address.setAccessibleName(translate("Run", "Address of the model"))
        self.address.setAcceptDrops(False)
        row_.addWidget(self.address, 1)
        self.check = parts.button(translate("Run", "Check"), self.check_now)
        row_.addWidget(self.check)
        inner.addLayout(row_)
        self.trust = CheckBox(translate("Run", "I trust this host; only masked text goes there"))
        inner.addWidget(self.trust)
        self.models = ComboBox(translate("Run", "Model"))
        inner.addWidget(self.models)
        self.state = parts.label("", "small", wrap=True)
        inner.addWidget(self.state)
        column.addWidget(self._details)
        self._show_choice()
        self.trial.clicked.connect(self._trial_chosen)
        self.other.clicked.connect(self._other_chosen)
        self.address.textEdited.connect(self._edited)
        self.address.returnPressed.connect(self.check_now)
        self.models.activated.connect(lambda _: self.check_now())
        self.trust.toggled.connect(lambda _: self._trusted())
        shell.bridge.endpoint_changed.connect(self._show_choice)

    def problem(self) -> str:
        """Why no run may start with what is chosen here; "" where one may."""
        if self.trial.isChecked():
            return "" if self._shell.workspace.host.available else translate(
                "Run", "The built-in model is not installed; give the address of a model")
        if not self.address.text().strip():
            return translate("Run", "Write the address of the model first")
        if self._checked != self.address.text().strip():
            return translate("Run", "Check the address of the model first")
        if not self._local() and not self.trust.isChecked():
            return translate("Run", "Tick that you trust this host first")
        return ""

    def _local(self) -> bool:
        try:
            return is_local(normalise(self.address.text().strip()))
        except SettingError:
            return True

    def _show_choice(self) -> None:
        choice = self._shell.workspace.endpoint
        if choice.url is None:
            self.trial.setChecked(True)
        else:
            self.other.setChecked(True)
            if self._checked is None and not self.address.text():
                # Remembered from last time; the queue says if it is gone.
                self._checked = choice.url
                self.address.setText(choice.url)
                self.trust.setChecked(choice.trusted)
                if choice.model:
                    self.models.addItem(choice.model)
        self._arrange()

    def _arrange(self) -> None:
        other = self.other.isChecked()
        self._details.setVisible(other)
        self.trust.setVisible(other and bool(self.address.text().strip()) and not self._local())
        self.models.setVisible(other and self.models.count() > 0 and self._checked is not None)
        self.state.setVisible(bool(self.state.text()))
        self.changed.emit()

    def _trial_chosen(self) -> None:
        self._asked += 1
        if self._shell.workspace.endpoint.url is not None:
            self._checked = None
            self._shell.workspace.choose_endpoint(EndpointChoice())
        self._say("", "")

    def _other_chosen(self) -> None:
        self._arrange()
        self.address.setFocus(Qt.FocusReason.OtherFocusReason)

    def _edited(self) -> None:
        self._asked += 1
        self._checked = None
        self._say("", "")

    def _trusted(self) -> None:
        if self._checked is not None and self.other.isChecked():
            self.check_now()
        self._arrange()

    def _say(self, text: str, tone: str) -> None:
        self.state.setText(text)
        self.state.setProperty("tone", tone)
        self.state.setProperty("quiet", not tone)
        parts.repolish(self.state)
        self._arrange()

    # --- checking ---------------------------------------------------------------------------------------
    def check_now(self) -> None:
        """Asks the server for its models in the background."""
        url = self.address.text().strip()
        if not url:
            self.address.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self._asked += 1
        asked = self._asked
        model = self.models.currentText() or None if self._checked == url else None
        choice = EndpointChoice(url, model, self.trust.isChecked())
        self.check.setEnabled(False)
        self._say(translate("Run", "Asking which models are there…"), "")

        def done(future: Future[EndpointReport]) -> None:
            if not isValid(self):
                return
            self.check.setEnabled(True)
            if asked == self._asked:
                self._checked_out(choice, future)

        self._shell.workspace.check_endpoint(choice, done)

    def _checked_out(self, choice: EndpointChoice, future: Future[EndpointReport]) -> None:
        try:
            report = future.result()
        except DocPrepError as error:
            self._checked = None
            message, hint = self._shell.messages.error(error)
            self._say(f"{message} {hint}".strip(), "error")
            return
        self._checked = choice.url
        model = choice.model if choice.model in report.models else (report.models[0] if report.models else None)
        self.models.clear()
        self.models.addItems(list(report.models))
        if model is not None:
            self.models.setCurrentText(model)
        window = (translate("Run", "reads {n} tokens at once").format(n=f"{report.window:,}") if report.window
                  else translate("Run", "its window is not known"))
        self._say(translate("Run", "Reachable · {window}").format(window=window), "ok")
        self._shell.workspace.choose_endpoint(EndpointChoice(choice.url, model, choice.trusted), report.window)
        self._arrange()
