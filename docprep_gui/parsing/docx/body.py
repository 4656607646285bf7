"""The body as a list of blocks: paragraphs with their numbers, and tables, in reading order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from lxml import etree

from docprep_gui.parsing.content import Content, Inlay, join, prefixed
from docprep_gui.parsing.docx import drawings, flow
from docprep_gui.parsing.docx.inline import Reader
from docprep_gui.parsing.docx.names import PPR, RPR, TBL, VAL, P, W, is_on
from docprep_gui.parsing.docx.numbering import Label, Numbering
from docprep_gui.parsing.docx.styles import ParagraphStyle, Styles
from docprep_gui.parsing.docx.tables import CELL_PROPERTIES, RawCell, RawRow, grid
from docprep_gui.parsing.ooxml import R, number
from docprep_gui.parsing.tables import Grid

# A paragraph longer than this is a clause that has got a heading's style or outline level, not a heading.
HEADING_LIMIT = 300

_STYLE = W + "pStyle"
_NUMBERING = W + "numPr"
_LIST_ID = W + "numId"
_LIST_LEVEL = W + "ilvl"
_OUTLINE = W + "outlineLvl"
_PAGE_BEFORE = W + "pageBreakBefore"
_ALIGN = W + "jc"
_SECTION = W + "sectPr"
_GONE = (W + "del", W + "moveFrom")

Use = Literal["paragraph", "list_item", "contents", "title", "caption", "quote", "code", "formula", "table"]


@dataclass(slots=True)
class Block:
    """`level`: of a heading, else 0. `depth`: of a list item, from 1. `paragraph`: running number of its first w:p."""

    use: Use
    content: Content
    paragraph: int
    page: int
    level: int = 0
    depth: int = 0
    label: str = ""
    centred: bool = False
    grid: Grid | None = None


@dataclass(slots=True)
class _Properties:
    """What a w:pPr says itself; None: nothing."""

    style: str = ""
    list_id: str | None = None
    list_level: int | None = None
    outline: int | None = None
    page_before: bool = False
    centred: bool | None = None
    gone: bool = False  # the paragraph's end is deleted: its text runs on into the next paragraph
    hidden: bool = False


_NONE = _Properties()


@dataclass(slots=True)
class Body:
    """Reads blocks once, in order: the numbers count on from one call to the next."""

    reader: Reader
    styles: Styles
    numbering: Numbering
    sections: list[etree._Element] = field(default_factory=list)
    _count: int = 0
    _carried: Content | None = None

    def blocks(self, element: etree._Element) -> list[Block]:
        """The blocks of a w:body, a w:tc or a w:txbxContent."""
        found: list[Block] = []
        outer, self._carried = self._carried, None
        self._fill(element, False, found)
        self._flush(found)
        self._carried = outer
        return found

    def _fill(self, element: etree._Element, contents: bool, found: list[Block]) -> None:
        """`contents`: inside a control that holds a table of contents."""
        for child in element:
            tag = child.tag
            if tag == P:
                self._paragraph(child, contents, found)
            elif tag == TBL:
                self._flush(found)
                self._table(child, found)
            elif tag == _SECTION:
                self.sections.append(child)
            else:
                inner = flow.within(child)
                if inner is not None:
                    self._fill(inner, contents or flow.holds_contents(child), found)

    # --- paragraphs -------------------------------------------------------------------------------------
    def _paragraph(self, element: etree._Element, contents: bool, found: list[Block]) -> None:
        self._count += 1
        own = _NONE
        for child in element:
            if child.tag == PPR:
                own = self._properties(child)
            break
        style = self.styles.paragraph(own.style) if own.style else self.styles.default
        if own.page_before:
            self.reader.pages.turn()
        line = self.reader.paragraph(element, hidden=style.hidden)
        if line.contents and style.level:
            self.reader.end_contents()  # a field without an end must not swallow the document
            line.contents = False
        content = line.content
        if self._carried is not None:
            content = join([self._carried, content], "")
            self._carried = None
        text = content.text
        has_text = bool(text) and not text.isspace()
        if own.gone:
            self._carried = content
        elif has_text or content.inlays:
            block = Block("paragraph", content, self._count, line.page)
            label = None if own.hidden and not has_text else self._label(own, style)
            self._classify(block, own, style, label if has_text else None)
            if contents or line.contents or style.use == "contents":
                block.use, block.level = "contents", 0
            elif line.formula and block.use == "paragraph" and not block.level:
                block.use = "formula"
            found.append(block)
        elif not own.hidden:
            self._label(own, style)  # an empty paragraph has its number, too
        for box in line.boxes:
            if isinstance(box, drawings.Line):
                use: Use = "list_item" if box.depth else "paragraph"
                found.append(Block(use, Content(box.text), self._count, line.page, depth=box.depth))
                continue
            for block in self.blocks(box):
                block.level = 0  # what stands beside the text does not divide it
                found.append(block)

    def _classify(self, block: Block, own: _Properties, style: ParagraphStyle, label: Label | None) -> None:
        if label is not None:
            block.content = prefixed(block.content, label.text + label.blank)
            block.label = label.text
            block.use, block.depth = "list_item", label.level + 1
        level = style.level
        if not level and own.outline is not None and 0 <= own.outline < 9 and style.use != "contents":
            level = own.outline + 1
        block.centred = style.centred if own.centred is None else own.centred
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
            elif tag == _PAGE_BEFORE:
                own.page_before = is_on(child)
            elif tag == _ALIGN:
                own.centred = child.get(VAL) == "center"
            elif tag == RPR:
                own.gone = any(child.find(name) is not None for name in _GONE)
                vanish = child.find(W + "vanish")
                own.hidden = vanish is not None and is_on(vanish)
            elif tag == _SECTION:
                self.sections.append(child)
        return own

    def _label(self, own: _Properties, style: ParagraphStyle) -> Label | None:
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
        return self.numbering.label(list_id, level or 0) if list_id != "0" else None

    # --- tables -----------------------------------------------------------------------------------------
    def _table(self, element: etree._Element, found: list[Block]) -> None:
        first = self._count + 1
        pages = self.reader.pages
        page = 0
        dropped: list[Inlay] = []
        rows: list[RawRow] = []
        for row in flow.inside(element, flow.ROWS):
            raw = RawRow.of(row)
            if raw.deleted is not None or raw.hidden:
                aside = self._unseen_row(row, raw)
                if aside is not None:
                    dropped.append(aside)
                continue
            start, end = pages.page, pages.page
            for cell in flow.inside(row, flow.CELLS):
                pages.page = start
                raw.cells.append(self._cell(cell))
                end = max(end, pages.page)
                page = page or raw.cells[-1].page
            pages.page = end
            rows.append(raw)
        made = grid(rows)
        if made.rows and made.cols:
            found.append(Block("table", Content(""), first, page or pages.page, grid=made))
        if dropped:
            found.append(Block("paragraph", Content("", dropped), first, page or pages.page))

    def _cell(self, element: etree._Element) -> RawCell:
        cell = RawCell()
        for child in element:
            if child.tag == CELL_PROPERTIES:
                cell.take(child)
            break
        found = self.blocks(element)
        if len(found) == 1 and found[0].grid is None:
            only = found[0]
            cell.page = only.page
            cell.parts.append(only.content)
            return cell
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
        return cell

    def _unseen_row(self, element: etree._Element, row: RawRow) -> Inlay | None:
        """A row that is deleted or hidden, as an aside."""
        text = join([self.reader.content_of(cell) for cell in flow.inside(element, flow.CELLS)], "\t").text
        if not text.strip():
            return None
        if row.deleted is None:
            self.reader.hidden += 1
            return Inlay("run", 0, 0, "aside", Content(text), role="hidden", hidden=True)
        self.reader.changes += 1
        author, date = row.deleted.get(W + "author"), row.deleted.get(W + "date")
        return Inlay("run", 0, 0, "aside", Content(text), role="deleted", hidden=True, author=author, date=date)

    # --- sections ---------------------------------------------------------------------------------------
    def furniture(self) -> list[tuple[Literal["page_header", "page_footer"], str]]:
        """(kind, relation id) of all headers and footers that the sections name, each once, in order."""
        found: dict[tuple[Literal["page_header", "page_footer"], str], None] = {}
        for section in self.sections:
            for child in section:
                if child.tag == W + "headerReference":
                    found["page_header", child.get(R + "id") or ""] = None
                elif child.tag == W + "footerReference":
                    found["page_footer", child.get(R + "id") or ""] = None
        return list(found)
