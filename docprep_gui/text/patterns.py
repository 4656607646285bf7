"""Patterns that are compiled when they are first used, and searches that do not hold others up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Find = Callable[..., re.Match[str] | None]


_PIECE = 1 << 20
_LOOK = 64


def in_pieces(pattern: re.Pattern[str] | Pattern, text: str) -> Iterator[re.Match[str]]:
    """What `pattern.finditer` gives, for a pattern that looks at no more than 64 characters at a time. While one search
    runs, nothing else in the process does: in a text of millions of characters each runs over a piece of it."""
    at, end = 0, len(text)
    while at < end:
        stop = at + _PIECE
        for match in pattern.finditer(text, at, min(stop + _LOOK, end)):
            if match.start() >= stop:
                break
            yield match
            at = match.end()
        at = max(at, stop)


class Pattern:
    """A pattern of `re` for signs that few texts have. To compile all those that look for entities would take a fifth
    of the time that the program takes to start."""

    __slots__ = ("_flags", "_pattern", "finditer", "fullmatch", "match", "search")
    finditer: Callable[..., Iterator[re.Match[str]]]
    fullmatch: Find
    match: Find
    search: Find

    def __init__(self, pattern: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        self._pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        # Comes here only as long as the slots are empty: later uses cost no more than those of a compiled pattern.
        if name not in self.__slots__:
            raise AttributeError(name)
        compiled = re.compile(self._pattern, self._flags)
        self.finditer, self.fullmatch = compiled.finditer, compiled.fullmatch
        self.match, self.search = compiled.match, compiled.search
        return getattr(compiled, name)
