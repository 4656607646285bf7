"""The rule language as a table: each operator with each kind of value, none, several, full-width, and their negatives."""

from __future__ import annotations

import pytest

from docprep_gui.domain.errors import RulesError
from docprep_gui.rules.engine import compile_rules
from docprep_gui.rules.pack import load
from docprep_gui.rules.vocabulary import OPERATORS

from .making import chunk, document, holds, pieces, rules

NUMBERS = ("无数字。", "付款１０％。", "付款10%和30%。")
SUMS = ("无金额。", "价款１２，０００元。", "价款5000元和人民币贰拾万元整。")
DAYS = ("无日期。", "２０２４年６月３０日交货。", "2024年5月1日签订，2025年1月15日交货。", "2024年6月交货。")
RANGES = ("无期限。", "自2024年1月1日至2024年12月31日。")
TABLE = [
    ("{field: text, contains: 金额}", SUMS, [True, False, False]),
    ("{field: text, contains: '１２,０００'}", SUMS, [False, True, False]),
    ("{field: text, not_contains: 金额}", SUMS, [False, True, True]),
    ("{field: text, contains_any: [金额, 贰拾]}", SUMS, [True, False, True]),
    ("{field: text, contains_all: [价款, 5000]}", SUMS, [False, False, True]),
    ("{field: text, starts_with: [价款1, 无]}", SUMS, [True, True, False]),
    ("{field: text, equals: '价款12,000元。'}", SUMS, [False, True, False]),
    ("{field: text, one_of: [无金额。, 别的]}", SUMS, [True, False, False]),
    ("{field: text, matches: '1[0-9]'}", SUMS, [False, True, False]),
    ("{field: text, not_matches: '1[0-9]'}", SUMS, [True, False, True]),
    ("{field: text, has: true}", ("　 \n", "甲"), [False, True]),
    ("{field: text, lacks: true}", ("　 \n", "甲"), [True, False]),
    ("{field: percent, equals: 10}", NUMBERS, [False, True, True]),
    ("{field: percent, one_of: [20, 30.0]}", NUMBERS, [False, False, True]),
    ("{field: percent, greater_than: 10}", NUMBERS, [False, False, True]),
    ("{field: percent, at_least: 10}", NUMBERS, [False, True, True]),
    ("{field: percent, less_than: 10}", NUMBERS, [False, False, False]),
    ("{field: percent, at_most: 10}", NUMBERS, [False, True, True]),
    ("{field: percent, between: [11, 30]}", NUMBERS, [False, False, True]),
    ("{field: percent, has: true}", NUMBERS, [False, True, True]),
    ("{field: percent, lacks: true}", NUMBERS, [True, False, False]),
    ("{field: amount, equals: 12000}", SUMS, [False, True, False]),
    ("{field: amount, greater_than: 12_000}", SUMS, [False, False, True]),
    ("{field: amount, less_than: 12000}", SUMS, [False, False, True]),
    ("{field: amount, between: [10000, 20000]}", SUMS, [False, True, False]),
    ("{none: [{field: amount, at_least: 12000}]}", SUMS, [True, False, False]),
    ("{field: date, equals: 2024-06-30}", DAYS, [False, True, False, False]),
    ("{field: date, equals: 2024-06}", DAYS, [False, True, False, True]),
    ("{field: date, one_of: [2023, 2025]}", DAYS, [False, False, True, False]),
    ("{field: date, date_before: 2024-06-30}", DAYS, [False, False, True, False]),
    ("{field: date, date_after: 2024-06-30}", DAYS, [False, False, True, False]),
    ("{field: date, between: [2024-06-01, 2024-06-30]}", DAYS, [False, True, False, True]),
    ("{field: date, within_days: {days: 29, of: 2024-06-30}}", DAYS, [False, True, False, True]),
    ("{field: date, within_days: {days: 28, of: 2024-06-30}}", DAYS, [False, True, False, False]),
    ("{field: date, lacks: true}", DAYS, [True, False, False, False]),
    ("{field: date_range, equals: 2024-01-01/2024-12-31}", RANGES, [False, True]),
    ("{field: date_range, date_after: 2023-12-31}", RANGES, [False, True]),
    ("{field: date_range, between: [2024-01-01, 2024-06-30]}", RANGES, [False, False]),
    ("{field: mobile, contains: 1380}", ("电话１３８００１３８０００", "电话无"), [True, False]),
    ("{field: mobile, not_contains: 1380}", ("电话13800138000，13900139000", "电话无"), [False, True]),
    ("{field: mobile, starts_with: 139}", ("电话13800138000，13900139000", "电话无"), [True, False]),
    ("{field: mobile, not_matches: '^139'}", ("电话13800138000，13900139000", "电话13800138000"), [False, True]),
    ("{field: mobile, contains_all: ['138', '139']}", ("电话13800138000，13900139000", "电话13800138000"), [True, False]),
    ("{field: sheet, has: true}", ("甲",), [False]),
    ("{field: sheet, lacks: true}", ("甲",), [True]),
    ("{field: sheet, equals: Sheet1}", ("甲",), [False]),
    ("{field: sheet, not_contains: 甲}", ("甲",), [True]),
    ("{field: heading, contains: 违约}", ("甲",), [False]),
    ("{field: heading, not_contains: 违约}", ("甲",), [True]),
    ("{field: tag, lacks: true}", ("甲",), [True]),
    ("{field: rows, equals: 0}", ("甲",), [True]),
    ("{field: cols, greater_than: 0}", ("甲",), [False]),
    ("{field: tokens, between: [1, 2]}", ("甲", "甲乙丙丁戊"), [True, False]),
    ("{field: file_size, at_least: 2}", ("甲乙",), [True]),
    ("{field: chunk_kind, one_of: [text, table]}", ("甲",), [True]),
    ("{field: covered, equals: 0}", ("甲",), [True]),
]


@pytest.mark.parametrize(("when", "texts", "expected"), TABLE, ids=[when for when, _, _ in TABLE])
def test_operators_with_kinds_of_values(when: str, texts: tuple[str, ...], expected: list[bool]) -> None:
    assert holds(when, *texts) == expected


def test_the_table_has_every_operator() -> None:
    assert all(any(f" {operator}:" in when for when, _, _ in TABLE) for operator in OPERATORS)


@pytest.mark.parametrize(
    ("taken", "when", "held"),
    [
        ("１２８万元", "greater_than: 1000000", True),
        ("1,280,000.00", "equals: 1280000", True),
        ("人民币贰拾万元整", "between: [200000, 200000]", True),
        ("约二十", "greater_than: 1", False),
        ("2024年6月30日", "date_before: 2024-07-01", True),
        ("2024年6月30日", "equals: 2024-06-30", True),
        ("2024年6月", "between: [2024-06-01, 2024-06-30]", True),
        ("另行商定", "date_after: 2000-01-01", False),
        ("2024年6月30日", "within_days: {days: 3, of: 2024-07-02}", True),
        ("NaN", "less_than: 5", False),
    ],
)
def test_a_text_that_a_pattern_took_is_compared_as_the_number_or_day_that_it_is(
        taken: str, when: str, held: bool) -> None:
    both = rules("- {id: a, priority: 1, then: [{extract: {field: f, pattern: '「(.+)」'}}]}\n"
                 f"- {{id: b, priority: 2, when: {{field: f, {when}}}, then: [{{tag: t}}]}}\n")
    made, cut = pieces(f"值「{taken}」")
    assert (both.judge(made, cut).verdicts[0].tags == ("t",)) is held


@pytest.mark.parametrize(
    ("when", "held"),
    [("equals: 甲", True), ("one_of: [乙, 丙]", True), ("contains_all: [甲, 乙]", True), ("not_contains: 乙", False),
     ("not_contains: 丙", True), ("contains_any: [甲, 丙], min_distinct: 2", False), ("has: true", True),
     ("lacks: true", False), ("not_matches: '^[甲乙]$'", False)],
)
def test_tags_set_earlier(when: str, held: bool) -> None:
    both = rules("- {id: a, priority: 1, then: [{tag: [甲, 乙]}]}\n"
                 f"- {{id: b, priority: 2, when: {{field: tag, {when}}}, then: [{{tag: 有}}]}}\n"
                 "- {id: c, priority: 0, when: {field: tag, has: true}, then: [{tag: 早}]}\n")
    made, cut = pieces("文")
    tags = both.judge(made, cut).verdicts[0].tags
    assert ("有" in tags) is held
    assert "早" not in tags


def test_a_rule_that_stops_keeps_later_ones_from_its_chunks_only() -> None:
    both = rules("- {id: a, priority: 1, when: {field: text, contains: 密}, then: [{route: local_only}, stop]}\n"
                 "- {id: b, priority: 2, then: [{tag: 后}, {mark: mobile}]}\n")
    made, cut = pieces("密13800138000。", "明。")
    first, second = both.judge(made, cut).verdicts
    assert (first.tags, first.route, second.tags, second.route) == ((), "local_only", ("后",), "model")
    assert first.sensitive


def test_a_document_rule_counts_over_all_chunks_and_its_stop_holds_for_all() -> None:
    both = rules("- {id: a, scope: document, priority: 1, when: {all: [{field: text, contains_all: [甲, 乙]},\n"
                 "    {field: amount, at_least: 5000}, {none: [{field: text, contains: 丙}]}]}, then: [{tag: 全}, stop]}\n"
                 "- {id: b, priority: 2, then: [{tag: 后}]}\n")
    made, cut = pieces("甲方。", "乙方付5000元。")
    assert [verdict.tags for verdict in both.judge(made, cut).verdicts] == [("全",), ("全",)]
    made, cut = pieces("甲方。", "乙方付5000元。", "丙方。")
    assert [verdict.tags for verdict in both.judge(made, cut).verdicts] == [("后",)] * 3


def test_a_pack_for_one_language_is_silent_on_others() -> None:
    text = "schema: 1\npack: {0}\nlanguage: {0}\nrules:\n- {{id: r, then: [{{tag: '{0}'}}, {{mark: mobile}}]}}\n"
    packs = [load(text.format(language), language) for language in ("zh", "en")]
    every = load(text.replace("language: {0}\n", "").format("all"), "all")
    made = document("甲方电话13800138000")
    cut = [chunk(made, made.source.body)]
    judged = compile_rules([*packs, every])
    assert judged.judge(made, cut).verdicts[0].tags == ("zh", "all")
    assert [trace.pack for trace in judged.explain(made, cut, 0)] == ["zh", "all"]
    assert compile_rules(packs[1:]).judge(made, cut).sensitive == ()


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(RulesError) as refused:
        load("schema: 1\npack: p\nlanguage: 中文\nrules: []\n", "p")
    assert [problem.params["key"] for problem in refused.value.problems] == ["language"]


@pytest.mark.parametrize("written", ["limitation of liability", "LIMITATION  OF\nLIABILITY", "limitation of ｌｉａｂｉｌｉｔｙ",
                                     "limitation\u00a0of\tliability"])
def test_a_blank_in_a_word_is_any_white_space(written: str) -> None:
    when = "{field: text, contains: limitation of Liability}"
    assert holds(when, f"1. {written}.", "limitationofliability", "limitation.") == [True, False, False]
    (hit,) = rules(f"- {{id: r, when: {when}, then: [{{tag: t}}]}}\n").judge(*pieces(f"1. {written}.")).verdicts[0].hits
    assert f"1. {written}."[slice(*hit.span)] == written


def test_a_sum_in_figures_and_in_words_is_one_value_of_a_named_field() -> None:
    ruled = rules("- {id: r, then: [{extract: {field: price, entity: amount, pattern: '总价[^。]{0,60}'}}]}\n")

    def values(text: str) -> list[object]:
        made, cut = pieces(text)
        return [value.value for value in ruled.judge(made, cut).verdicts[0].fields["price"]]
    assert values("总价为人民币98,000.00元（大写：玖万捌仟元整）。") == ["98000"]
    assert values("总价为人民币98,000.00元（大写：捌万玖仟元整）。") == ["98000", "89000"]
    assert values("总价为98,000元，另付98,000元。") == ["98000", "98000"]
