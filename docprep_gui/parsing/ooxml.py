"""What the formats of Office Open XML have in common: names, alternatives, the main part, the title property."""

from __future__ import annotations

from lxml import etree

from docprep_gui.domain.errors import FileError
from docprep_gui.parsing.package import Package
from docprep_gui.text.folding import clean

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
PIC = "{http://schemas.openxmlformats.org/drawingml/2006/picture}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
ALTERNATE = _MC + "AlternateContent"
_CHOICE = _MC + "Choice"
_FALLBACK = _MC + "Fallback"


def number(text: str | None) -> int | None:
    """A whole number as written; None for anything else."""
    try:
        return int(text) if text is not None else None
    except ValueError:
        return None


def alternative(element: etree._Element) -> etree._Element | None:
    """The branch of an mc:AlternateContent that is read: the first choice, else the fallback."""
    found = element.find(_CHOICE)
    return found if found is not None else element.find(_FALLBACK)


def main_part(package: Package, usual: str) -> str:
    """The main part: by the package's relation, else where it usually is ("word/document.xml"), else any whose name
    begins like that. Raises FileError("corrupt") where there is none."""
    names = package.names()
    for relation in package.relations().values():
        if relation.kind == "officeDocument" and relation.target.lower() in names:
            return relation.target
    if usual in names:
        return usual
    stem, _, ending = usual.rpartition(".")
    for name in names:
        if name.startswith(stem) and name.endswith(ending):
            return name
    raise FileError("corrupt", reason="no_document")


def title_property(package: Package) -> str:
    """The title in the file's properties, on one line; "" where there is none."""
    for relation in package.relations().values():
        if relation.kind == "core-properties":
            root = package.side_xml(relation.target)
            found = root.find("{http://purl.org/dc/elements/1.1/}title") if root is not None else None
            return " ".join(clean(found.text or "").split()) if found is not None else ""
    return ""
