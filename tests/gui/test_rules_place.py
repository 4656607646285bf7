"""Rules as sentences, switched on and off with the effect at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton

from docprep_gui.gui import cells
from docprep_gui.gui.app import Program
from docprep_gui.gui.rules import sentence
from docprep_gui.gui.rules.place import RulesPlace
from docprep_gui.rules.model import Action, Condition, Rule
from docprep_gui.workspace.messages import Messages

Read = Callable[..., list[str]]


@pytest.fixture
def place(program: Program, contract: Path, read: Read) -> RulesPlace:
    read(program, contract)
    program.window.go("rules")
    return cast(RulesPlace, program.window.places["rules"])


def _settled(place: RulesPlace, qtbot: Any) -> None:
    qtbot.waitUntil(lambda: not place._pending, timeout=10_000)


def _row(place: RulesPlace, pack: str, rule: str, column: int = 0) -> Any:
    return place.list.model.index_of(pack, rule).siblingAtColumn(column).data(cells.CELL)


def test_every_rule_is_listed_with_its_hits(place: RulesPlace, program: Program) -> None:
    model = place.list.model
    listed = sum(model.rowCount(model.index(i, 0)) for i in range(model.rowCount()))
    assert listed == sum(len(pack.rules) for pack in program.workspace.packs)
    hits = program.workspace.hit_counts()["contract-zh", "contract-number"]
    assert hits > 0
    assert _row(place, "contract-zh", "contract-number", 1).text == str(hits)


def test_space_switches_a_rule_and_its_effect_shows(place: RulesPlace, program: Program, qtbot: Any) -> None:
    place.choose("sensitive", "id-card")
    qtbot.keyClick(place.list.tree, Qt.Key.Key_Space)
    assert not program.workspace.is_enabled("sensitive", "id-card")
    _settled(place, qtbot)
    first = place.effect.sections[0]
    assert first.danger
    assert first.title == "处脱敏丢失"
    assert first.number == "2"
    assert _row(place, "sensitive", "id-card") == cells.Switch("遮住身份证号", False)


def test_a_click_on_the_box_switches_and_one_beside_it_does_not(place: RulesPlace, program: Program,
                                                               qtbot: Any) -> None:
    index = place.list.model.index_of("contract-zh", "contract-number")
    rect = place.list.tree.visualRect(index)
    for x, on in ((90, True), (18, False), (18, True)):
        qtbot.mouseClick(place.list.tree.viewport(), Qt.MouseButton.LeftButton,
                         pos=QPoint(rect.left() + x, rect.center().y()))
        assert program.workspace.is_enabled("contract-zh", "contract-number") is on


def test_masks_are_put_back_in_one_click(place: RulesPlace, program: Program, qtbot: Any) -> None:
    program.workspace.set_enabled("sensitive", "id-card", False)
    program.workspace.set_enabled("contract-zh", "contract-number", False)
    _settled(place, qtbot)
    undo = next(button for button in place.effect.findChildren(QPushButton) if button.text() == "撤销")
    undo.click()
    _settled(place, qtbot)
    assert program.workspace.is_enabled("sensitive", "id-card")
    assert not program.workspace.is_enabled("contract-zh", "contract-number")
    assert not place.total().masks_lost
    place.effect.put_back.click()
    _settled(place, qtbot)
    assert program.workspace.is_enabled("contract-zh", "contract-number")
    assert not place.total()
    assert place.effect.sections == ()


def test_each_change_is_one_click_from_its_place(place: RulesPlace, program: Program, qtbot: Any) -> None:
    program.workspace.set_enabled("sensitive", "id-card", False)
    _settled(place, qtbot)
    entry = place.effect.sections[0].entries[0]
    link = next(button for button in place.effect.findChildren(QPushButton)
                if button.accessibleName() == f"{entry.text}, {entry.link}")
    link.click()
    assert program.window.place is program.window.places["documents"]
    file = program.workspace.files[entry.key]
    assert file.document is not None
    assert file.document.slice(entry.span) == "11010519491231002X"
    program.window.go("rules")
    assert place.total().masks_lost, "who comes back from a place that the effect led to finds it as it was"
    program.window.go("documents")
    program.window.go("rules")
    assert not place.total()


def test_the_samples_of_the_chosen_rule_are_run(place: RulesPlace, qtbot: Any) -> None:
    place.choose("contract-zh", "contract-number")
    qtbot.waitUntil(lambda: bool(place.rule.samples.model.rows), timeout=10_000)
    assert place.rule.samples_state.text() == "全部相符"
    said = [cells.say(row.cell) for row in place.rule.samples.model.rows]
    assert said[0] == "应当命中"
    assert any("提取到 HT-2024-0381" in line for line in said)
    assert "没有命中" in said[-1]


def test_the_filter_narrows_and_can_be_cleared(place: RulesPlace) -> None:
    everything = place.list.model.rowCount()
    place.list.field.setText("身份证")
    chosen = place.chosen()
    assert chosen is not None
    assert chosen[1].id == "id-card"
    place.list.field.setText("没有这样的规则")
    assert place.list.model.rowCount() == 0
    place.list.field.clear()
    assert place.list.model.rowCount() == everything


def test_a_rule_reads_as_a_sentence() -> None:
    rule = Rule("r", title="t", why="数目大", when=Condition(group="all", children=(
        Condition("text", "contains_any", ("合同编号", "合同号")), Condition("amount", "greater_than", ("1000000",)),
        Condition(group="none", children=(Condition("heading", "contains", ("附件",)),)),
    )), then=(Action("extract", field="contract_no", pattern="[A-Z]+"), Action("route", "rule_only")))
    zh = Messages("zh")
    lines = sentence.lines(rule, zh)
    assert [line.lead for line in lines] == ["如果", "", "并且", "并且", "", "那么", "", "因为"]
    assert [chip.text for chip in lines[2].chips] == ["金额", "大于", "1,000,000"]
    assert [chip.kind for chip in lines[5].chips] == ["action", "plain", "pattern", "plain", "target"]
    assert lines[6].chips[1].route == "rule_only"
    assert sentence.spoken(rule, zh).endswith("因为数目大")


def test_a_field_compared_with_another_stays_one_condition() -> None:
    rule = Rule("r", when=Condition(group="any", children=(
        Condition("date", "within_days", ("30", "signing_date")), Condition("text", "contains", ("款",)))))
    conditions = [line for line in sentence.lines(rule, Messages("en")) if line.indent == 1]
    assert [line.chips[0].text for line in conditions] == ["date", "text"]
    assert [line.lead for line in conditions] == ["", "or"]


def test_a_rule_without_conditions_says_always(place: RulesPlace) -> None:
    place.choose("sensitive", "id-card")
    assert place.rule.sentence.chips()[0].text == "任何情况下"
    assert "脱敏" in place.rule.sentence.accessibleName()


def test_hits_are_counted_once_when_the_place_is_gone_to(program: Program, contract: Path, read: Read, qtbot: Any,
                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    read(program, contract)
    window, workspace = program.window, program.workspace
    window.go("rules")
    window.go("documents")
    qtbot.wait(20)
    counted: list[int] = []
    count = workspace.hit_counts
    monkeypatch.setattr(workspace, "hit_counts", lambda: (counted.append(1), count())[1])
    window.go("rules")
    qtbot.wait(50)
    assert len(counted) == 1
