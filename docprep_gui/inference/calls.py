"""What a call of a language model is made of. Apart from the client that makes it, which takes long to import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from docprep_gui.domain.errors import DocPrepError


class AskCancelledError(DocPrepError):
    """The user stopped the request; the stream is closed, which frees the server."""

    def __init__(self) -> None:
        super().__init__("cancelled")

    def __reduce__(self) -> tuple[object, ...]:
        return AskCancelledError, ()


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a language model answers: `url` is the base that "/chat/completions" follows, see `normalise`. `trusted`:
    the user or the company's policy trusts this host; this machine needs no trust. `trial`: the built-in model."""

    url: str
    model: str
    api_key: str | None = field(default=None, repr=False)
    trial: bool = False
    trusted: bool = False


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long to wait until connected, until the first token, from token to token, and for a whole answer that comes
    without streaming."""

    connect_s: float = 10.0
    first_s: float = 120.0
    between_s: float = 60.0
    whole_s: float = 300.0


@dataclass(frozen=True, slots=True)
class RawAnswer:
    """What the model wrote, its reasoning left out, still masked. `usage` has the server's counts, empty where it
    gave none. `seconds` from sending to the end."""

    text: str
    model: str
    usage: Mapping[str, int]
    seconds: float


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model that an endpoint offers. `window` in tokens, None where the server doesn't tell."""

    name: str
    window: int | None
