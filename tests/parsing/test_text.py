"""Encodings, and plain text as paragraphs and headings."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui import parsing
from docprep_gui.domain.document import Document
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import encodings

GB = "本协议一式两份，双方各执一份。自签字盖章之日起生效。"
BIG5 = "維基大典者，網路為礎，諸友共筆之百科全書也。其文以文言撰之，凡天下之學皆可載焉。"


def read(text: str, encoding: str = "utf-8") -> Document:
    return parsing.read(text.encode(encoding), "a.txt")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("同意", "gb2312"),
        (GB, "gbk"),
        (GB + "𠮷", "gb18030"),
        ("合同", "gbk"),
        ("金额：100元\r\n", "gbk"),
        (BIG5, "big5"),
        (BIG5, "utf-8"),
        ("Invoice 编号 A-100\ntotal 250.00", "utf-16-le"),
        ("Invoice 编号 A-100\ntotal 250.00", "utf-16-be"),
        ("plain words", "ascii"),
        ("Müller zahlt 100 € für Geräte – später.", "cp1252"),
    ],
)
def test_encodings_are_told_apart_without_a_mark(text: str, encoding: str) -> None:
    decoded = encodings.decode(text.encode(encoding))
    assert decoded is not None
    assert (decoded.text, decoded.invalid) == (text, 0)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_byte_order_marks_decide_and_are_dropped(encoding: str) -> None:
    decoded = encodings.decode(GB.encode(encoding))
    assert decoded is not None
    assert decoded.text == GB


def test_invalid_bytes_are_shown_and_counted() -> None:
    document = parsing.read("第一行没有问题".encode() + b"\xff" + "，第二处".encode() + b"\xfe\n", "a.txt")
    assert document.text == "第一行没有问题\ufffd，第二处\ufffd\n"
    assert [(notice.code, notice.count) for notice in document.notices] == [("invalid_bytes", 2)]


def test_a_cut_off_character_of_gb18030_is_one_invalid_place() -> None:
    document = parsing.read((GB * 3).encode("gbk")[:-1], "a.txt")
    assert document.text.startswith(GB * 2)
    assert [(notice.code, notice.count) for notice in document.notices] == [("invalid_bytes", 1)]


@given(st.text(alphabet=st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5), min_size=2, max_size=30))
@settings(deadline=None, max_examples=60)
def test_utf8_never_needs_a_guess(text: str) -> None:
    decoded = encodings.decode(text.encode())
    assert decoded is not None
    assert (decoded.text, decoded.encoding) == (text, "utf-8")


def test_lines_are_paragraphs_and_blank_lines_are_gone() -> None:
    document = read("开头句。\n" + "\n" * 60000 + "  \u3000结尾句。  \r\n")
    assert document.text == "开头句。\n结尾句。\n"
    paragraphs = [node for node in document.nodes if node.kind == "paragraph"]
    assert [document.slice(node.span) for node in paragraphs] == ["开头句。", "结尾句。"]
    assert [node.location.paragraph for node in paragraphs] == [1, 2]


def test_typed_numbers_make_headings_and_references_do_not() -> None:
    document = read(
        "4 付款\n4.1 通则\n本节规定付款的一般要求。\n4.2 的约定适用于分期付款的情形。\n"
        "4.2 分期付款\n第四条所述款项不含税。\n每期款项应于当月底前支付。\n"
    )
    titles = [document.heading(node) for node in document.nodes if node.kind == "section"]
    assert titles == ["4 付款", "4.1 通则", "4.2 分期付款"]
    last = next(i for i, node in enumerate(document.nodes) if document.slice(node.span).startswith("每期款项"))
    assert document.title_paths[last] == ("4 付款", "4.2 分期付款")


def test_title_is_a_first_line_that_is_no_sentence() -> None:
    assert read("设备采购合同\n甲方向乙方采购设备。").source.title == "设备采购合同"
    assert read("甲方向乙方采购设备。\n其余见附件。").source.title == ""


def test_invisible_signs_alone_are_empty() -> None:
    with pytest.raises(FileError) as caught:
        read("\u200b\u200d\n")
    assert caught.value.kind == "empty"


@given(st.lists(st.text(max_size=40), max_size=20))
@settings(deadline=None, max_examples=60)
def test_the_body_is_its_lines(lines: list[str]) -> None:
    try:
        document = read("\n".join(lines), "utf-8-sig")
    except (FileError, UnicodeEncodeError):
        return
    assert document.source.body == (0, len(document.text))
    assert "\n\n" not in document.text
    blocks = [node.heading or node.span for node in document.nodes[1:]]
    assert "".join(document.slice(span) + "\n" for span in blocks) == document.text
