"""The title of a slide that has none by its layout: decks are often made of text boxes alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree

from docprep_gui.parsing.ooxml import A, number
from docprep_gui.parsing.pptx.names import Item, Slide

_LARGER = 1.2  # times the letters of all other texts
_USUAL = 1800  # size of letters that is not told, in hundredths of a point (ECMA-376 part 1, 21.1.2.3.9)
_LONGEST = 60
_NO_TITLE = re.compile(r"[。；;]$|^[\W\d_]*$|\d[%％]$")
_PROPERTIES = (A + "rPr", A + "defRPr")


def find(slide: Slide, bodies: Sequence[tuple[Item, etree._Element]], height: float) -> None:
    """Takes for the title the one text in the upper half of the slide whose letters are larger than those of all
    others. `bodies`: the text bodies of shapes, groups included; `height`: of the slide, in EMU."""
    texts = [item for item in slide.items if any(block.grid is None for block in item.blocks)]
    if len(slide.items) < 2 or not texts:
        return
    sizes = {id(item): _size(body) for item, body in bodies}
    alone = [item for item in texts if id(item) in sizes]
    if not alone:
        return
    first = max(alone, key=lambda item: sizes[id(item)])
    others = [size for key, size in sizes.items() if key != id(first)]
    block = first.blocks[0]
    text = " ".join(block.content.text.split())
    if (
        len(first.blocks) > 1 or block.kind != "paragraph" or len(text) > _LONGEST or _NO_TITLE.search(text)
        or first.box is None or first.box[1] >= height / 2 or sizes[id(first)] < _LARGER * max(others, default=_USUAL)
    ):
        return
    slide.items.remove(first)
    slide.title, slide.title_place = text, first.box


def _size(body: etree._Element) -> int:
    """Of the largest letters that a text body names."""
    return max((number(found.get("sz")) or _USUAL for found in body.iter(*_PROPERTIES)), default=_USUAL)
