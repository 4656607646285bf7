"""What one cell of a tree, list or table shows, as frozen values: models make them, `delegates` paints them, and the
same words go to the screen reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt

from docprep_gui.domain.chunk import Priority, Route
from docprep_gui.gui import words

CELL = int(Qt.ItemDataRole.UserRole) + 1
"""Role under which a model gives the Cell of an index."""
DIMMED = int(Qt.ItemDataRole.UserRole) + 2
"""Role: True where the row is shown as disabled."""

HEIGHT = int(Qt.ItemDataRole.UserRole) + 3
"""Role: height of the row in pixels of the table, where rows differ."""

Tone = Literal["text", "muted", "accent", "error", "warn", "ok", "model", "faint", "mask", "hit", "high"]


@dataclass(frozen=True, slots=True)
class Text:
    """Text, elided at the end (`middle`: in the middle, for file names). `second` follows in muted small type.
    `wide`: runs over columns after it that are empty in its row.
    `icon` stands in front in the colour of `icon_tone`; `badge` (number, tint 0 or 1) instead of an icon."""

    text: str
    bold: bool = False
    tone: Tone = "text"
    small: bool = False
    icon: str | None = None
    icon_tone: Tone = "muted"
    badge: tuple[int, int] | None = None
    second: str = ""
    middle: bool = False
    right: bool = False
    indent: int = 0
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A hit (`kind` hit) or a masked place (`kind` mask): a small square, then the name."""

    text: str
    kind: Literal["hit", "mask"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, right-aligned, figures of equal width."""

    text: str
    tone: Tone = "text"
    bold: bool = False


@dataclass(frozen=True, slots=True)
class RoutePill:
    route: Route


@dataclass(frozen=True, slots=True)
class PriorityMark:
    priority: Priority


@dataclass(frozen=True, slots=True)
class Pill:
    """A pill of any pair of the table, e.g. pair "error" with icon "triangle"."""

    text: str
    pair: str
    icon: str


@dataclass(frozen=True, slots=True)
class State:
    """An icon and a word in one colour."""

    text: str
    icon: str
    tone: Tone = "muted"


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead somewhere; the model's view acts on click and on Enter."""

    text: str
    right: bool = False
    indent: int = 0
    icon: str | None = None


@dataclass(frozen=True, slots=True)
class Spread:
    """Small text that runs from its column to the end of the row, over columns that are empty there."""

    text: str
    tone: Tone = "muted"


@dataclass(frozen=True, slots=True)
class Pair:
    """A label in the left and a short value at the right of one row."""

    left: Text | State
    right: Text | Link


@dataclass(frozen=True, slots=True)
class Switch:
    """A check box with its words; the model's view switches on a click on the box and on Space."""

    text: str
    on: bool
    second: str = ""
    middle: bool = False
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rule does, as pills in a row."""

    route: Route | None = None
    priority: Priority | None = None
    tags: tuple[str, ...] = ()
    indent: int = 0


Cell = Text | Mark | Figure | RoutePill | PriorityMark | Pill | State | Link | Spread | Pair | Switch | Outcome


def say(cell: Cell) -> str:
    """The words of a cell for the screen reader and for tests."""
    match cell:
        case RoutePill(route):
            return words.named(words.column("route"), words.route(route))
        case PriorityMark(priority):
            return words.named(words.column("priority"), words.priority(priority))
        case Pair(left, right):
            return f"{say(left)} {say(right)}".strip()
        case Outcome(route, priority, tags, _):
            parts = [words.route(route)] if route else []
            if priority:
                parts.append(words.named(words.column("priority"), words.priority(priority)))
            return " · ".join((*parts, *tags))
        case Text(text=text, second=second) | Switch(text=text, second=second):
            return f"{text} {second}".strip()
        case _:
            return cell.text
