"""Encodings, and plain text as paragraphs and headings."""

from __future__ import annotations

import math
import textwrap
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui import parsing
from docprep_gui.domain.document import Document
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import encodings, wrapped

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
        ("名称,价\n甲,€5\n乙,€6\n", "gb18030"),
        ("□是 □否\n■甲 √乙 ★", "gbk"),
        ("合同", "gbk"),
        ("金额：100元\r\n", "gbk"),
        (BIG5, "big5"),
        ("稅率13%", "big5"),
        (BIG5, "utf-8"),
        ("Invoice 编号 A-100\ntotal 250.00", "utf-16-le"),
        ("Invoice 编号 A-100\ntotal 250.00", "utf-16-be"),
        ("plain words", "ascii"),
        ("Müller zahlt 100 € für Geräte – später.", "cp1252"),
        ("Le présent contrat, « sans délai », engage à livrer à la date prévue.", "cp1252"),
        (GB, "hz"), ("本契約は、売主と買主の間で締結される。", "iso2022_jp"),
        ("대한민국의 주권은 국민에게 있고, 모든 권력은 국민으로부터 나온다. 계약서", "cp949"),
    ],
)
def test_encodings_are_told_apart_without_a_mark(text: str, encoding: str) -> None:
    decoded = encodings.decode(text.encode(encoding))
    assert decoded is not None
    assert (decoded.text, decoded.invalid) == (text, 0)


_SIMPLIFIED = (
    "出卖人应当在收到定金后十五个工作日内将设备运抵指定地点，并负责安装调试。验收合格的，买受人应于七日内付清余款；"
    "质量保证期为二十四个月，自验收合格之日起计算。双方因履行本协议发生争议的，提交原告所在地人民法院诉讼解决。"
    "昨晚下了一场雨，早上空气格外清新，邻居老张带着孙女去菜市场买豆腐和青椒。请各部门于周五下班前提交季度预算。"
)
_TRADITIONAL = (
    "出賣人應當在收到定金後十五個工作日內將設備運抵指定地點，並負責安裝調試。驗收合格的，買受人應於七日內付清餘款；"
    "品質保證期為二十四個月，自驗收合格之日起計算。雙方因履行本協議發生爭議的，提交原告所在地法院訴訟解決。"
)
_JAPANESE = "売主は、手付金を受領した後、十五営業日以内に設備を指定の場所に納入し、据付と試運転を行うものとする。ご確認をお願いします。"


@given(st.data())
@settings(deadline=None, max_examples=400, derandomize=True)
def test_short_sentences_come_back_right_in_every_encoding(data: st.DataObject) -> None:
    """Four signs and more. UTF-16 without a mark whose bytes all happen to be letters of English is the one exception:
    it is read as what it looks like."""
    text, codecs = data.draw(st.sampled_from((
        (_SIMPLIFIED, ("utf-8", "utf-8-sig", "gbk", "gb18030", "utf-16", "utf-16-le", "utf-16-be")),
        (_TRADITIONAL, ("utf-8", "big5", "gbk", "gb18030", "utf-16-le", "utf-16-be")),
    )))
    length = data.draw(st.integers(4, 40))
    start = data.draw(st.integers(0, len(text) - length))
    piece, codec = text[start : start + length], data.draw(st.sampled_from(codecs))
    raw = piece.encode(codec)
    if codec.startswith("utf-16-") and raw.isascii() and raw.decode("ascii").isprintable():
        return
    decoded = encodings.decode(raw)
    assert decoded is not None
    assert (decoded.text, decoded.invalid) == (piece, 0), (piece, codec, decoded)


@pytest.mark.parametrize("codec", ["shift_jis", "euc_jp", "utf-16-le"])
def test_japanese_is_not_taken_for_chinese(codec: str) -> None:
    """Where it shows by some of its syllable signs."""
    pieces = [_JAPANESE[start : start + 12] for start in range(0, len(_JAPANESE) - 12, 3)]
    pieces = [piece for piece in pieces if sum("ぁ" <= sign <= "ヺ" for sign in piece) > 3]
    assert len(pieces) > 4
    for piece in pieces:
        decoded = encodings.decode(piece.encode(codec))
        assert decoded is not None
        assert decoded.text == piece


@pytest.mark.parametrize(("text", "encoding"), [
    ("処理区分,件数\r\n1,2\r\n", "cp932"), ("点検連番,型式\r\n1,2\r\n", "cp932"), ("Größe,Länge\nfünf,süß\n", "cp1252"),
    ("Name;Größe;Preis €\nWeiß;6;2,00\n", "cp1252"), ("Straße;PLZ\nMühlstraße;1\n", "cp1252"),
    ("公司,金额€\n", "gb18030"), ("A镕B,C喆D\n", "gb18030"),
    ("preço;ação\n10,5;não\n", "cp1252"), ("Prénom,Âge\nRenée,5\n", "cp1252"), ("设计", "gb18030"), ("镕,亓,赟\n翟,晔,旻\n", "gb18030"),
    ("產品,數量\n幫浦,5\n", "big5"), ("型號A晔B,1\n", "gb18030"),
])  # fmt: skip
def test_short_tables_in_the_encodings_of_their_countries(text: str, encoding: str) -> None:
    assert encodings.decode(text.encode(encoding)) is not None
    assert getattr(encodings.decode(text.encode(encoding)), "text", "") == text


@pytest.mark.parametrize(("text", "encoding"), [
    ("备注：已付款，甲方公司", "gb18030"), ("備註：已付款，甲方公司", "big5"), ("備考は株式会社です。カタカナ", "cp932"),
    ("Größe, Müller, fünf €", "cp1252"), ("备注", "utf-8"), ("设计", "gb18030"),
])  # fmt: skip
@pytest.mark.parametrize("lines", [15_000, 5_500, 100])
def test_the_first_other_sign_may_stand_far_behind(text: str, encoding: str, lines: int) -> None:
    whole = "id,name\n" + "1,abc\n" * lines + f"2,{text}\n"
    decoded = encodings.decode(whole.encode(encoding))
    assert decoded is not None
    assert decoded.text == whole


def test_what_only_looks_like_another_encoding() -> None:
    for text in ("a ~{x} b", "~{ok~}", "\x1b$B plain"):
        decoded = encodings.decode(text.encode())
        assert decoded is not None
        assert decoded.text == text
    # Chinese in words, all of it at places that Korean has for its syllables.
    text = " ".join(["合同", "货款", "付款", "规定", "合法", "根据", "保管", "国家", "地方", "工程", "公开"])
    decoded = encodings.decode((text + "质量应当由双方验收").encode("gbk"))
    assert decoded is not None
    assert decoded.text.startswith("合同 货款")


def test_rare_characters_of_gb18030() -> None:
    for sign in "㐀㑇㓦𠮷𠀀":
        decoded = encodings.decode(f"收件人{sign}先生".encode("gb18030"))
        assert decoded is not None
        assert decoded.text == f"收件人{sign}先生"


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


@pytest.mark.parametrize("codec", ["gbk", "utf-8", "big5"])
@pytest.mark.parametrize("length", [3, 5, 9, 14])
def test_a_short_text_cut_off_inside_a_character(codec: str, length: int) -> None:
    text = (_TRADITIONAL if codec == "big5" else _SIMPLIFIED)[:length]
    decoded = encodings.decode(text.encode(codec)[:-1])
    assert decoded is not None
    assert (decoded.text.rstrip("\ufffd"), decoded.invalid) == (text[:-1], 1)


def test_lines_drawn_with_signs_are_no_traditional_chinese() -> None:
    text = "┌────┬────┐\n│名称│价格│\n├────┼────┤\n│水泵│３００│\n└────┴────┘\n"
    decoded = encodings.decode(text.encode("gbk"))
    assert decoded is not None
    assert decoded.text == text


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize(("first", "second"), [("utf-8", "gbk"), ("gbk", "utf-8")])
@pytest.mark.parametrize("times", [1, 40])
def test_lines_added_in_another_encoding(mark: bytes, first: str, second: str, times: int) -> None:
    if mark and first != "utf-8":
        return
    before, after = "供应商已经交货，货款尚未支付。\n" * times + "ok\n", "验收合格后七日内付清余款\r\n"
    decoded = encodings.decode(mark + before.encode(first) + after.encode(second))
    assert decoded is not None
    assert (decoded.text, decoded.invalid) == (before + after, 0)


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


@pytest.mark.parametrize(("text", "titles"), [
    ("ARTICLE I\nDEFINITIONS\nIn this Agreement:\nARTICLE II\nPAYMENT\nBuyer shall pay.\n",
     ["ARTICLE I DEFINITIONS", "ARTICLE II PAYMENT"]),
    ("第一章\n总则\n第一条 为规范管理，制定本办法。\n第二章\n附则\n第二条 本办法自发布之日起施行。\n", ["第一章 总则", "第二章 附则"]),
    ("第一条\n甲方应于收到发票后付款。\n第二条\n乙方应按期交货。\n", ["第一条", "第二条"]),
    ("第一条\n付款\n第二条\n乙方应按期交货。\n第三条\n逾期的，按日计息。\n", ["第一条", "第二条", "第三条"]),
    ("SCHEDULE 1\nthe pump\nSCHEDULE 2\nthe valve\n", []),
])  # fmt: skip
def test_a_heading_that_is_only_a_number_has_the_next_line_for_title(text: str, titles: list[str]) -> None:
    document = read(text)
    assert [document.heading(node) for node in document.nodes if node.kind == "section"] == titles
    assert sorted(document.text.split()) == sorted(text.split())


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
    blocks = [node.heading or node.span for node in document.nodes[1:] if node.kind != "row"]  # of a table
    assert "".join(document.slice(span) + "\n" for span in blocks) == document.text


def test_a_clause_that_is_a_sentence_stands_under_no_sister() -> None:
    document = read("第一章 总则\n第一条 标的\n标的为软件。\n第二条 甲方应当于三日内付款。\n第二章 附则\n无。")
    paths = {document.slice(n.span): path for n, path in zip(document.nodes, document.title_paths, strict=True)}
    assert paths["标的为软件。"] == ("第一章 总则", "第一条 标的")
    assert paths["第二条 甲方应当于三日内付款。"] == ("第一章 总则",)


_ENGLISH = (
    '1. Confidential Information means all information disclosed by one party to the other, whether orally or in '
    "writing, that is designated as confidential or that reasonably should be understood to be non-public.",
    "2. This Agreement shall remain in effect for three years from the Effective Date and may be renewed by mutual "
    "agreement of the parties in writing.",
)
_CHINESE = (
    "甲方应当在收到乙方提交的发票之后三十个工作日以内将本合同约定的全部价款支付到乙方指定的银行账户，并且应当书面通知乙方。",
    "乙方应当按照约定的时间、地点和方式交付货物，对货物的质量承担保证责任，质量保证期为二十四个月，期内出现问题的由乙方维修。",
)


@pytest.mark.parametrize("width", [46, 60, 78])
@pytest.mark.parametrize("hanging", ["", "    "])
def test_paragraphs_broken_into_lines_are_whole(width: int, hanging: str) -> None:
    wrapped = [textwrap.fill(text, width, subsequent_indent=hanging, break_on_hyphens=False) for text in _ENGLISH]
    assert read("AGREEMENT\n" + "\n".join(wrapped)).text.split("\n")[:-1] == ["AGREEMENT", *_ENGLISH]
    half = width // 2
    indented = ["\u3000\u3000" + text for text in _CHINESE * 2]
    broken = "\n".join("\n".join(line[at : at + half] for at in range(0, len(line), half)) for line in indented)
    assert read("采购合同\n" + broken).text.split("\n")[:-1] == ["采购合同", *_CHINESE * 2]


@pytest.mark.parametrize("text", [
    "上海市浦东新区世纪大道100号环球金融中心25楼A座2501室\n北京市朝阳区建国门外大街1号国贸大厦3期56层5601\n广州市天河区珠江新城华夏路10号",
    "甲方：上海示例科技有限公司（以下简称甲方，地址见附件）\n乙方：北京示例贸易有限公司（以下简称乙方，地址见附件）\n"
    "丙方：广州示例实业有限公司（以下简称丙方，地址见附件）\n丁方：深圳示例实业有限公司（以下简称丁方，地址见附件）",
    "第一条 甲方应当付款\n第二条 乙方应当交货\n本合同自双方签字之日起生效",
])
def test_lines_that_were_not_broken_stay_lines(text: str) -> None:
    assert read(text).text == text + "\n"


def test_a_paragraph_of_many_lines_takes_time_that_goes_with_its_length() -> None:
    """Its text was copied for every line."""
    line = "word " * 15 + "abcd"

    def seconds(count: int) -> float:
        best, lines = math.inf, [line] * count
        for _ in range(3):
            start = time.process_time()
            assert len(wrapped.joined(lines, wrapped.width_of(lines))) == 1
            best = min(best, time.process_time() - start)
        return best

    assert seconds(40_000) < 12 * seconds(5_000)


@pytest.mark.parametrize("line", [
    "1", "***", "From: a@example.org", "姓名：张三", "Dear Ms Jones,", "目 录", "[2024-05-01 10:00:00] 张三: 你好", "<body>",
])  # fmt: skip
def test_what_begins_a_text_and_is_no_title(line: str) -> None:
    assert parsing.read(f"{line}\n\n正文。\n".encode(), "a.txt").source.title == ""
