"""Codes into sentences, in the user's language: errors, notices, states, the words of a rule. The only module that
talks to people, for the window and the command line alike; the sentences are data in resources/messages."""

from __future__ import annotations

import json
import locale
import os
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from docprep_gui.domain.document import Notice
from docprep_gui.domain.errors import DocPrepError, FileError, RulesError, SettingError
from docprep_gui.domain.task import TaskFailure
from docprep_gui.rules.model import KIND
from docprep_gui.workspace.paths import shipped

Language = Literal["zh", "en"]


def language_of_user() -> Language:
    """DOCPREP_LANG where it is zh or en, else that of the locale: Chinese for zh, English for all others."""
    chosen = os.environ.get("DOCPREP_LANG") or os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or (
        os.environ.get("LANG") or locale.getlocale()[0] or "")
    return "zh" if chosen.lower().startswith(("zh", "chinese")) else "en"


class _Params(dict[str, str]):
    """A parameter that nobody gave shows as a dash, not as an error inside an error."""

    def __missing__(self, key: str) -> str:
        return "—"


@cache
def _table(language: Language) -> Mapping[str, Any]:
    path = shipped("resources") / "messages" / f"{language}.json"
    loaded: dict[str, Any] = json.loads(path.read_text("utf-8"))
    tasks = json.loads((shipped("resources") / "prompts" / "tasks.json").read_text("utf-8"))["tasks"]
    loaded["word"] |= {f"task.{task['id']}": task["title"][language] for task in tasks}
    return loaded


def _file_kind(error: FileError) -> str:
    """A file that the system does not hand out needs another sentence than one whose characters make no sense, too many
    parts another than too many bytes, and a password that can be entered another than one that cannot."""
    if error.kind == "encrypted":
        return {"missing": "encrypted", "wrong": "encrypted_wrong"}.get(error.params.get("password", ""),
                                                                        "encrypted_office")
    if error.kind == "unreadable" and "reason" not in error.params:
        return "unreadable_signs"
    return "too_large_parts" if error.kind == "too_large" and "limit" not in error.params else error.kind


class Messages:
    def __init__(self, language: Language) -> None:
        self.language = language
        self._table = _table(language)

    def _pair(self, group: str, kind: str, params: Mapping[str, str]) -> tuple[str, str]:
        if "leak" in params:
            kind, params = f"{kind}_leak", {"leak": self.word(f"entity.{params['leak']}")}
        if f"{kind}_{params.get('reason')}" in self._table[group]:
            kind = f"{kind}_{params['reason']}"
        message, hint = self._table[group].get(kind) or self._table[group]["other"]
        values = _Params({"kind": kind, **params})
        if "reason" in params:
            values["reason"] = self._table["system"].get(params["reason"], params["reason"])
        return message.format_map(values), hint.format_map(values)

    def error(self, error: DocPrepError) -> tuple[str, str]:
        """(what is wrong, what to do)."""
        if isinstance(error, RulesError):
            first = error.problems[0] if error.problems else None
            said = self.problem(first.kind, first.params) if first else ""
            return self._pair("error", "bad_rules", {**error.params, "line": str(first.line if first else 0),
                                                     "first": said, "count": str(len(error.problems))})
        if isinstance(error, FileError):
            return self._pair("error", _file_kind(error), error.params)
        group = "setting" if isinstance(error, SettingError) else (
            "task" if error.kind in self._table["task"] else "error")
        return self._pair(group, error.kind, error.params)

    def notice(self, notice: Notice) -> str:
        pages = "、" if self.language == "zh" else ", "
        values = _Params({"count": str(notice.count), "pages": pages.join(map(str, notice.pages or ())),
                          **notice.params})
        own = f"{notice.code}_{notice.params.get('reason')}"
        said: str | list[str] = self._table["notice"].get(own) or self._table["notice"].get(notice.code, "{code}")
        # English has a form for one and a form for more; Chinese has one for both.
        template = said if isinstance(said, str) else said[0 if notice.count == 1 else 1]
        return template.format_map(_Params({"code": notice.code, **values}))

    def failure(self, failure: TaskFailure) -> str:
        """What went wrong with a request, and what to do, in one line."""
        message, hint = self._pair("task", failure.kind, failure.params)
        return f"{message}{'' if self.language == 'zh' else ' '}{hint}" if hint else message

    def failure_pair(self, failure: TaskFailure) -> tuple[str, str]:
        return self._pair("task", failure.kind, failure.params)

    def problem(self, kind: str, params: Mapping[str, str]) -> str:
        """A fault of a rule pack, with its reason in words and the word that was most likely meant."""
        template: str = self._table["problem"].get(kind, "{kind}")
        values = _Params({"kind": kind, **params})
        nearest = params.get("nearest", "")
        if "reason" in params:
            if params["reason"] == "field_for_scope" and params.get("value"):
                values["value"] = self.word(f"field.{params['value']}")
            values["reason"] = self._reason(f"{kind}.{params['reason']}", values)
            if params["reason"] in ("unknown_key", "choice"):
                nearest = params.get("value", "")
        if "what" in params:
            what, _, name = params["what"].partition(" ")
            values["what"] = f"{self.word(f'sample.{what}')} {self.word(f'field.{name}')}" if name else (
                self.word(f"sample.{what}"))
        suggestion: str = self._table["problem_reason"]["nearest"] if nearest else ""
        return template.format_map(values) + suggestion.format_map({"nearest": nearest})

    def _reason(self, key: str, values: Mapping[str, str]) -> str:
        """Why something in a pack is wrong, in words; the code itself where there are none for it."""
        reasons: Mapping[str, str] = self._table["problem_reason"]
        own = f"{key}.value" if values.get("value") and f"{key}.value" in reasons else key
        return reasons[own].format_map(values) if own in reasons else key.rsplit(".", 1)[-1]

    def tag(self, tag: str) -> str:
        """A tag as people read it: a kind of document by its name."""
        kind = tag.removeprefix(KIND)
        return tag if kind == tag else self.word(f"doc_kind.{kind}")

    def word(self, key: str, **params: str) -> str:
        """The word for a key ("route.model", "op.contains_any"); the last part of the key where there is none."""
        template: str = self._table["word"].get(key) or key.rsplit(".", 1)[-1]
        return template.format_map(_Params(params))
