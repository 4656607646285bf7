"""An OpenAI-compatible server on this machine that answers as a test says, and remembers what it was asked."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


@dataclass(frozen=True)
class Reply:
    """`text` is streamed in pieces, or sent whole; `delay_s` is waited before the first byte."""

    text: str = "好的"
    status: int = 200
    body: dict[str, Any] | None = None
    delay_s: float = 0.0
    headers: dict[str, str] = field(default_factory=dict)


class ScriptedServer:
    """Each chat request is answered by `script(body)`; those for one token, which only try the model, are answered
    and left out. `bodies` has the requests in order of arrival; `peak` is the largest number that were under way at
    once."""

    def __init__(self, script: Callable[[dict[str, Any]], Reply] | None = None) -> None:
        self.script = script or (lambda _: Reply())
        self.bodies: list[dict[str, Any]] = []
        self.peak = 0
        self._now = 0
        self._guard = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

    def texts(self) -> list[str]:
        """The user's message of each request."""
        return [body["messages"][-1]["content"] for body in self.bodies]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                listed = {"data": [{"id": "scripted-7b"}]}
                self._send(200, listed if self.path.endswith("/models") else {"status": "ok"})

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if body.get("max_tokens") == 1:
                    self._stream(Reply("OK"))
                    return
                with owner._guard:
                    owner.bodies.append(body)
                    owner._now += 1
                    owner.peak = max(owner.peak, owner._now)
                try:
                    reply = owner.script(body)
                    time.sleep(reply.delay_s)
                    if reply.body is not None or not body.get("stream"):
                        self._send(reply.status, reply.body or _whole(reply.text), reply.headers)
                    else:
                        self._stream(reply)
                except OSError:
                    pass  # the client has gone
                finally:
                    with owner._guard:
                        owner._now -= 1

            def _send(self, status: int, value: dict[str, Any], headers: dict[str, str] | None = None) -> None:
                data = json.dumps(value, ensure_ascii=False).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                for name, text in (headers or {}).items():
                    self.send_header(name, text)
                self.end_headers()
                self.wfile.write(data)

            def _stream(self, reply: Reply) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                for piece in (reply.text[i:i + 4] for i in range(0, len(reply.text), 4)):
                    self._packet({"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]})
                self._packet({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
                self.wfile.write(b"data: [DONE]\n\n")

            def _packet(self, value: dict[str, Any]) -> None:
                self.wfile.write(b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n")
                self.wfile.flush()

            def log_message(self, *_: object) -> None:
                pass

        return Handler


def _whole(text: str) -> dict[str, Any]:
    return {"choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]}
