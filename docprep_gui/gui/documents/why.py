"""Why a chunk has its route: every rule, every condition, true or false, with the value seen; as rows of a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication

from docprep_gui.domain.chunk import ConditionTrace, Priority, Route, RuleTrace, Verdict
from docprep_gui.gui import cells, figures, words
from docprep_gui.gui.translations import count, language
from docprep_gui.gui.widgets.rows import Row
from docprep_gui.rules.model import Rule
from docprep_gui.rules.pack import Pack
from docprep_gui.workspace.messages import Messages

translate = QCoreApplication.translate


def _rules(packs: Sequence[Pack]) -> dict[tuple[str, str], Rule]:
    return {(pack.id, rule.id): rule for pack in packs for rule in pack.rules}


def _reason(rule: Rule) -> str:
    """Why a rule does what it does, in its own words."""
    return next((action.value for action in rule.then if action.kind == "reason"),
                rule.why_in(language()))


def summary(verdict: Verdict, traces: Sequence[RuleTrace], packs: Sequence[Pack]) -> str:
    """One sentence: the route, and what settled it."""
    said = words.route(verdict.route)
    decided = next((trace for trace in traces if trace.decided), None)
    if verdict.uncovered:
        text = translate("Inspector", "{route}: a rule would settle it, but covers only {share} % of the text, so the"
                                      " model is asked.")
        return text.format(route=said, share=round(verdict.covered * 100))
    if decided is None:
        return translate("Inspector", "{route}: no rule settles the route of this chunk.").format(route=said)
    rule = _rules(packs).get((decided.pack, decided.rule))
    title = rule.title_in(language()) if rule is not None else decided.rule
    reason = _reason(rule).rstrip("。.") if rule is not None else ""
    if reason:
        return translate("Inspector", "{route}: {reason}, by the rule “{title}”.").format(
            route=said, reason=reason, title=title)
    return translate("Inspector", "{route}, by the rule “{title}”.").format(route=said, title=title)


def rows(traces: Sequence[RuleTrace], packs: Sequence[Pack], messages: Messages, unfolded: bool) -> list[Row]:
    """Rules that hit first, the deciding one at the top; the others behind one row until `unfolded`."""
    rules = _rules(packs)
    hit = sorted((t for t in traces if t.matched), key=lambda t: not t.decided)
    missed = [t for t in traces if not t.matched]
    made: list[Row] = []
    for trace in hit:
        made += _rule(trace, rules.get((trace.pack, trace.rule)), messages)
    if missed and not unfolded:
        text = (translate("Inspector", "The other {n} rules did not hit: show them") if hit else
                translate("Inspector", "None of {n} rules hit: show them"))
        made.append(Row(cells.Link(text.format(n=len(missed)), indent=22 if hit else 0), fold=True, height=34))
    elif missed:
        for trace in missed:
            made += _rule(trace, rules.get((trace.pack, trace.rule)), messages)
        made.append(Row(cells.Link(translate("Inspector", "Hide rules that did not hit"), indent=22), fold=True))
    return made


def _rule(trace: RuleTrace, rule: Rule | None, messages: Messages) -> Iterator[Row]:
    title = rule.title_in(language()) if rule is not None else trace.rule
    if trace.decided:
        right = translate("Inspector", "settles the route")
    elif trace.overruled is not None:
        right = translate("Inspector", "wanted {route}").format(route=words.route(trace.overruled))
    elif trace.matched:
        always = rule is not None and all(action.kind == "mark" for action in rule.then)
        right = translate("Inspector", "always runs") if always else translate("Inspector", "adds information")
    else:
        right = translate("Inspector", "no hit")
    yield Row(cells.Pair(
        cells.Text(title, bold=True, icon="ring-tick" if trace.matched else "ring-slash",
                   icon_tone="ok" if trace.matched else "muted", tone="text" if trace.matched else "muted"),
        cells.Text(right, tone="accent" if trace.decided else "muted")),
        tip=rule.why_in(language()) if rule is not None else "", height=32)
    if trace.condition is None:
        if trace.matched:
            yield Row(cells.Text(messages.word("join.always"), small=True, icon="check", icon_tone="ok", indent=22,
                                 tone="muted"))
    else:
        yield from _condition(trace.condition, messages, 22, top=True)
    if trace.matched and rule is not None:
        route: Route | None = next((_route(a.value) for a in rule.then if a.kind == "route"), None)
        priority: Priority | None = next((_priority(a.value) for a in rule.then if a.kind == "priority"), None)
        tags = tuple(messages.tag(a.value) for a in rule.then if a.kind == "tag")
        if route or priority or tags:
            yield Row(cells.Outcome(route, priority, tags, indent=42), height=28)


def _route(value: str) -> Route | None:
    known: tuple[Route, ...] = ("rule_only", "model", "local_only", "ocr", "ignore")
    return next((route for route in known if route == value), None)


def _priority(value: str) -> Priority | None:
    known: tuple[Priority, ...] = ("high", "medium", "low")
    return next((priority for priority in known if priority == value), None)


def _condition(trace: ConditionTrace, messages: Messages, indent: int, top: bool = False) -> Iterator[Row]:
    if trace.group:
        if trace.group != "all" or not top:
            yield Row(cells.Text(messages.word(f"join.{trace.group}"), small=True, icon=_icon(trace),
                                 icon_tone=_tone(trace), indent=indent))
            indent += 16
        for child in trace.children:
            yield from _condition(child, messages, indent)
        return
    said = condition_text(trace, messages)
    left = cells.Text(said, small=True, icon=_icon(trace), icon_tone=_tone(trace), indent=indent,
                      tone="text" if trace.holds else "muted")
    places = len(trace.spans)
    seen = _seen(trace)
    if not seen and places:
        seen = count(places, translate("Inspector", "%n place"), translate("Inspector", "%n places"))
    if trace.spans:
        yield Row(cells.Pair(left, cells.Link(seen)), span=trace.spans[0], tip=f"{said}  {trace.seen}".strip())
    else:
        yield Row(cells.Pair(left, cells.Text(seen, tone="muted")), tip=f"{said}  {trace.seen}".strip())


def _icon(trace: ConditionTrace) -> str:
    return "check" if trace.holds else "cross"


def _tone(trace: ConditionTrace) -> cells.Tone:
    return "ok" if trace.holds else "muted"


def _seen(trace: ConditionTrace) -> str:
    """The value seen, as people write it."""
    if trace.field == "amount":
        return figures.grouped(trace.seen)
    return trace.seen.replace("/", " – ") if trace.field == "date_range" else trace.seen


def condition_text(trace: ConditionTrace, messages: Messages) -> str:
    """A condition as it is read aloud: "text contains any of price, fee"."""
    operand = trace.operand
    if trace.operator in ("matches", "not_matches"):
        operand = None  # A pattern tells people nothing; the value seen does.
    comma = "、" if messages.language == "zh" else ", "
    said = [str(one) for one in (operand if isinstance(operand, tuple | list) else (operand,)) if one is not None]
    if trace.field == "amount":
        said = [figures.amount(one, messages.language) for one in said]
    shown = comma.join(said)
    if trace.operator in ("has", "lacks"):
        return f"{messages.word('field.text')} {messages.word(f'op.{trace.operator}')} {noun(trace.field, messages)}"
    return f"{noun(trace.field, messages)} {messages.word(f'op.{trace.operator}')} {shown}".strip()


def noun(field: str, messages: Messages) -> str:
    """What a field of the rule language, an entity or an extracted value is called."""
    for group in ("field", "entity"):
        said = messages.word(f"{group}.{field}")
        if said != field:
            return said
    return field
