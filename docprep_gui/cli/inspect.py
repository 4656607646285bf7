"""`docprep inspect`: one file, read, cut and judged."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from docprep_gui.cli.common import DONE, NOTHING_READ, USAGE, all_notices, profile_of, rules_of, typed_password
from docprep_gui.cli.say import Progress, complain, messages, print_json
from docprep_gui.domain.errors import DocPrepError, FileError
from docprep_gui.export.objects import document_object, error_object
from docprep_gui.workspace import pipeline, recognition
from docprep_gui.workspace.pipeline import Prepared, Request


def execute(options: argparse.Namespace) -> int:
    try:
        prepared = _prepare(options)
    except DocPrepError as error:
        if options.json:
            message, hint = messages().error(error)
            kind = error.kind if isinstance(error, FileError) or error.kind == "bad_rules" else "bad_setting"
            print_json(error_object(kind, message, hint, {} if kind == error.kind else {"problem": error.kind}))
        else:
            complain(error)
        return NOTHING_READ if isinstance(error, FileError) else USAGE
    if options.json:
        _print_object(prepared)
    else:
        _print_overview(prepared)
    return DONE


def _prepare(options: argparse.Namespace) -> Prepared:
    profile = profile_of(options)
    profile.chunking("txt", None)  # refuses what cannot work before anything is started
    path = Path(options.file)
    password = typed_password() if options.password_stdin else None
    request = Request(path, path.name, profile, rules_of(options, masking=False), password=password,
                      readings=recognition.readings(profile))
    from docprep_gui.workspace.workers import Workers

    workers = Workers(1, start_method="fork" if sys.platform == "linux" else "spawn")
    progress = Progress()
    try:
        return recognition.prepare(workers, request, partial(progress.show, text=messages().word("progress.pictures")))
    finally:
        progress.clear()
        workers.close()


def _print_object(prepared: Prepared) -> None:
    secrets = pipeline.vault(prepared)
    masked = [pipeline.masked_text(prepared, chunk, secrets) for chunk in prepared.chunks]
    print_json(document_object(prepared.document, prepared.chunks, prepared.judgement.verdicts, masked,
                               all_notices(prepared), messages().notice))


def _print_overview(prepared: Prepared) -> None:
    """A page for people: the file, what to know of it, and a line for each chunk."""
    words, document = messages(), prepared.document
    print(f"{document.source.name}  {words.word('kind.' + document.source.kind)}")
    for notice in all_notices(prepared):
        print(f"  ! {words.notice(notice)}")
    for chunk, verdict in zip(prepared.chunks, prepared.judgement.verdicts, strict=True):
        first = document.slice(chunk.core).strip().split("\n", 1)[0][:40]
        route, priority = words.word(f"route.{verdict.route}"), words.word(f"priority.{verdict.priority}")
        print(f"{chunk.ordinal + 1:>5}  {route} · {priority} · {chunk.tokens}  "
              f"{' › '.join(chunk.title_path)}{'  ' if chunk.title_path else ''}{first}")
        for name, values in verdict.fields.items():
            print(f"         {name}: {', '.join(document.slice(value.span) for value in values)}")
