"""Qualified names of WordprocessingML (ECMA-376 part 1), and readers for its small values."""

from __future__ import annotations

from lxml import etree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
V = "{urn:schemas-microsoft-com:vml}"

VAL = W + "val"
P = W + "p"
PPR = W + "pPr"
RUN = W + "r"
RPR = W + "rPr"
T = W + "t"
TBL = W + "tbl"
SDT = W + "sdt"
SDT_CONTENT = W + "sdtContent"

_OFF = frozenset({"0", "false", "off", "none"})


def value(parent: etree._Element | None, name: str) -> str | None:
    """The `w:val` of a child; None where there is no such child or it has none."""
    if parent is not None:
        child = parent.find(name)
        if child is not None:
            return child.get(VAL)
    return None


def is_on(element: etree._Element) -> bool:
    """An on/off property that is there: on, unless its value says otherwise (ST_OnOff)."""
    return element.get(VAL, "true").lower() not in _OFF


def switch(parent: etree._Element | None, name: str) -> bool | None:
    """An on/off property of a child; None where the child is missing."""
    if parent is not None:
        child = parent.find(name)
        if child is not None:
            return is_on(child)
    return None
