"""The window. Only this package imports Qt."""

from __future__ import annotations

import ctypes
import sys

if sys.implementation.name == "cpython" and sys.version_info < (3, 12):
    # PySide6 6.12 is compiled for Pythons in which None is immortal (PEP 683, Python 3.12): each of its calls that
    # returns nothing gives away a reference to None that it does not own. On 3.11 the count of None would reach zero
    # after some thousand calls, and the interpreter would abort. None gets references enough for any session.
    # `ob_refcnt` is the first field of an object (Include/object.h), and `id` its address.
    ctypes.c_ssize_t.from_address(id(None)).value += 1 << 40
