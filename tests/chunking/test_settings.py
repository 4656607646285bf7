"""Sizes of chunks: what is refused, what follows what, and the defaults."""

from __future__ import annotations

import pytest

from docprep_gui.chunking import ChunkSettings, cut, defaults
from docprep_gui.domain.errors import SettingError
from tests.chunking.outline import document, p


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ({"max_chars": 50, "overlap_chars": 49}, "overlap_too_large"),
        ({"max_chars": 50, "overlap_chars": 50}, "overlap_too_large"),
        ({"max_chars": 50, "overlap_chars": 80}, "overlap_too_large"),
        ({"max_chars": 50, "overlap_chars": 25}, "overlap_too_large"),
        ({"overlap_tokens": 500}, "overlap_too_large"),
        ({"max_tokens": 300, "overlap_tokens": 150}, "overlap_too_large"),
        ({"max_chars": 0}, "too_small"),
        ({"max_tokens": 0}, "too_small"),
        ({"target_tokens": 1}, "too_small"),
        ({"overlap_tokens": -1}, "negative"),
        ({"table_rows": -1}, "negative"),
    ],
)
def test_settings_that_cannot_work_are_refused(values: dict[str, int], kind: str) -> None:
    base = ChunkSettings(1000, 1300, overlap_tokens=100)
    with pytest.raises(SettingError) as error:
        base.changed(**values)
    assert error.value.kind == kind
    assert error.value.params["key"].startswith("chunking.")


def test_cut_refuses_what_checked_refuses() -> None:
    with pytest.raises(SettingError):
        cut(document(p("甲。")), ChunkSettings(1000, 1300, overlap_tokens=700))


def test_what_is_left_out_follows_what_is_given() -> None:
    base = ChunkSettings(2000, 2600, overlap_tokens=200)
    assert base.changed(max_tokens=512) == ChunkSettings(512, 512, overlap_tokens=51)
    assert base.changed(max_tokens=2300) == ChunkSettings(2000, 2300, overlap_tokens=200)
    assert base.changed(target_tokens=4000).max_tokens == 5200
    assert base.changed(max_tokens=512, overlap_tokens=200).overlap_tokens == 200
    assert base.changed(max_chars=300).overlap_limit == (200, 30)
    assert base.changed(max_chars=300, overlap_chars=0).overlap_limit == (200, 0)


@pytest.mark.parametrize(
    ("kind", "sizes"), [("docx", (1500, 1950, 150)), ("pdf", (1200, 1560, 150)), ("md", (2000, 2600, 200))]
)
def test_defaults(kind: str, sizes: tuple[int, int, int]) -> None:
    found = defaults(kind)  # type: ignore[arg-type]
    assert (found.target_tokens, found.max_tokens, found.overlap_tokens) == sizes
    assert found.table_rows == 100
    assert defaults(kind, 1 << 20) == found  # type: ignore[arg-type]


def test_a_small_window_shrinks_all() -> None:
    found = defaults("txt", 4096)
    assert found.max_tokens == 512
    assert found.target_tokens == 393
    assert found.overlap_tokens == 39


@pytest.mark.parametrize("window", [1, 100, 512, 2048, 4096, 8192, 32768, 131072])
@pytest.mark.parametrize("kind", ["docx", "pdf", "txt", "md", "xlsx", "pptx", "csv", "xls"])
def test_defaults_always_work(kind: str, window: int) -> None:
    found = defaults(kind, window)  # type: ignore[arg-type]
    assert found.checked() is found
    assert found.target_tokens <= found.max_tokens <= defaults(kind).max_tokens  # type: ignore[arg-type]
