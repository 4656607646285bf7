"""Reading in worker processes: what a file does to its worker costs that file only."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from docprep_gui.domain.errors import FileError, SettingError
from docprep_gui.workspace import packs, pipeline
from docprep_gui.workspace import workers as module
from docprep_gui.workspace.pipeline import Prepared, Request, RuleChoice
from docprep_gui.workspace.settings import Profile
from docprep_gui.workspace.workers import Workers
from tests.support import papers


def request(path: Path, **settings: int) -> Request:
    profile = Profile({f"chunking.{key}": value for key, value in settings.items()})
    return Request(path, path.name, profile, RuleChoice())


@pytest.fixture
def pool() -> Iterator[Workers]:
    made = Workers(1, start_method="fork", seconds=20.0, memory=400 * 1024 * 1024)
    yield made
    made.close()


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.txt"
    path.write_text("甲方应按期付款。\n", "utf-8")
    return path


def crash(_: Request) -> Prepared:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def test_a_document_is_let_go_of_without_a_search_for_cycles(good: Path) -> None:
    """Large ones put the search off: each would stay while the next is read."""
    made = replace(request(good), rules=RuleChoice(packs.available()))
    pipeline.prepare(made)
    gc.disable()
    try:
        known = weakref.ref(pipeline.prepare(made).document)
        assert known() is None
    finally:
        gc.enable()


def hang(_: Request) -> Prepared:
    while True:
        time.sleep(1)


def circle(_: Request) -> Prepared:
    while True:
        pass


def stumble(_: Request) -> Prepared:
    raise IndexError("a fault that nobody foresaw")


def swell(_: Request) -> Prepared:
    kept = []
    while True:
        kept.append(bytearray(16 * 1024 * 1024))


@pytest.mark.parametrize(("fault", "kind"), [(crash, "crashed"), (hang, "timeout"), (stumble, "crashed"), (swell, "too_large")])
def test_a_worker_that_goes_wrong_costs_its_file_only(
    good: Path, monkeypatch: pytest.MonkeyPatch, fault: object, kind: str
) -> None:
    monkeypatch.setattr(module, "prepare", fault)
    pool = Workers(1, start_method="fork", seconds=2.0, memory=400 * 1024 * 1024, patience=1.0)
    try:
        with pytest.raises(FileError) as caught:
            pool.prepare(request(good))
        assert caught.value.kind == kind
        with pytest.raises(FileError):
            pool.prepare(request(good))  # the pool lives on, and says the same of the same fault
    finally:
        pool.close()


@pytest.mark.parametrize("place", ["page", "form"])
def test_a_pdf_that_ends_its_process_is_read_with_care(tmp_path: Path, pool: Workers, place: str) -> None:
    papers.replaced_text(tmp_path / "a.pdf", in_form=place == "form")
    assert "Clause 1. The text stays." in pool.prepare(request(tmp_path / "a.pdf")).document.text


@pytest.mark.skipif(sys.platform == "win32", reason="there only the clock is looked at")
def test_time_is_that_of_the_processor(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "prepare", circle)
    pool = Workers(1, start_method="fork", seconds=1.0, patience=600.0)
    try:
        for _ in range(2):
            with pytest.raises(FileError) as caught:
                pool.prepare(request(good))
            assert (caught.value.kind, caught.value.params["seconds"]) == ("timeout", "1")
    finally:
        pool.close()


def busy(request: Request) -> Prepared:
    """As on a machine that has other things to do: much time passes, and little of it is this process's."""
    time.sleep(2.2)
    return pipeline.prepare(request)


def test_a_busy_machine_refuses_no_file(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "prepare", busy)
    pool = Workers(1, start_method="fork", seconds=2.0, patience=600.0)
    try:
        for _ in range(2):  # the time that files before have used does not count
            assert pool.prepare(request(good)).document.text.startswith("甲方")
    finally:
        pool.close()


def test_what_is_given_up_is_not_waited_for(good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = tmp_path / "begun"

    def prepare(request: Request) -> Prepared:
        if request.path != good:
            begun.touch()
            return hang(request)
        return pipeline.prepare(request)

    monkeypatch.setattr(module, "prepare", prepare)
    pool = Workers(1, start_method="fork", seconds=3600.0)
    long, waiting = request(tmp_path / "long.txt"), request(tmp_path / "waits.txt")
    try:
        with ThreadPoolExecutor(3) as threads:
            first = threads.submit(pool.prepare, long)
            while not begun.exists():
                time.sleep(0.01)
            second = threads.submit(pool.prepare, waiting)
            third = threads.submit(pool.prepare, request(good))
            while second.running() and len(pool._under_way) < 3:
                time.sleep(0.01)
            pool.give_up(waiting)
            pool.give_up(long)
            for gone in (first, second):
                with pytest.raises(CancelledError):
                    gone.result()
            assert third.result().document.text.startswith("甲方")
        pool.give_up(long)  # what has ended cannot be given up; that is no fault
    finally:
        pool.close()


def test_the_next_file_is_read_by_a_new_worker(good: Path, tmp_path: Path, pool: Workers) -> None:
    with pytest.raises(FileError, match="unreadable"):
        pool.prepare(request(tmp_path / "nowhere.txt"))
    assert pool.prepare(request(good)).document.text.startswith("甲方")


def test_errors_travel_with_their_parameters(good: Path, pool: Workers) -> None:
    with pytest.raises(SettingError) as caught:
        pool.prepare(request(good, max_chars=50, overlap_chars=49))
    assert caught.value.kind == "overlap_too_large"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(FileError) as caught:
        pipeline.load(tmp_path / "pipe.txt")
    assert caught.value.params["reason"] == "not_a_file"


def test_a_file_above_the_limit_is_not_even_opened(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "MAX_FILE_BYTES", 4)
    with pytest.raises(FileError) as caught:
        pipeline.load(good)
    assert caught.value.kind == "too_large"
