"""report.docx: the result of a run for people to read and pass on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import docx
from docx.document import Document as WordDocument
from docx.oxml.ns import qn
from docx.shared import Pt, RGBColor

from docprep_gui.domain.chunk import Chunk
from docprep_gui.domain.task import Task
from docprep_gui.export.bundle import Bundle, ExportedDocument, Words, answer_text, place, plain

TRIAL_COLOUR = RGBColor(0xB3, 0x26, 0x1E)


def write_report(bundle: Bundle, path: Path, words: Words) -> None:
    report = docx.Document()
    _use_font(report, "Noto Sans CJK SC" if words.language == "zh" else "Calibri")
    report.add_heading(words.word("report.title"), level=0)
    _summary(report, bundle, words)
    for one in bundle.documents:
        report.add_heading(plain(one.name), level=1)
        _fields(report, one, words)
        _answers(report, one, [task for task in bundle.tasks if task.document == one.name], words)
    if bundle.set_aside:
        report.add_heading(words.word("report.set_aside"), level=1)
        for aside in bundle.set_aside:
            report.add_paragraph(plain(f"{aside.name}: {aside.message} {aside.hint}"), style="List Bullet")
    report.save(str(path))


def _use_font(report: WordDocument, family: str) -> None:
    style = report.styles["Normal"]
    style.font.size = Pt(10.5)
    style.font.name = family
    style.element.get_or_add_rPr().get_or_add_rFonts().set(qn("w:eastAsia"), family)


def _summary(report: WordDocument, bundle: Bundle, words: Words) -> None:
    if bundle.question:
        report.add_paragraph(plain(bundle.question))
    routes = Counter(verdict.route for one in bundle.documents for verdict in one.verdicts)
    if bundle.summary:
        report.add_paragraph(plain(bundle.summary), style="List Bullet")
    lines = [(words.word("report.chunks"), sum(routes.values())),
             *((words.word(f"route.{route}"), number) for route, number in routes.most_common()),
             (words.word("report.asked"), len(bundle.tasks))]
    for label, number in lines:
        report.add_paragraph(f"{label}: {number}", style="List Bullet")


def _fields(report: WordDocument, one: ExportedDocument, words: Words) -> None:
    report.add_heading(words.word("report.fields"), level=2)
    rows = [(words.word(f"field.{name}"), one.document.slice(value.span), _place(chunk, words))
            for chunk, verdict in zip(one.chunks, one.verdicts, strict=True)
            for name, values in verdict.fields.items() for value in values]
    if not rows:
        report.add_paragraph(words.word("report.no_fields"))
        return
    table = report.add_table(rows=1, cols=3, style="Light Grid Accent 1")
    for cell, key in zip(table.rows[0].cells, ("field", "value", "place"), strict=True):
        cell.text = words.word(f"report.{key}")
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = plain(text)


def _place(chunk: Chunk, words: Words) -> str:
    where = [*chunk.title_path[-1:], place(chunk.location, words)]
    return ", ".join(filter(None, where)) or words.word("report.whole")


def _answers(report: WordDocument, one: ExportedDocument, tasks: list[Task], words: Words) -> None:
    report.add_heading(words.word("report.answers"), level=2)
    if not tasks:
        report.add_paragraph(words.word("report.no_answers"))
    chunks = {chunk.id: chunk for chunk in one.chunks}
    for task in sorted(tasks, key=lambda task: chunks[task.chunk].ordinal if task.chunk in chunks else 0):
        chunk = chunks.get(task.chunk)
        title = _place(chunk, words) if chunk else task.chunk
        report.add_heading(plain(title), level=3)
        if task.answer is None:
            said = words.failure(task.error) if task.error else ""
            report.add_paragraph(plain(f"{words.word('state.' + task.state)}  {said}").strip())
            continue
        if task.answer.trial:
            mark = report.add_paragraph().add_run(words.word("trial"))
            mark.font.color.rgb, mark.font.bold = TRIAL_COLOUR, True
        for line in answer_text(task.answer.content).split("\n"):
            report.add_paragraph(plain(line))
        for citation in task.answer.citations:
            quote = plain(one.document.slice(citation.span).strip().split("\n", 1)[0][:80])
            proof = "" if citation.proven else f" ({words.word('report.unproven')})"
            report.add_paragraph(f"{words.word('report.found')}: {title}, “{quote}…”{proof}", style="Intense Quote")
