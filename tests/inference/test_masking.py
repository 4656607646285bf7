"""Nothing sensitive leaves, and all of it comes back."""

from __future__ import annotations

import copy
import json
import random
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.domain.chunk import EntityKind, Sensitive
from docprep_gui.inference import prompts
from docprep_gui.inference.masking import Vault, leaks, mask_request, mask_span, mask_text, unmask

from .seeded import KINDS, Made, document, make, sensitive

BOOK = prompts.load((Path(__file__).parents[2] / "resources" / "prompts" / "tasks.json").read_text("utf-8"))
ID, CARD, PHONE = "11010119900307109X", "6222020200112233442", "13800138000"
NONE: frozenset[EntityKind] = frozenset()


def vault_of(text: str, *values: tuple[EntityKind, str], language: str = "zh") -> Vault:
    places = []
    for kind, value in values:
        start = text.index(value)
        places.append(Sensitive(kind, (start, start + len(value))))
    return Vault.build(document(text, language), places)


def requests(made: Made) -> tuple[dict[str, Any], dict[str, Any], Vault]:
    """A real request about a made document: unmasked, masked, and the vault of its answer."""
    vault = Vault.build(made.document, made.sensitive)
    text = made.document.text
    half = len(text) // 2
    build: dict[str, Any] = {
        "model": "m",
        "title": made.title,
        "title_path": made.path,
        "fields": {"电话": [made.secrets[0][1]]},
        "hints": [made.path[1]],
    }
    plain = prompts.build(BOOK, made.instruction, chunk_text=text, **build)
    chunk = mask_span(made.document, ((0, half), (half, len(text))), vault)
    masked, vault = mask_request(prompts.build(BOOK, made.instruction, chunk_text=chunk, **build), vault, KINDS)
    return plain, masked, vault


def bare(body: Any) -> str:
    """A serialised body as somebody would search it for numbers."""
    text = unicodedata.normalize("NFKC", json.dumps(body, ensure_ascii=False)).upper()
    return "".join(sign for sign in text if sign.isalnum())


def test_a_thousand_documents_do_not_leak() -> None:
    rng = random.Random(20240630)
    seen = 0
    for _ in range(1000):
        made = make(rng)
        plain, masked, vault = requests(made)
        assert leaks(masked, vault, KINDS) == []
        sent = bare(masked)
        exposed = bare(plain)
        for _, secret in made.secrets:
            assert secret in exposed
            assert secret not in sent
            seen += 1
        restored = bare(unmask(masked, vault))
        assert all(secret in restored for _, secret in made.secrets)
        assert leaks(plain, vault, KINDS)
    assert seen > 3000


def test_a_broken_mask_is_caught() -> None:
    """Each secret put back, in each string of the body and in each disguise, is a leak."""
    rng = random.Random(7)
    disguises = [
        lambda s: s,
        lambda s: " ".join(s),
        lambda s: s.translate({ord(d): chr(ord(d) + 0xFEE0) for d in "0123456789"}),
        lambda s: "\n".join((s[:5], s[5:])),
        lambda s: s[:6] + "\u200b" + s[6:],
        lambda s: "合同" + s + "号",
        lambda s: s[:3] + "-" + s[3:],
        lambda s: "".join(f"\\u{ord(d):04x}" for d in s),
        lambda s: "9" + s + "9",
        lambda s: s.translate({ord(d): 0x1D7CE + int(d) for d in "0123456789"}),
    ]
    for _ in range(20):
        made = make(rng)
        _, masked, vault = requests(made)
        for _, secret in made.secrets:
            for disguise in disguises:
                for i in range(len(masked["messages"])):
                    broken = copy.deepcopy(masked)
                    broken["messages"][i]["content"] += disguise(secret)
                    assert leaks(broken, vault, KINDS), (secret, disguise(secret))
            for place in (
                {"user": secret},
                {"metadata": {secret: 1}},
                {"stop": [secret]},
                {"messages": [{"role": "user", "content": [{"text": secret[:8]}, {"text": secret[8:]}]}]},
            ):
                assert leaks({**masked, **place}, vault, KINDS), place


def test_an_entity_that_no_rule_marked_is_a_leak_and_is_masked() -> None:
    body = {"messages": [{"role": "user", "content": f"请核对{PHONE}和{ID}"}]}
    empty = Vault.build(document("正文"), ())
    assert {leak.kind for leak in leaks(body, empty, KINDS)} == {"mobile", "cn_id_card"}
    assert leaks(body, empty, frozenset({"email"})) == []
    masked, vault = mask_request(body, empty, KINDS)
    assert masked == {"messages": [{"role": "user", "content": "请核对[手机-1]和[身份证-1]"}]}
    assert unmask(masked, vault) == body


@pytest.mark.parametrize(
    ("written", "masked"),
    [
        (r"C:\t13800138000\n", r"C:\t[手机-1]\n"),
        (r"a\n13800138000", r"a\n[手机-1]"),
        ("号" + "".join(f"\\u{ord(digit):04x}" for digit in PHONE) + "吗", "号[手机-1]吗"),
    ],
)
def test_escapes_do_not_hide_a_number(written: str, masked: str) -> None:
    body = {"messages": [{"content": written}]}
    sent, vault = mask_request(body, Vault.build(document(""), ()), KINDS)
    assert sent == {"messages": [{"content": masked}]}
    assert leaks(sent, vault, KINDS) == []
    assert leaks(body, vault, KINDS)
    assert PHONE in unmask(masked, vault)


def test_a_leak_does_not_repeat_the_value() -> None:
    found = leaks({"messages": [{"content": PHONE}]}, Vault.build(document(""), ()), KINDS)
    assert [leak.where for leak in found] == ["messages[0].content"]
    assert PHONE not in repr(found)


def test_the_same_value_has_the_same_placeholder() -> None:
    text = f"甲{PHONE}乙+86 138-0013-8000丙１３８００１３８０００丁13900139000"
    vault = Vault.build(document(text), sensitive(text))
    assert mask_span(document(text), [(0, len(text))], vault) == "甲[手机-1]乙[手机-1]丙[手机-1]丁[手机-2]"
    assert mask_text("致电 0086 138 0013 8000 确认", vault, NONE) == "致电 [手机-1] 确认"


def test_identity_numbers_in_either_case() -> None:
    text = f"{ID}，{ID.lower()}"
    assert (
        mask_span(document(text), [(0, len(text))], Vault.build(document(text), sensitive(text)))
        == "[身份证-1]，[身份证-1]"
    )


def test_names_in_english_documents() -> None:
    text = f"Call {PHONE}, ID {ID}, card {CARD}."
    values: tuple[tuple[EntityKind, str], ...] = (("mobile", PHONE), ("cn_id_card", ID), ("bank_card", CARD))
    vault = vault_of(text, *values, language="en")
    masked = mask_span(document(text, "en"), [(0, len(text))], vault)
    assert masked == "Call [MOBILE-1], ID [ID-1], card [ACCOUNT-1]."
    assert unmask(masked, vault) == text


def test_placeholders_that_stand_in_the_text_are_not_used() -> None:
    text = f"样本写作[手机-1]和【 手机－２ 】，真实号码{PHONE}"
    vault = vault_of(text, ("mobile", PHONE))
    masked = mask_span(document(text), [(0, len(text))], vault)
    assert masked == "样本写作[手机-1]和【 手机－２ 】，真实号码[手机-3]"
    assert unmask(masked, vault) == text
    assert vault.secrets[0].placeholder == "[手机-3]"
    typed = Vault.build(document(PHONE), [Sensitive("mobile", (0, 11))], texts=["请解释[手机-1]"])
    assert typed.secrets[0].placeholder == "[手机-2]"


def test_spans_that_cut_a_place_show_nothing_of_it() -> None:
    text = f"电话{PHONE}。"
    vault = vault_of(text, ("mobile", PHONE))
    assert mask_span(document(text), [(0, 8), (8, 14)], vault) == "电话[手机-1][手机-1]。"
    assert mask_span(document(text), [(5, 7)], vault) == "[手机-1]"
    assert mask_span(document(text), [(0, 2), (13, 14)], vault) == "电话。"


def test_overlapping_places_leave_no_rest() -> None:
    text = "联系13800138000转"
    places = [Sensitive("mobile", (2, 13)), Sensitive("landline", (5, 14)), Sensitive("mobile", (2, 13))]
    vault = Vault.build(document(text), places)
    assert mask_span(document(text), [(0, len(text))], vault) == "联系[手机-1]"
    assert mask_text(f"另见{PHONE}", vault, NONE) == "另见[手机-2]"


def test_a_blank_place_is_none() -> None:
    vault = Vault.build(document("甲  乙"), [Sensitive("party", (1, 3)), Sensitive("party", (0, 0))])
    assert mask_span(document("甲  乙"), [(0, 4)], vault) == "甲  乙"


def test_marked_words_are_whole_words() -> None:
    text = "甲方示例公司应付5000元，合同A-12，见第12条"
    vault = vault_of(text, ("party", "示例公司"), ("amount", "5000"), ("contract_no", "A-12"))
    free = "示例公司欠5000元（不是15000或5,000.5），A-12与A-123、A12不同"
    assert mask_text(free, vault, NONE) == "[单位-1]欠[金额-1]元（不是15000或5,000.5），[合同号-1]与A-123、A12不同"
    body = {"grammar": "[^a]{5000}", "messages": [{"content": "付5000"}]}
    masked, vault = mask_request(body, vault, NONE)
    assert masked == {"grammar": "[^a]{5000}", "messages": [{"content": "付[金额-1]"}]}
    assert leaks(masked, vault, NONE) == []


@pytest.mark.parametrize(
    "written",
    ["[手机-1]", "[ 手机 - 1 ]", "【手机-1】", "［手机－１］", "（手机—1）", r"\[手机-1\]", "[手机–1]", "[手机_1]"],
)
def test_models_write_placeholders_their_own_way(written: str) -> None:
    vault = vault_of(PHONE, ("mobile", PHONE))
    answer = {"号码": [f"是{written}。", 1, None], written: True}
    assert unmask(answer, vault) == {"号码": [f"是{PHONE}。", 1, None], PHONE: True}


@pytest.mark.parametrize("written", ["[手机-2]", "[手机-10]", "[手机-]", "[座机-1]", "手机-1", "[手机1]"])
def test_what_is_no_placeholder_stays(written: str) -> None:
    assert unmask(written, vault_of(PHONE, ("mobile", PHONE))) == written


def test_many_placeholders_do_not_mix() -> None:
    numbers = [f"138{n:08}" for n in range(120)]
    text = "，".join(numbers)
    vault = Vault.build(document(text), sensitive(text))
    masked = mask_span(document(text), [(0, len(text))], vault)
    assert masked.startswith("[手机-1]，[手机-2]，")
    assert masked.endswith("，[手机-120]")
    assert unmask(masked, vault) == text


PIECES = st.lists(
    st.sampled_from(
        [
            PHONE,
            "138 0013 8000",
            "+86 13800138000",
            ID,
            ID.lower(),
            CARD,
            "6222 0202 0011 2233 442",
            "甲方",
            " ",
            "\n",
            "，",
            "100元",
            "[手机-1]",
            "X",
            "１３８００１３８０００",
            "-",
            "第3条",
            "|",
        ]
    ),
    max_size=12,
)


@settings(deadline=None, max_examples=60)
@given(PIECES, st.integers(0, 200), st.lists(PIECES, max_size=2))
def test_masking_is_tight_stable_and_reversible(pieces: list[str], cut: int, free: list[list[str]]) -> None:
    text = "".join(pieces)
    made = document(text)
    vault = Vault.build(made, sensitive(text), ["".join(one) for one in free])
    masked = mask_span(made, [(0, len(text))], vault)
    body = {"messages": [{"content": masked}, *({"content": "".join(one)} for one in free)]}
    sent, vault = mask_request(body, vault, KINDS)
    assert leaks(sent, vault, KINDS) == []
    assert mask_request(sent, vault, KINDS) == (sent, vault)
    assert bare(unmask(masked, vault)).replace("86138", "138") == bare(text).replace("86138", "138")
    cut = min(cut, len(text))
    halves = mask_span(made, [(0, cut), (cut, len(text))], vault)
    assert leaks({"messages": [{"content": halves}]}, vault, NONE) == []


@pytest.mark.parametrize("place", [0, 99_970, 99_990, 99_995, 99_999, 100_000, 199_995])
def test_a_placeholder_that_stands_in_a_large_text_is_given_to_nobody_wherever_it_stands(place: int) -> None:
    """A text is looked through piece by piece."""
    text = "字" * place + "[人名-7]" + "字" * 50
    assert ("人名", 7) in Vault.build(document(text, "zh"), ()).taken
