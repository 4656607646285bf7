"""Packs that are edited: they speak at once, are published as versions, and come back after a restart."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

import pytest

from docprep_gui.cli.arguments import build_parser
from docprep_gui.cli.main import run
from docprep_gui.domain.errors import DocPrepError
from docprep_gui.rules import editing
from docprep_gui.rules.model import Action, Rule, Sample
from docprep_gui.rules.pack import version_of
from docprep_gui.workspace import packs, pipeline
from docprep_gui.workspace.files import FoundFile
from docprep_gui.workspace.memory import Memory
from docprep_gui.workspace.model import Event, FileChanged, PackEdited, RulesChanged
from docprep_gui.workspace.paths import remembered
from docprep_gui.workspace.session import Workspace
from tests.support.here import WorkersHere

T = TypeVar("T")
PACK = "contract-zh"


class Now:
    """An executor that does everything at once, but waits with what is for later."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def submit(self, work: Callable[[], T], done: Callable[[Future[T]], None]) -> None:
        future: Future[T] = Future()
        try:
            future.set_result(work())
        except Exception as error:  # noqa: BLE001  failure travels like success
            future.set_exception(error)
        done(future)

    def post(self, call: Callable[[], None]) -> None:
        call()

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self.waiting.append(call)

    def wait(self) -> None:
        while self.waiting:
            self.waiting.pop(0)()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DOCPREP_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("DOCPREP_LANG", "zh")
    return tmp_path / "home"


def start() -> tuple[Workspace, Now]:
    executor = Now()
    return Workspace(executor, WorkersHere(1), Memory(remembered())), executor  # type: ignore[arg-type]


@pytest.fixture
def contract(tmp_path: Path) -> Path:
    path = tmp_path / "合同.txt"
    path.write_text("采购合同\n\n合同编号：HT-2026-0381\n质保金为合同总价的5%。\n", "utf-8")
    return path


def hits(workspace: Workspace, rule: str) -> int:
    return workspace.hit_counts().get((PACK, rule), 0)


def without(workspace: Workspace, rule: str) -> str:
    text = workspace.rulebook.text(PACK)
    place = next(i for i, one in enumerate(workspace.rulebook.read(PACK)[1].pack.rules) if one.id == rule)
    return editing.remove_rule(text, place)


def test_an_edited_pack_speaks_at_once_and_a_broken_text_does_not_silence_it(contract: Path) -> None:
    workspace, executor = start()
    workspace.add([FoundFile(contract, contract.name)])
    assert hits(workspace, "contract-number") > 0
    events: list[Event] = []
    workspace.listen(events.append)
    text = without(workspace, "contract-number")
    workspace.rulebook.edit(PACK, text)
    executor.wait()
    assert hits(workspace, "contract-number") == 0
    assert {RulesChanged(), PackEdited(PACK)} <= set(events)
    assert any(isinstance(event, FileChanged) for event in events)
    spoken = workspace.packs
    workspace.rulebook.edit(PACK, text + "- id: [")
    assert not workspace.rulebook.read(PACK)[1].ok
    assert workspace.packs == spoken
    workspace.rulebook.undo(PACK)
    workspace.rulebook.undo(PACK)
    executor.wait()
    assert hits(workspace, "contract-number") > 0
    assert not workspace.rulebook.changed(PACK)
    workspace.rulebook.redo(PACK)
    assert workspace.rulebook.text(PACK) == text


def test_a_draft_comes_back_and_is_not_what_the_command_line_speaks(home: Path) -> None:
    workspace, executor = start()
    workspace.rulebook.edit(PACK, without(workspace, "contract-number"))
    executor.wait()
    again, _ = start()
    assert again.rulebook.changed(PACK)
    assert "contract-number" not in {rule.id for pack in again.packs if pack.id == PACK for rule in pack.rules}
    assert "contract-number" in {rule.id for rule in packs.find(PACK).rules}
    again.rulebook.discard(PACK)
    again.rulebook.save()
    assert not list((home / "rules" / "drafts").glob("*.yaml"))


def test_publishing_makes_versions_that_one_can_go_back_to(
        home: Path, contract: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shipped = packs.read(packs.path_of(PACK))
    workspace, _ = start()
    rulebook = workspace.rulebook
    rulebook.edit(PACK, without(workspace, "contract-number"))
    version = rulebook.publish(PACK)
    assert not rulebook.changed(PACK)
    assert (home / "rules" / f"{PACK}.yaml").read_text("utf-8") == rulebook.text(PACK)
    assert packs.shipped_path(PACK) is not None
    assert packs.shipped_path(PACK).read_text("utf-8") == shipped  # type: ignore[union-attr]
    assert run(build_parser().parse_args(["inspect", str(contract), "--json"])) == 0
    found = json.loads(capsys.readouterr().out)
    assert not [hit for chunk in found["chunks"] for hit in chunk["hits"] if hit["rule"].endswith("contract-number")]
    assert [one.version for one in rulebook.versions(PACK)] == [version, version_of(shipped)]
    rulebook.go_back(PACK, rulebook.versions(PACK)[-1])
    assert rulebook.text(PACK) == shipped
    rulebook.publish(PACK)
    assert len(rulebook.versions(PACK)) == 3


def test_a_new_pack_is_known_once_it_is_published() -> None:
    workspace, _ = start()
    rule = Rule("mine", "我的", "试试", then=(Action("tag", "我的"),), samples=(Sample("甲方", True),))
    name = workspace.rulebook.add(editing.new_pack("mine", "我的规则", rule), "mine")
    assert name in {pack.id for pack in workspace.packs}
    assert name not in packs.known_names()
    workspace.rulebook.publish(name)
    assert packs.find(name).title == "我的规则"
    assert name in {pack.id for pack in start()[0].packs}
    other = workspace.rulebook.add(editing.new_pack("gone", "别的", rule), "gone")
    workspace.rulebook.discard(other)
    assert other not in {pack.id for pack in workspace.packs}
    with pytest.raises(DocPrepError):
        workspace.rulebook.add("pack: ../x\nrules: []\n", "x")


def test_a_pack_keeps_its_name_while_it_is_edited() -> None:
    workspace, _ = start()
    workspace.rulebook.edit(PACK, editing.set_pack_id(workspace.rulebook.text(PACK), "other"))
    read = workspace.rulebook.read(PACK)[1]
    assert [problem.params["value"] for problem in read.problems if problem.severity == "error"] == [PACK]
    assert "other" not in {pack.id for pack in workspace.packs}


def test_the_check_follows_the_text() -> None:
    workspace, executor = start()
    rulebook = workspace.rulebook
    assert rulebook.checked(PACK) is None
    executor.wait()
    checked = rulebook.checked(PACK)
    assert checked is not None
    assert all(result.ok for result in checked.results)
    rulebook.edit(PACK, editing.set_sample(rulebook.text(PACK), 1, 0, hits=False))
    assert rulebook.checked(PACK) is None
    executor.wait()
    checked = rulebook.checked(PACK)
    assert checked is not None
    assert {problem.kind for problem in checked.problems if problem.severity == "error"} == {"sample_failed"}


def test_a_damaged_pack_of_the_user_gives_way(home: Path) -> None:
    (home / "rules").mkdir(parents=True)
    (home / "rules" / f"{PACK}.yaml").write_text("rules: [", "utf-8")
    (home / "rules" / "mine.yaml").write_text("rules: [", "utf-8")
    workspace, _ = start()
    assert {pack.id for pack in workspace.packs} == set(packs.shipped_names())
    assert workspace.rulebook.text(PACK) == packs.shipped_path(PACK).read_text("utf-8")  # type: ignore[union-attr]


def test_packs_that_come_later_are_waited_for(contract: Path) -> None:
    """Files are read with them, and drafts of last time speak."""
    workspace, executor = start()
    workspace.rulebook.edit(PACK, workspace.rulebook.text(PACK).replace("提取合同编号", "另一个名字"))
    executor.wait()
    executor = Now()
    workspace = Workspace(executor, WorkersHere(1), Memory(remembered()), packs_later=True)  # type: ignore[arg-type]
    events: list[Event] = []
    workspace.listen(events.append)
    (key,) = workspace.add([FoundFile(contract, contract.name)])
    assert workspace.packs == ()
    assert workspace.files[key].state == "waiting"
    assert workspace.busy
    workspace.load_packs()
    assert RulesChanged() in events
    assert hits(workspace, "contract-number") > 0
    assert not workspace.busy
    assert "另一个名字" in [rule.title for pack in workspace.packs for rule in pack.rules]
    assert workspace.rulebook.changed(PACK)


def test_the_vault_of_a_long_document_is_made_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "长.txt"
    path.write_text("联系人电话13800138000。\n" * 12_000, "utf-8")
    workspace, _ = start()
    (key,) = workspace.add([FoundFile(path, path.name)])
    workspace.set_enabled(PACK, "contract-number", False)
    monkeypatch.setattr(pipeline, "vault", None)  # it is there already
    assert len(workspace.vault(key).places) == 12_000
