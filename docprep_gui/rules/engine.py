"""Runs compiled rules over a document's chunks.

Rules run one after the other, each over all chunks at once: words and patterns are found once a document,
conditions are sets of chunks, and a rule costs nothing for the chunks that it does not hold for.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import cast

from docprep_gui.domain.chunk import (
    NO_HITS,
    NO_SENSITIVE,
    Asked,
    Chunk,
    ConditionTrace,
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
from docprep_gui.domain.collecting import put_off
from docprep_gui.domain.document import NOWHERE, Document, Node, Notice, Span
from docprep_gui.domain.packed import Packed
from docprep_gui.rules import regex
from docprep_gui.rules.conditions import Outcome, State, World, evaluate, ruled_out
from docprep_gui.rules.facts import Facts, Sought, by_unit
from docprep_gui.rules.marking import Regions, Visible, disjoint
from docprep_gui.rules.model import Action, Condition, Pack, Rule
from docprep_gui.rules.search import Places, Units, word
from docprep_gui.rules.vocabulary import ENTITIES, LANGUAGES
from docprep_gui.text import entities as entity_finder

_WORDED = ("contains", "not_contains", "contains_any", "contains_all")
_PATTERNED = ("matches", "not_matches")
_PLAIN = Verdict()
_SPAN = attrgetter("span")


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules say of a document. `verdicts`: one for each chunk, in order. `sensitive`: the marked entities of
    the whole text, asides included; they do not overlap."""

    verdicts: tuple[Verdict, ...] = ()
    sensitive: Packed[Sensitive] = NO_SENSITIVE
    notices: tuple[Notice, ...] = ()

    def hit_counts(self) -> Counter[tuple[str, str]]:
        """Hits of each rule (pack, rule)."""
        return Counter(chain.from_iterable(verdict.hits.each("pack", "rule") for verdict in self.verdicts))


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A rule with what its pack and its actions say, sorted out once. `reasons`: by the language of the document, so
    that the same document is judged in the same words wherever that is done."""

    pack: str
    id: str
    version: str
    language: str
    rule: Rule
    tags: tuple[str, ...]
    prompts: tuple[str, ...]
    extracts: tuple[Action, ...]
    marks: frozenset[EntityKind]
    priority: Priority | None
    route: Action | None
    task: Action | None
    reasons: dict[str, str]
    says: bool
    stops: bool


def _compile(pack: Pack, rule: Rule) -> _Compiled:
    of = {kind: tuple(action for action in rule.then if action.kind == kind)
          for kind in ("tag", "prompt", "extract", "mark", "priority", "route", "task", "reason", "stop")}
    spoken = " ".join(action.value for action in of["reason"])
    return _Compiled(
        pack.id, rule.id, pack.version, pack.language, rule, tuple(action.value for action in of["tag"]),
        tuple(action.value for action in of["prompt"]), of["extract"],
        frozenset(kind for action in of["mark"] for kind in action.entities),
        cast(Priority, of["priority"][0].value) if of["priority"] else None, of["route"][0] if of["route"] else None,
        of["task"][0] if of["task"] else None,
        {language: spoken or rule.why_in(language) or rule.title_in(language) for language in LANGUAGES},
        bool(spoken or of["route"] or of["priority"] or of["tag"]),
        bool(of["stop"]),
    )


def hears(packs: Sequence[Pack], disabled: frozenset[tuple[str, str]] = frozenset()) -> bool:
    """Whether what these rules say of chunks depends on what is asked."""
    return any(_hears(rule) for pack in packs for rule in pack.rules
               if rule.enabled and (pack.id, rule.id) not in disabled)


def _hears(rule: Rule) -> bool:
    if rule.scope == "instruction":
        return any(action.kind not in ("task", "stop") for action in rule.then)
    return rule.when is not None and any(leaf.field == "instruction" for leaf in rule.when.leaves())


def compile_rules(packs: Sequence[Pack], disabled: frozenset[tuple[str, str]] = frozenset()) -> RuleSet:
    """The rules that are enabled, less those in `disabled` (pack id, rule id), ready to run: by priority, ties in the
    order of packs and files."""
    found = [_compile(pack, rule) for pack in packs for rule in pack.rules
             if rule.enabled and (pack.id, rule.id) not in disabled]
    return RuleSet(tuple(sorted(found, key=lambda compiled: compiled.rule.priority)))


class _Program:
    """Rules that speak on the same documents, with all that they look for."""

    def __init__(self, rules: tuple[_Compiled, ...]) -> None:
        self.rules = rules
        asking = [compiled for compiled in rules if compiled.rule.scope == "instruction"]
        leaves = [(leaf, compiled.rule.scope == "document") for compiled in rules
                  if compiled.rule.scope != "instruction"
                  for leaf in (compiled.rule.when.leaves() if compiled.rule.when else ())]
        extracts = [action for compiled in rules for action in compiled.extracts]
        own = [leaf for leaf, whole in leaves if not whole]
        about = [leaf for leaf, whole in leaves if whole]
        taken = [action.pattern for action in extracts if action.pattern]
        self.sought = Sought(_all_words(own), tuple(dict.fromkeys([*_all_patterns(own), *taken])))
        self.sought_whole = Sought(_all_words(about), tuple(dict.fromkeys(_all_patterns(about))))
        kinds = _kinds(leaf for leaf, _ in leaves)
        kinds.update(kind for action in extracts for kind in action.entities)
        for compiled in rules:
            kinds |= compiled.marks
        self.kinds: frozenset[EntityKind] = frozenset(kinds)
        self.asked_kinds: frozenset[EntityKind] = frozenset(_kinds(
            leaf for compiled in asking for leaf in (compiled.rule.when.leaves() if compiled.rule.when else ())))
        self.whole = any(compiled.rule.scope == "document" for compiled in rules)


class RuleSet:
    """Compiled rules. Holds no state of a document, so one set serves many.

    Rules of packs for another language than a document's do not run on it, nor is anything of theirs looked for.
    """

    def __init__(self, rules: tuple[_Compiled, ...]) -> None:
        self._other = _Program(tuple(compiled for compiled in rules if not compiled.language))
        self._spoken = {language: _Program(tuple(compiled for compiled in rules
                                                 if compiled.language in ("", language)))
                        for language in {compiled.language for compiled in rules} - {""}}
        self.kinds = self._other.kinds.union(*(program.kinds for program in self._spoken.values()))

    def _program(self, document: Document) -> _Program:
        return self._spoken.get(document.source.language, self._other)

    def asked(self, document: Document, instruction: str) -> Asked | None:
        """What the rules about the instruction take it for, asked of this document; None: no rule names a task."""
        found: Asked | None = None
        world = None
        for compiled in self._program(document).rules if instruction else ():
            if compiled.rule.scope != "instruction":
                continue
            if world is None:
                world = _asked_world(document, instruction, self._program(document).asked_kinds)
            if compiled.rule.when is not None and not evaluate(compiled.rule.when, world).units:
                continue
            task = compiled.task
            if task is not None and found is None:
                found = Asked(task.value, task.confidence, compiled.pack, compiled.id, compiled.version,
                              compiled.reasons[document.source.language])
            elif task is not None and found is not None and task.value != found.task:
                found = replace(found, overruled=(*found.overruled, (compiled.pack, compiled.id, task.value)))
            if compiled.stops:
                break
        return found

    def judge(self, document: Document, chunks: Sequence[Chunk], *, instruction: str = "",
              notices: bool = True, facts: Facts | None = None) -> Judgement:
        """Pure: the same document, chunks, instruction and rules give the same judgement. `instruction`: what the user
        asks in words of their own, "" for nothing. `notices`: look for amounts and dates that contradict themselves
        too, where rules speak of amounts or dates. `facts`: what earlier judgements of the same document and chunks
        found; what these rules look for beside is added."""
        with put_off():
            program, known = self._program(document), facts or Facts(document, chunks)
            run = self._run(program, known, instruction)
            judgement = run.judgement()
            run.end()
            if notices:
                judgement = replace(judgement, notices=known.notices(program.kinds))
            return judgement

    def explain(self, document: Document, chunks: Sequence[Chunk], index: int, instruction: str = "",
                facts: Facts | None = None) -> tuple[RuleTrace, ...]:
        """What each rule did with the chunk at `index`, in the order in which they run, and every condition, true or
        false, with the value seen; rules about the instruction only where there is one. The whole document is judged
        again, so that this says what `judge` says."""
        with put_off():
            known = facts or Facts(document, chunks)
            run = self._run(self._program(document), known, instruction, index)
            run.end()
            return tuple(run.traces)

    def _run(self, program: _Program, facts: Facts, instruction: str, watched: int | None = None) -> _Run:
        document, state = facts.document, State()
        world = facts.world(program.sought, program.kinds, state, instruction)
        outer = facts.outer_world(state, instruction) if program.whole else None
        whole = partial(facts.whole_world, program.sought_whole, program.kinds, state, instruction)
        asked = _asked_world(document, instruction, program.asked_kinds) if instruction else None
        run = _Run(document, facts.chunks, facts.order, facts.entities(program.kinds), world, outer, whole, asked,
                   state, watched)
        for compiled in program.rules:
            run.rule(compiled)
        return run


def _asked_world(document: Document, instruction: str, kinds: frozenset[EntityKind]) -> World:
    """The instruction as a text of its own, asked of the document. What kind of document it is stays known."""
    body = (0, len(instruction))
    units = Units([body])
    said = Document(replace(document.source, body=body), instruction, Packed.of(Node, [Node("document", body, -1)]))
    chunk = Chunk("instruction", 0, "text", body, (), (), NOWHERE, 0)
    entities = entity_finder.find(instruction, kinds) if kinds else ()
    return World(said, (chunk,), units, ((0,),), instruction, {}, {}, set(), by_unit(entities, units, ()), State(),
                 instruction)


def _edges(spans: Packed[Span]) -> tuple[array[int], array[int]]:
    """Where they begin, and where they end."""
    flat = array("i", chain.from_iterable(spans))
    return flat[0::2], flat[1::2]


def _kinds(leaves: Iterable[Condition]) -> set[EntityKind]:
    """The entities that conditions speak of."""
    named = {name for leaf in leaves
             for name in (leaf.field, leaf.operand[1] if leaf.operator == "within_days" else "")}
    return {cast(EntityKind, name) for name in named if name in ENTITIES}


def _placeless(trace: ConditionTrace) -> ConditionTrace:
    """Places in the instruction are none in the document."""
    return replace(trace, spans=(), children=tuple(map(_placeless, trace.children)))


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


@dataclass(slots=True)
class _Run:
    """One pass of the rules over one document. Units count the chunks by place in the text; `order[unit]` is the place
    in `chunks`."""

    document: Document
    chunks: Sequence[Chunk]
    order: Sequence[int]
    entities: tuple[Entity, ...]
    world: World
    outer: World | None
    _whole: Callable[[], World]
    asked: World | None
    state: State
    watched: int | None
    traces: list[RuleTrace] = field(default_factory=list)
    compiled: list[_Compiled] = field(default_factory=list)
    stopped: set[int] = field(default_factory=set)
    hushed: bool = False  # a rule about the instruction ended those after it
    # By unit: the rules that hold, with their places.
    spoke: list[list[tuple[int, Sequence[Span]]]] = field(default_factory=list)
    marks: dict[int, list[tuple[int, Sequence[Span]]]] = field(default_factory=dict)
    marked_everywhere: set[EntityKind] = field(default_factory=set)
    marked_in: dict[EntityKind, set[int]] = field(default_factory=dict)
    # Of the sentences.
    _starts: array[int] = field(default_factory=partial(array, "i"))
    _ends: array[int] = field(default_factory=partial(array, "i"))
    _unit_of: dict[int, int] = field(default_factory=dict)
    _looked: World | None = None

    def __post_init__(self) -> None:
        self.spoke = [[] for _ in self.order]
        self.state.covered = self.covered
        self.state.tags = self.tags
        self._starts, self._ends = _edges(self.document.sentences)
        self._unit_of = {place: unit for unit, place in enumerate(self.order)}

    def end(self) -> None:
        """Lets go of what holds it: in a cycle, it would keep the document until somebody looks for cycles."""
        nothing = State()
        self.state.covered, self.state.tags = nothing.covered, nothing.tags

    def whole(self) -> World:
        """The whole body; looked through when a rule first cannot do without."""
        if self._looked is None:
            self._looked = self._whole()
        return self._looked

    def tags(self, place: int) -> list[str]:
        """The tags of a chunk so far."""
        return [tag for number, _ in self.spoke[self._unit_of[place]] for tag in self.compiled[number].tags]

    def covered(self, place: int) -> float:
        """Share of the sentences of a chunk's core that a hit touches so far; the places of marks do not count, since
        to hide a number is not to have dealt with what the sentence says. 0 where there is no sentence."""
        unit = self._unit_of[place]
        return self.share(unit, sorted(span for _, spans in self.spoke[unit] for span in spans))

    def share(self, unit: int, spans: Sequence[Span]) -> float:
        """`spans`: of the hits, in order."""
        if not spans:
            return 0.0
        start, end = self.world.units.spans[unit]
        starts, ends = self._starts, self._ends
        first = bisect_right(starts, start)
        if first and ends[first - 1] > start:
            first -= 1
        last = bisect_left(starts, end, first)
        if last <= first:
            return 0.0
        touched, at = 0, first  # sentences before `at` are settled
        for a, b in spans:
            if at >= last:
                break
            while at < last and ends[at] <= a:
                at += 1
            while at < last and starts[at] < b:
                touched += 1
                at += 1
        return touched / (last - first)

    # --- one rule -------------------------------------------------------------------------------------------
    def rule(self, compiled: _Compiled) -> None:
        number = len(self.compiled)
        self.compiled.append(compiled)
        world, rule = self.world, compiled.rule
        if rule.scope == "instruction":
            self.about_asked(number, compiled)
            return
        everything = world.units.everything
        outcome: Outcome | None = None
        places: Places = {}
        if rule.when is None:
            held: AbstractSet[int] = everything
        elif rule.scope == "document" and self.watched is None and self.outer is not None and ruled_out(
                rule.when, self.outer):
            held = frozenset()
        elif rule.scope == "document":
            outcome = evaluate(rule.when, self.whole())
            held = everything if outcome.units else frozenset()
            for span in outcome.places(0) if outcome.units and not rule.tells_kind else ():
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
        gather = None
        if outcome is not None and rule.scope == "chunk":
            places = outcome.spans
            gather = outcome.places if outcome.of_children else None
        if self.watched is not None:
            self.trace(compiled, outcome, held, live)
        spoke = self.spoke
        for unit in live:
            spans: Sequence[Span] = gather(unit) if gather is not None else places.get(unit, ())
            if unit in found:
                spans = sorted({*spans, *found[unit]})
            spoke[unit].append((number, spans))
        if compiled.stops:
            self.stopped |= live

    def about_asked(self, number: int, compiled: _Compiled) -> None:
        """A rule about the instruction speaks for all chunks of the documents that it is asked of, whatever rules about
        these say; it ends other rules about the instruction only."""
        if self.asked is None:
            return
        when, everything = compiled.rule.when, self.world.units.everything
        outcome = evaluate(when, self.asked) if when is not None else None
        held = everything if outcome is None or outcome.units else frozenset[int]()
        live = frozenset[int]() if self.hushed else held
        if self.watched is not None:
            self.trace(compiled, outcome, held, live)
        for unit in live:
            self.spoke[unit].append((number, ()))
        self.hushed = self.hushed or (compiled.stops and bool(live))

    def extract(self, compiled: _Compiled, live: AbstractSet[int]) -> Places:
        """Takes fields from the cores of these units; the places by unit. A sum that stands in figures and in words
        beside each other is one value for an action that says by a pattern which sum it is for."""
        found: Places = {}
        for action in compiled.extracts:
            matches = self.world.matches.get(action.pattern, {})
            if not action.entities:
                for unit in matches.keys() & live:
                    for match in matches[unit]:
                        value = self.pattern_value(match.group)
                        if value is not None:
                            self.keep(unit, action.field, value, found)
            for kind in action.entities:
                for unit, entities in self.world.entities.get(kind, {}).items():
                    inside = [match.span for match in matches.get(unit, ())]
                    if unit not in live or (action.pattern and not inside):
                        continue
                    kept: Entity | None = None
                    for entity in entities:
                        start, end = entity.span
                        if action.pattern and not any(a <= start and end <= b for a, b in inside):
                            continue
                        if kept is not None and entity_finder.says_again(self.world.text, kept, entity):
                            continue
                        kept = entity if action.pattern else None
                        self.keep(unit, action.field, FieldValue(entity.value, entity.span, entity.currency), found)
        return found

    def keep(self, unit: int, name: str, value: FieldValue, found: Places) -> None:
        self.state.fields.setdefault(self.order[unit], {}).setdefault(name, {}).setdefault(value.span, value)
        found.setdefault(unit, []).append(value.span)

    def pattern_value(self, span: Span) -> FieldValue | None:
        """What a pattern took: no blanks around it, and one where lines or wide gaps part its words."""
        start, end = span
        text = regex.view(self.world.text[start:end])
        start += len(text) - len(text.lstrip())
        text = text.strip()
        return FieldValue(" ".join(text.split()), (start, start + len(text))) if text else None

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
                    spans = [entity.span for entity in entities]
                    self.marks.setdefault(unit, []).append((number, spans))
        return found

    def trace(self, compiled: _Compiled, outcome: Outcome | None, held: AbstractSet[int],
              live: AbstractSet[int]) -> None:
        assert self.watched is not None
        unit = self._unit_of[self.watched]
        condition: ConditionTrace | None = None
        if outcome is not None:
            if compiled.rule.scope == "instruction" and self.asked is not None:
                condition = _placeless(outcome.trace(self.asked, 0))
            elif compiled.rule.scope == "document":
                condition = outcome.trace(self.whole(), 0)
            else:
                condition = outcome.trace(self.world, unit)
        speaks = unit in live or (bool(compiled.marks) and unit in held)
        asked = cast(Route, compiled.route.value) if compiled.route is not None and unit in live else None
        settled = any(self.compiled[number].route is not None for number, _ in self.spoke[unit])
        self.traces.append(RuleTrace(compiled.pack, compiled.id, speaks, condition,
                                     decided=asked is not None and not settled, overruled=asked if settled else None))

    # --- the end --------------------------------------------------------------------------------------------
    def judgement(self) -> Judgement:
        sensitive = self.sensitive()
        visible = Visible(sensitive)
        verdicts: list[Verdict] = [_PLAIN] * len(self.chunks)
        for unit, place in enumerate(self.order):
            verdicts[place] = self.verdict(unit, place, visible.of(self.chunks[place]))
        return Judgement(tuple(verdicts), Packed.of(Sensitive, sensitive))

    def verdict(self, unit: int, place: int, sensitive: tuple[Sensitive, ...]) -> Verdict:
        spoke, marks = self.spoke[unit], self.marks.get(unit)
        if not (spoke or marks or sensitive):
            return _PLAIN
        tags, reasons, prompts = dict[str, None](), dict[str, None](), dict[str, None]()
        language = self.document.source.language
        route: Action | None = None
        priority: Priority | None = None
        local = False
        for number, _ in spoke:
            compiled = self.compiled[number]
            if compiled.says:
                reasons[compiled.reasons[language]] = None
            for tag in compiled.tags:
                tags[tag] = None
            for prompt in compiled.prompts:
                prompts[prompt] = None
            priority = priority or compiled.priority
            if compiled.route is not None:
                route = route or compiled.route
                local = local or compiled.route.value == "local_only"
        hits = self.made(spoke)
        covered = self.share(unit, [hit.span for hit in hits])
        settled: Route = cast(Route, route.value) if route is not None else "model"
        uncovered = route is not None and settled == "rule_only" and covered < route.covered
        if uncovered:
            # What an author keeps on this machine stays there, also where the shortcut past the model fails.
            settled = "local_only" if local else "model"
        if marks:
            hits = sorted([*hits, *self.made(marks)], key=_SPAN)
        fields = self.state.fields.get(place, {})
        return Verdict(
            settled, priority or "medium", tuple(tags),
            {name: tuple(values[span] for span in sorted(values)) for name, values in fields.items()},
            Packed.of(Sensitive, sensitive) if sensitive else NO_SENSITIVE,
            Packed.of(Hit, hits) if hits else NO_HITS, tuple(reasons), tuple(prompts), (), covered, uncovered,
        )

    def made(self, rows: Sequence[tuple[int, Sequence[Span]]]) -> list[Hit]:
        """In order of place, then of rules."""
        hits: list[Hit] = []
        make = Hit._make  # the constructor takes half as long again
        language = self.document.source.language
        for number, spans in rows:
            rule = self.compiled[number]
            pack, name, version, reason = rule.pack, rule.id, rule.version, rule.reasons[language]
            hits += [make((pack, name, version, span, reason)) for span in spans]
        if len(rows) > 1:
            hits.sort(key=_SPAN)
        return hits

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
