"""Every word of the rule language once, seen to work: fields, operators, entities, actions, scopes. The lists are those
of the language's description; a word that is missing in the program or in the tables below fails a test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from docprep_gui.domain.chunk import Chunk, Verdict
from docprep_gui.domain.document import Document, Location, Node, Table
from docprep_gui.rules import vocabulary
from docprep_gui.rules.engine import compile_rules
from docprep_gui.rules.pack import load

from .making import document

FIELDS = {"text", "title", "heading", "file_name", "file_kind", "file_size", "preview", "chunk_kind", "language", "page",
          "sheet", "rows", "cols", "tokens", "chars", "tag", "instruction", "covered"}
OPERATORS = {"contains", "not_contains", "contains_any", "contains_all", "equals", "one_of", "starts_with", "matches",
             "not_matches", "greater_than", "at_least", "less_than", "at_most", "between", "date_before", "date_after",
             "within_days", "has", "lacks"}
ENTITIES = {"amount", "date", "date_range", "percent", "cn_id_card", "bank_card", "mobile", "landline", "email", "uscc",
            "passport", "plate", "contract_no", "party"}
ACTIONS = {"extract", "tag", "mark", "priority", "route", "prompt", "task", "reason", "stop"}
SCOPES = {"chunk", "document", "instruction"}
ROUTES = ("rule_only", "model", "local_only", "ocr", "ignore")

TEXT = "甲方应付30万元。乙方于2024年6月30日交货。"
SHEET = "| 品名 | 数量 |\n| --- | --- |\n| 轴承 | 3 |\n"


def made() -> tuple[Document, list[Chunk]]:
    """A page of text and a sheet with a table, as a workbook has."""
    whole = document(TEXT + SHEET, name="采购.xlsx", nodes=(
        Node("table", (len(TEXT), len(TEXT) + len(SHEET)), 0, table=Table(2, 2, 1, b"")),
        Node("row", (len(TEXT), len(TEXT) + 12), 1), Node("row", (len(TEXT) + 28, len(TEXT) + len(SHEET)), 1)))
    whole = replace(whole, source=replace(whole.source, kind="xlsx", title="采购合同", size=1234))
    first = Chunk("a", 0, "text", (0, len(TEXT)), (), ("第一章 价款",), Location(page=3), 20)
    second = Chunk("b", 1, "table", (len(TEXT), len(TEXT) + len(SHEET)), (), ("第二章 清单",), Location(sheet="明细"), 40)
    return whole, [first, second]


def judged(rules: str, instruction: str = "付款方式") -> tuple[Verdict, ...]:
    whole, chunks = made()
    pack = load(f"schema: 1\npack: p\nrules:\n{rules}", "p")
    return compile_rules([pack]).judge(whole, chunks, instruction=instruction).verdicts


def holding(when: str, before: str = "") -> list[bool]:
    verdicts = judged(f"{before}- {{id: r, priority: 50, when: {when}, then: [{{tag: hit!}}]}}\n")
    return ["hit!" in verdict.tags for verdict in verdicts]


FIELD_TABLE: dict[str, tuple[str, list[bool]]] = {
    "text": ("{field: text, contains: 交货}", [True, False]),
    "title": ("{field: title, equals: 采购合同}", [True, True]),
    "heading": ("{field: heading, contains: 清单}", [False, True]),
    "file_name": ("{field: file_name, starts_with: 采购}", [True, True]),
    "file_kind": ("{field: file_kind, one_of: [xls, xlsx]}", [True, True]),
    "file_size": ("{field: file_size, greater_than: 1000}", [True, True]),
    "preview": ("{field: preview, matches: '^甲方'}", [True, True]),
    "chunk_kind": ("{field: chunk_kind, equals: table}", [False, True]),
    "language": ("{field: language, equals: zh}", [True, True]),
    "page": ("{field: page, equals: 3}", [True, False]),
    "sheet": ("{field: sheet, equals: 明细}", [False, True]),
    "rows": ("{field: rows, at_least: 2}", [False, True]),
    "cols": ("{field: cols, equals: 2}", [False, True]),
    "tokens": ("{field: tokens, less_than: 30}", [True, False]),
    "chars": (f"{{field: chars, equals: {len(TEXT)}}}", [True, False]),
    "tag": ("{field: tag, equals: 早}", [True, False]),
    "instruction": ("{field: instruction, contains: 付款}", [True, True]),
    "covered": ("{field: covered, between: [0.4, 0.6]}", [True, False]),
    "taken": ("{field: taken, equals: 300000}", [True, False]),  # a field that a rule extracts
}
EARLIER = ("- {id: e, priority: 1, when: {field: text, contains: 甲方}, then: [{tag: 早}, "
           "{extract: {field: taken, entity: amount}}]}\n")


@pytest.mark.parametrize("field", FIELD_TABLE)
def test_fields(field: str) -> None:
    when, expected = FIELD_TABLE[field]
    assert f"field: {field}," in when
    assert holding(when, EARLIER) == expected


OPERATOR_TABLE: dict[str, tuple[str, str]] = {  # what holds for the first chunk, and what does not
    "contains": ("{field: text, contains: 甲方}", "{field: text, contains: 丙方}"),
    "not_contains": ("{field: text, not_contains: 丙方}", "{field: text, not_contains: [丙方, 甲方]}"),
    "contains_any": ("{field: text, contains_any: [甲方, 乙方, 丙方], min_distinct: 2}",
                     "{field: text, contains_any: [甲方, 乙方, 丙方], min_distinct: 3}"),
    "contains_all": ("{field: text, contains_all: [甲方, 乙方]}", "{field: text, contains_all: [甲方, 丙方]}"),
    "equals": ("{field: amount, equals: 300000}", "{field: amount, equals: 30}"),
    "one_of": ("{field: heading, one_of: [第一章 价款, 其他]}", "{field: heading, one_of: [价款]}"),
    "starts_with": ("{field: text, starts_with: 甲方}", "{field: text, starts_with: 乙方}"),
    "matches": ("{field: text, matches: '付[0-9]+万'}", "{field: text, matches: '付[0-9]+亿'}"),
    "not_matches": ("{field: text, not_matches: '付[0-9]+亿'}", "{field: text, not_matches: '付[0-9]+万'}"),
    "greater_than": ("{field: amount, greater_than: 299999}", "{field: amount, greater_than: 300000}"),
    "at_least": ("{field: amount, at_least: 300000}", "{field: amount, at_least: 300001}"),
    "less_than": ("{field: amount, less_than: 300001}", "{field: amount, less_than: 300000}"),
    "at_most": ("{field: amount, at_most: 300000}", "{field: amount, at_most: 299999}"),
    "between": ("{field: amount, between: [1, 300000]}", "{field: amount, between: [1, 299999]}"),
    "date_before": ("{field: date, date_before: 2024-07-01}", "{field: date, date_before: 2024-06-30}"),
    "date_after": ("{field: date, date_after: 2024-06-29}", "{field: date, date_after: 2024-06-30}"),
    "within_days": ("{field: date, within_days: {days: 2, of: 2024-07-02}}",
                    "{field: date, within_days: {days: 1, of: 2024-07-02}}"),
    "has": ("{field: date, has: true}", "{field: mobile, has: true}"),
    "lacks": ("{field: mobile, lacks: true}", "{field: date, lacks: true}"),
}


@pytest.mark.parametrize("operator", OPERATOR_TABLE)
def test_operators(operator: str) -> None:
    for when, expected in zip(OPERATOR_TABLE[operator], (True, False), strict=True):
        assert f", {operator}:" in when
        assert holding(when)[0] is expected, when


ENTITY_TABLE: dict[str, tuple[tuple[str, str, Any], ...]] = {  # text, the exact place, its value
    "amount": (("共人民币1,280.50元整。", "人民币1,280.50元整", "1280.50"), ("a fee of USD 3 million", "USD 3 million", "3000000")),
    "date": (("于二〇二四年六月三十日交货", "二〇二四年六月三十日", "2024-06-30"), ("on June 30, 2024.", "June 30, 2024", "2024-06-30")),
    "date_range": (("自2024年1月1日至2024年3月31日", "2024年1月1日至2024年3月31日", ("2024-01-01", "2024-03-31")),),
    "percent": (("首付百分之三十。", "百分之三十", "30"), ("a rate of 2.5%", "2.5%", "2.5")),
    "cn_id_card": (("身份证11010519491231002X。", "11010519491231002X", "11010519491231002X"),),
    "bank_card": (("账号：6212 3456 7890 0000 003", "6212 3456 7890 0000 003", "6212345678900000003"),),
    "mobile": (("电话13800138000", "13800138000", "13800138000"),),
    "landline": (("传真：010-62345678", "010-62345678", "01062345678"),),
    "email": (("邮箱：a.b@example.com。", "a.b@example.com", "a.b@example.com"),),
    "uscc": (("统一社会信用代码91350100M000100Y43", "91350100M000100Y43", "91350100M000100Y43"),),
    "passport": (("护照号码：E12345678", "E12345678", "E12345678"),),
    "plate": (("车牌号京A12345", "京A12345", "京A12345"),),
    "contract_no": (("合同编号：HT-2024-0381", "HT-2024-0381", "HT-2024-0381"), ("Contract No. AB-12/2024", "AB-12/2024", "AB-12/2024")),
    "party": (("甲方：北京示例科技有限公司", "北京示例科技有限公司", "北京示例科技有限公司"),),
}


@pytest.mark.parametrize("entity", ENTITY_TABLE)
def test_entities(entity: str) -> None:
    ready = compile_rules([load(f"rules:\n- {{id: r, then: [{{extract: {{field: f, entity: {entity}}}}}]}}\n", "p")])
    for text, place, value in ENTITY_TABLE[entity]:
        whole = document(text)
        chunk = Chunk("a", 0, "text", (0, len(text)), (), (), Location(), 1)
        [found] = ready.judge(whole, [chunk]).verdicts[0].fields["f"]
        assert whole.slice(found.span) == place
        assert found.value == value


ACTION_TABLE: dict[str, tuple[str, Callable[[Verdict], object], object]] = {
    "extract": ("{extract: {field: f, pattern: '付([0-9]+)万'}}",
                lambda verdict: [value.value for value in verdict.fields["f"]], ["30"]),
    "tag": ("{tag: [一, 二]}", lambda verdict: verdict.tags, ("一", "二")),
    "mark": ("{mark: amount}", lambda verdict: [place.kind for place in verdict.sensitive], ["amount"]),
    "priority": ("{priority: high}", lambda verdict: verdict.priority, "high"),
    "route": ("{route: local_only}", lambda verdict: verdict.route, "local_only"),
    "prompt": ("{prompt: 看金额}", lambda verdict: verdict.prompts, ("看金额",)),
    "reason": ("{reason: 因为}", lambda verdict: verdict.reasons, ("因为",)),
}


@pytest.mark.parametrize("action", ACTION_TABLE)
def test_actions(action: str) -> None:
    then, seen, expected = ACTION_TABLE[action]
    first, second = judged(f"- {{id: r, when: {{field: text, contains: 甲方}}, then: [{then}]}}\n")
    assert seen(first) == expected
    if action != "extract":
        assert seen(second) != expected


def test_the_action_task() -> None:
    ready = compile_rules([load("rules:\n- {id: r, scope: instruction, then: [{task: {name: summary, confidence: 0.5}}]}\n",
                                "p")])
    asked = ready.asked(made()[0], "总结")
    assert asked is not None
    assert (asked.task, asked.confidence) == ("summary", 0.5)


def test_the_action_stop() -> None:
    first, second = judged("- {id: a, priority: 1, when: {field: text, contains: 甲方}, then: [{tag: 一}, stop]}\n"
                           "- {id: b, priority: 2, then: [{tag: 二}]}\n")
    assert (first.tags, second.tags) == (("一",), ("二",))


@pytest.mark.parametrize("route", ROUTES)
def test_routes(route: str) -> None:
    # rule_only must not silence what no rule has read: the rule covers half of the chunk, and asks for no more.
    to = "{to: rule_only, covered: 0.4}" if route == "rule_only" else route
    first, _ = judged(f"- {{id: r, when: {{field: text, contains: 甲方}}, then: [{{route: {to}}}]}}\n")
    assert first.route == route


@pytest.mark.parametrize(("scope", "when", "expected"), [
    ("chunk", "{field: text, contains: 甲方}", [True, False]),
    ("document", "{field: text, contains_all: [甲方, 轴承]}", [True, True]),
    ("instruction", "{field: instruction, contains: 付款}", [True, True]),
    ("instruction", "{field: instruction, contains: 总结}", [False, False]),
])
def test_scopes(scope: str, when: str, expected: list[bool]) -> None:
    verdicts = judged(f"- {{id: r, scope: {scope}, when: {when}, then: [{{tag: t}}]}}\n")
    assert [verdict.tags == ("t",) for verdict in verdicts] == expected


def test_nothing_is_missing() -> None:
    assert FIELDS == vocabulary.TEXT_FIELDS | vocabulary.NUMBER_FIELDS == FIELD_TABLE.keys() - {"taken"}
    assert OPERATORS == vocabulary.OPERATORS.keys() == OPERATOR_TABLE.keys()
    assert ENTITIES == vocabulary.ENTITIES == ENTITY_TABLE.keys()
    assert ACTIONS == set(vocabulary.ACTIONS) == ACTION_TABLE.keys() | {"task", "stop"}
    assert set(vocabulary.SCOPES) == SCOPES
    assert set(ROUTES) == set(vocabulary.ROUTES)
