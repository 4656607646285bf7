"""Scenarios under the simulated clock, as the command line hands them in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.domain.errors import SettingError
from docprep_gui.scheduling import bench, simulate

Events = list[dict[str, Any]]


def events(**scenario: Any) -> Events:
    seen = list(simulate.run(json.loads(json.dumps(scenario))))
    assert [event["t"] for event in seen] == sorted(event["t"] for event in seen)
    return seen


def of(seen: Events, event: str, job: str | None = None) -> Events:
    return [one for one in seen if one["event"] == event and job in (None, one["job"])]


def most_in_flight(seen: Events) -> int:
    running: set[str] = set()
    most = 0
    for event in seen:
        if event["event"] == "started":
            running.add(event["job"])
        elif event["event"] in ("done", "failed"):
            running.discard(event["job"])
        most = max(most, len(running))
    return most


def test_a_stream_of_urgent_jobs_does_not_starve_others() -> None:
    seen = events(
        jobs=[{"id": "low", "t": 0, "priority": 1}], ageing={"bound": 60},
        stream={"prefix": "s", "priority": 7, "every": 1, "until": 200},
    )
    assert of(seen, "started", "low")[0]["t"] < 60
    stream = [event["job"] for event in of(seen, "started") if event["job"] != "low"]
    assert stream == [f"s{n}" for n in range(1, 201)]


def test_jobs_that_all_have_aged_don_t_hold_up_an_urgent_one() -> None:
    seen = events(jobs=[
        *({"id": f"old{n}", "t": 0, "priority": 1} for n in range(300)), {"id": "urgent", "t": 200.5, "priority": 9},
    ])
    start = of(seen, "started", "urgent")[0]
    assert start["t"] <= 202
    assert {event["priority"] for event in of(seen, "started") if event["job"] != "urgent"} == {1}


@pytest.mark.parametrize("ageing", [False, None, "off", {"enabled": False}, {"bound": None}])
def test_ageing_can_be_switched_off(ageing: object) -> None:
    """Two classes: 40 s after its last turn by weight, ageing gives the lower one a turn more often."""
    jobs = [{"id": f"{name}{n}", "t": 0, "priority": priority} for n in range(100) for name, priority in
            (("high", 2), ("low", 1))]

    def low(value: object) -> int:
        starts = of(events(jobs=jobs, ageing=value), "started")
        return sum(event["job"].startswith("low") for event in starts[:100])

    assert low(ageing) < low(5)


def test_groups_share_and_a_long_job_waits_for_its_equal() -> None:
    seen = events(weights={"A": 1, "B": 1, "C": 1}, jobs=[
        *({"id": f"a{n}", "group": "A"} for n in range(200)), {"id": "c", "group": "C", "t": 3, "service": 40},
        *({"id": f"b{n}", "group": "B", "t": 10} for n in range(4)),
    ])
    assert max(of(seen, "done", f"b{n}")[0]["t"] for n in range(4)) <= 19
    assert of(seen, "started", "c")[0]["t"] < 60


def test_weights_may_be_given_by_class_and_by_group() -> None:
    jobs = [{"id": f"{priority}{group}{n}", "priority": priority, "group": group}
            for n in range(60) for priority in (1, 2) for group in "xy"]
    starts = of(events(jobs=jobs, ageing=False, weights={"1": 3, "2": 1, "x": 4}), "started")[:80]
    assert abs(sum(event["priority"] == 1 for event in starts) - 60) <= 1
    assert abs(sum("x" in event["job"] for event in starts) - 64) <= 2


def test_what_a_crash_left_is_queued_again_and_all_ends_once() -> None:
    seen = events(max_attempts=3, initial=[
        {"id": "run", "state": "running", "attempts": 1, "priority": 4},
        {"id": "poison", "state": "running", "attempts": 3},
        {"id": "new", "state": "queued"}, {"id": "old", "state": "done"},
        {"id": "later", "state": "waiting_retry", "attempts": 2, "at": 9},
    ])
    assert {event["job"]: event["state"] for event in of(seen, "state")} == {
        "run": "queued", "poison": "failed", "new": "queued", "old": "done", "later": "waiting_retry",
    }
    assert sorted(event["job"] for event in of(seen, "done")) == ["later", "new", "run"]
    assert [(event["attempt"], event["priority"]) for event in of(seen, "started", "run")] == [(2, 4)]
    assert [(event["t"], event["attempt"]) for event in of(seen, "started", "later")] == [(9.0, 3)]


def test_failures_wait_with_jitter_and_the_slots_are_kept() -> None:
    seen = events(slots=3, backoff={"base": 2}, jobs=[{"id": f"j{n}", "fail_times": 2} for n in range(20)])
    assert most_in_flight(seen) == 3
    assert len({event["at"] for event in of(seen, "retry")}) == 40
    assert len(of(seen, "done")) == 20
    for retry in of(seen, "retry"):
        assert 1 <= retry["at"] - retry["t"] <= 6
        later = [event["t"] for event in of(seen, "started", retry["job"]) if event["t"] > retry["t"]]
        assert min(later) >= retry["at"]


def test_without_jitter_the_waits_are_exact() -> None:
    seen = events(backoff={"base": 3, "factor": 10, "max": 20, "jitter": False}, jobs=[{"id": "a", "fail_times": True}])
    assert [(event["t"], event["at"]) for event in of(seen, "retry")] == [(1.0, 4.0), (5.0, 25.0), (26.0, 46.0)]


@pytest.mark.parametrize("budget", ["max_attempts", "retry_budget"])
def test_a_job_that_always_fails_ends_when_its_attempts_are_spent(budget: str) -> None:
    seen = events(jobs=[{"id": "a", "fail_times": 99}], **{budget: 3})
    assert [event["attempt"] for event in of(seen, "started")] == [1, 2, 3]
    assert [event["attempt"] for event in of(seen, "failed")] == [1, 2, 3]
    assert seen[-1]["event"] == "failed"


def test_a_job_that_never_answers_is_given_up_in_time() -> None:
    seen = events(timeout=10, max_attempts=1, jobs=[{"id": "a", "service": None}, {"id": "b"}])
    assert [(event["job"], event["t"]) for event in of(seen, "failed")] == [("a", 10.0)]
    assert len(of(seen, "done", "b")) == 1


def test_waiting_for_the_model_leaves_the_attempts_alone() -> None:
    seen = events(max_attempts=2, jobs=[{"id": "a", "fail_times": 6, "error": "loading"}])
    assert [event["attempt"] for event in of(seen, "started")] == [1] * 7
    assert len(of(seen, "done")) == 1


def test_jobs_are_cancelled_waiting_and_running() -> None:
    seen = events(
        service=10, jobs=[{"id": "run"}, {"id": "wait", "t": 1, "cancel_at": 3}, {"id": "last", "t": 1}],
        cancel=[{"id": "run", "t": 2}, {"id": "last", "t": 50}],
    )
    assert [(event["job"], event["t"], event["state"]) for event in of(seen, "state")] == [
        ("run", 2.0, "cancelled"), ("wait", 3.0, "cancelled"),
    ]
    assert [(event["job"], event["t"]) for event in of(seen, "started")] == [("run", 0.0), ("wait", 2.0), ("last", 3.0)]
    assert [(event["job"], event["t"]) for event in of(seen, "done")] == [("last", 13.0)]


@settings(deadline=None, max_examples=30)
@given(
    jobs=st.lists(
        st.fixed_dictionaries({
            "t": st.integers(0, 40), "priority": st.integers(-2, 9), "group": st.sampled_from("abc"),
            "service": st.floats(0.1, 9), "fail_times": st.integers(0, 5),
        }),
        min_size=1, max_size=40,
    ),
    slots=st.integers(1, 5),
)
def test_any_scenario_ends_the_same_way_twice(jobs: list[dict[str, Any]], slots: int) -> None:
    scenario = {"slots": slots, "jobs": [{"id": str(n), **job} for n, job in enumerate(jobs)]}
    seen = events(**scenario)
    assert seen == events(**scenario)
    assert most_in_flight(seen) <= slots
    for n, job in enumerate(jobs):
        last = [event for event in seen if event["job"] == str(n)][-1]
        assert last["event"] == ("failed" if job["fail_times"] >= 4 else "done")
        assert {event["priority"] for event in of(seen, "started", str(n))} == {job["priority"]}


@pytest.mark.parametrize(
    "scenario",
    [
        {"jobs": [{"t": 0}]}, {"jobs": [{"id": "a", "priority": "urgent"}]}, {"jobs": 3}, {"ageing": {"bound": -1}},
        {"stream": {"prefix": "a", "every": 0, "until": 9}}, {"slots": 0, "jobs": [{"id": "a"}]},
        {"jobs": [{"id": "a", "priority": 1}], "weights": {"1": 0.5}},
    ],
)
def test_a_scenario_that_makes_no_sense_is_refused(scenario: dict[str, Any]) -> None:
    with pytest.raises(SettingError):
        list(simulate.run(scenario))


def test_an_empty_scenario_has_no_events() -> None:
    assert events() == []


def test_the_workload_does_every_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "JOBS", 300)
    assert bench.run(tmp_path / "queue.sqlite") == 300


@pytest.mark.parametrize("scenario", [
    {"slots": float("inf")}, {"jobs": [{"id": "a", "service": float("nan")}]}, {"jobs": [{"id": "\ud800"}]},
    {"cancel": [{"id": "nobody", "t": 1}]}, {"jobs": [{"id": "a", "t": float("inf")}]},
])
def test_what_cannot_be_simulated_is_refused_before_the_first_event(scenario: dict[str, Any]) -> None:
    with pytest.raises(SettingError, match="bad_scenario"):
        simulate.run(scenario)
