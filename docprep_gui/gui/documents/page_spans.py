"""What is shown of a stretch of a document, and how: masked values in place of what they hide, changes that others
made, emphasised letters."""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont

from docprep_gui.domain.document import BOLD, Span
from docprep_gui.gui import theme
from docprep_gui.gui.documents.page_content import PageContent
from docprep_gui.gui.documents.page_text import LaidText, Swap, pill, table_swaps


class Spans:
    """Of one content. `show_masks`: masked values are shown as such."""

    def __init__(self, content: PageContent, show_masks: bool) -> None:
        self._content = content
        self._show_masks = show_masks

    def swaps(self, span: Span, *, in_table: bool = False) -> list[Swap]:
        """What is shown otherwise than it is written, in order."""
        content = self._content
        swaps = table_swaps(content.document.text, span) if in_table else []
        if self._show_masks:
            at = max(0, bisect_right(content.masks, span[0], key=itemgetter(0)) - 1)
            while at < len(content.masks) and content.masks[at][0] < span[1]:
                start, end, placeholder = content.masks[at]
                if end > span[0] and start >= span[0] and end <= span[1]:
                    swaps = [s for s in swaps if s.span[1] <= start or s.span[0] >= end]
                    swaps.append(pill((start, end), placeholder.strip("[]")))
                at += 1
            swaps.sort(key=lambda swap: swap.span)
        gone = content.shape.changes.deleted_in(span)
        if gone:
            swaps += [Swap((change.anchor, change.anchor), change.text, gone=True) for change in gone
                      if not any(swap.span[0] < change.anchor < swap.span[1] for swap in swaps)]
            swaps.sort(key=lambda swap: swap.span)
        return swaps

    def inserted(self, span: Span) -> tuple[Span, ...]:
        """What others put in."""
        changes = self._content.shape.changes
        return tuple(one.span for one in changes.inserted_in(*span)) if changes.inserted else ()

    def is_bold(self, span: Span) -> bool:
        """Is any letter of it?"""
        return any(look & BOLD for _, _, look in self._content.shape.looks.letters(span))

    def lay(self, span: Span, swaps: list[Swap], font: QFont, width: float, align: Qt.AlignmentFlag, *,
            wrap: bool = True, first: float = 0.0) -> LaidText:
        """The stretch laid out; see `LaidText`."""
        return LaidText(self._content.document.text, span, swaps, font, width, align, theme.colour("mask"), wrap=wrap,
                        inserted=self.inserted(span), change_inks=(theme.colour("ok"), theme.colour("error")),
                        letters=self._content.shape.looks.letters(span), first=first)
