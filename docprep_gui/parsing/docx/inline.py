"""From a w:p to its content: the text as Word shows it with all changes accepted, and what is laid into it.

Paragraphs of nothing but runs of text take a short way, all others are walked element by element; both give the same
content.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lxml import etree

from docprep_gui.domain.document import Role
from docprep_gui.parsing import equations, symbols
from docprep_gui.parsing.content import Content, Inlay, join, prefixed
from docprep_gui.parsing.docx import drawings, fields, flow, letters
from docprep_gui.parsing.docx.drawings import Drawings, Picture
from docprep_gui.parsing.docx.listfields import ListFields
from docprep_gui.parsing.docx.names import RPR, RUN, SDT, SDT_CONTENT, VAL, P, T, W, is_on, switch
from docprep_gui.parsing.docx.notes import Notes
from docprep_gui.parsing.docx.numbering import Story
from docprep_gui.parsing.docx.pages import Pages
from docprep_gui.parsing.docx.sequences import Sequences
from docprep_gui.parsing.docx.styles import Styles
from docprep_gui.parsing.ooxml import ALTERNATE, M, number
from docprep_gui.parsing.package import Relation
from docprep_gui.text.folding import clean

_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_XML_BLANKS = " \t\r\n"
_MOST_OF_INSTRUCTION = 30  # paragraphs that the instruction of a field may take
_EMPTY = Content("")
_TAB = W + "tab"
_VANISH = W + "vanish"
_FIELD_MARK = W + "fldChar"
_FONTS, _ASCII, _HIGH_ANSI = W + "rFonts", W + "ascii", W + "hAnsi"


@dataclass(slots=True)
class _Field:
    """A complex field: its instruction so far, whether its result has begun, and where in the line."""

    code: list[str] = field(default_factory=list)
    in_result: bool = False
    contents: bool = False
    start: int = -1


@dataclass(slots=True)
class _Frame:
    """A text being collected."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    inlays: list[Inlay] = field(default_factory=list)
    letters: list[tuple[int, int, int]] = field(default_factory=list)


@dataclass(slots=True)
class Line:
    """A paragraph as read. `boxes`: w:txbxContent elements and other texts of drawings anchored in it. `page`: where it
    begins.

    `contents`: it is a line of a table of contents made by a field. `formula`: it holds nothing but equations.
    """

    content: Content
    page: int
    boxes: Sequence[etree._Element | drawings.Line] = ()
    contents: bool = False
    formula: bool = False


class LookUp:
    """What the style and the list of a paragraph say; here nothing."""

    __slots__ = ()

    def hides(self, paragraph: etree._Element) -> bool:
        return False

    def look(self, paragraph: etree._Element) -> int:
        """Of its letters."""
        return 0

    def level(self, paragraph: etree._Element) -> int | None:
        """From 0; None where it is not numbered."""
        return None

    def inner(self, paragraph: etree._Element, level: int, place: int) -> str:
        """The label at a place, from 1, of those that stand in the paragraph itself, at a level below its own."""
        return ""

    def number(self, paragraph: etree._Element, story: Story) -> str:
        """Counts the paragraph and gives its number with the blank behind it; "" where it has none."""
        return ""


class Reader:
    """Reads paragraphs in the order of the text; fields and pages run on from one to the next."""

    def __init__(
        self,
        styles: Styles,
        drawings: Drawings,
        notes: Notes,
    ) -> None:
        self.look_up = LookUp()
        self.pages = Pages()
        self.changes = 0
        self.hidden = 0
        self.pictures: list[Picture] = []
        self.waiting: list[etree._Element] = []  # what begins between two paragraphs belongs to the next one
        self._styles = styles
        self._drawings = drawings
        self._notes = notes
        self._font = ""  # the symbol font of the run that is being read
        self._reading: Inlay | None = None  # of the paragraph's ruby
        self._counted = 0  # paragraphs numbered by a field
        self._list_fields = ListFields()
        self._sequences = Sequences()
        self._paragraph: etree._Element | None = None  # whose list a field may belong to
        self._placed: set[tuple[str, str]] = set()
        self._fields: list[_Field] = []
        self._frame = _Frame()
        self._line = Line(Content(""), 1)
        self._hidden_style = False
        self._look = 0  # of letters, as the paragraph's style says it
        self._formulas = self._listed = 0  # characters in equations, and in tables of contents
        self._handlers: dict[str, Callable[[etree._Element], None]] = {
            RUN: self._run,
            SDT: self._control,
            ALTERNATE: self._alternate,
            T: self._text,
            W + "ins": self._inserted,
            W + "moveTo": self._inserted,
            W + "del": self._deleted,
            W + "moveFrom": self._deleted,
            W + "hyperlink": self._children,
            W + "fldSimple": self._simple_field,
            W + "smartTag": self._children,
            W + "customXml": self._children,
            W + "dir": self._children,
            W + "bdo": self._children,
            W + "rubyBase": self._children,
            W + "ruby": self._ruby,
            W + "delText": self._text,
            _TAB: self._tab,
            W + "ptab": self._tab,
            W + "br": self._break,
            W + "cr": self._break,
            W + "noBreakHyphen": self._hyphen,
            W + "sym": self._symbol,
            _FIELD_MARK: self._field_mark,
            W + "instrText": self._instruction,
            W + "footnoteReference": self._note,
            W + "endnoteReference": self._note,
            W + "commentRangeStart": self._comment,
            W + "commentReference": self._comment,
            W + "drawing": self._drawing,
            W + "pict": self._drawing,
            W + "object": self._drawing,
            M + "oMath": self._equation,
            M + "oMathPara": self._equation,
            W + "lastRenderedPageBreak": self._rendered_break,
        }
        self._ordinary = False  # paragraphs that are not special hold nothing but runs of text
        self._bare = False  # properties of runs say nothing that matters here
        self._special: set[etree._Element] = set()
        self._marked: dict[etree._Element, etree._Element] = {}  # runs with emphasis, and their properties
        self._emphasised: set[etree._Element] = set()  # paragraphs with such runs

    # --- paragraphs -------------------------------------------------------------------------------------
    def look_ahead(
        self, root: etree._Element, *, hiding: Collection[str], emphasising: Collection[str], fonts: bool
    ) -> None:
        """Finds out which paragraphs of a part hold nothing but runs of text: looking for all that is out of the
        ordinary at once costs much less than looking at every run. `hiding`: styles in use that hide text; not to be
        called where paragraphs without a style are hidden. `emphasising`: styles of runs in use. `fonts`: some text
        may be in a symbol font."""
        special = self._special
        marked: list[etree._Element] = []
        looks: list[etree._Element] = []
        for element in root.iter(*[tag for tag in self._handlers if tag not in (RUN, T)], *letters.SAYS, _VANISH):
            tag = element.tag
            if tag in letters.SAYS:
                looks.append(element)
            elif tag == _VANISH:
                marked.append(element)
            elif tag != _TAB or element.get(VAL) is None:  # else it is a tab stop among a paragraph's properties
                special.update(element.iterancestors(P))
        if hiding:
            marked += [style for style in root.iter(W + "pStyle", W + "rStyle") if style.get(VAL) in hiding]
        if fonts:
            marked += [named for named in root.iter(_FONTS) if _names_symbols(named)]
        for element in marked:
            special.update(element.iterancestors(P))
        self._ordinary, self._bare = True, not marked
        if emphasising:
            looks += [style for style in root.iter(letters.STYLE) if style.get(VAL) in emphasising]
        for element in looks:
            properties = element.getparent()
            run = properties.getparent() if properties is not None else None
            if properties is not None and run is not None and run.tag == RUN:
                self._marked[run] = properties
                paragraph = run.getparent()
                if paragraph is not None and paragraph.tag == P:
                    self._emphasised.add(paragraph)

    def paragraph(
        self, element: etree._Element, children: Sequence[etree._Element], *, hidden: bool = False, look: int = 0
    ) -> Line:
        """The content of a w:p. `children`: all but its properties. `hidden`: its style hides it. `look`: of its
        letters, as its style says it."""
        self._look = look
        if self._ordinary and not self._fields and not self.waiting and element not in self._special:
            return self._emphasised_plain(children) if element in self._emphasised else self._plain(children)
        if self.waiting:
            children = [*self.waiting, *children]
            self.waiting.clear()
        self._paragraph = element
        line = self._walk(children, hidden)
        if self._fields:
            self._end_instructions(element)
        return line

    def content_of(
        self, element: etree._Element, story: Story | None = None, relations: Mapping[str, Relation] | None = None
    ) -> Content:
        """All that stands in a note, a comment or a header, a paragraph a line. `story`: whose lists run on in it;
        None: it is gone, and not counted. `relations`: of its part, where that is another one than the text's around
        it."""
        saved = (
            self._frame, self._line, self._fields, self._hidden_style, self._formulas, self._listed, self.pages,
            self._reading, self._font, self._paragraph, self._look,
        )
        around, known = self._drawings.relations, (self._ordinary, self._bare)
        self._fields, self.pages = [], Pages()
        self._ordinary = self._bare = False  # what is known of the body does not hold for other parts
        if relations is not None:
            self._drawings.relations = relations
        content = join(self._contents(element, story), "\n")
        (
            self._frame, self._line, self._fields, self._hidden_style, self._formulas, self._listed, self.pages,
            self._reading, self._font, self._paragraph, self._look,
        ) = saved
        self._drawings.relations = around
        self._ordinary, self._bare = known
        return content

    def end_contents(self) -> None:
        """Forgets fields that make a table of contents."""
        self._fields = [f for f in self._fields if not f.contents]

    def _contents(self, element: etree._Element, story: Story | None) -> list[Content]:
        """A table's row is a line, its cells are parted by tabs."""
        parts: list[Content] = []
        for block in flow.inside(element, flow.BLOCKS):
            if block.tag == P:
                self._paragraph = block
                self._look = self.look_up.look(block)
                line = self._walk(block, self.look_up.hides(block))
                if self._fields:
                    self._end_instructions(block)
                number = self.look_up.number(block, story) if story and line.content.text.strip() else ""
                parts.append(prefixed(line.content, number) if number else line.content)
                for box in line.boxes:
                    parts += [Content(box.text)] if isinstance(box, drawings.Line) else self._contents(box, story)
            else:
                for row in flow.inside(block, flow.ROWS):
                    cells = [join(self._contents(cell, story), " ") for cell in flow.inside(row, flow.CELLS)]
                    parts.append(join(cells, "\t"))
        return parts

    def _plain(self, children: Sequence[etree._Element]) -> Line:
        pieces: list[str] = []
        for child in children:
            for part in child:
                text = part.text
                if text and part.tag == T:
                    if text[0] in _XML_BLANKS or text[-1] in _XML_BLANKS or "\n" in text:
                        text = _trimmed(part, text)
                    pieces.append(text)
        if not pieces:
            return Line(_EMPTY, self.pages.page)
        self.pages.fresh = False
        text = symbols.plain(clean("".join(pieces) if len(pieces) > 1 else pieces[0]))
        content = Content(text, letters=((0, len(text), self._look),)) if self._look else Content(text)
        return Line(content, self.pages.page)

    def _emphasised_plain(self, children: Sequence[etree._Element]) -> Line:
        """As `_plain`, where the letters of some runs are emphasised."""
        pieces: list[str] = []
        found: list[tuple[int, int, int]] = []
        length = 0
        for child in children:
            start = length
            for part in child:
                text = part.text
                if text and part.tag == T:
                    if text[0] in _XML_BLANKS or text[-1] in _XML_BLANKS or "\n" in text:
                        text = _trimmed(part, text)
                    text = symbols.plain(clean(text))
                    pieces.append(text)
                    length += len(text)
            look = self._look_of(self._marked.get(child))
            if look and length > start:
                letters.add(found, start, length, look)
        if length:
            self.pages.fresh = False
        return Line(Content(letters.settled("".join(pieces), found), letters=found), self.pages.page)

    def _walk(self, children: Iterable[etree._Element], hidden: bool) -> Line:
        frame = self._frame = _Frame()
        line = self._line = Line(_EMPTY, 0)
        self._hidden_style = hidden
        self._reading = None
        self._formulas = self._listed = 0
        self._list_fields.begin()
        for child in children:
            handler = self._handlers.get(child.tag)
            if handler is not None:
                handler(child)
        text = letters.settled("".join(frame.pieces), frame.letters, frame.inlays)
        line.content = Content(text, frame.inlays, letters=frame.letters)
        line.page = line.page or self.pages.page
        line.formula = 0 < self._formulas == frame.length
        line.contents = 2 * self._listed > frame.length
        return line

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

    def _children(self, element: etree._Element) -> None:
        handlers = self._handlers
        for child in element:
            handler = handlers.get(child.tag)
            if handler is not None:
                handler(child)

    # --- collecting -------------------------------------------------------------------------------------
    def _add(self, text: str) -> None:
        for current in self._fields:
            if not current.in_result:
                return
            if current.contents:
                self._listed += len(text)
                break
        frame = self._frame
        frame.pieces.append(text)
        frame.length += len(text)
        self.pages.fresh = False
        self._line.page = self._line.page or self.pages.page

    def _apart(self, role: Role, element: etree._Element, author: str | None, date: str | None) -> bool:
        """Walks an element whose text is taken out of the line, to an aside. False: it had no text."""
        outer = self._frame
        inner = self._frame = _Frame()
        self._children(element)
        self._frame = outer
        start = outer.length
        for inlay in inner.inlays:
            if inlay.kind == "figure":  # a picture is gone with the text around it, what is said of it is kept
                inlay.hidden = True
            if inlay.place != "inside":
                if inlay.place == "after":
                    inlay.place, inlay.hidden = "aside", True
                inlay.start = inlay.end = start
                outer.inlays.append(inlay)
        text = "".join(inner.pieces)
        if not text:
            return False
        last = outer.inlays[-1] if outer.inlays else None
        if (
            last is not None and last.content is not None and last.kind == "run" and last.start == start
            and (last.role, last.author, last.date) == (role, author, date)
        ):
            last.content = Content(last.content.text + text)  # Word cuts one change into several runs
            return True
        outer.inlays.append(
            Inlay("run", start, start, "aside", Content(text), role=role, hidden=True, author=author, date=date)
        )
        return True

    # --- runs -------------------------------------------------------------------------------------------
    def _run(self, element: etree._Element) -> None:
        if self._bare:
            properties = self._marked.get(element)
            if properties is None and not self._look:
                self._children(element)
            else:
                self._emphasise(element, properties)
            return
        properties = element.find(RPR)
        fonts = properties.find(_FONTS) if properties is not None else None
        if fonts is not None:
            self._font = _names_symbols(fonts)
        if self._is_hidden(properties):
            if self._apart("hidden", element, None, None):
                self.hidden += 1
        elif properties is not None or self._look:
            self._emphasise(element, properties)
        else:
            self._children(element)
        self._font = ""

    def _emphasise(self, element: etree._Element, properties: etree._Element | None) -> None:
        """Reads a run, and notes how its letters look."""
        look = self._look_of(properties)
        frame = self._frame
        start = frame.length
        self._children(element)
        if look and frame.length > start:
            letters.add(frame.letters, start, frame.length, look)

    def _look_of(self, properties: etree._Element | None) -> int:
        """Of the letters of a run."""
        look = self._look
        if properties is not None:
            style = properties.find(letters.STYLE)
            if style is not None:
                look = letters.under_style(look, self._styles.said(style.get(VAL) or ""))
            look = letters.said(properties).over(look)
        return look

    def _is_hidden(self, properties: etree._Element | None) -> bool:
        """What the run says itself, else what its style and the paragraph's style say: two of these that both hide
        show again, as with all toggle properties (ECMA-376 part 1, 17.7.3)."""
        if properties is None:
            return self._hidden_style
        own = switch(properties, _VANISH)
        if own is not None:
            return own
        style = properties.find(W + "rStyle")
        by_style = style is not None and self._styles.hidden(style.get(VAL) or "") is True
        return by_style != self._hidden_style

    def _text(self, element: etree._Element) -> None:
        text = element.text
        if text:
            if text[0] in _XML_BLANKS or text[-1] in _XML_BLANKS or "\n" in text:
                text = _trimmed(element, text)
            text = clean(text)
            self._add(symbols.typed(text, self._font) if self._font else symbols.plain(text))

    def _tab(self, element: etree._Element) -> None:
        self._add("\t")

    def _hyphen(self, element: etree._Element) -> None:
        self._add("-")

    def _break(self, element: etree._Element) -> None:
        if element.get(W + "type") == "page":
            self.pages.turn()
            if self._frame.length:
                self._add_break()
        else:
            self._add("\n")

    def _add_break(self) -> None:
        fresh = self.pages.fresh
        self._add("\n")
        self.pages.fresh = fresh

    def _rendered_break(self, element: etree._Element) -> None:
        self.pages.turn_rendered()

    def _symbol(self, element: etree._Element) -> None:
        try:
            code = int(element.get(W + "char") or "", 16)
        except ValueError:
            return
        self._add(clean(symbols.sign(code, element.get(W + "font") or "")))

    def _ruby(self, element: etree._Element) -> None:
        """The base stands in the text, the readings of a paragraph in one aside."""
        base, above = element.find(W + "rubyBase"), element.find(W + "rt")
        start = self._frame.length
        if base is not None:
            self._children(base)
        if above is not None:
            self._read_above(start, clean("".join(text.text or "" for text in above.iter(T))).strip())

    def _read_above(self, start: int, reading: str) -> None:
        if not reading:
            return
        if self._reading is None or self._reading.content is None:
            self._reading = Inlay("run", start, start, "aside", Content(reading))
            self._frame.inlays.append(self._reading)
        else:
            self._reading.content = Content(f"{self._reading.content.text} {reading}")

    def _control(self, element: etree._Element) -> None:
        content = element.find(SDT_CONTENT)
        if content is not None:
            self._children(content)

    def _alternate(self, element: etree._Element) -> None:
        """The first branch that shows anything: a choice may be of a kind that is not known here."""
        frame, line = self._frame, self._line
        before = frame.length, len(frame.inlays), len(line.boxes)
        for branch in element:
            self._children(branch)
            if (frame.length, len(frame.inlays), len(line.boxes)) != before:
                return

    # --- changes ----------------------------------------------------------------------------------------
    def _inserted(self, element: etree._Element) -> None:
        frame = self._frame
        start = frame.length
        position = len(frame.inlays)
        self._children(element)
        if frame.length == start:
            return
        author, date = element.get(W + "author"), element.get(W + "date")
        last = frame.inlays[position - 1] if position else None
        if (
            last is not None and last.role == "inserted" and last.end == start
            and (last.author, last.date) == (author, date)
        ):
            last.end = frame.length
            return
        self.changes += 1
        frame.inlays.insert(
            position, Inlay("run", start, frame.length, role="inserted", author=author, date=date)
        )

    def _deleted(self, element: etree._Element) -> None:
        before = len(self._frame.inlays)
        found = self._apart("deleted", element, element.get(W + "author"), element.get(W + "date"))
        if found and len(self._frame.inlays) > before:
            self.changes += 1

    # --- fields -----------------------------------------------------------------------------------------
    def _field_mark(self, element: etree._Element) -> None:
        kind = element.get(W + "fldCharType")
        if kind == "begin":
            form = element.find(W + "ffData")
            if form is not None:
                self._form_field(form)
            self._fields.append(_Field())
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
                self._sequences.note(code, "".join(self._frame.pieces)[ended.start :])

    def _simple_field(self, element: etree._Element) -> None:
        code = element.get(W + "instr") or ""
        before = self._frame.length, len(self._frame.inlays)
        if not fields.is_silent(code):
            self._children(element)
        if (self._frame.length, len(self._frame.inlays)) == before:
            self._show(code)
        elif code.lstrip()[:3].lower() == "seq":
            self._sequences.note(code, "".join(self._frame.pieces)[before[0] :])

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

    # --- what stands elsewhere --------------------------------------------------------------------------
    def _note(self, element: etree._Element) -> None:
        identity = element.get(W + "id") or ""
        if element.tag == W + "footnoteReference":
            role: Role = "footnote"
            story: Story = "footnotes"
            note = self._notes.footnotes.get(identity)
        else:
            role, story = "endnote", "endnotes"
            note = self._notes.endnotes.get(identity)
        if note is not None and (role, identity) not in self._placed:
            self._placed.add((role, identity))
            content = self.content_of(note.element, story, note.relations)
            self._lay(Inlay("note", 0, 0, "after", content, role=role))

    def _comment(self, element: etree._Element) -> None:
        identity = element.get(W + "id") or ""
        comment = self._notes.comments.get(identity)
        if comment is not None and ("comment", identity) not in self._placed:
            self._placed.add(("comment", identity))
            content = self.content_of(comment.element, "comments", comment.relations)
            role: Role | None = "resolved" if comment.resolved else None
            self._lay(Inlay("comment", 0, 0, "aside", content, role=role, author=comment.author, date=comment.date))

    def _lay(self, inlay: Inlay) -> None:
        if inlay.content is not None and not inlay.content.text.strip():
            return
        inlay.start = inlay.end = self._frame.length
        self._frame.inlays.append(inlay)

    def _drawing(self, element: etree._Element) -> None:
        """Pictures and charts as figures; texts of boxes, shapes and diagrams stand behind the paragraph."""
        for shown in self._drawings.shown(element):
            if isinstance(shown, drawings.Image):
                inlay = self._figure("image", shown.description)
                inlay.shown = shown.shown
                self.pictures.append(Picture(shown.part, inlay))
            elif isinstance(shown, drawings.Chart):
                self._figure("chart", shown.text)
            elif isinstance(shown, drawings.Cells):
                self._figure("image", shown.text)
            else:
                self._line.boxes = [*self._line.boxes, shown]

    def _figure(self, role: Role, text: str) -> Inlay:
        place = self._frame.length
        inlay = Inlay("figure", place, place, role=role)
        if text:
            inlay.place, inlay.content = "after", Content(text)
        self._frame.inlays.append(inlay)
        return inlay

    def _equation(self, element: etree._Element) -> None:
        text = clean(equations.linear(element)).strip()
        if text:
            before = self._frame.length
            self._add(text)
            self._formulas += self._frame.length - before


def _names_symbols(fonts: etree._Element) -> str:
    """The symbol font that a w:rFonts names; "" where it names none."""
    for name in (_ASCII, _HIGH_ANSI):
        font = fonts.get(name)
        if font is not None and symbols.is_symbol_font(font):
            return font
    return ""


def _trimmed(element: etree._Element, text: str) -> str:
    """Blanks as XML has them: kept where they are to be preserved, a line end is a blank."""
    if element.get(_SPACE) != "preserve":
        text = text.strip(_XML_BLANKS)
    return text.replace("\r\n", " ").replace("\n", " ")
