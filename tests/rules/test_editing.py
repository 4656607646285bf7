"""Changes of a pack's text in place: what is said changes, all else stays to the letter."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.rules import blocks, editing, tree
from docprep_gui.rules.editing import EditError
from docprep_gui.rules.model import Action, Condition, Pack, Rule, Sample
from docprep_gui.rules.pack import Draft, draft, load
from docprep_gui.workspace.packs import path_of, shipped_names

TEXT = """\
# 采购合同。法务部 2026-11 核过
schema: 1
pack: p   # 名称不改
title: "合同"
rules:
# 首页编号
- id: contract-number  # 编号
  title: '提取合同编号'
  why: 首页的编号可直接提取
  priority: 10
  when:
    all:
    # 两种叫法
    - {field: text, contains_any: ["合同编号", 合同号], min_distinct: 2}  # 都要有
    - field: amount
      greater_than: 1000000  # 一百万
    - any:
      - {field: heading, contains: 首部}
      - {has: [date, percent]}
  then:
  - extract:
      field: contract_no   # 字段
      pattern: '合同号[:：]?([A-Z0-9-]{4,})'
  - tag: [首页, "编号"]
  # 不用模型
  - route: {to: rule_only, covered: 0.95}
  - stop
  samples:
  - {text: 合同号：HT-2024-0381, hits: true, fields: {contract_no: HT-2024-0381}}
  # 反例
  - text: |
      两行的
      样例
    hits: false

# 第二条
- id: marks
  title: 遮住证件
  then:
  - mark: [cn_id_card, passport]
  samples: [{text: 没有, hits: false}, {text: 还是没有, hits: false}]

- {id: short, title: 短, when: {field: text, contains: 甲方}, then: [{tag: 甲}], samples: [{text: 甲方, hits: true}]}
"""


def pack(text: str) -> Pack:
    return load(text, "p.yaml")


def comments(text: str) -> list[str]:
    return re.findall(r"(?m)(?:^|\s)(#.*)$", text)


def changed(text: str, place: int, **values: object) -> Pack:
    """The pack of the text with one rule otherwise."""
    before = pack(text)
    rules = list(before.rules)
    rules[place] = replace(rules[place], **values)  # type: ignore[arg-type]
    return replace(before, rules=tuple(rules))


def same(one: Pack, other: Pack) -> bool:
    return replace(one, version="") == replace(other, version="")


words = st.text(st.characters(exclude_categories=("Cs", "Cn")), min_size=1, max_size=12).filter(
    lambda text: text.strip() != "" and "#" not in text)


@settings(deadline=None, max_examples=25)
@given(words, st.integers(0, 2), st.integers(-999, 99999))
def test_texts_and_numbers_of_a_rule(said: str, place: int, priority: int) -> None:
    for new, values in ((editing.set_title(TEXT, place, said), {"title": said}),
                        (editing.set_why(TEXT, place, said), {"why": said}),
                        (editing.set_priority(TEXT, place, priority), {"priority": priority}),
                        (editing.set_enabled(TEXT, place, False), {"enabled": False}),
                        (editing.set_scope(TEXT, place, "document"), {"scope": "document"})):
        assert same(pack(new), changed(TEXT, place, **values))
        assert comments(new) == comments(TEXT)
    back = editing.set_title(editing.set_title(TEXT, place, said), place, pack(TEXT).rules[place].title)
    assert same(pack(back), pack(TEXT))


def test_a_reason_can_be_taken_away_and_switches_leave_no_trace() -> None:
    assert same(pack(editing.set_why(TEXT, 0, "")), changed(TEXT, 0, why=""))
    assert editing.set_enabled(TEXT, 0, True) == TEXT
    assert same(pack(editing.set_enabled(editing.set_enabled(TEXT, 2, False), 2, True)), pack(TEXT))


conditions = st.one_of(
    st.builds(lambda found: Condition("text", "contains_any", tuple(found)), st.lists(words, min_size=1, max_size=3)),
    st.builds(lambda word: Condition("heading", "contains", (word,)), words),
    st.builds(lambda number: Condition("amount", "at_least", (str(number),)), st.integers(0, 10**9)),
    st.just(Condition("date", "date_after", ("2024-06-30",))), st.just(Condition("date", "has")),
    st.just(Condition("date", "within_days", ("30", "2024-06-30"))),
    st.just(Condition("text", "matches", (r"甲\s*方[:：]'?",))),
    st.just(Condition("text", "contains_any", ("甲", "乙", "丙"), 2)),
    st.just(Condition("amount", "between", ("1", "100"))),
)


def put(when: Condition, path: editing.Path, new: Condition) -> Condition:
    if not path:
        return new
    children = list(when.children)
    children[path[0]] = put(children[path[0]], path[1:], new)
    return replace(when, children=tuple(children))


@settings(deadline=None, max_examples=25)
@given(conditions, st.sampled_from([(0, (0,)), (0, (1,)), (0, (2, 0)), (0, (2, 1, 0)), (0, (2,)), (2, ())]))
def test_a_condition_is_replaced(new: Condition, at: tuple[int, editing.Path]) -> None:
    place, path = at
    before = pack(TEXT).rules[place].when
    assert before is not None
    old = editing.condition_at(before, path)
    text = editing.set_condition(TEXT, place, path, new)
    assert same(pack(text), changed(TEXT, place, when=put(before, path, new)))
    if path in ((0,), (1,), (2, 0)):
        assert comments(text) == comments(TEXT)
    assert same(pack(editing.set_condition(text, place, path, old)), pack(TEXT))


@settings(deadline=None, max_examples=25)
@given(conditions, st.sampled_from([(0, ()), (0, (2,)), (1, ()), (2, ())]))
def test_a_condition_comes_and_goes(new: Condition, at: tuple[int, editing.Path]) -> None:
    place, path = at
    text = editing.add_condition(TEXT, place, path, new)
    assert comments(text) == comments(TEXT)
    when = pack(text).rules[place].when
    assert when is not None
    last = (*path, len(editing.condition_at(when, path).children) - 1)
    assert editing.condition_at(when, last) == new
    back = pack(editing.remove_condition(text, place, last))
    if place == 2:  # what stood alone stands in a group now
        assert back.rules[2].when == Condition(group="all", children=(Condition("text", "contains", ("甲方",)),))
    else:
        assert same(back, pack(TEXT))


def test_groups() -> None:
    new = Condition(group="none", children=(Condition("text", "contains", ("作废",)),
                                            Condition(group="any", children=(Condition("date", "has"),))))
    text = editing.add_condition(TEXT, 0, (2,), new)
    assert pack(text).rules[0].when.children[2].children[-1] == new  # type: ignore[union-attr]
    text = editing.set_group(text, 0, (2, 2), "all")
    text = editing.set_group(text, 0, (), "any")
    assert comments(text) == comments(TEXT)
    when = pack(text).rules[0].when
    assert when is not None
    assert (when.group, when.children[2].children[2].group) == ("any", "all")
    gone = editing.remove_condition(text, 0, (2, 2, 1, 0))
    assert len(pack(gone).rules[0].when.children[2].children[2].children) == 1  # type: ignore[union-attr]
    assert pack(editing.remove_condition(TEXT, 2, ())).rules[2].when is None
    assert pack(editing.set_group(TEXT, 0, (2, 1), "any")).rules[0].when.children[2].children[1].group == "any"  # type: ignore[union-attr]


actions = st.sampled_from([
    Action("route", "model"), Action("route", "rule_only", covered=0.5), Action("priority", "high"), Action("tag", "大额: 1"),
    Action("prompt", "看: 1 条，“核对”"), Action("mark", entities=("mobile",)), Action("mark", entities=("mobile", "email")),
    Action("extract", field="n", entities=("amount",)), Action("extract", field="n", pattern="a'b"),
    Action("extract", field="n", entities=("amount", "date"), pattern="[a-z]+"), Action("reason", "因为"), Action("stop"),
])


@settings(deadline=None, max_examples=25)
@given(actions, st.sampled_from([(0, 0), (0, 2), (0, 3), (0, 4), (1, 0), (2, 0)]))
def test_an_action_is_replaced(new: Action, at: tuple[int, int]) -> None:
    place, i = at
    then = pack(TEXT).rules[place].then
    text = editing.set_action(TEXT, place, i, new)
    if (place, i) == (0, 2) and new.kind != "tag":
        assert new in pack(text).rules[0].then
        return
    assert same(pack(text), changed(TEXT, place, then=(*then[:i], new, *then[i + 1 :])))
    assert same(pack(editing.set_action(text, place, i, then[i])), pack(TEXT))
    if (place, i) != (0, 0) or new.kind == "extract":
        assert set(comments(TEXT)) - set(comments(text)) <= {"# 字段"}


@settings(deadline=None, max_examples=12)
@given(actions, st.integers(0, 2))
def test_an_action_comes_and_goes(new: Action, place: int) -> None:
    then = pack(TEXT).rules[place].then
    text = editing.add_action(TEXT, place, new)
    assert comments(text) == comments(TEXT)
    assert same(pack(text), changed(TEXT, place, then=(*then, new)))
    assert same(pack(editing.remove_action(text, place, len(then))), pack(TEXT))


def test_one_tag_of_several_goes_and_the_last_action_stays() -> None:
    then = pack(TEXT).rules[0].then
    assert same(pack(editing.remove_action(TEXT, 0, 2)), changed(TEXT, 0, then=(*then[:2], *then[3:])))
    with pytest.raises(EditError):
        editing.remove_action(TEXT, 1, 0)


@settings(deadline=None, max_examples=25)
@given(words, st.booleans(), st.integers(0, 2))
def test_samples_come_change_and_go(said: str, hits: bool, place: int) -> None:
    samples = pack(TEXT).rules[place].samples
    text = editing.add_sample(TEXT, place, Sample(said, hits))
    assert comments(text) == comments(TEXT)
    assert same(pack(text), changed(TEXT, place, samples=(*samples, Sample(said, hits))))
    assert same(pack(editing.remove_sample(text, place, len(samples))), pack(TEXT))
    other = editing.set_sample(text, place, len(samples) - 1, said=said, hits=not hits)
    assert pack(other).rules[place].samples[-2] == replace(samples[-1], text=said, hits=not hits)
    assert comments(other) == comments(TEXT)


def test_a_rule_without_samples_gets_its_first() -> None:
    text = editing.remove_sample(editing.remove_sample(TEXT, 1, 0), 1, 0)
    assert draft(text, "p").pack.rules[1].samples == ()
    assert draft(editing.add_sample(text, 1, Sample("证", True)), "p").pack.rules[1].samples == (Sample("证", True),)


RULE = Rule("new", "新规则", "试试: 看", 30, when=Condition(group="all", children=(Condition("text", "contains", ("质保",)),)),
            then=(Action("route", "model"), Action("tag", "质保")), samples=(Sample("质保期一年", True),))


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_rule_comes_and_goes(place: int) -> None:
    text = editing.add_rule(TEXT, place, RULE)
    rules = list(pack(TEXT).rules)
    rules.insert(place, RULE)
    assert pack(text).rules == tuple(rules)
    assert comments(text) == comments(TEXT)
    assert same(pack(editing.remove_rule(text, place)), pack(TEXT))


@pytest.mark.parametrize(("place", "to"), [(0, 1), (1, 0), (0, 2), (2, 0), (1, 1)])
def test_rules_are_moved_with_their_comments(place: int, to: int) -> None:
    text = editing.move_rule(TEXT, place, to)
    rules = list(pack(TEXT).rules)
    rules.insert(to, rules.pop(place))
    assert pack(text).rules == tuple(rules)
    assert sorted(comments(text)) == sorted(comments(TEXT))
    assert "# 第二条\n- id: marks" in text
    assert editing.move_rule(text, to, place) == TEXT


def test_the_last_rule_leaves_an_empty_list_and_a_new_one_fills_it() -> None:
    text = editing.new_pack("mine", "我的：规则", RULE)
    assert pack(text).rules == (RULE,)
    assert pack(text).title == "我的：规则"
    empty = editing.remove_rule(text, 0)
    assert pack(empty).rules == ()
    assert pack(editing.add_rule(empty, 0, RULE)).rules == (RULE,)
    assert pack(editing.set_pack_title(editing.set_pack_id(TEXT, "other"), "别的")).title == "别的"


def test_a_bare_value_is_put_in_quotes() -> None:
    text = TEXT.replace("{text: 没有, hits: false}", "{text: 0381, hits: false}")
    problem = next(one for one in draft(text, "p").problems if one.kind == "unquoted_scalar")
    mended = editing.quote(text, problem.line, problem.column)
    assert "{text: '0381', hits: false}" in mended
    assert not [one for one in draft(mended, "p").problems if one.kind == "unquoted_scalar"]


def test_lines_of_a_rule() -> None:
    lines = TEXT.splitlines()
    first, after = editing.rule_lines(TEXT, 1) or (0, 0)
    assert lines[first - 1] == "- id: marks"
    assert lines[after - 2].startswith("  samples: [")


def whole(text: str) -> Draft:
    """What is said of the text when it is read in one piece."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("docprep_gui.rules.pack.cut", lambda text: None)
        return draft(text, "p")


def exactly(made: Draft) -> str:
    """With lines and columns, which equality leaves out."""
    return repr(made)


@pytest.mark.parametrize("name", shipped_names())
def test_reading_rule_by_rule_is_reading(name: str) -> None:
    text = path_of(name).read_text("utf-8")
    assert blocks.cut(text) is not None
    assert exactly(draft(text, "p")) == exactly(whole(text))
    for i, rule in enumerate(pack(text).rules):
        new = editing.set_priority(text, i, rule.priority + 1)
        assert exactly(draft(new, "p")) == exactly(whole(new))
        assert sum(a != b for a, b in zip(text, new, strict=False)) < 40 or len(text) != len(new)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, len(TEXT)), st.integers(0, 40), st.text("- :#\n'\"{}[]&*|a甲\t", max_size=6))
def test_reading_rule_by_rule_says_the_same_of_broken_texts(at: int, gone: int, said: str) -> None:
    text = TEXT[:at] + said + TEXT[at + gone :]
    assert exactly(draft(text, "p")) == exactly(whole(text))


def test_a_rule_that_did_not_change_is_not_read_again() -> None:
    text = path_of("contract-zh").read_text("utf-8")
    before = draft(text, "p").pack.rules
    after = draft(editing.set_title(text, 3, "another"), "p").pack.rules
    assert [one is other for one, other in zip(before, after, strict=True)].count(False) == 1


@settings(deadline=None, max_examples=60)
@given(st.integers(0, len(TEXT)), st.integers(0, 40), st.text("- :#\n'\"{}[]&*|>!?,a甲𠮷 \t", max_size=8))
def test_both_parsers_see_the_same_tree(at: int, gone: int, said: str) -> None:
    """Wherever the quick one takes a text, the careful one takes it for the same, if it takes it at all."""
    text = TEXT[:at] + said + TEXT[at + gone :]
    try:
        quick = tree._quickly(text)
        careful = tree._carefully(text)
    except (tree._OddError, tree.YamlError):
        return
    assert placed(quick) == placed(careful)


def placed(node: tree.Tree | None) -> object:
    """The tree; where nothing is written, the parsers are not of one mind where that stands."""
    if isinstance(node, tree.Scalar):
        return node if node.text else node.misread
    if isinstance(node, tree.Items):
        return node.line, node.column, [placed(one) for one in node.items]
    return node and (node.line, node.column, [(placed(key), placed(value)) for key, value in node.pairs])


def test_paths(tmp_path: Path) -> None:
    with pytest.raises(IndexError):
        editing.set_condition(TEXT, 0, (9,), Condition("date", "has"))
    with pytest.raises(EditError):
        editing.set_title("rules: 3\n", 0, "x")


BOTH = """\
rules:
- id: r
  title: {zh: 名称, en: Name}   # both
  why:
    zh: 因为
    en: Because
  then:
  - tag: t
"""


def test_a_text_in_several_languages_is_changed_in_the_one_that_is_read() -> None:
    text = editing.set_title(BOTH, 0, "Other: name", "en")
    assert "  title: {zh: 名称, en: 'Other: name'}   # both\n" in text
    text = editing.set_why(text, 0, "所以", "zh")
    assert "    zh: 所以\n    en: Because\n" in text
    only = BOTH.replace("{zh: 名称, en: Name}", "{zh: 名称}")
    assert "{zh: 名称, en: Name}" in editing.set_title(only, 0, "Name", "en")
    assert "why" not in editing.set_why(BOTH, 0, "", "en")
    plain = BOTH.replace("{zh: 名称, en: Name}", "名称")
    assert "title: Name   # both" in editing.set_title(plain, 0, "Name", "en")
    rule = draft(BOTH, "p").pack.rules[0]
    again = draft(editing.new_pack("p", "p", rule), "p").pack.rules[0]
    assert (again.titles, again.whys) == (rule.titles, rule.whys)
