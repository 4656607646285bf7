"""What stands in front of a paragraph: bullets and automatic numbers, as inherited (ECMA-376 part 1, 21.1.2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from docprep_gui.parsing import symbols
from docprep_gui.parsing.ooxml import A, number
from docprep_gui.text import listnumbers
from docprep_gui.text.folding import clean

LEVELS = 9
_NONE = A + "buNone"
_CHAR = A + "buChar"
_AUTO = A + "buAutoNum"
_BLIP = A + "buBlip"
_FONT = A + "buFont"
BULLETS = (_CHAR, _AUTO, _BLIP)
"""Names of the elements that give a paragraph one."""
_LEVEL_NAMES = {f"{A}lvl{level + 1}pPr": level for level in range(LEVELS)}
_MAX_START = 32_767

# ST_TextAutonumberScheme: beginning of the name -> format of listnumbers.format_number. Longer beginnings first.
_FORMATS = (
    ("alphaLc", "lowerLetter"), ("alphaUc", "upperLetter"), ("romanLc", "lowerRoman"), ("romanUc", "upperRoman"),
    ("arabicDb", "decimalFullWidth"), ("arabic", "decimal"), ("circleNum", "decimalEnclosedCircle"),
    ("ea1ChsPeriod", "chineseCounting"), ("ea1Chs", "chineseCounting"), ("ea1Cht", "taiwaneseCounting"),
    ("ea1Jpn", "japaneseCounting"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bullet:
    """`sign`: of a bullet, "" for none. `scheme`: of an automatic number, "" where it is none; `start`: its first."""

    sign: str = ""
    scheme: str = ""
    start: int = 1


NO_BULLET = Bullet()
Levels = Sequence[Bullet | None]
"""By level; None: not said here."""
PLAIN: Levels = (None,) * LEVELS


def of(properties: etree._Element) -> Bullet | None:
    """The bullet of an a:pPr or a:lvl1pPr; None where it says nothing."""
    font = ""
    for child in properties:
        tag = child.tag
        if tag == _FONT:
            font = child.get("typeface") or ""
        elif tag == _CHAR:
            return Bullet(symbols.bullet(clean(child.get("char") or ""), font))
        elif tag == _NONE:
            return NO_BULLET
        elif tag == _AUTO:
            start = number(child.get("startAt")) or 1
            return Bullet("", child.get("type") or "arabicPeriod", min(max(start, 1), _MAX_START))
        elif tag == _BLIP:
            return Bullet(symbols.BULLET)
    return None


def levels(style: etree._Element | None, below: Levels) -> Levels:
    """Those of an a:lstStyle or its like, over those that it inherits."""
    if style is None or not len(style):
        return below
    found = list(below)
    for child in style:
        level = _LEVEL_NAMES.get(child.tag)
        if level is not None:
            own = of(child)
            if own is not None:
                found[level] = own
    return found


def shown(scheme: str, value: int) -> str:
    """An automatic number as PowerPoint shows it: "(a)", "3.", "一、", "②"."""
    text = ""
    for beginning, form in _FORMATS:
        if scheme.startswith(beginning):
            text = listnumbers.format_number(value, form)
            break
    text = text or str(value)
    if scheme.endswith("ParenBoth"):
        return f"({text})"
    if scheme.endswith("ParenR"):
        return f"{text})"
    if scheme.startswith("ea1") and scheme.endswith("Period"):
        return f"{text}、"
    return f"{text}." if scheme.endswith("Period") else text


class Counters:
    """The running numbers of one text body: a paragraph ends the numbering of its own level, unless it goes on with
    it, and that of deeper ones."""

    def __init__(self) -> None:
        self._running: list[tuple[str, int, int] | None] = [None] * LEVELS

    def label(self, bullet: Bullet, level: int) -> str:
        """Counts a paragraph that has text, and gives its automatic number; "" where it has none."""
        running = self._running
        for deeper in range(level + 1, LEVELS):
            running[deeper] = None
        if not bullet.scheme:
            running[level] = None
            return ""
        last = running[level]
        value = last[2] + 1 if last is not None and last[:2] == (bullet.scheme, bullet.start) else bullet.start
        running[level] = (bullet.scheme, bullet.start, value)
        return shown(bullet.scheme, value)
