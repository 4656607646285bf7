"""The floors hold, and the tools that watch over them would notice if they did not."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "docprep_gui"


def lint(folder: Path, contract: str | None = None) -> subprocess.CompletedProcess[str]:
    only = ["--contract", contract] if contract else []
    return subprocess.run([str(Path(sys.executable).with_name("lint-imports")), "--no-cache", *only], cwd=folder,
                          capture_output=True, text=True, check=False, env={"PYTHONPATH": str(folder), "PATH": ""})


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package and its contracts, to be spoilt."""
    shutil.copytree(PACKAGE, tmp_path / "docprep_gui", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_floors_hold() -> None:
    found = lint(ROOT)
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize(("contract", "file", "line"), [
    ("floors", "domain/chunk.py", "import docprep_gui.text"),
    ("floors", "chunking/settings.py", "import docprep_gui.parsing.sniff"),
    ("floors", "workspace/files.py", "import docprep_gui.gui.utf16"),
    ("floors", "newroom/__init__.py", ""),
    ("qt", "workspace/files.py", "import PySide6.QtCore"),
    ("qt", "cli/pool.py", "from PySide6 import QtCore"),
    ("purity", "text/tokens.py", "import time"),
    ("purity", "inference/masking.py", "import httpx"),
    ("purity", "scheduling/order.py", "import random"),
    ("purity", "rules/engine.py", "from pathlib import Path"),
])
def test_a_planted_violation_is_found(copy: Path, contract: str, file: str, line: str) -> None:
    planted = copy / "docprep_gui" / file
    planted.parent.mkdir(exist_ok=True)
    with planted.open("a", encoding="utf-8") as text:
        text.write(f"\n{line}\n")
    found = lint(copy, contract)
    assert found.returncode == 1, found.stdout + found.stderr
    assert "BROKEN" in found.stdout


def modules() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE), ast.parse(path.read_text("utf-8"))


def test_domain_needs_the_standard_library_only() -> None:
    for path, tree in modules():
        if path.parts[0] != "domain":
            continue
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else (
                [node.module or ""] if isinstance(node, ast.ImportFrom) else [])
            for name in names:
                top = name.split(".")[0]
                assert top in sys.stdlib_module_names or name.startswith("docprep_gui.domain"), f"{path}: {name}"


PURE = ("domain", "text", "chunking", "rules", "scheduling/order", "scheduling/states", "inference/prompts",
        "inference/masking")


def test_what_is_pure_opens_and_prints_nothing() -> None:
    for path, tree in modules():
        if path.as_posix().startswith(PURE):
            called = {node.func.id for node in ast.walk(tree)
                      if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
            assert not called & {"open", "print", "input", "exec", "eval"}, path


THREADS = {"Thread", "Timer", "ThreadPoolExecutor", "ThreadPool", "QThread", "QThreadPool", "QRunnable"}


def test_only_the_executors_start_threads() -> None:
    starting = set()
    for path, tree in modules():
        for node in ast.walk(tree):
            named = [node.func] if isinstance(node, ast.Call) else node.bases if isinstance(node, ast.ClassDef) else []
            names = {one.id if isinstance(one, ast.Name) else one.attr if isinstance(one, ast.Attribute) else ""
                     for one in named}
            if names & THREADS:
                starting.add(path.as_posix())
    assert starting <= {"gui/executor.py", "cli/pool.py"}


def test_no_module_grows_without_bound() -> None:
    """A module that nobody can read in one go has more than one reason to change."""
    longest = {path.as_posix(): len((PACKAGE / path).read_text("utf-8").splitlines()) for path, _ in modules()}
    assert max(longest.values()) <= 800, sorted(longest.items(), key=lambda item: -item[1])[:3]
