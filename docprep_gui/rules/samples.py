"""A pack's own samples, each run as a document of one paragraph."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from docprep_gui.domain.chunk import Chunk, Value, Verdict
from docprep_gui.domain.document import NOWHERE, Document, Node, Source
from docprep_gui.domain.packed import Packed
from docprep_gui.rules.blocks import KEPT
from docprep_gui.rules.engine import compile_rules
from docprep_gui.rules.facts import Facts
from docprep_gui.rules.model import Language, Pack, Sample
from docprep_gui.text import folding, language, sentences, tokens


@dataclass(frozen=True, slots=True)
class SampleResult:
    """`hit`: whether the rule spoke. `wrong`: what came out otherwise than the sample says, as (what, wanted, seen):
    hits, field NAME, tags, route, priority or task; empty where all is right. The hits of the
    verdict bear no version."""

    rule: str
    sample: Sample
    hit: bool
    verdict: Verdict
    wrong: tuple[tuple[str, str, str], ...]

    @property
    def ok(self) -> bool:
        return not self.wrong


def document_of(sample: Sample, spoken: Language | Literal[""] = "") -> tuple[Document, Chunk]:
    """The sample as a document with one chunk, under the sample's headings. `spoken`: its language, which a few words
    may not tell; "": that of its text."""
    return _document(sample, folding.clean(sample.text), spoken)


def _document(sample: Sample, text: str, spoken: Language | Literal[""]) -> tuple[Document, Chunk]:
    body = (0, len(text))
    name = sample.file_name or "sample.txt"
    data = text.encode("utf-8", "surrogatepass")
    source = Source(name, "txt", hashlib.sha256(data).hexdigest(), len(data), None, "",
                    spoken or language.detect(text), body)
    nodes = Packed.of(Node, [Node("document", body, -1), Node("paragraph", body, 0)])
    document = Document(source, text, nodes, sentences=Packed.of(tuple, sentences.split(text, 0, len(text))))
    return document, Chunk("sample", 0, "text", body, (), sample.heading, NOWHERE, tokens.count(text))


def run(pack: Pack) -> list[SampleResult]:
    """All samples of all rules, in order. Each is judged by its own rule alone, switched on; a rule whose conditions
    ask for tags or fields is judged together with the rules before it."""
    given = {action.field for rule in pack.rules for action in rule.then if action.kind == "extract"} | {"tag"}
    found: list[SampleResult] = []
    for place, rule in enumerate(pack.rules):
        if not rule.samples:
            continue
        asked = {leaf.field for leaf in (rule.when.leaves() if rule.when else ())}
        needed = pack.rules[:place] if asked & given else ()
        needed = tuple(replace(other, samples=()) for other in needed)
        outcomes = _outcomes(Pack(pack.id, "", "", (*needed, replace(rule, enabled=True)), language=pack.language))
        found += [SampleResult(rule.id, sample, *outcome)
                  for sample, outcome in zip(rule.samples, outcomes, strict=True)]
    return found


@lru_cache(maxsize=KEPT)
def _outcomes(pack: Pack) -> tuple[tuple[bool, Verdict, tuple[tuple[str, str, str], ...]], ...]:
    """Hit, verdict and what is wrong for each sample of the last rule. Kept, since of the rules of a pack under edit
    one is new."""
    rules, rule = compile_rules([pack]), pack.rules[-1]
    made = []
    for sample in rule.samples:
        if rule.scope == "instruction":  # the sample is what is asked, of a document without a word
            asked = sample.text
            document, chunk = _document(sample, "", pack.language or language.detect(asked))
        else:
            asked = sample.instruction
            document, chunk = document_of(sample, pack.language)
        facts = Facts(document, [chunk])
        verdict = rules.judge(document, [chunk], instruction=asked, notices=False, facts=facts).verdicts[0]
        traces = rules.explain(document, [chunk], 0, asked, facts)
        hit = any(trace.matched for trace in traces if trace.rule == rule.id)
        task = rules.asked(document, asked)
        made.append((hit, verdict, tuple(_wrong(sample, hit, verdict, task.task if task else ""))))
    return tuple(made)


def _wrong(sample: Sample, hit: bool, verdict: Verdict, task: str) -> list[tuple[str, str, str]]:
    wrong = []
    if sample.hits is not None and sample.hits != hit:
        wrong.append(("hits", _yes(sample.hits), _yes(hit)))
    for name, values in sample.fields:
        seen = tuple(_written(value.value) for value in verdict.fields.get(name, ()))
        if seen != values:
            wrong.append((f"field {name}", ", ".join(values), ", ".join(seen)))
    if sample.tags is not None and set(sample.tags) != set(verdict.tags):
        wrong.append(("tags", ", ".join(sample.tags), ", ".join(verdict.tags)))
    if sample.route is not None and sample.route != verdict.route:
        wrong.append(("route", sample.route, verdict.route))
    if sample.priority is not None and sample.priority != verdict.priority:
        wrong.append(("priority", sample.priority, verdict.priority))
    if sample.task is not None and sample.task != task:
        wrong.append(("task", sample.task, task))
    return wrong


def _yes(truth: bool) -> str:
    return "true" if truth else "false"


def _written(value: Value) -> str:
    return value if isinstance(value, str) else "/".join(value)
