"""Rules about what the user asks for, and rules about documents that look at it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docprep_gui.rules import editing, lint, samples, sentence
from docprep_gui.rules.engine import hears
from docprep_gui.rules.pack import draft, load
from docprep_gui.rules.vocabulary import ASKED_FIELDS, NUMBER_FIELDS, TEXT_FIELDS

from .making import pieces, rules

TASKS = ("contract_review", "key_terms", "summary")
ASKING = """\
- {id: sum, priority: 5, scope: instruction, when: {field: instruction, contains_any: [总结, summarise]}, then: [{task: summary}]}
- {id: both, priority: 6, scope: instruction, when: {field: instruction, contains: 条款},
   then: [{task: {name: key_terms, confidence: 0.7}}]}
"""


def test_the_first_rule_that_names_a_task_settles_it_and_later_ones_are_recorded() -> None:
    set_ = rules(ASKING)
    made, _ = pieces("正文。")
    asked = set_.asked(made, "总结付款条款")
    assert asked is not None
    assert (asked.task, asked.confidence, asked.pack, asked.rule) == ("summary", 1.0, "p", "sum")
    assert asked.overruled == (("p", "both", "key_terms"),)
    asked = set_.asked(made, "有哪些条款")
    assert asked is not None
    assert (asked.task, asked.confidence, asked.overruled) == ("key_terms", 0.7, ())
    assert len(asked.version) == 8
    assert set_.asked(made, "几点了") is None
    assert set_.asked(made, "") is None


def test_stop_ends_later_rules_about_the_instruction_and_no_others() -> None:
    set_ = rules("""\
- {id: a, priority: 1, scope: instruction, when: {field: instruction, contains: 甲}, then: [{tag: 甲}, stop]}
- {id: b, priority: 2, scope: instruction, when: {field: instruction, contains: 乙}, then: [{task: summary}, {tag: 乙}]}
- {id: c, priority: 3, when: {field: text, contains: 金额}, then: [{tag: 丙}, stop]}
- {id: d, priority: 4, scope: instruction, then: [{tag: 丁}]}
""")
    made, cut = pieces("金额。", "其他。")
    assert set_.asked(made, "甲乙") is None
    assert [verdict.tags for verdict in set_.judge(made, cut, instruction="甲乙").verdicts] == [("甲", "丙"), ("甲",)]
    asked = set_.asked(made, "乙")
    assert asked is not None
    assert asked.task == "summary"
    assert [verdict.tags for verdict in set_.judge(made, cut, instruction="乙").verdicts] == [
        ("乙", "丙", "丁"), ("乙", "丁")]


def test_what_is_asked_settles_routes_priorities_and_hints_like_any_rule() -> None:
    set_ = rules("""\
- {id: contents, priority: 1, when: {field: text, starts_with: 目录}, then: [{route: ignore}, {priority: low}]}
- {id: pay, priority: 5, scope: instruction, when: {field: instruction, contains: 工资},
   then: [{route: local_only}, {priority: high}, {prompt: 只说数字}]}
""")
    made, cut = pieces("目录。", "工资表。")
    heard = set_.judge(made, cut, instruction="工资是多少").verdicts
    assert [(verdict.route, verdict.priority, verdict.prompts) for verdict in heard] == [
        ("ignore", "low", ("只说数字",)), ("local_only", "high", ("只说数字",))]
    assert {hit.rule for verdict in heard for hit in verdict.hits} == {"contents"}
    plain = set_.judge(made, cut).verdicts
    assert [(verdict.route, verdict.priority) for verdict in plain] == [("ignore", "low"), ("model", "medium")]
    traces = set_.explain(made, cut, 0, "工资是多少")
    assert [(trace.rule, trace.matched, trace.decided, trace.overruled) for trace in traces] == [
        ("contents", True, True, None), ("pay", True, False, "local_only")]
    assert [trace.rule for trace in set_.explain(made, cut, 0)] == ["contents"]


def test_rules_about_the_instruction_look_at_the_document_and_at_values_in_the_instruction() -> None:
    set_ = rules("""\
- {id: kind, scope: instruction, when: {all: [{field: file_kind, equals: txt}, {field: language, equals: zh},
   {field: file_name, starts_with: a}, {field: title, has: true}]}, then: [{task: one}]}
- {id: sum, scope: instruction, when: {field: amount, at_least: 1000000}, then: [{task: two}, {tag: 大额}]}
""")
    made, cut = pieces("总价五百万元。")
    asked = set_.asked(made, "超过200万元的付款")
    assert asked is not None
    assert (asked.task, asked.overruled) == ("one", (("p", "sum", "two"),))
    pdf = replace(made, source=replace(made.source, kind="pdf"))
    asked = set_.asked(pdf, "超过200万元的付款")
    assert asked is not None
    assert asked.task == "two"
    assert set_.asked(pdf, "超过50万元的付款") is None, "the document's own amount is not the instruction's"
    [trace] = [trace for trace in set_.explain(made, cut, 0, "超过200万元的付款") if trace.rule == "sum"]
    assert trace.condition is not None
    assert (trace.condition.holds, trace.condition.seen, trace.condition.spans) == (True, "2000000", ())


def test_a_rule_about_chunks_is_told_what_is_asked() -> None:
    set_ = rules("""\
- {id: a, when: {all: [{field: instruction, contains_any: [付款, 价款]}, {field: amount, lacks: true}]}, then: [{route: ignore}]}
- {id: b, scope: document, when: {field: instruction, matches: '谁.*签'}, then: [{tag: 签字}]}
- {id: c, when: {field: instruction, lacks: true}, then: [{tag: 没问}]}
- {id: d, when: {field: instruction, not_contains: 付款}, then: [{tag: 不问付款}]}
""")
    made, cut = pieces("总价30元。", "双方各执一份。")
    assert [verdict.route for verdict in set_.judge(made, cut, instruction="付款怎么约定").verdicts] == ["model", "ignore"]
    assert [verdict.tags for verdict in set_.judge(made, cut, instruction="由谁来签").verdicts] == [("签字", "不问付款")] * 2
    quiet = set_.judge(made, cut).verdicts
    assert [(verdict.route, verdict.tags) for verdict in quiet] == [("model", ("没问", "不问付款"))] * 2


@pytest.mark.parametrize("operator", [
    "contains: 付", "contains_any: [付, 款]", "contains_all: [付]", "equals: 付", "one_of: [付]", "starts_with: 付",
    "matches: '.'", "has: true"])
def test_positive_operators_find_nothing_where_nothing_is_asked(operator: str) -> None:
    set_ = rules(f"- {{id: a, when: {{field: instruction, {operator}}}, then: [{{tag: t}}]}}\n")
    made, cut = pieces("付款。")
    assert set_.judge(made, cut).verdicts[0].tags == ()
    assert set_.judge(made, cut, instruction="付").verdicts[0].tags == ("t",)


def test_what_is_asked_is_only_heard_where_a_rule_speaks_of_it() -> None:
    def heard(text: str) -> bool:
        return hears([load(f"rules:\n{text}", "p")])

    assert not heard(ASKING)
    assert heard("- {id: a, scope: instruction, then: [{route: model}]}\n")
    assert heard("- {id: a, when: {none: [{field: instruction, has: true}]}, then: [{tag: t}]}\n")
    assert not heard("- {id: a, when: {field: text, contains: x}, then: [{tag: t}]}\n")
    assert not heard("- {id: a, enabled: false, when: {field: instruction, contains: x}, then: [{tag: t}]}\n")


@given(st.text(max_size=12), st.text(alphabet="总结条款甲乙。 \n", max_size=12))
def test_a_set_that_does_not_hear_says_the_same_whatever_is_asked(asked: str, text: str) -> None:
    set_ = rules(ASKING + "- {id: t, when: {field: text, contains: 甲}, then: [{tag: 甲}]}\n")
    made, cut = pieces(text or "空")
    assert set_.judge(made, cut, instruction=asked) == set_.judge(made, cut)


SAMPLED = """\
schema: 1
pack: p
rules:
- id: sum
  scope: instruction
  when: {all: [{field: instruction, contains: 总结}, {field: file_kind, equals: txt}]}
  then: [{task: summary}, {priority: high}]
  samples:
  - {text: 总结一下, hits: true, task: summary, priority: high}
  - {text: 几点了, hits: false, task: ''}
- id: pay
  when: {field: instruction, contains: 付款}
  then: [{tag: 付款}]
  samples:
  - {text: 任何一段, instruction: 付款方式, hits: true, tags: [付款]}
  - {text: 付款方式, hits: false}
"""


def test_samples() -> None:
    assert [result.wrong for result in samples.run(load(SAMPLED, "p"))] == [()] * 4
    wrong = SAMPLED.replace("task: summary, priority", "task: key_terms, priority").replace("task: ''", "task: summary")
    assert [result.wrong for result in samples.run(load(wrong, "p"))] == [
        (("task", "key_terms", "summary"),), (("task", "summary", ""),), (), ()]


def test_the_check_knows_the_tasks() -> None:
    assert lint.check(SAMPLED, "p", TASKS).problems == ()
    found = lint.check(SAMPLED.replace("{task: summary}", "{task: sumary}"), "p", TASKS).problems
    assert [(one.kind, one.rule, one.severity, one.params) for one in found if one.kind == "unknown_task"] == [
        ("unknown_task", "sum", "error", {"task": "sumary", "nearest": "summary"})]


def test_two_rules_of_which_the_later_never_settles_the_task_are_told_of() -> None:
    text = """\
schema: 1
pack: p
rules:
- {id: a, scope: instruction, when: {field: instruction, contains_any: [总结, 概括]}, then: [{task: summary}]}
- {id: b, scope: instruction, when: {field: instruction, contains: 总结}, then: [{task: key_terms}]}
"""
    found = lint.check(text, "p", TASKS).problems
    assert [(one.kind, one.rule, one.params) for one in found if one.kind != "no_samples"] == [
        ("conflict", "b", {"other": "a", "task": "key_terms", "other_task": "summary"})]
    stopping = text.replace("{task: summary}]", "{task: summary}, stop]")
    assert "shadowed" in {one.kind for one in lint.check(stopping, "p", TASKS).problems}


@pytest.mark.parametrize("field", sorted(TEXT_FIELDS | NUMBER_FIELDS))
def test_fields_without_a_value_in_an_instruction_are_refused(field: str) -> None:
    operator = "at_least: 1" if field in NUMBER_FIELDS else "has: true"
    made = draft(f"rules:\n- {{id: a, scope: instruction, when: {{field: {field}, {operator}}}, then: [{{tag: t}}]}}", "p")
    assert made.ok == (field in ASKED_FIELDS)
    if not made.ok:
        [problem] = [one for one in made.problems if one.severity == "error"]
        assert (problem.kind, problem.params["reason"], problem.params["value"]) == (
            "bad_shape", "field_for_scope", field)


def test_a_rule_reads_as_a_sentence_and_is_written_as_it_was_read() -> None:
    pack = load("rules:\n" + ASKING, "p")
    parts = sentence.parts(pack.rules[1])
    assert [part.key or part.text for part in parts] == [
        "scope.instruction", "join.if", "field.instruction", "op.contains", "条款", "join.then", "action.task",
        "task.key_terms"]
    for rule in load(SAMPLED, "p").rules:
        again = load(editing.new_pack("p", "p", rule), "p").rules[0]
        assert (again.scope, again.when, again.then, again.samples) == (rule.scope, rule.when, rule.then, rule.samples)
    text = editing.new_pack("p", "p", pack.rules[1])
    assert "- task: {name: key_terms, confidence: 0.7}" in text
    surer = editing.set_action(text, 0, 0, replace(pack.rules[1].then[0], confidence=1.0))
    assert "- task: key_terms\n" in surer


def test_a_rule_that_changes_its_scope_looks_at_what_it_is_about() -> None:
    text = """\
rules:
- id: a
  when:
    any:
    - {field: text, contains: 总结}   # kept
    - none:
      - {field: text, contains_any: [甲, 乙]}
  then:
  - tag: t
"""
    asking = editing.set_scope(text, 0, "instruction")
    made = draft(asking, "p")
    assert made.ok
    assert {leaf.field for leaf in made.pack.rules[0].when.leaves()} == {"instruction"}  # type: ignore[union-attr]
    assert "# kept" in asking
    back = editing.set_scope(asking, 0, "chunk")
    assert back.replace("  scope: chunk\n", "") == text
