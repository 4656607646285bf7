"""Documents made by hand from an outline, in domain types alone."""

from __future__ import annotations

from dataclasses import dataclass

from docprep_gui.domain.document import NOWHERE, Document, Location, Node, NodeKind, Source, Table
from docprep_gui.domain.packed import Packed


@dataclass(frozen=True)
class Item:
    """A block of an outline. Headings have a level from 1; tables have rows, the first of which is the header."""

    kind: NodeKind
    text: str = ""
    level: int = 0
    label: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    location: Location = NOWHERE


def h(level: int, text: str, label: str = "") -> Item:
    return Item("section", text, level, label)


def p(text: str, label: str = "") -> Item:
    return Item("paragraph", text, label=label)


def table(*rows: tuple[str, ...]) -> Item:
    return Item("table", rows=rows)


def block(kind: NodeKind, text: str, location: Location = NOWHERE) -> Item:
    return Item(kind, text, location=location)


def document(*items: Item, between: str = "\n", before: str = "", aside: str = "") -> Document:
    """`between` follows each block, `before` stands in front of all; `aside` becomes a page header."""
    text = before
    nodes: list[Node] = [Node("document", (0, 0), -1)]
    open_nodes = [(0, 0)]  # (node, level)

    def close(level: int) -> None:
        while len(open_nodes) > 1 and open_nodes[-1][1] >= level:
            index, _ = open_nodes.pop()
            nodes[index] = nodes[index]._replace(span=(nodes[index].span[0], len(text)))

    for item in items:
        level = item.level if item.kind == "section" else 1 if item.kind in ("slide", "sheet") else 0
        if level:
            close(level)
        start, parent = len(text), open_nodes[-1][0]
        if item.kind == "table":
            lines = ["| " + " | ".join(row) + " |" for row in item.rows]
            lines.insert(1, "|" + " --- |" * len(item.rows[0]))
            body = "\n".join(lines)
            grid = Table(len(item.rows), len(item.rows[0]), 1, b"")
            nodes.append(Node("table", (start, start + len(body)), parent, table=grid))
            index, at = len(nodes) - 1, start
            for number, line in enumerate(lines):
                if number != 1:
                    nodes.append(Node("row", (at, at + len(line)), index))
                at += len(line) + 1
            text += body + between
            continue
        span = (start, start + len(item.text))
        nodes.append(
            Node(
                item.kind, span, parent, item.level, item.label, span if item.kind == "section" else None,
                location=item.location,
            )
        )
        if level:
            open_nodes.append((len(nodes) - 1, level))
        if item.text:
            text += item.text + between
    close(0)
    nodes[0] = nodes[0]._replace(span=(0, len(text)))
    body_end = len(text)
    if aside:
        nodes.append(Node("page_header", (body_end, body_end + len(aside)), 0, anchor=0))
        text += aside + "\n"
    return Document(Source("a.txt", "txt", "", 0, None, "", "zh", (0, body_end)), text, Packed.of(Node, nodes))
