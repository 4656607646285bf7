"""Numbers of tables, figures and the like that SEQ fields count (ECMA-376 part 1, 17.16.5.56).

Programs that make documents often leave it to Word to count them. A sequence that starts anew under headings is not
counted here: such a field without a result shows nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from docprep_gui.text import listnumbers

_CODE = re.compile(r"""\s*seq\s+(?:"(?P<quoted>[^"]+)"|(?P<bare>[^\\\s"]+))""", re.I)
_SWITCH = re.compile(r"\\([rcnhs])\s*\"?(\d{1,6})?", re.I)
_FORM = re.compile(r"\\\*\s*\"?(\w+)")
_FORMS = {
    "ROMAN": "upperRoman", "roman": "lowerRoman", "Roman": "lowerRoman", "ALPHABETIC": "upperLetter",
    "alphabetic": "lowerLetter", "CHINESENUM1": "chineseCounting", "CHINESENUM2": "chineseLegalSimplified",
    "CHINESENUM3": "chineseCountingThousand", "CIRCLENUM": "decimalEnclosedCircle", "Ordinal": "ordinal",
    "CardText": "cardinalText", "OrdText": "ordinalText", "Hex": "hex", "ArabicDash": "numberInDash",
}  # fmt: skip
_NUMBER = re.compile(r"\s*(\d{1,6})\s*")
_OTHERS = frozenset({"mergeformat", "charformat", "arabic"})


@dataclass(slots=True)
class Sequences:
    """Counts the fields of a text, in its order."""

    _counts: dict[str, int] = field(default_factory=dict)

    def number(self, code: str) -> str | None:
        """What a field without a result shows; None for another field."""
        match = _CODE.match(code)
        if match is None:
            return None
        switches = {name.lower(): value for name, value in _SWITCH.findall(code)}
        name = (match["quoted"] or match["bare"]).lower()
        count = self._counts.get(name, 0)
        if switches.get("r"):
            count = int(switches["r"])
        elif "c" not in switches:
            count += 1
        self._counts[name] = count
        forms = [form for form in _FORM.findall(code) if form.lower() not in _OTHERS]
        if "s" in switches or ("h" in switches and not forms):
            return ""
        return listnumbers.format_number(count, _FORMS.get(forms[0], "decimal") if forms else "decimal")

    def note(self, code: str, result: str) -> None:
        """Takes up what a field shows, for the next one."""
        match = _CODE.match(code)
        shown = _NUMBER.fullmatch(result)
        if match is not None and shown is not None:
            self._counts[(match["quoted"] or match["bare"]).lower()] = int(shown[1])
        elif match is not None:
            self.number(code)
