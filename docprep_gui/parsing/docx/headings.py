"""Which blocks are headings: by style and outline level, and by typed or computed numbers where styles are silent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from docprep_gui.parsing.docx.body import Block
from docprep_gui.text import numbering

# Numbers that are a clause's or chapter's own in any document, and so are read as headings beside styles, too.
_STRONG = frozenset({"part", "chapter", "section", "article", "en_article"})
_CONTENTS_WORD = re.compile(r"(?:目\s*[录錄次]|(?:table of )?contents)\s*$", re.I)
_CONTENTS_LINE = re.compile(r"\S.*(?:\t|\.{3,}|…+|·{3,}|_{3,})\s*(\d{1,4})\s*$")
_LEAST_CONTENTS = 3


def decide(blocks: Sequence[Block]) -> None:
    """Marks contents lines that were typed by hand, and gives headings their levels and labels."""
    _mark_contents(blocks)
    styled = [block for block in blocks if block.level and block.use != "title"]
    candidates = [block for block in blocks if block.use in ("paragraph", "list_item") and block.content.text]
    labels = [numbering.parse_label(block.content.text) for block in candidates]
    if styled:
        _beside_styles(candidates, labels)
    else:
        for place, level, _ in numbering.headings([block.content.text for block in candidates]):
            candidates[place].level = level
    for block, label in zip(candidates, labels, strict=True):
        if label is not None and not block.label:
            block.label = label.text


def _beside_styles(candidates: Sequence[Block], labels: Sequence[numbering.Label | None]) -> None:
    """Numbered lines that no style marks, where such numbers are strong and no styled heading has their kind: one
    level below the styled heading above."""
    taken = {label.family for block, label in zip(candidates, labels, strict=True) if block.level and label is not None}
    if not any(label is not None and label.family in _STRONG and label.family not in taken for label in labels):
        return
    plain = [block for block in candidates if not block.level]
    found = {
        id(plain[place]): level
        for place, level, label in numbering.headings([block.content.text for block in plain])
        if label is not None and label.family in _STRONG and label.family not in taken
    }
    above = 0
    for block in candidates:
        if block.level:
            above = block.level
        elif id(block) in found:
            block.level = above + 1 + found[id(block)] - min(found.values())


def _mark_contents(blocks: Sequence[Block]) -> None:
    run: list[Block] = []
    pages: list[int] = []
    for block in blocks:
        text = block.content.text
        match = None
        if text and text.rstrip()[-1:].isdigit() and block.use in ("paragraph", "list_item") and not block.level:
            match = _CONTENTS_LINE.match(text)
        if match is None:
            _close(run, pages)
            run, pages = [], []
        else:
            run.append(block)
            pages.append(int(match[1]))
    _close(run, pages)
    for block, following in pairwise(blocks):
        if following.use == "contents" and block.use != "table" and _CONTENTS_WORD.match(block.content.text.strip()):
            block.use, block.level = "contents", 0


def _close(run: Sequence[Block], pages: Sequence[int]) -> None:
    if len(run) >= _LEAST_CONTENTS and list(pages) == sorted(pages):
        for block in run:
            block.use = "contents"
