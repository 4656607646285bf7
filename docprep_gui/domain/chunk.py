"""Chunks, and what the rules say of them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from docprep_gui.domain.document import Document, Location, Span
from docprep_gui.domain.packed import Packed

ChunkKind = Literal["text", "table", "list", "slide", "note", "code"]
Route = Literal["rule_only", "model", "local_only", "ocr", "ignore"]
Priority = Literal["high", "medium", "low"]
EntityKind = Literal[
    "amount", "date", "date_range", "percent", "cn_id_card", "bank_card", "mobile", "landline", "email", "uscc",
    "passport", "plate", "contract_no", "party",
]
Value = str | tuple[str, str]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A core span of the document, with context spans (overlap, repeated header rows) that stand before it.

    The cores of a document's chunks partition its body. `tokens` is of context and core together.
    """

    id: str
    ordinal: int
    kind: ChunkKind
    core: Span
    context: tuple[Span, ...]
    title_path: tuple[str, ...]
    location: Location
    tokens: int
    oversize: bool = False

    def text(self, document: Document) -> str:
        """What the model reads under the title path: context, then core, nothing between."""
        return "".join(document.slice(span) for span in (*self.context, self.core))

    def sha256(self, document: Document) -> str:
        """Of the core, in hex."""
        return hashlib.sha256(document.slice(self.core).encode("utf-8", "surrogatepass")).hexdigest()


class Entity(NamedTuple):
    """A value found in the text. Amounts: exact decimals in their own unit, with an ISO 4217 `currency`. Dates: ISO,
    as exact as the text ("2023-06", "--05-01"). Ranges: (start, end). Identifiers: digits and letters without blanks.

    A tuple, as a hit is, since there are tens of thousands in a document and a frozen dataclass takes thrice the time.
    """

    kind: EntityKind
    span: Span
    value: Value
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class FieldValue:
    """An extracted value; `span` is where it stands in the document."""

    value: Value
    span: Span
    currency: str | None = None


class Sensitive(NamedTuple):
    kind: EntityKind
    span: Span


class Hit(NamedTuple):
    """A place in a chunk's core for which a rule spoke. `version` is the version of the rule's pack."""

    pack: str
    rule: str
    version: str
    span: Span
    reason: str


NO_SENSITIVE: Packed[Sensitive] = Packed(Sensitive)
NO_HITS: Packed[Hit] = Packed(Hit)


@dataclass(frozen=True, slots=True)
class ConditionTrace:
    """One condition of a rule: did it hold, and what was seen. `group`: for all/any/none, its word; then the
    conditions inside are `children`. `seen`: the value seen, short; `spans`: the places that made it hold."""

    holds: bool
    field: str = ""
    operator: str = ""
    operand: object = None
    seen: str = ""
    spans: tuple[Span, ...] = ()
    group: Literal["", "all", "any", "none"] = ""
    children: tuple[ConditionTrace, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleTrace:
    """What one rule did with one chunk. `decided`: it settled the route. `overruled`: the route that it asked for
    though an earlier rule had settled it."""

    pack: str
    rule: str
    matched: bool
    condition: ConditionTrace | None
    decided: bool = False
    overruled: Route | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say of one chunk. `covered`: share of the core's sentences that hold a hit, 0 to 1.
    `uncovered`: a rule asked for rule_only, but too little of the text is covered, so the model is asked."""

    route: Route = "model"
    priority: Priority = "medium"
    tags: tuple[str, ...] = ()
    fields: Mapping[str, tuple[FieldValue, ...]] = field(default_factory=dict)
    sensitive: Packed[Sensitive] = NO_SENSITIVE
    hits: Packed[Hit] = NO_HITS
    reasons: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()
    trace: tuple[RuleTrace, ...] = ()
    covered: float = 0.0
    uncovered: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """The task that an instruction is taken for, and the rule that says so. `overruled`: later rules that wanted
    another task, as (pack, rule, task)."""

    task: str
    confidence: float
    pack: str
    rule: str
    version: str
    reason: str
    overruled: tuple[tuple[str, str, str], ...] = ()
