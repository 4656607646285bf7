"""Comments on slides, of the older kind ([ECMA-376] part 1, 13.3.2) and the newer one with answers ([MS-PPTX] 2.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from docprep_gui.parsing.drawing.paragraphs import plain
from docprep_gui.parsing.package import Package, Relation
from docprep_gui.text.folding import clean

_DONE = frozenset({"resolved", "closed"})


@dataclass(frozen=True, slots=True)
class Comment:
    """`date` as the file has it. `resolved`: it, or what it answers, is marked as done."""

    text: str
    author: str | None
    date: str | None
    resolved: bool = False


def authors(package: Package, relations: Mapping[str, Relation]) -> dict[str, str]:
    """Names by id. `relations`: those of the presentation."""
    names: dict[str, str] = {}
    for relation in relations.values():
        if relation.kind in ("commentAuthors", "authors") and not relation.external:
            root = package.side_xml(relation.target)
            for element in root if root is not None else ():
                names[element.get("id") or ""] = clean(element.get("name") or "").strip()
    return names


def comments(root: etree._Element, names: dict[str, str]) -> Iterator[Comment]:
    """In the order of the file; an answer follows what it answers."""
    resolved = False
    for element in root.iter():
        if etree.QName(element).localname not in ("cm", "reply"):
            continue
        if etree.QName(element).localname == "cm":
            resolved = element.get("status") in _DONE
        text = ""
        for child in element:
            match etree.QName(child).localname:
                case "text":
                    text = clean(child.text or "").strip()
                case "txBody":
                    text = plain(child)
        if text:
            author = names.get(element.get("authorId") or "") or None
            yield Comment(text, author, element.get("dt") or element.get("created"), resolved)
