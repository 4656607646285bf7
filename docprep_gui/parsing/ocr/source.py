"""The picture that a reference means, out of the bytes of its file."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pymupdf as _pymupdf

from docprep_gui.domain.document import FileKind, PictureRef
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing.ocr.engine import Image
from docprep_gui.parsing.package import Package

pymupdf: Any = _pymupdf

_LARGEST = 2400
"""Pixels of the longer side: A4 at 200 dots an inch. More does not make text surer."""
_ACROSS, _MOST = 1200, 24_000_000
"""Of a tall picture the shorter side keeps so many, while it has no more in all."""
_DRAWN = 200 / 72
_FAULTS = (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError)


def picture(data: bytes, kind: FileKind, ref: PictureRef, password: str | None = None) -> tuple[Image, float]:
    """The picture, and the points that a pixel of it measures on its page (1 for parts of a package).

    Raises FileError: corrupt, encrypted; what `Package` raises."""
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    try:
        if ref.part:
            part = Package(data).read(ref.part)
            if part is None:
                raise FileError("corrupt", format=kind)
            return _decoded(part), 1.0
        with pymupdf.open(stream=data, filetype="pdf" if kind == "pdf" else None) as file:
            if file.needs_pass and not (password and file.authenticate(password)):
                raise FileError("encrypted", format="pdf", password="wrong" if password else "missing")
            return _drawn(file.load_page(ref.page - 1), ref)
    except _FAULTS as error:
        raise FileError("corrupt", format=kind) from error


def _drawn(page: Any, ref: PictureRef) -> tuple[Image, float]:
    """A page, or the part of it where a picture lies, as sharp as its pictures are."""
    clip = pymupdf.Rect(ref.box) if ref.box else page.rect
    near = [
        math.sqrt(info["width"] * info["height"] / (box.width * box.height))
        for info in page.get_image_info()
        if (box := pymupdf.Rect(info["bbox"])).width * box.height > 0
        and (not ref.box or abs(box & clip) > 0.5 * abs(clip)) and box.width >= 0.4 * clip.width
    ]
    zoom = min(max(near, default=_DRAWN), _shrunk(clip.width, clip.height))
    drawn = page.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), clip=clip, colorspace=pymupdf.csRGB, alpha=False)
    return _image(drawn), 1 / zoom


def _decoded(data: bytes) -> Image:
    made = pymupdf.Pixmap(data)
    if made.alpha:
        # Clear parts are white, as on paper.
        white = pymupdf.Pixmap(pymupdf.csRGB, made.irect, False)
        white.clear_with(255)
        with pymupdf.open() as file:
            page = file.new_page(width=made.width, height=made.height)
            page.insert_image(page.rect, stream=data)
            made = page.get_pixmap(colorspace=pymupdf.csRGB, alpha=False)
    if made.colorspace is None or made.colorspace.n != 3:
        made = pymupdf.Pixmap(pymupdf.csRGB, made)
    scale = _shrunk(made.width, made.height)
    if scale < 1:
        made = pymupdf.Pixmap(made, round(made.width * scale), round(made.height * scale), None)
    return _image(made)


def _shrunk(width: float, height: float) -> float:
    """How many times as large the largest picture of this shape is that is looked at."""
    shorter, longer = max(min(width, height), 1.0), max(width, height, 1.0)
    return max(_LARGEST / longer, min(_ACROSS / shorter, math.sqrt(_MOST / (shorter * longer))))


def _image(drawn: Any) -> Image:
    rows = np.frombuffer(drawn.samples, np.uint8).reshape(drawn.height, drawn.stride)
    return np.ascontiguousarray(rows[:, : 3 * drawn.width].reshape(drawn.height, drawn.width, 3)[:, :, ::-1])
