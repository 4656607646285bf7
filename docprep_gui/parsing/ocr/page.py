"""One picture: turned right, straightened, its ruling lines found, its lines read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from docprep_gui.parsing.ocr import Reading, ReadLine, Segment
from docprep_gui.parsing.ocr.engine import Image, LineText, Quads
from docprep_gui.parsing.ocr.ready import made_ready

_PAGE_LOOK = 960
_PART_LOOK = 480
_TABLE_LOOK = 1440
"""Pixels of the longer side at which lines are looked for first, in a page and in a picture among text. Looking costs
by the square of it. Lines that are lower there than _LETTER pixels are looked for closer, up to _CLOSER; tables always,
since lone figures are overlooked with less. Letters on a screen are low and close together: _PART_LETTER."""
_CLOSER = 2000
_LETTER = 15.0
_PART_LETTER = 20.0
_SHORT = 12.0
_TABLE_SHARE = 0.3
_TABLE_LEAST = 6
_GRID_ACROSS, _GRID_DOWN = 3, 2
_FAINTEST = 24
_BAR = 1 / 60
_ENLARGE = 2.0
_TINY = 16
_LEAST = 0.5
_GOOD = 0.8
_BETTER = 0.1
_SAMPLES = 5
_RULED = 0.95
_RED, _RED_BY = 110, 50
_SEAL, _OVAL, _CUT = 0.08, 1.6, 0.012
_UNDER = 0.4
_SHADES, _GROUND_LEAST, _GROUND_MOST, _GROUND_SHARE, _BLUR = 40, 0.2, 8.0, 0.4, 3
_GROUND_PART, _FAINT, _DRAWN = 0.1, 15, 0.8
_LONG = 2.0
_STEEPEST = 15.0
_STRAIGHT = 0.15
_TALL, _NARROW, _PAGE = 3.0, 320, 1.4
_PROFILE = 1000
Matrix = NDArray[np.float64]
"""3 x 3, homogeneous."""


class _Ground(NamedTuple):
    """A dark area that light letters stand on; `shade`: how dark, from 0."""

    x0: float
    y0: float
    x1: float
    y1: float
    shade: float


class Eyes(Protocol):
    """What is needed of the engine."""

    def detect(self, image: Image, longest: int) -> Quads: ...

    def read(self, line: Image) -> LineText: ...


def recognise(image: Image, points: float, engine: Eyes, *, part: bool = False) -> Reading:
    """`points`: what a pixel of the image measures. `part`: the picture stands among text, where most are photos, logos
    and drawings: one in which a quick look finds no line is left at that."""
    if min(image.shape[:2]) < _TINY or int(image.max()) - int(image.min()) < _FAINTEST:
        return Reading(image.shape[1] * points, image.shape[0] * points)
    image = made_ready(image)
    first = _PART_LOOK if part else _PAGE_LOOK
    upright, quads, back = _turned(image, np.eye(3), engine, first)
    upright, quads, back = _straightened(upright, quads, back)
    across, down = _ruling(upright, quads)
    found = _lines(upright, quads, down, engine, first)
    if _is_upside_down(upright, quads, found, engine):
        upright, back = _turn(upright, back, 2)
        upright, quads, back = _straightened(upright, _detect(upright, engine, first), back)
        across, down = _ruling(upright, quads)
        found = _lines(upright, quads, down, engine, first)
    height, width = upright.shape[:2]
    lines = [_line(read, quad, ink, points) for read, quad, ink in found if read.confidence >= _LEAST]
    scaled = (back[0, 0], back[1, 0], back[0, 1], back[1, 1], back[0, 2] * points, back[1, 2] * points)
    return Reading(
        width * points, height * points, tuple(round(float(value), 6) for value in scaled),  # type: ignore[arg-type]
        tuple(lines), _in_points(across, points), _in_points(down, points),
    )


_Ink = tuple[float, float, float, float]
_Found = tuple[LineText, NDArray[np.float32], _Ink]


def _lines(image: Image, quads: Quads, down: Sequence[Segment], engine: Eyes, first: int) -> list[_Found]:
    """The text under seals is read without them; what is found beside it, such as the text of the seals, with them."""
    plain = _without_seals(image)
    if plain is None:
        return _read(image, _split(quads, down), engine)
    under = _detect(plain, engine, first)
    boxes = [(*quad.min(axis=0), *quad.max(axis=0)) for quad in under]
    rest = quads[[not any(_share(quad, box) > _UNDER for box in boxes) for quad in quads]]
    return _read(plain, _split(under, down), engine) + _read(image, _split(rest, down), engine)


def _share(quad: NDArray[np.float32], box: tuple[Any, ...]) -> float:
    """Of the box around a quad or of the other, the smaller one, that lies in both."""
    (x0, y0), (x1, y1) = quad.min(axis=0), quad.max(axis=0)
    both = max(0.0, min(x1, box[2]) - max(x0, box[0])) * max(0.0, min(y1, box[3]) - max(y0, box[1]))
    return float(both / max(1.0, min((x1 - x0) * (y1 - y0), (box[2] - box[0]) * (box[3] - box[1]))))


def _without_seals(image: Image) -> Image | None:
    """The picture with its seals faded: red ink is nearly white to red light, black ink under it is black. None where
    nothing is red and as round or square as a seal."""
    blue, green, red = (image[:, :, n].astype(np.int16) for n in range(3))
    inked = ((red > _RED) & (red - np.maximum(blue, green) > _RED_BY)).astype(np.uint8)
    longest = max(image.shape[:2])
    gap = max(3, round(_CUT * longest))  # a line of text cuts the ring of a seal
    _, _, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(inked, np.ones((gap, gap), np.uint8)))
    least = _SEAL * longest
    found = [(x, y, wide, high) for x, y, wide, high, _ in stats[1:]
             if min(wide, high) >= least and max(wide, high) <= _OVAL * min(wide, high)]
    if not found:
        return None
    plain = image.copy()
    for x, y, wide, high in found:
        part = plain[y : y + high, x : x + wide]
        part[:] = part[:, :, 2:]
    return plain


def _read(image: Image, quads: Sequence[NDArray[np.float32]], engine: Eyes) -> list[_Found]:
    found = []
    for quad in quads:
        crop = _crop(image, quad)
        found.append((engine.read(crop), quad, _ink(crop)))
    return found


def _line(read: LineText, quad: NDArray[np.float32], ink: _Ink, points: float) -> ReadLine:
    """`ink`: the box of the letters, as shares of width and height."""
    left, right = float(quad[:, 0].min()), float(quad[:, 0].max())
    top, low = float(quad[:2, 1].mean()), float(quad[2:, 1].mean())
    centres = tuple(round((left + (right - left) * middle) * points, 2) for middle in read.middles)
    x0, x1 = left + ink[0] * (right - left), left + ink[2] * (right - left)
    y0, y1 = top + ink[1] * (low - top), top + ink[3] * (low - top)
    box = (round(x0 * points, 2), round(y0 * points, 2), round(x1 * points, 2), round(y1 * points, 2))
    return ReadLine(read.text, box, centres, read.sure)


def _ink(crop: Image) -> _Ink:
    """The box of the letters, as shares of width and height: detection leaves room around them, more or less of it by
    the quality of the scan. Of several bands of ink the heaviest, and those that belong to it as the parts of 台 do: a
    ruling line runs from side to side, and what other lines of text leave here is cut off at the edge."""
    gray = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    _, dark = cv2.threshold(gray, 0, 1, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
    if 2 * int(dark.sum()) > dark.size:
        dark = 1 - dark  # light letters on a dark ground
    rows = dark.sum(axis=1)
    inked = np.flatnonzero(rows > max(1.0, 0.01 * crop.shape[1]))
    if not len(inked):
        return 0.0, 0.0, 1.0, 1.0
    bands = np.split(inked, np.flatnonzero(np.diff(inked) > 2) + 1)
    width, height = crop.shape[1], crop.shape[0]
    heaviest = max(bands, key=lambda band: int(rows[band].sum()))

    def belongs(band: NDArray[np.int64]) -> bool:
        if band is heaviest:
            return True
        across = np.count_nonzero(dark[band[0] : band[-1] + 1].any(axis=0))
        return bool(band[0] > 1 and band[-1] < height - 2 and across < _RULED * width)

    own = [band for band in bands if belongs(band)]
    top, low = int(own[0][0]), int(own[-1][-1]) + 1
    columns = np.flatnonzero(dark[top:low].sum(axis=0) > 1)
    left, right = (columns[0], columns[-1] + 1) if len(columns) else (0, width)
    return float(left) / width, top / height, float(right) / width, low / height


def _in_points(segments: Sequence[Segment], points: float) -> tuple[Segment, ...]:
    return tuple((round(a * points, 2), round(b * points, 2), round(c * points, 2)) for a, b, c in segments)


# --- which way up ---------------------------------------------------------------------------------------
def _sizes(quads: Quads) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Width and height of each."""
    def apart(one: int, other: int) -> NDArray[np.float32]:
        return np.asarray(np.linalg.norm(quads[:, one] - quads[:, other], axis=1), np.float32)

    return np.maximum(apart(0, 1), apart(3, 2)), np.maximum(apart(0, 3), apart(1, 2))


def _detect(image: Image, engine: Eyes, first: int) -> Quads:
    """Of a picture several pages high (a recording of a screen as far as it scrolls), page by page."""
    height, width = image.shape[:2]
    if height <= _TALL * width or width < _NARROW:
        return _detect_page(image, engine, first)
    found = []
    edges = _blank_rows(image)
    for top, low in pairwise(edges):
        quads = _detect_page(np.ascontiguousarray(image[top:low]), engine, first)
        found.append(quads + np.array((0, top), np.float32))
    return np.concatenate(found)


def _blank_rows(image: Image) -> list[int]:
    """Where a tall picture is cut: at rows that are most of one shade, as far apart as a page is high."""
    height, width = image.shape[:2]
    rows = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32).std(axis=1)
    page, edges = round(_PAGE * width), [0]
    while height - edges[-1] > 1.5 * page:
        start = edges[-1] + page // 2
        likely = rows[start : edges[-1] + page]
        edges.append(start + len(likely) - 1 - int(np.argmin(likely[::-1])))
    return [*edges, height]


def _detect_page(image: Image, engine: Eyes, first: int) -> Quads:
    """`first`: at how many pixels it is looked at; then closer where the letters are small, or may stand in a table."""
    longest = max(image.shape[:2])
    most = round(_ENLARGE * longest)
    look = min(_TABLE_LOOK if first == _PAGE_LOOK and _has_grid(image) else first, most)
    quads = engine.detect(image, look)
    if not len(quads):
        return quads
    letters = float(np.median(np.minimum(*_sizes(quads)))) * look / longest
    wanted = _LETTER if first == _PAGE_LOOK else _PART_LETTER
    closer = look * wanted / letters if letters < wanted else 0.0
    if _is_tabular(quads):
        closer = max(closer, _TABLE_LOOK)
    closer = min(round(closer), _CLOSER, most)
    return engine.detect(image, closer) if closer > 1.1 * look else quads


def _has_grid(image: Image) -> bool:
    """Do ruling lines cross? The height of letters is not known yet, so the lines must be longer than those of most."""
    across, down = _lines_of(image, _BAR * max(image.shape[:2]))
    return len(across) >= _GRID_ACROSS and len(down) >= _GRID_DOWN


def _is_tabular(quads: Quads) -> bool:
    """Are many lines as short as those in cells, with others beside them?"""
    wide, high = np.maximum(*_sizes(quads)), np.minimum(*_sizes(quads))
    middles = quads.mean(axis=1)
    lying = float(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1).sum()) >= float(wide.sum()) / 2
    across = middles[:, 1 if lying else 0]
    beside = (np.abs(across[:, None] - across[None, :]) < 0.5 * high[:, None]).sum(axis=1) > 1
    short = int(((wide < _SHORT * high) & beside).sum())
    return short >= max(_TABLE_LEAST, _TABLE_SHARE * len(quads))


def _turned(image: Image, back: Matrix, engine: Eyes, first: int) -> tuple[Image, Quads, Matrix]:
    """A picture whose lines stand, by the shape of most, is turned so that they lie: the way in which the longest are
    read the surer. `back`: the way back to the picture as it came."""
    quads = _detect(image, engine, first)
    if not len(quads):
        return image, quads, back
    widths, heights = _sizes(quads)
    lying = float(widths[widths > _LONG * heights].sum())
    standing = float(heights[heights > _LONG * widths].sum())
    if standing <= lying:
        return image, quads, back
    crops = _longest(image, quads)
    sure = {turns: _confidence(crops, turns, engine) for turns in (1, 3)}
    turns = max(sure, key=lambda turns: sure[turns])
    if sure[turns] < _LEAST:
        return image, quads, back  # columns of vertical writing, which cannot be read either way
    image, back = _turn(image, back, turns)
    return image, _detect(image, engine, first), back


def _turn(image: Image, back: Matrix, turns: int) -> tuple[Image, Matrix]:
    """By quarter turns against the clock."""
    height, width = image.shape[:2]
    undone = {
        1: [[0, -1, width], [1, 0, 0], [0, 0, 1]],
        2: [[-1, 0, width], [0, -1, height], [0, 0, 1]],
        3: [[0, 1, 0], [-1, 0, height], [0, 0, 1]],
    }[turns]
    return np.ascontiguousarray(np.rot90(image, turns)), back @ np.array(undone, np.float64)


def _is_upside_down(image: Image, quads: Quads, found: Sequence[_Found], engine: Eyes) -> bool:
    """Is most of it read without being sure, and surer the other way up?"""
    signs = sum(len(read.text) for read, _, _ in found)
    sure = sum(read.confidence * len(read.text) for read, _, _ in found) / signs if signs else 0.0
    if not found or sure >= _GOOD:
        return False
    crops = _longest(image, quads)
    return _confidence(crops, 2, engine) > _confidence(crops, 0, engine) + _BETTER


def _longest(image: Image, quads: Quads) -> list[Image]:
    order = np.argsort(-np.maximum(*_sizes(quads)), kind="stable")
    return [_crop(image, quads[place]) for place in order[:_SAMPLES]]


def _confidence(crops: Sequence[Image], turns: int, engine: Eyes) -> float:
    """The mean over all characters of the lines."""
    read = [engine.read(np.ascontiguousarray(np.rot90(crop, turns))) for crop in crops]
    signs = sum(len(line.text) for line in read)
    return sum(line.confidence * len(line.text) for line in read) / signs if signs else 0.0


# --- straight -------------------------------------------------------------------------------------------
def _straightened(image: Image, quads: Quads, back: Matrix) -> tuple[Image, Quads, Matrix]:
    angle = _skew(quads)
    # Boxes of short lines are tilted by chance; rows of the straight picture part more sharply.
    if abs(angle) < _STRAIGHT or _sharpness(image, angle) <= _sharpness(image, 0.0):
        return image, quads, back
    height, width = image.shape[:2]
    turn = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0), [0, 0, 1]])
    cos, sin = abs(turn[0, 0]), abs(turn[0, 1])
    wide, high = math.ceil(width * cos + height * sin), math.ceil(width * sin + height * cos)
    turn[0, 2] += (wide - width) / 2
    turn[1, 2] += (high - height) / 2
    level = cv2.warpAffine(image, turn[:2], (wide, high), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    moved = cv2.perspectiveTransform(quads.reshape(-1, 1, 2), turn).reshape(-1, 4, 2)
    return np.asarray(level, np.uint8), np.asarray(moved, np.float32), back @ np.linalg.inv(turn)


def _sharpness(image: Image, angle: float) -> float:
    """How clearly dark and light rows take turns when the picture is turned by so many degrees (the projection profile
    of Postl 1986)."""
    scale = _PROFILE / max(image.shape[:2])
    small = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height, width = small.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    turned = cv2.warpAffine(small, turn, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rows = turned.astype(np.float64).sum(axis=1)
    return float(np.square(np.diff(rows)).sum())


def _skew(quads: Quads) -> float:
    """Degrees by which the lines run downwards: the median of the long ones, by their length."""
    widths, heights = _sizes(quads) if len(quads) else (np.zeros(0, np.float32), np.zeros(0, np.float32))
    slopes = []
    for quad, width, height in zip(quads, widths, heights, strict=True):
        if width > 5 * height:
            run = quad[1] + quad[2] - quad[0] - quad[3]
            slopes.append((math.degrees(math.atan2(float(run[1]), float(run[0]))), float(width)))
    half = sum(width for _, width in slopes) / 2
    for angle, width in sorted(slopes):
        half -= width
        if half <= 0:
            return angle if abs(angle) <= _STEEPEST else 0.0
    return 0.0


# --- ruling lines ---------------------------------------------------------------------------------------
def _ruling(image: Image, quads: Quads) -> tuple[list[Segment], list[Segment]]:
    """Lines longer than characters are high, in pixels, and the upper and lower edges of dark grounds of light
    letters."""
    if not len(quads):
        return [], []
    letter = float(median(np.minimum(*_sizes(quads)).tolist()))
    grounds = _grounds(image, quads, letter)
    across, down = _lines_of(image, letter, grounds)
    near = letter / 2
    for ground in grounds:
        x0, y0, x1, y1, _ = ground
        across += [(y0, x0, x1), (y1, x0, x1)]
        down = [_through(line, ground, image, quads, near) for line in down]
        down += [(x, y0, y1) for x in (x0, x1)
                 if not any(abs(x - own) < near and top <= y0 and y1 <= low for own, top, low in down)]
    return sorted(across), sorted(down)


def _through(line: Segment, ground: _Ground, image: Image, quads: Quads, near: float) -> Segment:
    """An upright line that ends at a ground goes on through it where it shows there, darker or lighter; where it does
    not, no letters may be in its way, and the ground must hold several texts, or they have one cell."""
    x, top, low = line
    x0, y0, x1, y1, shade = ground
    if not (x0 - near < x < x1 + near and (abs(top - y1) < near or abs(low - y0) < near)):
        return line
    strip = image[int(y0) + _BLUR : int(y1) - _BLUR, max(int(x) - _BLUR, 0) : int(x) + _BLUR + 1]
    apart = np.abs(strip.mean(axis=2) - shade) > _FAINT
    if not (apart.size and float(apart.mean(axis=0).max()) >= _DRAWN):
        middle = quads[:, :, 1].mean(axis=1)
        inside = quads[(y0 < middle) & (middle < y1)]
        left, right = inside[:, :, 0].min(axis=1), inside[:, :, 0].max(axis=1)
        if len(inside) < 2 or bool(((left + near < x) & (x < right - near)).any()):
            return line
    return x, min(top, y0), max(low, y1)


def _grounds(image: Image, quads: Quads, letter: float) -> list[_Ground]:
    """Level ones, such as the head of a table has. Heavy letters are no wider than themselves."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    tallest = round(_GROUND_MOST * letter)
    brush = np.ones((max(3, round(_GROUND_LEAST * letter)),) * 2, np.uint8)
    found: list[_Ground] = []
    for quad in quads:
        (x0, y0), (x1, y1) = np.maximum(quad.min(axis=0), 0).astype(int), quad.max(axis=0).astype(int) + 1
        if any(x0 >= one.x0 and y0 >= one.y0 and x1 <= one.x1 and y1 <= one.y1 for one in found):
            continue
        part = gray[y0:y1, x0:x1]
        limit, dark = cv2.threshold(part, 0, 1, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
        if 2 * int(dark.sum()) <= dark.size:
            continue
        shade = float(np.median(part[part <= limit]))
        above = max(0, y0 - tallest)
        band = cv2.inRange(gray[above : y1 + tallest], shade - _SHADES, shade + _SHADES)
        # Opened, so that ruling lines lead to nothing else.
        _, labels, stats, _ = cv2.connectedComponentsWithStats(cv2.morphologyEx(band, cv2.MORPH_OPEN, brush))
        met = labels[y0 - above : y1 - above, x0:x1]
        if not met.any():
            continue
        counts = np.bincount(met[met > 0])
        parts = stats[np.flatnonzero(counts > _GROUND_PART * counts.sum())]  # lines may part it
        (left, top), (right, low) = parts[:, :2].min(axis=0), (parts[:, :2] + parts[:, 2:4]).max(axis=0)
        wide, high = int(right - left), int(low - top)
        if high <= tallest and wide > max(high, x1 - x0) and parts[:, 4].sum() >= _GROUND_SHARE * wide * high:
            found.append(_Ground(float(left), float(above + top), float(right), float(above + low), shade))
    return found


def _lines_of(
    image: Image, letter: float, grounds: Sequence[_Ground] = ()
) -> tuple[list[Segment], list[Segment]]:
    """`letter`: how high letters are, in pixels. `grounds`: areas in which none are looked for: between light letters
    the ground would be taken for upright lines, between two rows of them for level ones."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    dark = cv2.adaptiveThreshold(gray, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 31, 12)
    for x0, y0, x1, y1, _ in grounds:
        dark[max(int(y0) - _BLUR, 0) : int(y1) + _BLUR, max(int(x0) - _BLUR, 0) : int(x1) + _BLUR] = 0
    length = max(24, round(1.3 * letter))
    return _segments(dark, length, letter, level=True), _segments(dark, length, letter, level=False)


def _segments(dark: NDArray[Any], length: int, letter: float, *, level: bool) -> list[Segment]:
    def brush(along: int, across: int) -> NDArray[np.uint8]:
        return np.ones((across, along) if level else (along, across), np.uint8)

    found = cv2.morphologyEx(dark, cv2.MORPH_OPEN, brush(length, 1))
    # A line that leans a little steps from row to row; small gaps are faults of the scan.
    found = cv2.dilate(found, brush(5, 3))
    _, _, stats, centres = cv2.connectedComponentsWithStats(found)
    segments = []
    for (left, top, width, height, _), (x, y) in zip(stats[1:], centres[1:], strict=True):
        thickness = height if level else width
        if thickness <= max(9.0, 0.5 * letter):
            start, end = (left, left + width) if level else (top, top + height)
            segments.append((float(y if level else x), float(start + 2), float(end - 2)))
    return sorted(segments)


def _split(quads: Quads, down: Sequence[Segment]) -> list[NDArray[np.float32]]:
    """The quads, cut where a line of a table runs through them, top down and from left to right. A box is higher than
    its letters, so that no stroke of a letter reaches from one side to the other."""
    parts: list[NDArray[np.float32]] = []
    for quad in quads:
        (x0, y0), (x1, y1) = quad.min(axis=0), quad.max(axis=0)
        height = float(y1 - y0)
        walls = [x for x, top, bottom in down
                 if x0 - 1 < x < x1 + 1 and top <= y0 + 0.05 * height and bottom >= y1 - 0.05 * height]
        if not walls or height > x1 - x0:
            parts.append(quad)
            continue
        edges = [float(x0), *walls, float(x1)]
        for left, right in pairwise(edges):
            left, right = left + 2 * (left in walls), right - 2 * (right in walls)
            if right - left >= 0.4 * height:
                parts.append(_between(quad, left, right))
    return sorted(parts, key=lambda quad: (float(quad[:, 1].mean()), float(quad[:, 0].min())))


def _between(quad: NDArray[np.float32], left: float, right: float) -> NDArray[np.float32]:
    """The part of a level quad between two places."""
    def at(start: NDArray[np.float32], end: NDArray[np.float32], x: float) -> list[float]:
        share = min(1.0, max(0.0, (x - float(start[0])) / max(float(end[0] - start[0]), 1.0)))
        return [x, float(start[1] + share * (end[1] - start[1]))]

    top_left, top_right, low_right, low_left = quad
    return np.array([at(top_left, top_right, left), at(top_left, top_right, right), at(low_left, low_right, right),
                     at(low_left, low_right, left)], np.float32)


def _crop(image: Image, quad: NDArray[np.float32]) -> Image:
    """The part inside the quad, made a rectangle."""
    width = max(1, round(float(max(np.linalg.norm(quad[0] - quad[1]), np.linalg.norm(quad[3] - quad[2])))))
    height = max(1, round(float(max(np.linalg.norm(quad[0] - quad[3]), np.linalg.norm(quad[1] - quad[2])))))
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad, target)
    return np.asarray(cv2.warpPerspective(image, matrix, (width, height), flags=cv2.INTER_CUBIC,
                                          borderMode=cv2.BORDER_REPLICATE), np.uint8)
