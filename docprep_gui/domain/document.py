"""A read document: one canonical text, and a tree of nodes that are spans of it.

Offsets count Unicode code points of `Document.text`; spans are half-open. The text holds the body in reading order
first, `source.body = (0, n)`, then the asides (page headers and footers, comments, hidden runs). Blocks of the body
(paragraphs, list items, table rows) end with one line feed, which belongs to no block's own span but to the section
around it.
"""

from __future__ import annotations

import hashlib
import re
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Literal, NamedTuple

from docprep_gui.domain.packed import Packed

Span = tuple[int, int]

NodeKind = Literal[
    "document", "section", "paragraph", "list_item", "table", "row", "run", "figure", "caption", "note", "comment",
    "code", "quote", "formula", "sheet", "slide", "page_header", "page_footer",
]
Role = Literal[
    "footnote", "endnote", "speaker", "chart", "image", "inserted", "deleted", "hidden", "doubtful", "left_out",
    "resolved",
]
FileKind = Literal["docx", "xlsx", "xls", "csv", "pdf", "pptx", "txt", "md", "image"]


class Shown(NamedTuple):
    """A picture as a file shows it: a part of its package, how large, in points, 0 where that is not told, and which
    shares of it are cut off at the left, top, right and bottom."""

    part: str
    width: float = 0.0
    height: float = 0.0
    crop: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


class Location(NamedTuple):
    """Where a span stands in the file. Pages, slides, rows and paragraphs count from 1; None: not known.

    A tuple, as a node is, since large documents have tens of thousands and a frozen dataclass takes thrice the time.
    `box` is (x0, y0, x1, y1) in points from the top left corner of the page; `rows` is (first, last), both included.
    `shown`: the picture that a figure stands for, where the file has one.
    """

    page: int | None = None
    box: tuple[float, float, float, float] | None = None
    sheet: str | None = None
    rows: tuple[int, int] | None = None
    slide: int | None = None
    paragraph: int | None = None
    shown: Shown | None = None


NOWHERE = Location()


class PictureRef(NamedTuple):
    """A picture in a file: a page of it (from 1), the place `box` on a page, or a part of its package by name."""

    page: int = 0
    box: tuple[float, float, float, float] | None = None
    part: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table. Rows and columns count from 0. `span`: its text as it stands in the canonical text,
    where a pipe is escaped and a line break is `<br>`; `text`: without that markup."""

    row: int
    col: int
    row_span: int
    col_span: int
    span: Span
    text: str


_BREAK = "<br>"
# From where the backslashes begin: to look for a pipe behind each of thousands would take their square.
_ESCAPED_PIPE = re.compile(r"(?<!\\)(\\+)\|")
_PIPE = re.compile(r"(?<!\\)(\\*)\|")


def escape_cell(text: str) -> str:
    """Cell text as it stands in a row of the canonical text."""
    if "|" in text:
        text = _PIPE.sub(lambda m: m[1] * 2 + "\\|", text)
    return text.replace("\n", _BREAK) if "\n" in text else text


def unescape_cell(text: str) -> str:
    """The inverse of `escape_cell`."""
    if "|" in text:
        text = _ESCAPED_PIPE.sub(lambda m: "\\" * (len(m[1]) // 2) + "|", text)
    return text.replace(_BREAK, "\n") if _BREAK in text else text


@dataclass(frozen=True, slots=True)
class Table:
    """A grid of `rows` x `cols` places, the first `header_rows` of which name the columns.

    `ruled`: lines are drawn around its cells, as far as is known; else it only sets texts side by side. `widths`: of
    the columns, one to another; none where the file does not tell them.
    Cells are packed, six signed 32-bit integers each (row, col, row_span, col_span, start, end), in order of place,
    since a workbook has millions of them; `cells` makes objects on demand.
    """

    rows: int
    cols: int
    header_rows: int
    packed: bytes
    refs: Mapping[int, str] = field(default_factory=dict)
    formulas: Mapping[int, str] = field(default_factory=dict)
    hidden: frozenset[int] = frozenset()
    ruled: bool = True
    widths: tuple[int, ...] = ()

    @staticmethod
    def pack(cells: list[tuple[int, int, int, int, int, int]]) -> bytes:
        return array("i", [value for cell in cells for value in cell]).tobytes()

    def __len__(self) -> int:
        """Number of cells."""
        return len(self.packed) // 24

    def cells(self, text: str) -> Iterator[Cell]:
        """The cells, given the text of the document that the table belongs to."""
        values = array("i", self.packed)
        for i in range(0, len(values), 6):
            row, col, row_span, col_span, start, end = values[i : i + 6]
            yield Cell(row, col, row_span, col_span, (start, end), unescape_cell(text[start:end]))


class Node(NamedTuple):
    """A span of the text with a meaning. A node's span covers the spans of its children, asides excepted.

    - section: `heading` is the span of its own heading line (number included, line feed excluded), `level` counts
      from 1, `span` runs to the next heading of the same or a higher level, line feeds included.
    - `label`: the number shown in front ("第三条", "1.2.1", "(a)"); it is part of the text.
    - `parent`: place of the parent in `Document.nodes`, -1 for the root.
    - `anchor`: for asides and notes, the offset in the body that they belong to.
    - `echoes`: for rows, spans of vertically merged values repeated from a row above.
    """

    kind: NodeKind
    span: Span
    parent: int
    level: int = 0
    label: str = ""
    heading: Span | None = None
    hidden: bool = False
    role: Role | None = None
    anchor: int | None = None
    author: str | None = None
    date: str | None = None
    location: Location = NOWHERE
    echoes: tuple[Span, ...] = ()
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """What is known of the file. `sha256` in hex, `size` in bytes, `pages` None where there are none,
    `language` "zh" or "en" by the share of Han characters."""

    name: str
    kind: FileKind
    sha256: str
    size: int
    pages: int | None
    title: str
    language: Literal["zh", "en"]
    body: Span


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the reader should know of, as a code with parameters; workspace.messages makes the sentence."""

    code: str
    count: int = 1
    span: Span | None = None
    pages: tuple[int, ...] | None = None
    params: Mapping[str, str] = field(default_factory=dict)


BOLD, ITALIC, UNDERLINED, STRUCK, RAISED, LOWERED = 1, 2, 4, 8, 16, 32
"""How letters look; sums of these."""
LEFT, CENTRED, RIGHT, JUSTIFIED = 1, 2, 3, 4
"""How paragraphs are aligned; 0 where the file does not say."""


class Setting(NamedTuple):
    """How a paragraph is set: its alignment, and in hundredths of an em how far its first line begins to the right of
    the others (to the left where negative), and all of it to the right of the text."""

    align: int = 0
    first: int = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """How the file shows the text, packed in order of place: what differs from plain text only.

    - `offsets` holds (start, end, page) as three signed 32-bit integers for each line of a printed page, `boxes`
      (x0, y0, x1, y1) as four 32-bit floats in points. `page_sizes`: (width, height) in points, by page.
    - `letters`: (start, end, look) as three integers for each stretch of emphasised letters.
    - `settings`: (start, align, first, left) as four integers for each paragraph or cell that begins at `start`.
    """

    offsets: bytes = b""
    boxes: bytes = b""
    page_sizes: tuple[tuple[float, float], ...] = ()
    letters: bytes = b""
    settings: bytes = b""

    def lines(self) -> Iterator[tuple[Span, int, tuple[float, float, float, float]]]:
        """(span, page, box) of each line, in order of offset."""
        places, boxes = array("i", self.offsets), array("f", self.boxes)
        for i in range(len(places) // 3):
            x0, y0, x1, y1 = boxes[4 * i : 4 * i + 4]
            yield (places[3 * i], places[3 * i + 1]), places[3 * i + 2], (x0, y0, x1, y1)


_NO_SENTENCES: Packed[Span] = Packed(tuple)


@dataclass(frozen=True)
class Document:
    """A read file. `nodes` are in preorder, the root first, the asides' nodes last; `sentences` partition what a
    reader would call sentences, blanks at the ends left out. Both are made when they are asked for: see `Packed`."""

    source: Source
    text: str
    nodes: Packed[Node]
    notices: tuple[Notice, ...] = ()
    layout: Layout = Layout()
    sentences: Packed[Span] = _NO_SENTENCES
    unread: tuple[PictureRef, ...] = ()

    def slice(self, span: Span) -> str:
        return self.text[span[0] : span[1]]

    def heading(self, node: Node) -> str:
        """A section's heading with its number, on one line; "" for other nodes."""
        return " ".join(self.slice(node.heading).split()) if node.heading else ""

    @cached_property
    def title_paths(self) -> tuple[tuple[str, ...], ...]:
        """For each node the headings over it, its own included."""
        paths: list[tuple[str, ...]] = []
        for node in self.nodes:
            over = paths[node.parent] if node.parent >= 0 else ()
            title = self.heading(node) if node.kind == "section" else ""
            paths.append((*over, title) if title else over)
        return tuple(paths)

    @cached_property
    def node_ids(self) -> tuple[str, ...]:
        """Stable ids: a hash of kind, text and how-manieth with these."""
        nodes = self.nodes
        return stable_ids((kind, self.slice(span)) for kind, span in nodes.each("kind", "span"))

    def __getstate__(self) -> dict[str, object]:
        """For pickles: the fields alone."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


def stable_ids(keys: Iterator[tuple[str, ...]]) -> tuple[str, ...]:
    """Twelve hex digits for each key, different also for equal keys (the how-manieth counts)."""
    seen: dict[bytes, int] = {}
    ids = []
    for key in keys:
        digest = hashlib.blake2b("\0".join(key).encode("utf-8", "surrogatepass"), digest_size=16).digest()
        nth = seen[digest] = seen.get(digest, -1) + 1
        ids.append(hashlib.blake2b(digest + nth.to_bytes(4, "big"), digest_size=6).hexdigest())
    return tuple(ids)
