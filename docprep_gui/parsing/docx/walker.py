"""The line that is being read: elements are walked, what they show is collected as its text and as inlays in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from lxml import etree

from docprep_gui.domain.document import Role
from docprep_gui.parsing.content import Content, Inlay
from docprep_gui.parsing.docx import drawings
from docprep_gui.parsing.docx.pages import Pages


@dataclass(slots=True)
class OpenField:
    """A complex field: its instruction so far, whether its result has begun, and where in the line."""

    code: list[str] = field(default_factory=list)
    in_result: bool = False
    contents: bool = False
    start: int = -1


@dataclass(slots=True)
class Frame:
    """A text being collected."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    inlays: list[Inlay] = field(default_factory=list)
    letters: list[tuple[int, int, int]] = field(default_factory=list)

    def since(self, start: int) -> str:
        """What was collected from an offset on."""
        taken: list[str] = []
        left = self.length - start
        for piece in reversed(self.pieces):
            if left <= 0:
                break
            taken.append(piece)
            left -= len(piece)
        text = "".join(reversed(taken))
        return text[max(0, len(text) - (self.length - start)) :]


@dataclass(slots=True)
class Line:
    """A paragraph as read. `boxes`: w:txbxContent elements and other texts of drawings anchored in it. `page`: where it
    begins.

    `contents`: it is a line of a table of contents made by a field. `formula`: it holds nothing but equations.
    """

    content: Content
    page: int
    boxes: Sequence[etree._Element | drawings.Line] = ()
    contents: bool = False
    formula: bool = False


class Walker:
    """Collects a line. Those that build on it say in `_handlers` what is done with an element, by its name; an element
    without a handler shows nothing."""

    def __init__(self) -> None:
        self.pages = Pages()
        self._frame = Frame()
        self._line = Line(Content(""), 1)
        self._reading: Inlay | None = None  # of the paragraph's ruby
        self._fields: list[OpenField] = []
        self._listed = 0  # characters in tables of contents
        self._handlers: dict[str, Callable[[etree._Element], None]] = {}

    def _children(self, element: etree._Element) -> None:
        handlers = self._handlers
        for child in element:
            handler = handlers.get(child.tag)
            if handler is not None:
                handler(child)

    def _add(self, text: str) -> None:
        """Puts a text at the end of the line, unless it stands in the instruction of a field."""
        for current in self._fields:
            if not current.in_result:
                return
            if current.contents:
                self._listed += len(text)
                break
        frame = self._frame
        frame.pieces.append(text)
        frame.length += len(text)
        self.pages.fresh = False
        self._line.page = self._line.page or self.pages.page

    def _apart(self, role: Role, element: etree._Element, author: str | None, date: str | None) -> bool:
        """Walks an element whose text is taken out of the line, to an aside. False: it had no text."""
        outer = self._frame
        inner = self._frame = Frame()
        self._children(element)
        self._frame = outer
        start = outer.length
        for inlay in inner.inlays:
            if inlay.kind == "figure":  # a picture is gone with the text around it, what is said of it is kept
                inlay.hidden = True
            if inlay.place != "inside":
                if inlay.place == "after":
                    inlay.place, inlay.hidden = "aside", True
                inlay.start = inlay.end = start
                outer.inlays.append(inlay)
        text = "".join(inner.pieces)
        if not text:
            return False
        last = outer.inlays[-1] if outer.inlays else None
        if (
            last is not None and last.content is not None and last.kind == "run" and last.start == start
            and (last.role, last.author, last.date) == (role, author, date)
        ):
            last.content = Content(last.content.text + text)  # Word cuts one change into several runs
            return True
        outer.inlays.append(
            Inlay("run", start, start, "aside", Content(text), role=role, hidden=True, author=author, date=date)
        )
        return True

    def _read_above(self, start: int, reading: str) -> None:
        """Adds the reading of characters to the paragraph's aside of them."""
        if not reading:
            return
        if self._reading is None or self._reading.content is None:
            self._reading = Inlay("run", start, start, "aside", Content(reading))
            self._frame.inlays.append(self._reading)
        else:
            self._reading.content = Content(f"{self._reading.content.text} {reading}")

    def _lay(self, inlay: Inlay) -> None:
        """Lays something where the line ends so far, unless its text is empty."""
        if inlay.content is not None and not inlay.content.text.strip():
            return
        inlay.start = inlay.end = self._frame.length
        self._frame.inlays.append(inlay)

    def _figure(self, role: Role, text: str) -> Inlay:
        """Lays a figure, its text behind the paragraph."""
        place = self._frame.length
        inlay = Inlay("figure", place, place, role=role)
        if text:
            inlay.place, inlay.content = "after", Content(text)
        self._frame.inlays.append(inlay)
        return inlay
