"""The frame of a page: the page turned so that its lines of text are horizontal, and the way back.

Boxes are (x0, y0, x1, y1) in points from the top left corner, y downwards; `width` and `height` are those of the page
as its file has it, without its rotation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from docprep_gui.parsing.content import Box

_Turn = Callable[[Box, float, float], Box]


@dataclass(frozen=True, slots=True)
class Frame:
    """`into` maps a box of the page to the frame, `back` is its inverse; `turned`: width and height change places."""

    into: _Turn
    back: _Turn
    turned: bool = False


def _same(box: Box, width: float, height: float) -> Box:
    return box


def _upside_down(box: Box, width: float, height: float) -> Box:
    return width - box[2], height - box[3], width - box[0], height - box[1]


def _from_upwards(box: Box, width: float, height: float) -> Box:
    return height - box[3], box[0], height - box[1], box[2]


def _to_upwards(box: Box, width: float, height: float) -> Box:
    return box[1], height - box[2], box[3], height - box[0]


def _from_downwards(box: Box, width: float, height: float) -> Box:
    return box[1], width - box[2], box[3], width - box[0]


def _to_downwards(box: Box, width: float, height: float) -> Box:
    return width - box[3], box[0], width - box[1], box[2]


AS_IS = Frame(_same, _same)
# Vertical writing runs down, its columns from right to left: turned, these are lines from top to bottom.
DOWNWARDS = Frame(_from_downwards, _to_downwards, turned=True)
BY_DIRECTION: dict[tuple[float, float], Frame] = {
    (1.0, 0.0): AS_IS,
    (-1.0, 0.0): Frame(_upside_down, _upside_down),
    (0.0, -1.0): Frame(_from_upwards, _to_upwards, turned=True),
    (0.0, 1.0): DOWNWARDS,
}
