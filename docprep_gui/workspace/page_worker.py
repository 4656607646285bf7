"""What the process that draws pages does: it keeps the last files open, draws pages of them and the pictures inside
them, and tells where each character of a line stands.

Runs in a process of its own (see `workspace.pages`), since MuPDF is not made for threads and holds the interpreter.
"""

from __future__ import annotations

import errno
import hashlib
import math
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from docprep_gui.domain.errors import DocPrepError
from docprep_gui.text import folding
from docprep_gui.workspace.files import readable

if TYPE_CHECKING:
    from docprep_gui.parsing.package import Package

Box = tuple[float, float, float, float]


class PageError(DocPrepError):
    """A page cannot be drawn. Of the whole file: page_gone, page_changed, page_locked, page_unreadable. Of one page:
    page_damaged, page_slow; of a picture inside a file the same."""

    @property
    def of_file(self) -> bool:
        return self.kind in ("page_gone", "page_changed", "page_locked", "page_unreadable")


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file whose pages are drawn. `sha256`: of the bytes that were read; a file that has others by now is refused,
    since boxes and text would not be its own."""

    path: Path
    sha256: str
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """Page `page` (from 1) drawn as `width` x `height` pixels; of these the rows [top, bottom)."""

    file: PageFile
    page: int
    width: int
    height: int
    top: int
    bottom: int


@dataclass(frozen=True, slots=True)
class PartRequest:
    """The picture that `part` of a file's package is, less what is cut off at its left, top, right and bottom (shares
    of it), drawn as `width` x `height` pixels."""

    file: PageFile
    part: str
    width: int
    height: int
    crop: tuple[float, float, float, float]


class Picture(NamedTuple):
    """Rows of a drawn page, the first of which is row `top`; four bytes a pixel: blue, green, red, 255."""

    width: int
    height: int
    stride: int
    top: int
    pixels: bytes


@dataclass(frozen=True, slots=True)
class SignsRequest:
    """Lines of a page as canonical text with their boxes, which count in a page of `width` x `height`."""

    file: PageFile
    page: int
    width: float
    height: float
    lines: tuple[tuple[str, Box], ...]


_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*", b"\0\0\0\x0cjP  ", b"\xff\x4f\xff\x51")
"""How the pictures that are drawn begin. Others (EMF, WMF) hold commands for Windows."""
_KEEP_BYTES = 192 * 1024 * 1024
_KEEP_FILES = 3
_KEEP_LISTS = 4
# TEXT_PRESERVE_WHITESPACE | TEXT_MEDIABOX_CLIP, as the reader has them, and TEXT_IGNORE_ACTUALTEXT: where letters are
# that are not shown nobody asks, and MuPDF may end the process at them.
_FLAGS = 2 | 64 | 2048


class _Open:
    """A file in memory: it may vanish or be written to while its pages are looked at."""

    def __init__(self, size: int, document: Any) -> None:
        self.size = size
        self.document = document
        self._lists: dict[int, tuple[Any, Any]] = {}

    def drawn(self, page: int) -> tuple[Any, Any]:
        """(rectangle of the page as it is shown, its display list)."""
        found = self._lists.pop(page, None)
        if found is None:
            loaded = self.document.load_page(page - 1)
            found = loaded.rect, loaded.get_displaylist()
        self._lists[page] = found
        if len(self._lists) > _KEEP_LISTS:
            del self._lists[next(iter(self._lists))]
        return found


_open: dict[str, _Open] = {}
_package: tuple[str, Package] | None = None
"""The last file that is a package, by its hash."""


def _opened(file: PageFile) -> _Open:
    found = _open.pop(file.sha256, None)
    if found is None:
        found = _read(file)
    _open[file.sha256] = found  # the last used stands last
    while len(_open) > 1 and (len(_open) > _KEEP_FILES or sum(one.size for one in _open.values()) > _KEEP_BYTES):
        del _open[next(iter(_open))]
    return found


def _read(file: PageFile) -> _Open:
    import pymupdf as _pymupdf

    pymupdf: Any = _pymupdf
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    data = _bytes(file)
    try:
        document = pymupdf.open(stream=data)
        locked = document.needs_pass and not (file.password and document.authenticate(file.password))
    except (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError):
        raise PageError("page_unreadable", reason="damaged") from None
    if locked:
        raise PageError("page_locked")
    return _Open(len(data), document)


def _bytes(file: PageFile) -> bytes:
    try:
        data = file.path.read_bytes()
    except FileNotFoundError:
        raise PageError("page_gone") from None
    except OSError as error:
        raise PageError("page_unreadable", reason=errno.errorcode.get(error.errno or 0) or str(error)) from None
    if hashlib.sha256(data).hexdigest() != file.sha256:
        raise PageError("page_changed")
    return data


def keep_only(hashes: frozenset[str]) -> None:
    """Lets go of the files that are open no more."""
    global _package
    for sha256 in [*_open]:
        if sha256 not in hashes:
            del _open[sha256]
    if _package is not None and _package[0] not in hashes:
        _package = None


def warm() -> None:
    """Loads what drawing needs."""
    import pymupdf  # noqa: F401


def _faults() -> tuple[type[BaseException], ...]:
    import pymupdf

    return (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError, IndexError, MemoryError)


def draw(request: PictureRequest) -> Picture:
    """PageError."""
    opened = _opened(request.file)
    import pymupdf as _pymupdf

    pymupdf: Any = _pymupdf
    try:
        rect, shown = opened.drawn(request.page)
        across, down = request.width / rect.width, request.height / rect.height
        blue_first = pymupdf.Colorspace(pymupdf.mupdf.FzColorspace(pymupdf.mupdf.FzColorspace.Fixed_BGR))
        clip = pymupdf.Rect(0, request.top / down, request.width / across, request.bottom / down)
        drawn = shown.get_pixmap(pymupdf.Matrix(across, down), blue_first, 0, clip)
        filled = pymupdf.Pixmap(drawn, 1)  # with an opaque fourth channel
        return Picture(filled.width, filled.height, filled.stride, filled.y, filled.samples)
    except ZeroDivisionError:
        raise PageError("page_damaged") from None
    except _faults():
        raise PageError("page_damaged") from None


def draw_part(request: PartRequest) -> Picture:
    """PageError."""
    global _package
    import pymupdf as _pymupdf

    pymupdf: Any = _pymupdf
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    if _package is None or _package[0] != request.file.sha256:
        _package = request.file.sha256, _opened_package(request.file)
    try:
        data = _package[1].read(request.part)
    except DocPrepError:
        data = None
    if data is None or not data.startswith(_PICTURES):
        raise PageError("page_damaged")
    try:
        with pymupdf.open(stream=data) as file:
            page = file.load_page(0)
            whole, (left, top, right, bottom) = page.rect, request.crop
            clip = pymupdf.Rect(whole.width * left, whole.height * top, whole.width * (1 - right),
                                whole.height * (1 - bottom))
            zoom = pymupdf.Matrix(request.width / clip.width, request.height / clip.height)
            drawn = page.get_pixmap(matrix=zoom, clip=clip, colorspace=pymupdf.csRGB, alpha=False)
            blue_first = pymupdf.Colorspace(pymupdf.mupdf.FzColorspace(pymupdf.mupdf.FzColorspace.Fixed_BGR))
            filled = pymupdf.Pixmap(pymupdf.Pixmap(blue_first, drawn), 1)
            return Picture(filled.width, filled.height, filled.stride, 0, filled.samples)
    except ZeroDivisionError:
        raise PageError("page_damaged") from None
    except _faults():
        raise PageError("page_damaged") from None


def _opened_package(file: PageFile) -> Package:
    from docprep_gui import parsing
    from docprep_gui.parsing.package import Package

    try:
        return Package(parsing.opened(_bytes(file), readable(file.path.name), file.password)[0])
    except PageError:
        raise
    except DocPrepError:  # of a file that LibreOffice turned into a package, or that was locked since
        raise PageError("page_unreadable", reason="damaged") from None


# --- where characters stand -----------------------------------------------------------------------------
class _Sign(NamedTuple):
    """A character of the page. `at`, `line`: the how-manieth it is, and its line."""

    text: str
    at: int
    line: int
    box: Box


def signs(request: SignsRequest) -> bytes:
    """Boxes of the characters of all lines, one behind the other: x0, y0, x1, y1 as 32-bit floats, in the frame of the
    request. PageError."""
    opened = _opened(request.file)
    try:
        found = _page_signs(opened.document, request)
    except ZeroDivisionError:
        raise PageError("page_damaged") from None
    except _faults():
        raise PageError("page_damaged") from None
    found.sort(key=lambda sign: sign.box[1] + sign.box[3])
    middles = [(sign.box[1] + sign.box[3]) / 2 for sign in found]
    made = array("f")
    for text, box in request.lines:
        made.extend(value for place in place_line(text, box, found, middles) for value in place)
    return made.tobytes()


def _page_signs(document: Any, request: SignsRequest) -> list[_Sign]:
    page = document.load_page(request.page - 1)
    across, down = request.width / page.rect.width, request.height / page.rect.height
    turn = page.rotation_matrix
    a, b, c, d, e, f = turn.a, turn.b, turn.c, turn.d, turn.e, turn.f
    found: list[_Sign] = []
    number = 0
    for block in page.get_text("rawdict", flags=_FLAGS)["blocks"]:
        for line in block.get("lines", ()):
            number += 1
            for span in line["spans"]:
                for char in span["chars"]:
                    text = folding.clean(char["c"]).strip()
                    if not text:
                        continue
                    x0, y0, x1, y1 = char["bbox"]
                    corners = ((x0, y0), (x1, y1))
                    xs = sorted((a * x + c * y + e) * across for x, y in corners)
                    ys = sorted((b * x + d * y + f) * down for x, y in corners)
                    if all(map(math.isfinite, (*xs, *ys))):
                        found += [_Sign(one, len(found), number, (xs[0], ys[0], xs[1], ys[1])) for one in text]
    return found


def place_line(text: str, box: Box, page: Sequence[_Sign], middles: Sequence[float]) -> Iterator[Box]:
    """The box of each character of a line; those of characters that the page does not show where they are said to be
    are shared out between their neighbours. `page` is in order of `middles`, the heights of the characters' middles."""
    x0, y0, x1, y1 = box
    low, high = bisect_left(middles, y0 - 1), bisect_left(middles, y1 + 1)
    near = [sign for sign in page[low:high] if x0 - 1 <= (sign.box[0] + sign.box[2]) / 2 <= x1 + 1]
    own = [i for i, c in enumerate(text) if not c.isspace()]
    known: dict[int, Box] = {}
    if near and own:
        near = _in_order(near)
        mine, theirs = "".join(text[i] for i in own), "".join(sign.text for sign in near)
        if mine == theirs:
            known = dict(zip(own, (sign.box for sign in near), strict=True))
        else:
            from difflib import SequenceMatcher

            for at, there, length in SequenceMatcher(None, mine, theirs, autojunk=False).get_matching_blocks():
                known |= {own[at + n]: near[there + n].box for n in range(length)}
    if not known or 2 * len(known) < len(own):
        return iter(spread(text, box))
    return iter(_filled(text, box, known))


def _in_order(near: list[_Sign]) -> list[_Sign]:
    """As they are read: as the file has them, but lines that run to the right beside one another from left to right."""
    near.sort(key=lambda sign: sign.at)
    lines: dict[int, list[_Sign]] = {}
    for sign in near:
        lines.setdefault(sign.line, []).append(sign)
    if len(lines) == 1:
        return near
    tops = [min(sign.box[1] for sign in line) for line in lines.values()]
    ends = [max(sign.box[3] for sign in line) for line in lines.values()]
    rightwards = all(line[0].box[0] <= line[-1].box[0] for line in lines.values())
    if not rightwards or max(tops) >= min(ends):
        return near
    return [sign for line in sorted(lines.values(), key=lambda line: line[0].box[0]) for sign in line]


def _filled(text: str, box: Box, known: dict[int, Box]) -> list[Box]:
    made: list[Box] = []
    i = 0
    while i < len(text):
        if i in known:
            made.append(known[i])
            i += 1
            continue
        until = i
        while until < len(text) and until not in known:
            until += 1
        before, after = made[-1] if made else None, known.get(until)
        if before is not None and after is not None and before[1] < after[3] and after[1] < before[3] and (
                before[2] <= after[0]):
            gap = (before[2], min(before[1], after[1]), after[0], max(before[3], after[3]))
            made += spread(text[i:until], gap)
        elif before is not None:
            end = (before[2], before[1], max(before[2], box[2]) if after is None else before[2], before[3])
            made += spread(text[i:until], end) if text[i:until].strip() else [
                (before[2], before[1], before[2], before[3])] * (until - i)
        elif after is not None:
            made += spread(text[i:until], (min(box[0], after[0]), after[1], after[0], after[3]))
        i = until
    return made


def spread(text: str, box: Box) -> list[Box]:
    """Boxes of the characters of a line by their usual widths alone: Han characters twice as wide as others. A box
    that is high and narrow holds a line that runs down."""
    weights = [2.0 if c > "\u2e7f" else 1.0 for c in text]
    total = sum(weights) or 1.0
    x0, y0, x1, y1 = box
    down = len(text) > 2 and (y1 - y0) > 2.5 * (x1 - x0)
    made: list[Box] = []
    at = 0.0
    for weight in weights:
        low, high = at / total, (at + weight) / total
        at += weight
        made.append((x0, y0 + low * (y1 - y0), x1, y0 + high * (y1 - y0)) if down else
                    (x0 + low * (x1 - x0), y0, x0 + high * (x1 - x0), y1))
    return made
