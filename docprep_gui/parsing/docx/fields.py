"""What Word shows for fields that have no result in the file (ECMA-376 part 1, 17.16.5; EQ as Word documents it)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from docprep_gui.parsing import symbols

_SWITCH = re.compile(r'\\\*\s*(?:"[^"]*"|\S+)')
_WORD = re.compile(r"\s*([A-Za-z]+)\s*")
_BUTTON = re.compile(r"\s*(?:macro|goto)button\s+(?:\"[^\"]*\"|\S+)\s+(.*?)\s*$", re.I | re.S)
_SYMBOL = re.compile(r"\s*symbol\s+\"?(0x[0-9a-f]{1,6}|\d{1,7}|\S)\"?", re.I)
_FONT = re.compile(r"\\f\s*(?:\"([^\"]*)\"|(\S+))", re.I)
_SILENT = re.compile(r"\s*(?:set|ask)\b", re.I)
_COMMAND = re.compile(r"\\([A-Za-z]+)")
# Between a command and its bracket stand its options: letters, figures, and signs to be used as brackets.
_OPTIONS = re.compile(r"(?:\s|[\d.]+|\\[a-z]{2}|\\[^A-Za-z\s])*", re.I)
_RAISED = re.compile(r"\s*\\s\s*\\up", re.I)
_BETWEEN = ",;，；"
_RINGS = frozenset("○〇◯□△◇")
_LONGEST, _DEEPEST = 2000, 12


@dataclass(slots=True)
class Shown:
    """`readings`: of characters, above them as in a phonetic guide. `counted`: it is the number of its paragraph."""

    text: str = ""
    readings: list[str] = field(default_factory=list)
    counted: bool = False


def shown(code: str) -> Shown | None:
    """The text of a field with this instruction; None: it shows nothing."""
    word = _WORD.match(code)
    if word is None or len(code) > _LONGEST:
        return None
    name = word[1].lower()
    if name == "eq":
        equation = _Equation(_SWITCH.sub("", code[word.end() :]))
        return Shown(equation.sequence("", 0).strip(), equation.readings)
    if name in ("autonum", "autonumlgl", "autonumout"):
        return Shown(counted=True)
    if name == "symbol":
        return _symbol(code)
    button = _BUTTON.match(code)
    return Shown(button[1]) if button is not None else None


def is_silent(code: str) -> bool:
    """The field gives a name to its result, and shows nothing itself."""
    return _SILENT.match(code) is not None


def _symbol(code: str) -> Shown | None:
    match, font = _SYMBOL.match(code), _FONT.search(code)
    if match is None:
        return None
    sign = match[1]
    base = 16 if sign[:2] in ("0x", "0X") else 10
    place = int(sign, base) if sign[0].isdigit() and len(sign) > 1 else ord(sign)
    named = (font[1] or font[2] or "") if font is not None else ""
    if not symbols.is_symbol_font(named) and 0x80 <= place < 0x100 and "\\u" not in code.lower():
        return Shown(bytes([place]).decode("cp1252", "ignore"))
    return Shown(symbols.sign(place, named))


class _Equation:
    """Reads \\f(1,2) as 1/2, \\r(x) as √(x), \\o\\ac(○,3) as ③, \\o\\ad(\\s\\up 9(hé),合) as 合."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._at = 0
        self.readings: list[str] = []

    def sequence(self, stops: str, depth: int) -> str:
        """Up to one of the signs `stops`, which is left."""
        pieces: list[str] = []
        code = self._code
        while self._at < len(code) and code[self._at] not in stops:
            sign = code[self._at]
            command = _COMMAND.match(code, self._at) if sign == "\\" else None
            if command is not None:
                self._at = command.end()
                pieces.append(self._command(command[1].lower(), depth))
            elif sign == "\\":
                pieces.append(code[self._at + 1 : self._at + 2])  # \( \, and so on are the signs themselves
                self._at += 2
            elif sign == "(" and depth < _DEEPEST:
                self._at += 1
                pieces.append(f"({self.sequence(')', depth + 1)})")
                self._at += 1
            else:
                pieces.append(sign)
                self._at += 1
        return "".join(pieces)

    def _command(self, name: str, depth: int) -> str:
        options = _OPTIONS.match(self._code, self._at)
        self._at = options.end() if options is not None else self._at
        if self._code[self._at : self._at + 1] != "(" or depth >= _DEEPEST:
            return ""
        parts: list[str] = []
        raised: list[bool] = []
        while self._at < len(self._code) and (not parts or self._code[self._at] != ")"):
            self._at += 1
            raised.append(_RAISED.match(self._code, self._at) is not None)
            parts.append(self.sequence(_BETWEEN + ")", depth + 1).strip())
        self._at += 1
        return self._written(name, parts, raised)

    def _written(self, name: str, parts: list[str], raised: list[bool]) -> str:
        first, last = parts[0], parts[-1]
        if name == "f" and len(parts) > 1:
            return f"{_group(first)}/{_group(last)}"
        if name == "r":
            return f"{first if len(parts) > 1 else ''}√({last})"
        if name == "i" and len(parts) > 2:
            return f"∫_{_group(first)}^{_group(parts[1])} {parts[2]}"
        if name == "b":
            return f"({', '.join(parts)})"
        if name == "o":
            self.readings += [part for part, above in zip(parts, raised, strict=True) if above and part]
            below = [part for part, above in zip(parts, raised, strict=True) if not above]
            if len(below) == 2 and below[0] in _RINGS:
                return symbols.enclosed(below[1], below[0])
            return "".join(below)
        return "" if name == "d" else ", ".join(parts)


def _group(text: str) -> str:
    return text if len(text) <= 1 or text.isalnum() else f"({text})"
