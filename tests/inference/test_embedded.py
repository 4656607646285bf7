"""The embedded model, for real: it answers, it can be stopped, and it dies with its parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from docprep_gui.domain.errors import EndpointError
from docprep_gui.inference import prompts
from docprep_gui.inference.answers import read_json
from docprep_gui.inference.embedded import TRIAL_NAME, EmbeddedModel
from docprep_gui.inference.endpoint import AskCancelledError, Endpoint, ask, make_client, models

ROOT = Path(__file__).parents[2]
BOOK = prompts.load((ROOT / "resources" / "prompts" / "tasks.json").read_text("utf-8"))
CLAUSE = "Article 3. The buyer pays 100 dollars."

pytestmark = pytest.mark.skipif(not EmbeddedModel().available(), reason="the embedded model is not installed")


@pytest.fixture(scope="module")
def running() -> Iterator[tuple[EmbeddedModel, Endpoint]]:
    model = EmbeddedModel()
    yield model, model.start()
    model.stop()


def child() -> psutil.Process:
    return next(p for p in psutil.Process().children() if "docprep_gui.inference.embedded_server" in p.cmdline())


def soon(reached: Callable[[], bool], within_s: float = 20) -> bool:
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        if reached():
            return True
        time.sleep(0.05)
    return False


def ended(pid: int) -> bool:
    return not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def test_it_answers_and_signs_as_a_trial(running: tuple[EmbeddedModel, Endpoint]) -> None:
    model, place = running
    assert model.name == place.model == TRIAL_NAME
    assert place.trial
    assert model.start() == place
    seen: list[str] = []
    with make_client() as client:
        assert [(one.name, one.window) for one in models(client, place)] == [(TRIAL_NAME, model.window)]
        body = prompts.build(BOOK, "Who pays?", model=place.model, chunk_text=CLAUSE, language="en", trial=True)
        answer = ask(client, place, body, on_delta=seen.append)
        assert answer.text == "".join(seen).strip()
        assert answer.model == TRIAL_NAME
        assert answer.usage["prompt_tokens"] > 0
        task = BOOK.tasks["key_terms"]
        body = prompts.build(BOOK, task, model="", chunk_text=CLAUSE, language="en", trial=True)
        found = read_json(ask(client, place, body).text)
    assert [set(term) for term in found["terms"]] == [{"name", "value", "quote"}] * len(found["terms"])


def test_a_stopped_answer_frees_it(running: tuple[EmbeddedModel, Endpoint]) -> None:
    _, place = running
    stop = threading.Event()
    body = {"model": "", "messages": [{"role": "user", "content": "Count to 1000."}], "max_tokens": 3000,
            "ignore_eos": True}  # fmt: skip
    with make_client() as client:
        with pytest.raises(AskCancelledError):
            ask(client, place, body, cancelled=stop.is_set, on_delta=lambda text: stop.set())
        short = {
            "model": "",
            "messages": [{"role": "user", "content": "Hi"}],
            "max_tokens": 30,
            "grammar": 'root ::= "a"',
        }
        assert ask(client, place, short).text == "a"


def test_the_window_is_told_when_a_prompt_is_too_long(running: tuple[EmbeddedModel, Endpoint]) -> None:
    model, place = running
    body = {"model": "", "messages": [{"role": "user", "content": "word " * 6000}], "max_tokens": 10}
    with make_client() as client, pytest.raises(EndpointError) as caught:
        ask(client, place, body)
    assert (caught.value.kind, caught.value.params["window"]) == ("context_exceeded", str(model.window))


def test_nobody_else_can_use_it(running: tuple[EmbeddedModel, Endpoint]) -> None:
    _, place = running
    assert place.api_key is not None
    process = child()
    assert place.api_key not in " ".join(process.cmdline())
    assert place.api_key not in " ".join(process.environ().values())
    with make_client() as client, pytest.raises(EndpointError) as caught:
        ask(client, Endpoint(place.url, "", "wrong"), {"model": "", "messages": [{"role": "user", "content": "Hi"}]})
    assert caught.value.params["status"] == "401"
    assert {c.laddr.ip for c in process.net_connections() if c.status == psutil.CONN_LISTEN} == {"127.0.0.1"}


def test_it_is_started_again_after_it_fell(running: tuple[EmbeddedModel, Endpoint]) -> None:
    model, place = running
    child().kill()
    assert soon(lambda: model.endpoint() is None)
    again = model.start()
    assert again.api_key != place.api_key
    pid = child().pid
    model.stop()
    assert model.endpoint() is None
    assert not psutil.pid_exists(pid)


def test_a_start_that_cannot_work(tmp_path: Path) -> None:
    with pytest.raises(EndpointError) as caught:
        EmbeddedModel(tmp_path / "missing.gguf").start()
    assert caught.value.params["reason"] == "not_installed"
    (tmp_path / "bad.gguf").write_bytes(b"no model")
    log = tmp_path / "log.txt"
    with pytest.raises(EndpointError) as caught:
        EmbeddedModel(tmp_path / "bad.gguf", "x", log).start()
    assert (caught.value.kind, caught.value.params["reason"]) == ("unreachable", "ended")
    assert log.stat().st_size > 0
    model = EmbeddedModel()
    with pytest.raises(AskCancelledError):
        model.start(cancelled=lambda: True)
    with pytest.raises(EndpointError) as caught:
        model.start(deadline_s=0)
    assert caught.value.kind == "timeout"
    assert model.endpoint() is None


PARENT = """
import os, sys, time
from docprep_gui.inference.embedded import EmbeddedModel
model = EmbeddedModel()
model.start()
if len(sys.argv) > 1 and os.fork() == 0:
    os.write(1, b"%d\\n" % os.getpid())  # this one holds the pipe's end too
    time.sleep(60)
os.write(1, b"%d\\n" % model._process.pid)
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("forked", [False, True])
def test_it_dies_with_its_parent(forked: bool) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, *(["fork"] if forked else [])],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert parent.stdout is not None
    pids = [int(parent.stdout.readline()) for _ in range(2 if forked else 1)]
    server = next(pid for pid in pids if "docprep_gui.inference.embedded_server" in psutil.Process(pid).cmdline())
    try:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        assert soon(lambda: ended(server))
    finally:
        for pid in pids:
            if psutil.pid_exists(pid):
                os.kill(pid, signal.SIGKILL)
        output, messages = parent.communicate()
    assert (output, messages) == (b"", b"")
