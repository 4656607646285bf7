"""Text that stands apart from the body: footnotes, endnotes and comments, by id."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from docprep_gui.parsing.docx.names import W

_ORDINARY = frozenset({None, "normal"})


@dataclass(frozen=True, slots=True)
class Comment:
    element: etree._Element
    author: str | None
    date: str | None


def notes(root: etree._Element | None, name: str) -> dict[str, etree._Element]:
    """The notes of a part by id, separators left out. `name`: "footnote" or "endnote"."""
    if root is None:
        return {}
    return {
        element.get(W + "id") or "": element
        for element in root.iterchildren(W + name)
        if element.get(W + "type") in _ORDINARY
    }


def comments(root: etree._Element | None) -> dict[str, Comment]:
    if root is None:
        return {}
    return {
        element.get(W + "id") or "": Comment(
            element, element.get(W + "author") or None, element.get(W + "date") or None
        )
        for element in root.iterchildren(W + "comment")
    }
