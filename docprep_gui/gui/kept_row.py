"""What is kept of documents that were read: how much it is, and a button that wipes it."""

from __future__ import annotations

from concurrent.futures import Future

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget
from shiboken6 import isValid

from docprep_gui.gui import theme
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.widgets import parts
from docprep_gui.workspace import reading
from docprep_gui.workspace.cache import Cache

translate = QCoreApplication.translate


class KeptRow(QWidget):
    """A line of the settings. The folder is looked at, and wiped, in the background."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(16), theme.px(8), theme.px(16), theme.px(8))
        row.setSpacing(theme.px(8))
        self.said = parts.label("")
        row.addWidget(self.said, 1)
        self.wipe_button = parts.button(translate("Settings", "Wipe"), self._wipe)
        row.addWidget(self.wipe_button)
        room = QWidget()
        room.setFixedWidth(theme.px(64))  # under the units of the settings above
        row.addWidget(room)
        self._show(0)
        shell.executor.submit(reading.kept().size, self._sized)

    def _wipe(self) -> None:
        self.wipe_button.setEnabled(False)
        self._shell.executor.submit(_wiped, self._sized)

    def _sized(self, future: Future[int]) -> None:
        if isValid(self):
            self._show(future.result())

    def _show(self, size: int) -> None:
        self.said.setText(translate("Settings", "Kept texts: {size}").format(size=_said(size)) if size
                          else translate("Settings", "Nothing is kept"))
        self.wipe_button.setEnabled(size > 0)


def _wiped() -> int:
    cache: Cache = reading.kept()
    cache.wipe()
    return cache.size()


def _said(size: int) -> str:
    return f"{size / 1e6:,.1f} MB" if size >= 100_000 else f"{max(1, round(size / 1000))} KB"
