"""Files with random damage: read, or refused with a kind, never anything else, and every span within the text.

The seeds make the damage the same every time; much longer runs of the same were made by hand.
"""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable

import pytest

from docprep_gui import parsing
from docprep_gui.domain.errors import FileError

from . import test_pptx as slides
from . import workbooks as w

_ROUNDS = 120
_PIECES = (
    b"0", b"-1", b"4294967295", b"99999999999999999999", b"1E309", b"", b'"', b"<", b">", b"&", b"\0", b"\xff\xfe", b"A0",
    b"A1:XFD1048576", b"</row>", b"<c/>", b"\xe4\xb8", b"|", b"```", b"[", b"\n", b"\t", b";", b"\x84\x31",
)
_LEDGER: list[list[w.Value | None]] = [["序号", "供应商", "金额"], [1, "甲公司", 10], [2, "乙|公司", 20.5], [3, "丙", 30]]


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


def _damaged(data: bytes, chance: random.Random) -> bytes:
    raw = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        at = chance.randrange(len(raw) + 1)
        match chance.randrange(6):
            case 0:
                raw[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del raw[at : at + chance.choice((1, 2, 8, 64, 1000))]
            case 2:
                raw[at:at] = chance.choice(_PIECES)
            case 3:
                begin = chance.randrange(len(raw) + 1)
                raw[at:at] = raw[begin : begin + chance.choice((4, 16, 128, 1024))]
            case 4:
                numbers = list(re.finditer(rb"\d+", raw[at : at + 300]))
                if numbers:
                    place = chance.choice(numbers)
                    raw[at + place.start() : at + place.end()] = chance.choice(_PIECES[:6])
            case _:
                tags = list(re.finditer(rb"<[^<>]*>", raw[at : at + 400]))
                if tags:
                    place = chance.choice(tags)
                    raw[at + place.start() : at + place.end()] = bytes(place[0]) * chance.choice((0, 2, 30))
    return bytes(raw)


def _damaged_part(data: bytes, chance: random.Random) -> bytes:
    """One part of a package damaged before it is packed again."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as whole, zipfile.ZipFile(stream, "w") as made:
        victim = chance.choice(whole.namelist())
        for name in whole.namelist():
            content = whole.read(name)
            made.writestr(name, _damaged(content, chance) if name == victim else content)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("form", "make"),
    [("xlsx", _xlsx), ("xls", _xls), ("csv", _csv), ("txt", _txt), ("md", _md), ("pptx", _pptx)],
)
def test_damage_is_borne_or_refused(form: str, make: Callable[[], bytes]) -> None:
    whole = make()
    chance = random.Random(f"{form} 1")
    read = 0
    for _ in range(_ROUNDS):
        packed = whole[:2] == b"PK" and chance.random() < 0.9
        data = _damaged_part(whole, chance) if packed else _damaged(whole, chance)
        try:
            document = parsing.read(data, f"a.{form}")
        except FileError:
            continue
        read += 1
        assert all(0 <= node.span[0] <= node.span[1] <= len(document.text) for node in document.nodes)
        for node in document.nodes:
            if node.table is not None:
                assert all(node.span[0] <= cell.span[0] <= cell.span[1] <= node.span[1]
                           for cell in node.table.cells(document.text))
    assert read > _ROUNDS // 10


@pytest.mark.parametrize("error", [RecursionError(), LookupError("unknown encoding: cp1117"), MemoryError()])
def test_what_a_library_raises_on_old_workbooks(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain of sectors that leads back to itself, and a code page that does not exist; memory is the worker's."""
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("xlrd.open_workbook", fail)
    with pytest.raises(MemoryError if isinstance(error, MemoryError) else FileError) as raised:
        parsing.read(_xls(), "a.xls")
    assert isinstance(raised.value, MemoryError) or raised.value.kind == "corrupt"
