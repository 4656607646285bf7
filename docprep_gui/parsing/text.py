"""Plain text: a line is a paragraph, unless its paragraph was broken into lines; blank lines part nothing more, typed
numbers make the headings."""

from __future__ import annotations

from docprep_gui.domain import collecting
from docprep_gui.domain.document import Document, Location
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import encodings, joining, wrapped
from docprep_gui.parsing.builder import Builder
from docprep_gui.text import folding, numbering

_TITLE_COLUMNS = 80


def read(data: bytes, name: str) -> Document:
    """Raises FileError: unreadable (no known encoding), empty."""
    with collecting.put_off():
        return _read(data, name)


def _read(data: bytes, name: str) -> Document:
    decoded = encodings.decode(data)
    if decoded is None:
        raise FileError("unreadable", format="txt")
    lines = wrapped.joined(folding.clean(decoded.text).split("\n"))
    if not lines:
        raise FileError("empty")
    builder = Builder()
    if decoded.invalid:
        builder.notice("invalid_bytes", decoded.invalid, params={"encoding": decoded.encoding})
    labels = numbering.labels_of(lines)
    marks = {mark.line: mark for mark in numbering.marks(lines, labels)}
    for index, line in enumerate(lines):
        label = labels[index].text if index in labels else ""
        location = Location(paragraph=index + 1)
        mark = marks.get(index)
        if mark is not None and not mark.ends:
            builder.heading(line, mark.level, label=label, location=location)
            continue
        if mark is not None:
            builder.end(mark.level)
        builder.block("paragraph", line, label=label, location=location)
    return builder.document(name=name, kind="txt", data=data, title=_title(lines[0]))


def _title(line: str) -> str:
    """The first line, if it looks like a title and not like a sentence."""
    return "" if joining.columns(line) > _TITLE_COLUMNS or joining.ends_sentence(line) else line
