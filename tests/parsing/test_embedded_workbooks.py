"""Workbooks inside Word documents and slides: what their picture shows is read from the workbook."""

from __future__ import annotations

import io
import zipfile

import openpyxl
import pptx as office
import pytest
from pptx.enum.shapes import PROG_ID
from pptx.util import Inches

from docprep_gui.parsing import pptx
from tests.parsing.docx.making import lines, of_kind, p, r, read
from tests.parsing.workbooks import old_book
from tests.support.sealed import compound

TABLE = ["| 序号 | 名称 | 单价 |", "| --- | --- | --- |", "| 1 | 水泵 | 1200.5 |", "| 2 | 阀门 | 88 |"]


def workbook(*, shown: str = "", front: int = 0) -> bytes:
    """A price list on its first sheet, another text on its second; `shown`: the range that its picture shows."""
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    for row in (["序号", "名称", "单价"], [1, "水泵", 1200.5], [2, "阀门", 88]):
        sheet.append(row)
    made.create_sheet("其他").append(["另一张表"])
    made.active = front
    out, sized = io.BytesIO(), io.BytesIO()
    made.save(out)
    with zipfile.ZipFile(out) as old, zipfile.ZipFile(sized, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            size = f'<oleSize ref="{shown}"/>' if shown and name == "xl/workbook.xml" else ""
            new.writestr(name, old.read(name).replace(b"</workbook>", f"{size}</workbook>".encode()))
    return sized.getvalue()


def in_word(data: bytes, more: str = "") -> tuple[list[str], int]:
    """The lines of a document around it, and its pictures that were not read."""
    shape = '<v:shape alt="价格表"><v:imagedata r:id="image1.emf"/></v:shape>'
    lies = f'<w:r><w:object>{shape}<o:OLEObject Type="Embed" ProgID="Excel.Sheet.12" r:id="a.bin"{more}/></w:object></w:r>'
    document = read(p(r("价格如下：") + lies) + p("以上含税。"), more={"a.bin": data, "image1.emf": b"x"})
    (figure,) = of_kind(document, "figure")
    assert figure.role == "image"
    return lines(document)[1:-1], sum(n.count for n in document.notices if n.code == "pictures_without_text")


def test_word_shows_the_cells_of_a_workbook_inside() -> None:
    assert in_word(workbook()) == (TABLE, 0)


def test_only_the_range_that_the_picture_shows_is_read() -> None:
    assert in_word(workbook(shown="A1:B2"))[0] == ["| 序号 | 名称 |", "| --- | --- |", "| 1 | 水泵 |"]
    assert in_word(workbook(shown="none"))[0] == TABLE


def test_the_sheet_in_front_is_read() -> None:
    assert in_word(workbook(front=1)) == (["另一张表"], 0)


@pytest.mark.parametrize("data", [
    compound(Workbook=old_book([["序号", "名称", "单价"], [1, "水泵", 1200.5], [2, "阀门", 88]]).ljust(4096, b"\0")),
    compound(Package=workbook()),
], ids=["Excel 97", "package"])
def test_older_ways_of_laying_a_workbook_into_a_document(data: bytes) -> None:
    assert in_word(data) == (TABLE, 0)


@pytest.mark.parametrize("data", [
    b"", b"x", b"PK\x03\x04 cut", workbook()[:-200], compound(Contents=bytes(4096)), compound(Contents=bytes(4096))[:600],
    compound(Workbook=bytes(4096)), compound(Package=bytes(4096)),
])
def test_what_is_no_workbook_stays_a_picture(data: bytes) -> None:
    assert in_word(data) == (["价格表"], 1)


def test_behind_an_icon_nothing_is_shown() -> None:
    assert in_word(workbook(), ' DrawAspect="Icon"') == (["价格表"], 1)


def test_slides_show_the_cells_of_a_workbook_inside() -> None:
    deck = office.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    for place, (data, icon) in enumerate([(workbook(shown="A1:C3"), False), (workbook(), True), (b"x", False)]):
        shape = slide.shapes.add_ole_object(io.BytesIO(data), PROG_ID.XLSX, Inches(1), Inches(place + 1))
        for lies in shape._element.iter("{http://schemas.openxmlformats.org/presentationml/2006/main}oleObj"):
            lies.set("showAsIcon", str(int(icon)))
    out = io.BytesIO()
    deck.save(out)
    document = pptx.read(out.getvalue(), "a.pptx")
    shown, *others = (document.slice(node.span) for node in document.nodes if node.kind == "figure")
    assert (shown.split("\n"), others) == (TABLE, ["", ""])
    assert [(notice.code, notice.count) for notice in document.notices] == [("pictures_without_text", 2)]
