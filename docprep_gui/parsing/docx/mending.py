"""Numbers that LibreOffice changes when it makes a docx of a Word 97-2003 file, as the old file has them.

It knows no legal numbering, so that the 1.1 under 第一条 becomes 一.1; and it moves the levels that headings use to a
list of their own, so that the clauses between them no longer begin anew under each (1.1, 1.2, then 1.3 under the next).
"""

from __future__ import annotations

import io
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping

from lxml import etree

from docprep_gui.parsing import doclists
from docprep_gui.parsing.docx.names import VAL, W, value
from docprep_gui.parsing.package import Package

_NUMBERING = "word/numbering.xml"
_Texts = tuple[str, ...]


def like_the_old(made: bytes, old: bytes) -> bytes:
    """The docx that was made of `old`, with its numbers mended; the same where nothing is to be mended."""
    lists = doclists.read(old)
    if not lists:
        return made
    package = Package(made)
    numbering = package.side_xml(_NUMBERING)
    if numbering is None:
        return made
    abstracts = {element: _texts(element) for element in numbering.iterchildren(W + "abstractNum")}
    changed = _make_legal(abstracts, lists)
    changed |= _join(numbering, abstracts, lists, package)
    if not changed:
        return made
    return _with(made, _NUMBERING, etree.tostring(numbering, encoding="UTF-8", xml_declaration=True))


def _texts(abstract: etree._Element) -> _Texts:
    """What each level shows, empty ones at the end left out."""
    return _trimmed(value(level, W + "lvlText") or "" for level in abstract.iterchildren(W + "lvl"))


def _trimmed(texts: Iterator[str]) -> _Texts:
    found = [text.strip() for text in texts]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def _make_legal(abstracts: Mapping[etree._Element, _Texts], lists: tuple[tuple[doclists.Level, ...], ...]) -> bool:
    """Marks the levels that are legal in every list of the old file that shows the same."""
    kinds: dict[_Texts, list[tuple[bool, ...]]] = defaultdict(list)
    for one in lists:
        kinds[_trimmed(level.text for level in one)].append(tuple(level.legal for level in one))
    changed = False
    for abstract, texts in abstracts.items():
        found = kinds.get(texts)
        if not texts or not found or any(one != found[0] for one in found):
            continue
        for level, legal in zip(abstract.iterchildren(W + "lvl"), found[0], strict=False):
            shape = level.find(W + "numFmt")
            if legal and shape is not None and level.find(W + "isLgl") is None:
                shape.addnext(etree.Element(W + "isLgl"))
                changed = True
    return changed


def _join(numbering: etree._Element, abstracts: Mapping[etree._Element, _Texts],
          lists: tuple[tuple[doclists.Level, ...], ...], package: Package) -> bool:
    """Has lists count with the list of the headings where the old file has a single one that shows the same, and where
    all that they number shows the number of a level that only headings have."""
    times: dict[_Texts, int] = defaultdict(int)
    for one in lists:
        times[_trimmed(level.text for level in one)] += 1
    of_headings = {texts: abstract for abstract, texts in abstracts.items()
                   if texts and times[texts] == 1 and abstract.find(f"{W}lvl/{W}pStyle") is not None}
    used = _used_levels(package)
    changed = False
    by_id = {abstract.get(W + "abstractNumId"): abstract for abstract in abstracts}
    for numbered in numbering.iterchildren(W + "num"):
        link = numbered.find(W + "abstractNumId")
        abstract = by_id.get(link.get(VAL)) if link is not None else None
        if link is None or abstract is None:
            continue
        texts = abstracts[abstract]
        headings = of_headings.get(texts)
        levels = used.get(numbered.get(W + "numId") or "", set())
        if headings is None or headings is abstract or not levels:
            continue
        if all(any(f"%{above + 1}" in texts[level] for above in range(level) if above not in levels)
               for level in levels if level < len(texts)):
            link.set(VAL, headings.get(W + "abstractNumId") or "")
            changed = True
    return changed


def _used_levels(package: Package) -> dict[str, set[int]]:
    """By list, the levels that paragraphs of the document have, of their own or by their style."""
    styles = package.side_xml("word/styles.xml")
    by_style = {} if styles is None else {
        style.get(W + "styleId"): _numbered(style) for style in styles.iterchildren(W + "style")}
    used: dict[str, set[int]] = defaultdict(set)
    document = package.side_xml("word/document.xml")
    for paragraph in () if document is None else document.iter(W + "p"):
        name = paragraph.find(f"{W}pPr/{W}pStyle")
        found = _numbered(paragraph) or (by_style.get(name.get(VAL)) if name is not None else None)
        if found:
            used[found[0]].add(found[1])
    return used


def _numbered(element: etree._Element) -> tuple[str, int] | None:
    """List and level of a paragraph or a style."""
    properties = element.find(f"{W}pPr/{W}numPr")
    if properties is None:
        return None
    level = value(properties, W + "ilvl") or "0"
    return value(properties, W + "numId") or "0", int(level) if level.isdecimal() else 0


def _with(package: bytes, name: str, content: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            new.writestr(entry, content if entry.filename == name else old.read(entry))
    return made.getvalue()
