"""Judging again in the background: the newest rules win, nothing is lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from docprep_gui import chunking
from docprep_gui.rules.model import Action, Condition, Pack, Rule
from docprep_gui.workspace import judging, pipeline
from docprep_gui.workspace.judging import Judged, Judging
from docprep_gui.workspace.model import OpenFile
from docprep_gui.workspace.pipeline import Prepared, RuleChoice
from tests.rules.making import document

T = TypeVar("T")


class Steps:
    """An executor that works when it is told to."""

    def __init__(self) -> None:
        self.todo: deque[Callable[[], None]] = deque()

    def submit(self, work: Callable[[], T], done: Callable[[Future[T]], None]) -> None:
        def step() -> None:
            future: Future[T] = Future()
            future.set_result(work())
            done(future)

        self.todo.append(step)

    def post(self, call: Callable[[], None]) -> None:
        call()

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self.todo.append(call)

    def all(self) -> int:
        count = 0
        while self.todo:
            self.todo.popleft()()
            count += 1
        return count


def choice(*words: str) -> RuleChoice:
    rules = tuple(Rule(f"r{n}", when=Condition("text", "contains", (word,)), then=(Action("tag", word),))
                  for n, word in enumerate(words))
    return RuleChoice((Pack("p", "p", str(words), rules),))


def prepared(text: str) -> Prepared:
    made = document(text)
    return pipeline.judge(made, chunking.cut(made, chunking.defaults("txt", None)), RuleChoice())


class Desk:
    def __init__(self, *texts: str) -> None:
        self.files = {f"f{n}": OpenFile(f"f{n}", Path(f"{n}.txt"), f"{n}.txt", state="ready", prepared=prepared(text))
                      for n, text in enumerate(texts)}
        self.rules = RuleChoice()
        self.steps = Steps()
        self.told: list[Judged] = []
        self.judging = Judging(self.steps, self.files, lambda: self.rules, self.judged)

    def judged(self, one: Judged) -> None:
        self.told.append(one)

    def tags(self) -> dict[str, tuple[str, ...]]:
        return {one.key: one.after.judgement.verdicts[0].tags for one in self.told}


def test_files_are_judged_by_the_rules_as_they_are() -> None:
    desk = Desk("甲方付款。", "乙方交货。")
    desk.rules = choice("甲方", "乙方")
    desk.judging.again(desk.files)
    desk.steps.all()
    assert desk.tags() == {"f0": ("甲方",), "f1": ("乙方",)}
    assert dict(desk.told[0].counts) == {("p", "r0"): 1}


def test_what_older_rules_said_is_dropped() -> None:
    desk = Desk("甲方付款。", "乙方交货。")
    desk.rules = choice("甲方")
    desk.judging.again(desk.files)
    desk.rules = choice("付款")
    desk.judging.again(desk.files)
    assert len(desk.steps.todo) == 1  # one after the other
    desk.steps.all()
    assert desk.tags() == {"f0": ("付款",), "f1": ()}
    assert len(desk.told) == 2


def test_a_file_that_is_closed_is_left_out() -> None:
    desk = Desk("甲方付款。", "乙方交货。")
    desk.rules = choice("甲方")
    desk.judging.again(desk.files)
    desk.rules = choice("乙方")
    del desk.files["f0"]
    desk.judging.forget("f0")
    desk.judging.again(desk.files)
    desk.steps.all()
    assert desk.tags() == {"f1": ("乙方",)}


def test_long_files_come_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk("甲方" * 10, "乙方" * 10, "甲方" * 10)
    monkeypatch.setattr(judging, "STEP_CHARS", 25)
    desk.rules = choice("甲方")
    desk.judging.again(desk.files)
    assert desk.steps.all() == 2
    assert [one.key for one in desk.told] == ["f0", "f1", "f2"]


def test_what_is_known_of_a_file_goes_with_its_text() -> None:
    desk = Desk("甲方付款。")
    desk.rules = choice("甲方")
    desk.judging.again(desk.files)
    desk.steps.all()
    desk.files["f0"] = replace(desk.files["f0"], prepared=prepared("甲方不付款，甲方。"))
    desk.rules = choice("不付款", "甲方")
    desk.judging.again(desk.files)
    desk.steps.all()
    assert desk.told[-1].after.judgement.verdicts[0].tags == ("不付款", "甲方")
    assert desk.told[-1].counts["p", "r1"] == 2
