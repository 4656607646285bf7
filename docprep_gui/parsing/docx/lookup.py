"""What is known of a paragraph from its style and its list, as its reading needs it."""

from __future__ import annotations

from lxml import etree

from docprep_gui.parsing.docx.numbering import Story


class LookUp:
    """What the style and the list of a paragraph say; here nothing."""

    __slots__ = ()

    def hides(self, paragraph: etree._Element) -> bool:
        return False

    def look(self, paragraph: etree._Element) -> int:
        """Of its letters."""
        return 0

    def level(self, paragraph: etree._Element) -> int | None:
        """From 0; None where it is not numbered."""
        return None

    def inner(self, paragraph: etree._Element, level: int, place: int) -> str:
        """The label at a place, from 1, of those that stand in the paragraph itself, at a level below its own."""
        return ""

    def number(self, paragraph: etree._Element, story: Story) -> str:
        """Counts the paragraph and gives its number with the blank behind it; "" where it has none."""
        return ""
