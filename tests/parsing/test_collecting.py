"""What a reader made is gone with its document, without a search for cycles: that is put off while files are read, so
that one file after the other would stay in memory."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable

import pytest

from docprep_gui import parsing
from docprep_gui.domain.errors import FileError
from tests.parsing import test_damaged as files

_FEW = 200
"""Objects that a library may leave behind; a reader with its file has thousands."""


@pytest.mark.parametrize(("make", "name"), [
    (files._docx, "a.docx"), (files._sample, "a.docx"), (files._xlsx, "a.xlsx"), (files._xls, "a.xls"),
    (files._csv, "a.csv"), (files._pdf, "a.pdf"), (files._pptx, "a.pptx"), (files._txt, "a.txt"), (files._md, "a.md"),
])  # fmt: skip
@pytest.mark.parametrize("whole", [True, False])
def test_no_file_waits_for_the_search_for_cycles(make: Callable[[], bytes], name: str, whole: bool) -> None:
    data = make() if whole else make()[:-40]

    def read() -> None:
        with contextlib.suppress(FileError):
            parsing.read(data, name)

    read()  # what is made once stays
    gc.collect()
    gc.disable()
    try:
        read()
        assert gc.collect() < _FEW
    finally:
        gc.enable()
