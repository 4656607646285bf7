"""Packets come out the same wherever the network cuts them."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.inference import sse


def events(pieces: Iterable[bytes]) -> list[object]:
    parser = sse.Parser()
    found = [event for piece in pieces for event in parser.feed(piece)]
    return found + list(parser.close())


STREAMS = st.lists(st.dictionaries(st.text(max_size=3), st.text(), max_size=2), max_size=5)


@settings(deadline=None, max_examples=60)
@given(
    STREAMS, st.sampled_from(["\n", "\r\n", "\r"]), st.sampled_from(["\n\n", "\n"]), st.integers(1, 7), st.booleans()
)
def test_cuts_and_line_ends_change_nothing(
    values: list[dict[str, str]], end: str, gap: str, every: int, blank: bool
) -> None:
    head = "data: " if blank else "data:"
    text = "".join(f"{head}{json.dumps(value, ensure_ascii=False)}{gap}".replace("\n", end) for value in values)
    raw = text.encode()
    assert events(raw[i : i + every] for i in range(0, len(raw), every)) == values


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b'data: {"a":\ndata: 1}\n\n', [{"a": 1}]),
        (b': ping\n\ndata: {"a": 1}\n\n: ping\n\n', [{"a": 1}]),
        (b'\xef\xbb\xbfdata: {"a": 1}', [{"a": 1}]),
        (b'data: {"a": 1}\n\ndata: [DONE]\n\n', [{"a": 1}, sse.DONE]),
        (b'error: {"code": 500, "message": "x"}\n\n', [{"error": {"code": 500, "message": "x"}}]),
        (b'event: error\ndata: {"message": "x"}\n\n', [{"error": {"message": "x"}}]),
        (b"event: error\ndata: out of memory\n\n", [{"error": {"message": "out of memory"}}]),
        (b'{"error": "x"}\n', [{"error": "x"}]),
        (b'id: 7\nretry: 10\ndata: {"a": 1}\n\n', [{"a": 1}]),
    ],
)
def test_forms_that_servers_use(text: bytes, found: list[object]) -> None:
    assert events([text]) == found


def test_a_broken_packet_is_told() -> None:
    with pytest.raises(sse.BadEventError):
        events([b'data: {"a": 1}\n\ndata: {"a": \n\n'])
