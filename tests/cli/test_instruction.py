"""What is asked, judged by rules: `docprep run --ask` and `docprep rules` as a user calls them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import docx
import pytest

from tests.cli.test_run import docprep, lines
from tests.support.scripted import Reply, ScriptedServer

TERMS = Reply(json.dumps({"terms": []}))
RULES = """\
schema: 1
pack: mine
title: 我的规则
rules:
- id: money
  title: {zh: 问钱, en: About money}
  scope: instruction
  when: {field: instruction, contains_any: [付款, 价款]}
  then: [{task: {name: key_terms, confidence: 0.6}}, {priority: high}, {prompt: 只看金额。}]
- id: digest
  scope: instruction
  when: {field: instruction, contains: 付款}
  then: [{task: summary}]
- id: no-amount
  when: {all: [{field: instruction, contains: 付款}, {field: amount, lacks: true}]}
  then: [{route: ignore}]
"""


@pytest.fixture
def drop(tmp_path: Path) -> Path:
    folder = tmp_path / "drop"
    folder.mkdir()
    (folder / "a.txt").write_text("总价为30万元，分两期付清。\n", "utf-8")
    (folder / "b.txt").write_text("双方各执一份，签字后生效。\n", "utf-8")
    (tmp_path / "mine.yaml").write_text(RULES, "utf-8")
    return folder


def run(tmp_path: Path, drop: Path, *more: str, reply: Reply = TERMS) -> tuple[Any, ScriptedServer]:
    with ScriptedServer(lambda _: reply) as server:
        done = docprep("run", drop, *more, "--rules", tmp_path / "mine.yaml", "--endpoint", server.url, "--out",
                       tmp_path / "out")
    return done, server


def test_a_rule_takes_a_sentence_for_a_task_and_the_record_says_which(tmp_path: Path, drop: Path) -> None:
    done, server = run(tmp_path, drop, "--ask", "付款怎么约定？")
    assert done.returncode == 0, done.stderr
    assert "About money" in done.stderr or "问钱" in done.stderr
    [body] = server.bodies
    said = body["messages"][-1]["content"]
    assert "付款怎么约定？" in said
    assert "只看金额。" in said
    assert body["response_format"]["json_schema"]["name"] == "key_terms"
    chosen = [event for event in lines(tmp_path / "out" / "audit.jsonl") if event["event"] == "task_chosen"]
    assert {event["document"] for event in chosen} == {"a.txt", "b.txt"}
    first = chosen[0]
    assert (first["instruction"], first["task"], first["confidence"], first["pack"], first["rule"]) == (
        "付款怎么约定？", "key_terms", 0.6, "mine", "money")
    assert len(first["version"]) == 8
    assert first["reason"] == "问钱"
    assert first["overruled"] == [{"pack": "mine", "rule": "digest", "task": "summary"}]
    chunks = {chunk["document"]: chunk for chunk in lines(tmp_path / "out" / "chunks.jsonl")}
    assert (chunks["a.txt"]["route"], chunks["a.txt"]["priority"]) == ("model", "high")
    assert chunks["b.txt"]["route"] == "ignore", "asked about money, and there is none"
    [task] = lines(tmp_path / "out" / "tasks.jsonl")
    assert (task["document"], task["state"], task["priority"], task["answer"]) == (
        "a.txt", "done", "high", {"terms": []})


def test_a_sentence_that_no_rule_knows_is_asked_as_it_stands(tmp_path: Path, drop: Path) -> None:
    done, server = run(tmp_path, drop, "--ask", "由谁签字？", reply=Reply("双方"))
    assert done.returncode == 0, done.stderr
    assert len(server.bodies) == 2
    assert all("response_format" not in body and "由谁签字？" in body["messages"][-1]["content"]
               for body in server.bodies)
    assert not [event for event in lines(tmp_path / "out" / "audit.jsonl") if event["event"] == "task_chosen"]


def test_a_task_that_was_picked_is_not_judged(tmp_path: Path, drop: Path) -> None:
    done, server = run(tmp_path, drop, "--task", "key_terms")
    assert done.returncode == 0, done.stderr
    assert len(server.bodies) == 2
    assert not [event for event in lines(tmp_path / "out" / "audit.jsonl") if event["event"] == "task_chosen"]


def test_the_pack_that_ships_takes_plain_sentences_for_their_task(tmp_path: Path, drop: Path) -> None:
    with ScriptedServer(lambda _: Reply("付30万元。")) as server:
        done = docprep("run", drop, "--ask", "总结一下", "--endpoint", server.url, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    [first, *_] = [event for event in lines(tmp_path / "out" / "audit.jsonl") if event["event"] == "task_chosen"]
    assert (first["pack"], first["rule"], first["task"]) == ("instructions", "ask-summary", "summary")
    assert all(body["max_tokens"] == 300 for body in server.bodies), "the task's bound"


def test_rules_check_test_explain_format_and_import_speak_of_what_is_asked(tmp_path: Path) -> None:
    pack = tmp_path / "mine.yaml"
    pack.write_text(RULES.replace("name: key_terms", "name: keyterms"), "utf-8")
    done = docprep("rules", "check", pack, "--json")
    assert done.returncode == 1
    found = [one for one in json.loads(done.stdout)["problems"] if one["kind"] == "unknown_task"]
    assert [(one["rule"], one["line"], one["severity"]) for one in found] == [("money", 9, "error")]
    assert "key_terms" in found[0]["message"]
    pack.write_text(RULES, "utf-8")
    assert docprep("rules", "check", pack).returncode == 0
    assert docprep("rules", "format", pack).stdout.count("scope: instruction") == 2
    said = docprep("rules", "explain", pack).stdout
    assert ("Key terms" in said and "About money" in said) or ("关键条款" in said and "问钱" in said)
    old = tmp_path / "old.json"
    old.write_text(json.dumps([{"name": "sum", "pattern": "总结", "requiredFileType": "pdf", "route": "summary",
                                "priority": 10, "confidence": 0.9}]), "utf-8")
    made = docprep("rules", "import", old)
    assert made.returncode == 0
    assert "task: {name: summary, confidence: 0.9}" in made.stdout
    (tmp_path / "new.yaml").write_text(made.stdout, "utf-8")
    assert docprep("rules", "check", tmp_path / "new.yaml").returncode == 0


def test_a_run_ends_with_kinds_of_documents(tmp_path: Path) -> None:
    folder = tmp_path / "drop"
    folder.mkdir()
    for name, text in (("a.txt", "设备采购合同\n合同编号：HT-1\n甲方：甲公司\n乙方：乙公司\n甲方应当付款。\n"),
                       ("b.txt", "Services Agreement\nThis Agreement is made by and between A and B.\n"),
                       ("c.txt", "项目例会纪要\n时间：2024年6月3日\n主持：王五\n参会人员：张三\n一、进度\n"),
                       ("d.txt", "今天天气很好。\n"), ("e.docx", "PK cut")):
        (folder / name).write_text(text, "utf-8")
    with ScriptedServer(lambda _: Reply("好")) as server:
        done = docprep("run", folder, "--task", "summary", "--endpoint", server.url, "--out", tmp_path / "out")
        plain = docprep("run", folder, "--task", "summary", "--rules", "sensitive", "--endpoint", server.url, "--out",
                        tmp_path / "plain")
    assert done.returncode == 1, done.stderr
    first = done.stdout.splitlines()[0]
    assert first in ("5 files: 2 contracts, 1 set of minutes, 1 other document, 1 set aside",
                     "5 个文件：2 份合同，1 份会议纪要，1 份其他文件，1 份没有读成")
    report = docx.Document(str(tmp_path / "out" / "report.docx"))
    assert first in [paragraph.text for paragraph in report.paragraphs]
    chunks = lines(tmp_path / "out" / "chunks.jsonl")
    assert {(chunk["document"], tag) for chunk in chunks for tag in chunk["tags"] if tag.startswith("kind:")} == {
        ("a.txt", "kind:contract"), ("b.txt", "kind:contract"), ("c.txt", "kind:minutes")}
    assert plain.stdout.splitlines()[0] in ("5 files: 4 text, 1 set aside", "5 个文件：4 份 文本，1 份没有读成")
