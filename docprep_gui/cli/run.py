"""`docprep run`: files and folders to answers and results, in one go."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path

from docprep_gui.cli.common import DONE, NOTHING_READ, SET_ASIDE, profile_of, rules_of, typed_password
from docprep_gui.cli.pool import PlainExecutor
from docprep_gui.cli.say import Progress, messages, say
from docprep_gui.domain.chunk import Asked
from docprep_gui.domain.errors import DocPrepError, EndpointError, FileError
from docprep_gui.export.audit import Audit
from docprep_gui.export.write import check_writable, write_bundle
from docprep_gui.scheduling.scheduler import Event as QueueEvent
from docprep_gui.workspace import pipeline, results
from docprep_gui.workspace.asking import book
from docprep_gui.workspace.choices import EndpointChoice, Question
from docprep_gui.workspace.files import JOURNAL, FoundFile, readable, walk
from docprep_gui.workspace.model import Event, FileChanged
from docprep_gui.workspace.pipeline import RuleChoice
from docprep_gui.workspace.runs import Runs
from docprep_gui.workspace.session import Workspace
from docprep_gui.workspace.settings import Profile
from docprep_gui.workspace.workers import Workers

SOFT_KINDS = frozenset({"skipped"})
"""Kinds of files that are passed over without counting as a failure."""


def execute(options: argparse.Namespace) -> int:
    profile = profile_of(options)
    profile.chunking("txt", None)  # refuses what cannot work before anything is read
    question = _question(options)
    rules = rules_of(options, masking=profile.get("masking.default") == "on")
    found = walk([Path(path) for path in options.paths])
    if not found:
        raise DocPrepError("no_files")
    out = Path(options.out)
    try:
        return _run(options, profile, rules, question, found, out)
    except OSError as error:
        raise DocPrepError("cannot_write", path=readable(str(error.filename or out)),
                           reason=pipeline.reason_of(error)) from error


def _run(options: argparse.Namespace, profile: Profile, rules: RuleChoice, question: Question, found: list[FoundFile],
         out: Path) -> int:
    """The exit code. OSError where the results cannot be written."""
    check_writable(out)
    password = typed_password() if options.password_stdin else None
    executor = PlainExecutor(profile.whole("scheduling.concurrency") + 4)
    workers = Workers(start_method="forkserver" if sys.platform == "linux" else "spawn")
    # Each end is come to, also where one before it fails; the last first.
    ends = ExitStack()
    ends.callback(executor.close)
    workspace = Workspace(executor, workers, packs=rules.packs, disabled=rules.disabled, profile=profile)
    ends.callback(workspace.shut_down)
    record = _Record(workspace, out)
    ends.callback(record.close)
    runs = Runs(workspace, executor, out / JOURNAL, record.on_queue, finishing=False)
    ends.callback(runs.close)
    with ends:
        _choose_endpoint(options, workspace, runs, question)
        record.open(fresh=runs.left_over() is None)
        return _Work(workspace, runs, executor, record, out, password).do(found, question)


def _question(options: argparse.Namespace) -> Question:
    if options.ask is not None:
        if not options.ask.strip():
            raise DocPrepError("empty_question")
        return Question(text=options.ask)
    task = options.task or "contract_review"
    if task not in book().tasks:
        raise DocPrepError("unknown_task", task=task, known=", ".join(book().tasks))
    return Question(task=task)


def _choose_endpoint(options: argparse.Namespace, workspace: Workspace, runs: Runs, question: Question) -> None:
    """The model that was asked for, with its window; for a run that was cut short, the same as then, so that the
    chunks are the same."""
    left, choice = runs.left_over(), _asked_for(options)
    if left:
        then = left.question
        before = EndpointChoice(**then["endpoint"])
        if (then["question"] == asdict(question) and (before.url, before.gguf) == (choice.url, choice.gguf)
                and options.llm in (None, before.model)):
            workspace.choose_endpoint(before, then["window"])
            return
    if choice.trial:
        workspace.choose_endpoint(choice)
        if not workspace.host.available:
            raise DocPrepError("no_embedded_model")
        say(messages().word("trial"))
        return
    try:
        report = workspace.host.check(choice, workspace.profile.trusted_hosts())
    except EndpointError as error:
        if choice.gguf is not None or error.params.get("reason") == "elsewhere":
            raise
        # The queue waits for it and says what is wrong; files are read and judged meanwhile.
        say(messages().error(error)[0])
        workspace.choose_endpoint(choice)
        return
    model = choice.model or (report.models[0] if report.models else None)
    workspace.choose_endpoint(replace(choice, model=model), report.window)


def _asked_for(options: argparse.Namespace) -> EndpointChoice:
    """An endpoint that ends in .gguf is a model file for the embedded runtime."""
    place: str | None = options.endpoint
    if place is not None and place.lower().endswith(".gguf") and "://" not in place:
        return EndpointChoice(gguf=str(Path(place).absolute()), model=options.llm)
    return EndpointChoice(place, options.llm)


class _Record:
    """Writes the audit while the run goes on."""

    def __init__(self, workspace: Workspace, out: Path) -> None:
        self._workspace = workspace
        self._path = out / "audit.jsonl"
        self._audit: Audit | None = None
        workspace.listen(self._on_event)

    def open(self, *, fresh: bool) -> None:
        self._audit = Audit(self._path, fresh=fresh)

    def _on_event(self, event: Event) -> None:
        if isinstance(event, FileChanged) and self._audit:
            file = self._workspace.files[event.key]
            if file.state == "ready" and file.pictures is None:
                self._audit.judged(time.time(), file.name, file.chunks, file.verdicts)
            elif file.error:
                self._audit.event(time.time(), "set_aside", {"document": file.name, "kind": file.error.kind})

    def taken(self, document: str, instruction: str, asked: Asked) -> None:
        if self._audit:
            self._audit.taken(time.time(), document, instruction, asked)

    def on_queue(self, event: QueueEvent) -> None:
        if self._audit:
            details: dict[str, object] = dict(event.params)
            if event.task:
                details |= {"task": event.task.id, "document": event.task.document, "state": event.task.state}
            self._audit.event(event.at, event.name, details)

    def close(self) -> None:
        if self._audit:
            self._audit.close()


class _Work:
    def __init__(self, workspace: Workspace, runs: Runs, executor: PlainExecutor, record: _Record, out: Path,
                 password: str | None) -> None:
        self._workspace, self._runs, self._executor, self._out = workspace, runs, executor, out
        self._password = password
        self._record = record
        self._progress = Progress()

    def do(self, found: list[FoundFile], question: Question) -> int:
        self._workspace.ask(question.text)
        self._workspace.add(found)
        self._executor.run_until(lambda: not self._workspace.busy, self._show_reading)
        files = self._workspace.files
        locked = [file.key for file in files.values()
                  if isinstance(file.error, FileError) and file.error.opens_with_password]
        if self._password and locked:
            for key in locked:
                self._workspace.retry(key, self._password)
            self._executor.run_until(lambda: not self._workspace.busy, self._show_reading)
        self._progress.clear()
        for file in files.values():
            if file.error:
                message, hint = messages().error(file.error)
                say(f"{file.name}: {message} {hint}".strip())
        ready = [file.key for file in files.values() if file.prepared]
        if ready:
            self._runs.start(question, ready)
            self._tell_tasks(ready)
            self._executor.run_until(lambda: self._runs.state == "finished" or self._runs.hopeless, self._show_asking)
            self._progress.clear()
        bundle, prepared = results.snapshot(self._workspace, self._runs, messages())
        write_bundle(results.with_documents(bundle, prepared), self._out, messages())
        self._runs.finish()
        self._summarise()
        aside = [file for file in files.values() if file.error and file.error.kind not in SOFT_KINDS]
        if not ready:
            return NOTHING_READ
        open_or_failed = any(task.state != "done" for task in self._runs.tasks())
        return SET_ASIDE if aside or open_or_failed else DONE

    def _tell_tasks(self, keys: list[str]) -> None:
        """Says which task a rule takes the user's sentence for, and puts it on record, a line a file."""
        said = set[tuple[str, str]]()
        for key in keys:
            taken = self._runs.taken_for(key)
            if taken is None:
                continue
            self._record.taken(self._workspace.files[key].name, self._runs.question.text, taken)
            if (taken.rule, taken.task) not in said:
                said.add((taken.rule, taken.task))
                rule = self._workspace.rule_title(taken.pack, taken.rule, messages().language)
                say(messages().word("run.taken", rule=rule, task=messages().word(f"task.{taken.task}")))

    def _show_reading(self) -> None:
        files = self._workspace.files.values()
        done = sum(file.state in ("ready", "set_aside") for file in files)
        pictures = [file.pictures for file in files if file.pictures]
        if done == len(files) and pictures:
            self._progress.show(sum(read for read, _ in pictures), sum(all_ for _, all_ in pictures),
                                messages().word("progress.pictures"))
        else:
            self._progress.show(done, len(files), messages().word("progress.reading"))

    def _show_asking(self) -> None:
        counts = self._runs.counts()
        open_ = sum(counts.get(state, 0) for state in ("queued", "running", "waiting_retry"))
        remaining = self._runs.remaining_s()
        text = messages().word("progress.asking")
        if remaining:
            text += " " + messages().word("progress.remaining", minutes=str(max(1, round(remaining / 60))))
        self._progress.show(sum(counts.values()) - open_, sum(counts.values()), text)

    def _summarise(self) -> None:
        words = messages()
        print(results.summary(self._workspace, words))
        colon, comma = ("：", "，") if words.language == "zh" else (": ", ", ")
        counts = self._runs.counts()
        if counts:
            states = comma.join(f"{words.word('state.' + state)} {number}" for state, number in counts.items())
            print(f"{sum(counts.values())} {words.word('report.asked')}{colon}{states}")
        failures = Counter(words.failure(task.error) for task in self._runs.tasks()
                           if task.error and task.state != "done")
        for sentence, number in failures.most_common(5):
            print(f"  {number} × {sentence}")
        print(f"{words.word('report.title')}{colon}{self._out / 'report.docx'}")
