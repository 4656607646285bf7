"""Dates and times in cells, by the pieces of their number formats.

What is read the same way everywhere is shown as its format says: times (8:30, 下午8时30分, 26:15), and dates whose
month or year is named (2024年5月6日, May 6, 2024; 5月6日 with its year in front). All others are shown in ISO form,
with a year of four digits, as exactly as the format does (2024-05-06, 2024-05): nobody can tell what 05/06/24 means. A
day of a month without its year gets it. A midnight is left out behind a date.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from docprep_gui.parsing.workbook.codes import Piece, Section
from docprep_gui.text import numerals

_FIRST_1904 = date(1904, 1, 1).toordinal()
_FIRST_1900 = date(1899, 12, 30).toordinal()
LAST_SERIAL = 2_958_465
_DAY = 86_400
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_HAN_WEEKDAYS = "一二三四五六日"
_LEAP_1900 = (1900, 2, 29)


class Dates:
    """Shows serial numbers by one section of a format."""

    def __init__(self, section: Section, from_1904: bool) -> None:
        self._section = section
        self._from_1904 = from_1904
        self._pieces = _told_apart(section.pieces)
        kinds = {kind for kind, _ in self._pieces}
        self._with_date = bool(kinds & {"year", "month", "day", "weekday"})
        self._elapsed = "elapsed" in kinds
        self._drops_midnight = "month" in kinds and not self._elapsed
        self._twelve = "half" in kinds
        self._decimals = sum(kind == "fraction" for kind, _ in self._pieces)
        self._iso = self._stretch()
        self._year_missing = (
            {"month", "day"} <= kinds and "year" not in kinds and self._iso[1] < 0
        )

    def show(self, value: float, otherwise: str) -> str:
        """`otherwise`: what is shown of a number that is no date. Less than no time has a sign."""
        if value < 0 and self._elapsed and not self._with_date:
            return f"-{self.show(-value, otherwise)}"
        if not 0 <= value < LAST_SERIAL + 1:
            return otherwise
        unit = 10**self._decimals
        whole, fraction = divmod(round(value * _DAY * unit), unit)
        day, seconds = divmod(whole, _DAY)
        if self._with_date and day == 0 and not self._from_1904 and not self._elapsed:
            # There is no day 0: the time of day is what was meant.
            return f"{seconds // 3600:02}:{seconds // 60 % 60:02}" if seconds else otherwise
        return self._written(day, seconds, whole, fraction)

    def _stretch(self) -> tuple[int, int]:
        """First and last place among the pieces of what ISO form replaces; (0, -1) for nothing."""
        places = [at for at, (kind, _) in enumerate(self._pieces) if kind in ("year", "month", "day")]
        shown = {self._pieces[at][0] for at in places}
        if len(shown) < 2:
            return 0, -1
        between = "".join(text for kind, text in self._pieces[places[0] : places[-1] + 2] if kind == "text")
        named = any(len(text) > 3 for kind, text in self._pieces if kind == "month")
        full = any(len(text) > 2 or text[0] == "e" for kind, text in self._pieces if kind == "year")
        if (full and named) or "年" in between or ("year" not in shown and "月" in between):
            return 0, -1
        return places[0], places[-1]

    def _written(self, day: int, seconds: int, whole: int, fraction: int) -> str:
        parts: list[str] = []
        first, last = self._iso
        midnight = self._drops_midnight and not seconds
        if self._year_missing:
            parts.append(self._calendar("year", "yyyy", day) + "年")
        for at, (kind, text) in enumerate(self._pieces):
            if first <= at <= last:
                if at == first:
                    parts.append(self._in_iso(day))
                continue
            if midnight and self._of_time(at):
                continue
            if kind == "year" and self._pieces[at + 1 : at + 2] and self._pieces[at + 1][1].startswith("年"):
                parts.append(self._calendar(kind, "yyyy", day))
            elif kind in ("year", "month", "day", "weekday"):
                parts.append(self._calendar(kind, text, day))
            elif kind == "fraction":
                parts.append(self._fraction(at, fraction))
            else:
                parts.append(self._clock(kind, text, seconds, whole))
        return "".join(parts).strip()

    def _of_time(self, at: int) -> bool:
        """Is the piece of the time of day, or behind such a one and not of the date?"""
        kinds = [kind for kind, _ in self._pieces]
        if kinds[at] in ("hour", "minute", "second", "half", "fraction"):
            return True
        if kinds[at] != "text":
            return False
        before = [kind for kind in kinds[:at] if kind != "text"]
        after = [kind for kind in kinds[at:] if kind != "text"]
        time = ("hour", "minute", "second", "half", "fraction")
        if before and before[-1] in time:
            return True
        return bool(after and after[0] in time and not self._pieces[at][1].strip("T "))

    def _in_iso(self, day: int) -> str:
        year, month, number = self._date(day)
        kinds = {kind for kind, _ in self._pieces}
        shown = f"{year:04}-{month:02}"
        return f"{shown}-{number:02}" if "day" in kinds else shown

    def _date(self, day: int) -> tuple[int, int, int]:
        """Lotus, and so Excel, has a 29 February 1900, which is day 60."""
        if not self._from_1904 and day == 60:
            return _LEAP_1900
        first = _FIRST_1904 if self._from_1904 else _FIRST_1900 + (day < 60)
        found = date.fromordinal(min(first + day, date.max.toordinal()))
        return found.year, found.month, found.day

    def _calendar(self, kind: str, text: str, day: int) -> str:
        year, month, number = self._date(day)
        han = self._section.han
        if kind == "year":
            shown = numerals.by_digits(year) if han else str(year)
            return shown if len(text) > 2 or text[0] == "e" else shown[-2:]
        if kind == "weekday":
            at = date(year, month, number).weekday() if (year, month, number) != _LEAP_1900 else 2
            if self._section.chinese or text[0] == "a":
                return ("星期" if len(text) > 3 else "周" if text[0] == "d" else "") + _HAN_WEEKDAYS[at]
            return _WEEKDAYS[at] if len(text) > 3 else _WEEKDAYS[at][:3]
        value = month if kind == "month" else number
        if len(text) > 2:
            if self._section.chinese:
                return f"{numerals.han(month)}月"
            name = _MONTHS[month - 1]
            return name if len(text) == 4 else name[:3] if len(text) == 3 else name[0]
        return numerals.han(value) if han else f"{value:02}" if len(text) == 2 else str(value)

    def _clock(self, kind: str, text: str, seconds: int, whole: int) -> str:
        if kind == "elapsed":
            value = whole // {"h": 3600, "m": 60, "s": 1}[text[0]]
            return f"{value:0{len(text)}}"
        if kind == "half":
            late = seconds >= _DAY // 2
            if self._section.chinese:
                return "下午" if late else "上午"
            return ("PM" if late else "AM")[: 2 if len(text) > 3 else 1]
        if kind not in ("hour", "minute", "second"):
            return text
        value = {"hour": seconds // 3600, "minute": seconds // 60 % 60, "second": seconds % 60}[kind]
        if kind == "hour" and self._twelve:
            value = (value + 11) % 12 + 1
        if self._section.han:
            return numerals.han(value)
        return f"{value:02}" if len(text) > 1 else str(value)

    def _fraction(self, at: int, fraction: int) -> str:
        """One digit of the parts of a second."""
        place = sum(kind == "fraction" for kind, _ in self._pieces[:at])
        return f"{fraction:0{self._decimals}}"[place]


def _told_apart(pieces: Sequence[Piece]) -> list[tuple[str, str]]:
    """The pieces by what they show. "m" is minutes behind hours and before seconds, months elsewhere."""
    letters = [text[0] if kind in ("date", "elapsed") else "" for kind, text in pieces]
    steps = [at for at, letter in enumerate(letters) if letter]
    found: list[tuple[str, str]] = []
    for at, (kind, text) in enumerate(pieces):
        if kind == "elapsed":
            found.append(("elapsed", text))
        elif kind == "date" and text[0] == "m":
            place = steps.index(at)
            before = letters[steps[place - 1]] if place else ""
            after = letters[steps[place + 1]] if place + 1 < len(steps) else ""
            minutes = len(text) < 3 and (before == "h" or after == "s")
            found.append(("minute" if minutes else "month", text))
        elif kind == "date":
            found.append((_KINDS.get(text[0], "weekday" if len(text) > 2 else "day"), text))
        elif kind == "digit":
            found.append(("fraction", text))
        elif kind == "point":
            found.append(("text", "."))
        elif kind == "half":
            found.append(("half", text))
        elif kind == "text":
            found.append(("text", text))
    return [piece for piece in found if piece[0] != "era"]


_KINDS = {"y": "year", "e": "year", "h": "hour", "s": "second", "g": "era", "b": "year", "a": "weekday"}
