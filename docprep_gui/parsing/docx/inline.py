"""From a w:p to its content: the text as Word shows it with all changes accepted, and what is laid into it.

Paragraphs of nothing but runs of text take a short way, all others are walked element by element; both give the same
content.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from lxml import etree

from docprep_gui.domain.document import Role
from docprep_gui.parsing import equations, symbols
from docprep_gui.parsing.content import Content, Inlay, join, prefixed, whole
from docprep_gui.parsing.docx import drawings, flow, letters
from docprep_gui.parsing.docx.drawings import Drawings, Picture
from docprep_gui.parsing.docx.fieldwalker import FieldWalker
from docprep_gui.parsing.docx.names import RPR, RUN, SDT, SDT_CONTENT, VAL, P, T, W, switch
from docprep_gui.parsing.docx.notes import Notes
from docprep_gui.parsing.docx.numbering import Story
from docprep_gui.parsing.docx.pages import Pages
from docprep_gui.parsing.docx.styles import Styles
from docprep_gui.parsing.docx.walker import Frame, Line
from docprep_gui.parsing.ooxml import ALTERNATE, M
from docprep_gui.parsing.package import Relation
from docprep_gui.text.folding import clean

_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_XML_BLANKS = " \t\r\n"
_EMPTY = Content("")
_TAB = W + "tab"
_VANISH = W + "vanish"
_FONTS, _ASCII, _HIGH_ANSI = W + "rFonts", W + "ascii", W + "hAnsi"


class Reader(FieldWalker):
    """Reads paragraphs in the order of the text; fields and pages run on from one to the next."""

    def __init__(
        self,
        styles: Styles,
        drawings: Drawings,
        notes: Notes,
    ) -> None:
        super().__init__()
        self.changes = 0
        self.hidden = 0
        self.pictures: list[Picture] = []
        self.waiting: list[etree._Element] = []  # what begins between two paragraphs belongs to the next one
        self._styles = styles
        self._drawings = drawings
        self._notes = notes
        self._font = ""  # the symbol font of the run that is being read
        self._placed: set[tuple[str, str]] = set()
        self._hidden_style = False
        self._look = 0  # of letters, as the paragraph's style says it
        self._formulas = 0  # characters in equations
        self._handlers |= {
            RUN: self._run,
            SDT: self._control,
            ALTERNATE: self._alternate,
            T: self._text,
            W + "ins": self._inserted,
            W + "moveTo": self._inserted,
            W + "del": self._deleted,
            W + "moveFrom": self._deleted,
            W + "hyperlink": self._children,
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
        frame = self._frame = Frame()
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
        kind = element.get(W + "type")
        if kind == "page":
            self.pages.turn()
            if self._frame.length:
                self._add_break()
        elif kind != "column" or self._frame.length:
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

    def _apart(self, role: Role, element: etree._Element, author: str | None, date: str | None) -> bool:
        """As for any text; boxes that are anchored in it go with it, each to an aside of its own."""
        line = self._line
        before = line.boxes
        found = super()._apart(role, element, author, date)
        gone, line.boxes = line.boxes[len(before) :], before
        changes, concealed = self.changes, self.hidden
        for box in gone:
            text = box.text if isinstance(box, drawings.Line) else whole(self.content_of(box))
            if text.strip():
                inlay = Inlay("run", 0, 0, "aside", Content(text), role=role, hidden=True, author=author, date=date)
                self._lay(inlay)
                found = True
        self.changes, self.hidden = changes, concealed
        return found

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
