"""Real files, where the folder with them lies beside the project: none of them may break what is promised."""

from __future__ import annotations

from pathlib import Path

import pytest

from docprep_gui.parsing import docx
from tests.parsing.docx.making import assert_sound

_SHARED = Path(__file__).resolve().parents[4] / "shared"
_FILES = sorted(_SHARED.glob("corpus/docx/*.docx"))


@pytest.mark.skipif(not _FILES, reason="no corpus beside the project")
def test_real_files_are_sound() -> None:
    for path in _FILES:
        document = docx.read(path.read_bytes(), path.name)
        assert document.source.body[1] > 0, path.name
        assert_sound(document)
