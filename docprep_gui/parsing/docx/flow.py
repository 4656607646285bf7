"""Walks block structure: wrappers that stand around blocks, rows and cells are looked through."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from docprep_gui.parsing.docx.names import ALTERNATE, SDT, SDT_CONTENT, TBL, VAL, P, W, alternative

BLOCKS = frozenset({P, TBL})
ROWS = frozenset({W + "tr"})
CELLS = frozenset({W + "tc"})
_WRAPPERS = frozenset({W + "customXml", W + "smartTag", W + "ins", W + "moveTo", W + "dir", W + "bdo"})
_GALLERY = f"{W}sdtPr/{W}docPartObj/{W}docPartGallery"


def inside(element: etree._Element, wanted: frozenset[str]) -> Iterator[etree._Element]:
    """Children with one of these names, also those in content controls and other wrappers."""
    for child in element:
        tag = child.tag
        if tag in wanted:
            yield child
        elif tag == SDT:
            content = child.find(SDT_CONTENT)
            if content is not None:
                yield from inside(content, wanted)
        elif tag in _WRAPPERS:
            yield from inside(child, wanted)
        elif tag == ALTERNATE:
            branch = alternative(child)
            if branch is not None:
                yield from inside(branch, wanted)


def blocks(element: etree._Element) -> Iterator[tuple[etree._Element, bool]]:
    """Paragraphs and tables; True for those in a control that holds a table of contents."""
    for child in element:
        tag = child.tag
        if tag in BLOCKS:
            yield child, False
        elif tag == SDT:
            content = child.find(SDT_CONTENT)
            if content is not None:
                gallery = child.find(_GALLERY)
                contents = gallery is not None and "table of contents" in gallery.get(VAL, "").lower()
                for block, inner in blocks(content):
                    yield block, contents or inner
        elif tag in _WRAPPERS:
            yield from blocks(child)
        elif tag == ALTERNATE:
            branch = alternative(child)
            if branch is not None:
                yield from blocks(branch)
