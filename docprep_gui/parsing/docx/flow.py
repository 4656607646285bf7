"""Looks through wrappers that stand around blocks, rows and cells: content controls, custom XML, alternatives."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from docprep_gui.parsing.docx.names import SDT, SDT_CONTENT, TBL, VAL, P, W
from docprep_gui.parsing.ooxml import ALTERNATE, alternative

BLOCKS = frozenset({P, TBL})
ROWS = frozenset({W + "tr"})
CELLS = frozenset({W + "tc"})
_WRAPPERS = frozenset({W + "customXml", W + "smartTag", W + "ins", W + "moveTo", W + "dir", W + "bdo"})
_GALLERY = f"{W}sdtPr/{W}docPartObj/{W}docPartGallery"


def within(element: etree._Element) -> etree._Element | None:
    """The element whose children count as if they stood in place of this wrapper; None: it is no wrapper."""
    tag = element.tag
    if tag == SDT:
        return element.find(SDT_CONTENT)
    if tag == ALTERNATE:
        return alternative(element)
    return element if tag in _WRAPPERS else None


def holds_contents(element: etree._Element) -> bool:
    """It is a content control made for a table of contents."""
    gallery = element.find(_GALLERY) if element.tag == SDT else None
    return gallery is not None and "table of contents" in gallery.get(VAL, "").lower()


def inside(element: etree._Element, wanted: frozenset[str]) -> Iterator[etree._Element]:
    """Children with one of these names, also those in wrappers."""
    for child in element:
        if child.tag in wanted:
            yield child
        else:
            inner = within(child)
            if inner is not None:
                yield from inside(inner, wanted)
