"""Servers that speak the interfaces of Ollama, LM Studio and others, on free loopback ports."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Site:
    """`pages`: the JSON value for each path; paths with a body may give a dict by the body's `model`. `chat` is
    streamed to every chat request; None: the request fails. `asked` has the bodies of the chat requests."""

    pages: dict[str, Any]
    chat: str | None = "好"
    delay_s: float = 0.0
    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)


@contextmanager
def serving(pages: Mapping[str, Any], chat: str | None = "好") -> Iterator[Site]:
    site = Site(dict(pages), chat)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            time.sleep(site.delay_s)
            self._answer(site.pages.get(self.path))

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path == "/v1/chat/completions":
                site.asked.append(body)
                self._stream()
            else:
                page = site.pages.get(self.path)
                self._answer(page.get(body.get("model")) if isinstance(page, dict) else None)

        def _answer(self, value: Any) -> None:
            data = value if isinstance(value, bytes) else json.dumps(value if value is not None else "no page").encode()
            with suppress(OSError):  # the client has gone
                self.send_response(404 if value is None else 200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        def _stream(self) -> None:
            if site.chat is None:
                self._answer(None)
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for delta, finish in (({"content": site.chat}, None), ({}, "length")):
                packet = {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}
                self.wfile.write(b"data: " + json.dumps(packet).encode() + b"\n\n")
            self.wfile.write(b"data: [DONE]\n\n")

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _listed(*names: str, **more: Any) -> dict[str, Any]:
    return {"object": "list", "data": [{"id": name, "object": "model", **more} for name in names]}


OLLAMA = {
    "/v1/models": _listed("qwen3:8b", "llama3.2:3b", "nomic-embed-text:latest", "gpt-oss:120b-cloud",
                          owned_by="library"),
    "/api/tags": {"models": [{"name": "qwen3:8b"}, {"name": "llama3.2:3b"}, {"name": "nomic-embed-text:latest"},
                             {"name": "gpt-oss:120b-cloud", "remote_host": "https://far.example"}]},
    "/api/ps": {"models": [{"name": "llama3.2:3b", "context_length": 16384}]},
    "/api/show": {
        "qwen3:8b": {"parameters": "num_ctx                        8192\nstop    \"<|im_end|>\"",
                     "model_info": {"general.architecture": "qwen3", "qwen3.context_length": 40960},
                     "capabilities": ["completion", "tools"]},
        "llama3.2:3b": {"model_info": {"general.architecture": "llama", "llama.context_length": 131072},
                        "capabilities": ["completion"]},
        "nomic-embed-text:latest": {"model_info": {}, "capabilities": ["embedding"]},
    },
}
LM_STUDIO = {
    "/v1/models": _listed("qwen3-14b", "gemma-3-4b", "text-embedding-nomic", owned_by="organization_owner"),
    "/api/v0/models": {"object": "list", "data": [
        {"id": "gemma-3-4b", "type": "vlm", "state": "not-loaded", "max_context_length": 131072},
        {"id": "qwen3-14b", "type": "llm", "state": "loaded", "max_context_length": 40960,
         "loaded_context_length": 8192},
        {"id": "text-embedding-nomic", "type": "embeddings", "state": "not-loaded", "max_context_length": 2048}]},
}
OLD_LLAMA_CPP = {
    "/v1/models": _listed("models/qwen.gguf", owned_by="llamacpp", meta={"n_ctx_train": 32768}),
    "/props": {"default_generation_settings": {"n_ctx": 6144}, "total_slots": 1},
}
VLLM = {"/v1/models": _listed("qwen3-32b", owned_by="vllm", max_model_len=32768)}
