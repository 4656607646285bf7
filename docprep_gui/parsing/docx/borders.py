"""Which tables have no lines, as those that only set texts side by side (the places to sign of a contract). What says
so is thinned out of the XML, so that it is looked for before."""

from __future__ import annotations

import re

from lxml import etree

from docprep_gui.parsing.docx.names import TBL, VAL, W, value

_SIDES = ("top", "left", "start", "bottom", "right", "end", "insideH", "insideV")
_TAGS = tuple(W + side for side in _SIDES)
_NONE = frozenset({None, "nil", "none"})
_TABLE = re.compile(rb"<w:tbl(?:>|\s[^<>]*>)")
_EDGES = (b"</w:tbl>", b"<w:tbl>", b"<w:tbl ")
_STYLE = re.compile(rb'<w:tblStyle w:val="([^"]*)"')
# None goes on over the start of the next, so that those without an end, as a comment may hold, are each looked at once.
_OWN = re.compile(rb"<w:tblBorders>([^<]*(?:<(?!w:tblBorders>|/w:tblBorders>)[^<]*)*)</w:tblBorders>")
_CELL = re.compile(rb"<w:tcBorders>([^<]*(?:<(?!w:tcBorders>|/w:tcBorders>)[^<]*)*)</w:tcBorders>")
_LINE = re.compile(rb'<w:(?:%s) (?:[^<>]*? )??w:val="(?!nil"|none")' % "|".join(_SIDES).encode())
_OFF = re.compile(rb'w:val="(?:nil|none)"')
_ALL_AROUND = 4


def without(markup: bytes, root: etree._Element, styles: etree._Element | None) -> frozenset[etree._Element]:
    """The tables below `root`, which was made of `markup`, that have no lines: neither their style nor they themselves
    nor their cells, up to a table inside, draw any."""
    found = [*_TABLE.finditer(markup)]
    tables = [*root.iter(TBL)] if found else []
    if len(found) != len(tables):
        return frozenset()  # written in another way
    drawn = _Styles(styles)
    return frozenset(table for table, match in zip(tables, found, strict=True)
                     if not _is_ruled(markup, match.end(), drawn))


def _is_ruled(markup: bytes, start: int, styles: _Styles) -> bool:
    end = len(markup)
    for edge in _EDGES:
        found = markup.find(edge, start, end)
        end = found if found >= 0 else end
    rows = markup.find(b"<w:tr", start, end)
    rows = rows if rows >= 0 else end
    if _cells_are_bare(markup, rows, end):
        return False
    properties = markup[start:rows]
    named, own = _STYLE.search(properties), _OWN.search(properties)
    by_style = own is None or len(_OFF.findall(own[1])) < _ALL_AROUND
    if by_style and styles.draw(named[1].decode("utf-8", "replace") if named is not None else ""):
        return True
    return _LINE.search(markup, start, end) is not None


def _cells_are_bare(markup: bytes, start: int, end: int) -> bool:
    """Do all cells take off their lines, whatever the table says?"""
    own = markup.count(b"<w:tcBorders>", start, end)
    if not own or own < sum(markup.count(cell, start, end) for cell in (b"<w:tc>", b"<w:tc ")):
        return False
    return all(len(_OFF.findall(sides[1])) >= _ALL_AROUND for sides in _CELL.finditer(markup, start, end))


class _Styles:
    """The styles of tables; "" is the one of tables that name none."""

    def __init__(self, root: etree._Element | None) -> None:
        self._elements: dict[str, etree._Element] = {}
        self._drawn: dict[str, bool] = {}
        for element in root.iterchildren(W + "style") if root is not None else ():
            if element.get(W + "type") == "table":
                self._elements[element.get(W + "styleId") or ""] = element
                if element.get(W + "default") in ("1", "true", "on"):
                    self._elements.setdefault("", element)

    def draw(self, identity: str) -> bool:
        """Lines, or grounds of rows, by themselves or by what they are based on."""
        if identity not in self._drawn:
            self._drawn[identity] = False  # a style that is based on itself ends here
            element = self._elements.get(identity)
            if element is not None:
                base = value(element, W + "basedOn")
                self._drawn[identity] = (
                    any(line.get(VAL) not in _NONE for line in element.iter(*_TAGS))
                    or element.find(W + "tblStylePr") is not None or (base is not None and self.draw(base))
                )
        return self._drawn[identity]
