"""What a GGUF file says of itself, and how large a window it can be given on this machine.

The format: header and key-value pairs as in the GGUF specification of the project ggml (versions 2 and 3, little
endian). Only the pairs are read; the tensors after them are not touched.
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docprep_gui.domain.errors import EndpointError

MAX_WINDOW = 8192
"""Enough for chunks of the usual size; more would cost memory and time for nothing."""
LEAST_WINDOW = 2048
OVERHEAD = 400_000_000
"""Bytes that the runtime needs beside model and window."""

_STRING, _ARRAY = 8, 9
_FIXED = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
_MAX_PAIRS = 100_000
_KEPT_CHARS = 1_000


@dataclass(frozen=True, slots=True)
class ModelFile:
    """`name` as the file has it, else that of the file. `trained`: the longest text it was made for, in tokens, None
    where the file does not say. `bytes_per_token` of the window, in memory. `size` of the file in bytes."""

    path: Path
    name: str
    trained: int | None
    bytes_per_token: int
    size: int


def read(path: Path) -> ModelFile:
    """EndpointError("unreachable") with `path` and a `reason`: no_file, not_gguf (also where it is cut short),
    no_chat_model (made for embeddings, or an addition to another model), in_parts (the second or a later part)."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            if size < 24 or file.read(4) != b"GGUF":
                raise _unusable(path, "not_gguf")
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                pairs = _pairs(data)
    except OSError as error:
        raise _unusable(path, "no_file") from error
    except (struct.error, ValueError, OverflowError) as error:
        raise _unusable(path, "not_gguf") from error
    kind = pairs.get("general.architecture")
    if not isinstance(kind, str):
        raise _unusable(path, "not_gguf")
    own = {key.removeprefix(f"{kind}."): value for key, value in pairs.items() if key.startswith(f"{kind}.")}
    if pairs.get("general.type", "model") != "model" or "pooling_type" in own or kind in ("clip", "bert"):
        raise _unusable(path, "no_chat_model")
    if _number(pairs.get("split.no")):
        raise _unusable(path, "in_parts")
    name = pairs.get("general.name")
    return ModelFile(path, name if isinstance(name, str) and name.strip() else path.stem,
                     _number(own.get("context_length")) or None, _cache_bytes(own), size)


def window(model: ModelFile, free: int | None) -> int:
    """The window to give it, in tokens: as long as is useful, was trained for, and fits into the memory that is
    `free` (bytes; None: not known). EndpointError("unreachable") with reason too_big, `needed` and `free`."""
    wanted = min(MAX_WINDOW, model.trained or MAX_WINDOW)
    if free is None:
        return wanted
    while True:
        needed = model.size + OVERHEAD + wanted * model.bytes_per_token
        if needed <= free:
            return wanted
        if wanted <= LEAST_WINDOW:
            raise EndpointError("unreachable", url="", reason="too_big", path=model.path.name,
                                needed=_gigabytes(needed), free=_gigabytes(free))
        wanted = max(LEAST_WINDOW, wanted // 2)


def _cache_bytes(own: dict[str, Any]) -> int:
    """Bytes of keys and values that a token of the window takes: two 16-bit numbers for each layer, head and place.
    Where a file gives a list of heads, a layer each, the largest counts."""
    layers, heads = _number(own.get("block_count")), _number(own.get("attention.head_count"))
    shared = _number(own.get("attention.head_count_kv")) or heads
    width = _number(own.get("embedding_length")) // heads if heads else 0
    keys = _number(own.get("attention.key_length")) or width
    values = _number(own.get("attention.value_length")) or width
    return 2 * layers * shared * (keys + values)


def _pairs(data: mmap.mmap) -> dict[str, Any]:
    """Arrays stand as the largest of their numbers, or as None."""
    version, _, count = struct.unpack_from("<IQQ", data, 4)
    if version not in (2, 3) or count > _MAX_PAIRS:
        raise ValueError("another version or byte order")
    at, found = 24, {}
    for _ in range(count):
        key, at = _string(data, at)
        (kind,) = struct.unpack_from("<I", data, at)
        found[key], at = _value(data, at + 4, kind)
    return found


def _value(data: mmap.mmap, at: int, kind: int) -> tuple[Any, int]:
    if kind == _STRING:
        return _string(data, at)
    if kind == _ARRAY:
        return _array(data, at)
    form = _FIXED.get(kind)
    if form is None:
        raise ValueError("no such type")
    return struct.unpack_from(form, data, at)[0], at + struct.calcsize(form)


def _array(data: mmap.mmap, at: int) -> tuple[Any, int]:
    kind, count = struct.unpack_from("<IQ", data, at)
    at += 12
    if count > len(data):
        raise ValueError("an array that is longer than the file")
    form = _FIXED.get(kind)
    if form is not None:
        size = struct.calcsize(form)
        # Lists of numbers a layer are short; those of the vocabulary are long and not needed.
        largest = max(struct.unpack_from(f"<{count}{form[1]}", data, at)) if 0 < count <= 1000 else None
        return largest, at + size * count
    if kind != _STRING:
        raise ValueError("arrays in arrays")
    length = struct.Struct("<Q").unpack_from
    for _ in range(count):
        at += 8 + length(data, at)[0]
    return None, at


def _string(data: mmap.mmap, at: int) -> tuple[str, int]:
    (length,) = struct.unpack_from("<Q", data, at)
    end = at + 8 + length
    if end > len(data):
        raise ValueError("a string that goes beyond the file")
    return data[at + 8 : min(end, at + 8 + _KEPT_CHARS)].decode("utf-8", "replace"), end


def _number(value: Any) -> int:
    return int(value) if isinstance(value, int) and value > 0 else 0


def _gigabytes(amount: int) -> str:
    return f"{amount / 1e9:.1f} GB"


def _unusable(path: Path, reason: str) -> EndpointError:
    return EndpointError("unreachable", url="", reason=reason, path=path.name)
