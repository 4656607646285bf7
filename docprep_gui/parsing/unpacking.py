"""What unpacking raises where an archive is damaged."""

from __future__ import annotations

import struct
import zipfile
import zlib

try:
    from lzma import LZMAError
except ImportError:  # some Pythons are built without it, and say so when a part is packed like that
    LZMAError = zlib.error  # type: ignore[assignment, misc]

DAMAGE = (zipfile.BadZipFile, zlib.error, LZMAError, EOFError, OSError, RuntimeError, ValueError, struct.error)
"""Of the kinds of packing that zipfile knows, each has errors of its own."""
