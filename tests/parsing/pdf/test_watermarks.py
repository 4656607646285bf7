"""Large texts across the lines of all pages are none of theirs."""

from __future__ import annotations

import pytest

from tests.parsing.pdf.making import Draw, Sheet, read


def _page(mark: str, across: bool = True, number: str = "") -> Draw:
    def draw(sheet: Sheet) -> None:
        sheet.prose(30)
        sheet.y = 300 if across else 520
        sheet.size = 48
        sheet.row((150, mark))
        sheet.size = 10
        sheet.y = 600
        sheet.prose(5)
        if number:
            sheet.row((72, number))

    return draw


@pytest.mark.parametrize("pages", [2, 5])
def test_what_stands_across_the_lines_of_all_pages_is_a_watermark(pages: int) -> None:
    document = read(*[_page("CONFIDENTIAL", number=f"Part {n}") for n in range(pages)])
    body = document.text[: document.source.body[1]]
    assert "CONFIDENTIAL" not in body
    asides = [document.slice(node.span) for node in document.nodes if node.kind == "page_header"]
    assert asides.count("CONFIDENTIAL") == 1


def test_large_text_between_the_lines_is_text() -> None:
    document = read(*[_page("Quality", across=False) for _ in range(4)])
    assert document.text[: document.source.body[1]].count("Quality") == 4


def test_large_text_across_the_lines_of_one_page_is_text() -> None:
    document = read(_page("SAMPLE"), *[_page("Quality", across=False) for _ in range(3)])
    assert "SAMPLE" in document.text[: document.source.body[1]]
