"""SmartArt as a list: the points of its data in their tree (ECMA-376 part 1, 21.4.2)."""

from __future__ import annotations

from lxml import etree

from docprep_gui.parsing.drawing import paragraphs
from docprep_gui.parsing.ooxml import number

DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
RELATIONS = DIAGRAM + "relIds"


def points(root: etree._Element) -> list[tuple[int, str]]:
    """(depth from 1, text) of the points that have text. Those that no other holds, and that are no root themselves,
    come last."""
    texts: dict[str, str] = {}
    roots: dict[str, None] = {}
    for point in root.iterfind(f"{DIAGRAM}ptLst/{DIAGRAM}pt"):
        kind = point.get("type", "node")
        identity = point.get("modelId") or ""
        if kind == "doc":
            roots[identity] = None
        elif kind in ("node", "asst"):
            body = point.find(DIAGRAM + "t")
            texts[identity] = paragraphs.plain(body) if body is not None else ""
    children: dict[str, list[tuple[int, str]]] = {}
    for connection in root.iterfind(f"{DIAGRAM}cxnLst/{DIAGRAM}cxn"):
        if connection.get("type", "parOf") == "parOf":
            order = number(connection.get("srcOrd")) or 0
            children.setdefault(connection.get("srcId") or "", []).append((order, connection.get("destId") or ""))
    found: list[tuple[int, str]] = []
    seen: set[str] = set()
    stack = [(identity, 0) for identity in [*roots, *texts][::-1]]
    while stack:
        identity, depth = stack.pop()
        if identity in seen:
            continue
        seen.add(identity)
        text = texts.get(identity)
        if text:
            found.append((max(depth, 1), text))
        inner = sorted(children.get(identity, ()), key=lambda child: child[0], reverse=True)
        # An empty point takes no level of its own.
        below = depth + 1 if text or identity in roots else depth
        stack += [(child, below) for _, child in inner]
    return found
