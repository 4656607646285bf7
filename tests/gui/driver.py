"""Runs the whole program in a process of its own and does in its window what a person would.

    python -m tests.gui.driver ask URL FILE…      opens the files, asks that model about them, and stays
    python -m tests.gui.driver go-on              starts again, presses Resume, waits for the end, prints the states
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import cast

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from docprep_gui.gui import app
from docprep_gui.gui.run.place import RunPlace
from docprep_gui.gui.window import MainWindow

EVERY_MS = 20


def window() -> MainWindow | None:
    found = [one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow)]
    return found[0] if found else None


class Script:
    """Steps, each a question that is asked until it says yes, on the main thread while the program runs."""

    def __init__(self, *steps: Callable[[MainWindow], bool]) -> None:
        self._steps = list(steps)
        self._timer = QTimer()
        self._timer.timeout.connect(self._tick)
        self._timer.start(EVERY_MS)

    def _tick(self) -> None:
        shown = window()
        if shown is not None and self._steps and self._steps[0](shown):
            self._steps.pop(0)


def ready(shown: MainWindow) -> bool:
    workspace = shown.shell.workspace
    return bool(workspace.files) and not workspace.busy


def run_place(shown: MainWindow) -> RunPlace:
    return cast(RunPlace, shown.places["run"])


def ask(url: str, files: list[Path]) -> int:
    def check(shown: MainWindow) -> bool:
        shown.go("run")
        model = run_place(shown).ask.model
        model.other.click()
        model.address.setText(url)
        model.check.click()
        return True

    def begin(shown: MainWindow) -> bool:
        ask_pane = run_place(shown).ask
        ask_pane.tasks[""].click()
        ask_pane.own.setText("Sum this up in one sentence")
        if not ask_pane.start.isEnabled():
            return False
        shown.trigger("run_start")
        return True

    script = Script(ready, check, begin)
    code = app.run(files)
    del script
    return code


def go_on() -> int:
    def resume(shown: MainWindow) -> bool:
        if shown.shell.runs.state != "paused":
            return False
        shown.trigger("run_resume")
        return True

    def report(shown: MainWindow) -> bool:
        runs = shown.shell.runs
        if runs.state != "finished":
            return False
        print(json.dumps(Counter(task.state for task in runs.tasks())), flush=True)
        return shown.close()

    script = Script(ready, resume, report)
    code = app.run()
    del script
    return code


if __name__ == "__main__":
    app.make_app()
    sys.exit(ask(sys.argv[2], [Path(name) for name in sys.argv[3:]]) if sys.argv[1] == "ask" else go_on())
