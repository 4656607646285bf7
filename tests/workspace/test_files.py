from __future__ import annotations

import os
from pathlib import Path

from docprep_gui.workspace.files import readable, walk


def test_folders_are_walked_in_order_and_named_from_what_was_dropped(tmp_path: Path) -> None:
    for name in ("b/2.txt", "b/1.txt", "a.txt", ".hidden", ".git/config", "b/c/3.txt"):
        path = tmp_path / "drop" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    names = [found.name for found in walk([tmp_path / "drop", tmp_path / "drop" / "a.txt", tmp_path / "none.txt"])]
    assert names == ["a.txt", "b/1.txt", "b/2.txt", "b/c/3.txt", "none.txt"]


def test_a_link_to_a_folder_above_does_not_go_round_for_ever(tmp_path: Path) -> None:
    (tmp_path / "drop").mkdir()
    (tmp_path / "drop" / "a.txt").write_text("x")
    (tmp_path / "drop" / "up").symlink_to(tmp_path / "drop", target_is_directory=True)
    assert [found.name for found in walk([tmp_path / "drop"])] == ["a.txt"]


def test_what_a_run_has_left_is_no_input(tmp_path: Path) -> None:
    for name in ("a.txt", "out/report.docx", "out/tasks.jsonl", "out/queue.sqlite3", "out/queue.sqlite3-wal",
                 "out/notes.txt", "exported/chunks.jsonl", "exported/tasks.jsonl", "exported/fields.xlsx",
                 "other/report.docx"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    assert [found.name for found in walk([tmp_path])] == ["a.txt", "other/report.docx", "out/notes.txt"]
    assert [found.name for found in walk([tmp_path / "out" / "report.docx"])] == ["report.docx"]


def test_names_become_one_line_that_every_encoding_takes() -> None:
    assert readable(os.fsdecode("采购合同.txt".encode("gbk"))) == "采购合同.txt"
    assert readable(os.fsdecode(b"\xff\xfe.txt")) == "\ufffd\ufffd.txt"
    assert readable("a\nb\x1b.txt") == "a\ufffdb\ufffd.txt"
    assert readable("😀 合同（1）.docx") == "😀 合同（1）.docx"
