"""How the letters of runs are emphasised: bold, slanted, underlined, struck through, raised, lowered.

Said by the run itself, else by its character style, else by its paragraph's style. Bold, slanted and struck are toggle
properties: two styles that both set one take it off again (ECMA-376 part 1, 17.7.3).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import pairwise

from lxml import etree

from docprep_gui.domain.document import BOLD, ITALIC, LOWERED, RAISED, STRUCK, UNDERLINED
from docprep_gui.parsing import scripts
from docprep_gui.parsing.content import Inlay
from docprep_gui.parsing.docx.names import VAL, W, is_on

_TOGGLES = {W + "b": BOLD, W + "i": ITALIC, W + "strike": STRUCK}
_UNDERLINE, _DOUBLY_STRUCK, _RAISED = W + "u", W + "dstrike", W + "vertAlign"
_HEIGHTS = {"superscript": RAISED, "subscript": LOWERED}
STYLE = W + "rStyle"
SAYS = frozenset({*_TOGGLES, _UNDERLINE, _DOUBLY_STRUCK, _RAISED})
"""Names of the properties that say so."""


class Said:
    """What properties of runs say: `on` and `off` are sums of looks."""

    __slots__ = ("off", "on")

    def __init__(self, on: int = 0, off: int = 0) -> None:
        self.on, self.off = on, off

    def over(self, base: int) -> int:
        """The look where `base` is what is said by others."""
        return (base & ~self.off) | self.on


def said(properties: etree._Element | None) -> Said:
    """Of a w:rPr."""
    found = Said()
    for child in properties if properties is not None else ():
        tag = child.tag
        if tag not in SAYS:
            continue
        if tag == _UNDERLINE:
            look, on = UNDERLINED, child.get(VAL, "single") != "none"
        elif tag == _RAISED:
            look, on = RAISED | LOWERED, False
            found.on |= _HEIGHTS.get(child.get(VAL) or "", 0)
        else:
            look, on = _TOGGLES.get(tag, STRUCK), is_on(child)
        if on:
            found.on |= look
        else:
            found.off |= look & ~found.on
    return found


def under_style(base: int, style: Said) -> int:
    """The look of a run with a character style, in a paragraph whose own style says `base`."""
    toggles = BOLD | ITALIC | STRUCK
    return ((base ^ style.on) & toggles) | (style.over(base) & ~toggles)


def settled(text: str, found: list[tuple[int, int, int]], inlays: Iterable[Inlay] = ()) -> str:
    """The text with its raised and lowered figures as characters of their own, which no look has to raise any more, and
    with a blank between figures that are struck through and those beside them: a price and the one that is to replace
    it are two. Moves what stands behind such a blank."""
    pieces: list[str] = []
    done = 0
    for place, (start, end, look) in enumerate(found):
        if look & (RAISED | LOWERED):
            plain = text[start:end]
            made = (scripts.raised if look & RAISED else scripts.lowered)(plain)
            if made != plain:
                pieces += (text[done:start], made)
                done = end
                found[place] = start, end, look & ~(RAISED | LOWERED)
    text = "".join((*pieces, text[done:])) if pieces else text
    found[:] = [stretch for stretch in found if stretch[2]]
    edges = [edge for edge in _edges(found) if text[edge - 1 : edge].isdigit() and text[edge : edge + 1].isdigit()]
    if edges:
        text = " ".join(text[start:end] for start, end in pairwise((0, *edges, len(text))))
        found[:] = [
            (start + bisect_right(edges, start), end + bisect_left(edges, end), look) for start, end, look in found
        ]
        for inlay in inlays:
            before = bisect_right(edges, inlay.start)
            inlay.start, inlay.end = inlay.start + before, inlay.end + max(before, bisect_left(edges, inlay.end))
    return text


def _edges(found: list[tuple[int, int, int]]) -> list[int]:
    """Where letters that are struck through meet others, in order."""
    edges: set[int] = set()
    for start, end, look in found:
        if look & STRUCK:
            edges ^= {start, end}  # two struck stretches side by side have no edge between
    return sorted(edges)


def add(found: list[tuple[int, int, int]], start: int, end: int, look: int) -> None:
    """Puts a stretch behind others, one with the last where they look alike."""
    if found and found[-1][1] == start and found[-1][2] == look:
        start = found.pop()[0]
    found.append((start, end, look))
