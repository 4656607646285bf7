"""Results for people: nothing from a document or a model can spoil the file it is written to."""

from __future__ import annotations

from pathlib import Path

import docx
import openpyxl
import pytest

from docprep_gui.domain.chunk import Chunk, FieldValue, Verdict
from docprep_gui.domain.document import NOWHERE, Document, Node, Source
from docprep_gui.domain.packed import Packed
from docprep_gui.domain.task import Answer, Citation, Task, TaskFailure
from docprep_gui.export.bundle import Bundle, ExportedDocument, SetAside, answer_text, plain
from docprep_gui.export.write import write_bundle
from docprep_gui.workspace.messages import Language, Messages

TEXT = '=cmd|"/c calc"!A1 合同总价1,280,000.00元\n'


def bundle(content: object, trial: bool = False) -> Bundle:
    span = (0, len(TEXT))
    document = Document(Source("a.txt", "txt", "0" * 64, 9, None, "", "zh", span), TEXT,
                        Packed.of(Node, [Node("document", span, -1)]))
    chunk = Chunk("c1", 0, "text", span, (), ("第一条",), NOWHERE, 20)
    verdict = Verdict(fields={"price": (FieldValue("1280000.00", (22, 34), "CNY"),),
                              "note": (FieldValue(TEXT[:16], (0, 16)),)})
    answer = Answer(content, "m", trial, 1.0, {}, (Citation("", span, NOWHERE, proven=False),))
    tasks = (Task("t1", "a.txt", "c1", "high", "done", answer=answer),
             Task("t2", "a.txt", "gone", "low", "failed", error=TaskFailure("timeout")))
    return Bundle("有什么风险？", (ExportedDocument("a.txt", document, (chunk,), (verdict,), (TEXT,)),),
                  (SetAside("b.docx", "empty", "文件是空的。", "检查一下。"),), tasks)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("content", [
    "好\x00\x0b的\ufffe", {"findings": []}, [{"a": [1, None, {"b": "c\x07"}]}], None, "",
])
def test_any_answer_can_be_written(tmp_path: Path, language: Language, content: object) -> None:
    write_bundle(bundle(content), tmp_path, Messages(language))
    docx.Document(str(tmp_path / "report.docx"))
    openpyxl.load_workbook(tmp_path / "fields.xlsx")


def test_words_of_a_document_are_never_a_formula(tmp_path: Path) -> None:
    write_bundle(bundle("x"), tmp_path, Messages("zh"))
    sheet = openpyxl.load_workbook(tmp_path / "fields.xlsx").active
    cells = [cell for row in sheet.iter_rows() for cell in row]
    assert not [cell for cell in cells if cell.data_type == "f"]
    assert any(cell.value == TEXT[:16] for cell in cells)
    assert any(cell.value == 1280000 and cell.data_type == "n" for cell in cells), "amounts can be added up"


def test_the_trial_model_is_named_wherever_its_answers_go(tmp_path: Path) -> None:
    words = Messages("zh")
    write_bundle(bundle("没有风险", trial=True), tmp_path, words)
    text = "\n".join(paragraph.text for paragraph in docx.Document(str(tmp_path / "report.docx")).paragraphs)
    assert words.word("trial") in text
    assert '"trial": true' in (tmp_path / "tasks.jsonl").read_text("utf-8")


def test_a_failed_task_says_why_and_a_file_set_aside_too(tmp_path: Path) -> None:
    words = Messages("zh")
    write_bundle(bundle("x"), tmp_path, words)
    text = "\n".join(paragraph.text for paragraph in docx.Document(str(tmp_path / "report.docx")).paragraphs)
    assert words.failure(TaskFailure("timeout")) in text
    assert "b.docx: 文件是空的。" in text


def test_answers_read_as_text() -> None:
    assert answer_text({"findings": [{"risk": "high", "quote": "x"}], "n": 1}) == (
        "findings:\n  - risk: high\n    quote: x\nn: 1")
    assert answer_text([]) == "—"
    assert plain("a\x00b\x1f\ufffe\ud800c\n") == "abc\n"
