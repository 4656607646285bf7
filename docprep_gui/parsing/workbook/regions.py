"""Which cells of a sheet belong together: tables, the titles over them, the notes below, texts that stand alone.

A sheet is cut at blank rows, then at blank columns, and so on inside the pieces, and where a title over all columns has
names of columns below it. Two pieces stay together where a single blank column parts a lone column from its neighbour
(a spacer); a piece below a blank row or two continues the table above if it has the same columns and no header of its
own, also below the name of a group ("非流动资产：").
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from itertools import islice, pairwise, takewhile

from docprep_gui.parsing.workbook import headers, wording
from docprep_gui.parsing.workbook.merges import Merges
from docprep_gui.parsing.workbook.sheets import Sheet, SheetRow
from docprep_gui.parsing.workbook.wording import is_value

# Rows that say something of the whole stand above the names of columns, up to so many.
_MOST_SAYING = 12
# A column of texts, up to so many rows, is read as paragraphs.
_FEW = 20
_DEPTH = 40
_MOST_REGIONS = 5_000
# So far may the rows of a table stand apart, the blank ones between them counted.
_NEAR, _FAR = 2, 3
_SOME = 20
# Words run over so many columns at most.
_RUN_OVER = 5


@dataclass(slots=True)
class Region:
    """`cols`: the columns of the sheet that it takes, in order. `titles`, `notes`: rows before and behind its table.
    `header_rows`: of `rows`. `table`: False for texts that stand alone, a paragraph each."""

    rows: list[SheetRow]
    cols: tuple[int, ...]
    titles: list[SheetRow] = field(default_factory=list)
    notes: list[SheetRow] = field(default_factory=list)
    header_rows: int = 0
    table: bool = True


def find(
    sheet: Sheet, rows: list[SheetRow], merges: Merges, hidden_rows: Set[int], hidden_cols: frozenset[int]
) -> list[Region]:
    """The regions of the visible `rows`, in reading order. `hidden_rows`, `hidden_cols`: those that are not there to be
    seen, and so do not part what stands on both sides of them."""
    if not rows:
        return []
    merged = merges.rows()
    occupied = [(row, _occupied(row, merges) if row.index in merged else row.cols) for row in rows]
    pieces: list[tuple[list[SheetRow], int, int]] = []
    _Cutter(hidden_rows, hidden_cols, _continued(rows, merges), pieces).cut(occupied, _DEPTH)
    if len(pieces) > _MOST_REGIONS:
        pieces = [(rows, min(cols[0] for _, cols in occupied), max(cols[-1] for _, cols in occupied))]
    regions: list[Region] = []
    whole = [
        (part, left, right)
        for piece, left, right in pieces
        for marked in _at_tables(piece, left, right, sheet, merges)
        for part in _at_titles(marked, left, right, merges)
    ]
    for piece, left, right in [one for part in whole for one in _below_lists(*part, merges)]:
        region = Region(piece, tuple(col for col in range(left, right + 1) if col not in hidden_cols))
        if regions and _continues(regions[-1], region):
            regions[-1].rows += region.rows
            _part_notes(regions[-1], merges)
            continue
        _describe(region, sheet, merges)
        if regions and _names_alone(regions[-1], region):
            region.titles, region.rows = regions[-1].titles, regions[-1].rows + region.rows
            region.header_rows = 1
            regions.pop()
        regions.append(region)
    return regions


# --- cutting --------------------------------------------------------------------------------------------------
_Occupied = tuple[SheetRow, tuple[int, ...]]
Piece = tuple[list[SheetRow], int, int]
"""Rows, first and last column."""


def _occupied(row: SheetRow, merges: Merges) -> tuple[int, ...]:
    covered = merges.columns(row.index)
    return tuple(sorted(covered.union(row.cols))) if covered else row.cols


def _continued(rows: Sequence[SheetRow], merges: Merges) -> set[int]:
    """Rows in which a merged text from above goes on."""
    named = {
        (row.index, col) for row in rows if row.index in merges.starts for col in row.cols
    }
    return {
        index for index, places in merges.covered.items()
        if any(origin[0] < index and origin in named for origin in places.values())
    }


class _Cutter:
    """Cuts occupied rows into `pieces`: (rows, first column, last column)."""

    def __init__(
        self, hidden_rows: Set[int], hidden_cols: frozenset[int], continued: Set[int],
        pieces: list[tuple[list[SheetRow], int, int]],
    ) -> None:
        self._hidden_rows = hidden_rows
        self._hidden_cols = hidden_cols
        self._continued = continued
        self._pieces = pieces

    def cut(self, rows: list[_Occupied], depth: int) -> None:
        above: Piece | None = None
        for group in self._at_blank_rows(rows):
            parts = self._at_blank_columns(group)
            left, right = parts[0][0], parts[-1][1]
            if len(parts) == 1 or depth == 0 or (above is not None and _more_of(above, group, left, right)):
                above = [row for row, _ in group], left, right
                self._pieces.append(above)
                continue
            above = None
            for left, right in parts:
                part = [
                    (row.within(left, right), inside)
                    for row, cols in group
                    if (inside := cols[bisect_left(cols, left) : bisect_right(cols, right)])
                ]
                self.cut(part, depth - 1)

    def _at_blank_rows(self, rows: list[_Occupied]) -> list[list[_Occupied]]:
        """Parted also behind rows without any text (blank fields of forms), unless there is no text at all."""
        some_text = any(row.texts for row, _ in rows)
        groups: list[list[_Occupied]] = []
        before: SheetRow | None = None
        for item in rows:
            row = item[0]
            if before is None or (
                row.index != before.index + 1 and not _adjacent(before.index, row.index, self._hidden_rows)
            ) or (not before.texts and some_text and row.texts and before.index not in self._continued):
                groups.append([])
            groups[-1].append(item)
            before = row
        return groups

    def _at_blank_columns(self, group: list[_Occupied]) -> list[tuple[int, int]]:
        """(first, last) column of each part."""
        used = sorted(set().union(*{cols for _, cols in group}))
        parts: list[tuple[int, int]] = []
        for col in used:
            if parts and _adjacent(parts[-1][1], col, self._hidden_cols):
                parts[-1] = parts[-1][0], col
            else:
                parts.append((col, col))
        if len(parts) == 1:
            return parts
        joined = parts[:1]
        narrow = parts[0][0] == parts[0][1]
        for left, right in parts[1:]:
            first, last = joined[-1]
            alone = left == right
            if (left == last + 2 and (narrow or alone) and _side_by_side(group, (first, last), (left, right))) or (
                narrow and left <= last + _RUN_OVER and _runs_over(group, last, left)
            ):
                joined[-1] = first, right
            else:
                joined.append((left, right))
            narrow = alone
        return joined


def _adjacent(one: int, other: int, hidden: Set[int]) -> bool:
    """Is there nothing to be seen between two rows or columns?"""
    return other == one + 1 or (bool(hidden) and all(between in hidden for between in range(one + 1, other)))


def _more_of(above: Piece, group: list[_Occupied], left: int, right: int) -> bool:
    """Do rows behind a blank one go on with the table above, though some of its columns are blank here?"""
    rows, first, last = above
    row = _first_of_values(rows, [row for row, _ in group])
    if not _goes_with(row, rows, (first, last), (left, right)):
        return False
    before = _columns_of_values(rows[-3:])
    return any(col in before and is_value(text) for col, text in zip(row.cols, row.texts, strict=True))


def _first_of_values(above: Sequence[SheetRow], rows: Sequence[SheetRow]) -> SheetRow:
    """The first of the rows; where that is the name of a group, words below words only, the second. Some of them may
    have nothing in the columns that are asked about."""
    filled = [row for row in rows if row.texts]
    head, below = filled[0] if filled else rows[0], filled[1] if len(filled) > 1 else None
    if below is None or len(head.texts) >= len(below.texts) or any(map(is_value, head.texts)):
        return head
    before = _columns_of_values(above[-_SOME:])
    alone = len(head.texts) == 1 and before >= _columns_of_values([below])
    in_line = head.cols[:1] == above[-1].cols[:1] == below.cols[:1]
    if not in_line or not (alone or head.texts[0].endswith(wording.COLONS)):
        return head
    if before & set(head.cols):
        return head
    return SheetRow(head.index, below.cols, below.texts)


def _columns_of_values(rows: Sequence[SheetRow]) -> set[int]:
    return {col for row in rows for col, text in zip(row.cols, row.texts, strict=True) if is_value(text)}


def _goes_with(row: SheetRow, above: Sequence[SheetRow], outer: tuple[int, int], inner: tuple[int, int]) -> bool:
    """Could the rows that begin with `row` belong to the table of those `above`, by their place and columns? They begin
    in its first column, or with the word for a sum; behind two blank rows some of their values stand below values."""
    gap = row.index - above[-1].index
    if not 1 < gap <= _FAR or len(row.texts) < 2 or outer[1] - outer[0] < 2 or inner[1] > outer[1]:
        return False
    if gap > _NEAR and len(_columns_of_values([row]) & _columns_of_values(above[-_SOME:])) < 2:
        return False
    return inner[0] == outer[0] or (inner[0] > outer[0] and wording.TOTAL.match(row.texts[0]) is not None)


def _side_by_side(group: list[_Occupied], one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Do most rows of the smaller part go on in the other one? A lone text beside a table is none of its rows."""
    both = here = there = 0
    for _, cols in group:
        left = bisect_left(cols, one[0]) < bisect_right(cols, one[1])
        right = bisect_left(cols, other[0]) < bisect_right(cols, other[1])
        here += left
        there += right
        both += left and right
    return both * 2 > min(here, there) and (min(here, there) > 1 or len(group) < 3)


def _runs_over(group: list[_Occupied], names: int, values: int) -> bool:
    """Does a column of words run over blank columns up to that of the values that they name?"""
    both = 0
    for row, _ in group:
        value = _text(row, values)
        if value:
            name = _text(row, names)
            named = bool(name) and not is_value(name)
            both += named and is_value(value)
            if not named and row is not group[0][0]:
                return False
    return both > 1 and 3 * both > len(group)


def _text(row: SheetRow, col: int) -> str:
    """What stands in a column, "" for nothing."""
    at = bisect_left(row.cols, col)
    return row.texts[at] if row.cols[at : at + 1] == (col,) else ""


def _at_tables(
    rows: list[SheetRow], left: int, right: int, sheet: Sheet, merges: Merges
) -> list[list[SheetRow]]:
    """Parted in front of tables that the file itself names, where another table ends right above: more than titles and
    upper names of the columns stand there."""
    starts = [0]
    for (first, begin, _, end), _ in sorted(sheet.tables):
        at = bisect_left(rows, first, key=lambda row: row.index)
        if not starts[-1] + 1 < at < len(rows) or rows[at].index != first or begin > right or end < left:
            continue
        wide = 2 * (min(end, right) - max(begin, left) + 1) >= right - left + 1
        above = rows[at - 1]
        ends = len(above.texts) > 2 and any(map(is_value, above.texts)) and first not in merges.covered
        if wide and (ends or any(one[2] == first - 1 and one[1] == begin for one, _ in sheet.tables)):
            starts.append(at)
    return [rows[first:last] for first, last in pairwise([*starts, len(rows)])]


def _at_titles(rows: list[SheetRow], left: int, right: int, merges: Merges) -> list[list[SheetRow]]:
    """Parted in front of titles that begin another table: they are merged over all columns, have a number of their own
    ("二、人工费"), or the names of the table above come again below them; in some column, numbers stand above and
    below, but right below the title stands a name, unless the title counts on from that of the table above. Parted also
    behind notes, where names follow below numbers."""
    if right - left < 1:
        return [rows]
    starts = [0]
    for at in [at for at, row in enumerate(rows) if len(row.texts) == 1]:
        row = rows[at]
        if not 2 <= at < len(rows) - 2 or row.cols[:1] != (left,) or at < starts[-1]:
            continue
        text, first = row.texts[0], rows[starts[-1]]
        above, names, below = (dict(zip(rows[n].cols, rows[n].texts, strict=True)) for n in (at - 1, at + 1, at + 2))
        named = all(not is_value(text) and len(text) <= wording.NAME_LIMIT for text in names.values())
        if named and wording.NOTE.match(text) and len(names) > 1 and any(is_value(above.get(col, "")) for col in names):
            starts.append(at + 1)
            continue
        merged = row.index in merges.starts and merges.at(row.index, left)[1] > right - left
        counted = len(first.texts) == 1 and first.cols[0] == left and wording.counts_on(first.texts[0], text)
        again = (counted and wording.opens(text)) or any(
            one.cols == rows[at + 1].cols and list(one.texts) == list(rows[at + 1].texts)
            for one in rows[starts[-1] : min(starts[-1] + headers.MOST, at)]
        )
        if not again and (is_value(text) or not (merged or wording.NUMBERED.match(text))):
            continue
        numbers = any(is_value(above.get(col, "")) and is_value(below.get(col, "")) for col in names)
        if named and (numbers or (counted and len(names) > 1)):
            starts.append(at)
    return [rows[first:last] for first, last in pairwise([*starts, len(rows)])]


def _below_lists(rows: list[SheetRow], left: int, right: int, merges: Merges) -> list[Piece]:
    """Parted below a list of names and values ("仓库 | 一号库") that stands right above names of more columns, which
    name values."""
    count = 0
    while count < len(rows) - 2 and rows[count].cols == (left, left + 1) and not is_value(rows[count].texts[0]):
        count += 1
    if not count or right - left < 3 or any(row.index in merges.starts for row in rows[: count + 1]):
        return [(rows, left, right)]
    names, below = rows[count], rows[count:]
    wide = names.cols[:1] == (left,) and 3 * len(names.texts) >= 2 * (right - left + 1)
    named = not any(map(is_value, names.texts)) and any(map(is_value, below[1].texts))
    if wide and named and headers.count(below, range(left, right + 1), merges):
        return [(rows[:count], left, left + 1), (below, left, right)]
    return [(rows, left, right)]


# --- describing -----------------------------------------------------------------------------------------------
def _continues(above: Region, region: Region) -> bool:
    """Rows of the table above, behind blank rows."""
    if not above.table or not above.header_rows or above.notes or not region.rows:
        return False
    first = _first_of_values(above.rows, region.rows)
    outer, inner = (above.cols[0], above.cols[-1]), (region.cols[0], region.cols[-1])
    return _goes_with(first, above.rows, outer, inner) and any(map(is_value, first.texts))


def _names_alone(above: Region, region: Region) -> bool:
    """Names of columns that a blank row parts from what they name."""
    if not above.table or len(above.rows) != 1 or above.notes or above.cols != region.cols or len(above.cols) < 3:
        return False
    if not region.table:
        return False
    names, first = above.rows[0], region.rows[0]
    return (
        not region.header_rows and not region.titles and 1 < first.index - names.index <= 2
        and len(names.texts) == len(above.cols) and headers.can_name(names, [names, *region.rows])
        and any(map(is_value, first.texts))
    )


def _describe(region: Region, sheet: Sheet, merges: Merges) -> None:
    rows = region.rows
    if len(region.cols) == 1:
        texts = [row.texts[0] for row in rows if row.texts]
        typed = len(texts) > 1 and not is_value(texts[0]) and all(map(is_value, texts[1:]))
        typed = typed and not wording.NOTE.match(texts[0]) and not wording.says(texts[:1])
        region.header_rows = int(typed and len(texts[0]) <= wording.NAME_LIMIT)
        long = sum(map(len, texts)) > wording.NAME_LIMIT * len(texts)
        region.table = typed or bool(texts and len(texts) > _FEW and not long) or not texts
        return
    marked = _marked(region, sheet)
    titles = marked[0] if marked else _titles(region, merges)
    region.titles, region.rows = rows[:titles], rows[titles:]
    if len(region.rows) == 1 and len(region.rows[0].texts) <= 1 and not _has_merges(region, merges):
        region.titles, region.notes, region.rows = [], rows, []
        region.table = False
        return
    _part_notes(region, merges)
    if not marked and len(region.rows) <= _MOST_SAYING and all(wording.tells(row.texts) for row in region.rows):
        region.table = False
        return
    if marked:
        region.header_rows = min(marked[1], len(region.rows))
        return
    found = headers.count(region.rows, region.cols, merges)
    frozen = sum(row.index <= sheet.header_until for row in region.rows[: headers.MOST + 1])
    if frozen <= headers.MOST and frozen < len(region.rows):
        found = max(found, frozen)
    region.header_rows = found


def _has_merges(region: Region, merges: Merges) -> bool:
    return any(row.index in merges.starts for row in region.rows)


def _marked(region: Region, sheet: Sheet) -> tuple[int, int] | None:
    """(titles, header rows) by a table that the file itself names."""
    for (first, left, last, right), count in sheet.tables:
        if right < region.cols[0] or left > region.cols[-1] or last < region.rows[0].index:
            continue
        for place, row in enumerate(region.rows[: 2 * headers.MOST]):
            if row.index == first:
                wide = right - left + 1 >= len(region.cols) // 2
                return (place, count) if wide and all(len(above.texts) <= 2 for above in region.rows[:place]) else None
    return None


def _titles(region: Region, merges: Merges) -> int:
    """How many rows at the top hold one text only, or a few that say something of the whole ("单位：元")."""
    rows = region.rows
    count = 0
    until = -1  # the last row that a merged title covers
    while count < len(rows) - 1:
        row = rows[count]
        if not row.texts and row.index <= until:
            count += 1
            continue
        ahead = rows[count : count + _MOST_SAYING]  # no more is looked at; titles may be many
        if not row.texts or (len(row.texts) > 1 and not _of_the_whole(ahead, region.cols)):
            break
        if headers.is_upper_name(ahead, region.cols, merges):
            break
        until = max([until, *(last for _, last, _ in merges.starts.get(row.index, ()))])
        if any(last > row.index for _, last, _ in merges.starts.get(row.index, ())) and _beside(rows, count, merges):
            break
        count += 1
    # Titles with nothing but single texts below are a list of texts.
    return count if len(rows[count].texts) > 1 or _has_merges(region, merges) else 0


def _of_the_whole(rows: Sequence[SheetRow], cols: Sequence[int]) -> bool:
    """Do the texts of the first row say something of the whole ("编制单位：…", "单位：元"), and name no columns? So
    does a title with a text at the other end of the row, above names of all columns."""
    row = rows[0]
    if wording.says(row.texts):
        below = next((one for one in rows[1:_MOST_SAYING] if one.texts and not wording.says(one.texts)), None)
        return below is not None and len(below.texts) > len(row.texts)
    if len(row.texts) > 1 and wording.says(row.texts[1:]) and not is_value(row.texts[0]):
        return len(rows[1].texts) >= 2 * len(row.texts)  # behind the title
    if row.cols == (cols[0], cols[-1]) and len(cols) > 3 and len(rows[1].texts) == len(cols):
        return headers.can_name(rows[1], rows[1:]) and not is_value(row.texts[0])
    few = len(row.texts) < 3 or 2 * len(row.texts) < len(cols)
    return few and len(rows[1].texts) > len(row.texts) and all(
        any(sign in text for sign in wording.COLONS) for text in row.texts
    )


def _beside(rows: Sequence[SheetRow], place: int, merges: Merges) -> bool:
    """Has a row that the merged title covers a text of its own?"""
    until = max(last for _, last, _ in merges.starts[rows[place].index])
    return any(row.texts for row in takewhile(lambda row: row.index <= until, islice(rows, place + 1, None)))


def _part_notes(region: Region, merges: Merges) -> None:
    """Takes the rows away at the end that hold a note, or say who answers for the table."""
    rows = region.rows
    count = 0
    while count < len(rows) - 2:
        taken = _note_rows(rows, len(rows) - count, region, merges)
        if not taken:
            break
        count += taken
    if count:
        region.rows, region.notes = rows[:-count], rows[-count:]


def _note_rows(rows: Sequence[SheetRow], end: int, region: Region, merges: Merges) -> int:
    """How many rows before `end` are one that says something of the whole, with the blank ones that it covers, or items
    that count on ("备注：1、…", "2、…")."""
    last = rows[end - 1]
    if _is_note(last, region, merges) or _is_signed(last, rows[0], merges):
        return 1
    for count in range(1, end - 1):
        row = rows[end - count]
        if not row.texts and row.index in merges.covered:
            continue
        if row.cols != (region.cols[0],) or row.formulas or is_value(row.texts[0]):
            break
        if _is_note(row, region, merges, last.index - row.index + 1):
            return count
        number = wording.item(row.texts[0])
        if number == 1 and count > 1:
            above = rows[end - count - 1]
            return count + (above.cols == row.cols and above.texts[0].endswith(wording.COLONS))
        if number is None:
            break
    return 0


def _is_note(row: SheetRow, region: Region, merges: Merges, most: int = 1) -> bool:
    """`most`: over so many rows it may be merged."""
    if len(row.texts) != 1 or row.formulas or is_value(row.texts[0]) or row.cols[0] != region.cols[0]:
        return False
    if row.index in merges.covered and row.cols[0] in merges.covered[row.index]:
        return False
    down, across = merges.at(row.index, row.cols[0])
    noted = wording.NOTE.match(row.texts[0]) is not None
    return down <= most and (noted or (across > 2 and across >= len(region.cols)))


def _is_signed(row: SheetRow, first: SheetRow, merges: Merges) -> bool:
    """Not in a form, of which the first row speaks that way, too."""
    return bool(row.texts) and not row.formulas and wording.signs(row.texts) and not wording.says(first.texts) and all(
        merges.at(row.index, col)[0] == 1 and col not in merges.covered.get(row.index, {}) for col in row.cols
    )
