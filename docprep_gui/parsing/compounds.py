"""Compound files ([MS-CFB]), opened so that no wrong number in them makes more of their streams than there is."""

from __future__ import annotations

import io

import olefile  # type: ignore[import-untyped]


def opened(data: bytes) -> olefile.OleFileIO:
    """No stream is longer than the file: a chain of sectors that leads back to itself goes on for as long as the stream
    is said to be, up to 4 GiB. Raises OSError and whatever else a wrong number leads to."""
    file = olefile.OleFileIO(io.BytesIO(data))
    for entry in file.direntries:
        if entry is not None:
            entry.size = min(entry.size, len(data))
    return file
