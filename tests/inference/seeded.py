"""Documents with valid numbers in them, made from a seed: the numbers' rules are written down here once more, so that
the program isn't tested with its own."""

from __future__ import annotations

import random
from dataclasses import dataclass

from docprep_gui.domain.chunk import Sensitive
from docprep_gui.domain.document import Document, Node, Source
from docprep_gui.domain.packed import Packed
from docprep_gui.text import entities

KINDS = frozenset({"cn_id_card", "bank_card", "mobile"})
_REGIONS = ("110101", "310105", "440106", "330106", "510104", "420106", "610113")
_FULL = {ord(sign): chr(ord(sign) + 0xFEE0) for sign in "0123456789Xx-+"}
_HAN = (
    "甲方",
    "电话",
    "联系人张三",
    "账户",
    "号码为",
    "请汇入",
    "，",
    "：",
    "经办人",
    "。身份证号码",
    "（手机）",
    "备用",
)


def id_card(rng: random.Random) -> str:
    """GB 11643: region, birthday, serial, and a check sign by ISO 7064 MOD 11-2."""
    born = f"{rng.randint(1940, 2005)}{rng.randint(1, 12):02}{rng.randint(1, 28):02}"
    body = f"{rng.choice(_REGIONS)}{born}{rng.randint(0, 999):03}"
    remainder = 0
    for digit in body:
        remainder = (remainder + int(digit)) * 2 % 11
    check = (12 - remainder) % 11
    return body + ("X" if check == 10 else str(check))


def bank_card(rng: random.Random) -> str:
    """UnionPay, 16 or 19 digits, the last by ISO/IEC 7812-1 (Luhn)."""
    body = "62" + "".join(rng.choice("0123456789") for _ in range(rng.choice((13, 16))))
    doubled = sum(sum(divmod(2 * int(digit), 10)) for digit in body[::-2])
    return body + str(-(doubled + sum(map(int, body[-2::-2]))) % 10)


def mobile(rng: random.Random) -> str:
    return rng.choice(("138", "139", "150", "165", "177", "186", "192", "198")) + f"{rng.randint(0, 10**8 - 1):08}"


def written(rng: random.Random, kind: str, value: str) -> str:
    """One of the ways people write a number."""
    text = value
    form = rng.randrange(4)
    if kind == "bank_card" and form:
        text = rng.choice(" -").join(value[i : i + 4] for i in range(0, len(value), 4))
    elif kind == "mobile" and form:
        gap = rng.choice(("", " ", "-"))
        text = rng.choice(("", "", "+86", "+86 ", "0086-")) + gap.join((value[:3], value[3:7], value[7:]))
    elif kind == "cn_id_card" and form == 1:
        text = value.lower()
    return text.translate(_FULL) if rng.randrange(4) == 0 else text


@dataclass(frozen=True)
class Made:
    """`secrets`: the plain numbers; `title`, `path` and `instruction` repeat some of them in other forms."""

    document: Document
    sensitive: tuple[Sensitive, ...]
    secrets: tuple[tuple[str, str], ...]
    title: str
    path: tuple[str, ...]
    instruction: str


def make(rng: random.Random) -> Made:
    secrets = [
        (kind, {"cn_id_card": id_card, "bank_card": bank_card, "mobile": mobile}[kind](rng))
        for kind in rng.choices(sorted(KINDS), k=rng.randint(2, 6))
    ]
    parts: list[str] = []
    for kind, value in rng.choices(secrets, k=len(secrets) + 3) + secrets:
        parts += [rng.choice(_HAN), written(rng, kind, value), rng.choice(_HAN), rng.choice(("", "\n", "货款100元"))]
    text = "".join(parts)
    elsewhere = [rng.choice(_HAN) + written(rng, *rng.choice(secrets)) + rng.choice(_HAN) for _ in range(3)]
    return Made(
        document(text),
        sensitive(text),
        tuple(secrets),
        elsewhere[0] + ".docx",
        ("第一章 总则", elsewhere[1]),
        f"核对{elsewhere[2]}的信息",
    )


def document(text: str, language: str = "zh") -> Document:
    source = Source("a.txt", "txt", "", 0, None, "", "zh" if language == "zh" else "en", (0, len(text)))
    return Document(source, text, Packed.of(Node, [Node("document", (0, len(text)), -1)]))


def sensitive(text: str) -> tuple[Sensitive, ...]:
    return tuple(Sensitive(entity.kind, entity.span) for entity in entities.find(text, KINDS))
