from __future__ import annotations

import ast
import string
from pathlib import Path

import docprep_gui.gui
from docprep_gui.gui import translations
from docprep_gui.workspace import paths

PACKAGE = Path(docprep_gui.gui.__file__).parent


def _sentences() -> set[tuple[str, str]]:
    """(context, English source) of every sentence of the window."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and len(node.args) >= 2:
                name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
                context, source = node.args[0], node.args[1]
                if name in ("translate", "QT_TRANSLATE_NOOP") and isinstance(context, ast.Constant) and isinstance(
                        source, ast.Constant):
                    found.add((context.value, source.value))
    return found


def _chinese() -> dict[tuple[str, str], str]:
    table: dict[tuple[str, str], str] = {}
    for path in (paths.shipped("resources") / "translations").glob("*_zh.ts"):
        table.update(translations.read(path))
    return table


def test_every_sentence_has_a_chinese_one() -> None:
    missing = sorted(_sentences() - set(_chinese()))
    assert not missing


def test_no_translation_is_left_over() -> None:
    left = sorted(set(_chinese()) - _sentences())
    assert not left


def test_translations_keep_the_places_to_fill_in() -> None:
    def places(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name} | (
            {"%n"} if "%n" in text else set())

    wrong = [(source, target) for (_, source), target in _chinese().items() if places(source) != places(target)]
    assert not wrong


def test_words_kept_from_people_are_not_in_the_window() -> None:
    for (_, source), target in _chinese().items():
        assert "您" not in target
        assert "错误" not in target
        for word in ("JSON", "endpoint", "regex"):
            assert word not in source
