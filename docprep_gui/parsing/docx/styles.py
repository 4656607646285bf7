"""Styles: what a paragraph's or a run's style says of headings, numbers, contents lines and hidden text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from lxml import etree

from docprep_gui.domain.document import CENTRED
from docprep_gui.parsing.docx import letters, setting
from docprep_gui.parsing.docx.letters import Said
from docprep_gui.parsing.docx.names import PPR, RPR, W, switch, value
from docprep_gui.parsing.docx.setting import NOTHING, Indent
from docprep_gui.parsing.ooxml import number

# Word writes the English names of built-in styles whatever its language; other programs write their own.
_HEADING = re.compile(r"(?:heading|标题|標題|überschrift|titre|título|заголовок|見出し)\s*([1-9])$")
_CONTENTS = re.compile(
    r"(?:toc|contents|目录|目錄|verzeichnis)\s*\d$|toc (?:heading|标题)$|table of figures$|目录标题$"
)
_TITLES = frozenset({"title", "标题", "標題"})
_CAPTIONS = frozenset({"caption", "题注", "題注"})
_QUOTES = frozenset({"quote", "intense quote", "block text", "引用", "明显引用"})
_HEAVY = re.compile(r"黑体|黑體|标宋|標宋|simhei|stheiti", re.I)
_CODE = re.compile(r"(?:source code|code|代码|html preformatted|preformatted text|plain text code)$")

DEFAULT_SIZE = 20
_DEFAULT_RUN = f"{W}docDefaults/{W}rPrDefault/{RPR}"
_DEFAULT_PARAGRAPH = f"{W}docDefaults/{W}pPrDefault/{PPR}"

Use = Literal["", "contents", "title", "caption", "quote", "code"]


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """A style with what it inherits. `level`: of its heading, 0 where it is none; `outlined`: that comes from an
    outline level alone, not from its name. `use`: what it is meant for.

    `numbering`: (numId, ilvl) as the style says it, ilvl None where it leaves it to the list; `owner`: id of the style
    of the chain that has the numbering. `size`: of its letters, in half points. `heavy`: see `heavy_font`. `look`: of
    its letters, beside bold ones. `align` and `indent`: see `setting`.
    """

    level: int = 0
    use: Use = ""
    numbering: tuple[str, int | None] | None = None
    owner: str = ""
    centred: bool = False
    hidden: bool = False
    bold: bool = False
    size: int = DEFAULT_SIZE
    heavy: bool = False
    outlined: bool = False
    look: int = 0
    align: int = 0
    indent: Indent = NOTHING


@dataclass(slots=True)
class _Raw:
    name: str
    based_on: str | None
    element: etree._Element


class Styles:
    """The styles of a document. An id without a definition is judged by the id itself, as a name."""

    def __init__(self, root: etree._Element | None) -> None:
        self._raw: dict[str, _Raw] = {}
        self._paragraphs: dict[str, ParagraphStyle] = {}
        self._toggles: dict[tuple[str, str], bool | None] = {}
        self._said: dict[str, Said] = {}
        defaults = root.find(_DEFAULT_RUN) if root is not None else None
        around = root.find(_DEFAULT_PARAGRAPH) if root is not None else None
        self._plain = ParagraphStyle(
            hidden=switch(defaults, W + "vanish") is True,
            bold=switch(defaults, W + "b") is True,
            size=number(value(defaults, W + "sz")) or DEFAULT_SIZE,
            heavy=heavy_font(defaults) is True,
            look=letters.said(defaults).on,
            align=setting.align(value(around, W + "jc")),
            indent=setting.indent(around.find(W + "ind") if around is not None else None),
        )
        default = ""
        for element in root if root is not None else ():
            if element.tag != W + "style":
                continue
            identity = element.get(W + "styleId") or ""
            name = (value(element, W + "name") or identity).split(",")[0].strip().lower()
            self._raw[identity] = _Raw(name, value(element, W + "basedOn"), element)
            if element.get(W + "type") == "paragraph" and element.get(W + "default") in ("1", "true", "on"):
                default = identity
        self.default = self.paragraph(default) if default else self._plain

    def said(self, identity: str) -> Said:
        """What a character style says of emphasis, itself or by what it is based on."""
        found = self._said.get(identity)
        if found is None:
            self._said[identity] = Said()
            raw = self._raw.get(identity)
            found = letters.said(raw.element.find(RPR)) if raw is not None else Said()
            if raw is not None and raw.based_on:
                base = self.said(raw.based_on)
                found = Said(found.over(base.on), found.off | (base.off & ~found.on))
            self._said[identity] = found
        return found

    def emphasising(self) -> frozenset[str]:
        """Ids of the styles, other than of paragraphs, that emphasise their text."""
        return frozenset(identity for identity, raw in self._raw.items()
                         if raw.element.get(W + "type") == "character" and self.said(identity).on)

    def hiding(self) -> frozenset[str]:
        """Ids of the styles, of whatever kind, that hide their text."""
        return frozenset(identity for identity in self._raw if self.hidden(identity))

    def headings(self) -> Iterator[str]:
        """Ids of the styles that make a paragraph a heading, titles left out."""
        for identity in self._raw:
            style = self.paragraph(identity)
            if style.level and style.use != "title":
                yield identity

    def paragraph(self, identity: str) -> ParagraphStyle:
        found = self._paragraphs.get(identity)
        if found is None:
            self._paragraphs[identity] = self._plain  # a style that is based on itself ends here
            found = self._paragraphs[identity] = self._resolve(identity)
        return found

    def numbering(self, identity: str) -> str | None:
        """The numId of a numbering style."""
        raw = self._raw.get(identity)
        return value(raw.element.find(f"{PPR}/{W}numPr"), W + "numId") if raw else None

    def hidden(self, identity: str) -> bool | None:
        """Whether a style hides its text; None: it does not say."""
        return self.toggle(identity, W + "vanish")

    def toggle(self, identity: str, name: str) -> bool | None:
        """An on/off property of a style's runs (w:b, w:vanish), its own or inherited; None: it does not say."""
        key = identity, name
        if key not in self._toggles:
            self._toggles[key] = None
            raw = self._raw.get(identity)
            if raw is not None:
                own = switch(raw.element.find(RPR), name)
                self._toggles[key] = self.toggle(raw.based_on, name) if own is None and raw.based_on else own
        return self._toggles[key]

    def size(self, identity: str) -> int | None:
        """The size of a character style's letters, in half points; None: it does not say."""
        seen: set[str] = set()
        raw = self._raw.get(identity)
        while raw is not None and identity not in seen:
            seen.add(identity)
            size = number(value(raw.element.find(RPR), W + "sz"))
            if size is not None:
                return size
            identity = raw.based_on or ""
            raw = self._raw.get(identity)
        return None

    def heavy(self, identity: str) -> bool | None:
        """Whether a character style writes Chinese in a heavy font; None: it does not say."""
        seen: set[str] = set()
        raw = self._raw.get(identity)
        while raw is not None and identity not in seen:
            seen.add(identity)
            heavy = heavy_font(raw.element.find(RPR))
            if heavy is not None:
                return heavy
            identity = raw.based_on or ""
            raw = self._raw.get(identity)
        return None

    def _resolve(self, identity: str) -> ParagraphStyle:
        raw = self._raw.get(identity)
        if raw is None:
            level, use = _by_name(identity.lower())
            return replace(self._plain, level=level, use=use)
        base = self.paragraph(raw.based_on) if raw.based_on else self._plain
        properties = raw.element.find(PPR)
        level, use = _by_name(raw.name)
        outlined = False
        if not level and not use:
            outline = number(value(properties, W + "outlineLvl"))
            if outline is not None:
                level = outline + 1 if 0 <= outline < 9 else 0
                outlined = base.outlined or not base.level
            elif base.use != "title":
                level, use, outlined = base.level, base.use, base.outlined
            if outline is None and not level and (found := _HEADING.match(identity.lower())):
                level = int(found[1])  # a name in a language that is not known here
        numbering, owner = base.numbering, base.owner
        numbered = properties.find(W + "numPr") if properties is not None else None
        if numbered is not None:
            list_id = value(numbered, W + "numId") or (base.numbering[0] if base.numbering else None)
            place = number(value(numbered, W + "ilvl"))
            if list_id is not None:
                if place is None and base.numbering and list_id == base.numbering[0]:
                    place = base.numbering[1]
                numbering, owner = (list_id, place), identity
        align = setting.align(value(properties, W + "jc")) or base.align
        own = setting.indent(properties.find(W + "ind") if properties is not None else None)
        hidden, bold = self.hidden(identity), self.toggle(identity, W + "b")
        run = raw.element.find(RPR)
        size, heavy = number(value(run, W + "sz")) or base.size, heavy_font(run)
        return ParagraphStyle(
            level, use, numbering, owner, align == CENTRED, self._plain.hidden if hidden is None else hidden,
            self._plain.bold if bold is None else bold, size, base.heavy if heavy is None else heavy,
            outlined, letters.said(run).over(base.look), align, own.over(base.indent),
        )


def heavy_font(properties: etree._Element | None) -> bool | None:
    """Whether the font for Chinese text, as properties of runs name it, is one that Chinese documents set headings in
    as others do in bold letters; None: they name none."""
    fonts = properties.find(W + "rFonts") if properties is not None else None
    name = fonts.get(W + "eastAsia") if fonts is not None else None
    return None if name is None else _HEAVY.search(name) is not None


def _by_name(name: str) -> tuple[int, Use]:
    if found := _HEADING.match(name):
        return int(found[1]), ""
    if name in _TITLES:
        return 1, "title"
    if _CONTENTS.match(name):
        return 0, "contents"
    if name in _CAPTIONS:
        return 0, "caption"
    if name in _QUOTES:
        return 0, "quote"
    return 0, "code" if _CODE.match(name) else ""
