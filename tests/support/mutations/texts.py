"""Faults of plain text, tables in text and Markdown: signs, encodings, lines, marks that never end."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from tests.support.mutations.plain import damaged
from tests.support.mutations.values import MORSELS, SIGNS, bomb

_ENCODINGS = ("utf-8", "utf-8-sig", "gb18030", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "big5", "shift_jis", "latin-1",
              "cp1252", "utf-7", "euc-kr", "koi8-r", "cp437")
_BLOCKS = ("# 甲\n", "- a\n", "> ", ">", "- ", "* * ", "1. ", "    ", "\t", "```\n", "~~~\n", "| a | b |\n|---|---|\n", "|", "|---", "<div>",
           "<table><tr><td>", "<!--", "[^1]: ", "[^1]", "[a]: b\n", "[a][a]", "![", "](", "**", "__", "_*", "~~", "`", "``", "\\", "&amp;",
           "&#0;", "<a@b.c>", "http://a.b/", "---\n", "===\n", "a\n===\n", "a: b\n", "$$", "\n\n", "\n \n", "<?", "<![CDATA[", "***\n",
           "第一条 甲\n", "1.1 甲\n", "一、甲\n", "（一）甲\n", "(a) b\n", "第一章\n", ",", "\"", "\";\"", "\"\n", "a,b\n", ";\n", "\t\t\n", "=1+1,",
           "1,2;3\t4|5\n", "sep=;\n", "'", "\r", "\r\n", "\x0c", "\x85", "\u2028", "\0", "2024年1月1日", "￥1,000.00", "13800138000 ",
           "a@b.cn ", "百分之五", "人民币壹万元整")


def damaged_text(data: bytes, dice: random.Random) -> bytes:
    if dice.random() < 0.2:
        return damaged(data, dice)
    for encoding in ("utf-8", "gb18030", "utf-16"):
        try:
            text = data.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    else:
        encoding, text = "latin-1", data.decode("latin-1")
    fault = dice.choice(_FAULTS)
    changed = fault(text, dice)
    if isinstance(changed, bytes):
        return changed
    return changed.encode(encoding if dice.random() < 0.9 else dice.choice(_ENCODINGS), dice.choice(("replace", "ignore")))


def _at(text: str, dice: random.Random) -> int:
    """Half of the time where a line starts."""
    at = dice.randrange(len(text) + 1)
    return at if dice.random() < 0.5 else text.rfind("\n", 0, at) + 1


def _bomb(text: str, dice: random.Random) -> str:
    at = _at(text, dice)
    return text[:at] + bomb(dice) + text[at:]


def _block(text: str, dice: random.Random) -> str:
    at = _at(text, dice)
    piece = "".join(dice.choices(_BLOCKS, k=dice.choice((1, 1, 2, 3))))
    return text[:at] + piece * max(1, dice.choice((1, 3, 3, 40, 40, 1_000, 1_000, 30_000)) // len(piece)) + text[at:]


def _nested(text: str, dice: random.Random) -> str:
    """Line by line one deeper."""
    mark = dice.choice(("  ", "> ", "- ", ">", "    ", "#", "1. ", "* - ", "|", "1.", "\t", "（", "第"))
    end = dice.choice(("a", "- a", "1. a", "> a", "# a", "| a |", "```", ""))
    lines = (mark * depth + end for depth in range(dice.choice((10, 80, 400))))
    at = _at(text, dice)
    return text[:at] + "\n".join(lines) + "\n" + text[at:]


def _sign(text: str, dice: random.Random) -> str:
    for _ in range(dice.choice((1, 5, 200))):
        at = dice.randrange(len(text) + 1)
        text = text[:at] + dice.choice(SIGNS) + text[at:]
    return text


def _each_sign(text: str, dice: random.Random) -> str:
    """One sign for all of another."""
    return text.replace(dice.choice(text or "a"), dice.choice((*MORSELS, *SIGNS, "", "\n")))[:400_000]


def _lines(text: str, dice: random.Random) -> str:
    """In another order, one many times, all as one, with other ends."""
    lines = text.split("\n")
    kind = dice.randrange(6)
    if kind == 0:
        dice.shuffle(lines)
    elif kind == 1:
        at = dice.randrange(len(lines))
        lines[at:at] = [lines[at]] * min(dice.choice((3, 100, 3_000)), 1 + 300_000 // (len(lines[at]) + 1))
    elif kind == 2:
        return dice.choice(("", " ", ",", "|", "\t", "　")).join(lines)
    elif kind == 3:
        return "".join(line + dice.choice(("\n", "\r", "\r\n", "\n\r", "\x85", "\u2028", "\v", "")) for line in lines)
    elif kind == 4:
        return (text + "\n") * min(dice.choice((2, 20)), 1 + 300_000 // (len(text) + 1))
    else:
        at = dice.randrange(len(lines))
        lines[at] = lines[at] * min(dice.choice((3, 100, 3_000)), 1 + 300_000 // (len(lines[at]) + 1))
    return "\n".join(lines)


def _quotes(text: str, dice: random.Random) -> str:
    """Quotes that nobody closes, or more than there should be."""
    kind = dice.randrange(4)
    if kind == 0:
        at = _at(text, dice)
        return text[:at] + '"' + text[at:]
    if kind == 1:
        return text.replace('"', dice.choice(("", '""', "'", '\\"')))
    if kind == 2:
        return re.sub(r"(?<=[,\t])", '"', text)
    return text.replace("\n", dice.choice(('"\n', '\n"', '"\n"')))


def _separators(text: str, dice: random.Random) -> str:
    kind, sign = dice.randrange(4), dice.choice(",;\t|:")
    if kind == 0:
        return text.replace(",", sign)
    if kind == 1:
        at = _at(text, dice)
        return text[:at] + sign * dice.choice((1, 30, 5_000, 40_000)) + text[at:]
    if kind == 2:
        return "\n".join(line + sign * dice.randrange(4) for line in text.split("\n"))
    return "\n".join(sign.join(f"{row}.{column}" for column in range(dice.choice((1, 3, 300)))) for row in range(60)) + text


def _encodings(text: str, dice: random.Random) -> bytes:
    """Its parts in different encodings, or all of it read in one and written in another."""
    if dice.random() < 0.4:
        first, second = dice.choice(_ENCODINGS), dice.choice(_ENCODINGS)
        return text.encode(first, "replace").decode(second, "replace").encode(dice.choice(_ENCODINGS), "replace")
    cuts = sorted(dice.randrange(len(text) + 1) for _ in range(dice.choice((1, 1, 3))))
    pieces = [text[start:end] for start, end in zip((0, *cuts), (*cuts, len(text)), strict=True)]
    return b"".join(piece.encode(dice.choice(_ENCODINGS), "replace") for piece in pieces)


def _stray_bytes(text: str, dice: random.Random) -> bytes:
    data = bytearray(text.encode("utf-8", "replace"))
    piece = dice.choice((b"\xed\xa0\x80", b"\xc0\x80", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\0", b"\x80", b"\xf4\x90\x80\x80",
                         b"\x1b$B", b"\x1a", b"\x0e", b"\xa4\xa4", b"\x81", b"\xe4\xb8", b"\0\0\0", b"\x7f\x45\x4c\x46"))
    for _ in range(dice.choice((1, 3, 50))):
        at = dice.choice((0, len(data), dice.randrange(len(data) + 1)))
        data[at:at] = piece
    return bytes(data)


_FAULTS: tuple[Callable[[str, random.Random], str | bytes], ...] = (
    _bomb, _bomb, _block, _block, _block, _nested, _sign, _each_sign, _lines, _lines, _quotes, _separators, _encodings,
    _stray_bytes)
