"""Rows of a model in as few ranges as possible: a view lays everything out anew for each range that comes or goes."""

from __future__ import annotations

from collections.abc import Iterable


def from_the_end(rows: Iterable[int]) -> list[tuple[int, int]]:
    """(first, last) of each unbroken range, the last range first, so that removing one leaves the others in place."""
    found: list[tuple[int, int]] = []
    for row in sorted(rows, reverse=True):
        if found and found[-1][0] == row + 1:
            found[-1] = row, found[-1][1]
        else:
            found.append((row, row))
    return found
