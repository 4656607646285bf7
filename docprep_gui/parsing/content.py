"""What a block holds before it has a place in the text: its text, and what is laid into it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from docprep_gui.domain.document import NodeKind, Role, Shown

Box = tuple[float, float, float, float]


@dataclass(slots=True)
class Inlay:
    """Something at the place [start, end) of a content; offsets count characters of `Content.text`.

    - place "inside": a node over that stretch of the content's own text (an inserted run; a picture, of no length);
    - place "after": `content` becomes a block of its own directly after the block (a footnote);
    - place "aside": `content` becomes an aside after the body (a comment, a deleted run).

    The last two get the place of `start` in the body as their anchor.
    """

    kind: NodeKind
    start: int
    end: int
    place: Literal["inside", "after", "aside"] = "inside"
    content: Content | None = None
    role: Role | None = None
    hidden: bool = False
    author: str | None = None
    date: str | None = None
    shown: Shown | None = None


@dataclass(slots=True)
class Content:
    """Cleaned text (`text.folding.clean`), line feeds allowed inside, with its inlays in order of `start`.

    `lines`: (start, end, page, box) of each line, for files that know where a line stands on its page.
    """

    text: str
    inlays: Sequence[Inlay] = ()
    lines: Sequence[tuple[int, int, int, Box]] = ()


def join(parts: Sequence[Content], between: str) -> Content:
    """Contents behind one another, whose inlays are moved; those without text and inlays are left out."""
    pieces: list[str] = []
    inlays: list[Inlay] = []
    length = 0
    for part in parts:
        if not part.text and not part.inlays:
            continue
        if pieces and part.text:
            pieces.append(between)
            length += len(between)
        for inlay in part.inlays:
            inlay.start += length
            inlay.end += length
            inlays.append(inlay)
        if part.text:
            pieces.append(part.text)
            length += len(part.text)
    return Content("".join(pieces), inlays)


def prefixed(content: Content, prefix: str) -> Content:
    """The content, whose inlays are moved, with a text in front, as a number is."""
    for inlay in content.inlays:
        inlay.start += len(prefix)
        inlay.end += len(prefix)
    return Content(prefix + content.text, content.inlays)
