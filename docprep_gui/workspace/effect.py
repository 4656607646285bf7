"""What a change of rules does to the open documents: the same chunks under two judgements, compared. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from docprep_gui.domain.chunk import EntityKind, Hit, Route
from docprep_gui.domain.document import Span
from docprep_gui.domain.packed import Packed
from docprep_gui.workspace.pipeline import Prepared

_SAME = "pack", "rule", "span"
"""What makes a hit the same one under another version of its pack."""

ASKED: frozenset[Route] = frozenset({"model", "local_only"})


@dataclass(frozen=True, slots=True)
class HitChange:
    """A place that a rule hits now, or no longer. `ordinal`: of its chunk, from 0."""

    key: str
    ordinal: int
    span: Span
    pack: str
    rule: str


@dataclass(frozen=True, slots=True)
class RouteChange:
    key: str
    ordinal: int
    span: Span
    before: Route
    after: Route


@dataclass(frozen=True, slots=True)
class MaskChange:
    """A place that is masked now, or no longer. `ordinal` None: it stands outside the chunks, in an aside."""

    key: str
    ordinal: int | None
    span: Span
    kind: EntityKind


@dataclass(frozen=True, slots=True)
class Effect:
    """Changes in order of files and places. `calls`: requests to the language model more (or fewer, below 0)."""

    gained: tuple[HitChange, ...] = ()
    lost: tuple[HitChange, ...] = ()
    routes: tuple[RouteChange, ...] = ()
    masks_lost: tuple[MaskChange, ...] = ()
    masks_gained: tuple[MaskChange, ...] = ()
    calls: int = 0

    def __bool__(self) -> bool:
        return bool(self.gained or self.lost or self.routes or self.masks_lost or self.masks_gained or self.calls)


def compare(key: str, before: Prepared, after: Prepared) -> Effect:
    """Of one file. Nothing where the chunks are others, since then there is nothing to compare."""
    if before is after or (before.chunks is not after.chunks and before.chunks != after.chunks):
        return Effect()
    gained: list[HitChange] = []
    lost: list[HitChange] = []
    routes: list[RouteChange] = []
    calls = 0
    verdicts = zip(before.judgement.verdicts, after.judgement.verdicts, strict=True)
    for ordinal, (old, new) in enumerate(verdicts):
        if old == new:
            continue
        gained += _hits(key, ordinal, new.hits, old.hits)
        lost += _hits(key, ordinal, old.hits, new.hits)
        if old.route != new.route:
            routes.append(RouteChange(key, ordinal, after.chunks[ordinal].core, old.route, new.route))
            calls += (new.route in ASKED) - (old.route in ASKED)
    were = dict(before.judgement.sensitive.each("span", "kind"))
    are = dict(after.judgement.sensitive.each("span", "kind"))
    return Effect(tuple(gained), tuple(lost), tuple(routes), _masks(key, after, were, are),
                  _masks(key, after, are, were), calls)


def join(effects: Iterable[Effect]) -> Effect:
    """Of several files."""
    whole = _Sum()
    for one in effects:
        whole.gained += one.gained
        whole.lost += one.lost
        whole.routes += one.routes
        whole.masks_lost += one.masks_lost
        whole.masks_gained += one.masks_gained
        whole.calls += one.calls
    return Effect(tuple(whole.gained), tuple(whole.lost), tuple(whole.routes), tuple(whole.masks_lost),
                  tuple(whole.masks_gained), whole.calls)


@dataclass(slots=True)
class _Sum:
    gained: list[HitChange] = field(default_factory=list)
    lost: list[HitChange] = field(default_factory=list)
    routes: list[RouteChange] = field(default_factory=list)
    masks_lost: list[MaskChange] = field(default_factory=list)
    masks_gained: list[MaskChange] = field(default_factory=list)
    calls: int = 0


def _hits(key: str, ordinal: int, some: Packed[Hit], others: Packed[Hit]) -> list[HitChange]:
    """Those of `some` that are not among the others."""
    gone = set(some.each(*_SAME)) - set(others.each(*_SAME))
    return [HitChange(key, ordinal, span, pack, rule) for pack, rule, span in some.each(*_SAME)
            if (pack, rule, span) in gone] if gone else []


def _masks(key: str, prepared: Prepared, some: dict[Span, EntityKind],
           others: dict[Span, EntityKind]) -> tuple[MaskChange, ...]:
    """Masked places of `some` that no masked place of the others covers."""
    gone = sorted(span for span in some if span not in others)
    if not gone:
        return ()
    covering = sorted(others)
    return tuple(MaskChange(key, _chunk_at(prepared, span[0]), span, some[span]) for span in gone
                 if not any(start <= span[0] and span[1] <= end for start, end in covering))


def _chunk_at(prepared: Prepared, offset: int) -> int | None:
    return next((chunk.ordinal for chunk in prepared.chunks if chunk.core[0] <= offset < chunk.core[1]), None)
