"""Conditions evaluated for all units at once: which units they hold for, and the places that make them hold.

A unit is the core of a chunk, or for rules about the document its whole body. Of several values a positive operator
needs one, a negative operator all.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from calendar import monthrange
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from itertools import chain
from operator import ge, gt, le, lt
from typing import cast

from docprep_gui.domain.chunk import Chunk, ConditionTrace, Entity, EntityKind, FieldValue, Value
from docprep_gui.domain.document import Document, Span
from docprep_gui.rules import regex
from docprep_gui.rules.model import Condition
from docprep_gui.rules.search import Places, Units, occurrences, places_of, word
from docprep_gui.rules.vocabulary import ENTITIES, NUMBER_ENTITIES
from docprep_gui.text import entities as entity_finder
from docprep_gui.text.folding import fold

_POSITIVE = {"not_contains": "contains_any", "not_matches": "matches", "lacks": "has"}
_SEEN = 80  # characters of a value shown in a trace
_PREVIEW = 200
_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:T|$)")
_COMPARED: dict[str, Callable[[Decimal, Decimal], bool]] = {
    "greater_than": gt, "at_least": ge, "less_than": lt, "at_most": le,
}
_GRID = frozenset({"rows", "cols"})

Test = Callable[[Value], bool]


@dataclass(slots=True)
class State:
    """What the rules have said so far, by chunk."""

    tags: Callable[[int], Sequence[str]] = lambda chunk: ()
    fields: dict[int, dict[str, dict[Span, FieldValue]]] = field(default_factory=dict)
    covered: Callable[[int], float] = lambda chunk: 0.0


@dataclass(slots=True)
class World:
    """Everything that conditions look at. `chunks_of[u]`: the places, in `chunks`, of the chunks of unit `u`."""

    document: Document
    chunks: Sequence[Chunk]
    units: Units
    chunks_of: Sequence[Sequence[int]]
    text: str  # blotted
    words: dict[str, Places]
    matches: dict[str, dict[int, list[regex.Match]]]
    uneven: set[int]
    entities: dict[EntityKind, dict[int, list[Entity]]]
    state: State
    instruction: str = ""
    memo: dict[Condition, Outcome] = field(default_factory=dict)
    grid: tuple[list[int], list[tuple[Span, int]]] | None = None

    def values(self, name: str, unit: int) -> list[Value]:
        """The values of any field but the text and the entities."""
        found: list[Value] = []
        for chunk in self.chunks_of[unit]:
            found.extend(value for value in self.values_of(name, chunk) if value not in found)
        return found

    def values_of(self, name: str, place: int) -> Iterable[Value]:
        if name == "tag":
            return self.state.tags(place)
        if name == "covered":
            return (f"{self.state.covered(place):.4f}",)
        if name == "instruction":
            return (self.instruction,) if self.instruction else ()
        if name in _GRID:
            return (str(self.grid_of(name, self.chunks[place].core)),)
        reader = _FIELDS.get(name)
        if reader is not None:
            return reader(self.document, self.chunks[place])
        return [value.value for value in self.state.fields.get(place, {}).get(name, {}).values()]

    def grid_of(self, name: str, core: Span) -> int:
        """How many rows of tables begin in a core, or the columns of the widest table that it touches."""
        if self.grid is None:
            nodes = self.document.nodes
            self.grid = (sorted(span[0] for kind, span in nodes.each("kind", "span") if kind == "row"),
                         [(span, table.cols) for span, table in nodes.each("span", "table") if table is not None])
        rows, tables = self.grid
        start, end = core
        if name == "rows":
            return bisect_left(rows, end) - bisect_left(rows, start)
        return max((cols for (first, last), cols in tables if first < end and last > start), default=0)


@dataclass(slots=True)
class Outcome:
    """The units that a condition holds for. `spans`: the places in them that made it hold; where `of_children` is set
    they are to be gathered from the children instead."""

    units: AbstractSet[int]
    spans: Places = field(default_factory=dict)
    condition: Condition = field(default_factory=Condition)
    children: tuple[Outcome, ...] = ()
    of_children: bool = False

    def places(self, unit: int) -> list[Span]:
        """In order, each once."""
        if not self.of_children:
            return self.spans.get(unit, [])
        found = [child.places(unit) for child in self.children if unit in child.units]
        filled = [places for places in found if places]
        return filled[0] if len(filled) == 1 else sorted(set(chain.from_iterable(filled)))

    def trace(self, world: World, unit: int) -> ConditionTrace:
        condition = self.condition
        holds = unit in self.units
        if condition.group:
            children = tuple(child.trace(world, unit) for child in self.children)
            return ConditionTrace(holds, group=condition.group, children=children)
        places = tuple(self.places(unit)) if holds else ()
        return ConditionTrace(holds, condition.field, condition.operator, condition.operand,
                              _seen(world, condition, unit, places), places)


def evaluate(condition: Condition, world: World) -> Outcome:
    known = world.memo.get(condition)
    if known is not None:
        return known
    if condition.group:
        outcome = _joined(condition, tuple(evaluate(child, world) for child in condition.children), world)
    else:
        outcome = _leaf(condition, world)
    if _lasting(condition):
        world.memo[condition] = outcome
    return outcome


def ruled_out(condition: Condition, world: World) -> bool:
    """Whether it holds for no unit, going by those of its parts alone that look neither at the text nor at values in
    it; nothing of either has to be in the world."""
    units: AbstractSet[int] = world.units.everything
    for part in condition.children if condition.group == "all" else (condition,):
        if not any(leaf.field == "text" or leaf.field in ENTITIES or leaf.operator == "within_days"
                   for leaf in part.leaves()):
            units = units & evaluate(part, world).units
    return not units


def _lasting(condition: Condition) -> bool:
    """Whether the outcome cannot be changed by what rules do."""
    fixed = ENTITIES | _FIELDS.keys() | _GRID | {"text", "instruction"}
    return all(leaf.field in fixed and leaf.operator != "within_days" for leaf in condition.leaves())


def _joined(condition: Condition, children: tuple[Outcome, ...], world: World) -> Outcome:
    everything = world.units.everything
    units: AbstractSet[int]
    if condition.group == "all":
        units = everything.intersection(*(child.units for child in children))
    elif condition.group == "any":
        units = frozenset().union(*(child.units for child in children))
    else:
        units = everything.difference(*(child.units for child in children))
    if condition.group == "none":
        return Outcome(units, condition=condition, children=children)
    speaking = [child for child in children if child.spans or child.of_children]
    if not speaking or (len(speaking) == 1 and not speaking[0].of_children):
        return Outcome(units, speaking[0].spans if speaking else {}, condition, children)
    return Outcome(units, condition=condition, children=children, of_children=True)


def _leaf(condition: Condition, world: World) -> Outcome:
    if condition.operator in _POSITIVE:
        turned = Condition(condition.field, _POSITIVE[condition.operator], condition.operand)
        return Outcome(world.units.everything - _leaf(turned, world).units, condition=condition)
    if condition.field == "text":
        spans = _text(condition, world)
        return Outcome(spans.keys(), spans, condition)
    if condition.field in ENTITIES:
        spans = _entities(condition, world)
        return Outcome(spans.keys(), spans, condition)
    return Outcome(_others(condition, world), condition=condition)


# --- the text ---------------------------------------------------------------------------------------------
def _text(condition: Condition, world: World) -> Places:
    operator = condition.operator
    if operator in ("contains", "contains_any", "contains_all"):
        words = list(dict.fromkeys(map(word, condition.operand)))
        found = [world.words.get(one, {}) for one in words]
        if operator != "contains_all":
            return _merged(found, condition.min_distinct)
        # Often few of the units that hold one of the words hold all: only their places are looked for.
        both = sorted(set(found[0]).intersection(*found[1:]))
        listed = [places_of(one, world.text, world.units.spans, both, world.uneven) for one in words]
        return {unit: sorted(chain.from_iterable(places[unit] for places in listed)) for unit in both}
    if operator == "matches":
        listed = []
        for pattern in condition.operand:
            by_unit = world.matches.get(pattern, {})
            if condition.check_digit:
                by_unit = {unit: passed for unit, matches in by_unit.items()
                           if (passed := [match for match in matches if _passes(condition.check_digit, match, world)])}
            listed.append({unit: [match.span for match in matches] for unit, matches in by_unit.items()})
        return _merged(listed, 1)
    wanted = [word(text) for text in condition.operand]
    longest = max(map(len, wanted), default=0)
    places: Places = {}
    for unit, (start, end) in enumerate(world.units.spans):
        stop = end if operator == "has" else _enough(world.text, start, end, longest)
        view = fold(world.text[start:stop])
        text = view.text.strip()
        first = len(view.text) - len(view.text.lstrip())
        if operator == "starts_with":
            length = max((_start(one, text) for one in wanted), default=0)
        else:
            length = len(text) if operator == "has" or (stop == end and word(text) in wanted) else 0
        if length:
            a, b = view.span(first, first + length)
            places[unit] = [(a + start, b + start)]
    return places


def _enough(text: str, start: int, end: int, longest: int) -> int:
    """Up to where a unit has to be looked at to tell whether it begins with, or is, a word of at most that length."""
    size = 4 * longest + 64
    while start + size < end and len(word(text[start : start + size])) <= longest:
        size *= 4
    return min(start + size, end)


def _start(wanted: str, text: str) -> int:
    """Length of the word that folded text starts with, 0 where it does not."""
    if " " not in wanted:
        return len(wanted) if text.startswith(wanted) else 0
    start, end = next(occurrences(wanted, text), (1, 0))
    return end if not start else 0


def _passes(check: str, match: regex.Match, world: World) -> bool:
    # A tenth of the time that it takes to start goes into this import, and few rules check digits.
    from stdnum import luhn
    from stdnum.iso7064 import mod_11_2

    number = re.sub(r"[\s-]", "", regex.view(world.text[slice(*match.group)])).upper()
    return bool(luhn.is_valid(number) if check == "luhn" else mod_11_2.is_valid(number))


def _merged(found: Sequence[Places], least: int) -> Places:
    """Units with places from at least so many of them, with all their places."""
    if len(found) == 1:
        return found[0] if least <= 1 else {}
    merged: Places = {}
    counts: dict[int, int] = {}  # of units with places from several
    for places in found:
        for unit, spans in places.items():
            if unit in merged:
                merged[unit] = merged[unit] + spans
                counts[unit] = counts.get(unit, 1) + 1
            else:
                merged[unit] = spans
    for unit in counts:
        merged[unit] = sorted(set(merged[unit]))
    return merged if least <= 1 else {unit: merged[unit] for unit, count in counts.items() if count >= least}


# --- entities and other fields ----------------------------------------------------------------------------
def _entities(condition: Condition, world: World) -> Places:
    found = world.entities.get(cast(EntityKind, condition.field), {})
    operator = condition.operator
    if operator == "has":
        return {unit: [entity.span for entity in entities] for unit, entities in found.items()}
    if operator == "contains_all" or condition.min_distinct > 1:
        return {unit: [entity.span for entity in found[unit]] for unit in sorted(_others(condition, world))}
    places: Places = {}
    if condition.field in NUMBER_ENTITIES and operator in _COMPARED:
        compare, bound = _COMPARED[operator], Decimal(condition.operand[0])
        for unit, entities in found.items():
            spans = [entity.span for entity in entities
                     if (number := _number(entity.value)) is not None and compare(number, bound)]
            if spans:
                places[unit] = spans
        return places
    holds = _test(condition) if operator != "within_days" else None
    for unit, entities in found.items():
        test = holds or _near(condition, world, unit)
        spans = [entity.span for entity in entities if test(entity.value)]
        if spans:
            places[unit] = spans
    return places


def values_in(world: World, name: str, unit: int) -> list[Value]:
    """The values of a field in a unit."""
    if name == "text":
        return []
    if name in ENTITIES:
        return [entity.value for entity in world.entities.get(cast(EntityKind, name), {}).get(unit, ())]
    return world.values(name, unit)


def _others(condition: Condition, world: World) -> AbstractSet[int]:
    units = set()
    if condition.operator == "within_days":
        for unit in world.units.everything:
            near = _near(condition, world, unit)
            if any(near(value) for value in values_in(world, condition.field, unit)):
                units.add(unit)
        return units
    if condition.operator in ("contains_any", "contains_all"):
        # Words may be spread over several values, as tags are.
        wanted = set(map(word, condition.operand))
        least = len(wanted) if condition.operator == "contains_all" else condition.min_distinct
        for unit in world.units.everything:
            texts = [word(_joined_value(value)) for value in values_in(world, condition.field, unit)]
            if sum(any(one in text for text in texts) for one in wanted) >= least:
                units.add(unit)
        return units
    holds = _test(condition)
    for unit in world.units.everything:
        if any(holds(value) for value in values_in(world, condition.field, unit)):
            units.add(unit)
    return units


def _joined_value(value: Value) -> str:
    return value if isinstance(value, str) else "/".join(value)


def _test(condition: Condition) -> Test:
    """The test of one value that a positive operator makes."""
    operator, operand = condition.operator, condition.operand
    if operator == "has":
        return lambda value: True
    if operator in ("contains", "contains_any"):
        words = [word(text) for text in operand]
        return lambda value: any(one in word(_joined_value(value)) for one in words)
    if operator == "starts_with":
        starts = tuple(word(text) for text in operand)
        return lambda value: word(_joined_value(value)).startswith(starts)
    if operator == "matches":
        return lambda value: any(
            next(regex.matches(pattern, regex.view(_joined_value(value))), None) is not None for pattern in operand)
    if operator in ("equals", "one_of"):
        return lambda value: any(_equal(value, text) for text in operand)
    if operator in ("date_before", "date_after") or (operator == "between" and operand[0].count("-") == 2
                                                     and _DATE.match(operand[0])):
        return _date_test(operator, [date.fromisoformat(text).toordinal() for text in operand])
    return _number_test(operator, [Decimal(text) for text in operand])


def _number_test(operator: str, bounds: list[Decimal]) -> Test:
    low, high = bounds[0], bounds[-1]
    compare = _COMPARED.get(operator)

    def holds(value: Value) -> bool:
        number = _number(value)
        if number is None:
            return False
        return compare(number, low) if compare is not None else low <= number <= high

    return holds


def _date_test(operator: str, bounds: list[int]) -> Test:
    """A date as exact as the text holds only where all days that it may mean do."""
    low, high = bounds[0], bounds[-1]

    def holds(value: Value) -> bool:
        days = _days(value)
        if days is None:
            return False
        first, last = days
        if operator == "date_after":
            return first > low
        return last < low if operator == "date_before" else low <= first and last <= high

    return holds


def _near(condition: Condition, world: World, unit: int) -> Test:
    days, of = int(condition.operand[0]), condition.operand[1]
    marks = [of] if _DATE.match(of) else values_in(world, of, unit)
    known = [found for value in marks if (found := _days(value)) is not None]

    def holds(value: Value) -> bool:
        found = _days(value)
        return found is not None and any(
            max(abs(found[1] - first), abs(last - found[0])) <= days for first, last in known)

    return holds


@lru_cache(maxsize=8192)  # the same few percentages, sums and days come again and again
def _number(value: Value) -> Decimal | None:
    """Of entities and counts, and of an extracted text that is a number, a sum (128万元) or a share to the letter."""
    if not isinstance(value, str):
        return None
    try:
        found = Decimal(value)
    except InvalidOperation:
        text = fold(value).text.strip()
        try:
            found = Decimal(re.sub(r"[,\s%¥$€£]", "", text))
        except InvalidOperation:
            whole = _whole(text, _QUANTITIES)
            return Decimal(whole) if isinstance(whole, str) else None
    return found if found.is_finite() else None


_QUANTITIES: frozenset[EntityKind] = frozenset({"amount", "percent"})
_DAYS: frozenset[EntityKind] = frozenset({"date", "date_range"})


def _whole(text: str, kinds: frozenset[EntityKind]) -> Value | None:
    """The value of the one entity that a text is."""
    found = entity_finder.find(text, kinds)
    return found[0].value if len(found) == 1 and found[0].span == (0, len(text)) else None


@lru_cache(maxsize=8192)
def _days(value: Value) -> Span | None:
    """First and last day (ordinals) that a date or range may mean; None without a year."""
    if not isinstance(value, str):
        first, last = _days(value[0]), _days(value[1])
        return (first[0], last[1]) if first and last else None
    found = _DATE.match(value)
    if not found:
        whole = None if value.isascii() and value.isalpha() else _whole(value.strip(), _DAYS)
        return _days(whole) if whole is not None and whole != value else None
    year, month, day = int(found[1]), found[2], found[3]
    try:
        if day:
            exact = date(year, int(month), int(day)).toordinal()
            return exact, exact
        if month:
            start = date(year, int(month), 1).toordinal()
            return start, start + monthrange(year, int(month))[1] - 1
        return date(year, 1, 1).toordinal(), date(year, 12, 31).toordinal()
    except ValueError:
        return None


def _equal(value: Value, text: str) -> bool:
    if not isinstance(value, str):
        return _joined_value(value) == text
    if word(value) == word(text):
        return True
    if _DATE.match(text):
        if _DATE.match(value):
            return value.startswith((text + "-", text + "T"))
        days = _days(value)
        return days is not None and days == _days(text)
    left, right = _number(value), _number(text)
    return left is not None and left == right


def _seen(world: World, condition: Condition, unit: int, places: tuple[Span, ...]) -> str:
    if condition.field == "text":
        texts: Iterable[str] = (world.document.slice(span) for span in places)
    else:
        texts = (_joined_value(value) for value in values_in(world, condition.field, unit))
    shown = "; ".join(dict.fromkeys(" ".join(text.split()) for text in texts))
    return shown if len(shown) <= _SEEN else shown[: _SEEN - 1] + "…"


# --- what is known of a chunk -----------------------------------------------------------------------------
def _optional(value: object) -> list[Value]:
    return [] if value is None or value == "" else [str(value)]


_FIELDS: dict[str, Callable[[Document, Chunk], Sequence[Value]]] = {
    "title": lambda document, chunk: _optional(document.source.title),
    "heading": lambda document, chunk: chunk.title_path,
    "file_name": lambda document, chunk: [document.source.name],
    "file_kind": lambda document, chunk: [document.source.kind],
    "file_size": lambda document, chunk: [str(document.source.size)],
    "preview": lambda document, chunk: [document.text[: min(document.source.body[1], _PREVIEW)]],
    "chunk_kind": lambda document, chunk: [chunk.kind],
    "language": lambda document, chunk: [document.source.language],
    "page": lambda document, chunk: _optional(chunk.location.page),
    "sheet": lambda document, chunk: _optional(chunk.location.sheet),
    "tokens": lambda document, chunk: [str(chunk.tokens)],
    "chars": lambda document, chunk: [str(chunk.core[1] - chunk.core[0])],
}
