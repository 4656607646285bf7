"""Faults that need to know nothing of a format: bytes gone, moved, repeated, changed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from tests.support.mutations.values import NUMBERS, SIGNS


def _flip(data: bytearray, dice: random.Random) -> None:
    for _ in range(dice.choice((1, 1, 4, 32))):
        data[dice.randrange(len(data))] = dice.randrange(256)


def _cut(data: bytearray, dice: random.Random) -> None:
    at = dice.randrange(len(data))
    del data[at : at + dice.choice((1, 2, 16, 512, len(data)))]


def _repeat(data: bytearray, dice: random.Random) -> None:
    at = dice.randrange(len(data))
    piece = bytes(data[at : at + dice.choice((1, 8, 64, 4096))])
    data[at:at] = piece * dice.choice((1, 2, 100))


def _move(data: bytearray, dice: random.Random) -> None:
    at, size = dice.randrange(len(data)), dice.choice((4, 64, 1024))
    piece = bytes(data[at : at + size])
    del data[at : at + size]
    to = dice.randrange(len(data) + 1)
    data[to:to] = piece


def _number(data: bytearray, dice: random.Random) -> None:
    """One of the numbers written in figures gets another value."""
    start = dice.randrange(len(data))
    at = next((i for i in range(start, min(start + 4096, len(data))) if 48 <= data[i] <= 57), None)
    if at is not None:
        end = at
        while end < len(data) and 48 <= data[end] <= 57:
            end += 1
        data[at:end] = dice.choice(NUMBERS)


def _whole_number(data: bytearray, dice: random.Random) -> None:
    """Two, four or eight bytes as sizes and places are kept in, at the ends of what they hold."""
    size = dice.choice((2, 4, 4, 8))
    at = dice.randrange(len(data)) & ~1
    largest = (1 << 8 * size) - 1
    number = dice.choice((0, 1, 2, 255, largest, largest - 1, largest // 2, largest // 2 + 1, len(data), at))
    data[at : at + size] = (number & largest).to_bytes(size, dice.choice(("little", "little", "big")))


def _sign(data: bytearray, dice: random.Random) -> None:
    at = dice.randrange(len(data))
    data[at:at] = dice.choice(SIGNS).encode("utf-8", "surrogatepass") * dice.choice((1, 1, 200))


def _tag(data: bytearray, dice: random.Random) -> None:
    """A tag goes, or comes several times: what was well-formed is so no more."""
    at = dice.randrange(len(data))
    tags = list(re.finditer(rb"<[^<>]*>", bytes(data[at : at + 2000])))
    if tags:
        one = dice.choice(tags)
        data[at + one.start() : at + one.end()] = one[0] * dice.choice((0, 2, 30))


_FAULTS: tuple[Callable[[bytearray, random.Random], None], ...] = (
    _flip, _flip, _cut, _repeat, _move, _number, _number, _whole_number, _sign, _tag)


def damaged(data: bytes, dice: random.Random) -> bytes:
    if not data:
        return b"\0"
    changed = bytearray(data)
    dice.choice(_FAULTS)(changed, dice)
    return bytes(changed)
