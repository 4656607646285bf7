"""Reading without processes of its own, for tests of what is around it."""

from __future__ import annotations

from docprep_gui.workspace import pipeline
from docprep_gui.workspace.pipeline import Prepared, Request


class WorkersHere:
    """Stands for `workspace.workers.Workers`: reads in the calling thread."""

    def __init__(self, count: int = 2) -> None:
        self.count = count

    def prepare(self, request: Request) -> Prepared:
        return pipeline.prepare(request)

    def give_up(self, request: Request) -> None:
        pass

    def close(self) -> None:
        pass
