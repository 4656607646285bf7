"""Numbers that LISTNUM fields put into the text of a paragraph (ECMA-376 part 1, 17.16.5.33).

A field that names no list belongs to the list of its paragraph, else to that of the field before. The level of a field
that names none is not as that clause says but as Word does it: one below that of a numbered paragraph; where a field
begins the paragraph, each further one a level below the last; else the first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from docprep_gui.text import listnumbers

_LEVELS = 9
_CODE = re.compile(r"""\s*listnum\b\s*(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\\\s"]+))?""", re.I)
_SWITCH = re.compile(r"\\([ls])\s*\"?(\d{1,4})", re.I)
_Form = tuple[str, str, str]  # what stands before the number, its format, what stands behind
_ROUND: tuple[_Form, ...] = (("(", "decimal", ")"), ("(", "lowerLetter", ")"), ("(", "lowerRoman", ")"))
_FORMS: dict[str, tuple[_Form, ...]] = {
    "numberdefault": (
        ("", "decimal", ")"), ("", "lowerLetter", ")"), ("", "lowerRoman", ")"), *_ROUND, ("", "decimal", "."),
        ("", "lowerLetter", "."), ("", "lowerRoman", "."),
    ),
    "outlinedefault": (
        ("", "upperRoman", "."), ("", "upperLetter", "."), ("", "decimal", "."), ("", "lowerLetter", ")"), *_ROUND,
        *_ROUND[1:],
    ),
}  # fmt: skip
_LEGAL = "legaldefault"
_USUAL = "numberdefault"

Own = Callable[[int, int], str]
"""The label of the n-th item that stands in a paragraph itself, by its level and n; "" where there is none."""


@dataclass(slots=True)
class ListFields:
    """Counts the fields of a text, in its order."""

    _last: int | None = None  # level of the field before in the paragraph, from 0
    _begins: bool = False
    _name: str = _USUAL
    _counters: dict[str, list[int]] = field(default_factory=dict)

    def begin(self) -> None:
        """A new paragraph."""
        self._last = None
        self._counters.pop("", None)

    def number(self, code: str, *, level: int | None, own: Own, at_start: bool) -> str | None:
        """What a field shows; None for another field. `level`: of its numbered paragraph, from 0; `at_start`: nothing
        stands before it."""
        match = _CODE.match(code)
        if match is None:
            return None
        if self._last is None:
            self._begins = at_start and level is None
        switches = {name.lower(): int(value) for name, value in _SWITCH.findall(code)}
        if switches.get("l"):
            at = switches["l"] - 1
        elif self._last is not None:
            at = self._last + self._begins
        else:
            at = 0 if level is None else level + 1
        at = self._last = min(at, _LEVELS - 1)
        name = (match["quoted"] or match["bare"] or "").lower()
        if name:
            self._name = name
        elif level is None or at <= level:
            name = self._name
        counters = self._counters.setdefault(name, [0] * _LEVELS)
        counters[at] = switches.get("s", counters[at] + 1)
        counters[at + 1 :] = [0] * (_LEVELS - 1 - at)
        label = own(at, counters[at]) if not name else ""
        return label or _written(name, counters, at)


def _written(name: str, counters: list[int], at: int) -> str:
    if name == _LEGAL:
        return "".join(f"{max(count, 1)}." for count in counters[:at]) + f"{counters[at]}."
    before, form, behind = _FORMS.get(name, _FORMS[_USUAL])[at]
    return before + listnumbers.format_number(counters[at], form) + behind
