"""What stands beside the cells of a sheet: named tables, comments, drawings, page headers and footers
(ECMA-376 part 1, 18.5, 18.7, 20.5, 18.3.1.46; comments with answers: [MS-XLSX] 2.6)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from lxml import etree

from docprep_gui.domain.document import NodeKind
from docprep_gui.parsing.drawing import charts, diagrams
from docprep_gui.parsing.drawing import paragraphs as drawn_paragraphs
from docprep_gui.parsing.drawing.pictures import description
from docprep_gui.parsing.ooxml import R
from docprep_gui.parsing.package import Package, Relation
from docprep_gui.parsing.workbook import strings
from docprep_gui.parsing.workbook.sheets import MAX_COLS, MAX_ROWS, Comment, Drawn, Merge, Sheet, column

ON = ("1", "true", "on")
_AREA = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::\$?([A-Za-z]{1,3})\$?(\d{1,7}))?")
_FURNITURE = re.compile(rb"<((?:odd|even|first)(Header|Footer))\b[^<>]*>([^<]*)</\1>")
# Codes in page headers: fonts, sizes, colours and styles; then what a program fills in (page, date, file, picture).
_FURNITURE_CODE = re.compile(
    r'&(?:"[^"]*"|\d{1,3}|K(?:[0-9A-F]{6}|\d\d[+-]\d{3})|[BIUESXYOHPNDTZFAG]|([LCR&]))', re.I
)
_PAGE_WORDS = re.compile(r"(?:第|共|页|頁|Page|of|[\W_])*", re.I)


class Beside:
    """Reads the parts that belong to the sheets of one package."""

    def __init__(self, package: Package, workbook: Mapping[str, Relation]) -> None:
        """`workbook`: the relations of the workbook's own part."""
        self._package = package
        self._persons: dict[str, str] = {}
        for relation in workbook.values():
            if relation.kind == "person" and not relation.external:
                root = package.side_xml(relation.target)
                for person in every(root, "person") if root is not None else ():
                    self._persons[person.get("id") or ""] = strings.plain(person.get("displayName") or "")

    def read(self, relations: Mapping[str, Relation], sheet: Sheet) -> None:
        """Adds what the relations of a sheet's part lead to."""
        own = [relation for relation in relations.values() if not relation.external]
        threaded = any(relation.kind == "threadedComment" for relation in own)
        for relation in own:
            if relation.kind == "table":
                self._table(relation.target, sheet)
            elif relation.kind == "comments":
                self._comments(relation.target, sheet, skip=threaded)
            elif relation.kind == "threadedComment":
                self._threaded(relation.target, sheet)
            elif relation.kind == "drawing":
                self._drawing(relation.target, sheet)

    def _table(self, part: str, sheet: Sheet) -> None:
        root = self._package.side_xml(part)
        found = area(root.get("ref") or "") if root is not None else None
        if root is not None and found:
            rows = root.get("headerRowCount") or "1"
            sheet.tables.insert(0, (found, int(rows) if rows.isdigit() else 1))

    def _comments(self, part: str, sheet: Sheet, *, skip: bool) -> None:
        """`skip`: those that repeat a comment with answers for older programs."""
        root = self._package.side_xml(part)
        if root is None:
            return
        authors = [strings.plain(author.text or "") for author in every(root, "author")]
        for element in every(root, "comment"):
            place = area(element.get("ref") or "")
            at = element.get("authorId") or ""
            author = authors[int(at)] if at.isdigit() and int(at) < len(authors) else ""
            if place is None or (skip and author.startswith("tc=")):
                continue
            pieces = [text.text or "" for text in every(element, "t") if local(text.getparent()) != "rPh"]
            text = strings.plain("".join(pieces))
            if text:
                sheet.comments.append(Comment(place[0], place[1], text, author))

    def _threaded(self, part: str, sheet: Sheet) -> None:
        root = self._package.side_xml(part)
        done: set[str | None] = set()
        for element in every(root, "threadedComment") if root is not None else ():
            if element.get("done") in ("1", "true"):
                done.add(element.get("id"))
            place = area(element.get("ref") or "")
            text = strings.plain("".join(t.text or "" for t in every(element, "text")))
            if place and text:
                author = self._persons.get(element.get("personId") or "", "")
                resolved = element.get("id") in done or element.get("parentId") in done
                sheet.comments.append(Comment(*place[:2], text, author, element.get("dT") or "", resolved))

    # --- drawings -----------------------------------------------------------------------------------------
    def _drawing(self, part: str, sheet: Sheet) -> None:
        """Pictures, charts, diagrams and shapes with text, by the row that they are fixed to."""
        root = self._package.side_xml(part)
        if root is None:
            return
        relations = self._package.relations(part)
        for anchor in root:
            row = next((element.text or "" for element in every(anchor, "row")), "")
            place = min(int(row), MAX_ROWS - 1) if row.isdecimal() else 0
            for element in _chosen(anchor):
                drawn = self._drawn(element, relations, place)
                if drawn is not None:
                    sheet.drawn.append(drawn)

    def _drawn(self, element: etree._Element, relations: Mapping[str, Relation], row: int) -> Drawn | None:
        kind = local(element)
        if kind == "pic":
            return Drawn(row, "image", description(_named(element)), _is_hidden(element), dots(element, relations))
        if element.tag in charts.REFERENCES:
            frame = next(element.iterancestors("{*}graphicFrame"), None)
            root = self._related(relation_of(element), relations)
            text = charts.text(root) if root is not None else ""
            return Drawn(row, "chart", text or description(_named(frame)), _is_hidden(frame))
        if element.tag == diagrams.RELATIONS:
            root = self._related(element.get(R + "dm"), relations)
            text = "\n".join(text for _, text in diagrams.points(root)) if root is not None else ""
            return Drawn(row, "text", text) if text else None
        if kind == "txBody":
            text = drawn_paragraphs.plain(element)
            return Drawn(row, "text", text, _is_hidden(element.getparent())) if text else None
        return None

    def _related(self, identity: str | None, relations: Mapping[str, Relation]) -> etree._Element | None:
        relation = relations.get(identity or "")
        return None if relation is None or relation.external else self._package.side_xml(relation.target)


def furniture(xml: bytes) -> Iterator[tuple[NodeKind, str]]:
    """Page headers and footers in the XML behind a sheet's rows: their own words, without what programs fill in."""
    for _, kind, inside in _FURNITURE.findall(xml):
        shown = furniture_text(strings.unescape(inside.decode("utf-8", "replace")))
        if shown:
            yield ("page_header" if kind == b"Header" else "page_footer"), shown


def furniture_text(codes: str) -> str:
    """The words of a page header or footer, a line for each of its parts; "" where programs fill in everything."""
    words = _FURNITURE_CODE.sub(lambda match: "&" if match[1] == "&" else "\n" if match[1] else "", codes)
    lines = [" ".join(line.split()) for line in strings.plain(words).split("\n")]
    return "\n".join(line for line in lines if not _PAGE_WORDS.fullmatch(line))


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


def local(element: etree._Element | None) -> str:
    tag = element.tag if element is not None else ""
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def every(root: etree._Element, name: str) -> Iterator[etree._Element]:
    """Descendants of a local name, in whatever namespace."""
    return root.iter("{*}" + name)


def relation_of(element: etree._Element) -> str:
    """The relation that an element names, in whatever namespace."""
    for key, value in element.attrib.items():
        if str(key).endswith("}id"):
            return str(value)
    return ""


def dots(picture: etree._Element, relations: Mapping[str, Relation]) -> str:
    """The part that holds the picture which an element shows."""
    blip = next(every(picture, "blip"), None)
    relation = relations.get(blip.get(R + "embed") or "") if blip is not None else None
    return "" if relation is None or relation.external else relation.target


def _chosen(element: etree._Element) -> Iterator[etree._Element]:
    """The element and those inside, without what is there for older programs."""
    for child in element.iter():
        if next(child.iterancestors("{*}Fallback"), None) is None:
            yield child


def _named(element: etree._Element | None) -> etree._Element | None:
    """The name and description of a shape."""
    return next(every(element, "cNvPr"), None) if element is not None else None


def _is_hidden(element: etree._Element | None) -> bool:
    """Is the shape, or a group around it, not shown?"""
    while element is not None:
        first = element[0] if len(element) else None
        named = next((child for child in first if local(child) == "cNvPr"), None) if first is not None else None
        if named is not None and named.get("hidden") in ON:
            return True
        element = element.getparent()
    return False
