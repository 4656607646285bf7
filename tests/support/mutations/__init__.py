"""Damaged variants of files: what a bad disk, a bad program or a bad person makes of them."""

from __future__ import annotations

import random

from tests.support.mutations import compounds, packages, pdfs, plain, texts


def mutate(data: bytes, dice: random.Random) -> bytes:
    """One to three faults, of a kind that fits the file."""
    if data[:1024].find(b"%PDF-") >= 0 and dice.random() < 0.88:
        data = pdfs.in_the_open(data)
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        data = _one(data, dice)
    return data


def _one(data: bytes, dice: random.Random) -> bytes:
    if not data or dice.random() < 0.03:
        return plain.damaged(data, dice)
    if data[:2] == b"PK":
        return packages.damaged_package(data, dice)
    if data[:1024].find(b"%PDF-") >= 0:
        return pdfs.damaged_pdf(data, dice)
    if data[:8] == compounds.MARK:
        return compounds.damaged_compound(data, dice)
    if compounds.are_records(data):
        return compounds.damaged_records(data, dice)
    if b"\0" in data[:200] and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        return plain.damaged(data, dice)
    return texts.damaged_text(data, dice)
