"""The models that can be chosen, which one is marked, and what trying it showed. One for the whole window, however
many lists show it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QCoreApplication, QObject, Signal
from shiboken6 import isValid

from docprep_gui.domain.errors import DocPrepError
from docprep_gui.inference.calls import AskCancelledError
from docprep_gui.inference.servers import FoundModel, FoundServer
from docprep_gui.workspace.choices import EndpointChoice, EndpointReport
from docprep_gui.workspace.messages import Messages
from docprep_gui.workspace.model import EndpointChanged, Event
from docprep_gui.workspace.session import Workspace

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Tried:
    """What trying a choice showed: `sentence` says what went wrong; `window` in tokens, where it is told; `models`
    that are there, the one that was tried first."""

    state: Literal["trying", "good", "failed"]
    sentence: str = ""
    window: int | None = None
    models: tuple[str, ...] = ()


class ModelFinder(QObject):
    """`selected` is what is marked in the lists; the workspace gets it when it has been found good."""

    changed = Signal()

    def __init__(self, workspace: Workspace, messages: Messages, running: Callable[[], bool],
                 parent: QObject | None = None) -> None:
        """`running`: a run goes on, and keeps the model that it has."""
        super().__init__(parent)
        self._running = running
        self._workspace = workspace
        self._messages = messages
        self._stop = threading.Event()
        self._marked = False
        self.servers: tuple[FoundServer, ...] = ()
        self.looking = False
        self.looked = False
        self.selected = workspace.endpoint
        self.tried: dict[EndpointChoice, Tried] = {}
        workspace.listen(self._told)

    def _told(self, event: Event) -> None:
        """A run that was taken up, or a command, may have brought another model."""
        choice = self._workspace.endpoint
        if isValid(self) and isinstance(event, EndpointChanged) and choice != self.selected:
            self._stop.set()
            self.selected = choice
            self.changed.emit()

    # --- looking ----------------------------------------------------------------------------------------
    def look_once(self) -> None:
        if not self.looked and not self.looking:
            self.look()

    def look(self) -> None:
        """Looks for model servers on this machine. Where nothing was ever chosen, the first model found is."""
        if self.looking:
            return
        self.looking = True
        self.changed.emit()
        self._workspace.find_servers(self._found)

    def _found(self, servers: tuple[FoundServer, ...]) -> None:
        if not isValid(self):
            return
        self.servers, self.looking, self.looked = servers, False, True
        choices = self.choices()
        self.changed.emit()
        if choices and not self._marked and not self._workspace.model_chosen and not self._running():
            self.select(next(iter(choices)))

    def choices(self) -> dict[EndpointChoice, tuple[FoundServer, FoundModel]]:
        """What was found, those in memory first."""
        found = [(server, model) for server in self.servers for model in server.models]
        found.sort(key=lambda one: not one[1].loaded)
        return {EndpointChoice(server.url, model.name): (server, model) for server, model in found}

    # --- choosing ---------------------------------------------------------------------------------------
    def mark(self, choice: EndpointChoice) -> None:
        """Marks it without trying it: its details are still to be written."""
        self._stop.set()
        self._marked = True
        self.selected = choice
        self.changed.emit()

    def select(self, choice: EndpointChoice) -> None:
        """Marks it, tries it in the background, and takes it when it is good. The trial model and none at all are
        taken at once."""
        self.mark(choice)
        if choice.off or choice.trial:
            self._workspace.choose_endpoint(choice)
            return
        self._stop = stop = threading.Event()
        self.tried[choice] = Tried("trying")
        self.changed.emit()

        def done(future: Future[EndpointReport]) -> None:
            if isValid(self):
                self._answered(choice, stop, future)

        self._workspace.check_endpoint(choice, done, stop.is_set)

    def _answered(self, choice: EndpointChoice, stop: threading.Event, future: Future[EndpointReport]) -> None:
        try:
            report = future.result()
        except AskCancelledError:
            self.tried.pop(choice, None)
        except DocPrepError as error:
            message, hint = self._messages.error(error)
            blank = "" if self._messages.language == "zh" else " "
            self.tried[choice] = Tried("failed", f"{message}{blank}{hint}".strip())
        else:
            good = Tried("good", window=report.window, models=report.models)
            self.tried[choice] = good
            if self._running():
                self.selected = self._workspace.endpoint
            elif not stop.is_set():
                taken = replace(choice, model=report.models[0])
                self.tried[taken] = good
                self.selected = taken
                self._workspace.choose_endpoint(taken, report.window)
        self.changed.emit()

    def problem(self) -> str:
        """Why no run may start with what is marked; "" where one may."""
        choice = self.selected
        tried = self.tried.get(choice)
        if choice.off:
            return translate("Models", "No model is chosen; what the rules found is under Results")
        if choice.embedded and not self._workspace.host.available:
            return translate("Models", "The built-in model is not installed; choose another one")
        if tried and tried.state == "trying":
            return translate("Models", "The model is being tried")
        if tried and tried.state == "failed":
            return translate("Models", "The chosen model does not answer")
        return ""
