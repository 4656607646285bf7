"""The scheduler under a simulated clock: a scenario goes in, events come out in order of time.

A scenario is a JSON object; times are seconds, and what is left out has the value in brackets:

- slots: requests at a time [1]; service: seconds that a request takes [1]; timeout: seconds until it fails [never];
- jobs: [{id, t [0], priority, group, service, timeout, fail_times [0], error ["bad_status"], cancel_at [never]}].
  `priority` is a whole number, larger first, each value a class of its own; `group` a fairness key inside it. A job
  fails `fail_times` times (true: always) with `error`. `service` null: it never answers. It is also what the order is
  told of a job's size;
- stream: like a job, with prefix, every, until: jobs prefix1, prefix2 … at t, t + every … before `until`; or a list;
- initial: [{id, state, attempts, at, …}], what an earlier process left in the store (`at`: time of the next try);
- cancel: [{id, t}];
- weights: by priority or by group; ageing: {bound [30]}, or false; backoff: {base [1], factor [2], max, jitter [true]};
  max_attempts (or retry_budget) [4]; seed of the jitter [0].

Events: {t, event, job} and, for queued and started, `priority`; for started, done and failed, `attempt` from 1; for
retry, which follows its failed, `at`; for state, `state`: at start-up for each job that was found, and on cancelling.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any, Literal, cast

from docprep_gui.domain.chunk import Priority
from docprep_gui.domain.errors import SettingError
from docprep_gui.domain.task import Answer, Task, TaskErrorKind, TaskFailure, TaskState
from docprep_gui.scheduling.scheduler import Event, Policy, Scheduler
from docprep_gui.scheduling.store import Store

_NEVER = 1e9
_ANSWER = Answer(None, "", False, 0.0)


@dataclass(frozen=True, slots=True)
class _Job:
    id: str
    at: float
    priority: int | None
    group: str
    service: float | None
    timeout: float | None
    fail_times: float
    error: TaskErrorKind
    cancel_at: float | None

    def task(self) -> Task:
        return Task(self.id, self.group, "", _level(self.priority), queued_at=self.at)


def run(scenario: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The events of a scenario. Raises SettingError: "bad_scenario", with a `cause` in technical words, where a
    value is missing or has another form than described above, and those of the scheduler's settings."""
    try:
        simulation = _Simulation(scenario)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise SettingError("bad_scenario", cause=str(error)) from error
    return simulation.events()


class _Simulation:
    def __init__(self, scenario: Mapping[str, Any]) -> None:
        self.jobs = {job.id: job for job in _jobs(scenario)}
        initial = scenario.get("initial", [])
        self.found = {job.id: job for job in (_job(item, scenario, 0.0) for item in initial)}
        self.policy = _policy(scenario, [job.priority for job in (*self.jobs.values(), *self.found.values())])
        self.random = Random(scenario.get("seed", 0))
        self.jitter = bool(scenario.get("backoff", {}).get("jitter", True))
        self.agenda: list[tuple[float, int, int, Literal["end", "arrive", "cancel"], str]] = []
        self.numbers = count()
        self.clock = 0.0
        self.said: list[dict[str, Any]] = []
        self.attempts: dict[str, int] = {}
        self.starts: defaultdict[str, int] = defaultdict(int)
        self.left = [_found_task(self.found[item["id"]], item) for item in initial]
        for job in self.jobs.values():
            self.plan(job.at, "arrive", job.id)
        for job in (*self.jobs.values(), *self.found.values()):
            if job.cancel_at is not None:
                self.plan(job.cancel_at, "cancel", job.id)
        for item in scenario.get("cancel", []):
            self.plan(_number(item["t"]), "cancel", str(item["id"]))
        for *_, job_id in self.agenda:
            if job_id not in self.jobs and job_id not in self.found:
                raise ValueError(f"no such job: {job_id}")

    def plan(self, at: float, what: Literal["end", "arrive", "cancel"], job: str) -> None:
        """At the same time, what ends comes first, then what arrives, then what is cancelled."""
        heappush(self.agenda, (at, ("end", "arrive", "cancel").index(what), next(self.numbers), what, job))

    def events(self) -> Iterator[dict[str, Any]]:
        with Store(":memory:") as store:
            started = store.begin_run(None, 0.0)
            store.insert(started, self.left, 0.0, {job.id: job.service or 1.0 for job in self.found.values()})
            scheduler = Scheduler(
                store, policy=self.policy, now=lambda: self.clock, run=started, events=self.hear,
                random=self.random.random if self.jitter else lambda: 0.5,
            )
            for task in scheduler.tasks():
                yield {"t": 0.0, "event": "state", "job": task.id, "state": task.state}
            while True:
                times = [self.agenda[0][0]] if self.agenda else []
                wake = scheduler.next_wake()
                if wake is not None:
                    times.append(wake)
                if not times:
                    return
                self.clock = max(self.clock, min(times))
                while self.agenda and self.agenda[0][0] <= self.clock:
                    *_, what, job = heappop(self.agenda)
                    self.happen(scheduler, what, job)
                while (claim := scheduler.claim()) is not None:
                    self.send(claim.task)
                yield from self.said
                self.said.clear()

    def happen(self, scheduler: Scheduler, what: str, id_: str) -> None:
        job = self.jobs.get(id_) or self.found[id_]
        if what == "arrive":
            scheduler.add([job.task()], {id_: job.service or 1.0})
        elif what == "cancel":
            if id_ in {task.id for task in scheduler.tasks()} and scheduler.cancel(id_):
                scheduler.release(id_)
        elif scheduler.task(id_).state == "running":
            if self.starts[id_] <= job.fail_times:
                scheduler.fail(id_, TaskFailure(job.error), retry=True)
            elif self.too_long(job):
                scheduler.fail(id_, TaskFailure("timeout"), retry=True)
            else:
                scheduler.succeed(id_, _ANSWER)

    def send(self, task: Task) -> None:
        job = self.jobs.get(task.id) or self.found[task.id]
        self.starts[task.id] += 1
        service = job.timeout if self.too_long(job) else job.service
        if service is not None:
            self.plan(self.clock + service, "end", task.id)

    @staticmethod
    def too_long(job: _Job) -> bool:
        return job.service is None or (job.timeout is not None and job.service > job.timeout)

    def hear(self, event: Event) -> None:
        task = event.task
        if task is None:
            return
        job = self.jobs.get(task.id) or self.found[task.id]
        say = {"t": round(event.at, 6), "job": task.id}
        if event.name == "enqueue":
            self.said.append({**say, "event": "queued", "priority": job.priority})
        elif event.name == "start":
            self.attempts[task.id] = task.attempts
            priority = int(task.priority) if task.priority else None
            self.said.append({**say, "event": "started", "priority": priority, "attempt": task.attempts})
        elif event.name == "succeed":
            self.said.append({**say, "event": "done", "attempt": task.attempts})
        elif event.name in ("fail", "retry"):
            self.said.append({**say, "event": "failed", "attempt": self.attempts[task.id]})
            if task.not_before is not None:
                self.said.append({**say, "event": "retry", "at": round(task.not_before, 6)})
        elif event.name == "cancel":
            self.said.append({**say, "event": "state", "state": task.state})


def _level(priority: int | None) -> Priority:
    """The scheduler takes any name that its weights have; here the names are numbers, and "" for none."""
    return cast(Priority, "" if priority is None else str(priority))


def _jobs(scenario: Mapping[str, Any]) -> Iterator[_Job]:
    for item in scenario.get("jobs", []):
        yield _job(item, scenario, _number(item.get("t", 0)))
    streams = scenario.get("stream") or []
    for stream in [streams] if isinstance(streams, Mapping) else streams:
        first, every, until = _number(stream.get("t", 0)), _number(stream["every"]), _number(stream["until"])
        if every <= 0:
            raise ValueError("stream.every")
        for nth in count():
            at = first + nth * every
            if at >= until:
                break
            yield _job({**stream, "id": f"{stream['prefix']}{nth + 1}"}, scenario, at)


def _job(item: Mapping[str, Any], scenario: Mapping[str, Any], at: float) -> _Job:
    priority, fails = item.get("priority"), item.get("fail_times", 0)
    return _Job(
        id=str(item["id"]).encode("utf-8").decode("utf-8"),  # UnicodeEncodeError for halves of characters
        at=at,
        priority=None if priority is None else int(priority),
        group=str(item.get("group", "")),
        service=_seconds(item.get("service", scenario.get("service", 1))),
        timeout=_seconds(item.get("timeout", scenario.get("timeout"))),
        fail_times=_NEVER if fails is True else _number(fails),
        error=cast(TaskErrorKind, str(item.get("error", "bad_status"))),
        cancel_at=_seconds(item.get("cancel_at")),
    )


def _number(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"not finite: {value}")
    return number


def _seconds(value: Any) -> float | None:
    return None if value is None else _number(value)


def _found_task(job: _Job, item: Mapping[str, Any]) -> Task:
    state = cast(TaskState, str(item["state"]))
    attempts = int(item.get("attempts", 0 if state == "queued" else 1))
    return Task(
        job.id, job.group, "", _level(job.priority), state, attempts,
        started_at=0.0 if state == "running" else None,
        not_before=_number(item.get("at", 0)) if state == "waiting_retry" else None,
    )


def _policy(scenario: Mapping[str, Any], priorities: list[int | None]) -> Policy:
    classes = sorted(set(priorities) or {None}, key=lambda priority: (-(priority or 0), priority is None))
    names = [str(_level(priority)) for priority in classes]
    given = {str(name): _number(weight) for name, weight in scenario.get("weights", {}).items()}
    weights = dict(zip(names, _weights(len(names)), strict=True))
    for name in names:
        if name in given:
            weight = given.pop(name)
            if weight != int(weight):
                raise ValueError("weights")
            weights[name] = int(weight)
    backoff = scenario.get("backoff", {})
    max_attempts = int(scenario.get("max_attempts", scenario.get("retry_budget", Policy().max_attempts)))
    base, factor = _number(backoff.get("base", 1)), _number(backoff.get("factor", 2))
    most = _seconds(backoff.get("max"))
    waits = [base * factor**nth for nth in range(max(1, max_attempts - 1))]
    return Policy(
        weights=weights,
        shares=given,
        ageing_s=_ageing(scenario.get("ageing", {})),
        concurrency=int(scenario.get("slots", 1)),
        max_attempts=max_attempts,
        backoff_s=tuple(waits if most is None else (min(wait, most) for wait in waits)),
        breaker=None,
    )


def _ageing(value: Any) -> float | None:
    if value in (None, False, "off"):
        return None
    if isinstance(value, Mapping):
        return None if value.get("enabled") is False else _seconds(value.get("bound", Policy().ageing_s))
    return _number(value)


def _weights(classes: int) -> list[int]:
    """Weights of that many classes, the most urgent first: 5, 3, 2 for three, and on in the same way: 8, 12, 17…"""
    if classes == 2:
        return [5, 2]
    return [2 + rank * (rank + 1) // 2 for rank in reversed(range(classes))]
