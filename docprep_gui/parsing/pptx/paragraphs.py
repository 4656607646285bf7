"""From a text body (p:txBody, a:txBody) to its paragraphs."""

from __future__ import annotations

from collections.abc import Iterable

from lxml import etree

from docprep_gui.parsing import equations, symbols
from docprep_gui.parsing.content import Content
from docprep_gui.parsing.ooxml import ALTERNATE, A, M, alternative, number
from docprep_gui.parsing.pptx import bullets
from docprep_gui.parsing.pptx.bullets import LEVELS, NO_BULLET, Counters, Levels
from docprep_gui.parsing.pptx.names import LIST_STYLE, PARAGRAPH, Block
from docprep_gui.text.folding import clean

_RUNS = frozenset({A + "r", A + "fld"})
_RUN = A + "r"
_END = A + "endParaRPr"
_BREAK = A + "br"
_T = A + "t"
_PPR = A + "pPr"
_EQUATION = "{http://schemas.microsoft.com/office/drawing/2010/main}m"
_MATH = frozenset({M + "oMath", M + "oMathPara"})


def text_of(paragraph: etree._Element) -> str:
    """The text of an a:p, cleaned; line breaks are line feeds, equations stand on the line."""
    pieces: list[str] = []
    for child in paragraph:
        tag = child.tag
        if tag == _RUN:
            if len(child):
                last = child[-1]  # the text stands behind the run's properties
                if last.tag == _T:
                    pieces.append(last.text or "")
        elif tag != _PPR and tag != _END:
            _collect((child,), pieces)
    if not pieces:
        return ""
    return symbols.plain(clean(pieces[0] if len(pieces) == 1 else "".join(pieces))).strip()


def _collect(elements: Iterable[etree._Element], pieces: list[str]) -> None:
    for child in elements:
        tag = child.tag
        if tag in _RUNS:
            for part in child:
                if part.tag == _T:
                    pieces.append(part.text or "")
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


def plain(body: etree._Element) -> str:
    """All paragraphs that have text, a line each."""
    return "\n".join(filter(None, [text_of(paragraph) for paragraph in body if paragraph.tag == PARAGRAPH]))


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
        text = text_of(paragraph)
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
        if mark:
            found.append(Block("list_item", Content(f"{mark} {text}"), level + 1, mark))
        elif level:
            found.append(Block("list_item", Content(text), level + 1))
        else:
            found.append(Block("paragraph", Content(text)))
    return found
