"""Damaged files of every format: a document whose parts still fit, or a typed error; nothing else.

The seed makes the damage the same every time; much longer runs of the same, over other files, are made by hand.
"""

from __future__ import annotations

import contextlib
import io
import random
import struct
import zipfile
from collections.abc import Callable
from html import escape

import pymupdf
import pytest

from docprep_gui import chunking, parsing
from docprep_gui.chunking import ChunkSettings
from docprep_gui.domain.document import Document
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import compounds, doclists
from docprep_gui.parsing.workbook.sheets import letters
from docprep_gui.text import entities
from docprep_gui.workspace.paths import shipped
from tests.parsing import test_pptx as slides
from tests.parsing import workbooks as w
from tests.parsing.docx.everything import PARTS
from tests.parsing.docx.making import assert_sound, p, part, zipped
from tests.support.mutations import mutate
from tests.support.sealed import compound

VARIANTS = 200
_LEDGER: list[list[w.Value | None]] = [["序号", "供应商", "金额"], [1, "甲公司", 10], [2, "乙|公司", 20.5], [3, "丙", 30]]


def _sample() -> bytes:
    return (shipped("resources") / "samples" / "设备采购合同.docx").read_bytes()


def _docx() -> bytes:
    return zipped(PARTS)


def _xlsx() -> bytes:
    shared = '<c r="A1" s="1"><f t="shared" ref="A1:A2" si="0">B1*2</f><v>45000</v></c><c r="B1" t="s"><v>0</v></c>'
    second = w.row(1, shared) + w.row(2, '<c r="A2" s="2"><f t="shared" si="0"/></c>')
    before = '<cols><col min="2" max="2" hidden="1"/></cols>'
    return w.book(
        w.sheet(w.grid(_LEDGER * 6), before=before, after=w.merged("A2:A3", "C5:D6")), w.sheet(second),
        strings="<si><t>文本</t></si><si><r><t>富</t></r><rPh><t>x</t></rPh></si>",
        formats=['yyyy"年"m"月"d"日"', '[>=10000]0!.0,"万";0;;"致"@'], states={2: "hidden"},
    )


def _xls() -> bytes:
    return w.old_book(
        _LEDGER * 3, styles={(1, 2): 1, (2, 2): 2}, formats=["yyyy-mm-dd", "#,##0.00;;"], ranges=[(1, 2, 0, 0)],
        hidden_rows=[2],
    )


def _csv() -> bytes:
    return '编号,名称,金额\n1,"甲,乙",1.5\n2,"换\n行",2.5\n3,引""号,\n'.encode("gb18030")


def _txt() -> bytes:
    return "第一条 总则\n甲方：某公司\r\n1.1 金额100万元。\x0c第二条 附则\r结尾\n".encode("gbk")


def _md() -> bytes:
    return (
        "---\ntitle: x\n---\n# 标题\n段落 **粗** `code` [链接](http://a) ![图](a.png)\n\n- 一\n  - 二\n\n| a | b |\n|---|---|\n"
        "| 1 | x\\|y |\n\n> 引用\n> - 列\n\n```py\ncode\n```\n<div>html</div>\n\n脚注[^1]\n\n[^1]: 注释\n\nSetext\n======\n"
    ).encode()


def _pptx() -> bytes:
    text = slides.sp(slides.p("标题"), (0, 0, 900, 300), 'type="title"') + slides.sp(slides.p("一") + slides.p("二"), (0, 900, 9, 9))
    table = slides.tbl(slides.tc("合并", 'gridSpan="2"') + slides.tc(), slides.tc("x") + slides.tc("y"))
    return slides.deck(slides.tree(text, table), slides.tree(slides.sp(slides.p("隐藏"), hidden=True)), shown={2: 'show="0"'})


def _pdf() -> bytes:
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 72), "1. Scope", fontsize=16)
    page.insert_textbox((72, 90, 300, 200), "The supplier delivers what the buyer orders, on the day that is agreed. " * 4)
    for row in range(6):
        for column, text in enumerate((f"Item {row}", f"{row * 7}.50", f"{row}%")):
            page.insert_text((72 + 120 * column, 260 + 16 * row), text)
        page.draw_line((72, 264 + 16 * row), (400, 264 + 16 * row))
    page.add_text_annot((300, 300), "Check this")
    turned = file.new_page()
    turned.insert_text((72, 72), "Turned page")
    turned.set_rotation(90)
    file.set_toc([[1, "Scope", 1]])
    # Not packed, so that damage meets what it says.
    return bytes(file.tobytes(expand=255, garbage=0))


def assert_fits(document: Document) -> None:
    """Spans lie where they belong, and the chunks' cores are the body."""
    assert_sound(document)
    cores = [chunk.core for chunk in chunking.cut(document, ChunkSettings(300, 400))]
    start, end = document.source.body
    assert [a for a, _ in cores] + [end] == [start, *(b for _, b in cores)]


@pytest.mark.parametrize(("make", "name"), [
    (_sample, "contract.docx"), (_docx, "a.docx"), (_pdf, "a.pdf"), (_xlsx, "a.xlsx"), (_xls, "a.xls"), (_csv, "a.csv"),
    (_pptx, "a.pptx"), (_txt, "a.txt"), (_md, "a.md"),
])
@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
def test_a_damaged_file_is_read_or_refused(make: Callable[[], bytes], name: str) -> None:
    whole = make()
    assert_fits(parsing.read(whole, name))
    dice = random.Random(20261130)
    read = 0
    for _ in range(VARIANTS):
        data = mutate(whole, dice)
        try:
            # As a file is read that has ended a process: MuPDF may do that here, too.
            document = parsing.read(data, name, careful=True)
        except FileError:
            continue
        assert_fits(document)
        read += 1
    assert read > VARIANTS // 10, "some damage is survived"


@pytest.mark.parametrize(("make", "name"), [(_docx, "a.docx"), (_xlsx, "a.xlsx"), (_pptx, "a.pptx")])
@pytest.mark.parametrize("bytes_left", [b"", b"\0", b"\xff", b"<", b"\xff\xfe", b"\0<", b"<\0", b"<a", b"\xef\xbb\xbf"])
def test_a_part_of_which_a_few_bytes_are_left_is_read_or_refused(
    make: Callable[[], bytes], name: str, bytes_left: bytes
) -> None:
    with zipfile.ZipFile(io.BytesIO(make())) as whole:
        parts = {one: whole.read(one) for one in whole.namelist()}
    for lost in parts:
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as damaged:
            for one, content in parts.items():
                damaged.writestr(one, bytes_left if one == lost else content)
        with contextlib.suppress(FileError):
            assert_fits(parsing.read(stream.getvalue(), name))


@pytest.mark.parametrize("run", [
    " " * 20_000, "\t" * 16_000, "." * 20_000, "…" * 20_000, "\\" * 30_000, "A'" * 10_000 + " Inc. (the ", "![" * 5_000,
    "[" * 10_000, "a b. " * 40_000, "<table>" * 3_000, "<p " * 5_000, "| " * 5_000, "\n" * 20_000, "> " * 300, "\"" * 9_999,
])
@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.csv", "a.docx", "a.xlsx"])
def test_long_runs_of_one_sign(run: str, name: str) -> None:
    """Each was once looked at again from every one of its signs: that took their square, or their cube."""
    line = f"第一条 甲{run}乙"
    if name == "a.docx":
        data = zipped(PARTS | {"word/document.xml": part("document", f"<w:body>{p(escape(line))}</w:body>")})
    elif name == "a.xlsx":
        data = w.book(w.sheet(w.row(1, w.cell("A1", line), w.cell("B1", 2, style=1))), formats=[run.strip()])
    else:
        data = line.encode()
    document = parsing.read(data, name)
    assert_fits(document)
    assert "甲" in document.text
    assert "乙" in document.text
    entities.find(document.text)


@pytest.mark.parametrize(("start", "gap", "end"), [
    ("第一", "　 ", "甲"), ("第一条", "\t ", "甲"), ("Article", " ", "甲"), ("备注", " ", "甲"), ("备注1", " ", "甲"), ("说明", "　", "甲"),
    ("prepared by:x", " ", "甲"), ("审核：甲", " ", "乙"), ("1", " ", "甲"), ("共", " ", "甲"), ("第", " ", "甲"), ("合", " ", "甲"),
])
@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.xlsx"])
def test_long_gaps_behind_words_that_mean_something(start: str, gap: str, end: str, name: str) -> None:
    """Where a gap may be parted in several ways, looking for what is not behind it takes its square."""
    long = start + gap * (30_000 // len(gap)) + end
    rows: list[list[w.Value | None]] = [["品名", "数量", "金额"], ["甲", 1, 2], ["乙", 3, 4], [long], ["丙", 5, 6], [long]]
    if name == "a.xlsx":
        data = w.book(w.sheet(w.grid(rows)))
    else:
        data = "\n".join(",".join(map(str, row)) for row in rows).encode()
    document = parsing.read(data, name)
    assert_fits(document)
    assert document.text.count(start) >= 2


def test_long_figures_that_are_raised() -> None:
    line = "<sup>" + "1" * 30_000 + "x</sup>"
    assert parsing.read(f"# a\n\n{line}\n".encode(), "a.md").text.count("1") == 30_000
    run = f'<w:p><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>{"1" * 30_000}x</w:t></w:r></w:p>'
    data = zipped(PARTS | {"word/document.xml": part("document", f"<w:body>{run}</w:body>")})
    assert "1" * 30_000 + "x" in parsing.read(data, "a.docx").text


@pytest.mark.parametrize("lines", [
    ["a\tb"] * 2_000 + ["x" + "\ty" * 40_000], ["\t" * 40_000 + "x\ty"] * 3 + ["a\tb"] * 2_000, ["ab  " * 100_000] * 3,
    ["a　" * 100_000 + "b"] * 3,
])
def test_tables_in_plain_text_of_more_columns_than_anybody_reads(lines: list[str]) -> None:
    """They stay as they are: as a table each line would have a place for each column of the longest."""
    document = parsing.read("\n".join(lines).encode(), "a.txt")
    assert not any(node.kind == "table" for node in document.nodes)
    assert len(document.text) <= sum(map(len, lines)) + len(lines)


def test_spans_in_web_pages_and_markdown_make_no_large_tables_of_small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each row has more places than letters."""
    monkeypatch.setattr("docprep_gui.parsing.tables.MAX_PLACES", 200_000)
    rows = "".join("<tr>" + "<td rowspan=1000 colspan=200>x" * (at % 1000 == 0) for at in range(2_000))
    pipes = "| a | b |\n| - | - |\n| 1 |" + " x |" * 200 + "\n" + "| 1 | 2 |\n" * 1_000
    for data, name in ((f"<table>{rows}</table>", "a.md"), (f"<html><table>{rows}</table></html>", "a.doc"), (pipes, "a.md")):
        with pytest.raises(FileError) as raised:
            parsing.read(data.encode(), name)
        assert raised.value.kind == "too_large"


def test_wide_cells_of_a_web_page_beside_tall_ones() -> None:
    """How wide a cell can be was tried from the widest down, each time from its first place on."""
    rows = "<tr>" + "<td>x</td>" * 500 + "<td rowspan=1000>m</td></tr>" + "<tr><td colspan=1000>x</td></tr>" * 600
    table = next(node.table for node in parsing.read(f"<html><table>{rows}</table></html>".encode(), "a.doc").nodes if node.table)
    assert {(cell.row, cell.col): cell.col_span for cell in table.cells("")}[600, 0] == 500


def test_tables_in_tables_of_a_web_page() -> None:
    """Cells of the innermost were looked at once for each table around them; each still comes once."""
    inner = "<table><tr>" + "".join(f"<td>c{at};</td>" for at in range(4_000)) + "</tr></table>"
    text = parsing.read(f"<html>{'<table><tr><td>' * 60}{inner}</html>".encode(), "a.doc").text
    assert all(text.count(f"c{at};") == 1 for at in range(4_000))


@pytest.mark.parametrize(("size", "loops"), [(0xFFFFFFF0, True), (0x7FFFFFFF, True), (0x7FFFFFFF, False), (100_000, True)])
def test_streams_that_are_said_to_be_longer_than_their_file(size: int, loops: bool) -> None:
    """A chain of sectors that leads back to itself was followed until the stream was as long as it says, 4 GiB."""
    data = bytearray(compound(Workbook=_xls().ljust(8192, b"\0"), WordDocument=bytes(4096)))
    for name in ("Workbook", "WordDocument"):
        at = data.find(name.encode("utf-16-le"))
        struct.pack_into("<I", data, at + 120, size)
        if loops:
            (start,), (table,) = struct.unpack_from("<I", data, at + 116), struct.unpack_from("<I", data, 76)
            struct.pack_into("<I", data, (table + 1) * 512 + 4 * start, start)
    with compounds.opened(bytes(data)) as file:
        assert len(file.openstream("Workbook").read()) <= len(data)
    assert doclists.read(bytes(data)) == ()
    with contextlib.suppress(FileError):
        assert_fits(parsing.read(bytes(data), "a.xls"))


@pytest.mark.parametrize("end", ["", 'd,"e"\n'])
def test_quotes_that_nobody_closes_beside_backslashes(end: str) -> None:
    """Each was looked behind to the end of the longest field."""
    data = 'a,"x\\",y"\n' * 50 + 'b,"q\n' * 20_000 + 'c,""\n' + end
    document = parsing.read(data.encode(), "a.csv")
    assert_fits(document)
    assert document.text.count("| a | x\",y |") == 50
    assert "q" in document.text


@pytest.mark.parametrize("apart", [2, 3, 5])
def test_cells_that_stand_apart_in_wide_rows(apart: int) -> None:
    """Whether two of them belong together was looked for from the first column on."""
    rows = [w.row(row, *[w.cell(f"{letters(col)}{row}", f"k{row}-{col};") for col in range(0, 16_384, apart)]) for row in (1, 2, 3, 4)]
    document = parsing.read(w.book(w.sheet("".join(rows))), "a.xlsx")
    assert_fits(document)
    assert all(document.text.count(f"k{row}-{col};") == 1 for row in (1, 4) for col in range(0, 16_384, apart * 50))


@pytest.mark.parametrize("begun", [
    '<c r="A1">', '<c r="A1"', '<c r="A1"><v>1</c>', '<c r="A1"><f>1</c>', '<c t="inlineStr"><is><t>x</c>', "<c><is>", "<!--",
    "<![CDATA[", "<row>", '<c a="', "<v>",
])
def test_rows_with_elements_that_nobody_ends(begun: str) -> None:
    _read_before_and_behind(w.sheet(w.row(1, w.cell("A1", "甲")) + f"<row>{begun * 20_000}</row>" + w.row(9, w.cell("A9", "乙"))))


@pytest.mark.parametrize("begun", ["<mergeCell ", "<autoFilter ", "<oddHeader>", "<oddHeader ", "<evenFooter>", "<col ", "<pane "])
def test_parts_around_rows_that_nobody_ends(begun: str) -> None:
    rows = w.row(1, w.cell("A1", "甲")) + w.row(9, w.cell("A9", "乙"))
    _read_before_and_behind(w.sheet(rows, before=begun * 20_000))
    _read_before_and_behind(w.sheet(rows, after=begun * 20_000))


@pytest.mark.parametrize("begun", ["<si>", "<si ", "<si><t>", "<rPh>", "<t>", "<!--", "<phoneticPr ", "<![CDATA["])
def test_shared_strings_that_nobody_ends(begun: str) -> None:
    rows = w.row(1, '<c r="A1" t="s"><v>0</v></c>', '<c r="B1" t="s"><v>1</v></c>')
    document = parsing.read(w.book(w.sheet(rows), strings=f"<si><t>甲</t></si><si><t>乙</t></si>{begun * 20_000}"), "a.xlsx")
    assert w.by_ref(document) == {("表1", "A1"): "甲", ("表1", "B1"): "乙"}


def _read_before_and_behind(sheet: str) -> None:
    """What stands before the damage is read; what stands behind it may be."""
    document = parsing.read(w.book(sheet), "a.xlsx")
    assert_fits(document)
    assert "甲" in document.text


@pytest.mark.parametrize("way", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize(("make", "name"), [(_docx, "a.docx"), (_xlsx, "a.xlsx"), (_pptx, "a.pptx")])
def test_each_way_of_packing_has_errors_of_its_own(make: Callable[[], bytes], name: str, way: int) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(make())) as old, zipfile.ZipFile(packed, "w", way) as new:
        for entry in old.infolist():
            new.writestr(entry.filename, old.read(entry))
    whole = packed.getvalue()
    assert parsing.read(whole, name).text == parsing.read(make(), name).text
    with zipfile.ZipFile(packed) as package:
        places = [(entry.header_offset + 30 + len(entry.filename), entry.compress_size) for entry in package.infolist()]
    dice = random.Random(20261130)
    for _ in range(60):
        start, size = dice.choice(places)
        at = start + dice.randrange(size)
        damaged = whole[:at] + dice.randbytes(3) + whole[at + 3 :]
        with contextlib.suppress(FileError):
            assert_fits(parsing.read(damaged, name))


@pytest.mark.parametrize("error", [RecursionError(), LookupError("unknown encoding: cp1117"), MemoryError()])
def test_what_a_library_raises_on_old_workbooks(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain of sectors that leads back to itself, and a code page that does not exist; memory is the worker's."""
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("xlrd.open_workbook", fail)
    with pytest.raises(MemoryError if isinstance(error, MemoryError) else FileError) as raised:
        parsing.read(_xls(), "a.xls")
    assert isinstance(raised.value, MemoryError) or raised.value.kind == "corrupt"


def test_pictures_that_cannot_be_listed_cost_no_text() -> None:
    """PyMuPDF fails on a picture whose name is no text and which is none."""
    with pymupdf.open() as file:
        page = file.new_page()
        page.insert_text((72, 72), "Clause 1. The text stays.")
        odd = file.get_new_xref()
        file.update_object(odd, "[1 2 3]")
        kind, value = file.xref_get_key(page.xref, "Resources")
        assert kind == "xref"
        file.xref_set_key(int(value.split()[0]), "XObject", f"<</#ff#fe {odd} 0 R>>")
        data = file.tobytes()
    assert parsing.read(data, "a.pdf").text.strip() == "Clause 1. The text stays."
