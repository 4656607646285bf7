"""What every place is given, and what it is: the contract between the window and its places."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QSplitter, QWidget

from docprep_gui.domain.document import Span
from docprep_gui.gui.bridge import WorkspaceBridge
from docprep_gui.gui.commands import Handlers
from docprep_gui.gui.models.finder import ModelFinder
from docprep_gui.gui.page_pictures import PictureDesk
from docprep_gui.workspace.executor import Executor
from docprep_gui.workspace.messages import Language, Messages
from docprep_gui.workspace.runs import Runs
from docprep_gui.workspace.session import Workspace


class Shell(QObject):
    """The application as a place sees it. `executor` is for work that only shows something; `settings` keeps sizes and
    choices of this window between starts. `pictures`: of printed pages; without it these are shown as text."""

    wanted = Signal(str)
    """A place has to be there for what follows, by id."""
    went = Signal(str)
    """A place asks to be shown, by id."""
    revealed = Signal(str, int, int)
    """A span of a file is to be shown in Documents: key, start, end in code points."""
    commanded = Signal(str)
    """A part asks for a command of the window, by id."""
    picked = Signal(str, str)
    """A text of a page is to become a "sample" of the shown rule, or the start of a new "rule": which, and the text."""
    said = Signal(str)
    """A sentence for the status bar."""

    def __init__(self, workspace: Workspace, runs: Runs, executor: Executor, settings: QSettings,
                 language: Language, parent: QObject | None = None, pictures: PictureDesk | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.runs = runs
        self.executor = executor
        self.bridge = WorkspaceBridge(workspace, self)
        self.settings = settings
        self.pictures = pictures
        self.messages = Messages(language)
        self.models = ModelFinder(workspace, self.messages, lambda: runs.going_on, self)

    @property
    def language(self) -> Language:
        return self.messages.language

    def set_language(self, language: Language) -> None:
        self.messages = Messages(language)

    def go(self, place: str) -> None:
        self.went.emit(place)

    def reveal(self, key: str, span: Span) -> None:
        """Shows a span on the page in Documents."""
        self.wanted.emit("documents")
        self.revealed.emit(key, span[0], span[1])

    def pick(self, what: str, text: str) -> None:
        """Makes a text of a page a "sample" of the shown rule, or the start of a new "rule"."""
        self.wanted.emit("rules")
        self.picked.emit(what, text)

    def command(self, command: str) -> None:
        self.commanded.emit(command)

    def say(self, sentence: str) -> None:
        self.said.emit(sentence)

    def remember_splitter(self, splitter: QSplitter, name: str) -> None:
        """Restores the sizes that the user gave it, and keeps them from now on."""
        state = self.settings.value(f"splitters/{name}")
        if isinstance(state, list) and len(state) == splitter.count():
            splitter.setSizes([int(size) for size in state])
        splitter.splitterMoved.connect(lambda *_: self.settings.setValue(f"splitters/{name}", splitter.sizes()))

    def flag(self, name: str, default: bool) -> bool:
        value = self.settings.value(name)
        return default if value is None else str(value).lower() == "true"


class Place(QWidget):
    """One of the four places. It builds its widgets in its constructor from the shell."""

    handlers_changed = Signal()
    """What `handlers` or `checked` answer is new."""
    status_changed = Signal()

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self.shell = shell

    def panes(self) -> Sequence[QWidget]:
        """What F6 goes through, left to right: the widget of each pane that takes the focus."""
        return ()

    def parts(self) -> Sequence[QWidget]:
        """What it consists of, side by side or one behind the other: each is dressed by itself (`Theme.dress`). Menus
        and dialogs are children of one of them, since they have their looks from there."""
        return (self,)

    def handlers(self) -> Handlers:
        """Commands that the place can carry out now, by id."""
        return {}

    def checked(self) -> frozenset[str]:
        """Ids of its checkable commands that are on."""
        return frozenset()

    def title(self) -> str:
        """What stands before the program's name in the title bar; "" for nothing."""
        return ""

    def status(self) -> str:
        """A sentence for the left of the status bar; "" for nothing."""
        return ""

    def zoom(self) -> int | None:
        """Percent, where the place has a page."""
        return None

    def entered(self) -> None:
        """It is shown now."""
