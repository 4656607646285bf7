"""The journal: what is written is there again, whatever became of the process that wrote it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.domain.document import Location
from docprep_gui.domain.errors import DocPrepError
from docprep_gui.domain.task import Answer, Citation, Task, TaskFailure, Try
from docprep_gui.scheduling.scheduler import Policy, Scheduler
from docprep_gui.scheduling.store import VERSION, Change, Store

QUESTION = {"task": "contract-review", "ask": "有哪些付款条款？"}


def task(id_: str, **fields: Any) -> Task:
    return Task(id_, "合同/甲.docx", f"chunk-{id_}", "medium", **fields)


def test_tasks_come_back_as_they_were(tmp_path: Path) -> None:
    failure = TaskFailure("bad_status", {"status": "502", "body": "坏网关"})
    place = Location(page=2, box=(1.0, 2.0, 3.0, 4.5), rows=(1, 7))
    answer = Answer(
        {"条款": ["一", 2, None]}, "m", trial=True, seconds=1.5, usage={"prompt_tokens": 9},
        citations=(Citation("不写入磁盘的原文", (3, 9), place, proven=True),),
    )
    with Store(tmp_path / "q.sqlite") as store:
        run = store.begin_run(QUESTION, 100.0)
        stored = store.insert(run, [task("a"), task("b", queued_at=5.0)], 100.0, {"b": 2.5})
        tried = Try(101.0, 102.0, failure)
        after = task("a", state="waiting_retry", attempts=1, started_at=101.0, not_before=103.0, error=failure)
        store.record(Change(stored[0].row, after, "retry", tried), 102.0)
        good = Try(104.0, 105.0, None)
        done = task("a", state="done", attempts=2, started_at=104.0, ended_at=105.0, answer=answer)
        store.record(Change(stored[0].row, done, "succeed", good), 105.0)

    with Store(tmp_path / "q.sqlite") as store:
        (kept,) = store.runs()
        assert (kept.question, kept.started_at, kept.finished_at) == (QUESTION, 100.0, None)
        first, second = store.load(run)
        assert (second.task, second.cost) == (task("b", queued_at=5.0), 2.5)
        assert first.task.tries == (tried, good)
        assert (first.task.state, first.task.attempts, first.task.ended_at) == ("done", 2, 105.0)
        assert first.task.answer is not None
        assert first.task.answer.content == answer.content
        assert first.task.answer.usage == answer.usage
        (cited,) = first.task.answer.citations
        assert (cited.quote, cited.span, cited.location) == ("", (3, 9), place)
        log = [(step.task, step.at, step.event, step.state) for step in store.transitions(run)]
        assert log == [
            ("a", 100.0, "enqueue", "queued"), ("b", 100.0, "enqueue", "queued"),
            ("a", 102.0, "retry", "waiting_retry"), ("a", 105.0, "succeed", "done"),
        ]
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert "不写入磁盘的原文".encode() not in written


def test_runs_are_finished_reopened_and_forgotten() -> None:
    with Store(":memory:") as store:
        first, second = store.begin_run(1, 1.0), store.begin_run(2, 2.0)
        store.insert(first, [task("a")], 1.0)
        store.insert(second, [task("a")], 2.0)
        unfinished = store.unfinished()
        assert unfinished is not None
        assert unfinished.id == second
        store.finish_run(second, 3.0)
        unfinished = store.unfinished()
        assert unfinished is not None
        assert unfinished.id == first
        store.finish_run(second, None)
        store.forget_run(first)
        assert [run.id for run in store.runs()] == [second]
        assert store.load(first) == ()
        assert list(store.transitions(first)) == []
        assert len(store.load(second)) == 1


def test_a_forgotten_run_leaves_no_trace_on_the_disk(tmp_path: Path) -> None:
    secret = "甲方的秘密"
    with Store(tmp_path / "q.sqlite") as store:
        run = store.begin_run(None, 0.0)
        store.insert(run, [task(str(n), answer=Answer(secret, "m", False, 0.0)) for n in range(50)], 0.0)
        assert any(secret.encode() in path.read_bytes() for path in tmp_path.iterdir())
        store.forget_run(run)
        assert not any(secret.encode() in path.read_bytes() for path in tmp_path.iterdir())


def test_an_id_is_taken_once_in_a_run() -> None:
    with Store(":memory:") as store:
        run = store.begin_run(None, 0.0)
        store.insert(run, [task("a")], 0.0)
        with pytest.raises(ValueError, match="id"):
            store.insert(run, [task("b"), task("a")], 0.0)
        assert [stored.task.id for stored in store.load(run)] == ["a"]


def test_what_was_under_way_is_queued_again_and_counted() -> None:
    with Store(":memory:") as store:
        run = store.begin_run(None, 0.0)
        tasks = [
            task("running", state="running", attempts=1, started_at=7.0), task("spent", state="running", attempts=3),
            task("waiting", state="waiting_retry", attempts=1, not_before=50.0), task("done", state="done", attempts=1),
            task("queued"), task("failed", state="failed", attempts=3),
        ]
        store.insert(run, tasks, 0.0)
        before = {stored.task.id: stored.task for stored in store.load(run)}
        assert store.recover(run, 20.0, max_attempts=3) == ("running", "spent")
        found = {stored.task.id: stored.task for stored in store.load(run)}
        interrupted = TaskFailure("interrupted")
        assert (found["running"].state, found["running"].attempts) == ("queued", 1)
        assert found["running"].tries == (Try(7.0, 20.0, interrupted),)
        assert (found["spent"].state, found["spent"].error, found["spent"].ended_at) == ("failed", interrupted, 20.0)
        for id_ in ("waiting", "done", "queued", "failed"):
            assert found[id_] == before[id_]
        assert store.recover(run, 30.0, max_attempts=3) == ()


def test_a_second_store_on_the_same_file_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "q.sqlite"
    with Store(path) as store:
        run = store.begin_run(None, 0.0)
        with pytest.raises(DocPrepError) as caught:
            Store(path)
        assert (caught.value.kind, caught.value.params) == ("queue_in_use", {"path": str(path)})
        other = subprocess.run([sys.executable, "-c", OPENER, str(path)], capture_output=True, text=True, check=True)
        assert other.stdout.strip() == "queue_in_use"
        store.insert(run, [task("a")], 0.0)
    other = subprocess.run([sys.executable, "-c", OPENER, str(path)], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == "opened"


def test_what_is_no_journal_is_refused_and_left_alone(tmp_path: Path) -> None:
    newer = tmp_path / "newer.sqlite"
    Store(newer).close()
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute(f"PRAGMA user_version={VERSION + 1}")
    foreign = tmp_path / "foreign.sqlite"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE notes (text)")
    junk = tmp_path / "junk.sqlite"
    junk.write_bytes(b"no database at all, but long enough to be taken for one" * 100)
    for path, kind in [
        (newer, "queue_newer"), (foreign, "queue_damaged"), (junk, "queue_damaged"), (tmp_path, "queue_unreadable"),
        (tmp_path / "missing" / "q.sqlite", "queue_unreadable"),
    ]:
        with pytest.raises(DocPrepError) as caught:
            Store(path)
        assert (caught.value.kind, caught.value.params["path"]) == (kind, str(path))
    with closing(sqlite3.connect(foreign)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("notes",)]


OPENER = textwrap.dedent("""
    import sys
    from docprep_gui.domain.errors import DocPrepError
    from docprep_gui.scheduling.store import Store
    try:
        Store(sys.argv[1]).close()
        print("opened")
    except DocPrepError as error:
        print(error.kind)
""")

WORKER = textwrap.dedent("""
    import sys, time
    from docprep_gui.domain.task import Answer
    from docprep_gui.scheduling.scheduler import Policy, Scheduler
    from docprep_gui.scheduling.store import Store

    scheduler = Scheduler(Store(sys.argv[1]), policy=Policy(concurrency=3), now=time.time, random=lambda: 0.5)
    limit, done = int(sys.argv[2]), 0
    while (claim := scheduler.claim()) is not None:
        print("sent", claim.task.id, flush=True)
        if scheduler.in_flight == 3:
            if done == limit:
                break
            oldest = next(task for task in scheduler.tasks() if task.state == "running")
            scheduler.succeed(oldest.id, Answer(f"answer of {oldest.id}", "m", False, 0.0))
            print("done", oldest.id, flush=True)
            done += 1
    print("ready", flush=True)
    time.sleep(60)
""")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills as POSIX does")
@settings(deadline=None, max_examples=4)
@given(limits=st.lists(st.integers(0, 9), min_size=1, max_size=2))
def test_a_killed_process_loses_nothing_and_nothing_is_done_twice(
    tmp_path_factory: pytest.TempPathFactory, limits: list[int]
) -> None:
    path = tmp_path_factory.mktemp("killed") / "q.sqlite"
    with Store(path) as store:
        scheduler = Scheduler(store, now=lambda: 0.0, random=lambda: 0.5, run=store.begin_run(QUESTION, 0.0))
        scheduler.add([task(f"{n:02}") for n in range(30)])
    done: set[str] = set()
    for limit in limits:
        said = run_and_kill(path, limit)
        sent = {id_ for word, id_ in said if word == "sent"}
        now_done = {id_ for word, id_ in said if word == "done"}
        assert len(now_done) == limit
        assert not sent & done, "sent again although done"
        done |= now_done
    with Store(path) as store:
        run = store.unfinished()
        assert run is not None
        assert run.question == QUESTION
        scheduler = Scheduler(store, policy=Policy(concurrency=1), now=lambda: 1e10, random=lambda: 0.5)
        assert len(scheduler.recovered) == 3
        tasks = {one.id: one for one in scheduler.tasks()}
        assert len(tasks) == 30
        assert {id_ for id_, one in tasks.items() if one.state == "done"} == done
        for id_, one in tasks.items():
            if one.answer is not None:
                assert one.answer.content == f"answer of {id_}"
        again = set()
        while (claim := scheduler.claim()) is not None:
            again.add(claim.task.id)
            scheduler.succeed(claim.task.id, Answer("", "m", False, 0.0))
        assert again == set(tasks) - done
        assert scheduler.finished


def run_and_kill(path: Path, limit: int) -> list[tuple[str, str]]:
    """Lets another process finish `limit` tasks, kills it with three under way, and returns what it said."""
    said = []
    with subprocess.Popen(
        [sys.executable, "-c", WORKER, str(path), str(limit)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line == "ready\n":
                break
            word, _, id_ = line.strip().partition(" ")
            said.append((word, id_))
        os.kill(process.pid, signal.SIGKILL)
    return said
