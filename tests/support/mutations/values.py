"""Values that sizes, counts, places, names and texts go wrong at."""

from __future__ import annotations

import random

NUMBERS = (b"0", b"-1", b"1", b"2", b"255", b"65536", b"1048577", b"2147483647", b"4294967296", b"-2147483649",
           b"99999999999999999999", b"1e308", b"-1e-320", b"NaN", b"inf", b"0.0000001", b"1048576", b"16384", b"1_0")
SIGNS = ("\0", "\ud7ff", "\uffff", "\ufffc", "\u202e", "\r", "|", "<br>", "\U00020bb7", "é", "　", "%n", "\\", "\x85",
         "\u2028", "\ufeff", "\u200b", "\x0c", "\x1f", "e\u0301", "\u2f00", "\U0010ffff")
# Words and signs that formats give a meaning, and numbers no counter has.
WORDS = ("true", "off", "restart", "continue", "begin", "separate", "end", "none", "custom", "first", "A1:XFD1048576",
         "%1%2%3%4%5%6%7%8%9", "%", "word/../../x", "0x10", "１", "]]>", "&amp;", "TOC", "9" * 50, "XFD1048577", "A0",
         "$A$1:$B", "#REF!", "General", "[h]:mm:ss.000", "0.0E+0;;[>1e9]@", "#" * 300, "[$-404]e/m/d", "upperRoman",
         "chineseLegalSimplified", "bullet", "lrTbV", "1904", "file:///etc/passwd", "..", "/", "rId1", "-0", "²", "٣")
# What readers, rules and chunking look for, many times: a search that goes back over it takes its time.
MORSELS = ("第", "第一条", "1.", "1.1", "（一）", "一", "万", "元", "￥", "1,000", ",000", "2024年", "-", "a@", "a.", "@", "(", ")", "《",
           "》", "\"", "'", "|", "\\|", "||", "<br>", "<", ">", "&", "*", "_", "**a", "`", "[", "](", "![", "~", "#", ">",
           "- ", "+ ", "1) ", ":", "：", "。", "；", "\t", "　", " ", ".", "·", "…", "　 ", "138", "0", "9", "A", "a ", "ab-",
           "é", "e\u0301", "\U00020bb7", "HT-", "I", "iv.", "(a)", "Article ", "Section 1.", "〇", "零", "百分之", "%", "%d")


def bomb(dice: random.Random) -> str:
    """A long run of one morsel, or of a few in turn."""
    piece = "".join(dice.choices(MORSELS, k=dice.choice((1, 1, 1, 2, 3))))
    return piece * max(1, dice.choice((20, 20, 300, 300, 300, 5_000, 5_000, 40_000)) // len(piece))


def value(old: str, dice: random.Random) -> str:
    """What may stand in place of a value of a format: no value, too much, another kind of it."""
    kind = dice.randrange(8)
    if kind in (0, 6):
        return dice.choice(NUMBERS).decode()
    if kind == 1:
        return ""
    if kind == 2:
        return old * dice.choice((2, 50))
    if kind == 3:
        sign = dice.choice(SIGNS)
        at = dice.randrange(len(old) + 1)
        return old[:at] + sign + old[at:]
    if kind == 4:
        return old[: len(old) // 2]
    if kind == 5:
        return dice.choice(WORDS)
    return bomb(dice) if dice.random() < 0.3 else old[::-1]
