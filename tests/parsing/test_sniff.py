"""What a file is, by its bytes."""

from __future__ import annotations

import contextlib
import io
import struct
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui import parsing
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import sniff


def archive(**members: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, content in members.items():
            file.writestr(name, content)
    return buffer.getvalue()


def package(main: str, name: str = "any/part.xml") -> bytes:
    return archive(**{"[Content_Types].xml": f"<Types><Override ContentType='{main}'/></Types>", name: "<x/>"})


def compound(*streams: str, first: bytes = b"") -> bytes:
    """A compound file with its header, one sector of `first`, and a directory with these streams."""
    header = bytearray(512)
    header[:8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    header[30:32] = b"\x09\0"
    entries = b""
    for name in ("Root Entry", *streams):
        entry = bytearray(128)
        raw = name.encode("utf-16-le")
        entry[: len(raw)] = raw
        struct.pack_into("<HB", entry, 64, len(raw) + 2, 5 if name == "Root Entry" else 2)
        struct.pack_into("<II", entry, 116, 0, 4096)
        entries += bytes(entry)
    return bytes(header) + first.ljust(512, b"\0") + entries


WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
SLIDES = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        (package(WORD), "a.docx", "docx"),
        (package(WORD), "a.pdf", "docx"),
        (package(SHEET), "a.xls", "xlsx"),
        (package(SLIDES), "a", "pptx"),
        (archive(**{"word/document.xml": "<x/>"}), "a.zip", "docx"),
        (archive(**{"xl/workbook.xml": "<x/>"}), "a.docx", "xlsx"),
        (b"%PDF-1.7\n", "a.docx", "pdf"),
        (b"junk of a mail server\r\n%PDF-1.4\n1 0 obj\nendobj", "a.txt", "pdf"),
        (b"\n\n%PDF-1.4", "scan", "pdf"),
        ("正文".encode(), "a.txt", "txt"),
        ("正文".encode("gbk"), "a", "txt"),
        (b"# title", "a.MD", "md"),
        (b"a,b\n1,2\n", "a.csv", "csv"),
        (b"a\tb\n1\t2\n", "export.xls", "csv"),
        (b"The file starts with %PDF-1.4 they say.", "a.txt", "txt"),
        (compound("Workbook"), "a.xls", "xls"),
        (compound("Book"), "a.dat", "xls"),
    ],
)
def test_kind_by_content(data: bytes, name: str, kind: str) -> None:
    assert sniff.kind(data, name) == kind


@pytest.mark.parametrize(
    ("data", "name", "error", "form"),
    [
        (b"", "a.pdf", "empty", None),
        (b"\xef\xbb\xbf \r\n\t", "a.txt", "empty", None),
        (b"\x00" * 20000, "a.docx", "empty", None),
        (b"Miller".ljust(162, b"\0"), "~$report.docx", "skipped", "office_lock"),
        (b"Miller".ljust(162, b"\0"), "a/.~report.docx", "skipped", "office_lock"),
        (b",miller,host,2024;", ".~lock.report.docx#", "skipped", "office_lock"),
        (b"\0\5\x16\7\0\2\0\0Mac OS X", "a\\._report.docx", "skipped", "office_lock"),
        (b"Miller".ljust(162, b"\0"), "folder\\~$report.docx", "skipped", "office_lock"),
        (compound("EncryptedPackage", "EncryptionInfo"), "a.docx", "encrypted", "docx"),
        (compound("WordDocument"), "a.doc", "needs_converter", "doc"),
        (compound("WordDocument"), "a.wps", "needs_converter", "wps"),
        (compound("WordDocument", first=b"\xec\xa5" + bytes(9) + b"\x01"), "a.doc", "encrypted", "doc"),
        (compound("PowerPoint Document"), "a.ppt", "needs_converter", "ppt"),
        (compound("Workbook", first=struct.pack("<HHIHHI", 0x809, 4, 0, 0x2F, 4, 0)), "a.xls", "encrypted", "xls"),
        (compound("__properties_version1.0"), "a.msg", "unsupported", "msg"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(40), "a.doc", "corrupt", "doc"),
        (b"{\\rtf1 text}", "a.doc", "needs_converter", "rtf"),
        (archive(mimetype="application/vnd.oasis.opendocument.text"), "a.odt", "needs_converter", "odt"),
        (archive(mimetype="application/vnd.oasis.opendocument.spreadsheet"), "a.ods", "needs_converter", "ods"),
        (archive(mimetype="application/vnd.oasis.opendocument.graphics"), "a.odg", "unsupported", "odg"),
        (archive(mimetype="application/vnd.oasis.opendocument.text",
                 **{"META-INF/manifest.xml": "<manifest:encryption-data/>"}), "a.odt", "encrypted", "odt"),
        (b'<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>', "a.xls", "needs_converter",
         "excel-xml"),
        (b'<?xml version="1.0"?><w:wordDocument/>', "a.doc", "needs_converter", "word-xml"),
        (b'<office:document xmlns:a="b" office:mimetype="application/vnd.oasis.opendocument.text"/>', "a.fodt",
         "needs_converter", "fodt"),
        (compound("PowerPoint Document", first=b"\x14\0\0\0\xdf\xc4\xd1\xf3"), "a.ppt", "encrypted", "ppt"),
        (compound("EncryptedPackage", "\x06DataSpaces"), "a.docx", "encrypted", "docx"),
        (archive(**{"OFD.xml": "<x/>"}), "invoice.ofd", "needs_converter", "ofd"),
        (archive(readme="text"), "a.zip", "unsupported", "zip"),
        (package(WORD)[:-40], "a.docx", "corrupt", "docx"),
        (b"\x89PNG\r\n\x1a\n" + bytes(30), "a.png", "no_text_layer", "png"),
        (b"\xff\xd8\xff\xe0" + bytes(30), "a.pdf", "no_text_layer", "jpg"),
        (b"II*\0" + bytes(30), "a.tif", "no_text_layer", "tiff"),
        (b"<html><table><tr><td>1</td></tr></table></html>", "a.xls", "content_mismatch", "html"),
        (b"<!-- saved --><!DOCTYPE html><p>x", "a.ppt", "content_mismatch", "html"),
        (b"<html><p>x", "a.html", "unsupported", "html"),
        (b"just words", "a.pdf", "corrupt", "pdf"),
        (bytes(range(256)) * 8, "a.bin", "unsupported", "bin"),
        (bytes(range(256)) * 8, "a.txt", "unreadable", "txt"),
        (b"MZ\x90\0\x03\0" + bytes(200), "setup.exe", "unsupported", "exe"),
    ],
)
def test_refused(data: bytes, name: str, error: str, form: str | None) -> None:
    with pytest.raises(FileError) as caught:
        sniff.kind(data, name)
    assert caught.value.kind == error
    assert caught.value.params.get("format") == form
    assert caught.value.params.get("target") == sniff.OLD_FORMATS.get(form or "") or error != "needs_converter"


@pytest.mark.parametrize("name", ["a.csv", "b.tsv"])
def test_a_table_of_text_is_not_read_as_prose(name: str) -> None:
    document = parsing.read(b"a,b\n1,2\n", name)
    assert document.source.kind == "csv"
    assert [node.kind for node in document.nodes] == ["document", "table", "row", "row"]


@given(data=st.binary(max_size=300), name=st.sampled_from(["a.txt", "a.md", "a.pdf", "a.xls", "a", "~$a.docx"]))
@settings(deadline=None, max_examples=60)
def test_any_bytes_end_in_a_document_or_a_file_error(data: bytes, name: str) -> None:
    size = len(data)
    with contextlib.suppress(FileError):
        size = parsing.read(data, name).source.size
    assert size == len(data)
