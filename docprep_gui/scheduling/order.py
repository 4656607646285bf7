"""Which task is next. Pure: the time is handed in, and equal calls give equal answers.

Three stages, each fair by itself:

1. *Levels* are served by weight (stride scheduling: Waldspurger and Weihl, 1995). A level that is empty is passed over;
   when it fills again it joins at the present place: it neither saved turns nor lost them.
2. *Inside a level* a task that was lifted into it by waiting is taken after every three that belong there, so that
   neither a crowd of old tasks holds up a new urgent one, nor a stream of urgent ones an old one. A lifted task keeps
   its place in its own level too: what comes first is where it starts, and no younger one overtakes it there.
3. *Inside each of these* groups are served in turn, by cost (self-clocked fair queueing: Golestani, 1994): with equal
   costs that is round-robin; a task ten times as long as the others waits for ten of theirs. Inside a group: first in,
   first out.

Each step costs a logarithm of the number of tasks, plus the number of levels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import inf, lcm
from typing import Literal

from docprep_gui.domain.errors import SettingError

_OWN_TURNS = 3
# A crowd that came at one time is lifted over several picks, so that no pick takes long. The oldest go first, and a
# pick takes one task only, so this hardly shows in the order.
_LIFTS_A_PICK = 200

ReasonCode = Literal["next", "turn", "aged", "small_file"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a task was chosen, as a code whose sentence workspace.messages has.

    - next: nothing of another level waits; first in, first out. `level`
    - turn: its level's turn, the `nth` of `weight` in this round. `level`
    - aged: lifted `lifted` levels from its own `level` after `waited` seconds.
    - small_file: its document (`group`) has its turn before older tasks of the larger document `before`. `level`
    """

    code: ReasonCode
    params: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pick:
    id: str
    reason: Reason


class _Entry:
    __slots__ = ("cost", "group", "home", "id", "level", "lifted", "own", "sequence", "since", "stamp")

    def __init__(self, id_: str, home: int, group: str, since: float, sequence: int, cost: float, stamp: int) -> None:
        self.id, self.home, self.level, self.group = id_, home, home, group
        self.since, self.sequence, self.cost, self.stamp = since, sequence, cost, stamp
        self.own: _Lane | None = None
        self.lifted: _Lane | None = None


class _Group:
    __slots__ = ("key", "size", "start", "waiting", "weight")

    def __init__(self, weight: float, start: float) -> None:
        self.weight, self.start, self.size = weight, start, 0
        self.waiting: list[tuple[int, int, _Entry]] = []
        self.key = (inf, -1)


class _Lane:
    """Tasks of one kind in one level. A group's key is the virtual finishing time of its first task.

    Entries that left a group without being its first stay in its heap until they come up, told by their lanes; the
    first entry of a group is always a live one.
    """

    __slots__ = ("clock", "groups", "last", "ready", "shares", "size")

    def __init__(self, shares: Mapping[str, float]) -> None:
        self.shares, self.size, self.clock, self.last = shares, 0, 0.0, ""
        self.groups: dict[str, _Group] = {}
        self.ready: list[tuple[float, int, str]] = []

    def push(self, entry: _Entry) -> None:
        group = self.groups.get(entry.group)
        if group is None:
            # A group that left had been served up to the clock at most, so nothing of it needs to be remembered.
            group = self.groups[entry.group] = _Group(self.shares.get(entry.group, 1.0), self.clock)
        item = (entry.sequence, entry.stamp, entry)
        heappush(group.waiting, item)
        group.size += 1
        self.size += 1
        if group.waiting[0] is item:
            self._rank(entry.group, group)

    def drop(self, entry: _Entry) -> None:
        """Takes out an entry whose `own` and `lifted` no longer name this lane."""
        self.size -= 1
        group = self.groups[entry.group]
        group.size -= 1
        if not group.size:
            del self.groups[entry.group]
        elif group.waiting[0][2] is entry:
            self._advance(entry.group, group)

    def serve(self) -> tuple[_Entry, str]:
        """Serves the next entry, which is still to be dropped; also the name of a larger group whose older task it
        overtakes, or ""."""
        while True:
            finish, sequence, name = heappop(self.ready)
            group = self.groups.get(name)
            if group is not None and group.key == (finish, sequence):
                break
        overtaken = ""
        last = self.groups.get(self.last) if self.last != name else None
        if last is not None and last.size > group.size and last.waiting[0][0] < sequence:
            overtaken = self.last
        self.clock = group.start = finish
        self.last = name
        return group.waiting[0][2], overtaken

    def _advance(self, name: str, group: _Group) -> None:
        waiting = group.waiting
        while waiting[0][2].own is not self and waiting[0][2].lifted is not self:
            heappop(waiting)
        self._rank(name, group)

    def _rank(self, name: str, group: _Group) -> None:
        first = group.waiting[0]
        group.key = key = (group.start + first[2].cost / group.weight, first[0])
        heappush(self.ready, (*key, name))


class _Level:
    __slots__ = ("lifted", "name", "own", "own_turns", "stride", "turn", "weight")

    def __init__(self, name: str, weight: int, stride: int, shares: Mapping[str, float]) -> None:
        self.name, self.weight, self.stride, self.turn = name, weight, stride, 0
        self.own, self.lifted, self.own_turns = _Lane(shares), _Lane(shares), 0


class FairOrder:
    """Tasks that wait, and the rule which of them is next.

    weights: turns a round for each level, the most urgent level first; whole numbers from 1.
    ageing_s: seconds of waiting that lift a task by one level, for the order only; None: never.
    shares: weights of groups inside a level; a group that is not named has 1.

    Raises SettingError("bad_weights") where a weight is below 1 (shares: not above 0) or there is no level, and
    SettingError("bad_ageing") for an ageing that is not above 0.
    """

    def __init__(
        self, weights: Mapping[str, int], ageing_s: float | None, shares: Mapping[str, float] | None = None
    ) -> None:
        shares = shares or {}
        if not weights or min(weights.values()) < 1 or any(share <= 0 for share in shares.values()):
            raise SettingError("bad_weights", weights=str(dict(weights)))
        if ageing_s is not None and ageing_s <= 0:
            raise SettingError("bad_ageing", seconds=str(ageing_s))
        self._round = lcm(*weights.values())
        self._levels = [_Level(name, weight, self._round // weight, shares) for name, weight in weights.items()]
        self._places = {name: place for place, name in enumerate(weights)}
        self._ageing = ageing_s
        self._clock = 0
        self._pushed = 0
        self._entries: dict[str, _Entry] = {}
        self._lifts: list[tuple[float, int, int, _Entry]] = []

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, id_: str) -> bool:
        return id_ in self._entries

    def push(self, id_: str, level: str, group: str, since: float, sequence: int, cost: float = 1.0) -> None:
        """Adds a task that has waited since `since` (seconds). `sequence` orders tasks inside a group and settles ties;
        no two that wait have the same. `cost` is relative to the other tasks. Raises KeyError for an unknown level,
        ValueError for a task that waits already."""
        if id_ in self._entries:
            raise ValueError(id_)
        self._pushed += 1
        entry = _Entry(id_, self._places[level], group, since, sequence, cost, self._pushed)
        self._entries[id_] = entry
        self._enter(entry)

    def remove(self, id_: str) -> bool:
        """Takes a task out; False if it does not wait."""
        entry = self._entries.pop(id_, None)
        if entry is None:
            return False
        self._leave(entry)
        return True

    def pick(self, now: float) -> Pick | None:
        """Takes out the task that is next at `now`; None if none waits."""
        if not self._entries:
            return None
        self._lift(now)
        level: _Level | None = None
        filled = 0
        for candidate in self._levels:
            if candidate.own.size or candidate.lifted.size:
                filled += 1
                if level is None or candidate.turn < level.turn:
                    level = candidate
        assert level is not None
        lifted = bool(level.lifted.size) and (level.own_turns >= _OWN_TURNS or not level.own.size)
        entry, overtaken = (level.lifted if lifted else level.own).serve()
        level.own_turns = 0 if lifted else level.own_turns + 1
        nth = level.turn % self._round // level.stride + 1
        self._clock = level.turn
        level.turn += level.stride
        del self._entries[entry.id]
        self._leave(entry)
        if lifted:
            home = self._levels[entry.home].name
            params = {"level": home, "lifted": str(entry.home - entry.level), "waited": str(int(now - entry.since))}
            reason = Reason("aged", params)
        elif overtaken:
            reason = Reason("small_file", {"level": level.name, "group": entry.group, "before": overtaken})
        elif filled > 1:
            reason = Reason("turn", {"level": level.name, "nth": str(nth), "weight": str(level.weight)})
        else:
            reason = Reason("next", {"level": level.name})
        return Pick(entry.id, reason)

    def _enter(self, entry: _Entry) -> None:
        """Puts an entry into the lane of its present level."""
        level = self._levels[entry.level]
        if not level.own.size and not level.lifted.size:
            level.turn = max(level.turn, self._clock)
        if entry.level == entry.home:
            entry.own = level.own
            level.own.push(entry)
        else:
            entry.lifted = level.lifted
            level.lifted.push(entry)
        if entry.level and self._ageing is not None:
            due = entry.since + self._ageing * (entry.home - entry.level + 1)
            heappush(self._lifts, (due, entry.sequence, entry.stamp, entry))

    def _lift(self, now: float) -> None:
        lifts = self._lifts
        for _ in range(_LIFTS_A_PICK):
            if not lifts or lifts[0][0] > now:
                break
            entry = heappop(lifts)[3]
            if entry.own is not None:
                lane, entry.lifted = entry.lifted, None
                if lane is not None:
                    lane.drop(entry)
                entry.level -= 1
                self._enter(entry)

    def _leave(self, entry: _Entry) -> None:
        """When nothing waits any more, old debts are forgotten: the next task finds the order as new."""
        own, lifted = entry.own, entry.lifted
        entry.own = entry.lifted = None
        if own is not None:
            own.drop(entry)
        if lifted is not None:
            lifted.drop(entry)
        if not self._entries:
            self._lifts.clear()
            self._clock = 0
            for level in self._levels:
                level.turn, level.own_turns = 0, 0
