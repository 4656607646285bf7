"""Typed clause and heading numbers, and which lines of a plain text are headings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from docprep_gui.text import numerals, tokens

Family = Literal[
    "annex", "part", "subpart", "chapter", "en_article", "section", "en_section", "article", "clause", "capital_dot",
    "han_dot", "han_paren", "arabic_dot", "decimal", "arabic_paren", "alpha", "roman", "circled",
]


class Label(NamedTuple):
    """A number at the start of a line. `text`: as typed ("第三条", "1.2.1", "(a)"), indent left out; `value`: its
    figures, outermost first; `end`: offset in the line behind the label, its blanks and a colon; `level_hint`: how
    deep such numbers mostly stand, from 1, only good for comparing labels."""

    text: str
    family: Family
    level_hint: int
    value: tuple[int, ...]
    end: int


_TIERS: dict[Family, int] = {
    "annex": 1, "part": 2, "subpart": 3, "chapter": 4, "en_article": 5, "section": 6, "en_section": 7, "article": 8,
    "capital_dot": 9, "han_dot": 10, "han_paren": 11, "arabic_dot": 12, "decimal": 12, "clause": 17, "arabic_paren": 18,
    "alpha": 19, "roman": 20, "circled": 21,
}  # fmt: skip

_CAPITALS = "壹贰貳叁參肆伍陆陸柒捌玖拾佰"
_NUM = rf"[0-9０-９]{{1,4}}|[零〇一二三四五六七八九十百千两{_CAPITALS}]{{1,9}}"
_ORDINAL = re.compile(
    rf"第\s*(?P<n>{_NUM}|[0-9]{{1,3}}(?:\.[0-9]{{1,3}})+)\s*(?P<unit>分?编|分?編|篇|部分|部|章|节|節|条|條|款)"
    r"(?:之(?P<sub>[一二三四五六七八九十]{1,3}))?"
)
_UNIT_FAMILY: dict[str, Family] = {
    "分编": "subpart", "分編": "subpart", "编": "part", "編": "part", "篇": "part", "部分": "part", "部": "part",
    "章": "chapter", "节": "section", "節": "section", "条": "article", "條": "article", "款": "clause",
}  # fmt: skip
_ANNEX_WORDS = ("appendix", "annex", "annexure", "exhibit", "schedule", "attachment")
_ANNEX = re.compile(
    rf"(?:附件|附录|附錄|附表|补充协议|補充協議)\s*(?P<n>{_NUM}|[A-Z])(?=[\s:：.、（(《【—]|$)"
    rf"|(?:{'|'.join(_ANNEX_WORDS)})\s+(?P<en>[0-9]{{1,3}}|[A-Z]|[IVX]{{1,5}})(?=[\s:：.\-–—]|$)",
    re.I,
)
_WORDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)
_ENGLISH_FAMILY: dict[str, Family] = {
    "article": "en_article", "section": "en_section", "chapter": "chapter", "part": "part", "clause": "en_section",
}  # fmt: skip
_ENGLISH = re.compile(
    rf"(?P<word>{'|'.join(_ENGLISH_FAMILY)})\s+"
    rf"(?P<n>[0-9]{{1,3}}(?:\.[0-9]{{1,3}})*|[IVXLC]{{1,7}}|{'|'.join(_WORDS)})(?![\w(-])\.?",
    re.I,
)
_HAN_DOT = re.compile(r"(?P<n>[一二三四五六七八九十百]{1,5})\s*[、．.](?![0-9])")
_CAPITAL_DOT = re.compile(rf"(?P<n>[{_CAPITALS}]{{1,5}})\s*[、．.](?![0-9])")
_HAN_PAREN = re.compile(
    r"[(（〔]\s*(?P<n>[一二三四五六七八九十百]{1,5})\s*[)）〕]|(?P<half>[一二三四五六七八九十]{1,3})[)）]"
)
_DECIMAL = re.compile(
    r"(?P<n>[0-9０-９]{1,3}(?:[.．][0-9０-９]{1,3}){1,8})[.．、]?(?![0-9０-９.．,，%％‰:：/×*~～\-–—])"
)
# As the annexes of standards have them: A.1, A.1.2.
_LETTERED = re.compile(r"(?P<n>[A-Z](?:\.[0-9]{1,2}){1,4})(?=\s+\S)")
_SECTION_SIGN = re.compile(r"§\s*(?P<n>[0-9]{1,3}(?:\.[0-9]{1,3})*)(?!\w)\.?")
_ARABIC_DOT = re.compile(r"(?P<n>[0-9０-９]{1,3})\s*(?:[、．]|\.(?![0-9０-９.]))")
_ARABIC_PAREN = re.compile(r"[(（]\s*(?P<n>[0-9０-９]{1,3})\s*[)）]|(?P<half>[0-9０-９]{1,3})[)）]")
_BARE = re.compile(r"(?P<n>[0-9]{1,2})(?=[ \t\u3000]{1,4}\S)")
_LETTER = re.compile(
    r"[(（]\s*(?P<n>[A-Za-z]|[ivxIVX]{2,5})\s*[)）]|(?P<half>[A-Za-z]|[ivxIVX]{2,5})(?:[)）]|\.(?=\s)|、)"
)
_CIRCLED_RANGES = (("①", "⑳"), ("㉑", "㉟"), ("㊱", "㊿"), ("❶", "❿"))
_CIRCLED = re.compile(f"[{''.join('-'.join(ends) for ends in _CIRCLED_RANGES)}]")
# Units behind a figure that make it a quantity; words that only begin like a unit (分期, 日常, 人员) are none.
_MEASURE = re.compile(
    r"\s*(?:[万亿%％‰吨倍天]|元(?![件素数])|个(?![人别性])|年(?![度检报限金])|月(?![度报])|日(?![常期程])|公里|千米|"
    r"米(?!制)|平方|立方|分钟|小时|(?:k[mg]|[mc]m|million|billion|days?|months?|years?|per ?cent)\b)",
    re.I,
)
_MEASURE_BARE = re.compile(r"\s*(?:[千百份台套次件号角分]|人(?!员)|(?:hours?|weeks?|copies|units?|pcs)\b)", re.I)
_TAIL = re.compile(r"[:：、．.]?\s*")
_FULL_DIGITS = {0xFF10 + d: str(d) for d in range(10)} | {0xFF0E: "."}
_FIGURES = frozenset("§0123456789０１２３４５６７８９") | {
    chr(code) for first, last in _CIRCLED_RANGES for code in range(ord(first), ord(last) + 1)
}
_FIRSTS = frozenset("第附补補一二三四五六七八九十百(（〔" + _CAPITALS)
# Words that a number may follow, and how they begin.
WORDS_BEFORE = (*_ANNEX_WORDS, *_ENGLISH_FAMILY)
_NAMED = frozenset(word[:3] for word in WORDS_BEFORE)
_ROMAN_FIGURES = frozenset("ivxIVX")


def _number(text: str) -> int | None:
    plain = text.translate(_FULL_DIGITS)
    return int(plain) if plain.isdigit() else numerals.parse(plain)


def parse_label(line: str) -> Label | None:
    """The typed number that a line starts with, indents allowed. None: it starts with none, or with a quantity
    ("2.5 万元", "3 个月内"). Whether the line is a heading, a clause or a reference is not asked: see `headings`."""
    at = 0
    length = len(line)
    while at < length and line[at].isspace():
        at += 1
    if at == length:
        return None
    first = line[at]
    # Most lines begin with a word, which one look tells from a number.
    if first.isascii() and first.isalpha():
        second = line[at + 1 : at + 2]
        if second.isalpha() and second not in _ROMAN_FIGURES and line[at : at + 3].lower() not in _NAMED:
            return None
        return _han_label(line, at) or _letter_label(line, at)
    if first in _FIGURES:
        return _figure_label(line, at)
    if first in _FIRSTS:
        return _han_label(line, at) or _figure_label(line, at) or _letter_label(line, at)
    return None


def _label(line: str, at: int, stop: int, family: Family, value: tuple[int, ...]) -> Label:
    tail = _TAIL.match(line, stop)
    end = tail.end() if tail else stop
    depth = len(value) - 1 if family == "decimal" else 0
    return Label(line[at:stop].rstrip(), family, _TIERS[family] + min(depth, 4), value, end)


def _han_label(line: str, at: int) -> Label | None:
    if match := _ORDINAL.match(line, at):
        unit = match["unit"]
        if "." in match["n"]:
            values = tuple(int(part) for part in match["n"].split("."))
        else:
            number = _number(match["n"])
            if number is None:
                return None
            values = (number,)
        if match["sub"]:
            values = (*values, numerals.parse(match["sub"]) or 0)
        return _label(line, at, match.end(), _UNIT_FAMILY[unit], values)
    if match := _ANNEX.match(line, at):
        sign = match["n"] or match["en"]
        number = _letter_value(sign) if sign.isascii() and sign.isalpha() else _number(sign)
        return None if number is None else _label(line, at, match.end(), "annex", (number,))
    if (match := _HAN_DOT.match(line, at)) and (number := numerals.parse(match["n"])):
        return _label(line, at, match.end(), "han_dot", (number,))
    if (match := _CAPITAL_DOT.match(line, at)) and (number := numerals.parse(match["n"])):
        return _label(line, at, match.end(), "capital_dot", (number,))
    if (match := _HAN_PAREN.match(line, at)) and (number := numerals.parse(match["n"] or match["half"])):
        return _label(line, at, match.end(), "han_paren", (number,))
    return None


def _figure_label(line: str, at: int) -> Label | None:
    if match := _SECTION_SIGN.match(line, at):
        values = tuple(int(part) for part in match["n"].split("."))
        return _label(line, at, match.end(), "en_section", values)
    if match := _CIRCLED.match(line, at):
        sign = match[0]
        for first, low in (("①", 1), ("㉑", 21), ("㊱", 36), ("❶", 1)):
            if 0 <= ord(sign) - ord(first) < 20:
                return _label(line, at, match.end(), "circled", (ord(sign) - ord(first) + low,))
    if match := _DECIMAL.match(line, at):
        after = line[match.end() : match.end() + 1]
        if _MEASURE.match(line, match.end()) or (after.isascii() and after.isalnum() and after.islower()):
            return None
        values = tuple(map(int, match["n"].replace("．", ".").split(".")))
        return _label(line, at, match.end(), "decimal", values) if values[0] else None
    if match := _ARABIC_DOT.match(line, at):
        return _label(line, at, match.end(), "arabic_dot", (_number(match["n"]) or 0,))
    if match := _ARABIC_PAREN.match(line, at):
        return _label(line, at, match.end(), "arabic_paren", (_number(match["n"] or match["half"]) or 0,))
    if (match := _BARE.match(line, at)) and not (
        _MEASURE.match(line, match.end()) or _MEASURE_BARE.match(line, match.end())
    ):
        following = line[match.end() :].lstrip()
        if following[:1].isupper() or tokens.han(following[:1]):
            return _label(line, at, match.end(), "decimal", (int(match["n"]),))
    return None


def _letter_value(sign: str) -> int:
    """Letters by their place, unless they are a Roman numeral of several letters, or i, v, x alone."""
    if len(sign) > 1 or sign in "ivxIVX":
        value = numerals.parse_roman(sign)
        if value:
            return value
    return ord(sign.upper()) - 64


def _letter_label(line: str, at: int) -> Label | None:
    if match := _ENGLISH.match(line, at):
        sign = match["n"]
        if sign[0].isdigit():
            values = tuple(int(part) for part in sign.split("."))
        else:
            word = sign.lower()
            number = _WORDS.index(word) + 1 if word in _WORDS else numerals.parse_roman(sign)
            if not number:
                return None
            values = (number,)
        return _label(line, at, match.end(), _ENGLISH_FAMILY[match["word"].lower()], values)
    if match := _LETTERED.match(line, at):
        letter, *figures = match["n"].split(".")
        return _label(line, at, match.end(), "decimal", (ord(letter) - 64, *map(int, figures)))
    if match := _LETTER.match(line, at):
        sign = match["n"] or match["half"]
        roman = len(sign) > 1 or sign in "ivxIVX"
        if roman and numerals.parse_roman(sign) is None:
            return None
        return _label(line, at, match.end(), "roman" if roman else "alpha", (_letter_value(sign),))
    return None


# ---------------------------------------------------------------- headings of a plain text

# What follows a number that is only referred to.
_REFERENCE = re.compile(
    r"(?:所[述列称稱指约約规規]|的|之[规規约約]|[规規约約]定的|[项項]下|[和及与與或至到、]\s*第|[和及与與或至到]\s*[0-9]|[，,;；)）]"
    r"|第.{1,6}[款项項]|中[约約规規所]|[适適]用[于於本前该該上]|以及|"
    r"[a-z])"
)
# Behind 第一条、 there stands another number: both are only referred to.
_LISTED = re.compile(rf"(?<=[、，,])\s*第\s*(?:{_NUM})\s*[编編篇章节節条條款]")
# Looked at from the end of a line: what leads there may be thousands of signs.
_PAGE = re.compile(r"[(（]?[0-9]{1,4}[)）]?$")
_LEADER_END = re.compile(r"(?:[.．…·_\-]{3}|[…·]{2}|\.\s\.\s\.)$")
_CONTENTS_WORD = re.compile(r"\s*(?:目\s*[录錄次]|(?:table of )?contents)\s*[:：]?\s*$", re.I)
_STOPS = "。；;，,！？!?、…"
_INNER_STOP = re.compile(r"[。；！？]|[.;!?]\s+[A-Z]")
_FOLLOWING = re.compile("[下如以][列下]")
_CONTINUED = re.compile(r"\s*[a-z]{2,}")
_KEY_VALUE = re.compile(r"[:：]\s*\S|_{3,}")
_OUTLINE = frozenset({"annex", "part", "subpart", "chapter", "en_article", "section", "en_section", "article"})
_LISTS = frozenset({"clause", "han_paren", "arabic_dot", "arabic_paren", "alpha", "roman", "circled"})
# Papers that go with a letter are listed below it, the first often on the line of the word.
_ENCLOSED = re.compile(
    r"\s*(?:附\s*件|enclosures?|attachments?)\s*[:：]\s*(?P<first>1\s*[.．、)）]|[(（]1[)）]|一、)?", re.I
)
_UPPER = frozenset({"annex", "part", "subpart", "chapter"})
_ENCLOSED_FIRSTS = frozenset("附eEaA")
_ITEMS = frozenset({"arabic_dot", "arabic_paren", "han_dot"})
_CLOSING = re.compile(r"\s*附\s*[则則]\s*")
_Key = tuple[Family, int]


def _key(label: Label) -> _Key:
    """Roman numerals in capitals stand above letters, small ones below."""
    if label.family == "roman" and label.text.isupper():
        return label.family, -2
    return label.family, len(label.value) if label.family in ("decimal", "en_section") else 0


def _is_title(rest: str, family: Family) -> bool:
    """Does the text behind a number read like a title, not like a sentence or an entry to fill in?"""
    if not rest:
        return family in _OUTLINE
    if rest[-1] in _STOPS:
        return False
    wide = tokens.han(rest)
    if wide > 40 or len(rest) > 100 or _INNER_STOP.search(rest):
        return False
    if "，" in rest and wide > 16:
        return False
    if rest[-1] in ":：" and (wide > 12 or _FOLLOWING.search(rest)):
        return False
    if rest[-1] == "." and (wide or len(rest.split()) > 8):
        return False
    if not wide and len(rest.split()) > 14:
        return False
    return not (family not in _OUTLINE and _KEY_VALUE.search(rest))


@dataclass(slots=True)
class _Candidate:
    line: int
    label: Label
    key: _Key
    titled: bool


def _leads_to_page(line: str) -> bool:
    """Does the line end with a page number behind leaders, a tab or a gap?"""
    line = line.rstrip()
    page = _PAGE.search(line, max(0, len(line) - 6))
    if page is None:
        return False
    gap = line[: page.start()]
    words = gap.rstrip()
    return len(gap) - len(words) >= 3 or "\t" in gap[len(words) :] or _LEADER_END.search(words[-5:]) is not None


def _contents_lines(lines: Sequence[str], labels: dict[int, Label]) -> set[int]:
    """Lines of a table of contents: with leaders or a page number behind a tab, or in a run of numbered lines under
    the word, or such a run whose lines all come again."""
    found = {i for i in labels if _leads_to_page(lines[i])}
    places: dict[str, int] = {}
    for i in labels:
        places["".join(lines[i].split())] = i
    run: list[int] = []
    announced = False

    def close() -> None:
        # The first line of the body ends the run if it does not come again.
        while run and places["".join(lines[run[-1]].split())] == run[-1]:
            run.pop()
        if len(run) >= (2 if announced else 4) and all(places["".join(lines[i].split())] != i for i in run):
            found.update(run)
        run.clear()

    for i, line in enumerate(lines):
        if i in labels:
            run.append(i)
        elif line.strip():
            close()
            announced = bool(_CONTENTS_WORD.match(line))
    close()
    return found


def _enclosures(lines: Sequence[str], labels: dict[int, Label]) -> set[int]:
    """Numbered lines that name the papers which go with a letter."""
    found: set[int] = set()
    for i, line in enumerate(lines):
        head = _ENCLOSED.match(line) if line.lstrip()[:1] in _ENCLOSED_FIRSTS else None
        if head is None or (head["first"] is None and head.end() < len(line)):
            continue
        run: list[int] = []
        for at in range(i + 1, len(lines)):
            label = labels.get(at)
            value = (len(run) + (2 if head["first"] else 1),)
            if label is not None and label.family in _ITEMS and label.value == value:
                run.append(at)
            elif lines[at].strip():
                break
        if len(run) > 1 or head["first"]:
            found.update(run)
    return found


def _follows(value: tuple[int, ...], before: tuple[int, ...] | None) -> bool:
    """Can `value` come after `before` in one numbering? Small gaps are allowed: a line may be lost or unread."""
    if value[-1] <= 1 or before is None:
        return True
    if len(value) != len(before):
        return True
    if value[:-1] != before[:-1]:
        return value[-1] <= 3 and value[:-1] > before[:-1]
    return before[-1] < value[-1] <= before[-1] + 5


def _elected(candidates: list[_Candidate], lines: Sequence[str]) -> set[_Key]:
    """The numbering families (decimals by depth) whose titled lines are headings in this document. List-like numbers
    need a majority of titles with text below them; a list of short items has neither."""
    by_key: dict[_Key, list[_Candidate]] = {}
    for candidate in candidates:
        by_key.setdefault(candidate.key, []).append(candidate)
    numbered = {c.line: c.key for c in candidates}
    elected = set()
    for key, members in by_key.items():
        family = key[0]
        titled = [c for c in members if c.titled]
        if not titled:
            continue
        if family in _OUTLINE:
            # Of articles and sections that are all sentences, a short one is no heading either.
            if family not in ("article", "en_section") or 4 * len(titled) >= len(members):
                elected.add(key)
            continue
        above = 0
        for c in titled:
            below = c.line + 1
            while below < len(lines) and not lines[below].strip():
                below += 1
            above += below < len(lines) and numbered.get(below) != key
        if family in _LISTS:
            if 5 * len(titled) >= 3 * len(members) and 5 * above >= 3 * len(titled) and len(titled) > 1:
                elected.add(key)
        elif 3 * above >= len(titled) and 4 * len(titled) >= len(members):
            elected.add(key)
    if elected == {("decimal", 1)} == by_key.keys() and not any(
        after.label.value[0] == before.label.value[0] + 1 for before, after in pairwise(candidates)
    ):
        return set()  # "1 High Street": houses rather than chapters
    return elected


def _opens(candidate: _Candidate, below: _Candidate | None) -> bool:
    """Does a titled line of a list-like family start a list of another family, so that it is a heading by itself?"""
    if below is None or below.key == candidate.key or below.label.value[-1] != 1:
        return False
    return candidate.line + 1 == below.line and below.label.level_hint > candidate.label.level_hint


def _ranks(headings: list[_Candidate]) -> dict[_Key, int]:
    """Order of the families from outer to inner: by their usual tier, but a family that starts anew again and again
    inside one that runs on is the inner of the two."""
    ones: dict[_Key, int] = {}
    first: dict[_Key, int] = {}
    for c in headings:
        ones[c.key] = ones.get(c.key, 0) + (c.label.value[-1] == 1)
        first.setdefault(c.key, c.line)
    order = sorted(first, key=lambda key: (_TIERS[key[0]] + key[1], first[key]))
    moved = True
    while moved:
        moved = False
        for i in range(len(order) - 1):
            a, b = order[i], order[i + 1]
            if "decimal" in (a[0], b[0]) and a[0] == b[0]:
                continue
            if ones[a] > 1 >= ones[b] and first[b] < first[a] and a[0] not in _UPPER:
                order[i], order[i + 1] = b, a
                moved = True
    return {key: rank for rank, key in enumerate(order)}


def labels_of(lines: Sequence[str]) -> dict[int, Label]:
    """The typed numbers that lines start with, by place."""
    return {i: label for i, line in enumerate(lines) if (label := parse_label(line))}


class Mark(NamedTuple):
    """A line that begins something. `level`: from 1, of the heading; or, where `ends` is set, of the headings above it
    that do not hold it: a clause that is a sentence is no heading, but what a sister of it is the heading of ends
    there."""

    line: int
    level: int
    label: Label | None
    ends: bool = False


def headings(lines: Sequence[str], labels: dict[int, Label] | None = None) -> list[tuple[int, int, Label | None]]:
    """(line index, level from 1, label) of the lines of a plain text that are headings, in order. As `marks`."""
    return [(mark.line, mark.level, mark.label) for mark in marks(lines, labels) if not mark.ends]


def marks(lines: Sequence[str], labels: dict[int, Label] | None = None) -> list[Mark]:
    """The headings of a plain text, and where they end without another one, in order.

    Told apart by voting: one numbering family (第X章, 一、, decimals of one depth…) a level. Numbers that are only
    referred to, contents lines, sentences with a number, and items of lists are no headings. Levels count the open
    headings above, so that none is left out. Without any numbers, short lines in capitals are headings (label None).
    `labels`: what `labels_of` says, for those who have asked.
    """
    if labels is None:
        labels = labels_of(lines)
    listed = _contents_lines(lines, labels) | _enclosures(lines, labels)
    candidates = []
    for i, label in labels.items():
        if i not in listed:
            rest = lines[i][label.end :].strip()
            if _REFERENCE.match(rest) or _LISTED.match(lines[i], label.end):
                continue
            wrapped = i + 1 < len(lines) and bool(_CONTINUED.match(lines[i + 1]))
            candidates.append(_Candidate(i, label, _key(label), not wrapped and _is_title(rest, label.family)))
    elected = _elected(candidates, lines)
    accepted: set[int] = set()
    last: dict[_Key, tuple[int, ...]] = {}
    for n, c in enumerate(candidates):
        if _follows(c.label.value, last.get(c.key)):
            last[c.key] = c.label.value
        elif c.key[0] not in ("annex", "part"):
            continue
        below = candidates[n + 1] if n + 1 < len(candidates) else None
        alone = lines[c.line].rstrip()[-1] not in ":：" and _opens(c, below)
        if c.titled and (c.key in elected or alone):
            accepted.add(c.line)
    if not accepted:
        return [Mark(line, level, None) for line, level, _ in _capital_lines(lines)]
    return _with_closing(_nested(candidates, accepted), lines)


def _with_closing(marks: list[Mark], lines: Sequence[str]) -> list[Mark]:
    """The closing provisions of a statute have no number where the others are parts or chapters."""
    outermost = next((mark for mark in marks if mark.level == 1), None)
    if outermost is None or outermost.label is None or outermost.label.family not in ("part", "chapter"):
        return marks
    last = max(mark.line for mark in marks if mark.level == 1)
    found = [Mark(i, 1, None) for i in range(last + 1, len(lines)) if _CLOSING.fullmatch(lines[i])]
    return sorted([*marks, *found[:1]])


def _nested(candidates: Sequence[_Candidate], accepted: set[int]) -> list[Mark]:
    """`accepted`: lines of the candidates that are headings."""
    ranks = _ranks([c for c in candidates if c.line in accepted])
    out: list[Mark] = []
    open_keys: list[_Key] = []
    latest: dict[_Key, tuple[int, ...] | None] = {}  # value of the last sister of a heading; None: a list came between
    for c in candidates:
        if c.line in accepted:
            rank = ranks[c.key]
            while open_keys and ranks[open_keys[-1]] >= rank:
                open_keys.pop()
            open_keys.append(c.key)
            out.append(Mark(c.line, len(open_keys), c.label))
            latest[c.key] = c.label.value
        elif c.key in latest:
            before = latest[c.key]
            if before is None or c.label.value != (*before[:-1], before[-1] + 1):
                latest[c.key] = None
                continue
            latest[c.key] = c.label.value
            if c.key in open_keys:
                del open_keys[open_keys.index(c.key) :]
                out.append(Mark(c.line, len(open_keys) + 1, c.label, ends=True))
    return out


def _capital_lines(lines: Sequence[str]) -> list[tuple[int, int, Label | None]]:
    found = []
    for i, line in enumerate(lines):
        text = line.strip()
        if 3 < len(text) <= 70 and text.isupper() and text[0].isalpha() and text[-1] not in ".,;:":
            found.append((i, text))
    if len({s for _, s in found}) < 3 or len(found) > len(lines) // 3:
        return []
    return [(i, 1, None) for i, _ in found]
