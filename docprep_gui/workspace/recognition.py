"""Text in the pictures of open files: one picture after the other in a process of its own, each with its own time
limit, so that a document of scans is shown at once and filled when its pages have been read."""

from __future__ import annotations

import hashlib
import os
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from docprep_gui.domain.document import Document, FileKind, PictureRef
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import ocr
from docprep_gui.parsing.ocr import Reading, Readings
from docprep_gui.workspace import reading
from docprep_gui.workspace.executor import Executor
from docprep_gui.workspace.files import readable
from docprep_gui.workspace.settings import Profile

if TYPE_CHECKING:
    from docprep_gui.parsing.ocr.engine import Engine
    from docprep_gui.workspace.pipeline import Prepared, Request
    from docprep_gui.workspace.workers import Workers

_KEPT_READINGS = 256
_MOST_THREADS = 4


def state(profile: Profile) -> Literal["on", "off", "missing"]:
    """Is text in pictures read, and if not, why?"""
    if not ocr.installed():
        return "missing"
    return "on" if profile.get("reading.ocr") else "off"


def readings(profile: Profile, known: Mapping[PictureRef, Reading] | None = None, sha256: str = "") -> Readings:
    """What a reader may use under these settings. `known`: what was read of the file with this hash."""
    return Readings(state(profile), known or {}, sha256, profile.whole("reading.pictures"))


# --- in the process that reads pictures -----------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PictureRequest:
    """A picture of a file. `sha256` of the bytes that the document was read from: others are refused, since the picture
    would not be the one that is meant. `libreoffice`: what the settings name for files of older formats."""

    path: Path
    name: str
    sha256: str
    picture: PictureRef
    password: str | None = field(default=None, repr=False)
    libreoffice: str = ""


_engine: Engine | None = None
_opened: tuple[str, bytes, FileKind] | None = None
_readings: OrderedDict[bytes, Reading] = OrderedDict()


def read_picture(request: PictureRequest) -> Reading:
    """FileError: unreadable (the file is gone, or another by now), corrupt, encrypted, too_large, and those of
    converting.

    A picture that was read before, in whatever file, is not read again (a letterhead stands on every page). What was
    read is kept in the memory of this process alone."""
    global _engine
    from docprep_gui.parsing.ocr import source
    from docprep_gui.parsing.ocr.engine import Engine
    from docprep_gui.parsing.ocr.page import recognise

    data, kind = _file(request)
    image, points = source.picture(data, kind, request.picture, request.password)
    part = bool(request.picture.part or request.picture.box)
    digest = hashlib.blake2b(image.tobytes() + repr((image.shape, points, part)).encode(), digest_size=20).digest()
    found = _readings.pop(digest, None)
    if found is None:
        if _engine is None:
            _engine = Engine(threads())
        found = recognise(image, points, _engine, part=part)
    _readings[digest] = found
    if len(_readings) > _KEPT_READINGS:
        _readings.popitem(last=False)
    return found


def _file(request: PictureRequest) -> tuple[bytes, FileKind]:
    """The last file is kept: its pictures come one after the other."""
    global _opened
    if _opened is None or _opened[0] != request.sha256:
        try:
            data = request.path.read_bytes()
        except OSError as error:
            raise FileError("unreadable", reason=error.strerror or str(error)) from error
        if hashlib.sha256(data).hexdigest() != request.sha256:
            raise FileError("unreadable", reason="changed")
        _opened = (request.sha256,
                   *reading.opened(data, readable(request.name), request.libreoffice, request.password))
    return _opened[1], _opened[2]


def threads() -> int:
    """For one picture: more than a few do not make it faster."""
    return min(_MOST_THREADS, os.cpu_count() or 1)


# --- for open files -------------------------------------------------------------------------------------
@dataclass(slots=True)
class _Job:
    document: Document
    path: Path
    password: str | None
    libreoffice: str
    waiting: deque[PictureRef]
    known: dict[PictureRef, Reading] = field(default_factory=dict)

    def request(self, picture: PictureRef) -> PictureRequest:
        source = self.document.source
        return PictureRequest(self.path, source.name, source.sha256, picture, self.password, self.libreoffice)


class Recognition:
    """The pictures of files by key, in the order in which the files came. `progressed` is called for a file when a
    picture of it has been read, `finished` when all have. Used from the main thread."""

    def __init__(self, executor: Executor, workers: Workers, progressed: Callable[[str], None],
                 finished: Callable[[str, Mapping[PictureRef, Reading]], None]) -> None:
        self._executor, self._workers = executor, workers
        self._progressed, self._finished = progressed, finished
        self._jobs: dict[str, _Job] = {}
        self._running = False

    def __bool__(self) -> bool:
        """Is there anything left to read?"""
        return bool(self._jobs)

    def progress(self, key: str) -> tuple[int, int] | None:
        """(pictures read, pictures in all) of a file whose pictures are being read, or wait for it."""
        job = self._jobs.get(key)
        return (len(job.known), len(job.document.unread)) if job else None

    def start(self, key: str, document: Document, path: Path, password: str | None, libreoffice: str) -> None:
        """Reads the unread pictures of a document."""
        self._jobs[key] = _Job(document, path, password, libreoffice, deque(document.unread))
        self._go_on()

    def stop(self, key: str) -> None:
        """The file was closed, or will be read anew. A picture that is being read is not waited for."""
        self._jobs.pop(key, None)

    def _go_on(self) -> None:
        if self._running:
            return
        for key, job in self._jobs.items():
            if job.waiting:
                picture = job.waiting.popleft()
                self._running = True
                self._executor.submit(partial(self._workers.recognise, job.request(picture)),
                                      partial(self._read, key, job, picture))
                return

    def _read(self, key: str, job: _Job, picture: PictureRef, future: Future[Reading]) -> None:
        self._running = False
        job.known[picture] = future.result()
        if self._jobs.get(key) is job:
            if len(job.known) == len(job.document.unread):
                del self._jobs[key]
                self._finished(key, job.known)
            else:
                self._progressed(key)
        self._go_on()


def prepare(workers: Workers, request: Request, progress: Callable[[int, int], None]) -> Prepared:
    """A file with all its pictures read. `progress`: (pictures read, pictures in all). Errors as `Workers.prepare`."""
    prepared = workers.prepare(request)
    document = prepared.document
    if not document.unread:
        return prepared
    job = _Job(document, request.path, request.password, str(request.profile.get("reading.libreoffice")),
               deque(document.unread))
    for picture in document.unread:
        progress(len(job.known), len(document.unread))
        job.known[picture] = workers.recognise(job.request(picture))
    known = replace(request.readings, known=job.known, sha256=document.source.sha256)
    return workers.prepare(replace(request, readings=known))
