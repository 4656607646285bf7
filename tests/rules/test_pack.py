"""Packs read from YAML: what is understood, and what is reported."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.domain.errors import Problem, RulesError
from docprep_gui.rules.format import format_pack
from docprep_gui.rules.model import Condition
from docprep_gui.rules.pack import Pack, draft, load

HEAD = "schema: 1\npack: p\nrules:\n"


def problems(text: str) -> list[Problem]:
    return list(draft(text, "p.yaml").problems)


def kinds(text: str) -> set[str]:
    return {problem.kind for problem in problems(text)}


def condition(text: str) -> Condition:
    pack = load(HEAD + f"- id: r\n  when:\n    all:\n    - {text}\n  then: [{{tag: t}}]\n", "p.yaml")
    when = pack.rules[0].when
    assert when is not None
    return when.children[0]


def test_a_whole_rule() -> None:
    pack = load(
        HEAD
        + """\
- id: contract-number
  title: 提取合同编号
  why: 首页的编号可直接提取
  priority: 10
  when:
    all:
    - {field: text, contains_any: [合同编号, 合同号], min_distinct: 2}
    - none:
      - {field: heading, contains: 目录}
  then:
  - extract: {field: contract_no, pattern: '合同号[:：]?([A-Z0-9-]{4,})'}
  - tag: [首页, 编号]
  - route: {to: rule_only, covered: 0.95}
  - stop
  samples:
  - {text: 合同号：HT-2024-0381, hits: true, fields: {contract_no: HT-2024-0381}}
""",
        "x/p.yaml",
    )
    rule = pack.rules[0]
    assert (pack.id, rule.id, rule.priority, rule.enabled, rule.scope) == ("p", "contract-number", 10, True, "chunk")
    assert rule.when is not None
    assert [(leaf.field, leaf.operator, leaf.operand, leaf.min_distinct) for leaf in rule.when.leaves()] == [
        ("text", "contains_any", ("合同编号", "合同号"), 2),
        ("heading", "contains", ("目录",), 1),
    ]
    assert [action.kind for action in rule.then] == ["extract", "tag", "tag", "route", "stop"]
    assert rule.then[3].covered == 0.95
    assert rule.keywords == ("合同编号", "合同号", "目录")
    assert rule.samples[0].fields == (("contract_no", ("HT-2024-0381",)),)


def test_the_version_is_of_the_text() -> None:
    text = HEAD + "- {id: r, then: [{tag: t}]}\n"
    assert load(text, "p").version == load(text, "q").version
    assert load(text, "p").version != load(text + "# c\n", "p").version
    assert len(load(text, "p").version) == 8


def test_all_faults_at_once_with_their_places() -> None:
    text = (
        HEAD
        + """\
- id: a
  priority: 1
  priority: 9
  when:
    all:
    - {field: amunt, greater_than: 5}
    - {field: text, containz: x}
    - {field: text, matches: '(?<=a)b'}
    - {field: text, greater_than: 5}
  then: [{tagg: t}]
- id: a
  then: [{tag: t}]
"""
    )
    with pytest.raises(RulesError) as caught:
        load(text, "p.yaml")
    found = {(problem.kind, problem.rule, problem.line, problem.column) for problem in caught.value.problems}
    assert found >= {
        ("duplicate_key", "a", 6, 3),
        ("unknown_field", "a", 9, 15),
        ("unknown_operator", "a", 10, 21),
        ("bad_pattern", "a", 11, 30),
        ("bad_shape", "a", 12, 21),
        ("bad_shape", "a", 13, 11),
        ("duplicate_id", "a", 14, 3),
    }
    by_kind = {problem.kind: problem for problem in caught.value.problems}
    assert by_kind["duplicate_key"].params["key"] == "priority"
    assert by_kind["unknown_field"].params == {"field": "amunt", "nearest": "amount"}
    assert by_kind["unknown_operator"].params == {"operator": "containz", "nearest": "contains"}
    assert by_kind["bad_pattern"].params["reason"] == "lookaround"


@pytest.mark.parametrize(
    "written", ["0381", "yes", "No", "on", "~", "null", "1.10", "2024-01-01", "12:30", "1e5", "0x1F"]
)
def test_a_keyword_that_yaml_misreads_stays_as_written(written: str) -> None:
    read = draft(HEAD + f"- id: r\n  when: {{field: text, contains_any: [{written}, 甲]}}\n  then: [{{tag: t}}]\n", "p")
    assert read.ok
    assert read.pack.rules[0].keywords == (written, "甲")
    found = [problem for problem in read.problems if problem.kind == "unquoted_scalar"]
    assert [(problem.params["value"], problem.severity, problem.line) for problem in found] == [(written, "warning", 5)]


@pytest.mark.parametrize("written", ["'0381'", '"yes"', "合同号", "PO", "3条", "v1.2"])
def test_no_word_about_text_that_is_text(written: str) -> None:
    text = HEAD + f"- id: r\n  when: {{field: text, contains_any: [{written}]}}\n  then: [{{tag: t}}]\n"
    assert kinds(text) == {"no_samples"}


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(?=a)b", "lookaround"),
        ("(a)\\1", "backreference"),
        ("\\u4e00", "unicode_escape"),
        ("a++", "possessive"),
        ("(a", "unclosed"),
        ("a)", "unopened"),
        ("*a", "repetition"),
        ("[z-a]", "class"),
        ("\\y", "escape"),
    ],
)
def test_why_re2_refuses_a_pattern(pattern: str, reason: str) -> None:
    found = problems(HEAD + f"- id: r\n  when: {{field: text, matches: '{pattern}'}}\n  then: [{{tag: t}}]\n")
    assert [problem.params["reason"] for problem in found if problem.kind == "bad_pattern"] == [reason]


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("rules:\n\t- id: a\n", "tab", 2),
        ("rules: [1\nb: 2", "syntax", 2),
        ("", "empty", 1),
        ("a: 1\n---\nb: 2\n", "two_documents", 2),
        ("a: *b\n", "alias", 1),
    ],
)
def test_what_is_no_yaml(text: str, reason: str, line: int) -> None:
    found = [problem for problem in problems(text) if problem.kind == "bad_yaml"]
    assert [(problem.params["reason"], problem.line) for problem in found] == [(reason, line)]


@pytest.mark.parametrize(
    "text",
    [
        "- {id: r}",
        "- {id: r, then: []}",
        "- {id: r, then: [{tag: t}], scope: question}",
        "- {id: r, scope: instruction, then: [{extract: {field: x, entity: amount}}]}",
        "- {id: r, scope: instruction, then: [{mark: mobile}]}",
        "- {id: r, scope: instruction, then: [{tag: t}], when: {field: text, contains: x}}",
        "- {id: r, scope: instruction, then: [{tag: t}], when: {field: date, within_days: {days: 3, of: x}}}",
        "- {id: r, then: [{task: summary}]}",
        "- {id: r, scope: document, then: [{task: summary}]}",
        "- {id: r, scope: instruction, then: [{task: }]}",
        "- {id: r, scope: instruction, then: [{task: {confidence: 1}}]}",
        "- {id: r, scope: instruction, then: [{task: {name: a, confidence: 1.5}}]}",
        "- {id: r, scope: instruction, then: [{task: {name: a, sure: 1}}]}",
        "- {id: r, then: [{task: t}]}",
        "- {id: R r, then: [{tag: t}]}",
        "- {then: [{tag: t}]}",
        "- {id: r, then: [{tag: t}], wen: {}}",
        "- {id: r, then: {tag: t}}",
        "- {id: r, then: [{route: nowhere}]}",
        "- {id: r, then: [{extract: {field: f}}]}",
        "- {id: r, then: [{tag: t}], when: {all: []}}",
        "- {id: r, then: [{tag: t}], when: {field: amount, between: [5, 1]}}",
        "- {id: r, then: [{tag: t}], priority: high}",
        "- {id: r, then: [{tag: t}], when: {field: date, date_after: soon}}",
        "- {id: r, then: [{tag: t}], when: {field: text}}",
        "- {id: r, then: [{tag: t}], when: {field: date, within_days: 3}}",
        "- just words",
        "- {id: r, then: [{route: {to: rule_only, covered: 2}}]}",
    ],
)
def test_shapes_that_are_refused(text: str) -> None:
    read = draft(HEAD + text + "\n", "p")
    assert not read.ok
    assert all(problem.line >= 1 and problem.column >= 1 for problem in read.problems)


def test_short_forms() -> None:
    assert condition("{has: amount}") == Condition("amount", "has")
    assert condition("{field: text, has: amount}") == Condition("amount", "has")
    assert condition("{field: amount, has: false}") == Condition("amount", "lacks")
    assert condition("{field: amount, at_least: 1_000_000}").operand == ("1000000",)
    assert condition("{field: date, within_days: {days: 30, of: 2024-06-30}}").operand == ("30", "2024-06-30")


def test_an_extracted_field_is_known_in_its_pack() -> None:
    text = (
        HEAD
        + """\
- {id: a, then: [{extract: {field: days, pattern: '([0-9]+)天'}}]}
- {id: b, when: {field: days, greater_than: 30}, then: [{tag: 长}]}
"""
    )
    assert load(text, "p").rules[1].when == Condition("days", "greater_than", ("30",))


def test_formatting_keeps_comments_and_meaning() -> None:
    text = "schema:   1\npack: p\nrules:\n  # first\n  - id:   r   # name\n    then: [ {tag: '0381'} ]\n"
    once = format_pack(text)
    assert "# first" in once
    assert "# name" in once
    assert format_pack(once) == once
    assert load(once, "p").rules == load(text, "p").rules


words = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=30)


@settings(max_examples=60, deadline=None)
@given(
    st.text(max_size=60) | words.map(lambda word: f"{HEAD}- id: r\n  when: {{field: text, is: {word}}}\n  then: {word}")
)
def test_any_text_is_a_pack_or_has_problems(text: str) -> None:
    read = draft(text, "p")
    assert isinstance(read.pack, Pack)
    assert read.problems
    assert all(problem.line >= 1 and problem.column >= 1 for problem in read.problems)


def test_aliases_cannot_stand_for_billions_of_nodes() -> None:
    lines = ["schema: 1", "pack: x", "rules: []", "a: &a [x, x, x, x, x, x, x, x, x]"]
    for before, name in zip("abcdefghij", "bcdefghijk", strict=True):
        lines.append(f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]")
    with pytest.raises(RulesError) as caught:
        load("\n".join(lines), "bomb")
    assert caught.value.problems[0].params["reason"] == "alias"


def test_titles_and_reasons_in_several_languages() -> None:
    made = draft("""\
pack: p
title: {zh: 甲, en: A}
rules:
- id: r
  title: {zh: 名称, en: Name}
  why: {en: Because}
  then: [{tag: t}]
- {id: s, title: 一个, then: [{tag: t}]}
""", "p")
    assert made.ok
    pack, (rule, plain) = made.pack, made.pack.rules
    assert (pack.title, pack.title_in("en"), pack.title_in("zh")) == ("甲", "A", "甲")
    assert (rule.title_in("en"), rule.title_in("zh"), rule.why_in("en"), rule.why_in("zh")) == (
        "Name", "名称", "Because", "Because")
    assert (plain.title_in("en"), plain.why_in("en")) == ("一个", "")
    refused = draft("rules:\n- {id: r, title: {fr: Nom}, why: {zh: [a]}, then: [{tag: t}]}\n", "p")
    assert [(one.params["key"], one.params["reason"]) for one in refused.problems if one.kind == "bad_shape"] == [
        ("fr", "unknown_key"), ("why", "text")]
