"""The numbers that Word computes for numbered paragraphs (ECMA-376 part 1, 17.9).

Counters belong to the abstract list, so that lists made of the same one continue each other; a start override takes
effect when its list is first used at that level. A level starts again after a paragraph of a higher level, unless
`lvlRestart` says otherwise. A level without `w:start` starts at 0. That a legal level keeps the zero of its own form,
that levels passed over count, and that stories count apart is not said there; Word does it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Literal

from lxml import etree

from docprep_gui.parsing import symbols
from docprep_gui.parsing.docx.names import RPR, VAL, W, is_on, switch, value
from docprep_gui.parsing.docx.styles import Styles
from docprep_gui.parsing.ooxml import ALTERNATE, alternative, number
from docprep_gui.text import folding, listnumbers

LEVELS = 9
_MOST_INNER = 100
_PLACE = re.compile(r"%([1-9])")


@dataclass(frozen=True, slots=True)
class Label:
    """`text`: as shown; `blank`: what parts it from the paragraph's text; `bullet`: the same sign for each item."""

    text: str
    blank: str
    bullet: bool
    level: int


@dataclass(slots=True)
class _Level:
    start: int = 0
    format: str = "decimal"
    pattern: str = ""  # of a custom format: its first items
    text: str = ""
    blank: str = " "
    legal: bool = False
    restart: int | None = None
    style: str = ""
    font: str = ""
    hidden: bool = False


@dataclass(slots=True)
class _Abstract:
    levels: dict[int, _Level] = field(default_factory=dict)
    style_link: str | None = None
    by_style: dict[str, int] = field(default_factory=dict)


Story = Literal["body", "boxes", "footnotes", "endnotes", "comments", "furniture"]


@dataclass(slots=True)
class _Count:
    """Where the lists of a story stand: the counters of an abstract list by its id, and the overrides still to come of
    a list by its id."""

    counters: dict[int, list[int | None]] = field(default_factory=dict)
    starts: dict[int, dict[int, int]] = field(default_factory=dict)


@dataclass(slots=True)
class _List:
    abstract: _Abstract
    starts: dict[int, int] = field(default_factory=dict)  # overrides, which take effect once in a story
    levels: dict[int, _Level] = field(default_factory=dict)


class Numbering:
    """The lists of a document, with their running counters: ask for labels in the order of the text.

    `story`: what is being read. Text boxes count apart from the text around them, and so do footnotes, endnotes,
    comments, and headers with footers.
    """

    def __init__(self, root: etree._Element | None, styles: Styles) -> None:
        self.story: Story = "body"
        self._counts: dict[Story, _Count] = {}
        self._lists: dict[str, _List] = {}
        if root is None:
            return
        abstracts: dict[str, _Abstract] = {}
        for element in root.iterchildren(W + "abstractNum"):
            abstracts[element.get(W + "abstractNumId") or ""] = _abstract(element)
        links: dict[str, str] = {}
        for element in root.iterchildren(W + "num"):
            identity = element.get(W + "numId") or ""
            links[identity] = value(element, W + "abstractNumId") or ""
        for element in root.iterchildren(W + "num"):
            abstract = abstracts.get(links[element.get(W + "numId") or ""])
            seen: set[str] = set()
            while abstract is not None and abstract.style_link and abstract.style_link not in seen:
                seen.add(abstract.style_link)
                linked = abstracts.get(links.get(styles.numbering(abstract.style_link) or "", ""))
                if linked is None or linked is abstract:
                    break
                abstract = linked
            if abstract is not None:
                self._lists[element.get(W + "numId") or ""] = _list(element, abstract)

    def level_of_style(self, list_id: str, style: str) -> int | None:
        """The level of a list that is tied to a paragraph style."""
        found = self._lists.get(list_id)
        return found.abstract.by_style.get(style) if found else None

    def label(self, list_id: str, level: int) -> Label | None:
        """Counts one paragraph and gives its label. None: there is no such list or level, or nothing is shown."""
        found = self._lists.get(list_id)
        if found is None or not 0 <= level < LEVELS:
            return None
        shape = _shape(found, level)
        if shape is None:
            return None
        count = self._counts.get(self.story)
        if count is None:
            count = self._counts[self.story] = _Count()
        counters = count.counters.setdefault(id(found.abstract), [None] * LEVELS)
        starts = count.starts.get(id(found))
        if starts is None:
            starts = count.starts[id(found)] = dict(found.starts)
        if level in starts:
            counters[level] = starts.pop(level)
        else:
            current = counters[level]
            counters[level] = shape.start if current is None else current + 1
        for above in range(level):  # a level that was passed over counts as if it had been there once
            if counters[above] is None:
                passed = _shape(found, above)
                counters[above] = starts.pop(above, passed.start if passed is not None else 0)
        for deeper in range(level + 1, LEVELS):
            if counters[deeper] is not None:
                below = _shape(found, deeper)
                restart = below.restart if below is not None else None
                # lvlRestart names, from 1, the deepest level that makes this one start again; 0: none does.
                if restart is None or level < restart:
                    counters[deeper] = None
        if shape.hidden:
            return None
        if shape.format == "bullet":
            return Label(symbols.bullet(shape.text, shape.font), shape.blank, True, level)
        text = _PLACE.sub(lambda place: _number(found, counters, int(place[1]) - 1, shape), shape.text)
        text = folding.clean(text).strip()
        return Label(text, shape.blank, False, level) if text else None

    def inner(self, list_id: str, level: int, below: int, place: int) -> str:
        """The text of the label at `place`, from 1, of those that stand in the paragraph which is to be counted next,
        at a level `below` its own. Nothing is counted."""
        kept = deepcopy(self._counts)
        self.label(list_id, level)
        label = None
        for _ in range(min(place, _MOST_INNER)):
            label = self.label(list_id, below)
        self._counts = kept
        return label.text if label is not None and not label.bullet else ""


def _number(found: _List, counters: Sequence[int | None], level: int, shown_in: _Level) -> str:
    shape = _shape(found, level)
    if shape is None:
        return ""
    current = counters[level]
    if current is None:  # a level below
        current = shape.start
    if shown_in.legal and shape.format not in ("none", "bullet") and not (
        shape is shown_in and shape.format == "decimalZero"
    ):
        return str(current)
    if shape.pattern:
        return listnumbers.format_custom(current, shape.pattern)
    return listnumbers.format_number(current, shape.format)


def _shape(found: _List, level: int) -> _Level | None:
    return found.levels.get(level) or found.abstract.levels.get(level)


def _abstract(element: etree._Element) -> _Abstract:
    abstract = _Abstract(style_link=value(element, W + "numStyleLink"))
    for child in element.iterchildren(W + "lvl"):
        place = number(child.get(W + "ilvl"))
        if place is not None:
            level = abstract.levels[place] = _level(child)
            if level.style:
                abstract.by_style[level.style] = place
    return abstract


def _list(element: etree._Element, abstract: _Abstract) -> _List:
    made = _List(abstract)
    for override in element.iterchildren(W + "lvlOverride"):
        place = number(override.get(W + "ilvl"))
        if place is None:
            continue
        child = override.find(W + "lvl")
        if child is not None:
            level = _level(child)
            inherited = abstract.levels.get(place)
            if child.find(W + "start") is None and inherited is not None:
                level = replace(level, start=inherited.start)
            made.levels[place] = level
        start = number(value(override, W + "startOverride"))
        if start is not None:
            made.starts[place] = start
    return made


def _level(element: etree._Element) -> _Level:
    level = _Level()
    for child in element:
        tag = child.tag
        if tag == ALTERNATE:
            branch = alternative(child)
            child = branch[0] if branch is not None and len(branch) else child
            tag = child.tag
        if tag == W + "start":
            level.start = number(child.get(VAL)) or 0
        elif tag == W + "numFmt":
            level.format = child.get(VAL) or "decimal"
            level.pattern = child.get(W + "format") or "" if level.format == "custom" else ""
        elif tag == W + "lvlText":
            level.text = child.get(VAL) or ""
        elif tag == W + "suff":
            level.blank = "" if child.get(VAL) == "nothing" else " "
        elif tag == W + "isLgl":
            level.legal = is_on(child)
        elif tag == W + "lvlRestart":
            level.restart = number(child.get(VAL))
        elif tag == W + "pStyle":
            level.style = child.get(VAL) or ""
        elif tag == RPR:
            level.hidden = switch(child, W + "vanish") is True
            fonts = child.find(W + "rFonts")
            if fonts is not None:
                level.font = fonts.get(W + "ascii") or fonts.get(W + "hAnsi") or ""
    return level
