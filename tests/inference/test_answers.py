"""A language model's text, read as JSON or freed of its reasoning."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.domain.errors import EndpointError
from docprep_gui.inference.answers import read_json, without_thoughts

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(min_size=1), JSON, min_size=1, max_size=4)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"甲": 1}', {"甲": 1}),
        ('```json\n{"a": "x,}y"}\n```', {"a": "x,}y"}),
        ('好的：\n```\n{"a": 1}\n```\n还有\n```\n{"a": 2}\n```', {"a": 1}),
        ('{"a": "x,}", "b": [1, 2,],}', {"a": "x,}", "b": [1, 2]}),
        ('对于 {项目}，结果如下：{"a": 1} 以上。', {"a": 1}),
        ('{"a": 1}\n{"a": 2}', {"a": 1}),
        ('{"a": 1}{"b": 2}', {"a": 1}),
        ('见[1]和[身份证-1]：[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        ('用{表示开始：{"a": "}"}', {"a": "}"}),
        ('<think>{"a": 0}</think>\n{"a": 1}', {"a": 1}),
        ('{"a": "第一行\n第二行"}', {"a": "第一行\n第二行"}),
        (r'{"a": "\",}"}', {"a": '",}'}),
        ("[]", []),
    ],
)
def test_the_first_whole_value_is_read(text: str, value: object) -> None:
    assert read_json(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "没有风险。",
        "42",
        '"a"',
        '{"findings": [{"risk": "high"}, {"risk": "lo',
        "{'a': {\"b\": 1}",
        '{"a": NaN}',
        "{" * 5000,
        '{"a" 1, "b": {"c": 2}}',
        "[" * 100_000,
    ],
)
def test_what_is_no_whole_value_is_refused(text: str) -> None:
    with pytest.raises(EndpointError) as caught:
        read_json(text)
    assert caught.value.kind == "bad_json"
    assert text.startswith(caught.value.params["body"])


@settings(deadline=None, max_examples=60)
@given(
    OBJECTS, st.sampled_from(["{}", "```json\n{}\n```", "结果：\n{}\n完。", "<think>想{{</think>{}"]), st.integers(0, 2)
)
def test_wrapping_changes_nothing(value: dict[str, object], wrapping: str, indent: int) -> None:
    text = wrapping.replace("{}", json.dumps(value, ensure_ascii=False, indent=indent or None)).replace("{{", "{")
    assert read_json(text) == value


@settings(deadline=None, max_examples=60)
@given(OBJECTS, st.data())
def test_a_cut_object_gives_nothing(value: dict[str, object], data: st.DataObject) -> None:
    text = json.dumps(value)
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    with pytest.raises(EndpointError):
        read_json(cut)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<think>一</think>二", "二"),
        ("<think>a</think> <think>b</think>\nc ", "c"),
        ("想了想</think>答", "答"),
        ("<think>没有想完", ""),
        ("标签 <think> 用于推理", "标签 <think> 用于推理"),
        ('{"quote": "</think>"}', '{"quote": "</think>"}'),
    ],
)
def test_reasoning_in_front_is_dropped(text: str, left: str) -> None:
    assert without_thoughts(text) == left


def test_json_values_have_whole_characters() -> None:
    value = read_json('{"a\\ud83d": ["\\ud83d\\ude00", "x\\ude00"], "b": 1}')
    assert value == {"a\ufffd": ["😀", "x\ufffd"], "b": 1}
