"""Captions of tables and figures, known by their number."""

from __future__ import annotations

import re

_CAPTION = re.compile(
    r"(?:续?(?:图表|[表图])|Table|Tab\.|Figure|Fig\.|Chart|Exhibit|Graph)\s*(?:[\d一二三四五六七八九十]+|[A-Z](?=[-.\d]))(?:[-.–]\d+)*"
    r"(?:[\s:：.、]|$)",
    re.I,
)
_MOST = 160


def is_caption(text: str) -> bool:
    """A short line such as "表1 运行指标" or "Figure 3-2: …"; whether it stands beside something is for others."""
    return len(text) <= _MOST and _CAPTION.match(text) is not None
