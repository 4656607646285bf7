"""The body as a list of blocks: paragraphs with their numbers, and tables, in reading order."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from lxml import etree

from docprep_gui.domain.document import BOLD, CENTRED
from docprep_gui.parsing.content import Content, Inlay, join, lines, prefixed, whole
from docprep_gui.parsing.docx import drawings, flow, setting
from docprep_gui.parsing.docx.inline import Reader
from docprep_gui.parsing.docx.lookup import LookUp
from docprep_gui.parsing.docx.names import PPR, RPR, TBL, VAL, P, W, is_on
from docprep_gui.parsing.docx.numbering import Label, Numbering, Story
from docprep_gui.parsing.docx.setting import NOTHING, Indent
from docprep_gui.parsing.docx.styles import ParagraphStyle, Styles
from docprep_gui.parsing.docx.tables import RawCell, RawRow, grid, is_one_cell, widths
from docprep_gui.parsing.ooxml import number
from docprep_gui.parsing.tables import Grid
from docprep_gui.text import numbering, tokens

# A paragraph longer than this is a clause that has got a heading's style or outline level, not a heading.
HEADING_LIMIT = 300
_SENTENCES = re.compile(r"[。；;]\s*\S|[a-z)]{2}[.”\"]{1,2}\s+[A-Z“\"]")
_MOST_HAN, _FEW_HAN, _MOST_WORDS, _FEW_WORDS = 40, 20, 18, 10
_FRAMED = 1_000  # characters of a text that is more than a cell of a table

_STYLE = W + "pStyle"
_NUMBERING = W + "numPr"
_LIST_ID = W + "numId"
_LIST_LEVEL = W + "ilvl"
_OUTLINE = W + "outlineLvl"
_PAGE_BEFORE = W + "pageBreakBefore"
_ALIGN = W + "jc"
_INDENT = W + "ind"
_SECTION = W + "sectPr"
_FRAME = W + "framePr"
_COMMENT = W + "commentRangeStart"
_FOREIGN = W + "altChunk"
_VANISH = W + "vanish"
_GONE = (W + "del", W + "moveFrom")

Use = Literal["paragraph", "list_item", "contents", "title", "caption", "quote", "code", "formula", "table"]


@dataclass(slots=True)
class Block:
    """`level`: of a heading, else 0. `ends`: the level from which on the sections above do not hold it; 0: they do.
    `depth`: of a list item, from 1. `paragraph`: running number of its first w:p.
    `source`: the w:p where the block is one whole paragraph. `beside`: it stands in a text box or a frame."""

    use: Use
    content: Content
    paragraph: int
    page: int
    level: int = 0
    depth: int = 0
    label: str = ""
    centred: bool = False
    grid: Grid | None = None
    source: etree._Element | None = None
    beside: bool = False
    ends: int = 0


@dataclass(slots=True)
class _Properties:
    """What a w:pPr says itself; None: nothing."""

    style: str = ""
    list_id: str | None = None
    list_level: int | None = None
    outline: int | None = None
    page_before: bool = False
    align: int = 0
    indent: Indent = NOTHING
    gone: bool = False  # the paragraph's end is deleted: its text runs on into the next paragraph
    drop: bool = False  # a frame with the large first letter of the next paragraph
    hidden: bool = False


_NONE = _Properties()


@dataclass(slots=True)
class Body(LookUp):
    """Reads blocks once, in order: the numbers count on from one call to the next."""

    reader: Reader
    styles: Styles
    numbering: Numbering
    taken_in: Callable[[etree._Element, int, int], list[Block]]  # a w:altChunk at a paragraph and a page
    unruled: Collection[etree._Element] = ()  # tables without lines
    sections: list[etree._Element] = field(default_factory=list)
    _count: int = 0
    _carried: Content | None = None
    _bare: list[str] = field(default_factory=list)  # numbers of empty paragraphs in the cell that is being read

    def __post_init__(self) -> None:
        self.reader.look_up = self

    def hides(self, paragraph: etree._Element) -> bool:
        return self._style(self._own(paragraph)).hidden

    def look(self, paragraph: etree._Element) -> int:
        return _letters(self._style(self._own(paragraph)))

    def number(self, paragraph: etree._Element, story: Story) -> str:
        own = self._own(paragraph)
        around, self.numbering.story = self.numbering.story, story
        label = self._label(own, self._style(own))
        self.numbering.story = around
        return label.text + label.blank if label is not None else ""

    def level(self, paragraph: etree._Element) -> int | None:
        own = self._own(paragraph)
        place = self._place(own, self._style(own))
        return place[1] if place is not None else None

    def inner(self, paragraph: etree._Element, level: int, place: int) -> str:
        own = self._own(paragraph)
        around = self._place(own, self._style(own))
        return self.numbering.inner(*around, level, place) if around is not None else ""

    def _own(self, paragraph: etree._Element) -> _Properties:
        first = paragraph[0] if len(paragraph) else None
        return self._properties(first) if first is not None and first.tag == PPR else _NONE

    def _style(self, own: _Properties) -> ParagraphStyle:
        return self.styles.paragraph(own.style) if own.style else self.styles.default

    def blocks(self, children: Iterable[etree._Element]) -> list[Block]:
        """The blocks of a w:body, a w:tc or a w:txbxContent, given what stands in it."""
        found: list[Block] = []
        outer, self._carried = self._carried, None
        self._fill(children, False, found)
        self._flush(found)
        self._carried = outer
        return found

    def _fill(self, children: Iterable[etree._Element], contents: bool, found: list[Block]) -> None:
        """`contents`: inside a control that holds a table of contents."""
        for child in children:
            tag = child.tag
            if tag == P:
                self._paragraph(child, contents, found)
            elif tag == TBL:
                self._flush(found)
                self._table(child, found)
            elif tag == _SECTION:
                self.sections.append(child)
            elif tag == _COMMENT:
                self.reader.waiting.append(child)
            elif tag == _FOREIGN:
                self._flush(found)
                found += self.taken_in(child, self._count, self.reader.pages.page)
            else:
                inner = flow.within(child)
                if inner is not None:
                    self._fill(inner, contents or flow.holds_contents(child), found)

    # --- paragraphs -------------------------------------------------------------------------------------
    def _paragraph(self, element: etree._Element, contents: bool, found: list[Block]) -> None:
        self._count += 1
        own = _NONE
        children = list(element)
        if children and children[0].tag == PPR:
            own = self._properties(children[0])
            del children[0]
        style = self.styles.paragraph(own.style) if own.style else self.styles.default
        if own.page_before:
            self.reader.pages.turn()
        line = self.reader.paragraph(element, children, hidden=style.hidden, look=_letters(style))
        if line.contents and style.level:
            self.reader.end_contents()  # a field without an end must not swallow the document
            line.contents = False
        content = line.content
        if self._carried is not None:
            content = join([self._carried, content], "")
            self._carried = None
        text = content.text
        has_text = bool(text) and not text.isspace()
        if own.gone or own.drop:
            self._carried = content
            if own.gone and not any(inlay.role == "deleted" for inlay in content.inlays):
                self.reader.changes += 1
        elif has_text or content.inlays:
            align = own.align or style.align
            block = Block("paragraph", content, self._count, line.page, centred=align == CENTRED, source=element)
            if has_text and (align or style.indent is not NOTHING or own.indent is not NOTHING):
                content.setting = setting.setting(align, own.indent.over(style.indent), style.size, text)
            label = None
            if (own.list_id is not None or style.numbering is not None) and (has_text or not own.hidden):
                label = self._label(own, style)
            if label is not None or style.level or style.use or own.outline is not None:
                self._classify(block, own, style, label if has_text else None)
            if contents or line.contents or style.use == "contents":
                block.use, block.level = "contents", 0
            elif line.formula and block.use == "paragraph" and not block.level:
                block.use = "formula"
            if "\n" in text and block.use == "paragraph" and not block.level and _counts_lines(text):
                found += _parted(block)
            else:
                found.append(block)
        elif not own.hidden:
            label = self._label(own, style)  # an empty paragraph has its number, too
            if label is not None and not label.bullet:
                self._bare.append(label.text)
        for box in drawings.in_place(line.boxes) if line.boxes else ():
            if isinstance(box, drawings.Line):
                use: Use = "list_item" if box.depth else "paragraph"
                found.append(Block(use, Content(box.text), self._count, line.page, depth=box.depth, beside=True))
                continue
            around, self.numbering.story = self.numbering.story, "boxes"
            for block in self.blocks(box):
                block.beside = True
                found.append(block)
            self.numbering.story = around

    def _classify(self, block: Block, own: _Properties, style: ParagraphStyle, label: Label | None) -> None:
        if label is not None:
            block.content = prefixed(block.content, label.text + label.blank)
            block.label = label.text
            block.use, block.depth = "list_item", label.level + 1
        level, outlined = style.level, style.outlined
        if not level and own.outline is not None and 0 <= own.outline < 9 and style.use != "contents":
            level, outlined = own.outline + 1, True
        if outlined and _is_prose(block.content.text[len(block.label) :]):
            level = 0  # clauses themselves often have an outline level
        if level and len(block.content.text) <= HEADING_LIMIT and block.content.text.strip():
            block.level = level
            block.use = "title" if style.use == "title" else "paragraph"
        elif style.use and style.use != "title" and block.use == "paragraph":
            block.use = style.use

    def _flush(self, found: list[Block]) -> None:
        carried, self._carried = self._carried, None
        if carried is not None and (carried.text.strip() or carried.inlays):
            found.append(Block("paragraph", carried, self._count, self.reader.pages.page))

    def _properties(self, element: etree._Element) -> _Properties:
        own = _Properties()
        for child in element:
            tag = child.tag
            if tag == _STYLE:
                own.style = child.get(VAL) or ""
            elif tag == _NUMBERING:
                for part in child:
                    if part.tag == _LIST_ID:
                        own.list_id = part.get(VAL)
                    elif part.tag == _LIST_LEVEL:
                        own.list_level = number(part.get(VAL))
            elif tag == _OUTLINE:
                own.outline = number(child.get(VAL))
            elif tag == _FRAME:
                own.drop = child.get(W + "dropCap") in ("drop", "margin")
            elif tag == _PAGE_BEFORE:
                own.page_before = is_on(child)
            elif tag == _ALIGN:
                own.align = setting.align(child.get(VAL))
            elif tag == _INDENT:
                own.indent = setting.indent(child)
            elif tag == RPR:
                for mark in child.iterchildren(_VANISH, *_GONE):
                    if mark.tag == _VANISH:
                        own.hidden = is_on(mark)
                    else:
                        own.gone = True
            elif tag == _SECTION:
                self.sections.append(child)
        return own

    def _label(self, own: _Properties, style: ParagraphStyle) -> Label | None:
        place = self._place(own, style)
        return self.numbering.label(*place) if place is not None else None

    def _place(self, own: _Properties, style: ParagraphStyle) -> tuple[str, int] | None:
        """The list and the level that a paragraph has."""
        list_id, level = own.list_id, own.list_level
        if list_id is None:
            if style.numbering is None:
                return None
            list_id = style.numbering[0]
            if level is None:
                level = self.numbering.level_of_style(list_id, style.owner)
        elif level is None and own.style:
            level = self.numbering.level_of_style(list_id, own.style)
        if level is None and style.numbering is not None:
            level = style.numbering[1]
        return (list_id, level or 0) if list_id != "0" else None

    # --- tables -----------------------------------------------------------------------------------------
    def _table(self, element: etree._Element, found: list[Block]) -> None:
        first = self._count + 1
        pages = self.reader.pages
        page = 0
        dropped: list[Inlay] = []
        rows: list[RawRow] = []
        alone = is_one_cell(element)
        for row in flow.inside(element, flow.ROWS):
            raw = RawRow.of(row)
            cells = flow.inside(row, flow.CELLS)
            if raw.deleted is not None or raw.hidden:
                self._drop(cells, raw.deleted, dropped)
                continue
            start, end = pages.page, pages.page
            for cell in cells:
                pages.page = start
                read, children = RawCell.of(cell)
                if read.deleted is not None:
                    self._drop([cell], read.deleted, dropped)
                    continue
                self._bare.clear()
                inner = self.blocks(children)
                if alone and raw.inserted is None and _is_framed(inner):
                    for block in inner:
                        block.beside = not block.level
                    found += inner
                    return
                self._set_cell(inner, read)
                change = raw.inserted if read.inserted is None else read.inserted
                if change is not None:
                    self._insert(read, change)
                raw.cells.append(read)
                end = max(end, pages.page)
                page = page or read.page
            pages.page = end
            rows.append(raw)
        made = grid(rows)
        made.ruled, made.widths = element not in self.unruled, widths(element, made.cols)
        if made.rows and made.cols:
            found.append(Block("table", Content(""), first, page or pages.page, grid=made))
        if dropped:
            found.append(Block("paragraph", Content("", dropped), first, page or pages.page))

    def _set_cell(self, found: Sequence[Block], cell: RawCell) -> None:
        if not found:
            # A column of running numbers mostly holds nothing but paragraphs of a list.
            cell.parts += [Content("\n".join(self._bare))] if self._bare else []
            return
        if len(found) == 1 and found[0].grid is None:
            only = found[0]
            cell.page = only.page
            cell.parts.append(only.content)
            return
        texts: list[Content] = []
        for block in found:
            cell.page = cell.page or block.page
            if block.grid is None:
                texts.append(block.content)
                continue
            if texts:
                cell.parts.append(join(texts, "\n"))
                texts = []
            cell.parts.append(block.grid)
        if texts:
            cell.parts.append(join(texts, "\n"))

    def _insert(self, cell: RawCell, change: etree._Element) -> None:
        """A cell that came in with its row or column; mostly Word marks its text as well."""
        for part in cell.parts:
            if isinstance(part, Content) and part.text and not any(inlay.role == "inserted" for inlay in part.inlays):
                self.reader.changes += 1
                author, date = change.get(W + "author"), change.get(W + "date")
                run = Inlay("run", 0, len(part.text), role="inserted", author=author, date=date)
                part.inlays = [run, *part.inlays]

    def _drop(
        self, cells: Iterable[etree._Element], change: etree._Element | None, dropped: list[Inlay]
    ) -> None:
        """Cells that are deleted, or hidden (`change` None), as an aside."""
        changes, concealed = self.reader.changes, self.reader.hidden
        text = "\t".join(filter(None, [whole(self.reader.content_of(cell)) for cell in cells]))
        self.reader.changes, self.reader.hidden = changes, concealed
        if not text.strip():
            return
        inlay = Inlay("run", 0, 0, "aside", Content(text), hidden=True)
        if change is None:
            self.reader.hidden += 1
            inlay.role = "hidden"
        else:
            self.reader.changes += 1
            inlay.role, inlay.author, inlay.date = "deleted", change.get(W + "author"), change.get(W + "date")
        dropped.append(inlay)


def _counts_lines(text: str) -> bool:
    """Do lines of a paragraph, which only breaks part, count on as paragraphs do (第一条, 第二条)?"""
    labels = [label for line in text.split("\n") if (label := numbering.parse_label(line)) is not None]
    return any(
        after.family == before.family and after.value[-1] == before.value[-1] + 1
        for at, before in enumerate(labels) for after in labels[at + 1 : at + 2]
    )


def _parted(block: Block) -> list[Block]:
    """The lines of a paragraph as paragraphs."""
    return [replace(block, content=content, source=None) for content in lines(block.content)]


def _is_framed(blocks: Sequence[Block]) -> bool:
    """Is a table with one cell no more than a frame around these blocks? Headings, or a text of some length, stand in a
    document rather than in a table."""
    return any(block.level for block in blocks) or sum(len(block.content.text) for block in blocks) > _FRAMED


def _letters(style: ParagraphStyle) -> int:
    """Of a paragraph's letters; headings are bold by their place."""
    return style.look & ~BOLD if style.level else style.look


def _is_prose(text: str) -> bool:
    """Does the text read like a clause, rather than like what stands above it?"""
    words, wide = len(text.split()), tokens.han(text)
    if _SENTENCES.search(text) or wide > _MOST_HAN or words > _MOST_WORDS:
        return True
    return (words > _FEW_WORDS or wide > _FEW_HAN) and text.rstrip().endswith((".", "。", "；", ";"))
