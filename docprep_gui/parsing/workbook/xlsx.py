"""Workbooks of Office Open XML (ECMA-376 part 1, 18): their parts, and the sheets in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from docprep_gui.domain.document import Document
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing.builder import Builder
from docprep_gui.parsing.package import Package, Relation
from docprep_gui.parsing.workbook import collecting, numbers, strings
from docprep_gui.parsing.workbook.layout import Layout
from docprep_gui.parsing.workbook.scan import Scanner
from docprep_gui.parsing.workbook.sheets import MAX_CELLS, MAX_COLS, MAX_ROWS, Comment, Merge, Sheet, column

_MOST_SHEETS = 2_000
_MOST_STYLES = 100_000
_SHEET_KINDS = frozenset(("worksheet", "chartsheet", "dialogsheet", "xlMacrosheet"))
_AREA = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::\$?([A-Za-z]{1,3})\$?(\d{1,7}))?")
_ON = ("1", "true", "on")
_MERGE = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*?ref\s*=\s*["\']([A-Z0-9:$]+)["\']', re.I)
_FILTER = re.compile(rb'<(?:\w+:)?autoFilter\s[^>]*?ref\s*=\s*["\']([A-Z0-9:$]+)["\']', re.I)
_COLUMN = re.compile(rb"<(?:\w+:)?col\s([^>]*)>")
_PANE = re.compile(rb"<(?:\w+:)?pane\s([^>]*)>")
_ATTRIBUTE = re.compile(rb"(\w+)\s*=\s*[\"']([^\"']*)[\"']")


def read(data: bytes, name: str) -> Document:
    """A sheet node for each sheet; hidden ones are asides. FileError: corrupt, encrypted, too_large, empty."""
    with collecting.put_off():
        return _read(data, name)


def _read(data: bytes, name: str) -> Document:
    package = Package(data)
    workbook = _Workbook(package)
    builder = Builder()
    layout = Layout(builder)
    for sheet in workbook.sheets():
        layout.add(sheet)
    if workbook.damaged and builder.empty:
        raise FileError("corrupt", reason="missing")
    layout.notices()
    if package.repaired or workbook.damaged:
        builder.notice("repaired")
    return builder.document(name=name, kind="xlsx", data=data, title=layout.title or workbook.title)


def area(text: str) -> Merge | None:
    """A range such as "A1:C4" or "B2"; None for what is none or lies beyond the grid."""
    match = _AREA.fullmatch(text.strip())
    if match is None:
        return None
    left, first = column(match[1]), int(match[2]) - 1
    right, last = (column(match[3]), int(match[4]) - 1) if match[3] else (left, first)
    first, last, left, right = min(first, last), max(first, last), min(left, right), max(left, right)
    if first < 0 or left < 0 or last >= MAX_ROWS or right >= MAX_COLS:
        return None
    return first, left, last, right


class _Workbook:
    """`damaged`: something had to be left out."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self.damaged = False
        self._part = self._main_part()
        root = package.xml(self._part)
        if root is None:
            raise FileError("corrupt", reason="missing", part=self._part)
        self._root = root
        self._relations = package.relations(self._part)
        self._by_kind: dict[str, str] = {}
        for relation in self._relations.values():
            if not relation.external:
                self._by_kind.setdefault(relation.kind, relation.target)
        properties = next(_all(root, "workbookPr"), None)
        from_1904 = properties is not None and (properties.get("date1904") or "") in _ON
        self._scanner = Scanner(self._strings(), self._formats(from_1904), MAX_CELLS)
        self.title = self._title()

    def _main_part(self) -> str:
        for relation in self._package.relations().values():
            if relation.kind == "officeDocument" and self._package.open(relation.target) is not None:
                return relation.target
        names = self._package.names()
        for name in names:
            if name.endswith("workbook.xml"):
                return name
        raise FileError("corrupt", reason="missing", part="xl/workbook.xml")

    def _title(self) -> str:
        root = self._package.side_xml("docProps/core.xml")
        title = next(_all(root, "title"), None) if root is not None else None
        return " ".join((title.text or "").split()) if title is not None else ""

    def _strings(self) -> list[str]:
        part = self._package.read(self._by_kind.get("sharedStrings", "xl/sharedStrings.xml"))
        if part is None:
            return []
        if part[:2] in (b"\xff\xfe", b"\xfe\xff"):
            part = part.decode("utf-16", "replace").encode("utf-8", "replace")
        return strings.shared(part)

    def _formats(self, from_1904: bool) -> list[numbers.Formatter]:
        """A formatter for each style of cells, made once for each format."""
        root = self._package.side_xml(self._by_kind.get("styles", "xl/styles.xml"))
        if root is None:
            return [numbers.formatter(numbers.GENERAL)]
        codes = dict(numbers.BUILT_IN)
        for element in _all(root, "numFmt"):
            identity = element.get("numFmtId") or ""
            if identity.isdecimal() and _local(element.getparent()) == "numFmts":
                codes[int(identity)] = element.get("formatCode") or numbers.GENERAL
        made: dict[int, numbers.Formatter] = {}
        formats: list[numbers.Formatter] = []
        for styles in _all(root, "cellXfs"):
            for element in styles:
                text = element.get("numFmtId") or "0"
                number = int(text) if text.isdecimal() else 0
                if number not in made:
                    made[number] = numbers.formatter(codes.get(number, numbers.GENERAL), from_1904=from_1904)
                if len(formats) < _MOST_STYLES:
                    formats.append(made[number])
        return formats

    # --- sheets -------------------------------------------------------------------------------------------
    def sheets(self) -> Iterator[Sheet]:
        found = 0
        for number, element in enumerate(_all(self._root, "sheet"), start=1):
            if _local(element.getparent()) != "sheets":
                continue
            found += 1
            if found > _MOST_SHEETS:
                raise FileError("too_large", limit=str(_MOST_SHEETS), reason="sheets")
            title = " ".join((element.get("name") or "").split()) or f"Sheet{number}"
            sheet = Sheet(title, hidden=(element.get("state") or "visible") != "visible")
            relation = self._relations.get(_relation(element))
            if relation is not None and relation.kind not in _SHEET_KINDS:
                continue
            self._read(relation.target if relation else f"xl/worksheets/sheet{number}.xml", sheet)
            yield sheet

    def _read(self, part: str, sheet: Sheet) -> None:
        stream = self._package.open(part)
        if stream is None:
            self.damaged = True
            return
        try:
            with stream:
                head, tail = self._scanner.read(stream, sheet)
        except FileError as error:
            # A part cut off or damaged: what was read before stays.
            if error.kind != "corrupt" or not sheet.rows:
                raise
            self.damaged = True
            head, tail = b"", b""
        sheet.sort()
        around = head + tail
        self._around(head, tail, sheet)
        relations = self._package.relations(part) if b"relationships" in around or b":id=" in around else {}
        for relation in relations.values():
            if not relation.external:
                self._beside(relation, relations, sheet)

    def _around(self, head: bytes, tail: bytes, sheet: Sheet) -> None:
        for match in _COLUMN.finditer(head):
            attributes = _attributes(match[1])
            if attributes.get("hidden") in _ON:
                first, last = attributes.get("min", ""), attributes.get("max", "")
                if first.isdigit() and last.isdigit() and 0 < int(first) <= MAX_COLS:
                    sheet.hidden_cols.append((int(first) - 1, min(int(last), MAX_COLS) - 1))
        for match in _PANE.finditer(head):
            attributes = _attributes(match[1])
            split = attributes.get("ySplit", "").partition(".")[0]
            if attributes.get("state", "").startswith("frozen") and split.isdigit() and 0 < int(split) < 20:
                top = re.sub(r"\D", "", attributes.get("topLeftCell", ""))
                sheet.header_until = int(split) - 1 if not top or int(top) > int(split) else int(top) - 2
        sheet.merges = [found for match in _MERGE.finditer(tail) if (found := area(match[1].decode("ascii")))]
        for match in _FILTER.finditer(tail):
            found = area(match[1].decode("ascii"))
            if found:
                sheet.tables.append((found, 1))

    def _beside(self, relation: Relation, others: dict[str, Relation], sheet: Sheet) -> None:
        """Tables, comments and drawings of a sheet."""
        if relation.kind == "table":
            root = self._package.side_xml(relation.target)
            found = area(root.get("ref") or "") if root is not None else None
            if root is not None and found:
                rows = root.get("headerRowCount") or "1"
                sheet.tables.insert(0, (found, int(rows) if rows.isdigit() else 1))
        elif relation.kind == "comments":
            threaded = {
                relation.target for relation in others.values() if relation.kind == "threadedComment"
            }
            self._comments(relation.target, sheet, skip=bool(threaded))
        elif relation.kind == "threadedComment":
            self._threaded(relation.target, sheet)
        elif relation.kind == "drawing":
            self._drawing(relation.target, sheet)

    def _comments(self, part: str, sheet: Sheet, *, skip: bool) -> None:
        root = self._package.side_xml(part)
        if root is None:
            return
        authors = [strings.plain(author.text or "") for author in _all(root, "author")]
        for element in _all(root, "comment"):
            place = area(element.get("ref") or "")
            number = element.get("authorId") or ""
            author = authors[int(number)] if number.isdigit() and int(number) < len(authors) else ""
            if place is None or (skip and author.startswith("tc=")):
                continue
            pieces = [
                text.text or "" for text in _all(element, "t") if _local(text.getparent()) != "rPh"
            ]
            text = strings.plain("".join(pieces))
            if text:
                sheet.comments.append(Comment(place[0], place[1], text, author))

    def _threaded(self, part: str, sheet: Sheet) -> None:
        root = self._package.side_xml(part)
        for element in _all(root, "threadedComment") if root is not None else ():
            place = area(element.get("ref") or "")
            text = strings.plain("".join(t.text or "" for t in _all(element, "text")))
            if place and text:
                sheet.comments.append(Comment(place[0], place[1], text))

    def _drawing(self, part: str, sheet: Sheet) -> None:
        """Pictures, charts and text boxes, by the row that they are fixed to."""
        root = self._package.side_xml(part)
        if root is None:
            return
        relations = self._package.relations(part)
        for anchor in root:
            row = next((element.text or "" for element in _all(anchor, "row")), "")
            place = min(int(row), MAX_ROWS - 1) if row.isdigit() else 0
            for element in _chosen(anchor):
                kind = _local(element)
                if kind == "pic":
                    sheet.drawn.append((place, "image", ""))
                elif kind == "chart":
                    chart = relations.get(_relation(element))
                    sheet.drawn.append((place, "chart", self._chart(chart.target) if chart else ""))
                elif kind == "txBody":
                    lines = ["".join(t.text or "" for t in _all(line, "t")) for line in _all(element, "p")]
                    text = strings.plain("\n".join(lines))
                    if text:
                        sheet.drawn.append((place, "text", text))

    def _chart(self, part: str) -> str:
        """A chart's title and the names of its axes."""
        root = self._package.side_xml(part)
        if root is None:
            return ""
        titles = ["".join(t.text or "" for t in _all(title, "t")) for title in _all(root, "title")]
        return strings.plain("\n".join(title for title in titles if title.strip()))


def _local(element: etree._Element | None) -> str:
    tag = element.tag if element is not None else ""
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _chosen(element: etree._Element) -> Iterator[etree._Element]:
    """The element and those inside, without what is there for older programs."""
    for child in element.iter():
        if next(child.iterancestors("{*}Fallback"), None) is None:
            yield child


def _relation(element: etree._Element) -> str:
    """The relation that an element names, in whatever namespace."""
    for key, value in element.attrib.items():
        if str(key).endswith("}id"):
            return str(value)
    return ""


def _all(root: etree._Element, name: str) -> Iterator[etree._Element]:
    """Descendants of a local name, in whatever namespace."""
    return root.iter("{*}" + name)


def _attributes(text: bytes) -> dict[str, str]:
    return {
        key.decode("ascii", "replace"): value.decode("ascii", "replace") for key, value in _ATTRIBUTE.findall(text)
    }
