"""Office files with a password, opened in memory ([MS-OFFCRYPTO]; the work is msoffcrypto's)."""

from __future__ import annotations

import io
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
        if file.format == "ooxml":
            file.load_key(password=password, verify_password=True)
        else:
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


def _msoffcrypto() -> Any:
    import msoffcrypto
    import msoffcrypto.exceptions
    from msoffcrypto.format import xls97

    # Its reader of older workbooks makes the opened copy in a temporary file; here it must not touch a disk.
    xls97.tempfile = SimpleNamespace(TemporaryFile=io.BytesIO)
    return msoffcrypto
