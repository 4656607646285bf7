"""What the words of a sheet say, apart from where they stand: values, notes, statements about the whole, names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from docprep_gui.text import numerals

NAME_LIMIT = 40
"""Longest text, in characters, that can name a column."""
COLONS = (":", "：")
# Gaps are taken whole, in these and below: where they may be parted in several ways, long ones take their square.
_VALUE = re.compile(
    r"[(（]?[-+−]?(?:[¥￥$€£]|CN¥|US\$|HK\$|RMB|CNY|USD)?\s*+"
    r"[-+]?(?:\d[\d,， ]*+(?:\.\d+)?|\.\d+)(?:E[+-]?\d+)?\s*+(?:[%‰€£]|[万亿]?美?元|USD|EUR|RMB|CNY)?[)）]?"
    r"|[-+]?\d{1,3}(?:\.\d{3})*,\d+ ?[%€]?"  # with a comma for the point
    r"|\d{4}-\d{2}-\d{2}(?: [\d:]+)?|\d{4}[/.]\d{1,2}[/.]\d{1,2}"
    r"|\d{4}年\d{1,2}月(?:\d{1,2}日)?|\d{1,2}:\d{2}(?::\d{2})?"
    r"|TRUE|FALSE|#(?:N/A|GETTING_DATA|NAME\?|(?:REF|DIV/0|VALUE|NUM|NULL|SPILL|CALC|FIELD|BLOCKED|CONNECT|BUSY|UNKNOWN)!)"
)
YEAR = re.compile(r"(?:19|20)\d\d")
DATE = re.compile(r"\d{4}[-/年]\d")
UNIT = re.compile(r"[(（][^()（）]{1,10}[)）]")
TOTAL = re.compile(r"(?:本[年月日期页]\s*)?[合总小累共]\s*计|(?:sub-?|grand )?total\b|sum\b", re.I)
NOTE = re.compile(
    r"(?:备?注|(?:填[表报写])?说明|(?:制表|填表|审核|复核|编制|经办|批准|负责)(?:人|日期|单位)?"
    r"|Notes?|Remarks?|Source|数据来源|资料来源)"
    r"\s*+\d*+\s*+[:：.、]|[*※]",
    re.I,
)
NUMBERED = re.compile(
    r"[一二三四五六七八九十]{1,3}[、.．]|[(（][一二三四五六七八九十]{1,3}[)）]|(?:续?表|Table)\s*\d|第.{1,3}部分", re.I
)
_ITEM = re.compile(r"([(（]?)([一二三四五六七八九十]{1,3}|\d{1,2})([、.．)）])")
_COUNTED = re.compile(r"附?表\s*(?:\d{1,3}|[一二三四五六七八九十]{1,3})(?![\d年月日])|Table\s*\d", re.I)
# What statements say above their names of columns: who made them, of when, in which unit, under which number.
_SAID = re.compile(r"[(（]?[^:：]{1,20}[:：]\s*\S.*", re.S)
_PERIOD = re.compile(r"(?:截[止至]\S{0,3}?\s*)?(?:19|20)\d\d\s*[年./-].{0,16}")
_SERIAL = re.compile(
    r"\S{0,8}第\s*+\S{1,12}\s*+[号页]|附[件单]据?\s*+(?:共\s*+)?\d*+\s*+[张份页]|共\s*+\d*+\s*+[张份页]"
)
# Who answers for a table and when it was made, which stands below it. Few files ask for it, so that it is made then.
_SIGNED = (
    r"\S{0,6}(?:制[表单]|填[表报]|编制|审[核批]|复核|批准|核准|负责|主管|记账|会计|出纳|财务|经[办手理]|采购|申请|验收|保管|仓管|[交送收]货"
    r"|签[字名章]|盖章|领导|代表|(?:打印|导出|编报|报表)?(?:日期|时间)"
    r"|(?i:(?:prepared|made|approved|checked|reviewed|printed|signed)\b[^:：\n]*+|signature|date))\S{0,6}\s*+[:：]"
)
# Rows of numbers and cyclic signs below the names of statements, by which their columns are spoken of.
_STEM = "甲乙丙丁戊己庚辛壬癸"
_STEP = re.compile(r"\d{1,2}(?:\s*=[\d\s+\-×*/÷()（）]+)?|[—\-]")
# What may name a column of words and figures alike.
_ANYTHING = re.compile(
    r"(?:内\s*容|值|说\s*明|描\s*述|详\s*情|信\s*息|答\s*案|数\s*据|备\s*注|要\s*求|结\s*果|参\s*数)$"
    r"|(?:values?|data)$|content|descri|detail|answer",
    re.I,
)
_CODE = re.compile(r"[A-Za-z]{1,8}[-_/#]?\d[\w/#-]*|\d+[A-Za-z_-][\w-]*")


def is_value(text: str) -> bool:
    """A number, an amount, a date, a truth value or an error rather than words."""
    return _VALUE.fullmatch(text) is not None


def is_code(text: str) -> bool:
    """The number of a document or a thing ("HT-001")."""
    return _CODE.fullmatch(text) is not None


def names_anything(text: str) -> bool:
    """Does it name a column in which words and figures take turns?"""
    return _ANYTHING.search(text) is not None


def says(texts: Sequence[str]) -> bool:
    """Do the texts of a row say something of the whole: "编制单位：…", "户名：" with its value behind it, a date, the
    number of a voucher?"""
    some, label = False, False
    for text in texts:
        is_label = text.endswith(COLONS)
        told = is_label or label or _SAID.fullmatch(text) is not None or _SERIAL.fullmatch(text) is not None
        if not told and _PERIOD.fullmatch(text) is None:
            return False
        some, label = some or told, is_label
    return some


def tells(texts: Sequence[str]) -> bool:
    """Has each text of a row a label with its value ("账号：6222")?"""
    return bool(texts) and all(
        _SAID.fullmatch(text) is not None and not is_value(text) and "://" not in text for text in texts
    )


def item(text: str) -> int | None:
    """The number of one of several items ("2、…"); those in Chinese name groups of rows."""
    match = _ITEM.match(text)
    return int(match[2]) if match is not None and match[2].isdecimal() else None


def signs(texts: Sequence[str]) -> bool:
    """Do the texts of a row say who answers for the table above, and when it was made?"""
    told = [_SAID.fullmatch(text) is not None or text.endswith(COLONS) for text in texts]
    return all(told) and any(re.match(_SIGNED, text) for text in texts)


def counts_columns(texts: Sequence[str]) -> bool:
    """Are columns numbered: "甲 乙 1 2", "栏次 1 2 3"?"""
    lead = 1 if texts[0] in ("栏次", "栏号") else sum(text in _STEM for text in texts)
    signs_alone = "".join(texts[:lead]) == _STEM[:lead] and lead > 1
    return (signs_alone or texts[0] in ("栏次", "栏号")) and all(_STEP.fullmatch(text) for text in texts[lead:])


def opens(text: str) -> bool:
    """Is it the title of a table that counts with others ("表1 人员")?"""
    return _COUNTED.match(text) is not None


def counts_on(before: str, text: str) -> bool:
    """Do two titles count on in one way: "一、人员" and "二、费用"?"""
    if opens(before) and opens(text):
        return True
    one, other = _ITEM.match(before), _ITEM.match(text)
    if one is None or other is None or (one[1], one[3]) != (other[1], other[3]):
        return False
    first, second = numerals.parse(one[2]), numerals.parse(other[2])
    return first is not None and second == first + 1


def together(texts: Sequence[str]) -> list[tuple[str, list[tuple[int, int]]]]:
    """Texts with labels in front of their values ("户名：" | "张三" as one), each with the places in `texts` that it is
    made of and where these begin in it."""
    found: list[tuple[str, list[tuple[int, int]]]] = []
    open_one = False
    for place, text in enumerate(texts):
        label = text.endswith(COLONS)
        if open_one and not label and _SAID.fullmatch(text) is None:
            before, places = found[-1]
            before += "" if before.endswith("：") else " "
            found[-1] = before + text, [*places, (place, len(before))]
        else:
            found.append((text, [(place, 0)]))
        open_one = label
    return found
