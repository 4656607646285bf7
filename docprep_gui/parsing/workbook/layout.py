"""Sheets into the document: their regions as captions, tables and paragraphs; what is hidden as asides."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain, compress, pairwise
from operator import itemgetter
from struct import Struct, pack
from typing import Literal

from docprep_gui.domain.document import NOWHERE, Location, Node, NodeKind, Span, Table, unescape_cell
from docprep_gui.domain.errors import FileError
from docprep_gui.domain.packed import Column, Packed, Rows, column, like, pairs
from docprep_gui.parsing.builder import Builder
from docprep_gui.parsing.ocr.parts import Parts
from docprep_gui.parsing.tables import ECHO_LIMIT, ECHO_SIGN
from docprep_gui.parsing.workbook import regions, wording
from docprep_gui.parsing.workbook.formulas import Formulas
from docprep_gui.parsing.workbook.leaving import LeftOut
from docprep_gui.parsing.workbook.merges import Merges
from docprep_gui.parsing.workbook.regions import Region
from docprep_gui.parsing.workbook.sheets import VEIL, CellRefs, Comment, Drawn, Sheet, SheetRow
from docprep_gui.parsing.workbook.wording import is_value, together
from docprep_gui.text import sentences

# A table is written as a grid up to so many places, and beyond while so many of them hold something.
_GRID_PLACES = 2_000_000
_LEAST_FILLED = 20
# So many lines become one piece of text: memory of large pieces goes back to the system.
_JOINED = 1024
# A row is one sentence unless it holds prose.
_PROSE = ("。", "！", "？", "；", "…", ". ", "! ", "? ")
_BREAK = "<br>"


class Layout:
    """Writes the sheets of one file. `hidden` counts the sheets and stretches of rows and columns that are not shown;
    `figures` counts pictures and charts, `pictures` the former alone; `title` is the highest text above the first
    table, or else the first title over one."""

    def __init__(self, builder: Builder, left_out: LeftOut, parts: Parts | None = None) -> None:
        """`parts`: the pictures of the file's package."""
        self._builder = builder
        self.parts = parts
        self.left_out = left_out
        self.left_columns = 0
        self.hidden = 0
        self.title = ""
        self.figures = 0
        self.pictures = 0
        self._without_value = 0
        self._furniture: set[tuple[str, str]] = set()
        self._titled = NOWHERE  # where the title stands
        self.tabled = False  # is there a table already?

    def add(self, sheet: Sheet) -> None:
        """Takes the sheet over: its rows are used up."""
        builder = self._builder
        self._without_value += sheet.without_value
        if sheet.hidden:
            self.hidden += 1
            anchor = builder.offset
            builder.later(lambda late: self._sheet(late, sheet, hidden=True, anchor=anchor))
        else:
            self._sheet(builder, sheet, hidden=False, anchor=None)

    def furniture(self, builder: Builder, kind: NodeKind, text: str, place: Location, anchor: int) -> None:
        """A page header or footer: sheets of one file often have the same."""
        if (kind, text) not in self._furniture:
            self._furniture.add((kind, text))
            builder.aside(kind, text, anchor=anchor, location=place)

    def table(
        self, sheet: Sheet, rows: list[SheetRow], width: int, header_rows: int, start: int = 0, notes: int = 0
    ) -> None:
        """Writes rows as one table, without a sheet around it. `start`: index of its first row; those before it are its
        titles; `notes`: how many at the end stand below it."""
        writer = _Writer(self._builder, sheet, self)
        left = self.left_out.columns(sheet.name, rows)
        if left:
            rows = writer.leave_out(rows, left)
        end = len(rows) - notes
        region = Region(
            [row for row in rows[:end] if row.index >= start], tuple(col for col in range(width) if col not in left),
            titles=[row for row in rows if row.index < start], notes=rows[end:], header_rows=header_rows,
        )  # fmt: skip
        writer.region(region, Merges())

    def name(self, text: str, place: Location, kind: Literal["caption", "paragraph"]) -> None:
        """Takes a text that stands above a table, or alone, for the title where it looks like that."""
        if self.tabled and (self.title or kind == "paragraph"):
            return
        higher = self._titled.sheet == place.sheet and (place.rows or (0,)) < (self._titled.rows or (0,))
        short = len(text) <= 2 * wording.NAME_LIMIT and not text.endswith("。")
        if short and (not self.title or higher) and not is_value(text) and not wording.says([text]):
            self.title, self._titled = " ".join(text.split()), place

    def notices(self) -> None:
        """Says what the reader should know of all sheets together. FileError("empty") where they hold nothing."""
        if self._builder.empty and not self.figures:
            raise FileError("empty")
        if self.hidden:
            self._builder.notice("hidden_content", self.hidden)
        if self.left_columns:
            self._builder.notice("columns_left_out", self.left_columns)
        if self._without_value:
            self._builder.notice("formula_without_value", self._without_value)
        if self.parts is not None:
            self.parts.notices(self._builder, self.pictures)
        elif self.pictures:
            self._builder.notice("pictures_without_text", self.pictures)

    def _sheet(self, builder: Builder, sheet: Sheet, *, hidden: bool, anchor: int | None) -> None:
        builder.open("sheet", hidden=hidden, anchor=anchor, location=Location(sheet=sheet.name))
        _Writer(builder, sheet, self, anchor).write()
        builder.close()


class _Writer:
    """Writes one sheet. `anchor`: of a sheet that is not shown, its place in the body, which is that of all in it."""

    def __init__(self, builder: Builder, sheet: Sheet, layout: Layout, anchor: int | None = None) -> None:
        self._builder = builder
        self._anchor = anchor
        self._sheet = sheet
        self._layout = layout
        self._shown = anchor is None
        self._comments: dict[int, list[Comment]] = {}
        for comment in sheet.comments:
            self._comments.setdefault(comment.row, []).append(comment)
        self._anchors: dict[tuple[int, int], int] = {}

    def write(self) -> None:
        """In a hidden sheet, hidden rows and columns stay where they are."""
        sheet, builder = self._sheet, self._builder
        hidden_cols: frozenset[int] = frozenset()
        if self._shown:
            hidden_cols = frozenset(col for first, last in sheet.hidden_cols for col in range(first, last + 1))
        rows, sheet.rows = sheet.rows, []
        hidden_rows: set[int] = set()
        if sheet.veils:
            rows, veiled = _unveiled(rows)
            if self._shown:
                self._beside(veiled)
            else:
                rows = _together(rows, veiled)
        if self._shown:
            left = self._layout.left_out.columns(sheet.name, rows, sheet.merges)
            if left:
                rows = self.leave_out(rows, left)
                hidden_cols |= left
            hidden_rows = {row.index for row in rows if row.hidden}
            if hidden_cols or hidden_rows:
                rows = self._apart(rows, hidden_cols)
        rows, merges = _merged(sheet, rows, hidden_rows, hidden_cols)
        rows = self._uncovered(rows, merges)
        found = regions.find(sheet, rows, merges, hidden_rows, hidden_cols)
        del rows  # a table uses up its rows while it is written
        for region in found:
            self.region(region, merges)
        for drawn in sheet.drawn:
            self._drawn(drawn)
        start = self._place()
        for kind, text in sheet.furniture:
            self._layout.furniture(builder, kind, text, Location(sheet=sheet.name or None), start)
        for comment in sheet.comments:
            cell = self._anchors.get((comment.row, comment.col), start) if self._shown else start
            builder.aside(
                "comment", comment.text, anchor=cell, role="resolved" if comment.resolved else None,
                author=comment.author or None, date=comment.date or None, hidden=not self._shown,
                location=self._at(comment.row, comment.row),
            )

    def _place(self) -> int:
        """Where what is written next has its anchor."""
        return self._builder.offset if self._anchor is None else self._anchor

    def _drawn(self, drawn: Drawn) -> None:
        """Pictures, charts and texts over the cells; those that are not shown are asides."""
        builder, place = self._builder, self._at(drawn.row, drawn.row)
        if drawn.hidden and self._shown:
            if drawn.text:
                self._layout.hidden += 1
                builder.aside(
                    "run", drawn.text, anchor=builder.offset, role="hidden", hidden=True, location=place
                )
        elif drawn.kind == "text":
            builder.block("paragraph", drawn.text, location=place)
        else:
            parts = self._layout.parts
            text = parts.text(drawn.part, drawn.text) if parts is not None and drawn.kind == "image" else drawn.text
            builder.block("figure", text, role=drawn.kind, location=place)
            self._layout.figures += 1
            self._layout.pictures += drawn.kind == "image"

    def _at(self, first: int, last: int) -> Location:
        return Location(sheet=self._sheet.name or None, rows=(first + 1, last + 1))

    # --- what is hidden -----------------------------------------------------------------------------------
    def _apart(self, rows: list[SheetRow], hidden_cols: frozenset[int]) -> list[SheetRow]:
        """The rows as they are shown. Hidden rows and columns are queued as asides: tables without names of columns,
        one for all rows and one for all columns."""
        shown: list[SheetRow] = []
        beside: list[SheetRow] = []
        columns: list[SheetRow] = []
        for row in rows:
            if row.hidden:
                beside.append(row)
                continue
            if hidden_cols and not hidden_cols.isdisjoint(row.cols):
                away, row = _split(row, hidden_cols)
                columns.append(away)
            if row.cols:
                shown.append(row)
        self._beside(beside)
        self._beside(columns)
        return shown

    def _uncovered(self, rows: list[SheetRow], merges: Merges) -> list[SheetRow]:
        """The rows without what stands in places that merged cells cover: no program shows it."""
        if not merges.covered:
            return rows
        uncovered: list[SheetRow] = []
        away: list[SheetRow] = []
        for row in rows:
            covered = merges.covered.get(row.index)
            if covered and not covered.keys().isdisjoint(row.cols):
                marks = [col in covered for col in row.cols]
                away.append(_part(row, marks, True))
                row = _part(row, marks, False)
            uncovered.append(row)
        self._beside(away)
        return uncovered

    def leave_out(self, rows: Sequence[SheetRow], left: frozenset[int]) -> list[SheetRow]:
        """The rows without the columns that are to be left out; those are queued as an aside."""
        parts = [_split(row, left) for row in rows]
        away = [part for part, _ in parts if part.texts]
        self._layout.left_columns += len({col for part in away for col in part.cols})
        self._beside(away, "left_out")
        return [kept for _, kept in parts if kept.cols]

    def _beside(self, rows: Sequence[SheetRow], role: Literal["left_out"] | None = None) -> None:
        """Queues rows that are not shown as an aside; without a `role` the file itself hides them."""
        texts = [row for row in rows if row.texts]
        if texts:
            self._layout.hidden += _runs(texts) if role is None else 0
            used = tuple(sorted({col for row in texts for col in row.cols}))
            region = Region(texts, used)
            self._builder.later(partial(self._aside, region=region, anchor=self._place(), role=role))

    def _aside(self, builder: Builder, region: Region, anchor: int, role: Literal["left_out"] | None) -> None:
        place = self._at(region.rows[0].index, region.rows[-1].index)
        if _sparse(region):
            text = "\n".join(_listed(region.rows))
            builder.aside("table", text, role=role, anchor=anchor, hidden=True, location=place)
            return
        grid = _Grid(region, Merges(), builder.offset, self._sheet, {})
        lines, table, found = grid.place()
        builder.written(lines, table, grid.rows, found, role=role, hidden=True, anchor=anchor, location=place)

    # --- what is shown ------------------------------------------------------------------------------------
    def region(self, region: Region, merges: Merges) -> None:
        self._texts("caption" if region.table else "paragraph", region.titles)
        if not region.table:
            self._texts("paragraph", region.rows)
        elif _sparse(region):
            for row, line in zip(region.rows, _listed(region.rows), strict=True):
                self._builder.block("paragraph", line, location=self._at(row.index, row.index))
        else:
            first, last = region.rows[0].index, region.rows[-1].index
            grid = _Grid(region, merges, self._builder.offset, self._sheet, self._comments)
            lines, table, found = grid.place()
            self._builder.written(lines, table, grid.rows, found, location=self._at(first, last))
            self._layout.tabled = True
            self._anchors.update(grid.anchors)
        self._texts("paragraph", region.notes)

    def _texts(self, kind: Literal["caption", "paragraph"], rows: Sequence[SheetRow]) -> None:
        for row in rows:
            for text, places in together([unescape_cell(text) for text in row.texts]):
                start, _ = self._builder.block(kind, text, location=self._at(row.index, row.index))
                for place, at in places:
                    self._anchors[row.index, row.cols[place]] = start + at
                if self._shown:
                    self._layout.name(text, self._at(row.index, row.index), kind)


def _runs(rows: Sequence[SheetRow]) -> int:
    """How many stretches of neighbouring rows there are."""
    return 1 + sum(after.index > before.index + 1 for before, after in pairwise(rows))


def _split(row: SheetRow, hidden: frozenset[int]) -> tuple[SheetRow, SheetRow]:
    """The hidden columns of a row, and the others."""
    marks = [col in hidden for col in row.cols]
    return _part(row, marks, True), _part(row, marks, False)


def _part(row: SheetRow, marks: Sequence[bool], wanted: bool) -> SheetRow:
    """The cells of a row whose mark is the one wanted."""
    chosen = marks if wanted else [not mark for mark in marks]
    cols = tuple(compress(row.cols, chosen))
    kept = set(cols) if row.formulas else ()
    formulas = tuple([one for one in row.formulas if one[0] in kept])
    return SheetRow(row.index, cols, list(compress(row.texts, chosen)), formulas, row.hidden)


def _unveiled(rows: Sequence[SheetRow]) -> tuple[list[SheetRow], list[SheetRow]]:
    """The rows without the cells whose format shows nothing, and those cells."""
    shown: list[SheetRow] = []
    veiled: list[SheetRow] = []
    for row in rows:
        marks = [text[0] == VEIL for text in row.texts]
        if any(marks):
            away = _part(row, marks, True)
            away.texts = [text[1:] for text in away.texts]
            veiled.append(away)
            row = _part(row, marks, False)
        if row.cols:
            shown.append(row)
    return shown, veiled


def _together(rows: Sequence[SheetRow], others: Sequence[SheetRow]) -> list[SheetRow]:
    """Rows joined again with cells taken from them."""
    joined = Sheet("", rows=[*rows, *others], unsorted=True)
    joined.sort()
    return joined.rows


def _merged(
    sheet: Sheet, rows: list[SheetRow], hidden_rows: set[int], hidden_cols: frozenset[int]
) -> tuple[list[SheetRow], Merges]:
    """The merged ranges of what is shown, and the rows with those added that only ranges have."""
    if not sheet.merges:
        return rows, Merges()
    by_index = {row.index: row for row in rows}
    ranges = [_shown(merge, by_index, hidden_cols) for merge in sheet.merges] if hidden_cols else sheet.merges
    wanted = {merge[0] for merge in ranges if merge}
    texts = {row.index: set(row.cols) for row in rows if row.index in wanted}
    last_row = rows[-1].index if rows else -1
    last_col = max((row.cols[-1] for row in rows if row.cols), default=-1)
    merges = Merges.of([merge for merge in ranges if merge], texts, last_row, last_col)
    missing = merges.rows() - by_index.keys() - hidden_rows
    if missing:
        rows = sorted([*rows, *(SheetRow(index, (), []) for index in missing)], key=lambda row: row.index)
    return rows, merges


def _shown(
    merge: tuple[int, int, int, int], rows: dict[int, SheetRow], hidden: frozenset[int]
) -> tuple[int, int, int, int] | None:
    """A range less the hidden columns at its ends; None where nothing is left. Columns hidden inside are no matter."""
    first, left, last, right = merge
    while left <= right and left in hidden:
        left += 1
    while left <= right and right in hidden:
        right -= 1
    return (first, left, last, right) if left <= right and first in rows else None


def _sparse(region: Region) -> bool:
    """Would the table as a grid be mostly blanks, and large?"""
    places = len(region.rows) * len(region.cols)
    return places > _GRID_PLACES and places > _LEAST_FILLED * sum(len(row.texts) for row in region.rows)


def _listed(rows: Sequence[SheetRow]) -> list[str]:
    """The texts of each row behind one another."""
    return ["\t".join(map(unescape_cell, row.texts)) or "\t" for row in rows]


@dataclass(slots=True)
class _Shape:
    """What rows with texts in the same columns have in common: what makes the line of the texts; `gaps`: how many
    characters stand between the texts of neighbouring cells; `lead` and `tail`: before the first and behind the last;
    `steps`: the gaps, a place for a length behind each; what packs the lengths; the columns in the table; and by column
    of the sheet, the cell's place in the row."""

    line: Callable[[Sequence[str]], str]
    lead: int
    gaps: tuple[int, ...]
    steps: array[int]
    lengths: Callable[..., bytes]
    tail: int
    cols: array[int]
    places: dict[int, int]


class _Grid:
    """A region's table as lines of text and packed cells; see `tables.place` for the form.

    The cells of some lines are collected in columns, one for each number that is packed, since that is ten times as
    fast; then they are packed.
    """

    def __init__(
        self, region: Region, merges: Merges, offset: int, sheet: Sheet, comments: dict[int, list[Comment]]
    ) -> None:
        self._region = region
        self._merges = merges
        self._offset = offset
        self._sheet = sheet
        self._comments = comments
        self._col_of = {col: place for place, col in enumerate(region.cols)}
        self._count = len(region.cols)
        self._shapes: dict[tuple[int, ...], _Shape] = {}
        self._packed = array("i")
        self._count_packed = self._end_packed = 0  # cells that are, and where the last of them ends
        self._rows = array("i")
        self._cols = array("i")
        self._steps = array("i")  # of each cell, how far it begins behind the one before, and its length
        self._merged: list[tuple[int, int, int]] = []  # (place of the cell, rows, columns) where more than one
        self._end = 0  # of the last cell
        self._echo_texts: dict[tuple[int, int], str] = {}
        self._sentences = array("i")  # start and end of each
        self._unsplit: list[tuple[int, int, tuple[int, ...], Sequence[str], str]] = []
        self._spans = array("i")
        self._indexes = array("i")
        self._echoes: dict[int, tuple[Span, ...]] = {}
        self.anchors: dict[tuple[int, int], int] = {}

    def place(self) -> tuple[list[str], Table, Packed[Span]]:
        """The text in pieces, a line feed behind each line; the table; its sentences. The region's rows are used up."""
        region, merges = self._region, self._merges
        rows, region.rows = region.rows, []
        self._indexes = array("i", [row.index for row in rows])
        last_header = max(region.header_rows, 1) - 1
        special = merges.rows()
        special = special.intersection(self._indexes) if special else special
        formulas = Formulas(self._sheet.shared)
        commented: list[tuple[int, tuple[int, int]]] = []
        pieces: list[str] = []
        lines: list[str] = []
        position = self._offset
        number = len(rows)
        rows.reverse()
        for place in range(number):
            row = rows.pop()
            first = self._count_packed + len(self._rows)
            if row.index in special:
                line, places = self._with_merges(row, place, position)
            else:
                line, places = self._plain(row, place, position)
            for col, formula in row.formulas:
                formulas.add(first + places[col], formula)
            if self._comments:
                commented += [
                    (first + places[comment.col], (row.index, comment.col))
                    for comment in self._comments.get(row.index, ())
                    if comment.col in places
                ]
            end = position + len(line) - 1
            self._spans.extend((position, end))
            if place == last_header:
                line += "|" + " --- |" * self._count + "\n"
            lines.append(line)
            position += len(line)
            if len(lines) == _JOINED or not rows:
                pieces.append("".join(lines))
                lines.clear()
                self._split_sentences(pieces[-1])
                self._pack()
        packed = self._packed.tobytes()
        self._packed = array("i")
        for cell, where in commented:
            self.anchors[where] = memoryview(packed).cast("i")[6 * cell + 4]
        refs = CellRefs(packed, _even(self._indexes), region.cols)
        table = Table(number, self._count, region.header_rows, packed, refs, formulas.done(refs))
        return pieces, table, Packed(tuple, (pairs(self._sentences),))

    def _pack(self) -> None:
        count = len(self._rows)
        if not count:
            return
        # A cell begins and ends behind all gaps and lengths before.
        self._steps[0] += self._end_packed
        places = array("i", pack(f"{2 * count}i", *accumulate(self._steps)))
        packed = array("i", [1]) * (6 * count)
        packed[0::6], packed[1::6], packed[4::6], packed[5::6] = self._rows, self._cols, places[0::2], places[1::2]
        for cell, down, across in self._merged:
            packed[6 * cell + 2], packed[6 * cell + 3] = down, across
        self._packed.extend(packed)
        self._count_packed += count
        self._end_packed = self._end
        self._rows, self._cols, self._steps = array("i"), array("i"), array("i")
        self._merged.clear()

    def rows(self, parent: int) -> Packed[Node]:
        """A node for each row of the table at place `parent`."""
        count, numbers = len(self._indexes), array("i", map((1).__add__, self._indexes))
        where = Location(sheet=self._sheet.name or None)
        changing: dict[str, Column] = {
            "span": pairs(self._spans), "location": like(where, count, rows=Rows(tuple, (numbers, numbers))),
        }
        if self._echoes:
            changing["echoes"] = column([self._echoes.get(place, ()) for place in range(count)])
        return Packed(Node, (like(Node("row", (0, 0), parent), count, **changing),))

    def _plain(self, row: SheetRow, place: int, position: int) -> tuple[str, dict[int, int]]:
        """A row without merged cells as a line; also, by column of the sheet, its cells' places in the row."""
        shape = self._shapes.get(row.cols)
        if shape is None:
            if len(self._shapes) > 4096:
                self._shapes.clear()
            shape = self._shapes[row.cols] = self._shape(row.cols)
        texts = row.texts
        line = shape.line(texts)
        count = len(texts)
        if not count:
            return line, shape.places
        lengths = array("i", shape.lengths(*map(len, texts)))
        self._rows.extend(array("i", [place]) * count)
        self._cols.extend(shape.cols)
        start = position + shape.lead
        steps = shape.steps
        steps[0] = start - self._end
        steps[1::2] = lengths
        self._steps.extend(steps)
        self._end = end = position + len(line) - shape.tail
        self._unsplit.append((start, end, shape.gaps, texts, line))
        return line, shape.places

    def _split_sentences(self, piece: str) -> None:
        """The sentences that `piece` has, the lines since it was done last."""
        waiting, self._unsplit = self._unsplit, []
        prose = [sign for sign in _PROSE if sign in piece]
        if not prose:
            self._sentences.extend(chain.from_iterable(map(itemgetter(0, 1), waiting)))
            return
        for start, end, gaps, texts, line in waiting:
            if any(sign in line for sign in prose):
                for text, gap in zip(texts, (*gaps, 0), strict=True):
                    self._prose(text, start)
                    start += len(text) + gap
            else:
                self._sentences.extend((start, end))

    def _shape(self, cols: tuple[int, ...]) -> _Shape:
        pieces: list[str] = ["|"]
        before: list[int] = []
        at = 0
        for col in cols:
            place = self._col_of[col]
            pieces += " |" * (place - at), " %s |"
            before.append(2 * (place - at) + (3 if at else 2))
            at = place + 1
        pieces.append(" |" * (self._count - at) + "\n")
        steps = array("i", [step for gap in before for step in (gap, 0)])
        return _Shape(
            _line("".join(pieces)), before[0] if before else 0, tuple(before[1:]), steps, Struct(f"{len(cols)}i").pack,
            3 + 2 * (self._count - at), array("i", [self._col_of[col] for col in cols]),
            {col: place for place, col in enumerate(cols)},
        )

    def _with_merges(self, row: SheetRow, place: int, position: int) -> tuple[str, dict[int, int]]:
        merges = self._merges
        covered = merges.covered.get(row.index, {})
        texts = dict(zip(row.cols, row.texts, strict=True))
        pieces = ["|"]
        at = position + 1
        places: dict[int, int] = {}
        echoes: list[Span] = []
        begins = {left for left, _, _ in merges.starts.get(row.index, ())}
        for col_place, col in enumerate(self._region.cols):
            origin = covered.get(col)
            text = texts.get(col, "") if origin is None else ""
            start = at + 1
            if origin is not None:
                if origin[0] < row.index and origin[1] == col:
                    text = self._echo_texts.get(origin, "")
                    if text:
                        echoes.append((start, start + len(text)))
            elif text or col in begins:
                down, across = merges.at(row.index, col)
                down, across = self._fitting(down, across, place, col_place)
                places[col] = len(places)
                if down > 1 or across > 1:
                    self._merged.append((len(self._rows), down, across))
                self._rows.append(place)
                self._cols.append(col_place)
                self._steps.extend((start - self._end, len(text)))
                self._end = start + len(text)
                if down > 1 and text:
                    self._echo_texts[row.index, col] = text if len(text) <= ECHO_LIMIT else ECHO_SIGN
                if text:
                    self._unsplit.append((start, start + len(text), (), (text,), text))
            piece = f" {text} |" if text else " |"
            pieces.append(piece)
            at += len(piece)
        if echoes:
            self._echoes[place] = tuple(echoes)
        pieces.append("\n")
        return "".join(pieces), places

    def _fitting(self, down: int, across: int, place: int, col_place: int) -> tuple[int, int]:
        """A range in rows and columns of the table: hidden ones left out, and not beyond its edges."""
        if across > 1:
            col = self._region.cols[col_place]
            last = col + across
            until = col_place
            while until < self._count and self._region.cols[until] < last:
                until += 1
            across = until - col_place
        if down > 1:
            down = bisect_right(self._indexes, self._indexes[place] + down - 1) - place
        return down, across

    def _prose(self, text: str, start: int) -> None:
        """The sentences of a cell that begins at `start`."""
        if not any(sign in text for sign in _PROSE):
            self._sentences.extend((start, start + len(text)))
            return
        for piece in text.split(_BREAK):
            for first, last in sentences.split(piece, 0, len(piece)):
                self._sentences.extend((start + first, start + last))
            start += len(piece) + len(_BREAK)


def _line(template: str) -> Callable[[Sequence[str]], str]:
    """What puts texts into the places of a template. To join them takes a third of the time that formatting does."""
    head, *between, end = template.split("%s")
    if not between or len(set(between)) > 1:
        return lambda texts: template % tuple(texts)
    join = between[0].join
    return lambda texts: f"{head}{join(texts)}{end}"


def _even(indexes: array[int]) -> range | array[int]:
    """The same numbers as a range where they follow each other."""
    if indexes and indexes[-1] - indexes[0] == len(indexes) - 1:
        return range(indexes[0], indexes[-1] + 1)
    return indexes
