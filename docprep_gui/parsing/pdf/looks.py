"""Whether texts in columns are a table: charts, forms, contents, lists and prose stand in columns, too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from docprep_gui.parsing import joining
from docprep_gui.parsing.pdf import cells
from docprep_gui.parsing.pdf.columns import Columns, Segment, TextRow
from docprep_gui.parsing.pdf.words import has_digit, is_blank_sign, is_figure

FEWEST_ROWS = 3
_FEWEST_OF_WORDS = 5
_BOXES = frozenset("□☐☑☒○◯")
LABEL = re.compile(
    r"[•●○■□▪◆➢✓\-–—*·]|[(\[（【]?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5}|[一二三四五六七八九十]{1,3})"
    r"[)\].）】、]{1,2}|\d{1,2}(?:\.\d{1,2})+\.?"
)
_NUMBERED = re.compile(r"[\dA-Z]{1,3}(?:\.\d{1,3})*\.?")


def is_table(
    run: Sequence[TextRow], body: Sequence[TextRow], shape: Columns, *, words_only: bool, ruled: bool = False,
    parted: bool = False,
) -> bool:
    """Do texts keep to the columns as cells do, and not as prose, lists, forms, contents or formulas would?

    `words_only`: there may be no figures at all, then only between drawn lines (`ruled`) also in two columns, and only
    where these stand between all rows (`parted`) whole sentences."""
    lines = [cells.line_of(row, shape) for row in run]
    of_column: list[list[cells.Part]] = [[] for _ in range(len(shape))]
    for line in lines:
        for part in line.parts:
            if part.first == part.last:
                of_column[part.first].append(part)
    texts = [[Segment(part.words).text for part in parts] for parts in of_column]
    figures = [
        sum(part.is_figure for part in parts) >= 0.6 * len(parts)
        and 3 * sum(has_digit(text) for text in own) >= len(own)
        for parts, own in zip(of_column, texts, strict=True)
    ]
    if _are_marks(texts[0]):
        figures[0] = False
    if len(shape) - int(_are_marks(texts[0])) < 2 or len(body) < FEWEST_ROWS:
        return False
    if sum(text.count("\ufffd") for own in texts for text in own) > 0.1 * sum(len(t) for own in texts for t in own):
        return False
    if _is_contents(texts, figures) or _are_axes(texts, figures) or _is_form(texts) or _are_formulas(texts, figures):
        return False
    if not any(figures[1:]) and not figures[0]:
        return words_only and _are_short_texts(of_column, texts, shape, len(run), ruled, parted)
    aligned = [_is_aligned(parts, body[0].size) for parts in of_column]
    numeric = [place for place in range(1, len(shape)) if figures[place]] or [0]
    if sum(aligned[place] for place in numeric) < 0.6 * len(numeric):
        return False
    return _fill(of_column, len(body)) >= 0.4


def _are_marks(texts: Sequence[str]) -> bool:
    """Marks or numbers of list items."""
    if sum(LABEL.fullmatch(text) is not None for text in texts) >= 0.5 * max(len(texts), 1):
        return True
    numbers = [int(text) for text in texts if text.isdecimal() and len(text) < 4]
    return len(numbers) > 1 and len(numbers) >= 0.8 * len(texts) and all(b == a + 1 for a, b in pairwise(numbers))


def _fill(of_column: Sequence[Sequence[cells.Part]], rows: int) -> float:
    return sum(min(len(parts), rows) for parts in of_column) / max(rows * len(of_column), 1)


def _is_aligned(parts: Sequence[cells.Part], size: float) -> bool:
    """Left, right or middle of most texts of a column stand below one another."""
    if len(parts) < 2:
        return True
    for places in (
        [part.x0 for part in parts], [part.x1 for part in parts], [(part.x0 + part.x1) / 2 for part in parts],
    ):
        centre = median(places)
        if sum(abs(place - centre) <= 0.6 * size for place in places) >= 0.6 * len(places):
            return True
    return False


def _is_contents(texts: Sequence[Sequence[str]], figures: Sequence[bool]) -> bool:
    """Titles with the numbers of their pages, which only rise."""
    numbers = [int(text) for text in texts[-1] if text.isdecimal() and len(text) < 5]
    if sum(figures[1:]) != 1 or not figures[-1] or len(numbers) < max(3, 0.8 * len(texts[-1])):
        return False
    rising = sum(a <= b for a, b in pairwise(numbers))
    wordy = sum(joining.columns(text) for text in texts[-2]) >= 10 * len(texts[-2])
    numbered = len(texts) > 2 and sum(_NUMBERED.fullmatch(text) is not None for text in texts[0]) >= 0.8 * len(texts[0])
    return rising >= 0.9 * (len(numbers) - 1) and (wordy or numbered) and numbers[-1] > numbers[0]


def leads_to_pages(rows: Sequence[TextRow]) -> bool:
    """Lines of a contents list whose numbers do not even stand below one another."""
    ends = [row.segments[-1].text for row in rows if len(row.segments) == 2]
    numbers = [int(text) for text in ends if text.isdecimal() and len(text) < 5]
    if len(numbers) < max(FEWEST_ROWS, 0.8 * len(rows)) or numbers[-1] <= numbers[0]:
        return False
    wordy = sum(joining.columns(row.segments[0].text) for row in rows) >= 12 * len(rows)
    return wordy and sum(a <= b for a, b in pairwise(numbers)) >= 0.95 * (len(numbers) - 1)


def _are_axes(texts: Sequence[Sequence[str]], figures: Sequence[bool]) -> bool:
    """Columns of figures in equal steps only: the scales of charts beside one another."""
    able = [own for own, of_figures in zip(texts, figures, strict=True) if of_figures]
    if len(able) == len(texts) and all(_in_equal_steps(own) for own in able):
        return True
    # Names of what is drawn may stand beside some of the figures.
    leads = [[text.split()[0] for text in own if is_figure(text.split()[0])] for own in texts]
    return all(len(own) > 4 and _in_equal_steps(own) for own in leads)


def ends_in_scale(rows: Sequence[TextRow]) -> bool:
    """A chart with figures in it: below them stands a row of figures in equal steps."""
    for row in list(rows)[:-3:-1]:
        texts = [word.text for word in row.words]
        if len(texts) > 4 and all(is_figure(text) for text in texts) and _in_equal_steps(texts) and len(rows) > 3:
            return True
    return False


def _in_equal_steps(texts: Sequence[str]) -> bool:
    bare = [text.replace(",", "").rstrip("%") for text in texts]
    values = [float(text) for text in bare if text.replace(".", "", 1).isdecimal()]
    steps = {round(b - a, 6) for a, b in pairwise(values)}
    return len(values) >= 3 and len(values) >= 0.5 * len(texts) and len(steps) == 1 and 0 not in steps


def _is_form(texts: Sequence[Sequence[str]]) -> bool:
    """Names with a colon, each with its value beside it, or boxes to tick."""
    if sum(text[0] in _BOXES for own in texts for text in own) >= max(len(own) for own in texts):
        return True
    asked = sum(text.endswith((":", "：")) for own in texts for text in own)
    return asked >= 0.3 * max(len(own) for own in texts)


def _are_formulas(texts: Sequence[Sequence[str]], figures: Sequence[bool]) -> bool:
    """Formulas with their numbers in brackets at the right."""
    numbered = [text for text in texts[-1] if re.fullmatch(r"[(（]\s*[A-Z]?[\d.\-]{1,6}[a-z]?\s*[)）]", text)]
    return len(numbered) >= 0.7 * len(texts[-1]) and not any(figures[:-1])


def _are_ticks(texts: Sequence[str]) -> bool:
    """Below its name a column has nothing but marks, where they apply."""
    return len(texts) > 1 and all(is_blank_sign(text) for text in texts[1:])


def _are_short_texts(
    of_column: Sequence[Sequence[cells.Part]], texts: Sequence[Sequence[str]], shape: Columns, rows: int, ruled: bool,
    parted: bool,
) -> bool:
    """A table of words: three columns at least (two between drawn lines), each aligned, hardly a sentence in them."""
    # Addresses beside one another have four lines, too.
    if len(shape) < (2 if ruled else 3) or (rows < _FEWEST_OF_WORDS and not ruled):
        return False
    size = of_column[0][0].words[0].size if of_column[0] else 10.0
    if not all(_is_aligned(parts, size) for parts in of_column):
        return False
    wordy = sum(
        bool(own) and median([joining.columns(text) for text in own]) > (60 if ruled else 24) for own in texts
    )
    if parted:
        return True
    if not ruled and any(
        len(parts) < 0.5 * rows and not _are_ticks(own) for parts, own in zip(of_column, texts, strict=True)
    ):
        return False
    return wordy <= (1 if len(shape) > 2 or ruled else 0) and _fill(of_column, rows) >= 0.5
