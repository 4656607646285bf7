"""Rules edited through the real widgets: the sentence, the text beside it, samples, publishing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from docprep_gui.gui.app import Program
from docprep_gui.gui.documents.place import DocumentsPlace
from docprep_gui.gui.rules.chip_button import ChipButton
from docprep_gui.gui.rules.place import RulesPlace
from docprep_gui.workspace import packs

Read = Callable[..., list[str]]
PACK = "contract-zh"


@pytest.fixture
def place(program: Program, contract: Path, read: Read) -> RulesPlace:
    read(program, contract)
    program.window.go("rules")
    found = cast(RulesPlace, program.window.places["rules"])
    found.choose(PACK, "contract-number")
    return found


def settled(place: RulesPlace, qtbot: Any) -> None:
    book = place.shell.workspace.rulebook
    qtbot.waitUntil(lambda: not place._pending and not book.reading(place.rule.pack_id), timeout=10_000)
    qtbot.waitUntil(lambda: book.checked(place.rule.pack_id) is not None, timeout=20_000)
    qtbot.waitUntil(lambda: len(place._before) == len(place.shell.workspace.files), timeout=10_000)


def part(place: RulesPlace, name: str) -> ChipButton:
    found = place.rule.sentence.button(name)
    assert found is not None, [chip.part.id for chip in place.rule.sentence.buttons()]
    return found


def pick(place: RulesPlace, name: str, wanted: str, qtbot: Any) -> None:
    """Opens the picker of a part with the keyboard and chooses by its words."""
    chip = part(place, name)
    chip.setFocus()
    qtbot.keyClick(chip, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    menu = place.rule.sentence.menu()
    assert menu is not None
    action = next(action for action in menu.actions() if action.text() == wanted)
    action.trigger()
    menu.close()
    qtbot.wait(20)


def write(place: RulesPlace, name: str, said: str, qtbot: Any, key: Qt.Key = Qt.Key.Key_Return) -> None:
    chip = part(place, name)
    chip.setFocus()
    qtbot.keyClick(chip, Qt.Key.Key_Return)
    field = place.rule.sentence.field()
    assert field is not None
    field.selectAll()
    field.insert(said)
    qtbot.keyClick(field, key)


def hits(program: Program, rule: str) -> int:
    return program.workspace.hit_counts().get((PACK, rule), 0)


def text(place: RulesPlace) -> str:
    return place.shell.workspace.rulebook.text(PACK)


def test_words_are_written_over_in_the_sentence(place: RulesPlace, program: Program, qtbot: Any) -> None:
    before, shipped = hits(program, "contract-number"), text(place)
    assert before
    write(place, "when.0.value.0", "绝没有的词", qtbot, Qt.Key.Key_Escape)
    assert text(place) == shipped
    for _ in range(4):
        write(place, "when.0.value.0", "绝没有的词", qtbot)
        qtbot.keyClick(part(place, "when.0.value.1"), Qt.Key.Key_Delete) if len(
            place.rule.rule.when.children[0].operand) > 1 else None  # type: ignore[union-attr]
        qtbot.wait(20)
    settled(place, qtbot)
    assert hits(program, "contract-number") == 0
    assert place.rule.side.editor.toPlainText() == text(place)
    assert "contains_any: [绝没有的词]" in text(place)
    assert text(place).startswith(shipped.splitlines()[0])
    assert any(section.title == "处命中" for section in place.effect.sections)
    while place.shell.workspace.rulebook.can_undo(PACK):
        program.window.trigger("undo")
    settled(place, qtbot)
    assert text(place) == shipped
    assert hits(program, "contract-number") == before
    program.window.trigger("redo")
    assert text(place) != shipped


def test_operators_fields_routes_and_actions_are_picked(place: RulesPlace, program: Program, qtbot: Any) -> None:
    pick(place, "when.0.operator", "全都包含", qtbot)
    assert "contains_all: [合同编号, 合同号, 协议编号, 协议号]" in text(place)
    pick(place, "when.0.field", "标题", qtbot)
    assert "{field: heading, contains_all:" in text(place)
    pick(place, "then.more", "路由设为", qtbot)
    last = len(place.rule.rule.then) - 1  # type: ignore[union-attr]
    pick(place, f"then.{last}.to", "仅本机", qtbot)
    pick(place, "then.more", "优先级设为", qtbot)
    qtbot.keyClick(part(place, f"then.{last + 1}.to"), Qt.Key.Key_Delete)
    qtbot.wait(20)
    rule = place.rule.rule
    assert rule is not None
    assert [action.kind for action in rule.then] == ["extract", "route"]
    assert rule.then[-1].value == "local_only"
    pick(place, "when", "满足任意一项", qtbot)
    pick(place, "when.0.field", "金额", qtbot)
    assert place.rule.rule.when.children[0].operator == "has"  # type: ignore[union-attr]
    pick(place, "when.0.operator", "不小于", qtbot)
    write(place, "when.0.value.0", "很多", qtbot)
    field = place.rule.sentence.field()
    assert field is not None, "a word that is no number is refused, and the field stays open"
    assert field.property("tone") == "error"
    field.selectAll()
    field.insert("1000")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert "{field: amount, at_least: 1000}" in text(place)


def test_conditions_and_groups_are_added_and_written_at_once(place: RulesPlace, qtbot: Any) -> None:
    qtbot.mouseClick(part(place, "add.condition"), Qt.MouseButton.LeftButton)
    field = place.rule.sentence.field()
    assert field is not None
    field.insert("质保，质量保证")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert "- {field: text, contains_any: [质保, 质量保证]}" in text(place)
    qtbot.mouseClick(part(place, "add.group"), Qt.MouseButton.LeftButton)
    assert place.rule.rule.when.children[-1].group == "any"  # type: ignore[union-attr]
    chip = part(place, "when.0.operator")
    chip.setFocus()
    qtbot.keyClick(chip, Qt.Key.Key_Right)
    assert place.rule.sentence.focused() is part(place, "when.0.value.0")
    qtbot.keyClick(part(place, "when.0.value.0"), Qt.Key.Key_Up)
    assert place.rule.sentence.focused() is part(place, "when")


def test_typing_in_the_text_changes_sentence_and_documents(place: RulesPlace, program: Program, qtbot: Any) -> None:
    editor = place.rule.side.editor
    at = text(place).index("[合同编号, 合同号") + 1
    cursor = editor.textCursor()
    cursor.setPosition(at)
    cursor.setPosition(at + len("合同编号, 合同号, 协议编号, 协议号"), QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)
    editor.setFocus()
    QTest.keyClicks(editor, "xyz")
    qtbot.waitUntil(lambda: "[xyz]" in text(place), timeout=5000)
    settled(place, qtbot)
    assert hits(program, "contract-number") == 0
    assert part(place, "when.0.value.0").part.text == "xyz"
    qtbot.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settled(place, qtbot)
    assert hits(program, "contract-number") > 0
    assert editor.toPlainText() == text(place)


def test_a_broken_text_keeps_the_last_good_rules_and_says_where(place: RulesPlace, program: Program,
                                                               qtbot: Any) -> None:
    before, good = hits(program, "contract-number"), text(place)
    editor = place.rule.side.editor
    cursor = editor.textCursor()
    cursor.setPosition(good.index("合同编号, 合同号"))
    editor.setTextCursor(cursor)
    editor.insertPlainText("[")
    qtbot.waitUntil(lambda: text(place) != good, timeout=5000)
    settled(place, qtbot)
    assert hits(program, "contract-number") == before
    assert place.rule.side.problem.isVisible()
    assert not place.rule.publish.isEnabled()
    assert "写法有误 1" in place.effect.publishing.reason.text()
    place.rule.undo.click()
    settled(place, qtbot)
    assert not place.rule.side.problem.isVisible()


def test_a_bare_number_is_quoted_by_one_button(place: RulesPlace, qtbot: Any) -> None:
    editor = place.rule.side.editor
    cursor = editor.textCursor()
    at = text(place).index("{text: 合同编号：HT-2024-0381")
    cursor.setPosition(at + len("{text: "))
    cursor.setPosition(at + len("{text: 合同编号：HT-2024-0381"), QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)
    editor.insertPlainText("0381")
    qtbot.waitUntil(lambda: place.rule.side.problem.isVisible(), timeout=5000)
    problem = place.rule.side.problem.problem
    assert problem is not None
    assert problem.kind == "unquoted_scalar"
    button = place.rule.side.problem.findChild(type(place.rule.publish))
    assert button is not None
    button.click()
    assert "{text: '0381'," in text(place)


def test_the_form_changes_the_text(place: RulesPlace, qtbot: Any) -> None:
    form = place.rule.side.form
    place.rule.side.tabs.setCurrentIndex(1)
    form.title.selectAll()
    form.title.insert("编号")
    qtbot.keyClick(form.title, Qt.Key.Key_Return)
    form.priority.setText("7")
    qtbot.keyClick(form.priority, Qt.Key.Key_Return)
    form.enabled.click()
    rule = place.rule.rule
    assert rule is not None
    assert (rule.title, rule.priority, rule.enabled) == ("编号", 7, False)
    assert "  title: {zh: 编号, en: Contract number}\n" in text(place)
    index = place.list.model.index_of(PACK, "contract-number")
    assert index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Unchecked


def test_samples_are_tried_and_added(place: RulesPlace, qtbot: Any) -> None:
    samples = place.rule.samples
    samples.field.insert("合同编号：ZZ-2026-1")
    qtbot.waitUntil(lambda: samples.outcome.text() == "命中", timeout=5000)
    samples.field.clear()
    samples.field.insert("双方各执一份")
    qtbot.waitUntil(lambda: samples.outcome.text() == "没有命中", timeout=5000)
    count = len(place.rule.rule.samples)  # type: ignore[union-attr]
    samples.misses.click()
    rule = place.rule.rule
    assert rule is not None
    assert (rule.samples[-1].text, rule.samples[-1].hits) == ("双方各执一份", False)
    qtbot.waitUntil(lambda: len(samples.model.rows) == count + 3, timeout=5000)
    samples.tree.setCurrentIndex(samples.model.index(count + 2, 0))
    assert samples.current() == count
    samples.expect(True)
    settled(place, qtbot)
    assert "样例不符 1" in place.effect.publishing.reason.text()
    assert not place.rule.publish.isEnabled()
    samples.remove_current()
    settled(place, qtbot)
    assert len(place.rule.rule.samples) == count  # type: ignore[union-attr]


def test_published_with_its_comments_and_back_again(place: RulesPlace, program: Program, tmp_path: Path,
                                                    qtbot: Any) -> None:
    shipped = text(place)
    saved = tmp_path / "home" / "rules" / f"{PACK}.yaml"
    write(place, "why", "试一试", qtbot)
    settled(place, qtbot)
    assert not saved.exists()
    assert place.rule.publish.isEnabled()
    place.rule.publish.click()
    assert saved.read_text("utf-8") == text(place)
    assert text(place).splitlines()[0] == shipped.splitlines()[0]
    assert "    zh: 试一试\n" in text(place)
    assert not place.rule.publish.isEnabled()
    program.window.trigger("rules_history")
    versions = program.workspace.rulebook.versions(PACK)
    assert len(versions) == 2
    rows = place.rule.history.model
    assert rows.rowCount() == 2
    place.rule.history.tree.linked.emit(rows.index(1, 0))
    assert text(place) == shipped
    shipped_file = packs.shipped_path(PACK)
    assert shipped_file is not None
    assert shipped_file.read_text("utf-8") == shipped


def test_lost_masks_are_published_only_when_seen(place: RulesPlace, program: Program, qtbot: Any) -> None:
    place.choose("sensitive", "id-card")
    program.window.trigger("rules_remove")
    settled(place, qtbot)
    assert place.effect.sections[0].danger
    assert "脱敏丢失 2" in place.effect.publishing.reason.text()
    assert not place.rule.publish.isEnabled()
    place.effect.publishing.confirm.click()
    assert place.rule.publish.isEnabled()
    place.effect.undo_masks.emit()
    settled(place, qtbot)
    assert not place.total().masks_lost
    assert not program.workspace.rulebook.changed("sensitive")


def test_rules_are_added_moved_copied_and_removed(place: RulesPlace, program: Program, qtbot: Any) -> None:
    def ids() -> list[str]:
        return [rule.id for pack in program.workspace.packs if pack.id == PACK for rule in pack.rules]

    before = ids()
    at = before.index("contract-number")
    program.window.trigger("rules_down")
    assert ids().index("contract-number") == at + 1
    chosen = place.chosen()
    assert chosen is not None
    assert chosen[1].id == "contract-number"
    program.window.trigger("rules_up")
    assert ids() == before
    program.window.trigger("rules_copy")
    assert ids()[at + 1] == "contract-number-2"
    program.window.trigger("rules_remove")
    assert ids() == before
    program.window.trigger("rules_new")
    assert "rule" in ids()
    assert place.rule.sentence.field() is not None
    program.window.trigger("rules_discard")
    settled(place, qtbot)
    assert ids() == before


def test_a_rule_is_dragged_to_another_place(place: RulesPlace, program: Program, qtbot: Any) -> None:
    model = place.list.model
    index = model.index_of(PACK, "contract-number")
    pack = index.parent()
    at, before = index.row(), [rule.id for rule in model.pack_at(pack).rules]  # type: ignore[union-attr]
    data = model.mimeData([index])
    assert model.canDropMimeData(data, Qt.DropAction.MoveAction, 0, 0, pack)
    assert not model.canDropMimeData(data, Qt.DropAction.MoveAction, 0, 0, index), "rules hold no rules"
    assert not model.canDropMimeData(data, Qt.DropAction.MoveAction, 0, 0, pack.siblingAtRow(2)), "another pack"
    model.dropMimeData(data, Qt.DropAction.MoveAction, at + 3, 0, pack)
    qtbot.waitUntil(lambda: place.rule.place == at + 2, timeout=5000)
    after = [rule.id for one in program.workspace.packs if one.id == PACK for rule in one.rules]
    assert after == [*before[:at], *before[at + 1 : at + 3], before[at], *before[at + 3 :]]
    assert place.rule.rule.id == "contract-number"  # type: ignore[union-attr]


def test_packs_are_made_imported_and_exported(place: RulesPlace, program: Program, tmp_path: Path) -> None:
    program.window.trigger("rules_new_pack")
    assert place.rule.pack_id == "my-rules"
    place.export_file(tmp_path / "own.yaml")
    own = (tmp_path / "own.yaml").read_text("utf-8").replace("pack: my-rules", "pack: imported")
    (tmp_path / "own.yaml").write_text(own, "utf-8")
    place.import_file(tmp_path / "own.yaml")
    assert place.rule.pack_id == "imported"
    assert {"my-rules", "imported"} <= {pack.id for pack in program.workspace.packs}
    program.window.trigger("rules_discard")
    assert "imported" not in {pack.id for pack in program.workspace.packs}


def test_a_selected_text_becomes_a_rule_and_a_sample(place: RulesPlace, program: Program, qtbot: Any) -> None:
    program.window.go("documents")
    documents = cast(DocumentsPlace, program.window.places["documents"])
    qtbot.waitUntil(lambda: documents.page.isVisible(), timeout=5000)
    document = next(iter(program.workspace.files.values())).document
    assert document is not None
    at = document.text.index("保修期二十四个月")
    documents.page.set_selection((at, at + len("保修期二十四个月")))
    program.window.trigger("rules_from_page")
    assert program.window.place is place
    rule = place.rule.rule
    assert rule is not None
    assert rule.when is not None
    assert rule.when.children[0].operand == ("保修期二十四个月",)
    assert rule.samples[0].text == "保修期二十四个月"
    settled(place, qtbot)
    assert program.workspace.hit_counts()[PACK, rule.id] > 0
    program.window.go("documents")
    documents.page.set_selection((at, at + 3))
    program.window.trigger("rules_sample")
    assert place.rule.samples.field.text() == "保修期"
    QApplication.processEvents()


def test_a_rule_about_what_is_asked_is_made_by_picking(place: RulesPlace, qtbot: Any) -> None:
    """From a rule about chunks: what it looks at, what it does, and a task that there is not."""
    book = place.shell.workspace.rulebook
    book.add("pack: mine\nrules:\n- id: a\n  when:\n    all:\n    - {field: text, contains_any: [总结]}\n"
             "  then:\n  - tag: 总结\n", "mine")
    place.choose("mine", "a")
    qtbot.waitUntil(lambda: place.rule.pack_id == "mine" and place.rule.rule is not None, timeout=5_000)
    form = place.rule.side.form
    form.scope.setCurrentIndex(form.scope.findData("instruction"))
    form.scope.activated.emit(form.scope.currentIndex())
    qtbot.waitUntil(lambda: "scope: instruction" in book.text("mine"), timeout=5_000)
    assert "- {field: instruction, contains_any: [总结]}" in book.text("mine")
    settled(place, qtbot)
    fields = [choice.text for choice in part(place, "when.0.field").part.choices]
    assert "提问" in fields
    assert "分片类型" not in fields
    actions = [choice.text for choice in part(place, "then.0").part.choices]
    assert "选择任务" in actions
    assert "提取" not in actions
    pick(place, "then.0", "选择任务", qtbot)
    settled(place, qtbot)
    pick(place, "then.0.to", "摘要", qtbot)
    settled(place, qtbot)
    assert "- task: summary\n" in book.text("mine")
    assert part(place, "then.0.to").part.chip.text == "摘要"
    book.edit("mine", book.text("mine").replace("task: summary", "task: sumary"))
    settled(place, qtbot)
    found = book.checked("mine")
    assert found is not None
    assert [(one.kind, one.params["nearest"]) for one in found.problems if one.severity == "error"] == [
        ("unknown_task", "summary")]
    qtbot.waitUntil(place.rule.side.problem.isVisible, timeout=5_000)
    problem = place.rule.side.problem.problem
    assert problem is not None
    assert (problem.kind, problem.line) == ("unknown_task", book.text("mine").splitlines().index("  - task: sumary") + 1)


def test_only_lines_that_are_seen_are_coloured(place: RulesPlace, program: Program, qtbot: Any) -> None:
    from docprep_gui.gui import theme
    editor = place.rule.side.editor
    place.rule.tabs.setCurrentIndex(place.rule.tabs.count() - 1)
    qtbot.wait(50)

    def coloured() -> set[int]:
        block, found = editor.document().firstBlock(), set()
        while block.isValid():
            if block.layout().formats():
                found.add(block.blockNumber())
            block = block.next()
        return found

    first = coloured()
    assert first
    assert max(first) - min(first) < 120 < editor.blockCount()
    editor.verticalScrollBar().setValue(editor.verticalScrollBar().maximum())
    editor.grab()
    last = coloured()
    assert editor.firstVisibleBlock().blockNumber() in last
    key = editor.firstVisibleBlock()
    while not key.text().strip().startswith("title:"):
        key = key.next()

    def ink() -> str:
        first = key.layout().formats()[0]  # it owns the format
        form = first.format
        return form.foreground().color().name()

    before = ink()
    assert before == theme.colour("accent").name()
    theme.theme().set_scheme("dark")
    theme.theme().catch_up()
    editor.grab()
    assert ink() == theme.colour("accent").name() != before
