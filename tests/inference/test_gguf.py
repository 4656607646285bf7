"""What a GGUF file says of itself; the trial model's file as one of the user's own, run for real."""

from __future__ import annotations

import struct
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docprep_gui.domain.errors import EndpointError
from docprep_gui.inference import gguf, machine, prompts
from docprep_gui.inference.embedded import EmbeddedModel, trial_model
from docprep_gui.inference.endpoint import ask, make_client, models
from docprep_gui.inference.failures import retryable

ROOT = Path(__file__).parents[2]


def _text(value: str) -> bytes:
    raw = value.encode()
    return struct.pack("<Q", len(raw)) + raw


def _pair(key: str, value: Any) -> bytes:
    head = _text(key)
    if isinstance(value, str):
        return head + struct.pack("<I", 8) + _text(value)
    if isinstance(value, list) and isinstance(value[0], str):
        return head + struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(_text, value))
    if isinstance(value, list):
        return head + struct.pack(f"<IIQ{len(value)}I", 9, 4, len(value), *value)
    return head + struct.pack("<II", 4, value)


def write(path: Path, pairs: dict[str, Any], version: int = 3) -> Path:
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", version, 0, len(pairs))
                     + b"".join(_pair(key, value) for key, value in pairs.items()))
    return path


QWEN = {
    "general.architecture": "qwen3", "general.type": "model", "general.name": "Qwen3 8B",
    "tokenizer.ggml.tokens": ["a", "的", "合同"], "tokenizer.ggml.token_type": [1] * 2000,
    "qwen3.context_length": 40960, "qwen3.block_count": 36, "qwen3.embedding_length": 4096,
    "qwen3.attention.head_count": 32, "qwen3.attention.head_count_kv": 8, "qwen3.attention.key_length": 128,
    "qwen3.attention.value_length": 128,
}  # fmt: skip


def test_what_the_file_says(tmp_path: Path) -> None:
    path = write(tmp_path / "q.gguf", QWEN)
    found = gguf.read(path)
    assert (found.name, found.trained, found.size) == ("Qwen3 8B", 40960, path.stat().st_size)
    assert found.bytes_per_token == 36 * 8 * 256 * 2  # 144 KiB, as its makers say


def test_heads_may_differ_by_layer_and_widths_be_left_out(tmp_path: Path) -> None:
    pairs = {key: value for key, value in QWEN.items() if not key.endswith(("key_length", "value_length"))}
    found = gguf.read(write(tmp_path / "q.gguf", {**pairs, "qwen3.attention.head_count_kv": [2, 8, 4]}))
    assert found.bytes_per_token == 36 * 8 * 256 * 2


@pytest.mark.parametrize(("content", "reason"), [
    (b"", "not_gguf"), (b"PK\x03\x04" + b"x" * 100, "not_gguf"), (b"GGUF" + b"\xff" * 60, "not_gguf"),
    ({"general.name": "nothing else"}, "not_gguf"),
    ({**QWEN, "general.type": "adapter"}, "no_chat_model"),
    ({"general.architecture": "nomic-bert", "nomic-bert.pooling_type": 1}, "no_chat_model"),
    ({**QWEN, "split.no": 1, "split.count": 3}, "in_parts"), (None, "no_file"),
])
def test_what_cannot_be_used(tmp_path: Path, content: Any, reason: str) -> None:
    path = tmp_path / "x.gguf"
    if isinstance(content, dict):
        write(path, content)
    elif content is not None:
        path.write_bytes(content)
    with pytest.raises(EndpointError) as caught:
        gguf.read(path)
    assert (caught.value.kind, caught.value.params["reason"]) == ("unreachable", reason)
    assert not retryable(caught.value.kind, caught.value.params)


@given(st.data())
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_file_is_said_to_be_one(tmp_path: Path, data: st.DataObject) -> None:
    whole = bytearray(write(tmp_path / "w.gguf", QWEN).read_bytes())
    for _ in range(data.draw(st.integers(0, 3))):
        whole[data.draw(st.integers(4, len(whole) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / "d.gguf"
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])
    with suppress(EndpointError):
        assert gguf.read(path).bytes_per_token >= 0


def test_the_window_fits_into_the_memory(tmp_path: Path) -> None:
    found = gguf.read(write(tmp_path / "q.gguf", QWEN))
    room = gguf.OVERHEAD + found.size
    assert gguf.window(found, None) == gguf.MAX_WINDOW == 8192
    assert gguf.window(found, room + 8192 * found.bytes_per_token) == 8192
    assert gguf.window(found, room + 8191 * found.bytes_per_token) == 4096
    assert gguf.window(found, room + 2048 * found.bytes_per_token) == 2048
    with pytest.raises(EndpointError) as caught:
        gguf.window(found, room + 2047 * found.bytes_per_token)
    assert caught.value.params["reason"] == "too_big"
    assert caught.value.params["needed"] == "0.7 GB"
    short = gguf.read(write(tmp_path / "s.gguf", {**QWEN, "qwen3.context_length": 1024}))
    assert gguf.window(short, room + 1024 * found.bytes_per_token + 1000) == 1024


def test_this_machine_tells_what_it_has() -> None:
    free = machine.free_memory()
    assert free is None or free > 1_000_000
    assert 1 <= machine.model_threads() <= 8


@pytest.mark.skipif(not EmbeddedModel().available(), reason="the embedded model is not installed")
def test_a_file_of_ones_own_answers() -> None:
    path = trial_model()
    assert path is not None
    found = gguf.read(path)
    assert found.trained
    window = gguf.window(found, machine.free_memory())
    model = EmbeddedModel(path, found.name, window=2048)
    book = prompts.load((ROOT / "resources" / "prompts" / "tasks.json").read_text("utf-8"))
    try:
        place = model.start()
        assert not place.trial
        with make_client() as client:
            assert [(one.name, one.window) for one in models(client, place)] == [(found.name, 2048)]
            body = prompts.build(book, "Who pays?", model=place.model, chunk_text="The buyer pays.", language="en")
            assert ask(client, place, {**body, "grammar": 'root ::= "a"'}).text == "a"
    finally:
        model.stop()
    assert 2048 <= window <= 8192
