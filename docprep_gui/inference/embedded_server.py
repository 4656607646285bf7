"""The child process that runs the embedded language model: `python -m docprep_gui.inference.embedded_server`.

Its first line of standard input is a JSON object: key, model (path of a GGUF file), name, context, threads, address
(path of the file that it writes its URL to once it listens). Then standard input stays open as long as the parent
lives: its end, or another parent, ends this process at once. The key is in no argument and no variable of the
environment, where other users of the machine could read it.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
from pathlib import Path
from typing import Any

_LOOK_S = 1.0


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl+C in the terminal is the parent's to answer
    parent = os.getppid()
    order = json.loads(sys.stdin.buffer.readline())
    server = _serve(order)
    address = Path(order["address"])
    written = address.with_suffix(".new")
    written.write_text(server.listening_address, "utf-8")
    written.replace(address)
    _wait_for_end(parent)
    os._exit(0)  # the server's threads may be in the middle of an answer that nobody waits for


def _serve(order: dict[str, Any]) -> Any:
    import xllamacpp  # 34 MB: not before it is needed

    params = xllamacpp.CommonParams()
    params.model.path = order["model"]
    params.model_alias = {order["name"]}
    params.n_ctx = order["context"]
    params.n_parallel = 1
    # A request that was broken off is only let go between two batches of its prompt.
    params.n_batch = params.n_ubatch = 256
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [order["key"]]
    params.cpuparams.n_threads = order["threads"]
    params.cpuparams_batch.n_threads = order["threads"]
    params.ui = False
    params.endpoint_slots = False
    params.verbosity = 0
    return xllamacpp.Server(params)


def _wait_for_end(parent: int) -> None:
    """Until standard input ends. Processes that the parent forked may hold the pipe's other end open after the
    parent's death, so the parent is looked at as well (elsewhere than on Windows, where nothing is forked)."""
    if sys.platform == "win32":
        sys.stdin.buffer.read()
        return
    while os.getppid() == parent:
        ready, _, _ = select.select([0], [], [], _LOOK_S)
        if ready and not os.read(0, 4096):
            return


if __name__ == "__main__":
    main()
