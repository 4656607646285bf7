"""Lines of text that are put together from pieces."""

from __future__ import annotations

import pytest

from docprep_gui.parsing.pdf import paragraphs
from docprep_gui.parsing.pdf.pieces import Piece
from tests.parsing.pdf.making import Sheet, read


def test_a_chapters_number_far_before_its_title_is_no_column() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.size = 8
        sheet.at(60, "Chapter 1.", font="hebo")
        sheet.size = 22
        sheet.row((140, "Securing and protecting what the"), step=26, font="hebo")
        sheet.row((140, "company holds"), step=40, font="hebo")
        sheet.size = 10
        sheet.prose(6, x=140, width=380)

    document = read(draw)
    (section,) = [node for node in document.nodes if node.kind == "section"]
    assert document.heading(section) == "Chapter 1. Securing and protecting what the company holds"
    assert section.label == "Chapter 1."


@pytest.mark.parametrize(("text", "bullet"), [("\ufffd Security of the data", True), ("\ufffd\ufffd\ufffd", False)])
def test_a_sign_of_unknown_meaning_before_a_line_is_a_bullet(text: str, bullet: bool) -> None:
    """Fonts of bullets say of their signs by number only what they look like."""
    box = (72.0, 90.0, 300.0, 102.0)
    line = Piece(text, *box, 100.0, 10.0, False, box)
    line.page = 1
    (paragraph,) = paragraphs.group([line])
    assert paragraph.bullet is bullet
