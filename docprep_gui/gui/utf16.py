"""Code points, as the rest of the program counts, to and from UTF-16 units, as Qt counts. The one place that does."""

from __future__ import annotations

from bisect import bisect_left


class Utf16:
    """Offsets in one text. Costs nothing to speak of where no character lies beyond U+FFFF."""

    __slots__ = ("_astral",)

    def __init__(self, text: str) -> None:
        self._astral: list[int] = []
        if text and not text.isascii() and max(text) > "\uffff":
            self._astral = [i for i, c in enumerate(text) if c > "\uffff"]

    def to_qt(self, offset: int) -> int:
        """UTF-16 units before the code point at `offset`."""
        return offset + bisect_left(self._astral, offset) if self._astral else offset

    def from_qt(self, units: int) -> int:
        """The code point that starts at or holds the unit `units`."""
        if not self._astral:
            return units
        low, high = 0, len(self._astral)
        while low < high:
            middle = (low + high) // 2
            if self._astral[middle] + middle + 1 <= units - 1:
                low = middle + 1
            else:
                high = middle
        return units - low if low == len(self._astral) or self._astral[low] + low + 1 != units else units - low - 1


def length(text: str) -> int:
    """UTF-16 units of a text."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
