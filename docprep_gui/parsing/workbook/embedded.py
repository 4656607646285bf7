"""A workbook that lies in another document, where a part of one sheet of it is shown as a picture."""

from __future__ import annotations

from docprep_gui.domain import collecting
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import compounds
from docprep_gui.parsing.builder import Builder
from docprep_gui.parsing.workbook import xls, xlsx
from docprep_gui.parsing.workbook.layout import Layout
from docprep_gui.parsing.workbook.leaving import NOTHING
from docprep_gui.parsing.workbook.sheets import Sheet

_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def text(data: bytes) -> str:
    """What the picture shows, as lines, tables written as they are everywhere; "" where that is nothing, or where the
    data are no workbook that can be read."""
    try:
        with collecting.put_off():
            return _lines(_sheet(data))
    except FileError:
        return ""


def _sheet(data: bytes) -> Sheet:
    if data.startswith(_COMPOUND):
        data = _unwrapped(data)
    return xls.front(data) if data.startswith(_COMPOUND) else xlsx.front(data)


def _unwrapped(data: bytes) -> bytes:
    """What a compound file holds as a package (of Word up to 2007 objects have one around them); the file itself where
    it is a workbook."""
    try:
        with compounds.opened(data) as file:
            if file.exists("Package"):
                return bytes(file.openstream("Package").read())
            known = file.exists("Workbook") or file.exists("Book")
    except Exception as error:  # whatever a wrong number in a directory leads to
        raise FileError("corrupt", reason="format") from error
    if not known:
        raise FileError("corrupt", reason="format")
    return data


def _lines(sheet: Sheet) -> str:
    builder = Builder()
    Layout(builder, NOTHING).add(sheet)
    document = builder.document(name="", kind="xlsx", data=b"")
    return document.slice(document.source.body).strip("\n")
