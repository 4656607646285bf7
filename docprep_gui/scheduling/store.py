"""The journal of the queue: one SQLite file that remembers runs, tasks, and every transition with what it left.

A step of a task is one row appended, which is what makes it cheap: a task is what its last row says, its tries are the
rows that ended one. The journal is read at start-up only; the order is kept in memory. Write-ahead log
with synchronous NORMAL: what was committed outlives a killed process (a power cut may cost the last moments). The file
is held by an exclusive lock of the operating system, which ends with the process however it ends.

No text of a document is written: citations are stored without their quotes, which the span gives back.
All methods are called from the thread that opened the store.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from docprep_gui.domain.document import Location
from docprep_gui.domain.errors import DocPrepError
from docprep_gui.domain.task import Answer, Citation, Task, TaskFailure, TaskState, Try
from docprep_gui.scheduling.states import TaskEvent, after

VERSION = 1

_SCHEMA = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY, question TEXT NOT NULL, started_at REAL NOT NULL, finished_at REAL
);
CREATE TABLE tasks (
    row INTEGER PRIMARY KEY, run INTEGER NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, chunk TEXT NOT NULL,
    priority TEXT NOT NULL, cost REAL NOT NULL, UNIQUE (run, id)
);
CREATE TABLE transitions (
    id INTEGER PRIMARY KEY, task INTEGER NOT NULL, at REAL NOT NULL, event TEXT NOT NULL, state TEXT NOT NULL,
    attempts INTEGER NOT NULL, queued_at REAL NOT NULL, started_at REAL, ended_at REAL, not_before REAL, error TEXT,
    answer TEXT, try_started_at REAL, try_error TEXT
);
"""

_encode = json.JSONEncoder(ensure_ascii=False).encode

_INSERT_TASK = "INSERT INTO tasks VALUES (?,?,?,?,?,?,?)"
_INSERT_TRANSITION = "INSERT INTO transitions VALUES (NULL,?,?,?,?,?,?,?,?,?,?,?,?,?)"


@dataclass(frozen=True, slots=True)
class Run:
    """One question over many chunks. `question`: the JSON value that it was begun with; None for `finished_at`: it is
    not finished. Times are seconds since the epoch."""

    id: int
    question: Any
    started_at: float
    finished_at: float | None


@dataclass(frozen=True, slots=True)
class Stored:
    """A task in the journal. `row` names it there, `cost` is what the order was told."""

    row: int
    task: Task
    cost: float


@dataclass(frozen=True, slots=True)
class Change:
    """What `event` made of a task. `ended`: the try that it ended, if any."""

    row: int
    task: Task
    event: TaskEvent
    ended: Try | None = None


@dataclass(frozen=True, slots=True)
class Transition:
    task: str
    at: float
    event: TaskEvent
    state: TaskState


class Store:
    """The open journal.

    path: the file, made where it is missing; ":memory:" for one that is forgotten on closing.

    Raises DocPrepError: "queue_in_use" where another process (or store) has it open, "queue_newer" where a later
    version of the program wrote it, "queue_damaged" where it is no journal, "queue_unreadable" where it can be neither
    opened nor made; all with `path`.
    """

    def __init__(self, path: Path | str) -> None:
        name = str(path)
        connection: sqlite3.Connection | None = None
        try:
            connection = sqlite3.connect(name, timeout=0.2, isolation_level=None)
            self._prepare(connection, name)
        except sqlite3.Error as error:
            if connection is not None:
                connection.close()
            if isinstance(error, sqlite3.OperationalError):
                busy = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
                raise DocPrepError("queue_in_use" if busy else "queue_unreadable", path=name) from error
            raise DocPrepError("queue_damaged", path=name) from error
        except DocPrepError:
            if connection is not None:
                connection.close()
            raise
        self._connection = connection
        self.path = name

    def _prepare(self, connection: sqlite3.Connection, name: str) -> None:
        execute = connection.execute
        # Set before the first access, it makes the lock last as long as the connection, and needs no shared memory.
        execute("PRAGMA locking_mode=EXCLUSIVE")
        execute("PRAGMA journal_mode=WAL")
        execute("PRAGMA synchronous=NORMAL")
        # 16 MB: a checkpoint waits for the disk, and four times the default is that much rarer.
        execute("PRAGMA wal_autocheckpoint=4000")
        execute("BEGIN IMMEDIATE")
        version = execute("PRAGMA user_version").fetchone()[0]
        tables = execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if version > VERSION:
            raise DocPrepError("queue_newer", path=name, version=str(version))
        if version == 0:
            if tables:
                raise DocPrepError("queue_damaged", path=name)
            for statement in _SCHEMA.split(";"):
                execute(statement)
            execute(f"PRAGMA user_version={VERSION}")
        execute("COMMIT")

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing. Raises DocPrepError("queue_unwritable") where the disk is full or gone."""
        connection = self._connection
        try:
            connection.execute("BEGIN")
            yield connection
            connection.execute("COMMIT")
        except BaseException as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.OperationalError):
                raise DocPrepError("queue_unwritable", path=self.path) from error
            raise

    # Runs

    def begin_run(self, question: Any, at: float) -> int:
        """Begins a run; `question` is any JSON value. Returns the run's number."""
        with self._transaction() as connection:
            cursor = connection.execute(
                "INSERT INTO runs (question, started_at) VALUES (?,?)", (_encode(question), at)
            )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def finish_run(self, run: int, at: float | None) -> None:
        """Marks a run finished at `at`, or unfinished (None), as when failed tasks are to be tried again."""
        with self._transaction() as connection:
            connection.execute("UPDATE runs SET finished_at=? WHERE id=?", (at, run))

    def runs(self) -> tuple[Run, ...]:
        """All runs, the oldest first."""
        rows = self._connection.execute("SELECT id, question, started_at, finished_at FROM runs ORDER BY id")
        return tuple(Run(id_, json.loads(question), start, end) for id_, question, start, end in rows)

    def unfinished(self) -> Run | None:
        """The last run that is not finished."""
        return next((run for run in reversed(self.runs()) if run.finished_at is None), None)

    def forget_run(self, run: int) -> None:
        """Removes a run with all its tasks; nothing of them is left in the file or beside it."""
        with self._transaction() as connection:
            of_run = "(SELECT row FROM tasks WHERE run=?)"
            connection.execute(f"DELETE FROM transitions WHERE task IN {of_run}", (run,))
            connection.execute("DELETE FROM tasks WHERE run=?", (run,))
            connection.execute("DELETE FROM runs WHERE id=?", (run,))
        self._connection.execute("VACUUM")
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    # Tasks

    def insert(
        self, run: int, tasks: Sequence[Task], at: float, costs: Mapping[str, float] | None = None
    ) -> tuple[Stored, ...]:
        """Adds tasks to a run in their states, in one transaction; tries that they come with are not kept. A task
        without a cost has 1.

        Raises ValueError, and adds none, if the run has a task of that id.
        """
        first = self._connection.execute("SELECT ifnull(max(row), 0) + 1 FROM tasks").fetchone()[0]
        costs = costs or {}
        stored = tuple(Stored(first + i, task, costs.get(task.id, 1.0)) for i, task in enumerate(tasks))
        try:
            with self._transaction() as connection:
                connection.executemany(_INSERT_TASK, (
                    (one.row, run, one.task.id, one.task.document, one.task.chunk, one.task.priority, one.cost)
                    for one in stored
                ))
                connection.executemany(
                    _INSERT_TRANSITION, (_transition_row(Change(one.row, one.task, "enqueue"), at) for one in stored)
                )
        except sqlite3.IntegrityError as error:
            raise ValueError("a task of this id is in the run") from error
        return stored

    def record(self, change: Change, at: float) -> None:
        """Writes what became of a task."""
        try:
            self._connection.execute(_INSERT_TRANSITION, _transition_row(change, at))
        except sqlite3.OperationalError as error:
            raise DocPrepError("queue_unwritable", path=self.path) from error

    def record_all(self, changes: Iterable[Change], at: float) -> None:
        """Writes what became of several tasks, in one transaction."""
        with self._transaction() as connection:
            connection.executemany(_INSERT_TRANSITION, (_transition_row(change, at) for change in changes))

    def load(self, run: int) -> tuple[Stored, ...]:
        """The tasks of a run as their last transitions left them, in the order in which they were added."""
        tries: dict[int, list[Try]] = {}
        last: dict[int, tuple[Any, ...]] = {}
        for row, at, try_started_at, try_error, *rest in self._connection.execute(
            "SELECT task, at, try_started_at, try_error, state, attempts, queued_at, started_at, ended_at, not_before,"
            " error, answer FROM transitions WHERE task IN (SELECT row FROM tasks WHERE run=?) ORDER BY id", (run,)
        ):
            last[row] = tuple(rest)
            if try_started_at is not None:
                tries.setdefault(row, []).append(Try(try_started_at, at, _failure(try_error)))
        loaded = []
        for row, cost, id_, document, chunk, priority in self._connection.execute(
            "SELECT row, cost, id, document, chunk, priority FROM tasks WHERE run=? ORDER BY row", (run,)
        ):
            state, attempts, queued_at, started_at, ended_at, not_before, error, answer = last[row]
            loaded.append(Stored(row, Task(
                id_, document, chunk, priority, state, attempts, tuple(tries.get(row, ())), queued_at, started_at,
                ended_at, not_before, _failure(error), _answer(answer),
            ), cost))
        return tuple(loaded)

    def recover(self, run: int, at: float, max_attempts: int | None = None) -> tuple[str, ...]:
        """Puts back what a process that is gone had under way, and returns the ids of these tasks.

        A running task is queued again; its try is recorded as interrupted and stays counted, as it was when it
        started, so that a task which brings the program down does so `max_attempts` times at most: then it is failed.
        Other tasks stay as they are.
        """
        changes = []
        for stored in self.load(run):
            task = stored.task
            if task.state == "running":
                failure = TaskFailure("interrupted")
                ended = Try(at if task.started_at is None else task.started_at, at, failure)
                spent = max_attempts is not None and task.attempts >= max_attempts
                event: TaskEvent = "fail" if spent else "interrupt"
                put_back = Task(
                    task.id, task.document, task.chunk, task.priority, after(task.state, event), task.attempts,
                    (*task.tries, ended), task.queued_at, task.started_at if spent else None, at if spent else None,
                    None, failure,
                )
                changes.append(Change(stored.row, put_back, event, ended))
        self.record_all(changes, at)
        return tuple(change.task.id for change in changes)

    def transitions(self, run: int) -> Iterator[Transition]:
        """Every transition of the run's tasks, in order of time."""
        for row in self._connection.execute(
            "SELECT tasks.id, transitions.at, transitions.event, transitions.state FROM transitions"
            " JOIN tasks ON tasks.row = transitions.task WHERE tasks.run=? ORDER BY transitions.id", (run,)
        ):
            yield Transition(*row)


def _transition_row(change: Change, at: float) -> tuple[Any, ...]:
    task, ended = change.task, change.ended
    return (
        change.row, at, change.event, task.state, task.attempts, task.queued_at, task.started_at, task.ended_at,
        task.not_before, None if task.error is None else _failure_json(task.error),
        None if task.answer is None else _answer_json(task.answer),
        None if ended is None else ended.started_at,
        None if ended is None or ended.error is None else _failure_json(ended.error),
    )


def _failure_json(failure: TaskFailure) -> str:
    return _encode({"kind": failure.kind, "params": dict(failure.params)})


def _failure(text: str | None) -> TaskFailure | None:
    if text is None:
        return None
    value = json.loads(text)
    return TaskFailure(value["kind"], value["params"])


def _answer_json(answer: Answer) -> str:
    value = {
        "content": answer.content, "model": answer.model, "trial": answer.trial, "seconds": answer.seconds,
        "usage": dict(answer.usage),
        "citations": [
            {"span": cited.span, "proven": cited.proven, "location": _location_value(cited.location)}
            for cited in answer.citations
        ],
    }
    return _encode(value)


def _answer(text: str | None) -> Answer | None:
    """The answer as it was stored: its citations have "" for a quote."""
    if text is None:
        return None
    value = json.loads(text)
    citations = tuple(
        Citation("", (cited["span"][0], cited["span"][1]), _location(cited["location"]), cited["proven"])
        for cited in value["citations"]
    )
    return Answer(value["content"], value["model"], value["trial"], value["seconds"], value["usage"], citations)


def _location_value(location: Location) -> dict[str, Any]:
    places = {
        "page": location.page, "box": location.box, "sheet": location.sheet, "rows": location.rows,
        "slide": location.slide, "paragraph": location.paragraph,
    }
    return {name: place for name, place in places.items() if place is not None}


def _location(value: Mapping[str, Any]) -> Location:
    places = dict(value)
    for name in ("box", "rows"):
        if name in places:
            places[name] = tuple(places[name])
    return Location(**places)
