"""Where in the text of a document a place of a page is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from docprep_gui.parsing.content import Box, Content
from docprep_gui.parsing.pdf.marks import Comment


class Anchors:
    """Collects lines of the body with their places, on the pages that have comments only."""

    def __init__(self, comments: Iterable[Comment]) -> None:
        self._lines: dict[int, list[tuple[Box, int, str]]] = {comment.page: [] for comment in comments}

    def block(self, content: Content, start: int) -> None:
        """A block of text that starts at an offset of the body."""
        if self._lines:
            for first, last, page, box in content.lines:
                self.line(page, box, start + first, content.text[first:last])

    def line(self, page: int, box: Box, start: int, text: str) -> None:
        if page in self._lines:
            self._lines[page].append((box, start, text))

    def of(self, comment: Comment, starts: Mapping[int, int]) -> int:
        """The offset of the marked words, else of the line that is nearest; that of the page where it has none."""
        lines = self._lines[comment.page]
        if not lines:
            return max((offset for page, offset in starts.items() if page <= comment.page), default=0)
        middle = (comment.box[1] + comment.box[3]) / 2
        left = comment.box[0]
        _, start, text = min(
            lines, key=lambda line: (_apart(line[0][1], line[0][3], middle), _apart(line[0][0], line[0][2], left))
        )
        words = comment.marked.split()
        for count in (3, 1):
            found = text.find(" ".join(words[:count])) if words else -1
            if found >= 0:
                return start + found
        return start


def _apart(low: float, high: float, value: float) -> float:
    return max(low - value, value - high, 0.0)

