"""What is found in a document for rules, kept from one judgement to the next: while a rule is edited, only what it
looks for now and did not before has to be searched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from docprep_gui.domain.chunk import Chunk, Entity, EntityKind
from docprep_gui.domain.document import Document, Notice, Span
from docprep_gui.rules import regex
from docprep_gui.rules.conditions import Outcome, State, World
from docprep_gui.rules.marking import touches
from docprep_gui.rules.model import Condition
from docprep_gui.rules.search import Places, Search, Units, blotted
from docprep_gui.text import entities as entity_finder

Kinds = frozenset[EntityKind]
Memo = dict[Condition, Outcome]
_SPARE = 2000  # words and conditions that are kept beside those of the rules as they are now
_KINDS = 4  # sets of kinds whose entities are kept


@dataclass(frozen=True, slots=True)
class Sought:
    """What rules look for: `words[w]`, of folded words, says whether all places are asked for."""

    words: Mapping[str, bool]
    patterns: tuple[str, ...]


class Facts:
    """Of one document and its chunks. Several threads may ask at the same time: what both find is the same."""

    def __init__(self, document: Document, chunks: Sequence[Chunk]) -> None:
        self.document, self.chunks = document, chunks
        self.text = blotted(document)
        self.order = sorted(range(len(chunks)), key=lambda place: chunks[place].core)
        self._units = Units([chunks[place].core for place in self.order])
        self._body = Units([document.source.body])
        self._echoes = sorted(chain.from_iterable(document.nodes.each("echoes")))
        self._own, self._whole = _Finds(self.text, self._units), _Finds(self.text, self._body)
        self._entities: dict[Kinds, tuple[Entity, ...]] = {}
        self._by_unit: dict[tuple[Kinds, bool], dict[EntityKind, dict[int, list[Entity]]]] = {}
        self._notices: dict[Kinds, tuple[Notice, ...]] = {}
        self._memos: dict[tuple[Kinds, bool], Memo] = {}

    def entities(self, kinds: Kinds) -> tuple[Entity, ...]:
        """In the whole text. Which of two that overlap stays depends on all the kinds that are asked for."""
        found = self._entities.get(kinds)
        if found is None:
            if len(self._entities) >= _KINDS:
                self._entities, self._by_unit, self._notices, self._memos = {}, {}, {}, {}
            found = self._entities[kinds] = entity_finder.find(self.document.text, kinds) if kinds else ()
        return found

    def notices(self, kinds: Kinds) -> tuple[Notice, ...]:
        """Amounts and dates that contradict themselves, where the kinds have them."""
        found = self._notices.get(kinds)
        if found is None:
            found = self._notices[kinds] = tuple(_notices(self.document, kinds, self.entities(kinds)))
        return found

    def world(self, sought: Sought, kinds: Kinds, state: State, instruction: str) -> World:
        """The chunks, one by one."""
        return self._world(self._units, [(place,) for place in self.order], self._own, sought, kinds, state,
                           instruction)

    def whole_world(self, sought: Sought, kinds: Kinds, state: State, instruction: str) -> World:
        """The whole body."""
        return self._world(self._body, [self.order], self._whole, sought, kinds, state, instruction)

    def outer_world(self, state: State, instruction: str) -> World:
        """The whole body, with nothing found in its text: for what can be told by names and titles."""
        return World(self.document, self.chunks, self._body, [self.order], self.text, {}, {}, set(), {}, state,
                     instruction)

    def _world(self, units: Units, chunks_of: Sequence[Sequence[int]], finds: _Finds, sought: Sought, kinds: Kinds,
               state: State, instruction: str) -> World:
        entities = self.entities(kinds)
        key = kinds, units is self._body
        placed = self._by_unit.get(key)
        if placed is None:
            placed = self._by_unit[key] = by_unit(entities, units, self._echoes)
        words, matches, uneven = finds.complete(sought)
        memo: Memo = {}
        if not instruction:  # what is asked is looked at by conditions too
            memo = self._memos.setdefault(key, memo)
            if len(memo) > _SPARE + 2 * len(sought.words):
                memo = self._memos[key] = {}
        return World(self.document, self.chunks, units, chunks_of, self.text, words, matches, uneven, placed, state,
                     instruction, memo)


class _Finds:
    """Words and patterns of some units of a text."""

    def __init__(self, text: str, units: Units) -> None:
        self._text, self._units = text, units
        self._words: dict[str, Places] = {}
        self._every: dict[str, bool] = {}
        self._matches: dict[str, dict[int, list[regex.Match]]] = {}
        self._uneven: set[int] = set()

    def complete(
        self, sought: Sought
    ) -> tuple[dict[str, Places], dict[str, dict[int, list[regex.Match]]], set[int]]:
        """Places by word, matches by pattern, and the uneven units (see search.Found); more may be in them than is
        sought."""
        if len(self._words) + len(self._matches) > _SPARE + 2 * (len(sought.words) + len(sought.patterns)):
            self._words, self._every, self._matches = {}, {}, {}
        words, known, matches = self._words, self._every, self._matches
        new = tuple((word, every) for word, every in sought.words.items()
                    if word not in known or (every and not known[word]))
        patterns = tuple(pattern for pattern in sought.patterns if pattern not in matches)
        if new or patterns:
            found = _search(new, patterns).run(self._text, self._units)
            words.update(found.words)
            matches.update(found.matches)
            self._uneven |= found.uneven
            known.update(new)
        return words, matches, self._uneven


@lru_cache(maxsize=16)
def _search(words: tuple[tuple[str, bool], ...], patterns: tuple[str, ...]) -> Search:
    """Compiled once for all documents."""
    return Search(dict(words), patterns)


def by_unit(
    entities: Sequence[Entity], units: Units, echoes: Sequence[Span]
) -> dict[EntityKind, dict[int, list[Entity]]]:
    """The entities that lie in one unit whole, by kind and unit; echoed ones are left out."""
    found: dict[EntityKind, dict[int, list[Entity]]] = {}
    spans, count = units.spans, len(units)
    unit = 0
    first, last = spans[0] if count else (0, 0)
    for entity in entities:
        start, end = entity.span
        while start >= last and unit + 1 < count:
            unit += 1
            first, last = spans[unit]
        if start < first or end > last or (echoes and touches(entity.span, echoes)):
            continue
        by_unit = found.get(entity.kind)
        if by_unit is None:
            by_unit = found[entity.kind] = {}
        if unit in by_unit:
            by_unit[unit].append(entity)
        else:
            by_unit[unit] = [entity]
    return found


def _notices(document: Document, kinds: AbstractSet[EntityKind], entities: tuple[Entity, ...]) -> Iterator[Notice]:
    text = document.text
    if "amount" in kinds:
        for words, figures in entity_finder.disagreements(text, entities):
            span = min(words[0], figures[0]), max(words[1], figures[1])
            yield Notice("amount_words_differ", span=span,
                         params={"words": document.slice(words), "figures": document.slice(figures)})
    if kinds & {"date", "date_range"}:
        for code, spans in (("invalid_date", entity_finder.invalid_dates(text)),
                            ("ambiguous_date", entity_finder.ambiguous_dates(text))):
            for span in spans:
                yield Notice(code, span=span, params={"text": document.slice(span)})
