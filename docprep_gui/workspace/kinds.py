"""What a batch of files is made of, as people tell it: "40 files: 6 contracts, 3 invoices, 1 needs OCR, 2 set aside".

A document is of the kind that a rule tags it with, `kind:NAME`; names that the program has words for are shown in the
user's language, others as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from docprep_gui.domain.chunk import Verdict
from docprep_gui.rules.model import KIND
from docprep_gui.rules.pack import Pack
from docprep_gui.workspace.messages import Messages
from docprep_gui.workspace.model import OpenFile

_OTHER = "other"


def kind_of(verdicts: Iterable[Verdict]) -> str:
    """The first kind that a rule tags a document with; "" for none."""
    return next((tag.removeprefix(KIND) for verdict in verdicts for tag in verdict.tags if tag.startswith(KIND)),
                "")


def told(packs: Iterable[Pack], disabled: frozenset[tuple[str, str]]) -> bool:
    """Whether any of the rules that speak tells kinds apart."""
    return any(action.kind == "tag" and action.value.startswith(KIND)
               for pack in packs for rule in pack.rules if rule.enabled and (pack.id, rule.id) not in disabled
               for action in rule.then)


def counts(files: Iterable[OpenFile], words: Messages, by_kind: bool,
           kind: Callable[[OpenFile], str] = lambda file: kind_of(file.verdicts)) -> list[str]:
    """The kinds with how many files there are of each, the most frequent first, then other documents; every read file
    is in one of them, but for those that need OCR before they say anything. `by_kind` False: no rule tells kinds, so
    the formats are told."""
    found, formats, other = Counter[str](), Counter[str](), 0
    for file in files:
        if file.document is None or needs_ocr(file):
            continue
        name = kind(file) if by_kind else ""
        if name:
            found[name] += 1
        elif by_kind:
            other += 1
        else:
            formats[words.word(f"kind.{file.document.source.kind}")] += 1
    said = [_counted(words, name, number) for name, number in found.most_common()]
    said += [words.word("summary.format", n=str(number), kind=name) for name, number in formats.most_common()]
    return [*said, _counted(words, _OTHER, other)] if other else said


def needs_ocr(file: OpenFile) -> bool:
    """It holds pictures of text alone, or a rule says so of a part of it and nothing tells its kind."""
    if file.error is not None:
        return file.error.kind == "no_text_layer"
    return any(verdict.route == "ocr" for verdict in file.verdicts) and not kind_of(file.verdicts)


def summary(files: Sequence[OpenFile], words: Messages, by_kind: bool) -> str:
    """One line; every file is counted once."""
    scans = sum(map(needs_ocr, files))
    aside = sum(file.state == "set_aside" and not needs_ocr(file) for file in files)
    said = counts(files, words, by_kind)
    said += [words.word(f"summary.{key}{'' if number == 1 else 's'}", n=str(number))
             for key, number in (("ocr", scans), ("aside", aside)) if number]
    whole = words.word("summary.file" if len(files) == 1 else "summary.files", n=str(len(files)))
    return words.word("summary.line", files=whole, parts=words.word("summary.comma").join(said)) if said else whole


def _counted(words: Messages, kind: str, number: int) -> str:
    name = words.word(f"doc_kind.{kind}" if number == 1 else f"doc_kinds.{kind}")
    return words.word("summary.kind", n=str(number), kind=name)
