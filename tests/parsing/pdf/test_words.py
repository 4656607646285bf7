"""Words of a page, for tables."""

from __future__ import annotations

import pytest

from docprep_gui.parsing.pdf import words
from docprep_gui.parsing.pdf.frames import AS_IS
from docprep_gui.parsing.pdf.pieces import Piece


@pytest.mark.parametrize("bullet", ["\uf0b7", "\uf0a7", "\uf06e"])
def test_bullets_of_symbol_fonts_are_bullets(bullet: str) -> None:
    """A list below a table would else be rows of it."""
    box = (62.0, 90.0, 67.0, 101.0)
    piece = Piece("•", *box, 99.0, 10.0, False, box)
    found = words.of_page([(*box, bullet, 0, 0, 0)], [piece], AS_IS, 595.0, 842.0)
    assert [word.text for word in found[id(piece)]] == ["•"]


@pytest.mark.parametrize("text", ["2025-01-06", "06.01.2025", "6/1/25", "2025年1月6日", "2025年1月", "2025/1/6"])
def test_dates_in_figures_are_figures(text: str) -> None:
    assert words.is_figure(text)


@pytest.mark.parametrize("text", ["第2025号", "A-2025-01", "2025-01-06以前", "Jan 2025"])
def test_words_with_digits_are_none(text: str) -> None:
    assert not words.is_figure(text)
