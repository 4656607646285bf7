"""Pages drawn with MuPDF for tests of PDF files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pymupdf

from docprep_gui import parsing
from docprep_gui.domain.document import Document, Node

Cell = tuple[float, str] | tuple[float, str, str]
Draw = Callable[["Sheet"], None]


_PROSE = (
    "the parties agree that each of them shall bear the costs which arise from this contract and that no right may be "
    "given to others without consent in writing unless the law says otherwise"
)


class Sheet:
    """A page that is written from the top down. `size`: of letters, `step`: between base lines, in points."""

    def __init__(self, page: Any, size: float = 10, step: float = 14, font: str = "tiro") -> None:
        self.page, self.size, self.step, self.font = page, size, step, font
        self.y = 90.0

    def at(self, x: float, text: str, align: str = "l", font: str = "") -> None:
        """Text that begins, ends (r) or is centred (c) at x on the present line."""
        font = font or ("china-s" if not text.isascii() else self.font)
        width = pymupdf.get_text_length(text, fontname=font, fontsize=self.size)
        x -= {"l": 0.0, "c": width / 2, "r": width}[align]
        self.page.insert_text((x, self.y), text, fontsize=self.size, fontname=font)

    def row(self, *cells: Cell, step: float = 0.0, font: str = "") -> None:
        """One line of text; `cells`: (x, text) or (x, text, align)."""
        for x, text, *align in cells:
            self.at(x, text, align[0] if align else "l", font)
        self.y += step or self.step

    def rule(self, x0: float, x1: float) -> None:
        """A horizontal line above the present line of text."""
        self.page.draw_line((x0, self.y - self.size), (x1, self.y - self.size), width=0.5)

    def prose(self, lines: int = 3, x: float = 72, width: float = 450) -> None:
        """Lines that fill a width."""
        words = _PROSE.split()
        place = 0
        for _ in range(lines):
            line = words[place % len(words)]
            while True:
                place += 1
                longer = f"{line} {words[place % len(words)]}"
                if pymupdf.get_text_length(longer, fontname=self.font, fontsize=self.size) > width:
                    break
                line = longer
            self.row((x, line), step=12)
        self.y += 12


def drawn(*draws: Draw, rotation: int = 0, **options: Any) -> bytes:
    """A file of one A4 page for each of the functions; `options` of the sheets."""
    with pymupdf.open() as file:
        for draw in draws:
            page = file.new_page(width=595, height=842)
            draw(Sheet(page, **options))
            page.set_rotation(rotation)
        return bytes(file.tobytes())


def read(*draws: Draw, rotation: int = 0, **options: Any) -> Document:
    return parsing.read(drawn(*draws, rotation=rotation, **options), "a.pdf")


def tables(document: Document) -> list[Node]:
    return [node for node in document.nodes if node.table is not None]


def grid(document: Document, node: Node) -> list[list[str]]:
    """The table as rows of texts; what a cell covers besides its first place is empty."""
    assert node.table is not None
    rows = [[""] * node.table.cols for _ in range(node.table.rows)]
    for cell in node.table.cells(document.text):
        rows[cell.row][cell.col] = cell.text
    return rows


def only_grid(document: Document) -> list[list[str]]:
    (node,) = tables(document)
    return grid(document, node)


def spans(document: Document) -> dict[str, tuple[int, int, int, int]]:
    """Text -> (row, col, row_span, col_span) in the only table."""
    (node,) = tables(document)
    assert node.table is not None
    return {c.text: (c.row, c.col, c.row_span, c.col_span) for c in node.table.cells(document.text) if c.text}


def words(text: Sequence[str] | str) -> list[str]:
    """All words in order of the alphabet, marks of tables aside."""
    joined = text if isinstance(text, str) else " ".join(text)
    return sorted(joined.replace("|", " ").replace(" --- ", " ").replace("---", " ").split())
