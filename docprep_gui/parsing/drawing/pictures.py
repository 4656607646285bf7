"""What a file says of its pictures in words."""

from __future__ import annotations

import re

from lxml import etree

from docprep_gui.parsing.ooxml import A, number
from docprep_gui.text.folding import clean

EMU_PER_POINT = 12_700
_WHOLE = 100_000
"""Of shares of a picture (ECMA-376 part 1, 20.1.10.40)."""

# What programs put in the place of a description: the picture's file name, a number, and what they say of their own.
_FILE_NAME = re.compile(
    r"[^\n]*\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|webp)"
    r"|(?:(?:微信|QQ)?(?:图片|截图|照片)|屏幕截图|截屏|IMG|DSC|image|picture|screenshot|snipaste)?[-_\s\d:.()（）]+"
    r"|[0-9a-f]{16,}",
    re.I,
)
_MADE = re.compile(
    r"(?:\S{1,3}可信度)?描述已自动生成$|[,.]? ?Description automatically generated(?: with \w{1,9} confidence)?$"
    r"|AI ?生成的内容可能不正确。?$|AI-generated content may be incorrect\.?$", re.I
)


def description(named: etree._Element | None) -> str:
    """The text in place of a picture, as its author wrote it. `named`: the element with its name and description."""
    return "" if named is None else worded(named.get("descr") or named.get("title") or "")


def worded(text: str) -> str:
    """A description without what programs put there: "" where nothing is left."""
    text = _MADE.sub("", clean(text).strip()).strip()
    return "" if _FILE_NAME.fullmatch(text) else text


def crop(fill: etree._Element | None) -> tuple[float, float, float, float]:
    """Which shares of a picture an a:srcRect cuts off at the left, top, right and bottom."""
    cut = fill.find(A + "srcRect") if fill is not None else None
    if cut is None:
        return (0.0, 0.0, 0.0, 0.0)
    left, top, right, bottom = (min(max(number(cut.get(side)) or 0, 0), _WHOLE) / _WHOLE for side in "ltrb")
    return (left, top, right, bottom) if left + right < 1.0 and top + bottom < 1.0 else (0.0, 0.0, 0.0, 0.0)
