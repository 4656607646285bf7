"""Sentences for people: complete in both languages, and never an error of their own."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from docprep_gui import parsing
from docprep_gui.domain.chunk import EntityKind, Priority, Route
from docprep_gui.domain.document import Notice
from docprep_gui.domain.errors import DocPrepError, FileError, FileErrorKind, ProblemKind, SettingError
from docprep_gui.domain.task import TaskErrorKind, TaskFailure, TaskState
from docprep_gui.rules import lint
from docprep_gui.workspace import pipeline
from docprep_gui.workspace.messages import Language, Messages, language_of_user

RESOURCES = Path(__file__).parent.parent.parent / "resources" / "messages"
TABLES = {language: json.loads((RESOURCES / f"{language}.json").read_text("utf-8")) for language in ("zh", "en")}
LANGUAGES: tuple[Language, ...] = ("zh", "en")


def holes(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_both_languages_say_the_same_things_with_the_same_parameters() -> None:
    assert TABLES["zh"].keys() == TABLES["en"].keys()
    for group, entries in TABLES["zh"].items():
        others = TABLES["en"][group]
        assert entries.keys() == others.keys(), group
        for key, chinese in entries.items():
            assert holes(str(chinese)) == holes(str(others[key])), f"{group}.{key}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_error_has_a_sentence_and_a_hint(language: Language) -> None:
    words = Messages(language)
    fallback = TABLES[language]["error"]["other"][0].split("{")[0]
    for kind in get_args(FileErrorKind):
        message, hint = words.error(FileError(kind, format="x", seconds="60", limit="1", reason="y", actual="z"))
        assert message, kind
        assert hint, kind
        assert not message.startswith(fallback), kind
        assert "—" not in message, f"{kind}: a parameter that no reader gives"
    for task_kind in get_args(TaskErrorKind):
        assert task_kind in TABLES[language]["task"]
        assert words.failure(TaskFailure(task_kind))


def test_every_word_that_is_looked_up_by_a_kind_is_there() -> None:
    for group, kinds in (("route", get_args(Route)), ("priority", get_args(Priority)), ("state", get_args(TaskState)),
                         ("entity", get_args(EntityKind))):
        for kind in kinds:
            assert f"{group}.{kind}" in TABLES["zh"]["word"]
    assert set(get_args(ProblemKind)) <= TABLES["zh"]["problem"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_password_is_asked_for_only_where_it_helps(language: Language) -> None:
    words = Messages(language)
    missing, wrong, office = (FileError("encrypted", format="pdf", password="missing"),
                              FileError("encrypted", format="pdf", password="wrong"),
                              FileError("encrypted", format="docx"))
    assert [error.opens_with_password for error in (missing, wrong, office)] == [True, True, False]
    assert len({words.error(error) for error in (missing, wrong, office)}) == 3


def test_one_is_not_many() -> None:
    words = Messages("en")
    assert words.notice(Notice("tracked_changes", 1)).startswith("1 tracked change,")
    assert words.notice(Notice("tracked_changes", 2)).startswith("2 tracked changes,")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_nobody_foresaw_still_gets_a_sentence(language: Language) -> None:
    words = Messages(language)
    assert words.error(DocPrepError("never_heard_of", a="b"))[0]
    assert words.error(SettingError("never_heard_of"))[0]
    assert words.notice(Notice("never_heard_of")) == "never_heard_of"
    assert words.word("field.ordered_by") == "ordered_by"
    assert words.failure(TaskFailure("bad_status", {"status": "500", "body": "{x} {0} {"}))


def test_a_leak_is_named_by_its_kind() -> None:
    assert "身份证号" in Messages("zh").failure(TaskFailure("refused_egress", {"leak": "cn_id_card"}))


@pytest.mark.parametrize(("name", "language"), [("zh", "zh"), ("en", "en"), ("zh_CN.UTF-8", "zh"), ("de_DE", "en")])
def test_the_users_language(monkeypatch: pytest.MonkeyPatch, name: str, language: str) -> None:
    monkeypatch.setenv("DOCPREP_LANG", name)
    assert language_of_user() == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_file_is_not_handed_out_is_said_in_the_users_language(language: Language, tmp_path: Path) -> None:
    for path, code in ((tmp_path / "nowhere.txt", "ENOENT"), (tmp_path, "EISDIR")):
        with pytest.raises(FileError) as caught:
            pipeline.load(path)
        message, _ = Messages(language).error(caught.value)
        assert TABLES[language]["system"][code] in message


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("data", "name"), [
    (bytes(range(256)) * 8, "a.txt"), (b"<html><body>x</body></html>", "a.pptx"), (b"{\\rtf1 x}", "a.doc"),
    (b"MZ" + bytes(range(256)) * 8, "a.exe"), (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "a.png"), (b"", "a.pdf"),
    (b"PK\x03\x04 cut", "a.docx"), (b"\x05owner", "~$a.docx"),
])
def test_what_is_wrong_with_a_file_is_said_without_gaps(data: bytes, name: str, language: Language) -> None:
    with pytest.raises(FileError) as caught:
        parsing.read(data, name)
    message, hint = Messages(language).error(caught.value)
    assert message
    assert hint
    assert "—" not in message + hint


REASONS = {
    "bad_yaml": ("tab", "unclosed", "two_documents", "alias", "depth", "empty", "duplicate_key", "syntax"),
    "bad_pattern": ("lookaround", "backreference", "unicode_escape", "possessive", "unclosed", "unopened",
                    "repetition", "class", "escape", "syntax"),
    "bad_shape": ("missing", "list", "table", "text", "number", "whole_number", "yes_or_no", "date", "range", "days",
                  "choice", "id", "empty", "one", "operator_for_field", "unknown_key", "field_for_scope",
                  "action_for_scope"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_that_a_pack_is_refused_for_is_said_in_words(language: Language) -> None:
    words = Messages(language)
    for kind, reasons in REASONS.items():
        for reason in reasons:
            for value in ("", "甲"):
                said = words.problem(kind, {"key": "k", "pattern": "p", "part": "(?=", "reason": reason, "value": value})
                assert f"{kind}.{reason}" in TABLES[language]["problem_reason"]
                assert "—" not in said, said
                assert "{k" not in said, said


BROKEN = (
    "", "rules: [", "rules:\n\t- id: a", "a: 1\n---\nb: 2", "rules: *a", "a: b: c", "a: " + "[" * 80, "- a", "pack: x",
    "rules: x", "rules:\n- id: A B\n  then: x\n- {id: b, when: {field: text, contain: x}, then: [{tga: x}]}",
    *(f"rules:\n- id: a\n  when: {{field: text, matches: '{pattern}'}}\n  then: [{{tag: x}}]"
      for pattern in ("(?=x)", r"(a)\1", r"\u4e2d", "a*+", "(a", "a)", "*a", "a{1001}", "[z-a]", r"\p{Foo}", r"\k",
                      "(?#x)")),
    *(f"rules:\n- id: a\n  when: {when}\n  then: [{{tag: x}}]"
      for when in ("{field: txt, contains: x}", "{field: amount, between: 5}", "{field: amount, greater_than: many}",
                   "{field: date, date_after: today}", "{field: date, within_days: 5}", "{field: text, contains: ''}",
                   "{field: text, contains: a, matches: b}", "{field: text, greater_than: 3}", "{any: x}", "x")),
    "rules:\n- id: a\n  scope: instruction\n  enabled: maybe\n  priority: x\n  then: [{route: gpu}]",
    "rules:\n- id: a\n  scope: instruction\n  when: {field: chunk_kind, equals: table}\n  then: [{mark: mobile}]",
    "rules:\n- id: a\n  then: [{task: {name: x, confidence: 3}}]",
    "rules:\n- id: a\n  when: {field: text, contains: 合同}\n  then: [{tag: t}]\n  samples: [{text: 你好, hits: true}]",
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pack", BROKEN)
def test_what_is_wrong_with_a_pack_is_said_without_codes_and_gaps(pack: str, language: Language) -> None:
    problems = [problem for problem in lint.check(pack, "p").problems if problem.severity == "error"]
    assert problems
    for problem in problems:
        said = Messages(language).problem(problem.kind, problem.params)
        assert "—" not in said, said
        assert not re.search(r"[a-z]_[a-z]", said.replace(problem.params.get("key", "_"), "")), said


def test_the_word_that_was_meant_is_suggested() -> None:
    said = [Messages("en").problem(problem.kind, problem.params) for problem in lint.check(BROKEN[10], "p").problems]
    assert any("“contains”" in one for one in said)
    assert any("“tag”" in one for one in said)
