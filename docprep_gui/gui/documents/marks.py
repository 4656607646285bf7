"""The marked places of a chunk: what rules extracted, where they hit, what is masked. One place, one mark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from docprep_gui.domain.chunk import EntityKind, Hit, Verdict
from docprep_gui.domain.document import Span
from docprep_gui.domain.packed import Packed
from docprep_gui.gui import translations
from docprep_gui.rules.pack import Pack


@dataclass(frozen=True, slots=True)
class PlaceMark:
    """`name`: of the field, or the rule's title. `entity`: what is masked, for kind "mask"."""

    kind: Literal["hit", "mask"]
    span: Span
    name: str
    entity: EntityKind | None = None


Extracts = Mapping[tuple[str, str], frozenset[str]]
"""(pack, rule) to the fields that the rule extracts."""


def _shown(verdict: Verdict, extracts: Extracts) -> Packed[Hit]:
    """Hits less those of a rule that extracted a value in this chunk: the value is the mark, and the words that led to
    it would only repeat it. Each rule is looked at once, since a large document has tens of thousands of hits."""
    fields = {name for name, values in verdict.fields.items() if values}
    if not fields or not extracts:
        return verdict.hits
    rules = set(verdict.hits.each("pack", "rule"))
    silent = {rule for rule in rules if not fields.isdisjoint(extracts.get(rule, ()))}
    if not silent:
        return verdict.hits
    return Packed.of(Hit, (hit for hit in verdict.hits if (hit.pack, hit.rule) not in silent))


def has_any(verdict: Verdict) -> bool:
    """Is there a mark at all? Hits are left out only where there are values in their place."""
    return bool(verdict.hits or verdict.sensitive or any(verdict.fields.values()))


def count(verdict: Verdict, extracts: Extracts = MappingProxyType({})) -> int:
    """Number of marks, without making them."""
    spans = set(_shown(verdict, extracts).each("span"))
    spans.update(value.span for values in verdict.fields.values() for value in values)
    spans.update(verdict.sensitive.each("span"))
    return len(spans)


def counts(verdicts: Sequence[Verdict], extracts: Extracts) -> dict[int, int]:
    """Number of marks of each, by place."""
    return {place: count(verdict, extracts) for place, verdict in enumerate(verdicts)}


def marks(verdict: Verdict, titles: Mapping[tuple[str, str], str], field_name: Callable[[str], str],
          extracts: Extracts = MappingProxyType({})) -> tuple[PlaceMark, ...]:
    """In order of place; of several at one place the masked one wins, then the field, then the hit."""
    found: dict[Span, PlaceMark] = {}
    for hit in _shown(verdict, extracts):
        found.setdefault(hit.span, PlaceMark("hit", hit.span, titles.get((hit.pack, hit.rule), hit.rule)))
    for name, values in verdict.fields.items():
        for value in values:
            found[value.span] = PlaceMark("hit", value.span, field_name(name))
    for place in verdict.sensitive:
        found[place.span] = PlaceMark("mask", place.span, "", place.kind)
    return tuple(found[span] for span in sorted(found))


class MarksOfChunks(Mapping[int, tuple[PlaceMark, ...]]):
    """The marks of each chunk, by its place among them, made when they are asked for. As `marks` takes them."""

    def __init__(self, verdicts: Sequence[Verdict], titles: Mapping[tuple[str, str], str],
                 field_name: Callable[[str], str], extracts: Extracts) -> None:
        self._verdicts = verdicts
        self._names = titles, field_name, extracts
        self._made: dict[int, tuple[PlaceMark, ...]] = {}

    def __getitem__(self, chunk: int) -> tuple[PlaceMark, ...]:
        found = self._made.get(chunk)
        if found is None:
            if not 0 <= chunk < len(self._verdicts):
                raise KeyError(chunk)
            found = self._made[chunk] = marks(self._verdicts[chunk], *self._names)
        return found

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._verdicts)))

    def __len__(self) -> int:
        return len(self._verdicts)


def rule_titles(packs: Sequence[Pack]) -> dict[tuple[str, str], str]:
    """(pack, rule) to the title that people read."""
    language = translations.language()
    return {(pack.id, rule.id): rule.title_in(language) for pack in packs for rule in pack.rules}


def rule_extracts(packs: Sequence[Pack]) -> dict[tuple[str, str], frozenset[str]]:
    """Of the rules that extract something."""
    found = {(pack.id, rule.id): frozenset(action.field for action in rule.then if action.kind == "extract")
             for pack in packs for rule in pack.rules}
    return {key: names for key, names in found.items() if names}
