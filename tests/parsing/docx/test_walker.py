from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from docprep_gui.parsing.docx.walker import Frame


@given(st.lists(st.text("ab甲", max_size=4), max_size=6), st.integers(0, 30))
def test_what_was_collected_since_a_place_is_the_end_of_all(pieces: list[str], start: int) -> None:
    whole = "".join(pieces)
    assert Frame(pieces, len(whole)).since(min(start, len(whole))) == whole[start:]
