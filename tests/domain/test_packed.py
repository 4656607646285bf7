"""Packed sequences are the tuples that they are made of, whatever is asked of them."""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docprep_gui.domain.document import NOWHERE, Location, Node, Shown, Span, Table
from docprep_gui.domain.packed import Packed, Rows, column, like, pairs

moderate = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
NUMBERS = st.sampled_from([-1, 0, 1, 2, 256, 257, 2**31 - 1, 2**31, -(2**31) - 1, 2**63, -(2**63) - 1])
SPANS = st.sampled_from([(0, 1), (1, 5), (5, 2**31), (2**63, 7), (-1, 0)])
TEXTS = st.sampled_from(["", "1.", "1.1", "第一条", "a" * 300, "\ud800"])
LOCATIONS = st.sampled_from([
    NOWHERE, NOWHERE, Location(1), Location(1, (0.0, 1.5, 2.0, 3.0)), Location(2, (-0.0, 1.5, 2.0, 3.0)),
    Location(sheet="A", rows=(1, 1)), Location(sheet="A", rows=(2, 3)), Location(sheet="B", rows=(4, 4)),
    Location(slide=3), Location(paragraph=2**40), Location(paragraph=7, shown=Shown("a", 1.0)),
])
NODES = st.builds(
    Node, st.sampled_from(["paragraph", "row", "table"]), SPANS, NUMBERS, NUMBERS, TEXTS, st.none() | SPANS,
    st.booleans(), st.sampled_from([None, "hidden", "deleted"]), st.none() | NUMBERS,
    author=st.none(), date=st.none() | TEXTS, location=LOCATIONS,
    echoes=st.sampled_from([(), (), ((1, 2),), ((3, 4),), ((1, 2), (3, 4))]),
    table=st.sampled_from([None, Table(1, 1, 0, b"")]),
)


@pytest.fixture(autouse=True, scope="module")
def small_parts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("docprep_gui.domain.packed._PART", 5)
        patched.setattr("docprep_gui.domain.packed._LARGE", 3)
        yield


def exact(value: Any) -> Any:
    """What also tells what equality does not: True and 1, -0.0 and 0.0, a tuple with names and one without."""
    if isinstance(value, tuple):
        return type(value), tuple(map(exact, value))
    return type(value), str(value) if isinstance(value, float) else value


@st.composite
def sequences(draw: st.DrawFn) -> tuple[Node, ...]:
    """Also ones of several parts, and ones that are alike in most fields."""
    nodes = draw(st.lists(NODES, max_size=8))
    if nodes and draw(st.booleans()):
        names = draw(st.sets(st.sampled_from(Node._fields)))
        nodes = [nodes[0]._replace(**{name: getattr(node, name) for name in names}) for node in nodes]
    return tuple(nodes * draw(st.sampled_from([1, 1, 3])))


@moderate
@given(sequences())
def test_a_packed_sequence_is_its_tuple(nodes: tuple[Node, ...]) -> None:
    packed = Packed.of(Node, nodes)
    assert exact(tuple(packed)) == exact(nodes)
    assert len(packed) == len(nodes)
    assert bool(packed) == bool(nodes)
    assert packed == nodes
    assert nodes == packed
    assert packed == Packed.of(Node, iter(nodes))
    for name in Node._fields:
        assert exact(tuple(packed.each(name))) == exact(tuple(getattr(node, name) for node in nodes))
    assert list(packed.each("span", "kind")) == [(node.span, node.kind) for node in nodes]


@moderate
@given(sequences(), st.data())
def test_places_and_slices(nodes: tuple[Node, ...], data: st.DataObject) -> None:
    packed = Packed.of(Node, nodes)
    ends = st.none() | st.integers(-len(nodes) - 2, len(nodes) + 2)
    place = data.draw(st.integers(-len(nodes) - 2, len(nodes) + 1))
    if -len(nodes) <= place < len(nodes):
        assert exact(packed[place]) == exact(nodes[place])
    else:
        with pytest.raises(IndexError):
            packed[place]
    some = slice(data.draw(ends), data.draw(ends), data.draw(st.sampled_from([None, 1, 1, 2, -1, -3])))
    assert exact(tuple(packed[some])) == exact(nodes[some])
    assert packed[some] == nodes[some]
    begin = data.draw(st.integers(0, len(nodes) + 1))
    assert list(packed.since(begin, "kind", "parent")) == [(node.kind, node.parent) for node in nodes[begin:]]


@moderate
@given(sequences(), sequences(), st.data())
def test_equal_is_what_has_equal_items(some: tuple[Node, ...], others: tuple[Node, ...], data: st.DataObject) -> None:
    one, other = Packed.of(Node, some), Packed.of(Node, others)
    assert (one == other) == (some == others)
    assert one != list(some)
    if some:
        place = data.draw(st.integers(0, len(some) - 1))
        changed = (*some[:place], some[place]._replace(label="another"), *some[place + 1 :])
        assert one != Packed.of(Node, changed)
        assert one != changed
        assert one != some[:-1]
    plain = Packed.of(Node, (node._replace(table=None) for node in some))
    assert hash(plain) == hash(tuple(plain))


@moderate
@given(st.lists(sequences(), max_size=4), st.lists(st.booleans(), min_size=4, max_size=4))
def test_pieces_are_joined_in_order(pieces: list[tuple[Node, ...]], ready: list[bool]) -> None:
    given = [Packed.of(Node, piece) if packed else piece for piece, packed in zip(pieces, ready, strict=False)]
    packed = Packed.joined(Node, given)
    whole = tuple(node for piece in pieces for node in piece)
    assert exact(tuple(packed)) == exact(whole)
    assert all(exact(packed[place]) == exact(whole[place]) for place in range(len(whole)))


@moderate
@given(sequences())
def test_pickles_give_back_the_same(nodes: tuple[Node, ...]) -> None:
    packed = Packed.of(Node, nodes)
    again = pickle.loads(pickle.dumps(packed, pickle.HIGHEST_PROTOCOL))
    assert exact(tuple(again)) == exact(nodes)
    assert again == packed


def test_what_all_have_is_shared() -> None:
    packed = Packed.of(Node, [Node("paragraph", (place, place), 0) for place in range(3)])
    assert all(node.location is NOWHERE for node in packed)
    assert packed[1].location is NOWHERE


def test_columns_given_as_such() -> None:
    starts = array("i", range(5))
    rows = like(Node("row", (0, 0), 7), 5, span=pairs(array("i", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])),
                location=like(Location(sheet="A"), 5, rows=Rows(tuple, (starts, starts))), level=column([3, 3, 4, 4, 3]))
    packed = Packed(Node, (rows,))
    assert packed == tuple(
        Node("row", (2 * place, 2 * place + 1), 7, level, location=Location(sheet="A", rows=(place, place)))
        for place, level in enumerate((3, 3, 4, 4, 3)))


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="equally long"):
        Rows(tuple, (array("i", [1, 2]), array("i", [1])))


@pytest.mark.parametrize("count", [255, 256, 257, 65_536, 65_537])
def test_as_many_different_values_as_there_are(count: int) -> None:
    values = [str(n) for n in range(count)]
    assert list(column(values)) == values
    assert list(column([*values, *values])) == [*values, *values]


@pytest.mark.parametrize(("items", "most"), [
    ([Node("row", (30 * n, 30 * n + 29), 1, location=Location(sheet="A", rows=(n, n))) for n in range(20_000)], 30),
    ([Node("paragraph", (30 * n, 30 * n + 29), 1, label=f"{n % 50}.", location=Location(paragraph=n))
      for n in range(20_000)], 30),
    ([(30 * n, 30 * n + 29) for n in range(20_000)], 10),
])
def test_long_sequences_are_small(items: list[Any], most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docprep_gui.domain.packed._PART", 4096)
    make: type[Node] | type[Span] = type(items[0])
    assert len(pickle.dumps(Packed.of(make, items), pickle.HIGHEST_PROTOCOL)) < most * len(items)


@moderate
@given(st.lists(NODES, max_size=30), st.sampled_from(["paragraph", "row", "table", "section"]))
def test_places_of_those_that_have_a_value(nodes: list[Node], kind: str) -> None:
    assert [*Packed.of(Node, nodes).having("kind", kind)] == [i for i, node in enumerate(nodes) if node.kind == kind]


@moderate
@given(st.lists(NODES, max_size=30), st.sampled_from([None, "hidden", "left_out"]), st.sampled_from([-1, 0, 256]))
def test_places_in_columns_of_any_form(nodes: list[Node], role: str | None, parent: int) -> None:
    packed = Packed.of(Node, nodes)
    assert [*packed.having("role", role)] == [i for i, node in enumerate(nodes) if node.role == role]
    assert [*packed.having("parent", parent)] == [i for i, node in enumerate(nodes) if node.parent == parent]
