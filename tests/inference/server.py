"""A scripted model server for tests, on a free loopback port."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Script:
    """The next answer: `pieces` of the body are sent one by one, a number among them is a wait in seconds. `hang`: the
    connection then stays open. `gone` is set when the client has closed a connection that hangs."""

    status: int = 200
    pieces: list[bytes | float] = field(default_factory=list)
    kind: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    hang: bool = False
    url: str = ""
    seen: list[dict[str, Any]] = field(default_factory=list)
    seen_headers: list[dict[str, str]] = field(default_factory=list)
    gone: threading.Event = field(default_factory=threading.Event)

    def stream(self, *packets: Any, end: bool = True, every: int = 0) -> None:
        """Packets as events, cut after `every` bytes; `end`: with the end mark."""
        text = "".join(f"data: {json.dumps(packet, ensure_ascii=False)}\n\n" for packet in packets)
        raw = (text + ("data: [DONE]\n\n" if end else "")).encode()
        self.kind = "text/event-stream"
        self.pieces = [raw[i : i + every] for i in range(0, len(raw), every)] if every else [raw]

    def json(self, value: Any, status: int = 200) -> None:
        self.status, self.kind, self.pieces = status, "application/json", [json.dumps(value).encode()]


@contextmanager
def serving() -> Iterator[Script]:
    script = Script()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            script.seen.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.answer()

        def do_GET(self) -> None:
            self.answer()

        def answer(self) -> None:
            script.seen_headers.append(dict(self.headers))
            try:
                self.send_response(script.status)
                self.send_header("Content-Type", script.kind)
                for name, value in script.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                for piece in script.pieces:
                    if isinstance(piece, float):
                        time.sleep(piece)
                    else:
                        self.wfile.write(piece)
                        self.wfile.flush()
                if script.hang:
                    self.connection.settimeout(20)
                    if not self.rfile.read(1):
                        script.gone.set()
            except OSError:
                script.gone.set()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    script.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def delta(text: str | None, finish: str | None = None, **more: Any) -> dict[str, Any]:
    """A packet of a stream."""
    return {"choices": [{"index": 0, "delta": {"content": text, **more}, "finish_reason": finish}], "model": "m"}


def message(content: Any, finish: str = "stop", prompt_tokens: int = 50, **more: Any) -> dict[str, Any]:
    """An answer without a stream."""
    return {
        "choices": [
            {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content, **more}}
        ],
        "model": "m",
        "usage": {"prompt_tokens": prompt_tokens, "completion_tokens": 7, "total_tokens": prompt_tokens + 7},
    }
