"""Documents that were read before: shown at once, never of files with a password, safe against damage and each other."""

from __future__ import annotations

import io
import multiprocessing
import os
import pickle
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.comments import Comment

from docprep_gui import parsing
from docprep_gui.domain.document import Document
from docprep_gui.domain.errors import FileError
from docprep_gui.workspace import cache as module
from docprep_gui.workspace import pipeline, reading
from docprep_gui.workspace.cache import Cache, code_version
from docprep_gui.workspace.pipeline import Request, RuleChoice
from docprep_gui.workspace.settings import Profile
from docprep_gui.workspace.workers import Workers
from tests.support import papers, sealed

ON, OFF = Profile(), Profile({"reading.cache": False})


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that a reader was asked for."""
    asked: list[str] = []
    read = parsing.read

    def counted(data: bytes, name: str, **more: Any) -> Document:
        asked.append(name)
        return read(data, name, **more)

    monkeypatch.setattr(parsing, "read", counted)
    return asked


@pytest.fixture
def kept() -> Cache:
    return reading.kept()


def entries(cache: Cache) -> list[Path]:
    return sorted(cache.folder.glob("*")) if cache.folder.is_dir() else []


@pytest.mark.parametrize("ending", papers.MIXED)
def test_what_comes_out_is_what_was_read(ending: str, tmp_path: Path, reads: list[str]) -> None:
    data = papers.MIXED[ending](tmp_path / f"a{ending}").read_bytes()
    first = reading.document(data, f"a{ending}", ON)
    again = reading.document(data, f"a{ending}", ON)
    assert reads == [f"a{ending}"]
    assert again == first
    assert again.title_paths == first.title_paths
    formulas = [(node.table.refs, node.table.formulas) for node in first.nodes if node.table]
    assert [(dict(refs), dict(found)) for refs, found in formulas] == [
        (dict(node.table.refs), dict(node.table.formulas)) for node in again.nodes if node.table]


def test_formulas_references_and_comments_come_back(reads: list[str]) -> None:
    made = io.BytesIO()
    book = openpyxl.Workbook()
    book.active.append(["品名", "数量", "备注"])
    for n in range(2, 6):
        book.active.append(["轴承", n, f"=B{n}*2"])
    book.active["A2"].comment = Comment("核对", "林")
    book.save(made)
    first, again = (reading.document(made.getvalue(), "a.xlsx", ON) for _ in range(2))
    assert reads == ["a.xlsx"]
    assert again.nodes == first.nodes
    tables = [node.table for node in again.nodes if node.table]
    assert [list(table.formulas.values()) for table in tables] == [["=B2*2", "=B3*2", "=B4*2", "=B5*2"]]
    assert [list(table.refs.values())[:3] for table in tables] == [["A1", "B1", "C1"]]


def test_the_same_file_under_any_name(tmp_path: Path, reads: list[str]) -> None:
    data = papers.word(tmp_path / "a.docx").read_bytes()
    reading.document(data, "合同.docx", ON)
    assert reading.document(data, "合同 (2).docx", ON).source.name == "合同 (2).docx"
    assert reading.document(data, "合同.bin", ON).source.kind == "docx"
    assert reads == ["合同.docx"]


def test_where_the_name_decides_it_counts(reads: list[str]) -> None:
    data = b"# a,b\n\n1,2\n"
    kinds = [reading.document(data, name, ON).source.kind for name in ("a.txt", "a.md", "a.csv", "b.txt")]
    assert kinds == ["txt", "md", "csv", "txt"]
    assert reads == ["a.txt", "a.md", "a.csv"]
    with pytest.raises(FileError, match="skipped"):
        reading.document(data, "~$b.txt", ON)


def test_another_content_or_another_version_of_the_program_is_read(
    reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    reading.document(b"one", "a.txt", ON)
    reading.document(b"two", "a.txt", ON)
    monkeypatch.setattr(reading, "_version", lambda: "newer")
    reading.document(b"one", "a.txt", ON)
    assert len(reads) == 3


def test_the_version_follows_the_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import docprep_gui

    room = tmp_path / "parsing"
    room.mkdir()
    (room / "a.py").write_text("x = 1\n")
    (tmp_path / "one.py").write_text("y = 1\n")
    monkeypatch.setattr(docprep_gui, "__file__", str(tmp_path / "__init__.py"))
    seen = []
    for path, text in ((room / "a.py", "x = 2\n"), (tmp_path / "one.py", "y = 2\n"), (tmp_path / "other.py", "z")):
        code_version.cache_clear()
        seen.append(code_version("parsing", "one.py"))
        path.write_text(text)
    code_version.cache_clear()
    seen.append(code_version("parsing", "one.py"))
    code_version.cache_clear()
    assert len(set(seen)) == 3  # what lies in no room does not count
    assert seen[2] == seen[3]


@pytest.mark.parametrize("password", ["geheim", ""])
def test_what_needed_a_password_never_comes_to_the_disk(
    tmp_path: Path, home: Path, kept: Cache, password: str
) -> None:
    plain = papers.word(tmp_path / "a.docx").read_bytes()
    data = sealed.office(plain, password) if password else plain
    text = reading.document(data, "a.docx", ON, password).text
    assert entries(kept) == []
    needle = text[:20].encode()
    assert not any(needle in path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_switched_off_it_neither_keeps_nor_looks(reads: list[str], kept: Cache) -> None:
    reading.document(b"one", "a.txt", OFF)
    assert entries(kept) == []
    reading.document(b"one", "a.txt", ON)
    reading.document(b"one", "a.txt", OFF)
    assert len(reads) == 3


def test_what_cannot_be_read_is_tried_again(reads: list[str], kept: Cache) -> None:
    for _ in range(2):
        with pytest.raises(FileError):
            reading.document(b"%PDF-1.7 nothing", "a.pdf", ON)
    assert len(reads) == 2
    assert entries(kept) == []


# --- damage, tampering, other processes -----------------------------------------------------------------
@pytest.mark.parametrize("damage", [
    lambda data: b"", lambda data: data[:40], lambda data: data[:-1],
    lambda data: data[:100] + bytes([data[100] ^ 1]) + data[101:], lambda data: b"x" + data,
])
def test_a_damaged_entry_counts_as_absent_and_goes(damage: Any, reads: list[str], kept: Cache) -> None:
    reading.document(b"one", "a.txt", ON)
    (path,) = entries(kept)
    path.write_bytes(damage(path.read_bytes()))
    assert reading.document(b"one", "a.txt", ON).text == "one\n"
    assert len(reads) == 2
    assert reading.document(b"one", "a.txt", ON).text == "one\n"
    assert len(reads) == 2


class _Wicked:
    def __init__(self, call: Any, *values: Any) -> None:
        self._made = call, values

    def __reduce__(self) -> tuple[Any, ...]:
        return self._made


def _planted(path: Path, value: Any) -> None:
    """An entry with a true digest, as somebody makes it who knows the program."""
    body = pickle.dumps(value)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(module._MARK + module._digest(body) + body)


@pytest.mark.parametrize("call", [os.system, eval, exec, __import__, getattr, print, io.open, Path,
                                  pipeline.load, module.Cache, time.sleep, pickle.loads])
def test_nothing_in_an_entry_is_carried_out(call: Any, tmp_path: Path, kept: Cache) -> None:
    mark = tmp_path / "done"
    path = kept._path(("a",))
    _planted(path, _Wicked(call, f"touch {mark}"))
    assert kept.get("a") is None
    assert not mark.exists()
    assert not path.exists()


def test_something_else_than_a_document_is_not_taken_for_one(reads: list[str], kept: Cache) -> None:
    reading.document(b"one", "a.txt", ON)
    (path,) = entries(kept)
    _planted(path, ("not", "a document"))
    assert reading.document(b"one", "a.txt", ON).text == "one\n"
    assert len(reads) == 2


def _write_and_read(folder: str, number: int) -> int:
    cache, sound = Cache(Path(folder), 4_000_000), 0
    for n in range(60):
        cache.put(("value", n % 5, "x" * 50_000), str(n % 5))
        found = cache.get(str((n + number) % 5))
        sound += found is None or (found[0] == "value" and len(found[2]) == 50_000)
    return sound


def test_processes_share_it(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        done = pool.starmap(_write_and_read, [(str(tmp_path / "cache"), n) for n in range(3)])
    assert done == [60, 60, 60]
    assert len(entries(Cache(tmp_path / "cache"))) == 5  # and nothing half written


def test_workers_share_it(tmp_path: Path, kept: Cache) -> None:
    path = papers.text(tmp_path / "a.txt")
    workers = Workers(1, start_method="fork")
    request = Request(path, path.name, ON, RuleChoice())
    try:
        first = workers.prepare(request)
        assert len(entries(kept)) == 1
        assert workers.prepare(replace(request, name="b.txt")).document.text == first.document.text
    finally:
        workers.close()
    assert len(entries(kept)) == 1


# --- size, privacy, wiping ------------------------------------------------------------------------------
def test_what_was_not_used_for_longest_goes(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache", 3_000)
    for number, name in enumerate("abc"):
        cache.put("x" * 900, name)
        os.utime(cache._path((name,)), (number, number))
    assert cache.get("a") is not None  # used now
    cache.put("x" * 900, "d")
    assert [name for name in "abcd" if cache._path((name,)).exists()] == ["a", "c", "d"]
    assert cache.size() <= 3_000
    cache.put("x" * 4_000, "e")
    assert cache.get("e") is None  # larger than all of it
    assert cache.get("d") is not None


def test_it_is_wiped_in_one_step(kept: Cache) -> None:
    reading.document(b"one", "a.txt", ON)
    (kept.folder / "left.part").write_bytes(b"x")
    assert kept.size() > 0
    kept.wipe()
    assert entries(kept) == []
    assert kept.size() == 0
    Cache(kept.folder / "nowhere").wipe()


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_it_is_for_the_users_eyes(kept: Cache) -> None:
    reading.document(b"one", "a.txt", ON)
    assert kept.folder.stat().st_mode & 0o777 == 0o700
    assert entries(kept)[0].stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_written_is_nobodys_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / "file" / "cache")
    cache.put("x", "a")
    assert cache.get("a") is None
    cache.wipe()
