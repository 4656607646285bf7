"""How paragraphs are set: their alignment, the indent of their first line and of all of them (w:jc and w:ind of
ECMA-376 part 1, 17.3.1.12 and 17.3.1.13)."""

from __future__ import annotations

from typing import NamedTuple

from lxml import etree

from docprep_gui.domain.document import CENTRED, JUSTIFIED, LEFT, RIGHT, Setting
from docprep_gui.parsing.docx.names import W
from docprep_gui.parsing.ooxml import number

_ALIGNS = {
    "left": LEFT, "start": LEFT, "center": CENTRED, "right": RIGHT, "end": RIGHT, "both": JUSTIFIED,
    "distribute": JUSTIFIED, "thaiDistribute": JUSTIFIED,
}  # fmt: skip
_LEFTS, _LEFT_CHARACTERS = (W + "left", W + "start"), (W + "leftChars", W + "startChars")
_FIRST, _FIRST_CHARACTERS = W + "firstLine", W + "firstLineChars"
_HANGING, _HANGING_CHARACTERS = W + "hanging", W + "hangingChars"
_HAN = "\u2e80"
_TWO = 200
_SMALLEST, _LARGEST = 340, 740  # two characters of 8.5 to 18.5 points, in twentieths of a point
_FARTHEST = 2400


class Indent(NamedTuple):
    """As a file says it: in twentieths of a point, or in hundredths of a character, which count before these where
    they are not 0. None: not said. `first` is negative where the first line hangs out to the left."""

    left: int | None = None
    first: int | None = None
    left_characters: int | None = None
    first_characters: int | None = None

    def over(self, base: Indent) -> Indent:
        """What is said here, else in the base."""
        if self is NOTHING or self == base:
            return base
        return Indent(*[other if own is None else own for own, other in zip(self, base, strict=True)])


NOTHING = Indent()


def indent(element: etree._Element | None) -> Indent:
    """Of a w:ind."""
    if element is None:
        return NOTHING
    first, hanging = number(element.get(_FIRST)), number(element.get(_HANGING))
    characters, hung = number(element.get(_FIRST_CHARACTERS)), number(element.get(_HANGING_CHARACTERS))
    return Indent(
        _first(element, _LEFTS), -hanging if hanging else first, _first(element, _LEFT_CHARACTERS),
        -hung if hung else characters,
    )


def align(value: str | None) -> int:
    """Of a w:jc; 0 for what is not known."""
    return _ALIGNS.get(value or "", 0)


def setting(align: int, found: Indent, size: int, text: str) -> Setting | None:
    """`size`: of letters as far as styles say it, in half points; a first line in Chinese is indented by two
    characters, whatever the size of its letters is. None: as usual."""
    if found is NOTHING:
        return Setting(align) if align else None
    left, first = _ems(found.left, found.left_characters, size), _ems(found.first, found.first_characters, size)
    if not found.first_characters and _SMALLEST <= (found.first or 0) <= _LARGEST and text[:1] >= _HAN:
        first = _TWO
    left = min(max(left, 0), _FARTHEST)
    first = min(max(first, -left), _FARTHEST)
    return Setting(align, first, left) if align or first or left else None


def _ems(twips: int | None, characters: int | None, size: int) -> int:
    return characters if characters else round((twips or 0) * 10 / max(size, 1))


def _first(element: etree._Element, names: tuple[str, str]) -> int | None:
    for name in names:
        value = number(element.get(name))
        if value is not None:
            return value
    return None
