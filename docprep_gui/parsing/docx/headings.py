"""Which blocks are headings: by style and outline level; where styles are silent, by typed or computed numbers and by
the look of the letters. Each kind of number and of look is voted on over the whole document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise

from docprep_gui.parsing import headlines
from docprep_gui.parsing.content import join
from docprep_gui.parsing.docx import looks
from docprep_gui.parsing.docx.body import Block
from docprep_gui.parsing.docx.looks import Look
from docprep_gui.parsing.docx.styles import Styles
from docprep_gui.text import numbering

# Numbers that are a clause's or chapter's own in any document, and so are read as headings beside styles, too.
_STRONG = frozenset({"part", "subpart", "chapter", "section", "article", "en_article"})
_PLAIN = ("arabic_dot", "decimal")
_BELOW_CHAPTERS: frozenset[numbering.Family] = frozenset({"han_dot", "han_paren"})
_LINES = ("paragraph", "list_item")
_CONTENTS_WORD = re.compile(r"(?:目\s*[录錄次]|(?:table of )?contents)\s*$", re.I)
_PAGE = re.compile(r"(?<!\d)\d{1,4}$")
_LEADERS = ("…", "...", "···", "___")
_LEAST_CONTENTS = 3
_TITLE_LIMIT = 60
_LETTERHEAD = re.compile(r"(?:[局厅部院会室]|政府|公司|集团|中心|大学)\s*文\s*件\s*$|〔\s*\d{4}\s*〕\s*\d+\s*号\s*$")
_TITLE_AMONG = 5

_LEVELS_BY_LOOK = 3
_SURVEYED = 80  # paragraphs that tell the usual size
_LARGER = 3  # half points above the text around, to be seen without bold letters


def decide(blocks: Sequence[Block], styles: Styles, *, sizes: bool) -> bool:
    """Marks contents lines that were typed by hand, and gives headings their levels and labels. `sizes`: the sizes of
    letters are known. False: styles mark no headings, or too few, and they are needed: blocks are to be read anew."""
    _weigh_boxes(blocks)
    _mark_contents(blocks)
    styled = any(block.level and block.use != "title" for block in blocks)
    if not styled and not sizes:
        return False
    candidates = [block for block in blocks if _may_have_level(block)]
    labels = [numbering.parse_label(block.content.text) for block in candidates]
    if styled:
        taken = {label.family for block, label in zip(candidates, labels, strict=True) if block.level and label}
        _beside_styles(candidates, labels, taken)
        _below_numbered(candidates, labels, taken)
        stretch = headlines.unmarked([block.level > 0 for block in blocks], [len(b.content.text) for b in blocks])
        if stretch is not None:
            start, end = stretch
            above = blocks[start - 1].level if start else 0
            if not _by_themselves(blocks[start:end], styles, taken, above) and not sizes:
                return False
    else:
        _by_themselves(blocks, styles)
    for block, label in zip(candidates, labels, strict=True):
        if label is not None and not block.label:
            block.label = label.text
    return True


def _weigh_boxes(blocks: Sequence[Block]) -> None:
    """What stands beside the text does not divide it, unless most of the text stands so: there are programs that put
    each piece of a page into a box. The look of letters tells no headings there: boxes of a drawing have any."""
    beside = sum(len(block.content.text) for block in blocks if block.beside)
    if not beside:
        return
    most = 2 * beside > sum(len(block.content.text) for block in blocks)
    for block in blocks:
        if block.beside and most:
            block.beside, block.source = False, None
        elif block.beside:
            block.level = 0


def titled(blocks: list[Block]) -> list[Block]:
    """The blocks, headings that are nothing but a number put together with their title in the paragraph below."""
    texts = [block.content.text if block.use in _LINES and not block.beside else "" for block in blocks]
    over = headlines.over_titles(texts, [block.level for block in blocks])
    for at in over:
        blocks[at].content = join([blocks[at].content, blocks[at + 1].content], " ")
    return [block for at, block in enumerate(blocks) if at - 1 not in over] if over else blocks


def title(blocks: Sequence[Block]) -> Block | None:
    """The paragraph that is the document's title: by its style, else a short centred one at the top that is no entry
    such as a number or a date. What an office prints on top of all its papers is not their title."""
    tops = [
        block for block in blocks
        if block.use not in ("table", "contents") and block.content.text.strip() and not block.beside
    ]
    for block in tops:
        if block.use == "title":
            return block
    centred = [
        block for block in tops[:_TITLE_AMONG]
        if block.centred and len(text := block.content.text.strip()) <= _TITLE_LIMIT and not headlines.is_entry(text)
    ]
    plain = next((block for block in centred if not _LETTERHEAD.search(block.content.text)), None)
    if plain is None and not centred and tops and tops[0].level == 1 and not tops[0].label:
        return tops[0] if sum(block.level == 1 and not block.label for block in tops) == 1 else None
    return plain or next(iter(centred), None)


def _by_themselves(
    blocks: Sequence[Block], styles: Styles, taken: Collection[numbering.Family] = (), above: int = 0
) -> bool:
    """Decides by numbers and look alone, for blocks of which none is a heading yet. `taken`: kinds of numbers that the
    headings around them have; `above`: the level of the heading over them. False: numbers tell of none."""
    candidates = [block for block in blocks if _may_have_level(block)]
    marks = numbering.marks([block.content.text for block in candidates])
    found = [(candidates[mark.line], mark.label) for mark in marks if not mark.ends]
    if taken and (len(found) < 2 or any(label is not None and label.family in taken for _, label in found)):
        marks, found = [], []
    for mark in marks:
        if mark.ends:
            candidates[mark.line].ends = mark.level
        else:
            candidates[mark.line].level = mark.level
    _by_look(blocks, found, styles)
    for block in candidates if above else ():
        block.level += above if block.level else 0
        block.ends += above if block.ends else 0
    return bool(found)


def _may_have_level(block: Block) -> bool:
    return block.use in _LINES and bool(block.content.text) and not block.beside


def _beside_styles(
    candidates: Sequence[Block], labels: Sequence[numbering.Label | None], taken: Collection[numbering.Family]
) -> None:
    """Numbered lines that no style marks, where such numbers are strong and no styled heading has their kind: one
    level below the styled heading above."""
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


def _below_numbered(
    candidates: Sequence[Block], labels: Sequence[numbering.Label | None], taken: Collection[numbering.Family]
) -> None:
    """Numbered lines that go on from numbered headings where authors mark the outermost alone: 一、 below chapters, and
    1.1 below 1 or 第一章. They are told as in a text without styles."""
    marked = [
        (block.level, label) for block, label in zip(candidates, labels, strict=True)
        if block.level and block.use != "title"
    ]
    numbered = [label for _, label in marked if label is not None and label.family in (*_STRONG, *_PLAIN)]
    if len(numbered) < 2 or 4 * len(numbered) < 3 * len(marked) or len({level for level, _ in marked}) > 1:
        return
    deepest = max(len(label.value) for label in numbered)
    below = _BELOW_CHAPTERS.difference(taken) if any(label.family in _STRONG for label in numbered) else frozenset()
    if not any(
        label is not None and (label.family in below or (label.family == "decimal" and len(label.value) > deepest))
        for label in labels
    ):
        return
    levels = {place: level for place, level, _ in numbering.headings([block.content.text for block in candidates])}
    above: numbering.Label | None = None
    step = 0
    for place, (block, label) in enumerate(zip(candidates, labels, strict=True)):
        if block.level:
            above, step = label if place in levels else None, block.level - levels.get(place, 0)
        elif label is not None and above is not None and place in levels and (
            label.family in below
            or (label.family == "decimal" and len(label.value) > deepest and label.value[0] == above.value[0])
        ):
            block.level = levels[place] + step


def _by_look(
    blocks: Sequence[Block], numbered: Sequence[tuple[Block, numbering.Label | None]], styles: Styles
) -> None:
    """Headings without a number: short lines in bold or large letters, each followed by text that is neither.

    Of a look there must be two at least, and most lines of that look must be such. Beside numbered headings, those
    whose numbers start anew below them are of the level above; else only lines that look like the outermost numbered
    headings are headings, of their level.
    """
    running = [b for b in blocks if (b.content.text.strip() or b.use == "table") and not b.beside]
    first = title(blocks)
    texts = [block for block in running if block.source is not None and block.use in ("paragraph", "list_item")]
    short = {
        id(block) for block in texts
        if block.use == "paragraph" and not block.level and block is not first and not block.label
        and headlines.may_be(block.content.text)
    }
    if not short:
        return
    look = {id(block): _look(block, styles) for block in running if id(block) in short}
    if not any(own.bold or own.size > styles.default.size for own in look.values()):
        return  # nothing stands out
    sizes: Counter[int] = Counter()
    for block in [block for block in texts if not block.level and id(block) not in short][:_SURVEYED]:
        sizes[_look(block, styles).size] += len(block.content.text)
    usual = max(sizes, key=lambda size: sizes[size]) if sizes else max(own.size for own in look.values())
    seen = {key for key, own in look.items() if own.size >= usual and (own.bold or own.size >= usual + _LARGER)}
    above: dict[Look, list[Block]] = {}
    members = Counter(look[key] for key in seen)
    for block, below in pairwise(running):
        if id(block) not in seen or (id(below) in seen and look[id(below)].size >= look[id(block)].size):
            continue
        if not _stands_out(below, styles, usual):
            above.setdefault(look[id(block)], []).append(block)
    elected = {key: found for key, found in above.items() if len(found) >= 2 and 5 * len(found) >= 3 * members[key]}
    if 2 * sum(map(len, elected.values())) > len(running):
        return
    if numbered:
        _beside_numbers(running, numbered, elected, styles)
        return
    order = sorted(elected, key=lambda own: (-own.size, not own.bold, not own.centred))[:_LEVELS_BY_LOOK]
    for level, own in enumerate(order, start=1):
        for block in elected[own]:
            block.level = level


def _beside_numbers(
    running: Sequence[Block],
    numbered: Sequence[tuple[Block, numbering.Label | None]],
    elected: dict[Look, list[Block]],
    styles: Styles,
) -> None:
    outermost = [(block, label) for block, label in numbered if block.level == 1 and label is not None]
    if not outermost or not elected:
        return
    own = Counter(_look(block, styles) for block, _ in outermost if block.source is not None)
    chosen = {id(block) for found in elected.values() for block in found}
    families = Counter(label.family for _, label in outermost)
    family = max(families, key=lambda name: families[name])
    starts = {id(block) for block, label in outermost if label.family == family and label.value[-1] == 1}
    # The heading that was passed last, each time that the numbers start.
    passed = ""
    heads: list[str] = []
    for block in running:
        if id(block) in chosen:
            passed = block.content.text
        elif id(block) in starts:
            heads.append(passed)
    if len(starts) > 1 and len(set(heads)) == len(heads) and all(heads):
        levels = {id(block) for block, _ in numbered}
        for block in running:
            if id(block) in chosen:
                block.level = 1
            elif id(block) in levels:
                block.level += 1
            elif block.ends:
                block.ends += 1
        return
    for key, found in elected.items():
        if 2 * own[key] > sum(own.values()):
            for block in found:
                block.level = 1


def _look(block: Block, styles: Styles) -> Look:
    if block.source is None:
        return Look(0, False, False)
    return looks.of(block.source, styles, centred=block.centred)


def _stands_out(block: Block, styles: Styles, usual: int) -> bool:
    """The block below is itself in letters like those of a heading."""
    if block.grid is not None or block.source is None or block.level:
        return False
    own = _look(block, styles)
    return own.bold and not headlines.may_be(block.content.text) and own.size >= usual


def _mark_contents(blocks: Sequence[Block]) -> None:
    run: list[Block] = []
    pages: list[int] = []
    for block in blocks:
        page = None
        if block.use in ("paragraph", "list_item") and not block.level:
            page = _page_led_to(block.content.text)
        if page is None:
            _close(run, pages)
            run, pages = [], []
        else:
            run.append(block)
            pages.append(page)
    _close(run, pages)
    for block, following in pairwise(blocks):
        if following.use == "contents" and block.use != "table" and _CONTENTS_WORD.match(block.content.text.strip()):
            block.use, block.level = "contents", 0


def _page_led_to(text: str) -> int | None:
    """The page number at the end of a line, behind a tab or leaders and something before them. Looked at from the end:
    what leads there may be thousands of signs."""
    text = text.rstrip()
    number = _PAGE.search(text, max(0, len(text) - 4))
    if number is None:
        return None
    gap = text[: number.start()]
    words = gap.rstrip()
    led = "\t" in gap[len(words) :] or (words.endswith(_LEADERS) and words not in _LEADERS)
    return int(number[0]) if led and words and not text[0].isspace() else None


def _close(run: Sequence[Block], pages: Sequence[int]) -> None:
    if len(run) >= _LEAST_CONTENTS and list(pages) == sorted(pages):
        for block in run:
            block.use = "contents"
