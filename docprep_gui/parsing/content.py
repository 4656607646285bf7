"""What a block holds before it has a place in the text: its text, and what is laid into it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from docprep_gui.domain.document import NodeKind, Role

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


@dataclass(slots=True)
class Content:
    """Cleaned text (`text.folding.clean`), line feeds allowed inside, with its inlays in order of `start`.

    `lines`: (start, end, page, box) of each line, for files that know where a line stands on its page.
    """

    text: str
    inlays: Sequence[Inlay] = ()
    lines: Sequence[tuple[int, int, int, Box]] = ()
