"""Which paragraphs are headings, and of which level: by bookmarks, by typed numbers, by size and weight."""

from __future__ import annotations

from collections.abc import Sequence

from docprep_gui.parsing import joining
from docprep_gui.parsing.pdf.paragraphs import Paragraph, is_contents_line
from docprep_gui.parsing.pdf.table import PageTable
from docprep_gui.text import numbering

_MAX_COLUMNS = 160
_MAX_LINES = 3
_LARGER = 1.1
_DEEPEST = 9
# How many times as much text as all other a file has in tables that are all there is to it.
_MOSTLY = 4
_Style = tuple[float, bool]
Bookmark = tuple[int, str, int]


def levels(paragraphs: Sequence[Paragraph], texts: Sequence[str], bookmarks: Sequence[Bookmark]) -> dict[int, int]:
    """Index of a paragraph -> level from 1. `bookmarks`: (level, title, page), as the file has them."""
    styles = [_style(paragraph) for paragraph in paragraphs]
    body, body_bold = _body_style(styles, texts, paragraphs)
    able = [_is_able(paragraph, text) for paragraph, text in zip(paragraphs, texts, strict=True)]
    lines = [text if ok else "" for text, ok in zip(texts, able, strict=True)]
    found = numbering.headings(lines, _numbers(paragraphs, lines))
    numbered = {index: level for index, level, _ in found if able[index]}
    styled = {
        index
        for index, ok in enumerate(able)
        if ok and _stands_out(paragraphs[index], texts[index], styles[index], body, body_bold)
    }
    marked = _marked(paragraphs, texts, able, bookmarks)
    if marked:
        return _with_bookmarks(styles, marked, numbered, styled)
    return _by_style(styles, numbered, styled)


def _numbers(paragraphs: Sequence[Paragraph], lines: Sequence[str]) -> dict[int, numbering.Label]:
    """As `numbering.labels_of`; of a paragraph of one line the number is known already."""
    return {
        index: number for index, (paragraph, line) in enumerate(zip(paragraphs, lines, strict=True)) if line
        and (number := paragraph.number if len(paragraph.lines) == 1 else numbering.parse_label(line)) is not None
    }


def _style(paragraph: Paragraph) -> _Style:
    return round(paragraph.first.size * 2) / 2, paragraph.first.bold


def _body_style(
    styles: Sequence[_Style], texts: Sequence[str], paragraphs: Sequence[Paragraph]
) -> tuple[float, bool]:
    """The size that most characters have, and whether most of these are bold. Where tables are nearly
    all there is and the rest has one size, as on a printed sheet, it is measured against them."""
    weights: dict[_Style, int] = {}
    for style, text in zip(styles, texts, strict=True):
        if text:
            weights[style] = weights.get(style, 0) + len(text)
    if not weights:
        return 10.0, False
    sizes: dict[float, int] = {}
    for (size, _), weight in weights.items():
        sizes[size] = sizes.get(size, 0) + weight
    if len(sizes) == 1:
        in_tables: dict[float, int] = {}
        for paragraph in paragraphs:
            table = paragraph.first.block
            if isinstance(table, PageTable):
                signs = sum(len(text) for row in table.texts for text in row)
                in_tables[table.size] = in_tables.get(table.size, 0) + signs
        if sum(in_tables.values()) > _MOSTLY * sum(weights.values()):
            return max(in_tables, key=lambda size: in_tables[size]), False
    body = max(sizes, key=lambda size: sizes[size])
    return body, weights.get((body, True), 0) > weights.get((body, False), 0)


def _is_able(paragraph: Paragraph, text: str) -> bool:
    """Short, in one piece, with letters, and no line of a table or a table of contents."""
    return (
        len(paragraph.lines) <= _MAX_LINES
        and 0 < len(text) <= _MAX_COLUMNS
        and joining.columns(text) <= _MAX_COLUMNS
        and not paragraph.bullet
        and not any(line.gaps for line in paragraph.lines)
        and (sum(map(str.isalpha, text[:12])) >= 2 or sum(map(str.isalpha, text)) >= 2)
        and not is_contents_line(text)
    )


def _stands_out(paragraph: Paragraph, text: str, style: _Style, body: float, body_bold: bool) -> bool:
    size, bold = style
    if text[0].islower() or text.endswith(("。", "；", "，", "、", ",", ";", "-")):
        return False
    if size >= _LARGER * body:
        return joining.columns(text) <= 60 or not joining.ends_sentence(text)
    if not bold or body_bold or size < 0.95 * body or len(paragraph.lines) > 2:
        return False
    return not text.endswith((".", "：", ":")) or paragraph.number is not None


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


def _marked(
    paragraphs: Sequence[Paragraph], texts: Sequence[str], able: Sequence[bool], bookmarks: Sequence[Bookmark]
) -> dict[int, int]:
    """Paragraphs that bookmarks name, if at least half of the bookmarks are found."""
    if len(bookmarks) < 2:
        return {}
    on_page: dict[int, list[int]] = {}
    for index, ok in enumerate(able):
        if ok:
            on_page.setdefault(paragraphs[index].page, []).append(index)
    found: dict[int, int] = {}
    for level, title, page in bookmarks:
        wanted = _squeezed(title)
        if not wanted:
            continue
        for index in [i for near in (page, page + 1, page - 1) for i in on_page.get(near, ())]:
            if index not in found and _is_titled(_squeezed(texts[index]), wanted):
                found[index] = level
                break
    return found if 2 * len(found) >= len(bookmarks) else {}


def _is_titled(text: str, title: str) -> bool:
    """Bookmarks may leave out the number that the page shows, or show one that it lacks."""
    if text == title:
        return True
    shorter, longer = sorted((text, title), key=len)
    return len(shorter) >= 4 and longer.endswith(shorter) and len(longer) - len(shorter) <= 12


def _with_bookmarks(
    styles: Sequence[_Style], marked: dict[int, int], numbered: dict[int, int], styled: set[int]
) -> dict[int, int]:
    """Others take the level of the marked ones that look the same; larger ones are titles, smaller ones deeper."""
    of_style: dict[_Style, int] = {}
    for index, level in marked.items():
        style = styles[index]
        of_style[style] = min(level, of_style.get(style, level))
    largest = max(of_style)
    deepest = max(marked.values())
    result = dict(marked)
    for index in styled | set(numbered):
        if index not in result:
            style = styles[index]
            below = 1 if style > largest else deepest + numbered.get(index, 1)
            result[index] = min(of_style.get(style, below), _DEEPEST)
    return result


def _by_style(styles: Sequence[_Style], numbered: dict[int, int], styled: set[int]) -> dict[int, int]:
    """Styles larger than all numbered headings come above these; any other takes the level of numbered ones that look
    the same, or stands one below the next larger style."""
    result: dict[int, int] = {}
    numbered_level: dict[_Style, int] = {}
    for index, level in numbered.items():
        style = styles[index]
        numbered_level[style] = min(level, numbered_level.get(style, level))
    ordered = sorted({styles[index] for index in styled} | set(numbered_level), reverse=True)
    first = next((place for place, style in enumerate(ordered) if style in numbered_level), len(ordered))
    titles = min(first, 3)
    of_style: dict[_Style, int] = {}
    above = 0
    for style in ordered:
        above = titles + numbered_level[style] if style in numbered_level else above + 1
        of_style[style] = above
    for index in sorted(styled | set(numbered)):
        level = titles + numbered[index] if index in numbered else of_style[styles[index]]
        result[index] = max(1, min(level, _DEEPEST))
    return result
