"""How the letters and paragraphs of a document look, as its file says: looked up by place, kept packed."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right

from PySide6.QtCore import Qt

from docprep_gui.domain.document import CENTRED, JUSTIFIED, LEFT, RIGHT, Document, Setting, Span

_ALIGNS = {
    LEFT: Qt.AlignmentFlag.AlignLeft, CENTRED: Qt.AlignmentFlag.AlignHCenter, RIGHT: Qt.AlignmentFlag.AlignRight,
    JUSTIFIED: Qt.AlignmentFlag.AlignJustify,
}
_USUAL = Setting()
_CHOSEN = frozenset({LEFT, CENTRED, RIGHT})  # cells are justified where all text of a file is
Letters = tuple[tuple[int, int, int], ...]
"""(start, end, look) of emphasised letters."""


class Looks:
    def __init__(self, document: Document) -> None:
        letters, settings = array("i", document.layout.letters), array("i", document.layout.settings)
        self._starts, self._ends, self._looks = letters[0::3], letters[1::3], letters[2::3]
        self._set = settings[0::4]
        self._settings = settings

    def letters(self, span: Span) -> Letters:
        """What is emphasised in a span."""
        if not self._starts:
            return ()
        first = bisect_right(self._ends, span[0])
        last = bisect_left(self._starts, span[1], first)
        return tuple((max(self._starts[i], span[0]), min(self._ends[i], span[1]), self._looks[i])
                     for i in range(first, last))

    def setting(self, start: int) -> Setting:
        """Of the paragraph or cell that begins at an offset."""
        i = bisect_left(self._set, start)
        if i == len(self._set) or self._set[i] != start:
            return _USUAL
        return Setting(*self._settings[4 * i + 1 : 4 * i + 4])

    def align(self, start: int) -> Qt.AlignmentFlag | None:
        """As `setting`; None where the file does not say."""
        return _ALIGNS.get(self.setting(start).align)

    def says_in(self, span: Span) -> bool:
        """Does a span, as a table, say where anything in it stands?"""
        first = bisect_left(self._set, span[0])
        aligns = self._settings[4 * first + 1 : 4 * bisect_left(self._set, span[1], first) : 4]
        return any(align in _CHOSEN for align in aligns)
