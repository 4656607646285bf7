"""Takes out of a document's XML what only says how it looks, before a tree is made of it.

In most files that is more than half of all elements, and to make, walk and free them would take more than half of the
time that reading takes. Taken out are empty elements that nothing here reads (ECMA-376 part 1, 17.3 and 17.4), and
properties of runs that hold nothing else.
"""

from __future__ import annotations

import re
from functools import lru_cache

from docprep_gui.parsing.docx.names import W

_PREFIX = b'xmlns:w="' + W[1:-1].encode() + b'"'
_LETTERS = b"szCs|iCs|bCs|color|lang|kern|spacing|rtl|noProof|highlight|shd|snapToGrid"
_FONTS = b"rFonts"
_SIZES = b"sz"  # tell headings where no style does
_AROUND = (
    b"tcW|spacing|widowControl|keepNext|keepLines|wordWrap|kinsoku|overflowPunct|topLinePunct|autoSpaceDE"
    b"|autoSpaceDN|adjustRightInd|bidi|textAlignment|contextualSpacing|vAlign|top|left|bottom|right|insideH|insideV"
    b"|cnfStyle|noWrap|proofErr|bookmarkStart|bookmarkEnd|tab(?= w:val=)"
)


def thinned(markup: bytes, *, fonts: bool, sizes: bool) -> bytes:
    """The XML without what says of looks; unchanged where it is not written as usual. `fonts`, `sizes`: whether fonts
    and sizes (with bold letters) stay."""
    if markup.count(b"xmlns:w=") != 1 or _PREFIX not in markup or b"<![CDATA[" in markup:
        return markup
    return _pattern(fonts, sizes).sub(b"", markup)


@lru_cache
def _pattern(fonts: bool, sizes: bool) -> re.Pattern[bytes]:
    letters = _LETTERS if fonts else b"|".join((_FONTS, _LETTERS))
    whole, alone = (letters, b"|".join((letters, _AROUND))) if sizes else (b"|".join((letters, _SIZES)), _AROUND)
    return re.compile(rb"<w:(?:rPr>(?:<w:(?:%s)\b[^<>]*/>)*+</w:rPr>|(?:%s)\b[^<>]*/>)" % (whole, alone))
