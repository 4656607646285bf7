"""Pictures read behind the documents that they are in."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from docprep_gui.cli.pool import PlainExecutor
from docprep_gui.parsing import ocr
from docprep_gui.parsing.ocr import FAILED, Reading, Readings, ReadLine
from docprep_gui.workspace import recognition, workers
from docprep_gui.workspace.model import FileChanged
from docprep_gui.workspace.pipeline import Request, RuleChoice
from docprep_gui.workspace.recognition import PictureRequest
from docprep_gui.workspace.session import Workspace
from docprep_gui.workspace.settings import Profile
from docprep_gui.workspace.workers import Workers


def scripted(request: PictureRequest) -> Reading:
    """What an engine would read: the number of the page. Page 3 ends the process, page 4 takes forever."""
    if request.picture.page == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    while request.picture.page == 4:
        time.sleep(1)
    text = f"第{'〇一二'[request.picture.page]}页的文字。"
    return Reading(595, 842, lines=(ReadLine(text, (72, 100, 160, 110), tuple(range(len(text))), (0.99,) * len(text)),))


@pytest.fixture(autouse=True)
def _scripted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DOCPREP_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(workers, "read_picture", scripted)
    monkeypatch.setattr(ocr, "installed", lambda: True)


@pytest.fixture
def pool() -> Iterator[Workers]:
    made = Workers(1, start_method="fork", picture_seconds=1.0, patience=1.0)
    yield made
    made.close()


def scans(path: Path, pages: int) -> Path:
    made = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 60, 84), False)
    made.clear_with(255)
    with pymupdf.open() as file:
        for _ in range(pages):
            page = file.new_page(width=595, height=842)
            page.insert_image(page.rect, pixmap=made)
        path.write_bytes(file.tobytes())
    return path


def request(path: Path, **settings: Any) -> Request:
    profile = Profile({"reading.cache": False, **settings})
    return Request(path, path.name, profile, RuleChoice(), readings=Readings(recognition.state(profile)))


def test_a_file_is_prepared_with_all_that_its_pictures_say(pool: Workers, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    prepared = recognition.prepare(pool, request(scans(tmp_path / "a.pdf", 2)), lambda done, all_: seen.append((done, all_)))
    assert prepared.document.text == "第一页的文字。\n第二页的文字。\n"
    assert prepared.chunks
    assert seen == [(0, 2), (1, 2)]


def test_a_picture_that_breaks_the_engine_or_takes_too_long_costs_itself_alone(pool: Workers, tmp_path: Path) -> None:
    prepared = recognition.prepare(pool, request(scans(tmp_path / "a.pdf", 4)), lambda *_: None)
    assert prepared.document.text == "第一页的文字。\n第二页的文字。\n"
    assert [notice.pages for notice in prepared.document.notices if notice.params.get("reason") == "failed"] == [(3, 4)]


def test_switched_off_nothing_is_read(pool: Workers, tmp_path: Path) -> None:
    prepared = recognition.prepare(pool, request(scans(tmp_path / "a.pdf", 2), **{"reading.ocr": False}), lambda *_: None)
    assert not prepared.document.unread
    assert prepared.document.notices[0].params == {"reason": "off"}


def test_what_was_read_is_kept_and_shown_at_once_the_next_time(pool: Workers, tmp_path: Path,
                                                              monkeypatch: pytest.MonkeyPatch) -> None:
    path = scans(tmp_path / "a.pdf", 2)
    asked = request(path, **{"reading.cache": True})
    text = recognition.prepare(pool, asked, lambda *_: None).document.text
    monkeypatch.setattr(Workers, "recognise", lambda *_: pytest.fail("read again"))
    assert recognition.prepare(pool, asked, lambda *_: None).document.text == text


def test_a_file_that_changed_meanwhile_is_not_read_by_its_old_places(tmp_path: Path) -> None:
    path = scans(tmp_path / "a.pdf", 1)
    from docprep_gui.domain.document import PictureRef
    from docprep_gui.domain.errors import FileError

    with pytest.raises(FileError):
        recognition._file(PictureRequest(path, "a.pdf", "0" * 64, PictureRef(page=1)))


def test_what_was_read_of_other_bytes_is_no_text_of_a_file(pool: Workers, tmp_path: Path,
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    """The file becomes another one when all its pictures have been read."""
    path = scans(tmp_path / "a.pdf", 2)

    asked = request(path, **{"reading.cache": True})
    recognise = pool.recognise

    def and_change(one: PictureRequest) -> Reading:
        reading = recognise(one)
        if one.picture.page == 2:
            scans(path, 3)
        return reading

    monkeypatch.setattr(pool, "recognise", and_change)
    prepared = recognition.prepare(pool, asked, lambda *_: None)
    assert len(prepared.document.unread) == 3
    assert "文字" not in prepared.document.text
    assert pool.prepare(asked).document.unread  # nor was it kept as such


# --- in the workspace -----------------------------------------------------------------------------------
class Open:
    def __init__(self, pool: Workers) -> None:
        self.executor = PlainExecutor(4)
        self.workspace = Workspace(self.executor, pool, profile=Profile({"reading.cache": False}))
        self.seen: list[tuple[str, tuple[int, int] | None, int]] = []
        self.workspace.listen(self._note)

    def _note(self, event: object) -> None:
        if isinstance(event, FileChanged):
            file = self.workspace.files[event.key]
            self.seen.append((file.state, file.pictures, len(file.document.unread) if file.document else -1))

    def wait(self, condition: Callable[[], bool]) -> None:
        self.executor.run_until(condition)

    def open(self, path: Path) -> str:
        self.workspace.open([path])
        self.wait(lambda: bool(self.workspace.files))
        return next(iter(self.workspace.files))


@pytest.fixture
def opened(pool: Workers) -> Iterator[Open]:
    made = Open(pool)
    yield made
    made.workspace.shut_down()
    made.executor.close()


def test_a_scan_is_shown_at_once_and_filled_when_its_pages_are_read(opened: Open, tmp_path: Path) -> None:
    key = opened.open(scans(tmp_path / "a.pdf", 2))
    opened.wait(lambda: opened.workspace.files[key].state == "ready")
    assert opened.workspace.busy
    opened.wait(lambda: not opened.workspace.busy)
    file = opened.workspace.files[key]
    assert file.document is not None
    assert (file.document.text, file.pictures) == ("第一页的文字。\n第二页的文字。\n", None)
    assert opened.seen == [("reading", None, -1), ("ready", (0, 2), 2), ("ready", (1, 2), 2), ("ready", (2, 2), 2),
                           ("ready", None, 0)]


def test_closing_a_file_ends_the_reading_of_its_pictures(opened: Open, tmp_path: Path) -> None:
    key = opened.open(scans(tmp_path / "a.pdf", 2))
    opened.wait(lambda: opened.workspace.files[key].pictures is not None)
    opened.workspace.close([key])
    assert not opened.workspace.busy
    other = opened.open(scans(tmp_path / "b.pdf", 1))
    opened.wait(lambda: not opened.workspace.busy)
    assert opened.workspace.files[other].document.text == "第一页的文字。\n"  # type: ignore[union-attr]


def test_switching_it_off_and_on_reads_scans_anew(opened: Open, tmp_path: Path) -> None:
    key = opened.open(scans(tmp_path / "a.pdf", 1))
    opened.wait(lambda: not opened.workspace.busy)
    opened.workspace.set_profile(opened.workspace.profile.with_value("reading.ocr", False))
    opened.wait(lambda: not opened.workspace.busy)
    assert opened.workspace.files[key].document.text == ""  # type: ignore[union-attr]
    opened.workspace.set_profile(opened.workspace.profile.with_value("reading.ocr", None))
    opened.wait(lambda: not opened.workspace.busy)
    assert opened.workspace.files[key].document.text == "第一页的文字。\n"  # type: ignore[union-attr]


def test_a_switch_while_a_file_is_being_read_counts_for_it(opened: Open, tmp_path: Path) -> None:
    """What the reading began with is not what holds when it ends."""
    workspace = opened.workspace
    workspace.set_profile(workspace.profile.with_value("reading.ocr", False))
    key = opened.open(scans(tmp_path / "a.pdf", 2))
    assert workspace.files[key].state == "reading"
    workspace.set_profile(workspace.profile.with_value("reading.ocr", True))
    opened.wait(lambda: not workspace.busy)
    assert workspace.files[key].document.text == "第一页的文字。\n第二页的文字。\n"  # type: ignore[union-attr]


def test_a_file_that_is_replaced_after_its_pictures_were_read_is_read_as_what_it_is(
    opened: Open, pool: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = scans(tmp_path / "a.pdf", 2)
    recognise, left = pool.recognise, [2]

    def and_change(one: PictureRequest) -> Reading:
        reading = recognise(one)
        left[0] -= 1
        if left[0] == 0:
            scans(path, 1)
        return reading

    monkeypatch.setattr(pool, "recognise", and_change)
    key = opened.open(path)
    opened.wait(lambda: not opened.workspace.busy)
    assert left == [-1]
    assert opened.workspace.files[key].document.text == "第一页的文字。\n"  # type: ignore[union-attr]


def test_failed_readings_are_values() -> None:
    assert FAILED.failed
    assert Readings("on").reason == {"reason": "waiting"}


@pytest.mark.parametrize(("there", "on", "state"), [(True, True, "on"), (True, False, "off"), (False, True, "missing")])
def test_why_pictures_are_not_read_is_known(monkeypatch: pytest.MonkeyPatch, there: bool, on: bool, state: str) -> None:
    monkeypatch.setattr(ocr, "installed", lambda: there)
    assert recognition.state(Profile({"reading.ocr": on})) == state
