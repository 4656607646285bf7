"""All the files of a run's results, in one folder."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from docprep_gui.export.bundle import Bundle, Words
from docprep_gui.export.fields import write_fields
from docprep_gui.export.objects import chunk_object, task_object
from docprep_gui.export.report import write_report


def write_lines(path: Path, objects: Iterable[dict[str, Any]]) -> None:
    """One JSON object a line, UTF-8."""
    with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
        for one in objects:
            file.write(json.dumps(one, ensure_ascii=False) + "\n")


def write_bundle(bundle: Bundle, folder: Path, words: Words) -> None:
    """chunks.jsonl, tasks.jsonl, fields.xlsx, report.docx. OSError where the folder cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    write_lines(folder / "chunks.jsonl", (
        {"document": one.name, **chunk_object(one.document, chunk, verdict, masked)}
        for one in bundle.documents
        for chunk, verdict, masked in zip(one.chunks, one.verdicts, one.masked, strict=True)))
    write_lines(folder / "tasks.jsonl", (task_object(task, words.failure) for task in bundle.tasks))
    write_fields(bundle, folder / "fields.xlsx", words)
    write_report(bundle, folder / "report.docx", words)
