"""Values that a text names: amounts, dates, identifiers. One call finds all kinds and settles overlaps."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import get_args

from docprep_gui.domain.chunk import Entity, EntityKind
from docprep_gui.domain.document import Span
from docprep_gui.text import dates, folding, identifiers, money, parties, percents

ALL: frozenset[EntityKind] = frozenset(get_args(EntityKind))
_IDENTIFIERS: frozenset[EntityKind] = frozenset(
    {"cn_id_card", "bank_card", "mobile", "landline", "email", "uscc", "passport", "plate", "contract_no"}
)
# Which kind wins where two claim the same characters: the one with a check digit or a closer form.
_CERTAINTY: dict[EntityKind, int] = {
    "cn_id_card": 0, "email": 1, "uscc": 2, "bank_card": 3, "contract_no": 4, "date_range": 5, "date": 6, "mobile": 7,
    "landline": 8, "percent": 9, "amount": 10, "plate": 11, "passport": 12, "party": 13,
}  # fmt: skip
_SPAN = attrgetter("span")
# Of the last text, which is asked for all that there is to be found in it.
_view = lru_cache(maxsize=1)(folding.narrow)


def _settle(found: list[Entity]) -> list[Entity]:
    """No overlaps: the more certain kind wins, then the longer span, then the first."""
    found.sort(key=_SPAN)
    if all(first.span[1] <= second.span[0] for first, second in pairwise(found)):
        return found
    ordered = sorted(found, key=lambda e: (_CERTAINTY[e.kind], e.span[0] - e.span[1], e.span[0]))
    kept: list[Entity] = []
    spans: list[Span] = []
    for entity in ordered:
        start, end = entity.span
        at = bisect(spans, (start, end))
        if (at and spans[at - 1][1] > start) or (at < len(spans) and spans[at][0] < end):
            continue
        spans.insert(at, (start, end))
        kept.insert(at, entity)
    return kept


def find(
    text: str, kinds: frozenset[EntityKind] | None = None, start: int = 0, end: int | None = None
) -> tuple[Entity, ...]:
    """Entities of the kinds (None: all) in text[start:end], by place, never overlapping; spans are of `text`."""
    wanted = ALL if kinds is None else kinds
    part = text if not start and end is None else text[start:end]
    view = _view(part)
    found: list[Entity] = []
    if "amount" in wanted:
        found += money.find(view.text)
    if wanted & {"date", "date_range"}:
        days, ranges = dates.find(view.text)
        if "date" in wanted:
            found += days
        if "date_range" in wanted:
            found += ranges
    if "percent" in wanted:
        found += percents.find(view.text)
    if wanted & _IDENTIFIERS:
        found += identifiers.find(view.text, wanted)
    if "party" in wanted:
        found += parties.find(view.text)
    if not found:
        return ()
    kept = _settle(found) if len(found) > 1 else found
    chosen = [entity for entity in kept if entity.kind in wanted]
    if view.text is part and not start:
        return tuple(chosen)
    return tuple(Entity(e.kind, _moved(view, e.span, start), e.value, e.currency) for e in chosen)


def _moved(view: folding.Folded, span: Span, by: int) -> Span:
    first, last = view.span(*span)
    return first + by, last + by


def invalid_dates(text: str) -> list[Span]:
    """Spans of what is written like a date but is no day of the calendar (2023年2月30日)."""
    view = _view(text)
    return [view.span(*span) for span in dates.invalid(view.text)]


def ambiguous_dates(text: str) -> list[Span]:
    """Spans of dates that may be read day first or month first (03/05/2024). In a text without Han characters near
    they are entities, month first; beside Han characters they are none."""
    view = _view(text)
    return [view.span(*span) for span in dates.ambiguous(view.text)]


def disagreements(text: str, entities: Iterable[Entity]) -> list[tuple[Span, Span]]:
    """Pairs (in words, in figures) of amounts that stand beside each other and should be the same, but differ."""
    amounts = [entity for entity in entities if entity.kind == "amount"]
    pairs = []
    for first, second in pairwise(amounts):
        if money.same_amount_meant(text, first, second) and first.value != second.value:
            pair = (first.span, second.span)
            pairs.append(pair if money.in_words(text, first) else (pair[1], pair[0]))
    return pairs


def says_again(text: str, first: Entity, second: Entity) -> bool:
    """Whether the second is the amount before it once more, in words beside figures or the other way round."""
    return (first.kind == second.kind == "amount" and first.value == second.value
            and money.same_amount_meant(text, first, second))
