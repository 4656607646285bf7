"""The JSON objects of the command line's contract, made from domain types. Offsets count code points, half-open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from docprep_gui.domain.chunk import Chunk, Entity, FieldValue, Hit, Sensitive, Verdict
from docprep_gui.domain.document import Document, Location, Node, Notice, Table
from docprep_gui.domain.task import Task, TaskFailure

SCHEMA = 1
Say = Callable[[Notice], str]
"""The sentence for a notice, in the user's language."""
SayFailure = Callable[[TaskFailure], str]


def location_object(location: Location) -> dict[str, Any]:
    return {"page": location.page, "box": _box(location.box), "sheet": location.sheet,
            "rows": list(location.rows) if location.rows else None, "slide": location.slide,
            "paragraph": location.paragraph}


def _box(box: tuple[float, ...] | None) -> list[float] | None:
    return [round(value, 2) for value in box] if box else None


def notice_object(notice: Notice, say: Say) -> dict[str, Any]:
    return {"code": notice.code, "message": say(notice), "span": list(notice.span) if notice.span else None,
            "pages": list(notice.pages) if notice.pages else None, "count": notice.count}


def _table_object(table: Table, text: str) -> dict[str, Any]:
    cells = []
    for i, cell in enumerate(table.cells(text)):
        one: dict[str, Any] = {"row": cell.row, "col": cell.col, "row_span": cell.row_span, "col_span": cell.col_span,
                               "text": cell.text, "span": list(cell.span)}
        if i in table.refs:
            one["ref"] = table.refs[i]
        if i in table.formulas:
            one["formula"] = table.formulas[i]
        if i in table.hidden:
            one["hidden"] = True
        cells.append(one)
    return {"rows": table.rows, "cols": table.cols, "header_rows": table.header_rows, "cells": cells}


def _node_object(document: Document, index: int, node: Node) -> dict[str, Any]:
    made: dict[str, Any] = {
        "id": document.node_ids[index],
        "parent": document.node_ids[node.parent] if node.parent >= 0 else None,
        "kind": node.kind,
        "span": list(node.span),
        "level": node.level,
        "label": node.label,
        "title_path": list(document.title_paths[index]),
        "hidden": node.hidden,
        "role": node.role,
        "anchor": node.anchor,
        "author": node.author,
        "date": node.date,
        "location": location_object(node.location),
        "echoes": [list(span) for span in node.echoes],
    }
    if node.table:
        made["table"] = _table_object(node.table, document.text)
    return made


def _value(value: str | tuple[str, str]) -> str | list[str]:
    return value if isinstance(value, str) else list(value)


def _field_object(document: Document, value: FieldValue | Entity) -> dict[str, Any]:
    return {"value": _value(value.value), "text": document.slice(value.span), "span": list(value.span),
            "currency": value.currency}


def _sensitive_object(document: Document, place: Sensitive) -> dict[str, Any]:
    return {"kind": place.kind, "span": list(place.span), "text": document.slice(place.span)}


def _hit_object(document: Document, hit: Hit) -> dict[str, Any]:
    return {"rule": hit.rule, "version": hit.version, "span": list(hit.span), "text": document.slice(hit.span),
            "reason": hit.reason}


def chunk_object(document: Document, chunk: Chunk, verdict: Verdict, masked_text: str) -> dict[str, Any]:
    return {
        "id": chunk.id,
        "ordinal": chunk.ordinal,
        "kind": chunk.kind,
        "core": list(chunk.core),
        "context": [list(span) for span in chunk.context],
        "text": chunk.text(document),
        "title_path": list(chunk.title_path),
        "location": location_object(chunk.location),
        "tokens": chunk.tokens,
        "sha256": chunk.sha256(document),
        "oversize": chunk.oversize,
        "route": verdict.route,
        "priority": verdict.priority,
        "tags": list(verdict.tags),
        "fields": {name: [_field_object(document, value) for value in values]
                   for name, values in verdict.fields.items()},
        "sensitive": [_sensitive_object(document, place) for place in verdict.sensitive],
        "masked_text": masked_text,
        "hits": [_hit_object(document, hit) for hit in verdict.hits],
    }


def document_object(document: Document, chunks: Sequence[Chunk], verdicts: Sequence[Verdict],
                    masked_texts: Sequence[str], notices: Sequence[Notice], say: Say) -> dict[str, Any]:
    """What `docprep inspect --json` prints. `notices`: those of reading, cutting and judging together."""
    source = document.source
    return {
        "schema": SCHEMA,
        "source": {"name": source.name, "kind": source.kind, "sha256": source.sha256, "bytes": source.size,
                   "pages": source.pages, "title": source.title, "language": source.language,
                   "body": list(source.body)},
        "notices": [notice_object(notice, say) for notice in notices],
        "text": document.text,
        "sentences": [list(span) for span in document.sentences],
        "nodes": [_node_object(document, index, node) for index, node in enumerate(document.nodes)],
        "chunks": [chunk_object(document, chunk, verdict, masked)
                   for chunk, verdict, masked in zip(chunks, verdicts, masked_texts, strict=True)],
    }


def failure_object(failure: TaskFailure | None, say: SayFailure) -> dict[str, str] | None:
    return {"kind": failure.kind, "message": say(failure)} if failure else None


def task_object(task: Task, say: SayFailure) -> dict[str, Any]:
    answer = task.answer
    return {
        "task": task.id,
        "document": task.document,
        "chunks": [task.chunk],
        "state": task.state,
        "priority": task.priority,
        "attempts": task.attempts,
        "tries": [{"error": failure_object(one.error, say)} for one in task.tries],
        "queued_at": task.queued_at,
        "started_at": task.started_at,
        "ended_at": task.ended_at,
        "error": failure_object(task.error, say),
        "answer": answer.content if answer else None,
        "model": answer.model if answer else None,
        "trial": answer.trial if answer else False,
        "citations": [{"quote": citation.quote, "span": list(citation.span),
                       "location": location_object(citation.location), "proven": citation.proven}
                      for citation in answer.citations] if answer else [],
        "usage": dict(answer.usage) if answer else {},
    }


def error_object(kind: str, message: str, hint: str, params: Mapping[str, str]) -> dict[str, Any]:
    """What stands in the place of a document that could not be read. A bad setting names its `problem`."""
    body = {"kind": kind, "message": message, "hint": hint}
    if "problem" in params:
        body["problem"] = params["problem"]
    return {"error": body}
