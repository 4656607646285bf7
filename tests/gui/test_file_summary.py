"""The summary of a file lists as many fields as can be read at once, and all of them when asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from docprep_gui.gui.app import Program
from docprep_gui.gui.documents import marks, summary
from docprep_gui.gui.documents.place import DocumentsPlace

Read = Callable[..., list[str]]


def _fields(verdicts: Any) -> int:
    return sum(len(values) for verdict in verdicts for values in verdict.fields.values())


def test_fields_beyond_the_first_are_shown_when_asked_for(program: Program, tmp_path: Path, read: Read,
                                                          monkeypatch: Any) -> None:
    monkeypatch.setattr(summary, "_AT_ONCE", 3)
    monkeypatch.setattr(summary, "_MORE", 4)
    path = tmp_path / "采购合同.txt"
    said = "".join(f"合同总价为 {n},000.00 元，于 2026 年 3 月 {n} 日前支付。\n\n" for n in range(1, 9))
    path.write_text(f"采购合同\n\n{said}", encoding="utf-8")
    (key,) = read(program, path)
    place = program.window.places["documents"]
    assert isinstance(place, DocumentsPlace)
    total = _fields(program.workspace.files[key].verdicts)
    assert total > 7
    shown, model = place.inspector.file_summary, place.inspector.file_summary._model

    def listed() -> int:
        return sum(row.span is not None for row in model.rows)

    assert listed() == 3
    clicks = 0
    while model.rows[-1].fold:
        left = total - listed()
        assert f"再显示 {left} 个字段" in str(model.data(model.index(len(model.rows) - 1, 0)))
        before = listed()
        shown.rows.linked.emit(model.index(len(model.rows) - 1, 0))
        assert listed() == min(before + 4, total)
        assert model.rows[shown.rows.currentIndex().row()].span is not None, "what came in place of the words is current"
        clicks += 1
    assert listed() == total
    assert clicks == -(-(total - 3) // 4)


def test_a_chunk_has_marks_where_some_are_counted(program: Program, tmp_path: Path, read: Read) -> None:
    path = tmp_path / "采购合同.txt"
    path.write_text("采购合同\n\n合同总价为 8,000.00 元。\n\n" + "无关的一段话。\n\n" * 60, encoding="utf-8")
    (key,) = read(program, path)
    verdicts = program.workspace.files[key].verdicts
    extracts = marks.rule_extracts(program.workspace.packs)
    assert {marks.has_any(verdict) for verdict in verdicts} == {True, False}
    for verdict in verdicts:
        assert marks.has_any(verdict) == (marks.count(verdict, extracts) > 0)
        assert marks.count(verdict, extracts) == len(marks.marks(verdict, {}, str, extracts))


def test_marks_are_made_for_the_chunks_that_are_looked_at(program: Program, tmp_path: Path, read: Read,
                                                          monkeypatch: Any) -> None:
    """A large document has tens of thousands; to go from one to the next must not need them all."""
    path = tmp_path / "采购合同.txt"
    said = "".join(f"第{n}条 合同总价为 {n},000.00 元。\n\n" + "无关的一段话，写得长一些。\n\n" * 30 for n in range(1, 9))
    path.write_text(f"采购合同\n\n{said}", encoding="utf-8")
    read(program, path)
    place = program.window.places["documents"]
    assert isinstance(place, DocumentsPlace)
    content = place.page.content
    assert content is not None
    every = sorted(mark.span for found in content.marks.values() for mark in found)
    assert len(every) > 6
    assert all(place.page._marks.at(span[0]) is not None for span in every)
    assert [mark.span for mark in place.page._marks.inside(every[1][0], every[3][1])] == every[1:4]
    made: list[Any] = []
    real = marks.marks
    monkeypatch.setattr(marks, "marks", lambda verdict, *more: made.append(verdict) or real(verdict, *more))
    extracts = marks.rule_extracts(program.workspace.packs)
    place.page._marks.show(content.chunks, marks.MarksOfChunks(content.verdicts, {}, str, extracts))
    assert place.page.mark_after((-1, -1), 0, 1) == every[0]
    assert len(made) <= 2
    seen = []
    for _ in range(len(every) + 1):
        place._step_mark(1)
        seen.append(place.page.selected_span)
    assert seen == [*every, every[0]], "behind the last one comes the first"
    place._step_mark(-1)
    assert place.page.selected_span == every[-1]
    place._step_mark(-1)
    assert place.page.selected_span == every[-2]
