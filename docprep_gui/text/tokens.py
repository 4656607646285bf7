"""Estimated tokens: ceil(Han / 1.5 + other / 4), the measure that all limits are in.

Han are U+3400-4DBF, U+4E00-9FFF, U+F900-FAFF and U+20000-3FFFF; every other code point, blanks included, is "other".
"""

from __future__ import annotations

import re

# Upper bytes of UTF-16 units that are Han whatever the lower byte. 4Dxx is mixed (hexagrams from 4DC0 on), and
# code points above U+FFFF take two units: both are rare and counted by the pattern.
_UPPER = bytes([*range(0x34, 0x4D), *range(0x4E, 0xA0), 0xF9, 0xFA])
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def han(text: str) -> int:
    """Number of Han characters."""
    if text.isascii():
        return 0
    units = text.encode("utf-16-be", "surrogatepass")
    upper = units[::2]
    if len(upper) != len(text) or b"\x4d" in upper:
        return len(_HAN.findall(text))
    return len(upper) - len(upper.translate(None, _UPPER))


def weights(n_han: int, n_chars: int) -> int:
    """Tokens of a text of `n_chars` characters of which `n_han` are Han. Exact integers: no float rounding."""
    return (5 * n_han + 3 * n_chars + 11) // 12


def count(text: str) -> int:
    """Estimated tokens of `text`."""
    return (5 * han(text) + 3 * len(text) + 11) // 12
