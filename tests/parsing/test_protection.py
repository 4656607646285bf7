"""Office files with a password: opened in memory, refused with a reason, never written to a disk."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pptx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui import parsing
from docprep_gui.domain.errors import FileError
from tests.support import papers, sealed

from . import workbooks

PASSWORD = "密码 Pa55"
OLD = workbooks.old_book([["车间", "工时"], ["一车间", 2.5]])


def _saved(document: Any) -> bytes:
    made = io.BytesIO()
    document.save(made)
    return made.getvalue()


def word() -> bytes:
    made = docx.Document()
    made.add_paragraph("甲方应按期付款。")
    return _saved(made)


def sheet() -> bytes:
    made = openpyxl.Workbook()
    made.active.append(["合同编号", "HT-2026-0417"])
    return _saved(made)


def deck() -> bytes:
    made = pptx.Presentation()
    made.slides.add_slide(made.slide_layouts[0]).shapes.title.text = "项目进度"
    return _saved(made)


LOCKED = {
    "a.docx": (lambda: sealed.office(word(), PASSWORD), PASSWORD, "甲方应按期付款。"),
    "b.docx": (lambda: sealed.office_2007(word(), PASSWORD), PASSWORD, "甲方应按期付款。"),
    "a.xlsx": (lambda: sealed.office(sheet(), PASSWORD), PASSWORD, "HT-2026-0417"),
    "a.pptx": (lambda: sealed.office(deck(), PASSWORD), PASSWORD, "项目进度"),
    "xor.xls": (lambda: sealed.workbook(OLD, "Secret9", "xor"), "Secret9", "一车间"),
    "rc4.xls": (lambda: sealed.workbook(OLD, PASSWORD, "rc4"), PASSWORD, "一车间"),
}


@pytest.mark.parametrize("name", LOCKED)
def test_opens_with_its_password_only(name: str) -> None:
    make, password, text = LOCKED[name]
    data = make()
    for given_password, state in ((None, "missing"), ("", "missing"), ("wrong", "wrong"), (password + " ", "wrong")):
        with pytest.raises(FileError) as caught:
            parsing.read(data, name, password=given_password)
        assert (caught.value.kind, caught.value.params["password"]) == ("encrypted", state)
        assert caught.value.opens_with_password
    document = parsing.read(data, name, password=password)
    assert text in document.text
    assert (document.source.size, document.source.kind) == (len(data), name.rpartition(".")[2])
    assert document.source.sha256 != parsing.read(word(), "b.docx").source.sha256


@pytest.mark.parametrize("data", [sealed.workbook(OLD, "VelvetSweatshop", "xor"),
                                  sealed.workbook(OLD, "VelvetSweatshop", "rc4"),
                                  sealed.office(sheet(), "VelvetSweatshop")], ids=["xor", "rc4", "agile"])
@pytest.mark.parametrize("password", [None, "whatever"])
def test_what_excel_opens_by_itself_opens_by_itself(data: bytes, password: str | None) -> None:
    assert "车间" in (text := parsing.read(data, "a.xls", password=password).text) or "HT-2026-0417" in text


def test_nothing_that_is_opened_touches_a_disk() -> None:
    written: list[str] = []
    watching = True

    def watch(event: str, details: tuple[Any, ...]) -> None:
        if (watching and event == "open" and isinstance(details[1], str) and set(details[1]) & set("wax+")) or (watching and event in ("tempfile.mkstemp", "tempfile.mkdtemp", "os.mkdir")):
            written.append(str(details[0]))

    files = [(name, make(), password) for name, (make, password, _) in LOCKED.items()]
    sys.addaudithook(watch)
    try:
        for name, data, password in files:
            parsing.read(data, name, password=password)
    finally:
        watching = False
    assert not written


def test_what_would_have_to_be_converted_stays_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    from docprep_gui.parsing import protection

    binary = io.BytesIO()
    import zipfile

    with zipfile.ZipFile(binary, "w") as package:
        package.writestr("[Content_Types].xml", "<x>application/vnd.ms-excel.sheet.binary.macroEnabled.main</x>")
    monkeypatch.setattr(protection, "unlock", lambda data, form, password: binary.getvalue())
    with pytest.raises(FileError) as caught:
        parsing.read(sealed.office(sheet(), PASSWORD), "a.xlsb", password=PASSWORD)
    assert (caught.value.kind, caught.value.params["reason"]) == ("encrypted", "old_format")
    assert not caught.value.opens_with_password


def test_what_a_password_does_not_open_does_not_ask_for_one() -> None:
    with pytest.raises(FileError) as caught:
        parsing.read(papers.protected_office(), "a.docx", password="x")
    assert caught.value.kind == "encrypted"
    assert not caught.value.opens_with_password


@given(place=st.integers(0, 20_000), put=st.binary(min_size=1, max_size=40), name=st.sampled_from(["a.docx", "rc4.xls"]))
@settings(deadline=None, max_examples=25)
def test_damaged_ones_are_told_of(place: int, put: bytes, name: str) -> None:
    data = _WHOLE[name]
    place %= len(data)
    try:
        parsing.read(data[:place] + put + data[place + len(put) :], name, password=LOCKED[name][1])
    except FileError as error:
        assert error.kind in ("encrypted", "corrupt", "unsupported", "empty", "too_large", "needs_converter")  # noqa: PT017


_WHOLE = {name: LOCKED[name][0]() for name in ("a.docx", "rc4.xls")}


def test_real_ones(shared: Path) -> None:
    bad = shared / "corpus" / "bad"
    for name, password in (("poi-bug53475-password-is-pass.docx", "pass"), ("poi-password.xls", "password")):
        assert parsing.read((bad / name).read_bytes(), name, password=password).text
    standard = (bad / "unstructured-password_protected.xlsx").read_bytes()
    with pytest.raises(FileError) as caught:  # nobody has told us its password
        parsing.read(standard, "a.xlsx", password="pass")
    assert caught.value.params["password"] == "wrong"
