"""From a file's bytes to its document: out of the cache, by the reader of its format, or by way of the converter."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from docprep_gui import parsing
from docprep_gui.domain.document import Document, FileKind, Notice
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import ocr, sniff
from docprep_gui.parsing.ocr import OFF, Readings
from docprep_gui.workspace import converter, paths
from docprep_gui.workspace.cache import Cache, code_version
from docprep_gui.workspace.settings import Profile


def kept() -> Cache:
    """Where read documents are kept."""
    return Cache(paths.remade() / "documents")


def document(data: bytes, name: str, profile: Profile, password: str | None = None,
             readings: Readings = OFF, left_out: str = "", careful: bool = False) -> Document:
    """The document in a file, less the columns `left_out` beside those of the profile; `careful` as `parsing.read`.
    What needed a password is neither looked for in the cache nor put there, nor is a document with pictures that are
    still to be read, or that could not be read.

    Raises FileError: what `parsing.read` raises, needs_converter only where no converter is installed, and what
    `converter.convert` raises.
    """
    program = converter.find(str(profile.get("reading.libreoffice")))
    digest = sha256(data).hexdigest()
    readings = readings.of(digest)  # the file may have become another while its pictures were being read
    left_out = "; ".join(filter(None, (str(profile.get("reading.columns_left_out")), left_out)))
    if password is not None or not profile.get("reading.cache"):
        return _read(data, name, program, password, readings, left_out, careful)
    key = ("document", digest, sniff.name_part(data, name), _version(),
           converter.version(program) if program else "", readings.state, str(readings.most), ocr.engine_version(),
           left_out)
    cache = kept()
    found = cache.get(*key) if not readings.known else None
    if isinstance(found, Document):
        return replace(found, source=replace(found.source, name=name))
    made = _read(data, name, program, password, readings, left_out, careful)
    if not made.unread and not any(reading.failed for reading in readings.known.values()):
        cache.put(made, *key)
    return made


def _version() -> str:
    return code_version("parsing", "text", "domain", "workspace/reading.py", "workspace/converter.py")


def _read(
    data: bytes, name: str, program: Path | None, password: str | None, readings: Readings, left_out: str, careful: bool
) -> Document:
    try:
        return parsing.read(
            data, name, password=password, readings=readings, left_out=left_out, careful=careful
        )
    except FileError as error:
        if error.kind != "needs_converter" or "target" not in error.params or program is None:
            raise
        form, target = error.params["format"], sniff.OLD_FORMATS[error.params["format"]]
    # Named and known as the file it was; its kind is what was read.
    digest = sha256(data).hexdigest()
    found = parsing.read(_converted(data, digest, form, target, program), name, readings=readings, left_out=left_out)
    source = replace(found.source, sha256=digest, size=len(data))
    return replace(found, source=source, notices=(Notice("converted", params={"format": form}), *found.notices))


def opened(data: bytes, name: str, libreoffice: str, password: str | None) -> tuple[bytes, FileKind]:
    """The bytes that the pictures of a file are in, unlocked or converted where need be, and what they are.
    `libreoffice`: where the settings say that it is. FileError as `document`."""
    try:
        return parsing.opened(data, name, password)
    except FileError as error:
        program = converter.find(libreoffice)
        if error.kind != "needs_converter" or "target" not in error.params or program is None:
            raise
        form, target = error.params["format"], sniff.OLD_FORMATS[error.params["format"]]
    return _converted(data, sha256(data).hexdigest(), form, target, program), target


_last: tuple[tuple[str, str], bytes] | None = None


def _converted(data: bytes, digest: str, form: str, target: FileKind, program: Path) -> bytes:
    """The file in the newer format. The last one is kept in this process: a file with pictures is read twice."""
    global _last
    key = (digest, converter.version(program))
    if _last is None or _last[0] != key:
        made = converter.convert(data, form, target, program, paths.remade() / "libreoffice")
        if form in ("doc", "wps"):
            from docprep_gui.parsing.docx import mending

            made = mending.like_the_old(made, data)
        _last = (key, made)
    return _last[1]
