"""Documents and packs for tests."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from docprep_gui.domain.chunk import Chunk
from docprep_gui.domain.document import Document, Location, Node, Source, Span
from docprep_gui.domain.packed import Packed
from docprep_gui.rules.engine import RuleSet, compile_rules
from docprep_gui.rules.pack import load
from docprep_gui.text import sentences, tokens


def document(text: str, body: int | None = None, nodes: Sequence[Node] = (), name: str = "a.txt") -> Document:
    end = len(text) if body is None else body
    source = Source(name, "txt", "0" * 64, len(text), None, "题目", "zh", (0, end))
    return Document(
        source, text, Packed.of(Node, [Node("document", (0, end), -1), *nodes]),
        sentences=Packed.of(tuple, sentences.split(text, 0, len(text))),
    )


def chunk(
    document: Document, core: Span, context: tuple[Span, ...] = (), path: tuple[str, ...] = (), ordinal: int = 0
) -> Chunk:
    text = "".join(document.slice(span) for span in (*context, core))
    return Chunk(f"c{ordinal}", ordinal, "text", core, context, path, Location(page=ordinal + 1), tokens.count(text))


def chunks(document: Document, *cuts: int) -> list[Chunk]:
    bounds = [0, *cuts, document.source.body[1]]
    return [chunk(document, (a, b), ordinal=n) for n, (a, b) in enumerate(pairwise(bounds))]


def pieces(*texts: str) -> tuple[Document, list[Chunk]]:
    """One document of these texts, a chunk each."""
    made = document("".join(texts))
    cuts, at = [], 0
    for text in texts[:-1]:
        at += len(text)
        cuts.append(at)
    return made, chunks(made, *cuts)


def rules(text: str, name: str = "p", disabled: frozenset[tuple[str, str]] = frozenset()) -> RuleSet:
    return compile_rules([load(f"schema: 1\npack: {name}\nrules:\n{text}", name)], disabled)


def condition(text: str) -> RuleSet:
    """A rule set that tags the chunks for which the condition holds."""
    return rules(f"- {{id: r, when: {text}, then: [{{tag: yes!}}]}}\n")


def holds(condition_text: str, *texts: str) -> list[bool]:
    made, cut = pieces(*texts)
    return [bool(verdict.tags) for verdict in condition(condition_text).judge(made, cut).verdicts]
