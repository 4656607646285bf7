"""Which task is next: fair by weight, by document, by waiting."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.domain.errors import SettingError
from docprep_gui.scheduling.order import FairOrder

WEIGHTS = {"high": 5, "medium": 3, "low": 2}
LEVELS = list(WEIGHTS)
moderate = settings(deadline=None, max_examples=60)


def filled(order: FairOrder, per_level: int, groups: int = 1, since: float = 0.0) -> None:
    for n in range(per_level):
        for place, level in enumerate(LEVELS):
            order.push(f"{level}-{n}", level, f"g{n % groups}", since, n * 3 + place)


def drain(order: FairOrder, now: float = 0.0) -> list[str]:
    picked = []
    while (pick := order.pick(now)) is not None:
        picked.append(pick.id)
    return picked


@moderate
@given(picks=st.integers(1, 400), groups=st.integers(1, 5))
def test_shares_of_backlogged_levels_are_within_one_of_their_weights(picks: int, groups: int) -> None:
    order = FairOrder(WEIGHTS, None)
    filled(order, 400, groups)
    seen: Counter[str] = Counter()
    for n in range(1, picks + 1):
        pick = order.pick(0.0)
        assert pick is not None
        seen[pick.id.partition("-")[0]] += 1
        for level, weight in WEIGHTS.items():
            assert abs(seen[level] - n * weight / 10) <= 1


@moderate
@given(idle=st.integers(1, 50))
def test_an_empty_level_is_passed_over_and_saves_nothing_up(idle: int) -> None:
    order = FairOrder(WEIGHTS, None)
    filled(order, 300)
    for n in range(300):
        order.remove(f"medium-{n}")
    counts = Counter(pick.id.partition("-")[0] for pick in (order.pick(0.0) for _ in range(idle)) if pick)
    assert abs(counts["high"] - idle * 5 / 7) <= 1
    for n in range(100):
        order.push(f"medium-{n}", "medium", "g0", 0.0, 10_000 + n)
    counts = Counter(pick.id.partition("-")[0] for pick in (order.pick(0.0) for _ in range(100)) if pick)
    for level, weight in WEIGHTS.items():
        assert abs(counts[level] - weight * 10) <= 1


@moderate
@given(
    weights=st.lists(st.integers(1, 12), min_size=2, max_size=6),
    place=st.integers(0, 5),
    before=st.integers(0, 30),
)
def test_no_level_starves_without_ageing(weights: list[int], place: int, before: int) -> None:
    """Between two turns of a level of weight w, one of weight v has at most v / w turns, rounded up, and one more."""
    levels = {f"l{n}": weight for n, weight in enumerate(weights)}
    mine = f"l{place % len(weights)}"
    bound = 1 + sum(-(-weight // levels[mine]) + 1 for level, weight in levels.items() if level != mine)
    order = FairOrder(levels, None)
    number = 0
    for step in range(before + bound):
        for level in levels:
            if level != mine:
                order.push(f"{level}-{step}", level, "g", 0.0, number)
                number += 1
        if step == before:
            order.push("mine", mine, "g", 0.0, 10**6)
        pick = order.pick(0.0)
        assert pick is not None
        if pick.id == "mine":
            return
    pytest.fail(f"not within {bound} turns")


@moderate
@given(sizes=st.lists(st.integers(1, 40), min_size=1, max_size=6))
def test_documents_take_turns_and_each_keeps_its_order(sizes: list[int]) -> None:
    order = FairOrder({"only": 1}, None)
    number = 0
    for document, size in enumerate(sizes):
        for n in range(size):
            order.push(f"{document}/{n}", "only", str(document), 0.0, number)
            number += 1
    picked = drain(order)
    left = dict(enumerate(sizes))
    while left:
        turn = [int(id_.partition("/")[0]) for id_ in picked[: len(left)]]
        assert sorted(turn) == sorted(left)
        del picked[: len(left)]
        left = {document: size - 1 for document, size in left.items() if size > 1}
    assert picked == []


@moderate
@given(
    steps=st.lists(
        st.tuples(
            st.sampled_from(["push", "push", "push", "pick", "remove"]),
            st.integers(0, 2), st.integers(0, 3), st.integers(0, 9),
        ),
        max_size=200,
    )
)
def test_every_task_comes_up_once_and_in_order_of_its_document(steps: list[tuple[str, int, int, int]]) -> None:
    order = FairOrder(WEIGHTS, 30.0)
    waiting: dict[tuple[int, int], list[str]] = defaultdict(list)
    now = 0.0
    for number, (what, level, group, wait) in enumerate(steps):
        now += wait
        if what == "push":
            id_ = f"{level}/{group}/{number}"
            order.push(id_, LEVELS[level], f"g{group}", now, number)
            waiting[level, group].append(id_)
        elif what == "remove" and waiting[level, group]:
            victim = waiting[level, group].pop(wait % len(waiting[level, group]))
            assert order.remove(victim)
            assert not order.remove(victim)
        elif what == "pick":
            pick = order.pick(now)
            assert (pick is None) == (not any(waiting.values()))
            if pick is not None:
                home, of = map(int, pick.id.split("/")[:2])
                assert waiting[home, of].pop(0) == pick.id
        assert len(order) == sum(map(len, waiting.values()))
    assert sorted(drain(order, now)) == sorted(id_ for ids in waiting.values() for id_ in ids)


@moderate
@given(costs=st.lists(st.floats(0.1, 50), min_size=2, max_size=60), groups=st.integers(2, 4))
def test_equal_calls_give_equal_answers(costs: list[float], groups: int) -> None:
    def once() -> list[str]:
        order = FairOrder(WEIGHTS, 5.0)
        for n, cost in enumerate(costs):
            order.push(str(n), LEVELS[n % 3], f"g{n % groups}", float(n), n, cost)
        return drain(order, len(costs) / 2)

    assert once() == once()


def test_a_small_document_is_not_held_up_by_a_large_one() -> None:
    order = FairOrder({"only": 1}, None)
    for n in range(500):
        order.push(f"large-{n}", "only", "large", 0.0, n)
    for _ in range(10):
        order.pick(0.0)
    for n in range(5):
        order.push(f"small-{n}", "only", "small", 0.0, 1000 + n)
    picks = [order.pick(0.0) for _ in range(10)]
    small = [pick for pick in picks if pick is not None and pick.id.startswith("small")]
    assert len(small) == 5
    assert small[0].reason.code == "small_file"
    assert small[0].reason.params == {"level": "only", "group": "small", "before": "large"}


def test_a_long_task_waits_for_as_much_of_the_others_and_no_more() -> None:
    order = FairOrder({"only": 1}, None)
    order.push("long", "only", "a", 0.0, 0, cost=20.0)
    for n in range(100):
        order.push(f"short-{n}", "only", "b", 0.0, 1 + n)
    assert drain(order).index("long") in (19, 20)


def test_shares_between_documents() -> None:
    order = FairOrder({"only": 1}, None, {"a": 3.0})
    for n in range(100):
        order.push(f"a-{n}", "only", "a", 0.0, 2 * n)
        order.push(f"b-{n}", "only", "b", 0.0, 2 * n + 1)
    counts = Counter(id_[0] for id_ in drain(order)[:80])
    assert abs(counts["a"] - 60) <= 1


@moderate
@given(ageing=st.integers(5, 60), crowd=st.integers(0, 20))
def test_waiting_lifts_a_task_past_a_stream_of_urgent_ones(ageing: int, crowd: int) -> None:
    """One task a second is started, and an urgent one comes in. Weights alone would keep the last one waiting for some
    thousand turns; lifted to the top it shares every fourth turn with those that were lifted before it."""
    order = FairOrder({"high": 1000, "medium": 3, "low": 1}, float(ageing))
    for n in range(crowd):
        order.push(f"crowd-{n}", "low", "g", 0.0, n)
    order.push("last", "low", "g", 0.0, crowd)
    for now in range(2 * ageing + 4 * (crowd + 1) + 1):
        order.push(f"high-{now}", "high", "g", float(now), 1000 + now)
        pick = order.pick(float(now))
        assert pick is not None
        if pick.id == "last":
            if now >= 2 * ageing:
                assert pick.reason.code == "aged"
                assert pick.reason.params == {"level": "low", "lifted": "2", "waited": str(now)}
            return
    pytest.fail("starved")


@moderate
@given(crowd=st.integers(1, 300), served=st.integers(0, 40))
def test_a_new_urgent_task_is_not_held_up_by_a_crowd_of_old_ones(crowd: int, served: int) -> None:
    order = FairOrder(WEIGHTS, 30.0)
    for n in range(crowd):
        order.push(f"low-{n}", "low", f"g{n % 7}", 0.0, n)
    for _ in range(min(served, crowd - 1)):
        order.pick(600.0)
    order.push("urgent", "high", "new", 600.0, 1000)
    first_two = [order.pick(600.0), order.pick(600.0)]
    assert "urgent" in [pick.id for pick in first_two if pick is not None]


def test_without_ageing_nothing_is_lifted() -> None:
    order = FairOrder(WEIGHTS, None)
    filled(order, 50)
    reasons = {pick.reason.code for pick in (order.pick(1e6) for _ in range(60)) if pick is not None}
    assert reasons == {"turn"}


def test_the_reason_names_the_turn_in_its_round() -> None:
    order = FairOrder(WEIGHTS, None)
    filled(order, 20)
    turns: dict[str, list[str]] = defaultdict(list)
    for _ in range(20):
        pick = order.pick(0.0)
        assert pick is not None
        assert pick.reason.code == "turn"
        assert pick.reason.params["weight"] == str(WEIGHTS[pick.reason.params["level"]])
        turns[pick.reason.params["level"]].append(pick.reason.params["nth"])
    assert turns == {"high": list("1234512345"), "medium": list("123123"), "low": list("1212")}


def test_alone_a_task_is_simply_next() -> None:
    order = FairOrder(WEIGHTS, 30.0)
    order.push("a", "low", "g", 0.0, 1)
    pick = order.pick(1.0)
    assert pick is not None
    assert (pick.id, pick.reason.code, pick.reason.params) == ("a", "next", {"level": "low"})
    assert order.pick(1.0) is None


def test_an_emptied_queue_keeps_no_debts() -> None:
    order = FairOrder(WEIGHTS, None)
    order.push("a", "high", "g", 0.0, 1)
    order.pick(0.0)
    order.push("low", "low", "g", 0.0, 2)
    order.push("high", "high", "g", 0.0, 3)
    assert drain(order) == ["high", "low"]


def test_wrong_use_is_refused() -> None:
    order = FairOrder(WEIGHTS, None)
    order.push("a", "low", "g", 0.0, 1)
    assert "a" in order
    with pytest.raises(ValueError, match="a"):
        order.push("a", "high", "g", 0.0, 2)
    with pytest.raises(KeyError):
        order.push("b", "urgent", "g", 0.0, 2)
    refused: list[tuple[dict[str, int], float | None, dict[str, float]]] = [
        ({}, None, {}), ({"a": 0}, None, {}), ({"a": 1}, 0.0, {}), ({"a": 1}, None, {"g": 0}),
    ]
    for weights, ageing, shares in refused:
        with pytest.raises(SettingError):
            FairOrder(weights, ageing, shares)
