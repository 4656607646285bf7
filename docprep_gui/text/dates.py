"""Dates and ranges of dates in a text of folded width (see `folding.narrow`).

Values are ISO 8601, as exact as the text: 2023-06, --05-17T16:20. Days that do not exist are no dates.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from docprep_gui.domain.chunk import Entity
from docprep_gui.domain.document import Span
from docprep_gui.text import numerals
from docprep_gui.text.patterns import Pattern, in_pieces

_HAN = "零〇○一二三四五六七八九十廿卅壹贰叁肆伍陆柒捌玖拾"
_HAN_DIGIT = "[零〇○O一二三四五六七八九壹贰叁肆伍陆柒捌玖]"
_YEAR = rf"(?:[12][0-9]{{3}}|[0-9]{{2}}|[一二壹贰]{_HAN_DIGIT}{{3}}|{_HAN_DIGIT}{{2}})"
_SMALL = rf"(?:[0-9]{{1,2}}|[{_HAN}]{{1,3}})"
_TIME = (
    r"(?:\s{0,2}(?:上午|下午|晚上?|中午)?\s?(?P<hour>[0-9]{1,2})\s?"
    r"(?:[:：]\s?(?P<minute>[0-9]{2})(?:[:：][0-9]{2})?(?![0-9:：])"
    r"|[时点]\s?(?:(?P<minute2>[0-9]{1,2})\s?分(?:[0-9]{1,2}秒)?|整)?(?![0-9间期])))?"
)
# 月 is rarer than figures: it is found first, then what stands before and behind it is read.
_BEFORE_MONTH = Pattern(
    rf"(?<![0-9{_HAN}O第])(?<![0-9]年)(?:(?P<y>{_YEAR})\s{{0,2}}年\s{{0,2}})?(?P<m>{_SMALL})\s{{0,2}}$"
)
_BEFORE_MONTH_LAST = frozenset(f"0123456789{_HAN}")
_BEFORE_MONTH_SIGNS = _BEFORE_MONTH_LAST | frozenset("年O ")
_BEHIND_MONTH = re.compile(
    rf"月(?:份|底|初|中旬|上旬|下旬)?(?:\s{{0,2}}(?P<d>{_SMALL})\s{{0,2}}[日号號](?![常期内历程楼]){_TIME})?"
)
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
            "september sept sep", "october oct", "november nov", "december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH = rf"(?i:{'|'.join(sorted(_MONTHS, key=len, reverse=True))})(?![a-z])\.?"
_ORDINALS = {numerals.ordinal_words(n): n for n in range(1, 32)}
_DAY_EN = rf"(?:[0-9]{{1,2}}(?:st|nd|rd|th)?|(?i:{'|'.join(sorted(_ORDINALS, key=len, reverse=True))}))"
# `re` runs fast to a sign that a pattern begins with, and ten times slower to one of several: so a pattern for each.
_YEAR_SIGNS = tuple(re.compile(rf"{sign}(?<![0-9]{sign})[0-9]{{3}}(?![0-9])") for sign in "12")
_NUMERIC = re.compile(
    r"(?P<y>[12][0-9]{3})(?P<sep>[-/.]|\s)(?P<m>[0-9]{1,2})(?P=sep)(?P<d>[0-9]{1,2})"
    r"(?![0-9]|\.[0-9]|[/][0-9]{1,2}(?![0-9]))"
    r"(?:[ T]{1,2}(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::[0-9]{2})?)?"
)
# Eight figures are a date only behind the word for it (日期, date).
_COMPACT_WORDS = ("期", "ate")
_COMPACT_BEHIND = Pattern(
    r"(?:(?<=日)期|(?<=[Dd])ate)\s?[)）]?\s?[:：]?\s?"
    r"(?P<y>[12][0-9]{3})(?P<m>[01][0-9])(?P<d>[0-3][0-9])(?![0-9A-Za-z])"
)
# Behind a year they part the figures of a date that begins with it.
_SEPARATORS = tuple(
    re.compile(rf"{sign}(?<![0-9]{{3}}{sign})(?=[0-9]{{1,2}}{sign}[0-9]{{2}})") for sign in ("-", "/", r"\.")
)
_MONTH_DAY_YEAR = re.compile(
    r"(?P<m>[0-9]{1,2})(?P<sep>[-/.])(?P<d>[0-9]{1,2})(?P=sep)(?P<y>[12][0-9]{3}|[0-9]{2})"
    r"(?![0-9]|\.[0-9]|[-/][0-9]{1,2}(?![-/0-9]))"
)
# English months are words: each is found first, then what stands before and behind it is read.
_MONTH_SIGN = Pattern(
    r"[JFMASONDjfmasond](?i:(?<=j)(?:an(?:uary)?|une?|uly?)|(?<=f)eb(?:ruary)?|(?<=m)(?:ar(?:ch)?|ay)"
    r"|(?<=a)(?:pr(?:il)?|ug(?:ust)?)|(?<=s)ep(?:t(?:ember)?)?|(?<=o)ct(?:ober)?|(?<=n)ov(?:ember)?"
    r"|(?<=d)ec(?:ember)?)(?![A-Za-z])\.?"
)
_MONTH_NAME = Pattern("[A-Za-z]+")
_YEAR_BEHIND = r"(?:\s?,\s?|\s+of\s+|\s+in\s+|[\s/-]{1,2})(?P<y>[12][0-9]{3})(?![0-9])"
_DAY_YEAR_BEHIND = Pattern(rf"[\s-]{{0,2}}(?P<d>{_DAY_EN})(?![0-9A-Za-z]){_YEAR_BEHIND}")
_DAY_BEFORE = Pattern(rf"(?<![0-9A-Za-z.])(?P<d>{_DAY_EN})(?:\s+day)?(?:\s+of\s+|[\s/-]{{0,2}})$")
_YEAR_ONLY_BEHIND = Pattern(_YEAR_BEHIND)
_YEAR_BEFORE = Pattern(r"(?<![0-9])(?P<y>[12][0-9]{3})[-/ ](?:(?P<d>[0-9]{1,2})[-/ ])?$")
_ONE_DAY_BEHIND = Pattern(r"[-/ ](?P<d>[0-9]{1,2})(?![0-9A-Za-z])")
_WEEKDAY = Pattern(r"(?i:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s)$")
_FIGURES = frozenset("0123456789")
_HAN_TEXT = Pattern("[\u3400-\u9fff]")
_PIVOT = 40  # of two-figure years: 23 is 2023, 98 is 1998


class _Date(NamedTuple):
    start: int
    end: int
    year: int | None
    month: int
    day: int | None
    time: str = ""

    @property
    def iso(self) -> str:
        return _iso(self.year, self.month, self.day, self.time)


@lru_cache(maxsize=4096)
def _iso(year: int | None, month: int, day: int | None, time: str) -> str:
    written = f"{year:04d}" if year is not None else "-"
    return f"{written}-{month:02d}" + (f"-{day:02d}{time}" if day is not None else "")


def _year(text: str) -> int:
    value = int(text) if text.isascii() else (numerals.parse(text.replace("O", "〇")) or 0)
    if len(text) == 2:
        return value + (2000 if value < _PIVOT else 1900)
    return value


def _number(text: str) -> int:
    if text[0] in "0123456789":
        return int(text.rstrip("stndrh"))
    return _ORDINALS.get(text.lower()) or numerals.parse(text) or 0


def _exists(year: int | None, month: int, day: int | None) -> bool:
    if not 1 <= month <= 12 or (year is not None and not 1000 <= year <= 2999):
        return False
    return day is None or 1 <= day <= _days(year if year is not None else 2000, month)


@lru_cache(maxsize=1024)
def _days(year: int, month: int) -> int:
    return monthrange(year, month)[1]


def _clock(match: re.Match[str]) -> str | None:
    """"T14:45", "" without a time, None where the time does not exist."""
    if "hour" not in match.re.groupindex or match["hour"] is None:
        return ""
    groups = match.groupdict()
    hour, minute = int(groups["hour"]), int(groups.get("minute") or groups.get("minute2") or 0)
    if re.search("下午|晚", match[0]) and hour < 12:
        hour += 12
    return f"T{hour:02d}:{minute:02d}" if hour <= 24 and minute < 60 else None


def _glued(text: str, at: int) -> bool:
    """Is the figure that starts at `at` only the rest of a longer one?"""
    if not at:
        return False
    before = text[at - 1]
    return before.isdigit() or (before in ".,/-" and at > 1 and text[at - 2].isdigit()) or before in "第"


def _places(text: str, sign: str) -> Iterator[int]:
    """Where a sign stands; much faster than a pattern that begins with a class of signs."""
    at = text.find(sign)
    while at >= 0:
        yield at
        at = text.find(sign, at + 1)


def _behind_first(pattern: re.Pattern[str], text: str, places: Iterable[int]) -> Iterator[re.Match[str]]:
    """What `pattern.finditer` gives for a pattern that begins with one or two figures, given the places of the signs
    behind them, in order."""
    low = 0
    for place in places:
        for start in (place - 2, place - 1):
            if start >= low and (match := pattern.match(text, start)):
                yield match
                low = match.end()
                break


def _separators(text: str) -> list[int]:
    """Where the first of two signs between figures may stand, as in 03/05/2024."""
    return sorted([match.start() for sign in _SEPARATORS for match in in_pieces(sign, text)])


def _years(text: str) -> list[int]:
    """Where figures of a year start."""
    return sorted([match.start() for sign in _YEAR_SIGNS for match in in_pieces(sign, text)])


def _month_signs(text: str, years: list[int]) -> list[re.Match[str]]:
    """English months near a year; without a year near they are part of no date."""
    if 60 * len(years) > len(text) and not _MONTH_SIGN.search(text):
        return []  # a ledger, where years are near everywhere
    windows: list[list[int]] = []
    for year in years:
        if windows and year - 40 <= windows[-1][1]:
            windows[-1][1] = year + 20
        else:
            windows.append([max(0, year - 40), year + 20])
    return [sign for start, end in windows for sign in _MONTH_SIGN.finditer(text, start, end)]


def _candidates(text: str, years: list[int], named: list[re.Match[str]]) -> tuple[list[_Date], list[Span]]:
    """Dates in order of place, and the spans of days that do not exist."""
    dates: list[_Date] = []
    invalid: list[Span] = []

    def add(start: int, match: re.Match[str], year: int | None, month: int, day: int | None) -> None:
        end, clock = match.end(), _clock(match)
        if clock is None:
            end, clock = match.end("d") + (match.re is _BEHIND_MONTH), ""
        if _exists(year, month, day):
            dates.append(_Date(start, end, year, month, day, clock))
        elif day is not None and (year is None or 1000 <= year <= 2999) and day <= 99:
            invalid.append((start, end))

    low = 0
    for at in _places(text, "月"):
        if at and text[at - 1] not in _BEFORE_MONTH_LAST and not text[at - 1].isspace():
            continue  # 个月
        begin, lowest = at, max(low, at - 16)
        while begin > lowest and ((beside := text[begin - 1]) in _BEFORE_MONTH_SIGNS or beside.isspace()):
            begin -= 1
        before = _BEFORE_MONTH.search(text, begin, at)
        behind = _BEHIND_MONTH.match(text, at)
        if before and behind and (before["y"] or behind["d"]) and not _glued(text, before.start()):
            year = _year(before["y"]) if before["y"] else None
            day = _number(behind["d"]) if behind["d"] else None
            if day is not None or (before["y"] and len(before["y"]) == 4):
                add(before.start(), behind, year, _number(before["m"]), day)
                low = behind.end()
    known: dict[str, tuple[int, _Date]] = {}  # with its length: the same days come again and again in a ledger
    for start in years:
        match = _NUMERIC.match(text, start) if text[start + 5 : start + 6] in _FIGURES else None
        if match is None or (_glued(text, start) and text[start - 1] != "-"):
            continue
        if (known_as := known.get(match[0])) is not None:
            length, same = known_as
            dates.append(_Date(start, start + length, same.year, same.month, same.day, same.time))
            continue
        if match["sep"].isspace() and (len(match["m"]) < 2 or len(match["d"]) < 2):
            continue
        count = len(dates)
        add(start, match, int(match["y"]), int(match["m"]), int(match["d"]))
        if len(dates) > count:
            known[match[0]] = dates[-1].end - start, dates[-1]
    year_last = "/" in text or any(text[start - 1] in "-." for start in years if start)
    for match in _behind_first(_MONTH_DAY_YEAR, text, _separators(text)) if year_last else ():
        start, short = match.start(), len(match["y"]) == 2
        if _glued(text, start) and not (text[start - 1] == "-" and text[start - 5 : start - 1].isdigit()):
            continue
        around = _HAN_TEXT.search(text, max(0, start - 80), match.end() + 80)
        if short and (match["sep"] != "/" or around):
            continue
        month, day, year = int(match["m"]), int(match["d"]), _year(match["y"])
        if around and max(month, day) <= 12 and month != day:
            continue  # month first or day first: a Chinese text does not say
        if month > 12 >= day:
            month, day = day, month
        if _exists(year, month, day):
            add(start, match, year, month, day)
    for sign in named:
        at, end = sign.span()
        if at and text[at - 1].isalpha() and text[at - 1].isascii():
            continue
        month = _MONTHS[sign[0].lower().rstrip(".")]
        head = text[max(0, at - 24) : at]
        if behind := _DAY_YEAR_BEHIND.match(text, end):
            add(at, behind, int(behind["y"]), month, _number(behind["d"]))
        elif behind := _YEAR_ONLY_BEHIND.match(text, end):
            first = _DAY_BEFORE.search(head)
            if first is None and sign[0][0].islower():
                continue  # you may 2000 times
            start = at - len(first[0]) if first else at
            add(start, behind, int(behind["y"]), month, _number(first["d"]) if first else None)
        elif year_before := _YEAR_BEFORE.search(head):
            start, year = at - len(year_before[0]), int(year_before["y"])
            if year_before["d"] and (name := _MONTH_NAME.match(text, at)):
                add(start, name, year, month, int(year_before["d"]))
            elif behind := _ONE_DAY_BEHIND.match(text, end):
                add(start, behind, year, month, int(behind["d"]))
    for word in _COMPACT_WORDS:
        for place in _places(text, word):
            if compact := _COMPACT_BEHIND.match(text, place):
                add(compact.start("y"), compact, int(compact["y"]), int(compact["m"]), int(compact["d"]))
    dates.sort(key=lambda d: (d.start, -d.end))
    kept: list[_Date] = []
    for date in dates:
        if not kept or date.start >= kept[-1].end:
            kept.append(date)
    return kept, invalid


@lru_cache(maxsize=1)
def _read(text: str) -> tuple[list[int], list[re.Match[str]], list[_Date], list[Span]]:
    """Years, English months, dates, days that do not exist. Kept for the last text, which is asked for all of them."""
    years = _years(text)
    named = _month_signs(text, years)
    return years, named, *_candidates(text, years, named)


_TO = r"(?:-{1,2}|[—–~～]{1,2}|至|到|\s(?:to|through|until|till|thru)(?:\sthe)?\s|\sand\sending\son\s)"
_JOIN = Pattern(rf"(?:[(（]含[^()（）]{{0,4}}[)）])?(?:起|开始)?[,，]?\s{{0,2}}(?:{_TO}|止于)\s{{0,2}}$", re.IGNORECASE)
_AND = Pattern(r"\sand\s(?:the\s)?$", re.IGNORECASE)
_PARTIAL = Pattern(
    rf"(?:起|开始)?\s{{0,2}}{_TO}\s{{0,2}}(?:(?P<m>{_SMALL})\s{{0,2}}月\s{{0,2}})?(?P<d>{_SMALL})\s{{0,2}}[日号]"
)
_PARTIAL_MONTH = Pattern(rf"\s{{0,2}}{_TO}\s{{0,2}}(?P<m>{_SMALL})\s{{0,2}}月(?!\s{{0,2}}[0-9{_HAN}])")
# What a range may go on with behind its first date, and behind a blank there.
_GOES_ON = frozenset("起开-—–~～至到")
_GOES_ON_BEHIND = _GOES_ON | frozenset("tua")
_BOUND = Pattern(r"(?:之前|以前|之后|以后|或之|及之)")
_SHARED_YEAR = re.compile(
    r"(?P<m>[0-9]{1,2})/(?P<d>[0-9]{1,2})\s?[-–~]\s?(?P<m2>[0-9]{1,2})/(?P<d2>[0-9]{1,2})"
    r"(?:/|,\s?)(?P<y>[12][0-9]{3})(?![0-9])"
)
_DAYS_BEHIND = Pattern(
    rf"\s(?P<d>{_DAY_EN})(?:\s(?:to|through|until)\s|\s?[-–]\s?)"
    rf"(?:(?P<m2>{_MONTH})\s)?(?P<d2>{_DAY_EN})"
    r"(?:\s?,\s?|\s+of\s+|\s+)(?P<y>[12][0-9]{3})(?![0-9])"
)
_MONTHS_ONLY = Pattern(
    r"(?P<y>[12][0-9]{3})(?P<sep>[/.])(?P<m>[0-9]{1,2})\s?[-—–~～至到]{1,2}\s?"
    r"(?P<y2>[12][0-9]{3})(?P=sep)(?P<m2>[0-9]{1,2})(?![0-9]|[/.][0-9])"
)
_YEARS_ONLY = Pattern(
    r"(?P<y>[12][0-9]{3})\s?年?\s?[-—–~～至到]{1,2}\s?(?P<y2>[12][0-9]{3})\s?年(?![度级]?\s?[0-9]{1,2}\s?月)"
)
# From one year to the other in a range of years or months, in characters.
_LONGEST_TO_YEAR = 11
_BETWEEN = Pattern(r"between\s(?:the\s)?$", re.IGNORECASE)


def _goes_on(text: str, at: int) -> bool:
    """Could a range go on behind the date that ends at `at`?"""
    sign, behind = text[at : at + 1], text[at + 1 : at + 2]
    return sign in _GOES_ON or (sign.isspace() and (behind in _GOES_ON_BEHIND or behind.isspace()))


def find(text: str) -> tuple[list[Entity], list[Entity]]:
    """(dates, ranges); a date inside a range is among the dates too."""
    years, named, dates, _ = _read(text)
    ranges: list[Entity] = []

    def add(start: int, end: int, first: _Date, last: _Date) -> None:
        if first.iso[:10] <= last.iso[:10]:
            ranges.append(Entity("date_range", (start, end), (first.iso, last.iso)))

    low = 0
    for i, first in enumerate(dates):
        if first.start < low or (first.day is None and first.year is None):
            continue
        second = dates[i + 1] if i + 1 < len(dates) else None
        end = -1
        if second and second.start - first.end <= 14:
            between = text[first.end : second.start]
            joined = _JOIN.fullmatch(between) or (
                _AND.fullmatch(between) and _BETWEEN.search(text[max(0, first.start - 14) : first.start])
            )
            same = (first.day is None) == (second.day is None)
            if joined and same and not _BOUND.match(text, second.end):
                last = second
                if second.year is None and first.year is not None:
                    last = _Date(second.start, second.end, first.year, second.month, second.day, second.time)
                elif first.year is None and second.year is not None:
                    continue
                end = second.end
                add(first.start, end, first, last)
        goes_on = end < 0 and _goes_on(text, first.end)
        if goes_on and first.day is not None and (partial := _PARTIAL.match(text, first.end)):
            month = _number(partial["m"]) if partial["m"] else first.month
            day = _number(partial["d"])
            if _exists(first.year, month, day) and not _BOUND.match(text, partial.end()):
                end = partial.end()
                add(first.start, end, first, _Date(0, 0, first.year, month, day))
        if goes_on and first.day is None and (partial := _PARTIAL_MONTH.match(text, first.end)):
            month = _number(partial["m"])
            if _exists(first.year, month, None):
                end = partial.end()
                add(first.start, end, first, _Date(0, 0, first.year, month, None))
        low = max(low, end)
    for match in _behind_first(_SHARED_YEAR, text, _places(text, "/")) if years else ():
        year = int(match["y"])
        pairs = [(int(match["m"]), int(match["d"])), (int(match["m2"]), int(match["d2"]))]
        if not _glued(text, match.start()) and all(_exists(year, m, d) for m, d in pairs):
            add(*match.span(), *(_Date(0, 0, year, m, d) for m, d in pairs))
    for start, following in pairwise(years):
        if following - start > _LONGEST_TO_YEAR or _glued(text, start):
            continue
        if months := _MONTHS_ONLY.match(text, start):
            ends = [_Date(0, 0, int(months[y]), int(months[m]), None) for y, m in (("y", "m"), ("y2", "m2"))]
            if all(_exists(d.year, d.month, None) for d in ends):
                add(*months.span(), *ends)
        elif (whole := _YEARS_ONLY.match(text, start)) and whole["y"] < whole["y2"]:
            ranges.append(Entity("date_range", whole.span(), (whole["y"], whole["y2"])))
    for sign in named:
        days = _DAYS_BEHIND.match(text, sign.end())
        if days is None:
            continue
        month = _MONTHS[sign[0].lower().rstrip(".")]
        month2 = _MONTHS[days["m2"].lower().rstrip(".")] if days["m2"] else month
        year, day, day2 = int(days["y"]), _number(days["d"]), _number(days["d2"])
        if _exists(year, month, day) and _exists(year, month2, day2):
            add(sign.start(), days.end(), _Date(0, 0, year, month, day), _Date(0, 0, year, month2, day2))
    found = []
    for date in dates:
        start = date.start
        if start > 1 and text[start - 2] in "yY," and (weekday := _WEEKDAY.search(text[max(0, start - 12) : start])):
            start -= len(weekday[0])
        found.append(Entity("date", (start, date.end), date.iso))
    return found, ranges


def invalid(text: str) -> list[Span]:
    """Spans of what is written like a date but is no day of the calendar (2023年2月30日, 2023-13-01)."""
    return _read(text)[3]


def ambiguous(text: str) -> list[Span]:
    """Spans of dates in figures that may be read day first or month first (03/05/2024)."""
    return [
        match.span()
        for match in _behind_first(_MONTH_DAY_YEAR, text, _separators(text))
        if len(match["y"]) == 4
        and match["m"] != match["d"]
        and 1 <= int(match["m"]) <= 12
        and 1 <= int(match["d"]) <= 12
        and not _glued(text, match.start())
    ]
