"""Two tables without lines between their columns, side by side."""

from __future__ import annotations

import pytest

from tests.parsing.pdf.making import Sheet, grid, only_grid, read, tables, words

_LEFT = [["Item", "Amount"], ["Copper cable", "679.55"], ["Office chair", "1,175.99"], ["Filter", "370.12"], ["Paint", "7.43"]]
_RIGHT = [["Item", "Amount"], ["Spare belt", "422.72"], ["Network switch", "1,124.39"], ["Touch screen", "485.99"]]
_OTHER = [["Person", "Days"], ["Anna Keller", "12"], ["Ben Ortiz", "7"], ["Carla Meyer", "21"], ["David Osei", "3"]]


def _draw(sheet: Sheet, left: list[list[str]], right: list[list[str]], lines: list[tuple[float, float]]) -> None:
    sheet.prose(3)
    for place in range(max(len(left), len(right))):
        if place < 2:
            for line in lines:
                sheet.rule(*line)
        cells: list[tuple[float, str, str]] = []
        for own, name, end in ((left, 72, 250), (right, 320, 500)):
            if place < len(own):
                cells += [(name, own[place][0], "l"), (end, own[place][1], "r")]
        sheet.row(*cells, step=16)
    for line in lines:
        sheet.rule(*line)
    sheet.y += 8
    sheet.prose(3)


@pytest.mark.parametrize("right", [_RIGHT, [_RIGHT[0], *_LEFT[1:]]])
def test_names_that_come_twice(right: list[list[str]]) -> None:
    document = read(lambda sheet: _draw(sheet, _LEFT, right, []))
    assert [grid(document, node) for node in tables(document)] == [_LEFT, right]


@pytest.mark.parametrize("right", [_RIGHT, _OTHER])
def test_lines_over_each_and_none_over_both(right: list[list[str]]) -> None:
    document = read(lambda sheet: _draw(sheet, _LEFT, right, [(70, 252), (318, 502)]))
    assert [grid(document, node) for node in tables(document)] == [_LEFT, right]


def test_lines_over_both_make_one() -> None:
    document = read(lambda sheet: _draw(sheet, _LEFT, _OTHER, [(70, 502)]))
    assert only_grid(document) == [[*left, *other] for left, other in zip(_LEFT, _OTHER, strict=True)]


def test_nothing_is_lost_where_one_half_is_no_table() -> None:
    right = [["Item", "Amount"], ["Spare belt", "422.72"]]
    document = read(lambda sheet: _draw(sheet, _LEFT, right, []))
    texts = [text for row in [*_LEFT, *right] for text in row]
    assert set(words(texts)) <= set(words(document.text))
