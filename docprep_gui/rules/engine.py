"""Runs compiled rules over a document's chunks.

Rules run one after the other, each over all chunks at once: words and patterns are found once a document,
conditions are sets of chunks, and a rule costs nothing for the chunks that it does not hold for.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import cast

from docprep_gui.domain.chunk import (
    Chunk,
    Entity,
    EntityKind,
    FieldValue,
    Hit,
    Priority,
    Route,
    RuleTrace,
    Sensitive,
    Verdict,
)
from docprep_gui.domain.document import Document, Notice, Span
from docprep_gui.rules.conditions import Outcome, State, World, evaluate, word
from docprep_gui.rules.marking import Regions, Visible, disjoint, touches
from docprep_gui.rules.model import Action, Condition, Pack, Rule
from docprep_gui.rules.search import Patterns, Places, Units, View, words_in
from docprep_gui.rules.vocabulary import ENTITIES
from docprep_gui.text import entities as entity_finder

_WORDED = ("contains", "not_contains", "contains_any", "contains_all")
_PATTERNED = ("matches", "not_matches")
_PLAIN = Verdict()


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules say of a document. `entities`: those of the kinds that the rules speak of, in the whole text.
    `verdicts`: one for each chunk, in order. `sensitive`: the marked entities of the whole text, asides included; they
    do not overlap."""

    entities: tuple[Entity, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    sensitive: tuple[Sensitive, ...] = ()
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A rule with what its pack and its actions say, sorted out once."""

    pack: str
    id: str
    version: str
    rule: Rule
    tags: tuple[str, ...]
    prompts: tuple[str, ...]
    extracts: tuple[Action, ...]
    marks: frozenset[EntityKind]
    priority: Priority | None
    route: Action | None
    reason: str
    says: bool
    stops: bool


def _compile(pack: Pack, rule: Rule) -> _Compiled:
    of = {kind: tuple(action for action in rule.then if action.kind == kind)
          for kind in ("tag", "prompt", "extract", "mark", "priority", "route", "reason", "stop")}
    spoken = " ".join(action.value for action in of["reason"])
    return _Compiled(
        pack.id, rule.id, pack.version, rule, tuple(action.value for action in of["tag"]),
        tuple(action.value for action in of["prompt"]), of["extract"],
        frozenset(kind for action in of["mark"] for kind in action.entities),
        cast(Priority, of["priority"][0].value) if of["priority"] else None, of["route"][0] if of["route"] else None,
        spoken or rule.why or rule.title or rule.id, bool(spoken or of["route"] or of["priority"] or of["tag"]),
        bool(of["stop"]),
    )


def compile_rules(packs: Sequence[Pack], disabled: frozenset[tuple[str, str]] = frozenset()) -> RuleSet:
    """The rules that are enabled, less those in `disabled` (pack id, rule id), ready to run: by priority, ties in the
    order of packs and files."""
    found = [_compile(pack, rule) for pack in packs for rule in pack.rules
             if rule.enabled and (pack.id, rule.id) not in disabled]
    return RuleSet(tuple(sorted(found, key=lambda compiled: compiled.rule.priority)))


class RuleSet:
    """Compiled rules. Holds no state of a document, so one set serves many."""

    def __init__(self, rules: tuple[_Compiled, ...]) -> None:
        self._rules = rules
        leaves = [(leaf, compiled.rule.scope == "document") for compiled in rules
                  for leaf in (compiled.rule.when.leaves() if compiled.rule.when else ())]
        extracts = [action for compiled in rules for action in compiled.extracts]
        self._words = _all_words(leaf for leaf, whole in leaves if not whole)
        self._document_words = _all_words(leaf for leaf, whole in leaves if whole)
        self._patterns = Patterns([*_all_patterns(leaf for leaf, whole in leaves if not whole),
                                   *(action.pattern for action in extracts if action.pattern)])
        self._document_patterns = Patterns(_all_patterns(leaf for leaf, whole in leaves if whole))
        named = {leaf.field for leaf, _ in leaves} | {leaf.operand[1] for leaf, _ in leaves
                                                     if leaf.operator == "within_days"}
        kinds = {cast(EntityKind, name) for name in named if name in ENTITIES}
        kinds.update(kind for action in extracts for kind in action.entities)
        for compiled in rules:
            kinds |= compiled.marks
        self.kinds: frozenset[EntityKind] = frozenset(kinds)
        self._whole = any(compiled.rule.scope == "document" for compiled in rules)

    def judge(self, document: Document, chunks: Sequence[Chunk]) -> Judgement:
        """Pure: the same document, chunks and rules give the same judgement."""
        return self._run(document, chunks).judgement()

    def explain(self, document: Document, chunks: Sequence[Chunk], index: int) -> tuple[RuleTrace, ...]:
        """What each rule did with the chunk at `index`, in the order in which they run, and every condition, true or
        false, with the value seen. The whole document is judged again, so that this says what `judge` says."""
        run = self._run(document, chunks, index)
        run.judgement()
        return tuple(run.traces)

    def _run(self, document: Document, chunks: Sequence[Chunk], watched: int | None = None) -> _Run:
        entities = entity_finder.find(document.text, self.kinds) if self.kinds else ()
        view = View(document)
        order = sorted(range(len(chunks)), key=lambda place: chunks[place].core)
        units = Units([chunks[place].core for place in order])
        body = Units([document.source.body])
        echoes = sorted(span for node in document.nodes for span in node.echoes)
        state = State()
        world = World(
            document, chunks, units, [(place,) for place in order], view, words_in(self._words, view, units),
            self._patterns.matches_in(view, units), _by_unit(entities, units, echoes), state,
        )
        whole = None
        if self._whole:
            whole = World(
                document, chunks, body, [order], view, words_in(self._document_words, view, body),
                self._document_patterns.matches_in(view, body), _by_unit(entities, body, echoes), state,
            )
        run = _Run(document, chunks, order, entities, world, whole, state, watched)
        for number, compiled in enumerate(self._rules):
            run.rule(number, compiled)
        return run


def _all_words(leaves: Iterable[Condition]) -> dict[str, bool]:
    """Folded words, and whether all their places matter."""
    found: dict[str, bool] = {}
    for leaf in leaves:
        if leaf.field == "text" and leaf.operator in _WORDED:
            for text in leaf.operand:
                folded = word(text)
                if folded:
                    found[folded] = found.get(folded, False) or leaf.operator in ("contains", "contains_any")
    return found


def _all_patterns(leaves: Iterable[Condition]) -> list[str]:
    return [pattern for leaf in leaves if leaf.field == "text" and leaf.operator in _PATTERNED
            for pattern in leaf.operand]


def _by_unit(
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


@dataclass(slots=True)
class _Run:
    """One pass of the rules over one document. Units count the chunks by place in the text; `order[unit]` is the place
    in `chunks`."""

    document: Document
    chunks: Sequence[Chunk]
    order: Sequence[int]
    entities: tuple[Entity, ...]
    world: World
    whole: World | None
    state: State
    watched: int | None
    traces: list[RuleTrace] = field(default_factory=list)
    compiled: list[_Compiled] = field(default_factory=list)
    stopped: set[int] = field(default_factory=set)
    hits: dict[int, list[tuple[int, int, int]]] = field(default_factory=dict)
    mark_hits: dict[int, list[tuple[int, int, int]]] = field(default_factory=dict)
    routes: dict[int, Action] = field(default_factory=dict)
    local: set[int] = field(default_factory=set)
    priorities: dict[int, Priority] = field(default_factory=dict)
    prompts: dict[int, list[str]] = field(default_factory=dict)
    reasons: dict[int, list[str]] = field(default_factory=dict)
    marked_everywhere: set[EntityKind] = field(default_factory=set)
    marked_in: dict[EntityKind, set[int]] = field(default_factory=dict)
    _starts: list[int] = field(default_factory=list)
    _unit_of: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.state.covered = self.covered
        self._starts = [start for start, _ in self.document.sentences]
        self._unit_of = {place: unit for unit, place in enumerate(self.order)}

    def covered(self, place: int) -> float:
        """Share of the sentences of a chunk's core that a hit touches so far; the places of marks do not count, since
        to hide a number is not to have dealt with what the sentence says. 0 where there is no sentence."""
        return self.unit_covered(self._unit_of[place])

    def unit_covered(self, unit: int) -> float:
        return self.share(unit, sorted(self.hits.get(unit, ())))

    def share(self, unit: int, rows: list[tuple[int, int, int]]) -> float:
        """`rows`: hits in order."""
        if not rows:
            return 0.0
        start, end = self.world.units.spans[unit]
        sentences, starts = self.document.sentences, self._starts
        first = bisect_right(starts, start)
        if first and sentences[first - 1][1] > start:
            first -= 1
        last = bisect_left(starts, end, first)
        if last <= first:
            return 0.0
        touched, at = 0, first  # sentences before `at` are settled
        for a, b, _ in rows:
            if at >= last:
                break
            while at < last and sentences[at][1] <= a:
                at += 1
            while at < last and starts[at] < b:
                touched += 1
                at += 1
        return touched / (last - first)

    # --- one rule -------------------------------------------------------------------------------------------
    def rule(self, number: int, compiled: _Compiled) -> None:
        self.compiled.append(compiled)
        world, rule = self.world, compiled.rule
        everything = world.units.everything
        outcome: Outcome | None = None
        places: Places = {}
        if rule.when is None:
            held: AbstractSet[int] = everything
        elif rule.scope == "document" and self.whole is not None:
            outcome = evaluate(rule.when, self.whole)
            held = everything if outcome.units else frozenset()
            for span in outcome.places(0) if outcome.units else ():
                unit = world.units.at(span[0])
                if unit >= 0 and span[1] <= world.units.spans[unit][1]:
                    places.setdefault(unit, []).append(span)
        else:
            outcome = evaluate(rule.when, world)
            held = outcome.units
        live = held - self.stopped if self.stopped else held
        found = self.extract(compiled, live) if compiled.extracts else {}
        marked = self.mark(number, compiled, held) if compiled.marks else frozenset()
        if rule.finds_only:
            held = found.keys() | marked
            live = held - self.stopped if self.stopped else held
        hits = self.hits
        gather = None
        if outcome is not None and rule.scope == "chunk":
            places = outcome.spans
            gather = outcome.places if outcome.of_children else None
        for unit in live:
            spans: Iterable[Span] = gather(unit) if gather is not None else places.get(unit, ())
            if unit in found:
                spans = {*spans, *found[unit]}
            if spans:
                if unit in hits:
                    hits[unit] += [(a, b, number) for a, b in spans]
                else:
                    hits[unit] = [(a, b, number) for a, b in spans]
        overruled = self.settle(compiled, live)
        if compiled.stops:
            self.stopped |= live
        if self.watched is not None:
            self.trace(compiled, outcome, held, live, overruled)

    def settle(self, compiled: _Compiled, live: AbstractSet[int]) -> AbstractSet[int]:
        """Tags, priority, prompts, reasons and route; the units whose route an earlier rule had settled."""
        for tag in compiled.tags:
            for unit in live:
                tags = self.state.tags.setdefault(self.order[unit], [])
                if tag not in tags:
                    tags.append(tag)
        if compiled.priority is not None:
            for unit in live:
                self.priorities.setdefault(unit, compiled.priority)
        for prompt in compiled.prompts:
            for unit in live:
                prompts = self.prompts.setdefault(unit, [])
                if prompt not in prompts:
                    prompts.append(prompt)
        if compiled.says:
            reason = compiled.reason
            for unit in live:
                reasons = self.reasons.setdefault(unit, [])
                if reason not in reasons:
                    reasons.append(reason)
        if compiled.route is None:
            return frozenset()
        routes, route = self.routes, compiled.route
        overruled = {unit for unit in live if unit in routes}
        for unit in live:
            if unit not in routes:
                routes[unit] = route
        if route.value == "local_only":
            self.local |= live
        return overruled

    def extract(self, compiled: _Compiled, live: AbstractSet[int]) -> Places:
        """Takes fields from the cores of these units; the places by unit."""
        found: Places = {}
        for action in compiled.extracts:
            if action.pattern:
                for unit, matches in self.world.matches.get(action.pattern, {}).items():
                    if unit in live:
                        for match in matches:
                            value = self.pattern_value(match.group)
                            if value is not None:
                                self.keep(unit, action.field, value, found)
                continue
            for kind in action.entities:
                for unit, entities in self.world.entities.get(kind, {}).items():
                    if unit in live:
                        for entity in entities:
                            value = FieldValue(entity.value, entity.span, entity.currency)
                            self.keep(unit, action.field, value, found)
        return found

    def keep(self, unit: int, name: str, value: FieldValue, found: Places) -> None:
        self.state.fields.setdefault(self.order[unit], {}).setdefault(name, {}).setdefault(value.span, value)
        found.setdefault(unit, []).append(value.span)

    def pattern_value(self, span: Span) -> FieldValue | None:
        """What a pattern took, without blanks around it."""
        start, end = span
        text = self.world.view.patterned[start:end]
        start += len(text) - len(text.lstrip())
        text = text.strip()
        return FieldValue(text, (start, start + len(text))) if text else None

    def mark(self, number: int, compiled: _Compiled, held: AbstractSet[int]) -> AbstractSet[int]:
        """Marks entities; the units whose cores hold one."""
        if compiled.rule.when is None:
            self.marked_everywhere |= compiled.marks
        found = set()
        for kind in sorted(compiled.marks):
            if compiled.rule.when is not None:
                self.marked_in.setdefault(kind, set()).update(held)
            for unit, entities in self.world.entities.get(kind, {}).items():
                if unit in held:
                    found.add(unit)
                    self.mark_hits.setdefault(unit, []).extend((*entity.span, number) for entity in entities)
        return found

    def trace(self, compiled: _Compiled, outcome: Outcome | None, held: AbstractSet[int], live: AbstractSet[int],
              overruled: AbstractSet[int]) -> None:
        assert self.watched is not None
        unit = self._unit_of[self.watched]
        condition = None
        if outcome is not None:
            whole = compiled.rule.scope == "document" and self.whole is not None
            condition = outcome.trace(self.whole, 0) if whole and self.whole else outcome.trace(self.world, unit)
        speaks = unit in live or (bool(compiled.marks) and unit in held)
        asked = cast(Route, compiled.route.value) if compiled.route is not None and unit in live else None
        self.traces.append(RuleTrace(
            compiled.pack, compiled.rule.id, speaks, condition,
            decided=asked is not None and unit not in overruled, overruled=asked if unit in overruled else None,
        ))

    # --- the end --------------------------------------------------------------------------------------------
    def judgement(self) -> Judgement:
        sensitive = self.sensitive()
        visible = Visible(sensitive)
        verdicts: list[Verdict] = [_PLAIN] * len(self.chunks)
        for unit, place in enumerate(self.order):
            verdicts[place] = self.verdict(unit, place, visible.of(self.chunks[place]))
        return Judgement(self.entities, tuple(verdicts), sensitive)

    def verdict(self, unit: int, place: int, sensitive: tuple[Sensitive, ...]) -> Verdict:
        rows = self.hits.get(unit, [])
        marks = self.mark_hits.get(unit)
        tags = self.state.tags.get(place)
        fields = self.state.fields.get(place)
        route = self.routes.get(unit)
        if not (rows or marks or tags or fields or route or sensitive or unit in self.priorities or unit in self.prompts
                or unit in self.reasons):
            return _PLAIN
        rows.sort()
        covered = self.share(unit, rows)
        uncovered = route is not None and route.value == "rule_only" and covered < route.covered
        settled: Route = cast(Route, route.value) if route is not None else "model"
        if uncovered:
            # What an author keeps on this machine stays there, also where the shortcut past the model fails.
            settled = "local_only" if unit in self.local else "model"
        compiled = self.compiled
        hits = []
        for a, b, number in sorted({*rows, *marks}) if marks else rows:
            rule = compiled[number]
            hits.append(Hit(rule.pack, rule.id, rule.version, (a, b), rule.reason))
        return Verdict(
            settled, self.priorities.get(unit, "medium"), tuple(tags or ()),
            {name: tuple(values[span] for span in sorted(values)) for name, values in (fields or {}).items()},
            sensitive, tuple(hits), tuple(self.reasons.get(unit, ())), tuple(self.prompts.get(unit, ())), (), covered,
            uncovered,
        )

    def sensitive(self) -> tuple[Sensitive, ...]:
        """The marked entities: of the kinds that are marked without a condition all in the text, else those that a
        chunk shows in which the condition holds."""
        if not self.marked_everywhere and not self.marked_in:
            return ()
        shown = {kind: Regions([span for unit in units for span in self.regions(unit)])
                 for kind, units in self.marked_in.items()}
        found: list[Sensitive] = []
        for entity in self.entities:
            kind = entity.kind
            if kind in self.marked_everywhere or (kind in shown and shown[kind].touch(entity.span)):
                found.append(Sensitive(kind, entity.span))
        return disjoint(found)

    def regions(self, unit: int) -> tuple[Span, ...]:
        chunk = self.chunks[self.order[unit]]
        return (*chunk.context, chunk.core)
