"""Faults of XML that stays well-formed: a reader that checks no more than that is misled by them."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy

from lxml import etree

from tests.support.mutations.plain import damaged
from tests.support.mutations.values import bomb, value

_Element = etree._Element
_MOST = 20_000
"""Elements that a fault may add."""
_MOST_COPIES = 300


def parsed(part: bytes) -> _Element | None:
    try:
        return etree.fromstring(part, etree.XMLParser(resolve_entities=False, huge_tree=True))
    except (etree.XMLSyntaxError, ValueError):
        return None


def damaged_tree(part: bytes, others: list[bytes], dice: random.Random) -> bytes:
    """A part with one fault in it. `others`: parts that something may come from which belongs there."""
    root = parsed(part)
    if root is None:
        return damaged(part, dice)
    elements = [one for one in root.iter() if isinstance(one.tag, str)]
    if dice.random() < 0.06:
        donor = parsed(dice.choice(others)) if others else None
        if donor is not None:
            _put(dice.choice(elements), deepcopy(_pick([one for one in donor.iter() if isinstance(one.tag, str)], dice)),
                 dice)
    else:
        try:
            dice.choice(_FAULTS)(_pick(elements, dice), elements, dice)
        except ValueError:  # a sign that XML cannot hold
            return damaged(part, dice)
    return _written(root, dice)


def _written(root: _Element, dice: random.Random) -> bytes:
    way = dice.random()
    if way < 0.96:
        return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    if way < 0.97:
        return etree.tostring(root, xml_declaration=True, encoding=dice.choice(("UTF-16", "GB18030", "ISO-8859-1")))
    text = etree.tostring(root, encoding="unicode")
    if way < 0.98:
        return ('<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>' + text).encode()
    if way < 0.99:
        return f'<?xml version="1.0" encoding="{dice.choice(("utf-16", "gbk", "nothing", "utf-8"))}"?>{text}'.encode()
    return text.encode(dice.choice(("utf-16-le", "utf-8-sig", "utf-32")))


def _pick(elements: list[_Element], dice: random.Random) -> _Element:
    """Mostly of a kind that is rare: a document has thousands of runs and one list of what numbers start at."""
    if dice.random() < 0.4:
        return dice.choice(elements)
    kinds: dict[object, list[_Element]] = {}
    for one in elements:
        kinds.setdefault(one.tag, []).append(one)
    return dice.choice(dice.choice(list(kinds.values())))


def _size(one: _Element) -> int:
    return sum(1 for _ in one.iter())


def _put(under: _Element, one: _Element, dice: random.Random) -> None:
    under.insert(dice.randrange(len(under) + 1), one)


def _gone(one: _Element, _: list[_Element], dice: random.Random) -> None:
    over = one.getparent()
    if over is not None:
        over.remove(one)


def _unwrapped(one: _Element, _: list[_Element], dice: random.Random) -> None:
    """What is in it takes its place."""
    over = one.getparent()
    if over is not None:
        at = over.index(one)
        over[at : at + 1] = list(one)


def _repeated(one: _Element, elements: list[_Element], dice: random.Random) -> None:
    over = one.getparent()
    if over is not None and len(elements) < _MOST:
        copies = dice.choice((1, 2, 30, _MOST_COPIES, 3_000))
        for _ in range(max(1, min(copies, _MOST // _size(one)))):
            over.insert(over.index(one), deepcopy(one))


def _moved(one: _Element, elements: list[_Element], dice: random.Random) -> None:
    under = _pick(elements, dice)
    if not any(step is one for step in (under, *under.iterancestors())):
        _put(under, one, dice)


def _copied(one: _Element, elements: list[_Element], dice: random.Random) -> None:
    if _size(one) < _MOST:
        _put(_pick(elements, dice), deepcopy(one), dice)


def _mixed(one: _Element, _: list[_Element], dice: random.Random) -> None:
    """What is beside it comes in another order."""
    over = one.getparent()
    if over is not None:
        inner = list(over)
        dice.shuffle(inner)
        over[:] = inner


def _renamed(one: _Element, elements: list[_Element], dice: random.Random) -> None:
    one.tag = _pick(elements, dice).tag


def _other_namespace(one: _Element, elements: list[_Element], dice: random.Random) -> None:
    names = sorted({str(other.tag)[1:].split("}")[0] for other in elements if str(other.tag).startswith("{")})
    namespace = dice.choice([*names, "", "urn:x"])
    for other in (one, *one.iterdescendants()) if dice.random() < 0.3 else (one,):
        if isinstance(other.tag, str):
            local = etree.QName(other).localname
            other.tag = f"{{{namespace}}}{local}" if namespace else local


def _attribute(one: _Element, elements: list[_Element], dice: random.Random) -> None:
    if not one.attrib:
        one = _pick([other for other in elements if other.attrib] or [one], dice)
    if one.attrib:
        name = dice.choice(list(one.attrib))
        if dice.random() < 0.2:
            del one.attrib[name]
        else:
            one.attrib[name] = value(str(one.attrib[name]), dice)


def _reference(one: _Element, elements: list[_Element], dice: random.Random) -> None:
    """An attribute gets the value that one of its name has elsewhere, or any has: chains that lead back to themselves,
    two things of one name, a thing of another kind."""
    if not one.attrib:
        one = _pick([other for other in elements if other.attrib] or [one], dice)
    if not one.attrib:
        return
    name = dice.choice(list(one.attrib))
    near = [other for other in (*one.iterancestors(), *(one.getparent() if one.getparent() is not None else one)) if other.attrib]
    there = dice.choice((elements, near or elements))
    same = [other.attrib[name] for other in there if name in other.attrib]
    any_value = [item for other in dice.sample(there, min(len(there), 50)) for item in other.attrib.values()]
    one.attrib[name] = dice.choice(same if same and dice.random() < 0.7 else any_value or [""])


def _all_alike(one: _Element, elements: list[_Element], dice: random.Random) -> None:
    """All elements of a kind say the same."""
    if one.attrib:
        name = dice.choice(list(one.attrib))
        said = value(str(one.attrib[name]), dice) if dice.random() < 0.5 else one.attrib[name]
        for other in elements:
            if other.tag == one.tag and name in other.attrib:
                other.attrib[name] = said


def _text(one: _Element, elements: list[_Element], dice: random.Random) -> None:
    if not (one.text or "").strip():
        one = dice.choice([other for other in elements if (other.text or "").strip()] or [one])
    one.text = bomb(dice) if dice.random() < 0.3 else value(one.text or "", dice)


def _stray_text(one: _Element, _: list[_Element], dice: random.Random) -> None:
    """Text, a comment or an instruction where none belongs."""
    kind = dice.randrange(4)
    if kind == 0:
        one.tail = bomb(dice)
    elif kind == 1:
        _put(one, etree.Comment("x"), dice)
    elif kind == 2:
        _put(one, etree.ProcessingInstruction("x", "y"), dice)
    else:
        one.text = (one.text or "") + "x"


def _deep(one: _Element, _: list[_Element], dice: random.Random) -> None:
    """In itself, empty, many times."""
    inner = one
    for _ in range(dice.choice((3, 60, 400, 3_000))):
        inner = etree.SubElement(inner, one.tag, dict(one.attrib))


def _wrapped(one: _Element, elements: list[_Element], dice: random.Random) -> None:
    """With all that is in it in shells of its own kind, or of that of what is over it."""
    over = one.getparent()
    if over is None:
        return
    chain = dice.choice(([one], [over], [one, over], [*one.iterancestors()][:4] or [one]))
    at = over.index(one)
    shell = top = etree.Element(chain[0].tag, dict(chain[0].attrib))
    for turn in range(1, dice.choice((1, 4, 60, 400))):
        like = chain[turn % len(chain)]
        shell = etree.SubElement(shell, like.tag, dict(like.attrib))
    over.insert(at, top)
    shell.append(one)


def _in_itself(one: _Element, elements: list[_Element], dice: random.Random) -> None:
    """A copy of it, whole, somewhere inside it, and again."""
    for _ in range(dice.choice((1, 2, 5, 9))):
        if _size(one) * 2 > _MOST:
            break
        inner = [other for other in one.iter() if isinstance(other.tag, str)]
        _put(dice.choice(inner), deepcopy(one), dice)


_FAULTS: tuple[Callable[[_Element, list[_Element], random.Random], None], ...] = (
    _gone, _unwrapped, _repeated, _moved, _copied, _mixed, _renamed, _other_namespace, _attribute, _attribute, _attribute,
    _attribute, _reference, _reference, _reference, _all_alike, _text, _text, _stray_text, _deep, _wrapped, _in_itself)
