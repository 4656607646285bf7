"""The text of DrawingML paragraphs (a:p) and of the bodies that hold them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

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
_LATIN, _SYMBOL = A + "latin", A + "sym"
_NOT_STRUCK = "noStrike"
_PPR = A + "pPr"
_EQUATION = "{http://schemas.microsoft.com/office/drawing/2010/main}m"
_LOOKS = {"b": BOLD, "i": ITALIC, "u": UNDERLINED, "strike": STRUCK}
_NO = frozenset({"0", "false", "off", "none", "noStrike"})
_ODD = etree.XPath(
    "boolean(.//a:p/*[not(self::a:r or self::a:pPr or self::a:endParaRPr)] | .//a:rPr/@baseline[. != '0']"
    " | .//a:rPr/@strike[. != 'noStrike'] | .//a:rPr/a:sym)", namespaces={"a": A[1:-1]},
)
_TYPEFACES = etree.XPath(".//a:rPr/a:latin/@typeface", namespaces={"a": A[1:-1]}, smart_strings=False)
_MATH = frozenset({M + "oMath", M + "oMathPara"})


def text_of(paragraph: etree._Element) -> str:
    """The text of an a:p, cleaned; line breaks are line feeds, equations stand on the line."""
    return _joined(_pieces(paragraph, None))


def lettered(paragraph: etree._Element) -> tuple[str, list[tuple[int, int, int]]]:
    """As `text_of`, and (start, end, look) of its emphasised letters."""
    looks: dict[int, int] = {}
    pieces = _pieces(paragraph, looks)
    text = _joined(pieces)
    return text, _stretches(pieces, looks, text) if looks else []


def _pieces(paragraph: etree._Element, looks: dict[int, int] | None) -> list[str]:
    """`looks`: takes up how the letters of a piece look, by its place, where they are emphasised. Figures that are
    struck through are parted from others: a price and the one that is to replace it are two."""
    pieces: list[str] = []
    struck = False
    for child in paragraph:
        tag = child.tag
        if tag == _RUN:
            parts = len(child)
            if parts:
                last = child[-1]  # the text stands behind the run's properties
                if last.tag == _T:
                    text = last.text or ""
                    now = False
                    if parts > 1:
                        properties = child[0]
                        text = _set(text, properties.get("baseline"))
                        if len(properties):
                            text = _typed(text, properties)
                        now = properties.get("strike", _NOT_STRUCK) != _NOT_STRUCK
                    if now != struck:
                        struck = now
                        if pieces and pieces[-1][-1:].isdigit() and text[:1].isdigit():
                            pieces.append(" ")
                    if parts > 1 and looks is not None and (look := _look(child[0])):
                        looks[len(pieces)] = look
                    pieces.append(text)
        elif tag != _PPR and tag != _END:
            _collect((child,), pieces)
    return pieces


def _typed(text: str, properties: etree._Element) -> str:
    """The text of a run, whose letters may be signs of a symbol font. The font that a run names for symbols alone has
    only those of its letters that stand in the private area (ECMA-376 part 1, 21.1.2.3.10)."""
    for font in properties.iterchildren(_LATIN, _SYMBOL):
        name = font.get("typeface") or ""
        if symbols.is_symbol_font(name):
            return symbols.typed(text, name) if font.tag == _LATIN else symbols.placed(text, name)
    return text


def _joined(pieces: Sequence[str]) -> str:
    if not pieces:
        return ""
    return symbols.plain(clean(pieces[0] if len(pieces) == 1 else "".join(pieces))).strip()


def _stretches(pieces: Sequence[str], looks: Mapping[int, int], text: str) -> list[tuple[int, int, int]]:
    """None where pieces are cleaned otherwise than all of them together."""
    clear = [symbols.plain(clean(piece)) for piece in pieces]
    whole = "".join(clear)
    if whole.strip() != text:
        return []
    found: list[tuple[int, int, int]] = []
    at = len(whole.lstrip()) - len(whole)
    for place, piece in enumerate(clear):
        start, end = max(at, 0), min(at + len(piece), len(text))
        if place in looks and start < end:
            found.append((start, end, looks[place]))
        at += len(piece)
    return found


def has_odd_runs(element: etree._Element) -> bool:
    """Is there more in the paragraphs of an element than runs of plain text: breaks, fields, equations, figures that
    are raised or struck, signs of a symbol font? One look at all of them takes less time than one at each."""
    return bool(_ODD(element)) or any(map(symbols.is_symbol_font, set(cast(list[str], _TYPEFACES(element)))))


def plain_texts(element: etree._Element, holder: str) -> dict[etree._Element, str]:
    """What `plain` says of each element named `holder`, by that element; for an element without odd runs. Of those that
    lie in each other the inner one has the text."""
    found: dict[etree._Element, list[list[str]]] = {}
    paragraphs: list[list[str]] = []
    for one in element.iter(holder, PARAGRAPH, _T):
        tag = one.tag
        if tag == holder:
            paragraphs = found[one] = []
        elif tag == PARAGRAPH:
            paragraphs.append([])
        elif paragraphs:
            paragraphs[-1].append(one.text or "")
    return {one: "\n".join(filter(None, map(_joined, texts))) for one, texts in found.items()}


def _look(properties: etree._Element) -> int:
    """Of an a:rPr (ECMA-376 part 1, 21.1.2.3.9)."""
    look = 0
    for name, value in properties.items():
        if name in _LOOKS and value not in _NO:
            look |= _LOOKS[name]
    return look


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
