"""From files to documents. Each format has a reader of its own, imported only when a file asks for it."""

from __future__ import annotations

from docprep_gui.domain.document import Document
from docprep_gui.parsing import sniff


def read(data: bytes, name: str, *, password: str | None = None) -> Document:
    """The document in a file, whatever its name says it is.

    Raises FileError: what `sniff.kind` raises; encrypted (also for a wrong password), corrupt, empty, unreadable,
    too_large. Anything else that is raised is a fault of the program.
    """
    kind = sniff.kind(data, name)
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
