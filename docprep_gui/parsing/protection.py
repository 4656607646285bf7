"""Office files with a password, opened in memory ([MS-OFFCRYPTO]; the work is msoffcrypto's)."""

from __future__ import annotations

import io
from functools import cache
from types import SimpleNamespace
from typing import Any

from docprep_gui.domain.errors import FileError

_DEFAULT = "VelvetSweatshop"
"""What Excel encrypts with where nobody has to enter anything, and tries before it asks ([MS-OFFCRYPTO] 2.3.7.4)."""


def unlock(data: bytes, form: str, password: str | None) -> bytes:
    """The file without its encryption. `form` is told in errors.

    Raises FileError: encrypted with `password` missing or wrong; encrypted without that word where the kind of
    protection is not known; corrupt.
    """
    for tried in (password, _DEFAULT):
        if tried:
            opened = _opened(data, form, tried)
            if opened is not None:
                return opened
    raise FileError("encrypted", format=form, password="wrong" if password else "missing")


def _opened(data: bytes, form: str, password: str) -> bytes | None:
    """None for a wrong password."""
    msoffcrypto = _msoffcrypto()
    exceptions = msoffcrypto.exceptions
    made = io.BytesIO()
    try:
        file = msoffcrypto.OfficeFile(io.BytesIO(data))
        # Whether what comes out is a package tells a wrong password. The library's own check refuses the right one of
        # files whose hash is shorter than its padding, as Office 2010 makes them.
        file.load_key(password=password)
        file.decrypt(made)
    except exceptions.InvalidKeyError:
        return None
    except (exceptions.DecryptionError, exceptions.FileFormatError) as error:
        raise FileError("encrypted", format=form) from error
    except MemoryError:
        raise
    except Exception as error:
        # Damaged bytes make the library raise whatever they happen to break.
        raise FileError("corrupt", format=form, reason="protection") from error
    return made.getvalue()


@cache
def _msoffcrypto() -> Any:
    """The library, with two of its ways mended: its reader of older workbooks makes the opened copy in a temporary
    file, where nothing that is opened may touch a disk; and it takes a hash that is shorter than the key for the key,
    where the format fills it up with 0x36 ([MS-OFFCRYPTO] 2.3.4.11)."""
    import msoffcrypto
    import msoffcrypto.exceptions
    from msoffcrypto.format import xls97
    from msoffcrypto.method.ecma376_agile import ECMA376Agile

    xls97.tempfile = SimpleNamespace(TemporaryFile=io.BytesIO)
    derive = ECMA376Agile._derive_encryption_key

    def filled(hashed: bytes, block: bytes, algorithm: str, bits: int) -> bytes:
        key: bytes = derive(hashed, block, algorithm, bits)
        return key.ljust(bits // 8, b"\x36")

    ECMA376Agile._derive_encryption_key = staticmethod(filled)
    return msoffcrypto
