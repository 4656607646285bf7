"""The packs that travel with the program."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from docprep_gui.rules import lint, samples, sentence
from docprep_gui.rules.engine import compile_rules
from docprep_gui.rules.format import format_pack
from docprep_gui.rules.pack import Pack, load

FOLDER = Path(__file__).parents[2] / "rules"
FILES = sorted(FOLDER.glob("*.yaml"))


def pack_of(path: Path) -> Pack:
    return load(path.read_text("utf-8"), path.name)


def test_there_are_packs() -> None:
    assert {"contract-zh", "sensitive"} <= {pack_of(path).id for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_sample_comes_out_as_it_says(path: Path) -> None:
    results = samples.run(pack_of(path))
    assert results
    assert [(result.rule, result.sample.text, result.wrong) for result in results if not result.ok] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_rule_says_why_and_has_samples_both_ways(path: Path) -> None:
    for rule in pack_of(path).rules:
        assert rule.title, rule.id
        assert rule.why, rule.id
        assert {sample.hits for sample in rule.samples} == {True, False}, rule.id


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_check_finds_nothing(path: Path) -> None:
    report = lint.check(path.read_text("utf-8"), path.name)
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
        assert parts[0].key in ("join.if", "join.always")
        assert "join.then" in [part.key for part in parts]
        assert sum(part.role == "action" for part in parts) == len(rule.then)


def test_all_packs_run_together() -> None:
    rules = compile_rules([pack_of(path) for path in FILES])
    assert {"cn_id_card", "bank_card", "mobile", "amount"} <= rules.kinds
