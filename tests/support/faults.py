"""Files that do something to the process that reads them, as a fault of a reader would, until a file named "mended" lies
beside them."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any


class _Faulty(type(Path())):  # type: ignore[misc]
    """A path that does it when it is first looked at."""

    def stat(self, **more: Any) -> os.stat_result:
        if not Path(self.parent, "mended").exists():
            self.fault()
        return Path(self).stat(**more)

    def read_bytes(self) -> bytes:
        return Path(self).read_bytes()

    def fault(self) -> None:
        raise NotImplementedError


class Aborting(_Faulty):
    def fault(self) -> None:
        os.abort()


class Hanging(_Faulty):
    def fault(self) -> None:
        while True:
            time.sleep(1)


class Swelling(_Faulty):
    def fault(self) -> None:
        kept = []
        while True:
            kept.append(bytearray(16 * 1024 * 1024))
