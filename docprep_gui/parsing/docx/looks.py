"""How the letters of a paragraph look, for documents that mark headings by nothing else."""

from __future__ import annotations

from typing import NamedTuple

from lxml import etree

from docprep_gui.parsing.docx.names import PPR, RPR, RUN, VAL, T, W, switch, value
from docprep_gui.parsing.docx.styles import Styles, heavy_font
from docprep_gui.parsing.ooxml import number

_STYLE = f"{PPR}/{W}pStyle"
_RUN_STYLE = W + "rStyle"
_BOLD = W + "b"
_SIZE = W + "sz"
_HAN = "\u2e80"  # what is written in the font for East Asian text begins here


class Look(NamedTuple):
    """`size`: of the largest letters, in half points. `bold`: all letters are, or all are Chinese in a heavy font."""

    size: int
    bold: bool
    centred: bool


def of(paragraph: etree._Element, styles: Styles, *, centred: bool) -> Look:
    named = paragraph.find(_STYLE)
    style = styles.paragraph(named.get(VAL) or "") if named is not None else styles.default
    bold = True
    largest = 0
    for run in paragraph.iter(RUN):
        written = "".join(text.text or "" for text in run.iterchildren(T))
        if not written.strip():
            continue
        properties = run.find(RPR)
        heavy = heavy_font(properties)
        own = switch(properties, _BOLD)
        size = number(value(properties, _SIZE))
        character = value(properties, _RUN_STYLE)
        if character is not None:
            if own is None:
                # Two styles that both set a toggle property take it off again (ECMA-376 part 1, 17.7.3).
                own = style.bold != (styles.toggle(character, _BOLD) is True)
            size = styles.size(character) if size is None else size
            heavy = styles.heavy(character) if heavy is None else heavy
        if any(sign >= _HAN for sign in written) and (style.heavy if heavy is None else heavy):
            own = True
        bold = bold and (style.bold if own is None else own)
        largest = max(largest, style.size if size is None else size)
    return Look(largest or style.size, bold and largest > 0, centred)
