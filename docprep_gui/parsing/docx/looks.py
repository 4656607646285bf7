"""How the letters of a paragraph look, for documents that mark headings by nothing else."""

from __future__ import annotations

from typing import NamedTuple

from lxml import etree

from docprep_gui.parsing.docx.names import PPR, RPR, RUN, VAL, T, W, switch, value
from docprep_gui.parsing.docx.styles import Styles
from docprep_gui.parsing.ooxml import number

_STYLE = f"{PPR}/{W}pStyle"
_RUN_STYLE = W + "rStyle"
_BOLD = W + "b"
_SIZE = W + "sz"


class Look(NamedTuple):
    """`size`: of the largest letters, in half points. `bold`: all letters are."""

    size: int
    bold: bool
    centred: bool


def of(paragraph: etree._Element, styles: Styles, *, centred: bool) -> Look:
    named = paragraph.find(_STYLE)
    style = styles.paragraph(named.get(VAL) or "") if named is not None else styles.default
    bold = True
    largest = 0
    for run in paragraph.iter(RUN):
        if not any((text.text or "").strip() for text in run.iterchildren(T)):
            continue
        properties = run.find(RPR)
        own = switch(properties, _BOLD)
        size = number(value(properties, _SIZE))
        character = value(properties, _RUN_STYLE)
        if character is not None:
            if own is None:
                # Two styles that both set a toggle property take it off again (ECMA-376 part 1, 17.7.3).
                own = style.bold != (styles.toggle(character, _BOLD) is True)
            size = styles.size(character) if size is None else size
        bold = bold and (style.bold if own is None else own)
        largest = max(largest, style.size if size is None else size)
    return Look(largest or style.size, bold and largest > 0, centred)
