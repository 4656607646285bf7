"""Merged ranges of a sheet as the rest needs them: clipped to what is used, free of overlaps, found by row."""

from __future__ import annotations

from collections.abc import Iterable

from docprep_gui.parsing.workbook.sheets import Merge

# Ranges larger than this in one direction are formatting (whole rows and columns are merged by a slip).
_LONG = 1_000
_WIDE = 256
_MOST_PLACES = 2_000_000


class Merges:
    """`starts`: by row, (first column, last row, last column) of the ranges that begin there. `covered`: by row, the
    columns of ranges that begin above it or to the left, each with the place where its range begins."""

    def __init__(self) -> None:
        self.starts: dict[int, list[tuple[int, int, int]]] = {}
        self.covered: dict[int, dict[int, tuple[int, int]]] = {}
        self._places = 0

    @staticmethod
    def of(ranges: Iterable[Merge], texts: dict[int, set[int]], last_row: int, last_col: int) -> Merges:
        """`texts`: by row, the columns that hold a text; the last row and column that do."""
        made = Merges()
        for first, left, last, right in sorted(ranges):
            with_text = left in texts.get(first, ())
            if not with_text and (last_row >= 0 and (first > last_row or left > last_col)):
                continue
            if last - first >= _LONG or right - left >= _WIDE:
                if not with_text:
                    continue
                last, right = min(last, max(last_row, first)), min(right, max(last_col, left))
            made._add(first, left, last, right, texts)
        return made

    def _add(self, first: int, left: int, last: int, right: int, texts: dict[int, set[int]]) -> None:
        places = (last - first + 1) * (right - left + 1)
        if places < 2 or self._places + places > _MOST_PLACES:
            return
        taken = self.covered.get(first)
        if taken and any(col in taken for col in range(left, right + 1)):
            return
        self._places += places
        self.starts.setdefault(first, []).append((left, last, right))
        for row in range(first, last + 1):
            covered = self.covered.setdefault(row, {})
            for col in range(left, right + 1):
                if (row, col) != (first, left):
                    covered[col] = first, left

    def at(self, row: int, col: int) -> tuple[int, int]:
        """How many rows and columns the cell covers."""
        for left, last, right in self.starts.get(row, ()):
            if left == col:
                return last - row + 1, right - left + 1
        return 1, 1

    def columns(self, row: int) -> set[int]:
        """All columns of a row that a range covers, its beginning included."""
        found = set(self.covered.get(row, ()))
        found.update(left for left, _, _ in self.starts.get(row, ()))
        return found

    def rows(self) -> set[int]:
        return {*self.starts, *self.covered}
