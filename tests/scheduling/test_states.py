"""The table of states, walked from end to end."""

from __future__ import annotations

from typing import get_args

import pytest

from docprep_gui.domain.task import TaskState
from docprep_gui.scheduling.states import ENDED, TRANSITIONS, IllegalTransitionError, TaskEvent, after

STATES: tuple[TaskState, ...] = get_args(TaskState)
EVENTS: tuple[TaskEvent, ...] = get_args(TaskEvent)


@pytest.mark.parametrize("state", [None, *STATES])
@pytest.mark.parametrize("event", EVENTS)
def test_what_is_in_the_table_is_allowed_and_nothing_else(state: TaskState | None, event: TaskEvent) -> None:
    if (state, event) in TRANSITIONS:
        assert after(state, event) in STATES
    else:
        with pytest.raises(IllegalTransitionError):
            after(state, event)


def test_every_state_can_be_reached_and_every_event_occurs() -> None:
    reached: set[TaskState | None] = {None}
    while more := {to for (state, _), to in TRANSITIONS.items() if state in reached} - reached:
        reached |= more
    assert reached - {None} == set(STATES)
    assert {event for _, event in TRANSITIONS} == set(EVENTS)


def test_ended_states_are_left_by_a_person_only_and_done_never() -> None:
    leaving = {(state, event) for state, event in TRANSITIONS if state in ENDED}
    assert {event for _, event in leaving} == {"requeue"}
    assert "done" not in {state for state, _ in leaving}


def test_every_other_state_leads_on() -> None:
    for state in set(STATES) - ENDED:
        assert any(origin == state and to in ENDED for (origin, _), to in TRANSITIONS.items())
