"""The queue of a run, under a clock of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.domain.errors import DocPrepError, SettingError
from docprep_gui.domain.task import Answer, Task, TaskErrorKind, TaskFailure
from docprep_gui.scheduling.breaker import BreakerPolicy
from docprep_gui.scheduling.scheduler import Claim, Event, Policy, Scheduler
from docprep_gui.scheduling.states import IllegalTransitionError
from docprep_gui.scheduling.store import Change, Store

moderate = settings(deadline=None, max_examples=40)
ANSWER = Answer("好的", "m", trial=False, seconds=1.0)
GONE = TaskFailure("unreachable")


@dataclass
class World:
    """A scheduler on a store in memory, with a clock that the test moves."""

    policy: Policy
    store: Store = field(default_factory=lambda: Store(":memory:"))
    clock: float = 1000.0
    heard: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = Random(1)
        self.open()

    def open(self) -> None:
        self.queue = Scheduler(
            self.store, policy=self.policy, now=lambda: self.clock, random=self.random.random, events=self.heard.append
        )

    def add(self, *ids: str) -> None:
        self.queue.add([Task(id_, f"document of {id_}", f"chunk of {id_}", "medium") for id_ in ids])

    def claim(self) -> Claim:
        claim = self.queue.claim()
        assert claim is not None
        return claim

    def circuit(self) -> str:
        return self.queue.circuit.state

    def sleep(self) -> None:
        wake = self.queue.next_wake()
        assert wake is not None
        self.clock = max(self.clock, wake)

    def state(self, id_: str) -> str:
        return self.queue.task(id_).state

    def names(self) -> list[str]:
        return [event.name for event in self.heard]


@pytest.fixture
def world() -> Iterator[World]:
    made = World(Policy(concurrency=2))
    yield made
    made.store.close()


def test_tasks_are_claimed_up_to_the_concurrency_and_end_well(world: World) -> None:
    world.add("a", "b", "c")
    assert [world.claim().task.id, world.claim().task.id] == ["a", "b"]
    assert world.queue.claim() is None
    assert world.queue.next_wake() is None
    assert world.queue.in_flight == 2
    world.clock += 3
    assert world.queue.succeed("a", ANSWER)
    done = world.queue.task("a")
    assert (done.state, done.answer, done.attempts) == ("done", ANSWER, 1)
    assert (done.queued_at, done.started_at, done.ended_at) == (1000.0, 1000.0, 1003.0)
    assert [(one.started_at, one.ended_at, one.error) for one in done.tries] == [(1000.0, 1003.0, None)]
    assert world.queue.next_wake() == world.clock
    assert world.claim().task.id == "c"
    assert world.queue.counts() == {"running": 2, "done": 1}
    world.queue.set_concurrency(3)
    world.add("d")
    assert world.claim().reason.code == "next"
    assert not world.queue.finished


def test_failures_are_retried_with_growing_waits_until_the_budget_is_spent(world: World) -> None:
    world.add("a")
    waits = []
    for attempt in range(1, 5):
        claim = world.claim()
        assert claim.task.attempts == attempt
        again = world.queue.fail("a", TaskFailure("bad_json"), retry=True)
        assert again == (attempt < 4)
        if again:
            assert world.state("a") == "waiting_retry"
            wake = world.queue.next_wake()
            assert wake is not None
            assert wake == world.queue.task("a").not_before
            waits.append(wake - world.clock)
            world.clock = wake - 0.001
            assert world.queue.claim() is None
            world.sleep()
    assert world.state("a") == "failed"
    for wait, (least, most) in zip(waits, [(0.5, 1.5), (1, 3), (2, 6)], strict=True):
        assert least <= wait <= most
    failed = world.queue.task("a")
    assert failed.error == TaskFailure("bad_json")
    assert len(failed.tries) == 4
    assert world.queue.finished
    assert world.queue.next_wake() is None


def test_what_cannot_help_is_not_tried_again(world: World) -> None:
    world.add("a")
    world.claim()
    assert not world.queue.fail("a", TaskFailure("context_exceeded"), retry=False)
    assert (world.state("a"), world.queue.task("a").attempts) == ("failed", 1)


@pytest.mark.parametrize("kind", ["loading", "busy"])
def test_waiting_for_the_model_costs_no_attempt(world: World, kind: TaskErrorKind) -> None:
    world.add("a")
    for _ in range(10):
        world.claim()
        assert world.queue.fail("a", TaskFailure(kind), retry=True)
        world.sleep()
    assert world.claim().task.attempts == 1
    world.queue.succeed("a", ANSWER)
    done = world.queue.task("a")
    assert (done.state, done.attempts, len(done.tries)) == ("done", 1, 11)


@pytest.mark.parametrize(("patience_s", "max_waits"), [(60.0, 1000), (1e9, 12)])
def test_waiting_for_the_model_ends_some_time(patience_s: float, max_waits: int) -> None:
    world = World(Policy(patience_s=patience_s, max_waits=max_waits))
    world.add("a")
    for _ in range(40):
        world.claim()
        if not world.queue.fail("a", TaskFailure("loading"), retry=True):
            break
        world.sleep()
    assert world.state("a") == "failed"
    assert len(world.queue.task("a").tries) == max_waits + 1 or world.clock > 1000 + patience_s
    assert world.queue.task("a").error == TaskFailure("loading")


def test_while_the_model_loads_other_tasks_are_not_sent_to_hear_the_same(world: World) -> None:
    world.add("a", "b", "c")
    world.claim()
    world.queue.fail("a", TaskFailure("loading"), retry=True)
    assert world.queue.claim() is None
    assert world.queue.next_wake() == world.queue.task("a").not_before
    world.sleep()
    assert world.queue.claim() is not None


def test_the_server_is_given_the_time_it_asks_for_within_reason(world: World) -> None:
    world.add("a")
    world.claim()
    world.queue.fail("a", TaskFailure("busy"), retry=True, retry_after=40.0)
    not_before = world.queue.task("a").not_before
    assert not_before is not None
    assert 40 <= not_before - world.clock <= 42
    world.sleep()
    world.claim()
    world.queue.fail("a", TaskFailure("busy"), retry=True, retry_after=1e9)
    not_before = world.queue.task("a").not_before
    assert not_before is not None
    assert not_before - world.clock < 310


def test_failures_at_one_moment_wake_at_different_ones() -> None:
    world = World(Policy(concurrency=40, breaker=None))
    world.add(*map(str, range(40)))
    for n in range(40):
        world.claim()
        world.queue.fail(str(n), GONE, retry=True)
    times = {round(task.not_before or 0, 3) for task in world.queue.tasks()}
    assert len(times) >= 38


def test_an_answer_that_comes_after_the_cancelling_is_dropped(world: World) -> None:
    world.add("a", "b", "c")
    world.claim()
    world.claim()
    assert set(world.queue.cancel()) == {"a", "b", "c"}
    assert world.queue.cancel() == ()
    assert world.queue.in_flight == 2
    assert not world.queue.finished
    assert not world.queue.succeed("a", ANSWER)
    assert not world.queue.fail("b", TaskFailure("interrupted"), retry=True)
    assert world.queue.counts() == {"cancelled": 3}
    assert world.queue.task("a").answer is None
    assert world.queue.task("a").tries[-1].error == TaskFailure("interrupted")
    assert world.queue.finished


def test_a_task_cancelled_and_queued_again_waits_until_its_old_request_has_ended(world: World) -> None:
    world.add("a")
    world.claim()
    world.queue.cancel("a")
    world.queue.requeue("a")
    assert world.queue.claim() is None
    assert not world.queue.succeed("a", Answer("late", "m", False, 0.0))
    claim = world.claim()
    assert (claim.task.id, claim.task.attempts) == ("a", 1)
    assert world.queue.succeed("a", ANSWER)
    assert world.queue.task("a").answer == ANSWER


def test_ended_tasks_are_queued_anew_with_all_their_attempts(world: World) -> None:
    world.add("a", "b", "c", "d")
    world.claim()
    world.queue.fail("a", TaskFailure("empty"), retry=False)
    world.queue.cancel(["b", "b"])
    world.queue.set_aside("c", TaskFailure("source_changed"))
    assert world.queue.counts() == {"queued": 1, "failed": 1, "cancelled": 1, "set_aside": 1}
    world.queue.finish()
    assert world.queue.retry_failed() == ("a",)
    assert world.queue.requeue(["b", "c", "b"]) == ("b", "c")
    assert world.queue.counts() == {"queued": 4}
    again = world.queue.task("a")
    assert (again.attempts, len(again.tries), again.error, again.ended_at) == (0, 1, None, None)
    assert world.store.unfinished() is not None
    with pytest.raises(IllegalTransitionError):
        world.queue.requeue(["d"])
    with pytest.raises(IllegalTransitionError):
        world.queue.succeed("d", ANSWER)


def test_a_task_set_aside_while_it_runs_frees_its_place(world: World) -> None:
    world.add("a")
    world.claim()
    world.queue.set_aside("a", TaskFailure("refused_egress"))
    assert (world.queue.in_flight, world.state("a")) == (0, "set_aside")
    assert world.queue.task("a").tries[-1].error == TaskFailure("refused_egress")


def test_a_released_task_goes_back_to_its_place_and_nothing_counts(world: World) -> None:
    world.queue.add([Task(id_, "one document", id_, "medium") for id_ in ("a", "b", "c")])
    assert world.claim().task.id == "a"
    assert world.queue.release("a")
    claim = world.claim()
    assert (claim.task.id, claim.task.attempts) == ("a", 1)


def test_a_pause_holds_what_waits_and_not_what_runs(world: World) -> None:
    world.add("a", "b")
    world.claim()
    world.queue.pause()
    assert world.queue.paused
    assert world.queue.claim() is None
    assert world.queue.next_wake() is None
    assert world.queue.succeed("a", ANSWER)
    world.queue.resume()
    assert world.claim().task.id == "b"
    assert [name for name in world.names() if name in ("paused", "resumed")] == ["paused", "resumed"]


def outage(world: World, number: int) -> None:
    for _ in range(number):
        world.queue.fail(world.claim().task.id, GONE, retry=True)


def test_when_the_endpoint_is_gone_the_queue_stops_sending_and_finds_out_when_it_is_back() -> None:
    world = World(Policy(concurrency=1, backoff_s=(1000.0,), breaker=BreakerPolicy(3, (5.0, 10.0))))
    world.add(*map(str, range(9)))
    outage(world, 3)
    assert world.names().count("circuit_open") == 1
    opened = next(event for event in world.heard if event.name == "circuit_open")
    assert opened.params == {"kind": "unreachable"}
    assert world.circuit() == "open"
    assert world.queue.claim() is None
    assert world.queue.next_wake() == world.clock + 5
    world.sleep()
    probe = world.claim()
    assert world.circuit() == "half_open"
    assert world.queue.fail(probe.task.id, GONE, retry=True)
    assert world.queue.task(probe.task.id).attempts == 0
    assert (world.circuit(), world.queue.circuit.probes) == ("open", 1)
    assert world.queue.next_wake() == world.clock + 10
    world.sleep()
    world.queue.succeed(world.claim().task.id, ANSWER)
    assert world.circuit() == "closed"
    assert world.queue.claim() is not None
    assert world.names().count("circuit_open") == 1
    assert world.names().count("circuit_closed") == 1


def test_one_bad_task_does_not_stop_the_others() -> None:
    world = World(Policy(concurrency=1, max_attempts=20, backoff_s=(0.0,), breaker=BreakerPolicy(3)))
    world.add("bad")
    outage(world, 10)
    assert world.circuit() == "closed"


def test_an_answer_in_between_shows_that_the_endpoint_is_up() -> None:
    world = World(Policy(concurrency=1, backoff_s=(1000.0,), breaker=BreakerPolicy(3)))
    world.add(*map(str, range(9)))
    outage(world, 2)
    world.queue.fail(world.claim().task.id, TaskFailure("bad_json"), retry=True)
    outage(world, 2)
    assert world.circuit() == "closed"
    outage(world, 1)
    assert world.circuit() == "open"


def test_a_probe_that_is_cancelled_leaves_its_place_to_another_and_resuming_tries_at_once() -> None:
    world = World(Policy(concurrency=1, breaker=BreakerPolicy(1, (50.0,))))
    world.add("a", "b", "c")
    outage(world, 1)
    assert world.queue.claim() is None
    world.queue.resume()
    probe = world.claim()
    world.queue.cancel(probe.task.id)
    assert world.queue.claim() is None
    world.queue.release(probe.task.id)
    assert world.circuit() == "open"
    assert world.claim().task.id != probe.task.id


def test_a_new_process_takes_over_what_the_old_one_left(world: World) -> None:
    world.add("a", "b", "c")
    world.claim()
    world.queue.fail("a", TaskFailure("bad_json"), retry=True)
    waits = world.queue.task("a").not_before
    world.claim()
    world.clock += 0.1
    world.open()
    assert world.queue.recovered == ("b",)
    assert (world.state("a"), world.queue.task("a").not_before) == ("waiting_retry", waits)
    assert (world.state("b"), world.queue.task("b").attempts) == ("queued", 1)
    assert world.queue.task("b").tries[-1].error == TaskFailure("interrupted")
    assert {world.claim().task.id, world.claim().task.id} == {"b", "c"}


def test_what_the_journal_refuses_has_not_happened(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(change: Change, at: float) -> None:
        raise DocPrepError("queue_unwritable", path="q")

    world.add("a")
    with monkeypatch.context() as patched:
        patched.setattr(world.store, "record", full)
        with pytest.raises(DocPrepError):
            world.queue.claim()
        assert world.state("a") == "queued"
    assert world.claim().task.id == "a"


def test_the_reason_of_the_last_claim_is_kept(world: World) -> None:
    world.add("a")
    assert world.queue.reason("a") is None
    claim = world.claim()
    assert world.queue.reason("a") == claim.reason


@pytest.mark.parametrize(
    "policy",
    [
        Policy(concurrency=0), Policy(max_attempts=0), Policy(backoff_s=()), Policy(backoff_s=(-1.0,)),
        Policy(weights={"high": 0}), Policy(ageing_s=0.0), Policy(breaker=BreakerPolicy(0)),
    ],
)
def test_a_policy_that_cannot_work_is_refused(policy: Policy) -> None:
    with pytest.raises(SettingError):
        policy.checked()


KINDS: tuple[TaskErrorKind, ...] = ("bad_json", "unreachable", "loading", "timeout", "empty")


@moderate
@given(seed=st.integers(0, 10**6), number=st.integers(1, 25))
def test_whatever_happens_every_task_ends_and_the_journal_agrees(seed: int, number: int) -> None:
    """Random outcomes, cancellings, pauses and restarts; then a good endpoint finishes what is left."""
    chance = Random(seed)
    world = World(Policy(concurrency=3))
    world.queue.add(
        [Task(str(n), f"d{n % 3}", "", chance.choice(("high", "medium", "low"))) for n in range(number)]
    )
    open_claims: list[str] = []
    for _ in range(120):
        world.clock += chance.random() * 2
        match chance.randrange(8):
            case 0 | 1 | 2:
                claim = world.queue.claim()
                if claim is not None:
                    assert claim.task.id not in open_claims
                    open_claims.append(claim.task.id)
                assert world.queue.in_flight == len(open_claims) <= 3
            case 3 | 4 if open_claims:
                failure = TaskFailure(chance.choice(KINDS))
                world.queue.fail(open_claims.pop(0), failure, retry=chance.random() < 0.8)
            case 5 if open_claims:
                world.queue.succeed(open_claims.pop(0), ANSWER)
            case 6:
                world.queue.cancel(str(chance.randrange(number)))
                world.queue.requeue([task.id for task in world.queue.tasks() if task.state == "cancelled"][:1])
            case 7 if chance.random() < 0.2:
                open_claims.clear()
                world.open()
    for id_ in open_claims:
        world.queue.release(id_)
    for _ in range(1000):
        claim = world.queue.claim()
        if claim is not None:
            world.queue.succeed(claim.task.id, ANSWER)
        elif world.queue.next_wake() is None:
            break
        else:
            world.sleep()
    assert world.queue.finished
    kept = [stored.task for stored in world.store.load(world.queue.run)]
    assert kept == list(world.queue.tasks())
    assert world.queue.counts() == Counter(task.state for task in kept)
    answers = Counter(step.task for step in world.store.transitions(world.queue.run) if step.event == "succeed")
    assert set(answers.values()) <= {1}
    world.store.close()
