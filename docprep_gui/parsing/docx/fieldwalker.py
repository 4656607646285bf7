"""Fields in a paragraph: their results, or what Word shows where they have none."""

from __future__ import annotations

from lxml import etree

from docprep_gui.parsing.docx import fields
from docprep_gui.parsing.docx.listfields import ListFields
from docprep_gui.parsing.docx.lookup import LookUp
from docprep_gui.parsing.docx.names import VAL, P, W, is_on
from docprep_gui.parsing.docx.sequences import Sequences
from docprep_gui.parsing.docx.walker import OpenField, Walker
from docprep_gui.parsing.ooxml import number
from docprep_gui.text.folding import clean

_MOST_OF_INSTRUCTION = 30  # paragraphs that the instruction of a field may take
_FIELD_MARK = W + "fldChar"


class FieldWalker(Walker):
    """Reads fields in the order of the text; one may run on from a paragraph to the next."""

    def __init__(self) -> None:
        super().__init__()
        self.look_up = LookUp()
        self._counted = 0  # paragraphs numbered by a field
        self._list_fields = ListFields()
        self._sequences = Sequences()
        self._paragraph: etree._Element | None = None  # whose list a field may belong to
        self._handlers |= {
            W + "fldSimple": self._simple_field,
            _FIELD_MARK: self._field_mark,
            W + "instrText": self._instruction,
        }

    def end(self) -> None:
        """Lets go of what points back here. All of a file would stay in memory until a search for cycles, which is put
        off while files are read."""
        self._handlers.clear()
        self.look_up = LookUp()

    def end_contents(self) -> None:
        """Forgets fields that make a table of contents."""
        self._fields = [f for f in self._fields if not f.contents]

    def _end_instructions(self, paragraph: etree._Element) -> None:
        """Forgets instructions that are open at the end of a paragraph, unless they do end in one of the next: one
        without an end would swallow what follows."""
        open_ones = sum(not f.in_result for f in self._fields)
        if not open_ones:
            return
        inner = 0
        for passed, following in enumerate(paragraph.itersiblings(P)):
            if passed == _MOST_OF_INSTRUCTION:
                break
            for mark in following.iter(_FIELD_MARK):
                kind = mark.get(W + "fldCharType")
                if kind == "begin":
                    inner += 1
                elif inner:
                    inner -= kind == "end"
                else:
                    return
        self._fields = [f for f in self._fields if f.in_result]

    def _field_mark(self, element: etree._Element) -> None:
        kind = element.get(W + "fldCharType")
        if kind == "begin":
            form = element.find(W + "ffData")
            if form is not None:
                self._form_field(form)
            self._fields.append(OpenField())
        elif not self._fields:
            return
        elif kind == "separate":
            current = self._fields[-1]
            if fields.is_silent("".join(current.code)):
                return
            current.in_result, current.start = True, self._frame.length
            if "".join(current.code).split()[:1] in (["TOC"], ["toc"]):
                current.contents = True
        elif kind == "end":
            ended = self._fields.pop()
            code = "".join(ended.code)
            if not ended.in_result or ended.start == self._frame.length:
                self._show(code)
            elif code.lstrip()[:3].lower() == "seq":
                self._sequences.note(code, self._frame.since(ended.start))

    def _simple_field(self, element: etree._Element) -> None:
        code = element.get(W + "instr") or ""
        before = self._frame.length, len(self._frame.inlays)
        if not fields.is_silent(code):
            self._children(element)
        if (self._frame.length, len(self._frame.inlays)) == before:
            self._show(code)
        elif code.lstrip()[:3].lower() == "seq":
            self._sequences.note(code, self._frame.since(before[0]))

    def _show(self, code: str) -> None:
        """Adds what Word shows for a field without a result, if it shows anything."""
        made = fields.shown(code) or self._list_number(code)
        if made is None:
            number = self._sequences.number(code)
            if number is None:
                return
            made = fields.Shown(number)
        if made.counted:
            self._counted += 1
            made.text = f"{self._counted}. "
        start = self._frame.length
        self._add(clean(made.text))
        for reading in made.readings:
            self._read_above(start, clean(reading))

    def _list_number(self, code: str) -> fields.Shown | None:
        paragraph, look_up = self._paragraph, self.look_up
        level = look_up.level(paragraph) if paragraph is not None else None

        def own(below: int, place: int) -> str:
            return look_up.inner(paragraph, below, place) if paragraph is not None else ""

        text = self._list_fields.number(code, level=level, own=own, at_start=not self._frame.length)
        return fields.Shown(text) if text is not None else None

    def _instruction(self, element: etree._Element) -> None:
        if self._fields and not self._fields[-1].in_result:
            self._fields[-1].code.append(element.text or "")

    def _form_field(self, form: etree._Element) -> None:
        """Old form fields show what their data say, and have no result in the text (ECMA-376 part 1, 17.16)."""
        box = form.find(W + "checkBox")
        if box is not None:
            state = box.find(W + "checked")
            state = state if state is not None else box.find(W + "default")
            self._add("☒" if state is not None and is_on(state) else "☐")
        choices = form.find(W + "ddList")
        if choices is not None:
            chosen = choices.find(W + "result")
            chosen = chosen if chosen is not None else choices.find(W + "default")
            entries = choices.findall(W + "listEntry")
            place = number(chosen.get(VAL)) if chosen is not None else 0
            if place is not None and 0 <= place < len(entries):
                self._add(clean(entries[place].get(VAL) or ""))
