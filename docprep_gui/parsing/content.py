"""What a block holds before it has a place in the text: its text, and what is laid into it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from docprep_gui.domain.document import BOLD, ITALIC, NodeKind, Role, Setting, Shown

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

    `lines`: (start, end, page, box) of each line, for files that know where a line stands on its page. `letters`:
    (start, end, look) of emphasised letters, in order, apart. `setting`: None where it is not told, or as usual.
    """

    text: str
    inlays: Sequence[Inlay] = ()
    lines: Sequence[tuple[int, int, int, Box]] = ()
    letters: Sequence[tuple[int, int, int]] = ()
    setting: Setting | None = None


def join(parts: Sequence[Content], between: str) -> Content:
    """Contents behind one another, whose inlays are moved; those without text and inlays are left out. It is set as the
    first of them is."""
    pieces: list[str] = []
    inlays: list[Inlay] = []
    letters: list[tuple[int, int, int]] = []
    setting: Setting | None = None
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
            if not length:
                setting = part.setting
            letters += [(start + length, end + length, look) for start, end, look in part.letters]
            pieces.append(part.text)
            length += len(part.text)
    return Content("".join(pieces), inlays, letters=letters, setting=setting)


def lines(content: Content) -> list[Content]:
    """A content as one for each of its lines, those without text and inlays left out; the reverse of `join`. A run over
    the end of a line is parted there, all other inlays are moved. Only the first line is indented as a first one."""
    found: list[Content] = []
    setting = content.setting
    inlays, letters = deque(content.inlays), deque(content.letters)
    start = 0
    for text in content.text.split("\n"):
        end = start + len(text)
        own: list[Inlay] = []
        over: list[Inlay] = []
        while inlays and inlays[0].start <= end:
            inlay = inlays.popleft()
            if inlay.end > end:
                over.append(replace(inlay, start=end + 1))
                if inlay.start == end:
                    continue
            inlay.start, inlay.end = inlay.start - start, min(inlay.end, end) - start
            own.append(inlay)
        inlays.extendleft(reversed(over))
        looks: list[tuple[int, int, int]] = []
        while letters and letters[0][0] < end:
            first, last, look = letters.popleft()
            if last > start:
                looks.append((max(first, start) - start, min(last, end) - start, look))
            if last > end:
                letters.appendleft((end + 1, last, look))
                break
        if text.strip() or own:
            found.append(Content(text, own, letters=looks, setting=setting))
        start = end + 1
        setting = setting._replace(first=0) if setting is not None else None
    return found


def prefixed(content: Content, prefix: str) -> Content:
    """The content, whose inlays are moved, with a text in front, as a number is. It is as bold and slanted as the
    letters that it stands before."""
    long = len(prefix)
    for inlay in content.inlays:
        inlay.start += long
        inlay.end += long
    letters: Sequence[tuple[int, int, int]] = ()
    if content.letters:
        letters = [(start + long, end + long, look) for start, end, look in content.letters]
        own = content.letters[0][2] & (BOLD | ITALIC) if content.letters[0][0] == 0 else 0
        if own:
            letters.insert(0, (0, long, own))
    return Content(prefix + content.text, content.inlays, letters=letters, setting=content.setting)


def whole(content: Content) -> str:
    """A text with the deleted and the hidden runs that were taken out of it."""
    pieces: list[str] = []
    at = 0
    for inlay in content.inlays:
        if inlay.kind == "run" and inlay.content is not None and inlay.role is not None:
            pieces += [content.text[at : inlay.start], inlay.content.text]
            at = inlay.start
    return "".join([*pieces, content.text[at:]])
