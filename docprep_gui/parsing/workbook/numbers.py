"""What a person sees in a cell that holds a number: number formats of workbooks (ECMA-376 part 1, 18.8.30, 18.8.31).

Dates: see `dates`. Three things are not shown as the format says, since the value could no longer be told: a whole
number of twelve digits or more (an account, an identity) in scientific form stands in full, as without a format; a
format that puts digits of its own in front of the number (`\\1\\.0`) is not applied; a negative number keeps its sign
where the format tells it by colour only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation
from fractions import Fraction
from typing import NamedTuple

from docprep_gui.domain.document import escape_cell
from docprep_gui.parsing.workbook import codes
from docprep_gui.parsing.workbook.codes import BUILT_IN, GENERAL, Piece, Section
from docprep_gui.parsing.workbook.dates import Dates
from docprep_gui.parsing.workbook.sheets import VEIL
from docprep_gui.text import numerals

__all__ = [
    "BUILT_IN", "GENERAL", "Formatter", "Quick", "Style", "as_written", "formatter", "general", "iso", "since", "style",
]  # fmt: skip

_PLAIN = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")
_EXACT = Context(prec=40)
_MOST_DECIMALS = 30
_MOST_DENOMINATOR_DIGITS = 5
_LONG = 1e11
_CAPITALS = str.maketrans("0123456789", "零壹贰叁肆伍陆柒捌玖")
_SMALL = str.maketrans("0123456789", "〇一二三四五六七八九")

Formatter = Callable[[str], str]
"""From a number as the file has it to what is shown; what is no number comes back as it is."""

Quick = Callable[[Sequence[bytes], Callable[[bytes], str]], list[str]]
"""Shows many numbers, not empty, at once; the function given shows those that have to be rounded or chosen for."""


class Style(NamedTuple):
    """What shows the cells of one style: its numbers; its texts, escaped as cells are (None: as they are); and most of
    its numbers at once, where there is such a way."""

    numbers: Formatter
    texts: Formatter | None
    quick: Quick | None


def style(code: str, *, from_1904: bool = False) -> Style:
    """What shows cells by a format's code. A hidden value comes behind `VEIL`."""
    sections = codes.sections(code)
    prepared = [_Numbers(section) for section in _of_numbers(sections)]
    return Style(_formatter(prepared, from_1904), _of_texts(sections), _quick(prepared))


def formatter(code: str, *, from_1904: bool = False) -> Formatter:
    """What shows numbers by a format's code."""
    return style(code, from_1904=from_1904).numbers


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


def _formatter(sections: list[_Numbers], from_1904: bool) -> Formatter:
    first = sections[0].section
    if first.dates and first.condition is None:
        return _dated(Dates(first, from_1904))
    if len(sections) == 1 and sections[0].plain:
        return general
    dates = [Dates(one.section, from_1904) if one.section.dates else None for one in sections]

    return lambda raw: _numbered(sections, dates, raw)


def _of_numbers(sections: list[Section]) -> list[Section]:
    """The last section is no number's where it shows texts: "@" alone leaves numbers as they are."""
    if sections[-1].has("cell"):
        return sections[:-1] or codes.sections(GENERAL)
    return sections[:3]


def _of_texts(sections: Sequence[Section]) -> Formatter | None:
    last = sections[-1]
    if len(sections) < 4 and not last.has("cell"):
        return None
    if not last.pieces:
        return lambda text: VEIL + text if text else text
    if not last.literal.strip() or last.has("digit", "general", "date"):
        return None
    pieces = [(kind, escape_cell(piece)) for kind, piece in last.pieces]

    def show(text: str) -> str:
        return "".join(text if kind == "cell" else piece for kind, piece in pieces).strip()

    return show


def _dated(dates: Dates) -> Formatter:
    def show(raw: str) -> str:
        try:
            return dates.show(float(raw), general(raw))
        except ValueError:
            return raw

    return show


class _Numbers:
    """A section that shows numbers, prepared.

    `whole`, `fraction`: the pieces before and behind the point. `plain`: the number as without a format. `simple`:
    digits in one go with text around them, nothing to be scaled, left out or filled.
    """

    def __init__(self, section: Section) -> None:
        self.section = section
        pieces = section.pieces
        digits = [at for at, (kind, _) in enumerate(pieces) if kind == "digit"]
        self.first = digits[0] if digits else len(pieces)
        point = next((at for at, (kind, _) in enumerate(pieces) if kind == "point" and at >= self.first - 1), -1)
        if point >= 0 and not digits:
            point = -1
        self.exponent = next((at for at, (kind, _) in enumerate(pieces) if kind == "exponent"), -1)
        if self.exponent >= 0 and not any(at < self.exponent for at in digits):
            self.exponent = -1
        self.slash = next((at for at, (kind, _) in enumerate(pieces) if kind == "slash" and at > self.first), -1)
        self.percent = sum(kind == "percent" for kind, _ in pieces)
        end = self.exponent if self.exponent >= 0 else len(pieces)
        self.grouped, self.scale = _commas(pieces[:end], digits)
        shown = [(kind, text) for kind, text in pieces[:end] if kind != "comma" or not digits]
        point = next((at for at, (kind, _) in enumerate(shown) if kind == "point"), -1) if point >= 0 else -1
        self.whole = shown[:point] if point >= 0 else shown
        self.fraction = shown[point + 1 :] if point >= 0 else []
        self.decimals = min(sum(kind == "digit" for kind, _ in self.fraction), _MOST_DECIMALS)
        self.places = sum(kind == "digit" for kind, _ in self.whole)
        before = "".join(text for kind, text in pieces[: self.first] if kind == "text")
        self.plain = not pieces or (section.has("general", "cell") and not section.literal.strip() and not section.han)
        self.hidden = not pieces
        if digits and _fuses(before):
            self.plain, self.hidden = True, False
        kinds = {kind for kind, _ in pieces}
        self.simple = (
            bool(digits) and not self.plain and kinds <= {"digit", "point", "text", "comma"} and not self.scale
            and not section.han and self._in_one_go()
        )

    def _in_one_go(self) -> bool:
        wholes = [text for kind, text in self.whole if kind == "digit"]
        kinds = "".join("d" if kind == "digit" else "t" for kind, _ in self.whole).strip("t")
        tail = "".join("d" if kind == "digit" else "t" for kind, _ in self.fraction).rstrip("t")
        fixed = all(text == "0" for kind, text in self.fraction if kind == "digit")
        return (
            "t" not in kinds + tail and fixed and wholes[-1:] == ["0"] and "0" not in wholes[:-1] and "?" not in wholes
        )

    def parts(self) -> tuple[str, str]:
        """Text in front of and behind the digits."""
        at = next(at for at, (kind, _) in enumerate(self.whole) if kind == "digit")
        prefix = "".join(text for _, text in self.whole[:at])
        behind = [text for kind, text in (self.fraction or self.whole[at:]) if kind == "text"]
        return prefix.lstrip(), "".join(behind).rstrip()


def _fuses(prefix: str) -> bool:
    """Text in front that ends in digits, and has no letters to tell it from the number ("HT-2024-" has)."""
    return any(sign.isdigit() for sign in prefix) and not any(sign.isalpha() for sign in prefix)


def _commas(pieces: Sequence[Piece], digits: Sequence[int]) -> tuple[bool, int]:
    """Are thousands parted; and by how many thousands is the number divided: commas behind the last digit do."""
    point = next((at for at, (kind, _) in enumerate(pieces) if kind == "point"), len(pieces))
    whole = [at for at in digits if at < point]
    grouped = any(
        kind == "comma" and whole and whole[0] < at < whole[-1] for at, (kind, _) in enumerate(pieces)
    )
    scale = sum(
        kind == "comma" and bool(digits) and (at > digits[-1] or (bool(whole) and whole[-1] < at < point))
        for at, (kind, _) in enumerate(pieces)
    )
    return grouped, min(scale, 8)


def _quick(sections: Sequence[_Numbers]) -> Quick | None:
    """For digits with no more decimals than are shown, without a sign: nothing is to be rounded or chosen."""
    numbers = sections[0]
    if numbers.section.condition is not None or len(sections) > 2:
        return None  # a zero may have a section of its own
    if numbers.plain and len(sections) == 1:
        return as_written
    if not numbers.simple:
        return None
    prefix, suffix = numbers.parts()
    if "|" in prefix + suffix or not (prefix + suffix).isprintable():
        return None
    decimals = numbers.decimals
    plain = rb"(?:[1-9][0-9]{0,%d}+|0)" % (14 - min(decimals, 14))
    plain += rb"(?:\.[0-9]{1,%d}+)?+" % decimals if decimals else b""
    form = f"{',' if numbers.grouped else ''}.{decimals}f"
    line = prefix.replace("{", "{{").replace("}", "}}") + f"{{:{form}}}" + suffix.replace("{", "{{").replace("}", "}}")
    return _most(plain, lambda values: ((line + "\n") * len(values)).format(*map(float, values)))


def _most(plain: bytes, write: Callable[[Sequence[bytes]], str]) -> Quick:
    """Shows the values that match `plain` by `write`, which gives lines, each ended by a line feed."""
    odd = re.compile(rb"^(?!(?:%s)$)[^\n]*+$" % plain, re.M)
    usual = re.compile(plain).fullmatch

    def show(values: Sequence[bytes], slow: Callable[[bytes], str]) -> list[str]:
        joined = b"\n".join(values)
        if joined.count(b"\n") >= len(values):
            return list(map(slow, values))
        shown = list(values)
        others: dict[int, bytes] = {}
        for match in odd.finditer(joined):
            at, value = joined.count(b"\n", 0, match.start()), _to_fifteen(match[0])
            if not usual(value):
                value, others[at] = b"0", match[0]
            shown[at] = value
        texts = write(shown).split("\n")[:-1]
        for at, value in others.items():
            texts[at] = slow(value)
        return texts

    return show


def _to_fifteen(value: bytes) -> bytes:
    """A number with the error of its arithmetic (8613.200000000001) to the fifteen digits that are shown anyway."""
    if len(value) > 16:
        try:
            return b"%.15g" % float(value)
        except ValueError:
            pass
    return value


# What `general` shows as it stands.
as_written = _most(
    rb"-?(?=.{1,15}$)(?:[1-9][0-9]*+|0(?=\.))(?:\.[0-9]*[1-9])?|0",
    lambda values: (b"\n".join(values) + b"\n").decode("ascii"),
)


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


# --- one number -----------------------------------------------------------------------------------------------
def _numbered(sections: list[_Numbers], dates: list[Dates | None], raw: str) -> str:
    try:
        value = float(raw)
    except ValueError:
        return raw
    if value != value or abs(value) > 1e21:
        return general(raw)
    place, absolute = _choose(sections, value)
    chosen = sections[place]
    date = dates[place]
    if date is not None:
        return date.show(value, general(raw))
    if chosen.hidden:
        return VEIL + general(raw)
    if chosen.plain:
        return general(raw)
    shown = _shown(chosen, abs(value))
    if shown is None:
        return general(raw)
    shown = shown.strip()
    if value < 0 and not chosen.section.has("digit", "general"):
        return shown  # words only
    signed = value < 0 and any(sign in "123456789一二三四五六七八九壹贰叁肆伍陆柒捌玖" for sign in shown)
    if signed and (not absolute or _alike(chosen, sections)):
        return "-" + shown
    return shown


def _alike(chosen: _Numbers, sections: list[_Numbers]) -> bool:
    """Has a section for numbers that are not negative the same words, so that these do not tell the sign?"""
    by_condition = any(one.section.condition for one in sections)
    others = sections if by_condition else sections[:1]
    return any(
        one is not chosen and not one.section.negative and one.section.literal == chosen.section.literal
        for one in others
    )


def _choose(sections: list[_Numbers], value: float) -> tuple[int, bool]:
    """The place of the section for a value, and whether it is for negative numbers only and so shows the sign."""
    if any(one.section.condition for one in sections):
        for place, one in enumerate(sections):
            test = one.section.condition
            if test is None or test(value):
                return place, one.section.negative or (place == 1 and sections[0].section.positive)
        return len(sections) - 1, False
    if value < 0 and len(sections) > 1:
        return 1, True
    return (2, False) if value == 0 and len(sections) > 2 else (0, False)


def _shown(numbers: _Numbers, value: float) -> str | None:
    """The absolute value by a section; None where it cannot be applied."""
    section = numbers.section
    pieces = section.pieces
    if section.has("general", "cell"):
        plain = _in_han(general(f"{value:.15g}"), section.han)
        return "".join(plain if kind in ("general", "cell") else text for kind, text in pieces)
    if not section.has("digit"):
        return "".join(text for _, text in pieces)
    try:
        exact = Decimal(f"{value:.15g}").scaleb(2 * numbers.percent - 3 * numbers.scale, _EXACT)
        if numbers.slash >= 0:
            return _as_fraction(numbers, exact)
        if numbers.exponent >= 0:
            return None if value >= _LONG and value == int(value) else _scientific(numbers, exact)
        return _positional(numbers, exact)
    except (InvalidOperation, OverflowError):
        return None


def _positional(numbers: _Numbers, exact: Decimal) -> str:
    decimals = numbers.decimals
    rounded = f"{exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP, _EXACT):f}"
    whole, _, fraction = rounded.partition(".")
    shown = _filled(numbers.whole, whole.lstrip("0"), numbers.grouped)
    if numbers.fraction:
        behind = _decimals(numbers.fraction, fraction)
        shown += f".{behind}" if behind[:1].isdigit() else behind
    digits = numbers.section.han
    return shown.translate(_SMALL if digits == 1 else _CAPITALS) if digits else shown


def _filled(pieces: Sequence[Piece], digits: str, grouped: bool) -> str:
    """Digits put into the places before the point, from the right; the first place takes all that are left."""
    parts: list[str] = []
    left = sum(kind == "digit" for kind, _ in pieces)
    taken = 0

    def put(sign: str) -> None:
        nonlocal taken
        if grouped and taken and taken % 3 == 0:
            parts.append(",")
        parts.append(sign)
        taken += 1

    for kind, text in reversed(pieces):
        if kind != "digit":
            parts.append(text)
            continue
        left -= 1
        if digits:
            put(digits[-1])
            digits = digits[:-1]
        elif text == "0":
            put("0")
        if left == 0:
            for sign in reversed(digits):
                put(sign)
    return "".join(reversed(parts))


def _decimals(pieces: Sequence[Piece], digits: str) -> str:
    """Digits put into the places behind the point; zeros at the end only where the place wants them."""
    places = [text for kind, text in pieces if kind == "digit"][: len(digits)]
    kept = len(places)
    while kept and digits[kept - 1] == "0" and places[kept - 1] != "0":
        kept -= 1
    parts: list[str] = []
    at = 0
    for kind, text in pieces:
        if kind != "digit":
            parts.append(text)
        else:
            parts.append(digits[at] if at < kept else "")
            at += 1
    return "".join(parts)


def _scientific(numbers: _Numbers, exact: Decimal) -> str:
    """As many digits before the point as there are places; the exponent is a multiple of their number."""
    pieces = numbers.section.pieces
    behind = pieces[numbers.exponent + 1 :]
    step = max(numbers.places, 1)
    power = 0
    if exact:
        power = exact.adjusted()
        power -= power % step if step > 1 else 0
        scaled = exact.scaleb(-power, _EXACT).quantize(Decimal(1).scaleb(-numbers.decimals), ROUND_HALF_UP, _EXACT)
        if scaled.adjusted() >= step:
            power += step
    mantissa = _positional(numbers, exact.scaleb(-power, _EXACT))
    width = sum(kind == "digit" and text == "0" for kind, text in behind)
    sign = "-" if power < 0 else "+" if pieces[numbers.exponent][1][1] == "+" else ""
    tail = "".join(text for kind, text in behind if kind == "text")
    return f"{mantissa}E{sign}{abs(power):0{max(width, 1)}}{tail}"


def _as_fraction(numbers: _Numbers, exact: Decimal) -> str | None:
    """Whole part, numerator and denominator: the nearest one with as many digits as there are places."""
    pieces = numbers.section.pieces
    above, below = pieces[: numbers.slash], pieces[numbers.slash + 1 :]
    places = [at for at, (kind, _) in enumerate(above) if kind == "digit"]
    start = places[-1]
    while start - 1 in places:
        start -= 1
    mixed = start > places[0]  # digits in front of the numerator, parted from it
    fixed = next((text for kind, text in below if kind == "text" and text.isdigit()), "")
    value = Fraction(exact)
    whole = int(value) if mixed else 0
    rest = value - whole
    if fixed:
        bottom = int(fixed + "0" * sum(kind == "digit" for kind, _ in below))
        top = int(rest * bottom + Fraction(1, 2))
    else:
        width = min(sum(kind == "digit" for kind, _ in below), _MOST_DENOMINATOR_DIGITS)
        if not width:
            return None
        near = rest.limit_denominator(10**width - 1)
        top, bottom = near.numerator, near.denominator
    if mixed and top == bottom:
        whole, top = whole + 1, 0
    tail = "".join(text for kind, text in below if kind == "text" and not text.isdigit())
    if not mixed:
        prefix = "".join(text for kind, text in above[: places[0]] if kind == "text")
        return f"{prefix}{top}/{bottom}{tail}"
    last = places[places.index(start) - 1] + 1
    wholes = [piece for piece in above[:last] if piece[0] != "comma"]
    shown = _filled(wholes, str(whole) if whole or not top else "", numbers.grouped)
    if not top:
        return shown + tail
    between = "".join(text for kind, text in above[last:start] if kind == "text")
    with_whole = whole or any(piece == ("digit", "0") for piece in wholes)
    return f"{shown}{between if with_whole else ''}{top}/{bottom}{tail}"


def _in_han(shown: str, han: int) -> str:
    """A plain number as a Chinese numeral."""
    whole, point, fraction = shown.partition(".")
    if not han or not whole.isdecimal() or (fraction and not fraction.isdecimal()) or len(whole) > 16:
        return shown
    number = numerals.han(int(whole)) if han == 1 else numerals.capital(int(whole))
    return number + (f"点{fraction.translate(_SMALL if han == 1 else _CAPITALS)}" if point else "")
