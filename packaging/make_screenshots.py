"""Makes the pictures of the README: the real window on the sample contract, in both languages.

    QT_QPA_PLATFORM=offscreen python packaging/make_screenshots.py
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent
SAMPLES = {"zh": "设备采购合同.docx", "en": "Equipment purchase agreement.docx"}
SIZE = (1440, 900)
SECONDS = 60


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        os.environ["DOCPREP_HOME"] = home
        for language, sample in SAMPLES.items():
            picture(language, ROOT / "resources" / "samples" / sample)


def picture(language: str, sample: Path) -> None:
    from docprep_gui.gui.app import Program, make_app, window_settings
    from docprep_gui.gui.executor import QtExecutor
    from docprep_gui.workspace import paths
    from docprep_gui.workspace.runs import Runs
    from docprep_gui.workspace.session import Workspace
    from docprep_gui.workspace.workers import Workers

    app = make_app()
    executor = QtExecutor()
    workspace = Workspace(executor, Workers(1))
    runs = Runs(workspace, executor, paths.remembered() / f"{language}.sqlite3")
    settings = window_settings()
    settings.setValue("language", language)
    settings.setValue("theme", "light")
    program = Program(app, workspace, runs, executor, settings)
    program.window.resize(*SIZE)
    program.window.show()
    program.window.open_paths([sample])

    def wait(done: Callable[[], bool], seconds: float) -> None:
        end = time.monotonic() + seconds
        while not done() and time.monotonic() < end:
            app.processEvents()
            time.sleep(0.005)

    wait(lambda: bool(workspace.files) and not workspace.busy, SECONDS)
    wait(lambda: False, 1.5)  # the page and the reasons are made in the background
    program.window.grab().save(str(ROOT / "resources" / "screenshots" / f"documents-{language}.png"))
    program.window.close()
    runs.close()
    workspace.shut_down()
    executor.close()


if __name__ == "__main__":
    main()
