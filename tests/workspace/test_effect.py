"""What a change of rules does, told against the state before."""

from __future__ import annotations

import pytest

from docprep_gui import chunking
from docprep_gui.parsing import text as text_reader
from docprep_gui.workspace import effect, packs, pipeline
from docprep_gui.workspace.pipeline import Prepared, RuleChoice

TEXT = """合同编号：HT-2026-0381
乙方经办人身份证号：11010519491231002X

第一条 价款
合同总价为人民币 1,280,000.00 元。
"""


@pytest.fixture(scope="module")
def rules() -> RuleChoice:
    return RuleChoice(tuple(packs.find(name) for name in packs.shipped_names()))


@pytest.fixture(scope="module")
def before(rules: RuleChoice) -> Prepared:
    document = text_reader.read(TEXT.encode(), "a.txt")
    return pipeline.judge(document, chunking.cut(document, chunking.defaults("txt", None)), rules)


def _without(before: Prepared, rules: RuleChoice, *off: tuple[str, str]) -> Prepared:
    return pipeline.rejudge(before, RuleChoice(rules.packs, frozenset(off)))


def test_nothing_changes_under_the_same_rules(before: Prepared, rules: RuleChoice) -> None:
    assert not effect.compare("f1", before, _without(before, rules))


def test_a_mask_that_is_lost_is_told_with_its_place_and_kind(before: Prepared, rules: RuleChoice) -> None:
    change = effect.compare("f1", before, _without(before, rules, ("sensitive", "id-card")))
    assert [(one.kind, before.document.slice(one.span)) for one in change.masks_lost] == [
        ("cn_id_card", "11010519491231002X")]
    assert change.masks_lost[0].ordinal == 0
    assert not change.masks_gained


def test_hits_lost_come_back_as_hits_gained(before: Prepared, rules: RuleChoice) -> None:
    after = _without(before, rules, ("contract-zh", "contract-number"))
    lost = effect.compare("f1", before, after).lost
    assert {one.rule for one in lost} == {"contract-number"}
    assert effect.compare("f1", after, before).gained == lost


def test_a_route_that_changes_counts_the_questions(before: Prepared, rules: RuleChoice) -> None:
    everything = tuple((pack.id, rule.id) for pack in rules.packs for rule in pack.rules
                       if any(action.kind == "route" and action.value == "rule_only" for action in rule.then))
    document = text_reader.read("合同编号：HT-2026-0381\n".encode(), "a.txt")
    settled = pipeline.judge(document, chunking.cut(document, chunking.defaults("txt", None)), rules)
    assert settled.judgement.verdicts[0].route == "rule_only"
    change = effect.compare("f1", settled, _without(settled, rules, *everything))
    assert [(one.before, one.after) for one in change.routes] == [("rule_only", "model")]
    assert change.calls == 1
    assert effect.join([change, change]).calls == 2


def test_other_chunks_are_not_compared(before: Prepared, rules: RuleChoice) -> None:
    other = text_reader.read(b"other text", "b.txt")
    after = pipeline.judge(other, chunking.cut(other, chunking.defaults("txt", None)), rules)
    assert not effect.compare("f1", before, after)
