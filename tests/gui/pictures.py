"""Pictures of every place in every state, in one language, and what can be said of them without a person.

    QT_SCALE_FACTOR=2 python -m tests.gui.pictures zh FOLDER WORK

The pictures go into FOLDER, the documents are made in WORK; prints the faults that were found, as JSON.
"""

from __future__ import annotations

import json
import re
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any, cast

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QRect
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from docprep_gui.gui import theme, translations
from docprep_gui.gui.app import Program, make_app, window_settings
from docprep_gui.gui.executor import QtExecutor
from docprep_gui.gui.run.place import RunPlace
from docprep_gui.gui.status import Item
from docprep_gui.workspace.choices import EndpointChoice, Question
from docprep_gui.workspace.messages import Language
from docprep_gui.workspace.pages import PageRenderer
from docprep_gui.workspace.runs import Runs
from docprep_gui.workspace.session import Workspace
from tests.support import papers
from tests.support.here import WorkersHere
from tests.support.scripted import Reply, ScriptedServer

SAMPLES = Path(__file__).parent.parent.parent / "resources" / "samples"
WAIT_S = 60.0
_HAN = re.compile("[\u3400-\u9fff]")
_NAMES = re.compile(r"DocPrep|SmolLM2\S*|scripted\S*|\S+\.\w{2,4}\b|https?://\S+|Ctrl\+\S+|Ollama|LM Studio|llama\.cpp|"
                    r"Word|Excel|PowerPoint|JSONL?|YAML|GGUF|English")
_LATIN = re.compile("[A-Za-z]{3,}")
_FINDINGS = {
    "zh": {"findings": [{"risk": "high", "issue": "违约金没有上限", "quote": "千分之三", "advice": "封顶在合同总价的 10%。"}]},
    "en": {"findings": [{"risk": "high", "issue": "The penalty has no upper limit", "quote": "per day",
                         "advice": "Limit it to 10% of the price."}]},
}


def wait(until: Callable[[], bool]) -> None:
    end = monotonic() + WAIT_S
    while not until():
        if monotonic() > end:
            raise TimeoutError
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)


def settle(seconds: float = 0.06) -> None:
    end = monotonic() + seconds
    wait(lambda: monotonic() > end)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


# --- what is wrong with a window ----------------------------------------------------------------------------
def faults(window: QWidget, language: Language, own: tuple[str, ...]) -> Iterator[str]:
    """`own`: what rule packs say, each in its own language."""
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and not widget.isWindow():
            yield from cut(widget)
            yield from outside(widget)
            yield from foreign(widget, language, own)


def called(widget: QWidget) -> str:
    chain, at = [], widget
    while at is not None and not at.isWindow() and len(chain) < 4:
        chain.append(type(at).__name__)
        at = at.parentWidget()
    return " < ".join(chain)


def cut(widget: QWidget) -> Iterator[str]:
    """Words that have less room than they need."""
    if isinstance(widget, QLabel) and widget.text():
        room = widget.contentsRect()
        if widget.wordWrap():
            needed = widget.fontMetrics().boundingRect(
                QRect(0, 0, room.width(), 10_000), 0x1000, widget.text()).height()  # Qt.TextFlag.TextWordWrap
            if needed > room.height() + 1:
                yield f"lines cut: {widget.text()!r} needs {needed} of {room.height()}; {called(widget)}"
            return
        needed = max(widget.fontMetrics().horizontalAdvance(line) for line in widget.text().split("\n"))
        if needed > room.width() + 1:
            yield f"words cut: {widget.text()!r} needs {needed} of {room.width()}; {called(widget)}"
    elif isinstance(widget, QPushButton | QToolButton) and widget.text():
        if isinstance(widget, QToolButton) and not widget.toolButtonStyle().value:
            return  # an icon alone
        needed = widget.fontMetrics().horizontalAdvance(widget.text().replace("&", ""))
        needed += 0 if widget.icon().isNull() else widget.iconSize().width()
        if needed > widget.width() + 1:
            yield f"button cut: {widget.text()!r} needs {needed} of {widget.width()}; {called(widget)}"


def outside(widget: QWidget) -> Iterator[str]:
    """Parts that reach out of what they lie in; what scrolls may."""
    parent = widget.parentWidget()
    if parent is None or isinstance(parent.parentWidget(), QScrollArea | QAbstractScrollArea) or isinstance(
            parent, QSplitter | QStackedWidget | QAbstractScrollArea):
        return
    if widget.width() and widget.height() and not parent.rect().adjusted(-1, -1, 1, 1).contains(widget.geometry()):
        box, room = widget.geometry(), parent.rect()
        yield f"reaches out: {box.getRect()} in {room.getRect()}; {called(widget)}"


def foreign(widget: QWidget, language: Language, own: tuple[str, ...]) -> Iterator[str]:
    """Words of the other language. Names of rule packs and files stay as they are."""
    said = []
    if isinstance(widget, QLabel | QAbstractButton | Item):
        said.append(widget.text())
    if isinstance(widget, QLineEdit):
        said.append(widget.placeholderText())
    for text in said:
        bare = text
        for words in own:
            bare = bare.replace(words, "")
        bare = _NAMES.sub("", bare)
        if language == "en" and _HAN.search(bare):
            yield f"Chinese: {text!r}; {called(widget)}"
        elif language == "zh" and _LATIN.search(bare) and not _HAN.search(bare):
            yield f"English: {text!r}; {called(widget)}"


# --- the pictures -------------------------------------------------------------------------------------------
class Album:
    def __init__(self, program: Program, folder: Path, language: Language) -> None:
        self.program, self.folder, self.language = program, folder, language
        self.found: list[str] = []
        self._scheme = "light"
        theme.theme().set_scheme("light")
        packs = program.workspace.packs
        said = {text for pack in packs for text in (pack.title, *(
            part for rule in pack.rules for part in (rule.title, rule.why)))}
        self._own = tuple(sorted(filter(None, said), key=len, reverse=True))

    def take(self, name: str) -> None:
        window = self.program.window
        settle()
        # As it is first, then in the other colours: a change of them lays everything out anew.
        for scheme in (self._scheme, "dark" if self._scheme == "light" else "light"):
            if scheme != self._scheme:
                self._scheme = scheme
                theme.theme().set_scheme(cast(theme.SchemeChoice, scheme))
                theme.theme().catch_up()
                settle()
            picture = window.grab()
            times = round(picture.devicePixelRatio() * 100)
            assert picture.save(str(self.folder / f"{name}-{self.language}-{scheme}-{times}.png"), None, 80)
        self.found += [f"{name}: {fault}" for fault in faults(window, self.language, self._own)]


def documents(work: Path, language: Language) -> list[Path]:
    sample = work / ("设备采购合同.docx" if language == "zh" else "Equipment purchase agreement.docx")
    sample.write_bytes((SAMPLES / sample.name).read_bytes())
    names = ("付款明细.xlsx", "项目汇报.pptx", "盖章版.pdf", "内部.docx") if language == "zh" else (
        "Payments.xlsx", "Review.pptx", "Signed.pdf", "Internal.docx")
    papers.workbook(work / names[0], 7, 16)
    papers.slides(work / names[1], 8, 16)
    papers.printed(work / names[2], language)
    (work / names[3]).write_bytes(papers.protected_office())
    return [sample, *(work / name for name in names)]


def take_all(language: Language, folder: Path, work: Path) -> list[str]:
    application = make_app()
    executor = QtExecutor(3)
    workspace = Workspace(executor, WorkersHere(), None)  # type: ignore[arg-type]
    runs = Runs(workspace, executor, work / "queue.sqlite3")
    renderer = PageRenderer()
    program = Program(application, workspace, runs, executor, window_settings(), renderer)
    translations.install(language)
    album = Album(program, folder, language)
    program.window.show()
    settle()
    album.take("empty")
    files = documents(work, language)
    program.window.open_paths(files)
    wait(lambda: len(workspace.files) == len(files) and not workspace.busy)
    place = program.window.places["documents"]
    for key, name in zip(tuple(workspace.files), ("contract", "workbook", "slides", "pdf", "aside"), strict=True):
        place.select(key, 0 if name != "aside" else -1, None, "")  # type: ignore[attr-defined]
        settle(0.3)
        if name == "pdf":
            wait(lambda: program.pictures is not None and program.pictures.is_idle)
        album.take(f"documents-{name}")
    program.window.go("rules")
    album.take("rules")
    program.window.go("run")
    album.take("run-before")
    reply = Reply(json.dumps(_FINDINGS[language], ensure_ascii=False))
    go_on, first = threading.Event(), threading.Event()

    def script(_: dict[str, Any]) -> Reply:
        """Answers once; the others wait until they were seen."""
        if first.is_set():
            go_on.wait(WAIT_S)
        first.set()
        return reply

    with ScriptedServer(script) as server:
        workspace.choose_endpoint(EndpointChoice(server.url, "scripted-7b"))
        settle(0.5)  # the files are cut anew for another model
        wait(lambda: not workspace.busy)
        runs.start(Question("contract_review"), tuple(workspace.files)[:3])
        wait(lambda: any(task.state == "done" for task in runs.tasks()))
        album.take("run-during")
        go_on.set()
        wait(lambda: runs.state == "finished")
        settle()
        album.take("run-after")
        assert isinstance(program.window.place, RunPlace)
    program.window.go("results")
    settle()
    album.take("results")
    program.window.close()
    runs.close()
    renderer.close()
    program.close()
    executor.close()
    workspace.shut_down()
    return album.found


if __name__ == "__main__":
    print(json.dumps(take_all(cast(Language, sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])), ensure_ascii=False))
