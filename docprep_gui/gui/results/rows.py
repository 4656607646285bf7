"""What a run and the rules found in one file, as rows: key terms, and answers clause by clause."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QCoreApplication

from docprep_gui.domain.chunk import Chunk, FieldValue
from docprep_gui.domain.document import Document, Span
from docprep_gui.domain.task import Answer, Task, TaskState
from docprep_gui.export.bundle import answer_text
from docprep_gui.gui import words
from docprep_gui.gui.documents.index import DocumentIndex
from docprep_gui.gui.documents.inspector import shown_value
from docprep_gui.gui.documents.marks import rule_titles
from docprep_gui.gui.documents.why import noun
from docprep_gui.rules.model import Pack
from docprep_gui.text.percents import is_share
from docprep_gui.workspace.messages import Messages
from docprep_gui.workspace.pipeline import Prepared

translate = QCoreApplication.translate
Risk = Literal["high", "medium", "low"]
_RISKS: tuple[Risk, ...] = ("high", "medium", "low")


@dataclass(frozen=True, slots=True)
class Term:
    """`found_by`: the rule that found it, "" for the model. `trial`: the trial model said so."""

    name: str
    value: str
    clause: str
    place: str
    span: Span
    ordinal: int
    found_by: str
    trial: bool = False


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One finding, or one answer, or a question without an answer. `details`: (label, text) shown when it is chosen.
    `risk` None: it is no finding. `span` is what is lit on the page, in the chunk `ordinal`."""

    id: str
    state: TaskState
    title: str
    chip: str
    span: Span
    ordinal: int
    details: tuple[tuple[str, str], ...] = ()
    risk: Risk | None = None
    trial: bool = False
    model: str = ""


class Places:
    """Names of places in one document: clause and page or paragraph."""

    def __init__(self, document: Document, chunks: tuple[Chunk, ...]) -> None:
        self.document = document
        self.index = DocumentIndex(document, chunks)
        labelled: list[tuple[int, int, str]] = sorted(
            (span[0], -span[1], label) for span, label in document.nodes.each("span", "label") if label)
        self._starts = [start for start, _, _ in labelled]
        self._labelled = [(start, -end, label) for start, end, label in labelled]

    def clause(self, offset: int) -> str:
        """The number of the innermost clause around an offset; "" where there is none."""
        at = bisect_right(self._starts, offset) - 1
        for i in range(at, max(-1, at - 200), -1):
            start, end, label = self._labelled[i]
            if start <= offset < end:
                return label
        return ""

    def where(self, offset: int) -> str:
        at = self.index.location(offset)
        return words.place(at.page, at.paragraph, at.sheet, at.rows, at.slide)

    def chip(self, offset: int, language: str) -> str:
        return ("，" if language == "zh" else ", ").join(filter(None, (self.clause(offset), self.where(offset))))

    def quoted(self, quote: str, within: Span) -> Span | None:
        """Where a quote stands to the letter; None where it does not."""
        start = self.document.text.find(quote, *within) if quote else -1
        return (start, start + len(quote)) if start >= 0 else None


def terms(prepared: Prepared, places: Places, tasks: Sequence[Task], packs: Sequence[Pack],
          messages: Messages) -> list[Term]:
    """What rules extracted, each value once; then what the model named."""
    titles = rule_titles(packs)
    made: list[Term] = []
    seen: set[tuple[str, object]] = set()
    for chunk, verdict in zip(prepared.chunks, prepared.judgement.verdicts, strict=True):
        by_span = {hit.span: titles.get((hit.pack, hit.rule), hit.rule) for hit in verdict.hits}
        for name, values in verdict.fields.items():
            for value in values:
                if (name, value.value) in seen:
                    continue
                seen.add((name, value.value))
                made.append(Term(noun(name, messages), _shown(value, places.document, messages.language),
                                 places.clause(value.span[0]), places.where(value.span[0]), value.span, chunk.ordinal,
                                 by_span.get(value.span) or translate("Results", "Rule")))
    by_id = {chunk.id: chunk for chunk in prepared.chunks}
    for task in tasks:
        chunk_, answer = by_id.get(task.chunk), task.answer
        if chunk_ is None or answer is None:
            continue
        for item in _items(answer, "terms"):
            span = places.quoted(str(item.get("quote", "")), chunk_.core) or chunk_.core
            made.append(Term(str(item.get("name", "")), str(item.get("value", "")), places.clause(span[0]),
                             places.where(span[0]), span, chunk_.ordinal, "", answer.trial))
    return made


def _shown(value: FieldValue, document: Document, language: str) -> str:
    """A value for people; shares with their sign."""
    said = shown_value(value, language)
    return f"{said} %" if is_share(document.slice(value.span)) and said[-1:].isdigit() else said


def answers(prepared: Prepared, places: Places, tasks: Sequence[Task], messages: Messages) -> list[AnswerRow]:
    """In order of clauses."""
    by_id = {chunk.id: chunk for chunk in prepared.chunks}
    found = [(by_id[task.chunk], task) for task in tasks if task.chunk in by_id]
    found.sort(key=lambda pair: pair[0].ordinal)
    return [row for chunk, task in found for row in _answer_rows(chunk, task, places, messages)]


def _items(answer: Answer, name: str) -> list[dict[str, Any]]:
    content = answer.content
    listed = content.get(name) if isinstance(content, dict) else None
    return [item for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []


def _answer_rows(chunk: Chunk, task: Task, places: Places, messages: Messages) -> Iterator[AnswerRow]:
    first = chunk.core[0]
    body = places.document.text
    while first < chunk.core[1] and body[first].isspace():
        first += 1
    name = chunk.title_path[-1] if chunk.title_path else places.index.label(chunk)
    where = places.where(first)
    chip = where if where == name else ("，" if messages.language == "zh" else ", ").join(
        filter(None, (places.clause(first), where)))
    answer = task.answer
    if answer is None:
        said = messages.failure(task.error) if task.error else ""
        details = ((translate("Results", "Reason"), said),) if said else ()
        yield AnswerRow(task.id, task.state, name, chip, chunk.core, chunk.ordinal, details)
        return
    content = answer.content
    if isinstance(content, dict) and isinstance(content.get("findings"), list):
        findings = _items(answer, "findings")
        for i, item in enumerate(findings):
            yield _finding(f"{task.id}.{i}", item, chunk, task, answer, places, messages)
        if not findings:
            yield AnswerRow(task.id, task.state, translate("Results", "{clause}: no objection").format(clause=name),
                            chip, chunk.core, chunk.ordinal, trial=answer.trial, model=answer.model)
        return
    said = answer_text(content)
    yield AnswerRow(task.id, task.state, name, chip, chunk.core, chunk.ordinal,
                    ((translate("Results", "Answer"), said),), trial=answer.trial, model=answer.model)


def _finding(id_: str, item: dict[str, Any], chunk: Chunk, task: Task, answer: Answer, places: Places,
             messages: Messages) -> AnswerRow:
    quote = str(item.get("quote", "")).strip()
    span = places.quoted(quote, chunk.core)
    details = [(translate("Results", "Quote"), quote)] if quote else []
    if item.get("advice"):
        details.append((translate("Results", "Advice"), str(item["advice"]).strip()))
    low: Risk = "low"
    risk = next((risk for risk in _RISKS if risk == item.get("risk")), low)
    at = span[0] if span else chunk.core[0]
    return AnswerRow(id_, task.state, str(item.get("issue", "")).strip() or "—", places.chip(at, messages.language),
                     span or chunk.core, chunk.ordinal, tuple(details), risk, answer.trial, answer.model)
