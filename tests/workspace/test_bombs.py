"""Small files that are huge inside: each ends in a document or a reason, within the limits, and costs nobody else."""

from __future__ import annotations

import io
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from docprep_gui.domain.errors import FileError
from docprep_gui.workspace.pipeline import Request, RuleChoice
from docprep_gui.workspace.settings import Profile
from docprep_gui.workspace.workers import Workers
from tests.parsing import workbooks as w
from tests.parsing.docx import making

MB = 1 << 20
SECONDS, MEMORY = 12.0, 700_000_000


def zipped(parts: dict[str, bytes | str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return made.getvalue()


def claiming(size: int, count: int) -> bytes:
    """A package whose directory says that many entries have that size."""
    data = bytearray(zipped({"word/document.xml": "<x/>", **{f"a/{n}": "x" for n in range(count)}}))
    place = data.find(b"PK\x01\x02")
    while place >= 0:
        struct.pack_into("<I", data, place + 24, size)
        place = data.find(b"PK\x01\x02", place + 4)
    return bytes(data)


def png(side: int) -> bytes:
    """A black picture of one bit a pixel."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(1 + side // 8)) for _ in range(side)) + packer.flush()
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0))
            + chunk(b"IDAT", rows) + chunk(b"IEND", b""))


def pdf(*objects: bytes) -> bytes:
    """Object 1 is the catalogue."""
    made, places = b"%PDF-1.7\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n" % number + one + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return made + b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1) + table + (
        b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(places) + 1, len(made)))


def stream(data: bytes, more: bytes = b"") -> bytes:
    return b"<<%s/Length %d>>stream\n" % (more, len(data)) + data + b"\nendstream"


_FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
_PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/XObject<</I 5 0 R>>>>>>"
_TEXT = b"BT /F 12 Tf 20 100 Td (text) Tj ET\n"


def _pages(count: int) -> bytes:
    kids = b"3 0 R " * count
    return pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, count), _PAGE,
               stream(_TEXT), _FONT)


def _one_page(content: bytes, resource: bytes) -> bytes:
    return pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", _PAGE, content, resource)


def _twice_packed(size: int) -> bytes:
    return zlib.compress(zlib.compress(_TEXT * (size // len(_TEXT)), 9), 9)


_ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {name} "{f"&{inner};" * 10}">' for inner, name in zip("abcdefgh", "bcdefghi", strict=True)) + "]>"

BOMBS: dict[str, tuple[Callable[[], bytes], set[str]]] = {
    "part.docx": (lambda: zipped({"word/document.xml": bytes(120 * MB)}), {"too_large"}),
    "total.docx": (lambda: claiming(90 * MB, 23), {"too_large"}),
    "entries.xlsx": (lambda: zipped({"xl/workbook.xml": "<x/>", **{f"a{n}": "" for n in range(20_500)}}), {"too_large"}),
    "entities.docx": (lambda: zipped({"word/document.xml": _ENTITIES + "<x>&i;</x>"}), {"corrupt"}),
    "text.docx": (lambda: making.package(f"<w:p><w:r><w:t>{'甲' * 25 * MB}</w:t></w:r></w:p>"), {"", "timeout", "too_large"}),
    "paragraphs.docx": (lambda: making.package(making.p("a") * 700_000), {"timeout", "too_large"}),
    "deep.docx": (lambda: making.package("<w:sdt><w:sdtContent>" * 50_000 + making.p("x")
                                         + "</w:sdtContent></w:sdt>" * 50_000), {"corrupt", ""}),
    "tables.docx": (lambda: making.package("<w:tbl><w:tr><w:tc>" * 2000 + making.p("x") + "</w:tc></w:tr></w:tbl>" * 2000),
                    {"corrupt", ""}),
    "spans.docx": (lambda: making.package("<w:tbl>" + ("<w:tr>" + making.tc("", '<w:gridSpan w:val="1000000"/>') * 50
                                                       + "</w:tr>") * 2000 + "</w:tbl>"), {"too_large"}),
    "cells.xlsx": (lambda: w.book(w.sheet("".join(
        f'<row r="{n}">' + "<c><v>1</v></c>" * 1000 + "</row>" for n in range(1, 6001)))), {"too_large", "timeout"}),
    "row.xlsx": (lambda: w.book(w.sheet('<row r="1000000000"><c r="A1000000000"><v>1</v></c></row>')), {"empty", "corrupt"}),
    "size.xlsx": (lambda: w.book(w.sheet('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v>'
                                         "</c></row>", before='<dimension ref="A1:XFD1048576"/>')), {""}),
    "merge.xlsx": (lambda: w.book(w.sheet(w.grid([["a"]]), after=w.merged("A1:XFD1048576"))), {""}),
    "merges.xlsx": (lambda: w.book(w.sheet(w.grid([["a"]]), after=w.merged(
        *[f"A{n}:XFD{n}" for n in range(1, 60_000)]))), {""}),
    "strings.xlsx": (lambda: w.book(w.sheet("".join(
        f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, 40_001))),
        strings=f"<si><t>{'长' * 30_000}</t></si>"), {"too_large", "timeout"}),
    "wide.csv": (lambda: b"a," * 3_000_000 + b"\n", {"", "too_large"}),
    "cells.csv": (lambda: b"a,b\n" * 3_000_000, {"too_large", "timeout"}),
    "line.txt": (lambda: "甲".encode() * 60_000_000, {"too_large", "timeout"}),
    "brackets.md": (lambda: b"[" * 200_000, {"timeout", ""}),
    "quotes.md": (lambda: b"> " * 50_000 + b"x", {"", "timeout"}),
    "pages.pdf": (lambda: _pages(200_000), {"corrupt", "timeout", "too_large"}),
    "stream.pdf": (lambda: _one_page(stream(_twice_packed(150 * MB), b"/Filter[/FlateDecode/FlateDecode]"), _FONT),
                   {"corrupt", "timeout", "too_large"}),
    "picture.pdf": (lambda: _one_page(stream(b"q 200 0 0 200 0 0 cm /I Do Q"), stream(
        zlib.compress(bytes(60_000 * 7_500), 9), b"/Type/XObject/Subtype/Image/Width 60000/Height 60000/BitsPerComponent 1"
        b"/ColorSpace/DeviceGray/Filter/FlateDecode")), {""}),
    "picture.png": (lambda: png(60_000), {"", "no_text_layer", "too_large"}),
    "picture.docx": (lambda: making.package(
        '<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="media/a.png"/>'
        "</pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>",
        more={"media/a.png": png(60_000)}), {""}),
}
"""Each with the ends that it may come to; "" is a document. Which of two it is depends on the machine."""


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    made = Workers(1, start_method="spawn", seconds=SECONDS, memory=MEMORY)
    yield made
    made.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a limit for the memory of a process")
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_ends_within_the_limits(name: str, workers: Workers, tmp_path: Path) -> None:
    make, ends = BOMBS[name]
    path, good = tmp_path / name, tmp_path / "good.txt"
    path.write_bytes(make())
    good.write_text("甲方应按期付款。", "utf-8")
    profile = Profile({"reading.cache": False})
    end = ""
    try:
        workers.prepare(Request(path, name, profile, RuleChoice()))
    except FileError as error:
        end = error.kind
    # A slow machine may run out of time with any of them.
    assert end in ends | {"timeout"}
    assert workers.prepare(Request(good, "good.txt", profile, RuleChoice())).document.text == "甲方应按期付款。\n"
