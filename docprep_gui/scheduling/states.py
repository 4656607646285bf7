"""The states of a task, and the events that lead from one to the next. Pure.

This table is the only place that knows them; what is not in it is refused.
"""

from __future__ import annotations

from typing import Literal

from docprep_gui.domain.task import TaskState

TaskEvent = Literal[
    "enqueue", "start", "succeed", "fail", "retry", "wake", "cancel", "set_aside", "requeue", "interrupt",
]

TRANSITIONS: dict[tuple[TaskState | None, TaskEvent], TaskState] = {
    (None, "enqueue"): "queued",
    ("queued", "start"): "running",
    ("queued", "cancel"): "cancelled",
    ("queued", "set_aside"): "set_aside",
    ("running", "succeed"): "done",
    ("running", "fail"): "failed",
    ("running", "retry"): "waiting_retry",
    ("running", "interrupt"): "queued",
    ("running", "cancel"): "cancelled",
    ("running", "set_aside"): "set_aside",
    ("waiting_retry", "wake"): "queued",
    ("waiting_retry", "cancel"): "cancelled",
    ("waiting_retry", "set_aside"): "set_aside",
    ("failed", "requeue"): "queued",
    ("cancelled", "requeue"): "queued",
    ("set_aside", "requeue"): "queued",
}

ENDED: frozenset[TaskState] = frozenset({"done", "failed", "cancelled", "set_aside"})


class IllegalTransitionError(Exception):
    """The program asked for a step that the table does not have: a fault of the caller, not of the user."""


def after(state: TaskState | None, event: TaskEvent) -> TaskState:
    """The state that follows; None is the state of a task that does not exist yet.

    Raises IllegalTransitionError for every pair that is not in the table.
    """
    try:
        return TRANSITIONS[state, event]
    except KeyError:
        raise IllegalTransitionError(f"{event} in state {state}") from None
