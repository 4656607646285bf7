"""The workload `queue`: jobs go in, and each is claimed and acknowledged by itself, on a journal that outlives a killed
process."""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import time

from docprep_gui.domain.chunk import Priority
from docprep_gui.domain.task import Answer, Task
from docprep_gui.scheduling.scheduler import Policy, Scheduler
from docprep_gui.scheduling.store import Store

JOBS = 10_000


def run(path: Path | str) -> int:
    """Works through 10,000 jobs of three priorities and forty documents on a new journal at `path`, one commit for
    each claim and each acknowledgement; returns how many were done."""
    levels: tuple[Priority, ...] = ("high", "medium", "low")
    tasks = [Task(f"{n:05}", f"document-{n // 250}", f"chunk-{n}", levels[n % 3]) for n in range(JOBS)]
    done = 0
    with Store(path) as store:
        scheduler = Scheduler(
            store, policy=Policy(), now=time, random=Random(0).random, run=store.begin_run(None, time())
        )
        scheduler.add(tasks)
        while (claim := scheduler.claim()) is not None:
            scheduler.succeed(claim.task.id, Answer("", "", trial=False, seconds=0.0))
            done += 1
        scheduler.finish()
    return done
