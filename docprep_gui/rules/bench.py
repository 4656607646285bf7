"""The speed of the engine on a file of chunks, with rules that are given in a form no engine calls its own.

Beside the chunks (JSON lines with "text") lies rules.json: a list of {id, type, …} with the types keyword_any (terms),
keyword_all (terms, none), regex (core, check), amount_ge, percent_gt, days_gt (value), date_after, date_before (value).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Protocol, Self

from docprep_gui.domain.chunk import Chunk
from docprep_gui.domain.document import NOWHERE, Document, Node, Source, Span
from docprep_gui.domain.packed import Packed
from docprep_gui.rules.engine import RuleSet, compile_rules
from docprep_gui.rules.pack import load as load_pack
from docprep_gui.text import sentences, tokens

_CHECKS = {"idcard": "mod11_2", "luhn": "luhn"}


class Readable(Protocol):
    """A file handed in, as pathlib.Path is one: this room opens none."""

    @property
    def name(self) -> str: ...
    def read_text(self, encoding: str) -> str: ...
    def with_name(self, name: str) -> Self: ...


@dataclass(frozen=True, slots=True)
class Work:
    rules: RuleSet
    document: Document
    chunks: tuple[Chunk, ...]


def load(chunks_path: Readable) -> Work:
    """Chunks and rules, compiled; nothing of this is timed."""
    texts = [json.loads(line)["text"] for line in chunks_path.read_text("utf-8").split("\n") if line]
    neutral = json.loads(chunks_path.with_name("rules.json").read_text("utf-8"))
    rules = compile_rules([load_pack(pack_of(neutral), "bench.yaml")])
    spans, split, at = list[Span](), list[Span](), 0
    text = "\n".join(texts)
    for one in texts:
        spans.append((at, at + len(one)))
        split += sentences.split(text, at, at + len(one))
        at += len(one) + 1
    body = (0, len(text))
    source = Source(chunks_path.name, "txt", "", 0, None, "", "zh", body)
    nodes = Packed.of(Node, [Node("document", body, -1)])
    document = Document(source, text, nodes, sentences=Packed.of(tuple, split))
    chunks = tuple(Chunk(str(n), n, "text", span, (), (), NOWHERE, tokens.count(text[span[0] : span[1]]))
                   for n, span in enumerate(spans))
    rules.judge(document, (), notices=False)  # what it looks for is compiled when it is first looked for
    return Work(rules, document, chunks)


def run(work: Work) -> tuple[int, str]:
    """(number of chunks, first 8 hex digits of the SHA-1 of the rules that hit, a line a chunk)."""
    verdicts = work.rules.judge(work.document, work.chunks, notices=False).verdicts
    lines = (",".join(sorted({hit.rule for hit in verdict.hits})).upper() for verdict in verdicts)
    return len(verdicts), hashlib.sha1("\n".join(lines).encode()).hexdigest()[:8]


def pack_of(neutral: list[dict[str, Any]]) -> str:
    """The rules in our language. JSON is YAML."""
    rules = [{"id": rule["id"].lower(), "when": {"all": _conditions(rule)}, "then": [{"reason": rule["id"]}]}
             for rule in neutral]
    return json.dumps({"schema": 1, "pack": "bench", "rules": rules}, ensure_ascii=False)


def _conditions(rule: dict[str, Any]) -> list[dict[str, Any]]:
    kind = rule["type"]
    if kind == "keyword_any":
        return [{"field": "text", "contains_any": rule["terms"]}]
    if kind == "keyword_all":
        return [{"field": "text", "contains_all": rule["terms"]}, {"field": "text", "not_contains": rule["none"]}]
    if kind == "regex":
        check = {"check_digit": _CHECKS[rule["check"]]} if "check" in rule else {}
        return [{"field": "text", "matches": _bounded(rule["core"], rule["pattern"]), **check}]
    if kind == "days_gt":
        return [{"field": "text", "matches": _days_over(rule["value"])}]
    field, operator = {
        "amount_ge": ("amount", "at_least"), "percent_gt": ("percent", "greater_than"),
        "date_after": ("date", "date_after"), "date_before": ("date", "date_before"),
    }[kind]
    return [{"field": field, operator: rule["value"]}]


def _bounded(core: str, pattern: str) -> str:
    """RE2 has no look-around: what may not stand beside the match is matched, or the end is."""
    before = "(?:^|[^0-9A-Z])" if pattern.startswith("(?<![0-9A-Z])") else "(?:^|[^0-9])" if pattern.startswith(
        r"(?<!\d)") else ""
    after = next((f"(?:$|[^{signs}])" for end, signs in ((r"(?![0-9A-Z])", "0-9A-Z"), (r"(?!\d)", "0-9"),
                                                         (r"(?![\dXx])", "0-9Xx")) if pattern.endswith(end)), "")
    return f"{before}({core}){after}"


def _days_over(limit: int) -> str:
    """A count of days above a limit of two digits."""
    tens, ones = divmod(limit, 10)
    above = [f"{tens}[{ones + 1}-9]"] if ones < 9 else []
    above += [f"[{tens + 1}-9][0-9]"] if tens < 9 else []
    return f"(?:{'|'.join([*above, '[1-9][0-9]{2,}'])})(?:个工作)?日(?:[^期]|$)"
