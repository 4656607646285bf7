"""The tree of a document for people: sections by heading, chunks under them in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from docprep_gui.domain.chunk import Chunk


@dataclass(frozen=True, slots=True)
class Leaf:
    """One chunk; `title` is the heading that it has all to itself, "" where it shares one."""

    ordinal: int
    title: str = ""


@dataclass(frozen=True, slots=True)
class Branch:
    """A section; `first` and `last` are the ordinals of its chunks, both included."""

    title: str
    first: int
    last: int
    children: tuple[Branch | Leaf, ...] = field(default=())


def outline(chunks: Sequence[Chunk]) -> tuple[Branch | Leaf, ...]:
    """Sections that hold one chunk only are the chunk itself; headings that stand over all chunks (the title of the
    document) are left out."""
    paths = [chunk.title_path for chunk in chunks]
    shared = 0
    if len(paths) > 1:
        while all(len(path) > shared and path[shared] == paths[0][shared] for path in paths):
            shared += 1
    return _level(paths, 0, len(paths), shared)


def _level(paths: Sequence[tuple[str, ...]], start: int, end: int, depth: int) -> tuple[Branch | Leaf, ...]:
    made: list[Branch | Leaf] = []
    at = start
    while at < end:
        path = paths[at]
        if len(path) <= depth:
            made.append(Leaf(at))
            at += 1
            continue
        after = at + 1
        while after < end and len(paths[after]) > depth and paths[after][depth] == path[depth]:
            after += 1
        if after - at == 1:
            made.append(Leaf(at, path[-1]))
        else:
            made.append(Branch(path[depth], at, after - 1, _level(paths, at, after, depth + 1)))
        at = after
    return tuple(made)
