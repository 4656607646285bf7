"""A picture made ready: letters dark on light, the specks of a fax gone."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from docprep_gui.parsing.ocr.engine import Image

_DARK, _NEAR, _LEVEL = 96, 24, 0.5
_BLACK, _WHITE, _TWO_SHADES = 48, 208, 0.98
_SPECKLED = 0.001


def made_ready(image: Image) -> Image:
    return _cleared(_dark_on_light(image))


def _dark_on_light(image: Image) -> Image:
    """A picture whose ground is dark, and the same nearly everywhere, as its negative."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    ground = float(np.median(gray))
    if ground > _DARK or np.count_nonzero(cv2.inRange(gray, ground - _NEAR, ground + _NEAR)) < _LEVEL * gray.size:
        return image
    return np.asarray(255 - image, np.uint8)


def _cleared(image: Image) -> Image:
    """A picture of black and white alone, with so many lone dots that letters drown in them, without these. Two dots
    together may be a point between figures."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if np.count_nonzero((gray < _BLACK) | (gray > _WHITE)) < _TWO_SHADES * gray.size:
        return image
    dark = (gray < 128).astype(np.uint8)
    specks = _lone(dark)
    if np.count_nonzero(specks) < _SPECKLED * gray.size:
        return image
    dark[specks] = 0
    dark[_lone(1 - dark)] = 1
    return np.asarray(cv2.cvtColor(255 * (1 - dark), cv2.COLOR_GRAY2BGR), np.uint8)


def _lone(marks: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where a mark has none beside it."""
    around = cv2.filter2D(marks, cv2.CV_8U, np.ones((3, 3), np.float32), borderType=cv2.BORDER_CONSTANT)
    return np.asarray((marks == 1) & (around == 1), np.bool_)
