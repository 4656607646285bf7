"""A scan in the window: shown at once, filled when its pages have been read, doubts dotted on the page."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from docprep_gui.gui.app import Program
from docprep_gui.gui.documents.place import DocumentsPlace
from docprep_gui.gui.theme import tokens
from docprep_gui.parsing import ocr
from docprep_gui.parsing.ocr import Reading, ReadLine
from docprep_gui.workspace.pages import PageRenderer
from docprep_gui.workspace.recognition import PictureRequest
from tests.support.here import WorkersHere

TEXT = "合同总价为壹万元整。"
WARN = tokens.LIGHT.warn.lower()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Semaphore]:
    """Lets one page be read for each release."""
    made = threading.Semaphore(0)

    def recognise(self: WorkersHere, request: PictureRequest) -> Reading:
        assert made.acquire(timeout=20)
        sure = tuple(0.2 if sign == "壹" else 0.99 for sign in TEXT)
        centres = tuple(105.0 + 30 * n for n in range(len(TEXT)))
        return Reading(595, 842, lines=(ReadLine(TEXT, (90, 100, 390, 128), centres, sure),))

    monkeypatch.setattr(WorkersHere, "recognise", recognise, raising=False)
    monkeypatch.setattr(ocr, "installed", lambda: True)
    yield made
    made.release(20)


def scan(path: Path, pages: int) -> Path:
    made = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 60, 84), False)
    made.clear_with(255)
    with pymupdf.open() as file:
        for _ in range(pages):
            page = file.new_page(width=595, height=842)
            page.insert_image(page.rect, pixmap=made)
        path.write_bytes(file.tobytes())
    return path


def test_a_scan_is_filled_in_the_window(make_program: Callable[..., Program], renderer: PageRenderer,
                                        gate: threading.Semaphore, tmp_path: Path, qtbot: Any) -> None:
    program = make_program(renderer=renderer)
    workspace = program.workspace
    workspace.set_profile(workspace.profile.with_value("reading.ocr", True))
    program.window.open_paths([scan(tmp_path / "扫描.pdf", 2)])
    place = program.window.places["documents"]
    assert isinstance(place, DocumentsPlace)

    def words() -> str:
        model = place.tree.model
        return " ".join(str(model.data(model.index(0, column)) or "") for column in range(model.columnCount()))

    qtbot.waitUntil(lambda: "识别文字，0 / 2" in words(), timeout=10_000)
    assert "识别文字，还有 2 张" in program.window.status.files.text()
    qtbot.waitUntil(lambda: place.page.content is not None, timeout=10_000)
    assert workspace.busy
    gate.release()
    qtbot.waitUntil(lambda: "识别文字，1 / 2" in words(), timeout=10_000)
    gate.release()
    qtbot.waitUntil(lambda: not workspace.busy, timeout=10_000)
    qtbot.waitUntil(lambda: place.page.content is not None and TEXT in place.page.content.document.text, timeout=10_000)
    assert "识别文字" not in words()
    page = place.page
    lines = page.print.lines
    assert lines is not None
    assert [lines.document.text[slice(*span)] for span in lines.doubtful] == ["壹", "壹"]

    def dotted() -> bool:
        image = page.viewport().grab().toImage()
        return any(image.pixelColor(x, y).name() == WARN for y in range(image.height()) for x in range(image.width()))

    qtbot.waitUntil(dotted, timeout=10_000)


def test_closing_the_file_ends_it(make_program: Callable[..., Program], gate: threading.Semaphore, tmp_path: Path,
                                  qtbot: Any) -> None:
    workspace = make_program().workspace
    workspace.set_profile(workspace.profile.with_value("reading.ocr", True))
    workspace.open([scan(tmp_path / "扫描.pdf", 3)])
    qtbot.waitUntil(lambda: any(file.pictures for file in workspace.files.values()), timeout=10_000)
    workspace.close(list(workspace.files))
    assert not workspace.busy
    gate.release(3)
    qtbot.wait(100)
    assert not workspace.files
