"""Raised and lowered figures as characters of their own, so that 10⁵ does not read as 105 once its looks are gone."""

from __future__ import annotations

import re

_RAISED = {ord(plain): sign for plain, sign in zip("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻", strict=True)}
_LOWERED = {ord(plain): sign for plain, sign in zip("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋", strict=True)}
_FIGURES = re.compile("(?=[+−-]*+[0-9])[0-9+−-]++")
_TAGS = re.compile(r"<(su[pb])\b[^<>]*>([0-9+−-]{1,20})</\1\s*>", re.I)


def raised(text: str) -> str:
    """Figures with their signs; any other text stays as it is. The length stays the same."""
    return text.translate(_RAISED) if _FIGURES.fullmatch(text) else text


def lowered(text: str) -> str:
    """As `raised`, below the line."""
    return text.translate(_LOWERED) if _FIGURES.fullmatch(text) else text


def in_tags(source: str) -> str:
    """HTML with figures between <sup> or <sub> tags made raised or lowered ones, without the tags."""
    if "<su" not in source and "<SU" not in source:
        return source
    return _TAGS.sub(lambda tag: (raised if tag[1][-1] in "pP" else lowered)(tag[2]), source)
