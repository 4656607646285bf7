"""audit.jsonl: who decided what. A command appends to it while its run goes on, so that a killed run has its record
too; the window writes it as a whole, with what the queue's journal knows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from docprep_gui.domain.chunk import Asked, Chunk, Verdict
from docprep_gui.export.bundle import Bundle


def _line(at: float, event: str, **more: Any) -> str:
    time = datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
    return json.dumps({"time": time, "event": event, **more}, ensure_ascii=False)


class Audit:
    """`at` is seconds since the epoch, in all calls."""

    def __init__(self, path: Path, *, fresh: bool) -> None:
        """fresh: the record of an earlier run is replaced; else it goes on."""
        self._file = path.open("w" if fresh else "a", encoding="utf-8", errors="backslashreplace")

    def judged(self, at: float, document: str, chunks: Sequence[Chunk], verdicts: Sequence[Verdict]) -> None:
        """Every hit with its rule, the version of the rule's pack and its span, and every chunk's route."""
        for chunk, verdict in zip(chunks, verdicts, strict=True):
            for hit in verdict.hits:
                self._put(_line(at, "hit", document=document, chunk=chunk.id, pack=hit.pack, rule=hit.rule,
                                version=hit.version, span=list(hit.span), reason=hit.reason))
            self._put(_line(at, "route", document=document, chunk=chunk.id, route=verdict.route,
                            priority=verdict.priority, reasons=list(verdict.reasons)))
        self._file.flush()

    def taken(self, at: float, document: str, instruction: str, asked: Asked) -> None:
        """Which rule took what the user asked for a task, and which other rules wanted another."""
        self._put(_line(at, "task_chosen", document=document, instruction=instruction, task=asked.task,
                        confidence=asked.confidence, pack=asked.pack, rule=asked.rule, version=asked.version,
                        reason=asked.reason,
                        overruled=[{"pack": pack, "rule": rule, "task": task} for pack, rule, task in asked.overruled]))
        self._file.flush()

    def event(self, at: float, name: str, details: Mapping[str, Any]) -> None:
        self._put(_line(at, name, **details))
        self._file.flush()

    def _put(self, line: str) -> None:
        self._file.write(line + "\n")

    def close(self) -> None:
        self._file.close()


def write_record(path: Path, at: float, bundle: Bundle) -> None:
    """The record of a run that is over, or of rules alone: what became of the tasks, then the verdicts as they are now,
    at `at`. OSError where it cannot be written."""
    audit = Audit(path, fresh=True)
    try:
        for one in bundle.history:
            audit.event(one.at, one.name, one.details)
        for file in bundle.set_aside:
            audit.event(at, "set_aside", {"document": file.name, "kind": file.kind})
        for document in bundle.documents:
            audit.judged(at, document.name, document.chunks, document.verdicts)
        for taken in bundle.taken:
            audit.taken(at, taken.document, taken.instruction, taken.asked)
    finally:
        audit.close()
