"""The application: fonts, theme, language, the workspace under it, the window on it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSettings, Qt, QTimer
from PySide6.QtGui import QFileOpenEvent, QGuiApplication
from PySide6.QtWidgets import QApplication

from docprep_gui.domain.errors import DocPrepError
from docprep_gui.gui import theme, translations
from docprep_gui.gui.collector import Collector
from docprep_gui.gui.executor import QtExecutor
from docprep_gui.gui.faults import Faults
from docprep_gui.gui.page_pictures import PictureDesk
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.window import MainWindow
from docprep_gui.inference import servers
from docprep_gui.workspace import paths
from docprep_gui.workspace.memory import Memory
from docprep_gui.workspace.messages import Language
from docprep_gui.workspace.pages import PageRenderer, Renderer
from docprep_gui.workspace.runs import Runs
from docprep_gui.workspace.session import Workspace
from docprep_gui.workspace.workers import Workers

translate = QCoreApplication.translate
_SWITCH_S = 0.0001
"""How long a thread of the pool may hold the interpreter while the window waits for it, in seconds. Python's own 5 ms
add up, since painting asks for the interpreter again after each call of Qt."""


_PAINTED_S = 0.02
"""The window has begun to be painted by then."""


def make_app(argv: Sequence[str] = ()) -> QApplication:
    """The one QApplication, made if there is none yet."""
    found = QApplication.instance()
    if found is None:
        QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
        found = QApplication(["docprep", *argv])
    app = cast(QApplication, found)
    sys.setswitchinterval(_SWITCH_S)
    app.setApplicationName("DocPrep")
    app.setApplicationDisplayName("DocPrep")
    return app


def window_settings() -> QSettings:
    """What the window remembers of itself: sizes, place, appearance, language."""
    return QSettings(str(paths.remembered() / "window.ini"), QSettings.Format.IniFormat)


class Program(QObject):
    """Owns the workspace and its window; makes the window anew in another language."""

    def __init__(self, app: QApplication, workspace: Workspace, runs: Runs, executor: QtExecutor,
                 settings: QSettings, renderer: Renderer | None = None) -> None:
        """`renderer` draws printed pages; without one they are shown as text."""
        super().__init__(app)
        self.workspace = workspace
        self.runs = runs
        self._executor = executor
        self.settings = settings
        language = cast(Language, str(settings.value("language", "") or translations.system_language()))
        translations.install(language)
        theme.theme().set_scheme(cast(theme.SchemeChoice, str(settings.value("theme", "system"))))
        theme.theme().install(app, language)
        self._drawing = QtExecutor(2, self) if renderer is not None else None
        self.pictures = PictureDesk(renderer, self._drawing, self) if renderer and self._drawing else None
        self.shell = Shell(workspace, runs, executor, settings, language, self, self.pictures)
        self._coming: tuple[MainWindow, Iterator[None]] | None = None
        self._coming_due = QTimer(self)
        self._coming_due.setInterval(0)
        self._coming_due.timeout.connect(self._go_on)
        self.window = self._make_window(self.shell)
        self.window.come_in()
        app.installEventFilter(self) if sys.platform == "darwin" else None

    def _make_window(self, shell: Shell) -> MainWindow:
        window = MainWindow(shell)
        window.language_chosen.connect(self.set_language, Qt.ConnectionType.QueuedConnection)
        return window

    def set_language(self, language: Language) -> None:
        """The window is built anew, step by step, and takes the place of the old one, which stays as it is until then;
        so does the workspace."""
        if language == self.shell.language or self._coming is not None:
            return
        self.settings.setValue("language", language)
        self.window.setUpdatesEnabled(False)
        translations.install(language)
        theme.theme().undress(self.window)
        theme.theme().set_language(language)
        window = self._make_window(Shell(
            self.workspace, self.runs, self._executor, self.settings, language, self, self.pictures))
        window.setGeometry(self.window.geometry())
        self._coming = window, window.steps()
        self._coming_due.start()

    def _go_on(self) -> None:
        assert self._coming is not None
        window, steps = self._coming
        for _ in steps:
            return
        self._coming_due.stop()
        self._coming = None
        old, self.window = self.window, window
        before, self.shell = self.shell, window.shell
        if old.isVisible():
            window.show()
        old.close()
        old.deleteLater()
        before.bridge.close()
        before.deleteLater()

    def tell_fault(self, written: Path) -> None:
        """Says where a fault was written down."""
        self.shell.say(translate("Window", "Something went wrong inside DocPrep: see {file}").format(file=written))

    def close(self) -> None:
        """No page is shown from now on; waits for those under way."""
        if self._drawing is not None:
            self._drawing.close(5000)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent):
            self.window.open_paths([Path(event.file())])
            return True
        return False


def take_up_left_over(runs: Runs) -> None:
    """A run that was cut short is shown, paused. It is taken up before its files are read, so that they are cut for
    the same model. A queue that cannot be opened is told of when a run is started."""
    try:
        left = runs.left_over()
    except DocPrepError:
        return
    if left is not None:
        runs.take_up(left)


def run(files: Sequence[Path] = ()) -> int:
    """Opens the window and stays until it is closed. Files that were open last time come back, unless some are
    given."""
    app = make_app()
    executor = QtExecutor()
    workspace = Workspace(executor, Workers(polite=True), Memory(paths.remembered()),
                          places=servers.addresses(os.environ), packs_later=True)
    runs = Runs(workspace, executor, paths.remembered() / "queue.sqlite3")
    if not files:
        take_up_left_over(runs)
    collector = Collector(lambda: workspace.reading)
    renderer = PageRenderer()
    program = Program(app, workspace, runs, executor, window_settings(), renderer)
    sys.excepthook = Faults(paths.remembered() / "faults.log", program.tell_fault)
    program.window.show()
    executor.later(_PAINTED_S, workspace.load_packs)
    if files:
        program.window.open_paths(list(files))
    else:
        workspace.add(workspace.remembered_files())
    code = app.exec()
    collector.close()
    renderer.close()
    program.close()
    runs.close()
    workspace.shut_down()
    executor.close()
    return code
