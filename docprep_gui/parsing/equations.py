"""Office Math (ECMA-376 part 1, 22.1) as one line of text: (a+b)/2, x^2, √(x), ∑_(i=1)^n i."""

from __future__ import annotations

from lxml import etree

from docprep_gui.parsing.ooxml import A, M

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_VAL = M + "val"
# Office Math takes the runs of the document around it.
_TEXTS = frozenset({M + "t", A + "t", _W + "t"})


_LINES, _EQUATION = M + "oMathPara", M + "oMath"
_BREAKS = frozenset({_W + "br", A + "br"})
_GONE = frozenset({_W + "del", _W + "moveFrom"})
_OFF = frozenset({"0", "false", "off"})
_ABOVE, _BELOW, _HAT = "\u0305", "\u0332", "\u0302"


def linear(element: etree._Element) -> str:
    """The text of an m:oMath or m:oMathPara, each equation and each line of one on a line of its own."""
    text = "\n".join(map(_children, element.iterchildren(_EQUATION))) if element.tag == _LINES else _children(element)
    return text.strip("\n")


def _children(element: etree._Element | None) -> str:
    if element is None:
        return ""
    return "".join(_node(child) for child in element)


def _group(text: str) -> str:
    """In brackets where it is more than one thing."""
    return text if len(text) <= 1 or text.isalnum() else f"({text})"


def _node(element: etree._Element) -> str:
    tag = element.tag
    if tag in _TEXTS:
        return element.text or ""
    if tag in _BREAKS:
        return "\n"
    if tag in _GONE or tag.endswith("Pr"):
        return ""
    writer = _WRITERS.get(tag)
    return writer(element) if writer else _children(element)


def _part(element: etree._Element, name: str) -> str:
    return _children(element.find(M + name))


def _property(element: etree._Element, properties: str, name: str, default: str) -> str:
    found = element.find(f"{M}{properties}/{M}{name}")
    return default if found is None else found.get(_VAL, default)


def _scripts(element: etree._Element) -> str:
    sub, sup = _part(element, "sub"), _part(element, "sup")
    return (f"_{_group(sub)}" if sub else "") + (f"^{_group(sup)}" if sup else "")


def _fraction(element: etree._Element) -> str:
    """One above the other without a bar, as in a binomial, is ¦."""
    sign = "¦" if _property(element, "fPr", "type", "bar") == "noBar" else "/"
    return f"{_group(_part(element, 'num'))}{sign}{_group(_part(element, 'den'))}"


def _accented(element: etree._Element) -> str:
    return _group(_part(element, "e")) + _property(element, "accPr", "chr", _HAT)


def _barred(element: etree._Element) -> str:
    return _group(_part(element, "e")) + (_ABOVE if _property(element, "barPr", "pos", "bot") == "top" else _BELOW)


def _phantom(element: etree._Element) -> str:
    """It only takes room, unless it is to be shown."""
    return "" if _property(element, "phantPr", "show", "1") in _OFF else _part(element, "e")


def _scripted(element: etree._Element) -> str:
    return _part(element, "e") + _scripts(element)


def _prescripted(element: etree._Element) -> str:
    return _scripts(element) + _part(element, "e")


def _radical(element: etree._Element) -> str:
    degree = _part(element, "deg")
    return f"{degree if degree != '2' else ''}√({_part(element, 'e')})"


def _operator(element: etree._Element) -> str:
    return f"{_property(element, 'naryPr', 'chr', '∫')}{_scripts(element)} {_part(element, 'e')}"


def _delimited(element: etree._Element) -> str:
    between = _property(element, "dPr", "sepChr", "|")
    inside = between.join(_children(part) for part in element.iterchildren(M + "e"))
    return _property(element, "dPr", "begChr", "(") + inside + _property(element, "dPr", "endChr", ")")


def _matrix(element: etree._Element) -> str:
    rows = (", ".join(_children(cell) for cell in row.iterchildren(M + "e")) for row in element.iterchildren(M + "mr"))
    return "; ".join(rows)


def _function(element: etree._Element) -> str:
    argument = _part(element, "e")
    return _part(element, "fName") + (argument if argument.startswith("(") else f" {argument}")


def _limit(element: etree._Element) -> str:
    sign = "_" if element.tag == M + "limLow" else "^"
    return f"{_part(element, 'e')}{sign}{_group(_part(element, 'lim'))}"


def _rows(element: etree._Element) -> str:
    return "; ".join(_children(row) for row in element.iterchildren(M + "e"))


_WRITERS = {
    M + "f": _fraction,
    M + "sSub": _scripted,
    M + "sSup": _scripted,
    M + "sSubSup": _scripted,
    M + "sPre": _prescripted,
    M + "rad": _radical,
    M + "nary": _operator,
    M + "d": _delimited,
    M + "m": _matrix,
    M + "func": _function,
    M + "limLow": _limit,
    M + "limUpp": _limit,
    M + "eqArr": _rows,
    M + "acc": _accented,
    M + "bar": _barred,
    M + "phant": _phantom,
}
