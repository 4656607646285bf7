"""Sentences for people: complete in both languages, and never an error of their own."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from docprep_gui.domain.chunk import EntityKind, Priority, Route
from docprep_gui.domain.document import Notice
from docprep_gui.domain.errors import DocPrepError, FileError, FileErrorKind, ProblemKind, SettingError
from docprep_gui.domain.task import TaskErrorKind, TaskFailure, TaskState
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
