"""Text that stands apart from the body: footnotes, endnotes and comments, by id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lxml import etree

from docprep_gui.parsing.docx.names import W
from docprep_gui.parsing.package import Package, Relation

_ORDINARY = frozenset({None, "normal"})


@dataclass(frozen=True, slots=True)
class Note:
    """`relations`: of the part that it stands in. `author` and `date`: of comments."""

    element: etree._Element
    relations: Mapping[str, Relation]
    author: str | None = None
    date: str | None = None


@dataclass(frozen=True, slots=True)
class Notes:
    footnotes: Mapping[str, Note] = field(default_factory=dict)
    endnotes: Mapping[str, Note] = field(default_factory=dict)
    comments: Mapping[str, Note] = field(default_factory=dict)


def notes(package: Package, part: str, name: str) -> dict[str, Note]:
    """Those of a part by id, separators left out. `name`: "footnote", "endnote" or "comment"."""
    root = package.side_xml(part)
    if root is None:
        return {}
    relations = package.relations(part)
    return {
        element.get(W + "id") or "": Note(
            element, relations, element.get(W + "author") or None, element.get(W + "date") or None
        )
        for element in root.iterchildren(W + name)
        if element.get(W + "type") in _ORDINARY
    }
