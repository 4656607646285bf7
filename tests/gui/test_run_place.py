"""From a question to answers, through the real queue and a scripted server."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from docprep_gui.domain.errors import DocPrepError
from docprep_gui.gui import cells
from docprep_gui.gui.app import Program, take_up_left_over
from docprep_gui.gui.run import times
from docprep_gui.gui.run.place import RunPlace
from docprep_gui.rules.pack import load
from docprep_gui.scheduling.store import Change, Store
from docprep_gui.workspace import runs
from docprep_gui.workspace.choices import EndpointChoice, Question
from tests.support.scripted import Reply, ScriptedServer

Read = Callable[..., list[str]]
NO_RISK = Reply(json.dumps({"findings": []}))


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer(lambda _: NO_RISK) as made:
        yield made


@pytest.fixture
def place(program: Program, contract: Path, read: Read) -> RunPlace:
    read(program, contract)
    program.window.go("run")
    return cast(RunPlace, program.window.places["run"])


def _check(place: RunPlace, url: str, qtbot: Any) -> None:
    model = place.ask.model
    model.other.click()
    model.address.clear()
    qtbot.keyClicks(model.address, url)
    qtbot.keyClick(model.address, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: model.check.isEnabled() and not place.shell.workspace.busy, timeout=10_000)


def _states(place: RunPlace) -> list[str]:
    model = place.queue.model
    return [model.index(row, 0).data(cells.CELL).text for row in range(model.rowCount())]


def test_the_trial_model_is_chosen_at_first_with_its_warning(place: RunPlace) -> None:
    assert place.ask.model.trial.isChecked()
    assert place.ask.model.trial.hint == "只用来走通流程，回答没有参考价值"


def test_the_plan_says_how_much_is_asked(place: RunPlace, program: Program) -> None:
    plan = program.runs.plan(place.ask.files.chosen())
    assert plan.asks > 0
    assert place.ask.plan.asks.text() == f"问模型 {plan.asks} 次"
    place.ask.files.toggle(place.ask.files.index(0, 0))
    assert place.ask.files.chosen() == ()
    assert place.ask.plan.time.text() == "—"
    assert not place.ask.start.isEnabled()
    assert place.ask.start.toolTip() == "先选文件"


def test_an_address_must_be_checked_first(place: RunPlace, program: Program, server: ScriptedServer,
                                          qtbot: Any) -> None:
    place.ask.model.other.click()
    assert place.ask.start.toolTip() == "先写模型的地址"
    place.ask.model.address.setFocus()
    qtbot.keyClicks(place.ask.model.address, server.url)
    assert place.ask.start.toolTip() == "先检查模型的地址"
    _check(place, server.url, qtbot)
    assert place.ask.start.isEnabled()
    assert place.ask.model.models.currentText() == "scripted-7b"
    assert program.workspace.endpoint == EndpointChoice(server.url, "scripted-7b")


def test_an_address_that_does_not_answer_says_so(place: RunPlace, program: Program, qtbot: Any) -> None:
    _check(place, "http://127.0.0.1:9", qtbot)
    assert "连不上模型" in place.ask.model.state.text()
    assert not place.ask.start.isEnabled()
    assert program.workspace.endpoint.url is None


def test_another_machine_must_be_trusted(place: RunPlace) -> None:
    model = place.ask.model
    model.other.click()
    model.address.setText("http://192.0.2.7:11434")
    model._edited()
    assert model.trust.isVisible()
    model.address.setText("http://127.0.0.1:11434")
    model._edited()
    assert not model.trust.isVisible()


def test_start_asks_about_every_chunk_and_fills_the_queue(place: RunPlace, program: Program, server: ScriptedServer,
                                                          qtbot: Any) -> None:
    _check(place, server.url, qtbot)
    asks = program.runs.plan(place.ask.files.chosen()).asks
    qtbot.mouseClick(place.ask.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: program.runs.state == "finished", timeout=20_000)
    qtbot.waitUntil(lambda: _states(place) == ["完成"] * asks, timeout=20_000)
    assert len(server.bodies) == asks
    assert place.queue.head.done.text() == f"已完成 {asks} / {asks}"
    latest = place.queue.model.index(0, 6).data(Qt.ItemDataRole.DisplayRole)
    assert latest.endswith("无异议")
    why = place.queue.model.index(0, 3).data(Qt.ItemDataRole.DisplayRole)
    assert why
    assert "{" not in why


def test_a_sentence_of_ones_own_is_asked(place: RunPlace, program: Program, server: ScriptedServer,
                                         qtbot: Any) -> None:
    _check(place, server.url, qtbot)
    place.ask.tasks[""].click()
    assert not place.ask.start.isEnabled()
    qtbot.keyClicks(place.ask.own, "List the phone numbers")
    assert place.ask.start.isEnabled()
    program.window.trigger("run_start")
    qtbot.waitUntil(lambda: program.runs.state == "finished", timeout=20_000)
    assert all("List the phone numbers" in text for text in server.texts())


def test_failures_are_shown_filtered_and_asked_again(place: RunPlace, program: Program, qtbot: Any) -> None:
    broken = threading.Event()
    broken.set()

    def script(_: dict[str, Any]) -> Reply:
        return Reply(status=400, body={"error": {"message": "no"}}) if broken.is_set() else NO_RISK

    with ScriptedServer(script) as server:
        _check(place, server.url, qtbot)
        place.ask.begin()
        qtbot.waitUntil(lambda: program.runs.state == "finished", timeout=20_000)
        qtbot.waitUntil(lambda: set(_states(place)) == {"失败"}, timeout=20_000)
        assert "出错" in place.queue.model.index(0, 6).data(Qt.ItemDataRole.DisplayRole)
        failed = len(_states(place))
        place.queue.filter.chosen.emit("done")
        assert _states(place) == []
        place.queue.filter.chosen.emit("failed")
        assert len(_states(place)) == failed
        broken.clear()
        qtbot.waitUntil(place.queue.retry.isEnabled, timeout=20_000)
        place.queue.retry.click()
        qtbot.waitUntil(lambda: program.runs.counts().get("done") == failed, timeout=20_000)
        qtbot.waitUntil(lambda: _states(place) == [], timeout=20_000)
        place.queue.filter.chosen.emit("all")
        assert _states(place) == ["完成"] * failed


def test_pause_resume_and_stop(place: RunPlace, program: Program, qtbot: Any) -> None:
    hold = threading.Event()

    def script(_: dict[str, Any]) -> Reply:
        hold.wait(10)
        return NO_RISK

    with ScriptedServer(script) as server:
        _check(place, server.url, qtbot)
        place.ask.begin()
        qtbot.waitUntil(lambda: place.queue.head.pause.isVisible(), timeout=20_000)
        place.queue.head.pause.click()
        qtbot.waitUntil(lambda: place.queue.head.resume.isVisible(), timeout=20_000)
        assert program.runs.state == "paused"
        assert place.ask.start.toolTip() == "上一次还没问完"
        place.queue.head.resume.click()
        assert program.runs.state == "running"
        program.window.trigger("run_stop")
        hold.set()
        qtbot.waitUntil(lambda: program.runs.state == "finished", timeout=10_000)
        assert "cancelled" in program.runs.counts()


def test_rows_stay_in_order_while_tasks_move(place: RunPlace, program: Program, server: ScriptedServer,
                                             qtbot: Any) -> None:
    resets: list[int] = []
    _check(place, server.url, qtbot)
    program.runs.start(Question("summary"), place.ask.files.chosen())
    # The list of a new run comes as a whole; from then on rows only move.
    qtbot.waitUntil(lambda: place.queue.model.rowCount() > 0, timeout=20_000)
    place.queue.model.modelReset.connect(lambda: resets.append(1))
    qtbot.waitUntil(lambda: program.runs.state == "finished", timeout=20_000)
    qtbot.wait(100)
    model = place.queue.model
    assert model._keys == sorted(model._keys)
    assert [model._shown[task] for task in model._tasks] == model._keys
    assert not resets


def test_a_run_that_was_cut_short_is_shown_and_goes_on(make_program: Callable[..., Program], contract: Path, read: Read,
                                                       qtbot: Any) -> None:
    hold = threading.Event()

    def script(_: dict[str, Any]) -> Reply:
        hold.wait(10)
        return NO_RISK

    with ScriptedServer(script) as server:
        first = make_program()
        read(first, contract)
        first.workspace.choose_endpoint(EndpointChoice(server.url, "scripted-7b"))
        qtbot.waitUntil(lambda: not first.workspace.busy, timeout=10_000)
        asks = first.runs.start(Question("contract_review"), tuple(first.workspace.files))
        qtbot.waitUntil(lambda: bool(server.bodies), timeout=20_000)
        first.runs.close()
        hold.set()
        second = make_program()
        take_up_left_over(second.runs)
        second.window.go("run")
        place = cast(RunPlace, second.window.places["run"])
        qtbot.waitUntil(lambda: place.queue.notice is not None, timeout=20_000)
        assert f"{asks} 项" in cast(Any, place.queue.notice).accessibleName()
        read(second, contract)
        qtbot.waitUntil(lambda: bool(cast(Any, place.queue.notice).findChildren(QPushButton)), timeout=20_000)
        cast(Any, place.queue.notice).findChildren(QPushButton)[0].click()
        qtbot.waitUntil(lambda: second.runs.state == "finished", timeout=20_000)
        assert second.runs.counts() == {"done": asks}
        qtbot.waitUntil(lambda: place.queue.notice is None, timeout=20_000)


@pytest.mark.parametrize(("seconds", "said"), [(0.2, "约 1 秒"), (119, "约 119 秒"), (660, "约 11 分钟"), (18_000, "约 5 小时")])
def test_times_are_rounded(program: Program, seconds: float, said: str) -> None:
    assert times.about(seconds) == said


def test_clock() -> None:
    assert [times.clock(s) for s in (8, 102, 3671)] == ["0:08", "1:42", "1:01:11"]


TERMS = Reply(json.dumps({"terms": []}))
HEARING = """\
schema: 1
pack: hearing
rules:
- id: pay
  title: {zh: 问付款, en: About payment}
  scope: instruction
  when: {field: instruction, contains: 付款}
  then: [{task: key_terms}, {priority: high}]
- id: rest
  priority: 1
  when: {all: [{field: instruction, contains: 付款}, {field: text, not_contains: 签收}]}
  then: [{route: ignore}]
"""


def test_a_rule_that_takes_the_sentence_for_a_task_is_told_of_before_the_start(
        place: RunPlace, program: Program, qtbot: Any) -> None:
    with ScriptedServer(lambda _: Reply("三句话。")) as server:
        _check(place, server.url, qtbot)
        place.ask.tasks[""].click()
        place.ask.own.setText("总结一下")
        qtbot.waitUntil(place.ask.taken.isVisible, timeout=5_000)
        assert place.ask.taken.text() == "由规则「要总结就做摘要」选择：摘要"
        place.ask.begin()
        qtbot.waitUntil(lambda: program.runs.state == "finished", timeout=20_000)
        assert all(body["max_tokens"] == 300 and "总结一下" in body["messages"][-1]["content"]
                   for body in server.bodies)
        place.ask.own.setText("总结一下付款条款")
        qtbot.waitUntil(place.ask.taken.isHidden, timeout=5_000)
        place.ask.own.setText("总结一下")
        qtbot.waitUntil(place.ask.taken.isVisible, timeout=5_000)
        program.workspace.set_enabled("instructions", "ask-summary", on=False)
        qtbot.waitUntil(place.ask.taken.isHidden, timeout=5_000)


def test_the_plan_follows_rules_that_look_at_the_sentence_and_start_waits_for_them(
        place: RunPlace, program: Program, read: Read, tmp_path: Path, qtbot: Any) -> None:
    (tmp_path / "签收单.txt").write_text("货物已签收，付款以此为据。\n", "utf-8")
    read(program, tmp_path / "签收单.txt")
    program.window.go("run")
    with ScriptedServer(lambda _: TERMS) as server:
        _check(place, server.url, qtbot)
        program.workspace.set_pack(load(HEARING, "hearing"))
        qtbot.waitUntil(lambda: not program.workspace.busy, timeout=10_000)
        whole = program.runs.plan(place.ask.files.chosen()).asks
        place.ask.tasks[""].click()
        place.ask.own.setText("付款怎么约定")
        place.ask.begin()  # at once: rules have not looked at it yet
        qtbot.waitUntil(lambda: program.runs.state == "finished", timeout=20_000)
        asked = len(server.bodies)
        assert 0 < asked < whole
        assert {task.priority for task in program.runs.tasks()} == {"high"}
        assert all(body["response_format"]["json_schema"]["name"] == "key_terms" for body in server.bodies)
        assert place.ask.taken.text() == "由规则「问付款」选择：关键条款"
        place.ask.tasks["summary"].click()
        qtbot.waitUntil(lambda: not program.workspace.busy
                        and program.runs.plan(place.ask.files.chosen()).asks == whole, timeout=10_000)


def test_an_answer_waits_until_there_is_room_for_it(place: RunPlace, program: Program, server: ScriptedServer, qtbot: Any,
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Store, change: Change, at: float) -> None:
        raise DocPrepError("queue_unwritable", path=self.path)

    monkeypatch.setattr(runs, "UNWRITTEN_S", 0.05)
    _check(place, server.url, qtbot)
    with monkeypatch.context() as patched:
        gate = threading.Event()
        server.script = lambda _: NO_RISK if gate.wait(10) else Reply()
        place.ask.start.click()
        qtbot.waitUntil(lambda: "running" in program.runs.counts(), timeout=10_000)
        patched.setattr(Store, "record", full)
        gate.set()
        qtbot.waitUntil(lambda: place.queue.notice is not None, timeout=10_000)
        qtbot.wait(200)
        assert "done" not in program.runs.counts()
        assert program.runs.state == "running"
    qtbot.waitUntil(lambda: program.runs.state == "finished", timeout=10_000)
    assert set(program.runs.counts()) == {"done"}
    qtbot.waitUntil(lambda: place.queue.notice is None, timeout=10_000)


def test_what_is_pressed_on_a_full_disk_is_done_when_there_is_room(
    place: RunPlace, program: Program, server: ScriptedServer, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Store, changes: object, at: float) -> None:
        raise DocPrepError("queue_unwritable", path=self.path)

    monkeypatch.setattr(runs, "UNWRITTEN_S", 0.05)
    _check(place, server.url, qtbot)
    gate = threading.Event()
    server.script = lambda _: NO_RISK if gate.wait(10) else Reply()
    place.ask.start.click()
    qtbot.waitUntil(lambda: "running" in program.runs.counts(), timeout=10_000)
    with monkeypatch.context() as patched:
        patched.setattr(Store, "record_all", full)
        place.queue.head.stop.click()
        qtbot.waitUntil(lambda: place.queue.notice is not None, timeout=10_000)
        assert "cancelled" not in program.runs.counts()
    qtbot.waitUntil(lambda: set(program.runs.counts()) == {"cancelled"}, timeout=10_000)
    gate.set()
    qtbot.waitUntil(lambda: place.queue.notice is None, timeout=10_000)

    server.script = lambda _: Reply(status=400)
    qtbot.waitUntil(place.ask.start.isEnabled, timeout=10_000)  # what was under way has ended
    place.ask.start.click()
    qtbot.waitUntil(lambda: set(program.runs.counts()) == {"failed"}, timeout=10_000)
    server.script = lambda _: NO_RISK
    with monkeypatch.context() as patched:
        patched.setattr(Store, "record_all", full)
        place.queue.retry.click()
        qtbot.waitUntil(lambda: place.queue.notice is not None, timeout=10_000)
        assert set(program.runs.counts()) == {"failed"}
    qtbot.waitUntil(lambda: set(program.runs.counts()) == {"done"}, timeout=10_000)


def test_a_full_disk_does_not_keep_the_program_from_ending(place: RunPlace, program: Program, server: ScriptedServer,
                                                           qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Store, change: Change, at: float) -> None:
        raise DocPrepError("queue_unwritable", path=self.path)

    _check(place, server.url, qtbot)
    gate = threading.Event()
    server.script = lambda _: NO_RISK if gate.wait(10) else Reply()
    place.ask.start.click()
    qtbot.waitUntil(lambda: "running" in program.runs.counts(), timeout=10_000)
    monkeypatch.setattr(Store, "record", full)
    program.runs.close()
    gate.set()
