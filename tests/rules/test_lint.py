"""The check of a pack, its samples, patterns, and a rule as a sentence."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.rules import bench, lint, regex, samples, sentence
from docprep_gui.rules.pack import load

HEAD = "schema: 1\npack: p\nrules:\n"


def report(text: str) -> lint.Report:
    return lint.check(HEAD + text, "p.yaml")


def found(text: str) -> set[tuple[str, str, str]]:
    return {(problem.kind, problem.rule, problem.severity) for problem in report(text).problems}


CATASTROPHIC = [
    "(a+)+$",
    "(a|aa)+",
    "(a*)*b",
    "([0-9，,]+)*元",
    "(x+x+)+y",
    "(a|b|ab)*c",
    r"(\w+\s?)+",
    r"(.*a){20}",
    "(?:[甲乙]+)+丙",
    r"(\s*,\s*)*x",
    r"(.*a){11}",
    r"(?:a+){2,}b",
    r"^(?:[a-zA-Z0-9]+[._-]?)+@",
]
HARMLESS = [
    "a+b",
    "(?:ab+)+c",
    "(?:[A-Z]+-)+x",
    r"(?:\d{1,3},)*\d",
    r"(\w+\s)+",
    "(a|b)*c",
    r"合同(?:编)?号[:：]?\s*([A-Z0-9-]{4,})",
    "[^]a]+[]x-]",
    r"\p{Han}+[^\p{Han}]",
    r"(?i)(?P<n>a|b)+",
    r"\Qa.b\E+",
    "(?:第[一二]+条)+",
]


@pytest.mark.parametrize("pattern", CATASTROPHIC)
def test_patterns_that_would_hang_elsewhere(pattern: str) -> None:
    assert "catastrophic_regex" in regex.slips(pattern)
    text = f"- {{id: r, when: {{field: text, matches: '{pattern}'}}, then: [{{tag: t}}]}}\n"
    assert ("catastrophic_regex", "r", "warning") in found(text)
    assert report(text).ok


@pytest.mark.parametrize("pattern", HARMLESS)
def test_patterns_without_a_slip(pattern: str) -> None:
    regex.compiled(pattern)
    assert regex.slips(pattern) == ()


@pytest.mark.parametrize(
    ("pattern", "slip"),
    [
        ("www.example.com", "bare_dot"),
        ("[0-9]+.[0-9]+", "bare_dot"),
        ("甲方.*乙方", "unbounded_gap"),
        ("甲方(.*)乙方", "unbounded_gap"),
        (r"甲[\s\S]+?乙", "unbounded_gap"),
    ],
)
def test_other_slips(pattern: str, slip: str) -> None:
    assert slip in regex.slips(pattern)


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from("ab甲|()[]*+?{}.\\d^$,1-:P<n>"), max_size=14))
def test_every_pattern_that_re2_takes_can_be_looked_over(pattern: str) -> None:
    try:
        regex.compiled(pattern)
    except regex.PatternError:
        return
    assert set(regex.slips(pattern)) <= {"catastrophic_regex", "bare_dot", "unbounded_gap"}


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from("a甲𠮷0１ 　\ud800"), max_size=20))
def test_matches_are_where_a_backtracking_engine_finds_them(text: str) -> None:
    seen = regex.view(text)
    assert len(seen) == len(text)
    for pattern in ("甲+", "[0-9]+", "𠮷|a ?"):
        assert [match.span for match in regex.matches(pattern, seen, 3)] == [
            (match.start() + 3, match.end() + 3) for match in re.finditer(pattern, seen)
        ]
        assert (0 in regex.PatternSet((pattern,))(seen)) == (re.search(pattern, seen) is not None)


def test_rules_that_are_never_reached_or_contradict() -> None:
    text = """\
- {id: all, priority: 1, when: {field: text, contains_any: [甲, 乙]}, then: [{route: model}, stop]}
- {id: part, priority: 2, when: {field: text, contains: 甲}, then: [{tag: t}]}
- {id: mark, priority: 2, when: {field: text, contains: 甲}, then: [{mark: mobile}]}
- {id: other, priority: 2, when: {field: text, contains: 丙}, then: [{route: model}]}
- {id: same, priority: 3, when: {field: text, contains: 丙}, then: [{route: ignore}]}
- {id: blind, when: {field: heading, contains: 附件}, then: [{route: rule_only}]}
- {id: little, when: {field: text, contains: 丁}, then: [{route: {to: rule_only, covered: 0.3}}]}
"""
    problems = found(text)
    assert {problem for problem in problems if problem[0] != "no_samples"} == {
        ("shadowed", "part", "warning"),
        ("conflict", "same", "warning"),
        ("rule_only_uncovered", "blind", "warning"),
        ("rule_only_uncovered", "little", "warning"),
    }


def test_a_sample_that_comes_out_otherwise_refuses_the_pack() -> None:
    text = """\
- id: r
  when: {field: text, contains: 甲}
  then: [{extract: {field: num, pattern: '[0-9]+'}}]
  samples:
  - {text: 甲12, hits: true, fields: {num: 12}}
  - {text: 乙, hits: true}
  - {text: 甲34, hits: true, fields: {num: '0034'}}
"""
    checked = report(text)
    assert not checked.ok
    seen = [
        (problem.kind, problem.line, problem.params["what"], problem.params["seen"]) for problem in checked.problems
    ]
    assert seen == [("sample_failed", 9, "hits", "false"), ("sample_failed", 10, "field num", "34")]
    results = samples.run(load(HEAD + text, "p"))
    assert [result.ok for result in results] == [True, False, False]
    assert [result.hit for result in results] == [True, False, True]


def test_the_report_lists_rules_of_a_faulty_pack_too() -> None:
    checked = report("- {id: r, when: {field: text, contains_any: [0381, yes]}, then: [{tagg: t}]}\n")
    assert not checked.ok
    assert [(rule.id, rule.keywords) for rule in checked.rules] == [("r", ("0381", "yes"))]


def test_a_rule_as_a_sentence() -> None:
    (rule,) = load(
        HEAD
        + """\
- id: r
  why: 首页的编号可直接提取
  when:
    all:
    - {field: text, contains_any: [合同编号, 合同号], min_distinct: 2}
    - {field: amount, greater_than: 1000000}
  then: [{extract: {field: no, entity: contract_no}}, {route: rule_only}, {priority: high}]
""",
        "p",
    ).rules
    parts = sentence.parts(rule)
    assert [(part.role, part.key or part.text) for part in parts] == [
        ("join", "join.if"),
        ("join", "join.all"),
        ("join", "join.then"),
        ("action", "action.extract"),
        ("target", "entity.contract_no"),
        ("join", "action.as"),
        ("target", "no"),
        ("action", "action.route"),
        ("target", "route.rule_only"),
        ("action", "action.priority"),
        ("target", "priority.high"),
        ("join", "join.because"),
        ("literal", "首页的编号可直接提取"),
    ]
    assert [(part.role, part.key or part.text) for part in parts[1].children] == [
        ("field", "field.text"),
        ("operator", "op.contains_any"),
        ("value", "合同编号"),
        ("value", "合同号"),
        ("operator", "op.min_distinct"),
        ("field", "entity.amount"),
        ("operator", "op.greater_than"),
        ("value", "1000000"),
    ]


def test_the_bench_gives_the_verdicts_of_a_plain_loop(tmp_path: Path) -> None:
    texts = [
        "违约金为5元，担保。",
        "合同总价的预付款，100个工作日内付。",
        "电话13800138000，卡6212345678900000003。",
        "2028年1月1日付200万元的30%",
        "无。",
    ]
    neutral = [
        {"id": "R1", "type": "keyword_any", "terms": ["违约金", "滞纳金"]},
        {"id": "R2", "type": "keyword_all", "terms": ["预付款", "合同总价"], "none": ["担保"]},
        {"id": "R3", "type": "regex", "pattern": r"(?<!\d)1[3-9]\d{9}(?!\d)", "core": "1[3-9][0-9]{9}"},
        {
            "id": "R4",
            "type": "regex",
            "check": "luhn",
            "pattern": r"(?<!\d)62\d{14,17}(?!\d)",
            "core": "62[0-9]{14,17}",
        },
        {"id": "R5", "type": "amount_ge", "value": 1000000},
        {"id": "R6", "type": "percent_gt", "value": 20},
        {"id": "R7", "type": "days_gt", "value": 90},
        {"id": "R8", "type": "date_after", "value": "2027-12-31"},
    ]
    path = tmp_path / "chunks.jsonl"
    path.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts), "utf-8")
    (tmp_path / "rules.json").write_text(json.dumps(neutral), "utf-8")
    expected = "\n".join(["R1", "R2,R7", "R3,R4", "R5,R6,R8", ""])
    assert bench.run(bench.load(path)) == (5, hashlib.sha1(expected.encode()).hexdigest()[:8])
