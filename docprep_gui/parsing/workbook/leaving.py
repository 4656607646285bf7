"""Columns that a person does not want to be read: they stand behind the body, as hidden ones do, and in no chunk.

Written as "备注; 附件!F:H; 内部编号": names of columns as they stand in a sheet, or their letters, parted by
semicolons; a sheet's name and "!" in front mean that sheet only. It may stand in quotes, as spreadsheets write it, a
quote in it doubled. Capital letters of a column that the sheet has count before names; a name over several columns
means them all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from docprep_gui.domain.document import unescape_cell
from docprep_gui.parsing.workbook.sheets import Merge, SheetRow, column

# Names of columns stand in one of so many rows from the top.
_NAMED_WITHIN = 30
_ENTRY = re.compile(r"\s*(?:'((?:[^']|'')+)'\s*[!！]([^;；\n]*)|([^;；\n]+))")
_LETTERS = re.compile(r"([A-Z]{1,3})(?:\s*[:：]\s*([A-Z]{1,3}))?")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """(name of the sheet or "", name or letters of columns) for each entry."""

    entries: tuple[tuple[str, str], ...] = ()

    @staticmethod
    def of(text: str) -> LeftOut:
        entries: list[tuple[str, str]] = []
        for quoted, its, bare in _ENTRY.findall(text):
            sheet, _, name = (quoted.replace("''", "'"), "", its) if quoted else bare.replace("！", "!").rpartition("!")
            if name.strip():
                entries.append((sheet if quoted else sheet.strip().strip("'"), name.strip()))
        return LeftOut(tuple(entries))

    @staticmethod
    def entry(sheet: str, columns: str) -> str:
        """As `of` reads it. `sheet`: a name, "" for that of a file without sheets."""
        return f"'{sheet.replace(chr(39), chr(39) * 2)}'!{columns}" if sheet else columns

    def columns(self, sheet: str, rows: Sequence[SheetRow], merges: Sequence[Merge] = ()) -> frozenset[int]:
        """Those of a sheet with these rows and merged ranges."""
        entries = [name for wanted, name in self.entries if wanted in ("", sheet)]
        if not entries:
            return frozenset()
        last = max((row.cols[-1] for row in rows if row.cols), default=-1)
        found: set[int] = set()
        for name in entries:
            found |= _by_letters(name, last) or _by_name(name, rows, merges)
        return frozenset(found)


def _by_name(name: str, rows: Sequence[SheetRow], merges: Sequence[Merge]) -> set[int]:
    wanted = _folded(name)
    places = {
        (row.index, col)
        for row in rows[:_NAMED_WITHIN]
        for col, text in zip(row.cols, row.texts, strict=True)
        if _folded(unescape_cell(text)) == wanted
    }
    found = {col for _, col in places}
    for first, left, _, right in merges:
        if (first, left) in places:
            found.update(range(left, right + 1))
    return found


NOTHING = LeftOut()


def _folded(name: str) -> str:
    return "".join(name.split()).casefold()


def _by_letters(text: str, last: int) -> set[int]:
    match = _LETTERS.fullmatch(text)
    if match is None:
        return set()
    begin = column(match[1])
    end = column(match[2]) if match[2] else begin
    return set(range(min(begin, end), min(max(begin, end), last) + 1))
