"""Pictures of printed pages, and those inside other files: which are drawn next, and which are kept. What a view sees
now is drawn first; what it no longer sees is not drawn at all, unless it is under way."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from docprep_gui.domain.errors import DocPrepError
from docprep_gui.workspace.executor import Executor
from docprep_gui.workspace.pages import (
    PageError,
    PageFile,
    PartRequest,
    Picture,
    PictureRequest,
    Renderer,
    SignsRequest,
)

CACHE_BYTES = 104 * 1024 * 1024
PREVIEW_BYTES = 24 * 1024 * 1024
_STRIP_PIXELS = 1_500_000
_PREVIEW_PIXELS = 60_000
_UNDER_WAY = 2


class Size(NamedTuple):
    """Of a whole page, in pixels of the screen."""

    width: int
    height: int


class Strip(NamedTuple):
    """Rows [top, bottom) of a page in one size."""

    sha256: str
    page: int
    size: Size
    top: int
    bottom: int


class Signs(NamedTuple):
    """The places of the characters of a page, wanted for a view's lines."""

    sha256: str
    page: int


class Part(NamedTuple):
    """A picture inside a file, in one size."""

    sha256: str
    part: str
    size: Size
    crop: tuple[float, float, float, float]


Want = Strip | Signs | Part
Place = int | str
"""A page, from 1, or the part of a package that is a picture; 0: the whole file."""


def strips(sha256: str, page: int, size: Size) -> Iterator[Strip]:
    """A page in stretches of a bounded number of pixels."""
    count = max(1, -(-size.width * size.height // _STRIP_PIXELS))
    high = -(-size.height // count)
    for top in range(0, size.height, high):
        yield Strip(sha256, page, size, top, min(top + high, size.height))


def preview(sha256: str, page: int, size: Size) -> Strip:
    """The page as a whole, so small that it is there at once."""
    share = min(1.0, (_PREVIEW_PIXELS / (size.width * size.height)) ** 0.5)
    small = Size(max(1, round(size.width * share)), max(1, round(size.height * share)))
    return Strip(sha256, page, small, 0, small.height)


class PictureDesk(QObject):
    """Shared by all views. Used on the main thread; `executor` must have threads of its own, since drawing blocks."""

    arrived = Signal(str, int)
    """A picture of a page came, or it turned out that it cannot be drawn: hash of the file, page."""
    signs_arrived = Signal(str, int, bytes)
    part_arrived = Signal(str)
    """A picture inside a file came, or it turned out that it cannot be drawn: hash of the file."""

    def __init__(self, renderer: Renderer, executor: Executor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._renderer = renderer
        self._executor = executor
        self._wanted: dict[object, tuple[PageFile, Sequence[Want], dict[int, SignsRequest]]] = {}
        self._under_way: set[Want] = set()
        self._kept: OrderedDict[Strip | Part, QImage] = OrderedDict()
        self._bytes = 0
        self._previews: OrderedDict[tuple[str, int], QImage] = OrderedDict()
        self._preview_bytes = 0
        self._faults: dict[tuple[str, Place], DocPrepError] = {}
        self._warmed = False
        self._closed: set[str] = set()
        self._asked_anew: set[Want] = set()

    @property
    def is_idle(self) -> bool:
        """Nothing is being drawn."""
        return not self._under_way

    @property
    def bytes_kept(self) -> int:
        return self._bytes + self._preview_bytes

    def warm(self) -> None:
        """Pages will be asked for soon."""
        if not self._warmed:
            self._warmed = True
            self._executor.submit(self._renderer.warm, lambda future: future.result())

    # --- what is there ----------------------------------------------------------------------------------
    def picture(self, strip: Strip) -> QImage | None:
        found = self._kept.get(strip)
        if found is not None:
            self._kept.move_to_end(strip)
            return found
        small = self._previews.get((strip.sha256, strip.page)) if _is_preview(strip) else None
        return small if small is not None and (small.width(), small.height()) == strip.size else None

    def preview(self, sha256: str, page: int) -> QImage | None:
        return self._previews.get((sha256, page))

    def others(self, sha256: str, page: int, size: Size) -> list[tuple[Strip, QImage]]:
        """Pictures of a page in another size, to be shown until those of this one are there."""
        return [(strip, image) for strip, image in self._kept.items()
                if isinstance(strip, Strip) and strip.page == page and strip.sha256 == sha256 and strip.size != size]

    def part(self, wanted: Part) -> QImage | None:
        """A picture inside a file, in another size until it is there in this one."""
        found = self._kept.get(wanted)
        if found is not None:
            self._kept.move_to_end(wanted)
            return found
        return next((image for part, image in self._kept.items() if isinstance(part, Part)
                     and part.part == wanted.part and part.sha256 == wanted.sha256 and part.crop == wanted.crop), None)

    def fault(self, sha256: str, place: Place) -> DocPrepError | None:
        """Why a page or a picture cannot be drawn."""
        return self._faults.get((sha256, 0)) or self._faults.get((sha256, place))

    def forget_faults(self, sha256: str) -> None:
        """What failed may be asked for again. What is under way was begun before and may fail for the old reason, which
        then says nothing."""
        self._asked_anew |= {want for want in self._under_way if want.sha256 == sha256}
        for key in [key for key in self._faults if key[0] == sha256]:
            del self._faults[key]

    def keep_only(self, hashes: frozenset[str]) -> None:
        """Forgets what is known of files that were closed, here and where they are drawn."""
        for strip in [strip for strip in self._kept if strip.sha256 not in hashes]:
            self._bytes -= self._kept.pop(strip).sizeInBytes()
        for key in [key for key in self._previews if key[0] not in hashes]:
            self._preview_bytes -= self._previews.pop(key).sizeInBytes()
        self._closed |= {want.sha256 for want in self._under_way} - hashes
        for gone in {key[0] for key in self._faults} - hashes:
            self.forget_faults(gone)
        self._executor.submit(partial(self._renderer.keep_only, hashes), _nothing)

    # --- what is wanted ---------------------------------------------------------------------------------
    def want(self, view: object, file: PageFile, wants: Sequence[Want], signs: dict[int, SignsRequest]) -> None:
        """Replaces what a view wanted before, the most urgent first. `signs`: the requests for the pages whose
        characters are wanted."""
        self._closed.discard(file.sha256)
        if wants:
            self._wanted[view] = file, wants, signs
            self._go_on()
        else:
            self._wanted.pop(view, None)

    def leave(self, view: object) -> None:
        self._wanted.pop(view, None)

    def _go_on(self) -> None:
        for view in reversed(self._wanted):
            file, wants, signs = self._wanted[view]
            for want in wants:
                if len(self._under_way) >= _UNDER_WAY:
                    return
                if want in self._under_way or self.fault(want.sha256, _place(want)) is not None:
                    continue
                if isinstance(want, Signs):
                    if want.page in signs:
                        self._under_way.add(want)
                        self._executor.submit(partial(self._renderer.signs, signs.pop(want.page)),
                                              partial(self._placed, want))
                elif isinstance(want, Part):
                    if want not in self._kept:
                        self._under_way.add(want)
                        asked = PartRequest(file, want.part, *want.size, want.crop)
                        self._executor.submit(partial(_drawn, self._renderer, asked), partial(self._came, want))
                elif not self._has(want):
                    self._under_way.add(want)
                    request = PictureRequest(file, want.page, *want.size, want.top, want.bottom)
                    self._executor.submit(partial(_drawn, self._renderer, request), partial(self._came, want))

    def _has(self, strip: Strip) -> bool:
        if not _is_preview(strip):
            return strip in self._kept
        small = self._previews.get((strip.sha256, strip.page))
        # Rounding may make the preview of a page a pixel larger in one size of it than in another.
        return small is not None and (small.width() * small.height() > 0.95 * _PREVIEW_PIXELS
                                      or (small.width(), small.height()) == strip.size)

    def _placed(self, want: Signs, future: Future[bytes]) -> None:
        asked_anew = self._ended(want)
        try:
            self.signs_arrived.emit(want.sha256, want.page, future.result())
        except PageError as error:
            if not asked_anew:
                self._failed(want, error)
        self._go_on()

    def _came(self, strip: Strip | Part, future: Future[QImage]) -> None:
        asked_anew = self._ended(strip)
        try:
            image = future.result()
        except PageError as error:
            if not asked_anew:
                self._failed(strip, error)
        else:
            if strip.sha256 not in self._closed:
                self._keep(strip, image)
            self._tell(strip)
        self._go_on()

    def _ended(self, want: Want) -> bool:
        """Were faults of its file forgotten since it was begun?"""
        self._under_way.discard(want)
        asked_anew = want in self._asked_anew
        self._asked_anew.discard(want)
        return asked_anew

    def _failed(self, want: Want, error: PageError) -> None:
        self._faults[want.sha256, 0 if error.of_file else _place(want)] = error
        self._tell(want)

    def _tell(self, want: Want) -> None:
        if isinstance(want, Part):
            self.part_arrived.emit(want.sha256)
        else:
            self.arrived.emit(want.sha256, want.page)

    def _keep(self, strip: Strip | Part, image: QImage) -> None:
        if isinstance(strip, Strip) and _is_preview(strip):
            old = self._previews.pop((strip.sha256, strip.page), None)
            self._preview_bytes += image.sizeInBytes() - (old.sizeInBytes() if old is not None else 0)
            self._previews[strip.sha256, strip.page] = image
            while self._preview_bytes > PREVIEW_BYTES:
                _, gone = self._previews.popitem(last=False)
                self._preview_bytes -= gone.sizeInBytes()
            return
        old = self._kept.pop(strip, None)
        self._bytes += image.sizeInBytes() - (old.sizeInBytes() if old is not None else 0)
        self._kept[strip] = image
        while self._bytes > CACHE_BYTES and len(self._kept) > 1:
            _, gone = self._kept.popitem(last=False)
            self._bytes -= gone.sizeInBytes()


def _nothing(future: Future[None]) -> None:
    """That a closed file could not be let go of is of no interest: its process ended."""


def _is_preview(strip: Strip) -> bool:
    return strip.size.width * strip.size.height <= 1.02 * _PREVIEW_PIXELS


def _place(want: Want) -> Place:
    return want.part if isinstance(want, Part) else want.page


def _drawn(renderer: Renderer, request: PictureRequest | PartRequest) -> QImage:
    """In a thread of the executor, since copying a picture takes milliseconds."""
    made: Picture = (renderer.picture(request) if isinstance(request, PictureRequest) else renderer.part(request))
    return QImage(made.pixels, made.width, made.height, made.stride, QImage.Format.Format_RGB32).copy()
