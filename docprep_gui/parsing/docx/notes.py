"""Text that stands apart from the body: footnotes, endnotes and comments, by id."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from lxml import etree

from docprep_gui.parsing.docx.names import P, W
from docprep_gui.parsing.package import Package, Relation

_ORDINARY = frozenset({None, "normal"})
_WORD_2010 = "{http://schemas.microsoft.com/office/word/2010/wordml}"
_WORD_2012 = "{http://schemas.microsoft.com/office/word/2012/wordml}"
_ON = frozenset({"1", "true", "on"})


@dataclass(frozen=True, slots=True)
class Note:
    """`relations`: of the part that it stands in. `author`, `date`, `resolved`: of comments."""

    element: etree._Element
    relations: Mapping[str, Relation]
    author: str | None = None
    date: str | None = None
    resolved: bool = False


@dataclass(frozen=True, slots=True)
class Notes:
    footnotes: Mapping[str, Note] = field(default_factory=dict)
    endnotes: Mapping[str, Note] = field(default_factory=dict)
    comments: Mapping[str, Note] = field(default_factory=dict)


def notes(
    package: Package, part: str, name: str, resolved: Collection[str] = frozenset()
) -> dict[str, Note]:
    """Those of a part by id, separators left out. `name`: "footnote", "endnote" or "comment". `resolved`: ids of the
    last paragraphs of comments."""
    root = package.side_xml(part)
    if root is None:
        return {}
    relations = package.relations(part)
    return {
        element.get(W + "id") or "": Note(
            element, relations, element.get(W + "author") or None, element.get(W + "date") or None,
            bool(resolved) and _last(element) in resolved,
        )
        for element in root.iterchildren(W + name)
        if element.get(W + "type") in _ORDINARY
    }


def resolved(package: Package, part: str) -> frozenset[str]:
    """The last paragraphs, by id, of the comments that are marked as done, and of the answers to them ([MS-DOCX]
    2.5.3.2). `part`: where Word keeps that."""
    root = package.side_xml(part) if part else None
    done: set[str] = set()
    over: dict[str, str] = {}
    for element in root.iterchildren(_WORD_2012 + "commentEx") if root is not None else ():
        identity = element.get(_WORD_2012 + "paraId") or ""
        over[identity] = element.get(_WORD_2012 + "paraIdParent") or ""
        if element.get(_WORD_2012 + "done") in _ON:
            done.add(identity)
    return frozenset(identity for identity, above in over.items() if identity in done or above in done)


def _last(comment: etree._Element) -> str:
    identity = ""
    for paragraph in comment.iter(P):
        identity = paragraph.get(_WORD_2010 + "paraId") or ""
    return identity
