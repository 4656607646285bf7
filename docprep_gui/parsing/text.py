"""Plain text: a line is a paragraph, unless its paragraph was broken into lines or it draws a table; blank lines part
nothing more, typed numbers make the headings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from docprep_gui.domain import collecting
from docprep_gui.domain.document import Document, Location, NodeKind
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import drawn_tables, encodings, headlines, joining, wrapped
from docprep_gui.parsing.builder import Builder
from docprep_gui.parsing.captions import is_caption
from docprep_gui.parsing.tables import Grid
from docprep_gui.text import folding, numbering

_TITLE_COLUMNS = 80
_NO_TITLE = re.compile(
    r"[\W\d_]*$"  # a number
    r"|<"  # marks of a page
    r"|\[?\d{4}[-/]\d{1,2}[-/]\d{1,2}\b"  # a line of a record
    r"|(?:From|To|Cc|Date|Sent|Name|发件人|收件人|姓名|日期|时间|单位)\s*[:：]\s*\S"
    r"|Dear\b.*,$|目\s*[录次]$",
    re.I,
)


def read(data: bytes, name: str) -> Document:
    """Raises FileError: unreadable (no known encoding), empty."""
    with collecting.put_off():
        return _read(data, name)


def _read(data: bytes, name: str) -> Document:
    decoded = encodings.decode(data)
    if decoded is None:
        raise FileError("unreadable", format="txt")
    lines, grids = _lines(folding.clean(decoded.text).split("\n"))
    if not lines:
        raise FileError("empty")
    builder = Builder()
    if decoded.invalid:
        builder.notice("invalid_bytes", decoded.invalid, params={"encoding": decoded.encoding})
    labels = numbering.labels_of(lines)
    marks = {mark.line: mark for mark in numbering.marks(lines, labels)}
    levels = [0 if (mark := marks.get(index)) is None or mark.ends else mark.level for index in range(len(lines))]
    over = headlines.over_titles(lines, levels)
    for index, line in enumerate(lines):
        if index - 1 in over:
            continue
        label = labels[index].text if index in labels else ""
        location = Location(paragraph=index + 1)
        if index in grids:
            builder.table(grids[index], location=location)
            continue
        mark = marks.get(index)
        if mark is not None and not mark.ends:
            line = f"{line} {lines[index + 1]}" if index in over else line
            builder.heading(line, mark.level, label=label, location=location)
            continue
        if mark is not None:
            builder.end(mark.level)
        kind: NodeKind = "caption" if _is_caption(line, index, grids) else "paragraph"
        builder.block(kind, line, label=label, location=location)
    return builder.document(name=name, kind="txt", data=data, title=_title(lines[0]))


def _lines(raw: Sequence[str]) -> tuple[list[str], dict[int, Grid]]:
    """The paragraphs of a text, "" where a table stands, and the tables by their places."""
    width = wrapped.width_of(raw)
    lines: list[str] = []
    grids: dict[int, Grid] = {}
    done = 0
    for table in drawn_tables.find(raw):
        lines += wrapped.joined(raw[done : table.first], width)
        grids[len(lines)] = table.grid
        lines.append("")
        done = table.end
    return [*lines, *wrapped.joined(raw[done:], width)], grids


def _is_caption(line: str, index: int, grids: Mapping[int, Grid]) -> bool:
    return (index - 1 in grids or index + 1 in grids) and is_caption(line)


def _title(line: str) -> str:
    """The first line, if it looks like a title and like no sentence, greeting, mark or name with its value."""
    if joining.columns(line) > _TITLE_COLUMNS or joining.ends_sentence(line) or _NO_TITLE.match(line):
        return ""
    return line
