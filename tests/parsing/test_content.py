"""A content taken apart into its lines holds all that it held, each letter as it looked."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from docprep_gui.parsing.content import Content, Inlay, lines

_TEXT = st.text("ab \n", max_size=24)


@st.composite
def contents(draw: st.DrawFn) -> Content:
    text = draw(_TEXT)
    places = sorted(draw(st.lists(st.integers(0, len(text)), max_size=12)))
    spans = [(a, b) for a, b in zip(places[::2], places[1::2], strict=False) if a < b]
    inlays = [Inlay("run", a, b, role="inserted") for a, b in spans]
    return Content(text, inlays, letters=[(a, b, 1 + n) for n, (a, b) in enumerate(spans)])


def _looks(content: Content) -> list[tuple[str, int, int]]:
    """Each letter that is no line feed, with its look and how many runs lie over it."""
    return [
        (sign, next((look for a, b, look in content.letters if a <= place < b), 0),
         sum(inlay.start <= place < inlay.end for inlay in content.inlays))
        for place, sign in enumerate(content.text) if sign != "\n"
    ]


@given(contents())
def test_each_letter_keeps_its_look_and_its_runs(content: Content) -> None:
    before = _looks(content)
    found = lines(content)
    assert [one for one in before if one[0] != " "] == [
        one for line in found for one in _looks(line) if one[0] != " "
    ]


@given(contents())
def test_what_is_laid_in_a_line_stands_in_it(content: Content) -> None:
    for line in lines(content):
        assert "\n" not in line.text
        assert all(0 <= inlay.start <= inlay.end <= len(line.text) for inlay in line.inlays)
        assert all(0 <= first < last <= len(line.text) for first, last, _ in line.letters)
