"""What a batch is made of, told in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from docprep_gui.domain.chunk import Verdict
from docprep_gui.domain.errors import FileError
from docprep_gui.rules.engine import Judgement
from docprep_gui.rules.pack import load
from docprep_gui.workspace import kinds, packs
from docprep_gui.workspace.messages import Language, Messages
from docprep_gui.workspace.model import OpenFile
from docprep_gui.workspace.pipeline import Prepared
from tests.rules.making import pieces


def file(kind: str = "", route: Any = "model", error: str = "") -> OpenFile:
    if error:
        return OpenFile("k", Path("a"), "a", "set_aside", error=FileError(error))
    made, cut = pieces("一", "二")
    tags = ("t", f"kind:{kind}") if kind else ("t",)
    prepared = Prepared(made, tuple(cut), Judgement(verdicts=(Verdict(tags=tags), Verdict(tags=tags, route=route))))
    return OpenFile("k", Path("a"), "a", "ready", prepared=prepared)


BATCH = [*[file("contract")] * 6, *[file("invoice")] * 3, file("minutes"), file(route="ocr"), file(), file(),
         file(error="corrupt"), file(error="encrypted"), file(error="no_text_layer")]


def test_every_file_is_counted_once() -> None:
    said = kinds.summary(BATCH, Messages("en"), by_kind=True)
    assert said == "16 files: 6 contracts, 3 invoices, 1 set of minutes, 2 other documents, 2 need OCR, 2 set aside"
    said = kinds.summary(BATCH, Messages("zh"), by_kind=True)
    assert said == "16 个文件：6 份合同，3 份发票，1 份会议纪要，2 份其他文件，2 份要先识别文字，2 份没有读成"


def test_a_kind_of_ones_own_is_told_as_it_is_written() -> None:
    assert kinds.summary([file("标书"), file("标书")], Messages("en"), by_kind=True) == "2 files: 2 标书"
    assert Messages("zh").tag("kind:标书") == "标书"
    assert Messages("en").tag("kind:contract") == "contract"
    assert Messages("en").tag("首页") == "首页"


def test_formats_are_told_where_no_rule_tells_kinds() -> None:
    assert kinds.summary([file(), file()], Messages("en"), by_kind=False) == "2 files: 2 text"
    assert kinds.summary([file(error="corrupt")], Messages("en"), by_kind=False) == "1 file: 1 set aside"
    assert kinds.summary([], Messages("en"), by_kind=True) == "0 files"


def test_whether_rules_tell_kinds() -> None:
    pack = load("pack: p\nrules:\n- {id: a, scope: document, then: [{tag: kind:x}]}\n- {id: b, then: [{tag: y}]}\n", "p")
    assert kinds.told([pack], frozenset())
    assert not kinds.told([pack], frozenset({("p", "a")}))
    assert kinds.told(packs.available(), frozenset())


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_kind_that_ships_has_a_name(language: Language) -> None:
    words = Messages(language)
    names = {action.value.removeprefix("kind:") for rule in packs.find("document-kinds").rules for action in rule.then}
    assert {"contract", "invoice", "minutes", "report", "policy", "notice", "letter"} <= names
    for name in names:
        assert words.word(f"doc_kinds.{name}") != name
        assert words.tag(f"kind:{name}") == words.word(f"doc_kind.{name}")
