"""Families and sizes of type by platform and language.

An SC family is always named: without one, fontconfig may choose Japanese forms of Han characters.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Literal

from PySide6.QtGui import QFont, QFontDatabase

from docprep_gui.gui.theme.tokens import POINTS, POINTS_MACOS

Kind = Literal["display", "title", "heading", "body", "small", "code", "page", "page_latin"]

_TEXT = {
    ("win32", "zh"): ("Microsoft YaHei UI", "Segoe UI"),
    ("win32", "en"): ("Segoe UI", "Microsoft YaHei UI"),
    ("darwin", "zh"): (".AppleSystemUIFont", "PingFang SC"),
    ("darwin", "en"): (".AppleSystemUIFont", "PingFang SC"),
    ("linux", "zh"): ("Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Micro Hei", "Noto Sans"),
    ("linux", "en"): ("Inter", "Noto Sans", "Noto Sans CJK SC", "DejaVu Sans"),
}
_CODE = {
    "win32": ("Cascadia Mono", "Consolas", "Microsoft YaHei UI"),
    "darwin": ("Menlo", "PingFang SC"),
    "linux": ("JetBrains Mono", "DejaVu Sans Mono", "Noto Sans CJK SC"),
}
_PAGE = {
    "win32": ("SimSun", "Microsoft YaHei UI"),
    "darwin": ("Songti SC", "PingFang SC"),
    "linux": ("Noto Serif CJK SC", "Source Han Serif SC", "Noto Sans CJK SC"),
}
# English documents: a serif of Latin letters first, since quotation marks of Chinese fonts are as wide as a character.
_PAGE_LATIN = {
    "win32": ("Cambria", "Times New Roman", *_PAGE["win32"]),
    "darwin": ("Times New Roman", *_PAGE["darwin"]),
    "linux": ("Noto Serif", "Liberation Serif", "DejaVu Serif", *_PAGE["linux"]),
}


def _platform() -> str:
    return sys.platform if sys.platform in ("win32", "darwin") else "linux"


@cache
def _installed(families: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the families that are there; all of them when none is, so that Qt may fall back by itself."""
    known = set(QFontDatabase.families())
    return tuple(f for f in families if f in known or f.startswith(".")) or families


def font(kind: Kind, language: str, scale: float, bold: bool) -> QFont:
    """`scale` 1.0 is the platform's base size. Weights are 400 and 600 only."""
    platform = _platform()
    if kind == "code":
        families = _CODE[platform]
    elif kind == "page":
        families = _PAGE[platform]
    elif kind == "page_latin":
        families = _PAGE_LATIN[platform]
    else:
        families = _TEXT[(platform, "zh" if language == "zh" else "en")]
    made = QFont()
    made.setFamilies(list(_installed(families)))
    made.setPointSizeF((POINTS_MACOS if platform == "darwin" else POINTS)[kind] * scale)
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return made


_tabular: dict[str, QFont] = {}


def tabular(base: QFont) -> QFont:
    """The same with figures of equal width, for columns of numbers. Shared: to be copied before it is changed."""
    key = base.key()
    found = _tabular.get(key)
    if found is None:
        found = _tabular[key] = QFont(base)
        found.setFeature(QFont.Tag("tnum"), 1)
    return found
