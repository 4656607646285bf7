"""The search for cycles among objects, put off."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


def count_as_old() -> None:
    """What has been made until now is passed over by the searches among what is new."""
    gc.freeze()
    gc.unfreeze()


@contextmanager
def put_off() -> Iterator[None]:
    """Reading or judging a large file makes hundreds of thousands of objects, none of them in a cycle: to look for
    cycles among them again and again would take from a fifth to half of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            # What was made counts as old, or the next object made would have all of it searched.
            count_as_old()
            gc.enable()
