"""From files to documents. Each format has a reader of its own, imported only when a file asks for it."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from docprep_gui.domain.document import Document, FileKind
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import sniff


def read(data: bytes, name: str, *, password: str | None = None) -> Document:
    """The document in a file, whatever its name says it is.

    Raises FileError: what `sniff.kind` raises; encrypted (also for a wrong password), corrupt, empty, unreadable,
    too_large. Anything else that is raised is a fault of the program.
    """
    try:
        kind = sniff.kind(data, name)
    except FileError as error:
        if not error.opens_with_password:
            raise
        return _unlocked(data, name, error.params["format"], password)
    return _read(kind, data, name, password)


def _read(kind: FileKind, data: bytes, name: str, password: str | None = None) -> Document:
    if kind == "docx":
        from docprep_gui.parsing import docx

        return docx.read(data, name)
    if kind == "pdf":
        from docprep_gui.parsing import pdf

        return pdf.read(data, name, password=password)
    if kind == "pptx":
        from docprep_gui.parsing import pptx

        return pptx.read(data, name)
    if kind == "xlsx":
        from docprep_gui.parsing.workbook import xlsx

        return xlsx.read(data, name)
    if kind == "xls":
        from docprep_gui.parsing.workbook import xls

        return xls.read(data, name)
    if kind == "csv":
        from docprep_gui.parsing.workbook import delimited

        return delimited.read(data, name)
    if kind == "txt":
        from docprep_gui.parsing import text

        return text.read(data, name)
    from docprep_gui.parsing import markdown

    return markdown.read(data, name)


def _unlocked(data: bytes, name: str, form: str, password: str | None) -> Document:
    """An Office file that is encrypted as a whole. What would have to be converted stays closed: a converter works on
    files, and what was opened is never written to one."""
    from docprep_gui.parsing import protection

    opened = protection.unlock(data, form, password)
    try:
        kind = sniff.kind(opened, name)
    except FileError as error:
        if error.kind == "needs_converter":
            raise FileError("encrypted", format=error.params["format"], reason="old_format") from error
        raise
    document = _read(kind, opened, name)
    return replace(document, source=replace(document.source, sha256=sha256(data).hexdigest(), size=len(data)))
