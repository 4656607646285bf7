"""Long sequences of tuples of one kind, kept column by column.

A large sheet has half a million rows. As tuples with names, with the numbers and tuples in them, its nodes take 600
bytes each, and the search for cycles, pickles and the end of the document walk through all of them; as columns they
take 20, and are a few hundred objects.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, chain, islice, repeat
from operator import eq, is_
from typing import Any, Generic, TypeAlias, TypeVar, overload

T = TypeVar("T", bound=tuple[Any, ...])

_PART = 4096  # items that are packed together
_LARGE = 256  # items that are not packed anew with their neighbours


@dataclass(frozen=True, slots=True)
class Same:
    """A column of one value."""

    value: Any
    count: int

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Any]:
        return repeat(self.value, self.count)

    def __getitem__(self, place: int) -> Any:
        return self.value

    def cut(self, start: int, stop: int) -> Same:
        return Same(self.value, stop - start)


@dataclass(frozen=True, slots=True)
class Coded:
    """A column of few values: which of them stands in each place."""

    values: tuple[Any, ...]
    codes: array[int]

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[Any]:
        return map(self.values.__getitem__, self.codes)

    def __getitem__(self, place: int) -> Any:
        return self.values[self.codes[place]]

    def cut(self, start: int, stop: int) -> Coded:
        return Coded(self.values, self.codes[start:stop])


@dataclass(frozen=True, slots=True)
class Texts:
    """A column of many different texts, one behind the other in one; `edges`: where each begins, and the last ends."""

    text: str
    edges: array[int]

    def __len__(self) -> int:
        return len(self.edges) - 1

    def __iter__(self) -> Iterator[str]:
        return map(self.text.__getitem__, map(slice, self.edges, islice(self.edges, 1, None)))

    def __getitem__(self, place: int) -> str:
        return self.text[self.edges[place] : self.edges[place + 1]]

    def cut(self, start: int, stop: int) -> Texts:
        return Texts(self.text, self.edges[start : stop + 1])


@dataclass(frozen=True, slots=True)
class Rows:
    """Tuples of the class `make`, as columns of equal length; also a column of tuples inside of others."""

    make: type[tuple[Any, ...]]
    columns: tuple[Column, ...]
    _base: tuple[Any, ...] = field(init=False, repr=False, compare=False)
    _varying: tuple[tuple[int, Column], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len({len(column) for column in self.columns}) != 1:
            raise ValueError("columns of one table are equally long")
        object.__setattr__(self, "_base", tuple(one.value if isinstance(one, Same) else None for one in self.columns))
        object.__setattr__(self, "_varying", tuple((place, one) for place, one in enumerate(self.columns)
                                                   if not isinstance(one, Same)))

    def __reduce__(self) -> tuple[Any, ...]:
        return Rows, (self.make, self.columns)

    def __len__(self) -> int:
        return len(self.columns[0])

    def __iter__(self) -> Iterator[Any]:
        rows = zip(*self.columns, strict=True)
        return rows if self.make is tuple else map(partial(tuple.__new__, self.make), rows)

    def __getitem__(self, place: int) -> Any:
        row = [*self._base]
        for at, column in self._varying:
            row[at] = column[place]
        return tuple.__new__(self.make, row)

    def cut(self, start: int, stop: int) -> Rows:
        return Rows(self.make, tuple(one[start:stop] if isinstance(one, array) else one.cut(start, stop)
                                     for one in self.columns))


Column: TypeAlias = "Same | Coded | Texts | Rows | array[int] | array[float]"


def column(values: Sequence[Any]) -> Column:
    """The values, of which there are some, in the smallest form that gives back the same."""
    if values[0] is values[-1] and all(map(is_, values, repeat(values[0]))):
        return Same(values[0], len(values))
    kinds = set(map(type, values))
    kind = kinds.pop()
    if kinds:
        return _coded(values, list(map(id, values)))
    if kind is int:
        for code in "iq":
            try:
                return array(code, values)
            except OverflowError:
                continue
    if kind is float:
        return array("d", values)
    if issubclass(kind, tuple) and len(set(map(len, values))) == 1:
        return Rows(kind, tuple(map(column, zip(*values, strict=True))))
    return _coded(values, values if kind is str else list(map(id, values)), kind)


def pairs(flat: array[int]) -> Rows:
    """Spans that stand one behind the other, start and end."""
    return Rows(tuple, (flat[0::2], flat[1::2]))


def like(model: tuple[Any, ...], count: int, **columns: Column) -> Rows:
    """So many tuples with names that differ from `model` only in these fields."""
    fields = model._asdict()  # type: ignore[attr-defined]
    return Rows(type(model), tuple(columns[name] if name in columns else Same(value, count)
                                   for name, value in fields.items()))


def _coded(values: Sequence[Any], keys: Sequence[Any], kind: type | None = None) -> Column:
    """`keys`: alike for values that are kept once; `kind`: of all values."""
    found = dict(zip(keys, values, strict=True))
    if len(found) == 1:
        return Same(values[0], len(values))
    if kind is str and 2 * len(found) > len(values):
        return Texts("".join(values), array("i", accumulate(map(len, values), initial=0)))
    numbers = dict(zip(found, range(len(found)), strict=True))
    code = "B" if len(found) <= 1 << 8 else "H" if len(found) <= 1 << 16 else "i"
    return Coded(tuple(found.values()), array(code, map(numbers.__getitem__, keys)))


@dataclass(frozen=True, slots=True, eq=False)
class Packed(Sequence[T], Generic[T]):
    """A sequence of tuples of the class `make`, equal to the tuple of them, that cannot be changed.

    Items are made when they are asked for: to walk over all takes longer than over a tuple, `each` over some fields of
    all about as long, and to ask for one by its place a microsecond. A slice copies numbers only.
    """

    make: type[T]
    parts: tuple[Rows, ...] = ()
    _starts: tuple[int, ...] = field(init=False, repr=False)
    _count: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts, count = [], 0
        for part in self.parts:
            starts.append(count)
            count += len(part)
        object.__setattr__(self, "_starts", tuple(starts))
        object.__setattr__(self, "_count", count)

    def __reduce__(self) -> tuple[Any, ...]:
        return Packed, (self.make, self.parts)

    @staticmethod
    def of(make: type[T], items: Iterable[T]) -> Packed[T]:
        return Packed.joined(make, (items,))

    @staticmethod
    def joined(make: type[T], pieces: Iterable[Iterable[T]]) -> Packed[T]:
        """All the items, one piece after the other. Long pieces that are packed already stay so."""
        parts: list[Rows] = []
        waiting: list[T] = []

        def pack(least: int) -> None:
            while len(waiting) >= least:
                parts.append(Rows(make, tuple(map(column, zip(*waiting[:_PART], strict=True)))))
                del waiting[:_PART]

        for piece in pieces:
            if isinstance(piece, Packed) and len(piece) >= _LARGE:
                pack(1)
                parts += piece.parts
                continue
            items = iter(piece)
            while some := list(islice(items, _PART)):
                waiting += some
                pack(_PART)
        pack(1)
        return Packed(make, tuple(parts))

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(self.parts)

    def each(self, *names: str) -> Iterator[Any]:
        """One field of all; tuples of several."""
        places = list(map(self.make._fields.index, names))  # type: ignore[attr-defined]
        return chain.from_iterable(
            part.columns[places[0]] if len(places) == 1 else zip(*map(part.columns.__getitem__, places), strict=True)
            for part in self.parts
        )

    def having(self, name: str, value: Any) -> Iterator[int]:
        """The places of those whose field is the value, in order. Parts that have no such value are passed over."""
        field = self.make._fields.index(name)  # type: ignore[attr-defined]
        for begin, part in zip(self._starts, self.parts, strict=True):
            own = part.columns[field]
            known = (own.value,) if isinstance(own, Same) else own.values if isinstance(own, Coded) else None
            if known is None or value in known:
                yield from (begin + place for place, one in enumerate(own) if one == value)

    def since(self, start: int, *names: str) -> Iterator[Any]:
        """As `each`, from a place on. What comes later costs nothing if it is not asked for."""
        for begin in range(start, self._count, _PART):
            yield from self[begin : begin + _PART].each(*names)

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> Packed[T]: ...

    def __getitem__(self, place: int | slice) -> T | Packed[T]:
        if isinstance(place, slice):
            start, stop, step = place.indices(self._count)
            if step != 1:
                return Packed.of(self.make, map(self.__getitem__, range(start, stop, step)))
            return Packed(self.make, tuple(self._cut(start, stop)))
        if place < 0:
            place += self._count
        if not 0 <= place < self._count:
            raise IndexError(place)
        at = bisect_right(self._starts, place) - 1
        found: T = self.parts[at][place - self._starts[at]]
        return found

    def _cut(self, start: int, stop: int) -> Iterator[Rows]:
        for begin, part in zip(self._starts, self.parts, strict=True):
            first, last = max(start - begin, 0), min(stop - begin, len(part))
            if first < last:
                yield part if last - first == len(part) else part.cut(first, last)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Packed | tuple):
            return NotImplemented
        if isinstance(other, Packed) and self.parts == other.parts:
            return True
        return len(self) == len(other) and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))
