"""Older formats: read by way of LibreOffice, which reaches neither the network nor other files, and never lives on."""

from __future__ import annotations

import io
import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import docx
import openpyxl
import pptx
import psutil
import pytest
from openpyxl.drawing import image as drawing
from PIL import Image

from docprep_gui.domain.document import Document
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing.ocr import Reading, Readings, ReadLine
from docprep_gui.workspace import converter, paths, reading
from docprep_gui.workspace.pipeline import Request, RuleChoice
from docprep_gui.workspace.settings import Profile
from docprep_gui.workspace.workers import Workers
from tests.support import offices
from tests.support.offices import needs_libreoffice

posix = pytest.mark.skipif(os.name != "posix", reason="a script stands in for LibreOffice")


@pytest.fixture(scope="module")
def profiles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(autouse=True)
def one_profile_for_all(profiles: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """LibreOffice sets up a new profile for seconds."""
    monkeypatch.setattr(paths, "remade", lambda: profiles)


def read(data: bytes, name: str) -> Document:
    return reading.document(data, name, Profile({"reading.cache": False}))


def _word(path: Path) -> Path:
    made = docx.Document()
    made.add_heading("付款方式", 1)
    made.add_paragraph("甲方应按期付款。")
    made.add_paragraph("第一项", style="List Number")
    made.add_paragraph("第二项", style="List Number")
    table = made.add_table(2, 2)
    for n, cell in enumerate(("名称", "数量", "轴承", "40")):
        table.cell(n // 2, n % 2).text = cell
    made.add_paragraph("以下空白。")
    made.save(str(path))
    return path


def _sheet(path: Path) -> Path:
    made = openpyxl.Workbook()
    made.active.append(["品名", "数量"])
    made.active.append(["轴承", 40])
    made.active.append(["合计", "=SUM(B2:B2)"])
    made.save(path)
    return path


def _deck(path: Path) -> Path:
    made = pptx.Presentation()
    slide = made.slides.add_slide(made.slide_layouts[1])
    slide.shapes.title.text = "项目进度"
    slide.placeholders[1].text = "第一阶段已完成"
    made.save(str(path))
    return path


@needs_libreoffice
@pytest.mark.parametrize("ending", ["doc", "rtf", "odt", "fodt"])
def test_texts_keep_headings_numbers_and_tables(ending: str, tmp_path: Path) -> None:
    data = offices.older(_word(tmp_path / "a.docx"), ending, tmp_path)
    document = read(data, f"合同.{ending}")
    assert (document.source.name, document.source.kind, document.source.size) == (f"合同.{ending}", "docx", len(data))
    assert [notice.params for notice in document.notices if notice.code == "converted"] == [{"format": ending}]
    assert [document.heading(node) for node in document.nodes if node.kind == "section"] == ["付款方式"]
    assert [node.label.rstrip(".") for node in document.nodes if node.kind == "list_item"] == ["1", "2"]
    table = next(node.table for node in document.nodes if node.table)
    assert [cell.text for cell in table.cells(document.text)] == ["名称", "数量", "轴承", "40"]


@needs_libreoffice
@pytest.mark.parametrize(("make", "ending"), [("docx", "doc"), ("docx", "rtf"), ("docx", "odt"), ("pptx", "ppt"),
                                             ("xlsx", "ods")])
def test_pictures_in_older_files_are_read_where_they_stand(make: str, ending: str, tmp_path: Path) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (300, 120), (200, 60, 60)).save(picture, "png")
    original = tmp_path / f"a.{make}"
    if make == "docx":
        word = docx.Document()
        word.add_paragraph("以下盖章。")
        word.add_picture(picture)
        word.save(str(original))
    elif make == "pptx":
        deck = pptx.Presentation()
        deck.slides.add_slide(deck.slide_layouts[6]).shapes.add_picture(picture, 0, 0)
        deck.save(str(original))
    else:
        book = openpyxl.Workbook()
        book.active.append(["品名", "数量"])
        book.active.append(["轴承", 40])
        book.active.add_image(drawing.Image(picture), "B12")
        book.save(original)
    data, name = offices.older(original, ending, tmp_path), f"a.{ending}"
    profile = Profile({"reading.cache": False})
    (waiting,) = reading.document(data, name, profile, readings=Readings("on")).unread
    source = pytest.importorskip("docprep_gui.parsing.ocr.source")
    bare, kind = reading.opened(data, name, "", None)
    image, _ = source.picture(bare, kind, waiting)
    assert abs(image.shape[1] / image.shape[0] - 2.5) < 0.1
    assert image[image.shape[0] // 2, image.shape[1] // 2].tolist() == pytest.approx([60, 60, 200], abs=3)
    seal = Reading(300, 120, lines=(ReadLine("专用章", (60, 60, 150, 80), (70, 100, 130), (0.99,) * 3),))
    document = reading.document(data, name, profile, readings=Readings("on", {waiting: seal}))
    (figure,) = [node for node in document.nodes if node.kind == "figure"]
    assert "专用章" in document.slice(figure.span)
    assert not document.unread


@needs_libreoffice
@pytest.mark.parametrize("ending", ["ods", "fods"])
def test_spreadsheets_keep_values_and_formulas(ending: str, tmp_path: Path) -> None:
    document = read(offices.older(_sheet(tmp_path / "a.xlsx"), ending, tmp_path), f"a.{ending}")
    assert document.source.kind == "xlsx"
    table = next(node.table for node in document.nodes if node.table)
    assert [cell.text for cell in table.cells(document.text)] == ["品名", "数量", "轴承", "40", "合计", "40"]
    assert list(table.formulas.values()) == ["=SUM(B2:B2)"]


@needs_libreoffice
@pytest.mark.parametrize("ending", ["ppt", "odp"])
def test_decks_keep_titles(ending: str, tmp_path: Path) -> None:
    document = read(offices.older(_deck(tmp_path / "a.pptx"), ending, tmp_path), f"a.{ending}")
    assert document.source.kind == "pptx"
    assert "项目进度" in document.text
    assert "第一阶段已完成" in document.text


WORD_XML = """<?xml version="1.0" encoding="UTF-8"?><?mso-application progid="Word.Document"?>
<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:body><w:p><w:r><w:t>甲方应按期付款。</w:t></w:r></w:p>
</w:body></w:wordDocument>"""
EXCEL_XML = """<?xml version="1.0" encoding="UTF-8"?><?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Worksheet ss:Name="S"><Table><Row><Cell><Data ss:Type="String">轴承</Data></Cell><Cell><Data ss:Type="Number">40</Data></Cell>
</Row></Table></Worksheet></Workbook>"""


@needs_libreoffice
@pytest.mark.parametrize(("data", "name", "kind", "text"), [
    (rb"{\rtf1\ansi\ansicpg936 \'bc\'d7\'b7\'bd}", "a.rtf", "docx", "甲方"),
    (rb"{\rtf1\ansi Dear Sir}", "a.doc", "docx", "Dear Sir"),
    (WORD_XML.encode(), "a.xml", "docx", "甲方应按期付款。"),
    (WORD_XML.encode(), "a.doc", "docx", "甲方应按期付款。"),
    (EXCEL_XML.encode(), "a.xls", "xlsx", "轴承"),
])
def test_what_is_in_a_file_counts_not_its_name(data: bytes, name: str, kind: str, text: str) -> None:
    document = read(data, name)
    assert document.source.kind == kind
    assert text in document.text


@needs_libreoffice
def test_a_word_file_that_calls_itself_wps_is_no_file_of_works(tmp_path: Path) -> None:
    document = read(offices.older(_word(tmp_path / "a.docx"), "doc", tmp_path), "a.wps")
    assert "甲方应按期付款" in document.text
    assert [notice.params["format"] for notice in document.notices if notice.code == "converted"] == ["wps"]


def test_without_a_converter_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(converter, "find", lambda named="": None)
    with pytest.raises(FileError) as caught:
        read(rb"{\rtf1\ansi Dear Sir}", "a.rtf")
    assert (caught.value.kind, caught.value.params) == ("needs_converter", {"format": "rtf", "target": "docx"})


def test_the_program_is_the_one_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there, other = tmp_path / "one" / "soffice", tmp_path / "two" / "soffice"
    for path in (there, other):
        path.parent.mkdir()
        path.write_text("#!/bin/sh\n")
        path.chmod(0o700)
    monkeypatch.setenv("PATH", str(other.parent))
    monkeypatch.delenv(converter.NAMED_BY, raising=False)
    if os.name == "posix":
        assert converter.find() == other
    assert converter.find(str(there)) == there
    assert converter.find(str(tmp_path / "nowhere")) is None
    monkeypatch.setenv(converter.NAMED_BY, str(there))
    assert converter.find() == there


# --- what a file tries ----------------------------------------------------------------------------------
@pytest.fixture
def listener() -> Iterator[tuple[str, list[bytes]]]:
    """An address of this machine, and what was asked of it."""
    server = socket.create_server(("127.0.0.1", 0))
    asked: list[bytes] = []

    def serve() -> None:
        while True:
            try:
                caller, _ = server.accept()
            except OSError:
                return
            with caller:
                caller.settimeout(2)
                try:
                    asked.append(caller.recv(200))
                    caller.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
                except OSError:
                    asked.append(b"")

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.getsockname()[1]}", asked
    server.shutdown(socket.SHUT_RDWR)
    server.close()
    thread.join(5)


_FRAME = '<draw:frame draw:name="a" svg:width="1in" svg:height="1in">'
NOSY = {
    "image.odt": lambda url, file: offices.opendocument(
        "text", f'<text:p>x{_FRAME}<draw:image xlink:href="{url}/a.png" xlink:type="simple"/></draw:frame></text:p>'),
    "section.odt": lambda url, file: offices.opendocument(
        "text", f'<text:p>x</text:p><text:section text:name="S"><text:section-source xlink:href="{file}" '
        'text:filter-name="Text"/><text:p>old</text:p></text:section>'),
    "object.odt": lambda url, file: offices.opendocument(
        "text", f'<text:p>x{_FRAME}<draw:object xlink:href="{url}/a.odt" xlink:type="simple"/></draw:frame>{_FRAME}'
        f'<draw:floating-frame xlink:href="{file}" xlink:type="simple"/></draw:frame></text:p>'),
    "reload.odt": lambda url, file: offices.opendocument(
        "text", "<text:p>x</text:p>", f'<meta:auto-reload xlink:href="{url}/a" meta:delay="PT0S"/>'
        f'<meta:template xlink:href="{url}/a.ott" xlink:type="simple"/>'),
    "entity.odt": lambda url, file: offices.opendocument(
        "text", "<text:p>x&e;</text:p>", declaration=f'<!DOCTYPE a [<!ENTITY e SYSTEM "{file}">]>'),
    "cells.ods": lambda url, file: offices.opendocument(
        "spreadsheet", '<table:table table:name="A"><table:table-row>' + "".join(
            f'<table:table-cell table:formula="{formula}" office:value-type="string"><text:p>old</text:p>'
            "</table:table-cell>" for formula in (
                f"of:=WEBSERVICE(&quot;{url}/a&quot;)", f"of:='{url}/a.ods'#$Sheet1.A1", f"of:='{file}'#$Sheet1.A1"))
        + f'</table:table-row></table:table><table:table table:name="B"><table:table-source xlink:href="{url}/b.ods" '
        'xlink:type="simple"/></table:table>'),
    "media.odp": lambda url, file: offices.opendocument(
        "presentation", f'<draw:page draw:name="p">{_FRAME}<draw:image xlink:href="{url}/p.png" xlink:type="simple"/>'
        f'</draw:frame>{_FRAME}<draw:plugin xlink:href="{url}/a.mp4" xlink:type="simple"/></draw:frame></draw:page>'),
    "fields.rtf": lambda url, file: (
        r"{\rtf1\ansi {\*\template " + url + r"/a.dot}x {\field{\*\fldinst INCLUDEPICTURE \"" + url + r'/a.png\" \\d}'
        r'{\fldrslt pic}}{\field{\*\fldinst INCLUDETEXT "' + file.removeprefix("file://") + r'"}{\fldrslt old}}'
        r'{\field{\*\fldinst DDEAUTO soffice ' + file + r" a}{\fldrslt old}}}").encode(),
    "picture.xml": lambda url, file: WORD_XML.replace(
        "<w:t>", f'<w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:imagedata src="{url}/w.png"/></v:shape>'
        "</w:pict><w:t>").encode(),
}
"""Files that would have something fetched; `url` is a server, `file` another file of the user's."""


@needs_libreoffice
@pytest.mark.parametrize(("name", "fenced"), [*((name, False) for name in NOSY), ("image.odt", True)])
def test_a_file_reaches_neither_the_network_nor_another_file(
    name: str, fenced: bool, listener: tuple[str, list[bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`fenced`: the network is taken away, too, where the system has means for that; the settings alone must do."""
    if not fenced:
        monkeypatch.setattr(converter, "_alone", lambda: ())
    url, asked = listener
    (tmp_path / "secret.txt").write_text("TOP-SECRET-WORDS\n")
    text = ""
    try:
        document = read(NOSY[name](url, (tmp_path / "secret.txt").as_uri()), name)
        text = document.text
    except FileError as error:
        assert error.kind == "corrupt"  # noqa: PT017  a file that is refused reaches nothing either
    assert not asked
    assert "TOP-SECRET" not in text
    assert "hello" not in text


# --- what goes wrong ------------------------------------------------------------------------------------
def _stand_in(path: Path, script: str) -> Path:
    """A program in LibreOffice's place."""
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o700)
    return path


def _sleepers(seconds: int) -> list[psutil.Process]:
    return [one for one in psutil.process_iter(["cmdline"]) if one.info["cmdline"] == ["sleep", str(seconds)]]


def _gone(seconds: int) -> bool:
    end = time.monotonic() + 10
    while _sleepers(seconds) and time.monotonic() < end:
        time.sleep(0.05)
    return not _sleepers(seconds)


@posix
def test_a_converter_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    program = _stand_in(tmp_path / "office", "sleep 86411 & sleep 86411")
    with pytest.raises(FileError) as caught:
        converter.convert(b"x", "doc", "docx", program, tmp_path / "profiles", seconds=1.0, patience=1.0)
    assert caught.value.kind == "timeout"
    assert _gone(86411)
    assert not list((tmp_path / "profiles").glob("*/work"))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere only the clock is looked at")
def test_a_converter_that_goes_round_in_circles_is_ended_by_its_time_of_the_processor(tmp_path: Path) -> None:
    program = _stand_in(tmp_path / "office", "while :; do :; done")
    with pytest.raises(FileError) as caught:
        converter.convert(b"x", "doc", "docx", program, tmp_path / "profiles", seconds=1.0, patience=600.0)
    assert (caught.value.kind, caught.value.params["seconds"]) == ("timeout", "1")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the time limit ends it")
def test_a_converter_dies_with_the_worker_that_started_it(tmp_path: Path) -> None:
    program = _stand_in(tmp_path / "office", "exec sleep 86412")
    path = tmp_path / "a.rtf"
    path.write_bytes(rb"{\rtf1\ansi Dear Sir}")
    workers = Workers(1, start_method="fork", seconds=3.0, patience=1.0)
    try:
        with pytest.raises(FileError, match="timeout"):
            workers.prepare(Request(path, "a.rtf", Profile({"reading.libreoffice": str(program)}), RuleChoice()))
    finally:
        workers.close()
    assert _gone(86412)


@posix
@pytest.mark.parametrize("script", ["exit 1", "exit 0", "kill -9 $$"])
def test_a_converter_that_makes_nothing_is_told_of(script: str, tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        converter.convert(b"x", "doc", "docx", _stand_in(tmp_path / "office", script), tmp_path / "profiles")
    assert (caught.value.kind, caught.value.params["reason"]) == ("corrupt", "converter")
    assert not list((tmp_path / "profiles").glob("*/work"))


@posix
def test_one_that_cannot_be_started_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "office").write_bytes(b"\0\0\0")
    (tmp_path / "office").chmod(0o700)
    with pytest.raises(FileError) as caught:
        converter.convert(b"x", "doc", "docx", tmp_path / "office", tmp_path / "profiles")
    assert caught.value.kind in ("unreadable", "corrupt")  # what starts it may be the one that fails


@needs_libreoffice
def test_damaged_files_are_told_of(tmp_path: Path) -> None:
    whole = offices.older(_word(tmp_path / "a.docx"), "odt", tmp_path)
    with pytest.raises(FileError) as caught:
        read(whole[:-200], "a.odt")
    assert caught.value.kind == "corrupt"


@posix
def test_two_at_once_have_a_profile_each(tmp_path: Path) -> None:
    """A program that notes its profile, and waits for the other one."""
    program = _stand_in(tmp_path / "office", f'echo "$1" >>{tmp_path}/seen; while [ $(wc -l <{tmp_path}/seen) -lt 2 ]; '
                        "do sleep 0.05; done")

    def run() -> None:
        with suppress(FileError):  # it makes nothing
            converter.convert(b"x", "doc", "docx", program, tmp_path / "profiles", 20.0)

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    seen = (tmp_path / "seen").read_text().split()
    assert len(set(seen)) == 2


@needs_libreoffice
def test_the_profile_is_the_programs_own_and_private() -> None:
    read(rb"{\rtf1\ansi Dear Sir}", "a.rtf")
    folder = paths.remade() / "libreoffice"
    assert (folder / "1" / "user" / "registrymodifications.xcu").is_file()
    assert "DisableMacrosExecution" in (folder / "1" / "user" / "registrymodifications.xcu").read_text("utf-8")
    if os.name == "posix":
        assert folder.stat().st_mode & 0o777 == 0o700
