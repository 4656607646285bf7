"""What a run leaves, gathered for export."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

from docprep_gui.domain.errors import DocPrepError
from docprep_gui.export.bundle import Bundle, ExportedDocument, Happening, SetAside, Taken
from docprep_gui.export.write import write_bundle
from docprep_gui.workspace import kinds, pipeline
from docprep_gui.workspace.messages import Messages
from docprep_gui.workspace.pipeline import Prepared
from docprep_gui.workspace.runs import Runs
from docprep_gui.workspace.session import Workspace


def snapshot(workspace: Workspace, runs: Runs, words: Messages) -> tuple[Bundle, tuple[tuple[str, Prepared], ...]]:
    """The run's outcome without its documents, and those by name; quick, for the main thread. `with_documents` joins
    them, which takes longer."""
    aside = tuple(SetAside(file.name, file.error.kind, *words.error(file.error))
                  for file in workspace.files.values() if file.error)
    question = runs.question_title(runs.question, words.language) if runs.tasks() else ""
    ready = tuple((file.name, file.prepared) for file in workspace.files.values() if file.prepared)
    taken = tuple(Taken(file.name, runs.question.text, asked) for file in workspace.files.values()
                  if runs.tasks() and (asked := runs.taken_for(file.key)))
    history = tuple(Happening(one.at, one.event, {"task": one.task, "document": runs.task(one.task).document,
                                                  "state": one.state}) for one in runs.history())
    return Bundle(question, (), aside, runs.tasks(), summary(workspace, words), taken, history), ready


def summary(workspace: Workspace, words: Messages) -> str:
    """What the batch is made of, in one line."""
    choice = workspace.rule_choice()
    return kinds.summary(tuple(workspace.files.values()), words, kinds.told(choice.packs, choice.disabled))


def with_documents(bundle: Bundle, ready: tuple[tuple[str, Prepared], ...]) -> Bundle:
    documents = []
    for name, prepared in ready:
        secrets = pipeline.vault(prepared)
        masked = tuple(pipeline.masked_text(prepared, chunk, secrets) for chunk in prepared.chunks)
        documents.append(ExportedDocument(name, prepared.document, prepared.chunks, prepared.judgement.verdicts,
                                          masked))
    return replace(bundle, documents=documents)


def export(workspace: Workspace, runs: Runs, words: Messages, folder: Path,
           done: Callable[[Future[Path]], None]) -> None:
    """Writes all files of the run's outcome into the folder, in the background; `done` gets the folder, or
    DocPrepError("cannot_write")."""
    bundle, ready = snapshot(workspace, runs, words)

    def work() -> Path:
        try:
            write_bundle(with_documents(bundle, ready), folder, words, record_at=time.time())
        except OSError as error:
            raise DocPrepError("cannot_write", path=str(folder), reason=pipeline.reason_of(error)) from error
        return folder

    workspace.background(work, done)
