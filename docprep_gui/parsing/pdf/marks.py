"""What lies on a page without being its text: comments with what they mark, and the fields of a form.

Values of fields and free text are drawn, so that MuPDF gives them with the page's text; what is missing or says
nothing there (a field that is never drawn, a tick, the value of a password) is put right here. Links, actions and
attached files are not followed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pymupdf as _pymupdf

from docprep_gui.parsing import joining
from docprep_gui.parsing.content import Box
from docprep_gui.parsing.pdf.pieces import PageText, Piece, is_sane
from docprep_gui.text import folding

pymupdf: Any = _pymupdf

_LINK, _POPUP, _WIDGET, _FREE_TEXT = (
    pymupdf.PDF_ANNOT_LINK, pymupdf.PDF_ANNOT_POPUP, pymupdf.PDF_ANNOT_WIDGET, pymupdf.PDF_ANNOT_FREE_TEXT
)
_MARKING = frozenset({
    pymupdf.PDF_ANNOT_HIGHLIGHT, pymupdf.PDF_ANNOT_UNDERLINE, pymupdf.PDF_ANNOT_SQUIGGLY, pymupdf.PDF_ANNOT_STRIKE_OUT,
})
_HIDDEN = pymupdf.PDF_ANNOT_IS_HIDDEN | pymupdf.PDF_ANNOT_IS_NO_VIEW
# PDF 32000-1, 7.9.4.
_DATE = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?)?")
_TICKED, _BARE, _CHOSEN, _FREE = "☑", "☐", "◉", "○"
_MOST = 5000


@dataclass(frozen=True, slots=True)
class Comment:
    """`marked`: the words of the page that it is about; `box` on the page as it is shown; `date` in ISO 8601."""

    page: int
    text: str
    marked: str
    author: str | None
    date: str | None
    box: Box
    hidden: bool


def apply(page: Any, text: PageText, words: Callable[[], Sequence[tuple[Any, ...]]]) -> list[Comment]:
    """The comments of a page of MuPDF's, whose `words` are asked for where some are marked; the values of its fields
    are put among the pieces of `text`."""
    kinds = {kind for _, kind, _ in page.annot_xrefs()}
    if _WIDGET in kinds:
        for number, field in enumerate(page.widgets()):
            if number == _MOST:
                break
            _put_field(field, text)
    if not kinds - {_LINK, _POPUP, _WIDGET}:
        return []
    comments = []
    listed = cache(words)
    for number, note in enumerate(page.annots()):
        comment = _comment(note, text, listed) if number < _MOST else None
        if comment is not None:
            comments.append(comment)
    return comments


def iso_date(value: str) -> str | None:
    """A date of a PDF file, as exact as it is; None where it is none."""
    match = _DATE.match(value or "")
    if match is None:
        return None
    year, month, day, hour, minute, second, zulu, sign, off_hours, off_minutes = match.groups()
    date = "-".join(part for part in (year, month, day) if part)
    if not (day and hour and minute):
        return date
    zone = "Z" if zulu else f"{sign}{off_hours}:{off_minutes or '00'}" if sign else ""
    return f"{date}T{hour}:{minute}:{second or '00'}{zone}"


# --- comments -------------------------------------------------------------------------------------------
def _comment(note: Any, text: PageText, words: Callable[[], Sequence[tuple[Any, ...]]]) -> Comment | None:
    kind = note.type[0]
    if kind in (_POPUP, _LINK, _WIDGET):
        return None
    info = note.info
    said = "" if kind == _FREE_TEXT else "\n".join(folding.clean(info.get("content") or "").split("\n")).strip()
    marked = _marked(note, words()) if kind in _MARKING else ""
    box = text.shown(_in_frame(tuple(note.rect), text))
    if not (said or marked) or not is_sane(box):
        return None
    date = iso_date(info.get("modDate") or "") or iso_date(info.get("creationDate") or "")
    author = folding.clean(info.get("title") or "").strip() or None
    return Comment(text.number, said, marked, author, date, box, bool(note.flags & _HIDDEN))


def _marked(note: Any, words: Sequence[tuple[Any, ...]]) -> str:
    """The words under a highlight or a line, at least half of each."""
    corners = note.vertices or []
    found: list[tuple[int, str]] = []
    for place in range(0, len(corners) - 3, 4):
        xs, ys = zip(*corners[place : place + 4], strict=True)
        x0, y0, x1, y1 = min(xs), min(ys), max(xs), max(ys)
        for number, (a, b, c, d, word, *_) in enumerate(words):
            if min(c, x1) - max(a, x0) > 0.5 * (c - a) and y0 <= (b + d) / 2 <= y1:
                found.append((number, word))
    marked = ""
    for _, word in sorted(set(found)):
        marked += joining.glue(marked, clean := folding.clean(word)) + clean
    return marked


# --- fields ---------------------------------------------------------------------------------------------
def _put_field(field: Any, text: PageText) -> None:
    box = _in_frame(tuple(field.rect), text)
    if field.field_display == 1 or not is_sane(box):
        return
    kind = field.field_type
    inside = [piece for piece in text.pieces if piece.block is None and _is_inside(piece, box)]
    if kind in (pymupdf.PDF_WIDGET_TYPE_CHECKBOX, pymupdf.PDF_WIDGET_TYPE_RADIOBUTTON):
        on = str(field.field_value) not in ("Off", "False", "None", "")
        if kind == pymupdf.PDF_WIDGET_TYPE_RADIOBUTTON:
            # The value is that of all buttons of the group.
            on = on and str(field.field_value) == str(field.on_state())
            shown = _CHOSEN if on else _FREE
        else:
            shown = _TICKED if on else _BARE
        _replace(text, inside, box, [shown])
    elif kind in (
        pymupdf.PDF_WIDGET_TYPE_TEXT, pymupdf.PDF_WIDGET_TYPE_COMBOBOX, pymupdf.PDF_WIDGET_TYPE_LISTBOX
    ):
        if kind == pymupdf.PDF_WIDGET_TYPE_TEXT and field.field_flags & pymupdf.PDF_TX_FIELD_IS_PASSWORD:
            _replace(text, inside, box, [])
            return
        value = field.field_value
        value = "\n".join(map(str, value)) if isinstance(value, list | tuple) else str(value or "")
        lines = [line for raw in folding.clean(value).split("\n") if (line := " ".join(raw.split()))]
        # A long text that runs out of its field is drawn in part: it then counts as drawn.
        if lines and not any(piece.text[:8] in line for piece in inside for line in lines):
            _replace(text, [], box, lines)


def _in_frame(box: Box, text: PageText) -> Box:
    size = (text.height, text.width) if text.frame.turned else (text.width, text.height)
    return text.frame.into(box, *size)


def _is_inside(piece: Piece, box: Box) -> bool:
    x, y = (piece.x0 + piece.x1) / 2, (piece.y0 + piece.y1) / 2
    return box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1


def _replace(text: PageText, old: Sequence[Piece], box: Box, lines: Sequence[str]) -> None:
    """Lines of text in a field's box instead of the pieces in it; on the base line of the label beside it."""
    gone = {id(piece) for piece in old}
    text.pieces = [piece for piece in text.pieces if id(piece) not in gone]
    x0, y0, x1, y1 = box
    step = (y1 - y0) / max(len(lines), 1)
    size = min(11.0, 0.8 * step)
    for number, line in enumerate(lines):
        top = y0 + number * step
        base = top + 0.75 * step
        beside = [
            p for p in text.pieces if p.block is None and top - 2 <= p.base <= top + step + 2 and id(p) not in gone
        ]
        if beside:
            base = min(beside, key=lambda p: max(x0 - p.x1, p.x0 - x1, 0.0)).base
        place = (x0, top, min(x1, x0 + max(size * len(line), 4.0)), top + step)
        text.pieces.append(Piece(line, *place, base, size, False, text.shown(place)))
    text.signs += sum(map(len, lines))
