"""All the files of a run's results, in one folder."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from docprep_gui.export.audit import write_record
from docprep_gui.export.bundle import Bundle, Words
from docprep_gui.export.objects import chunk_object, task_object

RESULTS = ("chunks.jsonl", "tasks.jsonl", "fields.xlsx", "report.docx", "audit.jsonl")
"""Names of the files that a run leaves."""


def check_writable(folder: Path) -> None:
    """OSError where one of the results could not be written there. To be called before work that would be lost."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in RESULTS:
        if (folder / name).is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(folder / name))
    part = _part(folder / RESULTS[0])
    part.write_bytes(b"")
    part.unlink()


def _part(path: Path) -> Path:
    return path.with_name(f".{path.name}.part")


def write_lines(path: Path, objects: Iterable[dict[str, Any]]) -> None:
    """One JSON object a line, UTF-8."""
    with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
        for one in objects:
            file.write(json.dumps(one, ensure_ascii=False) + "\n")


def write_bundle(bundle: Bundle, folder: Path, words: Words, record_at: float | None = None) -> None:
    """All of RESULTS, or those of before where that fails. OSError where the folder cannot be written.

    record_at: when the verdicts are put on record, in seconds since the epoch; None: audit.jsonl is written by
    somebody else, as the run goes on."""
    folder.mkdir(parents=True, exist_ok=True)
    chunks, tasks, fields, report, record = (folder / name for name in RESULTS)
    paths = [chunks, tasks, fields, report] if record_at is None else [chunks, tasks, fields, report, record]
    try:
        _write_parts(bundle, words, _part(chunks), _part(tasks), _part(fields), _part(report))
        if record_at is not None:
            write_record(_part(record), record_at, bundle)
        for path in paths:
            _part(path).replace(path)
    finally:
        for path in paths:
            _part(path).unlink(missing_ok=True)


def _write_parts(bundle: Bundle, words: Words, chunks: Path, tasks: Path, fields: Path, report: Path) -> None:
    # The writers of Office files take longer to import than most documents take to read: who exports nothing (a worker,
    # `docprep inspect`) does without them.
    from docprep_gui.export.fields import write_fields
    from docprep_gui.export.report import write_report

    write_lines(chunks, (
        {"document": one.name, **chunk_object(one.document, chunk, verdict, masked)}
        for one in bundle.documents
        for chunk, verdict, masked in zip(one.chunks, one.verdicts, one.masked, strict=True)))
    write_lines(tasks, (task_object(task, words.failure) for task in bundle.tasks))
    write_fields(bundle, fields, words)
    write_report(bundle, report, words)
