from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docprep_gui.text import patterns
from docprep_gui.text.patterns import Pattern, in_pieces


@pytest.mark.parametrize("method", ["match", "search", "fullmatch"])
def test_finds_what_a_compiled_pattern_finds(method: str) -> None:
    for text, flags in (("ab1", re.NOFLAG), ("xAB1", re.I), ("", re.NOFLAG)):
        lazy, compiled = Pattern("[a-b]+(?P<n>1)?", flags), re.compile("[a-b]+(?P<n>1)?", flags)
        for _ in range(2):  # the first use compiles
            found, meant = getattr(lazy, method)(text), getattr(compiled, method)(text)
            assert (found and (found.span(), found["n"])) == (meant and (meant.span(), meant["n"]))


def test_a_wrong_pattern_is_refused_at_its_first_use() -> None:
    pattern = Pattern("(")
    with pytest.raises(re.error):
        pattern.search("a")


def test_other_names_are_no_methods() -> None:
    with pytest.raises(AttributeError):
        _ = Pattern("a").split


@given(st.text("0123a. 元", max_size=60), st.integers(1, 9), st.sampled_from([
    r"[0-9](?![0-9.])(?:元| 元)", r"1(?<![0-9]1)[0-9]{3}(?![0-9])", r"[0-9]+?a?", r"\.(?=[0-9]{1,2}\.)",
]))  # fmt: skip
def test_pieces_give_what_the_whole_gives(text: str, piece: int, pattern: str) -> None:
    compiled = re.compile(pattern)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(patterns, "_PIECE", piece)
        patch.setattr(patterns, "_LOOK", 8)
        found = [match.span() for match in in_pieces(compiled, text)]
    assert found == [match.span() for match in compiled.finditer(text)]
