"""Texts in the XML of a workbook: entities, escaped signs, rich text without its phonetic guides."""

from __future__ import annotations

import re
from itertools import chain

from docprep_gui.domain.document import escape_cell
from docprep_gui.text import folding

_ENTITY = re.compile(r"&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(\w+));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
# Signs that XML cannot hold (ECMA-376 part 1, 22.9.2.19).
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_HALVES = re.compile("[\ud800-\udfff]")
_PHONETIC = re.compile(rb"<(?:\w+:)?(?:rPh|phoneticPr)\b(?:[^<>]*/>|.*?</(?:\w+:)?rPh>)", re.S)
_TEXT = re.compile(rb"<(?:\w+:)?t(?:\s[^<>]*[^/<>])?>(.*?)</(?:\w+:)?t>", re.S)
_ITEM = re.compile(rb"<(?:\w+:)?si(?:\s[^<>]*)?(?:/>|>(.*?)</(?:\w+:)?si>)", re.S)
_EMPTY_ITEM = re.compile(rb"<(?:\w+:)?si(?:\s[^<>]*)?/>()")
_COMMENT = re.compile(rb"<!--.*?-->", re.S)
_CDATA = re.compile(rb"<!\[CDATA\[(.*?)\]\]>", re.S)


def unescape(text: str) -> str:
    """The text of XML character data."""
    return _ENTITY.sub(_sign, text) if "&" in text else text


def _sign(match: re.Match[str]) -> str:
    decimal, hexadecimal, name = match.groups()
    if name:
        return _NAMED.get(name, match[0])
    code = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(code) if 0 < code < 0x110000 else "\ufffd"


def plain(text: str) -> str:
    """A text that stands outside of cells: cleaned and trimmed."""
    if "_x" in text:
        text = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)
        if _HALVES.search(text):  # of a sign beyond the first 65,536
            text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return folding.clean(text).strip()


def tidy(text: str) -> str:
    """A cell's text as rows keep it: cleaned, trimmed, escaped."""
    text = plain(text)
    return escape_cell(text.replace("\t", " ") if "\t" in text else text)


def end_of_last(xml: bytes, name: bytes) -> int:
    """The place behind the last end of an element of this name, with or without a prefix; 0 where there is none. What
    begins behind it has no end, and to look for one from each of thousands of beginnings would take their square."""
    place = xml.rfind(b"</" + name + b">")
    if place < 0:
        place = max((found.start() for found in re.finditer(rb"</\w+:" + name + b">", xml)), default=-1)
    return xml.find(b">", place) + 1 if place >= 0 else 0


def without_comments(xml: bytes) -> bytes:
    end = xml.rfind(b"-->") + 3
    return _COMMENT.sub(b"", xml[:end]) + xml[end:]


def without_cdata(xml: bytes) -> bytes:
    """What such sections hold as ordinary text."""
    end = xml.rfind(b"]]>") + 3
    return _CDATA.sub(lambda match: match[1].replace(b"&", b"&amp;").replace(b"<", b"&lt;"), xml[:end]) + xml[end:]


def shared(part: bytes) -> list[str]:
    """The shared strings of a workbook (ECMA-376 part 1, 18.4), tidy, in order.

    `part`: the whole part in UTF-8. A table cut off is read as far as it goes.
    """
    if b"<!--" in part:
        part = without_comments(part)
    # Where nothing in the whole part needs tidying, simple items are taken as they stand.
    whole = part.decode("utf-8", "replace")
    tidied = not any(sign in whole for sign in ("&", "_x", "|", "\t")) and folding.clean(whole) == whole
    del whole
    found: list[str] = []
    end = end_of_last(part, b"si")
    for match in chain(_ITEM.finditer(part, 0, end), _EMPTY_ITEM.finditer(part, end)):
        item = match[1]
        if not item:
            found.append("")
        elif item.startswith(b"<t>") and item.find(b"<", 3) == len(item) - 4:
            text = item[3:-4].decode("utf-8", "replace")
            found.append(text if tidied and text.strip() == text and "\n" not in text else tidy(unescape(text)))
        else:
            found.append(rich(item))
    return found


def rich(item: bytes) -> str:
    """The text of a rich string's XML, tidy."""
    if b"CDATA" in item:
        item = without_cdata(item)
    if b"Ph" in item or b"phon" in item:
        end = end_of_last(item, b"rPh")
        item = _PHONETIC.sub(b"", item[:end]) + item[end:]
    pieces = _TEXT.findall(item, 0, end_of_last(item, b"t"))
    text = pieces[0] if len(pieces) == 1 else b"".join(pieces)
    return tidy(unescape(text.decode("utf-8", "replace")))
