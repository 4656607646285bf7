"""Damaged files of every format: a document whose parts still fit, or a typed error; nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from docprep_gui import chunking, parsing
from docprep_gui.chunking import ChunkSettings
from docprep_gui.domain.document import Document
from docprep_gui.domain.errors import FileError
from docprep_gui.workspace.paths import shipped
from tests.parsing import workbooks
from tests.parsing.docx.making import assert_sound
from tests.support import papers
from tests.support.mutations import mutate

VARIANTS = 120


def _sample(_: Path) -> Path:
    return shipped("resources") / "samples" / "设备采购合同.docx"


def _old_workbook(path: Path) -> Path:
    path.write_bytes(workbooks.old_book([["名称", "数量"], ["水泥", 12.5], ["钢筋", 3.0]]))
    return path


def assert_fits(document: Document) -> None:
    """Spans lie where they belong, and the chunks' cores are the body."""
    assert_sound(document)
    cores = [chunk.core for chunk in chunking.cut(document, ChunkSettings(300, 400))]
    start, end = document.source.body
    assert [a for a, _ in cores] + [end] == [start, *(b for _, b in cores)]


@pytest.mark.parametrize(("make", "name"), [
    (_sample, "contract.docx"), (papers.word, "a.docx"), (papers.pdf, "a.pdf"), (papers.workbook, "a.xlsx"),
    (_old_workbook, "a.xls"), (papers.table, "a.csv"), (papers.slides, "a.pptx"), (papers.text, "a.txt"),
    (papers.markdown, "a.md"),
])
@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
def test_a_damaged_file_is_read_or_refused(make: Callable[[Path], Path], name: str, tmp_path: Path) -> None:
    whole = make(tmp_path / name).read_bytes()
    dice = random.Random(20261130)
    read = 0
    for _ in range(VARIANTS):
        data = mutate(whole, dice)
        try:
            document = parsing.read(data, name)
        except FileError:
            continue
        assert_fits(document)
        read += 1
    assert read, "some damage is survived"
