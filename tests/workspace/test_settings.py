from __future__ import annotations

import pytest

from docprep_gui.domain.errors import SettingError
from docprep_gui.workspace.settings import SETTINGS, Profile, parse


@pytest.mark.parametrize("text", [
    "chunking.max_tokens=abc", "chunking.max_tokens=-1", "scheduling.weights=5,3", "scheduling.weights=5,0,2",
    "inference.response=xml", "inference.stream=maybe", "no.such=1", "reading.libreoffice=/nowhere/soffice", "chunking.max_tokens", "",
])
def test_what_cannot_be_understood_is_refused(text: str) -> None:
    with pytest.raises(SettingError):
        Profile().override([text])


def test_every_default_can_be_written_and_read_back() -> None:
    for setting in SETTINGS:
        if setting.default is not None:
            word = str(setting.default).lower() if setting.kind == "flag" else str(setting.default)
            assert parse(setting, word) == setting.default


def test_the_last_override_wins_and_the_profile_stays_as_it_was() -> None:
    profile = Profile()
    changed = profile.override(["scheduling.concurrency=2", "scheduling.concurrency=3"])
    assert changed.whole("scheduling.concurrency") == 3
    assert profile.whole("scheduling.concurrency") == 4


def test_a_limit_alone_brings_a_target_and_an_overlap_that_fit_it() -> None:
    settings = Profile().override(["chunking.max_tokens=400"]).chunking("docx", None)
    assert settings.max_tokens == 400
    assert settings.target_tokens <= 400
    assert settings.overlap_tokens < settings.target_tokens / 2


def test_a_small_window_shrinks_chunks_and_an_explicit_limit_wins() -> None:
    assert Profile().chunking("docx", 4096).max_tokens < Profile().chunking("docx", None).max_tokens
    assert Profile({"chunking.max_tokens": 900}).chunking("docx", 4096).max_tokens == 900
