"""The queue of one run: what is sent next, and what follows from each outcome.

It joins the order (in memory), the table of states and the journal. It starts no thread and never sleeps: whoever has
the executor asks for work with `claim`, says how each ended, and comes back at `next_wake`. All calls come from the
thread that opened the store.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from typing import Any, Literal

from docprep_gui.domain.errors import DocPrepError, SettingError
from docprep_gui.domain.task import Answer, Task, TaskErrorKind, TaskFailure, TaskState, Try
from docprep_gui.scheduling.breaker import OUTAGE, Breaker, BreakerPolicy, Circuit
from docprep_gui.scheduling.order import FairOrder, Reason
from docprep_gui.scheduling.states import ENDED, TaskEvent, after
from docprep_gui.scheduling.store import Change, Store, Stored

WEIGHTS: Mapping[str, int] = {"high": 5, "medium": 3, "low": 2}

_WAITING: frozenset[TaskErrorKind] = frozenset({"loading", "busy"})
_LONGEST_DOUBLED_S = 30.0


@dataclass(frozen=True, slots=True)
class Policy:
    """How a run is worked off. Times in seconds.

    - weights: turns a round by priority, the most urgent first. shares: weights of documents inside a priority
      (not named: 1). ageing_s: waiting that lifts a task one priority, for the order only; None: never.
    - concurrency: requests at a time.
    - max_attempts: requests that count, the first included. backoff_s: waits before the next one, each times a random
      factor from 0.5 to 1.5; beyond the last, doubled up to 30 s (or the last, if longer).
    - patience_s, max_waits: how long, and how often, a task's failures that don't count (the model loads, the server is
      busy or gone) are waited out in a row before they fail it. max_retry_after_s: most that a server may ask for.
    - breaker: None: never stop sending.
    """

    weights: Mapping[str, int] = field(default_factory=lambda: WEIGHTS)
    shares: Mapping[str, float] = field(default_factory=dict)
    ageing_s: float | None = 30.0
    concurrency: int = 4
    max_attempts: int = 4
    backoff_s: tuple[float, ...] = (1.0, 2.0, 4.0)
    patience_s: float = 900.0
    max_waits: int = 200
    max_retry_after_s: float = 300.0
    breaker: BreakerPolicy | None = field(default_factory=BreakerPolicy)

    def checked(self) -> Policy:
        """Itself. Raises SettingError: "bad_concurrency", "bad_max_attempts", "bad_backoff", "bad_breaker", and those
        of the order, with the value."""
        if self.concurrency < 1:
            raise SettingError("bad_concurrency", value=str(self.concurrency))
        if self.max_attempts < 1:
            raise SettingError("bad_max_attempts", value=str(self.max_attempts))
        if not self.backoff_s or min(self.backoff_s) < 0:
            raise SettingError("bad_backoff", value=str(self.backoff_s))
        if self.breaker is not None and (self.breaker.failures < 1 or not self.breaker.probe_s):
            raise SettingError("bad_breaker", value=str(self.breaker))
        FairOrder(self.weights, self.ageing_s, self.shares)
        return self

    def wait_s(self, nth: int) -> float:
        """Seconds before the try after the `nth` failure (from 1), without jitter."""
        beyond = nth - len(self.backoff_s)
        if beyond <= 0:
            return self.backoff_s[nth - 1]
        last = self.backoff_s[-1]
        return min(last * 2.0 ** min(beyond, 30), max(last, _LONGEST_DOUBLED_S))


@dataclass(frozen=True, slots=True)
class Claim:
    """A task to send now, and why it was its turn. Every claim is ended by one of succeed, fail, set_aside, release."""

    task: Task
    reason: Reason


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: a transition (then with its task), or circuit_open, circuit_closed, paused, resumed.

    `params` of circuit_open: `kind` of the failure.
    """

    at: float
    name: TaskEvent | Literal["circuit_open", "circuit_closed", "paused", "resumed"]
    task: Task | None = None
    params: Mapping[str, str] = field(default_factory=dict)


class Scheduler:
    """The queue of a run.

    store: open, and used by this scheduler alone. now: seconds since the epoch. random: numbers from 0 up to 1.
    run: a run of the store; None: its last unfinished one, or a new one without a question.
    events: told of everything that happens, after it is in the journal; must not call back.

    What a process that is gone had under way is queued again (see Store.recover); `recovered` has the ids.
    Raises SettingError for a policy that cannot work.
    """

    def __init__(
        self,
        store: Store,
        *,
        policy: Policy | None = None,
        now: Callable[[], float],
        random: Callable[[], float],
        run: int | None = None,
        events: Callable[[Event], None] | None = None,
    ) -> None:
        self._policy = (policy or Policy()).checked()
        self._store, self._now, self._random, self._listener = store, now, random, events
        self._order = FairOrder(self._policy.weights, self._policy.ageing_s, self._policy.shares)
        self._breaker = Breaker(self._policy.breaker) if self._policy.breaker else None
        self._tasks: dict[str, Task] = {}
        self._rows: dict[str, int] = {}
        self._costs: dict[str, float] = {}
        self._counts: Counter[TaskState] = Counter()
        self._reasons: dict[str, Reason] = {}
        self._wakes: list[tuple[float, str]] = []
        self._sequences: dict[str, int] = {}
        self._next_sequence = 0
        self._uncounted: dict[str, tuple[int, float]] = {}
        self._leaving: set[str] = set()
        self._hold_until = 0.0
        self._paused = False
        at = now()
        if run is None:
            unfinished = store.unfinished()
            run = unfinished.id if unfinished else store.begin_run(None, at)
        self.run = run
        self.recovered = store.recover(run, at, self._policy.max_attempts)
        for stored in store.load(run):
            self._take_in(stored)

    # Asking

    @property
    def policy(self) -> Policy:
        return self._policy

    @property
    def paused(self) -> bool:
        return self._paused

    @property
    def circuit(self) -> Circuit:
        """Whether the endpoint is taken to be up."""
        return self._breaker.circuit if self._breaker else Circuit()

    @property
    def in_flight(self) -> int:
        """Claims that have not ended, those of cancelled tasks included."""
        return self._counts["running"] + len(self._leaving)

    @property
    def finished(self) -> bool:
        """Every task has ended, and no claim is open."""
        return not self._leaving and sum(self._counts[state] for state in ENDED) == len(self._tasks)

    def counts(self) -> dict[TaskState, int]:
        """Number of tasks by state; states without tasks are left out."""
        return {state: number for state, number in self._counts.items() if number}

    def tasks(self) -> tuple[Task, ...]:
        """All tasks as they are now, in the order in which they were added."""
        return tuple(self._tasks.values())

    def task(self, id_: str) -> Task:
        """Raises KeyError for an unknown id."""
        return self._tasks[id_]

    def reason(self, id_: str) -> Reason | None:
        """Why the task was chosen when it was last claimed here; None: it was not."""
        return self._reasons.get(id_)

    def next_wake(self) -> float | None:
        """When `claim` may give something without any other call before, in seconds since the epoch (it may be past);
        None: not before another call (an outcome, resume, add), or never."""
        if self._paused or self.in_flight >= self._policy.concurrency or self.circuit.state == "half_open":
            return None
        now = self._now()
        self._wake(now)
        if self._order:
            ready = now
        elif self._wakes:
            ready = self._wakes[0][0]
        else:
            return None
        return max(ready, self._hold_until, self.circuit.probe_at or 0.0)

    # Working

    def add(self, tasks: Sequence[Task], costs: Mapping[str, float] | None = None) -> None:
        """Queues new tasks. Their `queued_at` counts as the start of waiting where it is set, else it is now.
        `costs`: relative sizes by id, which share out the turns between documents; not named: 1.

        Raises ValueError, and adds none, for an id that the run has, and KeyError for a priority without a weight.
        """
        at = self._now()
        queued = after(None, "enqueue")
        fresh = []
        for task in tasks:
            self._policy.weights[task.priority]
            fresh.append(replace(task, state=queued, queued_at=task.queued_at or at))
        for stored in self._store.insert(self.run, fresh, at, costs):
            self._take_in(stored)
            self._tell("enqueue", at, stored.task)

    def claim(self) -> Claim | None:
        """The next task, now running, or None: nothing waits, or nothing may be sent now (see `next_wake`)."""
        policy = self._policy
        if self._paused or self._counts["running"] + len(self._leaving) >= policy.concurrency:
            return None
        now = self._now()
        breaker = self._breaker
        if now < self._hold_until or (breaker is not None and not breaker.allows(now)):
            return None
        if self._wakes:
            self._wake(now)
        pick = self._order.pick(now)
        if pick is None:
            return None
        task = self._tasks[pick.id]
        try:
            task = self._change(
                pick.id, "start", now, started_at=now, ended_at=None, not_before=None, attempts=task.attempts + 1
            )
        except DocPrepError:
            self._queue(pick.id, task.queued_at)
            raise
        self._reasons[pick.id] = pick.reason
        if breaker is not None:
            breaker.sent(pick.id)
        return Claim(task, pick.reason)

    def succeed(self, id_: str, answer: Answer) -> bool:
        """The claim ended with an answer. False: the task had been cancelled meanwhile, and the answer is dropped."""
        self._endpoint_answered()
        if self._left(id_):
            return False
        now = self._now()
        self._change(id_, "succeed", now, ended=None, ended_at=now, error=None, answer=answer)
        self._uncounted.pop(id_, None)
        return True

    def fail(
        self, id_: str, failure: TaskFailure, retry: bool, counts: bool = True, retry_after: float | None = None
    ) -> bool:
        """The claim ended with a failure.

        retry: another try may help. counts: the try is used up; a failure of kind loading or busy never is, nor one of
        the endpoint while the circuit is open. retry_after: seconds that the server asked to wait at least.
        Returns whether the task will be tried again.
        """
        now = self._now()
        outage = failure.kind in OUTAGE
        waiting = failure.kind in _WAITING
        counts = counts and not waiting and not (outage and self.circuit.state != "closed")
        if not outage and not waiting and failure.kind not in ("interrupted", "refused_egress", "source_changed"):
            self._endpoint_answered()
        if self._left(id_):
            self._endpoint_failed(id_, failure.kind, now)
            return False
        task = self._tasks[id_]
        attempts = task.attempts if counts else task.attempts - 1
        if counts:
            self._uncounted.pop(id_, None)
            nth = attempts
            again = retry and attempts < self._policy.max_attempts
        else:
            nth, since = self._uncounted.get(id_, (0, now if task.started_at is None else task.started_at))
            nth += 1
            self._uncounted[id_] = nth, since
            again = retry and nth <= self._policy.max_waits and now - since <= self._policy.patience_s
        if again:
            wait = self._policy.wait_s(max(nth, 1)) * (0.5 + self._random())
            if retry_after is not None:
                wait += min(max(retry_after, 0.0), self._policy.max_retry_after_s)
            at = now + wait
            self._change(id_, "retry", now, ended=failure, not_before=at, attempts=attempts, error=failure)
            heappush(self._wakes, (at, id_))
            if failure.kind == "loading" or (waiting and retry_after is not None):
                # Others would hear the same: the first one back finds out for all.
                self._hold_until = max(self._hold_until, at)
        else:
            self._change(id_, "fail", now, ended=failure, ended_at=now, attempts=attempts, error=failure)
            self._uncounted.pop(id_, None)
        self._endpoint_failed(id_, failure.kind, now)
        return again

    def release(self, id_: str) -> bool:
        """The claim was given up without an outcome (the program closes): the task is queued again, at its old place,
        and the try does not count. False: it had been cancelled meanwhile."""
        now = self._now()
        self._dropped(id_, now)
        if self._left(id_):
            return False
        task = self._tasks[id_]
        interrupted = TaskFailure("interrupted")
        self._change(
            id_, "interrupt", now, ended=interrupted, attempts=task.attempts - 1, started_at=None, error=task.error
        )
        self._queue(id_, task.queued_at)
        return True

    def set_aside(self, id_: str, failure: TaskFailure) -> None:
        """The task cannot be done (its source has changed, it must not be sent); it waits for a person. Ends its claim,
        if it has one. Raises IllegalTransitionError for a task that has ended."""
        now = self._now()
        running = self._tasks[id_].state == "running"
        self._order.remove(id_)
        self._change(
            id_, "set_aside", now, ended=failure if running else False, ended_at=now, not_before=None, error=failure
        )
        self._dropped(id_, now)

    def cancel(self, ids: str | Iterable[str] | None = None) -> tuple[str, ...]:
        """Cancels a task, several, or (None) all that have not ended; returns those that this cancelled.

        Claims of running ones stay open, and count as in flight, until whoever works on them says that they ended.
        """
        now = self._now()
        wanted = self._tasks if ids is None else _each_once(ids)
        cancelled = [id_ for id_ in wanted if self._tasks[id_].state not in ENDED]
        running = [id_ for id_ in cancelled if self._tasks[id_].state == "running"]
        self._change_all(cancelled, "cancel", now, ended_at=now, not_before=None)
        for id_ in cancelled:
            self._order.remove(id_)
            self._uncounted.pop(id_, None)
        self._leaving.update(running)
        return tuple(cancelled)

    def requeue(self, ids: str | Iterable[str]) -> tuple[str, ...]:
        """Queues failed, cancelled or set aside tasks anew, with all their attempts; their tries stay on record.

        Raises IllegalTransitionError, and queues none, for a task in another state.
        """
        now = self._now()
        wanted = _each_once(ids)
        for id_ in wanted:
            after(self._tasks[id_].state, "requeue")
        self._change_all(
            wanted, "requeue", now, queued_at=now, started_at=None, ended_at=None, not_before=None, attempts=0,
            error=None,
        )
        for id_ in wanted:
            self._sequences.pop(id_, None)
            if id_ not in self._leaving:
                self._queue(id_, now)
        if wanted:
            self._store.finish_run(self.run, None)
        return wanted

    def retry_failed(self) -> tuple[str, ...]:
        """Queues all failed tasks anew."""
        return self.requeue([id_ for id_, task in self._tasks.items() if task.state == "failed"])

    def pause(self) -> None:
        """Nothing is claimed until `resume`; what is under way goes on."""
        if not self._paused:
            self._paused = True
            self._tell("paused", self._now())

    def resume(self) -> None:
        """Ends a pause. A hold or an open circuit is tried at once: who resumes has reason to think it may work."""
        self._hold_until = 0.0
        if self._breaker is not None:
            self._breaker.hurry(self._now())
        if self._paused:
            self._paused = False
            self._tell("resumed", self._now())

    def set_concurrency(self, concurrency: int) -> None:
        """Changes how many requests there are at a time. Raises SettingError("bad_concurrency") below 1."""
        self._policy = replace(self._policy, concurrency=concurrency).checked()

    def finish(self) -> None:
        """Marks the run finished in the store."""
        self._store.finish_run(self.run, self._now())

    # Inside

    def _take_in(self, stored: Stored) -> None:
        task = stored.task
        self._tasks[task.id] = task
        self._rows[task.id] = stored.row
        self._costs[task.id] = stored.cost
        self._counts[task.state] += 1
        if task.state == "queued":
            self._queue(task.id, task.queued_at)
        elif task.state == "waiting_retry":
            heappush(self._wakes, (task.not_before or 0.0, task.id))

    def _queue(self, id_: str, since: float) -> None:
        """A task that was queued before keeps its place among the tasks of its document."""
        sequence = self._sequences.get(id_)
        if sequence is None:
            self._next_sequence += 1
            sequence = self._sequences[id_] = self._next_sequence
        task = self._tasks[id_]
        self._order.push(id_, task.priority, task.document, since, sequence, self._costs[id_])

    def _wake(self, now: float) -> None:
        while self._wakes:
            at, id_ = self._wakes[0]
            task = self._tasks[id_]
            stale = task.state != "waiting_retry" or (task.not_before or 0.0) != at
            if not stale and at > now:
                break
            heappop(self._wakes)
            if not stale:
                self._change(id_, "wake", now, not_before=None)
                self._queue(id_, now)

    def _change(
        self, id_: str, event: TaskEvent, now: float, *, ended: TaskFailure | Literal[False] | None = False,
        **fields: Any
    ) -> Task:
        """One transition, in the journal and then here. `ended`: how the try ended (None: well); False: none ended."""
        before = self._tasks[id_]
        state = after(before.state, event)
        last: Try | None = None
        if ended is not False:
            last = Try(now if before.started_at is None else before.started_at, now, ended)
            fields["tries"] = (*before.tries, last)
        task = _moved(before, state, fields)
        self._store.record(Change(self._rows[id_], task, event, last), now)
        self._put(before, task)
        self._tell(event, now, task)
        return task

    def _change_all(self, ids: Sequence[str], event: TaskEvent, now: float, **fields: Any) -> None:
        """The same transition of many tasks, in one transaction; ends the tries of those that run."""
        changes = []
        for id_ in ids:
            before = self._tasks[id_]
            last: Try | None = None
            if before.state == "running":
                last = Try(now if before.started_at is None else before.started_at, now, TaskFailure("interrupted"))
            tries = before.tries if last is None else (*before.tries, last)
            task = _moved(before, after(before.state, event), {**fields, "tries": tries})
            changes.append(Change(self._rows[id_], task, event, last))
        self._store.record_all(changes, now)
        for change in changes:
            self._put(self._tasks[change.task.id], change.task)
            self._tell(event, now, change.task)

    def _put(self, before: Task, task: Task) -> None:
        self._counts[before.state] -= 1
        self._counts[task.state] += 1
        self._tasks[task.id] = task

    def _left(self, id_: str) -> bool:
        """True if the claim was of a cancelled task; it is closed then, and a requeue in between takes effect."""
        if id_ not in self._leaving:
            return False
        self._leaving.discard(id_)
        task = self._tasks[id_]
        if task.state == "queued":
            self._queue(id_, task.queued_at)
        return True

    def _dropped(self, id_: str, now: float) -> None:
        if self._breaker is not None:
            self._breaker.dropped(id_, now)

    def _endpoint_answered(self) -> None:
        if self._breaker is not None and self._breaker.answered():
            self._tell("circuit_closed", self._now())

    def _endpoint_failed(self, id_: str, kind: TaskErrorKind, now: float) -> None:
        """Tells the breaker of an outage; another ending of the probe leaves the place to the next one."""
        if self._breaker is None:
            return
        if kind not in OUTAGE:
            self._breaker.dropped(id_, now)
        elif self._breaker.failed(id_, kind, now):
            self._tell("circuit_open", now, params={"kind": kind})

    def _tell(
        self, name: TaskEvent | Literal["circuit_open", "circuit_closed", "paused", "resumed"], at: float,
        task: Task | None = None, params: Mapping[str, str] | None = None,
    ) -> None:
        if self._listener is not None:
            self._listener(Event(at, name, task, params or {}))


def _each_once(ids: str | Iterable[str]) -> tuple[str, ...]:
    return (ids,) if isinstance(ids, str) else tuple(dict.fromkeys(ids))


def _moved(task: Task, state: TaskState, fields: Mapping[str, Any]) -> Task:
    """The task in another state, with other values of some fields. dataclasses.replace takes three times as long."""
    get = fields.get
    return Task(
        task.id, task.document, task.chunk, task.priority, state, get("attempts", task.attempts),
        get("tries", task.tries), get("queued_at", task.queued_at), get("started_at", task.started_at),
        get("ended_at", task.ended_at), get("not_before", task.not_before), get("error", task.error),
        get("answer", task.answer),
    )
