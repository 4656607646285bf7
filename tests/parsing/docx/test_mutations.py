"""Damaged files are read as far as they go or refused with a kind; nothing else is raised, and nothing hangs."""

from __future__ import annotations

import pytest

from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import docx
from tests.parsing.docx.making import assert_sound
from tests.parsing.docx.mutating import PARTS, mutated, zipped


def test_the_whole_file_is_read() -> None:
    document = docx.read(zipped(PARTS), "a.docx")
    assert_sound(document)
    assert {"section", "table", "figure", "note", "comment", "run", "page_header", "formula", "list_item"} <= {
        node.kind for node in document.nodes
    }


@pytest.mark.parametrize("start", range(0, 400, 50))
def test_damaged_files_are_read_or_refused(start: int) -> None:
    for seed in range(start, start + 50):
        kind, document = "", None
        try:
            document = docx.read(mutated(seed), "a.docx")
        except FileError as error:
            kind = error.kind
        if document is not None:
            assert_sound(document)
        assert kind in {"", "corrupt", "empty", "encrypted", "too_large"}
