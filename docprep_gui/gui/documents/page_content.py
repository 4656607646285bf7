"""What a page shows of one document, as a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from docprep_gui.domain.chunk import Chunk, Verdict
from docprep_gui.domain.document import Document
from docprep_gui.gui.documents.marks import PlaceMark
from docprep_gui.gui.documents.page_blocks import Block, blocks
from docprep_gui.gui.documents.page_boxes import LineBoxes, is_printed
from docprep_gui.gui.documents.page_changes import Changes
from docprep_gui.gui.documents.page_looks import Looks
from docprep_gui.workspace.pages import PageFile


@dataclass(frozen=True, slots=True)
class Shape:
    """How a document is shown: its blocks as a flowing page, how they look, with what others changed in it, and for
    files with pages its lines on them. Made in the background for large documents."""

    blocks: tuple[Block, ...]
    changes: Changes
    looks: Looks
    lines: LineBoxes | None = None


def shape(document: Document) -> Shape:
    lines = LineBoxes(document) if is_printed(document) else None
    return Shape(blocks(document), Changes(document), Looks(document), lines)


@dataclass(frozen=True, slots=True)
class PageContent:
    """What a page shows. `marks` by chunk, in order; `masks`: (start, end, placeholder) in order of place. `file`: to
    draw its pages from."""

    document: Document
    shape: Shape
    chunks: tuple[Chunk, ...]
    verdicts: tuple[Verdict, ...]
    marks: Mapping[int, tuple[PlaceMark, ...]]
    masks: Sequence[tuple[int, int, str]]
    file: PageFile | None = None

    @property
    def blocks(self) -> tuple[Block, ...]:
        return self.shape.blocks
