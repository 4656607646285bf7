"""Sizes on a page, as its width, its zoom and the kind of its document make them: margins, fonts, the space between
blocks. In logical pixels."""

from __future__ import annotations

from math import ceil
from typing import Literal

from PySide6.QtGui import QFont, QFontMetricsF

from docprep_gui.gui import theme
from docprep_gui.gui.documents.page_blocks import Block, BlockKind
from docprep_gui.gui.documents.page_content import PageContent
from docprep_gui.gui.theme.fonts import Kind

_MARGIN = 34
_EDGE = 10
_SIZES = {"title": 1.55, "note": 0.88, "caption": 0.92, "aside": 0.88, "rows": 0.94}
_HEADING_SIZES = {1: 1.12, 2: 1.05}


class PageSizes:
    """`width`: of the page. `even`: the height of rows in an even grid."""

    def __init__(self) -> None:
        self.content: PageContent | None = None
        self.blocks: tuple[Block, ...] = ()
        self.zoom = 100
        self.width = 600.0
        self.sheets = self.slides = False
        self.even = 0.0
        self._gutter = 0.0  # the width of the numbers of rows

    def z(self, size: float) -> float:
        """A size of the table at the zoom of the page."""
        return theme.px(size) * self.zoom / 100

    def pixels_per_point(self) -> float:
        """Logical pixels at the zoom of the page."""
        return self.z(96) / 72

    def margin(self) -> float:
        """From the left of the page to its text; in sheets the numbers of the rows stand there."""
        if self.sheets:
            return self._gutter + self.z(_EDGE)
        return min(self.z(_MARGIN), self.width * 0.09)

    def text_width(self) -> float:
        right = self.z(_EDGE) if self.sheets else self.margin()
        return max(80.0, self.width - self.margin() - right)

    @property
    def gutter(self) -> float:
        """Width of the numbers of rows; 0 but in sheets."""
        return self._gutter

    def side_font(self, bold: bool = False) -> QFont:
        """Of what stands beside the text: letters and numbers of a grid, names of slides; bold: of a sheet's name."""
        font = QFont(theme.tabular(theme.font("body" if bold else "small", bold)))
        font.setPointSizeF(font.pointSizeF() * self.zoom / 100)
        return font

    def _gutter_width(self) -> float:
        last = max((block.grid.numbers[-1] for block in self.blocks if block.kind == "columns" and block.grid
                    and block.grid.numbers), default=1)
        return ceil(QFontMetricsF(self.side_font()).horizontalAdvance("0" * max(3, len(str(last))))) + 2 * self.z(6)

    def bar_height(self, kind: BlockKind) -> float:
        """Of what stands over a sheet (its bar) and over a grid (the letters)."""
        return float(round(self.z(28 if kind == "sheet" else 20)))

    def em(self, kind: str) -> float:
        """The size of the letters of a kind of block."""
        return theme.font("page").pointSizeF() * 96 / 72 * _SIZES.get(kind, 1.0) * self.zoom / 100

    def font(self, block: Block, bold: bool = False, scale: float = 1.0) -> QFont:
        """Of the letters of a block."""
        strong = bold or block.kind in ("title", "heading")
        plain = self.sheets or self.slides  # as sheets and slides are set, without serifs
        kind: Kind = "code" if block.kind == "code" else "body" if plain else self.serif()
        font = QFont(theme.font(kind, strong and kind != "code"))
        factor = _SIZES.get(block.kind, 1.0)
        if block.kind == "heading":
            factor = _HEADING_SIZES.get(block.level, 1.0)
        font.setPointSizeF(font.pointSizeF() * factor * scale * self.zoom / 100)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)  # widths then scale with the size
        return font

    def serif(self) -> Literal["page", "page_latin"]:
        """The type of Word pages and of text, by their language."""
        content = self.content
        return "page_latin" if content is not None and content.document.source.language == "en" else "page"

    def indent(self, block: Block) -> float:
        """Of quotes, code and list items, from the left of the text."""
        if block.kind in ("quote", "code"):
            return self.z(20)
        if block.kind == "list_item":
            deep = min(block.level, 6) - (1 if self.slides else 0 if self._is_bullet(block) else 2)
            return self.z(18 if self.slides else 14) * max(0, deep)
        return 0.0

    def _is_bullet(self, block: Block) -> bool:
        content = self.content
        return block.hang > 0 and content is not None and not content.document.text[block.span[0]].isalnum()

    def space_before(self, i: int) -> float:
        """Over a block; over the first, at the top of the page."""
        block = self.blocks[i]
        if i == 0:
            return 1.0 if self.sheets else 0.0 if self.slides else self.z(26)
        match block.kind:
            case "title":
                return self.z(10)
            case "heading":
                return self.z(16 if block.level <= 1 else 8)
            case "rows":
                return self.z(12) if block.first and not self.sheets else 0.0
            case "columns":
                return self.z(4 if self.blocks[i - 1].kind == "sheet" else 12)
            case "rule":
                return self.z(24)
            case "sheet":
                return self.z(22)
            case "slide":
                return self.z(18)
            case _:
                before = self.blocks[i - 1].kind
                if self.slides and before == "slide":
                    return self.z(8)
                return self.z(12) if before in ("rows", "title") else self.z(2)

    def card_width(self) -> float:
        """Of a slide."""
        return self.width
