"""`docprep rules`: check, test, explain, format and import rule packs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from docprep_gui.cli.common import DONE, SET_ASIDE
from docprep_gui.cli.say import messages, print_json, say
from docprep_gui.domain.errors import Problem
from docprep_gui.rules import importing, lint, samples
from docprep_gui.rules.format import format_pack
from docprep_gui.rules.sentence import Part, parts
from docprep_gui.rules.tree import YamlError
from docprep_gui.workspace import packs
from docprep_gui.workspace.asking import book


def execute(options: argparse.Namespace) -> int:
    return _ACTIONS[options.action](options)


def _check(options: argparse.Namespace) -> int:
    """Exit code 1 for a pack with errors; warnings do not refuse it."""
    path = packs.path_of(options.path)
    report = lint.check(packs.read(path), path.stem, tuple(book().tasks))
    if options.json:
        print_json({"ok": report.ok, "problems": [_problem_object(problem) for problem in report.problems],
                    "rules": [{"id": rule.id, "keywords": list(rule.keywords)} for rule in report.rules]})
    else:
        for problem in report.problems:
            print(f"{path}:{problem.line}:{problem.column}: {problem.severity}: "
                  f"{messages().problem(problem.kind, problem.params)}")
        print(messages().word("rules.checked", rules=str(len(report.rules)), problems=str(len(report.problems))))
    return DONE if report.ok else SET_ASIDE


def _problem_object(problem: Problem) -> dict[str, Any]:
    return {"kind": problem.kind, "rule": problem.rule, "line": problem.line, "column": problem.column,
            "message": messages().problem(problem.kind, problem.params), "severity": problem.severity}


def _test(options: argparse.Namespace) -> int:
    """Runs the samples; exit code 1 if one comes out otherwise than it says."""
    pack = packs.find(options.path)
    results = samples.run(pack)
    failed = [result for result in results if not result.ok]
    if options.json:
        print_json({"ok": not failed, "pack": pack.id, "version": pack.version, "samples": [
            {"rule": result.rule, "text": result.sample.text, "line": result.sample.line, "hit": result.hit,
             "ok": result.ok, "wrong": [{"what": what, "wanted": wanted, "seen": seen}
                                        for what, wanted, seen in result.wrong]} for result in results]})
    else:
        for result in failed:
            for what, wanted, seen in result.wrong:
                print(f"{result.rule}, line {result.sample.line}: {result.sample.text!r}: "
                      f"{what}: {wanted} ≠ {seen}")
        print(messages().word("rules.tested", good=str(len(results) - len(failed)), all=str(len(results))))
    return SET_ASIDE if failed else DONE


def _explain(options: argparse.Namespace) -> int:
    """Prints each rule as a sentence."""
    for rule in packs.find(options.path).rules:
        language = messages().language
        print(f"{rule.title_in(language)}\n  {_sentence(parts(rule, language))}")
    return DONE


def _sentence(found: list[Part]) -> str:
    said = []
    for part in found:
        word = messages().word(part.key, count=part.text) if part.key else f"“{part.text}”"
        inner = _sentence(list(part.children)) if part.children else ""
        said.append(f"{word} ({inner})" if inner else word)
    return " ".join(said)


def _format(options: argparse.Namespace) -> int:
    """Prints the pack in the canonical layout."""
    path: Path = packs.path_of(options.path)
    try:
        sys.stdout.write(format_pack(packs.read(path)))
    except YamlError as error:
        say(f"{path}:{error.line}:{error.column}: {messages().problem('bad_yaml', {'reason': error.reason})}")
        return SET_ASIDE
    return DONE


def _import(options: argparse.Namespace) -> int:
    """Prints the rules of an older shape in the language, and on standard error what could not be kept; exit code 1
    where nothing could."""
    path = Path(options.path)
    try:
        found = importing.import_pack(packs.read(path), path.name)
    except YamlError as error:
        say(f"{path}:{error.line}:{error.column}: {messages().problem('bad_yaml', {'reason': error.reason})}")
        return SET_ASIDE
    sys.stdout.write(found.text)
    for lost in found.lost:
        say(messages().word(f"rules.lost.{lost.reason}", rule=lost.rule, name=lost.key, value=lost.value))
    say(messages().word("rules.imported", rules=str(found.rules), lost=str(len(found.lost))))
    return DONE if found.rules else SET_ASIDE


_ACTIONS = {"check": _check, "test": _test, "explain": _explain, "format": _format, "import": _import}
