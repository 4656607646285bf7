"""The real window over a real workspace; files are read in threads instead of processes, and nothing is remembered
outside a temporary folder."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent

if sys.platform == "linux" and not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from docprep_gui.gui import translations
from docprep_gui.gui.app import Program, make_app, window_settings
from docprep_gui.gui.documents.place import DocumentsPlace
from docprep_gui.gui.executor import QtExecutor
from docprep_gui.gui.theme import theme
from docprep_gui.inference.discovery import Address
from docprep_gui.rules.pack import Pack
from docprep_gui.workspace import packs
from docprep_gui.workspace.pages import PageRenderer, Renderer
from docprep_gui.workspace.runs import Runs
from docprep_gui.workspace.session import Workspace
from docprep_gui.workspace.settings import Profile
from tests.support.here import WorkersHere


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The offscreen platform says what it does not do: tell of sizes, raise windows, grab the keyboard."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support"))


@cache
def _packs() -> tuple[Pack, ...]:
    """The packs that ship with the program, read once."""
    return tuple(packs.find(name) for name in packs.shipped_names())


@pytest.fixture(scope="session")
def qapp_cls() -> Any:
    return lambda argv: make_app(argv)


@pytest.fixture(scope="session")
def renderer() -> Iterator[PageRenderer]:
    """The process that draws pages, one for all tests."""
    made = PageRenderer()
    yield made
    made.close()


@pytest.fixture
def make_program(qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                 qapp: Any) -> Iterator[Callable[..., Program]]:
    monkeypatch.setenv("DOCPREP_HOME", str(tmp_path / "home"))
    made: list[tuple[Program, QtExecutor, Runs]] = []

    def make(language: str = "zh", scheme: str = "light", max_tokens: int = 220,
             places: tuple[Address, ...] = (), renderer: Renderer | None = None) -> Program:
        monkeypatch.setenv("DOCPREP_LANG", language)
        settings = window_settings()
        settings.setValue("theme", scheme)
        executor = QtExecutor(2)
        workspace = Workspace(executor, WorkersHere(), None, packs=_packs(),
                              profile=Profile({"chunking.max_tokens": max_tokens, "reading.ocr": False}),
                              places=places)  # type: ignore[arg-type]
        runs = Runs(workspace, executor, tmp_path / "queue.sqlite3")
        program = Program(qapp, workspace, runs, executor, settings, renderer)
        made.append((program, executor, runs))
        program.window.show()
        qtbot.waitExposed(program.window)
        return program

    gc.disable()  # cycles with objects of Qt are collected on this thread alone, as in the program
    yield make
    for program, executor, runs in made:
        program.window.close()
        program.close()
        runs.close()
        executor.close()
        program.window.deleteLater()
        program.deleteLater()
        executor.deleteLater()
    made.clear()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.processEvents()
    gc.collect()
    gc.enable()
    translations.install("en")
    theme().set_scheme("light")


@pytest.fixture
def program(make_program: Callable[..., Program]) -> Program:
    return make_program()


CONTRACT = """采购合同

合同编号：HT-2026-0381
甲方：示例科技有限公司
乙方：远山设备有限公司
乙方经办人身份证号：11010519491231002X，手机：13812345678

第一条 标的与数量
1.1 乙方向甲方提供三坐标测量仪两台，规格以附件为准。
1.2 设备应为全新、未使用的原厂产品，保修期二十四个月。𠮷田牌除外。

第二条 合同价款
2.1 合同总价为人民币 1,280,000.00 元，含增值税 13%。
2.2 除双方书面另有约定外，上述总价不因原材料价格、汇率或人工成本的变动而调整。

第三条 违约责任
3.1 乙方逾期交货的，每逾期一日，应按合同总价的千分之三向甲方支付违约金。
3.2 逾期超过三十日的，甲方有权解除合同。
"""


@pytest.fixture
def contract(tmp_path: Path) -> Path:
    path = tmp_path / "采购合同.txt"
    path.write_text(CONTRACT * 2, encoding="utf-8")
    return path


@pytest.fixture
def read(qtbot: Any) -> Callable[..., list[str]]:
    """Opens files and waits until they are read; gives their keys."""

    def run(program: Program, *paths: Path) -> list[str]:
        program.window.open_paths(list(paths))
        workspace = program.workspace
        qtbot.waitUntil(lambda: len(workspace.files) >= len(paths) and not workspace.busy, timeout=20_000)
        place = program.window.places["documents"]
        assert isinstance(place, DocumentsPlace)

        def shown() -> bool:
            file = workspace.files.get(place._key or "")
            return file is None or file.state != "ready" or place.page.content is not None

        qtbot.waitUntil(shown, timeout=20_000)
        qtbot.wait(150)
        return list(workspace.files)

    return run
