"""An HTTP client whose waiting can be broken off at any moment, made for long streams from a server nearby.

httpx waits in the socket until its timeout, so that a user's "stop" would come minutes late. Here each wait is a row
of short ones, and between two of them the `Watch` of the request says whether to go on.
"""

from __future__ import annotations

import contextvars
import ssl
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpcore
import httpx

_SLICE_S = 0.1


class BrokenOff(BaseException):
    """The request was cancelled while it waited. No Exception, so that the layers between clean up and let it by."""


class TooSlow(BaseException):
    """The deadline of the watch has passed."""


@dataclass(slots=True)
class Watch:
    """Whether to go on waiting: `deadline` in seconds of time.monotonic, moved on as answers come."""

    cancelled: Callable[[], bool]
    deadline: float

    def check(self) -> None:
        if self.cancelled():
            raise BrokenOff
        if time.monotonic() >= self.deadline:
            raise TooSlow


_watch: contextvars.ContextVar[Watch | None] = contextvars.ContextVar("watch", default=None)


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """Requests of this thread obey the watch inside."""
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)


class _Stream(httpcore.NetworkStream):
    def __init__(self, inner: httpcore.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        watch = _watch.get()
        if watch is None:
            return self._inner.read(max_bytes, timeout)
        while True:
            watch.check()
            try:
                return self._inner.read(max_bytes, _SLICE_S)
            except httpcore.ReadTimeout:
                continue

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, timeout)

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, timeout))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class _Backend(httpcore.NetworkBackend):
    def __init__(self) -> None:
        self._inner = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        return _Stream(self._inner.connect_tcp(host, port, timeout, local_address, socket_options))

    def sleep(self, seconds: float) -> None:
        self._inner.sleep(seconds)


class _Body(httpx.SyncByteStream):
    def __init__(self, inner: Iterable[bytes]) -> None:
        self._inner = inner

    def __iter__(self) -> Iterator[bytes]:
        yield from self._inner

    def close(self) -> None:
        close = getattr(self._inner, "close", None)
        if close is not None:
            close()


class _Transport(httpx.BaseTransport):
    """Connections are not kept: a broken-off one cannot be used again, and a new one costs nothing nearby."""

    def __init__(self) -> None:
        self._pool = httpcore.ConnectionPool(
            ssl_context=ssl.create_default_context(),
            max_connections=None,
            max_keepalive_connections=0,
            network_backend=_Backend(),
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        assert isinstance(request.stream, httpx.SyncByteStream)
        response = self._pool.handle_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=request.url.raw_scheme,
                    host=request.url.raw_host,
                    port=request.url.port,
                    target=request.url.raw_path,
                ),
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        assert isinstance(response.stream, Iterable)
        return httpx.Response(
            response.status, headers=response.headers, stream=_Body(response.stream), extensions=response.extensions
        )

    def close(self) -> None:
        self._pool.close()


def make_client() -> httpx.Client:
    """A client for `endpoint.ask`: no proxies or other settings from the environment, no redirects. One serves any
    number of threads; close it at the end."""
    return httpx.Client(transport=_Transport(), trust_env=False, follow_redirects=False)
