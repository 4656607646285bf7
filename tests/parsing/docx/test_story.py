"""Documents taken into the document, page headers and footers, and a package that lacks parts."""

from __future__ import annotations

import pytest

from docprep_gui import parsing
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import docx, tables
from tests.parsing.docx.making import (
    abstract,
    assert_sound,
    cells,
    level,
    lines,
    num,
    of_kind,
    outline,
    p,
    package,
    part,
    r,
    read,
    style,
    tbl,
    tc,
    texts,
    tr,
    zipped,
)


def _taken(name: str, data: str | bytes) -> str:
    document = read(p("前") + f'<w:altChunk r:id="{name}"/>' + p("后"), more={name: data})
    assert_sound(document)
    return "\n".join(lines(document))


def test_a_word_file_inside_is_read_as_one() -> None:
    inner = package(
        p("附件", style="Heading1") + p(f'<w:ins w:author="x">{r("明细")}</w:ins>') + tbl(tr(tc("名称"), tc("数量")))
        + '<w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p>',
        footnotes=f'<w:footnote w:id="1">{p("另计。")}</w:footnote>',
    )  # fmt: skip
    document = read(p("前") + '<w:altChunk r:id="b.docx"/>' + p("后"), more={"b.docx": inner})
    assert lines(document) == ["前", "附件", "明细", "| 名称 | 数量 |", "| --- | --- |", "另计。", "后"]
    assert outline(document) == [(1, "附件")]
    assert [(n.code, n.count) for n in document.notices] == [("tracked_changes", 1)]


def test_files_in_files_in_files_end() -> None:
    data = package(p("底"))
    for _ in range(6):
        data = package(p("层") + '<w:altChunk r:id="b.docx"/>', more={"b.docx": data})
    document = docx.read(data, "a.docx")
    assert lines(document) == ["层"] * 4
    assert [(n.code, n.count) for n in document.notices] == [("unreadable_text", 1)]


_HTML = (
    "<html><head><title>题</title><style>p {}</style></head><body><h2>报价</h2><p>单价 <b>十</b>元，<br>含税。</p>"
    "<ul><li>甲</li><li>乙</li></ul><table><tr><th>名称</th><th>数量</th></tr><tr><td rowspan=2>泵</td><td>1</td></tr>"
    "<tr><td>2</td></tr></table><script>x</script>完</body></html>"
)


@pytest.mark.parametrize("data", [
    _HTML.encode(), b"\xef\xbb\xbf" + _HTML.encode(), _HTML.replace("<head>", '<head><meta charset="gbk">').encode("gbk"),
    b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html; "
    b"charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n" + _HTML.encode() + b"\r\n--x--\r\n",
])  # fmt: skip
def test_web_pages_inside(data: bytes) -> None:
    document = read(p("前") + '<w:altChunk r:id="b.htm"/>' + p("后"), more={"b.htm": data})
    assert lines(document) == [
        "前", "报价", "单价 十元，", "含税。", "• 甲", "• 乙", "| 名称 | 数量 |", "| --- | --- |", "| 泵 | 1 |", "| 泵 | 2 |", "完", "后",
    ]  # fmt: skip
    assert outline(document) == [(2, "报价")]
    assert cells(document) == {(0, 0): "名称", (0, 1): "数量", (1, 0): "泵", (1, 1): "1", (2, 1): "2"}
    assert_sound(document)


@pytest.mark.parametrize(("name", "data"), [
    ("a.doc", _HTML.encode()), ("a.docx", _HTML.encode("utf-8-sig")), ("a.wps", b"<!-- x -->" + _HTML.encode()),
    ("a.doc", _HTML.replace("<html>", '<html xmlns:w="urn:schemas-microsoft-com:office:word"><xml><w:WordDocument/></xml>')
     .encode()),
    ("a.doc", b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html; "
     b"charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n" + _HTML.encode() + b"\r\n--x--\r\n"),
])  # fmt: skip
def test_a_web_page_named_as_a_word_file_is_read_as_word_opens_it(name: str, data: bytes) -> None:
    document = parsing.read(data, name)
    assert lines(document) == [
        "报价", "单价 十元，", "含税。", "• 甲", "• 乙", "| 名称 | 数量 |", "| --- | --- |", "| 泵 | 1 |", "| 泵 | 2 |", "完",
    ]  # fmt: skip
    assert (document.source.kind, outline(document)) == ("docx", [(2, "报价")])
    assert [node.location.paragraph for node in document.nodes if node.kind == "list_item"] == [4, 5]
    assert_sound(document)


def test_lists_and_tables_that_only_arrange_in_web_pages() -> None:
    html = (
        "<html><table><tr><td><p>第一条 标的</p><ol start=3 type=a><li>甲</li><li><p>乙</p><ul><li>丙</li></ul></li></ol></td></tr>"
        "</table><table><tr><td><table><tr><td>名</td><td>值</td></tr></table></td><td>旁</td></tr></table>尾</html>"
    )
    document = parsing.read(html.encode(), "a.doc")
    assert lines(document) == ["第一条 标的", "c. 甲", "d. 乙", "• 丙", "| 名 | 值 |", "| --- | --- |", "旁", "尾"]
    assert [(node.label, node.level) for node in document.nodes if node.kind == "list_item"] == [("c.", 1), ("d.", 1), ("•", 2)]


@pytest.mark.parametrize("data", [b"<html><body> </body></html>", b"<html><script>x</script></html>"])
def test_an_empty_web_page_named_as_a_word_file(data: bytes) -> None:
    with pytest.raises(FileError) as caught:
        parsing.read(data, "a.doc")
    assert caught.value.kind == "empty"


def test_plain_text_inside() -> None:
    assert _taken("b.txt", "第一行\r\n\r\n第二行".encode("gb18030")) == "前\n第一行\n第二行\n后"


@pytest.mark.parametrize("data", [b"{\\rtf1 abc}", b"PK\x03\x04 broken", b"\x00\x01\x02\x03" * 50])
def test_what_cannot_be_read_inside_is_said(data: bytes) -> None:
    document = read(p("前") + '<w:altChunk r:id="b"/>', more={"b": data})
    assert lines(document) == ["前"]
    assert [(n.code, n.count) for n in document.notices] == [("unreadable_text", 1)]


@pytest.mark.parametrize("data", [b"<", b"<html>", b"<p", b"<table><tr><td colspan=999999999><tr><td rowspan=x>"])
def test_odd_web_pages_inside_do_not_matter(data: bytes) -> None:
    assert _taken("b.htm", data).startswith("前")


def test_a_lost_part_is_said() -> None:
    document = read(p("前") + '<w:altChunk r:id="gone"/>')
    assert [n.code for n in document.notices] == ["unreadable_text"]


def test_tables_of_too_many_places_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_PLACES", 100)
    wide = tbl(*[tr(tc("a"), properties='<w:gridAfter w:val="60"/>') for _ in range(2)])
    with pytest.raises(FileError) as caught:
        read(wide)
    assert caught.value.kind == "too_large"
    with pytest.raises(FileError):
        read('<w:altChunk r:id="b.htm"/>', more={"b.htm": b"<table>" + b"<tr><td colspan=70>a</td></tr>" * 2})


def _section(*references: tuple[str, str], more: str = "") -> str:
    named = "".join(f'<w:headerReference w:type="{kind}" r:id="{part}"/>' for kind, part in references)
    return f"<w:sectPr>{named}{more}</w:sectPr>"


_HEADERS = {"header1": p("首页"), "header2": p("偶数页"), "header3": p("各页")}
_ALL = ("first", "header1"), ("even", "header2"), ("default", "header3")


@pytest.mark.parametrize(("more", "settings", "shown"), [
    ("", "", ["各页"]), ("<w:titlePg/>", "", ["首页", "各页"]), ("", "<w:evenAndOddHeaders/>", ["偶数页", "各页"]),
    ('<w:titlePg w:val="0"/>', '<w:evenAndOddHeaders w:val="false"/>', ["各页"]),
])  # fmt: skip
def test_headers_that_no_page_shows_are_hidden(more: str, settings: str, shown: list[str]) -> None:
    document = read(p("正文") + _section(*_ALL, more=more), settings=settings, **_HEADERS)
    headers = of_kind(document, "page_header")
    assert [document.slice(node.span) for node in headers if not node.hidden] == shown
    assert sorted(document.slice(node.span) for node in headers) == sorted(["首页", "偶数页", "各页"])


def test_a_header_shown_by_one_section_is_shown() -> None:
    document = read(
        p("甲", _section(("first", "header1"))) + p("乙") + _section(("first", "header1"), more="<w:titlePg/>"),
        header1=p("编号"),
    )
    assert [(document.slice(n.span), n.hidden) for n in of_kind(document, "page_header")] == [("编号", False)]


@pytest.mark.parametrize(("own", "hidden"), [
    ((), False), ((("first", "header2"),), True), ((("default", "header2"),), False), ((("even", "header2"),), False),
])  # fmt: skip
def test_a_section_that_names_no_first_header_has_the_one_before(own: tuple[tuple[str, str], ...], hidden: bool) -> None:
    document = read(
        p("甲", _section(("first", "header1"))) + p("乙") + _section(*own, more="<w:titlePg/>"),
        header1=p("编号"), header2=p("别的"),
    )
    assert {document.slice(n.span): n.hidden for n in of_kind(document, "page_header")}["编号"] is hidden


def test_tables_and_fields_in_footers_are_read() -> None:
    page = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:fldChar '
        'w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    document = read(
        p("正文") + '<w:sectPr><w:footerReference w:type="default" r:id="footer1"/></w:sectPr>',
        footer1=tbl(tr(tc("编号：HT-1"), tc(p(r("第 ") + page + r(" 页"))))),
    )
    assert texts(document, "page_footer") == ["编号：HT-1\t第 1 页"]


def test_parts_that_are_named_but_missing_do_not_matter() -> None:
    data = zipped({
        "word/document.xml": part("document", "<w:body>" + p("正文", style="1", num=(1, 0)) + _section(*_ALL) + "</w:body>"),
    })  # fmt: skip
    assert lines(docx.read(data, "a.docx")) == ["正文"]


def test_lists_in_notes_and_comments_have_their_numbers() -> None:
    numbering = abstract(0, level(0, "%1."), level(1, "(%2)", "lowerLetter")) + num(1, 0) + num(2, 0)
    document = read(
        p("正文", num=(1, 0)) + p(r("价") + '<w:r><w:footnoteReference w:id="1"/></w:r><w:r><w:commentReference w:id="0"/></w:r>')
        + tbl(tr(tc(p("旧", num=(1, 0))), properties='<w:del w:author="x"/>')) + p("后", num=(1, 0)),
        footnotes=f'<w:footnote w:id="1">{p("甲", num=(1, 1))}{p("乙", num=(1, 1))}</w:footnote>',
        comments=f'<w:comment w:id="0">{p("问", num=(1, 1))}</w:comment>', numbering=numbering,
    )  # fmt: skip
    assert lines(document) == ["1. 正文", "价", "(a) 甲", "(b) 乙", "2. 后"]
    assert texts(document, "comment") == ["(a) 问"]


def test_a_style_hides_paragraphs_of_notes_too() -> None:
    document = read(
        p(r("价") + '<w:r><w:footnoteReference w:id="1"/></w:r>'), styles=style("S", "S", "<w:rPr><w:vanish/></w:rPr>"),
        footnotes=f'<w:footnote w:id="1">{p("含税")}{p("底价", style="S")}</w:footnote>',
    )  # fmt: skip
    assert lines(document) == ["价", "含税"]
    assert "底价" in document.text
