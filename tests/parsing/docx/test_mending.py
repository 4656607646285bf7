"""Numbers of Word 97-2003 files that a converter changed, mended by what the old file says."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.parsing import doclists, docx
from docprep_gui.parsing.docx import mending
from tests.support import sealed

from . import making as m

CHAPTER = (("第%1条", "chineseCounting"), ("%1.%2", "decimal"))


def old_file(*lists: tuple[tuple[str, bool], ...]) -> bytes:
    """A Word 97-2003 file that has nothing but these lists: (text, legal) of each level, nine or one."""
    table = struct.pack("<h", len(lists))
    levels = b""
    for number, one in enumerate(lists):
        whole = one if len(one) == 1 else (*one, *[("", False)] * (doclists.LEVELS - len(one)))
        table += struct.pack("<ii18sBB", number + 1, 0, bytes(18), len(one) == 1, 0)
        for text, legal in whole:
            shown = "".join(chr(int(part[0]) - 1) + part[1:] if n else part for n, part in enumerate(text.split("%")))
            levels += struct.pack("<iBB9sBiiBBBB", 1, 0, 4 * legal, bytes(9), 0, 0, 0, 2, 3, 0, 0) + bytes(5)
            levels += struct.pack("<H", len(shown)) + shown.encode("utf-16-le")
    start = 64
    main = bytearray(4096)
    main[:2] = b"\xec\xa5"
    struct.pack_into("<H", main, 0x0A, 0x0200)
    struct.pack_into("<II", main, 0x02E2, start, len(table))
    stream = bytes(start) + table + levels
    return sealed.compound(**{"1Table": stream.ljust(4096, b"\0"), "WordDocument": bytes(main)})


def _abstract(identity: int, heading: bool) -> str:
    levels = [m.level(n, text, form, '<w:pStyle w:val="H1"/>' if heading and not n else "")
              for n, (text, form) in enumerate(CHAPTER)]
    return m.abstract(identity, *levels)


def converted(*, clause_list: int = 2, clause_level: int = 1) -> bytes:
    """What LibreOffice makes of chapters that are headings, and clauses between them: two lists where there was one."""
    numbering = _abstract(1, True) + _abstract(2, False) + m.num(1, 1) + m.num(2, 2)
    styles = m.style("H1", "heading 1", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr>')
    body = "".join(m.p(text, style="H1") + "".join(m.p(clause, num=(clause_list, clause_level)) for clause in clauses)
                   for text, clauses in (("标的", ("供货", "保修")), ("价款", ("总价", "调整"))))
    return m.package(body, numbering=numbering, styles=styles)


def shown(data: bytes) -> list[str]:
    return docx.read(data, "a.docx").text.splitlines()


def test_clauses_begin_anew_under_each_heading_and_show_figures() -> None:
    assert shown(converted()) == ["第一条 标的", "一.1 供货", "一.2 保修", "第二条 价款", "一.3 总价", "一.4 调整"]
    old = old_file((("第%1条", False), ("%1.%2", True)), (("%1)", False),))
    assert shown(mending.like_the_old(converted(), old)) == [
        "第一条 标的", "1.1 供货", "1.2 保修", "第二条 价款", "2.1 总价", "2.2 调整"]


def test_what_was_not_legal_stays_as_it_is() -> None:
    old = old_file((("第%1条", False), ("%1.%2", False)))
    assert shown(mending.like_the_old(converted(), old))[1] == "一.1 供货"


def test_two_lists_that_look_alike_in_the_old_file_stay_two() -> None:
    levels = (("第%1条", False), ("%1.%2", False))
    assert mending.like_the_old(converted(), old_file(levels, levels)) == converted()


def test_a_list_that_numbers_by_itself_stays_by_itself() -> None:
    """The second list has items of the first level of its own: it does not wait for the headings."""
    made = converted(clause_level=0)
    assert mending.like_the_old(made, old_file((("第%1条", False), ("%1.%2", False)))) == made


def test_lists_that_the_old_file_does_not_have_stay() -> None:
    assert mending.like_the_old(converted(), old_file((("%1.", True), ("%1.%2", True)))) == converted()


@pytest.mark.parametrize("old", [b"", b"{\\rtf1}", sealed.compound(WordDocument=bytes(4096)),
                                 sealed.compound(WordDocument=bytes([255]) * 4096)])
def test_where_nothing_can_be_made_out_nothing_is_changed(old: bytes) -> None:
    assert mending.like_the_old(converted(), old) == converted()


@given(place=st.integers(0, 12_000), put=st.binary(min_size=1, max_size=64))
@settings(deadline=None, max_examples=60)
def test_damaged_lists_are_no_fault(place: int, put: bytes) -> None:
    whole = old_file((("第%1条", False), ("%1.%2", True)))
    place %= len(whole)
    doclists.read(whole[:place] + put + whole[place + len(put) :])
