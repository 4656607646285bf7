"""The codes of number formats taken apart (ECMA-376 part 1, 18.8.30, 18.8.31): sections, and the pieces of each.

Chinese versions of Excel write "!" where others write a backslash, and `G/通用格式` for General, as Japanese and Korean
ones do in their words. Letters that mean nothing in a code stand for themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

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

_SECTION = re.compile(r'((?:"[^"]*"?|[\\!].|\[[^\]]*\]|[_*].|[^;"\\!\[_*]|[_*\\!\[])*)(?:;|$)', re.S)
_PIECE = re.compile(
    r'"(?P<quoted>[^"]*)"?|[\\!](?P<escaped>.)|\[(?P<bracket>[^\]]*)\]|(?P<skipped>[_*].?|B[12](?=[ymdg]))'
    r"|(?P<general>General|G/(?:通用格式|標準|표준))|(?P<half>AM/PM|A/P|上午/下午)|(?P<exponent>E[+-])|(?P<fixed>/\s*[1-9]\d*)"
    r"|(?P<digit>[0#?])|(?P<date>[yY]+|[eE]+|[gG]+|[bB]+|[mM]+|[dD]+|[hH]+|[sS]+|[aA]{3,4})|(?P<other>.)",
    re.S | re.I,
)
# Excel takes 255 signs; what is far longer is damage.
_LONGEST = 1_000
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?[\d.]+)$")
_ELAPSED = re.compile(r"h+|m+|s+", re.I)
_HAN_DIGITS = re.compile(r"DBNum([12])", re.I)

PieceKind = Literal[
    "text", "digit", "point", "comma", "percent", "exponent", "slash", "general", "cell", "date", "half", "elapsed"
]
Piece = tuple[PieceKind, str]
Condition = Callable[[float], bool]


@dataclass(slots=True)
class Section:
    """One of the parts of a format that semicolons part, as its pieces from left to right.

    `condition`: the numbers that the section is for; `negative`, `positive`: it is for those below zero, or for all
    others. `han`: 1 or 2 where digits are shown as Chinese numerals, plain
    or capital. `chinese`: made for a Chinese reader. `dates`: shows a date or a time. `literal`: the text in it.
    """

    pieces: list[Piece] = field(default_factory=list)
    condition: Condition | None = None
    negative: bool = False
    positive: bool = False
    han: int = 0
    chinese: bool = False
    dates: bool = False

    @property
    def literal(self) -> str:
        return "".join(text for kind, text in self.pieces if kind == "text")

    def has(self, *kinds: PieceKind) -> bool:
        return any(kind in kinds for kind, _ in self.pieces)


def sections(code: str) -> list[Section]:
    """From one to four."""
    parts = [match[1] for match in _SECTION.finditer(code[:_LONGEST])]
    if len(parts) > 1 and parts[-1] == "" and not code.endswith(";"):
        parts.pop()
    if not code.strip():
        parts = [GENERAL]
    return [_section(part) for part in parts[:4]]


def _section(code: str) -> Section:
    made = Section()
    pieces = made.pieces
    for match in _PIECE.finditer(code):
        kind, text = match.lastgroup, match[0]
        if kind in ("quoted", "escaped"):
            pieces.append(("text", match[kind]))
        elif kind == "bracket":
            _bracket(match["bracket"], made)
        elif kind == "general":
            pieces.append(("general", text))
        elif kind == "half":
            pieces.append(("half", text))
            made.chinese = made.chinese or text == "上午/下午"
        elif kind == "exponent":
            pieces.append(("exponent", text))
        elif kind == "fixed":
            pieces += [("slash", "/"), ("text", text[1:].strip())]
        elif kind == "digit":
            pieces.append(("digit", text))
        elif kind == "date":
            pieces.append(("date", text.lower()))
        elif kind == "other":
            pieces.append((_OTHERS.get(text, "text"), text))
    made.dates = _shows_dates(pieces)
    made.pieces = [_settled(piece, made.dates) for piece in pieces]
    return made


_OTHERS: dict[str, PieceKind] = {".": "point", ",": "comma", "%": "percent", "/": "slash", "@": "cell"}
_OF_NUMBERS = frozenset(("point", "comma", "percent", "slash"))


def _settled(piece: Piece, dates: bool) -> Piece:
    """Signs of numbers are text in dates, letters of dates are text in numbers."""
    kind, text = piece
    if dates:
        return ("text", text) if kind in ("comma", "percent", "slash") else piece
    return ("text", text) if kind in ("date", "half") else piece


def _shows_dates(pieces: list[Piece]) -> bool:
    """Digits make a number, except behind the point of seconds."""
    if not any(kind in ("date", "half", "elapsed") for kind, _ in pieces):
        return False
    before = ""
    for kind, text in pieces:
        if kind == "general":
            return False
        if kind == "digit" and before not in ("s.", "digit"):
            return False
        if kind == "digit":
            before = "digit"
        elif kind == "point" and before == "s":
            before = "s."
        else:
            before = "s" if kind in ("date", "elapsed") and text[:1] == "s" else ""
    return True


def _bracket(inside: str, made: Section) -> None:
    if inside.startswith("$"):
        sign, _, place = inside[1:].partition("-")
        made.chinese = made.chinese or place.lower().endswith(("804", "404", "c04", "1004", "1404"))
        if sign:
            made.pieces.append(("text", sign))
        return
    condition = _CONDITION.match(inside)
    if condition:
        made.condition = _condition(condition[1], condition[2])
        at_zero = condition[2].strip("-0.") == ""
        made.negative, made.positive = at_zero and condition[1] in ("<", "<="), at_zero and condition[1] in (">", ">=")
    elif _ELAPSED.fullmatch(inside):
        made.pieces.append(("elapsed", inside.lower()))
    elif _HAN_DIGITS.fullmatch(inside):
        made.han = int(inside[-1])
        made.chinese = True


def _condition(operator: str, number: str) -> Condition | None:
    try:
        bound = float(number)
    except ValueError:
        return None
    tests: dict[str, Condition] = {
        "<": lambda value: value < bound, ">": lambda value: value > bound, "=": lambda value: value == bound,
        "<=": lambda value: value <= bound, ">=": lambda value: value >= bound, "<>": lambda value: value != bound,
    }
    return tests[operator]
