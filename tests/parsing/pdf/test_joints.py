"""Columns that meet where nothing but rules and areas shows it."""

from __future__ import annotations

import time

import pytest

from docprep_gui.parsing.pdf import joints, steady
from docprep_gui.parsing.pdf.columns import Columns, Segment, TextRow
from docprep_gui.parsing.pdf.words import Word


def _word(x0: float, x1: float, text: str = "1", base: float = 100.0) -> Word:
    return Word(text, x0, base - 8, x1, base + 2, base, 10.0, False)


@pytest.mark.parametrize("x", [98.6, 99.9, 100.0, 101.2])
def test_a_word_as_narrow_as_what_is_near_fills_no_two_columns(x: float) -> None:
    shape = Columns([(40, 80)], [(10, 40), (80, 120)])
    rows = [TextRow([_word(10, 40, "甲乙"), _word(x - 1.3, x + 1.3)]) for _ in range(4)]
    assert len(joints.parted(shape, rows, [100.0])) == 2


def test_thousands_of_lines_at_one_height() -> None:
    parts = [(300.0, 10.0 * place, 10.0 * place + 10) for place in range(20_000)]
    start = time.process_time()
    assert joints.places(parts, 0, 800) == []
    assert time.process_time() - start < 2


def test_of_gaps_of_one_width_the_first_parts_a_row() -> None:
    """Not the one whose word lies farther behind in memory."""
    second, third = _word(20, 30), _word(40, 50)
    kept = [third]
    while id(third) < id(second):
        third = _word(40, 50)
        kept.append(third)
    row = TextRow([_word(0, 10), second, third])
    row.segments = [Segment(list(row.words))]
    assert [len(segment.words) for segment in steady._parted(row, [(5.0, 45.0)])] == [1, 2]
