"""Rules over documents: conditions, actions, and what must never happen."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.domain.document import Node, Table
from docprep_gui.text.folding import fold

from .making import chunk, condition, document, holds, pieces, rules


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("{field: text, contains: 违约金}", [True, False, False]),
        ("{field: text, not_contains: [违约金, 验收]}", [False, False, True]),
        ("{field: text, contains_any: [违约金, 验收]}", [True, True, False]),
        ("{field: text, contains_any: [违约金, 总价, 验收], min_distinct: 2}", [True, False, False]),
        ("{field: text, contains_all: [违约金, 总价]}", [True, False, False]),
        ("{field: text, starts_with: [按总价, 其他]}", [True, False, False]),
        ("{field: text, equals: 本合同一式两份。}", [False, False, True]),
        ("{field: text, one_of: [甲, 本合同一式两份。]}", [False, False, True]),
        ("{field: text, matches: '[0-9]+%'}", [True, False, False]),
        ("{field: text, not_matches: '[0-9]+%'}", [False, True, True]),
        ("{field: percent, greater_than: 4}", [True, False, False]),
        ("{field: percent, greater_than: 5}", [False, False, False]),
        ("{field: percent, at_least: 5}", [True, False, False]),
        ("{field: amount, between: [1000000, 2000000]}", [True, False, False]),
        ("{field: amount, less_than: 20000}", [False, True, False]),
        ("{field: amount, at_most: 12000}", [False, True, False]),
        ("{field: amount, lacks: true}", [False, False, True]),
        ("{field: date, date_after: 2024-06-30}", [False, True, False]),
        ("{field: date, date_before: 2024-06-30}", [False, False, False]),
        ("{field: date, between: [2024-07-01, 2024-07-31]}", [False, True, False]),
        ("{field: date, equals: 2024-07}", [False, True, False]),
        ("{field: date, within_days: {days: 10, of: 2024-07-01}}", [False, True, False]),
        ("{field: date, within_days: {days: 1, of: 2024-07-01}}", [False, False, False]),
        ("{any: [{field: percent, has: true}, {has: date}]}", [True, True, False]),
        ("{none: [{field: percent, has: true}, {has: date}]}", [False, False, True]),
        ("{all: [{has: amount}, {any: [{has: date}, {has: party}]}]}", [False, True, False]),
        ("{field: page, equals: 2}", [False, True, False]),
        ("{field: page, between: [2, 3]}", [False, True, True]),
        ("{field: chars, at_least: 20}", [True, True, False]),
        ("{field: title, contains: 题}", [True, True, True]),
        ("{field: file_name, starts_with: a.}", [True, True, True]),
        ("{field: file_kind, one_of: [docx, pdf]}", [False, False, False]),
        ("{field: preview, contains: 总价}", [True, True, True]),
        ("{field: language, equals: zh}", [True, True, True]),
    ],
)
def test_operators(when: str, expected: list[bool]) -> None:
    texts = "按总价150万元的5%支付违约金，逾期加倍。\n", "2024年7月5日验收并支付12,000.00元。\n", "本合同一式两份。"
    assert holds(when, *texts) == expected


def test_a_number_of_unknown_exactness_is_not_claimed() -> None:
    assert holds("{field: date, date_after: 2024-06-15}", "2024年6月交货") == [False]
    assert holds("{field: date, date_after: 2024-05-31}", "2024年6月交货") == [True]


@pytest.mark.parametrize(
    "written",
    [
        "违约金",
        "违\u200b约金",
        "违约\u00ad金",
        "条款ＳＬＡ",
        "条款sla",
        "我们的SLA要求",
        "见ＰＯ编号",
        "（含税）",
        "(含税)",
        "a\u00a0b",
    ],
)
def test_words_are_found_however_they_are_written(written: str) -> None:
    text = f"𠮷前{written}后"
    made, cut = pieces(text)
    verdict = condition("{field: text, contains_any: [违约金, SLA, PO, （含税）, a b]}").judge(made, cut).verdicts[0]
    assert len(verdict.hits) == 1
    found = made.slice(verdict.hits[0].span)
    assert fold(found).text in ("违约金", "sla", "po", "(含税)", "a b")
    assert found in written


def test_spans_count_code_points_and_lie_in_the_core() -> None:
    text = "𠮷违约金𠮷𠮷合同号：ＨＴ－１2号"
    made = document(text)
    cut = [chunk(made, (4, len(text)), ((0, 4),))]
    set_ = rules("""\
- id: a
  when: {field: text, contains_any: [违约金, 合同号]}
  then: [{extract: {field: no, pattern: '号：([A-Z0-9－]+)'}}]
""")
    verdict = set_.judge(made, cut).verdicts[0]
    assert [made.slice(hit.span) for hit in verdict.hits] == ["合同号", "ＨＴ－１2"]
    assert [(value.value, made.slice(value.span)) for value in verdict.fields["no"]] == [("HT－12", "ＨＴ－１2")]


def test_a_word_over_the_edge_of_a_chunk_is_no_hit() -> None:
    made = document("支付违约金")
    verdicts = (
        condition("{field: text, contains: 违约金}")
        .judge(made, [chunk(made, (0, 3)), chunk(made, (3, 5), ((0, 3),), ordinal=1)])
        .verdicts
    )
    assert [verdict.hits for verdict in verdicts] == [(), ()]


def test_an_echo_is_masked_but_not_judged() -> None:
    text = "| 甲 | 13800138000 |\n| 乙 | 13800138000 |\n"
    row = text.index("\n") + 1
    echo = (text.index("13800138000", row), text.index("13800138000", row) + 11)
    made = document(text, nodes=[Node("row", (row, len(text) - 1), 0, echoes=(echo,))])
    set_ = rules("""\
- {id: a, when: {has: mobile}, then: [{tag: 电话}]}
- {id: b, when: {field: text, contains: '13800138000'}, then: [{tag: 字}]}
- {id: c, then: [{mark: mobile}]}
""")
    first, second = set_.judge(made, [chunk(made, (0, row)), chunk(made, (row, len(text)), ordinal=1)]).verdicts
    assert set(first.tags) == {"电话", "字"}
    assert second.tags == ()
    assert [item.span for item in second.sensitive] == [echo]
    assert second.hits == ()


def test_what_is_sensitive_is_masked_in_context_too_and_in_asides() -> None:
    text = "电话13800138000。\n签字。\n页脚13900139000"
    body = text.index("页脚")
    made = document(text, body)
    middle = text.index("签字")
    cut = [chunk(made, (0, middle)), chunk(made, (middle, body), ((0, middle),), ordinal=1)]
    judgement = rules("- {id: m, then: [{mark: mobile}]}\n").judge(made, cut)
    assert [made.slice(item.span) for item in judgement.sensitive] == ["13800138000", "13900139000"]
    assert [[made.slice(item.span) for item in verdict.sensitive] for verdict in judgement.verdicts] == [
        ["13800138000"],
        ["13800138000"],
    ]
    assert [len(verdict.hits) for verdict in judgement.verdicts] == [1, 0]


def test_marks_run_whatever_stops() -> None:
    set_ = rules("""\
- {id: first, priority: 1, when: {field: text, contains: 电话}, then: [{tag: 一}, stop]}
- {id: tag, priority: 2, then: [{tag: 二}]}
- {id: mark, priority: 3, then: [{mark: mobile}, {tag: 三}]}
""")
    made, cut = pieces("电话13800138000。", "手机13900139000。")
    first, second = set_.judge(made, cut).verdicts
    assert first.tags == ("一",)
    assert second.tags == ("二", "三")
    assert [len(verdict.sensitive) for verdict in (first, second)] == [1, 1]


def test_the_first_route_settles_and_later_ones_are_recorded() -> None:
    set_ = rules("""\
- {id: late, priority: 9, then: [{route: ignore}, {priority: low}, {tag: 晚}]}
- {id: early, priority: 1, then: [{route: local_only}, {priority: high}]}
""")
    made, cut = pieces("甲方付款。")
    verdict = set_.judge(made, cut).verdicts[0]
    assert (verdict.route, verdict.priority, verdict.tags) == ("local_only", "high", ("晚",))
    traces = {trace.rule: trace for trace in set_.explain(made, cut, 0)}
    assert traces["early"].decided
    assert (traces["late"].decided, traces["late"].overruled) == (False, "ignore")


def test_rule_only_holds_only_where_the_text_is_covered() -> None:
    text = "- {id: r, when: {field: text, contains: 编号}, then: [{route: rule_only}, {reason: 编号}]}\n"
    made, cut = pieces("合同编号：A。", "合同编号：A。乙方应当交货。")
    covered, open_ = rules(text).judge(made, cut).verdicts
    assert (covered.route, covered.covered, covered.uncovered) == ("rule_only", 1.0, False)
    assert (open_.route, open_.covered, open_.uncovered) == ("model", 0.5, True)
    less = rules(text.replace("{route: rule_only}", "{route: {to: rule_only, covered: 0.5}}"))
    assert less.judge(made, cut).verdicts[1].route == "rule_only"


def test_what_stays_local_stays_local_where_the_shortcut_fails() -> None:
    set_ = rules("""\
- {id: a, when: {field: text, contains: 编号}, then: [{route: rule_only}]}
- {id: b, then: [{route: local_only}]}
""")
    made, cut = pieces("合同编号：A。乙方应当交货。")
    assert set_.judge(made, cut).verdicts[0].route == "local_only"


def test_a_mark_covers_nothing() -> None:
    set_ = rules("- {id: a, then: [{mark: mobile}, {route: rule_only}]}\n")
    made, cut = pieces("联系人13800138000应当赔偿。")
    verdict = set_.judge(made, cut).verdicts[0]
    assert (verdict.route, verdict.covered) == ("model", 0.0)


def test_later_rules_see_tags_fields_and_coverage() -> None:
    set_ = rules("""\
- id: a
  when: {field: text, contains: 期限}
  then: [{tag: 期}, {extract: {field: days, pattern: '([0-9]+)天'}}]
- {id: b, when: {field: days, greater_than: 30}, then: [{tag: 长}]}
- {id: c, when: {field: tag, contains_all: [期, 长]}, then: [{tag: 都有}]}
- {id: d, when: {field: covered, at_least: 1}, then: [{tag: 全}]}
""")
    made, cut = pieces("期限45天。", "期限10天。", "45天。")
    assert [verdict.tags for verdict in set_.judge(made, cut).verdicts] == [
        ("期", "长", "都有", "全"),
        ("期", "全"),
        (),
    ]


def test_a_rule_about_the_document_speaks_for_all_its_chunks() -> None:
    set_ = rules("""\
- {id: a, scope: document, when: {field: text, contains_all: [甲方, 乙方]}, then: [{tag: 合同}]}
- {id: b, scope: document, when: {field: text, not_contains: 附件}, then: [{tag: 无附件}]}
- {id: c, scope: document, when: {field: page, equals: 2}, then: [{tag: 两页}]}
""")
    made, cut = pieces("甲方付款。", "乙方交货。")
    judged = set_.judge(made, cut)
    assert [verdict.tags for verdict in judged.verdicts] == [("合同", "无附件", "两页")] * 2
    assert [[made.slice(hit.span) for hit in verdict.hits] for verdict in judged.verdicts] == [["甲方"], ["乙方"]]


def test_fields_stand_in_order_of_place_each_once() -> None:
    set_ = rules("""\
- {id: a, then: [{extract: {field: x, entity: amount}}]}
- {id: b, then: [{extract: {field: x, entity: [amount, percent]}}]}
- {id: c, then: [{extract: {field: price, entity: amount, pattern: '总价[^。]*'}}]}
""")
    made, cut = pieces("运费5元，总价30元，税率3%。")
    fields = set_.judge(made, cut).verdicts[0].fields
    assert [made.slice(value.span) for value in fields["x"]] == ["5元", "30元", "3%"]
    assert [(value.value, value.currency) for value in fields["price"]] == [("30", "CNY")]


def test_a_pattern_with_a_check_digit() -> None:
    text = "{field: text, matches: '62[0-9]{14,17}', check_digit: luhn}"
    assert holds(text, "6212345678900000003。", "6212345678900000004。") == [True, False]


def test_the_size_of_tables() -> None:
    text = "| 甲 | 乙 |\n| --- | --- |\n| 1 | 2 |\n后文"
    end = text.index("后")
    nodes = [
        Node("table", (0, end - 1), 0, table=Table(2, 2, 1, b"")),
        Node("row", (0, 9), 1),
        Node("row", (24, end - 1), 1),
    ]
    made = document(text, nodes=nodes)
    cut = [chunk(made, (0, end)), chunk(made, (end, len(text)), ordinal=1)]
    for when in ("{field: rows, equals: 2}", "{field: cols, at_least: 2}"):
        assert [bool(verdict.tags) for verdict in condition(when).judge(made, cut).verdicts] == [True, False]


def test_disabled_rules_and_packs_in_order() -> None:
    text = "- {id: a, enabled: false, then: [{tag: 一}]}\n- {id: b, then: [{tag: 二}]}\n- {id: c, then: [{tag: 三}]}\n"
    made, cut = pieces("甲")
    assert rules(text, disabled=frozenset({("p", "c")})).judge(made, cut).verdicts[0].tags == ("二",)


def test_contradictions_in_amounts_and_dates_are_noticed() -> None:
    set_ = rules("- {id: a, when: {any: [{has: amount}, {has: date}]}, then: [{tag: t}]}\n")
    made, cut = pieces("总价壹万元整（¥12,000.00），2023年2月30日前付清。")
    notices = {notice.code: notice for notice in set_.judge(made, cut).notices}
    assert set(notices) == {"amount_words_differ", "invalid_date"}
    assert notices["invalid_date"].span is not None
    assert made.slice(notices["invalid_date"].span) == "2023年2月30日"
    good, cut = pieces("总价壹万元整（¥10,000.00），2023年2月28日前付清。")
    assert set_.judge(good, cut).notices == ()


def test_an_explanation_says_what_was_seen() -> None:
    set_ = rules("""\
- id: r
  when:
    all:
    - {field: text, contains_any: [违约金, 赔偿]}
    - any: [{field: amount, greater_than: 100}, {field: heading, contains: 违约}]
    - {field: text, not_contains: 目录}
  then: [{tag: t}]
""")
    made, cut = pieces("违约金50元。", "无。")
    (trace,) = set_.explain(made, cut, 0)
    assert trace.condition is not None
    assert not trace.matched
    words, either, without = trace.condition.children
    assert (words.holds, words.seen, words.spans) == (True, "违约金", ((0, 3),))
    assert [(child.field, child.holds, child.seen) for child in either.children] == [
        ("amount", False, "50"),
        ("heading", False, ""),
    ]
    assert (without.holds, without.operand) == (True, ("目录",))


def test_no_chunks_and_no_rules() -> None:
    made = document("电话13800138000")
    assert len(rules("- {id: m, then: [{mark: mobile}]}\n").judge(made, []).sensitive) == 1
    verdict = rules("  []").judge(made, [chunk(made, (0, 13))]).verdicts[0]
    assert (verdict.route, verdict.hits, verdict.tags) == ("model", (), ())


PACK = """\
- id: a
  priority: 5
  when: {field: text, contains_any: [甲方, ab, 甲]}
  then: [{tag: 甲}, {extract: {field: sum, entity: amount}}]
- {id: b, when: {field: text, matches: '[0-9]+元|乙+'}, then: [{route: rule_only}, {priority: high}]}
- {id: c, when: {field: amount, at_least: 10}, then: [{route: local_only}, {reason: 大}]}
- {id: d, when: {all: [{field: text, contains_all: [甲, 乙]}, {field: text, not_contains: 丙}]}, then: [stop]}
- {id: e, scope: document, when: {field: text, contains: 丙}, then: [{tag: 丙}]}
- {id: f, then: [{mark: [mobile, amount]}]}
- {id: g, when: {field: covered, at_least: 0.5}, then: [{tag: 半}]}
"""
SET = rules(PACK)
texts = st.text(st.sampled_from("甲方乙丙ab1０ 　0元。\n\u200b，Ａ𠮷"), max_size=40)


@settings(max_examples=60, deadline=None)
@given(texts, st.lists(st.integers(0, 40), max_size=3))
def test_judgements_keep_their_promises(text: str, cuts: list[int]) -> None:
    made = document(text)
    bounds = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    cut = [
        chunk(made, (a, b), ((max(0, a - 3), a),) if a else (), ordinal=n) for n, (a, b) in enumerate(pairwise(bounds))
    ]
    judgement = SET.judge(made, cut)
    assert SET.judge(made, cut) == judgement
    assert pickle.loads(pickle.dumps(judgement)) == judgement
    assert SET.judge(made, cut[::-1]).verdicts == judgement.verdicts[::-1]
    spans = [item.span for item in judgement.sensitive]
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    for place, (one, verdict) in enumerate(zip(cut, judgement.verdicts, strict=True)):
        start, end = one.core
        folded = fold(text[start:end]).text
        assert [hit.span for hit in verdict.hits] == sorted(hit.span for hit in verdict.hits)
        assert all(start <= hit.span[0] < hit.span[1] <= end for hit in verdict.hits)
        assert any(hit.rule == "a" for hit in verdict.hits) >= ("甲" in folded or "ab" in folded)
        assert 0.0 <= verdict.covered <= 1.0
        assert verdict.route != "rule_only" or verdict.covered >= 0.9
        decided = [trace for trace in SET.explain(made, cut, place) if trace.decided]
        assert len(decided) <= 1
        assert {trace.rule for trace in SET.explain(made, cut, place) if trace.matched} >= {
            hit.rule for hit in verdict.hits
        }


@settings(max_examples=60, deadline=None)
@given(texts, st.sampled_from(["甲方", "ab", "a", "0元", "，", "A甲", "元。"]))
def test_words_are_found_where_the_folded_view_has_them(text: str, word: str) -> None:
    made = document(text)
    verdict = condition(f"{{field: text, contains: '{word}'}}").judge(made, [chunk(made, (0, len(text)))]).verdicts[0]
    wanted = fold(word).text
    view = fold(text)
    expected, at = [], view.text.find(wanted)
    while at >= 0:
        expected.append(view.span(at, at + len(wanted)))
        at = view.text.find(wanted, at + len(wanted))
    assert [hit.span for hit in verdict.hits] == expected


def test_reasons_stand_in_the_language_of_the_document() -> None:
    set_ = rules("- {id: r, why: {zh: 因为, en: Because}, when: {field: text, contains: a}, then: [{tag: t}]}\n")
    made, cut = pieces("a")
    english = replace(made, source=replace(made.source, language="en"))
    for asked, reason in ((made, "因为"), (english, "Because")):
        verdict = set_.judge(asked, cut).verdicts[0]
        assert ({hit.reason for hit in verdict.hits}, verdict.reasons) == ({reason}, (reason,))


@given(st.lists(st.sampled_from(["甲方", "乙方", "附件"]), min_size=1, max_size=4))
def test_a_rule_about_the_document_says_the_same_whether_or_not_the_text_had_to_be_looked_through(
        words: list[str]) -> None:
    outer = {"{field: file_name, starts_with: a}": True, "{field: file_name, starts_with: b}": False,
             "{field: preview, matches: '^甲'}": words[0] == "甲方", "{field: tag, equals: x}": True}
    made, cut = pieces(*words)
    for part, told in outer.items():
        for inner in ("{field: text, contains: 附件}", "{none: [{field: text, not_contains: 附件}]}"):
            set_ = rules(f"- {{id: x, priority: 1, then: [{{tag: x}}]}}\n"
                         f"- {{id: a, scope: document, when: {{all: [{inner}, {part}]}}, then: [{{tag: t}}]}}\n"
                         f"- {{id: b, scope: document, when: {part}, then: [{{tag: u}}]}}\n")
            tags = set_.judge(made, cut).verdicts[0].tags
            assert ("t" in tags, "u" in tags) == (told and "附件" in words, told)
            traced = {trace.rule: trace.matched for trace in set_.explain(made, cut, 0)}
            assert (traced["a"], traced["b"]) == ("t" in tags, "u" in tags)


def test_a_rule_that_tells_the_kind_of_a_document_points_at_no_place() -> None:
    """Words that tell it stand all over the text. A rule that says more has its places."""
    made = rules("""\
- {id: a, scope: document, when: {field: text, contains: 主持}, then: [{tag: "kind:minutes"}, {reason: 有主持人}]}
- {id: b, scope: document, when: {field: text, contains: 主持}, then: [{tag: 纪要}]}
""").judge(*pieces("会议纪要", "主持：王五"))
    assert {hit.rule for verdict in made.verdicts for hit in verdict.hits} == {"b"}
    assert all(verdict.tags == ("kind:minutes", "纪要") for verdict in made.verdicts)
