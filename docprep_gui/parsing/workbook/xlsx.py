"""Workbooks of Office Open XML (ECMA-376 part 1, 18): their parts, and the sheets in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from docprep_gui.domain import collecting
from docprep_gui.domain.document import Document
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing.builder import Builder
from docprep_gui.parsing.drawing.pictures import description
from docprep_gui.parsing.ocr import OFF, Readings
from docprep_gui.parsing.ocr.parts import Parts
from docprep_gui.parsing.ooxml import title_property
from docprep_gui.parsing.package import Package
from docprep_gui.parsing.workbook import numbers, strings
from docprep_gui.parsing.workbook.beside import ON, Beside, area, dots, every, furniture, local, relation_of
from docprep_gui.parsing.workbook.layout import Layout
from docprep_gui.parsing.workbook.leaving import NOTHING, LeftOut
from docprep_gui.parsing.workbook.scan import Scanner
from docprep_gui.parsing.workbook.sheets import MAX_CELLS, MAX_COLS, Drawn, Sheet

_MOST_SHEETS = 2_000
_MOST_STYLES = 100_000
_SHEET_KINDS = frozenset(("worksheet", "chartsheet", "dialogsheet", "xlMacrosheet"))
_MERGE = re.compile(rb'<(?:\w+:)?mergeCell\s[^<>]*?ref\s*=\s*["\']([A-Z0-9:$]+)["\']', re.I)
_FILTER = re.compile(rb'<(?:\w+:)?autoFilter\s[^<>]*?ref\s*=\s*["\']([A-Z0-9:$]+)["\']', re.I)
_COLUMN = re.compile(rb"<(?:\w+:)?col\s([^<>]*)>")
_PANE = re.compile(rb"<(?:\w+:)?pane\s([^<>]*)>")
_PRINTED_ROWS = re.compile(r"\$(\d{1,7}):\$(\d{1,7})")
_ZERO = re.compile(r"0(?:\.0*)?")
# How WPS puts a picture into a cell: a function of its own, whose value is its own text.
_RICH_PICTURES = "richValueRel"  # kind of the relation where Excel has put some into cells ([MS-XLSX], rich values)
_PICTURE = re.compile(r'=(?:_xlfn\.)?DISPIMG\("([^"]*)",\s*\d+\)', re.I)
_ATTRIBUTE = re.compile(rb"(\w+)\s*=\s*[\"']([^\"']*)[\"']")


def read(data: bytes, name: str, left_out: LeftOut = NOTHING, readings: Readings = OFF) -> Document:
    """A sheet node for each sheet; hidden ones are asides. FileError: corrupt, encrypted, too_large, empty."""
    with collecting.put_off():
        return _read(data, name, left_out, readings)


def _read(data: bytes, name: str, left_out: LeftOut, readings: Readings) -> Document:
    package = Package(data)
    workbook = _Workbook(package)
    builder = Builder()
    parts = Parts(readings, package)
    layout = Layout(builder, left_out, parts)
    for sheet in workbook.sheets():
        layout.add(sheet)
    if workbook.damaged and builder.empty:
        raise FileError("corrupt", reason="missing")
    layout.notices()
    if package.repaired or workbook.damaged:
        builder.notice("repaired")
    return parts.of(builder.document(name=name, kind="xlsx", data=data, title=layout.title or workbook.title))


def front(data: bytes) -> Sheet:
    """Of a workbook that lies in another document, what is shown of it there: the sheet in front, less what is outside
    of its `oleSize`. FileError: corrupt, encrypted, too_large."""
    return _Workbook(Package(data)).front()


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
        properties = next(every(root, "workbookPr"), None)
        from_1904 = properties is not None and (properties.get("date1904") or "") in ON
        pictures = _RICH_PICTURES in self._by_kind
        self._scanner = Scanner(self._strings(), self._styles(from_1904), MAX_CELLS, pictures=pictures)
        self._beside = Beside(package, self._relations)
        self._in_cells = self._cell_pictures()
        self.title = title_property(package)

    def _main_part(self) -> str:
        for relation in self._package.relations().values():
            if relation.kind == "officeDocument" and self._package.open(relation.target) is not None:
                return relation.target
        names = self._package.names()
        for name in names:
            if name.endswith("workbook.xml"):
                return name
        raise FileError("corrupt", reason="missing", part="xl/workbook.xml")

    def _strings(self) -> list[str]:
        part = self._package.read(self._by_kind.get("sharedStrings", "xl/sharedStrings.xml"))
        if part is None:
            return []
        if part[:2] in (b"\xff\xfe", b"\xfe\xff"):
            part = part.decode("utf-16", "replace").encode("utf-8", "replace")
        return strings.shared(part)

    def _cell_pictures(self) -> dict[str, tuple[str, str]] | None:
        """What is said of the pictures that WPS has put into cells, and their parts, by name; None where there are
        none in cells."""
        part = self._by_kind.get("cellImage")
        root = self._package.side_xml(part) if part else None
        named = list(every(root, "cNvPr")) if root is not None else []
        if not part and _RICH_PICTURES not in self._by_kind:
            return None
        relations = self._package.relations(part) if part else {}
        found = {}
        for element in named:
            picture = next(element.iterancestors("{*}pic"), None)
            where = dots(picture, relations) if picture is not None else ""
            found[element.get("name") or ""] = description(element), where
        return found

    def _styles(self, from_1904: bool) -> list[numbers.Style]:
        """What shows the cells of each style, made once for each format."""
        root = self._package.side_xml(self._by_kind.get("styles", "xl/styles.xml"))
        if root is None:
            return []
        codes = dict(numbers.BUILT_IN)
        for element in every(root, "numFmt"):
            identity = element.get("numFmtId") or ""
            if identity.isdecimal() and local(element.getparent()) == "numFmts":
                codes[int(identity)] = strings.plain(element.get("formatCode") or numbers.GENERAL)
        made: dict[int, numbers.Style] = {}
        found: list[numbers.Style] = []
        for styles in every(root, "cellXfs"):
            for element in styles:
                text = element.get("numFmtId") or "0"
                number = int(text) if text.isdecimal() else 0
                if number not in made:
                    made[number] = numbers.style(codes.get(number, numbers.GENERAL), from_1904=from_1904)
                if len(found) < _MOST_STYLES:
                    found.append(made[number])
        return found

    # --- sheets -------------------------------------------------------------------------------------------
    def _repeated(self) -> dict[str, int]:
        """The last of the rows that are printed on each page, by number of the sheet (18.2.5)."""
        found: dict[str, int] = {}
        for name in every(self._root, "definedName"):
            rows = _PRINTED_ROWS.search(name.text or "") if name.get("name") == "_xlnm.Print_Titles" else None
            if rows:
                found[name.get("localSheetId") or ""] = int(rows[2]) - 1
        return found

    def sheets(self) -> Iterator[Sheet]:
        found = 0
        repeated = self._repeated()
        for number, element in enumerate(every(self._root, "sheet"), start=1):
            if local(element.getparent()) != "sheets":
                continue
            found += 1
            if found > _MOST_SHEETS:
                raise FileError("too_large", limit=str(_MOST_SHEETS), reason="sheets")
            title = " ".join((element.get("name") or "").split()) or f"Sheet{number}"
            sheet = Sheet(title, hidden=(element.get("state") or "visible") != "visible")
            relation = self._relations.get(relation_of(element))
            if relation is not None and relation.kind not in _SHEET_KINDS:
                continue
            sheet.header_until = repeated.get(str(found - 1), -1)
            self._read(relation.target if relation else f"xl/worksheets/sheet{number}.xml", sheet)
            yield sheet

    def front(self) -> Sheet:
        """The sheet that was shown last, within the range that is shown of it (18.2.30, 18.2.16)."""
        view, size = next(every(self._root, "workbookView"), None), next(every(self._root, "oleSize"), None)
        place = (view.get("activeTab") or "") if view is not None else ""
        sheet = next(islice(self.sheets(), int(place) if place.isdecimal() else 0, None), None)
        if sheet is None:
            raise FileError("corrupt", reason="missing")
        shown = area(size.get("ref") or "") if size is not None else None
        if shown is not None:
            sheet.keep(shown)
        return sheet

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
        if self._in_cells is not None:
            _take_pictures(sheet, self._in_cells)
        around = head + tail
        self._around(head, tail, sheet)
        relations = self._package.relations(part) if b"relationships" in around or b":id=" in around else {}
        self._beside.read(relations, sheet)

    def _around(self, head: bytes, tail: bytes, sheet: Sheet) -> None:
        for match in _COLUMN.finditer(head):
            attributes = _attributes(match[1])
            if attributes.get("hidden") in ON or _ZERO.fullmatch(attributes.get("width", "")):
                first, last = attributes.get("min", ""), attributes.get("max", "")
                if first.isdigit() and last.isdigit() and 0 < int(first) <= MAX_COLS:
                    sheet.hidden_cols.append((int(first) - 1, min(int(last), MAX_COLS) - 1))
        for match in _PANE.finditer(head):
            attributes = _attributes(match[1])
            split = attributes.get("ySplit", "").partition(".")[0]
            if attributes.get("state", "").startswith("frozen") and split.isdigit() and 0 < int(split) < 20:
                top = re.sub(r"\D", "", attributes.get("topLeftCell", ""))
                kept = int(split) - 1 if not top or int(top) > int(split) else int(top) - 2
                sheet.header_until = max(sheet.header_until, kept)
        sheet.merges = [found for match in _MERGE.finditer(tail) if (found := area(match[1].decode("ascii")))]
        sheet.furniture = list(furniture(tail))
        for match in _FILTER.finditer(tail):
            found = area(match[1].decode("ascii"))
            if found:
                sheet.tables.append((found, 1))


def _take_pictures(sheet: Sheet, described: Mapping[str, tuple[str, str]]) -> None:
    """Cells that show a picture are blank; the pictures lie over them."""
    for row in sheet.rows:
        found = [(place, match) for place, text in enumerate(row.texts) if (match := _PICTURE.fullmatch(text))]
        if found:
            for _, match in found:
                text, part = described.get(match[1], ("", ""))
                sheet.drawn.append(Drawn(row.index, "image", text, part=part))
            gone = {place for place, _ in found}
            row.texts = [text for place, text in enumerate(row.texts) if place not in gone]
            away = {row.cols[place] for place in gone}
            row.cols = tuple([col for col in row.cols if col not in away])
            row.formulas = tuple([one for one in row.formulas if one[0] not in away])
    sheet.rows = [row for row in sheet.rows if row.cols]


def _attributes(text: bytes) -> dict[str, str]:
    return {
        key.decode("ascii", "replace"): value.decode("ascii", "replace") for key, value in _ATTRIBUTE.findall(text)
    }
