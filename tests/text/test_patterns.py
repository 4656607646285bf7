from __future__ import annotations

import re

import pytest

from docprep_gui.text.patterns import Pattern


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
