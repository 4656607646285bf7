"""Signs of the symbol fonts, which files store as numbers of a private area, as ordinary characters."""

from __future__ import annotations

import re

from docprep_gui.text import listnumbers

_PRIVATE = 0xF000
BULLET = "•"
_TYPED = re.compile("[\uf020-\uf0ff]")

# Adobe's Symbol encoding, the letters and the signs that occur in contracts and specifications.
_SYMBOL = dict(
    zip(
        range(0x41, 0x5B),
        "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ",
        strict=True,
    )
) | dict(zip(range(0x61, 0x7B), "αβχδεφγηιϕκλμνοπθρστυϖωξψζ", strict=True))
_SYMBOL |= {
    0xA3: "≤", 0xA5: "∞", 0xAB: "↔", 0xAC: "←", 0xAD: "↑", 0xAE: "→", 0xAF: "↓", 0xB0: "°", 0xB1: "±", 0xB2: "″",
    0xB3: "≥", 0xB4: "×", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBA: "≡", 0xBB: "≈", 0xBC: "…", 0xD0: "∠", 0xD2: "®",
    0xD3: "©", 0xD4: "™", 0xD6: "√", 0xD7: "·", 0xE5: "∑", 0xF2: "∫",
}  # fmt: skip
# As the Unicode Standard has them; where those are signs that few fonts have, older ones that look alike.
_WINGDINGS = dict(
    zip(
        range(0x21, 0x7F),
        "✏✂✁👓🔔📖🕯☎✆✉📨📪📫📬📭📁📂📄📄📑🗄⏳⌨🖱🖲💻🖴💾💾✇✍✍✌👌👍👎☜☞☝☟✋☺😐☹💣☠⚐🏱✈☼💧❄✝✞✝✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓&&●❍■"
        "☐❐☐☐⬧⧫◆❖◆☒⮹⌘❀✿❝❞",
        strict=True,
    )
) | {
    0x9E: "·", 0x9F: "•", 0xA0: "▪", 0xA1: "○", 0xA2: "○", 0xA3: "○", 0xA4: "◉", 0xA5: "◎", 0xA7: "▪", 0xA8: "☐",
    0xAA: "✦", 0xAB: "★", 0xAC: "✶", 0xAD: "✴", 0xAE: "✹", 0xAF: "✵", 0xB1: "⌖", 0xB5: "✪", 0xB6: "✰", 0xD5: "⌫",
    0xD6: "⌦", 0xD8: "➢", 0xDC: "➲", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE3: "↖", 0xE4: "↗", 0xE5: "↙",
    0xE6: "↘", 0xE7: "←", 0xE8: "➔", 0xE9: "↑", 0xEA: "↓", 0xEB: "↖", 0xEC: "↗", 0xED: "↙", 0xEE: "↘", 0xEF: "⇦",
    0xF0: "⇨", 0xF1: "⇧", 0xF2: "⇩", 0xF3: "⇔", 0xF4: "⇳", 0xF9: "▭", 0xFA: "▫", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒",
    0xFE: "☑",
} | {0x80 + n: sign for n, sign in enumerate("⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿")}  # fmt: skip
_WINGDINGS_2 = {
    0x4F: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0x56: "⊗", 0x97: "●", 0x98: "•", 0xA3: "☐",
    0x2A: "☐", 0x30: "☐",
} | {0x69 + n: sign for n, sign in enumerate("⓪①②③④⑤⑥⑦⑧⑨⑩")}  # fmt: skip
_WINGDINGS_3 = dict(zip(range(0x21, 0x29), "←→↑↓↖↗↙↘", strict=True)) | dict(
    zip(range(0x70, 0x7E), "▲▼△▽◀▶◁▷◣◢◤◥◂▸", strict=True)
)
_WEBDINGS = {
    0x33: "◀", 0x34: "▶", 0x35: "▲", 0x36: "▼", 0x61: "✔", 0x63: "☐", 0x67: "■", 0x6E: "●", 0x72: "✖",
}  # fmt: skip
_FONTS = {
    "symbol": _SYMBOL, "wingdings": _WINGDINGS, "wingdings 2": _WINGDINGS_2, "wingdings 3": _WINGDINGS_3,
    "webdings": _WEBDINGS,
}  # fmt: skip


def sign(code: int, font: str) -> str:
    """The character of a font's place; for fonts that are not known the place itself, where it is a character."""
    place = code - _PRIVATE if _PRIVATE <= code <= _PRIVATE + 0xFF else code
    table = _FONTS.get(font.strip().lower())
    if table is not None:
        return table.get(place, chr(place) if 0x20 <= place < 0x7F and table is _SYMBOL else BULLET)
    if not 0 < code < 0x110000 or 0xD800 <= code < 0xE000:
        return ""
    return plain(chr(code))


def is_symbol_font(font: str) -> bool:
    return font.strip().lower() in _FONTS


def typed(text: str, font: str) -> str:
    """Text in a symbol font: its characters of one byte are places of the font."""
    return "".join(sign(code, font) if 0x20 < (code := ord(c)) < 0x100 or code >> 8 == 0xF0 else c for c in text)


def placed(text: str, font: str) -> str:
    """Text among which are signs of a symbol font, as the private area has them; all else is as it is."""
    return text if text.isprintable() else _TYPED.sub(lambda match: sign(ord(match[0]), font), text)


def enclosed(text: str, ring: str) -> str:
    """A text drawn in a sign: a figure in a circle where there is such a character, else the text alone."""
    if ring in "○〇◯" and text.isascii() and text.isdigit():
        return listnumbers.format_number(int(text), "decimalEnclosedCircle")
    return text


def plain(text: str) -> str:
    """Text typed in a symbol font, whose signs Word keeps in the private area; mostly they are Wingdings."""
    # Nothing of the private area is printable; that is asked in a third of the time.
    return text if text.isprintable() else _TYPED.sub(_typed, text)


def _typed(match: re.Match[str]) -> str:
    code = ord(match[0]) - _PRIVATE
    return _WINGDINGS.get(code) or _SYMBOL.get(code) or BULLET


def bullet(text: str, font: str) -> str:
    """The sign in front of a list item, as one that any font has."""
    text = text.strip()
    if not text:
        return BULLET
    table = _FONTS.get(font.strip().lower())
    code = ord(text[0])
    if table is not None and (code >= _PRIVATE or table is not _SYMBOL):
        return table.get(code - _PRIVATE if code >= _PRIVATE else code, BULLET)
    # "o" in a typewriter font is what Word draws its hollow bullet with.
    return BULLET if text == "o" or 0xE000 <= code <= 0xF8FF else text
