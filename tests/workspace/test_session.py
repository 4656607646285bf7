"""The workspace under both faces, driven through the command line's executor."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from docprep_gui.cli.pool import PlainExecutor
from docprep_gui.rules.pack import load
from docprep_gui.workspace import paths, pipeline, workers
from docprep_gui.workspace.choices import EndpointChoice
from docprep_gui.workspace.memory import Memory, Remembered
from docprep_gui.workspace.model import Event, FileChanged, FilesAdded, RulesChanged
from docprep_gui.workspace.pipeline import Prepared, Request
from docprep_gui.workspace.session import Workspace
from docprep_gui.workspace.workers import Workers

CONTRACT = "采购合同\n合同编号：HT-2026-0417\n联系人林一鸣，电话13800138000。\n合同总价为人民币1,280,000.00元。\n"


class Open:
    """A workspace with what happened in it."""

    def __init__(self, home: Path) -> None:
        self.executor = PlainExecutor(4)
        home.mkdir(exist_ok=True)
        self.memory = Memory(home)
        self.workspace = Workspace(self.executor, Workers(2, start_method="fork"), self.memory)
        self.events: list[Event] = []
        self.workspace.listen(self.events.append)

    def wait(self, condition: Callable[[], bool]) -> None:
        left = [2000]

        def tick() -> None:
            left[0] -= 1
            assert left[0], "it did not happen in time"

        self.executor.run_until(condition, tick)

    def open(self, *paths: Path) -> list[str]:
        self.workspace.open(paths)
        self.wait(lambda: bool(self.workspace.files) and not self.workspace.busy)
        return list(self.workspace.files)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    made = Open(tmp_path / "home")
    yield made
    made.workspace.shut_down()
    made.executor.close()


@pytest.fixture
def contract(tmp_path: Path) -> Path:
    path = tmp_path / "合同.txt"
    path.write_text(CONTRACT, "utf-8")
    return path


def test_files_come_in_and_say_so(opened: Open, contract: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    keys = opened.open(contract, tmp_path / "empty.txt")
    states = {file.name: file.state for file in opened.workspace.files.values()}
    assert states == {"合同.txt": "ready", "empty.txt": "set_aside"}
    assert opened.events[0] == FilesAdded(tuple(keys))
    assert {event.key for event in opened.events if isinstance(event, FileChanged)} == set(keys)


def test_the_same_file_is_open_once_and_names_are_never_shared(opened: Open, contract: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / contract.name
    other.parent.mkdir()
    other.write_text("另一份。", "utf-8")
    opened.open(contract, contract, other)
    assert [file.name for file in opened.workspace.files.values()] == ["合同.txt", "合同.txt (2)"]


def test_switching_a_rule_changes_the_open_documents(opened: Open, contract: Path) -> None:
    (key,) = opened.open(contract)
    assert "13800138000" not in opened.workspace.masked_text(key, 0)
    opened.workspace.set_enabled("sensitive", "phone", False)
    assert isinstance(opened.events[-1], RulesChanged)
    opened.wait(lambda: "13800138000" in opened.workspace.masked_text(key, 0))
    opened.workspace.set_enabled("sensitive", "phone", True)
    opened.wait(lambda: "13800138000" not in opened.workspace.masked_text(key, 0))


def test_quick_switches_end_in_the_last_choice(opened: Open, contract: Path) -> None:
    (key,) = opened.open(contract)
    for _ in range(5):
        opened.workspace.set_enabled("contract-zh", "contract-number", False)
        opened.workspace.set_enabled("contract-zh", "contract-number", True)
    opened.workspace.set_enabled("contract-zh", "contract-number", False)
    opened.wait(lambda: "contract_no" not in opened.workspace.files[key].verdicts[0].fields)
    assert ("contract-zh", "contract-number") not in opened.workspace.hit_counts()


def test_every_rule_explains_itself(opened: Open, contract: Path) -> None:
    (key,) = opened.open(contract)
    traces = {trace.rule: trace for trace in opened.workspace.explain(key, 0)}
    speaking = [pack for pack in opened.workspace.packs if pack.language in ("", "zh")]
    every = {rule.id: rule.scope for pack in speaking for rule in pack.rules}
    assert {rule for rule, scope in every.items() if scope != "instruction"} == traces.keys(), "nothing is asked"
    assert traces["contract-number"].matched
    assert not traces["dispute"].matched


def test_rules_look_at_what_is_asked_and_documents_are_judged_again_only_where_it_matters(
        opened: Open, contract: Path) -> None:
    (key,) = opened.open(contract)
    workspace = opened.workspace
    before = workspace.files[key].prepared
    workspace.ask("总结一下")
    asked = workspace.asked(key)
    assert asked is not None
    assert (asked.pack, asked.rule, asked.task) == ("instructions", "ask-summary", "summary")
    assert not workspace.busy
    assert workspace.files[key].prepared is before, "no rule says anything else of the chunks for it"
    workspace.ask("")
    workspace.set_pack(load("pack: own\nrules:\n- {id: a, when: {field: instruction, contains: 钱}, then: [{tag: 钱}]}\n",
                            "own"))
    opened.wait(lambda: not workspace.busy)
    assert workspace.asked(key) is None
    workspace.ask("多少钱")
    assert workspace.busy
    opened.wait(lambda: not workspace.busy)
    assert all("钱" in verdict.tags for verdict in workspace.files[key].verdicts)
    assert any(trace.rule == "a" and trace.matched for trace in workspace.explain(key, 0))
    workspace.ask("")
    opened.wait(lambda: not workspace.busy)
    assert not any("钱" in verdict.tags for verdict in workspace.files[key].verdicts)


def test_a_small_window_cuts_the_open_documents_smaller(opened: Open, tmp_path: Path) -> None:
    long = tmp_path / "long.txt"
    long.write_text("".join(f"第{n}条 甲方应当按照约定的期限支付价款。\n" for n in range(1, 400)), "utf-8")
    opened.workspace.choose_endpoint(EndpointChoice("http://127.0.0.1:9/v1", "m"), None)
    (key,) = opened.open(long)
    before = len(opened.workspace.files[key].chunks)
    opened.workspace.choose_endpoint(EndpointChoice("http://127.0.0.1:9/v1", "m"), 4096)
    opened.wait(lambda: len(opened.workspace.files[key].chunks) > before)


def test_it_is_busy_until_every_document_is_cut_for_the_model(opened: Open, contract: Path) -> None:
    opened.workspace.choose_endpoint(EndpointChoice("http://127.0.0.1:9/v1", "m"), None)
    (key,) = opened.open(contract)
    for window in (4096, 2048, None, 2048):
        opened.workspace.choose_endpoint(EndpointChoice("http://127.0.0.1:9/v1", "m"), window)
    assert opened.workspace.busy
    opened.wait(lambda: not opened.workspace.busy)
    opened.workspace.choose_endpoint(EndpointChoice("http://127.0.0.1:9/v1", "m"), 4096)
    opened.workspace.close([key])
    assert not opened.workspace.busy


def test_what_was_open_and_chosen_is_remembered(opened: Open, contract: Path) -> None:
    opened.open(contract)
    opened.workspace.set_enabled("sensitive", "phone", False)
    opened.workspace.choose_endpoint(EndpointChoice("http://127.0.0.1:9/v1", "m"))
    opened.workspace.save()
    again = Open(opened.memory.folder)
    assert [file.path for file in again.workspace.remembered_files()] == [contract]
    assert not again.workspace.is_enabled("sensitive", "phone")
    assert again.workspace.endpoint == EndpointChoice("http://127.0.0.1:9/v1", "m")
    again.workspace.shut_down()
    again.executor.close()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"files": 3}', "null"])
def test_a_spoilt_memory_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "session.json").write_text(text)
    assert Memory(tmp_path).load().files == ()


def test_tables_are_read_again_when_other_columns_are_left_out(opened: Open, contract: Path, tmp_path: Path) -> None:
    ledger = tmp_path / "台账.csv"
    ledger.write_text("品名,数量,备注\n钢管,5,长说明\n阀门,6,长说明\n", "utf-8")
    keys = opened.open(contract, ledger)
    workspace = opened.workspace
    workspace.set_profile(workspace.profile.with_value("reading.columns_left_out", "备注"))
    opened.wait(lambda: not workspace.busy)
    document = workspace.files[keys[1]].document
    assert document is not None
    assert "备注" not in document.text[: document.source.body[1]]
    assert document.text.count("长说明") == 2
    workspace.set_profile(workspace.profile.with_value("reading.columns_left_out", None))
    opened.wait(lambda: not workspace.busy)
    document = workspace.files[keys[1]].document
    assert document is not None
    assert "备注" in document.text[: document.source.body[1]]


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    path = tmp_path / "台账.csv"
    path.write_text("品名,数量,备注\n钢管,5,长说明\n阀门,6,长说明\n", "utf-8")
    return path


def _body(opened: Open, key: str) -> str:
    document = opened.workspace.files[key].document
    assert document is not None
    return document.text[: document.source.body[1]]


def test_columns_of_one_file_are_left_out_and_taken_back(opened: Open, ledger: Path, tmp_path: Path) -> None:
    other = tmp_path / "另一份.csv"
    other.write_bytes(ledger.read_bytes())
    keys = opened.open(ledger, other)
    workspace = opened.workspace
    tokens = sum(chunk.tokens for chunk in workspace.files[keys[0]].chunks)
    opened.events.clear()
    workspace.leave_out(keys[0], frozenset({("", "C")}))
    assert workspace.busy, "a run waits for it"
    opened.wait(lambda: not workspace.busy)
    assert "备注" not in _body(opened, keys[0])
    assert "备注" in _body(opened, keys[1])
    assert sum(chunk.tokens for chunk in workspace.files[keys[0]].chunks) < tokens
    assert opened.events == [FileChanged(keys[0])], "it is shown as it was until it is read"
    workspace.leave_out(keys[0], frozenset())
    opened.wait(lambda: not workspace.busy)
    assert "备注" in _body(opened, keys[0])


def test_columns_of_a_file_join_those_of_the_setting(opened: Open, ledger: Path) -> None:
    (key,) = opened.open(ledger)
    workspace = opened.workspace
    workspace.leave_out(key, frozenset({("", "B")}))
    workspace.set_profile(workspace.profile.with_value("reading.columns_left_out", "备注"))
    opened.wait(lambda: not workspace.busy)
    assert _body(opened, key).split() == ["|", "品名", "|", "|", "---", "|", "|", "钢管", "|", "|", "阀门", "|"]


def test_quick_choices_of_columns_end_in_the_last(opened: Open, ledger: Path) -> None:
    (key,) = opened.open(ledger)
    for letters in ("AB", "C", "", "A", "BC"):
        opened.workspace.leave_out(key, frozenset(("", one) for one in letters))
    opened.wait(lambda: not opened.workspace.busy)
    assert _body(opened, key).split("\n")[0] == "| 品名 |"


def test_columns_left_out_are_remembered_for_their_file_though_it_was_closed(opened: Open, ledger: Path) -> None:
    (key,) = opened.open(ledger)
    opened.workspace.leave_out(key, frozenset({("", "C")}))
    opened.wait(lambda: not opened.workspace.busy)
    opened.workspace.close([key])
    opened.workspace.save()
    assert "长说明" not in (opened.memory.folder / "session.json").read_text("utf-8")
    again = Open(opened.memory.folder)
    (key,) = again.open(ledger)
    assert again.workspace.columns_left_out(key) == {("", "C")}
    assert "备注" not in _body(again, key)
    again.workspace.leave_out(key, frozenset())
    again.wait(lambda: not again.workspace.busy)
    again.workspace.save()
    assert again.memory.load().columns == {}
    again.workspace.shut_down()
    again.executor.close()


def test_what_cannot_be_remembered_ends_neither_the_work_nor_the_way_out(
    opened: Open, contract: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened.open(contract)
    opened.workspace.save()
    kept = opened.memory.load()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    opened.workspace.close(list(opened.workspace.files))
    opened.workspace.save()
    monkeypatch.undo()
    assert opened.memory.load() == kept
    (tmp_path / "a file").write_bytes(b"")
    nowhere = Memory(tmp_path / "a file" / "home")
    nowhere.save(kept)
    assert nowhere.load().files == ()


def test_a_name_that_is_no_text_is_remembered(tmp_path: Path) -> None:
    name = "合同\udcff.txt"
    Memory(tmp_path).save(Remembered(((f"/tmp/{name}", name),)))
    assert Memory(tmp_path).load().files == ((f"/tmp/{name}", name),)


def test_a_home_that_cannot_be_made_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a file").write_bytes(b"")
    monkeypatch.setenv("DOCPREP_HOME", str(tmp_path / "a file" / "home"))
    assert Memory(paths.remembered()).load() == Remembered()


def test_a_reading_process_that_cannot_be_started_sets_the_file_aside(
    opened: Open, contract: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> object:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(Workers, "_pool", property(none))
    (key,) = opened.open(contract)
    error = opened.workspace.files[key].error
    assert error is not None
    assert error.kind == "crashed"
    assert "Resource temporarily unavailable" in str(error.params["reason"])
    monkeypatch.undo()
    opened.workspace.retry(key)
    opened.wait(lambda: not opened.workspace.busy)
    assert opened.workspace.files[key].state == "ready"


def test_a_file_that_was_closed_while_it_was_read_keeps_no_other_waiting(
    opened: Open, contract: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = tmp_path / "begun"
    begun.mkdir()

    def without_end(request: Request) -> Prepared:
        while request.path != contract:
            (begun / request.path.name).touch()
            time.sleep(0.05)
        return pipeline.prepare(request)

    monkeypatch.setattr(workers, "prepare", without_end)
    for name in ("a.txt", "b.txt", "c.txt"):
        (tmp_path / name).write_text(name)
    opened.workspace.open([tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "c.txt"])
    opened.wait(lambda: len(list(begun.iterdir())) == 2)
    opened.workspace.close(tuple(opened.workspace.files))
    opened.open(contract)
    (file,) = opened.workspace.files.values()
    assert file.state == "ready"
