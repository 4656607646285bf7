"""Stops sending when the endpoint itself has failed, so that not every task must find out for itself. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from docprep_gui.domain.task import TaskErrorKind

OUTAGE: frozenset[TaskErrorKind] = frozenset({"unreachable", "bad_status", "timeout"})


@dataclass(frozen=True, slots=True)
class BreakerPolicy:
    """failures: so many different tasks, one after the other, with a failure of the endpoint, open the circuit.
    probe_s: waits in seconds before each single task that is then sent to try again; the last one repeats."""

    failures: int = 5
    probe_s: tuple[float, ...] = (5.0, 10.0, 20.0, 30.0, 60.0)


@dataclass(frozen=True, slots=True)
class Circuit:
    """closed: tasks are sent. open: none is, until `probe_at`. half_open: one is on its way to try.
    `probes`: how many such tries have failed. `cause`: the last failure's kind."""

    state: Literal["closed", "open", "half_open"] = "closed"
    probe_at: float | None = None
    probes: int = 0
    cause: TaskErrorKind | None = None


class Breaker:
    """Follows the outcomes of requests. `circuit` says where it stands."""

    def __init__(self, policy: BreakerPolicy) -> None:
        self._policy = policy
        self._failed: set[str] = set()
        self._probe: str | None = None
        self.circuit = Circuit()

    def allows(self, now: float) -> bool:
        """Whether a task may be sent now."""
        state, probe_at = self.circuit.state, self.circuit.probe_at
        return state == "closed" or (state == "open" and probe_at is not None and now >= probe_at)

    def sent(self, task: str) -> None:
        """A task was sent; while the circuit is open, as the probe."""
        if self.circuit.state == "open":
            self._probe = task
            self.circuit = Circuit("half_open", None, self.circuit.probes, self.circuit.cause)

    def answered(self) -> bool:
        """The endpoint answered, be it with an error about the request. True if this closed the circuit."""
        was_closed = self.circuit.state == "closed"
        self._failed.clear()
        self._probe = None
        self.circuit = Circuit()
        return not was_closed

    def failed(self, task: str, kind: TaskErrorKind, now: float) -> bool:
        """The endpoint failed for this task. True if this opened the circuit that was closed.

        Failures of tasks that were under way when the circuit opened say nothing new.
        """
        if self.circuit.state == "closed":
            self._failed.add(task)
            if len(self._failed) >= self._policy.failures:
                self._open(now, 0, kind)
                return True
        elif task == self._probe:
            self._open(now, self.circuit.probes + 1, kind)
        return False

    def dropped(self, task: str, now: float) -> None:
        """The task ended without an outcome (cancelled, put back). If it was the probe, another may be sent at once."""
        if task == self._probe:
            self._probe = None
            self.circuit = Circuit("open", now, self.circuit.probes, self.circuit.cause)

    def hurry(self, now: float) -> None:
        """The next probe may be sent at once."""
        if self.circuit.state == "open":
            self.circuit = Circuit("open", now, self.circuit.probes, self.circuit.cause)

    def _open(self, now: float, probes: int, cause: TaskErrorKind) -> None:
        waits = self._policy.probe_s
        self._probe = None
        self._failed.clear()
        self.circuit = Circuit("open", now + waits[min(probes, len(waits) - 1)], probes, cause)
