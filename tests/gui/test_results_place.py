"""Key terms, answers with their places, the page beside, export."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import Qt

from docprep_gui.domain.task import Answer, Task, TaskFailure
from docprep_gui.export.write import RESULTS
from docprep_gui.gui import cells
from docprep_gui.gui.app import Program
from docprep_gui.gui.results import rows
from docprep_gui.gui.results.place import ResultsPlace
from docprep_gui.gui.results.rows import Places
from docprep_gui.workspace.choices import EndpointChoice, Question
from docprep_gui.workspace.messages import Messages
from docprep_gui.workspace.pipeline import Prepared
from tests.support.scripted import Reply, ScriptedServer

Read = Callable[..., list[str]]
FINDINGS = {"findings": [
    {"risk": "high", "issue": "违约金没有上限", "quote": "千分之三", "advice": "封顶在合同总价的 10%。"},
    {"risk": "low", "issue": "没有引文", "quote": "原文里没有的话", "advice": ""},
]}


@pytest.fixture
def place(program: Program, contract: Path, read: Read) -> ResultsPlace:
    read(program, contract)
    program.window.go("results")
    return cast(ResultsPlace, program.window.places["results"])


def _prepared(program: Program) -> Prepared:
    prepared = next(iter(program.workspace.files.values())).prepared
    assert prepared is not None
    return prepared


def _ask(program: Program, qtbot: Any, question: Question = Question("contract_review")) -> None:  # noqa: B008
    with ScriptedServer(lambda _: Reply(json.dumps(FINDINGS, ensure_ascii=False))) as server:
        program.workspace.choose_endpoint(EndpointChoice(server.url, "scripted-7b"))
        qtbot.waitUntil(lambda: not program.workspace.busy, timeout=10_000)
        program.runs.start(question, tuple(program.workspace.files))
        qtbot.waitUntil(lambda: program.runs.state == "finished", timeout=20_000)


def _rows(program: Program, answer: Answer | None, **fields: Any) -> list[rows.AnswerRow]:
    prepared = _prepared(program)
    task = Task("t", "采购合同.txt", prepared.chunks[-1].id, "high", answer=answer, **fields)
    return rows.answers(prepared, Places(prepared.document, prepared.chunks), [task], Messages("zh"))


def test_nothing_is_open(program: Program) -> None:
    place = cast(ResultsPlace, program.window.places["results"])
    program.window.go("results")
    assert place.nothing.isVisible()
    assert "export" not in place.handlers()


def test_key_terms_found_by_rules_lead_to_their_places(place: ResultsPlace, program: Program) -> None:
    terms = place.terms.model.rows
    number = next(i for i, term in enumerate(terms) if term.value == "HT-2026-0381")
    assert terms[number].name == "合同编号"
    assert terms[number].found_by == "提取合同编号"
    assert len({(term.name, term.value) for term in terms}) == len(terms), "each value once"
    place.terms.table.setCurrentIndex(place.terms.model.index(number, 0))
    page = place.page.page
    assert page.cited == terms[number].span
    assert _prepared(program).document.slice(terms[number].span) == "HT-2026-0381"


def test_findings_become_cards_that_light_their_quote(place: ResultsPlace, program: Program, qtbot: Any) -> None:
    assert place.answers.nothing.isVisible()
    _ask(program, qtbot)
    document = _prepared(program).document
    qtbot.waitUntil(
        lambda: any(document.slice(row.span) == "千分之三" for row in place.answers.model.rows), timeout=20_000)
    shown = place.answers.model.rows
    quoted = next(i for i, row in enumerate(shown) if document.slice(row.span) == "千分之三")
    assert shown[quoted].risk == "high"
    assert shown[quoted].chip.startswith("3.1，第 ")
    view = place.answers.view
    view.setFocus()
    for _ in range(quoted - view.currentIndex().row()):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.currentIndex().row() == quoted
    assert place.page.page.cited == shown[quoted].span
    assert place.page.where.text() == shown[quoted].chip
    assert view.sizeHintForIndex(view.currentIndex()).height() > view.sizeHintForIndex(
        place.answers.model.index((quoted + 1) % len(shown))).height()


def test_a_quote_that_is_not_there_lights_the_whole_chunk(place: ResultsPlace, program: Program, qtbot: Any) -> None:
    _ask(program, qtbot)
    qtbot.waitUntil(lambda: any(row.title == "没有引文" for row in place.answers.model.rows), timeout=20_000)
    at = next(i for i, row in enumerate(place.answers.model.rows) if row.title == "没有引文")
    row = place.answers.model.rows[at]
    assert row.span == _prepared(program).chunks[row.ordinal].core
    place.answers.view.setCurrentIndex(place.answers.model.index(at))
    assert place.page.page.selected_chunk == row.ordinal


def test_findings_are_filtered_by_severity(place: ResultsPlace, program: Program, qtbot: Any) -> None:
    _ask(program, qtbot)
    qtbot.waitUntil(lambda: {row.risk for row in place.answers.model.rows} >= {"high", "low"}, timeout=20_000)
    everything = place.answers.model.rowCount()
    place.answers.filter.choose("high")
    place.answers.filter.chosen.emit("high")
    assert {row.risk for row in place.answers.model.rows} == {"high"}
    assert 0 < place.answers.model.rowCount() < everything


def test_answers_of_the_trial_model_are_marked_each(place: ResultsPlace, program: Program) -> None:
    for content in ("ok", FINDINGS, {"findings": []}, {"anything": [1]}):
        made = _rows(program, Answer(content, "smollm2", True, 1.0), state="done")
        assert made
        assert all(row.trial for row in made)
        place.answers.show_answers(made)
        assert not place.answers.trial.isHidden()
        for i in range(len(made)):
            said = place.answers.model.index(i).data(Qt.ItemDataRole.AccessibleTextRole)
            assert "试用模型的回答，没有参考价值" in said
    place.answers.show_answers(_rows(program, Answer("ok", "qwen", False, 1.0), state="done"))
    assert place.answers.trial.isHidden()


def test_terms_named_by_the_trial_model_are_marked(place: ResultsPlace, program: Program) -> None:
    prepared = _prepared(program)
    answer = Answer({"terms": [{"name": "总价", "value": "128 万", "quote": "合同总价"}]}, "smollm2", True, 1.0)
    task = Task("t", "采购合同.txt", prepared.chunks[-1].id, "high", state="done", answer=answer)
    made = rows.terms(prepared, Places(prepared.document, prepared.chunks), [task], program.workspace.packs,
                      Messages("zh"))
    place.terms.show_terms(made[-1:])
    assert cells.say(place.terms.model.index(0, 1).data(cells.CELL)) == "128 万 试用模型的回答，没有参考价值"
    assert cells.say(place.terms.model.index(0, 4).data(cells.CELL)) == "模型"


@pytest.mark.parametrize("content", [None, 7, [], {"findings": "x"}, {"findings": [3]}, {"findings": [{}]}, ""])
def test_answers_of_any_shape_are_shown(program: Program, place: ResultsPlace, content: object) -> None:
    made = _rows(program, Answer(content, "m", False, 1.0), state="done")
    assert len(made) == 1
    place.answers.show_answers(made)
    place.answers.view.grab()


def test_a_question_that_failed_says_why(place: ResultsPlace, program: Program) -> None:
    (row,) = _rows(program, None, state="failed", error=TaskFailure("answer_cut"))
    assert row.state == "failed"
    assert row.details[0][1].startswith("回答被截断了")


def test_export_writes_all_files_and_says_where(place: ResultsPlace, program: Program, tmp_path: Path,
                                                qtbot: Any) -> None:
    _ask(program, qtbot)
    out = tmp_path / "out"
    place.export_to(out)
    assert not place.export.isEnabled()
    qtbot.waitUntil(lambda: place.notice is not None, timeout=20_000)
    assert str(out) in cast(Any, place.notice).accessibleName()
    assert {path.name for path in out.iterdir()} == set(RESULTS)
    assert place.export.isEnabled()


def test_the_exported_record_says_who_decided_what(place: ResultsPlace, program: Program, tmp_path: Path,
                                                   qtbot: Any) -> None:
    _ask(program, qtbot)
    place.export_to(tmp_path / "out")
    qtbot.waitUntil(lambda: place.notice is not None, timeout=20_000)
    events = [json.loads(line) for line in (tmp_path / "out" / "audit.jsonl").read_text("utf-8").splitlines()]
    assert [event["time"] for event in events] == sorted(event["time"] for event in events)
    verdicts = _prepared(program).judgement.verdicts
    hits = [event for event in events if event["event"] == "hit"]
    assert len(hits) == sum(len(verdict.hits) for verdict in verdicts)
    assert all(hit["rule"] and hit["version"] for hit in hits)
    assert [event["route"] for event in events if event["event"] == "route"] == [one.route for one in verdicts]
    for task in program.runs.tasks():
        became = [event["event"] for event in events if event.get("task") == task.id]
        assert (became[0], became[-1]) == ("enqueue", "succeed")


def test_export_that_cannot_be_written_says_so(place: ResultsPlace, tmp_path: Path, qtbot: Any) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x")
    place.export_to(blocked / "below")
    qtbot.waitUntil(lambda: place.notice is not None, timeout=20_000)
    assert "写不进" in cast(Any, place.notice).accessibleName()


def test_closing_the_file_empties_the_place(place: ResultsPlace, program: Program, qtbot: Any) -> None:
    program.workspace.close(tuple(program.workspace.files))
    qtbot.waitUntil(lambda: place.nothing.isVisible(), timeout=20_000)
    assert place.page.page.content is None or not place.splitter.isVisible()
