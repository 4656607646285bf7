"""From files to documents. Each format has a reader of its own, imported only when a file asks for it."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from docprep_gui.domain.document import Document, FileKind
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import sniff
from docprep_gui.parsing.ocr import OFF, Readings

_PICTURES = frozenset({"png", "jpg", "gif", "tiff", "bmp"})


def read(
    data: bytes, name: str, *, password: str | None = None, readings: Readings = OFF, left_out: str = "",
    careful: bool = False,
) -> Document:
    """The document in a file, whatever its name says it is. `readings`: what has been read in its pictures; `left_out`:
    columns of tables that are to stand behind the body (see `workbook.leaving`); `careful`: the file ended a process
    that read it, so that a reader leaves undone what may have been the cause.

    Raises FileError: what `sniff.kind` raises; encrypted (also for a wrong password), corrupt, empty, unreadable,
    too_large. Anything else that is raised is a fault of the program.
    """
    try:
        kind = sniff.kind(data, name)
    except FileError as error:
        if error.kind == "no_text_layer":
            return _picture(data, name, error.params["format"], readings)
        if not error.opens_with_password:
            raise
        return _unlocked(data, name, error.params["format"], password, readings, left_out)
    return _read(kind, data, name, readings, left_out, password, careful)


def opened(data: bytes, name: str, password: str | None = None) -> tuple[bytes, FileKind]:
    """The bytes that the pictures of a file are in, unlocked where need be, and what they are. FileError as `read`."""
    try:
        kind = sniff.kind(data, name)
        return (_package(data) if kind == "docx" else data), kind
    except FileError as error:
        if error.kind == "no_text_layer":
            return data, "image"
        if not error.opens_with_password:
            raise
        from docprep_gui.parsing import protection

        bare = protection.unlock(data, error.params["format"], password)
        return bare, sniff.kind(bare, name)


def _package(data: bytes) -> bytes:
    from docprep_gui.parsing import flat

    return flat.zipped(data) if flat.is_flat(data) else data


def _picture(data: bytes, name: str, form: str, readings: Readings) -> Document:
    if form not in _PICTURES:
        raise FileError("no_text_layer", format=form)
    if readings.state != "on":
        raise FileError("no_text_layer", format=form, **readings.reason)
    from docprep_gui.parsing import pdf

    return pdf.read(data, name, readings=readings, kind="image", form=form)


def _read(
    kind: FileKind, data: bytes, name: str, readings: Readings, left_out: str, password: str | None = None,
    careful: bool = False,
) -> Document:
    if kind == "docx":
        from docprep_gui.parsing import docx

        return docx.read(data, name, readings=readings)
    if kind == "pdf":
        from docprep_gui.parsing import pdf

        return pdf.read(data, name, password=password, readings=readings, careful=careful)
    if kind == "pptx":
        from docprep_gui.parsing import pptx

        return pptx.read(data, name, readings=readings)
    if kind in ("xlsx", "xls", "csv"):
        return _workbook(kind, data, name, left_out, readings)
    if kind == "txt":
        from docprep_gui.parsing import text

        return text.read(data, name)
    from docprep_gui.parsing import markdown

    return markdown.read(data, name)


def _workbook(kind: FileKind, data: bytes, name: str, left_out: str, readings: Readings) -> Document:
    from docprep_gui.parsing.workbook.leaving import LeftOut

    left = LeftOut.of(left_out)
    if kind == "xlsx":
        from docprep_gui.parsing.workbook import xlsx

        return xlsx.read(data, name, left, readings)
    if kind == "xls" and sniff.is_web(data):
        from docprep_gui.parsing.workbook import web

        return web.read(data, name, left)
    if kind == "xls":
        from docprep_gui.parsing.workbook import xls

        return xls.read(data, name, left)
    from docprep_gui.parsing.workbook import delimited

    return delimited.read(data, name, left)


def _unlocked(
    data: bytes, name: str, form: str, password: str | None, readings: Readings, left_out: str
) -> Document:
    """An Office file that is encrypted as a whole. What would have to be converted stays closed: a converter works on
    files, and what was opened is never written to one."""
    from docprep_gui.parsing import protection

    bare = protection.unlock(data, form, password)
    try:
        kind = sniff.kind(bare, name)
    except FileError as error:
        if error.kind == "needs_converter":
            raise FileError("encrypted", format=error.params["format"], reason="old_format") from error
        raise
    document = _read(kind, bare, name, readings, left_out)
    return replace(document, source=replace(document.source, sha256=sha256(data).hexdigest(), size=len(data)))
