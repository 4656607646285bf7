"""What a person sees in a cell that holds a number: number formats of workbooks (ECMA-376 part 1, 18.8.30, 18.8.31).

Dates are the exception: they are shown in ISO form (2024-05-06, 2024-05-06 08:30, 08:30:15), since no other form is
read the same way everywhere. A midnight is left out where the format has a date. A format that would put digits of its
own in front of the number (`\\1\\.0`) is not applied: what it shows is no longer the value.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation

GENERAL = "General"

# Formats that files name by number only; 27 to 36 and 50 to 58 as a Chinese system has them.
BUILT_IN = {
    0: GENERAL, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: '"$"#,##0_);("$"#,##0)',
    6: '"$"#,##0_);[Red]("$"#,##0)', 7: '"$"#,##0.00_);("$"#,##0.00)', 8: '"$"#,##0.00_);[Red]("$"#,##0.00)', 9: "0%",
    10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: "yyyy/m/d", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
    18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy/m/d h:mm", 27: 'yyyy"年"m"月"',
    28: 'm"月"d"日"', 29: 'm"月"d"日"', 30: "m-d-yy", 31: 'yyyy"年"m"月"d"日"', 32: 'h"时"mm"分"',
    33: 'h"时"mm"分"ss"秒"', 34: '上午/下午h"时"mm"分"', 35: '上午/下午h"时"mm"分"ss"秒"', 36: 'yyyy"年"m"月"',
    37: "#,##0_);(#,##0)", 38: "#,##0_);[Red](#,##0)", 39: "#,##0.00_);(#,##0.00)", 40: "#,##0.00_);[Red](#,##0.00)",
    41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)', 42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
    43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
    44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)', 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0",
    48: "##0.0E+0", 49: "@", 50: 'yyyy"年"m"月"', 51: 'm"月"d"日"', 52: 'yyyy"年"m"月"', 53: 'm"月"d"日"',
    54: 'm"月"d"日"', 55: '上午/下午h"时"mm"分"', 56: '上午/下午h"时"mm"分"ss"秒"', 57: 'yyyy"年"m"月"',
    58: 'm"月"d"日"',
}

# One piece of a format: quoted text, an escaped sign, a bracket, a width to skip or fill, digits, anything else.
_PIECES = re.compile(r'"([^"]*)"?|\\(.)|\[([^\]]*)\]|([_*].?)|([0#?]+)|(.)', re.S)
_SECTION = re.compile(r'((?:"[^"]*"?|\\.|\[[^\]]*\]|[_*].|[^;"\\\[_*]|[_*\\\[])*)(?:;|$)', re.S)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?[\d.]+)$")
_ELAPSED = re.compile(r"h+|m+|s+", re.I)
_DATE_LETTERS = re.compile(r"AM/PM|A/P|上午/下午|y+|m+|d+|h+|s+", re.I)
_PLAIN = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")
_EXACT = Context(prec=40)
_MOST_DECIMALS = 30
_FIRST_1904 = date(1904, 1, 1).toordinal()
_FIRST_1900 = date(1899, 12, 30).toordinal()
_LAST_SERIAL = 2_958_465
_DAY = 86_400

Formatter = Callable[[str], str]
"""From a number as the file has it to what is shown; what is no number comes back as it is."""


def general(raw: str) -> str:
    """A number without a format: fifteen digits, no exponent for what people write, no ".0"."""
    if raw.isdecimal() and len(raw) < 16:
        return raw
    if _PLAIN.fullmatch(raw) and len(raw) <= 16:
        if "." not in raw:
            return "0" if raw == "-0" else raw
        raw = raw.rstrip("0")
        return raw[:-1] if raw.endswith(".") else raw
    try:
        value = float(raw)
    except ValueError:
        return raw
    if value != value or value in (float("inf"), float("-inf")):
        return raw
    if value == 0:
        return "0"
    if not 1e-9 <= abs(value) < 1e21:
        return f"{value:.15g}".replace("e", "E")
    shown = f"{Decimal(f'{value:.15g}'):f}"
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


def formatter(code: str, *, from_1904: bool = False) -> Formatter:
    """What shows numbers by a format's code. Codes that make no sense count as General."""
    sections = [_Section.of(part) for part in _sections(code)]
    first = sections[0]
    if first.date:
        return lambda raw: _dated(first, raw, from_1904)
    if all(section.plain for section in sections):
        return general

    def slow(raw: str) -> str:
        return _numbered(sections, raw)

    usual = first.digits and not (first.plain or first.optional or first.percent or first.thousands or first.whole > 1)
    # A zero may have a section of its own.
    return _quick(first, slow) if usual and len(sections) < 3 and not first.condition else slow


def _quick(section: _Section, slow: Formatter) -> Formatter:
    """For digits with no more decimals than are shown, without a sign: nothing is to be rounded or chosen."""
    decimals, grouped, prefix = section.decimals, section.grouped, section.prefix
    # What fills up the decimals, by how many there are.
    filled = [("." if decimals and not count else "") + "0" * (decimals - count) + section.suffix
              for count in range(decimals + 1)]

    def show(raw: str) -> str:
        whole, point, fraction = raw.partition(".")
        count = len(fraction)
        if count > decimals or len(raw) > 15 or not whole.isdecimal() or whole[0] == "0":
            return slow(raw)
        if point and not fraction.isdecimal():
            return slow(raw)
        if grouped and len(whole) > 3:
            whole = f"{whole[:-3]},{whole[-3:]}" if len(whole) < 7 else f"{int(whole):,}"
        return f"{prefix}{whole}{point}{fraction}{filled[count]}"

    return show


def _sections(code: str) -> list[str]:
    parts = [match[1] for match in _SECTION.finditer(code)]
    if len(parts) > 1 and parts[-1] == "" and not code.endswith(";"):
        parts.pop()
    return parts[:4] or [GENERAL]


@dataclass(slots=True)
class _Section:
    """One of the parts of a format that semicolons part.

    `prefix` and `suffix` are text around the number. `digits`: the number is shown. `plain`: as General does.
    `condition`: (operator, number) that the section is for. `elapsed`: hours, minutes or seconds may exceed a day.
    """

    prefix: str = ""
    suffix: str = ""
    digits: bool = False
    plain: bool = False
    whole: int = 0
    decimals: int = 0
    optional: int = 0
    grouped: bool = False
    percent: int = 0
    thousands: int = 0
    date: bool = False
    has_day: bool = False
    has_time: bool = False
    has_seconds: bool = False
    elapsed: str = ""
    condition: tuple[str, float] | None = None

    @staticmethod
    def of(code: str) -> _Section:
        section = _Section()
        section._read(code)
        return section

    def _read(self, code: str) -> None:
        before: list[str] = []
        after: list[str] = []
        letters: list[str] = []
        point = odd = False
        commas = 0
        for match in _PIECES.finditer(code):
            quoted, escaped, bracket, skipped, digits, other = match.groups()
            text = after if self.digits or self.plain else before
            if quoted is not None or escaped is not None:
                text.append(quoted if quoted is not None else escaped)
            elif bracket is not None:
                self._bracket(bracket, text)
            elif digits is not None:
                if after and any(piece.strip() for piece in after):
                    odd = odd or not self.percent
                self.digits = True
                if point:
                    self.decimals += len(digits)
                    self.optional = self.optional + len(digits) - digits.count("0") if digits[-1] != "0" else 0
                else:
                    self.whole += digits.count("0")
                    self.grouped = self.grouped or commas > 0
                    commas = 0
            elif skipped is None:
                if other == ".":
                    if self.digits or not before:
                        point = True
                    else:
                        text.append(other)
                elif other == "," and self.digits:
                    commas += 1
                elif other == "%":
                    self.percent += 1
                    text.append(other)
                elif other in "/Ee" and self.digits:
                    odd = True
                elif (other.isascii() and other.isalpha()) or other in "上午下/":
                    letters.append(other)
                    text.append(other)
                elif other != "@":
                    text.append(other)
        self.thousands = commas
        self.decimals = min(self.decimals, _MOST_DECIMALS)
        joined = "".join(letters)
        self.prefix, self.suffix = "".join(before).lstrip(), "".join(after).rstrip()
        if self.elapsed or (joined.lower() != "general" and _DATE_LETTERS.search(joined)):
            self._dates(code)
        elif joined.lower() == "general":
            place = (self.prefix + self.suffix).lower().find("general")
            whole = self.prefix + self.suffix
            self.prefix, self.suffix = whole[:place], whole[place + 7 :]
            self.plain = True
            self.digits = bool(self.prefix or self.suffix)
            self.plain = not self.digits
            self.whole, self.optional, self.decimals = 1, 15, 15
        elif odd or (not self.digits and not before) or _fuses(self.prefix):
            self.plain = True

    def _bracket(self, bracket: str, text: list[str]) -> None:
        if bracket.startswith("$"):
            sign = bracket[1:].partition("-")[0]
            if sign:
                text.append(sign)
            return
        condition = _CONDITION.match(bracket)
        if condition:
            try:
                self.condition = condition[1], float(condition[2])
            except ValueError:
                self.condition = None
        elif _ELAPSED.fullmatch(bracket):
            self.elapsed = bracket[0].lower()

    def _dates(self, code: str) -> None:
        """Which parts of a date or a time the format shows. "m" is minutes behind hours and before seconds."""
        bare = re.sub(r'"[^"]*"?|\\.|[_*].|\[\$[^\]]*\]|\[(?:DBNum\d|[A-Za-z]{3,})\]', " ", code)
        tokens = [token.lower() for token in _DATE_LETTERS.findall(bare)]
        self.date = True
        for place, token in enumerate(tokens):
            kind = token[0]
            if kind == "m":
                before = tokens[place - 1] if place else ""
                after = tokens[place + 1] if place + 1 < len(tokens) else ""
                minutes = len(token) < 3 and (before[:1] == "h" or after[:1] == "s" or self.elapsed == "m")
                self.has_time = self.has_time or minutes
                self.has_day = self.has_day or not minutes
            elif kind in "yd":
                self.has_day = True
            else:
                self.has_time = True
                self.has_seconds = self.has_seconds or kind == "s"


def _fuses(prefix: str) -> bool:
    """Text in front that ends in digits, and has no letters to tell it from the number ("HT-2024-" has)."""
    return any(sign.isdigit() for sign in prefix) and not any(sign.isalpha() for sign in prefix)


# --- dates ----------------------------------------------------------------------------------------------------
def _dated(section: _Section, raw: str, from_1904: bool) -> str:
    try:
        value = float(raw)
    except ValueError:
        return raw
    if not 0 <= value < _LAST_SERIAL + 1:
        return general(raw)
    day = int(value)
    seconds = round((value - day) * _DAY)
    if seconds == _DAY:
        day, seconds = day + 1, 0
    if section.elapsed:
        return _elapsed(section, day * _DAY + seconds)
    clock = f"{seconds // 3600:02}:{seconds // 60 % 60:02}"
    if section.has_seconds:
        clock += f":{seconds % 60:02}"
    if not section.has_day or (day == 0 and not from_1904):
        return clock if section.has_time or seconds else general(raw)
    shown = _day(day, from_1904)
    return f"{shown} {clock}" if section.has_time and seconds else shown


def _day(serial: int, from_1904: bool) -> str:
    """Lotus, and so Excel, has a 29 February 1900, which is day 60."""
    if from_1904:
        return date.fromordinal(min(_FIRST_1904 + serial, date.max.toordinal())).isoformat()
    if serial == 60:
        return "1900-02-29"
    return date.fromordinal(min(_FIRST_1900 + serial + (serial < 60), date.max.toordinal())).isoformat()


def _elapsed(section: _Section, seconds: int) -> str:
    minutes = seconds // 60
    if section.elapsed == "h":
        shown = f"{minutes // 60}:{minutes % 60:02}"
    elif section.elapsed == "m":
        shown = f"{minutes}"
    else:
        return f"{seconds}"
    return f"{shown}:{seconds % 60:02}" if section.has_seconds else shown


def iso(text: str) -> str:
    """A date written in ISO form in the file, shown as the numbers are."""
    day, _, clock = text.removesuffix("Z").partition("T")
    clock = clock.partition(".")[0]
    if clock in ("", "00:00:00", "00:00"):
        return day
    clock = clock.removesuffix(":00") if clock.count(":") == 2 else clock
    return f"{day} {clock}".strip()


def since(seconds: timedelta) -> str:
    """A length of time as hours, minutes and seconds."""
    total = int(seconds.total_seconds())
    return f"{total // 3600}:{total // 60 % 60:02}:{total % 60:02}"


# --- numbers --------------------------------------------------------------------------------------------------
def _numbered(sections: list[_Section], raw: str) -> str:
    try:
        value = float(raw)
    except ValueError:
        return raw
    if value != value or abs(value) > 1e21:
        return general(raw)
    section, absolute = _choose(sections, value)
    if section.plain:
        return general(raw)
    if not section.digits:
        # Only text: signs for nothing ("-") are shown, an empty section hides the value on purpose.
        return (section.prefix + section.suffix).strip() if value == 0 or section.prefix else general(raw)
    shown = _digits(section, raw.lstrip("-") if value < 0 else raw, abs(value))
    shown = f"{section.prefix}{shown}{section.suffix}"
    if value < 0 and any(sign in "123456789" for sign in shown):
        if not absolute:
            return "-" + shown
        if not any(sign in shown for sign in "-(（△▲负−－"):
            return "-" + shown  # in red, most often
    return shown


def _choose(sections: list[_Section], value: float) -> tuple[_Section, bool]:
    """The section for a value, and whether it is for negative numbers only and so shows the sign itself."""
    numeric = sections[:3]
    if any(section.condition for section in numeric):
        for section in numeric:
            if section.condition is None or _holds(section.condition, value):
                return section, False
        return numeric[-1], False
    if value < 0 and len(numeric) > 1:
        return numeric[1], True
    if value == 0 and len(numeric) > 2:
        return numeric[2], False
    return numeric[0], False


def _holds(condition: tuple[str, float], value: float) -> bool:
    operator, bound = condition
    return {
        "<": value < bound, ">": value > bound, "=": value == bound, "<=": value <= bound, ">=": value >= bound,
        "<>": value != bound,
    }[operator]


def _digits(section: _Section, raw: str, value: float) -> str:
    decimals = section.decimals
    fraction = raw.partition(".")[2]
    if len(fraction) <= decimals and len(raw) <= 16 and not section.percent and not section.thousands and (
        _PLAIN.fullmatch(raw)
    ):
        shown = f"{value:,.{decimals}f}" if section.grouped else f"{value:.{decimals}f}"
    else:
        try:
            exact = Decimal(f"{value:.15g}").scaleb(2 * section.percent - 3 * section.thousands, _EXACT)
            exact = exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP, _EXACT)
        except InvalidOperation:
            return general(raw)
        shown = f"{exact:,f}" if section.grouped else f"{exact:f}"
    if section.optional:
        whole, _, fraction = shown.partition(".")
        kept = fraction[: decimals - section.optional]
        kept += fraction[decimals - section.optional :].rstrip("0")
        shown = f"{whole}.{kept}" if kept else whole
    if section.whole > 1:
        whole, point, fraction = shown.partition(".")
        shown = whole.rjust(section.whole, "0") + point + fraction
    elif section.whole == 0 and shown.partition(".")[0] == "0":
        return shown[1:]  # "#" and "?" show no zero
    return shown
