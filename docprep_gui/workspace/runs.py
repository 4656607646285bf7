"""A run: one question about the chunks that need a model, through the queue, to answers. Main thread only; requests
go to the executor. The queue is journaled, so that a run that was cut short is taken up where it was."""

from __future__ import annotations

import hashlib
import random
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from docprep_gui.domain.chunk import Asked, Chunk, Route
from docprep_gui.domain.errors import DocPrepError, EndpointError, SettingError
from docprep_gui.domain.task import Answer, Task, TaskErrorKind, TaskFailure, TaskState
from docprep_gui.inference.calls import AskCancelledError
from docprep_gui.inference.failures import counts, retryable
from docprep_gui.scheduling.order import Reason
from docprep_gui.scheduling.scheduler import Event as QueueEvent
from docprep_gui.scheduling.scheduler import Policy, Scheduler
from docprep_gui.scheduling.store import Run, Store, Transition
from docprep_gui.workspace.asking import ask_about, book
from docprep_gui.workspace.choices import EndpointChoice, Question
from docprep_gui.workspace.executor import Executor
from docprep_gui.workspace.model import Event, FileChanged, RunChanged, TaskChanged
from docprep_gui.workspace.session import Workspace

RunState = Literal["idle", "running", "paused", "finished"]
ASKED: frozenset[Route] = frozenset({"model", "local_only"})
PARTIAL_EVERY_S = 0.1
# What a request to the built-in model takes on two busy cores, before anything has been measured.
TRIAL_SECONDS = 15.0
# How long a command waits for a model that says it is loading or busy.
PUT_OFF_S = 900.0
# When what could not be written is tried again.
UNWRITTEN_S = 3.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run will cost, seen beforehand. `seconds` None: nothing has been measured yet. `by_route`: chunks and
    tokens; `seconds_all`: if every chunk were asked."""

    asks: int
    seconds: float | None
    by_route: Mapping[Route, tuple[int, int]]
    seconds_all: float | None


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A task for the queue's list. `chunk` None: its file is not open, or has changed. `partial`: the answer so far."""

    task: Task
    file_key: str | None
    chunk: Chunk | None
    reason: Reason | None
    partial: str


class Runs:
    """The runs of a workspace; at most one goes on at a time. `journal`: the queue's file. `finishing`: a run counts as
    finished when its last task has ended; else when `finish` is called, once its results are kept."""

    def __init__(self, workspace: Workspace, executor: Executor, journal: Path,
                 observe: Callable[[QueueEvent], None] | None = None, finishing: bool = True) -> None:
        self._workspace = workspace
        self._executor = executor
        self._journal = journal
        self._observe = observe
        self._store: Store | None = None
        self._scheduler: Scheduler | None = None
        self._question = Question()
        self._taken: dict[str, Asked | None] = {}
        self._choice = workspace.endpoint
        self._cancelled: dict[str, threading.Event] = {}
        self._partial: dict[str, list[str]] = {}
        self._told: dict[str, float] = {}
        self._chunk_places: dict[str, tuple[str, int]] = {}
        self._places_stale = True
        self._wake_at: float | None = None
        self._ended = False
        self._closed = False
        self._finishing = finishing
        self._progress_at = time.monotonic()
        self.taken_up = False
        """The run was cut short by the end of the program, and nobody has gone on with it yet."""
        self.unwritten: DocPrepError | None = None
        """Why the queue stands still: its file cannot be written (the disk is full). It goes on by itself."""
        workspace.listen(self._on_event)

    # --- before -----------------------------------------------------------------------------------------
    @property
    def questions(self) -> tuple[str, ...]:
        """Ids of the tasks that ship with the program."""
        return tuple(book().tasks)

    def question_title(self, question: Question, language: str) -> str:
        return book().tasks[question.task].title[language] if question.task else question.text

    def plan(self, keys: Iterable[str]) -> Plan:
        by_route: dict[Route, tuple[int, int]] = {}
        for key in keys:
            file = self._workspace.files[key]
            for chunk, verdict in zip(file.chunks, file.verdicts, strict=True):
                number, tokens = by_route.get(verdict.route, (0, 0))
                by_route[verdict.route] = number + 1, tokens + chunk.tokens
        asks = sum(number for route, (number, _) in by_route.items() if route in self._asked_routes())
        every = sum(number for number, _ in by_route.values())
        each = self.seconds_each()
        side_by_side = self._concurrency()
        return Plan(asks, None if each is None else asks * each / side_by_side, by_route,
                    None if each is None else every * each / side_by_side)

    def _asked_routes(self) -> frozenset[Route]:
        """What must stay on this machine is asked only where the model is on it."""
        return ASKED if self._workspace.host.local else ASKED - {"local_only"}

    def seconds_each(self) -> float | None:
        """Mean time of a request in this run, or what is known of the built-in model; None where nothing is."""
        done = [task.answer.seconds for task in self.tasks() if task.answer]
        if done and self._choice == self._workspace.endpoint:
            return sum(done) / len(done)
        return TRIAL_SECONDS if self._workspace.endpoint.trial else None

    def _concurrency(self) -> int:
        """One for the embedded runtime, which answers one at a time."""
        return 1 if self._workspace.endpoint.embedded else self._workspace.profile.whole("scheduling.concurrency")

    # --- the run ----------------------------------------------------------------------------------------
    @property
    def state(self) -> RunState:
        if self._scheduler is None:
            return "idle"
        if self._scheduler.finished:
            return "finished"
        return "paused" if self._scheduler.paused else "running"

    @property
    def going_on(self) -> bool:
        """It runs, or was paused: what it asks about and whom must stay as they are."""
        return self.state in ("running", "paused")

    @property
    def question(self) -> Question:
        return self._question

    def would_take(self, key: str) -> Asked | None:
        """The task that a rule takes the user's sentence for, asked of this file. None: the sentence would be asked as
        it stands, or nothing is asked in the user's words."""
        found = self._workspace.asked(key)
        return found if found is not None and found.task in book().tasks else None

    def taken_for(self, key: str) -> Asked | None:
        """As `would_take`, settled for this run when it begins."""
        if key not in self._taken:
            self._taken[key] = self.would_take(key)
        return self._taken[key]

    def asked_of(self, key: str) -> Question:
        """What is asked of a file in this run."""
        taken = self.taken_for(key)
        return Question(taken.task, self._question.text) if taken else self._question

    def left_over(self) -> Run | None:
        """The run that was cut short when the program last ended, if there is one. DocPrepError: queue_in_use, …"""
        return self._open_store().unfinished()

    def start(self, question: Question, keys: Iterable[str]) -> int:
        """Queues the chunks of these files that need a model, and begins; the number of tasks. An unfinished run of
        the same question is taken up: what it has done is kept, what failed is tried again."""
        if self.state in ("running", "paused"):
            raise DocPrepError("run_going_on")
        self._workspace.ask(_own_words(question))
        keys = tuple(keys)
        if self._workspace.unsettled(keys):
            # Tasks name chunks; those that are about to be cut anew would be asked for in vain.
            raise DocPrepError("still_reading")
        if self._workspace.endpoint.off:
            raise SettingError("no_model")
        store, described = self._open_store(), self._describe(question)
        left = store.unfinished()
        if left is not None and left.question != described:
            store.finish_run(left.id, time.time())
            left = None
        self._begin(question, left.id if left else store.begin_run(described, time.time()))
        for key in keys:
            self.taken_for(key)
        self.taken_up = False
        if left and self._scheduler:
            self._scheduler.retry_failed()
        self._add(keys)
        self._workspace.tell(RunChanged())
        self._pump()
        return len(self.tasks())

    def take_up(self, run: Run) -> None:
        """Shows a run that was cut short, paused; `resume` goes on with it once its files are open."""
        described: Mapping[str, Any] = run.question
        self._workspace.choose_endpoint(EndpointChoice(**described["endpoint"]), described["window"])
        question = Question(**described["question"])
        self._workspace.ask(_own_words(question))
        self._begin(question, run.id)
        assert self._scheduler
        self._scheduler.pause()
        self.taken_up = True
        self._workspace.tell(RunChanged())

    def _describe(self, question: Question) -> dict[str, Any]:
        """What makes two runs the same: question, model, and the settings that decide chunks and prompts."""
        return {"question": asdict(question), "endpoint": asdict(self._workspace.endpoint),
                "window": self._workspace.host.window,
                "settings": {key: value for key, value in sorted(self._workspace.profile.values.items())
                             if not key.startswith("scheduling.")}}

    def _begin(self, question: Question, run: int) -> None:
        profile = self._workspace.profile
        first = profile.number("scheduling.backoff_s")
        policy = Policy(weights=profile.weights(), concurrency=self._concurrency(),
                        max_attempts=profile.whole("scheduling.max_attempts"), backoff_s=(first, 2 * first, 4 * first))
        self._question, self._choice = question, self._workspace.endpoint
        self._partial.clear()
        self._taken.clear()
        self._ended = False
        self._places_stale = True
        self._scheduler = Scheduler(self._open_store(), policy=policy, now=time.time, random=random.random, run=run,
                                    events=self._on_queue)

    def _add(self, keys: Iterable[str]) -> None:
        scheduler, routes = self._scheduler, self._asked_routes()
        assert scheduler
        known = {task.id for task in scheduler.tasks()}
        tasks, costs = [], {}
        for key in keys:
            file = self._workspace.files[key]
            for chunk, verdict in zip(file.chunks, file.verdicts, strict=True):
                name = _task_id(file.name, chunk.id)
                if verdict.route in routes and name not in known:
                    tasks.append(Task(name, file.name, chunk.id, verdict.priority))
                    costs[name] = float(chunk.tokens)
        scheduler.add(tasks, costs)

    def pause(self) -> None:
        """Requests under way go on; none is begun until `resume`."""
        if self._scheduler:
            self._scheduler.pause()
            self._workspace.tell(RunChanged())

    def resume(self) -> None:
        if self._scheduler:
            self.taken_up = False
            self._scheduler.resume()
            self._workspace.tell(RunChanged())
            self._pump()

    def cancel(self, tasks: Iterable[str] | None = None) -> None:
        """Cancels tasks, or all that have not ended; their requests are stopped."""
        if self._scheduler is None or self._closed:
            return
        wanted = None if tasks is None else list(tasks)
        try:
            cancelled = self._scheduler.cancel(wanted)
        except DocPrepError as error:
            self._hold(error, partial(self.cancel, wanted))
            return
        self.taken_up = False
        for task in cancelled:
            if task in self._cancelled:
                self._cancelled[task].set()
        self._workspace.tell(RunChanged())
        self._pump()

    def retry_failed(self) -> None:
        if self._scheduler is None or self._closed:
            return
        try:
            self._scheduler.retry_failed()
        except DocPrepError as error:
            self._hold(error, self.retry_failed)
            return
        self._ended = False
        self._workspace.tell(RunChanged())
        self._pump()

    # --- what there is to see ---------------------------------------------------------------------------
    def tasks(self) -> tuple[Task, ...]:
        """In the order in which they were added."""
        return self._scheduler.tasks() if self._scheduler else ()

    def task(self, task: str) -> Task:
        assert self._scheduler
        return self._scheduler.task(task)

    def row(self, task: str) -> TaskRow:
        assert self._scheduler
        one = self._scheduler.task(task)
        place = self._place(one)
        return TaskRow(one, place[0] if place else None,
                       self._workspace.files[place[0]].chunks[place[1]] if place else None,
                       self._scheduler.reason(task), "".join(self._partial.get(task, ())))

    def history(self) -> tuple[Transition, ...]:
        """What became of the tasks of this run, in order of time."""
        return tuple(self._open_store().transitions(self._scheduler.run)) if self._scheduler else ()

    def counts(self) -> Mapping[TaskState, int]:
        return self._scheduler.counts() if self._scheduler else {}

    def remaining_s(self) -> float | None:
        """Seconds until the queue is empty, going by the requests so far; None while nothing is known."""
        each, numbers = self.seconds_each(), self.counts()
        if each is None:
            return None
        open_ = sum(numbers.get(state, 0) for state in ("queued", "running", "waiting_retry"))
        return open_ * each / self._concurrency()

    @property
    def circuit_open(self) -> bool:
        """The queue holds back because the model seems to be gone."""
        return self._scheduler is not None and self._scheduler.circuit.state != "closed"

    @property
    def hopeless(self) -> bool:
        """The model was still gone when it was tried again, or for a long time it did nothing but put off: waiting on
        is for people who watch, not for a command."""
        scheduler = self._scheduler
        if scheduler is None or scheduler.in_flight:
            return False
        gone = scheduler.circuit.state == "open" and scheduler.circuit.probes > 0
        return gone or time.monotonic() - self._progress_at > PUT_OFF_S

    # --- inside -----------------------------------------------------------------------------------------
    def _open_store(self) -> Store:
        if self._store is None:
            self._store = Store(self._journal)
        return self._store

    def _on_event(self, event: Event) -> None:
        if isinstance(event, FileChanged):
            self._places_stale = True

    def _on_queue(self, event: QueueEvent) -> None:
        if self._observe:
            self._observe(event)
        if event.task:
            self._workspace.tell(TaskChanged(event.task.id))
        else:
            self._workspace.tell(RunChanged())

    def _place(self, task: Task) -> tuple[str, int] | None:
        """(file key, ordinal) of a task's chunk among the open documents."""
        if self._places_stale:
            self._chunk_places = {_task_id(file.name, chunk.id): (file.key, chunk.ordinal)
                                  for file in self._workspace.files.values() for chunk in file.chunks}
            self._places_stale = False
        place = self._chunk_places.get(task.id)
        return place if place and place[0] in self._workspace.files else None

    def _pump(self) -> None:
        """Sends what may be sent now, and sees to it that the queue is looked at again when something falls due."""
        scheduler = self._scheduler
        if scheduler is None or self._closed:
            return
        try:
            self._send_on(scheduler)
        except DocPrepError as error:
            self._hold(error, self._pump)

    def _send_on(self, scheduler: Scheduler) -> None:
        while claim := scheduler.claim():
            self._send(claim.task)
        wake = scheduler.next_wake()
        if wake is not None and (self._wake_at is None or wake < self._wake_at - 0.005):
            self._wake_at = wake
            self._executor.later(max(0.01, wake - time.time()), self._woken)
        if scheduler.finished and not self._ended:
            if self._finishing:
                scheduler.finish()
            self._ended = True
            self._workspace.tell(RunChanged())
        if self.unwritten:
            self.unwritten = None
            self._workspace.tell(RunChanged())

    def _hold(self, error: DocPrepError, again: Callable[[], None]) -> None:
        """What the journal refuses has not happened: it is done again later. A command ends with the error."""
        if not self._finishing:
            raise error
        self.unwritten = error
        self._workspace.tell(RunChanged())
        self._executor.later(UNWRITTEN_S, again)

    def finish(self) -> None:
        """Marks the run as one that need not be taken up, if nothing in it is open or failed."""
        if self._scheduler and self._scheduler.finished and not self.counts().get("failed"):
            self._scheduler.finish()

    def _woken(self) -> None:
        self._wake_at = None
        self._pump()

    def _send(self, task: Task) -> None:
        assert self._scheduler
        place = self._place(task)
        prepared = self._workspace.files[place[0]].prepared if place else None
        if place is None or prepared is None:
            self._scheduler.set_aside(task.id, TaskFailure("source_changed"))
            return
        stop = self._cancelled[task.id] = threading.Event()
        self._partial[task.id] = []
        self._executor.submit(
            partial(ask_about, self._workspace.host, self._choice, prepared, place[1], self._workspace.masked_kinds(),
                    self.asked_of(place[0]), self._workspace.profile, stop.is_set, partial(self._on_text, task.id)),
            partial(self._answered, task.id))

    def _on_text(self, task: str, text: str) -> None:
        """Called in the thread that asks."""
        parts = self._partial.get(task)
        if parts is None:
            return
        parts.append(text)
        now = time.monotonic()
        if now - self._told.get(task, 0.0) >= PARTIAL_EVERY_S:
            self._told[task] = now
            self._executor.post(partial(self._workspace.tell, TaskChanged(task)))

    def _answered(self, task: str, future: Future[Answer]) -> None:
        scheduler = self._scheduler
        self._cancelled.pop(task, None)
        self._told.pop(task, None)
        self._partial.pop(task, None)
        if scheduler is None or self._closed:
            return
        try:
            self._settle(scheduler, task, future)
        except DocPrepError as refused:
            self._hold(refused, partial(self._answered, task, future))
            return
        self._pump()

    def _settle(self, scheduler: Scheduler, task: str, future: Future[Answer]) -> None:
        error = future.exception()
        if error is None:
            scheduler.succeed(task, future.result())
            self._progress_at = time.monotonic()
        elif isinstance(error, AskCancelledError):
            scheduler.fail(task, TaskFailure("interrupted"), retry=False)
        elif isinstance(error, EndpointError | SettingError):
            if counts(error.kind):
                self._progress_at = time.monotonic()
            kind: TaskErrorKind = error.kind  # type: ignore[assignment]  # what the inference room promises
            wait = error.params.get("retry_after")
            scheduler.fail(task, TaskFailure(kind, error.params), retry=retryable(kind, error.params),
                           counts=counts(kind), retry_after=float(wait) if wait else None)
        else:  # a fault of ours in one request costs that request only
            scheduler.fail(task, TaskFailure("crashed", {"reason": f"{type(error).__name__}: {error}"}), retry=False)

    def close(self) -> None:
        """Stops the requests under way, which are asked again when the run is taken up, and closes the journal."""
        self._closed = True
        for task, stop in self._cancelled.items():
            stop.set()
            if self._scheduler and self._scheduler.task(task).state == "running":
                with suppress(DocPrepError):  # the journal then says that it ran when it ended, which comes to the same
                    self._scheduler.release(task)
        if self._store:
            self._store.close()


def _own_words(question: Question) -> str:
    return "" if question.task else question.text


def _task_id(document: str, chunk: str) -> str:
    return hashlib.blake2b(f"{document}\0{chunk}".encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
