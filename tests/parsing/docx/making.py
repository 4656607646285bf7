"""Makes small Word files from pieces of XML, and looks at what is read from them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from docprep_gui.domain.document import Document, Node
from docprep_gui.parsing import docx

TRANSITIONAL = "http://schemas.openxmlformats.org"
_MAIN = "/wordprocessingml/2006/main"
_NAMES = {
    "w": TRANSITIONAL + _MAIN,
    "r": TRANSITIONAL + "/officeDocument/2006/relationships",
    "m": TRANSITIONAL + "/officeDocument/2006/math",
    "a": TRANSITIONAL + "/drawingml/2006/main",
    "pic": TRANSITIONAL + "/drawingml/2006/picture",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
    "v": "urn:schemas-microsoft-com:vml",
    "o": "urn:schemas-microsoft-com:office:office",
    "wp": TRANSITIONAL + "/drawingml/2006/wordprocessingDrawing",
    "c": TRANSITIONAL + "/drawingml/2006/chart",
    "dgm": TRANSITIONAL + "/drawingml/2006/diagram",
}
XMLNS = " ".join(f'xmlns:{prefix}="{name}"' for prefix, name in _NAMES.items())
RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
_KIND = TRANSITIONAL + "/officeDocument/2006/relationships/"


def part(name: str, inner: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?><w:{name} {XMLNS}>{inner}</w:{name}>'


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
        for name, content in parts.items():
            z.writestr(name, content)
    return out.getvalue()


def package(body: str, *, more: Mapping[str, str | bytes] | None = None, related: str = "", **parts: str) -> bytes:
    """A file whose document holds `body`; more parts by name, as the inside of their root: styles, numbering,
    footnotes, endnotes, comments, header1, footer1… `more`: whole files by name in word/, related to the document by
    that name. `related`: the part of those names that the relations belong to, if it is not the document."""
    roots = {"header": "hdr", "footer": "ftr"}
    relations = []
    files: dict[str, str | bytes] = {
        "_rels/.rels": f'<Relationships {RELATIONS}><Relationship Id="a" Type="{_KIND}officeDocument" '
        'Target="word/document.xml"/></Relationships>',
        "word/document.xml": part("document", f"<w:body>{body}</w:body>"),
    }
    for name, inner in parts.items():
        kind = name.rstrip("0123456789")
        files[f"word/{name}.xml"] = part(roots.get(kind, kind), inner)
        relations.append(f'<Relationship Id="{name}" Type="{_KIND}{kind}" Target="{name}.xml"/>')
    others = [f'<Relationship Id="{name}" Type="{_KIND}other" Target="{name}"/>' for name in more or ()]
    files |= {f"word/{name}": content for name, content in (more or {}).items()}
    if related:
        files[f"word/_rels/{related}.xml.rels"] = f"<Relationships {RELATIONS}>{''.join(others)}</Relationships>"
    else:
        relations += others
    files["word/_rels/document.xml.rels"] = f"<Relationships {RELATIONS}>{''.join(relations)}</Relationships>"
    return zipped(files)


def read(body: str, *, more: Mapping[str, str | bytes] | None = None, related: str = "", **parts: str) -> Document:
    return docx.read(package(body, more=more, related=related, **parts), "a.docx")


def r(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def p(text: str = "", properties: str = "", *, style: str = "", num: tuple[int, int] | None = None) -> str:
    """A paragraph of a text, or of XML where it starts with "<"."""
    inner = text if text.startswith("<") or not text else r(text)
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    numbered = f'<w:numPr><w:ilvl w:val="{num[1]}"/><w:numId w:val="{num[0]}"/></w:numPr>' if num else ""
    return f"<w:p><w:pPr>{named}{numbered}{properties}</w:pPr>{inner}</w:p>"


def style(identity: str, name: str, properties: str = "", *, based: str = "", kind: str = "paragraph") -> str:
    base = f'<w:basedOn w:val="{based}"/>' if based else ""
    return f'<w:style w:type="{kind}" w:styleId="{identity}"><w:name w:val="{name}"/>{base}{properties}</w:style>'


def level(place: int, text: str, form: str = "decimal", more: str = "", start: int = 1) -> str:
    return (
        f'<w:lvl w:ilvl="{place}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/>{more}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


def abstract(identity: int, *levels: str) -> str:
    return f'<w:abstractNum w:abstractNumId="{identity}">{"".join(levels)}</w:abstractNum>'


def num(identity: int, of: int, overrides: str = "") -> str:
    return f'<w:num w:numId="{identity}"><w:abstractNumId w:val="{of}"/>{overrides}</w:num>'


def tc(inner: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner if inner.startswith('<') else p(inner)}</w:tc>"


def tr(*cells: str, properties: str = "") -> str:
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(cells)}</w:tr>"


def tbl(*rows: str) -> str:
    return f"<w:tbl><w:tblPr/>{''.join(rows)}</w:tbl>"


def lines(document: Document) -> list[str]:
    """The lines of the body."""
    return document.slice(document.source.body).split("\n")[:-1]


def of_kind(document: Document, kind: str) -> list[Node]:
    return [node for node in document.nodes if node.kind == kind]


def texts(document: Document, kind: str) -> list[str]:
    return [document.slice(node.span) for node in of_kind(document, kind)]


def outline(document: Document) -> list[tuple[int, str]]:
    return [(node.level, document.heading(node)) for node in of_kind(document, "section")]


def cells(document: Document, table: int = 0) -> dict[tuple[int, int], str]:
    found = of_kind(document, "table")[table].table
    assert found is not None
    return {(cell.row, cell.col): cell.text for cell in found.cells(document.text)}


def assert_sound(document: Document) -> None:
    """The promises of `domain.document` that hold for any file."""
    size, body = len(document.text), document.source.body[1]
    for index, node in enumerate(document.nodes):
        start, end = node.span
        assert 0 <= start <= end <= size
        assert node.parent < max(index, 1)
        if node.parent > 0:
            outer = document.nodes[node.parent].span
            assert outer[0] <= start
            assert end <= outer[1]
        if node.anchor is not None:
            assert 0 <= node.anchor <= body
        for echo in node.echoes:
            assert start <= echo[0] < echo[1] <= end
        if node.table is not None:
            for cell in node.table.cells(document.text):
                assert start <= cell.span[0] <= cell.span[1] <= end
    for before, after in zip(document.sentences, document.sentences[1:], strict=False):
        assert before[1] <= after[0]
    assert all(start < end <= body for start, end in document.sentences)
