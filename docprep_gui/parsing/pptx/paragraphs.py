"""From a text body (p:txBody, a:txBody) to its paragraphs."""

from __future__ import annotations

from lxml import etree

from docprep_gui.domain.document import CENTRED, RIGHT, Setting
from docprep_gui.parsing.content import Content, prefixed
from docprep_gui.parsing.drawing.paragraphs import PARAGRAPH, lettered
from docprep_gui.parsing.ooxml import A, number
from docprep_gui.parsing.pptx import bullets
from docprep_gui.parsing.pptx.bullets import LEVELS, NO_BULLET, Counters, Levels
from docprep_gui.parsing.pptx.names import LIST_STYLE, Block

_PPR = A + "pPr"
_ALIGNS = {"ctr": CENTRED, "r": RIGHT}  # all else begins at the left, as on the page


def blocks(body: etree._Element, inherited: Levels) -> list[Block]:
    """A block for each paragraph with text: a list item where it has a bullet or a number, or is indented as one."""
    style = inherited
    counters: Counters | None = None
    found: list[Block] = []
    for paragraph in body:
        if paragraph.tag != PARAGRAPH:
            if paragraph.tag == LIST_STYLE:
                style = bullets.levels(paragraph, inherited)
            continue
        text, letters = lettered(paragraph)
        if not text:
            continue
        level = 0
        bullet = None
        first = paragraph[0]
        if first.tag == _PPR:
            if first.get("lvl"):
                level = min(max(number(first.get("lvl")) or 0, 0), LEVELS - 1)
            if len(first):
                bullet = bullets.of(first)
        if bullet is None:
            bullet = style[level] or NO_BULLET
        label = ""
        if bullet.scheme or counters is not None:
            counters = counters or Counters()
            label = counters.label(bullet, level)
        mark = label or bullet.sign
        align = _ALIGNS.get(first.get("algn") or "", 0) if first.tag == _PPR else 0
        content = Content(text, letters=letters, setting=Setting(align) if align else None)
        if mark:
            found.append(Block("list_item", prefixed(content, f"{mark} "), level + 1, mark))
        elif level:
            found.append(Block("list_item", content, level + 1))
        else:
            found.append(Block("paragraph", content))
    return found
