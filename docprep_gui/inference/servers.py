"""Where model servers of this machine usually are, and what is told of one that was found. Apart from the looking
itself, whose client takes long to import."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from docprep_gui.inference.addresses import is_local

Program = Literal["ollama", "lm_studio", "llama_cpp", "other"]

OLLAMA_WINDOW = 4096
"""What Ollama gives a model that asks for no window of its own, unless its user sets OLLAMA_CONTEXT_LENGTH."""

_PORTS: tuple[tuple[Program, int], ...] = (
    ("ollama", 11434), ("lm_studio", 1234), ("llama_cpp", 8080),
    # vLLM and others; koboldcpp; Jan; GPT4All; text-generation-webui
    ("other", 8000), ("other", 5001), ("other", 1337), ("other", 4891), ("other", 5000),
)  # fmt: skip
_OLLAMA_PORT = 11434
_HOST = re.compile(r"^(?:https?://)?(\[[0-9a-fA-F:]+\]|[^/:\s]*)(?::(\d{1,5}))?/?$")


@dataclass(frozen=True, slots=True)
class Address:
    """Where to look, and whose usual place it is. `url` is the base that "/v1" follows. `window`: what an Ollama there
    gives a model that has no window of its own."""

    program: Program
    url: str
    window: int = OLLAMA_WINDOW


@dataclass(frozen=True, slots=True)
class FoundModel:
    """`window`: tokens that it reads at once as the server runs it, None where that is not told. `largest`: what it
    could be given. `loaded`: it is in memory, and answers at once."""

    name: str
    window: int | None = None
    largest: int | None = None
    loaded: bool = False


@dataclass(frozen=True, slots=True)
class FoundServer:
    """`url` ends with "/v1". `elsewhere`: names of models that the server would ask another machine for, which are not
    among its `models`."""

    program: Program
    url: str
    models: tuple[FoundModel, ...] = ()
    elsewhere: tuple[str, ...] = ()


def addresses(environ: Mapping[str, str]) -> tuple[Address, ...]:
    """The usual places on this machine; Ollama's is where OLLAMA_HOST says, if that is this machine."""
    ollama, told = _ollama_url(environ.get("OLLAMA_HOST", "")), environ.get("OLLAMA_CONTEXT_LENGTH", "")
    window = int(told) if told.isascii() and told.isdigit() and int(told) else OLLAMA_WINDOW
    found: dict[str, Address] = {}
    for program, port in _PORTS:
        url = ollama if program == "ollama" else f"http://127.0.0.1:{port}"
        found.setdefault(url, Address(program, url, window))
    return tuple(found.values())


def _ollama_url(value: str) -> str:
    """OLLAMA_HOST is a host, a port or both. A server that listens on all addresses answers on loopback too."""
    usual = f"http://127.0.0.1:{_OLLAMA_PORT}"
    if not value.strip():
        return usual
    matched = _HOST.match(value.strip())
    if not matched:
        return usual
    host = {"": "127.0.0.1", "localhost": "127.0.0.1", "0.0.0.0": "127.0.0.1", "[::]": "[::1]"}.get(
        matched[1].lower(), matched[1])
    url = f"http://{host}:{matched[2] or _OLLAMA_PORT}"
    return url if is_local(url) else usual
