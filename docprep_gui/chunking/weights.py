"""Weights of stretches of one text, fast for many stretches.

A weight counts twelfths of an estimated token (see text.tokens): 8 for a Han character, 3 for any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from docprep_gui.text import tokens

_OTHER, _HAN, _MIXED = 0, 1, 2


def _classes() -> bytes:
    """For the upper byte of a UTF-16 unit: are all, none or some of its 256 characters Han?"""
    classes = bytearray(256)
    for upper in range(256):
        if 0xD8 <= upper <= 0xDF:
            classes[upper] = _MIXED
            continue
        found = tokens.han("".join(chr(upper << 8 | lower) for lower in range(256)))
        classes[upper] = _HAN if found == 256 else _OTHER if found == 0 else _MIXED
    return bytes(classes)


_CLASSES = _classes()


@dataclass(frozen=True, slots=True)
class Budget:
    """What a piece may weigh, in twelfths of a token and in characters."""

    twelfths: int
    chars: int

    def less(self, twelfths: int, chars: int) -> Budget:
        return Budget(self.twelfths - twelfths, self.chars - chars)


def weight(text: str, start: int, end: int) -> int:
    """Of text[start:end]."""
    return 5 * tokens.han(text[start:end]) + 3 * (end - start)


def weights(text: str, places: Sequence[int]) -> list[int]:
    """Of the stretches between neighbouring places, which rise."""
    first, last = places[0], places[-1]
    upper = text[first:last].encode("utf-16-be", "surrogatepass")[::2]
    classes = upper.translate(_CLASSES)
    pairs = pairwise(places)
    if len(classes) != last - first or classes.find(_MIXED) >= 0:
        return [weight(text, start, end) for start, end in pairs]
    count = classes.count
    return [5 * count(_HAN, start - first, end - first) + 3 * (end - start) for start, end in pairs]
