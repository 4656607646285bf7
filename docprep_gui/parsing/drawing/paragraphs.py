"""The text of DrawingML paragraphs (a:p) and of the bodies that hold them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lxml import etree

from docprep_gui.domain.document import BOLD, ITALIC, STRUCK, UNDERLINED
from docprep_gui.parsing import equations, scripts, symbols
from docprep_gui.parsing.ooxml import ALTERNATE, A, M, alternative
from docprep_gui.text.folding import clean

PARAGRAPH = A + "p"
_RUNS = frozenset({A + "r", A + "fld"})
_FIELD = A + "fld"
_UNFILLED = re.compile("[<‹][^<>‹›\n]{1,20}[>›]")
"""What stands in a field that no program has filled in: ‹#›, <number>, <date/time>."""
_RUN = A + "r"
_END = A + "endParaRPr"
_BREAK = A + "br"
_T = A + "t"
_PPR = A + "pPr"
_EQUATION = "{http://schemas.microsoft.com/office/drawing/2010/main}m"
_ON = frozenset({"1", "true"})
_MATH = frozenset({M + "oMath", M + "oMathPara"})


def text_of(paragraph: etree._Element) -> str:
    """The text of an a:p, cleaned; line breaks are line feeds, equations stand on the line."""
    pieces: list[str] = []
    for child in paragraph:
        tag = child.tag
        if tag == _RUN:
            parts = len(child)
            if parts:
                last = child[-1]  # the text stands behind the run's properties
                if last.tag == _T:
                    text = last.text or ""
                    pieces.append(_set(text, child[0].get("baseline")) if parts > 1 else text)
        elif tag != _PPR and tag != _END:
            _collect((child,), pieces)
    if not pieces:
        return ""
    return symbols.plain(clean(pieces[0] if len(pieces) == 1 else "".join(pieces))).strip()


def letters_of(paragraph: etree._Element, text: str) -> list[tuple[int, int, int]]:
    """(start, end, look) of emphasised letters of `text`, which is the paragraph's; none where it holds more than
    runs of text, whose places are not known."""
    looks = [_look(child[0]) if len(child) > 1 else 0 for child in paragraph.iterchildren(_RUN)]
    if not any(looks):
        return []
    pieces = [symbols.plain(clean(_set(child[-1].text or "", child[0].get("baseline") if len(child) > 1 else None)))
              if len(child) and child[-1].tag == _T else "" for child in paragraph.iterchildren(_RUN)]
    whole = "".join(pieces)
    if whole.strip() != text:
        return []
    found: list[tuple[int, int, int]] = []
    at = len(whole.lstrip()) - len(whole)
    for piece, look in zip(pieces, looks, strict=True):
        start, end = max(at, 0), min(at + len(piece), len(text))
        if look and start < end:
            found.append((start, end, look))
        at += len(piece)
    return found


def _look(properties: etree._Element) -> int:
    """Of an a:rPr (ECMA-376 part 1, 21.1.2.3.9)."""
    look = (BOLD if properties.get("b") in _ON else 0) | (ITALIC if properties.get("i") in _ON else 0)
    if properties.get("u", "none") != "none":
        look |= UNDERLINED
    return look | (STRUCK if properties.get("strike", "noStrike") != "noStrike" else 0)


def _collect(elements: Iterable[etree._Element], pieces: list[str]) -> None:
    for child in elements:
        tag = child.tag
        if tag in _RUNS:
            for part in child:
                if part.tag == _T and not (tag == _FIELD and _UNFILLED.fullmatch(part.text or "")):
                    pieces.append(_set(part.text or "", child[0].get("baseline")))
        elif tag == _BREAK:
            pieces.append("\n")
        elif tag == ALTERNATE:
            branch = alternative(child)
            if branch is not None:
                _collect(branch, pieces)
        elif tag == _EQUATION:
            _collect(child, pieces)
        elif tag in _MATH:
            pieces.append(equations.linear(child))


def _set(text: str, baseline: str | None) -> str:
    """A run's text; `baseline`: how far above the line it stands, in thousandths of a percent of its size, if it does
    (ECMA-376 part 1, 21.1.2.3.9)."""
    if not baseline or baseline == "0":
        return text
    return scripts.lowered(text) if baseline.startswith("-") else scripts.raised(text)


def plain(body: etree._Element) -> str:
    """All paragraphs that have text, a line each."""
    return "\n".join(filter(None, [text_of(paragraph) for paragraph in body if paragraph.tag == PARAGRAPH]))
