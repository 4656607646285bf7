"""Qualified names of WordprocessingML (ECMA-376 part 1) and its neighbours, and readers for its small values."""

from __future__ import annotations

from lxml import etree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
PIC = "{http://schemas.openxmlformats.org/drawingml/2006/picture}"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
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
ALTERNATE = MC + "AlternateContent"
CHOICE = MC + "Choice"
FALLBACK = MC + "Fallback"

_OFF = frozenset({"0", "false", "off", "none"})


def value(parent: etree._Element | None, name: str) -> str | None:
    """The `w:val` of a child; None where there is no such child or it has none."""
    if parent is not None:
        child = parent.find(name)
        if child is not None:
            return child.get(VAL)
    return None


def number(text: str | None) -> int | None:
    """A whole number as written; None for anything else."""
    try:
        return int(text) if text is not None else None
    except ValueError:
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


def alternative(element: etree._Element) -> etree._Element | None:
    """The branch of an mc:AlternateContent that is read: the first choice, else the fallback."""
    found = element.find(CHOICE)
    return found if found is not None else element.find(FALLBACK)
