"""Tables of text: delimiters, quotes, line ends, encodings."""

from __future__ import annotations

import csv
import io
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui import chunking, parsing
from docprep_gui.domain.document import Document
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing.workbook.delimited import fields

from . import workbooks as w


def read(text: str | bytes) -> Document:
    return parsing.read(text if isinstance(text, bytes) else text.encode("utf-8"), "a.csv")


def rows(document: Document) -> list[list[str]]:
    table = w.table(document)
    grid = [[""] * table.cols for _ in range(table.rows)]
    for cell in table.cells(document.text):
        grid[cell.row][cell.col] = cell.text
    return grid


@pytest.mark.parametrize("sign", [",", ";", "\t", "|", "，"])
def test_delimiters(sign: str) -> None:
    document = read(f"名称{sign}单价{sign}地点\n钢 管{sign}1{sign}上海\n阀门{sign}2{sign}北京\n")
    assert rows(document) == [["名称", "单价", "地点"], ["钢 管", "1", "上海"], ["阀门", "2", "北京"]]
    assert w.table(document).header_rows == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("date time;temp, avg;place name\n2024-01-01 08:00;1,5;North Hall\n2024-01-02 08:00;2,5;East Hall\n", 3),
        ("日期;金额;备注\n1;1,5;2,5\n2;2,5;3,5\n", 3),
        ("a,b;c,d\n1,2;3,4\n5,6,7\n", 3),
        ("只有一列\n没有分隔\n", 1),
        ('"a;b";c\n"d;e";f\n', 2),
        ("sep=|\na|b,c\nd|e,f\n", 2),
    ],
)
def test_delimiters_by_evidence(text: str, expected: int) -> None:
    assert w.table(read(text)).cols == expected


@pytest.mark.parametrize(("text", "cols"), [
    ("意见\n同意，但请补充附件，谢谢\n不同意\n请会签，再报\n同意\n", 1), ("姓名，年龄\n张三，20\n李四，30\n", 2),
    ("id^name^amount\n1^a^5\n2^b^6\n", 3), ("id~name~amount\n1~a~5\n2~b~6\n", 3), ("范围\n10~20\n20~30\n30~40\n", 1),
    ("式\n2^3\n2^4\n", 1), ("甲；乙；丙\n1；2；3\n", 3), ("说明\n先查；后改\n改\n", 1),
])  # fmt: skip
def test_signs_that_also_stand_in_texts_part_fields_only_where_all_lines_have_them(text: str, cols: int) -> None:
    assert w.table(read(text)).cols == cols


def test_quotes() -> None:
    text = '\ufeff"名称,规格",数量\r\n"钢管,""DN50""",12\r\n"两\r\n行",3\r\n半"寸,4\r\n"未闭,5\r\n'
    assert rows(read(text)) == [
        ["名称,规格", "数量"], ['钢管,"DN50"', "12"], ["两\n行", "3"], ['半"寸', "4"], ['"未闭', "5"]
    ]


def test_mixed_line_ends_and_a_byte_that_is_none() -> None:
    document = read("名称,值\r\n第一行,1\n第二行,".encode() + b"\xff2\r" + "第三行,3\n\n".encode())
    assert [row[0] for row in rows(document)] == ["名称", "第一行", "第二行", "第三行"]
    assert [(notice.code, notice.count) for notice in document.notices] == [("invalid_bytes", 1)]


@pytest.mark.parametrize("codec", ["gbk", "gb18030", "big5", "utf-8-sig", "utf-16", "utf-16-le"])
def test_encodings(codec: str) -> None:
    text = "合同編號,甲方,金額\r\nHT-001,示範科技有限公司,12000\r\n" if codec == "big5" else (
        "合同编号,甲方,金额\r\nHT-001,示例科技有限公司,12000\r\n")
    assert rows(read(text.encode(codec)))[1][0] == "HT-001"
    assert "\n".join(map(",".join, rows(read(text.encode(codec))))) == text.strip().replace("\r\n", "\n")


def test_short_rows_and_delimiters_at_the_ends() -> None:
    assert rows(read("1,2,3,4\na,b,c\na,b,c,d\n")) == [["1", "2", "3", "4"], ["a", "b", "c", ""], ["a", "b", "c", "d"]]
    assert w.table(read("a,b,\n1,2,\n")).cols == 2


def test_a_title_line_stays_with_the_names() -> None:
    table = w.table(read("台账,,\n名称,地点,数量\n甲,上海,1\n"))
    assert (table.rows, table.header_rows) == (3, 2)


@pytest.mark.parametrize("lines", [
    ["微信支付账单明细,,,,", "昵称：[张三],,,,", *["说明,,,,"] * 12, "----明细列表----,,,,"],
    ["交易明细查询", "账号:[1380]", "起始:[2024-01-01 00:00:00]    终止:[2024-02-01]", "------明细------"],
    ["户名,张三,,,", "导出时间：2024-03-01 10:00:00", "", ""],
])  # fmt: skip
def test_names_below_many_lines_that_say_something_of_the_whole(lines: list[str]) -> None:
    names = "交易号  ,对方  ,时间  ,金额（元）,收/支"
    data = [f"2024{n} ,公司{n} ,2024-01-0{n} 10:00:00 ,{n}.50 ,支出" for n in range(1, 8)]
    document = read("\n".join([*lines, names, *data, "----------", "共7笔"]) + "\n")
    before = [line.rstrip(",") for line in lines if line]
    kept = [] if len(before) > 3 else before
    assert w.texts(document, "caption") == before[: len(before) - len(kept)]
    assert (w.table(document).rows, w.table(document).header_rows) == (len(kept) + 8, len(kept) + 1)
    assert w.texts(document, "paragraph") == ["----------", "共7笔"]
    assert rows(document)[len(kept)] == ["交易号", "对方", "时间", "金额（元）", "收/支"]
    assert w.table(document).refs[0] == ("A1" if kept else f"A{len(lines) + 1}")


def test_quotes_behind_a_backslash() -> None:
    text = '名称,说明\n"甲","他说 \\"好\\", 行"\n"乙","反\\\\"\n丙,"一 ""二"" 三"\n'
    assert rows(read(text)) == [["名称", "说明"], ["甲", '他说 "好", 行'], ["乙", "反\\"], ["丙", '一 "二" 三']]
    assert rows(read('名称,路径\n甲,"C:\\"\n乙,"D:\\"\n')) == [["名称", "路径"], ["甲", "C:\\"], ["乙", "D:\\"]]


def test_places_and_chunks() -> None:
    document = read("编号,名称,金额\n" + "".join(f"{n},公司{n},{n * 10}\n" for n in range(1, 400)))
    assert w.table(document).refs[3] == "A2"
    chunks = chunking.cut(document, chunking.defaults("csv", None))
    assert len(chunks) > 3
    assert all("| 编号 | 名称 | 金额 |" in chunk.text(document) for chunk in chunks)
    assert chunks[-1].location.rows == (chunks[-2].location.rows[1] + 1, 400) if chunks[-2].location.rows else False


def test_nothing_in_it() -> None:
    for text in ("\n\n", ",,\n,,\n"):
        with pytest.raises(FileError) as raised:
            read(text)
        assert raised.value.kind == "empty"


@given(
    st.lists(st.lists(st.text(alphabet='甲b1 ,;"\n|', max_size=5), min_size=2, max_size=4), min_size=1, max_size=6),
    st.sampled_from(",;\t|"),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
)
@settings(deadline=None, max_examples=60)
def test_what_was_written_well_is_read_back(table: list[list[str]], sign: str, quoting: Literal[0, 1]) -> None:
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=sign, lineterminator="\n", quoting=quoting).writerows(table)
    assert list(fields(stream.getvalue(), sign)) == table


@given(st.text(alphabet='甲z1,;"\n\r\t| ', max_size=60))
@settings(deadline=None, max_examples=60)
def test_whatever_it_is_no_text_is_lost(text: str) -> None:
    if not text.strip('";,\t| \r\n'):
        text += "甲"
    document = read(text)
    for sign in "甲z1":
        assert document.text.count(sign) == text.count(sign)


def test_blanks_in_front_of_quotes_and_texts_kept_from_being_numbers() -> None:
    document = parsing.read(b'a, "b, c", d\n1, "2, 3", 5" x\n2,="0012","=""007"""\n', "a.csv")
    assert document.text == '| a | b, c | d |\n| --- | --- | --- |\n| 1 | 2, 3 | 5" x |\n| 2 | 0012 | 007 |\n'


def test_delimiters_behind_the_last_column_and_a_comma_for_the_point() -> None:
    document = parsing.read(b"Name;Preis;;\nA;1,5;;\nB;1.234,56;;\n", "a.csv")
    assert document.text == "| Name | Preis |\n| --- | --- |\n| A | 1,5 |\n| B | 1.234,56 |\n"
    assert document.nodes[1].table is not None
    assert document.nodes[1].table.header_rows == 1


def test_a_quote_in_the_middle_swallows_no_lines() -> None:
    assert rows(read('客户,金额\n"三好"学生,5\n乙,6\n"丙",7\n')) == [["客户", "金额"], ["三好学生", "5"], ["乙", "6"], ["丙", "7"]]
    assert rows(read('客户,金额\n"甲, 乙" 公司,5\n"丙",7\n')) == [["客户", "金额"], ["甲, 乙 公司", "5"], ["丙", "7"]]
    assert rows(read('意见,人\n"他说"好"吧\n第二行",甲\n"丙",乙\n')) == [["意见", "人"], ['他说"好"吧\n第二行', "甲"], ["丙", "乙"]]
    assert rows(read('a,b\n"x ""y"" z\nw",2\n"p",3\n')) == [["a", "b"], ['x "y" z\nw', "2"], ["p", "3"]]


def test_quotes_that_nobody_closes_on_every_line() -> None:
    """To look behind each of them for its end takes minutes."""
    found = list(fields('"a,b\n' * 30_000 + 'c,d\n', ","))
    assert found[0] == ['"a', "b"]
    assert found[-2:] == [['"a', "b"], ["c", "d"]]
    assert len(found) == 30_001


@given(st.text(alphabet='""",\n a\t', max_size=30))
def test_fields_are_as_the_rules_say(text: str) -> None:
    """Beside a reader of the same rules that goes sign by sign."""
    assert list(fields(text, ",")) == _fields(text)


def _fields(text: str) -> list[list[str]]:
    found: list[list[str]] = []
    place = 0
    while place < len(text):
        row: list[str] = []
        while True:
            begin = place + len(text[place:]) - len(text[place:].lstrip(" "))
            close = _end(text, begin)
            middle = _middle(text, begin, close) if begin == place and close >= 0 else -1
            if middle >= 0:
                stop = text.index(",", middle)
                row.append(text[begin + 1 : middle].replace('""', '"') + text[middle + 1 : stop])
                place = stop
            elif close >= 0 and (begin == place or "\n" not in text[begin:close]):
                row.append(text[begin + 1 : close].replace('""', '"'))
                place = close + 1
                while text[place : place + 1] in (" ", "\t"):
                    place += 1
            else:
                stop = next((at for at in range(place, len(text)) if text[at] in ",\n"), len(text))
                row.append(text[place:stop])
                place = stop
            place += 1
            if text[place - 1 : place] != ",":
                break
        found.append(row)
    return found


def _middle(text: str, begin: int, close: int) -> int:
    """The quote that closes on its own line what only a later line would close: the first that is not doubled."""
    if "\n" not in text[begin:close]:
        return -1
    line, place = text[: text.index("\n", begin)], begin + 1
    while place < len(line):
        if line[place] == '"':
            run = len(line[place:]) - len(line[place:].lstrip('"'))
            if run % 2:
                return place + run - 1 if "," in line[place + run :] else -1
            place += run
        else:
            place += 1
    return -1


def _end(text: str, begin: int) -> int:
    """Of the quote at a place: the first one behind it that is not doubled and before a delimiter or an end."""
    if text[begin : begin + 1] != '"':
        return -1
    place = begin + 1
    while place < len(text):
        if text[place] == '"':
            if text[place + 1 : place + 2] == '"':
                place += 1
            elif text[place + 1 :].lstrip(" \t")[:1] in ("", ",", "\n"):
                return place
        place += 1
    return -1


@pytest.mark.parametrize(("end", "notes"), [
    (["制表人：张三,,审核人：李四,", "打印日期：2024-04-01"], ["制表人：张三", "审核人：李四", "打印日期：2024-04-01"]),
    (["-" * 30, "已收入:1笔,30.50元", "仅供参考"], ["-" * 30, "已收入:1笔", "30.50元", "仅供参考"]),
    (["合计,,9,9"], []), (["丙"], []), (["合计：,9"], []), (["-" * 30, "丙,1,2,3"], []),
])  # fmt: skip
def test_what_statements_say_below_their_last_row(end: list[str], notes: list[str]) -> None:
    lines = ["名称,规格,数量,金额", "甲,A,1,2", "乙,B,3,4", *end]
    document = read("\n".join(lines))
    assert (w.table(document).rows, w.texts(document, "paragraph")) == (3 if notes else len(lines), notes)


@pytest.mark.parametrize(("below", "shapes"), [
    (["仓库,品名,数量", "一号,钢,3"], [(3, 1), (2, 1)]), (["库存", "仓库,品名,数量", "一号,钢,3"], [(3, 1), (3, 2)]),
    (["西北,5,6", "西南,7,8"], [(5, 1)]), (["仓库,品名,数量", "一号,钢,好"], [(3, 1), (2, 1)]),
    (["仓库,,数量", "一号,,3"], [(5, 1)]),
])  # fmt: skip
def test_names_behind_a_blank_line_begin_a_table(below: list[str], shapes: list[tuple[int, int]]) -> None:
    document = read("\n".join(["地区,金额,数量", "华东,1,2", "华南,3,4", "", *below]))
    found = [node.table for node in w.tables(document)]
    assert [(one.rows, one.header_rows) for one in found if one is not None] == shapes
    assert w.tables(document)[-1].location.rows == ((1, 6) if len(shapes) == 1 else (5, 4 + len(below)))


def test_a_list_of_names_and_values_stands_above_a_statement() -> None:
    said = "Account Name,Checking\nAccount Number,12345\nFrom,01/01/2024\nTo,31/01/2024\n\n"
    document = read(said + "Date,Text,Debit,Credit,Balance\n01/01/2024,Opening,,,100\n02/01/2024,Coffee,3,,97\n")
    found = [node.table for node in w.tables(document)]
    assert [(one.rows, one.cols, one.header_rows) for one in found if one is not None] == [(4, 2, 0), (3, 5, 1)]


@pytest.mark.parametrize(("text", "header"), [
    ("名称,说明\n甲,一\n乙,二\n", 1), ("金额\n1\n2\n", 1), ("城市\n北京\n上海\n", 0), ("名称,名称\n甲,一\n", 0),
    ("编号,HT-1\n甲方,甲公司\n", 0), ("甲方：,甲公司\n乙方：,乙公司\n", 0), ("1,2\n3,4\n", 0), ("甲,乙\n", 0),
])  # fmt: skip
def test_the_first_line_names_the_columns_where_it_can(text: str, header: int) -> None:
    assert w.table(read(text)).header_rows == header


@pytest.mark.parametrize("text", [
    'a,b\n"x" ,1\n"y, z"\t,"2" \n"p"\t \nq,3\n', 'a\tb\n"x" \t1\n"y, z" \t"2" \np\nq\t3\n',
])  # fmt: skip
def test_blanks_behind_a_closing_quote(text: str) -> None:
    assert rows(read(text)) == [["a", "b"], ["x", "1"], ["y, z", "2"], ["p", ""], ["q", "3"]]
