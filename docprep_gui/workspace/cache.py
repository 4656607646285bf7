"""Documents that were read before, by what was in their files.

An entry is one file: a mark, a digest of the rest, the pickled value. What loads it knows the program's own passive
types and nothing else, so that an entry somebody has tampered with can give a wrong text at worst; one that is damaged
counts as absent and is removed. Entries are written beside their place and moved there in one step: several processes
may use the same folder. Files that needed a password never come here: the callers see to that.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import io
import os
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from docprep_gui.domain.collecting import put_off

LIMIT = 500_000_000
"""Bytes of all entries together; beyond it those that were not used for longest go."""
_MARK = b"docprep cache 1\n"
_DIGEST = 32
_OTHERS = frozenset({
    ("builtins", "range"), ("builtins", "frozenset"), ("builtins", "tuple"),
    ("array", "array"), ("array", "_array_reconstructor"),
    ("docprep_gui.parsing.workbook.sheets", "CellRefs"), ("docprep_gui.parsing.workbook.formulas", "Formulas"),
})


class _Passive(pickle.Unpickler):
    """Makes the types of domain/, which only hold values, and the few of `_OTHERS`."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _OTHERS and not module.startswith("docprep_gui.domain."):
            raise pickle.UnpicklingError(f"{module}.{name}")
        found = getattr(importlib.import_module(module), name, None)
        if (module, name) not in _OTHERS and not (
            isinstance(found, type) and (is_dataclass(found) or issubclass(found, tuple)) and found.__module__ == module
        ):
            raise pickle.UnpicklingError(f"{module}.{name}")
        return found


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of entries; made when missing, for the user's eyes only."""

    folder: Path
    limit: int = LIMIT

    def get(self, *key: str) -> Any | None:
        """What was put there; None where there is nothing, or nothing sound."""
        path = self._path(key)
        try:
            data = path.read_bytes()
            value = _unpacked(data)
            os.utime(path)  # used last
        except OSError:
            return None
        except Exception:  # noqa: BLE001  whatever a damaged entry makes the loader raise
            path.unlink(missing_ok=True)
            return None
        return value

    def put(self, value: Any, *key: str) -> None:
        """Keeps a value. A folder that cannot be written, or a full disk, is nobody's trouble."""
        with contextlib.suppress(OSError), put_off():
            data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
            if len(data) > self.limit:
                return
            self.folder.mkdir(parents=True, exist_ok=True)
            self.folder.chmod(0o700)
            with NamedTemporaryFile(dir=self.folder, suffix=".part", delete=False) as part:
                try:
                    part.write(_MARK)
                    part.write(_digest(data))
                    part.write(data)
                    part.close()
                    Path(part.name).replace(self._path(key))
                except BaseException:
                    Path(part.name).unlink(missing_ok=True)
                    raise
            self._shrink()

    def size(self) -> int:
        """Bytes of all that lies there."""
        return sum(size for _, size, _ in self._entries())

    def wipe(self) -> None:
        """Removes all entries, also those that were being written when a process ended."""
        for _, _, path in self._entries():
            with contextlib.suppress(OSError):
                path.unlink()

    def _shrink(self) -> None:
        entries = sorted(self._entries())
        total = sum(size for _, size, _ in entries)
        for _, size, path in entries:
            if total <= self.limit:
                break
            with contextlib.suppress(OSError):
                path.unlink()
                total -= size

    def _entries(self) -> Iterator[tuple[float, int, Path]]:
        """(last used, bytes, path)."""
        with contextlib.suppress(OSError), os.scandir(self.folder) as found:
            for one in found:
                with contextlib.suppress(OSError):
                    if one.name.endswith((".entry", ".part")):
                        state = one.stat()
                        yield state.st_mtime, state.st_size, Path(one.path)

    def _path(self, key: tuple[str, ...]) -> Path:
        return self.folder / (hashlib.blake2b("\0".join(key).encode("utf-8", "surrogatepass"),
                                              digest_size=20).hexdigest() + ".entry")


def _unpacked(data: bytes) -> Any:
    view = memoryview(data)
    body = view[len(_MARK) + _DIGEST :]
    if view[: len(_MARK)] != _MARK or view[len(_MARK) : len(_MARK) + _DIGEST] != _digest(body):
        raise pickle.UnpicklingError("damaged")
    with put_off():
        return _Passive(io.BytesIO(body)).load()


def _digest(data: bytes | memoryview) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST).digest()


@cache
def code_version(*rooms: str) -> str:
    """A hash of the program's own source in these folders and files ("parsing", "workspace/reading.py") and of the
    versions of the libraries that decide what a file says: nobody has to remember to count it up. A program that was
    packed without its source goes by its version."""
    from importlib import metadata

    import docprep_gui

    digest = hashlib.blake2b(docprep_gui.__version__.encode(), digest_size=16)
    package = Path(docprep_gui.__file__).parent
    for room in rooms:
        for path in sorted((package / room).rglob("*.py")) or [package / room]:
            if not path.is_file():
                continue
            digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    for library in _LIBRARIES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            digest.update(f"{library} {metadata.version(library)}\n".encode())
    return digest.hexdigest()


_LIBRARIES = ("pymupdf", "lxml", "xlrd", "charset-normalizer", "markdown-it-py", "google-re2", "python-stdnum",
              "msoffcrypto-tool", "rapidocr", "onnxruntime")
