"""`docprep run` as a user calls it: a process of its own, against a scripted server."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pymupdf
import pytest

from docprep_gui.inference.embedded import EmbeddedModel, trial_model
from tests.support import sealed
from tests.support.scripted import Reply, ScriptedServer
from tests.support.waiting import wait_for

AES_256 = 5  # MuPDF's number of the method
SAMPLE = Path(__file__).parent.parent.parent / "resources" / "samples" / "设备采购合同.docx"


def docprep(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "docprep_gui", *map(str, arguments)], capture_output=True, text=True,
                          check=False, timeout=120)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture
def drop(tmp_path: Path) -> Path:
    """A folder of twelve notes, each with a mark of its own."""
    folder = tmp_path / "drop"
    folder.mkdir()
    for n in range(12):
        (folder / f"note-{n:02}.txt").write_text(f"第{n}号送货记录，编号MARK-{n:02}。货物已于当日送达。\n", "utf-8")
    return folder


def test_answers_with_their_place(tmp_path: Path) -> None:
    with ScriptedServer(lambda _: Reply("没有发现风险。")) as server:
        done = docprep("run", SAMPLE, "--ask", "有什么风险？", "--endpoint", server.url, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "report.docx" in done.stdout
    chunks = {chunk["id"]: chunk for chunk in lines(tmp_path / "out" / "chunks.jsonl")}
    tasks = lines(tmp_path / "out" / "tasks.jsonl")
    assert tasks
    for task in tasks:
        assert task["state"] == "done"
        assert task["answer"] == "没有发现风险。"
        chunk = chunks[task["chunks"][0]]
        assert task["citations"] == [{"quote": "", "span": chunk["core"], "location": chunk["location"],
                                      "proven": False}]
    assert len(server.bodies) == len(tasks)
    assert {body["model"] for body in server.bodies} == {"scripted-7b"}


def test_nothing_sensitive_leaves(tmp_path: Path) -> None:
    with ScriptedServer(lambda body: Reply("代表的证件是" + (re.findall(r"\[身份证-\d+\]", str(body)) or ["无"])[0])) as server:
        docprep("run", SAMPLE, "--ask", "谁签字？电话13800138000", "--endpoint", server.url, "--out", tmp_path / "out")
    sent = json.dumps(server.bodies, ensure_ascii=False)
    source = "".join(chunk["text"] for chunk in lines(tmp_path / "out" / "chunks.jsonl"))
    numbers = set(re.findall(r"\d{17}[\dX]|1[3-9]\d{9}|62\d{17}", source))
    assert len(numbers) >= 4
    assert not [number for number in numbers if number in sent]
    answers = [task["answer"] for task in lines(tmp_path / "out" / "tasks.jsonl")]
    assert any(number in answer for number in numbers for answer in answers), "answers are unmasked"


def test_files_for_people(tmp_path: Path) -> None:
    with ScriptedServer(lambda _: Reply("条款清楚。\x07")) as server:
        docprep("run", SAMPLE, "--ask", "有什么风险？", "--endpoint", server.url, "--out", tmp_path / "out")
    text = "\n".join(paragraph.text for paragraph in docx.Document(str(tmp_path / "out" / "report.docx")).paragraphs)
    assert "设备采购合同.docx" in text
    assert "条款清楚。" in text
    rows = list(openpyxl.load_workbook(tmp_path / "out" / "fields.xlsx").active.iter_rows(values_only=True))
    assert any("HT-2026-0417" in str(cell) for row in rows for cell in row)
    events = lines(tmp_path / "out" / "audit.jsonl")
    hits = [event for event in events if event["event"] == "hit"]
    assert hits
    assert all(hit["rule"] and hit["version"] and len(hit["span"]) == 2 for hit in hits)
    assert {"route", "enqueue", "start", "succeed"} <= {event["event"] for event in events}


def test_a_killed_run_is_taken_up(tmp_path: Path, drop: Path) -> None:
    """Nothing is lost, and nothing asked twice beyond the one that was under way."""
    arguments = ["run", drop, "--ask", "一句话概括", "--set", "scheduling.concurrency=1", "--out", tmp_path / "out"]
    with ScriptedServer(lambda _: Reply("概括", delay_s=0.15)) as server:
        command = [sys.executable, "-m", "docprep_gui", *map(str, arguments), "--endpoint", server.url]
        first = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        wait_for(lambda: len(server.bodies) >= 5)
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
        second = docprep(*arguments, "--endpoint", server.url)
        asked = [re.findall(r"MARK-\d+", text)[0] for text in server.texts()]
    assert second.returncode == 0, second.stderr
    tasks = lines(tmp_path / "out" / "tasks.jsonl")
    assert [task["state"] for task in tasks] == ["done"] * 12
    assert set(asked) == {f"MARK-{n:02}" for n in range(12)}
    assert len(asked) <= 13


def test_a_finished_run_is_not_taken_for_a_new_one(tmp_path: Path, drop: Path) -> None:
    with ScriptedServer() as server:
        for _ in range(2):
            docprep("run", drop, "--ask", "概括", "--endpoint", server.url, "--out", tmp_path / "out")
        assert len(server.bodies) == 24
    assert len(lines(tmp_path / "out" / "tasks.jsonl")) == 12


def test_what_failed_is_asked_again_and_nothing_else(tmp_path: Path, drop: Path) -> None:
    arguments = ["run", drop, "--ask", "概括", "--out", tmp_path / "out"]
    refused = Reply(status=400, body={"error": {"message": "no"}})
    with ScriptedServer(lambda body: refused if "MARK-07" in str(body) else Reply()) as server:
        assert docprep(*arguments, "--endpoint", server.url).returncode == 1
        server.script = lambda _: Reply()
        done = docprep(*arguments, "--endpoint", server.url)
        asked = [re.findall(r"MARK-\d+", text)[0] for text in server.texts()]
    assert done.returncode == 0, done.stderr
    assert sorted(asked) == sorted([*(f"MARK-{n:02}" for n in range(12)), "MARK-07"])


def test_results_that_could_not_be_written_are_written_without_asking_again(tmp_path: Path, drop: Path) -> None:
    out = tmp_path / "out"
    arguments = ["run", drop, "--ask", "概括", "--out", out]
    with ScriptedServer(lambda body: (out / ".report.docx.part").mkdir(exist_ok=True) or Reply()) as server:
        docprep(*arguments, "--endpoint", server.url)
        asked = len(server.bodies)
        (out / ".report.docx.part").rmdir()
        server.script = lambda _: Reply()
        assert docprep(*arguments, "--endpoint", server.url).returncode == 0
        assert len(server.bodies) == asked == 12
    assert len(lines(out / "tasks.jsonl")) == 12


def test_bad_files_are_set_aside_with_a_sentence_and_a_hint(tmp_path: Path, drop: Path) -> None:
    (drop / "empty.docx").write_bytes(b"")
    (drop / "cut.docx").write_bytes(SAMPLE.read_bytes()[:3000])
    (drop / "photo.bin").write_bytes(bytes(range(256)) * 40)
    (drop / "~$note.docx").write_bytes(b"\x05owner" + b"\0" * 156)
    (drop / "really-word.pdf").write_bytes(SAMPLE.read_bytes())
    with ScriptedServer() as server:
        done = docprep("run", drop, "--ask", "概括", "--endpoint", server.url, "--out", tmp_path / "out")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    said = {line.split(": ", 1)[0]: line for line in done.stderr.splitlines() if ": " in line}
    for name in ("empty.docx", "cut.docx", "photo.bin"):
        assert said[name].count(".") >= 3, said
    documents = {chunk["document"] for chunk in lines(tmp_path / "out" / "chunks.jsonl")}
    assert documents == {f"note-{n:02}.txt" for n in range(12)} | {"really-word.pdf"}


@pytest.mark.parametrize(("arguments", "code"), [
    (["run", "nowhere.txt", "--ask", "x", "--out", "OUT"], 3),
    (["run", "DROP", "--task", "nothing", "--out", "OUT"], 2),
    (["run", "DROP", "--ask", "x", "--set", "chunking.overlap_chars=50", "--set", "chunking.max_chars=50",
      "--out", "OUT"], 2),
    (["run", "DROP", "--ask", "x", "--set", "no.such=1", "--out", "OUT"], 2),
    (["run", "DROP"], 2),
    (["run", "DROP", "--ask", " ", "--out", "OUT"], 2),
    (["run", "DROP", "--ask", "x", "--set", "scheduling.weights=5,3,²", "--out", "OUT"], 2),
])
def test_exit_codes(tmp_path: Path, drop: Path, arguments: list[str], code: int) -> None:
    places = {"DROP": str(drop), "OUT": str(tmp_path / "out")}
    done = docprep(*[places.get(word, word) for word in arguments], *(
        ["--endpoint", "http://127.0.0.1:9/v1"] if "--out" in arguments else []))
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr


def test_another_host_is_not_asked_unless_trusted(tmp_path: Path, drop: Path) -> None:
    done = docprep("run", drop, "--ask", "x", "--endpoint", "http://model.example:8080/v1", "--out", tmp_path / "out")
    tasks = lines(tmp_path / "out" / "tasks.jsonl")
    assert {task["error"]["kind"] for task in tasks} == {"refused_egress"}
    assert done.returncode == 1


def test_a_second_run_does_not_read_the_results_of_the_first(tmp_path: Path, drop: Path) -> None:
    with ScriptedServer() as server:
        for _ in range(2):
            done = docprep("run", drop, "--ask", "概括", "--endpoint", server.url, "--out", drop / "out")
            assert done.returncode == 0, done.stderr
    assert {task["document"] for task in lines(drop / "out" / "tasks.jsonl")} == {f"note-{n:02}.txt" for n in range(12)}


@pytest.mark.parametrize("name", ["report.docx", "audit.jsonl", "queue.sqlite3"])
def test_what_stands_in_the_way_of_a_result_is_said_before_anything_is_asked(
    tmp_path: Path, drop: Path, name: str
) -> None:
    (tmp_path / "out" / name).mkdir(parents=True)
    with ScriptedServer() as server:
        done = docprep("run", drop, "--ask", "概括", "--endpoint", server.url, "--out", tmp_path / "out")
        assert not server.bodies
    assert done.returncode == 2
    assert name in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere file names are text")
def test_a_name_in_an_old_encoding(tmp_path: Path, drop: Path) -> None:
    Path(os.fsdecode(os.fsencode(drop) + b"/" + "采购".encode("gbk") + b".txt")).write_text("货物已送达。", "utf-8")
    with ScriptedServer() as server:
        done = docprep("run", drop, "--ask", "概括", "--endpoint", server.url, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "采购.txt" in {task["document"] for task in lines(tmp_path / "out" / "tasks.jsonl")}


@pytest.mark.parametrize("text", ["", "[]", "[" * 100_000, '{"jobs": 5}', '{"jobs": [{}]}'])
def test_a_scenario_of_another_form_is_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "scenario.json"
    path.write_text(text, "utf-8")
    done = docprep("simulate", path)
    assert done.returncode == 2
    assert str(path) in done.stderr
    assert "Traceback" not in done.stderr


def test_output_in_an_encoding_that_lacks_the_characters(tmp_path: Path, drop: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "docprep_gui", "inspect", str(drop / "note-00.txt")],
                          capture_output=True, check=False, timeout=60,
                          env={**os.environ, "PYTHONIOENCODING": "ascii", "DOCPREP_LANG": "zh"})
    assert done.returncode == 0, done.stderr
    assert b"\\u" in done.stdout


def test_a_password_that_is_no_text_is_a_wrong_one(tmp_path: Path) -> None:
    with pymupdf.open() as file:
        file.new_page().insert_text((72, 72), "secret")
        file.save(tmp_path / "a.pdf", encryption=AES_256, user_pw="pw", owner_pw="own")
    for typed, kind in ((b"\xff\xfe\n", "encrypted"), (b"", "encrypted"), (b"pw\r\n", None)):
        done = subprocess.run([sys.executable, "-m", "docprep_gui", "inspect", tmp_path / "a.pdf", "--password-stdin",
                               "--json"], input=typed, capture_output=True, check=False, timeout=60)
        said = json.loads(done.stdout)
        assert said.get("error", {}).get("kind") == kind, said


def test_a_run_opens_what_its_password_opens_and_keeps_no_text_of_it(tmp_path: Path) -> None:
    made = io.BytesIO()
    document = docx.Document()
    document.add_paragraph("合同编号：HT-2026-0417，甲方应按期付款。")
    document.save(made)
    drop, home, out = tmp_path / "drop", tmp_path / "home", tmp_path / "out"
    drop.mkdir()
    (drop / "a.docx").write_bytes(sealed.office(made.getvalue(), "pw"))
    (drop / "b.docx").write_bytes(sealed.office(made.getvalue(), "other"))
    (drop / "c.txt").write_text("乙方应按期交货。", "utf-8")
    with ScriptedServer(lambda _: Reply("ok")) as server:
        done = subprocess.run([sys.executable, "-m", "docprep_gui", "run", drop, "--ask", "谁付款？", "--endpoint", server.url,
                               "--password-stdin", "--out", out], input=b"pw\n", capture_output=True, check=False,
                              timeout=120, env={**os.environ, "DOCPREP_HOME": str(home)})
    assert done.returncode == 1, done.stderr
    assert {chunk["document"] for chunk in lines(out / "chunks.jsonl")} == {"a.docx", "c.txt"}
    assert "b.docx: That is not the password." in done.stderr.decode()
    kept = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    assert b"HT-2026-0417" not in kept
    assert "乙方应按期交货".encode() in kept  # of the others, what was read is kept


@pytest.mark.skipif(not EmbeddedModel().available(), reason="the embedded model is not installed")
def test_a_model_file_is_an_endpoint(tmp_path: Path) -> None:
    shipped = trial_model()
    assert shipped is not None
    note = tmp_path / "note.txt"
    note.write_text("The buyer pays.", "utf-8")
    docprep("run", note, "--ask", "Who pays?", "--set", "inference.max_tokens=200", "--endpoint", shipped,
            "--out", tmp_path / "out")
    (task,) = lines(tmp_path / "out" / "tasks.jsonl")
    # A model this small may not know when to stop; what it said is then cut off, which is said and not kept.
    assert task["state"] == "done" or task["error"]["kind"] == "answer_cut"
    assert (task["answer"] is not None) == (task["state"] == "done")
    assert not task["trial"], "a file of the user's own is no trial model"
    (tmp_path / "bad.gguf").write_bytes(b"no model")
    refused = docprep("run", note, "--ask", "Who pays?", "--endpoint", tmp_path / "bad.gguf", "--out", tmp_path / "o")
    assert refused.returncode == 2
    assert "bad.gguf" in refused.stderr
