"""What others did to a text: tracked changes and comments, at their places in the body."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from docprep_gui.domain.document import Document, Node, Span

translate = QCoreApplication.translate
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Inserted:
    span: Span
    author: str
    date: str


@dataclass(frozen=True, slots=True)
class Beside:
    """A deleted text or a comment, which stands beside the body, and where it belongs. `resolved`: a comment that is
    marked as done."""

    anchor: int
    text: str
    author: str
    date: str
    resolved: bool = False


class Changes:
    """Of one document, in order of place."""

    def __init__(self, document: Document) -> None:
        inserted: list[Inserted] = []
        deleted: list[Beside] = []
        comments: list[Beside] = []
        nodes = document.nodes
        for i, (kind, anchor) in enumerate(nodes.each("kind", "anchor")):
            if kind != "run" and anchor is None:
                continue
            node = nodes[i]
            if node.kind == "run" and node.role == "inserted" and node.span[0] < node.span[1]:
                inserted.append(Inserted(node.span, *_who(node)))
            elif node.anchor is not None and (node.role == "deleted" or node.kind == "comment"):
                text = " ".join(document.slice(node.span).split())
                if text:
                    cut = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
                    group = comments if node.kind == "comment" else deleted
                    group.append(Beside(node.anchor, cut, *_who(node), node.role == "resolved"))
        self.inserted = sorted(inserted, key=lambda one: one.span)
        self.deleted = sorted(deleted, key=lambda one: one.anchor)
        self.comments = sorted(comments, key=lambda one: one.anchor)

    def inserted_in(self, start: int, end: int) -> Iterator[Inserted]:
        """Inserted text that overlaps a stretch."""
        at = max(0, bisect_right(self.inserted, start, key=lambda one: one.span[0]) - 1)
        for one in self.inserted[at:]:
            if one.span[0] >= end:
                return
            if one.span[1] > start:
                yield one

    def deleted_in(self, span: Span) -> list[Beside]:
        """Deleted text that stood in a stretch or at one of its ends."""
        return _between(self.deleted, span)

    def comments_in(self, span: Span) -> list[Beside]:
        return _between(self.comments, span)


def _between(places: list[Beside], span: Span) -> list[Beside]:
    low = bisect_left(places, span[0], key=lambda one: one.anchor)
    return places[low : bisect_right(places, span[1], key=lambda one: one.anchor)]


def _who(node: Node) -> tuple[str, str]:
    return node.author or "", (node.date or "").replace("T", " ")[:16]


def say_inserted(change: Inserted) -> str:
    return _said(translate("Page", "Inserted"), change.author, change.date)


def say_deleted(change: Beside) -> str:
    return _said(translate("Page", "Deleted"), change.author, change.date)


def say_comment(comment: Beside) -> str:
    what = translate("Page", "Resolved comment") if comment.resolved else translate("Page", "Comment")
    return _said(what, comment.author, comment.date) + "\n" + comment.text


def _said(what: str, author: str, date: str) -> str:
    """As in “Inserted · Zhang San · 2026-03-05 09:30”."""
    return " · ".join(part for part in (what, author, date) if part)
