"""Asks for a file's password, three times at most, and says each time whether it opened the file."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from docprep_gui.domain.errors import FileError
from docprep_gui.gui import theme
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.widgets import parts

translate = QCoreApplication.translate

TRIES = 3


class PasswordDialog(QDialog):
    """Open over the window until the file is read, the tries are used up, or the user gives up. What is typed goes to
    the workspace, which keeps it in memory while the file is open, and nowhere else."""

    def __init__(self, shell: Shell, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._shell = shell
        self._key = key
        self._left = TRIES
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Password", "Password"))
        self.setProperty("pane", "surface")
        self.setFixedWidth(theme.px(420))
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(20), theme.px(18), theme.px(20), theme.px(16))
        column.setSpacing(theme.px(8))
        self._name = parts.elided(shell.workspace.files[key].name, "heading", bold=True)
        column.addWidget(self._name)
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(translate("Password", "Password"))
        self.field.setAcceptDrops(False)
        self.field.textEdited.connect(lambda _: self._show_open())
        column.addWidget(self.field)
        self.said = parts.label("", "small", wrap=True)
        column.addWidget(self.said)
        row = QHBoxLayout()
        row.addStretch(1)
        self.cancel_button = parts.button(translate("Password", "Cancel"), self.reject)
        self.open_button = parts.button(translate("Password", "Open"), self._try, kind="primary")
        self.open_button.setDefault(True)
        self.cancel_button.setAutoDefault(False)
        row.addWidget(self.cancel_button)
        row.addWidget(self.open_button)
        column.addSpacing(theme.px(4))
        column.addLayout(row)
        self._say(translate("Password", "It is not saved."), "")
        self._show_open()
        shell.bridge.files_changed.connect(self._changed)
        shell.bridge.files_closed.connect(self._closed)

    def _try(self) -> None:
        if not self.field.text() or not self._left:
            return
        self._left -= 1
        self.field.setEnabled(False)
        self.open_button.setEnabled(False)
        self._say(translate("Password", "Opening…"), "")
        self._shell.workspace.retry(self._key, self.field.text())

    def _changed(self, keys: tuple[str, ...]) -> None:
        file = self._shell.workspace.files.get(self._key)
        if self._key not in keys or file is None or file.state in ("waiting", "reading"):
            return
        if file.state == "ready" or not (isinstance(file.error, FileError) and file.error.opens_with_password):
            self.accept()  # open, or wrong in another way, which stands beside its name
            return
        if self.field.isEnabled():
            return
        self.field.clear()
        if not self._left:
            self._say(translate("Password", "That was the third wrong password. Check it, then try again beside the "
                                            "file's name."), "error")
            self.open_button.hide()
            self.cancel_button.setText(translate("Password", "Close"))
            self.cancel_button.setFocus()
            return
        message, hint = self._shell.messages.error(file.error)
        left = translate("Password", "Tries left: {n}").format(n=self._left)
        blank = "" if self._shell.language == "zh" else " "
        self._say(blank.join((message, hint, left)), "error")
        self.field.setEnabled(True)
        self.field.setFocus()

    def _closed(self, keys: tuple[str, ...]) -> None:
        if self._key in keys:
            self.reject()

    def _say(self, sentence: str, tone: str) -> None:
        self.said.setText(sentence)
        self.said.setProperty("tone", tone)
        self.said.setProperty("quiet", not tone)
        parts.repolish(self.said)
        layout = self.layout()
        if layout is not None:  # a longer sentence has more lines
            layout.activate()
            self.resize(self.width(), layout.totalHeightForWidth(self.width()))

    def _show_open(self) -> None:
        self.open_button.setEnabled(bool(self.field.text()))
