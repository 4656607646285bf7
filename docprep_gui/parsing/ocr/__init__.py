"""Text in pictures and scans. An engine, which is an extra, reads a picture once; the readers of the formats only look
at what it has read (`Readings`), so that they stay quick and can be tested without it."""

from __future__ import annotations

from collections.abc import Container, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Literal

from docprep_gui.domain.document import PictureRef
from docprep_gui.parsing.content import Box

Segment = tuple[float, float, float]
"""A ruling line: (place across, from, to)."""
MOST_PICTURES = 30
DOUBTFUL = 0.7
"""Below this probability a character is one that a person should look at."""


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line of text in a picture. For each character of `text`: `centres` its middle from left to right, `sure` the
    probability that it is right, 0 to 1. Places are in the frame of the `Reading`."""

    text: str
    box: Box
    centres: tuple[float, ...]
    sure: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read in one picture, in points, y downwards.

    The *frame*, `width` x `height`, is the picture turned and straightened so that its lines are level. `to_picture`:
    (a, b, c, d, e, f) with x' = a·x + c·y + e and y' = b·x + d·y + f takes a place of the frame to the picture as it
    came. `across`, `down`: ruling lines. `failed`: the engine gave up (a time limit, a fault); nothing is known then.
    """

    width: float
    height: float
    to_picture: tuple[float, float, float, float, float, float] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    lines: tuple[ReadLine, ...] = ()
    across: tuple[Segment, ...] = ()
    down: tuple[Segment, ...] = ()
    failed: bool = False

    def in_picture(self, box: Box) -> Box:
        """The box around a box of the frame, in the picture as it came."""
        a, b, c, d, e, f = self.to_picture
        corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
        xs = [a * x + c * y + e for x, y in corners]
        ys = [b * x + d * y + f for x, y in corners]
        return min(xs), min(ys), max(xs), max(ys)


FAILED = Reading(0.0, 0.0, failed=True)


@dataclass(frozen=True, slots=True)
class Readings:
    """What a reader may use. `state`: "on", or why text in pictures is not read. `known`: what has been read of this
    very file; what is missing there goes to `Document.unread`. `sha256`: of the bytes that it was read of, "" for any:
    of others nothing is known. `most`: how many pictures among text are read in a file; pages without text are not
    counted."""

    state: Literal["on", "off", "missing"] = "off"
    known: Mapping[PictureRef, Reading] = field(default_factory=dict)
    sha256: str = ""
    most: int = MOST_PICTURES

    def of(self, sha256: str) -> Readings:
        """What of it holds for a file of these bytes."""
        return self if self.sha256 in ("", sha256) else replace(self, known={}, sha256="")

    @property
    def reason(self) -> dict[str, str]:
        """For notices of pictures that were not read: they wait for it, or nobody reads them."""
        return {"reason": "waiting" if self.state == "on" else self.state}

    def get(self, picture: PictureRef) -> Reading | None:
        return self.known.get(picture)

    def worth(self, pictures: Mapping[PictureRef, tuple[float, Hashable]]) -> Container[PictureRef]:
        """Which pictures among text are read, of all that a file has: the largest, so many as `most`; those of one
        content count as one. What is known already makes no difference. For each: how large it is, and what only those
        of its content have."""
        largest: dict[Hashable, float] = {}
        for size, content in pictures.values():
            largest[content] = max(size, largest.get(content, 0.0))
        chosen = frozenset(sorted(largest, key=lambda content: -largest[content])[: self.most])
        return frozenset(picture for picture, (_, content) in pictures.items() if content in chosen)


OFF = Readings()


@cache
def installed() -> bool:
    """Is the engine there? Nothing of it is imported."""
    return all(find_spec(name) is not None for name in ("rapidocr", "onnxruntime", "cv2"))


@cache
def engine_version() -> str:
    """Names what may change the text that is read; "" where the engine is missing."""
    if not installed():
        return ""
    try:
        return f"rapidocr {version('rapidocr')}, layout {_LAYOUT}"
    except PackageNotFoundError:
        return f"rapidocr, layout {_LAYOUT}"


_LAYOUT = 6
"""Counts on whenever what is done before and after the engine changes what comes out."""
