"""Comments and fields of forms."""

from __future__ import annotations

from typing import Any

import pymupdf
import pytest

from docprep_gui import parsing
from docprep_gui.domain.document import Document
from docprep_gui.parsing.pdf import marks
from tests.parsing.pdf.making import Sheet, drawn, read


def field(page: Any, kind: int, name: str, box: tuple[float, float, float, float], value: object, **more: Any) -> None:
    widget = pymupdf.Widget()
    widget.field_type, widget.field_name, widget.rect, widget.field_value = kind, name, pymupdf.Rect(box), value
    widget.text_fontsize = 10
    for key, of_key in more.items():
        setattr(widget, key, of_key)
    page.add_widget(widget)


def form(sheet: Sheet) -> None:
    page = sheet.page
    kinds = pymupdf
    for label in ("Buyer", "Country", "Password", "Remarks"):
        sheet.row((72, label), step=30)
    field(page, kinds.PDF_WIDGET_TYPE_TEXT, "buyer", (200, 78, 400, 94), "Example Trading Ltd")
    field(page, kinds.PDF_WIDGET_TYPE_COMBOBOX, "country", (200, 108, 400, 124), "France", choice_values=["Spain", "France"])
    field(page, kinds.PDF_WIDGET_TYPE_TEXT, "secret", (200, 138, 400, 154), "swordfish",
          field_flags=kinds.PDF_TX_FIELD_IS_PASSWORD)
    field(page, kinds.PDF_WIDGET_TYPE_TEXT, "remarks", (200, 168, 400, 200), "first line\nsecond line",
          field_flags=kinds.PDF_TX_FIELD_IS_MULTILINE)
    sheet.y = 240
    sheet.row((90, "Insurance"), step=20)
    sheet.row((90, "Urgent"))
    field(page, kinds.PDF_WIDGET_TYPE_CHECKBOX, "insurance", (72, 230, 84, 242), True)
    field(page, kinds.PDF_WIDGET_TYPE_CHECKBOX, "urgent", (72, 250, 84, 262), False)


def without_appearance(data: bytes) -> bytes:
    """As forms are that were filled in by a program: the values are there, how they look is not."""
    with pymupdf.open(stream=data, filetype="pdf") as file:
        for xref, kind, _ in file[0].annot_xrefs():
            if kind == pymupdf.PDF_ANNOT_WIDGET:
                file.xref_set_key(xref, "AP", "null")
        return bytes(file.tobytes())


@pytest.mark.parametrize("appearance", [True, False])
@pytest.mark.parametrize("rotation", [0, 90])
def test_values_stand_behind_their_labels(appearance: bool, rotation: int) -> None:
    data = drawn(form)
    if not appearance:
        data = without_appearance(data)
    if rotation:
        with pymupdf.open(stream=data, filetype="pdf") as file:
            file[0].set_rotation(rotation)
            data = bytes(file.tobytes())
    lines = parsing.read(data, "a.pdf").text.splitlines()
    assert lines[:2] == ["Buyer Example Trading Ltd", "Country France"]
    assert "☑ Insurance" in lines
    assert "☐ Urgent" in lines
    assert [line for line in lines if "line" in line][-1].endswith("second line")
    assert "swordfish" not in "".join(lines)


def comments(document: Document) -> list[tuple[str, str | None, str | None, bool]]:
    return [(document.slice(n.span), n.author, n.date, n.hidden) for n in document.nodes if n.kind == "comment"]


def noted(page: Any, add: str, *arguments: Any, author: str = "", said: str = "", date: str = "") -> Any:
    note = getattr(page, add)(*arguments)
    note.set_info(title=author, content=said, modDate=date)
    note.update()
    return note


def test_comments_say_who_when_about_what() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(3)
        sheet.row((72, "The Supplier shall deliver within thirty days of the order."))
        sheet.prose(3)
        page = sheet.page
        noted(page, "add_highlight_annot", page.search_for("within thirty days"), author="Li Wei", said="太长，改为十五日",
              date="D:20240305101500+08'00'")
        noted(page, "add_text_annot", (530, sheet.y - 90), "", author="Anna", said="Check with finance")
        noted(page, "add_strikeout_annot", page.search_for("of the order"))
        hidden = noted(page, "add_text_annot", (530, 700), "", said="internal")
        hidden.set_flags(pymupdf.PDF_ANNOT_IS_HIDDEN)
        hidden.update()

    document = read(draw)
    assert comments(document) == [
        ("“within thirty days”\n太长，改为十五日", "Li Wei", "2024-03-05T10:15:00+08:00", False),
        ("Check with finance", "Anna", None, False),
        ("“of the order.”", None, None, False),
        ("internal", None, None, True),
    ]
    (first, *_) = [node for node in document.nodes if node.kind == "comment"]
    assert first.anchor is not None
    assert document.text[first.anchor :].startswith("within thirty days")
    assert first.span[0] >= document.source.body[1]
    assert first.location.page == 1


def test_free_text_is_text_of_the_page() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(2)
        note = sheet.page.add_freetext_annot((72, 300, 300, 320), "APPROVED by legal", fontsize=11)
        note.update()

    document = read(draw)
    assert document.text.count("APPROVED by legal") == 1
    assert comments(document) == []


def test_links_and_attached_files_are_left_alone() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.row((72, "our terms of trade"))
        sheet.page.insert_link({"kind": pymupdf.LINK_URI, "from": pymupdf.Rect(72, 80, 200, 95),
                                "uri": "http://127.0.0.1:9/terms"})
        sheet.page.insert_link({"kind": pymupdf.LINK_LAUNCH, "from": pymupdf.Rect(72, 80, 200, 95), "file": "other.pdf"})
        sheet.page.add_file_annot((300, 300), b"hidden words", "inner.txt")

    # That a file is attached is told by its name, as the page shows it.
    assert read(draw).text == "our terms of trade\ninner.txt\n"


@pytest.mark.parametrize(("value", "date"), [
    ("D:20240305101500+08'00'", "2024-03-05T10:15:00+08:00"), ("D:20240305101500Z", "2024-03-05T10:15:00Z"),
    ("D:20240305101500", "2024-03-05T10:15:00"), ("D:202403", "2024-03"), ("yesterday", None), ("", None),
])
def test_dates(value: str, date: str | None) -> None:
    assert marks.iso_date(value) == date
