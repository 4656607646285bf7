"""PDF files with a text layer, read by MuPDF: places of text in, paragraphs, headings and tables out."""

from __future__ import annotations

from docprep_gui.parsing.pdf.reader import read

__all__ = ["read"]
