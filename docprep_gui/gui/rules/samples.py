"""The samples of a rule with their results, as rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication

from docprep_gui.gui import cells
from docprep_gui.gui.documents.why import noun
from docprep_gui.gui.widgets.rows import Row
from docprep_gui.rules.samples import SampleResult
from docprep_gui.workspace.messages import Messages

translate = QCoreApplication.translate


def ordered_rows(results: Sequence[SampleResult], messages: Messages) -> tuple[list[Row], tuple[int | None, ...]]:
    """Those that must hit first, then those that must not, each with what came out; and for each row the place of its
    sample among the results, None for a heading."""
    made: list[Row] = []
    order: list[int | None] = []
    groups = ((translate("Rules", "Must hit"), [i for i, r in enumerate(results) if r.sample.hits is not False]),
              (translate("Rules", "Must not hit"), [i for i, r in enumerate(results) if r.sample.hits is False]))
    for title, group in groups:
        if group:
            made.append(Row(cells.Text(title, bold=True, small=True), height=30))
            made += [_row(results[i], messages) for i in group]
            order += [None, *group]
    return made, tuple(order)


def _row(result: SampleResult, messages: Messages) -> Row:
    text = " ".join(result.sample.text.split())
    said = "; ".join(_wrong(result, messages)) if result.wrong else _seen(result, messages)
    icon, tone = ("error", "error") if result.wrong else ("ring-tick", "ok")
    left = cells.Text(text, icon=icon, icon_tone="error" if tone == "error" else "ok")
    right = cells.Text(said, tone="error" if result.wrong else "muted")
    return Row(cells.Pair(left, right), tip=f"{text}\n{said}", height=32)


def _seen(result: SampleResult, messages: Messages) -> str:
    if not result.hit:
        return translate("Rules", "no hit")
    values = [value for name, _ in result.sample.fields for value in result.verdict.fields.get(name, ())]
    if values:
        joined = ("、" if messages.language == "zh" else ", ").join(
            value.value if isinstance(value.value, str) else " – ".join(value.value) for value in values)
        return translate("Rules", "extracted {value}").format(value=joined)
    return translate("Rules", "hit")


def _wrong(result: SampleResult, messages: Messages) -> Iterator[str]:
    for what, wanted, seen in result.wrong:
        if what == "hits":
            yield (translate("Rules", "should hit, but does not") if wanted == "true"
                   else translate("Rules", "should not hit, but does"))
            continue
        kind, _, name = what.partition(" ")
        label = noun(name, messages) if kind == "field" else messages.word(f"sample.{kind}")
        yield translate("Rules", "{what}: {seen}, should be {wanted}").format(
            what=label, seen=_word(kind, seen, messages) or "—", wanted=_word(kind, wanted, messages) or "—")


def _word(kind: str, value: str, messages: Messages) -> str:
    return messages.word(f"{kind}.{value}") if kind in ("route", "priority") and value else value
