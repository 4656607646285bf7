"""Model servers on this machine: which programs listen at their usual ports, and which models they offer. Nothing but
loopback addresses is ever asked.

What they are told apart by: `owned_by: llamacpp` in llama.cpp's /v1/models; LM Studio's own /api/v0/models; Ollama's
own /api/tags. Where the windows come from: llama.cpp's meta.n_ctx (a slot's) or /props; LM Studio's
loaded_context_length; Ollama's /api/ps (context_length of a model in memory), else num_ctx among the parameters of
/api/show, else the server's default.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import httpcore
import httpx

from docprep_gui.domain.errors import SettingError
from docprep_gui.inference import failures
from docprep_gui.inference.addresses import is_local, normalise
from docprep_gui.inference.servers import OLLAMA_WINDOW, Address, FoundModel, FoundServer, addresses
from docprep_gui.inference.transport import BrokenOff, TooSlow, Watch, watched

__all__ = ["OLLAMA_WINDOW", "Address", "FoundModel", "FoundServer", "addresses", "look", "look_at"]

CONNECT_S = 0.4
LOOK_S = 4.0
"""How long one place may take altogether: a server that is answering somebody else is slow to say who it is."""

_MAX_BYTES = 8 * 1024 * 1024
_MAX_MODELS = 100
_NUM_CTX = re.compile(r"^num_ctx\s+(\d{1,8})\s*$", re.MULTILINE)
_NO_ANSWER = (TooSlow, BrokenOff, httpx.HTTPError, httpx.StreamError, httpx.InvalidURL, httpcore.NetworkError,
              httpcore.ProtocolError, httpcore.TimeoutException, httpcore.UnsupportedProtocol)  # fmt: skip


def look(client: httpx.Client, address: Address, key: str | None = None) -> FoundServer | None:
    """The server at an address with its models; None where there is none, or none that can be used. Blocks for
    LOOK_S at most. `key`: for servers that want one."""
    if not is_local(address.url):
        return None
    asking = _Asking(client, address.url.rstrip("/"), time.monotonic() + LOOK_S, key)
    listed = _objects(asking.get("/v1/models"), "data")
    if listed is None:
        return None
    url = f"{asking.base}/v1"
    names = [item["id"] for item in listed if isinstance(item.get("id"), str)][:_MAX_MODELS]
    if any(item.get("owned_by") == "llamacpp" for item in listed):
        return FoundServer("llama_cpp", url, _of_llama_cpp(asking, listed))
    tried = (_lm_studio, _ollama) if address.program != "ollama" else (_ollama, _lm_studio)
    for program in tried:
        found = program(asking, url, address.window)
        if found is not None:
            return found
    windows = {item.get("id"): _positive(item.get("max_model_len")) for item in listed}
    return FoundServer("other", url, tuple(FoundModel(name, windows.get(name)) for name in names))


def look_at(client: httpx.Client, url: str, key: str | None = None) -> FoundServer | None:
    """`look` at an address as people type it."""
    try:
        base = normalise(url).removesuffix("/v1")
    except SettingError:
        return None
    return look(client, Address("other", base), key)


# --- the programs -------------------------------------------------------------------------------------------
def _of_llama_cpp(asking: _Asking, listed: Iterable[Mapping[str, Any]]) -> tuple[FoundModel, ...]:
    found = []
    for item in listed:
        meta = item.get("meta")
        told: Mapping[str, Any] = meta if isinstance(meta, dict) else {}
        window = _positive(told.get("n_ctx"))
        if window is None:
            props = asking.get("/props")
            settings = props.get("default_generation_settings") if isinstance(props, dict) else None
            window = _positive(settings.get("n_ctx")) if isinstance(settings, dict) else None
        if isinstance(item.get("id"), str):
            # Its name is a path where the server was given no other.
            found.append(FoundModel(item["id"], window, _positive(told.get("n_ctx_train")), loaded=True))
    return tuple(found)


def _lm_studio(asking: _Asking, url: str, _: int) -> FoundServer | None:
    listed = _objects(asking.get("/api/v0/models"), "data")
    if listed is None:
        return None
    found = []
    for item in listed[:_MAX_MODELS]:
        if not isinstance(item.get("id"), str) or item.get("type") not in ("llm", "vlm", None):
            continue
        largest = _positive(item.get("max_context_length"))
        loaded = item.get("state") == "loaded"
        found.append(FoundModel(item["id"], _positive(item.get("loaded_context_length")) if loaded else None, largest,
                                loaded))
    return FoundServer("lm_studio", url, _first_loaded(found))


def _ollama(asking: _Asking, url: str, default: int) -> FoundServer | None:
    listed = _objects(asking.get("/api/tags"), "models")
    if listed is None:
        return None
    running = {item.get("name"): _positive(item.get("context_length"))
               for item in _objects(asking.get("/api/ps"), "models") or ()}
    found, elsewhere = [], []
    for item in listed[:_MAX_MODELS]:
        name = item.get("name")
        if not isinstance(name, str):
            continue
        if item.get("remote_host") or item.get("remote_model") or name.endswith(("-cloud", ":cloud")):
            elsewhere.append(name)
            continue
        told = asking.get("/api/show", {"model": name})
        shown: Mapping[str, Any] = told if isinstance(told, dict) else {}
        if shown.get("remote_host"):
            elsewhere.append(name)
            continue
        able = shown.get("capabilities")
        if isinstance(able, list) and able and "completion" not in able:
            continue
        largest = _trained(shown.get("model_info"))
        chosen = _NUM_CTX.search(str(shown.get("parameters") or ""))
        window = running.get(name) or min(int(chosen[1]) if chosen else default, largest or 1 << 30)
        found.append(FoundModel(name, window, largest, loaded=name in running))
    return FoundServer("ollama", url, _first_loaded(found), tuple(elsewhere))


def _trained(info: Any) -> int | None:
    """`<architecture>.context_length` of the model's file."""
    if not isinstance(info, dict):
        return None
    return _positive(info.get(f"{info.get('general.architecture')}.context_length"))


def _first_loaded(models: list[FoundModel]) -> tuple[FoundModel, ...]:
    return tuple(sorted(models, key=lambda model: not model.loaded))


# --- asking -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Asking:
    """Questions to one server, which all together end by `deadline` (time.monotonic)."""

    client: httpx.Client
    base: str
    deadline: float
    key: str | None = None

    def get(self, path: str, body: Mapping[str, str] | None = None) -> Any:
        """The JSON value at a path; posted to when there is a body. None for anything else than a good answer."""
        watch = Watch(lambda: False, self.deadline)
        rest = max(0.01, self.deadline - time.monotonic())
        content = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        try:
            with watched(watch), self.client.stream(
                "GET" if body is None else "POST", self.base + path, content=content,
                headers=headers,
                timeout=httpx.Timeout(rest, connect=min(CONNECT_S, rest)),
            ) as response:
                if response.status_code != 200:
                    return None
                kept = bytearray()
                for piece in response.iter_bytes():
                    kept += piece
                    if len(kept) > _MAX_BYTES:
                        return None
        except _NO_ANSWER:
            return None
        return failures.read_json_body(bytes(kept))


def _objects(value: Any, key: str) -> list[dict[str, Any]] | None:
    """The list of objects under a key; None where there is no list."""
    listed = value.get(key) if isinstance(value, dict) else None
    return [item for item in listed if isinstance(item, dict)] if isinstance(listed, list) else None


def _positive(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None
