"""`docprep bench` knows every workload, and says what it timed in one line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import docx
import openpyxl
import pptx
import pymupdf
import pytest

from docprep_gui import __main__
from docprep_gui.cli import bench
from docprep_gui.cli.arguments import BENCHES
from docprep_gui.scheduling import bench as queue


def _docx(path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("第一条 价款")
    document.save(str(path))


def _xlsx(path: Path) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append(["编号", "金额"])
    book.active.append([1, 200])
    book.save(path)


def _pdf(path: Path) -> None:
    document = pymupdf.open()
    document.new_page().insert_text((72, 72), "Article 1. The buyer pays.")
    document.save(path)


def _pptx(path: Path) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Plan"
    deck.save(str(path))


def _text(path: Path) -> None:
    path.write_bytes("本合同一式两份。\n".encode("gb18030") * 500)


MAKERS: dict[str, tuple[str, Callable[[Path], None]]] = {
    "docx45": ("a.docx", _docx), "docx200": ("a.docx", _docx), "xlsx": ("a.xlsx", _xlsx), "pdf": ("a.pdf", _pdf),
    "pptx": ("a.pptx", _pptx), "chunk": ("a.txt", _text), "queue": ("queue.sqlite3", lambda path: None),
}  # fmt: skip


def test_every_workload_has_its_code() -> None:
    assert set(BENCHES) == set(bench._WORKLOADS) == set(MAKERS) | {"rules"}


@pytest.mark.parametrize("workload", MAKERS)
def test_a_workload_prints_its_figures(workload: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                       capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    monkeypatch.setattr(queue, "JOBS", 50)
    name, make = MAKERS[workload]
    make(tmp_path / name)
    monkeypatch.setattr(sys, "argv", ["docprep", "bench", workload, str(tmp_path / name)])
    assert __main__.main() == 0
    told = json.loads(capfdbinary.readouterr().out)
    assert told["workload"] == workload
    assert told["n"] > 0
    assert {"wall_s", "cpu_s", "rss_mb"} <= told.keys()
