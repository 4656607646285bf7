"""The number in front of a line that is known to be a heading."""

from __future__ import annotations

import re

from docprep_gui.text import numbering

_BARE = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,5}(?=\s)")


def of_heading(text: str) -> str:
    """As typed, "" where there is none. A heading may begin with a bare figure where a line of text may not ("7 分级"
    is no number of points)."""
    label = numbering.parse_label(text)
    if label is not None:
        return label.text
    bare = _BARE.match(text)
    return bare[0] if bare else ""
