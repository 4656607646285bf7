"""Cleaning of raw text, and views of text for matching with a way back to its offsets."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from docprep_gui.text.patterns import in_pieces

# Signs without width: they come with copied web pages and PDF files, and split words and numbers invisibly.
_ZERO_WIDTH = (
    "\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064"
    "\u2066\u2067\u2068\u2069\ufeff"
)
_BLANKS = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"

_WIDTH: dict[int, str] = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | {ord(c): " " for c in _BLANKS}
_WIDTH |= {0x2212: "-", 0xFFE5: "¥", 0xFFE1: "£", 0xFFE0: "¢"}
_INVISIBLE: dict[int, None] = dict.fromkeys(map(ord, _ZERO_WIDTH + "\u00ad"))
_ODD = re.compile("[" + "".join(map(chr, _WIDTH)).replace("-", r"\-").replace("]", r"\]") + _ZERO_WIDTH + "\u00ad]")
_REMOVED = re.compile("[" + _ZERO_WIDTH + "\u00ad]")

_LINE_ENDS = "\r\v\f\x85\u2028\u2029"
_LINE_END = re.compile(f"[{_LINE_ENDS}]")


def _ideographs() -> dict[int, str]:
    """Kangxi radicals, radicals and ideographs of the compatibility blocks, each to its one ordinary character."""
    table = {}
    for first, last in ((0x2E80, 0x2EF3), (0x2F00, 0x2FD5), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)):
        for code in range(first, last + 1):
            plain = unicodedata.normalize("NFKC", chr(code))
            if len(plain) == 1 and ord(plain) != code:
                table[code] = plain
    return table


_CLEAN: dict[int, str | None] = {
    **dict.fromkeys((*range(0x20), *range(0x7F, 0xA0), *map(ord, _ZERO_WIDTH))),
    **_ideographs(),
    **dict.fromkeys(range(0xD800, 0xE000), "\ufffd"),
    0x09: "\t",
    0x0A: "\n",
}
_UNCLEAN_SIGNS = (
    "\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\u2028\u2029\u2e80-\u2fd5\ud800-\udfff\uf900-\ufaff\U0002f800-\U0002fa1f"
    + _ZERO_WIDTH
)
_UNCLEAN = re.compile(f"[{_UNCLEAN_SIGNS}]")
_NOT_PLAIN = re.compile(f"[{_UNCLEAN_SIGNS}\t{_BLANKS}\ufffd\ue000-\uf8ff]")


def clean(text: str) -> str:
    """Raw text as it becomes canonical: every line end is a line feed; BOM, NUL, zero-width signs and controls but
    the tab are dropped; Kangxi radicals and compatibility ideographs are folded one to one; lone surrogates become
    U+FFFD."""
    if (text.isascii() and text.isprintable()) or not _UNCLEAN.search(text):
        return text
    return _LINE_END.sub("\n", text.replace("\r\n", "\n")).translate(_CLEAN)


def is_plain(text: str) -> bool:
    """No sign that `clean` changes, none without a meaning of its own (U+FFFD, private use), and no blank but the
    ordinary one and line feeds."""
    return not _NOT_PLAIN.search(text)


@dataclass(frozen=True, slots=True)
class Folded:
    """A view of a text. `back[i]` is the offset in the text of the view's character `i`; `back[len(view)]` is the
    length of the text."""

    text: str
    back: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """A half-open span of the view as one of the text: invisible signs inside belong to it, those around not."""
        if end <= start:
            return self.back[start], self.back[start]
        return self.back[start], self.back[end - 1] + 1


def _lower(text: str) -> str:
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := c.lower()) == 1 else c for c in text)


def width(text: str) -> Folded:
    """Full-width signs as ASCII, all blanks as the ordinary one, invisible signs left out; letters keep their case."""
    if text.isascii():
        return Folded(text, range(len(text) + 1))
    # Nearly every text has these and nothing else to fold; replacing them one by one is much the fastest.
    text = text.replace("，", ",").replace("：", ":").replace("；", ";").replace("（", "(").replace("）", ")")
    if not _ODD.search(text):
        return Folded(text, range(len(text) + 1))
    if not _REMOVED.search(text):
        return Folded(_ODD.sub(lambda sign: _WIDTH[ord(sign[0])], text), range(len(text) + 1))
    back = array("i", [i for i, c in enumerate(text) if ord(c) not in _INVISIBLE])
    back.append(len(text))
    return Folded(text.translate({**_WIDTH, **_INVISIBLE}), back)


_NARROW = {
    code: sign for code, sign in _WIDTH.items() if sign not in ",:;!?()" or chr(code) in _BLANKS
}
# In a figure of full-width digits the sign between thousands is full-width too.
_WIDE_THOUSANDS = re.compile(r"(?<=[０-９])，(?=[０-９]{3}(?![０-９]))")
_NARROW_ODD = re.compile(
    "[" + "".join(re.escape(chr(c)) for c in _NARROW) + _ZERO_WIDTH + "\u00ad]"
)


def narrow(text: str) -> Folded:
    """As `width`, but for the signs of Chinese punctuation ，：；！？（）, which nearly every text has: most texts are
    their own view then, and cost one look."""
    if text.isascii() or next(in_pieces(_NARROW_ODD, text), None) is None:
        return Folded(text, range(len(text) + 1))
    text = _WIDE_THOUSANDS.sub(",", text)
    if not _REMOVED.search(text):
        # Few signs of a text are odd: to look for them takes a tenth of the time that str.translate does.
        return Folded(_NARROW_ODD.sub(lambda sign: _NARROW[ord(sign[0])], text), range(len(text) + 1))
    back = array("i", [i for i, c in enumerate(text) if ord(c) not in _INVISIBLE])
    back.append(len(text))
    return Folded(text.translate({**_NARROW, **_INVISIBLE}), back)


_LEVEL = dict(zip(map(ord, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉₊₋"), "0123456789+-" * 2, strict=True))
_OFF_LEVEL = re.compile("[²³¹⁰⁴-⁹⁺⁻₀-₉₊₋]")
_SIMPLE = _WIDTH | _LEVEL


def fold(text: str) -> Folded:
    """The view that words are looked for in: as `width`, in lower case, raised and lowered figures as plain ones."""
    view = width(text)
    plain = view.text
    if not plain.isascii() and _OFF_LEVEL.search(plain):
        plain = plain.translate(_LEVEL)
    return Folded(_lower(plain), view.back)


def fold_simple(text: str) -> str:
    """As `fold`, but invisible signs stay, so the length never changes."""
    return _lower(text if text.isascii() else text.translate(_SIMPLE))
