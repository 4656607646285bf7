"""Judges open documents again when rules change, in the background, one step after the other. Used from the main thread
only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial

from docprep_gui.inference.masking import Vault
from docprep_gui.rules.facts import Facts
from docprep_gui.workspace import pipeline
from docprep_gui.workspace.executor import Executor
from docprep_gui.workspace.model import OpenFile
from docprep_gui.workspace.pipeline import Prepared, RuleChoice

STEP_CHARS = 400_000
"""Documents of about so many characters are judged before the first of them are shown."""
FACTS_CHARS = 4_000_000
"""Of documents of about so many characters it is kept what was found in them; the rest is searched anew each time."""


HitCounts = Mapping[tuple[str, str], int]
"""Hits of each rule (pack, rule)."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A file by its key: what it was judged from, what it is now, its hits, and its vault where it is long."""

    key: str
    before: Prepared
    after: Prepared
    counts: HitCounts
    vault: Vault | None


@dataclass(frozen=True, slots=True)
class _Work:
    key: str
    prepared: Prepared
    facts: Facts | None


class Judging:
    """`judged` is called for each file, unless the rules have become others meanwhile: then another judgement has been
    asked for. Threads hold the interpreter in turn, so that several would only keep the window waiting."""

    def __init__(self, executor: Executor, files: Mapping[str, OpenFile], rules: Callable[[], RuleChoice],
                 judged: Callable[[Judged], None]) -> None:
        self._executor = executor
        self._files = files
        self._rules = rules
        self._judged = judged
        self._due: dict[str, None] = {}
        self._going_on = False
        self._asked = 0
        self._facts: dict[str, Facts] = {}

    def again(self, keys: Iterable[str]) -> None:
        """Judges these files by the rules as they are now. What is under way for other rules is given up."""
        self._asked += 1
        self._due.update(dict.fromkeys(keys))
        self._go_on()

    def forget(self, key: str) -> None:
        self._due.pop(key, None)
        self._facts.pop(key, None)

    def _go_on(self) -> None:
        if self._going_on:
            return
        work: list[_Work] = []
        size = 0
        while self._due and size < STEP_CHARS:
            key = next(iter(self._due))
            del self._due[key]
            file = self._files.get(key)
            if file is not None and file.prepared is not None:
                work.append(_Work(key, file.prepared, self._facts_of(key, file.prepared)))
                size += len(file.prepared.document.text)
        if work:
            self._going_on = True
            rules, asked = self._rules(), self._asked
            self._executor.submit(partial(_judge, work, rules, lambda: asked != self._asked and rules != self._rules()),
                                  partial(self._done, rules))

    def _done(self, rules: RuleChoice, future: Future[list[Judged]]) -> None:
        self._going_on = False
        try:
            if rules == self._rules():
                for judged in future.result():
                    self._judged(judged)
        finally:
            self._go_on()

    def _facts_of(self, key: str, prepared: Prepared) -> Facts | None:
        known = self._facts.get(key)
        if known is not None and known.document is prepared.document and known.chunks is prepared.chunks:
            return known
        self._facts.pop(key, None)
        size = sum(len(facts.document.text) for facts in self._facts.values())
        if size + len(prepared.document.text) > FACTS_CHARS:
            return None
        made = self._facts[key] = Facts(prepared.document, prepared.chunks)
        return made


def _judge(work: list[_Work], rules: RuleChoice, stale: Callable[[], bool]) -> list[Judged]:
    made: list[Judged] = []
    for one in work:
        if stale():
            break
        after, vault = pipeline.with_vault(partial(pipeline.rejudge, one.prepared, rules, one.facts))
        made.append(Judged(one.key, one.prepared, after, after.judgement.hit_counts(), vault))
    return made
