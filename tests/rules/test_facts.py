"""What is kept of a document between judgements never makes a difference."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.rules import lint
from docprep_gui.rules.engine import RuleSet, compile_rules
from docprep_gui.rules.facts import Facts
from docprep_gui.rules.model import Action, Condition, Pack, Rule
from tests.rules.making import pieces

TEXTS = ("合同编号：HT-2024-0381，甲方应当付款 1,280,000.00 元。", "乙方 逾期交货的，每日付违约金。ＨＴ-2025", "保密 条款 2024-06-30，甲方。",
         "身份证号：11010519491231002X；手机 13812345678。Payment due in 2024.", "无")
words = st.lists(st.sampled_from(["甲方", "乙方", "付款", "违约金", "保密 条款", "ht", "2024", "无", "payment", "没有的词"]),
                 min_size=1, max_size=3).map(tuple)
patterns = st.lists(st.sampled_from(["[0-9]{4}", "甲|乙", "(?i)ht-([0-9]+)", "没有"]), min_size=1, max_size=2).map(tuple)
leaves = st.one_of(
    st.builds(Condition, st.just("text"), st.sampled_from(["contains_any", "contains_all", "not_contains", "starts_with"]), words),
    st.builds(Condition, st.just("text"), st.sampled_from(["matches", "not_matches"]), patterns),
    st.builds(Condition, st.sampled_from(["amount", "date", "mobile", "no"]), st.sampled_from(["has", "lacks"])),
    st.builds(Condition, st.just("tag"), st.just("contains_any"), words),
)
conditions = st.recursive(leaves, lambda inner: st.builds(
    lambda group, children: Condition(group=group, children=tuple(children)),
    st.sampled_from(["all", "any", "none"]), st.lists(inner, min_size=1, max_size=3)), max_leaves=5)
actions = st.one_of(
    st.builds(lambda word: Action("tag", word), st.sampled_from(["甲方", "无", "t"])),
    st.just(Action("stop")), st.just(Action("mark", entities=("mobile",))), st.just(Action("mark", entities=("date", "amount"))),
    st.just(Action("extract", field="no", pattern="(?i)ht-([0-9]+)")),
    st.builds(lambda to: Action("route", to), st.sampled_from(["rule_only", "ignore", "local_only"])))


@st.composite
def packs(draw: st.DrawFn) -> Pack:
    made = draw(st.lists(st.tuples(st.one_of(st.none(), conditions), st.lists(actions, min_size=1, max_size=2),
                                   st.integers(0, 2), st.sampled_from(["chunk", "document"])), max_size=4))
    return Pack("p", "p", "0", tuple(
        Rule(f"r{n}", priority=priority, scope=scope, when=when, then=tuple(then))  # type: ignore[arg-type]
        for n, (when, then, priority, scope) in enumerate(made)))


def both(rules: RuleSet, facts: Facts) -> None:
    document, chunks = facts.document, facts.chunks
    assert rules.judge(document, chunks, facts=facts) == rules.judge(document, chunks)
    assert rules.explain(document, chunks, 1, facts=facts) == rules.explain(document, chunks, 1)


@settings(deadline=None, max_examples=80)
@given(st.lists(packs(), min_size=2, max_size=5))
def test_judging_with_what_is_known_is_judging(some: list[Pack]) -> None:
    facts = Facts(*pieces(*TEXTS))
    for pack in some:
        both(compile_rules([pack]), facts)


def test_what_was_only_to_be_there_is_looked_for_when_its_places_are_asked() -> None:
    facts = Facts(*pieces(*TEXTS))
    for operator in ("contains_all", "contains_any", "contains_all"):
        both(compile_rules([Pack("p", "p", "0", (Rule("r", when=Condition("text", operator, ("甲方",)),
                                                       then=(Action("tag", "t"),)),))]), facts)


def test_what_is_kept_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docprep_gui.rules.facts._SPARE", 50)
    facts = Facts(*pieces(*TEXTS))
    for n in range(300):
        rule = Rule("r", when=Condition("text", "contains_any", (f"词{n}", "甲方")), then=(Action("tag", "t"),))
        judged = compile_rules([Pack("p", "p", "0", (rule,))]).judge(facts.document, facts.chunks, facts=facts)
        assert [verdict.tags for verdict in judged.verdicts] == [("t",), (), ("t",), (), ()]
    assert len(facts._own._words) < 80
    assert sum(map(len, facts._memos.values())) < 80


@settings(deadline=None, max_examples=150)
@given(packs(), packs())
def test_only_rules_that_cannot_be_implied_are_left_out(one: Pack, other: Pack) -> None:
    for narrow in (*one.rules, *other.rules):
        before = lint._Before()
        for wide in (*one.rules, *other.rules):
            before.add(wide)
        near = list(before.near(narrow))
        for wide in (*one.rules, *other.rules):
            if lint._implies(narrow.when, wide.when):
                assert any(rule is wide for rule in near)
