"""Web pages that are named as workbooks."""

from __future__ import annotations

import base64
import contextlib
import quopri
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui import parsing
from docprep_gui.domain.document import Document
from docprep_gui.domain.errors import FileError

from . import workbooks as w

TABLE = "<table border=1><tr><th>名称<th>金额</tr><tr><td>泵&nbsp;A<td>1,280.50</tr><tr><td>阀|B<br>二<td><b>5</b> 元</tr></table>"


def read(page: str | bytes, name: str = "导出.xls") -> Document:
    return parsing.read(page if isinstance(page, bytes) else page.encode("utf-8"), name)


def test_a_table_is_read_as_a_sheet() -> None:
    head = (
        '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><title>无关</title><!--[if gte mso 9]><xml>'
        "<x:ExcelWorksheet><x:Name>销售&amp;明细</x:Name></x:ExcelWorksheet></xml><![endif]--><style>td{color:red}</style></head>"
    )
    document = read(f"{head}<body><h2>销售表</h2>{TABLE}<p>制表：李四</p></body></html>")
    assert document.source.kind == "xls"
    assert [node.location.sheet for node in document.nodes if node.kind == "sheet"] == ["销售&明细"]
    assert w.lines(document) == ["| 名称 | 金额 |", "| --- | --- |", "| 泵 A | 1,280.50 |", "| 阀\\|B<br>二 | 5 元 |"]
    assert document.text.startswith("销售表\n")
    assert document.text.endswith("制表：李四\n")


@pytest.mark.parametrize(("codec", "named"), [
    ("gb18030", "gb2312"), ("gb18030", "GBK"), ("utf-8", "utf-8"), ("big5", "big5"), ("gb18030", ""), ("utf-8-sig", ""),
    ("gb18030", "no-such"), ("gb18030", "utf-8"),
])  # fmt: skip
def test_encodings(codec: str, named: str) -> None:
    text = "金額" if codec == "big5" else "金额 镕"
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={named}">' if named else ""
    page = f"<html>{meta}<table><tr><td>{text}</td><td>一</td></tr><tr><td>二</td><td>3</td></tr></table></html>"
    assert f"| {text} | 一 |" in read(page.encode(codec)).text


def test_merged_cells_hidden_rows_and_names_of_columns() -> None:
    document = read(
        "<table><tr><th rowspan=2>名称<th colspan=2>金额</tr><tr><th>含税<th>不含税</tr><tr><td>泵<td>10<td>9</tr>"
        '<tr style="DISPLAY: none"><td>隐<td>1<td>2</tr><tr><td rowspan="99999999">阀<td>5<td>4</tr></table>'
    )
    assert w.lines(document) == ["| 名称 | 金额 | |", "| 名称 | 含税 | 不含税 |", "| --- | --- | --- |", "| 泵 | 10 | 9 |", "| 阀 | 5 | 4 |"]
    assert w.table(document).header_rows == 2
    assert [notice.code for notice in document.notices] == ["hidden_content"]


def test_tables_that_only_arrange_others_are_none() -> None:
    document = read(f"<table><tr><td><h1>报表</h1>{TABLE}</td></tr><tr><td>{TABLE.replace('泵', '管')}</td></tr></table>")
    assert [w.table(document, n).rows for n in range(len(w.tables(document)))] == [3, 3]
    assert document.text.startswith("报表\n")


@pytest.mark.parametrize("charset", ["utf-8", "gb2312"])
def test_a_page_with_all_its_parts_in_one_file(charset: str) -> None:
    page = f"<html><body>{TABLE}</body></html>".encode("gb18030" if charset == "gb2312" else charset)
    data = (
        b'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="B"\r\n\r\n--B\r\nContent-Type: text/css\r\n\r\ntd{}\r\n'
        b'--B\r\nContent-Type: text/html; charset="' + charset.encode() + b'"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n'
        + quopri.encodestring(page) + b"\r\n--B--\r\n"
    )
    assert "| 泵 A | 1,280.50 |" in read(data).text


@pytest.mark.parametrize("page", [
    "<html><body>请先登录</body></html>", "<html><table><tr><td>1</td></tr></table></html>", "<html><table><td><td></table></html>",
    "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=B\n\n--B\nContent-Type: text/plain\n\nx\n--B--\n",
])  # fmt: skip
def test_pages_without_a_table_are_told_as_what_they_are(page: str) -> None:
    with pytest.raises(FileError) as caught:
        read(page)
    assert (caught.value.kind, caught.value.params["format"]) == ("content_mismatch", "html")


@pytest.mark.parametrize("inside", [
    " " * 400_000, "<td rowspan=9999 colspan=999>" * 300, "<td rowspan=999999>甲" * 200, "<table><tr><td>" * 5_000, "<meta a=b" + " \n" * 200_000,
    "<?xml" * 50_000, "<!--" * 50_000, "<!---->" * 50_000, "<x:Name>" * 50_000, "&#" * 100_000,
])  # fmt: skip
def test_pages_that_go_on_and_on_are_read_in_time_that_goes_with_their_length(inside: str) -> None:
    start = time.process_time()
    read(f"<html><table><tr><td>始<td>末</tr><tr>{inside}</table>")
    assert time.process_time() - start < 5


@pytest.mark.parametrize("before", ["<!---->", "<!---->  ", "<?xml?>", "<?xml ?>\n", " \n"])
@pytest.mark.parametrize("behind", ["<html>", "甲"])
def test_what_stands_before_a_page_is_passed_over_once(before: str, behind: str) -> None:
    start = time.process_time()
    with contextlib.suppress(FileError):
        read(before * 500 + behind + "<table><tr><td>始<td>末</table>")
    assert time.process_time() - start < 2


@pytest.mark.parametrize("charset", [
    "idna", "punycode", "undefined", "unicode_escape", "raw-unicode-escape", "rot13", "hex", "utf-99", "utf-16", "utf-16le",
])
@pytest.mark.parametrize("heading", [False, True])
def test_encodings_that_no_page_is_in(charset: str, heading: bool) -> None:
    """Python has some among its encodings that fail on all, or that take the square of the time."""
    page = "<html><body><table><tr><td>甲方</td><td>\\u4e59</td></tr></table></body></html>"
    if heading:
        page = ("MIME-Version: 1.0\nContent-Type: multipart/related; boundary=B\n\n"
                f"--B\nContent-Type: text/html; charset={charset}\n\n{page}\n--B--\n")
    else:
        page = page.replace("<body>", f"<meta charset={charset}><body>")
    assert "| 甲方 | \\u4e59 |" in read(page).text


def test_parts_of_a_page_in_utf_16() -> None:
    page = "<html><body><table><tr><td>甲方</td><td>乙方</td></tr></table></body></html>".encode("utf-16")
    whole = ("MIME-Version: 1.0\nContent-Type: multipart/related; boundary=B\n\n--B\nContent-Type: text/html; charset=\"unicode\"\n"
             "Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(page).decode() + "\n--B--\n")
    assert "| 甲方 | 乙方 |" in read(whole).text


def test_parts_in_parts_without_end() -> None:
    head = "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b0\n\n"
    parts = "".join(f"--b{n}\nContent-Type: multipart/related; boundary=b{n + 1}\n\n" for n in range(3000))
    with pytest.raises(FileError) as caught:
        read(head + parts + f"--b3000\nContent-Type: text/html\n\n{TABLE}")
    assert caught.value.kind == "corrupt"


@pytest.mark.parametrize(("written", "name"), [("   ", "Sheet1"), ("&#32;", "Sheet1"), ("甲&amp;乙", "甲&乙"), ("&lt;b&gt;", "<b>")])
def test_names_of_sheets(written: str, name: str) -> None:
    document = read(f"<html><x:Name>{written}</x:Name><body>{TABLE}</body></html>")
    assert {node.location.sheet for node in document.nodes if node.kind == "table"} == {name}


@given(st.lists(st.sampled_from([
    "<table>", "</table>", "<tr>", "<td>", "<td colspan=9>", "<td rowspan=3>", "</td>", "<th>", "甲", "1", "<br>", "<!--", "-->", "<p>", "&lt;",
    "<xml>", "</xml>", "<style>", "\0", "<td rowspan=x>", "</tr>", "<div style='display:none'>",
]), max_size=40).map("".join))  # fmt: skip
@settings(deadline=None, max_examples=150)
def test_whatever_the_page_it_is_read_or_refused(inside: str) -> None:
    try:
        document = read(f"<html><table><tr><td>始<td>末</tr></table>{inside}")
    except FileError:
        return
    assert "始" in document.text
