"""Rules of older shapes, put into the language."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.domain.chunk import Verdict
from docprep_gui.rules.engine import compile_rules
from docprep_gui.rules.importing import Lost, import_pack
from docprep_gui.rules.lint import check
from docprep_gui.rules.pack import load
from docprep_gui.rules.tree import YamlError

from .making import pieces


def judged(written: object, *texts: str, name: str = "old.json") -> tuple[list[Verdict], tuple[Lost, ...]]:
    found = import_pack(written if isinstance(written, str) else json.dumps(written, ensure_ascii=False), name)
    made, cut = pieces(*texts)
    return list(compile_rules([load(found.text, "old")]).judge(made, cut).verdicts), found.lost


def test_title_and_body_with_the_first_match_ending_it() -> None:
    rules = [
        {"name": "短文", "body_contains": "违约", "max_chars": 6, "route": "skip"},
        {"name": "违约", "conditions": {"body_contains": ["违约", "赔偿"], "file_ext": [".txt"]}, "priority": "high",
         "tags": ["风险"], "stop": False},
        {"name": "其余", "min_chars": 1, "tag": "其余", "route": "llm"},
    ]
    verdicts, lost = judged({"rules": rules}, "违约。", "违约的一方应当承担责任。", "签字。")
    assert [(verdict.route, verdict.priority, verdict.tags) for verdict in verdicts] == [
        ("ignore", "medium", ()), ("model", "high", ("风险", "其余")), ("model", "medium", ("其余",))]
    assert lost == ()


def test_kinds_of_files_that_the_program_does_not_read_are_told_by_name() -> None:
    found = import_pack('[{"file_ext": ["txt", "wps"], "tag": "t"}]', "x.json")
    assert r"(?i)\.(?:txt|wps)$" in found.text
    assert judged('[{"file_ext": ["txt", "wps"], "tag": "t"}]', "文")[0][0].tags == ("t",)


def test_match_types() -> None:
    rules = [
        {"id": "Any Two", "matchType": "any", "keywords": ["甲", "乙", "丙"], "minMatchCount": 2, "action": "mark",
         "markAs": "两个"},
        {"id": "all", "matchType": "all", "keywords": ["甲", "丁"], "action": "priority", "priorityLevel": "HIGH"},
        {"id": "rx", "matchType": "regex", "keywords": ["[0-9]{11}"], "action": "mark", "markAs": "mobile"},
        {"id": "exact", "matchType": "exact", "keywords": ["戊"], "action": "route", "routeTo": "local"},
        {"id": "none", "matchType": "none", "keywords": ["甲", "戊"], "action": "route", "routeTo": "gpu"},
    ]
    verdicts, lost = judged(rules, "甲和乙", "甲与丁，13800138000", "戊", "己")
    assert [(verdict.route, verdict.priority, verdict.tags) for verdict in verdicts] == [
        ("model", "medium", ("两个",)), ("model", "high", ()), ("local_only", "medium", ()), ("model", "medium", ())]
    assert [len(verdict.sensitive) for verdict in verdicts] == [0, 1, 0, 0]
    assert lost == ()


OLDER = """\
pack: alt
title: 旧规则
rules:
- id: r1
  title: 不含
  priority: 5
  when:
    all:
    - {field: text, matches: '[0-9]+%'}
    - {field: text, not_any: [草稿, 作废]}
    - not_any:
      - {field: percent, greater_than: 50}
  requires_gpu: true
  then:
  - tag: 比例
  samples:
  - {text: '付30%', hits: true}
  - {text: '付60%', hits: false}
- id: r1
  when: {not_any: [甲方]}
  requires_gpu: false
"""


def test_words_that_the_language_no_longer_has() -> None:
    verdicts, lost = judged(OLDER, "付30%。", "草稿：付30%。", "付60%。", "甲方付30%。")
    assert [verdict.tags for verdict in verdicts] == [("比例",), (), (), ("比例",)]
    assert [verdict.uncovered for verdict in verdicts] == [False, True, True, False]
    assert lost == ()
    text = import_pack(OLDER, "old.yaml").text
    assert [rule.id for rule in load(text, "x").rules] == ["r1", "r1-2"]
    report = check(text, "x")
    assert report.ok
    assert "pack: alt" in text
    assert "title: 旧规则" in text


@pytest.mark.parametrize(
    ("rule", "lost"),
    [
        ({"name": "a", "scope": "instruction", "route": "llm"}, ("no_condition", "")),
        ({"name": "a", "requiredFileType": "pdf", "route": "summary"}, ("no_condition", "")),
        ({"name": "问", "pattern": "(?=总结)", "route": "summary", "confidence": 0.8}, ("refused", "")),
        ({"name": "问", "pattern": "总结", "route": "summary", "confidence": 80}, ("refused", "")),
        ({"name": "问", "pattern": "总结", "timeout": 30}, ("unknown", "timeout")),
        ({"name": "a", "matchType": "fuzzy", "keywords": ["x"], "markAs": "t"}, ("value", "matchType")),
        ({"name": "a", "keywords": ["x"], "action": "route", "routeTo": "printer"}, ("value", "routeTo")),
        ({"name": "a", "route": "llm"}, ("no_condition", "")),
        ({"name": "a", "keywords": ["x"]}, ("no_action", "")),
        ({"name": "a", "keywords": [], "route": "llm"}, ("refused", "")),
        ({"name": "a", "matchType": "regex", "keywords": ["(?=x)"], "route": "llm"}, ("refused", "")),
        ({"name": "a", "when": {"body_contains": "x", "sender": "y"}, "route": "llm"}, ("unknown", "sender")),
    ],
)
def test_what_cannot_be_kept_is_named_and_never_half_kept(rule: dict[str, object], lost: tuple[str, str]) -> None:
    found = import_pack(json.dumps([rule]), "old.json")
    assert (found.text, found.rules) == ("", 0)
    assert (found.lost[0].reason, found.lost[0].key) == lost


def test_rules_for_what_a_person_asks() -> None:
    rules = [
        {"name": "总结", "pattern": "总结|概括", "requiredFileType": "any", "route": "summary", "priority": 5,
         "confidence": 0.8, "timeout": 30, "enabled": True},
        {"name": "表格", "pattern": "总结", "requiredFileType": ["Excel", ".csv"], "route": "table", "priority": 10},
        {"name": "本机", "pattern": "工资", "route": "local", "priority": 20, "confidence": 1},
        {"name": "停用", "pattern": "总结", "route": "key_terms", "priority": 99, "enabled": False},
    ]
    found = import_pack(json.dumps(rules), "old.json")
    assert found.lost == (Lost("总结", "unknown", "timeout"), Lost("本机", "unknown", "confidence"))
    pack = load(found.text, "old")
    assert [rule.scope for rule in pack.rules] == ["instruction"] * 4
    ready = compile_rules([pack])
    made, cut = pieces("工资表")
    said = ready.asked(made, "总结一下")
    assert said is not None
    assert (said.task, said.confidence, said.overruled) == ("summary", 0.8, ())
    sheet = replace(made, source=replace(made.source, kind="xlsx"))
    said = ready.asked(sheet, "总结一下")
    assert said is not None
    assert (said.task, said.confidence) == ("table", 1.0)
    assert said.overruled == (("old", "rule-1", "summary"),)
    assert ready.judge(made, cut, instruction="工资多少").verdicts[0].route == "local_only"


def test_a_detail_that_does_not_change_where_a_rule_holds_is_named_and_the_rule_kept() -> None:
    found = import_pack('[{"name": "a", "keywords": ["x"], "route": "llm", "color": "red"}]', "old.json")
    assert found.rules == 1
    assert found.lost == (Lost("a", "unknown", "color"),)


def test_what_is_no_yaml() -> None:
    with pytest.raises(YamlError):
        import_pack("a: [", "x.yaml")


KEYS = st.sampled_from(["id", "name", "keywords", "matchType", "minMatchCount", "action", "routeTo", "markAs", "when",
                        "priorityLevel", "title_contains", "body_contains", "file_ext", "min_chars", "not_any", "then",
                        "all", "field", "matches", "requires_gpu", "priority", "stop", "route", "tag", "extract", "pattern", "requiredFileType",
                        "confidence", "scope", "task"])
LEAVES = st.one_of(st.text(max_size=6), st.integers(-5, 5), st.booleans(), st.sampled_from(["any", "route", "text", "llm", "instruction"]))
THINGS = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5),
                      max_leaves=12)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.dictionaries(KEYS, THINGS, max_size=6), max_size=3))
def test_whatever_comes_is_a_pack_without_errors_or_nothing(rules: list[dict[str, object]]) -> None:
    found = import_pack(json.dumps(rules), "old.json")
    if found.text:
        assert len(load(found.text, "x").rules) == found.rules
    else:
        assert found.rules == 0
