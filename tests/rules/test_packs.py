"""The packs that travel with the program."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

from docprep_gui import chunking, parsing
from docprep_gui.rules import lint, samples, sentence
from docprep_gui.rules.engine import compile_rules
from docprep_gui.rules.format import format_pack
from docprep_gui.rules.pack import Pack, load

FOLDER = Path(__file__).parents[2] / "rules"
FILES = sorted(FOLDER.glob("*.yaml"))


def pack_of(path: Path) -> Pack:
    return load(path.read_text("utf-8"), path.name)


def test_there_are_packs() -> None:
    assert {"contract-en", "contract-zh", "document-kinds", "instructions", "sensitive"} <= {pack_of(path).id for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_sample_comes_out_as_it_says(path: Path) -> None:
    results = samples.run(pack_of(path))
    assert results
    assert [(result.rule, result.sample.text, result.wrong) for result in results if not result.ok] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_rule_says_why_and_has_samples_both_ways(path: Path) -> None:
    for rule in pack_of(path).rules:
        for said in (rule.titles, rule.whys):
            assert {language for language, text in said if text} == {"zh", "en"}, rule.id
        assert {sample.hits for sample in rule.samples} == {True, False}, rule.id


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_check_finds_nothing(path: Path) -> None:
    tasks = json.loads((FOLDER.parent / "resources" / "prompts" / "tasks.json").read_text("utf-8"))["tasks"]
    report = lint.check(path.read_text("utf-8"), path.name, [task["id"] for task in tasks])
    assert report.ok
    assert report.problems == ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_they_are_in_the_canonical_layout_and_pickle(path: Path) -> None:
    text = path.read_text("utf-8")
    assert format_pack(text) == text
    pack = pack_of(path)
    assert pickle.loads(pickle.dumps(pack)) == pack


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_rule_reads_as_a_sentence(path: Path) -> None:
    for rule in pack_of(path).rules:
        parts = sentence.parts(rule)
        first = next(part for part in parts if not part.key.startswith("scope."))
        assert first.key in ("join.if", "join.always")
        assert "join.then" in [part.key for part in parts]
        assert sum(part.role == "action" for part in parts) == len(rule.then)


def test_all_packs_run_together() -> None:
    rules = compile_rules([pack_of(path) for path in FILES])
    assert {"cn_id_card", "bank_card", "mobile", "amount"} <= rules.kinds


def terms(sample: str) -> dict[str, list[object]]:
    """What the packs take from a sample document, by field."""
    data = (FOLDER.parent / "resources" / "samples" / sample).read_bytes()
    document = parsing.read(data, sample)
    cut = chunking.cut(document, chunking.defaults("docx", None))
    found: dict[str, list[object]] = {}
    for verdict in compile_rules([pack_of(path) for path in FILES]).judge(document, cut).verdicts:
        for name, values in verdict.fields.items():
            found.setdefault(name, []).extend(value.value for value in values)
    return found


SAME = {
    "contract_no": ["HT-2026-0417"], "price": ["1280000"], "payment_share": ["30", "60", "10"],
    "penalty_rate": ["0.3", "0.05"], "signing_date": ["2026-11-20"], "delivery_date": ["2027-03-31"],
    "term": [("2026-12-01", "2028-11-30")],
}


def test_key_terms_of_the_chinese_sample() -> None:
    assert terms("设备采购合同.docx") == SAME | {
        "party": ["示例科技有限公司", "远山精密设备有限公司"], "warranty_period": ["二十四个月"],
        "renewal_notice": ["三十日"], "dispute_body": ["示例仲裁委员会"]}


def test_key_terms_of_the_english_sample() -> None:
    assert terms("Equipment purchase agreement.docx") == SAME | {
        "party": ["Example Technology Co., Ltd.", "Yuanshan Precision Equipment Co., Ltd."],
        "warranty_period": ["twenty-four months"], "renewal_notice": ["thirty days"],
        "dispute_body": ["arbitration in Example City"]}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_field_has_a_name_in_both_languages(path: Path) -> None:
    fields = {action.field for rule in pack_of(path).rules for action in rule.then if action.kind == "extract"}
    for language in ("zh", "en"):
        words = json.loads((FOLDER.parent / "resources" / "messages" / f"{language}.json").read_text("utf-8"))["word"]
        assert {f"field.{name}" for name in fields} <= words.keys()
