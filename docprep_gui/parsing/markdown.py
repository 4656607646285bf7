"""Markdown (CommonMark with tables, strikethrough and footnotes): its markup becomes structure and leaves the text."""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.rules_block.table import escapedSplit
from markdown_it.rules_core import StateCore, inline
from markdown_it.token import Token

from docprep_gui.domain.document import Document, Location
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import (
    dollars,
    drawn_tables,
    emphasis,
    encodings,
    footnotes,
    headlines,
    html_tables,
    joining,
    labels,
    scripts,
)
from docprep_gui.parsing.builder import Builder
from docprep_gui.parsing.captions import is_caption
from docprep_gui.parsing.content import Content, Inlay, join
from docprep_gui.parsing.tables import Grid, GridCell, bounded
from docprep_gui.text import folding, numbering

_BULLET = "•"
_WRAPPED_COLUMNS = 56
# The parser, which calls itself for each level, drops what is nested deeper: such a file is taken as plain lines.
_DEEPEST = 150
# Brackets in brackets: to find the end of one, the parser goes through as many of them at every sign.
_DEEPEST_BRACKETS = 20
_FRONT_MATTER = re.compile(
    r"(?:---[ \t]*\n(.*?)\n(?:---|\.\.\.)|\+\+\+[ \t]*\n(.*?)\n\+\+\+)[ \t]*(?:\n|\Z)", re.S
)
_HEADING_SIGN = re.compile(r"^#{1,6}[ \t]", re.M)
_TIGHT_HEADING = re.compile(r"^(#{1,6})(?=[^\s#!])(?!.*\s#)", re.M)  # two in a line are marks of topics
_LEAST_TIGHT = 2
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_INVISIBLE = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)", re.S | re.I)
_TABLE = re.compile(r"(<table\b.*?</table\s*>)", re.S | re.I)
_TABLE_END = re.compile(r"</table\s*>", re.I)
_CELL_END = re.compile(r"</t[dh]\s*>", re.I)
_LINE_TAG = re.compile(r"</?(?:br|p|div|li|tr|h[1-6]|table|ul|ol|section)\b[^>]*>", re.I)
_TAG = re.compile(r"</?[A-Za-z][^>]*>")
_WORDS = ("text", "code_inline", "text_special")
_HEADING_TAG = re.compile(r"<h([1-6])\b", re.I)
_HEADING_END = re.compile(r"</h[1-6]\s*>", re.I)
_IMAGE_TAG = re.compile(r"<img\b", re.I)
_IMAGE = re.compile(r"(<img\b[^<>]*>)", re.I)
_PART_TAG = re.compile(r"(<h[1-6]\b.*?</h[1-6]\s*>|<img\b[^<>]*>)", re.S | re.I)
_ALT = re.compile(r"""\salt\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.I)
# Names that some programs let an author give to a heading: {#name .kind}.
_ATTRIBUTES = re.compile(r"\s*\{\s*[#.][^{}\n]*\}\s*$")
_SCRIPT_TAG = re.compile(r"<(/?)(su[pb])\b", re.I)
_BREAK_TAG = re.compile(r"<br\b", re.I)

_Kind = Literal[
    "heading", "paragraph", "list_item", "code", "caption", "figure", "table", "note", "open_quote", "close_quote"
]


@dataclass(slots=True)
class _Block:
    """A block before it is written. `level`: of headings and list items, from 1. `ends`: the level from which on the
    sections above do not hold it, 0 where they do. `bold`: a paragraph that is one stretch of strong emphasis."""

    kind: _Kind
    content: Content
    level: int = 0
    label: str = ""
    grid: Grid | None = None
    ends: int = 0
    bold: bool = False


def read(data: bytes, name: str) -> Document:
    """Raises FileError: unreadable (no known encoding), empty."""
    decoded = encodings.decode(data)
    if decoded is None:
        raise FileError("unreadable", format="md")
    source = folding.clean(decoded.text).lstrip("\n")
    front = _FRONT_MATTER.match(source)
    blocks = [_Block("code", Content(front[1] or front[2]))] if front else []
    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable("table").enable("strikethrough")
    parser.core.ruler.at("inline", _inline)
    footnotes.install(parser)
    emphasis.install(parser)
    dollars.install(parser)
    body = _with_blanks(source[front.end() :] if front else source)
    tokens = parser.parse(body)
    # One level before the last, since an item opens two.
    too_deep = any(token.level >= _DEEPEST - 1 for token in tokens)
    if not too_deep:
        notes = {token.info: token.content for token in reversed(tokens) if token.type == footnotes.DEFINITION}
        read_notes = {label: _note(parser, text) for label, text in notes.items()}
        _Walk(blocks, body.split("\n"), read_notes).blocks_of(tokens)
    if too_deep or not any(block.content.text or block.grid or block.kind == "figure" for block in blocks):
        # Nothing but comments, or nested beyond reason: the file as it stands is better than nothing.
        blocks = [_Block("paragraph", Content(line)) for raw in source.split("\n") if (line := raw.strip())]
    if not blocks:
        raise FileError("empty")
    _find_captions(blocks)
    _find_headings(blocks)
    builder = Builder()
    if decoded.invalid:
        builder.notice("invalid_bytes", decoded.invalid, params={"encoding": decoded.encoding})
    _write(blocks, builder)
    title = next((block.content.text for block in blocks if block.kind == "heading"), "")
    return builder.document(name=name, kind="md", data=data, title=title)


def _with_blanks(body: str) -> str:
    """The text with a blank behind the signs of headings where all headings lack it: many write `##标题`, which is none
    by the letter. Not in fenced code."""
    if _HEADING_SIGN.search(body) is not None or len(_TIGHT_HEADING.findall(body)) < _LEAST_TIGHT:
        return body
    lines = body.split("\n")
    fence = ""
    for place, line in enumerate(lines):
        mark = line.lstrip()[:3]
        if mark in ("```", "~~~") and fence in ("", mark):
            fence = "" if fence else mark
        elif not fence:
            lines[place] = _TIGHT_HEADING.sub(r"\1 ", line)
    return "\n".join(lines)


def _inline(state: StateCore) -> None:
    options = state.md.options
    options["maxNesting"] = _DEEPEST_BRACKETS
    inline(state)
    options["maxNesting"] = _DEEPEST


def _write(blocks: list[_Block], builder: Builder) -> None:
    for number, block in enumerate(blocks, 1):
        location = Location(paragraph=number)
        if block.ends:
            builder.end(block.ends)
        if block.kind == "heading":
            builder.heading(block.content, block.level, label=block.label, location=location)
        elif block.kind == "open_quote":
            builder.open("quote", location=location)
        elif block.kind == "close_quote":
            builder.close()
        elif block.grid is not None:
            builder.table(block.grid, location=location)
        elif block.kind == "figure":
            builder.block("figure", block.content, role="image", location=location)
        elif block.kind == "note":
            builder.block("note", block.content, role="footnote", label=block.label, location=location)
        elif block.kind != "table":
            builder.block(block.kind, block.content, level=block.level, label=block.label, location=location)


def _find_captions(blocks: list[_Block]) -> None:
    """A short numbered line next to a table or a picture is its caption."""
    for place, block in enumerate(blocks):
        if block.kind == "paragraph" and is_caption(block.content.text):
            beside = blocks[max(place - 1, 0) : place + 2]
            if any(other.kind in ("table", "figure") for other in beside):
                block.kind = "caption"


def _find_headings(blocks: list[_Block]) -> None:
    """Where no headings are marked, or too few, there may be typed ones; other typed numbers become labels of their
    paragraphs."""
    marked = [block.kind == "heading" for block in blocks]
    if not any(marked):
        _find_typed(blocks)
    elif stretch := headlines.unmarked(marked, [len(block.content.text) for block in blocks]):
        start, end = stretch
        taken = {label.family for block in blocks if block.kind == "heading" and (label := _number(block))}
        _find_typed(blocks[start:end], taken, blocks[start - 1].level if start else 0)
    texts = [block.content.text if block.kind in ("heading", "paragraph") else "" for block in blocks]
    over = headlines.over_titles(texts, [block.level if block.kind == "heading" else 0 for block in blocks])
    for at in over:
        blocks[at].content = join([blocks[at].content, blocks[at + 1].content], " ")
    blocks[:] = [block for at, block in enumerate(blocks) if at - 1 not in over]
    for block in blocks:
        if block.kind == "heading":
            block.label = labels.of_heading(block.content.text)
        elif block.kind == "paragraph":
            label = _number(block)
            block.label = label.text if label else ""


def _number(block: _Block) -> numbering.Label | None:
    return numbering.parse_label(block.content.text)


def _find_typed(blocks: Sequence[_Block], taken: Collection[numbering.Family] | None = None, above: int = 0) -> None:
    """`taken`: kinds of numbers of the marked headings around the blocks, None where there are none; `above`: the level
    of the one over them."""
    plain = [block for block in blocks if block.kind == "paragraph"]
    marks = numbering.marks([block.content.text for block in plain])
    found = [mark for mark in marks if not mark.ends]
    if taken is not None and (len(found) < 2 or any(mark.label and mark.label.family in taken for mark in found)):
        marks = found = []
    for mark in marks:
        if mark.ends:
            plain[mark.line].ends = mark.level + above
        else:
            plain[mark.line].kind, plain[mark.line].level = "heading", mark.level + above
    if not found:
        _find_bold_headings(blocks, above)


def _find_bold_headings(blocks: Sequence[_Block], over: int) -> None:
    """Short bold lines, each followed by text that is not bold: at least two, and most of all bold lines."""
    bold = [block for block in blocks if block.bold]
    parted = [block for block, below in pairwise(blocks) if block.bold and not below.bold]
    above = [block for block in parted if headlines.may_be(block.content.text)]
    if len(above) >= 2 and 5 * len(above) >= 3 * len(bold) and 2 * len(above) <= len(blocks):
        for block in above:
            block.kind, block.level = "heading", over + 1


class _Walk:
    """Turns the parser's tokens into blocks. `source`: the lines of the text. `notes`: the footnotes by label; each is
    used up where it is first named, or, where it never is, where it stands.

    `_lists`: the number of the next item of each open list, None for bullets. `_mark`: the number or bullet that the
    next text begins with.
    """

    def __init__(self, blocks: list[_Block], source: Sequence[str], notes: dict[str, Content]) -> None:
        self._blocks = blocks
        self._source = source
        self._notes = notes
        self._lists: list[int | None] = []
        self._mark: str | None = None
        self._quotes = 0

    def blocks_of(self, tokens: Sequence[Token]) -> None:
        named = {
            child.info for token in tokens for child in token.children or () if child.type == footnotes.MARK
        }
        place = 0
        while place < len(tokens):
            token = tokens[place]
            kind = token.type
            if kind == "heading_open":
                self._heading(int(token.tag[1]), self._lines(tokens[place + 1].children or []))
                place += 2
            elif kind == "paragraph_open":
                children = tokens[place + 1].children or []
                before = len(self._blocks)
                grid = drawn_tables.framed(tokens[place + 1].content.split("\n"))
                if grid is not None:
                    self._flush_mark()
                    self._blocks.append(_Block("table", Content(""), grid=grid))
                else:
                    self._paragraph(self._lines(children))
                if len(self._blocks) == before + 1 and not self._quotes:
                    self._blocks[-1].bold = self._blocks[-1].kind == "paragraph" and _is_strong(children)
                place += 2
            elif kind == "table_open":
                place = self._table(tokens, place)
            elif kind in ("fence", "code_block"):
                self._flush_mark()
                self._blocks.append(_Block("code", Content(token.content.rstrip("\n"))))
            elif kind == "html_block":
                self._html(token.content)
            elif kind == footnotes.DEFINITION:
                if token.info not in named and token.info in self._notes:
                    self._blocks.append(_Block("note", self._notes.pop(token.info), label=token.info))
            else:
                self._container(token)
            place += 1

    def _container(self, token: Token) -> None:
        kind = token.type
        if kind == "bullet_list_open":
            self._lists.append(None)
        elif kind == "ordered_list_open":
            self._lists.append(int(token.attrs.get("start", 1)))
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self._lists.pop()
        elif kind == "list_item_open":
            self._flush_mark()
            number = self._lists[-1]
            self._mark = _BULLET if number is None else f"{number}{token.markup}"
            self._lists[-1] = None if number is None else number + 1
        elif kind == "list_item_close":
            self._flush_mark()
        elif kind == "blockquote_open":
            self._flush_mark()
            self._quotes += 1
            if self._quotes == 1:
                self._blocks.append(_Block("open_quote", Content("")))
        elif kind == "blockquote_close":
            self._quotes -= 1
            if self._quotes == 0:
                self._blocks.append(_Block("close_quote", Content("")))

    def _flush_mark(self) -> None:
        """An item without text of its own still shows its number."""
        if self._mark is not None and self._mark != _BULLET:
            self._text(Content(""))
        self._mark = None

    def _heading(self, level: int, lines: list[Content]) -> None:
        content = join(lines, " ")
        if not content.inlays:
            content = Content(_ATTRIBUTES.sub("", content.text))
        if not content.text.strip() or self._lists or self._quotes:
            self._text(content)
        else:
            self._blocks.append(_Block("heading", content, level))

    def _paragraph(self, lines: list[Content]) -> None:
        """A line of the file is a paragraph of its own unless it was clearly wrapped; an item's lines stay together."""
        whole: list[list[Content]] = []
        above = ""
        for line in lines:
            if whole and _is_wrapped(above, line.text):
                whole[-1][-1].text += joining.glue(above, line.text)
                whole[-1].append(line)
            elif whole and self._mark is not None:
                whole[-1][-1].text += "\n"
                whole[-1].append(line)
            else:
                whole.append([line])
            above = line.text or above
        for parts in whole:
            self._text(join(parts, ""))

    def _text(self, content: Content) -> None:
        if self._mark is not None:
            mark, self._mark = self._mark, None
            label = "" if mark == _BULLET else mark
            marked = join([Content(mark), content], " ")
            self._blocks.append(_Block("list_item", marked, len(self._lists), label))
        elif content.text.strip() and not _is_picture(content):
            self._blocks.append(_Block("paragraph", content))
        else:
            for inlay in content.inlays:
                if inlay.kind == "figure":
                    self._blocks.append(_Block("figure", Content(content.text[inlay.start : inlay.end])))
                elif inlay.content is not None:
                    self._blocks.append(_Block("note", inlay.content))

    def _lines(self, tokens: Sequence[Token]) -> list[Content]:
        """The text of inline tokens, parted at line breaks, with its pictures and footnotes as inlays; empty lines are
        left out."""
        lines: list[Content] = []
        pieces: list[str] = []
        inlays: list[Inlay] = []
        length = 0
        script = ""

        def end_line() -> None:
            nonlocal pieces, inlays, length
            text = "".join(pieces)
            if text.strip() or inlays:
                lines.append(Content(text if inlays else text.strip(), inlays))
            pieces, inlays, length = [], [], 0

        for token in tokens:
            kind = token.type
            if kind in ("softbreak", "hardbreak") or (kind == "html_inline" and _BREAK_TAG.match(token.content)):
                end_line()
                continue
            if kind == footnotes.MARK:
                note = self._notes.pop(token.info, None)
                if note is not None:
                    inlays.append(Inlay("note", length, length, "after", note, role="footnote"))
                continue
            if kind == "image" or (kind == "html_inline" and _IMAGE_TAG.match(token.content)):
                text = " ".join((_alt(token.children or []) or _alt_of_tag(token.content)).split())
                inlays.append(Inlay("figure", length, length + len(text), role="image"))
            elif kind in _WORDS:
                text = token.content
                if script:
                    text = scripts.raised(text) if script == "sup" else scripts.lowered(text)
            else:
                tag = _SCRIPT_TAG.match(token.content) if kind == "html_inline" else None
                if tag is not None:
                    script = "" if tag[1] else tag[2].lower()
                continue
            pieces.append(text)
            length += len(text)
        end_line()
        return lines

    def _html(self, source: str) -> None:
        """A block of HTML: its tables, and the visible lines around them."""
        source = scripts.in_tags(_INVISIBLE.sub("", _COMMENT.sub("", source)))
        end = max((found.end() for found in _TABLE_END.finditer(source)), default=0)
        # What follows the last end is searched no more: it may begin many tables.
        for piece in (*_TABLE.split(source[:end]), source[end:]):
            grid = html_tables.grid(piece) if _TABLE.match(piece) else None
            if grid is not None:
                self._flush_mark()
                self._blocks.append(_Block("table", Content(""), grid=grid))
                continue
            last = max((found.end() for found in _HEADING_END.finditer(piece)), default=0)
            for part in (*_PART_TAG.split(piece[:last]), *_IMAGE.split(piece[last:])):
                self._part_of_html(part)

    def _part_of_html(self, source: str) -> None:
        heading = _HEADING_TAG.match(source)
        lines = [Content(line) for line in _text_of_html(source)]
        if heading:
            self._heading(int(heading[1]), lines)
        elif _IMAGE_TAG.match(source):
            text = " ".join(folding.clean(_alt_of_tag(source)).split())
            self._text(Content(text, [Inlay("figure", 0, len(text), role="image")]))
        else:
            for line in lines:
                self._text(line)

    def _table(self, tokens: Sequence[Token], place: int) -> int:
        self._flush_mark()
        cells: list[GridCell] = []
        row = col = -1
        cols = header = widest = 0
        while tokens[place].type != "table_close":
            token = tokens[place]
            if token.type == "tr_open":
                row, col = row + 1, -1
            elif token.type in ("th_open", "td_open"):
                col += 1
                cols = max(cols, col + 1)
                content = join(self._lines(tokens[place + 1].children or []), "\n")
                cells.append(GridCell(row, col, parts=(content,) if content.text or content.inlays else ()))
            elif token.type == "thead_close":
                header = row + 1
            elif token.type == "tr_close":
                for text in self._surplus(tokens, place, cols):
                    col += 1
                    cells.append(GridCell.of(row, col, text))
                    widest = max(widest, col + 1)
            place += 1
        cols = max(cols, widest)
        bounded((row + 1) * cols)
        self._blocks.append(_Block("table", Content(""), grid=Grid(row + 1, cols, header, cells)))
        return place


    def _surplus(self, tokens: Sequence[Token], place: int, cols: int) -> list[str]:
        """What stands in a row behind its last column, which the parser drops: most often a pipe in code parted it."""
        while tokens[place].type != "tr_open":
            place -= 1
        at = tokens[place].map
        line = self._source[at[0]].strip() if at and at[0] < len(self._source) else ""
        if not line.startswith("|"):
            return []
        found = escapedSplit(line.removeprefix("|"))
        if found and not found[-1].strip():
            found.pop()
        return [text.strip() for text in found[cols:]]


def _note(parser: MarkdownIt, text: str) -> Content:
    """The words of a footnote, without its markup."""
    lines = [
        "".join(child.content for child in token.children or [] if child.type in _WORDS)
        for line in text.split("\n") for token in parser.parseInline(line)
    ]
    return Content("\n".join(line.strip() for line in lines if line.strip()))


def _is_picture(content: Content) -> bool:
    """Is there nothing but pictures?"""
    pictures = [inlay for inlay in content.inlays if inlay.kind == "figure"]
    return bool(pictures) and sum(inlay.end - inlay.start for inlay in pictures) >= len(content.text.strip())


def _is_strong(tokens: Sequence[Token]) -> bool:
    """Is it one stretch of strong emphasis, from end to end?"""
    inner = [token for token in tokens if token.content or token.nesting]
    if len(inner) < 3 or inner[0].type != "strong_open" or inner[-1].type != "strong_close":
        return False
    return sum(token.type == "strong_open" for token in inner) == 1


def _is_wrapped(left: str, right: str) -> bool:
    """Does a paragraph go on in the next line: the line is long, no sentence ends there, no number begins the next?"""
    if joining.columns(left) < _WRAPPED_COLUMNS or joining.ends_sentence(left):
        return False
    return numbering.parse_label(right) is None


def _alt(tokens: Sequence[Token]) -> str:
    return "".join(" " if t.type in ("softbreak", "hardbreak") else t.content or _alt(t.children or []) for t in tokens)


def _alt_of_tag(tag: str) -> str:
    found = _ALT.search(tag)
    return html.unescape(found[1] or found[2] or "") if found else ""


def _text_of_html(source: str) -> list[str]:
    """The lines of HTML without its tags."""
    end = source.rfind(">") + 1  # behind it tags may begin, but none ends
    plain = html.unescape(_TAG.sub("", _LINE_TAG.sub("\n", _CELL_END.sub(" ", source[:end]))) + source[end:])
    return [line for raw in folding.clean(plain).split("\n") if (line := " ".join(raw.split()))]
